#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Making opening books and playing from them. Usage: tests/test_book.py [ENGINE [TEST...]]"""

import json
import os
import re
import signal
import subprocess
import sys
import time

from protocol import ENGINE, LAB, TESTS, Engine, Folder, check, equal, run, test

SIZE = ["--positions", "120", "--nodes", "400", "--classical", "--quiet"]


class Books(Folder):
    def __init__(self):
        super().__init__()
        self.engines = []

    def command(self, name, *arguments, game="chess"):
        return [LAB, "explore", game, *SIZE, "--out", self.file(name), *arguments]

    def make(self, name, *arguments, game="chess"):
        said = subprocess.run(self.command(name, *arguments, game=game), capture_output=True, text=True, timeout=300)
        equal((said.returncode, said.stderr), (0, ""))
        return self.read(name)

    def engine(self, *arguments):
        self.engines.append(Engine(ENGINE, *arguments))
        return self.engines[-1]

    def kill(self):
        for engine in self.engines:
            engine.kill()
        super().kill()


@test
def any_number_of_shards_makes_the_same_book(folder):
    alone = folder.make("alone.book")
    check(b"nodes 120\n" in alone, alone[:200])
    shards = [subprocess.Popen(folder.command("shared.book", "--shard", "%d/3" % i)) for i in (1, 2, 3)]
    equal([shard.wait(300) for shard in shards], [0, 0, 0])
    equal(folder.read("shared.book"), alone)
    sizes = [os.path.getsize(folder.file("shared.book.%d-of-3.searches" % i)) for i in (1, 2, 3)]
    check(max(sizes) < os.path.getsize(folder.file("alone.book.searches")) / 2, "the shards did not share: %s" % sizes)
    # A round of another size is another book.
    check(folder.make("other.book", "--round", "1") != alone, "the size of a round means nothing")


@test
def what_was_killed_goes_on(folder):
    whole = folder.make("whole.book")
    kept = []
    for attempt in range(3):
        process = subprocess.Popen(folder.command("killed.book"))
        path = folder.file("killed.book.searches")
        limit = 2000 * (attempt + 1)
        while process.poll() is None and not (os.path.exists(path) and os.path.getsize(path) > limit):
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept.append(os.path.getsize(path))
        # As if it had been killed while it was writing.
        with open(path, "ab") as file:
            file.write(b"QBLK\x01\x00")
    check(kept[0] < os.path.getsize(folder.file("whole.book.searches")), "it was not killed on the way")
    equal(folder.make("killed.book"), whole)
    equal(folder.read("killed.book.searches"), folder.read("whole.book.searches"))


@test
def every_first_move_and_every_reply(folder):
    book = folder.make("book", "--positions", "900", "--nodes", "1").decode().splitlines()
    equal(len(book[4].split()), 20)
    for line in book[5:25]:
        equal(len(re.findall(r"[a-h]\d[a-h]\d(?= |$|=)", line)), 20)


@test
def games_of_legs_and_two_boards(folder):
    for game in ("diamond", "bordahbee"):
        book = folder.make(game + ".book", "--positions", "200", "--nodes", "50", game=game)
        check(b"nodes 200\n" in book, book[:200])


@test
def a_smaller_file_has_the_best_positions(folder):
    whole, small = folder.make("book").decode().splitlines(), folder.make("book", "--bytes", "1500").decode()
    check(len(small) <= 1500, len(small))
    nodes = int(small.splitlines()[3].split()[1])
    check(20 < nodes < 120, nodes)
    best = [line.splitlines()[4].split(" ")[0].split("/")[0] for line in ("\n".join(whole), small)]
    equal(best[0], best[1])


