/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pgn_move.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/move_text.h"
#include "../text/notation.h"
#include "../text/plies.h"
#include "../text/short_text.h"

/* ---- Plain text ---- */

typedef struct Replacement {
    const char *from, *to;
} Replacement;

/* Hyphens, dashes and the minus sign, the multiplication sign, one half. */
static const Replacement typography[] = {{"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"},   {"\u2013", "-"}, {"\u2014", "-"},
                                         {"\u2212", "-"}, {"\u00D7", "x"}, {"\u00BD", "1/2"}, {NULL, NULL}};
/* Chess figurines, White's and Black's. A Pawn's may be left out, but says no more than its letter. */
static const Replacement figurines[] = {{"\u2654", "K"}, {"\u2655", "Q"}, {"\u2656", "R"}, {"\u2657", "B"}, {"\u2658", "N"},
                                        {"\u2659", "P"}, {"\u265A", "K"}, {"\u265B", "Q"}, {"\u265C", "R"}, {"\u265D", "B"},
                                        {"\u265E", "N"}, {"\u265F", "P"}, {NULL, NULL}};

static const Replacement *find_replacement(const Replacement *list, const char *text)
{
    for (; list->from; ++list)
        if (strncmp(text, list->from, strlen(list->from)) == 0) return list;
    return NULL;
}

/* Copies a word with ASCII in place of typography. Cuts it at the end of `plain`. */
static void make_plain(const char *text, bool with_figurines, char plain[MOVE_TEXT_MAX])
{
    size_t length = 0;
    while (*text && length + 4 < MOVE_TEXT_MAX) {
        const Replacement *r = find_replacement(typography, text);
        if (!r && with_figurines) r = find_replacement(figurines, text);
        if (!r) {
            plain[length++] = *text++;
            continue;
        }
        length += (size_t)sprintf(plain + length, "%s", r->to);
        text += strlen(r->from);
    }
    plain[length] = '\0';
}

/* Removes some characters. */
static void drop(char *text, const char *which)
{
    char *to = text;
    for (const char *p = text; *p; ++p)
        if (!strchr(which, *p)) *to++ = *p;
    *to = '\0';
}

const char *pgn_result(const char *word)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char plain[MOVE_TEXT_MAX];
    make_plain(word, false, plain);
    drop(plain, " \t");
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i)
        if (strcmp(plain, results[i]) == 0) return results[i];
    return strcmp(plain, "1/2") == 0 || strcmp(plain, "0.5-0.5") == 0 ? results[2] : NULL;
}

size_t pgn_spaced_result(const char *text)
{
    enum { RESULT_MAX = 32, BLANKS_MAX = 4 };
    char word[RESULT_MAX + 1];
    size_t length = 0;
    for (unsigned blanks = 0; blanks <= BLANKS_MAX && length < RESULT_MAX;) {
        size_t blank = strspn(text + length, " \t"), part = strcspn(text + length + blank, " \t\r\n{}();[]$");
        blanks += blank > 0;
        length += blank + part;
        if (!part || length > RESULT_MAX) break;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (blanks && pgn_result(word)) return length;
    }
    return 0;
}

bool pgn_is_null_move(const char *text)
{
    static const char *const words[] = {"--", "Z0", "z0", "null", "pass", "0000", "<>", pass_text};
    char plain[MOVE_TEXT_MAX];
    make_plain(text, false, plain);
    plain[strcspn(plain, "!?")] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(plain, words[i]) == 0) return true;
    return false;
}

