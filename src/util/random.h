/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Pseudo-random numbers, the same on every machine: Sebastiano Vigna's splitmix64 (2015). */
#ifndef QUINCUNX_RANDOM_H
#define QUINCUNX_RANDOM_H

#include <stdint.h>

#define SPLITMIX64_STEP 0x9E3779B97F4A7C15u

/* Scrambles a word. The mapping is a bijection, and 0 maps to 0. */
static inline uint64_t splitmix64_mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The next 64-bit number of the sequence; *state is the seed at first. */
static inline uint64_t splitmix64(uint64_t *state) { return splitmix64_mix(*state += SPLITMIX64_STEP); }

/* 0 .. n - 1 without noticeable bias, for n far below 2^48. */
static inline uint64_t splitmix64_below(uint64_t *state, uint64_t n) { return (splitmix64(state) >> 16) % n; }

#endif
