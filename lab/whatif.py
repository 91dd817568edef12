#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What if a game had other rules? A report on its own rules and others, from games of the engine against itself.

    lab/whatif.py GAME --rules "shield=off;push=off" --data DIR [--out PREFIX]

For the game's own rules and each set of others (between semicolons; the word `own` is the game's own rules once more, with
other games: a control) the engine plays itself at two strengths, by the classical evaluation, which needs no training. Games
of the same number begin alike as far as the rules allow, so differences are taken game by game. Then four times the nodes
play once the nodes, and a longer search of the start position finds the best and the worst first moves with their replies.

PREFIX.md, PREFIX.html and PREFIX.svg have the figures by the game's own rules and what each set of rules changes. A
difference above three standard errors among the stronger players is bold: chance exceeds that once in 400.

Games are kept in DIR and not played again: stop it at any time; the same command continues. It plays by
lab/shards.sh in as many shards as there are processors, with --slurm on a cluster; --plan prints these commands instead, one a line.
The number of shards changes no game.
"""

import argparse
import json
import math
import os
import re
import shlex
import subprocess
import sys

import games as registry
import report_figures
import whatif_page
import whole_file
from report import data_sheets
from tasks import TaskFailed, Tasks, programs

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OWN = "own"
LEAD = 100  # centipawns from which a side leads, scaled by the game's margins
FIRST_MOVE_NODES = 400000
SHOWN_MOVES = 2
LONGEST = 400  # plies, then a draw


def fail(message):
    sys.exit(f"whatif: {message}")


class Set:
    """The rules of one column of the report."""

    def __init__(self, options, rules, index):
        self.rules, self.label = ("" if rules == OWN else rules), (rules if index else OWN)
        self.name = "own rules" if not index else "own rules again" if rules == OWN else rules
        # Control games are other games.
        self.seed = options.seed + (index if index and rules == OWN else 0)
        slug = re.sub(r"[^a-z0-9=.-]+", "_", self.label.lower())
        self.folder = os.path.join(options.data, options.game, f"{slug}@{self.seed}"[:120])

    def argument(self, game):
        return ["--rules", f"{game}:{self.rules}"] if self.rules else []


# ---- Playing ----

def games_task(options, one, nodes):
    moves = 2 if options.facts[options.game]["pairs"] else 1
    folder = os.path.join(one.folder, str(nodes))
    words = [options.game, "--games", str(options.games), "--nodes", str(nodes), "--seed", str(one.seed), "--plies", str(LONGEST),
             "--play-out", "100", "--random", f"{4 // moves}-{6 // moves}", "--balance", str(options.balance), *one.argument(options.game)]
    return folder, words


def match_task(options, one):
    nodes = min(options.nodes)
    folder = os.path.join(one.folder, "four")
    rules = one.argument(options.game)
    words = [*rules, "-engine", f"cmd={options.engine}", "name=once", f"nodes={nodes}", "-engine", f"cmd={options.engine}", "name=four",
             f"nodes={4 * nodes}", "-each", *[f"arg={word}" for word in rules], "option.Use NNUE=false", "option.Hash=1", "-variant", options.game, "-randomplies",
             "2" if options.facts[options.game]["pairs"] else "4", "-maxmoves", str(LONGEST // 2), "-seed", str(one.seed)]
    return folder, words


def plan(options):
    """All tasks: (kind, folder, words, rounds)."""
    for one in options.sets:
        for nodes in options.nodes:
            yield ("datagen", *games_task(options, one, nodes), 0)
        yield ("match", *match_task(options, one), options.rounds)


# ---- Figures ----

def mean(values):
    """The mean and its standard error."""
    count = len(values)
    middle = sum(values) / count
    return middle, math.sqrt(sum((x - middle) ** 2 for x in values) / count / count)


def lead_changes(game, lead):
    """The number of changes of the leading side, by the players' scores."""
    leader = changes = 0
    for ply, score in enumerate(game["scores"]):
        if score is None:
            continue
        white = score if (ply % 2 == 0) == (game["first_side"] == "w") else -score
        now = 0 if abs(white) < lead else 1 if white > 0 else -1
        changes += bool(now and leader and now != leader)
        leader = now or leader
    return changes


def numbers_of(game, lead):
    """The compared figures of one game."""
    behind = game["legal_moves"][game["opening_plies"]:] or [0]
    end = game.get("reason") if game["end"] == "rules" else "stopped as too long"
    return {"white": report_figures.POINTS[game["result"]], "decided": float(game["result"] != "1/2-1/2"), "plies": len(game["moves"]),
            "choices": sum(behind) / len(behind), "leads": lead_changes(game, lead), "end": end}


def read_games(options, one, path):
    process = subprocess.Popen([options.lab, "datagen", "--print", path, *one.argument(options.game)], stdout=subprocess.PIPE)
    head = json.loads(next(process.stdout, b"{}"))
    games = list(map(json.loads, process.stdout))
    if process.wait() or not games:
        fail(f"{path} cannot be read, or is empty")
    return head["origin"], games


def figures_of(options, one, nodes, sheet):
    """The figures of a set at one strength, kept beside its games."""
    folder, _ = games_task(options, one, nodes)
    kept = os.path.join(folder, "figures.json")
    found = whole_file.kept_json(kept, ["made", "games", "values"])
    if found:
        return found
    made, games = read_games(options, one, os.path.join(folder, "all.games"))
    lead = LEAD * options.facts[options.game]["margin_percent"] / 100
    for game in games:
        game["points"], game["weight"] = report_figures.POINTS[game["result"]], 1.0
    values, _ = report_figures.fit_values(games, sheet)
    # By the number of the game: some have no opening under other rules.
    found = {"made": made, "games": {game["number"]: numbers_of(game, lead) for game in games}, "values": values}
    whole_file.write(kept, json.dumps(found))
    return figures_of(options, one, nodes, sheet)


