/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys for the line editor; a small simulated terminal shows its output. */

#include "fuzz.h"

#include <string.h>

#include "../../src/terminal/typed_line.h"
#include "../../src/util/utf8.h"
#include "inputs.h"

enum { WIDTH_MAX = 200, MARK = 0xFF };

/* One row with a column for each cell: the editor never moves up or down. */
typedef struct Row {
    size_t at;                    /* the cursor's column */
    uint32_t cells[WIDTH_MAX + 2]; /* 0: empty */
} Row;

static void clear_row(Row *row) { memset(row, 0, sizeof *row); }

static void show_character(Row *row, Character c, size_t width)
{
    promise(utf8_is_safe(c.code) && row->at + c.columns <= width);
    for (unsigned i = 0; i < c.columns; ++i) row->cells[row->at++] = c.code == ' ' ? 0 : c.code;
}

/* Does a text of this many bytes begin with the word? */
static bool begins(const char *text, size_t left, const char *word)
{
    return left >= strlen(word) && !memcmp(text, word, strlen(word));
}

/* Shows the editor's output: printable characters, \r, \n, and the sequences that clear the screen or
 * everything below the cursor. */
static void show(Row *row, Buffer *out, size_t width)
{
    static const char screen[] = "\033[H\033[2J", below[] = "\033[J";
    const char *text = buffer_text(out), *end = text + out->length;
    promise(!out->failed);
    for (size_t length; text < end; text += length) {
        Character c;
        length = utf8_decode(text, (size_t)(end - text), &c);
        promise(length > 0 && (c.code != REPLACEMENT || length == 3));
        if (c.code == '\r') {
            row->at = 0;
        } else if (c.code == '\n') {
            clear_row(row);
        } else if (c.code == 27) {
            bool whole = begins(text, (size_t)(end - text), screen);
            promise(whole || (begins(text, (size_t)(end - text), below) && row->at == 0));
            clear_row(row);
            length = strlen(whole ? screen : below);
        } else {
            show_character(row, c, width);
        }
    }
    buffer_clear(out);
}

/* The cursor is at the column given by the widths of the text before it, unless the row is scrolled. */
static void check_row(const TypedLine *line, const Row *row, size_t prompt, size_t width)
{
    TypedState state = typed_state(line);
    promise(state.cursor <= state.count && state.count <= TYPED_MAX && state.columns_before <= state.columns);
    promise(row->at <= width);
    if (prompt + state.columns < width) promise(row->at == prompt + state.columns_before);
    if (prompt + state.columns < width)
        for (size_t i = prompt + state.columns; i < width; ++i) promise(row->cells[i] == 0);
}

/* A completed line is valid UTF-8 without control characters. */
static void check_completed(const char *text)
{
    Character c;
    for (size_t left = strlen(text), length; left; text += length, left -= length) {
        length = utf8_decode(text, left, &c);
        promise(length > 0 && (length > 1 || c.code != REPLACEMENT) && c.code >= ' ' && c.code != 127);
    }
}

/* Outside events that change the line, chosen by the byte after MARK. */
static void meddle(TypedLine *line, Row *row, unsigned char what, size_t *prompt, size_t *width, Buffer *out)
{
    static const char *const prompts[] = {"", "White> ", "\xE7\x99\xBD e\xCC\x81> ", "Black e2e4,d7d5 (123 of 456)> "};
    static const size_t columns[] = {0, 7, 6, 30};
    if (what < 64) {
        *width = 29 + what * 2;
        clear_row(row); /* as if the terminal had cleared it */
        typed_resize(line, *width, out);
    } else if (what < 128) {
        typed_hide(line, *width, out);
        show(row, out, *width);
        promise(row->at == 0);
        for (size_t i = 0; i < *width; ++i) promise(row->cells[i] == 0);
        if (what % 8 < 4) typed_prompt(line, prompts[what % 4]);
        if (what % 8 < 4) *prompt = columns[what % 4];
        typed_draw(line, *width, out);
    } else if (what < 160) {
        clear_row(row);
        typed_drop(line);
        *prompt = 0;
    }
}

/* The prompt's columns: a long one is shortened to "> " on a narrow terminal. */
static size_t prompt_shown(size_t prompt, size_t width) { return prompt && prompt + 20 > width ? 2 : prompt; }

void fuzz_editor(const uint8_t *data, size_t size)
{
    TypedLine *line = typed_new();
    Row row = {0};
    Buffer out = {0};
    size_t prompt = 0, width = 79;
    promise(line != NULL);
    for (size_t i = 0; i < size; ++i) {
        if (data[i] == MARK && i + 1 < size) {
            meddle(line, &row, data[++i], &prompt, &width, &out);
        } else if (typed_take(line, data[i], width, &out) == TYPED_COMPLETE) {
            check_completed(typed_completed(line));
            prompt = 0;
        }
        bool shown = data[i] % 4 != 0; /* otherwise with a later byte, as in a paste */
        if (shown) typed_show(line, width, &out);
        show(&row, &out, width);
        if (shown) check_row(line, &row, prompt_shown(prompt, width), width);
    }
    typed_free(line);
    buffer_free(&out);
}
