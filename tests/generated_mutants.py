#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation tests with random mutants: places of clang's syntax tree, drawn by a seed (make generated-mutants).

Usage: tests/generated_mutants.py [--number N] [--seed N] [--jobs N] [--budget S] [--compiled] [--again] [--sanitize] [--report]
       [FILE or FOLDER...]
Mutants are relational, arithmetic and logical operators exchanged, numbers changed, statements deleted, conditions negated,
in functions of the .c files of ROOMS, or of FILEs and FOLDERs. Each is tried by the parts of the tests (tests/parts.py) that run its
line, for S seconds (120) in all, in the order of their time, of how much else they run and of what they found before; none of them
compares node counts. Which part runs a line is what tests/conditions.py has left: it comes first. A mutant that compiles to
the same code, or not at all, does not count, nor do those of tests/equivalent_mutants.py, which says why. Results stay in build/generated (or in the folder GENERATED),
so that a second run goes on; each of N jobs has a copy of the sources. --again tries those that survived once more, and parts of
tests that failed without any fault; --sanitize tries them with gcc's sanitizers.
--compiled tries compiled tests only; --report only prints."""

import argparse
import collections
import glob
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import conditions  # noqa: E402
import equivalent_mutants  # noqa: E402
import mutants  # noqa: E402
import parts  # noqa: E402

ROOMS = ["src/search", "src/variants", "src/eval", "src/tablebases", "src/material", "src/text", "src/pgn", "src/session", "src/uci",
         "src/xboard", "src/json", "match"]
WORK = os.environ.get("GENERATED", os.path.join(ROOT, "build", "generated"))
BUILD = mutants.BUILD
LIMIT = 120  # seconds for a part without any fault
# A mutant of a kill() may end every process that it can see: where that is possible it sees its own.
ALONE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", '"$@"; exit $?', "sh"]
EXCHANGED = {
    "<": "<= >=", "<=": "< >", ">": ">= <=", ">=": "> <", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "/", "/": "*", "%": "/", "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "|=": "&=",
    "&=": "|=", "*=": "/=", "/=": "*=",
}

Mutant = collections.namedtuple("Mutant", "file begin end new kind line key")


# ---- Places ----


def syntax_tree(root, path):
    """Clang's syntax tree of a source file. Each place has its file, which clang only prints when it changes."""
    command = [conditions.CLANG, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-march=native", "-fsyntax-only", "-w", "-Xclang"]
    # A compiler cache would show the preprocessed source, and its places.
    said = subprocess.run([*command, "-ast-dump=json", path], cwd=root, check=True, capture_output=True,
                          env=dict(os.environ, CCACHE_DISABLE="1")).stdout
    now = ""

    def place(pairs):
        nonlocal now
        made = dict(pairs)
        if "offset" in made:
            now = made["file"] = made.get("file", now)
        return made

    return json.loads(said, object_pairs_hook=place)


def span(node, path):
    """The bytes of a node in the file itself; None if a macro or a header wrote it."""
    begin, end = node.get("range", {}).get("begin", {}), node.get("range", {}).get("end", {})
    if any(place.get("file") != path or "tokLen" not in place for place in (begin, end)):
        return None
    return begin["offset"], end["offset"] + end["tokLen"]


def places(node, source, path):
    """(begin, end, replacement, kind) of each mutant in a node of the syntax tree."""
    kind, inner, own = node.get("kind"), node.get("inner", []), span(node, path)
    if own and kind in ("BinaryOperator", "CompoundAssignOperator") and node.get("opcode") in EXCHANGED:
        left, right, operator = span(inner[0], path), span(inner[1], path), node["opcode"]
        if left and right and source[left[1]:right[0]].strip() == operator.encode():
            at = source.index(operator.encode(), left[1])
            relational = operator in ("<", "<=", ">", ">=", "==", "!=")
            name = "logical" if operator in ("&&", "||") else "relational" if relational else "arithmetic"
            for new in EXCHANGED[operator].split():
                yield at, at + len(operator), new, name
    if own and kind == "IntegerLiteral" and re.fullmatch(rb"0|[1-9]\d*|0x[0-9A-Fa-f]+", source[own[0]:own[1]]):
        value = int(source[own[0]:own[1]], 0)
        yield own[0], own[1], str(value + 1), "number"
        if value:
            yield own[0], own[1], "0", "number"
    if kind in ("IfStmt", "WhileStmt", "ConditionalOperator") and inner and span(inner[0], path):
        begin, end = span(inner[0], path)
        yield begin, end, "!(%s)" % source[begin:end].decode(), "condition"
    for i, child in enumerate(inner):
        statement = kind == "CompoundStmt" or (kind == "IfStmt" and i > 0)
        changes = child.get("kind") in ("CallExpr", "CompoundAssignOperator") or child.get("opcode") in ("=", "++", "--")
        if statement and changes and span(child, path):
            yield (*span(child, path), "(void)0", "statement")
        yield from places(child, source, path)


def mutants_of(root, path):
    """All mutants of a file; kept until the file changes."""
    source = mutants.read(os.path.join(root, path))
    kept = os.path.join(WORK, "places", "%s-%s.json" % (os.path.basename(path), hashlib.sha256(source).hexdigest()[:16]))
    if not os.path.exists(kept):
        found = []
        for node in syntax_tree(root, path)["inner"]:
            if node["kind"] == "FunctionDecl" and node["loc"].get("file") == path:
                for child in node.get("inner", []):
                    found += [place for place in places(child, source, path) if child["kind"] == "CompoundStmt"]
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        with open(kept, "w", encoding="ascii") as file:
            json.dump(found, file)
    with open(kept, encoding="ascii") as file:
        found, count = [], collections.Counter()
        for place in json.load(file):
            key = key_of(path, source, place)
            count[key] += 1
            key += " (%d)" % count[key] if count[key] > 1 else ""
            found.append(Mutant(path, *place, source.count(b"\n", 0, place[0]) + 1, key))
        return found


def key_of(path, source, place):
    """The identity of a mutant, independent of line numbers: the name of its file, its lines, and the change."""
    begin, end = source.rfind(b"\n", 0, place[0]) + 1, source.find(b"\n", place[1])
    lines, old = (" ".join(text.decode().split()) for text in (source[begin:end], source[place[0]:place[1]]))
    change = "deleted" if place[3] == "statement" and old + ";" == lines else "%s -> %s" % (old, place[2])
    return "%s: %s | %s" % (os.path.basename(path), lines, change)


# ---- Tests by line ----


def lines_by_part(jobs, compiled):
    """{part: {file: lines it runs}}, of all parts that have a profile, or of those of compiled tests."""
    kept = os.path.join(WORK, "lines.json")
    profiles = glob.glob(os.path.join(glob.escape(conditions.PROFILES), "*.profdata"))
    known = {}
    if os.path.exists(kept):
        with open(kept, encoding="ascii") as file:
            known = json.load(file)
    new = [part for part in parts.all_parts(conditions.BUILD) if conditions.profile(part) in profiles
           and known.get(part, {}).get("time") != os.path.getmtime(conditions.profile(part))]
    for part, run in mutants.in_parallel(jobs, lambda _, part: (part, conditions.lines_run(part)), new):
        known[part] = {"time": os.path.getmtime(conditions.profile(part)), "lines": run}
    os.makedirs(WORK, exist_ok=True)
    with open(kept, "w", encoding="ascii") as file:
        json.dump(known, file)
    return {part: {path: set(run) for path, run in found["lines"].items()} for part, found in known.items()
            if "time" in found and not (compiled and parts.is_script(part))}


# ---- A tree to change ----


class Tree:
    """A copy of the sources with all programs built; one object at a time is compiled from a changed source."""

    def __init__(self, folder, wanted, sanitize=False):
        self.folder, self.sound, self.seconds = folder, {}, {}
        self.alone = ALONE if not subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode else []
        self.optimisation = "-O1" + (" -fsanitize=address,undefined -fno-sanitize-recover=all" if sanitize else "")
        # An engine that is asked to quit, not killed, reports its leaks.
        self.own = {"TEST_POLITE": "1", "TEST_PATIENCE": "60"} if sanitize else {}
        os.makedirs(folder, exist_ok=True)
        mutants.copy_tree(folder)
        self.programs = sorted({program for part in wanted for program in parts.programs(part, BUILD)})
        built = mutants.Ended(folder, self.make("-s"), self.environment())
        if built.status:
            raise SystemExit(built.output[-3000:])
        # How make links each program, and compiles each object: found by asking what it would do.
        self.link = self.recipes("-W", BUILD + "/libquincunx.a")
        self.compile = {}

    def make(self, *options):
        engine = BUILD + "/quincunx"
        return [os.environ.get("MAKE", "make").split()[0], *options, "V=1", "-j2", "CC=gcc", "BUILD=" + BUILD, "EXE=" + engine,
                "MATCH=%s-match" % engine, "LAB=%s-lab" % engine, "MODE=", "OPT=" + self.optimisation, "WARN=-w", *self.programs]

    @staticmethod
    def environment(**more):
        return dict({name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}, **more)

    def plan(self, *options):
        """What make would do."""
        return mutants.Ended(self.folder, self.make("-n", *options), self.environment()).output.replace("\\\n", " ")

    def recipes(self, *options):
        """{program or object: the words of the command that makes it}"""
        found = re.findall(r'(?:^|; )new=(\S+?)\.\$\$?\S*\.new; (.*?) -o "\$new" && mv', self.plan(*options), re.M)
        return {target: shlex.split(words) for target, words in found if "-c" not in words.split()}

    def object_of(self, path):
        return os.path.join(BUILD, path[:-2] + ".o")

    def compiled(self, path, out):
        """Compiles a source file; returns the result of the compiler."""
        if path not in self.compile:
            found = re.search(r"gcc [^;|&]*? -c " + re.escape(path) + r"(?= )", self.plan("-W", path))
            self.compile[path] = [word for word in shlex.split(found.group()) if word not in ("-MMD", "-MP")]
        return mutants.Ended(self.folder, [*self.compile[path], "-o", out], self.environment())

    def linked(self, program, path, changed, out):
        """Links a program with a changed object in place of its own. The linker does not take its symbols from the archive."""
        words, own = self.link[program], self.object_of(path)
        if own not in words and not path.startswith("src/"):  # the program has no such part
            return mutants.Ended(self.folder, ["cp", program, out], self.environment())
        words = [changed if word == own else word for word in words] if own in words else [words[0], changed, *words[1:]]
        return mutants.Ended(self.folder, [*words, "-fuse-ld=lld", "-o", out], self.environment())

    def run(self, part, folder, limit):
        """Runs a part with the programs of a folder."""
        command, own = parts.command(part, folder)
        environment = self.environment(CK_RUN_MODE="", CK_VERBOSITY="silent", CK_TAP_LOG_FILE_NAME="-", PYTHONUNBUFFERED="1",
                                       CK_TIMEOUT_MULTIPLIER="4", ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1",
                                       **parts.SHORT, **self.own, **own)
        return mutants.Ended(self.folder, self.alone + command, environment, ("not ok", "FAILED"), limit)

    def time_of(self, part):
        """The seconds of a part without any fault; None if it fails all the same."""
        if part not in self.seconds:
            begun = time.monotonic()
            ended = self.run(part, BUILD, LIMIT)
            self.seconds[part] = None if ended.status else time.monotonic() - begun
            if ended.status:
                print("%s fails without any fault: %s" % (part, ended.failure or ended.output[-300:]), flush=True)
        return self.seconds[part]


def try_mutant(tree, mutant, by_chance, budget):
    """("killed", part), ("survived", ""), ("same code", "") or ("does not compile", message)."""
    folder = os.path.join(BUILD, "changed")
    os.makedirs(os.path.join(tree.folder, folder, "tests"), exist_ok=True)
    whole, changed = os.path.join(tree.folder, mutant.file), os.path.join(folder, "changed.o")
    sound = mutants.read(whole)
    if mutant.file not in tree.sound:
        tree.compiled(mutant.file, changed)
        tree.sound[mutant.file] = mutants.read(os.path.join(tree.folder, changed))
    mutants.write(whole, sound[:mutant.begin] + mutant.new.encode() + sound[mutant.end:])
    try:
        built = tree.compiled(mutant.file, changed)
    finally:
        mutants.write(whole, sound)
    if built.status:
        return "does not compile", built.output[-300:]
    if mutants.read(os.path.join(tree.folder, changed)) == tree.sound[mutant.file]:
        return "same code", ""
    there, spent = set(), 0.0
    for part in by_chance:
        if spent > budget:
            break
        for program in parts.programs(part, BUILD):
            if program not in there:
                out = os.path.join(folder, os.path.relpath(program, BUILD))
                built = tree.linked(program, mutant.file, changed, out)
                if built.status:
                    raise SystemExit(built.output[-3000:])
                there.add(program)
        usual, begun = tree.time_of(part), time.monotonic()
        if usual and tree.run(part, folder, 15 + 6 * usual).status:
            return "killed", part
        spent += time.monotonic() - begun
    return "survived", ""


def drawn(root, files, number, seed):
    """A part of all mutants, the same as long as their lines are."""
    found = [mutant for path in files for mutant in mutants_of(root, path)]
    print("%d places in %d files" % (len(found), len(files)), flush=True)
    return sorted(found, key=lambda mutant: hashlib.sha256(("%d %s" % (seed, mutant.key)).encode()).digest())[:number]


def report(wanted, results):
    verdicts = {result["key"]: result for result in results}
    rooms = collections.defaultdict(collections.Counter)
    for mutant in wanted:
        verdict = verdicts.get(mutant.key, {"verdict": "not tried"})["verdict"]
        if mutant.key in equivalent_mutants.REASONS and verdict in ("survived", "not run", "not tried"):
            verdict = "equivalent"
        rooms[os.path.dirname(mutant.file)][verdict] += 1
        if verdict in ("survived", "not run"):
            print("%s: line %d, %s: %s" % (verdict, mutant.line, mutant.kind, mutant.key))
    for room, own in sorted(rooms.items()):
        print("%-18s %4d killed, %3d not" % (room, own["killed"], own["survived"] + own["not run"]))
    count = sum(rooms.values(), collections.Counter())
    sanitized = sum(result["verdict"] == "killed" and result.get("sanitized", False) for result in verdicts.values())
    print("%d mutants: %s" % (len(wanted), ", ".join("%d %s" % (count[verdict], verdict) for verdict in sorted(count))))
    print("%.1f%% killed, %d by sanitizers alone" % (100.0 * count["killed"] / max(count["killed"] + count["survived"] + count["not run"], 1), sanitized))


def kept_results(seed):
    """(path of the results of a seed, what is there)"""
    log = os.path.join(WORK, "results-%d.jsonl" % seed)
    if not os.path.exists(log):
        return log, []
    with open(log, encoding="utf-8") as file:
        return log, [json.loads(line) for line in file]


def time_parts(tree, wanted, again):
    """Finds the seconds of all parts, of which those of an earlier run are kept."""
    kept = os.path.join(WORK, "seconds.json")
    if os.path.exists(kept):
        with open(kept, encoding="ascii") as file:
            tree.seconds = {part: seconds for part, seconds in json.load(file).items() if seconds or not again}
    for part in wanted:
        tree.time_of(part)
    with open(kept, "w", encoding="ascii") as file:
        json.dump(tree.seconds, file)
    print("%d parts of tests, %.0f s" % (len(wanted), sum(filter(None, tree.seconds.values()))), flush=True)


def options_of():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("number", 100), ("seed", 1), ("jobs", 1), ("budget", 120)):
        parser.add_argument("--" + name, type=int, default=default, metavar="N")
    for name in ("compiled", "again", "sanitize", "report"):
        parser.add_argument("--" + name, action="store_true")
    parser.add_argument("files", nargs="*", default=ROOMS, metavar="FILE")
    options = parser.parse_args()
    patterns = [room if room.endswith(".c") else room + ("/*.c" if "*" not in room else ".c") for room in options.files]
    options.files = sorted(path for pattern in patterns for path in glob.glob(pattern, root_dir=ROOT))
    return options


