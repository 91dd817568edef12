/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "movepick.h"

#include <string.h>

enum Stage {
    STAGE_TT, STAGE_NOISY_INIT, STAGE_NOISY, STAGE_REFUTATIONS, STAGE_QUIET_INIT, STAGE_QUIET,
    STAGE_BAD_CAPTURES, STAGE_ROOT, STAGE_END
};

/* ---- Selecting the best ---- */

static void sift_down(int32_t *scores, uint32_t *places, size_t size, size_t i)
{
    int32_t score = scores[i];
    uint32_t place = places[i];
    for (size_t child; (child = 2 * i + 1) < size; i = child) {
        if (child + 1 < size && scores[child + 1] > scores[child]) ++child;
        if (scores[child] <= score) break;
        scores[i] = scores[child];
        places[i] = places[child];
    }
    scores[i] = score;
    places[i] = place;
}

/* Index of the first maximum of a list. Works on whole blocks first, so that the compiler can use vector
 * instructions. */
static size_t first_best(const int32_t *scores, size_t size)
{
    enum { BLOCK = 16 };
    size_t best = 0, i = 0;
    int32_t max = INT32_MIN;
    for (; i + BLOCK <= size; i += BLOCK) {
        int32_t block = scores[i];
        for (size_t k = 1; k < BLOCK; ++k) block = scores[i + k] > block ? scores[i + k] : block;
        if (block <= max) continue;
        max = block;
        best = i;
    }
    for (; i < size; ++i) {
        if (scores[i] <= max) continue;
        max = scores[i];
        best = i;
    }
    while (scores[best] != max) ++best;
    return best;
}

/* Takes the best move off the list; returns its place in the arena. The first few are found by scanning,
 * which is enough at most nodes; then the list becomes a heap. */
static size_t pop_best(MovePicker *mp)
{
    enum { SCANS = 8 };
    int32_t *scores = mp->worker->arena.scores + mp->list.start;
    uint32_t *places = mp->worker->arena.places + mp->list.start;
    size_t best = 0;
    if (mp->list.popped < SCANS) {
        best = first_best(scores, mp->list.size);
    } else if (mp->list.popped == SCANS) {
        for (size_t i = mp->list.size / 2; i-- > 0;) sift_down(scores, places, mp->list.size, i);
    }
    size_t place = places[best];
    --mp->list.size;
    scores[best] = scores[mp->list.size];
    places[best] = places[mp->list.size];
    if (mp->list.popped++ >= SCANS) sift_down(scores, places, mp->list.size, 0);
    return place;
}

/* ---- Lists ---- */

#ifndef NDEBUG
/* Does the game list and describe the same moves without the facts that it has kept? */
static bool facts_are_true(const MovePicker *mp, GenKind kind, const Move *moves, size_t n, const MoveInfo *info)
{
    enum { COMPARED = offsetof(MoveInfo, gives_peril) + sizeof(bool) };
    Move *fresh = arena_room(&mp->worker->arena) + n;
    MoveInfo last;
    size_t listed = (size_t)(position_generate(mp->pos, kind, fresh) - fresh);
    if (listed != n || memcmp(fresh, moves, n * sizeof *moves) != 0) return false;
    if (n) position_describe(mp->pos, &moves[n - 1], 1, &last);
    return !n || memcmp(&last, &info[n - 1], COMPARED) == 0;
}
#endif

/* Generates moves of a kind at the end of the arena and describes them. A list that does not fit is
 * truncated; positions in play come nowhere near that. */
static void load_list(MovePicker *mp, GenKind kind)
{
    Arena *arena = &mp->worker->arena;
    const Variant *variant = mp->pos->variant;
    const History *history = &mp->worker->history;
    Move *moves = arena_room(arena);
    size_t n = (size_t)(variant->moves.generate(mp->pos, mp->facts, kind, moves) - moves);
    size_t room = arena->capacity - arena->used;
    if (n > room) {
        n = room;
        mp->truncated = true;
    }
    MoveInfo *info = arena->info + arena->used;
    variant->search.describe(mp->pos, mp->facts, moves, n, info);
    assert(mp->truncated || facts_are_true(mp, kind, moves, n, info));
    mp->list.start = arena->used;
    mp->list.size = n;
    mp->list.popped = 0;
    for (size_t i = 0; i < n; ++i) {
        arena->scores[mp->list.start + i] = kind == GEN_NOISY ? history_noisy_order(history, &info[i])
                                                        : history_quiet_order(history, mp->pos->side, &info[i], mp->before);
        arena->places[mp->list.start + i] = (uint32_t)(mp->list.start + i);
        mp->quiet.perils += info[i].gives_peril;
    }
    arena->used += n;
}

