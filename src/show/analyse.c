/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Searches every position of a game with the same limit, the last one first and with one transposition table, so that the
 * searches of early positions profit from the later ones. The loss of a move is the expected result of the position before it
 * minus that of the position after it.
 */

#include "analyse.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../eval/wdl.h"
#include "../text/notation.h"
#include "../pgn/pgn_tree.h"
#include "../util/files.h"
#include "../util/utf8.h"
#include "../util/whole_file.h"

enum { LINE_MAX = 8 }; /* shown moves of a better line */
enum { SCORE_TEXT = 16, NOTE_MAX = SCORE_TEXT + ENDGAME_TEXT_MAX + 16 }; /* bytes */

/* How bad a move is, and the minimum loss of expected result for that, in percent. */
typedef enum Verdict { VERDICT_GOOD, VERDICT_INACCURACY, VERDICT_MISTAKE, VERDICT_BLUNDER, VERDICT_NB } Verdict;
static const int verdict_losses[VERDICT_NB] = {0, 8, 15, 25};
static const unsigned verdict_nags[VERDICT_NB] = {0, 6, 2, 4}; /* none, ?!, ?, ?? */

/* An evaluated move of a game. Scores are normalised (eval/wdl.h), White's point of view. */
typedef struct EvaluatedMove {
    Move move, line[LINE_MAX]; /* the move played; the best line instead of it */
    int line_length;
    size_t node; /* of the tree */
    Score score; /* after the move played */
    Verdict verdict;
    TbValue tablebase; /* value of the position after the move, for the side to move there */
    bool solved;       /* `tablebase` is known */
} EvaluatedMove;

typedef struct EvaluatedGame {
    PgnGame game;         /* its position is at the end */
    PgnTree tree;         /* as read, then with the evaluation's additions */
    EvaluatedMove *moves; /* position_plies(game.pos) of them */
} EvaluatedGame;

/* ---- Evaluating ---- */

typedef struct Analyst {
    Session *session;
    const char *file; /* its name, safe for a terminal */
    SearchLimits limits;
    unsigned game, games; /* number of the current game, and how many */
    bool left_out;        /* part of the file is not in the output, or not evaluated */
    /* The result of the latest search. */
    Score score;
    Move line[LINE_MAX];
    int line_length;
} Analyst;

static void on_report(void *context, const SearchReport *r)
{
    Analyst *a = context;
    if (r->bound != BOUND_EXACT || r->multipv != 1) return;
    a->score = r->score;
    a->line_length = r->pv_length < LINE_MAX ? r->pv_length : LINE_MAX;
    memcpy(a->line, r->pv, (size_t)a->line_length * sizeof(Move));
}

/* Searches a position for its score (White's point of view) and line. */
static bool look_at(Analyst *a, Position *pos)
{
    Go go = {.limits = a->limits, .callbacks = {.report = on_report, .context = a}, .pos = pos};
    ErrorText ignored;
    a->line_length = 0;
    a->score = 0;
    GoResult started = session_go(a->session, &go, NULL, &ignored);
    if (started == GO_OVER) {
        Result result = position_outcome(pos).result;
        a->score = result == DRAW ? 0 : result == WHITE_WINS ? SCORE_MATE : -SCORE_MATE;
        return true;
    }
    if (started == GO_FAILED) return false;
    session_wait(a->session);
    a->score = score_normalise(pos, a->score);
    if (pos->side == BLACK) a->score = -a->score;
    return true;
}

/* A score one ply earlier: a win takes a ply more. */
static Score one_ply_earlier(Score score)
{
    return score > SCORE_MATE_MIN ? score - 1 : score < -SCORE_MATE_MIN ? score + 1 : score;
}

static bool is_proven(Score score) { return score > EVAL_MAX || score < -EVAL_MAX; }

/* The position before a move is worth at least what the move leads to, which the next position's search knows. */
static void learn_from_next(Analyst *a, EvaluatedMove *move, const EvaluatedMove *next, int sign)
{
    Score known = one_ply_earlier(move->score);
    if (!a->line_length || sign * known <= sign * a->score || (is_proven(a->score) && !is_proven(known))) return;
    a->score = known;
    a->line[0] = move->move;
    a->line_length = 1;
    for (int i = 0; next && i < next->line_length && a->line_length < LINE_MAX; ++i) a->line[a->line_length++] = next->line[i];
}

static Verdict verdict_of(double loss)
{
    Verdict verdict = VERDICT_BLUNDER;
    while (verdict > VERDICT_GOOD && loss < verdict_losses[verdict]) --verdict;
    return verdict;
}

