/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A template: a board of one size, with bitboards. A game defines
 *   BOARD_FILES, BOARD_RANKS   of one board
 *   BOARD_COUNT                boards side by side (default 1; 64 squares each if 2)
 *   BOARD_TYPES                number of piece types, NO_TYPE included
 *   BOARD_BETWEEN              (optional) for the tables `between` and `through`
 *   BOARD_SEE                  (optional) for board_see; needs attackers_to
 *   BOARD_EXCHANGE             (optional, for games where a capturing piece does not stay on its
 *                              victim's square) needs exchange_square
 *   BOARD_ATTACKS              (optional) for board_attacked; needs attacks_of
 *   BOARD_KEEPS_CAPTURED       (default 0) 1: a captured piece goes to the captor's hand, as its base, and may be dropped.
 *                              A capture then wins two values, and hardly any move is irreversible
 *   BOARD_GAME                 (games of several files) the name of the game, which begins those of its tables
 * and includes this header, then defines `piece_table` and fills `piece_square` in its init.
 * Everything is static, so the compiler sees constant sizes and tables everywhere. The files of one game include a header
 * that defines all this and includes the template; they share the tables, which the file that defines BOARD_OWNS_TABLES holds.
 */
#ifndef QUINCUNX_BOARD_H
#define QUINCUNX_BOARD_H

#ifndef BOARD_COUNT
#define BOARD_COUNT 1
#endif
#ifndef BOARD_KEEPS_CAPTURED
#define BOARD_KEEPS_CAPTURED 0
#endif
#define BOARD_SQUARES (BOARD_FILES * BOARD_RANKS * BOARD_COUNT)
#define BB_WORDS ((BOARD_SQUARES + 63) / 64)

#include "bitboard.h"
#include "pext.h"
#include "position.h"
#include "text/notation.h"
#include "variant.h"

#if BOARD_PEXT
#include <immintrin.h>
#endif

static_assert(BOARD_SQUARES <= SQUARE_MAX && BOARD_TYPES <= TYPE_MAX, "boards of 144 squares, 31 types of pieces at most");

#define BOARD_INLINE static inline __attribute__((unused))

/* A table: of one file, or one for all files of the game. */
#ifdef BOARD_GAME
#define BOARD_JOIN_(game, name) game##_##name
#define BOARD_JOIN(game, name) BOARD_JOIN_(game, name)
#define BOARD_NAME(name) BOARD_JOIN(BOARD_GAME, name)
#ifdef BOARD_OWNS_TABLES
#define BOARD_TABLE
#else
#define BOARD_TABLE extern
#endif
#define piece_table BOARD_NAME(piece_table)
#define piece_square BOARD_NAME(piece_square)
#define line_ref BOARD_NAME(line_ref)
#define line_slides BOARD_NAME(line_slides)
#define line_hops BOARD_NAME(line_hops)
#define between BOARD_NAME(between)
#define through BOARD_NAME(through)
extern const PieceInfo piece_table[BOARD_TYPES];
#else
#define BOARD_TABLE static
static const PieceInfo piece_table[BOARD_TYPES];
#endif

/* A row of piece_table: letter, base, share in the phase, values in middlegame and endgame, name, moves. */
#define PIECE_ROW(l, b, p, m, e, n, moves) .letter = l, .base = b, .phase = p, .mg = m, .eg = e, .name = n, .betza = moves
#define PIECE(...) .sides = 3, PIECE_ROW(__VA_ARGS__)

/* Piece-square values, as BoardSheet.psq exports them. */
BOARD_TABLE Tapered piece_square[PIECE_MAX][SQUARE_MAX];

typedef struct Board {
    Position base;
    Bitboard side[SIDE_NB];
    Bitboard type[BOARD_TYPES];
} Board;

/* What the templates keep of a position; a game's own facts begin with it. */
enum { FACT_ATTACKED = FACT_OWN, FACT_PERILS = 2 * FACT_OWN, FACT_OF_GAME = 4 * FACT_OWN };
typedef struct BoardFacts {
    NodeFacts node;
    /* FACT_ATTACKED: the squares that the side not to move attacks; for step_escape the last piece asked about, and whether a
     * lesser one attacks it */
    bool lesser;
    Square asked;
    Bitboard attacked;
    /* FACT_PERILS: the quiet moves that may leave the opponent in peril, few enough to look at each of them. By the piece on
     * arrival, the squares where it may attack; the squares from which a piece may uncover an attack by leaving. */
    bool perils; /* are there any? If not, the sets are undefined */
    Bitboard perils_to[BOARD_TYPES], perils_from;
} BoardFacts;
static_assert(sizeof(BoardFacts) <= FACTS_MAX, "facts fit into FactsRoom");

BOARD_INLINE BoardFacts *board_facts(NodeFacts *facts) { return (BoardFacts *)facts; }

/* ---- Geometry ---- */

BOARD_INLINE Square square_at(unsigned board, unsigned file, unsigned rank)
{
    return (Square)(board * BOARD_FILES * BOARD_RANKS + rank * BOARD_FILES + file);
}
BOARD_INLINE unsigned square_board(Square s) { return s / (BOARD_FILES * BOARD_RANKS); }
/* File and rank within the square's board, from 0. */
BOARD_INLINE unsigned square_rank(Square s) { return s % (BOARD_FILES * BOARD_RANKS) / BOARD_FILES; }
BOARD_INLINE unsigned square_file(Square s) { return s % BOARD_FILES; }
/* The rank as the side's own player counts it, from 0. */
BOARD_INLINE unsigned square_relative_rank(Side side, Square s)
{
    return side == WHITE ? square_rank(s) : BOARD_RANKS - 1 - square_rank(s);
}

/* The distance of the i-th of n files or ranks from the nearer edge: 0 at the edge. */
BOARD_INLINE int board_centre(unsigned i, unsigned n) { return (int)min(i, n - 1 - i); }

/* The square df files and dr ranks away, or SQUARE_NONE off the board. */
BOARD_INLINE Square square_step(Square s, int df, int dr)
{
    int file = (int)square_file(s) + df, rank = (int)square_rank(s) + dr;
    if (file < 0 || file >= BOARD_FILES || rank < 0 || rank >= BOARD_RANKS) return SQUARE_NONE;
    return square_at(square_board(s), (unsigned)file, (unsigned)rank);
}

/* Adds the square one leap (df, dr) away to a set, for filling tables. */
BOARD_INLINE void leap_add(Bitboard *set, Square s, int df, int dr)
{
    Square to = square_step(s, df, dr);
    if (to != SQUARE_NONE) set->w[to >> 6] |= (uint64_t)1 << (to & 63);
}
/* All leaps of an (a, b) leaper: 4 or 8 squares. */
BOARD_INLINE Bitboard leaper(Square s, int a, int b)
{
    Bitboard set = bb_none();
    for (int flip = 0; flip < 4; ++flip) {
        int x = flip & 1 ? -a : a, y = flip & 2 ? -b : b;
        leap_add(&set, s, x, y);
        leap_add(&set, s, y, x);
    }
    return set;
}

/* The squares that a side's piece leaps to from s by its Betza notation (PieceInfo.betza), without or with a capture. Leaves out
 * what depends on more than the square: riders, lame leaps and first moves. */
BOARD_INLINE Bitboard betza_leaps(const char *betza, Side side, Square s, bool captures)
{
    static const struct { char letter; int8_t a, b; } atoms[] = {
        {'W', 0, 1}, {'F', 1, 1}, {'K', 0, 1}, {'K', 1, 1}, {'D', 0, 2}, {'N', 1, 2}, {'A', 2, 2}, {'Z', 2, 3}};
    Bitboard set = bb_none();
    for (; *betza; ++betza) { /* the letters before an atom, then the atom */
        int ahead = 0;         /* 1: only to higher ranks, -1: only to lower ones */
        unsigned forward = 0;  /* twice ("ff"): only the longer way ahead */
        bool plain = true;
        for (; *betza >= 'a'; ++betza) {
            if (*betza == (captures ? 'm' : 'c') || *betza == 'n' || *betza == 'i' || *betza == 'p') plain = false;
            if (*betza == 'f' || *betza == 'b') ahead = (*betza == 'f') == (side == WHITE) ? 1 : -1;
            forward += *betza == 'f';
        }
        for (size_t i = 0; plain && i < sizeof atoms / sizeof *atoms; ++i) {
            if (atoms[i].letter != *betza) continue;
            for (int leap = 0; leap < 8; ++leap) {
                int x = leap & 4 ? atoms[i].b : atoms[i].a, y = leap & 4 ? atoms[i].a : atoms[i].b;
                if (leap & 2) y = -y;
                if (y * ahead >= (ahead != 0) && (forward < 2 || y * ahead > x)) leap_add(&set, s, leap & 1 ? -x : x, y);
            }
        }
    }
    return set;
}

/* A lame leaper jumps only if one square on its way, the leg, is empty. Leaps over the same leg form a way. Seen from the attacked
 * square a leap may have another leg: then games keep two tables, `to` and `from`. */
typedef struct LameWay {
    Bitboard leaps;
    Square leg; /* the square itself if it would be off the board: then there are no leaps */
} LameWay;
enum { LAME_WAYS = 4 };

BOARD_INLINE LameWay lame_way(Square s, int leg_files, int leg_ranks)
{
    Square leg = square_step(s, leg_files, leg_ranks);
    return (LameWay){bb_none(), leg == SQUARE_NONE ? s : leg};
}

/* Mao, the lame Knight: one square straight, which must be empty, then one diagonally outward. */
BOARD_INLINE void mao_init(Square s, LameWay to[LAME_WAYS], LameWay from[LAME_WAYS])
{
    static const int8_t straight[LAME_WAYS][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    static const int8_t diagonal[LAME_WAYS][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int i = 0; i < LAME_WAYS; ++i) {
        int df = straight[i][0], dr = straight[i][1];
        to[i] = lame_way(s, df, dr);
        leap_add(&to[i].leaps, s, 2 * df + dr, 2 * dr + df);
        leap_add(&to[i].leaps, s, 2 * df - dr, 2 * dr - df);
        df = diagonal[i][0], dr = diagonal[i][1];
        from[i] = lame_way(s, df, dr);
        leap_add(&from[i].leaps, s, 2 * df, dr);
        leap_add(&from[i].leaps, s, df, 2 * dr);
    }
}

BOARD_INLINE Bitboard lame_leaps(const LameWay ways[LAME_WAYS], Bitboard occupied)
{
    Bitboard set = bb_none();
    for (int i = 0; i < LAME_WAYS; ++i) {
        uint64_t open = (uint64_t)bb_test(occupied, ways[i].leg) - 1;
        for (int w = 0; w < BB_WORDS; ++w) set.w[w] |= ways[i].leaps.w[w] & open;
    }
    return set;
}

BOARD_INLINE Bitboard whole_board(void)
{
    Bitboard set;
    for (int i = 0; i < BB_WORDS; ++i) set.w[i] = ~(uint64_t)0 >> (i + 1 < BB_WORDS ? 0 : 64 * BB_WORDS - BOARD_SQUARES);
    return set;
}

/* The squares of all boards on a rank or file (from 0). */
BOARD_INLINE Bitboard rank_set(unsigned rank)
{
    Bitboard set = bb_none();
    for (unsigned b = 0; b < BOARD_COUNT; ++b)
        for (unsigned f = 0; f < BOARD_FILES; ++f) bb_flip(&set, square_at(b, f, rank));
    return set;
}
BOARD_INLINE Bitboard file_set(unsigned file)
{
    Bitboard set = bb_none();
    for (unsigned b = 0; b < BOARD_COUNT; ++b)
        for (unsigned r = 0; r < BOARD_RANKS; ++r) bb_flip(&set, square_at(b, file, r));
    return set;
}

/* ---- Lines ----
 *
 * PEXT gathers the occupancy of a line into an index of at most twelve bits, a table gives the attacks by the index and the place
 * on the line, and PDEP scatters them back: one small table serves all lines. On CPUs without a fast PEXT, rays are cut at their
 * nearest blocker: by arithmetic on whole sets, or, where that is slower (three words), by subtracting the ray that begins at the
 * blocker.
 */

enum Line { LINE_FILE, LINE_RANK, LINE_DIAGONAL, LINE_ANTIDIAGONAL, LINE_NB };
enum { LINE_MAX = BOARD_FILES > BOARD_RANKS ? BOARD_FILES : BOARD_RANKS };

typedef struct LineRef {
    Bitboard mask;              /* the whole line, including the square itself */
    uint8_t shift[BB_WORDS];    /* squares of the line in the lower words */
    uint8_t place;              /* index of the square on the line */
    Bitboard up, down;          /* the rays to higher and to lower squares */
} LineRef;

BOARD_TABLE LineRef line_ref[LINE_NB][BOARD_SQUARES];
#if BOARD_PEXT
BOARD_TABLE uint16_t line_slides[LINE_MAX][1 << LINE_MAX];
BOARD_TABLE uint16_t line_hops[LINE_MAX][1 << LINE_MAX];
#endif

#if BOARD_PEXT
BOARD_INLINE Bitboard line_lookup(const LineRef *ref, Bitboard occupied, uint16_t table[LINE_MAX][1 << LINE_MAX])
{
    uint64_t index = 0;
    for (int i = 0; i < BB_WORDS; ++i) index |= _pext_u64(occupied.w[i], ref->mask.w[i]) << ref->shift[i];
    uint64_t reached = table[ref->place][index];
    Bitboard set;
    for (int i = 0; i < BB_WORDS; ++i) set.w[i] = _pdep_u64(reached >> ref->shift[i], ref->mask.w[i]);
    return set;
}
#else
/* The squares of the line beyond `to`, in the direction `up`. */
BOARD_INLINE Bitboard line_beyond(enum Line line, bool up, Square to)
{
    return up ? line_ref[line][to].up : line_ref[line][to].down;
}
#endif

/* The squares that a rider on s reaches along a line, including the first occupied ones. */
BOARD_INLINE Bitboard line_attacks(enum Line line, Square s, Bitboard occupied)
{
    const LineRef *ref = &line_ref[line][s];
#if BOARD_PEXT
    return line_lookup(ref, occupied, line_slides);
#else
    Bitboard up = ref->up, down = ref->down;
    Bitboard above = bb_and(up, occupied), below = bb_and(down, occupied);
    if (BB_WORDS < 3) return bb_or(bb_and(up, bb_to_first(above)), bb_and(down, bb_from_last(below)));
    if (bb_any(above)) up = bb_without(up, line_beyond(line, true, bb_first(above)));
    if (bb_any(below)) down = bb_without(down, line_beyond(line, false, bb_last(below)));
    return bb_or(up, down);
#endif
}

/* The second occupied square in both directions of a line: the squares where a cannon on s can capture over exactly one hurdle. */
BOARD_INLINE Bitboard line_hop_captures(enum Line line, Square s, Bitboard occupied)
{
    const LineRef *ref = &line_ref[line][s];
#if BOARD_PEXT
    return line_lookup(ref, occupied, line_hops);
#else
    Bitboard above = bb_and(ref->up, occupied), below = bb_and(ref->down, occupied);
    above = bb_without(above, bb_to_first(above));
    below = bb_without(below, bb_from_last(below));
    return bb_or(bb_and(above, bb_to_first(above)), bb_and(below, bb_from_last(below)));
#endif
}

BOARD_INLINE Bitboard rook_attacks(Square s, Bitboard occupied)
{
    return bb_or(line_attacks(LINE_FILE, s, occupied), line_attacks(LINE_RANK, s, occupied));
}
BOARD_INLINE Bitboard bishop_attacks(Square s, Bitboard occupied)
{
    return bb_or(line_attacks(LINE_DIAGONAL, s, occupied), line_attacks(LINE_ANTIDIAGONAL, s, occupied));
}
BOARD_INLINE Bitboard queen_attacks(Square s, Bitboard occupied)
{
    return bb_or(rook_attacks(s, occupied), bishop_attacks(s, occupied));
}

#ifdef BOARD_BETWEEN
/* The squares between two squares of a line, both excluded, and the whole line through both. Empty if they share no line. */
BOARD_TABLE Bitboard between[BOARD_SQUARES][BOARD_SQUARES];
BOARD_TABLE Bitboard through[BOARD_SQUARES][BOARD_SQUARES];
#endif

/* Fills the tables above. A game's init calls it first. */
BOARD_INLINE void board_init(void)
{
    static const int step[LINE_NB][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int line = 0; line < LINE_NB; ++line) {
        for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
            LineRef *ref = &line_ref[line][s];
            int df = step[line][0], dr = step[line][1];
            for (Square t = square_step((Square)s, df, dr); t != SQUARE_NONE; t = square_step(t, df, dr)) bb_flip(&ref->up, t);
            for (Square t = square_step((Square)s, -df, -dr); t != SQUARE_NONE; t = square_step(t, -df, -dr))
                bb_flip(&ref->down, t);
            ref->mask = bb_or(bb_or(ref->up, ref->down), bb_square(s));
            ref->place = (uint8_t)bb_count(ref->down);
            for (int i = 1; i < BB_WORDS; ++i)
                ref->shift[i] = (uint8_t)(ref->shift[i - 1] + __builtin_popcountll(ref->mask.w[i - 1]));
        }
    }
#if BOARD_PEXT
    for (int place = 0; place < LINE_MAX; ++place) {
        for (unsigned occupied = 0; occupied < 1u << LINE_MAX; ++occupied) {
            for (int dir = -1; dir <= 1; dir += 2) {
                int met = 0;
                for (int i = place + dir; i >= 0 && i < LINE_MAX && met < 2; i += dir) {
                    unsigned bit = 1u << i;
                    if (met == 0) line_slides[place][occupied] |= (uint16_t)bit;
                    if (occupied & bit && ++met == 2) line_hops[place][occupied] |= (uint16_t)bit;
                }
            }
        }
    }
#endif
#ifdef BOARD_BETWEEN
    for (int line = 0; line < LINE_NB; ++line) {
        for (unsigned a = 0; a < BOARD_SQUARES; ++a) {
            Bitboard others = bb_or(line_ref[line][a].up, line_ref[line][a].down);
            BB_EACH(b, others)
            {
                through[a][b] = line_ref[line][a].mask;
                between[a][b] = bb_and(line_attacks((enum Line)line, (Square)a, bb_square((unsigned)b)),
                                       line_attacks((enum Line)line, (Square)b, bb_square(a)));
            }
        }
    }
#endif
}

/* Fills piece_square with the value of each piece plus that of its square. square_value counts file and rank from the
 * piece's own side. */
BOARD_INLINE void psq_fill(Tapered (*square_value)(PieceType type, unsigned file, unsigned rank))
{
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        for (Side side = WHITE; side <= BLACK; ++side) {
            for (PieceType t = 1; t < BOARD_TYPES; ++t) {
                Tapered value =
                    tapered(piece_table[t].mg, piece_table[t].eg) + square_value(t, square_file(s), square_relative_rank(side, s));
                piece_square[piece_make(side, t)][s] = side == WHITE ? value : -value;
            }
        }
    }
}