/* Parts are listed once, with the noisy moves, which also need quiet parts. */
static void load_pairs(MovePicker *mp, GenKind kind)
{
    Worker *worker = mp->worker;
    if (kind == GEN_NOISY) {
        pairs_list(&mp->pairs, &worker->arena.pairs, mp->pos, mp->facts, mp->noisy.only, worker->arena.parts);
        pairs_begin_noisy(&mp->pairs, &worker->history);
    } else {
        pairs_begin_quiet(&mp->pairs, &worker->history, mp->pos->side, mp->before);
    }
    mp->truncated |= mp->pairs.truncated;
}

static void load(MovePicker *mp, GenKind kind)
{
    if (mp->worker->arena.parts) load_pairs(mp, kind);
    else load_list(mp, kind);
}

/* The best move of the loaded list, described in mp->info; MOVE_NONE if none is left. */
static Move take_best(MovePicker *mp)
{
    if (mp->worker->arena.parts) {
        mp->info = &mp->refutation.info;
        return pairs_next(&mp->pairs, &mp->refutation.info);
    }
    if (mp->list.size == 0) return MOVE_NONE;
    size_t best = pop_best(mp);
    mp->info = &mp->worker->arena.info[best];
    return mp->worker->arena.moves[best];
}

/* Prefetches the child's entry of the transposition table, while the move is still scored and made. */
static void prefetch_child(const MovePicker *mp, Move move)
{
    const Variant *variant = mp->pos->variant;
    if (variant->moves.key_after) tt_prefetch(mp->worker->settings.tt, variant->moves.key_after(mp->pos, move));
}

/* Defers a noisy move, just taken, to STAGE_BAD_CAPTURES. */
static void defer_capture(MovePicker *mp, Move move)
{
    Arena *arena = &mp->worker->arena;
    if (arena->used == arena->capacity) {
        mp->truncated = true;
        return;
    }
    arena->moves[arena->used] = move;
    arena->info[arena->used++] = *mp->info;
    ++mp->noisy.bad_count;
}

static bool is_refutation(const MovePicker *mp, Move move)
{
    return move == mp->refutation.moves[0] || move == mp->refutation.moves[1] || move == mp->refutation.moves[2];
}

/* Returns a move that is in no list yet if it is legal here and of the right kind. */
static Move hand_out(MovePicker *mp, Move move)
{
    if (!move || !mp->pos->variant->moves.is_legal(mp->pos, mp->facts, move)) return MOVE_NONE;
    assert(position_is_legal(mp->pos, move));
    prefetch_child(mp, move);
    mp->pos->variant->search.describe(mp->pos, mp->facts, &move, 1, &mp->refutation.info);
    mp->info = &mp->refutation.info;
    return move;
}

/* The next killer or countermove that is playable, or MOVE_NONE. */
static Move next_refutation(MovePicker *mp)
{
    while (mp->refutation.next < REFUTATIONS) {
        Move *slot = &mp->refutation.moves[mp->refutation.next];
        bool seen = *slot == mp->tt_move;
        for (size_t i = 0; i < mp->refutation.next; ++i) seen |= *slot == mp->refutation.moves[i];
        ++mp->refutation.next;
        Move move = seen ? MOVE_NONE : hand_out(mp, *slot);
        if (move && !mp->info->noisy) return move;
        *slot = MOVE_NONE;
    }
    return MOVE_NONE;
}

/* ---- The stages ---- */

static void start(MovePicker *mp, Worker *worker, NodeFacts *facts, Move tt_move)
{
    *mp = (MovePicker){.worker = worker, .pos = worker->pos, .facts = facts, .arena_start = worker->arena.used,
                       .pairs_start = worker->arena.pairs.used, .tt_move = tt_move, .stage = STAGE_TT};
}

void movepick_start(MovePicker *mp, Worker *worker, NodeFacts *facts, Move tt_move,
                    const Move *killers, Move countermove, const ContinuationRows *before)
{
    start(mp, worker, facts, tt_move);
    if (killers) memcpy(mp->refutation.moves, killers, 2 * sizeof *killers);
    mp->refutation.moves[2] = countermove;
    mp->before = before;
}

