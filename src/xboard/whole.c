/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A move is one text: other engines, and GUIs that show whatever is played. */

#include "peer.h"

static void begin(Peer *peer, const char *fen, bool explains) { (void)peer, (void)fen, (void)explains; }
static Taken take_position(Peer *peer, const char *fen) { return (void)peer, (void)fen, TAKEN_NOT; }
static bool ready(Peer *peer) { return (void)peer, true; }
static size_t plies(const Peer *peer) { return position_plies(peer->session->pos); }

/* Nothing to mark, but the board now shows this game's pictures. */
static void mark(Peer *peer, bool begins)
{
    if (begins) peer->shown = peer->session->variant;
}

static bool play(Peer *peer, Move move, ErrorText *error)
{
    if (!position_reserve(peer->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    position_make(peer->session->pos, move);
    return true;
}

static Taken take(Peer *peer, const char *text, const char *entered)
{
    const Position *pos = peer->session->pos;
    const char *why = peer_why_not(peer);
    ErrorText error;
    Move move;
    if (!why && pos->variant->text.parse(pos, text, &move, &error) && play(peer, move, &error)) return TAKEN_MOVE;
    peer_refuse(peer, why ? why : error.text, entered);
    return TAKEN_NOT;
}

static void show(Peer *peer, Move move)
{
    char text[MOVE_TEXT_MAX];
    ErrorText error;
    peer->session->variant->text.print(peer->session->pos, move, text);
    peer_say_move(peer, text);
    if (!play(peer, move, &error)) say("tellusererror %s", error.text);
}

static bool undo(Peer *peer, size_t n)
{
    if (n > plies(peer)) return false;
    while (n--) session_undo(peer->session);
    return true;
}

static void lift(Peer *peer, const char *square, bool sent)
{
    LegList legs;
    GuiBoard board;
    if (!leg_list_fill(peer->session->pos, "", &legs)) return;
    gui_board_set(&board, peer->session->pos);
    marks_lift(peer, square, sent, &legs, &board);
    leg_list_free(&legs);
}

const Exchange whole_exchange = {begin, take, take_position, ready, show, undo, plies, lift, mark};
