#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Endgame tablebases in use: built in, in a folder, switched off, damaged; and the command line. Usage:
# tests/test_tablebases.sh ENGINE
set -u
engine=$(realpath "${1:-quincunx}")
lab=$(dirname "$engine")/quincunx-lab
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/ok.sh
. tests/ok.sh
# check NAME COMMAND...: as ok, but what the command says can go elsewhere.
check() {
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $name" >&2
    fi
}

# uci FILE LINE...: the engine's output for the lines; a search of few nodes may finish.
uci() {
    local file=$1
    shift
    printf '%s\n' "$@" "go nodes 2000" isready quit | "$engine" >"$file"
}

# search FILE LINE...: the same, with a whole search of few nodes.
search() {
    local file=$1 line
    shift
    coproc ENGINE { "$engine"; }
    printf '%s\n' "$@" "go nodes 2000" >&"${ENGINE[1]}"
    while read -r line; do
        echo "$line"
        [[ $line != bestmove* ]] || echo quit >&"${ENGINE[1]}"
    done <&"${ENGINE[0]}" >"$file"
    wait
}

says() { grep -qE -- "$2" "$1"; }
silent() { ! says "$@"; }

out=$work/out
for game in "chess|8/8/8/4k3/8/8/8/KQ6 w - - 0 1" "horizons|12/12/12/3O7K/12/12/8k3/12/12/12/12/12 w - - 0 1" \
    "borderlands|1C1+S5/9/9/9/9/9/9/9/9/4c4[] w - - 0 1" "battleofideologies|9/9/5C3/9/9/9/1+z7/9/3K5[] w - - 0 1"; do
    name=${game%%|*} fen=${game#*|}
    search "$out" "setoption name UCI_Variant value $name" "position fen $fen"
    check "$name: an ending that is built in is told as won" says "$out" 'score mate [0-9]+ '
done
search "$out" "setoption name Tablebases value false" "setoption name UCI_Variant value horizons" \
    "position fen 12/12/12/3O7K/12/12/8k3/12/12/12/12/12 w - - 0 1"
check "switched off, nothing is known of it" silent "$out" 'score mate [0-9]+ '

check "a table is made" "$lab" tables chess KRvK --path "$work/made" --threads 1 >"$out"
check "and told of" says "$out" '^KRvK .* longest win +31 plies'
check "it is right" "$lab" tables chess KRvK --path "$work/made" --verify >"$out"
check "its statistics hold its longest win" "$lab" tables chess KRvK --path "$work/made" --stats >"$out"
check "with its line" says "$out" ' w - - 0 1$'
check "an engine that has it wins in the fewest plies" "$lab" endgames "$work/made" chess KRvK --games 2 --nodes 100 --embedded >"$out"
check "and that is measured" says "$out" 'won 2 of 2 in ([0-9.]+) plies \(shortest \1\)'
check "what is there is not made again" "$lab" tables chess KRvK --path "$work/made" >"$out"
check "and that is said" says "$out" '1 endgames, 0 to be made'
head -c 1000 "$work/made/chess/KRvK.end" >"$work/made/chess/KQvK.end"
echo nonsense >"$work/made/chess/odd.end"
uci "$out" "setoption name TablebasePath value $work/made"
check "a table cut short is named" says "$out" 'info string .*KQvK.end: of the wrong length'
check "what is no table is named" says "$out" 'info string .*odd.end: not a tablebase file'
check "play goes on" says "$out" '^bestmove '
uci "$out" "setoption name TablebasePath value /nowhere/at/all"
check "a folder that is none is named" says "$out" 'info string /nowhere/at/all: '
check "and play goes on" says "$out" '^bestmove '

for words in "" "nogame" "chess KXvK" "chess --pieces 9" "chess --path" "chess --what" "chess KRvK --verify --path $work/none"; do
    # shellcheck disable=SC2086
    "$lab" tables $words >/dev/null 2>"$out"
    check "tables '$words' ends with status 2" test $? -eq 2
    check "tables '$words' says why" says "$out" '^quincunx-lab tables: .{10}'
done
(ulimit -f 4; "$lab" tables chess KQvK --path "$work/limit" --threads 1 >/dev/null 2>"$out")
check "a file larger than allowed is told" says "$out" 'KQvK.end cannot be written: File too large'
check "and leaves nothing" test -z "$(ls "$work/limit/chess")"
"$lab" tables chess KQvK --path "$work/limit" --threads 1 >"$out"
check "with room again it is made" test -s "$work/limit/chess/KQvK.end"

# A table with a flipped bit; test_tablebases.c and the fuzzer damage more.
printf '\377' | dd of="$work/made/chess/KRvK.end" bs=1 seek=3000 conv=notrunc 2>/dev/null
uci "$out" "setoption name TablebasePath value $work/made"
check "a damaged table is named" says "$out" 'info string .*KRvK.end: damaged'
check "and play goes on" says "$out" '^bestmove '

result
