/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "board_view.h"

#include <string.h>

#include "../text/notation.h"

enum { CORNER_CELL = 4, LABEL = 4, GAP = 3 }; /* columns */

/* ---- One square ---- */

/* Backgrounds: numbers of the 256 colours. */
enum { GROUND_DARK = 65, GROUND_LIGHT = 108, GROUND_CHANGED_DARK = 136, GROUND_CHANGED_LIGHT = 179, GROUND_MARK = 67 };

static void end_colour(const BoardStyle *style, Buffer *out)
{
    if (style->colours) buffer_add(out, "\033[0m");
}

static bool on_corner(const Variant *variant) { return variant_display(variant)->on_corner; }

/* The middle of a cell. The caller adds a '+' before it. */
static const char *body(const Variant *variant, Piece piece, unsigned marks, const BoardStyle *style, char letter[4])
{
    /* All squares of a diagonal have one colour, so empty ones get a dot. */
    if (piece == NO_PIECE && on_corner(variant) && !(marks & ~(unsigned)MARK_CHANGED)) return ".";
    if (piece == NO_PIECE) return marks & MARK_MOVE ? "o" : style->colours ? " " : ".";
    piece_print(variant, piece, letter);
    return letter + variant->pieces[piece_type(piece)].promoted;
}

static void add_cell(const Variant *variant, const Piece *board, const uint8_t *marks, Square square, bool light,
                     const BoardStyle *style, Buffer *out)
{
    Piece piece = board[square];
    unsigned mark = marks ? marks[square] : 0;
    char letter[4];
    const char *text = body(variant, piece, mark, style, letter);
    bool promoted = piece && variant->pieces[piece_type(piece)].promoted;
    if (style->colours) {
        unsigned ground = mark & ~(unsigned)MARK_CHANGED ? GROUND_MARK
                          : mark & MARK_CHANGED          ? light ? GROUND_CHANGED_LIGHT : GROUND_CHANGED_DARK
                          : light                        ? GROUND_LIGHT
                                                         : GROUND_DARK;
        bool white = !piece || piece_side(piece) == WHITE;
        buffer_add(out, "\033[48;5;%u;38;5;%u;1m%c%s ", ground, white ? 231u : 16u, promoted ? '+' : ' ', text);
    } else {
        bool target = piece && mark & ~(unsigned)MARK_CHANGED, changed = mark & MARK_CHANGED;
        buffer_add(out, "%c%s%c", promoted ? '+' : target ? '(' : changed ? '[' : ' ', text, target ? ')' : changed ? ']' : ' ');
    }
}

/* ---- Lines ---- */

static void add_rank(const Variant *variant, const Piece *board, const uint8_t *marks, unsigned rank, const BoardStyle *style,
                     Buffer *out)
{
    unsigned width = board_width(variant);
    buffer_add(out, "%3u ", rank + 1);
    for (unsigned i = 0; i < variant->files; ++i) {
        unsigned file = style->flip ? variant->files - 1u - i : i;
        if (i && i % width == 0) {
            end_colour(style, out);
            buffer_add(out, "%*s", GAP, "");
        }
        add_cell(variant, board, marks, notation_square(variant, file, rank), (file % width + rank) & 1, style, out);
    }
    end_colour(style, out);
    buffer_add(out, " %-3u", rank + 1);
}

/* Draws a line of a board that stands on its corner: diagonal `down` from the top, from left to right, with the names of its end
 * squares. The last square of the first file is at the top. */
static void add_diagonal(const Variant *variant, const Piece *board, const uint8_t *marks, unsigned down, const BoardStyle *style,
                         Buffer *out)
{
    unsigned last = variant->ranks - 1u, first_file = down > last ? down - last : 0, count = 0;
    unsigned widest = variant->files < variant->ranks ? variant->files : variant->ranks;
    char name[4];
    while (first_file + count < variant->files && first_file + count <= down) ++count;
    for (unsigned i = 0; i < count; ++i) {
        unsigned file = first_file + (style->flip ? count - 1 - i : i), rank = last + file - down;
        Square square = notation_square(variant, file, rank);
        square_print(variant, square, name);
        if (i == 0) buffer_add(out, "%*s%3s ", (int)((widest - count) * CORNER_CELL / 2), "", name);
        add_cell(variant, board, marks, square, down & 1, style, out);
        buffer_add(out, " ");
    }
    end_colour(style, out);
    buffer_add(out, " %-3s", name);
}

static void trim_line(Buffer *out)
{
    while (out->length && out->text[out->length - 1] == ' ') out->text[--out->length] = '\0';
}

static void add_file_letters(const Variant *variant, const BoardStyle *style, Buffer *out)
{
    unsigned width = board_width(variant);
    buffer_add(out, "%*s", LABEL, "");
    for (unsigned i = 0; i < variant->files; ++i) {
        unsigned file = style->flip ? variant->files - 1u - i : i;
        buffer_add(out, "%*s %c ", i && i % width == 0 ? GAP : 0, "", 'a' + (int)file);
    }
    trim_line(out);
    buffer_add(out, "\n");
}

void board_view_draw(const Variant *variant, const Piece *board, const uint8_t *marks, const BoardStyle *style, Buffer *out)
{
    unsigned lines = on_corner(variant) ? variant->files + variant->ranks - 1u : variant->ranks;
    for (unsigned i = 0; i < lines; ++i) {
        if (on_corner(variant)) add_diagonal(variant, board, marks, style->flip ? lines - 1 - i : i, style, out);
        else add_rank(variant, board, marks, style->flip ? i : lines - 1 - i, style, out);
        trim_line(out);
        buffer_add(out, "\n");
    }
    if (!on_corner(variant)) add_file_letters(variant, style, out);
}

void board_view_position(Position *pos, Buffer *out)
{
    char fen[FEN_MAX];
    Outcome outcome = position_outcome(pos);
    board_view_draw(pos->variant, pos->board, NULL, &(BoardStyle){.flip = false}, out);
    position_get_fen(pos, fen);
    buffer_add(out, "\nFen: %s\nKey: %016llX\n", fen, (unsigned long long)pos->state->key);
    if (outcome.result == ONGOING) buffer_add(out, "Result: *");
    else buffer_add(out, "Result: %s {%s}", result_text(outcome.result), outcome.reason);
}

/* ---- Marks and hands ---- */

void board_view_mark_last(const Position *pos, uint8_t marks[SQUARE_MAX])
{
    const State *before = position_state(pos, 1);
    for (uint32_t i = before ? before->log_end : pos->state->log_end; i < pos->state->log_end; ++i)
        marks[pos->changes[i].square] |= MARK_CHANGED;
}

const char *board_view_hand(const Variant *variant, uint64_t hands, Side side, char *text, size_t size)
{
    const PieceType *types = variant->hand_types;
    size_t used = 0;
    *text = '\0';
    for (unsigned slot = 0; types && types[slot] && used < size; ++slot) {
        unsigned count = hand_count(variant, hands, side, slot);
        char piece[4];
        if (count == 0) continue;
        piece_print(variant, piece_make(side, types[slot]), piece);
        int n = count > 1 ? snprintf(text + used, size - used, "%s%u%s", used ? " " : "", count, piece)
                          : snprintf(text + used, size - used, "%s%s", used ? " " : "", piece);
        used += n > 0 ? (size_t)n : 0;
    }
    return text;
}
