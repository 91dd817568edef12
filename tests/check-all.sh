#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs every test at full length, with gcc and clang, under the sanitizers and on other processors: many hours.
# Everything is kept in build/check-all/COMMIT. A run that was stopped goes on there, and what passed is not run again,
# unless something in the tree was changed. The last line is the total "N passed, N failed".
#
#   tests/check-all.sh [PART...]    all, or e.g. release mutants
set -u
cd "$(dirname "$0")/.." || exit 2
commit=$(git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)
data=build/check-all/$commit
case $commit in unknown | *-dirty) rm -rf "$data" ;; esac
mkdir -p "$data/results"
wanted=" $* " selected='' names=''

# is_due PART: whether it is wanted and has not passed.
is_due() {
    case $wanted in "  " | *" $1 "*) ;; *) return 1 ;; esac
    ! grep -qs ' 0 failed' "$data/results/$1"
}

# count PART COMMAND...: a command whose last line is "N passed, N failed".
count() {
    local name=$1 begun=$SECONDS
    shift
    names="$names $name"
    case $wanted in "  " | *" $name "*) selected="$selected $name" ;; esac
    is_due "$name" || return 0
    printf '\n==== %s ====\n' "$name"
    "$@" 2>&1 | tee "$data/results/$name.log"
    printf '%d s  %s\n' $((SECONDS - begun)) "$(tail -n 1 "$data/results/$name.log" | grep -E '^[0-9]+ passed, [0-9]+ failed' || echo "0 passed, 1 failed")" \
        >"$data/results/$name"
}

# part PART "TEST..." NAME=VALUE...: runs tests (default: all groups) with this environment.
part() {
    local name=$1 tests=$2
    shift 2
    # shellcheck disable=SC2086
    count "$name" env TEST_BUILD="$data/$name" TEST_GO_ON=1 "$@" tests/run.sh ${tests:-engine tools gui page long}
}

# sanitize PART COMPILER SANITIZERS
sanitize() {
    part "$1" "" CC="$2" TEST_PROGRAMS=c TEST_LIMIT=14400 TEST_POSITIONS=3000 TEST_LEAVES=300000 TEST_FUZZ=20000 \
        TEST_OPT="-O1 -g -fsanitize=$3 -fno-sanitize-recover=all -fno-omit-frame-pointer" \
        ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 TSAN_OPTIONS=die_after_fork=0 CK_TIMEOUT_MULTIPLIER=10
}

# build FOLDER NAME=VALUE...: the programs alone.
build() {
    local folder=$1
    shift
    "${MAKE:-make}" -s -j2 BUILD="$folder" EXE="$folder/quincunx" MATCH="$folder/quincunx-match" LAB="$folder/quincunx-lab" "$@" \
        "$folder/quincunx" "$folder/quincunx-match" "$folder/quincunx-lab"
}

# released PART COMMAND...: with the release build of the engine as the last argument.
released() {
    is_due "$1" && build "$data/release" CC=gcc MODE=-DNDEBUG OPT=-O3
    count "$@" "$data/release/quincunx"
}

part length "" CC=gcc TEST_LIMIT=28800 HELPERS=2 TEST_CLAIMS=0 TEST_CLIMB=60000 TEST_CLICKS=1000 TEST_MEMORY=1000 TEST_PUZZLES=60 TEST_LONG=1 TEST_SUITES=all \
    TEST_POSITIONS=100000 TEST_LEAVES=0 TEST_FUZZ=200000
part release "" CC=gcc TEST_MODE=-DNDEBUG TEST_OPT=-O3 TEST_LIMIT=7200 TEST_SEED=1000
count mutants tests/mutants.py
count packages tests/packages.sh
# A net of the same bytes from programs for any x86-64 processor.
is_due source && build "$data/plain" ARCH=x86-64
released source env OTHER_PROGRAMS="$data/plain" TEST_GAMES=200 python3 tests/test_from_source.py
released portable tests/portable.sh
if command -v clang >/dev/null; then
    part clang "" CC=clang TEST_LIMIT=7200 TEST_SEED=2000
    sanitize clang-address clang address,undefined
fi
sanitize gcc-address gcc address,undefined
# A sanitizer needs more memory than these tests leave free or allow.
part conversations "test_uci.py test_cecp.py test_json.py test_console.py test_match.py test_cli.sh" CC=gcc TEST_LIMIT=14400 \
    TEST_PATIENCE=120 TEST_POLITE=1 TEST_LEFT_OUT=hash_beyond_memory \
    TEST_OPT="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" \
    ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
sanitize gcc-thread gcc thread
part storms test_storm.py CC=gcc TEST_LIMIT=14400 TEST_PATIENCE=120 TEST_POLITE=1 TEST_STORM=900 \
    TEST_OPT="-O1 -g -fsanitize=thread -fno-sanitize-recover=all -fno-omit-frame-pointer" TSAN_OPTIONS="halt_on_error=1 exitcode=66"

for name in $wanted; do
    case "$names " in *" $name "*) ;; *) echo "There is no part '$name', but:$names" && exit 2 ;; esac
done
passed=0 failed=0 skipped=0
printf '\n==== %s ====\n' "$commit"
for name in $selected; do
    read -r seconds _ p _ f _ s _ <"$data/results/$name"
    printf '%-14s %6d s  %d passed, %d failed, %d skipped\n' "$name" "$seconds" "$p" "${f%,}" "${s:-0}"
    passed=$((passed + p)) failed=$((failed + ${f%,})) skipped=$((skipped + ${s:-0}))
done
printf '%d passed, %d failed' "$passed" "$failed"
[ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
echo
[ "$failed" -eq 0 ]
