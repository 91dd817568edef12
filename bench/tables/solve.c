/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/notation/notation.h"
#include "../../src/util/bytes.h"
#include "../../src/util/whole_file.h"
#include "../../src/tablebases/crc.h"
#include "setup.h"
#include "write.h"

/*
 * The state of a position, in 16 bits. A pending position is resolved again at a later level: it has a move
 * into an endgame solved earlier whose distance counts only then.
 */
enum {
    UNKNOWN = 0x0000,
    PENDING = 0x4000, /* plus the level */
    WON = 0x8000,     /* plus plies */
    LOST = 0xC000,    /* plus plies */
    DRAWN = 0x3FFF,   /* the game is over: a draw */
    ABSENT = 0xFFFF,  /* not a position */
    KIND = 0xC000,
    PLIES = 0x3FFF
};

enum {
    CHUNK = 1 << 12,   /* positions that a thread takes at a time */
    TOGETHER_MAX = 3,  /* maximum number of pieces moved by one move */
    PATTERNS_MAX = 64,
    DEPTH_MAX = 3      /* plies of lookahead after a double step */
};

/* The pieces that a move moves together, and for each square where each piece can come from. */
typedef struct Pattern {
    Side mover;
    uint8_t count;
    Piece pieces[TOGETHER_MAX];
    uint64_t origins[TOGETHER_MAX][SQUARE_MAX][3];
} Pattern;

typedef struct Patterns {
    Pattern *list;
    unsigned count;
} Patterns;

typedef struct SolverThread {
    Solver *solver;
    pthread_t thread;
    SetUp set_up;
    Move *moves; /* DEPTH_MAX + 1 lists */
    Patterns patterns;
    uint64_t decided;
    unsigned pending_max;
    bool failed;
} SolverThread;

struct Solver {
    const Variant *variant;
    TbIndex index;
    SolveOptions options;
    SolverThread *threads;
    _Atomic(uint16_t) *known[SIDE_NB];
    uint8_t *phase[SIDE_NB];
    _Atomic(uint8_t) *marked[SIDE_NB];
    Patterns patterns;
    unsigned level;
    unsigned pending_max; /* the last level with a pending position */
    uint64_t decided;
    void (*work)(SolverThread *thread, Side side, uint32_t first, uint32_t end);
    atomic_uint_fast64_t next; /* the next chunk */
    atomic_bool halt;
    pthread_mutex_t mutex; /* guards missing */
    bool has_missing;
    Material missing;
};

/* ---- Allocation ---- */

static void thread_free(SolverThread *thread)
{
    set_up_free(&thread->set_up);
    free(thread->moves);
    free(thread->patterns.list);
}

void solver_free(Solver *solver)
{
    if (!solver) return;
    for (unsigned i = 0; solver->threads && i < solver->options.threads; ++i) thread_free(&solver->threads[i]);
    free(solver->threads);
    for (Side s = WHITE; s <= BLACK; ++s) {
        free((void *)solver->known[s]);
        free((void *)solver->marked[s]);
        free(solver->phase[s]);
    }
    free(solver->patterns.list);
    pthread_mutex_destroy(&solver->mutex);
    free(solver);
}

static bool allocate(Solver *solver)
{
    bool ok = true;
    for (Side s = WHITE; s <= BLACK; ++s) {
        solver->known[s] = calloc(solver->index.size, sizeof *solver->known[s]);
        solver->marked[s] = calloc(solver->index.size, sizeof *solver->marked[s]);
        solver->phase[s] = calloc(solver->index.size, 1);
        ok = ok && solver->known[s] && solver->marked[s] && solver->phase[s];
    }
    solver->threads = calloc(solver->options.threads, sizeof *solver->threads);
    for (unsigned i = 0; ok && solver->threads && i < solver->options.threads; ++i) {
        SolverThread *thread = &solver->threads[i];
        thread->solver = solver;
        thread->moves = malloc((size_t)solver->variant->max_moves * (DEPTH_MAX + 1) * sizeof(Move));
        ok = set_up_init(&thread->set_up, &solver->index) && thread->moves;
    }
    return ok && solver->threads;
}

Solver *solver_new(const Variant *variant, const Material *material, const SolveOptions *options, ErrorText *error)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver) {
        error_set(error, "out of memory");
        return NULL;
    }
    solver->variant = variant;
    solver->options = *options;
    pthread_mutex_init(&solver->mutex, NULL);
    if (variant->counter_limit > UINT8_MAX) error_set(error, "the draw counter of %s runs too long for tables", variant->name);
    else if (!index_init(&solver->index, variant, material, true, POSITIONS_MAX, error)) ;
    else if (allocate(solver)) return solver;
    else error_set(error, "out of memory: %llu MiB are needed", (unsigned long long)solver->index.size * 8 >> 20);
    solver_free(solver);
    return NULL;
}

