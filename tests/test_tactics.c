/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The tactical suite, bench/tactics/GAME.epd: the engine must find every win, and an exhaustive search
 * confirms it. */

#include <stdio.h>
#include <string.h>

#include "../lab/prove.h"
#include "../src/search/search.h"
#include "support.h"

enum {
    HASH = 16,
    POSITIONS_MIN = 20, /* for each game */
    MOVES_MAX = 3,
    /* Nodes to find a win: about a second, but the same on every machine. */
    SOLVE_NODES = 2000000,
    /* Nodes to confirm that the move found wins: enough for all moves of all positions. */
    WIN_NODES = 2000000,
    /* Nodes to confirm that no shorter win exists. If it takes more, the tool that made the suite has checked
     * it. */
    SHORTER_NODES = 100000
};

/* The engine finds a win in at most this many moves and plays it. */
static void solve(SearchPool *pool, Position *pos, const char *fen, unsigned moves)
{
    char text[MOVE_TEXT_MAX];
    search_clear(pool);
    SearchResult result = search_run(pool, pos, &(SearchLimits){.mate = (int)moves, .nodes = SOLVE_NODES});
    ck_assert_msg(result.best != MOVE_NONE, "%s: no move", fen);
    pos->variant->text.print(pos, result.best, text);
    int mate = score_mate_in(result.score);
    ck_assert_msg(mate >= 1 && mate <= (int)moves, "%s: %s with score %d at depth %d, no win in %u", fen, text, (int)result.score,
                  result.depth, moves);
    ProofNodes nodes = {.limit = WIN_NODES};
    Proof proof = prove_move(pos, result.best, (unsigned)mate, &nodes);
    ck_assert_msg(proof == PROOF_WIN, "%s: that %s wins in %d is %s", fen, text, mate,
                  proof == PROOF_NO_WIN ? "wrong" : "not proved");
}

static void check_no_shorter_win(Position *pos, const char *fen, unsigned moves)
{
    if (moves == 1) return;
    ProofNodes nodes = {.limit = SHORTER_NODES};
    ck_assert_msg(prove_win(pos, moves - 1, &nodes) != PROOF_WIN, "%s: there is a shorter win than in %u", fen, moves);
}

START_TEST(test_game)
{
    const Variant *variant = variants[_i];
    char path[256], line[FEN_MAX + 32];
    snprintf(path, sizeof path, "bench/tactics/%s.epd", variant->name);
    FILE *file = fopen(path, "r");
    if (!file && is_example(variant->name)) return;
    ck_assert_msg(file != NULL, "%s is missing (tests run in the root of the source tree)", path);
    SearchPool *pool = search_new(variant, HASH, 1);
    ck_assert(pool != NULL);
    unsigned count = 0;
    while (fgets(line, sizeof line, file)) {
        char *win = strchr(line, ';');
        unsigned moves = 0;
        ck_assert_msg(win && sscanf(win, ";win %u", &moves) == 1 && moves >= 1 && moves <= MOVES_MAX, "%s: %s", path, line);
        *win = '\0';
        if (win > line && win[-1] == ' ') win[-1] = '\0';
        Position *pos = position_at(variant->name, line);
        solve(pool, pos, line, moves);
        check_no_shorter_win(pos, line, moves);
        position_free(pos);
        ++count;
    }
    ck_assert_uint_ge(count, POSITIONS_MIN);
    fclose(file);
    search_free(pool);
}

/* The prover itself, on positions with an obvious answer. */
START_TEST(test_prover)
{
    ProofNodes nodes = {0};
    Position *pos = position_at("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    ck_assert_int_eq(prove_win(pos, 1, &nodes), PROOF_NO_WIN);
    ck_assert_int_eq(prove_win(pos, 2, &nodes), PROOF_WIN);
    ck_assert_int_eq(prove_move(pos, move_at(pos, "f6f7"), 2, &nodes), PROOF_WIN);
    ck_assert_int_eq(prove_move(pos, move_at(pos, "g1g8"), 2, &nodes), PROOF_NO_WIN);
    ck_assert_int_eq(prove_win(pos, 2, &(ProofNodes){.limit = 5}), PROOF_UNFINISHED);
    position_free(pos);
    /* The draw counter reaches its limit before the second move. */
    pos = position_at("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 98 90");
    ck_assert_int_eq(prove_win(pos, 2, &nodes), PROOF_NO_WIN);
    position_free(pos);
}

int main(void)
{
    variants_init();
    int games = games_count();
    return RUN_TESTS("tactics", 600, ONCE(test_prover), EACH(test_game, games));
}
