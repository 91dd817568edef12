/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/rules.h"
#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/whole_file.h"

enum { LINE_MAX_BYTES = 4096, ROOM = 600 };

/* ---- Positions and moves ---- */

int games_count(void)
{
    int n = 0;
    while (variants[n]) ++n;
    return n;
}

const Variant *begin_by(const char *rules)
{
    ErrorText error;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(rules, ":"), rules);
    ck_assert_msg(rules_init((const char *const[]){rules, NULL}, &error), "%s: %s", rules, error.text);
    const Variant *game = variant_choose(name, &error);
    ck_assert_msg(game, "%s", error.text);
    return game;
}

void in_process_by(const char *rules, void (*act)(void *data), void *data)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    ck_assert(child >= 0);
    if (child == 0) {
        begin_by(rules);
        act(data);
        fflush(NULL);
        _exit(0);
    }
    ck_assert(waitpid(child, &status, 0) == child);
    ck_assert_msg(status == 0, "by the rules %s", rules);
}

Position *position_at(const char *game, const char *fen)
{
    const Variant *variant = variant_find(game);
    ErrorText error;
    ck_assert_msg(variant != NULL, "no game is called %s", game);
    Position *pos = position_new(variant);
    ck_assert_msg(pos != NULL, "out of memory");
    bool ok = position_set_fen(pos, fen ? fen : variant->position.start_fen, &error);
    ck_assert_msg(ok, "%s: %s: %s", game, fen, error.text);
    ck_assert(position_reserve(pos, ROOM));
    return pos;
}

const char *fen_text(const Position *pos)
{
    static char texts[4][FEN_MAX];
    static unsigned calls;
    char *text = texts[calls++ % 4];
    pos->variant->board.get_fen(pos, text);
    return text;
}

Move move_at(const Position *pos, const char *text)
{
    Move move;
    ErrorText error;
    bool ok = pos->variant->text.parse(pos, text, &move, &error);
    ck_assert_msg(ok, "%s: %s: %s: %s", pos->variant->name, fen_text(pos), text, error.text);
    return move;
}

bool move_is_legal(const Position *pos, const char *text)
{
    Move move;
    ErrorText error;
    return pos->variant->text.parse(pos, text, &move, &error);
}

void play(Position *pos, const char *moves)
{
    char text[LINE_MAX_BYTES];
    ck_assert_uint_lt(strlen(moves), sizeof text);
    strcpy(text, moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        ck_assert(position_reserve(pos, ROOM));
        position_make(pos, move_at(pos, word));
    }
}

MoveInfo info_of(const Position *pos, Move move)
{
    MoveInfo info;
    position_describe(pos, &move, 1, &info);
    return info;
}

MoveInfo info_at(const Position *pos, const char *text) { return info_of(pos, move_at(pos, text)); }

void play_at_random(Position *pos, int plies, uint64_t *seed)
{
    for (; plies > 0 && position_outcome(pos).result == ONGOING; --plies) {
        size_t count;
        Move *moves = position_moves(pos, &count);
        ck_assert(position_reserve(pos, ROOM));
        position_make(pos, moves[random_below(seed, count)]);
        free(moves);
    }
}

