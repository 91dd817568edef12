/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "tt.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
/* There, aligned memory has functions of its own and is not freed by free. */
#include <malloc.h>
#define aligned_alloc(alignment, size) _aligned_malloc(size, alignment)
#define aligned_free _aligned_free
#else
#define aligned_free free
#endif

/* first: move 48, score 16. second: key 32, evaluation 16, depth 8, age 5, pv 1,
 * bound 2; folded with first. An entry never written is two zeros. */
typedef struct Slot {
    _Atomic uint64_t first, second;
} Slot;

enum { CLUSTER_SLOTS = 4, AGE_STEP = 8 };

typedef struct Cluster {
    _Alignas(64) Slot slot[CLUSTER_SLOTS];
} Cluster;

_Static_assert(sizeof(Cluster) == 64, "a cluster is one cache line");

struct TranspositionTable {
    Cluster *clusters;
    size_t count;
    uint8_t age; /* in steps of AGE_STEP: the low bits hold bound and pv */
};

/* Memory on huge pages where the system has them: the table is read at random, and
 * with small pages every probe would miss the TLB too. */
static Cluster *clusters_new(size_t count)
{
    enum { HUGE_PAGE = 2 << 20 };
    size_t bytes = count * sizeof(Cluster);
#ifdef MADV_HUGEPAGE
    if (bytes % HUGE_PAGE == 0) {
        void *memory = aligned_alloc(HUGE_PAGE, bytes);
        if (memory) madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return aligned_alloc(sizeof(Cluster), bytes);
}

/* A system may promise more memory than it has and end whoever uses it. */
static bool is_within_memory(size_t bytes)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) return bytes / (size_t)page < (size_t)pages - (size_t)pages / 8;
#endif
    return bytes > 0;
}

TranspositionTable *tt_new(size_t megabytes)
{
    if (megabytes < 1) megabytes = 1;
    if (megabytes > SIZE_MAX >> 20 || !is_within_memory(megabytes << 20)) return NULL;
    TranspositionTable *tt = malloc(sizeof *tt);
    if (!tt) return NULL;
    tt->count = (megabytes << 20) / sizeof(Cluster);
    tt->clusters = clusters_new(tt->count);
    tt->age = 0;
    if (!tt->clusters) {
        free(tt);
        return NULL;
    }
    tt_clear(tt);
    return tt;
}

void tt_free(TranspositionTable *tt)
{
    if (!tt) return;
    aligned_free(tt->clusters);
    free(tt);
}

void tt_clear(TranspositionTable *tt)
{
    memset((void *)tt->clusters, 0, tt->count * sizeof(Cluster));
    tt->age = 0;
}

void tt_new_search(TranspositionTable *tt) { tt->age = (uint8_t)(tt->age + AGE_STEP); }

/* The upper bits of the key choose the cluster, the lower 32 verify it. */
static Cluster *cluster_of(const TranspositionTable *tt, Key key)
{
    __extension__ typedef unsigned __int128 Wide;
    return &tt->clusters[(size_t)((Wide)key * tt->count >> 64)];
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry)
{
    Cluster *cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER_SLOTS; ++i) {
        uint64_t first = load(&cluster->slot[i].first);
        uint64_t second = load(&cluster->slot[i].second) ^ first;
        if ((uint32_t)second != (uint32_t)key || !(second >> 56 & 3)) continue;
        entry->move = first & (((uint64_t)1 << MOVE_BITS) - 1);
        entry->score = (int16_t)(uint16_t)(first >> MOVE_BITS);
        entry->eval = (int16_t)(uint16_t)(second >> 32);
        entry->depth = (int)(uint8_t)(second >> 48);
        entry->bound = (Bound)(second >> 56 & 3);
        entry->pv = second >> 58 & 1;
        return true;
    }
    return false;
}

/* How much keeping a slot is worth: its depth, less for each search since. */
static int worth(const TranspositionTable *tt, uint64_t second)
{
    int searches = (uint8_t)(tt->age - (second >> 56 & 0xF8)) / AGE_STEP;
    return (int)(second >> 48 & 255) - 4 * searches;
}

void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry)
{
    Cluster *cluster = cluster_of(tt, key);
    Slot *victim = NULL;
    uint64_t victim_first = 0, victim_second = 0;
    for (int i = 0; i < CLUSTER_SLOTS; ++i) {
        Slot *slot = &cluster->slot[i];
        uint64_t first = load(&slot->first), second = load(&slot->second) ^ first;
        bool same = (uint32_t)second == (uint32_t)key && second >> 56 & 3;
        bool empty = !(second >> 56 & 3);
        if (!victim || same || empty || worth(tt, second) < worth(tt, victim_second)) {
            victim = slot;
            victim_first = first;
            victim_second = second;
        }
        if (same || empty) break;
    }
    bool same = (uint32_t)victim_second == (uint32_t)key && victim_second >> 56 & 3;
    bool current = (victim_second >> 56 & 0xF8) == tt->age;
    /* A much deeper result of this search is not given up for a mere bound. */
    if (same && current && entry->bound != BOUND_EXACT && entry->depth + 4 < (int)(victim_second >> 48 & 255)) return;

    Move move = entry->move;
    if (!move && same) move = victim_first & (((uint64_t)1 << MOVE_BITS) - 1);
    uint64_t first = move | (uint64_t)(uint16_t)entry->score << MOVE_BITS;
    uint64_t second = (uint64_t)(uint32_t)key | (uint64_t)(uint16_t)entry->eval << 32
                      | (uint64_t)(uint8_t)entry->depth << 48
                      | (uint64_t)(tt->age | (unsigned)entry->pv << 2 | (unsigned)entry->bound) << 56;
    atomic_store_explicit(&victim->first, first, memory_order_relaxed);
    atomic_store_explicit(&victim->second, second ^ first, memory_order_relaxed);
}

void tt_prefetch(const TranspositionTable *tt, Key key) { __builtin_prefetch(cluster_of(tt, key)); }

int tt_hashfull(const TranspositionTable *tt)
{
    enum { SAMPLE = 250 };
    int used = 0;
    for (size_t c = 0; c < SAMPLE && c < tt->count; ++c) {
        for (int i = 0; i < CLUSTER_SLOTS; ++i) {
            uint64_t first = load(&tt->clusters[c].slot[i].first);
            uint64_t second = load(&tt->clusters[c].slot[i].second) ^ first;
            used += second >> 56 & 3 && (second >> 56 & 0xF8) == tt->age;
        }
    }
    return used * 1000 / (SAMPLE * CLUSTER_SLOTS);
}
