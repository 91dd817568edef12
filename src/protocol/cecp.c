/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The Chess Engine Communication Protocol, version 2 (Tim Mann, H.G. Muller), as
 * XBoard speaks it.
 *
 * A turn of several legs is shown to the GUI as one ply a leg with a pass of the
 * other side between: GUIs know no turn by two pieces. After a person's leg the
 * engine passes at once; a turn of its own goes out as one burst. Between two engines
 * a turn that ends where it could go on is closed by two more passes, one for each
 * side, so that the receiver need not guess.
 *
 * A peer that acknowledges features (`accepted`) is taken for a GUI with a board of
 * its own. It is sent more plies where its board would otherwise differ from the
 * position; see plies.h. Such boards begin with White: if the game does not, White
 * passes first. Other programs get the legs alone, or with the option Turn
 * Notation the whole turn as one text.
 */

#include <ctype.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../bench.h"
#include "../notation.h"
#include "../search/timeman.h"
#include "events.h"
#include "faces.h"
#include "plies.h"

enum { NO_ENGINE_SIDE = 2, TEN_RANKS = 10, PERFT_PLIES_MAX = 100 };

/* What the running search is for. */
typedef enum Thinking { THINKING_NOT, THINKING_MOVE, THINKING_PONDER, THINKING_ANALYSIS } Thinking;

/* How far the plies of the GUI have come in the turn that they are part of. */
typedef struct Progress {
    unsigned turns;      /* turns played */
    size_t begin;        /* the turn's first ply in the record */
    char legs[TURN_TEXT_MAX]; /* of a turn that comes leg by leg, in any order */
    LegStatus legs_are;
    bool by_legs;        /* the plies so far are legs and passes between */
    bool pass_due;       /* the other side's pass between two legs is still to come */
    bool first_pass_due; /* White is to pass, since the game begins with Black */
    GuiBoard gui, gui_before; /* what the GUI shows, and showed before the turn */
} Progress;

typedef struct Ply {
    char text[TURN_TEXT_MAX];
    Progress before;
} Ply;

typedef struct Cecp {
    Session *session;
    EventQueue *events;
    Side engine_side; /* or NO_ENGINE_SIDE: force mode */
    bool analysing, pondering_allowed, computer, over;
    bool gui;   /* the peer has acknowledged features */
    bool quiet; /* it wants no comments */
    atomic_bool post; /* thinking is shown */

    /* The search. */
    Thinking thinking;
    bool show_always; /* an analysis is shown whatever `post` says */
    unsigned serial;
    Position *root;       /* what is searched, for printing its lines */
    Move ponder_move;
    Score last_score;
    Buffer pongs;         /* owed when the turn has been made */

    /* Clocks, in milliseconds. */
    int moves_per_session;
    int64_t increment, fixed_time, own_time;
    int depth;

    /* Plies as the GUI counts them. */
    Ply *plies;
    size_t ply_count, ply_room;
    Progress progress;
    bool shot; /* the last leg was a shot shown as a step: the shooter is to go back */
} Cecp;

/* ---- Notation ---- */

/* Do turns come as legs with passes between? */
static bool in_legs(const Cecp *c) { return c->session->variant->legs_status && !c->session->whole_turns; }

/* Is the GUI's board ours to keep right? */
static bool keeps_gui(const Cecp *c) { return c->gui && c->session->variant->cecp.table && !c->session->whole_turns; }

/* XBoard counts the ranks of a board with exactly ten from 0. Adds delta to every
 * rank in a text of turns. `out` has room for twice the text. */
static void shift_ranks(const Variant *variant, const char *text, int delta, char *out)
{
    const char *p = text;
    while (*p) {
        bool square = variant->ranks == TEN_RANKS && islower((unsigned char)*p) && isdigit((unsigned char)p[1]);
        *out++ = *p++;
        if (!square) continue;
        long rank = 0;
        for (int digits = 0; digits < 3 && isdigit((unsigned char)*p); ++digits) rank = rank * 10 + (*p++ - '0');
        out += sprintf(out, "%ld", rank + delta < 0 ? 0 : rank + delta);
    }
    *out = '\0';
}

static void say_move(const Cecp *c, const char *text)
{
    char shown[2 * TURN_TEXT_MAX];
    shift_ranks(c->session->variant, text, -1, shown);
    say("move %s", shown);
}

/* ---- The record of plies ---- */

static Side mover(const Cecp *c) { return c->session->pos->side; }
static bool in_turn(const Cecp *c) { return c->ply_count > c->progress.begin; }

