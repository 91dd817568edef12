/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "roads.h"

#include <stdlib.h>

#include "setup.h"

enum { INDEX_MOST = 1 << 15, ROUNDS = 12 };

static PieceType royal_of(const Variant *variant, Side side)
{
    for (PieceType t = 1; t < variant->type_count; ++t)
        if (variant->pieces[t].royal && variant->pieces[t].sides >> side & 1) return t;
    return NO_TYPE;
}

Roads *roads_new(const Variant *variant)
{
    PieceType strong = royal_of(variant, WHITE), bare = royal_of(variant, BLACK);
    Roads *roads = strong && bare && variant->boards == 1 ? calloc(1, sizeof *roads) : NULL;
    if (!roads) return NULL;
    Material royals = {.count = 2, .men = {piece_make(WHITE, strong), piece_make(BLACK, bare)}};
    bool ok = index_init(&roads->royals, variant, &royals, INDEX_MOST, NULL);
    roads->variant = variant;
    roads->size = roads->royals.size;
    for (PieceType t = 1; ok && t < variant->type_count; ++t) {
        if (!variant->pieces[t].mates || !(variant->pieces[t].sides >> WHITE & 1)) continue;
        Material pair = {.count = 2, .men = {piece_make(BLACK, bare), piece_make(WHITE, t)}};
        roads->men[t] = malloc(sizeof *roads->men[t]);
        ok = roads->men[t] && index_init(roads->men[t], variant, &pair, INDEX_MOST, NULL);
        roads->start[t] = roads->size;
        if (ok) roads->size += roads->men[t]->size;
    }
    if (ok) return roads;
    roads_free(roads);
    return NULL;
}

void roads_free(Roads *roads)
{
    for (PieceType t = 0; roads && t < TYPE_MAX; ++t) free(roads->men[t]);
    free(roads);
}

/* ---- Fitting ---- */

/* A lost position: its two numbers, and plies. */
typedef struct Sample {
    uint16_t royals, man;
    uint16_t plies;
} Sample;

enum { PLIES_MOST = 512 };

typedef struct Ending {
    PieceType man;
    Sample *samples;
    uint32_t count;
    double weight[PLIES_MOST]; /* of a sample, by its plies */
} Ending;

/* However many positions are so far from the end, all distances count alike, for the way leads through all of
 * them; all endings too. */
static void weigh(Ending *ending)
{
    uint32_t with[PLIES_MOST] = {0}, lengths = 0;
    for (uint32_t i = 0; i < ending->count; ++i) lengths += with[ending->samples[i].plies]++ == 0;
    for (unsigned n = 0; n < PLIES_MOST; ++n) ending->weight[n] = with[n] ? 1.0 / lengths / with[n] : 0;
}

static bool read_ending(const Roads *roads, const Endings *endings, const Table *table, Ending *ending)
{
    const EndingIndex *index = table_index(table);
    const Material *m = &index->material;
    PieceType man = piece_type(m->men[2]);
    SetUp set_up;
    if (m->count != 3 || m->hands || m->men[0] != roads->royals.material.men[0] || m->men[1] != roads->royals.material.men[1]
        || piece_side(m->men[2]) != WHITE || !roads->men[man] || !set_up_init(&set_up, index))
        return false;
    *ending = (Ending){.man = man, .samples = malloc(index->size * sizeof(Sample))};
    for (uint32_t number = 0; ending->samples && number < index->size; ++number) {
        EndingValue value;
        if (!set_up_number(&set_up, number, BLACK) || !endings_value(endings, set_up.pos, &value) || value.result != ENDING_LOSS || value.plies >= PLIES_MOST) continue;
        Square pair[2] = {set_up.squares[1], set_up.squares[2]};
        ending->samples[ending->count++] = (Sample){(uint16_t)index_of(&roads->royals, set_up.squares), (uint16_t)index_of(roads->men[man], pair), (uint16_t)value.plies};
    }
    set_up_free(&set_up);
    weigh(ending);
    return ending->samples && ending->count;
}

/* Sums by number, to be made means. */
typedef struct Means {
    double sum, weight;
} Means;

static void make_means(const Means *means, uint32_t size, double *out)
{
    for (uint32_t i = 0; i < size; ++i)
        if (means[i].weight > 0) out[i] = means[i].sum / means[i].weight;
}

/* By turns each of the two sums is set to what the other leaves unexplained, on average. */
static void fit_round(const Roads *roads, const Ending *list, unsigned count, double *fit, Means *means)
{
    for (unsigned e = 0; e < count; ++e) {
        double *man = fit + roads->start[list[e].man];
        uint32_t size = roads->men[list[e].man]->size;
        for (uint32_t i = 0; i < size; ++i) means[i] = (Means){0, 0};
        for (uint32_t i = 0; i < list[e].count; ++i) {
            const Sample *s = &list[e].samples[i];
            double weight = list[e].weight[s->plies];
            means[s->man].sum += weight * (s->plies - fit[s->royals]);
            means[s->man].weight += weight;
        }
        make_means(means, size, man);
    }
    for (uint32_t i = 0; i < roads->royals.size; ++i) means[i] = (Means){0, 0};
    for (unsigned e = 0; e < count; ++e) {
        const double *man = fit + roads->start[list[e].man];
        for (uint32_t i = 0; i < list[e].count; ++i) {
            const Sample *s = &list[e].samples[i];
            double weight = list[e].weight[s->plies];
            means[s->royals].sum += weight * (s->plies - man[s->man]);
            means[s->royals].weight += weight;
        }
    }
    make_means(means, roads->royals.size, fit);
}

static int16_t tenths(double plies) { return (int16_t)(plies < 0 ? plies * 10 - 0.5 : plies * 10 + 0.5); }

unsigned roads_fit(const Roads *roads, const Endings *endings, int16_t *numbers)
{
    Ending list[TYPE_MAX];
    unsigned count = 0;
    double *fit = calloc(roads->size, sizeof *fit);
    Means *means = calloc(INDEX_MOST, sizeof *means);
    for (unsigned i = 0; fit && means && i < endings_count(endings) && count < TYPE_MAX; ++i)
        if (read_ending(roads, endings, endings_table(endings, i), &list[count])) ++count;
    for (int round = 0; round < ROUNDS && count; ++round) fit_round(roads, list, count, fit, means);
    for (uint32_t i = 0; fit && i < roads->size; ++i) numbers[i] = tenths(fit[i]);
    for (unsigned i = 0; i < count; ++i) free(list[i].samples);
    free(fit);
    free(means);
    return count;
}
