/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "print.h"

#include <stdio.h>
#include <stdlib.h>

#include "../src/eval/features.h"
#include "../src/text/notation.h"
#include "../src/util/json.h"

static const char *const end_names[GAME_ENDS] = {
    [GAME_BY_RULES] = "rules", [GAME_WON] = "adjudicated_win", [GAME_DRAWN] = "adjudicated_draw", [GAME_TOO_LONG] = "max_plies"};
static const char *const result_names[] = {[ONGOING] = "*", [WHITE_WINS] = "1-0", [BLACK_WINS] = "0-1", [DRAW] = "1/2-1/2"};

static bool is_quiet(const Position *pos, GamePly move)
{
    MoveInfo info;
    if (move.score == GAME_UNSCORED || position_in_peril(pos)) return false;
    position_describe(pos, &move.move, 1, &info);
    return !info.noisy;
}

enum { LISTS = 5 };
/* Lists by ply of a game, built in parallel. */
typedef struct Lists {
    Buffer moves, scores, legal_moves, pieces, quiet;
} Lists;

static bool lists_fill(Lists *lists, const GameRecord *game, Position *pos, ErrorText *error)
{
    uint64_t quiet = game->number;
    for (unsigned ply = 0; ply < game->plies; ++ply) {
        size_t legal_moves;
        Move *moves = position_moves(pos, &legal_moves);
        free(moves);
        if (!moves) return error_set(error, "out of memory");
        if (!game_check(game, ply, pos, error)) return false;
        char text[FEN_MAX];
        GamePly move = game->moves[ply];
        pos->variant->text.print(pos, move.move, text);
        json_put_text(&lists->moves, NULL, text);
        if (move.score == GAME_UNSCORED) json_put_null(&lists->scores, NULL);
        else json_put_number(&lists->scores, NULL, move.score);
        json_put_number(&lists->legal_moves, NULL, (int64_t)legal_moves);
        json_put_number(&lists->pieces, NULL, features_pieces_and_hands(pos));
        if (is_quiet(pos, move) && quiet++ % QUIET_SHARE == 0) {
            pos->variant->board.get_fen(pos, text);
            json_put_text(&lists->quiet, NULL, text);
        }
        position_make(pos, move.move);
    }
    return true;
}

static bool print_game(const GameRecord *game, Position *pos, ErrorText *error)
{
    Lists lists = {0};
    Buffer line = {0};
    if (!game_begin(game, pos, error)) return false;
    Side first = pos->side;
    Buffer *const each[LISTS] = {&lists.moves, &lists.scores, &lists.legal_moves, &lists.pieces, &lists.quiet};
    for (int i = 0; i < LISTS; ++i) json_open(each[i], NULL, '[');
    bool ok = lists_fill(&lists, game, pos, error);
    Outcome outcome = ok ? position_outcome(pos) : (Outcome){ONGOING, NULL};
    if (ok && game->end == GAME_BY_RULES && !outcome.reason)
        ok = error_set(error, "game %llu ends without a reason", (unsigned long long)game->number);
    for (int i = 0; i < LISTS; ++i) json_close(each[i], ']');
    if (ok) {
        json_open(&line, NULL, '{');
        json_put_number(&line, "number", (int64_t)game->number);
        json_put_text(&line, "result", result_names[game->result]);
        json_put_text(&line, "end", end_names[game->end]);
        if (game->end == GAME_BY_RULES) json_put_text(&line, "reason", outcome.reason);
        json_put_text(&line, "first_side", first == WHITE ? "w" : "b");
        json_put_number(&line, "opening_plies", game->opening);
        json_close(&line, '}');
        ok = !(line.failed || lists.moves.failed || lists.scores.failed || lists.legal_moves.failed || lists.pieces.failed
               || lists.quiet.failed)
             || error_set(error, "out of memory");
    }
    if (ok) {
        /* The lists go before the closing brace of the line. */
        printf("%.*s,\"moves\":%s,\"scores\":%s,\"legal_moves\":%s,\"pieces\":%s,\"quiet\":%s}\n", (int)line.length - 1,
               buffer_text(&line), buffer_text(&lists.moves), buffer_text(&lists.scores), buffer_text(&lists.legal_moves),
               buffer_text(&lists.pieces), buffer_text(&lists.quiet));
    }
    for (int i = 0; i < LISTS; ++i) buffer_free(each[i]);
    buffer_free(&line);
    return ok;
}

static bool print_head(const GameReader *r, ErrorText *error)
{
    Buffer line = {0};
    json_open(&line, NULL, '{');
    json_put_text(&line, "game", r->variant->name);
    json_put_text(&line, "origin", r->block.header.text);
    json_close(&line, '}');
    bool ok = !line.failed || error_set(error, "out of memory");
    if (ok) puts(buffer_text(&line));
    buffer_free(&line);
    return ok;
}

static bool print_file(const char *path, GameReader *r, ErrorText *error)
{
    if (!games_open(r, path, true, error)) return false;
    Position *pos = position_new(r->variant);
    bool ok = pos ? print_head(r, error) : error_set(error, "out of memory");
    BlockStatus status = BLOCK_END;
    while (ok && !ferror(stdout) && (status = games_next(r, error)) == BLOCK_READ) ok = print_game(&r->game, pos, error);
    if (ok && status == BLOCK_CUT) fprintf(stderr, "%s: an unfinished block at its end is left out\n", path);
    position_free(pos);
    games_done(r);
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) return error_set(error, "stdout cannot be written");
    return ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
}

bool print_games(const char *const *paths, size_t count, ErrorText *error)
{
    GameReader *r = malloc(sizeof *r);
    if (!r) return error_set(error, "out of memory");
    bool ok = true;
    for (size_t i = 0; ok && i < count; ++i) ok = print_file(paths[i], r, error);
    free(r);
    return ok;
}
