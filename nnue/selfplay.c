/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "selfplay.h"

#include <stdlib.h>
#include <string.h>

#include "../src/eval/wdl.h"
#include "../src/util/random.h"
#include "samples.h"

enum {
    HARD_FACTOR = 16,       /* hard limit as a multiple of the soft node limit, ... */
    HARD_NODES = 20000,     /* ... and at least this: the first iteration should finish */
    OPENING_NODES = 1000,   /* of the search that decides whether an opening is balanced */
    OPENING_ATTEMPTS = 1000,
    SETUP_PLIES_MAX = 40,   /* maximum random moves in a set-up phase */
    SPARE_PLIES = 4,
    PERIL_BREADTH = 4,      /* in peril few moves are good: so this many times more are considered */
    LABEL_SCORE_MAX = 3000, /* beyond this score there is nothing to learn */
    SEEN = 1 << 14          /* slots for the keys of a game's labels */
};

/* Moves of two parts change twice as much, so half as many random moves are enough. */
SelfplayRules selfplay_rules(const Variant *variant)
{
    unsigned moves = variant_hints(variant)->generate_parts ? 2 : 1;
    int percent = variant_margin_percent(variant);
    return (SelfplayRules){.seed = 1, .nodes = 1000, .hash = 1, .random = {6 / moves, 10 / moves}, .balance = 4 * percent,
                           .win_score = 20 * percent, .win_plies = 4, .draw_score = 8, .draw_plies = 12, .draw_from = 80,
                           .plies = 400, .play_out = 10, .label_share = 128};
}

/* ---- Searching ---- */

static void on_done(void *context, const SearchResult *result) { ((Selfplay *)context)->result = *result; }

/* Writes a label, unless it is decided or a duplicate within this game: searches revisit positions. */
static void on_evaluated(void *context, const Position *pos, Score eval)
{
    Selfplay *s = context;
    uint64_t share = s->rules.label_share / EVALUATED_SHARE * EVALUATED_SHARE;
    if (++s->evaluated % share != 0 || abs(eval) > LABEL_SCORE_MAX) return;
    Key key = pos->state->key;
    uint32_t *seen = &s->seen[key % SEEN], mark = (uint32_t)(key >> 32) | 1;
    uint8_t *out = block_room(s->labels, SAMPLE_BYTES_MAX);
    s->failed |= !out;
    if (*seen == mark || !out) return;
    *seen = mark;
    PlacedPiece pieces[SQUARE_MAX];
    Sample sample = {.score = (int16_t)eval, .result = SAMPLE_UNKNOWN, .game = game_tag(s->origin, s->game.number)};
    sample_describe(pos, &sample, pieces);
    block_add(s->labels, sample_pack(s->variant, &sample, out), s->game.number);
}

/* `moves`: only these at the root; NULL: all. */
static SearchResult search(Selfplay *s, const Position *pos, uint64_t nodes, const Move *moves, size_t count, bool labels)
{
    SearchLimits limits = {.node_budget = nodes, .nodes = nodes * HARD_FACTOR + HARD_NODES, .moves = moves, .move_count = count};
    SearchCallbacks callbacks = {.done = on_done, .evaluated = labels && s->labels ? on_evaluated : NULL, .context = s};
    if (!search_in_caller(s->pool, pos, &limits, &callbacks)) s->result = (SearchResult){0};
    s->nodes += s->result.nodes;
    ++s->searches;
    return s->result;
}

SearchResult selfplay_search(Selfplay *s, const Position *pos, uint64_t nodes)
{
    return search(s, pos, nodes, NULL, 0, false);
}

static Score for_white(const Position *pos, Score score) { return pos->side == WHITE ? score : -score; }

/* ---- Openings ---- */

/* Plays a random move; false if there is none, or memory ran out. Each move draws a number, and the smallest wins: so under
 * other rules the opening is the same as long as its moves are legal. */
