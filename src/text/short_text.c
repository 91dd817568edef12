/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "short_text.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../util/text.h"
#include "move_text.h"
#include "notation.h"

/* The legal moves of a position as the game writes them. */
typedef struct Printed {
    char (*text)[MOVE_TEXT_MAX];
    size_t count;
} Printed;

static bool printed_fill(const Position *pos, Printed *list)
{
    Move *moves = position_moves(pos, &list->count);
    list->text = moves ? malloc((list->count + 1) * sizeof *list->text) : NULL;
    if (!list->text) list->count = 0;
    for (size_t i = 0; i < list->count; ++i) pos->variant->text.print(pos, moves[i], list->text[i]);
    free(moves);
    return list->text != NULL;
}

/* ---- Writing ---- */

/* A leg on its way to be written. */
typedef struct Written {
    const char *legs;   /* of the move, from its first leg on */
    size_t start;       /* where this leg begins */
    LegParts leg;
    Piece before[SQUARE_MAX], after[SQUARE_MAX];
} Written;

static void put_letter(Buffer *out, const Variant *variant, PieceType type)
{
    char symbol[3];
    piece_print(variant, piece_make(WHITE, type), symbol);
    buffer_add(out, "{%s}", symbol);
}

/* Pieces of a side that are fewer after the leg. */
static int lost(const Written *w, const Variant *variant, Side side)
{
    int count = 0;
    for (unsigned s = 0; s < square_count(variant); ++s)
        count += (w->before[s] && piece_side(w->before[s]) == side) - (w->after[s] && piece_side(w->after[s]) == side);
    return count;
}

/* Own pieces that stand where none of the side stood. */
static int arrived(const Written *w, const Variant *variant, Side side)
{
    int count = 0;
    for (unsigned s = 0; s < square_count(variant); ++s)
        count += w->after[s] && piece_side(w->after[s]) == side && (!w->before[s] || piece_side(w->before[s]) != side);
    return count;
}

/* Writes the origin: nothing, the file, the rank or both, as little as tells the piece from others of its kind. */
static void put_origin(Buffer *out, const Variant *variant, const Printed *all, const Written *w)
{
    bool others = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < all->count; ++i) {
        LegParts other;
        if (strncmp(all->text[i], w->legs, w->start) != 0) continue;
        leg_cut(variant, all->text[i] + w->start, &other); /* no pass: something else is possible */
        if (other.letter || other.to != w->leg.to || other.from == w->leg.from || other.between != w->leg.between
            || w->before[other.from] != w->before[w->leg.from])
            continue;
        others = true;
        same_file |= notation_file(variant, other.from) == notation_file(variant, w->leg.from);
        same_rank |= notation_rank(variant, other.from) == notation_rank(variant, w->leg.from);
    }
    if (others && (!same_file || same_rank)) buffer_add(out, "%c", 'a' + (char)notation_file(variant, w->leg.from));
    if (same_file) buffer_add(out, "%u", notation_rank(variant, w->leg.from) + 1);
}

static void put_promotion(Buffer *out, const Variant *variant, Side side, const Written *w)
{
    char sign = *w->leg.rest;
    PieceType type = sign == '+' ? variant->board.pieces[piece_type(w->before[w->leg.from])].promotes
                     : isalpha((unsigned char)sign) ? piece_type_find(variant, side, sign, false)
                                                    : NO_TYPE;
    if (!type) return;
    buffer_add(out, "=");
    put_letter(out, variant, type);
}

