/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * BordahBee, written slowly from its rules page.
 */
#include "mailbox.h"

enum { FILES = 16, RANKS = 8, BOARDS = 2, BOARD_FILES = 8, DRAW_PLIES = 100 };

/* ---- rule options ---- */

static int any_pairing, both_kings;
static int counter_limit = DRAW_PLIES, stalemate = STALEMATE_LOSES;

static const Rule rules[] = {
    {"pairing", &any_pairing, 0, "kinds any", 0, 0},
    {"kings", &both_kings, 0, "either both", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_LOSES, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- the position ---- */

/* No piece has more than 27 targets; a Pawn has at most four times three moves. */
enum { BOARD_MOVES_MAX = 64 * 27 };

/* Castling rights, by the files of the Rooks, in the order they are printed. */
enum { CASTLINGS = 8 };
static const Shape shape = {FILES, RANKS, "KQRBNPkqrbnp", "HAPIhapi", "", NULL};

typedef struct Position {
    Placement board;
    bool white_to_move;
    bool castling[CASTLINGS];
    bool en_passant[BOARDS]; /* a Pawn of this board has just passed over ... */
    Square stepped[BOARDS];  /* ... this square */
    int counter, number;
} Position;

#include "squares.h"

/* The kind of a move: the piece's capital letter, or 'C' for castling. */
typedef struct Move {
    Square from, to;
    char kind;
    char promotion; /* capital letter, or '\0' */
    bool double_step, en_passant;
} Move;

typedef struct Halves {
    Move moves[BOARD_MOVES_MAX];
    size_t count;
} Halves;

/* ---- small things ---- */

static int board_of(Square s) { return s.file / BOARD_FILES; }

static bool on_board(int board, Square s)
{
    return s.file >= board * BOARD_FILES && s.file < (board + 1) * BOARD_FILES && s.rank >= 0 && s.rank < RANKS;
}

static int kings_on(const Position *p, int board, bool white)
{
    int kings = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int file = 0; file < BOARD_FILES; file++)
            if (p->board.at[rank][board * BOARD_FILES + file] == piece_of('K', white)) kings++;
    return kings;
}

/* Has the side lost either King, or with kings=both both Kings? */
static bool lost_kings(const Position *p, bool white)
{
    bool one = kings_on(p, 0, white) == 0, other = kings_on(p, 1, white) == 0;
    return both_kings ? one && other : one || other;
}

/* ---- castling rights ---- */

static Square castling_rook(int right)
{
    bool white = castling_is_white(right);
    Square s = {shape.castlings[right] - (white ? 'A' : 'a'), first_rank(white)};
    return s;
}

static Square castling_king(int right)
{
    Square s = {board_of(castling_rook(right)) * BOARD_FILES + 4, first_rank(castling_is_white(right))};
    return s;
}

/* ---- reading a FEN ---- */

static const char *check_board(const Position *p)
{
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank += RANKS - 1)
            if (p->board.at[rank][file] == 'P' || p->board.at[rank][file] == 'p') return "a Pawn on its first or last rank";
    for (int board = 0; board < BOARDS; board++) {
        int movers = kings_on(p, board, p->white_to_move);
        int others = kings_on(p, board, !p->white_to_move);
        if (movers > 1 || others > 1) return "more than one King a side on a board";
    }
    if (lost_kings(p, !p->white_to_move)) return "the side not to move has lost its Kings";
    return NULL;
}

/* One square, on either board, or one on each: Board A's first. */
static const char *read_en_passant(const char **in, Position *p)
{
    bool stepper_white = !p->white_to_move;
    int f = forward(stepper_white), last_board = -1;
    if (take(in, '-')) return NULL;
    do {
        Square over;
        if (!read_square(in, &shape, &over.file, &over.rank)) return "bad en-passant square";
        if (over.rank != second_rank(stepper_white) + f) return "en-passant square on a wrong rank";
        int board = board_of(over);
        if (board <= last_board) return "en-passant squares on one board or in the wrong order";
        if (piece_at(p, step(over, 0, f)) != piece_of('P', stepper_white)) return "en passant without its Pawn";
        if (piece_at(p, over) != '.' || piece_at(p, step(over, 0, -f)) != '.') return "en passant over or from an occupied square";
        p->en_passant[board] = true;
        p->stepped[board] = over;
        last_board = board;
    } while (**in != '\0' && **in != ' ');
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
    return NULL;
}

/* ---- printing ---- */

static void print_fen(const Position *p, char *out)
{
    out = put_side_and_castling(put_board(out, &shape, &p->board), &shape, p->white_to_move, p->castling);
    if (!p->en_passant[0] && !p->en_passant[1]) out = put_char(out, '-');
    for (int board = 0; board < BOARDS; board++)
        if (p->en_passant[board]) out = print_square(out, p->stepped[board]);
    put_counters(out, p->counter, p->number);
}

static char *print_move(char *out, const Move *move)
{
    out = print_square(print_square(out, move->from), move->to);
    return move->promotion != '\0' ? put_char(out, piece_of(move->promotion, false)) : out;
}

/* ---- moves on one board: FIDE chess without any notion of check ---- */

static void add(Halves *list, Move move)
{
    if (list->count >= BOARD_MOVES_MAX) abort();
    list->moves[list->count++] = move;
}

/* Goes up to limit steps in one direction, up to and including the first piece. */
static void ride(Halves *list, const Position *p, Square from, int files, int ranks, int limit)
{
    int board = board_of(from);
    Square to = step(from, files, ranks);
    for (int n = 1; n <= limit && on_board(board, to); n++) {
        char target = piece_at(p, to);
        if (is_of(target, p->white_to_move)) return;
        Move move = {.from = from, .to = to, .kind = kind_of(piece_at(p, from))};
        add(list, move);
        if (target != '.') return;
        to = step(to, files, ranks);
    }
}

