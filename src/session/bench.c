/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../search/timeman.h"
#include "../util/files.h"
#include "session.h"
#include "../util/text.h"

enum { BENCH_POSITIONS = 8, BENCH_STEP = 7, BENCH_HASH = 16 };

/* ---- Node rate ---- */

/* Plays a few pseudo-random moves; false if the game ends. */
static bool play_opening(Position *pos, uint64_t *seed, int plies)
{
    for (int i = 0; i < plies; ++i) {
        size_t count;
        Move *moves = position_moves(pos, &count);
        if (!moves || count == 0 || !position_reserve(pos, 8)) {
            free(moves);
            return false;
        }
        *seed = *seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        position_make(pos, moves[(*seed >> 33) % count]);
        free(moves);
    }
    return position_outcome(pos).result == ONGOING;
}

bool bench_variant(const Variant *variant, int depth, const Net *net, uint64_t *nodes, int64_t *time)
{
    SearchPool *pool = search_new(variant, BENCH_HASH, 1);
    Position *pos = position_new(variant);
    ErrorText error;
    uint64_t seed = 1;
    bool ok = pool && pos && position_set_fen(pos, variant->position.start_fen, &error) && search_set_net(pool, net);
    *nodes = 0;
    *time = 0;
    for (int i = 0; ok && i < BENCH_POSITIONS; ++i) {
        SearchLimits limits = {.depth = depth};
        search_clear(pool);
        SearchResult result = search_run(pool, pos, &limits);
        *nodes += result.nodes;
        *time += result.time;
        if (!play_opening(pos, &seed, BENCH_STEP)) ok = position_set_fen(pos, variant->position.start_fen, &error);
    }
    position_free(pos);
    search_free(pool);
    return ok;
}

bool bench_run(const char *variant, const char *depth, NetStore *nets, ErrorText *error)
{
    int64_t plies = 0, time = 0;
    uint64_t nodes = 0;
    const Variant *only = variant ? variant_choose(variant, error) : NULL;
    if (variant && !only) return false;
    if (depth && !number_read(depth, 1, 100, &plies))
        return error_set(error, "a depth is a number from 1 to 100, not '%.40s'", depth);
    for (const Variant *const *v = variants; *v; ++v) {
        if (only && *v != only) continue;
        uint64_t own_nodes;
        int64_t own_time;
        int own_depth = depth ? (int)plies : variant_bench_depth((*v));
        const Net *net = nets ? nets_of(nets, *v) : NULL;
        if (!bench_variant(*v, own_depth, net, &own_nodes, &own_time)) return error_set(error, "out of memory");
        printf("%-20s depth %2d %10" PRIu64 " nodes %9" PRIu64 " nps%s\n", (*v)->name, own_depth, own_nodes,
               own_nodes * 1000 / (uint64_t)(own_time > 0 ? own_time : 1), net ? "  by a net" : "");
        output_flush();
        nodes += own_nodes;
        time += own_time;
    }
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", nodes, nodes * 1000 / (uint64_t)(time > 0 ? time : 1));
    output_flush();
    return true;
}

/* ---- Perft ---- */

bool perft_divide(Position *pos, unsigned depth, bool divide)
{
    size_t count = 0;
    bool each = divide && depth > 0;
    Move *moves = each ? position_moves(pos, &count) : NULL;
    uint64_t sum = 0, nodes = 0;
    if (each ? !moves || !position_reserve(pos, depth + 1) : (sum = position_perft(pos, depth)) == UINT64_MAX) nodes = UINT64_MAX;
    for (size_t i = 0; i < count && nodes != UINT64_MAX; ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, moves[i], text);
        position_make(pos, moves[i]);
        nodes = position_perft(pos, depth - 1);
        position_unmake(pos);
        sum += nodes;
        if (nodes != UINT64_MAX) say("%s: %llu", text, (unsigned long long)nodes);
    }
    free(moves);
    if (nodes != UINT64_MAX) say("%sNodes searched: %llu", each ? "\n" : "", (unsigned long long)sum);
    return nodes != UINT64_MAX;
}

