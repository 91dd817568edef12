/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The inputs of the match runner: its own result files, files of openings, the output of engines. */

#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../match/base.h"
#include "../../match/openings.h"
#include "../../match/result.h"
#include "../../match/talk.h"

enum { SAID_MAX = 32768, PROTOCOL_BIT = 0x80 };

void fuzz_result(const uint8_t *data, size_t size)
{
    Tally tally, again;
    ErrorText error = {""};
    char *text = text_of(data, size);
    if (tally_parse(&tally, text, &error)) {
        Buffer once = {0}, twice = {0};
        tally_print(&tally, &once);
        char *copy = text_of((const uint8_t *)once.text, once.length);
        promise(tally_parse(&again, copy, &error));
        tally_print(&again, &twice);
        promise(strcmp(once.text, twice.text) == 0);
        tally_free(&again);
        tally_free(&tally);
        free(copy);
        free(once.text);
        free(twice.text);
    } else {
        promise(error.text[0] != '\0' && !tally.scores && !tally.shards);
    }
    free(text);
}

void fuzz_openings(const uint8_t *data, size_t size)
{
    if (size < 1) return;
    Match match = {.seed = 1};
    Book book = {.variant = game_of(data[0])};
    ErrorText error = {""};
    char *text = text_of(data + 1, size - 1), fen[FEN_MAX];
    if (openings_parse(&book, text, &error)) {
        Position *pos = position_new(book.variant);
        promise(book.count > 0 && pos);
        openings_shuffle(&book, 1);
        for (size_t i = 0; i < book.count; ++i) {
            opening_of(&match, &book, i, fen);
            promise(position_set_fen(pos, fen, &error) && position_outcome(pos).result == ONGOING);
        }
        position_free(pos);
    } else {
        promise(error.text[0] != '\0');
    }
    openings_free(&book);
    free(text);
}

/* An engine that has written all this and exited, so nothing waits for it. */
static bool start_engine(Engine *engine, const uint8_t *said, size_t size)
{
    int from[2];
    if (pipe(from) != 0) return false;
    promise(write(from[1], said, size) == (ssize_t)size);
    close(from[1]);
    engine->process = (Process){.to = open("/dev/null", O_WRONLY), .from = from[0], .buffer = malloc(PROCESS_LINE_MAX)};
    return engine->process.to >= 0 && engine->process.buffer;
}

void fuzz_engine(const uint8_t *data, size_t size)
{
    if (size < 2 || size > SAID_MAX) return;
    const Variant *variant = game_of(data[0] & ~PROTOCOL_BIT);
    const Protocol *protocol = data[0] & PROTOCOL_BIT ? &protocol_cecp : &protocol_uci;
    NameValue option = {.name = "Hash", .value = "1", .warned = true};
    EngineConfig config = {.name = "fuzz", .options = &option, .option_count = 1, .warned_variant = true,
                           .limit = {.clock = true, .base = 1000000}};
    Match match = {0};
    Engine *engine = match_alloc(NULL, sizeof *engine);
    memset(engine, 0, sizeof *engine);
    engine->match = &match;
    engine->config = &config;
    engine->variant = variant;
    promise(start_engine(engine, data + 1, size - 1));
    Position *pos = position_new(variant);
    ErrorText error;
    promise(pos && position_set_fen(pos, variant->position.start_fen, &error));
    GameView view = {.pos = pos, .fen = variant->position.start_fen, .moves = "", .last_move = ""};
    Answer answer = {0};
    char text[256] = "";
    bool decided = !protocol->handshake(engine, &answer) || !protocol->new_game(engine, variant->position.start_fen, WHITE, &answer)
                   || !protocol->start_thinking(engine, &view, &answer);
    while (!decided && engine_read(engine, INT64_MAX) == READ_LINE)
        decided = protocol->read_thinking(engine, engine->line, text, sizeof text, &answer);
    promise(strlen(text) < sizeof text && strlen(answer.reason) < REASON_MAX && strlen(answer.detail) < DETAIL_MAX);
    if (answer.kind == ANSWER_MOVE) variant->text.parse(pos, text, &answer.move, &error);
    position_free(pos);
    close(engine->process.to);
    close(engine->process.from);
    free(engine->process.buffer);
    free(engine->offers);
    free(engine->variants);
    free(engine);
}