/* ---- Changing the board ---- */

BOARD_INLINE const Board *board_const(const Position *pos) { return (const Board *)pos; }
BOARD_INLINE Board *board_of(Position *pos) { return (Board *)pos; }
BOARD_INLINE Bitboard board_occupied(const Board *b) { return bb_or(b->side[WHITE], b->side[BLACK]); }
BOARD_INLINE Bitboard board_pieces(const Board *b, Side side, PieceType type) { return bb_and(b->side[side], b->type[type]); }

BOARD_INLINE void board_flip(Board *b, Square s, Piece piece)
{
    bb_flip(&b->side[piece_side(piece)], s);
    bb_flip(&b->type[piece_type(piece)], s);
}

BOARD_INLINE void board_log(Board *b, Square s, Piece before, Piece after)
{
    b->base.changes[b->base.state->log_end++] = (Change){s, before, after};
}

/* Adds a piece to the sums and keys of the state (sign 1) or subtracts it (sign -1). */
BOARD_INLINE void board_account(Board *b, Square s, Piece piece, int sign)
{
    State *state = b->base.state;
    const PieceInfo *info = &piece_table[piece_type(piece)];
    state->key ^= zobrist_piece[piece][s];
    if (info->structure) state->pawn_key ^= zobrist_piece[piece][s];
    /* a FEN may hold a board full of the strongest pieces: the sum wraps, it must not overflow */
    state->psq += sign * piece_square[piece][s];
    int16_t *phase = &state->phase[piece_side(piece)];
    *phase = (int16_t)(*phase + sign * info->phase);
}

