#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""lab/overnight.py: a very short night, stopped in the middle, gives the same network as an uninterrupted one, and its
manifest makes that network again; a night through all steps makes all results.

Usage: tests/test_overnight.py ENGINE [TEST...]"""

import argparse
import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.dom.minidom

from protocol import ENGINE, ROOT, Folder, all_games, check, equal, long, run

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "lab"))
import overnight_install  # noqa: E402
import overnight_networks  # noqa: E402
import overnight_page  # noqa: E402
import overnight_rules as rules  # noqa: E402
import overnight_steps  # noqa: E402

GAME = next(iter(all_games(ENGINE)))
SHORT = ["--hours", "0.000001", "--match-rounds", "20", "--match-nodes", "60", "--until", "networks", "--unchecked", "--anew"]
# The least of everything; the branching is far from chess's, and tuned values are better. Tables are test_goes_on's.
LEAST = """import sys
sys.path.insert(0, sys.argv.pop(1))
import overnight_rules as rules
rules.SHARDS, rules.PROBE = 5, 24
rules.WDL_GAMES_LEAST, rules.BOOK_NODES, rules.BOOK_LEAST, rules.BOOK_MOST, rules.LEVEL_GAMES = 20, 500, 20, 20, (2,)
rules.FAR, rules.TUNE_MATCH, rules.WDL_NODES, rules.is_better = (1, 2), 1, 100, lambda found: True
rules.TUNINGS = {name: tuning._replace(pairs=1, nodes=60) for name, tuning in rules.TUNINGS.items()}
import overnight, overnight_steps
if "--anew" in sys.argv:
    overnight_steps.Night.tables = lambda night: 0
overnight.main()
"""
KINDS = (".nnue", ".json", ".params", ".wdl", ".book", ".epd", ".levels")


class Nights(Folder):
    def command(self, data, *words):
        return [sys.executable, "-c", LEAST, os.path.join(ROOT, "lab"), GAME, "--data", self.file(data), "--engine", ENGINE, *SHORT, *words]

    def night(self, data, *words, status=0):
        done = subprocess.run(self.command(data, *words), capture_output=True, text=True, timeout=900)
        self.transcript += [done.stdout, done.stderr]
        equal(done.returncode, status)
        return done.stdout, done.stderr

    def state(self, data):
        return json.loads(self.read(os.path.join(data, GAME, "state.json")))


def stub_night(f, data, **options):
    """A night whose programs do nothing."""
    nothing = dict.fromkeys(("engine", "lab", "match"), shutil.which("true"))
    return overnight_steps.Night(argparse.Namespace(**{"game": GAME, "data": f.file(data), "hours": 1, "begin": None, "anew": False, **nothing, "commit": "0",
                                                       "slurm": None, "jobs": 1, "tell": 60, "facts": {"pieces_max": 32}, **options}))


@contextlib.contextmanager
def quiet():
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def refused(function, *words):
    try:
        function(*words)
    except overnight_steps.TaskFailed as failure:
        return str(failure)
    return ""


def test_night(f):
    out, _ = f.night("whole", "--jobs", "2")
    whole = f.state("whole")
    equal([net["net"] for net in whole["nets"]][:2], ["1.nnue", "2.nnue"])
    check(re.search(r"round 1: match: (won|lost) against the classical evaluation: ", out), out)
    equal(len(whole["nets"]), 2 if not any(net["won"] for net in whole["nets"][:2]) else 3)
    check(all(net["games"] >= 24 for net in whole["nets"]), whole["nets"])
    # Once more: nothing is left to be done.
    before = os.path.getmtime(f.file("whole", GAME, "2.nnue"))
    f.night("whole", "--jobs", "2")
    equal(os.path.getmtime(f.file("whole", GAME, "2.nnue")), before)
    report = f.read(os.path.join("whole", GAME, "report.md")).decode()
    check("| 1 | " in report and "the classical evaluation" in report, report)
    equal(xml.dom.minidom.parse(f.file("whole", GAME, "report.svg")).documentElement.tagName, "svg")


@long
def test_stopped(f):
    """Stopped while it plays the second round and continued by another number of processes, a night gives the same network, and so
    does its manifest."""
    f.night("whole", "--jobs", "2")
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
        equal([net[key] for net in stopped["nets"]], [net[key] for net in f.state("whole")["nets"]])
    made_again(f, "whole")


def processes_of(folder):
    """The numbers of the processes whose words name a folder."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{number}/cmdline", "rb") as file:
            if os.fsencode(folder) in file.read():
                found.append(int(number))
    return found


