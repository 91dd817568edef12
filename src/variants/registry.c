/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* All games. A new game needs its file, which defines variant_NAME, and a line here; `make game NAME=x`
 * writes both. `make EXAMPLES=1` adds the games of examples/ by listing them in examples.list. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../util/minmax.h"
#include "../util/text.h"

/* clang-format off */
#define EACH_GAME            \
    GAME(chess)              \
    GAME(borderlands)        \
    GAME(borderlands_2025_10) \
    GAME(battleofideologies) \
    GAME(horizons)           \
    GAME(bordahbee)          \
    GAME(diamond)
/* clang-format on */

#define GAME(name) extern Variant variant_##name;
EACH_GAME
#ifdef EXAMPLES
#include "examples.list"
#endif
#undef GAME

#define GAME(name) &variant_##name,
static Variant *const changeable[] = { /* by variants_build alone */
    EACH_GAME
#ifdef EXAMPLES
#include "examples.list"
#endif
    NULL
};
#undef GAME
const Variant *const *const variants = (const Variant *const *)changeable;

const SearchHints hints_none = {0};
const DisplaySheet display_none = {0};
const MeasuredSheet measured_none = {0};

OpeningRecipe variant_opening(const Variant *v)
{
    OpeningRecipe recipe = variant_measured(v)->opening;
    return recipe.plies ? recipe : (OpeningRecipe){.plies = 8, .limit = (int16_t)(60 * variant_margin_percent(v) / 100)};
}

unsigned variant_pieces_max(const Variant *v)
{
    unsigned n = 0;
    for (const char *p = variant_own(v)->position.start_fen; *p != ' '; ++p) n += isalpha((unsigned char)*p) != 0;
    return n;
}

unsigned variant_hand_max(const Variant *v, unsigned slot)
{
    unsigned n[SIDE_NB] = {0, 0};
    char letter = v->board.pieces[v->hands.types[slot]].letter;
    const char *p = variant_own(v)->position.start_fen;
    if (!v->board.keeps_captured) p += strcspn(p, "[ ");
    for (; *p && *p != ' '; ++p) {
        n[WHITE] += *p == letter;
        n[BLACK] += *p == tolower((unsigned char)letter);
    }
    return v->board.keeps_captured ? n[WHITE] + n[BLACK] : (unsigned)max(n[WHITE], n[BLACK]);
}

/* The bits for a count up to `most`. */
static unsigned bits_for(unsigned most)
{
    unsigned bits = 0;
    while (most >> bits) ++bits;
    return bits;
}

static unsigned hand_limit(const Variant *v, unsigned slot)
{
    return v->board.keeps_captured ? variant_hand_max(v, slot) : HAND_MAX;
}

/* A sheet that asks for more slots or bits than there are gets those that fit; variant_check refuses it. */
static void lay_out_hands(Variant *v)
{
    unsigned shift = 0;
    for (unsigned slot = 0; v->hands.types && v->hands.types[slot] && slot < HAND_SLOTS; ++slot) {
        unsigned most = min(hand_limit(v, slot), UINT8_MAX), bits = bits_for(most);
        if (shift + bits > HAND_BITS) return;
        v->hands.shift[slot] = (uint8_t)shift;
        v->hands.mask[slot] = (uint8_t)((1u << bits) - 1);
        v->hands.max[slot] = (uint8_t)most;
        shift += bits;
    }
}

unsigned hand_pieces(const Variant *v, uint64_t hands)
{
    unsigned pieces = 0;
    for (unsigned slot = 0; hands && slot < HAND_SLOTS; ++slot)
        pieces += hand_count(v, hands, WHITE, slot) + hand_count(v, hands, BLACK, slot);
    return pieces;
}

static void add_up_phase(Variant *v)
{
    for (const char *p = v->position.start_fen; *p != ' '; ++p)
        v->search.phase_max += v->board.pieces[piece_type_find(v, isupper((unsigned char)*p) ? WHITE : BLACK, *p, false)].phase;
}

