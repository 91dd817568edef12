#!/bin/sh
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One shard of a generation of training data, as a task of a Slurm array or of
# nnue/datagen-parallel.sh:
#
#   sbatch --array=1-20 nnue/datagen-slurm.sh SHARDS DIRECTORY GAME OPTION...
#   ./quincunx datagen --merge DIRECTORY/*.games --out FILE
#
# Shard 3 of 20 plays the games number 2, 22, 42 ... of the seed. The OPTIONs are those of
# `quincunx datagen GAME`; SHARDS is the size of the array. With LABELS=1 in the environment every
# shard writes free labels, too. A shard that was interrupted goes on where it was when the
# same command is given again.
#
#SBATCH --job-name=quincunx-datagen
#SBATCH --cpus-per-task=1
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
set -eu

if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=1-SHARDS $0 SHARDS DIRECTORY GAME OPTION..." >&2
    exit 2
fi
shard=$SLURM_ARRAY_TASK_ID
shards=$1
directory=$2
shift 2

mkdir -p "$directory"
[ -z "${LABELS:-}" ] || set -- "$@" --labels "$directory/$shard.labels"
# exec: signals reach the engine, which then writes what it has.
exec "${QUINCUNX:-./quincunx}" datagen "$@" --shard "$shard/$shards" --out "$directory/$shard.games" > "$directory/$shard.txt" 2>&1
