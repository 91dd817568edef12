/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The record of plies, and the state machine that reads the next one. State, legs and XBoard's board are derived from the
 * record, so taking back a ply means removing it. What a ply can be depends on the state; docs/protocol.md has a diagram.
 */

#include "gui.h"

#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"

/* ---- Derived from the plies ---- */

static Expected expected_after(const Gui *g, size_t plies) { return plies ? g->plies[plies - 1].next : g->begins; }
Expected record_expected(const Gui *g) { return expected_after(g, g->count); }

bool record_in_move(const Gui *g)
{
    Expected expected = record_expected(g);
    return expected == EXPECT_PASS || expected == EXPECT_LEG || expected == EXPECT_PLY;
}

/* The index of the first ply of the current move. */
static size_t move_begin(const Gui *g)
{
    size_t n = g->count;
    while (n && expected_after(g, n) != EXPECT_MOVE && expected_after(g, n) != EXPECT_FIRST_PASS) --n;
    return n;
}

Side record_next_side(const Gui *g)
{
    if (move_begin(g) < g->count) return g->plies[g->count - 1].side ^ 1;
    return record_mover(g) ^ (record_expected(g) == EXPECT_FIRST_PASS);
}

void record_legs(const Gui *g, char *legs)
{
    size_t length = 0;
    legs[0] = '\0';
    for (size_t i = move_begin(g); i < g->count && length < MOVE_TEXT_MAX; ++i)
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
    for (size_t i = kept ? 0 : move_begin(g); i < plies; ++i)
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
    return gui_variant(g)->text.parse(gui_position(g), text, &ply->move, error);
}

/* The mover's pass, which ends a move that could go on. */
static bool read_end(const Gui *g, Ply *ply, ErrorText *error)
{
    char legs[MOVE_TEXT_MAX];
    record_legs(g, legs);
    bool complete = gui_variant(g)->text.legs_status(gui_position(g), legs, NULL) == LEGS_EXTENSIBLE;
    return complete ? read_text(g, legs, ply, error) : error_set(error, "the move is not complete with %.80s", legs);
}

bool machine_read_leg(const Gui *g, const char *leg, Ply *ply, ErrorText *error)
{
    char legs[2 * MOVE_TEXT_MAX];
    record_legs(g, legs);
    size_t length = strlen(legs);
    snprintf(legs + length, sizeof legs - length, "%s%s", length ? "," : "", leg);
    LegStatus status = gui_variant(g)->text.legs_status(gui_position(g), legs, error);
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
    size_t begin = move_begin(g), count = g->count - begin;
    if (count >= PLIES_MAX) return false;
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
    size_t begin = move_begin(g), come = g->count - begin;
    if (!record_keeps_gui(g) || record_in_move(g)) return false;
    record_board(g, begin, &gui);
    plies_to_repair(gui_position(g), &gui, record_mover(g) ^ 1, &repairs);
    if (come >= (size_t)repairs.count) return false;
    *ply = (Ply){.next = come + 1 < (size_t)repairs.count ? EXPECT_REPAIR : EXPECT_MOVE};
    strcpy(ply->text, repairs.text[come]);
    return true;
}

/* ---- Positions as XBoard sends them ---- */

/* Does the FEN show this board with this side to move? */
static bool is_shown(const Gui *g, const GuiBoard *gui, Side side, const char *fen)
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
        if (is_shown(g, &gui, ply ? ply->side : record_next_side(g), fen)) found = n;
        if (ply) gui_board_ply(&gui, gui_variant(g), ply->side, ply->text);
    }
    return found;
}

long record_fen_plies(const char *fen)
{
    const char *number = strrchr(fen, ' '), *side = strchr(fen, ' ');
    return number ? 2 * (strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;
}

/* Does a FEN of the board after a pass mean that the last pass is taken back? The number of plies decides. */
static bool goes_back_over_pass(const Gui *g, const char *fen)
{
    return g->count && strcmp(g->plies[g->count - 1].text, pass_text) == 0
           && record_fen_plies(fen) - g->before < (long)g->count;
}

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
    if (goes_back_over_pass(g, fen)) return false;
    record_board(g, g->count, &gui);
    if (!is_shown(g, &gui, record_next_side(g) ^ 1, fen)) return false;
    return record_expected(g) == EXPECT_FIRST_PASS || record_in_move(g) || may_begin_with_pass(g);
}
