#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Memory and threads that run out: in every mode one allocation, or one thread, fails. The program continues, or ends with
an exit status of its own; no signal ends it, and it does not hang.

One allocation of each place in the code is tried, of a mode as of those before it, and TEST_MEMORY (1) more allocations
and threads of each mode, drawn by TEST_SEED (1).
Usage: tests/test_memory.py ENGINE [TEST...]"""

import json
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

from protocol import ENGINE, LAB, ROOT, Engine, Failure, Folder, check, run

MORE = int(os.environ.get("TEST_MEMORY", "1"))
SEED = int(os.environ.get("TEST_SEED", "1"))
LIMIT = 60  # seconds for one run
KINDS = ("FAILING_MEMORY", "FAILING_THREAD")
COUNTS = struct.Struct("<QQ65536Q")  # as in failing.c

UCI = """uci
setoption name Hash value 1
setoption name Threads value 2
setoption name UCI_Variant value %s
ucinewgame
isready
position startpos
go depth 3
isready
setoption name MultiPV value 2
setoption name TablebasePath value nowhere
setoption name EvalFile value nowhere
go nodes 500
isready
go perft 1
isready
position fen %s
go infinite
stop
setoption name Skill Level value 1
go movetime 5
isready
quit
"""
CECP = """xboard
protover 2
memory 4
cores 2
variant normal
new
sd 2
easy
usermove e2e4
ping 1
analyze
ping 2
exit
undo
remove
ping 3
quit
"""
PLAY = """level 1
depth 1
board
e2e4
go
undo
save game.pgn
load game.pgn
moves
quit
"""
PGN = """[Event "one"]

1. e2e4 {good} e7e5 (1... c7c5 2. g1f3) 2. g1f3 *

[Event "two"]
[Variant "borderlands"]

*

[Event "three"]

1. d2d4 $1 d7d5 {closed} 2. d4d6 *
"""
JSON = [
    {"do": "games"},
    {"do": "option", "name": "Hash", "value": "1"},
    {"do": "position", "game": "borderlands", "moves": [], "legs": ""},
    {"do": "reach", "game": "chess", "square": "e2"},
    {"do": "piece", "game": "chess", "piece": "N"},
    {"do": "setup", "game": "chess", "board": {"e1": "K", "e8": "k", "e2": "P"}, "side": "w"},
    {"do": "san", "game": "chess", "tree": [{"move": "e2e4"}]},
    {"do": "pgn_write", "game": "chess", "moves": ["e2e4", "e7e5"]},
    {"do": "pgn_read", "pgn": PGN},
    {"do": "pgn_list", "pgn": PGN},
    {"do": "book", "game": "chess", "moves": []},
    {"do": "lessons", "game": "chess"},
    {"do": "puzzles", "game": "chess"},
    {"do": "search", "game": "chess", "moves": ["e2e4"], "nodes": 300},
]


# A player's legs in an order of the player's own, and what is no leg: a part of the game is read, and written.
PLIES = """[Variant "diamond"]
[FEN "8/8/8/7s/5C2/8/2C2C2/8[] w - - 0 30"]
[Plies "XBoard"]

