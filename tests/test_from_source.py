#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""A small net made twice from its manifest alone: the same bytes, after any interruption and with any number of processors.
With OTHER_PROGRAMS in the environment, a folder with programs built for other processors, they make the same net, too.

Usage: tests/test_from_source.py [ENGINE [TEST...]]     quincunx-lab lies beside ENGINE"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from protocol import ENGINE, ROOT, Folder, check, equal, run

GAMES = int(os.environ.get("TEST_GAMES", "10"))
LIMIT = 600  # seconds for one command


def git_knows_the_commit():
    """Not so in an unpacked archive, or where git is not installed."""
    return bool(shutil.which("git")) and subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, check=False).returncode == 0


def manifest():
    """Two rounds: the classical evaluation plays, a net learns it; the net plays, and is tuned."""
    play = ["quincunx-lab", "datagen", "diamond", "--games", str(GAMES), "--nodes", "40", "--hash", "1", "--plies", "60"]
    train = ["--hidden", "32", "--batch", "64", "--held-out", "20", "--scale", "500"]
    steps = [
        {"shards": 3, "makes": {"1.games": "", "1.labels": ""},
         "command": [*play, "--seed", "1", "--label-share", "64", "--out", "1.games", "--labels", "1.labels"]},
        {"makes": {"first.nnue": ""}, "command": ["quincunx-lab", "train", "first.nnue", "1.labels", *train, "--epochs", "3"]},
        {"shards": 2, "makes": {"2.games": ""}, "command": [*play, "--seed", "2", "--net", "first.nnue", "--out", "2.games"]},
        {"makes": {"2.samples": ""}, "command": ["quincunx-lab", "datagen", "--samples", "1.games", "2.games", "--out", "2.samples"]},
        {"makes": {"diamond.nnue": ""}, "command": ["quincunx-lab", "train", "diamond.nnue", "2.samples", "--from", "first.nnue", *train]},
    ]
    if not git_knows_the_commit():
        for step in steps:
            step["commit"] = "0" * 40
    return {"game": "diamond", "net": "diamond.nnue", "steps": steps}


class Place(Folder):
    def __init__(self):
        super().__init__()
        self.programs = os.path.dirname(ENGINE)
        self.manifest = self.file("manifest.json")
        self.write_manifest(manifest())

    def write_manifest(self, content):
        with open(self.manifest, "w", encoding="utf-8") as file:
            json.dump(content, file)

    def read_manifest(self):
        with open(self.manifest, encoding="utf-8") as file:
            return json.load(file)

    def begin(self, folder, *options, **keys):
        command = [sys.executable, os.path.join(ROOT, "nnue", "from_source.py"), self.manifest, "--folder", self.file(folder),
                   "--programs", self.programs, *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **keys)

    def wait_for(self, process, folder, name):
        end = time.monotonic() + LIMIT
        while not os.path.exists(self.file(os.path.join(folder, name))) and time.monotonic() < end and process.poll() is None:
            time.sleep(0.001)

    def kill_at(self, folder, name):
        """Killed as soon as this file is there."""
        process = self.begin(folder, start_new_session=True)
        self.wait_for(process, folder, name)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()

    def make(self, folder, *options, status=0, **keys):
        process = self.begin(folder, *options, **keys)
        said = process.communicate(timeout=LIMIT)[0]
        self.transcript += said.splitlines()
        equal(process.returncode, status)
        return said


def test_the_same_bytes(place):
    place.make("first", "--record", "--jobs", "1")
    recorded = place.read_manifest()
    check(all(len(value) == 64 for step in recorded["steps"] for value in step["makes"].values()), recorded)
    check(all(len(step["commit"]) == 40 for step in recorded["steps"]), recorded)
    check("the same, byte by byte" in place.make("second", "--jobs", "3"), "")
    others = os.environ.get("OTHER_PROGRAMS")
    if others:
        # The C library chooses functions for the processor, too.
        plain = dict(os.environ, GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-BMI2")
        place.programs = os.path.abspath(others)
        check("the same, byte by byte" in place.make("third", env=plain), "")


def test_interrupted(place):
    place.make("whole", "--record")
    place.kill_at("broken", "step-1")
    check("the same, byte by byte" in place.make("broken"), "")
    # While the shards of the first step are merged, or just after: nothing that is still needed is gone.
    for merging in ("merging", "once more", "and again")[:3 if os.environ.get("TEST_LONG") else 1]:  # whenever within them that is
        place.kill_at(merging, "1.labels")
        check("the same, byte by byte" in place.make(merging), "")
    # Ctrl-C, which the shards hear, too: no other one begins.
    process = place.begin("stopped", "--jobs", "1", start_new_session=True)
    place.wait_for(process, "stopped", "1.games.1")
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=LIMIT)[0]
    equal(process.returncode, 1)
    check("Traceback" not in said and ("continues" in said or "exit status" in said), said)
    check(not os.path.exists(place.file("stopped/1.games.3")), "another shard began")
    check("the same, byte by byte" in place.make("stopped"), "")


def test_nets_that_play(_):
    """A manifest ends with the net that lies beside it, and tunes it from the file that the net's record names."""
    folder = os.path.join(ROOT, "nnue", "nets")
    manifests = [name for name in os.listdir(folder) if name.endswith(".json")]
    check(manifests, folder)
    for name in manifests:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            told = json.load(file)
        equal(told["net"], name.replace(".json", ".nnue"))
        with open(os.path.join(folder, told["net"]), "rb") as file:
            net = file.read()
        last = told["steps"][-1]
        equal(last["makes"], {told["net"]: hashlib.sha256(net).hexdigest()})
        begun = os.path.basename(last["command"][last["command"].index("--from") + 1]) if "--from" in last["command"] else "random weights"
        check(f"\nfrom {begun}\n".encode() in net[:2000], (name, begun))


if __name__ == "__main__":
    sys.exit(run([test_the_same_bytes, test_interrupted, test_nets_that_play], Place))
