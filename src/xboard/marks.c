/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A person at XBoard's board. When a piece is lifted, the engine marks the squares where it can go, taken from the
 * legal moves. XBoard without its own legality test allows only these squares. Marks are letters in a FEN without
 * pieces:
 *
 *   Y empty, R occupied, M a promotion with a choice, B a promotion to the best piece,
 *   C another piece that this one can send somewhere: XBoard asks for a third square,
 *   g (not a target) a leg that the engine has made,
 *   T (invisible) every square, for a piece that cannot move: the person tries and gets the reason.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/move_text.h"
#include "cecp.h"

typedef struct Marks {
    char on[SQUARE_MAX];
    char choice[27]; /* promotion letters, best first, each once */
    GuiBoard gui;    /* what XBoard shows */
} Marks;

static bool is_person_to_move(const Cecp *c)
{
    return c->search.thinking != THINKING_MOVE && session_outcome(c->session).result == ONGOING;
}

/* The legs that White could begin a move with after some first move of Black. */
static bool legs_of_white(const PlyRecord *record, LegList *list)
{
    Position *pos = position_clone(record->session->pos, UNDO_ROOM);
    Move *moves = NULL;
    size_t count = 0;
    bool filled = pos && (moves = position_moves(pos, &count)) && count;
    if (filled) position_make(pos, moves[0]);
    filled = filled && leg_list_fill(pos, "", list);
    free(moves);
    position_free(pos);
    return filled;
}

/* The legs that are possible now; if XBoard awaits White's first move and Black begins, those of White. */
static bool legs_now(const PlyRecord *record, LegList *list)
{
    char legs[MOVE_TEXT_MAX];
    if (record_expected(record) == EXPECT_FIRST_PASS) return legs_of_white(record, list);
    record_legs(record, legs);
    return leg_list_fill(record->session->pos, legs, list);
}

/* The promotion after the squares of a leg; "" if none. */
static const char *leg_suffix(const Variant *variant, const char *leg)
{
    const char *p = leg;
    if (square_parse(variant, &p) == SQUARE_NONE) return "";
    if (*p && !isalpha((unsigned char)*p)) return ""; /* a sign between the squares: not a plain step */
    return square_parse(variant, &p) == SQUARE_NONE ? "" : p;
}

static int promotion_value(const PlyRecord *record, char letter)
{
    PieceType type = piece_type_find(record->session->variant, record_mover(record), letter, false);
    return type ? record->session->variant->pieces[type].mg : -1;
}

/* Inserts a letter in order of value. */
static void add_choice(const PlyRecord *record, Marks *marks, char letter)
{
    size_t n = strlen(marks->choice), i = 0;
    letter = (char)toupper((unsigned char)letter);
    if (strchr(marks->choice, letter)) return;
    while (i < n && promotion_value(record, marks->choice[i]) >= promotion_value(record, letter)) ++i;
    memmove(marks->choice + i + 1, marks->choice + i, n - i + 1);
    marks->choice[i] = letter;
}

/* ---- Marks ---- */

/* Reads a square in the GUI's or engine's notation; hand squares are beside the board. */
static Square read_square(const PlyRecord *record, const char *text)
{
    char own[16];
    if (strlen(text) >= sizeof own / 2) return SQUARE_NONE;
    gui_shift_ranks(record->session->variant, text, 1, own);
    return square_read(record->session->variant, own);
}

/* The piece on a square of XBoard's hands: White's to the right of the board from below, Black's to the left from
 * above, in table order. */
static char hand_letter(const PlyRecord *record, const char *text)
{
    enum { GAP = 1, WIDTH = 2 };
    const Variant *variant = record->session->variant;
    char plain[8], shifted[2 * sizeof plain];
    int64_t rank;
    if (!variant_cecp(variant)->table || strlen(text) < 2 || strlen(text) >= sizeof plain) return '\0';
    bool white = text[0] == 'a' + variant->files + GAP, black = text[0] == 'a' - WIDTH;
    snprintf(plain, sizeof plain, "a%s", text + 1);
    gui_shift_ranks(variant, plain, 1, shifted);
    if ((!white && !black) || !number_read(shifted + 1, 1, variant->ranks, &rank)) return '\0';
    int n = white ? (int)rank - 1 : variant->ranks - (int)rank;
    for (const char *p = variant_cecp(variant)->table; *p; ++p)
        if (*p == '^' && p[1]) ++p; /* a promoted piece */
        else if ((white ? isupper((unsigned char)*p) : islower((unsigned char)*p)) && n-- == 0)
            return (char)toupper((unsigned char)*p);
    return '\0';
}

