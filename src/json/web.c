/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "web.h"

#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../session/bench.h"
#include "serve.h"

/* ---- Thinking ---- */

static void put_line(Buffer *out, const char *key, Position *pos, const Move *pv, int length)
{
    Buffer text = {0};
    session_print_pv(pos, pv, length, &text);
    json_put_words(out, key, buffer_text(&text));
    out->failed |= text.failed;
    buffer_free(&text);
}

static void on_report(void *context, const SearchReport *r)
{
    const Web *web = context;
    Position *pos = web->session->root;
    Buffer out = web_answer(web);
    json_open(&out, "info", '{');
    web_put_effort(&out, r->depth, r->nodes, r->time);
    json_put_number(&out, "multipv", r->multipv);
    web_put_score(&out, pos, r->score);
    if (r->bound != BOUND_EXACT) json_put_text(&out, "bound", r->bound == BOUND_LOWER ? "lower" : "upper");
    put_line(&out, "pv", pos, r->pv, r->pv_length);
    web_put_short_line(&out, "san", pos, r->pv, r->pv_length);
    json_close(&out, '}');
    web_answer_say(&out);
}

/* Reports progress, if the request wants it. */
static void on_progress(void *context, const SearchProgress *p)
{
    const Web *web = context;
    Buffer out = web_answer(web);
    json_open(&out, "info", '{');
    web_put_effort(&out, p->depth, p->nodes, p->time);
    json_close(&out, '}');
    web_answer_say(&out);
}

static void on_done(void *context, const SearchResult *result)
{
    Web *web = context;
    Position *pos = web->session->root;
    Move line[2] = {result->best, result->ponder};
    Buffer out = web_answer(web);
    json_open(&out, "done", '{');
    put_line(&out, "pv", pos, line, result->ponder ? 2 : 1);
    if (result->depth) web_put_score(&out, pos, result->score);
    web_put_short_line(&out, "san", pos, line, result->ponder ? 2 : 1);
    web_put_effort(&out, result->depth, result->nodes, result->time);
    if (web->own_move && result->depth) {
        policy_note(&web->policy, position_plies(pos), score_normalise(pos, result->score));
        if (policy_resigns(&web->policy, web->level)) json_put_flag(&out, "resigns", true);
        else if (policy_offers_draw(&web->policy, pos, web->level)) json_put_flag(&out, "offers_draw", true);
    }
    json_close(&out, '}');
    web_answer_say(&out);
}

enum {
    TIME_LIMIT = 1000000000,
    LESSON_NODES = 50000 /* of the opponent's search in a lesson */
};

static bool read_limits(const Web *web, SearchLimits *limits, ErrorText *error)
{
    const JsonNode *r = web->request;
    int64_t depth = 0, nodes = 0, togo = 0, multipv = limits->multipv, time = -1;
    bool ok = json_number(r, "depth", 1, MAX_PLY, &depth, error) && json_number(r, "nodes", 1, INT64_MAX, &nodes, error)
              && json_number(r, "movetime", 1, TIME_LIMIT, &limits->move_time, error)
              && json_number(r, "time", 0, TIME_LIMIT, &time, error)
              && json_number(r, "increment", 0, TIME_LIMIT, &limits->increment, error)
              && json_number(r, "movestogo", 1, 1000, &togo, error) && json_number(r, "multipv", 1, MULTIPV_MAX, &multipv, error);
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    limits->moves_to_go = (int)togo;
    limits->multipv = (int)multipv;
    /* Even with no time left a move is expected. */
    if (time >= 0) limits->time = time > 0 ? time : 1;
    limits->infinite = !depth && !nodes && !limits->move_time && time < 0;
    return ok;
}

/* Reads the player's level from the request, if any. */
static bool read_player(Web *web, SearchLimits *limits, ErrorText *error)
{
    const Session *session = web->session;
    const Variant *variant = session->variant;
    int64_t level = -1;
    if (!json_number(web->request, "level", 0, LEVEL_FULL, &level, error)) return false;
    if (level >= 0) limits->skill = level_skill(variant, (int)level, session_seed(session));
    web->level = level >= 0 ? (int)level : session_level(session);
    web->own_move = json_flag(web->request, "own_move");
    /* A weaker player needs no other limit. */
    if (web->own_move && limits->skill.limited) limits->infinite = false;
    return true;
}

