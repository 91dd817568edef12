/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../notation.h"
#include "pack.h"

enum { TURNS_DEPTH = 3 }; /* plies looked ahead where a table does not tell by itself */

struct Endings {
    const Variant *variant;
    Table **tables;
    unsigned count, room;
    unsigned men_max; /* on the board, in any table */
    unsigned hand_max; /* in hand, likewise */
    int phase_max;    /* of both sides' State.phase, likewise */
};

Endings *endings_new(const Variant *variant)
{
    Endings *endings = calloc(1, sizeof *endings);
    if (endings) *endings = (Endings){.variant = variant, .phase_max = -1};
    return endings;
}

void endings_free(Endings *endings)
{
    if (!endings) return;
    for (unsigned i = 0; i < endings->count; ++i) table_close(endings->tables[i]);
    free(endings->tables);
    free(endings);
}

/* ---- The set ---- */

static int phase_of(const Variant *variant, const Material *material)
{
    int phase = 0;
    for (unsigned i = 0; i < material->count; ++i) phase += variant->pieces[piece_type(material->men[i])].phase;
    return phase;
}

static int compare_materials(const Material *a, const Material *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    if (a->hands != b->hands) return a->hands < b->hands ? -1 : 1;
    int order = memcmp(a->men, b->men, a->count);
    return order ? order : memcmp(a->board, b->board, a->count);
}

