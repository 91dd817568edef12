#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""bench/overnight.py: a very short night, stopped in the middle, gives the same network as one that was not, and its manifest makes
that network again.

Usage: tests/test_overnight.py ENGINE [TEST...]"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.dom.minidom

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "tests")]
import overnight  # noqa: E402
import overnight_page  # noqa: E402
from protocol import Folder, all_games, check, equal, run  # noqa: E402

ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
GAME = next(iter(all_games(ENGINE)))
SHORT = ["--hours", "0.000001", "--match-rounds", "20", "--match-nodes", "60", "--until", "networks", "--unchecked", "--anew"]


class Nights(Folder):
    def command(self, data, *words):
        return [sys.executable, os.path.join(ROOT, "bench", "overnight.py"), GAME, "--data", self.file(data), "--engine", ENGINE, *SHORT, *words]

    def night(self, data, *words, status=0):
        done = subprocess.run(self.command(data, *words), capture_output=True, text=True, timeout=900)
        self.transcript += [done.stdout, done.stderr]
        equal(done.returncode, status)
        return done.stdout, done.stderr

    def state(self, data):
        return json.loads(self.read(os.path.join(data, GAME, "state.json")))


def test_night(f):
    out, _ = f.night("whole", "--jobs", "2")
    whole = f.state("whole")
    equal([net["net"] for net in whole["nets"]][:2], ["1.nnue", "2.nnue"])
    check(re.search(r"round 1: match: (won|lost) against the classical evaluation: ", out), out)
    equal(len(whole["nets"]), 2 if not any(net["won"] for net in whole["nets"][:2]) else 3)
    check(all(net["games"] >= overnight.PROBE for net in whole["nets"]), whole["nets"])
    # Stopped while it plays the second round, and by another number of processes.
    process = subprocess.Popen(f.command("stopped", "--jobs", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and not os.path.exists(f.file("stopped", GAME, "2")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    f.night("stopped", "--jobs", "3")
    stopped = f.state("stopped")
    for made in ("1.games", "1.samples", "1.nnue", "2.nnue"):
        check(f.read(os.path.join("stopped", GAME, made)) == f.read(os.path.join("whole", GAME, made)), made + " is another file")
    for key in ("score", "won", "positions"):
        equal([net[key] for net in stopped["nets"]], [net[key] for net in whole["nets"]])
    # Once more: nothing is left to be done.
    before = os.path.getmtime(f.file("whole", GAME, "2.nnue"))
    f.night("whole", "--jobs", "2")
    equal(os.path.getmtime(f.file("whole", GAME, "2.nnue")), before)
    report = f.read(os.path.join("whole", GAME, "report.md")).decode()
    check("| 1 | " in report and "the classical evaluation" in report, report)
    equal(xml.dom.minidom.parse(f.file("whole", GAME, "report.svg")).documentElement.tagName, "svg")


def test_manifest(f):
    """The steps that were recorded make the first network again."""
    f.night("night", "--jobs", "2")
    steps = f.state("night")["manifest"]
    last = next(i for i, step in enumerate(steps) if "1.nnue" in step["makes"])
    f.write("manifest.json", json.dumps({"game": GAME, "net": "1.nnue", "steps": steps[:last + 1]}).encode())
    done = subprocess.run([sys.executable, os.path.join(ROOT, "nnue", "from_source.py"), f.file("manifest.json"), "--folder", f.file("again"),
                           "--programs", os.path.dirname(ENGINE)], capture_output=True, text=True, timeout=900)
    equal((done.returncode, done.stderr[-300:]), (0, ""))
    check(f.read("again/1.nnue") == f.read(os.path.join("night", GAME, "1.nnue")), "the manifest makes another network")


def test_goes_on(f):
    """Without --anew a game that has a network goes on from it, and so does its manifest."""
    SHORT.remove("--anew")
    try:
        out, _ = f.night("on", "--jobs", "2")
    finally:
        SHORT.append("--anew")
    state = f.state("on")
    tree = f"nnue/nets/{GAME}.nnue"
    equal(state["begin"], tree)
    equal(f.read(os.path.join("on", GAME, "begin.nnue")), open(os.path.join(ROOT, tree), "rb").read())
    check(re.search(r"round 1: match: (won|lost) against the network before: ", out), out)
    commands = [step["command"] for step in state["manifest"]]
    check(all(f"TREE/{tree}" in commands[i] and "begin.nnue" not in commands[i] for i in (0, 2)), commands)
    check("--labels" not in commands[0] and commands[2][1] == "train", commands)
    equal(state["nets"][0]["hidden"], overnight.hidden_of(os.path.join(ROOT, tree)))
    # Both rounds lost: the network of the tree is what the night ends with.
    if not any(net["won"] for net in state["nets"]):
        equal(f.read(os.path.join("on", GAME, "made", GAME + ".nnue")), f.read(os.path.join("on", GAME, "begin.nnue")))


def test_rounds(_):
    """The page tells of a lost round, and adds up the won ones alone."""
    equal([overnight.rounds_of(hours) for hours in (0.5, 2, 8)], [3, 4, 5])
    equal([overnight.rounds_of(hours, True) for hours in (0.5, 2, 8)], [2, 3, 4])
    nets = [dict(net=f"{i}.nnue", against="x", games=10, positions=1000 * i, hidden=256, score=0.5, elo=elo, error=20, won=elo > 0, wins=1, losses=2, draws=3)
            for i, elo in ((1, 100), (2, -50), (3, 30))]
    parts = list(overnight_page.parts_of("Game", {"steps": {}, "nets": nets, "spent": 1800, "hours": 1}))
    check("0.50 of 1 hours. The network of the last round that won plays +130 ± 28 Elo" in parts[1][1], parts[1])
    equal([row[-1] for row in parts[3][2]], ["won", "lost, and left out", "won"])
    check("No network won" in list(overnight_page.parts_of("Game", {"steps": {}, "nets": nets[1:2], "spent": 1, "hours": 1}))[1][1], "none")


def test_refusals(f):
    _, told = f.night("x", "--hours", "0", status=1)
    check("more than 0" in told, told)
    done = subprocess.run([sys.executable, os.path.join(ROOT, "bench", "overnight.py"), "draughts", "--data", f.file("x"), "--engine", ENGINE],
                          capture_output=True, text=True)
    check(done.returncode == 1 and "is no game; there are" in done.stderr, done.stderr)


TESTS = [test_night, test_manifest, test_goes_on, test_rounds, test_refusals]

if __name__ == "__main__":
    sys.exit(run(TESTS, Nights))
