/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Lessons in the console. A lesson has a position of its own; the game waits behind it. */

#include <stdlib.h>
#include <string.h>

#include "../notation/move_text.h"
#include "../notation/notation.h"
#include "../library/lessons.h"
#include "console.h"

enum { LESSON_NODES = 50000, LESSON_PLIES_MAX = 2 * LESSON_MOVES_MAX + 2 };

struct ConsoleLesson {
    LessonFile *file;
    unsigned number;
    Position *pos;
    LessonRun run;
    Buffer legs; /* of a move in progress */
    char moves[LESSON_PLIES_MAX][MOVE_TEXT_MAX];
    unsigned count;
};

static const Lesson *lesson_of(const ConsoleLesson *l) { return &l->file->lessons[l->number - 1]; }

/* ---- Showing ---- */

static void tell(const char *text)
{
    Buffer out = {0};
    size_t column = 0;
    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        column = buffer_add_word(&out, word, length, column, 0);
        word += length;
    }
    say_buffer(&out);
}

static void show_board(const ConsoleLesson *l, BoardStyle style)
{
    Piece board[SQUARE_MAX];
    uint8_t marks[SQUARE_MAX] = {0};
    BoardNotes notes = {{""}};
    Side bottom = lesson_of(l)->side;
    char hand[40];
    style.flip = bottom == BLACK;
    move_preview(l->pos, buffer_text(&l->legs), board);
    for (unsigned s = 0; s < SQUARE_MAX; ++s)
        if (l->run.flags[s]) marks[s] = MARK_MOVE;
    for (Side side = WHITE; side < SIDE_NB; ++side) {
        unsigned line = side == bottom ? board_view_lines(l->pos->variant) - 1 : 0;
        board_view_hand(l->pos->variant, l->pos->state->hands, side, hand, sizeof hand);
        snprintf(notes.line[line], sizeof notes.line[0], "%s%s%s%s", side_name(side), side == bottom ? " (you)" : "",
                 *hand ? "  in hand: " : "", hand);
    }
    console_draw(l->pos->variant, style, board, marks, &notes);
}

/* The squares to be reached, in words. */
static void tell_flags(const ConsoleLesson *l)
{
    Buffer out = {0};
    for (unsigned s = 0; s < SQUARE_MAX; ++s) {
        char name[4];
        if (!l->run.flags[s]) continue;
        square_print(l->pos->variant, (Square)s, name);
        buffer_add(&out, "%s %s", out.length ? "" : "Flags on", name);
    }
    if (out.length) say("%s.", buffer_text(&out));
    buffer_free(&out);
}

static void show_task(const ConsoleLesson *l, BoardStyle style)
{
    show_board(l, style);
    say("Lesson %u of %u: %s", l->number, l->file->count, lesson_of(l)->title);
    tell(lesson_of(l)->task);
    tell_flags(l);
}

/* What is said of the last move. */
static void tell_state(const ConsoleLesson *l)
{
    static const char *const why[] = {"That does not solve it.", "Not solved, and no move is left.",
                                      "The game is over, but the task is not solved.",
                                      "That is a check, which the other side would have to answer. Here it waits."};
    const LessonRun *run = &l->run;
    if (run->state == LESSON_SOLVED) say("Solved!");
    if (run->remark)
        tell(run->remark);
    else if (run->state == LESSON_FAILED)
        say("%s", why[run->why]);
    if (run->state == LESSON_SOLVED && l->number < l->file->count)
        say("'lesson next' goes on, 'lesson end' returns to your game.");
    else if (run->state == LESSON_SOLVED)
        say("That was the last lesson; 'lesson end' returns to your game.");
    else if (run->state == LESSON_FAILED)
        say("'undo' takes the move back, 'lesson again' begins anew, 'lesson show' tells the solution.");
}

/* ---- Playing ---- */

typedef struct Found {
    Move move;
} Found;

static void on_done(void *context, const SearchResult *result)
{
    Found *found = context;
    found->move = result->best;
}

