#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs every test at full length, with gcc and clang, under the sanitizers and on other processors: an hour or
# more. The last line is the total "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0 skipped=0

# count TITLE COMMAND...: a command whose last line is "N passed, N failed".
count() {
    local title=$1 out
    shift
    printf '\n==== %s ====\n' "$title"
    out=$(mktemp)
    "$@" | tee "$out"
    local p f s
    read -r p _ f _ s _ <<<"$(tail -n 1 "$out")"
    rm -f "$out"
    passed=$((passed + ${p:-0})) skipped=$((skipped + ${s:-0}))
    f=${f%,}
    failed=$((failed + ${f:-1}))
}

# part TITLE NAME=VALUE...: runs the tests with this environment.
part() {
    local title=$1
    shift
    # shellcheck disable=SC2016
    count "$title" env "$@" bash -c 'tests/run.sh $TEST_NAMES'
}

sanitize() {
    part "$1, $2 sanitizer" CC="$1" TEST_BUILD="build/test-$1-${2%%,*}" TEST_PROGRAMS=c TEST_LIMIT=14400 TEST_POSITIONS=3000 \
        TEST_LEAVES=300000 TEST_FUZZ=20000 TEST_OPT="-O1 -g -fsanitize=$2 -fno-sanitize-recover=all -fno-omit-frame-pointer" \
        ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 TSAN_OPTIONS=die_after_fork=0 CK_TIMEOUT_MULTIPLIER=10
}

part "gcc, full length" CC=gcc TEST_BUILD=build/test-gcc TEST_LIMIT=28800 HELPERS=2 TEST_CLAIMS=0 TEST_CLIMB=60000 \
    TEST_CLICKS=1000 TEST_MEMORY=1000 TEST_SUITES=all TEST_POSITIONS=100000 TEST_LEAVES=0 TEST_FUZZ=200000
part "gcc, as released" CC=gcc TEST_BUILD=build/test-gcc-release TEST_MODE=-DNDEBUG TEST_OPT=-O3 TEST_LIMIT=7200 TEST_SEED=1000 TEST_TABLEBASES=all
count "mutation tests" tests/mutants.py
count "packages" tests/packages.sh
# A net of the same bytes from programs for any x86-64 processor.
make -s -j2 ARCH=x86-64 BUILD=build/plain EXE=build/plain/quincunx MATCH=build/plain/quincunx-match LAB=build/plain/quincunx-lab \
    build/plain/quincunx build/plain/quincunx-lab
count "nets from source" env OTHER_PROGRAMS=build/plain TEST_GAMES=200 python3 tests/test_from_source.py build/test-gcc-release/quincunx
count "a Slurm cluster" tests/slurm.sh build/test-gcc-release/quincunx
count "other processors" tests/portable.sh build/test-gcc-release/quincunx
if command -v clang >/dev/null; then
    part "clang" CC=clang TEST_BUILD=build/test-clang TEST_LIMIT=7200 TEST_SEED=2000
    sanitize clang address,undefined
fi
sanitize gcc address,undefined
# A sanitizer needs more memory than those two tests leave free.
part "conversations, address and undefined behaviour sanitizers" CC=gcc TEST_BUILD=build/test-gcc-address TEST_LIMIT=14400 \
    TEST_PATIENCE=120 TEST_POLITE=1 TEST_LEFT_OUT="hash_beyond_memory memory_beyond_memory" TEST_OPT="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" \
    TEST_NAMES="test_uci.py test_cecp.py test_console.py test_match.py test_cli.sh" ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
sanitize gcc thread
part "storms, thread sanitizer" CC=gcc TEST_BUILD=build/test-gcc-thread TEST_LIMIT=14400 TEST_PATIENCE=120 TEST_POLITE=1 TEST_STORM=900 \
    TEST_OPT="-O1 -g -fsanitize=thread -fno-sanitize-recover=all -fno-omit-frame-pointer" TSAN_OPTIONS="halt_on_error=1 exitcode=66" \
    TEST_NAMES="test_storm.py"

printf '\n%d passed, %d failed' "$passed" "$failed"
[ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
echo
[ "$failed" -eq 0 ]
