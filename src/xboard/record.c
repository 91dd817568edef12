/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The record of plies. State, legs and XBoard's board are derived from it, so taking back a ply means removing it. */

#include "record.h"

#include <stdlib.h>
#include <string.h>

bool record_in_legs(const PlyRecord *r) { return r->session->variant->legs_status && !r->session->whole_moves; }

bool record_keeps_gui(const PlyRecord *r) { return r->gui && variant_cecp(r->session->variant)->table && !r->session->whole_moves; }

/* ---- Derived from the plies ---- */

static Expected expected_after(const PlyRecord *r, size_t plies) { return plies ? r->plies[plies - 1].next : r->begins; }
Expected record_expected(const PlyRecord *r) { return expected_after(r, r->count); }

bool record_in_move(const PlyRecord *r)
{
    Expected expected = record_expected(r);
    return expected == EXPECT_PASS || expected == EXPECT_LEG || expected == EXPECT_PLY;
}

Side record_mover(const PlyRecord *r) { return r->session->pos->side; }

size_t record_move_begin(const PlyRecord *r)
{
    size_t n = r->count;
    while (n && expected_after(r, n) != EXPECT_MOVE && expected_after(r, n) != EXPECT_FIRST_PASS) --n;
    return n;
}

Side record_next_side(const PlyRecord *r)
{
    if (record_move_begin(r) < r->count) return r->plies[r->count - 1].side ^ 1;
    return record_mover(r) ^ (record_expected(r) == EXPECT_FIRST_PASS);
}

void record_legs(const PlyRecord *r, char *legs)
{
    size_t length = 0;
    legs[0] = '\0';
    for (size_t i = record_move_begin(r); i < r->count && length < MOVE_TEXT_MAX; ++i)
        if (r->plies[i].leg[0])
            length += (size_t)snprintf(legs + length, MOVE_TEXT_MAX - length, "%s%s", length ? "," : "", r->plies[i].leg);
}

void record_board(const PlyRecord *r, size_t plies, GuiBoard *gui)
{
    bool kept = record_keeps_gui(r);
    if (kept) *gui = r->set_up;
    else gui_board_set(gui, r->session->pos);
    for (size_t i = kept ? 0 : record_move_begin(r); i < plies; ++i)
        gui_board_ply(gui, r->session->variant, r->plies[i].side, r->plies[i].text);
}

/* ---- Adding and taking back ---- */

void record_restart(PlyRecord *r)
{
    r->count = 0;
    r->before = 0;
    r->begins = EXPECT_MOVE;
    gui_board_set(&r->set_up, r->session->pos);
}

bool record_add(PlyRecord *r, const Ply *ply)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        Ply *plies = realloc(r->plies, room * sizeof *plies);
        if (!plies) return false;
        r->plies = plies;
        r->room = room;
    }
    Side side = record_next_side(r);
    r->plies[r->count] = *ply;
    r->plies[r->count++].side = side;
    return true;
}

/* ---- Positions in the record ---- */

bool record_is_shown(const PlyRecord *r, const GuiBoard *gui, Side side, const char *fen)
{
    Buffer board = {0};
    gui_board_print(gui, r->session->variant, &board);
    const char *after = strchr(fen, ' ');
    bool same = after && after[1] == (side == WHITE ? 'w' : 'b') && strncmp(fen, buffer_text(&board), board.length) == 0
                && strchr(" [", fen[board.length]);
    buffer_free(&board);
    return same;
}

size_t record_find_shown(const PlyRecord *r, const char *fen)
{
    GuiBoard gui;
    size_t found = SIZE_MAX;
    record_board(r, 0, &gui);
    for (size_t n = 0; n <= r->count; ++n) {
        const Ply *ply = n < r->count ? &r->plies[n] : NULL;
        if (record_is_shown(r, &gui, ply ? ply->side : record_next_side(r), fen)) found = n;
        if (ply) gui_board_ply(&gui, r->session->variant, ply->side, ply->text);
    }
    return found;
}

long record_fen_plies(const char *fen)
{
    const char *number = strrchr(fen, ' '), *side = strchr(fen, ' ');
    return number ? 2 * (strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;
}

bool record_goes_back_over_pass(const PlyRecord *r, const char *fen)
{
    return r->count && strcmp(r->plies[r->count - 1].text, pass_text) == 0
           && record_fen_plies(fen) - r->before < (long)r->count;
}