static void mark_leg(const Cecp *c, const char *leg, Marks *marks)
{
    const Variant *variant = c->session->variant;
    Square to = leg_target(variant, leg);
    const char *suffix = leg_suffix(variant, leg);
    if (to == SQUARE_NONE) return;
    if (isalpha((unsigned char)*suffix)) add_choice(&c->record, marks, *suffix);
    /* In force mode a wrong choice cannot be corrected: XBoard then accepts no moves. */
    bool choice = *suffix && (c->engine_side != NO_ENGINE_SIDE || *suffix == '+');
    if (*suffix) marks->on[to] = choice ? 'M' : 'B';
    else if (marks->on[to] != 'M' && marks->on[to] != 'B') marks->on[to] = marks->gui.on[to] ? 'R' : 'Y';
}

/* The sign of a leg that sends a piece, NULL if it sends none. */
static const char *sending_sign(const Variant *variant, const char *leg)
{
    const char *p = leg;
    return square_parse(variant, &p) != SQUARE_NONE && *p == '>' ? p : NULL;
}

/* The enemies that can be sent somewhere, if the type of the piece on `where` can do this: it can send itself. */
static void mark_sendable(const PlyRecord *record, const LegList *legs, const char *where, Marks *marks)
{
    const Variant *variant = record->session->variant;
    bool sender = false;
    for (size_t i = 0; i < legs->count && !sender; ++i)
        sender = sending_sign(variant, legs->text[i]) && leg_begins(variant, legs->text[i], where);
    for (size_t i = 0; sender && i < legs->count; ++i) {
        const char *p = legs->text[i];
        if (!sending_sign(variant, p)) continue;
        Square from = square_parse(variant, &p);
        Piece piece = marks->gui.on[from];
        if (piece && piece_side(piece) != record_mover(record) && !marks->on[from]) marks->on[from] = 'C';
    }
}

/* Where promotion is optional, staying unpromoted is a choice, too. */
static void add_deferral(const PlyRecord *record, const LegList *legs, const char *where, Marks *marks)
{
    const Variant *variant = record->session->variant;
    for (size_t i = 0; marks->choice[0] && i < legs->count; ++i) {
        const char *leg = legs->text[i], *p = leg;
        Square to = leg_target(variant, leg);
        if (to == SQUARE_NONE || marks->on[to] != 'M' || *leg_suffix(variant, leg) || !leg_begins(variant, leg, where)) continue;
        add_choice(record, marks, variant->pieces[piece_type(marks->gui.on[square_parse(variant, &p)])].letter);
        return;
    }
}

/* For a piece without moves: a GUI that does not know the rules would refuse every square without a reason. */
static void mark_tries(const PlyRecord *record, Square from, Marks *marks)
{
    static const char unmarked[sizeof marks->on];
    const Variant *variant = record->session->variant;
    Piece piece = marks->gui.on[from];
    if (memcmp(marks->on, unmarked, sizeof unmarked) != 0) return;
    if (!variant_cecp(variant)->table || !piece || piece_side(piece) != record_mover(record)) return;
    for (unsigned rank = 0; rank < variant->ranks; ++rank)
        for (unsigned file = 0; file < variant->files; ++file) {
            Square to = notation_square(variant, file, rank);
            Piece there = marks->gui.on[to];
            if (!there || piece_side(there) != record_mover(record)) marks->on[to] = 'T';
        }
}

static void say_marks(const PlyRecord *record, const Marks *marks)
{
    char on[SQUARE_MAX][PIECE_TEXT_MAX] = {{0}};
    Buffer fen = {0};
    for (unsigned s = 0; s < SQUARE_MAX; ++s) on[s][0] = marks->on[s];
    gui_rows_print(record->session->variant, on, &fen);
    say("highlight %s", buffer_text(&fen));
    if (marks->choice[0]) say("choice %s", marks->choice);
    buffer_free(&fen);
}

