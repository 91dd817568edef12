/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A game between a person and the engine in the terminal. At a terminal lines can be
 * typed while the engine thinks; from a pipe each line is carried out when the one
 * before it is done with, so that a script need not wait for anything.
 */

#include "console.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../notation.h"
#include "faces.h"
#include "turn_text.h"
#include "tutor.h"

enum { MOVE_TIME_DEFAULT = 1000, TEXT_WIDTH = 78, FOLLOWERS_SHOWN = 60, PV_SHOWN = 12 };

static const char *const side_names[] = {"White", "Black"};

static Position *game_of(const Console *console) { return console->session->pos; }

/* ---- How the game stands ---- */

Outcome console_outcome(const Console *console)
{
    if (console->resigned.result != ONGOING) return console->resigned;
    return position_outcome(game_of(console));
}

static bool is_over(const Console *console) { return console_outcome(console).result != ONGOING; }

static void tell_end(const Console *console)
{
    Outcome outcome = console_outcome(console);
    if (outcome.result == ONGOING) return;
    const char *what = outcome.result == DRAW ? "a draw" : outcome.result == WHITE_WINS ? "White wins" : "Black wins";
    say("The game is over: %s, %s (%s). 'undo' takes back, 'save FILE' keeps it, 'new' begins another.",
        result_text(outcome.result), what, outcome.reason);
}

/* ---- Showing ---- */

static void note_side(const Console *console, Side side, char *line, size_t size)
{
    char hand[40], clock[24];
    board_view_hand(game_of(console), side, hand, sizeof hand);
    console_clock_text(console, side, clock, sizeof clock);
    snprintf(line, size, "%s (%s)%s%s%s%s", side_names[side], console->person[side] ? "you" : "engine", *clock ? "  " : "", clock,
             *hand ? "  in hand: " : "", hand);
}

static void note_last_turn(const Console *console, char *line, size_t size)
{
    Position *pos = game_of(console), *before = position_new(pos->variant);
    Move move = pos->state->move;
    char text[TURN_TEXT_MAX];
    if (position_plies(pos) && before && position_copy(before, pos)) {
        position_unmake(before);
        before->variant->print_turn(before, move, text);
        snprintf(line, size, "%s played %.50s", side_names[before->side], text);
    }
    position_free(before);
}

static void fill_notes(const Console *console, BoardNotes *notes)
{
    const Position *pos = game_of(console);
    unsigned last = board_view_lines(pos->variant) - 1;
    Side bottom = console->style.flip ? BLACK : WHITE;
    note_side(console, bottom ^ 1, notes->line[0], sizeof notes->line[0]);
    note_last_turn(console, notes->line[last / 2 - 1], sizeof notes->line[0]);
    Outcome outcome = console_outcome(console);
    if (outcome.result == ONGOING) snprintf(notes->line[last / 2], sizeof notes->line[0], "Turn %u, %s to move", (unsigned)pos->state->number, side_names[pos->side]);
    else snprintf(notes->line[last / 2], sizeof notes->line[0], "%s, %.60s", result_text(outcome.result), outcome.reason);
    note_side(console, bottom, notes->line[last], sizeof notes->line[0]);
}

static void draw(const Console *console, const Piece *board, const uint8_t *marks, const BoardNotes *notes)
{
    Buffer out = {0};
    board_view_draw(game_of(console)->variant, board, marks, notes, &console->style, &out);
    say("\n%s", buffer_text(&out));
    buffer_free(&out);
}

/* The board in the middle of a turn: the squares that its legs change are marked. */
static void show_legs_board(const Console *console)
{
    const Position *pos = game_of(console);
    Piece board[SQUARE_MAX];
    uint8_t marks[SQUARE_MAX] = {0};
    turn_preview(pos, buffer_text(&console->legs), board);
    for (unsigned s = 0; s < SQUARE_MAX; ++s)
        if (board[s] != pos->board[s]) marks[s] = MARK_CHANGED;
    draw(console, board, marks, NULL);
}

void console_show(const Console *console)
{
    const Position *pos = game_of(console);
    uint8_t marks[SQUARE_MAX] = {0};
    BoardNotes notes = {{""}};
    board_view_mark_last(pos, marks);
    fill_notes(console, &notes);
    draw(console, pos->board, marks, &notes);
}

/* Adds words separated by spaces, in lines of TEXT_WIDTH. */
static void add_words(Buffer *out, char (*words)[LEG_TEXT_MAX], size_t count)
{
    size_t column = 2;
    buffer_add(out, "  ");
    for (size_t i = 0; i < count; ++i) {
        size_t length = strlen(words[i]) + 1;
        if (column + length > TEXT_WIDTH) {
            buffer_add(out, "\n  ");
            column = 2;
        }
        buffer_add(out, "%s ", words[i]);
        column += length;
    }
}

