#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Perft and node rate of every game as a table: bench/run.sh [ENGINE]. moves/s: a
# perft whose last moves are made and taken back as well.
# Each rate is the median of three runs. A perft is as deep as gives two million leaves.
engine=${1:-./quincunx}
enough=2000000

median() { sort -n | sed -n 2p; }

# Leaves per second of one perft, without the start of the program; with --make the moves of the last ply are made, not only
# counted.
perft_rate() {
    for run in 1 2 3; do
        "$engine" perft "$1" --suite "$suite" $2 | sed -n 's/.* leaves, \([0-9]*\) leaves.*/\1/p'
    done | median
}

suite=$(mktemp) || exit 1
trap 'rm -f "$suite"' EXIT
printf '%-20s %5s %12s %13s %12s %9s %10s\n' game depth leaves leaves/s moves/s nodes nodes/s
for game in $("$engine" games); do
    depth=0 leaves=0
    while [ "$leaves" -lt $enough ] && [ $depth -lt 12 ]; do
        depth=$((depth + 1))
        leaves=$("$engine" perft "$game" $depth | sed -n 's/^Nodes searched: //p')
    done
    fen=$(printf 'setoption name UCI_Variant value %s\nd\nquit\n' "$game" | "$engine" | sed -n 's/^Fen: //p')
    printf '%s ;D%s %s\n' "$fen" "$depth" "$leaves" > "$suite"
    leaf_rate=$(perft_rate "$game" "")
    make_rate=$(perft_rate "$game" --make)
    rates=$(for run in 1 2 3; do "$engine" bench "$game" | tail -1; done | sort -k3n | sed -n 2p)
    printf '%-20s %5s %12s %13s %12s %9s %10s\n' "$game" "$depth" "$leaves" "$leaf_rate" "$make_rate" \
        "$(echo "$rates" | cut -d' ' -f1)" "$(echo "$rates" | cut -d' ' -f3)"
done
