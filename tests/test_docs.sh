#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The diagrams in docs and docs/rules are those that the laboratory of this engine, ENGINE-lab, draws.
# Usage: tests/test_docs.sh ENGINE
if ! "$1-lab" help diagram >/dev/null 2>&1; then
    echo "skipped: $1-lab draws no diagrams: make lab"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
exec python3 docs/make.py "$1" --check
