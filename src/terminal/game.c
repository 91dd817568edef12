/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "game.h"

#include <string.h>

#include "../text/notation.h"

/* ---- How it stands ---- */

static Outcome outcome_of(const Game *game)
{
    return game->record.agreed.result != ONGOING ? game->record.agreed : session_outcome(game->session);
}

bool game_is_over(const Game *game) { return outcome_of(game).result != ONGOING; }

bool game_announce_result(const Game *game)
{
    Outcome outcome = outcome_of(game);
    if (outcome.result == ONGOING) return false;
    const char *what = outcome.result == DRAW ? "a draw" : outcome.result == WHITE_WINS ? "White wins" : "Black wins";
    say("The game is over: %s, %s (%s). 'undo' takes back, 'save FILE' keeps it, 'new' begins another.",
        result_text(outcome.result), what, outcome.reason);
    return true;
}

bool game_awaits_engine(const Game *game)
{
    const Session *session = game->session;
    return game->engine_on && !session->quit && !game->person[session->pos->side] && !game_is_over(game);
}

static const char *player_name(bool person) { return person ? PERSON_NAME : ENGINE_NAME " " ENGINE_VERSION; }

const char *game_close_record(Game *game)
{
    PgnHeader *header = &game->record.header;
    Outcome outcome = outcome_of(game);
    bool still_there = game->record.from_file && game->record.end == position_plies(game->session->pos);
    if (outcome.result != ONGOING || !still_there) strcpy(header->result, result_text(outcome.result));
    if (!game->record.from_file) {
        strcpy(header->white, player_name(game->person[WHITE]));
        strcpy(header->black, player_name(game->person[BLACK]));
    }
    return outcome.reason;
}

void game_mark_saved(Game *game)
{
    const Position *pos = game->session->pos;
    game->record.saved_plies = position_plies(pos);
    game->record.saved_key = pos->state->key;
}

/* ---- Showing ---- */

/* A player and its hand. */
static void add_player(const Game *game, Side side, Buffer *out)
{
    char hand[80];
    board_view_hand(game->session->variant, game->session->pos->state->hands, side, hand, sizeof hand);
    buffer_add(out, "     %s (%s)%s%s", side_name(side), game->person[side] ? "you" : "engine", *hand ? "  in hand: " : "", hand);
}

/* The last move. */
static void add_last_move(const Position *pos, Buffer *out)
{
    char text[MOVE_TEXT_MAX];
    Position *before = position_plies(pos) ? position_clone(pos, 0) : NULL;
    if (!before) return;
    position_unmake(before);
    before->variant->text.print(before, pos->state->move, text);
    buffer_add(out, "%s played ", side_name(before->side));
    for (const char *p = text; *p; ++p) buffer_add(out, *p == ',' && before->variant->text.legs_status ? ", " : "%c", *p);
    buffer_add(out, "\n");
    position_free(before);
}

/* The side to move or the result, and what the tablebases know. */
static void add_state(const Game *game, Buffer *out)
{
    Position *pos = game->session->pos;
    Outcome outcome = outcome_of(game);
    char words[ENDGAME_TEXT_MAX];
    TbValue value;
    if (outcome.result != ONGOING) {
        buffer_add(out, "%s, %s", result_text(outcome.result), outcome.reason);
        return;
    }
    buffer_add(out, "Move %u, %s to move", (unsigned)pos->state->number, side_name(pos->side));
    if (session_endgame_value(game->session, pos, &value)) buffer_add(out, "; %s", endgame_words(&value, words));
}

void game_show(const Game *game)
{
    const Position *pos = game->session->pos;
    Side below = game->screen.style.flip ? BLACK : WHITE;
    Buffer board = {0}, out = {0};
    buffer_add(&board, "\n");
    add_player(game, below ^ 1, &board);
    buffer_add(&board, "\n");
    board_view_draw(pos, &game->screen.style, &board);
    add_player(game, below, &board);
    say_as_is(buffer_text(&board));
    buffer_free(&board);
    add_last_move(pos, &out);
    add_state(game, &out);
    say_buffer(&out);
}

/* ---- Changes ---- */

void game_give_up(Game *game, Side side)
{
    game->record.agreed = (Outcome){result_win(side ^ 1), side == WHITE ? "White resigns" : "Black resigns"};
    game_announce_result(game);
}

const char *game_seats(const Game *game)
{
    const bool *person = game->person;
    return person[WHITE] ? person[BLACK] ? "both sides" : "White" : person[BLACK] ? "Black" : "neither side";
}

void game_seat(Game *game, bool white, bool black)
{
    game->person[WHITE] = white;
    game->person[BLACK] = black;
    if (white != black) game->screen.style.flip = black;
}

void game_shelve(Game *game)
{
    const Position *pos = game->session->pos;
    Position *copy = position_plies(pos) ? position_clone(pos, 0) : NULL;
    if (!copy) return;
    position_free(game->shelf.pos);
    game->shelf = (Shelf){copy, game->record, {game->person[WHITE], game->person[BLACK]}};
    say("The game so far is put aside; 'restore' brings it back.");
}

void game_start(Game *game)
{
    game->record = (Record){.from_file = false};
    pgn_header_init(&game->record.header);
    game->policy = (Policy){0};
}

bool game_adopt(Game *game, Position *pos)
{
    ErrorText error;
    if (!session_adopt(game->session, pos, &error)) {
        say("The game stays as it was: %s.", error.text);
        return false;
    }
    game_start(game);
    return true;
}
