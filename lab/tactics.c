/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Finds wins in one, two and three moves: plays hasty games from the openings of a file
 * and walks back from their ends to positions that the winner won by force. prove.h alone
 * decides which are wins, and in how many moves. Prints `FEN ;win N` a line.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/search/search.h"
#include "prove.h"

enum {
    HASH = 4,
    GAME_NODES = 400,        /* a move: enough for reasonable play, too few to see the win coming */
    GAME_PLIES = 400,
    WALK_BACK = 9,           /* plies before the end at which to look for a win at most */
    MOVES_MAX = 3,
    PROOF_NODES = 2000000,   /* for all proofs about a position */
    HINT_NODES = 50000,
    WINNING_SHARE = 10       /* at most one first move in this many wins, or just one */
};

typedef struct Finder {
    const char *name; /* of the variant */
    Position *game, *pos;
    SearchPool *pool;
    Move line[GAME_PLIES];           /* the game's moves */
    unsigned missing[MOVES_MAX + 1]; /* wins of each length still to be found */
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

/* Is there a win in three moves? The search suggests what to try first; the answer is the
 * prover's, with or without it. */
static Proof prove_three(Finder *f, ProofNodes *nodes)
{
    search_clear(f->pool);
    Move hint = search_run(f->pool, f->pos, &(SearchLimits){.mate = 3, .nodes = HINT_NODES}).best;
    ProofNodes own = {.limit = nodes->limit / 2};
    if (hint != MOVE_NONE && prove_move(f->pos, hint, 3, &own) == PROOF_WIN) return PROOF_WIN;
    return prove_win(f->pos, 3, nodes);
}

/* In how few moves can the side to move force a win? 0: not in MOVES_MAX, or it is not known. */
static unsigned moves_to_win(Finder *f, ProofNodes *nodes)
{
    for (unsigned moves = 1; moves <= MOVES_MAX; ++moves) {
        Proof proof = moves < 3 ? prove_win(f->pos, moves, nodes) : prove_three(f, nodes);
        if (proof == PROOF_WIN) return moves;
        if (proof == PROOF_UNFINISHED) break;
    }
    return 0;
}

/* Do few first moves win? Three moves are hard however many do. */
static bool is_hard(Position *pos, unsigned moves, ProofNodes *nodes)
{
    size_t count, winning = 0;
    bool finished = true;
    if (moves == 3) return true;
    Move *list = position_moves(pos, &count);
    for (size_t i = 0; i < count && finished; ++i) {
        Proof proof = prove_move(pos, list[i], moves, nodes);
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
    f->game->variant->board.get_fen(f->game, fen);
    if (!position_set_fen(f->pos, fen, &error) || position_outcome(f->pos).result != ONGOING) return false;
    ProofNodes nodes = {.limit = PROOF_NODES};
    unsigned moves = moves_to_win(f, &nodes);
    if (moves == 0 || f->missing[moves] == 0 || !is_hard(f->pos, moves, &nodes)) return false;
    printf("%s ;win %u\n", fen, moves);
    output_flush();
    --f->missing[moves];
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

/* Plays from the position of a line of EPD. */
static bool search_line(Finder *f, const char *line)
{
    Buffer fen = {0};
    ErrorText error;
    buffer_add(&fen, "%s%*s", line, EPD_ROOM, "");
    if (fen.text) epd_to_fen(fen.text);
    bool ok = position_set_fen(f->game, buffer_text(&fen), &error);
    if (ok) search_game(f);
    else fprintf(stderr, "tactics: %s: %s\n", buffer_text(&fen), error.text);
    buffer_free(&fen);
    return ok;
}

static bool find(Finder *f, FILE *openings)
{
    LineReader reader = {0};
    unsigned games = 0;
    bool ok = true;
    for (char *line; ok && missing(f) > 0 && (line = line_read(&reader, openings));) {
        if (!text_trim(line)) continue;
        ok = search_line(f, line);
        ++games;
    }
    line_free(&reader);
    if (!ok) return false;
    fprintf(stderr, "%s: %u games; not found: %u, %u, %u\n", f->name, games, f->missing[1], f->missing[2], f->missing[3]);
    return missing(f) == 0;
}

typedef struct Options {
    const Variant *variant;
    const char *openings;
    unsigned count;
} Options;

const Argument tactics_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Options, variant)},
    {"OPENINGS", ARGUMENT(Options, openings), .help = "a file of start positions, FENs"},
    {"COUNT", ARGUMENT(Options, count), .help = "how many wins in one, two and three moves each", .min = 1, .max = 1000000},
    {.name = NULL},
};

int tactics_run(int argc, char **argv, ErrorText *error)
{
    Options o = {.variant = NULL};
    FILE *openings = arguments_read(tactics_arguments, argc, argv, &o, NULL, error) ? file_open(o.openings, error) : NULL;
    if (!openings) return STATUS_ERROR;
    Finder finder = {.name = o.variant->name,
                     .game = position_new(o.variant),
                     .pos = position_new(o.variant),
                     .pool = search_new(o.variant, HASH, 1),
                     .missing = {0, o.count, o.count, o.count}};
    bool ok = finder.game && finder.pos && finder.pool && find(&finder, openings);
    search_free(finder.pool);
    position_free(finder.pos);
    position_free(finder.game);
    fclose(openings);
    return ok ? STATUS_OK : STATUS_UNFINISHED;
}
