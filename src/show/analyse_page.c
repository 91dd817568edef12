/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Evaluated games as one self-contained HTML page: a board that goes through the game, a graph, the mistakes of each
 * side with diagrams, and the moves with what the file said about them and better alternatives. review.html is its
 * frame, with markers where text goes. The script knows no rules: every position is written into the page. Without
 * scripts everything but the stepping board works.
 */

#include "analyse_page.h"

#include <math.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../notation/move_text.h"
#include "../notation/notation.h"
#include "../util/embedded.h"
#include "board_view.h"
#include "diagram.h"
#include "../session/session.h"

enum { GRAPH_WIDTH = 900, GRAPH_HEIGHT = 160 };

static const char *const colours[VERDICT_NB] = {"none", "#d9a400", "#e07000", "#d02020"};
static const char *const verdict_names[VERDICT_NB] = {"", "inaccuracies", "mistakes", "blunders"};


/* ---- Text ---- */

static void add_escaped(Buffer *out, const char *text)
{
    for (; *text; ++text) {
        switch (*text) {
        case '&': buffer_add(out, "&amp;"); break;
        case '<': buffer_add(out, "&lt;"); break;
        case '>': buffer_add(out, "&gt;"); break;
        case '"': buffer_add(out, "&quot;"); break;
        default: buffer_put(out, text, 1);
        }
    }
}

/* The sign of a move that somebody gave, else the verdict's. */
static const char *sign_of(const PgnNode *node, Verdict verdict)
{
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    for (unsigned i = 0; i < node->nag_count; ++i)
        if (node->nags[i] < sizeof signs / sizeof *signs) return signs[node->nags[i]];
    return verdict_signs[verdict];
}

/* Other signs, such as of a better position. */
static void add_other_signs(const PgnNode *node, Buffer *out)
{
    static const struct {
        unsigned nag;
        const char *sign;
    } signs[] = {{7, "\u25A1"},  {10, "="},       {13, "\u221E"},  {14, "+="},     {15, "=+"},    {16, "\u00B1"},
                 {17, "\u2213"}, {18, "+\u2212"}, {19, "\u2212+"}, {36, "\u2191"}, {40, "\u2192"}};
    for (unsigned i = 0; i < node->nag_count; ++i)
        for (size_t j = 0; j < sizeof signs / sizeof *signs; ++j)
            if (signs[j].nag == node->nags[i]) buffer_add(out, " %s", signs[j].sign);
}

static void add_comment(const PgnNode *node, Buffer *out)
{
    Buffer text = {0}, commands = {0};
    if (!node->comment) return;
    comment_split(node->comment, &text, &commands);
    if (text.length) {
        buffer_add(out, " <span class=\"comment\">");
        add_escaped(out, buffer_text(&text));
        buffer_add(out, "</span>\n");
    }
    if (commands.length) {
        buffer_add(out, " <span class=\"score\">(");
        add_escaped(out, buffer_text(&commands));
        buffer_add(out, ")</span>\n");
    }
    out->failed |= text.failed || commands.failed;
    buffer_free(&text);
    buffer_free(&commands);
}

/* The text of a move with its number: "12. Nf3", "12... Nf6". */
static void add_numbered(Position *pos, Move move, Buffer *out)
{
    Buffer text = {0};
    line_print(pos, &move, 1, &text);
    add_escaped(out, buffer_text(&text));
    out->failed |= text.failed;
    buffer_free(&text);
}

static void add_variations(const PgnTree *tree, Position *pos, size_t node, unsigned depth, Buffer *out);

/* The line that begins with a node, which `pos` stands before. Restores it. */
static void add_variation(const PgnTree *tree, Position *pos, size_t first, unsigned depth, Buffer *out)
{
    unsigned plies = 0;
    for (size_t n = first; n && position_reserve(pos, 8); n = tree->nodes[n].first, ++plies) {
        const PgnNode *node = &tree->nodes[n];
        Buffer text = {0};
        line_print(pos, &node->move, 1, &text);
        bool numbered = plies == 0 || pos->side == WHITE;
        const char *words = buffer_text(&text), *rest = strstr(words, "... ");
        if (plies) buffer_add(out, " ");
        add_escaped(out, numbered || !rest ? words : rest + 4);
        out->failed |= text.failed;
        buffer_free(&text);
        buffer_add(out, "%s", sign_of(node, VERDICT_GOOD));
        add_other_signs(node, out);
        add_comment(node, out);
        if (n != first) add_variations(tree, pos, n, depth + 1, out);
        position_make(pos, node->move);
    }
    while (plies--) position_unmake(pos);
}

