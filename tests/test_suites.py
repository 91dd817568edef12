#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The perft suites of bench/perft, counted again by the engine: of each suite every so-maniest line, all of them with
TEST_SUITES=all. Usage: tests/test_suites.py [ENGINE [TEST...]]"""

import glob
import gzip
import os
import re
import subprocess
import sys

from protocol import ENGINE, ROOT, Folder, all_games, check, equal, run

EVERY = 1 if os.environ.get("TEST_SUITES") == "all" else 20
SUITES = sorted(glob.glob(os.path.join(ROOT, "bench", "perft", "*", "*.epd.gz")))


def lines_of(path):
    with gzip.open(path, "rt", encoding="ascii") as file:
        return file.read().splitlines()


def suites_are_whole(folder):
    found = {os.path.basename(os.path.dirname(path)) for path in SUITES if path.endswith("/own.epd.gz")}
    check(found and found <= set(all_games(ENGINE)), "suites of %s" % sorted(found))
    for path in SUITES:
        lines = lines_of(path)
        check(len(lines) >= (5000 if path.endswith("/own.epd.gz") else 500), "%s has %d lines" % (path, len(lines)))
        equal(len({line.split(" ;")[0] for line in lines}), len(lines))
        check(all(re.fullmatch(r"[^;]+ ;D1 \d+( ;D2 \d+( ;D3 \d+)?)?", line) for line in lines), path)


def the_engine_counts_the_same(folder):
    for path in SUITES:
        game, rules = os.path.basename(os.path.dirname(path)), os.path.basename(path)[:-len(".epd.gz")]
        with open(folder.file("part.epd"), "w", encoding="ascii") as file:
            file.write("\n".join(lines_of(path)[::EVERY]) + "\n")
        words = [] if rules == "own" else ["--rules", game + ":" + rules]
        done = subprocess.run([ENGINE, "perft", game, "--suite", folder.file("part.epd"), *words], capture_output=True, text=True)
        check(done.returncode == 0, "%s %s: %s" % (game, rules, (done.stdout + done.stderr)[-600:]))


def told(*words, status=0):
    done = subprocess.run([ENGINE, *words], capture_output=True, text=True, timeout=120)
    equal((words, done.returncode), (words, status))
    return done.stdout.splitlines(), done.stderr


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SUITE = """# a remark ;D1 7

%s ;D1 20 ;D2 400
no counts here
%s  ;D1 21; D2 401 ;D0 1
8/8 w - - 0 1 ;D1 5
%s ;D1 20 ;twenty ;D101 5
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D1 6
""" % (START, START, START)


def what_is_wrong_is_named(folder):
    """Each wrong count with its line, and how many positions, leaves and faults there are."""
    path = folder.file("wrong.epd")
    with open(path, "w", encoding="ascii") as file:
        file.write(SUITE)
    lines, errors = told("perft", "chess", "--suite", path, status=2)
    equal(lines[:-1], ["line 5: depth 1 has 20 positions, not 21", "line 5: depth 2 has 400 positions, not 401",
                       "line 6: the board has 2 ranks, not 8",
                       "line 7: 'twenty ' is not like 'D3 8902'", "line 7: 'D101 5' is not like 'D3 8902'"])
    found = re.fullmatch(r"5 positions, (\d+) leaves, (\d+) leaves/s, 5 wrong", lines[-1])
    check(found and int(found.group(1)) == 420 + 421 + 20 + 6 and int(found.group(2)) > 0, lines[-1])
    check("5 of the counts in " in errors and "are wrong" in errors, errors)


def benches_add_up(folder):
    """A line for each game, and the sum of their nodes."""
    lines, _ = told("bench", "1")
    rows = [re.fullmatch(r"(\S+) +depth  1 +(\d+) nodes +(\d+) nps(  by a net)?", line) for line in lines[:-1]]
    check(all(rows), lines)
    equal([row.group(1) for row in rows], list(all_games(ENGINE)))
    nodes, rate = map(int, re.fullmatch(r"(\d+) nodes (\d+) nps", lines[-1]).groups())
    equal(nodes, sum(int(row.group(2)) for row in rows))
    check(rate > 0 and all(int(row.group(3)) > 0 for row in rows), lines)
    equal(len({line.index(" nps") for line in lines[:-1]}), 1)  # in columns
    for depth in ("0", "101", "x"):
        check("a depth is a number from 1 to 100, not '%s'" % depth in told("bench", "chess", depth, status=2)[1], depth)


TESTS = [what_is_wrong_is_named, benches_add_up, suites_are_whole, the_engine_counts_the_same]

if __name__ == "__main__":
    sys.exit(run(TESTS, Folder))
