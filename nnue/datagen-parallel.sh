#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Training data in shards under GNU parallel (xargs where that is not installed), merged:
#
#   nnue/datagen-parallel.sh SHARDS DIRECTORY GAME OPTION...
#
# plays with the OPTIONs of `quincunx datagen GAME`; the games of all shards go to
# DIRECTORY/all.games, with LABELS=1 in the environment their free labels to
# DIRECTORY/all.labels. JOBS is the number of shards at the same time on a machine (the number
# of its processors). To use other machines that share this directory, give parallel their names:
#   PARALLEL="--sshloginfile hosts --workdir $PWD" nnue/datagen-parallel.sh ...
# Interrupted, it goes on where it was when the same command is given again.
set -eu

if [ $# -lt 3 ]; then
    echo "usage: $0 SHARDS DIRECTORY GAME OPTION..." >&2
    exit 2
fi
shards=$1
directory=$2
shift 2
engine=${QUINCUNX:-./quincunx}
worker=$(dirname "$0")/datagen-slurm.sh
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}

status=0
if command -v parallel > /dev/null; then
    seq "$shards" | parallel -q -j "$jobs" env SLURM_ARRAY_TASK_ID={} QUINCUNX="$engine" LABELS="${LABELS:-}" \
        sh "$worker" "$shards" "$directory" "$@" || status=$?
else
    seq "$shards" | xargs -P "$jobs" -I '{}' env 'SLURM_ARRAY_TASK_ID={}' QUINCUNX="$engine" LABELS="${LABELS:-}" \
        sh "$worker" "$shards" "$directory" "$@" || status=$?
fi
[ "$status" -eq 0 ] || echo "some shards failed: see $directory/*.txt" >&2

# Only the shards of this command: older files may lie beside them.
merge() {
    kind=$1
    set --
    for shard in $(seq "$shards"); do
        if [ -f "$directory/$shard.$kind" ]; then set -- "$@" "$directory/$shard.$kind"; fi
    done
    [ $# -eq 0 ] || "$engine" datagen --merge "$@" --out "$directory/all.$kind"
}
merge games
[ -z "${LABELS:-}" ] || merge labels
exit "$status"
