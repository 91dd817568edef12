# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""A conversation with an engine process, for the protocol tests."""

import contextlib
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The program that a test is called with, and those beside it.
ENGINE = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
LAB, MATCH = (os.path.join(os.path.dirname(ENGINE), name) for name in ("quincunx-lab", "quincunx-match"))
# Seconds to wait for an answer: long, because machines may be busy.
PATIENCE = float(os.environ.get("TEST_PATIENCE", "20"))


def heed_signals():
    """What is started from here on heeds the signals that these tests, in the background or by nohup, ignore."""
    for number in (getattr(signal, name, None) for name in ("SIGHUP", "SIGINT", "SIGQUIT")):
        if number and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


heed_signals()


class Failure(Exception):
    pass


class Engine:
    """A running engine; a thread reads its output in the background."""

    def __init__(self, path, *arguments):
        self.process = subprocess.Popen(
            [path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.transcript = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for raw in self.process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            self.transcript.append("< " + line[:200])
            self.lines.put(line)
        self.lines.put(None)

    def send(self, *lines):
        for line in lines:
            self.send_bytes(line.encode("utf-8", "surrogateescape") + b"\n")

    def send_bytes(self, data):
        self.transcript.append("> " + repr(data[:200]))
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure("the engine does not read any more")

    def line(self, patience=None):
        """The next line; fails if there is none in time."""
        try:
            line = self.lines.get(timeout=PATIENCE if patience is None else patience)
        except queue.Empty:
            raise Failure("no answer")
        if line is None:
            raise Failure("the engine has ended (%s)" % self.process.wait(5))
        return line

    def expect(self, pattern, patience=None, never=None):
        """Reads until a whole line matches; no earlier line may match `never`.
        Returns the match; the lines before it are in self.skipped."""
        self.skipped = []
        end = time.monotonic() + (PATIENCE if patience is None else patience)
        while True:
            try:
                line = self.line(max(0.01, end - time.monotonic()))
            except Failure as failure:
                raise Failure("%s; expected %s" % (failure, pattern))
            found = re.fullmatch(pattern, line)
            if found:
                return found
            if never and re.fullmatch(never, line):
                raise Failure("unexpected: %s" % line)
            self.skipped.append(line)

    def ask(self, line, pattern, never=None):
        """Sends a line and reads until its answer."""
        self.send(line)
        return self.expect(pattern, never=never)

    def forbid(self, pattern, sync, answer):
        """Sends `sync` and reads until its answer; no line may match the pattern."""
        self.ask(sync, answer, never=pattern)

    def running(self):
        return self.process.poll() is None

    def end(self, status=0, patience=None):
        """Waits for the end of the process; fails unless it has this exit status."""
        try:
            found = self.process.wait(PATIENCE if patience is None else patience)
        except subprocess.TimeoutExpired:
            raise Failure("the engine does not end")
        if found != status:
            errors = self.process.stderr.read().decode("utf-8", "replace")
            raise Failure("exit status %s, not %s %s" % (found, status, errors[-500:]))

    def close_input(self):
        self.process.stdin.close()

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def leave(self):
        """With TEST_POLITE set, closes the input and lets the engine exit by itself, for tools that
        check a process when it exits; the status is 23 if it leaks."""
        if not os.environ.get("TEST_POLITE") or not self.running():
            return
        try:
            self.close_input()
            self.process.wait(PATIENCE)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            return
        if self.process.returncode == 23:
            raise Failure("leaks: " + self.process.stderr.read().decode("utf-8", "replace")[-800:])

    def kill(self):
        if self.running():
            self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def by_rules(path, rules, *arguments):
    """An engine that plays by other rules."""
    e = Engine(path, *arguments, "--rules", rules)
    try:
        yield e
    finally:
        e.kill()


def ends_unread(path, arguments, first, lines):
    """Checks that a program ends, with the reason, once its output is closed or the disk is full, although its input stays
    open. It answers the first lines before."""
    for full in (False, True):
        reading, writing = os.pipe()
        output = open("/dev/full", "wb") if full else os.fdopen(writing, "wb")
        with subprocess.Popen([path, *arguments], stdin=subprocess.PIPE, stdout=output, stderr=subprocess.PIPE) as process:
            output.close()
            if full:
                os.close(writing)
            else:
                send_lines(process, first)
                os.read(reading, 1)
            os.close(reading)
            try:
                send_lines(process, lines)
            except BrokenPipeError:
                pass
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failure("%s: it works on for nobody" % lines)
            said = process.stderr.read().decode()
            equal((lines, status), (lines, 2))
            check(re.fullmatch(r"quincunx: standard output could not be written: .+\n", said), said)


def ends_at_once(start, *conversations):
    """A program ends at the end of its input, even within a line, at `quit` and when it is terminated, whatever it does. start():
    a new one."""
    for lines in conversations:
        for how in ("end of input", "half a line", "quit", "terminated"):
            e = start()
            try:
                e.send(*lines)
                if how == "quit":
                    e.send("quit")
                elif how == "terminated":
                    e.terminate()
                else:
                    e.send_bytes(b"go dep" if how == "half a line" else b"")
                    e.close_input()
                e.end()
            except Failure as failure:
                raise Failure("%s, %s: %s" % (lines, how, failure))
            finally:
                e.kill()


def send_lines(process, lines):
    process.stdin.write("".join(line + "\n" for line in lines).encode())
    process.stdin.flush()


class Folder:
    """A folder for a test, in place of an engine. Its path has blanks."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="a quincunx test ")
        self.transcript = []

    def kill(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, *names):
        return os.path.join(self.path, *names)

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.file(name), "wb") as file:
            file.write(data)


def all_games(path):
    """{name: facts} of all games, in the engine's order; docs/adding-a-variant.md lists the members."""
    said = subprocess.run([path, "games", "--json"], capture_output=True, text=True, check=True).stdout
    return {game["name"]: game for game in map(json.loads, said.splitlines())}


def check(condition, message):
    if not condition:
        raise Failure(message)


def equal(found, expected):
    if found != expected:
        raise Failure("%r, not %r" % (found, expected))


# ---- Requests in JSON ----


def reply(e):
    """The next answer: one line of JSON and nothing else."""
    line = e.line()
    try:
        answer = json.loads(line)
    except ValueError:
        raise Failure("no JSON: %s" % line[:200])
    check(isinstance(answer, dict) and "id" in answer, "no answer: %s" % line[:200])
    return answer


def ask(e, **request):
    e.send(json.dumps(request))
    return reply(e)


def good(e, **request):
    answer = ask(e, **request)
    check("error" not in answer, "%s: %s" % (request, answer.get("error")))
    return answer


def bad(e, pattern, **request):
    answer = ask(e, **request)
    check(re.search(pattern, answer.get("error", "")), "%s does not match %s" % (answer, pattern))


def searched(e, **request):
    """The lines of a search, and the last."""
    e.send(json.dumps(dict(do="search", **request)))
    infos = []
    while "done" not in (answer := reply(e)):
        check("info" in answer, answer)
        infos.append(answer["info"])
    return infos, answer["done"]


def sheets(e):
    return {game["name"]: game for game in good(e, do="games")["games"]}


def board_of(game, fen):
    """{square: piece} of a FEN. game: its files and ranks."""
    board, rank = {}, game["ranks"]
    for row in re.sub(r"\[.*\]", "", fen.split(" ")[0]).split("/"):
        file = 0
        for item in re.findall(r"\d+|\+?[A-Za-z]", row):
            if not item.isdigit():
                board[chr(97 + file) + str(rank)] = item
            file += int(item) if item.isdigit() else 1
        equal(file, game["files"])
        rank -= 1
    return board


def random_game(e, game, seed, plies, captures=0.5):
    """The moves of a random game, and the answers before each and after the last. Captures are rare: `captures` prefers them."""
    chance, moves, legs, answers = random.Random(seed), [], [], []
    while True:
        answer = good(e, do="position", game=game, moves=moves, legs=",".join(legs))
        if not legs:
            answers.append(answer)
        if answer["result"] != "*" or len(moves) == plies:
            return moves, answers
        if answer["status"] == "complete" or (answer["status"] == "extensible" and chance.random() < 0.4):
            moves.append(",".join(legs))
            legs = []
        else:
            check(answer["legs"], "nothing can be played after %s %s" % (moves[-3:], legs))
            choice = [leg["text"] for leg in answer["legs"]]
            taking = [leg["text"] for leg in answer["legs"] if leg["removed"]]
            legs.append(chance.choice(taking if taking and chance.random() < captures else choice))


TESTS = []  # the functions marked by @test


def test(function):
    TESTS.append(function)
    return function


def long(function):
    """Marks a test that takes minutes of a processor: TEST_LONG=1 (make check-all) runs it, or its name."""
    function.long = True
    return function


def run(tests, make, before=None):
    """Runs each function with its own engine, after printing its name; prints "N passed, N failed" last. `before` runs
    first; if it fails, no test runs. TEST_LIST=1 only prints the names."""
    passed = failed = 0
    if os.environ.get("TEST_LIST"):
        print("\n".join(test.__name__ for test in tests))
        return 0
    try:
        if before:
            before()
    except Failure as failure:
        print("FAILED: %s: %s\n0 passed, 1 failed" % (before.__name__, failure))
        return 1
    only = sys.argv[2:]
    left_out = os.environ.get("TEST_LEFT_OUT", "").split()
    if not os.environ.get("TEST_LONG") and not only:
        left_out += [test.__name__ for test in tests if getattr(test, "long", False)]
    for test in tests:
        if test.__name__ in left_out or (only and test.__name__ not in only):
            continue
        print(test.__name__, flush=True)  # if it hangs, the log shows which
        begun = sum(os.times()[:4])
        engine = make()
        try:
            test(engine)
            if isinstance(engine, Engine):
                engine.leave()
            passed += 1
        except Exception as failure:  # a failed test must not stop the others
            failed += 1
            print("FAILED: %s: %s" % (test.__name__, failure))
            if not isinstance(failure, Failure):
                traceback.print_exc(file=sys.stdout)
            print("    " + "\n    ".join(engine.transcript[-25:]))
        finally:
            engine.kill()
        worked = sum(os.times()[:4]) - begun
        if worked >= 2:
            print("    %.0f s of a processor" % worked)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0
