/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "plies.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"

const char pass_text[] = "@@@@";

static bool is_pass(const char *text) { return strcmp(text, pass_text) == 0; }

/* ---- Texts for GUIs ---- */

enum { TEN_RANKS = 10 };

/* Copies a rank's number, shifted. */
static void shift_number(const char **text, int delta, char **out)
{
    long rank = 0;
    for (int digits = 0; digits < 3 && isdigit((unsigned char)**text); ++digits) rank = rank * 10 + (*(*text)++ - '0');
    *out += sprintf(*out, "%ld", rank + delta < 0 ? 0 : rank + delta);
}

/* Copies "rank 3" or "ranks 1-3", shifted; false if the text begins otherwise. */
static bool shift_words(const char **text, int delta, char **out)
{
    static const char *const words[] = {"rank ", "ranks "};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        size_t length = strlen(words[i]);
        if (strncmp(*text, words[i], length) != 0 || !isdigit((unsigned char)(*text)[length])) continue;
        memcpy(*out, *text, length);
        *out += length;
        *text += length;
        shift_number(text, delta, out);
        if ((*text)[0] != '-' || !isdigit((unsigned char)(*text)[1])) return true;
        *(*out)++ = *(*text)++;
        shift_number(text, delta, out);
        return true;
    }
    return false;
}

void gui_shift_ranks(const Variant *variant, const char *text, int delta, char *out)
{
    const char *p = text;
    while (*p) {
        if (variant->board.ranks == TEN_RANKS && shift_words(&p, delta, &out)) continue;
        /* a file, or a piece identified by its rank alone ("S9d8") */
        bool square = variant->board.ranks == TEN_RANKS && isalpha((unsigned char)*p) && isdigit((unsigned char)p[1]);
        *out++ = *p++;
        if (square) shift_number(&p, delta, &out);
    }
    *out = '\0';
}

void gui_start_fen(const Variant *variant, char fen[FEN_MAX])
{
    FenFields fields;
    ErrorText error;
    if (variant_cecp(variant)->plain_start && fen_split(variant->position.start_fen, &fields, &error))
        snprintf(fen, FEN_MAX, "%s w - - %s %s", fields.board, fields.counter, fields.number);
    else snprintf(fen, FEN_MAX, "%s", variant->position.start_fen);
}

bool gui_begins_with_pass(const Position *pos) { return pos->side == BLACK && variant_cecp(pos->variant)->plain_start; }

/* Skips the hands of a FEN, if any, and counts the pieces by letter. */
static const char *count_hand(const char *fen, unsigned counts[128])
{
    if (*fen != '[') return fen;
    while (*++fen && *fen != ']' && *fen != ' ') counts[*fen & 127]++;
    return fen + (*fen == ']');
}

bool gui_is_start(const Variant *variant, const char *fen)
{
    char whole[FEN_MAX];
    gui_start_fen(variant, whole);
    const char *start = whole;
    size_t board = strcspn(start, "[ ");
    unsigned ours[128] = {0}, theirs[128] = {0};
    if (strncmp(start, fen, board) != 0) return false;
    start = count_hand(start + board, ours);
    fen = count_hand(fen + board, theirs);
    if (memcmp(ours, theirs, sizeof ours) != 0) return false;
    for (int fields = 0; *start == *fen; ++start, ++fen)
        if (*start == ' ' && ++fields == 4) return true; /* a start position has all fields */
    return false;
}

bool gui_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    const Variant *variant = pos->variant;
    FenFields fields;
    ErrorText ignored;
    char ep[2 * FEN_MAX], text[2 * FEN_MAX];
    if (gui_is_start(variant, fen)) return position_set_fen(pos, variant->position.start_fen, error);
    if (position_set_fen(pos, fen, error)) return true;
    if (!variant_cecp(variant)->table || !fen_split(fen, &fields, &ignored)) return false;
    gui_shift_ranks(variant, fields.ep, -1, ep);
    const char *const rights[][3] = {{fields.castling, ep, fields.counter}, {fields.castling, "-", fields.counter},
                                     {"-", "-", fields.counter}, {"-", "-", "0"}};
    for (size_t i = 0; i < sizeof rights / sizeof *rights; ++i) {
        int n = snprintf(text, sizeof text, "%s %s %s %s %s %s", fields.board, fields.side, rights[i][0], rights[i][1],
                         rights[i][2], fields.number);
        assert(n < (int)sizeof text); /* all fields of a FEN have room in half of it */
        (void)n;
        if (position_set_fen(pos, text, &ignored)) return true;
    }
    return false;
}

/* ---- XBoard's board ---- */