/* Other rules may refuse the start position, their own or that of the game. */
static bool start_is_good(const Variant *v, ErrorText *error)
{
    ErrorText why;
    Position *pos = position_new(v);
    if (!pos) return error_set(error, "out of memory");
    bool ok = position_set_fen(pos, v->position.start_fen, &why);
    position_free(pos);
    return ok || error_set(error, "the start position: %.150s", why.text);
}

#ifndef NDEBUG
static void demand_sheet(const Variant *v)
{
    ErrorText error;
    if (variant_check(v, &error)) return;
    fprintf(stderr, "the data sheet of %s: %s\n", v->name, error.text);
    abort();
}
#endif

bool variants_build(ChooseRules *choose, const char *const *rules, ErrorText *error)
{
    static bool begun;
    if (begun) return error_set(error, "the rules were chosen before");
    begun = true;
    position_init_keys();
    for (Variant *const *v = changeable; *v; ++v) {
        lay_out_hands(*v);
        add_up_phase(*v);
    }
    for (; *rules; ++rules)
        if (!choose(changeable, *rules, error)) return false;
    for (const Variant *const *v = variants; *v; ++v) {
        (*v)->position.init();
        if ((*v)->rules.own && !start_is_good(*v, error)) return false;
#ifndef NDEBUG
        demand_sheet(*v);
#endif
    }
    return true;
}

void variants_init(void)
{
    static const char *const none[] = {NULL};
    ErrorText unused;
    variants_build(NULL, none, &unused);
}

/* ---- Checking a data sheet ---- */

static bool check_geometry(const Variant *v, ErrorText *error)
{
    if (!v->board.files || !v->board.ranks || !v->board.boards || v->board.files % v->board.boards
        || v->board.files * v->board.ranks > SQUARE_MAX)
        return error_set(error, ".files, .ranks and .boards are %u, %u and %u: there are 1 to %d squares", v->board.files,
                         v->board.ranks, v->board.boards, SQUARE_MAX);
    if (v->board.files / v->board.boards != v->board.ranks && (v->symmetry.swap & TRANSPOSE || v->symmetry.board >> TRANSPOSE))
        return error_set(error, ".symmetry or .swap has TRANSPOSE, but the board is not square");
    return true;
}

static bool check_pieces(const Variant *v, ErrorText *error)
{
    for (PieceType t = 1; t < v->board.types; ++t) {
        const PieceInfo *info = &v->board.pieces[t];
        if (!info->name || !info->betza) return error_set(error, "piece %u has no .name or no .betza", t);
        if (!isupper((unsigned char)info->letter)) return error_set(error, "%s: .letter is not a capital letter", info->name);
        if (!info->sides || info->sides > 3) return error_set(error, "%s: .sides is 1 (White), 2 (Black) or 3", info->name);
        if (!info->base || info->base >= v->board.types)
            return error_set(error, "%s: .base names no piece; if it is not promoted, it is itself", info->name);
        if (info->promotes && (info->promotes >= v->board.types || !v->board.pieces[info->promotes].promoted))
            return error_set(error, "%s: .promotes names a piece that is not .promoted", info->name);
        if (info->royal ? info->mg || info->eg : info->mg <= 0 || info->eg <= 0)
            return error_set(error, "%s: .mg and .eg are %d and %d; royals have 0, all others more", info->name, info->mg,
                             info->eg);
    }
    return true;
}

