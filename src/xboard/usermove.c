/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A ply from the peer: whose it is, whether it is accepted, and what follows. */

#include "cecp.h"

#include <stdio.h>
#include <string.h>

/* After a ply of the opponent, or any ply in force mode. */
void cecp_after_ply(Cecp *c, PlyResult fed)
{
    bool person = cecp_is_person_moving(c);
    if (person && record_expected(&c->record) == EXPECT_PASS) cecp_show_pass(c);
    if (fed != PLY_MOVE) return;
    if (person) cecp_show_repairs(c);
    if (c->analysing) {
        cecp_analyse(c);
        return;
    }
    if (c->search.thinking == THINKING_MOVE) return; /* it was the expected ply */
    if (record_mover(&c->record) == c->engine_side) cecp_think(c);
    else cecp_announce_result(c);
}

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

static void say_illegal(const char *why, const char *text)
{
    say("Illegal move (%s): %.90s", is_mistaken(why) ? "against the rules" : why, text);
}

/* XBoard takes the ply back but does not show the reason, so the person gets it in a window. */
static void refuse_ply(Cecp *c, const char *why, const char *text)
{
    ErrorText told;
    char shown[2 * sizeof told.text];
    say_illegal(why, text);
    if (!cecp_is_person_moving(c)) return;
    gui_shift_ranks(c->session->variant, why, -1, shown);
    error_set(&told, "%.20s: %.120s", text, shown);
    cecp_show_message(c, told.text);
}

/* A person has moved a white piece in a game that Black begins, which XBoard does not know: White passes. Then the engine
 * begins, or in force mode whoever moves Black's pieces. */
static void pass_at_first(Cecp *c)
{
    bool nobody_plays = c->engine_side == NO_ENGINE_SIDE && c->hand.by_hand;
    if (c->computer || !(c->engine_side == record_mover(&c->record) || nobody_plays)) return;
    cecp_show_ply(c, pass_text, (Ply){.next = EXPECT_MOVE});
    if (!nobody_plays) {
        cecp_think(c);
        return;
    }
    cecp_show_message(c, "Black begins this game, so White has passed: it is Black's move.");
    if (c->analysing) cecp_analyse(c);
}

void cecp_user_ply(Cecp *c, const char *text)
{
    char own[2 * MOVE_TEXT_MAX];
    ErrorText error;
    c->hand.by_hand = c->hand.put[0] != '\0';
    c->hand.put[0] = '\0';
    if (strlen(text) >= MOVE_TEXT_MAX) {
        refuse_ply(c, "longer than any move", text);
        return;
    }
    gui_shift_ranks(c->session->variant, text, 1, own);
    bool begins = record_expected(&c->record) == EXPECT_FIRST_PASS;
    PlyResult taken = cecp_take_entered(c, own, text, &error);
    if (taken == PLY_LEG || taken == PLY_MOVE) {
        cecp_after_ply(c, taken);
    } else if (taken == PLY_REFUSED && begins) {
        say_illegal(error.text, text);
        pass_at_first(c);
    } else if (taken != PLY_REPAIR) {
        refuse_ply(c, error.text, text);
    }
}
