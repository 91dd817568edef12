/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "typed_line.h"

#include <stdlib.h>
#include <string.h>

#include "../util/utf8.h"

enum { HISTORY_MAX = 200, TEXT_COLUMNS_MIN = 20 };

/* Keys beyond ASCII: the last byte of the escape sequence, or its number before '~'. */
enum Key { KEY_UP = 'A', KEY_DOWN = 'B', KEY_RIGHT = 'C', KEY_LEFT = 'D', KEY_END = 'F', KEY_HOME = 'H', KEY_DELETE = '3' };
#define CONTROL(letter) ((letter) & 0x1F)
enum { ESCAPE = 27, BACKSPACE = 127 };

typedef struct Characters {
    Character *at;
    size_t count, capacity;
} Characters;

struct TypedLine {
    Characters line, prompt;
    size_t cursor;               /* number of characters before it */
    size_t shown;                /* columns in use in the terminal's row */
    bool dirty;                  /* the display is out of date */
    char *past[HISTORY_MAX];     /* history, oldest first */
    size_t past_count, past_at;  /* past_at == past_count: the line being typed */
    char *draft;                 /* the line being typed while an old one is shown */
    enum { PLAIN, AFTER_ESCAPE, IN_SEQUENCE } state;
    int parameter;               /* number in the escape sequence */
    char pending[UTF8_MAX];      /* bytes of an incomplete character */
    size_t pending_count;
    Buffer completed;
};

/* ---- Arrays of characters ---- */

static bool reserve(Characters *text, size_t needed)
{
    if (needed <= text->capacity) return true;
    size_t capacity = needed < 256 ? 256 : 2 * needed;
    Character *grown = needed <= TYPED_MAX ? realloc(text->at, capacity * sizeof *grown) : NULL;
    if (!grown) return false;
    text->at = grown;
    text->capacity = capacity;
    return true;
}

/* Replaces a text; truncates it if there is no room. */
static void set_text(Characters *text, const char *bytes)
{
    size_t left = strlen(bytes), length;
    text->count = 0;
    for (; left && reserve(text, text->count + 1); bytes += length, left -= length) {
        length = utf8_decode(bytes, left, &text->at[text->count]);
        if (!length) break; /* truncated in the middle of a character */
        ++text->count;
    }
}

static void add_bytes(const Characters *text, Buffer *out)
{
    char bytes[UTF8_MAX];
    for (size_t i = 0; i < text->count; ++i) buffer_put(out, bytes, utf8_encode(text->at[i].code, bytes));
}

static size_t columns_between(const Characters *text, size_t from, size_t to)
{
    size_t sum = 0;
    for (size_t i = from; i < to; ++i) sum += text->at[i].columns;
    return sum;
}

/* The index after the character at `at` and its combining characters. */
static size_t next_place(const Characters *text, size_t at)
{
    if (at < text->count) ++at;
    while (at < text->count && !text->at[at].columns) ++at;
    return at;
}

static size_t previous_place(const Characters *text, size_t at)
{
    if (at) --at;
    while (at && !text->at[at].columns) --at;
    return at;
}

/* ---- Drawing ---- */

/* Joiners and variation selectors. Terminals disagree about the width of joined characters, so the line keeps
 * joiners but the terminal does not get them. */
static bool is_joiner(uint32_t code) { return code == 0x200D || (code >= 0xFE00 && code <= 0xFE0F); }

/* Writes a part of a text as the terminal should get it. */
static void put(const Characters *text, size_t from, size_t to, Buffer *out)
{
    char bytes[UTF8_MAX];
    for (size_t i = from; i < to; ++i) {
        uint32_t code = text->at[i].code;
        if (is_joiner(code)) continue;
        buffer_put(out, bytes, utf8_encode(utf8_is_safe(code) ? code : REPLACEMENT, bytes));
    }
}

/* After the terminal became narrower, the whole row is in use. */
static size_t written_on(const TypedLine *line, size_t width) { return line->shown < width ? line->shown : width; }

void typed_hide(TypedLine *line, size_t width, Buffer *out)
{
    if (line->shown) buffer_add(out, "\r%*s\r", (int)written_on(line, width), "");
    line->shown = 0;
}

void typed_resize(TypedLine *line, size_t width, Buffer *out)
{
    /* A terminal that became narrower may have wrapped the row. */
    if (line->shown > width) buffer_add(out, "\r\033[J");
    typed_hide(line, width, out);
    typed_draw(line, width, out);
}

void typed_forget(TypedLine *line) { line->shown = 0; }

/* The first shown character, after `prompt` columns. The cursor is always visible; characters before it have
 * priority over those after it. */
static size_t first_shown(const TypedLine *line, size_t prompt, size_t width)
{
    size_t begin = line->cursor, used = prompt;
    while (begin) {
        size_t before = previous_place(&line->line, begin);
        used += columns_between(&line->line, before, begin);
        if (used >= width) break;
        begin = before;
    }
    return begin;
}

