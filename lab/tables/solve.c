/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/text/notation.h"
#include "../../src/util/bytes.h"
#include "../../src/util/whole_file.h"
#include "../../src/util/crc.h"
#include "setup.h"
#include "write.h"

/*
 * The state of a position, in 16 bits. A pending position is resolved again at a later level: it has a move
 * into an endgame solved earlier whose distance counts only then.
 */
enum {
    UNKNOWN = 0x0000,
    CROSSING = 0x0001, /* unknown, with a move into another endgame of the group: resolved again at every level */
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

/* An endgame of the group. */
struct SolverPart {
    TbIndex index;
    _Atomic(uint16_t) *known[SIDE_NB];
    uint8_t *phase[SIDE_NB];
    _Atomic(uint8_t) *marked[SIDE_NB];
    Patterns patterns;
};

/* What a thread needs for an endgame. */
typedef struct ThreadPart {
    SetUp set_up;
    Patterns patterns;
} ThreadPart;

typedef struct SolverThread {
    Solver *solver;
    pthread_t thread;
    ThreadPart *parts;
    SolverPart *part; /* at work */
    SetUp *set_up;    /* of that part */
    Move *moves; /* DEPTH_MAX + 1 lists */
    uint64_t decided;
    unsigned pending_max;
    bool failed;
} SolverThread;

struct Solver {
    const Variant *variant;
    SolverPart *parts;
    unsigned part_count;
    SolveOptions options;
    SolverThread *threads;
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

static void thread_free(SolverThread *thread, unsigned part_count)
{
    for (unsigned i = 0; thread->parts && i < part_count; ++i) {
        set_up_free(&thread->parts[i].set_up);
        free(thread->parts[i].patterns.list);
    }
    free(thread->parts);
    free(thread->moves);
}

static void part_free(SolverPart *part)
{
    for (Side s = WHITE; s <= BLACK; ++s) {
        free((void *)part->known[s]);
        free((void *)part->marked[s]);
        free(part->phase[s]);
    }
    free(part->patterns.list);
}

void solver_free(Solver *solver)
{
    if (!solver) return;
    for (unsigned i = 0; solver->threads && i < solver->options.threads; ++i) thread_free(&solver->threads[i], solver->part_count);
    free(solver->threads);
    for (unsigned i = 0; solver->parts && i < solver->part_count; ++i) part_free(&solver->parts[i]);
    free(solver->parts);
    pthread_mutex_destroy(&solver->mutex);
    free(solver);
}

static bool part_allocate(SolverPart *part)
{
    bool ok = true;
    for (Side s = WHITE; s <= BLACK; ++s) {
        part->known[s] = calloc(part->index.size, sizeof *part->known[s]);
        part->marked[s] = calloc(part->index.size, sizeof *part->marked[s]);
        part->phase[s] = calloc(part->index.size, 1);
        ok = ok && part->known[s] && part->marked[s] && part->phase[s];
    }
    return ok;
}

static bool allocate(Solver *solver)
{
    bool ok = true;
    for (unsigned i = 0; i < solver->part_count; ++i) ok = ok && part_allocate(&solver->parts[i]);
    solver->threads = calloc(solver->options.threads, sizeof *solver->threads);
    for (unsigned i = 0; ok && solver->threads && i < solver->options.threads; ++i) {
        SolverThread *thread = &solver->threads[i];
        thread->solver = solver;
        thread->moves = malloc((size_t)solver->variant->moves.max * (DEPTH_MAX + 1) * sizeof(Move));
        thread->parts = calloc(solver->part_count, sizeof *thread->parts);
        ok = thread->moves && thread->parts;
        for (unsigned j = 0; ok && j < solver->part_count; ++j) ok = set_up_init(&thread->parts[j].set_up, &solver->parts[j].index);
    }
    return ok && solver->threads;
}

/* Positions of one side in all endgames of the group. */
static uint64_t positions_of(const Solver *solver)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < solver->part_count; ++i) all += solver->parts[i].index.size;
    return all;
}

