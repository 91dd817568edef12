#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a net again from its manifest and the repository alone, and compares every byte.

    nnue/from_source.py nnue/nets/GAME.json --folder DIR        also: make nets-from-source GAME=diamond
    nnue/from_source.py NEW.json --folder DIR --record          the first time: writes commits and hashes into the manifest

A manifest names the game, the net, and the steps to it. A step is a command of one commit and the SHA-256 of the files that it makes:

    {"game": "diamond", "net": "diamond.nnue", "steps": [
      {"commit": "0123abcd...", "shards": 20, "makes": {"1.games": "...", "1.labels": "..."},
       "command": ["quincunx-lab", "datagen", "diamond", "--games", "20000", "--seed", "1", "--out", "1.games", "--labels", "1.labels"]},
      {"commit": "0123abcd...", "makes": {"diamond.nnue": "..."},
       "command": ["quincunx-lab", "train", "diamond.nnue", "1.labels"]}]}

Files lie in the folder; TREE/ at the beginning of a word stands for the tree of the step's commit (TREE/nnue/nets/chess.nnue
is the net that played then). Games of a step with shards are played by all processors; the files do not depend on their
number. The same command continues an interrupted run. Ends with 1 if a file differs from the manifest.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "lab"))
import whole_file  # noqa: E402
import workers  # noqa: E402

# The programs of steps and the targets of make that build them. A step is run by the programs of its own commit.
PROGRAMS = {"quincunx-lab": "lab", "quincunx": "quincunx", "quincunx-train": "trainer"}


def fail(text):
    sys.exit("from_source.py: " + text)


def git(*words):
    try:
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        fail("needs git, and this tree's history: a manifest names commits")
    if done.returncode != 0:
        fail("git %s: %s" % (words[0], done.stderr.strip() or "exit status %d" % done.returncode))
    return done.stdout.strip()


def read_manifest(path):
    with open(path, encoding="utf-8") as file:
        try:
            manifest = json.load(file)
        except ValueError as error:
            fail("%s is not JSON: %s" % (path, error))
    for key in ("game", "net", "steps"):
        if key not in manifest:
            fail('%s lacks "%s"' % (path, key))
    for number, step in enumerate(manifest["steps"], 1):
        if step.get("command", [None])[0] not in PROGRAMS or not step.get("makes"):
            fail('%s, step %d: needs a "command" of %s and what it "makes"' % (path, number, " or ".join(PROGRAMS)))
        for name in step["makes"]:
            if os.path.basename(name) != name:
                fail("%s, step %d: %s: files lie in the folder itself" % (path, number, name))
    return manifest


