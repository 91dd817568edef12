/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../util/embedded.h"

enum { MOVES_DEPTH = 3 }; /* plies of lookahead where no table has the position itself */

struct Tablebases {
    const Variant *variant;
    Table **tables;
    unsigned count, room;
    unsigned pieces_max; /* maximum pieces on the board, in any table */
    unsigned hand_max; /* maximum pieces in hand, in any table */
    int phase_max;    /* maximum sum of State.phase of both sides, in any table */
};

Tablebases *tb_new(const Variant *variant)
{
    Tablebases *tablebases = calloc(1, sizeof *tablebases);
    if (tablebases) *tablebases = (Tablebases){.variant = variant, .phase_max = -1};
    return tablebases;
}

void tb_free(Tablebases *tablebases)
{
    if (!tablebases) return;
    for (unsigned i = 0; i < tablebases->count; ++i) table_close(tablebases->tables[i]);
    free(tablebases->tables);
    free(tablebases);
}

/* ---- The set of tables ---- */

static int phase_of(const Variant *variant, const Material *material)
{
    int phase = 0;
    for (unsigned i = 0; i < material->count; ++i) phase += variant->board.pieces[piece_type(material->pieces[i])].phase;
    return phase;
}

static int compare_materials(const Material *a, const Material *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    if (a->hands != b->hands) return a->hands < b->hands ? -1 : 1;
    int order = memcmp(a->pieces, b->pieces, a->count);
    return order ? order : memcmp(a->board, b->board, a->count);
}

