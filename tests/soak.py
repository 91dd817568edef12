#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Long runs: whole games with assertions on, and fuzzing by turns (make soak).

Usage: tests/soak.py [--games N] [--hours H] [--turn SECONDS] [--data DIR]
Plays N games of every game (10,000), the engine against itself in a build with assertions, and watches that its memory does not grow. Then
all fuzz targets take turns for H hours (24) of a processor, counted over all runs; a fault ends it. Both go on where an earlier run stopped; DIR
(build/soak) keeps games and times. After each round a target keeps the inputs that cover something that no other does."""

import argparse
import glob
import json
import os
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import all_games  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GROWTH = 8 << 20  # bytes that the memory may grow after a third of the games
NODES = 20


def make(*words):
    subprocess.run(["make", "-s", "-j%d" % (os.cpu_count() or 1), "--no-print-directory", *words], cwd=ROOT, check=True)


def memory(pid):
    """Bytes in memory of a process that runs, else 0."""
    try:
        with open("/proc/%d/statm" % pid, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


class Log:
    """What earlier runs did, in DIR/log.json."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "log.json")
        self.data = {"games": {}, "fuzz": {}}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.data = json.load(file)

    def save(self):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.data, file, indent=1)
        os.replace(self.path + ".new", self.path)


def play(lab, game, games, folder, log):
    """Plays games of one game; returns the fault, or None."""
    path = os.path.join(folder, game + ".games")
    net = os.path.join(ROOT, "nnue", "nets", game + ".nnue")
    command = [lab, "datagen", game, "--games", str(games), "--nodes", str(NODES), "--seed", "1", "--quiet", "--out", path]
    begun, sizes = time.monotonic(), []
    process = subprocess.Popen(command + (["--net", net] if os.path.exists(net) else []), cwd=ROOT)
    while process.poll() is None:
        time.sleep(0.5)
        sizes.append(memory(process.pid))
    seconds = time.monotonic() - begun
    sizes = [size for size in sizes if size]
    early, late = (max(sizes[:1 + len(sizes) // 3]), max(sizes)) if sizes else (0, 0)
    if process.returncode:
        return "ended with %d" % process.returncode
    if subprocess.run([lab, "datagen", "--verify", path], stdout=subprocess.DEVNULL, check=False).returncode:
        return "%s is not sound" % path
    log.data["games"][game] = {"games": games, "seconds": round(seconds), "early": early, "late": late}
    log.save()
    print("%-24s %6d games %6d s %5d MiB, at the end %d more" % (game, games, seconds, early >> 20, (late - early) >> 20), flush=True)
    return None if late - early <= GROWTH else "memory grew from %d to %d bytes" % (early, late)


def fewest(target):
    """Leaves out inputs of a corpus that cover nothing of their own."""
    corpus = os.path.join(ROOT, "build", "fuzz", "corpus", target)
    least = corpus + ".least"
    shutil.rmtree(least, ignore_errors=True)
    os.makedirs(least)
    done = subprocess.run([os.path.join(ROOT, "build", "fuzz", "tests", "fuzz", "fuzz_" + target), "-merge=1", least, corpus], cwd=ROOT,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        shutil.rmtree(corpus)
        os.rename(least, corpus)


def size_of(folder):
    return sum(os.path.getsize(path) for path in glob.glob(os.path.join(folder, "**"), recursive=True) if os.path.isfile(path))


def processor_time():
    """Seconds that all that was started has used, and that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fuzz(hours, turn, log):
    """Fuzzes all targets in turn; returns the fault, or None."""
    times = log.data["fuzz"]
    targets = sorted(os.listdir(os.path.join(ROOT, "tests", "fuzz", "seeds")))
    while sum(times.values()) < hours * 3600:
        target = min(targets, key=lambda name: times.get(name, 0))
        begun = processor_time()
        done = subprocess.run(["make", "-s", "--no-print-directory", "fuzz", "FUZZ=" + target, "FUZZ_SECONDS=%d" % turn], cwd=ROOT,
                              capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            print(done.stderr[-4000:])
            return "%s failed" % target
        times[target] = times.get(target, 0) + round(processor_time() - begun)
        fewest(target)
        log.save()
        print("%-24s %6d s, all %.2f h, inputs %d kB" % (target, times[target], sum(times.values()) / 3600,
              size_of(os.path.join(ROOT, "build", "fuzz", "corpus")) >> 10), flush=True)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--turn", type=int, default=60, metavar="SECONDS")
    parser.add_argument("--data", default=os.path.join(ROOT, "build", "soak"), metavar="DIR")
    options = parser.parse_args()
    os.makedirs(options.data, exist_ok=True)
    log = Log(options.data)
    faults = []
    if options.games:
        programs = os.path.join("build", "soak-programs")
        lab, engine = os.path.join(programs, "quincunx-lab"), os.path.join(programs, "quincunx")
        make("BUILD=" + programs, "MODE=", "OPT=-O2", "EXE=" + engine, "LAB=" + lab, "MATCH=" + os.path.join(programs, "quincunx-match"), engine, lab)
        for game in all_games(os.path.join(ROOT, engine)):
            if log.data["games"].get(game, {}).get("games", 0) >= options.games:
                continue
            fault = play(os.path.join(ROOT, lab), game, options.games, options.data, log)
            if fault:
                faults.append("%s: %s" % (game, fault))
    if options.hours and not faults:
        fault = fuzz(options.hours, options.turn, log)
        if fault:
            faults.append(fault)
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
