#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line. Usage: tests/test_cli.sh ENGINE
set -u
engine=${1:-./quincunx}
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME STATUS ARGUMENTS...: checks the exit status; the output goes to $work.
run() {
    local name=$1 expected=$2
    shift 2
    timeout 120 "${program:-$engine}" "$@" >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    ok "$name: exit status $expected" test "$status" -eq "$expected"
}
# ok NAME COMMAND...: passes if the command succeeds.
ok() {
    local name=$1
    shift
    if "$@" >/dev/null 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n' "$name"
        head -5 "$work/out" "$work/err" 2>/dev/null
    fi
}
last() { [ "$(tail -n 1 "$work/out")" = "$1" ]; }
lab=$(dirname "$engine")/quincunx-lab
# Errors: status 2, a reason on stderr, nothing on stdout.
refused() {
    local name=$1
    shift
    run "$name" 2 "$@"
    ok "$name: a message on stderr" test -s "$work/err"
    ok "$name: nothing on stdout" test ! -s "$work/out"
    ok "$name: the message is the program's" grep -qE '^quincunx(-lab)?( [a-z]+)?: ' "$work/err"
}

run "version" 0 --version
ok "version" grep -qE '^Quincunx [0-9]' "$work/out"
ok "for what it was built, and what it uses" grep -qE '^Built for .+ by (gcc|.*[Cc]lang) [0-9].*; attacks by (PEXT|arithmetic), networks by [a-z]' "$work/out"
run "help" 0 --help
ok "help is about perft" grep -q perft "$work/out"
cp "$work/out" "$work/help"
for words in help -h "help " "help --help"; do
    # shellcheck disable=SC2086
    run "'$words'" 0 $words
    ok "'$words' is help" cmp -s "$work/out" "$work/help"
done
for words in "help perft" "perft --help" "perft -h" "-h perft" "--help perft"; do
    # shellcheck disable=SC2086
    run "'$words'" 0 $words
    ok "'$words' is the help of perft" grep -q '^Usage: quincunx perft GAME DEPTH' "$work/out"
    ok "'$words' is of nothing else" test "$(grep -c '^Usage' "$work/out")" -eq 1
done
refused "help of no mode" help fly
for path in "$(dirname "$engine")"/quincunx-match "$(dirname "$engine")"/quincunx-lab packaging/desktop/quincunx-play; do
    [ -x "$path" ] || continue
    for word in help --help -h; do
        "$path" "$word" >"$work/out" 2>"$work/err"
        ok "$path $word" test $? -eq 0 -a ! -s "$work/err"
        ok "$path $word is help" grep -qi "^usage: ${path##*/}" "$work/out"
    done
done
for mode in play perft bench analyse; do
    run "help behind $mode" 0 "$mode" --help
    ok "help behind $mode says how" grep -q "quincunx $mode" "$work/out"
    ok "help behind $mode is about it alone" test "$(grep -c "^Usage\|^       quincunx" "$work/out")" -eq "$(grep -c "quincunx $mode" "$work/out")"
done
run "help" 0 --help
for game in $(sed -n '/^Games:/s/^Games://p' "$work/out"); do
    games="${games:-} $game"
done
ok "help lists the games" test -n "${games:-}"

run "rules" 0 rules horizons
ok "rules lists the options" grep -q '^ *push *on|off ' "$work/out"
run "perft by other rules" 0 perft horizons 3 --rules horizons:shield=off
ok "perft by other rules: the count" last "Nodes searched: 53616"
run "rules before the mode" 0 --rules=horizons:ox=original perft horizons 3
ok "rules before the mode: the count" last "Nodes searched: 53184"
if [ -x "$(dirname "$engine")/quincunx-lab" ]; then
    "$(dirname "$engine")/quincunx-lab" tables horizons --rules horizons:push=off > "$work/out" 2> "$work/err"
    ok "the laboratory refuses rules that its files would not name" test $? -eq 2 -a -s "$work/err" -a ! -s "$work/out"
fi
run "an edition" 0 perft borderlands 2 --rules borderlands:version=2025-10
ok "an edition: the count" last "Nodes searched: 5604"
refused "rules without a value" perft chess 2 --rules
refused "rules of no game" perft chess 2 --rules castling=off
refused "an unknown rule" perft chess 2 --rules chess:jump=on
refused "rules that contradict" perft diamond 1 --rules diamond:stalemate=offered,counter=9
refused "a right that the rules do not know" perft chess 2 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --rules chess:castling=off

run "perft" 0 perft chess 4
ok "perft: the last line" last "Nodes searched: 197281"
run "perft 0" 0 perft chess 0
ok "perft 0" last "Nodes searched: 1"
run "perft of a FEN" 0 perft chess 2 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ok "perft of a FEN" last "Nodes searched: 2039"
run "divide" 0 perft chess 3 --divide
ok "divide: the last line" last "Nodes searched: 8902"
ok "divide: twenty moves" test "$(grep -cE '^[a-h][1-8][a-h][1-8]: [0-9]+$' "$work/out")" -eq 20
ok "divide: they add up" test "$(sed -nE 's/^[a-h][1-8][a-h][1-8]: ([0-9]+)$/\1/p' "$work/out" | paste -sd + | bc 2>/dev/null \
    || sed -nE 's/^[a-h][1-8][a-h][1-8]: ([0-9]+)$/\1/p' "$work/out" | awk '{ n += $1 } END { print n }')" -eq 8902
