/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "nnue.h"

#include <stdlib.h>
#include <string.h>

#include "evaluate.h"

/* The state of a ply; its accumulators are in Evaluator.numbers. */
typedef struct Ply {
    Key key; /* of the position for which the accumulators are valid */
    bool filled;
    unsigned pieces; /* on the board */
} Ply;

/* The threat inputs at a ply: the change log alone does not show what changed in them. */
typedef struct Threats {
    SquareSet attacked[SIDE_NB];
    uint32_t facts;
    uint8_t codes[SQUARE_MAX]; /* by square: the piece and its status, see `code` */
} Threats;

struct Evaluator {
    const Net *net; /* NULL: the classical evaluation; the rest is for a net */
    EvalScratch *scratch; /* NULL: the game needs none */
    const Kernel *kernel;
    unsigned plies;       /* capacity */
    uint32_t root;        /* index of the root in the position's states */
    bool applies;         /* is there a net, and is it valid below the root? */
    unsigned pieces;         /* at the root, including those in hand */
    size_t stride;        /* numbers per ply */
    Threats *threats;     /* [plies], NULL: the net has no such inputs */
    int16_t *numbers;     /* [plies][perspectives][hidden], aligned within `memory` */
    void *memory;
    Ply ply[];
};

/* Weight rows that a move adds and removes, in each view. */
typedef struct Delta {
    const int16_t *added[SIDE_NB][FEATURES_ACTIVE_MAX], *taken[SIDE_NB][FEATURES_ACTIVE_MAX];
    size_t added_count, taken_count;
} Delta;

/* ---- Allocation ---- */

static bool add_net(Evaluator *e, const Net *net, unsigned plies, const Kernel *kernel)
{
    bool extra = net->features->threats || net->features->facts;
    e->net = net;
    e->kernel = kernel ? kernel : kernels_available().kernels[0];
    e->plies = plies;
    e->stride = net->features->perspectives * (size_t)net->hidden;
    e->memory = malloc(plies * e->stride * sizeof(int16_t) + NET_ALIGNMENT);
    if (extra) e->threats = malloc(plies * sizeof *e->threats);
    uintptr_t start = (uintptr_t)e->memory;
    e->numbers = (int16_t *)(void *)((char *)e->memory + (NET_ALIGNMENT - start % NET_ALIGNMENT) % NET_ALIGNMENT);
    return e->memory && (e->threats || !extra);
}

Evaluator *evaluator_new(const Variant *variant, const Net *net, unsigned plies, const Kernel *kernel)
{
    Evaluator *e = calloc(1, sizeof *e + (net ? plies * sizeof(Ply) : 0));
    if (!e) return NULL;
    if (variant->search.scratch_size) e->scratch = calloc(1, variant->search.scratch_size);
    if ((e->scratch || !variant->search.scratch_size) && (!net || add_net(e, net, plies, kernel))) return e;
    evaluator_free(e);
    return NULL;
}

void evaluator_free(Evaluator *evaluator)
{
    if (!evaluator) return;
    free(evaluator->scratch);
    free(evaluator->memory);
    free(evaluator->threats);
    free(evaluator);
}

bool net_applies(const Net *net, const Position *pos)
{
    return features_pieces_and_hands(pos) <= net->features->pieces_max;
}

void evaluator_begin(Evaluator *e, const Position *root)
{
    if (!e->net) return;
    e->root = position_plies(root);
    e->pieces = features_pieces_and_hands(root);
    e->applies = e->pieces <= e->net->features->pieces_max;
}

/* ---- Accumulators ---- */

static int16_t *accumulator(const Evaluator *e, unsigned ply, Side view)
{
    return e->numbers + ply * e->stride + (e->net->features->perspectives == 2 ? view * (size_t)e->net->hidden : 0);
}

static const int16_t *row(const Evaluator *e, uint16_t input)
{
    return e->net->feature_weights + input * (size_t)e->net->hidden;
}