/* Evaluates a move; `pos` is the position before it. The next position's score and line are those of the latest search. */
static bool evaluate_move(Analyst *a, Position *pos, EvaluatedMove *move, const EvaluatedMove *next)
{
    int sign = pos->side == WHITE ? 1 : -1;
    double loss = 0;
    move->score = a->score;
    if (!look_at(a, pos)) return false;
    learn_from_next(a, move, next, sign);
    move->line_length = a->line_length;
    memcpy(move->line, a->line, sizeof move->line);
    if (move->line_length && move->line[0] != move->move)
        loss = 100 * sign * (score_expected(a->score) - score_expected(move->score));
    move->verdict = verdict_of(loss);
    return true;
}

/* Evaluates all moves, from the end of the game's history. */
static bool evaluate_moves(Analyst *a, EvaluatedGame *annotated)
{
    unsigned count = position_plies(annotated->game.pos);
    Position *pos = position_clone(annotated->game.pos, 0);
    bool ok = pos;
    annotated->moves = calloc(count + 1, sizeof *annotated->moves);
    ok = ok && annotated->moves;
    ok = ok && look_at(a, pos);
    for (unsigned i = count; ok && i-- > 0;) {
        EvaluatedMove *move = &annotated->moves[i];
        move->solved = position_outcome(pos).result == ONGOING && session_endgame_value(a->session, pos, &move->tablebase);
        move->move = pos->state->move;
        position_unmake(pos);
        ok = evaluate_move(a, pos, move, i + 1 < count ? move + 1 : NULL);
    }
    position_free(pos);
    return ok;
}

/* ---- Annotated PGN ---- */

/* Adds a better line as a variation, as far as it can be. */
static void add_line(PgnTree *tree, size_t parent, const EvaluatedMove *move)
{
    for (int i = 0; i < move->line_length && parent < tree->count; ++i) {
        char text[MOVE_TEXT_MAX];
        if (!pgn_tree_go(tree, parent) || !position_is_legal(tree->pos, move->line[i])) return;
        tree->pos->variant->text.print(tree->pos, move->line[i], text);
        parent = pgn_tree_add(tree, parent, text, NULL);
        if (!parent) return;
    }
}

/* A comment without its commands ("[%clk 0:03:00]"). */
static void add_words(const char *comment, Buffer *text)
{
    for (const char *p = comment; *p;) {
        const char *end = strncmp(p, "[%", 2) == 0 ? strchr(p, ']') : NULL;
        if (!end) {
            if (*p != ' ' || (text->length && text->text[text->length - 1] != ' ')) buffer_put(text, p, 1);
            ++p;
            continue;
        }
        p = end + 1;
    }
    while (text->length && text->text[text->length - 1] == ' ') text->text[--text->length] = '\0';
}

/* Does the move have a sign such as "!?"? */
static bool has_sign(const PgnNode *node)
{
    for (unsigned i = 0; i < node->nag_count; ++i)
        if (node->nags[i] <= 6) return true;
    return false;
}

/* Do the words contain this text, at their beginning or after a '|'? */
static bool has_words(const char *words, const char *text)
{
    size_t length = strlen(text);
    for (const char *p = words; p; p = strstr(p, "| ")) {
        if (p != words) p += 2;
        if (strncmp(p, text, length) == 0 && (!p[length] || p[length] == ' ')) return true;
    }
    return false;
}

/* Appends a comment, separated from other words, unless it is there already. */
static bool add_comment(PgnTree *tree, size_t node, const char *text)
{
    const char *had = tree->nodes[node].comment;
    Buffer words = {0}, all = {0};
    if (had) add_words(had, &words);
    bool again = has_words(buffer_text(&words), text);
    buffer_add(&all, "%s%s", words.length ? "| " : "", text);
    bool ok = again || (!words.failed && !all.failed && pgn_tree_comment(tree, node, buffer_text(&all), all.length));
    buffer_free(&words);
    buffer_free(&all);
    return ok;
}

/* A score for people: "+0.35", "#5" if White mates in five, "-#5" if Black does, "1-0" if the game is over. */
static const char *score_print(Score score, char text[SCORE_TEXT])
{
    int mate = score_mate_in(score);
    if (abs(score) == SCORE_MATE) snprintf(text, SCORE_TEXT, "%s", score > 0 ? "1-0" : "0-1");
    else if (mate) snprintf(text, SCORE_TEXT, "%s#%d", mate < 0 ? "-" : "", abs(mate));
    else snprintf(text, SCORE_TEXT, "%+.2f", score / 100.0);
    return text;
}

/* What is said of an evaluated move of `mover`: its score, and what tablebases know of the position after it: "White: won in 16,
 * with best play", "a draw, with best play". */
