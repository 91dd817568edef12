/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * BordahBee, written slowly from its rules page.
 */
#include "reference.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 16, RANKS = 8, BOARDS = 2, BOARD_FILES = 8, DRAW_PLIES = 100 };

/* No piece has more than 27 targets; a Pawn has at most four times three moves. */
enum { BOARD_MOVES_MAX = 64 * 27 };

/* Castling rights, by the files of the Rooks, in the order they are printed. */
enum { CASTLINGS = 8 };
static const char castling_letters[CASTLINGS + 1] = "HAPIhapi";

typedef struct Square {
    int file, rank; /* from 0: a1 is 0, 0 and p8 is 15, 7 */
} Square;

typedef struct Position {
    char at[RANKS][FILES]; /* '.' is empty; capitals are White's */
    bool white_to_move;
    bool castling[CASTLINGS];
    bool en_passant[BOARDS]; /* a Pawn of this board has just passed over ... */
    Square stepped[BOARDS];  /* ... this square */
    int counter, number;
} Position;

/* The kind of a move: the piece's capital letter, or 'C' for castling. */
typedef struct Move {
    Square from, to;
    char kind;
    char promotion; /* capital letter, or '\0' */
    bool double_step, en_passant;
} Move;

typedef struct MoveList {
    Move moves[BOARD_MOVES_MAX];
    size_t count;
} MoveList;

/* ---- small things ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_white(char piece)
{
    return piece >= 'A' && piece <= 'Z';
}

static bool is_black(char piece)
{
    return piece >= 'a' && piece <= 'z';
}

static bool belongs(char piece, bool white)
{
    return white ? is_white(piece) : is_black(piece);
}

/* The kind of a piece: its capital letter. */
static char kind_of(char piece)
{
    return is_black(piece) ? (char)(piece - 'a' + 'A') : piece;
}

static char piece_of(char kind, bool white)
{
    return white ? kind : (char)(kind - 'A' + 'a');
}

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static int board_of(Square s)
{
    return s.file / BOARD_FILES;
}

static bool on_board(int board, Square s)
{
    return s.file >= board * BOARD_FILES && s.file < (board + 1) * BOARD_FILES && s.rank >= 0
           && s.rank < RANKS;
}

static bool same(Square a, Square b)
{
    return a.file == b.file && a.rank == b.rank;
}

static Square step(Square s, int files, int ranks)
{
    Square t = {s.file + files, s.rank + ranks};
    return t;
}

/* Valid only for squares of the diagram. */
static char piece_at(const Position *p, Square s)
{
    return p->at[s.rank][s.file];
}

static void put(Position *p, Square s, char piece)
{
    p->at[s.rank][s.file] = piece;
}

static int forward(bool white)
{
    return white ? 1 : -1;
}

static int first_rank(bool white)
{
    return white ? 0 : RANKS - 1;
}

static int second_rank(bool white)
{
    return white ? 1 : RANKS - 2;
}

static int last_rank(bool white)
{
    return white ? RANKS - 1 : 0;
}

static int kings_on(const Position *p, int board, bool white)
{
    int kings = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int file = 0; file < BOARD_FILES; file++)
            if (p->at[rank][board * BOARD_FILES + file] == piece_of('K', white))
                kings++;
    return kings;
}

/* ---- castling rights ---- */

static bool castling_is_white(int right)
{
    return is_white(castling_letters[right]);
}

static Square castling_rook(int right)
{
    bool white = castling_is_white(right);
    Square s = {castling_letters[right] - (white ? 'A' : 'a'), first_rank(white)};
    return s;
}

static Square castling_king(int right)
{
    Square s = {board_of(castling_rook(right)) * BOARD_FILES + 4,
                first_rank(castling_is_white(right))};
    return s;
}

static bool castling_at_home(const Position *p, int right)
{
    bool white = castling_is_white(right);
    return piece_at(p, castling_king(right)) == piece_of('K', white)
           && piece_at(p, castling_rook(right)) == piece_of('R', white);
}

/* ---- reading a FEN ---- */

static bool read_number(const char **in, int *value)
{
    const char *c = *in;
    int digits = 0, n = 0;
    for (; is_digit(*c); c++) {
        if (++digits > 5)
            return false;
        n = n * 10 + (*c - '0');
    }
    *in = c;
    *value = n;
    return digits > 0;
}