/* Puts a piece on an empty square. */
BOARD_INLINE void board_put(Board *b, Square s, Piece piece)
{
    assert(b->base.board[s] == NO_PIECE);
    b->base.board[s] = piece;
    board_flip(b, s, piece);
    board_account(b, s, piece, 1);
    board_log(b, s, NO_PIECE, piece);
}

/* Takes the piece from a square; returns it. */
BOARD_INLINE Piece board_remove(Board *b, Square s)
{
    Piece piece = b->base.board[s];
    assert(piece != NO_PIECE);
    b->base.board[s] = NO_PIECE;
    board_flip(b, s, piece);
    board_account(b, s, piece, -1);
    board_log(b, s, piece, NO_PIECE);
    return piece;
}

/* Moves a piece to an empty square and updates the sums. Always inlined: make spends its time here. */
BOARD_INLINE __attribute__((always_inline)) void board_move(Board *b, Square from, Square to)
{
    State *state = b->base.state;
    Piece piece = b->base.board[from];
    Key change = zobrist_piece[piece][from] ^ zobrist_piece[piece][to];
    assert(piece != NO_PIECE && b->base.board[to] == NO_PIECE);
    b->base.board[from] = NO_PIECE;
    b->base.board[to] = piece;
    board_flip(b, from, piece);
    board_flip(b, to, piece);
    state->key ^= change;
    if (piece_table[piece_type(piece)].structure) state->pawn_key ^= change;
    state->psq += piece_square[piece][to] - piece_square[piece][from];
    board_log(b, from, piece, NO_PIECE);
    board_log(b, to, NO_PIECE, piece);
}

