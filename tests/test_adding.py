#!/usr/bin/env python3
# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/adding-a-variant.md is true: the game of its code blocks is put into a copy of the tree, built with
assertions, and counts what a slow program of its rules counts; it is then played in every face.

Usage: tests/test_adding.py ENGINE"""

import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from protocol import Engine  # noqa: E402

ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
PAGE = os.path.join(ROOT, "docs", "adding-a-variant.md")
LIMIT = 900  # seconds for one command
passed, failed = 0, 0


def ok(name, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name}\n{detail}"[:3000])
    return good


# ---- Crossing, from its rules alone: a board is a dictionary of (file, rank) and letters ----

FILES, RANKS = 5, 6
START = "rnknr/ppppp/5/5/PPPPP/RNKNR w - - 0 1"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def from_fen(fen):
    rows, side = fen.split()[:2]
    board = {}
    for down, row in enumerate(rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, RANKS - 1 - down] = letter
                file += 1
    return board, side == "w"


def of(letter, white):
    return letter is not None and letter.isupper() == white


def steps(board, square, white):
    """Where the man on the square may go, his King's safety aside."""
    letter, (x, y) = board[square].upper(), square
    if letter == "P":
        ahead = 1 if white else -1
        if 0 <= y + ahead < RANKS and (x, y + ahead) not in board:
            yield x, y + ahead
        for beside in (x - 1, x + 1):
            if of(board.get((beside, y + ahead)), not white):
                yield beside, y + ahead
        return
    for dx, dy in {"N": JUMPS, "K": AROUND, "R": STRAIGHT}[letter]:
        a, b = x + dx, y + dy
        while 0 <= a < FILES and 0 <= b < RANKS:
            if not of(board.get((a, b)), white):
                yield a, b
            if letter != "R" or (a, b) in board:
                break
            a, b = a + dx, b + dy


def king(board, white):
    return next(square for square, letter in board.items() if letter == ("K" if white else "k"))


def attacked(board, white):
    """Could the other side take this side's King?"""
    target = king(board, white)
    return any(target in steps(board, square, not white) for square, letter in board.items() if of(letter, not white))


def crossed(board, white):
    return king(board, white)[1] == (RANKS - 1 if white else 0)


def turns(board, white):
    if crossed(board, not white):
        return
    for square in [square for square, letter in board.items() if of(letter, white)]:
        for to in steps(board, square, white):
            last = board[square].upper() == "P" and to[1] in (0, RANKS - 1)
            for becomes in "RN" if last else board[square]:
                after = dict(board)
                after[to] = becomes if white else becomes.lower()
                del after[square]
                if not attacked(after, white):
                    name = "".join("abcde"[x] + str(y + 1) for x, y in (square, to))
                    yield name + (becomes.lower() if last else ""), after


def perft(board, white, depth):
    return 1 if depth == 0 else sum(perft(after, not white, depth - 1) for _, after in turns(board, white))


def to_fen(board, white):
    rows = []
    for y in reversed(range(RANKS)):
        row = "".join(board.get((x, y), "1") for x in range(FILES))
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    return f"{'/'.join(rows)} {'w' if white else 'b'} - - 0 1"


def positions(count):
    """The start, and positions of games at random, many of them late."""
    lot = random.Random(20)
    yield START
    for _ in range(count):
        board, white = from_fen(START)
        for _ in range(lot.randrange(4, 90)):
            choice = list(turns(board, white))
            if not choice:
                break
            board, white = lot.choice(choice)[1], not white
        yield to_fen(board, white)


# ---- The page's game, built ----

def blocks(kind):
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"^```{kind}\n(.*?)^```$", file.read(), re.S | re.M)