/* ---- A turn leg by leg ---- */

static bool has_legs(const Console *console) { return console->legs.length > 0; }

static void drop_legs(Console *console)
{
    if (has_legs(console)) say("The turn begun (%s) is dropped.", buffer_text(&console->legs));
    buffer_clear(&console->legs);
}

static LegStatus legs_status(const Console *console, const char *legs, ErrorText *error)
{
    return console->session->variant->legs_status(game_of(console), legs, error);
}

/* Tells what has been played of the turn and what can follow. */
static void show_legs(const Console *console)
{
    const char *legs = buffer_text(&console->legs);
    LegList list;
    ErrorText ignored;
    Buffer out = {0};
    show_legs_board(console);
    bool extensible = legs_status(console, legs, &ignored) == LEGS_EXTENSIBLE;
    buffer_add(&out, "So far: %s. %s'undo' takes the last leg back. What can follow:\n", legs, extensible ? "'end' ends the turn here, " : "");
    if (leg_list_fill(game_of(console), legs, &list)) {
        size_t shown = list.count < FOLLOWERS_SHOWN ? list.count : FOLLOWERS_SHOWN;
        add_words(&out, list.text, shown);
        if (shown < list.count) buffer_add(&out, "... 'moves' lists all %zu", list.count);
        leg_list_free(&list);
    }
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

static void take_leg_back(Console *console)
{
    char *comma = strrchr(console->legs.text, ',');
    if (comma) {
        *comma = '\0';
        console->legs.length = (size_t)(comma - console->legs.text);
        show_legs(console);
    } else {
        buffer_clear(&console->legs);
        say("The leg is taken back.");
        console_show(console);
    }
}

/* ---- Searches ---- */

/* A score as people read it: in Pawns, or moves to the end, White's point of view. */
static const char *score_text(const Console *console, Score score, char text[24])
{
    if (game_of(console)->side == BLACK) score = -score;
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    if (decided) snprintf(text, 24, "#%d", score_mate_in(score));
    else snprintf(text, 24, "%+.2f", score / 100.0);
    return text;
}

/* Called by the search: a line of analysis. */
static void on_report(void *context, const SearchReport *r)
{
    const Console *console = context;
    char score[24];
    Buffer line = {0};
    if (console->purpose != PURPOSE_ANALYSIS || r->bound != BOUND_EXACT) return;
    buffer_add(&line, "%3d %8s %6.1fs %10llu ", r->depth, score_text(console, r->score, score), (double)r->time / 1000, (unsigned long long)r->nodes);
    session_print_pv(game_of(console), r->pv, r->pv_length < PV_SHOWN ? r->pv_length : PV_SHOWN, &line);
    say("%s", buffer_text(&line));
    buffer_free(&line);
}

static void on_done(void *context, const SearchResult *result)
{
    Console *console = context;
    console->result = *result;
    events_post_done(console->events, console->serial, result);
}

static bool start_search(Console *console, Purpose purpose, const SearchLimits *limits)
{
    const SearchCallbacks callbacks = {on_report, on_done, console};
    ErrorText error;
    console->purpose = purpose;
    ++console->serial;
    if (session_go(console->session, limits, &callbacks, &error)) return true;
    console->purpose = PURPOSE_NONE;
    console->engine_on = false;
    say("I can not think: %s.", error.text);
    return false;
}

static void finish_turn(Console *console)
{
    Session *session = console->session;
    Position *pos = game_of(console);
    char text[TURN_TEXT_MAX], score[24];
    ErrorText error;
    Side mover = pos->side;
    if (!console->result.best) {
        console->engine_on = false;
        say("I found no turn: out of memory.");
        return;
    }
    session->variant->print_turn(pos, console->result.best, text);
    score_text(console, console->result.score, score);
    if (!session_play_move(session, console->result.best, &error)) {
        console->engine_on = false;
        say("I can not move: %s.", error.text);
        return;
    }
    console_clock_press(console, mover);
    console_show(console);
    say("I play %s  (%s, depth %d)", text, score, console->result.depth);
    tell_end(console);
}

static void finish_hint(const Console *console)
{
    char text[TURN_TEXT_MAX], score[24];
    if (!console->result.best) {
        say("I have no hint.");
        return;
    }
    game_of(console)->variant->print_turn(game_of(console), console->result.best, text);
    say("Hint: %s  (%s)", text, score_text(console, console->result.score, score));
}

/* The search has ended; its result is in place. */
static void finish_search(Console *console)
{
    Purpose purpose = console->purpose;
    console->purpose = PURPOSE_NONE;
    if (purpose == PURPOSE_TURN) finish_turn(console);
    else if (purpose == PURPOSE_HINT) finish_hint(console);
    else if (purpose == PURPOSE_ANALYSIS) say("The analysis has ended.");
}

/* From a pipe a search with an end is waited for. */
static void run_search(Console *console, Purpose purpose, const SearchLimits *limits)
{
    if (!start_search(console, purpose, limits) || console->interactive || limits->infinite) return;
    search_wait(console->session->pool);
    finish_search(console);
}

/* Ends a hint or an analysis with what it has found; gives a turn up. */
static void break_search(Console *console)
{
    if (console->purpose == PURPOSE_NONE) return;
    session_halt(console->session);
    if (console->purpose == PURPOSE_TURN) {
        console->purpose = PURPOSE_NONE;
        console->engine_on = false;
    }
    finish_search(console);
}

static bool engine_is_to_move(const Console *console)
{
    return console->engine_on && console->purpose == PURPOSE_NONE && !console->session->quit
           && !console->person[game_of(console)->side] && !is_over(console);
}

static void think(Console *console)
{
    SearchLimits limits = console_limits(console);
    run_search(console, PURPOSE_TURN, &limits);
}

/* ---- Turns of the person ---- */

static void play_turn(Console *console, const char *text)
{
    Position *pos = game_of(console);
    Side mover = pos->side;
    Move move;
    ErrorText error;
    if (!turn_read(pos, text, &move, &error) || !session_play_move(console->session, move, &error)) {
        say("Illegal move (%s): %.80s", error.text, text);
        if (has_legs(console)) say("So far: %s; 'undo' takes the last leg back.", buffer_text(&console->legs));
        return;
    }
    buffer_clear(&console->legs);
    if (!console->person[mover]) {
        console->person[mover] = true;
        console->person[mover ^ 1] = false;
    }
    console->engine_on = true;
    console_clock_press(console, mover);
    if (engine_is_to_move(console)) return; /* the board is shown with its answer */
    console_show(console);
    tell_end(console);
}

/* Adds legs to the turn begun; a turn that nothing can follow is played. */
static void play_legs(Console *console, const char *text)
{
    Buffer legs = {0};
    ErrorText error;
    buffer_add(&legs, "%s%s%s", buffer_text(&console->legs), has_legs(console) ? "," : "", text);
    LegStatus status = legs.failed ? LEGS_ILLEGAL : legs_status(console, buffer_text(&legs), &error);
    bool whole = console->whole_turns || (!has_legs(console) && strchr(text, ','));
    if (status == LEGS_PARTIAL || (status == LEGS_EXTENSIBLE && !whole)) {
        buffer_clear(&console->legs);
        buffer_add(&console->legs, "%s", buffer_text(&legs));
        show_legs(console);
    } else {
        play_turn(console, buffer_text(&legs)); /* explains what is wrong with it */
    }
    buffer_free(&legs);
}

/* Plays what was typed: `text` may hold spaces. */
static void play(Console *console, char *text)
{
    char *to = text;
    for (const char *from = text; *from; ++from)
        if (*from != ' ') *to++ = *from;
    *to = '\0';
    if (is_over(console)) {
        say("'%.40s' is not played.", text);
        tell_end(console);
    } else if (console->session->variant->legs_status) {
        play_legs(console, text);
    } else {
        play_turn(console, text);
    }
}

static void command_end(Console *console, char *rest)
{
    (void)rest;
    ErrorText ignored;
    if (!has_legs(console)) {
        say("No turn has begun that could end.");
    } else if (legs_status(console, buffer_text(&console->legs), &ignored) == LEGS_PARTIAL) {
        say("The turn can not end here: something must follow %s.", buffer_text(&console->legs));
    } else {
        Buffer legs = {0};
        buffer_add(&legs, "%s", buffer_text(&console->legs));
        play_turn(console, buffer_text(&legs));
        buffer_free(&legs);
    }
}

static void command_undo(Console *console, char *rest)
{
    (void)rest;
    if (has_legs(console)) {
        take_leg_back(console);
        return;
    }
    if (console->resigned.result != ONGOING) {
        console->resigned = (Outcome){ONGOING, NULL};
        say("The resignation is taken back.");
    } else if (!session_undo(console->session)) {
        say("There is nothing to take back.");
        return;
    } else {
        /* Back to where the person is to move, if there is such a place. */
        while (!console->person[game_of(console)->side] && session_undo(console->session)) {}
    }
    console->engine_on = console->person[game_of(console)->side];
    if (!console->engine_on) say("'go' lets me move.");
    console_clock_start(console);
    console_show(console);
}

/* ---- Games ---- */

void console_shelve(Console *console)
{
    Position *pos = game_of(console), *copy = position_plies(pos) ? position_new(pos->variant) : NULL;
    drop_legs(console);
    if (!copy || !position_copy(copy, pos)) {
        position_free(copy);
        return;
    }
    position_free(console->shelf);
    console->shelf = copy;
    say("The game so far is put aside; 'restore' brings it back.");
}

/* The side to move becomes the person's, and is shown at the bottom. */
static void seat_person(Console *console)
{
    Side side = game_of(console)->side;
    console->person[side] = true;
    console->person[side ^ 1] = false;
    console->style.flip = side == BLACK;
    console->engine_on = true;
}

static void begin_record(Console *console)
{
    console->resigned = (Outcome){ONGOING, NULL};
    console->path[0] = '\0';
    pgn_header_init(&console->header);
    snprintf(console->header.white, sizeof console->header.white, "%s", console->person[WHITE] ? "Person" : ENGINE_NAME " " ENGINE_VERSION);
    snprintf(console->header.black, sizeof console->header.black, "%s", console->person[BLACK] ? "Person" : ENGINE_NAME " " ENGINE_VERSION);
    console->clocks.fallen = false;
    console->clocks.left[WHITE] = console->clocks.left[BLACK] = console->clocks.start;
    console_clock_start(console);
}

bool console_adopt(Console *console, Position *pos)
{
    ErrorText error;
    Session *session = console->session;
    session_halt(session);
    if (pos->variant != session->variant && !session_set_variant(session, pos->variant->name, &error)) {
        say("The game stays as it was: %s.", error.text);
        position_free(pos);
        return false;
    }
    position_free(session->pos);
    session->pos = pos;
    seat_person(console);
    begin_record(console);
    return true;
}

static void command_new(Console *console, char *rest)
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
    seat_person(console);
    begin_record(console);
    say("%s. You are %s and move first; 'switch' changes sides, 'rules' and 'pieces' explain.", session->variant->title,
        side_names[session->pos->side]);
    console_show(console);
}

