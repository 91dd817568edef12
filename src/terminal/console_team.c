/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Teams of two: in games of two boards two people play a side, one a board. Either begins the move, the other completes it. The
 * rules stay as they are. */

#include <string.h>

#include "../notation/move_text.h"
#include "console.h"

enum { SQUARES_OF_BOARD = 64 /* of two side by side */ };

static bool allows_teams(const Variant *variant)
{
    return variant->boards == TEAM_SIZE && variant_hints(variant)->generate_parts;
}

/* The partner for a board: "Ann (Board A)", or "Board A". */
static void add_partner(const Console *console, Side side, unsigned board, Buffer *out)
{
    const char *name = console->team.name[side][board];
    if (*name) buffer_add(out, "%s (Board %c)", name, 'A' + (int)board);
    else buffer_add(out, "Board %c", 'A' + (int)board);
}

bool console_team_turn(const Console *console, const char *before, Buffer *out)
{
    const Variant *variant = console->session->variant;
    Side side = game_of(console)->side;
    LegParts leg;
    if (!console->team.on || !allows_teams(variant) || !console->person[side]) return false;
    buffer_add(out, "%s", before);
    if (console->legs.length && leg_cut(variant, buffer_text(&console->legs), &leg)) {
        unsigned begun = leg.from / SQUARES_OF_BOARD;
        add_partner(console, side, 1 - begun, out);
        buffer_add(out, " completes %s", buffer_text(&console->legs));
    } else {
        add_partner(console, side, 0, out);
        buffer_add(out, " or ");
        add_partner(console, side, 1, out);
        buffer_add(out, " begins");
    }
    return true;
}

/* Reads the names: two for the side that people play, or four, White's first. */
static bool take_names(Console *console, char *rest)
{
    char *words[SIDE_NB * TEAM_SIZE + 1];
    size_t count = 0;
    while (count <= SIDE_NB * TEAM_SIZE && *(words[count] = word_next(&rest))) ++count;
    if (count != 0 && count != TEAM_SIZE && count != SIDE_NB * TEAM_SIZE) return false;
    if (count == SIDE_NB * TEAM_SIZE) console->person[WHITE] = console->person[BLACK] = true;
    Side first = count == TEAM_SIZE && !console->person[WHITE] ? BLACK : WHITE;
    for (size_t i = 0; i < count; ++i)
        snprintf(console->team.name[first + i / TEAM_SIZE][i % TEAM_SIZE], TEAM_NAME_MAX, "%s", words[i]);
    return true;
}

void console_team(Console *console, char *rest)
{
    Buffer out = {0};
    const Variant *variant = console->session->variant;
    if (text_equal(rest, "off")) {
        console->team = (Team){.on = false};
        say("One person plays a side.");
    } else if (!allows_teams(variant)) {
        say("%s has no two boards for a team of two.", variant->title);
    } else if (!take_names(console, rest)) {
        say("'team' takes no names, two (your side's, of Board A and Board B), or four (White's, then Black's); "
            "'team off' ends it.");
    } else {
        console->team.on = true;
        console->whole_moves = false;
        if (console_team_turn(console, "", &out))
            say("Two play a side, one a board: %s. Type what one of you plays.", buffer_text(&out));
        else say("Two play a side, one a board.");
    }
    buffer_free(&out);
}
