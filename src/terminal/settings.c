/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <stdlib.h>
#include <string.h>

#include "../session/policy.h"
#include "../util/files.h"

/* ---- Strength ---- */

static void show_level(const Settings *settings)
{
    Buffer text = {0};
    const Session *session = settings->game->session;
    int n = session_level(session), elo = level_elo(session->variant, n);
    buffer_add(&text, "Level %d of %d, %s", n, LEVEL_FULL, level_name(n));
    if (n < LEVEL_FULL && elo > 0 && level_is_measured(session->variant))
        buffer_add(&text, ", about %d Elo (%s)", elo, level_scale(session->variant));
    if (n == LEVEL_FULL && !settings->depth && !settings->nodes)
        buffer_add(&text, ", %.2f seconds a move", (double)settings->move_time / 1000);
    if (settings->depth) buffer_add(&text, ", %lld plies deep", (long long)settings->depth);
    if (settings->nodes) buffer_add(&text, ", %lld positions a move", (long long)settings->nodes);
    if (n < LEVEL_FULL) buffer_add(&text, ": I answer at once; 'time' does not apply");
    say("%s.", buffer_text(&text));
    buffer_free(&text);
}

static void run_level(void *data, char *rest)
{
    const Settings *settings = data;
    int64_t *level = &settings->game->session->strength.level;
    Buffer names = {0};
    text_trim(rest);
    int named = level_by_name(rest);
    level_names(&names);
    if (named >= 0) *level = named;
    else if (*rest && !number_read(rest, 0, LEVEL_FULL, level))
        say("'level N' sets how strongly I play: a number from 0 to %d or a name, not '%.40s'.", LEVEL_FULL, rest);
    show_level(settings);
    if (named < 0) say("%s.", buffer_text(&names));
    buffer_free(&names);
}

static void run_time(void *data, char *rest)
{
    Settings *settings = data;
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 3600))) {
        say("'time SECONDS' is for each of my moves, from 0.01 to 3600; not '%.40s'.", word);
        return;
    }
    if (*word) {
        settings->move_time = (int64_t)(seconds * 1000);
        settings->depth = settings->nodes = 0;
    }
    show_level(settings);
}

/* Reads a limit, which lifts the other one; "" leaves both alone. */
static void read_limit(const Settings *settings, const char *name, char *rest, int64_t max, int64_t *limit, int64_t *other)
{
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, max, limit)) {
        say("'%s N' takes a number from 1 to %lld; not '%.40s'.", name, (long long)max, word);
        return;
    }
    if (*word) *other = 0;
    show_level(settings);
}

static void run_depth(void *data, char *rest)
{
    Settings *settings = data;
    read_limit(settings, "depth", rest, MAX_PLY, &settings->depth, &settings->nodes);
}

static void run_nodes(void *data, char *rest)
{
    Settings *settings = data;
    read_limit(settings, "nodes", rest, INT64_MAX, &settings->nodes, &settings->depth);
}

static void run_courtesy(void *data, char *rest)
{
    Settings *settings = data;
    char *word = word_next(&rest);
    bool on = text_equal(word, "on"), off = text_equal(word, "off");
    if (*word && !on && !off) say("'courtesy on' and 'courtesy off' say whether I resign and offer draws; not '%.40s'.", word);
    if (on || off) settings->courteous = on;
    if (settings->courteous) say("I offer draws, and from level %d on I resign lost games.", POLICY_RESIGN_LEVEL);
    else say("I play on to the end.");
}

/* ---- Networks and tablebases ---- */

/* Reads file names separated by ';', each with '~' expanded. */
static bool set_net_files(Session *session, const char *files, ErrorText *error)
{
    Buffer names = {0};
    for (const char *p = files; *p;) {
        size_t length = strcspn(p, ";");
        const char *home = file_home(p);
        buffer_add(&names, "%s%.*s%s", home, (int)(length - (*home != '\0')), p + (*home != '\0'), p[length] ? ";" : "");
        p += length + (p[length] != '\0');
    }
    bool ok =
        names.failed ? error_set(error, "out of memory") : session_set(session, nets.file, buffer_text(&names), error);
    buffer_free(&names);
    return ok;
}

static void run_net(void *data, char *rest)
{
    Session *session = ((Settings *)data)->game->session;
    ErrorText error;
    Buffer out = {0};
    bool on = text_equal(rest, "on"), off = text_equal(rest, "off"), ok = true;
    if (on || off) ok = session_set(session, nets.used, on ? "true" : "false", &error);
    else if (*rest) ok = set_net_files(session, text_equal(rest, "built-in") ? "" : rest, &error);
    if (!ok) say("Nothing is changed: %s.", error.text);
    session_name_evaluator(session, "nets are switched off ('net on')", &out);
    say_buffer(&out);
}

static void run_tablebases(void *data, char *rest)
{
    Session *session = ((Settings *)data)->game->session;
    ErrorText error;
    char path[PATH_LENGTH];
    bool on = text_equal(rest, "on"), off = text_equal(rest, "off"), ok = true;
    if (on || off) {
        ok = session_set(session, tablebases.used, on ? "true" : "false", &error);
    } else if (*rest) {
        if (!files_read_path(rest, path)) return;
        ok = session_set(session, tablebases.folder, text_equal(path, "built-in") ? "" : path, &error);
    }
    if (!ok) say("Nothing is changed: %s.", error.text);
    unsigned count = session->tablebases.loaded ? tb_count(session->tablebases.loaded) : 0;
    const char *path_set = session->tablebases.folder;
    if (!session->tablebases.used) say("Endgame tablebases are not used.");
    else say("%u endgame table%s in use, built in%s%s.", count, count == 1 ? "" : "s", path_set ? " and from " : "",
             path_set ? path_set : "");
}

const Command settings_commands[] = {
    {"level", "[0-20|NAME]", "how strongly I play", run_level},
    {"time", "[SECONDS]", "how long I think about a move", run_time},
    {"depth", "[PLIES]", "how deep", run_depth},
    {"nodes", "[N]", "how many positions", run_nodes},
    {"courtesy", "[on|off]", "whether I resign and offer draws", run_courtesy},
    {"net", "[on|off|built-in|FILES]", "what evaluates positions; network files, separated by ';'", run_net},
    {"tablebases", "[on|off|built-in|FOLDER]", "endgame tablebases", run_tablebases},
    {.name = NULL},
};
