/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The console's files and levels. */

#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"
#include "console.h"
#include "../util/files.h"

/* ---- Files ---- */

/* Copies a file name: trims spaces and quotes, expands '~' to the home directory. */
static bool read_path(const char *rest, char path[PATH_LENGTH])
{
    size_t length = strlen(rest);
    while (length && rest[length - 1] == ' ') --length;
    bool quoted = length > 1 && (*rest == '"' || *rest == '\'') && rest[length - 1] == *rest;
    const char *home = quoted ? "" : file_home(rest);
    size_t begin = *home ? 1 : 0;
    if (quoted) {
        ++rest;
        length -= 2;
    }
    if (strlen(home) + length >= PATH_LENGTH) {
        say("A file name has at most %d bytes.", PATH_LENGTH - 1);
        return false;
    }
    snprintf(path, PATH_LENGTH, "%s%.*s", home, (int)(length - begin), rest + begin);
    return true;
}

static const char *player_name(bool person) { return person ? PERSON_NAME : ENGINE_NAME " " ENGINE_VERSION; }

/* The outcome of the whole game, whichever position is shown. */
static Outcome whole_outcome(const Console *console)
{
    if (console->whole && console->record.agreed.result != ONGOING) return console->record.agreed;
    return console->whole ? position_outcome(console->whole) : console_outcome(console);
}

const char *console_close_record(Console *console)
{
    PgnHeader *header = &console->record.header;
    const Position *game = console_whole_game(console);
    Outcome outcome = whole_outcome(console);
    bool still_there = console->record.from_file && console->record.end == position_plies(game);
    if (outcome.result != ONGOING || !still_there) strcpy(header->result, result_text(outcome.result));
    if (!console->record.from_file) {
        strcpy(header->white, player_name(console->person[WHITE]));
        strcpy(header->black, player_name(console->person[BLACK]));
    }
    return outcome.reason;
}

/* Marks the game as saved in the person's file. */
static void mark_saved(Console *console)
{
    const Position *game = console_whole_game(console);
    console->record.saved_plies = position_plies(game);
    console->record.saved_key = game->state->key;
}

typedef bool PgnWriter(const Position *pos, const PgnHeader *header, const char *endgame, Buffer *out);

static void save_as(Console *console, char *rest, const char *command, PgnWriter *write)
{
    char path[PATH_LENGTH];
    ErrorText error;
    Buffer text = {0};
    bool kept = false;
    if (!read_path(*rest ? rest : console->record.path, path)) return;
    if (!*path) {
        say("'%s FILE' needs the name of a file.", command);
        return;
    }
    bool own = strcmp(console->record.path, path) == 0;
    const char *endgame = console_close_record(console);
    if (!write(console_whole_game(console), &console->record.header, endgame, &text)) {
        say("Nothing is saved: out of memory.");
    } else if (!file_save(path, buffer_text(&text), !own, &kept, &error)) {
        say("Nothing is saved: %s. The game goes on.", error.text);
    } else {
        say("Saved in %s%s%s%s.", path, kept ? "; the file that was there is now " : "", kept ? path : "", kept ? "~" : "");
        strcpy(console->record.path, path);
        mark_saved(console);
    }
    buffer_free(&text);
}

void console_save(Console *console, char *rest) { save_as(console, rest, "save", pgn_write); }
void console_export(Console *console, char *rest) { save_as(console, rest, "export", pgn_write_plies); }

/* Seats the person on the side that a saved game names; in other games who plays stays as it is. The engine waits. */
static void seat_by_record(Console *console)
{
    const PgnHeader *header = &console->record.header;
    bool white = strcmp(header->white, PERSON_NAME) == 0, black = strcmp(header->black, PERSON_NAME) == 0;
    bool named = white || black;
    console_seat(console, named ? white : console->person[WHITE], named ? black : console->person[BLACK]);
    console->engine_on = console->person[game_of(console)->side];
}

