/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pgn.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../text/notation.h"
#include "pgn_move.h"
#include "pgn_plies.h"
#include "../text/plies.h"
#include "../rules.h"
#include "../util/minmax.h"
#include "../util/utf8.h"

/* ---- Tags ---- */

const char *const pgn_roster[PGN_ROSTER] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

void pgn_header_init(PgnHeader *header)
{
    for (unsigned i = 0; i < PGN_ROSTER; ++i) strcpy(header->value[i], "?");
    strcpy(header->event, "Casual game");
    strcpy(header->result, "*");
    time_t now = time(NULL);
    const struct tm *today = localtime(&now);
    assert(today); /* no clock is beyond the year 2^31 */
    strftime(header->date, sizeof header->date, "%Y.%m.%d", today);
}

/* ---- Writing ---- */

void pgn_put_tag(Buffer *out, const char *name, const char *value)
{
    buffer_add(out, "[%s \"", name);
    for (; *value; ++value)
        buffer_add(out, "%s%c", *value == '"' || *value == '\\' ? "\\" : "", iscntrl((unsigned char)*value) ? ' ' : *value);
    buffer_add(out, "\"]\n");
}

void pgn_add_comment(Buffer *out, const char *text)
{
    buffer_put(out, "{", 1);
    for (; *text; ++text) buffer_put(out, *text == '}' ? ")" : iscntrl((unsigned char)*text) ? " " : text, 1);
    buffer_put(out, "}", 1);
}

/* ---- Reading ---- */

typedef struct Reader {
    const char *text, *p; /* the beginning of the text, and where the reading is */
    unsigned line;        /* from 1 */
    bool line_start;
    const PgnVisitor *visitor; /* of the game being read, else NULL */
    const PgnListener *faults; /* receives faults; may be NULL */
    unsigned game;             /* the number of the game being read, for faults */
    bool legs;                 /* moves have legs: a comma at the end of a word continues the move */
    unsigned depth, opened;    /* variations that are open, and the line where the first of them begins */
    const char *word;          /* where the last word begins */
    const char *stop;          /* after the last move of the game */
    const char *no_quote;      /* up to here, no tag ends: hostile text would be searched again and again */
} Reader;

static void reader_advance(Reader *r)
{
    r->line_start = *r->p == '\n';
    if (r->line_start) ++r->line;
    ++r->p;
}

static void advance_to(Reader *r, const char *end)
{
    while (r->p < end) reader_advance(r);
}

static void skip_blanks(Reader *r)
{
    while (isspace((unsigned char)*r->p)) reader_advance(r);
}

__attribute__((format(printf, 3, 4))) static void tell_fault(const Reader *r, unsigned line, const char *format, ...)
{
    ErrorText why;
    va_list args;
    if (!r->faults || !r->faults->fault) return;
    va_start(args, format);
    vsnprintf(why.text, sizeof why.text, format, args);
    va_end(args);
    utf8_make_safe(why.text, "");
    r->faults->fault(r->faults->context, r->game, line, why.text);
}

/* The visitor, or NULL if variations are nested too deeply to be reported. */
static const PgnVisitor *listener(const Reader *r) { return r->depth <= PGN_NESTING_MAX ? r->visitor : NULL; }

/* The ends of lines between the last text and here; 2 if there is no text. */
static unsigned newlines_before(const Reader *r)
{
    unsigned count = 0;
    for (const char *p = r->p; count < 2; --p) {
        while (p - r->text >= 3 && text_mark(p - 3)) p -= 3;
        if (p == r->text) return 2;
        if (!isspace((unsigned char)p[-1])) break;
        count += p[-1] == '\n';
    }
    return count;
}

/* ---- Tags ---- */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Of a tag at '[': where its name begins, if it has one. */
static const char *name_of_tag(const char *p)
{
    ++p;
    return p + strspn(p, " \t\r\n");
}

static bool same_name(const char *a, const char *b)
{
    for (; in_name(*a) && tolower((unsigned char)*a) == tolower((unsigned char)*b); ++a, ++b) {}
    return !in_name(*a) && !in_name(*b);
}

typedef struct Tag {
    char name[PGN_TAG_MAX], value[FEN_MAX];
    bool cut; /* the value was longer */
} Tag;

/* Reads one tag. Quotes within the value need no '\\': the value ends with the quote before ']'. If the tag is written in
 * another way, returns false, does not move, and sets the name as far as there is one. */
