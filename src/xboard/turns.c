/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Turns as the plies of the GUI: taken, recorded, shown, taken back. */

#include "cecp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../notation.h"

/* ---- Notation ---- */

bool cecp_in_legs(const Cecp *c) { return c->session->variant->legs_status && !c->session->whole_turns; }

bool cecp_keeps_gui(const Cecp *c) { return c->gui && c->session->variant->cecp.table && !c->session->whole_turns; }

bool cecp_is_loading(const Cecp *c) { return cecp_keeps_gui(c) && !c->computer && c->engine_side == NO_ENGINE_SIDE && !c->by_hand; }

void cecp_say_move(const Cecp *c, const char *text)
{
    char shown[2 * TURN_TEXT_MAX];
    gui_shift_ranks(c->session->variant, text, -1, shown);
    say("move %s", shown);
}

void cecp_tell_user(const Cecp *c, const char *text)
{
    if (c->gui && !c->computer) say("telluser %s", text);
}

/* ---- The record of plies ---- */

Side cecp_mover(const Cecp *c) { return c->session->pos->side; }
bool cecp_in_turn(const Cecp *c) { return c->ply_count > c->progress.begin; }

/* Whose ply comes next? */
static Side ply_side(const Cecp *c) { return cecp_mover(c) ^ ((c->ply_count - c->progress.begin) & 1); }

/* Records a ply of a side, which changes the GUI's board; `before` is how things
 * stood. */
static void record_ply(Cecp *c, const char *text, Side side, const Progress *before)
{
    if (c->ply_count == c->ply_room) {
        size_t room = c->ply_room ? 2 * c->ply_room : 64;
        Ply *plies = realloc(c->plies, room * sizeof *plies);
        if (!plies) return;
        c->plies = plies;
        c->ply_room = room;
    }
    Ply *ply = &c->plies[c->ply_count++];
    snprintf(ply->text, sizeof ply->text, "%s", text);
    ply->before = *before;
    gui_board_ply(&c->progress.gui, c->session->variant, side, text);
}

void cecp_begin_turn(Cecp *c)
{
    Progress *p = &c->progress;
    p->turns = position_plies(c->session->pos);
    p->begin = c->ply_count;
    p->legs[0] = '\0';
    p->by_legs = true;
    p->pass_due = p->first_pass_due = false;
    p->awaited.count = 0;
    if (!cecp_keeps_gui(c)) gui_board_set(&p->gui, c->session->pos);
    p->gui_before = p->gui;
}

void cecp_forget_plies(Cecp *c)
{
    c->ply_count = 0;
    c->plies_before = 0;
    c->over = false;
    c->manners = (Manners){0};
    c->shot = false;
    cecp_include_all(c);
    gui_board_set(&c->progress.gui, c->session->pos);
    cecp_begin_turn(c);
}