static void pawn_arrives(Halves *list, const Position *p, Move move)
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

static void pawn_moves(Halves *list, const Position *p, Square from)
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
        if (!on_board(board, move.to)) continue;
        if (is_of(piece_at(p, move.to), !p->white_to_move)) {
            pawn_arrives(list, p, move);
        } else if (p->en_passant[board] && same(move.to, p->stepped[board])) {
            move.en_passant = true;
            add(list, move);
        }
    }
}

static void castle(Halves *list, const Position *p, int board, int right)
{
    Square king = castling_king(right), rook = castling_rook(right);
    if (!p->castling[right] || castling_is_white(right) != p->white_to_move || board_of(king) != board) return;
    int side = rook.file > king.file ? 1 : -1;
    for (Square s = step(king, side, 0); !same(s, rook); s = step(s, side, 0))
        if (piece_at(p, s) != '.') return;
    Move move = {.from = king, .to = step(king, 2 * side, 0), .kind = 'C'};
    add(list, move);
}

static void piece_moves(Halves *list, const Position *p, Square from)
{
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const int knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    char kind = kind_of(piece_at(p, from));
    int limit = kind == 'K' ? 1 : RANKS;
    if (kind == 'P') pawn_moves(list, p, from);
    if (kind == 'N')
        for (int d = 0; d < 8; d++) ride(list, p, from, knight[d][0], knight[d][1], 1);
    if (kind == 'R' || kind == 'Q' || kind == 'K')
        for (int d = 0; d < 4; d++) ride(list, p, from, straight[d][0], straight[d][1], limit);
    if (kind == 'B' || kind == 'Q' || kind == 'K')
        for (int d = 0; d < 4; d++) ride(list, p, from, diagonal[d][0], diagonal[d][1], limit);
}

static void board_moves(Halves *list, const Position *p, int board)
{
    list->count = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < BOARD_FILES; file++) {
            Square from = {board * BOARD_FILES + file, rank};
            if (is_of(piece_at(p, from), p->white_to_move)) piece_moves(list, p, from);
        }
    }
    for (int right = 0; right < CASTLINGS; right++) castle(list, p, board, right);
}

/* ---- the move ---- */

static bool compatible(char one, char other)
{
    if (any_pairing) return true;
    switch (one) {
    case 'K': return one_of(other, "KQRC");
    case 'Q': return one_of(other, "KRC");
    case 'R': return one_of(other, "KQC");
    case 'C': return one_of(other, "CKQR");
    case 'N': return one_of(other, "PB");
    case 'B': return one_of(other, "PN");
    case 'P': return one_of(other, "NB");
    default: return false;
    }
}

/* Plays one move on after's board; true if it is a capture or a Pawn move. */
static bool play(Position *after, const Move *move)
{
    bool white = after->white_to_move;
    int board = board_of(move->from), f = forward(white);
    char piece = piece_at(after, move->from);
    bool resets = move->kind == 'P' || piece_at(after, move->to) != '.';
    set_piece(after, move->from, '.');
    set_piece(after, move->to, move->promotion != '\0' ? piece_of(move->promotion, white) : piece);
    if (move->en_passant) set_piece(after, step(move->to, 0, -f), '.');
    if (move->double_step) {
        after->en_passant[board] = true;
        after->stepped[board] = step(move->from, 0, f);
    }
    if (move->kind == 'C') {
        bool right_hand = move->to.file > move->from.file;
        set_piece(after, step(move->from, right_hand ? 3 : -4, 0), '.');
        set_piece(after, step(move->from, right_hand ? 1 : -1, 0), piece_of('R', white));
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
    drop_castling(&after);
    after.counter = reset_a || reset_b ? 0 : before->counter + 1;
    if (!before->white_to_move) after.number++;
    after.white_to_move = !before->white_to_move;
    return after;
}

/* All moves, or at least so many of them. */
static MoveList all_moves(const Position *p, size_t enough)
{
    Halves list_a, list_b;
    MoveList list = {NULL, 0, 0};
    if (lost_kings(p, p->white_to_move)) return list;
    board_moves(&list_a, p, 0);
    board_moves(&list_b, p, 1);
    for (size_t i = 0; i < list_a.count && list.count < enough; i++) {
        for (size_t j = 0; j < list_b.count && list.count < enough; j++) {
            const Move *a = &list_a.moves[i], *b = &list_b.moves[j];
            if (!compatible(a->kind, b->kind)) continue;
            RefMove *move = new_move(&list);
            print_move(put_char(print_move(move->text, a), ','), b);
            Position after = play_move(p, a, b);
            print_fen(&after, move->fen);
        }
    }
    return list;
}

/* ---- the interface ---- */

#include "answers.h"

static RefResult result(const char *fen)
{
    Position p;
    if (read_fen(fen, &p) != NULL) return REF_ONGOING;
    if (lost_kings(&p, p.white_to_move)) return win_for(!p.white_to_move);
    MoveList list = all_moves(&p, 1);
    free(list.moves);
    if (list.count == 0) /* no pair of moves is compatible */
        return stalemate_result(stalemate, p.white_to_move);
    if (counter_draws(p.counter, counter_limit)) return REF_DRAW;
    return REF_ONGOING;
}

const Reference reference_bordahbee = {
    .name = "bordahbee",
    .start_fen = "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/"
                 "RNBQKBNRRNBQKBNR w HAPIhapi - 0 1",
    .normalise = normalise,
    .result = result,
    .moves = list_moves,
    .set_rule = set_rule,
};
