/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "mop_up_fit.h"

#include <stdlib.h>

#include "setup.h"

enum { ROUNDS = 12 };

/* A lost position: its two table entries, and its plies. */
typedef struct Sample {
    uint16_t royals, piece;
    uint16_t plies;
} Sample;

enum { PLIES_LIMIT = 512 };

typedef struct Endgame {
    PieceType piece;
    Sample *samples;
    uint32_t count;
    double weight[PLIES_LIMIT]; /* weight of a sample, by its plies */
} Endgame;

/* Every distance weighs the same, however many positions have it, because a win passes through all
 * distances; every endgame weighs the same too. */
static void weigh(Endgame *endgame)
{
    uint32_t with[PLIES_LIMIT] = {0}, lengths = 0;
    for (uint32_t i = 0; i < endgame->count; ++i) lengths += with[endgame->samples[i].plies]++ == 0;
    for (unsigned n = 0; n < PLIES_LIMIT; ++n) endgame->weight[n] = with[n] ? 1.0 / lengths / with[n] : 0;
}

static bool read_endgame(const MopUp *mop_up, const Tablebases *tablebases, const Table *table, Endgame *endgame)
{
    const TbIndex *index = table_index(table);
    const Material *m = &index->material;
    PieceType piece = piece_type(m->pieces[2]);
    SetUp set_up;
    if (m->count != 3 || m->hands || m->pieces[0] != mop_up->royals.material.pieces[0]
        || m->pieces[1] != mop_up->royals.material.pieces[1] || piece_side(m->pieces[2]) != WHITE || !mop_up->pieces[piece]
        || !set_up_init(&set_up, index))
        return false;
    *endgame = (Endgame){.piece = piece, .samples = malloc(index->size * sizeof(Sample))};
    for (uint32_t number = 0; endgame->samples && number < index->size; ++number) {
        TbValue value;
        if (!set_up_number(&set_up, number, BLACK) || !tb_value(tablebases, set_up.pos, &value) || value.result != TB_LOSS
            || value.plies >= PLIES_LIMIT)
            continue;
        Square pair[2] = {set_up.squares[1], set_up.squares[2]};
        endgame->samples[endgame->count++] = (Sample){(uint16_t)index_of(&mop_up->royals, set_up.squares),
                                                      (uint16_t)index_of(mop_up->pieces[piece], pair), (uint16_t)value.plies};
    }
    set_up_free(&set_up);
    weigh(endgame);
    return endgame->samples && endgame->count;
}

/* Weighted sums by table entry, for means. */
typedef struct Means {
    double sum, weight;
} Means;

static void make_means(const Means *means, uint32_t size, double *out)
{
    for (uint32_t i = 0; i < size; ++i)
        if (means[i].weight > 0) out[i] = means[i].sum / means[i].weight;
}

/* Backfitting: fits each of the two tables in turn to the residual of the other. */
static void fit_round(const MopUp *mop_up, const Endgame *list, unsigned count, double *fit, Means *means)
{
    for (unsigned e = 0; e < count; ++e) {
        double *piece = fit + mop_up->start[list[e].piece];
        uint32_t size = mop_up->pieces[list[e].piece]->size;
        for (uint32_t i = 0; i < size; ++i) means[i] = (Means){0, 0};
        for (uint32_t i = 0; i < list[e].count; ++i) {
            const Sample *s = &list[e].samples[i];
            double weight = list[e].weight[s->plies];
            means[s->piece].sum += weight * (s->plies - fit[s->royals]);
            means[s->piece].weight += weight;
        }
        make_means(means, size, piece);
    }
    for (uint32_t i = 0; i < mop_up->royals.size; ++i) means[i] = (Means){0, 0};
    for (unsigned e = 0; e < count; ++e) {
        const double *piece = fit + mop_up->start[list[e].piece];
        for (uint32_t i = 0; i < list[e].count; ++i) {
            const Sample *s = &list[e].samples[i];
            double weight = list[e].weight[s->plies];
            means[s->royals].sum += weight * (s->plies - piece[s->piece]);
            means[s->royals].weight += weight;
        }
    }
    make_means(means, mop_up->royals.size, fit);
}

static int16_t tenths(double plies) { return (int16_t)(plies < 0 ? plies * 10 - 0.5 : plies * 10 + 0.5); }

unsigned mop_up_fit(const MopUp *mop_up, const Tablebases *tablebases, int16_t *numbers)
{
    Endgame list[TYPE_MAX];
    unsigned count = 0;
    double *fit = calloc(mop_up->size, sizeof *fit);
    Means *means = calloc(mop_up->size, sizeof *means);
    for (unsigned i = 0; fit && means && i < tb_count(tablebases) && count < TYPE_MAX; ++i)
        if (read_endgame(mop_up, tablebases, tb_table(tablebases, i), &list[count])) ++count;
    for (int round = 0; round < ROUNDS && count; ++round) fit_round(mop_up, list, count, fit, means);
    for (uint32_t i = 0; fit && i < mop_up->size; ++i) numbers[i] = tenths(fit[i]);
    for (unsigned i = 0; i < count; ++i) free(list[i].samples);
    free(fit);
    free(means);
    return count;
}