def waited_for(what, seconds=120):
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.05)
    return what()


def test_killed(f):
    """What a night began ends with it, however it ends: no signal comes to anyone but the night."""
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)[:3 if os.environ.get("TEST_LONG") else 1]:
        data = "killed-%d" % number
        folder = f.file(data, GAME)
        with open(f.file("said"), "wb") as said:
            # So many hours that its games would go on for long.
            night = subprocess.Popen(f.command(data, "--jobs", "2", "--hours", "8"), stdout=said, stderr=said)
        waited_for(lambda: os.path.exists(os.path.join(folder, "1")) and len(set(processes_of(folder)) - {night.pid}) > 2 or night.poll() is not None)
        check(night.poll() is None and len(processes_of(folder)) > 2, f.read("said"))
        night.send_signal(number)
        check(night.wait(120) != 0, "it ended well")
        check(waited_for(lambda: not processes_of(folder)), (data, processes_of(folder)))


def made_again(f, night):
    """Does the manifest of a night make its first network, byte by byte?"""
    steps = f.state(night)["manifest"]
    last = next(i for i, step in enumerate(steps) if "1.nnue" in step["makes"])
    f.write(night + ".json", json.dumps({"game": GAME, "net": "1.nnue", "steps": steps[:last + 1]}).encode())
    again = night + "-again"
    done = subprocess.run([sys.executable, os.path.join(ROOT, "nnue", "from_source.py"), f.file(night + ".json"), "--folder", f.file(again),
                           "--programs", os.path.dirname(ENGINE)], capture_output=True, text=True, timeout=900)
    equal((done.returncode, done.stderr[-300:]), (0, ""))
    check(f.read(os.path.join(again, "1.nnue")) == f.read(os.path.join(night, GAME, "1.nnue")), "the manifest makes another network")


@long
def test_goes_on(f):
    """Without --anew a game with a network continues from it, and so does its manifest. All steps make their results."""
    SHORT.remove("--anew")
    try:
        out, _ = f.night("on", "--jobs", "2")
        rest = f.command("on", "--jobs", "2", "--tell", "0.1", "--until", "levels")
    finally:
        SHORT.append("--anew")
    state = f.state("on")
    tree = f"nnue/nets/{GAME}.nnue"
    equal(state["begin"], "TREE/" + tree)
    equal(f.read(os.path.join("on", GAME, "TREE", tree)), open(os.path.join(ROOT, tree), "rb").read())
    check(re.search(r"round 1: match: (won|lost) against the network before: ", out), out)
    commands = [step["command"] for step in state["manifest"]]
    check(all(f"TREE/{tree}" in commands[i] for i in (0, 2)), commands)
    made_again(f, "on")
    check("--labels" not in commands[0] and commands[2][1] == "train", commands)
    shape = overnight_networks.shape_of(os.path.join(ROOT, tree))
    equal((state["nets"][0]["hidden"], state["steps"]["the scale of scores"]["found"]), shape)
    equal(overnight_networks.shape_of(f.file("on", GAME, "1.nnue")), shape)
    # Both rounds lost: the network of the tree is what the night ends with.
    if not any(net["won"] for net in state["nets"]):
        equal(f.read(os.path.join("on", GAME, "made", GAME + ".nnue")), f.read(os.path.join("on", GAME, "TREE", tree)))
    # The same night through all other steps, killed in the middle. The engine that it builds takes what was made.
    fast = dict(os.environ, OPT="-O1")
    home = f.file("on", GAME)
    with open(f.file("said"), "wb") as said:  # into a file: a pipe that nobody reads fills, and then the night stands still
        process = subprocess.Popen(rest, stdout=said, stderr=subprocess.STDOUT, start_new_session=True, env=fast)
    while process.poll() is None and not os.path.exists(os.path.join(home, "win-rates")):
        time.sleep(0.01)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    f.transcript.append(f.read("said").decode())
    before = os.path.getmtime(os.path.join(home, "tree", "quincunx"))
    done = subprocess.run(rest, capture_output=True, text=True, timeout=900, env=fast)
    f.transcript += [done.stdout, done.stderr]
    equal(done.returncode, 0)
    equal(os.path.getmtime(os.path.join(home, "tree", "quincunx")), before)
    check(re.search(r"levels: \d+% done  \(0:00 left, [+-]\d+ Elo so far\)", done.stdout), "no progress")
    made = os.path.join(home, "made")
    missing = [kind for kind in KINDS if not os.path.exists(os.path.join(made, GAME + kind))]
    equal(missing, [] if any(net["won"] for net in f.state("on")["nets"]) else [".json"])
    equal(open(os.path.join(home, "tree", overnight_install.place(ROOT, GAME, ".params"))).read(), open(os.path.join(made, GAME + ".params")).read())
    report = f.read(os.path.join("on", GAME, "report.md")).decode()
    for told in ("endgame tables", "moves to choose from", "`lmp_percent` ", "win rates from", "an opening book of", "puzzles", "## Levels of play",
                 "KQvK: White to move wins 100.0%, here in 19 plies", "![KRvK](made/endgames/KRvK.svg)"):
        check(told in report, f"{told}: {report}")
    equal(f.read(os.path.join("on", GAME, "report.html")).count(b"<svg"), 1 + 3)
    sheet = f.read(os.path.join("on", GAME, "made", GAME + ".levels")).decode()
    check(".measured = true" in sheet and sheet.count(",") > 20, sheet)


