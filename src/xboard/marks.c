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

#include "peer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../text/notation.h"

typedef struct Marks {
    char on[SQUARE_MAX];
    char choice[27]; /* promotion letters, best first, each once */
    GuiBoard gui;    /* what XBoard shows */
} Marks;

/* The promotion after the squares of a leg; "" if none. */
static const char *leg_suffix(const Variant *variant, const char *leg)
{
    const char *p = leg;
    if (square_parse(variant, &p) == SQUARE_NONE) return "";
    if (*p && !isalpha((unsigned char)*p)) return ""; /* a sign between the squares: not a plain step */
    return square_parse(variant, &p) == SQUARE_NONE ? "" : p;
}

static int promotion_value(const Peer *peer, char letter)
{
    PieceType type = piece_type_find(peer->session->variant, peer->session->pos->side, letter, false);
    return type ? peer->session->variant->board.pieces[type].mg : -1;
}

/* Inserts a letter in order of value. */
static void add_choice(const Peer *peer, Marks *marks, char letter)
{
    size_t n = strlen(marks->choice), i = 0;
    letter = (char)toupper((unsigned char)letter);
    if (strchr(marks->choice, letter)) return;
    while (i < n && promotion_value(peer, marks->choice[i]) >= promotion_value(peer, letter)) ++i;
    memmove(marks->choice + i + 1, marks->choice + i, n - i + 1);
    marks->choice[i] = letter;
}

/* ---- Marks ---- */

/* Reads a square in the GUI's or engine's notation; hand squares are beside the board. */
static Square read_square(const Peer *peer, const char *text)
{
    char own[16];
    if (strlen(text) >= sizeof own / 2) return SQUARE_NONE;
    gui_shift_ranks(peer->session->variant, text, 1, own);
    return square_read(peer->session->variant, own);
}

/* The piece on a square of XBoard's hands: White's to the right of the board from below, Black's to the left from
 * above, in table order. */
static char hand_letter(const Peer *peer, const char *text)
{
    enum { GAP = 1, WIDTH = 2 };
    const Variant *variant = peer->session->variant;
    char plain[8], shifted[2 * sizeof plain];
    int64_t rank;
    if (!variant_cecp(variant)->table || strlen(text) < 2 || strlen(text) >= sizeof plain) return '\0';
    bool white = text[0] == 'a' + variant->board.files + GAP, black = text[0] == 'a' - WIDTH;
    snprintf(plain, sizeof plain, "a%s", text + 1);
    gui_shift_ranks(variant, plain, 1, shifted);
    if ((!white && !black) || !number_read(shifted + 1, 1, variant->board.ranks, &rank)) return '\0';
    int n = white ? (int)rank - 1 : variant->board.ranks - (int)rank;
    for (const char *p = variant_cecp(variant)->table; *p; ++p)
        if (*p == '^' && p[1]) ++p; /* a promoted piece */
        else if ((white ? isupper((unsigned char)*p) : islower((unsigned char)*p)) && n-- == 0)
            return (char)toupper((unsigned char)*p);
    return '\0';
}

