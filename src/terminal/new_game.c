/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <string.h>

#include "../rules.h"
#include "../text/notation.h"
#include "../show/explain.h"

/* ---- Beginning ---- */

/* The person takes the side to move. */
static void seat_person(Game *game)
{
    Side side = game->session->pos->side;
    game_seat(game, side == WHITE, side == BLACK);
    game->engine_on = true;
}

void games_begin(Game *game)
{
    const Session *session = game->session;
    seat_person(game);
    game_start(game);
    say("%s. You are %s and move first; 'switch' changes sides, 'rules' and 'pieces' explain.", session->variant->title,
        side_name(session->pos->side));
    game_show(game);
}

static void run_new(void *data, char *rest)
{
    Game *game = data;
    ErrorText error;
    Session *session = game->session;
    char *name = word_next(&rest);
    if (*name && !variant_find(name)) {
        say("No game is called '%.40s'; 'games' lists them. Your game is as it was.", name);
        return;
    }
    game_shelve(game);
    if (!session_set_variant(session, *name ? name : session->variant->name, &error)) {
        say("Your game is as it was: %s.", error.text);
        return;
    }
    search_clear(session->pool);
    games_begin(game);
}

static void run_fen(void *data, char *fen)
{
    Game *game = data;
    ErrorText error;
    char text[FEN_MAX];
    Session *session = game->session;
    if (!text_trim(fen)) {
        position_get_fen(session->pos, text);
        say("%s", text);
        return;
    }
    Position *pos = position_new(session->variant);
    if (!pos || !position_set_fen(pos, fen, &error)) {
        say("Not a position of this game: %s. Yours is as it was.", pos ? error.text : "out of memory");
        position_free(pos);
        return;
    }
    game_shelve(game);
    if (!game_adopt(game, pos)) return;
    seat_person(game);
    game_show(game);
    game_announce_result(game);
}

static void run_games(void *data, char *rest)
{
    (void)data, (void)rest;
    for (const Variant *const *v = variants; *v; ++v) say("  %-20s %s", (*v)->name, (*v)->title);
}

/* ---- Rules ---- */

static void run_rules(void *data, char *rest)
{
    const Variant *variant = ((Game *)data)->session->variant;
    const char *rules = variant_rules(variant);
    Buffer out = {0};
    bool options = text_equal(word_next(&rest), "options");
    if (options) rules_print(variant, &out);
    else if (rules) buffer_add(&out, "%s", rules);
    else buffer_add(&out, "This game has no summary of its rules.");
    if (!options && variant->rules.text) buffer_add(&out, "\n\nChanged: %s; 'rules options' explains.", variant->rules.text);
    if (options) buffer_add(&out, "Other rules: quincunx play --rules %s:OPTION=VALUE,...", variant->name);
    say_buffer(&out);
}

static void run_pieces(void *data, char *rest)
{
    Buffer out = {0};
    (void)rest;
    explain_pieces(((Game *)data)->session->variant, "\n", NULL, &out);
    say_buffer(&out);
}

const Command games_commands[] = {
    {"new", "[GAME]", "a new game", run_new},
    {"games", "", "the games there are", run_games},
    {"fen", "[FEN]", "shows or sets up a position", run_fen},
    {"rules", "[options]", "the game in a few lines; its options", run_rules},
    {"pieces", "", "all pieces", run_pieces},
    {.name = NULL},
};
