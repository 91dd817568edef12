/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* XBoard's board: takes, shows and takes back moves as plies. */

#include "gui.h"

#include <string.h>

#include "../text/notation.h"

static void begin(Peer *peer, const char *fen, bool explains)
{
    Gui *g = (Gui *)peer;
    const Variant *variant = gui_variant(g);
    bool starts = record_keeps_gui(g) && (!fen || gui_is_start(variant, fen));
    record_restart(g);
    if (starts && gui_begins_with_pass(gui_position(g))) g->begins = EXPECT_FIRST_PASS;
    if (fen) {
        g->before = record_fen_plies(fen);
        return;
    }
    if (explains && variant_cecp(variant)->table && peer->shown != variant)
        legend_start(variant, record_in_legs(g), record_expected(g) == EXPECT_FIRST_PASS, peer->shown != NULL);
    peer->shown = variant;
}

/* ---- Making and taking back ---- */

/* Records a ply of the side that is due, and makes the move it completes. */
static bool add_ply(Gui *g, const Ply *ply, ErrorText *error)
{
    if (!position_reserve(gui_position(g), UNDO_ROOM) || !record_add(g, ply)) return error_set(error, "out of memory");
    if (ply->move != MOVE_NONE) position_make(gui_position(g), ply->move);
    return true;
}

static bool undo_plies(Gui *g, size_t n)
{
    if (n > g->count) return false;
    while (n--)
        if (g->plies[--g->count].move != MOVE_NONE) session_undo(g->peer.session);
    return true;
}

static size_t plies(const Peer *peer) { return ((const Gui *)peer)->count; }

/* ---- Showing plies ---- */

/* Sends a ply, and records it with what else is known of it. */
static void show_ply(Gui *g, const char *text, Ply ply)
{
    ErrorText error;
    snprintf(ply.text, sizeof ply.text, "%s", text);
    peer_say_move(&g->peer, text);
    if (!add_ply(g, &ply, &error)) say("tellusererror %s", error.text);
}

/* Sends the plies from index `from`. `last` is the record of the last one except its text, `between` the state after
 * each earlier one. */
static void show_plies(Gui *g, const PlyList *list, int from, Expected between, Ply last)
{
    for (int i = from; i < list->count; ++i) show_ply(g, list->text[i], i < list->count - 1 ? (Ply){.next = between} : last);
}

static void show_first_pass(Gui *g) { show_ply(g, pass_text, (Ply){.next = EXPECT_MOVE}); }

static void show(Peer *peer, Move move)
{
    Gui *g = (Gui *)peer;
    PlyList list;
    GuiBoard gui;
    Position *pos = gui_position(g);
    Ply last = {.next = EXPECT_MOVE, .move = move};
    bool legs_only = !record_keeps_gui(g);
    if (!position_reserve(pos, UNDO_ROOM)) {
        say("tellusererror out of memory");
        return;
    }
    record_board(g, g->count, &gui);
    plies_of_move(pos, &gui, move, legs_only, &list);
    if (peer->computer) plies_close(pos, &gui, move, legs_only, &list);
    show_plies(g, &list, 0, EXPECT_PLY, last);
}

/* After a person's leg: sends a piece that captured from afar back, and the other side's pass. */
static void show_pass(Gui *g)
{
    PlyList list;
    GuiBoard gui;
    const Ply *ply = &g->plies[g->count - 1];
    bool returns = record_keeps_gui(g) && strchr(ply->leg, 'x') && !strchr(ply->text, 'x');
    record_board(g, g->count - 1, &gui);
    plies_of_leg(gui_position(g), &gui, ply->leg, false, !returns, &list);
    show_plies(g, &list, 1, EXPECT_PASS, (Ply){.next = EXPECT_LEG});
}

/* Repairs XBoard's board after a move that XBoard does not understand. */
static void show_repairs(Gui *g)
{
    Ply ply;
    for (int i = 0; i < PLIES_MAX && machine_find_repair(g, &ply); ++i) show_ply(g, ply.text, ply);
}

static bool ready(Peer *peer)
{
    Gui *g = (Gui *)peer;
    bool begins = record_expected(g) == EXPECT_FIRST_PASS, waits = begins || record_in_move(g);
    if (begins) show_first_pass(g);
    else if (!peer->computer && record_expected(g) == EXPECT_PASS) show_pass(g);
    else if (!peer->computer && !waits) show_repairs(g);
    return !waits; /* the rest of the opponent's move may still arrive */
}

/* ---- Marks ---- */

