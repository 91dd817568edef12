/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pgn_plies.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/plies.h"
#include "../text/move_text.h"

enum { WORD_MAX = 64, UNDO_ROOM = 64 };

static const char pass_word[] = "--";
static const char far_signs[] = "x>"; /* between the squares of a leg whose piece does not go there itself */

/* ---- Reading a word ---- */

/* Is this how XBoard writes a ply on its board: piece letter, disambiguation, target, promotion? */
static bool is_ply(const GuiBoard *gui, const Variant *variant, const char *ply, const char *word)
{
    char own[2 * WORD_MAX];
    gui_shift_ranks(variant, word, 1, own);
    if (strcmp(ply, pass_text) == 0 || strcmp(word, pass_word) == 0)
        return strcmp(ply, pass_text) == 0 && strcmp(word, pass_word) == 0;
    if (strchr(ply, '@') || strchr(word, '@')) return toupper((unsigned char)own[0]) == ply[0] && strcmp(own + 1, ply + 1) == 0;
    if (strcmp(own, ply) == 0) return true;

    const char *p = ply, *q = own;
    Square from = square_parse(variant, &p), to = square_parse(variant, &p);
    assert(from != SQUARE_NONE && to != SQUARE_NONE);
    if (!gui->on[from]) return false;
    const PieceInfo *info = &variant->board.pieces[piece_type(gui->on[from])];
    bool promoted = *q == '+';
    q += promoted;
    char letter = isupper((unsigned char)*q) ? *q++ : 'P';
    if (letter != info->letter || promoted != info->promoted) return false;
    /* The last square is the target. */
    Square squares[3];
    int count = 0, file = -1, rank = -1;
    while (*q && count < 3) {
        const char *before = q;
        Square square = square_parse(variant, &q);
        if (square != SQUARE_NONE) squares[count++] = square;
        else if (count == 0 && islower((unsigned char)*q) && *q != 'x') file = *q++ - 'a';
        else if (count == 0 && isdigit((unsigned char)*q)) rank = (int)strtol(q, (char **)&q, 10) - 1;
        else if (*q == 'x' || *q == '-') ++q;
        if (q == before) break;
    }
    char becomes = *q == '=' ? (char)tolower((unsigned char)q[1]) : '\0';
    if (count == 0 || count > 2 || squares[count - 1] != to || (count == 2 && squares[0] != from)) return false;
    if ((file >= 0 && file != (int)notation_file(variant, from)) || (rank >= 0 && rank != (int)notation_rank(variant, from)))
        return false;
    /* XBoard omits some promotions. */
    return !becomes || becomes == *p;
}

/* ---- Following a game ---- */

typedef struct Follower {
    Position *pos;
    GuiBoard gui; /* at the start of the move */
    char (*words)[WORD_MAX];
    size_t count, at;
    /* Where each move began, and which of the fitting moves was chosen. XBoard's text can be ambiguous; a wrong
     * choice fails later. */
    struct Branch {
        size_t at;
        unsigned taken;
    } *choices;
    unsigned made;
    Position *farthest; /* farthest position reached, and the word that failed there */
    size_t unfit;
} Follower;

static bool is_word(const Follower *f, size_t at, const char *text) { return at < f->count && strcmp(f->words[at], text) == 0; }

/* How many words match the plies at `at`; 0 if they differ. A game may be cut short in the passes that close a move. */
static size_t match_list(const Follower *f, const PlyList *list, size_t at, Side side)
{
    GuiBoard gui = f->gui;
    size_t used = 0;
    for (int i = 0; i < list->count; ++i, ++used) {
        if (at + used >= f->count) return strcmp(list->text[i], pass_text) == 0 ? used : 0;
        if (!is_ply(&gui, f->pos->variant, list->text[i], f->words[at + used])) return 0;
        gui_board_ply(&gui, f->pos->variant, side ^ (i & 1), list->text[i]);
    }
    return used;
}