/* The place of an ending among the tables, which are in order: where it is or would be. */
static unsigned place_of(const Endings *endings, const Material *material)
{
    unsigned low = 0, high = endings->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (compare_materials(&table_index(endings->tables[middle])->material, material) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool endings_add(Endings *endings, Table *table)
{
    const Material *material = &table_index(table)->material;
    unsigned at = place_of(endings, material);
    if (at < endings->count && material_equal(&table_index(endings->tables[at])->material, material)) {
        table_close(endings->tables[at]);
        endings->tables[at] = table;
        return true;
    }
    if (endings->count == endings->room) {
        unsigned room = endings->room * 2 + 16;
        Table **grown = realloc(endings->tables, room * sizeof *grown);
        if (!grown) {
            table_close(table);
            return false;
        }
        endings->tables = grown;
        endings->room = room;
    }
    memmove(endings->tables + at + 1, endings->tables + at, (endings->count - at) * sizeof *endings->tables);
    endings->tables[at] = table;
    ++endings->count;
    int phase = phase_of(endings->variant, material);
    unsigned in_hand = material_men(material) - material->count;
    if (material->count > endings->men_max) endings->men_max = material->count;
    if (in_hand > endings->hand_max) endings->hand_max = in_hand;
    if (phase > endings->phase_max) endings->phase_max = phase;
    return true;
}

static void complain(const EndingsListener *listener, const char *path, const char *why)
{
    char text[512];
    if (!listener || !listener->complain) return;
    snprintf(text, sizeof text, "%.250s: %.200s", path, why);
    listener->complain(listener->context, text);
}

static bool has_ending(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* Adds the tables that lie in this very folder; -1 if it can not be read. */
static int add_files(Endings *endings, const char *folder, const EndingsListener *listener)
{
    DIR *dir = opendir(folder);
    if (!dir) return -1;
    int added = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!has_ending(entry->d_name, ".end")) continue;
        size_t length = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = malloc(length);
        if (!path) break;
        snprintf(path, length, "%s/%s", folder, entry->d_name);
        ErrorText error;
        Table *table = table_open_file(endings->variant, path, &error);
        if (!table) complain(listener, path, error.text);
        else if (endings_add(endings, table)) ++added;
        free(path);
    }
    closedir(dir);
    return added;
}

unsigned endings_add_folder(Endings *endings, const char *path, const EndingsListener *listener)
{
    size_t length = strlen(path) + strlen(endings->variant->name) + 2;
    char *folder = malloc(length);
    if (!folder) return 0;
    snprintf(folder, length, "%s/%s", path, endings->variant->name);
    int added = add_files(endings, folder, listener);
    /* A folder of one game's tables will do as well as one with folders for the games. */
    if (added < 0) added = add_files(endings, path, listener);
    if (added < 0) complain(listener, path, strerror(errno));
    free(folder);
    return added > 0 ? (unsigned)added : 0;
}

unsigned endings_count(const Endings *endings) { return endings->count; }
const Table *endings_table(const Endings *endings, unsigned i) { return endings->tables[i]; }

const Table *endings_find(const Endings *endings, const Material *material)
{
    unsigned at = place_of(endings, material);
    if (at == endings->count || !material_equal(&table_index(endings->tables[at])->material, material)) return NULL;
    return endings->tables[at];
}

void endings_add_embedded(Endings *endings)
{
    for (const EndingsPack *pack = embedded_endings; pack->bytes; ++pack) {
        size_t length;
        for (const uint8_t *at = pack->bytes; (length = table_length(at, (size_t)(pack->end - at))) > 0; at += length) {
            if (!table_is_of(endings->variant, at)) break;
            Table *table = table_open(endings->variant, at, length, NULL);
            if (table) endings_add(endings, table);
        }
    }
}

/* ---- Values ---- */

/* Men in hand, of both sides; counts are nibbles. */
static unsigned in_hand(uint64_t hands)
{
    unsigned men = 0;
    for (; hands; hands >>= 4) men += hands & 15;
    return men;
}

bool endings_may_know(const Endings *endings, const Position *pos)
{
    if (!endings || pos->state->phase[WHITE] + pos->state->phase[BLACK] > endings->phase_max || pos->state->rights) return false;
    if (pos->state->hands && in_hand(pos->state->hands) > endings->hand_max) return false;
    const Variant *variant = pos->variant;
    unsigned squares = (unsigned)variant->files * variant->ranks, men = 0;
    for (unsigned s = 0; s < squares; ++s) men += pos->board[s] != NO_PIECE;
    return men <= endings->men_max;
}

/* Where a table has the position itself. */
static bool look_up(const Endings *endings, const Placement *p, EndingValue *value)
{
    const Table *table = endings_find(endings, &p->material);
    if (!table || !table_has(table, p->side)) return false;
    return table_value(table, p->side, index_of(table_index(table), p->squares), value);
}

static bool value_at(const Endings *endings, Position *pos, int depth, EndingValue *value);

/* The value by all turns. */
static bool value_by_turns(const Endings *endings, Position *pos, int depth, EndingValue *value)
{
    size_t count;
    Move *turns = position_turns(pos, &count);
    if (!turns) return false;
    bool known = true;
    if (count == 0) *value = value_of_end(pos->variant->no_turn_outcome(pos).result, pos->side);
    for (size_t i = 0; known && i < count; ++i) {
        EndingValue after = {0};
        position_make(pos, turns[i]);
        known = value_at(endings, pos, depth - 1, &after);
        bool counted = pos->state->counter != 0;
        position_unmake(pos);
        after = value_of_turn(pos->variant, after, counted);
        *value = i ? value_better(*value, after) : after;
    }
    free(turns);
    return known;
}

static bool value_at(const Endings *endings, Position *pos, int depth, EndingValue *value)
{
    Outcome outcome = pos->variant->board_outcome(pos);
    if (outcome.result != ONGOING) {
        *value = value_of_end(outcome.result, pos->side);
        return true;
    }
    const State *state = pos->state;
    Placement p;
    /* En passant lasts for one turn: whoever may take so has more turns than a table knows. */
    bool en_passant = state->ep[0] != SQUARE_NONE || state->ep[1] != SQUARE_NONE;
    if (en_passant && !state->rights) return depth > 0 && value_by_turns(endings, pos, depth, value);
    if (!placement_of(pos, &p)) return false;
    if (p.material.count == 0 && p.material.hands == 0) { /* no man is left to decide anything */
        *value = (EndingValue){ENDING_DRAW, 0, 0};
        return true;
    }
    const Table *table = endings_find(endings, &p.material);
    if (!table) return false;
    if (look_up(endings, &p, value)) return true;
    return depth > 0 && !table_has(table, p.side) && value_by_turns(endings, pos, depth, value);
}

bool endings_value(const Endings *endings, Position *pos, EndingValue *value)
{
    return endings && value_at(endings, pos, TURNS_DEPTH, value);
}

bool endings_value_by_turns(const Endings *endings, Position *pos, EndingValue *value)
{
    Outcome outcome = pos->variant->board_outcome(pos);
    if (outcome.result == ONGOING) return value_by_turns(endings, pos, TURNS_DEPTH, value);
    *value = value_of_end(outcome.result, pos->side);
    return true;
}

bool endings_probe(const Endings *endings, Position *pos, EndingValue *value)
{
    if (!endings_value(endings, pos, value)) return false;
    unsigned limit = pos->variant->counter_limit;
    return !limit || value->result == ENDING_DRAW || pos->state->counter + value->phase <= limit;
}

bool endings_probe_turn(const Endings *endings, Position *pos, Move turn, EndingValue *value)
{
    const Variant *variant = pos->variant;
    EndingValue after = {ENDING_DRAW, 0, 0};
    position_make(pos, turn);
    bool repeated = variant->repetitions && position_occurrences(pos) >= variant->repetitions;
    bool known = repeated || endings_probe(endings, pos, &after);
    if (repeated && variant->repetition_outcome) after = value_of_end(variant->repetition_outcome(pos).result, pos->side);
    bool counted = pos->state->counter != 0;
    position_unmake(pos);
    *value = value_of_turn(variant, after, counted);
    return known;
}
