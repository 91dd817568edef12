#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Starts a new game: creates src/variants/NAME/rules.c from the skeleton and adds its line to the list of games; or
# creates examples/NAME.c, which every build with EXAMPLES=1 finds by itself.
# Usage: examples/new-game.sh NAME [src/variants or examples] (as `make game NAME=... IN=...` calls it)
set -eu
cd "$(dirname "$0")/.."
name=${1:-}
folder=${2:-src/variants}
registry=src/variants/registry.c

fail() {
    echo "make game: $*" >&2
    exit 2
}

case $name in
'') fail "which game? make game NAME=mygame" ;;
*[!a-z]*) fail "'$name': a game's name is small letters a to z alone, like mygame" ;;
esac
case $folder in
src/variants | examples) ;;
*) fail "IN=$folder: games are in src/variants or in examples" ;;
esac
[ ! -e "src/variants/$name" ] || fail "src/variants/$name is there already"
[ ! -e "examples/$name.c" ] || fail "examples/$name.c is a game of that name already"
if [ "$folder" = examples ]; then
    sed "s/@NAME@/$name/g; s|\"\.\./\.\./step_game.h|\"../src/step_game.h|" examples/skeleton.c.in >"examples/$name.c"
    echo "examples/$name.c is the game. It compiles and shows its board, but has no moves yet:"
    echo "    make EXAMPLES=1 EXE=build/quincunx-examples && build/quincunx-examples perft $name 1"
else
    last=$(grep -nE '^    GAME\([a-z]+\)$' $registry | tail -n 1 | cut -d: -f1)
    [ -n "$last" ] || fail "$registry has no list of games that ends with a line '    GAME(name)'"
    mkdir "src/variants/$name"
    sed "s/@NAME@/$name/g" examples/skeleton.c.in >"src/variants/$name/rules.c"
    awk -v last="$last" -v name="$name" 'NR == last { line = "    GAME(" name ")"; while (length(line) < 29) line = line " "; print line "\\" } { print }' \
        $registry >"$registry.new"
    mv "$registry.new" $registry
    echo "src/variants/$name/rules.c is the game, $registry lists it. It compiles and shows its board, but has no moves yet:"
    echo "    make && ./quincunx perft $name 1"
fi
echo "docs/adding-a-variant.md goes through it; make check-game GAME=$name lists what is missing."
