/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "explain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool may_have(const PieceInfo *info, Side side) { return info->sides >> side & 1; }

/* ---- Pieces ---- */

/* Appends a piece on a line of its own; further lines are indented. */
static void add_piece(const Variant *variant, PieceType type, const char *line_end, const char *picture, Buffer *out)
{
    enum { COLUMNS = 76, INDENT = 6 };
    static const char *const owners[] = {"", "White's ", "Black's ", ""};
    const PieceInfo *info = &variant->board.pieces[type];
    size_t before = out->length;
    buffer_add(out, "%s%s%s (%s%c", line_end, owners[info->sides & 3], info->name, info->promoted ? "+" : "", info->letter);
    if (picture) buffer_add(out, ", %s", picture);
    buffer_add(out, "):");
    size_t column = out->length - before;
    for (const char *words = variant_words(variant, type); *words;) {
        size_t length = strcspn(words, " ");
        bool wraps = column + 1 + length > COLUMNS;
        if (wraps) buffer_add(out, "%s%*s%.*s", line_end, INDENT, "", (int)length, words);
        else buffer_add(out, " %.*s", (int)length, words);
        column = (wraps ? INDENT : column + 1) + length;
        words += length + strspn(words + length, " ");
    }
}

void explain_pieces(const Variant *variant, const char *line_end, const char *(*picture)(const Variant *variant, PieceType type),
                    Buffer *out)
{
    buffer_add(out, "The pieces of %s: name, letter, %smoves.", variant->title, picture ? "picture, " : "");
    for (PieceType t = 1; t < variant->board.types; ++t) add_piece(variant, t, line_end, picture ? picture(variant, t) : NULL, out);
}

PieceType explain_find_piece(const Variant *variant, const char *name)
{
    bool promoted = *name == '+';
    for (PieceType t = 1; t < variant->board.types; ++t) {
        const PieceInfo *info = &variant->board.pieces[t];
        const char *word = name + promoted;
        if (text_equal(info->name, name)) return t;
        if (info->promoted == promoted && word[0] && !word[1]
            && toupper((unsigned char)word[0]) == toupper((unsigned char)info->letter)) return t;
    }
    return NO_TYPE;
}

/* ---- Diagrams ----
 *
 * Builds a position with one piece of a side, the royal pieces on their start squares, and on a second board, if
 * there is one, pieces that can move along. The legal moves of that position, and of the same position with an enemy
 * on each square in turn, show where the piece can go. */

typedef struct Lab {
    const Variant *variant;
    Position *pos;                /* the position under test */
    Piece board[SQUARE_MAX];      /* under construction */
    Piece start[SQUARE_MAX];      /* of the game's start position */
    unsigned squares, per_board;
    Side side;
    PieceType type;
} Lab;

/* Sets up the board; false if the game rejects it. */
static bool lab_set(Lab *lab)
{
    char fen[FEN_MAX];
    ErrorText ignored;
    Position *scratch = position_new(lab->variant);
    if (!scratch) return false;
    memcpy(scratch->board, lab->board, sizeof scratch->board);
    scratch->side = lab->side;
    scratch->state->number = 1;
    fen_write(scratch, "-", "-", fen);
    position_free(scratch);
    return position_set_fen(lab->pos, fen, &ignored) && position_reserve(lab->pos, 4);
}

static unsigned count_pieces(const Piece *board, unsigned squares, Side side)
{
    unsigned n = 0;
    for (unsigned s = 0; s < squares; ++s) n += board[s] && piece_side(board[s]) == side;
    return n;
}

/* Did a move leave all other pieces of the side on the piece's board in place? */
static bool others_stay(const Lab *lab, const Piece *before, Square at)
{
    unsigned first = at / lab->per_board * lab->per_board;
    for (unsigned s = first; s < first + lab->per_board; ++s)
        if (s != at && before[s] && piece_side(before[s]) == lab->side && lab->pos->board[s] != before[s]) return false;
    return true;
}

/* Records what the legal moves do with the piece on `at`: its targets, and the fate of a piece on `victim` (or
 * SQUARE_NONE). */