static const char *note_print(const EvaluatedMove *move, Side mover, char note[NOTE_MAX])
{
    char score[SCORE_TEXT], words[ENDGAME_TEXT_MAX];
    TbValue value = move->tablebase;
    bool draw = value.result == TB_DRAW;
    Side winner = value.result == TB_WIN ? mover ^ 1 : mover;
    int length = snprintf(note, NOTE_MAX, "%s", score_print(move->score, score));
    if (!move->solved) return note;
    if (!draw) value.result = TB_WIN;
    snprintf(note + length, NOTE_MAX - (size_t)length, "; %s%s%s", draw ? "" : side_name(winner), draw ? "" : ": ",
             endgame_words(&value, words));
    return note;
}

/* Adds an evaluated move to the tree. A sign from the file is kept; none is added. */
static bool annotate(PgnTree *tree, const EvaluatedMove *move, const char *note)
{
    if (!has_sign(&tree->nodes[move->node])) pgn_tree_nag(tree, move->node, verdict_nags[move->verdict]);
    if (move->verdict != VERDICT_GOOD) add_line(tree, tree->nodes[move->node].parent, move);
    return add_comment(tree, move->node, note);
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t part = strlen(end);
    return length >= part && strncmp(text + length - part, end, part) == 0;
}

/* The reason why a game ended is written after the last comment. Removes it from a comment that was read from such a file: a
 * comment that is nothing else, or that goes before it with `note`. */
static void cut_reason(PgnNode *node, const char *reason, const char *note)
{
    size_t length = node->comment ? strlen(node->comment) : 0, part = strlen(reason);
    if (!length || !ends_with(node->comment, length, reason)) return;
    length -= part;
    if (length && !(ends_with(node->comment, length, " ") && ends_with(node->comment, length - 1, note))) return;
    node->comment[length ? length - 1 : 0] = '\0';
    if (length) return;
    free(node->comment);
    node->comment = NULL;
}

/* Finds the nodes of the main line, or makes them: a game in XBoard's form has none. */
static bool find_nodes(EvaluatedGame *annotated)
{
    PgnTree *tree = &annotated->tree;
    unsigned count = position_plies(annotated->game.pos);
    size_t node = 0;
    for (unsigned i = 0; i < count; ++i) {
        size_t child = tree->nodes[node].first;
        if (!child) {
            char text[MOVE_TEXT_MAX];
            if (!pgn_tree_go(tree, node)) return false;
            tree->pos->variant->text.print(tree->pos, annotated->moves[i].move, text);
            child = pgn_tree_add(tree, node, text, NULL);
            if (!child) return false;
        }
        annotated->moves[i].node = node = child;
    }
    return true;
}

static bool add_annotated(EvaluatedGame *annotated, Buffer *out)
{
    const PgnGame *game = &annotated->game;
    PgnTree *tree = &annotated->tree;
    unsigned count = position_plies(game->pos);
    Outcome outcome = position_outcome(game->pos);
    /* An illegal move after the end has its own reason. */
    const char *reason = outcome.result == ONGOING || !game->complete ? NULL : outcome.reason;
    size_t end = pgn_tree_end(tree);
    bool ok = true;
    if (reason && !count) cut_reason(&tree->nodes[end], reason, reason);
    for (unsigned i = 0; ok && i < count; ++i) {
        const EvaluatedMove *move = &annotated->moves[i];
        char note[NOTE_MAX];
        note_print(move, game->pos->side ^ (count - i) % 2, note);
        if (reason && move->node == end) cut_reason(&tree->nodes[end], reason, note);
        ok = annotate(tree, move, note);
    }
    ok = ok && (game->complete || add_comment(tree, end, game->problem.text));
    if (!strstr(buffer_text(&tree->tags), "[Annotator \"")) pgn_put_tag(&tree->tags, "Annotator", ENGINE_NAME " " ENGINE_VERSION);
    if (out->length) buffer_add(out, "\n");
    return ok && pgn_tree_write(tree, &game->header, reason, out);
}

/* ---- The command ---- */

const Argument analyse_arguments[] = {
    {"FILE", ARGUMENT(AnalyseRequest, file)},
    {"--nodes", ARGUMENT(AnalyseRequest, nodes), "N", "for each position (100000)", 1, INT64_MAX / 4},
    {"--seconds", ARGUMENT(AnalyseRequest, seconds), "S", "for each position, instead", 1, 100000},
    {"--output", ARGUMENT(AnalyseRequest, output), "NAME", "write NAME.pgn (FILE-analysed)"},
    {.name = NULL},
};