/* A piece and its status in a byte; 0: no piece. */
enum { STATUS_SHIFT = 6 };
_Static_assert(PIECE_MAX <= 1 << STATUS_SHIFT, "a piece and its status fit a byte");
static uint8_t code(const Threats *threats, Square square, Piece piece)
{
    return piece == NO_PIECE ? 0 : (uint8_t)(piece | features_status(threats->attacked, square, piece) << STATUS_SHIFT);
}

static PlacedPiece decoded(Square square, uint8_t code)
{
    return (PlacedPiece){square, code & (PIECE_MAX - 1), code >> STATUS_SHIFT};
}

/* What each side attacks in a position, and the facts; not the codes. */
static void threats_of(const Evaluator *e, Threats *threats, const Position *pos)
{
    if (e->net->features->threats) pos->variant->search.net_extras->attacks(pos, e->scratch, threats->attacked);
    threats->facts = features_facts(pos, e->scratch);
}

/* Computes the accumulators from scratch. */
static void refresh(Evaluator *e, unsigned ply, const Position *pos)
{
    const FeatureSet *set = e->net->features;
    PlacedPiece pieces[SQUARE_MAX];
    uint16_t inputs[FEATURES_ACTIVE_MAX];
    const int16_t *rows[FEATURES_ACTIVE_MAX];
    size_t count = features_pieces(pos, e->scratch, pieces);
    uint32_t facts = features_facts(pos, e->scratch);
    if (e->threats) {
        Threats *threats = &e->threats[ply];
        threats_of(e, threats, pos);
        memset(threats->codes, 0, sizeof threats->codes);
        for (size_t i = 0; i < count; ++i)
            threats->codes[pieces[i].square] = (uint8_t)(pieces[i].piece | pieces[i].status << STATUS_SHIFT);
    }
    for (Side view = WHITE; view < set->perspectives; ++view) {
        size_t n = features_of_pieces(set, view, pieces, count, pos->state->hands, facts, inputs);
        for (size_t i = 0; i < n; ++i) rows[i] = row(e, inputs[i]);
        e->kernel->update(accumulator(e, ply, view), e->net->feature_bias, rows, n, NULL, 0, (size_t)e->net->hidden);
    }
    e->ply[ply].pieces = (unsigned)count;
}

static void delta_add(Delta *delta, const Evaluator *e, const uint16_t input[SIDE_NB])
{
    for (int view = WHITE; view <= BLACK; ++view) delta->added[view][delta->added_count] = row(e, input[view]);
    ++delta->added_count;
}
static void delta_take(Delta *delta, const Evaluator *e, const uint16_t input[SIDE_NB])
{
    for (int view = WHITE; view <= BLACK; ++view) delta->taken[view][delta->taken_count] = row(e, input[view]);
    ++delta->taken_count;
}

/* The change of one square between two codes. */
static void square_delta(const Evaluator *e, Square square, uint8_t before, uint8_t after, Delta *delta)
{
    const FeatureSet *set = e->net->features;
    PlacedPiece old = decoded(square, before), new = decoded(square, after);
    const uint16_t taken[] = {features_piece(set, WHITE, old), features_piece(set, BLACK, old)};
    const uint16_t added[] = {features_piece(set, WHITE, new), features_piece(set, BLACK, new)};
    if (before) delta_take(delta, e, taken);
    if (after) delta_add(delta, e, added);
}

/* Changes on the board between two states, without statuses: codes are pieces. */
static void board_delta(const Evaluator *e, const Change *change, const Change *end, Delta *delta)
{
    for (; change < end; ++change) square_delta(e, change->square, change->before, change->after, delta);
}

/* Changes in the hands. */
static void hands_delta(const Evaluator *e, uint64_t before, uint64_t after, Delta *delta)
{
    const FeatureSet *set = e->net->features;
    for (Side owner = WHITE; owner <= BLACK; ++owner) {
        for (unsigned slot = 0; slot < HAND_SLOTS; ++slot) {
            unsigned from = hand_count(set->variant, before, owner, slot), to = hand_count(set->variant, after, owner, slot);
            for (unsigned i = from < to ? from : to; i < (from < to ? to : from) && i < set->hand_max[owner][slot]; ++i) {
                const uint16_t input[] = {(uint16_t)(set->hand[WHITE][owner][slot] + i),
                                          (uint16_t)(set->hand[BLACK][owner][slot] + i)};
                if (from < to) delta_add(delta, e, input);
                else delta_take(delta, e, input);
            }
        }
    }
}

