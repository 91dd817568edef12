/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Diagrams of positions as SVG, for documents.
 *
 * Pieces are letters on discs, so that a picture is self-contained. The code knows no game: zones, number of boards and
 * orientation come from the data sheet. Lengths are in units of the SVG's view box.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../src/show/board_view.h"
#include "../src/show/explain.h"
#include "../src/text/move_text.h"
#include "../src/text/notation.h"
#include "lab.h"

typedef struct Request {
    const char *game;
    const char *fen;   /* NULL: the start position */
    const char *moves; /* square of a piece of the side to move: show its legs; or NULL */
    const char *legs;  /* legs that begin the move, shown as played; or NULL */
    const char *piece; /* a piece by letter or name on a nearly empty board; fen is then NULL */
} Request;

const Argument diagram_arguments[] = {
    {"GAME", ARGUMENT(Request, game)},
    {"[FEN]", ARGUMENT(Request, fen)},
    {"--moves", ARGUMENT(Request, moves), "SQUARE", "show the moves of the piece there"},
    {"--legs", ARGUMENT(Request, legs), "LEGS", "after these legs of a move"},
    {"--piece", ARGUMENT(Request, piece), "NAME", "instead: a piece on an empty board"},
    {.name = NULL},
};

enum { CELL = 40, GAP = 24, MARGIN = 22, HAND_LINE = 20 };

typedef struct Diagram {
    const Variant *variant;
    unsigned files, boards; /* of the drawing; a piece diagram shows one board */
    Piece board[SQUARE_MAX];
    uint64_t hands;            /* as State.hands; none in a piece diagram */
    uint8_t marks[SQUARE_MAX]; /* enum Mark */
    Square chosen;             /* the square whose moves are shown, or SQUARE_NONE */
    Buffer *out;
} Diagram;

/* ---- Geometry ---- */

typedef struct Point {
    double x, y;
} Point;

static bool on_corner(const Diagram *d) { return variant_display(d->variant)->on_corner; }
static unsigned width_of_board(const Diagram *d) { return d->files / d->boards; }

static double width(const Diagram *d) { return d->files * CELL + (d->boards - 1.0) * GAP; }
static double height(const Diagram *d) { return d->variant->board.ranks * (double)CELL; }

/* Maps a point of the upright board to the picture. */
static Point seen(const Diagram *d, double x, double y)
{
    if (!on_corner(d)) return (Point){x, y};
    double cx = width(d) / 2, cy = height(d) / 2, s = sqrt(0.5);
    return (Point){cx + s * (x - cx - (y - cy)), cy + s * (x - cx + (y - cy))};
}

/* A point relative to the middle of a square, in parts of its side. */
static Point in_square(const Diagram *d, unsigned file, unsigned rank, double dx, double dy)
{
    double x = file * CELL + file / width_of_board(d) * GAP, y = (d->variant->board.ranks - 1.0 - rank) * CELL;
    return seen(d, x + CELL * (0.5 + dx), y + CELL * (0.5 + dy));
}

