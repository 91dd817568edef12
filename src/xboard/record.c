/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The record of plies. State, legs and XBoard's board are derived from it, so taking back a ply means removing it. */

#include "gui.h"

#include <stdlib.h>
#include <string.h>

bool record_in_legs(const Gui *g) { return gui_variant(g)->legs_status && !g->peer.session->whole_moves; }

bool record_keeps_gui(const Gui *g) { return g->peer.gui && variant_cecp(gui_variant(g))->table && !g->peer.session->whole_moves; }

/* ---- Derived from the plies ---- */

static Expected expected_after(const Gui *g, size_t plies) { return plies ? g->plies[plies - 1].next : g->begins; }
Expected record_expected(const Gui *g) { return expected_after(g, g->count); }

bool record_in_move(const Gui *g)
{
    Expected expected = record_expected(g);
    return expected == EXPECT_PASS || expected == EXPECT_LEG || expected == EXPECT_PLY;
}

Side record_mover(const Gui *g) { return gui_position(g)->side; }

size_t record_move_begin(const Gui *g)
{
    size_t n = g->count;
    while (n && expected_after(g, n) != EXPECT_MOVE && expected_after(g, n) != EXPECT_FIRST_PASS) --n;
    return n;
}

Side record_next_side(const Gui *g)
{
    if (record_move_begin(g) < g->count) return g->plies[g->count - 1].side ^ 1;
    return record_mover(g) ^ (record_expected(g) == EXPECT_FIRST_PASS);
}

void record_legs(const Gui *g, char *legs)
{
    size_t length = 0;
    legs[0] = '\0';
    for (size_t i = record_move_begin(g); i < g->count && length < MOVE_TEXT_MAX; ++i)
        if (g->plies[i].leg[0])
            length += (size_t)snprintf(legs + length, MOVE_TEXT_MAX - length, "%s%s", length ? "," : "", g->plies[i].leg);
}

/* The legs that White could begin a move with after some first move of Black. */
static bool legs_of_white(const Gui *g, LegList *list)
{
    Position *pos = position_clone(gui_position(g), UNDO_ROOM);
    Move *moves = NULL;
    size_t count = 0;
    bool filled = pos && (moves = position_moves(pos, &count)) && count;
    if (filled) position_make(pos, moves[0]);
    filled = filled && leg_list_fill(pos, "", list);
    free(moves);
    position_free(pos);
    return filled;
}

bool record_legs_now(const Gui *g, LegList *list)
{
    char legs[MOVE_TEXT_MAX];
    if (record_expected(g) == EXPECT_FIRST_PASS) return legs_of_white(g, list);
    record_legs(g, legs);
    return leg_list_fill(gui_position(g), legs, list);
}

void record_board(const Gui *g, size_t plies, GuiBoard *gui)
{
    bool kept = record_keeps_gui(g);
    if (kept) *gui = g->set_up;
    else gui_board_set(gui, gui_position(g));
    for (size_t i = kept ? 0 : record_move_begin(g); i < plies; ++i)
        gui_board_ply(gui, gui_variant(g), g->plies[i].side, g->plies[i].text);
}

/* ---- Adding and taking back ---- */

void record_restart(Gui *g)
{
    g->count = 0;
    g->before = 0;
    g->begins = EXPECT_MOVE;
    gui_board_set(&g->set_up, gui_position(g));
}

bool record_add(Gui *g, const Ply *ply)
{
    if (g->count == g->room) {
        size_t room = g->room ? 2 * g->room : 64;
        Ply *plies = realloc(g->plies, room * sizeof *plies);
        if (!plies) return false;
        g->plies = plies;
        g->room = room;
    }
    Side side = record_next_side(g);
    g->plies[g->count] = *ply;
    g->plies[g->count++].side = side;
    return true;
}

/* ---- Positions in the record ---- */

bool record_is_shown(const Gui *g, const GuiBoard *gui, Side side, const char *fen)
{
    Buffer board = {0};
    gui_board_print(gui, gui_variant(g), &board);
    const char *after = strchr(fen, ' ');
    bool same = after && after[1] == (side == WHITE ? 'w' : 'b') && strncmp(fen, buffer_text(&board), board.length) == 0
                && strchr(" [", fen[board.length]);
    buffer_free(&board);
    return same;
}

size_t record_find_shown(const Gui *g, const char *fen)
{
    GuiBoard gui;
    size_t found = SIZE_MAX;
    record_board(g, 0, &gui);
    for (size_t n = 0; n <= g->count; ++n) {
        const Ply *ply = n < g->count ? &g->plies[n] : NULL;
        if (record_is_shown(g, &gui, ply ? ply->side : record_next_side(g), fen)) found = n;
        if (ply) gui_board_ply(&gui, gui_variant(g), ply->side, ply->text);
    }
    return found;
}

long record_fen_plies(const char *fen)
{
    const char *number = strrchr(fen, ' '), *side = strchr(fen, ' ');
    return number ? 2 * (strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;
}

bool record_goes_back_over_pass(const Gui *g, const char *fen)
{
    return g->count && strcmp(g->plies[g->count - 1].text, pass_text) == 0
           && record_fen_plies(fen) - g->before < (long)g->count;
}
