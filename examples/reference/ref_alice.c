/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Alice chess, written slowly from its rules: files a to h are the first board, i to p the second.
 */
#include "../../tests/reference/mailbox.h"

static const Shape shape = {16, 8, "PNBRQKpnbrqk", "KQkq", "", NULL};

static int across(int file) { return file < 8 ? file + 8 : file - 8; }

/* Could the piece capture on this square if an enemy stood there? */
static bool captures(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    int dx = abs(to_x - x), dy = abs(to_y - y);
    if (x / 8 != to_x / 8 || dx + dy == 0) return false;
    switch (kind_of(m->board.at[y][x])) {
    case 'P': return dx == 1 && to_y - y == (is_white(m->board.at[y][x]) ? 1 : -1);
    case 'N': return dx * dy == 2;
    case 'K': return dx <= 1 && dy <= 1;
    case 'R': return (dx == 0 || dy == 0) && is_open(m, x, y, to_x, to_y);
    case 'B': return dx == dy && is_open(m, x, y, to_x, to_y);
    default: return is_open(m, x, y, to_x, to_y);
    }
}

static bool is_attacked(const Mailbox *m, int x, int y, bool by_white)
{
    for (int rank = 0; rank < 8; ++rank)
        for (int file = 0; file < 16; ++file)
            if (is_of(m->board.at[rank][file], by_white) && captures(m, file, rank, x, y)) return true;
    return false;
}

static int find_king(const Mailbox *m, bool white, int *x, int *y)
{
    int kings = 0;
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 16; ++file) {
            if (m->board.at[rank][file] != piece_of('K', white)) continue;
            *x = file;
            *y = rank;
            ++kings;
        }
    }
    return kings;
}

/* Is the King attacked, if it is on this board (-1: on either board)? */
static bool in_check(const Mailbox *m, bool white, int board)
{
    int x = 0, y = 0;
    find_king(m, white, &x, &y);
    return (board < 0 || x / 8 == board) && is_attacked(m, x, y, !white);
}

static bool is_home(const Mailbox *m, int right)
{
    bool white = right < 2;
    int rank = white ? 0 : 7;
    return m->board.at[rank][4] == piece_of('K', white) && m->board.at[rank][right % 2 ? 0 : 7] == piece_of('R', white);
}

static const char *set(const char *fen, Mailbox *m)
{
    int x, y;
    const char *wrong = mailbox_read(fen, &shape, m);
    if (wrong) return wrong;
    if (find_king(m, true, &x, &y) != 1 || find_king(m, false, &x, &y) != 1) return "one King each";
    for (int file = 0; file < 16; ++file) {
        if (kind_of(m->board.at[0][file]) == 'P' || kind_of(m->board.at[7][file]) == 'P') return "a Pawn at the end";
        for (int rank = 0; rank < 8 && file < 8; ++rank)
            if (m->board.at[rank][file] != '.' && m->board.at[rank][file + 8] != '.') return "a square occupied twice";
    }
    if (in_check(m, !m->white, -1)) return "the side not to move is in check";
    for (int right = 0; right < 4; ++right)
        if (m->castling[right] && !is_home(m, right)) return "castling";
    return NULL;
}

static const char *normalise(const char *fen, char *out)
{
    Mailbox m;
    const char *wrong = set(fen, &m);
    if (!wrong) mailbox_write(&m, &shape, out);
    return wrong;
}

static void lose_rights(Mailbox *m)
{
    for (int right = 0; right < 4; ++right) m->castling[right] = m->castling[right] && is_home(m, right);
}

static bool goes(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    char kind = kind_of(m->board.at[y][x]), target = m->board.at[to_y][to_x];
    int ahead = m->white ? 1 : -1;
    if (is_of(target, m->white)) return false;
    if (kind != 'P' || target != '.') return captures(m, x, y, to_x, to_y);
    if (to_x != x) return false;
    if (to_y - y == ahead) return true;
    return to_y - y == 2 * ahead && y == (m->white ? 1 : 6) && m->board.at[y + ahead][x] == '.';
}

static void try_move(const Mailbox *m, int x, int y, int to_x, int to_y, MoveList *list)
{
    char piece = m->board.at[y][x], kind = kind_of(piece), target = m->board.at[to_y][to_x];
    if (!goes(m, x, y, to_x, to_y) || m->board.at[to_y][across(to_x)] != '.') return;
    bool last = kind == 'P' && (to_y == 0 || to_y == 7);
    for (const char *becomes = last ? "QRBN" : "P"; *becomes; ++becomes) {
        Mailbox after = *m;
        after.board.at[y][x] = '.';
        after.board.at[to_y][to_x] = piece;
        if (in_check(&after, m->white, x / 8)) return;
        after.board.at[to_y][to_x] = '.';
        after.board.at[to_y][across(to_x)] = last ? piece_of(*becomes, m->white) : piece;
        if (in_check(&after, m->white, -1)) continue;
        lose_rights(&after);
        add_move(list, &shape, after, (int[]){x, y}, (int[]){across(to_x), to_y}, last ? piece_of(*becomes, false) : '\0',
                 kind == 'P' || target != '.');
    }
}

static void try_castling(const Mailbox *m, int right, MoveList *list)
{
    bool white = right < 2, far = right % 2;
    int rank = white ? 0 : 7, king_to = far ? 2 : 6, rook_to = far ? 3 : 5, rook = far ? 0 : 7;
    if (white != m->white || !m->castling[right]) return;
    for (int file = (far ? rook : 4) + 1; file < (far ? 4 : rook); ++file)
        if (m->board.at[rank][file] != '.') return;
    if (m->board.at[rank][king_to + 8] != '.' || m->board.at[rank][rook_to + 8] != '.') return;
    for (int file = far ? king_to : 4; file <= (far ? 4 : king_to); ++file)
        if (is_attacked(m, file, rank, !white)) return;
    Mailbox after = *m;
    after.board.at[rank][king_to + 8] = after.board.at[rank][4];
    after.board.at[rank][rook_to + 8] = after.board.at[rank][rook];
    after.board.at[rank][4] = after.board.at[rank][rook] = '.';
    lose_rights(&after);
    if (!in_check(&after, white, -1)) add_move(list, &shape, after, (int[]){4, rank}, (int[]){king_to + 8, rank}, '\0', false);
}

static size_t list_moves(const char *fen, RefMove **out)
{
    Mailbox m;
    MoveList list = {NULL, 0, 0};
    if (!set(fen, &m)) {
        for (int from = 0; from < 128; ++from)
            for (int to = 0; to < 128; ++to)
                if (is_of(m.board.at[from / 16][from % 16], m.white)) try_move(&m, from % 16, from / 16, to % 16, to / 16, &list);
        for (int right = 0; right < 4; ++right) try_castling(&m, right, &list);
    }
    *out = list.moves;
    return list.count;
}

static RefResult result(const char *fen)
{
    Mailbox m;
    RefMove *moves;
    int pieces = 0;
    set(fen, &m);
    for (int i = 0; i < 128; ++i) pieces += m.board.at[i / 16][i % 16] != '.';
    size_t count = list_moves(fen, &moves);
    free(moves);
    if (pieces == 2) return REF_DRAW;
    if (count) return m.counter >= 100 ? REF_DRAW : REF_ONGOING;
    if (!in_check(&m, m.white, -1)) return REF_DRAW;
    return m.white ? REF_BLACK_WINS : REF_WHITE_WINS;
}

const Reference reference_alice = {"alice", "rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1", normalise, result,
                                   list_moves, NULL};
