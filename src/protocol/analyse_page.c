/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Evaluated games as one self-contained HTML page: a graph, the mistakes of each side, and the moves with better
 * alternatives. */

#include "analyse_page.h"

#include <string.h>

#include "session.h"

enum { GRAPH_WIDTH = 900, GRAPH_HEIGHT = 200 };

static const char *const colours[VERDICT_NB] = {"none", "#d9a400", "#e07000", "#d02020"};
static const char *const verdict_names[VERDICT_NB] = {"", "inaccuracies", "mistakes", "blunders"};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
static const char style[] =
    "</title>\n<style>\nbody { font: 16px/1.5 sans-serif; max-width: 960px; margin: 1em auto; padding: 0 1em; color: #222; "
    "background: #fff }\n"
    "svg { width: 100%; height: auto; background: #777; border: 1px solid #555 }\n"
    "ol, p.moves { padding: 0 } .move { white-space: nowrap; margin-right: .8em } .score { color: #666; font-size: 85% }\n"
    ".v1 { color: #9a7400 } .v2 { color: #b85a00 } .v3 { color: #c01818; font-weight: bold }\n"
    ".better { color: #336; white-space: normal; font-size: 92% } td, th { padding: .1em .8em; text-align: right }\n"
    "th:first-child, td:first-child { text-align: left }\n</style>\n</head>\n<body>\n";

static void add_escaped(Buffer *out, const char *text)
{
    for (; *text; ++text) {
        switch (*text) {
        case '&': buffer_add(out, "&amp;"); break;
        case '<': buffer_add(out, "&lt;"); break;
        case '>': buffer_add(out, "&gt;"); break;
        case '"': buffer_add(out, "&quot;"); break;
        default: buffer_add(out, "%c", *text);
        }
    }
}

/* The height of a score in the graph. A Pawn counts more near 0 than far from it. */
static double height_of(Score score)
{
    enum { HALF = 300 }; /* centipawns at half height */
    double s = score > ANALYSE_CLAMP ? 10.0 * ANALYSE_CLAMP : score < -ANALYSE_CLAMP ? -10.0 * ANALYSE_CLAMP : score;
    return GRAPH_HEIGHT / 2.0 * (1 - s / ((s < 0 ? -s : s) + HALF));
}

static double place_of(unsigned n, unsigned count) { return count ? (double)n * GRAPH_WIDTH / count : 0; }

static void add_graph(const EvaluatedGame *annotated, unsigned count, Buffer *out)
{
    buffer_add(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"What the game was worth, move by move\">\n", GRAPH_WIDTH,
               GRAPH_HEIGHT);
    buffer_add(out, "<polygon fill=\"#eee\" points=\"0,%d 0,%.1f", GRAPH_HEIGHT, height_of(annotated->start));
    for (unsigned i = 0; i < count; ++i)
        buffer_add(out, " %.1f,%.1f", place_of(i + 1, count), height_of(annotated->moves[i].score));
    buffer_add(out, " %d,%d\"/>\n<line x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#a44\" stroke-dasharray=\"4\"/>\n",
               GRAPH_WIDTH, GRAPH_HEIGHT, GRAPH_WIDTH, GRAPH_HEIGHT / 2, GRAPH_HEIGHT / 2);
    for (unsigned i = 0; i < count; ++i) {
        const AnnotatedMove *move = &annotated->moves[i];
        char score[16];
        if (move->verdict == VERDICT_GOOD) continue;
        buffer_add(
            out, "<a href=\"#g%ut%u\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"><title>ply %u: %s</title></circle></a>\n",
            annotated->number, i + 1, place_of(i + 1, count), height_of(move->score), colours[move->verdict], i + 1,
            score_print(move->score, score));
    }
    buffer_add(out, "</svg>\n");
}

