#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The WebAssembly build's nodes/s as parts of the native engine's, one thread each, interleaved on
one core; of each process the third bench counts, when a browser has compiled what is hot.
Usage: tests/web/speed.py ENGINE [PAIRS [GAME...]]"""

import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def bench(command, game):
    out = subprocess.run(command, input=3 * (json.dumps({"do": "bench", "game": game}) + "\n"), capture_output=True, text=True, check=True).stdout
    answer = json.loads(out.splitlines()[-1])
    return answer["nodes"], answer["time"]


def main():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    builds = [[os.path.abspath(sys.argv[1]), "json"],
              ["node", os.path.join(ROOT, "tests", "web", "bench.mjs"), os.path.join(ROOT, "build", "web", "quincunx.wasm")]]
    print("%-20s %10s %12s %12s %7s  of pairs" % ("game", "nodes", "native/s", "wasm/s", "median"))
    games = subprocess.run([builds[0][0], "games"], capture_output=True, text=True, check=True).stdout.split()
    for game in sys.argv[3:] or games:
        times, nodes = [], set()
        for _ in range(pairs):
            found = [bench(command, game) for command in builds]
            nodes |= {n for n, _ in found}
            times.append([t for _, t in found])
        count = nodes.pop()
        if nodes:
            raise SystemExit("%s: the builds search different trees" % game)
        ratios = sorted(native / wasm for native, wasm in times)
        print("%-20s %10d %12.0f %12.0f %6.0f%%  %s" % (game, count, *(count * 1000 / statistics.median(t) for t in zip(*times)), 100 * statistics.median(ratios),
                                                       " ".join("%.0f%%" % (100 * r) for r in ratios)), flush=True)


main()
