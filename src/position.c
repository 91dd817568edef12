/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant.h"

enum { STATES_AT_FIRST = 256 };

Key zobrist_piece[PIECE_MAX][SQUARE_MAX];
Key zobrist_ep[2][SQUARE_MAX];
Key zobrist_side;

void position_init_keys(void)
{
    uint64_t seed = 5; /* a quincunx has five points */
    for (int p = 0; p < PIECE_MAX; ++p)
        for (int s = 0; s < SQUARE_MAX; ++s) zobrist_piece[p][s] = splitmix64(&seed);
    for (int i = 0; i < 2; ++i)
        for (int s = 0; s < SQUARE_MAX; ++s) zobrist_ep[i][s] = splitmix64(&seed);
    zobrist_side = splitmix64(&seed);
}

/* ---- Creating, copying, setting ---- */

Position *position_new(const Variant *variant)
{
    Position *pos = calloc(1, variant->board.position_size);
    if (!pos) return NULL;
    pos->variant = variant;
    pos->states = calloc(STATES_AT_FIRST, sizeof(State));
    pos->state_capacity = STATES_AT_FIRST;
    pos->change_capacity = STATES_AT_FIRST * CHANGES_PER_PLY / 4 + SQUARE_MAX;
    pos->changes = malloc(pos->change_capacity * sizeof(Change));
    if (!pos->states || !pos->changes) {
        position_free(pos);
        return NULL;
    }
    pos->state = pos->states;
    pos->state->ep[0] = pos->state->ep[1] = SQUARE_NONE;
    return pos;
}

void position_free(Position *pos)
{
    if (!pos) return;
    free(pos->states);
    free(pos->changes);
    free(pos);
}

bool position_reserve(Position *pos, unsigned plies)
{
    size_t used = position_plies(pos) + 1;
    size_t states = used + plies;
    size_t changes = pos->state->log_end + (size_t)plies * CHANGES_PER_PLY;
    if (states > pos->state_capacity) {
        states += states / 2;
        State *grown = realloc(pos->states, states * sizeof(State));
        if (!grown) return false;
        pos->states = grown;
        pos->state = grown + used - 1;
        pos->state_capacity = (uint32_t)states;
    }
    if (changes > pos->change_capacity) {
        changes += changes / 2;
        Change *grown = realloc(pos->changes, changes * sizeof(Change));
        if (!grown) return false;
        pos->changes = grown;
        pos->change_capacity = (uint32_t)changes;
    }
    return true;
}

bool position_copy(Position *dst, const Position *src)
{
    assert(dst->variant == src->variant);
    unsigned plies = position_plies(src);
    State *states = malloc(src->state_capacity * sizeof(State));
    Change *changes = malloc(src->change_capacity * sizeof(Change));
    if (!states || !changes) {
        free(states);
        free(changes);
        return false;
    }
    memcpy(states, src->states, (plies + 1) * sizeof(State));
    memcpy(changes, src->changes, src->state->log_end * sizeof(Change));
    free(dst->states);
    free(dst->changes);
    memcpy(dst, src, src->variant->board.position_size);
    dst->states = states;
    dst->state = states + plies;
    dst->changes = changes;
    return true;
}

Position *position_clone(const Position *pos, unsigned plies)
{
    Position *copy = position_new(pos->variant);
    if (copy && position_copy(copy, pos) && position_reserve(copy, plies)) return copy;
    position_free(copy);
    return NULL;
}

Position *position_start(const Position *pos)
{
    Position *start = position_clone(pos, 0);
    while (start && position_plies(start)) position_unmake(start);
    return start;
}

/* Does a list of settings, separated by commas, contain all of another? */
static bool contains(const char *list, const char *other)
{
    for (size_t n; *other; other += n + (other[n] == ',')) {
        n = strcspn(other, ",");
        const char *p = list;
        while (strncmp(p, other, n) != 0 || (p[n] && p[n] != ',')) {
            p += strcspn(p, ",");
            if (!*p++) return false;
        }
    }
    return true;
}

bool position_rules_differ(const Variant *variant, const char *text, const char *ours, ErrorText *error)
{
    return error_set(error, "other rules are in force (%.40s): start Quincunx with --rules %s:%.90s",
                     *ours ? ours : "the game's own", variant->name, text);
}

/* Takes the rules "{OPTION=VALUE}" off the end of a FEN, if they stand there: they must be those in force. */
static bool split_rules(const Variant *variant, const char **fen, char *without, ErrorText *error)
{
    size_t length = strlen(*fen);
    const char *rules = strrchr(*fen, ' ');
    if (length >= FEN_MAX || !rules || rules[1] != '{' || (*fen)[length - 1] != '}') return true;
    size_t fields = (size_t)(rules - *fen), count = length - fields - 3;
    memcpy(without, *fen, fields);
    without[fields] = '\0';
    *fen = without;
    char text[FEN_MAX];
    memcpy(text, rules + 2, count);
    text[count] = '\0';
    const char *ours = variant->rules.of_moves ? variant->rules.of_moves : "";
    return (contains(ours, text) && contains(text, ours)) || position_rules_differ(variant, text, ours, error);
}

bool position_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    const Variant *variant = pos->variant;
    char without[FEN_MAX];
    if (!split_rules(variant, &fen, without, error)) return false;
    Position *fresh = position_new(variant);
    if (!fresh) return error_set(error, "out of memory");
    bool ok = variant->position.set_fen(fresh, fen, error);
    if (ok) {
        fresh->state->key ^= variant->rules.key ^ (variant->position.extra_key ? variant->position.extra_key(fresh) : 0);
        assert(!variant->board.verify(fresh));
        free(pos->states);
        free(pos->changes);
        memcpy(pos, fresh, variant->board.position_size);
        free(fresh);
    } else {
        position_free(fresh);
    }
    return ok;
}

