#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The files of `make dist`: the source archive builds the same engine, for all x86-64 machines in one program (TEST_LONG=1), and packs
# itself to the same bytes, in a tree without git; the zip file for Windows is complete; the checksums and the list of
# contents are correct. The page is checked only if it has been built (it takes minutes). Usage: tests/test_dist.sh [ENGINE]
set -u
cd "$(dirname "$0")/.." || exit 2
engine=$(realpath "${1:-quincunx}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SOURCE_DATE_EPOCH

# shellcheck source=tests/ok.sh
. tests/ok.sh
# shellcheck disable=SC2329
is_windows_text() { [ "$(wc -l < "$1")" -gt 5 ] && [ "$(grep -c $'\r$' "$1")" -eq "$(wc -l < "$1")" ]; }
fails() { ! "$@"; }
# shellcheck disable=SC2329
dist() { "${MAKE:-make}" --no-print-directory "$@"; }

parts="source windows tables"
lab=$(dirname "$engine")/quincunx-lab tables=$work/tables
ok "tables to pack" "$lab" tables chess KQvK --threads 1 --path "$tables"
if [ -e build/web/quincunx.html ]; then parts="$parts page"; else skip "the page: it has not been built (make web)"; fi
# The program for Windows as tests/test_windows.sh builds it. A release has that for all x86-64 machines.
arch=${TEST_LONG:+universal}
ok "make dist" dist dist ARCH="${arch:-x86-64}" EXE="$engine" DIST="$work/one" DIST_PARTS="$parts" TABLES="$tables" OPT="${TEST_OPT--O1}"
if command -v x86_64-w64-mingw32-gcc rsvg-convert > /dev/null; then
    ok "a release's program for Windows is universal" grep -q 'ARCH=universal' <(dist -n dist DIST_PARTS=windows EXE="$engine")
fi
lacking=$(grep '^left out: windows' "$work/said")
version=$("$engine" --version | sed -n '1s/.* //p')
title=quincunx-$version

ok "the version is the engine's" test -s "$work/one/$title.tar.gz"
ok "checksums agree" env -C "$work/one" sha256sum --strict -c SHA256SUMS
ok "checksums are of everything" equal "$(sed 's/.*  //' "$work/one/SHA256SUMS" | xargs)" "$(cd "$work/one" && ls | grep -v SHA256SUMS | xargs)"
ok "packed again" dist dist DIST="$work/two" DIST_PARTS=source
ok "the same bytes again" cmp "$work/one/$title.tar.gz" "$work/two/$title.tar.gz"
ok "only what was asked for this time" equal "$(ls "$work/two" | xargs)" "SHA256SUMS $title.spdx.json $title.tar.gz"
ok "the list of contents agrees with the files" python3 tests/release_lists.py spdx "$work/one"
# A list that does not is refused.
cp -r "$work/two" "$work/changed"
sed -i '0,/"checksumValue": "[0-9a-f]/s//&0/' "$work/changed/$title.spdx.json"
ok "a wrong checksum in a list is noticed" fails python3 tests/release_lists.py spdx "$work/changed"

# The source: complete, without build results, without owners; it builds the same engine.
ok "it unpacks" tar -xzf "$work/one/$title.tar.gz" -C "$work"
source=$work/$title
ok "everything lies in one folder" equal "$(tar -tzf "$work/one/$title.tar.gz" | cut -d/ -f1 | sort -u)" "$title"
ok "no owner" equal "$(tar -tvzf "$work/one/$title.tar.gz" --numeric-owner | awk '{print $2}' | sort -u)" "0/0"
if git -C . rev-parse > /dev/null 2>&1; then
    ok "the files are those of the tree" equal "$(cd "$source" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)" "$(git ls-files | LC_ALL=C sort)"
    # shellcheck disable=SC2016
    ok "and have its contents" bash -c 'git ls-files -z | xargs -0 sha256sum | (cd "$1" && sha256sum --quiet --strict -c)' - "$source"
fi
for file in tests/run.sh packaging/desktop/quincunx-play lab/spsa.py; do ok "$file is a program" test -x "$source/$file"; done
# The options of the outer make do not apply here.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
universal=$source/quincunx parts='' arch=
case ${TEST_LONG:+long}$("${CC:-gcc}" -dumpmachine) in longx86_64*) arch=universal parts="x86-64 x86-64-v2 x86-64-v3-nopext x86-64-v3" ;; esac
ok "it builds" make -C "$source" -s -j2 OPT=-O0 ARCH=$arch CC="${CC:-gcc}" BUILD=build/there quincunx
ok "the engine is of this version" equal "$("$universal" --version | head -n 1)" "$("$engine" --version | head -n 1)"
nodes() { env ${2:+QUINCUNX_ARCH=$2} "$1" bench 3 | sed -E 's/ +[0-9]+ nps//'; }
expected=$(nodes "$engine")
ok "it searches as this one" equal "$(nodes "$universal")" "$expected"

