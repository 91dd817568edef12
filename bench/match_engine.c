/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "match_engine.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "match_protocol.h"

enum {
    GRACE = 1000000,    /* after the time is over an engine that still lives answers within */
    QUIT_TIME = 500000  /* between "quit" and the kill */
};

static const Protocol *protocol_of(const Engine *engine)
{
    return engine->config->kind == ENGINE_XBOARD ? &protocol_cecp : &protocol_uci;
}

static bool built_in(const Engine *engine)
{
    return engine->config->kind == ENGINE_RANDOM || engine->config->kind == ENGINE_GREEDY;
}

/* ---- Small things the protocols share ---- */

bool word_skip(const char **text, const char *word)
{
    size_t n = strlen(word);
    const char *p = *text;
    while (*p == ' ') ++p;
    if (strncmp(p, word, n) != 0 || (p[n] != ' ' && p[n] != '\0')) return false;
    p += n;
    while (*p == ' ') ++p;
    *text = p;
    return true;
}

void engine_offer(Engine *engine, const char *name)
{
    size_t old = engine->offers ? strlen(engine->offers) : 0, n = strlen(name);
    if (n == 0 || old + n > TURN_LIST_MAX) return;
    engine->offers = match_alloc(engine->offers, old + n + 2);
    memcpy(engine->offers + old, name, n);
    memcpy(engine->offers + old + n, "\n", 2);
}

bool engine_offers(const Engine *engine, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = engine->offers; p && *p; p = strchr(p, '\n') + 1)
        if (strncasecmp(p, name, n) == 0 && p[n] == '\n') return true;
    return false;
}

void engine_warn_option(const Engine *engine, NameValue *option)
{
    if (match_once(&option->warned))
        match_warn("%s does not offer the option '%s'", engine->config->name, option->name);
}

bool answer_fault(Answer *answer, const char *reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    answer->kind = process_stopping() ? ANSWER_STOP : ANSWER_FAULT;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
    vsnprintf(answer->detail, sizeof answer->detail, format, args);
    va_end(args);
    return false;
}

/* ---- Lines out and in ---- */

static void log_line(const Engine *engine, const char *direction, const char *line)
{
    FILE *log = engine->match->log;
    if (!log) return;
    double seconds = (double)(time_now() - engine->match->start_time) / 1e6;
    fprintf(log, "%.3f [%u] %s %s %s\n", seconds, engine->thread, engine->config->name, direction, line);
}

/* The loss of an engine whose process is gone or useless, which is cleared away. */
static bool engine_crashed(Engine *engine, Answer *answer)
{
    char how[64];
    process_end(&engine->process, 0, how, sizeof how);
    return answer_fault(answer, "crash", "the engine stopped talking: %s", how);
}

bool engine_send(Engine *engine, Answer *answer, const char *format, ...)
{
    static const char too_long[] = "a command is too long";
    char small[1024], *text = small;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(small, sizeof small - 1, format, args);
    va_end(args);
    if (n < 0) return answer_fault(answer, "runner", "%s", too_long);
    if ((size_t)n >= sizeof small - 1) {
        text = match_alloc(NULL, (size_t)n + 2);
        va_start(args, format);
        vsnprintf(text, (size_t)n + 1, format, args);
        va_end(args);
    }
    log_line(engine, "<", text);
    memcpy(text + n, "\n", 2);
    bool ok = process_send(&engine->process, text, time_now() + PATIENCE);
    if (text != small) free(text);
    return ok || engine_crashed(engine, answer);
}

ReadStatus engine_read(Engine *engine, int64_t deadline)
{
    ReadStatus status = process_read(&engine->process, engine->line, sizeof engine->line, deadline);
    if (status == READ_LINE) log_line(engine, ">", engine->line);
    return status;
}

bool engine_read_failed(Engine *engine, ReadStatus status, const char *waiting, Answer *answer)
{
    if (status == READ_END) return engine_crashed(engine, answer);
    process_end(&engine->process, 0, NULL, 0);
    if (status == READ_FLOOD)
        return answer_fault(answer, "flood", "more than %d MB of output and no answer to %s",
                            PROCESS_FLOOD_MAX >> 20, waiting);
    return answer_fault(answer, "hang", "no answer to %s", waiting);
}

bool engine_wait_for(Engine *engine, const char *word, void (*each)(Engine *, const char *), Answer *answer)
{
    int64_t deadline = time_now() + PATIENCE;
    process_expect(&engine->process);
    for (;;) {
        ReadStatus status = engine_read(engine, deadline);
        if (status != READ_LINE) {
            char waiting[64];
            snprintf(waiting, sizeof waiting, "what '%s' answers", word);
            return engine_read_failed(engine, status, waiting, answer);
        }
        const char *line = engine->line;
        if (word_skip(&line, word)) return true;
        if (each) each(engine, engine->line);
    }
}

/* ---- A game ---- */

static bool engine_start(Engine *engine, Answer *answer)
{
    EngineConfig *config = engine->config;
    ErrorText error;
    free(engine->offers);
    free(engine->variants);
    engine->offers = engine->variants = NULL;
    engine->told = NULL;
    engine->played = false;
    int error_fd = engine->match->log ? fileno(engine->match->log) : -1;
    if (!process_start(&engine->process, config->args, config->dir, error_fd, &error))
        return answer_fault(answer, "start", "%s", error.text);
    return protocol_of(engine)->handshake(engine, answer);
}