static bool read_tag(Reader *r, Tag *tag)
{
    Reader at = *r;
    size_t n = 0, v = 0;
    tag->cut = false;
    advance_to(&at, name_of_tag(at.p));
    for (; in_name(*at.p) && n + 1 < sizeof tag->name; reader_advance(&at)) tag->name[n++] = *at.p;
    tag->name[n] = '\0';
    skip_blanks(&at);
    if (!n || *at.p != '"' || at.p < at.no_quote) return false;
    for (reader_advance(&at); *at.p && *at.p != '\n'; reader_advance(&at)) {
        if (*at.p == '"' && at.p[1 + strspn(at.p + 1, " \t\r\n")] == ']') break;
        if (*at.p == '\\' && (at.p[1] == '"' || at.p[1] == '\\')) reader_advance(&at);
        tag->cut = v + 1 == sizeof tag->value;
        if (!tag->cut) tag->value[v++] = iscntrl((unsigned char)*at.p) ? ' ' : *at.p;
    }
    tag->value[v] = '\0';
    if (*at.p != '"') {
        r->no_quote = at.p;
        return false;
    }
    reader_advance(&at);
    skip_blanks(&at);
    reader_advance(&at);
    *r = at;
    return true;
}

static const char *line_end(const char *p) { return p + strcspn(p, "\n"); }

/* Skips a malformed tag: up to its ']', which may end the next line, or to the end of its line. */
static void skip_bad_tag(Reader *r)
{
    const char *end = r->p + strcspn(r->p, "]\n");
    if (*end == '\n') {
        const char *next = end + 1, *stop = line_end(next), *last = stop;
        while (last > next && isspace((unsigned char)last[-1])) --last;
        next += strspn(next, " \t\r\n");
        if (next < last && *next != '[' && last[-1] == ']') end = last - 1;
    }
    advance_to(r, end);
    if (*r->p == ']') reader_advance(r);
}

/* Is this '[' in movetext the beginning of the next game? A malformed tag is, after an empty line. */
static bool begins_game(Reader *r)
{
    Reader at = *r;
    Tag tag;
    bool good = read_tag(&at, &tag);
    r->no_quote = at.no_quote;
    return good || (in_name(*name_of_tag(r->p)) && newlines_before(r) == 2);
}

/* Is this '[' in a comment the beginning of the next game, since the comment is not closed? Comments may quote tags, but
 * hardly one that begins a paragraph, or is alone on its line before another tag or an empty line. */
static bool interrupts_comment(Reader *r)
{
    Reader at = *r;
    Tag tag;
    unsigned newlines = newlines_before(r);
    bool good = newlines && read_tag(&at, &tag);
    r->no_quote = at.no_quote;
    if (!good || newlines == 2) return good;
    skip_blanks(&at);
    newlines = newlines_before(&at);
    return newlines == 2 || (newlines && *at.p == '[' && read_tag(&at, &tag));
}

/* ---- Words of movetext ---- */

/* Reports a comment up to the end of the line. */
static void read_line_comment(Reader *r)
{
    const PgnVisitor *v = listener(r);
    const char *start = r->p + 1, *end = line_end(start);
    advance_to(r, end + (*end == '\n'));
    if (v) v->comment(v->context, start, (size_t)(end - start));
}

/* Reports a comment in braces. */
static void read_comment(Reader *r)
{
    const PgnVisitor *v = listener(r);
    const char *start = r->p + 1;
    unsigned line = r->line;
    do reader_advance(r);
    while (*r->p && *r->p != '}' && !(*r->p == '[' && interrupts_comment(r)));
    if (v) v->comment(v->context, start, (size_t)(r->p - start));
    if (*r->p == '}') reader_advance(r);
    else tell_fault(r, line, "the comment has no '}': the rest of the game is read as this comment");
}

/* Reports text in square brackets that is not a tag as a comment: clocks that lost their braces. */
static void read_brackets(Reader *r)
{
    const PgnVisitor *v = listener(r);
    const char *start = r->p, *end = start + 1 + strcspn(start + 1, "[]\n");
    bool closed = *end == ']';
    if (closed) tell_fault(r, r->line, "%.*s is read as a comment: a comment needs { }", (int)min(end + 1 - start, 60), start);
    else tell_fault(r, r->line, "a '[' among the moves is skipped");
    if (v && closed) v->comment(v->context, start, (size_t)(end + 1 - start));
    advance_to(r, closed ? end + 1 : start + 1);
}

