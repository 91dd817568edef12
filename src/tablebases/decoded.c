/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "decoded.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

size_t decoded_max = 256 << 20;

struct DecodedBlock {
    BlockPlace *home; /* where it is known */
    atomic_bool used; /* since the hand passed last */
    uint8_t values[BLOCK_SIZE];
};

/* Who changes anything but `used` holds the lock alone. */
static struct {
    pthread_rwlock_t lock;
    BlockPlace *blocks;
    size_t count, room, hand;
    unsigned long kept;
} all = {.lock = PTHREAD_RWLOCK_INITIALIZER};

bool decoded_read(const BlockPlace *place, uint32_t at, uint8_t *value)
{
    pthread_rwlock_rdlock(&all.lock);
    struct DecodedBlock *block = *place;
    if (block) {
        *value = block->values[at];
        if (!atomic_load_explicit(&block->used, memory_order_relaxed)) atomic_store(&block->used, true);
    }
    pthread_rwlock_unlock(&all.lock);
    return block != NULL;
}

/* Another block, if the limit and the memory allow it. */
static BlockPlace new_block(void)
{
    if ((all.count + 1) * BLOCK_SIZE > decoded_max) return NULL;
    if (all.count == all.room) {
        size_t room = all.room ? 2 * all.room : 16;
        BlockPlace *more = realloc(all.blocks, room * sizeof *more);
        if (!more) return NULL;
        all.blocks = more;
        all.room = room;
    }
    BlockPlace block = calloc(1, sizeof *block);
    if (block) all.blocks[all.count++] = block;
    return block;
}

/* The next block under the hand that was not used since it passed last, taken from its home; NULL if none may be kept. */
static BlockPlace old_block(void)
{
    if (all.count == 0 || decoded_max < BLOCK_SIZE) return NULL;
    for (;;) {
        BlockPlace block = all.blocks[all.hand];
        all.hand = (all.hand + 1) % all.count;
        if (atomic_exchange(&block->used, false)) continue;
        *block->home = NULL;
        return block;
    }
}

void decoded_keep(BlockPlace *place, const uint8_t values[BLOCK_SIZE])
{
    pthread_rwlock_wrlock(&all.lock);
    BlockPlace block = NULL;
    if (!*place && !(block = new_block())) block = old_block();
    if (block) {
        memcpy(block->values, values, BLOCK_SIZE);
        atomic_store(&block->used, true);
        block->home = place;
        *place = block;
        ++all.kept;
    }
    pthread_rwlock_unlock(&all.lock);
}

unsigned long decoded_count(void)
{
    pthread_rwlock_rdlock(&all.lock);
    unsigned long kept = all.kept;
    pthread_rwlock_unlock(&all.lock);
    return kept;
}

void decoded_forget(const BlockPlace *places, size_t count)
{
    pthread_rwlock_wrlock(&all.lock);
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; places[i] && j < all.count; ++j)
            if (all.blocks[j] == places[i]) all.blocks[j] = all.blocks[--all.count];
        free(places[i]);
    }
    if (all.count == 0) {
        free(all.blocks);
        all.blocks = NULL;
        all.room = 0;
    }
    all.hand = 0;
    pthread_rwlock_unlock(&all.lock);
}