def test_stopped_steps(f):
    """A stopped step continues with the numbers of games and positions of its first start, whatever is measured later."""
    asked, each = [], iter((0.5, 0.1))
    for _ in range(2):
        night = stub_night(f, "night", jobs=2)
        night.seconds_a_game = lambda *words: next(each)
        night.tasks.do = lambda kind, folder, words: asked.append(words) or night.said(["false"])
        with quiet():
            refused(night.step, "win rates", night.win_rates)
        night.save()
    equal(asked[0], asked[1])
    check(asked[0][-1] == str(int(0.05 * 3600 * 2 / 0.5)), asked)
    # The book: a program that only tells what it was asked.
    os.makedirs(f.file("night", GAME, "tree"))
    f.write(f"night/{GAME}/tree/quincunx-lab", b"#!/bin/sh\necho explore: $@\nexit 1\n")
    os.chmod(f.file("night", GAME, "tree", "quincunx-lab"), 0o755)
    before, rates = overnight_steps.node_rate, iter((200000, 300000))
    overnight_steps.node_rate = lambda *words: next(rates)
    try:
        for _ in range(2):
            night = stub_night(f, "night")
            with quiet():
                told = refused(night.step, "book", night.book)
            check(told.startswith("the book was not made: explore: "), told)
            night.save()
    finally:
        overnight_steps.node_rate = before
    lines = f.read(f"night/{GAME}/log").decode().splitlines()
    equal((len(lines), lines[0]), (2, lines[1]))
    check(f"--positions {int(0.08 * 3600 * 200000 / rules.BOOK_NODES / 2.2)} " in lines[0], lines)