# The program for all x86-64 machines: each part that runs here searches the same nodes, and contains no instruction
# of better processors. Embedded files stand in it once.
# shellcheck disable=SC2329
refuses() {
    env QUINCUNX_ARCH="$1" "$universal" bench 1 > "$work/out" 2> "$work/err"
    equal "$?" 2 && equal "$(wc -c < "$work/out")" 0 &&
        grep -q "^quincunx: QUINCUNX_ARCH is '$1', .* can run .*x86-64\$" "$work/err"
}
# uses PART INSTRUCTIONS: whether the code of a part has such instructions, as a regular expression.
uses() {
    local folder=$source/build/there list=$work/$1.instructions
    [ "$1" = x86-64 ] || folder=$folder/$1
    [ -e "$list" ] || objdump -d --no-show-raw-insn "$folder/part.o" | awk -F'\t' '{split($2, word, " "); print word[1]}' |
        sort -u > "$list"
    grep -qxE "$2" "$list"
}
# Of AVX and later all names begin with v; verr and verw are older.
avx='v[a-z0-9]+' bmi='pext|pdep|shlx|shrx|sarx|rorx|mulx|bzhi|andn|blsr|blsi|blsmsk|bextr|lzcnt|movbe'
if [ -n "$parts" ]; then
    runs=$(env QUINCUNX_ARCH=none "$universal" 2>&1 | sed -n 's/.* can run //p')
    for part in $parts; do
        case " $runs " in
        *" $part "*)
            ok "$part is chosen" grep -q "^Built for $part by " <(env QUINCUNX_ARCH="$part" "$universal" --version)
            ok "$part searches the same nodes" equal "$(nodes "$universal" "$part")" "$expected" ;;
        *) ok "$part is refused" refuses "$part"; skip "$part: this processor does not run it" ;;
        esac
    done
    ok "a part that is not there is refused" refuses x86-64-v9
    ok "without a wish, a part that runs" grep -q "^Built for \(${runs// /\\|}\) by " <("$universal" --version)
    for part in x86-64 x86-64-v2; do ok "$part has no newer instructions" fails uses "$part" "$avx|$bmi"; done
    ok "x86-64 does not count bits by an instruction" fails uses x86-64 popcnt
    ok "x86-64-v2 does" uses x86-64-v2 popcnt
    ok "x86-64-v3-nopext has AVX and no PEXT" uses x86-64-v3-nopext "$avx"
    ok "x86-64-v3-nopext has no PEXT" fails uses x86-64-v3-nopext 'pext|pdep'
    ok "x86-64-v3 has AVX" uses x86-64-v3 "$avx"
    ok "x86-64-v3 has PEXT" uses x86-64-v3 pext
    ok "only main of a part is visible" equal main_x86_64_v3 \
        "$(nm -g --defined-only "$source/build/there/x86-64-v3/part.o" | awk '{print $3}' | xargs)"
    ok "every network and table is there once" python3 -c '
import sys
program = open(sys.argv[1], "rb").read()
wrong = [(name, program.count(open(name, "rb").read())) for name in sys.argv[2:]]
sys.exit(str(wrong) if any(count != 1 for _, count in wrong) else 0)' "$universal" nnue/nets/*.nnue src/variants/*/*.pack \
        src/variants/*/*.book src/variants/*/*.epd
