#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A match in shards under GNU parallel (xargs where that is not installed), added up:
#
#   bench/match-parallel.sh SHARDS ROUNDS DIRECTORY OPTION...
#
# plays SHARDS x ROUNDS rounds with the OPTIONs of quincunx-match. JOBS is the
# number of shards at the same time on a machine (half the processors).
# To use other machines that share this directory, give parallel their names:
#   PARALLEL="--sshloginfile hosts --workdir $PWD" bench/match-parallel.sh ...
# Interrupted, it goes on where it was when the same command is given again.
set -eu

if [ $# -lt 4 ]; then
    echo "usage: $0 SHARDS ROUNDS DIRECTORY OPTION..." >&2
    exit 2
fi
shards=$1
rounds=$2
directory=$3
shift 3
match=${MATCH:-./quincunx-match}
worker=$(dirname "$0")/match-slurm.sh
jobs=${JOBS:-$((($(getconf _NPROCESSORS_ONLN) + 1) / 2))}

status=0
if command -v parallel > /dev/null; then
    seq "$shards" | parallel -q -j "$jobs" env SLURM_ARRAY_TASK_ID={} MATCH="$match" \
        sh "$worker" "$rounds" "$directory" "$@" || status=$?
else
    seq "$shards" | xargs -P "$jobs" -I '{}' env 'SLURM_ARRAY_TASK_ID={}' MATCH="$match" \
        sh "$worker" "$rounds" "$directory" "$@" || status=$?
fi
[ "$status" -eq 0 ] || echo "some shards failed: see $directory/*.txt" >&2

# Only the shards of this command: older files may lie beside them.
set --
for shard in $(seq "$shards"); do
    if [ -f "$directory/$shard.json" ]; then set -- "$@" "$directory/$shard.json"; fi
done
[ $# -gt 0 ] || exit 1
"$match" --merge "$@" -json "$directory/total.json"
exit "$status"
