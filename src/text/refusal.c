/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Reads simple moves, and says why a step or a drop is illegal. The blocking piece is found by trial, without knowing a rule: a
 * piece is in the way if the move would be legal without it.
 */

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../util/minmax.h"
#include "notation.h"

/* An illegal step or drop of the side to move. */
typedef struct Refused {
    const Position *pos;
    Position *trial;    /* a copy to change */
    const char *text;   /* of the step, in lower case, without a promotion */
    Square from, to;    /* from: SQUARE_NONE for a drop */
    PieceType type;     /* of the piece that moves or drops */
    char name[40];      /* "the White Rook" */
    char at[12], goal[12];
} Refused;

/* ---- Trials ---- */

/* In a game of pairs: is the step a part of any move? */
static bool is_part(const Refused *r)
{
    const SearchHints *hints = r->pos->variant->search.hints;
    unsigned wanted = 1u + r->from * board_squares(r->pos->variant) * r->pos->variant->board.boards + r->to;
    MovePart *parts = malloc(2 * (size_t)hints->max_parts * sizeof *parts);
    if (!parts) return false;
    MovePart *lists[2] = {parts, parts + hints->max_parts}, *end[2] = {lists[0], lists[1]};
    bool found = false;
    hints->generate_parts(r->trial, false, end);
    for (int list = 0; list < 2; ++list) {
        for (const MovePart *part = lists[list]; part < end[list] && !found; ++part) {
            MoveInfo info;
            position_describe(r->trial, &part->bits, 1, &info);
            found = info.from_to[0] == wanted || info.from_to[1] == wanted;
        }
    }
    free(parts);
    return found;
}

/* Does a legal move of the trial begin with the step or drop, whatever it promotes to? */
static bool would_do(const Refused *r)
{
    const Variant *variant = r->pos->variant;
    if (variant->search.hints && variant->search.hints->generate_parts) return is_part(r);
    if (variant->text.legs_status) return variant->text.legs_status(r->trial, r->text, NULL) != LEGS_ILLEGAL;
    size_t count, i = 0;
    Move *moves = position_moves(r->trial, &count);
    for (; i < count; ++i) {
        if (move_to(moves[i]) != r->to || (move_kind(moves[i]) == MOVE_DROP) != (r->from == SQUARE_NONE)) continue;
        if (r->from == SQUARE_NONE ? move_type(moves[i]) == r->type : move_from(moves[i]) == r->from) break;
    }
    free(moves);
    return i < count;
}

/* Would the move be legal with this piece on the square? */
static bool would_do_with(const Refused *r, Square square, Piece piece)
{
    Piece own = r->trial->board[square];
    r->pos->variant->board.place(r->trial, square, piece);
    bool legal = would_do(r);
    r->pos->variant->board.place(r->trial, square, own);
    return legal;
}

static bool is_royal(const Variant *variant, Piece piece) { return variant->board.pieces[piece_type(piece)].royal; }

/* A plain piece of a side that may stand on a square; NO_PIECE, with which a trial changes nothing, if there is none. */
static Piece plain_piece(const Variant *variant, Side side, Square square)
{
    for (PieceType type = 1; type < variant->board.types; ++type) {
        const PieceInfo *info = &variant->board.pieces[type];
        Piece piece = piece_make(side, type);
        if (info->sides >> side & 1 && !info->royal && variant_may_stand(variant, piece, square)) return piece;
    }
    return NO_PIECE;
}

/* ---- Squares between ---- */

/* The squares between the two, from the start on, and the one beyond the target (SQUARE_NONE: none), if they are on a line.
 * Returns their number, 0 if there are none. */
static unsigned squares_between(const Refused *r, Square *squares, Square *behind)
{
    const Variant *v = r->pos->variant;
    int file = (int)notation_file(v, r->from), rank = (int)notation_rank(v, r->from);
    int files = (int)notation_file(v, r->to) - file, ranks = (int)notation_rank(v, r->to) - rank;
    int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    *behind = SQUARE_NONE;
    assert(length); /* a step to the same square is refused before */
    if (files && ranks && abs(files) != abs(ranks)) return 0;
    int step = files / length, rise = ranks / length, width = (int)board_width(v);
    if (file / width != (file + files) / width) return 0;
    for (int i = 1; i < length; ++i) squares[i - 1] = notation_square(v, (unsigned)(file + i * step), (unsigned)(rank + i * rise));
    int next_file = file + files + step, next_rank = rank + ranks + rise;
    if (next_file >= 0 && next_file < v->board.files && next_file / width == file / width && next_rank >= 0
        && next_rank < v->board.ranks)
        *behind = notation_square(v, (unsigned)next_file, (unsigned)next_rank);
    return (unsigned)length - 1;
}

