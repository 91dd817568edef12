/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

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
/* Windows has functions of its own for aligned memory; free does not release it. */
#include <malloc.h>
#define aligned_alloc(alignment, size) _aligned_malloc(size, alignment)
#define aligned_free _aligned_free
#else
#define aligned_free free
#endif

/* first: move 48, score 16. second: key 32, evaluation 16, depth 8, age 5, pv 1, bound 2; XORed with first.
 * An unused entry is two zeros; an entry with the evaluation alone has no bound and depth EVAL_ONLY. */
typedef struct Slot {
    _Atomic uint64_t first, second;
} Slot;

enum { CLUSTER_SLOTS = 4, AGE_STEP = 8, EVAL_ONLY = 255 };

typedef struct Cluster {
    _Alignas(64) Slot slot[CLUSTER_SLOTS];
} Cluster;

_Static_assert(sizeof(Cluster) == 64, "a cluster is one cache line");

struct TranspositionTable {
    Cluster *clusters;
    size_t count, megabytes;
    uint8_t age;  /* in steps of AGE_STEP: the low bits hold bound and pv */
    Cluster last; /* the whole table if there is no memory for another */
};

/* Allocates on huge pages where the system has them: access is random, and with small pages every probe
 * would miss the TLB too. */
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

/* Some systems promise more memory than they have and kill the process that uses it. */
static bool is_within_memory(size_t bytes)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) return bytes / (size_t)page < (size_t)pages - (size_t)pages / 8;
#endif
    return bytes > 0;
}

static bool allocate(TranspositionTable *tt, size_t megabytes)
{
    if (megabytes < 1) megabytes = 1;
    if (megabytes > TT_MEGABYTES_MAX || megabytes > SIZE_MAX >> 20 || !is_within_memory(megabytes << 20)) return false;
    size_t count = (megabytes << 20) / sizeof(Cluster);
    Cluster *clusters = clusters_new(count);
    if (!clusters) return false;
    tt->clusters = clusters;
    tt->count = count;
    tt->megabytes = megabytes;
    tt_clear(tt);
    return true;
}

TranspositionTable *tt_new(size_t megabytes)
{
    TranspositionTable *tt = aligned_alloc(sizeof(Cluster), sizeof *tt);
    if (tt && allocate(tt, megabytes)) return tt;
    aligned_free(tt);
    return NULL;
}

static void clusters_free(TranspositionTable *tt)
{
    if (tt->clusters != &tt->last) aligned_free(tt->clusters);
}

bool tt_resize(TranspositionTable *tt, size_t megabytes)
{
    size_t old = tt->megabytes;
    clusters_free(tt); /* first: both at once would need twice the memory */
    if (allocate(tt, megabytes)) return true;
    if (allocate(tt, old) || allocate(tt, 1)) return false;
    tt->clusters = &tt->last;
    tt->count = 1;
    tt->megabytes = 0;
    tt_clear(tt);
    return false;
}

size_t tt_megabytes(const TranspositionTable *tt) { return tt->megabytes; }

void tt_free(TranspositionTable *tt)
{
    if (tt) clusters_free(tt);
    aligned_free(tt);
}

void tt_clear(TranspositionTable *tt)
{
    memset((void *)tt->clusters, 0, tt->count * sizeof(Cluster));
    tt->age = 0;
}

void tt_new_search(TranspositionTable *tt) { tt->age = (uint8_t)(tt->age + AGE_STEP); }

/* The upper bits of the key choose the cluster, the lower 32 verify it. */
static Cluster *cluster_of(const TranspositionTable *tt, Key key) { return &tt->clusters[(size_t)((key >> 32) * tt->count >> 32)]; }

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* A slot as read, with the fields that replacement needs. */
typedef struct SlotView {
    uint64_t first, second;
} SlotView;

static SlotView slot_read(const Slot *slot)
{
    SlotView view = {.first = load(&slot->first)};
    view.second = load(&slot->second) ^ view.first;
    return view;
}
static void slot_write(Slot *slot, uint64_t first, uint64_t second)
{
    atomic_store_explicit(&slot->first, first, memory_order_relaxed);
    atomic_store_explicit(&slot->second, second ^ first, memory_order_relaxed);
}