30. Cg2 -- Cd2 -- Ce4 Sh6 31. noise *
"""


class Mode:
    """A command, its input, the files in its folder, and its possible exit statuses: first that without failures."""

    def __init__(self, *words, told="", files=None, statuses=(0, 2), program=None):
        self.program = program or ENGINE
        self.words, self.told, self.files, self.statuses = words, told, files or {}, statuses


def requests(*asked):
    return "".join(json.dumps(dict(request, id=i)) + "\n" for i, request in enumerate([*asked, {"do": "quit"}]))


# The quickest first: a place in the code is tried in the first mode that comes there.
MODES = {
    "help": Mode("--help"),
    "games": Mode("games", "--json"),
    "board": Mode("board", "chess", ".", program=LAB),
    "diagram": Mode("diagram", "chess", "--moves", "e2", program=LAB),
    "perft": Mode("perft", "bordahbee", "2", "--divide"),
    "suite": Mode("perft", "chess", "--suite", "suite.epd", files={"suite.epd": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D1 6\n"}),
    "bench": Mode("bench", "diamond", "1"),
    "play": Mode("play", "chess", told=PLAY),
    "plies": Mode("play", "diamond", told="load game.pgn\nsave again.pgn\nquit\n", files={"game.pgn": PLIES}),
    "cecp": Mode(told=CECP),
    "uci_chess": Mode(told=UCI % ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")),
    "uci": Mode(told=UCI % ("horizons", "bad")),
    "json": Mode("json", told=requests(*JSON[:7])),
    "json_pgn": Mode("json", told=requests(*JSON[7:11])),
    "json_library": Mode("json", told=requests(*JSON[11:])),
    "analyse": Mode("analyse", "games.pgn", "--nodes", "100", files={"games.pgn": PGN}, statuses=(1, 2)),
    "tables": Mode("tables", "diamond", "CvC", "--path", ".", "--threads", "2", program=LAB),
    # Status 1: a puzzle could not be proved.
    "puzzles": Mode("puzzles", "chess", "--verify", "puzzles.epd", "--quiet", files={"puzzles.epd": ""}, statuses=(0, 1, 2), program=LAB),
    "datagen": Mode("datagen", "chess", "--out", "d.games", "--games", "1", "--nodes", "40", "--plies", "40", "--quiet", program=LAB),
    "explore": Mode("explore", "chess", "--positions", "2", "--nodes", "100", "--out", "e.book", "--quiet", program=LAB),
}
with open(os.path.join(ROOT, "src", "variants", "chess", "chess.epd")) as epd:
    MODES["puzzles"].files["puzzles.epd"] = epd.readlines()[99]  # a short one


class Runs(Folder):
    def setting(self, mode, failing):
        """An empty home with the mode's files, counters at 0; returns the environment's variables."""
        home, counts = os.path.join(self.path, "home"), os.path.join(self.path, "counts")
        shutil.rmtree(home, ignore_errors=True)
        os.mkdir(home)
        for name, text in mode.files.items():
            with open(os.path.join(home, name), "w") as file:
                file.write(text)
        with open(counts, "wb") as file:
            file.truncate(COUNTS.size)
        return dict(LD_PRELOAD=LIBRARY, FAILING_COUNTS=counts, HOME=home, XDG_STATE_HOME=home,
                    **{kind: str(place) for kind, place in failing.items()})

    def counts(self):
        """Of the latest run: how many allocations and threads, and the place in the code of each allocation."""
        with open(os.path.join(self.path, "counts"), "rb") as file:
            allocations, threads, *sites = COUNTS.unpack(file.read(COUNTS.size))
        return (allocations, threads), sites[:allocations]

    def said(self, mode, failing):
        """The exit status, and what the program says."""
        setting = self.setting(mode, failing)
        process = subprocess.Popen([mode.program, *mode.words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   cwd=setting["HOME"], env=dict(os.environ, **setting))
        try:
            said, _ = process.communicate(mode.told.encode(), LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
            raise Failure("hangs with %s: ...%s" % (failing, said[-300:].decode("utf-8", "replace")))
        return process.returncode, said.decode("utf-8", "replace")

    def run(self, mode, failing):
        status, said = self.said(mode, failing)
        check(status in mode.statuses, "status %d with %s: ...%s" % (status, failing, said[-300:]))
        return status


tried = set()  # places in the code


def places(name, before, after, sites):
    """What fails, a run each: of the allocations and threads between these counts."""
    chosen = random.Random("%s %d" % (name, SEED))
    for kind, first, last in zip(KINDS, before, after):
        numbers = set(chosen.sample(range(first + 1, last + 1), min(MORE, last - first)))
        if kind == "FAILING_MEMORY":
            for number in chosen.sample(range(first, min(last, len(sites))), min(last, len(sites)) - first):
                if sites[number] not in tried:
                    numbers.add(number + 1)
                tried.add(sites[number])
        for number in sorted(numbers):
            yield {kind: number}


def of_mode(name, mode):
    def test(folder):
        check(folder.run(mode, {}) == mode.statuses[0], "fails in any case")
        counts, sites = folder.counts()
        check(counts[0] > 0, "no allocation is counted")
        failures = []
        for failing in places(name, (0, 0), counts, sites):
            try:
                folder.run(mode, failing)
            except Failure as failure:
                failures.append(str(failure))
        check(not failures, "%d places:\n%s" % (len(failures), "\n".join(failures[:10])))
    test.__name__ = name
    return test


def answers_in_cecp(folder):
    """XBoard's 'go' is answered, by a move or an error, or the program ends: else the game would stand still."""

    def begin(failing):
        setting = folder.setting(Mode(), failing)
        e = Engine("/usr/bin/env", *("%s=%s" % item for item in setting.items()), ENGINE)
        e.send("xboard", "protover 2", "new", "sd 3", "ping 1")
        e.expect("pong 1")
        return e

    def go(e):
        e.send("go")
        e.expect("move .*|tellusererror .*")

    tried.clear()
    e = begin({})
    before, _ = folder.counts()
    go(e)
    after, sites = folder.counts()
    e.kill()
    for failing in places("go", before, after, sites):
        e = begin(failing)
        try:
            go(e)
        except Failure as failure:
            check("ended" in str(failure) or "not read" in str(failure), "%s: %s" % (failing, failure))
        finally:
            e.kill()


