/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Rules as parameters. A game declares options (Variant.options); every game has those of the common part: draw counter,
 * repetitions, who begins, stalemate, start position. A process plays one set of rules of each game. */
#ifndef QUINCUNX_RULES_H
#define QUINCUNX_RULES_H

#include "util/text.h"
#include "variant.h"

enum { RULES_TEXT_MAX = 1024 /* bytes for all rules of a game */ };

/* Sets the rules of a game: "OPTION=VALUE,OPTION=VALUE", "" for the game's own; "GAME:" before it names the game, which may be
 * NULL else and is the one whose rules were set on return. Nothing of the game may be in use: no position, no search. On an error,
 * which is explained, the rules stay. */
bool rules_set(const Variant **game, const char *text, ErrorText *error);
/* The same for `--rules TEXT` in a command line, for every program; takes it out. */
bool rules_take_argument(int *argc, char **argv, ErrorText *error);

/* Does this text, from a FEN, a PGN tag or a file, mean the rules in force? "" means the game's own; who begins and the start
 * position count only if it names them. If not, the error says which it means and which are in force. A version that is a game of
 * its own becomes *game. */
bool rules_agree(const Variant **game, const char *text, ErrorText *error);

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
