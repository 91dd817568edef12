/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "player.h"
#include "talk.h"

enum { QUIT_TIME = 500000 /* microseconds between "quit" and the kill */ };

static const Protocol *protocol_of(const Engine *engine)
{
    return engine->config->kind == ENGINE_XBOARD ? &protocol_cecp : &protocol_uci;
}

static bool built_in(const Engine *engine)
{
    return engine->config->kind >= ENGINE_RANDOM;
}

/* ---- A game ---- */

static bool engine_start(Engine *engine, Answer *answer)
{
    EngineConfig *config = engine->config;
    ErrorText error;
    free(engine->offers);
    free(engine->variants);
    engine->offers = engine->variants = NULL;
    engine->sent_variant = NULL;
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

    /* An engine that died between two games has not lost: it is restarted once. */
    bool used = engine->process.pid > 0;
    if (used && protocol_of(engine)->new_game(engine, fen, side, answer)) return engine->played = true;
    if (used && answer->kind == ANSWER_STOP) return false;
    if (used) match_warn("%s: %s: started again", engine->config->name, answer->detail);
    process_kill(&engine->process);

    if (engine_start(engine, answer) && protocol_of(engine)->new_game(engine, fen, side, answer))
        return engine->played = true;
    if (answer->kind == ANSWER_FAULT) snprintf(answer->reason, sizeof answer->reason, "does not start");
    process_kill(&engine->process);
    return false;
}

static void think_built_in(Engine *engine, const GameView *game, Answer *answer)
{
    EngineKind kind = engine->config->kind;
    Move move = kind == ENGINE_GREEDY  ? player_greedy(game->pos, &engine->random)
                : kind == ENGINE_TAKER ? player_taker(game->pos, &engine->random)
                                       : player_random(game->pos, &engine->random);
    answer->kind = ANSWER_MOVE;
    answer->move = move;
    if (move == MOVE_NONE) answer_fault(answer, "runner", "out of memory");
}

/* Microseconds until the move must arrive, including the margin. */
static int64_t time_allowed(const Engine *engine, const GameView *game)
{
    const Limit *limit = &engine->config->limit;
    int64_t allowed = INT64_MAX;
    if (limit->clock) allowed = game->clocks[game->pos->side];
    if (limit->move_time && limit->move_time < allowed) allowed = limit->move_time;
    return allowed == INT64_MAX ? engine->config->timeout : allowed + engine->config->margin;
}

/* Out of time. An engine that answers within the grace period loses on time; otherwise it hangs. */
static void time_is_over(Engine *engine, int64_t allowed, Answer *answer)
{
    bool timed = engine->config->limit.clock || engine->config->limit.move_time;
    char text[256];
    Answer late = {0};
    int64_t grace = engine->config->grace, deadline = match_time() + grace;
    if (!engine_send(engine, &late, "%s", protocol_of(engine)->stop)) {
        *answer = late;
        return;
    }
    for (;;) {
        ReadStatus status = engine_read(engine, deadline);
        if (status != READ_LINE) {
            snprintf(text, sizeof text, "the command to think for %.1f s", (double)(allowed + grace) / 1e6);
            answer->out_of_time = timed;
            engine_read_failed(engine, status, text, answer);
            return;
        }
        if (protocol_of(engine)->read_thinking(engine, engine->line, text, sizeof text, &late)) break;
    }
    answer->out_of_time = timed;
    answer_fault(answer, timed ? "time forfeit" : "hang", "no move within %.3f s; it came %.3f s after the stop",
                 (double)allowed / 1e6, (double)(match_time() - deadline + grace) / 1e6);
}

static void take_move(const Engine *engine, const GameView *game, const char *text, Answer *answer)
{
    ErrorText error = {"not legal"};
    Move move = MOVE_NONE;
    if (protocol_of(engine)->read_move(game->pos, text, &move, &error) &&
        position_is_legal(game->pos, move))
        answer->move = move;
    else
        answer_fault(answer, "illegal move", "'%.100s': %.200s", text, error.text);
}

void engine_think(Engine *engine, const GameView *game, Answer *answer)
{
    memset(answer, 0, sizeof *answer);
    int64_t start = match_time();
    if (built_in(engine)) {
        think_built_in(engine, game, answer);
        answer->elapsed = match_time() - start;
        return;
    }
    const Protocol *protocol = protocol_of(engine);
    process_expect(&engine->process);
    if (!protocol->start_thinking(engine, game, answer)) return;

    start = match_time();
    int64_t allowed = time_allowed(engine, game);
    char text[256];
    bool decided = false;
    while (!decided) {
        ReadStatus status = engine_read(engine, start + allowed);
        answer->elapsed = match_time() - start;
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
    if (answer->kind == ANSWER_MOVE) take_move(engine, game, text, answer);
}

void engine_quit(Engine *engine)
{
    if (engine->process.pid > 0) {
        engine_log(engine, "<", "quit");
        process_send(&engine->process, "quit\n", match_time() + QUIT_TIME);
        process_end(&engine->process, match_time() + QUIT_TIME, NULL, 0);
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
