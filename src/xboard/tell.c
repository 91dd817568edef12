/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What both exchanges send: moves, refusals and their reasons. */

#include <string.h>

#include "peer.h"

bool peer_is_person(const Peer *peer)
{
    return !peer->computer && (peer->engine_side != NO_ENGINE_SIDE || (peer->by_hand && peer->gui));
}

const char *peer_why_not(const Peer *peer)
{
    return session_outcome(peer->session).result == ONGOING ? NULL : "the game is over";
}

void peer_say_move(const Peer *peer, const char *text)
{
    char shown[2 * MOVE_TEXT_MAX];
    gui_shift_ranks(peer->session->variant, text, -1, shown);
    say("move %s", shown);
}

void peer_tell(const Peer *peer, const char *text)
{
    if (peer->gui && !peer->computer) say("telluser %s", text);
}

/* ---- Refusals ---- */

/* XBoard mistakes a refusal with one of these words for the refusal of a command, and leaves the piece on its new
 * square. */
static bool is_mistaken(const char *why)
{
    static const char *const words[] = {"name", "rating", "?",     "result",   "board", "bk",      "computer", "variant",
                                        "hint", "random", "depth", "accepted", "draw",  "analyze", "time",     "protover"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strstr(why, words[i])) return true;
    return false;
}

void peer_say_illegal(const char *why, const char *entered)
{
    say("Illegal move (%s): %.90s", is_mistaken(why) ? "against the rules" : why, entered);
}

/* XBoard takes the ply back but does not show the reason, so the person gets it in a window. */
void peer_refuse(Peer *peer, const char *why, const char *entered)
{
    ErrorText window;
    char shown[2 * sizeof window.text];
    peer->put[0] = '\0';
    if (!entered) {
        say("tellusererror no pass here: %s", why);
        return;
    }
    peer_say_illegal(why, entered);
    if (!peer_is_person(peer)) return;
    gui_shift_ranks(peer->session->variant, why, -1, shown);
    error_set(&window, "%.20s: %.120s", entered, shown);
    peer_tell(peer, window.text);
}
