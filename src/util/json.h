/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads and writes JSON (RFC 8259), as far as requests and answers of one line need it. */
#ifndef QUINCUNX_JSON_H
#define QUINCUNX_JSON_H

#include "error.h"
#include "text.h"

/* ---- Reading ---- */

typedef enum JsonType { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonType;

/* A value. `next` links the members of an array or object in order. */
typedef struct JsonNode {
    JsonType type;
    const char *key;              /* within an object, else NULL */
    const char *text;             /* of a string; of a number, as written; else "" */
    struct JsonNode *first, *next;
} JsonNode;

typedef struct JsonDocument {
    JsonNode *root;
    struct JsonBlock *blocks; /* own the nodes */
} JsonDocument;

/* Parses a whole text. Changes the text, which must outlive the document. On an error returns false and explains
 * what is wrong and at which byte. Free the document in either case. Values nest at most 32 deep. \u0000 is refused,
 * because strings here end with '\0'. */
bool json_read(char *text, JsonDocument *document, ErrorText *error);
void json_free(JsonDocument *document);

/* The first member of an object with this key, or NULL. */
const JsonNode *json_member(const JsonNode *object, const char *key);
/* A member that is a string; `otherwise` if it is missing or has another type. */
const char *json_text(const JsonNode *object, const char *key, const char *otherwise);
/* Reads a member that is an integer within limits into *value. Leaves *value alone if the member is missing or null.
 * Returns false, with the reason, for anything else. */
bool json_number(const JsonNode *object, const char *key, int64_t min, int64_t max, int64_t *value, ErrorText *error);
/* Is the member `true`? */
bool json_flag(const JsonNode *object, const char *key);

/* ---- Writing ---- */

/* Each call appends to the buffer and adds commas where needed. The key is NULL in an array and for the outermost
 * value. */
void json_open(Buffer *out, const char *key, char bracket); /* '{' or '[' */
void json_close(Buffer *out, char bracket);                 /* '}' or ']' */
/* Invalid UTF-8 becomes U+FFFD; what is unsafe on a terminal (utf8.h) is escaped. */
void json_put_text(Buffer *out, const char *key, const char *text);
void json_put_number(Buffer *out, const char *key, int64_t number);
void json_put_flag(Buffer *out, const char *key, bool flag);
/* An array of the words of a text. */
void json_put_words(Buffer *out, const char *key, const char *text);
void json_put_null(Buffer *out, const char *key);

#endif
