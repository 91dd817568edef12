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

static void run_letters(void *data, char *rest)
{
    BoardStyle *style = &((Game *)data)->screen.style;
    style->unicode = !style->unicode;
    run_board(data, rest);
}

const Command look_commands[] = {
    {"board", "", "shows the board", run_board},
    {"d", "", NULL, run_board},
    {"flip", "", "turns the board round", run_flip},
    {"letters", "", "letters for all pieces, or chess figures again", run_letters},
    {.name = NULL},
};
