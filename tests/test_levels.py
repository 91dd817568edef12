#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The measurement of levels: the rating fit and its output. Usage: tests/test_levels.py [ENGINE [TEST...]]"""

import glob
import json
import math
import os
import re
import shutil
import sys

from protocol import ROOT, TESTS, Folder, check, equal, run, test

sys.path.insert(0, os.path.join(ROOT, "lab"))
import levels  # noqa: E402


class Sheets(Folder):
    """Level sheets and document in a separate tree."""

    def __init__(self):
        super().__init__()
        os.makedirs(os.path.join(self.path, "docs"))
        sheets = os.path.join("src", "variants", "%s", "levels.inc")
        self.all_games = sorted(path.split(os.sep)[-2] for path in glob.glob(os.path.join(ROOT, sheets % "*")))
        for game in self.all_games:
            os.makedirs(os.path.dirname(os.path.join(self.path, sheets % game)))
            shutil.copy(os.path.join(ROOT, sheets % game), os.path.join(self.path, sheets % game))
        shutil.copy(os.path.join(ROOT, "docs/levels.md"), os.path.join(self.path, "docs"))
        levels.HERE = self.path
        self.data, self.choose = os.path.join(self.path, "data"), True

    def put(self, game, pair, wins, losses, draws):
        path = levels.path_of(self, game, pair)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            json.dump({"summary": {"wins": wins, "losses": losses, "draws": draws}}, file)


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
    # If two anchors disagree, the rating lies between them. A player without games against rated players is
    # not rated.
    elo = levels.fit({("0", "x"): (50, 50, 0), ("0", "y"): (50, 50, 0), ("7", "8"): (1, 1, 0)}, {"x": 1000, "y": 1200})
    check(abs(elo["0"][0] - 1100) < 1 and "7" not in elo, elo)
    # A clean score is not an infinite difference.
    elo = levels.fit({("0", "@greedy"): (0, 12, 0)}, {"@greedy": 1000})["0"][0]
    check(200 < elo < 700, elo)


@test
def a_sheet_and_the_document_are_written(folder):
    players = [str(s) for s in levels.GRID] + ["full"]
    for a, b in zip(players, players[1:]):
        folder.put("diamond", (a, b), 3, 9, 2)
    before = open(levels.sheet_path("chess")).read()
    levels.rate(folder, "diamond")  # nothing is known about @greedy, so nothing is written
    equal(open(levels.sheet_path("diamond")).read(), open(os.path.join(ROOT, "src/variants/diamond/levels.inc")).read())
    folder.put("diamond", ("0", "@greedy"), 1, 11, 0)
    levels.rate(folder, "diamond")
    sheet = levels.read_sheet("diamond")
    equal((sheet[-1], len(sheet)), (levels.FULL_STRENGTH, levels.LEVELS))
    text = open(levels.sheet_path("diamond")).read()
    check(".measured = true" in text and ".placed = false" in text, text)
    equal(open(levels.sheet_path("chess")).read(), before)
    # That of an example has its folder there, which may be new.
    os.makedirs(os.path.join(folder.path, "examples"))
    with open(os.path.join(folder.path, "examples", "new.c"), "w"):
        pass
    levels.write_sheet("new", levels.GRID[:2], [1, 2], False)
    check(".elo = {1, 2}" in folder.read("examples/new/levels.inc").decode(), folder.path)
    folder.commit = "abc1234"
    for _ in range(2):
        levels.keep_commit(folder, "diamond")
    levels.describe(folder)
    text = open(os.path.join(folder.path, "docs/levels.md"), encoding="utf-8").read()
    check("| level | diamond |\n" in text and re.search(r"^\| 20 \| \d+ ± \d+ \|$", text, re.M), text[-900:])
    check(re.search(r"^\| diamond \| .* \| \d+ \| abc1234 \|$", text, re.M), text[-900:])
    check("| chess | not measured" in text, text[-900:])
    check("# Levels" in text and text.count("<!-- end -->") == 1, "the rest of the document")
    levels.describe(folder)
    equal(open(os.path.join(folder.path, "docs/levels.md"), encoding="utf-8").read(), text)


@test
def a_game_without_a_sheet_gets_one(folder):
    os.remove(levels.sheet_path("diamond"))
    folder.choose, players = False, [levels.name_of(s) for s in levels.read_sheet("diamond")]
    equal((len(players), players[-1]), (levels.LEVELS, "full"))
    for a, b in zip(players, players[1:]):
        folder.put("diamond", (a, b), 3, 9, 2)
    folder.put("diamond", (players[0], "@greedy"), 1, 11, 0)
    levels.describe(folder)
    check("| diamond | not measured" in open(os.path.join(folder.path, "docs/levels.md"), encoding="utf-8").read(), "the page calls it measured")
    levels.rate(folder, "diamond")
    check(".measured = true" in open(levels.sheet_path("diamond")).read(), "no sheet is written")


@test
def results_that_can_not_be_read(folder):
    folder.put("chess", ("0", "100"), 1, 2, 3)
    folder.put("chess", ("100", "@greedy"), 0, 0, 0)
    for name, text in (("5-6.json", "{"), ("7-8.json", "{}"), ("notes.txt", "x"), ("a.json", '{"summary": {"wins": 1, "losses": 1, "draws": 1}}')):
        with open(os.path.join(folder.data, "chess", name), "w") as file:
            file.write(text)
    equal(levels.results(folder, "chess"), {("0", "100"): (1, 2, 3)})


if __name__ == "__main__":
    sys.exit(run(TESTS, Sheets))
