/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A template for games in which one piece moves at a time. The game's file includes it
 * instead of board.h, with BOARD_ATTACKS and, for exchanges, BOARD_SEE. The game defines
 * what a move does (Step) and its castlings.
 *   STEP_GENERATE   (optional) for step_generate and step_move_is_legal; needs generate_from
 *   STEP_EN_PASSANT (optional) for step_generate_ep, step_extra_key and step_push; needs en_passant_takers and
 *                   en_passant_is_safe
 *   STEP_STANDARD   (optional) for step_describe and step_see_ge, which are also those of BOARD_GAME; needs step_of, BOARD_SEE
 *                   and BOARD_ATTACKS
 *   STEP_GOALS      (optional, with STEP_STANDARD) for games that a move can win other than by
 *                   mate or capture; needs goal_gain
 *   STEP_SLOTS      (optional, with STEP_STANDARD) for fewer history slots than one for each type of each side; needs step_slot
 *   STEP_PERIL      (optional) for step_describe_perils, with STEP_STANDARD part of step_describe; needs step_of, perils_fill
 *                   and leaves_in_peril
 */
#ifndef QUINCUNX_STEP_GAME_H
#define QUINCUNX_STEP_GAME_H

#include <string.h>

#include "board.h"

/* Is the move between `list` and `end`? */
BOARD_INLINE bool step_is_listed(const Move *list, const Move *end, Move move)
{
    for (; list != end; ++list)
        if (*list == move) return true;
    return false;
}

/* The squares of a zone of the data sheet, for init: the display and the rules share one text. */
BOARD_INLINE Bitboard zone_set(const Zone *zone)
{
    const Variant shape = {.board = {BOARD_GEOMETRY}};
    Bitboard set = bb_none();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s)
        if (zone_holds(&shape, zone, (Square)s)) bb_flip(&set, s);
    return set;
}

#ifdef STEP_GENERATE
/* Supplied by the game: lists the legal moves of a kind that start on one of `sources`, a drop on its target square. From one
 * square there are at most 64. */
static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out);

BOARD_INLINE Move *step_generate(const Position *pos, NodeFacts *facts, GenKind kind, Move *out)
{
    return generate_from(board_const(pos), facts, kind, whole_board(), out);
}

BOARD_INLINE bool step_move_is_legal(const Position *pos, NodeFacts *facts, Move move)
{
    Move list[64];
    Square from = move_from(move);
    if (from >= BOARD_SQUARES || (!pos->board[from] && move_kind(move) != MOVE_DROP)) return false;
    return step_is_listed(list, generate_from(board_const(pos), facts, GEN_ALL, bb_square(from), list), move);
}
#endif

/* Writes normal moves from a square to each of the targets. */
BOARD_INLINE Move *step_emit_normal(Move *out, Square from, Bitboard targets)
{
    BB_EACH(to, targets) *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_NORMAL);
    return out;
}

/* ---- What a move does, for move ordering and exchanges ---- */

typedef struct Step {
    Square from, to;
    PieceType mover, arrival; /* the moving piece, and what it is afterwards: they differ on promotion */
    PieceType victim;         /* or NO_TYPE */
    Square victim_square;     /* where the victim stands: `to`, unless the move captures elsewhere */
    Square filled;            /* another square that the move fills, or SQUARE_NONE */
} Step;

/* The key after a move that captures the piece on `victim_square`, if any. Ignores rights, en passant,
 * promotion and other effects. */
BOARD_INLINE Key step_key_after_capture(const Position *pos, Move move, Square victim_square)
{
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->board[from], victim = pos->board[victim_square];
    Key key = pos->state->key ^ zobrist_side ^ zobrist_piece[piece][from] ^ zobrist_piece[piece][to];
    return victim ? key ^ zobrist_piece[victim][victim_square] : key;
}

/* The same for a move that captures on its target square: MoveSheet.key_after. */
BOARD_INLINE Key step_key_after(const Position *pos, Move move) { return step_key_after_capture(pos, move, move_to(move)); }

/* A move that captures the piece on `victim_square`, if any, and promotes if it says so. */
BOARD_INLINE Step step_capture(const Position *pos, Move move, Square victim_square)
{
    Step step = {.from = move_from(move), .to = move_to(move), .victim_square = victim_square, .filled = SQUARE_NONE};
    step.mover = piece_type(pos->board[step.from]);
    step.arrival = move_kind(move) == MOVE_PROMOTION ? move_type(move) : step.mover;
    step.victim = piece_type(pos->board[victim_square]);
    return step;
}

