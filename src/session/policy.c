/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "policy.h"

#include <stdlib.h>
#include <string.h>

#include "../search/levels.h"
#include "../search/search.h"

enum {
    /* Scores are normalised (eval/wdl.h). */
    HOPELESS = 600,      /* the game is lost: an expected result of 0.1% */
    DRAW_BELOW = -60,    /* a draw is welcome below this */
    EVEN_WITHIN = 10,    /* even; wider for weaker levels, which evaluate less precisely */
    EVEN_PER_LEVEL = 2,
    EVEN_MOVES = 8,      /* even moves in a row before a draw is offered or accepted */
    EARLIEST_OFFER = 60, /* plies into the game */
    OFFER_PAUSE = 40,    /* plies between offers */
    RESIGN_MOVES = 4,    /* hopeless moves in a row */
    LEVELS_PER_MOVE = 3, /* one more move for this many levels below the highest */
    RESIGN_PER_LEVEL = 5   /* percent that each level below the highest adds to the resign score */
};

void policy_take_back(Policy *m, unsigned ply)
{
    while (m->count && m->notes[m->count - 1].ply >= ply) --m->count;
    if (m->offered > ply) m->offered = 0;
}

void policy_note(Policy *m, unsigned ply, Score score)
{
    policy_take_back(m, ply);
    if (m->count == POLICY_NOTES) memmove(m->notes, m->notes + 1, --m->count * sizeof *m->notes);
    m->notes[m->count].ply = ply;
    m->notes[m->count++].score = score;
}

/* How many of a side's latest moves in a row have scores from low to high. */
static unsigned run(const Policy *m, Score low, Score high)
{
    unsigned n = 0, due = m->count ? m->notes[m->count - 1].ply : 0;
    for (unsigned i = m->count; i-- > 0 && m->notes[i].ply + 1 >= due;) {
        if (m->notes[i].ply != due) continue; /* of the other side */
        if (m->notes[i].score < low || m->notes[i].score > high) break;
        ++n;
        due -= 2;
    }
    return n;
}

static unsigned even_moves(const Policy *m, int level)
{
    Score within = EVEN_WITHIN + EVEN_PER_LEVEL * (LEVEL_FULL - level);
    return run(m, -within, within);
}

bool policy_resigns(const Policy *m, int level)
{
    if (level < POLICY_RESIGN_LEVEL) return false;
    int below = LEVEL_FULL - level;
    Score hopeless = HOPELESS + HOPELESS * below * RESIGN_PER_LEVEL / 100;
    return run(m, -SCORE_INFINITE, -hopeless) >= (unsigned)(RESIGN_MOVES + below / LEVELS_PER_MOVE);
}

bool policy_takes_draw(const Policy *m, int level)
{
    return m->count && (m->notes[m->count - 1].score < DRAW_BELOW || even_moves(m, level) >= EVEN_MOVES);
}

bool policy_offers_draw(Policy *m, const Position *pos, int level)
{
    unsigned ply = position_plies(pos);
    if (ply < EARLIEST_OFFER || even_moves(m, level) < EVEN_MOVES || (m->offered && ply - m->offered < OFFER_PAUSE)) return false;
    m->offered = ply;
    return true;
}

bool policy_is_better(const Policy *m) { return m->count && m->notes[m->count - 1].score > -DRAW_BELOW; }
