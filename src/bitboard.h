/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Square sets of one to three 64-bit words. A file that includes this header defines BB_WORDS first; each translation unit has one
 * width. */
#ifndef QUINCUNX_BITBOARD_H
#define QUINCUNX_BITBOARD_H

#include "types.h"

#ifndef BB_WORDS
#error "define BB_WORDS (1 to 3) before including bitboard.h"
#endif

typedef struct Bitboard {
    uint64_t w[BB_WORDS];
} Bitboard;

/* Iterates over the squares of a set in ascending order; `set` must be a variable. */
#define BB_EACH(square, set)                                                                  \
    for (unsigned square##_word = 0; square##_word < BB_WORDS; ++square##_word)               \
        for (uint64_t square##_bits = (set).w[square##_word], square = 0;                     \
             square##_bits                                                                    \
             ? (square = square##_word * 64 + (unsigned)__builtin_ctzll(square##_bits), 1)    \
             : 0;                                                                             \
             square##_bits &= square##_bits - 1)

#define BB_OP(name, expression)                                       \
    static inline Bitboard name(Bitboard a, Bitboard b)               \
    {                                                                 \
        for (int i = 0; i < BB_WORDS; ++i) a.w[i] = (expression);     \
        return a;                                                     \
    }
BB_OP(bb_and, a.w[i] & b.w[i])
BB_OP(bb_or, a.w[i] | b.w[i])
BB_OP(bb_xor, a.w[i] ^ b.w[i])
BB_OP(bb_without, a.w[i] & ~b.w[i])
#undef BB_OP

static inline Bitboard bb_none(void) { return (Bitboard){{0}}; }

static inline Bitboard bb_square(unsigned square)
{
    Bitboard set = {{0}};
    set.w[square >> 6] = (uint64_t)1 << (square & 63);
    return set;
}

static inline bool bb_any(Bitboard a)
{
    uint64_t all = 0;
    for (int i = 0; i < BB_WORDS; ++i) all |= a.w[i];
    return all != 0;
}

static inline bool bb_test(Bitboard a, unsigned square) { return a.w[square >> 6] >> (square & 63) & 1; }

static inline void bb_flip(Bitboard *a, unsigned square) { a->w[square >> 6] ^= (uint64_t)1 << (square & 63); }

static inline bool bb_equal(Bitboard a, Bitboard b) { return !bb_any(bb_xor(a, b)); }
static inline bool bb_meet(Bitboard a, Bitboard b) { return bb_any(bb_and(a, b)); }

static inline int bb_count(Bitboard a)
{
    int n = 0;
    for (int i = 0; i < BB_WORDS; ++i) n += __builtin_popcountll(a.w[i]);
    return n;
}

/* More than one square? */
static inline bool bb_many(Bitboard a)
{
    for (int i = 0; i < BB_WORDS; ++i) {
        if (a.w[i]) {
            a.w[i] &= a.w[i] - 1;
            return bb_any(a);
        }
    }
    return false;
}

/* The lowest square of a non-empty set. */
static inline Square bb_first(Bitboard a)
{
    int i = 0;
    while (i < BB_WORDS - 1 && !a.w[i]) ++i;
    assert(a.w[i]);
    return (Square)(i * 64 + __builtin_ctzll(a.w[i]));
}

/* The highest square of a non-empty set. */
static inline Square bb_last(Bitboard a)
{
    int i = BB_WORDS - 1;
    while (i > 0 && !a.w[i]) --i;
    assert(a.w[i]);
    return (Square)(i * 64 + 63 - __builtin_clzll(a.w[i]));
}

/* All squares up to the lowest of a set, inclusive; all squares if the set is empty. Branchless, because the
 * position of the lowest square is unpredictable. */
static inline Bitboard bb_to_first(Bitboard a)
{
    Bitboard set;
    uint64_t borrow = 1; /* borrow of a - 1 as one multi-word number */
    for (int i = 0; i < BB_WORDS; ++i) {
        set.w[i] = a.w[i] ^ (a.w[i] - borrow);
        borrow &= a.w[i] == 0;
    }
    return set;
}

/* All squares from the highest of a set on, likewise. */
static inline Bitboard bb_from_last(Bitboard a)
{
    Bitboard set;
    uint64_t word = a.w[0];
    int at = 0;
    for (int i = 1; i < BB_WORDS; ++i) {
        word = a.w[i] ? a.w[i] : word;
        at = a.w[i] ? i : at;
    }
    word = ~(uint64_t)0 << (63 - __builtin_clzll(word | 1));
    for (int i = 0; i < BB_WORDS; ++i) set.w[i] = i < at ? 0 : i == at ? word : ~(uint64_t)0;
    return set;
}

/* Shifts every square up by n (1 to 63) square numbers; squares shifted out are lost. */
static inline Bitboard bb_up(Bitboard a, unsigned n)
{
    for (int i = BB_WORDS - 1; i > 0; --i) a.w[i] = a.w[i] << n | a.w[i - 1] >> (64 - n);
    a.w[0] <<= n;
    return a;
}

/* Shifts every square down by n (1 to 63) square numbers; squares shifted out are lost. */
static inline Bitboard bb_down(Bitboard a, unsigned n)
{
    for (int i = 0; i < BB_WORDS - 1; ++i) a.w[i] = a.w[i] >> n | a.w[i + 1] << (64 - n);
    a.w[BB_WORDS - 1] >>= n;
    return a;
}

#endif