/* Like board_move, but the piece may become another one on arrival (promotion). */
BOARD_INLINE void board_move_as(Board *b, Square from, Square to, Piece arrival)
{
    if (arrival == b->base.board[from]) {
        board_move(b, from, to);
    } else {
        board_remove(b, from);
        board_put(b, to, arrival);
    }
}

/* Puts a piece on a square, replacing any other, outside of any move. */
BOARD_INLINE void board_place(Position *pos, Square s, Piece piece)
{
    Board *b = board_of(pos);
    uint32_t log_end = pos->state->log_end;
    if (pos->board[s]) board_remove(b, s);
    if (piece) board_put(b, s, piece);
    pos->state->log_end = log_end;
}

/* Adds n pieces to those in hand of a side, in a slot of hand_types; below 0: takes them from there. */
BOARD_INLINE void board_hand(Board *b, Side side, unsigned slot, int n)
{
    const Variant *variant = b->base.variant;
    State *state = b->base.state;
    uint64_t hands = state->hands + (uint64_t)n * hand_one(variant, side, slot);
    assert((int)hand_count(variant, state->hands, side, slot) + n == (int)hand_count(variant, hands, side, slot));
    state->key ^= zobrist_hands(state->hands) ^ zobrist_hands(hands);
    state->hands = hands;
}

