/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "pgn.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "notation.h"
#include "pgn_plies.h"
#include "move_text.h"

/* ---- Tags ---- */

typedef struct TagName {
    const char *name;
    size_t offset;
} TagName;

/* In the order of the standard's Seven Tag Roster. */
static const TagName tag_names[] = {
    {"Event", offsetof(PgnHeader, event)}, {"Site", offsetof(PgnHeader, site)},   {"Date", offsetof(PgnHeader, date)},
    {"Round", offsetof(PgnHeader, round)}, {"White", offsetof(PgnHeader, white)}, {"Black", offsetof(PgnHeader, black)},
    {"Result", offsetof(PgnHeader, result)},
};
enum { TAG_COUNT = sizeof tag_names / sizeof *tag_names };

static char *tag_value(PgnHeader *header, unsigned i) { return (char *)header + tag_names[i].offset; }

void pgn_header_init(PgnHeader *header)
{
    for (unsigned i = 0; i < TAG_COUNT; ++i) strcpy(tag_value(header, i), "?");
    strcpy(header->event, "Casual game");
    strcpy(header->result, "*");
    time_t now = time(NULL);
    const struct tm *today = localtime(&now);
    if (!today || !strftime(header->date, sizeof header->date, "%Y.%m.%d", today)) strcpy(header->date, "????.??.??");
}

/* ---- Writing ---- */

enum { LINE_WIDTH = 79 };

static void add_tag(Buffer *out, const char *name, const char *value)
{
    buffer_add(out, "[%s \"", name);
    for (; *value; ++value) buffer_add(out, "%s%c", *value == '"' || *value == '\\' ? "\\" : "", *value);
    buffer_add(out, "\"]\n");
}

void pgn_add_comment(Buffer *out, const char *text)
{
    buffer_put(out, "{", 1);
    for (; *text; ++text) buffer_put(out, *text == '}' ? ")" : iscntrl((unsigned char)*text) ? " " : text, 1);
    buffer_put(out, "}", 1);
}

/* Adds a word to the movetext, on a new line if it does not fit. */
static void add_word(Buffer *out, const char *word, size_t *column)
{
    size_t length = strlen(word);
    if (*column && *column + 1 + length > LINE_WIDTH) {
        buffer_add(out, "\n");
        *column = 0;
    }
    buffer_add(out, "%s%s", *column ? " " : "", word);
    *column += length + (*column ? 1 : 0);
}

/* Adds an annotation, wrapped at spaces. Returns whether there is one. */
static bool add_annotation(Position *game, const PgnAnnotator *annotator, unsigned ply, Buffer *out, size_t *column)
{
    Buffer text = {0};
    bool any = false;
    annotator->annotate(annotator->context, game, ply, &text);
    char *rest = text.text;
    while (rest && *rest) {
        char *word = word_next(&rest);
        if (*word) add_word(out, word, column);
        any |= *word != '\0';
    }
    out->failed |= text.failed;
    buffer_free(&text);
    return any;
}

/* Replays the moves from the root to pos on `game`, which stands at the root. */
static void add_moves(Position *game, const Position *pos, const PgnAnnotator *annotator, Buffer *out, size_t *column)
{
    char text[MOVE_TEXT_MAX + 16];
    bool noted = false;
    for (unsigned left = position_plies(pos); left-- > 0;) {
        Move move = position_state(pos, left)->move;
        unsigned ply = position_plies(game);
        if (game->side == WHITE || ply == 0 || noted) {
            snprintf(text, sizeof text, "%u%s", (unsigned)game->state->number, game->side == WHITE ? "." : "...");
            add_word(out, text, column);
        }
        if (game->variant->standard) move_write_short(game, move, text);
        else game->variant->print_move(game, move, text);
        add_word(out, text, column);
        noted = annotator && add_annotation(game, annotator, ply, out, column);
        position_make(game, move);
    }
}

static void add_tags(const Position *root, const PgnHeader *header, Buffer *out)
{
    char fen[FEN_MAX];
    PgnHeader copy = *header;
    for (unsigned i = 0; i < TAG_COUNT; ++i) add_tag(out, tag_names[i].name, tag_value(&copy, i));
    if (root->variant != variants[0]) add_tag(out, "Variant", root->variant->name);
    root->variant->get_fen(root, fen);
    if (strcmp(fen, root->variant->start_fen) == 0) return;
    add_tag(out, "SetUp", "1");
    add_tag(out, "FEN", fen);
}

