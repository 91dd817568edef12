#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Installation into a separate directory, the launcher, manual pages, removal.
# Usage: tests/test_install.sh [ENGINE [MATCH]]: built programs, in the same folder.
set -u
cd "$(dirname "$0")/.." || exit 2
engine=$(realpath "${1:-quincunx}")
match=$(realpath "${2:-$(dirname "$engine")/quincunx-match}")
lab=$(dirname "$engine")/quincunx-lab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/with\ space

# shellcheck source=tests/ok.sh
. tests/ok.sh

install_it() { ${MAKE:-make} "$1" DESTDIR="$root" PREFIX=/opt/q EXE="$engine" MATCH="$match" LAB="$lab"; }

ok "make install" install_it install
share=$root/opt/q/share bin=$root/opt/q/bin
for file in bin/quincunx bin/quincunx-match bin/quincunx-lab bin/quincunx-play; do ok "$file is a program" test -x "$root/opt/q/$file"; done
ok "the engine runs" "$bin/quincunx" --version
if [ "$(uname -s)" = Linux ] && command -v readelf > /dev/null; then
    for program in quincunx quincunx-match quincunx-lab; do
        ok "$program binds all symbols at its start" bash -c 'readelf -d "$1" | grep -q BIND_NOW' - "$bin/$program"
        for what in __stack_chk_fail '__[a-z]*printf_chk'; do
            ok "$program is hardened: $what" bash -c 'readelf -W --dyn-syms "$1" | grep -qE "$2"' - "$bin/$program" " $what"
        done
    done
fi
ok "the plug-in file names the engine" equal "$(sed -n 2p "$share/games/plugins/xboard/quincunx.eng")" /opt/q/bin/quincunx
ok "the plug-in file begins as XBoard wants" equal "$(head -n 1 "$share/games/plugins/uci/quincunx.eng")" "plugin spec 0.0"
games=$("$bin/quincunx" --help | sed -n 's/^Games: *//p' | tr ' ' ,)
sorted() { tr , '\n' | sort | xargs; }
ok "the plug-in file lists all games" equal "$(sed -n 3p "$share/games/plugins/xboard/quincunx.eng" | sorted)" "$(echo "$games" | sorted)"
ok "the menu entry names the launcher" grep -q '^Exec=/opt/q/bin/quincunx-play$' "$share/applications/quincunx.desktop"
ok "the menu entry lists all games" equal \
    "$(sed -n 's/^Actions=//p' "$share/applications/quincunx.desktop" | tr ';' '\n' | sort | xargs)" "$(echo "$games" | tr , '\n' | sort | xargs)"
if command -v desktop-file-validate > /dev/null; then
    ok "the menu entry is valid" desktop-file-validate "$share/applications/quincunx.desktop"
fi
ok "the icon is XML" python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$share/icons/hicolor/scalable/apps/quincunx.svg"

# Manual pages without warnings.
for page in quincunx quincunx-match quincunx-lab quincunx-play; do
    file=$share/man/man6/$page.6
    ok "$page.6 is there" test -s "$file"
    if command -v mandoc > /dev/null; then
        # References to pages that are installed elsewhere are ignored.
        ok "$page.6: mandoc" equal "$(mandoc -Tlint "$file" 2>&1 | grep -vE 'referenced manual not found|outdated mandoc.db|lacks .* entry')" ""
    fi
    if command -v groff > /dev/null; then
        ok "$page.6: groff" equal "$(groff -mandoc -Tutf8 -ww "$file" 2>&1 > /dev/null)" ""
    fi
done
for option in $("$bin/quincunx-match" -help | grep -oE '(^| )-[a-z]+' | sort -u); do
    ok "quincunx-match.6 tells of $option" grep -qE "^\.(It )?.*Fl ${option#-}( |$)" "$share/man/man6/quincunx-match.6"
done
printf 'uci\nquit\n' | "$bin/quincunx" | sed -nE 's/^option name (.*) type .*/\1/p' > "$work/options"
while read -r option; do
    ok "quincunx.6 tells of $option" grep -qx ".It Cm $option" "$share/man/man6/quincunx.6"
done < "$work/options"

# The launcher without a display.
printf 'quit\n' > "$work/quit"
play() { env -u DISPLAY -u WAYLAND_DISPLAY PATH=/usr/bin:/bin "$bin/quincunx-play" "$@" < "$work/quit"; }
ok "quincunx-play plays" play chess
play nonsense > "$work/out" 2>&1
ok "quincunx-play refuses a game that there is not" equal $? 2
play --nonsense > "$work/out" 2>&1
ok "quincunx-play refuses an option without a game" equal $? 2
# The launcher with a page: a stand-in browser prints what it should open.
mkdir "$work/browser" && printf '#!/bin/sh\necho "$1"\n' > "$work/browser/sensible-browser" && chmod +x "$work/browser/sensible-browser"
touch "$work/page.html"
page() { env QUINCUNX_SERVED=/nowhere DISPLAY=:99 PATH="$work/browser:/usr/bin:/bin" QUINCUNX_PAGE="$work/page.html" timeout 60 "$bin/quincunx-play" "$@" < "$work/quit"; }
page horizons > "$work/told" 2>&1
ok "quincunx-play opens the page" grep -qx "file://$work/page.html#g=horizons" "$work/told"
GUI=terminal page chess > "$work/told" 2>&1
ok "GUI=terminal plays in the terminal" grep -q "White to move" "$work/told"
GUI=kettle page chess > "$work/told" 2>&1
ok "quincunx-play refuses an unknown GUI" equal $? 2

# The installed page, served.
if command -v python3 > /dev/null; then
    env -u DISPLAY -u WAYLAND_DISPLAY XDG_STATE_HOME="$work/state" GUI=browser timeout 60 "$bin/quincunx-play" chess > "$work/told" 2>&1 &
    address=
    for _ in $(seq 100); do
        address=$(sed -n 's/^Quincunx plays at \(.*\)#g=chess$/\1/p' "$work/told")
        [ -z "$address" ] || break
        sleep 0.1
    done
    fetch() { python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())' "$1" | grep -q "<title>Quincunx</title>"; }
    ok "the page is served" fetch "$address"
    kill $! 2> /dev/null
    wait $! 2> /dev/null
fi

ok "make uninstall" install_it uninstall
ok "nothing is left" equal "$(find "$root" -type f)" ""

result