def test_install(f):
    """Every kind into its place, in a copy of the tree: a game that has nothing, one that has all, an example."""
    shutil.copytree(os.path.join(ROOT, "src"), f.file("src"))
    os.makedirs(f.file("examples"))
    for name in ("xiangqi", "alice"):
        shutil.copy(os.path.join(ROOT, "examples", name + ".c"), f.file("examples"))
    # Chess without values of its own.
    bare = re.sub(rb"    \.params = .*?\n    \},\n", b"", f.read("src/variants/chess/search.c"), flags=re.S)
    f.write("src/variants/chess/search.c", bare)
    sheets = {kind: open(os.path.join(ROOT, f"src/variants/bordahbee/{kind[1:]}.inc"), "rb").read() for kind in (".wdl", ".levels", ".params")}
    os.makedirs(f.file("made"))
    for game in ("chess", "bordahbee", "xiangqi", "alice"):
        for kind in KINDS:
            f.write(f"made/{game}{kind}", sheets.get(kind, kind.encode()))
        own = f"examples/{game}.c" if game in ("xiangqi", "alice") else f"src/variants/{game}/search.c"
        before = f.read(own)
        told = overnight_install.install(f.file("made"), game, f.path)
        for kind in KINDS:
            place = overnight_install.place(f.path, game, kind)
            check(place in told, told)
            equal(f.read(place), f.read(f"made/{game}{kind}"))
        equal(own in told, game != "bordahbee")
        equal(f.read(own) == before, game == "bordahbee")
        done = subprocess.run([*os.environ.get("CC", "gcc").split(), "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                               f.file(own)], capture_output=True, text=True)
        equal((done.returncode, done.stderr), (0, ""))
        after = f.read(own)
        overnight_install.install(f.file("made"), game, f.path)
        equal(f.read(own), after)
    check(overnight_install.place(f.path, "xiangqi", ".wdl") == "examples/xiangqi/wdl.inc", "the place in an example")


def test_rounds(_):
    """The page shows a lost round, and adds up only the won ones."""
    equal([rules.rounds_of(hours) for hours in (0.5, 2, 8)], [3, 4, 5])
    equal([rules.are_worth_it(*what) for what in ((5 * 10**8, 1700), (5 * 10**8, 1600), (1001 * 10**6, 10**6))], [True, False, False])
    equal([rules.rounds_of(hours, True) for hours in (0.5, 2, 8)], [2, 3, 4])
    nets = [dict(net=f"{i}.nnue", against="x", games=10, positions=1000 * i, hidden=256, score=0.5, elo=elo, error=20, won=elo > 0, wins=1, losses=2, draws=3)
            for i, elo in ((1, 100), (2, -50), (3, 30))]
    parts = list(overnight_page.parts_of("Game", {"steps": {}, "nets": nets, "spent": 1800, "hours": 1}))
    check("0.50 of 1 hours. The network of the last round that won plays +130 ± 28 Elo" in parts[1][1], parts[1])
    equal([row[-1] for row in parts[3][2]], ["won", "lost, and left out", "won"])
    # The picture's bars are of the same errors: a lost round's stays its own.
    lines = re.findall(r'<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"', overnight_page.draw("Game", {"steps": {}, "nets": nets}))
    bars = [float(below) - float(above) for left, above, right, below in lines if left == right]
    equal([round(bar / bars[0], 2) for bar in bars], [1, 1.41, 1.41])
    check("No network won" in list(overnight_page.parts_of("Game", {"steps": {}, "nets": nets[1:2], "spent": 1, "hours": 1}))[1][1], "none")


def test_left_out(f):
    """A failed step does not end the night: the report says why, and the same command tries it again."""
    night = stub_night(f, "left-out")
    f.write("says", b"#!/bin/sh\necho so much\necho and that is why >&2\nexit 2\n")
    os.chmod(f.file("says"), 0o755)
    with quiet():
        equal(night.attempt("tables", lambda: night.run([f.file("says"), "tables"])), None)
        equal(night.step("the scale of scores", lambda: 300), 300)
    told = night.state["left_out"]["tables"]
    check("and that is why" in told and night.folder not in told, told)
    equal(list(night.state["steps"]), ["the scale of scores"])
    overnight_page.write(night.path("report"), "Game", night.state)
    report = f.read(os.path.join("left-out", GAME, "report.md")).decode()
    check("What was left out" in report and "and that is why" in report, report)
    night = stub_night(f, "left-out")
    with quiet():
        equal(night.attempt("tables", lambda: 3), 3)
    equal((night.state["left_out"], night.state["steps"]["tables"]["found"]), ({}, 3))


def test_refusals(f):
    _, told = f.night("x", "--hours", "0", status=1)
    check("more than 0" in told, told)
    _, told = f.night("x", "--match-rounds", "39", status=1)
    check("multiple of 5" in told, told)
    done = subprocess.run([sys.executable, os.path.join(ROOT, "lab", "overnight.py"), "draughts", "--data", f.file("x"), "--engine", ENGINE],
                          capture_output=True, text=True)
    check(done.returncode == 1 and "is not a game; there are" in done.stderr, done.stderr)


TESTS = [test_night, test_stopped, test_killed, test_goes_on, test_stopped_steps, test_install, test_rounds, test_left_out, test_refusals]

if __name__ == "__main__":
    sys.exit(run(TESTS, Nights))
