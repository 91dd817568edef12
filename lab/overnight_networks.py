# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Games and networks of lab/overnight.py, round by round."""

import glob
import json
import math
import os
import shutil
import struct
import subprocess

import overnight_rules as rules
import whole_file
from overnight_kept import Kept
from tasks import TaskFailed


def shape_of(path):
    """The neurons of a network, and the scale of its scores (src/eval/net_format.h)."""
    with open(path, "rb") as file:
        hidden, _, scale = struct.unpack("<3I", file.read(56)[44:])
    return hidden, scale


class Networks(Kept):
    def options_of_games(self, number, net):
        how = (rules.LATER if net else rules.FIRST).items()
        words = [self.game, "--seed", str(number), *(str(word) for pair in how for word in pair)]
        return words + (["--net", net] if net else ["--label-share", str(rules.LABEL_SHARE)])

    def rounds(self):
        """The number of rounds. Later steps use their network: once these have begun, more hours bring no more rounds."""
        return len(self.state["nets"]) if "programs" in self.state["steps"] else rules.rounds_of(self.o.hours, "begin" in self.state)

    def player(self):
        """The best network so far, None: the classical evaluation."""
        return next((net["net"] for net in reversed(self.state["nets"]) if net["won"]), self.state.get("begin"))

    def called(self, net):
        """A player's name in a report."""
        if not net:
            return "the classical evaluation"
        return "the network before" if net == self.state.get("begin") else net

    def count_games(self, number, net):
        """The number of games for the round's share of the time."""
        each = self.seconds_a_game(self.o.lab, self.options_of_games(number, net and self.path(net)), rules.PROBE)
        return max(rules.PROBE, int(self.budget("rounds") / self.rounds() * self.o.jobs / each))

    def play(self, number, net):
        count = self.step(f"round {number}: a probe", self.count_games, number, net)
        self.say(f"{count:,} games")
        options = self.options_of_games(number, net)
        here = [self.path(word) if word == net else word for word in options]
        self.share_of_games(self.path(f"{number}"), count)
        self.tasks.do("datagen", self.path(f"{number}"), [*here, "--games", str(count)], labels=not net)
        names = [f"{number}.games"] + [f"{number}.labels"] * (not net)
        for name, whole in zip(names, ("all.games", "all.labels")):
            target = self.path(name)
            if not os.path.exists(target):
                os.link(self.path(f"{number}", whole), target)
        more = [] if net else ["--labels", names[1]]
        self.record(["datagen", *options, "--games", str(count), "--out", names[0], *more], *names, shards=rules.SHARDS)
        return count

    def scale(self):
        """The scale of the network in the tree; else the one at which 1 / (1 + exp(-score / scale)) predicts the results of
        the first games best."""
        if "begin" in self.state:
            return shape_of(self.path(self.state["begin"]))[1]
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
        """Runs a command of quincunx-lab whose files go into the manifest."""
        extra = ["--resume", "--threads", str(self.o.jobs)] if command[0] == "train" else []
        self.run([self.o.lab, *command, *extra])
        self.record(command, *made)

    def first_net(self, scale, games):
        how = rules.LEARN_FEW if games < rules.FEW_GAMES else rules.LEARN
        self.lab(["train", "labels.nnue", "1.labels", "--scale", str(scale), *how], "labels.nnue")

    def select(self, number, scale):
        games = [f"{i}.games" for i in range(1, number + 1)]
        command = ["datagen", "--samples", *games, "--out", f"{number}.samples", "--lambda", str(rules.LAMBDA),
                   "--scale", str(scale)]
        said = self.said([self.o.lab, *command])
        self.record(command, f"{number}.samples")
        return int(said.split()[0])

    def train(self, number, player, scale, positions):
        net = f"{number}.nnue"
        wide = positions >= rules.WIDE_FROM and "begin" not in self.state and shape_of(self.path(player))[0] < rules.WIDE
        how = ["--hidden", str(rules.WIDE), "--rate", "0.003", "--epochs", "8"] if wide else ["--from", player, "--epochs", "6"]
        self.lab(["train", net, f"{number}.samples", *how, "--scale", str(scale)], net)
        return shape_of(self.path(net))[0]

    def match(self, name, engine, new, old, seed, rounds, nodes=0):
        """Plays an engine with some options against the same engine with others; returns the summary. nodes: per move, if
        not --match-nodes."""
        folder = self.path(name)
        words = ["-engine", f"cmd={engine}", "name=new", *new, "-engine", f"cmd={engine}", "name=old", *old,
                 "-each", f"nodes={nodes or self.o.match_nodes}", "option.Hash=8", "-variant", self.game, "-randomplies",
                 "4" if self.o.facts["pairs"] else "6", "-seed", str(seed), "-maxmoves", "300",
                 "-resign", "movecount=4", "score=2500", "twosided=true"]
        self.share = lambda: len(glob.glob(os.path.join(glob.escape(folder), "*.complete"))) / rules.SHARDS
        self.tasks.do("match", folder, words, rounds)
        try:
            found = whole_file.read_json(os.path.join(folder, "total.json"), ["summary"])["summary"]
        except whole_file.Unreadable as problem:
            raise TaskFailed(f"{problem}; remove {folder} to play the match again") from None
        if found["elo"] is None or found["error"] is None:  # all won, or all lost: at least this much
            played = found["wins"] + found["losses"] + found["draws"]
            score = (found["wins"] + found["draws"] / 2 + 0.5) / (played + 1)
            found["elo"] = 400 * math.log10(score / (1 - score))
            found["error"] = abs(found["elo"])
        return found

    def match_of_round(self, number, player):
        new = f"option.EvalFile={self.path(f'{number}.nnue')}"
        old = f"option.EvalFile={self.path(player)}" if player else "option.Use NNUE=false"
        return self.match(f"match-{number}", self.o.engine, [new], [old], number, self.o.match_rounds)

    def round(self, number, scale):
        """A round: games, samples, a network, its match."""
        player = self.player()
        count = self.step(f"round {number}: games", self.play, number, player)
        if number == 1:
            scale = self.step("the scale of scores", self.scale)
            if not player:
                self.step("round 1: a network of evaluations", self.first_net, scale, count)
        positions = self.step(f"round {number}: samples", self.select, number, scale)
        hidden = self.step(f"round {number}: training", self.train, number, player or "labels.nnue", scale, positions)
        found = self.step(f"round {number}: match", self.match_of_round, number, player)
        if len(self.state["nets"]) < number:
            kept = {key: found[key] for key in ("score", "elo", "error", "wins", "losses", "draws")}
            with self.lock:
                self.state["nets"].append({"net": f"{number}.nnue", "against": self.called(player), "games": count,
                                           "positions": positions, "hidden": hidden, "won": found["score"] > 0.5, **kept})
                self.save()
        net = self.state["nets"][number - 1]
        self.say(f"{'won' if net['won'] else 'lost'} against {net['against']}: {net['elo']:+.0f} ± {net['error']:.0f}")
        return scale

    def networks(self):
        """All rounds; the best network, if there is one, with its manifest."""
        scale = None
        for number in range(1, self.rounds() + 1):
            scale = self.round(number, scale)
            if number >= rules.LOST_IN_A_ROW and not any(net["won"] for net in self.state["nets"][-rules.LOST_IN_A_ROW:]):
                break
        best = self.player()
        if not best:
            return
        shutil.copyfile(self.path(best), self.of_made(".nnue"))
        if best == self.state.get("begin"):
            return
        last = next(i for i, step in enumerate(self.state["manifest"]) if best in step["makes"])
        steps = json.loads(json.dumps(self.state["manifest"][:last + 1]))
        steps[-1]["makes"] = {self.game + ".nnue": steps[-1]["makes"][best]}
        steps[-1]["command"] = [self.game + ".nnue" if word == best else word for word in steps[-1]["command"]]
        manifest = {"game": self.game, "net": self.game + ".nnue", "steps": steps}
        whole_file.write(self.of_made(".json"), json.dumps(manifest, indent=1) + "\n")
