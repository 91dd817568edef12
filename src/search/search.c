/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Principal variation search with a quiescence search at its leaves. A node is a list of steps, each a
 * function below. The search names no game: it does not assume that a side has a king, that stalemate draws
 * or that passing is legal; it asks the Variant.
 *
 * The techniques have their names from the Chess Programming Wiki. No floating point: every compiler
 * searches the same nodes.
 */

#include <stdlib.h>
#include <string.h>

#include "pool.h"
#include "movepick.h"

enum {
    SEARCHED_MAX = 48,         /* moves of each kind, quiet and noisy, remembered for the history malus */
    CLOCK_MASK = 15,           /* the clock is read every CLOCK_MASK + 1 nodes */
    PERIL_PLIES = 4,           /* plies of quiescence that search every evasion of peril */
    HISTORY_PRUNING_DEPTH = 5, /* plies of the reduced search below which moves with a bad history are pruned */
    NEAR_ROOT = 5,             /* the first plies of this share of the iteration's depth are next to the root */
    EVALUATED_MAX = 4400       /* the largest history bonus by the evaluation alone */
};

/* ---- Scores ---- */

int score_mate_in(Score score)
{
    if (score > SCORE_MATE_MIN) return (SCORE_MATE - score + 1) / 2;
    if (score < -SCORE_MATE_MIN) return -(SCORE_MATE + score + 1) / 2; /* odd, too: seen from the other side */
    return 0;
}

static Score score_of_outcome(const Position *pos, Outcome outcome, int ply)
{
    if (outcome.result == DRAW) return SCORE_DRAW;
    return outcome.result == result_win(pos->side) ? score_win_in(ply) : score_loss_in(ply);
}

/* The key of a position in the table. Near the draw counter's limit the counter is part of the key. */
static Key table_key(const Position *pos)
{
    enum { NEAR = 16, GRAIN = 2 };
    int limit = pos->variant->draws.counter_limit, left = limit - pos->state->counter;
    if (!limit || left > NEAR) return pos->state->key;
    return pos->state->key ^ zobrist_word((uint64_t)(max(left, 0) / GRAIN + 1), 0x636F756E746572u);
}

void search_store(SearchPool *pool, const Position *pos, Score score, int depth)
{
    pool->table_used = true;
    tt_store(pool->tt, table_key(pos),
             &(TTEntry){.score = score, .eval = SCORE_NONE, .depth = depth, .bound = BOUND_EXACT, .pv = true});
}

/* ---- Limits ---- */

/* Without threads nobody can stop a search from outside, so the search polls. */
#if defined __wasm__ && !defined __wasm_atomics__
/* Provided by the host of a WebAssembly build (docs/web.md); true ends the search. It is called directly, so
 * that tools that rewrite the calls in between (Asyncify) find this import. */
__attribute__((import_module("web"), import_name("poll"))) int web_poll(void);
static inline bool poll_stop(void) { return web_poll() != 0; }
#else
static inline bool poll_stop(void) { return false; }
#endif

/* Called at every node; reads the clock now and then. Whatever ends a search hurries iteration 1. */
static bool must_stop(Worker *w)
{
    SearchPool *pool = w->pool;
    if (stopped(w)) return true;
    if (w->id != 0) return false;
    uint64_t nodes = nodes_of(w);
    bool spent = w->settings.bounded && nodes >= w->settings.nodes;
    if (!spent && (nodes & CLOCK_MASK) != 0) return false;
    if (poll_stop()) search_end(pool);
    if (w->settings.callbacks.progress) search_report_progress(w, false);
    PoolSignals *signals = &pool->signals;
    if (!pool->limits.infinite && !atomic_load_explicit(&signals->pondering, memory_order_relaxed)) {
        if (spent || atomic_load_explicit(&signals->stop_on_ponderhit, memory_order_relaxed)) atomic_store(&signals->stop, true);
        time_charge(&pool->time, atomic_load_explicit(&signals->ponderhit, memory_order_relaxed));
        if (time_is_up(&pool->time, time_now())) search_end(pool);
    }
    w->hurried |= w->must_finish && atomic_load_explicit(&signals->stop, memory_order_relaxed);
    return stopped(w);
}

/* ---- Making moves ---- */

static void make(Worker *w, Stack *ss, Move move, const MoveInfo *info)
{
    ss->move = move;
    ss->info = *info;
    facts_empty(&(ss + 1)->facts.node);
    atomic_store_explicit(&w->nodes, nodes_of(w) + 1, memory_order_relaxed);
    position_make(w->pos, move);
}

static void pv_update(Stack *ss, Move move)
{
    const Stack *child = ss + 1;
    ss->pv[0] = move;
    memcpy(ss->pv + 1, child->pv, (size_t)child->pv_length * sizeof(Move));
    ss->pv_length = child->pv_length + 1;
}