/* Writes NAME.pgn; without a name that of the file without ".pgn", plus "-analysed". */
static bool write_file(EvaluatedGame *games, size_t count, const AnalyseRequest *request, ErrorText *error)
{
    Buffer path = {0}, pgn = {0};
    bool ok = true;
    const char *name = request->output ? request->output : request->file;
    size_t length = strlen(name);
    if (!request->output && length > 4 && text_equal(name + length - 4, ".pgn")) length -= 4;
    buffer_add(&path, "%.*s%s.pgn", (int)length, name, request->output ? "" : "-analysed");
    for (size_t i = 0; ok && i < count; ++i) ok = add_annotated(&games[i], &pgn);
    ok = (ok && !pgn.failed && !path.failed) || error_set(error, "out of memory");
    ok = ok && whole_file_write(buffer_text(&path), buffer_text(&pgn), pgn.length, error);
    if (ok) say("%s", buffer_text(&path));
    buffer_free(&path);
    buffer_free(&pgn);
    return ok;
}

static bool evaluate_game(Analyst *a, const char *text, EvaluatedGame *annotated, ErrorText *error)
{
    ErrorText problem;
    if (!pgn_tree_read(text, a->game, &annotated->game, &annotated->tree, &problem, error)) return false;
    if (*problem.text) fprintf(stderr, "quincunx: %s, game %u, kept as a comment: %s\n", a->file, a->game, problem.text);
    const Variant *variant = annotated->game.pos->variant;
    if (a->session->variant != variant && !session_set_variant(a->session, variant->name, error)) return false;
    search_clear(a->session->pool);
    return (evaluate_moves(a, annotated) && find_nodes(annotated)) || error_set(error, "out of memory");
}

static void free_game(EvaluatedGame *annotated)
{
    position_free(annotated->game.pos);
    pgn_tree_free(&annotated->tree);
    free(annotated->moves);
    *annotated = (EvaluatedGame){.moves = NULL};
}

static void tell_fault(void *context, unsigned game, unsigned line, const char *what)
{
    Analyst *a = context;
    (void)game;
    fprintf(stderr, "quincunx: %s, line %u: %s\n", a->file, line, what);
    a->left_out = true;
}

/* Evaluates all games of a text. Returns the number of evaluated ones. */
static size_t evaluate_games(Analyst *a, const char *text, EvaluatedGame *games)
{
    size_t count = 0;
    for (a->game = 1; a->game <= a->games; ++a->game) {
        EvaluatedGame *game = &games[count];
        ErrorText why;
        if (isatty(STDERR_FILENO)) fprintf(stderr, "Game %u of %u\n", a->game, a->games);
        if (!evaluate_game(a, text, game, &why)) {
            fprintf(stderr, "quincunx: %s, game %u is left out: %s\n", a->file, a->game, why.text);
            a->left_out = true;
            free_game(game);
            continue;
        }
        ++count;
        if (game->game.complete) continue;
        fprintf(stderr, "quincunx: %s, game %u is evaluated as far as it is legal: %s\n", a->file, a->game,
                game->game.problem.text);
        a->left_out = true;
    }
    return count;
}

int analyse_run(Session *session, const AnalyseRequest *request, ErrorText *error)
{
    Buffer text = {0}, name = {0};
    if (!file_read(request->file, &text, error)) return STATUS_ERROR;
    buffer_add(&name, "%s", request->file);
    if (name.failed || !pgn_to_utf8(&text)) {
        buffer_free(&text);
        buffer_free(&name);
        error_set(error, "out of memory");
        return STATUS_ERROR;
    }
    utf8_make_safe(name.text, "");
    Analyst analyst = {.session = session, .file = name.text};
    analyst.limits = session_limits(session);
    if (request->seconds) analyst.limits.move_time = 1000 * request->seconds;
    else analyst.limits.nodes = (uint64_t)request->nodes;
    analyst.games = pgn_list(buffer_text(&text), &(PgnListener){.fault = tell_fault, .context = &analyst});
    EvaluatedGame *games = calloc(analyst.games + 1, sizeof *games);
    bool ok = games || error_set(error, "out of memory");
    size_t count = ok ? evaluate_games(&analyst, buffer_text(&text), games) : 0;
    ok = ok && (count || error_set(error, "there is no game in %.100s that can be evaluated", request->file));
    ok = ok && write_file(games, count, request, error);
    for (size_t i = 0; games && i < count; ++i) free_game(&games[i]);
    free(games);
    buffer_free(&text);
    buffer_free(&name);
    return !ok ? STATUS_ERROR : analyst.left_out ? STATUS_UNFINISHED : STATUS_OK;
}