static bool web_think(Web *web, ErrorText *error)
{
    Session *session = web->session;
    if (!web_position(web, error)) return false;
    Go go = {.limits = session_limits(session), .callbacks = {.report = on_report, .done = on_done, .context = web}};
    SearchLimits *limits = &go.limits;
    if (!read_limits(web, limits, error) || !read_player(web, limits, error)) return false;
    if (web->lesson && web->own_move) {
        if (web_lesson_reply(web)) return true;
        limits->skill = level_skill(session->variant, web->run.lesson->opponent.level, session_seed(session));
        limits->infinite = false;
        limits->nodes = LESSON_NODES;
        web->own_move = false; /* in a lesson it neither resigns nor offers a draw */
    }
    if (json_flag(web->request, "progress")) go.callbacks.progress = on_progress;
    return session_go(session, &go, NULL, error) == GO_SEARCHES;
}

/* ---- Other requests ---- */

/* The user offers a draw. */
static bool web_draw(Web *web, Buffer *out, ErrorText *error)
{
    int64_t level = session_level(web->session);
    if (!web_position(web, error) || !json_number(web->request, "level", 0, LEVEL_FULL, &level, error)) return false;
    unsigned ply = position_plies(web->session->pos);
    Policy policy = web->policy;
    policy_take_back(&policy, ply);
    bool fresh = policy.count && policy.notes[policy.count - 1].ply + 2 >= ply;
    json_put_flag(out, "accepts", fresh && policy_takes_draw(&policy, (int)level));
    json_put_flag(out, "better", fresh && policy_is_better(&policy));
    return true;
}

/* Every request stops the search first. */
static bool web_stop(Web *web, Buffer *out, ErrorText *error)
{
    (void)web, (void)out, (void)error;
    return true;
}

static bool web_option(Web *web, Buffer *out, ErrorText *error)
{
    (void)out;
    const JsonNode *value = json_member(web->request, "value");
    const char *name = json_text(web->request, "name", NULL), *text = "";
    if (!name) return error_set(error, "\"name\" of the option is missing");
    const Option *option = option_find(session_options, name);
    if (option && !(option->protocols & OFFERED_JSON)) return error_set(error, "%s is not for JSON: see docs/web.md", option->name);
    if (value && value->type <= JSON_TRUE) text = value->type == JSON_TRUE ? "true" : "false";
    else if (value) text = value->text;
    return session_set_option(web->session, name, text, error);
}

static bool web_bench(Web *web, Buffer *out, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    int64_t depth = variant ? variant_bench_depth(variant) : 0, time;
    uint64_t nodes;
    if (!variant || !json_number(web->request, "depth", 1, MAX_PLY, &depth, error)) return false;
    NetStore *nets = session_nets(web->session);
    if (!bench_variant(variant, (int)depth, nets ? nets_of(nets, variant) : NULL, &nodes, &time))
        return error_set(error, "out of memory");
    web_put_effort(out, (int)depth, nodes, time);
    return true;
}

typedef struct Request {
    const char *name;
    bool (*run)(Web *web, Buffer *out, ErrorText *error);
} Request;

static const Request requests[] = {
    {"games", web_games},     {"position", web_look},   {"reach", web_reach},   {"piece", web_piece},    {"setup", web_setup},
    {"pgn_write", web_pgn},   {"pgn_read", web_read},   {"pgn_list", web_list}, {"san", web_short},      {"book", web_book},
    {"lessons", web_lessons}, {"puzzles", web_puzzles}, {"puzzle", web_puzzle}, {"stop", web_stop},
    {"offer_draw", web_draw}, {"option", web_option},
};

/* What searches is called directly: see web_poll in src/search/search.c. */
static bool run(Web *web, const char *name, Buffer *out, ErrorText *error)
{
    if (strcmp(name, "bench") == 0) return web_bench(web, out, error);
    if (strcmp(name, "puzzle_try") == 0) return web_try(web, out, error);
    if (strcmp(name, "puzzle_solution") == 0) return web_solution(web, out, error);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; ++i)
        if (strcmp(name, requests[i].name) == 0) return requests[i].run(web, out, error);
    return error_set(error, "no request is called '%.40s'", name);
}

