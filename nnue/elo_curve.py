#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Elo of nets by the positions that they were trained on: draws nnue/elo.csv and nnue/elo_alike.csv as pictures beside them.

    nnue/elo_curve.py [FOLDER]      where the pictures go, if not beside the tables

Each line of a table is a match: game, series, positions, Elo and its error against one opponent for all nets of the game.
elo.csv has the rounds as they were made, against the former player; elo_alike.csv has nets that differ only in their number
of positions, against that of ten million, whose own line has no error."""

import csv
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lab"))
from pages import GRID, INK, QUIET, Picture, nice_step  # noqa: E402

COLOURS = ["#2a6f97", "#c8553d", "#588157", "#8e5aa8", "#b08900", "#3a3a3a", "#d16ba5"]
TITLES = {
    "elo": "Elo against what played before, by training positions",
    "elo_alike": "Elo against the net of ten million positions, by training positions, all else alike",
}
WIDTH, HEIGHT, LEFT, TOP, LEGEND = 560, 330, 56, 34, 270


def read(path):
    """The points of each curve, (game, series): [(millions of positions, Elo, error)]."""
    curves = {}
    with open(path, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            point = (int(row["positions"]) / 1e6, float(row["elo"]), float(row["error"]))
            curves.setdefault((row["game"], row["series"]), []).append(point)
    return {name: sorted(points) for name, points in curves.items()}


def draw(curves, title, path):
    points = [point for curve in curves.values() for point in curve]
    least, most = min(x for x, _, _ in points) / 1.1, max(x for x, _, _ in points) * 1.1
    low, high = min(y - e for _, y, e in points), max(y + e for _, y, e in points)
    step = nice_step(high - low, 6)
    low, high = step * (low // step), step * (high // step + 1)

    def at(x, y):
        return LEFT + WIDTH * math.log(x / least) / math.log(most / least), TOP + HEIGHT * (high - y) / (high - low)

    picture = Picture(LEFT + WIDTH + LEGEND, TOP + HEIGHT + 46, "Elo by training positions")
    picture.text(LEFT, 18, title, more=' font-weight="bold"')
    y = low
    while y <= high:
        left, level = at(least, y)
        picture.line(left, level, left + WIDTH, level, QUIET if y == 0 else GRID)
        picture.text(left - 6, level + 4, f"{y:+g}" if y else "0", "end", QUIET)
        y += step
    x = 2.0 ** math.ceil(math.log2(least))
    while x <= most:
        picture.text(at(x, low)[0], TOP + HEIGHT + 16, f"{x:g}", "middle", QUIET)
        x *= 2
    picture.text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, "millions of positions, each step twice as many; bars: 95% errors", "middle", QUIET)
    for i, ((game, series), curve) in enumerate(sorted(curves.items())):
        colour = COLOURS[i % len(COLOURS)]
        picture.path([at(x, y) for x, y, _ in curve], colour, more=' stroke-width="2"')
        for x, y, error in curve:
            picture.line(*at(x, y - error), *at(x, y + error), colour)
            place = at(x, y)
            picture.box(place[0] - 3, place[1] - 3, 6, 6, colour)
        place = TOP + 14 + 22 * i
        picture.box(LEFT + WIDTH + 16, place - 9, 10, 10, colour)
        picture.text(LEFT + WIDTH + 32, place, f"{game}, {series}" if series else game, colour=INK)
    picture.save(path)


def main():
    words = sys.argv[1:]
    if len(words) > 1 or any(word.startswith("-") for word in words):
        print(__doc__, end="\n")
        return 0 if words[0] in ("--help", "-h") else 2
    for name, title in TITLES.items():
        draw(read(os.path.join(HERE, name + ".csv")), title, os.path.join(words[0] if words else HERE, name + ".svg"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
