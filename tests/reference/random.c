/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "random.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void random_edit(char *text, size_t room, const char *alphabet, uint64_t *seed)
{
    size_t n = strlen(text), letters = strlen(alphabet);
    size_t at = n ? random_below(seed, n) : 0;
    switch (random_below(seed, 4)) {
    case 0:
        if (n) memmove(text + at, text + at + 1, n - at);
        break;
    case 1:
        if (n + 2 > room) break;
        memmove(text + at + 1, text + at, n - at + 1);
        text[at] = alphabet[random_below(seed, letters)];
        break;
    case 2:
        text[n] = '\0';
        if (n) text[at] = alphabet[random_below(seed, letters)];
        break;
    default:
        if (n) {
            size_t other = random_below(seed, n);
            char t = text[at];
            text[at] = text[other];
            text[other] = t;
        }
    }
}

bool random_is_good(const Variant *v, const char *fen)
{
    ErrorText ignored;
    Position *pos = position_new(v);
    ck_assert(pos != NULL);
    bool good = position_set_fen(pos, fen, &ignored);
    position_free(pos);
    return good;
}

void random_start(const Variant *v, uint64_t *seed, char *fen)
{
    int epd_count;
    const PositionLine *epd = position_lines("epd", true, &epd_count);
    bool has_lines = false;
    for (int i = 0; i < epd_count && !has_lines; ++i) has_lines = epd[i].variant == v;
    strcpy(fen, v->position.start_fen);
    if (!has_lines || random_below(seed, 2)) return;
    for (;;) {
        const PositionLine *line = &epd[random_below(seed, (size_t)epd_count)];
        if (line->variant != v) continue;
        position_line_fen(line, fen);
        if (random_is_good(v, fen)) return;
    }
}

bool random_step(Position *pos, uint64_t *seed)
{
    Move *moves = malloc(pos->variant->moves.max * sizeof(Move));
    ck_assert(moves && position_reserve(pos, 4));
    GenKind kind = random_below(seed, 4) ? GEN_ALL : GEN_NOISY;
    size_t count = (size_t)(position_generate(pos, kind, moves) - moves);
    if (!count) count = (size_t)(position_generate(pos, GEN_ALL, moves) - moves);
    if (count) position_make(pos, moves[random_below(seed, count)]);
    free(moves);
    return count > 0;
}

/* All letters of a game's pieces in both cases, and the other characters of a board field. */
static void fen_alphabet(const Variant *v, char *out)
{
    for (PieceType t = 1; t < v->board.types; ++t) {
        *out++ = v->board.pieces[t].letter;
        *out++ = (char)tolower((unsigned char)v->board.pieces[t].letter);
    }
    strcpy(out, "123456789/[]+- 0wbxXe3");
}

/* Replaces a letter, so that ranks keep their width. */
static void damage_square(const Variant *v, char *fen, uint64_t *seed)
{
    size_t n = strcspn(fen, " ");
    for (int tries = 0; n && tries < 50; ++tries) {
        char *p = fen + random_below(seed, n);
        const PieceInfo *info = &v->board.pieces[1 + random_below(seed, v->board.types - 1u)];
        char letter = random_below(seed, 2) ? info->letter : (char)tolower((unsigned char)info->letter);
        if (!isalpha((unsigned char)*p) && *p != '1') continue;
        *p = random_below(seed, 4) ? letter : '1';
        return;
    }
}

/* Replaces a field (counted from 0). */
static void damage_field(char *fen, unsigned field, const char *text)
{
    char out[2 * FEN_MAX];
    char *p = fen;
    for (; field > 0 && *p; --field) {
        p += strcspn(p, " ");
        if (*p) ++p;
    }
    snprintf(out, sizeof out, "%.*s%s%s", (int)(p - fen), fen, text, p + strcspn(p, " "));
    if (strlen(out) < FEN_MAX) strcpy(fen, out);
}

void random_damage(const Variant *v, char *fen, uint64_t *seed)
{
    static const char *const castling[] = {"-", "K", "KQkq", "qk", "QQ", "HAPI", "hapi", "A", "x", "ip", "HAPIhapi", "kK"};
    static const char *const counters[] = {"0",  "1",  "30", "31",    "99",     "100", "149", "150",
                                           "-1", "00", "x",  "32767", "123456", "7 ",  "+1"};
    char alphabet[128], text[16];
    fen_alphabet(v, alphabet);
    switch (random_below(seed, 10)) {
    case 0: random_edit(fen, FEN_MAX, alphabet, seed); break;
    case 1: damage_field(fen, 1, random_below(seed, 2) ? "w" : "b"); break;
    case 2: damage_field(fen, 2, castling[random_below(seed, sizeof castling / sizeof *castling)]); break;
    case 3:
    case 4:
        sprintf(text, "%c%d", 'a' + (int)random_below(seed, v->board.files), 1 + (int)random_below(seed, v->board.ranks));
        if (random_below(seed, 3) == 0)
            sprintf(text + strlen(text), "%c%d", 'a' + (int)random_below(seed, v->board.files),
                    1 + (int)random_below(seed, v->board.ranks));
        damage_field(fen, 3, random_below(seed, 6) ? text : "-");
        break;
    case 5:
        damage_field(fen, 4 + (unsigned)random_below(seed, 2), counters[random_below(seed, sizeof counters / sizeof *counters)]);
        break;
    default: damage_square(v, fen, seed); break;
    }
}

void random_fen(const Variant *v, uint64_t *seed, char *fen)
{
    random_start(v, seed, fen);
    Position *pos = position_at(v->name, fen);
    for (size_t plies = random_below(seed, 24); plies > 0 && random_step(pos, seed);) --plies;
    v->board.get_fen(pos, fen);
    position_free(pos);
}
