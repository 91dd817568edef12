/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Options as rows of a table, each bound to a member of a struct, its target. Tables end with a NULL name. */
#ifndef QUINCUNX_OPTIONS_H
#define QUINCUNX_OPTIONS_H

#include <stddef.h>

#include "../util/error.h"
#include "../util/text.h"

/* The type decides what the target is. */
typedef enum OptionType {
    OPTION_BUTTON, /* nothing: only `changed` is called */
    OPTION_CHECK,  /* bool */
    OPTION_SPIN,   /* int64_t */
    OPTION_COMBO,  /* int64_t, the index of a choice */
    OPTION_GAME,   /* const Variant * */
    OPTION_STRING, /* char *, owned by the struct; NULL if empty */
    OPTION_PATH,   /* the same, naming a folder */
    OPTION_FILE    /* the same, naming a file */
} OptionType;

/* The protocols that offer an option. */
enum { OFFERED_UCI = 1, OFFERED_CECP = 2, OFFERED_JSON = 4 };

typedef struct Option {
    const char *name;
    OptionType type;
    size_t offset;           /* of its target; see OPTION_TARGET */
    unsigned protocols;
    int64_t value, min, max; /* default and limits of numbers; other defaults are off, the first choice or game, and "" */
    const char *choices;     /* of a combo, separated by '|' */
    /* Called when the target has its new value; if it returns false, with the reason, the old one comes back. May be NULL. */
    bool (*changed)(void *target, ErrorText *error);
    /* Sets the default and limits that are only known at run time. May be NULL. */
    void (*fill)(const void *target, struct Option *option);
} Option;

/* The type and offset of an option; they do not compile for a member of another type. */
#define OPTION_TARGET(Struct, member, Type) offsetof(Struct, member) + 0 * sizeof((Type *)0 == &((Struct *)0)->member)
#define OPTION_CHECK_AT(Struct, member) .type = OPTION_CHECK, .offset = OPTION_TARGET(Struct, member, bool)
#define OPTION_SPIN_AT(Struct, member) .type = OPTION_SPIN, .offset = OPTION_TARGET(Struct, member, int64_t)
#define OPTION_COMBO_AT(Struct, member) .type = OPTION_COMBO, .offset = OPTION_TARGET(Struct, member, int64_t)
#define OPTION_GAME_AT(Struct, member) .type = OPTION_GAME, .offset = OPTION_TARGET(Struct, member, const Variant *)
#define OPTION_STRING_AT(Struct, member) .type = OPTION_STRING, .offset = OPTION_TARGET(Struct, member, char *)
#define OPTION_FILE_AT(Struct, member) .type = OPTION_FILE, .offset = OPTION_TARGET(Struct, member, char *)
#define OPTION_PATH_AT(Struct, member) .type = OPTION_PATH, .offset = OPTION_TARGET(Struct, member, char *)

/* The option of this name, ignoring case; NULL if there is none. */
const Option *option_find(const Option *options, const char *name);
/* The option with its default and limits filled in. */
Option option_filled(const Option *option, const void *target);
/* Appends the choices of a combo, or the games, with a text between them. */
void option_choices(const Option *option, const char *between, Buffer *out);
/* Appends "=VALUE" to the name of a check, a number or a text. */
void option_value(const Option *option, const void *target, Buffer *out);
/* Sets an option from text: true or false (1, 0), a number, a choice, a game, or a text ("<empty>": ""). On an error nothing
 * changes. */
bool option_set(const Option *option, void *target, const char *value, ErrorText *error);
/* Sets all targets to their defaults, without calling `changed`. Texts are not freed. */
void options_reset(const Option *options, void *target);
/* Frees the texts. */
void options_free(const Option *options, void *target);

/* ---- The options of the engine (session_options.c) ---- */

struct Session;
extern const Option session_options[];

/* Stops the search and sets an option by name. */
bool session_set_option(struct Session *session, const char *name, const char *value, ErrorText *error);

#endif
