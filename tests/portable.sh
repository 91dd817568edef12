#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Other processors: 64-bit ARM, s390x (big-endian) and 32-bit x86 give the same counts as this
# one, in the perft suites of every game and in `bench`. Usage: tests/portable.sh [ENGINE [DEPTH]]
# ENGINE is the program for this system; DEPTH is that of bench (default: the games' own). The
# last line is "N passed, N failed". Needs Debian's cross compilers and qemu-user; a missing
# one is skipped and named.
set -u
engine=$(realpath "${1:-quincunx}")
depth=${2:-}
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jobs=$(nproc 2>/dev/null || echo 2)

# shellcheck source=tests/ok.sh
. tests/ok.sh

# Games and node counts, without speeds.
counts() {
    # shellcheck disable=SC2086
    "$@" bench $depth | sed -E 's/ +[0-9]+ nps//'
}
counts "$engine" >"$work/expected"
games=$("$engine" --help | sed -n 's/^Games://p')

# machine NAME COMPILER ARCH PACKAGES EMULATOR...: builds for this machine and compares.
machine() {
    local name=$1 compiler=$2 arch=$3 packages=$4 missing=
    shift 4
    command -v "$compiler" >/dev/null || missing=$packages
    [ $# -eq 0 ] || command -v "$1" >/dev/null || missing="$missing qemu-user"
    if [ -n "$missing" ]; then
        skip "$name: install $missing"
        return
    fi
    ok "$name: builds" "${MAKE:-make}" -j"$jobs" CC="$compiler" ARCH="$arch" BUILD="build/$name" EXE="$work/$name" \
        MATCH="$work/$name-match" LDFLAGS=-static "$work/$name" "$work/$name-match"
    [ -e "$work/$name" ] || return
    for game in $games; do
        ok "$name: perft suite of $game" "$@" "$work/$name" perft "$game" --suite "tests/positions/$game.epd"
    done
    counts "$@" "$work/$name" >"$work/found" 2>&1
    ok "$name: the node counts of bench" diff "$work/expected" "$work/found"
}

machine aarch64 aarch64-linux-gnu-gcc armv8-a "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" qemu-aarch64
machine s390x s390x-linux-gnu-gcc z13 "gcc-s390x-linux-gnu libc6-dev-s390x-cross" qemu-s390x
machine i686 i686-linux-gnu-gcc i686 "gcc-i686-linux-gnu libc6-dev-i386-cross"

result
