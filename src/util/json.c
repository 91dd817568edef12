/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "utf8.h"

enum { DEPTH_MAX = 32, BLOCK_NODES = 64 };

/* Nodes come from blocks, so that pointers to them stay valid. */
struct JsonBlock {
    struct JsonBlock *next;
    unsigned used;
    JsonNode nodes[BLOCK_NODES];
};

typedef struct Reader {
    char *begin, *p;
    JsonDocument *document;
    ErrorText *error;
} Reader;

static bool fail(const Reader *r, const char *what)
{
    return error_set(r->error, "JSON, byte %zu: %s", (size_t)(r->p - r->begin) + 1, what);
}

static void skip_space(Reader *r) { r->p += strspn(r->p, " \t\r\n"); }

static JsonNode *node_new(Reader *r)
{
    struct JsonBlock *block = r->document->blocks;
    if (!block || block->used == BLOCK_NODES) {
        block = calloc(1, sizeof *block);
        if (!block) return NULL;
        block->next = r->document->blocks;
        r->document->blocks = block;
    }
    JsonNode *node = &block->nodes[block->used++];
    node->text = "";
    return node;
}

/* ---- Reading strings ---- */

static bool read_hex(const char *p, unsigned *value)
{
    *value = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (!isxdigit((unsigned char)p[i])) return false;
        int c = tolower((unsigned char)p[i]);
        *value = *value * 16 + (unsigned)(isdigit(c) ? c - '0' : c - 'a' + 10);
    }
    return true;
}

/* Reads the code after "\u" and joins surrogate pairs. A lone surrogate becomes U+FFFD. */
static bool read_unicode(Reader *r, char **out)
{
    unsigned code, low;
    if (!read_hex(r->p, &code)) return fail(r, "\\u needs four hexadecimal digits");
    r->p += 4;
    if (code == 0) return fail(r, "a string cannot hold \\u0000");
    if (code >= 0xD800 && code < 0xDC00 && r->p[0] == '\\' && r->p[1] == 'u' && read_hex(r->p + 2, &low)
        && low >= 0xDC00 && low < 0xE000) {
        r->p += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
        code = REPLACEMENT;
    }
    *out += utf8_encode(code, *out);
    return true;
}

/* Decodes a string in place: it never grows. */
static bool read_string(Reader *r, const char **text)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (*r->p != '"') return fail(r, "a string in double quotes is missing");
    char *out = ++r->p;
    *text = out;
    while (*r->p != '"') {
        if (!*r->p) return fail(r, "a string has no end");
        if (*r->p != '\\') {
            *out++ = *r->p++;
            continue;
        }
        char c = *++r->p;
        const char *found = c ? strchr(escapes, c) : NULL;
        if (found) {
            *out++ = meanings[found - escapes];
            ++r->p;
        } else if (c == 'u') {
            ++r->p;
            if (!read_unicode(r, &out)) return false;
        } else {
            return fail(r, "a backslash stands before one of \"\\/bfnrtu");
        }
    }
    ++r->p;
    *out = '\0';
    return true;
}

/* ---- Reading values ---- */

static bool is_number(const char *p, const char *end)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(p += *p == '-', digits);
    if (whole == 0 || (whole > 1 && *p == '0')) return false;
    p += whole;
    if (*p == '.') {
        size_t part = strspn(++p, digits);
        if (part == 0) return false;
        p += part;
    }
    if (*p == 'e' || *p == 'E') {
        p += p[1] == '+' || p[1] == '-' ? 2 : 1;
        size_t part = strspn(p, digits);
        if (part == 0) return false;
        p += part;
    }
    return p == end;
}

