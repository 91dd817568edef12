/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The console's whole game. While an earlier position is shown, `whole` keeps it. */

#include "console.h"

#include <string.h>

const Position *console_whole_game(const Console *console) { return console->whole ? console->whole : console->session->pos; }

void console_forget_rest(Console *console)
{
    position_free(console->whole);
    console->whole = NULL;
}

void console_put_on_shelf(Console *console, Position *pos, const char *rules)
{
    position_free(console->shelf.pos);
    console->shelf.pos = pos;
    snprintf(console->shelf.rules, sizeof console->shelf.rules, "%s", rules);
    console->shelf.record = console->record;
    memcpy(console->shelf.person, console->person, sizeof console->person);
}

void console_leave_rest(Console *console, Move move)
{
    unsigned ahead = position_plies(console_whole_game(console)) - position_plies(console->session->pos);
    if (!console->whole) return;
    if (move != MOVE_NONE && position_state(console->whole, ahead - 1)->move == move) {
        if (ahead == 1) console_forget_rest(console);
        return;
    }
    char rules[RULES_TEXT_MAX];
    console_put_on_shelf(console, console->whole, rules_write(console->whole->variant, rules));
    console->whole = NULL;
    console->record.agreed = (Outcome){ONGOING, NULL};
    console->record.end = ~0u;
    say("The %u move%s after this %s put aside; 'restore' brings the whole game back.", ahead, ahead == 1 ? "" : "s",
        ahead == 1 ? "is" : "are");
}