static void lift(Peer *peer, const char *square, bool sent)
{
    Gui *g = (Gui *)peer;
    LegList legs;
    GuiBoard gui;
    if (!record_legs_now(g, &legs)) return;
    record_board(g, g->count, &gui);
    if (marks_lift(peer, square, sent, &legs, &gui)) g->legs_marked = false;
    leg_list_free(&legs);
}

/* After the engine's move, or back at it: XBoard draws an arrow for its last ply, so marks the squares of the legs before
 * it. Clears such marks elsewhere. */
static void mark_legs(Gui *g)
{
    size_t end = g->count;
    char marks[SQUARE_MAX] = {0};
    bool marked = false;
    while (end && g->plies[end - 1].next == EXPECT_MOVE && strcmp(g->plies[end - 1].text, pass_text) == 0) --end;
    bool own = end && g->peer.engine_side != NO_ENGINE_SIDE && !record_in_move(g) && record_mover(g) != g->peer.engine_side;
    size_t begin = own ? end - 1 : end;
    while (own && begin && g->plies[begin - 1].next == EXPECT_PLY) --begin;
    for (size_t i = begin; i + 1 < end; ++i) {
        const char *p = g->plies[i].text;
        if (strcmp(p, pass_text) == 0) continue;
        if (p[1] == '@') p += 2;
        for (Square square; (square = square_parse(gui_variant(g), &p)) != SQUARE_NONE; marked = true) marks[square] = 'g';
    }
    if (marked || g->legs_marked) marks_say(gui_variant(g), marks, "");
    g->legs_marked = marked;
}

static void mark(Peer *peer, bool begins)
{
    Gui *g = (Gui *)peer;
    if (!record_keeps_gui(g) || peer->computer) return;
    if (!begins) mark_legs(g);
    if (!begins || record_expected(g) != EXPECT_FIRST_PASS) return;
    lift(peer, NULL, false); /* where White's first move can go */
    g->legs_marked = true;
}

/* ---- Plies of the peer ---- */

static bool take_ply(Gui *g, const char *text, ErrorText *error)
{
    Ply ply = {0};
    snprintf(ply.text, sizeof ply.text, "%s", text);
    error_set(error, "the plies of this move do not fit together");
    return machine_read(g, &ply, error) && add_ply(g, &ply, error);
}

/* Takes a ply of a game being loaded that repairs XBoard's board; false if it is not one. */
static bool take_repair(Gui *g, const char *text)
{
    Ply ply;
    ErrorText ignored;
    return machine_is_loading(g) && machine_find_repair(g, &ply) && strcmp(text, ply.text) == 0 && add_ply(g, &ply, &ignored);
}

/* Takes a leg in which one piece sends another, instead of the ply that a person entered. Refuses that ply, and
 * shows the leg in plies of both sides, starting with a pass of the mover. The mover goes on. */
static bool take_sending(Gui *g, const char *leg, const char *entered)
{
    Ply last = {0};
    PlyList list;
    GuiBoard gui;
    ErrorText ignored;
    Expected state = record_expected(g);
    if ((state != EXPECT_MOVE && state != EXPECT_LEG) || !record_in_legs(g)) return false;
    if (!machine_read_leg(g, leg, &last, &ignored)) return false;
    bool complete = last.next == EXPECT_MOVE;
    if (!complete) last.next = EXPECT_LEG;
    peer_say_illegal("it moves the other piece", entered);
    record_board(g, g->count, &gui);
    plies_of_leg(gui_position(g), &gui, leg, complete, false, &list);
    show_plies(g, &list, 0, EXPECT_PLY, last);
    return true;
}

/* Legs that cannot be entered with the mouse: XBoard takes its ply back and gets the intended leg. */
static bool take_meant(Gui *g, const char *text, const char *entered)
{
    char leg[MOVE_TEXT_MAX];
    LegList legs;
    ErrorText ignored;
    if (!entered || !record_keeps_gui(g) || !peer_is_person(&g->peer) || !record_legs_now(g, &legs)) return false;
    bool promotes = marks_find_promotion(&g->peer, &legs, text, leg) && take_ply(g, leg, &ignored);
    leg_list_free(&legs);
    if (!promotes) return marks_find_moved_by(gui_variant(g), text, leg) && take_sending(g, leg, entered);
    peer_say_illegal("it promotes", entered);
    peer_say_move(&g->peer, leg);
    return true;
}

/* A person has moved a white piece in a game that Black begins, which XBoard does not know: White passes. Then the engine
 * begins, or in force mode whoever moves Black's pieces. */
