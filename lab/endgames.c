/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Measures how the engine plays small won endgames against perfect defence from a tablebase.
 *
 * Draws random positions from the tablebase that the side to move wins in more than `plies` plies. The engine has
 * `nodes` nodes per move, one thread, a hash table of 16 MiB, and no tablebases unless --tables or --embedded is given. It uses the
 * classical evaluation or a net. Counts wins; moves after which the win was gone, taking the draw counter into account;
 * and plies beyond the shortest win. The same arguments give the same numbers on every machine.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "tables/inspect.h"
#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/search/search.h"

enum { HASH_MIB = 16, TRIES_MAX = 1 << 22 };

typedef struct Trial {
    const Tablebases *tablebases;
    const Table *table;
    SearchPool *pool;
    const Variant *variant;
    const char *folder, *endgame, *net;
    uint64_t games, nodes, plies;
    bool show, with_tables, embedded;
    uint64_t seed;
} Trial;

typedef struct TrialSum {
    unsigned long games, won, slips, best_plies, played_plies;
} TrialSum;

static void fail(const char *message)
{
    fprintf(stderr, "endgames: %s\n", message);
    exit(2);
}

static uint32_t random_below(Trial *trial, uint32_t n)
{
    trial->seed = trial->seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    return (uint32_t)((trial->seed >> 33) % n);
}

/* A random won position with a random side to move; NULL if none was found. */
static Position *draw_position(Trial *trial, TbValue *value)
{
    for (int i = 0; i < TRIES_MAX; ++i) {
        Side side = (Side)random_below(trial, 2);
        Position *pos = inspect_position(trial->table, side, random_below(trial, table_index(trial->table)->size));
        if (pos && tb_probe(trial->tablebases, pos, value) && value->result == TB_WIN && value->plies > trial->plies) return pos;
        position_free(pos);
    }
    return NULL;
}

/* Plays a game to its end; true if the side to move at the start wins. */
static bool play(Trial *trial, Position *pos, TrialSum *tally)
{
    Side strong = pos->side;
    bool held = true;
    unsigned long plies = 0;
    while (position_outcome(pos).result == ONGOING) {
        SearchLimits limits = {.nodes = trial->nodes};
        TbValue value;
        bool ours = pos->side == strong;
        Move move = ours ? search_run(trial->pool, pos, &limits).best : inspect_best(trial->tablebases, pos);
        if (!move) fail("there is no move to play: are tables missing?");
        if (!position_reserve(pos, TB_PLIES + 4)) fail("out of memory");
        position_make(pos, move);
        ++plies;
        bool lost = position_outcome(pos).result == ONGOING ? tb_probe(trial->tablebases, pos, &value) && value.result == TB_LOSS
                                                            : position_outcome(pos).result == result_win(strong);
        if (ours && held && !lost) ++tally->slips;
        held = !ours ? held : lost;
    }
    bool won = position_outcome(pos).result == result_win(strong);
    if (won) tally->played_plies += plies;
    return won;
}

static void run(Trial *trial, TrialSum *tally)
{
    while (tally->games < trial->games) {
        TbValue value;
        char fen[FEN_MAX];
        Position *pos = draw_position(trial, &value);
        if (!pos) fail("no position is won in that many plies");
        pos->variant->board.get_fen(pos, fen);
        search_clear(trial->pool);
        ++tally->games;
        bool won = play(trial, pos, tally);
        if (won) {
            ++tally->won;
            tally->best_plies += value.plies;
        }
        if (trial->show || !won) {
            printf("  %s: %s, a win in %u\n", fen, won ? "won" : position_outcome(pos).reason, value.plies);
            output_flush();
        }
        position_free(pos);
    }
}

const Argument endgames_arguments[] = {
    {"TABLES", ARGUMENT(Trial, folder)},
    {"GAME", ARGUMENT_BY(variant_argument, Trial, variant)},
    {"ENDGAME", ARGUMENT(Trial, endgame)},
    {"--games", ARGUMENT(Trial, games), "N", "(100)", 1, 1000000000},
    {"--nodes", ARGUMENT(Trial, nodes), "N", "for each move (30000)", 1, 1000000000000},
    {"--plies", ARGUMENT(Trial, plies), "N", "to the win at the start, at least (10)", 0, 100000},
    {"--net", ARGUMENT(Trial, net), "FILE", "evaluates, instead of the classical evaluation"},
    {"--tables", ARGUMENT(Trial, with_tables), .help = "the engine uses the tablebases"},
    {"--embedded", ARGUMENT(Trial, embedded), .help = "the engine uses the built-in ones"},
    {"--show", ARGUMENT(Trial, show), .help = "shows all games, not only unwon ones"},
    {.name = NULL},
};

int endgames_run(int argc, char **argv, ErrorText *error)
{
    Material material;
    Trial trial = {.games = 100, .nodes = 30000, .plies = 10, .seed = 1};
    Net *net = NULL;
    if (!arguments_read(endgames_arguments, argc, argv, &trial, NULL, error)
        || !material_parse(trial.variant, trial.endgame, &material, error) || (trial.net && !(net = net_read(trial.net, error))))
        return STATUS_ERROR;
    Tablebases *tablebases = tb_new(trial.variant);
    if (!tablebases || !tb_add_folder(tablebases, trial.folder, NULL)) fail("there are no tables of the game");
    trial.tablebases = tablebases;
    trial.table = tb_find(tablebases, &material);
    trial.pool = search_new(trial.variant, HASH_MIB, 1);
    if (!trial.table || !trial.pool || (net && !search_set_net(trial.pool, net))) fail("no table of this endgame, or no memory");
    Tablebases *embedded = tb_new(trial.variant);
    if (!embedded) fail("out of memory");
    tb_add_embedded(embedded);
    if (trial.with_tables) search_set_tablebases(trial.pool, tablebases);
    else if (trial.embedded) search_set_tablebases(trial.pool, embedded);
    TrialSum tally = {0};
    run(&trial, &tally);
    const char *known = trial.with_tables ? " with tables" : trial.embedded ? " with embedded tables" : "";
    printf("%s %s, %s%s, %llu nodes: won %lu of %lu in %.1f plies (shortest %.1f), missed wins %lu\n", trial.variant->name,
           trial.endgame, net ? "net" : "classical", known, (unsigned long long)trial.nodes,
           tally.won, tally.games, (double)tally.played_plies / (double)(tally.won + !tally.won),
           (double)tally.best_plies / (double)(tally.won + !tally.won), tally.slips);
    search_free(trial.pool);
    tb_free(tablebases);
    tb_free(embedded);
    net_free(net);
    return STATUS_OK;
}