static void put_step(Buffer *out, const Position *pos, const Printed *all, const Written *w)
{
    const Variant *variant = pos->variant;
    const LegParts *leg = &w->leg;
    PieceType type = piece_type(w->before[leg->from]);
    char to[4];
    int width = board_width(variant);
    int files = (int)notation_file(variant, leg->to) % width - (int)notation_file(variant, leg->from) % width;
    square_print(variant, leg->to, to);
    if (variant->board.pieces[type].royal && abs(files) > 1 && arrived(w, variant, pos->side) == 2) {
        buffer_add(out, "%s", files > 0 ? "O-O" : "O-O-O");
        return;
    }
    bool pawn = type == piece_type_find(variant, pos->side, 'P', false);
    bool takes = lost(w, variant, pos->side ^ 1) > 0;
    if (!pawn) put_letter(out, variant, type);
    if (pawn && takes) buffer_add(out, "%c", 'a' + (char)notation_file(variant, leg->from));
    else put_origin(out, variant, all, w);
    if (leg->between) buffer_add(out, "%c", leg->between == 'x' ? '*' : leg->between);
    else if (takes) buffer_add(out, "x");
    buffer_add(out, "%s", to);
    put_promotion(out, variant, pos->side, w);
}

/* Writes one leg of `legs`, which is a text of the game, of legs that are legal. */
static void put_leg(Buffer *out, Position *pos, const Printed *all, const char *legs, size_t start)
{
    Written w = {.legs = legs, .start = start};
    char prefix[MOVE_TEXT_MAX];
    size_t end = start + strcspn(legs + start, ",");
    if (strcmp(legs + start, "@@@@") == 0) {
        buffer_add(out, "pass");
        return;
    }
    bool is_leg = leg_cut(pos->variant, legs + start, &w.leg);
    assert(is_leg);
    (void)is_leg;
    if (w.leg.letter) {
        char to[4];
        square_print(pos->variant, w.leg.to, to);
        put_letter(out, pos->variant, piece_type_find(pos->variant, pos->side, w.leg.letter, false));
        buffer_add(out, "@%s", to);
        return;
    }
    memcpy(prefix, legs, end);
    prefix[end] = '\0';
    out->failed |= !legs_preview(pos, prefix, false, w.after);
    prefix[start ? start - 1 : 0] = '\0';
    out->failed |= !legs_preview(pos, prefix, false, w.before);
    assert(w.before[w.leg.from]);
    put_step(out, pos, all, &w);
}

/* The sign of the move just made. */
static const char *end_sign(Position *pos)
{
    Outcome outcome = position_outcome(pos);
    if (outcome.result == WHITE_WINS || outcome.result == BLACK_WINS) return "#";
    return position_in_peril(pos) ? "+" : "";
}

bool short_text_write(Position *pos, Move move, char text[SHORT_TEXT_MAX])
{
    char plain[MOVE_TEXT_MAX];
    Printed all = {0};
    Buffer out = {0};
    pos->variant->text.print(pos, move, plain);
    bool ok = printed_fill(pos, &all);
    for (size_t start = 0; plain[start];) {
        if (start) buffer_add(&out, ",");
        put_leg(&out, pos, &all, plain, start);
        start += strcspn(plain + start, ",");
        start += plain[start] == ',';
    }
    position_make(pos, move);
    buffer_add(&out, "%s", end_sign(pos));
    position_unmake(pos);
    ok = ok && !out.failed;
    assert(out.length < SHORT_TEXT_MAX);
    strcpy(text, ok ? buffer_text(&out) : plain);
    buffer_free(&out);
    free(all.text);
    return ok;
}

bool move_write(Position *pos, Move move, char text[MOVE_TEXT_MAX])
{
    char figurines[SHORT_TEXT_MAX];
    if (!pos->variant->text.standard) {
        pos->variant->text.print(pos, move, text);
        return true;
    }
    bool ok = short_text_write(pos, move, figurines);
    for (const char *p = figurines; *p; ++p)
        if (!strchr("{}", *p)) *text++ = *p;
    *text = '\0';
    return ok;
}

/* ---- Reading ---- */

/* Is the sign a zero that stands for the letter O, as in "0-0"? */
static bool is_castling_zero(const char *text, size_t at)
{
    return text[at] == '0' && !isdigit((unsigned char)text[at + 1]) && (at == 0 || !isalnum((unsigned char)text[at - 1]));
}

