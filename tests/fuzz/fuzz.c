/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/eval/nnue.h"
#include "../../src/json/serve.h"
#include "../../src/terminal/console.h"
#include "../../src/uci/uci.h"
#include "../../src/xboard/xboard.h"
#include "../../src/pgn/pgn_tree.h"
#include "../../src/util/bytes.h"
#include "../../src/util/fnv.h"
#include "../../src/variant.h"

enum { PLIES_MAX = 24, INPUT_MAX = 1 << 16 };

/* Plays a move of the position; false if there is none. */
static bool step(Position *pos, unsigned choice)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    promise(moves && count <= pos->variant->moves.max && position_reserve(pos, 4));
    if (count) position_make(pos, moves[choice % count]);
    free(moves);
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
        v->board.get_fen(pos, once);
        promise(strlen(once) < FEN_MAX && position_set_fen(fresh, once, &error));
        v->board.get_fen(fresh, again);
        promise(strcmp(once, again) == 0 && fresh->state->key == pos->state->key && !v->board.verify(pos));
        position_outcome(pos);
        int plies = 0;
        while (plies < 3 && step(pos, (unsigned)size * 31 + (unsigned)plies)) ++plies;
        while (plies-- > 0) position_unmake(pos);
        v->board.get_fen(pos, again);
        promise(strcmp(once, again) == 0);
    } else {
        promise(error.text[0] != '\0');
    }
    position_free(fresh);
    position_free(pos);
    free(text);
}

/* The position that a byte selects: some plies after the game's start. Each is created once. */
static Position *opened(uint8_t game, uint8_t choice)
{
    static char *fens[256][256];
    const Variant *v = game_of(game);
    Position *pos = position_new(v);
    char **fen = &fens[game][choice], text[FEN_MAX];
    ErrorText error = {""};
    promise(pos && position_set_fen(pos, *fen ? *fen : v->position.start_fen, &error));
    if (*fen) return pos;
    for (unsigned i = 0; i < choice % PLIES_MAX && step(pos, choice * (i + 7)); ++i) {}
    v->board.get_fen(pos, text);
    *fen = text_of((const uint8_t *)text, strlen(text));
    return pos;
}

void fuzz_move(const uint8_t *data, size_t size)
{
    if (size < 2) return;
    const Variant *v = game_of(data[0]);
    char *text = text_of(data + 2, size - 2), printed[MOVE_TEXT_MAX];
    Position *pos = opened(data[0], data[1]);
    ErrorText error = {""};
    Move move = MOVE_NONE, again = MOVE_NONE;
    if (v->text.parse(pos, text, &move, &error)) {
        promise(position_is_legal(pos, move));
        v->text.print(pos, move, printed);
        promise(strlen(printed) < MOVE_TEXT_MAX && v->text.parse(pos, printed, &again, &error) && again == move);
    } else {
        promise(error.text[0] != '\0');
    }
    if (v->text.legs_status) v->text.legs_status(pos, text, &error);
    position_free(pos);
    free(text);
}

/* A tree that is written reads back as the same text. */
static void fuzz_tree(const char *text, unsigned number)
{
    PgnGame game[2] = {0};
    PgnTree tree[2];
    Buffer written[2] = {0};
    ErrorText problem, error;
    for (unsigned i = 0; i < 2; ++i) {
        bool read = pgn_tree_read(i ? buffer_text(&written[0]) : text, i ? 1 : number, &game[i], &tree[i], &problem, &error);
        promise(read || (i == 0 && error.text[0]));
        if (read) promise(pgn_tree_write(&tree[i], &game[i].header, NULL, &written[i]) && (i == 0 || game[i].complete));
        pgn_tree_free(&tree[i]);
        position_free(game[i].pos);
        if (!read) break;
        promise(i == 0 || strcmp(buffer_text(&written[0]), buffer_text(&written[1])) == 0);
    }
    buffer_free(&written[0]);
    buffer_free(&written[1]);
}

static void check_fault(void *context, unsigned game, unsigned line, const char *what)
{
    unsigned *last = context;
    promise(game >= *last && line > 0 && *what);
    *last = game;
}

void fuzz_pgn(const uint8_t *data, size_t size)
{
    prepare();
    char *text = text_of(data, size);
    ErrorText error = {""};
    unsigned last = 0;
    unsigned games = pgn_list(text, &(PgnListener){.fault = check_fault, .context = &last});
    promise(last <= games + 1);
    for (unsigned number = 1; number <= 3; ++number) {
        PgnGame game = {0}, again = {0};
        Buffer written = {0};
        if (!pgn_read(text, number, &game, &error)) {
            promise(error.text[0] != '\0' && !game.pos);
            break;
        }
        promise(game.pos && (game.complete || game.problem.text[0]) && !game.pos->variant->board.verify(game.pos));
        fuzz_tree(text, number);
        promise(pgn_write(game.pos, &game.header, NULL, &written));
        /* A written game reads back as the same game. */
        promise(pgn_read(buffer_text(&written), 1, &again, &error) && again.complete);
        promise(again.pos->state->key == game.pos->state->key && position_plies(again.pos) == position_plies(game.pos));
        buffer_free(&written);
        position_free(again.pos);
        position_free(game.pos);
    }
    free(text);
}

/* Shortens numbers, which cost time and memory, and breaks words that cost time, access files or end the
 * conversation. */