static void lab_watch(Lab *lab, Square at, Square victim, uint8_t marks[SQUARE_MAX])
{
    Position *pos = lab->pos;
    size_t count;
    Move *moves = position_moves(pos, &count);
    Piece before[SQUARE_MAX];
    memcpy(before, pos->board, sizeof before);
    unsigned enemies = count_pieces(before, lab->squares, lab->side ^ 1), first = at / lab->per_board * lab->per_board;
    unsigned end = first + lab->per_board;
    if (lab->variant->moves.crosses_boards) first = 0, end = lab->squares; /* marks where the piece changes boards */
    for (size_t i = 0; i < count; ++i) {
        position_make(pos, moves[i]);
        bool ours = others_stay(lab, before, at), taken = count_pieces(pos->board, lab->squares, lab->side ^ 1) < enemies;
        if (victim == SQUARE_NONE && ours && pos->board[at] != before[at]) {
            for (unsigned s = first; s < end; ++s)
                if (!before[s] && pos->board[s] && piece_side(pos->board[s]) == lab->side) marks[s % lab->per_board] |= MARK_MOVE;
        } else if (victim != SQUARE_NONE && ours && pos->board[victim] != before[victim]) {
            marks[victim] |= taken ? MARK_CAPTURE : MARK_SHIFT;
        }
        position_unmake(pos);
    }
    free(moves);
}

/* Puts an enemy on a square: the cheapest type that the game accepts there. */
static bool lab_put_enemy(Lab *lab, Square square)
{
    const Variant *variant = lab->variant;
    bool tried[TYPE_MAX] = {false};
    for (;;) {
        PieceType best = NO_TYPE;
        for (PieceType t = 1; t < variant->board.types; ++t) {
            const PieceInfo *info = &variant->board.pieces[t];
            bool fits = may_have(info, lab->side ^ 1) && !info->royal && !info->promoted && !tried[t];
            if (fits && (!best || info->mg < variant->board.pieces[best].mg)) best = t;
        }
        if (!best) break;
        tried[best] = true;
        lab->board[square] = piece_make(lab->side ^ 1, best);
        if (lab_set(lab)) return true;
    }
    lab->board[square] = NO_PIECE;
    return false;
}

/* Squares strictly between two squares on a straight line of one board. */
static unsigned squares_between(const Variant *variant, Square a, Square b, Square out[SQUARE_MAX])
{
    int file = (int)notation_file(variant, a), rank = (int)notation_rank(variant, a);
    int df = (int)notation_file(variant, b) - file, dr = (int)notation_rank(variant, b) - rank;
    unsigned n = 0;
    if (df && dr && abs(df) != abs(dr)) return 0;
    int steps = abs(df) > abs(dr) ? abs(df) : abs(dr);
    for (int i = 1; i < steps; ++i)
        out[n++] = notation_square(variant, (unsigned)(file + df / steps * i), (unsigned)(rank + dr / steps * i));
    return n;
}

/* Can the piece capture the enemy on `victim` if something stands between? */
static void lab_try_hurdles(Lab *lab, Square at, Square victim, uint8_t marks[SQUARE_MAX])
{
    Square between[SQUARE_MAX];
    unsigned n = squares_between(lab->variant, at, victim, between);
    uint8_t found[SQUARE_MAX] = {0};
    for (unsigned i = 0; i < n && !found[victim]; ++i) {
        if (lab->board[between[i]]) continue;
        if (lab_put_enemy(lab, between[i])) lab_watch(lab, at, victim, found);
        lab->board[between[i]] = NO_PIECE;
    }
    if (found[victim] & MARK_CAPTURE) marks[victim] |= MARK_HOP;
}

/* Tests captures of enemies around the piece on `at`. */
static void lab_captures(Lab *lab, Square at, uint8_t marks[SQUARE_MAX])
{
    unsigned first = at / lab->per_board * lab->per_board;
    for (unsigned s = first; s < first + lab->per_board; ++s) {
        if (lab->board[s] || !lab_put_enemy(lab, (Square)s)) continue;
        lab_watch(lab, at, (Square)s, marks);
        lab_try_hurdles(lab, at, (Square)s, marks);
        lab->board[s] = NO_PIECE;
    }
}

/* Puts one piece of each type on the other boards, scattered over squares that the game accepts: some moves need a
 * companion there. */
static void lab_companions(Lab *lab)
{
    unsigned others = lab->squares - lab->per_board;
    for (PieceType t = 1; t < lab->variant->board.types && others; ++t) {
        const PieceInfo *info = &lab->variant->board.pieces[t];
        if (info->royal || info->promoted || !may_have(info, lab->side)) continue;
        for (unsigned i = 0; i < others; ++i) {
            unsigned s = lab->per_board + (t * 19u + i) % others;
            if (lab->board[s]) continue;
            lab->board[s] = piece_make(lab->side, t);
            if (lab_set(lab)) break;
            lab->board[s] = NO_PIECE;
        }
    }
}

