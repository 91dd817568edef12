#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# What test scripts share; they source it, and have $work, a folder of their own.

# shellcheck disable=SC2034,SC2154
passed=0 failed=0 skipped=0
# ok NAME COMMAND...
ok() {
    local name=$1
    shift
    if "$@" > "$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        tail -n 20 "$work/said"
    fi
}
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1"
}
equal() { [ "$1" = "$2" ] || { echo "'$1', not '$2'"; false; }; }
# The end of a script: its last line, and its exit status.
result() {
    printf '%d passed, %d failed' "$passed" "$failed"
    [ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
    echo
    [ "$failed" -eq 0 ]
}
