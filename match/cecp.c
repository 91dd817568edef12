/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* CECP (the XBoard protocol, version 2), on the runner's side. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/text/notation.h"
#include "../src/text/move_text.h"
#include "base.h"
#include "talk.h"

enum { FEATURE_TIME = 2000000 /* microseconds to wait for features from an engine that sends no done=0 */ };

/*
 * On boards with exactly ten ranks CECP counts ranks from 0. Copies the text of a move with every rank shifted by
 * `shift`; a rank is the digits after a file letter.
 */
static void shift_ranks(const Variant *variant, const char *from, int shift, char *to, size_t size)
{
    size_t n = 0;
    if (variant->board.ranks != 10) shift = 0;
    while (*from && n + 4 < size) {
        bool file = shift && islower((unsigned char)*from) && isdigit((unsigned char)from[1]);
        to[n++] = *from++;
        if (!file) continue;
        char *end;
        long rank = strtol(from, &end, 10);
        if (end - from > 2 || rank + shift < 0) continue;
        n += (size_t)snprintf(to + n, size - n, "%ld", rank + shift);
        from = end;
    }
    to[n] = '\0';
}

/* Sends a played move. */
static bool send_move(Engine *engine, const Variant *variant, const char *text, Answer *answer)
{
    char move[MOVE_TEXT_MAX + 16];
    shift_ranks(variant, text, -1, move, sizeof move);
    return engine_send(engine, answer, "%s%s", engine->usermove ? "usermove " : "", move);
}

/* ---- Features ---- */

/* Reads one `name=value` or `name="value"` and advances *text. false at the end. */
static bool next_feature(const char **text, char *name, char *value, size_t size)
{
    const char *p = *text;
    while (*p == ' ') ++p;
    size_t n = strcspn(p, "= ");
    if (p[n] != '=' || n >= 32) return false;
    memcpy(name, p, n);
    name[n] = '\0';
    p += n + 1;
    bool quoted = *p == '"';
    if (quoted) ++p;
    n = strcspn(p, quoted ? "\"" : " ");
    const char *end = p + n + (quoted && p[n]);
    if (n >= size) n = size - 1;
    memcpy(value, p, n);
    value[n] = '\0';
    *text = end;
    return true;
}

/* Handles a line of features. *done becomes the value of done=0 or done=1, if present. */
static bool take_features(Engine *engine, const char *line, int *done, Answer *answer)
{
    static const char *const known[] = {"ping", "setboard", "usermove", "reuse", "time", "memory", "smp"};
    bool *const flags[] = {&engine->ping,      &engine->setboard, &engine->usermove, &engine->reuse,
                           &engine->send_time, &engine->memory,   &engine->smp};
    char name[32], *value = match_alloc(NULL, PROCESS_LINE_MAX);
    bool ok = true;
    while (ok && next_feature(&line, name, value, PROCESS_LINE_MAX)) {
        for (int i = 0; i < 7; ++i)
            if (strcmp(name, known[i]) == 0) *flags[i] = atoi(value) != 0;
        if (strcmp(name, "done") == 0) *done = atoi(value) != 0;
        if (strcmp(name, "variants") == 0) {
            free(engine->variants);
            engine->variants = match_copy(value);
        }
        if (strcmp(name, "option") == 0) {
            /* "Move Notation -combo ...": the name ends before " -". */
            char *end = strstr(value, " -");
            if (end) *end = '\0';
            engine_offer(engine, value);
        }
        ok = engine_send(engine, answer, "accepted %s", name);
    }
    free(value);
    return ok;
}

static bool lists_variant(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; p; p = strchr(p, ',')) {
        p += strspn(p, ", ");
        if (strncmp(p, name, n) == 0 && (p[n] == ',' || p[n] == ' ' || p[n] == '\0')) return true;
    }
    return false;
}

