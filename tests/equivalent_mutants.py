#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mutants that no test can kill, because nothing that may be asked of the engine changes: the name of the file, and
the line as it becomes, with the reason (tests/generated_mutants.py)."""

REASONS = {
}
