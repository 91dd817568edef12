/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The record of plies. State, legs and XBoard's board are derived from it, so taking back a ply means removing it. */

#include "cecp.h"

#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"

bool cecp_in_legs(const Cecp *c) { return c->session->variant->legs_status && !c->session->whole_moves; }

bool cecp_keeps_gui(const Cecp *c) { return c->gui && variant_cecp(c->session->variant)->table && !c->session->whole_moves; }

void cecp_say_move(const Cecp *c, const char *text)
{
    char shown[2 * MOVE_TEXT_MAX];
    gui_shift_ranks(c->session->variant, text, -1, shown);
    say("move %s", shown);
}

/* ---- What follows from the plies ---- */

static Expected expected_after(const Cecp *c, size_t plies) { return plies ? c->plies[plies - 1].next : c->begins; }
Expected cecp_expected(const Cecp *c) { return expected_after(c, c->ply_count); }

bool cecp_in_move(const Cecp *c)
{
    Expected expected = cecp_expected(c);
    return expected == EXPECT_PASS || expected == EXPECT_LEG || expected == EXPECT_PLY;
}

Side cecp_mover(const Cecp *c) { return c->session->pos->side; }

size_t cecp_move_begin(const Cecp *c)
{
    size_t n = c->ply_count;
    while (n && expected_after(c, n) != EXPECT_MOVE && expected_after(c, n) != EXPECT_FIRST_PASS) --n;
    return n;
}

Side cecp_next_side(const Cecp *c)
{
    if (cecp_move_begin(c) < c->ply_count) return c->plies[c->ply_count - 1].side ^ 1;
    return cecp_mover(c) ^ (cecp_expected(c) == EXPECT_FIRST_PASS);
}

void cecp_legs(const Cecp *c, char *legs)
{
    size_t length = 0;
    legs[0] = '\0';
    for (size_t i = cecp_move_begin(c); i < c->ply_count && length < MOVE_TEXT_MAX; ++i)
        if (c->plies[i].leg[0])
            length += (size_t)snprintf(legs + length, MOVE_TEXT_MAX - length, "%s%s", length ? "," : "", c->plies[i].leg);
}

void cecp_board(const Cecp *c, size_t plies, GuiBoard *gui)
{
    bool kept = cecp_keeps_gui(c);
    if (kept) *gui = c->set_up;
    else gui_board_set(gui, c->session->pos);
    for (size_t i = kept ? 0 : cecp_move_begin(c); i < plies; ++i)
        gui_board_ply(gui, c->session->variant, c->plies[i].side, c->plies[i].text);
}

/* ---- Adding and taking back ---- */

void cecp_forget_plies(Cecp *c)
{
    c->ply_count = 0;
    c->plies_before = 0;
    c->begins = EXPECT_MOVE;
    c->over = false;
    c->policy = (Policy){0};
    cecp_include_all(c);
    gui_board_set(&c->set_up, c->session->pos);
}

static bool has_room(Cecp *c)
{
    if (c->ply_count < c->ply_room) return true;
    size_t room = c->ply_room ? 2 * c->ply_room : 64;
    Ply *plies = realloc(c->plies, room * sizeof *plies);
    if (!plies) return false;
    c->plies = plies;
    c->ply_room = room;
    return true;
}

static void make(Cecp *c, Move move)
{
    bool expected = c->thinking == THINKING_PONDER && move == c->ponder_move;
    if (!expected) cecp_halt(c);
    cecp_include_all(c);
    position_make(c->session->pos, move);
    if (!expected) return;
    c->thinking = THINKING_MOVE;
    atomic_store(&c->presuming, false);
    if (!c->paused) search_ponderhit(c->session->pool);
}

bool cecp_add_ply(Cecp *c, const Ply *ply, ErrorText *error)
{
    if (!has_room(c) || !position_reserve(c->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    Side side = cecp_next_side(c);
    c->plies[c->ply_count] = *ply;
    c->plies[c->ply_count++].side = side;
    if (ply->move != MOVE_NONE) make(c, ply->move);
    return true;
}

bool cecp_undo_plies(Cecp *c, size_t n)
{
    if (n > c->ply_count) return false;
    while (n--)
        if (c->plies[--c->ply_count].move != MOVE_NONE) position_unmake(c->session->pos);
    policy_take_back(&c->policy, position_plies(c->session->pos));
    c->over = false;
    cecp_include_all(c);
    return true;
}

/* ---- Positions in the record ---- */

bool cecp_is_shown(const Cecp *c, const GuiBoard *gui, Side side, const char *fen)
{
    Buffer board = {0};
    gui_board_print(gui, c->session->variant, &board);
    const char *after = strchr(fen, ' ');
    bool same = after && after[1] == (side == WHITE ? 'w' : 'b') && strncmp(fen, buffer_text(&board), board.length) == 0
                && strchr(" [", fen[board.length]);
    buffer_free(&board);
    return same;
}

bool cecp_go_back_to(Cecp *c, const char *fen)
{
    GuiBoard gui;
    size_t found = SIZE_MAX;
    cecp_board(c, 0, &gui);
    for (size_t n = 0; n <= c->ply_count; ++n) {
        const Ply *ply = n < c->ply_count ? &c->plies[n] : NULL;
        if (cecp_is_shown(c, &gui, ply ? ply->side : cecp_next_side(c), fen)) found = n;
        if (ply) gui_board_ply(&gui, c->session->variant, ply->side, ply->text);
    }
    return found != SIZE_MAX && cecp_undo_plies(c, c->ply_count - found);
}

long cecp_fen_plies(const char *fen)
{
    const char *number = strrchr(fen, ' '), *side = strchr(fen, ' ');
    return number ? 2 * (strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;
}

bool cecp_goes_back_over_pass(const Cecp *c, const char *fen)
{
    return c->ply_count && strcmp(c->plies[c->ply_count - 1].text, pass_text) == 0
           && cecp_fen_plies(fen) - c->plies_before < (long)c->ply_count;
}