static const char *read_board(const char **in, Position *p)
{
    const char *c = *in;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int file = 0;
        while (*c != '\0' && *c != '/' && *c != ' ') {
            if (is_digit(*c)) {
                int gap = 0;
                if (*c == '0')
                    return "a number in a rank begins with 0";
                for (; is_digit(*c); c++) {
                    gap = gap * 10 + (*c - '0');
                    if (file + gap > FILES)
                        return "a rank is too wide";
                }
                for (; gap > 0; gap--)
                    p->at[rank][file++] = '.';
            } else {
                if (!one_of(*c, "KQRBNPkqrbnp"))
                    return "unknown letter on the boards";
                if (file >= FILES)
                    return "a rank is too wide";
                p->at[rank][file++] = *c++;
            }
        }
        if (file != FILES)
            return "a rank is too narrow";
        if (*c != (rank > 0 ? '/' : ' '))
            return "wrong number of ranks";
        c++;
    }
    *in = c;
    return NULL;
}

static const char *check_board(const Position *p)
{
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank += RANKS - 1)
            if (p->at[rank][file] == 'P' || p->at[rank][file] == 'p')
                return "a Pawn on its first or last rank";
    for (int board = 0; board < BOARDS; board++) {
        int movers = kings_on(p, board, p->white_to_move);
        int others = kings_on(p, board, !p->white_to_move);
        if (movers > 1 || others > 1)
            return "more than one King a side on a board";
        if (others == 0)
            return "the side not to move has no King on a board";
    }
    return NULL;
}

static const char *read_castling(const char **in, Position *p)
{
    const char *c = *in;
    if (*c == '-') {
        c++;
    } else {
        const char *start = c;
        for (; *c != '\0' && *c != ' '; c++) {
            if (!one_of(*c, castling_letters))
                return "unknown castling letter";
            int right = (int)(strchr(castling_letters, *c) - castling_letters);
            if (p->castling[right])
                return "castling letter given twice";
            if (!castling_at_home(p, right))
                return "castling right without King and Rook at home";
            p->castling[right] = true;
        }
        if (c == start)
            return "castling field is empty";
    }
    if (*c != ' ')
        return "bad castling field";
    *in = c + 1;
    return NULL;
}

/* One square, on either board, or one on each: Board A's first. */
static const char *read_en_passant(const char **in, Position *p)
{
    const char *c = *in;
    bool stepper_white = !p->white_to_move;
    int f = forward(stepper_white), last_board = -1;
    if (*c == '-') {
        c++;
    } else {
        do {
            if (*c < 'a' || *c >= 'a' + FILES)
                return "bad en-passant square";
            Square over = {*c++ - 'a', 0};
            if (*c < '1' || *c >= '1' + RANKS)
                return "bad en-passant square";
            over.rank = *c++ - '1';
            if (over.rank != second_rank(stepper_white) + f)
                return "en-passant square on a wrong rank";
            int board = board_of(over);
            if (board <= last_board)
                return "en-passant squares on one board or in the wrong order";
            if (piece_at(p, step(over, 0, f)) != piece_of('P', stepper_white))
                return "en passant without its Pawn";
            if (piece_at(p, over) != '.' || piece_at(p, step(over, 0, -f)) != '.')
                return "en passant over or from an occupied square";
            p->en_passant[board] = true;
            p->stepped[board] = over;
            last_board = board;
        } while (*c != '\0' && *c != ' ');
    }
    if (*c != ' ')
        return "bad en-passant field";
    *in = c + 1;
    return NULL;
}

static const char *parse(const char *fen, Position *p)
{
    const char *c = fen, *wrong;
    memset(p, 0, sizeof *p);
    if ((wrong = read_board(&c, p)) != NULL)
        return wrong;
    if (*c != 'w' && *c != 'b')
        return "side to move is neither w nor b";
    p->white_to_move = *c++ == 'w';
    if (*c++ != ' ')
        return "bad side to move";
    if ((wrong = check_board(p)) != NULL)
        return wrong;
    if ((wrong = read_castling(&c, p)) != NULL || (wrong = read_en_passant(&c, p)) != NULL)
        return wrong;
    if (!read_number(&c, &p->counter) || *c++ != ' ')
        return "bad counter";
    if (!read_number(&c, &p->number) || *c != '\0' || p->number < 1)
        return "bad move number";
    return NULL;
}

/* ---- printing ---- */

static char *print_number(char *out, int n)
{
    if (n >= 10)
        out = print_number(out, n / 10);
    *out++ = (char)('0' + n % 10);
    return out;
}

static char *print_square(char *out, Square s)
{
    *out++ = (char)('a' + s.file);
    return print_number(out, s.rank + 1);
}

