#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The measurement of levels: the rating fit and its output. Usage: tests/test_levels.py [ENGINE [TEST...]]"""

import glob
import json
import math
import os
import random
import re
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "lab")]
import levels  # noqa: E402
from protocol import TESTS, Folder, check, equal, run, test  # noqa: E402


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
def draws_make_surer(folder):
    even = {("0", "@greedy"): (50, 50, 0)}
    drawn = {("0", "@greedy"): (25, 25, 50)}
    errors = [levels.fit(matches, {"@greedy": 1000})["0"][1] for matches in (even, drawn)]
    check(abs(errors[1] / errors[0] - math.sqrt(0.5)) < 0.01, errors)
    # The true value is outside the error interval as often as stated: 5 times in 100.
    chance, beyond, rounds = random.Random(7), 0, 400
    for _ in range(rounds):
        games = [chance.random() for _ in range(100)]
        result = (sum(x < 0.5 for x in games), sum(x > 0.7 for x in games), sum(0.5 <= x <= 0.7 for x in games))
        elo, error = levels.fit({("0", "@greedy"): result}, {"@greedy": 0})["0"]
        beyond += abs(elo - 400 * math.log10(0.6 / 0.4)) > error
    check(0.025 * rounds < beyond < 0.085 * rounds, beyond)


@test
def among_neighbours(folder):
    matches = {("0", "@greedy"): (50, 50, 0), ("0", "100"): (50, 50, 0), ("100", "full"): (50, 50, 0)}
    rated = levels.fit(matches, {"@greedy": 1000})
    one, two, end = (levels.error_among(matches, rated, name) for name in ("0", "100", "full"))
    check(abs(one - two) < 0.1 and abs(end - one * math.sqrt(2)) < 0.1, (one, two, end))
    check(abs(rated["full"][1] - end * math.sqrt(3)) < 0.1, "far from what Elo counts from: %f" % rated["full"][1])


