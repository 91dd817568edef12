/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* BordahBee: what people are shown, and moves as text. */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bordahbee.h"

static const char *const words[BOARD_TYPES] = {
    [PAWN] = PAWN_WORDS EN_PASSANT_WORDS PROMOTION_WORDS " Goes with Knight or Bishop on the other board.",
    [KNIGHT] = KNIGHT_WORDS " Goes with Pawn or Bishop on the other board.",
    [BISHOP] = BISHOP_WORDS " Goes with Pawn or Knight on the other board.",
    [ROOK] = ROOK_WORDS " Goes with King, Queen or castling on the other board.",
    [QUEEN] = QUEEN_WORDS " Goes with King, Rook or castling on the other board.",
    [KING] = "Steps one square in any direction. Castles two squares towards a Rook if neither has moved and nothing stands "
        "between, even out of or through attack. It may be captured: a side that loses either King has lost. Goes with King, "
        "Queen, Rook or castling on the other board.",
};

/* XBoard sees castling as a step of the King and one of the Rook. It forgets en-passant rights at every pass,
 * so its Pawns may step diagonally. */
static const char *const cecp_pieces[BOARD_TYPES] = {[PAWN] = "fmWfFifmnD", [ROOK] = "RismDismH", [KING] = "KisnD"};

const DisplaySheet bordahbee_display = {
    .rules = "BordahBee, by Gary K. Gifford, 2006. Two boards, and a move is one step on each board.\n"
             "The two kinds of pieces must go together:\n"
             "  King    with King, Queen, Rook or castling      Queen    with King, Rook or castling\n"
             "  Rook    with King, Queen or castling            castling with all of these\n"
             "  Knight  with Pawn or Bishop    Bishop with Pawn or Knight    Pawn with Knight or Bishop\n"
             "Write both, joined by a comma: g1f3,m2m4 - or one after the other.\n"
             "There is no check: a side that loses either King has lost, and so has a side without two\n"
             "moves that go together. Castling through or out of attack is allowed.\n"
             "Draws: a third occurrence; 100 plies without a capture or a Pawn's move on either board.",
    .brief = "Two boards, one move on each: capture either King.\n"
             "Pieces move as in chess, and none crosses to the other board.\n"
             "The two must go together: Pawn, Knight and Bishop with another of these kinds, King, Queen, "
             "Rook and castling with another.\n"
             "There is no check: a King is taken like any other piece, but only by a whole move.\n"
             "A side without two moves that go together loses.",
    .goals = {"Move once on each board. Capture either King.", "Move once on each board. Capture either King."},
    .scene = "b1c3,m2m4 e7e5,o8n6 g1f3,m4m5 d7d5,n6l5 e2e4,j1k3 c8g4,m7m6",
    .words = words,
    .leg_rule = "Pawn, Knight and Bishop go with another of these three kinds, and so do King, Queen, Rook and castling among "
                "themselves; King with King and castling with castling as well.",
    .cecp = {.table = "(PNBRQ.....K.pnbrq.....k.)", .geometry = "16x8+0_lion", .pieces = cecp_pieces, .plain_start = true},
};

/* ---- Moves as text ---- */

static const char *const kind_names[KIND_NB] = {NULL,   "Pawn",  "Knight", "Bishop",
                                                "Rook", "Queen", "King",   "castling"};
static char *half_print(const Variant *variant, unsigned board, Half half, char *text)
{
    text += square_print(variant, (Square)(board * 64 + half_from(half)), text);
    text += square_print(variant, (Square)(board * 64 + half_to(half)), text);
    if (half_promotion(half)) *text++ = (char)tolower((unsigned char)piece_table[half_promotion(half)].letter);
    *text = '\0';
    return text;
}

void bordahbee_print_move(const Position *pos, Move move, char *text)
{
    text = half_print(pos->variant, 0, move_half(move, 0), text);
    *text++ = ',';
    half_print(pos->variant, 1, move_half(move, 1), text);
}

/* The legs in the text of a move, in lower case. Legs that are too long are cut off; they are illegal anyway. */
typedef struct Legs {
    unsigned count, board[2];
    Half half[2];
    char text[2][8];
} Legs;

static bool explain_leg(const Position *pos, const char *text, ErrorText *error)
{
    const char *p = text;
    Square from = square_parse(pos->variant, &p);
    Square to = from == SQUARE_NONE ? SQUARE_NONE : square_parse(pos->variant, &p);
    if (to == SQUARE_NONE || pos->board[from] == NO_PIECE || piece_side(pos->board[from]) != pos->side)
        return simple_explain(pos, text, error);
    if (square_board(from) != square_board(to)) return error_set(error, "no piece crosses to the other board (files a-h and i-p)");
    if (pos->board[from] == piece_make(pos->side, PAWN) && !*p && square_relative_rank(pos->side, from) == 6
        && square_relative_rank(pos->side, to) == 7 && !(pos->board[to] && piece_side(pos->board[to]) == pos->side))
        return error_set(error, "if the Pawn can go there it promotes: add q, r, b or n");
    return simple_explain(pos, text, error);
}

