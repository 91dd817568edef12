#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Branches that the tests take, and conditions that they show to decide by themselves (MC/DC), in what the rules of the
games rest on (make coverage).

Usage: tests/conditions.py [--lines FILE]... [--missing] [--keep] [--jobs N] [NAME...]
NAMEs are tests, with or without .c, or their parts (tests/parts.py), all by default. Each part leaves a profile: a later run
adds to those of unchanged functions, and tests/generated_mutants.py reads which part runs which line. --keep runs nothing.
--lines lists what is not shown in a file, --missing in all: branches never taken, and the conditions of a decision that no
pair of runs shows.
Needs clang 18 or later, its llvm-cov and its profile library: clang-19, llvm-19 and libclang-rt-19-dev, or those that CLANG
names (clang, clang-20)."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import mutants  # noqa: E402
import parts  # noqa: E402

BUILD = os.path.join("build", "test-conditions")
PROFILES = os.path.join(ROOT, BUILD, "profiles")
CLANG = os.environ.get("CLANG", "clang-19")
SUFFIX = CLANG[len("clang"):]
# The main program leaves without exit, and writes what it counted before. Macros of <ctype.h> have branches. The examples use
# what an interface offers and no game here needs.
FLAGS = ("-O1 -g -w -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -D__NO_CTYPE -DCOVERAGE"
         " -D__gcov_dump=__llvm_profile_write_file")
ROOMS = ("src/variants/", "src/tablebases/", "src/text/", "src/pgn/", "src/material/", "src/position.", "src/board.h", "src/bitboard.h",
         "src/step_game.h", "src/orthodox.h", "src/rules.", "src/session/session_options.", "src/session/options.")


def build():
    programs = {name: os.path.join(BUILD, "quincunx" + end) for name, end in (("EXE", ""), ("MATCH", "-match"), ("LAB", "-lab"))}
    make = os.environ.get("MAKE", "make").split()[0]
    command = [make, "-s", "-j2", "CC=" + CLANG, "BUILD=" + BUILD, "EXAMPLES=1", "MODE=-DNDEBUG", "OPT=" + FLAGS,
               *["%s=%s" % pair for pair in programs.items()], *programs.values(), "test-programs"]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    # Clang warns of decisions that it cannot follow: those with a negated decision, or with statements, inside.
    if subprocess.run(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, check=False).returncode:
        raise SystemExit("It does not compile: " + " ".join(command))


def profile(part):
    return os.path.join(PROFILES, part.replace(":", ".") + ".profdata")


def merge(out, inputs):
    command = ["llvm-profdata" + SUFFIX, "merge", "-sparse", "-failure-mode=all", "-o", out, *inputs]
    subprocess.run(command, check=True, capture_output=True)


def run_part(part):
    """Runs it, leaves its profile, and returns whether it passed, and its seconds."""
    raw = os.path.join(PROFILES, part.replace(":", "."))
    command, environment = parts.command(part, BUILD)
    environment = dict(os.environ, TEST_POLITE="1", CK_TIMEOUT_MULTIPLIER="10", CK_VERBOSITY="silent", **environment)
    environment["LLVM_PROFILE_FILE"] = raw + "+%4m.profraw"
    begun = time.monotonic()
    try:
        status = subprocess.run(command, cwd=ROOT, env=environment, timeout=1800, capture_output=True, check=False).returncode
    except subprocess.TimeoutExpired:
        status = 124
    left = glob.glob(glob.escape(raw) + "+*.profraw")
    if left:
        merge(profile(part), left + [path for path in [profile(part)] if os.path.exists(path)])
    for path in left:
        os.remove(path)
    return status == 0, time.monotonic() - begun


def run_parts(wanted, jobs=1):
    """Runs parts; prints those that fail. Returns their number."""
    failed = 0
    for part, (passed, seconds) in mutants.in_parallel(jobs, lambda _, part: (part, run_part(part)), wanted):
        failed += not passed
        if not passed or seconds > 20:
            print("%-60s %4.0f s%s" % (part, seconds, "" if passed else "  FAILED"), flush=True)
    return failed