/* ---- Threads ---- */

static uint64_t chunks_of(const Solver *solver) { return ((uint64_t)solver->index.size + CHUNK - 1) / CHUNK; }

static bool halted(const Solver *solver)
{
    return atomic_load_explicit(&solver->halt, memory_order_relaxed);
}

static bool asked_to_stop(const Solver *solver)
{
    return solver->options.stop && atomic_load_explicit(solver->options.stop, memory_order_relaxed);
}

static void tell(const Solver *solver, double share)
{
    if (!solver->options.progress) return;
    SolveProgress progress = {solver->level, share, solver->decided};
    solver->options.progress(solver->options.context, &progress);
}

static void *thread_main(void *argument)
{
    SolverThread *thread = argument;
    Solver *solver = thread->solver;
    uint64_t per_side = chunks_of(solver);
    for (;;) {
        uint64_t chunk = atomic_fetch_add(&solver->next, 1);
        if (chunk >= 2 * per_side || halted(solver)) return NULL;
        uint32_t first = (uint32_t)(chunk % per_side * CHUNK);
        uint32_t end = solver->index.size - first < CHUNK ? solver->index.size : first + CHUNK;
        solver->work(thread, chunk < per_side ? WHITE : BLACK, first, end);
        if (solver->level == 0 && thread == solver->threads && chunk % 16 == 0) {
            if (asked_to_stop(solver)) atomic_store(&solver->halt, true);
            tell(solver, (double)chunk / (double)(2 * per_side));
        }
    }
}

/* Runs work over all positions; false if a thread failed. */
static bool run_threads(Solver *solver, void (*work)(SolverThread *, Side, uint32_t, uint32_t))
{
    solver->work = work;
    atomic_store(&solver->next, 0);
    unsigned started = 1;
    while (started < solver->options.threads
           && pthread_create(&solver->threads[started].thread, NULL, thread_main, &solver->threads[started]) == 0)
        ++started;
    thread_main(&solver->threads[0]);
    for (unsigned i = 1; i < started; ++i) pthread_join(solver->threads[i].thread, NULL);
    bool failed = false;
    solver->decided = 0;
    for (unsigned i = 0; i < solver->options.threads; ++i) {
        SolverThread *thread = &solver->threads[i];
        failed |= thread->failed;
        solver->decided += thread->decided;
        if (thread->pending_max > solver->pending_max) solver->pending_max = thread->pending_max;
    }
    return !failed;
}

/* ---- Following the pieces of a move ---- */

/* The pieces that the last move moved; `follow` is false if the pieces are no longer the same. */
typedef struct Moved {
    uint8_t count;
    uint8_t piece[TOGETHER_MAX];
    Square from[TOGETHER_MAX];
} Moved;

static bool follow(const TbIndex *index, const Position *pos, const Square *before, Square *after, Moved *moved)
{
    unsigned count = index->material.count;
    memcpy(after, before, count);
    moved->count = 0;
    if (pos->state->hands != index->material.hands) return false;
    unsigned lifted = 0; /* set of pieces */
    for (uint32_t i = pos->state[-1].log_end; i < pos->state->log_end; ++i) {
        const Change *change = &pos->changes[i];
        if (change->before) {
            unsigned piece = 0;
            while (piece < count && (lifted >> piece & 1 || after[piece] != change->square)) ++piece;
            if (piece == count) return false;
            lifted |= 1u << piece;
        }
        if (change->after) {
            unsigned piece = 0;
            while (piece < count && (!(lifted >> piece & 1) || index->material.pieces[piece] != change->after)) ++piece;
            if (piece == count) return false;
            lifted &= ~(1u << piece);
            after[piece] = change->square;
        }
    }
    if (lifted) return false;
    for (unsigned piece = 0; piece < count; ++piece) {
        if (after[piece] == before[piece]) continue;
        if (moved->count == TOGETHER_MAX) return false;
        moved->piece[moved->count] = (uint8_t)piece;
        moved->from[moved->count++] = before[piece];
    }
    return true;
}

/* ---- Origins ---- */

