#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What OpenBench's client asks of an engine: how it is built, and the output of `bench`.

Its rules: `make CC=... EXE=NAME EVALFILE=FILE -j` makes ./NAME. In what `bench` prints, non-alphanumeric characters
aside, the last "N nodes" and the last "N nps" count.

Usage: tests/test_openbench.py ENGINE [TEST...]"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import all_games, check, equal, run  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINE = os.path.abspath(sys.argv[1])


class Nothing:
    """The tests start engines of their own."""

    transcript = []

    def kill(self):
        pass


def start(*arguments):
    return subprocess.run([ENGINE, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=300, check=False)


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


sys.exit(run([it_is_built_as_asked, bench_as_it_reads_it], Nothing))
