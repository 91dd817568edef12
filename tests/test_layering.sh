#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks the architecture on the sources. Includes go in one direction only:
#   {uci, xboard, terminal, json} -> show -> session -> library -> search -> tablebases -> eval -> material
#   -> pgn -> text -> position -> bitboard; all of them -> util.
# Games include nothing above them, and nothing above them names a game.
# Usage: tests/test_layering.sh [ENGINE [SOURCE_DIRECTORY]]; of the engine it uses only the objects
# in the same folder.
set -u
src=${2:-src}
passed=0 failed=0

# check NAME OFFENCES: passes if the list of offences is empty.
check() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n%s\n' "$1" "$2"
    fi
}

# The quoted includes of files, as FILE:INCLUDE without leading "../".
includes() {
    grep -HE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" /dev/null \
        | sed -E 's/^([^:]*):[^"]*"([^"]*)".*/\1:\2/; s/:(\.\.\/)+/:/'
}

# forbid NAME PATTERN FILES: no file includes anything that matches.
forbid() {
    local name=$1 pattern=$2
    shift 2
    check "$name" "$(includes "$@" | grep -E ":($pattern)")"
}

games=$(sed -nE 's/.*\.name = "([a-z]+)",$/\1/p' "$src"/variants/*/*.c | sort -u)
count=$(echo "$games" | wc -w)
check "the games' names are found in $src/variants" "$([ "$count" -ge 5 ] || echo "only: $games")"

# Rooms from the lowest to the highest: a room includes itself and those below it. Games and their shared
# files (those of src/ itself) are between util and text, but may use its functions for moves and
# FENs. The interfaces share a floor; none knows another.
above=
for room in show session library search tablebases eval material pgn text util; do
    forbid "$room includes nothing above it" "(${above}uci|xboard|terminal|json|variants|match|lab|nnue)/|board\\.h" "$src"/$room/*.[ch]
    above="$above$room|"
done
forbid "util includes nothing of the engine" '(types|variant|position|bitboard)\.h|[a-z]+/' "$src"/util/*.[ch]
interfaces='uci xboard terminal json'
for room in $interfaces; do
    others=$(echo "$interfaces" | tr ' ' '\n' | grep -vx "$room" | paste -sd '|')
    forbid "$room includes no game and no other interface" "($others|variants|match|lab|nnue)/|board\\.h" "$src"/$room/*.[ch]
done
forbid "nothing but main includes an interface" '([^:]*/)?(uci|xboard|terminal|json)/' match/*.[ch] lab/*.[ch] nnue/*.[ch]
forbid "the engine includes nothing of the laboratory" '(match|lab|nnue)/' $(find "$src" -name '*.[ch]')
forbid "games include nothing above text" '(pgn|search|eval|tablebases|material|session|library|show|uci|xboard|terminal|json|match|lab|nnue)[/.]' "$src"/variants/*.[ch] "$src"/variants/*/*.[ch]
forbid "games do not include each other" 'variants/' "$src"/variants/*/*.[ch]
# A folder GAME-EDITION may include what it shares with GAME.
for folder in "$src"/variants/*/; do
    game=$(basename "$folder")
    others=$(for other in "$src"/variants/*/; do basename "$other"; done | grep -vx "$game" | grep -vx "${game%%-*}" | paste -sd '|')
    forbid "$game includes no other game" "($others)/" "$folder"*.[ch]
done
forbid "bitboards stand on nothing but types" '[^t]' "$src"/bitboard.h
base=$(ls "$src"/*.[ch] | grep -vE '/(main|tune)\.[ch]$')
# shellcheck disable=SC2086
forbid "what games share includes nothing above text" '(pgn|search|eval|tablebases|material|session|library|show|uci|xboard|terminal|json|variants|match|lab|nnue)/' $base

# Whole words only; "chess" alone also means the family of all these games.
pattern=$(echo "$games" | grep -vx chess | paste -sd '|')
others=$(find "$src" -name '*.[ch]' ! -path "$src/variants/*" ! -path "$src/main.c" | sort)
# shellcheck disable=SC2086
check "nothing outside variants/ names a game" "$(grep -inwE "($pattern)|variant_($pattern|chess)|\"chess\"|battle of ideologies" $others)"

# The width of .clang-format; a copy of the sources may lack it.
if [ -e "$(dirname "$0")/../.clang-format" ]; then
    width=$(sed -n 's/^ColumnLimit: //p' "$(dirname "$0")/../.clang-format")
    sources=$(find "$src" "$(dirname "$0")" "$(dirname "$0")/../nnue" "$(dirname "$0")/../match" "$(dirname "$0")/../lab" "$(dirname "$0")/../examples" -name '*.[ch]')
    # shellcheck disable=SC2086
    check "no line is longer than .clang-format says" "$(awk -v width="$width" 'length > width { print FILENAME ":" FNR }' $sources)"
fi

# Members of a struct in a header end with a semicolon, or with a comma outside parentheses.
headers=$(find "$src" -name '*.h')
# shellcheck disable=SC2086
check "no shared struct has more than 15 members" "$(awk '
    /^#ifdef TUNE/, /^#endif/ { next }
    { gsub("/\\*[^*]*\\*/", ""); start = index($0, "/*"); if (start) { $0 = substr($0, 1, start - 1); comment = 1 } else if (comment) { if (/\*\//) comment = 0; next } }
    /^(typedef |extern )?struct .*\{$/ { name = FILENAME ":" FNR; members = 0; next }
    /^}/ { if (name && members > 15) print name " has " members; name = "" }
    { while (gsub(/\([^()]*\)/, "")); members += gsub(/[;,]/, "") }' $headers)"

check "every mutant's text is there" "$("$(dirname "$0")"/mutants.py --check | grep 'is not there')"

# No two files depend on each other's functions, even indirectly: the symbols that the objects beside the
# engine use and define, as pairs, can be sorted topologically. The files of one game count as one: they share its tables.
objects=$(find "$(dirname "${1:-.}")"/src "$(dirname "${1:-.}")"/match "$(dirname "${1:-.}")"/lab "$(dirname "${1:-.}")"/nnue -name '*.o' ! -path '*/embed/*' 2>/dev/null)
if [ -n "$objects" ]; then
    # shellcheck disable=SC2086
    circles=$(nm -A -g $objects | sed -E 's/:/ /; s,(/variants/[^/ ]+)/[^ ]*,\1,' | awk '
        $(NF - 1) == "U" { wanted[$1 " " $NF] = 1; next }
        { by[$NF] = $1 }
        END { for (pair in wanted) { split(pair, w, " "); if (w[2] in by && by[w[2]] != w[1]) print w[1], by[w[2]] } }' \
        | sort -u | tsort 2>&1 >/dev/null | grep -v 'input contains a loop')
    check "no circles among the functions of files" "$circles"
else
    echo "skipped: circles among files: there are no objects beside the engine"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
