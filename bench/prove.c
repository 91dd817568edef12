/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "prove.h"

#include <stdlib.h>

#include "../src/variant.h"

enum { PROOF_MOVES_MAX = 8 };

typedef struct Prover {
    Position *pos;
    Side attacker;
    ProofNodes *nodes;
    /* The last winning move and the last refutation for each number of moves left. Tried first, since they often
     * work again. */
    Move wins[PROOF_MOVES_MAX + 1], refutations[PROOF_MOVES_MAX + 1];
} Prover;

/* The result of the position; `end` is the end of the list of its moves. */
static Result result_of(Position *pos, const Move *list, const Move *end)
{
    const Variant *v = pos->variant;
    Result result = v->board_outcome(pos).result;
    if (result != ONGOING) return result;
    if (list == end) return position_no_move_outcome(pos).result;
    if (v->repetitions && position_occurrences(pos) >= v->repetitions)
        return v->repetition_outcome ? v->repetition_outcome(pos).result : DRAW;
    return v->counter_limit && pos->state->counter >= v->counter_limit ? DRAW : ONGOING;
}

static void put_first(Move first, Move *list, Move *end)
{
    for (Move *move = list; move != end; ++move) {
        if (*move != first) continue;
        *move = *list;
        *list = first;
        return;
    }
}

static bool spend(ProofNodes *nodes) { return ++nodes->used < nodes->limit || nodes->limit == 0; }

static Proof defend(Prover *p, unsigned moves, Move *list);

/* Attacker to move with this many moves left: does one win? */
static Proof attack(Prover *p, unsigned moves, Move *list)
{
    Move *end = p->pos->variant->generate(p->pos, GEN_ALL, list);
    Result result = result_of(p->pos, list, end);
    if (result != ONGOING) return result == result_win(p->attacker) ? PROOF_WIN : PROOF_NO_WIN;
    put_first(p->wins[moves], list, end);
    for (Move *move = list; move != end; ++move) {
        if (!spend(p->nodes)) return PROOF_UNFINISHED;
        position_make(p->pos, *move);
        Proof proof = defend(p, moves - 1, end);
        position_unmake(p->pos);
        if (proof == PROOF_NO_WIN) continue;
        p->wins[moves] = *move;
        return proof;
    }
    return PROOF_NO_WIN;
}

/* Defender to move, and the attacker has this many moves left: do all replies lose? */
static Proof defend(Prover *p, unsigned moves, Move *list)
{
    Move *end = p->pos->variant->generate(p->pos, GEN_ALL, list);
    Result result = result_of(p->pos, list, end);
    if (result != ONGOING) return result == result_win(p->attacker) ? PROOF_WIN : PROOF_NO_WIN;
    if (moves == 0) return PROOF_NO_WIN;
    put_first(p->refutations[moves], list, end);
    for (Move *move = list; move != end; ++move) {
        if (!spend(p->nodes)) return PROOF_UNFINISHED;
        position_make(p->pos, *move);
        Proof proof = attack(p, moves, end);
        position_unmake(p->pos);
        if (proof == PROOF_WIN) continue;
        p->refutations[moves] = *move;
        return proof;
    }
    return PROOF_WIN;
}

/* With this first move; MOVE_NONE allows any. */
static Proof prove(Position *pos, Move first, unsigned moves, ProofNodes *nodes)
{
    Prover prover = {.pos = pos, .attacker = pos->side, .nodes = nodes};
    if (moves < 1 || moves > PROOF_MOVES_MAX || !position_reserve(pos, 2 * moves)) return PROOF_UNFINISHED;
    Move *lists = malloc(2 * moves * pos->variant->max_moves * sizeof(Move));
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
