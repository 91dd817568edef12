/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include "../text/notation.h"
#include "../show/move_list.h"

void review_prompt(const Game *game, Buffer *out)
{
    if (game->whole) buffer_add(out, " (%u of %u)", position_plies(game->session->pos), position_plies(game->whole));
}

/* ---- Stepping through ---- */

/* Keeps a copy of the game before the first step back. */
static bool keep_whole(Game *game)
{
    if (game->whole) return true;
    game->whole = position_clone(game->session->pos, 0);
    if (!game->whole) say("The game stays as it is: out of memory.");
    return game->whole;
}

/* Shows the position after `plies` plies. The engine does not move meanwhile. */
static void go_to(Game *game, unsigned plies)
{
    ErrorText error;
    Session *session = game->session;
    game_drop_legs(game);
    if (!keep_whole(game)) return;
    game->engine_on = false;
    unsigned all = position_plies(game->whole);
    while (position_plies(session->pos) > plies && session_undo(session)) {}
    while (position_plies(session->pos) < plies) {
        Move move = position_state(game->whole, all - 1 - position_plies(session->pos))->move;
        if (!session_play_move(session, move, &error)) break;
    }
    unsigned at = position_plies(session->pos);
    if (at == all) game_forget_rest(game);
    game_show(game);
    if (at < all) say("%u of %u moves. 'forward' and 'back' go on, 'go' or a move plays on from here.", at, all);
    else if (!game_announce_result(game)) say("The last of %u moves. 'go' lets me move, or type a move.", all);
}

/* Reads how many moves to step; 1 by default. */
static bool read_steps(const char *command, char *rest, unsigned *steps)
{
    int64_t n = 1;
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, 100000, &n)) {
        say("'%s N' goes N moves; not '%.40s'.", command, word);
        return false;
    }
    *steps = (unsigned)n;
    return true;
}

static void step_back(Game *game, unsigned steps)
{
    unsigned at = position_plies(game->session->pos);
    if (at == 0) say("This is the start of the game.");
    else go_to(game, at > steps ? at - steps : 0);
}

static void step_on(Game *game, unsigned steps)
{
    unsigned at = position_plies(game->session->pos), ahead = game_moves_ahead(game);
    if (ahead == 0) say("This is the end of the game.");
    else go_to(game, at + (ahead > steps ? steps : ahead));
}

static void run_back(void *data, char *rest)
{
    unsigned steps;
    if (read_steps("back", rest, &steps)) step_back(data, steps);
}

static void run_forward(void *data, char *rest)
{
    unsigned steps;
    if (read_steps("forward", rest, &steps)) step_on(data, steps);
}

static void run_first(void *data, char *rest)
{
    (void)rest;
    step_back(data, ~0u);
}

static void run_last(void *data, char *rest)
{
    (void)rest;
    step_on(data, ~0u);
}

static void run_history(void *data, char *rest)
{
    const Game *game = data;
    unsigned all = position_plies(game_whole(game)), here = position_plies(game->session->pos);
    Buffer out = {0};
    (void)rest;
    if (!all) buffer_add(&out, "No move has been played.");
    else if (!move_list_played(game_whole(game), game->whole ? here : 0, &out)) buffer_add(&out, "Out of memory.");
    if (game->whole) buffer_add(&out, "\n%u of %u moves; the last of them is in brackets.", here, all);
    say_buffer(&out);
}

const Command review_commands[] = {
    {"history", "", "the moves that were played", run_history},
    {"back", "[N]", "goes back a move, or N; keeps the game", run_back},
    {"<", "", NULL, run_back},
    {"forward", "[N]", "goes forward a move, or N", run_forward},
    {">", "", NULL, run_forward},
    {"first", "", "goes to the start of the game", run_first},
    {"<<", "", NULL, run_first},
    {"last", "", "goes to its last move", run_last},
    {">>", "", NULL, run_last},
    {.name = NULL},
};
