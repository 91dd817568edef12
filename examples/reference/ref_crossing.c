/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Crossing, written slowly from its rules (docs/adding-a-variant.md).
 */
#include "../../tests/reference/mailbox.h"

static const Shape shape = {5, 6, "PNRKpnrk", "", "", NULL};

/* Could the piece capture on this square if an enemy stood there? */
static bool captures(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    int dx = abs(to_x - x), dy = abs(to_y - y);
    switch (kind_of(m->board.at[y][x])) {
    case 'P': return dx == 1 && to_y - y == (is_white(m->board.at[y][x]) ? 1 : -1);
    case 'N': return dx * dy == 2;
    case 'K': return dx <= 1 && dy <= 1 && dx + dy > 0;
    default: return (dx == 0) != (dy == 0) && is_open(m, x, y, to_x, to_y);
    }
}

static bool find_king(const Mailbox *m, bool white, int *x, int *y)
{
    int kings = 0;
    for (int rank = 0; rank < 6; ++rank) {
        for (int file = 0; file < 5; ++file) {
            if (m->board.at[rank][file] != piece_of('K', white)) continue;
            *x = file;
            *y = rank;
            ++kings;
        }
    }
    return kings == 1;
}

static bool in_check(const Mailbox *m, bool white)
{
    int x = 0, y = 0;
    find_king(m, white, &x, &y);
    for (int rank = 0; rank < 6; ++rank)
        for (int file = 0; file < 5; ++file)
            if (is_of(m->board.at[rank][file], !white) && captures(m, file, rank, x, y)) return true;
    return false;
}

static bool has_crossed(const Mailbox *m, bool white)
{
    int x = 0, y = 0;
    find_king(m, white, &x, &y);
    return y == (white ? 5 : 0);
}

static const char *set(const char *fen, Mailbox *m)
{
    int x, y;
    const char *wrong = mailbox_read(fen, &shape, m);
    if (wrong) return wrong;
    if (!find_king(m, true, &x, &y) || !find_king(m, false, &x, &y)) return "one King each";
    for (int file = 0; file < 5; ++file)
        if (kind_of(m->board.at[0][file]) == 'P' || kind_of(m->board.at[5][file]) == 'P') return "a Pawn at the end";
    if (has_crossed(m, m->white)) return "over before";
    return in_check(m, !m->white) ? "the side not to move is in check" : NULL;
}

static const char *normalise(const char *fen, char *out)
{
    Mailbox m;
    const char *wrong = set(fen, &m);
    if (!wrong) mailbox_write(&m, &shape, out);
    return wrong;
}

static void try_move(const Mailbox *m, int x, int y, int to_x, int to_y, MoveList *list)
{
    char piece = m->board.at[y][x], kind = kind_of(piece), target = m->board.at[to_y][to_x];
    bool steps = kind == 'P' && target == '.' && to_x == x && to_y - y == (m->white ? 1 : -1);
    bool goes = kind == 'P' ? steps || (target != '.' && captures(m, x, y, to_x, to_y)) : captures(m, x, y, to_x, to_y);
    if (!goes || is_of(target, m->white)) return;
    bool last = kind == 'P' && (to_y == 0 || to_y == 5);
    for (const char *becomes = last ? "RN" : "P"; *becomes; ++becomes) {
        Mailbox after = *m;
        after.board.at[y][x] = '.';
        after.board.at[to_y][to_x] = last ? piece_of(*becomes, m->white) : piece;
        if (in_check(&after, m->white)) return;
        add_move(list, &shape, after, (int[]){x, y}, (int[]){to_x, to_y}, last ? piece_of(*becomes, false) : '\0',
                 kind == 'P' || target != '.');
    }
}

static size_t list_moves(const char *fen, RefMove **out)
{
    Mailbox m;
    MoveList list = {NULL, 0, 0};
    if (!set(fen, &m) && !has_crossed(&m, !m.white)) {
        for (int from = 0; from < 30; ++from)
            for (int to = 0; to < 30; ++to)
                if (is_of(m.board.at[from / 5][from % 5], m.white)) try_move(&m, from % 5, from / 5, to % 5, to / 5, &list);
    }
    *out = list.moves;
    return list.count;
}

static RefResult result(const char *fen)
{
    Mailbox m;
    RefMove *moves;
    set(fen, &m);
    if (has_crossed(&m, !m.white)) return m.white ? REF_BLACK_WINS : REF_WHITE_WINS;
    size_t count = list_moves(fen, &moves);
    free(moves);
    if (count) return m.counter >= 60 ? REF_DRAW : REF_ONGOING;
    if (!in_check(&m, m.white)) return REF_DRAW;
    return m.white ? REF_BLACK_WINS : REF_WHITE_WINS;
}

const Reference reference_crossing = {"crossing", "rnknr/ppppp/5/5/PPPPP/RNKNR w - - 0 1", normalise, result, list_moves, NULL};