/* Whose ply comes next? */
static Side ply_side(const Cecp *c) { return mover(c) ^ ((c->ply_count - c->progress.begin) & 1); }

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

/* A turn begins with the next ply. */
static void begin_turn(Cecp *c)
{
    Progress *p = &c->progress;
    p->turns = position_plies(c->session->pos);
    p->begin = c->ply_count;
    p->legs[0] = '\0';
    p->by_legs = true;
    p->pass_due = p->first_pass_due = false;
    if (!keeps_gui(c)) gui_board_set(&p->gui, c->session->pos);
    p->gui_before = p->gui;
}

static void forget_plies(Cecp *c)
{
    c->ply_count = 0;
    c->over = false;
    c->shot = false;
    gui_board_set(&c->progress.gui, c->session->pos);
    begin_turn(c);
}

typedef enum Fed { FED_NOTHING, FED_LEG, FED_TURN } Fed;

static void halt(Cecp *c);

/* Plays a turn. The search for an answer to it may already be running: then it goes
 * on, against the clock. */
static bool play(Cecp *c, Move turn, ErrorText *error)
{
    bool expected = c->thinking == THINKING_PONDER && turn == c->ponder_move;
    if (!position_reserve(c->session->pos, 64)) return error_set(error, "out of memory");
    if (!expected) halt(c);
    position_make(c->session->pos, turn);
    if (expected) {
        c->thinking = THINKING_MOVE;
        search_ponderhit(c->session->pool);
    }
    return true;
}

static bool play_text(Cecp *c, const char *text, ErrorText *error)
{
    Move turn;
    return c->session->variant->parse_turn(c->session->pos, text, &turn, error) && play(c, turn, error);
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
    if (count >= PLIES_MAX || strlen(text) >= PLY_TEXT_MAX || !position_reserve(c->session->pos, 64)) return FED_NOTHING;
    for (size_t i = 0; i < count; ++i) {
        const char *ply = c->plies[c->progress.begin + i].text;
        if (strlen(ply) >= PLY_TEXT_MAX) return FED_NOTHING;
        strcpy(plies.text[i], ply);
    }
    strcpy(plies.text[count], text);
    plies.count = (int)count + 1;
    switch (plies_match(c->session->pos, &c->progress.gui_before, !keeps_gui(c), &plies, &turn)) {
    case PLIES_NONE: return FED_NOTHING;
    case PLIES_BEGIN: return FED_LEG;
    default: return play(c, turn, error) ? FED_TURN : FED_NOTHING;
    }
}

static Fed feed_by_legs(Cecp *c, const char *text, ErrorText *error)
{
    if (!c->progress.by_legs) return FED_NOTHING;
    bool whole = !in_legs(c) || (!in_turn(c) && strchr(text, ','));
    if (whole) return !in_turn(c) && play_text(c, text, error) ? FED_TURN : FED_NOTHING;
    return strcmp(text, pass_text) == 0 ? feed_pass(c, error) : feed_entered_leg(c, text, error);
}

/* Takes one ply of the GUI, in the engine's own spelling, and records it. */
static Fed feed(Cecp *c, const char *text, ErrorText *error)
{
    Progress before = c->progress;
    Side side = ply_side(c);
    ErrorText ignored;
    if (before.first_pass_due) {
        if (strcmp(text, pass_text) != 0) return error_set(error, "Black begins: pass"), FED_NOTHING;
        record_ply(c, text, side, &before);
        begin_turn(c);
        return FED_TURN;
    }
    Fed fed = FED_NOTHING;
    bool by_plies = keeps_gui(c) || in_legs(c);
    error_set(error, "the plies of this turn do not fit together");
    if (c->computer && by_plies && (fed = feed_ply(c, text, &ignored)) != FED_NOTHING) c->progress.by_legs = false;
    if (fed == FED_NOTHING) fed = feed_by_legs(c, text, error);
    if (fed == FED_NOTHING && !c->computer && by_plies && in_turn(c)
        && (fed = feed_ply(c, text, &ignored)) != FED_NOTHING)
        c->progress.by_legs = false;
    if (fed == FED_NOTHING) return fed;
    record_ply(c, text, side, &before);
    if (fed == FED_TURN) begin_turn(c);
    return fed;
}

/* A ply of the engine's own making. */
static void show_ply(Cecp *c, const char *text)
{
    Progress before = c->progress;
    record_ply(c, text, ply_side(c), &before);
    say_move(c, text);
}