void cecp_lift(Cecp *c, const char *square)
{
    const Variant *variant = c->session->variant;
    /* A piece that was just stepped on is not lifted: it is about to be sent. */
    bool sent = strcmp(square, c->hand.put) == 0;
    Square from = read_square(&c->record, square);
    char hand = from == SQUARE_NONE ? hand_letter(&c->record, square) : '\0', where[8] = {hand, '@', '\0'};
    LegList legs;
    Marks marks = {0};
    c->hand.put[0] = '\0';
    if ((from == SQUARE_NONE && !hand) || !is_person_to_move(c) || !legs_now(&c->record, &legs)) return;
    if (from != SQUARE_NONE) square_print(variant, from, where);
    record_board(&c->record, c->record.count, &marks.gui);
    for (size_t i = 0; i < legs.count; ++i) {
        if (!leg_begins(variant, legs.text[i], where)) continue;
        if (!sent || sending_sign(variant, legs.text[i])) mark_leg(c, legs.text[i], &marks);
    }
    if (from != SQUARE_NONE) add_deferral(&c->record, &legs, where, &marks);
    if (!sent && from != SQUARE_NONE) {
        mark_sendable(&c->record, &legs, where, &marks);
        mark_tries(&c->record, from, &marks);
    }
    say_marks(&c->record, &marks);
    c->hand.legs_marked = false;
    leg_list_free(&legs);
}

/* The index of the first ply of the last move, whose last ply has index `last`. */
static size_t move_before(const PlyRecord *record, size_t last)
{
    size_t begin = last;
    while (begin && record->plies[begin - 1].next == EXPECT_PLY) --begin;
    return begin;
}

void cecp_mark_legs(Cecp *c)
{
    const Variant *variant = c->session->variant;
    size_t end = c->record.count;
    Marks marks = {0};
    bool marked = false;
    if (!record_keeps_gui(&c->record) || c->computer) return;
    while (end && c->record.plies[end - 1].next == EXPECT_MOVE && strcmp(c->record.plies[end - 1].text, pass_text) == 0) --end;
    bool own = end && c->engine_side != NO_ENGINE_SIDE && !record_in_move(&c->record) && record_mover(&c->record) != c->engine_side;
    for (size_t i = own ? move_before(&c->record, end - 1) : end; i + 1 < end; ++i) {
        const char *p = c->record.plies[i].text;
        if (strcmp(p, pass_text) == 0) continue;
        if (p[1] == '@') p += 2;
        for (Square square; (square = square_parse(variant, &p)) != SQUARE_NONE; marked = true) marks.on[square] = 'g';
    }
    if (marked || c->hand.legs_marked) say_marks(&c->record, &marks);
    c->hand.legs_marked = marked;
}

void cecp_mark_first_move(Cecp *c)
{
    LegList legs;
    Marks marks = {0};
    const PlyRecord *record = &c->record;
    if (!record_keeps_gui(record) || c->computer || record_expected(record) != EXPECT_FIRST_PASS) return;
    if (!legs_now(record, &legs)) return;
    record_board(&c->record, c->record.count, &marks.gui);
    for (size_t i = 0; i < legs.count; ++i) mark_leg(c, legs.text[i], &marks);
    say_marks(&c->record, &marks);
    c->hand.legs_marked = true;
    leg_list_free(&legs);
}

/* ---- What a person's ply means ---- */

/* The length of the two squares at the start of a text; 0 if it does not begin so. */
static size_t step_length(const Variant *variant, const char *text)
{
    const char *p = text;
    if (square_parse(variant, &p) == SQUARE_NONE || square_parse(variant, &p) == SQUARE_NONE) return 0;
    return (size_t)(p - text);
}

bool cecp_find_promotion(const PlyRecord *record, const char *text, char *leg)
{
    enum { OWN_FORM = 1 << 20 };
    const Variant *variant = record->session->variant;
    size_t step = step_length(variant, text);
    LegList legs;
    int best = -1;
    if (!step || text[step + (text[step] != '\0')] || !legs_now(record, &legs)) return false;
    for (size_t i = 0; i < legs.count; ++i) {
        const char *suffix = leg_suffix(variant, legs.text[i]);
        if (!*suffix || strncmp(legs.text[i], text, step) != 0 || legs.text[i] + step != suffix) continue;
        int value = *suffix == '+' ? OWN_FORM : promotion_value(record, *suffix);
        if (value <= best) continue;
        best = value;
        snprintf(leg, MOVE_TEXT_MAX, "%s", legs.text[i]);
    }
    leg_list_free(&legs);
    return best >= 0;
}

bool cecp_find_moved_by(const PlyRecord *record, const char *text, char *leg)
{
    const Variant *variant = record->session->variant;
    size_t first = step_length(variant, text);
    const char *second = text + first;
    if (!first || *second++ != ',' || !step_length(variant, second) || second[step_length(variant, second)]) return false;
    const char *to = second;
    Square over = square_parse(variant, &to);
    if (over != leg_target(variant, text)) return false;
    snprintf(leg, MOVE_TEXT_MAX, "%.*s>%s", (int)(to - second), second, to);
    return true;
}
