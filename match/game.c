/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/text/short_text.h"
#include "../src/pgn/pgn.h"
#include "output.h"

/* A game in progress. Arrays of two are indexed by colour. */
typedef struct Game {
    Match *match;
    const GameJob *job;
    Engine *players[2];
    Position *pos;
    int64_t clocks[2];
    unsigned moves[2];       /* number made */
    unsigned losing[2], winning[2]; /* moves in a row with scores beyond the resign limit */
    unsigned level;          /* plies in a row with scores within the draw limit */
    bool offered[2];         /* a draw, with its latest move */
    Buffer played, record;
    char last_move[MOVE_TEXT_MAX];
    GameResult *result;
} Game;

/* ---- The end of a game ---- */

static void end_game(Game *game, Result result, const char *reason, bool fault, const char *detail)
{
    static const char *const texts[] = {"unfinished", "White wins", "Black wins", "Draw"};
    GameResult *out = game->result;
    out->result = result;
    out->fault = fault;
    snprintf(out->reason, sizeof out->reason, "%s", reason);
    snprintf(out->detail, sizeof out->detail, "%s: %s%s%.300s", texts[result], reason, *detail ? ": " : "", detail);
}

/* The side to move resigned, or failed to make a legal move in time. */
static void end_by_answer(Game *game, const Answer *answer)
{
    Side side = game->pos->side;
    char detail[DETAIL_MAX];
    if (answer->kind == ANSWER_STOP) {
        game->result->aborted = true;
    } else if (answer->kind == ANSWER_RESIGNS) {
        end_game(game, result_win(!side), "resignation", false, "");
    } else {
        Result result = result_win(!side);
        /* The game's rules define the result of a flag fall. */
        if (answer->out_of_time && game->pos->variant->end.flag)
            result = game->pos->variant->end.flag(game->pos, side).result;
        snprintf(detail, sizeof detail, "%.60s: %.300s", game->players[side]->config->name, answer->detail);
        end_game(game, result, answer->reason, true, detail);
    }
}

/* Updates the counts for adjudication. */
static void watch_score(Game *game, Side side, const Answer *answer)
{
    const Match *match = game->match;
    bool known = answer->has_score;
    game->losing[side] = known && answer->score <= -match->resign_score ? game->losing[side] + 1 : 0;
    game->winning[side] = known && answer->score >= match->resign_score ? game->winning[side] + 1 : 0;
    game->level = known && abs(answer->score) <= match->draw_score ? game->level + 1 : 0;
}

/* Adjudicates a decided game. `side` has just moved. */
static void adjudicate(Game *game, Side side)
{
    const Match *match = game->match;
    unsigned plies = position_plies(game->pos);
    if (match->max_moves && plies >= 2 * match->max_moves) {
        end_game(game, DRAW, "maximum length", false, "");
    } else if (match->draw_count && game->level >= 2 * match->draw_count && plies >= 2 * match->draw_number) {
        end_game(game, DRAW, "draw by adjudication", false, "");
    } else if (match->resign_count && game->losing[side] >= match->resign_count &&
               (!match->resign_two_sided || game->winning[!side] >= match->resign_count)) {
        end_game(game, result_win(!side), "win by adjudication", false, "");
    }
}

/* ---- Playing ---- */

/* Charges the clock for a move. */
static void run_clock(Game *game, Side side, int64_t elapsed)
{
    const Limit *limit = &game->players[side]->config->limit;
    ++game->moves[side];
    if (!limit->clock) return;
    int64_t *clock = &game->clocks[side];
    *clock -= elapsed;
    if (*clock < 0) *clock = 0; /* within the margin */
    *clock += limit->increment;
    if (limit->moves && game->moves[side] % limit->moves == 0) *clock += limit->base;
}

static void add_totals(EngineTotals *totals, const Answer *answer)
{
    ++totals->moves;
    totals->wall_seconds += (double)answer->elapsed / 1e6;
    totals->nodes += answer->nodes;
    totals->search_seconds += answer->search_seconds;
    if (answer->depth && abs(answer->score) < MATE_SCORE_MIN) { /* the depth of a mate score can be arbitrary */
        ++totals->depth_moves;
        totals->depth_sum += answer->depth;
    }
}

/* Appends a move to the record: "12. Nf3 {+0.31/9 0.100s}", in games that other programs do not know "12. g1f3". */
static void record_move(Game *game, const Answer *answer)
{
    Position *pos = game->pos;
    char text[MOVE_TEXT_MAX];
    move_write(pos, answer->move, text);
    Buffer *record = &game->record;
    if (pos->side == WHITE || position_plies(pos) == 0)
        match_add(record, "%u%s ", (unsigned)pos->state->number, pos->side == WHITE ? "." : "...");
    match_add(record, "%s", text);
    if (!game->match->pgn_short) {
        match_add(record, " {");
        if (answer->has_score && abs(answer->score) > MATE_SCORE_MIN)
            match_add(record, "%cM%d/%u ", answer->score > 0 ? '+' : '-', MATE_SCORE - abs(answer->score), answer->depth);
        else if (answer->has_score)
            match_add(record, "%+.2f/%u ", answer->score / 100.0, answer->depth);
        match_add(record, "%.3fs}", (double)answer->elapsed / 1e6);
    }
    unsigned per_line = game->match->pgn_short ? 12 : 4;
    match_add(record, position_plies(pos) % per_line == per_line - 1 ? "\n" : " ");
}

