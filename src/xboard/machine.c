/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The state machine. What a ply can be depends on the state; reading it sets the next state and the completed move.
 * docs/protocol.md has a diagram.
 */

#include "cecp.h"

#include <ctype.h>
#include <string.h>

#include "../text/notation.h"

static bool is_pass(const char *text) { return strcmp(text, pass_text) == 0; }

/* Do incoming plies belong to a game that the GUI loads or steps through, not to a person? */
static bool is_loading(const Cecp *c)
{
    return record_keeps_gui(&c->record) && !c->computer && c->engine_side == NO_ENGINE_SIDE && !c->hand.by_hand;
}

/* ---- Reading plies ---- */

/* Reads the completed move. */
static bool read_text(const PlyRecord *record, const char *text, Ply *ply, ErrorText *error)
{
    ply->next = EXPECT_MOVE;
    return record->session->variant->parse_move(record->session->pos, text, &ply->move, error);
}

/* The mover's pass, which ends a move that could go on. */
static bool read_end(const PlyRecord *record, Ply *ply, ErrorText *error)
{
    char legs[MOVE_TEXT_MAX];
    record_legs(record, legs);
    bool complete = record->session->variant->legs_status(record->session->pos, legs, NULL) == LEGS_EXTENSIBLE;
    return complete ? read_text(record, legs, ply, error) : error_set(error, "the move is not complete with %.80s", legs);
}