static void print_fen(const Position *p, char *out)
{
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < FILES; file++) {
            if (p->at[rank][file] == '.') {
                gap++;
                continue;
            }
            if (gap > 0)
                out = print_number(out, gap);
            gap = 0;
            *out++ = p->at[rank][file];
        }
        if (gap > 0)
            out = print_number(out, gap);
        *out++ = rank > 0 ? '/' : ' ';
    }
    *out++ = p->white_to_move ? 'w' : 'b';
    *out++ = ' ';
    bool any = false;
    for (int right = 0; right < CASTLINGS; right++) {
        if (p->castling[right]) {
            *out++ = castling_letters[right];
            any = true;
        }
    }
    if (!any)
        *out++ = '-';
    *out++ = ' ';
    if (!p->en_passant[0] && !p->en_passant[1])
        *out++ = '-';
    for (int board = 0; board < BOARDS; board++)
        if (p->en_passant[board])
            out = print_square(out, p->stepped[board]);
    *out++ = ' ';
    out = print_number(out, p->counter);
    *out++ = ' ';
    out = print_number(out, p->number);
    *out = '\0';
}

static char *print_move(char *out, const Move *move)
{
    out = print_square(out, move->from);
    out = print_square(out, move->to);
    if (move->promotion != '\0')
        *out++ = piece_of(move->promotion, false);
    return out;
}

/* ---- moves on one board: FIDE chess without any notion of check ---- */

static void add(MoveList *list, Move move)
{
    if (list->count >= BOARD_MOVES_MAX)
        abort();
    list->moves[list->count++] = move;
}

/* Goes up to limit steps in one direction, up to and including the first piece. */
static void ride(MoveList *list, const Position *p, Square from, int files, int ranks, int limit)
{
    int board = board_of(from);
    Square to = step(from, files, ranks);
    for (int n = 1; n <= limit && on_board(board, to); n++) {
        char target = piece_at(p, to);
        if (belongs(target, p->white_to_move))
            return;
        Move move = {.from = from, .to = to, .kind = kind_of(piece_at(p, from))};
        add(list, move);
        if (target != '.')
            return;
        to = step(to, files, ranks);
    }
}

static void pawn_arrives(MoveList *list, const Position *p, Move move)
{
    if (move.to.rank != last_rank(p->white_to_move)) {
        add(list, move);
        return;
    }
    for (const char *kind = "QRBN"; *kind != '\0'; kind++) {
        move.promotion = *kind;
        add(list, move);
    }
}

static void pawn_moves(MoveList *list, const Position *p, Square from)
{
    int board = board_of(from), f = forward(p->white_to_move);
    Square one = step(from, 0, f), two = step(from, 0, 2 * f);
    if (on_board(board, one) && piece_at(p, one) == '.') {
        Move move = {.from = from, .to = one, .kind = 'P'};
        pawn_arrives(list, p, move);
        if (from.rank == second_rank(p->white_to_move) && piece_at(p, two) == '.') {
            move.to = two;
            move.double_step = true;
            add(list, move);
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        Move move = {.from = from, .to = step(from, side, f), .kind = 'P'};
        if (!on_board(board, move.to))
            continue;
        if (belongs(piece_at(p, move.to), !p->white_to_move)) {
            pawn_arrives(list, p, move);
        } else if (p->en_passant[board] && same(move.to, p->stepped[board])) {
            move.en_passant = true;
            add(list, move);
        }
    }
}

static void castle(MoveList *list, const Position *p, int board, int right)
{
    Square king = castling_king(right), rook = castling_rook(right);
    if (!p->castling[right] || castling_is_white(right) != p->white_to_move
        || board_of(king) != board)
        return;
    int side = rook.file > king.file ? 1 : -1;
    for (Square s = step(king, side, 0); !same(s, rook); s = step(s, side, 0))
        if (piece_at(p, s) != '.')
            return;
    Move move = {.from = king, .to = step(king, 2 * side, 0), .kind = 'C'};
    add(list, move);
}

static void piece_moves(MoveList *list, const Position *p, Square from)
{
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const int knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    char kind = kind_of(piece_at(p, from));
    int limit = kind == 'K' ? 1 : RANKS;
    if (kind == 'P')
        pawn_moves(list, p, from);
    if (kind == 'N')
        for (int d = 0; d < 8; d++)
            ride(list, p, from, knight[d][0], knight[d][1], 1);
    if (kind == 'R' || kind == 'Q' || kind == 'K')
        for (int d = 0; d < 4; d++)
            ride(list, p, from, straight[d][0], straight[d][1], limit);
    if (kind == 'B' || kind == 'Q' || kind == 'K')
        for (int d = 0; d < 4; d++)
            ride(list, p, from, diagonal[d][0], diagonal[d][1], limit);
}

static void board_moves(MoveList *list, const Position *p, int board)
{
    list->count = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < BOARD_FILES; file++) {
            Square from = {board * BOARD_FILES + file, rank};
            if (belongs(piece_at(p, from), p->white_to_move))
                piece_moves(list, p, from);
        }
    }
    for (int right = 0; right < CASTLINGS; right++)
        castle(list, p, board, right);
}

