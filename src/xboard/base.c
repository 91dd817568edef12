/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Used by all parts: stopping the search, messages to the user, and plies that are made or taken back. */

#include "cecp.h"

void cecp_halt(Cecp *c)
{
    session_halt(c->session);
    ++c->search.serial;
    c->search.thinking = THINKING_NOT;
    c->clock.spent = 0;
    atomic_store(&c->search.presuming, false);
    if (c->pongs.length) say_buffer(&c->pongs);
}

void cecp_show_message(const Cecp *c, const char *text)
{
    if (c->record.gui && !c->computer) say("telluser %s", text);
}

/* ---- Making and taking back ---- */

void cecp_say_move(const Variant *variant, const char *text)
{
    char shown[2 * MOVE_TEXT_MAX];
    gui_shift_ranks(variant, text, -1, shown);
    say("move %s", shown);
}

void cecp_forget_plies(Cecp *c)
{
    record_restart(&c->record);
    c->over = false;
    c->policy = (Policy){0};
    excluded_clear(&c->excluded);
}

static void make(Cecp *c, Move move)
{
    bool expected = c->search.thinking == THINKING_PONDER && move == c->search.ponder_move;
    if (!expected) cecp_halt(c);
    excluded_clear(&c->excluded);
    position_make(c->session->pos, move);
    if (!expected) return;
    c->search.thinking = THINKING_MOVE;
    atomic_store(&c->search.presuming, false);
    if (!c->search.paused) search_ponderhit(c->session->pool);
}

bool cecp_add_ply(Cecp *c, const Ply *ply, ErrorText *error)
{
    if (!position_reserve(c->session->pos, UNDO_ROOM) || !record_add(&c->record, ply)) return error_set(error, "out of memory");
    if (ply->move != MOVE_NONE) make(c, ply->move);
    return true;
}

bool cecp_undo_plies(Cecp *c, size_t n)
{
    PlyRecord *record = &c->record;
    if (n > record->count) return false;
    while (n--)
        if (record->plies[--record->count].move != MOVE_NONE) position_unmake(c->session->pos);
    policy_take_back(&c->policy, position_plies(c->session->pos));
    c->over = false;
    excluded_clear(&c->excluded);
    return true;
}