void movepick_start_noisy(MovePicker *mp, Worker *worker, NodeFacts *facts, Move tt_move,
                          Score threshold)
{
    start(mp, worker, facts, tt_move);
    mp->noisy.only = true;
    mp->noisy.threshold = threshold;
}

void movepick_start_root(MovePicker *mp, Worker *worker, NodeFacts *facts)
{
    start(mp, worker, facts, MOVE_NONE);
    mp->stage = STAGE_ROOT;
}

/* Root moves keep the order of the last iteration. */
static Move next_root(MovePicker *mp)
{
    const Worker *worker = mp->worker;
    size_t next = worker->root.first + mp->list.popped++;
    if (next >= worker->root.count) return MOVE_NONE;
    Move move = worker->root.moves[next].move;
    prefetch_child(mp, move);
    mp->pos->variant->search.describe(mp->pos, mp->facts, &move, 1, &mp->refutation.info);
    mp->info = &mp->refutation.info;
    return move;
}

/* The next noisy move that is not deferred. */
static Move next_noisy(MovePicker *mp)
{
    Move move;
    while ((move = take_best(mp))) {
        if (move == mp->tt_move) continue;
        prefetch_child(mp, move);
        if (mp->pos->variant->search.see_ge(mp->pos, move, mp->noisy.threshold)) return move;
        if (!mp->noisy.only) defer_capture(mp, move);
    }
    return MOVE_NONE;
}

static Move next_quiet(MovePicker *mp)
{
    Move move;
    while (!mp->quiet.skip && (mp->quiet.perils || !mp->quiet.only_peril) && (move = take_best(mp))) {
        mp->quiet.perils -= mp->info->gives_peril;
        if (mp->quiet.only_peril && !mp->info->gives_peril) continue;
        if (move == mp->tt_move || is_refutation(mp, move)) continue;
        prefetch_child(mp, move);
        return move;
    }
    return MOVE_NONE;
}

Move movepick_next(MovePicker *mp)
{
    Move move;
    switch (mp->stage) {
    case STAGE_TT:
        mp->stage = STAGE_NOISY_INIT;
        move = hand_out(mp, mp->tt_move);
        if (move && (!mp->noisy.only || (mp->info->noisy && mp->pos->variant->search.see_ge(mp->pos, move, mp->noisy.threshold))))
            return move;
        mp->tt_move = move;
        /* fall through */
    case STAGE_NOISY_INIT:
        load(mp, GEN_NOISY);
        mp->noisy.bad = mp->worker->arena.used;
        mp->stage = STAGE_NOISY;
        /* fall through */
    case STAGE_NOISY:
        if ((move = next_noisy(mp))) return move;
        if (mp->noisy.only) break;
        mp->stage = STAGE_REFUTATIONS;
        /* fall through */
    case STAGE_REFUTATIONS:
        if (!mp->quiet.skip && (move = next_refutation(mp))) return move;
        mp->stage = STAGE_QUIET_INIT;
        /* fall through */
    case STAGE_QUIET_INIT:
        if (!mp->quiet.skip) load(mp, GEN_QUIET);
        mp->stage = STAGE_QUIET;
        /* fall through */
    case STAGE_QUIET:
        if ((move = next_quiet(mp))) {
            mp->quiet.by_history = !mp->info->gives_peril && !mp->info->escape;
            return move;
        }
        mp->quiet.by_history = false;
        mp->stage = STAGE_BAD_CAPTURES;
        /* fall through */
    case STAGE_BAD_CAPTURES:
        if (mp->noisy.bad_next < mp->noisy.bad_count) {
            size_t next = mp->noisy.bad + mp->noisy.bad_next++;
            mp->info = &mp->worker->arena.info[next];
            prefetch_child(mp, mp->worker->arena.moves[next]);
            return mp->worker->arena.moves[next];
        }
        break;
    case STAGE_ROOT:
        if ((move = next_root(mp))) return move;
        break;
    default:
        break;
    }
    mp->stage = STAGE_END;
    return MOVE_NONE;
}

void movepick_end(MovePicker *mp)
{
    mp->worker->arena.used = mp->arena_start;
    mp->worker->arena.pairs.used = mp->pairs_start;
}
