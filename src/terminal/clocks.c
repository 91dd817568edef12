/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "clocks.h"

#include <stdlib.h>

#include "../search/timeman.h"
#include "../util/text.h"

bool clocks_read(Clocks *clocks, const char *word)
{
    char *end;
    double minutes = strtod(word, &end), seconds = 0;
    if (end == word || !(minutes > 0 && minutes <= 1000)) return false;
    if (*end == '+') {
        const char *second = end + 1;
        seconds = strtod(second, &end);
        if (end == second || !(seconds >= 0 && seconds <= 3600)) return false;
    }
    if (*end) return false;
    clocks->start = (int64_t)(minutes * 60000);
    clocks->increment = (int64_t)(seconds * 1000);
    return true;
}

bool clocks_count(const Clocks *clocks)
{
    return clocks->on && !clocks->fallen[WHITE] && !clocks->fallen[BLACK];
}

void clocks_begin(Clocks *clocks, Side side)
{
    clocks->fallen[WHITE] = clocks->fallen[BLACK] = false;
    clocks->left[WHITE] = clocks->left[BLACK] = clocks->start;
    clocks_start(clocks, side);
}

void clocks_start(Clocks *clocks, Side side)
{
    clocks->running = true;
    clocks->side = side;
    clocks->move_began = time_now();
}

/* The time left for a side now. */
static int64_t time_left(const Clocks *clocks, Side side)
{
    bool runs = clocks->running && clocks_count(clocks) && clocks->side == side;
    return clocks->left[side] - (runs ? time_now() - clocks->move_began : 0);
}

void clocks_stop(Clocks *clocks)
{
    clocks->left[clocks->side] = time_left(clocks, clocks->side);
    clocks->running = false;
}

static void tell_fallen(Clocks *clocks, const Position *pos, Side side)
{
    bool drawn = pos->variant->flag_outcome && pos->variant->flag_outcome(pos, side).result == DRAW;
    clocks->fallen[side] = true;
    clocks->left[side] = 0;
    clocks->running = false;
    say("%s's flag has fallen: on time %s%s. We can play on, without the clocks.", side_name(side),
        drawn ? "it is a draw" : side_name(side ^ 1), drawn ? "" : " wins");
}

void clocks_press(Clocks *clocks, const Position *pos)
{
    Side mover = pos->side ^ 1;
    if (!clocks_count(clocks)) return;
    if (clocks->running) clocks->left[mover] -= time_now() - clocks->move_began;
    if (clocks->left[mover] > 0) clocks->left[mover] += clocks->increment;
    else tell_fallen(clocks, pos, mover);
    clocks_start(clocks, pos->side);
}

int64_t clocks_patience(const Clocks *clocks)
{
    if (!clocks_count(clocks) || !clocks->running) return -1;
    int64_t left = time_left(clocks, clocks->side);
    return left > 0 ? left : 0;
}

bool clocks_check(Clocks *clocks, const Position *pos)
{
    bool falls = clocks_patience(clocks) == 0;
    if (falls) tell_fallen(clocks, pos, clocks->side);
    return falls;
}

const char *clocks_text(const Clocks *clocks, Side side, char *text, size_t size)
{
    int64_t left = time_left(clocks, side);
    if (left < 0) left = 0;
    if (!clocks->on) *text = '\0';
    else if (clocks->fallen[side]) snprintf(text, size, "flag fallen");
    else snprintf(text, size, "%lld:%02lld", (long long)(left / 60000), (long long)(left / 1000 % 60));
    return text;
}