/* Finds the moves whose plies, as an engine sends them, come next. Among those that match the most words picks
 * number `number`. Returns the words it takes, 0 if there are fewer moves; counts them in *ties. */
static size_t find_sent(Follower *f, unsigned number, Move *found, unsigned *ties)
{
    size_t count, best = 1;
    *ties = 0;
    Move *moves = position_moves(f->pos, &count);
    for (size_t i = 0; i < count; ++i) {
        PlyList plies;
        plies_of_move(f->pos, &f->gui, moves[i], false, &plies);
        size_t used = match_list(f, &plies, f->at, f->pos->side);
        if (used) {
            plies_close(f->pos, &f->gui, moves[i], false, &plies);
            size_t closed = match_list(f, &plies, f->at, f->pos->side);
            if (closed > used) used = closed;
        }
        if (used > best) {
            best = used;
            *ties = 0;
        }
        if (used == best && (*ties)++ == number) *found = moves[i];
    }
    free(moves);
    return *ties > number ? best : 0;
}

/* Reads legs that a person made, in any order, with passes between. Writes the move's text and returns the index of
 * the next word, or 0. */
static size_t find_legs(Follower *f, const char *legs, size_t at, GuiBoard gui, char *move)
{
    const Variant *variant = f->pos->variant;
    LegList list;
    size_t end = 0;
    if (at >= f->count || !leg_list_fill(f->pos, legs, &list)) return 0;
    for (size_t i = 0; i < list.count && !end; ++i) {
        char ply[LEG_TEXT_MAX], text[MOVE_TEXT_MAX];
        const char *sign = list.text[i] + strcspn(list.text[i], far_signs);
        ErrorText ignored;
        bool shot = *sign == 'x';
        snprintf(ply, sizeof ply, "%.*s%s", (int)(sign - list.text[i]), list.text[i], sign + (*sign != '\0'));
        if (!is_ply(&gui, variant, ply, f->words[at])) continue;
        int length = snprintf(text, sizeof text, "%s%s%s", legs, *legs ? "," : "", list.text[i]);
        assert(length < MOVE_TEXT_MAX); /* legal legs fit */
        (void)length;
        LegStatus status = variant->text.legs_status(f->pos, text, &ignored);
        GuiBoard after = gui;
        size_t next = at + 1;
        gui_board_ply(&after, variant, f->pos->side, ply);
        if (shot && is_word(f, next, pass_word) && is_word(f, next + 2, pass_word)) {
            next += 2; /* the shooting piece goes back */
            after = gui;
        }
        strcpy(move, text);
        if (status == LEGS_COMPLETE) end = next;
        else if (is_word(f, next, pass_word)) end = find_legs(f, text, next + 1, after, move);
        if (end || status != LEGS_EXTENSIBLE) continue;
        strcpy(move, text);
        if (next >= f->count) end = next;
        else if (is_word(f, next, pass_word) && (next + 1 >= f->count || is_word(f, next + 1, pass_word)))
            end = next + 2 < f->count ? next + 2 : f->count;
    }
    leg_list_free(&list);
    return end;
}

/* Plays the next move: number `number` of those that fit, the legs of a person after all that an engine sends. */
static bool follow_move(Follower *f, unsigned number)
{
    Move move = MOVE_NONE;
    unsigned ties;
    size_t used = find_sent(f, number, &move, &ties);
    Side mover = f->pos->side;
    char move_text[MOVE_TEXT_MAX];
    ErrorText ignored;
    if (used) {
        f->at += used;
    } else {
        if (!f->pos->variant->text.legs_status || number != ties) return false;
        size_t end = find_legs(f, "", f->at, f->gui, move_text);
        if (!end || !f->pos->variant->text.parse(f->pos, move_text, &move, &ignored)) return false;
        f->at = end;
    }
    position_make(f->pos, move);
    if (!used) {
        /* The repairs after a person's move: effects beyond its legs. */
        PlyList plies;
        GuiBoard shown = f->gui;
        for (const char *p = move_text; *p; p += *p == ',') {
            char ply[LEG_TEXT_MAX];
            size_t length = strcspn(p, ",");
            snprintf(ply, sizeof ply, "%.*s", (int)length, p);
            if (!strpbrk(ply, far_signs)) gui_board_ply(&shown, f->pos->variant, mover, ply);
            p += length;
        }
        plies_to_repair(f->pos, &shown, mover, &plies);
        f->gui = shown;
        f->at += match_list(f, &plies, f->at, mover ^ 1);
    }
    gui_board_set(&f->gui, f->pos);
    return true;
}