/* ---- the move ---- */

static bool compatible(char one, char other)
{
    switch (one) {
    case 'K':
        return one_of(other, "KQRC");
    case 'Q':
        return one_of(other, "KRC");
    case 'R':
        return one_of(other, "KQC");
    case 'C':
        return one_of(other, "CKQR");
    case 'N':
        return one_of(other, "PB");
    case 'B':
        return one_of(other, "PN");
    case 'P':
        return one_of(other, "NB");
    default:
        return false;
    }
}

/* Plays one move on after's board; true if it is a capture or a Pawn move. */
static bool play(Position *after, const Move *move)
{
    bool white = after->white_to_move;
    int board = board_of(move->from), f = forward(white);
    char piece = piece_at(after, move->from);
    bool resets = move->kind == 'P' || piece_at(after, move->to) != '.';
    put(after, move->from, '.');
    put(after, move->to, move->promotion != '\0' ? piece_of(move->promotion, white) : piece);
    if (move->en_passant)
        put(after, step(move->to, 0, -f), '.');
    if (move->double_step) {
        after->en_passant[board] = true;
        after->stepped[board] = step(move->from, 0, f);
    }
    if (move->kind == 'C') {
        bool right_hand = move->to.file > move->from.file;
        put(after, step(move->from, right_hand ? 3 : -4, 0), '.');
        put(after, step(move->from, right_hand ? 1 : -1, 0), piece_of('R', white));
    }
    return resets;
}

static Position play_move(const Position *before, const Move *a, const Move *b)
{
    Position after = *before;
    Square none = {0, 0};
    for (int board = 0; board < BOARDS; board++) {
        after.en_passant[board] = false;
        after.stepped[board] = none;
    }
    bool reset_a = play(&after, a);
    bool reset_b = play(&after, b);
    for (int right = 0; right < CASTLINGS; right++)
        if (!castling_at_home(&after, right))
            after.castling[right] = false;
    after.counter = reset_a || reset_b ? 0 : before->counter + 1;
    if (!before->white_to_move)
        after.number++;
    after.white_to_move = !before->white_to_move;
    return after;
}

static bool mover_lacks_king(const Position *p)
{
    return kings_on(p, 0, p->white_to_move) == 0 || kings_on(p, 1, p->white_to_move) == 0;
}

static size_t all_moves(const Position *p, RefMove **out)
{
    MoveList list_a, list_b;
    size_t count = 0, filled = 0;
    *out = NULL;
    if (mover_lacks_king(p))
        return 0;
    board_moves(&list_a, p, 0);
    board_moves(&list_b, p, 1);
    for (size_t i = 0; i < list_a.count; i++)
        for (size_t j = 0; j < list_b.count; j++)
            if (compatible(list_a.moves[i].kind, list_b.moves[j].kind))
                count++;
    if (count == 0)
        return 0;
    RefMove *items = malloc(count * sizeof *items);
    if (items == NULL)
        abort();
    for (size_t i = 0; i < list_a.count; i++) {
        for (size_t j = 0; j < list_b.count; j++) {
            const Move *a = &list_a.moves[i], *b = &list_b.moves[j];
            if (!compatible(a->kind, b->kind))
                continue;
            RefMove *move = &items[filled++];
            char *text = print_move(move->text, a);
            *text++ = ',';
            text = print_move(text, b);
            *text = '\0';
            Position after = play_move(p, a, b);
            print_fen(&after, move->fen);
        }
    }
    *out = items;
    return count;
}

/* ---- the interface ---- */

static const char *normalise(const char *fen, char *out)
{
    Position p;
    const char *wrong = parse(fen, &p);
    if (wrong == NULL)
        print_fen(&p, out);
    return wrong;
}

static RefResult result(const char *fen)
{
    Position p;
    RefMove *items;
    if (parse(fen, &p) != NULL)
        return REF_ONGOING;
    size_t count = all_moves(&p, &items);
    free(items);
    if (mover_lacks_king(&p) || count == 0)
        return p.white_to_move ? REF_BLACK_WINS : REF_WHITE_WINS;
    if (p.counter >= DRAW_PLIES)
        return REF_DRAW;
    return REF_ONGOING;
}

static size_t list_moves(const char *fen, RefMove **out)
{
    Position p;
    *out = NULL;
    if (parse(fen, &p) != NULL)
        return 0;
    return all_moves(&p, out);
}

const Reference reference_bordahbee = {
    .name = "bordahbee",
    .start_fen = "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/"
                 "RNBQKBNRRNBQKBNR w HAPIhapi - 0 1",
    .normalise = normalise,
    .result = result,
    .moves = list_moves,
};
