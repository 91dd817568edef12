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

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from protocol import Folder, all_games, check, equal, run  # noqa: E402

ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
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


def the_maker_makes_the_same_twice(folder):
    suite = os.path.join(os.path.dirname(ENGINE), "tests", "reference", "suite")
    made = [subprocess.run([suite, "horizons:push=off", "20", "1", "2000"], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    equal(made[0], made[1])
    equal(len(made[0].splitlines()), 20)
    refused = subprocess.run([suite, "horizons:push=maybe", "20", "1"], capture_output=True, text=True)
    check(refused.returncode == 2 and "push" in refused.stderr, refused.stderr)


TESTS = [suites_are_whole, the_engine_counts_the_same, the_maker_makes_the_same_twice]

if __name__ == "__main__":
    sys.exit(run(TESTS, Folder))
