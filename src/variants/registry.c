/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* All games. A new game needs its file, which defines variant_NAME, and a line here; `make game NAME=x`
 * writes both. `make EXAMPLES=1` adds the games of examples/ by listing them in examples.list. */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../notation/notation.h"
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
const Variant *const variants[] = {
    EACH_GAME
#ifdef EXAMPLES
#include "examples.list"
#endif
    NULL
};
#undef GAME

const SearchHints hints_none = {0};
const DisplaySheet display_none = {0};
const MeasuredSheet measured_none = {0};

OpeningRecipe variant_opening(const Variant *v)
{
    OpeningRecipe recipe = variant_measured(v)->opening;
    return recipe.plies ? recipe : (OpeningRecipe){.plies = 8, .limit = (int16_t)(60 * variant_margin_percent(v) / 100)};
}

static const char *own_start(const Variant *v) { return v->rules.own_start ? v->rules.own_start : v->start_fen; }

unsigned variant_pieces_max(const Variant *v)
{
    unsigned n = 0;
    for (const char *p = own_start(v); *p != ' '; ++p) n += isalpha((unsigned char)*p) != 0;
    return n;
}

unsigned variant_hand_max(const Variant *v, unsigned slot)
{
    unsigned n[SIDE_NB] = {0, 0};
    char letter = v->pieces[v->hand_types[slot]].letter;
    const char *p = strchr(own_start(v), '[');
    for (assert(p && strchr(p, ']')); *p != ']'; ++p) {
        n[WHITE] += *p == letter;
        n[BLACK] += *p == tolower((unsigned char)letter);
    }
    return (unsigned)max(n[WHITE], n[BLACK]);
}

void variants_init(void)
{
    position_init_keys();
    for (const Variant *const *v = variants; *v; ++v) {
        (*v)->init();
        if ((*v)->adjust) (*v)->adjust(variant_to_change(*v), NULL);
    }
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

Variant *variant_to_change(const Variant *variant)
{
#define GAME(name) &variant_##name,
    static Variant *const changeable[] = {
        EACH_GAME
#ifdef EXAMPLES
#include "examples.list"
#endif
        NULL
    };
#undef GAME
    return changeable[variant_index(variant)];
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
