/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* UCI, on the runner's side. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base.h"
#include "talk.h"

/* "option name Move Overhead type spin ...": the name ends before " type ". */
static void read_option(Engine *engine, const char *line)
{
    char name[128];
    if (!word_skip(&line, "option") || !word_skip(&line, "name")) return;
    const char *end = strstr(line, " type ");
    size_t n = end ? (size_t)(end - line) : strlen(line);
    if (n >= sizeof name) return;
    memcpy(name, line, n);
    name[n] = '\0';
    engine_offer(engine, name);
}

static bool uci_handshake(Engine *engine, Answer *answer)
{
    EngineConfig *config = engine->config;
    engine->reuse = true;
    if (!engine_send(engine, answer, "uci") || !engine_wait_for(engine, "uciok", read_option, answer)) return false;
    for (size_t i = 0; i < config->option_count; ++i) {
        NameValue *option = &config->options[i];
        if (!engine_offers(engine, option->name)) engine_warn_option(engine, option);
        /* Then the user is responsible for the variant. */
        if (strcasecmp(option->name, "UCI_Variant") == 0) engine->sent_variant = engine->variant;
        if (!engine_send(engine, answer, "setoption name %s value %s", option->name, option->value)) return false;
    }
    return true;
}

/* After all other options: one of them may name the file with the rules. */
static bool send_variant(Engine *engine, Answer *answer)
{
    const char *name = engine->variant->name;
    if (engine->sent_variant == engine->variant) return true;
    engine->sent_variant = engine->variant;
    if (engine_offers(engine, "UCI_Variant"))
        return engine_send(engine, answer, "setoption name UCI_Variant value %s", name);
    if (strcmp(name, "chess") != 0 && match_once(&engine->config->warned_variant))
        match_warn("%s offers no UCI_Variant: does it play %s?", engine->config->name, name);
    return true;
}

static bool uci_new_game(Engine *engine, const char *fen, Side side, Answer *answer)
{
    (void)fen;
    (void)side;
    return send_variant(engine, answer) && engine_send_rules(engine, "setoption name UCI_Rules value ", answer) &&
           engine_send(engine, answer, "ucinewgame") && engine_send(engine, answer, "isready") &&
           engine_wait_ready(engine, "readyok", answer);
}

static bool uci_start_thinking(Engine *engine, const GameView *game, Answer *answer)
{
    const Limit *limit = &engine->config->limit;
    char go[256] = "go";
    size_t n = 2;
    if (limit->clock) {
        /* A side without a clock gets the clock of the side to move. */
        int64_t ms[2], inc[2];
        for (int side = 0; side < 2; ++side) {
            int64_t clock = game->clocks[side] ? game->clocks[side] : game->clocks[game->pos->side];
            ms[side] = clock / 1000 > 0 ? clock / 1000 : 1;
            inc[side] = game->increments[side] / 1000;
        }
        n += (size_t)snprintf(go + n, sizeof go - n, " wtime %lld btime %lld winc %lld binc %lld", (long long)ms[WHITE],
                              (long long)ms[BLACK], (long long)inc[WHITE], (long long)inc[BLACK]);
        if (game->moves_to_go) n += (size_t)snprintf(go + n, sizeof go - n, " movestogo %u", game->moves_to_go);
    }
    if (limit->move_time)
        n += (size_t)snprintf(go + n, sizeof go - n, " movetime %lld", (long long)(limit->move_time / 1000));
    if (limit->nodes) n += (size_t)snprintf(go + n, sizeof go - n, " nodes %llu", (unsigned long long)limit->nodes);
    if (limit->depth) snprintf(go + n, sizeof go - n, " depth %u", limit->depth);

    return engine_send(engine, answer, "position fen %s%s%s", game->fen, *game->moves ? " moves" : "", game->moves) &&
           engine_send(engine, answer, "%s", go);
}

/* Reads what is needed from an info line; on an error keeps the part before it. */
static void read_info(const char *line, Answer *answer)
{
    unsigned long long depth = 0, nodes = 0, nps = 0, ms = 0, multipv = 1;
    bool has_score = false, mate = false;
    long score = 0;
    while (*line) {
        if (word_skip(&line, "pv") || word_skip(&line, "string")) break;
        if (word_skip(&line, "depth")) depth = strtoull(line, NULL, 10);
        if (word_skip(&line, "nodes")) nodes = strtoull(line, NULL, 10);
        if (word_skip(&line, "nps")) nps = strtoull(line, NULL, 10);
        if (word_skip(&line, "time")) ms = strtoull(line, NULL, 10);
        if (word_skip(&line, "multipv")) multipv = strtoull(line, NULL, 10);
        if (word_skip(&line, "score")) {
            mate = word_skip(&line, "mate");
            has_score = mate || word_skip(&line, "cp");
            score = strtol(line, NULL, 10);
        }
        while (*line && *line != ' ') ++line;
        while (*line == ' ') ++line;
    }
    if (multipv > 1) return;
    if (has_score) {
        const long most = mate ? MATE_SCORE - MATE_SCORE_MIN - 1 : MATE_SCORE_MIN;
        if (score > most) score = most;
        if (score < -most) score = -most;
        if (mate) score = score > 0 ? MATE_SCORE - score : -MATE_SCORE - score;
        answer->has_score = true;
        answer->score = (int)score;
        if (depth && depth < 1000) answer->depth = (unsigned)depth;
    }
    if (nodes && (nps || ms)) {
        answer->nodes = nodes;
        answer->search_seconds = nps ? (double)nodes / (double)nps : (double)ms / 1e3;
    }
}

static bool uci_read_thinking(Engine *engine, const char *line, char *text, size_t size, Answer *answer)
{
    (void)engine;
    if (word_skip(&line, "info")) {
        read_info(line, answer);
        return false;
    }
    if (!word_skip(&line, "bestmove")) return false;
    size_t n = strcspn(line, " ");
    if (n >= size) n = size - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    answer->kind = ANSWER_MOVE;
    return true;
}

static bool uci_read_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    return pos->variant->text.parse(pos, text, move, error);
}

const Protocol protocol_uci = {uci_handshake, uci_new_game, uci_start_thinking, uci_read_thinking, uci_read_move, "stop"};
