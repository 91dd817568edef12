/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pool.h"

#include "../util/random.h"

/* How much a position helps the opponent. A random player mates by chance, so it needs pieces and time; it often
 * stalemates a side that has lost all pieces. */
enum {
    WIN = 1000000,       /* for sure; it is minus that after a draw */
    TAKEN = 400000,      /* less for each side's capture */
    AGAIN = 400000,      /* less where the position repeats */
    IN_CHECK = 100000,   /* divided by the square of the number of answers to the check */
    REPLIES_MAX = 6000   /* replies examined, for all moves together; if there are more, evenly spaced ones */
};

/* For the side that has just made a reply. */
static int64_t help_of_reply(Worker *w)
{
    Position *pos = w->pos;
    Outcome outcome = pos->variant->end.on_board(pos);
    if (outcome.result == ONGOING) {
        Move *room = arena_room(&w->arena);
        int64_t answers = position_generate(pos, GEN_ALL, room) - room;
        if (answers) return position_in_peril(pos) ? IN_CHECK / answers / answers : 0;
        outcome = position_no_move_outcome(pos);
    }
    return outcome.result == result_win(pos->side ^ 1) ? WIN : -WIN;
}

/* Keeps the moves that capture, if there are any. */
static bool keep_captures(const Position *pos, Move *moves, size_t *count)
{
    MoveInfo info;
    size_t captures = 0;
    for (size_t i = 0; i < *count; ++i) {
        position_describe(pos, &moves[i], 1, &info);
        if (info.victim != NO_TYPE) moves[captures++] = moves[i];
    }
    if (captures) *count = captures;
    return captures > 0;
}

/* For the opponent, who is to move: the mean over its replies. */
static int64_t help_of_move(Worker *w, size_t moves)
{
    Position *pos = w->pos;
    Outcome outcome = pos->variant->end.on_board(pos);
    Move *replies = arena_room(&w->arena);
    size_t count = (size_t)(position_generate(pos, GEN_ALL, replies) - replies);
    if (outcome.result == ONGOING && !count) outcome = position_no_move_outcome(pos);
    if (outcome.result != ONGOING) return outcome.result == result_win(pos->side) ? WIN : outcome.result == DRAW ? -WIN : -2 * WIN;
    int64_t value = 0, tried = 0, counter = pos->state->counter, limit = pos->variant->draws.counter_limit;
    bool takes = keep_captures(pos, replies, &count);
    w->arena.used += count;
    for (size_t i = 0; i < count; i += 1 + count * moves / REPLIES_MAX, ++tried) {
        position_make(pos, replies[i]);
        value += help_of_reply(w);
        position_unmake(pos);
    }
    w->arena.used -= count;
    value /= tried;
    if (takes) value -= TAKEN;
    if (position_recurrence(pos)) value -= AGAIN;
    return limit ? value - WIN * counter / limit * counter / limit : value;
}

Move generous_move(Worker *w, const Move *moves, size_t count, uint64_t *random)
{
    Move best = moves[0];
    int64_t best_value = 0;
    uint64_t equal = 0;
    MoveInfo info;
    for (size_t i = 0; i < count; ++i) {
        position_describe(w->pos, &moves[i], 1, &info);
        position_make(w->pos, moves[i]);
        int64_t value = help_of_move(w, count) - (info.victim != NO_TYPE ? TAKEN : 0);
        position_unmake(w->pos);
        if (!equal || value > best_value) equal = 0;
        if (!equal || (value == best_value && splitmix64_below(random, equal + 1) == 0)) {
            best = moves[i];
            best_value = value;
        }
        equal += value == best_value;
    }
    return best;
}
