#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""From the rules of a game to a player: small tables, games, networks, win rates, an opening book, puzzles, by one command.

    bench/overnight.py GAME --hours H --data DIR [--install]          also: make overnight GAME=x HOURS=8

It decides by what it measures, by these rules:

- A game that has a network in the tree goes on from it. Without one (or with --anew) the first games are played by the classical
  evaluation (60 nodes, breadth 24), and their positions' evaluations teach a first network, which is then tuned on what the searches
  of these games found. Each later round plays 25 nodes at breadth 24 with the network that plays best so far, and tunes it on all
  games. Games with so few nodes teach most for their time (nnue/README.md).
- Rounds get the same share of the time each: 3 of them below 2 hours, 4 below 6, then 5; one fewer from a network in the tree. So many
  games as that takes are measured first and stay the same from then on, so that the manifest makes the same network again.
- From 15 million positions on a network with 512 neurons is trained from new weights, below that 256; that of the tree keeps its size.
- A network must win its match (200 games at 2,000 nodes, opponents with colours swapped) against the player before it: the round is told as lost else, and the old
  player goes on. Two rounds lost in a row end the rounds.
- What is left of the time goes to win rates, the book and puzzles, in these shares: see SHARES.

All lies in DIR/GAME: `made` has what a release needs (network with manifest, win rates, book, puzzles, tables), report.md and report.html
tell what was done and gained. --install puts `made` where make builds it in: a game of src/ into its folders, an example into
examples/GAME. Stop it at any time, the same command goes on. Games are played in 20 pieces, --jobs at a time, with --slurm on a cluster; where changes nothing.
"""

import argparse
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import time

import games as registry
import overnight_page
import whole_file
from tasks import TaskFailed, Tasks, programs

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "nnue"))

# Of the time, in percent. Tables, training and matches take what they take.
SHARES = {"rounds": 50, "win rates": 6, "book": 12, "puzzles": 8}
FIRST = {"--nodes": 60, "--breadth": 24, "--hash": 1}
LATER = {"--nodes": 25, "--breadth": 24, "--hash": 1}
SHARDS = 20           # pieces of games and matches, whatever the machine: static evaluations are merged in their order
PROBE = 48            # games that tell how many the time is enough for
LABEL_SHARE = 64
LAMBDA = 80
WIDE_FROM, WIDE = 15000000, 512
WDL_NODES, WDL_GAMES_LEAST = 300, 200
STEPS = ("tables", "networks", "win rates", "book", "puzzles")
BOOK_NODES = 30000
LOST_IN_A_ROW = 2
BEGIN = "begin.nnue"  # the network of the tree that the first round begins with
AGAINST = {None: "the classical evaluation", BEGIN: "the network before"}


def rounds_of(hours, begun=False):
    """begun: there is a network to go on from."""
    return (3 if hours < 2 else 4 if hours < 6 else 5) - begun


def hidden_of(path):
    """The neurons of a network (src/eval/net_format.h)."""
    with open(path, "rb") as file:
        return struct.unpack("<I", file.read(48)[44:])[0]


class Night:
    def __init__(self, options):
        self.o = options
        self.game = options.game
        self.folder = os.path.join(os.path.abspath(options.data), options.game)
        self.made = os.path.join(self.folder, "made")
        os.makedirs(self.made, exist_ok=True)
        self.state_path = os.path.join(self.folder, "state.json")
        self.state = {"hours": options.hours, "spent": 0.0, "steps": {}, "manifest": [], "nets": []}
        if os.path.exists(self.state_path):
            with open(self.state_path, encoding="utf-8") as file:
                self.state = json.load(file)
            self.state["hours"] = options.hours
        elif options.begin:
            self.state["begin"] = options.begin
            shutil.copyfile(os.path.join(ROOT, options.begin), os.path.join(self.folder, BEGIN))
        self.saved = time.monotonic()
        self.tasks = Tasks(options.lab, options.match, SHARDS, options.slurm, options.jobs)
        self.step_name = "begin"

    # ---- Keeping count ----

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def save(self):
        now = time.monotonic()
        self.state["spent"] += now - self.saved
        self.saved = now
        whole_file.write(self.state_path, json.dumps(self.state, indent=1))

    def say(self, text):
        left = max(0.0, self.o.hours * 3600 - self.state["spent"] - (time.monotonic() - self.saved))
        gained = sum(net["elo"] for net in self.state["nets"] if net["won"])
        print(f"{self.game}  {self.step_name}: {text}  ({int(left // 3600)}:{int(left // 60) % 60:02d} left"
              f"{f', {gained:+.0f} Elo so far' if self.state['nets'] else ''})", flush=True)

    def step(self, name, function, *words):
        """Does a step once; what it returns is kept."""
        self.step_name = name
        if name not in self.state["steps"]:
            begun = self.state["spent"] + time.monotonic() - self.saved
            self.say("...")
            found = function(*words)
            self.save()
            self.state["steps"][name] = {"seconds": self.state["spent"] - begun, "found": found}
            self.save()
        return self.state["steps"][name]["found"]

    def run(self, command, log="log"):
        Tasks.run([command], self.path(log), command[1] if len(command) > 1 else command[0], folder=self.folder)

    def said(self, command, **more):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.folder, **more)
        if done.returncode:
            raise TaskFailed(f"{' '.join(command[:3])}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def record(self, command, *files, shards=0):
        """A step of the manifest (nnue/from_source.py)."""
        step = {"commit": self.o.commit, "makes": {name: whole_file.sha256(self.path(name)) for name in files},
                "command": ["quincunx-lab", *("TREE/" + self.state["begin"] if word == BEGIN else word for word in command)]}
        if shards:
            step["shards"] = shards
        self.state["manifest"].append(step)

    # ---- Games and networks ----

    def options_of_games(self, number, net):
        words = [self.game, "--seed", str(number), *(str(word) for pair in (LATER if net else FIRST).items() for word in pair)]
        return words + (["--net", net] if net else ["--label-share", str(LABEL_SHARE)])

    def rounds(self):
        return rounds_of(self.o.hours, "begin" in self.state)

    def player(self):
        """The network that plays best so far, None: the classical evaluation."""
        return next((net["net"] for net in reversed(self.state["nets"]) if net["won"]), BEGIN if "begin" in self.state else None)

    def count_games(self, number, net):
        """So many games as the round's share of the time is enough for."""
        path, seconds = self.path("probe.games"), SHARES["rounds"] / 100 * self.o.hours * 3600 / self.rounds()
        if os.path.exists(path):
            os.unlink(path)
        begun = os.times().children_user
        self.run([self.o.lab, "datagen", *self.options_of_games(number, net and self.path(net)), "--games", str(PROBE), "--out", path, "--quiet"])
        each = max(1e-4, (os.times().children_user - begun) / PROBE)
        os.unlink(path)
        return max(PROBE, int(seconds * self.o.jobs / each))

    def play(self, number, net):
        count = self.step(f"round {number}: a probe", self.count_games, number, net)
        self.step_name = f"round {number}"
        self.say(f"{count:,} games")
        options = self.options_of_games(number, net)
        here = [self.path(word) if word == net else word for word in options]
        self.tasks.do("datagen", self.path(f"{number}"), [*here, "--games", str(count)], labels=not net)
        names = [f"{number}.games"] + [f"{number}.labels"] * (not net)
        for name, whole in zip(names, ("all.games", "all.labels")):
            target = self.path(name)
            if not os.path.exists(target):
                os.link(self.path(f"{number}", whole), target)
        more = [] if net else ["--labels", names[1]]
        self.record(["datagen", *options, "--games", str(count), "--out", names[0], *more], *names, shards=SHARDS)
        return count

    def scale(self):
        """The scale at which the scores of the first games predict their results best: of 1 / (1 + exp(-score / scale))."""
        process = subprocess.Popen([self.o.lab, "datagen", "--print", self.path("1.games")], stdout=subprocess.PIPE)
        next(process.stdout)
        cells = {}
        for game in map(json.loads, process.stdout):
            result = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5)
            for ply, score in enumerate(game["scores"]):
                if score is not None and abs(score) < 3000:
                    mine = result if (ply % 2 == 0) == (game["first_side"] == "w") else 1 - result
                    cell = cells.setdefault(round(score / 10), [0, 0.0])
                    cell[0] += 1
                    cell[1] += mine
        process.wait()

        def loss(scale):
            total = 0.0
            for score, (count, points) in cells.items():
                p = 1 / (1 + math.exp(-max(-30, min(30, 10 * score / scale))))
                total -= points * math.log(max(p, 1e-9)) + (count - points) * math.log(max(1 - p, 1e-9))
            return total

        low, high = 50.0, 3000.0
        while high - low > 1:  # golden section
            a, b = high - (high - low) * 0.618, low + (high - low) * 0.618
            low, high = (low, b) if loss(a) < loss(b) else (a, high)
        return round((low + high) / 2)

    def lab(self, command, *made):
        """A command of quincunx-lab that makes files, which go into the manifest."""
        extra = ["--resume", "--threads", str(self.o.jobs)] if command[0] == "train" else []
        self.run([self.o.lab, *command, *extra])
        self.record(command, *made)

    def first_net(self, scale):
        self.lab(["train", "labels.nnue", "1.labels", "--scale", str(scale), "--epochs", "3"], "labels.nnue")

    def select(self, number, scale):
        games = [f"{i}.games" for i in range(1, number + 1)]
        command = ["datagen", "--samples", *games, "--out", f"{number}.samples", "--lambda", str(LAMBDA), "--scale", str(scale)]
        said = self.said([self.o.lab, *command])
        self.record(command, f"{number}.samples")
        return int(said.split()[0])

    def train(self, number, player, scale, positions):
        net = f"{number}.nnue"
        wide = positions >= WIDE_FROM and "begin" not in self.state and hidden_of(self.path(player)) < WIDE
        how = ["--hidden", str(WIDE), "--rate", "0.003", "--epochs", "8"] if wide else ["--from", player, "--epochs", "6"]
        self.lab(["train", net, f"{number}.samples", *how, "--scale", str(scale)], net)
        return hidden_of(self.path(net))

    def match(self, number, net, player):
        folder = self.path(f"match-{number}")
        words = ["-engine", f"cmd={self.o.engine}", "name=new", f"option.EvalFile={self.path(net)}", "-engine", f"cmd={self.o.engine}", "name=old",
                 f"option.EvalFile={self.path(player)}" if player else "option.Use NNUE=false", "-each", f"nodes={self.o.match_nodes}", "option.Hash=8",
                 "-variant", self.game, "-randomplies", "4" if self.o.facts["pairs"] else "6", "-seed", str(number), "-maxmoves", "300",
                 "-resign", "movecount=4", "score=2500", "twosided=true"]
        rounds = max(SHARDS, self.o.match_rounds - self.o.match_rounds % SHARDS)
        self.tasks.do("match", folder, words, rounds)
        with open(os.path.join(folder, "total.json"), encoding="utf-8") as file:
            found = json.load(file)["summary"]
        if found["elo"] is None or found["error"] is None:  # all won, or all lost: at least so much
            played = found["wins"] + found["losses"] + found["draws"]
            score = (found["wins"] + found["draws"] / 2 + 0.5) / (played + 1)
            found["elo"] = 400 * math.log10(score / (1 - score))
            found["error"] = abs(found["elo"])
        return found

    def round(self, number, scale):
        """A round: games, samples, a network, its match."""
        player = self.player()
        count = self.step(f"round {number}: games", self.play, number, player)
        if number == 1:
            scale = self.step("the scale of scores", self.scale)
            if not player:
                self.step("round 1: a network of evaluations", self.first_net, scale)
        positions = self.step(f"round {number}: samples", self.select, number, scale)
        hidden = self.step(f"round {number}: training", self.train, number, player or "labels.nnue", scale, positions)
        found = self.step(f"round {number}: match", self.match, number, f"{number}.nnue", player)
        if len(self.state["nets"]) < number:
            self.state["nets"].append({"net": f"{number}.nnue", "against": AGAINST.get(player, player), "games": count, "positions": positions,
                                       "hidden": hidden, "score": found["score"], "elo": found["elo"], "error": found["error"],
                                       "won": found["score"] > 0.5, "wins": found["wins"], "losses": found["losses"], "draws": found["draws"]})
            self.save()
        net = self.state["nets"][number - 1]
        self.say(f"{'won' if net['won'] else 'lost'} against {net['against']}: {net['elo']:+.0f} ± {net['error']:.0f}")
        return scale

    def networks(self):
        scale = None
        for number in range(1, self.rounds() + 1):
            scale = self.round(number, scale)
            if number >= LOST_IN_A_ROW and not any(net["won"] for net in self.state["nets"][-LOST_IN_A_ROW:]):
                break
        best = self.player()
        if not best:
            return None
        shutil.copyfile(self.path(best), os.path.join(self.made, self.game + ".nnue"))
        if best == BEGIN:
            return best
        last = next(i for i, step in enumerate(self.state["manifest"]) if best in step["makes"])
        steps = json.loads(json.dumps(self.state["manifest"][:last + 1]))
        steps[-1]["makes"] = {self.game + ".nnue": steps[-1]["makes"][best]}
        steps[-1]["command"] = [self.game + ".nnue" if word == best else word for word in steps[-1]["command"]]
        whole_file.write(os.path.join(self.made, self.game + ".json"), json.dumps({"game": self.game, "net": self.game + ".nnue", "steps": steps}, indent=1) + "\n")
        return best

    # ---- What the network makes ----

    def programs(self):
        """Programs with the new network built in."""
        nets = [path for path in sorted(os.listdir(os.path.join(ROOT, "nnue", "nets"))) if path.endswith(".nnue") and path != self.game + ".nnue"]
        files = " ".join([os.path.join("nnue", "nets", path) for path in nets] + [os.path.join(self.made, self.game + ".nnue")])
        names = {key: self.path(name) for key, name in (("EXE", "quincunx"), ("MATCH", "quincunx-match"), ("LAB", "quincunx-lab"))}
        self.run(["make", "-s", "-C", ROOT, f"-j{self.o.jobs}", f"EVALFILE={files}", f"BUILD={self.path('build')}", *self.o.make,
                  *(f"{key}={path}" for key, path in names.items()), "all", "lab"])

    def win_rates(self):
        """Games to their ends, and the curves fitted to them."""
        lab, seconds = self.path("quincunx-lab"), SHARES["win rates"] / 100 * self.o.hours * 3600
        words = [self.game, "--seed", "7001", "--nodes", str(WDL_NODES), "--hash", "1", "--net", os.path.join(self.made, self.game + ".nnue"),
                 "--play-out", "100", "--plies", "1000"]
        probe = self.path("probe.games")
        if os.path.exists(probe):
            os.unlink(probe)
        begun = os.times().children_user
        self.run([lab, "datagen", *words, "--games", "16", "--out", probe, "--quiet"])
        each = max(1e-4, (os.times().children_user - begun) / 16)
        os.unlink(probe)
        count = max(WDL_GAMES_LEAST, int(seconds * self.o.jobs / each))
        self.tasks.do("datagen", self.path("win-rates"), [*words, "--games", str(count)])
        said = self.said([sys.executable, os.path.join(ROOT, "nnue", "fit_wdl.py"), "--engine", self.path("quincunx"), "--out",
                          os.path.join(self.made, self.game + ".wdl"), self.path("win-rates", "all.games")])
        return {"games": count, "said": said.strip().splitlines()[-1]}

    def book(self):
        """The search stops itself: positions for the time, by what one search of these nodes costs."""
        lab, seconds = self.path("quincunx-lab"), SHARES["book"] / 100 * self.o.hours * 3600
        rate = max(50000.0, self.node_rate())
        positions = max(100, min(10000, int(seconds * self.o.jobs * rate / BOOK_NODES / 2.2)))
        words = [self.game, "--positions", str(positions), "--nodes", str(BOOK_NODES), "--drop", "10" if self.o.facts["pieces_max"] > 40 else "4"]
        book = self.path("book", self.game + ".book")
        os.makedirs(self.path("book"), exist_ok=True)
        processes = [subprocess.Popen([lab, "explore", *words, "--out", book, "--quiet", "--shard", f"{i + 1}/{self.o.jobs}"], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for i in range(self.o.jobs)]
        bad = [process.wait() for process in processes]
        if any(bad) or not os.path.exists(book):
            raise TaskFailed("the book was not made; the same command goes on where it stopped")
        shutil.copyfile(book, os.path.join(self.made, self.game + ".book"))
        return positions

    def node_rate(self):
        said = self.said([self.path("quincunx")], input=f"uci\nsetoption name UCI_Variant value {self.game}\ngo nodes 300000\nisready\nquit\n")
        rates = [int(line.split(" nps ")[1].split()[0]) for line in said.splitlines() if " nps " in line]
        return float(rates[-1]) if rates else 0.0

    def puzzles(self):
        minutes = max(1, round(SHARES["puzzles"] / 100 * self.o.hours * 60))
        work, out = self.path("puzzles.work"), os.path.join(self.made, self.game + ".epd")
        self.run([self.path("quincunx-lab"), "puzzles", self.game, "--find", self.path("win-rates", "all.games"), "--work", work, "--minutes", str(minutes), "--quiet"])
        self.run([self.path("quincunx-lab"), "puzzles", self.game, "--write", out, "--work", work])
        with open(out, encoding="utf-8") as file:
            return sum(1 for line in file if line.strip() and not line.startswith("#"))

    def tables(self):
        self.run([self.o.lab, "tables", self.game, "--path", os.path.join(self.made, "tables"), "--threads", str(self.o.jobs)])
        return len([name for _, _, files in os.walk(os.path.join(self.made, "tables")) for name in files if name.endswith(".end")])

    def check(self):
        """The rules, before anything is built on them."""
        self.run(["make", "-s", "-C", ROOT, "check-game", f"GAME={self.game}"], "check-game.log")

    # ---- All ----

    def night(self):
        if not self.o.unchecked:
            self.step("check of the rules", self.check)
        last = STEPS.index(self.o.until)
        self.step("tables", self.tables)
        if last > 0 and self.networks() and last > 1:
            self.step("programs with the network", self.programs)
            for name in STEPS[2:last + 1]:
                self.step(name, getattr(self, name.replace(" ", "_")))
        self.step_name = "done"
        self.save()
        overnight_page.write(self.path("report"), self.o.facts["title"], self.state)
        self.say(f"{self.path('report')}.md, {self.path('report')}.html")

    def install(self):
        """Puts what was made where make builds it in."""
        example = os.path.join(ROOT, "examples", self.game)
        if os.path.exists(example + ".c"):
            places = {kind: os.path.join("examples", self.game) for kind in (".nnue", ".json", ".book", ".epd")}
        else:
            places = {".nnue": "nnue/nets", ".json": "nnue/nets", ".book": "books", ".epd": "puzzles", ".wdl": "src/variants/wdl"}
        for kind, place in places.items():
            made = os.path.join(self.made, self.game + kind)
            if os.path.exists(made):
                os.makedirs(os.path.join(ROOT, place), exist_ok=True)
                target = os.path.join(place, self.game + kind.replace(".wdl", ".inc"))
                shutil.copyfile(made, os.path.join(ROOT, target))
                print(target)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--hours", type=float, default=8, help="of this machine (8)")
    parser.add_argument("--data", required=True, metavar="DIR", help="outside the tree; gigabytes in a night")
    parser.add_argument("--engine", default=os.path.join(ROOT, "quincunx"), help="that knows the game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (as many as there are processors)")
    parser.add_argument("--slurm", metavar="OPTIONS", help="play games and matches by sbatch with these options ('' for none)")
    parser.add_argument("--match-rounds", type=int, default=100, help="pairs of games that decide a round (100)")
    parser.add_argument("--match-nodes", type=int, default=2000, help="a move in them (2000)")
    parser.add_argument("--until", choices=STEPS, default=STEPS[-1], help="the last part that is done (puzzles)")
    parser.add_argument("--anew", action="store_true", help="begin with the classical evaluation, though there is a network in the tree")
    parser.add_argument("--unchecked", action="store_true", help="the rules were checked (make check-game)")
    parser.add_argument("--install", action="store_true", help="put what was made into the tree, and do nothing else")
    options = parser.parse_args()
    options.engine, options.lab, options.match = programs(options.engine, "overnight")
    facts = registry.facts(options.engine)
    if options.game not in facts:
        sys.exit(f"overnight: '{options.game}' is no game; there are {', '.join(facts)}")
    if options.hours <= 0 or options.jobs < 1:
        sys.exit("overnight: --hours and --jobs are more than 0")
    options.facts = facts[options.game]
    nets = [os.path.join(folder, options.game + ".nnue") for folder in ("nnue/nets", f"examples/{options.game}")]
    options.begin = next((path for path in nets if not options.anew and os.path.exists(os.path.join(ROOT, path))), None)
    options.make = ["EXAMPLES=1"] if os.path.exists(os.path.join(ROOT, "examples", options.game + ".c")) else []
    said = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    options.commit = said.stdout.strip() or "unknown"
    return options


def main():
    options = arguments()
    night = Night(options)
    if options.install:
        night.install()
        return
    try:
        night.night()
    except TaskFailed as failure:
        night.save()
        sys.exit(f"overnight: {night.step_name}: {failure}")
    except KeyboardInterrupt:
        night.save()
        sys.exit("overnight: stopped; the same command goes on")


if __name__ == "__main__":
    main()