@test
def more_games_where_an_error_is_large(folder):
    pairs = [("0", "100"), ("100", "200"), ("200", "full")]
    for pair, games in zip(pairs, (400, 60, 80)):
        folder.put("diamond", pair, games // 5, games // 2, games - games // 5 - games // 2)
    folder.put("diamond", ("0", "@greedy"), 100, 100, 0)
    folder.error, folder.most, played = 45, 500, []

    def play(options, game, pair, games):
        played.append((pair, games))
        folder.put(game, pair, games // 5, games // 2, games - games // 5 - games // 2)
        return len(played) < 40

    original, levels.play = levels.play, play
    try:
        check(levels.refine(folder, "diamond", pairs), "it does not come to an end")
    finally:
        levels.play = original
    equal(played[0], (("200", "full"), 120))
    matches = levels.results(folder, "diamond")
    rated = levels.fit(matches, {"@greedy": 1000})
    for name in ("0", "100", "200", "full"):
        check(levels.error_among(matches, rated, name) <= 45 or all(sum(matches[pair]) == 500 for pair in pairs if name in pair), name)


@test
def levels_are_evenly_spaced(folder):
    chance = random.Random(1)
    rated = {str(s): (500 + s + chance.randrange(-60, 60), 30.0) for s in levels.GRID}
    rated["full"] = (1800.0, 30.0)
    rated["@greedy"] = (1000.0, 0.0)
    strengths, elos = levels.choose({}, rated)
    equal(len(strengths), levels.LEVELS)
    check(0 < strengths[0] < 200, strengths)
    equal(strengths[-1], levels.FULL_STRENGTH)
    for numbers in (strengths, elos):
        check(all(a < b for a, b in zip(numbers, numbers[1:])), numbers)
    steps = [b - a for a, b in zip(elos, elos[1:])]
    check(max(steps) - min(steps) <= 2, steps)


@test
def chance_is_smoothed(folder):
    """Neighbouring strengths share information: the chosen values are smoother than the measured ones."""
    chance, truth = random.Random(3), lambda s: 400 + 2.5 * s
    points = [(s, truth(s) + chance.randrange(-60, 61)) for s in range(0, 900, 40)]
    off = [elo - truth(s) for s, elo in levels.smoothed(levels.pooled(points))]
    check(max(map(abs, off[1:-1])) < 40, off)
    check(sum(x * x for x in off) < sum((elo - truth(s)) ** 2 for s, elo in points) / 3, off)
    points = [(0, 500.0), (300, 1500.0), (900, 1800.0)]
    for (_, elo), (_, was) in zip(levels.smoothed(points), points):
        check(abs(elo - was) < 1, "nothing is near: it stays: %f, not %f" % (elo, was))


@test
def a_few_games_do_not_blur_many(folder):
    """Eleven players with enough games are fitted individually; without them all players count."""
    own = [str(50 * i) for i in range(levels.LEVELS - 1)] + ["full"]
    few = [str(50 * i + 25) for i in range(levels.LEVELS - 1)]
    rated = {name: (1000.0 + 100 * i, 30.0) for i, name in enumerate(own)}
    rated.update({name: (3000.0 - 100 * i, 200.0) for i, name in enumerate(few)})
    rated["@greedy"] = (1000.0, 0.0)
    matches = {(a, b): (20, 60, 20) for a, b in zip(own, own[1:])}
    matches.update({(a, b): (5, 5, 0) for a, b in zip(few, few[1:])})
    equal(set(levels.well_known(matches, rated)), set(own))
    equal(levels.well_known(matches, rated, own), {name: rated[name] for name in own})
    strengths, elos = levels.choose(matches, rated)
    equal((strengths[:-1], elos), ([50 * i for i in range(levels.LEVELS - 1)], [1000 + 100 * i for i in range(levels.LEVELS)]))
    equal(levels.well_known(matches, rated, few), rated)
    del matches[own[0], own[1]], matches[own[1], own[2]]
    equal(levels.well_known(matches, rated), rated)


@test
def known_engines_meet_the_levels_near_them(folder):
    """The level nearest to an engine of known rating meets it first, by its games or, before them, by its neighbours and the sheet."""
    players, elos, engine = ["10", "20", "30", "full"], [1000, 1300, 1700, 2600], "stockfish1600"
    rated = {"10": (600, 0), "20": (800, 0), "30": (1100, 0), "full": (2000, 0)}
    equal(levels.next_opponent(engine, players, {}, rated, elos, 60), "30")
    equal(levels.next_opponent(engine, players, {}, {**rated, "stockfish1400": (650, 0)}, elos, 60), "20")
    equal(levels.next_opponent(engine, players, {}, {**rated, engine: (610, 0), "stockfish1400": (1900, 0)}, elos, 60), "10")
    met = {("30", engine): (0, 60, 0), ("20", engine): (2, 37, 1), ("10", engine): (5, 10, 5), ("10", "20"): (1, 30, 0)}
    equal(levels.next_opponent(engine, players, met, {**rated, engine: (1050, 0)}, elos, 60), "20")
    equal(levels.next_opponent(engine, players, met, {**rated, engine: (1050, 0)}, elos, 20), "full")
    equal(levels.next_opponent(engine, players, met, {**rated, engine: (1050, 0)}, elos, 0), None)
    # Only matches that were not one-sided are informative.
    equal(levels.telling(met, engine), 20)
    equal(levels.telling(met, "stockfish1800"), 0)


@test
def known_ratings_are_a_scale_beside_ours(folder):
    """An engine's rating is where it stands among the levels; between two of them by a line, beyond them point by point."""
    rated = {"stockfish1400": (500, 9), "stockfish1600": (1000, 9), "stockfish2000": (1500, 9), "7": (750, 40), "full": (1700, 10), "1": (300, 5)}
    places = levels.on_known_scale("chess", rated)
    equal(places["7"], (1500, 16))
    equal((places["full"], places["1"], places["stockfish2000"][0]), ((2200, 10), (1200, 5), 2000))
    equal(levels.on_known_scale("diamond", rated), rated)
    equal(levels.on_known_scale("chess", {"7": (750, 40)}), {"7": (750, 40)})
    # Two that are out of order count as one.
    equal(levels.known_points("chess", {"stockfish1400": (900, 0), "stockfish1600": (700, 0)}), [(800, 1500)])


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