/* The move generator of an unfinished game may return nothing. */
static bool has_moves(const Position *pos, ErrorText *error)
{
    size_t count = 0;
    free(position_moves(pos, &count));
    return count || error_set(error, "%s has no legal move from its start: its generate lists none", pos->variant->title);
}

bool bench_perft(const char *variant, const char *depth, const char *fen, bool divide, ErrorText *error)
{
    int64_t plies;
    if (!number_read(depth, 0, PERFT_PLIES_MAX, &plies))
        return error_set(error, "a depth is a number from 0 to %d, not '%.40s'", PERFT_PLIES_MAX, depth);
    const Variant *game = variant_choose(variant, error);
    if (!game) return false;
    Position *pos = position_new(game);
    bool ok = (pos || error_set(error, "out of memory")) && position_set_fen(pos, fen ? fen : game->position.start_fen, error)
              && (fen || has_moves(pos, error))
              && (perft_divide(pos, (unsigned)plies, divide) || error_set(error, "out of memory"));
    position_free(pos);
    return ok;
}

/* Checks the counts after one FEN. Returns the number of wrong ones. */
static unsigned check_line(Position *pos, char *counts, unsigned line, bool made, uint64_t *leaves)
{
    unsigned wrong = 0;
    for (char *p = strtok(counts, ";"); p; p = strtok(NULL, ";")) {
        unsigned depth;
        uint64_t expected;
        if (sscanf(p, " D%u %" SCNu64, &depth, &expected) != 2 || depth > PERFT_PLIES_MAX) {
            printf("line %u: '%.40s' is not like 'D3 8902'\n", line, p);
            ++wrong;
            continue;
        }
        uint64_t found = made ? position_perft_made(pos, depth) : position_perft(pos, depth);
        *leaves += found;
        if (found == expected) continue;
        printf("line %u: depth %u has %" PRIu64 " positions, not %" PRIu64 "\n", line, depth, found, expected);
        ++wrong;
    }
    return wrong;
}

/* The first of the counts (";D1 20") in a line of a suite; other operations of EPD may stand before them. NULL: none. */
static char *find_counts(char *line)
{
    unsigned depth;
    while ((line = strchr(line, ';')) != NULL && sscanf(line, "; D%u", &depth) != 1) ++line;
    return line;
}

bool bench_suite(const char *variant, const char *path, bool made, ErrorText *error)
{
    const Variant *v = variant_choose(variant, error);
    if (!v) return false;
    FILE *file = file_open(path, error);
    if (!file) return false;
    Position *pos = position_new(v);
    LineReader reader = {0};
    uint64_t leaves = 0;
    unsigned line = 0, wrong = 0, lines = 0;
    int64_t start = time_now();
    for (char *text; pos && (text = line_read(&reader, file));) {
        ++line;
        char *counts = find_counts(text);
        if (!counts || *text == '#') continue;
        *counts++ = '\0';
        Buffer fen = {0};
        buffer_add(&fen, "%s%*s", text, EPD_ROOM, "");
        if (fen.text) epd_to_fen(fen.text);
        ++lines;
        ErrorText why;
        if (position_set_fen(pos, buffer_text(&fen), &why)) {
            wrong += check_line(pos, counts, line, made, &leaves);
        } else {
            printf("line %u: %s\n", line, why.text);
            ++wrong;
        }
        buffer_free(&fen);
    }
    int64_t ms = time_now() - start;
    bool complete = pos && !reader.lost;
    line_free(&reader);
    fclose(file);
    position_free(pos);
    if (!complete) return error_set(error, "out of memory");
    printf("%u positions, %" PRIu64 " leaves, %" PRIu64 " leaves/s, %u wrong\n", lines, leaves,
           leaves * 1000 / (uint64_t)(ms > 0 ? ms : 1), wrong);
    return wrong == 0 || error_set(error, "%u of the counts in %.120s are wrong", wrong, path);
}