static void command_fen(Console *console, char *fen)
{
    ErrorText error;
    char text[FEN_MAX];
    Session *session = console->session;
    size_t length = strlen(fen);
    while (length && fen[length - 1] == ' ') fen[--length] = '\0';
    if (!length) {
        session->variant->get_fen(session->pos, text);
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
    console_show(console);
    tell_end(console);
}

static void command_resign(Console *console, char *rest)
{
    (void)rest;
    Side side = game_of(console)->side;
    if (is_over(console)) {
        tell_end(console);
        return;
    }
    if (!console->person[side] && console->person[side ^ 1]) side ^= 1;
    drop_legs(console);
    console->resigned = (Outcome){result_win(side ^ 1), side == WHITE ? "White resigns" : "Black resigns"};
    tell_end(console);
}

/* ---- Who plays what ---- */

static void command_go(Console *console, char *rest)
{
    (void)rest;
    Side side = game_of(console)->side;
    drop_legs(console);
    tell_end(console);
    console->person[side] = false;
    console->person[side ^ 1] = true;
    console->engine_on = true;
}

static void command_switch(Console *console, char *rest)
{
    (void)rest;
    drop_legs(console);
    for (Side side = WHITE; side <= BLACK; ++side) console->person[side] = !console->person[side];
    if (console->person[WHITE] != console->person[BLACK]) console->style.flip = console->person[BLACK];
    console->engine_on = true;
    say("You play %s.", console->person[WHITE] ? console->person[BLACK] ? "both sides" : "White" : console->person[BLACK] ? "Black" : "neither side");
    if (!engine_is_to_move(console)) console_show(console);
}

static void command_side(Console *console, char *rest)
{
    char *word = word_next(&rest);
    bool both = text_equal(word, "both"), none = text_equal(word, "none");
    bool white = text_equal(word, "white"), black = text_equal(word, "black");
    if (!both && !none && !white && !black) {
        say("'side white', 'side black', 'side both' or 'side none' says what you play.");
        return;
    }
    console->person[WHITE] = both || white;
    console->person[BLACK] = both || black;
    if (white || black) console->style.flip = black;
    console->engine_on = true;
    say("You play %s.", both ? "both sides" : none ? "neither side; I play alone" : white ? "White" : "Black");
    if (!engine_is_to_move(console)) console_show(console);
}

/* ---- Help with a position ---- */

/* The targets of some legs from a square, on the board. */
static void show_targets(const Console *console, const LegList *list, const char *where)
{
    const Position *pos = game_of(console);
    const Variant *variant = pos->variant;
    uint8_t marks[SQUARE_MAX] = {0};
    Piece board[SQUARE_MAX];
    turn_preview(pos, buffer_text(&console->legs), board);
    for (size_t i = 0; i < list->count; ++i) {
        const char *p = list->text[i];
        Square to;
        if (!leg_begins(variant, p, where)) continue;
        /* The last square in the text. */
        for (Square s = SQUARE_NONE; (to = s, *p);)
            if ((s = square_parse(variant, &p)) == SQUARE_NONE) {
                s = to;
                ++p;
            }
        if (to != SQUARE_NONE) marks[to] |= board[to] ? MARK_CAPTURE : MARK_MOVE;
    }
    draw(console, board, marks, NULL);
}

/* Keeps the legs that begin on a square. */
static void keep_from(const Variant *variant, LegList *list, const char *where)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i)
        if (leg_begins(variant, list->text[i], where)) memmove(list->text[kept++], list->text[i], LEG_TEXT_MAX);
    list->count = kept;
}

