/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fuzz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/protocol/faces.h"
#include "../../src/variant.h"

enum { PLIES_MAX = 24, INPUT_MAX = 1 << 16 };

static void promise(bool kept)
{
    if (!kept) abort();
}

static void prepare(void)
{
    static bool done;
    if (done) return;
    variants_init();
    done = true;
}

static const Variant *game_of(uint8_t byte)
{
    size_t count = 0;
    while (variants[count]) ++count;
    return variants[byte % count];
}

/* The rest of the input as a string; bytes behind a 0 are lost. */
static char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    promise(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Plays some turn of the position; false if there is none. */
static bool step(Position *pos, unsigned choice)
{
    size_t count;
    Move *turns = position_turns(pos, &count);
    promise(turns && count <= pos->variant->max_turns && position_reserve(pos, 4));
    if (count) position_make(pos, turns[choice % count]);
    free(turns);
    return count > 0;
}

void fuzz_fen(const uint8_t *data, size_t size)
{
    if (size < 1) return;
    prepare();
    const Variant *v = game_of(data[0]);
    char *text = text_of(data + 1, size - 1), once[FEN_MAX], again[FEN_MAX];
    Position *pos = position_new(v), *fresh = position_new(v);
    ErrorText error = {""};
    promise(pos && fresh);
    if (position_set_fen(pos, text, &error)) {
        v->get_fen(pos, once);
        promise(strlen(once) < FEN_MAX && position_set_fen(fresh, once, &error));
        v->get_fen(fresh, again);
        promise(strcmp(once, again) == 0 && fresh->state->key == pos->state->key && !v->verify(pos));
        position_outcome(pos);
        int plies = 0;
        while (plies < 3 && step(pos, (unsigned)size * 31 + (unsigned)plies)) ++plies;
        while (plies-- > 0) position_unmake(pos);
        v->get_fen(pos, again);
        promise(strcmp(once, again) == 0);
    } else {
        promise(error.text[0] != '\0');
    }
    position_free(fresh);
    position_free(pos);
    free(text);
}

void fuzz_turn(const uint8_t *data, size_t size)
{
    if (size < 2) return;
    prepare();
    const Variant *v = game_of(data[0]);
    char *text = text_of(data + 2, size - 2), printed[TURN_TEXT_MAX];
    Position *pos = position_new(v);
    ErrorText error = {""};
    Move move = MOVE_NONE, again = MOVE_NONE;
    promise(pos && position_set_fen(pos, v->start_fen, &error));
    for (unsigned i = 0; i < data[1] % PLIES_MAX && step(pos, data[1] * (i + 7)); ++i) {}
    if (v->parse_turn(pos, text, &move, &error)) {
        promise(v->move_is_legal(pos, move));
        v->print_turn(pos, move, printed);
        promise(strlen(printed) < TURN_TEXT_MAX && v->parse_turn(pos, printed, &again, &error) && again == move);
    } else {
        promise(error.text[0] != '\0');
    }
    if (v->legs_status) v->legs_status(pos, text, &error);
    position_free(pos);
    free(text);
}

/* Shortens numbers, which ask for time and memory, and spoils words that take time or
 * end the conversation. */
static void tame(char *text)
{
    static const char *const words[] = {"perft", "bench", "quit"};
    unsigned digits = 0;
    for (char *p = text; *p; ++p) {
        digits = isdigit((unsigned char)*p) ? digits + 1 : 0;
        if (digits > 1 && *p > '1' && !strchr("abcdefghijklmnop", p[-2 + (p == text + 1)])) *p = '1';
        if (digits > 2) *p = ' ';
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        for (char *p; (p = strstr(text, words[i]));) *p = '_';
}

/* Feeds lines to a face of a session that is kept from one input to the next. */
static void converse(const uint8_t *data, size_t size, void (*face)(Session *, LineReader *, char *), const char *greeting)
{
    static Session *session;
    static FILE *terminal;
    if (size == 0 || size > INPUT_MAX) return;
    prepare();
    if (!terminal) {
        /* What the engine says is not wanted. */
        promise(freopen("/dev/null", "w", stdout) != NULL);
        terminal = stdin;
        session = session_new();
    }
    promise(session != NULL);
    char *text = text_of(data, size), *first = text_of((const uint8_t *)greeting, strlen(greeting));
    for (size_t i = 0; i < size; ++i)
        if (!text[i]) text[i] = ' ';
    tame(text);
    FILE *input = fmemopen(text, size, "r");
    LineReader *reader = calloc(1, sizeof *reader); /* the face's from now on */
    promise(input && reader);
    stdin = input;
    face(session, reader, first);
    stdin = terminal;
    fclose(input);
    char fen[FEN_MAX];
    session->variant->get_fen(session->pos, fen);
    promise(!session->variant->verify(session->pos));
    session->quit = false;
    free(first);
    free(text);
}

void fuzz_uci(const uint8_t *data, size_t size) { converse(data, size, uci_run, "uci"); }
void fuzz_cecp(const uint8_t *data, size_t size) { converse(data, size, cecp_run, "xboard"); }
void fuzz_json(const uint8_t *data, size_t size) { converse(data, size, web_run, "{\"do\":\"games\"}"); }