/* Makes the GUI's board right after a turn that it does not understand. */
static void mend_gui(Cecp *c)
{
    PlyList plies;
    if (!keeps_gui(c)) return;
    plies_to_mend(c->session->pos, &c->progress.gui, mover(c) ^ 1, &plies);
    for (int i = 0; i < plies.count; ++i) show_ply(c, plies.text[i]);
    if (plies.count) begin_turn(c);
}

/* Takes back plies of the GUI. */
static bool undo_plies(Cecp *c, size_t n)
{
    if (n > c->ply_count) return false;
    while (n--) c->progress = c->plies[--c->ply_count].before;
    while (position_plies(c->session->pos) > c->progress.turns) position_unmake(c->session->pos);
    c->over = false;
    c->shot = false;
    return true;
}

/* ---- Searching ---- */

static void on_report(void *context, const SearchReport *r)
{
    const Cecp *c = context;
    if ((!c->show_always && !atomic_load(&c->post)) || r->bound == BOUND_UPPER) return;
    int mate = score_mate_in(r->score);
    int score = mate > 0 ? 100000 + mate : mate < 0 ? -100000 + mate : (int)r->score;
    Buffer pv = {0};
    session_print_pv(c->root, r->pv, r->pv_length, &pv);
    char *shown = malloc(2 * pv.length + 1);
    if (shown) {
        shift_ranks(c->root->variant, buffer_text(&pv), -1, shown);
        say("%d %d %lld %llu%s%s", r->depth, score, (long long)(r->time / 10), (unsigned long long)r->nodes, shown,
            r->bound == BOUND_LOWER ? " !" : "");
    }
    free(shown);
    buffer_free(&pv);
}

static void on_done(void *context, const SearchResult *result)
{
    const Cecp *c = context;
    events_post_done(c->events, c->serial, result);
}

/* Ends a search whose result is not wanted any more. */
static void halt(Cecp *c)
{
    session_halt(c->session);
    ++c->serial;
    c->thinking = THINKING_NOT;
    if (c->pongs.length) say("%s", buffer_text(&c->pongs));
    buffer_clear(&c->pongs);
}

static SearchLimits clock_limits(const Cecp *c)
{
    SearchLimits limits = session_limits(c->session);
    limits.depth = c->depth;
    limits.multipv = 1;
    if (c->fixed_time) {
        limits.move_time = c->fixed_time;
        return limits;
    }
    limits.time = c->own_time > 0 ? c->own_time : 1;
    limits.increment = c->increment;
    if (c->moves_per_session) {
        /* The GUI counts every ply as a move. */
        int made = (int)(c->ply_count / 2 % (size_t)c->moves_per_session);
        limits.moves_to_go = c->moves_per_session - made;
    }
    return limits;
}

/* Searches a position for a purpose; the position is copied. */
static void think_on(Cecp *c, const Position *pos, Thinking purpose)
{
    SearchLimits limits = clock_limits(c);
    SearchCallbacks callbacks = {on_report, on_done, c};
    Position *root = position_new(pos->variant);
    halt(c);
    if (!root || !position_copy(root, pos)) {
        position_free(root);
        say("tellusererror out of memory");
        return;
    }
    position_free(c->root);
    c->root = root;
    if (purpose == THINKING_ANALYSIS) {
        limits = session_limits(c->session);
        limits.infinite = true;
    }
    limits.ponder = purpose == THINKING_PONDER;
    c->thinking = purpose;
    c->show_always = purpose == THINKING_ANALYSIS;
    if (!search_start(c->session->pool, root, &limits, &callbacks)) c->thinking = THINKING_NOT;
}

static void analyse(Cecp *c)
{
    size_t count;
    Move *turns = position_turns(c->session->pos, &count);
    halt(c);
    if (count) think_on(c, c->session->pos, THINKING_ANALYSIS);
    free(turns);
}

/* Thinks about the reply that is expected. */
static void ponder(Cecp *c, Move expected)
{
    Position *pos = position_new(c->session->variant);
    bool ok = expected && pos && position_copy(pos, c->session->pos) && position_reserve(pos, 8)
              && pos->variant->move_is_legal(pos, expected);
    if (ok) {
        position_make(pos, expected);
        ok = position_outcome(pos).result == ONGOING;
    }
    if (ok) {
        think_on(c, pos, THINKING_PONDER);
        c->ponder_move = expected;
    }
    position_free(pos);
}

/* ---- The end of the game ---- */

