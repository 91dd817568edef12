/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Pseudo-random numbers: Sebastiano Vigna's splitmix64 (2015). */
#ifndef QUINCUNX_RANDOM_H
#define QUINCUNX_RANDOM_H

#include <stdint.h>

/* The next of the numbers that follow from a seed, all 64 bits. */
static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

#endif