static void tell_why_none(const Console *console, const char *where)
{
    const Position *pos = game_of(console);
    const char *p = where;
    char name[40];
    Square square = square_parse(pos->variant, &p);
    if (square == SQUARE_NONE || *p) {
        say("'moves' is followed by a square, like e2, a letter of a man in hand, or 'all'; not '%.40s'.", where);
        return;
    }
    Piece piece = pos->board[square];
    if (!piece) say("%s is empty.", where);
    else if (piece_side(piece) != pos->side) say("%s on %s is not to move.", piece_describe(pos->variant, piece, name), where);
    else say("%s on %s can not move.", piece_describe(pos->variant, piece, name), where);
}

/* All turns as wholes. */
static void list_turns(const Console *console)
{
    const Position *pos = game_of(console);
    size_t count, column = 0;
    Move *turns = position_turns(pos, &count);
    Buffer out = {0};
    for (size_t i = 0; i < count; ++i) {
        char text[TURN_TEXT_MAX];
        pos->variant->print_turn(pos, turns[i], text);
        size_t length = strlen(text) + 1;
        bool wrap = column + length > TEXT_WIDTH;
        buffer_add(&out, "%s%s ", wrap ? "\n" : "", text);
        column = wrap ? length : column + length;
    }
    say("%s\n%zu legal turn%s", buffer_text(&out), count, count == 1 ? "" : "s");
    buffer_free(&out);
    free(turns);
}