/* The moves before a node, for continuation history. */
static ContinuationRows plies_before(const Worker *w, const Stack *ss)
{
    ContinuationRows before = {.row = {{NULL}}};
    for (int i = 0; i < CONTINUATION_NB; ++i) {
        const Stack *earlier = ss - 1 - i;
        history_after(&w->history, earlier->move ? &earlier->info : NULL, &before, i);
    }
    return before;
}

/* ---- The end of the game inside the tree ---- */

/* Scores a recurring position. Where the game scores cycles, assume that the players repeat the cycle until
 * the game's rule decides. The loser of the cycle had a better move somewhere on it, or none. So a loss for
 * the side that closed the cycle counts wherever the cycle began; a loss for the other side counts only if
 * all its choices on the cycle are in the tree. */
static bool recurrence_score(Worker *w, int ply, Score *score)
{
    Position *pos = w->pos;
    const Variant *variant = pos->variant;
    if (variant->draws.recurrence == RECURRENCE_IGNORED) return false;
    unsigned distance = position_recurrence(pos);
    if (!distance) return false;
    bool over = variant->draws.repetitions && position_occurrences(pos) >= variant->draws.repetitions;
    Outcome verdict = variant->draws.recurrence == RECURRENCE_SCORED ? variant->end.repetition(pos) : (Outcome){.result = DRAW};
    if (verdict.result == DRAW) {
        *score = SCORE_DRAW;
        return over || (int)distance < ply;
    }
    bool wins = verdict.result == result_win(pos->side);
    *score = wins ? SCORE_CYCLE : -SCORE_CYCLE;
    return over || wins || (int)distance <= ply;
}

/* The draw counter has run out: a draw, unless the side to move has no legal move. */
static Score counter_score(Worker *w, int ply)
{
    const Position *pos = w->pos;
    if (position_generate(pos, GEN_ALL, arena_room(&w->arena)) != arena_room(&w->arena)) return SCORE_DRAW;
    return score_of_outcome(pos, position_no_move_outcome(pos), ply);
}

/* Has the game ended here? Checks in the order of the rules. */
static bool game_over(Worker *w, int ply, Score *score)
{
    Position *pos = w->pos;
    const Variant *variant = pos->variant;
    Outcome outcome = variant->end.on_board(pos);
    if (outcome.result != ONGOING) {
        *score = score_of_outcome(pos, outcome, ply);
        return true;
    }
    if (recurrence_score(w, ply, score)) return true;
    if (variant->draws.counter_limit && pos->state->counter >= variant->draws.counter_limit) {
        *score = counter_score(w, ply);
        return true;
    }
    return false;
}

/* ---- Static evaluation ---- */

/* The evaluation before draw counter scaling and correction. */
static Score raw_evaluation(Worker *w)
{
    const SearchCallbacks *callbacks = &w->settings.callbacks;
    Score eval;
    if (!lone_king_evaluate(w->pos, &eval)) eval = evaluator_score(w->evaluator, w->pos);
    if (callbacks->evaluated) callbacks->evaluated(callbacks->context, w->pos, eval);
    return eval;
}

