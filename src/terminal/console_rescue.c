/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Saves the game to a file of its own when the terminal closes or the program is killed. The next `play` of that game
 * mentions the files that there are, and `resume` reads one. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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

/* The stems of the game's files; returns their number. */
static size_t rescue_stems(const Variant *variant, char stem[RESCUE_PLACES][RESCUE_PATH_MAX])
{
    const char *folder[RESCUE_PLACES];
    size_t count = 0, all = folders(folder);
    for (size_t i = 0; i < all; ++i) {
        int n = snprintf(stem[count], RESCUE_PATH_MAX, "%s/quincunx-%s-saved", folder[i], variant->name);
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
    char stem[RESCUE_PLACES][RESCUE_PATH_MAX];
    const char *stems[RESCUE_PLACES];
    Buffer text = {0};
    if (!console->screen.interactive) return;
    rescue_forget();
    const Position *game = console_whole_game(console);
    if (!is_unsaved(&console->record, game)) return;
    size_t count = rescue_stems(game->variant, stem);
    for (size_t i = 0; i < count; ++i) stems[i] = stem[i];
    const char *endgame = console_close_record(console);
    if (pgn_write(game, &console->record.header, endgame, &text))
        rescue_prepare(stems, count, buffer_text(&text));
    buffer_free(&text);
}

void console_rescue(const Variant *variant)
{
    bool failed;
    const char *path = rescue_write(&failed);
    if (path) say("Your game is kept in %s; 'resume' in the next 'quincunx play %s' goes on with it.", path, variant->name);
    if (failed) say("Your game could not be kept: no file can be written.");
}

/* ---- Going on ---- */

enum { RESCUED_MAX = RESCUE_PLACES * RESCUE_FILES_MAX };

typedef struct Rescued {
    char path[RESCUE_PATH_MAX];
    time_t written;
} Rescued;

static int later_first(const void *one, const void *other)
{
    const Rescued *a = one, *b = other;
    if (a->written != b->written) return a->written > b->written ? -1 : 1;
    return strcmp(a->path, b->path);
}

/* The files of the game, the latest first, allocated; NULL if there is none. */
static Rescued *find_rescued(const Variant *variant, size_t *count)
{
    char stem[RESCUE_PLACES][RESCUE_PATH_MAX];
    Rescued *found = malloc(RESCUED_MAX * sizeof *found);
    size_t stems = rescue_stems(variant, stem);
    *count = 0;
    for (size_t i = 0; found && i < stems; ++i)
        for (unsigned n = 1; n <= RESCUE_FILES_MAX; ++n) {
            struct stat status;
            Rescued *one = &found[*count];
            if (strlen(stem[i]) + sizeof "-99.pgn" > RESCUE_PATH_MAX) break;
            rescue_path(stem[i], n, one->path);
            if (stat(one->path, &status) == 0) one->written = status.st_mtime, ++*count;
        }
    if (*count) qsort(found, *count, sizeof *found, later_first);
    else free(found), found = NULL;
    return found;
}

void console_tell_rescued(const Variant *variant)
{
    size_t count;
    Rescued *found = find_rescued(variant, &count);
    if (count == 1) say("A game of yours was cut short, and kept in %s. 'resume' goes on with it.", found->path);
    else if (count) say("%zu games of yours were cut short. 'resume' lists them.", count);
    free(found);
}

/* When a game was kept, how it goes on, and where it is. */
static void tell_file(size_t number, const Rescued *file)
{
    enum { END_SHOWN = 40 };
    char when[40] = "";
    Buffer text = {0};
    ErrorText error;
    struct tm *local = localtime(&file->written);
    if (local) strftime(when, sizeof when, "%Y-%m-%d %H:%M", local);
    file_read(file->path, &text, &error);
    size_t length = text.length;
    while (length && strchr("\r\n* ", text.text[length - 1])) --length;
    const char *end = buffer_text(&text);
    size_t from = length > END_SHOWN ? length - END_SHOWN : 0, line = length;
    while (line > from && end[line - 1] != '\n') --line;
    say("%zu  %s  ...%.*s  %s", number, when, (int)(length - line), end + line, file->path);
    buffer_free(&text);
}

/* Goes on with a file's game. The file gets a name that the next `play` does not look for, and no file is replaced. */
static void resume_file(Console *console, const char *path)
{
    char kept[RESCUE_PATH_MAX + 8];
    if (!console_load_file(console, path, 1)) return;
    console->record.saved_plies = 0; /* not saved by the person: another crash must save it again */
    for (unsigned n = 1; n <= 999; ++n) {
        snprintf(kept, sizeof kept, n == 1 ? "%s~" : "%s~%u~", path, n);
        if (file_exists(kept)) continue;
        if (file_rename(path, kept)) say("The file is %s now; 'save FILE' keeps the game.", kept);
        return;
    }
}

void console_resume(Console *console, char *rest)
{
    size_t count;
    int64_t number;
    Rescued *found = find_rescued(console->session->variant, &count);
    if (!count) say("No game of %s was cut short.", console->session->variant->title);
    else if (number_read(text_rest(rest), 1, (int64_t)count, &number)) resume_file(console, found[number - 1].path);
    else if (*text_rest(rest)) say("'resume' takes a number from 1 to %zu.", count);
    else if (count == 1) resume_file(console, found[0].path);
    else {
        for (size_t i = 0; i < count; ++i) tell_file(i + 1, &found[i]);
        say("'resume N' goes on with one.");
    }
    free(found);
}