/* The square of a piece that stands where it may never stand, or SQUARE_NONE. */
BOARD_INLINE Square board_misplaced(const Board *b)
{
    const Position *pos = &b->base;
    for (unsigned s = 0; s < BOARD_SQUARES; ++s)
        if (pos->board[s] && !pos->variant->position.may_stand(pos->board[s], (Square)s)) return (Square)s;
    return SQUARE_NONE;
}

/* Puts a mailbox, as a FEN gives it, on an empty board. Side to move and hands enter the key too. This cannot be undone. */
BOARD_INLINE void board_fill(Board *b, const Piece *mailbox)
{
    State *state = b->base.state;
    for (unsigned s = 0; s < BOARD_SQUARES; ++s)
        if (mailbox[s]) board_put(b, (Square)s, mailbox[s]);
    state->key ^= (b->base.side == BLACK ? zobrist_side : 0) ^ zobrist_hands(state->hands);
    state->log_end = 0;
}

/* Begins a set_fen with what all FENs share, and checks it; `fields` has the squares of en passant, or "-" unless has_ep. */
BOARD_INLINE bool board_read_fen(Position *pos, const char *fen, bool has_ep, FenFields *fields, ErrorText *error)
{
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, has_ep, fields, board, error)) return false;
    board_fill(board_of(pos), board);
    return pos->variant->position.accepts(pos, error);
}

