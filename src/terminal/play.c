/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <stdlib.h>
#include <string.h>

#include "../text/move_text.h"
#include "../text/notation.h"
#include "../text/short_text.h"

/* ---- Moves ---- */

static void play_move(Game *game, const char *text)
{
    Position *pos = game->session->pos;
    Side mover = pos->side;
    Move move;
    ErrorText error;
    if (!move_read(pos, text, &move, &error) || !session_play_move(game->session, move, &error)) {
        say("Illegal move (%s): %.80s", error.text, text);
        return;
    }
    if (!game->person[mover]) {
        game->person[mover] = true;
        game->person[mover ^ 1] = false;
    }
    game->engine_on = true;
    if (game_awaits_engine(game)) return; /* the board is shown with the engine's reply */
    game_show(game);
    game_announce_result(game);
}

/* Does the text look like a move rather than a command? */
static bool looks_like_move(const char *text)
{
    return strpbrk(text, "0123456789@") || strncmp(text, "O-O", 3) == 0 || strncmp(text, "o-o", 3) == 0;
}

bool play_line(Game *game, char *line)
{
    char *to = line;
    if (!looks_like_move(line)) return false;
    for (const char *from = line; *from; ++from)
        if (*from != ' ') *to++ = *from;
    *to = '\0';
    if (game_is_over(game)) {
        say("'%.40s' is too late: the game is over.", line);
        game_announce_result(game);
    } else {
        play_move(game, line);
    }
    return true;
}

void play_add_typing(const Game *game, Buffer *out)
{
    buffer_add(out, "A move is typed as the squares it goes from and to, like e2e4; then the promotion (e7e8q, e7e8+). "
                    "A piece in hand is dropped like M@e6. %s",
               game->session->variant->text.legs_status
                   ? "The legs of a move are joined by commas."
                   : "Short notation (Nf3, exd5, O-O) is understood too.");
}

/* ---- What can be played ---- */

static void tell_why_none(const Position *pos, const char *where)
{
    char name[40];
    Square square = square_read(pos->variant, where);
    if (square == SQUARE_NONE) {
        say("'moves' is followed by a square, like e2, or the letter of a piece in hand; not '%.40s'.", where);
        return;
    }
    Piece piece = pos->board[square];
    if (!piece) say("%s is empty.", where);
    else if (piece_side(piece) != pos->side) say("%s on %s is not to move.", piece_describe(pos->variant, piece, name), where);
    else say("%s on %s cannot move.", piece_describe(pos->variant, piece, name), where);
}

/* Appends the legal moves that begin on the square `where` (NULL: all), and how many. false if there are none. */
static bool add_legal_moves(const Position *pos, const char *where, Buffer *out)
{
    size_t count, listed = 0, column = 0;
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; moves && i < count; ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, moves[i], text);
        if (where && !leg_begins(pos->variant, text, where)) continue;
        column = buffer_add_word(out, text, strlen(text), column);
        ++listed;
    }
    buffer_add(out, "\n%zu legal move%s", listed, listed == 1 ? "" : "s");
    free(moves);
    return listed;
}

static void run_moves(void *data, char *rest)
{
    const Game *game = data;
    const char *where = word_next(&rest);
    Buffer out = {0};
    if (game_announce_result(game)) return;
    if (add_legal_moves(game->session->pos, *where ? where : NULL, &out)) say_buffer(&out);
    else tell_why_none(game->session->pos, where);
    buffer_free(&out);
}

/* Appends the moves of a game with numbers. false if memory ran out. */
static bool add_played_moves(const Position *game, Buffer *out)
{
    Position *pos = position_start(game);
    unsigned all = position_plies(game);
    size_t column = 0;
    for (unsigned at = 1; pos && at <= all; ++at) {
        Move move = position_state(game, all - at)->move;
        char text[MOVE_TEXT_MAX], number[16] = "", word[MOVE_TEXT_MAX + 20];
        move_write(pos, move, text);
        if (pos->side == WHITE || at == 1)
            snprintf(number, sizeof number, "%u%s ", (unsigned)pos->state->number, pos->side == WHITE ? "." : "...");
        snprintf(word, sizeof word, "%s%s", number, text);
        column = buffer_add_word(out, word, strlen(word), column);
        position_make(pos, move);
    }
    bool ok = pos;
    position_free(pos);
    return ok;
}