/*
 * Says how the game ended, if it has. Between engines XBoard distrusts a claim of
 * one's own win and of a draw in a game it does not know, so there the loser
 * resigns the point and both sides offer the draw.
 */
static bool tell_end(Cecp *c)
{
    Outcome outcome = session_outcome(c->session);
    if (outcome.result == ONGOING) return false;
    bool first = !c->over;
    c->over = true;
    if (!first) return true;
    char fen[FEN_MAX];
    c->session->variant->get_fen(c->session->pos, fen);
    if (!c->quiet) say("# %s {%s} in %s", result_text(outcome.result), outcome.reason, fen);
    bool known_to_gui = !c->session->variant->cecp.table;
    bool own_win = c->engine_side != NO_ENGINE_SIDE && outcome.result == result_win(c->engine_side);
    if (!c->computer || known_to_gui) say("%s {%s}", result_text(outcome.result), outcome.reason);
    else if (outcome.result == DRAW) say("offer draw");
    else if (!own_win) say("%s {%s}", result_text(outcome.result), outcome.reason);
    return true;
}

static void think(Cecp *c)
{
    if (!tell_end(c)) think_on(c, c->session->pos, THINKING_MOVE);
}

/* The engine's turn, as the plies that show it. */
static void send_turn(Cecp *c, Move turn)
{
    ErrorText error;
    PlyList plies = {.count = 1};
    char text[TURN_TEXT_MAX];
    Position *pos = c->session->pos;
    pos->variant->print_turn(pos, turn, text);
    if ((keeps_gui(c) || in_legs(c)) && position_reserve(pos, 64)) {
        plies_of_turn(pos, &c->progress.gui, turn, !keeps_gui(c), &plies);
        if (c->computer) plies_close(pos, &c->progress.gui, turn, !keeps_gui(c), &plies);
        for (int i = 0; i < plies.count; ++i) show_ply(c, plies.text[i]);
    } else {
        show_ply(c, text);
    }
    if (!play(c, turn, &error)) say("tellusererror %s", error.text);
    begin_turn(c);
}

static void on_search_done(Cecp *c, const SearchResult *result)
{
    Thinking purpose = c->thinking;
    search_wait(c->session->pool);
    c->thinking = THINKING_NOT;
    if (purpose != THINKING_MOVE || !result->best) return;
    /* What pondering has to go by until the GUI tells the time again. */
    c->own_time += c->increment - result->time;
    c->last_score = result->score;
    send_turn(c, result->best);
    if (c->pongs.length) say("%s", buffer_text(&c->pongs));
    buffer_clear(&c->pongs);
    c->ponder_move = result->ponder;
    if (!tell_end(c) && c->pondering_allowed) ponder(c, result->ponder);
}

/* ---- Commands ---- */

static void command_protover(Cecp *c, char *text)
{
    (void)c, (void)text;
    Buffer names = {0};
    for (const Variant *const *v = variants; *v; ++v) buffer_add(&names, "%s%s", names.length ? "," : "", (*v)->cecp.name);
    say("feature done=0");
    say("feature myname=\"" ENGINE_NAME " " ENGINE_VERSION "\" variants=\"%s\"", buffer_text(&names));
    say("feature ping=1 setboard=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 san=0");
    say("feature name=1 nps=0 debug=1 memory=1 smp=1 playother=1 pause=0 ics=0 edit=0");
    say("feature option=\"Pass -button\"");
    for (const Option *option = session_options; option->name; ++option) {
        if (!option->cecp) continue;
        switch (option->type) {
        case OPTION_BUTTON: say("feature option=\"%s -button\"", option->name); break;
        case OPTION_CHECK: say("feature option=\"%s -check %d\"", option->name, (int)option->value); break;
        case OPTION_SPIN:
            say("feature option=\"%s -spin %lld %lld %lld\"", option->name, (long long)option->value,
                (long long)option->least, (long long)option->most);
            break;
        case OPTION_COMBO: say("feature option=\"%s -combo *legs /// whole\"", option->name); break;
        }
    }
    say("feature done=1");
    buffer_free(&names);
}

static void after_position_change(Cecp *c)
{
    forget_plies(c);
    if (c->analysing) analyse(c);
}

static void command_new(Cecp *c, char *text)
{
    ErrorText error;
    (void)text;
    halt(c);
    /* The protocol's `new` is always a game of chess; `variant` follows if it is not. */
    if (!session_set_variant(c->session, variants[0]->name, &error)) say("tellusererror %s", error.text);
    search_clear(c->session->pool);
    c->engine_side = BLACK;
    c->depth = 0;
    c->computer = false;
    c->last_score = 0;
    after_position_change(c);
}

