/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The tally of a match: counting and merging. */

#include "tally.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "base.h"

void tally_resize(Tally *tally, size_t games)
{
    if (games <= tally->games) return;
    tally->scores = match_alloc(tally->scores, games + 1);
    memset(tally->scores + tally->games, '-', games - tally->games);
    tally->scores[games] = '\0';
    tally->games = games;
}

/* The number of games after which all variants have had a round. */
static size_t games_per_cycle(const Tally *tally)
{
    return tally->games_per_round * (tally->variant_count ? tally->variant_count : 1);
}

size_t tally_cycles(const Tally *tally, size_t games)
{
    size_t cycle = games_per_cycle(tally);
    return (games + cycle - 1) / cycle;
}

void tally_init(Tally *tally, const Match *match)
{
    memset(tally, 0, sizeof *tally);
    options_conditions(match, tally->conditions);
    for (int i = 0; i < 2; ++i)
        snprintf(tally->names[i], sizeof tally->names[i], "%s", match->engines[i].name);
    tally->variant_count = match->book_count;
    for (size_t i = 0; i < match->book_count; ++i) {
        char rules[RULES_TEXT_MAX];
        snprintf(tally->variants[i], sizeof tally->variants[i], "%s", options_variant(match->books[i].variant, rules));
    }
    tally->games_per_round = match->games_per_round;
    tally->sprt = match->sprt;
    tally->elo0 = match->elo0;
    tally->elo1 = match->elo1;
    tally->alpha = match->alpha;
    tally->beta = match->beta;
    tally_resize(tally, match->rounds * games_per_cycle(tally));
    tally->shards = match_alloc(NULL, sizeof *tally->shards);
    tally->shards[0] = (Shard){match->seed, match->first_opening, match->rounds};
    tally->shard_count = 1;
}

void tally_free(Tally *tally)
{
    free(tally->scores);
    free(tally->shards);
    memset(tally, 0, sizeof *tally);
}

MatchCounts tally_counts(const Tally *tally)
{
    return stats_count(tally->scores, tally->used, tally->games_per_round == 2);
}

MatchCounts tally_counts_of(const Tally *tally, size_t variant)
{
    size_t per_round = tally->games_per_round, count = 0;
    char *own = match_alloc(NULL, tally->used + 1);
    for (size_t n = variant * per_round; n < tally->used; n += games_per_cycle(tally))
        for (size_t i = n; i < n + per_round && i < tally->used; ++i) own[count++] = tally->scores[i];
    MatchCounts counts = stats_count(own, count, per_round == 2);
    free(own);
    return counts;
}

double tally_llr(const Tally *tally, double *lower, double *upper)
{
    MatchCounts counts = tally_counts(tally);
    stats_sprt_bounds(tally->alpha, tally->beta, lower, upper);
    return stats_match_llr(&counts, tally->elo0, tally->elo1);
}

Reason *tally_reason(Tally *tally, const char *text, bool fault)
{
    for (size_t i = 0; i < tally->reason_count; ++i)
        if (strcmp(tally->reasons[i].text, text) == 0) return &tally->reasons[i];
    if (tally->reason_count == REASON_KINDS) return &tally->reasons[REASON_KINDS - 1];
    Reason *reason = &tally->reasons[tally->reason_count++];
    memset(reason, 0, sizeof *reason);
    snprintf(reason->text, sizeof reason->text, "%s", text);
    reason->fault = fault;
    return reason;
}

static void add_engine_totals(EngineTotals *sum, const EngineTotals *part)
{
    sum->moves += part->moves;
    sum->depth_moves += part->depth_moves;
    sum->depth_sum += part->depth_sum;
    sum->nodes += part->nodes;
    sum->search_seconds += part->search_seconds;
    sum->wall_seconds += part->wall_seconds;
}

void tally_add(Tally *tally, size_t n, bool first_is_white, const GameResult *result)
{
    int points = result->result == DRAW ? 1 : (result->result == WHITE_WINS) == first_is_white ? 2 : 0;
    assert(n < tally->games);
    tally->scores[n] = (char)('0' + points);
    if (n >= tally->used) tally->used = n + 1;
    ++tally_reason(tally, result->reason, result->fault)->counts[points];
    for (int i = 0; i < 2; ++i) add_engine_totals(&tally->totals[i], &result->totals[i]);
    tally->plies += result->plies;
}

bool tally_fits(const Tally *tally, const Tally *part, ErrorText *error)
{
    if (strcmp(tally->conditions, part->conditions) != 0)
        return error_set(error, "is another match: '%.75s', not '%.75s'", part->conditions, tally->conditions);
    for (size_t i = 0; i < tally->shard_count; ++i)
        for (size_t k = 0; k < part->shard_count; ++k) {
            const Shard *a = &tally->shards[i], *b = &part->shards[k];
            if (a->seed != b->seed || a->first >= b->first + b->rounds || b->first >= a->first + a->rounds) continue;
            return error_set(error, "has the same seed %llu and openings as a part already added: the same games?",
                             (unsigned long long)b->seed);
        }
    return true;
}

void tally_merge(Tally *tally, const Tally *part)
{
    size_t old = tally_cycles(tally, tally->games) * games_per_cycle(tally);
    tally_resize(tally, old + part->games);
    memcpy(tally->scores + old, part->scores, part->games);
    tally->used = tally->games;
    for (size_t i = 0; i < part->reason_count; ++i) {
        Reason *reason = tally_reason(tally, part->reasons[i].text, part->reasons[i].fault);
        for (int k = 0; k < 3; ++k) reason->counts[k] += part->reasons[i].counts[k];
    }
    for (int i = 0; i < 2; ++i) add_engine_totals(&tally->totals[i], &part->totals[i]);
    tally->plies += part->plies;
    tally->shards = match_alloc(tally->shards, (tally->shard_count + part->shard_count) * sizeof *tally->shards);
    for (size_t i = 0; i < part->shard_count; ++i) {
        Shard *last = &tally->shards[tally->shard_count - 1];
        if (last->seed == part->shards[i].seed && last->first + last->rounds == part->shards[i].first)
            last->rounds += part->shards[i].rounds;
        else
            tally->shards[tally->shard_count++] = part->shards[i];
    }
}

bool tally_decide(Tally *tally)
{
    double lower, upper;
    Sequence *s = &tally->sequence;
    if (!tally->sprt) return false;
    stats_sprt_bounds(tally->alpha, tally->beta, &lower, &upper);
    while (s->games < tally->used && !s->decided) {
        size_t left = tally->used - s->games, games = left < tally->games_per_round ? left : tally->games_per_round;
        MatchCounts more = stats_count(tally->scores + s->games, games, tally->games_per_round == 2);
        s->games += games;
        s->counts.wins += more.wins;
        s->counts.losses += more.losses;
        s->counts.draws += more.draws;
        for (int i = 0; i < 5; ++i) s->counts.pairs[i] += more.pairs[i];
        double llr = stats_match_llr(&s->counts, tally->elo0, tally->elo1);
        s->decided = llr <= lower || llr >= upper;
        s->accepted = llr >= upper;
    }
    return s->decided;
}
