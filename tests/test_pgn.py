#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Games in files: written by the terminal, read by it and by another program. Usage: tests/test_pgn.py ENGINE [TEST...]"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import Engine, Failure, check, equal, run  # noqa: E402

PATH = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
os.environ["PATH"] += ":/usr/games"  # Debian keeps pgn-extract there
TESTS = []
PLIES = 120


def test(function):
    TESTS.append(function)
    return function


def random_game(e, generator, plies):
    """Random turns of chess and the FEN after them."""
    turns = []
    for _ in range(plies):
        e.send("position startpos moves " + " ".join(turns), "go perft 1")
        e.expect(r"Nodes searched: \d+")
        legal = [line.split(":")[0] for line in e.skipped if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?: 1", line)]
        if not legal:
            break
        # What is rare in random games is worth more.
        rare = [turn for turn in legal if turn in ("e1g1", "e1c1", "e8g8", "e8c8") or turn[4:]]
        turns.append(generator.choice(rare if rare and generator.random() < 0.5 else legal))
        e.send("position startpos moves " + " ".join(turns), "d")
        if e.expect("Result: (.*)").group(1) != "*":
            break
    e.send("position startpos moves " + " ".join(turns), "d")
    return turns, e.expect("Fen: (.*)").group(1)


def terminal(game, *lines):
    done = subprocess.run([PATH, "play", game], input="\n".join(lines) + "\nquit\n", text=True, capture_output=True, timeout=120, check=True)
    return done.stdout


def moves_of(pgn):
    """The words of the move text that are moves."""
    text = re.sub(r"\{[^}]*\}|^\[.*\]$", "", pgn, flags=re.M)
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


@test
def chess_is_standard(e):
    """pgn-extract reads what we write, comes to the same position, and would have written the same."""
    generator = random.Random(12)
    for number in range(8):
        turns, fen = random_game(e, generator, PLIES)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            terminal("chess", "side both", *turns, "save " + path)
            with open(path, encoding="ascii") as file:
                ours = file.read()
            equal(len(moves_of(ours)), len(turns))
            back = terminal("chess", "load " + path, "fen")
            check(fen in back, "game %d is not read back: %s\n%s" % (number, fen, back[-300:]))
            if not shutil.which("pgn-extract"):
                continue
            done = subprocess.run(["pgn-extract", "-s", "-F", path], text=True, capture_output=True, timeout=60, check=False)
            final = re.search(r'\{ "([^"]+)" \}', done.stdout)
            check(final and not done.stderr.strip(), "pgn-extract complains about game %d: %s" % (number, done.stderr))
            equal(final.group(1).split()[:3], fen.split()[:3])
            equal(moves_of(done.stdout), moves_of(ours))
    if not shutil.which("pgn-extract"):
        print("pgn-extract is not installed: what it makes of our games is skipped")


@test
def short_notation_is_exact(e):
    """Which man moves is told as briefly as it can be; check and mate are signed."""
    for fen, turn, short in (
            ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"), ("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
            ("8/1k6/8/8/Q6Q/8/4K3/Q7 w - - 0 1", "a4d4", "Qa4d4"), ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"), ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"), ("6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
            # A pinned Knight can not go there, so it needs no telling apart.
            ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2")):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            terminal("chess", "fen " + fen, "side both", turn, "save " + path)
            with open(path, encoding="ascii") as file:
                equal(moves_of(file.read()), [short])


if __name__ == "__main__":
    sys.exit(run(TESTS, lambda: Engine(PATH)))
