#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The measuring of levels: the rating fit, and what is made of it. Usage: tests/test_levels.py [ENGINE [TEST...]]"""

import json
import math
import os
import random
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "bench")]
import levels  # noqa: E402
from protocol import check, equal, run  # noqa: E402

TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Folder:
    """Sheets and document of a tree of its own."""

    def __init__(self):
        self.transcript = []
        self.path = tempfile.mkdtemp(prefix="quincunx levels ")
        for part in ("src/variants/levels", "docs"):
            os.makedirs(os.path.join(self.path, part))
        for game in levels.GAMES:
            shutil.copy(os.path.join(ROOT, "src/variants/levels", game + ".inc"), os.path.join(self.path, "src/variants/levels"))
        shutil.copy(os.path.join(ROOT, "docs/levels.md"), os.path.join(self.path, "docs"))
        levels.HERE = self.path
        self.data, self.choose = os.path.join(self.path, "data"), True

    def put(self, game, pair, wins, losses, draws):
        path = levels.path_of(self, game, pair)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            json.dump({"summary": {"wins": wins, "losses": losses, "draws": draws}}, file)

    def kill(self):
        shutil.rmtree(self.path, ignore_errors=True)


def expected(difference, games):
    won = games / (1 + 10 ** (-difference / 400))
    return won, games - won, 0


@test
def ratings_are_found(folder):
    truth = {"@greedy": 1000, "0": 700, "100": 950, "200": 1300, "full": 1600}
    names = list(truth)
    matches = {(a, b): expected(truth[a] - truth[b], 10000) for i, a in enumerate(names) for b in names[i + 1:]}
    rated = levels.fit(matches, {"@greedy": 1000})
    for name, (elo, error) in rated.items():
        check(abs(elo - truth[name]) < 2, "%s: %f" % (name, elo))
        check(error < 20, "%s: +- %f" % (name, error))
    # A hundred games at even strength: a standard error of 34.7 Elo.
    elo, error = levels.fit({("0", "@greedy"): (50, 50, 0)}, {"@greedy": 1000})["0"]
    check(abs(elo - 1000) < 0.1 and abs(error - 1.96 * 400 / math.log(10) / math.sqrt(100 / 4)) < 1, "+- %f" % error)
    # Two anchors disagree: between them. Who never met anybody that is known is not rated.
    elo = levels.fit({("0", "x"): (50, 50, 0), ("0", "y"): (50, 50, 0), ("7", "8"): (1, 1, 0)}, {"x": 1000, "y": 1200})
    check(abs(elo["0"][0] - 1100) < 1 and "7" not in elo, elo)
    # A clean score is no infinite distance.
    elo = levels.fit({("0", "@greedy"): (0, 12, 0)}, {"@greedy": 1000})["0"][0]
    check(200 < elo < 700, elo)


@test
def levels_are_evenly_spaced(folder):
    chance = random.Random(1)
    rated = {str(s): (500 + s + chance.randrange(-60, 60), 30.0) for s in levels.GRID}
    rated["full"] = (1800.0, 30.0)
    rated["@greedy"] = (1000.0, 0.0)
    strengths, elos = levels.choose(rated)
    equal(len(strengths), levels.LEVELS)
    check(0 < strengths[0] < 200, strengths)
    equal(strengths[-1], levels.FULL_STRENGTH)
    for numbers in (strengths, elos):
        check(all(a < b for a, b in zip(numbers, numbers[1:])), numbers)
    steps = [b - a for a, b in zip(elos, elos[1:])]
    check(max(steps) - min(steps) <= 2, steps)


@test
def a_sheet_and_the_document_are_written(folder):
    players = [str(s) for s in levels.GRID] + ["full"]
    for a, b in zip(players, players[1:]):
        folder.put("diamond", (a, b), 3, 9, 2)
    before = open(levels.sheet_path("chess")).read()
    levels.rate(folder, "diamond")  # nothing is known of @greedy: nothing is written
    equal(open(levels.sheet_path("diamond")).read(), open(os.path.join(ROOT, "src/variants/levels/diamond.inc")).read())
    folder.put("diamond", ("0", "@greedy"), 1, 11, 0)
    levels.rate(folder, "diamond")
    sheet = levels.read_sheet("diamond")
    equal((sheet[-1], len(sheet)), (levels.FULL_STRENGTH, levels.LEVELS))
    text = open(levels.sheet_path("diamond")).read()
    check(".measured = true" in text and ".placed = false" in text, text)
    equal(open(levels.sheet_path("chess")).read(), before)
    levels.describe(folder)
    text = open(os.path.join(folder.path, "docs/levels.md")).read()
    check("| 20 | full |" in text and "Against `@greedy`" in text and "1 -11" in text, text[-900:])
    check("# Levels" in text and text.count("<!-- end -->") == 1, "the rest of the document")
    levels.describe(folder)
    equal(open(os.path.join(folder.path, "docs/levels.md")).read(), text)


@test
def results_that_can_not_be_read(folder):
    folder.put("chess", ("0", "100"), 1, 2, 3)
    folder.put("chess", ("100", "@greedy"), 0, 0, 0)
    for name, text in (("5-6.json", "{"), ("7-8.json", "{}"), ("notes.txt", "x"), ("a.json", '{"summary": {"wins": 1, "losses": 1, "draws": 1}}')):
        with open(os.path.join(folder.data, "chess", name), "w") as file:
            file.write(text)
    equal(levels.results(folder, "chess"), {("0", "100"): (1, 2, 3)})


if __name__ == "__main__":
    sys.exit(run(TESTS, Folder))
