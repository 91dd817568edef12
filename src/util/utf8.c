/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "utf8.h"

#include <string.h>

static const struct {
    uint32_t first, last;
} unsafe[] = {
    {0x00, 0x1F},     /* C0 controls */
    {0x7F, 0x9F},     /* DEL and C1 controls */
    {0x61C, 0x61C},   /* Arabic letter mark */
    {0x200E, 0x200F}, /* direction marks */
    {0x2028, 0x202E}, /* line and paragraph separators; direction embeddings and overrides */
    {0x2066, 0x2069}, /* isolates */
};

bool utf8_is_safe(uint32_t code)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; ++i)
        if (code >= unsafe[i].first && code <= unsafe[i].last) return false;
    return true;
}

/* The length that a lead byte announces, 0 if it is not a lead byte. */
static size_t announced(unsigned char lead)
{
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

size_t utf8_decode(const char *text, size_t left, uint32_t *character)
{
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)*text;
    size_t length = announced(lead), i = 1;
    uint32_t code = length < 2 ? lead : lead & (0x7Fu >> length);
    while (i < length && i < left && ((unsigned char)text[i] & 0xC0) == 0x80) code = code << 6 | ((unsigned char)text[i++] & 0x3Fu);
    if (i < length && i == left) return 0;
    bool sound = length && i == length && code >= min[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    *character = sound ? code : REPLACEMENT;
    return sound ? length : 1;
}

size_t utf8_encode(uint32_t code, char *text)
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (length == 1) {
        *text = (char)code;
        return 1;
    }
    for (size_t i = length - 1; i > 0; --i, code >>= 6) text[i] = (char)(0x80 | (code & 0x3F));
    text[0] = (char)((0xF00 >> length & 0xFF) | code);
    return length;
}

void utf8_make_safe(char *text, const char *kept)
{
    /* Most texts are plain ASCII: skip that part. */
    while (*text >= ' ' && *text < 0x7F) ++text;
    char *to = text;
    size_t left = strlen(text), length;
    for (const char *from = text; left; from += length, left -= length) {
        uint32_t code;
        length = utf8_decode(from, left, &code);
        bool whole = length > 0;
        if (!whole) length = 1;
        bool invalid = !whole || (code == REPLACEMENT && length == 1);
        if (!invalid && (utf8_is_safe(code) || strchr(kept, *from))) {
            memmove(to, from, length);
            to += length;
        } else {
            *to++ = '?';
        }
    }
    *to = '\0';
}