static void draw(TypedLine *line, size_t width, Buffer *out)
{
    static Character short_cells[] = {{'>', 1}, {' ', 1}};
    static const Characters short_prompt = {short_cells, 2, 2};
    const Characters *prompt = &line->prompt, *text = &line->line;
    size_t prompt_columns = columns_between(prompt, 0, prompt->count), begin, end, used, written = written_on(line, width);
    if (prompt_columns + TEXT_COLUMNS_MIN > width) {
        if (prompt_columns) prompt = &short_prompt;
        prompt_columns = columns_between(prompt, 0, prompt->count);
    }
    begin = first_shown(line, prompt_columns, width);
    used = prompt_columns;
    for (end = begin; end < text->count;) {
        size_t next = next_place(text, end), columns = columns_between(text, end, next);
        if (used + columns > width) break;
        used += columns;
        end = next;
    }
    if (written || text->count) buffer_add(out, "\r");
    put(prompt, 0, prompt->count, out);
    put(text, begin, end, out);
    if (written > used) buffer_add(out, "%*s", (int)(written - used), "");
    if (written > used || line->cursor < end) {
        buffer_add(out, "\r");
        put(prompt, 0, prompt->count, out);
        put(text, begin, line->cursor, out);
    }
    line->shown = used;
    line->dirty = false;
}

void typed_draw(TypedLine *line, size_t width, Buffer *out)
{
    if (line->line.count || line->prompt.count) draw(line, width, out);
}

void typed_show(TypedLine *line, size_t width, Buffer *out)
{
    if (line->dirty) draw(line, width, out);
}

/* ---- Editing ---- */

static void insert(TypedLine *line, Character c, size_t width, Buffer *out)
{
    Characters *text = &line->line;
    if (!reserve(text, text->count + 1)) return;
    memmove(text->at + line->cursor + 1, text->at + line->cursor, (text->count - line->cursor) * sizeof *text->at);
    text->at[line->cursor++] = c;
    ++text->count;
    /* The common case, a letter at the end: write only that letter. */
    if (!line->dirty && line->cursor == text->count && c.columns == 1 && line->shown + 1 < width) {
        put(text, line->cursor - 1, line->cursor, out);
        ++line->shown;
    } else {
        line->dirty = true;
    }
}

static void erase(TypedLine *line, size_t from, size_t to)
{
    Characters *text = &line->line;
    if (from < to) memmove(text->at + from, text->at + to, (text->count - to) * sizeof *text->at);
    text->count -= to - from;
    line->cursor = from;
    line->dirty = true;
}

static size_t word_begin(const TypedLine *line)
{
    size_t at = line->cursor;
    while (at && line->line.at[at - 1].code == ' ') --at;
    while (at && line->line.at[at - 1].code != ' ') --at;
    return at;
}

static void go_to(TypedLine *line, size_t place)
{
    line->cursor = place;
    line->dirty = true;
}

static void replace_text(TypedLine *line, const char *bytes)
{
    set_text(&line->line, bytes ? bytes : "");
    go_to(line, line->line.count);
}

/* ---- History ---- */

static void remember(TypedLine *line, const char *text)
{
    bool again = line->past_count && strcmp(line->past[line->past_count - 1], text) == 0;
    char *copy = *text && !again ? strdup(text) : NULL;
    if (copy && line->past_count == HISTORY_MAX) {
        free(line->past[0]);
        memmove(line->past, line->past + 1, --line->past_count * sizeof *line->past);
    }
    if (copy) line->past[line->past_count++] = copy;
    line->past_at = line->past_count;
}

static void keep_draft(TypedLine *line)
{
    Buffer bytes = {0};
    add_bytes(&line->line, &bytes);
    free(line->draft);
    line->draft = bytes.text;
}

static void walk(TypedLine *line, bool back)
{
    if (back ? line->past_at == 0 : line->past_at == line->past_count) return;
    if (line->past_at == line->past_count) keep_draft(line);
    line->past_at += back ? (size_t)-1 : 1;
    replace_text(line, line->past_at == line->past_count ? line->draft : line->past[line->past_at]);
}

/* ---- Keys ---- */

static void take_special(TypedLine *line, int key)
{
    if (key == '~') {
        static const char meant[] = {0, KEY_HOME, 0, KEY_DELETE, KEY_END, 0, 0, KEY_HOME, KEY_END};
        key = line->parameter < (int)sizeof meant ? meant[line->parameter] : 0;
    }
    switch (key) {
    case KEY_UP: walk(line, true); break;
    case KEY_DOWN: walk(line, false); break;
    case KEY_RIGHT: go_to(line, next_place(&line->line, line->cursor)); break;
    case KEY_LEFT: go_to(line, previous_place(&line->line, line->cursor)); break;
    case KEY_HOME: go_to(line, 0); break;
    case KEY_END: go_to(line, line->line.count); break;
    case KEY_DELETE: erase(line, line->cursor, next_place(&line->line, line->cursor)); break;
    default: break;
    }
}

