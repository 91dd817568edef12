# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The state of a night of lab/overnight.py: finished steps and their results, the time, the log; and its progress lines."""

import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
import threading
import time

import overnight_rules as rules
import whole_file
import workers
from tasks import TaskFailed, Tasks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Kept:
    def __init__(self, options):
        self.o = options
        self.game = options.game
        self.folder = os.path.join(os.path.abspath(options.data), options.game)
        self.made = os.path.join(self.folder, "made")
        os.makedirs(self.made, exist_ok=True)
        self.state_path = os.path.join(self.folder, "state.json")
        self.lock = threading.RLock()  # of the state, which the progress thread saves, too
        self.state = {"hours": options.hours, "spent": 0.0, "steps": {}, "manifest": [], "nets": []}
        if os.path.exists(self.state_path):
            try:
                self.state = whole_file.read_json(self.state_path, self.state)
            except whole_file.Unreadable as problem:
                raise TaskFailed(f"{problem}; move it away to start over, or give another --data") from None
            self.state["hours"] = options.hours
            if options.anew and "begin" in self.state:
                raise TaskFailed(f"this night continues from {self.state['begin'].removeprefix('TREE/')}: --anew needs another --data")
        elif options.begin:
            # By its name in a manifest (nnue/from_source.py): a network's record names its origin.
            self.state["begin"] = "TREE/" + options.begin
            os.makedirs(os.path.dirname(self.path(self.state["begin"])), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, options.begin), self.path(self.state["begin"]))
        self.saved = time.monotonic()
        self.doing = []  # steps, each within the one before
        self.keep_programs()
        self.tasks = Tasks(options.lab, options.match, rules.SHARDS, options.slurm, options.jobs)
        self.step_name = "begin"
        self.share = None  # returns the finished share of the step

    def keep_programs(self):
        """The whole night uses the programs and the commit of its start: newer ones would play other games."""
        kept = [self.path("programs", name) for name in ("quincunx", "quincunx-lab", "quincunx-match")]
        if "commit" not in self.state:
            os.makedirs(self.path("programs"), exist_ok=True)
            for program, copy in zip((self.o.engine, self.o.lab, self.o.match), kept):
                shutil.copy(program, copy)
            self.state["commit"] = self.o.commit
            self.save()
        self.o.engine, self.o.lab, self.o.match = kept

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def of_made(self, kind):
        return os.path.join(self.made, self.game + kind)

    def save(self):
        """Saves the state, with the time that the night has spent, and its step."""
        with self.lock:
            now = time.monotonic()
            self.state["spent"] += now - self.saved
            if self.doing:
                seconds = self.state.setdefault("seconds", {})
                seconds[self.doing[-1]] = seconds.get(self.doing[-1], 0.0) + now - self.saved
            self.saved = now
            whole_file.write(self.state_path, json.dumps(self.state, indent=1))

    def budget(self, name):
        """The seconds of the night for a share."""
        return rules.SHARES[name] / 100 * self.o.hours * 3600

    # ---- Telling ----

    def say(self, text):
        left = max(0.0, self.o.hours * 3600 - self.state["spent"] - (time.monotonic() - self.saved))
        told = f", {rules.gained(self.state):+.0f} Elo so far" if self.state["nets"] else ""
        print(f"{self.game}  {self.step_name}: {text}  ({int(left // 3600)}:{int(left // 60) % 60:02d} left{told})", flush=True)

    @contextlib.contextmanager
    def telling(self):
        """Meanwhile a line is printed and the time saved now and then."""
        ended = threading.Event()

        def tell():
            while not ended.wait(self.o.tell):
                share = self.share
                self.say(f"{100 * min(1.0, share()):.0f}% done" if share else "...")
                self.save()

        thread = threading.Thread(target=tell, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def share_of_time(self, seconds):
        begun = time.monotonic()
        self.share = lambda: (time.monotonic() - begun) / max(1e-9, seconds)

    def share_of_games(self, folder, games):
        """From the logs of a task's shards."""
        def played():
            found = 0
            for path in glob.glob(os.path.join(glob.escape(folder), "*.txt")):
                with open(path, "rb") as file:
                    file.seek(max(0, os.path.getsize(path) - 1000))
                    said = re.findall(rb" (\d+) games \(", file.read()) or [0]
                found += int(said[-1])
            return found / games
        self.share = played

    # ---- Doing ----

    def step(self, name, function, *words):
        """Does a step once; what it returns is kept. Its time is that of all attempts, without the steps within it."""
        outer, self.step_name = self.step_name, name
        if name not in self.state["steps"]:
            self.save()
            self.doing.append(name)
            self.say("...")
            found = function(*words)
            self.share = None
            with self.lock:
                self.save()
                self.doing.pop()
                self.state["steps"][name] = {"seconds": self.state["seconds"].pop(name), "found": found}
                self.save()
        if self.doing:
            self.step_name = outer
        return self.state["steps"][name]["found"]

    def attempt(self, name, function, *words):
        """An optional step: if it fails, the night continues without it, the report says why, and the same command tries it
        again. None without it."""
        outer, within = self.step_name, len(self.doing)
        left_out = self.state.setdefault("left_out", {})
        try:
            found = self.step(name, function, *words)
            left_out.pop(name, None)
            return found
        except TaskFailed as failure:
            with self.lock:
                self.save()
                del self.doing[within:]
                left_out[name] = str(failure).replace(self.folder + os.sep, "")
                self.save()
            self.share = None
            self.say(f"left out: {failure}")
            if self.doing:
                self.step_name = outer
            return None

    def run(self, command, log="log"):
        Tasks.run([command], self.path(log), command[1] if len(command) > 1 else command[0], folder=self.folder)

    def said(self, command, **more):
        done = workers.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder, **more)
        if done.returncode:
            raise TaskFailed(f"{' '.join(command[:3])}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def seconds_a_game(self, lab, words, games):
        """Of one processor, measured by a few games."""
        probe = self.path("probe.games")
        if os.path.exists(probe):
            os.unlink(probe)
        begun = os.times().children_user
        self.run([lab, "datagen", *words, "--games", str(games), "--out", probe, "--quiet"])
        os.unlink(probe)
        return max(1e-4, (os.times().children_user - begun) / games)

    def record(self, command, *files, shards=0):
        """A step of the manifest (nnue/from_source.py)."""
        step = {"commit": self.state["commit"], "makes": {name: whole_file.sha256(self.path(name)) for name in files},
                "command": ["quincunx-lab", *command]}
        if shards:
            step["shards"] = shards
        with self.lock:  # replaces the same step if the run was stopped after recording it
            self.state["manifest"] = [known for known in self.state["manifest"] if known["makes"].keys() != step["makes"].keys()]
            self.state["manifest"].append(step)