run "suite" 0 perft chess --suite tests/positions/chess.epd
ok "suite: none is wrong" grep -q ' 0 wrong' "$work/out"
# What is wrong in a suite, and benches: tests/test_suites.py.

# Pictures of boards: tests/test_files.py compares every pixel.
for wanted in "chess 8 8 turns" "battleofideologies 13 9 fixed" "bordahbee 16 8 turns" "diamond 12 8 turns"; do
    read -r game columns rows turns <<<"$wanted"
    for kind in png bmp; do
        program=$lab run "board of $game" 0 board "$game" "$work" $([ $kind = png ] || echo --bmp)
        ok "board of $game: what is said" last "$columns $rows $turns $work/$game-${columns}x$rows.$kind"
        ok "board of $game: the $kind" test -s "$work/$game-${columns}x$rows.$kind"
    done
done
ok "a picture for Windows" test "$(head -c 2 "$work/diamond-12x8.bmp")" = BM
program=$lab refused "board of an unknown game" board nogame "$work"
program=$lab refused "board in no folder" board diamond "$work/none"
program=$lab refused "board without a folder" board diamond

refused "unknown mode" fly
refused "unknown option" --fly
refused "perft without a game" perft
refused "perft without a depth" perft chess
refused "perft of an unknown game" perft nogame 3
refused "perft to no number" perft chess three
refused "perft to a negative depth" perft chess -1
refused "perft too deep" perft chess 1000
refused "perft of a bad FEN" perft chess 3 "8/8/8/8/8/8/8/8 w - - 0 1"
refused "perft with too much" perft chess 3 "x" "y"
refused "suite without a file" perft chess --suite
refused "suite that is not there" perft chess --suite "$work/none.epd"
mkfifo "$work/pipe"
refused "suite that is a pipe" perft chess --suite "$work/pipe"
refused "suite that is a folder" perft chess --suite "$work"
refused "suite of an unknown game" perft nogame --suite tests/positions/chess.epd
refused "bench of an unknown game" bench nogame
refused "bench to no number" bench chess deep
refused "bench with too much" bench chess 2 3
refused "play of an unknown game" play nogame
program=$lab refused "diagram of nothing" diagram
program=$lab refused "diagram of an unknown game" diagram nogame
ok "it is told which games there are" grep -q "there are chess, " "$work/err"
program=$lab refused "diagram of no position" diagram chess "8/8 w - - 0 1"
program=$lab refused "diagram of a square that is not there" diagram chess --moves z9
program=$lab refused "diagram of an illegal move" diagram chess --legs e2e5
program=$lab refused "diagram of a piece that is not there" diagram chess --piece unicorn
program=$lab refused "diagram of a piece and a position" diagram chess "x" --piece N
program=$lab refused "diagram with an unknown option" diagram chess --colour red

# The first line selects the protocol; the end of the input ends the program.
printf 'uci\nquit\n' | timeout 20 "$engine" >"$work/out" 2>"$work/err"
ok "uci ends with quit" test "${PIPESTATUS[1]}" -eq 0
ok "uciok" grep -qx uciok "$work/out"
printf '\n  \nxboard\nprotover 2\nquit\n' | timeout 20 "$engine" >"$work/out" 2>"$work/err"
ok "xboard" grep -q 'feature done=1' "$work/out"
printf 'isready' | timeout 20 "$engine" >"$work/out" 2>"$work/err"
ok "a last line without an end" grep -qx readyok "$work/out"
timeout 20 "$engine" </dev/null >"$work/out" 2>"$work/err"
ok "no input at all" test "$?" -eq 0
printf 'e2e4\nquit\n' | timeout 60 "$engine" play chess >"$work/out" 2>"$work/err"
ok "play in the terminal" test "${PIPESTATUS[1]}" -eq 0