static void complete(TypedLine *line, size_t width, Buffer *out)
{
    if (line->dirty) {
        line->cursor = line->line.count;
        draw(line, width, out);
    }
    buffer_add(out, "\n");
    buffer_clear(&line->completed);
    add_bytes(&line->line, &line->completed);
    remember(line, buffer_text(&line->completed));
    line->line.count = line->prompt.count = line->cursor = line->shown = 0;
    line->dirty = false;
}

static TypedEvent take_control(TypedLine *line, int key, size_t width, Buffer *out)
{
    switch (key) {
    case '\n':
    case '\r': complete(line, width, out); return TYPED_COMPLETE;
    case CONTROL('D'):
        if (line->line.count == 0) return TYPED_END;
        take_special(line, KEY_DELETE);
        break;
    case CONTROL('A'): take_special(line, KEY_HOME); break;
    case CONTROL('E'): take_special(line, KEY_END); break;
    case CONTROL('B'): take_special(line, KEY_LEFT); break;
    case CONTROL('F'): take_special(line, KEY_RIGHT); break;
    case CONTROL('P'): take_special(line, KEY_UP); break;
    case CONTROL('N'): take_special(line, KEY_DOWN); break;
    case CONTROL('H'):
    case BACKSPACE: erase(line, previous_place(&line->line, line->cursor), line->cursor); break;
    case CONTROL('W'): erase(line, word_begin(line), line->cursor); break;
    case CONTROL('U'): erase(line, 0, line->cursor); break;
    case CONTROL('K'): erase(line, line->cursor, line->line.count); break;
    case CONTROL('L'):
        buffer_add(out, "\033[H\033[2J");
        line->shown = 0;
        line->dirty = true;
        break;
    case '\t': insert(line, (Character){' ', 1}, width, out); break;
    case ESCAPE:
        line->state = AFTER_ESCAPE;
        line->parameter = 0;
        break;
    default: break;
    }
    return TYPED_NOTHING;
}

static TypedEvent take_character(TypedLine *line, Character c, size_t width, Buffer *out)
{
    int key = c.code < 0x80 ? (int)c.code : 0x80;
    if (key < ' ' || key == BACKSPACE) {
        line->state = PLAIN; /* escape sequences contain no such byte */
        return take_control(line, key, width, out);
    }
    if (line->state == PLAIN) {
        insert(line, c, width, out);
    } else if (line->state == AFTER_ESCAPE) {
        line->state = key == '[' || key == 'O' ? IN_SEQUENCE : PLAIN;
    } else if (key >= '@' && key <= '~') {
        line->state = PLAIN;
        take_special(line, key);
    } else if (key >= '0' && key <= '9' && line->parameter < 100) {
        line->parameter = 10 * line->parameter + key - '0';
    }
    return TYPED_NOTHING;
}

TypedEvent typed_take(TypedLine *line, unsigned char byte, size_t width, Buffer *out)
{
    TypedEvent event = TYPED_NOTHING;
    Character c;
    size_t length;
    line->pending[line->pending_count++] = (char)byte;
    while (line->pending_count && (length = utf8_decode(line->pending, line->pending_count, &c))) {
        line->pending_count -= length;
        memmove(line->pending, line->pending + length, line->pending_count);
        /* All but the last decoded character are bytes of a broken one, which cause no event. */
        event = take_character(line, c, width, out);
    }
    return event;
}

/* ---- Changes by the program ---- */

void typed_prompt(TypedLine *line, const char *prompt)
{
    set_text(&line->prompt, prompt);
    line->dirty = true;
}

void typed_drop(TypedLine *line)
{
    line->past_at = line->past_count;
    line->state = PLAIN;
    line->pending_count = line->line.count = line->prompt.count = line->cursor = line->shown = 0;
    line->dirty = false;
}

const char *typed_completed(const TypedLine *line) { return buffer_text(&line->completed); }

TypedState typed_state(const TypedLine *line)
{
    return (TypedState){.count = line->line.count, .cursor = line->cursor,
                        .columns = columns_between(&line->line, 0, line->line.count),
                        .columns_before = columns_between(&line->line, 0, line->cursor)};
}

TypedLine *typed_new(void)
{
    TypedLine *line = calloc(1, sizeof *line);
    if (line && reserve(&line->line, 1)) return line;
    free(line);
    return NULL;
}

void typed_free(TypedLine *line)
{
    if (!line) return;
    for (size_t i = 0; i < line->past_count; ++i) free(line->past[i]);
    free(line->draft);
    free(line->line.at);
    free(line->prompt.at);
    buffer_free(&line->completed);
    free(line);
}