def scratch_tree(folder):
    """A copy of the sources with the game in it; what has been built of the old ones comes along, so that
    only what is new is compiled."""
    for name in ("Makefile", "src", "nnue", "bench", "web", "tests"):
        source = os.path.join(ROOT, name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(folder, name), ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy2(source, folder)
    built = os.path.dirname(ENGINE)
    build = os.path.relpath(built, ROOT) if os.path.isdir(os.path.join(built, "src")) and built.startswith(ROOT + os.sep) else "build/test"
    if os.path.isdir(os.path.join(ROOT, build)):
        shutil.copytree(os.path.join(ROOT, build), os.path.join(folder, build), ignore=shutil.ignore_patterns("logs", "tests"))
    with open(os.path.join(folder, "src", "variants", "crossing.c"), "w", encoding="utf-8") as file:
        file.write("\n".join(blocks("c")))
    registry = os.path.join(folder, "src", "variants", "registry.c")
    with open(registry, encoding="utf-8") as file:
        text = file.read()
    last = re.findall(r"^    GAME\(\w+\)$", text, re.M)
    ok("the list of games has a last line", len(last) == 1, text)
    with open(registry, "w", encoding="utf-8") as file:
        file.write(text.replace(last[0], "".join(blocks("registry")) + last[0]))
    return build


def build_it(folder, build):
    """With the flags of tests/run.sh, so that old objects serve."""
    engine = os.path.join(folder, "quincunx")
    command = [os.environ.get("MAKE", "make"), "-j2", f"CC={os.environ.get('CC', 'gcc')}", f"BUILD={build}", f"EXE={engine}",
               f"MATCH={engine}-match", f"MODE={os.environ.get('TEST_MODE', '')}", f"OPT={os.environ.get('TEST_OPT', '-O2 -g')}", engine, engine + "-match"]
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return engine if ok("it builds without a warning", done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]) else None


def run(engine, *words, lines=(), status=0):
    done = subprocess.run([engine, *words], input="".join(line + "\n" for line in lines), capture_output=True, text=True, timeout=LIMIT)
    ok(f"quincunx {' '.join(words)}: exit status {status}", done.returncode == status, done.stdout[-500:] + done.stderr[-500:])
    return done.stdout + done.stderr


def uci(engine, *lines):
    return run(engine, lines=["uci", "setoption name UCI_Variant value crossing", *lines])


# ---- What it must do ----

def test_counts(engine):
    for depth in range(1, 5):
        said = run(engine, "perft", "crossing", str(depth))
        ok(f"perft {depth} from the start", str(perft(*from_fen(START), depth)) in re.findall(r"\d+", said), said)
    wrong, over = [], 0
    fens = list(positions(60))
    said = uci(engine, *[line for fen in fens for line in (f"position fen {fen}", "go perft 2")])
    found = [int(x) for x in re.findall(r"^Nodes searched: (\d+)$", said, re.M)]
    for fen, count in zip(fens, found):
        expected = perft(*from_fen(fen), 2)
        over += expected == 0
        if expected != count:
            wrong.append(f"{fen}: {count}, not {expected}")
    ok("all positions are counted", len(found) == len(fens), said[-800:])
    ok("the counts are those of the slow program", not wrong, "\n".join(wrong))
    ok("some games were over", 0 < over < len(fens))


def test_ends(engine):
    ends = {"a won race": ("5/2K2/5/5/2k2/5 w - - 0 1", "c5c6", "1-0 the King has crossed"),
            "mate": ("k4/5/1K3/5/5/4R w - - 0 1", "e1e6", "1-0 checkmate"),
            "stalemate": ("k4/5/1K3/4N/5/5 w - - 0 1", "e3d5", "1/2-1/2 stalemate")}
    for name, (fen, turn, ending) in ends.items():
        board, white = from_fen(fen)
        after = dict(turns(board, white)).get(turn)
        ok(f"{name}: the slow program says so, too", after and not list(turns(after, not white)))
        said = uci(engine, f"position fen {fen} moves {turn}", "d")
        result = re.search(r"^Result: (.*)$", said, re.M)
        ok(f"{name} is seen", result and all(word in result[1] for word in ending.split(" ", 1)), said[-300:])
    for fen, reason in (("rnknr/ppppp/5/5/PPPPP/RN1NR w - - 0 1", "0 Kings"), ("rnkPr/ppp1p/5/5/PPPPP/RNKNR w - - 0 1", "no Pawn stands"),
                        ("2K2/5/5/5/2k2/5 w - - 0 1", "over before"), ("k3R/5/5/5/5/2K2 w - - 0 1", "not to move is in check")):
        ok(f"a FEN is refused: {reason}", reason in uci(engine, f"position fen {fen}"))