def export(data, *options):
    """What llvm-cov says of a profile."""
    # The engine and the lab have all of src/ between them.
    command = ["llvm-cov" + SUFFIX, "export", *options, "-instr-profile", data, BUILD + "/quincunx", "-object",
               BUILD + "/quincunx-lab", "-object", BUILD + "/quincunx-match"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def lines_run(part):
    """{file: lines that a part runs}"""
    lines, path = {}, ""
    for word in export(profile(part), "-format=lcov", "-skip-branches", "-skip-functions").split("\n"):
        if word.startswith("SF:"):
            path = relative(word[3:])
        elif word.startswith("DA:"):
            line, count = word[3:].split(",")[:2]
            if int(count):
                lines.setdefault(path, []).append(int(line))
    return lines


def relative(path):
    return os.path.relpath(path, ROOT) if os.path.isabs(path) else os.path.normpath(path)


# Conditions that have one value by intention: the functions that say why something is refused return false, a switch over
# all values of an enumeration has no default, and a file that two games are made of is compiled for each.
ONE_VALUE = re.compile(r"!?((error_set|position_rules_differ|says_prevents|simple_explain|refuse_step)\(|REVISED\b)")


def has_one_value(lines, place):
    line, column = place[:2]
    text = lines[line - 1] if line <= len(lines) else ""
    return bool(ONE_VALUE.match(text, column - 1)) or text[:column - 1].endswith("switch (")


def is_within(place, other):
    return other[:2] <= place[:2] and place[2:] <= other[2:]


def read_places(file, lines):
    """({place: [count if true, count if false]}, {place: [is condition 1 shown, ...]}) of a file. A header has each place once
    for each game that includes it: any of them shows it."""
    branches, decisions = {}, {}
    for place in file.get("branches", []):
        counts = branches.setdefault(tuple(place[:4]), [0, 0])
        counts[0], counts[1] = counts[0] + place[4], counts[1] + place[5]
    for record in file.get("mcdc_records", []):
        shown = decisions.setdefault(tuple(record[:4]), [False] * len(record[-1]))
        for i, now in enumerate(record[-1]):
            shown[i] = shown[i] or now
    for place, shown in decisions.items():
        inside = sorted(branch for branch in branches if is_within(branch, place))
        # Those of a call's arguments are no conditions of the decision.
        inside = [branch for branch in inside if not any(is_within(branch, other) and branch != other for other in inside)]
        if len(inside) == len(shown):
            decisions[place] = [now for branch, now in zip(inside, shown) if not has_one_value(lines, branch)]
    return {place: counts for place, counts in branches.items() if not has_one_value(lines, place)}, decisions


def print_lines(branches, decisions):
    """Branches and conditions that are missing, by line."""
    for (line, column, *_), (true, false) in sorted(branches.items()):
        if not true or not false:
            print("    %d:%d never %s" % (line, column, "reached" if not true and not false else "false" if true else "true"))
    for (line, column, *_), shown in sorted(decisions.items()):
        missing = [str(i + 1) for i, is_shown in enumerate(shown) if not is_shown]
        if missing:
            print("    %d:%d condition %s of %d" % (line, column, ", ".join(missing), len(shown)))


def share(covered, count):
    return "%5d of %5d %6.1f%%" % (covered, count, 100.0 * covered / count if count else 100)


def main():
    words, wanted, keep, all_missing, jobs = sys.argv[1:], [], False, False, 2
    while words and words[0].startswith("--"):
        if words[0] in ("--keep", "--missing"):
            keep, all_missing, words = keep or words[0] == "--keep", all_missing or words[0] == "--missing", words[1:]
            continue
        if words[0] == "--jobs":
            jobs = int(words[1])
        else:
            wanted.append(words[1])
        words = words[2:]
    if not shutil.which(CLANG) or not shutil.which("llvm-cov" + SUFFIX):
        print("Branches and conditions were left out: %s and llvm%s are not installed (make deps-all)." % (CLANG, SUFFIX))
        return 0
    os.makedirs(PROFILES, exist_ok=True)
    failed = 0
    if not keep:
        build()
        known = parts.all_parts(BUILD)
        named = {word[:-2] if word.endswith(".c") else word for word in words}
        unknown = named - set(known) - {parts.program_of(part) for part in known}
        if unknown:
            raise SystemExit("No test or part of one is called " + ", ".join(sorted(unknown)))
        failed = run_parts([part for part in known if not named or part in named or parts.program_of(part) in named], jobs)
    merged = os.path.join(ROOT, BUILD, "profile")
    merge(merged, glob.glob(os.path.join(glob.escape(PROFILES), "*.profdata")))
    total = [0, 0, 0, 0]
    print("%-36s %-23s %s" % ("", "branches", "conditions (MC/DC)"))
    for file in sorted(json.loads(export(merged))["data"][0]["files"], key=lambda file: relative(file["filename"])):
        path = relative(file["filename"])
        if not path.startswith(ROOMS):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as source:
            branches, decisions = read_places(file, source.read().split("\n"))
        if not branches:
            continue
        taken = [bool(count) for counts in branches.values() for count in counts]
        shown = [one for decision in decisions.values() for one in decision]
        own = [sum(taken), len(taken), sum(shown), len(shown)]
        total = [a + b for a, b in zip(total, own)]
        print("%-36s %s  %s" % (path, share(*own[:2]), share(*own[2:])))
        if path in wanted or all_missing:
            print_lines(branches, decisions)
    print("%-36s %s  %s" % ("all of these", share(*total[:2]), share(*total[2:])))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