static void add_summary(const EvaluatedGame *annotated, unsigned count, Side first, Buffer *out)
{
    static const char *const names[] = {"White", "Black"};
    buffer_add(out, "<table>\n<tr><th>side</th><th>lost a move</th><th>%s</th><th>%s</th><th>%s</th></tr>\n", verdict_names[1],
               verdict_names[2], verdict_names[3]);
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned moves = 0, found[VERDICT_NB] = {0};
        long loss = 0;
        for (unsigned i = 0; i < count; ++i) {
            if ((first ^ (i & 1)) != side) continue;
            ++moves;
            ++found[annotated->moves[i].verdict];
            loss += annotated->moves[i].loss;
        }
        buffer_add(out, "<tr><td>%s</td><td>%.2f</td><td>%u</td><td>%u</td><td>%u</td></tr>\n", names[side],
                   moves ? (double)loss / moves / 100 : 0.0, found[1], found[2], found[3]);
    }
    buffer_add(out, "</table>\n");
}

static void add_move(const EvaluatedGame *annotated, Position *pos, unsigned i, Buffer *out)
{
    const AnnotatedMove *move = &annotated->moves[i];
    char score[16], solved[ANNOTATED_TEXT_MAX];
    Buffer text = {0};
    line_print(pos, &move->move, 1, &text);
    buffer_add(out, "<span class=\"turn\" id=\"g%ut%u\"><span class=\"v%d\">", annotated->number, i + 1, (int)move->verdict);
    add_escaped(out, i && pos->side == BLACK ? strchr(buffer_text(&text), ' ') + 1 : buffer_text(&text));
    annotated_endgame(move, pos->side, solved);
    buffer_add(out, "%s</span> <span class=\"score\">%s%s%s</span></span>\n", verdict_signs[move->verdict],
               score_print(move->score, score), *solved ? "; " : "", solved);
    buffer_clear(&text);
    if (move->verdict != VERDICT_GOOD) {
        line_print(pos, move->line, move->line_length, &text);
        buffer_add(out, "<span class=\"better\">(better: ");
        add_escaped(out, buffer_text(&text));
        buffer_add(out, ")</span>\n");
    }
    buffer_free(&text);
}

static void add_game(const EvaluatedGame *annotated, Buffer *out)
{
    const PgnHeader *header = &annotated->game.header;
    unsigned count = position_plies(annotated->game.pos);
    Position *pos = position_new(annotated->game.pos->variant);
    if (!pos || !position_copy(pos, annotated->game.pos)) {
        position_free(pos);
        out->failed = true;
        return;
    }
    while (position_plies(pos)) position_unmake(pos);
    buffer_add(out, "<h2>");
    const char *const words[] = {header->white, " – ", header->black, ", ", header->result};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) add_escaped(out, words[i]);
    buffer_add(out, "</h2>\n<p>");
    const char *const more[] = {pos->variant->title, ", ", header->event, ", ", header->date};
    for (size_t i = 0; i < sizeof more / sizeof *more; ++i) add_escaped(out, more[i]);
    buffer_add(out, "</p>\n");
    add_graph(annotated, count, out);
    add_summary(annotated, count, pos->side, out);
    buffer_add(out, "<p class=\"turns\">\n");
    for (unsigned i = 0; i < count; ++i) {
        add_move(annotated, pos, i, out);
        position_make(pos, annotated->moves[i].move);
    }
    buffer_add(out, "</p>\n");
    if (!annotated->game.complete) {
        buffer_add(out, "<p>The rest is not legal: ");
        add_escaped(out, annotated->game.problem.text);
        buffer_add(out, "</p>\n");
    }
    position_free(pos);
}

void analyse_page(const EvaluatedGame *games, size_t count, const char *title, Buffer *out)
{
    buffer_add(out, "%s", head);
    add_escaped(out, title);
    buffer_add(out, "%s<h1>", style);
    add_escaped(out, title);
    buffer_add(out, "</h1>\n<p>Evaluated by " ENGINE_NAME " " ENGINE_VERSION
                    ". Scores are White's, in Pawns; # is a forced win in so many moves.\n"
                    "?! gave away 0.6 Pawns, ? 1.2, ?? 2.5, within what was still open.</p>\n");
    for (size_t i = 0; i < count; ++i) add_game(&games[i], out);
    buffer_add(out, "</body>\n</html>\n");
}
