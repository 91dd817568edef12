/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Perft counts and legal moves found by slow, independent programs: tests/positions. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const PositionLine *epd, *moves;
static int epd_count, moves_count;
static uint64_t leaf_budget; /* larger counts are skipped; 0: none is */

/* FEN ;D1 n ;D2 n ... */
START_TEST(test_perft)
{
    const PositionLine *line = &epd[_i];
    char text[4096];
    strcpy(text, line->text);
    char *fen = strtok(text, ";");
    size_t end = strlen(fen);
    while (end && fen[end - 1] == ' ') fen[--end] = '\0';
    Position *pos = position_at(line->variant->name, fen);
    Key key = pos->state->key;
    unsigned counts = 0;
    for (char *p; (p = strtok(NULL, ";"));) {
        unsigned depth;
        uint64_t expected;
        ck_assert_msg(sscanf(p, " D%u %" SCNu64, &depth, &expected) == 2, "%s:%u: '%s'", line->variant->name, line->number, p);
        ++counts;
        if (leaf_budget && expected > leaf_budget) continue;
        uint64_t found = position_perft(pos, depth);
        ck_assert_msg(found == expected, "%s: %s: depth %u: %" PRIu64 " positions, not %" PRIu64, line->variant->name, fen,
                      depth, found, expected);
    }
    char again[FEN_MAX];
    line->variant->board.get_fen(pos, again);
    ck_assert_str_eq(again, fen);
    ck_assert_uint_eq(pos->state->key, key);
    ck_assert_uint_gt(counts, 0);
    position_free(pos);
}

/* Are all of these moves legal, or none of them? */
static void check_moves(const Position *pos, char *words, bool expected, const char *line)
{
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        Move move;
        ErrorText error = {""};
        bool legal = pos->variant->text.parse(pos, word, &move, &error);
        ck_assert_msg(legal == expected, "%s should be %slegal: %s (%s)", word, expected ? "" : "il", line, error.text);
        if (legal) ck_assert(position_is_legal(pos, move));
        else ck_assert_msg(error.text[0], "%s is refused without a reason: %s", word, line);
    }
}

/* FEN | has: MOVE ... | hasnot: MOVE ... # comment */
START_TEST(test_moves)
{
    const PositionLine *line = &moves[_i];
    char text[4096];
    strcpy(text, line->text);
    char *has = strstr(text, " | has:"), *hasnot = strstr(text, "| hasnot:"), *comment = strstr(text, " # ");
    ck_assert_msg(has && hasnot, "%s.moves, line %u: needs both '| has:' and '| hasnot:'", line->variant->name, line->number);
    *has = *hasnot = '\0';
    if (comment) *comment = '\0';
    Position *pos = position_at(line->variant->name, text);
    check_moves(pos, has + 7, true, line->text);
    check_moves(pos, hasnot + 9, false, line->text);
    position_free(pos);
}

int main(void)
{
    variants_init();
    epd = position_lines("epd", true, &epd_count);
    moves = position_lines("moves", true, &moves_count);
    leaf_budget = (uint64_t)environment_number("TEST_LEAVES", 3000000);
    return RUN_TESTS("positions", 0, EACH(test_perft, epd_count), EACH(test_moves, moves_count));
}