static bool send_options(Engine *engine, Answer *answer)
{
    EngineConfig *config = engine->config;
    bool notation_set = false;
    for (size_t i = 0; i < config->option_count; ++i) {
        NameValue *option = &config->options[i];
        bool ok;
        notation_set |= strcasecmp(option->name, "Move Notation") == 0;
        if (engine->memory && strcasecmp(option->name, "Hash") == 0) {
            ok = engine_send(engine, answer, "memory %s", option->value);
        } else if (engine->smp && strcasecmp(option->name, "Threads") == 0) {
            ok = engine_send(engine, answer, "cores %s", option->value);
        } else {
            if (!engine_offers(engine, option->name)) engine_warn_option(engine, option);
            ok = engine_send(engine, answer, "option %s=%s", option->name, option->value);
        }
        if (!ok) return false;
    }
    /* Otherwise the engine would send each leg as a separate move. */
    if (!notation_set && engine_offers(engine, "Move Notation"))
        return engine_send(engine, answer, "option Move Notation=whole");
    return true;
}

static bool cecp_handshake(Engine *engine, Answer *answer)
{
    engine->ping = engine->setboard = engine->usermove = engine->memory = engine->smp = false;
    engine->reuse = engine->send_time = true;
    if (!engine_send(engine, answer, "xboard") || !engine_send(engine, answer, "protover 2")) return false;

    process_expect(&engine->process);
    int done = -1; /* not received */
    int64_t start = match_time();
    while (done != 1) {
        ReadStatus status = engine_read(engine, start + (done == 0 ? PATIENCE : FEATURE_TIME));
        const char *line = engine->line;
        if (status == READ_TIMEOUT && done != 0) break; /* a version 1 engine sends nothing */
        if (status != READ_LINE) return engine_read_failed(engine, status, "'protover 2'", answer);
        if (word_skip(&line, "feature") && !take_features(engine, line, &done, answer)) return false;
    }
    return send_options(engine, answer);
}

/* ---- Positions, for engines without setboard ---- */

/* The command edit, as XBoard sends it, only places pieces. The engine assumes all castling rights that the board
 * allows, and empty hands. Is that the position? *pos is overwritten. */
static bool board_says_all(Position *pos, const char *fen)
{
    FenFields fields, start;
    char wider[2 * FEN_MAX], castling[16];
    ErrorText ignored;
    if (pos->state->hands || !fen_split(fen, &fields, &ignored) || !fen_split(pos->variant->position.start_fen, &start, &ignored))
        return false;
    for (const char *right = start.castling; *right; ++right) {
        if (strchr(fields.castling, *right)) continue;
        size_t n = 0;
        for (const char *letter = start.castling; *letter && n + 1 < sizeof castling; ++letter)
            if (letter == right || strchr(fields.castling, *letter)) castling[n++] = *letter;
        castling[n] = '\0';
        snprintf(wider, sizeof wider, "%s %s %s - %s %s", fields.board, fields.side, castling, fields.counter, fields.number);
        if (position_set_fen(pos, wider, &ignored)) return false;
    }
    return true;
}

/* Plays any White move from the start: edit keeps the side to move. */
static bool give_black_the_move(Engine *engine, Position *pos, Answer *answer)
{
    ErrorText ignored;
    char text[MOVE_TEXT_MAX];
    size_t count = 0;
    Move *moves = position_set_fen(pos, pos->variant->position.start_fen, &ignored) ? position_moves(pos, &count) : NULL;
    bool ok = moves && count > 0;
    if (ok) pos->variant->text.print(pos, moves[0], text);
    free(moves);
    if (!ok) return answer_fault(answer, "does not start", "the runner has no memory");
    return send_move(engine, pos->variant, text, answer);
}

