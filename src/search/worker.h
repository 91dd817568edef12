/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The data of a search thread, internal to the search. */
#ifndef QUINCUNX_WORKER_H
#define QUINCUNX_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "../eval/nnue.h"
#include "../tablebases/probe.h"
#include "history.h"
#include "pairs.h"
#include "search.h"

/* Stack of move lists: each node of the line appends its own. */
typedef struct Arena {
    Move *moves; /* room for max_moves more behind those in use, where generators write */
    MoveInfo *info;
    /* Of the list being picked: the scores, and the place of each move. */
    int32_t *scores;
    uint32_t *places;
    size_t used, capacity;
    MovePart *parts; /* room for both lists of parts; NULL in games without parts */
    PairMemory pairs;
} Arena;

/* The free end, where generators may write. */
static inline Move *arena_room(const Arena *arena) { return arena->moves + arena->used; }

/* One node on the current line. */
typedef struct Stack {
    Move move;         /* made from here; MOVE_NONE for a null move */
    MoveInfo info;     /* of that move */
    Move excluded;     /* for the singular search */
    Move killers[2];
    Score eval;        /* corrected static evaluation, SCORE_NONE in peril */
    int double_extensions;
    int count;         /* index of that move, from 1; 0: it was tried before the others */
    int pv_length;
    FactsRoom facts;   /* of the position, emptied when it is entered; from here on nothing is cleared for a new search */
    Move pv[MAX_PLY + 1];
} Stack;

typedef struct RootMove {
    Move move;
    Score score, previous; /* -SCORE_INFINITE: never the best so far */
    Bound bound;           /* bound of the score */
    uint64_t nodes;
    int seldepth;
    int pv_length;
    Move *pv; /* MAX_PLY + 1 moves, allocated when the move is first best */
} RootMove;

/* What a search uses, and whom it tells. */
typedef struct SearchSettings {
    TranspositionTable *tt;
    uint64_t nodes; /* limit; 0: none */
    bool bounded;   /* that limit applies */
    SearchCallbacks callbacks;
} SearchSettings;

struct Worker;
/* A worker's thread, which sleeps between its tasks. All but the handle is guarded by the pool's mutex. */
typedef struct WorkerThread {
    pthread_t handle;
    bool exists;
    bool leaving; /* it must end */
    void (*task)(struct Worker *worker); /* the running or next task; NULL: none */
} WorkerThread;

/* The moves at the root, and how far their search is. */
typedef struct Root {
    RootMove *moves;
    size_t count;
    size_t first; /* index of the MultiPV line being searched */
    int depth, completed, seldepth;
    Score window; /* width of the window */
    Move move;    /* the move being searched, */
    unsigned number; /* and its index in this iteration, from 1 */
} Root;

/* Null move verification: no null move for this side before this ply. */
typedef struct NoNull {
    int before;
    Side side;
} NoNull;

typedef struct Worker {
    SearchPool *pool;
    const SearchParams *params; /* the pool's */
    SearchSettings settings;
    int id; /* 0 is the main thread */
    WorkerThread thread;
    Position *pos;
    Evaluator *evaluator;
    History history;
    Arena arena;
    Stack *stack; /* the root is at STACK_MARGIN */
    Root root;
    _Atomic uint64_t nodes;
    NoNull no_null;
    bool must_finish; /* the main thread in iteration 1: a stop only hurries it */
    bool hurried; /* stopped within that: no search beyond ply 1 */
} Worker;

/* Plies before the root that the tree may refer to. */
enum { STACK_MARGIN = 4 };

/* Creates a worker for a game and perhaps a net; NULL if memory ran out. */
Worker *worker_new(SearchPool *pool, const Variant *variant, const Net *net, int id);
void worker_free(Worker *worker); /* NULL is allowed */
/* Bytes that a worker needs. */
size_t worker_memory(const Variant *variant, const Net *net);
/* Places it at a position (copied); false if memory ran out. */
bool worker_place(Worker *worker, const Position *pos);
/* Runs a task in the worker's thread, without waiting. The thread is created on first use and kept until the
 * worker is freed. False if the system cannot create it. The worker must be idle. */
bool worker_run(Worker *worker, void (*task)(Worker *worker));
/* Waits until the worker is idle. */
void worker_wait(Worker *worker);
/* Prepares a search from the worker's position with these root moves, all without results, and the pool's settings. */
bool worker_begin(Worker *worker, const Move *moves, size_t count);

/* Nodes made by this thread so far. */
static inline uint64_t nodes_of(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* ---- The root moves: their results so far and their order (roots.c) ---- */

/* Gives a worker root moves, copied, without results. Returns false if memory ran out. */
bool roots_set(Worker *worker, const Move *moves, size_t count);
void roots_free(Worker *worker);
/* Orders moves without results: the most valuable captures come first. */
void roots_order(Worker *worker);
/* Sorts the moves from index `from` to before `to`, best first; moves that were never best keep their order. */
void roots_sort(Worker *worker, size_t from, size_t to);
/* Records the result of a move: the nodes it took and, if it is the best so far, its score, the bound of the
 * score (BOUND_NONE: the move is not the best) and the PV of the node after the move. */
void root_update(Worker *worker, Move move, const Stack *after, Score score, uint64_t nodes, Bound bound);
/* After an unfinished iteration, keeps of the roots from this index on the scores that are lower bounds.
 * Upper bounds, and losses while other moves are unsearched, are dropped; the last iteration counts instead,
 * in which `best` was the best move. */
void roots_keep_proven(Worker *worker, size_t from, Move best);
/* The score of a move, from the iteration that found it best, finished or not. */
Score root_score(const RootMove *root);
/* The second move of its line, MOVE_NONE if there is none. */
Move root_ponder(const RootMove *root);

/* ---- Score arithmetic ---- */

static inline Score score_win_in(int ply) { return SCORE_MATE - ply; }
static inline Score score_loss_in(int ply) { return -SCORE_MATE + ply; }
static inline bool is_mate(Score score) { return score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN; }
/* A proven result, beyond any evaluation. */
static inline bool is_decisive(Score score) { return score > EVAL_MAX || score < -EVAL_MAX; }
/* Won or lost by a cycle: true only for this path to the position. */
static inline bool is_cycle(Score score) { return score == SCORE_CYCLE || score == -SCORE_CYCLE; }

/* Mate scores count plies from the root in the tree and from the node in the table. */
static inline Score score_to_table(Score score, int ply)
{
    return score > SCORE_MATE_MIN ? score + ply : score < -SCORE_MATE_MIN ? score - ply : score;
}
static inline Score score_from_table(Score score, int ply)
{
    return score > SCORE_MATE_MIN ? score - ply : score < -SCORE_MATE_MIN ? score + ply : score;
}

/* Scales a margin in centipawns of chess to this game's centipawns. */
static inline Score scaled(const Position *pos, int margin) { return margin * variant_margin_percent(pos->variant) / 100; }
/* Scales a score of this game to centipawns of chess. */
static inline Score unscaled(const Position *pos, Score score) { return score * 100 / variant_margin_percent(pos->variant); }

#endif
