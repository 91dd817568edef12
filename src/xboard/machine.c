/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The state machine. `readers` is its table: what a ply can be in each state. A reader says whether the ply is
 * that, which state comes next, and which move is complete. docs/protocol.md draws it.
 */

#include "cecp.h"

#include <string.h>

#include "../notation.h"

static bool is_pass(const char *text) { return strcmp(text, pass_text) == 0; }

bool cecp_is_loading(const Cecp *c) { return cecp_keeps_gui(c) && !c->computer && c->engine_side == NO_ENGINE_SIDE && !c->by_hand; }

/* ---- Reading plies ---- */

/* Completes the move. */
static bool read_text(Cecp *c, const char *text, Ply *ply, ErrorText *error)
{
    ply->next = EXPECT_MOVE;
    return c->session->variant->parse_turn(c->session->pos, text, &ply->move, error);
}

static bool read_first_pass(Cecp *c, Ply *ply, ErrorText *error)
{
    (void)c;
    ply->next = EXPECT_MOVE;
    return is_pass(ply->text) || error_set(error, "Black begins: pass");
}

/* A move in one text; a pass may be one. */
static bool read_move(Cecp *c, Ply *ply, ErrorText *error)
{
    bool whole = !cecp_in_legs(c) || is_pass(ply->text) || strchr(ply->text, ',');
    return whole && read_text(c, ply->text, ply, error);
}

/* The other side's pass between two legs. */
static bool read_pass(Cecp *c, Ply *ply, ErrorText *error)
{
    (void)c, (void)error;
    ply->next = EXPECT_LEG;
    return is_pass(ply->text);
}

/* The mover's pass, which ends a move that could go on. */
static bool read_end(Cecp *c, Ply *ply, ErrorText *error)
{
    char legs[TURN_TEXT_MAX];
    if (!is_pass(ply->text)) return false;
    cecp_legs(c, legs);
    bool complete = c->session->variant->legs_status(c->session->pos, legs, NULL) == LEGS_EXTENSIBLE;
    return complete ? read_text(c, legs, ply, error) : error_set(error, "the turn is not complete with %.80s", legs);
}

static bool read_leg_as(Cecp *c, const char *leg, Ply *ply, ErrorText *error)
{
    char legs[2 * TURN_TEXT_MAX];
    cecp_legs(c, legs);
    size_t length = strlen(legs);
    snprintf(legs + length, sizeof legs - length, "%s%s", length ? "," : "", leg);
    LegStatus status = c->session->variant->legs_status(c->session->pos, legs, error);
    if (status == LEGS_ILLEGAL || (status == LEGS_COMPLETE && !read_text(c, legs, ply, error))) return false;
    if (status != LEGS_COMPLETE) {
        if (strlen(legs) >= TURN_TEXT_MAX) return error_set(error, "no turn has so many legs");
        ply->next = EXPECT_PASS;
    }
    snprintf(ply->leg, sizeof ply->leg, "%s", leg);
    return true;
}

/* A leg as a person enters it: a step onto an enemy may mean a capture from afar (x), any other step that a piece
 * is sent (>). */
static bool read_leg(Cecp *c, Ply *ply, ErrorText *error)
{
    static const char *const signs[] = {"", "x", ">"};
    const char *rest = ply->text;
    ErrorText ignored;
    if (!cecp_in_legs(c) || is_pass(ply->text) || (cecp_expected(c) == EXPECT_MOVE && strchr(ply->text, ','))) return false;
    int tries = square_parse(c->session->variant, &rest) == SQUARE_NONE ? 1 : 3;
    for (int i = 0; i < tries; ++i) {
        char leg[TURN_TEXT_MAX + 2];
        snprintf(leg, sizeof leg, "%.*s%s%s", (int)(rest - ply->text), ply->text, signs[i], rest);
        if (read_leg_as(c, leg, ply, i ? &ignored : error)) return true;
    }
    return false;
}

