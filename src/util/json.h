/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Reading and writing JSON (RFC 8259), as far as lines of requests and answers need. */
#ifndef QUINCUNX_JSON_H
#define QUINCUNX_JSON_H

#include "error.h"
#include "text.h"

/* ---- Reading ---- */

typedef enum JsonType { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonType;

/* A value. Members of an array or object hang together by `next` in their order. */
typedef struct JsonNode {
    JsonType type;
    const char *key;              /* within an object, else NULL */
    const char *text;             /* of a string or, as written, a number; else "" */
    struct JsonNode *first, *next;
} JsonNode;

typedef struct JsonDocument {
    JsonNode *root;
    struct JsonBlock *blocks; /* where the nodes live */
} JsonDocument;

/* Reads a whole text, which is changed and must live as long as the document. Explains what
 * is wrong, and at which byte, and returns false. Free the document in either case. Values
 * nest 32 deep at most; \u0000 is refused, since no text here may hold it. */
bool json_read(char *text, JsonDocument *document, ErrorText *error);
void json_free(JsonDocument *document);

/* The member of an object with this key (the first one), or NULL. */
const JsonNode *json_member(const JsonNode *object, const char *key);
/* A member that is a string, or `otherwise` if there is none or it is something else. */
const char *json_text(const JsonNode *object, const char *key, const char *otherwise);
/* Reads a member that is a whole number within limits into *value, which stays as it is if
 * there is no such member (or null). false, with the reason, if it is anything else. */
bool json_number(const JsonNode *object, const char *key, int64_t min, int64_t max, int64_t *value, ErrorText *error);
/* Is the member `true`? */
bool json_flag(const JsonNode *object, const char *key);

/* ---- Writing ---- */

/* Each adds to what the buffer holds and puts commas where they belong. A key is NULL within
 * an array and for the outermost value. */
void json_open(Buffer *out, const char *key, char bracket); /* '{' or '[' */
void json_close(Buffer *out, char bracket);                 /* '}' or ']' */
/* Bytes that are no UTF-8 become U+FFFD. */
void json_put_text(Buffer *out, const char *key, const char *text);
void json_put_number(Buffer *out, const char *key, int64_t number);
void json_put_flag(Buffer *out, const char *key, bool flag);
/* A value as it was read; NULL is null. */
void json_put_node(Buffer *out, const char *key, const JsonNode *node);

#endif