class Maker:
    def __init__(self, args):
        self.args = args
        self.folder = os.path.abspath(args.folder)
        self.manifest = read_manifest(args.manifest)
        self.key = ""  # of the steps so far
        os.makedirs(self.folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def tree(self, step):
        """The folder with the program of a step, built if it is not there."""
        if self.args.programs:
            return os.path.abspath(self.args.programs)
        commit, program = step["commit"], step["command"][0]
        tree = self.path("tree-" + commit[:12])
        if not os.path.exists(os.path.join(tree, program)):
            print("building %s" % commit[:12], flush=True)
            git("cat-file", "-e", commit)
            os.makedirs(tree, exist_ok=True)
            archive = subprocess.Popen(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE)
            unpacked = subprocess.run(["tar", "x", "-C", tree], stdin=archive.stdout, check=False).returncode
            if archive.wait() != 0 or unpacked != 0:
                fail("git archive %s: the commit must be in this repository's history" % commit)
            example = ["EXAMPLES=1"] if os.path.exists(os.path.join(tree, "examples", self.manifest["game"] + ".c")) else []
            if workers.run(["make", "-s", "-C", tree, "-j%d" % self.args.jobs, *example, PROGRAMS[program]]).returncode:
                fail("%s does not build" % tree)
        return tree

    def run(self, step, words):
        tree = self.tree(step)
        source = ROOT if self.args.programs else tree
        words = [os.path.join(source, word[5:]) if word.startswith("TREE/") else word for word in words]
        command = [os.path.join(tree, words[0])] + words[1:]
        with open(self.path("log"), "a", encoding="utf-8") as log:
            status = workers.run(command, cwd=self.folder, stdout=log, stderr=log).returncode
        if status != 0:
            with open(self.path("log"), encoding="utf-8", errors="replace") as log:
                said = log.read().strip().rsplit("\n", 1)[-1]
            fail("%s: exit status %d: %s (%s has all)" % (" ".join(words), status, said[-300:], self.path("log")))

    def play(self, step):
        """A step of data generation, in shards."""
        shards, words = step["shards"], step["command"]
        self.tree(step)

        def shard(number):
            own = ["%s.%d" % (word, number) if word in step["makes"] else word for word in words]
            self.run(step, own + ["--shard", "%d/%d" % (number, shards), "--quiet"])

        pool = concurrent.futures.ThreadPoolExecutor(self.args.jobs)
        try:
            played = [pool.submit(shard, number) for number in range(1, shards + 1)]
            for done in concurrent.futures.as_completed(played):
                done.result()
        finally:
            pool.shutdown(cancel_futures=True)  # after a failure, or Ctrl-C, no other shard begins
        for name in step["makes"]:
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
            self.run(step, [words[0], "datagen", "--merge", *self.parts(step, name), "--out", name])

    @staticmethod
    def parts(step, name):
        return ["%s.%d" % (name, number) for number in range(1, step.get("shards", 0) + 1)]

    def take(self, number, step):
        """Takes a step, unless its files are there."""
        begun, makes = time.monotonic(), step["makes"]
        if self.args.record and not step.get("commit"):
            step["commit"] = git("rev-parse", "HEAD")
        # The note beside the files says that they are complete, and made by this step after these steps.
        key = hashlib.sha256(json.dumps([self.key, step["commit"], step["command"], step.get("shards")]).encode()).hexdigest()
        self.key = key
        note = self.path("step-%d" % number)
        there = os.path.exists(note) and open(note, encoding="utf-8").read() == key and all(os.path.exists(self.path(n)) for n in makes)
        if not there:
            if step.get("shards"):
                self.play(step)
            else:
                resume = ["--resume"] if "train" in " ".join(step["command"][:2]) else []
                self.run(step, step["command"] + resume)
            whole_file.write(note, key)
        # Only now: a stopped step needs all its shards.
        for part in (part for name in makes for part in self.parts(step, name)):
            if os.path.exists(self.path(part)):
                os.remove(self.path(part))
        for name, expected in makes.items():
            found = whole_file.sha256(self.path(name))
            if self.args.record:
                makes[name] = found
            elif found != expected:
                fail("%s differs from the manifest's: %s, not %s" % (name, found, expected))
        print("step %d of %d: %s, %.0f s" % (number, len(self.manifest["steps"]), ", ".join(makes), time.monotonic() - begun), flush=True)

    def make(self):
        for number, step in enumerate(self.manifest["steps"], 1):
            self.take(number, step)
        net = self.manifest["net"]
        if net not in self.manifest["steps"][-1]["makes"]:
            fail("the last step does not make %s" % net)
        if self.args.record:
            whole_file.write(self.args.manifest, json.dumps(self.manifest, indent=1) + "\n")
            print("%s: commits and hashes are recorded" % self.args.manifest)
            return
        own = os.path.join(os.path.dirname(self.args.manifest), net)
        if os.path.exists(own) and whole_file.sha256(own) != whole_file.sha256(self.path(net)):
            fail("%s differs from %s" % (own, self.path(net)))
        print("%s is the same, byte by byte" % net)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("manifest")
    parser.add_argument("--folder", required=True, help="for data and trees, outside the repository")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time (processors)")
    parser.add_argument("--record", action="store_true", help="write commits and hashes into the manifest instead of comparing")
    parser.add_argument("--programs", help="a folder with quincunx-lab for all steps, instead of building their commits; TREE/ is then this tree")
    try:
        Maker(parser.parse_args()).make()
    except KeyboardInterrupt:
        fail("stopped; the same command continues")


if __name__ == "__main__":
    main()
