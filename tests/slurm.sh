#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# lab/shards.sh on a real Slurm: a controller and two nodes on this machine, in a folder and on ports of their own.
# Tasks are killed, requeued and stopped by their time limit, a node is lost while its programs run on, and a node dies. What is
# merged must equal one run with the same seeds, byte by byte. Then the same data with GNU parallel.
# Usage, as root: tests/slurm.sh [ENGINE]; quincunx-match lies beside ENGINE.
set -u
cd "$(dirname "$0")/.." || exit 2
if [ "$(id -u)" -ne 0 ] || ! command -v slurmctld > /dev/null || ! command -v slurmd > /dev/null || ! command -v sbatch > /dev/null; then
    echo "skipped: a Slurm cluster needs slurm-wlm (make deps-all) and root"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
QUINCUNX=$(realpath "${1:-quincunx}")
MATCH=$(dirname "$QUINCUNX")/quincunx-match
LAB=$(dirname "$QUINCUNX")/quincunx-lab
export MATCH LAB
work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf
LIMIT=${SLURM_LIMIT:-600} # seconds for what takes some; only a broken cluster needs them

# shellcheck source=tests/ok.sh
. tests/ok.sh

# ---- The cluster ----

# Everything that the cluster started inherited SLURM_CONF. processes [NAME=VALUE]: those with this in the environment, too.
processes() {
    grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2> /dev/null \
        | { if [ $# -gt 0 ]; then xargs -r grep -lzxF "$1" 2> /dev/null; else cat; fi; } | cut -d/ -f3
}
# What runs on a node, with Slurm's own processes there but for the daemon.
on_node() {
    local pid parent
    for pid in $(processes SLURMD_NODENAME="$1"); do
        echo "$pid"
        parent=$(sed -n 's/^PPid:\t*//p' "/proc/$pid/status" 2> /dev/null)
        if grep -q '^slurmstepd' "/proc/$parent/comm" 2> /dev/null; then echo "$parent"; fi
    done
}
# The processes that have a file open.
writers() { find /proc/[0-9]*/fd -lname "$1" 2> /dev/null | cut -d/ -f3 | sort -u; }
# shellcheck disable=SC2046
clean() {
    for _ in 1 2 3; do kill -KILL $(processes) 2> /dev/null; sleep 0.2; done
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP
# If this script itself is killed, too.
(
    trap '' INT HUP
    unset SLURM_CONF
    while kill -0 $$ 2> /dev/null; do sleep 1; done
    if [ -d "$work" ]; then SLURM_CONF=$work/slurm.conf; clean; fi
) > /dev/null 2>&1 &

read -r -a ports <<< "$(python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])')"
mkdir "$work/state" "$work/spool-n1" "$work/spool-n2"
cat > "$SLURM_CONF" << END
ClusterName=quincunx
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
SlurmctldTimeout=30
SlurmdTimeout=6
KillWait=5
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=2 RealMemory=500
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=2 RealMemory=500
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=60 State=UP
END
echo "CgroupPlugin=cgroup/v1" > "$work/cgroup.conf"

# until_true COMMAND...: waits for it.
until_true() {
    local end=$((SECONDS + LIMIT))
    until "$@" > /dev/null 2>&1; do
        if [ $SECONDS -gt $end ]; then
            echo "waited in vain: $*"
            squeue
            sinfo
            tail -n 15 "$work"/*.log
            return 1
        fi
        sleep 0.1
    done
}
node_is() { sinfo -h -N -n "$1" -o %T | grep -qE "^($2)"; }
start_node() {
    slurmd -D -N "$1" > "$work/slurmd-$1.out" 2>&1 &
    disown
    until_true node_is "$1" 'idle|mixed|allocated'
}
start() {
    slurmctld -D > "$work/slurmctld.out" 2>&1 &
    disown
    until_true scontrol ping && start_node n1 && start_node n2
}
submit() { sbatch --parsable --output="$work/slurm-%A_%a.out" "$@"; }
state() { scontrol show job "$1" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | sort -u | xargs; }
# Slurm delays requeued tasks by two minutes.
hurry() {
    local task
    for task in $(squeue -h -r -t PD -o '%i %r' | sed -n 's/ BeginTime$//p'); do scontrol update JobId="$task" StartTime=now; done
}
is_done() { hurry; [ "$(state "$1")" = COMPLETED ]; }
restarted() { scontrol show job "$1" | grep -q 'Restarts=[1-9]'; }
is_state() { [ "$(state "$1")" = "$2" ]; }
node_of() { scontrol show job "$1" | sed -n 's/.* NodeList=\(n[12]\)$/\1/p;s/^ *NodeList=\(n[12]\)$/\1/p'; }
has_bytes() { [ "$(stat -c %s "$1" 2> /dev/null || echo 0)" -ge "$2" ]; }
log_has() { grep -q "$2" "$1"; }

ok "a controller and two nodes" start
[ "$failed" -eq 0 ] || { echo "$passed passed, $failed failed"; exit 1; }

# ---- Data: a task killed, one requeued, one at its time limit ----

data=(chess --games 600 --nodes 300 --seed 7 --hash 1)
LABELS=1
export LABELS
# The program dies, the task fails, the user requeues it.
kill_task() {
    until_true has_bytes "$work/data/$1.games" 1000 || return
    # shellcheck disable=SC2046
    kill -KILL $(writers "$work/data/$1.games") && until_true is_state "${job}_$1" FAILED && scontrol requeue "${job}_$1"
}
# Slurm stops the task and puts it back, as when it is preempted.
preempt_task() { until_true has_bytes "$work/data/$1.games" 1000 && scontrol requeue "${job}_$1"; }
# The signal before the time limit: the task puts itself back.
warn() { restarted "$1" || { scancel --batch --signal=USR1 "$1"; sleep 1; restarted "$1"; }; }
warn_task() { until_true has_bytes "$work/data/$1.games" 1000 && until_true warn "${job}_$1"; }
datagen() {
    local watchers=()
    job=$(submit --array=1-6 lab/shards.sh datagen 6 "$work/data" "${data[@]}") || return
    kill_task 1 &
    watchers+=($!)
    preempt_task 2 &
    watchers+=($!)
    warn_task 3 &
    watchers+=($!)
    wait "${watchers[0]}" && wait "${watchers[1]}" && wait "${watchers[2]}" && until_true is_done "$job"
}
ok "data in an array, with a task killed, one requeued and one at its time limit" datagen
requeued() { equal "$(scontrol show job "$job" | grep -c 'Restarts=[1-9]')" "$1"; }
ok "three tasks began again" requeued 3
ok "merged" bash lab/shards.sh merge datagen 6 "$work/data" "${data[@]}"
one_run() {
    "$LAB" datagen "${data[@]}" --quiet --out "$work/one.games" --labels "$work/one.labels" \
        && "$LAB" datagen --merge "$work/one.games" --out "$work/one-merged.games"
}
ok "the same data in one run" one_run
ok "the same bytes" cmp "$work/data/all.games" "$work/one-merged.games"
ok "every game and label is right" "$LAB" datagen --verify "$work/data/all.games" "$work/data/all.labels"
samples() { "$LAB" datagen --stats "$1" | sed -n 's/.* \([0-9]* samples\).*/\1/p'; }
ok "as many labels" equal "$(samples "$work/data/all.labels")" "$(samples "$work/one.labels")"

# ---- A match with SPRT over both nodes, one of which is lost ----

match=(-engine cmd="$QUINCUNX" name=new nodes=400 -engine cmd="$QUINCUNX" name=old nodes=300 -each option.Hash=1
    -variant chess borderlands -openings "file=$PWD/bench/openings/%v.epd" order=random -seed 3)
test=(-sprt elo0=0 elo1=30)
# Stops what runs on n2, if it is in the middle of a shard.
stop_in_the_middle() {
    stopped=$(on_node n2)
    # shellcheck disable=SC2086
    kill -STOP $stopped || return
    for shard in $(seq 12); do
        for writer in $(writers "$work/match/$shard.pgn"); do
            if [ -s "$work/match/$shard.pgn" ] && echo "$stopped" | grep -qx "$writer"; then return; fi
        done
    done
    # shellcheck disable=SC2086
    kill -CONT $stopped
    return 1
}
waits_for_another() { hurry; log_has "$work/match/$1.txt" "is being written by another"; }
play_match() {
    local shard stopped
    job=$(submit --array=1-12 lab/shards.sh match 12 8 "$work/match" "${match[@]}" "${test[@]}") || return
    until_true stop_in_the_middle || return
    # The node's daemon is gone, its child is not: it holds the files of the shard.
    kill -KILL "$(cat "$work/slurmd-n2.pid")"
    until_true node_is n2 down || return
    until_true waits_for_another "$shard" || return
    # Now the node dies; the waiting task continues.
    # shellcheck disable=SC2086
    kill -KILL $stopped
    until_true is_done "$job"
}
ok "a match in an array, with a node lost" play_match
merge_match() { bash lab/shards.sh merge match 12 8 "$work/match" "${match[@]}" "${test[@]}" > "$work/total.txt"; }
ok "merged" merge_match
ok "the SPRT is decided" grep 'accepted after' "$work/total.txt"
after=$(sed -n 's/.*accepted after \([0-9]*\) games.*/\1/p' "$work/total.txt")
rounds=$(sed -n 's/.*"rounds": \([0-9]*\).*/\1/p' "$work/match/total.json")
late_shard() {
    rm "$work"/match/12.*
    SLURM_ARRAY_TASK_ID=12 sh lab/shards.sh match 12 8 "$work/match" "${match[@]}" "${test[@]}" && [ ! -e "$work/match/12.json" ]
}
ok "before all games are played" test "$rounds" -lt 96
ok "a shard that begins after that ends at once" late_shard
one_match() {
    "$MATCH" "${match[@]}" -rounds "$rounds" -json "$work/one.json" -pgnout "$work/one.pgn" min \
        && "$MATCH" -merge "$work/one.json" "${test[@]}" -json "$work/one-total.json"
}
ok "the same rounds in one run" one_match
facts() { sed 's/, "[a-z]*_seconds": [^,}]*//g' "$1"; }
ok "the same result, but for the time it took" diff <(facts "$work/one-total.json") <(facts "$work/match/total.json")
# The number of a game counts from the shard's first one.
games() { grep -hv '^\[\(Match\|Date\) ' "$@"; }
records() { for shard in $(seq $((rounds / 8))); do echo "$work/match/$shard.pgn"; done; }
# shellcheck disable=SC2046
ok "the same games" cmp <(games "$work/one.pgn") <(games $(records))
until_decided() { "$MATCH" "${match[@]}" -rounds 96 "${test[@]}" | grep -o 'Games [0-9]*'; }
ok "one run with SPRT ends at the same game" equal "$(until_decided 2> /dev/null)" "Games $after"

# ---- A book, by shards that do not all run, and a node that dies ----

book=(horizons --positions 800 --nodes 6000)
ok "the node is back" start_node n2
# All at once: nothing of it can tell the controller of another's end.
node_dies() {
    local all
    all="$(cat "$work/slurmd-n2.pid") $(on_node n2)"
    # shellcheck disable=SC2086
    kill -STOP $all
    # shellcheck disable=SC2086
    kill -KILL $all
}
some_are_late() { cat "$work"/book/*.txt | grep -q 'is late'; }
explore() {
    # Six shards have room for four.
    job=$(submit --array=1-6 lab/shards.sh explore 6 "$work/book" "${book[@]}") || return
    until_true some_are_late || return
    node_dies
    until_true node_is n2 down || return
    until_true is_done "$job"
}
ok "a book in an array, with a node dead" explore
ok "merged" bash lab/shards.sh merge explore 6 "$work/book" "${book[@]}"
ok "the same book in one run" "$LAB" explore "${book[@]}" --quiet --out "$work/one.book"
ok "the same bytes" cmp "$work/book/horizons.book" "$work/one.book"

# ---- A night of lab/overnight.py over both nodes, one of which is lost ----

night=(chess --hours 0.01 --match-rounds 20 --match-nodes 60 --until networks --unchecked --anew --engine "$QUINCUNX")
ok "the node is back again" start_node n2
plays_on_n2() { [ -n "$(on_node n2)" ] && ls "$work"/night/chess/1/*.games; }
night() {
    lab/overnight.py "${night[@]}" --data "$work/night" --slurm "" > "$work/night.txt" 2>&1 &
    local pid=$!
    until_true plays_on_n2 || return
    node_dies
    until_true node_is n2 down || return
    while kill -0 $pid 2> /dev/null; do
        hurry
        sleep 0.2
    done
    wait $pid
}
ok "a night on the cluster, with a node dead" night
# How many games there is time for is measured; the second night has the same.
one_night() {
    mkdir -p "$work/one/chess"
    python3 - "$work/night/chess/state.json" "$work/one/chess/state.json" << 'END' || return
import json, sys
state = json.load(open(sys.argv[1]))
steps = {name: step for name, step in state["steps"].items() if name.endswith("a probe")}
json.dump({"hours": state["hours"], "spent": 0, "steps": steps, "manifest": [], "nets": []}, open(sys.argv[2], "w"))
END
    lab/overnight.py "${night[@]}" --data "$work/one" --jobs 3 > "$work/one-night.txt" 2>&1
}
ok "the same night on one machine" one_night
ok "the same network" cmp "$work/night/chess/2.nnue" "$work/one/chess/2.nnue"

# ---- GNU parallel ----

if command -v parallel > /dev/null; then
    by_parallel() {
        local killer
        (
            until_true has_bytes "$work/parallel/3.games" 1000
            # shellcheck disable=SC2046
            kill -KILL $(writers "$work/parallel/3.games")
        ) &
        killer=$!
        PARALLEL="--retries 3" JOBS=3 sh lab/shards.sh parallel datagen 6 "$work/parallel" "${data[@]}"
        wait "$killer"
    }
    ok "data with GNU parallel, with a task killed" by_parallel
    ok "the same bytes" cmp "$work/parallel/all.games" "$work/one-merged.games"
else
    skip "GNU parallel is not installed (make deps-all)"
fi

result
