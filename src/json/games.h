/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* `quincunx games`: lists the games and what tools need to know about them. */
#ifndef QUINCUNX_GAMES_H
#define QUINCUNX_GAMES_H

#include <stdbool.h>

#include "../util/text.h"
#include "../variant.h"

/* Appends all games in their order: a name per line, or a JSON object per line (docs/adding-a-variant.md explains
 * its members). */
void games_list(bool json, Buffer *out);
/* Appends the member "rule_options": the options of a game's rules. */
void games_put_rule_options(Buffer *out, const Variant *variant);

#endif
