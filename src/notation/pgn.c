/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pgn.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "notation.h"
#include "pgn_move.h"
#include "pgn_plies.h"
#include "plies.h"
#include "move_text.h"
#include "../rules.h"
#include "../util/utf8.h"

/* ---- Tags ---- */

const char *const pgn_roster[PGN_ROSTER] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

char *pgn_roster_value(PgnHeader *header, unsigned i)
{
    char *const values[PGN_ROSTER] = {header->event, header->site,  header->date,  header->round,
                                      header->white, header->black, header->result};
    return values[i];
}

void pgn_header_init(PgnHeader *header)
{
    for (unsigned i = 0; i < PGN_ROSTER; ++i) strcpy(pgn_roster_value(header, i), "?");
    strcpy(header->event, "Casual game");
    strcpy(header->result, "*");
    time_t now = time(NULL);
    const struct tm *today = localtime(&now);
    assert(today); /* no clock is beyond the year 2^31 */
    strftime(header->date, sizeof header->date, "%Y.%m.%d", today);
}

/* ---- Writing ---- */

enum { LINE_WIDTH = 79 };

void pgn_put_tag(Buffer *out, const char *name, const char *value)
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
        noted = annotator && annotator->annotate && add_annotation(game, annotator, ply, out, column);
        position_make(game, move);
    }
}

static void add_tags(const Position *root, const PgnHeader *header, const char *more, Buffer *out)
{
    char fen[FEN_MAX];
    PgnHeader copy = *header;
    for (unsigned i = 0; i < PGN_ROSTER; ++i) pgn_put_tag(out, pgn_roster[i], pgn_roster_value(&copy, i));
    const Variant *variant = root->variant;
    if (variant != variants[0]) pgn_put_tag(out, "Variant", variant->name);
    if (variant->rules.of_moves) pgn_put_tag(out, "Rules", variant->rules.of_moves);
    variant->get_fen(root, fen);
    if (variant->rules.text || strcmp(fen, variant->start_fen) != 0) {
        pgn_put_tag(out, "SetUp", "1");
        pgn_put_tag(out, "FEN", fen);
    }
    if (more) buffer_add(out, "%s", more);
}

bool pgn_write(const Position *pos, const PgnHeader *header, const char *reason, Buffer *out)
{
    return pgn_write_annotated(pos, header, reason, NULL, out);
}

bool pgn_write_plies(const Position *pos, const PgnHeader *header, const char *reason, Buffer *out)
{
    if (!variant_cecp(pos->variant)->table) return pgn_write(pos, header, reason, out); /* standard PGN */
    Position *root = position_start(pos);
    bool ok = root;
    if (ok) {
        add_tags(root, header, NULL, out);
        pgn_put_tag(out, "Plies", "XBoard");
        buffer_add(out, "\n");
        ok = pgn_plies_write(pos, out);
        if (reason) {
            buffer_add(out, "\n");
            pgn_add_comment(out, reason);
        }
        buffer_add(out, " %s\n", header->result);
    }
    position_free(root);
    return ok && !out->failed;
}

