/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "timeman.h"

/* An upper bound in milliseconds that prevents overflow in the sums below. */
static const int64_t FOREVER = (int64_t)100 * 365 * 24 * 3600 * 1000;

void time_start(TimeManager *tm, const SearchLimits *limits, int64_t now)
{
    int64_t clock = min(limits->time, FOREVER), increment = min(limits->increment, FOREVER);
    *tm = (TimeManager){.start = now, .charged = now, .budget = limits->node_budget};
    if (limits->infinite) return;
    if (limits->move_time) {
        tm->fixed = true;
        tm->soft = tm->hard = max(1, min(limits->move_time, FOREVER) - limits->overhead);
        return;
    }
    if (!clock && !increment) return;

    int64_t left = max(1, clock - limits->overhead);
    if (limits->moves_to_go > 0) {
        int64_t moves = limits->moves_to_go < 50 ? limits->moves_to_go : 50;
        int64_t total = max(1, left + increment * (moves - 1) - limits->overhead * (moves - 1));
        tm->soft = total / moves * 7 / 10;
        tm->hard = min(total * 4 / moves, left * (moves == 1 ? 90 : 60) / 100);
    } else {
        int64_t income = max(0, increment - limits->overhead);
        tm->soft = left / 30 + income * 6 / 10;
        tm->hard = left / 6 + income;
        tm->hard = min(tm->hard, left * 6 / 10);
    }
    tm->hard = max(1, tm->hard);
    tm->soft = max(1, min(tm->soft, tm->hard));
}

void time_charge(TimeManager *tm, int64_t since)
{
    if (since > tm->charged) tm->charged = since;
}

bool time_is_up(const TimeManager *tm, int64_t now) { return tm->hard && now - tm->charged >= tm->hard; }

/* The share of its planned time that this move needs, in percent: less for a stable best move, more for a
 * falling score or a best move with few of the nodes (as in Stash and Weiss). */
static int effort(TimeManager *tm, const Iteration *found)
{
    static const int stability[] = {210, 120, 95, 85, 78};
    tm->stable = found->best == tm->best ? tm->stable + 1 : 0;
    int fall = tm->best ? tm->score - found->score : 0;
    tm->best = found->best;
    tm->score = found->score;
    int percent = stability[tm->stable < 4 ? tm->stable : 4];
    percent = percent * (100 + (fall > 60 ? 60 : fall < -30 ? -30 : fall)) / 100;
    percent = percent * (150 - found->share * 85 / 1000) / 100;
    return found->choices == 1 ? percent / 5 : percent;
}

bool time_is_enough(TimeManager *tm, int64_t now, const Iteration *found)
{
    int percent = effort(tm, found);
    if (tm->budget && found->nodes * 100 >= tm->budget * (uint64_t)percent) return true;
    if (!tm->soft) return false;
    if (tm->fixed) return now - tm->charged >= tm->soft;
    return now - tm->start >= tm->soft * percent / 100;
}
