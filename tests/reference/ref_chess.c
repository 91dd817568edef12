/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Orthodox chess, written slowly from its rules page.
 */
#include "mailbox.h"

enum { FILES = 8, RANKS = 8, DRAW_PLIES = 100, KING_FILE = 4 };

/* ---- rule options ---- */

static int no_castling, torpedo;
static int counter_limit = DRAW_PLIES, stalemate = STALEMATE_DRAWS;

static const Rule rules[] = {
    {"castling", &no_castling, 0, "on off", 0, 0},
    {"torpedo", &torpedo, 0, "off on", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_DRAWS, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- the position ---- */

/* Castling rights in the order they are printed. */
enum { CASTLINGS = 4 };
static const Shape shape = {FILES, RANKS, "KQRBNPkqrbnp", "KQkq", "", NULL};

typedef struct Position {
    Placement board;
    bool white_to_move;
    bool castling[CASTLINGS];
    bool en_passant; /* the last move was a Pawn's double step ... */
    Square stepped;  /* ... over this square */
    int counter, number;
} Position;

#include "one_king.h"

/* ---- how pieces capture, and move except for the Pawn ---- */

/* Are the squares between two squares empty? They are on one rank, file or diagonal. */
static bool way_is_free(const Position *p, Square from, Square to)
{
    int x = (to.file > from.file) - (to.file < from.file);
    int y = (to.rank > from.rank) - (to.rank < from.rank);
    for (Square s = step(from, x, y); !same(s, to); s = step(s, x, y))
        if (!empty(p, s)) return false;
    return true;
}

static bool attacks(const Position *p, Square from, Square to)
{
    char piece = piece_at(p, from);
    int files = abs(to.file - from.file), ranks = abs(to.rank - from.rank);
    bool straight = (files == 0) != (ranks == 0);
    bool diagonal = files == ranks && files > 0;
    switch (kind_of(piece)) {
    case 'K': return (straight || diagonal) && files <= 1 && ranks <= 1;
    case 'Q': return (straight || diagonal) && way_is_free(p, from, to);
    case 'R': return straight && way_is_free(p, from, to);
    case 'B': return diagonal && way_is_free(p, from, to);
    case 'N': return (files == 1 && ranks == 2) || (files == 2 && ranks == 1);
    case 'P': return files == 1 && to.rank - from.rank == forward(is_white(piece));
    default: return false;
    }
}

/* ---- reading a FEN ---- */

static const char *check_board(const Position *p)
{
    int white_kings = 0, black_kings = 0;
    for (int right = 0; right < CASTLINGS; right++)
        if (p->castling[right] && no_castling) return "a castling right, where there is no castling";
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            char piece = p->board.at[rank][file];
            white_kings += piece == 'K';
            black_kings += piece == 'k';
            if (kind_of(piece) == 'P' && (rank == 0 || rank == RANKS - 1)) return "a Pawn on its first or last rank";
        }
    }
    return white_kings == 1 && black_kings == 1 ? NULL : "not exactly one King a side";
}

/* May a Pawn step two squares from this rank? It never stands on its first. */
static bool may_step_twice(bool white, int rank) { return torpedo ? rank != first_rank(white) : rank == second_rank(white); }

static const char *read_en_passant(const char **in, Position *p)
{
    bool stepper_white = !p->white_to_move;
    int f = forward(stepper_white);
    Square over, origin, stepper;
    if (take(in, '-')) return NULL;
    if (!read_square(in, &shape, &over.file, &over.rank)) return "bad en-passant square";
    origin = step(over, 0, -f);
    stepper = step(over, 0, f);
    if (!on_board(origin) || !on_board(stepper)) return "en-passant square on a wrong rank";
    if (!may_step_twice(stepper_white, origin.rank)) return "en-passant square on a wrong rank";
    if (piece_at(p, stepper) != piece_of('P', stepper_white)) return "en passant without its Pawn";
    if (!empty(p, over) || !empty(p, origin)) return "en passant over or from an occupied square";
    p->en_passant = true;
    p->stepped = over;
    return NULL;
}

static const char *read_fen(const char *fen, Position *p)
{
    const char *wrong;
    memset(p, 0, sizeof *p);
    if ((wrong = read_board(&fen, &shape, &p->board)) != NULL
        || (wrong = read_side_and_castling(&fen, &shape, &p->white_to_move, p->castling)) != NULL
        || (wrong = check_board(p)) != NULL || (wrong = check_castling(p)) != NULL || (wrong = read_en_passant(&fen, p)) != NULL
        || (wrong = read_counters_from(0, &fen, &p->counter, &p->number)) != NULL)
        return wrong;
    if (p->number == 0) p->number = 1;
    return in_check(p, !p->white_to_move) ? "the side not to move is in check" : NULL;
}