/* Removes pairs that are both added and taken: pieces that passed over a square. */
static void cancel(Delta *delta)
{
    for (size_t i = 0; i < delta->added_count; ++i) {
        for (size_t j = 0; j < delta->taken_count; ++j) {
            if (delta->added[WHITE][i] != delta->taken[WHITE][j]) continue;
            --delta->added_count;
            --delta->taken_count;
            for (int view = WHITE; view <= BLACK; ++view) {
                delta->added[view][i] = delta->added[view][delta->added_count];
                delta->taken[view][j] = delta->taken[view][delta->taken_count];
            }
            --i; /* another entry has moved here */
            break;
        }
    }
}

static void facts_delta(const Evaluator *e, uint32_t before, uint32_t after, Delta *delta)
{
    const FeatureSet *set = e->net->features;
    for (uint32_t changed = before ^ after; changed; changed &= changed - 1) {
        unsigned fact = (unsigned)__builtin_ctz(changed);
        const uint16_t input[] = {set->fact[WHITE][fact], set->fact[BLACK][fact]};
        if (after >> fact & 1) delta_add(delta, e, input);
        else delta_take(delta, e, input);
    }
}

/* Brings the code of a square up to date. */
static void update_square(const Evaluator *e, Threats *threats, Square square, Piece piece, Delta *delta)
{
    uint8_t before = threats->codes[square], after = code(threats, square, piece);
    if (before == after) return;
    threats->codes[square] = after;
    square_delta(e, square, before, after, delta);
}

/* Fills in the threats of a ply from those of an earlier one, and what changed between them: on the squares of moves, and
 * where a side attacks since, or no longer. `state` is that of `ply`. */
static void threats_delta(Evaluator *e, unsigned from, unsigned ply, const Position *pos, const State *state, Delta *delta)
{
    const Threats *before = &e->threats[from];
    Threats *after = &e->threats[ply];
    memcpy(after->codes, before->codes, sizeof after->codes);
    threats_of(e, after, pos);
    const State *earlier = state - (ply - from);
    for (uint32_t i = earlier->log_end; i < state->log_end; ++i) {
        Square square = pos->changes[i].square;
        update_square(e, after, square, pos->board[square], delta);
    }
    for (unsigned word = 0; e->net->features->threats && word < sizeof after->attacked->w / sizeof *after->attacked->w; ++word) {
        uint64_t changed = (before->attacked[WHITE].w[word] ^ after->attacked[WHITE].w[word])
                           | (before->attacked[BLACK].w[word] ^ after->attacked[BLACK].w[word]);
        for (; changed; changed &= changed - 1) {
            Square square = (Square)(word * 64 + (unsigned)__builtin_ctzll(changed));
            update_square(e, after, square, pos->board[square], delta);
        }
    }
    e->ply[ply].pieces = e->ply[from].pieces + (unsigned)delta->added_count - (unsigned)delta->taken_count;
    facts_delta(e, before->facts, after->facts, delta);
    if (state->hands != earlier->hands) hands_delta(e, earlier->hands, state->hands, delta);
}

/* The accumulators of a ply from those of an earlier one. */
static void update(Evaluator *e, unsigned from, unsigned ply, const Delta *delta)
{
    for (Side view = WHITE; view < e->net->features->perspectives; ++view)
        e->kernel->update(accumulator(e, ply, view), accumulator(e, from, view), delta->added[view], delta->added_count,
                          delta->taken[view], delta->taken_count, (size_t)e->net->hidden);
}

