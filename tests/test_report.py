#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""lab/report.py: its statistics on games with known results, and a small report from games to page.

Usage: tests/test_report.py ENGINE [TEST...]"""

import os
import re
import subprocess
import sys
import xml.dom.minidom

from protocol import ENGINE, ROOT, Folder, check, equal, run

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "lab"))
import report_figures as figures  # noqa: E402

RULES = [2000, 4, 8, 12, 80]
MADE = "Quincunx 0.1 seed=1 nodes=250 hash=1 random=6-10 balance=400 win=2000x4 draw=8x12@80 plies=400 out=10%"


def game(scores, result="1-0", end="rules", first="w", **more):
    return {"scores": scores, "moves": ["a1a2"] * len(scores), "result": result, "end": end, "first_side": first, **more}


def test_foreseen(_):
    equal(figures.stopping(MADE), RULES)
    lead = [None, None] + [2500, -2500] * 2
    for what, played, expected in (
            ("four plies ahead are a lead", game(lead, end="adjudicated_win"), 1.0),
            ("the sides of a game that Black begins", game(lead, end="adjudicated_win", first="b"), 0.0),
            ("three are none", game(lead[:-1], end="adjudicated_win"), None),
            ("nor are those of both sides", game([2500] * 6, end="adjudicated_win"), None),
            ("an end by the rules was not foreseen by its last move", game(lead), None),
            ("closed cycles are no lead", game([20000, -20000] * 4, end="adjudicated_win"), None),
            ("a mate is", game([31990, -31991] * 2, end="adjudicated_win"), 1.0),
            ("calm after eighty plies is a draw", game([300] * 79 + [5] * 12, end="adjudicated_draw"), 0.5),
            ("before that it is none", game([5] * 79 + [300] * 12, end="max_plies"), None)):
        equal((what, figures.foreseen(played, RULES)), (what, expected))


def test_report(f):
    data = f.file("data")
    f.write("page.md", b"Prose.\n<!-- figures: all -->\nold\n<!-- end -->\nMore.\n<!-- figures: diamond -->\n<!-- end -->\n<!-- figures: chess -->\nkept\n<!-- end -->\n"
                       b"<!-- figures: how -->\n<!-- end -->\n")

    def report(*words):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "lab", "report.py"), "--engine", ENGINE, "--data", data, "--page", f.file("page.md"),
                               "--date", "a day", *words], capture_output=True, text=True, timeout=900)
        f.transcript += [done.stdout, done.stderr]
        return done

    def page():
        return f.read("page.md").decode()

    equal(report("diamond=30").returncode, 0)
    text = page()
    check("Prose.\n" in text and "More.\n" in text and "kept" in text, "prose does not stay: " + text)
    check("old" not in text, "old figures stay: " + text)
    check("| Diamond Chess | 30 |" in text, text)
    for name in ("results", "diamond"):
        root = xml.dom.minidom.parse(f.file("inventors", name + ".svg")).documentElement
        check(root.tagName == "svg" and len(root.childNodes) > 10, name + ".svg is no picture")
    # The same again, without playing.
    before = os.path.getmtime(os.path.join(data, "diamond.games"))
    equal((report("diamond=30").returncode, page(), os.path.getmtime(os.path.join(data, "diamond.games"))), (0, text, before))
    # Another game gets its row beside the first; how they were played is told, and by which commands.
    equal(report("chess=20").returncode, 0)
    both = page()
    check("| Diamond Chess | 30 |" in both and "| Chess | 20 |" in both, both)
    check(re.search(r"^    Quincunx .* hash=1 .*\n    diamond: balance=\d+ win=\S+\n    chess: balance=\d+ win=\S+$", both, re.M), both)
    check(re.search(r"^    quincunx-lab datagen chess .* --games 20 --out chess\.games$", both, re.M), both)
    # No row is lost.
    os.rename(os.path.join(data, "diamond.figures"), os.path.join(data, "away"))
    done = report("chess=21")
    check(done.returncode != 0 and "Diamond Chess" in done.stderr, done.stderr)
    equal(page(), both)
    check(report("draughts").returncode != 0, "a game that there is not is taken")


if __name__ == "__main__":
    sys.exit(run([test_foreseen, test_report], Folder))
