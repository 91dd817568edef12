#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# `make play` opens the page in the browser, XBoard or the terminal, depending on what is installed and on
# GUI. Python, browsers and XBoard are stand-ins here that print how they were called. Usage:
# tests/test_play.sh [ENGINE]: a built program.
set -u
cd "$(dirname "$0")/.." || exit 2
engine=$(realpath "${1:-quincunx}")
lab=$(dirname "$engine")/quincunx-lab
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
web=$work/web
mkdir "$web" "$work/pieces" "$work/tools" "$work/100% of #1"
printf 'quit\n' > "$work/quit"

# All programs except those with a display.
ln -s /bin/* "$work/tools" 2> /dev/null
ln -s /usr/bin/* "$work/tools" 2> /dev/null
for name in python3 sensible-browser x-www-browser xdg-open xboard x-terminal-emulator konsole xterm gnome-terminal; do rm -f "$work/tools/$name"; done

# stand_in NAME [STATUS]: prints its name and its arguments, and exits with the status.
stand_in() {
    printf '#!/bin/sh\necho "%s $*"\nexit %s\n' "$1" "${2:-0}" > "$work/tools/$1"
    chmod +x "$work/tools/$1"
}
# play VARIABLE...: the output of `make play`, with the display in `display`.
display=(DISPLAY=:99)
play() {
    env -u WAYLAND_DISPLAY -u DISPLAY "${display[@]}" PATH="$work/tools" timeout 60 ${MAKE:-make} -s -o "$engine" -o "$lab" -o "$work/pieces" play EXE="$engine" LAB="$lab" \
        WEB="$web" PIECES="$work/pieces" "$@" < "$work/quit" > "$work/said" 2>&1
}
# said NAME PATTERN: checks the output.
said() {
    if grep -qE -- "$2" "$work/said"; then passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  said %s\n' "$1" "$(head -c 600 "$work/said")"
    fi
}
place=file://$web/quincunx.html

stand_in xboard
play GAME=diamond
said "without a page XBoard opens" "^xboard -fcp '$engine' .*-variant diamond "
play GUI=browser
said "without a page GUI=browser tells how to build it" "make web"

touch "$web/quincunx.html"
play GAME=diamond
said "without a browser XBoard opens" '^xboard '
stand_in xdg-open
play GAME=horizons
said "the desktop's browser opens the file" "^xdg-open $web/quincunx.html$"
stand_in x-www-browser
play GAME=horizons
said "the system's browser opens the game" "^x-www-browser $place#g=horizons$"
stand_in sensible-browser
play
said "the user's browser comes first; without GAME the page itself chooses" "^sensible-browser $place$"
stand_in sensible-browser 1
play GAME=chess
said "a browser that fails is not the last" "^x-www-browser $place#g=chess$"
play GAME=chess GUI=xboard
said "GUI=xboard opens XBoard" '^xboard .*-variant normal '
play GAME=chess GUI=terminal
said "GUI=terminal plays here" 'White to move'
display=()
play GAME=chess
said "without a display it is the terminal" 'White to move'
display=(WAYLAND_DISPLAY=wayland-0)
play GAME=chess
said "a display of Wayland is one" '^x-www-browser '

# The picture of the board: in the cache, or else where nobody else can write, whatever another user has put there.
pictures() {
    env -u HOME -u XDG_CACHE_HOME DISPLAY=:99 PATH="$work/tools" QUINCUNX="$engine" TMPDIR="$work/tmp" GUI=xboard "$@" packaging/desktop/quincunx-play diamond > "$work/said" 2>&1
}
mkdir -m 1777 "$work/tmp"
pictures XDG_CACHE_HOME="$work/cache"
said "the picture is in the cache" "BackTextureFile $work/cache/quincunx/diamond"
own=$work/tmp/quincunx-$(id -u)
pictures
said "without a home it is in a folder of the user's own" "BackTextureFile $own/diamond"
echo "mode $(stat -c %a "$own")" > "$work/said"
said "which nobody else enters" '^mode 700$'
pictures
said "and which is used again" "BackTextureFile $own/diamond"
for planted in open link; do
    rm -rf "$own"
    if [ $planted = open ]; then mkdir "$own" && chmod 777 "$own"; else ln -s "$work/cache" "$own"; fi
    pictures
    said "what is planted there is not used ($planted)" "BackTextureFile $work/tmp/tmp\.[^/ ]*/diamond"
done

cp "$web/quincunx.html" "$work/100% of #1/page?.html"
env DISPLAY=:99 PATH="$work/tools" QUINCUNX="$engine" QUINCUNX_PAGE="$work/100% of #1/page?.html" packaging/desktop/quincunx-play bordahbee > "$work/said" 2>&1
said "signs that mean something in a link are written out" "^x-www-browser file://$work/100%25%20of%20%231/page%3F.html#g=bordahbee$"
# A saved game starts the game of its file, by --load and by XBoard's own option, even if another game is named.
printf '[Variant "horizons"]\n\n*\n' > "$work/a game.pgn"
printf '[Event "?"]\n\n1. e4 *\n' > "$work/chess.pgn"
saved() { env DISPLAY=:99 PATH="$work/tools" QUINCUNX="$engine" XDG_CACHE_HOME="$work/cache" packaging/desktop/quincunx-play "$@" > "$work/said" 2>&1; }
loading="-firstOptions Explain Pieces=1,Load Game=$work/cache/quincunx/loaded.pgn "
saved --load "$work/a game.pgn" -st 5
said "--load starts the file's game" "^xboard .*-variant horizons .*$loading.* -st 5$"
saved -lgf "$work/a game.pgn"
said "-lgf alone does so, too" "^xboard .*-variant horizons .*$loading"
saved diamond -st 5 -loadGameFile "$work/chess.pgn" -depth 3
said "-loadGameFile among other options goes to the engine" "^xboard .*-variant normal .*$loading.* -st 5 -depth 3$"
saved diamond -lgf
said "a file is missing" "there is no file '' to load"
saved --load "$work/none.pgn"
said "a file that there is not" "there is no file '$work/none.pgn' to load"

# With Python the page is served. `make` takes the page for built.
stand_in python3
touch "$web/served.html"
display=(DISPLAY=:99)
serve="^python3 $PWD/web/serve.py $engine $web/served.html"
play
said "the server opens the browsers in their order" "$serve --browser sensible-browser --browser x-www-browser --browser xdg-open$"
play GAME=chess GUI=xboard
said "GUI=xboard opens XBoard all the same" '^xboard .*-variant normal '
play GAME=chess GUI=terminal
said "GUI=terminal plays here all the same" 'White to move'
display=()
play GAME=chess
said "without a display it is still the terminal" 'White to move'
said "which tells of the server" 'GUI=browser serves it'
play GAME=chess GUI=browser
said "GUI=browser serves without a display, and opens nothing" "$serve --game chess$"
display=(DISPLAY=:99)
for name in sensible-browser x-www-browser xdg-open; do rm "$work/tools/$name"; done
play GAME=chess
said "without a browser XBoard opens, page or not" '^xboard '

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