/* A ply of a move as an engine on the other side of XBoard shows it: the plies so far begin such a move. */
static bool read_shown(Cecp *c, Ply *ply, ErrorText *error)
{
    PlyList plies = {0};
    GuiBoard gui;
    Move move;
    size_t begin = cecp_move_begin(c), count = c->ply_count - begin;
    bool possible = c->computer || cecp_expected(c) != EXPECT_MOVE || cecp_is_loading(c);
    if (!possible || !(cecp_keeps_gui(c) || cecp_in_legs(c)) || count >= PLIES_MAX) return false;
    if (!position_reserve(c->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    for (size_t i = 0; i <= count; ++i) {
        const char *text = i < count ? c->plies[begin + i].text : ply->text;
        if (strlen(text) >= PLY_TEXT_MAX) return false;
        strcpy(plies.text[plies.count++], text);
    }
    cecp_board(c, begin, &gui);
    PlyMatch match = plies_match(c->session->pos, &gui, !cecp_keeps_gui(c), &plies, &move);
    ply->next = match == PLIES_TURN ? EXPECT_MOVE : EXPECT_PLY;
    ply->move = match == PLIES_TURN ? move : MOVE_NONE;
    return match != PLIES_NONE;
}

/* ---- The machine ---- */

enum { READERS = 3 };

/* Tried from left to right, between engines from right to left: people enter legs, engines show moves. */
static bool (*const readers[EXPECTED_COUNT][READERS])(Cecp *c, Ply *ply, ErrorText *error) = {
    [EXPECT_MOVE] = {read_move, read_leg, read_shown},
    [EXPECT_PASS] = {read_pass, read_leg, read_shown},
    [EXPECT_LEG] = {read_end, read_leg, read_shown},
    [EXPECT_PLY] = {read_shown},
    [EXPECT_REPAIR] = {NULL}, /* cecp_feed_repair takes these alone */
    [EXPECT_FIRST_PASS] = {read_first_pass},
};

static bool read_ply(Cecp *c, Ply *ply, ErrorText *error)
{
    Expected state = cecp_expected(c);
    for (int i = 0; i < READERS; ++i) {
        int reader = c->computer ? READERS - 1 - i : i;
        if (readers[state][reader] && readers[state][reader](c, ply, error)) return true;
    }
    return false;
}

Fed cecp_feed(Cecp *c, const char *text, ErrorText *error)
{
    Ply ply = {0};
    snprintf(ply.text, sizeof ply.text, "%s", text);
    error_set(error, "the plies of this turn do not fit together");
    if (!read_ply(c, &ply, error) || !cecp_add_ply(c, &ply, error)) return FED_NOTHING;
    return ply.next == EXPECT_MOVE ? FED_TURN : FED_LEG;
}

/* ---- Showing plies ---- */

static void show_ply(Cecp *c, const Ply *ply)
{
    ErrorText error;
    cecp_say_move(c, ply->text);
    if (!cecp_add_ply(c, ply, &error)) say("tellusererror %s", error.text);
}

static void show(Cecp *c, const char *text, Expected next, Move move)
{
    Ply ply = {.next = next, .move = move};
    snprintf(ply.text, sizeof ply.text, "%s", text);
    show_ply(c, &ply);
}

void cecp_show_first_pass(Cecp *c) { show(c, pass_text, EXPECT_MOVE, MOVE_NONE); }

void cecp_show_move(Cecp *c, Move move)
{
    PlyList plies;
    GuiBoard gui;
    Position *pos = c->session->pos;
    bool bare = !cecp_keeps_gui(c);
    if ((bare && !cecp_in_legs(c)) || !position_reserve(pos, UNDO_ROOM)) {
        char text[TURN_TEXT_MAX];
        pos->variant->print_turn(pos, move, text);
        show(c, text, EXPECT_MOVE, move);
        return;
    }
    cecp_board(c, c->ply_count, &gui);
    plies_of_turn(pos, &gui, move, bare, &plies);
    if (c->computer) plies_close(pos, &gui, move, bare, &plies);
    for (int i = 0; i < plies.count; ++i) {
        bool last = i == plies.count - 1;
        show(c, plies.text[i], last ? EXPECT_MOVE : EXPECT_PLY, last ? move : MOVE_NONE);
    }
}

/* The way back of a piece that stays where it is and captures from afar, if the last ply shows that as a step. */
static bool find_way_back(const Cecp *c, char *back)
{
    const Ply *ply = &c->plies[c->ply_count - 1];
    const char *sign = ply->leg;
    square_parse(c->session->variant, &sign);
    int length = (int)(sign - ply->leg);
    if (*sign != 'x' || strcmp(ply->leg, ply->text) == 0) return false;
    snprintf(back, TURN_TEXT_MAX, "%s%.*s", sign + 1, length, ply->leg);
    return true;
}

void cecp_show_pass(Cecp *c)
{
    char back[TURN_TEXT_MAX];
    if (cecp_keeps_gui(c) && find_way_back(c, back)) {
        show(c, pass_text, EXPECT_PASS, MOVE_NONE);
        show(c, back, EXPECT_PASS, MOVE_NONE);
    }
    show(c, pass_text, EXPECT_LEG, MOVE_NONE);
}

Fed cecp_feed_sending(Cecp *c, const char *leg, const char *entered)
{
    Ply ply = {0};
    ErrorText ignored;
    const char *sign = leg;
    Expected state = cecp_expected(c);
    square_parse(c->session->variant, &sign);
    if ((state != EXPECT_MOVE && state != EXPECT_LEG) || !*sign || !read_leg_as(c, leg, &ply, &ignored)) return FED_NOTHING;
    Move move = ply.move;
    bool complete = move != MOVE_NONE;
    snprintf(ply.text, sizeof ply.text, "%.*s%s", (int)(sign - leg), leg, sign + 1);
    ply.move = MOVE_NONE;
    ply.next = complete ? EXPECT_PLY : EXPECT_LEG;
    say("Illegal move (it moves the other man): %s", entered);
    show(c, pass_text, EXPECT_PLY, MOVE_NONE);
    show_ply(c, &ply);
    if (complete) show(c, pass_text, EXPECT_MOVE, move);
    return complete ? FED_TURN : FED_LEG;
}

/* ---- Repairs ---- */

/* The plies that make XBoard's board the position after the last move; returns how many of them have come. */
static int find_repairs(const Cecp *c, PlyList *repairs)
{
    GuiBoard gui;
    size_t begin = cecp_move_begin(c);
    Expected state = cecp_expected(c);
    repairs->count = 0;
    if (!cecp_keeps_gui(c) || (state != EXPECT_MOVE && state != EXPECT_REPAIR)) return 0;
    cecp_board(c, begin, &gui);
    plies_to_mend(c->session->pos, &gui, cecp_mover(c) ^ 1, repairs);
    return (int)(c->ply_count - begin);
}

static Expected after_repair(const PlyList *repairs, int index) { return index + 1 < repairs->count ? EXPECT_REPAIR : EXPECT_MOVE; }

void cecp_show_repairs(Cecp *c)
{
    PlyList repairs;
    for (int i = find_repairs(c, &repairs); i < repairs.count; ++i) show(c, repairs.text[i], after_repair(&repairs, i), MOVE_NONE);
}

bool cecp_awaits_repair(const Cecp *c)
{
    PlyList repairs;
    return find_repairs(c, &repairs) < repairs.count;
}

bool cecp_feed_repair(Cecp *c, const char *text)
{
    PlyList repairs;
    ErrorText ignored;
    int i = find_repairs(c, &repairs);
    if (!cecp_is_loading(c) || i >= repairs.count || strcmp(text, repairs.text[i]) != 0) return false;
    Ply ply = {.next = after_repair(&repairs, i)};
    strcpy(ply.text, repairs.text[i]);
    return cecp_add_ply(c, &ply, &ignored);
}

/* ---- Passes that come as positions, take-back ---- */

/* Does a move, or what repairs the last one, begin with a pass? A move does where its first leg moves a piece of the
 * other side. */
static bool may_begin_with_pass(const Cecp *c)
{
    PlyList plies;
    GuiBoard gui;
    Move move;
    int repair = find_repairs(c, &plies);
    if (repair < plies.count) return is_pass(plies.text[repair]);
    if (!cecp_is_loading(c) || !position_reserve(c->session->pos, UNDO_ROOM)) return false;
    plies.count = 1;
    strcpy(plies.text[0], pass_text);
    cecp_board(c, cecp_move_begin(c), &gui);
    return plies_match(c->session->pos, &gui, false, &plies, &move) != PLIES_NONE;
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
    static const bool rests[EXPECTED_COUNT] = {[EXPECT_MOVE] = true, [EXPECT_LEG] = true, [EXPECT_FIRST_PASS] = true};
    return cecp_mover(c) != c->engine_side && rests[cecp_expected(c)];
}
