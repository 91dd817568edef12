/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"

enum { PV_SHOWN = 12, LONG_MOVE = 3000 };

enum { SCORE_TEXT_MAX = 24 };
/* A score of the side to move for people: normalised (eval/wdl.h) or moves to mate, from White's point of view. Returns text. */
static const char *score_text(const Position *pos, Score score, char text[SCORE_TEXT_MAX])
{
    score = score_normalise(pos, score);
    if (pos->side == BLACK) score = -score;
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    if (decided) snprintf(text, SCORE_TEXT_MAX, "#%d", score_mate_in(score));
    else snprintf(text, SCORE_TEXT_MAX, "%+.2f", score / 100.0);
    return text;
}

/* Prints a line of analysis; the search calls this. */
static void on_report(void *context, const SearchReport *r)
{
    const Thinking *t = context;
    const Session *session = t->game->session;
    char score[SCORE_TEXT_MAX];
    Buffer line = {0};
    if (t->purpose != PURPOSE_ANALYSIS || r->bound != BOUND_EXACT) return;
    buffer_add(&line, "%3d %8s %6.1fs %10llu ", r->depth, score_text(session->pos, r->score, score), (double)r->time / 1000,
               (unsigned long long)r->nodes);
    session_print_pv(session->root, r->pv, r->pv_length < PV_SHOWN ? r->pv_length : PV_SHOWN, &line);
    say_buffer(&line);
}

static void on_done(void *context, const SearchResult *result)
{
    Thinking *t = context;
    t->result = *result;
    events_post_done(t->events, t->serial, result);
}

/* ---- The end of a search ---- */

/* Does the engine resign and offer draws here? Only against a person who wants it. */
static bool is_courteous(const Thinking *t, Side own) { return t->game->settings.courteous && t->game->person[own ^ 1]; }

/* The engine found a move with this score. True if it resigns instead, which is then announced. */
static bool resigns(Thinking *t, Score score)
{
    const Position *pos = t->game->session->pos;
    policy_note(&t->game->policy, position_plies(pos), score_normalise(pos, score));
    if (!is_courteous(t, pos->side) || !policy_resigns(&t->game->policy, session_level(t->game->session))) return false;
    say("I resign.");
    game_give_up(t->game, pos->side);
    return true;
}

static void finish_move(Thinking *t)
{
    Game *game = t->game;
    Position *pos = game->session->pos;
    const SearchResult *result = &t->result;
    char text[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    ErrorText error;
    if (!result->best) {
        game->engine_on = false;
        say("I found no move: out of memory.");
        return;
    }
    pos->variant->text.print(pos, result->best, text);
    score_text(pos, result->score, score);
    if (resigns(t, result->score)) return;
    if (!session_play_move(game->session, result->best, &error)) {
        game->engine_on = false;
        say("I cannot move: %s.", error.text);
        return;
    }
    game_show(game);
    if (result->depth) say("I play %s  (%s, depth %d)", text, score, result->depth);
    else say("I play %s  (%s)", text, score);
    game_announce_result(game);
    if (is_courteous(t, pos->side ^ 1) && !game_is_over(game)
        && policy_offers_draw(&game->policy, pos, session_level(game->session)))
        say("I offer a draw; 'draw' takes it.");
}

static void finish_hint(const Position *pos, const SearchResult *result)
{
    char text[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    if (!result->best) {
        say("I have no hint.");
        return;
    }
    pos->variant->text.print(pos, result->best, text);
    say("Hint: %s  (%s)", text, score_text(pos, result->score, score));
}

/* The search has ended and its result is stored. */
static void finish(Thinking *t)
{
    Purpose purpose = t->purpose;
    t->purpose = PURPOSE_NONE;
    if (purpose == PURPOSE_MOVE) finish_move(t);
    else if (purpose == PURPOSE_HINT) finish_hint(t->game->session->pos, &t->result);
    else if (purpose == PURPOSE_ANALYSIS) say("The analysis has ended.");
}

void thinking_break(Thinking *t)
{
    if (t->purpose == PURPOSE_NONE) return;
    session_halt(t->game->session);
    finish(t);
}

/* ---- Beginning a search ---- */

/* Starts a search and prints `notice`. From a pipe, waits for it unless it is infinite. */
static void run_search(Thinking *t, Purpose purpose, const SearchLimits *limits, const char *notice)
{
    Session *session = t->game->session;
    Go go = {.limits = *limits, .callbacks = {.report = on_report, .done = on_done, .context = t}};
    ErrorText error;
    go.own_move = purpose == PURPOSE_MOVE;
    t->purpose = purpose;
    ++t->serial;
    GoResult started = session_go(session, &go, &t->result, &error);
    if (started == GO_BOOK) {
        finish(t);
    } else if (started != GO_SEARCHES) {
        t->purpose = PURPOSE_NONE;
        t->game->engine_on = false;
        say("I cannot think: %s.", error.text);
    } else {
        if (*notice) say("%s", notice);
        if (t->game->screen.interactive || limits->infinite) return;
        session_wait(session);
        finish(t);
    }
}

void thinking_begin_move(Thinking *t)
{
    enum { LONGEST_MOVE = 600000 }; /* one limited by nodes alone ends after ten minutes */
    const Settings *settings = &t->game->settings;
    SearchLimits limits = session_limits(t->game->session);
    limits.multipv = 1;
    limits.nodes = (uint64_t)settings->nodes;
    limits.move_time = settings->nodes ? LONGEST_MOVE : settings->move_time;
    bool slow = !limits.skill.limited && limits.move_time >= LONG_MOVE;
    run_search(t, PURPOSE_MOVE, &limits,
               t->game->screen.interactive && slow ? "I am thinking; the next line, if only Enter, makes me move at once." : "");
}

static void run_hint(void *data, char *rest)
{
    Thinking *t = data;
    (void)rest;
    if (game_announce_result(t->game)) return;
    SearchLimits limits = session_limits(t->game->session);
    limits.multipv = 1;
    limits.move_time = t->game->settings.move_time;
    limits.skill.limited = false;
    run_search(t, PURPOSE_HINT, &limits, "");
}

static void run_analyse(void *data, char *rest)
{
    Thinking *t = data;
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 86400))) {
        say("'analyse' runs until the next line, 'analyse SECONDS' that long; not '%.40s'.", word);
        return;
    }
    if (game_announce_result(t->game)) return;
    SearchLimits limits = session_limits(t->game->session);
    limits.infinite = !*word;
    limits.skill.limited = false;
    limits.move_time = *word ? (int64_t)(seconds * 1000) : 0;
    say("Depth, score (+: White is better; +1 expects 75%%), time, positions, line.%s",
        *word                         ? ""
        : t->game->screen.interactive ? "\nThe next line, if only Enter, ends it, or Ctrl-C."
                                      : " The next line ends it.");
    run_search(t, PURPOSE_ANALYSIS, &limits, "");
}

bool thinking_line(Thinking *t, const char *line)
{
    bool stop = !*line || strcmp(line, "stop") == 0;
    if (*line && stop && t->purpose == PURPOSE_NONE) say("I am not thinking.");
    thinking_break(t);
    return stop;
}

/* ---- What is known without a search ---- */

static void run_eval(void *data, char *rest)
{
    (void)rest;
    session_say_eval(((Thinking *)data)->game->session);
}

const Command thinking_commands[] = {
    {"hint", "", "what I would play", run_hint},
    {"analyse", "[SECONDS]", "thinks aloud until the next line", run_analyse},
    {"analyze", "", NULL, run_analyse},
    {"eval", "", "the evaluation and its terms", run_eval},
    {.name = NULL},
};