static Pattern *pattern_find(Patterns *patterns, Side mover, const Piece *pieces, unsigned count)
{
    for (unsigned i = 0; i < patterns->count; ++i) {
        Pattern *p = &patterns->list[i];
        if (p->mover == mover && p->count == count && memcmp(p->pieces, pieces, count) == 0) return p;
    }
    if (patterns->count == PATTERNS_MAX) return NULL;
    if (!patterns->list) patterns->list = calloc(PATTERNS_MAX, sizeof(Pattern));
    if (!patterns->list) return NULL;
    Pattern *p = &patterns->list[patterns->count++];
    p->mover = mover;
    p->count = (uint8_t)count;
    memcpy(p->pieces, pieces, count);
    return p;
}

/* Records a move and its images under symmetry. */
static bool note_move(SolverThread *thread, Side mover, const Moved *moved, const Square *after)
{
    const TbIndex *index = &thread->solver->index;
    Piece pieces[TOGETHER_MAX];
    for (unsigned i = 0; i < moved->count; ++i) pieces[i] = index->material.pieces[moved->piece[i]];
    Pattern *p = pattern_find(&thread->patterns, mover, pieces, moved->count);
    if (!p) return false;
    for (unsigned i = 0; i < moved->count; ++i) {
        unsigned piece = moved->piece[i], from = moved->from[i], to = after[piece];
        uint64_t *origins = p->origins[i][to];
        if (origins[from >> 6] >> (from & 63) & 1) continue;
        unsigned symmetry = index->frame[index->material.board[piece]].symmetry;
        for (unsigned op = 0; op < BOARD_OPERATIONS; ++op) {
            if (!(symmetry >> op & 1)) continue;
            unsigned origin = index->transformed[op][from];
            p->origins[i][index->transformed[op][to]][origin >> 6] |= (uint64_t)1 << (origin & 63);
        }
    }
    return true;
}

static bool merge_patterns(Solver *solver)
{
    for (unsigned i = 0; i < solver->options.threads; ++i) {
        Patterns *own = &solver->threads[i].patterns;
        for (unsigned j = 0; j < own->count; ++j) {
            const Pattern *from = &own->list[j];
            Pattern *to = pattern_find(&solver->patterns, from->mover, from->pieces, from->count);
            if (!to) return false;
            for (unsigned k = 0; k < from->count; ++k)
                for (unsigned s = 0; s < SQUARE_MAX; ++s)
                    for (unsigned w = 0; w < 3; ++w) to->origins[k][s][w] |= from->origins[k][s][w];
        }
    }
    return true;
}

static void mark(SolverThread *thread, Side side, const Square *squares)
{
    const Solver *solver = thread->solver;
    unsigned count = solver->index.material.count;
    for (unsigned i = 1; i < count; ++i)
        for (unsigned j = 0; j < i; ++j)
            if (squares[i] == squares[j]) return;
    uint32_t number = index_of(&solver->index, squares);
    if (number >= solver->index.size) return; /* a place that the piece cannot have: the origins of a checkpoint may say it */
    uint16_t known = atomic_load_explicit(&solver->known[side][number], memory_order_relaxed);
    if (known == UNKNOWN || (known & KIND) == PENDING)
        atomic_store_explicit(&solver->marked[side][number], 1, memory_order_relaxed);
}

/* Moves the pieces of a pattern, from the k-th on, back to their possible origins. */
static void mark_pattern(SolverThread *thread, const Pattern *p, unsigned k, unsigned used, const Square *squares)
{
    const TbIndex *index = &thread->solver->index;
    if (k == p->count || k == TOGETHER_MAX) {
        mark(thread, p->mover, squares);
        return;
    }
    for (unsigned piece = 0; piece < index->material.count; ++piece) {
        if (used >> piece & 1 || index->material.pieces[piece] != p->pieces[k]) continue;
        Square before[PIECES_MAX];
        memcpy(before, squares, sizeof before);
        for (unsigned w = 0; w < 3; ++w) {
            for (uint64_t set = p->origins[k][squares[piece]][w]; set; set &= set - 1) {
                before[piece] = (Square)(w * 64 + (unsigned)__builtin_ctzll(set));
                mark_pattern(thread, p, k + 1, used | 1u << piece, before);
            }
        }
    }
}