static bool says_prevents(const Refused *r, Square square, const char *how, ErrorText *error)
{
    char name[40], at[8];
    square_print(r->pos->variant, square, at);
    return error_set(error, "%s cannot go from %s to %s: %s on %s %s", r->name, r->at, r->goal,
                     piece_describe(r->pos->variant, r->pos->board[square], name), at, how);
}

/* Off the lines: a piece between the two files and ranks without which it would do, but not with a plain one of the mover's
 * there; SQUARE_NONE if there is none. */
static Square bend(const Refused *r)
{
    const Variant *v = r->pos->variant;
    unsigned files[2] = {notation_file(v, r->from), notation_file(v, r->to)};
    unsigned ranks[2] = {notation_rank(v, r->from), notation_rank(v, r->to)};
    for (unsigned file = (unsigned)min(files[0], files[1]); file <= max(files[0], files[1]); ++file) {
        for (unsigned rank = (unsigned)min(ranks[0], ranks[1]); rank <= max(ranks[0], ranks[1]); ++rank) {
            Square s = notation_square(v, file, rank);
            Piece piece = r->pos->board[s];
            if (s != r->from && s != r->to && piece && !is_royal(v, piece) && would_do_with(r, s, NO_PIECE)
                && !would_do_with(r, s, plain_piece(v, r->pos->side, s)))
                return s;
        }
    }
    return SQUARE_NONE;
}

/* Would the move be legal without the pieces between? */
static bool explain_way(const Refused *r, ErrorText *error)
{
    const Variant *variant = r->pos->variant;
    Square squares[SQUARE_MAX], behind, first = SQUARE_NONE;
    unsigned count = squares_between(r, squares, &behind);
    for (unsigned i = 0; i < count; ++i) {
        if (is_royal(variant, r->pos->board[squares[i]])) return false;
        if (first == SQUARE_NONE && r->pos->board[squares[i]]) first = squares[i];
    }
    for (unsigned i = 0; i < count; ++i) variant->board.place(r->trial, squares[i], NO_PIECE);
    bool legal = first != SQUARE_NONE && would_do(r);
    for (unsigned i = 0; i < count; ++i) variant->board.place(r->trial, squares[i], r->pos->board[squares[i]]);
    if (legal) says_prevents(r, first, "stands in the way", error);
    else if (!count && (first = bend(r)) != SQUARE_NONE) legal = !says_prevents(r, first, "stands in the way", error);
    /* Castling may need the square beyond, too. */
    else if (count && behind != SQUARE_NONE && is_royal(variant, r->pos->board[r->from]) && r->pos->board[behind]
             && !is_royal(variant, r->pos->board[behind]) && (legal = would_do_with(r, behind, NO_PIECE)))
        says_prevents(r, behind, "stands in the way", error);
    return legal;
}

/* ---- Check ---- */

/* Would the move be legal without the enemy on the square? A royal one is tried elsewhere on the board. */
static bool would_do_without(const Refused *r, Square square)
{
    const Variant *variant = r->pos->variant;
    Piece piece = r->pos->board[square];
    if (!is_royal(variant, piece)) return would_do_with(r, square, NO_PIECE);
    bool legal = false;
    variant->board.place(r->trial, square, NO_PIECE);
    for (Square s = 0; s < board_squares(variant) * variant->board.boards && !legal; ++s)
        if (s != r->to && !r->pos->board[s] && variant_may_stand(variant, piece, s))
            legal = would_do_with(r, s, piece);
    variant->board.place(r->trial, square, piece);
    return legal;
}