int compare_moves(const void *a, const void *b)
{
    Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

bool pass_loses(const Position *pos)
{
    char board[FEN_MAX], castling[32], passed_fen[FEN_MAX + 64];
    ErrorText error;
    const Variant *v = pos->variant;
    Side them = pos->side ^ 1;
    ck_assert_int_eq(sscanf(fen_text(pos), "%511s %*s %31s", board, castling), 2);
    sprintf(passed_fen, "%s %c %s - 0 2", board, them == WHITE ? 'w' : 'b', castling);
    Position *passed = position_new(v);
    ck_assert(passed && position_reserve(passed, 2));
    bool lost = !position_set_fen(passed, passed_fen, &error) || v->end.on_board(passed).result == result_win(them);
    size_t count = 0;
    Move *moves = lost ? NULL : position_moves(passed, &count);
    for (size_t i = 0; i < count && !lost; ++i) {
        position_make(passed, moves[i]);
        lost = v->end.on_board(passed).result == result_win(them);
        position_unmake(passed);
    }
    free(moves);
    position_free(passed);
    return lost;
}

void expect_outcome(Position *pos, Result result, const char *reason)
{
    const char *fen = fen_text(pos);
    Outcome outcome = position_outcome(pos);
    ck_assert_msg(outcome.result == result, "%s: result %d (%s), not %d", fen, outcome.result,
                  outcome.reason ? outcome.reason : "", result);
    if (result == ONGOING) return;
    ck_assert_msg(outcome.reason && *outcome.reason, "%s: an end without a reason", fen);
    if (reason) ck_assert_str_eq(outcome.reason, reason);
}

/* ---- Numbers ---- */

size_t random_below(uint64_t *seed, size_t n) { return (size_t)(splitmix64(seed) % n); }

long environment_number(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

/* ---- Files ---- */

uint8_t *file_bytes(const char *path, size_t *size)
{
    ErrorText error;
    uint8_t *bytes = whole_file_read(path, SIZE_MAX, size, &error);
    ck_assert_msg(bytes != NULL, "%s", error.text);
    return bytes;
}

static void read_lines(const Variant *variant, const char *extension, bool needed, PositionLine **lines, int *count)
{
    char path[256], text[LINE_MAX_BYTES];
    snprintf(path, sizeof path, "tests/positions/%s.%s", variant->name, extension);
    FILE *file = fopen(path, "r");
    if (!file) {
        char example[256];
        snprintf(example, sizeof example, "examples/positions/%s.%s", variant->name, extension);
        file = fopen(example, "r");
    }
    if (!file && !needed) return;
    if (!file) {
        fprintf(stderr, "%s is missing (tests run in the root of the source tree)\n", path);
        exit(2);
    }
    for (unsigned number = 1; fgets(text, sizeof text, file); ++number) {
        text[strcspn(text, "\r\n")] = '\0';
        if (!*text || *text == '#') continue;
        char *copy = malloc(strlen(text) + 1);
        *lines = realloc(*lines, (size_t)(*count + 1) * sizeof **lines);
        if (!copy || !*lines) abort();
        (*lines)[(*count)++] = (PositionLine){variant, number, strcpy(copy, text)};
    }
    fclose(file);
}

const PositionLine *position_lines(const char *extension, bool needed, int *count)
{
    /* Cached for later calls. */
    static struct Kept {
        char extension[8];
        PositionLine *lines;
        int count;
    } kept[4];
    struct Kept *k = kept;
    while (k->lines && strcmp(k->extension, extension) != 0) ++k;
    if (!k->lines) {
        snprintf(k->extension, sizeof k->extension, "%s", extension);
        for (const Variant *const *v = variants; *v; ++v) read_lines(*v, extension, needed, &k->lines, &k->count);
    }
    *count = k->count;
    if (*count == 0) exit(2);
    return k->lines;
}

void position_line_fen(const PositionLine *line, char *fen)
{
    size_t n = strcspn(line->text, ";");
    while (n && line->text[n - 1] == ' ') --n;
    ck_assert_uint_lt(n, FEN_MAX);
    memcpy(fen, line->text, n);
    fen[n] = '\0';
}

bool is_example(const char *game)
{
    char path[256];
    snprintf(path, sizeof path, "examples/positions/%s.epd", game);
    return file_exists(path);
}

/* ---- Mirrors ---- */

static bool swaps_colours(Mirror mirror) { return mirror == SWAP_RANKS || mirror == SWAP_ROTATED; }

static Square mirror_square(const Variant *v, Mirror mirror, Square s)
{
    unsigned width = board_width(v), file = notation_file(v, s), rank = notation_rank(v, s);
    unsigned flipped_file = file / width * width + width - 1 - file % width, flipped_rank = v->board.ranks - 1 - rank;
    switch (mirror) {
    case MIRROR_FILES: return notation_square(v, flipped_file, rank);
    case MIRROR_DIAGONAL: return notation_square(v, flipped_rank, flipped_file);
    case EXCHANGE_BOARDS: return notation_square(v, (file + width) % v->board.files, rank);
    case SWAP_RANKS: return notation_square(v, file, flipped_rank);
    default: return notation_square(v, v->board.files - 1 - file, flipped_rank);
    }
}

static void swap_case(char *text)
{
    for (; *text; ++text)
        *text = (char)(isupper((unsigned char)*text) ? tolower((unsigned char)*text) : toupper((unsigned char)*text));
}

/* Swaps castling rights that are named by a Rook's file, after the boards have been exchanged. */
static void exchange_files(const Variant *v, char *castling)
{
    unsigned width = board_width(v);
    for (char *c = castling; *c && *c != '-'; ++c) {
        char first = isupper((unsigned char)*c) ? 'A' : 'a';
        *c = (char)(first + ((unsigned)(*c - first) + width) % v->board.files);
    }
}

static char *write_board(const Variant *v, const Piece *board, char *out)
{
    for (unsigned rank = v->board.ranks; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < v->board.files; ++file) {
            Piece piece = board[notation_square(v, file, rank)];
            if (!piece) {
                ++empty;
                continue;
            }
            if (empty) out += sprintf(out, "%u", empty);
            empty = 0;
            out += piece_print(v, piece, out);
        }
        if (empty) out += sprintf(out, "%u", empty);
        if (rank) *out++ = '/';
    }
    return out;
}

void fen_mirror(const Position *pos, Mirror mirror, char *out)
{
    const Variant *v = pos->variant;
    char text[FEN_MAX], castling[32], ep[32], counter[16], number[16];
    Piece board[SQUARE_MAX] = {NO_PIECE};
    ck_assert_int_eq(sscanf(fen_text(pos), "%511s %*s %31s %31s %15s %15s", text, castling, ep, counter, number), 5);
    for (unsigned i = 0; i < square_count(v); ++i) {
        Piece piece = pos->board[i];
        if (piece && swaps_colours(mirror)) piece = piece_make(piece_side(piece) ^ 1, piece_type(piece));
        board[mirror_square(v, mirror, (Square)i)] = piece;
    }
    out = write_board(v, board, out);
    char *hands = strchr(text, '[');
    if (hands && swaps_colours(mirror)) swap_case(hands);
    if (swaps_colours(mirror) && strcmp(castling, "-") != 0) swap_case(castling);
    if (mirror == EXCHANGE_BOARDS) exchange_files(v, castling);
    Side side = swaps_colours(mirror) ? pos->side ^ 1 : pos->side;
    out += sprintf(out, "%s %c %s ", hands ? hands : "", side == WHITE ? 'w' : 'b', castling);
    if (strcmp(ep, "-") == 0) out += sprintf(out, "-");
    for (const char *p = ep; *p && *p != '-';) {
        Square s = square_parse(v, &p);
        ck_assert_uint_ne(s, SQUARE_NONE);
        out += square_print(v, mirror_square(v, mirror, s), out);
    }
    sprintf(out, " %s %s", counter, number);
}

/* ---- Running ---- */

TCase *add_case(Suite *suite, const char *name, int seconds)
{
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, seconds);
    suite_add_tcase(suite, tests);
    if (getenv("TEST_LIST")) puts(name);
    return tests;
}

int test_main(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    if (getenv("TEST_LIST")) {
        srunner_free(runner);
        return 0;
    }
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
    srunner_free(runner);
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed ? 1 : 0;
}

int run_tests(const char *name, int seconds, const TestRow *rows)
{
    Suite *suite = suite_create(name);
    for (; rows->test; ++rows) {
        TCase *one = add_case(suite, rows->test->name, seconds);
        if (rows->begin) tcase_add_checked_fixture(one, rows->begin, NULL);
        tcase_add_loop_test(one, rows->test, 0, rows->count);
    }
    return test_main(suite);
}