bool cecp_play(Cecp *c, Move turn, ErrorText *error)
{
    bool expected = c->thinking == THINKING_PONDER && turn == c->ponder_move;
    if (!position_reserve(c->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    if (!expected) cecp_halt(c);
    cecp_include_all(c);
    position_make(c->session->pos, turn);
    if (expected) {
        c->thinking = THINKING_MOVE;
        atomic_store(&c->presuming, false);
        if (!c->paused) search_ponderhit(c->session->pool);
    }
    return true;
}

static bool play_text(Cecp *c, const char *text, ErrorText *error)
{
    Move turn;
    return c->session->variant->parse_turn(c->session->pos, text, &turn, error) && cecp_play(c, turn, error);
}

/* A pass: of the other side between two legs, or the mover's own, which ends a turn
 * that may end, or is a turn itself. */
static Fed feed_pass(Cecp *c, ErrorText *error)
{
    Progress *p = &c->progress;
    if (!p->legs[0]) return play_text(c, pass_text, error) ? FED_TURN : FED_NOTHING;
    if (p->pass_due) {
        p->pass_due = false;
        return FED_LEG;
    }
    if (p->legs_are != LEGS_EXTENSIBLE) {
        error_set(error, "the turn is not complete with %.80s", p->legs);
        return FED_NOTHING;
    }
    return play_text(c, p->legs, error) ? FED_TURN : FED_NOTHING;
}

bool cecp_can_feed(const Cecp *c, const char *leg)
{
    char legs[2 * TURN_TEXT_MAX];
    ErrorText ignored;
    const Variant *variant = c->session->variant;
    if (!variant->legs_status) return false;
    snprintf(legs, sizeof legs, "%s%s%s", c->progress.legs, c->progress.legs[0] ? "," : "", leg);
    return variant->legs_status(c->session->pos, legs, &ignored) != LEGS_ILLEGAL;
}

static Fed feed_leg(Cecp *c, const char *leg, ErrorText *error)
{
    Progress *p = &c->progress;
    char legs[2 * TURN_TEXT_MAX];
    snprintf(legs, sizeof legs, "%s%s%s", p->legs, p->legs[0] ? "," : "", leg);
    LegStatus status = c->session->variant->legs_status(c->session->pos, legs, error);
    if (status == LEGS_ILLEGAL) return FED_NOTHING;
    if (status == LEGS_COMPLETE) return play_text(c, legs, error) ? FED_TURN : FED_NOTHING;
    if (strlen(legs) >= sizeof p->legs) {
        error_set(error, "no turn has so many legs");
        return FED_NOTHING;
    }
    strcpy(p->legs, legs);
    p->legs_are = status;
    p->pass_due = true;
    return FED_LEG;
}

/* A leg as a person enters it: a step onto an enemy may mean a shot, a step of any
 * other kind a man's removal. */
static Fed feed_entered_leg(Cecp *c, const char *text, ErrorText *error)
{
    static const char signs[] = "x>";
    ErrorText ignored;
    const Variant *variant = c->session->variant;
    const char *rest = text;
    Fed fed = feed_leg(c, text, error);
    c->shot = false;
    if (square_parse(variant, &rest) == SQUARE_NONE || rest == text) return fed;
    for (int i = 0; fed == FED_NOTHING && signs[i]; ++i) {
        char leg[TURN_TEXT_MAX + 2];
        snprintf(leg, sizeof leg, "%.*s%c%s", (int)(rest - text), text, signs[i], rest);
        fed = feed_leg(c, leg, &ignored);
        c->shot = fed != FED_NOTHING && signs[i] == 'x';
    }
    return fed;
}

/* The plies of a turn one by one, as an engine on the other side of the GUI sends them. */
static Fed feed_ply(Cecp *c, const char *text, ErrorText *error)
{
    PlyList plies = {0};
    Move turn;
    size_t count = c->ply_count - c->progress.begin;
    if (count >= PLIES_MAX || strlen(text) >= PLY_TEXT_MAX || !position_reserve(c->session->pos, UNDO_ROOM)) return FED_NOTHING;
    for (size_t i = 0; i < count; ++i) {
        const char *ply = c->plies[c->progress.begin + i].text;
        if (strlen(ply) >= PLY_TEXT_MAX) return FED_NOTHING;
        strcpy(plies.text[i], ply);
    }
    strcpy(plies.text[count], text);
    plies.count = (int)count + 1;
    switch (plies_match(c->session->pos, &c->progress.gui_before, !cecp_keeps_gui(c), &plies, &turn)) {
    case PLIES_NONE: return FED_NOTHING;
    case PLIES_BEGIN: return FED_LEG;
    default: return cecp_play(c, turn, error) ? FED_TURN : FED_NOTHING;
    }
}

static Fed feed_by_legs(Cecp *c, const char *text, ErrorText *error)
{
    if (!c->progress.by_legs) return FED_NOTHING;
    bool whole = !cecp_in_legs(c) || (!cecp_in_turn(c) && strchr(text, ','));
    if (whole) return !cecp_in_turn(c) && play_text(c, text, error) ? FED_TURN : FED_NOTHING;
    return strcmp(text, pass_text) == 0 ? feed_pass(c, error) : feed_entered_leg(c, text, error);
}

Fed cecp_feed(Cecp *c, const char *text, ErrorText *error)
{
    Progress before = c->progress;
    Side side = ply_side(c);
    ErrorText ignored;
    if (before.first_pass_due) {
        if (strcmp(text, pass_text) != 0) return error_set(error, "Black begins: pass"), FED_NOTHING;
        record_ply(c, text, side, &before);
        cecp_begin_turn(c);
        return FED_TURN;
    }
    Fed fed = FED_NOTHING;
    bool by_plies = cecp_keeps_gui(c) || cecp_in_legs(c);
    error_set(error, "the plies of this turn do not fit together");
    if (c->computer && by_plies && (fed = feed_ply(c, text, &ignored)) != FED_NOTHING) c->progress.by_legs = false;
    if (fed == FED_NOTHING) fed = feed_by_legs(c, text, error);
    if (fed == FED_NOTHING && !c->computer && by_plies
        && (cecp_in_turn(c) || cecp_is_loading(c) || strchr(text, ','))
        && (fed = feed_ply(c, text, &ignored)) != FED_NOTHING)
        c->progress.by_legs = false;
    if (fed == FED_NOTHING) return fed;
    record_ply(c, text, side, &before);
    if (fed == FED_TURN) cecp_begin_turn(c);
    return fed;
}

/* ---- Games that are loaded ---- */

void cecp_await_mends(Cecp *c)
{
    Progress *p = &c->progress;
    p->awaited.count = p->awaited_at = 0;
    if (cecp_keeps_gui(c)) plies_to_mend(c->session->pos, &p->gui, cecp_mover(c) ^ 1, &p->awaited);
}

Fed cecp_feed_awaited(Cecp *c, const char *text)
{
    Progress *p = &c->progress, before = *p;
    if (p->awaited_at >= p->awaited.count) return FED_NOTHING;
    if (strcmp(text, p->awaited.text[p->awaited_at]) != 0) {
        p->awaited.count = 0;
        return FED_NOTHING;
    }
    record_ply(c, text, ply_side(c), &before);
    if (++p->awaited_at < p->awaited.count) return FED_LEG;
    cecp_begin_turn(c);
    return FED_TURN;
}

void cecp_show_ply(Cecp *c, const char *text)
{
    Progress before = c->progress;
    record_ply(c, text, ply_side(c), &before);
    cecp_say_move(c, text);
}

void cecp_show_turn(Cecp *c, Move turn)
{
    PlyList plies;
    char text[TURN_TEXT_MAX];
    Position *pos = c->session->pos;
    bool bare = !cecp_keeps_gui(c);
    if ((bare && !cecp_in_legs(c)) || !position_reserve(pos, UNDO_ROOM)) {
        pos->variant->print_turn(pos, turn, text);
        cecp_show_ply(c, text);
        return;
    }
    plies_of_turn(pos, &c->progress.gui, turn, bare, &plies);
    if (c->computer) plies_close(pos, &c->progress.gui, turn, bare, &plies);
    for (int i = 0; i < plies.count; ++i) cecp_show_ply(c, plies.text[i]);
}

void cecp_pass_between(Cecp *c)
{
    if (c->shot && cecp_keeps_gui(c)) {
        const char *shot = c->plies[c->ply_count - 1].text, *target = shot;
        char back[TURN_TEXT_MAX];
        square_parse(c->session->variant, &target);
        snprintf(back, sizeof back, "%s%.*s", target, (int)(target - shot), shot);
        cecp_show_ply(c, pass_text);
        cecp_show_ply(c, back);
    }
    cecp_show_ply(c, pass_text);
    c->progress.pass_due = false;
}

Fed cecp_feed_shown(Cecp *c, const char *leg, ErrorText *error)
{
    const Variant *variant = c->session->variant;
    const char *sign = leg;
    Side mover = cecp_mover(c);
    Progress before = c->progress;
    square_parse(variant, &sign);
    char step[TURN_TEXT_MAX];
    snprintf(step, sizeof step, "%.*s%s", (int)(sign - leg), leg, *sign ? sign + 1 : "");
    Fed fed = feed_leg(c, leg, error);
    if (fed == FED_NOTHING) return fed;
    const char *const plies[] = {pass_text, step, pass_text};
    for (int i = 0; i < (fed == FED_TURN ? 3 : 2); ++i) {
        record_ply(c, plies[i], mover ^ (i & 1), &before);
        cecp_say_move(c, plies[i]);
    }
    c->progress.pass_due = false;
    if (fed == FED_TURN) cecp_begin_turn(c);
    return fed;
}

void cecp_mend_gui(Cecp *c)
{
    PlyList plies;
    if (!cecp_keeps_gui(c)) return;
    plies_to_mend(c->session->pos, &c->progress.gui, cecp_mover(c) ^ 1, &plies);
    for (int i = 0; i < plies.count; ++i) cecp_show_ply(c, plies.text[i]);
    if (plies.count) cecp_begin_turn(c);
}

bool cecp_undo_plies(Cecp *c, size_t n)
{
    if (n > c->ply_count) return false;
    while (n--) c->progress = c->plies[--c->ply_count].before;
    while (position_plies(c->session->pos) > c->progress.turns) position_unmake(c->session->pos);
    manners_take_back(&c->manners, position_plies(c->session->pos));
    c->over = false;
    c->shot = false;
    cecp_include_all(c);
    return true;
}

bool cecp_can_go_on(const Cecp *c)
{
    if (cecp_mover(c) == c->engine_side) return false;
    return !cecp_in_turn(c) || (ply_side(c) == cecp_mover(c) && c->progress.legs[0] && !c->progress.pass_due);
}

/* Is this board what the FEN shows, and the side that to move? */
static bool is_shown(const GuiBoard *gui, const Variant *variant, Side side, const char *fen)
{
    Buffer board = {0};
    gui_board_print(gui, variant, &board);
    const char *after = strchr(fen, ' ');
    bool same = after && after[1] == (side == WHITE ? 'w' : 'b') && strncmp(fen, buffer_text(&board), board.length) == 0
                && strchr(" [", fen[board.length]);
    buffer_free(&board);
    return same;
}

/* In a game being loaded: does a turn, or what shows the last one, begin with a pass? So it does where the first leg moves
 * a man of the other side. */
static bool may_begin_with_pass(const Cecp *c)
{
    const Progress *p = &c->progress;
    PlyList pass = {.count = 1};
    Move turn;
    if (!cecp_is_loading(c)) return false;
    if (p->awaited_at < p->awaited.count) return strcmp(p->awaited.text[p->awaited_at], pass_text) == 0;
    strcpy(pass.text[0], pass_text);
    return position_reserve(c->session->pos, UNDO_ROOM)
           && plies_match(c->session->pos, &p->gui_before, false, &pass, &turn) != PLIES_NONE;
}

long cecp_plies_told(const char *fen)
{
    const char *number = strrchr(fen, ' '), *side = strchr(fen, ' ');
    return number ? 2 * (strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;
}

/* The board after a pass is also that before it: the number of plies tells whether the GUI goes back. */
static bool goes_back_over_pass(const Cecp *c, const char *fen)
{
    return c->ply_count && strcmp(c->plies[c->ply_count - 1].text, pass_text) == 0
           && cecp_plies_told(fen) - c->plies_before < (long)c->ply_count;
}

bool cecp_is_after_pass(const Cecp *c, const char *fen)
{
    if (goes_back_over_pass(c, fen)) return false;
    if (c->progress.first_pass_due) return is_shown(&c->progress.gui, c->session->variant, cecp_mover(c), fen);
    return is_shown(&c->progress.gui, c->session->variant, ply_side(c) ^ 1, fen) && (cecp_in_turn(c) || may_begin_with_pass(c));
}

bool cecp_go_back_to(Cecp *c, const char *fen)
{
    for (size_t n = 0; n <= c->ply_count; ++n) {
        const GuiBoard *gui = n ? &c->plies[c->ply_count - n].before.gui : &c->progress.gui;
        if (is_shown(gui, c->session->variant, ply_side(c) ^ (n & 1), fen)) return cecp_undo_plies(c, n);
    }
    return false;
}