void gui_board_set(GuiBoard *gui, const Position *pos) { memcpy(gui->on, pos->board, sizeof gui->on); }

void gui_rows_print(const Variant *variant, char (*on)[PIECE_TEXT_MAX], Buffer *out)
{
    for (unsigned rank = variant->board.ranks; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file <= variant->board.files; ++file) {
            const char *text = file < variant->board.files ? on[notation_square(variant, file, rank)] : NULL;
            bool none = text && !*text;
            if (empty && !none) buffer_add(out, "%u", empty);
            empty = none ? empty + 1 : 0;
            if (text) buffer_add(out, "%s", text);
        }
        if (rank) buffer_add(out, "/");
    }
}

void gui_board_print(const GuiBoard *gui, const Variant *variant, Buffer *out)
{
    char on[SQUARE_MAX][PIECE_TEXT_MAX] = {{0}};
    for (unsigned s = 0; s < SQUARE_MAX; ++s)
        if (gui->on[s]) piece_print(variant, gui->on[s], on[s]);
    gui_rows_print(variant, on, out);
}

/* Does this piece castle by going two files or more, so that XBoard moves the Rook? Only the last letter of each
 * half of the table can, if its moves contain "O3". */
static bool castles(const Variant *variant, Piece piece)
{
    const CecpSetup *setup = variant_cecp(variant);
    size_t half = setup->table ? strlen(setup->table) / 2 : 0;
    if (!piece || !half || setup->table[half - 1] != variant->board.pieces[piece_type(piece)].letter) return false;
    return setup->pieces && strchr(variant_cecp_moves(variant, piece_type(piece)), 'O');
}

/* XBoard castles with the nearest piece. */
static void move_rook(GuiBoard *gui, const Variant *variant, Square from, Square to)
{
    unsigned rank = notation_rank(variant, from);
    int file = (int)notation_file(variant, from), target = (int)notation_file(variant, to), step = target > file ? 1 : -1;
    for (int f = file + step; f >= 0 && f < variant->board.files; f += step) {
        Square corner = notation_square(variant, (unsigned)f, rank);
        if (!gui->on[corner]) continue;
        Piece rook = gui->on[corner];
        gui->on[corner] = NO_PIECE;
        gui->on[notation_square(variant, (unsigned)(target - step), rank)] = rook;
        return;
    }
}

void gui_board_ply(GuiBoard *gui, const Variant *variant, Side side, const char *ply)
{
    const char *p = ply;
    if (is_pass(ply)) return;
    if (ply[0] && ply[1] == '@') {
        PieceType type = piece_type_find(variant, side, ply[0], false);
        p = ply + 2;
        Square to = square_parse(variant, &p);
        if (type && to != SQUARE_NONE) gui->on[to] = piece_make(side, type);
        return;
    }
    Square from = square_parse(variant, &p);
    Square to = from == SQUARE_NONE ? SQUARE_NONE : square_parse(variant, &p);
    if (to == SQUARE_NONE) return;
    Piece piece = gui->on[from];
    int files = (int)notation_file(variant, to) - (int)notation_file(variant, from);
    if (abs(files) > 1 && notation_rank(variant, from) == notation_rank(variant, to) && castles(variant, piece))
        move_rook(gui, variant, from, to);
    PieceType type = *p == '+' ? variant->board.pieces[piece_type(piece)].promotes
                     : *p      ? piece_type_find(variant, side, *p, false)
                               : NO_TYPE;
    gui->on[from] = NO_PIECE;
    gui->on[to] = type && piece ? piece_make(piece_side(piece), type) : piece;
}

/* ---- Writing plies ---- */

/* Writes the plies for a move of `mover` and tracks XBoard's board. */
typedef struct Writer {
    const Variant *variant;
    PlyList *list;
    GuiBoard gui;
    Side mover;
    Side first; /* the side of list->text[0] */
} Writer;

static Side next_side(const Writer *w) { return w->first ^ (w->list->count & 1); }

static void push(Writer *w, const char *ply)
{
    assert(w->list->count < PLIES_MAX && strlen(ply) < PLY_TEXT_MAX); /* legs are few, and repairs stop before */
    gui_board_ply(&w->gui, w->variant, next_side(w), ply);
    strcpy(w->list->text[w->list->count++], ply);
}

/* Adds a ply of a side, after a pass if the other side is to move. */
static void add(Writer *w, Side side, const char *ply)
{
    if (next_side(w) != side) push(w, pass_text);
    push(w, ply);
}

static void add_step(Writer *w, Side side, Square from, Square to)
{
    char ply[PLY_TEXT_MAX];
    size_t n = square_print(w->variant, from, ply);
    square_print(w->variant, to, ply + n);
    add(w, side, ply);
}