static const char *gui_start_fen(const Variant *variant)
{
    return variant->cecp.start_fen ? variant->cecp.start_fen : variant->start_fen;
}

/* After the start position has been set up. */
static void expect_first_pass(Cecp *c)
{
    const char *side = strchr(gui_start_fen(c->session->variant), ' ');
    c->progress.first_pass_due = keeps_gui(c) && side && side[1] == 'w' && mover(c) == BLACK;
}

static void command_variant(Cecp *c, char *text)
{
    ErrorText error;
    char *name = word_next(&text);
    halt(c);
    if (!session_set_variant(c->session, name, &error)) {
        say("Error (%s): variant %.40s", error.text, name);
        return;
    }
    const Variant *variant = c->session->variant;
    if (variant->cecp.table) {
        say("setup %s %s %s", variant->cecp.table, variant->cecp.geometry, gui_start_fen(variant));
        for (const char *const *piece = variant->cecp.pieces; piece && *piece; ++piece) say("piece %s", *piece);
    }
    after_position_change(c);
    expect_first_pass(c);
}

/* After a ply of the opponent, or anybody's in force mode. */
static void after_ply(Cecp *c, Fed fed)
{
    bool person = c->engine_side != NO_ENGINE_SIDE && !c->computer;
    if (c->analysing) {
        if (fed == FED_TURN) analyse(c);
        return;
    }
    if (person && fed == FED_LEG && c->progress.pass_due) {
        if (c->shot && keeps_gui(c)) {
            /* The shooter goes back, and the person goes on from there. */
            const char *shot = c->plies[c->ply_count - 1].text, *target = shot;
            char back[TURN_TEXT_MAX];
            square_parse(c->session->variant, &target);
            snprintf(back, sizeof back, "%s%.*s", target, (int)(target - shot), shot);
            show_ply(c, pass_text);
            show_ply(c, back);
        }
        show_ply(c, pass_text);
        c->progress.pass_due = false;
    }
    if (fed != FED_TURN) return;
    if (person) mend_gui(c);
    if (c->thinking == THINKING_MOVE) return; /* it was expected */
    if (mover(c) == c->engine_side) think(c);
    else tell_end(c);
}

static void user_ply(Cecp *c, const char *text)
{
    char own[2 * TURN_TEXT_MAX];
    ErrorText error;
    if (strlen(text) >= TURN_TEXT_MAX) {
        say("Illegal move (longer than any turn): %.40s...", text);
        return;
    }
    shift_ranks(c->session->variant, text, 1, own);
    if (c->thinking == THINKING_MOVE) {
        say("Illegal move (it is not your turn): %s", text);
        return;
    }
    if (mover(c) == c->engine_side && in_turn(c)) {
        say("Illegal move (take back all of the turn first): %s", text);
        return;
    }
    if (session_outcome(c->session).result != ONGOING) {
        say("Illegal move (the game is over): %s", text);
        return;
    }
    if (own[0] && own[1] == '@') own[0] = (char)toupper((unsigned char)own[0]);
    Fed fed = feed(c, own, &error);
    if (fed == FED_NOTHING && keeps_gui(c) && !c->computer && strlen(own) < TURN_TEXT_MAX - 1) {
        /* A person's drag can not say that it promotes, and need not where it must. */
        ErrorText ignored;
        char promoting[TURN_TEXT_MAX];
        snprintf(promoting, sizeof promoting, "%.*s+", TURN_TEXT_MAX - 2, own);
        fed = feed(c, promoting, &ignored);
        if (fed != FED_NOTHING) {
            say("Illegal move (it promotes): %s", text);
            say_move(c, promoting);
        }
    }
    if (fed == FED_NOTHING) say("Illegal move (%s): %s", error.text, text);
    else after_ply(c, fed);
    if (fed == FED_NOTHING && c->progress.first_pass_due && c->engine_side == mover(c) && !c->computer) {
        /* The person, who could not know, passes, and the engine begins. */
        show_ply(c, pass_text);
        begin_turn(c);
        think(c);
    }
}

/* Is this the game's start as the GUI knows it? Not every GUI can say all of a FEN. */
static bool is_gui_start(const Variant *variant, const char *fen)
{
    const char *start = gui_start_fen(variant);
    for (int fields = 0; *start == *fen; ++start, ++fen)
        if (!*start || (*start == ' ' && ++fields == 4)) return true;
    return false;
}

