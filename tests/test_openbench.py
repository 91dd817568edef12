#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What OpenBench's client asks of an engine: how it is built, the output of `bench`, openings by `genfens`.

Its rules: `make CC=... EXE=NAME EVALFILE=FILE -j` makes ./NAME. In what `bench` prints, non-alphanumeric characters
aside, the last "N nodes" and the last "N nps" count. `./NAME "genfens N seed S book None" quit` prints N lines
"info string genfens FEN", each within 15 seconds, and ends; the FEN has six fields, the last two numbers.

Usage: tests/test_openbench.py ENGINE [TEST...]"""

import os
import re
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import all_games, check, equal, run  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINE = os.path.abspath(sys.argv[1])
STALLED = 15


class Nothing:
    """The tests start engines of their own."""

    transcript = []

    def kill(self):
        pass


def start(*arguments):
    return subprocess.run([ENGINE, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=300, check=False)


def genfens(command, status=0):
    """The FENs, by OpenBench's rules."""
    process = subprocess.Popen([ENGINE, command, "quit"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    fens, stalled = [], []
    while True:
        watch = threading.Timer(STALLED, lambda: (stalled.append(True), process.kill()))
        watch.start()
        line = process.stdout.readline()
        watch.cancel()
        check(not stalled, "nothing for %d seconds" % STALLED)
        if not line:
            break
        if line.decode().startswith("info string genfens "):
            fens.append(line.decode().split("genfens ")[1].rstrip())
    process.stdout.close()
    equal(process.wait(), status)
    return fens


def it_is_built_as_asked(_):
    with tempfile.NamedTemporaryFile(suffix=".nnue") as net:
        said = subprocess.run(["make", "-n", "-j4", "CC=gcc", "EXE=Quincunx-1a2b3c4d", "EVALFILE=" + net.name], cwd=ROOT, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}).stdout
    check(re.search(r'mv -f "\$new" Quincunx-1a2b3c4d\b', said), "no such program is linked: " + said[-2000:])
    check('FILE(nets, 1, "%s")' % net.name in said, "the network is not built in")
    check("FILE(nets, 2" not in said, "other networks are built in, too")


def bench_as_it_reads_it(_):
    counts = []
    for _ in range(2):
        nodes = nps = None
        for line in reversed(start("bench", "4").stdout.decode("ascii").strip().split("\n")):
            line = re.sub(r"[^a-zA-Z0-9 ]+", " ", line)
            found_nps = re.search(r"(\d+)\s+nps|nps\s+(\d+)|nodes second\s+(\d+)", line, re.I)
            found = re.search(r"(\d+)\s+nodes|nodes\s+(\d+)|nodes searched\s+(\d+)", line, re.I)
            nps = nps or (found_nps and int(found_nps.group(1)))
            nodes = nodes or (found and int(found.group(1)))
        check(nodes and nps, "no counts")
        games = re.findall(r"(?m)^[\w-]+ +depth +\d+ +(\d+) nodes", start("bench", "4").stdout.decode())
        equal((len(games), sum(map(int, games))), (len(all_games(ENGINE)), nodes))
        counts.append(nodes)
    equal(counts[0], counts[1])


def openings_as_many_as_asked(_):
    fens = genfens("genfens 6 seed 5 book None")
    equal((len(fens), len(set(fens))), (6, 6))
    for fen in fens:
        fields = fen.split()
        equal(len(fields), 6)
        check(fields[4].isdigit() and fields[5].isdigit(), fen)
        said = start("perft", "chess", "1", fen)
        equal((said.returncode, int(said.stdout.split()[-1]) > 0), (0, True))
    equal(genfens("genfens 6 seed 5 book None"), fens)
    # The client leaves a space where it has nothing to add.
    equal(genfens("genfens 3 seed 5 book None "), fens[:3])
    check(not set(genfens("genfens 3 seed 6 book None")) & set(fens), "another seed gives the same openings")


def openings_of_other_games(_):
    (fen,) = genfens("genfens 1 seed 1 book None borderlands")
    equal(start("perft", "borderlands", "1", fen).returncode, 0)


def what_is_refused(_):
    for wrong in ("genfens 0 seed 1 book None", "genfens x seed 1 book None", "genfens 100001 seed 1 book None", "genfens 1 seed -1 book None",
                  "genfens 1 sed 1 book None", "genfens 1 seed 1", "genfens 1 seed 1 book Books/8moves.epd", "genfens 1 seed 1 book None bridge",
                  "genfens ", "genfens 1 seed 99999999999999999999 book None"):
        said = start(wrong, "quit")
        check(said.returncode == 2 and said.stdout.startswith(b"quincunx genfens: ") and b"info string" not in said.stdout,
              "%s: %d %r" % (wrong, said.returncode, said.stdout[:200]))


sys.exit(run([it_is_built_as_asked, bench_as_it_reads_it, openings_as_many_as_asked, openings_of_other_games, what_is_refused], Nothing))