/* PositionSheet.set_fen without castling and en passant. */
BOARD_INLINE bool board_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    return board_read_fen(pos, fen, false, &fields, error);
}

BOARD_INLINE void board_unmake(Position *pos)
{
    Board *b = board_of(pos);
    uint32_t end = pos->state->log_end, start = pos->state[-1].log_end;
    while (end > start) {
        const Change *change = &pos->changes[--end];
        if (change->after) board_flip(b, change->square, change->after);
        if (change->before) board_flip(b, change->square, change->before);
        pos->board[change->square] = change->before;
    }
    --pos->state;
    pos->side ^= 1;
}

/* ---- For move ordering ---- */

/* The gain of capturing a piece: its value and, if it changes sides, that of its base in the captor's hand. */
BOARD_INLINE Score capture_value(PieceType type)
{
    Score value = piece_table[type].mg;
    return BOARD_KEEPS_CAPTURED ? value + piece_table[piece_table[type].base].mg : value;
}

/* MoveInfo's piece_to and from_to indices. */
BOARD_INLINE uint16_t piece_to_index(unsigned slot, Square to) { return (uint16_t)(1 + slot * BOARD_SQUARES + to); }
BOARD_INLINE uint16_t from_to_index(Square from, Square to) { return (uint16_t)(1 + from * BOARD_SQUARES + to); }
/* One slot for each type of each side. Few slots keep the history tables small and in the cache. */
enum { TYPE_SLOTS = 2 * (BOARD_TYPES - 1) };
BOARD_INLINE unsigned type_slot(Side side, PieceType type) { return side * (BOARD_TYPES - 1u) + type - 1u; }