/* The index of an endgame among the sorted tables: where it is or would be inserted. */
static unsigned place_of(const Tablebases *tablebases, const Material *material)
{
    unsigned low = 0, high = tablebases->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (compare_materials(&table_index(tablebases->tables[middle])->material, material) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool tb_add(Tablebases *tablebases, Table *table)
{
    const Material *material = &table_index(table)->material;
    unsigned at = place_of(tablebases, material);
    if (at < tablebases->count && material_equal(&table_index(tablebases->tables[at])->material, material)) {
        table_close(tablebases->tables[at]);
        tablebases->tables[at] = table;
        return true;
    }
    if (tablebases->count == tablebases->room) {
        unsigned room = tablebases->room * 2 + 16;
        Table **grown = realloc(tablebases->tables, room * sizeof *grown);
        if (!grown) {
            table_close(table);
            return false;
        }
        tablebases->tables = grown;
        tablebases->room = room;
    }
    memmove(tablebases->tables + at + 1, tablebases->tables + at, (tablebases->count - at) * sizeof *tablebases->tables);
    tablebases->tables[at] = table;
    ++tablebases->count;
    int phase = phase_of(tablebases->variant, material);
    unsigned in_hand = material_pieces(tablebases->variant, material) - material->count;
    if (material->count > tablebases->pieces_max) tablebases->pieces_max = material->count;
    if (in_hand > tablebases->hand_max) tablebases->hand_max = in_hand;
    if (phase > tablebases->phase_max) tablebases->phase_max = phase;
    return true;
}

static void complain(const TbListener *listener, const char *path, const char *why)
{
    char text[512];
    if (!listener) return;
    snprintf(text, sizeof text, "%.250s: %.200s", path, why);
    listener->complain(listener->context, text);
}

static bool has_ending(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* Adds the tables in this folder itself; -1 if it cannot be read. */
static int add_files(Tablebases *tablebases, const char *folder, const TbListener *listener)
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
        Table *table = table_open_file(tablebases->variant, path, &error);
        if (!table) complain(listener, path, error.text);
        else if (tb_add(tablebases, table)) ++added;
        free(path);
    }
    closedir(dir);
    return added;
}

unsigned tb_add_folder(Tablebases *tablebases, const char *path, const TbListener *listener)
{
    size_t length = strlen(path) + strlen(tablebases->variant->name) + 2;
    char *folder = malloc(length);
    if (!folder) return 0;
    snprintf(folder, length, "%s/%s", path, tablebases->variant->name);
    int added = add_files(tablebases, folder, listener);
    /* The folder may hold the tables of one game directly. */
    if (added < 0) added = add_files(tablebases, path, listener);
    if (added < 0) complain(listener, path, strerror(errno));
    free(folder);
    return added > 0 ? (unsigned)added : 0;
}

unsigned tb_count(const Tablebases *tablebases) { return tablebases->count; }
const Table *tb_table(const Tablebases *tablebases, unsigned i) { return tablebases->tables[i]; }

const Table *tb_find(const Tablebases *tablebases, const Material *material)
{
    unsigned at = place_of(tablebases, material);
    if (at == tablebases->count || !material_equal(&table_index(tablebases->tables[at])->material, material)) return NULL;
    return tablebases->tables[at];
}

void tb_add_embedded(Tablebases *tablebases)
{
    for (const EmbeddedFile *pack = embedded_tablebases; pack->path; ++pack) {
        size_t length;
        for (const uint8_t *at = pack->begin; (length = table_length(at, (size_t)(pack->end - at))) > 0; at += length) {
            if (!table_is_of(tablebases->variant, at)) break;
            Table *table = table_open(tablebases->variant, at, length, NULL);
            if (table) tb_add(tablebases, table);
        }
    }
}

/* ---- Values ---- */

bool tb_may_know(const Tablebases *tablebases, const Position *pos)
{
    if (!tablebases || pos->state->phase[WHITE] + pos->state->phase[BLACK] > tablebases->phase_max || pos->state->rights)
        return false;
    if (pos->state->hands && hand_pieces(pos->variant, pos->state->hands) > tablebases->hand_max) return false;
    const Variant *variant = pos->variant;
    unsigned squares = square_count(variant), pieces = 0;
    for (unsigned s = 0; s < squares; ++s) pieces += pos->board[s] != NO_PIECE;
    return pieces <= tablebases->pieces_max;
}

static bool value_at(const Tablebases *tablebases, Position *pos, int depth, TbValue *value);

/* The value derived from all moves, if there is depth left. */
static bool value_by_moves(const Tablebases *tablebases, Position *pos, int depth, TbValue *value)
{
    size_t count;
    Move *moves = depth > 0 ? position_moves(pos, &count) : NULL;
    if (!moves) return false;
    bool known = true;
    if (count == 0) *value = value_of_end(position_no_move_outcome(pos).result, pos->side);
    for (size_t i = 0; known && i < count; ++i) {
        TbValue after = {0};
        position_make(pos, moves[i]);
        known = value_at(tablebases, pos, depth - 1, &after);
        bool counted = pos->state->counter != 0;
        position_unmake(pos);
        after = value_of_move(pos->variant, after, counted);
        *value = i ? value_better(*value, after) : after;
    }
    free(moves);
    return known;
}

static bool value_at(const Tablebases *tablebases, Position *pos, int depth, TbValue *value)
{
    Outcome outcome = pos->variant->end.on_board(pos);
    if (outcome.result != ONGOING) {
        *value = value_of_end(outcome.result, pos->side);
        return true;
    }
    const State *state = pos->state;
    Placement p;
    /* An en passant right lasts one move and is not in any table: derive the value from the moves. */
    bool en_passant = state->ep[0] != SQUARE_NONE || state->ep[1] != SQUARE_NONE;
    if (en_passant && !state->rights) return value_by_moves(tablebases, pos, depth, value);
    if (!placement_of(pos, &p)) return false;
    if (p.material.count == 0 && p.material.hands == 0) { /* no pieces: no table decides */
        *value = (TbValue){TB_DRAW, 0, 0};
        return true;
    }
    const Table *table = tb_find(tablebases, &p.material);
    if (!table) return false;
    if (table_has(table, p.side)) return table_value(table, p.side, index_of(table_index(table), p.squares), value);
    return value_by_moves(tablebases, pos, depth, value);
}

bool tb_value(const Tablebases *tablebases, Position *pos, TbValue *value)
{
    return tablebases && value_at(tablebases, pos, MOVES_DEPTH, value);
}

bool tb_value_by_moves(const Tablebases *tablebases, Position *pos, TbValue *value)
{
    Outcome outcome = pos->variant->end.on_board(pos);
    if (outcome.result == ONGOING) return value_by_moves(tablebases, pos, MOVES_DEPTH, value);
    *value = value_of_end(outcome.result, pos->side);
    return true;
}

bool tb_probe(const Tablebases *tablebases, Position *pos, TbValue *value)
{
    if (!tb_value(tablebases, pos, value)) return false;
    unsigned limit = pos->variant->draws.counter_limit;
    return !limit || value->result == TB_DRAW || pos->state->counter + value->phase <= limit;
}

bool tb_probe_move(const Tablebases *tablebases, Position *pos, Move move, TbValue *value)
{
    const Variant *variant = pos->variant;
    TbValue after = {TB_DRAW, 0, 0};
    position_make(pos, move);
    bool repeated = variant->draws.repetitions && position_occurrences(pos) >= variant->draws.repetitions;
    bool known = repeated || tb_probe(tablebases, pos, &after);
    if (repeated && variant->end.repetition) after = value_of_end(variant->end.repetition(pos).result, pos->side);
    bool counted = pos->state->counter != 0;
    position_unmake(pos);
    *value = value_of_move(variant, after, counted);
    return known;
}
