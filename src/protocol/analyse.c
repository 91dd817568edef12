/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Searches every position of a game with the same limit. The loss of a move is the value of the position before it
 * minus the value after it, both clamped to scores of an undecided game.
 */

#include "analyse.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../eval/wdl.h"
#include "../notation/notation.h"
#include "analyse_page.h"
#include "../util/files.h"

/* ---- Evaluating ---- */

typedef struct Analyst {
    Session *session;
    SearchLimits limits;
    unsigned game, games; /* number of the current game, and how many */
    bool interactive;     /* draws a progress bar */
    /* The result of the latest search. */
    Score score;
    Move line[ANALYSE_LINE];
    int line_length;
} Analyst;

static void on_report(void *context, const SearchReport *r)
{
    Analyst *a = context;
    if (r->bound != BOUND_EXACT || r->multipv != 1) return;
    a->score = r->score;
    a->line_length = r->pv_length < ANALYSE_LINE ? r->pv_length : ANALYSE_LINE;
    memcpy(a->line, r->pv, (size_t)a->line_length * sizeof(Move));
}

/* Searches a position for its score (White's point of view) and line. */
static bool look_at(Analyst *a, Position *pos)
{
    Outcome outcome = position_outcome(pos);
    SearchCallbacks callbacks = {.report = on_report, .context = a};
    a->line_length = 0;
    a->score = 0;
    if (outcome.result == DRAW) return true;
    if (outcome.result != ONGOING) {
        a->score = outcome.result == WHITE_WINS ? SCORE_MATE : -SCORE_MATE;
        return true;
    }
    if (!search_start(a->session->pool, pos, &a->limits, &callbacks)) return false;
    search_wait(a->session->pool);
    a->score = score_normalise(pos, a->score);
    if (pos->side == BLACK) a->score = -a->score;
    return true;
}

static int clamp(Score score)
{
    return score > ANALYSE_CLAMP ? ANALYSE_CLAMP : score < -ANALYSE_CLAMP ? -ANALYSE_CLAMP : (int)score;
}

static void show_progress(const Analyst *a, unsigned done, unsigned all)
{
    enum { WIDTH = 40 };
    static const char bar[] = "########################################";
    if (!a->interactive) return;
    unsigned full = all ? done * WIDTH / all : WIDTH;
    fprintf(stderr, "\rGame %u of %u [%-*.*s] %3u%%%s", a->game, a->games, WIDTH, (int)full, bar, all ? done * 100 / all : 100,
            done == all && a->game == a->games ? "\n" : "");
}

/* Evaluates the moves from the start of the game's history. */
static bool evaluate_moves(Analyst *a, EvaluatedGame *annotated)
{
    unsigned count = position_plies(annotated->game.pos);
    Position *pos = position_new(annotated->game.pos->variant);
    bool ok = pos && position_copy(pos, annotated->game.pos);
    annotated->moves = calloc(count + 1, sizeof *annotated->moves);
    ok = ok && annotated->moves;
    while (ok && position_plies(pos)) position_unmake(pos);
    show_progress(a, 0, count + 1);
    ok = ok && look_at(a, pos);
    annotated->start = a->score;
    for (unsigned i = 0; ok && i < count; ++i) {
        AnnotatedMove *move = &annotated->moves[i];
        int sign = pos->side == WHITE ? 1 : -1, before = clamp(a->score);
        move->move = position_state(annotated->game.pos, count - 1 - i)->move;
        move->line_length = a->line_length;
        memcpy(move->line, a->line, sizeof move->line);
        position_make(pos, move->move);
        show_progress(a, i + 1, count + 1);
        ok = look_at(a, pos);
        move->score = a->score;
        move->solved = position_outcome(pos).result == ONGOING && session_endgame_value(a->session, pos, &move->endgame);
        move->loss = move->line_length && move->line[0] != move->move ? sign * (before - clamp(a->score)) : 0;
        if (move->loss < 0) move->loss = 0;
        move->verdict = verdict_of(move->loss);
    }
    show_progress(a, count + 1, count + 1);
    position_free(pos);
    return ok;
}

/* ---- Annotated PGN ---- */

/* Writes the annotation of a move. */
static void annotate(void *context, Position *pos, unsigned ply, Buffer *out)
{
    static const char *const nags[VERDICT_NB] = {"", "$6 ", "$2 ", "$4 "};
    const AnnotatedMove *move = &((const EvaluatedGame *)context)->moves[ply];
    char score[16], solved[ANNOTATED_TEXT_MAX], comment[sizeof score + sizeof solved + 2];
    annotated_endgame(move, pos->side, solved);
    snprintf(comment, sizeof comment, "%s%s%s", score_print(move->score, score), *solved ? "; " : "", solved);
    buffer_add(out, "%s", nags[move->verdict]);
    pgn_add_comment(out, comment);
    if (move->verdict == VERDICT_GOOD || !move->line_length) return;
    buffer_add(out, " (");
    line_print(pos, move->line, move->line_length, out);
    buffer_add(out, ")");
}