def main():
    options = options_of()
    log, results = kept_results(options.seed)
    if options.report:
        report(drawn(ROOT, options.files, options.number, options.seed), results)
        return 0
    # The sources may change from now on: the copies do not.
    name = "sanitized-%d" if options.sanitize else "tree-%d"
    lines = lines_by_part(options.jobs, options.compiled)
    trees = [Tree(os.path.join(WORK, name % job), lines, options.sanitize) for job in range(options.jobs)]
    wanted = drawn(trees[0].folder, options.files, options.number, options.seed)
    timed = trees[0] if not options.sanitize else Tree(os.path.join(WORK, "tree-0"), lines)
    time_parts(timed, lines, options.again)
    seconds = timed.seconds
    breadth = {part: sum(map(len, run.values())) for part, run in lines.items()}
    verdicts, killers = {}, collections.defaultdict(collections.Counter)  # by file: what killed its mutants
    for result in results:
        verdicts[result["key"]] = result["verdict"]
        killers[result["file"]][result["by"]] += 1

    def is_to_try(mutant):
        before = verdicts.get(mutant.key)
        left = before in ("survived", "not run")
        now = left if options.sanitize else not before or (left and options.again)
        return now and mutant.key not in equivalent_mutants.REASONS

    def try_one(job, mutant):
        tree, begun = trees[job], time.monotonic()
        if not options.sanitize:  # else the times are of another build, and only order the parts
            tree.seconds = seconds
        chosen = [part for part in lines if mutant.line in lines[part].get(mutant.file, ()) and seconds.get(part)]
        # The first part of a program costs a link as well.
        chosen.sort(key=lambda part: (max(seconds[part], 0.3) * breadth[part] / (killers[mutant.file][part] + 0.2), part))
        return mutant, try_mutant(tree, mutant, chosen, options.budget) if chosen else ("not run", ""), time.monotonic() - begun

    for mutant, (verdict, by), spent in mutants.in_parallel(options.jobs, try_one, list(filter(is_to_try, wanted))):
        killers[mutant.file][by] += 1
        results.append(dict(mutant._asdict(), verdict=verdict, by=by, sanitized=options.sanitize))
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps(results[-1]) + "\n")
        print("%-16s line %d, %s: %s  %s  %.1f s" % (verdict, mutant.line, mutant.kind, mutant.key[:160], by[:60], spent), flush=True)
    report(wanted, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
