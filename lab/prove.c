/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "prove.h"

#include <stdlib.h>

#include "../src/variant.h"

typedef struct Prover {
    Position *pos;
    Side attacker;
    ProofNodes *nodes;
    bool remembers;
} Prover;

/* The result of the position; `end` is the end of the list of its moves. */
static Result result_of(Position *pos, const Move *list, const Move *end)
{
    const Variant *v = pos->variant;
    Result result = v->end.on_board(pos).result;
    if (result != ONGOING) return result;
    if (list == end) return position_no_move_outcome(pos).result;
    if (v->draws.repetitions && position_occurrences(pos) >= v->draws.repetitions)
        return v->end.repetition ? v->end.repetition(pos).result : DRAW;
    return v->draws.counter_limit && pos->state->counter >= v->draws.counter_limit ? DRAW : ONGOING;
}

/* Puts the moves that decided last at the front of the list, the newest first. */
static void put_first(const Move *deciders, Move *list, Move *end)
{
    for (unsigned i = 0; i < PROOF_DECIDERS && deciders[i] != MOVE_NONE; ++i) {
        for (Move *move = list; move != end; ++move) {
            if (*move != deciders[i]) continue;
            *move = *list;
            *list++ = deciders[i];
            break;
        }
    }
}

static void remember(Move *deciders, Move move)
{
    unsigned i = 0;
    while (i + 1 < PROOF_DECIDERS && deciders[i] != move) ++i;
    for (; i > 0; --i) deciders[i] = deciders[i - 1];
    deciders[0] = move;
}

static bool spend(ProofNodes *nodes) { return ++nodes->used < nodes->limit || nodes->limit == 0; }

/* Can the result depend on neither repetition nor the counter, as far as a win goes? Then one legal move is enough to know
 * that the attacker has not won. */
static bool is_plain(const Position *pos)
{
    const Variant *v = pos->variant;
    return v->end.on_board(pos).result == ONGOING
           && (!v->end.repetition || !v->draws.repetitions || position_occurrences(pos) < v->draws.repetitions);
}

/* Whether the defender can still move: usually one of the moves that it had in the last such position. Most nodes end here. */
static bool can_reply(const Prover *p)
{
    const Move *replies = p->nodes->refutations[0];
    for (unsigned i = 0; i < PROOF_DECIDERS && replies[i] != MOVE_NONE; ++i)
        if (position_is_legal(p->pos, replies[i])) return true;
    return false;
}

/* ---- Memory: proofs of positions with the attacker to move ---- */

/* A position's value does not depend on the path, unless repetition could end the game. */
static bool may_remember(const Position *pos, unsigned moves)
{
    unsigned repetitions = pos->variant->draws.repetitions, limit = pos->variant->draws.counter_limit,
             plies = position_plies(pos) + 2 * moves;
    return (!repetitions || plies <= 4 * (repetitions - 1)) && (!limit || pos->state->counter + 2 * moves < limit);
}

static uint64_t memory_key(const Position *pos, unsigned moves)
{
    return splitmix64_mix(pos->state->key + moves) & ~(uint64_t)3;
}

static Proof defend(Prover *p, unsigned moves, Move *list);
static Proof attack_anew(Prover *p, unsigned moves, Move *list);

/* Attacker to move with this many moves left: does one win? */
static Proof attack(Prover *p, unsigned moves, Move *list)
{
    if (!p->remembers) return attack_anew(p, moves, list);
    uint64_t key = memory_key(p->pos, moves), *entry = &p->nodes->memory[(key >> 32) % PROOF_MEMORY];
    if (*entry && (*entry & ~(uint64_t)3) == key) return *entry & 1 ? PROOF_WIN : PROOF_NO_WIN;
    Proof proof = attack_anew(p, moves, list);
    if (proof != PROOF_UNFINISHED) *entry = key | 2 | (proof == PROOF_WIN);
    return proof;
}

static Proof attack_anew(Prover *p, unsigned moves, Move *list)
{
    Move *end = position_generate(p->pos, GEN_ALL, list);
    Result result = result_of(p->pos, list, end);
    if (result != ONGOING) return result == result_win(p->attacker) ? PROOF_WIN : PROOF_NO_WIN;
    put_first(p->nodes->wins[moves], list, end);
    for (Move *move = list; move != end; ++move) {
        if (!spend(p->nodes)) return PROOF_UNFINISHED;
        position_make(p->pos, *move);
        Proof proof = defend(p, moves - 1, end);
        position_unmake(p->pos);
        if (proof == PROOF_NO_WIN) continue;
        remember(p->nodes->wins[moves], *move);
        return proof;
    }
    return PROOF_NO_WIN;
}

/* Defender to move, and the attacker has this many moves left: do all replies lose? */
static Proof defend(Prover *p, unsigned moves, Move *list)
{
    if (moves == 0 && is_plain(p->pos) && can_reply(p)) return PROOF_NO_WIN;
    Move *end = position_generate(p->pos, GEN_ALL, list);
    Result result = result_of(p->pos, list, end);
    if (result != ONGOING) return result == result_win(p->attacker) ? PROOF_WIN : PROOF_NO_WIN;
    if (moves == 0) {
        remember(p->nodes->refutations[0], list[(end - list) / 2]);
        return PROOF_NO_WIN;
    }
    put_first(p->nodes->refutations[moves], list, end);
    for (Move *move = list; move != end; ++move) {
        if (!spend(p->nodes)) return PROOF_UNFINISHED;
        position_make(p->pos, *move);
        Proof proof = attack(p, moves, end);
        position_unmake(p->pos);
        if (proof == PROOF_WIN) continue;
        remember(p->nodes->refutations[moves], *move);
        return proof;
    }
    return PROOF_WIN;
}

/* With this first move; MOVE_NONE allows any. */
static Proof prove(Position *pos, Move first, unsigned moves, ProofNodes *nodes)
{
    Prover prover = {pos, pos->side, nodes, nodes->memory && may_remember(pos, moves)};
    if (moves < 1 || moves > PROOF_MOVES_MAX || !position_reserve(pos, 2 * moves)) return PROOF_UNFINISHED;
    Move *lists = malloc(2 * moves * pos->variant->moves.max * sizeof(Move));
    if (!lists) return PROOF_UNFINISHED;
    Proof proof = PROOF_UNFINISHED;
    if (first == MOVE_NONE) {
        proof = attack(&prover, moves, lists);
    } else if (spend(nodes)) {
        position_make(pos, first);
        proof = defend(&prover, moves - 1, lists);
        position_unmake(pos);
    }
    free(lists);
    return proof;
}

Proof prove_win(Position *pos, unsigned moves, ProofNodes *nodes) { return prove(pos, MOVE_NONE, moves, nodes); }

Proof prove_move(Position *pos, Move first, unsigned moves, ProofNodes *nodes) { return prove(pos, first, moves, nodes); }
