#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Storms of commands that begin, stop and disturb searches, in UCI and CECP: each search ends once, no answer is lost,
nothing hangs. Under the thread sanitizer they show that threads share nothing unguarded. TEST_STORM: seconds of each storm
(4). Usage: tests/test_storm.py ENGINE [TEST...]"""

import os
import random
import re
import sys
import time

from protocol import ENGINE, TESTS, Engine, all_games, check, equal, run, test

SECONDS = float(os.environ.get("TEST_STORM", "4"))
SEED = int(os.environ.get("TEST_SEED", "0"))
GOES = ["go infinite", "go ponder", "go ponder wtime 100 btime 100", "go depth 3", "go nodes 300", "go movetime 3", "go wtime 40 btime 40",
        "go mate 1", "go ponder movetime 2", "go depth 1 searchmoves a1a1"]
BEST = re.compile(r"bestmove \S+( ponder \S+)?")


def gusts(e):
    """Random numbers, a new round each time, until the storm is over."""
    generator = random.Random(SEED)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        yield generator
        del e.transcript[:-400]


def pause(generator):
    """Sometimes a moment, so that commands meet searches at any stage."""
    if generator.random() < 0.4:
        time.sleep(generator.random() ** 3 * 0.02)


@test
def uci(e):
    e.send("uci")
    e.expect("uciok")
    games = all_games(ENGINE)
    searches = 0
    for generator in gusts(e):
        owed = 0
        for _ in range(generator.randrange(1, 30)):
            kind = generator.random()
            if kind < 0.45:
                e.send(generator.choice(GOES))
                owed += 1
            elif kind < 0.75:
                e.send(generator.choice(["stop", "ponderhit", "stop", "isready", "d"]))
            elif kind < 0.85:
                e.send("position " + generator.choice(["startpos", "fen " + generator.choice(list(games.values()))["fen"]]))
            else:
                e.send(generator.choice(["ucinewgame", "setoption name Clear Hash", "setoption name Threads value %d" % generator.randrange(1, 5),
                                         "setoption name Hash value %d" % generator.randrange(1, 5),
                                         "setoption name MultiPV value %d" % generator.randrange(1, 4),
                                         "setoption name Skill Level value %d" % generator.choice([0, 3, 20]),
                                         "setoption name UCI_ShowWDL value true",
                                         "setoption name UCI_Variant value " + generator.choice(list(games))]))
            pause(generator)
        # A search that ponders or has no limit ends by the last stop at the latest.
        e.send("stop", "isready")
        found, ready = 0, False
        e.send("setoption name MultiPV value 1", "position startpos", "uci")
        while True:
            line = e.line()
            found += bool(BEST.fullmatch(line))
            ready |= line == "readyok"
            if line == "uciok":
                break
        check(ready, "no readyok")
        equal(found, owed)
        searches += owed
    check(searches > 20, "only %d searches" % searches)
    e.send("go infinite", "quit")
    e.end()


@test
def cecp(e):
    e.send("xboard", "protover 2")
    e.expect("feature done=1")
    games = list(all_games(ENGINE))
    rounds = 0
    for generator in gusts(e):
        for _ in range(generator.randrange(1, 30)):
            kind = generator.random()
            if kind < 0.5:
                e.send(generator.choice(["go", "?", "analyze", "exit", "hard", "easy", "force", ".", "hint", "undo", "remove", "draw", "d", "eval", "computer", "random",
                                         "result 1-0 {x}", "option Clear Hash", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"]))
            elif kind < 0.7:
                e.send(generator.choice(["sd 2", "sd 3", "st 1", "level 0 1 0", "time 5", "otim 5", "post", "nopost", "playother", "pause", "resume"]))
            elif kind < 0.8:
                e.send("ping %d" % generator.randrange(100))
            else:
                e.send(generator.choice(["new", "variant " + generator.choice(games), "cores %d" % generator.randrange(1, 4),
                                         "memory %d" % generator.randrange(16, 20), "option MultiPV=%d" % generator.randrange(1, 4), "setboard"]))
            pause(generator)
        rounds += 1
        e.send("resume", "?", "exit", "force", "?", "ping %d" % (1000 + rounds))
        e.expect("pong %d" % (1000 + rounds))
    check(rounds > 3, "only %d rounds" % rounds)
    e.send("new", "analyze", "quit")
    e.end()


if __name__ == "__main__":
    sys.exit(run(TESTS, lambda: Engine(ENGINE), lambda: all_games(ENGINE)))
