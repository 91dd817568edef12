/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "move_list.h"

#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/short_text.h"

bool move_list_legal(const Session *session, const char *where, Buffer *out)
{
    Position *pos = session->pos;
    size_t count, listed = 0, valued = 0, column = 0;
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; moves && i < count; ++i) {
        char text[MOVE_TEXT_MAX], sign[ENDGAME_TEXT_MAX] = "", word[MOVE_TEXT_MAX + ENDGAME_TEXT_MAX + 1];
        TbValue value;
        pos->variant->text.print(pos, moves[i], text);
        if (where && !leg_begins(pos->variant, text, where)) continue;
        bool known = session_move_value(session, pos, moves[i], &value);
        if (known) endgame_sign(&value, sign);
        snprintf(word, sizeof word, "%s%s%s%s", text, known ? "(" : "", sign, known ? ")" : "");
        column = buffer_add_word(out, word, strlen(word), column, 0);
        valued += known;
        ++listed;
    }
    buffer_add(out, "\n%zu legal move%s", listed, listed == 1 ? "" : "s");
    if (valued) buffer_add(out, "\nWith best play #N wins in N moves, -#N loses, = draws.");
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
        column = buffer_add_word(out, word, strlen(word), column, 0);
        position_make(pos, move);
    }
    bool ok = pos;
    position_free(pos);
    return ok;
}
