/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for a CECP GUI, results and draws. */

#include "cecp.h"

#include <stdlib.h>

#include "../eval/wdl.h"
#include "../text/notation.h"

/* ---- Reports ---- */

static void on_report(void *context, const SearchReport *r)
{
    const Cecp *c = context;
    Position *root = c->session->root;
    if ((!c->search.show_always && !atomic_load(&c->search.post)) || r->bound == BOUND_UPPER) return;
    int mate = score_mate_in(r->score);
    int score = mate > 0 ? 100000 + mate : mate < 0 ? -100000 + mate : (int)score_normalise(root, r->score);
    Buffer pv = {0};
    if (atomic_load(&c->search.presuming)) buffer_add(&pv, " (%s)", c->search.presumed);
    session_print_pv(root, r->pv, r->pv_length, &pv);
    char *shown = malloc(2 * pv.length + 1);
    if (shown) {
        gui_shift_ranks(root->variant, buffer_text(&pv), -1, shown);
        say("%d %d %lld %llu%s%s", r->depth, score, (long long)(r->time / 10), (unsigned long long)r->nodes, shown,
            r->bound == BOUND_LOWER ? " !" : "");
    }
    free(shown);
    buffer_free(&pv);
}

static void on_done(void *context, const SearchResult *result)
{
    const Cecp *c = context;
    events_post_done(c->events, c->search.serial, result);
}

/* ---- Starting and stopping ---- */

/* The limits of the move after this many plies. */
static void limit_by_clock(const CecpClock *clock, size_t plies, SearchLimits *limits)
{
    limits->depth = clock->depth;
    limits->multipv = 1;
    if (clock->fixed_time) {
        limits->move_time = clock->fixed_time > clock->spent ? clock->fixed_time - clock->spent : 1;
        return;
    }
    limits->time = clock->own_time > clock->spent ? clock->own_time - clock->spent : 1;
    limits->increment = clock->increment;
    if (clock->moves_per_session) {
        /* The GUI counts every ply as a move. */
        int made = (int)(plies / 2 % (size_t)clock->moves_per_session);
        limits->moves_to_go = clock->moves_per_session - made;
    }
}

/* Starts or resumes the search of `thinking`. */
static void start_search(Cecp *c)
{
    bool analysis = c->search.thinking == THINKING_ANALYSIS, ponders = c->search.thinking == THINKING_PONDER;
    Go go = {.callbacks = {.report = on_report, .done = on_done, .context = c}, .own_move = c->search.thinking == THINKING_MOVE};
    SearchResult book;
    ErrorText error;
    go.limits = session_limits(c->session);
    if (!analysis) limit_by_clock(&c->clock, c->peer->exchange->plies(c->peer), &go.limits);
    go.limits.infinite = analysis;
    go.limits.ponder = ponders;
    go.expected = ponders ? c->search.ponder_move : MOVE_NONE;
    go.past_draws = analysis;
    Move *allowed = c->excluded.count && !ponders ? excluded_others(&c->excluded, c->session->pos, &go.limits.move_count) : NULL;
    go.limits.moves = go.limits.move_count ? allowed : NULL;
    bool idle = allowed && !go.limits.move_count && analysis;
    c->search.show_always = analysis;
    atomic_store(&c->search.presuming, ponders);
    GoResult started = idle ? GO_OVER : session_go(c->session, &go, &book, &error);
    free(allowed);
    if (started == GO_BOOK) events_post_done(c->events, c->search.serial, &book);
    if (started == GO_FAILED && !ponders) say("tellusererror %s", error.text);
    if (started == GO_FAILED || started == GO_OVER) c->search.thinking = THINKING_NOT;
}

void cecp_halt(Cecp *c)
{
    session_halt(c->session);
    ++c->search.serial;
    c->search.thinking = THINKING_NOT;
    c->clock.spent = 0;
    atomic_store(&c->search.presuming, false);
    if (c->pongs.length) say_buffer(&c->pongs);
}

static void think_about(Cecp *c, Thinking purpose)
{
    cecp_halt(c);
    c->search.thinking = purpose;
    if (!c->search.paused) start_search(c);
}

void cecp_pause(Cecp *c)
{
    if (c->search.paused) return;
    c->search.paused = true;
    if (c->search.thinking == THINKING_NOT) return;
    if (c->search.thinking == THINKING_MOVE) c->clock.spent += search_status(c->session->pool).time;
    session_halt(c->session);
    ++c->search.serial; /* a result in transit no longer counts */
}

void cecp_resume(Cecp *c)
{
    if (!c->search.paused) return;
    c->search.paused = false;
    if (c->search.thinking != THINKING_NOT) start_search(c);
}

void cecp_analyse(Cecp *c)
{
    if (c->search.analysing) think_about(c, THINKING_ANALYSIS);
}

bool cecp_print_reply(const Position *pos, Move reply, char shown[2 * MOVE_TEXT_MAX])
{
    char move[MOVE_TEXT_MAX];
    if (!reply || !position_is_legal(pos, reply)) return false;
    pos->variant->text.print(pos, reply, move);
    gui_shift_ranks(pos->variant, move, -1, shown);
    return true;
}

