/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Shared by all requests: the answer, the game and the position. */

#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../notation/notation.h"
#include "web.h"

/* ---- Answers ---- */

void web_answer_open(const Web *web, Buffer *out)
{
    json_open(out, NULL, '{');
    buffer_add(out, "\"id\":%s", web->id.length ? web->id.text : "null");
}

void web_answer_say(Buffer *out)
{
    json_close(out, '}');
    if (!out->failed) say_as_is(out->text);
    else say_as_is("{\"id\":null,\"error\":\"out of memory\"}");
    buffer_free(out);
}

bool web_complain(const Web *web, const ErrorText *error)
{
    Buffer out = {0};
    web_answer_open(web, &out);
    json_put_text(&out, "error", error->text);
    web_answer_say(&out);
    return false;
}

void web_put_score(Buffer *out, const Position *pos, Score score)
{
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    json_put_number(out, decided ? "mate" : "cp", decided ? score_mate_in(score) : score_normalise(pos, score));
}

/* ---- The position of a request ---- */

const Variant *web_variant(const Web *web, ErrorText *error)
{
    const char *name = json_text(web->request, "game", NULL);
    const Variant *variant = name ? variant_find(name) : NULL;
    if (!name) error_set(error, "\"game\" is missing; \"do\":\"games\" lists them");
    else if (!variant) error_set(error, "no game is called '%.40s'; \"do\":\"games\" lists them", name);
    return variant;
}

static void forget(Web *web)
{
    buffer_clear(&web->fen);
    web->move_count = 0;
}

static bool begin_game(Web *web, const Variant *variant, const char *fen, ErrorText *error)
{
    ErrorText why;
    forget(web);
    web->policy = (Policy){0};
    if (!session_set_variant(web->session, variant->name, error)) return false;
    if (!session_set_fen(web->session, fen, &why)) return error_set(error, "\"fen\": %.180s", why.text);
    buffer_add(&web->fen, "%s", fen);
    return !web->fen.failed || error_set(error, "out of memory");
}

static bool play(Web *web, const char *text, ErrorText *error)
{
    ErrorText why;
    size_t number = web->move_count + 1;
    if (web->move_count == web->move_room) {
        size_t room = web->move_room ? 2 * web->move_room : 64;
        void *grown = realloc(web->moves, room * sizeof *web->moves);
        if (!grown) return error_set(error, "out of memory");
        web->moves = grown;
        web->move_room = room;
    }
    Outcome outcome = session_outcome(web->session);
    /* Over the board a draw must be claimed, so recorded games may continue after a third occurrence. */
    bool decided = outcome.result == WHITE_WINS || outcome.result == BLACK_WINS;
    if (decided) return error_set(error, "move %zu: the game was over: %s", number, outcome.reason);
    if (strlen(text) >= MOVE_TEXT_MAX) return error_set(error, "move %zu is too long for any move", number);
    if (!session_play(web->session, text, &why)) return error_set(error, "move %zu, %.40s: %.120s", number, text, why.text);
    strcpy(web->moves[web->move_count++], text);
    return true;
}

/* The lessons of a game, read once. */
static const LessonFile *lessons_in(Web *web, const Variant *variant, ErrorText *error)
{
    if (web->lessons && web->lessons->variant == variant) return web->lessons;
    lessons_free(web->lessons);
    web->lessons = lessons_of(variant, error);
    if (!web->lessons && !*error->text) error_set(error, "%s has no lessons", variant->title);
    return web->lessons;
}

/* Sets the session's board to a lesson after these moves, which are strings. */
static bool lesson_position(Web *web, const Variant *variant, unsigned number, const JsonNode *moves, ErrorText *error)
{
    const LessonFile *file = lessons_in(web, variant, error);
    ErrorText why;
    unsigned count = 0;
    if (!file) return false;
    if (number > file->count) return error_set(error, "%s has %u lessons, and no number %u", variant->title, file->count, number);
    if (variant != web->session->variant && !session_set_variant(web->session, variant->name, error)) return false;
    if (!lesson_begin(&web->run, &file->lessons[number - 1], web->session->pos, error)) return false;
    for (const JsonNode *move = moves; move; move = move->next)
        if (++count, !lesson_play(&web->run, move->text, &why))
            return error_set(error, "move %u, %.40s: %.120s", count, move->text, why.text);
    web->lesson = number;
    return true;
}

bool web_position(Web *web, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    if (!variant) return false;
    const char *fen = json_text(web->request, "fen", variant->start_fen);
    const JsonNode *list = json_member(web->request, "moves");
    if (list && list->type != JSON_ARRAY) return error_set(error, "\"moves\" is an array of strings");
    for (const JsonNode *move = list ? list->first : NULL; move; move = move->next)
        if (move->type != JSON_STRING) return error_set(error, "\"moves\" is an array of strings");
    int64_t lesson = 0;
    web->lesson = 0;
    if (!json_number(web->request, "lesson", 1, LESSONS_MAX, &lesson, error)) return false;
    if (lesson) {
        forget(web);
        return lesson_position(web, variant, (unsigned)lesson, list ? list->first : NULL, error);
    }
    if (variant != web->session->variant || !web->fen.length || strcmp(fen, web->fen.text) != 0)
        if (!begin_game(web, variant, fen, error)) return false;
    const JsonNode *move = list ? list->first : NULL;
    size_t same = 0;
    for (; move && same < web->move_count && strcmp(move->text, web->moves[same]) == 0; move = move->next) ++same;
    while (web->move_count > same) {
        session_undo(web->session);
        --web->move_count;
    }
    for (; move; move = move->next)
        if (!play(web, move->text, error)) return false;
    return true;
}