/* A number, true, false or null. The text of a number ends with '\0' once what follows it is read. */
static bool read_word(Reader *r, JsonNode *node)
{
    static const char *const words[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    size_t length = strcspn(r->p, " \t\r\n,]}:[{\"");
    for (JsonType type = JSON_NULL; type <= JSON_TRUE; ++type) {
        if (strlen(words[type]) != length || strncmp(r->p, words[type], length) != 0) continue;
        node->type = type;
        r->p += length;
        return true;
    }
    if (!is_number(r->p, r->p + length))
        return fail(r, length ? "no value: neither string, number, object, array, true, false nor null" : "a value is missing");
    node->type = JSON_NUMBER;
    node->text = r->p;
    r->p += length;
    if (strchr(" \t\r\n", *r->p) && *r->p) *r->p++ = '\0';
    return true;
}

static bool read_value(Reader *r, JsonNode **into, unsigned depth);

/* Reads the members after an opening bracket. */
static bool read_members(Reader *r, JsonNode *node, unsigned depth)
{
    bool object = node->type == JSON_OBJECT;
    char close = object ? '}' : ']', next = ',';
    JsonNode **into = &node->first;
    ++r->p;
    skip_space(r);
    if (*r->p == close) {
        ++r->p;
        return true;
    }
    while (next == ',') {
        const char *key = NULL;
        skip_space(r);
        if (object) {
            if (!read_string(r, &key)) return false;
            skip_space(r);
            if (*r->p != ':') return fail(r, "':' is missing after a key");
            ++r->p;
        }
        if (!read_value(r, into, depth)) return false;
        (*into)->key = key;
        into = &(*into)->next;
        next = *r->p;
        if (next != ',' && next != close) return fail(r, object ? "',' or '}' is missing" : "',' or ']' is missing");
        *r->p++ = '\0';
    }
    return true;
}

/* Reads a value, and the space after it. */
static bool read_value(Reader *r, JsonNode **into, unsigned depth)
{
    skip_space(r);
    if (depth == DEPTH_MAX) return fail(r, "values nest too deep");
    JsonNode *node = *into = node_new(r);
    if (!node) return fail(r, "out of memory");
    bool read;
    if (*r->p == '"') {
        node->type = JSON_STRING;
        read = read_string(r, &node->text);
    } else if (*r->p == '{' || *r->p == '[') {
        node->type = *r->p == '{' ? JSON_OBJECT : JSON_ARRAY;
        read = read_members(r, node, depth + 1);
    } else {
        read = read_word(r, node);
    }
    skip_space(r);
    return read;
}

bool json_read(char *text, JsonDocument *document, ErrorText *error)
{
    Reader r = {.begin = text, .p = text, .document = document, .error = error};
    *document = (JsonDocument){.root = NULL};
    return read_value(&r, &document->root, 0) && (!*r.p || fail(&r, "text follows the value"));
}

void json_free(JsonDocument *document)
{
    for (struct JsonBlock *block = document->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *document = (JsonDocument){.root = NULL};
}

/* ---- Looking up ---- */

const JsonNode *json_member(const JsonNode *object, const char *key)
{
    if (!object || object->type != JSON_OBJECT) return NULL;
    const JsonNode *node = object->first;
    while (node && strcmp(node->key, key) != 0) node = node->next;
    return node;
}

const char *json_text(const JsonNode *object, const char *key, const char *otherwise)
{
    const JsonNode *node = json_member(object, key);
    return node && node->type == JSON_STRING ? node->text : otherwise;
}

bool json_number(const JsonNode *object, const char *key, int64_t min, int64_t max, int64_t *value, ErrorText *error)
{
    const JsonNode *node = json_member(object, key);
    if (!node || node->type == JSON_NULL) return true;
    if (node->type == JSON_NUMBER && number_read(node->text, min, max, value)) return true;
    return error_set(error, "\"%s\" is a whole number from %lld to %lld", key, (long long)min, (long long)max);
}

bool json_flag(const JsonNode *object, const char *key)
{
    const JsonNode *node = json_member(object, key);
    return node && node->type == JSON_TRUE;
}

/* ---- Writing ---- */

static void put_char(Buffer *out, char c) { buffer_put(out, &c, 1); }

/* Characters that control a terminal or change the direction of text are escaped; invalid bytes become U+FFFD. */
static void put_string(Buffer *out, const char *p, size_t left)
{
    put_char(out, '"');
    while (left) {
        /* Writes runs of plain characters at once. */
        size_t run = 0;
        while (run < left && p[run] >= ' ' && p[run] < 0x7F && p[run] != '"' && p[run] != '\\') ++run;
        if (run) {
            buffer_put(out, p, run);
            p += run;
            left -= run;
            continue;
        }
        uint32_t code = REPLACEMENT; /* of a character that is cut off */
        size_t length = utf8_decode(p, left, &code);
        if (*p == '"' || *p == '\\') buffer_add(out, "\\%c", *p);
        else if (*p == '\n') buffer_add(out, "\\n");
        else if (length < 2 || !utf8_is_safe(code)) buffer_add(out, "\\u%04X", (unsigned)code);
        else buffer_put(out, p, length);
        p += length ? length : 1;
        left -= length ? length : 1;
    }
    put_char(out, '"');
}

static void put_key(Buffer *out, const char *key)
{
    char last = out->length ? out->text[out->length - 1] : '{';
    if (last != '{' && last != '[' && last != ':') put_char(out, ',');
    if (!key) return;
    put_string(out, key, strlen(key));
    put_char(out, ':');
}

void json_open(Buffer *out, const char *key, char bracket)
{
    put_key(out, key);
    put_char(out, bracket);
}

void json_close(Buffer *out, char bracket) { put_char(out, bracket); }

void json_put_text(Buffer *out, const char *key, const char *text)
{
    put_key(out, key);
    put_string(out, text, strlen(text));
}

void json_put_words(Buffer *out, const char *key, const char *text)
{
    json_open(out, key, '[');
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        put_key(out, NULL);
        put_string(out, text, length);
        text += length;
    }
    json_close(out, ']');
}

void json_put_number(Buffer *out, const char *key, int64_t number)
{
    put_key(out, key);
    buffer_add(out, "%lld", (long long)number);
}

void json_put_flag(Buffer *out, const char *key, bool flag)
{
    put_key(out, key);
    buffer_add(out, "%s", flag ? "true" : "false");
}

void json_put_null(Buffer *out, const char *key)
{
    put_key(out, key);
    buffer_add(out, "null");
}