/* The opponent's move by a short search; MOVE_NONE if there is none. */
static Move search_reply(Session *session, const ConsoleLesson *l)
{
    Found found = {MOVE_NONE};
    Go go = {.limits = session_limits(session), .callbacks = {.done = on_done, .context = &found}};
    ErrorText ignored;
    go.pos = l->pos;
    go.past_draws = true;
    go.limits.skill = level_skill(session->variant, lesson_of(l)->level, session_seed(session));
    go.limits.nodes = LESSON_NODES;
    if (session_go(session, &go, NULL, &ignored) == GO_SEARCHES) session_wait(session);
    return found.move;
}

/* Plays a move of either side and keeps its text. */
static bool play(ConsoleLesson *l, const char *text, ErrorText *error)
{
    if (l->count == LESSON_PLIES_MAX) return error_set(error, "the lesson is too long; 'lesson again' begins anew");
    if (!lesson_play(&l->run, text, error)) return false;
    snprintf(l->moves[l->count++], MOVE_TEXT_MAX, "%s", text);
    return true;
}

static void answer(Session *session, ConsoleLesson *l)
{
    char text[MOVE_TEXT_MAX];
    ErrorText error;
    Move move = lesson_reply(&l->run);
    if (!move) move = search_reply(session, l);
    if (!move) return;
    l->pos->variant->print_move(l->pos, move, text);
    if (play(l, text, &error)) say("The answer is %s.", text);
}

/* Plays what was typed: a whole move, or legs of one. */
static void take_move(Console *console, const char *text)
{
    ConsoleLesson *l = console->lesson;
    const Variant *variant = l->pos->variant;
    Buffer legs = {0};
    ErrorText error = {""};
    buffer_add(&legs, "%s%s", buffer_text(&l->legs), l->legs.length && *text ? "," : "");
    for (const char *p = text; *p; ++p)
        if (*p != ' ') buffer_add(&legs, "%c", *p);
    LegStatus status = variant->legs_status ? variant->legs_status(l->pos, buffer_text(&legs), &error) : LEGS_COMPLETE;
    bool more = *text && (status == LEGS_PARTIAL || (status == LEGS_EXTENSIBLE && !strchr(text, ',')));
    if (l->run.state != LESSON_OPEN) {
        tell_state(l);
    } else if (more) {
        buffer_clear(&l->legs);
        buffer_add(&l->legs, "%s", buffer_text(&legs));
        show_board(l, console->screen.style);
        say("So far: %s. %sAnother leg may follow; 'undo' drops the move.", buffer_text(&legs),
            status == LEGS_EXTENSIBLE ? "'end' ends the move. " : "");
    } else if (!play(l, buffer_text(&legs), &error)) {
        say("Illegal move (%s): %.80s", error.text, buffer_text(&legs));
    } else {
        buffer_clear(&l->legs);
        if (lesson_awaits_reply(&l->run)) answer(console->session, l);
        show_board(l, console->screen.style);
        tell_state(l);
    }
    buffer_free(&legs);
}

/* Plays the first moves again. */
static void replay(ConsoleLesson *l, unsigned count)
{
    ErrorText ignored;
    buffer_clear(&l->legs);
    if (!lesson_begin(&l->run, lesson_of(l), l->pos, &ignored)) return;
    for (l->count = 0; l->count < count; ++l->count)
        if (!lesson_play(&l->run, l->moves[l->count], &ignored)) return;
}

static void undo(ConsoleLesson *l, BoardStyle style)
{
    if (!l->legs.length && !l->count) {
        say("There is nothing to take back.");
        return;
    }
    /* Back to the learner's own move. */
    unsigned count = l->count;
    if (!l->legs.length) --count;
    if (!lesson_of(l)->passes) count -= count % 2;
    replay(l, count);
    show_board(l, style);
}

/* ---- Commands ---- */

void console_lesson_leave(Console *console)
{
    ConsoleLesson *l = console->lesson;
    if (!l) return;
    console->lesson = NULL;
    lessons_free(l->file);
    position_free(l->pos);
    buffer_free(&l->legs);
    free(l);
}