static bool add_annotated(const EvaluatedGame *annotated, Buffer *out)
{
    Position *pos = annotated->game.pos;
    Outcome outcome = position_outcome(pos);
    const char *endgame = annotated->game.complete ? outcome.reason : annotated->game.problem.text;
    if (out->length) buffer_add(out, "\n");
    PgnAnnotator annotator = {.annotate = annotate, .context = (void *)annotated};
    return pgn_write_annotated(pos, &annotated->game.header, outcome.result == ONGOING && annotated->game.complete ? NULL : endgame,
                               &annotator, out);
}

/* ---- The command ---- */

typedef struct Words {
    const char *file, *output;
    int64_t nodes, milliseconds;
} Words;

static bool read_words(int argc, char **argv, Words *words, ErrorText *error)
{
    *words = (Words){.nodes = ANALYSE_NODES};
    for (int i = 0; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        int64_t seconds;
        if (strcmp(argv[i], "--nodes") == 0) {
            if (!number_read(value, 1, INT64_MAX / 4, &words->nodes))
                return error_set(error, "--nodes needs a number, not '%.40s'", value);
            ++i;
        } else if (strcmp(argv[i], "--seconds") == 0) {
            if (!number_read(value, 1, 100000, &seconds))
                return error_set(error, "--seconds needs a whole number, not '%.40s'", value);
            words->milliseconds = seconds * 1000;
            ++i;
        } else if (strcmp(argv[i], "--output") == 0) {
            if (!*value) return error_set(error, "--output needs a name");
            words->output = value;
            ++i;
        } else if (argv[i][0] == '-' || words->file) {
            return error_set(error, "analyse takes a PGN file, --nodes N or --seconds S and --output NAME, and not '%.80s'",
                             argv[i]);
        } else {
            words->file = argv[i];
        }
    }
    return words->file || error_set(error, "analyse needs a PGN file");
}

/* FILE without ".pgn", plus "-analysed", unless a name was given. */
static void choose_output(const Words *words, Buffer *name)
{
    size_t length = strlen(words->file);
    if (words->output) {
        buffer_add(name, "%s", words->output);
        return;
    }
    if (length > 4 && text_equal(words->file + length - 4, ".pgn")) length -= 4;
    buffer_add(name, "%.*s-analysed", (int)length, words->file);
}

static bool write_files(const EvaluatedGame *games, size_t count, const Words *words, ErrorText *error)
{
    Buffer name = {0}, path = {0}, pgn = {0}, page = {0};
    bool ok = true;
    choose_output(words, &name);
    for (size_t i = 0; ok && i < count; ++i) ok = add_annotated(&games[i], &pgn) || error_set(error, "out of memory");
    analyse_page(games, count, words->file, &page);
    ok = ok && ((!page.failed && !pgn.failed) || error_set(error, "out of memory"));
    buffer_add(&path, "%s.pgn", buffer_text(&name));
    ok = ok && file_save(buffer_text(&path), buffer_text(&pgn), false, NULL, error);
    if (ok) say("%s", buffer_text(&path));
    buffer_clear(&path);
    buffer_add(&path, "%s.html", buffer_text(&name));
    ok = ok && file_save(buffer_text(&path), buffer_text(&page), false, NULL, error);
    if (ok) say("%s", buffer_text(&path));
    buffer_free(&name);
    buffer_free(&path);
    buffer_free(&pgn);
    buffer_free(&page);
    return ok;
}

static bool evaluate_game(Analyst *a, const char *text, EvaluatedGame *annotated, ErrorText *error)
{
    if (!pgn_read(text, a->game, &annotated->game, error)) return false;
    const Variant *variant = annotated->game.pos->variant;
    if (a->session->variant != variant && !session_set_variant(a->session, variant->name, error)) return false;
    search_clear(a->session->pool);
    return evaluate_moves(a, annotated) || error_set(error, "out of memory");
}

bool analyse_run(Session *session, int argc, char **argv, ErrorText *error)
{
    Words words;
    Buffer text = {0};
    if (!read_words(argc, argv, &words, error) || !file_read(words.file, &text, error)) return false;
    Analyst analyst = {.session = session, .interactive = isatty(STDERR_FILENO)};
    analyst.limits = session_limits(session);
    if (words.milliseconds) analyst.limits.move_time = words.milliseconds;
    else analyst.limits.nodes = (uint64_t)words.nodes;
    analyst.games = pgn_count(buffer_text(&text));
    EvaluatedGame *games = calloc(analyst.games + 1, sizeof *games);
    bool ok = games || error_set(error, "out of memory");
    size_t count = 0;
    for (analyst.game = 1; ok && analyst.game <= analyst.games; ++analyst.game) {
        ErrorText why;
        games[count].number = analyst.game;
        if (evaluate_game(&analyst, buffer_text(&text), &games[count], &why)) ++count;
        else fprintf(stderr, "quincunx: game %u is left out: %s\n", analyst.game, why.text);
        if (count && !games[count - 1].game.complete && games[count - 1].number == analyst.game)
            fprintf(stderr, "quincunx: game %u is evaluated as far as it is legal: %s\n", analyst.game,
                    games[count - 1].game.problem.text);
    }
    ok = ok && (count || error_set(error, "there is no game in %.100s that can be evaluated", words.file));
    ok = ok && write_files(games, count, &words, error);
    for (size_t i = 0; games && i < count; ++i) {
        position_free(games[i].game.pos);
        free(games[i].moves);
    }
    free(games);
    buffer_free(&text);
    return ok;
}
