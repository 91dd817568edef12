/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Moves for people in the JSON protocol: short texts and captures. */

#include <string.h>

#include "../text/notation.h"
#include "../pgn/pgn_tree.h"
#include "../text/short_text.h"
#include "web.h"

/* ---- Short texts ---- */

void web_put_short(Buffer *out, const char *key, Position *pos, Move move)
{
    char text[SHORT_TEXT_MAX];
    if (!position_reserve(pos, 2)) {
        out->failed = true;
        return;
    }
    short_text_write(pos, move, text);
    json_put_text(out, key, text);
}

void web_put_short_line(Buffer *out, const char *key, Position *pos, const Move *pv, int length)
{
    enum { SHOWN_MAX = 10 }; /* plies of a line that people read */
    int made = 0;
    if (!position_reserve(pos, SHOWN_MAX + 2)) length = 0;
    json_open(out, key, '[');
    for (; made < length && made < SHOWN_MAX && position_is_legal(pos, pv[made]); ++made) {
        web_put_short(out, NULL, pos, pv[made]);
        position_make(pos, pv[made]);
    }
    json_close(out, ']');
    while (made-- > 0) position_unmake(pos);
}

bool web_short(Web *web, Buffer *out, ErrorText *error)
{
    const JsonNode *list = json_member(web->request, "tree");
    PgnTree tree = {0};
    if (!list || list->type != JSON_ARRAY) return error_set(error, "\"tree\" is an array of objects");
    if (!web_position(web, error)) return false;
    bool ok = pgn_tree_init(&tree, web->session->pos) || error_set(error, "out of memory");
    ok = ok && web_read_tree(web, list, &tree, error);
    json_open(out, "san", '[');
    for (size_t i = 1; ok && i < tree.count; ++i) {
        ok = pgn_tree_go(&tree, tree.nodes[i].parent) || error_set(error, "out of memory");
        if (ok) web_put_short(out, NULL, tree.pos, tree.nodes[i].move);
    }
    json_close(out, ']');
    pgn_tree_free(&tree);
    return ok;
}

/* ---- Captured pieces ---- */

typedef int PieceCounts[PIECE_MAX];

/* Counts the pieces of both sides, on the board and in hand, promoted ones as their base. */
static void count_pieces(const Position *pos, PieceCounts tally)
{
    const Variant *variant = pos->variant;
    memset(tally, 0, sizeof(PieceCounts));
    for (unsigned s = 0; s < square_count(variant); ++s) {
        Piece piece = pos->board[s];
        if (piece) ++tally[piece_make(piece_side(piece), variant->board.pieces[piece_type(piece)].base)];
    }
    for (Side side = WHITE; variant->hands.types && side < SIDE_NB; ++side)
        for (unsigned slot = 0; variant->hands.types[slot]; ++slot)
            tally[piece_make(side, variant->hands.types[slot])] += (int)hand_count(variant, pos->state->hands, side, slot);
}

/* Adds the pieces that a side lost by a move to `taken`. If pieces changed their type, the most valuable missing ones count. */
static void count_losses(const Variant *variant, Side side, PieceCounts before, const PieceCounts after, PieceCounts taken)
{
    int lost = 0;
    for (PieceType type = 1; type < variant->board.types; ++type) {
        Piece piece = piece_make(side, type);
        lost += before[piece] - after[piece];
    }
    for (; lost > 0; --lost) {
        Piece best = NO_PIECE;
        for (PieceType type = 1; type < variant->board.types; ++type) {
            Piece piece = piece_make(side, type);
            if (before[piece] <= after[piece]) continue;
            if (!best || variant->board.pieces[type].mg > variant->board.pieces[piece_type(best)].mg) best = piece;
        }
        if (!best) return;
        ++taken[best];
        --before[best];
    }
}

/* The value of White's pieces less that of Black's, in centipawns. */
static int balance_of(const Position *pos)
{
    const Variant *variant = pos->variant;
    int sum = 0;
    for (unsigned s = 0; s < square_count(variant); ++s)
        if (pos->board[s])
            sum += variant->board.pieces[piece_type(pos->board[s])].mg * (piece_side(pos->board[s]) == WHITE ? 1 : -1);
    for (unsigned slot = 0; variant->hands.types && variant->hands.types[slot]; ++slot)
        sum += variant->board.pieces[variant->hands.types[slot]].mg
               * ((int)hand_count(variant, pos->state->hands, WHITE, slot)
                  - (int)hand_count(variant, pos->state->hands, BLACK, slot));
    return sum;
}

/* Replays a game on a copy of its start, and counts the captures: none in games where captured pieces go to the hand, which
 * shows them. */
static void replay(const Position *pos, Position *game, PieceCounts taken, int *balance)
{
    PieceCounts before, after;
    *balance = balance_of(pos) - balance_of(game);
    count_pieces(game, before);
    for (unsigned left = position_plies(pos); left-- > 0;) {
        position_make(game, position_state(pos, left)->move);
        count_pieces(game, after);
        for (Side side = WHITE; !pos->variant->board.keeps_captured && side < SIDE_NB; ++side)
            count_losses(pos->variant, side, before, after, taken);
        memcpy(before, after, sizeof before);
    }
}

bool web_put_material(Buffer *out, const Position *pos)
{
    PieceCounts taken = {0};
    int balance = 0;
    Position *game = position_start(pos);
    if (!game) return false;
    replay(pos, game, taken, &balance);
    position_free(game);
    json_open(out, "material", '{');
    json_put_number(out, "balance", balance);
    json_open(out, "captured", '{');
    for (Side side = WHITE; side < SIDE_NB; ++side)
        for (PieceType type = 1; type < pos->variant->board.types; ++type)
            web_put_count(out, pos->variant, piece_make(side, type), taken[piece_make(side, type)]);
    json_close(out, '}');
    json_close(out, '}');
    return true;
}