static bool send_pieces(Engine *engine, const Piece board[SQUARE_MAX], Answer *answer)
{
    const Variant *variant = engine->variant;
    bool ok = engine_send(engine, answer, "edit") && engine_send(engine, answer, "#");
    for (Side side = WHITE; side <= BLACK && ok; ++side) {
        if (side == BLACK) ok = engine_send(engine, answer, "c");
        for (Square s = 0; s < square_count(variant) && ok; ++s) {
            if (board[s] == NO_PIECE || piece_side(board[s]) != side) continue;
            const PieceInfo *info = &variant->board.pieces[piece_type(board[s])];
            char square[8], shifted[16];
            square_print(variant, s, square);
            shift_ranks(variant, square, -1, shifted, sizeof shifted);
            ok = engine_send(engine, answer, "%c%s%s", info->letter, shifted, info->promoted ? "+" : "");
        }
    }
    return ok && engine_send(engine, answer, ".");
}

static bool send_board(Engine *engine, const char *fen, Answer *answer)
{
    ErrorText ignored;
    Piece board[SQUARE_MAX];
    Position *pos = position_new(engine->variant);
    bool ok = pos && position_set_fen(pos, fen, &ignored);
    if (!ok) answer_fault(answer, "does not start", "the runner has no memory");
    if (ok) {
        bool black = pos->side == BLACK;
        memcpy(board, pos->board, sizeof board);
        ok = board_says_all(pos, fen)
             || answer_fault(answer, "does not start", "the engine has no feature setboard, and edit cannot say all of %s", fen);
        ok = ok && (!black || give_black_the_move(engine, pos, answer)) && send_pieces(engine, board, answer);
    }
    position_free(pos);
    return ok;
}

/* ---- A game ---- */

static bool send_limit(Engine *engine, Answer *answer)
{
    const Limit *limit = &engine->config->limit;
    if (limit->depth && !engine_send(engine, answer, "sd %u", limit->depth)) return false;
    if (limit->move_time) return engine_send(engine, answer, "st %lld", (long long)(limit->move_time / 1000000));
    if (!limit->clock) return engine_send(engine, answer, "level 0 1000 0");
    long long base = limit->base / 1000000;
    return engine_send(engine, answer, "level %u %lld:%02lld %g", limit->moves, base / 60, base % 60,
                       (double)limit->increment / 1e6);
}

static bool cecp_new_game(Engine *engine, const char *fen, Side side, Answer *answer)
{
    const char *name = variant_cecp_name(engine->variant);
    (void)side;
    if (engine->variants && !lists_variant(engine->variants, name) && match_once(&engine->config->warned_variant))
        match_warn("%s does not list the variant %s", engine->config->name, name);
    bool ok = engine_send(engine, answer, "new");
    ok = ok && engine_send_rules(engine, "option UCI_Rules=", answer);
    if (ok && strcmp(name, "normal") != 0) ok = engine_send(engine, answer, "variant %s", name);
    ok = ok && send_limit(engine, answer) && engine_send(engine, answer, "post") &&
         engine_send(engine, answer, "easy") && engine_send(engine, answer, "force");
    if (ok && engine->setboard) ok = engine_send(engine, answer, "setboard %s", fen);
    else if (ok && strcmp(fen, engine->variant->position.start_fen) != 0) ok = send_board(engine, fen, answer);
    engine->forced = true;
    if (!ok || !engine->ping) return ok;
    char pong[32];
    snprintf(pong, sizeof pong, "pong %u", ++engine->ping_number);
    return engine_send(engine, answer, "ping %u", engine->ping_number) && engine_wait_ready(engine, pong, answer);
}

static bool cecp_start_thinking(Engine *engine, const GameView *game, Answer *answer)
{
    const Variant *variant = game->pos->variant;
    Side side = game->pos->side;
    /* In force mode the move precedes the clocks and "go"; otherwise the move starts the search. */
    if (engine->forced && *game->last_move && !send_move(engine, variant, game->last_move, answer)) return false;
    if (engine->config->limit.clock && engine->send_time) {
        int64_t own = game->clocks[side], other = game->clocks[!side] ? game->clocks[!side] : own;
        if (!engine_send(engine, answer, "time %lld", (long long)(own / 10000)) ||
            !engine_send(engine, answer, "otim %lld", (long long)(other / 10000)))
            return false;
    }
    bool ok = engine->forced ? engine_send(engine, answer, "go") : send_move(engine, variant, game->last_move, answer);
    engine->forced = false;
    return ok;
}