static bool find_leg(const Position *pos, Legs *legs, unsigned i, ErrorText *error)
{
    HalfList list;
    const char *p = legs->text[i];
    Square from = square_parse(pos->variant, &p);
    if (from != SQUARE_NONE) {
        unsigned board = legs->board[i] = square_board(from);
        bordahbee_list_halves(board_const(pos), board, GEN_ALL, (uint64_t)1 << (from & 63), &list);
        for (unsigned n = 0; n < list.first[S_KNIGHT_AGAIN]; ++n) {
            char candidate[8];
            legs->half[i] = move_half(list.halves[n], board);
            half_print(pos->variant, board, legs->half[i], candidate);
            if (strcmp(candidate, legs->text[i]) == 0) return true;
        }
    }
    ErrorText reason;
    if (!error) return false;
    explain_leg(pos, legs->text[i], &reason);
    return error_set(error, "leg %u: %s", i + 1, reason.text);
}

/* Lists the kinds that go with a kind on the other board: "King, Queen or castling". */
static const char *list_companions(unsigned kind, char list[80])
{
    unsigned kinds[KIND_NB], n = 0;
    size_t length = 0;
    for (unsigned other = 1; other < KIND_NB; ++other)
        if (compatible(kind, other)) kinds[n++] = other;
    for (unsigned i = 0; i < n; ++i)
        length += (size_t)sprintf(list + length, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", kind_names[kinds[i]]);
    return list;
}

/* Reads one or two legs: each legal on its board, on different boards, compatible. */
static bool read_legs(const Position *pos, const char *text, Legs *legs, ErrorText *error)
{
    Outcome outcome = pos->variant->end.on_board(pos);
    if (outcome.result != ONGOING) return error_set(error, "the game is over: %s", outcome.reason);
    *legs = (Legs){.count = 0};
    for (const char *p = text;; ++p) {
        size_t n = strcspn(p, ",");
        if (legs->count == 2) return error_set(error, "a move has two legs, one on each board");
        for (size_t i = 0; i < n && i < sizeof legs->text[0] - 1; ++i)
            legs->text[legs->count][i] = (char)tolower((unsigned char)p[i]);
        if (!find_leg(pos, legs, legs->count, error)) return false;
        ++legs->count;
        p += n;
        if (!*p) break;
    }
    if (legs->count < 2) return true;
    if (legs->board[0] == legs->board[1])
        return error_set(error, "leg 2: both legs are on Board %c; a move is one move on each board", 'A' + (int)legs->board[0]);
    unsigned kind = half_kind(legs->half[0]), other = half_kind(legs->half[1]);
    if (compatible(kind, other)) return true;
    char list[80];
    return error_set(error, "leg 2: %s does not go with %s: %s goes with %s", kind_names[other], kind_names[kind], kind_names[kind],
                     list_companions(kind, list));
}

bool bordahbee_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    Legs legs;
    if (!read_legs(pos, text, &legs, error)) return false;
    char list[80];
    if (legs.count < 2)
        return error_set(error, "a move is one move on each board, like g1f3,m2m4; %s goes with %s",
                         kind_names[half_kind(legs.half[0])], list_companions(half_kind(legs.half[0]), list));
    *move = (Move)legs.half[0] << legs.board[0] * HALF_BITS | (Move)legs.half[1] << legs.board[1] * HALF_BITS;
    return true;
}

LegStatus bordahbee_legs_status(const Position *pos, const char *text, ErrorText *error)
{
    Legs legs;
    HalfList list;
    if (!read_legs(pos, text, &legs, error)) return LEGS_ILLEGAL;
    if (legs.count == 2) return LEGS_COMPLETE;
    unsigned other = legs.board[0] ^ 1, kind = half_kind(legs.half[0]);
    bordahbee_list_halves(board_const(pos), other, GEN_ALL, ~(uint64_t)0, &list);
    for (unsigned i = 0; i < list.first[S_KNIGHT_AGAIN]; ++i)
        if (compatible(kind, half_kind(move_half(list.halves[i], other)))) return LEGS_PARTIAL;
    char wanted[80];
    error_set(error, "leg 1: no move on Board %c goes with %s, which needs %s", 'A' + (int)other, kind_names[kind],
              list_companions(kind, wanted));
    return LEGS_ILLEGAL;
}

void bordahbee_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX])
{
    Legs legs = {.count = 0};
    ErrorText ignored;
    memcpy(board, pos->board, sizeof pos->board);
    read_legs(pos, text, &legs, &ignored);
    for (unsigned i = 0; i < legs.count; ++i) {
        Half half = legs.half[i];
        Piece *squares = board + legs.board[i] * 64, piece = squares[half_from(half)];
        if (half_victim(half)) squares[half_victim_square(half)] = NO_PIECE;
        squares[half_from(half)] = NO_PIECE;
        if (half_promotion(half)) piece = piece_make(pos->side, (PieceType)half_promotion(half));
        squares[half_to(half)] = piece;
        unsigned first = legs.board[i] * 64;
        if (half_kind(half) == CASTLING)
            castling_show(board, &all_castlings, (Square)(first + half_from(half)), (Square)(first + half_to(half)));
    }
}