/* Adds a square to the current path. */
static void add_outline(const Diagram *d, unsigned file, unsigned rank)
{
    static const double corner[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    for (int i = 0; i < 4; ++i) {
        Point p = in_square(d, file, rank, corner[i][0], corner[i][1]);
        buffer_add(d->out, "%c%.4g %.4g", i ? 'L' : 'M', p.x, p.y);
    }
    buffer_add(d->out, "Z");
}

/* ---- Parts ---- */

/* Draws all squares for which `belongs` is true as one path, if there are any. */
typedef bool (*Belongs)(const Diagram *d, unsigned file, unsigned rank, const void *what);

static void draw_squares(const Diagram *d, Belongs belongs, const void *what, const char *attributes)
{
    bool any = false;
    for (unsigned rank = 0; rank < d->variant->board.ranks; ++rank) {
        for (unsigned file = 0; file < d->files; ++file) {
            if (!belongs(d, file, rank, what)) continue;
            if (!any) buffer_add(d->out, "<path %s d=\"", attributes);
            any = true;
            add_outline(d, file, rank);
        }
    }
    if (any) buffer_add(d->out, "\"/>\n");
}

typedef struct Shade {
    unsigned board, light;
    const char *attributes;
} Shade;

static bool has_shade(const Diagram *d, unsigned file, unsigned rank, const void *what)
{
    const Shade *shade = what;
    unsigned per = width_of_board(d);
    return file / per % 2 == shade->board && (file % per + rank) % 2 == shade->light;
}

static bool in_zone(const Diagram *d, unsigned file, unsigned rank, const void *what)
{
    return zone_holds(d->variant, what, notation_square(d->variant, file, rank));
}

static bool is_chosen(const Diagram *d, unsigned file, unsigned rank, const void *what)
{
    (void)what;
    return notation_square(d->variant, file, rank) == d->chosen;
}

static bool is_changed(const Diagram *d, unsigned file, unsigned rank, const void *what)
{
    (void)what;
    return d->marks[notation_square(d->variant, file, rank)] & MARK_CHANGED;
}

static void draw_board(const Diagram *d)
{
    static const Shade shades[] = {
        {0, 0, "fill=\"#c39567\""}, {0, 1, "fill=\"#f0dcb8\""}, {1, 0, "fill=\"#8aa5b8\""}, {1, 1, "fill=\"#dfe8ee\""}};
    char attributes[60];
    for (size_t i = 0; i < sizeof shades / sizeof *shades; ++i) draw_squares(d, has_shade, &shades[i], shades[i].attributes);
    for (const Zone *zone = variant_zones(d->variant); zone->name; ++zone) {
        snprintf(attributes, sizeof attributes, "fill=\"#%06x\" fill-opacity=\".42\"", (unsigned)zone->colour);
        if (zone->colour) draw_squares(d, in_zone, zone, attributes);
    }
    draw_squares(d, is_changed, NULL, "fill=\"#e8d44d\" fill-opacity=\".65\"");
    draw_squares(d, is_chosen, NULL, "fill=\"#6db45f\" fill-opacity=\".85\"");
}

static void draw_piece(const Diagram *d, Point p, Piece piece)
{
    const PieceInfo *info = &d->variant->board.pieces[piece_type(piece)];
    bool white = piece_side(piece) == WHITE;
    buffer_add(d->out, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"16\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\"/>", p.x, p.y,
               white ? "#fffdf0" : "#24211d", white ? "#1a1a1a" : "#f2ecd9");
    buffer_add(d->out, "<text x=\"%.4g\" y=\"%.4g\" font-size=\"19\" font-weight=\"700\" fill=\"%s\">%c</text>\n", p.x, p.y + 6.6,
               white ? "#1a1a1a" : "#fff6dc", info->letter);
    if (!info->promoted) return;
    buffer_add(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"#c62828\" stroke=\"#fff\"/>", p.x + 12.5, p.y - 12.5);
    buffer_add(d->out, "<path d=\"M%.1f %.1fv7m-3.5 -3.5h7\" stroke=\"#fff\" stroke-width=\"1.8\"/>\n", p.x + 12.5, p.y - 16);
}

/* A dot for a move, a ring for a capture (dashed if over another piece), a square for a piece that is moved away. */
static void draw_marks(const Diagram *d, unsigned file, unsigned rank, unsigned marks)
{
    Point p = in_square(d, file, rank, 0, 0);
    if (marks & MARK_MOVE)
        buffer_add(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"#14532d\" fill-opacity=\".75\"/>\n", p.x, p.y);
    if (marks & (MARK_CAPTURE | MARK_HOP))
        buffer_add(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"17\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"3\"%s/>\n",
                   p.x, p.y, marks & MARK_CAPTURE ? "" : " stroke-dasharray=\"7 5\"");
    if (marks & MARK_SHIFT)
        buffer_add(d->out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"32\" height=\"32\" fill=\"none\" stroke=\"#5e35b1\" stroke-width=\"3\"/>\n",
                   p.x - 16, p.y - 16);
}

static void draw_label(const Diagram *d, Point p, const char *text)
{
    buffer_add(d->out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" fill=\"#5f594f\">%s</text>\n", p.x, p.y + 4, text);
}

/* Files below and ranks to the left; on a board on its corner along the two lower edges. */
static void draw_labels(const Diagram *d)
{
    bool corner = on_corner(d);
    char text[4];
    for (unsigned file = 0; file < d->files; ++file) {
        snprintf(text, sizeof text, "%c", 'a' + (int)file);
        draw_label(d, in_square(d, file, 0, 0, 0.73), text);
    }
    for (unsigned rank = 0; rank < d->variant->board.ranks; ++rank) {
        snprintf(text, sizeof text, "%u", (rank + 1) % 100);
        draw_label(d, in_square(d, corner ? d->files - 1 : 0, rank, corner ? 0.73 : -0.75, 0), text);
    }
}

static void draw_hand(const Diagram *d, Side side, double y)
{
    char hand[80];
    if (!*board_view_hand(d->variant, d->hands, side, hand, sizeof hand)) return;
    buffer_add(d->out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" fill=\"#5f594f\">%s in hand: %s</text>\n", width(d) / 2, y,
               side_name(side), hand);
}

/* The view box of a board with its labels. */
static void view_of(const Diagram *d, double view[4])
{
    view[0] = -MARGIN;
    view[1] = -4;
    view[2] = width(d) + MARGIN + 4;
    view[3] = height(d) + MARGIN + 4;
    if (!on_corner(d)) return;
    double reach = width(d) * sqrt(0.5);
    view[0] = width(d) / 2 - reach - 4;
    view[1] = height(d) / 2 - reach - 4;
    view[2] = 2 * reach + 8;
    view[3] = 2 * reach + 16;
}

static void draw_all(const Diagram *d)
{
    double view[4];
    bool hands = d->hands;
    view_of(d, view);
    double x = view[0], y = view[1], w = view[2], h = view[3];
    double bottom = y + h;
    if (hands) {
        y -= HAND_LINE;
        h += 2 * HAND_LINE;
    }
    buffer_add(d->out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.1f %.1f %.1f %.1f\" width=\"%.0f\" font-family=\"sans-serif\""
               " text-anchor=\"middle\">\n",
               x, y, w, h, w);
    buffer_add(d->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#fff\"/>\n", x, y, w, h);
    draw_board(d);
    draw_labels(d);
    for (unsigned rank = 0; rank < d->variant->board.ranks; ++rank) {
        for (unsigned file = 0; file < d->files; ++file) {
            Square square = notation_square(d->variant, file, rank);
            if (d->board[square]) draw_piece(d, in_square(d, file, rank, 0, 0), d->board[square]);
            draw_marks(d, file, rank, d->marks[square]);
        }
    }
    if (hands) {
        draw_hand(d, BLACK, y + HAND_LINE - 5);
        draw_hand(d, WHITE, bottom + HAND_LINE - 6);
    }
    buffer_add(d->out, "</svg>\n");
}

/* ---- What is marked ---- */

static unsigned count_side(const Piece *board, Side side)
{
    unsigned n = 0;
    for (unsigned s = 0; s < SQUARE_MAX; ++s) n += board[s] && piece_side(board[s]) == side;
    return n;
}

/* Marks the squares where pieces of a side were captured. false if there are none: they may have been moved. */
static bool mark_victims(Diagram *d, Side side, const Piece *after)
{
    bool any = false;
    for (unsigned s = 0; s < SQUARE_MAX; ++s) {
        if (!d->board[s] || piece_side(d->board[s]) != side || after[s]) continue;
        d->marks[s] |= MARK_CAPTURE;
        any = true;
    }
    return any;
}

/* The board after legs, with the effects of the move's end if it can end with them. */
static void preview(Position *pos, const char *legs, Piece board[SQUARE_MAX])
{
    if (!legs_preview(pos, legs, true, board)) legs_preview(pos, legs, false, board);
}

/* Marks the targets of legs that begin on a square, after the legs played. */
static bool mark_legs(Diagram *d, Position *pos, const char *legs, const char *where, ErrorText *error)
{
    LegList list;
    Buffer text = {0};
    if (!leg_list_fill(pos, legs, &list)) return error_set(error, "out of memory");
    for (size_t i = 0; i < list.count; ++i) {
        Piece after[SQUARE_MAX];
        LegParts leg;
        if (!leg_begins(d->variant, list.text[i], where) || !leg_cut(d->variant, list.text[i], &leg)) continue;
        buffer_clear(&text);
        buffer_add(&text, "%s%s%s", legs, *legs ? "," : "", list.text[i]);
        preview(pos, buffer_text(&text), after);
        bool takes = count_side(after, pos->side ^ 1) < count_side(d->board, pos->side ^ 1);
        if (takes && d->variant->moves.captures_elsewhere && mark_victims(d, pos->side ^ 1, after)) {
            if (!d->board[leg.to]) d->marks[leg.to] |= MARK_MOVE;
            continue;
        }
        bool drives = !takes && d->board[leg.to] && piece_side(d->board[leg.to]) != pos->side;
        d->marks[leg.to] |= takes ? MARK_CAPTURE : drives ? MARK_SHIFT : MARK_MOVE;
        if (leg.between && d->board[leg.from] && piece_side(d->board[leg.from]) != pos->side) d->marks[leg.from] |= MARK_SHIFT;
    }
    leg_list_free(&list);
    buffer_free(&text);
    return true;
}

/* The hands (as State.hands) after these legs: without the dropped pieces. */
static uint64_t hands_after(const Position *pos, const char *legs)
{
    const PieceType *types = pos->variant->hands.types;
    uint64_t hands = pos->state->hands;
    for (const char *p = legs; types && *p; p += strcspn(p, ","), p += *p == ',') {
        LegParts leg;
        if (!leg_cut(pos->variant, p, &leg) || !leg.letter) continue;
        PieceType type = piece_type_find(pos->variant, pos->side, leg.letter, false);
        for (unsigned slot = 0; types[slot]; ++slot)
            if (types[slot] == type && hand_count(pos->variant, hands, pos->side, slot))
                hands -= hand_one(pos->variant, pos->side, slot);
    }
    return hands;
}

static bool show_legs(Diagram *d, Position *pos, const char *legs, ErrorText *error)
{
    Move move;
    bool legal = d->variant->text.legs_status ? d->variant->text.legs_status(pos, legs, error) != LEGS_ILLEGAL
                                         : d->variant->text.parse(pos, legs, &move, error);
    if (!legal) return false;
    preview(pos, legs, d->board);
    d->hands = hands_after(pos, legs);
    for (unsigned s = 0; s < SQUARE_MAX; ++s)
        if (d->board[s] != pos->board[s]) d->marks[s] |= MARK_CHANGED;
    return true;
}

static bool draw_position(Diagram *d, const Request *request, ErrorText *error)
{
    Position *pos = position_new(d->variant);
    ErrorText why;
    bool ok = pos || error_set(error, "out of memory");
    if (ok && !position_set_fen(pos, request->fen ? request->fen : d->variant->position.start_fen, &why))
        ok = error_set(error, "%.190s", why.text);
    if (ok) {
        memcpy(d->board, pos->board, sizeof d->board);
        d->hands = pos->state->hands;
    }
    if (ok && request->legs) ok = show_legs(d, pos, request->legs, error);
    if (ok && request->moves) {
        d->chosen = square_read(d->variant, request->moves);
        if (d->chosen == SQUARE_NONE) ok = error_set(error, "'%.20s' is not a square of %s", request->moves, d->variant->title);
        else ok = mark_legs(d, pos, request->legs ? request->legs : "", request->moves, error);
    }
    if (ok) draw_all(d);
    position_free(pos);
    return ok;
}

static bool draw_piece_moves(Diagram *d, const char *name, ErrorText *error)
{
    PieceType type = explain_find_piece(d->variant, name);
    if (!type) return error_set(error, "%s has no piece '%.40s'", d->variant->title, name);
    Side side = d->variant->board.pieces[type].sides & 1 ? WHITE : BLACK;
    if (!explain_diagram(d->variant, side, type, &d->chosen, d->board, d->marks))
        return error_set(error, "the %s cannot move on an empty board", d->variant->board.pieces[type].name);
    d->files = board_width(d->variant);
    d->boards = 1;
    draw_all(d);
    return true;
}

int diagram_run(int argc, char **argv, ErrorText *error)
{
    Request request = {.game = NULL};
    Buffer out = {0};
    bool ok = arguments_read(diagram_arguments, argc, argv, &request, NULL, error);
    if (ok && request.piece && (request.fen || request.moves || request.legs))
        ok = error_set(error, "--piece excludes FEN, --moves and --legs");
    const Variant *variant = ok ? variant_choose(request.game, error) : NULL;
    if (!variant) return STATUS_ERROR;
    Diagram d = {
        .variant = variant, .files = variant->board.files, .boards = variant->board.boards, .chosen = SQUARE_NONE, .out = &out};
    ok = request.piece ? draw_piece_moves(&d, request.piece, error) : draw_position(&d, &request, error);
    ok = ok && (!out.failed || error_set(error, "out of memory"));
    if (ok) fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return ok ? STATUS_OK : STATUS_ERROR;
}