@test
def wrong_arguments(folder):
    for arguments, complaint in ((["chess"], "needs --positions"), ([], "GAME is missing"), (["checkers", "--positions", "9", "--nodes", "9"], "no game is called"),
                                 (["chess", "--positions", "x"], "takes a number"), (["chess", "--shard", "4/3"], "like 2/3"),
                                 (["chess", "--shard"], "I/N"), (["chess", "--colour", "3"], "no option '--colour'"), (["chess", "diamond"], "one word too many")):
        said = subprocess.run([LAB, "explore", *arguments], capture_output=True, text=True, cwd=folder.path)
        check(said.returncode == 2 and complaint in said.stderr, said.stderr)
    folder.make("book")
    other = subprocess.run(folder.command("book", "--nodes", "300"), capture_output=True, text=True)
    check(other.returncode == 2 and "searches of another book" in other.stderr, other.stderr)
    with open(folder.file("bad.searches"), "wb") as file:
        file.write(b"something else entirely")
    bad = subprocess.run(folder.command("bad"), capture_output=True, text=True)
    check(bad.returncode == 2 and "is not a file of" in bad.stderr, bad.stderr)


def moves_of(folder, name, moves=()):
    """The moves of a book, from the JSON protocol."""
    engine = folder.engine("json")
    engine.send(json.dumps({"do": "option", "name": "BookFile", "value": folder.file(name)}), json.dumps({"do": "book", "game": "chess", "moves": moves}))
    engine.line()
    return json.loads(engine.line())


@test
def own_book_plays_book_moves_and_leaves_it(folder):
    folder.make("book")
    book = moves_of(folder, "book")
    equal((book["positions"], book["known"], len(book["moves"])), (120, True, 20))
    best = book["moves"][0]["cp"]
    engine = folder.engine()
    engine.send("uci")
    engine.expect("option name OwnBook type check default false")
    engine.expect("uciok")
    near = {move["move"] for move in book["moves"] if best - move["cp"] <= 30}
    engine.send("setoption name BookFile value " + folder.file("book"), "setoption name Book Variety value 30")

    def answer(position, go="go nodes 100"):
        engine.send("position startpos" + position, go)
        lines = []
        while not lines or not lines[-1].startswith("bestmove"):
            lines.append(engine.line())
        return lines[-1].split()[1], any("nodes 0 " in line for line in lines)

    equal(answer("")[1], False)
    engine.send("setoption name OwnBook value true")
    found = set()
    for seed in range(1, 60):
        engine.send("setoption name Skill Seed value %d" % seed)
        move, from_book = answer("")
        check(from_book and move in near, move)
        found.add(move)
        equal(answer("")[0], move)
    check(len(near) < 2 or len(found) > 1, "no variety: %s" % found)
    engine.send("setoption name Book Variety value 0")
    equal(answer("")[0], book["moves"][0]["move"])
    # After the end of the book it searches silently; also with searchmoves.
    equal(answer(" moves a2a3 h7h5 h2h4 a7a5")[1], False)
    equal(answer("", "go nodes 100 searchmoves a2a3"), ("a2a3", False))
    check(not any("error" in line or "book" in line.lower() for line in engine.transcript if line.startswith("< ") and "option name" not in line), engine.transcript)
    engine.send("setoption name BookFile value " + folder.file("nothing"))
    engine.expect("info string error: .*nothing.*")
    with open(folder.file("bad"), "w") as file:
        file.write("e2e4\n")
    engine.send("setoption name BookFile value " + folder.file("bad"))
    engine.expect("info string error: .*is incomplete: .*")
    equal(answer("")[1], True)


@test
def own_book_in_cecp(folder):
    folder.make("book")
    replies = {move["move"] for move in moves_of(folder, "book", ["e2e4"])["moves"] if move["continuation"]}
    engine = folder.engine()
    engine.send("xboard", "protover 2")
    engine.expect('feature option="OwnBook -check 0"')
    engine.expect("feature done=1")
    engine.send("option BookFile=" + folder.file("book"), "option OwnBook=1", "st 1000", "usermove e2e4")  # at once
    engine.expect("move (%s)" % "|".join(replies))


if __name__ == "__main__":
    sys.exit(run(TESTS, Books))
