/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The game of a session. Protocols send the whole game before each search: the session keeps the words of the last one and
 * plays only what is new. */

#include <string.h>

#include "session.h"

enum { RESERVED_PLIES = 64 };

static void forget(Session *session)
{
    buffer_clear(&session->given.fen);
    buffer_clear(&session->given.moves);
}

static const char *word_after(const char *words)
{
    words += strcspn(words, " ");
    return words + strspn(words, " ");
}

static bool same_word(const char *a, const char *b)
{
    size_t length = strcspn(a, " ");
    return length && length == strcspn(b, " ") && strncmp(a, b, length) == 0;
}

static bool play_word(Position *pos, const char *word, ErrorText *error)
{
    char text[MOVE_TEXT_MAX];
    ErrorText why;
    Move move;
    unsigned number = position_plies(pos) + 1;
    size_t length = strcspn(word, " ");
    Outcome outcome = position_outcome(pos);
    /* Over the board a draw must be claimed, so recorded games may continue after a third occurrence. */
    bool decided = outcome.result == WHITE_WINS || outcome.result == BLACK_WINS;
    if (decided) return error_set(error, "move %u: the game was over: %s", number, outcome.reason);
    if (length >= sizeof text) return error_set(error, "move %u is too long for any move", number);
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    if (!pos->variant->text.parse(pos, text, &move, &why))
        return error_set(error, "move %u, %.40s: %.120s", number, text, why.text);
    if (!position_reserve(pos, RESERVED_PLIES)) return error_set(error, "out of memory");
    position_make(pos, move);
    return true;
}

static bool play_words(Position *pos, const char *words, ErrorText *error)
{
    for (; *words; words = word_after(words))
        if (!play_word(pos, words, error)) return false;
    return true;
}

/* Plies were taken back: a draw claim after one of them is void. */
static void forget_question(Session *session, unsigned plies)
{
    if (session->asked_at > plies + 1) session->asked_at = 0;
}

/* The session's game with other moves: the common ones stay on the board. */
static bool change_moves(Session *session, const char *moves, ErrorText *error)
{
    Position *pos = session->pos;
    const char *old = buffer_text(&session->given.moves);
    ErrorText unlikely;
    unsigned kept = 0;
    for (; same_word(old, moves); ++kept) old = word_after(old), moves = word_after(moves);
    while (position_plies(pos) > kept) position_unmake(pos);
    bool ok = play_words(pos, moves, error);
    if (ok) {
        forget_question(session, kept);
    } else {
        while (position_plies(pos) > kept) position_unmake(pos);
        play_words(pos, old, &unlikely);
    }
    return ok;
}

static bool begin_game(Session *session, const char *fen, const char *moves, ErrorText *error)
{
    Position *pos = position_new(session->variant);
    if (!pos) return error_set(error, "out of memory");
    if (!position_set_fen(pos, fen, error) || !play_words(pos, moves, error)) {
        position_free(pos);
        return false;
    }
    position_free(session->pos);
    session->pos = pos;
    session->asked_at = 0;
    return true;
}

bool session_game_is(const Session *session, const char *fen)
{
    return session->given.fen.length && strcmp(session->given.fen.text, fen) == 0;
}

bool session_set_game(Session *session, const char *fen, const char *moves, ErrorText *error)
{
    session_halt(session);
    if (!fen) fen = session->variant->position.start_fen;
    moves += strspn(moves, " ");
    bool known = session_game_is(session, fen);
    if (known ? !change_moves(session, moves, error) : !begin_game(session, fen, moves, error)) return false;
    if (!known) {
        buffer_clear(&session->given.fen);
        buffer_add(&session->given.fen, "%s", fen);
    }
    buffer_clear(&session->given.moves);
    buffer_add(&session->given.moves, "%s", moves);
    if (session->given.fen.failed || session->given.moves.failed) forget(session);
    return true;
}

bool session_set_fen(Session *session, const char *fen, ErrorText *error) { return session_set_game(session, fen, "", error); }

Position *session_board(Session *session)
{
    session_halt(session);
    forget(session);
    return session->pos;
}

bool session_play_move(Session *session, Move move, ErrorText *error)
{
    Position *pos = session_board(session);
    if (!position_reserve(pos, RESERVED_PLIES)) return error_set(error, "out of memory");
    position_make(pos, move);
    return true;
}

bool session_undo(Session *session)
{
    Position *pos = session_board(session);
    if (position_plies(pos) == 0) return false;
    position_unmake(pos);
    forget_question(session, position_plies(pos));
    return true;
}

/* Did a side claim a draw at least this many plies ago, without a capture since? */
static bool was_quiet_since_asked(const Session *session, unsigned quiet)
{
    unsigned plies = position_plies(session->pos) + 1;
    return session->asked_at && plies >= session->asked_at + quiet && session->pos->state->counter >= plies - session->asked_at;
}

bool session_ask_draw(Session *session)
{
    const QuietOffer *offer = &session->variant->draws.quiet_offer;
    if (!offer->after || session->pos->state->counter < offer->after) return false;
    if (!was_quiet_since_asked(session, 0)) session->asked_at = position_plies(session->pos) + 1;
    return true;
}

Outcome session_outcome(Session *session)
{
    static const Outcome asked = {DRAW, "quiet play after a draw claim"};
    Outcome outcome = position_outcome(session->pos);
    if (outcome.result == ONGOING && was_quiet_since_asked(session, session->variant->draws.quiet_offer.then)) return asked;
    return outcome;
}
