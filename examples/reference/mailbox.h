/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shared by the slow generators of the examples: a mailbox that reads and writes a FEN, and a list of
 * moves. It uses no code of the engine.
 */
#ifndef QUINCUNX_EXAMPLES_MAILBOX_H
#define QUINCUNX_EXAMPLES_MAILBOX_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tests/reference/reference.h"

enum { FILES_MAX = 16, RANKS_MAX = 12 };

/* A game's board and FEN. */
typedef struct Shape {
    int files, ranks;
    const char *letters;   /* capitals of the pieces */
    const char *castlings; /* letters of the castling rights in FEN order */
} Shape;

typedef struct Mailbox {
    char at[RANKS_MAX][FILES_MAX]; /* '.' is empty, capitals are White's */
    bool white;                    /* to move */
    bool castling[4];
    long counter, number;
} Mailbox;

static inline bool is_white(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_black(char c) { return c >= 'a' && c <= 'z'; }
static inline bool is_of(char c, bool white) { return white ? is_white(c) : is_black(c); }
static inline char kind_of(char c) { return is_black(c) ? (char)(c - 'a' + 'A') : c; }
static inline char piece_of(char kind, bool white) { return white ? kind : (char)(kind - 'A' + 'a'); }

/* ---- FEN ---- */

static inline const char *read_rank(const char *p, const Shape *shape, char *row)
{
    int file = 0;
    bool digit_before = false;
    while (*p && *p != '/') {
        if (*p >= '1' && *p <= '9') {
            int n = *p++ - '0';
            if (digit_before) return NULL;
            if (*p >= '0' && *p <= '9') n = n * 10 + *p++ - '0';
            digit_before = true;
            for (; n > 0; --n) {
                if (file == shape->files) return NULL;
                row[file++] = '.';
            }
        } else {
            if (!(is_white(*p) || is_black(*p)) || !strchr(shape->letters, kind_of(*p)) || file == shape->files) return NULL;
            row[file++] = *p++;
            digit_before = false;
        }
    }
    return file == shape->files ? p : NULL;
}

static inline long read_count(const char *text, size_t length, long min, long max)
{
    long n = 0;
    if (length < 1 || length > 5) return -1;
    for (size_t i = 0; i < length; ++i) {
        if (text[i] < '0' || text[i] > '9') return -1;
        n = n * 10 + text[i] - '0';
    }
    return n < min || n > max ? -1 : n;
}

static inline bool read_castling(const char *text, size_t length, const Shape *shape, Mailbox *m)
{
    if (length == 1 && *text == '-') return true;
    for (size_t i = 0; i < length; ++i) {
        const char *found = strchr(shape->castlings, text[i]);
        if (!found || m->castling[found - shape->castlings]) return false;
        m->castling[found - shape->castlings] = true;
    }
    return length > 0;
}

/* Returns NULL or the error. There is no en passant. */
static inline const char *mailbox_read(const char *fen, const Shape *shape, Mailbox *m)
{
    const char *field[6], *p = fen;
    size_t length[6];
    memset(m, 0, sizeof *m);
    if (shape->files > FILES_MAX || shape->ranks > RANKS_MAX) {
        fprintf(stderr, "mailbox.h: a board of %dx%d is larger than %dx%d\n", shape->files, shape->ranks, FILES_MAX, RANKS_MAX);
        abort();
    }
    if (strlen(fen) >= REF_FEN_MAX) return "too long";
    for (int i = 0; i < 6; ++i) {
        field[i] = p;
        length[i] = strcspn(p, " ");
        p += length[i];
        if (length[i] == 0 || (i < 5 && *p++ != ' ')) return "six fields";
    }
    if (*p) return "text behind the fields";
    p = fen;
    for (int rank = shape->ranks - 1; rank >= 0; --rank) {
        char part[REF_FEN_MAX];
        size_t n = strcspn(p, "/ ");
        memcpy(part, p, n);
        part[n] = '\0';
        if (!read_rank(part, shape, m->at[rank])) return "a rank";
        p += n;
        if (*p != (rank ? '/' : ' ')) return "the number of ranks";
        ++p;
    }
    if (length[1] != 1 || !strchr("wb", *field[1])) return "the side to move";
    m->white = *field[1] == 'w';
    if (!read_castling(field[2], length[2], shape, m)) return "castling";
    if (length[3] != 1 || *field[3] != '-') return "en passant";
    m->counter = read_count(field[4], length[4], 0, 50000);
    m->number = read_count(field[5], length[5], 1, 99999);
    return m->counter < 0 || m->number < 0 ? "the counters" : NULL;
}

static inline void mailbox_write(const Mailbox *m, const Shape *shape, char *out)
{
    for (int rank = shape->ranks - 1; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < shape->files; ++file) {
            if (m->at[rank][file] == '.') {
                ++empty;
                continue;
            }
            if (empty) out += sprintf(out, "%d", empty);
            empty = 0;
            *out++ = m->at[rank][file];
        }
        if (empty) out += sprintf(out, "%d", empty);
        if (rank) *out++ = '/';
    }
    *out++ = ' ';
    *out++ = m->white ? 'w' : 'b';
    *out++ = ' ';
    bool any = false;
    for (int i = 0; shape->castlings[i]; ++i) {
        if (m->castling[i]) *out++ = shape->castlings[i];
        any = any || m->castling[i];
    }
    sprintf(out, "%s - %ld %ld", any ? "" : "-", m->counter, m->number);
}

/* ---- Moves ---- */

typedef struct MoveList {
    RefMove *moves;
    size_t count;
} MoveList;

/* Adds a move from one square to another, with its promotion or '\0', and the position after it. Its board
 * must be complete; side and counters are set here. */
static inline void add_move(MoveList *list, const Shape *shape, Mailbox after, const int from[2], const int to[2], char becomes,
                            bool progress)
{
    list->moves = realloc(list->moves, (list->count + 1) * sizeof *list->moves);
    if (!list->moves) abort();
    RefMove *move = &list->moves[list->count++];
    int n = sprintf(move->text, "%c%d%c%d", 'a' + from[0], from[1] + 1, 'a' + to[0], to[1] + 1);
    if (becomes) sprintf(move->text + n, "%c", becomes);
    after.counter = progress ? 0 : after.counter + 1;
    after.number += !after.white;
    after.white = !after.white;
    mailbox_write(&after, shape, move->fen);
}

/* Are the squares strictly between two squares of a line empty? False for squares on no common line. */
static inline bool is_open(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    if (to_x != x && to_y != y && abs(to_x - x) != abs(to_y - y)) return false;
    for (x += dx, y += dy; x != to_x || y != to_y; x += dx, y += dy)
        if (m->at[y][x] != '.') return false;
    return true;
}

#endif
