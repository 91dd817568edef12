#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a cluster gives, on paper: how long a job of bench/shards.sh takes on 1, 10 and 1,000 nodes, and what it waits for.

    bench/scale.py [--nodes N...] [--cores N] [--flush SECONDS]

A task takes its start-up and its games, whose times vary. The controller starts tasks one after the other, each on the
first core that is free. The file server does one flush to the disk after the other. Merging comes last, on one core. The
number of shards is the best of several. The costs are those that bench/README.md has measured; assumed are 16 cores a
node, and a shared file system that does one flush after the other and opens a file at the cost of a flush.
"""

import argparse
import heapq
import math
import random

LAUNCH = 0.0032  # seconds of the controller for a task
FLUSH = 0.003    # seconds of the file server for a flush to the disk


class Job:
    def __init__(self, title, games, game, spread, start, flushes, opens, merge_game, merge_shard, unit=1):
        self.title = title
        self.games = games              # of the whole job
        self.game = game                # seconds of a core for a game
        self.spread = spread            # standard deviation of that, as a share
        self.start = start              # seconds of a core before the first game of a shard
        self.flushes = flushes          # a game
        self.opens = opens              # a shard: files created or opened, each counted as a flush
        self.merge_game, self.merge_shard = merge_game, merge_shard  # seconds
        self.unit = unit                # games that stay together


def positions(title, a_game, game, spread):
    """100 million selected positions; --samples is a part of merging."""
    return Job(title, math.ceil(1e8 / a_game), game, spread, 0.015, 1 / 32, 5, 6e-6 + 1.02e-4, 0)


JOBS = [
    Job("A match of 20,000 games, 20,000 nodes a move", 20000, 1.43, 0.27, 0.073, 3, 4, 0, 4.6e-5, unit=2),
    positions("100 million positions of chess, 250 nodes a move", 9259 / 128, 3.67 / 128, 0.33),
    positions("100 million positions of Borderlands, 250 nodes a move", 13728 / 128, 10.7 / 128, 0.42),
]


def run(job, cores, shards, seed=1):
    """The seconds until the last shard has ended, and of the longest shard."""
    dice = random.Random(seed)
    units = job.games // job.unit
    free = [0.0] * min(cores, shards)
    longest = end = 0.0
    for shard in range(shards):
        games = job.unit * (units // shards + (shard < units % shards))
        time = job.start + job.game * max(0.3 * games, dice.gauss(games, job.spread * math.sqrt(games)))
        began = max(free[0], LAUNCH * (shard + 1))
        heapq.heapreplace(free, began + time)
        end, longest = max(end, began + time), max(longest, time)
    return end, longest


def plan(job, cores, shards, flush=FLUSH):
    """The parts of a job with so many shards, in seconds."""
    end, longest = run(job, cores, shards)
    work = job.games * job.game + shards * job.start
    parts = {"playing": work / cores, "starting tasks": LAUNCH * shards,
             "the file server": flush * (job.games * job.flushes + shards * job.opens)}
    merging = job.games * job.merge_game + shards * job.merge_shard
    playing = max(end, parts["the file server"])
    limit = max(parts, key=parts.get)
    # What the parts do not explain is cores that wait for the last shards.
    waits = playing - parts[limit]
    if waits > parts[limit]:
        limit = "the last shards"
    if merging > playing:
        limit = "merging"
    return {"shards": shards, "playing": playing, "merging": merging, "total": playing + merging, "longest": longest,
            "limit": limit, "used": job.games * job.game / (cores * (playing + merging))}


def best(job, cores, flush=FLUSH):
    units = job.games // job.unit
    choices = {max(1, min(units, round(cores * share))) for share in (0.003, 0.01, 0.03, 0.1, 0.3, 1, 2, 3, 5, 10)}
    return min((plan(job, cores, shards, flush) for shards in sorted(choices)), key=lambda p: p["total"])


def duration(seconds):
    if seconds < 10:
        return "%.1f s" % seconds
    if seconds < 120:
        return "%.0f s" % seconds
    return "%.0f min" % (seconds / 60) if seconds < 7200 else "%.1f h" % (seconds / 3600)


def tables(nodes, cores, flush=FLUSH):
    lines = []
    for job in JOBS:
        lines += ["**%s**: %s games, %s of a core" % (job.title, format(job.games, ","), duration(job.games * job.game)), "",
                  "| nodes | cores | shards | longest shard | all played | merged | total | times as fast as a node "
                  "| cores busy | waits for |",
                  "|---|---|---|---|---|---|---|---|---|---|"]
        alone = best(job, cores, flush)["total"]
        for count in nodes:
            p = best(job, count * cores, flush)
            lines.append("| %s | %s | %s | %s | %s | %s | %s | %.1f | %.0f%% | %s |" % (
                format(count, ","), format(count * cores, ","), format(p["shards"], ","), duration(p["longest"]),
                duration(p["playing"]), duration(p["merging"]), duration(p["total"]), alone / p["total"], 100 * p["used"], p["limit"]))
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 10, 1000])
    parser.add_argument("--cores", type=int, default=16, help="of a node")
    parser.add_argument("--flush", type=float, default=FLUSH, help="seconds of the file server for a flush")
    options = parser.parse_args()
    if min(options.nodes) < 1 or options.cores < 1 or options.flush < 0:
        parser.error("there must be nodes and cores, and no time is negative")
    print(tables(options.nodes, options.cores, options.flush), end="")


if __name__ == "__main__":
    main()