/* "depth score centiseconds nodes pv" */
static void read_thought(const char *line, Answer *answer)
{
    char *end;
    unsigned long depth = strtoul(line, &end, 10);
    if (end == line) return;
    if (*end && strchr("+-.&!?", *end)) ++end;
    if (*end != ' ') return;
    long long numbers[3];
    for (int i = 0; i < 3; ++i) {
        const char *from = end;
        numbers[i] = strtoll(from, &end, 10);
        if (end == from || (*end != ' ' && *end != '\0')) return;
    }
    long long score = numbers[0];
    if (score > 90000) /* 100000 + n: mate in n */
        score = MATE_SCORE - (score > 100999 ? 999 : score > 100000 ? score - 100000 : 0);
    else if (score < -90000)
        score = -MATE_SCORE + (score < -100999 ? 999 : score < -100000 ? -score - 100000 : 0);
    else if (score > MATE_SCORE_MIN || score < -MATE_SCORE_MIN)
        score = score > 0 ? MATE_SCORE_MIN : -MATE_SCORE_MIN;
    answer->has_score = true;
    answer->score = (int)score;
    if (depth < 1000) answer->depth = (unsigned)depth;
    if (numbers[2] > 0 && numbers[1] > 0) {
        answer->nodes = (uint64_t)numbers[2];
        answer->search_seconds = (double)numbers[1] / 100.0;
    }
}

/* A result announced instead of a move. The arbiter would have ended a finished game, so the claim is a resignation
 * or false. */
static bool read_claim(const char *line, Side own_side, Answer *answer)
{
    const char *claim = line;
    bool white = word_skip(&line, "1-0"), black = !white && word_skip(&line, "0-1");
    bool draw = !white && !black && word_skip(&line, "1/2-1/2");
    if (!white && !black && !draw) return false;
    if (draw || white == (own_side == WHITE))
        answer_fault(answer, "false claim", "'%.200s'", claim);
    else
        answer->kind = ANSWER_RESIGNS;
    return true;
}

static bool cecp_read_thinking(Engine *engine, const char *line, char *text, size_t size, Answer *answer)
{
    const char *rest = line;
    if (word_skip(&rest, "move")) {
        size_t n = strcspn(rest, " ");
        size_t old = answer->partial ? strlen(text) : 0;
        char move[256];
        if (n >= sizeof move) n = sizeof move - 1;
        memcpy(move, rest, n);
        move[n] = '\0';
        if (old + n + 16 >= size) old = 0;
        shift_ranks(engine->variant, move, 1, text + old, size - old);
        answer->kind = ANSWER_MOVE;
        /* A trailing comma: more legs of the same move follow. */
        answer->partial = n > 0 && move[n - 1] == ',';
        return !answer->partial;
    }
    if (word_skip(&rest, "resign")) {
        answer->kind = ANSWER_RESIGNS;
        return true;
    }
    if (word_skip(&rest, "offer") && word_skip(&rest, "draw")) answer->offers_draw = true;
    rest = line;
    if (strncmp(line, "Illegal move", 12) == 0) {
        answer_fault(answer, "rejects a move", "'%.200s'", line);
        return true;
    }
    if (read_claim(line, engine->side, answer)) return true;
    while (*rest == ' ') ++rest;
    if (isdigit((unsigned char)*rest)) read_thought(rest, answer);
    return false;
}

/* move_read, as in XBoard, also accepts O-O and Nf3. */
const Protocol protocol_cecp = {cecp_handshake, cecp_new_game, cecp_start_thinking, cecp_read_thinking, move_read, "?"};
