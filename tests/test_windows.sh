#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The Windows program under Wine: its libraries, known perft counts of every game, both protocols with CR LF
# line ends; every part of the universal program (TEST_LONG=1; else one for any x86-64 processor is built); play.bat.
# Usage: tests/test_windows.sh [ENGINE [LEAVES]]. ENGINE is the same program for this system. LEAVES is the largest count
# that is checked (300000; 3000000 with TEST_LONG=1). Needs mingw-w64 and wine.
set -u
engine=$(realpath "${1:-quincunx}")
leaves=${2:-${TEST_LONG:+3000000}}
cd "$(dirname "$0")/.." || exit 2

missing=
command -v x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc > /dev/null || missing="gcc-mingw-w64-x86-64"
wine=$(command -v wine || command -v wine64) || missing="$missing wine"
if [ -n "$missing" ]; then
    echo "SKIPPED: the Windows program: install ${missing# }"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi

# The last command of a pipeline sets variables of this shell.
shopt -s lastpipe
passed=0 failed=0
work=$(mktemp -d)
server=$(command -v wineserver || echo /usr/lib/wine/wineserver)
# shellcheck disable=SC2317
finish() {
    "$server" -k > /dev/null 2>&1
    rm -rf "$work"
}
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
export HOME=$work XDG_RUNTIME_DIR=$work
unset DISPLAY
trap finish EXIT
# Debian's server ends with its last client, and a program that starts in this moment is refused ("Connection reset by
# peer"): this one stays to the end.
mkdir "$WINEPREFIX"
"$server" -p > /dev/null 2>&1

# ok NAME COMMAND...
ok() {
    local name=$1
    shift
    if "$@" > /dev/null 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        tail -qn 5 "$work/out" "$work/err" 2> /dev/null
    fi
}
has() { grep -qE -- "$1" "$work/out"; }
result() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}
# run ARGUMENTS...: input and output as on Windows, with a time limit for a busy machine.
run() {
    timeout 300 "$wine" "$work/quincunx.exe" "$@" > "$work/raw" 2> "$work/err"
    status=$?
    tr -d '\r' < "$work/raw" > "$work/out"
    return $status
}
# talk LINES...: a conversation; every line ends in CR LF; ~N PATTERN waits until N lines match.
talk() {
    : > "$work/raw"
    for line in "$@"; do
        if [[ $line =~ ^~([0-9]+)\ (.*) ]]; then
            await "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        else
            printf '%s\r\n' "$line"
        fi
    done | run
}
await() {
    local tries=1200
    while [ "$(grep -cE -- "$2" "$work/raw")" -lt "$1" ] && [ $((tries -= 1)) -gt 0 ]; do sleep 0.1; done
}

# tests/test_dist.sh uses the same objects.
arch=${TEST_LONG:+universal}
${MAKE:-make} -j"$(nproc)" windows ARCH="${arch:-x86-64}" EXE="$work/quincunx" OPT="${TEST_OPT--O1}" > "$work/out" 2>&1
ok "make windows" test -x "$work/quincunx.exe"
[ "$failed" -eq 0 ] || result
x86_64-w64-mingw32-objdump -p "$work/quincunx.exe" | sed -n 's/.*DLL Name: *//p' > "$work/out"
ok "it has a list of libraries" test -s "$work/out"
ok "no library but the system's" sh -c '! grep -viE "^(kernel32|msvcrt|ucrtbase|api-ms-win-[a-z0-9-]*|advapi32|user32|ntdll)\.dll$" "$1"' - "$work/out"

run --version
if ! has '^Quincunx [0-9]'; then
    echo "SKIPPED: wine does not run a program here: $(tail -n 1 "$work/err")"
    echo "$passed passed, $failed failed, 1 skipped"
    exit "$failed"
fi
ok "--version" has '^Quincunx [0-9]'
run nonsense
ok "wrong arguments: exit status 2" test "$status" -eq 2
ok "wrong arguments: a reason" test -s "$work/err"

# Known counts, up to a size.
for suite in tests/positions/*.epd; do
    game=$(basename "$suite" .epd)
    awk -F';' -v most="${leaves:-300000}" '{
        printf "%s", $1
        for (i = 2; i <= NF; ++i) { split($i, count, " "); if (count[2] <= most) printf ";%s", $i }
        print ""
    }' "$suite" > "$work/$game.epd"
    run perft "$game" --suite "Z:$work/$game.epd"
    ok "perft of $game" test "$status" -eq 0
    ok "perft of $game counts something" has '^[1-9][0-9]* positions, [1-9].*, 0 wrong$'
done
run bench 4
windows=$(sed -n 's/ nodes [0-9]* nps$//p' "$work/out" | grep -E '^[0-9]+$')
if [ -x "$engine" ]; then
    here=$("$engine" bench 4 | tail -n 1 | sed 's/ nodes .*//')
    ok "bench: $windows nodes there, $here here" test "$windows" = "$here"
