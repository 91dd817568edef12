#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mutants that no test can kill, because nothing that may be asked of the engine changes: the name of the file, its
lines and the change, as tests/generated_mutants.py prints them, and the reason."""

REASONS = {
    'pgn_plies.c: snprintf(word + n, sizeof word - (size_t)n, "%s", pass ? pass_word : shown); | - -> +':
        "a ply always fits: the bound is never reached",
    'pgn_tree.c: else number_read(sign + 1, 1, UINT8_MAX, &nag); | 1 -> 0 (2)':
        "pgn_tree_nag leaves out a glyph 0, too",
}
