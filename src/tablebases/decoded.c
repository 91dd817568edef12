/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "decoded.h"

#include <pthread.h>
#include <stdlib.h>

size_t decoded_max = 256 << 20;

/* A reader may still look at a block that becomes another: it notices by the version, as in a sequence lock (H. Boehm, "Can
 * seqlocks get along with programming language memory models?", 2012). So blocks are not freed while there are tables. */
struct DecodedBlock {
    atomic_uint version; /* odd while it is written */
    atomic_bool used;    /* since the hand passed last */
    BlockPlace *home;    /* where it is known, NULL: nowhere */
    atomic_uchar values[BLOCK_SIZE];
};

/* All but the blocks' own atomics is used only while holding the mutex. */
static struct {
    pthread_mutex_t mutex;
    DecodedBlock **blocks;
    size_t count, room, hand;
    unsigned long kept, tables;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER};

bool decoded_read(BlockPlace *place, uint32_t at, uint8_t *value)
{
    DecodedBlock *block = atomic_load_explicit(place, memory_order_acquire);
    if (!block) return false;
    unsigned version = atomic_load_explicit(&block->version, memory_order_acquire);
    *value = atomic_load_explicit(&block->values[at], memory_order_acquire);
    if (version % 2 || atomic_load_explicit(&block->version, memory_order_relaxed) != version
        || atomic_load_explicit(place, memory_order_relaxed) != block)
        return false;
    if (!atomic_load_explicit(&block->used, memory_order_relaxed)) atomic_store_explicit(&block->used, true, memory_order_relaxed);
    return true;
}

/* Another block, if the limit and the memory allow it. */
static DecodedBlock *new_block(void)
{
    if ((all.count + 1) * BLOCK_SIZE > decoded_max) return NULL;
    if (all.count == all.room) {
        size_t room = all.room ? 2 * all.room : 16;
        DecodedBlock **more = realloc(all.blocks, room * sizeof *more);
        if (!more) return NULL;
        all.blocks = more;
        all.room = room;
    }
    DecodedBlock *block = calloc(1, sizeof *block);
    if (block) all.blocks[all.count++] = block;
    return block;
}

/* The next block under the hand that was not used since it passed last; NULL if none may be kept. */
static DecodedBlock *old_block(void)
{
    if (all.count == 0 || decoded_max < BLOCK_SIZE) return NULL;
    for (size_t left = 2 * all.count;; --left) {
        DecodedBlock *block = all.blocks[all.hand];
        all.hand = (all.hand + 1) % all.count;
        if (left == 0 || !atomic_exchange(&block->used, false)) return block;
    }
}

void decoded_keep(BlockPlace *place, const uint8_t values[BLOCK_SIZE])
{
    pthread_mutex_lock(&all.mutex);
    DecodedBlock *block = NULL;
    if (!atomic_load(place) && !(block = new_block())) block = old_block();
    if (block) {
        if (block->home) atomic_store(block->home, NULL);
        unsigned version = atomic_load(&block->version);
        atomic_store(&block->version, version + 1);
        /* release: no value comes before the odd version */
        for (size_t i = 0; i < BLOCK_SIZE; ++i) atomic_store_explicit(&block->values[i], values[i], memory_order_release);
        atomic_store(&block->version, version + 2);
        atomic_store(&block->used, true);
        block->home = place;
        atomic_store(place, block);
        ++all.kept;
    }
    pthread_mutex_unlock(&all.mutex);
}

unsigned long decoded_count(void)
{
    pthread_mutex_lock(&all.mutex);
    unsigned long kept = all.kept;
    pthread_mutex_unlock(&all.mutex);
    return kept;
}

void decoded_begin(void)
{
    pthread_mutex_lock(&all.mutex);
    ++all.tables;
    pthread_mutex_unlock(&all.mutex);
}

void decoded_forget(BlockPlace *places, size_t count)
{
    pthread_mutex_lock(&all.mutex);
    for (size_t i = 0; i < count; ++i) {
        DecodedBlock *block = atomic_load(&places[i]);
        if (!block) continue;
        block->home = NULL;
        atomic_store(&block->used, false);
    }
    pthread_mutex_unlock(&all.mutex);
}

void decoded_end(void)
{
    pthread_mutex_lock(&all.mutex);
    if (--all.tables == 0) {
        for (size_t i = 0; i < all.count; ++i) free(all.blocks[i]);
        free(all.blocks);
        all.blocks = NULL;
        all.count = all.room = all.hand = 0;
    }
    pthread_mutex_unlock(&all.mutex);
}