fi
# The parts for other processors, those that this one can run.
for part in ${arch:+x86-64 x86-64-v2 x86-64-v3-nopext x86-64-v3}; do
    QUINCUNX_ARCH=$part run --version
    if [ "$status" -ne 0 ]; then
        ok "$part: refused with a reason" grep -q "processor cannot run" "$work/err"
        continue
    fi
    ok "$part is chosen" has "^Built for $part by "
    QUINCUNX_ARCH=$part run bench 4
    ok "$part: the same nodes" has "^$windows nodes "
done
if [ -n "$arch" ]; then
    QUINCUNX_ARCH=none run --version
    ok "an unknown part: exit status 2" test "$status" -eq 2
fi

# UCI; a Ctrl-Z does not end the input.
talk uci isready "setoption name Hash value 32" "setoption name Threads value 2" ucinewgame "position startpos moves e2e4 e7e5" \
    d "go depth 6" "~1 ^bestmove" isready "go infinite" "~2 ^info depth 2 " stop $'nonsense\x1a' "position fen 8/8/8/8/8/8/8/8 w - - 0 1" \
    isready "~3 ^readyok" quit
ok "uci: exit status" test "$status" -eq 0
ok "uci: uciok" has '^uciok$'
ok "uci: FEN" has '^Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2|^Fen: .* w KQkq e6 0 2$'
ok "uci: two moves" test "$(grep -cE '^bestmove [a-h][1-8][a-h][1-8]' "$work/out")" -eq 2
ok "uci: an error" has '^info string error: '
ok "uci: awake to the end" test "$(grep -c '^readyok$' "$work/out")" -eq 3
for game in borderlands battleofideologies horizons bordahbee diamond; do
    talk uci "setoption name UCI_Variant value $game" ucinewgame isready "position startpos" "go movetime 200" "~1 ^bestmove" quit
    ok "uci: $game" has '^bestmove [A-Za-z]'
done

# CECP, as WinBoard begins.
talk xboard "protover 2" "accepted ping" new random "level 40 5 0" post hard easy "ping 1" "st 1" "usermove e2e4" "~1 ^move" "ping 2" "~1 ^pong 2" quit
ok "cecp: exit status" test "$status" -eq 0
ok "cecp: features" has '^feature done=1$'
ok "cecp: a move" has '^move [a-h][1-8][a-h][1-8]'
ok "cecp: pongs" test "$(grep -cE '^pong [12]$' "$work/out")" -eq 2
talk xboard "protover 2" new "variant borderlands" force "ping 1" "usermove a3a4" "ping 2" quit
ok "cecp: borderlands" has '^setup .* 9x10'
ok "cecp: no complaint" sh -c '! grep -qE "^(Illegal|Error)" "$1"' - "$work/out"
# WinBoard's window shows four lines, and 1023 characters at most.
talk xboard "protover 2" "accepted ping" new "variant borderlands" "option Pieces" "option Rules" "ping 1" "~1 ^pong 1" quit
ok "cecp: long explanations: exit status" test "$status" -eq 0
ok "cecp: they get a window of their own" sh -c '! grep -qE "^telluser.{1000}" "$1"' - "$work/out"

# The end of the input ends it.
printf 'uci\r\ngo infinite\r\n' | run
ok "the end of the input: exit status" test "$status" -eq 0
printf 'e2e4\r\nquit\r\n' | run play chess
ok "play in the terminal" test "$status" -eq 0

# play.bat: with a game, in the terminal; alone, the page in the browser, here a program that notes its address.
batch() {
    timeout 300 "$wine" cmd /c "Z:$work/a folder/play.bat" "$@" > "$work/raw" 2> "$work/err"
    status=$?
    tr -d '\r' < "$work/raw" > "$work/out"
}
mkdir "$work/a folder"
cp "$work/quincunx.exe" "$work/a folder"
sed 's/$/\r/' packaging/windows/play.bat > "$work/a folder/play.bat"
printf 'e2e4\r\nquit\r\n\r\n' | batch chess
ok "play.bat chess" has '^I play [a-h][1-8][a-h][1-8]'
printf 'chess\r\n' | batch
ok "play.bat without a page asks for the game" has '^Which game'
ok "and plays it" has 'a  b  c  d  e  f  g  h'
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "$1" > "%s/opened.new" && mv "%s/opened.new" "%s/opened"\n' "$work" "$work" "$work" > "$work/browser"
chmod +x "$work/browser"
echo "<p>A page" > "$work/a folder/quincunx.html"
{
    "$wine" reg add 'HKCU\Software\Wine\WineBrowser' /v Browsers /d "$work/browser" /f
    "$wine" reg add 'HKCR\.html' /ve /d page /f
    "$wine" reg add 'HKCR\page\shell\open\command' /ve /d 'winebrowser.exe "%1"' /f
} > /dev/null 2>&1
batch < /dev/null
for ((i = 0; i < 600; i++)); do if [ -e "$work/opened" ]; then break; else sleep 0.1; fi; done
ok "play.bat opens the page" grep -qE '^file://.*/a(%20| )folder/quincunx\.html$' "$work/opened"
result