/* The raw evaluation, scaled by the draw counter and corrected by history. */
static Score corrected(const Worker *w, Score raw)
{
    assert(-EVAL_MAX <= raw && raw <= EVAL_MAX);
    Score score = evaluate_scaled(w->pos, raw) + history_correction(&w->history, w->pos);
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

/* The raw evaluation, from the table if it is there, else stored there for other paths. */
static Score known_evaluation(Worker *w, Key key, const TTEntry *hit)
{
    if (hit && hit->eval != SCORE_NONE) return hit->eval;
    Score raw = raw_evaluation(w);
    if (!hit) tt_store_eval(w->settings.tt, key, raw);
    return raw;
}

/* Generalised check: is the side to move in peril? */
static bool in_peril(Worker *w, Stack *ss)
{
    NodeFacts *facts = &ss->facts.node;
    if (!(facts->known & FACT_PERIL)) {
        facts->peril = w->pos->variant->end.in_peril(w->pos, facts);
        facts->known |= FACT_PERIL;
    }
    assert(facts->peril == position_in_peril(w->pos));
    return facts->peril;
}

/* Stores the result of a node in the table, unless the score depends on a cycle of this path. */
static void store(Worker *w, Key key, int ply, Score score, TTEntry entry)
{
    if (is_cycle(score)) return;
    entry.score = score_to_table(score, ply);
    tt_store(w->settings.tt, key, &entry);
}

/* Does a bound from the table decide a search within this window? */
static bool bound_decides(Bound bound, Score score, Score alpha, Score beta)
{
    return bound == BOUND_EXACT || (bound == BOUND_LOWER && score >= beta) || (bound == BOUND_UPPER && score <= alpha);
}

/* ---- Quiescence: noisy moves until the position is quiet ---- */

/* The maximum number of moves to try at a node; depth is 0 or less. */
static int quiescence_breadth(const Position *pos, int depth)
{
    int breadth = variant_hints(pos->variant)->quiescence_breadth;
    return breadth ? max(1, breadth >> min(-depth, 16)) : INT32_MAX;
}

/* Plies of quiescence that search every evasion of peril: 1 in games with very many moves. */
static int peril_plies(const Position *pos) { return variant_hints(pos->variant)->quiescence_breadth ? 1 : PERIL_PLIES; }

/* The stand-pat score of a quiet position, refined by the table's bound; *raw: before correction. */
static Score stand_pat(Worker *w, Key key, const TTEntry *hit, Score *raw)
{
    *raw = known_evaluation(w, key, hit);
    Score score = corrected(w, *raw);
    bool sharper = hit && hit->bound != BOUND_NONE && !is_decisive(hit->score)
                   && hit->bound & (hit->score > score ? BOUND_LOWER : BOUND_UPPER);
    return sharper ? hit->score : score;
}

/* What a quiescence node knows when it begins to search its moves. */
typedef struct QuietNode {
    int ply, depth;   /* depth is 0 or less */
    Score alpha, beta;
    Score best;       /* the stand-pat score, or a loss at once in peril */
    Score futility;   /* what captures are added to */
    bool pv, peril;
} QuietNode;

static Score quiescence(Worker *w, Stack *ss, int ply, int depth, Score alpha, Score beta);

/* Searches the moves of a quiescence node. Returns its score, or SCORE_NONE if it has no legal move in peril; *best_move
 * is the move that reached the score. */
static Score quiescence_moves(Worker *w, Stack *ss, const QuietNode *n, Move tt_move, Move *best_move)
{
    Position *pos = w->pos;
    Score best = n->best, alpha = max(n->alpha, n->best);
    int count = 0, breadth = n->peril ? INT32_MAX : quiescence_breadth(pos, n->depth);
    MovePicker mp;
    ContinuationRows before;
    if (n->peril) {
        before = plies_before(w, ss);
        movepick_start(&mp, w, &ss->facts.node, tt_move, NULL, MOVE_NONE, &before);
    } else {
        movepick_start_noisy(&mp, w, &ss->facts.node, tt_move, 0);
    }
    for (Move move; count < breadth && (move = movepick_next(&mp));) {
        ++count;
        /* Delta pruning: even winning the victim for nothing does not reach alpha. */
        if (!n->peril && !n->pv && n->futility + mp.info->gain <= alpha) {
            best = max(best, n->futility + mp.info->gain);
            continue;
        }
        make(w, ss, move, mp.info);
        Score score = -quiescence(w, ss + 1, n->ply + 1, n->depth - 1, -n->beta, -alpha);
        position_unmake(pos);
        if (stopped(w)) break;
        if (score > best) {
            best = score;
            if (score > alpha) {
                *best_move = move;
                if (n->pv) pv_update(ss, move);
                if (score >= n->beta) break;
                alpha = score;
            }
        }
        /* Once one evasion of the peril is found, only noisy moves can still help. */
        if (n->peril && best > -EVAL_MAX) mp.quiet.skip = true;
    }
    movepick_end(&mp);
    return n->peril && count == 0 && !mp.truncated ? SCORE_NONE : best;
}

static Score quiescence(Worker *w, Stack *ss, int ply, int depth, Score alpha, Score beta)
{
    Position *pos = w->pos;
    QuietNode n = {.ply = ply, .depth = depth, .alpha = alpha, .beta = beta, .pv = beta - alpha > 1};
    Score score;
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(depth <= 0 && ply < MAX_PLY && ss == w->stack + STACK_MARGIN + ply);
    ss->pv_length = 0;
    if (must_stop(w)) return 0;
    if (n.pv && ply > w->root.seldepth) w->root.seldepth = ply;
    if (game_over(w, ply, &score) || tb_score(w, ply, &score)) return score;
    if (ply >= MAX_PLY - 1 || (w->hurried && ply > 1)) return corrected(w, raw_evaluation(w));

    /* Transposition table. */
    Key key = table_key(pos);
    TTEntry tt = {0};
    bool hit = tt_probe(w->settings.tt, key, &tt);
    if (hit && !n.pv) {
        score = score_from_table(tt.score, ply);
        if (bound_decides(tt.bound, score, alpha, beta)) return score;
    }

    /* Stand pat is refused only where passing would lose at once. */
    Score raw = SCORE_NONE;
    n.peril = depth > -peril_plies(pos) && in_peril(w, ss);
    n.best = score_loss_in(ply);
    if (!n.peril) {
        n.best = stand_pat(w, key, hit ? &tt : NULL, &raw);
        n.futility = n.best + scaled(pos, w->params->qs_futility);
    }
    if (n.best >= beta) return n.best;

    Move best_move = MOVE_NONE;
    score = quiescence_moves(w, ss, &n, tt.move, &best_move);
    if (stopped(w)) return 0;
    if (score == SCORE_NONE) return score_of_outcome(pos, position_no_move_outcome(pos), ply);
    Bound bound = score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
    store(w, key, ply, score, (TTEntry){.move = best_move, .eval = raw, .bound = bound, .pv = n.pv || tt.pv});
    return score;
}

/* ---- The steps of a node ---- */

typedef struct Node {
    Score alpha, beta;
    int depth, ply;
    bool pv;        /* the window is wider than one point */
    bool cut;       /* expected to fail high */
    bool improving; /* the evaluation is better than two plies ago */
    bool multicut;  /* pruned because another move beats beta in a shallower search: not stored */
    bool hit;
    TTEntry tt;     /* all 0 without a hit; score relative to the root here */
    Key key;
    Score raw;      /* static evaluation before correction */
    ContinuationRows before;  /* the moves that led here */
} Node;

typedef struct CurrentMove {
    Move move;
    MoveInfo info;
    int count;   /* index of the move, from 1 */
    int history; /* its history score if it is quiet */
    int depth;   /* depth of the search below it */
} CurrentMove;

/* Moves that were searched before the one that caused the cutoff. */
typedef struct Searched {
    MoveInfo quiets[SEARCHED_MAX], noisies[SEARCHED_MAX];
    int quiet_count, noisy_count;
} Searched;

static Score search(Worker *w, Stack *ss, int ply, int depth, Score alpha, Score beta, bool cut);

/* Late move reduction in 1024ths of a ply: less within a window that is wide beside the root's. */
static int reduction_of(const Worker *w, const Node *n, int count)
{
    int reduction = w->pool->tuning.reduction[min(n->depth, REDUCTION_DEPTHS - 1)][min(count, REDUCTION_MOVES - 1)];
    return n->pv ? reduction - (int)((int64_t)w->params->lmr_window * (n->beta - n->alpha) / w->root.window) : reduction;
}

/* Can the table's score replace the search of this node? */
static bool table_cut(const Node *n)
{
    if (!n->hit || n->pv || n->tt.depth < n->depth) return false;
    return bound_decides(n->tt.bound, n->tt.score, n->alpha, n->beta);
}

/* The static evaluation, refined by the table and the correction history. A search with an excluded move is
 * at the same position and keeps the evaluation found before. */
static void evaluate_node(Worker *w, Stack *ss, Node *n)
{
    n->raw = SCORE_NONE;
    if (in_peril(w, ss)) {
        ss->eval = SCORE_NONE;
        return;
    }
    if (!ss->excluded) {
        n->raw = known_evaluation(w, n->key, n->hit ? &n->tt : NULL);
        ss->eval = corrected(w, n->raw);
    }
    const Stack *earlier = (ss - 2)->eval != SCORE_NONE ? ss - 2 : ss - 4;
    n->improving = earlier->eval == SCORE_NONE || ss->eval > earlier->eval;
}

/* Rewards the previous move, if quiet and not out of peril, if it raised its side's evaluation; else punishes it. */
static void learn_from_evaluation(Worker *w, const Stack *ss)
{
    const Stack *last = ss - 1;
    if (ss->eval == SCORE_NONE || ss->excluded || !last->move || last->info.noisy || last->eval == SCORE_NONE) return;
    int bonus = -w->params->evaluated_bonus * unscaled(w->pos, last->eval + ss->eval);
    history_update_evaluated(&w->history, w->pos->side ^ 1, &last->info, max(-EVALUATED_MAX, min(bonus, EVALUATED_MAX)));
}

/* The evaluation for pruning decisions. */
static Score pruning_eval(const Stack *ss, const Node *n)
{
    if (n->hit && !is_decisive(n->tt.score) && n->tt.bound & (n->tt.score > ss->eval ? BOUND_LOWER : BOUND_UPPER))
        return n->tt.score;
    return ss->eval;
}

/* Null move pruning: if passing keeps the score above beta, some move will too. Never twice in a row; deep
 * results are verified by a search without null moves, because of zugzwang. */
static bool null_move(Worker *w, Stack *ss, const Node *n, Score eval, Score *score)
{
    Position *pos = w->pos;
    if (variant_hints(pos->variant)->no_null_move || n->depth < w->params->null_depth || !(ss - 1)->move || eval < n->beta
        || ss->eval < n->beta - scaled(pos, w->params->null_margin * n->depth - w->params->null_margin_base)
        || is_decisive(n->beta)
        || pos->state->phase[pos->side] <= 0 || (n->ply < w->no_null.before && pos->side == w->no_null.side))
        return false;
    int depth = n->depth - w->params->null_base - n->depth / w->params->null_divisor
                - min((eval - n->beta) / scaled(pos, w->params->null_eval_divisor), 7);
    assert(!in_peril(w, ss) && !ss->excluded);
    ss->move = MOVE_NONE;
    facts_empty(&(ss + 1)->facts.node);
    position_make_null(pos);
    *score = depth > 0 ? -search(w, ss + 1, n->ply + 1, depth, -n->beta, -n->beta + 1, !n->cut)
                       : -quiescence(w, ss + 1, n->ply + 1, 0, -n->beta, -n->beta + 1);
    position_unmake(pos);
    if (stopped(w) || *score < n->beta) return false;
    if (is_decisive(*score)) *score = n->beta;
    if (n->depth < w->params->null_verify_depth || w->no_null.before) return true;

    w->no_null.before = n->ply + 3 * depth / 4;
    w->no_null.side = pos->side;
    Score verified = search(w, ss, n->ply, depth > 0 ? depth : 1, n->beta - 1, n->beta, false);
    w->no_null.before = 0;
    return verified >= n->beta;
}

/* ProbCut: a noisy move that beats beta by a margin in a shallow search most likely beats it in a full one. */
static bool probcut(Worker *w, Stack *ss, const Node *n, Score *score)
{
    Position *pos = w->pos;
    Score target = n->beta + scaled(pos, w->params->probcut_margin);
    if (n->depth < w->params->probcut_depth || is_decisive(n->beta)) return false;
    if (n->hit && n->tt.depth >= n->depth - 3 && n->tt.score < target) return false;
    MovePicker mp;
    Move move;
    bool found = false;
    movepick_start_noisy(&mp, w, &ss->facts.node, n->tt.move, target - ss->eval);
    while (!found && (move = movepick_next(&mp))) {
        make(w, ss, move, mp.info);
        *score = -quiescence(w, ss + 1, n->ply + 1, 0, -target, -target + 1);
        if (*score >= target)
            *score = -search(w, ss + 1, n->ply + 1, n->depth - 4, -target, -target + 1, !n->cut);
        position_unmake(pos);
        if (stopped(w)) break;
        found = *score >= target;
        if (found) {
            store(w, n->key, n->ply, *score,
                  (TTEntry){.move = move, .eval = n->raw, .depth = n->depth - 3, .bound = BOUND_LOWER, .pv = n->tt.pv});
        }
    }
    movepick_end(&mp);
    return found && !is_decisive(*score);
}

/* The plies within which a forced win is wanted ("go mate"), 0 if none is. */
static int mate_plies(const Worker *w) { return 2 * w->pool->limits.mate; }

/* The first plies, in which no move is pruned: a share of the iteration's depth where that wins games (SearchHints.params), else
 * only what "go mate" asks for. */
static int unpruned_plies(const Worker *w) { return max(w->root.depth / w->params->unpruned_share, mate_plies(w)); }

/* Prunes the whole node by its evaluation. */
static bool prune_node(Worker *w, Stack *ss, Node *n, Score *score)
{
    Position *pos = w->pos;
    if (n->pv || in_peril(w, ss) || ss->excluded || n->ply < mate_plies(w)) return false;
    Score eval = pruning_eval(ss, n);

    /* Razoring: so far below alpha that only noisy moves can help. */
    if (n->depth <= w->params->razor_depth && n->ply > unpruned_plies(w) && !is_decisive(n->alpha)
        && eval + scaled(pos, w->params->razor_margin * n->depth) < n->alpha) {
        *score = quiescence(w, ss, n->ply, 0, n->alpha, n->alpha + 1);
        if (stopped(w) || *score <= n->alpha) return true;
    }
    /* Reverse futility pruning: so far above beta that a few plies do not bring it down. */
    if (n->depth <= w->params->rfp_depth && !n->tt.pv && !is_decisive(eval) && !is_decisive(n->beta)
        && eval - scaled(pos, w->params->rfp_margin * (n->depth - n->improving)) >= n->beta) {
        *score = (eval + n->beta) / 2;
        return true;
    }
    return null_move(w, ss, n, eval, score) || probcut(w, ss, n, score);
}

/* Can the move be pruned at this depth? May also end the quiet moves of the node. */
static bool prune_move(Worker *w, const Stack *ss, const Node *n, MovePicker *mp, const CurrentMove *move)
{
    const Position *pos = w->pos;
    const SearchParams *p = w->params;
    int depth = n->depth;
    if (move->info.noisy)
        return depth <= p->see_depth && !pos->variant->search.see_ge(pos, move->move, -scaled(pos, p->see_noisy * depth));
    /* Late move pruning: good quiet moves come early. */
    if (move->count >= (p->lmp_base + depth * depth) * p->lmp_percent / 100 / (2 - n->improving)) {
        mp->quiet.skip = true;
        return true;
    }
    int reduced = max(0, depth - reduction_of(w, n, move->count + 1) / 1024);
    /* History pruning: a quiet move that was bad after the same moves elsewhere. */
    bool bad = p->history_pruning && reduced < HISTORY_PRUNING_DEPTH
               && history_continuation(&move->info, &n->before) < -p->history_pruning * (depth - 1);
    /* Futility pruning: a quiet move is unlikely to close the gap to alpha, unless its history is good. */
    int gain = p->futility_base + p->futility_margin * reduced + move->history / p->futility_history;
    bool futile = ss->eval != SCORE_NONE && reduced <= p->futility_depth && ss->eval + scaled(pos, gain) <= n->alpha;
    int margin = (p->see_quiet + p->see_square * reduced) * reduced;
    if (!bad && !futile && (reduced > p->see_depth || pos->variant->search.see_ge(pos, move->move, -scaled(pos, margin))))
        return false;
    if (futile && mp->quiet.by_history) mp->quiet.only_peril = true;
    /* Moves that give peril get a wider SEE margin; near the root they are never pruned, so that a decisive sacrifice is found. */
    if (!move->info.gives_peril) return true;
    return n->ply > w->root.depth / NEAR_ROOT && !pos->variant->search.see_ge(pos, move->move, -scaled(pos, p->see_peril * depth));
}

/* Singular extension: if the node falls well short of the table's score without the table's move, that move
 * is singular and is extended. Returns the plies to add; sets *cut if another move beats beta as well and
 * the node can be pruned (multi-cut). */
static int singularity(Worker *w, Stack *ss, Node *n, Move move, Score *cut_score, bool *cut)
{
    *cut = false;
    int depth = w->params->singular_depth + (n->pv && n->tt.pv ? 2 : 0);
    if (n->ply == 0 || n->depth < depth || move != n->tt.move || ss->excluded || n->tt.depth < n->depth - 3
        || !(n->tt.bound & BOUND_LOWER) || is_decisive(n->tt.score) || n->ply > 2 * w->root.depth)
        return 0;
    assert(n->hit);
    Score beta = n->tt.score - scaled(w->pos, w->params->singular_margin * n->depth);
    int pv_length = ss->pv_length;
    ss->excluded = move;
    Score score = search(w, ss, n->ply, (n->depth - 1) / 2, beta - 1, beta, n->cut);
    ss->excluded = MOVE_NONE;
    ss->pv_length = pv_length;
    if (stopped(w)) return 0;
    if (score < beta) {
        if (!n->pv && score < beta - scaled(w->pos, w->params->double_margin) && ss->double_extensions < 6) {
            ++ss->double_extensions;
            return 2;
        }
        return 1;
    }
    if (beta >= n->beta) {
        *cut = true;
        *cut_score = beta;
        return 0;
    }
    return n->tt.score >= n->beta ? -2 : 0;
}

/* Plies by which a late move, already made, is reduced in its first search. */
static int reduce(const Worker *w, const Stack *ss, const Node *n, const CurrentMove *move)
{
    int r = reduction_of(w, n, move->count);
    if (move->info.noisy) r /= 2;
    else r -= move->history * 1024 / w->params->lmr_history;
    r += n->cut ? w->params->lmr_cut : 0;
    r += n->improving ? 0 : w->params->lmr_worsening;
    r -= n->pv ? w->params->lmr_pv : 0;
    /* In an old principal variation, unless the table says that it fails low. */
    bool fails_low = n->pv && n->tt.move && n->tt.bound & BOUND_UPPER && n->tt.depth >= n->depth;
    r -= n->tt.pv && !fails_low ? w->params->lmr_table_pv : 0;
    r -= ss->facts.node.peril ? w->params->lmr_peril : 0;
    return r / 1024;
}

static int bonus_of(const Worker *w, int depth) { return min(w->params->history_bonus * depth, w->params->history_bonus_max); }

/* After a cutoff: a bonus for the move that caused it, a malus for the moves before it. */
static void update_histories(Worker *w, Stack *ss, const Node *n, const CurrentMove *best, const Searched *tried)
{
    History *h = &w->history;
    Side side = w->pos->side;
    int bonus = bonus_of(w, n->depth);
    if (best->info.noisy) {
        history_update_noisy(h, &best->info, bonus);
    } else {
        if (n->depth >= w->params->killer_depth && ss->killers[0] != best->move) {
            ss->killers[1] = ss->killers[0];
            ss->killers[0] = best->move;
        }
        if (n->depth >= w->params->counter_depth && (ss - 1)->move) h->countermoves[(ss - 1)->info.piece_to[0]] = best->move;
        history_update_quiet(h, side, &best->info, &n->before, bonus);
        for (int i = 0; i < tried->quiet_count; ++i) history_update_quiet(h, side, &tried->quiets[i], &n->before, -bonus);
    }
    for (int i = 0; i < tried->noisy_count; ++i) history_update_noisy(h, &tried->noisies[i], -bonus);
}

/* Is a move searched less deep at first? Not the first one, nor a noisy one in a principal variation, past or present, unless
 * the node is expected to fail high and answers a late move. */
static bool is_reduced(const Worker *w, const Stack *ss, const Node *n, const CurrentMove *move)
{
    if (n->depth < w->params->lmr_depth || move->count <= 1 + (n->ply == 0)) return false;
    return !move->info.noisy || !(n->pv || n->tt.pv) || (n->cut && (ss - 1)->count > 1);
}

/* After a re-search, updates the history of a quiet move, already made, by whether it exceeded alpha. */
static void learn_from_second_search(Worker *w, const Node *n, const CurrentMove *move, bool good)
{
    if (move->info.noisy || stopped(w)) return;
    int bonus = bonus_of(w, move->depth);
    history_update_quiet(&w->history, w->pos->side ^ 1, &move->info, &n->before, good ? bonus : -bonus);
}

/* Principal variation search of one move, already made: the first with the full window, later ones reduced
 * with a null window, and again at full depth and window if they exceed alpha. */
static Score search_move(Worker *w, Stack *ss, const Node *n, const CurrentMove *move, Score alpha)
{
    Score score = -SCORE_INFINITE;
    int ply = n->ply + 1, depth = move->depth;
    if (is_reduced(w, ss, n, move)) {
        int r = reduce(w, ss, n, move);
        if (n->ply < mate_plies(w)) r /= 2;
        int shallow = depth - r < 1 ? 1 : min(depth - r, depth);
        score = -search(w, ss + 1, ply, shallow, -alpha - 1, -alpha, true);
        if (score > alpha && shallow < depth) {
            score = -search(w, ss + 1, ply, depth, -alpha - 1, -alpha, !n->cut);
            learn_from_second_search(w, n, move, score > alpha);
        }
    } else if (!n->pv || move->count > 1) {
        score = -search(w, ss + 1, ply, depth, -alpha - 1, -alpha, !n->cut);
    }
    if (n->pv && (move->count == 1 || score > alpha)) score = -search(w, ss + 1, ply, depth, -n->beta, -alpha, false);
    return score;
}

static void begin_root_move(Worker *w, Move move, int count)
{
    w->root.move = move;
    w->root.number = (unsigned)w->root.first + (unsigned)count;
    if (w->settings.callbacks.progress) search_report_progress(w, true);
}

/* Searches the moves of a node. Returns its score; *best_move is the move that reached it. */
static Score search_moves(Worker *w, Stack *ss, Node *n, Move *best_move)
{
    Position *pos = w->pos;
    Searched tried;
    tried.quiet_count = tried.noisy_count = 0;
    Score best = -SCORE_INFINITE, alpha = n->alpha;
    n->before = plies_before(w, ss);
    Move countermove = (ss - 1)->move ? w->history.countermoves[(ss - 1)->info.piece_to[0]] : MOVE_NONE;
    (ss + 1)->killers[0] = (ss + 1)->killers[1] = MOVE_NONE;

    MovePicker mp;
    if (n->ply == 0) movepick_start_root(&mp, w, &ss->facts.node);
    else movepick_start(&mp, w, &ss->facts.node, n->tt.move, ss->killers, countermove, &n->before);
    CurrentMove move = {.count = 0};
    while ((move.move = movepick_next(&mp))) {
        if (move.move == ss->excluded) continue;
        move.info = *mp.info;
        move.history = move.info.noisy ? 0 : history_quiet(&w->history, pos->side, &move.info, &n->before);
        if (n->ply > unpruned_plies(w) && move.count > 0 && best > -EVAL_MAX && prune_move(w, ss, n, &mp, &move)) continue;

        bool cut;
        Score score = 0;
        move.depth = n->depth - 1 + singularity(w, ss, n, move.move, &score, &cut);
        if (stopped(w)) break;
        if (cut) {
            movepick_end(&mp);
            n->multicut = true;
            return score;
        }
        ss->count = ++move.count;
        if (n->ply == 0) begin_root_move(w, move.move, move.count);
        uint64_t nodes = nodes_of(w);
        make(w, ss, move.move, &move.info);
        score = search_move(w, ss, n, &move, alpha);
        position_unmake(pos);
        if (stopped(w)) break;

        if (n->ply == 0) {
            Bound bound = score >= n->beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : move.count == 1 ? BOUND_UPPER : BOUND_NONE;
            root_update(w, move.move, ss + 1, score, nodes_of(w) - nodes, bound);
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                *best_move = move.move;
                if (n->pv && n->ply > 0) pv_update(ss, move.move);
                if (score >= n->beta) {
                    update_histories(w, ss, n, &move, &tried);
                    break;
                }
                alpha = score;
            }
        }
        if (move.info.noisy && tried.noisy_count < SEARCHED_MAX) tried.noisies[tried.noisy_count++] = move.info;
        if (!move.info.noisy && tried.quiet_count < SEARCHED_MAX) tried.quiets[tried.quiet_count++] = move.info;
    }
    movepick_end(&mp);
    if (move.count == 0 && !stopped(w)) {
        if (ss->excluded || mp.truncated) return n->alpha;
        return score_of_outcome(pos, position_no_move_outcome(pos), n->ply);
    }
    return best;
}

