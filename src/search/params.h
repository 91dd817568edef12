/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * All search parameters: NAME(value, min, max). The values, which were tuned for chess in an earlier search, are those of
 * every game that says nothing else (SearchHints.params). In a tuning build (make TUNE=1) they are UCI options. The ranges
 * allow every technique to be switched off, to measure its gain. Margins are centipawns of chess, scaled by
 * SearchHints.margin_percent; weights are in 128ths; terms added to reductions are in 1024ths of a ply.
 */
#ifndef QUINCUNX_PARAMS_H
#define QUINCUNX_PARAMS_H

#include <stddef.h>

struct Variant;

#define SEARCH_PARAMS(PARAM)                    \
    PARAM(player_strength, -1, -1, 1500)        \
    PARAM(aspiration_window, 22, 5, 1000)       \
    PARAM(rfp_depth, 8, 0, 14)                  \
    PARAM(rfp_margin, 95, 20, 200)              \
    PARAM(razor_depth, 3, 0, 8)                 \
    PARAM(razor_margin, 158, 50, 500)           \
    PARAM(null_depth, 3, 1, 100)                \
    PARAM(null_base, 4, 2, 6)                   \
    PARAM(null_divisor, 3, 2, 8)                \
    PARAM(null_eval_divisor, 51, 20, 500)       \
    PARAM(null_margin, 21, 0, 100)              \
    PARAM(null_margin_base, 229, 0, 600)        \
    PARAM(null_verify_depth, 14, 6, 100)        \
    PARAM(probcut_margin, 199, 50, 400)         \
    PARAM(probcut_depth, 5, 3, 100)             \
    PARAM(iir_depth, 4, 2, 100)                 \
    PARAM(iir_cut_depth, 9, 2, 100)             \
    PARAM(lmr_depth, 2, 2, 100)                 \
    PARAM(lmr_base, 67, 0, 200)                 \
    PARAM(lmr_divisor, 215, 100, 400)           \
    PARAM(lmr_history, 8000, 2048, 32768)       \
    PARAM(lmr_cut, 1600, 0, 3072)               \
    PARAM(lmr_worsening, 518, 0, 3072)          \
    PARAM(lmr_pv, 678, 0, 3072)                 \
    PARAM(lmr_table_pv, 1000, 0, 3072)          \
    PARAM(lmr_peril, 623, 0, 3072)              \
    PARAM(lmp_base, 3, 1, 1000)                 \
    PARAM(lmp_percent, 135, 20, 4000)           \
    PARAM(lmr_window, 1024, 0, 3072)            \
    PARAM(futility_depth, 12, -1, 14)           \
    PARAM(futility_base, 32, 0, 300)            \
    PARAM(futility_margin, 44, 20, 250)         \
    PARAM(futility_history, 172, 50, 100000)    \
    PARAM(history_pruning, 1400, 0, 32768)      \
    PARAM(see_depth, 9, -1, 14)                 \
    PARAM(see_quiet, 12, 0, 200)                \
    PARAM(see_square, 11, 0, 100)               \
    PARAM(see_noisy, 119, 10, 300)              \
    PARAM(see_peril, 70, 0, 500)                \
    PARAM(peril_order, 9000, 0, 32000)          \
    PARAM(escape_order, 25, 0, 100)             \
    PARAM(unpruned_share, 1000, 1, 1000)        \
    PARAM(singular_depth, 4, 3, 100)            \
    PARAM(singular_margin, 2, 1, 6)             \
    PARAM(double_margin, 18, 0, 10000)          \
    PARAM(qs_futility, 151, 0, 10000)           \
    PARAM(killer_depth, 1, 1, 100)              \
    PARAM(counter_depth, 1, 1, 100)             \
    PARAM(history_bonus, 125, 20, 400)          \
    PARAM(history_bonus_max, 1674, 200, 4000)   \
    PARAM(evaluated_bonus, 143, 0, 500)         \
    PARAM(continuation_weight, 235, 0, 512)     \
    PARAM(capture_weight, 128, 0, 512)          \
    PARAM(correction_weight, 77, 0, 512)

/* Values for a search. */
typedef struct SearchParams {
#define PARAM_MEMBER(name, value, min, max) int name;
    SEARCH_PARAMS(PARAM_MEMBER)
#undef PARAM_MEMBER
} SearchParams;

/* The same as data, for tuners and lists; ends with a NULL name. */
typedef struct SearchParam {
    const char *name;
    size_t offset; /* of its value in SearchParams */
    int value, min, max;
} SearchParam;

extern const SearchParam search_params[];

enum {
#define PARAM_ONE(name, value, min, max) +1
    PARAM_NB = SEARCH_PARAMS(PARAM_ONE)
#undef PARAM_ONE
};

/* The values for a game: those above and what the game changes (SearchHints.params). */
void search_params_of(const struct Variant *variant, SearchParams *params);

static inline int *param_value(SearchParams *params, const SearchParam *param)
{
    return (int *)(void *)((char *)params + param->offset);
}

#endif
