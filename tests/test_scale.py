#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The model of a cluster, bench/scale.py. Usage: tests/test_scale.py [ENGINE [TEST...]]"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "bench")]
import scale  # noqa: E402
from protocol import check, run  # noqa: E402


class Nothing:
    def __init__(self):
        self.transcript = []

    def kill(self):
        pass


def job(**changes):
    values = {"title": "a job", "games": 1200, "game": 1.0, "spread": 0.0, "start": 0.0, "flushes": 0, "opens": 0, "merge_game": 0.0,
              "merge_shard": 0.0, **changes}
    return scale.Job(**values)


def test_even_work(_):
    """Games of the same length are shared evenly: the work over the cores, but for starting tasks."""
    for cores in 1, 4, 12:
        p = scale.plan(job(), cores, 120)
        check(1200 / cores <= p["total"] <= 1200 / cores + 120 * scale.LAUNCH, p)
        check(p["limit"] == "playing", p)
    check(abs(scale.plan(job(), 12, 12)["longest"] - 100) < 1e-9, "a twelfth of the games is not a shard")


def test_what_limits(_):
    """Each part limits where it is the largest."""
    check(scale.plan(job(), 1000, 12)["limit"] == "the last shards", "12 shards do not keep 1,000 cores waiting")
    check(scale.plan(job(flushes=100), 100, 300)["limit"] == "the file server", "flushes cost nothing")
    check(scale.plan(job(merge_game=1.0), 100, 300)["limit"] == "merging", "merging costs nothing")
    check(scale.plan(job(game=0.001), 1000, 1200)["limit"] == "starting tasks", "tasks start for nothing")
    check(scale.plan(job(flushes=100), 100, 300, 0.0)["total"] < 15, "--flush is not used")


def test_best_number_of_shards(_):
    """More cores are never slower, and the best number is no worse than another."""
    for j in scale.JOBS:
        times = [scale.best(j, cores)["total"] for cores in (16, 160)]
        check(times[0] > 5 * times[1], (j.title, times))
        check(scale.best(j, 160)["total"] <= scale.plan(j, 160, 160)["total"], j.title)


def test_costs_are_those_measured(_):
    """bench/README.md has the costs from which the model computes."""
    with open(os.path.join(ROOT, "bench", "README.md"), encoding="utf-8") as file:
        page = file.read()
    match, chess, borderlands = scale.JOBS
    for told in ("| %.2f s, standard deviation %.0f%% |" % (match.game, 100 * match.spread), "match %.3f s with" % match.start,
                 "| %.4f s (%.0f%%)," % (chess.game, 100 * chess.spread), "| %.3f s (%.0f%%)," % (borderlands.game, 100 * borderlands.spread),
                 "| %.0f µs a shard |" % (1e6 * match.merge_shard), "| %.1f ms, so about" % (1e3 * scale.LAUNCH), "| %.1f ms (median" % (1e3 * scale.FLUSH)):
        check(told in page, "bench/README.md does not say '%s'" % told)


if __name__ == "__main__":
    sys.exit(run([test_even_work, test_what_limits, test_best_number_of_shards, test_costs_are_those_measured], Nothing))