static bool split(const char *words, Follower *f)
{
    size_t room = 1;
    for (const char *p = words; *p; ++p) room += *p == ' ';
    f->words = malloc(room * sizeof *f->words);
    f->choices = malloc((room + 1) * sizeof *f->choices);
    if (!f->words || !f->choices) return false;
    for (const char *p = words; *p;) {
        size_t length = strcspn(p, " ");
        snprintf(f->words[f->count++], WORD_MAX, "%.*s", (int)length, p);
        p += length;
        p += *p == ' ';
    }
    return true;
}

static void keep_farthest(Follower *f)
{
    if (position_plies(f->pos) > position_plies(f->farthest) && position_copy(f->farthest, f->pos)) f->unfit = f->at;
}

/* Backtracks to the last move with an untried alternative, and plays that. */
static bool follow_otherwise(Follower *f)
{
    while (f->made > 0) {
        struct Branch *choice = &f->choices[f->made - 1];
        position_unmake(f->pos);
        f->at = choice->at;
        gui_board_set(&f->gui, f->pos);
        if (follow_move(f, ++choice->taken)) return true;
        --f->made;
    }
    return false;
}

/* As follow_move, but backtracks if nothing fits. */
static bool follow(Follower *f)
{
    f->choices[f->made] = (struct Branch){f->at, 0};
    if (follow_move(f, 0)) {
        ++f->made;
        return true;
    }
    keep_farthest(f);
    return follow_otherwise(f);
}

/* Plays as many words as possible. If the game is over, only passes may follow. */
static bool play_words(Follower *f, ErrorText *error)
{
    enum { TRIES_MAX = 4000 }; /* bounds the work on garbage */
    for (unsigned tries = 0; f->at < f->count; ++tries) {
        size_t left = f->at;
        unsigned made = f->made;
        if (!position_reserve(f->pos, UNDO_ROOM)) return error_set(error, "out of memory");
        bool over = position_outcome(f->pos).result != ONGOING;
        while (over && is_word(f, left, pass_word)) ++left;
        if (left == f->count) return true;
        if (over) keep_farthest(f);
        if (!(over ? follow_otherwise(f) : follow(f)) || tries > TRIES_MAX) break;
        if (f->made > made) --tries; /* only backtracking counts */
    }
    if (f->at >= f->count) return true;
    const Position *pos = f->farthest;
    return error_set(error, "move %u of %s, '%.20s': part of no legal move", (unsigned)pos->state->number,
                     side_name(pos->side), f->words[f->unfit]);
}

bool pgn_plies_play(Position *pos, const char *words, ErrorText *error)
{
    Follower f = {.pos = pos, .farthest = position_new(pos->variant)};
    bool ok = f.farthest && position_copy(f.farthest, pos) && split(words, &f);
    if (ok) {
        gui_board_set(&f.gui, pos);
        if (gui_begins_with_pass(pos) && is_word(&f, 0, pass_word)) f.unfit = ++f.at;
        ok = play_words(&f, error);
        if (!ok) position_copy(pos, f.farthest);
    } else {
        error_set(error, "out of memory");
    }
    position_free(f.farthest);
    free(f.choices);
    free(f.words);
    return ok;
}
