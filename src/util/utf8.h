/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Characters in UTF-8 (RFC 3629): decoding, their width on a terminal, and which of them a
 * terminal must not get. */
#ifndef QUINCUNX_UTF8_H
#define QUINCUNX_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4, REPLACEMENT = 0xFFFD };

typedef struct Character {
    uint32_t code;   /* a Unicode scalar value */
    uint8_t columns; /* of a terminal: 0 if it combines with the character before, 2 if it is wide */
} Character;

/* Decodes the character at text, which has `left` > 0 bytes, and returns its length. A byte that
 * begins no character is 1 long and decoded as REPLACEMENT. 0 if the end is still to come. */
size_t utf8_decode(const char *text, size_t left, Character *character);
/* Writes a code, at most UTF8_MAX bytes without '\0'; returns the length. */
size_t utf8_encode(uint32_t code, char *text);
/* false for what controls a terminal instead of being shown: C0 and C1 controls, DEL, marks and
 * overrides of direction, separators of lines and paragraphs. */
bool utf8_is_safe(uint32_t code);
/* Prepares text of foreign origin for a terminal, in place: what is not safe, and each byte that is
 * no character, becomes '?'. Controls named in `kept` stay. */
void utf8_make_safe(char *text, const char *kept);

#endif