static bool read_leg_as(const PlyRecord *record, const char *leg, Ply *ply, ErrorText *error)
{
    char legs[2 * MOVE_TEXT_MAX];
    record_legs(record, legs);
    size_t length = strlen(legs);
    snprintf(legs + length, sizeof legs - length, "%s%s", length ? "," : "", leg);
    LegStatus status = record->session->variant->legs_status(record->session->pos, legs, error);
    if (status == LEGS_ILLEGAL || (status == LEGS_COMPLETE && !read_text(record, legs, ply, error))) return false;
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
static bool read_leg(const PlyRecord *record, Ply *ply, ErrorText *error)
{
    static const char *const signs[] = {"", "x", ">"};
    const char *rest = ply->text;
    ErrorText ignored;
    int tries = square_parse(record->session->variant, &rest) == SQUARE_NONE ? 1 : 3;
    for (int i = 0; i < tries; ++i) {
        char leg[MOVE_TEXT_MAX + 2];
        snprintf(leg, sizeof leg, "%.*s%s%s", (int)(rest - ply->text), ply->text, signs[i], rest);
        if (read_leg_as(record, leg, ply, i ? &ignored : error)) return true;
    }
    return false;
}

/* A ply of a move that another engine sends: the plies so far begin such a move. */
static bool read_shown(const PlyRecord *record, Ply *ply, ErrorText *error)
{
    PlyList plies = {0};
    GuiBoard gui;
    Move move;
    size_t begin = record_move_begin(record), count = record->count - begin;
    if (!(record_keeps_gui(record) || record_in_legs(record)) || count >= PLIES_MAX) return false;
    if (!position_reserve(record->session->pos, UNDO_ROOM)) return error_set(error, "out of memory");
    for (size_t i = 0; i <= count; ++i) {
        const char *text = i < count ? record->plies[begin + i].text : ply->text;
        if (strlen(text) >= PLY_TEXT_MAX) return false;
        strcpy(plies.text[plies.count++], text);
    }
    record_board(record, begin, &gui);
    PlyMatch match = plies_match(record->session->pos, &gui, !record_keeps_gui(record), &plies, &move);
    ply->next = match == PLIES_MOVE ? EXPECT_MOVE : EXPECT_PLY;
    ply->move = match == PLIES_MOVE ? move : MOVE_NONE;
    return match != PLIES_NONE;
}

/* ---- The machine ---- */

/* Reads what a person enters: a whole move, a leg, or a pass. */
static bool read_entered(const PlyRecord *record, Ply *ply, ErrorText *error)
{
    Expected state = record_expected(record);
    bool pass = is_pass(ply->text);
    if (state == EXPECT_PLY) return false;
    if (state == EXPECT_MOVE && (!record_in_legs(record) || pass || strchr(ply->text, ',')))
        return read_text(record, ply->text, ply, error);
    if (!pass) return record_in_legs(record) && read_leg(record, ply, error);
    if (state == EXPECT_LEG) return read_end(record, ply, error);
    ply->next = EXPECT_LEG; /* the other side's pass between two legs */
    return true;
}

/* People enter legs, engines send plies: each is tried first where it is likely. */
static bool read_ply(const Cecp *c, Ply *ply, ErrorText *error)
{
    const PlyRecord *record = &c->record;
    Expected state = record_expected(record);
    /* A person begins no move in plies. */
    bool may_be_shown = state != EXPECT_MOVE || is_loading(c);
    if (state == EXPECT_REPAIR) return false; /* only take_repair takes these */
    if (state == EXPECT_FIRST_PASS) {
        ply->next = EXPECT_MOVE;
        return is_pass(ply->text) || error_set(error, "Black begins: pass");
    }
    if (c->computer) return read_shown(record, ply, error) || read_entered(record, ply, error);
    return read_entered(record, ply, error) || (may_be_shown && read_shown(record, ply, error));
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

void cecp_show_ply(Cecp *c, const char *text, Ply ply)
{
    ErrorText error;
    snprintf(ply.text, sizeof ply.text, "%s", text);
    cecp_say_move(c->session->variant, text);
    if (!cecp_add_ply(c, &ply, &error)) say("tellusererror %s", error.text);
}

/* Sends the plies from index `from`. `last` is the record of the last one except its text, `between` the state after
 * each earlier one. */
static void show_plies(Cecp *c, const PlyList *plies, int from, Expected between, Ply last)
{
    for (int i = from; i < plies->count; ++i)
        cecp_show_ply(c, plies->text[i], i < plies->count - 1 ? (Ply){.next = between} : last);
}

void cecp_show_move(Cecp *c, Move move)
{
    PlyList plies;
    GuiBoard gui;
    Position *pos = c->session->pos;
    Ply last = {.next = EXPECT_MOVE, .move = move};
    bool legs_only = !record_keeps_gui(&c->record);
    if ((legs_only && !record_in_legs(&c->record)) || !position_reserve(pos, UNDO_ROOM)) {
        char text[MOVE_TEXT_MAX];
        pos->variant->print_move(pos, move, text);
        cecp_show_ply(c, text, last);
        return;
    }
    record_board(&c->record, c->record.count, &gui);
    plies_of_move(pos, &gui, move, legs_only, &plies);
    if (c->computer) plies_close(pos, &gui, move, legs_only, &plies);
    show_plies(c, &plies, 0, EXPECT_PLY, last);
}

void cecp_show_pass(Cecp *c)
{
    PlyList plies;
    GuiBoard gui;
    const Ply *ply = &c->record.plies[c->record.count - 1];
    bool returns = record_keeps_gui(&c->record) && strchr(ply->leg, 'x') && !strchr(ply->text, 'x');
    record_board(&c->record, c->record.count - 1, &gui);
    plies_of_leg(c->session->pos, &gui, ply->leg, false, !returns, &plies);
    show_plies(c, &plies, 1, EXPECT_PASS, (Ply){.next = EXPECT_LEG});
}

/* Takes a leg in which one piece sends another, instead of the ply that a person entered. Refuses that ply, and
 * shows the leg in plies of both sides, starting with a pass of the mover. The mover goes on. */
static PlyResult take_sending(Cecp *c, const char *leg, const char *entered)
{
    Ply last = {0};
    PlyList plies;
    GuiBoard gui;
    ErrorText ignored;
    Expected state = record_expected(&c->record);
    if ((state != EXPECT_MOVE && state != EXPECT_LEG) || !record_in_legs(&c->record)) return PLY_REFUSED;
    if (!read_leg_as(&c->record, leg, &last, &ignored)) return PLY_REFUSED;
    bool complete = last.next == EXPECT_MOVE;
    if (!complete) last.next = EXPECT_LEG;
    say("Illegal move (it moves the other piece): %s", entered);
    record_board(&c->record, c->record.count, &gui);
    plies_of_leg(c->session->pos, &gui, leg, complete, false, &plies);
    show_plies(c, &plies, 0, EXPECT_PLY, last);
    return complete ? PLY_MOVE : PLY_LEG;
}

/* ---- Repairs ---- */

bool cecp_find_repair(const PlyRecord *record, Ply *ply)
{
    PlyList repairs;
    GuiBoard gui;
    size_t begin = record_move_begin(record), come = record->count - begin;
    if (!record_keeps_gui(record) || record_in_move(record)) return false;
    record_board(record, begin, &gui);
    plies_to_repair(record->session->pos, &gui, record_mover(record) ^ 1, &repairs);
    if (come >= (size_t)repairs.count) return false;
    *ply = (Ply){.next = come + 1 < (size_t)repairs.count ? EXPECT_REPAIR : EXPECT_MOVE};
    strcpy(ply->text, repairs.text[come]);
    return true;
}

void cecp_show_repairs(Cecp *c)
{
    Ply ply;
    for (int i = 0; i < PLIES_MAX && cecp_find_repair(&c->record, &ply); ++i) cecp_show_ply(c, ply.text, ply);
}

/* Takes a ply of a game being loaded that repairs XBoard's board; false if it is not one. */
static bool take_repair(Cecp *c, const char *text)
{
    Ply ply;
    ErrorText ignored;
    return is_loading(c) && cecp_find_repair(&c->record, &ply) && strcmp(text, ply.text) == 0 && cecp_add_ply(c, &ply, &ignored);
}

/* ---- Plies of the peer ---- */

/* Why a ply cannot be taken now; NULL if it can. */
static const char *why_not_now(Cecp *c)
{
    if (c->search.thinking == THINKING_MOVE) return "it is not your turn";
    if (record_mover(&c->record) == c->engine_side && record_in_move(&c->record)) return "take back all of the move first";
    if (session_outcome(c->session).result != ONGOING) return "the game is over";
    return NULL;
}

/* Legs that cannot be entered with the mouse: XBoard takes its ply back and gets the intended leg. */
static PlyResult take_meant(Cecp *c, const char *own, const char *text)
{
    char leg[MOVE_TEXT_MAX];
    ErrorText ignored;
    PlyResult fed = PLY_REFUSED;
    if (!record_keeps_gui(&c->record) || !cecp_is_person_moving(c)) return fed;
    if (cecp_find_promotion(&c->record, own, leg) && (fed = cecp_take_ply(c, leg, &ignored)) != PLY_REFUSED) {
        say("Illegal move (it promotes): %s", text);
        cecp_say_move(c->session->variant, leg);
    } else if (cecp_find_moved_by(&c->record, own, leg)) {
        fed = take_sending(c, leg, text);
    }
    return fed;
}

PlyResult cecp_take_entered(Cecp *c, char *own, const char *entered, ErrorText *error)
{
    const char *why = why_not_now(c);
    if (take_repair(c, own)) return PLY_REPAIR;
    if (why) {
        error_set(error, "%s", why);
        return PLY_NOT_NOW;
    }
    if (own[0] && own[1] == '@') own[0] = (char)toupper((unsigned char)own[0]);
    PlyResult taken = cecp_take_ply(c, own, error);
    return taken == PLY_REFUSED ? take_meant(c, own, entered) : taken;
}

/* ---- Passes that come as positions, take-back ---- */

/* Can a move, or the repairs of the last one, begin with a pass? A move can if its first leg moves an enemy piece. */
static bool may_begin_with_pass(const Cecp *c)
{
    Ply repair, pass = {0};
    ErrorText ignored;
    strcpy(pass.text, pass_text);
    return cecp_find_repair(&c->record, &repair) ? is_pass(repair.text) : is_loading(c) && read_shown(&c->record, &pass, &ignored);
}

bool cecp_is_after_pass(const Cecp *c, const char *fen)
{
    GuiBoard gui;
    if (record_goes_back_over_pass(&c->record, fen)) return false;
    record_board(&c->record, c->record.count, &gui);
    if (!record_is_shown(&c->record, &gui, record_next_side(&c->record) ^ 1, fen)) return false;
    return record_expected(&c->record) == EXPECT_FIRST_PASS || record_in_move(&c->record) || may_begin_with_pass(c);
}