/* Marks all possible predecessors of the positions decided one level ago. */
static void mark_origins(SolverThread *thread, Side side, uint32_t first, uint32_t end)
{
    Solver *solver = thread->solver;
    unsigned plies = solver->level - 1;
    for (uint32_t number = first; number < end; ++number) {
        uint16_t known = atomic_load_explicit(&solver->known[side][number], memory_order_relaxed);
        if (!(known & WON) || known == ABSENT || (known & PLIES) != plies) continue;
        Square squares[PIECES_MAX] = {0};
        index_squares(&solver->index, number, squares);
        for (unsigned i = 0; i < solver->patterns.count; ++i)
            if (solver->patterns.list[i].mover != side) mark_pattern(thread, &solver->patterns.list[i], 0, 0, squares);
    }
}

/* ---- Resolving a position ---- */

/* The result at the present level: a value, or the level at which to look again. */
typedef struct Resolution {
    enum { RESOLVED_OPEN, RESOLVED_DECIDED, RESOLVED_OVER } kind;
    TbValue value; /* decided: in at most `level` plies; over: the game has ended */
    unsigned again;    /* open: level at which more is known, UINT_MAX if none is foreseen */
} Resolution;

static Resolution resolve(SolverThread *thread, const Square *squares, Move *list, unsigned depth);

/* Resolves the position after a move, already made. */
static Resolution resolve_after(SolverThread *thread, const Square *before, Move *list, unsigned depth)
{
    Solver *solver = thread->solver;
    Position *pos = thread->set_up.pos;
    const State *state = pos->state;
    Square after[PIECES_MAX];
    Moved moved;
    Resolution open = {RESOLVED_OPEN, {0}, UINT32_MAX};
    bool same = follow(&solver->index, pos, before, after, &moved);
    if (same && solver->level == 0 && depth == 0 && !note_move(thread, pos->side ^ 1, &moved, after)) thread->failed = true;
    if (same && (state->ep[0] != SQUARE_NONE || state->ep[1] != SQUARE_NONE))
        return depth < DEPTH_MAX ? resolve(thread, after, list, depth + 1) : open;
    if (same) {
        uint32_t number = index_of(&solver->index, after);
        uint16_t known = atomic_load_explicit(&solver->known[pos->side][number], memory_order_relaxed);
        if (!(known & WON) || known == ABSENT) return open;
        TbResult result = (known & KIND) == WON ? TB_WIN : TB_LOSS;
        TbValue value = {result, known & PLIES, 0};
        if (value.plies < solver->level) value.phase = solver->phase[pos->side][number];
        return (Resolution){RESOLVED_DECIDED, value, 0};
    }
    TbValue value;
    Placement p;
    if (tb_value(solver->options.known, pos, &value)) return (Resolution){RESOLVED_DECIDED, value, 0};
    pthread_mutex_lock(&solver->mutex);
    if (placement_of(pos, &p)) {
        solver->missing = p.material;
        solver->has_missing = true;
    } else {
        thread->failed = true;
    }
    pthread_mutex_unlock(&solver->mutex);
    atomic_store(&solver->halt, true);
    return open;
}

/* Resolves the position on the board, with its pieces on `squares`, by its moves. */
static Resolution resolve(SolverThread *thread, const Square *squares, Move *list, unsigned depth)
{
    Solver *solver = thread->solver;
    const Variant *variant = solver->variant;
    Position *pos = thread->set_up.pos;
    Outcome outcome = variant->board_outcome(pos);
    if (outcome.result != ONGOING) return (Resolution){RESOLVED_OVER, value_of_end(outcome.result, pos->side), 0};
    Move *end = variant->generate(pos, GEN_ALL, list);
    if (end == list) return (Resolution){RESOLVED_OVER, value_of_end(position_no_move_outcome(pos).result, pos->side), 0};

    bool all_lose = true, any_wins = false;
    TbValue best = {TB_LOSS, 0, 0};
    unsigned again = UINT32_MAX;
    for (Move *move = list; move != end; ++move) {
        position_make(pos, *move);
        Resolution after = resolve_after(thread, squares, end, depth);
        bool counted = pos->state->counter != 0;
        position_unmake(pos);
        if (after.kind == RESOLVED_OPEN) {
            if (after.again < again) again = after.again;
            all_lose = false;
            continue;
        }
        TbValue value = value_of_move(variant, after.value, counted);
        if (value.result == TB_DRAW) {
            all_lose = false;
        } else if (value.plies > solver->level) { /* counts at a later level */
            if (value.plies < again) again = value.plies;
            all_lose = false;
        } else if (value.result == TB_WIN) {
            best = any_wins ? value_better(best, value) : value;
            any_wins = true;
        } else if (!any_wins) {
            best = value_better(best, value);
        }
    }
    if (any_wins || all_lose) return (Resolution){RESOLVED_DECIDED, best, 0};
    return (Resolution){RESOLVED_OPEN, {0}, again};
}