static bool play_random(Selfplay *s)
{
    size_t count;
    if (!position_reserve(s->pos, SPARE_PLIES)) return false;
    Move *moves = position_moves(s->pos, &count);
    uint64_t draw = splitmix64(&s->random), least = UINT64_MAX;
    if (count > 0) {
        Move move = moves[0];
        for (size_t i = 0; i < count; ++i) {
            uint64_t number = splitmix64_mix(draw ^ moves[i]);
            if (number < least) least = number, move = moves[i];
        }
        s->game.moves[s->game.plies++] = (GamePly){move, GAME_UNSCORED};
        position_make(s->pos, move);
    }
    free(moves);
    return count > 0;
}

/* Is the set-up phase over, judging by the number of pieces on the board? */
static bool is_set_up(const Position *pos)
{
    const int16_t *phase = pos->state->phase;
    return 3 * (phase[WHITE] + phase[BLACK]) >= pos->variant->search.phase_max;
}

/* Plays random moves from the start; moves of the set-up phase do not count. */
static bool play_opening(Selfplay *s)
{
    ErrorText error;
    s->game.plies = 0;
    if (!position_set_fen(s->pos, s->variant->position.start_fen, &error)) return false;
    unsigned min = s->rules.random[0], max = s->rules.random[1];
    unsigned moves = min + (unsigned)splitmix64_below(&s->random, max - min + 1), setup = 0;
    for (unsigned played = 0; played < moves;) {
        if (is_set_up(s->pos) || ++setup > SETUP_PLIES_MAX) ++played;
        if (!play_random(s)) return false;
    }
    s->game.opening = s->game.plies;
    return position_outcome(s->pos).result == ONGOING;
}

/* Finds a balanced opening. */
static bool find_opening(Selfplay *s)
{
    uint64_t first = s->random;
    for (uint64_t i = 0; i < OPENING_ATTEMPTS; ++i, ++s->rejected) {
        s->random = first + i * 0x9FB21C651E98DF25u;
        if (!play_opening(s)) continue;
        search_clear(s->pool);
        Score score = for_white(s->pos, search(s, s->pos, OPENING_NODES, NULL, 0, false).score);
        if (abs(score - s->level) <= s->rules.balance) return true;
    }
    return false;
}

/* ---- The moves that are considered ---- */

static void swap_moves(Move *a, Move *b)
{
    Move move = *a;
    *a = *b;
    *b = move;
}

/* Moves the noisy moves that gain most to the front of the list, at most `max` of them. Returns their number. */
static size_t noisy_first(const Position *pos, Move *moves, size_t count, size_t max)
{
    MoveInfo *infos = malloc(count * sizeof *infos);
    if (!infos) return 0;
    position_describe(pos, moves, count, infos);
    size_t found = 0;
    for (; found < max; ++found) {
        size_t best = count;
        for (size_t i = found; i < count; ++i)
            if (infos[i].noisy && (best == count || infos[i].gain > infos[best].gain)) best = i;
        if (best == count) break;
        swap_moves(&moves[found], &moves[best]);
        infos[best] = infos[found];
    }
    free(infos);
    return found;
}

Move *selfplay_candidates(Selfplay *s, size_t *count)
{
    size_t breadth = s->rules.breadth, all;
    if (!breadth) return NULL;
    if (position_in_peril(s->pos)) breadth *= PERIL_BREADTH;
    Move *moves = position_moves(s->pos, &all);
    if (!moves || all <= breadth) {
        free(moves);
        return NULL;
    }
    for (size_t i = noisy_first(s->pos, moves, all, breadth / 2); i < breadth; ++i)
        swap_moves(&moves[i], &moves[i + splitmix64_below(&s->random, all - i)]);
    *count = breadth;
    return moves;
}

/* ---- A game ---- */

/* For how many plies a side has been ahead, or none. */
typedef struct Course {
    int leader; /* 1 White, -1 Black */
    unsigned lead, calm;
} Course;