/* Leaves out what people may leave out. */
static void reduce(const char *text, size_t length, char out[SHORT_TEXT_MAX])
{
    while (length && strchr("!?#+", text[length - 1])) --length;
    assert(length < SHORT_TEXT_MAX);
    for (size_t i = 0; i < length; ++i) {
        if (strchr("{}x=- ", text[i])) continue;
        *out++ = is_castling_zero(text, i) ? 'O' : text[i];
    }
    *out = '\0';
}

/* Finds the one leg that can follow `legs` and is written like `typed`, as far as `length`; writes it to `found`. Castling is
 * written alike on two boards: if both can and there is more behind, the first is meant, as short_text_write writes it. */
static bool find_leg(Position *pos, const Printed *all, const char *legs, const char *typed, size_t length,
                     char found[LEG_TEXT_MAX], ErrorText *error)
{
    LegList list;
    char wanted[SHORT_TEXT_MAX], whole[MOVE_TEXT_MAX + LEG_TEXT_MAX + 1], own[SHORT_TEXT_MAX];
    size_t start = strlen(legs) + (*legs ? 1 : 0), count = 0;
    reduce(typed, length, wanted);
    if (!*wanted || !leg_list_fill(pos, legs, &list)) return false;
    Buffer out = {0};
    for (size_t i = 0; i < list.count; ++i) {
        snprintf(whole, sizeof whole, "%s%s%s", legs, *legs ? "," : "", list.text[i]);
        buffer_clear(&out);
        assert(strlen(whole) < MOVE_TEXT_MAX); /* legal legs fit */
        put_leg(&out, pos, all, whole, start);
        reduce(buffer_text(&out), out.length, own);
        if (strcmp(own, wanted) != 0) continue;
        LegParts leg, before = {0};
        bool first = !count || (leg_cut(pos->variant, list.text[i], &leg) && leg_cut(pos->variant, found, &before)
                                && leg.from < before.from);
        if (first) strcpy(found, list.text[i]);
        ++count;
    }
    buffer_free(&out);
    leg_list_free(&list);
    if (count < 2 || strncmp(wanted, "OO", 2) != 0) return count == 1;
    return typed[length] == ',' || error_set(error, "both boards can castle: write the King's squares, as in %.20s", found);
}

/* Reads legs one after the other. */
static bool read_legs(Position *pos, const Printed *all, const char *text, char legs[MOVE_TEXT_MAX], ErrorText *error)
{
    *legs = '\0';
    while (*text) {
        char found[LEG_TEXT_MAX];
        size_t length = strcspn(text, ","), have = strlen(legs);
        ErrorText ignored;
        char trial[2 * MOVE_TEXT_MAX];
        snprintf(trial, sizeof trial, "%s%s%.*s", legs, have ? "," : "", (int)(length < LEG_TEXT_MAX ? length : 0), text);
        bool as_written = length < LEG_TEXT_MAX && pos->variant->text.legs_status
                          && pos->variant->text.legs_status(pos, trial, &ignored) != LEGS_ILLEGAL;
        if (!as_written) {
            if (!find_leg(pos, all, legs, text, length, found, error)) return false;
            snprintf(trial, sizeof trial, "%s%s%s", legs, have ? "," : "", found);
        }
        strcpy(legs, trial); /* legal legs fit */
        text += length;
        text += *text == ',';
        if (*text && !pos->variant->text.legs_status) return false;
    }
    return *legs != '\0';
}

bool short_text_read(Position *pos, const char *text, char legs[MOVE_TEXT_MAX], ErrorText *error)
{
    const Variant *variant = pos->variant;
    Printed all = {0};
    Move move;
    if (strlen(text) >= MOVE_TEXT_MAX) return error_set(error, "that is too long for a move");
    strcpy(legs, text);
    if (variant->text.legs_status ? variant->text.legs_status(pos, text, error) != LEGS_ILLEGAL
                                  : move_read(pos, text, &move, error)) {
        if (!variant->text.legs_status) variant->text.print(pos, move, legs);
        return true;
    }
    if (!printed_fill(pos, &all)) return error_set(error, "out of memory");
    bool ok = position_reserve(pos, 2) && read_legs(pos, &all, text, legs, error);
    free(all.text);
    return ok;
}
