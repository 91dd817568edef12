/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Explains the pieces to a person at a GUI: the picture of each, its letter, and its moves. The picture follows from
 * the piece's slot in the game's table; the names are those of XBoard's own pictures.
 */

#include "peer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../session/session.h"
#include "../show/explain.h"
#include "../text/plies.h"
#include "../util/text_window.h"

/* A line break within one protocol line: XBoard's windows break at Unicode's line separator. */
#define LINE_END "\xE2\x80\xA8"
#ifdef _WIN32
#define OTHER_PICTURES "The pictures are those of the last game: choose this one's in View > Board Themes, or start it anew."
#else
#define OTHER_PICTURES "The pictures of the board and the pieces are those of the last game: start each game anew."
#endif

enum {
    PROMOTED_SHIFT = 11, /* from a slot to the promoted one, '+' in the table */
    SECOND_PART = 46,    /* the slot after a '/' */
    KING_SLOT = 65
};

static const char *const pictures[] = {
    "pawn", "knight", "bishop", "rook", "queen", "flat hat", "elephant", "crossed swords", "star", "turban", "bell",
    "cannon", "masked horse", "bishop on a foot", "rook with a crown", "crown", "rook with a horse", "hawk", "lance",
    "cobra", "unicorn", "lion", "sword", "zebra", "camel", "gate", "wolf", "hat", "duck", "lance", "dragon", "gnu", "lion",
    "shield", "winged horse", "magician's hat", "plumed helmet", "iron hat", "horned helmet", "flag", "axe", "dolphin",
    "leopard", "paw", "wheel", "butterfly", "bishop on a foot", "rook on a foot", "fallen crown", "shield", "king",
};

static const char *picture_name(int slot)
{
    if (slot == KING_SLOT) return "king";
    return slot >= 0 && slot < (int)(sizeof pictures / sizeof *pictures) ? pictures[slot] : "";
}

/* The slot of the base form with this letter in the table, or of its promoted form; -1 if there is none. */
static int find_slot(const char *table, char letter, bool promoted)
{
    size_t half = 0, slots = 0;
    int found = -1, index = 0, second = 0;
    for (const char *p = table + 1; *p && *p != ')'; ++p) half += *p != '/' && *p != '^';
    half /= 2;
    for (const char *p = table + 1; *p && *p != ')'; ++p) {
        if (*p == '/') {
            second = SECOND_PART - index;
            continue;
        }
        bool partner = *p == '^';
        p += partner;
        int slot = ++slots % half == 0 ? KING_SLOT : index + second;
        if (*p == letter && partner == promoted) return slot;
        if (*p == letter) found = slot;
        ++index;
        if (slots % half == 0) index = second = 0;
    }
    return promoted && found >= 0 && found < PROMOTED_SHIFT ? found + PROMOTED_SHIFT : -1;
}

/* NULL in games that the GUI knows. */
static const char *picture_of(const Variant *variant, PieceType type)
{
    const PieceInfo *info = &variant->board.pieces[type];
    char letter = info->sides & 1 ? info->letter : (char)tolower((unsigned char)info->letter);
    const char *table = variant_cecp(variant)->table;
    return table ? picture_name(find_slot(table, letter, info->promoted)) : NULL;
}

/* Shows a text in a window, with ranks as on the GUI's board. WinBoard's own window has four lines, and more than 1023
 * characters overrun its memory, so on Windows the engine opens one. */
static void show(const Variant *variant, const Buffer *text)
{
    char *shown = malloc(2 * text->length + 1);
    if (!shown || text->failed) {
        free(shown);
        return;
    }
    gui_shift_ranks(variant, buffer_text(text), -1, shown);
    if (!text_window_show(ENGINE_NAME, shown)) {
        Buffer line = {0};
        buffer_add(&line, "telluser %s", shown);
        say_as_is(buffer_text(&line)); /* `say` would drop the line ends */
        buffer_free(&line);
    }
    free(shown);
}

void legend_pieces(const Variant *variant, bool named)
{
    Buffer out = {0};
    explain_pieces(variant, LINE_END, named ? picture_of : NULL, &out);
    show(variant, &out);
    buffer_free(&out);
}

void legend_start(const Variant *variant, bool in_legs, bool black_begins, bool again)
{
    Buffer out = {0};
    buffer_add(&out, "Pick up a piece: the squares that it can go to are marked.");
    if (in_legs) buffer_add(&out, " A move of several legs: make one after the other.");
    if (black_begins) buffer_add(&out, " Black begins: make any move, and the engine does.");
    buffer_add(&out, LINE_END "Engine > Engine #1 Settings: Pieces and Rules explain the game; Pass ends a move early.");
    if (again) buffer_add(&out, LINE_END "%s", OTHER_PICTURES);
    show(variant, &out);
    buffer_free(&out);
}

void legend_rules(const Variant *variant)
{
    Buffer out = {0};
    for (const char *p = variant_rules(variant); *p;) {
        size_t length = strcspn(p, "\n");
        buffer_add(&out, "%s%.*s", out.length ? LINE_END : "", (int)length, p);
        p += length + (p[length] == '\n');
    }
    show(variant, &out);
    buffer_free(&out);
}