elif [ -n "${TEST_LONG-}" ]; then
    skip "one program for all x86-64 machines: this compiler makes none"
fi
ok "a tree without git packs itself" make -C "$source" -s dist DIST="$work/three" DIST_PARTS=source
ok "to the same bytes" cmp "$work/one/$title.tar.gz" "$work/three/$title.tar.gz"
ok "a date can be given" env SOURCE_DATE_EPOCH=1750000000 make -C "$source" -s dist DIST="$work/four" DIST_PARTS=source
ok "which all files have" equal "$(TZ=UTC tar -tvzf "$work/four/$title.tar.gz" | awk '{print $4, $5}' | sort -u)" "2025-06-15 15:06"

# Tables.
unpacked=$work/unpacked/$title-tables
ok "the tables unpack" python3 -m zipfile -e "$work/one/$title-tables.zip" "$work/unpacked"
ok "they are those of the folder" cmp "$tables/chess/KQvK.end" "$unpacked/chess/KQvK.end"
ok "with a text" is_windows_text "$unpacked/README.txt"
ok "which the engine finds there" "$lab" tables chess KQvK --verify --path "$unpacked"
told=$(dist -n dist DIST="$work/five" DIST_PARTS="source tables" TABLES="$work/nothing")
ok "no tables, no archive" fails grep -q -e --tables <<< "$told"
ok "which is told" grep -q "left out: tables, for want of $work/nothing" <<< "$told"

# For Windows.
zip=$work/one/$title-windows.zip
if [ -n "$lacking" ] && [ ! -e "$zip" ]; then
    skip "the zip file: $lacking; Debian's gcc-mingw-w64-x86-64 and librsvg2-bin have it"
else
    ok "the zip file unpacks" python3 -m zipfile -e "$zip" "$work/windows"
    folder=$work/windows/$title-windows
    ok "it holds a program for Windows" equal "$(head -c 2 "$folder/quincunx.exe")" MZ
    for text in README.txt LICENSE.txt CHANGELOG.txt play.bat install.bat uninstall.bat play-winboard.bat winboard/settings.bat; do
        ok "$text is text for Windows" is_windows_text "$folder/$text"
    done
    ok "manifests for winget" dist winget DIST="$work/one" WINGET="$work/winget" \
        WINGET_URL="https://example.org/1/$title-windows.zip"
    ok "they agree with the zip file" python3 tests/release_lists.py winget "$work/winget" "$zip"
    ok "not with another" fails python3 tests/release_lists.py winget "$work/winget" "$work/one/$title.tar.gz"
    ok "no manifests without an address" fails dist winget DIST="$work/one" WINGET="$work/winget2"
    for game in $("$engine" games); do
        for text in README.txt play.bat play-winboard.bat winboard/settings.bat; do
            ok "$text names $game" grep -qE "(^|[ (])$game([ ,.)"$'\r'"]|$)" "$folder/$text"
        done
        ok "there are pieces of $game for WinBoard" test -e "$folder/winboard/pieces/$game"
    done
    ok "play.bat starts the program" grep -q 'quincunx.exe" play' "$folder/play.bat"
    ok "the text tells the version" grep -q "^Quincunx $version for Windows" "$folder/README.txt"
    # The program contains the networks of this tree.
    for net in nnue/nets/*.nnue; do
        ok "the program holds $net" python3 -c 'import sys; a, b = (open(p, "rb").read() for p in sys.argv[1:]); sys.exit(b not in a)' "$folder/quincunx.exe" "$net"
    done
    if [ -e build/web/quincunx.html ]; then ok "the page lies beside it" cmp build/web/quincunx.html "$folder/quincunx.html"; fi
    wine=$(command -v wine || command -v wine64)
    if [ -n "$wine" ]; then
        ok "it runs" env WINEPREFIX="$work/wine" WINEDEBUG=-all HOME="$work" "$wine" "$folder/quincunx.exe" --version
    else
        skip "running the program for Windows: install wine"
    fi
fi

result