def strength_of(options, one):
    """The score of four times the nodes against once, and the standard error."""
    folder, _ = match_task(options, one)
    try:
        found = whole_file.read_json(os.path.join(folder, "total.json"), ["summary"])["summary"]
    except whole_file.Unreadable as problem:
        fail(f"{problem}; remove {folder} to play the match again")
    pairs = [value for value, count in zip((1.0, 0.75, 0.5, 0.25, 0.0), found["pentanomial"]) for _ in range(count)]
    return mean(pairs)


def first_moves(options, one):
    """The best and the worst first moves by a longer search: (move, centipawns, replies)."""
    kept = os.path.join(one.folder, "first-moves.json")
    found = whole_file.kept_json(kept, [])
    if found:
        return found
    script = ["uci", f"setoption name UCI_Variant value {options.game}", "setoption name Use NNUE value false",
              "setoption name MultiPV value 256", "position startpos", f"go nodes {FIRST_MOVE_NODES}"]
    process = subprocess.Popen([options.engine, *one.argument(options.game)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("\n".join(script) + "\n")
    process.stdin.flush()
    lines = {}
    for line in process.stdout:
        said = re.match(r"info depth (\d+) .*?multipv (\d+) score cp (-?\d+)(?! (?:upper|lower)bound).* pv (.*)", line)
        if said:
            lines[int(said[2])] = (int(said[1]), said[4].split(), int(said[3]))
        if line.startswith("bestmove"):
            break
    process.stdin.write("quit\n")
    process.stdin.close()
    process.wait()
    # Lines of the last depth that finished for all moves.
    found = [(moves[0], score, moves[1:4]) for _, (_, moves, score) in sorted(lines.items())]
    whole_file.write(kept, json.dumps(found))
    return found


# ---- The command ----

def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--rules", required=True, metavar="SET;SET", help="each OPTION=VALUE,...; `quincunx rules GAME` lists them")
    parser.add_argument("--data", required=True, metavar="DIR", help="where games are kept, some megabytes")
    parser.add_argument("--out", metavar="PREFIX", help="of the report (DIR/GAME/report)")
    parser.add_argument("--games", type=int, default=2000, help="of each set and strength (2000)")
    parser.add_argument("--rounds", type=int, default=200, help="pairs of games against four times the nodes (200)")
    parser.add_argument("--nodes", type=int, nargs=2, default=None, metavar="N", help="a move, of the two strengths (100 400; four times that for pairs)")
    parser.add_argument("--balance", type=int, metavar="CP", help="that an opening's score may differ from the start position's (60; more where chess's centipawn is less)")
    parser.add_argument("--shards", type=int, default=os.cpu_count(), help="(as many as there are processors)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default=os.path.join(ROOT, "quincunx"))
    parser.add_argument("--lab", metavar="PROGRAM", help="quincunx-lab, if not beside the engine")
    parser.add_argument("--match", metavar="PROGRAM", help="quincunx-match, if not beside the engine")
    parser.add_argument("--slurm", metavar="OPTIONS", help="play by sbatch with these options ('' for none)")
    parser.add_argument("--plan", action="store_true", help="print the commands that play instead")
    options = parser.parse_args()
    options.engine, options.lab, options.match = programs(options.engine, "whatif", options.lab, options.match)
    options.data = os.path.abspath(options.data)
    options.facts = registry.facts(options.engine)
    if options.game not in options.facts:
        fail(f"'{options.game}' is not a game; there are {', '.join(options.facts)}")
    if not options.nodes:
        options.nodes = [400, 1600] if options.facts[options.game]["pairs"] else [100, 400]
    if options.balance is None:
        options.balance = 60 * options.facts[options.game]["margin_percent"] // 100
    if min(options.games, options.shards, *options.nodes) < 1 or options.rounds < options.shards:
        fail("numbers are at least 1, and --rounds at least --shards")
    options.rounds -= options.rounds % options.shards
    options.out = options.out or os.path.join(options.data, options.game, "report")
    texts = [OWN] + [text.strip() for text in options.rules.split(";") if text.strip()]
    for text in texts[1:]:
        if text != OWN:
            said = subprocess.run([options.engine, "rules", options.game, "--rules", f"{options.game}:{text}"], capture_output=True, text=True, check=False)
            if said.returncode:
                fail(said.stderr.strip())
    options.tasks = Tasks(options.lab, options.match, options.shards, options.slurm)
    options.sets = [Set(options, text, i) for i, text in enumerate(texts)]
    return options


def main():
    options = arguments()
    tasks = list(plan(options))
    if options.plan:
        for task in tasks:
            for command in options.tasks.commands(*task):
                print(shlex.join(command))
        return
    for number, task in enumerate(tasks):
        print(f"{100 * number // len(tasks):3d}%  {os.path.relpath(task[1], options.data)}", flush=True)
        try:
            options.tasks.do(*task)
        except TaskFailed as failure:
            fail(failure)
    sheet = data_sheets(options)[options.game]
    found = [{"name": one.name, "rules": one.rules, "nodes": {str(nodes): figures_of(options, one, nodes, sheet) for nodes in options.nodes},
              "four": strength_of(options, one), "first_moves": first_moves(options, one)} for one in options.sets]
    words = shlex.join(["make", "whatif", f"GAME={options.game}", f"RULES={options.rules}", f"WHATIF=--games {options.games} --balance {options.balance}"])
    whatif_page.write(options.out, sheet["title"], found, [str(nodes) for nodes in options.nodes], words, SHOWN_MOVES)
    print(f"{options.out}.md, {options.out}.html")


if __name__ == "__main__":
    main()
