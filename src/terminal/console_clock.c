/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The console's clocks. */

#include <stdlib.h>

#include "../search/timeman.h"
#include "console.h"

/* Reads "5", "5+3", "0.5+0": minutes, and increment in seconds. */
static bool read_clock(const char *word, int64_t *start, int64_t *increment)
{
    char *end;
    double minutes = strtod(word, &end), seconds = 0;
    if (end == word || !(minutes > 0 && minutes <= 1000)) return false;
    if (*end == '+') {
        const char *second = end + 1;
        seconds = strtod(second, &end);
        if (end == second || !(seconds >= 0 && seconds <= 3600)) return false;
    }
    *start = (int64_t)(minutes * 60000);
    *increment = (int64_t)(seconds * 1000);
    return *end == '\0';
}

void console_clock(Console *console, char *rest)
{
    Clocks *clocks = &console->clocks;
    char *word = word_next(&rest), text[2][24];
    if (text_equal(word, "off")) {
        clocks->on = false;
        say("The clocks are off.");
    } else if (*word && !read_clock(word, &clocks->start, &clocks->increment)) {
        say("'clock MINUTES+SECONDS' gives both sides minutes and so many seconds more a move: clock 5+3. 'clock off' ends it.");
    } else if (*word) {
        clocks->on = true;
        console_clock_reset(console);
        console_clock_start(console);
        say("Both clocks show %s, with %.1f seconds more a move.", console_clock_text(console, WHITE, text[0], sizeof text[0]),
            (double)clocks->increment / 1000);
    } else if (clocks->on) {
        say("White %s, Black %s.", console_clock_text(console, WHITE, text[0], sizeof text[0]),
            console_clock_text(console, BLACK, text[1], sizeof text[1]));
    } else {
        say("There are no clocks; 'clock 5+3' would give both sides five minutes and three seconds a move.");
    }
}

bool console_clock_counts(const Console *console)
{
    const Clocks *clocks = &console->clocks;
    return clocks->on && !clocks->fallen[WHITE] && !clocks->fallen[BLACK];
}

void console_clock_reset(Console *console)
{
    Clocks *clocks = &console->clocks;
    clocks->fallen[WHITE] = clocks->fallen[BLACK] = false;
    clocks->left[WHITE] = clocks->left[BLACK] = clocks->start;
    clocks->running = false;
}

void console_clock_start(Console *console)
{
    console->clocks.running = true;
    console->clocks.move_began = time_now();
}

/* The time left for a side now. */
static int64_t time_left(const Console *console, Side side)
{
    const Clocks *clocks = &console->clocks;
    bool runs = clocks->running && console_clock_counts(console) && console->session->pos->side == side;
    return clocks->left[side] - (runs ? time_now() - clocks->move_began : 0);
}

void console_clock_stop(Console *console)
{
    Side side = console->session->pos->side;
    console->clocks.left[side] = time_left(console, side);
    console->clocks.running = false;
}

static void tell_fallen(Console *console, Side side)
{
    const Position *pos = console->session->pos;
    bool drawn = pos->variant->flag_outcome && pos->variant->flag_outcome(pos, side).result == DRAW;
    console->clocks.fallen[side] = true;
    console->clocks.left[side] = 0;
    console->clocks.running = false;
    say("%s's flag has fallen: on time %s%s. We can play on, without the clocks.", side_name(side),
        drawn ? "it is a draw" : side_name(side ^ 1), drawn ? "" : " wins");
}

void console_clock_press(Console *console, Side mover)
{
    Clocks *clocks = &console->clocks;
    if (!console_clock_counts(console)) return;
    if (clocks->running) clocks->left[mover] -= time_now() - clocks->move_began;
    if (clocks->left[mover] > 0) clocks->left[mover] += clocks->increment;
    else tell_fallen(console, mover);
    console_clock_start(console);
}

int64_t console_clock_patience(const Console *console)
{
    if (!console_clock_counts(console) || !console->clocks.running) return -1;
    int64_t left = time_left(console, console->session->pos->side);
    return left > 0 ? left : 0;
}

void console_clock_check(Console *console)
{
    Side side = console->session->pos->side;
    if (console_clock_patience(console) == 0) tell_fallen(console, side);
}

const char *console_clock_text(const Console *console, Side side, char *text, size_t size)
{
    int64_t left = time_left(console, side);
    if (left < 0) left = 0;
    if (!console->clocks.on) *text = '\0';
    else if (console->clocks.fallen[side]) snprintf(text, size, "flag fallen");
    else snprintf(text, size, "%lld:%02lld", (long long)(left / 60000), (long long)(left / 1000 % 60));
    return text;
}