def test_faces(engine):
    ok("UCI lists it", re.search(r"option name UCI_Variant .*\bvar crossing\b", uci(engine)))
    ok("the command line lists it", "crossing" in run(engine, "--help"))
    talk = Engine(engine)
    talk.send("uci", "setoption name UCI_Variant value crossing", "position fen 5/2K2/5/5/2k1r/5 w - - 0 1", "go depth 6")
    ok("the search crosses at once", talk.expect(r"bestmove (\S+).*", LIMIT)[1] in ("c5b6", "c5c6", "c5d6"), talk.transcript[-3:])
    talk.send("quit")
    talk.end()
    said = run(engine, "play", "crossing", lines=["rules", "pieces", "e2e3", "resign", "quit"])
    ok("the terminal shows it", "Crossing" in said and "Knight" in said, said[-800:])
    said = run(engine, "json", lines=['{"id":1,"do":"games"}', '{"id":2,"do":"look","game":"crossing","turns":["a2a3"]}'])
    games, look = (json.loads(line) for line in said.splitlines()[:2])
    ok("JSON lists it", any(game["name"] == "crossing" and game["zones"] for game in games["games"]))
    ok("JSON plays it", look.get("side") == "b" and len(look["legs"]) == len(list(turns(*from_fen("rnknr/ppppp/5/P4/1PPPP/RNKNR b - - 0 1")))), str(look)[:500])
    said = run(engine, lines=["xboard", "protover 2", "variant crossing", "ping 1", "quit"])
    ok("CECP sets it up", re.search(r"^setup \(PN\.R\.+Kpn\.r\.+k\) 5x6\+0_bughouse rnknr/", said, re.M), said[-600:])
    said = run(engine, "bench", "3")
    ok("bench searches it", re.search(r"^crossing +depth +3 +\d+ nodes", said, re.M), said)
    ok("a diagram is drawn", "<svg" in run(engine, "diagram", "crossing", START))


def test_play(engine, folder):
    said = run(engine + "-match", "-engine", f"cmd={engine}", "nodes=300", "option.Hash=1", "-engine", "cmd=@greedy", "-variant", "crossing",
               "-each", "timeout=600", "-randomplies", "4", "-rounds", "10")
    score = re.search(r"Games 20: \+(\d+) -(\d+) =(\d+)", said)
    ok("twenty games are played out", score, said[-800:])
    ok("none of them ends by a fault", not re.search(r"illegal|crash|hang|forfeit", said), said[-800:])
    ok("the engine is stronger than greed", score and int(score[1]) >= 14, said[-800:])
    games = os.path.join(folder, "crossing.games")
    run(engine, "datagen", "crossing", "--nodes", "60", "--games", "6", "--plies", "120", "--out", games, "--quiet")
    ok("training data can be made of it", "sound, 6 games" in run(engine, "datagen", "--verify", games))


def main():
    folder = tempfile.mkdtemp(prefix="quincunx-adding-")
    try:
        engine = build_it(folder, scratch_tree(folder))
        if engine:
            test_counts(engine)
            test_ends(engine)
            test_faces(engine)
            test_play(engine, folder)
            layering = subprocess.run(["bash", "tests/test_layering.sh", os.path.join(folder, "none", "engine")], cwd=folder, capture_output=True, text=True)
            ok("the architecture stands", layering.returncode == 0, layering.stdout)
            ok("one file and one line", len(glob.glob(os.path.join(folder, "src", "variants", "*.c"))) == 1 + len(glob.glob(os.path.join(ROOT, "src", "variants", "*.c"))))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