static Taken pass_at_first(Gui *g)
{
    bool nobody_plays = g->peer.engine_side == NO_ENGINE_SIDE && g->peer.by_hand;
    if (g->peer.computer || !(g->peer.engine_side == record_mover(g) || nobody_plays)) return TAKEN_NOT;
    show_first_pass(g);
    if (nobody_plays) peer_tell(&g->peer, "Black begins this game, so White has passed: it is Black's move.");
    return TAKEN_MOVE;
}

static const char *why_not(const Gui *g)
{
    bool engine_moves = record_mover(g) == g->peer.engine_side && record_in_move(g);
    return engine_moves ? "take back all of the move first" : peer_why_not(&g->peer);
}

static Taken take(Peer *peer, const char *text, const char *entered)
{
    Gui *g = (Gui *)peer;
    ErrorText error;
    bool begins = record_expected(g) == EXPECT_FIRST_PASS;
    const char *why = why_not(g);
    if (take_repair(g, text)) return TAKEN_PART;
    if (why || !(take_ply(g, text, &error) || take_meant(g, text, entered))) {
        if (!why && begins && entered) {
            peer_say_illegal(error.text, entered);
            return pass_at_first(g);
        }
        peer_refuse(peer, why ? why : error.text, entered);
        return TAKEN_NOT;
    }
    if (!entered) peer_say_move(peer, text);
    bool moved = record_expected(g) == EXPECT_MOVE;
    if (peer_is_person(peer) && moved) show_repairs(g);
    else if (peer_is_person(peer) && record_expected(g) == EXPECT_PASS) show_pass(g);
    return moved ? TAKEN_MOVE : TAKEN_PART;
}

/* ---- Take-back and positions ---- */

/* After a take-back: can the person go on here? Not in the middle of the engine's move or of its repairs. */
static bool can_go_on(const Gui *g)
{
    Expected state = record_expected(g);
    bool begins = state == EXPECT_MOVE || state == EXPECT_FIRST_PASS;
    bool goes_on = state == EXPECT_LEG && record_next_side(g) == record_mover(g);
    return record_mover(g) != g->peer.engine_side && (begins || goes_on);
}

/* XBoard takes its last ply back when that is called illegal. */
static void retract_ply(Gui *g)
{
    say("Illegal move (the rest of the move is taken back): %s", g->plies[g->count - 1].text);
    undo_plies(g, 1);
}

/* Two plies back may be in the middle of the engine's move: takes back further plies until the person can move. XBoard
 * then shows "Illegal move", until the next ply. So the last ply before is taken back, too, and sent again. */
static void complete_retraction(Gui *g)
{
    if (!g->peer.gui || g->peer.computer || g->peer.engine_side == NO_ENGINE_SIDE || can_go_on(g)) return;
    while (g->count && !can_go_on(g)) retract_ply(g);
    if (g->count == 0) return;
    const Ply again = g->plies[g->count - 1];
    retract_ply(g);
    show_ply(g, again.text, again);
}

static bool undo(Peer *peer, size_t n)
{
    Gui *g = (Gui *)peer;
    bool undone = undo_plies(g, n);
    if (n > 1) complete_retraction(g);
    return undone;
}

/* Takes back plies until XBoard's board matches a FEN. */
static Taken go_back_to(Gui *g, const char *fen)
{
    size_t found = record_find_shown(g, fen);
    return found != SIZE_MAX && undo_plies(g, g->count - found) ? TAKEN_BACK : TAKEN_NOT;
}

/* A pass that arrived as a position. In force mode a person has clicked a clock. */
static Taken pass_by_clock(Gui *g)
{
    peer_note_hand(&g->peer);
    Taken taken = take(&g->peer, pass_text, pass_text);
    if (taken != TAKEN_NOT) return taken;
    if (g->peer.engine_side == NO_ENGINE_SIDE) peer_tell(&g->peer, "The move cannot end here: continue it, or take it back.");
    return TAKEN_PART;
}

/* XBoard cannot take back a null move, and in unknown games cannot send one: it sends the resulting position
 * instead. Setting that up would lose the start of the move, so look for the position in the record of plies. To a
 * playing engine GUIs relay a null move so. */
static Taken take_position(Peer *peer, const char *fen)
{
    Gui *g = (Gui *)peer;
    Ply repair;
    if (peer->computer && peer->engine_side != NO_ENGINE_SIDE) return pass_by_clock(g);
    if (!peer->gui || peer->computer) return TAKEN_NOT;
    if (!record_in_legs(g) && !record_in_move(g) && !machine_find_repair(g, &repair)) return TAKEN_NOT;
    return machine_is_after_pass(g, fen) ? pass_by_clock(g) : go_back_to(g, fen);
}

const Exchange gui_exchange = {begin, take, take_position, ready, show, undo, plies, lift, mark};
