#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Two makes at once in one folder succeed, and neither reads a file that the other has half written; what is up to date is not made
# again. Compiler and archiver are stand-ins: they fail if an input is incomplete. Usage: tests/test_make.sh [ENGINE]
set -u
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WORK=$work
unset MAKEFLAGS MFLAGS MAKELEVEL

# A separate tree, with the real Makefile and the real names of sources.
tree=$work/tree
mkdir -p "$tree/tools"
for name in *; do [ "$name" = build ] || ln -s "$PWD/$name" "$tree"; done
rm -f "$tree"/quincunx*

cat > "$tree/tools/cc" << 'END'
#!/bin/bash
# A compiler: an object is "begin", and "complete" at last.
case $* in
-dumpmachine) echo x86_64-linux-gnu; exit ;;
--version) echo "a compiler"; exit ;;
esac
out='' rule='' target='' inputs=()
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2; shift ;;
    -MF) rule=$2; shift ;;
    -MT) target=$2; shift ;;
    *.o | *.a | *.c) inputs+=("$1") ;;
    esac
    shift
done
for input in "${inputs[@]}"; do
    case $input in *.c) continue ;; esac
    mapfile -t lines < "$input"
    [ "${lines[-1]}" = complete ] || { echo "$input is incomplete" >&2; exit 1; }
done
echo begin > "$out"
[ -z "$rule" ] || echo "half a rule" > "$rule"
[ -z "$rule" ] || echo "${target:-$out}: ${inputs[*]} ${HEADER:-}" > "$rule"
echo complete >> "$out"
END
cat > "$tree/tools/ar" << 'END'
#!/bin/bash
# An archiver: ar rcs ARCHIVE OBJECT...
exec "${0%ar}cc" -o "$2" "${@:3}"
END
chmod +x "$tree/tools/cc" "$tree/tools/ar"

build() { ${MAKE:-make} -C "$tree" -s -j2 CC=tools/cc AR=tools/ar BUILD=build/here; }
ok() {
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $name"
        cat "$work"/said.* | head -n 20
    fi
}
# shellcheck disable=SC2329
complete() {
    for file in "$tree/quincunx" "$tree/quincunx-match" "$tree/build/here/libquincunx.a"; do
        [ "$(tail -n 1 "$file")" = complete ] || return 1
    done
}
# shellcheck disable=SC2329
tidy() { [ -z "$(find "$tree/" -name '*.new*')" ]; }
# shellcheck disable=SC2329
idle() { [ "$(${MAKE:-make} -C "$tree" -j2 CC=tools/cc AR=tools/ar BUILD=build/here | grep -cE '^  (CC|AR|LINK) ')" = 0 ]; }

build > "$work/said.0" 2>&1 &
first=$!
build > "$work/said.1" 2>&1
ok "two makes at once" wait $first
ok "the programs are complete" complete
ok "no temporary file is left" tidy
build > "$work/said.0" 2>&1
ok "a build that is up to date does nothing" idle

# What a make that was killed left goes, what one that runs is writing stays.
sleep 0 &
dead=$!
wait
touch "$tree/quincunx.$dead.new" "$tree/quincunx.$$.new" "$tree/quincunx.o.$$.new" "$tree/build/here/src/main.o.$dead.new" "$tree/build/here/src/main.o.$dead.new.dep"
rm "$tree/build/here/src/main.o"
build > "$work/said.0" 2>&1
ok "what a killed make left is removed" test "$(cd "$tree" && echo *.new* build/here/src/*.new*)" = "quincunx.$$.new quincunx.o.$$.new build/here/src/*.new*"
rm -f "$tree"/quincunx.*.new

# A build anywhere knows what its objects were made of.
elsewhere() { HEADER=$work/header.h ${MAKE:-make} -C "$tree" CC=tools/cc BUILD="$work/elsewhere" "$work/elsewhere/src/main.o" | grep -cE '^  CC '; }
touch "$work/header.h"
ok "an object is made" test "$(elsewhere)" = 1
ok "and not again" test "$(elsewhere)" = 0
touch "$work/header.h"
ok "but if a header is newer" test "$(elsewhere)" = 1

# The page: without wasi-libc clang compiles, with the headers of this machine, but it does not link.
mkdir "$work/programs"
for name in clang wasm-ld wasm-opt; do ln -s "$tree/tools/cc" "$work/programs/$name"; done
cat > "$work/no-libc" << 'END'
#!/bin/bash
case " $* " in *" -c "*) exec clang "$@" ;; esac
echo "wasm-ld: error: unable to find library -lc" >&2
exit 1
END
chmod +x "$work/no-libc"
page() { PATH=$work/programs:$PATH ${MAKE:-make} -C "$tree" -s -j2 CC=tools/cc "$@" build/web/src/position.o build/web/threads/src/position.o > "$work/said.0" 2>&1; }
# shellcheck disable=SC2329
refused() {
    ! page "$@" && [ "$(grep -c "make deps-web" "$work/said.0")" = 1 ] && [ -z "$(find "$tree/build/web" -name '*.o')" ]
}
rm -rf "$tree/build/web"
ok "without wasi-libc no object of the page is made" refused "WEB_CC=$work/no-libc"
ok "nor without the compiler" refused "WEB_CC=no-clang"
ok "with both they are" page WEB_CC=clang

# What works for hours asks which game is meant.
# shellcheck disable=SC2329
asks() { ! env -u GAME "${MAKE:-make}" -C "$tree" -s CC=tools/cc AR=tools/ar "$@" > "$work/said.0" 2>&1 && grep -q "^make $1 GAME=x" "$work/said.0"; }
for target in overnight nets-from-source "whatif RULES=a=b"; do
    # shellcheck disable=SC2086
    ok "make $target asks for a game" asks $target
done

# As OpenBench builds it.
# shellcheck disable=SC2329
named() { ${MAKE:-make} -n -C "$tree" CC=tools/cc EXE=Quincunx-1a2b EVALFILE="$work/no-libc" > "$work/said.0" 2>&1; grep -q 'mv -f "$new" Quincunx-1a2b' "$work/said.0"; }
ok "a program of another name, with a network of its own" named

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