static bool obey(Web *web, ErrorText *error)
{
    const char *name = json_text(web->request, "do", NULL);
    if (!name) return error_set(error, "\"do\" is missing: it names the request");
    if (strcmp(name, "quit") == 0) return web->session->quit = true;
    if (strcmp(name, "search") == 0) return web_think(web, error); /* answers by itself */
    Buffer out = web_answer(web);
    size_t begun = out.length;
    bool ok = run(web, name, &out, error);
    if (ok && out.length == begun) json_put_flag(&out, "ok", true);
    if (ok) web_answer_say(&out);
    else buffer_free(&out);
    return ok;
}

/* Answers one line, which it modifies. */
static void answer(Web *web, char *line)
{
    JsonDocument document;
    ErrorText error = {""};
    if (web->session) session_halt(web->session);
    buffer_clear(&web->id);
    bool ok = json_read(line, &document, &error);
    if (ok && document.root->type != JSON_OBJECT) ok = error_set(&error, "a request is a JSON object, like {\"do\":\"games\"}");
    if (ok) {
        const JsonNode *id = json_member(document.root, "id");
        if (id && id->type == JSON_STRING) json_put_text(&web->id, NULL, id->text);
        if (id && id->type == JSON_NUMBER) buffer_add(&web->id, "%s", id->text);
        web->request = document.root;
        ok = web->session ? obey(web, &error) : error_set(&error, "%s", web->refusal);
    }
    if (!ok) {
        Buffer out = web_answer(web);
        json_put_text(&out, "error", error.text);
        web_answer_say(&out);
    }
    web->request = NULL;
    json_free(&document);
}

static void web_free(Web *web)
{
    if (web->session) session_halt(web->session);
    buffer_free(&web->id);
    lessons_free(web->lessons);
}

int web_run(Session *session, LineReader *input, char *first_line)
{
    Web web = {.session = session};
    for (char *line = first_line ? first_line : line_read(input, stdin); line && !session->quit;
         line = session->quit ? NULL : line_read(input, stdin))
        if (*text_rest(line)) answer(&web, line);
    web_free(&web);
    return STATUS_OK;
}

int web_refuse(const char *why)
{
    Web web = {.refusal = why};
    LineReader input = {0};
    for (char *line; (line = line_read(&input, stdin));)
        if (*text_rest(line)) answer(&web, line);
    web_free(&web);
    line_free(&input);
    return STATUS_ERROR;
}

#ifdef __wasm__
/* ---- Entry points of the WebAssembly build: one line at a time ---- */

#define EXPORT(name) __attribute__((used, export_name(#name))) name
char *EXPORT(web_buffer)(size_t size);
void EXPORT(web_rules)(char *rules);
void EXPORT(web_line)(char *line);
int EXPORT(web_network)(char *bytes, size_t size);

/* Allocates bytes for the caller to fill; NULL if memory ran out. */
char *web_buffer(size_t size) { return malloc(size); }

/* The one client, which begins by rules, NULL for the games' own. */
static Web *client(const char *rules)
{
    static Web web;
    static ErrorText why;
    if (web.session || web.refusal) return &web;
    bool ok = rules_init((const char *const[]){rules, NULL}, &why)
              && ((web.session = session_new()) || error_set(&why, "out of memory"));
    if (!ok) web.refusal = why.text;
    return &web;
}

/* Chooses rules, "GAME:OPTION=VALUE,...", before anything else, and frees them. */
void web_rules(char *rules)
{
    client(rules);
    free(rules);
}

/* Answers and frees a line. */
void web_line(char *line)
{
    answer(client(NULL), line);
    free(line);
}

/* Takes over the network of a game, and frees the bytes. Returns 0, or 1 if they are none or memory ran out. */
int web_network(char *bytes, size_t size)
{
    ErrorText error;
    Web *web = client(NULL);
    bool ok = web->session && session_add_net(web->session, bytes, size, &error);
    free(bytes);
    return ok ? 0 : 1;
}
#endif
