/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shogi, written slowly from its rules (examples/rules/shogi.md): every move is walked square by square on a copy of the
 * board, and a dropped Pawn mates if no answer is left.
 */
#include "../../tests/reference/mailbox.h"

/* All pieces of the game, in the order of printing; the number of each. */
static const char kinds[] = "PLNSGBR";
static const int totals[] = {18, 4, 4, 4, 4, 2, 2};
static const Shape shape = {9, 9, "PLNSGBRKplnsgbrk", "", "PLNSBRplnsbr", kinds};

/* A step forward is 1 for both sides. */
static int forward(char piece, int dy) { return is_white(piece) ? dy : -dy; }

/* The rank as the side counts it, from 0; the last three are its zone. */
static int own_rank(bool white, int y) { return white ? y : 8 - y; }

/* May the piece go to this square by its own movement? */
static bool reaches(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    char piece = m->board.at[y][x];
    bool promoted = m->board.promoted[y][x];
    int dx = abs(to_x - x), dy = abs(to_y - y), up = forward(piece, to_y - y), far = dx > dy ? dx : dy;
    if (far == 0) return false;
    bool straight = dx == 0 || dy == 0, diagonal = dx == dy, open = is_open(m, x, y, to_x, to_y);
    bool gold = far == 1 && (straight || up == 1);
    switch (kind_of(piece)) {
    case 'K': return far == 1;
    case 'R': return (straight && open) || (promoted && far == 1);
    case 'B': return (diagonal && open) || (promoted && far == 1);
    case 'G': return gold;
    default: break;
    }
    if (promoted) return gold;
    switch (kind_of(piece)) {
    case 'S': return far == 1 && (diagonal || up == 1);
    case 'N': return dx == 1 && up == 2;
    case 'L': return dx == 0 && up > 0 && open;
    default: return dx == 0 && up == 1;
    }
}

static bool attacked(const Mailbox *m, bool by_white, int x, int y)
{
    for (int square = 0; square < 81; ++square)
        if (is_of(m->board.at[square / 9][square % 9], by_white) && reaches(m, square % 9, square / 9, x, y)) return true;
    return false;
}

static int find_king(const Mailbox *m, bool white, int *x, int *y)
{
    int kings = 0;
    for (int square = 0; square < 81; ++square) {
        if (m->board.at[square / 9][square % 9] != piece_of('K', white)) continue;
        *x = square % 9;
        *y = square / 9;
        ++kings;
    }
    return kings;
}

static bool in_check(const Mailbox *m, bool white)
{
    int x = 0, y = 0;
    find_king(m, white, &x, &y);
    return attacked(m, !white, x, y);
}

/* Could an unpromoted piece of this kind ever move from the square? */
static bool could_move(char kind, bool white, int y)
{
    int left = 8 - own_rank(white, y);
    return kind == 'N' ? left >= 2 : kind == 'P' || kind == 'L' ? left >= 1 : true;
}

static bool has_pawn(const Mailbox *m, bool white, int x)
{
    for (int y = 0; y < 9; ++y)
        if (m->board.at[y][x] == piece_of('P', white) && !m->board.promoted[y][x]) return true;
    return false;
}

static const char *set(const char *fen, Mailbox *m)
{
    int x, y, pawns[2][9] = {{0}}, count[HANDS_MAX] = {0};
    const char *wrong = mailbox_read(fen, &shape, m);
    if (wrong) return wrong;
    if (find_king(m, true, &x, &y) != 1 || find_king(m, false, &x, &y) != 1) return "one King each";
    for (int square = 0; square < 81; ++square) {
        char piece = m->board.at[square / 9][square % 9];
        if (piece == '.' || kind_of(piece) == 'K') continue;
        ++count[strchr(kinds, kind_of(piece)) - kinds];
        if (m->board.promoted[square / 9][square % 9]) continue;
        if (!could_move(kind_of(piece), is_white(piece), square / 9)) return "a piece that could never move";
        if (kind_of(piece) == 'P' && ++pawns[is_white(piece)][square % 9] > 1) return "two Pawns on a file";
    }
    for (int i = 0; kinds[i]; ++i)
        if (count[i] + m->hands[0][i] + m->hands[1][i] > totals[i]) return "more pieces of a kind than there are";
    return in_check(m, !m->white) ? "the side not to move is in check" : NULL;
}

static const char *normalise(const char *fen, char *out)
{
    Mailbox m;
    const char *wrong = set(fen, &m);
    if (!wrong) mailbox_write(&m, &shape, out);
    return wrong;
}

