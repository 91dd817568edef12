#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mutants that no test can kill, because nothing that may be asked of the engine changes: the name of the file, its
lines and the change, as tests/generated_mutants.py prints them, and the reason."""

REASONS = {
    'pgn_plies.c: snprintf(word + n, sizeof word - (size_t)n, "%s", pass ? pass_word : shown); | - -> +':
        "a ply always fits: the bound is never reached",
    "roots.c: if (w->root_number > 0 && w->root_number <= w->root_count && w->roots[w->root_number - 1].move == move) | 1 -> 0":
        "only saves the search through the list below",
    "diamond.c: (canis ^ idle) | bit(last), 0); | 0 -> 1":
        "square 0 is on land: no Cani there can be wet",
    "diamond.c: Square city = in_set_up(pos) ? move_leg(move, 0).to : home[us]; | 0 -> 1":
        "a guess of the next key: a wrong one only fetches memory in vain",
    "diamond.c: pack_reaches[reach] = (uint8_t)(rules.pack < CANI_MAX && reach > rules.pack ? rules.pack : reach); | > -> >=":
        "at equality both give the same",
    "levels.c: while (elo >= sheet->elo[i + 1]) ++i; | >= -> >":
        "at a point of the sheet both lines go through it",
    "bordahbee.c: Key key = 0; | 0 -> 1 (3)":
        "a hash may begin with any number",
    "roots.c: return x->previous < y->previous ? 1 : x->previous > y->previous ? -1 : 0; | 1 -> 2":
        "only the sign of a comparison counts",
    "roots.c: if (x->score != y->score) return x->score < y->score ? 1 : -1; | < -> <=":
        "they are not equal there",
    "levels.c: if (elo <= sheet->elo[0]) return skill_of(sheet->strength[0], seed); | <= -> <":
        "at a point of the sheet the line goes through it",
}