bool engine_new_game(Engine *engine, const Variant *variant, const char *fen, Side side, Answer *answer)
{
    memset(answer, 0, sizeof *answer);
    engine->variant = variant;
    engine->side = side;
    if (built_in(engine)) return true;
    if (engine->config->restart || (engine->played && !engine->reuse)) engine_quit(engine);

    /* A process that died between two games has lost neither: a new one gets its chance. */
    bool used = engine->process.pid > 0;
    if (used && protocol_of(engine)->new_game(engine, fen, side, answer)) return engine->played = true;
    if (used && answer->kind == ANSWER_STOP) return false;
    if (used) match_warn("%s: %s: started again", engine->config->name, answer->detail);
    process_end(&engine->process, 0, NULL, 0);

    if (engine_start(engine, answer) && protocol_of(engine)->new_game(engine, fen, side, answer))
        return engine->played = true;
    if (answer->kind == ANSWER_FAULT) snprintf(answer->reason, sizeof answer->reason, "does not start");
    process_end(&engine->process, 0, NULL, 0);
    return false;
}

static void think_built_in(Engine *engine, const GameView *game, Answer *answer)
{
    Move move = engine->config->kind == ENGINE_GREEDY ? player_greedy(game->pos, &engine->random)
                                                      : player_random(game->pos, &engine->random);
    answer->kind = ANSWER_TURN;
    answer->move = move;
    if (move == MOVE_NONE) answer_fault(answer, "runner", "out of memory");
}

/* Microseconds until the turn must have come, margin included. */
static int64_t time_allowed(const Engine *engine, const GameView *game)
{
    const Limit *limit = &engine->config->limit;
    int64_t allowed = INT64_MAX;
    if (limit->clock) allowed = game->clocks[game->pos->side];
    if (limit->turn_time && limit->turn_time < allowed) allowed = limit->turn_time;
    return allowed == INT64_MAX ? engine->config->timeout : allowed + engine->config->margin;
}

/* The time is over: an engine that answers within a grace period has merely lost on
 * time, another one hangs. */
static void time_is_over(Engine *engine, int64_t allowed, Answer *answer)
{
    bool timed = engine->config->limit.clock || engine->config->limit.turn_time;
    char text[256];
    Answer late = {0};
    int64_t deadline = time_now() + GRACE;
    if (!engine_send(engine, &late, "%s", protocol_of(engine)->stop)) {
        *answer = late;
        return;
    }
    for (;;) {
        ReadStatus status = engine_read(engine, deadline);
        if (status != READ_LINE) {
            snprintf(text, sizeof text, "the command to think for %.1f s", (double)(allowed + GRACE) / 1e6);
            engine_read_failed(engine, status, text, answer);
            return;
        }
        if (protocol_of(engine)->read_thinking(engine, engine->line, text, sizeof text, &late)) break;
    }
    answer_fault(answer, timed ? "time forfeit" : "hang", "no turn within %.3f s; it came %.3f s after the stop",
                 (double)allowed / 1e6, (double)(time_now() - deadline + GRACE) / 1e6);
}

static void take_turn(const Engine *engine, const GameView *game, const char *text, Answer *answer)
{
    (void)engine;
    ErrorText error = {"not legal"};
    Move move = MOVE_NONE;
    if (game->pos->variant->parse_turn(game->pos, text, &move, &error) &&
        game->pos->variant->move_is_legal(game->pos, move))
        answer->move = move;
    else
        answer_fault(answer, "illegal turn", "'%.100s': %.200s", text, error.text);
}

void engine_think(Engine *engine, const GameView *game, Answer *answer)
{
    memset(answer, 0, sizeof *answer);
    int64_t start = time_now();
    if (built_in(engine)) {
        think_built_in(engine, game, answer);
        answer->elapsed = time_now() - start;
        return;
    }
    const Protocol *protocol = protocol_of(engine);
    process_expect(&engine->process);
    if (!protocol->start_thinking(engine, game, answer)) return;

    start = time_now();
    int64_t allowed = time_allowed(engine, game);
    char text[256];
    bool decided = false;
    while (!decided) {
        ReadStatus status = engine_read(engine, start + allowed);
        answer->elapsed = time_now() - start;
        if (status == READ_TIMEOUT) {
            time_is_over(engine, allowed, answer);
            return;
        }
        if (status != READ_LINE) {
            engine_read_failed(engine, status, "the command to think", answer);
            return;
        }
        decided = protocol->read_thinking(engine, engine->line, text, sizeof text, answer);
    }
    if (answer->kind == ANSWER_TURN) take_turn(engine, game, text, answer);
}

void engine_quit(Engine *engine)
{
    if (engine->process.pid > 0) {
        log_line(engine, "<", "quit");
        process_send(&engine->process, "quit\n", time_now() + QUIT_TIME);
        process_end(&engine->process, time_now() + QUIT_TIME, NULL, 0);
    }
    free(engine->offers);
    free(engine->variants);
    engine->offers = engine->variants = NULL;
}

void engine_game_over(Engine *engine, Result result, const char *reason)
{
    static const char *const scores[] = {"*", "1-0", "0-1", "1/2-1/2"};
    Answer ignored;
    if (engine->process.pid <= 0 || engine->config->kind != ENGINE_XBOARD) return;
    if (engine_send(engine, &ignored, "result %s {%s}", scores[result], reason)) engine_send(engine, &ignored, "force");
    engine->forced = true;
}
