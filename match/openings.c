/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Openings: files of positions, their order, and random moves. */

#include "openings.h"

#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/random.h"
#include "base.h"
#include "player.h"

/* ---- Files ---- */

enum { LINE_MAX_BYTES = FEN_MAX + 512 };

static void add_opening(Book *book, const char *fen)
{
    if ((book->count & (book->count - 1)) == 0) /* doubles at powers of two */
        book->openings = match_alloc(book->openings, (book->count ? 2 * book->count : 1) * sizeof *book->openings);
    book->openings[book->count++] = match_copy(fen);
}

void openings_shuffle(Book *book, uint64_t random)
{
    for (size_t i = book->count; i > 1; --i) {
        size_t k = splitmix64_below(&random, i);
        char *other = book->openings[k];
        book->openings[k] = book->openings[i - 1];
        book->openings[i - 1] = other;
    }
}

/* Adds one line, which it modifies. false with the reason. */
static bool take_line(Book *book, Position *pos, char *line, ErrorText *error)
{
    char *start = line + strspn(line, " \t");
    if (*start == '#' || *start == '\r' || *start == '\0') return true;
    epd_to_fen(start);
    if (!position_set_fen(pos, start, error)) return false;
    Outcome outcome = position_outcome(pos);
    if (outcome.result != ONGOING) return error_set(error, "the game is over here (%s)", outcome.reason);
    start[strcspn(start, "{")] = '\0'; /* the rules are in force; engines get them by an option */
    start[strlen(start) - (start[strlen(start) - 1] == ' ')] = '\0';
    add_opening(book, start);
    return true;
}

bool openings_parse(Book *book, const char *text, ErrorText *error)
{
    Position *pos = position_new(book->variant);
    bool ok = pos != NULL || error_set(error, "out of memory");
    ErrorText why;
    for (unsigned number = 1; ok && *text; ++number) {
        char line[LINE_MAX_BYTES + EPD_ROOM];
        size_t n = strcspn(text, "\n");
        if (n > LINE_MAX_BYTES) {
            ok = error_set(error, "line %u: it is too long", number);
            break;
        }
        memcpy(line, text, n);
        line[n] = '\0';
        if (!take_line(book, pos, line, &why)) ok = error_set(error, "line %u: %.200s", number, why.text);
        text += n + (text[n] == '\n');
    }
    position_free(pos);
    return ok && (book->count > 0 || error_set(error, "it has no positions"));
}

bool openings_read(Book *book, const char *name, ErrorText *error)
{
    Buffer text = {0};
    bool ok = file_read(name, &text, error);
    if (ok) {
        ErrorText why;
        ok = openings_parse(book, buffer_text(&text), &why) || error_set(error, "%.120s, %.200s", name, why.text);
    }
    buffer_free(&text);
    return ok;
}

void openings_free(Book *book)
{
    for (size_t i = 0; i < book->count; ++i) free(book->openings[i]);
    free(book->openings);
    book->openings = NULL;
    book->count = 0;
}

/* ---- The opening of a round ---- */

/* Plays random moves; false if the game ends. */
static bool play_random_moves(Position *pos, unsigned plies, uint64_t *random)
{
    if (!position_reserve(pos, plies)) return false;
    for (unsigned i = 0; i < plies; ++i) {
        Move move = player_random(pos, random);
        if (move == MOVE_NONE) return false;
        position_make(pos, move);
        if (position_outcome(pos).result != ONGOING) return false;
    }
    return true;
}

void opening_of(const Match *match, const Book *book, uint64_t number, char fen[FEN_MAX])
{
    const char *opening = book->openings[number % book->count];
    uint64_t random = match->seed * 0x100000001B3u + number;
    ErrorText error;
    snprintf(fen, FEN_MAX, "%s", opening);
    if (match->random_plies == 0) return;
    Position *pos = position_new(book->variant);
    for (int attempt = 0; pos && attempt < 1000; ++attempt)
        if (position_set_fen(pos, opening, &error) && play_random_moves(pos, match->random_plies, &random)) {
            book->variant->board.get_fen(pos, fen);
            break;
        }
    position_free(pos);
}