/* Stores the result of a position. */
static void set_down(SolverThread *thread, Side side, uint32_t number, const Resolution *found)
{
    Solver *solver = thread->solver;
    uint16_t known = UNKNOWN;
    if (found->kind == RESOLVED_OPEN) {
        if (found->again <= ENDGAME_PLIES_MAX) {
            known = (uint16_t)(PENDING | found->again);
            if (found->again > thread->pending_max) thread->pending_max = found->again;
        }
    } else if (found->value.result == TB_DRAW) {
        known = DRAWN;
    } else {
        known = (uint16_t)((found->value.result == TB_WIN ? WON : LOST) | found->value.plies);
        solver->phase[side][number] = (uint8_t)found->value.phase;
        ++thread->decided;
    }
    atomic_store_explicit(&solver->known[side][number], known, memory_order_relaxed);
}

/* The first pass: finds the positions, and those in which the game is over. */
static void examine_first(SolverThread *thread, Side side, uint32_t first, uint32_t end)
{
    Solver *solver = thread->solver;
    for (uint32_t number = first; number < end && !halted(solver); ++number) {
        if (!set_up_number(&thread->set_up, number, side)) {
            atomic_store_explicit(&solver->known[side][number], ABSENT, memory_order_relaxed);
            continue;
        }
        Resolution found = resolve(thread, thread->set_up.squares, thread->moves, 0);
        set_down(thread, side, number, &found);
    }
}

/* Resolves the positions that are marked or pending for this level. */
static void examine_marked(SolverThread *thread, Side side, uint32_t first, uint32_t end)
{
    Solver *solver = thread->solver;
    for (uint32_t number = first; number < end; ++number) {
        uint16_t known = atomic_load_explicit(&solver->known[side][number], memory_order_relaxed);
        bool due = known == (PENDING | solver->level);
        if (!due && !atomic_load_explicit(&solver->marked[side][number], memory_order_relaxed)) continue;
        atomic_store_explicit(&solver->marked[side][number], 0, memory_order_relaxed);
        if (!set_up_number(&thread->set_up, number, side)) continue;
        Resolution found = resolve(thread, thread->set_up.squares, thread->moves, 0);
        set_down(thread, side, number, &found);
    }
}

/* ---- Checkpoints ---- */

/* A checkpoint: a header, the patterns, then the states of both sides. */
typedef struct Checkpoint {
    char name[MATERIAL_NAME_MAX];
    uint32_t size, level, pending_max, patterns;
    uint64_t decided;
} Checkpoint;

static Checkpoint checkpoint_of(const Solver *solver)
{
    Checkpoint c = {.size = solver->index.size, .level = solver->level, .pending_max = solver->pending_max,
                    .patterns = solver->patterns.count, .decided = solver->decided};
    material_print(solver->variant, &solver->index.material, c.name);
    return c;
}

static bool save_checkpoint(const Solver *solver, ErrorText *error)
{
    if (!solver->options.checkpoint) return true;
    Checkpoint c = checkpoint_of(solver);
    Bytes bytes = {0};
    size_t n = solver->index.size;
    bool ok = bytes_add(&bytes, &c, sizeof c) && bytes_add(&bytes, solver->patterns.list, c.patterns * sizeof(Pattern));
    for (Side s = WHITE; ok && s <= BLACK; ++s)
        ok = bytes_add(&bytes, (const void *)solver->known[s], n * 2) && bytes_add(&bytes, solver->phase[s], n);
    ok = ok && bytes_add_u32(&bytes, crc32_of(bytes.data, bytes.size));
    ok = ok ? bytes_save(&bytes, solver->options.checkpoint, error) : error_set(error, "out of memory");
    bytes_free(&bytes);
    return ok;
}

/* Are a pattern's sides, pieces and squares such as there are? */
static bool is_pattern(const Solver *solver, const Pattern *p)
{
    unsigned squares = square_count(solver->variant);
    bool ok = p->mover <= BLACK && p->count > 0 && p->count <= TOGETHER_MAX;
    for (unsigned k = 0; ok && k < p->count; ++k)
        for (unsigned s = 0; ok && s < SQUARE_MAX; ++s)
            for (unsigned origin = 0; origin < 3 * 64; ++origin)
                ok = ok && ((s < squares && origin < squares) || !(p->origins[k][s][origin >> 6] >> (origin & 63) & 1));
    return ok;
}

