#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""lab/report.py: its statistics on games with known results, and a small report from games to page.

Usage: tests/test_report.py ENGINE"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom

from protocol import ENGINE, ROOT

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "lab"))
import report_figures as figures  # noqa: E402

passed, failed = 0, 0
RULES = [2000, 4, 8, 12, 80]
MADE = "Quincunx 0.1 seed=1 nodes=250 hash=1 random=6-10 balance=400 win=2000x4 draw=8x12@80 plies=400 out=10%"


def ok(name, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {name} {detail}"[:2000])


def game(scores, result="1-0", end="rules", first="w", **more):
    return {"scores": scores, "moves": ["a1a2"] * len(scores), "result": result, "end": end, "first_side": first, **more}


def test_foreseen():
    ok("the rules of stopping are read", figures.stopping(MADE) == RULES)
    lead = [None, None] + [2500, -2500] * 2
    ok("four plies ahead are a lead", figures.foreseen(game(lead, end="adjudicated_win"), RULES) == 1.0)
    ok("the sides of a game that Black begins", figures.foreseen(game(lead, end="adjudicated_win", first="b"), RULES) == 0.0)
    ok("three are none", figures.foreseen(game(lead[:-1], end="adjudicated_win"), RULES) is None)
    ok("nor are those of both sides", figures.foreseen(game([2500] * 6, end="adjudicated_win"), RULES) is None)
    ok("an end by the rules was not foreseen by its last move", figures.foreseen(game(lead), RULES) is None)
    ok("closed cycles are no lead", figures.foreseen(game([20000, -20000] * 4, end="adjudicated_win"), RULES) is None)
    ok("a mate is", figures.foreseen(game([31990, -31991] * 2, end="adjudicated_win"), RULES) == 1.0)
    ok("calm after eighty plies is a draw", figures.foreseen(game([300] * 79 + [5] * 12, end="adjudicated_draw"), RULES) == 0.5)
    ok("before that it is none", figures.foreseen(game([5] * 79 + [300] * 12, end="max_plies"), RULES) is None)


def test_report():
    folder = tempfile.mkdtemp(prefix="quincunx report ")
    page, data = os.path.join(folder, "page.md"), os.path.join(folder, "data")
    prose = "Prose.\n<!-- figures: all -->\nold\n<!-- end -->\nMore.\n<!-- figures: diamond -->\n<!-- end -->\n<!-- figures: chess -->\nkept\n<!-- end -->\n" \
            "<!-- figures: how -->\n<!-- end -->\n"
    with open(page, "w", encoding="utf-8") as file:
        file.write(prose)

    def report(*words):
        return subprocess.run([sys.executable, os.path.join(ROOT, "lab", "report.py"), "--engine", ENGINE, "--data", data, "--page", page,
                               "--date", "a day", *words], capture_output=True, text=True, timeout=900)

    try:
        done = report("diamond=30")
        ok("a report is made", done.returncode == 0, done.stderr)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        ok("prose stays", "Prose.\n" in text and "More.\n" in text and "kept" in text)
        ok("old figures do not", "old" not in text)
        ok("games are counted", "| Diamond Chess | 30 |" in text, text)
        for name in ("results", "diamond"):
            root = xml.dom.minidom.parse(os.path.join(folder, "inventors", name + ".svg")).documentElement
            ok(f"{name}.svg is a picture", root.tagName == "svg" and len(root.childNodes) > 10)
        games = os.path.join(data, "diamond.games")
        before = os.path.getmtime(games)
        done = report("diamond=30")
        with open(page, encoding="utf-8") as file:
            ok("the same again, without playing", done.returncode == 0 and file.read() == text and os.path.getmtime(games) == before, done.stderr)
        done = report("chess=20")
        with open(page, encoding="utf-8") as file:
            both = file.read()
        ok("another game gets its row beside the first", done.returncode == 0 and "| Diamond Chess | 30 |" in both and "| Chess | 20 |" in both, both)
        ok("how they were played is told", re.search(r"^    Quincunx .* hash=1 .*\n    diamond: balance=\d+ win=\S+\n    chess: balance=\d+ win=\S+$", both, re.M), both)
        ok("the commands are told", re.search(r"^    quincunx-lab datagen chess .* --games 20 --out chess\.games$", both, re.M), both)
        os.rename(os.path.join(data, "diamond.figures"), os.path.join(data, "away"))
        done = report("chess=21")
        with open(page, encoding="utf-8") as file:
            ok("no row is lost", done.returncode != 0 and "Diamond Chess" in done.stderr and file.read() == both, done.stderr)
        os.rename(os.path.join(data, "away"), os.path.join(data, "diamond.figures"))
        with open(page, encoding="utf-8") as file:
            text = file.read()
        ok("a game that there is not is refused", report("draughts").returncode != 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


test_foreseen()
test_report()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
