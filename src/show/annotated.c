/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "annotated.h"

#include <stdlib.h>
#include <string.h>

#include "../notation/move_text.h"

const char *const verdict_signs[VERDICT_NB] = {"", "?!", "?", "??"};

const int verdict_losses[VERDICT_NB] = {0, 8, 15, 25};

const char score_unit[] = "Scores are White's, normalised: 0.00 is level, +1.00 an expected result of 75%, +2.00 of 90%; "
                          "# is a forced win in so many moves.";

Verdict verdict_of(double loss)
{
    Verdict verdict = VERDICT_BLUNDER;
    while (verdict > VERDICT_GOOD && loss < verdict_losses[verdict]) --verdict;
    return verdict;
}

const char *score_print(Score score, char *text)
{
    enum { SIZE = 16 };
    int mate = score_mate_in(score);
    if (abs(score) == SCORE_MATE) snprintf(text, SIZE, "%s", score > 0 ? "1-0" : "0-1");
    else if (mate) snprintf(text, SIZE, "%s#%d", mate < 0 ? "-" : "", abs(mate));
    else snprintf(text, SIZE, "%+.2f", score / 100.0);
    return text;
}

const char *annotated_endgame(const AnnotatedMove *move, Side mover, char *text)
{
    TbValue value = move->tablebase;
    *text = '\0';
    if (!move->solved) return text;
    Side winner = value.result == TB_WIN ? mover ^ 1 : mover;
    if (value.result == TB_LOSS) value.result = TB_WIN;
    char *end = text;
    if (value.result == TB_WIN) end += sprintf(text, "%s: ", winner == WHITE ? "White" : "Black");
    endgame_words(&value, end);
    return text;
}

void comment_split(const char *comment, Buffer *text, Buffer *commands)
{
    for (const char *p = comment; *p;) {
        const char *end = strncmp(p, "[%", 2) == 0 ? strchr(p, ']') : NULL;
        if (!end) {
            if (*p != ' ' || (text->length && text->text[text->length - 1] != ' ')) buffer_put(text, p, 1);
            ++p;
            continue;
        }
        if (commands) buffer_add(commands, "%s%.*s", commands->length ? ", " : "", (int)(end - p - 2), p + 2);
        p = end + 1;
    }
    while (text->length && text->text[text->length - 1] == ' ') text->text[--text->length] = '\0';
}

void line_print(Position *pos, const Move *line, int length, Buffer *out)
{
    int made = 0;
    for (; made < length && pos->variant->move_is_legal(pos, line[made]) && position_reserve(pos, 8); ++made) {
        char text[MOVE_TEXT_MAX];
        if (pos->side == WHITE) buffer_add(out, "%s%u. ", made ? " " : "", (unsigned)pos->state->number);
        else if (made == 0) buffer_add(out, "%u... ", (unsigned)pos->state->number);
        else buffer_add(out, " ");
        if (pos->variant->standard) move_write_short(pos, line[made], text);
        else pos->variant->print_move(pos, line[made], text);
        buffer_add(out, "%s", text);
        position_make(pos, line[made]);
    }
    while (made-- > 0) position_unmake(pos);
}
