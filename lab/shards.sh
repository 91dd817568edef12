#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Training data, a match or an opening book in shards, on one machine or many. bench/README.md has the recipe.
#
#   sbatch --array=1-SHARDS lab/shards.sh TASK    Slurm: each task of the array plays one shard
#   lab/shards.sh merge TASK                      puts the shards together
#   lab/shards.sh parallel TASK                   both, with GNU parallel (xargs without it)
#
# TASK is one of
#
#   datagen SHARDS DIRECTORY GAME OPTION...         makes DIRECTORY/all.games, with LABELS=1 all.labels
#   match SHARDS ROUNDS DIRECTORY OPTION...         makes DIRECTORY/total.json; ROUNDS rounds a shard
#   explore SHARDS DIRECTORY GAME OPTION...         makes DIRECTORY/GAME.book
#
# with the OPTIONs of `quincunx-lab datagen`, `quincunx-match` and `quincunx-lab explore`. The same command continues what was
# stopped. -sprt of a match applies to the sum of the complete shards, in order: when that is decided, no further shard begins.
#
# From the environment: LAB and MATCH (the programs), LABELS, JOBS (shards at the same time; the number of processors,
# half of them for a match), PARALLEL (options of GNU parallel: "--retries 3 --sshloginfile hosts --workdir $PWD").
#
#SBATCH --job-name=quincunx
#SBATCH --cpus-per-task=1
#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu

export LAB="${LAB:-./quincunx-lab}" MATCH="${MATCH:-./quincunx-match}" LABELS="${LABELS:-}"

usage() {
    echo usage: >&2
    sed -n '/^#SBATCH/q; /^# TASK is/s/^# //p; s/^#   /  /p' "$0" >&2
    exit 2
}
is_number() { case $1 in '' | 0* | *[!0-9]*) return 1 ;; esac; }

mode=shard
case ${1-} in merge | parallel) mode=$1; shift ;; esac

# GNU parallel gets the words unquoted.
if [ "$mode" = parallel ] && [ $# -ge 3 ] && is_number "$2"; then
    jobs=$(getconf _NPROCESSORS_ONLN)
    [ "$1" != match ] || jobs=$(((jobs + 1) / 2))
    jobs=${JOBS:-$jobs}
    status=0
    if command -v parallel > /dev/null; then
        seq "$2" | parallel -q -j "$jobs" env SLURM_ARRAY_TASK_ID={} LAB="$LAB" MATCH="$MATCH" LABELS="$LABELS" \
            sh "$0" "$@" || status=$?
    else
        seq "$2" | xargs -P "$jobs" -I '{}' env 'SLURM_ARRAY_TASK_ID={}' sh "$0" "$@" || status=$?
    fi
    sh "$0" merge "$@" || status=$?
    exit "$status"
fi

[ $# -ge 3 ] && is_number "$2" || usage
task=$1 shards=$2 rounds=
shift 2
case $task in
datagen | explore) [ $# -ge 2 ] || usage ;;
match)
    [ $# -ge 3 ] && is_number "$1" || usage
    rounds=$1
    shift
    ;;
*) usage ;;
esac
directory=$1
shift
mkdir -p "$directory"

# -sprt and its values: no shard stops on its own evidence.
sprt=
if [ "$task" = match ]; then
    left=$# inside=
    while [ "$left" -gt 0 ]; do
        case $1 in -sprt | --sprt) inside=1 ;; -*) inside= ;; esac
        if [ -n "$inside" ]; then sprt="$sprt $1"; else set -- "$@" "$1"; fi
        shift
        left=$((left - 1))
    done
fi
decided() { [ -n "$sprt" ] && [ "$(cat "$directory/decided" 2> /dev/null)" = "$rounds$sprt" ]; }
# with_shards KIND COMMAND...: runs the command with the files of the shards. KIND "complete": the results of a match before the
# first incomplete shard. Older files may lie beside them.
with_shards() {
    kind=$1
    shift
    count=$#
    for number in $(seq "$shards"); do
        file=$directory/$number.$kind
        if [ "$kind" = complete ]; then
            [ "$(cat "$file" 2> /dev/null)" = "$rounds" ] || break
            file=$directory/$number.json
        fi
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
    [ $# -gt "$count" ] || { echo "$0: $directory has no shard that could be merged" >&2; return 1; }
    "$@"
}

# ---- Merging ----

if [ "$mode" = merge ]; then
    case $task in
    datagen)
        with_shards games "$LAB" datagen --out "$directory/all.games" --merge
        [ -z "$LABELS" ] || with_shards labels "$LAB" datagen --out "$directory/all.labels" --merge
        ;;
    match)
        kind=json
        ! decided || kind=complete
        # shellcheck disable=SC2086
        with_shards $kind "$MATCH" -json "$directory/total.json" $sprt -merge
        ;;
    explore)
        [ -f "$directory/$1.book" ] && exit
        echo "$0: $directory/$1.book is not complete; start the same command again" >&2
        exit 1
        ;;
    esac
    exit
fi

# ---- One shard ----

[ -n "${SLURM_ARRAY_TASK_ID:-}" ] || usage
shard=$SLURM_ARRAY_TASK_ID
log=$directory/$shard.txt
child='' stopped='' requeue=''
trap 'stopped=1; [ -z "$child" ] || kill -TERM "$child"' TERM INT HUP
# Slurm's signal before the time limit.
trap 'stopped=1 requeue=1; [ -z "$child" ] || kill -TERM "$child"' USR1

# Waits for the child, also when a signal ends the wait.
await() {
    status=0
    wait "$child" || status=$?
    while kill -0 "$child" 2> /dev/null; do
        status=0
        wait "$child" || status=$?
    done
    child=''
}

# Runs a command. It waits while another process writes the shard: a node that Slurm has lost may still play it, and on a shared
# file system a dead one's lock lasts a while.
play() {
    delay=1
    while [ -z "$stopped" ]; do
        "$@" >> "$log" 2>&1 &
        child=$!
        # A signal may have come while there was no child yet.
        [ -z "$stopped" ] || kill -TERM "$child"
        await
        if [ "$status" -ne 2 ] || ! tail -n 3 "$log" | grep -q 'is being written by another'; then return "$status"; fi
        sleep $delay &
        child=$!
        await
        delay=$((delay < 16 ? 2 * delay : 16))
    done
    return 1
}

decided && exit
status=0
case $task in
datagen)
    [ -z "$LABELS" ] || set -- "$@" --labels "$directory/$shard.labels"
    play "$LAB" datagen "$@" --shard "$shard/$shards" --out "$directory/$shard.games" || status=$?
    ;;
match)
    # The same seed but other openings: no game is played twice.
    play "$MATCH" "$@" -openings start=$(((shard - 1) * rounds + 1)) -rounds "$rounds" -json "$directory/$shard.json" \
        -pgnout "$directory/$shard.pgn" min || status=$?
    if [ "$status" -eq 0 ]; then
        echo "$rounds" > "$directory/$shard.complete"
        # shellcheck disable=SC2086
        if [ -n "$sprt" ] && with_shards complete "$MATCH" $sprt -merge 2> /dev/null | grep -q 'elo[01] accepted'; then
            echo "$rounds$sprt" > "$directory/decided"
        fi
    fi
    ;;
explore) play "$LAB" explore "$@" --shard "$shard/$shards" --out "$directory/$1.book" || status=$? ;;
esac
# At the time limit the task goes back into the queue; Slurm then ends it.
if [ -n "$requeue" ] && [ "$status" -ne 0 ] && [ -n "${SLURM_ARRAY_JOB_ID:-}" ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard"
    sleep 60
fi
exit "$status"
