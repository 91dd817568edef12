#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds with assertions and runs tests; the last line is "N passed, N failed", with ", N skipped" if something could not
# be run.
#
#   tests/run.sh [NAME...]      e.g. test_rules test_uci.py, or groups:
#       engine      what is played with: rules, search, protocols, terminal, JSON (the default)
#       tools       matches, training, the build
#       gui, page   real GUIs; the page in a browser
#       long        the laboratory, memory that runs out, other systems, whole ways from source to a network or report
#
# From the environment:
#   CC, MAKE, ARCH        as for make
#   TEST_BUILD            where to build (build/test-CC)
#   TEST_MODE, TEST_OPT   assertions and optimisation (on, -O1: half the compiling of "-O2 -g", and 4% slower), as MODE and OPT of make
#   TEST_PROGRAMS         "c": only the compiled tests of a group
#   TEST_JOBS             how many at a time (one more than processors: some wait for a display)
#   TEST_LIMIT            seconds for each (3600): a bound for what hangs, far above what a slow machine takes
#   TEST_LONG             1: also what takes minutes of a processor (make check-all)
#   TEST_GO_ON            1: what passed in this build's folder is not run again
#   TEST_POSITIONS, TEST_LEAVES, TEST_CLAIMS, TEST_FUZZ, TEST_SEED: the extent of comparisons, see the tests
set -u
cd "$(dirname "$0")/.." || exit 2
CC=${CC:-gcc}
MAKE=${MAKE:-make}
build=${TEST_BUILD:-build/test-$(basename "${CC%% *}")}
jobs=${TEST_JOBS:-$(($(nproc 2>/dev/null || echo 2) + 1))}
limit=${TEST_LIMIT:-3600}

# Required programs, and how to get them.
missing=
for program in "${CC%% *}" "${MAKE%% *}" pkg-config timeout; do
    command -v "$program" >/dev/null || missing="$missing $program"
done
command -v pkg-config >/dev/null && ! pkg-config --exists check && missing="$missing check"
if [ -n "$missing" ]; then
    echo "The tests need what is not installed:$missing. 'make deps' installs it."
    echo "0 passed, 1 failed"
    exit 1
fi

