/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "move_list.h"

#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/short_text.h"

bool move_list_legal(const Position *pos, const char *where, Buffer *out)
{
    size_t count, listed = 0, column = 0;
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; moves && i < count; ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, moves[i], text);
        if (where && !leg_begins(pos->variant, text, where)) continue;
        column = buffer_add_word(out, text, strlen(text), column);
        ++listed;
    }
    buffer_add(out, "\n%zu legal move%s", listed, listed == 1 ? "" : "s");
    free(moves);
    return listed;
}

bool move_list_played(const Position *game, Buffer *out)
{
    Position *pos = position_start(game);
    unsigned all = position_plies(game);
    size_t column = 0;
    for (unsigned at = 1; pos && at <= all; ++at) {
        Move move = position_state(game, all - at)->move;
        char text[MOVE_TEXT_MAX], number[16] = "", word[MOVE_TEXT_MAX + 20];
        move_write(pos, move, text);
        if (pos->side == WHITE || at == 1)
            snprintf(number, sizeof number, "%u%s ", (unsigned)pos->state->number, pos->side == WHITE ? "." : "...");
        snprintf(word, sizeof word, "%s%s", number, text);
        column = buffer_add_word(out, word, strlen(word), column);
        position_make(pos, move);
    }
    bool ok = pos;
    position_free(pos);
    return ok;
}