static void tame(char *text)
{
    static const char *const words[] = {"perft", "bench", "quit", "save", "load", "resume"};
    unsigned digits = 0;
    for (char *p = text; *p; ++p) {
        digits = isdigit((unsigned char)*p) ? digits + 1 : 0;
        if (digits > 1 && *p > '1' && !strchr("abcdefghijklmnop", p[-2 + (p == text + 1)])) *p = '1';
        if (digits > 2) *p = ' ';
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        for (char *p; (p = strstr(text, words[i]));) *p = '_';
}

/* With a small table, which is cleared at every change of the game. */
static Session *small_session(void)
{
    ErrorText error;
    Session *session = session_new();
    promise(session && session_set_option(session, "Hash", "1", &error));
    return session;
}

/* Passes lines to a protocol of a session that is kept between inputs. */
static void converse(const uint8_t *data, size_t size, int (*protocol)(Session *, LineReader *, char *), const char *greeting)
{
    static Session *session;
    static FILE *terminal;
    if (size == 0 || size > INPUT_MAX) return;
    prepare();
    if (!terminal) {
        /* Discards the engine's output. */
        promise(freopen("/dev/null", "w", stdout) != NULL);
        terminal = stdin;
        session = small_session();
    }
    char *text = text_of(data, size), *first = text_of((const uint8_t *)greeting, strlen(greeting));
    for (size_t i = 0; i < size; ++i)
        if (!text[i]) text[i] = ' ';
    tame(text);
    FILE *input = fmemopen(text, size, "r");
    LineReader reader = {0};
    promise(input != NULL);
    stdin = input;
    protocol(session, &reader, first);
    stdin = terminal;
    line_free(&reader);
    fclose(input);
    char fen[FEN_MAX];
    session->variant->board.get_fen(session->pos, fen);
    promise(!session->variant->board.verify(session->pos));
    session->quit = false;
    free(first);
    free(text);
}

/* ---- Files of nets ---- */

enum { HEAD = 72, WIDTH = 32, NET_ROOM = 1 << 19 };

/* A complete file of a small net with these weights. */
static size_t net_file(const Variant *v, const uint8_t *weights, size_t count, uint8_t *out)
{
    const FeatureSet *set = features_of(v);
    size_t heads = set->perspectives == 1 ? 2 : 1,
           size = HEAD + 2 * (set->inputs + 1 + heads * set->perspectives) * WIDTH + 4 * heads + 8;
    promise(size <= NET_ROOM);
    memset(out, 0, HEAD);
    memcpy(out, "QuincNet", 8);
    put_le(out + 8, weights[0] % 2 ? 2 : 1, 4);
    memcpy(out + 12, v->name, strlen(v->name));
    put_le(out + 44, WIDTH, 4);
    put_le(out + 48, 1, 4);
    put_le(out + 52, 400, 4);
    put_le(out + 56, set->inputs, 4);
    put_le(out + 64, set->fingerprint, 8);
    for (size_t i = HEAD; i < size; ++i) out[i] = weights[(i - HEAD) % count];
    return size;
}

/* An accepted net does no harm: all kernels agree on the start position. */
static void try_net(const uint8_t *file, size_t size)
{
    ErrorText error = {""};
    Net *net = net_read_memory(file, size, "the file", &error);
    promise(net || error.text[0] != '\0');
    if (!net) return;
    Position *pos = position_new(net->variant);
    promise(pos && !net_check(net) && position_set_fen(pos, net->variant->position.start_fen, &error));
    KernelList list = kernels_available();
    for (const Kernel *const *kernel = list.kernels; *kernel; ++kernel) {
        Evaluator *evaluator = evaluator_new(net->features->variant, net, 1, *kernel);
        promise(evaluator != NULL);
        evaluator_begin(evaluator, pos);
        promise(evaluator_score(evaluator, pos) == net_evaluate(net, pos));
        evaluator_free(evaluator);
    }
    position_free(pos);
    net_free(net);
}

void fuzz_net(const uint8_t *data, size_t size)
{
    static uint8_t file[NET_ROOM];
    prepare();
    try_net(data, size);
    if (size < 8) return;
    size_t whole = net_file(game_of(data[0]), data + 6, size - 6, file);
    if (data[1] < 2 * HEAD) memcpy(file + data[1] / 2, data + 2, 4); /* otherwise the header stays valid */
    put_le(file + whole - 8, fnv_hash(file, whole - 8), 8);
    try_net(file, whole);
}

void fuzz_uci(const uint8_t *data, size_t size) { converse(data, size, uci_run, "uci"); }
void fuzz_cecp(const uint8_t *data, size_t size) { converse(data, size, cecp_run, "xboard"); }
void fuzz_json(const uint8_t *data, size_t size) { converse(data, size, web_run, "{\"do\":\"games\"}"); }

/* In the terminal game the search is limited by depth, and time limits are excluded. */
static int play_in_terminal(Session *session, LineReader *input, char *first_line)
{
    (void)first_line;
    return console_play(session, input);
}

void fuzz_console(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"time", "nodes", "analy", "exit", "level"};
    static const char start[] = "time 0.01\ndepth 1\n";
    if (size == 0 || size > INPUT_MAX) return;
    char *text = malloc(size + sizeof start);
    promise(text != NULL);
    memcpy(text, start, sizeof start - 1);
    memcpy(text + sizeof start - 1, data, size);
    text[size + sizeof start - 1] = '\0';
    for (char *p = text; *p; ++p) *p = (char)tolower((unsigned char)*p);
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        for (char *p; (p = strstr(text + sizeof start - 1, words[i]));) *p = '_';
    converse((const uint8_t *)text, strlen(text), play_in_terminal, "");
    free(text);
}
