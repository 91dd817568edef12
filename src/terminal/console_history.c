/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The move list, and stepping through the moves without losing any. */

#include <string.h>

#include "../notation/notation.h"
#include "console.h"

/* Moves after the position shown. */
static unsigned moves_ahead(const Console *console)
{
    return position_plies(console_whole_game(console)) - position_plies(game_of(console));
}

/* ---- Stepping through ---- */

/* Keeps a copy of the game before the first step back. */
static bool keep_whole(Console *console)
{
    if (console->whole) return true;
    console->whole = position_clone(game_of(console), 0);
    if (!console->whole) say("The game stays as it is: out of memory.");
    return console->whole;
}

/* Shows the position after `plies` plies. */
static void go_to(Console *console, unsigned plies)
{
    ErrorText error;
    Session *session = console->session;
    console_drop_legs(&console->legs);
    if (!keep_whole(console)) return;
    /* The engine does not move and the clocks stop meanwhile. */
    console->engine_on = false;
    clocks_stop(&console->clocks, game_of(console)->side);
    unsigned all = position_plies(console->whole);
    while (position_plies(session->pos) > plies && session_undo(session)) {}
    while (position_plies(session->pos) < plies) {
        Move move = position_state(console->whole, all - 1 - position_plies(session->pos))->move;
        if (!session_play_move(session, move, &error)) break;
    }
    unsigned at = position_plies(session->pos);
    if (at == all) console_forget_rest(console);
    console_show(console);
    if (at < all) say("%u of %u moves. 'forward' and 'back' go on, 'go' or a move plays on from here.", at, all);
    else if (!console_announce_result(console)) say("The last of %u moves. 'go' lets me move, or type a move.", all);
}

/* Reads how many moves to step; 1 by default. */
static bool read_steps(const char *command, char *rest, unsigned *steps)
{
    int64_t n = 1;
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, 100000, &n)) {
        say("'%s N' goes so many moves; not '%.40s'.", command, word);
        return false;
    }
    *steps = (unsigned)n;
    return true;
}

void console_back(Console *console, char *rest)
{
    unsigned steps, at = position_plies(game_of(console));
    if (!read_steps("back", rest, &steps)) return;
    if (at == 0) say("This is the start of the game.");
    else go_to(console, at > steps ? at - steps : 0);
}

void console_forward(Console *console, char *rest)
{
    unsigned steps, at = position_plies(game_of(console)), ahead = moves_ahead(console);
    if (!read_steps("forward", rest, &steps)) return;
    if (ahead == 0) say("This is the end of the game.");
    else go_to(console, at + (ahead > steps ? steps : ahead));
}

void console_first(Console *console, char *rest)
{
    (void)rest;
    if (position_plies(game_of(console)) == 0) say("This is the start of the game.");
    else go_to(console, 0);
}

void console_last(Console *console, char *rest)
{
    (void)rest;
    if (moves_ahead(console) == 0) say("This is the end of the game.");
    else go_to(console, position_plies(console->whole));
}

/* ---- The list ---- */

/* Replays the moves on `again`, which stands at the start of the game. */
static void list_moves(const Console *console, Position *again, Buffer *out)
{
    const Position *whole = console_whole_game(console);
    unsigned all = position_plies(whole), here = position_plies(game_of(console));
    size_t column = 0;
    for (unsigned at = 0; at < all; ++at) {
        Move move = position_state(whole, all - 1 - at)->move;
        char text[MOVE_TEXT_MAX], word[MOVE_TEXT_MAX + 16];
        if (again->variant->standard) move_write_short(again, move, text);
        else again->variant->print_move(again, move, text);
        bool numbered = again->side == WHITE || at == 0;
        int n =
            numbered ? snprintf(word, sizeof word, "%u%s ", (unsigned)again->state->number, again->side == WHITE ? "." : "...") : 0;
        bool looked_at = console->whole && at + 1 == here;
        snprintf(word + n, sizeof word - (size_t)n, "%s%s%s", looked_at ? "[" : "", text, looked_at ? "]" : "");
        column = buffer_add_word(out, word, strlen(word), column, 0);
        position_make(again, move);
    }
    if (console->whole) buffer_add(out, "\n%u of %u moves; the last of them is in brackets.", here, all);
}

void console_history(Console *console, char *rest)
{
    (void)rest;
    const Position *whole = console_whole_game(console);
    Position *again = position_start(whole);
    Buffer out = {0};
    if (position_plies(whole) == 0) {
        say("No move has been played.");
    } else if (again) {
        list_moves(console, again, &out);
        say("%s", buffer_text(&out));
    } else {
        say("Out of memory.");
    }
    buffer_free(&out);
    position_free(again);
}
