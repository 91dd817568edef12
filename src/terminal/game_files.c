/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <stdlib.h>
#include <string.h>

#include "../pgn/pgn_tree.h"
#include "../util/files.h"
#include "../util/rescue.h"
#include "../util/whole_file.h"

bool files_read_path(const char *rest, char path[PATH_LENGTH])
{
    size_t length = strlen(rest);
    while (length && rest[length - 1] == ' ') --length;
    bool quoted = length > 1 && (*rest == '"' || *rest == '\'') && rest[length - 1] == *rest;
    const char *home = quoted ? "" : file_home(rest);
    if (strlen(home) + length >= PATH_LENGTH) {
        say("A file name has at most %d bytes.", PATH_LENGTH - 1);
        return false;
    }
    size_t begin = quoted || *home ? 1 : 0;
    snprintf(path, PATH_LENGTH, "%s%.*s", home, (int)(length - begin - quoted), rest + begin);
    return true;
}

/* ---- Writing ---- */

static void run_save(void *data, char *rest)
{
    Game *game = data;
    Record *record = &game->record;
    char path[PATH_LENGTH];
    ErrorText error;
    Buffer text = {0};
    if (!files_read_path(*rest ? rest : record->path, path)) return;
    if (!*path) {
        say("'save FILE' needs the name of a file.");
        return;
    }
    bool own = strcmp(record->path, path) == 0;
    if (!own && file_exists(path)) {
        say("Nothing is saved: there is a file %s. Choose another name.", path);
        return;
    }
    const char *endgame = game_close_record(game);
    if (!pgn_write(game->session->pos, &record->header, endgame, &text)) {
        say("Nothing is saved: out of memory.");
    } else if (!whole_file_write(path, buffer_text(&text), text.length, &error)) {
        say("Nothing is saved: %s. The game goes on.", error.text);
    } else {
        say("Saved in %s.", path);
        strcpy(record->path, path);
        game_mark_saved(game);
    }
    buffer_free(&text);
}

/* ---- Reading ---- */

/* Seats the person on the side that a saved game names; otherwise the players stay. The engine waits. */
static void seat_by_record(Game *game)
{
    const PgnHeader *header = &game->record.header;
    bool white = strcmp(header->white, PERSON_NAME) == 0, black = strcmp(header->black, PERSON_NAME) == 0;
    bool named = white || black;
    game_seat(game, named ? white : game->person[WHITE], named ? black : game->person[BLACK]);
    game->engine_on = game->person[game->session->pos->side];
}

/* Makes a loaded game the current one. */
static void take_over(Game *game, PgnGame *loaded)
{
    Position *pos = loaded->pos;
    loaded->pos = NULL;
    game_shelve(game);
    if (!game_adopt(game, pos)) return;
    unsigned plies = position_plies(game->session->pos);
    game->record = (Record){.header = loaded->header, .from_file = true, .end = plies};
    if (!loaded->complete) strcpy(game->record.header.result, "*");
    game_mark_saved(game);
    seat_by_record(game);
    say("%s - %s, %u moves, %s. You play %s. 'history' lists the moves, 'go' lets me move, or type a move.",
        loaded->header.white, loaded->header.black, plies, game->record.header.result, game_seats(game));
    game_show(game);
    game_announce_result(game);
}

/* Cuts the game number off "FILE N", unless a file has that whole name. */
static unsigned cut_game_number(char *path)
{
    char *space = strrchr(path, ' ');
    int64_t number = 1;
    if (!file_exists(path) && space && number_read(space + 1, 1, 1000000, &number)) *space = '\0';
    return (unsigned)number;
}

/* Says what is left out of a game that is loaded. */
typedef struct FaultsOfGame {
    const char *path;
    unsigned number, count;
} FaultsOfGame;

static void say_fault(void *context, unsigned game, unsigned line, const char *what)
{
    enum { FAULTS_SAID = 10 };
    FaultsOfGame *faults = context;
    if (game != faults->number || ++faults->count > FAULTS_SAID + 1) return;
    if (faults->count <= FAULTS_SAID) say("In %s, line %u: %s.", faults->path, line, what);
    else say("There are more such places in this game.");
}

