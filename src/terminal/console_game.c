/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The console's game: the board, moves whole and leg by leg, new games, set-ups, and who plays which side. */

#include <string.h>

#include "../notation/notation.h"
#include "console.h"
#include "../notation/move_text.h"

enum { FOLLOWERS_SHOWN = 60 };

/* ---- How the game stands ---- */

Outcome console_outcome(const Console *console)
{
    if (console->record.agreed.result != ONGOING && !console->whole) return console->record.agreed;
    return session_outcome(console->session);
}

bool console_is_over(const Console *console) { return console_outcome(console).result != ONGOING; }

bool console_engine_is_to_move(const Console *console)
{
    return console->engine_on && console->search.purpose == PURPOSE_NONE && !console->session->quit
           && !console->person[game_of(console)->side] && !console_is_over(console);
}

bool console_announce_result(const Console *console)
{
    Outcome outcome = console_outcome(console);
    if (outcome.result == ONGOING) return false;
    const char *what = outcome.result == DRAW ? "a draw" : outcome.result == WHITE_WINS ? "White wins" : "Black wins";
    say("The game is over: %s, %s (%s). 'undo' takes back, 'save FILE' keeps it, 'new' begins another.",
        result_text(outcome.result), what, outcome.reason);
    return true;
}

/* ---- Showing ---- */

/* Adds a paragraph to notes, broken into lines of `columns` columns. */
static void add_note(Buffer *notes, unsigned columns, const char *text)
{
    if (*text && notes->length) buffer_add(notes, "\n");
    if (*text) text_wrap(text, columns, notes);
}

/* A player with clock and hand. */
static void note_side(const Console *console, Side side, unsigned columns, Buffer *notes)
{
    char hand[80], clock[24], line[128];
    board_view_hand(console->session->variant, game_of(console)->state->hands, side, hand, sizeof hand);
    clocks_text(&console->clocks, side, game_of(console)->side, clock, sizeof clock);
    snprintf(line, sizeof line, "%s (%s)%s%s", side_name(side), console->person[side] ? "you" : "engine", *clock ? "  " : "",
             clock);
    add_note(notes, columns, line);
    snprintf(line, sizeof line, "%s%s", *hand ? "in hand: " : "", hand);
    add_note(notes, columns, line);
}

static void note_last_move(const Position *pos, unsigned columns, Buffer *notes)
{
    char line[MOVE_TEXT_MAX + 32] = "";
    Position *before = position_clone(pos, 0);
    Move move = pos->state->move;
    char text[MOVE_TEXT_MAX];
    if (position_plies(pos) && before) {
        position_unmake(before);
        before->variant->print_move(before, move, text);
        snprintf(line, sizeof line, "%s played %s", side_name(before->side), text);
        for (char *p = line; before->variant->legs_status && columns < strlen(line) && (p = strchr(p, ',')); ++p) *p = ' ';
    }
    position_free(before);
    add_note(notes, columns, line);
}

/* The side to move or the result, and what the tablebases know. */
static void note_state(const Console *console, unsigned columns, Buffer *notes)
{
    const Position *pos = game_of(console);
    Outcome outcome = console_outcome(console);
    char line[128];
    if (outcome.result == ONGOING)
        snprintf(line, sizeof line, "Move %u, %s to move", (unsigned)pos->state->number, side_name(pos->side));
    else snprintf(line, sizeof line, "%s, %.90s", result_text(outcome.result), outcome.reason);
    add_note(notes, columns, line);
    TbValue value;
    if (outcome.result == ONGOING && session_endgame_value(console->session, game_of(console), &value)) {
        endgame_words(&value, line);
        *line -= 'a' - 'A';
        add_note(notes, columns, line);
    }
}

static unsigned count_lines(const Buffer *notes)
{
    unsigned lines = notes->length > 0;
    for (const char *p = buffer_text(notes); *p; ++p) lines += *p == '\n';
    return lines;
}

