/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "material.h"

#include <stdio.h>
#include <string.h>

#include "../text/notation.h"

/* ---- Squares ---- */

Square square_transform(const Variant *variant, unsigned operation, Square square)
{
    unsigned files = board_width(variant), ranks = variant->board.ranks;
    unsigned board = square / (files * ranks), file = square % files, rank = square / files % ranks;
    if (operation & TRANSPOSE) {
        unsigned swapped = file;
        file = rank;
        rank = swapped;
    }
    if (operation & FLIP_FILES) file = files - 1 - file;
    if (operation & FLIP_RANKS) rank = ranks - 1 - rank;
    return (Square)(board * files * ranks + rank * files + file);
}

/* ---- Normalisation ---- */

/* Sort key of a piece: board, royals first, colour, kind. Later pieces vary fastest in position order, so
 * Pawns and the like come last. */
static unsigned piece_order(const Variant *variant, Piece piece, unsigned board)
{
    bool royal = variant->board.pieces[piece_type(piece)].royal;
    return board << 8 | (unsigned)!royal << 7 | (unsigned)piece_side(piece) << 6 | (31u - piece_type(piece));
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

static void sort_pieces(const Variant *variant, Placement *p)
{
    Material *m = &p->material;
    for (unsigned i = 1; i < m->count; ++i) {
        for (unsigned j = i; j > 0; --j) {
            if (piece_order(variant, m->pieces[j - 1], m->board[j - 1]) <= piece_order(variant, m->pieces[j], m->board[j])) break;
            swap(&m->pieces[j], &m->pieces[j - 1]);
            swap(&m->board[j], &m->board[j - 1]);
            swap(&p->squares[j], &p->squares[j - 1]);
        }
    }
}

/* White's material advantage; pieces in hand count by their type. */
static int balance(const Variant *variant, const Material *m, unsigned board)
{
    int sum = 0;
    for (unsigned i = 0; i < m->count; ++i) {
        if (m->board[i] != board) continue;
        int value = 1 + variant->board.pieces[piece_type(m->pieces[i])].eg;
        sum += piece_side(m->pieces[i]) == WHITE ? value : -value;
    }
    for (unsigned slot = 0; board == 0 && variant->hands.types && variant->hands.types[slot]; ++slot) {
        int value = 1 + variant->board.pieces[variant->hands.types[slot]].eg;
        sum += value * ((int)hand_count(variant, m->hands, WHITE, slot) - (int)hand_count(variant, m->hands, BLACK, slot));
    }
    return sum;
}

/* Is a preferred to b as the normal form? */
static bool is_kept(const Variant *variant, const Material *a, const Material *b)
{
    int sum_a = 0, sum_b = 0;
    for (unsigned board = 0; board < variant->board.boards; ++board) {
        sum_a += balance(variant, a, board);
        sum_b += balance(variant, b, board);
    }
    if (sum_a != sum_b) return sum_a > sum_b;
    int first_a = balance(variant, a, 0), first_b = balance(variant, b, 0);
    if (first_a != first_b) return first_a > first_b;
    int order = memcmp(a->board, b->board, sizeof a->board);
    if (order == 0) order = memcmp(a->pieces, b->pieces, sizeof a->pieces);
    return order < 0 || (order == 0 && a->hands > b->hands);
}

static void exchange_colours(const Variant *variant, Placement *p)
{
    for (unsigned i = 0; i < p->material.count; ++i) {
        p->material.pieces[i] ^= piece_make(BLACK, NO_TYPE);
        p->squares[i] = square_transform(variant, variant->symmetry.swap, p->squares[i]);
    }
    p->material.hands = hands_exchange(p->material.hands);
    p->side ^= 1;
}

static void exchange_boards(const Variant *variant, Placement *p)
{
    unsigned squares = board_squares(variant);
    for (unsigned i = 0; i < p->material.count; ++i) {
        p->squares[i] = (Square)(p->material.board[i] ? p->squares[i] - squares : p->squares[i] + squares);
        p->material.board[i] ^= 1;
    }
}

/* Applies the exchanges of a form; false if the rules have no such exchange. */
static bool exchange(const Variant *variant, unsigned form, Placement *p)
{
    if ((form & 1 && !variant->symmetry.swap) || (form & 2 && variant->board.boards < 2)) return false;
    if (form & 1) exchange_colours(variant, p);
    if (form & 2) exchange_boards(variant, p);
    sort_pieces(variant, p);
    return true;
}

static void normalise(const Variant *variant, Placement *p)
{
    sort_pieces(variant, p);
    Placement best = *p;
    for (unsigned form = 1; form < MATERIAL_FORMS; ++form) {
        Placement other = *p;
        if (exchange(variant, form, &other) && is_kept(variant, &other.material, &best.material)) best = other;
    }
    *p = best;
}

/* A placement of material for when only its boards matter. */
static Placement placement_somewhere(const Variant *variant, const Material *material)
{
    Placement p = {.material = *material};
    unsigned squares = board_squares(variant);
    for (unsigned i = 0; i < material->count; ++i) p.squares[i] = (Square)(material->board[i] * squares);
    return p;
}

void material_normalise(const Variant *variant, Material *material)
{
    Placement p = placement_somewhere(variant, material);
    normalise(variant, &p);
    *material = p.material;
}

bool material_form(const Variant *variant, const Material *material, unsigned form, Material *out)
{
    Placement p = placement_somewhere(variant, material);
    bool exists = exchange(variant, form, &p);
    *out = p.material;
    return exists;
}

bool material_equal(const Material *a, const Material *b)
{
    return a->count == b->count && a->hands == b->hands && memcmp(a->pieces, b->pieces, a->count) == 0
           && memcmp(a->board, b->board, a->count) == 0;
}

unsigned material_pieces(const Variant *variant, const Material *material)
{
    return material->count + hand_pieces(variant, material->hands);
}

bool placement_of(const Position *pos, Placement *p)
{
    const Variant *variant = pos->variant;
    const State *state = pos->state;
    if (state->rights || state->ep[0] != SQUARE_NONE || state->ep[1] != SQUARE_NONE) return false;
    unsigned squares = board_squares(variant), count = 0;
    *p = (Placement){.side = pos->side};
    for (unsigned s = 0; s < squares * variant->board.boards; ++s) {
        if (!pos->board[s]) continue;
        if (count == PIECES_MAX) return false;
        p->squares[count] = (Square)s;
        p->material.pieces[count] = pos->board[s];
        p->material.board[count++] = (uint8_t)(s / squares);
    }
    p->material.count = (uint8_t)count;
    p->material.hands = state->hands;
    normalise(variant, p);
    return true;
}

/* ---- Names ---- */

static char *print_side(const Variant *variant, const Material *m, unsigned board, Side side, char *text)
{
    for (unsigned i = 0; i < m->count; ++i)
        if (m->board[i] == board && piece_side(m->pieces[i]) == side)
            text += piece_print(variant, piece_make(WHITE, piece_type(m->pieces[i])), text);
    for (unsigned slot = 0; board == 0 && variant->hands.types && variant->hands.types[slot]; ++slot) {
        for (unsigned n = hand_count(variant, m->hands, side, slot); n > 0; --n) {
            *text++ = '@';
            text += piece_print(variant, piece_make(WHITE, variant->hands.types[slot]), text);
        }
    }
    return text;
}

char *material_print(const Variant *variant, const Material *m, char *text)
{
    char *p = text;
    for (unsigned board = 0; board < variant->board.boards; ++board) {
        if (board) *p++ = ':';
        p = print_side(variant, m, board, WHITE, p);
        *p++ = 'v';
        p = print_side(variant, m, board, BLACK, p);
    }
    *p = '\0';
    return text;
}

/* Parses one piece; false if there is no such piece or no room for it. */
static bool parse_piece(const Variant *variant, const char **text, Side side, unsigned board, Material *m)
{
    bool in_hand = **text == '@', promoted;
    *text += in_hand;
    promoted = **text == '+';
    *text += promoted;
    PieceType type = **text >= 'A' && **text <= 'Z' ? piece_type_find(variant, side, **text, promoted) : NO_TYPE;
    if (type == NO_TYPE) return false;
    ++*text;
    if (in_hand) {
        unsigned slot = hand_slot(variant, type);
        if (slot == HAND_SLOTS || hand_count(variant, m->hands, side, slot) == variant->hands.max[slot]) return false;
        m->hands += hand_one(variant, side, slot);
        return true;
    }
    if (m->count == PIECES_MAX) return false;
    m->pieces[m->count] = piece_make(side, type);
    m->board[m->count++] = (uint8_t)board;
    return true;
}

bool material_parse(const Variant *variant, const char *name, Material *material, ErrorText *error)
{
    const char *p = name;
    *material = (Material){0};
    unsigned board = 0;
    Side side = WHITE;
    if (strlen(name) >= MATERIAL_NAME_MAX) return error_set(error, "no endgame is called '%.60s'", name);
    for (; *p;) {
        if (*p == 'v' && side == WHITE) {
            side = BLACK;
            ++p;
        } else if (*p == ':' && side == BLACK && board + 1 < variant->board.boards) {
            side = WHITE;
            ++board;
            ++p;
        } else if (!parse_piece(variant, &p, side, board, material)) {
            return error_set(error, "endgame '%.60s': a piece's letter is expected at '%.10s', after '+' if promoted, after '@' if "
                                    "in hand; at most %d on the board", name, p, PIECES_MAX);
        }
    }
    if (material->count == 0) return error_set(error, "endgame '%.60s' has no piece on the board", name);
    if (side == WHITE || board + 1 < variant->board.boards)
        return error_set(error, "endgame '%.60s': 'v' separates White's pieces from Black's%s", name,
                         variant->board.boards > 1 ? ", ':' separates the boards: KvK:KvK" : "");
    material_normalise(variant, material);
    return true;
}