static void command_setboard(Cecp *c, char *text)
{
    ErrorText error;
    /* To an engine in play GUIs relay a null move as the position after it. */
    if (c->computer && c->engine_side != NO_ENGINE_SIDE && (keeps_gui(c) || in_legs(c))) {
        user_ply(c, pass_text);
        return;
    }
    halt(c);
    char *fen = text_rest(text), *no_hand = strstr(fen, "[-]");
    /* XBoard's way to write empty hands. */
    if (no_hand) memmove(no_hand + 1, no_hand + 2, strlen(no_hand + 2) + 1);
    bool start = c->gui && is_gui_start(c->session->variant, fen);
    if (!session_set_fen(c->session, start ? NULL : fen, &error)) {
        say("tellusererror Illegal position: %s", error.text);
        if (c->analysing) analyse(c);
    } else {
        after_position_change(c);
        if (start) expect_first_pass(c);
    }
}

static void command_usermove(Cecp *c, char *text) { user_ply(c, word_next(&text)); }

static void command_force(Cecp *c, char *text)
{
    (void)text;
    halt(c);
    c->engine_side = NO_ENGINE_SIDE;
}

static void command_go(Cecp *c, char *text)
{
    (void)text;
    if (c->analysing) return;
    halt(c);
    if (c->progress.first_pass_due) {
        show_ply(c, pass_text);
        begin_turn(c);
        c->engine_side = mover(c) ^ 1;
        return;
    }
    /* Half a turn of the opponent may still be coming in. */
    c->engine_side = in_turn(c) ? mover(c) ^ 1 : mover(c);
    if (!in_turn(c)) think(c);
}

static void command_playother(Cecp *c, char *text)
{
    (void)text;
    halt(c);
    c->engine_side = c->session->pos->side ^ 1;
}

/* level MPS BASE INC: BASE is minutes or minutes:seconds, INC seconds, maybe with a
 * fraction. */
static void command_level(Cecp *c, char *text)
{
    char *mps = word_next(&text), *base = word_next(&text), *inc = word_next(&text), *end;
    int64_t moves, minutes, seconds = 0;
    char *colon = strchr(base, ':');
    if (colon) *colon++ = '\0';
    double increment = strtod(inc, &end);
    if (!number_read(mps, 0, 10000, &moves) || !number_read(base, 0, 100000, &minutes)
        || (colon && !number_read(colon, 0, 59, &seconds)) || end == inc || *end || !(increment >= 0 && increment < 1e6)) {
        say("Error (level is followed by moves, minutes[:seconds] and increment in seconds): level");
        return;
    }
    c->moves_per_session = (int)moves;
    c->own_time = (minutes * 60 + seconds) * 1000;
    c->increment = (int64_t)(increment * 1000 + 0.5);
    c->fixed_time = 0;
}

static void command_st(Cecp *c, char *text)
{
    char *word = word_next(&text), *end;
    double seconds = strtod(word, &end);
    /* Whole seconds are all that the protocol has: some GUIs send 0 for a part of one. */
    enum { PART_OF_A_SECOND = 50 };
    if (end == word || *end || !(seconds >= 0 && seconds < 1e6)) say("Error (st is followed by seconds): st %.40s", word);
    else c->fixed_time = seconds > 0 ? (int64_t)(seconds * 1000 + 0.5) : PART_OF_A_SECOND;
}

/* Reads a number for a command or complains. */
static bool read_argument(const char *command, char *text, int64_t least, int64_t most, int64_t *value)
{
    char *word = word_next(&text);
    if (number_read(word, least, most, value)) return true;
    say("Error (a number from %lld to %lld is needed): %s %.40s", (long long)least, (long long)most, command, word);
    return false;
}

static void command_sd(Cecp *c, char *text)
{
    int64_t depth;
    if (read_argument("sd", text, 1, 1000, &depth)) c->depth = (int)(depth < MAX_PLY ? depth : MAX_PLY);
}

static void command_time(Cecp *c, char *text)
{
    int64_t centiseconds;
    if (read_argument("time", text, INT32_MIN, INT32_MAX, &centiseconds)) c->own_time = centiseconds * 10;
}

static void command_ignored(Cecp *c, char *text) { (void)c, (void)text; }

static void command_move_now(Cecp *c, char *text)
{
    (void)text;
    if (c->thinking == THINKING_MOVE) search_stop(c->session->pool);
}