/* Does the side to move win by 28 points? */
static bool has_points(const Mailbox *m)
{
    int x = 0, y = 0, pieces = 0, points = 0;
    find_king(m, m->white, &x, &y);
    if (own_rank(m->white, y) < 6 || in_check(m, m->white)) return false;
    for (int square = 0; square < 81; ++square) {
        char piece = m->board.at[square / 9][square % 9];
        if (!is_of(piece, m->white) || kind_of(piece) == 'K' || own_rank(m->white, square / 9) < 6) continue;
        ++pieces;
        points += one_of(kind_of(piece), "BR") ? 5 : 1;
    }
    for (int i = 0; kinds[i]; ++i) points += m->hands[m->white][i] * (one_of(kinds[i], "BR") ? 5 : 1);
    return pieces >= 10 && points >= 28;
}

static void list_all(const Mailbox *m, bool pawn_may_mate, MoveList *list);

/* Has the side to move no answer to the check that it is in? */
static bool is_mate(const Mailbox *m)
{
    MoveList answers = {NULL, 0, 0};
    if (!in_check(m, m->white)) return false;
    list_all(m, true, &answers);
    free(answers.moves);
    return answers.count == 0;
}

static void list_steps(const Mailbox *m, const int from[2], const int to[2], MoveList *list)
{
    char piece = m->board.at[from[1]][from[0]], kind = kind_of(piece), target = m->board.at[to[1]][to[0]];
    bool promoted = m->board.promoted[from[1]][from[0]];
    if (is_of(target, m->white) || !reaches(m, from[0], from[1], to[0], to[1])) return;
    Mailbox after = *m;
    if (target != '.') ++after.hands[m->white][strchr(kinds, kind_of(target)) - kinds];
    after.board.at[from[1]][from[0]] = '.';
    after.board.promoted[from[1]][from[0]] = false;
    after.board.at[to[1]][to[0]] = piece;
    after.board.promoted[to[1]][to[0]] = promoted;
    if (in_check(&after, m->white)) return;
    if (promoted || could_move(kind, m->white, to[1])) add_move(list, &shape, after, from, to, '\0', target != '.');
    if (promoted || !one_of(kind, "PLNSBR")) return;
    if (own_rank(m->white, from[1]) < 6 && own_rank(m->white, to[1]) < 6) return;
    after.board.promoted[to[1]][to[0]] = true;
    add_move(list, &shape, after, from, to, '+', target != '.');
}

static void list_drops(const Mailbox *m, bool pawn_may_mate, const int to[2], MoveList *list)
{
    for (int i = 0; kinds[i]; ++i) {
        if (!m->hands[m->white][i] || !could_move(kinds[i], m->white, to[1])) continue;
        if (kinds[i] == 'P' && has_pawn(m, m->white, to[0])) continue;
        Mailbox after = *m;
        --after.hands[m->white][i];
        after.board.at[to[1]][to[0]] = piece_of(kinds[i], m->white);
        if (in_check(&after, m->white)) continue;
        Mailbox answer = after;
        answer.white = !answer.white;
        if (kinds[i] == 'P' && !pawn_may_mate && is_mate(&answer)) continue;
        add_dropped(list, &shape, after, kinds[i], to);
    }
}

static void list_all(const Mailbox *m, bool pawn_may_mate, MoveList *list)
{
    for (int square = 0; square < 81; ++square) {
        int to[2] = {square % 9, square / 9};
        for (int other = 0; other < 81; ++other) {
            int from[2] = {other % 9, other / 9};
            if (is_of(m->board.at[from[1]][from[0]], m->white)) list_steps(m, from, to, list);
        }
        if (m->board.at[to[1]][to[0]] == '.') list_drops(m, pawn_may_mate, to, list);
    }
}

static size_t list_moves(const char *fen, RefMove **out)
{
    Mailbox m;
    MoveList list = {NULL, 0, 0};
    if (!set(fen, &m) && !has_points(&m)) list_all(&m, false, &list);
    *out = list.moves;
    return list.count;
}

static RefResult result(const char *fen)
{
    Mailbox m;
    RefMove *moves;
    int others = 0;
    set(fen, &m);
    for (int square = 0; square < 81; ++square) others += !one_of(m.board.at[square / 9][square % 9], ".Kk");
    for (int i = 0; kinds[i]; ++i) others += m.hands[0][i] + m.hands[1][i];
    if (!others) return REF_DRAW;
    if (has_points(&m)) return win_for(m.white);
    size_t count = list_moves(fen, &moves);
    free(moves);
    return count ? REF_ONGOING : win_for(!m.white);
}

const Reference reference_shogi = {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
                                   normalise, result, list_moves, NULL};
