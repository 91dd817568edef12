/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The search: wins it must find, lines that must be playable, limits it must obey. */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/search/search.h"
#include "support.h"

/* Every win of the list must be found within WIN_NODES; quiet first moves need many. */
enum { HASH = 8, LINES = 8, WIN_NODES = 2000000 };

/* ---- A search and what it reported ---- */

typedef struct Line {
    Score score;
    int pv_length;
    Move pv[MAX_PLY + 1];
} Line;

typedef struct Search {
    Position *pos;
    SearchPool *pool;
    SearchResult result;
    Line lines[LINES]; /* the last exact report of each line of MultiPV */
    Score finished[MAX_PLY + 1]; /* exact scores of the best line by depth; SCORE_NONE: none */
    SearchReport last; /* of the best line; the PV is not kept, but for */
    Move best, ponder; /* its first moves; MOVE_NONE: there is none */
    int reports, dones;
} Search;

static void on_report(void *context, const SearchReport *r)
{
    Search *s = context;
    ++s->reports;
    ck_assert_int_ge(r->multipv, 1);
    ck_assert_int_le(r->pv_length, MAX_PLY);
    ck_assert_int_ge(r->seldepth, r->pv_length > 0 ? 1 : 0);
    ck_assert_int_le(r->hashfull, 1000);
    if (r->multipv == 1) {
        s->last = *r;
        s->best = r->pv_length > 0 ? r->pv[0] : MOVE_NONE;
        s->ponder = r->pv_length > 1 ? r->pv[1] : MOVE_NONE;
    }
    if (r->multipv == 1 && r->bound == BOUND_EXACT) s->finished[r->depth] = r->score;
    if (r->multipv > LINES || r->bound != BOUND_EXACT) return;
    Line *line = &s->lines[r->multipv - 1];
    line->score = r->score;
    line->pv_length = r->pv_length;
    memcpy(line->pv, r->pv, (size_t)r->pv_length * sizeof(Move));
}

static void on_done(void *context, const SearchResult *result)
{
    Search *s = context;
    s->result = *result;
    ++s->dones;
    /* A result is the line that was reported last, and there is always one. */
    ck_assert_uint_eq(result->best, s->best);
    ck_assert_uint_eq(result->ponder, s->ponder);
}

static Search *search_at(const char *game, const char *fen, int threads)
{
    Search *s = calloc(1, sizeof *s);
    ck_assert(s != NULL);
    s->pos = position_at(game, fen);
    s->pool = search_new(s->pos->variant, HASH, threads);
    ck_assert(s->pool != NULL);
    return s;
}

static void search_end(Search *s)
{
    search_free(s->pool);
    position_free(s->pos);
    free(s);
}

static void search_go(Search *s, SearchLimits limits)
{
    SearchCallbacks callbacks = {.report = on_report, .done = on_done, .context = s};
    memset(s->lines, 0, sizeof s->lines);
    s->reports = s->dones = 0;
    for (int i = 0; i <= MAX_PLY; ++i) s->finished[i] = SCORE_NONE;
    ck_assert(search_start(s->pool, s->pos, &limits, &callbacks));
    search_wait(s->pool);
    ck_assert_int_eq(s->dones, 1);
    ck_assert(!search_is_running(s->pool));
    ck_assert(position_is_legal(s->pos, s->result.best));
}

static const char *best_text(const Search *s)
{
    static char text[MOVE_TEXT_MAX];
    s->pos->variant->text.print(s->pos, s->result.best, text);
    return text;
}

/* Checks that every move of the line is legal. Leaves the position unchanged; returns the outcome at the
 * line's end. */
static Outcome check_line(Search *s, const Line *line)
{
    Position *pos = s->pos;
    for (int i = 0; i < line->pv_length; ++i) {
        ck_assert_msg(position_is_legal(pos, line->pv[i]), "move %d of a line of %d is illegal", i + 1, line->pv_length);
        position_make(pos, line->pv[i]);
    }
    Outcome outcome = position_outcome(pos);
    for (int i = 0; i < line->pv_length; ++i) position_unmake(pos);
    return outcome;
}

/* ---- Wins ---- */

/* The side to move wins in this many of its moves. `best`: the only one that does; NULL: there are several. */
typedef struct Win {
    const char *game, *fen;
    int mate;
    const char *best;
} Win;

