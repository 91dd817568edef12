/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Diamond Chess: moves as text, and moves that people play leg by leg. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diamond.h"

static char *print_leg(const Variant *variant, Leg leg, char *text)
{
    static const char *const between[] = {[LEG_STEP] = "", [LEG_ARROW] = "x", [LEG_TELEPORT] = ">"};
    text += square_print(variant, leg.from, text);
    text += sprintf(text, "%s", between[leg.kind]);
    return text + square_print(variant, leg.to, text);
}

void diamond_print_move(const Position *pos, Move move, char *text)
{
    const Variant *variant = pos->variant;
    PieceType muster = move_muster(move);
    if (move == PASS) {
        strcpy(text, "@@@@");
        return;
    }
    if (muster) {
        Leg first = move_leg(move, 0);
        bool placement = first.kind == LEG_STEP && first.from == first.to;
        text += sprintf(text, "%c@", piece_table[muster].letter);
        text += square_print(variant, placement ? first.to : home[pos->side], text);
        if (placement) return;
    }
    for (unsigned n = 0; n < MOVE_LEGS && move_leg(move, n).kind != LEG_NONE; ++n) {
        if (n > 0 || muster) *text++ = ',';
        text = print_leg(variant, move_leg(move, n), text);
    }
}

/* A move played leg by leg, as players write it. Accepts any legal order, including orders that the generator leaves out because
 * another order leads to the same position. The board has its own state and log, so a Play must not be copied. */
typedef struct Play {
    const Position *pos; /* before the move */
    Board board;         /* after the legs so far */
    State state;
    Change changes[4 * BOARD_FILES]; /* a muster, three legs with captures, and drowned pieces */
    Side us;
    uint64_t wet;
    PieceType muster, species; /* species: of the action, once it has begun */
    unsigned acts;
    bool stepped, teleported;
    bool captured;             /* the last leg captured by spear */
    Pack pack;                 /* how far the Cani may go; fixed when the action begins */
    uint64_t fresh;            /* Cani that may still move in this action */
} Play;

static void play_begin(Play *play, const Position *pos)
{
    *play = (Play){.pos = pos, .board = *board_const(pos), .state = *pos->state, .us = pos->side};
    play->board.base.state = &play->state;
    play->board.base.changes = play->changes;
    play->state.log_end = 0;
    play->wet = wet_pieces(&play->board, play->us);
}

static uint64_t own_pieces(const Play *play, PieceType type) { return board_pieces(&play->board, play->us, type).w[0]; }
static PieceType play_type(const Play *play, Square s) { return piece_type(play->board.base.board[s]); }

static void play_leg(Play *play, Leg leg)
{
    if (play->acts++ == 0) {
        play->species = leg.kind == LEG_TELEPORT ? ZI_RI : play_type(play, leg.from);
        play->fresh = own_pieces(play, CANI);
        play->pack = pack_of(play->fresh);
    }
    play->captured = leg.kind == LEG_STEP && play_type(play, leg.to);
    play->stepped |= leg.kind == LEG_STEP;
    play->teleported |= leg.kind == LEG_TELEPORT;
    play->fresh &= ~bit(leg.from);
    diamond_make_leg(&play->board, leg, &play->wet);
}

static bool check_arrow(const Play *play, Leg leg, ErrorText *error)
{
    if (!((own_pieces(play, GORMOROR) | own_pieces(play, RASSIMEL)) & bit(leg.from)))
        return error_set(error, "only a Gormoror or Rassimel of the side to move shoots arrows");
    if (play->acts) return error_set(error, "one arrow a move, before the shooter moves");
    if (!(cornering[leg.from] & bit(leg.to))) return error_set(error, "an arrow hits a diagonally adjacent square");
    if (!bb_test(play->board.side[play->us ^ 1], leg.to)) return error_set(error, "no enemy stands where the arrow hits");
    if (play_type(play, leg.to) == HERETHROY) return error_set(error, "no arrow takes a Herethroy");
    return true;
}

static bool check_teleport(const Play *play, Leg leg, ErrorText *error)
{
    uint64_t occupied = board_occupied(&play->board).w[0], zi_ri = own_pieces(play, ZI_RI);
    if (!zi_ri) return error_set(error, "only a Zi Ri teleports, and %s has none on the board", side_name(play->us));
    if (play->acts && play->species != ZI_RI)
        return error_set(error, "the %s acts already, so the Zi Ri cannot", piece_table[play->species].name);
    if (play->teleported) return error_set(error, "one teleport a move");
    if (!((zi_ri | sight(lowest(zi_ri), occupied)) & bit(leg.from)))
        return error_set(error, "the Zi Ri sees no piece on the square teleported from");
    if (!(jumps[leg.from] & bit(leg.to))) return error_set(error, "a teleport is a knight's move");
    if (occupied & bit(leg.to)) return error_set(error, "the square teleported to is occupied");
    return true;
}