/* The same for a move that captures on its target square. */
BOARD_INLINE Step step_plain(const Position *pos, Move move) { return step_capture(pos, move, move_to(move)); }

/* What the move wins at once: the victim plus the gain by promotion. */
BOARD_INLINE Score step_gain(const Step *step)
{
    Score gain = step->victim ? capture_value(step->victim) : 0;
    return step->arrival == step->mover ? gain : gain + piece_table[step->arrival].mg - piece_table[step->mover].mg;
}

#ifdef BOARD_SEE
/* Is the piece on a square attacked by a clearly cheaper one? */
static __attribute__((noinline)) bool lesser_attacks(const Board *b, Square s)
{
    PieceType type = piece_type(b->base.board[s]);
    Bitboard attackers = attackers_to(b, s, board_occupied(b), b->base.side ^ 1, type);
    BB_EACH(a, attackers) if (4 * see_value(piece_type(b->base.board[a])) < 3 * capture_value(type)) return true;
    return false;
}

/* The `escape` of a quiet move. */
BOARD_INLINE int16_t step_escape(const Board *b, BoardFacts *facts, const Step *step, uint8_t squares)
{
    if (squares != ATTACKED_START) return 0;
    if (facts->asked != step->from) {
        facts->asked = step->from;
        facts->lesser = lesser_attacks(b, step->from);
    }
    return facts->lesser ? piece_table[step->mover].mg : 0;
}
#endif

#ifdef BOARD_ATTACKS
/* Describes a move that wins `gain`; the piece has history slot `slot`. Noisy if gain is not 0. Every member is written where
 * it belongs: a copy of what has just been put together would wait for it. */
BOARD_INLINE void step_info(const Board *b, BoardFacts *facts, const Step *step, unsigned slot, Score gain, MoveInfo *out)
{
    bool noisy = step->victim || gain;
    uint8_t attacked = 0;
    int16_t escape = 0;
    if (!noisy) {
        attacked = board_attacked(b, facts, step->from, step->to);
#ifdef BOARD_SEE
        escape = step_escape(b, facts, step, attacked);
#endif
    }
    out->piece_to[0] = piece_to_index(slot, step->to);
    out->piece_to[1] = 0;
    out->from_to[0] = from_to_index(step->from, step->to);
    out->from_to[1] = 0;
    out->attacked[0] = attacked;
    out->attacked[1] = 0;
    out->gain = (int16_t)gain;
    out->attacker = step->victim ? piece_table[step->mover].mg : 0;
    out->escape = escape;
    out->victim = step->victim;
    out->noisy = noisy;
    out->gives_peril = false;
}
#endif

/* All that is on the board after the move. */
BOARD_INLINE Bitboard step_occupied(const Board *b, const Step *step)
{
    Bitboard occupied = bb_or(bb_without(board_occupied(b), bb_square(step->from)), bb_square(step->to));
    if (step->victim_square != step->to && step->victim) bb_flip(&occupied, step->victim_square);
    if (step->filled != SQUARE_NONE) bb_flip(&occupied, step->filled);
    return occupied;
}

#ifdef BOARD_SEE
/* Does a move that wins `gain` at once keep `threshold` of it after all recaptures? */
BOARD_INLINE bool step_see(const Board *b, const Step *step, Score gain, Score threshold)
{
    Score balance = gain - threshold;
    if (see_is_decided(step->arrival, balance)) return balance >= 0;
    return board_see(b, step->to, step_occupied(b, step), step->arrival, b->base.side ^ 1, balance);
}
#endif

#if defined(STEP_STANDARD) || defined(STEP_PERIL)
/* Supplied by the game: what a legal move does. */
static Step step_of(const Position *pos, Move move);
#endif

#ifdef STEP_PERIL
/* Supplied by the game: fills in perils_to and perils_from, or returns false if they would be empty. */
static bool perils_fill(const Board *b, BoardFacts *facts);
/* Supplied by the game: does a quiet move leave the opponent in peril? uncovers: it may do so by leaving its square. */
static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers);

/* Not inlined, nor is perils_describe: `describe` is fast while it is small. */
static __attribute__((unused, noinline)) bool step_gives_peril(const Position *pos, Move move, bool uncovers)
{
    Step step = step_of(pos, move);
    return move_kind(move) != MOVE_CASTLING && leaves_in_peril(board_const(pos), &step, uncovers);
}

/* bb_test without a copy of the set. */
BOARD_INLINE unsigned perils_hold(const Bitboard *set, unsigned square) { return set->w[square >> 6] >> (square & 63) & 1; }

