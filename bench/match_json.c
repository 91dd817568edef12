/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "match_json.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

/* ---- Reading ---- */

static void skip_space(JsonReader *in)
{
    while (*in->at && strchr(" \t\r\n", *in->at)) ++in->at;
}

static bool take(JsonReader *in, char c)
{
    skip_space(in);
    if (in->bad || *in->at != c) return false;
    ++in->at;
    return true;
}

static void need(JsonReader *in, char c) { in->bad |= !take(in, c); }

static bool take_word(JsonReader *in, const char *word)
{
    size_t n = strlen(word);
    skip_space(in);
    if (in->bad || strncmp(in->at, word, n) != 0) return false;
    in->at += n;
    return true;
}

static void enter(JsonReader *in, char c)
{
    need(in, c);
    in->first = true;
}

void json_enter_object(JsonReader *in) { enter(in, '{'); }
void json_enter_array(JsonReader *in) { enter(in, '['); }

/* Goes to the next part, or behind the end of the whole. */
static bool next(JsonReader *in, char end)
{
    if (in->bad) return false;
    bool first = in->first;
    in->first = false;
    if (take(in, end)) return false;
    if (!first) need(in, ',');
    return !in->bad;
}

bool json_member(JsonReader *in, char *name, size_t size)
{
    *name = '\0';
    if (!next(in, '}')) return false;
    json_string(in, name, size);
    need(in, ':');
    return !in->bad;
}

bool json_element(JsonReader *in) { return next(in, ']'); }

void json_end(JsonReader *in)
{
    skip_space(in);
    in->bad |= *in->at != '\0';
}

/* The four digits behind \u; what lies beyond one byte is no text of ours. */
static char unicode_escape(JsonReader *in)
{
    char digits[5] = "";
    for (int i = 0; i < 4 && isxdigit((unsigned char)in->at[i]); ++i) digits[i] = in->at[i];
    unsigned long code = strtoul(digits, NULL, 16);
    if (strlen(digits) != 4 || code == 0) {
        in->bad = true;
        return '?';
    }
    in->at += 4;
    return code < 128 ? (char)code : '?';
}

/* The character behind a backslash. */
static char escape(JsonReader *in)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = *in->at;
    const char *found = c ? strchr(names, c) : NULL;
    if (c == '\0' || (!found && c != 'u')) {
        in->bad = true;
        return '?';
    }
    ++in->at;
    return c == 'u' ? unicode_escape(in) : meant[found - names];
}

void json_string(JsonReader *in, char *text, size_t size)
{
    size_t n = 0;
    need(in, '"');
    while (!in->bad && *in->at && *in->at != '"') {
        char c = *in->at++;
        if (c == '\\') c = escape(in);
        if (n + 1 < size) text[n++] = c;
    }
    if (size) text[in->bad ? 0 : n] = '\0';
    need(in, '"');
}

uint64_t json_count(JsonReader *in)
{
    char *end;
    skip_space(in);
    in->bad |= !isdigit((unsigned char)*in->at);
    if (in->bad) return 0;
    errno = 0;
    uint64_t value = strtoull(in->at, &end, 10);
    in->bad |= errno != 0 || *end == '.' || *end == 'e' || *end == 'E';
    in->at = end;
    return value;
}

double json_number(JsonReader *in)
{
    char *end;
    if (take_word(in, "null")) return INFINITY;
    /* strtod reads more than JSON has: "0x1p3", "inf", "+1". */
    const char *digits = in->at + (*in->at == '-');
    in->bad |= !isdigit((unsigned char)*digits) || (*digits == '0' && (digits[1] == 'x' || digits[1] == 'X'));
    if (in->bad) return 0.0;
    double value = strtod(in->at, &end);
    in->at = end;
    return value;
}

bool json_bool(JsonReader *in)
{
    bool yes = take_word(in, "true");
    in->bad |= !yes && !take_word(in, "false");
    return yes;
}

static void skip_value(JsonReader *in, int depth)
{
    char ignored[8];
    in->bad |= depth > DEPTH_MAX;
    skip_space(in);
    if (in->bad) return;
    switch (*in->at) {
    case '{':
        for (json_enter_object(in); json_member(in, ignored, sizeof ignored);) skip_value(in, depth + 1);
        break;
    case '[':
        for (json_enter_array(in); json_element(in);) skip_value(in, depth + 1);
        break;
    case '"': json_string(in, ignored, sizeof ignored); break;
    case 't':
    case 'f': json_bool(in); break;
    default: json_number(in);
    }
}

void json_skip(JsonReader *in) { skip_value(in, 0); }

/* ---- Writing ---- */

void json_put_string(Text *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        text_add(out, c == '"' || c == '\\' ? "\\%c" : c < 32 ? "\\u%04x" : "%c", c);
    }
    text_add(out, "\"");
}

void json_put_number(Text *out, const char *name, double value)
{
    if (isfinite(value)) text_add(out, "\"%s\": %.10g", name, value);
    else text_add(out, "\"%s\": null", name);
}
