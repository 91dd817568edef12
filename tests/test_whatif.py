#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""lab/whatif.py: its statistics on games with known results, and a small report from rules to page.

Usage: tests/test_whatif.py ENGINE [TEST...]"""

import filecmp
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import xml.dom.minidom

from protocol import ENGINE, ROOT, Folder, all_games, check, equal, run

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "lab"))
import whatif_page as page  # noqa: E402

# Short searches of the first moves, too.
FAST = ["--games", "6", "--rounds", "4", "--nodes", "5", "20"]
SHORT = """import sys
sys.path.insert(0, sys.argv.pop(1))
import whatif
whatif.FIRST_MOVE_NODES = 10000
whatif.main()
"""


class Reports(Folder):
    def command(self, game, rules, data, *words):
        return [sys.executable, "-c", SHORT, os.path.join(ROOT, "lab"), game, "--rules", rules, "--data", self.file(data), "--engine", ENGINE, *FAST, *words]

    def whatif(self, game, rules, *words, data="data", status=0):
        done = subprocess.run(self.command(game, rules, data, *words), capture_output=True, text=True, timeout=600)
        self.transcript += [done.stdout, done.stderr]
        equal(done.returncode, status)
        return done.stdout, done.stderr

    def text(self, name):
        return self.read(name).decode()


def drawn(lot, white, draws, plies, count=1000):
    """Figures of a set whose games come out so, on the whole."""
    games = {}
    for number in range(count):
        result = 0.5 if lot.random() < draws else float(lot.random() < white)
        games[number] = {"white": result, "decided": float(result != 0.5), "plies": lot.randrange(2 * plies), "choices": 30.0, "leads": 1,
                         "end": "repetition" if result == 0.5 else "checkmate"}
    return {"name": "own rules", "nodes": {nodes: {"made": "", "games": games, "values": []} for nodes in ("1", "2")}, "four": (0.8, 0.01), "first_moves": []}


def compared(own, other):
    """{title: [figure, difference]} as the page shows them."""
    _, _, rows = page.comparison([own, other], ["1", "2"])
    return {title: cells for title, *cells in rows}


def test_same_rules_show_no_difference(_):
    """Of 100 controls with eight figures each hardly one is bold."""
    lot, bold = random.Random(1), 0
    for _ in range(100):
        bold += sum("**" in text for _, text in compared(drawn(lot, 0.5, 0.3, 80), drawn(lot, 0.5, 0.3, 80)).values())
    check(bold <= 6, bold)


def test_differences_are_told(_):
    lot = random.Random(2)
    own, other = drawn(lot, 0.5, 0.3, 80), drawn(lot, 0.62, 0.1, 60)
    rows = compared(own, other)
    for title, sign in (("White scores", "+"), ("games decided", "+"), ("plies a game", "−"), ("end: repetition", "−")):
        check(re.fullmatch(rf"\*\*{re.escape(sign)}\S+ ± \S+\*\* \({re.escape(sign)}\S+\)", rows[title][1]), (title, rows[title]))
    check("**" not in rows["moves to choose from"][1] + "".join(rows["score with four times the nodes"]), rows)
    value, error = page.difference(other["nodes"]["1"], own["nodes"]["1"], "decided")
    check(abs(value - 0.2) < 3 * error and 0.015 < error < 0.021, (value, error))
    other["four"] = (0.7, 0.01)
    equal(compared(own, other)["score with four times the nodes"], ["80.0 ± 2.0%", "**70.0 ± 2.0%**"])
    # The weaker players see it otherwise, or nothing.
    other["nodes"]["1"] = drawn(lot, 0.3, 0.6, 110)["nodes"]["1"]
    check(re.fullmatch(r"\*\*\+\S+ ± \S+\*\* \(−\S+\)", compared(own, other)["White scores"][1]), compared(own, other))
    other["nodes"]["1"] = own["nodes"]["1"]
    check(compared(own, other)["White scores"][1].endswith("%**"), compared(own, other))


def test_report(f):
    """From rules to a page; stopped, in other shards, and again: always the same."""
    game, facts = next((name, facts) for name, facts in all_games(ENGINE).items() if any(o["name"] == "shield" for o in facts["rule_options"]))
    rules = "shield=off,repetitions=2;own"
    out, _ = f.whatif(game, rules, "--shards", "1")
    check(out.endswith("report.md, %s\n" % f.file("data/%s/report.html" % game)), out)
    text, made = f.text(f"data/{game}/report.md"), f.text(f"data/{game}/report.html")
    for words in (facts["title"], "shield=off,repetitions=2", "own rules again", "White scores", "score with four times the nodes", "RULES=shield=off,repetitions=2;own"):
        check(words in text and words in made, words)
    best, worst = (re.findall(rf"^\| {kind} \| (.*) \| .* \| (.*) \|$", text, re.M) for kind in ("best", "worst"))
    check(len(best) == len(worst) == 2 and all(own == again and re.fullmatch(r"`\S+` [+−]\d\.\d\d `\S+`", own) for own, again in best + worst), (best, worst))
    common, *games = re.search(r"    Quincunx .*\n(    .*\n)+", text)[0].splitlines()
    check(common.endswith(" games=6"), common)
    equal([line.strip() for line in games], ["own rules: seed=1", "shield=off,repetitions=2: seed=1", "own rules again: seed=3"])
    equal(xml.dom.minidom.parse(f.file(f"data/{game}/report.svg")).documentElement.tagName, "svg")
    with open(f.file(f"data/{game}/own@1/5/figures.json"), encoding="utf-8") as one, open(f.file(f"data/{game}/own@3/5/figures.json"), encoding="utf-8") as two:
        one, two = json.load(one), json.load(two)
    equal((len(one["games"]), one["games"] != two["games"]), (6, True))
    before = os.path.getmtime(f.file(f"data/{game}/own@1/5/all.games"))
    f.whatif(game, rules, "--shards", "1", "--out", f.file("again"))
    equal((f.text("again.html"), os.path.getmtime(f.file(f"data/{game}/own@1/5/all.games"))), (made, before))
    # Killed in the middle, then in three shards; by the game's own rules alone.
    process = subprocess.Popen(f.command(game, ";", "killed", "--shards", "3"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and not os.path.exists(f.file(f"killed/{game}/own@1/20")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    f.whatif(game, ";", "--shards", "3", data="killed")
    check(filecmp.cmp(f.file(f"killed/{game}/own@1/20/all.games"), f.file(f"data/{game}/own@1/20/all.games"), shallow=False), "the same games in other shards")
    plan, _ = f.whatif(game, rules, "--plan", data="planned")
    equal((len(plan.splitlines()), plan.count(f"--rules {game}:shield=off,repetitions=2"), os.path.exists(f.file("planned"))), (9, 3, False))
    _, told = f.whatif(game, rules, "--games", "7", status=1)
    check("was made with other options" in told, told)


def test_alike_openings(f):
    """Games of the same number begin alike under other rules, where these do not touch the opening."""
    lab = os.path.join(os.path.dirname(ENGINE), "quincunx-lab")
    begun = []
    game = next(name for name, facts in all_games(ENGINE).items() if any(o["name"] == "drops" for o in facts["rule_options"]))
    for name, words in (("on", []), ("off", ["--rules", game + ":drops=off"])):
        subprocess.run([lab, "datagen", game, "--games", "20", "--nodes", "5", "--plies", "20", "--random", "4", "--out", f.file(name), "--quiet", *words], check=True)
        said = subprocess.run([lab, "datagen", "--print", f.file(name), *words], check=True, capture_output=True, text=True).stdout
        begun.append([game["moves"][:4] for game in map(json.loads, said.splitlines()[1:])])
    quiet = [pair for pair in zip(*begun) if not any("@" in move for move in pair[0])]
    check(len(quiet) >= 5 and all(ours == theirs for ours, theirs in quiet) and len(set(map(tuple, begun[0]))) == 20, begun)


def test_refusals(f):
    game = next(iter(all_games(ENGINE)))
    for words, why in ((("draughts", "a=b"), "is not a game; there are"), ((game, "flying=on"), "has no rule 'flying'"),
                       ((game, "counter=-1"), "it is a number from"), ((game, "counter=60", "--games", "0"), "at least 1"),
                       ((game, "counter=60", "--engine", f.file("none")), "`make all lab` builds it")):
        _, told = f.whatif(*words, status=1)
        check(why in told, (words, told))


TESTS = [test_same_rules_show_no_difference, test_differences_are_told, test_report, test_alike_openings, test_refusals]

if __name__ == "__main__":
    sys.exit(run(TESTS, Reports))