static const Win wins[] = {
    {"chess", "4k3/8/4K3/8/8/8/8/7Q w - - 0 1", 1, NULL},
    {"chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, NULL},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"},
    {"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"},
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", 1, "a1a8"},
    {"borderlands", "c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", 1, "b9a10"},
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/9/1G7/4C2G1[] w - - 0 1", 1, "h1h2"},
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/7G1/1G7/4C4[] w - - 148 1", 1, "h3h2"},
    {"battleofideologies", "9/9/9/9/9/9/1+z7/9/5K3[] b - - 0 1", 1, "b3b1"},
    {"battleofideologies", "9/9/9/9/9/9/9/z8/5K3[] b - - 99 60", 1, "a2b1"},
    {"battleofideologies", "z8/9/9/9/1RR6/3R5/9/9/5K3[] w - - 0 1", 1, "d4a4"},
    {"horizons", "11k/12/9KQ1/12/12/12/12/12/12/12/12/12 w - - 0 1", 1, NULL},
    {"horizons", "11k/12/9K2/12/12/12/12/12/12/12/12/10R1 w - - 0 1", 2, NULL},
    {"bordahbee", "4k7k3/4Q7R3/16/16/16/16/16/4K7K3 w - - 0 1", 1, NULL},
    {"bordahbee", "4k7k3/16/16/16/16/16/4q11/4K7K3 b - - 99 1", 1, NULL},
    {"diamond", "1C6/2C5/8/8/8/8/8/8[] w - - 0 1", 1, NULL},
    {"diamond", "2C5/8/8/8/8/8/8/8[] w - - 0 1", 2, "c8b8"},
    {"diamond", "1C6/2C5/8/8/8/8/8/8[C] w - - 30 1", 1, NULL},
    {"diamond", "8/8/8/8/8/8/5c2/6c1[c] b - - 0 1", 1, NULL},
};

START_TEST(test_win)
{
    const Win *win = &wins[_i];
    Search *s = search_at(win->game, win->fen, 1);
    search_go(s, (SearchLimits){.mate = win->mate, .nodes = WIN_NODES});
    ck_assert_msg(score_mate_in(s->result.score) == win->mate, "%s: score %d after %s, no win in %d", win->fen, s->result.score,
                  best_text(s), win->mate);
    if (win->best) ck_assert_msg(strcmp(best_text(s), win->best) == 0, "%s: %s, not %s", win->fen, best_text(s), win->best);
    const Line *line = &s->lines[0];
    ck_assert_uint_eq(line->pv[0], s->result.best);
    ck_assert_msg(SCORE_MATE - line->score == line->pv_length, "%s: a win in %d plies with a line of %d", win->fen,
                  SCORE_MATE - line->score, line->pv_length);
    Outcome outcome = check_line(s, line);
    ck_assert_msg(outcome.result == result_win(s->pos->side), "%s: the line ends in %d (%s)", win->fen, outcome.result,
                  outcome.reason ? outcome.reason : "");
    search_end(s);
}

/* Moves that lose at once, among others that do not. */
typedef struct Blunder {
    const char *game, *fen, *before, *blunder;
} Blunder;

static const Blunder blunders[] = {
    /* Stalemate wins for the side without a move. */
    {"battleofideologies", "z8/7R1/9/9/1RR6/9/9/9/5K3[] w - - 0 1", "", "h8h7"},
    {"battleofideologies", "9/9/9/9/9/9/4+z4/7m1/3K5[] b - - 0 1", "", "h2g1"},
    /* The fifth occurrence loses for the side that makes it. */
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[] b - - 0 1",
     "a10a9 i1i2 a9a10 i2i1 a10a9 i1i2 a9a10 i2i1 a10a9 i1i2 a9a10 i2i1 a10a9 i1i2 a9a10", "i2i1"},
    /* An enemy teleported into the own City. */
    {"diamond", "8/8/8/8/6Z1/6c1/8/8[S] w - - 3 1", "", "g3>h1"},
};

START_TEST(test_blunder)
{
    const Blunder *b = &blunders[_i];
    Search *s = search_at(b->game, b->fen, 1);
    play(s->pos, b->before);
    search_go(s, (SearchLimits){.depth = 5});
    Move blunder = move_at(s->pos, b->blunder);
    ck_assert_msg(s->result.best != blunder, "%s is played", b->blunder);
    ck_assert_int_gt(s->result.score, -SCORE_CYCLE);
    search_clear(s->pool);
    search_go(s, (SearchLimits){.depth = 3, .moves = &blunder, .move_count = 1});
    ck_assert_uint_eq(s->result.best, blunder);
    ck_assert_msg(s->result.score <= -SCORE_CYCLE, "%s is worth %d, though it loses", b->blunder, s->result.score);
    search_end(s);
}

/* ---- Lines ---- */

/* Positions along a random game, the same every time. */
static void wander(Position *pos, uint64_t *seed, int plies)
{
    play_at_random(pos, plies, seed);
    while (position_outcome(pos).result != ONGOING) position_unmake(pos);
}

static int shallow(const Variant *v)
{
    int depth = variant_bench_depth(v);
    return depth > 7 ? 6 : depth > 3 ? depth - 2 : 2;
}