/* The changes by the move that led to a ply. `state` is that of the ply. */
static void move_delta(Evaluator *e, unsigned ply, const State *state, const Change *changes, Delta *delta)
{
    enum { PLAIN = 4 }; /* so few changes hardly ever cancel */
    const State *before = state - 1;
    board_delta(e, changes + before->log_end, changes + state->log_end, delta);
    e->ply[ply].pieces = e->ply[ply - 1].pieces + (unsigned)delta->added_count - (unsigned)delta->taken_count;
    if (state->log_end - before->log_end > PLAIN) cancel(delta);
    if (state->hands != before->hands) hands_delta(e, before->hands, state->hands, delta);
}

static bool holds(const Evaluator *e, unsigned ply, const State *state)
{
    return e->ply[ply].filled && e->ply[ply].key == state->key;
}

static void settle(Evaluator *e, unsigned ply, const State *state)
{
    e->ply[ply].key = state->key;
    e->ply[ply].filled = true;
}

/* The nearest ply, this or an earlier one, to update from; -1 if a refresh is cheaper: that takes one row of
 * weights per piece instead of one per change. */
static int nearest(const Evaluator *e, unsigned ply, const State *state)
{
    uint32_t end = state->log_end;
    for (unsigned i = ply;; --i, --state) {
        if (end - state->log_end > e->pieces) return -1;
        if (holds(e, i, state)) return (int)i;
        if (i == 0) return -1;
    }
}

/* Brings the accumulators of a ply up to date. `pos` is the position there or differs from it only by null
 * moves. */
static void bring_up(Evaluator *e, unsigned ply, const Position *pos, const State *state)
{
    int found = nearest(e, ply, state);
    if (found < 0) {
        refresh(e, ply, pos);
        settle(e, ply, state);
        return;
    }
    for (unsigned from = (unsigned)found; from < ply;) {
        /* With threat inputs in one step: the attacks in between are unknown. */
        unsigned to = e->threats ? ply : from + 1;
        const State *reached = state - (ply - to);
        Delta delta;
        delta.added_count = delta.taken_count = 0;
        if (e->threats) threats_delta(e, from, to, pos, reached, &delta);
        else move_delta(e, to, reached, pos->changes, &delta);
        update(e, from, to, &delta);
        settle(e, to, reached);
        from = to;
    }
}

#ifndef NDEBUG
/* Debugging check: do the updated accumulators equal refreshed ones? */
static bool is_fresh(Evaluator *e, unsigned ply, const Position *pos)
{
    size_t bytes = e->stride * sizeof(int16_t);
    unsigned pieces = e->ply[ply].pieces;
    int16_t *updated = malloc(bytes);
    if (!updated) return true;
    memcpy(updated, accumulator(e, ply, WHITE), bytes);
    refresh(e, ply, pos);
    bool same = memcmp(updated, accumulator(e, ply, WHITE), bytes) == 0 && pieces == e->ply[ply].pieces;
    free(updated);
    return same;
}
#endif

/* ---- The score ---- */

Score evaluator_score(Evaluator *e, const Position *pos)
{
    if (!e->applies) return evaluate(pos, e->scratch);
    assert(position_plies(pos) >= e->root && position_plies(pos) - e->root < e->plies);
    unsigned ply = position_plies(pos) - e->root;
    const State *state = pos->state;
    /* A null move changes nothing on the board: use the previous ply. */
    while (ply > 0 && state->log_end == state[-1].log_end && state->hands == state[-1].hands) --ply, --state;
    if (!holds(e, ply, state)) bring_up(e, ply, pos, state);
    assert(is_fresh(e, ply, pos));

    const Net *net = e->net;
    size_t head = net_head(net, pos->side, e->ply[ply].pieces);
    const int16_t *weights = net->output_weights + head * net_output_width(net);
    const int16_t *other = net->features->perspectives == 2 ? accumulator(e, ply, pos->side ^ 1) : NULL;
    int32_t sum = e->kernel->output(accumulator(e, ply, pos->side), other, weights, (size_t)net->hidden);
    return net_complete(net, pos, e->scratch, net_score_of_sum(net, sum, head));
}
