/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* As much JSON (RFC 8259) as result files need. A reader goes through a text in order and is
 * `bad` from the first thing on that is not as it should be; all that it then gives is empty. */
#ifndef QUINCUNX_MATCH_JSON_H
#define QUINCUNX_MATCH_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match_base.h"

typedef struct JsonReader {
    const char *at; /* a text that ends with '\0' */
    bool bad;
    bool first; /* at the beginning of an object or array: no comma comes before its next part */
} JsonReader;

/* Goes into an object or array. */
void json_enter_object(JsonReader *in);
void json_enter_array(JsonReader *in);
/* The next name of the object, cut to size; false behind its last member. */
bool json_member(JsonReader *in, char *name, size_t size);
/* Is there another element of the array? */
bool json_element(JsonReader *in);
/* Nothing but white space is left: else bad. */
void json_end(JsonReader *in);

/* Values. A string is cut to size. A number that is null is infinite. */
void json_string(JsonReader *in, char *text, size_t size);
uint64_t json_count(JsonReader *in);
double json_number(JsonReader *in);
bool json_bool(JsonReader *in);
/* Passes over any value; deeper nesting than ours is bad. */
void json_skip(JsonReader *in);

/* Writing: a string in quotes; a number with which JSON has no infinity: null. */
void json_put_string(Text *out, const char *text);
void json_put_number(Text *out, const char *name, double value);

#endif