static void ponder(Cecp *c)
{
    if (cecp_print_reply(c->session->pos, c->search.ponder_move, c->search.presumed)) think_about(c, THINKING_PONDER);
}

/* ---- The end of the game ---- */

/*
 * Announces the result if the game is over. Between engines XBoard distrusts a claimed win, and a claimed draw in a
 * game it does not know. So there the loser resigns, and both sides offer the draw.
 */
static bool announce_result(Cecp *c)
{
    Outcome outcome = session_outcome(c->session);
    if (outcome.result == ONGOING) return false;
    bool first = !c->over;
    c->over = true;
    if (!first) return true;
    char fen[FEN_MAX];
    c->session->variant->board.get_fen(c->session->pos, fen);
    if (!c->quiet) say("# %s {%s} in %s", result_text(outcome.result), outcome.reason, fen);
    bool known_to_gui = !variant_cecp(c->session->variant)->table;
    bool own_win = c->peer->engine_side != NO_ENGINE_SIDE && outcome.result == result_win(c->peer->engine_side);
    if (!c->peer->computer || known_to_gui) say("%s {%s}", result_text(outcome.result), outcome.reason);
    else if (outcome.result == DRAW) say("offer draw");
    else if (!own_win) say("%s {%s}", result_text(outcome.result), outcome.reason);
    return true;
}

void cecp_think(Cecp *c)
{
    if (!announce_result(c)) think_about(c, THINKING_MOVE);
}

/* ---- Other positions ---- */

void cecp_forget(Cecp *c)
{
    c->over = false;
    c->policy = (Policy){0};
    excluded_clear(&c->excluded);
}

void cecp_moved(Cecp *c)
{
    cecp_halt(c);
    excluded_clear(&c->excluded);
}

/* The opponent made the expected move: the search for the reply counts. */
static void ponder_hit(Cecp *c)
{
    c->search.thinking = THINKING_MOVE;
    atomic_store(&c->search.presuming, false);
    excluded_clear(&c->excluded);
    if (!c->search.paused) search_ponderhit(c->session->pool);
}

static void follow_move(Cecp *c)
{
    const Position *pos = c->session->pos;
    if (c->search.thinking == THINKING_PONDER && pos->state->move == c->search.ponder_move) {
        ponder_hit(c);
        return;
    }
    cecp_moved(c);
    if (c->search.analysing) cecp_analyse(c);
    else if (pos->side == c->peer->engine_side) cecp_think(c);
    else announce_result(c);
}

void cecp_follow(Cecp *c, Taken taken)
{
    if (taken == TAKEN_MOVE) follow_move(c);
    if (taken != TAKEN_BACK) return;
    policy_take_back(&c->policy, position_plies(c->session->pos));
    c->over = false;
    excluded_clear(&c->excluded);
}

/* ---- Draws and resigning ---- */

static bool wants_draw(Cecp *c)
{
    return policy_takes_draw(&c->policy, session_level(c->session)) || session_outcome(c->session).result == DRAW;
}

static void decline_draw(const Cecp *c)
{
    peer_tell(c->peer, policy_is_better(&c->policy) ? "The draw is declined: " ENGINE_NAME " stands better."
                                                     : "The draw is declined: there is something to play for.");
}

void cecp_answer_draw(Cecp *c)
{
    if (session_ask_draw(c->session)) peer_tell(c->peer, "Draw claimed: more quiet plies draw, as the rules say.");
    else if (c->search.thinking == THINKING_MOVE) c->draw_offered = true;
    else if (wants_draw(c)) say("offer draw");
    else decline_draw(c);
}

/* After the engine's move. */
static void answer_or_offer_draw(Cecp *c)
{
    bool offers = c->options.offers_draws && policy_offers_draw(&c->policy, c->session->pos, session_level(c->session));
    if (offers || (c->draw_offered && wants_draw(c))) say("offer draw");
    else if (c->draw_offered) decline_draw(c);
    c->draw_offered = false;
}

/* ---- The engine's move ---- */

void cecp_search_done(Cecp *c, const SearchResult *result)
{
    Thinking purpose = c->search.thinking;
    session_wait(c->session);
    c->search.thinking = THINKING_NOT;
    if (purpose != THINKING_MOVE || !result->best) return;
    /* Pondering uses this until the GUI sends the time again. */
    c->clock.own_time += c->clock.increment - result->time - c->clock.spent;
    c->clock.spent = 0;
    policy_note(&c->policy, position_plies(c->session->pos), score_normalise(c->session->pos, result->score));
    if (c->options.resigns && policy_resigns(&c->policy, session_level(c->session))) {
        c->peer->engine_side = NO_ENGINE_SIDE;
        say("resign");
        cecp_halt(c);
        return;
    }
    c->peer->exchange->show(c->peer, result->best);
    cecp_moved(c);
    c->peer->exchange->mark(c->peer, false);
    c->search.ponder_move = result->ponder;
    if (announce_result(c)) return;
    answer_or_offer_draw(c);
    if (c->search.pondering_allowed) ponder(c);
}
