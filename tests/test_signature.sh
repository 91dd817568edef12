#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The node counts of `bench` in every game equal those in tests/signature. A different count is a functional
# change, intended or not. A commit that intends it writes the new counts: tests/test_signature.sh ./quincunx
# --write
set -u
cd "$(dirname "$0")/.." || exit 2
engine=${1:-./quincunx}
[ -x "$engine" ] || { echo "there is no engine $engine: make builds it"; echo "0 passed, 1 failed"; exit 1; }
found=$("$engine" bench | sed -nE 's/^([a-z0-9-]+) +depth +([0-9]+) +([0-9]+) nodes.*/\1 \2 \3/p')
if [ "${2-}" = --write ]; then
    printf '# Game, depth and nodes of `quincunx bench`; tests/test_signature.sh compares them.\n%s\n' "$found" >tests/signature
    exit 0
fi
if difference=$(diff <(grep -v '^#' tests/signature) - <<<"$found"); then
    echo "1 passed, 0 failed"
else
    printf 'bench searches other nodes than tests/signature says (<):\n%s\n' "$difference"
    echo "0 passed, 1 failed"
    exit 1
fi