/* Loads game number `number` of a file, up to an illegal move. Says what cannot be read. Returns whether all of it was loaded. */
static bool load_file(Game *game, const char *path, unsigned number)
{
    ErrorText error;
    Buffer text = {0};
    PgnGame loaded = {0};
    bool read = file_read(path, &text, &error) && (pgn_to_utf8(&text) || error_set(&error, "out of memory"));
    read = read && pgn_read(buffer_text(&text), number, &loaded, &error);
    bool whole = read && loaded.complete;
    if (read) pgn_list(buffer_text(&text), &(PgnListener){.fault = say_fault, .context = &(FaultsOfGame){path, number, 0}});
    if (read && !whole) say("In %s a move cannot be read: %s", path, loaded.problem.text);
    if (!read) say("Nothing is loaded, your game is as it was: %s", error.text);
    else if (!whole && !position_plies(loaded.pos)) say("Nothing is loaded, your game is as it was: it is the first move.");
    else take_over(game, &loaded);
    position_free(loaded.pos);
    buffer_free(&text);
    return whole;
}

static void run_load(void *data, char *rest)
{
    char path[PATH_LENGTH];
    if (!files_read_path(rest, path)) return;
    if (*path) load_file(data, path, cut_game_number(path));
    else say("'load FILE' needs the name of a file; 'load FILE 2' loads its second game.");
}

/* ---- Earlier games ---- */

static void run_restore(void *data, char *rest)
{
    Game *game = data;
    Shelf shelf = game->shelf; /* the shelf takes the present game */
    (void)rest;
    if (!shelf.pos) {
        say("There is no earlier game to restore.");
        return;
    }
    game->shelf.pos = NULL;
    game_shelve(game);
    if (!game_adopt(game, shelf.pos)) return;
    game->record = shelf.record;
    game_seat(game, shelf.person[WHITE], shelf.person[BLACK]);
    game->engine_on = game->person[game->session->pos->side];
    game_show(game);
    if (!game_announce_result(game) && !game->engine_on) say("'go' lets me move.");
}

/* ---- Interrupted games ---- */

/* Does the game have moves that the person has not saved? */
static bool is_unsaved(const Record *record, const Position *game)
{
    return position_plies(game) && (record->saved_plies != position_plies(game) || record->saved_key != game->state->key);
}

void files_prepare_rescue(Game *game)
{
    Buffer text = {0};
    const Position *pos = game->session->pos;
    if (!game->screen.interactive) return;
    rescue_forget();
    if (!is_unsaved(&game->record, pos)) return;
    const char *endgame = game_close_record(game);
    if (pgn_write(pos, &game->record.header, endgame, &text)) rescue_prepare(pos->variant->name, buffer_text(&text));
    buffer_free(&text);
}

void files_rescue(const Variant *variant)
{
    bool failed;
    const char *path = rescue_write(&failed);
    if (path) say("Your game is saved in %s; 'resume' in the next 'quincunx play %s' continues it.", path, variant->name);
    if (failed) say("Your game could not be kept: no file can be written.");
}

void files_mention_rescued(const Variant *variant)
{
    size_t count;
    Rescued *found = rescue_find(variant->name, &count);
    if (count) say("An interrupted game was saved in %s. 'resume' continues it.", found->path);
    free(found);
}

/* Continues a saved game. Its file gets a name that the next `play` ignores; no file is replaced. */
static void resume_file(Game *game, const char *path)
{
    char free_name[RESCUE_PATH_MAX + 8];
    if (!load_file(game, path, 1)) return;
    game->record.saved_plies = 0; /* not saved by the person: another crash must save it again */
    for (unsigned n = 1; n <= 999; ++n) {
        snprintf(free_name, sizeof free_name, n == 1 ? "%s~" : "%s~%u~", path, n);
        if (file_exists(free_name)) continue;
        if (file_rename(path, free_name)) say("The file is %s now; 'save FILE' keeps the game.", free_name);
        return;
    }
}

static void run_resume(void *data, char *rest)
{
    const Variant *variant = ((Game *)data)->session->variant;
    size_t count;
    (void)rest;
    Rescued *kept = rescue_find(variant->name, &count);
    if (count) resume_file(data, kept[0].path);
    else say("No game of %s was interrupted.", variant->title);
    if (count > 1) say("'resume' continues the one before, too; %zu are left.", count - 1);
    free(kept);
}

const Command files_commands[] = {
    {"save", "[FILE]", "writes the game in PGN", run_save},
    {"load", "FILE [N]", "reads a game, or the Nth, from a file", run_load},
    {"restore", "", "brings back the game before new, fen or load", run_restore},
    {"resume", "", "continues the latest interrupted game", run_resume},
    {.name = NULL},
};