/* Sets gives_peril of several moves. */
static __attribute__((unused, noinline)) void perils_describe(const Position *pos, BoardFacts *facts, const Move *moves, size_t n,
                                                              MoveInfo *out)
{
    if (!(facts->node.known & FACT_PERILS)) {
        facts->perils = perils_fill(board_const(pos), facts);
        facts->node.known |= FACT_PERILS;
    }
    if (!facts->perils) return;
    for (size_t i = 0; i < n; ++i) {
        Square from = move_from(moves[i]), to = move_to(moves[i]);
        PieceType mover = piece_type(pos->board[from]), arrival = move_type(moves[i]) ? move_type(moves[i]) : mover;
        unsigned uncovers = perils_hold(&facts->perils_from, from), attacks = perils_hold(&facts->perils_to[arrival], to);
        if ((uncovers | attacks) && !out[i].noisy) out[i].gives_peril = step_gives_peril(pos, moves[i], uncovers);
    }
}

/* The end of `describe`: sets gives_peril of all quiet moves but castling. For a single move filling in the sets is not worth
 * while. */
BOARD_INLINE void step_describe_perils(const Position *pos, BoardFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    size_t i = 0;
    while (i < n && out[i].noisy) ++i;
    if (n == 1 && i == 0 && !(facts->node.known & FACT_PERILS)) out[0].gives_peril = step_gives_peril(pos, moves[0], true);
    else if (i < n) perils_describe(pos, facts, moves + i, n - i, out + i);
}
#endif

#ifdef STEP_STANDARD
#ifdef STEP_GOALS
/* Supplied by the game: centipawns for a move that wins the game at once, else 0. */
static Score goal_gain(const Position *pos, const Step *step);
#else
BOARD_INLINE Score goal_gain(const Position *pos, const Step *step) { return (void)pos, (void)step, 0; }
#endif

#ifdef STEP_SLOTS
/* Supplied by the game: the history slot of a side's type. */
static unsigned step_slot(Side side, PieceType type);
#else
BOARD_INLINE unsigned step_slot(Side side, PieceType type) { return type_slot(side, type); }
#endif

/* SearchSheet.describe. */
BOARD_INLINE void step_describe(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    for (size_t i = 0; i < n; ++i) {
        Step step = step_of(pos, moves[i]);
        step_info(board_const(pos), board_facts(facts), &step, step_slot(pos->side, step.mover),
                  step_gain(&step) + goal_gain(pos, &step), &out[i]);
    }
#ifdef STEP_PERIL
    step_describe_perils(pos, board_facts(facts), moves, n, out);
#endif
}

/* SearchSheet.see_ge; castling gains 0. */
BOARD_INLINE bool step_see_ge(const Position *pos, Move move, Score threshold)
{
    if (move_kind(move) == MOVE_CASTLING) return threshold <= 0;
    Step step = step_of(pos, move);
    return goal_gain(pos, &step) || step_see(board_const(pos), &step, step_gain(&step), threshold);
}

#ifdef BOARD_GAME
void BOARD_NAME(describe)(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    step_describe(pos, facts, moves, n, out);
}
bool BOARD_NAME(see_ge)(const Position *pos, Move move, Score threshold) { return step_see_ge(pos, move, threshold); }
#endif

/* Appends a move to a list if it is of this kind. A move that wins anything is noisy. */
BOARD_INLINE Move *step_emit(const Position *pos, GenKind kind, Move move, Move *out)
{
    Step step = step_of(pos, move);
    bool noisy = step.victim || step_gain(&step) || goal_gain(pos, &step);
    if (kind & (noisy ? GEN_NOISY : GEN_QUIET)) *out++ = move;
    return out;
}
#endif

/* ---- En passant: the square passed over, State.ep[0], is in the key if a capture on it is possible ---- */

#ifdef STEP_EN_PASSANT
/* Supplied by the game: the pieces of the side to move that capture on that square, if there is one; may this one do so? */
static Bitboard en_passant_takers(const Board *b);
static bool en_passant_is_safe(const Board *b, Square from);

/* Not inlined, nor is step_ep_key_of: they are seldom needed. */
static __attribute__((noinline)) Move *step_generate_ep_on(const Board *b, Square ep, Bitboard sources, Move *out)
{
    Bitboard takers = bb_and(en_passant_takers(b), sources);
    BB_EACH(from, takers)
    {
        if (en_passant_is_safe(b, (Square)from)) *out++ = move_simple((Square)from, ep, NO_TYPE, MOVE_EN_PASSANT);
    }
    return out;
}