/* Resumes from a checkpoint; ignores a file that is damaged or of another analysis. */
static bool load_checkpoint(Solver *solver)
{
    Checkpoint c, own = checkpoint_of(solver);
    size_t n = solver->index.size, per_side = n * 3, size, size_max = sizeof c + PATTERNS_MAX * sizeof(Pattern) + 2 * per_side + 4;
    uint8_t *bytes = solver->options.checkpoint ? whole_file_read(solver->options.checkpoint, size_max, &size, NULL) : NULL;
    if (!bytes) return false;
    bool ok = size >= sizeof c + 4 && crc32_of(bytes, size - 4) == get_le(bytes + size - 4, 4);
    if (ok) memcpy(&c, bytes, sizeof c);
    ok = ok && memcmp(c.name, own.name, sizeof c.name) == 0 && c.size == own.size && c.patterns <= PATTERNS_MAX
         && size == sizeof c + c.patterns * sizeof(Pattern) + 2 * per_side + 4 && c.level >= 1 && c.level <= ENDGAME_PLIES_MAX + 1
         && c.pending_max <= ENDGAME_PLIES_MAX;
    if (ok) solver->patterns.list = calloc(PATTERNS_MAX, sizeof(Pattern));
    ok = ok && solver->patterns.list;
    if (ok) {
        memcpy(solver->patterns.list, bytes + sizeof c, c.patterns * sizeof(Pattern));
        for (uint32_t i = 0; i < c.patterns; ++i) ok = ok && is_pattern(solver, &solver->patterns.list[i]);
        if (!ok) free(solver->patterns.list);
        if (!ok) solver->patterns.list = NULL;
    }
    if (ok) {
        const uint8_t *at = bytes + sizeof c + c.patterns * sizeof(Pattern);
        for (Side s = WHITE; s <= BLACK; ++s, at += per_side) {
            memcpy((void *)solver->known[s], at, n * 2);
            memcpy(solver->phase[s], at + n * 2, n);
        }
        solver->patterns.count = c.patterns;
        solver->level = c.level;
        solver->pending_max = c.pending_max;
        solver->threads[0].decided = solver->decided = c.decided;
    }
    free(bytes);
    return ok;
}

/* ---- Running ---- */

/* The first pass. */
static SolveStatus begin(Solver *solver, Material *missing, ErrorText *error)
{
    bool ok = run_threads(solver, examine_first);
    if (solver->has_missing) {
        *missing = solver->missing;
        return SOLVE_NEEDS;
    }
    if (asked_to_stop(solver)) return SOLVE_STOPPED;
    if (ok && merge_patterns(solver)) return SOLVE_DONE;
    error_set(error, "a move moves too many pieces at once, or leads to more than %d: no tables for such an endgame", PIECES_MAX);
    return SOLVE_FAILED;
}

SolveStatus solver_run(Solver *solver, Material *missing, ErrorText *error)
{
    if (!load_checkpoint(solver)) {
        SolveStatus status = begin(solver, missing, error);
        if (status != SOLVE_DONE) return status;
        solver->level = 1;
    }
    uint64_t before = 0;
    for (;; ++solver->level) {
        if (asked_to_stop(solver)) return save_checkpoint(solver, error) ? SOLVE_STOPPED : SOLVE_FAILED;
        tell(solver, 1);
        /* Nothing was decided at the last level, and nothing is pending: the rest are draws. */
        bool idle = solver->level > 1 && solver->decided == before;
        if (idle && solver->level > solver->pending_max) return SOLVE_DONE;
        if (solver->level > ENDGAME_PLIES_MAX) break;
        before = solver->decided;
        if (!idle && !run_threads(solver, mark_origins)) break;
        if (!run_threads(solver, examine_marked)) break;
    }
    error_set(error, "longer than %d plies, or out of memory", ENDGAME_PLIES_MAX);
    return SOLVE_FAILED;
}

/* ---- Results ---- */

const TbIndex *solver_index(const Solver *solver) { return &solver->index; }

bool solver_value(const void *context, Side side, uint32_t number, TbValue *value)
{
    const Solver *solver = context;
    uint16_t known = atomic_load_explicit(&solver->known[side][number], memory_order_relaxed);
    if (known == ABSENT) return false;
    *value = (TbValue){TB_DRAW, 0, 0};
    if (known & WON) *value = (TbValue){(known & KIND) == WON ? TB_WIN : TB_LOSS, known & PLIES, solver->phase[side][number]};
    return true;
}
