/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "board_view.h"

#include <string.h>

#include "../text/notation.h"

enum { CORNER_CELL = 4, LABEL = 4, GAP = 3 }; /* columns */

/* What is drawn. */
typedef struct View {
    const Position *pos;
    const Variant *variant;
    const BoardStyle *style;
    bool changed[SQUARE_MAX]; /* by the last move */
    Buffer *out;
} View;

/* ---- One square ---- */

/* Backgrounds: numbers of the 256 colours. */
enum { GROUND_DARK = 65, GROUND_LIGHT = 108, GROUND_CHANGED_DARK = 136, GROUND_CHANGED_LIGHT = 179 };

static void end_colour(const View *v)
{
    if (v->style->colours) buffer_add(v->out, "\033[0m");
}

static bool on_corner(const Variant *variant) { return variant_display(variant)->on_corner; }

static void add_cell(const View *v, Square square, bool light)
{
    Piece piece = v->pos->board[square];
    bool changed = v->changed[square], promoted = piece && v->variant->board.pieces[piece_type(piece)].promoted;
    /* All squares of a diagonal have one colour, so empty ones get a dot. */
    char letter[4] = ".";
    if (piece) piece_print(v->variant, piece, letter);
    else if (v->style->colours && !on_corner(v->variant)) *letter = ' ';
    const char *text = letter + promoted;
    if (v->style->colours) {
        unsigned ground = changed ? light ? GROUND_CHANGED_LIGHT : GROUND_CHANGED_DARK : light ? GROUND_LIGHT : GROUND_DARK;
        bool white = !piece || piece_side(piece) == WHITE;
        buffer_add(v->out, "\033[48;5;%u;38;5;%u;1m%c%s ", ground, white ? 231u : 16u, promoted ? '+' : ' ', text);
    } else {
        buffer_add(v->out, "%c%s%c", promoted ? '+' : changed ? '[' : ' ', text, changed ? ']' : ' ');
    }
}

/* ---- Lines ---- */

static void add_rank(const View *v, unsigned rank)
{
    unsigned width = board_width(v->variant);
    buffer_add(v->out, "%3u ", rank + 1);
    for (unsigned i = 0; i < v->variant->board.files; ++i) {
        unsigned file = v->style->flip ? v->variant->board.files - 1u - i : i;
        if (i && i % width == 0) {
            end_colour(v);
            buffer_add(v->out, "%*s", GAP, "");
        }
        add_cell(v, notation_square(v->variant, file, rank), (file % width + rank) & 1);
    }
    end_colour(v);
    buffer_add(v->out, " %-3u", rank + 1);
}

/* Draws a line of a board that stands on its corner: diagonal `down` from the top, from left to right, with the names of its end
 * squares. The last square of the first file is at the top. */
static void add_diagonal(const View *v, unsigned down)
{
    const Variant *variant = v->variant;
    unsigned last = variant->board.ranks - 1u, first_file = down > last ? down - last : 0, count = 0;
    unsigned widest = variant->board.files < variant->board.ranks ? variant->board.files : variant->board.ranks;
    char name[4];
    while (first_file + count < variant->board.files && first_file + count <= down) ++count;
    for (unsigned i = 0; i < count; ++i) {
        unsigned file = first_file + (v->style->flip ? count - 1 - i : i), rank = last + file - down;
        Square square = notation_square(variant, file, rank);
        square_print(variant, square, name);
        if (i == 0) buffer_add(v->out, "%*s%3s ", (int)((widest - count) * CORNER_CELL / 2), "", name);
        add_cell(v, square, down & 1);
        buffer_add(v->out, " ");
    }
    end_colour(v);
    buffer_add(v->out, " %-3s", name);
}

static void add_file_letters(const View *v)
{
    unsigned width = board_width(v->variant);
    buffer_add(v->out, "%*s", LABEL, "");
    for (unsigned i = 0; i < v->variant->board.files; ++i) {
        unsigned file = v->style->flip ? v->variant->board.files - 1u - i : i;
        buffer_add(v->out, "%*s %c ", i && i % width == 0 ? GAP : 0, "", 'a' + (int)file);
    }
}

/* Ends a line, without blanks at its end. */
static void end_line(Buffer *out)
{
    while (out->length && out->text[out->length - 1] == ' ') out->text[--out->length] = '\0';
    buffer_add(out, "\n");
}

void board_view_draw(const Position *pos, const BoardStyle *style, Buffer *out)
{
    const Variant *variant = pos->variant;
    View v = {.pos = pos, .variant = variant, .style = style, .out = out};
    unsigned lines = on_corner(variant) ? variant->board.files + variant->board.ranks - 1u : variant->board.ranks;
    const State *before = style->changes ? position_state(pos, 1) : NULL;
    for (uint32_t i = before ? before->log_end : pos->state->log_end; i < pos->state->log_end; ++i)
        v.changed[pos->changes[i].square] = true;
    for (unsigned i = 0; i < lines; ++i) {
        if (on_corner(variant)) add_diagonal(&v, style->flip ? lines - 1 - i : i);
        else add_rank(&v, style->flip ? i : lines - 1 - i);
        end_line(out);
    }
    if (on_corner(variant)) return;
    add_file_letters(&v);
    end_line(out);
}

void board_view_say(Position *pos)
{
    char fen[FEN_MAX];
    Buffer out = {0};
    Outcome outcome = position_outcome(pos);
    board_view_draw(pos, &(BoardStyle){.flip = false}, &out);
    position_get_fen(pos, fen);
    buffer_add(&out, "\nFen: %s\nKey: %016llX\n", fen, (unsigned long long)pos->state->key);
    if (outcome.result == ONGOING) buffer_add(&out, "Result: *");
    else buffer_add(&out, "Result: %s {%s}", result_text(outcome.result), outcome.reason);
    say_buffer(&out);
}

const char *board_view_hand(const Variant *variant, uint64_t hands, Side side, char *text, size_t size)
{
    const PieceType *types = variant->hands.types;
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
