#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sequential test of one engine against another, pooled over several games.

A change to the search concerns every game, and is kept by what it is worth in all of them
together: batches of pairs are played in each game in turn by quincunx-match, the pairs of all
games are added up with equal weight, and after every round of batches the generalised
likelihood ratio (M. Van den Bergh, "The GSPRT approximation", over pairs) is held against
Wald's bounds. What was played is in the state file after every round: the same command goes
on from there.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

GAMES = ["chess", "borderlands", "battleofideologies", "horizons", "bordahbee", "diamond"]
POINTS = [0, 0.25, 0.5, 0.75, 1]  # of a pair, as a share


def fail(message):
    sys.exit(f"sprt: {message}")


# ---- Statistics, as in match_stats.h ----

def expected(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def likely(shares, mean):
    """The distribution with this mean that makes the shares of the outcomes likeliest."""
    low, high = -1 / (1 - mean) + 1e-9, 1 / mean - 1e-9
    for _ in range(100):
        theta = (low + high) / 2
        if sum(s * (x - mean) / (1 + theta * (x - mean)) for s, x in zip(shares, POINTS)) > 0:
            low = theta
        else:
            high = theta
    return [s / (1 + theta * (x - mean)) for s, x in zip(shares, POINTS)]


def likelihood_ratio(pairs, elo0, elo1):
    if not sum(pairs):
        return 0.0
    counts = [max(n, 0.001) for n in pairs]
    total = sum(counts)
    shares = [n / total for n in counts]
    p0, p1 = likely(shares, expected(elo0)), likely(shares, expected(elo1))
    return total * sum(s * math.log(b / a) for s, a, b in zip(shares, p0, p1))


def estimate(pairs):
    """Score of a game, Elo and half its 95% interval."""
    total = sum(pairs)
    mean = sum(n * x for n, x in zip(pairs, POINTS)) / total
    spread = math.sqrt(sum(n * (x - mean) ** 2 for n, x in zip(pairs, POINTS)) / total / total)

    def elo(score):
        score = min(max(score, 1e-6), 1 - 1e-6)
        return -400 * math.log10(1 / score - 1)
    return mean, elo(mean), (elo(mean + 1.96 * spread) - elo(mean - 1.96 * spread)) / 2


# ---- Playing ----

def play(args, game, first, rounds):
    """Pairs of one batch: how often the new engine made 0, 1/2, 1, 3/2 and 2 points,
    and what was reported of faults."""
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.json")
        book = os.path.join(args.openings, f"{game}.epd")
        command = [args.match, "-engine", "name=new", *args.new.split(), "-engine", "name=old", *args.old.split(),
                   "-each", *args.each.split(), "-variant", game, "-openings", f"file={book}", "order=random",
                   f"start={first + 1}", "-rounds", str(rounds), "-games", "2", "-repeat",
                   "-randomplies", str(args.randomplies), "-seed", str(args.seed + first // 1000),
                   "-concurrency", str(args.concurrency), *args.adjudicate.split(), "-json", result]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not os.path.exists(result):
            fail(f"{game}: {done.stderr.strip() or done.stdout.strip() or 'no result'}")
        pairs = [line for line in done.stdout.splitlines() if line.startswith("Pairs by")]
        faults = [line for line in done.stdout.splitlines() if "fault" in line]
    return [int(n) for n in pairs[-1].split(":")[1].split()], faults


def show(state, elo0, elo1):
    pooled = [sum(counts) for counts in zip(*state["pairs"].values())]
    if not sum(pooled):
        return 0.0
    ratio = likelihood_ratio(pooled, elo0, elo1)
    score, elo, error = estimate(pooled)
    print(f"{2 * sum(pooled)} games, {100 * score:.1f}%, Elo {elo:+.1f} ± {error:.1f}, LLR {ratio:+.2f} [{elo0:g}, {elo1:g}]",
          flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("state", help="file of the test, made if it does not exist")
    parser.add_argument("--new", required=True, help='"cmd=./quincunx option.X=1": the engine that is tested')
    parser.add_argument("--old", required=True, help="the engine it must beat, written likewise")
    parser.add_argument("--each", default="nodes=2500", help="limits and options of both (nodes=2500)")
    parser.add_argument("--adjudicate", default="", help='of the match, as "-resign movecount=4 score=800"')
    parser.add_argument("--games", nargs="+", default=GAMES, help="all of them")
    parser.add_argument("--elo0", type=float, default=0)
    parser.add_argument("--elo1", type=float, default=8)
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--beta", type=float, default=0.05)
    parser.add_argument("--batch", type=int, default=20, help="pairs of games in each game between two looks (20)")
    parser.add_argument("--limit", type=int, default=20000, help="games at which to give up (20000)")
    parser.add_argument("--randomplies", type=int, default=2, help="after the opening: more different games (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--match", default="./quincunx-match", help="the match runner")
    parser.add_argument("--openings", default="bench/openings", help="folder of GAME.epd")
    args = parser.parse_args()
    if args.elo0 >= args.elo1:
        fail("--elo0 must be less than --elo1")
    if args.batch < 1 or args.limit < 1:
        fail("--batch and --limit must be at least 1")

    setting = {key: getattr(args, key) for key in ("new", "old", "each", "adjudicate", "games", "batch", "randomplies", "seed")}
    state = {"setting": setting, "pairs": {game: [0] * 5 for game in args.games}, "batches": 0}
    if os.path.exists(args.state):
        with open(args.state, encoding="utf-8") as file:
            try:
                state = json.load(file)
            except ValueError as error:
                fail(f"{args.state} is no file of a test: {error}")
        if state.get("setting") != setting:
            fail(f"{args.state} is of another test: {state.get('setting')}")

    lower, upper = math.log(args.beta / (1 - args.alpha)), math.log((1 - args.beta) / args.alpha)
    ratio = show(state, args.elo0, args.elo1)
    while lower < ratio < upper and 2 * sum(map(sum, state["pairs"].values())) < args.limit:
        # A batch is one step in the list of batches: each game has the same share at every look.
        for game in args.games:
            pairs, faults = play(args, game, state["batches"] * args.batch, args.batch)
            for line in faults:
                print(f"{game}: {line}", file=sys.stderr)
            state["pairs"][game] = [a + b for a, b in zip(state["pairs"][game], pairs)]
        state["batches"] += 1
        with open(args.state + ".new", "w", encoding="utf-8") as file:
            json.dump(state, file)
        os.replace(args.state + ".new", args.state)
        ratio = show(state, args.elo0, args.elo1)

    for game, pairs in state["pairs"].items():
        score, elo, error = estimate(pairs)
        print(f"  {game:20s} {2 * sum(pairs)} games, {100 * score:.1f}%, Elo {elo:+.1f} ± {error:.1f}")
    print("passed" if ratio >= upper else "failed" if ratio <= lower else "undecided")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        fail("interrupted; the same command goes on from the last whole round")