static void open_variation(Reader *r)
{
    if (!r->depth++) r->opened = r->line;
    const PgnVisitor *v = listener(r);
    if (v) v->open(v->context);
    if (r->depth == PGN_NESTING_MAX + 1)
        tell_fault(r, r->line, "variations nest deeper than %d: this one is left out", PGN_NESTING_MAX);
    reader_advance(r);
}

static void close_variation(Reader *r)
{
    const PgnVisitor *v = listener(r);
    if (v && r->depth) v->close(v->context, r->p);
    if (r->depth) --r->depth;
}

/* Skips everything but tags and movetext. `moves`: also text in brackets that is not a tag. */
static void skip_notes(Reader *r, bool moves)
{
    for (;;) {
        char c = *r->p;
        if (c == '{') read_comment(r);
        else if (c == ';') read_line_comment(r);
        else if (c == '%' && r->line_start) advance_to(r, line_end(r->p));
        else if (c == '(' && moves) open_variation(r);
        else if (c == '[' && moves && !begins_game(r)) read_brackets(r);
        else if (c == ')') close_variation(r), reader_advance(r);
        else if (isspace((unsigned char)c) || c == '}' || c == ']') reader_advance(r);
        else if (text_mark(r->p)) r->p += text_mark(r->p);
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

/* The next word of movetext; false at a tag or at the end. */
static bool next_word(Reader *r, char *word, size_t size)
{
    skip_notes(r, true);
    if (!*r->p || *r->p == '[') return false;
    size_t length = pgn_spaced_result(r->p);
    r->word = r->p;
    if (length) {
        snprintf(word, size, "%.*s", (int)length, r->p);
        advance_to(r, r->p + length);
        return true;
    }
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
        advance_to(r, next);
    }
    word[length] = '\0';
    return true;
}

/* ---- A game's tags ---- */

enum { TAGS_KNOWN = 64 };

static const Variant *find_variant(const char *name)
{
    const Variant *found = variant_find(name);
    bool standard = text_equal(name, "Standard") || text_equal(name, "From Position"); /* lichess's name */
    for (const Variant *const *v = variants; *v && !found; ++v)
        if ((*v)->text.standard && standard) found = *v;
    return found;
}

typedef struct Tags {
    PgnHeader header;
    char variant[PGN_TAG_MAX], rules[PGN_TAG_MAX], fen[FEN_MAX + EPD_ROOM];
    bool any, plies;    /* plies: a file in XBoard's form */
    unsigned line;      /* where the game begins */
    ErrorText no_start; /* why the game cannot begin; "": it can */
    const char *names[TAGS_KNOWN]; /* of the tags so far, in the text */
    size_t count;
} Tags;

/* Cuts a text that does not fit, between two characters of UTF-8. Was it cut? */
static bool cut_text(char *text, size_t size)
{
    if (strlen(text) < size) return false;
    do text[--size] = '\0';
    while (size && ((unsigned char)text[size - 1] & 0xC0) == 0x80);
    if (size && (unsigned char)text[size - 1] >= 0xC0) text[size - 1] = '\0';
    return true;
}

static bool is_known(const Tags *tags, const char *name)
{
    for (size_t i = 0; i < tags->count; ++i)
        if (same_name(tags->names[i], name)) return true;
    return false;
}

/* Do the tags from this '[' on belong to the next game? They do if they follow an empty line and one of them, before the
 * next empty line, stands already: the game before them is empty. */
static bool repeats(const Reader *r, const Tags *tags)
{
    Reader at = *r;
    Tag tag;
    if (!tags->count || newlines_before(r) < 2) return false;
    at.faults = NULL;
    do {
        if (is_known(tags, name_of_tag(at.p))) return true;
        if (!read_tag(&at, &tag)) skip_bad_tag(&at);
        skip_blanks(&at);
    } while (*at.p == '[' && newlines_before(&at) < 2);
    return false;
}

/* Where the value of a tag goes that may stand once; NULL: nowhere. *size: its room. */
static char *value_of(Tags *tags, const char *name, size_t *size)
{
    bool fen = text_equal(name, "FEN");
    *size = fen ? FEN_MAX : PGN_TAG_MAX;
    for (unsigned i = 0; i < PGN_ROSTER; ++i)
        if (text_equal(name, pgn_roster[i])) return tags->header.value[i];
    if (text_equal(name, "Variant")) return tags->variant;
    if (text_equal(name, "Rules")) return tags->rules;
    return fen ? tags->fen : NULL;
}

static bool names_start(const char *name)
{
    return text_equal(name, "Variant") || text_equal(name, "Rules") || text_equal(name, "FEN");
}

/* Takes a tag that begins at `r`. */
static void take_tag(const Reader *r, Tags *tags, Tag *tag, const PgnVisitor *visitor)
{
    size_t size;
    char *own = value_of(tags, tag->name, &size);
    bool again = own && is_known(tags, name_of_tag(r->p));
    tags->any = true;
    tags->plies |= text_equal(tag->name, "VariantMen") || text_equal(tag->name, "Plies");
    if (cut_text(tag->value, size) || tag->cut) tell_fault(r, r->line, "the tag %.40s is cut at %zu bytes", tag->name, size - 1);
    if (again && strcmp(own, tag->value) != 0)
        tell_fault(r, r->line, "the tag %.40s is given twice: the last one counts", tag->name);
    if (own) strcpy(own, tag->value);
    if (visitor && (pgn_is_further_tag(tag->name) || text_equal(tag->name, "Variant")))
        visitor->tag(visitor->context, tag->name, tag->value);
}

/* Skips a malformed tag. A game whose start it would set is not read. */
static void leave_out_tag(Reader *r, Tags *tags, const Tag *tag)
{
    static const char form[] = "a tag is written like [White \"Anna\"]";
    enum { SHOWN_MAX = 60 };
    const char *start = r->p;
    unsigned line = r->line;
    size_t length = 0;
    skip_bad_tag(r);
    while (length < SHOWN_MAX && start + length < r->p && start[length] != '\r' && start[length] != '\n') ++length;
    tell_fault(r, line, "%.*s is left out: %s", (int)length, start, form);
    if (names_start(tag->name)) error_set(&tags->no_start, "line %u, the tag %s: %s", line, tag->name, form);
}

/* Reads tags up to the moves, or up to the tags of the next game. `visitor` (may be NULL) gets those that the header does
 * not hold. */
static void read_tags(Reader *r, Tags *tags, const PgnVisitor *visitor)
{
    *tags = (Tags){.any = false};
    pgn_header_init(&tags->header);
    strcpy(tags->header.event, "?");
    strcpy(tags->header.date, "????.??.??");
    r->depth = 0;
    skip_notes(r, false);
    tags->line = r->line;
    for (; *r->p == '[' && !repeats(r, tags); skip_notes(r, false)) {
        Reader start = *r;
        Tag tag;
        if (read_tag(r, &tag)) take_tag(&start, tags, &tag, visitor);
        else leave_out_tag(r, tags, &tag);
        if (tags->count < TAGS_KNOWN) tags->names[tags->count++] = name_of_tag(start.p);
    }
    const char *result = pgn_result(tags->header.result);
    strcpy(tags->header.result, result ? result : "*");
}

/* NULL if the tag names no game. */
static const Variant *variant_of(const Tags *tags) { return *tags->variant ? find_variant(tags->variant) : variants[0]; }

static bool begin_game(const Tags *tags, PgnGame *game, ErrorText *error)
{
    ErrorText why;
    const Variant *variant = variant_of(tags);
    if (*tags->no_start.text) return error_set(error, "%s", tags->no_start.text);
    if (!variant)
        return error_set(error, "line %u: the tag Variant names an unknown game: '%.60s'", tags->line, tags->variant);
    if (!rules_agree(&variant, tags->rules, false, &why))
        return error_set(error, "line %u: the tag Rules: %.180s", tags->line, why.text);
    game->header = tags->header;
    game->pos = position_new(variant);
    if (!game->pos) return error_set(error, "out of memory");
    char fen[FEN_MAX + EPD_ROOM];
    strcpy(fen, *tags->fen ? tags->fen : variant->position.start_fen);
    epd_to_fen(fen);
    if (tags->plies ? gui_set_fen(game->pos, fen, &why) : position_set_fen(game->pos, fen, &why)) return true;
    position_free(game->pos);
    game->pos = NULL;
    return error_set(error, "line %u: the tag FEN: %.160s", tags->line, why.text);
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
    const PgnVisitor *v = listener(r);
    int64_t number;
    bool sign = *move == '$' || pgn_is_sign(move, &nag);
    if (*move == '$' && !number_read(move + 1, 0, UINT8_MAX, &number))
        tell_fault(r, r->line, "%.20s is left out: a NAG is a number from 0 to 255", move);
    if (v && sign && *move) v->sign(v->context, move);
    if (v && !sign) v->move(v->context, move, r->line, r->word);
    return sign ? NULL : move;
}

/* Does a result in a variation end the game? It does before an empty line, a tag or the end of the text: the variation was
 * not closed. */
static bool ends_game(Reader r)
{
    skip_blanks(&r);
    return !*r.p || newlines_before(&r) == 2 || (*r.p == '[' && begins_game(&r));
}

/* Ends the variations that are open where the game ends. */
static void close_all(Reader *r)
{
    if (r->depth) tell_fault(r, r->opened, "the '(' has no ')': the rest of the game is read as a variation");
    while (r->depth) close_variation(r);
}

/* Reads movetext. Plays the main line if a game is given, or collects its words. Returns whether there is a word. */
static bool read_moves(Reader *r, PgnGame *game, Buffer *plies)
{
    char word[MOVE_TEXT_MAX];
    bool any = false, over = false;
    while (!over && next_word(r, word, sizeof word)) {
        any = true;
        const char *result = pgn_result(word);
        if (result) {
            over = !r->depth || ends_game(*r);
            if (over && game && strcmp(game->header.result, "*") == 0) strcpy(game->header.result, result);
            continue;
        }
        const char *move = tell_word(r, word);
        if (!move || r->depth) continue;
        if (plies) buffer_add(plies, "%s ", move);
        else if (game && game->complete) game->complete = play_word(game, move, r->line);
    }
    close_all(r);
    r->stop = over ? r->word : r->p;
    return any;
}

static Reader begin_reading(const char *text)
{
    return (Reader){.text = text, .p = text + text_mark(text), .line = 1, .line_start = true, .no_quote = text};
}

/* Ends a game without tags whose first word is not a move, or that has no words: some other text. */
static bool refuse_other_text(PgnGame *game, const Tags *tags, bool words, ErrorText *error)
{
    if (tags->any || (words && (game->complete || position_plies(game->pos)))) return true;
    position_free(game->pos);
    game->pos = NULL;
    return error_set(error, words ? "there is no game in it: %.160s" : "there is no game in it", game->problem.text);
}

bool pgn_read_visited(const char *text, unsigned number, PgnGame *game, const PgnVisitor *visitor, ErrorText *error)
{
    Reader r = begin_reading(text), start;
    Tags tags;
    *game = (PgnGame){.complete = true};
    for (unsigned n = 1;; ++n) {
        start = r;
        read_tags(&r, &tags, n == number ? visitor : NULL);
        if (!tags.any && !*r.p) {
            if (n == 1) return error_set(error, "there is no game in it");
            return error_set(error, "there %s only %u game%s in it", n == 2 ? "is" : "are", n - 1, n == 2 ? "" : "s");
        }
        if (n == number) break;
        read_moves(&r, NULL, NULL);
    }
    if (!begin_game(&tags, game, error)) return false;
    Buffer words = {0};
    if (visitor) visitor->begin(visitor->context, game->pos);
    if (visitor && !tags.plies) {
        Tags same; /* once more, for the comments among them */
        r = start;
        r.visitor = visitor;
        read_tags(&r, &same, NULL);
    }
    r.legs = game->pos->variant->text.legs_status && !tags.plies;
    bool any = read_moves(&r, game, tags.plies ? &words : NULL);
    if (r.visitor) visitor->finish(visitor->context, r.stop);
    if (tags.plies) game->complete = pgn_plies_play(game->pos, buffer_text(&words), &game->problem);
    buffer_free(&words);
    return refuse_other_text(game, &tags, any, error);
}

bool pgn_to_utf8(Buffer *text)
{
    Buffer out = {0};
    for (size_t at = 0; at < text->length;) {
        char character[UTF8_MAX];
        uint32_t code;
        size_t length = utf8_decode(text->text + at, text->length - at, &code);
        bool foreign = !length || (code == REPLACEMENT && length == 1);
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
    Tag tag;
    for (skip_blanks(&r); *r.p == '[' && read_tag(&r, &tag); skip_blanks(&r)) tell(context, tag.name, tag.value);
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
    return pgn_read_visited(text, number, game, NULL, error);
}

unsigned pgn_list(const char *text, const PgnListener *listener)
{
    Reader r = begin_reading(text);
    Tags tags;
    r.faults = listener;
    for (unsigned n = 0;; ++n) {
        const char *start = r.p;
        r.game = n + 1;
        read_tags(&r, &tags, NULL);
        if (!tags.any && !*r.p) return n;
        if (!read_moves(&r, NULL, NULL) && !tags.any && !*r.p) return n;
        size_t offset = (size_t)(start - text), length = (size_t)(r.p - start);
        PgnEntry entry = {&tags.header, tags.variant, tags.rules, variant_of(&tags), offset, length};
        if (listener->game) listener->game(listener->context, &entry);
    }
}
