#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Whole games of every game, engine against itself, in real XBoard.
#
#   tests/xboard/run.sh [ENGINE [GAME...]]
#
# QUINCUNX_XBOARD_KEEP=DIR keeps XBoard's logs there.

here=$(dirname "$0")
engine=${1:-./quincunx}
[ $# -gt 0 ] && shift

PATH=$PATH:/usr/games
for program in xboard Xvfb python3; do
    if ! command -v $program >/dev/null 2>&1; then
        echo "xboard: skipped, since $program is not installed (make deps)"
        echo "0 passed, 0 failed, 6 skipped"
        exit 0
    fi
done
exec python3 "$here/games.py" "$engine" "$@"