bool pgn_is_sign(const char *word, unsigned *nag)
{
    static const struct {
        const char *text;
        unsigned nag;
    } signs[] = {{"!", 1},      {"?", 2},       {"!!", 3},     {"??", 4},     {"!?", 5},      {"?!", 6},      {"\u203C", 3},
                 {"\u2047", 4}, {"\u2049", 5},  {"\u2048", 6}, {"\u25A1", 7}, {"=", 10},      {"\u221E", 13}, {"+=", 14},
                 {"+/=", 14},   {"\u2A72", 14}, {"=+", 15},    {"=/+", 15},   {"\u2A71", 15}, {"+/-", 16},    {"\u00B1", 16},
                 {"-/+", 17},   {"\u2213", 17}, {"+-", 18},    {"-+", 19},    {"\u2191", 36}, {"\u2192", 40}, {"N", 146},
                 {"D", 220},
                 {"+", 0},
                 {"++", 0},     {"#", 0},       {"e.p.", 0},   {"e.p", 0},    {"ep", 0},      {"ep.", 0},     {"ch", 0},
                 {"ch.", 0},    {"mate", 0}};
    char plain[MOVE_TEXT_MAX];
    make_plain(word, false, plain);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i) {
        if (strcmp(plain, signs[i].text) != 0) continue;
        *nag = signs[i].nag;
        return true;
    }
    *nag = 0;
    return !*plain || strspn(plain, "!?") == strlen(plain);
}

/* ---- Lenient reading ---- */

/* Cuts annotations off the end: "!?", "+-", "e.p.", "mate". Returns whether a '+' stood directly after the move, or
 * "=+". */
static bool cut_tail(char *plain)
{
    static const char *const words[] = {"e.p.", "e.p", "ep.", "ep", "ch.", "ch", "mate"};
    size_t length = strlen(plain);
    bool plus = false;
    for (bool again = true; again && length;) {
        again = strchr("!?#,.=/+-", plain[length - 1]) || (unsigned char)plain[length - 1] > 127;
        if (again) {
            --length;
            plus = plain[length] == '+' || (plus && plain[length] == '=');
            plain[length] = '\0';
        }
        for (size_t i = 0; i < sizeof words / sizeof *words && !again; ++i) {
            size_t cut = strlen(words[i]);
            if (length < cut || strcmp(plain + length - cut, words[i]) != 0) continue;
            plain[length -= cut] = '\0';
            plus = false;
            again = true;
        }
    }
    return plus;
}

static bool is_castling_text(const char *text) { return strspn(text, "O0o-") == strlen(text); }

/* Reads a move of one leg. */
static bool read_single(const Position *pos, char *plain, Move *move, ErrorText *error)
{
    bool plus = cut_tail(plain), found;
    char promoting[MOVE_TEXT_MAX + 1];
    ErrorText ignored;
    if (!is_castling_text(plain)) drop(plain, "-=/()");
    for (char *p = plain; *p; ++p)
        if (*p == ':') *p = 'x';
    found = *plain && move_read(pos, plain, move, error);
    /* "a8+" can be a promotion or a check, and "a8+-" a promotion or a winning position. */
    if (!found || !plus) return found;
    Move other = *move;
    snprintf(promoting, sizeof promoting, "%s+", plain);
    move_read(pos, promoting, &other, &ignored);
    return other == *move || error_set(error, "it could be %.40s or %.40s", plain, promoting);
}

bool pgn_move_read(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    const Variant *variant = pos->variant;
    ErrorText why = {"not a move"};
    char plain[MOVE_TEXT_MAX];
    if (move_read(pos, text, move, &why)) return true;
    make_plain(text, variant->text.standard, plain);
    if (pgn_is_null_move(plain)) {
        if (variant->text.parse(pos, pass_text, move, &why)) return true;
        return error_set(error, "a null move is not legal; what follows it cannot be read");
    }
    if (!variant->text.legs_status) {
        if (read_single(pos, plain, move, &why)) return true;
    } else {
        /* No other program writes such moves. */
        cut_tail(plain);
        if (variant->text.legs_status(pos, plain, NULL) == LEGS_PARTIAL)
            return error_set(error, "unfinished: a further leg is missing");
        if (variant->text.parse(pos, plain, move, &why)) return true;
    }
    return error_set(error, "%s", why.text);
}
