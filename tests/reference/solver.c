/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "solver.h"

#include <stdlib.h>
#include <string.h>

bool ref_white_moves(const char *fen) { return strchr(fen, ' ')[1] == 'w'; }

static RefResult win_of_mover(const char *fen) { return ref_white_moves(fen) ? REF_WHITE_WINS : REF_BLACK_WINS; }
static RefResult loss_of_mover(const char *fen) { return ref_white_moves(fen) ? REF_BLACK_WINS : REF_WHITE_WINS; }

static int by_fen(const void *a, const void *b) { return strcmp(((const RefMove *)a)->fen, ((const RefMove *)b)->fen); }

size_t ref_different_moves(const Reference *reference, const char *fen, RefMove **moves)
{
    size_t n = reference->moves(fen, moves), different = 0;
    if (n) qsort(*moves, n, sizeof **moves, by_fen);
    for (size_t i = 0; i < n; ++i)
        if (i == 0 || by_fen(&(*moves)[i], &(*moves)[different - 1]) != 0) (*moves)[different++] = (*moves)[i];
    return different;
}

/* ---- What is known: a hash table ---- */

struct Solved {
    uint64_t hash; /* 0: free */
    bool wins;
};

/* FNV-1a. */
static uint64_t hash_of(const char *fen, unsigned moves)
{
    uint64_t hash = 14695981039346656037u ^ moves;
    for (; *fen; ++fen) hash = (hash ^ (unsigned char)*fen) * 1099511628211u;
    return hash | 1;
}

static struct Solved *place_of(RefSolver *solver, uint64_t hash)
{
    size_t i = hash / 2 % solver->room;
    while (solver->solved[i].hash && solver->solved[i].hash != hash) i = (i + 1) % solver->room;
    return &solver->solved[i];
}

static void grow(RefSolver *solver)
{
    struct Solved *old = solver->solved;
    size_t room = solver->room;
    solver->room = room ? 2 * room : 1024;
    solver->solved = calloc(solver->room, sizeof *solver->solved);
    if (!solver->solved) abort();
    for (size_t i = 0; i < room; ++i)
        if (old[i].hash) *place_of(solver, old[i].hash) = old[i];
    free(old);
}

static void remember(RefSolver *solver, uint64_t hash, bool wins)
{
    if (2 * solver->count >= solver->room) grow(solver);
    *place_of(solver, hash) = (struct Solved){hash, wins};
    ++solver->count;
}

void ref_solver_free(RefSolver *solver)
{
    free(solver->solved);
    *solver = (RefSolver){.reference = solver->reference};
}

/* ---- The search ---- */

/* Does a reply hold for so many moves more? */
static bool refutes(RefSolver *solver, const RefMove *reply, RefResult win, unsigned moves)
{
    RefResult result = solver->reference->result(reply->fen);
    if (result != REF_ONGOING) return result != win;
    return moves == 0 || !ref_wins(solver, reply->fen, moves);
}

bool ref_wins_after(RefSolver *solver, const char *fen, unsigned moves)
{
    RefResult win = loss_of_mover(fen), result = solver->reference->result(fen);
    if (result != REF_ONGOING) return result == win;
    if (moves <= 1) return false;
    RefMove *replies;
    size_t n = ref_different_moves(solver->reference, fen, &replies), refuted = n;
    char *known = solver->refutation[moves - 1];
    ++solver->positions;
    for (size_t i = 0; i < n && refuted == n; ++i)
        if (strcmp(replies[i].text, known) == 0 && refutes(solver, &replies[i], win, moves - 1)) refuted = i;
    for (size_t i = 0; i < n && refuted == n; ++i)
        if (strcmp(replies[i].text, known) != 0 && refutes(solver, &replies[i], win, moves - 1)) refuted = i;
    bool wins = refuted == n;
    if (!wins) strcpy(known, replies[refuted].text);
    free(replies);
    return wins;
}

bool ref_wins(RefSolver *solver, const char *fen, unsigned moves)
{
    uint64_t hash = hash_of(fen, moves);
    if (solver->room && place_of(solver, hash)->hash) return place_of(solver, hash)->wins;
    RefMove *own;
    size_t n = ref_different_moves(solver->reference, fen, &own);
    RefResult win = win_of_mover(fen);
    bool wins = false;
    ++solver->positions;
    for (size_t i = 0; i < n && !wins; ++i) wins = solver->reference->result(own[i].fen) == win;
    for (size_t i = 0; i < n && !wins && moves > 1; ++i) wins = ref_wins_after(solver, own[i].fen, moves);
    free(own);
    remember(solver, hash, wins);
    return wins;
}
