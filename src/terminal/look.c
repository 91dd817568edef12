/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

static void run_board(void *data, char *rest)
{
    const Game *game = data;
    (void)rest;
    if (game->legs.length) game_show_legs(game);
    else game_show(game);
    game_announce_result(game);
}

static void run_flip(void *data, char *rest)
{
    BoardStyle *style = &((Game *)data)->screen.style;
    style->flip = !style->flip;
    run_board(data, rest);
}

static void run_unicode(void *data, char *rest)
{
    ((Game *)data)->screen.style.unicode = true;
    run_board(data, rest);
}

static void run_letters(void *data, char *rest)
{
    ((Game *)data)->screen.style.unicode = false;
    run_board(data, rest);
}

static void run_colours(void *data, char *rest)
{
    Colours *colours = &((Game *)data)->screen.style.colours;
    char *word = word_next(&rest);
    if (text_equal(word, "off")) *colours = COLOURS_NONE;
    else if (text_equal(word, "16")) *colours = COLOURS_16;
    else if (text_equal(word, "on") || text_equal(word, "256")) *colours = COLOURS_256;
    else say("'colours off', 'colours 16' or 'colours 256'.");
    run_board(data, rest);
}

const Command look_commands[] = {
    {"board", "", "shows the board", run_board},
    {"d", "", NULL, run_board},
    {"flip", "", "turns the board round", run_flip},
    {"unicode", "", "chess figures", run_unicode},
    {"letters", "", "letters for all pieces", run_letters},
    {"colours", "off|16|256", "colours of the board", run_colours},
    {"colors", "", NULL, run_colours},
    {.name = NULL},
};