/* Moves a piece via `over`, where it captures, to another square or back. */
static void add_two_steps(Writer *w, Side side, Square from, Square over, Square to)
{
    add_step(w, side, from, over);
    add_step(w, side, over, to);
}

/* The plies of a leg in the games' notation: "@@@@", "M@e4", "e2e4", "e7e8q", "e4xf5" (captures without moving),
 * "c3>e4" (sends a piece of either side). */
static void add_leg(Writer *w, const char *leg)
{
    const char *p = leg;
    Square from = square_parse(w->variant, &p);
    char sign = from == SQUARE_NONE ? '\0' : *p;
    if (sign != 'x' && sign != '>') {
        add(w, w->mover, leg);
        return;
    }
    ++p;
    Square to = square_parse(w->variant, &p);
    assert(to != SQUARE_NONE);
    add_step(w, piece_side(w->gui.on[from]), from, to);
    if (sign == 'x') add_step(w, piece_side(w->gui.on[to]), to, from);
}

/* ---- Repairing XBoard's board ---- */

static bool wrong(const Writer *w, const Position *pos, Square s) { return w->gui.on[s] && w->gui.on[s] != pos->board[s]; }
static bool missing(const Writer *w, const Position *pos, Square s)
{
    return pos->board[s] && w->gui.on[s] != pos->board[s];
}

/* Moves a wrongly placed piece to a square where such a piece is missing. */
static bool repair_by_step(Writer *w, const Position *pos)
{
    unsigned squares = square_count(w->variant);
    for (unsigned to = 0; to < squares; ++to) {
        Piece piece = pos->board[to], there = w->gui.on[to];
        if (!missing(w, pos, (Square)to) || (there && piece_side(there) == piece_side(piece))) continue;
        for (unsigned from = 0; from < squares; ++from) {
            if (w->gui.on[from] != piece || !wrong(w, pos, (Square)from)) continue;
            add_step(w, piece_side(piece), (Square)from, (Square)to);
            return true;
        }
    }
    return false;
}

/* Turns the last ply, a plain step of the mover that does not castle, into two: via the victim's square to its
 * target. */
static bool take_in_passing(Writer *w, Square victim)
{
    if (!w->list->count || next_side(w) == w->mover) return false;
    const char *p = w->list->text[w->list->count - 1];
    Square from = square_parse(w->variant, &p), to = from == SQUARE_NONE ? from : square_parse(w->variant, &p);
    if (to == SQUARE_NONE || *p || castles(w->variant, w->gui.on[to])) return false;
    --w->list->count;
    w->gui.on[from] = w->gui.on[to];
    w->gui.on[to] = NO_PIECE; /* the second step captures it again */
    add_two_steps(w, w->mover, from, victim, to);
    return true;
}

static int distance(const Variant *variant, Square a, Square b)
{
    int files = abs((int)notation_file(variant, a) - (int)notation_file(variant, b));
    int ranks = abs((int)notation_rank(variant, a) - (int)notation_rank(variant, b));
    return files > ranks ? files : ranks;
}

/* The nearest correctly placed piece of a side. Prefers one that does not castle, since XBoard would take it to have
 * moved. SQUARE_NONE if there is none. */
static Square find_taker(const Writer *w, const Position *pos, Side side, Square victim)
{
    enum { FAR = 1000 };
    unsigned squares = square_count(w->variant);
    Square found = SQUARE_NONE;
    int best = 2 * FAR;
    for (unsigned s = 0; s < squares; ++s) {
        Piece piece = w->gui.on[s];
        if (!piece || piece_side(piece) != side || piece != pos->board[s]) continue;
        int cost = distance(w->variant, (Square)s, victim) + (castles(w->variant, piece) ? FAR : 0);
        if (cost >= best) continue;
        best = cost;
        found = (Square)s;
    }
    return found;
}

/* Removes a surplus piece: an enemy captures it and goes back. */
static bool repair_by_capture(Writer *w, const Position *pos)
{
    unsigned squares = square_count(w->variant);
    for (unsigned s = 0; s < squares; ++s) {
        if (!wrong(w, pos, (Square)s)) continue;
        Side side = piece_side(w->gui.on[s]) ^ 1;
        if (side == w->mover && take_in_passing(w, (Square)s)) return true;
        Square taker = find_taker(w, pos, side, (Square)s);
        if (taker == SQUARE_NONE) continue;
        add_two_steps(w, side, taker, (Square)s, taker);
        return true;
    }
    return false;
}

