/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests about puzzles: the list, one of them, a try, the solution. */

#include <stdlib.h>

#include "../library/puzzle.h"
#include "web.h"

enum {
    NUMBER_MAX = 100000,
    SIDE_LINES = 3,       /* other defences shown at each move */
    SIDE_NODES = 20000,   /* of the search that answers a defence */
    SIDE_PLIES = 5,       /* shown of the answer */
    WRONG_NODES = 30000,  /* of the search that answers a wrong move */
    OTHER_NODES = 30000   /* of the search for a win by another move than the solution's */
};

static void put_themes(Buffer *out, uint32_t themes)
{
    json_open(out, "themes", '[');
    for (unsigned i = 0; i < THEME_NB; ++i)
        if (themes >> i & 1) json_put_text(out, NULL, puzzle_themes[i]);
    json_close(out, ']');
}

static void put_puzzle(Buffer *out, const Puzzle *puzzle)
{
    char id[PUZZLE_ID_MAX];
    json_put_text(out, "id", puzzle_id(puzzle, id));
    json_put_number(out, "rating", puzzle->rating);
    json_put_text(out, "kind", puzzle_kinds[puzzle->kind]);
    json_put_number(out, "move_count", (puzzle->plies + 1) / 2);
    put_themes(out, puzzle->themes);
}

/* {"puzzles":[{"id","rating","kind","move_count","themes"}, ...]} of a game, weakest first. */
bool web_puzzles(Web *web, Buffer *out, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    if (!variant) return false;
    Position *pos = position_new(variant);
    bool ok = pos || error_set(error, "out of memory");
    json_open(out, "puzzles", '[');
    for (unsigned i = 1; ok && i <= puzzles_count(variant); ++i) {
        Puzzle puzzle;
        if (!(ok = puzzles_get(pos, i, &puzzle, error))) break;
        json_open(out, NULL, '{');
        put_puzzle(out, &puzzle);
        json_close(out, '}');
    }
    json_close(out, ']');
    position_free(pos);
    return ok;
}

/* The puzzle that the request names, on a board of its own, which the caller frees. NULL with the reason. */
static Position *begin(Web *web, Puzzle *puzzle, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    int64_t number = 0;
    if (!variant || !json_number(web->request, "number", 1, NUMBER_MAX, &number, error)) return NULL;
    if (!number) {
        error_set(error, "\"number\" of the puzzle is missing; \"do\":\"puzzles\" lists them");
        return NULL;
    }
    Position *pos = position_new(variant);
    if (!pos) error_set(error, "out of memory");
    else if (puzzles_get(pos, (unsigned)number, puzzle, error)) return pos;
    position_free(pos);
    return NULL;
}

static void put_move(Buffer *out, const char *key, const Position *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    pos->variant->text.print(pos, move, text);
    json_put_text(out, key, text);
}

/* Makes the moves of the request, which must be the solution's, and counts them. If `last` is given, the last one is not
 * made and may be any: *last is its text, NULL if there is none. */
static bool follow(const Web *web, const Puzzle *puzzle, Position *pos, unsigned *ply, const char **last, ErrorText *error)
{
    const JsonNode *list = json_member(web->request, "moves");
    ErrorText why;
    *ply = 0;
    if (last) *last = NULL;
    for (const JsonNode *n = list && list->type == JSON_ARRAY ? list->first : NULL; n; n = n->next) {
        Move move;
        if (last && !n->next) *last = n->text;
        if (last && !n->next) break;
        if (!pos->variant->text.parse(pos, n->text, &move, &why)) return error_set(error, "move %u: %.150s", *ply + 1, why.text);
        if (*ply >= puzzle->plies || move != puzzle->line[*ply])
            return error_set(error, "move %u is not the solution's", *ply + 1);
        position_make(pos, move);
        ++*ply;
    }
    return true;
}

/* One puzzle. With "moves", the first of its solution: also "next", the one that follows. */
bool web_puzzle(Web *web, Buffer *out, ErrorText *error)
{
    Puzzle puzzle;
    unsigned ply;
    char task[PUZZLE_TASK_MAX];
    Position *pos = begin(web, &puzzle, error);
    if (!pos) return false;
    Side side = pos->side;
    puzzle_task(pos, &puzzle, task);
    bool ok = follow(web, &puzzle, pos, &ply, NULL, error);
    if (ok) {
        json_open(out, "puzzle", '{');
        put_puzzle(out, &puzzle);
        json_put_text(out, "fen", puzzle.fen);
        json_put_text(out, "side", side == WHITE ? "w" : "b");
        json_put_text(out, "task", task);
        if (json_member(web->request, "moves") && ply < puzzle.plies) {
            put_move(out, "next", pos, puzzle.line[ply]);
        }
        json_close(out, '}');
    }
    position_free(pos);
    return ok;
}

/* Does a move that is not the solution's win as fast? */
static bool wins_too(Web *web, const Puzzle *puzzle, const Position *pos, unsigned ply, Move move)
{
    int moves = (int)puzzle_wins_in(puzzle, pos, ply, move);
    ErrorText ignored;
    if (!moves || !session_set_variant(web->session, pos->variant->name, &ignored)) return false;
    SearchLimits limits = {.mate = moves, .nodes = OTHER_NODES, .moves = &move, .move_count = 1};
    Score score = session_search(web->session, pos, &limits).score;
    return score > SCORE_MATE_MIN && score_mate_in(score) <= moves;
}