static void command_ping(Cecp *c, char *text)
{
    char *word = word_next(&text);
    if (c->thinking == THINKING_MOVE) buffer_add(&c->pongs, "%spong %.20s", c->pongs.length ? "\n" : "", word);
    else say("pong %.20s", word);
}

static void take_back(Cecp *c, size_t plies, const char *command)
{
    halt(c);
    if (!undo_plies(c, plies)) say("Error (nothing to take back): %s", command);
    if (c->analysing) analyse(c);
}

static void command_undo(Cecp *c, char *text)
{
    (void)text;
    take_back(c, 1, "undo");
}

static void command_remove(Cecp *c, char *text)
{
    (void)text;
    take_back(c, 2, "remove");
}

static void command_hard(Cecp *c, char *text)
{
    (void)text;
    c->pondering_allowed = true;
}

static void command_easy(Cecp *c, char *text)
{
    (void)text;
    c->pondering_allowed = false;
    if (c->thinking == THINKING_PONDER) halt(c);
}

static void command_post(Cecp *c, char *text)
{
    (void)text;
    atomic_store(&c->post, true);
}

static void command_nopost(Cecp *c, char *text)
{
    (void)text;
    atomic_store(&c->post, false);
}

static void command_analyze(Cecp *c, char *text)
{
    (void)text;
    halt(c);
    c->analysing = true;
    c->engine_side = NO_ENGINE_SIDE;
    analyse(c);
}

static void command_exit(Cecp *c, char *text)
{
    (void)text;
    if (!c->analysing) return;
    halt(c);
    c->analysing = false;
}

static void command_dot(Cecp *c, char *text)
{
    (void)text;
    if (c->thinking == THINKING_ANALYSIS) {
        SearchStatus status = search_status(c->session->pool);
        say("stat01: %lld %llu %d 0 0", (long long)(status.time / 10), (unsigned long long)status.nodes, status.depth);
    }
}

static void command_hint(Cecp *c, char *text)
{
    (void)text;
    char turn[TURN_TEXT_MAX], shown[2 * TURN_TEXT_MAX];
    const Position *pos = c->session->pos;
    if (!c->ponder_move || !pos->variant->move_is_legal(pos, c->ponder_move)) return;
    pos->variant->print_turn(pos, c->ponder_move, turn);
    shift_ranks(pos->variant, turn, -1, shown);
    say("Hint: %s", shown);
}

/* The opponent offers a draw: taken when it stands better, or when it is one. */
static void command_draw(Cecp *c, char *text)
{
    enum { ACCEPT_BELOW = -60 };
    (void)text;
    if (session_outcome(c->session).result == DRAW || c->last_score < ACCEPT_BELOW) say("offer draw");
}

static void command_result(Cecp *c, char *text)
{
    (void)text;
    halt(c);
    c->engine_side = NO_ENGINE_SIDE;
}

static void command_accepted(Cecp *c, char *text)
{
    (void)text;
    c->gui = true;
}

static void command_rejected(Cecp *c, char *text) { c->quiet |= strcmp(word_next(&text), "debug") == 0; }

static void set_option(Cecp *c, const char *name, const char *value)
{
    ErrorText error;
    halt(c);
    if (!session_set_option(c->session, name, value, &error)) say("Error (%s): option %.40s", error.text, name);
    if (c->analysing) analyse(c);
}

static void command_memory(Cecp *c, char *text)
{
    int64_t megabytes;
    if (!read_argument("memory", text, 1, INT32_MAX, &megabytes)) return;
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)(megabytes > 1 << 20 ? 1 << 20 : megabytes));
    set_option(c, "Hash", value);
}

static void command_cores(Cecp *c, char *text)
{
    int64_t cores;
    if (!read_argument("cores", text, 1, INT32_MAX, &cores)) return;
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)(cores > THREADS_MAX ? THREADS_MAX : cores));
    set_option(c, "Threads", value);
}

/* The Pass button: the person ends the turn, and the GUI is told so. */
static void press_pass(Cecp *c)
{
    ErrorText error;
    if (c->thinking == THINKING_MOVE) {
        say("tellusererror it is not your turn");
        return;
    }
    halt(c);
    Fed fed = feed(c, pass_text, &error);
    if (fed == FED_NOTHING) {
        say("tellusererror no pass here: %s", error.text);
        return;
    }
    say_move(c, pass_text);
    after_ply(c, fed);
}

static void command_option(Cecp *c, char *text)
{
    char *name = text_rest(text), *value = strchr(name, '=');
    if (value) *value++ = '\0';
    if (strcmp(name, "Pass") == 0) press_pass(c);
    else set_option(c, name, value ? value : "");
}