/* May this piece take one more step of any kind? */
static bool check_stepper(const Play *play, Square from, PieceType type, ErrorText *error)
{
    if (play->acts == 0) return true;
    if (type != play->species)
        return error_set(error, "the %s acts already, and only one species acts in a move", piece_table[play->species].name);
    if (type == CANI && play->acts == (unsigned)diamond_rules.pack)
        return error_set(error, "no more than %d Cani move in an action", diamond_rules.pack);
    if (type == CANI) return play->fresh & bit(from) || error_set(error, "this Cani has moved already");
    if (type == KHTSOYIS) {
        return (play->captured && play->acts < 3)
               || error_set(error, "the Khtsoyis acts again only after a capture, and three times at most");
    }
    return !play->stepped || error_set(error, "the %s has moved already", piece_table[type].name);
}

/* Says why a piece cannot step so, whatever has moved before. */
static bool refuse_step(const Play *play, Leg leg, ErrorText *error)
{
    const Variant *variant = play->pos->variant;
    Piece piece = play->board.base.board[leg.from], victim = play->board.base.board[leg.to];
    char at[4], there[4], text[8], name[40], other[40];
    if (!error) return false;
    square_print(variant, leg.from, at);
    square_print(variant, leg.to, there);
    snprintf(text, sizeof text, "%s%s", at, there);
    if (!piece || piece_side(piece) != play->us) return error_set(error, "no %s piece stands on %s", side_name(play->us), at);
    /* On the board of the position the common words say what stands in the way. */
    if (play->acts == 0 && !play->muster) return simple_explain(play->pos, text, error);
    piece_describe(variant, piece, name);
    if (victim && piece_side(victim) == play->us)
        return error_set(error, "%s cannot go from %s to %s: %s stands there", name, at, there,
                         piece_describe(variant, victim, other));
    return error_set(error, "%s cannot go from %s to %s", name, at, there);
}

static bool check_step(const Play *play, Leg leg, ErrorText *error)
{
    uint64_t own = play->board.side[play->us].w[0], occupied = board_occupied(&play->board).w[0], targets;
    PieceType type = play_type(play, leg.from);
    if (!(own & bit(leg.from))) return refuse_step(play, leg, error);
    if (!check_stepper(play, leg.from, type, error)) return false;
    if (own & bit(leg.to)) return refuse_step(play, leg, error);
    if (type == CANI) {
        Pack pack = play->acts ? play->pack : pack_of(own_pieces(play, CANI));
        targets = straight(leg.from, occupied) & within[pack_reach(&pack, leg.from)][leg.from];
    } else {
        targets = step_targets(type, leg.from, occupied, own);
    }
    if (type == KHTSOYIS && play->acts == 2) targets &= occupied;
    return targets & bit(leg.to) || refuse_step(play, leg, error);
}

static bool check_leg(const Play *play, Leg leg, ErrorText *error)
{
    if (diamond_board_outcome(&play->board.base).result != ONGOING)
        return error_set(error, "the move has ended: a City is entered");
    if (leg.kind == LEG_ARROW) return check_arrow(play, leg, error);
    if (leg.kind == LEG_TELEPORT) return check_teleport(play, leg, error);
    return check_step(play, leg, error);
}

/* Could another leg follow? */
static bool play_goes_on(const Play *play)
{
    for (uint64_t left = board_occupied(&play->board).w[0]; left; left &= left - 1)
        for (unsigned to = 0; to < BOARD_SQUARES; ++to)
            for (unsigned kind = LEG_STEP; kind <= LEG_TELEPORT; ++kind)
                if (check_leg(play, (Leg){(enum LegKind)kind, lowest(left), (Square)to}, NULL)) return true;
    return false;
}

/* Reads "e2e4", "e4xf5" or "c3>e4" and advances *text past it. */
static bool read_leg(const Variant *variant, const char **text, Leg *leg)
{
    leg->kind = LEG_STEP;
    leg->from = square_parse(variant, text);
    if (leg->from == SQUARE_NONE) return false;
    if (tolower((unsigned char)**text) == 'x') leg->kind = LEG_ARROW;
    if (**text == '>') leg->kind = LEG_TELEPORT;
    if (leg->kind != LEG_STEP) ++*text;
    leg->to = square_parse(variant, text);
    return leg->to != SQUARE_NONE && leg->from != leg->to;
}