bool pgn_write(const Position *pos, const PgnHeader *header, const char *endgame, Buffer *out)
{
    return pgn_write_annotated(pos, header, endgame, NULL, out);
}

bool pgn_write_plies(const Position *pos, const PgnHeader *header, const char *endgame, Buffer *out)
{
    if (!pos->variant->cecp.table) return pgn_write(pos, header, endgame, out); /* standard PGN */
    Position *root = position_new(pos->variant);
    bool ok = root && position_copy(root, pos);
    while (ok && position_plies(root)) position_unmake(root);
    if (ok) {
        add_tags(root, header, out);
        add_tag(out, "Plies", "XBoard");
        buffer_add(out, "\n");
        ok = pgn_plies_write(pos, out);
        if (endgame) {
            buffer_add(out, "\n");
            pgn_add_comment(out, endgame);
        }
        buffer_add(out, " %s\n", header->result);
    }
    position_free(root);
    return ok && !out->failed;
}

bool pgn_write_annotated(const Position *pos, const PgnHeader *header, const char *endgame, const PgnAnnotator *annotator,
                         Buffer *out)
{
    Position *game = position_new(pos->variant);
    bool ok = game && position_copy(game, pos);
    size_t column = 0;
    if (ok) {
        while (position_plies(game)) position_unmake(game);
        add_tags(game, header, out);
        buffer_add(out, "\n");
        if (annotator && annotator->start) {
            pgn_add_comment(out, annotator->start);
            buffer_add(out, "\n");
        }
        add_moves(game, pos, annotator, out, &column);
        /* Not add_word: the comment contains spaces and may stand on a line of its own. */
        if (endgame) {
            buffer_add(out, "%s", column + strlen(endgame) > LINE_WIDTH - 10 ? "\n" : column ? " " : "");
            pgn_add_comment(out, endgame);
        }
        buffer_add(out, "%s%s\n", column || endgame ? " " : "", header->result);
    }
    position_free(game);
    return ok && !out->failed;
}

/* ---- Reading ---- */

typedef struct Reader {
    const char *p;
    unsigned line; /* from 1 */
    bool line_start;
    const PgnVisitor *visitor; /* of the game being read, else NULL */
} Reader;

static void reader_advance(Reader *r)
{
    r->line_start = *r->p == '\n';
    if (r->line_start) ++r->line;
    ++r->p;
}

static void skip_to(Reader *r, char end)
{
    while (*r->p && *r->p != end) reader_advance(r);
    if (*r->p) reader_advance(r);
}

/* Comments and variations may nest inside. */
static void skip_variation(Reader *r)
{
    unsigned depth = 0;
    do {
        char c = *r->p;
        if (c == '{') skip_to(r, '}');
        else if (c == ';') skip_to(r, '\n');
        else if (c) reader_advance(r);
        if (c == '(') ++depth;
        if (c == ')') --depth;
    } while (*r->p && depth);
}

static void read_variation(Reader *r, unsigned depth);

/* Reports a comment that ends with this character: '}', or '\n' after ';'. */
static void tell_comment(Reader *r, char end)
{
    const char *start = r->p + 1;
    skip_to(r, end);
    const char *stop = r->p - (r->p > start && r->p[-1] == end);
    if (r->visitor) r->visitor->comment(r->visitor->context, start, (size_t)(stop - start));
}

/* Skips everything but tags and movetext; inside a variation up to its end. */
static void skip_blank(Reader *r, unsigned depth)
{
    for (;;) {
        char c = *r->p;
        if (c == '{') tell_comment(r, '}');
        else if (c == ';') tell_comment(r, '\n');
        else if (c == '%' && r->line_start) skip_to(r, '\n');
        else if (c == '(' && r->visitor && depth < r->visitor->nesting) read_variation(r, depth + 1);
        else if (c == '(') skip_variation(r);
        else if (isspace((unsigned char)c) || (c == ')' && !depth) || c == '}' || c == ']') reader_advance(r);
        else return;
    }
}

/* The next word of movetext; false at a tag, at the end, or at the end of a variation. */
static bool next_word(Reader *r, char *word, size_t size, unsigned depth)
{
    skip_blank(r, depth);
    if (!*r->p || *r->p == '[' || *r->p == ')') return false;
    size_t length = 0;
    do {
        if (length + 1 < size) word[length++] = iscntrl((unsigned char)*r->p) ? '?' : *r->p;
        reader_advance(r);
    } while (*r->p && !isspace((unsigned char)*r->p) && !strchr("{}();[]", *r->p));
    word[length] = '\0';
    return true;
}

