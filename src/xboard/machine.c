/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The state machine. Its table `readers` lists what a ply can be in each state. A reader checks whether the ply is
 * that, and sets the next state and the completed move. docs/protocol.md has a diagram.
 */

#include "cecp.h"

#include <string.h>

#include "../notation/notation.h"

static bool is_pass(const char *text) { return strcmp(text, pass_text) == 0; }

/* Do incoming plies belong to a game that the GUI loads or steps through, not to a person? */
static bool is_loading(const Cecp *c)
{
    return cecp_keeps_gui(c) && !c->computer && c->engine_side == NO_ENGINE_SIDE && !c->by_hand;
}

/* ---- Reading plies ---- */

/* Reads the completed move. */
static bool read_text(const Cecp *c, const char *text, Ply *ply, ErrorText *error)
{
    ply->next = EXPECT_MOVE;
    return c->session->variant->parse_move(c->session->pos, text, &ply->move, error);
}

static bool read_first_pass(const Cecp *c, Ply *ply, ErrorText *error)
{
    (void)c;
    ply->next = EXPECT_MOVE;
    return is_pass(ply->text) || error_set(error, "Black begins: pass");
}

/* A move in one text; a pass may be one. */
static bool read_move(const Cecp *c, Ply *ply, ErrorText *error)
{
    bool whole = !cecp_in_legs(c) || is_pass(ply->text) || strchr(ply->text, ',');
    return whole && read_text(c, ply->text, ply, error);
}

/* The other side's pass between two legs. */
static bool read_pass(const Cecp *c, Ply *ply, ErrorText *error)
{
    (void)c, (void)error;
    ply->next = EXPECT_LEG;
    return is_pass(ply->text);
}

/* The mover's pass, which ends a move that could go on. */
static bool read_end(const Cecp *c, Ply *ply, ErrorText *error)
{
    char legs[MOVE_TEXT_MAX];
    if (!is_pass(ply->text)) return false;
    cecp_legs(c, legs);
    bool complete = c->session->variant->legs_status(c->session->pos, legs, NULL) == LEGS_EXTENSIBLE;
    return complete ? read_text(c, legs, ply, error) : error_set(error, "the move is not complete with %.80s", legs);
}

static bool read_leg_as(const Cecp *c, const char *leg, Ply *ply, ErrorText *error)
{
    char legs[2 * MOVE_TEXT_MAX];
    cecp_legs(c, legs);
    size_t length = strlen(legs);
    snprintf(legs + length, sizeof legs - length, "%s%s", length ? "," : "", leg);
    LegStatus status = c->session->variant->legs_status(c->session->pos, legs, error);
    if (status == LEGS_ILLEGAL || (status == LEGS_COMPLETE && !read_text(c, legs, ply, error))) return false;
    if (status != LEGS_COMPLETE) {
        if (strlen(legs) >= MOVE_TEXT_MAX) return error_set(error, "no move has so many legs");
        ply->next = EXPECT_PASS;
        ply->move = MOVE_NONE;
    }
    snprintf(ply->leg, sizeof ply->leg, "%s", leg);
    return true;
}

/* A leg entered by a person: a step onto an enemy may mean a capture from afar (x), any other step may mean that a
 * piece is sent (>). */
static bool read_leg(const Cecp *c, Ply *ply, ErrorText *error)
{
    static const char *const signs[] = {"", "x", ">"};
    const char *rest = ply->text;
    ErrorText ignored;
    if (!cecp_in_legs(c) || is_pass(ply->text) || (cecp_expected(c) == EXPECT_MOVE && strchr(ply->text, ','))) return false;
    int tries = square_parse(c->session->variant, &rest) == SQUARE_NONE ? 1 : 3;
    for (int i = 0; i < tries; ++i) {
        char leg[MOVE_TEXT_MAX + 2];
        snprintf(leg, sizeof leg, "%.*s%s%s", (int)(rest - ply->text), ply->text, signs[i], rest);
        if (read_leg_as(c, leg, ply, i ? &ignored : error)) return true;
    }
    return false;
}