static void command_computer(Cecp *c, char *text)
{
    (void)text;
    c->computer = true;
}

static void command_quit(Cecp *c, char *text)
{
    (void)text;
    c->session->quit = true;
}

static void command_d(Cecp *c, char *text)
{
    (void)text;
    Buffer out = {0};
    session_show(c->session, &out);
    if (c->progress.legs[0]) buffer_add(&out, "\nLegs so far: %s", c->progress.legs);
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

static void command_eval(Cecp *c, char *text)
{
    (void)text;
    Buffer out = {0};
    session_show_eval(c->session, &out);
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

static void command_perft(Cecp *c, char *text)
{
    int64_t depth;
    if (!read_argument("perft", text, 0, PERFT_PLIES_MAX, &depth)) return;
    halt(c);
    Buffer out = {0};
    if (session_perft(c->session, (unsigned)depth, true, &out)) say("%s", buffer_text(&out));
    buffer_free(&out);
}

static void command_bench(Cecp *c, char *text)
{
    ErrorText error;
    char *variant = word_next(&text), *depth = word_next(&text);
    halt(c);
    if (!bench_run(*variant ? variant : NULL, *depth ? depth : NULL, &error)) say("Error (%s): bench", error.text);
}

static void command_help(Cecp *c, char *text)
{
    (void)c, (void)text;
    say(ENGINE_NAME " " ENGINE_VERSION " speaks the Chess Engine Communication Protocol here, as XBoard and WinBoard do.\n"
        "  variant GAME, setboard FEN, usermove TURN, go, force, undo, analyze, level, st, sd, d, eval, perft N, quit");
}

typedef struct CecpCommand {
    const char *name;
    void (*run)(Cecp *c, char *text);
} CecpCommand;

static const CecpCommand commands[] = {
    {"xboard", command_ignored}, {"protover", command_protover}, {"accepted", command_accepted},
    {"rejected", command_rejected}, {"new", command_new}, {"variant", command_variant},
    {"setboard", command_setboard}, {"usermove", command_usermove}, {"force", command_force},
    {"go", command_go}, {"playother", command_playother}, {"level", command_level}, {"st", command_st},
    {"sd", command_sd}, {"time", command_time}, {"otim", command_ignored}, {"?", command_move_now},
    {"ping", command_ping}, {"undo", command_undo}, {"remove", command_remove}, {"hard", command_hard},
    {"easy", command_easy}, {"post", command_post}, {"nopost", command_nopost},
    {"analyze", command_analyze}, {"exit", command_exit}, {".", command_dot}, {"hint", command_hint},
    {"bk", command_ignored}, {"draw", command_draw}, {"result", command_result}, {"memory", command_memory},
    {"cores", command_cores}, {"option", command_option}, {"computer", command_computer},
    {"name", command_ignored}, {"random", command_ignored}, {"rating", command_ignored},
    {"ics", command_ignored}, {"egtpath", command_ignored}, {"quit", command_quit},
    {"d", command_d}, {"eval", command_eval}, {"perft", command_perft}, {"bench", command_bench},
    {"help", command_help},
};

static void run_line(Cecp *c, char *line)
{
    char *text = line, *word = word_next(&text);
    if (!*word) return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        if (strcmp(word, commands[i].name) != 0) continue;
        commands[i].run(c, text);
        return;
    }
    /* Interfaces without `usermove` send the bare turn. */
    if (strlen(word) < TURN_TEXT_MAX) {
        char own[2 * TURN_TEXT_MAX];
        Move move;
        ErrorText error;
        shift_ranks(c->session->variant, word, 1, own);
        if (c->session->variant->parse_turn(c->session->pos, own, &move, &error)) {
            user_ply(c, word);
            return;
        }
    }
    say("Error (unknown command): %.200s", word);
}

void cecp_run(Session *session, LineReader *input, char *first_line)
{
    Cecp c = {.session = session, .engine_side = BLACK, .own_time = 300000, .moves_per_session = 40};
    forget_plies(&c);
    run_line(&c, first_line);
    c.events = events_start(input);
    while (c.events && !session->quit) {
        Event event = events_next(c.events);
        if (event.type == EVENT_END) break;
        if (event.type == EVENT_LINE) run_line(&c, event.line);
        else if (event.serial == c.serial) on_search_done(&c, &event.result);
        free(event.line);
    }
    halt(&c);
    free(c.plies);
    position_free(c.root);
    buffer_free(&c.pongs);
}
