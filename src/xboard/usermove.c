/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A ply from the peer: whose it is, whether it is accepted, and what follows. */

#include "cecp.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../notation/notation.h"

/* Does this ply come from a person, who needs help with passes and the like? */
static bool is_person_moving(const Cecp *c)
{
    return !c->computer && (c->engine_side != NO_ENGINE_SIDE || (c->by_hand && c->gui));
}

/* After a ply of the opponent, or any ply in force mode. */
void cecp_after_ply(Cecp *c, PlyResult fed)
{
    bool person = is_person_moving(c);
    if (person && cecp_expected(c) == EXPECT_PASS) cecp_show_pass(c);
    if (fed != PLY_MOVE) return;
    if (person) cecp_show_repairs(c);
    if (c->analysing) {
        cecp_analyse(c);
        return;
    }
    if (c->thinking == THINKING_MOVE) return; /* it was the expected ply */
    if (cecp_mover(c) == c->engine_side) cecp_think(c);
    else cecp_announce_result(c);
}

/* Why a ply cannot be taken now; NULL if it can. */
static const char *why_not_now(Cecp *c)
{
    if (c->thinking == THINKING_MOVE) return "it is not your turn";
    if (cecp_mover(c) == c->engine_side && cecp_in_move(c)) return "take back all of the move first";
    if (session_outcome(c->session).result != ONGOING) return "the game is over";
    return NULL;
}

/* Legs that cannot be entered with the mouse: XBoard takes its ply back and is shown the intended leg. */
static PlyResult take_meant(Cecp *c, const char *own, const char *text)
{
    char leg[MOVE_TEXT_MAX];
    ErrorText ignored;
    PlyResult fed = PLY_REFUSED;
    if (!cecp_keeps_gui(c) || !is_person_moving(c)) return fed;
    if (cecp_find_promotion(c, own, leg) && (fed = cecp_take_ply(c, leg, &ignored)) != PLY_REFUSED) {
        say("Illegal move (it promotes): %s", text);
        cecp_say_move(c, leg);
    } else if (cecp_find_moved_by(c, own, leg)) {
        fed = cecp_take_sending(c, leg, text);
    }
    return fed;
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
    if (!is_person_moving(c)) return;
    gui_shift_ranks(c->session->variant, why, -1, shown);
    error_set(&told, "%.20s: %.120s", text, shown);
    cecp_show_message(c, told.text);
}

/* A person has moved a white piece in a game that Black begins, which XBoard does not tell: White passes. Then the
 * engine begins, or in force mode whoever moves Black's pieces. */
static void pass_at_first(Cecp *c)
{
    bool nobody_plays = c->engine_side == NO_ENGINE_SIDE && c->by_hand;
    if (c->computer || !(c->engine_side == cecp_mover(c) || nobody_plays)) return;
    cecp_show_first_pass(c);
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
    const char *why = why_not_now(c);
    c->by_hand = c->put[0] != '\0';
    c->put[0] = '\0';
    if (strlen(text) >= MOVE_TEXT_MAX) {
        refuse_ply(c, "longer than any move", text);
        return;
    }
    gui_shift_ranks(c->session->variant, text, 1, own);
    /* In a game being loaded: repairs after the last move. */
    if (cecp_take_repair(c, own)) return;
    if (why) {
        refuse_ply(c, why, text);
        return;
    }
    if (own[0] && own[1] == '@') own[0] = (char)toupper((unsigned char)own[0]);
    PlyResult fed = cecp_take_ply(c, own, &error);
    if (fed == PLY_REFUSED) fed = take_meant(c, own, text);
    bool begins = cecp_expected(c) == EXPECT_FIRST_PASS;
    if (fed != PLY_REFUSED) cecp_after_ply(c, fed);
    else if (begins) say_illegal(error.text, text);
    else refuse_ply(c, error.text, text);
    if (fed == PLY_REFUSED && begins) pass_at_first(c);
}