# A diagram is well-formed and shows every piece on the board.
"$lab" diagram chess --moves g1 >"$work/out" 2>"$work/err"
ok "diagram ends well" test $? -eq 0
ok "diagram has 32 pieces" test "$(grep -c 'r="16"' "$work/out")" -eq 32
ok "diagram marks two squares" test "$(grep -c 'r="6" fill="#14532d"' "$work/out")" -eq 2
# Moves of a piece on an empty board: captures and quiet moves of a Knight; zones, hands, boards on a corner,
# rotation by 180 degrees.
program=$lab run "diagram of a piece" 0 diagram chess --piece N
ok "a Knight goes to eight squares" test "$(grep -c 'r="6" fill="#14532d"' "$work/out")" -eq 8
ok "a Knight captures on eight squares" test "$(grep -c 'r="17".*#b3261e' "$work/out")" -eq 8
program=$lab run "diagram with zones and hands" 0 diagram borderlands
ok "both hands are told" test "$(grep -c 'in hand: 2' "$work/out")" -eq 2
ok "four villages" test "$(grep 'c23b22' "$work/out" | grep -o 'M' | wc -l)" -eq 4
program=$lab run "diagram of half a move" 0 diagram diamond "2h5/8/8/8/8/8/8/5H2[GCg] w - - 0 1" --legs G@h1
ok "the man mustered stands on the board" test "$(grep -c 'font-weight="700"' "$work/out")" -eq 3
ok "and is not in hand any more" test "$(grep -o 'in hand: .*<' "$work/out" | tr '\n' ' ')" = "in hand: g< in hand: C< "
program=$lab run "diagram of two legs" 0 diagram diamond "8/8/7s/8/8/8/2C2C2/8[S] w - - 0 30" --legs S@h1,c2d2
ok "the first leg took the man from the hand" test "$(grep -c "in hand" "$work/out")" -eq 0
program=$lab run "diagram of two legs without a drop" 0 diagram diamond "8/8/7s/8/8/8/2C2C2/8[S] w - - 0 30" --legs c2d2,f2g2
ok "the hand is as it was" grep -q 'in hand: S<' "$work/out"
program=$lab run "diagram of arrows and teleports" 0 diagram diamond "8/8/8/8/8/4Z1s1/5G2/8[] w - - 0 1" --moves f2
if command -v python3 >/dev/null; then
    ok "diagram is XML" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/out"
fi

printf '1. e4 *\n' >"$work/game.pgn"

# Unwritable output: every mode reports it, fails, and does not work on.
mkfifo "$work/pipe"
if [ -w /dev/full ]; then
    "$lab" datagen chess --games 20 --nodes 20 --plies 80 --out "$work/games" --quiet
    full() {
        local name=$1 input=$2
        shift 2
        printf '%b' "$input" | timeout 120 "${program:-$engine}" "$@" >/dev/full 2>"$work/err"
        ok "a full disk, $name: exit status 2" test "${PIPESTATUS[1]}" -eq 2
        ok "a full disk, $name: it is said" grep -qE '^quincunx(-lab|-match)?: (standard output|stdout) (could|can) not be written' "$work/err"
        # The output is closed: as with `| head -1`, but before the first line.
        : <"$work/pipe" &
        exec 4>"$work/pipe"
        wait $!
        printf '%b' "$input" | timeout 120 "${program:-$engine}" "$@" >&4 2>"$work/err" 4>&-
        ok "nobody reads, $name: exit status 2" test "${PIPESTATUS[1]}" -eq 2
        ok "nobody reads, $name: it is said" grep -qE '^quincunx(-lab|-match)?: (standard output|stdout) (could|can) not be written' "$work/err"
        exec 4>&-
    }
    program=$lab full "diagram" '' diagram chess
    full "perft" '' perft chess 2
    full "perft, each move" '' perft chess 2 --divide
    full "perft of a suite" '' perft chess --suite tests/positions/chess.epd
    full "bench" '' bench chess 2
    full "uci, perft" 'position startpos\ngo perft 3\n'
    program=$lab full "board" '' board horizons "$work"
    full "help" '' --help
    full "help behind a mode" '' perft --help
    full "version" '' --version
    program=$lab full "help of datagen" '' datagen --help
    program=$lab full "datagen --print" '' datagen --print "$work/games"
    program=$lab full "datagen --stats" '' datagen --stats "$work/games"
    program=$lab full "datagen --verify" '' datagen --verify "$work/games"
    program=$lab full "tables" '' tables chess KQvK --path "$work/tables" --threads 1
    "$lab" tables chess KQvK --path "$work/tables" --threads 1 >"$work/out"
    program=$lab full "tables --stats" '' tables chess KQvK --path "$work/tables" --stats
    program=$lab full "openings, many" '' openings chess 100000
    program=$lab full "tables --list" '' tables chess --list
    full "analyse" '' analyse "$work/game.pgn" --nodes 20
    full "json" '{"do":"games"}\n' json
    full "play" 'e2e4\nquit\n' play chess
    full "uci" 'uci\nquit\n'
    full "xboard" 'xboard\nprotover 2\nquit\n'
    # Output longer than the buffer is written in parts, before the end.
    ok "what is printed is more than is kept in memory" test "$("$lab" datagen --print "$work/games" | wc -c)" -gt 8192
    for tool in "quincunx-match -help" "quincunx-lab --help"; do
        program=$(dirname "$engine")/${tool%% *}
        [ -x "$program" ] || continue
        "$program" "${tool##* }" >/dev/full 2>"$work/err"
        ok "a full disk, $tool: exit status 2" test $? -eq 2
        ok "a full disk, $tool: it is said" grep -q "^${tool%% *}: standard output could not be written: No space left" "$work/err"
        full "$tool" '' "${tool##* }"
    done
else
    echo "skipped: a full disk: there is no /dev/full"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
