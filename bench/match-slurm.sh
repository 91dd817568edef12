#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One shard of a match, as a task of a Slurm array or of bench/match-parallel.sh:
#
#   sbatch --array=1-20 bench/match-slurm.sh ROUNDS DIRECTORY OPTION...
#   ./quincunx-match --merge DIRECTORY/*.json
#
# Every shard plays ROUNDS rounds with openings of its own (shard 3 begins with
# opening 2 * ROUNDS + 1) and the same seed, so that no game is played twice. The
# OPTIONs are those of quincunx-match. A shard that was interrupted goes on where
# it was when the same command is given again.
#
#SBATCH --job-name=quincunx-match
#SBATCH --cpus-per-task=2
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
set -eu

if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=1-SHARDS $0 ROUNDS DIRECTORY OPTION..." >&2
    exit 2
fi
shard=$SLURM_ARRAY_TASK_ID
rounds=$1
directory=$2
shift 2

mkdir -p "$directory"
# exec: signals reach the match runner, which then writes what it has.
exec "${MATCH:-./quincunx-match}" "$@" -openings start=$(((shard - 1) * rounds + 1)) -rounds "$rounds" \
    -json "$directory/$shard.json" -pgnout "$directory/$shard.pgn" min > "$directory/$shard.txt" 2>&1