static void mark_leg(const Peer *peer, const char *leg, Marks *marks)
{
    const Variant *variant = peer->session->variant;
    Square to = leg_target(variant, leg);
    const char *suffix = leg_suffix(variant, leg);
    if (to == SQUARE_NONE) return;
    if (isalpha((unsigned char)*suffix)) add_choice(peer, marks, *suffix);
    /* In force mode a wrong choice cannot be corrected: XBoard then accepts no moves. */
    bool choice = *suffix && (peer->engine_side != NO_ENGINE_SIDE || *suffix == '+');
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
static void mark_sendable(const Peer *peer, const LegList *legs, const char *where, Marks *marks)
{
    const Variant *variant = peer->session->variant;
    bool sender = false;
    for (size_t i = 0; i < legs->count && !sender; ++i)
        sender = sending_sign(variant, legs->text[i]) && leg_begins(variant, legs->text[i], where);
    for (size_t i = 0; sender && i < legs->count; ++i) {
        const char *p = legs->text[i];
        if (!sending_sign(variant, p)) continue;
        Square from = square_parse(variant, &p);
        Piece piece = marks->gui.on[from];
        if (piece && piece_side(piece) != peer->session->pos->side && !marks->on[from]) marks->on[from] = 'C';
    }
}

/* Where promotion is optional, staying unpromoted is a choice, too. */
static void add_deferral(const Peer *peer, const LegList *legs, const char *where, Marks *marks)
{
    const Variant *variant = peer->session->variant;
    for (size_t i = 0; marks->choice[0] && i < legs->count; ++i) {
        const char *leg = legs->text[i], *p = leg;
        Square to = leg_target(variant, leg);
        if (to == SQUARE_NONE || marks->on[to] != 'M' || *leg_suffix(variant, leg) || !leg_begins(variant, leg, where)) continue;
        add_choice(peer, marks, variant->board.pieces[piece_type(marks->gui.on[square_parse(variant, &p)])].letter);
        return;
    }
}

/* For a piece without moves: a GUI that does not know the rules would refuse every square without a reason. */
static void mark_tries(const Peer *peer, Square from, Marks *marks)
{
    static const char unmarked[sizeof marks->on];
    const Variant *variant = peer->session->variant;
    Piece piece = marks->gui.on[from];
    if (memcmp(marks->on, unmarked, sizeof unmarked) != 0) return;
    if (!variant_cecp(variant)->table || !piece || piece_side(piece) != peer->session->pos->side) return;
    for (unsigned rank = 0; rank < variant->board.ranks; ++rank)
        for (unsigned file = 0; file < variant->board.files; ++file) {
            Square to = notation_square(variant, file, rank);
            Piece there = marks->gui.on[to];
            if (!there || piece_side(there) != peer->session->pos->side) marks->on[to] = 'T';
        }
}

void marks_say(const Variant *variant, const char marks[SQUARE_MAX], const char *choice)
{
    char on[SQUARE_MAX][PIECE_TEXT_MAX] = {{0}};
    Buffer fen = {0};
    for (unsigned s = 0; s < SQUARE_MAX; ++s) on[s][0] = marks[s];
    gui_rows_print(variant, on, &fen);
    say("highlight %s", buffer_text(&fen));
    if (*choice) say("choice %s", choice);
    buffer_free(&fen);
}

bool marks_lift(const Peer *peer, const char *square, bool sent, const LegList *legs, const GuiBoard *gui)
{
    const Variant *variant = peer->session->variant;
    Square from = square ? read_square(peer, square) : SQUARE_NONE;
    char hand = square && from == SQUARE_NONE ? hand_letter(peer, square) : '\0', where[8] = {hand, '@', '\0'};
    Marks marks = {.gui = *gui};
    if (square && from == SQUARE_NONE && !hand) return false;
    if (from != SQUARE_NONE) square_print(variant, from, where);
    for (size_t i = 0; i < legs->count; ++i) {
        if (square && !leg_begins(variant, legs->text[i], where)) continue;
        if (!sent || sending_sign(variant, legs->text[i])) mark_leg(peer, legs->text[i], &marks);
    }
    if (from != SQUARE_NONE) add_deferral(peer, legs, where, &marks);
    if (!sent && from != SQUARE_NONE) {
        mark_sendable(peer, legs, where, &marks);
        mark_tries(peer, from, &marks);
    }
    marks_say(variant, marks.on, marks.choice);
    return true;
}

/* ---- What a person's ply means ---- */

/* The length of the two squares at the start of a text; 0 if it does not begin so. */
static size_t step_length(const Variant *variant, const char *text)
{
    const char *p = text;
    if (square_parse(variant, &p) == SQUARE_NONE || square_parse(variant, &p) == SQUARE_NONE) return 0;
    return (size_t)(p - text);
}

bool marks_find_promotion(const Peer *peer, const LegList *legs, const char *text, char *leg)
{
    enum { OWN_FORM = 1 << 20 };
    const Variant *variant = peer->session->variant;
    size_t step = step_length(variant, text);
    int best = -1;
    if (!step || text[step + (text[step] != '\0')]) return false;
    for (size_t i = 0; i < legs->count; ++i) {
        const char *suffix = leg_suffix(variant, legs->text[i]);
        if (!*suffix || strncmp(legs->text[i], text, step) != 0 || legs->text[i] + step != suffix) continue;
        int value = *suffix == '+' ? OWN_FORM : promotion_value(peer, *suffix);
        if (value <= best) continue;
        best = value;
        snprintf(leg, MOVE_TEXT_MAX, "%s", legs->text[i]);
    }
    return best >= 0;
}

bool marks_find_moved_by(const Variant *variant, const char *text, char *leg)
{
    size_t first = step_length(variant, text);
    const char *second = text + first;
    if (!first || *second++ != ',' || !step_length(variant, second) || second[step_length(variant, second)]) return false;
    const char *to = second;
    Square over = square_parse(variant, &to);
    if (over != leg_target(variant, text)) return false;
    snprintf(leg, MOVE_TEXT_MAX, "%.*s>%s", (int)(to - second), second, to);
    return true;
}
