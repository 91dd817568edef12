/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Begins and ends the searches of all interfaces. */

#include <stdlib.h>
#include <time.h>

#include "../text/notation.h"
#include "session.h"

uint64_t session_seed(const Session *session)
{
    struct timespec now;
    if (session->strength.seed) return (uint64_t)session->strength.seed;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
}

void session_wait(Session *session) { search_wait(session->pool); }

void session_halt(Session *session)
{
    search_stop(session->pool);
    session_wait(session);
}

/* The move of the opening book, if options and limits allow one and the book has it, and its score; else MOVE_NONE. */
static Move book_move(Session *session, const SearchLimits *limits, Score *score)
{
    bool own = session->books.used && !session->options.analyse_mode;
    if (!own || limits->infinite || limits->ponder || limits->mate || limits->moves)
        return MOVE_NONE;
    const OpeningBook *book = session_book(session);
    return book ? book_choose(book, session->root, (int)session->books.variety, session_seed(session), score) : MOVE_NONE;
}

/* Copies the position to be searched to the session's root. */
static bool set_root(Session *session, const Position *pos, Move expected)
{
    Position *root = position_clone(pos, MAX_PLY + 2);
    if (!root) return false;
    if (expected) position_make(root, expected);
    position_free(session->root);
    session->root = root;
    return true;
}

static bool start(Session *session, const SearchLimits *limits, const SearchCallbacks *callbacks)
{
#if defined __wasm__ && !defined __wasm_atomics__
    /* Without threads this returns when the search has ended. */
    return search_in_caller(session->pool, session->root, limits, callbacks);
#else
    return search_start(session->pool, session->root, limits, callbacks);
#endif
}

static bool has_moves(const Position *pos)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    free(moves);
    return !moves || count;
}

GoResult session_go(Session *session, const Go *go, SearchResult *book, ErrorText *error)
{
    session_halt(session);
    error_set(error, "no memory or thread for a search");
    if (!set_root(session, go->pos ? go->pos : session->pos, go->expected)) return GO_FAILED;
    Outcome outcome = go->past_draws ? (Outcome){ONGOING, NULL} : position_outcome(session->root);
    Score score = 0;
    Move move = outcome.result == ONGOING && go->own_move ? book_move(session, &go->limits, &score) : MOVE_NONE;
    if (move) {
        *book = (SearchResult){.best = move, .score = score};
        return GO_BOOK;
    }
    if (outcome.result == ONGOING && start(session, &go->limits, &go->callbacks)) return GO_SEARCHES;
    if (outcome.result == ONGOING) {
        if (has_moves(session->root)) return GO_FAILED;
        outcome = position_outcome(session->root);
    }
    error_set(error, "the game is over: %s", outcome.reason);
    return GO_OVER;
}

static void keep_result(void *context, const SearchResult *result) { *(SearchResult *)context = *result; }

SearchResult session_search(Session *session, const Position *pos, const SearchLimits *limits)
{
    SearchResult found = {.best = MOVE_NONE};
    ErrorText ignored;
    Go go = {.limits = *limits, .callbacks = {.done = keep_result, .context = &found}, .pos = pos};
    if (session_go(session, &go, NULL, &ignored) == GO_SEARCHES) session_wait(session);
    return found;
}

void session_print_pv(Position *pos, const Move *pv, int length, Buffer *out)
{
    int made = 0;
    if (!position_reserve(pos, (unsigned)length)) return;
    for (; made < length && position_is_legal(pos, pv[made]); ++made) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, pv[made], text);
        buffer_add(out, " %s", text);
        position_make(pos, pv[made]);
    }
    while (made-- > 0) position_unmake(pos);
}