static void command_moves(Console *console, char *rest)
{
    const Position *pos = game_of(console);
    char *where = word_next(&rest);
    LegList list;
    Buffer out = {0};
    if (is_over(console)) {
        tell_end(console);
        return;
    }
    if (text_equal(where, "all") || (!*where && !pos->variant->legs_status)) {
        list_turns(console);
        return;
    }
    if (!leg_list_fill(pos, buffer_text(&console->legs), &list)) {
        say("Out of memory.");
        return;
    }
    if (*where) {
        keep_from(pos->variant, &list, where);
        if (list.count) show_targets(console, &list, where);
    }
    if (*where && !list.count) {
        tell_why_none(console, where);
    } else {
        add_words(&out, list.text, list.count);
        if (!*where) buffer_add(&out, "\n%zu legs can %s; 'moves all' lists whole turns", list.count, has_legs(console) ? "follow" : "begin a turn");
        say("%s", buffer_text(&out));
    }
    leg_list_free(&list);
    buffer_free(&out);
}

static void command_hint(Console *console, char *rest)
{
    (void)rest;
    if (is_over(console)) {
        tell_end(console);
        return;
    }
    SearchLimits limits = console_limits(console);
    limits.time = limits.increment = 0;
    limits.nodes = 0;
    limits.depth = 0;
    limits.move_time = console->level.move_time;
    if (has_legs(console)) say("The hint is for the whole turn.");
    run_search(console, PURPOSE_HINT, &limits);
}

static void command_analyse(Console *console, char *rest)
{
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 86400))) {
        say("'analyse' goes on until the next line, 'analyse SECONDS' for a time; not '%.40s'.", word);
        return;
    }
    if (is_over(console)) {
        tell_end(console);
        return;
    }
    SearchLimits limits = session_limits(console->session);
    limits.infinite = !*word;
    limits.move_time = *word ? (int64_t)(seconds * 1000) : 0;
    say("Depth, score (+: White is better), time, positions, line.%s", *word ? "" : " The next line, if only Enter, ends it.");
    run_search(console, PURPOSE_ANALYSIS, &limits);
}

static void command_lines(Console *console, char *rest)
{
    ErrorText error;
    char *word = word_next(&rest);
    if (*word && !session_set_option(console->session, "MultiPV", word, &error)) say("%s", error.text);
    else say("The analysis shows the best %lld line%s.", (long long)console->session->multipv, console->session->multipv == 1 ? "" : "s");
}