/* Makes a loaded game the current one. */
static void take_over(Console *console, PgnGame *game)
{
    console_shelve(console);
    Position *pos = game->pos;
    game->pos = NULL;
    if (!console_adopt(console, pos)) return;
    unsigned plies = position_plies(console->session->pos);
    console->record = (Record){.header = game->header, .from_file = true, .end = plies};
    if (!game->complete) strcpy(console->record.header.result, "*");
    mark_saved(console);
    seat_by_record(console);
    say("%s - %s, %u moves, %s. You play %s. 'first' and 'forward' go through the game, 'go' lets me move, or type a move.",
        game->header.white, game->header.black, plies, console->record.header.result, console_seats(console->person));
    console_show(console);
    console_announce_result(console);
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

enum { FAULTS_SAID = 10 };

static void say_fault(void *context, unsigned game, unsigned line, const char *what)
{
    FaultsOfGame *faults = context;
    if (game == faults->number && faults->count++ < FAULTS_SAID) say("In %s, line %u: %s.", faults->path, line, what);
}

static void say_faults(const char *path, const char *text, unsigned number)
{
    FaultsOfGame faults = {path, number, 0};
    pgn_find_faults(text, &(PgnFaults){say_fault, &faults});
    if (faults.count > FAULTS_SAID) say("There are %u more such places in this game.", faults.count - FAULTS_SAID);
}

bool console_load_file(Console *console, const char *path, unsigned number)
{
    ErrorText error;
    Buffer text = {0};
    PgnGame game = {0};
    bool read = file_read(path, &text, &error) && (pgn_to_utf8(&text) || error_set(&error, "out of memory"));
    read = read && pgn_read(buffer_text(&text), number, &game, &error);
    bool whole = read && game.complete;
    if (read) say_faults(path, buffer_text(&text), number);
    if (!read) {
        say("Nothing is loaded, your game is as it was: %s", error.text);
    } else if (whole) {
        take_over(console, &game);
    } else {
        say("Nothing is loaded, your game is as it was. In %s a move can not be read: %s", path, game.problem.text);
        say("The file's %u moves before it are legal; 'accept' takes them.", position_plies(game.pos));
        position_free(console->offer.pos);
        console->offer = game;
        game.pos = NULL;
    }
    position_free(game.pos);
    buffer_free(&text);
    return whole;
}

void console_load(Console *console, char *rest)
{
    char path[PATH_LENGTH];
    if (!read_path(rest, path)) return;
    if (*path) console_load_file(console, path, cut_game_number(path));
    else say("'load FILE' needs the name of a file; 'load FILE 2' takes its second game.");
}

void console_accept(Console *console, char *rest)
{
    (void)rest;
    if (console->offer.pos) take_over(console, &console->offer);
    else say("There is nothing to accept: no file with an illegal move was loaded.");
}

void console_restore(Console *console, char *rest)
{
    (void)rest;
    Position *pos = console->shelf.pos;
    if (!pos) {
        say("There is no earlier game to restore.");
        return;
    }
    ErrorText error;
    char rules[RULES_TEXT_MAX], now[RULES_TEXT_MAX];
    memcpy(rules, console->shelf.rules, sizeof rules);
    Record record = console->shelf.record;
    bool white = console->shelf.person[WHITE], black = console->shelf.person[BLACK]; /* the shelf takes the present game */
    console->shelf.pos = NULL;
    console_shelve(console);
    if (strcmp(rules, rules_write(pos->variant, now)) != 0 && !session_set_rules(console->session, rules, &error)) {
        say("The game stays as it was: %s.", error.text);
        position_free(pos);
        return;
    }
    if (!console_adopt(console, pos)) return;
    console->record = record;
    console_seat(console, white, black);
    console->engine_on = console->person[pos->side];
    console_show(console);
    if (!console_announce_result(console) && !console->engine_on) say("'go' lets me move.");
}

/* ---- Levels ---- */

static void show_level(const Console *console)
{
    const MoveLimits *level = &console->limits;
    Buffer text = {0};
    const Session *session = console->session;
    int n = session_level(session), elo = level_elo(session->variant, n);
    buffer_add(&text, "Level %d of %d, %s", n, LEVEL_FULL, level_name(n));
    if (n < LEVEL_FULL && elo > 0 && level_is_measured(session->variant))
        buffer_add(&text, ", about %d Elo (%s)", elo, level_scale(session->variant));
    if (n == LEVEL_FULL && console->clocks.on) buffer_add(&text, ", by the clock");
    else if (n == LEVEL_FULL && !level->depth && !level->nodes)
        buffer_add(&text, ", %.2f seconds a move", (double)level->move_time / 1000);
    if (level->depth) buffer_add(&text, ", %d plies deep", level->depth);
    if (level->nodes) buffer_add(&text, ", %lld positions a move", (long long)level->nodes);
    if (n < LEVEL_FULL) buffer_add(&text, ": I answer at once; 'time' does not apply");
    say("%s.", buffer_text(&text));
    buffer_free(&text);
}

void console_level(Console *console, char *rest)
{
    Buffer names = {0};
    int64_t n = console->session->level;
    text_trim(rest);
    int named = level_by_name(rest);
    level_names(&names);
    if (named >= 0) n = named;
    else if (*rest && !number_read(rest, 0, LEVEL_FULL, &n))
        say("'level N' sets how strongly I play: a number from 0 to %d or a name, not '%.40s'.", LEVEL_FULL, rest);
    console->session->level = n;
    show_level(console);
    if (named < 0) say("%s.", buffer_text(&names));
    buffer_free(&names);
}

void console_time(Console *console, char *rest)
{
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 3600))) {
        say("'time SECONDS' is for each of my moves, from 0.01 to 3600; not '%.40s'.", word);
        return;
    }
    if (*word) {
        console->limits.move_time = (int64_t)(seconds * 1000);
        console->limits.depth = 0;
        console->limits.nodes = 0;
        console->clocks.on = false;
    }
    show_level(console);
}

