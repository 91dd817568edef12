/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Xiangqi, written slowly from its rules (examples/rules/xiangqi.md): every move is walked square by square on a
 * copy of the board.
 */
#include "../../tests/reference/mailbox.h"

static const Shape shape = {9, 10, "PABNCRKpabncrk", "", "", NULL};

/* The rank as its side counts it, from 0. */
static int own_rank(char piece, int y) { return is_white(piece) ? y : 9 - y; }

static bool in_palace(char piece, int x, int y) { return x >= 3 && x <= 5 && own_rank(piece, y) <= 2; }

/* The number of pieces strictly between two squares of a file or rank. */
static int count_between(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y), pieces = 0;
    for (x += dx, y += dy; x != to_x || y != to_y; x += dx, y += dy) pieces += m->board.at[y][x] != '.';
    return pieces;
}

/* May the piece go to this square by its own movement? What stands there decides between moving and capturing. */
static bool reaches(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    char piece = m->board.at[y][x], target = m->board.at[to_y][to_x];
    int dx = to_x - x, dy = to_y - y, far = abs(dx) > abs(dy) ? abs(dx) : abs(dy), near = abs(dx) + abs(dy) - far;
    bool straight = near == 0 && far > 0;
    switch (kind_of(piece)) {
    case 'K':
        if (kind_of(target) == 'K' && dx == 0 && far > 0 && count_between(m, x, y, to_x, to_y) == 0) return true;
        return straight && far == 1 && in_palace(piece, to_x, to_y);
    case 'A': return near == 1 && far == 1 && in_palace(piece, to_x, to_y);
    case 'B': return near == 2 && far == 2 && own_rank(piece, to_y) <= 4 && m->board.at[y + dy / 2][x + dx / 2] == '.';
    case 'N': return near == 1 && far == 2 && m->board.at[y + dy / 2][x + dx / 2] == '.';
    case 'R': return straight && count_between(m, x, y, to_x, to_y) == 0;
    case 'C': return straight && count_between(m, x, y, to_x, to_y) == (target == '.' ? 0 : 1);
    default: /* a Soldier */
        if (!straight || far != 1) return false;
        return dy ? dy == (is_white(piece) ? 1 : -1) : own_rank(piece, y) >= 5;
    }
}

static int find_general(const Mailbox *m, bool white, int *x, int *y)
{
    int generals = 0;
    for (int square = 0; square < 90; ++square) {
        if (m->board.at[square / 9][square % 9] != piece_of('K', white)) continue;
        *x = square % 9;
        *y = square / 9;
        ++generals;
    }
    return generals;
}

static bool in_check(const Mailbox *m, bool white)
{
    int x = 0, y = 0;
    find_general(m, white, &x, &y);
    for (int square = 0; square < 90; ++square)
        if (is_of(m->board.at[square / 9][square % 9], !white) && reaches(m, square % 9, square / 9, x, y)) return true;
    return false;
}

/* Could the piece have come to this square from where it starts? */
static bool may_stand(char piece, int x, int y)
{
    int rank = own_rank(piece, y);
    switch (kind_of(piece)) {
    case 'K': return in_palace(piece, x, y);
    case 'A': return in_palace(piece, x, y) && (rank == 1 ? x == 4 : x != 4);
    case 'B': return rank == 2 ? x == 0 || x == 4 || x == 8 : (rank == 0 || rank == 4) && (x == 2 || x == 6);
    case 'P': return rank >= 5 || ((rank == 3 || rank == 4) && x % 2 == 0);
    default: return true;
    }
}

static const char *set(const char *fen, Mailbox *m)
{
    int x, y;
    const char *wrong = mailbox_read(fen, &shape, m);
    if (wrong) return wrong;
    if (find_general(m, true, &x, &y) != 1 || find_general(m, false, &x, &y) != 1) return "one General each";
    for (int square = 0; square < 90; ++square) {
        char piece = m->board.at[square / 9][square % 9];
        if (piece != '.' && !may_stand(piece, square % 9, square / 9)) return "a piece where it cannot come";
    }
    return in_check(m, !m->white) ? "the side not to move is in check" : NULL;
}

static const char *normalise(const char *fen, char *out)
{
    Mailbox m;
    const char *wrong = set(fen, &m);
    if (!wrong) mailbox_write(&m, &shape, out);
    return wrong;
}

static size_t list_moves(const char *fen, RefMove **out)
{
    Mailbox m;
    MoveList list = {NULL, 0, 0};
    bool valid = !set(fen, &m);
    for (int move = 0; valid && move < 90 * 90; ++move) {
        int from[2] = {move / 90 % 9, move / 90 / 9}, to[2] = {move % 90 % 9, move % 90 / 9};
        char piece = m.board.at[from[1]][from[0]], target = m.board.at[to[1]][to[0]];
        if (!is_of(piece, m.white) || is_of(target, m.white) || !reaches(&m, from[0], from[1], to[0], to[1])) continue;
        Mailbox after = m;
        after.board.at[from[1]][from[0]] = '.';
        after.board.at[to[1]][to[0]] = piece;
        if (!in_check(&after, m.white)) add_move(&list, &shape, after, from, to, '\0', target != '.');
    }
    *out = list.moves;
    return list.count;
}

static RefResult result(const char *fen)
{
    Mailbox m;
    RefMove *moves;
    bool attackers = false;
    set(fen, &m);
    for (int square = 0; square < 90; ++square) attackers |= strchr("PNCR", kind_of(m.board.at[square / 9][square % 9])) != NULL;
    if (!attackers) return REF_DRAW;
    size_t count = list_moves(fen, &moves);
    free(moves);
    if (!count) return m.white ? REF_BLACK_WINS : REF_WHITE_WINS;
    return m.counter >= 120 ? REF_DRAW : REF_ONGOING;
}

const Reference reference_xiangqi = {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                                     normalise, result, list_moves, NULL};
