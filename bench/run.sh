#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Perft and node rate of every game as a table: bench/run.sh [ENGINE]. turns/s: a
# perft whose last turns are made and taken back as well.
# Each rate is the median of three runs; the perfts are short beside the
# search, but for two that have no shorter one of use.
engine=${1:-./quincunx}

median() { sort -n | sed -n 2p; }

# Leaves per second of one perft, without the time the program takes to start;
# with --make the turns of the last ply are made, not only counted.
perft_rate() {
    for run in 1 2 3; do
        "$engine" perft "$1" --suite "$suite" $2 | sed -n 's/.* leaves, \([0-9]*\) leaves.*/\1/p'
    done | median
}

suite=$(mktemp) || exit 1
trap 'rm -f "$suite"' EXIT
printf '%-20s %5s %12s %13s %12s %9s %10s\n' game depth leaves leaves/s turns/s nodes nodes/s
# game, perft depth from the start position, leaves
while read -r game depth leaves; do
    fen=$(printf 'setoption name UCI_Variant value %s\nd\nquit\n' "$game" | "$engine" | sed -n 's/^Fen: //p')
    printf '%s ;D%s %s\n' "$fen" "$depth" "$leaves" > "$suite"
    leaf_rate=$(perft_rate "$game" "")
    make_rate=$(perft_rate "$game" --make)
    rates=$(for run in 1 2 3; do "$engine" bench "$game" | tail -1; done | sort -k3n | sed -n 2p)
    printf '%-20s %5s %12s %13s %12s %9s %10s\n' "$game" "$depth" "$leaves" "$leaf_rate" "$make_rate" \
        "$(echo "$rates" | cut -d' ' -f1)" "$(echo "$rates" | cut -d' ' -f3)"
done <<GAMES
chess 5 4865609
borderlands 4 61165588
battleofideologies 5 39931947
horizons 4 2199112
bordahbee 3 2987648
diamond 5 5876928
GAMES
