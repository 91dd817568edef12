/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Rules as parameters. A game declares options (Variant.options); every game has those of the common part: draw counter,
 * repetitions, who begins, stalemate, start position. A process plays one set of rules of each game from its start to its end. */
#ifndef QUINCUNX_RULES_H
#define QUINCUNX_RULES_H

#include "util/text.h"
#include "variant.h"

enum { RULES_TEXT_MAX = 1024 /* bytes for all rules of a game */ };

/* variants_init by other rules: "GAME:OPTION=VALUE,OPTION=VALUE", at most one text a game, ended by NULL. On an error, which is
 * explained, no game may be played. */
bool rules_init(const char *const *rules, ErrorText *error);
/* The beginning of every program: takes `--rules TEXT` out of its command line and calls rules_init. */
bool rules_begin(int *argc, char **argv, ErrorText *error);

/* Does this text, "OPTION=VALUE,...", mean the rules of *game in force? "" means its own. Who begins and the start position count
 * only if the text names them, as that of a FEN or a PGN does, or if it tells the `whole` rules. On a refusal the error says what
 * to do. The game that "GAME:" before it names becomes *game, as does a version that is a game of its own. */
bool rules_agree(const Variant **game, const char *text, bool whole, ErrorText *error);

/* Writes "GAME:OPTION=VALUE,...", which sets the rules in force again, at most RULES_TEXT_MAX bytes. Returns text. */
char *rules_write(const Variant *game, char *text);

/* Do data of these kinds (DATA_NET...), made for the game's own rules, apply to the rules in force? */
static inline bool rules_keep(const Variant *game, unsigned kinds) { return !(game->rules.lost & kinds); }

/* An option with its value under the game's own rules. */
typedef struct RuleRow {
    const RuleOption *option;
    int initial;
} RuleRow;

/* Row number i of the options that the game has, its own ones first; false beyond the last. The option `start` is not among
 * them: its value is a FEN. */
bool rules_row(const Variant *game, size_t i, RuleRow *row);
/* Writes a value of an option, "off" or "12", at most RULE_VALUE_MAX bytes. Returns text. */
char *rules_value(const RuleOption *option, int value, char *text);
enum { RULE_VALUE_MAX = 24 };
/* Appends a table of all options: name, values, meaning; the rules in force first, if they are not the game's own. */
void rules_print(const Variant *game, Buffer *out);

#endif