/* Larger for squares nearer to the middle of their board. */
static int centrality(const Variant *variant, Square s)
{
    int width = (int)board_width(variant);
    int file = (int)notation_file(variant, s) % width, rank = (int)notation_rank(variant, s);
    return -abs(2 * file - width + 1) - abs(2 * rank - variant->board.ranks + 1);
}

/* The square of the first board from which the piece has most targets. */
static Square lab_best_square(Lab *lab)
{
    Square best = SQUARE_NONE;
    int best_value = 0;
    for (unsigned s = 0; s < lab->per_board; ++s) {
        uint8_t marks[SQUARE_MAX] = {0};
        int value = 0;
        if (lab->board[s]) continue;
        lab->board[s] = piece_make(lab->side, lab->type);
        if (lab_set(lab)) lab_watch(lab, (Square)s, SQUARE_NONE, marks);
        lab->board[s] = NO_PIECE;
        for (unsigned to = 0; to < lab->per_board; ++to) value += marks[to] != 0;
        if (value == 0) continue;
        value = value * 64 + centrality(lab->variant, (Square)s);
        if (best == SQUARE_NONE || value > best_value) {
            best = (Square)s;
            best_value = value;
        }
    }
    return best;
}

/* Steps of a Rook from square to square. */
static int distance(const Variant *variant, Square a, Square b)
{
    return abs((int)notation_file(variant, a) - (int)notation_file(variant, b))
           + abs((int)notation_rank(variant, a) - (int)notation_rank(variant, b));
}

/* Moves one royal of a side to the nearest square where the game accepts the royals alone; false if there is none. */
static bool lab_part_royals(Lab *lab, Side side)
{
    for (unsigned from = 0; from < lab->squares; ++from) {
        Piece piece = lab->board[from];
        if (!piece || piece_side(piece) != side) continue;
        lab->board[from] = NO_PIECE;
        for (int away = 1; away < (int)lab->squares; ++away) {
            for (unsigned to = 0; to < lab->squares; ++to) {
                if (lab->board[to] || distance(lab->variant, (Square)from, (Square)to) != away) continue;
                lab->board[to] = piece;
                if (lab_set(lab)) return true;
                lab->board[to] = NO_PIECE;
            }
        }
        lab->board[from] = piece;
    }
    return false;
}

/* The royal pieces on the squares of the start position, except the one to be shown. If the game rejects them there without the
 * other pieces, one of them, if possible the enemy's, is moved. */
static void lab_royals(Lab *lab)
{
    const PieceInfo *pieces = lab->variant->board.pieces;
    for (unsigned s = 0; s < lab->squares; ++s)
        if (pieces[piece_type(lab->start[s])].royal) lab->board[s] = lab->start[s];
    if (!lab_set(lab) && !lab_part_royals(lab, lab->side ^ 1)) lab_part_royals(lab, lab->side);
    if (!pieces[lab->type].royal) return;
    unsigned own = 0;
    while (own < lab->squares && lab->board[own] != piece_make(lab->side, pieces[lab->type].base)) ++own;
    if (own < lab->squares) lab->board[own] = NO_PIECE;
}

static bool lab_open(Lab *lab, const Variant *variant, Side side, PieceType type)
{
    ErrorText ignored;
    *lab = (Lab){.variant = variant, .squares = square_count(variant), .side = side, .type = type};
    lab->per_board = lab->squares / variant->board.boards;
    lab->pos = position_new(variant);
    if (!lab->pos || !position_set_fen(lab->pos, variant->position.start_fen, &ignored)) return false;
    memcpy(lab->start, lab->pos->board, sizeof lab->start);
    lab_royals(lab);
    if (variant_hints(variant)->generate_parts) lab_companions(lab);
    return true;
}

bool explain_diagram(const Variant *variant, Side side, PieceType type, Square *at, Piece board[SQUARE_MAX],
                   uint8_t marks[SQUARE_MAX])
{
    Lab lab;
    bool ok = lab_open(&lab, variant, side, type);
    memset(marks, 0, SQUARE_MAX);
    if (ok && *at == SQUARE_NONE) *at = lab_best_square(&lab);
    ok = ok && *at < lab.per_board;
    if (ok) {
        lab.board[*at] = piece_make(side, type);
        ok = lab_set(&lab);
    }
    if (ok) {
        lab_watch(&lab, *at, SQUARE_NONE, marks);
        lab_captures(&lab, *at, marks);
        memcpy(board, lab.board, sizeof lab.board);
        for (unsigned s = lab.per_board; s < lab.squares; ++s) board[s] = NO_PIECE;
    }
    position_free(lab.pos);
    return ok;
}