/* The variations that the file gives instead of a move. */
static void add_variations(const PgnTree *tree, Position *pos, size_t node, unsigned depth, Buffer *out)
{
    if (tree->nodes[tree->nodes[node].parent].first != node || depth > PGN_NESTING_MAX) return;
    for (size_t n = tree->nodes[node].next; n; n = tree->nodes[n].next) {
        buffer_add(out, " <span class=\"line\">(");
        add_variation(tree, pos, n, depth, out);
        buffer_add(out, ")</span>\n");
    }
}

/* ---- Graph and table ---- */

/* The height of a score in the graph: the expected result. */
static double height_of(Score score) { return GRAPH_HEIGHT * (1 - score_expected(score)); }

static double place_of(unsigned n, unsigned count) { return count ? (double)n * GRAPH_WIDTH / count : 0; }

static void add_graph(const EvaluatedGame *annotated, unsigned count, Buffer *out)
{
    buffer_add(out,
               "<svg class=\"graph whole\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"White's expected result, move by "
               "move\">\n",
               GRAPH_WIDTH, GRAPH_HEIGHT);
    buffer_add(out, "<polygon fill=\"#eee\" points=\"0,%d 0,%.1f", GRAPH_HEIGHT, height_of(annotated->start));
    for (unsigned i = 0; i < count; ++i)
        buffer_add(out, " %.1f,%.1f", place_of(i + 1, count), height_of(annotated->moves[i].score));
    buffer_add(out, " %d,%d\"/>\n<line x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#a44\" stroke-dasharray=\"4\"/>\n",
               GRAPH_WIDTH, GRAPH_HEIGHT, GRAPH_WIDTH, GRAPH_HEIGHT / 2, GRAPH_HEIGHT / 2);
    for (unsigned i = 0; i < count; ++i) {
        const AnnotatedMove *move = &annotated->moves[i];
        char score[16];
        if (move->verdict == VERDICT_GOOD) continue;
        buffer_add(out,
                   "<a href=\"#g%ut%u\" data-ply=\"%u\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" fill=\"%s\"><title>ply %u: "
                   "%s</title></circle></a>\n",
                   annotated->number, i + 1, i + 1, place_of(i + 1, count), height_of(move->score), colours[move->verdict], i + 1,
                   score_print(move->score, score));
    }
    buffer_add(out, "<line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"%d\" stroke=\"#06c\" stroke-width=\"3\"/>\n</svg>\n",
               GRAPH_HEIGHT);
}

static void add_summary(const EvaluatedGame *annotated, unsigned count, Side first, Buffer *out)
{
    static const char *const names[] = {"White", "Black"};
    buffer_add(out, "<table>\n<tr><th>side</th><th title=\"of the expected result\">lost a move</th>");
    for (int v = VERDICT_INACCURACY; v < VERDICT_NB; ++v)
        buffer_add(out, "<th title=\"%s\">%s</th>", verdict_names[v], verdict_signs[v]);
    buffer_add(out, "</tr>\n");
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned moves = 0, found[VERDICT_NB] = {0};
        double loss = 0;
        for (unsigned i = 0; i < count; ++i) {
            if ((first ^ (i & 1)) != side) continue;
            ++moves;
            ++found[annotated->moves[i].verdict];
            loss += annotated->moves[i].loss;
        }
        buffer_add(out, "<tr><td>%s</td><td>%.1f%%</td><td>%u</td><td>%u</td><td>%u</td></tr>\n", names[side],
                   moves ? loss / moves : 0.0, found[1], found[2], found[3]);
    }
    buffer_add(out, "</table>\n");
}

/* ---- Boards ---- */

static void add_svg_open(const Variant *variant, const char *attributes, Buffer *out)
{
    double view[4];
    diagram_view(variant, view);
    buffer_add(out,
               "<svg viewBox=\"%.1f %.1f %.1f %.1f\" font-family=\"sans-serif\" text-anchor=\"middle\" %s>"
               "<use href=\"#%s-board\"/>",
               view[0], view[1], view[2], view[3], attributes, variant->name);
}

static void add_use(const Variant *variant, Square square, unsigned piece, Buffer *out)
{
    double x, y;
    diagram_place(variant, square, &x, &y);
    buffer_add(out, "<use href=\"#%s-%u\" x=\"%.4g\" y=\"%.4g\"/>", variant->name, piece, x, y);
}

