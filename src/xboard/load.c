/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The option Load Game: a file saved by a GUI, which cannot read it back if it does not know the game. The engine reads it, and
 * shows its plies as if both sides' moves were its own.
 */

#include <stdlib.h>
#include <string.h>

#include "../pgn/pgn.h"
#include "../util/files.h"
#include "cecp.h"

static void tell(const Cecp *c, const char *text)
{
    say("%s %s", c->peer->gui ? "telluser" : "Error", text);
}

static const State *start_of(const Position *pos) { return position_state(pos, position_plies(pos)); }

/* Why this game cannot be shown now; NULL if it can. */
static const char *why_not(Cecp *c, const PgnGame *game)
{
    if (c->peer->computer) return "no game is loaded in a match";
    if (c->peer->exchange->plies(c->peer) || position_plies(c->session->pos)) return "choose File > New Game first";
    if (game->pos->variant != c->session->variant) return "the file has another game: start that first";
    if (start_of(game->pos)->key != start_of(c->session->pos)->key) return "the file's game begins from another position";
    return NULL;
}

static void show_moves(Cecp *c, const Position *pos)
{
    Peer *peer = c->peer;
    for (unsigned left = position_plies(pos); left-- > 0;) {
        peer->exchange->ready(peer);
        peer->exchange->show(peer, position_state(pos, left)->move);
    }
    peer->exchange->ready(peer);
    peer->engine_side = c->session->pos->side ^ 1;
    cecp_moved(c);
    peer->exchange->mark(peer, false);
}

void cecp_load_game(Cecp *c)
{
    Buffer text = {0}, said = {0};
    PgnGame game = {0};
    ErrorText error;
    const char *path = c->options.loads;
    if (!path || !*path) return;
    cecp_halt(c);
    bool read = file_read(path, &text, &error) && (pgn_to_utf8(&text) || error_set(&error, "out of memory"))
                && pgn_read(buffer_text(&text), 1, &game, &error);
    const char *why = read ? why_not(c, &game) : error.text;
    if (why) {
        buffer_add(&said, "Not loaded: %s", why);
    } else {
        show_moves(c, game.pos);
        buffer_add(&said, "Loaded: %u moves.", position_plies(game.pos));
        if (!game.complete) buffer_add(&said, " The next one cannot be read: %s", game.problem.text);
        else if (c->session->pos->side == BLACK) buffer_add(&said, " Black is to move: Mode > Machine Black, or Edit Game.");
    }
    tell(c, buffer_text(&said));
    free(c->options.loads);
    c->options.loads = NULL;
    position_free(game.pos);
    buffer_free(&text);
    buffer_free(&said);
}