/* Searches a node above quiescence. */
static Score search(Worker *w, Stack *ss, int ply, int depth, Score alpha, Score beta, bool cut)
{
    if (depth <= 0) return quiescence(w, ss, ply, 0, alpha, beta);
    Position *pos = w->pos;
    Node n = {.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .pv = beta - alpha > 1, .cut = cut};
    Score score;
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(ply < MAX_PLY && ss == w->stack + STACK_MARGIN + ply);
    ss->pv_length = 0;

    /* 1. The end: of the search, of the game, of the stack. */
    if (must_stop(w)) return 0;
    if (n.pv && ply > w->root.seldepth) w->root.seldepth = ply;
    if (ply == 0) w->root.window = beta - alpha;
    if (ply > 0) {
        if (!ss->excluded && (game_over(w, ply, &score) || tb_score(w, ply, &score))) return score;
        if (ply >= MAX_PLY - 1) return corrected(w, raw_evaluation(w));
        /* 2. Mate distance pruning. */
        n.alpha = max(n.alpha, score_loss_in(ply));
        n.beta = min(n.beta, score_win_in(ply + 1));
        if (n.alpha >= n.beta) return n.alpha;
    }

    /* 3. Transposition table; not for a node with an excluded move. */
    n.key = table_key(pos);
    n.hit = !ss->excluded && tt_probe(w->settings.tt, n.key, &n.tt);
    if (n.hit) n.tt.score = score_from_table(n.tt.score, ply);
    if (ply > 0 && table_cut(&n)) return n.tt.score;

    /* 4. Static evaluation; pruning of the whole node. */
    ss->double_extensions = (ss - 1)->double_extensions;
    ss->count = 0;
    evaluate_node(w, ss, &n);
    learn_from_evaluation(w, ss);
    if (prune_node(w, ss, &n, &score)) return score;
    if (stopped(w)) return 0;

    /* 5. Internal iterative reduction: no move from the table. */
    if (ply > 0 && ply >= mate_plies(w) && !n.tt.move && !ss->excluded) {
        if (n.pv && n.depth >= w->params->iir_depth) --n.depth;
        if (n.cut && n.depth >= w->params->iir_cut_depth) n.depth -= 2;
    }

    /* 6. All moves. */
    Move best_move = MOVE_NONE;
    score = search_moves(w, ss, &n, &best_move);
    if (stopped(w)) return 0;
    assert(-SCORE_INFINITE < score && score < SCORE_INFINITE);

    /* 7. Store the result, unless moves of the root were left out; update the correction history. */
    if (ss->excluded || n.multicut || (ply == 0 && w->root.first > 0)) return score;
    Bound bound = score >= n.beta ? BOUND_LOWER : n.pv && best_move ? BOUND_EXACT : BOUND_UPPER;
    if (ply > 0 || !w->pool->limits.move_count) {
        store(w, n.key, ply, score,
              (TTEntry){.move = best_move, .eval = n.raw, .depth = n.depth, .bound = bound, .pv = n.pv || n.tt.pv});
    }
    /* ss->info is of the last move searched. That is the best move after a cutoff; at the few exact nodes it need not
     * be, and asking for the best move's own kind there gained nothing in 4,860 games. */
    bool quiet = !best_move || !ss->info.noisy;
    if (ss->eval != SCORE_NONE && quiet && !is_decisive(score)
        && !(bound == BOUND_LOWER && score <= ss->eval) && !(bound == BOUND_UPPER && score >= ss->eval))
        history_update_correction(&w->history, pos, n.depth, score - ss->eval);
    return score;
}

Score search_tree(Worker *w, int depth, Score alpha, Score beta)
{
    return search(w, w->stack + STACK_MARGIN, 0, depth, alpha, beta, false);
}