BOARD_INLINE Move *step_generate_ep(const Board *b, Bitboard sources, Move *out)
{
    Square ep = b->base.state->ep[0];
    return ep == SQUARE_NONE ? out : step_generate_ep_on(b, ep, sources, out);
}

static __attribute__((noinline)) Key step_ep_key_of(const Board *b, Square ep)
{
    Bitboard takers = en_passant_takers(b);
    BB_EACH(from, takers) if (en_passant_is_safe(b, (Square)from)) return zobrist_ep[0][ep];
    return 0;
}

BOARD_INLINE Key step_ep_key(const Board *b)
{
    Square ep = b->base.state->ep[0];
    return ep == SQUARE_NONE ? 0 : step_ep_key_of(b, ep);
}

/* PositionSheet.extra_key, with castling rights, if there are any. */
BOARD_INLINE Key step_extra_key(const Position *pos) { return zobrist_rights(pos->state->rights) ^ step_ep_key(board_const(pos)); }

/* Begins a move like position_push. After a double step the game adds step_ep_key to the key. */
BOARD_INLINE State *step_push(Board *b, Move move)
{
    Key before = step_ep_key(b);
    State *state = position_push(&b->base, move);
    state->key ^= before;
    return state;
}
#endif

/* Could a piece of this type of the side not to move have just passed over `ep` with a double step? `low`
 * and `high`: the limits for the rank of `ep` counted from the side to move. */
BOARD_INLINE bool step_accepts_ep(const Position *pos, Square ep, PieceType type, unsigned low, unsigned high, ErrorText *error)
{
    const char *name = piece_table[type].name;
    char at[4];
    int up = pos->side == WHITE ? BOARD_FILES : -BOARD_FILES;
    square_print(pos->variant, ep, at);
    unsigned rank = square_relative_rank(pos->side, ep);
    if (rank < low || rank > high) return error_set(error, "en passant on %s: not behind a double step of the side that moved", at);
    if (pos->board[ep - up] != piece_make(pos->side ^ 1, type))
        return error_set(error, "en passant on %s: no %s has passed it", at, name);
    if (pos->board[ep] || pos->board[ep + up])
        return error_set(error, "en passant on %s: that square and the %s's origin must be empty", at, name);
    return true;
}

/* Reads the en-passant field of a FEN: '-' or such a square. */
BOARD_INLINE bool step_read_ep(Position *pos, const char *field, PieceType type, unsigned low, unsigned high, ErrorText *error)
{
    if (strcmp(field, "-") == 0) return true;
    const char *p = field;
    Square ep = square_parse(pos->variant, &p);
    if (ep == SQUARE_NONE || *p) return error_set(error, "en passant is '-' or a square, not '%.20s'", field);
    if (!step_accepts_ep(pos, ep, type, low, high, error)) return false;
    pos->state->ep[0] = ep;
    return true;
}

/* ---- Castling: a King and a Rook of its side ---- */

/* The castling rights of a game with one King a side, in FEN order. */
enum { WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG, RIGHT_NB };

typedef struct Castling {
    Square king_from, king_to, rook_from, rook_to;
} Castling;

/* All castlings of a game, indexed by the bit of their right; White's come first. */
typedef struct CastlingList {
    const Castling *list;
    unsigned count;
} CastlingList;

/* Fills the table of rights lost by a move from or to each square. */
BOARD_INLINE void castling_init(const CastlingList *all, uint8_t rights_lost[BOARD_SQUARES])
{
    for (unsigned right = 0; right < all->count; ++right) {
        rights_lost[all->list[right].king_from] |= (uint8_t)(1 << right);
        rights_lost[all->list[right].rook_from] |= (uint8_t)(1 << right);
    }
}

/* Removes these rights. If any was set, no earlier position can recur. */
BOARD_INLINE void castling_lose(State *state, uint32_t rights)
{
    uint32_t left = state->rights & ~rights;
    if (left == state->rights) return;
    state->key ^= zobrist_rights(state->rights) ^ zobrist_rights(left);
    state->rights = left;
    state->reversible = 0;
}

/* The legal castlings of a King that is not in check: nothing stands between it and the Rook, and no square that it crosses or
 * reaches is attacked. That is tested without the King, through which some pieces may see. The Rook, in its corner, opens no
 * line. */
