/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* UTF-8 (RFC 3629): decoding, and which characters are unsafe on a terminal. */
#ifndef QUINCUNX_UTF8_H
#define QUINCUNX_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4, REPLACEMENT = 0xFFFD };

/* Decodes the character at text, a Unicode scalar value, and returns its length; `left` > 0 bytes are available. An invalid byte
 * has length 1 and decodes as REPLACEMENT. Returns 0 if the character is incomplete. */
size_t utf8_decode(const char *text, size_t left, uint32_t *code);
/* Writes a code, at most UTF8_MAX bytes without '\0'; returns the length. */
size_t utf8_encode(uint32_t code, char *text);
/* false for codes that control a terminal: C0 and C1 controls, DEL, direction marks and overrides, line and
 * paragraph separators. */
bool utf8_is_safe(uint32_t code);
/* Makes untrusted text safe for a terminal, in place: unsafe characters and invalid bytes become '?'. Controls
 * listed in `kept` stay. */
void utf8_make_safe(char *text, const char *kept);

#endif