/* Do the slots fit, and does the start position have brackets exactly if there are hands? */
static bool check_hands(const Variant *v, ErrorText *error)
{
    const char *board = variant_own(v)->position.start_fen;
    bool has_brackets = board[strcspn(board, "[ ")] == '[';
    unsigned bits = 0, pieces = 0, slots = 0;
    if (!v->hands.types)
        return (!has_brackets && !v->board.keeps_captured)
               || error_set(error, ".start_fen has [] or captured pieces are kept, but .hands.types is missing");
    if (!has_brackets)
        return error_set(error, "there are .hands.types, but .start_fen has no [] with the pieces in hand behind its board");
    for (; v->hands.types[slots]; ++slots) {
        const PieceInfo *info = &v->board.pieces[v->hands.types[slots]];
        if (slots == HAND_SLOTS) return error_set(error, ".hands.types has more than %d types", HAND_SLOTS);
        if (info->promoted || info->royal)
            return error_set(error, ".hands.types: %s is royal or promoted, and cannot be in hand", info->name);
        bits += bits_for(hand_limit(v, slots));
        pieces += hand_limit(v, slots);
    }
    if (bits > HAND_BITS || pieces > HAND_SLOTS * HAND_MAX)
        return error_set(error, "the hand of a side needs %u bits for %u pieces; there are %d for %d", bits, pieces, HAND_BITS,
                         HAND_SLOTS * HAND_MAX);
    for (PieceType t = 1; v->board.keeps_captured && t < v->board.types; ++t) {
        const PieceInfo *info = &v->board.pieces[t];
        if (!info->royal && hand_slot(v, info->base) == HAND_SLOTS)
            return error_set(error, "a captured %s is kept, but its base is none of .hands.types", info->name);
    }
    return true;
}

/* Can the start position be read? Out of memory is not a fault of the sheet, nor are other rules. */
static bool check_start(const Variant *v, ErrorText *error)
{
    Position *pos = v->rules.text ? NULL : position_new(v);
    ErrorText why;
    if (!pos) return true;
    bool ok = position_set_fen(pos, v->position.start_fen, &why);
    if (!ok) error_set(error, ".start_fen cannot be read: %.200s", why.text);
    position_free(pos);
    if (!ok) return strcmp(why.text, "out of memory") == 0;
    return v->search.phase_max > 0
           || error_set(error, "the .phase of the start's pieces adds up to 0: every evaluation would be 0");
}

bool variant_check(const Variant *v, ErrorText *error)
{
    ErrorText ignored;
    if (!error) error = &ignored;
    if (!v->name || !v->title || !v->position.start_fen || !v->board.pieces)
        return error_set(error, ".name, .title, .start_fen or .pieces is missing");
    if (!v->board.psq || !v->moves.max || !v->board.position_size)
        return error_set(error, ".psq, .moves.max or .position_size is missing");
    if (v->draws.recurrence == RECURRENCE_SCORED && !v->end.repetition)
        return error_set(error, ".recurrence is RECURRENCE_SCORED, but there is no .end.repetition");
    if (v->draws.recurrence != RECURRENCE_IGNORED && !v->draws.repetitions)
        return error_set(error, ".recurrence tells what a repetition is, but .repetitions is 0");
    return check_geometry(v, error) && check_pieces(v, error) && check_hands(v, error) && check_start(v, error);
}

/* Are the names equal, ignoring case and all characters other than letters and digits? */
static bool is_same_name(const char *a, const char *b)
{
    for (;; ++a, ++b) {
        while (*a && !isalnum((unsigned char)*a)) ++a;
        while (*b && !isalnum((unsigned char)*b)) ++b;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
        if (!*a) return true;
    }
}

const Variant *variant_find(const char *name)
{
    for (const Variant *const *v = variants; *v; ++v) {
        const char *const names[] = {(*v)->name, (*v)->title, variant_cecp_name(*v)};
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            if (is_same_name(names[i], name)) return *v;
    }
    return NULL;
}

size_t variant_index(const Variant *variant)
{
    size_t i = 0;
    while (variants[i] && variants[i] != variant) ++i;
    return i;
}

const Variant *variant_choose(const char *name, ErrorText *error)
{
    const Variant *variant = variant_find(name);
    char names[sizeof error->text] = "";
    if (variant) return variant->rules.instead ? variant->rules.instead : variant;
    for (const Variant *const *v = variants; *v; ++v) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", (*v)->name);
    }
    error_set(error, "no game is called '%.40s'; there are %s", name, names);
    return NULL;
}

bool variant_argument(void *place, const char *name, ErrorText *error)
{
    const Variant **variant = place;
    return (*variant = variant_choose(name, error)) != NULL;
}

void variants_print(Buffer *out)
{
    buffer_add(out, "Games:");
    for (const Variant *const *v = variants; *v; ++v) buffer_add(out, " %s", (*v)->name);
    buffer_add(out, "\n");
}