/* Copies notes beside the lines from `first` on; lines from `end` on are left out. */
static void place_notes(Buffer *from, unsigned first, unsigned end, BoardNotes *notes)
{
    const char *text = buffer_text(from);
    for (unsigned i = first; *text && i < end; ++i) {
        size_t length = strcspn(text, "\n");
        snprintf(notes->line[i], sizeof notes->line[i], "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
    buffer_free(from);
}

/* The player at the top, the moves in the middle, the player at the bottom. */
static void fill_notes(const Console *console, BoardNotes *notes)
{
    const Variant *variant = game_of(console)->variant;
    unsigned lines = board_view_lines(variant), columns;
    BoardStyle style = console_style(&console->screen);
    columns = board_view_note_columns(variant, &style);
    Side below = style.flip ? BLACK : WHITE;
    Buffer top = {0}, played = {0}, state = {0}, bottom = {0};
    note_side(console, below ^ 1, columns, &top);
    note_last_move(game_of(console), columns, &played);
    note_state(console, columns, &state);
    note_side(console, below, columns, &bottom);
    unsigned middle = (lines - 1) / 2, after_top = count_lines(&top), before_bottom = lines - count_lines(&bottom),
             begin = middle > count_lines(&played) ? middle - count_lines(&played) : 0;
    if (begin < after_top) begin = after_top;
    if (middle < begin + count_lines(&played)) middle = begin + count_lines(&played);
    place_notes(&top, 0, lines, notes);
    place_notes(&bottom, before_bottom, lines, notes);
    place_notes(&played, begin, before_bottom, notes);
    place_notes(&state, middle, before_bottom, notes);
}

BoardStyle console_style(const Screen *screen)
{
    BoardStyle style = screen->style;
    style.columns = terminal_width();
    return style;
}

void console_draw(const Variant *variant, BoardStyle style, const Piece *board, const uint8_t *marks, const BoardNotes *notes)
{
    Buffer out = {0};
    buffer_add(&out, "\n");
    board_view_draw(variant, board, marks, notes, &style, &out);
    say_as_is(buffer_text(&out));
    buffer_free(&out);
}

/* The board in the middle of a move, with the changed squares marked. */
static void show_legs_board(const Console *console)
{
    const Position *pos = game_of(console);
    Piece board[SQUARE_MAX];
    uint8_t marks[SQUARE_MAX] = {0};
    move_preview(pos, buffer_text(&console->legs), board);
    for (unsigned s = 0; s < SQUARE_MAX; ++s)
        if (board[s] != pos->board[s]) marks[s] = MARK_CHANGED;
    console_draw(pos->variant, console_style(&console->screen), board, marks, NULL);
}

void console_show(const Console *console)
{
    const Position *pos = game_of(console);
    uint8_t marks[SQUARE_MAX] = {0};
    BoardNotes notes = {{""}};
    board_view_mark_last(pos, marks);
    fill_notes(console, &notes);
    console_draw(pos->variant, console_style(&console->screen), pos->board, marks, &notes);
}

void console_add_legs(Buffer *out, char (*words)[LEG_TEXT_MAX], size_t count)
{
    enum { INDENT = 2 };
    size_t column = INDENT;
    buffer_add(out, "%*s", INDENT, "");
    for (size_t i = 0; i < count; ++i) column = buffer_add_word(out, words[i], strlen(words[i]), column, INDENT);
}

/* ---- A move leg by leg ---- */

void console_drop_legs(Buffer *legs)
{
    if (legs->length) say("The move begun (%s) is dropped.", buffer_text(legs));
    buffer_clear(legs);
}

void console_show_legs(const Console *console)
{
    Position *pos = game_of(console);
    const char *legs = buffer_text(&console->legs);
    LegList list;
    ErrorText ignored;
    Buffer out = {0};
    show_legs_board(console);
    bool extensible = pos->variant->legs_status(pos, legs, &ignored) == LEGS_EXTENSIBLE;
    buffer_add(&out, "So far: %s. %s'undo' takes the last leg back. What can follow:\n", legs,
               extensible ? "'end' ends the move here, " : "");
    if (leg_list_fill(pos, legs, &list)) {
        size_t shown = list.count < FOLLOWERS_SHOWN ? list.count : FOLLOWERS_SHOWN;
        console_add_legs(&out, list.text, shown);
        if (shown < list.count) buffer_add(&out, "... 'moves' lists all %zu", list.count);
        leg_list_free(&list);
    }
    say_buffer(&out);
}

static void take_leg_back(Console *console)
{
    char *comma = strrchr(console->legs.text, ',');
    if (comma) {
        *comma = '\0';
        console->legs.length = (size_t)(comma - console->legs.text);
        console_show_legs(console);
    } else {
        buffer_clear(&console->legs);
        say("The leg is taken back.");
        console_show(console);
    }
}

/* ---- Taking back ---- */

void console_undo(Console *console, char *rest)
{
    (void)rest;
    if (console->legs.length) {
        take_leg_back(console);
        return;
    }
    if (position_plies(game_of(console))) console_leave_rest(console, MOVE_NONE);
    if (console->record.agreed.result != ONGOING && !console->whole) {
        say("The %s is taken back.", console->record.agreed.result == DRAW ? "draw" : "resignation");
        console->record.agreed = (Outcome){ONGOING, NULL};
    } else if (!session_undo(console->session)) {
        say("There is nothing to take back.");
        return;
    } else {
        /* Back to a position where the person is to move, if there is one. */
        while (!console->person[game_of(console)->side] && session_undo(console->session)) {}
    }
    console->engine_on = console->person[game_of(console)->side];
    if (!console->engine_on) say("'go' lets me move.");
    clocks_start(&console->clocks);
    console_show(console);
}

/* ---- Games ---- */

/* A copy of the game with its legs dropped; NULL if it has no moves, or no memory was left. */
static Position *copy_game(Console *console)
{
    const Position *pos = console_whole_game(console);
    Position *copy = position_plies(pos) ? position_clone(pos, 0) : NULL;
    console_drop_legs(&console->legs);
    return copy;
}

/* Puts the copy, if there is one, on the shelf and says so. */
static void shelve_copy(Console *console, Position *copy, const char *rules)
{
    if (!copy) return;
    console_put_on_shelf(console, copy, rules);
    say("The game so far is put aside; 'restore' brings it back.");
}

void console_shelve(Console *console)
{
    char rules[RULES_TEXT_MAX];
    shelve_copy(console, copy_game(console), rules_write(console->session->variant, rules));
}

/* The person takes the side to move. */
static void seat_person(Console *console)
{
    Side side = game_of(console)->side;
    console_seat(console, side == WHITE, side == BLACK);
    console->engine_on = true;
}

static void begin_record(Console *console)
{
    console_forget_rest(console);
    console->policy = (Policy){0};
    console->record = (Record){.from_file = false};
    pgn_header_init(&console->record.header);
    clocks_reset(&console->clocks);
    clocks_start(&console->clocks);
}

bool console_adopt(Console *console, Position *pos)
{
    ErrorText error;
    if (!session_adopt(console->session, pos, &error)) {
        say("The game stays as it was: %s.", error.text);
        return false;
    }
    begin_record(console);
    return true;
}

static void sit_down(Console *console)
{
    const Session *session = console->session;
    seat_person(console);
    begin_record(console);
    say("%s. You are %s and move first; 'switch' changes sides, 'rules' and 'pieces' explain.", session->variant->title,
        side_name(session->pos->side));
    console_show(console);
}

void console_new(Console *console, char *rest)
{
    ErrorText error;
    Session *session = console->session;
    char *game = word_next(&rest);
    if (*game && !variant_find(game)) {
        say("No game is called '%.40s'; 'games' lists them. Your game is as it was.", game);
        return;
    }
    console_shelve(console);
    if (!session_set_variant(session, *game ? game : session->variant->name, &error)) {
        say("Your game is as it was: %s.", error.text);
        return;
    }
    search_clear(session->pool);
    sit_down(console);
}

/* Begins a game by rules of the session's game, or says why not. */
static void begin_by_rules(Console *console, const char *settings)
{
    ErrorText error;
    char before[RULES_TEXT_MAX];
    Position *copy = copy_game(console);
    rules_write(console->session->variant, before);
    if (!session_set_rules(console->session, settings, &error)) {
        position_free(copy);
        say("Your game is as it was: %s. 'rules options' lists what there is.", error.text);
        return;
    }
    shelve_copy(console, copy, before);
    position_free(console->offer.pos); /* it is of the other rules */
    console->offer.pos = NULL;
    say("The rules: %s.", console->session->variant->rules.text ? console->session->variant->rules.text : "the game's own");
    sit_down(console);
}

void console_rules(Console *console, char *rest)
{
    const Variant *variant = console->session->variant;
    const char *rules = variant_rules(variant);
    Buffer out = {0};
    char *settings = word_next(&rest);
    if (*settings && strcmp(settings, "options") != 0) {
        begin_by_rules(console, strcmp(settings, "own") == 0 ? "" : settings);
        return;
    }
    if (*settings) rules_print(variant, &out);
    else if (rules) text_join_lines(rules, &out);
    else buffer_add(&out, "This game brings no summary of its rules.");
    if (!*settings && variant->rules.text) buffer_add(&out, "\n\nNot as there: %s; 'rules options' explains.", variant->rules.text);
    say_buffer(&out);
}

void console_fen(Console *console, char *fen)
{
    ErrorText error;
    char text[FEN_MAX];
    Session *session = console->session;
    if (!text_trim(fen)) {
        position_get_fen(session->pos, text);
        say("%s", text);
        return;
    }
    Position *pos = position_new(session->variant);
    if (!pos || !position_set_fen(pos, fen, &error)) {
        say("Not a position of this game: %s. Yours is as it was.", pos ? error.text : "out of memory");
        position_free(pos);
        return;
    }
    console_shelve(console);
    if (!console_adopt(console, pos)) return;
    seat_person(console);
    console_show(console);
    console_announce_result(console);
}

/* ---- Resigning and draws ---- */

void console_give_up(Console *console, Side side)
{
    console_leave_rest(console, MOVE_NONE);
    console->record.agreed = (Outcome){result_win(side ^ 1), side == WHITE ? "White resigns" : "Black resigns"};
    console_announce_result(console);
}

void console_resign(Console *console, char *rest)
{
    (void)rest;
    Side side = game_of(console)->side;
    if (console_announce_result(console)) return;
    if (!console->person[side] && console->person[side ^ 1]) side ^= 1;
    console_drop_legs(&console->legs);
    console_give_up(console, side);
}

void console_agree(Console *console, char *rest)
{
    (void)rest;
    const Position *pos = game_of(console);
    const Policy *policy = &console->policy;
    if (console_announce_result(console)) return;
    if (session_ask_draw(console->session)) {
        say("You have asked for the draw: it comes after %u quiet plies from here on.", pos->variant->quiet_offer.then);
        return;
    }
    bool both = console->person[WHITE] && console->person[BLACK],
         offered = policy->offered && policy->offered == position_plies(pos);
    if (!both && !offered && !policy_takes_draw(policy, session_level(console->session))) {
        say("I decline the draw: %s.", policy_is_better(policy) ? "I stand better" : "there is something to play for");
        return;
    }
    console_drop_legs(&console->legs);
    console_leave_rest(console, MOVE_NONE);
    console->record.agreed = (Outcome){DRAW, "a draw is agreed on"};
    console_announce_result(console);
}

void console_courtesy(Console *console, char *rest)
{
    char *word = word_next(&rest);
    bool on = text_equal(word, "on"), off = text_equal(word, "off");
    if (*word && !on && !off) say("'courtesy on' and 'courtesy off' say whether I resign and offer draws; not '%.40s'.", word);
    if (on || off) console->courteous = on;
    if (console->courteous) say("I offer draws, and from level %d on I resign lost games.", POLICY_RESIGN_LEVEL);
    else say("I play on to the end.");
}

/* ---- Who plays what ---- */

void console_seat(Console *console, bool white, bool black)
{
    console->person[WHITE] = white;
    console->person[BLACK] = black;
    if (white != black) console->screen.style.flip = black;
}

const char *console_seats(const bool person[SIDE_NB])
{
    return person[WHITE] ? person[BLACK] ? "both sides" : "White" : person[BLACK] ? "Black" : "neither side";
}

void console_go(Console *console, char *rest)
{
    (void)rest;
    Side side = game_of(console)->side;
    console_drop_legs(&console->legs);
    console_announce_result(console);
    console->person[side] = false;
    console->person[side ^ 1] = true;
    console->engine_on = true;
}

void console_switch(Console *console, char *rest)
{
    (void)rest;
    console_drop_legs(&console->legs);
    console_seat(console, !console->person[WHITE], !console->person[BLACK]);
    console->engine_on = true;
    say("You play %s.", console_seats(console->person));
    if (!console_engine_is_to_move(console)) console_show(console);
}

void console_side(Console *console, char *rest)
{
    char *word = word_next(&rest);
    bool both = text_equal(word, "both"), none = text_equal(word, "none");
    bool white = text_equal(word, "white"), black = text_equal(word, "black");
    if (!both && !none && !white && !black) {
        say("'side white', 'side black', 'side both' or 'side none' says what you play.");
        return;
    }
    console_seat(console, both || white, both || black);
    console->engine_on = true;
    say("You play %s%s.", console_seats(console->person), none ? "; I play alone" : "");
    if (!console_engine_is_to_move(console)) console_show(console);
}