/* Opens the lessons of the session's game. */
static bool open_lessons(Console *console)
{
    ErrorText error;
    const Variant *variant = console->session->variant;
    if (console->lesson) return true;
    ConsoleLesson *l = calloc(1, sizeof *l);
    if (l) {
        l->file = lessons_of(variant, &error);
        l->pos = position_new(variant);
        l->number = 1;
    }
    console->lesson = l;
    if (l && l->file && l->pos) return true;
    if (l && !l->file)
        say("%s has no lessons%s%s.", variant->title, *error.text ? ": " : "", error.text);
    else
        say("There is no memory for lessons.");
    console_lesson_leave(console);
    return false;
}

static void begin_lesson(Console *console, unsigned number)
{
    console_drop_legs(&console->legs);
    clocks_stop(&console->clocks, game_of(console)->side);
    console->lesson->number = number;
    replay(console->lesson, 0);
    show_task(console->lesson, console->screen.style);
}

static void end_lesson(Console *console)
{
    console_lesson_leave(console);
    clocks_start(&console->clocks);
    console_show(console);
}

void console_lesson(Console *console, char *rest)
{
    char *word = word_next(&rest);
    int64_t number = 0;
    bool was_open = console->lesson != NULL;
    if (!open_lessons(console)) return;
    ConsoleLesson *l = console->lesson;
    if (number_read(word, 1, l->file->count, &number)) {
        begin_lesson(console, (unsigned)number);
    } else if (!*word && !was_open) {
        for (unsigned i = 0; i < l->file->count; ++i) say("%3u  %s", i + 1, l->file->lessons[i].title);
        say("'lesson N' begins one.");
        console_lesson_leave(console);
    } else if (!was_open) {
        say("'lesson N' takes a number from 1 to %u; 'lesson' lists them. Not '%.40s'.", l->file->count, word);
        console_lesson_leave(console);
    } else if (!*word) {
        show_task(l, console->screen.style);
    } else if (text_equal(word, "again")) {
        begin_lesson(console, l->number);
    } else if (text_equal(word, "next") && l->number < l->file->count) {
        begin_lesson(console, l->number + 1);
    } else if (text_equal(word, "show")) {
        say("Solution: %s", lesson_of(l)->solution);
    } else if (text_equal(word, "end") || text_equal(word, "next")) {
        end_lesson(console);
    } else {
        say("'lesson' takes a number from 1 to %u, next, again, show or end; not '%.40s'.", l->file->count, word);
    }
}

bool console_lesson_line(Console *console, char *text, bool move)
{
    static const char *const harmless[] = {"help", "?",    "lesson",  "rules",   "pieces",  "piece", "games",
                                           "quit", "exit", "unicode", "letters", "colours", "colors"};
    ConsoleLesson *l = console->lesson;
    size_t length = strcspn(text, " ");
    char word[24];
    if (!l) return false;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    for (unsigned i = 0; i < sizeof harmless / sizeof *harmless; ++i)
        if (text_equal(word, harmless[i])) return false;
    if (text_equal(word, "hint")) {
        tell(lesson_of(l)->hint);
    } else if (text_equal(word, "undo")) {
        undo(l, console->screen.style);
    } else if (text_equal(word, "board") || text_equal(word, "d")) {
        show_task(l, console->screen.style);
    } else if ((text_equal(word, "end") || text_equal(word, "done")) && l->legs.length) {
        take_move(console, "");
    } else if (move) {
        take_move(console, text);
    } else {
        say("In a lesson there are moves, 'hint', 'undo', 'board' and 'lesson' with next, again, show or end; 'lesson end' returns "
            "to your "
            "game.");
    }
    return true;
}

void console_lesson_prompt(const ConsoleLesson *l, Buffer *out)
{
    buffer_add(out, "Lesson %u, %s%s%s> ", l->number, side_name(l->pos->side), l->legs.length ? " " : "", buffer_text(&l->legs));
}
