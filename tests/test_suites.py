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


def every_game_has_its_suite(folder):
    found = {os.path.basename(os.path.dirname(path)) for path in SUITES if path.endswith("/own.epd.gz")}
    equal(found, set(all_games(ENGINE)))
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


TESTS = [every_game_has_its_suite, the_engine_counts_the_same]

if __name__ == "__main__":
    sys.exit(run(TESTS, Folder))