/* ---- Attacks of a side, for evaluation ---- */

typedef struct Reach {
    Bitboard type[BOARD_TYPES]; /* squares attacked by pieces of each type */
    Bitboard all, twice;        /* by any piece; by two pieces or more */
} Reach;

BOARD_INLINE void reach_add(Reach *reach, PieceType type, Bitboard attacks)
{
    reach->twice = bb_or(reach->twice, bb_and(reach->all, attacks));
    reach->all = bb_or(reach->all, attacks);
    reach->type[type] = bb_or(reach->type[type], attacks);
}

/* ---- Attacked squares ---- */

#ifdef BOARD_ATTACKS
/* Supplied by the game: all squares where this side could capture an enemy piece. */
static Bitboard attacks_of(const Board *b, Side side);

/* Not inlined: `describe` is fast while it is small. */
static __attribute__((unused, noinline)) void board_find_attacked(const Board *b, BoardFacts *facts)
{
    facts->attacked = attacks_of(b, b->base.side ^ 1);
    facts->asked = SQUARE_NONE;
    facts->node.known |= FACT_ATTACKED;
}

/* Does the opponent attack the start and the end of a part of a move? A set of ATTACKED_START and ATTACKED_END. */
BOARD_INLINE uint8_t board_attacked(const Board *b, BoardFacts *facts, Square from, Square to)
{
    if (!(facts->node.known & FACT_ATTACKED)) board_find_attacked(b, facts);
    return (uint8_t)((bb_test(facts->attacked, from) ? ATTACKED_START : 0) | (bb_test(facts->attacked, to) ? ATTACKED_END : 0));
}
#endif

/* ---- Static exchange evaluation ---- */

#ifdef BOARD_SEE
/* Supplied by the game: the pieces of a side among `occupied` that could capture a piece of this type on s,
 * if `occupied` is everything on the board. `occupant` matters where a piece captures only some types, or a type is
 * protected; NO_TYPE: a piece that every other may capture. */
static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant);

#ifdef BOARD_EXCHANGE
/* Supplied by the game: the square where a piece stands after capturing on s, and where it can be recaptured. */
static Square exchange_square(Square s);
#else
BOARD_INLINE Square exchange_square(Square s) { return s; }
#endif

/* The cost of losing a piece: a royal costs more than all other pieces together. */
BOARD_INLINE Score see_value(PieceType type) { return piece_table[type].royal ? 20000 : capture_value(type); }

/* Does the first recapture alone decide the exchange of board_see? Then its result is that the balance is at least 0. */
BOARD_INLINE bool see_is_decided(PieceType occupant, Score balance) { return balance < 0 || see_value(occupant) <= balance; }

/*
 * A move won `balance` centipawns more than the threshold and left a piece of type `occupant` on s; `next` is to move. Does the
 * balance stay at 0 or above after all exchanges on s? For what see_is_decided leaves open. The attackers are computed afresh after
 * each capture, so x-rays, hurdles and lame legs are exact. The loop is the swap algorithm of the Chess Programming Wiki.
 */