/* {"correct":, "solved":, "move":, "reply":}: is the last of "moves" right? Those before it are the solution's. "move" is the
 * solution's move if the player found another that is as good: the reply answers the solution's. */
bool web_try(Web *web, Buffer *out, ErrorText *error)
{
    Puzzle puzzle;
    unsigned ply;
    const char *text;
    Move move = MOVE_NONE;
    Position *pos = begin(web, &puzzle, error);
    if (!pos) return false;
    bool ok = follow(web, &puzzle, pos, &ply, &text, error);
    if (ok && (!text || ply % 2)) ok = error_set(error, "\"moves\" must end with the solver's move");
    ok = ok && pos->variant->text.parse(pos, text, &move, error);
    if (ok) {
        bool right = puzzle_is_right(&puzzle, pos, ply, move) || wins_too(web, &puzzle, pos, ply, move);
        json_put_flag(out, "correct", right);
        json_put_flag(out, "solved", right && ply + 1 == puzzle.plies);
        if (right && ply + 1 < puzzle.plies) {
            if (move != puzzle.line[ply]) put_move(out, "move", pos, puzzle.line[ply]);
            position_make(pos, puzzle.line[ply]);
            put_move(out, "reply", pos, puzzle.line[ply + 1]);
        }
    }
    position_free(pos);
    return ok;
}

/* ---- The solution ---- */

/* Searches the position on a board and appends {"ply", "moves"}: this move, and what answers it. "wins": at its end the side of
 * this move has won. */
static bool put_variation(Web *web, Buffer *out, Position *pos, unsigned ply, Move move, uint64_t nodes)
{
    Position *game = session_board(web->session);
    ErrorText ignored;
    char fen[FEN_MAX];
    Result won = result_win(pos->side);
    json_open(out, NULL, '{');
    json_put_number(out, "ply", ply);
    json_open(out, "moves", '[');
    put_move(out, NULL, pos, move);
    position_make(pos, move);
    position_get_fen(pos, fen);
    bool ongoing = position_outcome(pos).result == ONGOING, ok = !ongoing || position_set_fen(game, fen, &ignored);
    if (ok && ongoing) {
        for (unsigned i = 0; i < SIDE_PLIES && position_outcome(game).result == ONGOING && position_reserve(game, 2); ++i) {
            Move best = session_search(web->session, game, &(SearchLimits){.nodes = nodes}).best;
            if (!best) break;
            put_move(out, NULL, game, best);
            position_make(game, best);
        }
    }
    position_unmake(pos);
    json_close(out, ']');
    if (ok && ongoing && position_outcome(game).result == won) json_put_flag(out, "wins", true);
    json_close(out, '}');
    return ok;
}

/* Other defences than the solution's, those that the search likes best first. */
static void put_defences(Web *web, Buffer *out, Position *pos, const Puzzle *puzzle, unsigned ply)
{
    size_t count, left = 0;
    Move *list = position_moves(pos, &count);
    for (size_t i = 0; i < count; ++i)
        if (list[i] != puzzle->line[ply]) list[left++] = list[i];
    for (unsigned shown = 0; shown < SIDE_LINES && left > 0; ++shown) {
        SearchLimits limits = {.nodes = SIDE_NODES, .moves = list, .move_count = left};
        Move best = session_search(web->session, pos, &limits).best;
        if (!best) break;
        put_variation(web, out, pos, ply, best, SIDE_NODES);
        for (size_t i = 0, kept = 0, all = left; i < all; ++i) {
            if (list[i] == best) --left;
            else list[kept++] = list[i];
        }
    }
    free(list);
}

/* {"moves": the solution, "reason": why the game ends, "variations": [{"ply", "moves"}]}: at each move of the opponent other
 * defences and their answers. With "moves" in the request only "variations": the wrong move at its end, and what answers it. */
bool web_solution(Web *web, Buffer *out, ErrorText *error)
{
    Puzzle puzzle;
    unsigned ply;
    const char *wrong;
    Move move = MOVE_NONE;
    Position *pos = begin(web, &puzzle, error);
    if (!pos) return false;
    bool ok = session_set_variant(web->session, pos->variant->name, error) && follow(web, &puzzle, pos, &ply, &wrong, error);
    if (ok && wrong) ok = pos->variant->text.parse(pos, wrong, &move, error);
    if (ok) {
        if (!wrong) {
            json_open(out, "moves", '[');
            for (ply = 0; ply < puzzle.plies; ++ply) {
                put_move(out, NULL, pos, puzzle.line[ply]);
                position_make(pos, puzzle.line[ply]);
            }
            json_close(out, ']');
            Outcome outcome = position_outcome(pos);
            json_put_text(out, "reason", outcome.result == ONGOING ? "" : outcome.reason);
            while (position_plies(pos)) position_unmake(pos);
        }
        json_open(out, "variations", '[');
        if (wrong) put_variation(web, out, pos, ply, move, WRONG_NODES);
        for (ply = 0; !wrong && ply < puzzle.plies; ++ply) {
            if (ply % 2 == 1) put_defences(web, out, pos, &puzzle, ply);
            position_make(pos, puzzle.line[ply]);
        }
        json_close(out, ']');
    }
    position_free(pos);
    return ok;
}
