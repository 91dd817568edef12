/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by all requests: the answer, the game and the position. */

#include <string.h>

#include "../eval/wdl.h"
#include "../text/notation.h"
#include "../rules.h"
#include "web.h"

/* ---- Answers ---- */

Buffer web_answer(const Web *web)
{
    Buffer out = {0};
    json_open(&out, NULL, '{');
    buffer_add(&out, "\"id\":%s", web->id.length ? web->id.text : "null");
    return out;
}

void web_answer_say(Buffer *out)
{
    json_close(out, '}');
    if (!out->failed) say_as_is(out->text);
    else say_as_is("{\"id\":null,\"error\":\"out of memory\"}");
    buffer_free(out);
}

void web_put_effort(Buffer *out, int depth, uint64_t nodes, int64_t time)
{
    json_put_number(out, "depth", depth);
    json_put_number(out, "nodes", (int64_t)nodes);
    json_put_number(out, "time", time);
}

void web_put_score(Buffer *out, const Position *pos, Score score)
{
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    json_put_number(out, decided ? "mate" : "cp", decided ? score_mate_in(score) : score_normalise(pos, score));
}

void web_put_square(Buffer *out, const char *key, const Variant *variant, Square square)
{
    char name[4];
    square_print(variant, square, name);
    json_put_text(out, key, name);
}

void web_put_piece(Buffer *out, const char *key, const Variant *variant, Piece piece)
{
    char symbol[3] = "";
    if (piece) piece_print(variant, piece, symbol);
    json_put_text(out, key, symbol);
}

void web_put_count(Buffer *out, const Variant *variant, Piece piece, int64_t count)
{
    char symbol[3];
    piece_print(variant, piece, symbol);
    if (count) json_put_number(out, symbol, count);
}

/* ---- The position of a request ---- */

const Variant *web_variant(Web *web, ErrorText *error)
{
    const char *name = json_text(web->request, "game", NULL), *rules = json_text(web->request, "rules", NULL);
    const Variant *variant = name ? variant_find(name) : NULL;
    if (!name) error_set(error, "\"game\" is missing; \"do\":\"games\" lists them");
    else if (!variant) error_set(error, "no game is called '%.40s'; \"do\":\"games\" lists them", name);
    if (!variant || !rules) return variant && variant->rules.instead ? variant->rules.instead : variant;
    return rules_agree(&variant, rules, true, error) ? variant : NULL;
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
    if (number > file->count) return error_set(error, "%s has lessons 1 to %u, not %u", variant->title, file->count, number);
    if (variant != web->session->variant && !session_set_variant(web->session, variant->name, error)) return false;
    if (!lesson_begin(&web->run, &file->lessons[number - 1], session_board(web->session), error)) return false;
    for (const JsonNode *move = moves; move; move = move->next)
        if (++count, !lesson_play(&web->run, move->text, &why))
            return error_set(error, "move %u, %.40s: %.120s", count, move->text, why.text);
    web->lesson = number;
    return true;
}

/* Sets the session's board to a game after these moves, which are strings. */
static bool game_position(Web *web, const Variant *variant, const char *fen, const JsonNode *list, ErrorText *error)
{
    Session *session = web->session;
    ErrorText why;
    Buffer moves = {0};
    size_t number = 1;
    bool ok = true;
    if (variant != session->variant || !session_game_is(session, fen)) {
        web->policy = (Policy){0};
        if (variant != session->variant && !session_set_variant(session, variant->name, error)) return false;
        if (!session_set_fen(session, fen, &why)) return error_set(error, "\"fen\": %.180s", why.text);
    }
    for (const JsonNode *move = list; ok && move; move = move->next, ++number) {
        ok = (*move->text && !strchr(move->text, ' '))
             || error_set(error, "move %zu, %.40s: a move is one word", number, move->text);
        buffer_add(&moves, "%s%s", moves.length ? " " : "", move->text);
    }
    ok = ok && (!moves.failed || error_set(error, "out of memory"));
    ok = ok && session_set_game(session, fen, buffer_text(&moves), error);
    buffer_free(&moves);
    return ok;
}

bool web_position(Web *web, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    if (!variant) return false;
    const JsonNode *list = json_member(web->request, "moves");
    if (list && list->type != JSON_ARRAY) return error_set(error, "\"moves\" is an array of strings");
    list = list ? list->first : NULL;
    for (const JsonNode *move = list; move; move = move->next)
        if (move->type != JSON_STRING) return error_set(error, "\"moves\" is an array of strings");
    int64_t lesson = 0;
    web->lesson = 0;
    if (!json_number(web->request, "lesson", 1, LESSONS_MAX, &lesson, error)) return false;
    if (lesson) return lesson_position(web, variant, (unsigned)lesson, list, error);
    return game_position(web, variant, json_text(web->request, "fen", variant->position.start_fen), list, error);
}
