#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Real XBoard: whole games of every game, engine against itself, whose records the terminal
# reads; and a person with a mouse.
#
#   tests/xboard/run.sh [ENGINE [GAME...]]
#
# QUINCUNX_XBOARD_KEEP=DIR keeps XBoard's logs of the engine's games there.

here=$(dirname "$0")
engine=${1:-./quincunx}
[ $# -gt 0 ] && shift

PATH=$PATH:/usr/games
for program in xboard Xvfb xdotool python3; do
    if ! command -v $program >/dev/null 2>&1; then
        echo "xboard: skipped, since $program is not installed (tests/deps.sh more)"
        echo "0 passed, 0 failed, 5 skipped"
        exit 0
    fi
done
# Both at once: they wait more than they work.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    python3 "$here/games.py" "$engine" "$@" >"$work/games" 2>&1 &
    python3 "$here/person.py" "$engine" "$@"
    wait
    cat "$work/games"
} | awk '
    /^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3; skipped += $5; parts++; next }
    { print; fflush() }
    END {
        if (parts < 2) failed++
        printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""
        exit failed > 0
    }'