/* The enemy without which the move would be legal, SQUARE_NONE if there is none. */
static Square preventer(const Refused *r)
{
    const Variant *variant = r->pos->variant;
    for (int royal = 0; royal < 2; ++royal) {
        for (Square s = 0; s < board_squares(variant) * variant->board.boards; ++s) {
            Piece piece = r->pos->board[s];
            if (piece && piece_side(piece) != r->pos->side && s != r->to && is_royal(variant, piece) == royal
                && would_do_without(r, s))
                return s;
        }
    }
    return SQUARE_NONE;
}

static bool explain_check(const Refused *r, ErrorText *error)
{
    const Variant *variant = r->pos->variant;
    unsigned squares = board_squares(variant) * variant->board.boards;
    if (!variant->end.in_check) return false;
    bool checked = variant->end.in_check(r->pos), goes = r->from != SQUARE_NONE && is_royal(variant, r->pos->board[r->from]);
    Square one = preventer(r);
    if (one != SQUARE_NONE)
        return !says_prevents(r, one, checked ? "gives check" : goes ? "attacks its way" : "would give check", error);
    /* Several together? */
    for (Square s = 0; s < squares; ++s)
        if (r->pos->board[s] && piece_side(r->pos->board[s]) != r->pos->side && !is_royal(variant, r->pos->board[s]) && s != r->to)
            variant->board.place(r->trial, s, NO_PIECE);
    bool legal = would_do(r);
    for (Square s = 0; s < squares; ++s) variant->board.place(r->trial, s, r->pos->board[s]);
    if (legal)
        error_set(error, "%s cannot go from %s to %s: more than one piece %s check", r->name, r->at, r->goal,
                  checked ? "gives" : "would give");
    return legal;
}

/* ---- The ways of the piece ---- */

/* Is it a matter of what stands on the target, or of a hurdle? */
static bool explain_capture(const Refused *r, ErrorText *error)
{
    const Variant *variant = r->pos->variant;
    Side side = r->pos->side;
    char name[40];
    Piece victim = r->pos->board[r->to];
    if (!victim)
        return would_do_with(r, r->to, plain_piece(variant, side ^ 1, r->to))
               && !error_set(error, "%s goes from %s to %s only to capture", r->name, r->at, r->goal);
    Square squares[SQUARE_MAX], behind;
    unsigned count = squares_between(r, squares, &behind);
    for (unsigned i = 0; i < count; ++i) {
        if (r->pos->board[squares[i]] || !would_do_with(r, squares[i], plain_piece(variant, side, squares[i]))) continue;
        return !error_set(error, "%s on %s captures %s on %s only by jumping over a piece in between", r->name, r->at,
                         piece_describe(variant, victim, name), r->goal);
    }
    return !is_royal(variant, victim) && would_do_with(r, r->to, NO_PIECE)
           && !error_set(error, "%s on %s cannot capture %s on %s: it goes there only if the square is empty", r->name, r->at,
                         piece_describe(variant, victim, name), r->goal);
}

/* Lists the legal moves with the same step. */
static bool explain_promotion(const Refused *r, const char *suffix, ErrorText *error)
{
    char list[2 * MOVE_TEXT_MAX] = "", text[MOVE_TEXT_MAX];
    size_t count;
    if (r->pos->variant->text.legs_status) return false;
    Move *moves = position_moves(r->pos, &count);
    for (size_t i = 0; i < count; ++i) {
        if (move_from(moves[i]) != r->from || move_to(moves[i]) != r->to) continue; /* a drop starts from its target */
        r->pos->variant->text.print(r->pos, moves[i], text);
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", text);
    }
    free(moves);
    if (!*list) return false;
    if (!*suffix) return !error_set(error, "promotion is compulsory there: %s", list);
    bool promotes = strlen(list) > strlen(r->text);
    return !error_set(error, promotes ? "it promotes to other pieces there: %s" : "that move does not promote: %s", list);
}

static bool explain_step(const Refused *r, ErrorText *error)
{
    return explain_way(r, error) || explain_check(r, error) || explain_capture(r, error);
}

/* A rule of the game's own, or what the trials find. */
static bool explain_by(bool (*trials)(const Refused *r, ErrorText *error), Refused *r, ErrorText *error)
{
    const Variant *variant = r->pos->variant;
    const char *rule = variant->text.refusal ? variant->text.refusal(r->pos, r->type, r->from, r->to) : NULL;
    if (rule) return !error_set(error, "%s", rule);
    r->trial = position_clone(r->pos, 0);
    bool found = r->trial && trials(r, error);
    position_free(r->trial);
    return found;
}