/* Lets the side to move make one move and handles the result. */
static void play_move(Game *game)
{
    Position *pos = game->pos;
    Side side = pos->side;
    const Limit *limit = &game->players[side]->config->limit;
    GameView view = {.pos = pos,
                     .fen = game->job->fen,
                     .moves = buffer_text(&game->played),
                     .last_move = game->last_move,
                     .clocks = {game->clocks[0], game->clocks[1]},
                     .increments = {game->players[0]->config->limit.increment, game->players[1]->config->limit.increment},
                     .moves_to_go = limit->moves ? limit->moves - game->moves[side] % limit->moves : 0};
    Answer answer;
    engine_think(game->players[side], &view, &answer);
    if (answer.kind != ANSWER_MOVE) {
        end_by_answer(game, &answer);
        return;
    }
    bool first = (side == WHITE) == game->job->first_is_white;
    add_totals(&game->result->totals[first ? 0 : 1], &answer);
    run_clock(game, side, answer.elapsed);
    pos->variant->text.print(pos, answer.move, game->last_move);
    match_add(&game->played, " %s", game->last_move);
    if (!position_reserve(pos, 8)) {
        end_game(game, DRAW, "runner", true, "out of memory");
        return;
    }
    record_move(game, &answer);
    position_make(pos, answer.move);

    Outcome outcome = position_outcome(pos);
    if (outcome.result != ONGOING) {
        end_game(game, outcome.result, outcome.reason, false, "");
        return;
    }
    game->offered[side] = answer.offers_draw;
    if (game->offered[WHITE] && game->offered[BLACK]) {
        end_game(game, DRAW, "agreement", false, "");
        return;
    }
    watch_score(game, side, &answer);
    adjudicate(game, side);
}

/* ---- The record ---- */

static const char *termination(const GameResult *result)
{
    if (strcmp(result->reason, "time forfeit") == 0) return "time forfeit";
    if (result->fault) return strcmp(result->reason, "illegal move") == 0 ? "rules infraction" : "abandoned";
    return strstr(result->reason, "adjudication") || strstr(result->reason, "maximum") ? "adjudication" : "normal";
}

static void write_pgn(const Game *game, Buffer *pgn)
{
    static const char *const scores[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const Match *match = game->match;
    const GameResult *result = game->result;
    char text[LIMIT_TEXT_MAX], black[LIMIT_TEXT_MAX];
    time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    pgn_add_tag(pgn, "Event", match->event);
    pgn_add_tag(pgn, "Site", "?");
    strftime(text, sizeof text, "%Y.%m.%d", &day);
    pgn_add_tag(pgn, "Date", text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)game->job->round);
    pgn_add_tag(pgn, "Round", text);
    pgn_add_tag(pgn, "White", game->players[WHITE]->config->name);
    pgn_add_tag(pgn, "Black", game->players[BLACK]->config->name);
    pgn_add_tag(pgn, "Result", scores[result->result]);
    pgn_add_match(pgn, game->job->match, game->job->number);
    pgn_add_tag(pgn, "Variant", game->job->variant->name);
    if (game->job->variant->rules.of_moves) pgn_add_tag(pgn, "Rules", game->job->variant->rules.of_moves);
    pgn_add_tag(pgn, "SetUp", "1");
    pgn_add_tag(pgn, "FEN", game->job->fen);
    limit_print(&game->players[WHITE]->config->limit, text);
    limit_print(&game->players[BLACK]->config->limit, black);
    if (strcmp(text, black) == 0) {
        pgn_add_tag(pgn, "TimeControl", text);
    } else {
        pgn_add_tag(pgn, "WhiteTimeControl", text);
        pgn_add_tag(pgn, "BlackTimeControl", black);
    }
    snprintf(text, sizeof text, "%u", result->plies);
    pgn_add_tag(pgn, "PlyCount", text);
    pgn_add_tag(pgn, "Termination", termination(result));
    Buffer comment = {0};
    pgn_add_comment(&comment, result->detail);
    match_add(pgn, "\n%s%s %s\n\n", buffer_text(&game->record), buffer_text(&comment), scores[result->result]);
    buffer_free(&comment);
}

void game_play(Match *match, Engine *const engines[2], const GameJob *job, GameResult *result, Buffer *pgn)
{
    Engine *white = engines[job->first_is_white ? 0 : 1], *black = engines[job->first_is_white ? 1 : 0];
    Game game = {.match = match, .job = job, .players = {white, black}, .result = result};
    ErrorText error;
    memset(result, 0, sizeof *result);
    game.pos = position_new(job->variant);
    if (!game.pos || !position_set_fen(game.pos, job->fen, &error)) {
        result->aborted = true;
        match_warn("cannot start a game from %s: %s", job->fen, game.pos ? error.text : "out of memory");
        position_free(game.pos);
        return;
    }
    for (int side = 0; side < 2 && !result->aborted && result->result == ONGOING; ++side) {
        const Limit *limit = &game.players[side]->config->limit;
        game.clocks[side] = limit->clock ? limit->base : 0;
        Answer answer;
        if (engine_new_game(game.players[side], job->variant, job->fen, (Side)side, &answer)) continue;
        result->aborted = answer.kind == ANSWER_STOP;
        char detail[DETAIL_MAX];
        snprintf(detail, sizeof detail, "%.60s: %.300s", game.players[side]->config->name, answer.detail);
        if (!result->aborted) end_game(&game, result_win(!side), answer.reason, true, detail);
    }
    while (!result->aborted && result->result == ONGOING) play_move(&game);

    result->plies = position_plies(game.pos);
    if (!result->aborted) {
        for (int side = 0; side < 2; ++side) engine_game_over(game.players[side], result->result, result->reason);
        write_pgn(&game, pgn);
    }
    position_free(game.pos);
    free(game.played.text);
    free(game.record.text);
}