/* ---- printing ---- */

static void print_fen(const Position *p, char *out)
{
    out = put_side_and_castling(put_board(out, &shape, &p->board), &shape, p->white_to_move, p->castling);
    out = p->en_passant ? print_square(out, p->stepped) : put_char(out, '-');
    put_counters(out, p->counter, p->number);
}

/* ---- moves ---- */

/* A move in progress: the position with its pieces moved, and what the rest depends on. */
typedef struct Play {
    Position after;
    Square from, to;
    char promotion; /* capital letter, or '\0' */
    bool progress;  /* a capture or a Pawn's move */
} Play;

/* The piece goes from one square to another, without any rule. */
static Play begin_move(const Position *p, Square from, Square to)
{
    Play play = {.after = *p, .from = from, .to = to};
    play.progress = kind_of(piece_at(p, from)) == 'P' || !empty(p, to);
    play.after.en_passant = false;
    set_piece(&play.after, to, piece_at(p, from));
    set_piece(&play.after, from, '.');
    return play;
}

static void end_move(MoveList *list, const Play *play)
{
    keep_move(list, play->after, play->from, play->to, play->promotion, play->progress);
}

/* A Pawn has arrived; on the last rank it promotes, and has then left no Pawn to take en passant. */
static void pawn_arrives(MoveList *list, Play play)
{
    bool white = play.after.white_to_move;
    if (play.to.rank != last_rank(white)) {
        end_move(list, &play);
        return;
    }
    play.after.en_passant = false;
    for (const char *kind = "QRBN"; *kind != '\0'; kind++) {
        play.promotion = *kind;
        set_piece(&play.after, play.to, piece_of(*kind, white));
        end_move(list, &play);
    }
}

static void pawn_steps(MoveList *list, const Position *p, Square from)
{
    int f = forward(p->white_to_move);
    Square one = step(from, 0, f), two = step(from, 0, 2 * f);
    if (!empty(p, one)) return;
    pawn_arrives(list, begin_move(p, from, one));
    if (!may_step_twice(p->white_to_move, from.rank) || !empty(p, two)) return;
    Play play = begin_move(p, from, two);
    play.after.en_passant = true;
    play.after.stepped = one;
    pawn_arrives(list, play);
}

static void take_en_passant(MoveList *list, const Position *p, Square from)
{
    if (!p->en_passant || !attacks(p, from, p->stepped)) return;
    Play play = begin_move(p, from, p->stepped);
    set_piece(&play.after, step(p->stepped, 0, -forward(p->white_to_move)), '.');
    end_move(list, &play);
}

static void castle(MoveList *list, const Position *p, int right)
{
    bool white = castling_is_white(right);
    Square king = castling_king(right), rook = castling_rook(right);
    int side = rook.file > king.file ? 1 : -1;
    if (!p->castling[right] || white != p->white_to_move || !way_is_free(p, king, rook)) return;
    for (int n = 0; n <= 2; n++)
        if (attacked(p, step(king, n * side, 0), !white)) return;
    Play play = begin_move(p, king, step(king, 2 * side, 0));
    set_piece(&play.after, rook, '.');
    set_piece(&play.after, step(king, side, 0), piece_of('R', white));
    end_move(list, &play);
}

static void moves_of_piece(MoveList *list, const Position *p, Square from)
{
    bool pawn = kind_of(piece_at(p, from)) == 'P';
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            Square to = {file, rank};
            if (is_of(piece_at(p, to), p->white_to_move) || !attacks(p, from, to)) continue;
            Play play = begin_move(p, from, to);
            if (!pawn)
                end_move(list, &play);
            else if (!empty(p, to))
                pawn_arrives(list, play);
        }
    }
    if (!pawn) return;
    pawn_steps(list, p, from);
    take_en_passant(list, p, from);
}

/* ---- the end of the game ---- */

/* Kings alone, with one Bishop or Knight, or with Bishops that all stand on one colour. */
static bool insufficient(const Position *p)
{
    int knights = 0, bishops_on[2] = {0, 0};
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            switch (kind_of(p->board.at[rank][file])) {
            case '.':
            case 'K': break;
            case 'N': knights++; break;
            case 'B': bishops_on[(file + rank) % 2]++; break;
            default: return false;
            }
        }
    }
    int bishops = bishops_on[0] + bishops_on[1];
    if (knights > 0) return knights + bishops == 1;
    return bishops_on[0] == 0 || bishops_on[1] == 0;
}

const Reference reference_chess = {
    .name = "chess",
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .normalise = normalise,
    .result = result,
    .moves = list_moves,
    .set_rule = set_rule,
};
