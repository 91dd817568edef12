#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mutants that no test can kill, because nothing that may be asked of the engine changes: the name of the file, its
lines and the change, as tests/generated_mutants.py prints them, and the reason."""

REASONS = {
    'pgn_plies.c: snprintf(word + n, sizeof word - (size_t)n, "%s", pass ? pass_word : shown); | - -> +':
        "a ply always fits: the bound is never reached",
    'pgn_tree.c: else number_read(sign + 1, 1, UINT8_MAX, &nag); | 1 -> 0 (2)':
        "pgn_tree_nag leaves out a glyph 0, too",
    'pgn_plies.c: f->at += match_list(f, &plies, f->at, mover ^ 1); | 1 -> 0':
        "a drop has the letter of its piece, whichever side has it: the colour of what was dropped is not looked at",
    'session.c: limits.skill = skill_of(strength, seed); | deleted':
        "only tuning builds have a strength that is not below 0",
    'wdl.c: return normalised > EVAL_MAX ? 1 : normalised < -EVAL_MAX ? 0 : logistic(normalised / ODDS_UNIT); | > -> >=':
        "the logistic function of EVAL_MAX is 1 in double precision",
    'web_moves.c: if (!position_reserve(pos, 2)) { | 2 -> 3':
        "more room than is needed",
    'web.c: put_line(&out, "pv", pos, line, result->ponder ? 2 : 1); | 1 -> 2':
        "no move is not legal, which ends a line as well",
    'material.c: return board << 8 | (unsigned)!royal << 7 | (unsigned)piece_side(piece) << 6 | (31u - piece_type(piece)); | 8 -> 9':
        "the order of the keys stays",
    'probe.c: TbValue after = {0}; | 0 -> 1':
        "a value that is known is written over it, and one that is not ends the loop",
    'nnue.c: for (size_t i = 0; i < n; ++i) rows[i] = row(e, inputs[i]); | < -> <=':
        "a row more is written that nobody reads; there is room, for no position has as many inputs",
    'probe.c: unsigned room = tablebases->room * 2 + 16; | 16 -> 17':
        "it only says how often memory is asked for",
}
