/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Saves the game to a file when the terminal closes or the program is killed. The next `play` of that game mentions
 * the file, and `resume` reads it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "../util/files.h"
#include "rescue.h"

/* The directories for rescue files that are set, in order of preference. */
static size_t folders(const char *folder[RESCUE_PLACES])
{
    size_t count = 0;
    const char *state = getenv("XDG_STATE_HOME"), *home = file_home("~");
    if (state && *state == '/') folder[count++] = state; /* the XDG specification ignores relative paths */
    if (*home) folder[count++] = home;
    return count;
}

/* The possible paths of the game's file; returns their number. */
static size_t rescue_paths(const Variant *variant, char path[RESCUE_PLACES][RESCUE_PATH_MAX])
{
    const char *folder[RESCUE_PLACES];
    size_t count = 0, all = folders(folder);
    for (size_t i = 0; i < all; ++i) {
        int n = snprintf(path[count], RESCUE_PATH_MAX, "%s/quincunx-%s-saved.pgn", folder[i], variant->name);
        if (n > 0 && n < RESCUE_PATH_MAX) ++count;
    }
    return count;
}

/* Does the game have moves that the person has not saved? */
static bool is_unsaved(const Record *record, const Position *game)
{
    return position_plies(game) && (record->saved_plies != position_plies(game) || record->saved_key != game->state->key);
}

void console_keep_ready(Console *console)
{
    char path[RESCUE_PLACES][RESCUE_PATH_MAX];
    const char *paths[RESCUE_PLACES];
    Buffer text = {0};
    if (!console->screen.interactive) return;
    rescue_forget();
    const Position *game = console_whole_game(console);
    if (!is_unsaved(&console->record, game)) return;
    size_t count = rescue_paths(game->variant, path);
    for (size_t i = 0; i < count; ++i) paths[i] = path[i];
    const char *endgame = console_close_record(console);
    if (pgn_write(game, &console->record.header, endgame, &text))
        rescue_prepare(paths, count, buffer_text(&text));
    buffer_free(&text);
}

void console_rescue(const Variant *variant)
{
    const char *path = rescue_write();
    if (path) say("Your game is kept in %s; 'resume' in the next 'quincunx play %s' goes on with it.", path, variant->name);
}

/* The first of these files that exists; false if none does. */
static bool find_rescued(const Variant *variant, char found[RESCUE_PATH_MAX])
{
    char path[RESCUE_PLACES][RESCUE_PATH_MAX];
    size_t count = rescue_paths(variant, path);
    for (size_t i = 0; i < count; ++i) {
        if (!file_exists(path[i])) continue;
        strcpy(found, path[i]);
        return true;
    }
    return false;
}

void console_tell_rescued(const Variant *variant)
{
    char path[RESCUE_PATH_MAX];
    if (find_rescued(variant, path)) say("A game of yours was cut short, and kept in %s. 'resume' goes on with it.", path);
}

void console_resume(Console *console, char *rest)
{
    (void)rest;
    char path[RESCUE_PATH_MAX], old[RESCUE_PATH_MAX + 1];
    if (!find_rescued(console->session->variant, path)) {
        say("No game of %s was cut short.", console->session->variant->title);
        return;
    }
    if (!console_load_file(console, path, 1)) return;
    /* The game is not saved by the person: another crash must save it again. */
    console->record.saved_plies = 0;
    snprintf(old, sizeof old, "%s~", path);
    if (file_replace(path, old)) say("The file is %s now; 'save FILE' keeps the game.", old);
}
