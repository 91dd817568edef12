/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A limited player finds its move by small searches, each over a list of root moves: the moves that it sees;
 * all moves, for the best score; the chosen move alone, for its loss. Each starts with an empty table, so
 * that earlier searches and pondering give no hints.
 */

#include <stdlib.h>
#include <string.h>

#include "../eval/evaluate.h"
#include "../util/random.h"
#include "pool.h"

enum {
    PERMILLE = 1000,
    CROWD = 12,           /* legal moves: haste is half as likely as with very many */
    TENTHS = 10,
    WINS_SEEN_FROM = 30,  /* moves: a player with at least this breadth sees every move that wins at once */
    ATTEMPTS = 3,         /* to find a move within the bound of loss; then the best move is played */
    OVERWHELMING = 1000, /* centipawns of chess: against a lone king with more than that no player errs */
    DECIDED = 2000,       /* centipawns of chess: scores beyond this count as equal */
    /* For variety, an equal or nearly equal move: permille of the moves in the opening and later, and the
     * maximum loss in centipawns of chess. */
    VARIETY_OPENING = 350, VARIETY_LATER = 80, VARIETY_LOSS = 20
};

typedef struct Candidate {
    Move move;
    Score score;
    int depth, seldepth, pv_length;
    Move pv[MAX_PLY + 1];
} Candidate;

/* What is known of a move without a search. */
typedef struct Glance {
    Move move;
    Score value; /* static evaluation after the move, for the side that makes it */
    bool noisy, wins;
} Glance;

typedef struct SkillSearch {
    Worker *worker;
    Skill skill;
    uint64_t random;
    size_t count;
    Glance *moves; /* all legal moves */
    Move *all, *seen;
    int crowd;     /* permille: grows with the number of legal moves */
    uint64_t nodes; /* searched so far */
} SkillSearch;

static int random_below(SkillSearch *c, int n) { return (int)(splitmix64(&c->random) % (uint64_t)n); }
static bool chance(SkillSearch *c, int permille) { return random_below(c, PERMILLE) < permille; }

static bool is_opening(const SkillSearch *c) { return c->worker->pos->state->number <= SKILL_OPENING; }

/* ---- Glances ---- */

static Glance glance_at(Worker *w, Move move)
{
    Position *pos = w->pos;
    Glance glance = {.move = move};
    MoveInfo info;
    position_describe(pos, &move, 1, &info);
    glance.noisy = info.noisy;
    position_make(pos, move);
    Outcome outcome = pos->variant->end.on_board(pos);
    /* In peril there may be no legal move left. */
    if (outcome.result == ONGOING && position_in_peril(pos)
        && position_generate(pos, GEN_ALL, arena_room(&w->arena)) == arena_room(&w->arena))
        outcome = position_no_move_outcome(pos);
    glance.wins = outcome.result == result_win(pos->side ^ 1);
    glance.value = glance.wins                 ? SCORE_MATE
                   : outcome.result == ONGOING ? -evaluate_scaled(pos, evaluate(pos, NULL))
                   : outcome.result == DRAW    ? 0
                                               : -SCORE_MATE;
    position_unmake(pos);
    return glance;
}

static void forget(SkillSearch *c) { tt_clear(c->worker->pool->own_tt); }

/* Searches these moves with a node limit for the best one. False if nothing was found: out of memory. */
static bool look(SkillSearch *c, const Move *moves, size_t count, uint64_t nodes, Candidate *found)
{
    Worker *w = c->worker;
    uint64_t limit = w->pool->limits.nodes;
    SearchSettings settings = {.tt = w->pool->own_tt, .nodes = limit && limit < nodes ? limit : nodes};
    if (!search_privately(w, moves, count, &settings)) return false;
    c->nodes += nodes_of(w);
    const RootMove *root = &w->root.moves[0];
    *found = (Candidate){
        .move = root->move, .score = root_score(root), .depth = w->root.completed, .seldepth = root->seldepth, .pv_length = 1};
    found->pv[0] = root->move;
    if (root->pv) {
        found->pv_length = root->pv_length;
        memcpy(found->pv, root->pv, (size_t)root->pv_length * sizeof(Move));
    }
    return true;
}

static bool is_ended(const SkillSearch *c) { return atomic_load(&c->worker->pool->signals.ended); }

/* ---- Errors ---- */

static bool sees(SkillSearch *c, const Glance *move)
{
    int breadth = move->noisy && !move->wins ? 2 * c->skill.breadth : c->skill.breadth;
    if (move->wins && c->skill.breadth >= WINS_SEEN_FROM * TENTHS) return true;
    return random_below(c, breadth + TENTHS * (int)c->count) < breadth;
}

/* Fills `seen` with the moves that the player sees, at least one, and returns their number; *best is the one
 * that looks best at a glance. */
static size_t see(SkillSearch *c, const Glance **best)
{
    size_t n = 0;
    *best = NULL;
    for (size_t i = 0; i < c->count; ++i) {
        if (!sees(c, &c->moves[i])) continue;
        c->seen[n++] = c->moves[i].move;
        if (!*best || c->moves[i].value > (*best)->value) *best = &c->moves[i];
    }
    if (n) return n;
    *best = &c->moves[random_below(c, (int)c->count)];
    c->seen[0] = (*best)->move;
    return 1;
}

static Score worth(const SkillSearch *c, Score score)
{
    Score bound = scaled(c->worker->pos, DECIDED);
    return score > bound ? bound : score < -bound ? -bound : score;
}