/* ---- Steps and drops ---- */

static bool explain_drop(const Position *pos, const char *text, ErrorText *error)
{
    const Variant *variant = pos->variant;
    if (!variant->hands.types) return error_set(error, "this game has no drops");
    PieceType type = piece_type_find(variant, pos->side, text[0], false);
    unsigned slot = hand_slot(variant, type);
    if (slot == HAND_SLOTS) return error_set(error, "no %c is ever in hand", toupper((unsigned char)text[0]));
    const char *name = variant->board.pieces[type].name, *p = text + 2;
    char own[40];
    if (!hand_count(pos->variant, pos->state->hands, pos->side, slot))
        return error_set(error, "%s has no %s in hand", side_name(pos->side), name);
    Square to = square_parse(variant, &p);
    if (to == SQUARE_NONE || *p) return error_set(error, "a drop is written like %c@e6", variant->board.pieces[type].letter);
    Refused r = {.pos = pos, .text = text, .from = SQUARE_NONE, .to = to, .type = type, .at = "the hand"};
    square_print(variant, to, r.goal);
    piece_describe(variant, piece_make(pos->side, type), r.name);
    if (pos->board[to]) return error_set(error, "%s stands on %s", piece_describe(variant, pos->board[to], own), r.goal);
    for (const Zone *zone = variant_zones(variant); zone->name; ++zone)
        if (zone->kind == ZONE_DROP && zone->sides >> pos->side & 1 && !zone_holds(variant, zone, to))
            return error_set(error, "%s drops on %s only: no %s on %s", side_name(pos->side), zone->squares, name, r.goal);
    return explain_by(explain_check, &r, error) ? false : error_set(error, "no drop is allowed there");
}

bool simple_explain(const Position *pos, const char *text, ErrorText *error)
{
    const Variant *variant = pos->variant;
    const char *p = text;
    char name[40], step[24];
    if (!error) return false;
    if (isalpha((unsigned char)p[0]) && p[1] == '@') return explain_drop(pos, text, error);
    Refused r = {.pos = pos, .text = step, .from = square_parse(variant, &p)};
    if (r.from == SQUARE_NONE) return error_set(error, "a move is written like e2e4; no square to move from");
    r.to = square_parse(variant, &p);
    if (r.to == SQUARE_NONE) return error_set(error, "a move is written like e2e4; no square to move to");
    square_print(variant, r.from, r.at);
    square_print(variant, r.to, r.goal);
    snprintf(step, sizeof step, "%s%s", r.at, r.goal);
    Piece piece = pos->board[r.from];
    if (!piece) return error_set(error, "%s is empty", r.at);
    piece_describe(variant, piece, r.name);
    r.type = piece_type(piece);
    if (piece_side(piece) != pos->side)
        return error_set(error, "it is %s's move, and %s stands on %s", side_name(pos->side), r.name, r.at);
    if (pos->board[r.to] && piece_side(pos->board[r.to]) == pos->side)
        return error_set(error, "%s cannot go from %s to %s: %s stands there", r.name, r.at, r.goal,
                         r.from == r.to ? "it" : piece_describe(variant, pos->board[r.to], name));
    if (explain_promotion(&r, p, error) || explain_by(explain_step, &r, error)) return false;
    if (*p) return error_set(error, "%s cannot go from %s to %s with that promotion", r.name, r.at, r.goal);
    return error_set(error, "%s cannot go from %s to %s", r.name, r.at, r.goal);
}

bool simple_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    Outcome outcome = pos->variant->end.on_board(pos);
    if (outcome.result != ONGOING && outcome.result != DRAW)
        return error_set(error, "the game is over: %s", outcome.reason);
    size_t count;
    Move *moves = position_moves(pos, &count);
    if (!moves) return error_set(error, "out of memory");
    bool found = false;
    for (size_t i = 0; i < count && !found; ++i) {
        char candidate[MOVE_TEXT_MAX];
        simple_print_move(pos, moves[i], candidate);
        const char *a = candidate, *b = text;
        while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) ++a, ++b;
        found = !*a && !*b;
        if (found) *move = moves[i];
    }
    free(moves);
    return found || simple_explain(pos, text, error);
}
