/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Horizons, written slowly from its rules page.
 */
#include "mailbox.h"

enum { FILES = 12, RANKS = 12, DRAW_PLIES = 150, KING_FILE = 6 };

/* ---- rule options ---- */

static int no_shield, tireless_warrior, short_magician, original_ox, no_push;
static int counter_limit = DRAW_PLIES, stalemate = STALEMATE_DRAWS;

static const Rule rules[] = {
    {"shield", &no_shield, 0, "on off", 0, 0},
    {"warrior", &tireless_warrior, 0, "once tireless", 0, 0},
    {"magician", &short_magician, 0, "long short", 0, 0},
    {"ox", &original_ox, 0, "t original", 0, 0},
    {"push", &no_push, 0, "on off", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_DRAWS, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- the position ---- */

/* Castling rights in the order they are printed. */
enum { CASTLINGS = 4 };
static const Shape shape = {FILES, RANKS, "KQRBNOMZPWSVkqrbnomzpwsv", "KQkq", "", NULL};

typedef struct Position {
    Placement board;
    bool white_to_move;
    bool castling[CASTLINGS];
    bool en_passant; /* the last move was a double step ... */
    Square stepped;  /* ... over this square ... */
    Square stepper;  /* ... to this one */
    int counter, number;
} Position;

#include "one_king.h"

/* ---- small things ---- */

static int distance(int a, int b) { return a > b ? a - b : b - a; }

/* ---- the pieces ---- */

/* The eight directions in a circle; the odd ones are diagonal. */
static const int around[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

static bool slides(const Position *p, Square from, Square to, bool straight, bool diagonal)
{
    for (int d = 0; d < 8; d++) {
        if (d % 2 == 0 ? !straight : !diagonal) continue;
        Square s = step(from, around[d][0], around[d][1]);
        while (on_board(s)) {
            if (same(s, to)) return true;
            if (!empty(p, s)) break;
            s = step(s, around[d][0], around[d][1]);
        }
    }
    return false;
}

static bool ox_reaches(const Position *p, Square from, Square to)
{
    for (int d = 0; d < 8; d += 2) {
        int x = around[d][0], y = around[d][1];
        Square one = step(from, x, y);
        Square two = step(one, x, y);
        Square three = step(two, x, y);
        if (!empty(p, one)) continue;
        if (same(to, two) && !original_ox) return true;
        if (!empty(p, two)) continue;
        /* the bar: (y, x) is at right angles to (x, y) */
        if (same(to, three) || same(to, step(three, y, x)) || same(to, step(three, -y, -x))) return true;
    }
    return false;
}

/* What the Ox of the option "original" can only capture on. */
static bool original_ox_captures(const Position *p, Square from, Square to)
{
    if (!original_ox || kind_of(piece_at(p, from)) != 'O') return false;
    for (int d = 0; d < 8; d += 2) {
        Square one = step(from, around[d][0], around[d][1]);
        Square two = step(one, around[d][0], around[d][1]);
        if (same(to, one)) return true;
        if (same(to, two) && empty(p, one)) return true;
    }
    return false;
}

static bool magician_reaches(const Position *p, Square from, Square to)
{
    for (int d = 0; d < 8; d++) {
        Square s = step(from, around[d][0], around[d][1]);
        for (int n = 1; empty(p, s); n++) {
            if (n >= (short_magician ? 2 : 3)) {
                int left = (d + 7) % 8, right = (d + 1) % 8;
                if (same(to, step(s, around[left][0], around[left][1]))) return true;
                if (same(to, step(s, around[right][0], around[right][1]))) return true;
            }
            s = step(s, around[d][0], around[d][1]);
        }
    }
    return false;
}

static bool zip_reaches(const Position *p, Square from, Square to)
{
    for (int d = 0; d < 8; d += 2) {
        for (int side = -1; side <= 1; side += 2) {
            int x = around[d][0], y = around[d][1];
            Square s = from;
            for (int n = 1;; n++) { /* d, d, d+s, d, d+s, d, ... */
                bool diagonal = n >= 3 && n % 2 == 1;
                s = diagonal ? step(s, x + side * y, y + side * x) : step(s, x, y);
                if (!on_board(s)) break;
                if (same(s, to)) return true;
                if (!empty(p, s)) break;
            }
        }
    }
    return false;
}

/* Can a piece that captures as it moves go from one square to another? */
static bool reaches(const Position *p, Square from, Square to)
{
    int files = distance(from.file, to.file), ranks = distance(from.rank, to.rank);
    switch (kind_of(piece_at(p, from))) {
    case 'K': return files <= 1 && ranks <= 1 && files + ranks > 0;
    case 'Q': return slides(p, from, to, true, true);
    case 'R': return slides(p, from, to, true, false);
    case 'B': return slides(p, from, to, false, true);
    case 'N': return (files == 1 && ranks == 2) || (files == 2 && ranks == 1);
    case 'O': return ox_reaches(p, from, to);
    case 'M': return magician_reaches(p, from, to);
    case 'Z': return zip_reaches(p, from, to);
    default: return false;
    }
}

static bool is_long_capture(const Position *p, Square from, Square to)
{
    char piece = piece_at(p, from);
    int f = forward(is_white(piece));
    return kind_of(piece) == 'W' && same(to, step(from, 0, 2 * f)) && empty(p, step(from, 0, f));
}

/* The ordinary one-square capture of P, W, V and S. */
static bool short_capture(const Position *p, Square from, Square to)
{
    char piece = piece_at(p, from);
    int f = forward(is_white(piece));
    switch (kind_of(piece)) {
    case 'P': return same(to, step(from, -1, f)) || same(to, step(from, 1, f));
    case 'W':
    case 'V': return same(to, step(from, 0, f));
    case 'S': return same(to, step(from, -1, 0)) || same(to, step(from, 1, 0));
    default: return false;
    }
}

/* Is this a capture of a Shielder from a rank in front of it? */
static bool shielded(const Position *p, Square from, Square to)
{
    char victim = piece_at(p, to);
    if (kind_of(victim) != 'S' || no_shield) return false;
    return is_white(victim) ? from.rank > to.rank : from.rank < to.rank;
}

static bool attacks(const Position *p, Square from, Square to)
{
    if (shielded(p, from, to)) return false;
    return reaches(p, from, to) || original_ox_captures(p, from, to) || short_capture(p, from, to) || is_long_capture(p, from, to);
}

/* ---- reading a FEN ---- */

static const char *check_board(const Position *p)
{
    int kings[2] = {0, 0};
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            char piece = p->board.at[rank][file];
            bool white = is_white(piece);
            if (kind_of(piece) == 'K') kings[white ? 1 : 0]++;
            if (kind_of(piece) == 'V' && tireless_warrior) return "a spent Warrior, where Warriors are tireless";
            if (one_of(kind_of(piece), "PWVS") && rank == last_rank(white)) return "P, W, V or S on its last rank";
        }
    }
    if (kings[0] != 1 || kings[1] != 1) return "not exactly one King a side";
    return NULL;
}

static const char *read_en_passant(const char **in, Position *p)
{
    if (take(in, '-')) return NULL;
    bool stepper_white = !p->white_to_move;
    int f = forward(stepper_white);
    Square origin;
    if (!read_square(in, &shape, &p->stepped.file, &p->stepped.rank)) return "bad en-passant square";
    if (p->stepped.rank != second_rank(stepper_white) + f) return "en-passant square on a wrong rank";
    if (**in == ' ') { /* a Pawn or Shielder, straight beyond */
        p->stepper = step(p->stepped, 0, f);
        origin = step(p->stepped, 0, -f);
        if (piece_at(p, p->stepper) != piece_of('P', stepper_white) && piece_at(p, p->stepper) != piece_of('S', stepper_white))
            return "en passant without its Pawn or Shielder";
    } else { /* a Warrior, diagonally beyond */
        if (!read_square(in, &shape, &p->stepper.file, &p->stepper.rank)) return "bad en-passant stepper";
        int side = p->stepper.file - p->stepped.file;
        if (p->stepper.rank != p->stepped.rank + f || (side != 1 && side != -1)) return "en-passant stepper in a wrong place";
        origin = step(p->stepped, -side, -f);
        if (piece_at(p, p->stepper) != piece_of('W', stepper_white) && piece_at(p, p->stepper) != piece_of('V', stepper_white))
            return "en passant without its Warrior";
    }
    if (!empty(p, p->stepped) || !empty(p, origin)) return "en passant over or from an occupied square";
    p->en_passant = true;
    return NULL;
}

static const char *read_fen(const char *fen, Position *p)
{
    const char *wrong;
    memset(p, 0, sizeof *p);
    if ((wrong = read_board(&fen, &shape, &p->board)) != NULL
        || (wrong = read_side_and_castling(&fen, &shape, &p->white_to_move, p->castling)) != NULL
        || (wrong = check_board(p)) != NULL || (wrong = check_castling(p)) != NULL || (wrong = read_en_passant(&fen, p)) != NULL
        || (wrong = read_counters(&fen, &p->counter, &p->number)) != NULL)
        return wrong;
    return in_check(p, !p->white_to_move) ? "the side not to move is in check" : NULL;
}

/* ---- printing ---- */

static void print_fen(const Position *p, char *out)
{
    out = put_side_and_castling(put_board(out, &shape, &p->board), &shape, p->white_to_move, p->castling);
    if (p->en_passant) {
        out = print_square(out, p->stepped);
        if (p->stepper.file != p->stepped.file) out = print_square(out, p->stepper);
    } else {
        out = put_char(out, '-');
    }
    put_counters(out, p->counter, p->number);
}

/* ---- moves ---- */

/* A copy of the position without its en-passant right, the start of every move. */
static Position begin_move(const Position *before)
{
    Position after = *before;
    Square none = {0, 0};
    after.en_passant = false;
    after.stepped = none;
    after.stepper = none;
    return after;
}

static const char *promotions_of(char kind)
{
    switch (kind) {
    case 'P': return "RBNOQ";
    case 'W':
    case 'V': return "RBNOM";
    case 'S': return "RBNOZ";
    default: return "";
    }
}

/* The piece has left its square in after; it arrives, and promotes if it must. */
static void arrive(MoveList *list, Position after, Square from, Square to, char piece, bool capture)
{
    bool white = is_white(piece);
    if (to.rank == last_rank(white) && one_of(kind_of(piece), "PWVS")) {
        for (const char *kind = promotions_of(kind_of(piece)); *kind != '\0'; kind++) {
            set_piece(&after, to, piece_of(*kind, white));
            keep_move(list, after, from, to, *kind, true);
        }
    } else {
        set_piece(&after, to, piece);
        keep_move(list, after, from, to, '\0', capture);
    }
}

/* One piece moves and captures what stands on the target square. */
static void simple_move(MoveList *list, const Position *p, Square from, Square to)
{
    Position after = begin_move(p);
    char piece = piece_at(p, from);
    bool capture = !empty(p, to);
    if (capture && is_long_capture(p, from, to) && !tireless_warrior) piece = piece_of('V', is_white(piece));
    set_piece(&after, from, '.');
    arrive(list, after, from, to, piece, capture);
}

static void double_step(MoveList *list, const Position *p, Square from, int side)
{
    int f = forward(p->white_to_move);
    Square over = step(from, side, f), to = step(over, side, f);
    if (from.rank != second_rank(p->white_to_move) || !empty(p, over) || !empty(p, to)) return;
    Position after = begin_move(p);
    after.en_passant = true;
    after.stepped = over;
    after.stepper = to;
    set_piece(&after, from, '.');
    set_piece(&after, to, piece_at(p, from));
    keep_move(list, after, from, to, '\0', false);
}

static void quiet_step(MoveList *list, const Position *p, Square from, int side)
{
    Square to = step(from, side, forward(p->white_to_move));
    if (empty(p, to)) simple_move(list, p, from, to);
}

static void push(MoveList *list, const Position *p, Square from)
{
    int f = forward(p->white_to_move);
    Square to = step(from, 0, f), behind = step(to, 0, f);
    if (no_push) return;
    if (!on_board(to) || !is_of(piece_at(p, to), !p->white_to_move)) return;
    if (kind_of(piece_at(p, to)) == 'S' || !empty(p, behind)) return;
    Position after = begin_move(p);
    set_piece(&after, behind, piece_at(p, to));
    set_piece(&after, from, '.');
    arrive(list, after, from, to, piece_at(p, from), false);
}

static void take_en_passant(MoveList *list, const Position *p, Square from)
{
    if (!p->en_passant || !short_capture(p, from, p->stepped)) return;
    char stepper = kind_of(piece_at(p, p->stepper));
    const char *prey = "";
    switch (kind_of(piece_at(p, from))) {
    case 'W':
    case 'V': prey = "WV"; break;
    case 'P': prey = "PWV"; break;
    case 'S': prey = "PWVS"; break;
    default: break;
    }
    if (!one_of(stepper, prey) || shielded(p, from, p->stepper)) return;
    Position after = begin_move(p);
    set_piece(&after, p->stepper, '.');
    set_piece(&after, from, '.');
    arrive(list, after, from, p->stepped, piece_at(p, from), true);
}

static void castle(MoveList *list, const Position *p, int right)
{
    bool white = castling_is_white(right);
    if (!p->castling[right] || white != p->white_to_move) return;
    Square king = castling_king(right), rook = castling_rook(right);
    int side = rook.file > king.file ? 1 : -1;
    for (Square s = step(king, side, 0); !same(s, rook); s = step(s, side, 0))
        if (!empty(p, s)) return;
    Position lifted = *p;
    set_piece(&lifted, king, '.');
    for (int n = 0; n <= 3; n++)
        if (attacked(&lifted, step(king, n * side, 0), !white)) return;
    Position after = begin_move(p);
    set_piece(&after, king, '.');
    set_piece(&after, rook, '.');
    set_piece(&after, step(king, 3 * side, 0), piece_of('K', white));
    set_piece(&after, step(king, 2 * side, 0), piece_of('R', white));
    keep_move(list, after, king, step(king, 3 * side, 0), '\0', false);
}

static void moves_of_piece(MoveList *list, const Position *p, Square from)
{
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            Square to = {file, rank};
            if (empty(p, to)) {
                if (reaches(p, from, to)) simple_move(list, p, from, to);
            } else if (is_of(piece_at(p, to), !p->white_to_move)) {
                if (attacks(p, from, to)) simple_move(list, p, from, to);
            }
        }
    }
    switch (kind_of(piece_at(p, from))) {
    case 'P':
        quiet_step(list, p, from, 0);
        double_step(list, p, from, 0);
        break;
    case 'W':
    case 'V':
        for (int side = -1; side <= 1; side += 2) {
            quiet_step(list, p, from, side);
            double_step(list, p, from, side);
        }
        break;
    case 'S':
        quiet_step(list, p, from, 0);
        double_step(list, p, from, 0);
        push(list, p, from);
        break;
    default: break;
    }
    take_en_passant(list, p, from);
}

/* ---- the end of the game ---- */

/* Bare Kings, or one bare King against one B, one N or two N. */
static bool insufficient(const Position *p)
{
    int bishops = 0, white_knights = 0, black_knights = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            char piece = p->board.at[rank][file];
            if (piece == '.' || kind_of(piece) == 'K') continue;
            if (kind_of(piece) == 'B')
                bishops++;
            else if (piece == 'N')
                white_knights++;
            else if (piece == 'n')
                black_knights++;
            else
                return false;
        }
    }
    if (bishops > 0) return bishops == 1 && white_knights == 0 && black_knights == 0;
    if (white_knights > 0 && black_knights > 0) return false;
    return white_knights <= 2 && black_knights <= 2;
}

const Reference reference_horizons = {
    .name = "horizons",
    .start_fen = "rnobmqkzbonr/pswpwsswpwsp/12/12/12/12/12/12/12/12/"
                 "PSWPWSSWPWSP/RNOBMQKZBONR w KQkq - 0 1",
    .normalise = normalise,
    .result = result,
    .moves = list_moves,
    .set_rule = set_rule,
};
