#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pile of training data: whole blocks with manifests, the same from the same seeds, and resumed when it was stopped.

Usage: tests/test_pile.py [ENGINE [TEST...]]"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from protocol import check, equal, run  # noqa: E402

ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
GAMES = 40  # of a block
LIMIT = 300  # seconds for one command


class Pile:
    transcript = []

    def __init__(self):
        self.path = tempfile.mkdtemp()
        self.folder = os.path.join(self.path, "chess")

    def begin(self, *options):
        command = [sys.executable, os.path.join(ROOT, "nnue", "pile.py"), "--engine", ENGINE, "--commit", "abc", "--data", self.path,
                   "--games", str(GAMES), "--nodes", "30", "--seed", "7", "--only", "chess", *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def make(self, *options):
        process = self.begin(*options)
        said = process.communicate(timeout=LIMIT)[0]
        check(process.returncode == 0, said)

    def manifest(self, seed):
        with open(os.path.join(self.folder, "%d.json" % seed), encoding="utf-8") as file:
            return json.load(file)

    def kill(self):
        shutil.rmtree(self.path)


def test_blocks(pile):
    pile.make("--blocks", "2")
    equal(sorted(os.listdir(pile.folder)), ["7", "7.json", "8", "8.json"])
    blocks = [pile.manifest(seed) for seed in (7, 8)]
    for seed, block in zip((7, 8), blocks):
        place, hashes = os.path.join(pile.folder, str(seed)), {}
        for name in os.listdir(place):
            with open(os.path.join(place, name), "rb") as file:
                hashes[name] = hashlib.sha256(file.read()).hexdigest()
        equal(hashes, block["files"])
        stats = subprocess.run([ENGINE, "datagen", "--stats"] + [os.path.join(place, name) for name in hashes], capture_output=True,
                               text=True, check=True).stdout
        equal(sum(int(n) for n in re.findall(r": (\d+) games of chess", stats)), GAMES)
        equal(sum(int(n) for n in re.findall(r"^ *samples (\d+)", stats, re.M)), block["samples"])
        equal((block["commit"], block["games"], block["shards"], block["held_back"], len(hashes)), ("abc", GAMES, 20, [1, 2], 20))
        equal(block["command"][:3] + [block["command"][block["command"].index("--seed") + 1]], ["quincunx", "datagen", "chess", str(seed)])
    check(set(blocks[0]["files"].values()).isdisjoint(blocks[1]["files"].values()), "two blocks have the same games")


def test_interrupted(pile):
    process, place = pile.begin("--blocks", "1"), os.path.join(pile.folder, "7")
    while process.poll() is None and (not os.path.isdir(place) or len(os.listdir(place)) < 5):
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=LIMIT)
    check(not os.path.exists(os.path.join(pile.folder, "7.json")), "an unfinished block has a manifest")
    pile.make("--blocks", "1")
    whole = Pile()
    whole.make("--blocks", "1")
    equal(pile.manifest(7)["files"], whole.manifest(7)["files"])
    whole.kill()


if __name__ == "__main__":
    sys.exit(run([test_blocks, test_interrupted], Pile))