START_TEST(test_lines_are_legal)
{
    uint64_t seed = 11;
    Search *s = search_at(variants[_i]->name, NULL, 1);
    for (int i = 0; i < 6; ++i) {
        search_go(s, (SearchLimits){.depth = shallow(variants[_i])});
        ck_assert_int_gt(s->reports, 0);
        ck_assert_int_ge(s->lines[0].pv_length, 1);
        ck_assert_uint_eq(s->lines[0].pv[0], s->result.best);
        ck_assert_int_eq(s->lines[0].score, s->result.score);
        Outcome end = check_line(s, &s->lines[0]);
        Score score = s->result.score;
        if (score > SCORE_MATE_MIN) ck_assert_int_eq(end.result, result_win(s->pos->side));
        if (score < -SCORE_MATE_MIN) ck_assert_int_eq(end.result, result_win(s->pos->side ^ 1));
        if (s->result.ponder) ck_assert_uint_eq(s->result.ponder, s->lines[0].pv[1]);
        wander(s->pos, &seed, 9);
    }
    search_end(s);
}

/* ---- Limits ---- */

/* Node limits are exact, but for those that leave no node for some move: iteration 1 looks at each. */
START_TEST(test_node_limit)
{
    enum { FEW = 100 };
    static const uint64_t limits[] = {1, 2, FEW, 1000, 12345};
    Search *s = search_at(variants[_i]->name, NULL, 1);
    size_t count;
    free(position_moves(s->pos, &count));
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        search_clear(s->pool);
        search_go(s, (SearchLimits){.nodes = limits[i]});
        ck_assert_msg(limits[i] > FEW ? s->result.nodes == limits[i] : s->result.nodes >= count, "%llu nodes, not %llu",
                      (unsigned long long)s->result.nodes, (unsigned long long)limits[i]);
        ck_assert_int_ge(s->result.depth, 1);
        ck_assert_int_eq(s->finished[s->result.depth] != SCORE_NONE, true);
    }
    search_end(s);
}

/* A stopped search reports exact scores only for the depths it finished; of the last depth it has a lower
 * bound or nothing, and no loss. Depth 1 is always finished, in a hurry if need be. */
START_TEST(test_unfinished_depths)
{
    enum { POSITIONS = 4, STOPS = 5, DEPTH = 8 };
    uint64_t seed = 8;
    int bounds = 0;
    Search *s = search_at(variants[_i]->name, NULL, 1), *whole = search_at(variants[_i]->name, NULL, 1);
    for (int i = 0; i < POSITIONS; ++i) {
        ck_assert(position_copy(whole->pos, s->pos));
        search_clear(whole->pool);
        search_go(whole, (SearchLimits){.depth = variant_bench_depth(variants[_i]) > 7 ? DEPTH : 3, .nodes = 3500});
        int depth = whole->result.depth;
        for (uint64_t stop = 1; stop <= STOPS; ++stop) {
            search_clear(s->pool);
            uint64_t limit = 1 + whole->result.nodes * stop * stop / (STOPS * STOPS + 1);
            search_go(s, (SearchLimits){.nodes = limit});
            int done = s->result.depth;
            bool hurried = s->result.nodes > limit;
            ck_assert(hurried ? done == 1 : done >= 1 && done <= depth);
            for (int d = 1 + hurried; d <= MAX_PLY; ++d)
                ck_assert_int_eq(s->finished[d], d <= done ? whole->finished[d] : SCORE_NONE);
            Score score = s->finished[done];
            if (s->reports && s->last.depth > done) {
                ck_assert(s->last.bound == BOUND_LOWER && s->last.depth == done + 1);
                ck_assert_int_ge(s->last.score, -EVAL_MAX);
                score = s->last.score;
                ++bounds;
            }
            ck_assert_int_eq(s->result.score, score);
        }
        wander(s->pos, &seed, 11);
    }
    ck_assert_int_ge(bounds, POSITIONS);
    search_end(s);
    search_end(whole);
}

