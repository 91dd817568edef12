/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Finds wins in one, two and three moves. Plays fast games from the openings of a file and walks back from their end to
 * positions where the winner had a forced win. Only prove.h decides whether there is a win, and in how many moves.
 * Prints one `FEN ;win N` per line.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/protocol/files.h"
#include "../src/search/search.h"
#include "prove.h"

enum {
    HASH = 4,
    GAME_NODES = 400,        /* per move: enough for real play, too few to see threats */
    GAME_PLIES = 400,
    WALK_BACK = 9,           /* most plies before the end at which to look for a win */
    TURNS_MAX = 3,
    PROOF_NODES = 2000000,   /* to prove everything about one position */
    HINT_NODES = 50000,
    WINNING_SHARE = 10       /* at most one winning move in so many, or just one */
};

typedef struct Finder {
    const char *name; /* of the variant */
    Position *game, *pos;
    SearchPool *pool;
    Move line[GAME_PLIES];           /* the moves of the game */
    unsigned missing[TURNS_MAX + 1]; /* wins in this many moves still to find */
} Finder;

static unsigned missing(const Finder *f) { return f->missing[1] + f->missing[2] + f->missing[3]; }

/* Plays the game out; returns its result. */
static Result play(Finder *f)
{
    search_clear(f->pool);
    for (int ply = 0; ply < GAME_PLIES; ++ply) {
        Result result = position_outcome(f->game).result;
        if (result != ONGOING) return result;
        SearchResult found = search_run(f->pool, f->game, &(SearchLimits){.nodes = GAME_NODES});
        if (found.best == MOVE_NONE || !position_reserve(f->game, 1)) break;
        position_make(f->game, f->line[ply] = found.best);
    }
    return DRAW;
}

/* Is there a win in three moves? The search suggests the first move to try; only the prover decides. */
static Proof prove_three(Finder *f, ProofNodes *nodes)
{
    search_clear(f->pool);
    Move hint = search_run(f->pool, f->pos, &(SearchLimits){.mate = 3, .nodes = HINT_NODES}).best;
    ProofNodes own = {.limit = nodes->limit / 2};
    if (hint != MOVE_NONE && prove_turn(f->pos, hint, 3, &own) == PROOF_WIN) return PROOF_WIN;
    return prove_win(f->pos, 3, nodes);
}

/* The fewest moves in which the side to move can force a win; 0: more than TURNS_MAX, or unknown. */
static unsigned turns_to_win(Finder *f, ProofNodes *nodes)
{
    for (unsigned turns = 1; turns <= TURNS_MAX; ++turns) {
        Proof proof = turns < 3 ? prove_win(f->pos, turns, nodes) : prove_three(f, nodes);
        if (proof == PROOF_WIN) return turns;
        if (proof == PROOF_UNFINISHED) break;
    }
    return 0;
}

/* Do few first moves win? Wins in three are always hard. */
static bool is_hard(Position *pos, unsigned turns, ProofNodes *nodes)
{
    size_t count, winning = 0;
    bool finished = true;
    if (turns == 3) return true;
    Move *list = position_turns(pos, &count);
    for (size_t i = 0; i < count && finished; ++i) {
        Proof proof = prove_turn(pos, list[i], turns, nodes);
        winning += proof == PROOF_WIN;
        finished = proof != PROOF_UNFINISHED;
    }
    free(list);
    return finished && (winning == 1 || winning * WINNING_SHARE <= count);
}

/* Tests the game's position without its history; true if it was printed. */
static bool look(Finder *f)
{
    char fen[FEN_MAX];
    ErrorText error;
    f->game->variant->get_fen(f->game, fen);
    if (!position_set_fen(f->pos, fen, &error) || position_outcome(f->pos).result != ONGOING) return false;
    ProofNodes nodes = {.limit = PROOF_NODES};
    unsigned turns = turns_to_win(f, &nodes);
    if (turns == 0 || f->missing[turns] == 0 || !is_hard(f->pos, turns, &nodes)) return false;
    printf("%s ;win %u\n", fen, turns);
    fflush(stdout);
    --f->missing[turns];
    return true;
}

/* Prints at most one position per game, the longest win. */
static void search_game(Finder *f)
{
    Result result = play(f);
    if (result != WHITE_WINS && result != BLACK_WINS) return;
    unsigned plies = position_plies(f->game), ply = plies > WALK_BACK ? plies - WALK_BACK : 0;
    while (position_plies(f->game) > ply) position_unmake(f->game);
    for (; ply < plies; ++ply) {
        if (result == result_win(f->game->side) && look(f)) return;
        position_make(f->game, f->line[ply]);
    }
}

static bool find(Finder *f, FILE *openings)
{
    char line[FEN_MAX + 2];
    ErrorText error;
    unsigned games = 0;
    while (missing(f) > 0 && fgets(line, sizeof line, openings)) {
        line[strcspn(line, ";\r\n")] = '\0';
        if (!*line) continue;
        if (!position_set_fen(f->game, line, &error)) {
            fprintf(stderr, "tactics: %s: %s\n", line, error.text);
            return false;
        }
        search_game(f);
        ++games;
    }
    fprintf(stderr, "%s: %u games; not found: %u, %u, %u\n", f->name, games, f->missing[1], f->missing[2], f->missing[3]);
    return missing(f) == 0;
}

int main(int argc, char **argv)
{
    variants_init();
    const Variant *variant = argc == 4 ? variant_find(argv[1]) : NULL;
    FILE *openings = variant ? fopen(argv[2], "r") : NULL;
    unsigned each = openings ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    if (each == 0) {
        fputs("usage: tactics VARIANT OPENINGS.epd COUNT   (so many wins in one, in two and in three moves)\n", stderr);
        return 2;
    }
    Finder finder = {.name = variant->name,
                     .game = position_new(variant),
                     .pos = position_new(variant),
                     .pool = search_new(variant, HASH, 1),
                     .missing = {0, each, each, each}};
    bool ok = finder.game && finder.pos && finder.pool && find(&finder, openings);
    search_free(finder.pool);
    position_free(finder.pos);
    position_free(finder.game);
    fclose(openings);
    return output_finish("tactics", ok ? 0 : 1);
}
