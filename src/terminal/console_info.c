/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Information about the game and its pieces, and the board's appearance. */

#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"
#include "console.h"
#include "../notation/move_text.h"
#include "../show/tutor.h"

/* ---- Help in a position ---- */

/* Marks the targets of some legs on the board. */
static void show_targets(const Position *pos, const char *legs, const LegList *list, BoardStyle style)
{
    uint8_t marks[SQUARE_MAX] = {0};
    Piece board[SQUARE_MAX];
    move_preview(pos, legs, board);
    for (size_t i = 0; i < list->count; ++i) {
        Square to = leg_target(pos->variant, list->text[i]);
        if (to != SQUARE_NONE) marks[to] |= board[to] ? MARK_CAPTURE : MARK_MOVE;
    }
    console_draw(pos->variant, style, board, marks, NULL);
}

/* Keeps only the legs that begin on a square. */
static void keep_from(const Variant *variant, LegList *list, const char *where)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i)
        if (leg_begins(variant, list->text[i], where)) memmove(list->text[kept++], list->text[i], LEG_TEXT_MAX);
    list->count = kept;
}

static void tell_why_none(const Position *pos, const char *where)
{
    char name[40];
    Square square = square_read(pos->variant, where);
    if (square == SQUARE_NONE) {
        say("'moves' is followed by a square, like e2, a letter of a piece in hand, or 'all'; not '%.40s'.", where);
        return;
    }
    Piece piece = pos->board[square];
    if (!piece) say("%s is empty.", where);
    else if (piece_side(piece) != pos->side) say("%s on %s is not to move.", piece_describe(pos->variant, piece, name), where);
    else say("%s on %s cannot move.", piece_describe(pos->variant, piece, name), where);
}

/* Lists the moves that begin on `where` (NULL: all), with their tablebase values. */
static void list_moves(Console *console, const char *where)
{
    Position *pos = game_of(console);
    size_t count, listed = 0, valued = 0, column = 0;
    Move *moves = position_moves(pos, &count);
    Buffer out = {0};
    for (size_t i = 0; moves && i < count; ++i) {
        char text[MOVE_TEXT_MAX], sign[ENDGAME_TEXT_MAX] = "", word[MOVE_TEXT_MAX + ENDGAME_TEXT_MAX + 1];
        TbValue value;
        pos->variant->print_move(pos, moves[i], text);
        if (where && !leg_begins(pos->variant, text, where)) continue;
        bool known = session_move_value(console->session, pos, moves[i], &value);
        if (known) endgame_sign(&value, sign);
        snprintf(word, sizeof word, "%s%s%s%s", text, known ? "(" : "", sign, known ? ")" : "");
        column = buffer_add_word(&out, word, strlen(word), column, 0);
        valued += known;
        ++listed;
    }
    if (!where) buffer_add(&out, "\n%zu legal move%s", listed, listed == 1 ? "" : "s");
    if (valued) buffer_add(&out, "\nWith best play #N wins in N moves, -#N loses, = draws.");
    say_buffer(&out);
    free(moves);
}

void console_moves(Console *console, char *rest)
{
    Position *pos = game_of(console);
    char *where = word_next(&rest);
    TbValue ignored;
    LegList list;
    Buffer out = {0};
    if (console_announce_result(console)) return;
    if (text_equal(where, "all") || (!*where && !pos->variant->legs_status)) {
        list_moves(console, NULL);
        return;
    }
    if (!leg_list_fill(pos, buffer_text(&console->legs), &list)) {
        say("Out of memory.");
        return;
    }
    if (*where) {
        keep_from(pos->variant, &list, where);
        if (list.count) show_targets(pos, buffer_text(&console->legs), &list, console_style(&console->screen));
    }
    if (*where && !list.count) {
        tell_why_none(pos, where);
    } else if (*where && !pos->variant->legs_status && session_endgame_value(console->session, pos, &ignored)) {
        list_moves(console, where);
    } else {
        console_add_legs(&out, list.text, list.count);
        if (!*where)
            buffer_add(&out, "\n%zu leg%s can %s; 'moves all' lists whole moves", list.count, list.count == 1 ? "" : "s",
                       console->legs.length ? "follow" : "begin a move");
        say("%s", buffer_text(&out));
    }
    leg_list_free(&list);
    buffer_free(&out);
}

void console_eval(Console *console, char *rest)
{
    (void)rest;
    Buffer out = {0};
    tutor_eval(game_of(console), &out);
    session_name_evaluator(console->session, "nets are switched off ('net on')", &out);
    say("%s: %+.2f", buffer_text(&out), tutor_worth(console->session->variant, session_evaluation(console->session)));
    say("Normalised: %+.2f (0 is level, +1 an expected result of 75%%)", session_normalised(console->session) / 100.0);
    TbValue value;
    char words[ENDGAME_TEXT_MAX];
    if (!console_is_over(console) && session_endgame_value(console->session, game_of(console), &value))
        say("By endgame tablebases: %s", endgame_words(&value, words));
    buffer_free(&out);
}

/* ---- Explaining the game ---- */

void console_pieces(Console *console, char *rest)
{
    (void)rest;
    Buffer out = {0};
    tutor_pieces(console->session->variant, &out);
    say_buffer(&out);
}

/* The side that the person plays, else the one at the bottom of the board. */
static Side side_of_person(const Console *console)
{
    const bool *person = console->person;
    if (person[WHITE] != person[BLACK]) return person[BLACK] ? BLACK : WHITE;
    return console->screen.style.flip ? BLACK : WHITE;
}

void console_piece(Console *console, char *rest)
{
    Buffer out = {0};
    ErrorText error;
    if (!text_trim(rest)) say("'piece' is followed by a letter or a name; 'pieces' lists all.");
    else if (tutor_piece(console->session->variant, rest, side_of_person(console), &console->screen.style, &out, &error))
        say_as_is(buffer_text(&out));
    else say("%s.", error.text);
    buffer_free(&out);
}

void console_games(Console *console, char *rest)
{
    (void)console, (void)rest;
    for (const Variant *const *v = variants; *v; ++v) say("  %-20s %s", (*v)->name, (*v)->title);
}

/* ---- Appearance ---- */

void console_board(Console *console, char *rest)
{
    (void)rest;
    if (console->legs.length) console_show_legs(console);
    else console_show(console);
    console_announce_result(console);
}

void console_flip(Console *console, char *rest)
{
    console->screen.style.flip = !console->screen.style.flip;
    console_board(console, rest);
}

void console_unicode(Console *console, char *rest)
{
    console->screen.style.unicode = true;
    console_board(console, rest);
}

void console_letters(Console *console, char *rest)
{
    console->screen.style.unicode = false;
    console_board(console, rest);
}

void console_colours(Console *console, char *rest)
{
    char *word = word_next(&rest);
    if (text_equal(word, "off")) console->screen.style.colours = COLOURS_NONE;
    else if (text_equal(word, "16")) console->screen.style.colours = COLOURS_16;
    else if (text_equal(word, "on") || text_equal(word, "256")) console->screen.style.colours = COLOURS_256;
    else say("'colours off', 'colours 16' or 'colours 256'.");
    console_board(console, rest);
}

void console_move_entry(Console *console, char *rest)
{
    char *word = word_next(&rest);
    if (text_equal(word, "whole")) console->whole_moves = true;
    else if (text_equal(word, "legs")) console->whole_moves = false;
    else if (*word) say("'entry whole' or 'entry legs', not '%.40s'.", word);
    say(console->whole_moves ? "A line is a whole move, if it can be one."
                             : "A move that can go on waits for more legs, or 'end'.");
}
