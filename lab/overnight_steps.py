# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of lab/overnight.py beside games and networks: tables and their pictures, search parameters, win rates, book,
puzzles, levels."""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import time

import overnight_install as install
import overnight_rules as rules
import spsa
import whole_file
import workers
from overnight_kept import ROOT
from overnight_networks import Networks
from tasks import TaskFailed, last_line

# The folders for building, and for levels.py to write into.
SOURCES = ("Makefile", "mk", "src", "nnue", "match", "lab", "bench", "examples", "web", "docs")


def endgames_of(said):
    """The statistics of `quincunx-lab tables GAME --stats`, sorted by the longest win."""
    found = {}
    pattern = (r"^(\S+) +(\S+) to move: +(\d+) positions, won +([\d.]+)%, drawn +([\d.]+)%, lost +([\d.]+)%"
               r"(?:; longest (win|loss) (\d+) plies)?\n(?:    (\S.*)\n    (.*)\n)?")
    for name, side, _, won, _, lost, kind, plies, fen, line in re.findall(pattern, said, re.M):
        one = found.setdefault(name, {"name": name, "plies": 0, "fen": "", "side": "", "won": 0.0, "line": "", "sides": {}})
        one["sides"][side] = [float(won), float(lost)]
        if kind == "win" and int(plies) > one["plies"] and fen:
            one.update(plies=int(plies), fen=fen, side=side, won=float(won), line=line)
    return list(found.values())


def node_rate(engine, game):
    """Nodes per second of one thread, by a search from the start."""
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write(f"uci\nsetoption name UCI_Variant value {game}\ngo nodes {rules.RATE_NODES}\n")
        process.stdin.flush()
        said = list(itertools.takewhile(lambda line: not line.startswith("bestmove"), process.stdout))
        process.stdin.write("quit\n")
    rates = [int(line.split(" nps ")[1].split()[0]) for line in said if " nps " in line]
    if not rates:
        raise TaskFailed(f"{engine} searched nothing of {game}")
    return rates[-1]


class Night(Networks):
    # ---- Rules and tables ----

    def check(self):
        """Checks the rules before anything else."""
        self.run(["make", "-s", "-C", ROOT, "check-game", f"GAME={self.game}"], "check-game.log")

    def tables(self):
        words = [self.o.lab, "tables", self.game, "--path", os.path.join(self.made, "tables"), "--threads", str(self.o.jobs)]
        self.run(words)
        listed = self.said([self.o.lab, "tables", self.game, "--pieces", "4", "--list"]).splitlines()
        if rules.are_worth_it(sum(int(line.split()[-2]) for line in listed), self.budget("tables") * self.o.jobs):
            self.run([*words, "--pieces", "4"])
        return len([name for _, _, files in os.walk(os.path.join(self.made, "tables")) for name in files if name.endswith(".end")])

    def endgames(self):
        """The contents of the tables, and pictures of the positions with the longest wins."""
        found = endgames_of(self.said([self.o.lab, "tables", self.game, "--path", os.path.join(self.made, "tables"), "--stats"]))
        for one in rules.longest_wins(found):
            os.makedirs(os.path.join(self.made, "endgames"), exist_ok=True)
            one["picture"] = os.path.join("endgames", re.sub(r"[^\w+-]", "_", one["name"]) + ".svg")
            whole_file.write(os.path.join(self.made, one["picture"]), self.said([self.o.lab, "diagram", self.game, one["fen"]]))
        return found

    # ---- Programs ----

    def programs(self):
        """Builds a copy of the tree with all results so far: a tuning build, which plays like any other."""
        tree = self.path("tree")
        shutil.rmtree(tree, ignore_errors=True)
        for name in SOURCES:
            source, target = os.path.join(ROOT, name), os.path.join(tree, name)
            if os.path.isdir(source):
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "build"))
            elif os.path.exists(source):
                os.makedirs(tree, exist_ok=True)
                shutil.copy2(source, target)
        self.build()

    def build(self):
        install.install(self.made, self.game, self.path("tree"))
        names = ("EXE=quincunx", "MATCH=quincunx-match", "LAB=quincunx-lab")
        self.run(["make", "-s", "-C", self.path("tree"), f"-j{self.o.jobs}", "TUNE=1", *self.o.make, *names, "all", "lab"])

    def openings(self):
        """Of the tree, or made with the new network; levels.py looks for them in its tree."""
        path = self.path("tree", "bench", "openings", self.game + ".epd")
        if not os.path.exists(path):
            whole_file.write(path, self.said([self.path("tree", "quincunx-lab"), "openings", self.game, str(rules.OPENINGS)]))
        return os.path.dirname(path)

    # ---- Search parameters ----

    def moves_to_choose_from(self):
        """On average, in positions of the last games after their random openings."""
        path = self.path(f"{len(self.state['nets'])}.games")
        count, moves = 0, 0
        with subprocess.Popen([self.o.lab, "datagen", "--print", path], stdout=subprocess.PIPE) as process:
            next(process.stdout)
            for line in itertools.islice(process.stdout, 1000):
                game = json.loads(line)
                numbers = game["legal_moves"][game["opening_plies"]:]
                count, moves = count + len(numbers), moves + sum(numbers)
            process.kill()
        return moves / max(1, count)

    def spsa(self, name, iterations, moves):
        """Tunes up to this many iterations in all; returns the values."""
        tuning, state = rules.TUNINGS[name], self.path("tuning.json")
        engine, match = self.path("tree", "quincunx"), self.path("tree", "quincunx-match")
        known = spsa.engine_parameters(engine, self.game)
        percent = known["lmp_percent"]
        begin = percent[0]
        said_nothing = begin == spsa.engine_parameters(engine, "chess")["lmp_percent"][0]  # of its own
        if rules.is_far(moves) and said_nothing:
            begin = min(percent[2], max(percent[1], rules.late_moves(begin, moves)))
        self.run([sys.executable, os.path.join(ROOT, "lab", "spsa.py"), state, "--parameters",
                  *(f"{one}={begin}" if one == "lmp_percent" else one for one in tuning.names), "--games", self.game,
                  "--iterations", str(iterations), "--pairs", str(tuning.pairs), "--nodes", str(tuning.nodes),
                  "--resign", str(tuning.resign), "--stability", str(tuning.stability),
                  "--engine", engine, "--match", match, "--openings", self.openings(), "--concurrency", str(self.o.jobs)])
        return spsa.replay(spsa.load(state, {}))

    def count_iterations(self, name, moves):
        """As many as fit the time."""
        if os.path.exists(self.path("tuning.json")):
            os.unlink(self.path("tuning.json"))
        self.openings()
        begun = time.monotonic()
        self.spsa(name, 1, moves)
        return max(rules.TUNE_LEAST, int(self.budget("search parameters") / (time.monotonic() - begun)))

    def plan_tuning(self, moves):
        """The tuning plan by name, and its iterations; None: no tuning."""
        for name in rules.tunings(moves):
            iterations = self.count_iterations(name, moves)
            if iterations >= rules.TUNINGS[name].least:
                return name, iterations
        return None

    def tune(self, name, iterations, moves):
        """Values that differ from the game's."""
        self.share_of_time(self.budget("search parameters"))
        found = self.spsa(name, iterations, moves)
        known = spsa.engine_parameters(self.path("tree", "quincunx"), self.game)
        return {name: round(value) for name, value in found.items() if round(value) != known[name][0]}

    def match_of_values(self, name, values):
        new = [f"option.{name}={value}" for name, value in values.items()]
        nodes = max(self.o.match_nodes, rules.TUNINGS[name].nodes)
        return self.match("match-parameters", self.path("tree", "quincunx"), new, [], 7003, rules.TUNE_MATCH * self.o.match_rounds, nodes)

    def keep_values(self, moves, iterations, values, found):
        """GAME.params: the game's values and these. Programs are rebuilt with them."""
        old = os.path.join(ROOT, install.place(ROOT, self.game, ".params"))
        if os.path.exists(old):
            with open(old, encoding="utf-8") as file:
                values = {**{name: int(value) for name, value in re.findall(r'\{"(\w+)", (-?\d+)\}', file.read())}, **values}
        rows = "".join(f'{{"{name}", {value}}},\n' for name, value in values.items())
        told = f"{iterations} iterations, for {moves:.0f} moves to choose from: {found['elo']:+.0f} +- {found['error']:.0f} Elo"
        whole_file.write(self.of_made(".params"), f"/* Tuned by lab/overnight.py, {told}. */\n{rows}")
        self.build()

    def search_parameters(self):
        moves = self.step("moves to choose from", self.moves_to_choose_from)
        plan = self.step("search parameters: a plan", self.plan_tuning, moves)
        if not plan:
            self.say(f"{moves:.0f}, and too little time: nothing is tuned")
            return
        name, iterations = plan
        values = self.step("search parameters: tuning", self.tune, name, iterations, moves)
        if not values:
            self.say("the values stay")
            return
        found = self.step("search parameters: match", self.match_of_values, name, values)
        if rules.is_better(found):
            self.step("search parameters: programs", self.keep_values, moves, iterations, values, found)
        told = "won" if rules.is_better(found) else "not significantly better, and left out"
        self.say(f"{told}: {found['elo']:+.0f} ± {found['error']:.0f}")

    # ---- Win rates, book, puzzles, levels ----

    def count_win_rates(self, words):
        each = self.seconds_a_game(self.path("tree", "quincunx-lab"), words, 16)
        return max(rules.WDL_GAMES_LEAST, int(self.budget("win rates") * self.o.jobs / each))

    def win_rates(self):
        """Plays games to the end and fits the curves to them."""
        net = ["--net", self.of_made(".nnue")] if os.path.exists(self.of_made(".nnue")) else []
        words = [self.game, "--seed", "7001", "--nodes", str(rules.WDL_NODES), "--hash", "1", *net, "--play-out", "100",
                 "--plies", "1000"]
        count = self.step("win rates: a probe", self.count_win_rates, words)
        self.share_of_games(self.path("win-rates"), count)
        self.tasks.do("datagen", self.path("win-rates"), [*words, "--games", str(count)])
        said = self.said([sys.executable, os.path.join(ROOT, "nnue", "fit_wdl.py"), "--engine", self.path("tree", "quincunx"),
                          "--out", self.of_made(".wdl"), self.path("win-rates", "all.games")])
        return {"games": count, "said": said.strip().splitlines()[-1]}

    def book(self):
        """The number of positions for the time, from the cost of one search with these nodes."""
        lab = self.path("tree", "quincunx-lab")
        positions = self.step("book: a probe", self.count_positions)
        self.share_of_time(self.budget("book"))
        book = self.path("book", self.game + ".book")
        words = [self.game, "--positions", str(positions), "--nodes", str(rules.BOOK_NODES), "--out", book, "--quiet",
                 "--drop", "10" if self.o.facts["pieces_max"] > 40 else "4"]
        os.makedirs(self.path("book"), exist_ok=True)
        with open(self.path("log"), "a", encoding="utf-8") as log:
            with contextlib.ExitStack() as stack:
                shards = [stack.enter_context(workers.Worker([lab, "explore", *words, "--shard", f"{i + 1}/{self.o.jobs}"], cwd=self.folder,
                                                             stdout=log, stderr=log)) for i in range(self.o.jobs)]
                bad = [shard.wait() for shard in shards]
        if any(bad) or not os.path.exists(book):
            raise TaskFailed(f"the book was not made: {last_line(self.path('log'))}")
        shutil.copyfile(book, self.of_made(".book"))
        return positions

    def count_positions(self):
        nodes = self.budget("book") * self.o.jobs * node_rate(self.path("tree", "quincunx"), self.game)
        return max(rules.BOOK_LEAST, min(rules.BOOK_MOST, int(nodes / rules.BOOK_NODES / 2.2)))

    def puzzles(self):
        work, out, lab = self.path("puzzles.work"), self.of_made(".epd"), self.path("tree", "quincunx-lab")
        minutes = max(1, round(self.budget("puzzles") / 60))
        self.share_of_time(60 * minutes)
        self.run([lab, "puzzles", self.game, "--find", self.path("win-rates", "all.games"), "--work", work,
                  "--minutes", str(minutes), "--quiet"])
        self.run([lab, "puzzles", self.game, "--write", out, "--work", work])
        with open(out, encoding="utf-8") as file:
            return sum(1 for line in file if line.strip() and not line.startswith("#"))

    def levels(self):
        """More games per pair, pass by pass, while there is time; returns the sheet of the last pass."""
        seconds, begun, found, tree = self.budget("levels"), time.monotonic(), {}, self.path("tree")
        self.openings()
        self.share_of_time(seconds)
        for games in rules.LEVEL_GAMES:
            left = seconds - (time.monotonic() - begun)
            if found and left <= 0:
                break
            limit = ["--seconds", f"{left:.1f}"] if found else []
            command = [sys.executable, self.path("tree", "lab", "levels.py"), self.game, "--choose", "--games", str(games),
                       "--few", str(games), "--data", self.path("levels"), "--engine", self.path("tree", "quincunx"),
                       "--match", self.path("tree", "quincunx-match"), "--concurrency", str(self.o.jobs), *limit]
            with open(self.path("log"), "a", encoding="utf-8") as log:
                status = workers.run(command, stdout=log, stderr=log).returncode
            if status not in (0, 3):  # 3: the time is over
                raise TaskFailed(f"levels.py failed: {last_line(self.path('log'))}")
            with open(os.path.join(tree, install.place(tree, self.game, ".levels")), encoding="utf-8") as file:
                sheet = file.read()
            whole_file.write(self.of_made(".levels"), sheet)
            found = {"games": games if status == 0 else found["games"]}
            for name in ("strength", "elo"):
                found[name] = json.loads("[" + re.search(rf"\.{name} = \{{([^}}]*)\}}", sheet)[1] + "]")
        return found
