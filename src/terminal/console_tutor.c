/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Guides a beginner through some moves: suggests one, says what each of its legs does, and what to type. Everything
 * comes from the game's interface, so this code knows no game. */

#include <string.h>

#include "../notation/notation.h"
#include "console.h"
#include "../notation/move_text.h"

enum { MOVES_GUIDED = 6 };

static const char *name_of(const Variant *variant, Piece piece) { return variant->pieces[piece_type(piece)].name; }

/* What a leg does after the legs before it, like "your Pawn goes from e2 to e4"; "" if it names no squares. */
static void describe_leg(const Position *pos, const char *before, const char *leg, Buffer *out)
{
    const Variant *variant = pos->variant;
    LegParts parts;
    Piece was[SQUARE_MAX], is[SQUARE_MAX];
    Buffer after = {0};
    char from[8], to[8], text[LEG_TEXT_MAX];
    snprintf(text, sizeof text, "%s", leg);
    if (!leg_cut(variant, text, &parts)) return;
    buffer_add(&after, "%s%s%s", before, *before ? "," : "", leg);
    move_preview(pos, before, was);
    move_preview(pos, buffer_text(&after), is);
    buffer_free(&after);
    square_print(variant, parts.from, from);
    square_print(variant, parts.to, to);
    Piece mover = was[parts.from], target = was[parts.to];
    bool takes = target && piece_side(target) != pos->side && is[parts.to] != target;
    if (parts.letter) {
        if (is[parts.to]) buffer_add(out, "your %s comes from the hand to %s", name_of(variant, is[parts.to]), to);
    } else if (mover && is[parts.from] == mover && takes) {
        buffer_add(out, "your %s on %s removes the %s on %s from where it stands", name_of(variant, mover), from,
                   name_of(variant, target), to);
    } else if (mover) {
        buffer_add(out, "your %s goes from %s to %s", name_of(variant, mover), from, to);
        if (takes) buffer_add(out, " and takes the %s", name_of(variant, target));
        if (is[parts.to] && piece_type(is[parts.to]) != piece_type(mover))
            buffer_add(out, " and becomes a %s", name_of(variant, is[parts.to]));
    }
}

/* Copies the first leg of a text and returns the rest after its comma. */
static const char *cut_leg(const char *text, char leg[LEG_TEXT_MAX])
{
    size_t length = strcspn(text, ",");
    snprintf(leg, LEG_TEXT_MAX, "%.*s", (int)length, text);
    return text + length + (text[length] == ',');
}

/* Adds a leg and what it does as a row. */
static void add_row(const Position *pos, const char *before, const char *leg, Buffer *out)
{
    buffer_add(out, "\n  %-6s  ", leg);
    describe_leg(pos, before, leg, out);
}

/* Before a move: what can be done, and a suggestion leg by leg. */
static void suggest_move(Position *pos, const char *plan, Buffer *out)
{
    char leg[LEG_TEXT_MAX];
    Buffer before = {0};
    LegList list = {0};
    leg_list_fill(pos, "", &list);
    bool several = strchr(plan, ',') != NULL;
    buffer_add(out, "Tutor: it is your move, with %s. ", pos->side == WHITE ? "White" : "Black");
    if (pos->variant->legs_status && several) buffer_add(out, "A move has several parts here, the legs. ");
    buffer_add(out, "You can begin in %zu ways; a good move is", list.count);
    for (const char *p = plan; *p;) {
        p = cut_leg(p, leg);
        add_row(pos, buffer_text(&before), leg, out);
        buffer_add(&before, "%s%s", before.length ? "," : "", leg);
    }
    cut_leg(plan, leg);
    LegParts parts;
    char square[8] = "";
    if (leg_cut(pos->variant, leg, &parts) && !parts.letter) square_print(pos->variant, parts.from, square);
    if (parts.letter && !*square) snprintf(square, sizeof square, "%c", parts.letter);
    if (several) buffer_add(out, "\nType %s and Enter, and then the next leg, or all in one line: %s.", leg, plan);
    else buffer_add(out, "\nType %s and Enter, or another move.", plan);
    if (*square) buffer_add(out, " 'moves %s' shows where this piece can go, 'moves' all there is.", square);
    buffer_free(&before);
    leg_list_free(&list);
}

/* In the middle of a move: what is still missing. */
static void suggest_leg(Position *pos, const char *plan, const char *legs, Buffer *out)
{
    size_t length = strlen(legs);
    ErrorText ignored;
    char leg[LEG_TEXT_MAX] = "";
    bool extensible = pos->variant->legs_status(pos, legs, &ignored) == LEGS_EXTENSIBLE;
    LegList list = {0};
    if (strncmp(plan, legs, length) == 0 && plan[length] == ',') cut_leg(plan + length + 1, leg);
    else if (leg_list_fill(pos, legs, &list) && list.count) strcpy(leg, list.text[0]);
    if (extensible && strcmp(plan, legs) == 0) {
        buffer_add(out, "Tutor: this can be all of your move. Type 'end', or go on.");
    } else {
        buffer_add(out, "Tutor: %s", extensible ? "type 'end' if this is all, or go on, for example with"
                                                : "your move is not complete yet. Go on, for example with");
        add_row(pos, legs, leg, out);
    }
    leg_list_free(&list);
}

void console_tutor_advise(Console *console)
{
    Tutor *tutor = &console->tutor;
    Position *pos = game_of(console);
    size_t legs = console->legs.length;
    unsigned plies = position_plies(pos);
    Buffer out = {0};
    if (!tutor->moves || !console->person[pos->side] || console_is_over(console)) return;
    if (tutor->plies == plies && tutor->legs == legs) return;
    bool new_move = tutor->plies != plies;
    tutor->plies = plies;
    tutor->legs = legs;
    if (new_move && --tutor->moves == 0) {
        say("The tutor leaves you here; 'tutor' brings it back, 'hint' shows a good move.");
        return;
    }
    if (!legs) {
        Move move = console_find_move(console);
        if (!move) return;
        pos->variant->print_move(pos, move, tutor->plan);
        suggest_move(pos, tutor->plan, &out);
    } else {
        suggest_leg(pos, tutor->plan, buffer_text(&console->legs), &out);
    }
    say_buffer(&out);
}

/* The first lines of the rules, with the tables among them. */
static void introduce(const Variant *variant)
{
    enum { LINES = 3 };
    Buffer out = {0};
    const char *text;
    text_join_lines(variant_rules(variant), &out);
    text = buffer_text(&out);
    for (int i = 0; *text && (i < LINES || *text == ' '); i += *text != ' ') {
        size_t length = strcspn(text, "\n");
        say("%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
    say("'rules' has the rest, 'pieces' the pieces. The tutor explains %d moves; 'tutor off' ends it.", MOVES_GUIDED);
    buffer_free(&out);
}

void console_tutor(Console *console, char *rest)
{
    char *word = word_next(&rest);
    if (*word && !text_equal(word, "off")) {
        say("'tutor' explains your next moves, 'tutor off' ends that; not '%.40s'.", word);
        return;
    }
    console->tutor.moves = *word ? 0 : MOVES_GUIDED + 1;
    console->tutor.plies = ~0u;
    if (*word) say("The tutor is off.");
    else if (!console_announce_result(console)) introduce(console->session->variant);
    if (!*word && !console->person[game_of(console)->side]) say("It is my move: 'go' lets me play it.");
}
