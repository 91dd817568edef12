/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The moves of the person, whole and leg by leg. */

#include <string.h>

#include "../notation/move_text.h"
#include "console.h"

static void play_move(Console *console, const char *text)
{
    Position *pos = game_of(console);
    Side mover = pos->side;
    Move move;
    ErrorText error;
    bool legal = move_read(pos, text, &move, &error);
    if (legal) console_leave_rest(console, move);
    if (!legal || !session_play_move(console->session, move, &error)) {
        say("Illegal move (%s): %.80s", error.text, text);
        if (console->legs.length) say("So far: %s; 'undo' takes the last leg back.", buffer_text(&console->legs));
        return;
    }
    buffer_clear(&console->legs);
    if (!console->person[mover]) {
        console->person[mover] = true;
        console->person[mover ^ 1] = false;
    }
    console->engine_on = true;
    clocks_press(&console->clocks, console->session->pos, mover);
    if (console_engine_is_to_move(console)) return; /* the board is shown with the engine's reply */
    console_show(console);
    console_announce_result(console);
}

/* Adds legs to the current move. Plays the move once nothing can follow. */
static void play_legs(Console *console, const char *text)
{
    Buffer legs = {0};
    ErrorText error;
    buffer_add(&legs, "%s%s%s", buffer_text(&console->legs), console->legs.length ? "," : "", text);
    const Position *pos = game_of(console);
    LegStatus status = legs.failed ? LEGS_ILLEGAL : pos->variant->legs_status(pos, buffer_text(&legs), &error);
    bool whole = console->whole_moves || (!console->legs.length && strchr(text, ','));
    if (status == LEGS_PARTIAL || (status == LEGS_EXTENSIBLE && !whole)) {
        buffer_clear(&console->legs);
        buffer_add(&console->legs, "%s", buffer_text(&legs));
        console_show_legs(console);
    } else {
        play_move(console, buffer_text(&legs)); /* explains the error */
    }
    buffer_free(&legs);
}

void console_play_text(Console *console, char *text)
{
    char *to = text;
    for (const char *from = text; *from; ++from)
        if (*from != ' ') *to++ = *from;
    *to = '\0';
    if (console_is_over(console)) {
        say("'%.40s' is not played.", text);
        console_announce_result(console);
    } else if (console->session->variant->legs_status) {
        play_legs(console, text);
    } else {
        play_move(console, text);
    }
}

void console_end(Console *console, char *rest)
{
    (void)rest;
    const Position *pos = game_of(console);
    ErrorText ignored;
    if (!console->legs.length) {
        say("No move has begun that could end.");
    } else if (pos->variant->legs_status(pos, buffer_text(&console->legs), &ignored) == LEGS_PARTIAL) {
        say("The move cannot end here: something must follow %s.", buffer_text(&console->legs));
    } else {
        Buffer legs = {0};
        buffer_add(&legs, "%s", buffer_text(&console->legs));
        play_move(console, buffer_text(&legs));
        buffer_free(&legs);
    }
}
