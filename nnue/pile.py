#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes training data without a pause: block after block, of the game that lacks most.

    nnue/pile.py --engine ../build/quincunx --commit $(git rev-parse HEAD) --data DIR [--hours H] [--blocks N] [--only GAME...]

A block is a number of games of one seed, played in shards. DIR/GAME/SEED/SHARD.games are the games, DIR/GAME/SEED.json
tells how they were made: the engine's commit, the command, the net, and the hash of each file. The first two shards of every
block are for measuring and are never trained on. Interrupted, it goes on where it was when the same command is
given again. The engine is a copy outside the tree, so that the tree may be built while data is made.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench"))
import whole_file  # noqa: E402

SHARDS = 20
HELD_BACK = 2

# Nodes planned for a move, games of a block (less than an hour of a core), and positions wanted, in millions.
GAMES = {
    "chess": (300, 6000, 20),
    "borderlands": (300, 4000, 20),
    "horizons": (300, 3000, 20),
    "diamond": (250, 6000, 10),
    "battleofideologies": (300, 2500, 10),
    "bordahbee": (500, 4000, 10),
}


class Pile:
    def __init__(self, args):
        self.args = args
        self.stopping = False
        self.child = None
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)

    def stop(self, *_):
        self.stopping = True
        if self.child:
            self.child.terminate()

    def folder(self, game, seed=None):
        parts = [self.args.data, game] + ([str(seed)] if seed is not None else [])
        return os.path.join(*parts)

    def blocks(self, game):
        """The manifests of a game's whole blocks, by seed."""
        found = {}
        for name in sorted(os.listdir(self.folder(game))):
            if name.endswith(".json"):
                with open(os.path.join(self.folder(game), name), encoding="utf-8") as file:
                    found[int(name[:-5])] = json.load(file)
        return found

    def share(self, game):
        """How much of what is wanted is there."""
        return sum(block["samples"] for block in self.blocks(game).values()) / (GAMES[game][2] * 1e6)

    def games(self, game):
        return self.args.games or GAMES[game][1]

    def command(self, game, seed):
        nodes, games = self.args.nodes or GAMES[game][0], self.games(game)
        command = ["datagen", game, "--games", str(games), "--seed", str(seed), "--nodes", str(nodes), "--hash", "1"]
        net = os.path.join(self.args.nets, game + ".nnue")
        return command + (["--net", net] if os.path.exists(net) else [])

    def run(self, command):
        """The exit status, None if this was told to stop."""
        if self.stopping:
            return None
        self.child = subprocess.Popen([self.args.engine] + command, stdin=subprocess.DEVNULL)
        status = self.child.wait()
        self.child = None
        return None if self.stopping else status

    def block(self, game, seed):
        """Plays a block; False if it was interrupted."""
        folder, command = self.folder(game, seed), self.command(game, seed)
        os.makedirs(folder, exist_ok=True)
        begun, shards = time.time(), []
        for shard in range(1, SHARDS + 1):
            path = os.path.join(folder, "%d.games" % shard)
            status = self.run(command + ["--shard", "%d/%d" % (shard, SHARDS), "--out", path, "--quiet"])
            if status is None:
                return False
            if status != 0:
                sys.exit("pile.py: %s: exit status %d" % (" ".join(command), status))
            shards.append(path)
        stats = subprocess.run([self.args.engine, "datagen", "--stats"] + shards, capture_output=True, text=True, check=True).stdout
        samples = sum(int(number) for number in re.findall(r"^ *samples (\d+)", stats, re.MULTILINE))
        net = os.path.join(self.args.nets, game + ".nnue")
        manifest = {
            "game": game, "seed": seed, "commit": self.args.commit, "command": ["quincunx"] + command[:10],
            "net": whole_file.sha256(net) if os.path.exists(net) else None, "games": self.games(game), "samples": samples, "shards": SHARDS,
            "held_back": list(range(1, HELD_BACK + 1)), "files": {os.path.basename(p): whole_file.sha256(p) for p in shards},
        }
        whole_file.write(os.path.join(self.args.data, game, "%d.json" % seed), json.dumps(manifest, indent=1) + "\n")
        print("%s %d: %d games, %d samples, %.0f s" % (game, seed, manifest["games"], samples, time.time() - begun), flush=True)
        return True

    def loop(self):
        end = time.time() + self.args.hours * 3600 if self.args.hours else None
        games = self.args.only or list(GAMES)
        for game in games:
            os.makedirs(self.folder(game), exist_ok=True)
        blocks = 0
        while not self.stopping and (end is None or time.time() < end) and (not self.args.blocks or blocks < self.args.blocks):
            game = min(games, key=self.share)
            blocks += 1
            if not self.block(game, max(self.blocks(game), default=self.args.seed - 1) + 1):
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--engine", required=True)
    parser.add_argument("--commit", required=True, help="of which the engine was built")
    parser.add_argument("--data", default=os.environ.get("QUINCUNX_DATA"), help="the folder of the pile ($QUINCUNX_DATA)")
    parser.add_argument("--nets", default=os.path.join(os.path.dirname(__file__), "nets"), help="the nets that play")
    parser.add_argument("--seed", type=int, default=5001, help="of a game's first block")
    parser.add_argument("--hours", type=float, default=0, help="after which no block begins")
    parser.add_argument("--blocks", type=int, default=0, help="after which it ends")
    parser.add_argument("--games", type=int, default=0, help="games of a block, instead of the game's usual number")
    parser.add_argument("--nodes", type=int, default=0, help="nodes planned for a move, instead of the game's usual number")
    parser.add_argument("--only", nargs="*", choices=list(GAMES), metavar="GAME")
    args = parser.parse_args()
    if not args.data:
        parser.error("--data or $QUINCUNX_DATA must name the folder of the pile")
    Pile(args).loop()


if __name__ == "__main__":
    main()
