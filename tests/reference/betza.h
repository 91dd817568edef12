/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a piece can go, from Betza's notation of the rules pages. The including file has defined FILES, RANKS and its
 * Position; it defines what is declared here. Files and ranks count from 1 (file a is 1), as on the pages; index 0 is not used. */
#ifndef QUINCUNX_REFERENCE_BETZA_H
#define QUINCUNX_REFERENCE_BETZA_H

#include "mailbox.h"

static bool is_empty(const Position *pos, int file, int rank);

/* Is the piece there White's? */
static bool is_whites(const Position *pos, int file, int rank);

/* May the piece on one square stand on another? */
static bool may_go(const Position *pos, int file, int rank, int to_file, int to_rank);

typedef enum Mode { MOVE = 1, CAPTURE = 2, BOTH = 3 } Mode;

/* The squares that a piece can go to. */
typedef struct Reach {
    bool to[FILES + 1][RANKS + 1];
} Reach;

static inline bool on_board(int file, int rank) { return file >= 1 && file <= FILES && rank >= 1 && rank <= RANKS; }

static inline int forward(bool white) { return white ? 1 : -1; }

/* Marks the square (df,dr) away if the mode allows going there, given what stands on it. */
static inline void step(const Position *pos, int file, int rank, int df, int dr, int mode, Reach *reach)
{
    int f = file + df;
    int r = rank + dr;

    if (!on_board(f, r) || !may_go(pos, file, rank, f, r)) return;
    if (is_empty(pos, f, r)) {
        if (mode & MOVE) reach->to[f][r] = true;
    } else if (is_whites(pos, f, r) != is_whites(pos, file, rank)) {
        if (mode & CAPTURE) reach->to[f][r] = true;
    }
}

/* The squares of the (a,b) leaper. ahead: 1 or -1 for those on higher or lower ranks alone, else 0; narrow: those that are
 * farther ahead than aside. */
static inline void leap(const Position *pos, int file, int rank, int a, int b, int mode, int ahead, bool narrow, Reach *reach)
{
    for (int df = -3; df <= 3; df++) {
        for (int dr = -3; dr <= 3; dr++) {
            int af = abs(df);
            int ar = abs(dr);
            if (!(af == a && ar == b) && !(af == b && ar == a)) continue;
            if ((ahead != 0 && ahead * dr <= 0) || (narrow && ar <= af)) continue;
            step(pos, file, rank, df, dr, mode, reach);
        }
    }
}

/* A slide of at most length squares along the rook lines or the bishop lines. */
static inline void slide(const Position *pos, int file, int rank, bool diagonal, int length, int mode, Reach *reach)
{
    for (int df = -1; df <= 1; df++) {
        for (int dr = -1; dr <= 1; dr++) {
            if (abs(df) + abs(dr) != (diagonal ? 2 : 1)) continue;
            for (int n = 1; n <= length && on_board(file + n * df, rank + n * dr); n++) {
                step(pos, file, rank, n * df, n * dr, mode, reach);
                if (!is_empty(pos, file + n * df, rank + n * dr)) break;
            }
        }
    }
}

/* cpR or cpB: jump exactly one piece, capture the first piece after it. */
static inline void cannon(const Position *pos, int file, int rank, bool diagonal, Reach *reach)
{
    for (int df = -1; df <= 1; df++) {
        for (int dr = -1; dr <= 1; dr++) {
            if (abs(df) + abs(dr) != (diagonal ? 2 : 1)) continue;
            int pieces_met = 0;
            for (int n = 1; pieces_met < 2 && on_board(file + n * df, rank + n * dr); n++) {
                if (is_empty(pos, file + n * df, rank + n * dr)) continue;
                pieces_met++;
                if (pieces_met == 2) step(pos, file, rank, n * df, n * dr, CAPTURE, reach);
            }
        }
    }
}

/* Marks by one letter with what belongs to it: "m" moves only, "c" captures only, "cp" captures over one piece, "f" ahead and
 * "b" back, "ff" farther ahead than aside, a number limits a slide. Returns the end of it. */
static inline const char *betza_letter(const Position *pos, int file, int rank, const char *p, Reach *reach)
{
    static const struct { char letter; int a, b; } leapers[] = {
        {'W', 1, 0}, {'F', 1, 1}, {'K', 1, 0}, {'K', 1, 1}, {'D', 2, 0}, {'N', 2, 1}, {'A', 2, 2}, {'Z', 3, 2}};
    int mode = BOTH, ahead = 0, front = forward(is_whites(pos, file, rank));
    bool hops = false, narrow = false;
    for (; one_of(*p, "mcpfb"); p++) {
        if (*p == 'm') mode = MOVE;
        if (*p == 'c') mode = CAPTURE;
        if (*p == 'p') hops = true;
        if (*p == 'f') narrow = ahead == front;
        if (*p == 'f') ahead = front;
        if (*p == 'b') ahead = -front;
    }
    char letter = *p++;
    int length = is_digit(*p) ? *p++ - '0' : RANKS;
    for (size_t i = 0; i < sizeof leapers / sizeof *leapers; i++)
        if (leapers[i].letter == letter) leap(pos, file, rank, leapers[i].a, leapers[i].b, mode, ahead, narrow, reach);
    for (int diagonal = 0; diagonal <= 1; diagonal++) {
        if (letter != 'Q' && letter != (diagonal ? 'B' : 'R')) continue;
        if (hops) cannon(pos, file, rank, diagonal, reach);
        else slide(pos, file, rank, diagonal, length, mode, reach);
    }
    return p;
}

static inline void betza(const Position *pos, int file, int rank, const char *text, Reach *reach)
{
    while (*text) text = betza_letter(pos, file, rank, text, reach);
}

#endif