# If another run uses this folder, the logs of this run go elsewhere.
log=$build/logs
mkdir -p "$build" && exec 9>"$build/lock"
if command -v flock >/dev/null && ! flock -n 9; then log=$build/logs-$$; fi
mkdir -p "$log"
[ -n "${TEST_GO_ON-}" ] || rm -f "$log"/*
# The groups. Whatever is in none of the others is of the engine. The slowest come first; those of GUIs wait more than they work.
gui="test_winboard.py xboard test_cutechess.py"
page="web test_wasm.py test_serve.py"
tools="test_match.py test_match_exact.py test_make.sh test_signature.sh test_packaging.sh
    test_levels.py test_train test_data test_claims test_tactics"
long="test_memory.py test_overnight.py test_puzzles.py test_train.py test_report.py test_datagen.py test_fit_wdl.py test_book.py
    test_suites.py test_dist.sh test_adding.py test_windows.sh test_from_source.py test_whatif.py"
engine="test_console.py test_cecp.py test_uci.py test_tablebases test_reference"
# shellcheck disable=SC2086
grouped=" $(echo $gui $page $tools $long $engine) "
for file in tests/test_*; do
    name=$(basename "$file" .c)
    case $grouped in *" $name "*) ;; *) engine="$engine $name" ;; esac
done
names=
for word in ${*:-engine}; do
    case $word in
    engine | tools | gui | page | long) group=${!word} ;;
    *) group=$word ;;
    esac
    for name in $group; do
        case $name in *.* | xboard | web) [ "${TEST_PROGRAMS-}" != c ] || continue ;; esac
        case " $names " in *" $name "*) ;; *) names="$names $name" ;; esac
    done
done
# Compiled tests need nothing but themselves; scripts may need every program.
targets=
for name in $names; do
    case $name in
    *.* | xboard | web)
        # test_nets writes the networks of test_net_options.py.
        [ "$name" != test_net_options.py ] || targets="$targets $build/tests/test_nets"
        targets="$targets $build/quincunx $build/quincunx-match $build/quincunx-lab $build/tests/reference/suite"
        ;;
    *) targets="$targets $build/tests/$name" ;;
    esac
done
echo "Building with $CC in $build ..."
# shellcheck disable=SC2086
if ! $MAKE -j"$jobs" CC="$CC" BUILD="$build" EXE="$build/quincunx" MATCH="$build/quincunx-match" LAB="$build/quincunx-lab" \
    MODE="${TEST_MODE-}" OPT="${TEST_OPT--O1}" $targets >"$log/build" 2>&1 9>&-; then
    tail -n 40 "$log/build"
    echo "The build failed; $log/build has all of it."
    echo "0 passed, 1 failed"
    exit 1
fi
engine=$build/quincunx

# The command of a test. All but the compiled tests take the engine as an argument.
command_of() {
    case $1 in
    xboard) echo "tests/xboard/run.sh $engine" ;;
    web) echo "env TEST_ENGINE=$engine python3 tests/web/test_page.py" ;;
    *.py) echo "python3 tests/$1 $engine" ;;
    *.sh) echo "bash tests/$1 $engine" ;;
    *) echo "$build/tests/$1" ;;
    esac
}

run_one() {
    local name=$1 start=$SECONDS
    [ -n "${TEST_GO_ON-}" ] && grep -qs '^0 ' "$log/$name.status" && return
    if [ "${name%.py}" != "$name" ] && ! command -v python3 >/dev/null; then
        echo "python3 is not installed (make deps)" >"$log/$name"
        echo "0 passed, 0 failed, 1 skipped" >>"$log/$name"
        return
    fi
    # shellcheck disable=SC2046
    timeout -k 10 "$limit" $(command_of "$name") >"$log/$name" 2>&1 9>&-
    local status=$?
    # The second line is what its processes took: "0m1.234s 0m0.567s", in user and in system mode.
    times >"$log/$name.times"
    echo "$status $((SECONDS - start)) $(awk -F '[ms ]+' 'NR == 2 { print int($1 * 60 + $2 + $3 * 60 + $4 + 0.5) }' "$log/$name.times")" >"$log/$name.status"
}

export LC_ALL=C
begun=$(date +%s)
for name in $names; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    run_one "$name" &
done
wait

passed=0 failed=0 skipped=0 failures='' slowest=
for name in $names; do
    result=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log/$name" | tail -n 1)
    read -r status seconds worked < <(cat "$log/$name.status" 2>/dev/null || echo 0 0 0)
    slowest+="$seconds s, $worked s of a processor: $name"$'\n'
    read -r p _ f _ s _ <<<"${result:-0 passed, 1 failed,}"
    # A program that failed without counting a failure counts as failed.
    if [ -z "$result" ]; then
        f=1
        result="no result, exit status $status"
        [ "$status" = 124 ] && result="stopped after $limit seconds: $(tail -n 1 "$log/$name")"
    elif [ "$status" != 0 ] && [ "${f%,}" = 0 ]; then
        f=1
        result="$result, but exit status $status"
    fi
    printf '%-20s %4d s  %s\n' "$name" "$seconds" "$result"
    if [ "${f%,}" != 0 ]; then
        tail -n 60 "$log/$name" | sed 's/^/    /'
        # What failed, once more at the end: the ends of long logs are what people see.
        failures+="FAILED: $name, $result"$'\n'$(grep -E '^ *FAIL|: FAILED:|:[FE]:|^[A-Za-z]*Error' "$log/$name" | head -n 8 | cut -c1-300 | sed 's/^/    /')$'\n'
    else grep -iE 'skipped' "$log/$name" | grep -vE '^[0-9]+ passed' | sed 's/^/    /'; fi
    passed=$((passed + p)) failed=$((failed + ${f%,})) skipped=$((skipped + ${s:-0}))
done
printf '%s' "$failures" | grep -v '^$'
[ "$(wc -w <<<"$names")" -lt 20 ] || printf 'The slowest:\n%s' "$(sort -rn <<<"$slowest" | head -n 10 | sed 's/^/    /')"$'\n'
echo "in $(($(date +%s) - begun)) seconds; $log has all that was said"
echo "$passed passed, $failed failed$([ "$skipped" -gt 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
