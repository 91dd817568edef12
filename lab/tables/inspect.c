/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspect.h"

#include <stdlib.h>

#include "setup.h"

static bool values_equal(const TbValue *a, const TbValue *b)
{
    return a->result == b->result && a->plies == b->plies && a->phase == b->phase;
}

/* Equal, except that phases (plies to zeroing) may be rounded up to the grain, in the position and its
 * successors. */
static bool agrees(const TbValue *stored, const TbValue *found, unsigned grain)
{
    return stored->result == found->result && stored->plies == found->plies && stored->phase < found->phase + grain
           && found->phase < stored->phase + grain;
}

/* The step between numbers for a sample of about `max` positions of both sides. */
static uint64_t step_of(SetUp *set_up, uint64_t max)
{
    enum { TRIED = 4096 };
    uint64_t size = set_up->index->size, apart = size / TRIED + 1, tried = 0, found = 0;
    for (uint64_t number = 0; number < size; number += apart, ++tried)
        found += set_up_number(set_up, (uint32_t)number, (Side)(tried & 1));
    uint64_t positions = 2 * size * found / (tried + !tried), step = max ? positions / max : 1;
    return step ? step : 1;
}

typedef struct Verification {
    const Tablebases *tablebases;
    unsigned grain; /* of the table's phases */
    uint64_t max, checked, wrong;
    char *wrong_fen;
} Verification;

/* Verifies one form of the material, with all its placements; false if a value is not known. */
static bool verify_form(Verification *v, SetUp *set_up)
{
    const TbIndex *index = set_up->index;
    uint64_t step = step_of(set_up, v->max);
    for (Side side = WHITE; side <= BLACK; ++side) {
        for (uint64_t number = side * step / 2; number < index->size; number += step) {
            TbValue stored, found;
            if (!set_up_number(set_up, (uint32_t)number, side)) continue;
            if (!tb_value(v->tablebases, set_up->pos, &stored) || !tb_value_by_moves(v->tablebases, set_up->pos, &found))
                return false;
            ++v->checked;
            if (!agrees(&stored, &found, v->grain) && v->wrong++ == 0) index->variant->board.get_fen(set_up->pos, v->wrong_fen);
        }
    }
    return true;
}

uint64_t inspect_verify(const Tablebases *tablebases, const Table *table, uint64_t max, uint64_t *checked, char *wrong_fen)
{
    const TbIndex *own = table_index(table);
    const Variant *variant = own->variant;
    TbIndex *index = malloc(sizeof *index);
    Material material;
    unsigned forms = 0;
    for (unsigned form = 0; form < MATERIAL_FORMS; ++form) forms += material_form(variant, &own->material, form, &material);
    Verification v = {tablebases, table_grain(table), max ? (max + forms - 1) / forms : 0, 0, 0, wrong_fen};
    bool ok = index != NULL;
    for (unsigned form = 0; ok && form < MATERIAL_FORMS; ++form) {
        SetUp set_up;
        if (!material_form(variant, &own->material, form, &material)) continue;
        ok = index_init(index, variant, &material, false, UINT32_MAX, NULL) && set_up_init(&set_up, index);
        if (!ok) break;
        ok = verify_form(&v, &set_up);
        set_up_free(&set_up);
    }
    free(index);
    *checked += v.checked;
    return ok ? v.wrong : UINT64_MAX;
}

bool inspect_count(const Tablebases *tablebases, const Table *table, Side side, InspectCounts *counts)
{
    const TbIndex *index = table_index(table);
    *counts = (InspectCounts){.longest = {TB_DRAW, 0, 0}};
    SetUp set_up;
    if (!set_up_init(&set_up, index)) return false;
    for (uint32_t number = 0; number < index->size; ++number) {
        TbValue value;
        if (!set_up_number(&set_up, number, side)) continue;
        bool known = table_has(table, side) ? table_value(table, side, number, &value) : tb_value(tablebases, set_up.pos, &value);
        if (!known) continue;
        ++counts->positions;
        counts->won += value.result == TB_WIN;
        counts->lost += value.result == TB_LOSS;
        bool better = value.result != counts->longest.result ? value.result == TB_WIN || counts->longest.result == TB_DRAW
                                                             : value.plies > counts->longest.plies;
        if (value.result == TB_DRAW || !better) continue;
        counts->longest = value;
        counts->number = number;
    }
    set_up_free(&set_up);
    return true;
}

Position *inspect_position(const Table *table, Side side, uint32_t number)
{
    SetUp set_up;
    if (!set_up_init(&set_up, table_index(table))) return NULL;
    if (set_up_number(&set_up, number, side)) return set_up.pos;
    set_up_free(&set_up);
    return NULL;
}

Move inspect_best(const Tablebases *tablebases, Position *pos)
{
    size_t count;
    Move *moves = position_moves(pos, &count), best = MOVE_NONE;
    TbValue best_value = {TB_DRAW, 0, 0};
    if (!moves || !position_reserve(pos, 8)) count = 0;
    for (size_t i = 0; i < count; ++i) {
        TbValue after;
        position_make(pos, moves[i]);
        bool known = tb_value(tablebases, pos, &after), counted = pos->state->counter != 0;
        position_unmake(pos);
        if (!known) {
            best = MOVE_NONE;
            break;
        }
        TbValue value = value_of_move(pos->variant, after, counted), better = value_better(best_value, value);
        bool first = !best;
        /* value_better takes the maximum over losses: of these the longest is the best. */
        bool longer = value.result == TB_LOSS && best_value.result == TB_LOSS && value.plies > best_value.plies;
        if (first || longer || (values_equal(&better, &value) && !values_equal(&better, &best_value) && value.result != TB_LOSS)) {
            best = moves[i];
            best_value = value;
        }
    }
    free(moves);
    return best;
}
