/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

static void add_elo(Buffer *out, const MatchEstimate *e)
{
    match_add(out, "Elo %+.1f +- %.1f  LOS %.1f%%", e->elo, e->error, 100.0 * e->los);
}

static void add_llr(Buffer *out, const Tally *tally)
{
    double lower, upper, llr = tally_llr(tally, &lower, &upper);
    match_add(out, "LLR %.2f [%.2f, %.2f] for Elo [%g, %g]", llr, lower, upper, tally->elo0, tally->elo1);
}

void report_progress(const Tally *tally, size_t played, double minutes)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    unsigned done = counts.wins + counts.losses + counts.draws;
    double rate = minutes > 0.0 ? (double)played / minutes : 0.0;
    unsigned long long left = rate > 0.0 ? (unsigned long long)(60.0 * (double)(tally->games - done) / rate) : 0;
    Buffer line = {0};
    match_add(&line, "%u/%zu %s %.1f%% (+%u -%u =%u)  ", done, tally->games, tally->names[0], 100.0 * e.score, counts.wins,
             counts.losses, counts.draws);
    add_elo(&line, &e);
    if (tally->sprt) {
        match_add(&line, "  ");
        add_llr(&line, tally);
    }
    match_add(&line, "  %.1f games/min  %llu:%02llu:%02llu left", rate, left / 3600, left / 60 % 60, left % 60);
    match_status(buffer_text(&line));
    free(line.text);
}

/* Results by variant, if there are several. */
static void add_variants(Buffer *out, const Tally *tally)
{
    if (tally->variant_count < 2) return;
    match_add(out, "Variants\n");
    for (size_t i = 0; i < tally->variant_count; ++i) {
        MatchCounts counts = tally_counts_of(tally, i);
        MatchEstimate e = stats_estimate(&counts);
        match_add(out, "  %-20s %u games: +%u -%u =%u, %.1f%%  ", tally->variants[i], counts.wins + counts.losses + counts.draws,
               counts.wins, counts.losses, counts.draws, 100.0 * e.score);
        add_elo(out, &e);
        match_add(out, "\n");
    }
}

static void add_engine(Buffer *out, const Tally *tally, int i)
{
    const EngineTotals *t = &tally->totals[i];
    match_add(out, "  %-20s %llu moves", tally->names[i], (unsigned long long)t->moves);
    if (t->moves) match_add(out, ", %.4f s a move", t->wall_seconds / (double)t->moves);
    if (t->depth_moves) match_add(out, ", depth %.1f", (double)t->depth_sum / (double)t->depth_moves);
    if (t->search_seconds > 0.0) match_add(out, ", %.0f nodes/s", (double)t->nodes / t->search_seconds);
    match_add(out, "\n");
}

/* Results without faults, if there were any. */
static void add_without_faults(Buffer *out, const Tally *tally)
{
    uint64_t sound[3] = {0}, faults = 0;
    for (size_t i = 0; i < tally->reason_count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (tally->reasons[i].fault) faults += tally->reasons[i].counts[k];
            else sound[k] += tally->reasons[i].counts[k];
        }
    uint64_t games = sound[0] + sound[1] + sound[2];
    if (faults == 0 || games == 0) return;
    match_add(out, "Without the %llu ended by a fault: +%llu -%llu =%llu, %.1f%%\n", (unsigned long long)faults,
           (unsigned long long)sound[2], (unsigned long long)sound[0], (unsigned long long)sound[1],
           100.0 * ((double)sound[2] + (double)sound[1] / 2.0) / (double)games);
}

static void add_result(Buffer *out, const Tally *tally)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    unsigned games = counts.wins + counts.losses + counts.draws;
    match_add(out, "%s against %s (%s)\n", tally->names[0], tally->names[1], tally->conditions);
    match_add(out, "Games %u: +%u -%u =%u, %.1f%%\n", games, counts.wins, counts.losses, counts.draws, 100.0 * e.score);
    if (tally->games_per_round == 2)
        match_add(out, "Pairs by points (0, 0.5, 1, 1.5, 2): %u %u %u %u %u\n", counts.pairs[0], counts.pairs[1], counts.pairs[2],
               counts.pairs[3], counts.pairs[4]);
    add_elo(out, &e);
    match_add(out, "\n");
    if (tally->sprt) {
        double lower, upper, llr = tally_llr(tally, &lower, &upper);
        add_llr(out, tally);
        if (tally->sequence.decided)
            match_add(out, ": elo%d accepted after %zu games\n", tally->sequence.accepted, tally->sequence.games);
        else match_add(out, "%s\n", llr >= upper ? ": elo1 accepted" : llr <= lower ? ": elo0 accepted" : ": undecided");
    }
    add_without_faults(out, tally);
    add_variants(out, tally);
    match_add(out, "Terminations                      games   %s wins   loses   draws\n", tally->names[0]);
    for (size_t i = 0; i < tally->reason_count; ++i) {
        const Reason *r = &tally->reasons[i];
        int width = (int)strlen(tally->names[0]) + 7;
        match_add(out, "  %-28s %7llu  %*llu %7llu %7llu%s\n", r->text,
               (unsigned long long)(r->counts[0] + r->counts[1] + r->counts[2]), width, (unsigned long long)r->counts[2],
               (unsigned long long)r->counts[0], (unsigned long long)r->counts[1], r->fault ? "  (fault)" : "");
    }
    match_add(out, "Engines\n");
    for (int i = 0; i < 2; ++i) add_engine(out, tally, i);
    if (games) match_add(out, "Plies a game: %.1f\n", (double)tally->plies / games);
}

void report_result(const Tally *tally)
{
    Buffer text = {0};
    add_result(&text, tally);
    fputs(buffer_text(&text), stdout);
    free(text.text);
}