BOARD_INLINE Move *castling_generate(const Board *b, const CastlingList *all,
                                     bool (*is_attacked)(const Board *b, Square s, Bitboard occupied, Side by), Move *out)
{
    Bitboard occupied = board_occupied(b);
    for (unsigned right = b->base.side == WHITE ? 0 : all->count / 2, end = right + all->count / 2; right < end; ++right) {
        const Castling *c = &all->list[right];
        if (!(b->base.state->rights >> right & 1)) continue;
        if (!bb_test(line_attacks(LINE_RANK, c->king_from, occupied), c->rook_from)) continue;
        Bitboard without_king = bb_without(occupied, bb_square(c->king_from));
        int step = c->king_to > c->king_from ? 1 : -1;
        bool safe = true;
        for (int s = c->king_from + step; safe && s != c->king_to + step; s += step)
            safe = !is_attacked(b, (Square)s, without_king, b->base.side ^ 1);
        if (safe) *out++ = move_simple(c->king_from, c->king_to, NO_TYPE, MOVE_CASTLING);
    }
    return out;
}

/* Moves the Rook when the King castles between these squares. Not inlined: make seldom needs it. */
static __attribute__((unused, noinline, cold)) void castling_rook(Board *b, const CastlingList *all, Square from, Square to)
{
    for (const Castling *c = all->list; c != all->list + all->count; ++c)
        if (c->king_from == from && c->king_to == to) board_move(b, c->rook_from, c->rook_to);
}

/* The same on a mailbox. */
BOARD_INLINE void castling_show(Piece *board, const CastlingList *all, Square from, Square to)
{
    for (const Castling *c = all->list; c != all->list + all->count; ++c) {
        if (c->king_from != from || c->king_to != to) continue;
        board[c->rook_to] = board[c->rook_from];
        board[c->rook_from] = NO_PIECE;
    }
}

/* Do the King and the Rook of each right stand at home? */
BOARD_INLINE bool castling_accepts(const Position *pos, const CastlingList *all, PieceType king, PieceType rook, ErrorText *error)
{
    for (unsigned right = 0; right < all->count; ++right) {
        const Castling *c = &all->list[right];
        Side side = right < all->count / 2 ? WHITE : BLACK;
        if (!(pos->state->rights >> right & 1)) continue;
        if (pos->board[c->king_from] != piece_make(side, king) || pos->board[c->rook_from] != piece_make(side, rook))
            return error_set(error, "castling right '%c' without King and Rook at home", pos->variant->position.castling[right]);
    }
    return true;
}

/* ---- Kings: one a side; a side may not leave its own attacked ---- */

BOARD_INLINE bool step_has_kings(const Board *b, PieceType king, ErrorText *error)
{
    for (Side side = WHITE; side <= BLACK; ++side) {
        int kings = bb_count(board_pieces(b, side, king));
        if (kings != 1) return error_set(error, "%s has %d %ss, not one", side_name(side), kings, piece_table[king].name);
    }
    return true;
}

#ifdef BOARD_SEE
/* Is the side's King attacked? */
BOARD_INLINE bool step_in_check(const Board *b, Side side, PieceType king)
{
    return bb_any(attackers_to(b, bb_first(board_pieces(b, side, king)), board_occupied(b), side ^ 1, king));
}

/* Is the King of the side to move safe after a move that captures where it goes? Simple, and slower than pins. */
BOARD_INLINE bool step_is_safe(const Board *b, Square from, Square to, PieceType king)
{
    Side us = b->base.side;
    Square at = bb_test(b->type[king], from) ? to : bb_first(board_pieces(b, us, king));
    Bitboard occupied = bb_or(bb_without(board_occupied(b), bb_square(from)), bb_square(to));
    return !bb_any(bb_without(attackers_to(b, at, occupied, us ^ 1, king), bb_square(to)));
}
#endif

/* Does every piece stand where may_stand allows it? `rule`: the text of the error if one does not. */
BOARD_INLINE bool step_well_placed(const Position *pos, const char *rule, ErrorText *error)
{
    char name[40], at[4];
    Square s = board_misplaced(board_const(pos));
    if (s == SQUARE_NONE) return true;
    square_print(pos->variant, s, at);
    return error_set(error, "%s on %s: %s", piece_describe(pos->variant, pos->board[s], name), at, rule);
}

/* The result without a legal move: checkmate if in check, else stalemate. */
BOARD_INLINE Outcome step_no_move(const Position *pos, bool in_check)
{
    return in_check ? (Outcome){result_win(pos->side ^ 1), "checkmate"} : (Outcome){DRAW, "stalemate"};
}

#endif
