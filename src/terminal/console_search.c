/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The console's searches: for a move, a hint, an analysis. */

#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../search/timeman.h"
#include "console.h"

enum { PV_SHOWN = 12, LONG_MOVE = 3000 };

static void finish_search(Console *console);

const char *console_score_text(const Position *pos, Score score, char text[24])
{
    score = score_normalise(pos, score);
    if (pos->side == BLACK) score = -score;
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    if (decided) snprintf(text, 24, "#%d", score_mate_in(score));
    else snprintf(text, 24, "%+.2f", score / 100.0);
    return text;
}

/* Prints a line of analysis; the search calls this. */
static void on_report(void *context, const SearchReport *r)
{
    const Console *console = context;
    char score[24];
    Buffer line = {0};
    if (console->search.purpose != PURPOSE_ANALYSIS || r->bound != BOUND_EXACT) return;
    buffer_add(&line, "%3d %8s %6.1fs %10llu ", r->depth, console_score_text(game_of(console), r->score, score),
               (double)r->time / 1000, (unsigned long long)r->nodes);
    session_print_pv(console->session->root, r->pv, r->pv_length < PV_SHOWN ? r->pv_length : PV_SHOWN, &line);
    say_buffer(&line);
}

static void on_done(void *context, const SearchResult *result)
{
    Console *console = context;
    console->search.result = *result;
    events_post_done(console->events, console->search.serial, result);
}

static bool start_search(Console *console, Purpose purpose, const SearchLimits *limits)
{
    Go go = {.limits = *limits, .callbacks = {.report = on_report, .done = on_done, .context = console}};
    ErrorText error;
    go.own_move = purpose == PURPOSE_MOVE;
    console->search.purpose = purpose;
    ++console->search.serial;
    GoResult started = session_go(console->session, &go, &console->search.result, &error);
    if (started == GO_SEARCHES) return true;
    if (started == GO_BOOK) {
        finish_search(console);
        return false;
    }
    console->search.purpose = PURPOSE_NONE;
    console->engine_on = false;
    say("I cannot think: %s.", error.text);
    return false;
}

/* Does the engine resign and offer draws here? Only against a person who wants that. */
static bool is_courteous(const Console *console, Side own) { return console->courteous && console->person[own ^ 1]; }

/* The engine found a move with this score. True if it resigns instead, which is announced. */
static bool resigns(Console *console, Score score)
{
    const Position *pos = game_of(console);
    policy_note(&console->policy, position_plies(pos), score_normalise(pos, score));
    if (!is_courteous(console, pos->side) || !policy_resigns(&console->policy, session_level(console->session))) return false;
    say("I resign.");
    console_give_up(console, pos->side);
    return true;
}

static void may_offer_draw(Console *console)
{
    const Position *pos = game_of(console);
    if (!is_courteous(console, pos->side ^ 1) || console_is_over(console)) return;
    if (policy_offers_draw(&console->policy, pos, session_level(console->session))) say("I offer a draw; 'draw' takes it.");
}

static void finish_move(Console *console)
{
    Session *session = console->session;
    Position *pos = game_of(console);
    char text[MOVE_TEXT_MAX], score[24];
    ErrorText error;
    Side mover = pos->side;
    if (!console->search.result.best) {
        console->engine_on = false;
        say("I found no move: out of memory.");
        return;
    }
    session->variant->print_move(pos, console->search.result.best, text);
    console_score_text(game_of(console), console->search.result.score, score);
    if (resigns(console, console->search.result.score)) return;
    console_leave_rest(console, console->search.result.best);
    if (!session_play_move(session, console->search.result.best, &error)) {
        console->engine_on = false;
        say("I cannot move: %s.", error.text);
        return;
    }
    clocks_press(&console->clocks, console->session->pos, mover);
    console_show(console);
    if (console->search.result.depth) say("I play %s  (%s, depth %d)", text, score, console->search.result.depth);
    else say("I play %s  (%s)", text, score);
    console_announce_result(console);
    may_offer_draw(console);
}

static void finish_hint(const Position *pos, const SearchResult *result)
{
    char text[MOVE_TEXT_MAX], score[24];
    if (!result->best) {
        say("I have no hint.");
        return;
    }
    pos->variant->print_move(pos, result->best, text);
    say("Hint: %s  (%s)", text, console_score_text(pos, result->score, score));
}

/* The search has ended and its result is stored. */
static void finish_search(Console *console)
{
    Purpose purpose = console->search.purpose;
    console->search.purpose = PURPOSE_NONE;
    if (purpose == PURPOSE_MOVE) finish_move(console);
    else if (purpose == PURPOSE_HINT) finish_hint(game_of(console), &console->search.result);
    else if (purpose == PURPOSE_ANALYSIS) say("The analysis has ended.");
}