/* Arrows for the legs of a move; a ring for a drop. */
static void add_arrows(const Position *pos, Move move, const char *colour, Buffer *out)
{
    char text[MOVE_TEXT_MAX];
    pos->variant->print_move(pos, move, text);
    for (const char *p = text; *p; p += strcspn(p, ","), p += *p == ',') {
        LegParts leg;
        double x, y, u, v;
        if (!leg_cut(pos->variant, p, &leg)) continue;
        diagram_place(pos->variant, leg.from, &u, &v);
        diagram_place(pos->variant, leg.to, &x, &y);
        double length = hypot(x - u, y - v);
        if (leg.letter || length < 1) {
            buffer_add(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"18\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\"/>", x, y,
                       colour);
            continue;
        }
        double dx = (x - u) / length, dy = (y - v) / length, tipx = x - 4 * dx, tipy = y - 4 * dy;
        buffer_add(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" stroke-width=\"6\" stroke-opacity=\".75\"/>", u, v,
                   tipx - 10 * dx, tipy - 10 * dy, colour);
        buffer_add(out, "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" fill=\"%s\" fill-opacity=\".85\"/>", tipx, tipy,
                   tipx - 14 * dx + 8 * dy, tipy - 14 * dy - 8 * dx, tipx - 14 * dx - 8 * dy, tipy - 14 * dy + 8 * dx, colour);
    }
}

/* A picture of the position before a mistake: the move played and the better one as arrows, the better line below. */
static void add_mistake(const EvaluatedGame *annotated, Position *pos, unsigned i, Buffer *out)
{
    const AnnotatedMove *move = &annotated->moves[i];
    const Variant *variant = pos->variant;
    char before[16], after[16], hand[80];
    Buffer line = {0};
    buffer_add(out, "<figure>\n");
    add_svg_open(variant, "role=\"img\" aria-label=\"The position before the move\"", out);
    for (Square s = 0; s < SQUARE_MAX; ++s)
        if (pos->board[s]) add_use(variant, s, pos->board[s], out);
    add_arrows(pos, move->move, colours[move->verdict], out);
    add_arrows(pos, move->line[0], "#2e7d32", out);
    buffer_add(out, "</svg>\n<figcaption>");
    for (Side side = WHITE; side <= BLACK; ++side)
        if (*board_view_hand(variant, pos->state->hands, side, hand, sizeof hand))
            buffer_add(out, "%s in hand: %s.\n", side_name(side), hand);
    buffer_add(out, "<a href=\"#g%ut%u\" data-ply=\"%u\" class=\"v%d\">", annotated->number, i + 1, i + 1, (int)move->verdict);
    add_numbered(pos, move->move, out);
    buffer_add(out, "%s</a> gave away %.0f%% (%s, then %s).\nBetter: <b class=\"better\">",
               sign_of(&annotated->tree.nodes[move->node], move->verdict), move->loss, score_print(move->before, before),
               score_print(move->score, after));
    line_print(pos, move->line, move->line_length, &line);
    add_escaped(out, buffer_text(&line));
    buffer_add(out, "</b></figcaption>\n</figure>\n");
    out->failed |= line.failed;
    buffer_free(&line);
}

/* Characters for pieces in the page's data, by number; '.' is an empty square. */
static const char piece_signs[] = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!";
static_assert(sizeof piece_signs > PIECE_MAX, "a sign for each piece");

static void add_board_data(const Position *pos, Buffer *out)
{
    unsigned squares = square_count(pos->variant);
    for (unsigned s = 0; s < squares; ++s) buffer_put(out, &piece_signs[pos->board[s]], 1);
}

static void add_hand_data(const Position *pos, Buffer *out)
{
    char hand[80];
    for (int i = 0; i < 2; ++i) {
        Side side = i ? WHITE : BLACK; /* Black's stands above the board */
        bool any = *board_view_hand(pos->variant, pos->state->hands, side, hand, sizeof hand);
        buffer_add(out, "%s\"%s%s%s\"", i ? "," : "[", any ? side_name(side) : "", any ? " in hand: " : "", hand);
    }
    buffer_add(out, "]");
}