/* Reads a limit into *n; "" leaves it alone. */
static bool read_limit(const char *name, char *word, int64_t max, int64_t *n)
{
    if (!*word || number_read(word, 1, max, n)) return true;
    say("'%s N' takes a number from 1 to %lld; not '%.40s'.", name, (long long)max, word);
    return false;
}

void console_depth(Console *console, char *rest)
{
    int64_t n = console->limits.depth;
    char *word = word_next(&rest);
    if (!read_limit("depth", word, MAX_PLY, &n)) return;
    if (*word) console->limits.nodes = 0;
    console->limits.depth = (int)n;
    show_level(console);
}

void console_nodes(Console *console, char *rest)
{
    int64_t n = console->limits.nodes;
    char *word = word_next(&rest);
    if (!read_limit("nodes", word, INT64_MAX, &n)) return;
    if (*word) console->limits.depth = 0;
    console->limits.nodes = n;
    show_level(console);
}

/* ---- Networks ---- */

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
        names.failed ? error_set(error, "out of memory") : session_set(session, eval_file, buffer_text(&names), error);
    buffer_free(&names);
    return ok;
}

void console_net(Console *console, char *rest)
{
    Session *session = console->session;
    ErrorText error;
    Buffer out = {0};
    bool on = text_equal(rest, "on"), off = text_equal(rest, "off"), ok = true;
    if (on || off) ok = session_set(session, use_nets, on ? "true" : "false", &error);
    else if (*rest) ok = set_net_files(session, text_equal(rest, "built-in") ? "" : rest, &error);
    if (!ok) say("Nothing is changed: %s.", error.text);
    session_name_evaluator(session, "nets are switched off ('net on')", &out);
    say_buffer(&out);
}

/* ---- Endgame tablebases ---- */

void console_tablebases(Console *console, char *rest)
{
    Session *session = console->session;
    ErrorText error;
    char path[PATH_LENGTH];
    bool on = text_equal(rest, "on"), off = text_equal(rest, "off"), ok = true;
    if (on || off) {
        ok = session_set(session, use_tablebases, on ? "true" : "false", &error);
    } else if (*rest) {
        if (!read_path(rest, path)) return;
        ok = session_set(session, tablebases_path, text_equal(path, "built-in") ? "" : path, &error);
    }
    if (!ok) say("Nothing is changed: %s.", error.text);
    unsigned count = session->tablebases ? tb_count(session->tablebases) : 0;
    const char *path_set = session->tablebases_path;
    if (!session->use_tablebases) say("Endgame tablebases are not used.");
    else say("Endgames are known by %u table%s, built in%s%s.", count, count == 1 ? "" : "s", path_set ? " and from " : "",
             path_set ? path_set : "");
}

/* ---- Clocks ---- */

void console_clock(Console *console, char *rest)
{
    Clocks *clocks = &console->clocks;
    Side side = game_of(console)->side;
    char *word = word_next(&rest), text[2][24];
    if (text_equal(word, "off")) {
        clocks->on = false;
        say("The clocks are off.");
    } else if (*word && !clocks_read(clocks, word)) {
        say("'clock MINUTES+SECONDS' gives both sides minutes and so many seconds more a move: clock 5+3. 'clock off' ends it.");
    } else if (*word) {
        clocks->on = true;
        clocks_reset(clocks);
        clocks_start(clocks);
        say("Both clocks show %s, with %.1f seconds more a move.", clocks_text(clocks, WHITE, side, text[0], sizeof text[0]),
            (double)clocks->increment / 1000);
    } else if (clocks->on) {
        say("White %s, Black %s.", clocks_text(clocks, WHITE, side, text[0], sizeof text[0]),
            clocks_text(clocks, BLACK, side, text[1], sizeof text[1]));
    } else {
        say("There are no clocks; 'clock 5+3' would give both sides five minutes and three seconds a move.");
    }
}