/* A ply of a move that another engine sends: the plies so far begin such a move. */
static bool read_shown(const Cecp *c, Ply *ply, ErrorText *error)
{
    PlyList plies = {0};
    GuiBoard gui;
    Move move;
    size_t begin = cecp_move_begin(c), count = c->ply_count - begin;
    bool possible = c->computer || cecp_expected(c) != EXPECT_MOVE || is_loading(c);
    if (!possible || !(cecp_keeps_gui(c) || cecp_in_legs(c)) || count >= PLIES_MAX) return false;
    if (!position_reserve(c->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    for (size_t i = 0; i <= count; ++i) {
        const char *text = i < count ? c->plies[begin + i].text : ply->text;
        if (strlen(text) >= PLY_TEXT_MAX) return false;
        strcpy(plies.text[plies.count++], text);
    }
    cecp_board(c, begin, &gui);
    PlyMatch match = plies_match(c->session->pos, &gui, !cecp_keeps_gui(c), &plies, &move);
    ply->next = match == PLIES_MOVE ? EXPECT_MOVE : EXPECT_PLY;
    ply->move = match == PLIES_MOVE ? move : MOVE_NONE;
    return match != PLIES_NONE;
}

/* ---- The machine ---- */

enum { READERS = 3 };

/* Tried from left to right, between engines from right to left: people enter legs, engines send plies. */
static bool (*const readers[EXPECTED_COUNT][READERS])(const Cecp *c, Ply *ply, ErrorText *error) = {
    [EXPECT_MOVE] = {read_move, read_leg, read_shown},
    [EXPECT_PASS] = {read_pass, read_leg, read_shown},
    [EXPECT_LEG] = {read_end, read_leg, read_shown},
    [EXPECT_PLY] = {read_shown},
    [EXPECT_REPAIR] = {NULL}, /* only cecp_take_repair takes these */
    [EXPECT_FIRST_PASS] = {read_first_pass},
};

static bool read_ply(const Cecp *c, Ply *ply, ErrorText *error)
{
    Expected state = cecp_expected(c);
    for (int i = 0; i < READERS; ++i) {
        int reader = c->computer ? READERS - 1 - i : i;
        if (readers[state][reader] && readers[state][reader](c, ply, error)) return true;
    }
    return false;
}

PlyResult cecp_take_ply(Cecp *c, const char *text, ErrorText *error)
{
    Ply ply = {0};
    snprintf(ply.text, sizeof ply.text, "%s", text);
    error_set(error, "the plies of this move do not fit together");
    if (!read_ply(c, &ply, error) || !cecp_add_ply(c, &ply, error)) return PLY_REFUSED;
    return ply.next == EXPECT_MOVE ? PLY_MOVE : PLY_LEG;
}

/* ---- Showing plies ---- */

static void show_ply(Cecp *c, const char *text, Ply ply)
{
    ErrorText error;
    snprintf(ply.text, sizeof ply.text, "%s", text);
    cecp_say_move(c, text);
    if (!cecp_add_ply(c, &ply, &error)) say("tellusererror %s", error.text);
}

/* Sends the plies from index `from`. `last` is the record of the last one except its text, `between` the state after
 * each earlier one. */
static void show_plies(Cecp *c, const PlyList *plies, int from, Expected between, Ply last)
{
    for (int i = from; i < plies->count; ++i) show_ply(c, plies->text[i], i < plies->count - 1 ? (Ply){.next = between} : last);
}

void cecp_show_again(Cecp *c, const Ply *ply) { show_ply(c, ply->text, *ply); }

void cecp_show_first_pass(Cecp *c) { show_ply(c, pass_text, (Ply){.next = EXPECT_MOVE}); }

void cecp_show_move(Cecp *c, Move move)
{
    PlyList plies;
    GuiBoard gui;
    Position *pos = c->session->pos;
    Ply last = {.next = EXPECT_MOVE, .move = move};
    bool legs_only = !cecp_keeps_gui(c);
    if ((legs_only && !cecp_in_legs(c)) || !position_reserve(pos, UNDO_ROOM)) {
        char text[MOVE_TEXT_MAX];
        pos->variant->print_move(pos, move, text);
        show_ply(c, text, last);
        return;
    }
    cecp_board(c, c->ply_count, &gui);
    plies_of_move(pos, &gui, move, legs_only, &plies);
    if (c->computer) plies_close(pos, &gui, move, legs_only, &plies);
    show_plies(c, &plies, 0, EXPECT_PLY, last);
}

void cecp_show_pass(Cecp *c)
{
    PlyList plies;
    GuiBoard gui;
    const Ply *ply = &c->plies[c->ply_count - 1];
    bool returns = cecp_keeps_gui(c) && strchr(ply->leg, 'x') && !strchr(ply->text, 'x');
    cecp_board(c, c->ply_count - 1, &gui);
    plies_of_leg(c->session->pos, &gui, ply->leg, false, !returns, &plies);
    show_plies(c, &plies, 1, EXPECT_PASS, (Ply){.next = EXPECT_LEG});
}

PlyResult cecp_take_sending(Cecp *c, const char *leg, const char *entered)
{
    Ply last = {0};
    PlyList plies;
    GuiBoard gui;
    ErrorText ignored;
    Expected state = cecp_expected(c);
    if ((state != EXPECT_MOVE && state != EXPECT_LEG) || !cecp_in_legs(c)) return PLY_REFUSED;
    if (!read_leg_as(c, leg, &last, &ignored)) return PLY_REFUSED;
    bool complete = last.next == EXPECT_MOVE;
    if (!complete) last.next = EXPECT_LEG;
    say("Illegal move (it moves the other piece): %s", entered);
    cecp_board(c, c->ply_count, &gui);
    plies_of_leg(c->session->pos, &gui, leg, complete, false, &plies);
    show_plies(c, &plies, 0, EXPECT_PLY, last);
    return complete ? PLY_MOVE : PLY_LEG;
}

/* ---- Repairs ---- */

bool cecp_find_repair(const Cecp *c, Ply *ply)
{
    PlyList repairs;
    GuiBoard gui;
    size_t begin = cecp_move_begin(c), come = c->ply_count - begin;
    if (!cecp_keeps_gui(c) || cecp_in_move(c)) return false;
    cecp_board(c, begin, &gui);
    plies_to_repair(c->session->pos, &gui, cecp_mover(c) ^ 1, &repairs);
    if (come >= (size_t)repairs.count) return false;
    *ply = (Ply){.next = come + 1 < (size_t)repairs.count ? EXPECT_REPAIR : EXPECT_MOVE};
    strcpy(ply->text, repairs.text[come]);
    return true;
}

void cecp_show_repairs(Cecp *c)
{
    Ply ply;
    for (int i = 0; i < PLIES_MAX && cecp_find_repair(c, &ply); ++i) show_ply(c, ply.text, ply);
}

bool cecp_take_repair(Cecp *c, const char *text)
{
    Ply ply;
    ErrorText ignored;
    return is_loading(c) && cecp_find_repair(c, &ply) && strcmp(text, ply.text) == 0 && cecp_add_ply(c, &ply, &ignored);
}

/* ---- Passes that come as positions, take-back ---- */

/* Can a move, or the repairs of the last one, begin with a pass? A move can if its first leg moves an enemy piece. */
static bool may_begin_with_pass(const Cecp *c)
{
    Ply repair, pass = {0};
    ErrorText ignored;
    strcpy(pass.text, pass_text);
    return cecp_find_repair(c, &repair) ? is_pass(repair.text) : is_loading(c) && read_shown(c, &pass, &ignored);
}

bool cecp_is_after_pass(const Cecp *c, const char *fen)
{
    GuiBoard gui;
    if (cecp_goes_back_over_pass(c, fen)) return false;
    cecp_board(c, c->ply_count, &gui);
    if (!cecp_is_shown(c, &gui, cecp_next_side(c) ^ 1, fen)) return false;
    return cecp_expected(c) == EXPECT_FIRST_PASS || cecp_in_move(c) || may_begin_with_pass(c);
}

bool cecp_can_go_on(const Cecp *c)
{
    Expected state = cecp_expected(c);
    bool begins = state == EXPECT_MOVE || state == EXPECT_FIRST_PASS;
    bool goes_on = state == EXPECT_LEG && cecp_next_side(c) == cecp_mover(c);
    return cecp_mover(c) != c->engine_side && (begins || goes_on);
}