/* Handles the end of a search. A move that came too early waits. */
void console_search_ended(Console *console)
{
    session_wait(console->session);
    console->search.held = console->search.purpose == PURPOSE_MOVE && time_now() < console->search.answer_from;
    if (!console->search.held) finish_search(console);
}

/* Makes the move that is sought, or that waits, at once. */
void console_move_now(Console *console)
{
    console->search.answer_from = 0;
    search_stop(console->session->pool);
    if (console->search.held) console_search_ended(console);
}

/* Starts a search, `notice` being said of it. From a pipe, waits for it unless it is infinite. */
static void run_search(Console *console, Purpose purpose, const SearchLimits *limits, const char *notice)
{
    if (!start_search(console, purpose, limits)) return;
    if (*notice) say("%s", notice);
    if (console->screen.interactive || limits->infinite) return;
    session_wait(console->session);
    finish_search(console);
}

/* Ends a hint or an analysis with its result so far; abandons a move. */
void console_break_search(Console *console)
{
    if (console->search.purpose == PURPOSE_NONE) return;
    session_halt(console->session);
    console->search.held = false;
    if (console->search.purpose == PURPOSE_MOVE) {
        console->search.purpose = PURPOSE_NONE;
        console->engine_on = false;
    }
    finish_search(console);
}

/* When a weaker level may answer: it finds its move at once, which people cannot follow. Not in a hurry of the clock. */
static int64_t answer_from(const SearchLimits *limits)
{
    enum { FOLLOW = 1000, PART = 20 };
    return time_now() + (limits->time && limits->time / PART < FOLLOW ? limits->time / PART : FOLLOW);
}

/* The limits of a search for a move of the side to move. */
static SearchLimits limits_now(const Console *console)
{
    enum { LONGEST_MOVE = 600000, FALLBACK_TIME = 1000 }; /* one limited only by depth or nodes ends after ten minutes */
    const MoveLimits *level = &console->limits;
    SearchLimits limits = session_limits(console->session);
    Side side = game_of(console)->side;
    limits.multipv = 1;
    limits.depth = level->depth;
    limits.nodes = (uint64_t)level->nodes;
    if (clocks_count(&console->clocks)) {
        limits.time = console->clocks.left[side] > 1 ? console->clocks.left[side] : 1;
        limits.increment = console->clocks.increment;
    } else {
        limits.move_time = level->depth || level->nodes ? LONGEST_MOVE : level->move_time ? level->move_time : FALLBACK_TIME;
    }
    return limits;
}

void console_think(Console *console)
{
    SearchLimits limits = limits_now(console);
    console->search.answer_from = console->screen.interactive && limits.skill.limited ? answer_from(&limits) : 0;
    bool slow = !limits.skill.limited && (limits.time || limits.move_time >= LONG_MOVE);
    const char *notice = console->screen.interactive && slow ? "I am thinking; 'stop' makes me move at once." : "";
    run_search(console, PURPOSE_MOVE, &limits, notice);
}

void console_hint(Console *console, char *rest)
{
    (void)rest;
    if (console_announce_result(console)) return;
    SearchLimits limits = limits_now(console);
    limits.time = limits.increment = 0;
    limits.nodes = 0;
    limits.depth = 0;
    limits.move_time = console->limits.move_time;
    limits.skill.limited = false;
    if (console->legs.length) say("The hint is for the whole move.");
    run_search(console, PURPOSE_HINT, &limits, "");
}

void console_analyse(Console *console, char *rest)
{
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 86400))) {
        say("'analyse' goes on until the next line, 'analyse SECONDS' for a time; not '%.40s'.", word);
        return;
    }
    if (console_announce_result(console)) return;
    SearchLimits limits = session_limits(console->session);
    limits.infinite = !*word;
    limits.skill.limited = false;
    limits.move_time = *word ? (int64_t)(seconds * 1000) : 0;
    say("Depth, score (+: White is better; +1 expects 75%%), time, positions, line.%s",
        *word                  ? ""
        : console->screen.interactive ? "\nThe next line, if only Enter, ends it, or Ctrl-C."
                               : " The next line ends it.");
    run_search(console, PURPOSE_ANALYSIS, &limits, "");
}

void console_lines(Console *console, char *rest)
{
    int64_t *lines = &console->session->multipv;
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, MULTIPV_MAX, lines))
        say("'lines N' takes a number from 1 to %d; not '%.40s'.", MULTIPV_MAX, word);
    else say("The analysis shows the best %lld line%s.", (long long)*lines, *lines == 1 ? "" : "s");
}
