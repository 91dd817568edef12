/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Used by all parts: stopping the search, messages to the user, excluded moves, and plies that are made or taken back. */

#include "cecp.h"

#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"

void cecp_halt(Cecp *c)
{
    session_halt(c->session);
    ++c->search.serial;
    c->search.thinking = THINKING_NOT;
    c->clock.spent = 0;
    atomic_store(&c->search.presuming, false);
    if (c->pongs.length) say("%s", buffer_text(&c->pongs));
    buffer_clear(&c->pongs);
}

void cecp_show_message(const Cecp *c, const char *text)
{
    if (c->record.gui && !c->computer) say("telluser %s", text);
}

/* ---- Excluded moves ---- */

void cecp_include_all(Cecp *c)
{
    free(c->excluded.moves);
    c->excluded.moves = NULL;
    c->excluded.count = 0;
}

void cecp_exclude_all(Cecp *c)
{
    cecp_include_all(c);
    c->excluded.moves = position_moves(c->session->pos, &c->excluded.count);
    if (!c->excluded.moves) c->excluded.count = 0;
}

static bool is_excluded(const Cecp *c, Move move)
{
    for (size_t i = 0; i < c->excluded.count; ++i)
        if (c->excluded.moves[i] == move) return true;
    return false;
}

Move *cecp_allowed_moves(const Cecp *c, size_t *count)
{
    size_t n, kept = 0;
    Move *moves = position_moves(c->session->pos, &n);
    for (size_t i = 0; moves && i < n; ++i)
        if (!is_excluded(c, moves[i])) moves[kept++] = moves[i];
    *count = kept;
    return moves;
}

/* Is the text the move, or one of its legs? */
static bool names_move(const Position *pos, const char *text, Move move)
{
    char printed[MOVE_TEXT_MAX];
    pos->variant->print_move(pos, move, printed);
    if (strcmp(printed, text) == 0) return true;
    for (const char *leg = printed; pos->variant->legs_status && *leg;) {
        size_t length = strcspn(leg, ",");
        if (strlen(text) == length && strncmp(leg, text, length) == 0) return true;
        leg += length + (leg[length] == ',');
    }
    return false;
}

bool cecp_exclude(Cecp *c, const char *text, bool excluded, ErrorText *error)
{
    size_t n, kept = 0, named = 0;
    Move *moves = position_moves(c->session->pos, &n);
    if (!moves) return error_set(error, "no move can be excluded here");
    for (size_t i = 0; i < n; ++i) {
        bool match = names_move(c->session->pos, text, moves[i]);
        named += match;
        if (match ? excluded : is_excluded(c, moves[i])) moves[kept++] = moves[i];
    }
    cecp_include_all(c);
    c->excluded.moves = moves;
    c->excluded.count = kept;
    return named || error_set(error, "'%.40s' is no move here", text);
}

/* ---- Making and taking back ---- */

void cecp_say_move(const Cecp *c, const char *text)
{
    char shown[2 * MOVE_TEXT_MAX];
    gui_shift_ranks(c->session->variant, text, -1, shown);
    say("move %s", shown);
}

void cecp_forget_plies(Cecp *c)
{
    record_restart(&c->record);
    c->over = false;
    c->policy = (Policy){0};
    cecp_include_all(c);
}

static void make(Cecp *c, Move move)
{
    bool expected = c->search.thinking == THINKING_PONDER && move == c->search.ponder_move;
    if (!expected) cecp_halt(c);
    cecp_include_all(c);
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
    cecp_include_all(c);
    return true;
}

bool cecp_go_back_to(Cecp *c, const char *fen)
{
    size_t found = record_find_shown(&c->record, fen);
    return found != SIZE_MAX && cecp_undo_plies(c, c->record.count - found);
}
