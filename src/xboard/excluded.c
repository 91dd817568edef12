/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "cecp.h"

#include <stdlib.h>
#include <string.h>

#include "../variant.h"

void excluded_clear(ExcludedMoves *excluded)
{
    free(excluded->moves);
    *excluded = (ExcludedMoves){.count = 0};
}

static bool is_excluded(const ExcludedMoves *excluded, Move move)
{
    for (size_t i = 0; i < excluded->count; ++i)
        if (excluded->moves[i] == move) return true;
    return false;
}

Move *excluded_others(const ExcludedMoves *excluded, const Position *pos, size_t *count)
{
    size_t n, kept = 0;
    Move *moves = position_moves(pos, &n);
    for (size_t i = 0; moves && i < n; ++i)
        if (!is_excluded(excluded, moves[i])) moves[kept++] = moves[i];
    *count = kept;
    return moves;
}

/* Is the text the move, or one of its legs? */
static bool names_move(const Position *pos, const char *text, Move move)
{
    char printed[MOVE_TEXT_MAX];
    pos->variant->text.print(pos, move, printed);
    if (strcmp(printed, text) == 0) return true;
    for (const char *leg = printed; pos->variant->text.legs_status && *leg;) {
        size_t length = strcspn(leg, ",");
        if (strlen(text) == length && strncmp(leg, text, length) == 0) return true;
        leg += length + (leg[length] == ',');
    }
    return false;
}

bool excluded_change(ExcludedMoves *excluded, const Position *pos, const char *text, bool adds, ErrorText *error)
{
    size_t n, kept = 0;
    bool all = strcmp(text, "all") == 0, named = all;
    Move *moves = position_moves(pos, &n);
    if (!moves) return error_set(error, "no move can be excluded here");
    for (size_t i = 0; i < n; ++i) {
        bool match = all || names_move(pos, text, moves[i]);
        named |= match;
        if (match ? adds : is_excluded(excluded, moves[i])) moves[kept++] = moves[i];
    }
    excluded_clear(excluded);
    *excluded = (ExcludedMoves){moves, kept};
    return named || error_set(error, "'%.40s' is not a move here", text);
}