static bool repair_by_drop(Writer *w, const Position *pos)
{
    unsigned squares = square_count(w->variant);
    for (unsigned s = 0; s < squares; ++s) {
        const PieceInfo *info = &w->variant->board.pieces[piece_type(pos->board[s])];
        if (!missing(w, pos, (Square)s) || w->gui.on[s] || info->promoted) continue;
        char ply[PLY_TEXT_MAX] = {info->letter, '@'};
        square_print(w->variant, (Square)s, ply + 2);
        add(w, piece_side(pos->board[s]), ply);
        return true;
    }
    return false;
}

static void repair(Writer *w, const Position *pos)
{
    /* Only a bughouse board accepts drops of pieces that are not in hand. */
    bool drops = variant_cecp(w->variant)->geometry && strstr(variant_cecp(w->variant)->geometry, "bughouse");
    while (w->list->count < PLIES_MAX - 5
           && (repair_by_step(w, pos) || repair_by_capture(w, pos) || (drops && repair_by_drop(w, pos))))
        continue;
    if (w->list->count && next_side(w) == w->mover) push(w, pass_text);
}

void plies_to_repair(const Position *pos, const GuiBoard *gui, Side mover, PlyList *out)
{
    Writer w = {.variant = pos->variant, .list = out, .gui = *gui, .mover = mover, .first = mover ^ 1};
    out->count = 0;
    repair(&w, pos);
}

/* ---- Moves ---- */

void plies_of_move(Position *pos, const GuiBoard *gui, Move move, bool legs_only, PlyList *out)
{
    Writer w = {.variant = pos->variant, .list = out, .gui = *gui, .mover = pos->side, .first = pos->side};
    char text[MOVE_TEXT_MAX];
    out->count = 0;
    pos->variant->text.print(pos, move, text);
    for (char *leg = text, *next; leg; leg = next) {
        next = strchr(leg, ',');
        if (next) *next++ = '\0';
        if (legs_only) add(&w, w.mover, leg);
        else add_leg(&w, leg);
    }
    if (legs_only) return;
    position_make(pos, move);
    repair(&w, pos);
    position_unmake(pos);
}

void plies_of_leg(const Position *pos, const GuiBoard *gui, const char *leg, bool last, bool legs_only, PlyList *out)
{
    Writer w = {.variant = pos->variant, .list = out, .gui = *gui, .mover = pos->side, .first = pos->side};
    out->count = 0;
    if (legs_only) add(&w, w.mover, leg);
    else add_leg(&w, leg);
    if (next_side(&w) != (w.mover ^ (Side)last)) push(&w, pass_text);
}

static bool begins(const PlyList *whole, const PlyList *part)
{
    for (int i = 0; i < part->count; ++i)
        if (i >= whole->count || strcmp(whole->text[i], part->text[i]) != 0) return false;
    return true;
}

/* Sets *ok to false if memory runs out. */
static bool could_go_on(Position *pos, const GuiBoard *gui, Move move, bool legs_only, const PlyList *plies, bool *ok)
{
    const Variant *variant = pos->variant;
    char text[MOVE_TEXT_MAX];
    ErrorText error;
    variant->text.print(pos, move, text);
    if (variant->text.legs_status && variant->text.legs_status(pos, text, &error) == LEGS_EXTENSIBLE) return true;
    if (legs_only) return false;
    size_t n;
    Move *moves = position_moves(pos, &n);
    bool found = false;
    PlyList other;
    *ok = moves;
    for (size_t i = 0; i < n && !found; ++i) {
        plies_of_move(pos, gui, moves[i], legs_only, &other);
        found = other.count > plies->count && begins(&other, plies);
    }
    free(moves);
    return found;
}

bool plies_close(Position *pos, const GuiBoard *gui, Move move, bool legs_only, PlyList *plies)
{
    bool ok = true;
    if (plies->count > PLIES_MAX - 2 || !could_go_on(pos, gui, move, legs_only, plies, &ok)) return ok;
    for (int i = 0; i < 2; ++i) strcpy(plies->text[plies->count++], pass_text);
    return ok;
}

PlyMatch plies_match(Position *pos, const GuiBoard *gui, bool legs_only, const PlyList *plies, Move *move)
{
    size_t n;
    Move *moves = position_moves(pos, &n);
    PlyMatch match = PLIES_NONE;
    for (size_t i = 0; i < n && match != PLIES_MOVE; ++i) {
        PlyList own;
        plies_of_move(pos, gui, moves[i], legs_only, &own);
        /* Only a move that may end here is closed. */
        if (own.count <= plies->count && begins(plies, &own)) plies_close(pos, gui, moves[i], legs_only, &own);
        if (!begins(&own, plies)) continue;
        match = own.count == plies->count ? PLIES_MOVE : PLIES_BEGIN;
        *move = moves[i];
    }
    free(moves);
    return match;
}