void position_end_fen(const Variant *variant, char *fen)
{
    if (variant->rules.of_moves) sprintf(fen + strlen(fen), " {%s}", variant->rules.of_moves);
}

void position_get_fen(const Position *pos, char *fen)
{
    pos->variant->board.get_fen(pos, fen);
    position_end_fen(pos->variant, fen);
}

/* ---- Moves ---- */

void position_make(Position *pos, Move move)
{
    assert(position_plies(pos) + 1 < pos->state_capacity);
    assert(pos->state->log_end + CHANGES_PER_PLY <= pos->change_capacity);
    pos->variant->moves.make(pos, move);
    assert(!pos->variant->board.verify(pos));
}

void position_unmake(Position *pos)
{
    assert(pos->state > pos->states);
    pos->variant->board.unmake(pos);
    assert(!pos->variant->board.verify(pos));
}

void position_make_null(Position *pos)
{
    assert(position_plies(pos) + 1 < pos->state_capacity);
    if (pos->variant->moves.make_null) pos->variant->moves.make_null(pos);
    else position_pass(pos);
    assert(!pos->variant->board.verify(pos));
}

void position_pass(Position *pos)
{
    Key (*extra_key)(const Position *) = pos->variant->position.extra_key;
    Key before = extra_key ? extra_key(pos) : 0;
    State *state = position_push(pos, MOVE_NONE);
    if (extra_key) state->key ^= before ^ extra_key(pos);
    state->reversible = 0; /* no earlier position can recur */
}

/* ---- Repetition and the end of the game ---- */

unsigned position_occurrences(const Position *pos)
{
    unsigned n = 1;
    for (unsigned i = 2; i <= pos->state->reversible; i += 2) n += pos->state[-(int)i].key == pos->state->key;
    return n;
}

unsigned position_recurrence(const Position *pos)
{
    for (unsigned i = 2; i <= pos->state->reversible; i += 2)
        if (pos->state[-(int)i].key == pos->state->key) return i;
    return 0;
}

Outcome position_no_move_outcome(const Position *pos)
{
    const Variant *variant = pos->variant;
    Stalemate stalemate = variant->rules.stalemate;
    if (stalemate == STALEMATE_OWN || (variant->end.in_check && variant->end.in_check(pos))) return variant->end.no_move(pos);
    Outcome outcome = {DRAW, "stalemate"};
    if (stalemate == STALEMATE_WINS) outcome.result = result_win(pos->side);
    if (stalemate == STALEMATE_LOSES) outcome.result = result_win(pos->side ^ 1);
    return outcome;
}

Outcome position_outcome(Position *pos)
{
    static const Outcome repetition = {DRAW, "repetition"};
    static const Outcome counter = {DRAW, "move counter"};
    const Variant *variant = pos->variant;
    Outcome outcome = variant->end.on_board(pos);
    if (outcome.result != ONGOING) return outcome;

    size_t count;
    Move *moves = position_moves(pos, &count);
    free(moves);
    if (moves && count == 0) return position_no_move_outcome(pos);

    if (variant->draws.repetitions && position_occurrences(pos) >= variant->draws.repetitions)
        return variant->end.repetition ? variant->end.repetition(pos) : repetition;
    if (variant->draws.counter_limit && pos->state->counter >= variant->draws.counter_limit) return counter;
    return outcome;
}

Move *position_generate(const Position *pos, GenKind kind, Move *out)
{
    FactsRoom facts;
    facts_empty(&facts.node);
    return pos->variant->moves.generate(pos, &facts.node, kind, out);
}

bool position_is_legal(const Position *pos, Move move)
{
    FactsRoom facts;
    facts_empty(&facts.node);
    return pos->variant->moves.is_legal(pos, &facts.node, move);
}

bool position_in_peril(const Position *pos)
{
    FactsRoom facts;
    facts_empty(&facts.node);
    return pos->variant->end.in_peril(pos, &facts.node);
}

void position_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    FactsRoom facts;
    facts_empty(&facts.node);
    pos->variant->search.describe(pos, &facts.node, moves, n, out);
}

Move *position_moves(const Position *pos, size_t *count)
{
    Move *moves = malloc(pos->variant->moves.max * sizeof(Move));
    *count = moves ? (size_t)(position_generate(pos, GEN_ALL, moves) - moves) : 0;
    return moves;
}

/* ---- Perft ---- */

/* `counted`: the depth at which moves are counted, not made; 0: none. */
static uint64_t perft(Position *pos, NodeFacts *facts, unsigned depth, unsigned counted, Move *list)
{
    if (depth == 0) return 1;
    facts_empty(facts);
    Move *end = pos->variant->moves.generate(pos, facts, GEN_ALL, list);
    if (depth == counted) return (uint64_t)(end - list);
    uint64_t nodes = 0;
    for (Move *move = list; move != end; ++move) {
        position_make(pos, *move);
        nodes += perft(pos, facts, depth - 1, counted, end);
        position_unmake(pos);
    }
    return nodes;
}

static uint64_t perft_from(Position *pos, unsigned depth, unsigned counted)
{
    FactsRoom facts;
    Move *lists = malloc((size_t)pos->variant->moves.max * (depth ? depth : 1) * sizeof(Move));
    if (!lists || !position_reserve(pos, depth + 1)) {
        free(lists);
        return UINT64_MAX;
    }
    uint64_t nodes = perft(pos, &facts.node, depth, counted, lists);
    free(lists);
    return nodes;
}

uint64_t position_perft(Position *pos, unsigned depth) { return perft_from(pos, depth, 1); }
uint64_t position_perft_made(Position *pos, unsigned depth) { return perft_from(pos, depth, 0); }