bool pgn_write_annotated(const Position *pos, const PgnHeader *header, const char *reason, const PgnAnnotator *annotator,
                         Buffer *out)
{
    Position *game = position_start(pos);
    bool ok = game;
    size_t column = 0;
    if (ok) {
        add_tags(game, header, annotator ? annotator->tags : NULL, out);
        buffer_add(out, "\n");
        if (annotator && annotator->start) {
            pgn_add_comment(out, annotator->start);
            buffer_add(out, "\n");
        }
        add_moves(game, pos, annotator, out, &column);
        /* Not add_word: the comment contains spaces and may stand on a line of its own. */
        if (reason) {
            buffer_add(out, "%s", column + strlen(reason) > LINE_WIDTH - 10 ? "\n" : column ? " " : "");
            pgn_add_comment(out, reason);
        }
        buffer_add(out, "%s%s\n", column || reason ? " " : "", header->result);
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
    bool legs;                 /* moves have legs: a comma at the end of a word goes on */
    const char *word;          /* where the last word begins */
    const char *stop;          /* behind the last move of the game */
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
        else reader_advance(r);
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

/* Is this a promotion in brackets, "(Q)" directly after a square, and not a variation? */
static bool is_bracketed(const char *p, size_t length)
{
    return length && *p == '(' && (isalpha((unsigned char)p[1]) || p[1] == '+') && p[2] == ')'
           && (isdigit((unsigned char)p[-1]) || p[-1] == '=');
}

static bool ends_word(const char *p) { return !*p || isspace((unsigned char)*p) || strchr("{}();[]$", *p); }

/* The next word of movetext; false at a tag, at the end, or at the end of a variation. */
static bool next_word(Reader *r, char *word, size_t size, unsigned depth)
{
    skip_blank(r, depth);
    if (!*r->p || *r->p == '[' || *r->p == ')') return false;
    size_t length = 0;
    r->word = r->p;
    for (;;) {
        unsigned inside = 0; /* characters of "(Q)" to come */
        do {
            if (is_bracketed(r->p, length)) inside = 3;
            inside -= inside > 0;
            if (length + 1 < size) word[length++] = iscntrl((unsigned char)*r->p) ? '?' : *r->p;
            reader_advance(r);
        } while (*r->p && (inside || is_bracketed(r->p, length) || !ends_word(r->p)));
        const char *next = r->p + strspn(r->p, " \t\r\n");
        if (!r->legs || word[length - 1] != ',' || ends_word(next)) break;
        while (r->p < next) reader_advance(r);
    }
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

static const Variant *find_variant(const char *name)
{
    const Variant *found = variant_find(name);
    bool standard = text_equal(name, "Standard") || text_equal(name, "From Position"); /* as lichess calls it */
    for (const Variant *const *v = variants; *v && !found; ++v)
        if ((*v)->standard && standard) found = *v;
    return found;
}

typedef struct Tags {
    PgnHeader header;
    char variant[PGN_TAG_MAX], rules[PGN_TAG_MAX], fen[FEN_MAX];
    bool any, plies; /* plies: a file in XBoard's form */
    Reader body;     /* after the last tag */
} Tags;

/* Cuts a text that does not fit, between two characters of UTF-8. */
static void cut_text(char *text, size_t size)
{
    if (strlen(text) < size) return;
    do text[--size] = '\0';
    while (size && ((unsigned char)text[size - 1] & 0xC0) == 0x80);
    if (size && (unsigned char)text[size - 1] >= 0xC0) text[size - 1] = '\0';
}

/* `visitor` (may be NULL) gets the tags that the header does not hold. */
static bool read_tags(Reader *r, Tags *tags, const PgnVisitor *visitor, ErrorText *error)
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
        cut_text(value, PGN_TAG_MAX);
        if (text_equal(name, "Variant")) strcpy(tags->variant, value);
        if (text_equal(name, "Rules")) strcpy(tags->rules, value);
        for (unsigned i = 0; i < PGN_ROSTER; ++i)
            if (text_equal(name, pgn_roster[i])) strcpy(pgn_roster_value(&tags->header, i), value);
        if (visitor && (pgn_is_further_tag(name) || text_equal(name, "Variant"))) visitor->tag(visitor->context, name, value);
    }
    const char *result = pgn_result(tags->header.result);
    strcpy(tags->header.result, result ? result : "*");
    return true;
}

/* NULL if the tag names no game. */
static const Variant *variant_of(const Tags *tags) { return *tags->variant ? find_variant(tags->variant) : variants[0]; }

static bool begin_game(const Tags *tags, PgnGame *game, ErrorText *error)
{
    ErrorText why;
    const Variant *variant = variant_of(tags);
    if (!variant) return error_set(error, "the tag Variant names no game known here: '%.60s'", tags->variant);
    if (!rules_agree(&variant, tags->rules, &why)) return error_set(error, "the tag Rules: %.200s", why.text);
    game->header = tags->header;
    game->pos = position_new(variant);
    if (!game->pos) return error_set(error, "out of memory");
    const char *fen = *tags->fen ? tags->fen : variant->start_fen;
    if (tags->plies ? gui_set_fen(game->pos, fen, &why) : position_set_fen(game->pos, fen, &why)) return true;
    position_free(game->pos);
    game->pos = NULL;
    return error_set(error, "the tag FEN: %.180s", why.text);
}

/* The rest of a word after a move number: "12.e2e4", "3...". */
static char *behind_number(char *word)
{
    char *p = word;
    static const char ellipsis[] = "\u2026";
    size_t wide = sizeof ellipsis - 1;
    while (isdigit((unsigned char)*p)) ++p;
    if (strcmp(word, "0000") == 0) return word; /* a null move */
    if (*p && *p != '.' && strncmp(p, ellipsis, wide) != 0) return word;
    while (*p == '.' || strncmp(p, ellipsis, wide) == 0) p += *p == '.' ? 1 : wide;
    return p;
}

bool pgn_find_move(Position *pos, const char *text, Move *move, ErrorText *error)
{
    Outcome outcome = position_outcome(pos);
    bool over = outcome.result != ONGOING;
    bool read = (!over || outcome.result == DRAW) && pgn_move_read(pos, text, move, over ? NULL : error);
    if (!read && over) error_set(error, "the game was over: %s", outcome.reason);
    return read && (position_reserve(pos, 64) || error_set(error, "out of memory"));
}

/* Plays a word of movetext. On an error sets game->problem. */
static bool play_word(PgnGame *game, const char *text, unsigned line)
{
    Position *pos = game->pos;
    ErrorText why;
    Move move;
    if (pgn_find_move(pos, text, &move, &why)) position_make(pos, move);
    else return error_set(&game->problem, "line %u, move %u of %s, '%.24s': %.140s", line, (unsigned)pos->state->number,
                          side_name(pos->side), text, why.text);
    return true;
}

/* Reports a word of a line, which is not a result: a move number, a sign or a move. Returns the move, or NULL. */
static const char *tell_word(const Reader *r, char *word)
{
    unsigned nag;
    const char *move = behind_number(word);
    const PgnVisitor *v = r->visitor;
    bool sign = *move == '$' || pgn_is_sign(move, &nag);
    if (v && sign && *move) v->sign(v->context, move);
    if (v && !sign) v->move(v->context, move, r->line, r->word);
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
        if (!pgn_result(word)) tell_word(r, word);
    const char *end = r->p;
    if (*r->p == ')') reader_advance(r);
    r->visitor->close(r->visitor->context, end);
}

/* Reads movetext. Plays it if a game is given, or collects its words. Returns whether there is any. */
static bool read_moves(Reader *r, PgnGame *game, Buffer *plies)
{
    char word[MOVE_TEXT_MAX];
    bool any = false;
    while (next_word(r, word, sizeof word, 0)) {
        any = true;
        const char *result = pgn_result(word);
        if (result) {
            if (game && strcmp(game->header.result, "*") == 0) strcpy(game->header.result, result);
            r->stop = r->word;
            return true;
        }
        const char *move = tell_word(r, word);
        if (!move) continue;
        if (plies) buffer_add(plies, "%s ", move);
        else if (game && game->complete) game->complete = play_word(game, move, r->line);
    }
    r->stop = r->p;
    return any;
}

static Reader begin_reading(const char *text)
{
    bool marked = strncmp(text, "\xEF\xBB\xBF", 3) == 0; /* byte order mark */
    return (Reader){.p = text + (marked ? 3 : 0), .line = 1, .line_start = true};
}

/* Ends a game that begins without tags and whose first word is no move: some other text. */
static bool refuse_other_text(PgnGame *game, const Tags *tags, ErrorText *error)
{
    if (tags->any || game->complete || position_plies(game->pos)) return true;
    position_free(game->pos);
    game->pos = NULL;
    return error_set(error, "there is no game in it: %.160s", game->problem.text);
}

bool pgn_read_visited(const char *text, unsigned number, PgnGame *game, const PgnVisitor *visitor, PgnPlace *place,
                      ErrorText *error)
{
    bool known = place && place->number && place->number < number;
    Reader r = known ? (Reader){.p = text + place->at, .line = place->line, .line_start = place->line_start} : begin_reading(text);
    Tags tags;
    *game = (PgnGame){.complete = true};
    for (unsigned n = known ? place->number + 1 : 1;; ++n) {
        if (!read_tags(&r, &tags, n == number ? visitor : NULL, error)) return false;
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
    r.legs = game->pos->variant->legs_status && !tags.plies;
    read_moves(&r, game, tags.plies ? &words : NULL);
    if (r.visitor) visitor->finish(visitor->context, r.stop);
    if (place) *place = (PgnPlace){number, (size_t)(r.p - text), r.line, r.line_start};
    if (tags.plies) game->complete = pgn_plies_play(game->pos, buffer_text(&words), &game->problem);
    buffer_free(&words);
    return refuse_other_text(game, &tags, error);
}

bool pgn_to_utf8(Buffer *text)
{
    Buffer out = {0};
    for (size_t at = 0; at < text->length;) {
        char character[UTF8_MAX];
        Character c;
        size_t length = utf8_decode(text->text + at, text->length - at, &c);
        bool foreign = !length || (c.code == REPLACEMENT && length == 1);
        if (foreign) buffer_put(&out, character, utf8_encode((unsigned char)text->text[at], character));
        else buffer_put(&out, text->text + at, length);
        at += foreign ? 1 : length;
    }
    bool ok = !out.failed;
    buffer_free(ok ? text : &out);
    if (ok) *text = out;
    return ok;
}

void pgn_each_tag(const char *tags, void (*tell)(void *context, const char *name, const char *value), void *context)
{
    Reader r = begin_reading(tags);
    char name[PGN_TAG_MAX], value[FEN_MAX];
    for (skip_blank(&r, 0); *r.p == '[' && read_tag(&r, name, value, sizeof value, NULL); skip_blank(&r, 0))
        tell(context, name, value);
}

bool pgn_is_further_tag(const char *name)
{
    static const char *const own[] = {"Variant", "Rules", "SetUp", "FEN", "Plies", "VariantMen"};
    bool further = *name && strlen(name) < PGN_TAG_MAX;
    for (const char *p = name; *p; ++p) further &= isalnum((unsigned char)*p) || *p == '_';
    for (unsigned i = 0; i < sizeof own / sizeof *own; ++i) further &= !text_equal(name, own[i]);
    for (unsigned i = 0; i < PGN_ROSTER; ++i) further &= !text_equal(name, pgn_roster[i]);
    return further;
}

bool pgn_read(const char *text, unsigned number, PgnGame *game, ErrorText *error)
{
    return pgn_read_visited(text, number, game, NULL, NULL, error);
}

unsigned pgn_list(const char *text, void (*tell)(void *context, const PgnEntry *entry), void *context)
{
    Reader r = begin_reading(text);
    Tags tags;
    ErrorText ignored;
    for (unsigned n = 0;; ++n) {
        const char *start = r.p;
        if (!read_tags(&r, &tags, NULL, &ignored) || (!tags.any && !*r.p)) return n;
        read_moves(&r, NULL, NULL);
        size_t offset = (size_t)(start - text), length = (size_t)(r.p - start);
        PgnEntry entry = {&tags.header, tags.variant, tags.rules, variant_of(&tags), offset, length};
        if (tell) tell(context, &entry);
    }
}

unsigned pgn_count(const char *text) { return pgn_list(text, NULL, NULL); }