static void command_eval(Console *console, char *rest)
{
    (void)rest;
    Buffer out = {0};
    tutor_eval(game_of(console), &out);
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

/* ---- Explaining the game ---- */

static void command_rules(Console *console, char *rest)
{
    (void)rest;
    const char *rules = console->session->variant->rules;
    say("%s", rules ? rules : "This game brings no summary of its rules.");
}

static void command_pieces(Console *console, char *rest)
{
    (void)rest;
    Buffer out = {0};
    tutor_pieces(console->session->variant, &out);
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

static void command_piece(Console *console, char *rest)
{
    Buffer out = {0};
    ErrorText error;
    size_t length = strlen(rest);
    while (length && rest[length - 1] == ' ') rest[--length] = '\0';
    if (!length) say("'piece' is followed by a letter or a name; 'pieces' lists all.");
    else if (tutor_piece(console->session->variant, rest, &console->style, &out, &error)) say("%s", buffer_text(&out));
    else say("%s.", error.text);
    buffer_free(&out);
}

static void command_games(Console *console, char *rest)
{
    (void)console, (void)rest;
    for (const Variant *const *v = variants; *v; ++v) say("  %-20s %s", (*v)->name, (*v)->title);
}

/* ---- The look ---- */

static void command_board(Console *console, char *rest)
{
    (void)rest;
    if (has_legs(console)) show_legs(console);
    else console_show(console);
    tell_end(console);
}

static void command_flip(Console *console, char *rest)
{
    console->style.flip = !console->style.flip;
    command_board(console, rest);
}

static void command_unicode(Console *console, char *rest)
{
    console->style.unicode = true;
    command_board(console, rest);
}

static void command_letters(Console *console, char *rest)
{
    console->style.unicode = false;
    command_board(console, rest);
}

static void command_colours(Console *console, char *rest)
{
    char *word = word_next(&rest);
    if (text_equal(word, "off")) console->style.colours = COLOURS_NONE;
    else if (text_equal(word, "16")) console->style.colours = COLOURS_16;
    else if (text_equal(word, "on") || text_equal(word, "256")) console->style.colours = COLOURS_256;
    else say("'colours off', 'colours 16' or 'colours 256'.");
    command_board(console, rest);
}

static void command_turns(Console *console, char *rest)
{
    char *word = word_next(&rest);
    if (text_equal(word, "whole")) console->whole_turns = true;
    else if (text_equal(word, "legs")) console->whole_turns = false;
    else if (*word) say("'turns whole' or 'turns legs', not '%.40s'.", word);
    say(console->whole_turns ? "A line is a whole turn, if it can be one." : "A turn that can go on waits for more legs, or 'end'.");
}

/* ---- The table of commands ---- */

static void command_quit(Console *console, char *rest)
{
    (void)rest;
    console->session->quit = true;
}

static void command_help(Console *console, char *rest);

/* What happens to a command typed while the engine thinks about its turn. */
typedef enum While { WHILE_WAITS, WHILE_HARMLESS, WHILE_BREAKS } While;

typedef struct Command {
    const char *name, *arguments;
    const char *help; /* NULL: another name for the command before */
    void (*run)(Console *console, char *rest);
    While during;
} Command;

static const Command commands[] = {
    {"help", "[COMMAND]", "this list", command_help, WHILE_HARMLESS},
    {"?", "", NULL, command_help, WHILE_HARMLESS},
    {"moves", "[SQUARE|all]", "what can be played, or by the man on a square", command_moves, WHILE_WAITS},
    {"end", "", "ends a turn that could go on", command_end, WHILE_WAITS},
    {"done", "", NULL, command_end, WHILE_WAITS},
    {"undo", "", "takes back a leg, or your last turn", command_undo, WHILE_BREAKS},
    {"hint", "", "what I would play", command_hint, WHILE_WAITS},
    {"analyse", "[SECONDS]", "thinks aloud until the next line", command_analyse, WHILE_BREAKS},
    {"analyze", "", NULL, command_analyse, WHILE_BREAKS},
    {"lines", "[N]", "how many lines the analysis shows", command_lines, WHILE_WAITS},
    {"eval", "", "what the position is worth, and why", command_eval, WHILE_WAITS},
    {"rules", "", "the game in a few lines", command_rules, WHILE_HARMLESS},
    {"pieces", "", "all pieces", command_pieces, WHILE_HARMLESS},
    {"piece", "LETTER", "where one goes, with a diagram", command_piece, WHILE_WAITS},
    {"go", "", "I play the side to move", command_go, WHILE_WAITS},
    {"switch", "", "changes sides", command_switch, WHILE_BREAKS},
    {"side", "white|black|both|none", "what you play", command_side, WHILE_BREAKS},
    {"resign", "", "gives the game up", command_resign, WHILE_BREAKS},
    {"new", "[GAME]", "a new game", command_new, WHILE_BREAKS},
    {"games", "", "the games there are", command_games, WHILE_HARMLESS},
    {"fen", "[FEN]", "shows or sets up a position", command_fen, WHILE_BREAKS},
    {"save", "[FILE]", "writes the game in PGN", console_save, WHILE_WAITS},
    {"load", "FILE [N]", "reads a game, or the Nth, from a file", console_load, WHILE_BREAKS},
    {"accept", "", "takes the legal part of a file with an illegal turn", console_accept, WHILE_BREAKS},
    {"restore", "", "brings back the game before new, fen or load", console_restore, WHILE_BREAKS},
    {"level", "[1-10]", "how strongly I play", console_level, WHILE_WAITS},
    {"time", "[SECONDS]", "how long I think about a turn", console_time, WHILE_WAITS},
    {"depth", "[PLIES]", "how deep", console_depth, WHILE_WAITS},
    {"nodes", "[N]", "how many positions", console_nodes, WHILE_WAITS},
    {"clock", "[MIN+SEC|off]", "clocks for both sides", console_clock, WHILE_WAITS},
    {"board", "", "shows the board", command_board, WHILE_WAITS},
    {"d", "", NULL, command_board, WHILE_WAITS},
    {"flip", "", "turns the board round", command_flip, WHILE_WAITS},
    {"unicode", "", "chess figures", command_unicode, WHILE_WAITS},
    {"letters", "", "letters for all pieces", command_letters, WHILE_WAITS},
    {"colours", "off|16|256", "colours of the board", command_colours, WHILE_WAITS},
    {"colors", "", NULL, command_colours, WHILE_WAITS},
    {"turns", "whole|legs", "whether a line is a whole turn if it can be", command_turns, WHILE_WAITS},
    {"quit", "", "ends the program", command_quit, WHILE_BREAKS},
    {"exit", "", NULL, command_quit, WHILE_BREAKS},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const Command *find_command(const char *word)
{
    for (unsigned i = 0; i < COMMAND_COUNT; ++i)
        if (text_equal(commands[i].name, word)) return &commands[i];
    return NULL;
}

/* The only command that begins so, or NULL. */
static const Command *complete_command(const char *word)
{
    const Command *found = NULL;
    size_t length = strlen(word);
    for (unsigned i = 0; i < COMMAND_COUNT && length > 1; ++i) {
        if (!commands[i].help || strncmp(commands[i].name, word, length) != 0) continue;
        if (found) return NULL;
        found = &commands[i];
    }
    return found;
}

static void command_help(Console *console, char *rest)
{
    char *word = word_next(&rest);
    const Command *command = *word ? find_command(word) : NULL;
    Buffer out = {0};
    if (command) {
        while (!command->help) --command;
        say("  %s %s   %s", command->name, command->arguments, command->help);
        return;
    }
    buffer_add(&out, "A turn is typed as the squares it goes from and to, like e2e4; then the promotion (e7e8q, e7e8+).\n"
                     "A man in hand is dropped like M@e6. ");
    if (console->session->variant->legs_status) buffer_add(&out, "The legs of a turn are joined by commas, or typed one after the other.");
    else buffer_add(&out, "Short notation (Nf3, exd5, O-O) is understood too.");
    for (unsigned i = 0; i < COMMAND_COUNT; ++i) {
        char name[40];
        if (!commands[i].help) continue;
        snprintf(name, sizeof name, "%s %s", commands[i].name, commands[i].arguments);
        buffer_add(&out, "\n  %-28s %s", name, commands[i].help);
    }
    say("%s", buffer_text(&out));
    buffer_free(&out);
}

/* ---- Lines ---- */

/* Does a text look like a turn rather than like a command? */
static bool looks_like_turn(const char *text)
{
    return strpbrk(text, "0123456789@") || strncmp(text, "O-O", 3) == 0 || strncmp(text, "o-o", 3) == 0;
}

static void tell_unknown(const Console *console, const char *word)
{
    size_t count;
    char turn[TURN_TEXT_MAX] = "e2e4";
    Move *turns = position_turns(game_of(console), &count);
    if (count) game_of(console)->variant->print_turn(game_of(console), turns[0], turn);
    free(turns);
    for (unsigned i = 0; i < COMMAND_COUNT; ++i) {
        if (tolower((unsigned char)word[0]) != commands[i].name[0] || tolower((unsigned char)word[1]) != commands[i].name[1]) continue;
        say("'%.40s' is no command; did you mean '%s'? 'help' lists all.", word, commands[i].name);
        return;
    }
    say("'%.40s' is neither a command ('help' lists them) nor a turn, like %s.", word, turn);
}

static void run_line(Console *console, char *line)
{
    char *text = text_rest(line), *rest = text + strcspn(text, " "), kept = *rest;
    const Command *command;
    if (!*text) return;
    *rest = '\0';
    if (!(command = find_command(text)) && !looks_like_turn(text)) command = complete_command(text);
    if (command) {
        command->run(console, text_rest(kept ? rest + 1 : rest));
    } else if (looks_like_turn(text)) {
        *rest = kept;
        play(console, text);
    } else {
        tell_unknown(console, text);
    }
}

/* A line typed while a search runs. True if it has been dealt with. */
static bool line_during_search(Console *console, const char *line)
{
    char word[24] = "";
    const char *text = line + strspn(line, " ");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " ") < 23 ? (int)strcspn(text, " ") : 23, text);
    const Command *command = find_command(word);
    bool stop = !*word || text_equal(word, "stop") || text_equal(word, "now");
    if (console->purpose != PURPOSE_TURN || (command && command->during == WHILE_BREAKS)) {
        break_search(console);
        return stop;
    }
    if (stop) {
        search_stop(console->session->pool);
    } else if (command && command->during == WHILE_HARMLESS) {
        return false;
    } else if (console->waiting_count == WAITING_MAX) {
        say("I am still thinking, and too much is waiting; '%.40s' is dropped. 'stop' makes me move.", text);
    } else if ((console->waiting[console->waiting_count] = malloc(strlen(line) + 1))) {
        strcpy(console->waiting[console->waiting_count++], line);
        say("I am still thinking; this waits. 'stop' makes me move at once.");
    }
    return true;
}

static void take_line(Console *console, char *line)
{
    if (console->purpose != PURPOSE_NONE && line_during_search(console, line)) return;
    const char *text = text_rest(line);
    if (strncmp(text, "stop", 4) == 0 || strcmp(text, "now") == 0) say("I am not thinking.");
    else run_line(console, line);
}

/* The oldest line that was typed while the engine thought. */
static void run_waiting(Console *console)
{
    char *line = console->waiting[0];
    --console->waiting_count;
    memmove(console->waiting, console->waiting + 1, console->waiting_count * sizeof *console->waiting);
    take_line(console, line);
    free(line);
}

static void prompt(const Console *console)
{
    if (!console->interactive || console->purpose != PURPOSE_NONE || console->waiting_count) return;
    printf("%s%s%s> ", side_names[game_of(console)->side], has_legs(console) ? " " : "", buffer_text(&console->legs));
    fflush(stdout);
}

static void take_event(Console *console, Event *event)
{
    if (event->type == EVENT_LINE) {
        take_line(console, event->line);
        free(event->line);
    } else if (event->type == EVENT_SEARCH_DONE) {
        if (console->purpose != PURPOSE_NONE && event->serial == console->serial) {
            search_wait(console->session->pool);
            finish_search(console);
        }
    } else {
        break_search(console);
        console->session->quit = true;
    }
}

static void close_console(Console *console)
{
    console->purpose = PURPOSE_NONE;
    session_halt(console->session);
    while (console->waiting_count) free(console->waiting[--console->waiting_count]);
    position_free(console->shelf);
    position_free(console->offer.pos);
    buffer_free(&console->legs);
}

int console_play(Session *session, LineReader *input)
{
    Console console = {.session = session, .interactive = terminal_is_interactive(), .events = events_start(input)};
    console.level = (Level){.move_time = MOVE_TIME_DEFAULT, .strength = STRENGTH_MAX};
    console.style = (BoardStyle){.unicode = terminal_is_unicode(), .colours = terminal_colours()};
    char nothing[] = "";
    if (!console.events) {
        say("There is no memory or thread for reading.");
        return EXIT_FAILURE;
    }
    say(ENGINE_NAME " " ENGINE_VERSION ". Type a turn, or 'help' for what else can be typed.");
    command_new(&console, nothing);
    /* Where nobody reads what is printed any more there is nothing to go on for. */
    while (!session->quit && !ferror(stdout)) {
        if (engine_is_to_move(&console)) {
            think(&console);
        } else if (console.waiting_count && console.purpose == PURPOSE_NONE) {
            run_waiting(&console);
        } else {
            prompt(&console);
            Event event = events_next(console.events);
            take_event(&console, &event);
        }
    }
    close_console(&console);
    return 0;
}