/* Reads one tag. Truncates a long name or value. */
static bool read_tag(Reader *r, char *name, char *value, size_t size, ErrorText *error)
{
    unsigned line = r->line;
    size_t n = 0, v = 0;
    reader_advance(r);
    while (isspace((unsigned char)*r->p)) reader_advance(r);
    for (; isalnum((unsigned char)*r->p) || *r->p == '_'; reader_advance(r))
        if (n + 1 < PGN_TAG_MAX) name[n++] = *r->p;
    while (isspace((unsigned char)*r->p)) reader_advance(r);
    bool ok = n && *r->p == '"';
    if (ok) reader_advance(r);
    for (; ok && *r->p && *r->p != '"' && *r->p != '\n'; reader_advance(r)) {
        if (*r->p == '\\' && (r->p[1] == '"' || r->p[1] == '\\')) reader_advance(r);
        if (v + 1 < size) value[v++] = iscntrl((unsigned char)*r->p) ? ' ' : *r->p;
    }
    ok = ok && *r->p == '"';
    name[n] = value[v] = '\0';
    if (!ok) return error_set(error, "line %u: a tag is written like [White \"Anna\"]", line);
    skip_to(r, ']');
    return true;
}

static bool is_result(const char *word)
{
    return strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 || strcmp(word, "1/2-1/2") == 0 || strcmp(word, "*") == 0;
}

static const Variant *find_variant(const char *name)
{
    for (const Variant *const *v = variants; *v; ++v)
        if (text_equal((*v)->name, name) || text_equal((*v)->title, name) || text_equal((*v)->cecp.name, name)) return *v;
    return NULL;
}

typedef struct Tags {
    PgnHeader header;
    char variant[PGN_TAG_MAX], fen[FEN_MAX];
    bool any, plies; /* plies: a file in XBoard's form */
    Reader body;     /* after the last tag */
} Tags;

static bool read_tags(Reader *r, Tags *tags, ErrorText *error)
{
    *tags = (Tags){.any = false};
    pgn_header_init(&tags->header);
    strcpy(tags->header.event, "?");
    strcpy(tags->header.date, "????.??.??");
    for (tags->body = *r, skip_blank(r, 0); *r->p == '['; tags->body = *r, skip_blank(r, 0)) {
        char name[PGN_TAG_MAX], value[FEN_MAX];
        if (!read_tag(r, name, value, sizeof value, error)) return false;
        tags->any = true;
        if (text_equal(name, "FEN")) strcpy(tags->fen, value);
        tags->plies |= text_equal(name, "VariantMen") || text_equal(name, "Plies");
        value[PGN_TAG_MAX - 1] = '\0';
        if (text_equal(name, "Variant")) strcpy(tags->variant, value);
        for (unsigned i = 0; i < TAG_COUNT; ++i)
            if (text_equal(name, tag_names[i].name)) strcpy(tag_value(&tags->header, i), value);
    }
    if (!is_result(tags->header.result)) strcpy(tags->header.result, "*");
    return true;
}

static bool begin_game(const Tags *tags, PgnGame *game, ErrorText *error)
{
    ErrorText why;
    const Variant *variant = *tags->variant ? find_variant(tags->variant) : variants[0];
    if (!variant) return error_set(error, "the tag Variant names no game known here: '%.60s'", tags->variant);
    game->header = tags->header;
    game->pos = position_new(variant);
    if (!game->pos) return error_set(error, "out of memory");
    if (tags->plies ? pgn_plies_set_fen(game->pos, tags->fen, &why)
                    : position_set_fen(game->pos, *tags->fen ? tags->fen : variant->start_fen, &why))
        return true;
    position_free(game->pos);
    game->pos = NULL;
    return error_set(error, "the tag FEN: %.180s", why.text);
}

/* The rest of a word after a move number: "12.e2e4", "3...". */
static char *behind_number(char *word)
{
    char *p = word;
    while (isdigit((unsigned char)*p)) ++p;
    if (*p != '.' && *p) return word;
    while (*p == '.') ++p;
    return p;
}