START_TEST(test_mate_limit)
{
    Search *s = search_at("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 1);
    search_go(s, (SearchLimits){.mate = 2, .depth = 30});
    ck_assert_int_eq(score_mate_in(s->result.score), 2);
    ck_assert_int_lt(s->result.depth, 10);
    /* A longer win than the requested one does not end the search. */
    search_go(s, (SearchLimits){.mate = 1, .depth = 9});
    ck_assert_int_eq(score_mate_in(s->result.score), 2);
    ck_assert_int_eq(s->result.depth, 9);
    search_end(s);
}

static void sleep_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/* An infinite search ends when stopped and not before, although it cannot go deeper: only the Kings can move
 * here, each between two squares. */
START_TEST(test_infinite_and_ponder)
{
    Search *s = search_at("chess", "5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1", 1);
    SearchCallbacks callbacks = {.report = on_report, .done = on_done, .context = s};
    for (int ponder = 0; ponder <= 1; ++ponder) {
        s->dones = 0;
        ck_assert(search_start(s->pool, s->pos, &(SearchLimits){.infinite = !ponder, .ponder = ponder, .time = 10}, &callbacks));
        while (search_status(s->pool).depth < MAX_PLY - 1) sleep_ms(1);
        sleep_ms(20);
        ck_assert(search_is_running(s->pool) && s->dones == 0);
        if (ponder) search_ponderhit(s->pool);
        else search_stop(s->pool);
        search_wait(s->pool);
        ck_assert_int_eq(s->dones, 1);
        ck_assert_int_ge(s->result.depth, MAX_PLY - 2);
    }
    /* A search that is stopped still reports its move, and another can follow. */
    s->dones = 0;
    ck_assert(search_start(s->pool, s->pos, &(SearchLimits){.infinite = true}, &callbacks));
    search_stop(s->pool);
    search_wait(s->pool);
    ck_assert(search_start(s->pool, s->pos, &(SearchLimits){.depth = 2}, &callbacks));
    search_wait(s->pool);
    ck_assert_int_eq(s->dones, 2);
    search_end(s);
}

/* Stopped before it can begin, a search still looks at every move: a mate in one is found, a hanging Queen taken. */
START_TEST(test_stopped_at_once)
{
    static const struct {
        const char *fen, *best;
    } cases[] = {{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"},
                 {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"},
                 {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (int weak = 0; weak <= 1; ++weak)
            for (int tries = 0; tries < 20; ++tries) {
                Search *s = search_at("chess", cases[i].fen, 1 + tries % 3);
                SearchCallbacks callbacks = {.report = on_report, .done = on_done, .context = s};
                SearchLimits limits = {.infinite = !weak, .ponder = weak, .time = 1000};
                if (weak) limits.skill = skill_of(SKILL_STRENGTH_MAX, 1);
                ck_assert(search_start(s->pool, s->pos, &limits, &callbacks));
                search_stop(s->pool);
                search_wait(s->pool);
                ck_assert_int_eq(s->dones, 1);
                ck_assert_int_ge(s->reports, 1);
                ck_assert_int_ge(s->result.depth, 1);
                ck_assert_uint_eq(s->result.best, move_at(s->pos, cases[i].best));
                search_end(s);
            }
}

/* A list without a move: nothing is searched, and the result waits for a stop like any other. */
START_TEST(test_no_moves_to_search)
{
    const Move none = MOVE_NONE;
    Search *s = search_at("chess", NULL, 2);
    SearchCallbacks callbacks = {.report = on_report, .done = on_done, .context = s};
    for (int way = 0; way < 4; ++way) {
        SearchLimits limits = {.moves = &none, .infinite = way == 1, .ponder = way == 2, .time = 10};
        if (way == 3) limits.skill = skill_of(0, 1);
        s->dones = 0;
        ck_assert(search_start(s->pool, s->pos, &limits, &callbacks));
        if (limits.infinite || limits.ponder) {
            sleep_ms(20);
            ck_assert(search_is_running(s->pool) && s->dones == 0);
        }
        if (limits.ponder) search_ponderhit(s->pool);
        else if (limits.infinite) search_stop(s->pool);
        search_wait(s->pool);
        ck_assert_int_eq(s->dones, 1);
        ck_assert(s->reports == 0 && !s->result.best && !s->result.ponder && !s->result.nodes && !s->result.depth);
    }
    search_end(s);
}

/* A position with very many moves must not overflow any array. */
START_TEST(test_many_moves)
{
    static const char *const positions[][2] = {
        {"chess", "QQQQQQQk/8/8/8/8/8/8/K7 b - - 0 1"},
        {"chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
        {"bordahbee", "k1QQQ2Rk1QQQ2R/QQQQQQQQQQQQQQQQ/16/16/16/16/16/K7K7 w - - 0 1"},
        {"diamond", "8/8/2c2o2/2C5/3CC3/4O3/6Z1/8[GHKRSghkrs] w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Search *s = search_at(positions[i][0], positions[i][1], 1);
        if (position_outcome(s->pos).result == ONGOING) search_go(s, (SearchLimits){.nodes = 20000});
        else ck_assert_uint_eq(i, 0);
        search_end(s);
    }
}

int main(void)
{
    variants_init();
    return RUN_TESTS("search", 120, ROWS(test_win, wins), ROWS(test_blunder, blunders), EACH_GAME(test_lines_are_legal),
                     EACH_GAME(test_node_limit), EACH_GAME(test_unfinished_depths), ONCE(test_mate_limit),
                     ONCE(test_infinite_and_ponder), ONCE(test_many_moves), ONCE(test_stopped_at_once),
                     ONCE(test_no_moves_to_search));
}
