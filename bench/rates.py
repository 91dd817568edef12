#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the node rates of two builds in every game: `bench`, interleaved, in user time.

    bench/rates.py ./quincunx other/quincunx                       # all games, 15 rounds
    bench/rates.py ./quincunx other/quincunx chess --rounds 40 --depth 13

User time excludes other processes. For each game: the median over the rounds of
the ratio of the two (above 100%: the first is faster), with the quartiles, and the ratio of the shortest
times. Both must search the same nodes. --env NAME=VALUE is for the first program alone.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys


def bench(program, game, depth, environment):
    """Nodes, and seconds of user time."""
    with subprocess.Popen([program, "bench", game, *depth], stdout=subprocess.PIPE, text=True, env=environment) as process:
        nodes = re.search(r"^(\d+) nodes", process.stdout.read(), re.M)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not nodes:
        sys.exit(f"rates.py: {program} bench {game} failed")
    return int(nodes.group(1)), usage.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--depth", help="of all games; else each game's own")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    games = options.games or subprocess.run([options.second, "games"], capture_output=True, text=True, check=True).stdout.split()
    depth = [options.depth] if options.depth else []
    own = dict(os.environ, **dict(pair.split("=", 1) for pair in options.env))
    print(f"{'game':20} {'median':>7} {'quartiles':>17} {'shortest':>9}")
    times = {game: ([], []) for game in games}
    for number in range(options.rounds):
        for game in games:
            pair = [(0, own), (1, os.environ)]
            measured = {i: bench((options.first, options.second)[i], game, depth, environment)
                        for i, environment in (pair if number % 2 else pair[::-1])}
            if measured[0][0] != measured[1][0]:
                sys.exit(f"rates.py: {game}: {measured[0][0]} and {measured[1][0]} nodes")
            for i in (0, 1):
                times[game][i].append(measured[i][1])
    for game in games:
        first, second = times[game]
        ratios = [100 * b / a for a, b in zip(first, second)]
        low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        print(f"{game:20} {statistics.median(ratios):6.1f}% {low:7.1f}% {high:7.1f}% {100 * min(second) / min(first):8.1f}%")


if __name__ == "__main__":
    main()