/* Plays a word of movetext. On an error sets game->problem. */
static bool play_word(PgnGame *game, const char *text, unsigned line)
{
    Position *pos = game->pos;
    ErrorText why;
    Move move;
    Outcome outcome = position_outcome(pos);
    bool ok = outcome.result == ONGOING || error_set(&why, "the game was over: %s", outcome.reason);
    ok = ok && move_read(pos, text, &move, &why);
    ok = ok && (position_reserve(pos, 64) || error_set(&why, "out of memory"));
    if (ok) position_make(pos, move);
    else error_set(&game->problem, "line %u, move %u of %s, '%.40s': %.100s", line, (unsigned)pos->state->number,
                   side_name(pos->side), text, why.text);
    return ok;
}

/* Reports a word of a line, which is not a result: a move number, a glyph or a move. Returns the move, or NULL. */
static const char *tell_word(const Reader *r, char *word)
{
    const char *move = behind_number(word);
    const PgnVisitor *v = r->visitor;
    bool sign = *move == '$' || strspn(move, "!?") == strlen(move);
    if (v && sign && *move) v->sign(v->context, move);
    if (v && !sign) v->move(v->context, move, r->line);
    return sign ? NULL : move;
}

/* Reports a variation to the visitor. A tag also ends it: an unclosed bracket must not swallow the games that
 * follow. */
static void read_variation(Reader *r, unsigned depth)
{
    char word[MOVE_TEXT_MAX];
    r->visitor->open(r->visitor->context);
    reader_advance(r);
    while (next_word(r, word, sizeof word, depth))
        if (!is_result(word)) tell_word(r, word);
    if (*r->p == ')') reader_advance(r);
    r->visitor->close(r->visitor->context);
}

/* Reads movetext. Plays it if a game is given, or collects its words. Returns whether there is any. */
static bool read_moves(Reader *r, PgnGame *game, Buffer *plies)
{
    char word[MOVE_TEXT_MAX];
    bool any = false;
    while (next_word(r, word, sizeof word, 0)) {
        any = true;
        if (is_result(word)) {
            if (game && strcmp(game->header.result, "*") == 0) strcpy(game->header.result, word);
            break;
        }
        const char *move = tell_word(r, word);
        if (!move) continue;
        if (plies) buffer_add(plies, "%s ", move);
        else if (game && game->complete) game->complete = play_word(game, move, r->line);
    }
    return any;
}

static Reader begin_reading(const char *text)
{
    bool marked = strncmp(text, "\xEF\xBB\xBF", 3) == 0; /* byte order mark */
    return (Reader){.p = text + (marked ? 3 : 0), .line = 1, .line_start = true};
}

bool pgn_read_visited(const char *text, unsigned number, PgnGame *game, const PgnVisitor *visitor, ErrorText *error)
{
    Reader r = begin_reading(text);
    Tags tags;
    *game = (PgnGame){.complete = true};
    for (unsigned n = 1;; ++n) {
        if (!read_tags(&r, &tags, error)) return false;
        if (!tags.any && !*r.p) {
            if (n == 1) return error_set(error, "there is no game in it");
            return error_set(error, "there %s only %u game%s in it", n == 2 ? "is" : "are", n - 1, n == 2 ? "" : "s");
        }
        if (n == number) break;
        read_moves(&r, NULL, NULL);
    }
    if (!begin_game(&tags, game, error)) return false;
    Buffer words = {0};
    if (visitor) {
        visitor->begin(visitor->context, game->pos);
        r = tags.body;
        r.visitor = tags.plies ? NULL : visitor;
    }
    read_moves(&r, game, tags.plies ? &words : NULL);
    if (tags.plies) game->complete = pgn_plies_play(game->pos, buffer_text(&words), &game->problem);
    buffer_free(&words);
    return true;
}

bool pgn_read(const char *text, unsigned number, PgnGame *game, ErrorText *error)
{
    return pgn_read_visited(text, number, game, NULL, error);
}

unsigned pgn_list(const char *text, void (*tell)(void *context, const PgnEntry *entry), void *context)
{
    Reader r = begin_reading(text);
    Tags tags;
    ErrorText ignored;
    for (unsigned n = 0;; ++n) {
        const char *start = r.p;
        if (!read_tags(&r, &tags, &ignored) || (!tags.any && !*r.p)) return n;
        read_moves(&r, NULL, NULL);
        PgnEntry entry = {&tags.header, tags.variant, (size_t)(start - text), (size_t)(r.p - start)};
        if (tell) tell(context, &entry);
    }
}

unsigned pgn_count(const char *text) { return pgn_list(text, NULL, NULL); }