static bool is_adjudicated(Selfplay *s, Course *course, Score white)
{
    const SelfplayRules *rules = &s->rules;
    /* Win rates are those of the network's scores. */
    Score ahead = white - (rules->net ? wdl_level(s->pos) : 0), lead = max(rules->win_score, rules->net ? wdl_lead(s->pos) : 0);
    /* The score of a closed cycle may change within a move. */
    bool cycle = abs(white) > EVAL_MAX && abs(white) < SCORE_MATE_MIN;
    int leader = cycle || abs(ahead) < lead ? 0 : ahead > 0 ? 1 : -1;
    course->lead = leader && leader == course->leader ? course->lead + 1 : leader != 0;
    course->leader = leader;
    bool calm = s->game.plies >= rules->draw_from && abs(ahead) <= rules->draw_score;
    course->calm = calm ? course->calm + 1 : 0;
    if (course->lead >= rules->win_plies) {
        s->game.result = leader > 0 ? WHITE_WINS : BLACK_WINS;
        s->game.end = GAME_WON;
    } else if (course->calm >= rules->draw_plies) {
        s->game.result = DRAW;
        s->game.end = GAME_DRAWN;
    } else {
        return false;
    }
    return true;
}

static bool is_over(Selfplay *s)
{
    Result result = position_outcome(s->pos).result;
    bool too_long = s->game.plies >= s->rules.plies;
    if (result == ONGOING && !too_long) return false;
    s->game.result = result == ONGOING ? DRAW : result;
    s->game.end = result == ONGOING ? GAME_TOO_LONG : GAME_BY_RULES;
    return true;
}

static SelfplayStatus play_on(Selfplay *s)
{
    bool play_out = splitmix64_below(&s->random, 100) < s->rules.play_out;
    Course course = {0};
    while (!is_over(s)) {
        size_t count = 0;
        Move *moves = selfplay_candidates(s, &count);
        SearchResult found = search(s, s->pos, s->rules.nodes, moves, count, true);
        free(moves);
        if (found.best == MOVE_NONE || s->failed || !position_reserve(s->pos, SPARE_PLIES)) return SELFPLAY_NO_MEMORY;
        if (s->stop && s->stop()) return SELFPLAY_STOPPED;
        int16_t score = found.depth > 0 ? (int16_t)found.score : GAME_UNSCORED;
        s->game.moves[s->game.plies++] = (GamePly){found.best, score};
        Score white = for_white(s->pos, found.score);
        position_make(s->pos, found.best);
        /* An end by the rules precedes adjudication. */
        if (found.depth > 0 && !play_out && position_outcome(s->pos).result == ONGOING && is_adjudicated(s, &course, white)) break;
    }
    return SELFPLAY_DONE;
}

SelfplayStatus selfplay_game(Selfplay *s, uint64_t number)
{
    s->random = s->rules.seed * 0x2545F4914F6CDD1Du ^ (number + 1) * 0xD1342543DE82EF95u;
    s->game.number = number;
    s->game.fen[0] = '\0';
    s->evaluated = 0;
    memset(s->seen, 0, SEEN * sizeof *s->seen);
    if (!find_opening(s)) return SELFPLAY_NO_OPENING;
    BlockWriter mark = s->labels ? *s->labels : (BlockWriter){0};
    search_clear(s->pool);
    SelfplayStatus status = play_on(s);
    if (!s->labels) return status;
    if (status == SELFPLAY_DONE) s->labelled += s->labels->records - mark.records;
    else block_rewind(s->labels, &mark);
    return status;
}

/* ---- Setup and cleanup ---- */

bool selfplay_init(Selfplay *s, const Variant *variant, const SelfplayRules *rules)
{
    ErrorText error;
    *s = (Selfplay){.rules = *rules, .variant = variant, .origin = ""};
    s->pool = search_new(variant, rules->hash, 1);
    s->pos = position_new(variant);
    s->seen = calloc(SEEN, sizeof *s->seen);
    if (!s->pool || !s->pos || !s->seen || !search_set_net(s->pool, rules->net)
        || !position_set_fen(s->pos, variant->position.start_fen, &error))
        return false;
    s->level = for_white(s->pos, search(s, s->pos, OPENING_NODES, NULL, 0, false).score);
    return true;
}

void selfplay_free(Selfplay *s)
{
    search_free(s->pool);
    position_free(s->pos);
    free(s->seen);
    s->pool = NULL;
    s->pos = NULL;
    s->seen = NULL;
}