static Score loss_allowed(const SkillSearch *c)
{
    return scaled(c->worker->pos, is_opening(c) ? c->skill.opening_loss : c->skill.loss);
}

/* For variety, sometimes replaces the choice by an equal move. */
static void vary(SkillSearch *c, size_t seen, Candidate *choice)
{
    Candidate other;
    if (seen < 2 || is_ended(c) || is_mate(choice->score) || !chance(c, is_opening(c) ? VARIETY_OPENING : VARIETY_LATER)) return;
    size_t n = 0;
    for (size_t i = 0; i < seen; ++i)
        if (c->seen[i] != choice->move) c->seen[n++] = c->seen[i];
    if (look(c, c->seen, n, c->skill.nodes, &other) && !is_ended(c)
        && choice->score - other.score <= scaled(c->worker->pos, VARIETY_LOSS))
        *choice = other;
}

/* Chooses a move with the player's errors, without the bound of loss; *sound if nothing was overlooked and
 * nothing chosen in haste. */
static bool try(SkillSearch *c, Candidate *choice, bool *sound)
{
    const Glance *best;
    size_t seen = see(c, &best);
    bool hasty = chance(c, c->skill.hasty * c->crowd / PERMILLE);
    *sound = seen == c->count && !hasty;
    if (best->wins || hasty) {
        *choice = (Candidate){.move = best->move, .score = best->value, .seldepth = 1, .pv = {best->move}, .pv_length = 1};
        if (best->wins) choice->score = score_win_in(1);
        *sound |= best->wins;
        return true;
    }
    if (!look(c, c->seen, seen, c->skill.nodes, choice)) return false;
    vary(c, seen, choice);
    return true;
}

/* Is the loss of the move within the bound? The move then takes the score of this check. */
static bool is_bearable(SkillSearch *c, Candidate *choice, const Candidate *best, uint64_t nodes)
{
    Candidate checked;
    if (choice->move == best->move) return true;
    if (!look(c, &choice->move, 1, nodes, &checked) || is_ended(c)) return true;
    bool bearable = worth(c, best->score) - worth(c, checked.score) <= loss_allowed(c);
    if (bearable) *choice = checked;
    return bearable;
}

static bool decide(SkillSearch *c, Candidate *choice)
{
    uint64_t nodes = skill_evaluation_nodes(&c->skill, c->count);
    Candidate best = {.move = MOVE_NONE};
    if (c->skill.generous && chance(c, c->skill.generous)) {
        Move move = generous_move(c->worker, c->all, c->count, &c->random);
        return look(c, &move, 1, c->skill.nodes, choice);
    }
    for (int i = 0; i < ATTEMPTS; ++i) {
        bool sound;
        forget(c);
        if (!try(c, choice, &sound)) return false;
        if (sound || c->count == 1 || is_ended(c)) return true;
        if (loss_allowed(c) >= 2 * scaled(c->worker->pos, DECIDED)) return true;
        forget(c);
        if (!best.move && (!look(c, c->all, c->count, nodes, &best) || is_ended(c))) return true;
        if (is_bearable(c, choice, &best, nodes)) return true;
    }
    *choice = best;
    return true;
}

/* ---- The interface to the search ---- */

/* A lone king can do nothing, so there is nothing to overlook and no need to hurry. A player with overwhelming material
 * looks at every move, far enough not to stalemate and to see the mate come. With less it may still fumble. */
static void see_all(SkillSearch *c)
{
    enum { ALL = 1000000 };
    c->skill.nodes = skill_evaluation_nodes(&c->skill, c->count);
    c->skill.breadth = ALL * TENTHS;
    c->skill.hasty = c->skill.generous = 0;
}

static bool begin(SkillSearch *c)
{
    Worker *w = c->worker;
    const Position *pos = w->pos;
    c->count = w->root.count;
    if (lone_king_material(pos) > scaled(pos, OVERWHELMING)) see_all(c);
    c->crowd = (int)(c->count * PERMILLE / (c->count + CROWD));
    c->random = c->skill.seed ^ pos->state->key ^ zobrist_word(position_plies(pos) + 1, 0x736B696C6Cu);
    c->moves = malloc(c->count * sizeof *c->moves);
    c->all = malloc(c->count * sizeof *c->all);
    c->seen = malloc(c->count * sizeof *c->seen);
    if (!c->moves || !c->all || !c->seen) return false;
    for (size_t i = 0; i < c->count; ++i) {
        c->all[i] = w->root.moves[i].move;
        c->moves[i] = glance_at(w, c->all[i]);
    }
    return true;
}

/* Makes the choice the only root move. */
static void put_choice(const SkillSearch *c, const Candidate *choice)
{
    Worker *w = c->worker;
    if (!worker_begin(w, &choice->move, 1)) return;
    RootMove *root = &w->root.moves[0];
    root->score = choice->score;
    root->seldepth = choice->seldepth;
    if ((root->pv = malloc((MAX_PLY + 1) * sizeof(Move)))) {
        memcpy(root->pv, choice->pv, (size_t)choice->pv_length * sizeof(Move));
        root->pv_length = choice->pv_length;
    }
    w->root.completed = (int)max(1, choice->depth);
    atomic_store(&w->nodes, c->nodes);
}

void skill_search(Worker *w)
{
    SkillSearch c = {.worker = w, .skill = w->pool->limits.skill};
    Candidate choice;
    /* Without memory the first move is played. */
    if (begin(&c) && decide(&c, &choice)) {
        put_choice(&c, &choice);
        search_report(w, 0, w->root.completed, BOUND_EXACT);
    }
    free(c.moves);
    free(c.all);
    free(c.seen);
}