/* Reads and plays "S@h1". */
static bool read_muster(Play *play, const char **text, ErrorText *error)
{
    const Position *pos = play->pos;
    PieceType type = piece_type_find(pos->variant, play->us, **text, false);
    char name[40], city[4];
    if (type == NO_TYPE)
        return error_set(error, "no piece of %s is written '%c'", side_name(play->us), toupper((unsigned char)**text));
    if (!hand_count(pos->variant, pos->state->hands, play->us, reserve_slot(type)))
        return error_set(error, "%s has no %s in reserve", side_name(play->us), piece_table[type].name);
    *text += 2;
    Square to = square_parse(pos->variant, text);
    if (to == SQUARE_NONE) return error_set(error, "a muster is written like S@h1");
    if (in_set_up(pos)) {
        if (!(set_up_squares[play->us] & bit(to)))
            return error_set(error, "%s sets up on %s only", side_name(play->us),
                             play->us == WHITE ? "g1, h1, g2 and h2" : "a7, b7, a8 and b8");
        if (pos->board[to]) return error_set(error, "%s stands there", piece_describe(pos->variant, pos->board[to], name));
    } else {
        square_print(pos->variant, home[play->us], city);
        if (pos->board[home[play->us]])
            return error_set(error, "nothing can be mustered while %s stands in its own City, %s",
                             piece_describe(pos->variant, pos->board[home[play->us]], name), city);
        if (to != home[play->us]) return error_set(error, "pieces are mustered in their own City, %s", city);
    }
    play->muster = type;
    diamond_place(&play->board, play->us, type, to);
    return true;
}

/* Plays the legs of a text; on error says which one is wrong. */
static bool play_text(Play *play, const char *text, ErrorText *error)
{
    ErrorText why, *reason = error ? &why : NULL; /* writing the reason is slow, and callers without `error` are many */
    bool set_up = in_set_up(play->pos);
    Outcome outcome = diamond_board_outcome(play->pos);
    if (outcome.result != ONGOING) return error_set(error, "the game is over: %s", outcome.reason);
    if (isalpha((unsigned char)text[0]) && text[1] == '@') {
        if (!read_muster(play, &text, reason)) return error_set(error, "leg 1: %s", why.text);
        if (!*text) return true;
        if (*text++ != ',') return error_set(error, "leg 1: text after the muster; legs are joined by commas");
    }
    if (set_up)
        return error_set(error, "in the set-up a piece of the reserve is placed, like S@%s", play->us == WHITE ? "h1" : "a8");
    for (unsigned n = play->muster ? 2 : 1;; ++n) {
        Leg leg;
        if (!read_leg(play->pos->variant, &text, &leg))
            return error_set(error, "leg %u: a leg is written like h1g2, e4xf5 (arrow) or c3>e4 (teleport)", n);
        if (!check_leg(play, leg, reason)) return error_set(error, "leg %u: %s", n, why.text);
        play_leg(play, leg);
        if (!*text) return true;
        if (*text++ != ',') return error_set(error, "leg %u: text after it; legs are joined by commas", n);
    }
}

static bool is_pass(const char *text) { return strcmp(text, "@@@@") == 0; }

LegStatus diamond_legs_status(const Position *pos, const char *text, ErrorText *error)
{
    if (is_pass(text)) {
        if (position_is_legal(pos, PASS)) return LEGS_COMPLETE;
        error_set(error, "no pass: an action is possible, or the game is over");
        return LEGS_ILLEGAL;
    }
    Play play;
    play_begin(&play, pos);
    if (!play_text(&play, text, error)) return LEGS_ILLEGAL;
    if (in_set_up(pos) || !play_goes_on(&play)) return LEGS_COMPLETE;
    return play.acts ? LEGS_EXTENSIBLE : LEGS_PARTIAL;
}

void diamond_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX])
{
    Play play;
    play_begin(&play, pos);
    play_text(&play, text, NULL); /* a pass, which is no leg, changes nothing */
    memcpy(board, play.board.base.board, SQUARE_MAX * sizeof *board);
}

/* Finds the generated move that leads to the same board: there is one if the legs are legal. */
static bool find_move(const Play *play, Move *move, ErrorText *error)
{
    size_t n;
    bool found = false;
    Move *moves = position_moves(play->pos, &n);
    if (!moves) return error_set(error, "out of memory");
    for (size_t i = 0; i < n && !found; ++i) {
        if (move_muster(moves[i]) != play->muster) continue;
        Play other;
        play_begin(&other, play->pos);
        diamond_carry_out(&other.board, play->us, moves[i]);
        found = memcmp(other.board.base.board, play->board.base.board, BOARD_SQUARES) == 0;
        if (found) *move = moves[i];
    }
    free(moves);
    assert(found);
    return found;
}

bool diamond_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    LegStatus status = diamond_legs_status(pos, text, error);
    if (status == LEGS_ILLEGAL) return false;
    if (status == LEGS_PARTIAL) return error_set(error, "an action must follow the muster: one is possible");
    if (is_pass(text)) {
        *move = PASS;
        return true;
    }
    Play play;
    play_begin(&play, pos);
    play_text(&play, text, error); /* again: the legs are legal */
    diamond_end_move(&play.board, play.wet);
    return find_move(&play, move, error);
}
