#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation tests with mutants that nobody chose: places of clang's syntax tree, drawn by a seed (make generated-mutants).

Usage: tests/generated_mutants.py [--number N] [--seed N] [--report] [FILE...]
Mutants are relational, arithmetic and logical operators exchanged, numbers changed, statements deleted, conditions negated,
in functions of the .c files of ROOMS, or of FILEs. Each is tried by the tests that run its line, the fastest first; none of
them compares node counts. Which tests run a line is what tests/conditions.py has left of its last run: it comes first. A
mutant that compiles to the same code, or not at all, does not count. Results stay in build/generated, so that a second run
goes on; --report only prints them."""

import collections
import glob
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import conditions  # noqa: E402
import mutants  # noqa: E402

ROOMS = ["src/search", "src/variants", "src/eval", "src/tablebases", "src/material", "src/notation", "src/session", "src/uci",
         "src/xboard", "src/json", "bench/match*"]
WORK = os.path.join(ROOT, "build", "generated")
TREE = os.path.join(WORK, "tree")
EXCHANGED = {
    "<": "<= >=", "<=": "< >", ">": ">= <=", ">=": "> <", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "/", "/": "*", "%": "/", "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "|=": "&=",
    "&=": "|=", "*=": "/=", "/=": "*=",
}

Mutant = collections.namedtuple("Mutant", "file begin end new kind line")


# ---- Places ----


def span(node):
    """The bytes of a node in the file itself; None if a macro or a header wrote it."""
    begin, end = node.get("range", {}).get("begin", {}), node.get("range", {}).get("end", {})
    if any(key not in place for place in (begin, end) for key in ("offset", "tokLen")) or "includedFrom" in begin:
        return None
    return begin["offset"], end["offset"] + end["tokLen"]


def places(node, source):
    """(begin, end, replacement, kind) of each mutant in a node of the syntax tree."""
    kind, inner, own = node.get("kind"), node.get("inner", []), span(node)
    if own and kind in ("BinaryOperator", "CompoundAssignOperator") and node.get("opcode") in EXCHANGED:
        left, right, operator = span(inner[0]), span(inner[1]), node["opcode"]
        if left and right and source[left[1]:right[0]].strip() == operator.encode():
            at = source.index(operator.encode(), left[1])
            name = "logical" if operator in ("&&", "||") else "relational" if operator[0] in "<>=!" and "<<" != operator != ">>" else "arithmetic"
            for new in EXCHANGED[operator].split():
                yield at, at + len(operator), new, name
    if own and kind == "IntegerLiteral" and re.fullmatch(rb"\d+|0x[0-9A-Fa-f]+", source[own[0]:own[1]]):
        value = int(source[own[0]:own[1]], 0)
        yield own[0], own[1], str(value + 1), "number"
        yield own[0], own[1], str(0 if value else 1), "number"
    if kind in ("IfStmt", "WhileStmt", "ConditionalOperator") and inner and span(inner[0]):
        begin, end = span(inner[0])
        yield begin, end, "!(%s)" % source[begin:end].decode(), "condition"
    for i, child in enumerate(inner):
        statement = kind == "CompoundStmt" or (kind == "IfStmt" and i > 0)
        changes = child.get("kind") in ("CallExpr", "CompoundAssignOperator") or child.get("opcode") in ("=", "++", "--")
        if statement and changes and span(child):
            yield (*span(child), "(void)0", "statement")
        yield from places(child, source)


def mutants_of(path):
    """All mutants of a file; kept until the file changes."""
    with open(os.path.join(ROOT, path), "rb") as file:
        source = file.read()
    kept = os.path.join(WORK, "places", "%s-%s.json" % (os.path.basename(path), hashlib.sha256(source).hexdigest()[:16]))
    if not os.path.exists(kept):
        tree = subprocess.run(["clang", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-march=native", "-fsyntax-only", "-w", "-Xclang",
                               "-ast-dump=json", path], cwd=ROOT, check=True, capture_output=True).stdout
        found = []
        for node in json.loads(tree)["inner"]:
            if node["kind"] == "FunctionDecl" and "includedFrom" not in node["loc"]:
                for child in node.get("inner", []):
                    found += [place for place in places(child, source) if child["kind"] == "CompoundStmt"]
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        with open(kept, "w", encoding="ascii") as file:
            json.dump(found, file)
    with open(kept, encoding="ascii") as file:
        return [Mutant(path, *place, source.count(b"\n", 0, place[0]) + 1) for place in json.load(file)]


# ---- Tests by line ----


def lines_by_test():
    """{test: {file: lines it runs}} and {test: seconds}."""
    kept = os.path.join(WORK, "lines.json")
    profiles = glob.glob(os.path.join(conditions.PROFILES, "test_*.profraw"))
    if not profiles:
        conditions.run_tests([])
        profiles = glob.glob(os.path.join(conditions.PROFILES, "test_*.profraw"))
    if not os.path.exists(kept) or os.path.getmtime(kept) < max(map(os.path.getmtime, profiles)):
        found = {}
        for test in sorted({os.path.basename(path).split("-")[0] for path in profiles}):
            found[test] = conditions.lines_run(test)
        os.makedirs(WORK, exist_ok=True)
        with open(kept, "w", encoding="ascii") as file:
            json.dump(found, file)
    with open(kept, encoding="ascii") as file:
        lines = {test: {path: set(run) for path, run in files.items()} for test, files in json.load(file).items()}
    seconds = {}
    for test in lines:
        try:
            with open(os.path.join(ROOT, conditions.BUILD, "logs", test + ".status"), encoding="ascii") as file:
                seconds[test] = int(file.read().split()[1])
        except (OSError, IndexError, ValueError):
            seconds[test] = 60
    return lines, seconds


# ---- Trials ----


def object_of(path):
    """What a file compiles to."""
    return mutants.read(os.path.join(TREE, mutants.BUILD, path[:-2] + ".o"))


def run_script(test):
    environment = dict(os.environ, PYTHONUNBUFFERED="1")
    return mutants.Ended(TREE, [sys.executable, "tests/" + test, mutants.BUILD + "/quincunx"], environment, ("FAILED",))


def try_mutant(mutant, tests):
    """("killed", test), ("survived", tests), ("same code", "") or ("does not compile", message)."""
    whole = os.path.join(TREE, mutant.file)
    sound = mutants.read(whole)
    for test in tests[:1]:
        mutants.make(TREE, [test])
    before = object_of(mutant.file)
    mutants.change(TREE, mutant.file, sound[:mutant.begin] + mutant.new.encode() + sound[mutant.end:])
    try:
        for test in tests:
            built = mutants.make(TREE, [test])
            if built.status:
                return "does not compile", built.output[-300:]
            if object_of(mutant.file) == before:
                return "same code", ""
            if (run_script(test) if test.endswith(".py") else mutants.run_test(TREE, test)).status:
                return "killed", test
    finally:
        mutants.change(TREE, mutant.file, sound)
    return "survived", " ".join(tests)


def report(results):
    count = collections.Counter(result["verdict"] for result in results)
    tried = count["killed"] + count["survived"] + count["not run"]
    for result in results:
        if result["verdict"] in ("survived", "not run"):
            print("%s: %s:%d %s: %s -> %s" % (result["verdict"], result["file"], result["line"], result["kind"], result["old"], result["new"]))
    print("%d mutants: %d killed, %d survived, %d on lines that no test runs; %d of the same code, %d do not compile"
          % (len(results), count["killed"], count["survived"], count["not run"], count["same code"], count["does not compile"]))
    print("%.1f%% killed" % (100.0 * count["killed"] / max(tried, 1)))


def main():
    words, number, seed, only_report = sys.argv[1:], 100, 1, "--report" in sys.argv
    words = [word for word in words if word != "--report"]
    while words and words[0].startswith("--"):
        number, seed = (int(words[1]), seed) if words[0] == "--number" else (number, int(words[1]))
        words = words[2:]
    files = words or sorted(path for room in ROOMS for path in glob.glob(room + ("/*.c" if "*" not in room else ".c"), root_dir=ROOT))
    log = os.path.join(WORK, "results-%d.jsonl" % seed)
    results = []
    if os.path.exists(log):
        with open(log, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
    if only_report:
        report(results)
        return 0
    lines, seconds = lines_by_test()
    drawn = random.Random(seed)
    candidates = [mutant for path in files for mutant in mutants_of(path)]
    print("%d places in %d files" % (len(candidates), len(files)), flush=True)
    mutants.copy_tree(TREE)
    done = {(result["file"], result["begin"], result["new"]) for result in results}
    for mutant in drawn.sample(candidates, min(number, len(candidates))):
        if (mutant.file, mutant.begin, mutant.new) in done:
            continue
        tests = sorted((test for test in lines if mutant.line in lines[test].get(mutant.file, ())), key=lambda test: (seconds[test], test))
        mutants.LIMIT = 120 + 20 * max([seconds[test] for test in tests], default=0)
        begun = time.monotonic()
        verdict, by = try_mutant(mutant, tests) if tests else ("not run", "")
        old = mutants.read(os.path.join(ROOT, mutant.file))[mutant.begin:mutant.end].decode()
        results.append(dict(mutant._asdict(), old=old, verdict=verdict, by=by))
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps(results[-1]) + "\n")
        print("%-16s %s:%d %s: %s -> %s  %s  %.0f s" % (verdict, mutant.file, mutant.line, mutant.kind, old[:60], mutant.new[:60], by[:60],
                                                       time.monotonic() - begun), flush=True)
    report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
