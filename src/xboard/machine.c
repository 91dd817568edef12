/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The state machine. What a ply can be depends on the state; reading it sets the next state and the completed move.
 * docs/protocol.md has a diagram.
 */

#include "gui.h"

#include <string.h>

#include "../text/notation.h"

static bool is_pass(const char *text) { return strcmp(text, pass_text) == 0; }

bool machine_is_loading(const Gui *g)
{
    return record_keeps_gui(g) && !g->peer.computer && g->peer.engine_side == NO_ENGINE_SIDE && !g->peer.by_hand;
}

/* ---- Reading plies ---- */

/* Reads the completed move. */
static bool read_text(const Gui *g, const char *text, Ply *ply, ErrorText *error)
{
    ply->next = EXPECT_MOVE;
    return gui_variant(g)->parse_move(gui_position(g), text, &ply->move, error);
}

/* The mover's pass, which ends a move that could go on. */
static bool read_end(const Gui *g, Ply *ply, ErrorText *error)
{
    char legs[MOVE_TEXT_MAX];
    record_legs(g, legs);
    bool complete = gui_variant(g)->legs_status(gui_position(g), legs, NULL) == LEGS_EXTENSIBLE;
    return complete ? read_text(g, legs, ply, error) : error_set(error, "the move is not complete with %.80s", legs);
}

bool machine_read_leg(const Gui *g, const char *leg, Ply *ply, ErrorText *error)
{
    char legs[2 * MOVE_TEXT_MAX];
    record_legs(g, legs);
    size_t length = strlen(legs);
    snprintf(legs + length, sizeof legs - length, "%s%s", length ? "," : "", leg);
    LegStatus status = gui_variant(g)->legs_status(gui_position(g), legs, error);
    if (status == LEGS_ILLEGAL || (status == LEGS_COMPLETE && !read_text(g, legs, ply, error))) return false;
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
static bool read_leg(const Gui *g, Ply *ply, ErrorText *error)
{
    static const char *const signs[] = {"", "x", ">"};
    const char *rest = ply->text;
    ErrorText ignored;
    int tries = square_parse(gui_variant(g), &rest) == SQUARE_NONE ? 1 : 3;
    for (int i = 0; i < tries; ++i) {
        char leg[MOVE_TEXT_MAX + 2];
        snprintf(leg, sizeof leg, "%.*s%s%s", (int)(rest - ply->text), ply->text, signs[i], rest);
        if (machine_read_leg(g, leg, ply, i ? &ignored : error)) return true;
    }
    return false;
}

/* A ply of a move that another engine sends: the plies so far begin such a move. */
static bool read_shown(const Gui *g, Ply *ply, ErrorText *error)
{
    PlyList plies = {0};
    GuiBoard gui;
    Move move;
    size_t begin = record_move_begin(g), count = g->count - begin;
    if (!(record_keeps_gui(g) || record_in_legs(g)) || count >= PLIES_MAX) return false;
    if (!position_reserve(gui_position(g), UNDO_ROOM)) return error_set(error, "out of memory");
    for (size_t i = 0; i <= count; ++i) {
        const char *text = i < count ? g->plies[begin + i].text : ply->text;
        if (strlen(text) >= PLY_TEXT_MAX) return false;
        strcpy(plies.text[plies.count++], text);
    }
    record_board(g, begin, &gui);
    PlyMatch match = plies_match(gui_position(g), &gui, !record_keeps_gui(g), &plies, &move);
    ply->next = match == PLIES_MOVE ? EXPECT_MOVE : EXPECT_PLY;
    ply->move = match == PLIES_MOVE ? move : MOVE_NONE;
    return match != PLIES_NONE;
}

/* ---- The machine ---- */

/* Reads what a person enters: a whole move, a leg, or a pass. */
static bool read_entered(const Gui *g, Ply *ply, ErrorText *error)
{
    Expected state = record_expected(g);
    bool pass = is_pass(ply->text);
    if (state == EXPECT_PLY) return false;
    if (state == EXPECT_MOVE && (!record_in_legs(g) || pass || strchr(ply->text, ',')))
        return read_text(g, ply->text, ply, error);
    if (!pass) return record_in_legs(g) && read_leg(g, ply, error);
    if (state == EXPECT_LEG) return read_end(g, ply, error);
    ply->next = EXPECT_LEG; /* the other side's pass between two legs */
    return true;
}

/* People enter legs, engines send plies: each is tried first where it is likely. */
bool machine_read(const Gui *g, Ply *ply, ErrorText *error)
{
    Expected state = record_expected(g);
    /* A person begins no move in plies. */
    bool may_be_shown = state != EXPECT_MOVE || machine_is_loading(g);
    if (state == EXPECT_REPAIR) return false; /* only take_repair takes these */
    if (state == EXPECT_FIRST_PASS) {
        ply->next = EXPECT_MOVE;
        return is_pass(ply->text) || error_set(error, "Black begins: pass");
    }
    if (g->peer.computer) return read_shown(g, ply, error) || read_entered(g, ply, error);
    return read_entered(g, ply, error) || (may_be_shown && read_shown(g, ply, error));
}

/* ---- Repairs ---- */

bool machine_find_repair(const Gui *g, Ply *ply)
{
    PlyList repairs;
    GuiBoard gui;
    size_t begin = record_move_begin(g), come = g->count - begin;
    if (!record_keeps_gui(g) || record_in_move(g)) return false;
    record_board(g, begin, &gui);
    plies_to_repair(gui_position(g), &gui, record_mover(g) ^ 1, &repairs);
    if (come >= (size_t)repairs.count) return false;
    *ply = (Ply){.next = come + 1 < (size_t)repairs.count ? EXPECT_REPAIR : EXPECT_MOVE};
    strcpy(ply->text, repairs.text[come]);
    return true;
}

/* ---- Passes that come as positions ---- */

/* Can a move, or the repairs of the last one, begin with a pass? A move can if its first leg moves an enemy piece. */
static bool may_begin_with_pass(const Gui *g)
{
    Ply repair, pass = {0};
    ErrorText ignored;
    strcpy(pass.text, pass_text);
    return machine_find_repair(g, &repair) ? is_pass(repair.text) : machine_is_loading(g) && read_shown(g, &pass, &ignored);
}

bool machine_is_after_pass(const Gui *g, const char *fen)
{
    GuiBoard gui;
    if (record_goes_back_over_pass(g, fen)) return false;
    record_board(g, g->count, &gui);
    if (!record_is_shown(g, &gui, record_next_side(g) ^ 1, fen)) return false;
    return record_expected(g) == EXPECT_FIRST_PASS || record_in_move(g) || may_begin_with_pass(g);
}