/* Everything that the board shows, as JSON. `pos` stands at the start and is restored. */
static void add_data(const EvaluatedGame *annotated, Position *pos, unsigned count, Buffer *out)
{
    const Variant *variant = pos->variant;
    unsigned squares = square_count(variant);
    Buffer hands = {0};
    char score[16];
    buffer_add(out,
               "<script type=\"application/json\">{\"name\":\"%s\",\"pieces\":\"%s\",\"step\":%.3f,"
               "\"start\":\"The start: %s\"",
               variant->name, piece_signs, place_of(1, count), score_print(annotated->start, score));
    for (int axis = 0; axis < 2; ++axis) {
        buffer_add(out, ",\n\"%c\":[", "xy"[axis]);
        for (unsigned s = 0; s < squares; ++s) {
            double place[2];
            diagram_place(variant, (Square)s, &place[0], &place[1]);
            buffer_add(out, "%s%.4g", s ? "," : "", place[axis]);
        }
        buffer_add(out, "]");
    }
    buffer_add(out, ",\n\"boards\":[");
    for (unsigned i = 0; i <= count; ++i) {
        if (i) position_make(pos, annotated->moves[i - 1].move);
        buffer_add(out, "%s\"", i ? ",\n" : "");
        add_board_data(pos, out);
        buffer_add(out, "\"");
        buffer_add(&hands, "%s", i ? ",\n" : "");
        add_hand_data(pos, &hands);
    }
    buffer_add(out, "]");
    if (variant->hand_types) buffer_add(out, ",\n\"hands\":[%s]", buffer_text(&hands));
    buffer_add(out, "}</script>\n");
    out->failed |= hands.failed;
    buffer_free(&hands);
    while (position_plies(pos)) position_unmake(pos);
}

static void add_stepper(const Variant *variant, Buffer *out)
{
    static const char *const keys[][3] = {{"first", "To the start", "\u00AB"},
                                          {"back", "One move back", "\u2039"},
                                          {"on", "One move on", "\u203A"},
                                          {"last", "To the end", "\u00BB"}};
    buffer_add(out, "<div class=\"board\" hidden>\n");
    if (variant->hand_types) buffer_add(out, "<p class=\"hand\"></p>\n");
    add_svg_open(variant, "role=\"img\" aria-label=\"The board\"", out);
    buffer_add(out, "<g></g></svg>\n");
    if (variant->hand_types) buffer_add(out, "<p class=\"hand\"></p>\n");
    buffer_add(out, "<div class=\"keys\">");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        buffer_add(out, "<button type=\"button\" name=\"%s\" title=\"%s\" aria-label=\"%s\">%s</button>", keys[i][0], keys[i][1],
                   keys[i][1], keys[i][2]);
    buffer_add(out, "</div>\n<p class=\"now\" aria-live=\"polite\"></p>\n</div>\n");
}

/* ---- Moves ---- */

static void add_move(const EvaluatedGame *annotated, Position *pos, unsigned i, Buffer *out)
{
    const AnnotatedMove *move = &annotated->moves[i];
    const PgnNode *node = &annotated->tree.nodes[move->node];
    char score[16], solved[ANNOTATED_TEXT_MAX];
    Buffer text = {0};
    line_print(pos, &move->move, 1, &text);
    annotated_endgame(move, pos->side, solved);
    score_print(move->score, score);
    const char *sign = sign_of(node, move->verdict), *rest = strstr(buffer_text(&text), "... ");
    buffer_add(out, "<a class=\"move\" id=\"g%ut%u\" href=\"#g%ut%u\" data-text=\"", annotated->number, i + 1, annotated->number,
               i + 1);
    add_escaped(out, buffer_text(&text));
    buffer_add(out, "%s  %s%s%s\"><span class=\"v%d\">", sign, score, *solved ? "; " : "", solved, (int)move->verdict);
    add_escaped(out, i && rest ? rest + 4 : buffer_text(&text));
    buffer_add(out, "%s</span> <span class=\"score\">%s%s%s</span></a>", sign, score, *solved ? "; " : "", solved);
    add_other_signs(node, out);
    buffer_add(out, "\n");
    add_comment(node, out);
    buffer_clear(&text);
    if (move->verdict != VERDICT_GOOD) {
        line_print(pos, move->line, move->line_length, &text);
        buffer_add(out, "<span class=\"better\">(better: ");
        add_escaped(out, buffer_text(&text));
        buffer_add(out, ")</span>\n");
    }
    add_variations(&annotated->tree, pos, move->node, 0, out);
    out->failed |= text.failed;
    buffer_free(&text);
}

/* The tags, without those in the heading. */
static void add_tags(const EvaluatedGame *annotated, Buffer *out)
{
    const PgnHeader *header = &annotated->game.header;
    const char *const values[] = {annotated->game.pos->variant->title, header->event, header->site, header->date, header->round};
    bool any = false;
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        if (!*values[i] || *values[i] == '?') continue;
        buffer_add(out, "%s%s", any ? ", " : "", i == 4 ? "round " : "");
        add_escaped(out, values[i]);
        any = true;
    }
}

