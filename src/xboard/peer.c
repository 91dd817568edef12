/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes from the peer goes to the exchange that fits. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gui.h"

static const Exchange *choose(const Peer *peer)
{
    const Variant *variant = peer->session->variant;
    bool plies = variant->text.legs_status || (peer->gui && variant_cecp(variant)->table);
    return plies && !peer->session->whole_moves ? &gui_exchange : &whole_exchange;
}

void peer_begin(Peer *peer, const char *fen, bool explains)
{
    peer->exchange = choose(peer);
    peer->exchange->begin(peer, fen, explains);
}

Peer *peer_new(Session *session)
{
    Gui *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->peer = (Peer){.session = session, .engine_side = BLACK};
    peer_begin(&g->peer, "", false);
    return &g->peer;
}

void peer_free(Peer *peer)
{
    if (peer) free(((Gui *)peer)->plies);
    free(peer);
}

void peer_change(Peer *peer)
{
    if (peer->exchange != choose(peer)) peer_begin(peer, "", false);
}

bool peer_set_up(Peer *peer, char *fen, ErrorText *error)
{
    char *no_hand = strstr(fen, "[-]"); /* XBoard writes empty hands so */
    if (no_hand) memmove(no_hand + 1, no_hand + 2, strlen(no_hand + 2) + 1);
    if (!(peer->gui ? gui_set_fen : position_set_fen)(session_board(peer->session), fen, error)) return false;
    peer_begin(peer, fen, false);
    return true;
}

Taken peer_take(Peer *peer, const char *text)
{
    char own[2 * MOVE_TEXT_MAX];
    peer_note_hand(peer);
    if (strlen(text) >= MOVE_TEXT_MAX) {
        peer_refuse(peer, "longer than any move", text);
        return TAKEN_NOT;
    }
    gui_shift_ranks(peer->session->variant, text, 1, own);
    if (own[0] && own[1] == '@') own[0] = (char)toupper((unsigned char)own[0]);
    return peer->exchange->take(peer, own, text);
}

Taken peer_press_pass(Peer *peer)
{
    peer->by_hand = true;
    return peer->exchange->take(peer, pass_text, NULL);
}

void peer_lift(Peer *peer, const char *square)
{
    /* A piece that was just stepped on is not lifted: it is about to be sent. */
    bool sent = strcmp(square, peer->put) == 0;
    peer->put[0] = '\0';
    if (!peer_why_not(peer)) peer->exchange->lift(peer, square, sent);
}