BOARD_INLINE bool board_see(const Board *b, Square s, Bitboard occupied, PieceType occupant, Side next, Score balance)
{
    assert(!see_is_decided(occupant, balance));
    Score swap = see_value(occupant) - balance;
    bool wins = true;
    Side side = next;
    for (;; side ^= 1) {
        Bitboard attackers = bb_and(attackers_to(b, s, occupied, side, occupant), occupied);
        attackers = bb_without(attackers, bb_square(s));
        if (!bb_any(attackers)) break;
        wins = !wins;
        Square min = SQUARE_NONE;
        Score min_value = INT32_MAX;
        BB_EACH(a, attackers)
        {
            Score value = see_value(piece_type(b->base.board[a]));
            if (value < min_value) {
                min_value = value;
                min = (Square)a;
            }
        }
        swap = min_value - swap;
        if (swap < (Score)wins) break;
        bb_flip(&occupied, min);
        occupant = piece_type(b->base.board[min]);
        if (exchange_square(s) == s) continue;
        bb_flip(&occupied, s);
        s = exchange_square(s);
        bb_flip(&occupied, s);
    }
    return wins;
}
#endif

/* ---- For debug builds and tests ---- */

/* BoardSheet.verify: do sets, mailbox, sums and keys agree? */
BOARD_INLINE const char *board_verify(const Position *pos)
{
    const Board *b = board_const(pos);
    const State *state = pos->state;
    Key key = (pos->side == BLACK ? zobrist_side : 0) ^ zobrist_hands(state->hands) ^ pos->variant->rules.key;
    if (pos->variant->position.extra_key) key ^= pos->variant->position.extra_key(pos);
    Key structure = 0;
    Tapered sum = 0;
    int phase[SIDE_NB] = {0};
    Bitboard side[SIDE_NB] = {{{0}}}, type[BOARD_TYPES] = {{{0}}};
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        Piece piece = pos->board[s];
        if (piece == NO_PIECE) continue;
        if (piece_type(piece) >= BOARD_TYPES) return "unknown type on the board";
        const PieceInfo *info = &piece_table[piece_type(piece)];
        bb_flip(&side[piece_side(piece)], s);
        bb_flip(&type[piece_type(piece)], s);
        key ^= zobrist_piece[piece][s];
        if (info->structure) structure ^= zobrist_piece[piece][s];
        sum += piece_square[piece][s];
        phase[piece_side(piece)] += info->phase;
    }
    for (int i = 0; i < SIDE_NB; ++i)
        if (!bb_equal(side[i], b->side[i])) return "set of a side differs from the mailbox";
    for (int i = 1; i < BOARD_TYPES; ++i)
        if (!bb_equal(type[i], b->type[i])) return "set of a type differs from the mailbox";
    if (key != state->key) return "key differs from a fresh one";
    if (structure != state->pawn_key) return "structure key differs from a fresh one";
    if (sum != state->psq) return "piece-square sum differs from a fresh one";
    if (phase[WHITE] != state->phase[WHITE] || phase[BLACK] != state->phase[BLACK]) return "phase differs from a fresh one";
    return NULL;
}

/* ---- For the data sheet of a game ---- */

#ifdef BOARD_GAME
/* What the other files of a game define. */
extern const SearchHints BOARD_NAME(hints);
extern const MeasuredSheet BOARD_NAME(measured);
extern const DisplaySheet BOARD_NAME(display);
void BOARD_NAME(describe)(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out);
bool BOARD_NAME(see_ge)(const Position *pos, Move move, Score threshold);
Tapered BOARD_NAME(evaluate)(const Position *pos, EvalScratch *scratch);
#endif

#define BOARD_GEOMETRY .files = BOARD_FILES * BOARD_COUNT, .ranks = BOARD_RANKS, .boards = BOARD_COUNT
#define BOARD_SHEET                                                                                                               \
    {                                                                                                                             \
        BOARD_GEOMETRY, .types = BOARD_TYPES, .keeps_captured = BOARD_KEEPS_CAPTURED, .pieces = piece_table, .psq = piece_square, \
        .position_size = sizeof(Board), .get_fen = fen_get, .place = board_place, .unmake = board_unmake, .verify = board_verify  \
    }

#endif