def no_reader(folder):
    """Without a thread that reads, the engine says so and ends with an error."""
    for mode in ("cecp", "play"):
        status, said = folder.said(MODES[mode], {"FAILING_THREAD": 1})
        check(status == 2 and "no memory or thread for reading" in said, "%s ends with %d: %s" % (mode, status, said))


def a_table_is_lost(folder):
    """No memory for a table of another size, nor for the old one, nor for the smallest: the engine says so and continues."""

    def begin(**failing):
        setting = folder.setting(Mode(), failing)
        e = Engine("/usr/bin/env", *("%s=%s" % item for item in setting.items()), ENGINE)
        e.send("uci", "setoption name Hash value 3", "go depth 1")
        e.expect("bestmove .*")
        return e

    e = begin()
    (before, _), _ = folder.counts()
    e.kill()
    for failing, left in ((1, 3), (2, 1), (3, 0)):
        e = begin(FAILING_MEMORY=before + 1, FAILING_IN_A_ROW=failing)
        e.send("setoption name Hash value 2")
        e.expect("info string error: no memory for a table of 2 MiB; it has %d" % left)
        e.send("go depth 8")
        e.expect("bestmove [a-h].*")
        e.send("setoption name Hash value 3", "go depth 8")
        e.expect("bestmove [a-h].*")
        check(not any("error" in line for line in e.skipped), "there is no table any more")
        e.kill()


def a_line_is_lost(folder):
    """A line that does not fit into memory ends the program, which says so."""
    e = Engine(ENGINE, "json")
    try:
        e.send('{"do":"games","id":1}')
        e.expect('{"id":1,.*')
        with open("/proc/%d/statm" % e.process.pid) as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        resource.prlimit(e.process.pid, resource.RLIMIT_AS, (size + (24 << 20),) * 2)
        e.send("[%s]" % (" " * (60 << 20)))
        e.end()
        told = e.process.stderr.read().decode()
        check(told.count("a line of the input cannot be read") == 1, told)
    finally:
        e.kill()


def can_preload():
    """Builds the library; false, with the reason, where it can not be used."""
    with open(ENGINE, "rb") as file:
        if b"__asan_init" in file.read():
            print("skipped: a sanitizer has allocations of its own")
            return False
    built = subprocess.run([*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-O1", "-o", LIBRARY,
                            os.path.join(ROOT, "tests", "failing.c"), "-ldl"], capture_output=True, text=True)
    if built.returncode:
        print("skipped: the library that lets allocations fail needs glibc: %s" % built.stderr[-200:])
    return not built.returncode


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="quincunx-memory-") as library:  # without a blank, at which LD_PRELOAD is split
        LIBRARY = os.path.join(library, "failing.so")
        if not can_preload():
            print("0 passed, 0 failed, 1 skipped")
            sys.exit(0)
        status = run([*(of_mode(*item) for item in MODES.items()), answers_in_cecp, no_reader, a_table_is_lost, a_line_is_lost], Runs)
    sys.exit(status)
