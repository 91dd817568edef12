/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <stdlib.h>
#include <string.h>

#include "../session/policy.h"

/* ---- Strength ---- */

static void show_level(const Game *game)
{
    Buffer text = {0};
    const Session *session = game->session;
    const Settings *settings = &game->settings;
    int n = session_level(session), elo = level_elo(session->variant, n);
    buffer_add(&text, "Level %d of %d, %s", n, LEVEL_FULL, level_name(n));
    if (n < LEVEL_FULL && elo > 0 && level_is_measured(session->variant))
        buffer_add(&text, ", about %d Elo (%s)", elo, level_scale(session->variant));
    if (n == LEVEL_FULL && !settings->nodes)
        buffer_add(&text, ", %.2f seconds a move", (double)settings->move_time / 1000);
    if (settings->nodes) buffer_add(&text, ", %lld positions a move", (long long)settings->nodes);
    if (n < LEVEL_FULL) buffer_add(&text, ": I answer at once; 'time' does not apply");
    say("%s.", buffer_text(&text));
    buffer_free(&text);
}

static void run_level(void *data, char *rest)
{
    int64_t *level = &((Game *)data)->session->strength.level;
    text_trim(rest);
    if (*rest && !number_read(rest, 0, LEVEL_FULL, level))
        say("'level N' sets how strongly I play: a number from 0 to %d, not '%.40s'.", LEVEL_FULL, rest);
    show_level(data);
}

static void run_time(void *data, char *rest)
{
    Settings *settings = &((Game *)data)->settings;
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 3600))) {
        say("'time SECONDS' is for each of my moves, from 0.01 to 3600; not '%.40s'.", word);
        return;
    }
    if (*word) {
        settings->move_time = (int64_t)(seconds * 1000);
        settings->nodes = 0;
    }
    show_level(data);
}

static void run_nodes(void *data, char *rest)
{
    Settings *settings = &((Game *)data)->settings;
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, INT64_MAX, &settings->nodes)) say("'nodes N' takes a number from 1; not '%.40s'.", word);
    else show_level(data);
}

static void run_courtesy(void *data, char *rest)
{
    Settings *settings = &((Game *)data)->settings;
    char *word = word_next(&rest);
    bool on = text_equal(word, "on"), off = text_equal(word, "off");
    if (*word && !on && !off) say("'courtesy on' and 'courtesy off' say whether I resign and offer draws; not '%.40s'.", word);
    if (on || off) settings->courteous = on;
    if (settings->courteous) say("I offer draws, and from level %d on I resign lost games.", POLICY_RESIGN_LEVEL);
    else say("I play on to the end.");
}

/* ---- All options of the engine ---- */

/* Game and rules begin a new game: other commands set these. */
static bool is_offered(const Option *option) { return option->protocols & OFFERED_JSON; }

static void list_options(const Session *session)
{
    Buffer out = {0};
    for (const Option *option = session_options; option->name; ++option) {
        if (!is_offered(option)) continue;
        buffer_add(&out, "  %s", option->name);
        option_value(option, session, &out);
        buffer_add(&out, "\n");
    }
    say_buffer(&out);
}

static void run_set(void *data, char *rest)
{
    Session *session = ((Game *)data)->session;
    ErrorText error;
    char path[PATH_LENGTH], *value = strchr(rest, '=');
    if (!text_trim(rest)) {
        list_options(session);
        return;
    }
    if (value) *value++ = '\0';
    text_trim(rest);
    const Option *option = option_find(session_options, rest);
    if (!value || !option || !is_offered(option)) {
        say("'set OPTION=VALUE' sets an option; 'set' lists them.");
    } else if (files_read_path(text_rest(value), path)) {
        if (session_set_option(session, rest, path, &error)) say("%s is set.", option->name);
        else say("Nothing is changed: %s.", error.text);
    }
}

const Command settings_commands[] = {
    {"level", "[0-20]", "how strongly I play", run_level},
    {"time", "[SECONDS]", "how long I think about a move", run_time},
    {"nodes", "[N]", "how many positions", run_nodes},
    {"courtesy", "[on|off]", "whether I resign and offer draws", run_courtesy},
    {"set", "[OPTION=VALUE]", "the options of the engine: networks, tablebases, book, memory ...", run_set},
    {.name = NULL},
};

/* ---- How the board looks ---- */

static void run_board(void *data, char *rest)
{
    const Game *game = data;
    (void)rest;
    game_show(game);
    game_announce_result(game);
}

static void run_flip(void *data, char *rest)
{
    BoardStyle *style = &((Game *)data)->screen.style;
    style->flip = !style->flip;
    run_board(data, rest);
}

const Command look_commands[] = {
    {"board", "", "shows the board", run_board},
    {"d", "", NULL, run_board},
    {"flip", "", "turns the board round", run_flip},
    {.name = NULL},
};