Solver *solver_new(const Variant *variant, const Material *materials, unsigned count, const SolveOptions *options,
                   ErrorText *error)
{
    Solver *solver = calloc(1, sizeof *solver);
    SolverPart *parts = solver ? calloc(count, sizeof *parts) : NULL;
    if (!parts) {
        free(solver);
        error_set(error, "out of memory");
        return NULL;
    }
    solver->variant = variant;
    solver->parts = parts;
    solver->part_count = count;
    solver->options = *options;
    pthread_mutex_init(&solver->mutex, NULL);
    bool ok = variant->draws.counter_limit <= UINT8_MAX;
    if (!ok) error_set(error, "the draw counter of %s runs too long for tables", variant->name);
    for (unsigned i = 0; ok && i < count; ++i) ok = index_init(&parts[i].index, variant, &materials[i], true, POSITIONS_MAX, error);
    if (ok && allocate(solver)) return solver;
    if (ok) error_set(error, "out of memory: %llu MiB are needed", (unsigned long long)positions_of(solver) * 8 >> 20);
    solver_free(solver);
    return NULL;
}

/* ---- Threads ---- */

static uint64_t chunks_of(const SolverPart *part) { return ((uint64_t)part->index.size + CHUNK - 1) / CHUNK; }

/* Of both sides in all endgames. */
static uint64_t all_chunks(const Solver *solver)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < solver->part_count; ++i) all += 2 * chunks_of(&solver->parts[i]);
    return all;
}

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
    uint64_t all = all_chunks(solver);
    for (;;) {
        uint64_t chunk = atomic_fetch_add(&solver->next, 1), own = chunk;
        if (chunk >= all || halted(solver)) return NULL;
        unsigned i = 0;
        while (own >= 2 * chunks_of(&solver->parts[i])) own -= 2 * chunks_of(&solver->parts[i++]);
        thread->part = &solver->parts[i];
        thread->set_up = &thread->parts[i].set_up;
        uint64_t per_side = chunks_of(thread->part);
        uint32_t first = (uint32_t)(own % per_side * CHUNK), size = thread->part->index.size;
        solver->work(thread, own < per_side ? WHITE : BLACK, first, size - first < CHUNK ? size : first + CHUNK);
        if (solver->level == 0 && thread == solver->threads && chunk % 16 == 0) {
            if (asked_to_stop(solver)) atomic_store(&solver->halt, true);
            tell(solver, (double)chunk / (double)all);
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
    const TbIndex *index = &thread->part->index;
    Piece pieces[TOGETHER_MAX];
    for (unsigned i = 0; i < moved->count; ++i) pieces[i] = index->material.pieces[moved->piece[i]];
    Patterns *patterns = &thread->parts[thread->part - thread->solver->parts].patterns;
    Pattern *p = pattern_find(patterns, mover, pieces, moved->count);
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

static bool merge_into(Patterns *all, const Patterns *own)
{
    for (unsigned j = 0; j < own->count; ++j) {
        const Pattern *from = &own->list[j];
        Pattern *to = pattern_find(all, from->mover, from->pieces, from->count);
        if (!to) return false;
        for (unsigned k = 0; k < from->count; ++k)
            for (unsigned s = 0; s < SQUARE_MAX; ++s)
                for (unsigned w = 0; w < 3; ++w) to->origins[k][s][w] |= from->origins[k][s][w];
    }
    return true;
}

static bool merge_patterns(Solver *solver)
{
    for (unsigned i = 0; i < solver->options.threads; ++i)
        for (unsigned j = 0; j < solver->part_count; ++j)
            if (!merge_into(&solver->parts[j].patterns, &solver->threads[i].parts[j].patterns)) return false;
    return true;
}

static void mark(SolverThread *thread, Side side, const Square *squares)
{
    const SolverPart *part = thread->part;
    unsigned count = part->index.material.count;
    for (unsigned i = 1; i < count; ++i)
        for (unsigned j = 0; j < i; ++j)
            if (squares[i] == squares[j]) return;
    uint32_t number = index_of(&part->index, squares);
    if (number >= part->index.size) return; /* an impossible square of the piece: a damaged checkpoint may have it */
    uint16_t known = atomic_load_explicit(&part->known[side][number], memory_order_relaxed);
    if (known == UNKNOWN || (known & KIND) == PENDING)
        atomic_store_explicit(&part->marked[side][number], 1, memory_order_relaxed);
}

/* Moves the pieces of a pattern, from the k-th on, back to their possible origins. */
static void mark_pattern(SolverThread *thread, const Pattern *p, unsigned k, unsigned used, const Square *squares)
{
    const TbIndex *index = &thread->part->index;
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
    const SolverPart *part = thread->part;
    unsigned plies = thread->solver->level - 1;
    for (uint32_t number = first; number < end; ++number) {
        uint16_t known = atomic_load_explicit(&part->known[side][number], memory_order_relaxed);
        if (!(known & WON) || known == ABSENT || (known & PLIES) != plies) continue;
        Square squares[PIECES_MAX] = {0};
        index_squares(&part->index, number, squares);
        for (unsigned i = 0; i < part->patterns.count; ++i)
            if (part->patterns.list[i].mover != side) mark_pattern(thread, &part->patterns.list[i], 0, 0, squares);
    }
}

/* ---- Resolving a position ---- */

/* The result at the present level: a value, or the level at which to look again. */
typedef struct Resolution {
    enum { RESOLVED_OPEN, RESOLVED_DECIDED, RESOLVED_OVER } kind;
    TbValue value; /* decided: in at most `level` plies; over: the game has ended */
    unsigned again;    /* open: level at which more is known, UINT_MAX if none is foreseen */
    bool crosses;      /* open: a move leads to an open position of another endgame of the group */
} Resolution;

static Resolution resolve(SolverThread *thread, const Square *squares, Move *list, unsigned depth);

/* The present state of a position of the group. */
static Resolution look_up(const Solver *solver, const SolverPart *part, Side side, uint32_t number, bool other)
{
    uint16_t known = atomic_load_explicit(&part->known[side][number], memory_order_relaxed);
    if (!(known & WON) || known == ABSENT) return (Resolution){RESOLVED_OPEN, {0}, UINT32_MAX, other && known != DRAWN};
    TbValue value = {(known & KIND) == WON ? TB_WIN : TB_LOSS, known & PLIES, 0};
    if (value.plies < solver->level) value.phase = part->phase[side][number];
    return (Resolution){RESOLVED_DECIDED, value, 0, false};
}

/* Resolves a position with other pieces: of another endgame of the group, or of one solved earlier. */
static Resolution resolve_other(SolverThread *thread)
{
    Solver *solver = thread->solver;
    Position *pos = thread->set_up->pos;
    Placement p;
    bool placed = placement_of(pos, &p);
    for (unsigned i = 0; placed && i < solver->part_count; ++i) {
        const SolverPart *part = &solver->parts[i];
        if (!material_equal(&part->index.material, &p.material)) continue;
        return look_up(solver, part, p.side, index_of(&part->index, p.squares), true);
    }
    TbValue value;
    if (tb_value(solver->options.known, pos, &value)) return (Resolution){RESOLVED_DECIDED, value, 0, false};
    pthread_mutex_lock(&solver->mutex);
    if (placed) solver->missing = p.material;
    solver->has_missing |= placed;
    thread->failed |= !placed;
    pthread_mutex_unlock(&solver->mutex);
    atomic_store(&solver->halt, true);
    return (Resolution){RESOLVED_OPEN, {0}, UINT32_MAX, false};
}

/* Resolves the position after a move, already made. */
static Resolution resolve_after(SolverThread *thread, const Square *before, Move *list, unsigned depth)
{
    Solver *solver = thread->solver;
    Position *pos = thread->set_up->pos;
    const State *state = pos->state;
    const TbIndex *index = &thread->part->index;
    Square after[PIECES_MAX];
    Moved moved;
    if (!follow(index, pos, before, after, &moved)) return resolve_other(thread);
    if (solver->level == 0 && depth == 0 && !note_move(thread, pos->side ^ 1, &moved, after)) thread->failed = true;
    if (state->ep[0] != SQUARE_NONE || state->ep[1] != SQUARE_NONE)
        return depth < DEPTH_MAX ? resolve(thread, after, list, depth + 1) : (Resolution){RESOLVED_OPEN, {0}, UINT32_MAX, false};
    return look_up(solver, thread->part, pos->side, index_of(index, after), false);
}

/* Resolves the position on the board, with its pieces on `squares`, by its moves. */
static Resolution resolve(SolverThread *thread, const Square *squares, Move *list, unsigned depth)
{
    Solver *solver = thread->solver;
    const Variant *variant = solver->variant;
    Position *pos = thread->set_up->pos;
    Outcome outcome = variant->end.on_board(pos);
    if (outcome.result != ONGOING) return (Resolution){RESOLVED_OVER, value_of_end(outcome.result, pos->side), 0, false};
    Move *end = position_generate(pos, GEN_ALL, list);
    if (end == list) return (Resolution){RESOLVED_OVER, value_of_end(position_no_move_outcome(pos).result, pos->side), 0, false};

    bool all_lose = true, any_wins = false, crosses = false;
    TbValue best = {TB_LOSS, 0, 0};
    unsigned again = UINT32_MAX;
    for (Move *move = list; move != end; ++move) {
        position_make(pos, *move);
        Resolution after = resolve_after(thread, squares, end, depth);
        bool counted = pos->state->counter != 0;
        position_unmake(pos);
        if (after.kind == RESOLVED_OPEN) {
            if (after.again < again) again = after.again;
            crosses |= after.crosses;
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
    if (any_wins || all_lose) return (Resolution){RESOLVED_DECIDED, best, 0, false};
    return (Resolution){RESOLVED_OPEN, {0}, again, crosses};
}

/* Stores the result of a position. */
static void set_down(SolverThread *thread, Side side, uint32_t number, const Resolution *found)
{
    SolverPart *part = thread->part;
    uint16_t known = UNKNOWN;
    if (found->kind == RESOLVED_OPEN) {
        if (found->again <= ENDGAME_PLIES_MAX) {
            known = (uint16_t)(PENDING | found->again);
            if (found->again > thread->pending_max) thread->pending_max = found->again;
        }
        if (found->crosses) known = CROSSING;
    } else if (found->value.result == TB_DRAW) {
        known = DRAWN;
    } else {
        known = (uint16_t)((found->value.result == TB_WIN ? WON : LOST) | found->value.plies);
        part->phase[side][number] = (uint8_t)found->value.phase;
        ++thread->decided;
    }
    atomic_store_explicit(&part->known[side][number], known, memory_order_relaxed);
}

/* The first pass: finds the positions, and those in which the game is over. */
static void examine_first(SolverThread *thread, Side side, uint32_t first, uint32_t end)
{
    Solver *solver = thread->solver;
    for (uint32_t number = first; number < end && !halted(solver); ++number) {
        if (!set_up_number(thread->set_up, number, side)) {
            atomic_store_explicit(&thread->part->known[side][number], ABSENT, memory_order_relaxed);
            continue;
        }
        Resolution found = resolve(thread, thread->set_up->squares, thread->moves, 0);
        set_down(thread, side, number, &found);
    }
}

/* Resolves the positions that are marked or pending for this level. */
static void examine_marked(SolverThread *thread, Side side, uint32_t first, uint32_t end)
{
    SolverPart *part = thread->part;
    for (uint32_t number = first; number < end; ++number) {
        uint16_t known = atomic_load_explicit(&part->known[side][number], memory_order_relaxed);
        bool due = known == CROSSING || known == (PENDING | thread->solver->level);
        if (!due && !atomic_load_explicit(&part->marked[side][number], memory_order_relaxed)) continue;
        atomic_store_explicit(&part->marked[side][number], 0, memory_order_relaxed);
        if (!set_up_number(thread->set_up, number, side)) continue;
        Resolution found = resolve(thread, thread->set_up->squares, thread->moves, 0);
        set_down(thread, side, number, &found);
    }
}

/* ---- Checkpoints ---- */

/* A checkpoint: a header, then for each endgame its own header, its patterns, the states of both sides. */
typedef struct Checkpoint {
    uint32_t parts, level, pending_max, unused;
    uint64_t decided;
} Checkpoint;
typedef struct CheckpointPart {
    char name[MATERIAL_NAME_MAX];
    uint32_t size, patterns;
} CheckpointPart;

static CheckpointPart checkpoint_part(const Solver *solver, const SolverPart *part)
{
    CheckpointPart c = {.size = part->index.size, .patterns = part->patterns.count};
    material_print(solver->variant, &part->index.material, c.name);
    return c;
}

static bool save_part(const Solver *solver, const SolverPart *part, Bytes *bytes)
{
    CheckpointPart c = checkpoint_part(solver, part);
    size_t n = part->index.size;
    bool ok = bytes_add(bytes, &c, sizeof c) && bytes_add(bytes, part->patterns.list, c.patterns * sizeof(Pattern));
    for (Side s = WHITE; ok && s <= BLACK; ++s)
        ok = bytes_add(bytes, (const void *)part->known[s], n * 2) && bytes_add(bytes, part->phase[s], n);
    return ok;
}

static bool save_checkpoint(const Solver *solver, ErrorText *error)
{
    if (!solver->options.checkpoint) return true;
    Checkpoint c = {.parts = solver->part_count, .level = solver->level, .pending_max = solver->pending_max,
                    .decided = solver->decided};
    Bytes bytes = {0};
    bool ok = bytes_add(&bytes, &c, sizeof c);
    for (unsigned i = 0; ok && i < solver->part_count; ++i) ok = save_part(solver, &solver->parts[i], &bytes);
    ok = ok && bytes_add_u32(&bytes, crc32_of(bytes.data, bytes.size));
    ok = ok ? bytes_save(&bytes, solver->options.checkpoint, error) : error_set(error, "out of memory");
    bytes_free(&bytes);
    return ok;
}

/* Are a pattern's sides, pieces and squares valid? */
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

/* The bytes that an endgame takes in a checkpoint, if it begins here and all of it is there; 0 if not. */
static size_t part_length(const Solver *solver, const SolverPart *part, const uint8_t *at, size_t left)
{
    CheckpointPart c, own = checkpoint_part(solver, part);
    if (left < sizeof c) return 0;
    memcpy(&c, at, sizeof c);
    if (memcmp(c.name, own.name, sizeof c.name) != 0 || c.size != own.size || c.patterns > PATTERNS_MAX) return 0;
    size_t length = sizeof c + c.patterns * sizeof(Pattern) + 2 * ((size_t)c.size * 3);
    for (uint32_t i = 0; length <= left && i < c.patterns; ++i) {
        Pattern pattern;
        memcpy(&pattern, at + sizeof c + i * sizeof pattern, sizeof pattern);
        if (!is_pattern(solver, &pattern)) return 0;
    }
    return length <= left ? length : 0;
}

static bool load_part(SolverPart *part, const uint8_t *at)
{
    CheckpointPart c;
    size_t n = part->index.size;
    memcpy(&c, at, sizeof c);
    at += sizeof c;
    part->patterns.list = calloc(PATTERNS_MAX, sizeof(Pattern));
    if (!part->patterns.list) return false;
    memcpy(part->patterns.list, at, c.patterns * sizeof(Pattern));
    part->patterns.count = c.patterns;
    at += c.patterns * sizeof(Pattern);
    for (Side s = WHITE; s <= BLACK; ++s, at += n * 3) {
        memcpy((void *)part->known[s], at, n * 2);
        memcpy(part->phase[s], at + n * 2, n);
    }
    return true;
}

/* Resumes from a checkpoint; ignores a file that is damaged or of another analysis. */
static bool load_checkpoint(Solver *solver)
{
    Checkpoint c;
    size_t size, most = sizeof c + 4 + (size_t)positions_of(solver) * 6;
    most += solver->part_count * (sizeof(CheckpointPart) + PATTERNS_MAX * sizeof(Pattern));
    uint8_t *bytes = solver->options.checkpoint ? whole_file_read(solver->options.checkpoint, most, &size, NULL) : NULL;
    if (!bytes) return false;
    bool ok = size >= sizeof c + 4 && crc32_of(bytes, size - 4) == get_le(bytes + size - 4, 4);
    if (ok) memcpy(&c, bytes, sizeof c);
    ok = ok && c.parts == solver->part_count && c.level >= 1 && c.level <= ENDGAME_PLIES_MAX + 1
         && c.pending_max <= ENDGAME_PLIES_MAX;
    size_t at = sizeof c;
    for (unsigned i = 0; ok && i < solver->part_count; ++i) {
        size_t length = part_length(solver, &solver->parts[i], bytes + at, size - 4 - at);
        ok = length > 0;
        at += length;
    }
    ok = ok && at == size - 4;
    at = sizeof c;
    for (unsigned i = 0; ok && i < solver->part_count; ++i) {
        ok = load_part(&solver->parts[i], bytes + at);
        at += part_length(solver, &solver->parts[i], bytes + at, size - 4 - at);
    }
    if (ok) {
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
    error_set(error, "a move moves too many pieces, or more than %d are left: no tables for such an endgame", PIECES_MAX);
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

const SolverPart *solver_part(const Solver *solver, unsigned i) { return &solver->parts[i]; }
const TbIndex *solver_index(const SolverPart *part) { return &part->index; }

bool solver_value(const void *context, Side side, uint32_t number, TbValue *value)
{
    const SolverPart *part = context;
    uint16_t known = atomic_load_explicit(&part->known[side][number], memory_order_relaxed);
    if (known == ABSENT) return false;
    *value = (TbValue){TB_DRAW, 0, 0};
    if (known & WON) *value = (TbValue){(known & KIND) == WON ? TB_WIN : TB_LOSS, known & PLIES, part->phase[side][number]};
    return true;
}
