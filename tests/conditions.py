#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Branches that the tests take, and conditions that they show to decide by themselves (MC/DC), in what the rules of the
games rest on (make coverage).

Usage: tests/conditions.py [--lines FILE]... [--keep] [NAME...]
NAMEs are tests as in tests/run.sh (default: the compiled ones). --lines lists what is not shown in a file: branches never
taken, and of decisions the conditions that no pair of runs shows. --keep only reports what earlier runs have left. Needs
clang 18 or later, its llvm-cov and its profile library: clang-19, llvm-19 and libclang-rt-19-dev, or those that CLANG names (clang, clang-20)."""

import glob
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join("build", "test-conditions")
PROFILES = os.path.join(ROOT, BUILD, "profiles")
CLANG = os.environ.get("CLANG", "clang-19")
SUFFIX = CLANG[len("clang"):]
PARTS = ("src/variants/", "src/tablebases/", "src/notation/", "src/material/", "src/position.", "src/board.h", "src/bitboard.h",
         "src/step_game.h", "src/orthodox.h", "src/rules.", "src/session/session_options.", "src/session/options.")


def run_tests(names):
    flags = "-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc"
    environment = dict(os.environ, CC=CLANG, TEST_BUILD=BUILD, TEST_MODE="-DNDEBUG", TEST_LIMIT="3600", TEST_POLITE="1",
                       TEST_PROGRAMS=os.environ.get("TEST_PROGRAMS", "c"), TEST_OPT="-O1 -g " + flags + " -DCOVERAGE -w",
                       CK_TIMEOUT_MULTIPLIER="10", LLVM_PROFILE_FILE=os.path.join(PROFILES, "NAME-%4m.profraw"))
    return subprocess.run(["tests/run.sh", *names], cwd=ROOT, env=environment).returncode


def export(test, *options):
    """What llvm-cov says of a test, "test_*" for all."""
    merged = os.path.join(ROOT, BUILD, "profile")
    raw = sorted(glob.glob(os.path.join(PROFILES, test + "-*.profraw")))
    subprocess.run(["llvm-profdata" + SUFFIX, "merge", "-sparse", "-o", merged, *raw], check=True)
    programs = glob.glob(os.path.join(ROOT, BUILD, "tests", test))
    if not programs or "*" in test:
        programs += glob.glob(os.path.join(ROOT, BUILD, "quincunx*"))
    programs = [path for path in programs if os.access(path, os.X_OK) and "." not in os.path.basename(path)]
    command = ["llvm-cov" + SUFFIX, "export", *options, "-instr-profile", merged, programs[0]]
    for program in programs[1:]:
        command += ["-object", program]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def lines_run(test):
    """{file: lines that a test runs}"""
    lines, path = {}, ""
    for word in export(test, "-format=lcov").split("\n"):
        if word.startswith("SF:"):
            path = relative(word[3:])
        elif word.startswith("DA:"):
            line, count = word[3:].split(",")[:2]
            if int(count):
                lines.setdefault(path, []).append(int(line))
    return lines


def relative(path):
    return os.path.relpath(path, ROOT) if os.path.isabs(path) else os.path.normpath(path)


def print_lines(file):
    """Branches and conditions that are missing, by line."""
    # [line, column, end line, end column, count if true, count if false, ...]; a header has each once for each game.
    branches = {}
    for place in file.get("branches", []):
        counts = branches.setdefault(tuple(place[:4]), [0, 0])
        counts[0], counts[1] = counts[0] + place[4], counts[1] + place[5]
    for (line, column, *_), (true, false) in sorted(branches.items()):
        if not true or not false:
            print("    %d:%d never %s" % (line, column, "reached" if not true and not false else "false" if true else "true"))
    for record in file.get("mcdc_records", []):
        missing = [str(i + 1) for i, shown in enumerate(record[-1]) if not shown]
        if missing:
            print("    %d:%d condition %s of %d" % (record[0], record[1], ", ".join(missing), len(record[-1])))


def share(part):
    return "%5d of %5d %6.1f%%" % (part["covered"], part["count"], 100.0 * part["covered"] / part["count"] if part["count"] else 100)


def main():
    words, wanted, keep = sys.argv[1:], [], False
    while words and words[0].startswith("--"):
        if words[0] == "--keep":
            keep, words = True, words[1:]
        else:
            wanted.append(words[1])
            words = words[2:]
    if not shutil.which(CLANG) or not shutil.which("llvm-cov" + SUFFIX):
        print("Branches and conditions were left out: %s and llvm%s are not installed (make deps-all)." % (CLANG, SUFFIX))
        return 0
    os.makedirs(PROFILES, exist_ok=True)
    status = 0 if keep else run_tests(words)
    total = {"branches": {"count": 0, "covered": 0}, "mcdc": {"count": 0, "covered": 0}}
    print("%-36s %-23s %s" % ("", "branches", "conditions (MC/DC)"))
    for file in sorted(json.loads(export("test_*"))["data"][0]["files"], key=lambda file: relative(file["filename"])):
        path = relative(file["filename"])
        if not path.startswith(PARTS):
            continue
        for kind in total:
            for key in ("count", "covered"):
                total[kind][key] += file["summary"][kind][key]
        print("%-36s %s  %s" % (path, share(file["summary"]["branches"]), share(file["summary"]["mcdc"])))
        if path in wanted:
            print_lines(file)
    print("%-36s %s  %s" % ("all of these", share(total["branches"]), share(total["mcdc"])))
    return status


if __name__ == "__main__":
    sys.exit(main())