static void run_history(void *data, char *rest)
{
    const Game *game = data;
    Buffer out = {0};
    (void)rest;
    if (!add_played_moves(game->session->pos, &out)) buffer_add(&out, "Out of memory.");
    else if (!out.length) buffer_add(&out, "No move has been played.");
    say_buffer(&out);
}

/* ---- Taking back ---- */

static void run_undo(void *data, char *rest)
{
    Game *game = data;
    Session *session = game->session;
    (void)rest;
    if (game->record.agreed.result != ONGOING) {
        say("The %s is taken back.", game->record.agreed.result == DRAW ? "draw" : "resignation");
        game->record.agreed = (Outcome){ONGOING, NULL};
    } else if (!session_undo(session)) {
        say("There is nothing to take back.");
        return;
    } else {
        /* Back to a position where the person is to move, if there is one. */
        while (!game->person[session->pos->side] && session_undo(session)) {}
    }
    game->engine_on = game->person[session->pos->side];
    if (!game->engine_on) say("'go' lets me move.");
    game_show(game);
}

/* ---- Resigning and draws ---- */

static void run_resign(void *data, char *rest)
{
    Game *game = data;
    Side side = game->session->pos->side;
    (void)rest;
    if (game_announce_result(game)) return;
    if (!game->person[side] && game->person[side ^ 1]) side ^= 1;
    game_give_up(game, side);
}

static void run_draw(void *data, char *rest)
{
    Game *game = data;
    const Position *pos = game->session->pos;
    const Policy *policy = &game->policy;
    (void)rest;
    if (game_announce_result(game)) return;
    if (session_ask_draw(game->session)) {
        say("Draw claimed: the game is drawn after %u more quiet plies.", pos->variant->draws.quiet_offer.then);
        return;
    }
    bool both = game->person[WHITE] && game->person[BLACK],
         offered = policy->offered && policy->offered == position_plies(pos);
    if (!both && !offered && !policy_takes_draw(policy, session_level(game->session))) {
        say("I decline the draw: %s.", policy_is_better(policy) ? "I stand better" : "there is something to play for");
        return;
    }
    game->record.agreed = (Outcome){DRAW, "a draw is agreed on"};
    game_announce_result(game);
}

/* ---- Who plays what ---- */

static void run_go(void *data, char *rest)
{
    Game *game = data;
    Side side = game->session->pos->side;
    (void)rest;
    game_announce_result(game);
    game->person[side] = false;
    game->person[side ^ 1] = true;
    game->engine_on = true;
}

static void run_switch(void *data, char *rest)
{
    Game *game = data;
    (void)rest;
    game_seat(game, !game->person[WHITE], !game->person[BLACK]);
    game->engine_on = true;
    say("You play %s.", game_seats(game));
    if (!game_awaits_engine(game)) game_show(game);
}

static void run_side(void *data, char *rest)
{
    Game *game = data;
    char *word = word_next(&rest);
    bool both = text_equal(word, "both"), none = text_equal(word, "none");
    bool white = text_equal(word, "white"), black = text_equal(word, "black");
    if (!both && !none && !white && !black) {
        say("'side white', 'side black', 'side both' or 'side none' says what you play.");
        return;
    }
    game_seat(game, both || white, both || black);
    game->engine_on = true;
    say("You play %s%s.", game_seats(game), none ? "; I play alone" : "");
    if (!game_awaits_engine(game)) game_show(game);
}

const Command play_commands[] = {
    {"moves", "[SQUARE]", "what can be played, or by the piece on a square", run_moves},
    {"history", "", "the moves that were played", run_history},
    {"undo", "", "takes back your last move", run_undo},
    {"go", "", "I play the side to move", run_go},
    {"switch", "", "changes sides", run_switch},
    {"side", "white|black|both|none", "what you play", run_side},
    {"resign", "", "gives the game up", run_resign},
    {"draw", "", "offers a draw, or takes mine", run_draw},
    {.name = NULL},
};
