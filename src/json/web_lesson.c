/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Lessons in the JSON protocol: the list, the state of a lesson, and the opponent's replies. */

#include <string.h>

#include "../text/notation.h"
#include "web.h"

static const char *const state_names[] = {"open", "solved", "failed"};
static const char *const failure_names[] = {"rule", "out_of_moves", "game_over", "check"};

static void put_flags(Buffer *out, const Variant *variant, const bool *flags)
{
    json_open(out, "flags", '[');
    for (unsigned s = 0; s < square_count(variant); ++s)
        if (flags[s]) web_put_square(out, NULL, variant, (Square)s);
    json_close(out, ']');
}

static void put_lesson(Buffer *out, const Lesson *lesson, unsigned number)
{
    json_open(out, NULL, '{');
    json_put_number(out, "number", number);
    json_put_text(out, "title", lesson->title);
    json_put_text(out, "task", lesson->task);
    json_put_text(out, "hint", lesson->hint);
    json_put_text(out, "fen", lesson->fen);
    json_put_text(out, "side", lesson->side == WHITE ? "w" : "b");
    json_put_flag(out, "opponent_passes", lesson->opponent.passes);
    if (!lesson->opponent.passes) json_put_number(out, "level", lesson->opponent.level);
    if (lesson->moves) json_put_number(out, "max_moves", lesson->moves);
    put_flags(out, lesson->variant, lesson->flags);
    json_put_words(out, "solution", lesson->solution);
    json_open(out, "wrong", '[');
    for (unsigned i = 0; i < lesson->wrong.count; ++i) json_put_text(out, NULL, lesson->wrong.line[i]);
    json_close(out, ']');
    json_close(out, '}');
}

bool web_lessons(Web *web, Buffer *out, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    const char *text = json_text(web->request, "text", NULL);
    if (!variant) return false;
    LessonFile *file = text ? lessons_read(variant, text, strlen(text), error) : lessons_of(variant, error);
    bool ok = file || !*error->text;
    for (unsigned i = 0; file && text && ok && i < file->count; ++i) ok = lesson_check(&file->lessons[i], error);
    json_open(out, "lessons", '[');
    for (unsigned i = 0; file && i < file->count; ++i) put_lesson(out, &file->lessons[i], i + 1);
    json_close(out, ']');
    lessons_free(file);
    return ok;
}

void web_put_lesson(const Web *web, Buffer *out)
{
    const LessonRun *run = &web->run;
    if (!web->lesson) return;
    json_open(out, "lesson", '{');
    json_put_number(out, "number", web->lesson);
    json_put_text(out, "state", state_names[run->state]);
    if (run->state == LESSON_FAILED) json_put_text(out, "failure", failure_names[run->why]);
    if (run->remark) json_put_text(out, "remark", run->remark);
    json_put_number(out, "move_count", run->moves);
    if (run->lesson->moves) json_put_number(out, "moves_left", run->lesson->moves - run->moves);
    put_flags(out, run->lesson->variant, run->flags);
    json_close(out, '}');
}

bool web_lesson_reply(Web *web)
{
    Move move = web->lesson ? lesson_reply(&web->run) : MOVE_NONE;
    char text[MOVE_TEXT_MAX];
    if (!move) return false;
    web->session->variant->text.print(web->session->pos, move, text);
    Buffer out = web_answer(web);
    json_open(&out, "done", '{');
    json_put_words(&out, "pv", text);
    web_put_effort(&out, 0, 0, 0);
    json_close(&out, '}');
    web_answer_say(&out);
    return true;
}