static void add_moves(const EvaluatedGame *annotated, Position *pos, unsigned count, Buffer *out)
{
    bool mistakes = false;
    buffer_add(out, "<p class=\"moves\">\n");
    add_comment(&annotated->tree.nodes[0], out);
    for (unsigned i = 0; i < count; ++i) {
        add_move(annotated, pos, i, out);
        position_make(pos, annotated->moves[i].move);
    }
    while (position_plies(pos)) position_unmake(pos);
    buffer_add(out, "</p>\n");
    if (!annotated->game.complete) {
        buffer_add(out, "<p>The rest can not be read: ");
        add_escaped(out, annotated->game.problem.text);
        buffer_add(out, "</p>\n");
    }
    buffer_add(out, "</div>\n");
    for (unsigned i = 0; i < count; ++i) {
        if (annotated->moves[i].verdict >= VERDICT_MISTAKE) {
            if (!mistakes) buffer_add(out, "<div class=\"mistakes whole\">\n");
            mistakes = true;
            add_mistake(annotated, pos, i, out);
        }
        position_make(pos, annotated->moves[i].move);
    }
    while (position_plies(pos)) position_unmake(pos);
    if (mistakes) buffer_add(out, "</div>\n");
}

static void add_game(const EvaluatedGame *annotated, Buffer *out)
{
    const PgnHeader *header = &annotated->game.header;
    unsigned count = position_plies(annotated->game.pos);
    Position *pos = position_clone(annotated->game.pos, 8);
    if (!pos) {
        out->failed = true;
        return;
    }
    while (position_plies(pos)) position_unmake(pos);
    bool wide = pos->variant->boards > 1;
    buffer_add(out, "<h2>");
    const char *const words[] = {header->white, " \u2013 ", header->black, ", ", header->result};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) add_escaped(out, words[i]);
    buffer_add(out, "</h2>\n<p>");
    add_tags(annotated, out);
    buffer_add(out, "</p>\n<div class=\"game%s\">\n", wide ? " wide" : "");
    if (count) add_graph(annotated, count, out);
    add_stepper(pos->variant, out);
    buffer_add(out, "<div>\n");
    add_summary(annotated, count, pos->side, out);
    add_moves(annotated, pos, count, out);
    add_data(annotated, pos, count, out);
    buffer_add(out, "</div>\n");
    position_free(pos);
}

static bool is_first_of_its_game(const EvaluatedGame *games, size_t i)
{
    for (size_t j = 0; j < i; ++j)
        if (games[j].game.pos->variant == games[i].game.pos->variant) return false;
    return true;
}

/* Copies the template up to a marker, <!--NAME-->, and returns the place behind it; to its end if there is none. */
static const char *add_part(const char *at, const char *end, const char *name, Buffer *out)
{
    char marker[32];
    size_t length = (size_t)snprintf(marker, sizeof marker, "<!--%s-->", name);
    const char *stop = at;
    while (stop < end && ((size_t)(end - stop) < length || memcmp(stop, marker, length) != 0)) ++stop;
    buffer_put(out, at, (size_t)(stop - at));
    return stop < end ? stop + length : end;
}

void analyse_page(const EvaluatedGame *games, size_t count, const char *title, Buffer *out)
{
    const EmbeddedFile *page = embedded_find(embedded_pages, "review");
    const char *at = (const char *)page->begin, *end = (const char *)page->end;
    at = add_part(at, end, "title", out);
    add_escaped(out, title);
    at = add_part(at, end, "symbols", out);
    for (size_t i = 0; i < count; ++i)
        if (is_first_of_its_game(games, i)) diagram_define(games[i].game.pos->variant, out);
    at = add_part(at, end, "title", out);
    add_escaped(out, title);
    at = add_part(at, end, "games", out);
    buffer_add(out, "<p>Evaluated by " ENGINE_NAME " " ENGINE_VERSION ". %s\n", score_unit);
    buffer_add(out,
               "%s gave away at least %d%% of the expected result, %s %d%%, %s %d%%. In the pictures the better move is green.\n"
               "Signs and comments in the file stay as they are.</p>\n",
               verdict_signs[1], verdict_losses[1], verdict_signs[2], verdict_losses[2], verdict_signs[3], verdict_losses[3]);
    for (size_t i = 0; i < count; ++i) add_game(&games[i], out);
    add_part(at, end, "end", out);
}
