#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# A person with a mouse plays every game against the engine in real XBoard.
#
#   tests/xboard/person.sh [ENGINE [GAME...]]
#
# QUINCUNX_PERSON_SHOOT=DIR puts pictures of the boards there (by ImageMagick's import),
# QUINCUNX_PERSON_SEED=N chooses other moves. TEST_PATIENCE: seconds until something that is
# waited for counts as missing (120).

here=$(dirname "$0")
engine=${1:-./quincunx}
[ $# -gt 0 ] && shift

PATH=$PATH:/usr/games
for program in xboard Xvfb xdotool python3 ${QUINCUNX_PERSON_SHOOT:+import}; do
    if ! command -v "$program" >/dev/null 2>&1; then
        echo "person: skipped, since $program is not installed (tests/deps.sh more)"
        echo "0 passed, 0 failed, 6 skipped"
        exit 0
    fi
done
exec python3 "$here/person.py" "$engine" "$@"