static int depth_of(SlotView v) { return (int)(v.second >> 48 & 255); }
static Bound bound_of(SlotView v) { return (Bound)(v.second >> 56 & 3); }
static uint8_t age_of(SlotView v) { return v.second >> 56 & 0xF8; }
static Move move_of(SlotView v) { return v.first & (((Move)1 << MOVE_BITS) - 1); }
static bool is_empty(SlotView v) { return bound_of(v) == BOUND_NONE && depth_of(v) != EVAL_ONLY; }
static bool is_of(SlotView v, Key key) { return (uint32_t)v.second == (uint32_t)key && !is_empty(v); }

bool tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry)
{
    const Cluster *cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER_SLOTS; ++i) {
        SlotView v = slot_read(&cluster->slot[i]);
        if (!is_of(v, key)) continue;
        *entry = (TTEntry){.move = move_of(v),
                           .score = (int16_t)(uint16_t)(v.first >> MOVE_BITS),
                           .eval = (int16_t)(uint16_t)(v.second >> 32),
                           .depth = bound_of(v) == BOUND_NONE ? 0 : depth_of(v),
                           .bound = bound_of(v),
                           .pv = v.second >> 58 & 1};
        return true;
    }
    return false;
}

/* Replacement value of a slot: its depth, minus a penalty per search of age; an evaluation alone counts less
 * than any bound, an empty slot nothing. */
static int replacement_value(const TranspositionTable *tt, SlotView v)
{
    if (is_empty(v)) return INT32_MIN;
    int searches = (uint8_t)(tt->age - age_of(v)) / AGE_STEP;
    return (bound_of(v) == BOUND_NONE ? -1 : depth_of(v)) - 4 * searches;
}

/* The slot with the key, else the one with the lowest replacement value. */
static Slot *slot_for(const TranspositionTable *tt, Key key, SlotView *found)
{
    Cluster *cluster = cluster_of(tt, key);
    Slot *victim = NULL;
    for (int i = 0; i < CLUSTER_SLOTS; ++i) {
        Slot *slot = &cluster->slot[i];
        SlotView v = slot_read(slot);
        bool same = is_of(v, key);
        if (!victim || same || replacement_value(tt, v) < replacement_value(tt, *found)) {
            victim = slot;
            *found = v;
        }
        if (same || is_empty(v)) break;
    }
    return victim;
}

static uint64_t second_word(const TranspositionTable *tt, Key key, Score eval, int depth, Bound bound, bool pv)
{
    return (uint64_t)(uint32_t)key | (uint64_t)(uint16_t)eval << 32 | (uint64_t)(uint8_t)depth << 48
           | (uint64_t)(tt->age | (unsigned)pv << 2 | (unsigned)bound) << 56;
}

void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry)
{
    SlotView old;
    Slot *slot = slot_for(tt, key, &old);
    bool same = is_of(old, key);
    /* Keep a much deeper entry of this search rather than replace it with a mere bound. */
    if (same && bound_of(old) && age_of(old) == tt->age && entry->bound != BOUND_EXACT && entry->depth + 4 < depth_of(old)) return;

    Move move = !entry->move && same ? move_of(old) : entry->move;
    int depth = entry->bound == BOUND_NONE ? EVAL_ONLY : entry->depth < EVAL_ONLY ? entry->depth : EVAL_ONLY - 1;
    slot_write(slot, move | (uint64_t)(uint16_t)entry->score << MOVE_BITS,
               second_word(tt, key, entry->eval, depth, entry->bound, entry->pv));
}

void tt_store_eval(TranspositionTable *tt, Key key, Score eval)
{
    SlotView old;
    Slot *slot = slot_for(tt, key, &old);
    if (replacement_value(tt, old) <= 0 && !is_of(old, key))
        slot_write(slot, 0, second_word(tt, key, eval, EVAL_ONLY, BOUND_NONE, false));
}

void tt_prefetch(const TranspositionTable *tt, Key key) { __builtin_prefetch(cluster_of(tt, key)); }

int tt_hashfull(const TranspositionTable *tt)
{
    enum { SAMPLE = 250 };
    int used = 0;
    for (size_t c = 0; c < SAMPLE && c < tt->count; ++c) {
        for (int i = 0; i < CLUSTER_SLOTS; ++i) {
            SlotView v = slot_read(&tt->clusters[c].slot[i]);
            used += !is_empty(v) && age_of(v) == tt->age;
        }
    }
    return used * 1000 / (SAMPLE * CLUSTER_SLOTS);
}
