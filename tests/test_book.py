#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Making opening books and playing from them. Usage: tests/test_book.py [ENGINE [TEST...]]"""

import json
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests"))
from protocol import TESTS, Engine, Folder, all_games, check, equal, run, test  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 and os.path.exists(sys.argv[1]) else "quincunx")
LAB = os.path.join(os.path.dirname(ENGINE), "quincunx-lab")
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
def a_late_shard_is_not_waited_for(folder):
    """Of three shards one never starts, and one is killed midway."""
    alone = folder.make("alone.book")
    shards = [subprocess.Popen(folder.command("shared.book", "--shard", "%d/3" % i)) for i in (1, 2)]
    path = folder.file("shared.book.2-of-3.searches")
    while not (os.path.exists(path) and os.path.getsize(path) > 1000):
        check(shards[0].poll() is None, "there was nothing to wait for")
        time.sleep(0.002)
    shards[1].kill()
    shards[1].wait()
    equal(shards[0].wait(300), 0)
    equal(folder.read("shared.book"), alone)
    # The last one finds everything done.
    os.remove(folder.file("shared.book"))
    folder.make("shared.book", "--shard", "3/3")
    equal(folder.read("shared.book"), alone)
    check(os.path.getsize(folder.file("shared.book.3-of-3.searches")) < 400, "searched again")


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


def block_checksum(data, seed=0):
    """As nnue/blocks.c has it."""
    total = seed ^ len(data)
    for at in range(0, len(data), 8):
        total = (total ^ int.from_bytes(data[at:at + 8], "little")) * 0x9E3779B97F4A7C15 % 2**64
        total ^= total >> 29
    return total ^ total >> 32


RECORD = struct.Struct("<QQQi")  # number, question, move, score


def searches_changed(data, change):
    """A file of searches with other records and right checksums."""
    at = 52 + struct.unpack_from("<I", data, 40)[0]
    out = data[:at]
    while at < len(data):
        payload = at + 40
        end = payload + struct.unpack_from("<I", data, at + 8)[0]
        records = [change(*record) for record in RECORD.iter_unpack(data[payload:end])]
        head = data[at:at + 16] + struct.pack("<QQ", min(r[0] for r in records), max(r[0] for r in records))
        body = b"".join(RECORD.pack(*record) for record in records)
        out += head + struct.pack("<Q", block_checksum(body, block_checksum(head))) + body
        at = end
    return out


@test
def crafted_searches_are_refused(folder):
    """Whatever a file of searches says, with right checksums: no move is played that is not legal, and no number takes memory."""
    whole = folder.make("a.book")
    searches = folder.read("a.book.searches")
    equal(searches_changed(searches, lambda *record: record), searches)

    def explore(change):
        folder.write("a.book.searches", searches_changed(searches, change))
        done = subprocess.run(folder.command("a.book"), capture_output=True, text=True, timeout=300)
        return done.returncode, done.stderr

    for number in (0, 25, 60):
        for what, change in (("no move", lambda n, q, m, s: (n, q, 0 if n == number else m, s)),
                             ("any bits", lambda n, q, m, s: (n, q, 0xFFFFFFFFFFFFFFFF if n == number else m, s)),
                             ("another square", lambda n, q, m, s: (n, q, m ^ (0xFF if n == number else 0), s)),
                             ("a score", lambda n, q, m, s: (n, q, m, 40000 if n == number else s)),
                             ("a score below", lambda n, q, m, s: (n, q, m, -2**31 if n == number else s))):
            status, said = explore(change)
            check(status == 2 and "search %d in the files of searches has no legal move or score" % number in said, "%s: %s %s" % (what, status, said))
    # Numbers of any size: missing answers are searched again.
    for far in (2**26, 2**31, 2**40, 2**64 - 1):
        equal((far, explore(lambda n, q, m, s, far=far: (far if n == 7 else n, q, m, s))), (far, (0, "")))
        equal(folder.read("a.book"), whole)
        check(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 1 << 20, "it took a gigabyte")


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
    replies = {move["move"] for move in moves_of(folder, "book", ["e2e4"])["moves"] if move["positions"]}
    engine = folder.engine()
    engine.send("xboard", "protover 2")
    engine.expect('feature option="OwnBook -check 0"')
    engine.expect("feature done=1")
    engine.send("option BookFile=" + folder.file("book"), "option OwnBook=1", "st 1000", "usermove e2e4")  # at once
    engine.expect("move (%s)" % "|".join(replies))


@test
def the_page_of_openings(folder):
    """Of every book of the repository: its block between the marks, and its picture; prose stays."""
    games = [game for game in all_games(ENGINE) if os.path.exists(os.path.join(ROOT, "src", "variants", game, game + ".book"))]
    page = folder.file("page.md")

    def write(*marks):
        with open(page, "w", encoding="utf-8") as file:
            file.write("Prose.\n" + "".join("<!-- openings: %s -->\nold\n<!-- end -->\n" % name for name in marks) + "More.\n")
        done = subprocess.run([sys.executable, os.path.join(ROOT, "lab", "opening_page.py"), "--engine", ENGINE, "--page", page, *games],
                              capture_output=True, text=True, timeout=120)
        with open(page, encoding="utf-8") as file:
            return done, file.read()

    done, text = write(*games, "elsewhere")
    equal((done.returncode, done.stderr), (0, ""))
    check(text.startswith("Prose.\n") and text.endswith("<!-- openings: elsewhere -->\nold\n<!-- end -->\nMore.\n"), text)
    for game in games:
        block = re.search("<!-- openings: %s -->\n(.*?)<!-- end -->" % game, text, re.S)[1]
        said = subprocess.run([ENGINE], input="setoption name UCI_Variant value %s\nposition startpos\ngo perft 1\nquit\n" % game,
                              capture_output=True, text=True, timeout=60).stdout
        told, legal = re.findall(r"^\| `(\S+)` \| ([+-]\d\.\d\d) ", block, re.M), re.findall(r"^(\S+): 1$", said, re.M)
        check(len(told) >= 6 and {move for move, _ in told} <= set(legal), block)
        scores = [float(score) for _, score in told]
        check(scores in (sorted(scores), sorted(scores, reverse=True)), block)
        with open(folder.file("inventors/%s-openings.svg" % game), encoding="utf-8") as file:
            check(told[0][0] in file.read(), game)
    done, text = write(*games[1:])
    check(done.returncode != 0 and games[0] in done.stderr and text.count("\nold\n") == len(games) - 1, done.stderr)


if __name__ == "__main__":
    sys.exit(run(TESTS, Books))
