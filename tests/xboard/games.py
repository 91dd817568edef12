# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Plays whole games in real XBoard, engine against itself, and evaluates its records.

    games.py ENGINE [GAME...]

A game passes if XBoard ends by itself without a complaint, the engines (or the one
that XBoard let speak) give one result and final position, and XBoard's result and
final board are these.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from protocol import all_games  # noqa: E402

os.environ["PATH"] += ":/usr/games"  # Debian keeps XBoard there

SECONDS = 900  # a game, at most

# XBoard's own adjudications are chess's; they are off, and legality is the engine's.
OPTIONS = """-mg 1 -xexit -xpopup -xanimate -saveSettingsOnExit false -matchPause 100
 -testLegality false -testClaims false -checkMates false -materialDraws false -repeatsToDraw 0 -ruleMoves 0
 -soundProgram true -xponder""".split()

COMPLAINTS = re.compile(
    r"illegal|forfeit|false .*claim|game too long|engine aborts|Error \(|tellusererror"
    r"|exited unexpectedly|move out of move|could not be parsed", re.I)


class Display:
    """An X server of our own on a display number that it finds itself."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1100x24", "-nolisten", "tcp"],
            pass_fds=[write], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        if self.name == ":":
            sys.exit("xboard: Xvfb does not start")
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def last_match(pattern, text):
    found = re.findall(pattern, text, re.M)
    return found[-1] if found else None


def placement(fen):
    """The pieces on the board, without hands, rank by rank."""
    return fen.split(" ")[0].split("[")[0]


def read_board(fen):
    """Letters by square, a file and a rank from 0."""
    board = {}
    rows = placement(fen).split("/")
    for down, row in enumerate(rows):
        file = 0
        for number, letter in re.findall(r"(\d+)|(\+?[A-Za-z])", row):
            if number:
                file += int(number)
            else:
                board[file, len(rows) - 1 - down] = letter
                file += 1
    return board


def read(path):
    try:
        with open(path, encoding="latin-1") as file:
            return file.read()
    except OSError:
        return ""


def start_xboard(engine, game, variant, depth, directory, display):
    path = lambda kind: os.path.join(directory, game + "." + kind)
    command = ["xboard", "-fcp", engine, "-scp", engine, "-variant", variant, "-depth", str(depth),
               "-sgf", path("pgn"), "-spf", path("fen"), "-debug",
               "-nameOfDebugFile", path("log"), *OPTIONS]
    with open(path("out"), "w") as out:
        return subprocess.run(command, env=dict(os.environ, DISPLAY=display), stdin=subprocess.DEVNULL,
                              stdout=out, stderr=out, timeout=SECONDS, check=False).returncode


def load_again(engine, pgn):
    """What the terminal makes of XBoard's record."""
    return subprocess.run([engine, "play"], input="load %s\nfen\nquit\n" % pgn, text=True, capture_output=True, timeout=SECONDS,
                          check=False).stdout


def told_apart(back, position, log):
    """Is the position that was read back another one, in more than XBoard's record leaves open? It does not tell
    what all pieces became; of one that never moves again the terminal cannot know."""
    read_back = last_match(r"^(\S+/\S+ [wb] .*)$", back)
    if not read_back or read_back[len(placement(read_back)):] != position[len(placement(position)):]:
        return True
    promotions = re.findall(r"^\d+ <(?:first |second): move [a-z]\d+([a-z])(\d+)[a-z+]$", log, re.M)
    left_open = {(ord(file) - ord("a"), int(rank) - 1) for file, rank in promotions}
    here, there = read_board(read_back), read_board(position)
    return here.keys() != there.keys() or any(man != there[square] and (square not in left_open or man.isupper() != there[square].isupper())
                                              for square, man in here.items())


def judge(engine, game, directory):
    """What is wrong with a finished game, or (None, a description)."""
    log, pgn, fen, out = (read(os.path.join(directory, f"{game}.{kind}")) for kind in ("log", "pgn", "fen", "out"))
    said = [line for line in log.splitlines() if re.match(r"\d+ [<>](first|second)", line)] + out.splitlines()
    complaint = next((line for line in said if COMPLAINTS.search(line)), None)
    if complaint:
        return "complaint: " + complaint
    ends = re.findall(r"^\d+ <(first |second): # (\S+) \{(.*)\} in (.*)$", log, re.M)
    if not ends:
        return "no engine saw the end"
    if ends[0][1:] != ends[-1][1:]:
        return "the engines disagree: %s" % (ends,)
    _, result, reason, position = ends[0]
    if last_match(r'^\[Result "(.*)"\]', pgn) != result:
        return "XBoard's result is %s, the engines' %s {%s}" % (last_match(r'^\[Result "(.*)"\]', pgn), result, reason)
    boards = [line for line in fen.splitlines() if "/" in line]
    if not boards:
        return "XBoard saved no final position"
    if placement(boards[-1]) != placement(position):
        return "XBoard's board is %s, the engines' %s" % (boards[-1], position)
    plies = len(re.findall(r"^\d+ <(?:first |second): move ", log, re.M))
    back = load_again(engine, os.path.join(directory, game + ".pgn"))
    if position not in back and told_apart(back, position, log):
        return "the terminal does not read XBoard's file: %s, not %s" % (back[-400:], position)
    return None, "%s {%s} after %d plies" % (result, reason, plies)


def retry(name, game, failure, again):
    """XBoard itself misses an event or dies now and then on a busy machine: a game that failed is played once more,
    which is told; a fault of ours fails twice."""
    print("%s: %-18s %s: %s" % (name, game, "FAILED" if again else "failed, and is tried once more", failure), flush=True)
    return not again


def play(engine, game, variant, depth, directory, display):
    """(None, description) or what is wrong."""
    try:
        status = start_xboard(engine, game, variant, depth, directory, display)
    except subprocess.TimeoutExpired:
        return "XBoard did not end within %d s" % SECONDS
    wrong = judge(engine, game, directory)
    if isinstance(wrong, tuple) and status != 0:
        return "XBoard's exit status is %d" % status
    return wrong


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    engine = os.path.abspath(sys.argv[1])
    if not os.access(engine, os.X_OK):
        sys.exit("xboard: no engine at " + sys.argv[1])
    facts = all_games(engine)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch, Display() as display:
        directory = os.environ.get("QUINCUNX_XBOARD_KEEP") or scratch
        os.makedirs(directory, exist_ok=True)
        for game in sys.argv[2:] or facts:
            depth = 3 if facts[game]["bench_depth"] >= 10 else 2
            for again in (False, True):
                for kind in ("log", "pgn", "fen", "out"):
                    path = os.path.join(directory, f"{game}.{kind}")
                    if os.path.exists(path):
                        os.remove(path)
                verdict = play(engine, game, facts[game]["cecp"], depth, directory, display.name)
                if isinstance(verdict, tuple):
                    passed += 1
                    print("xboard: %-18s passed: %s" % (game, verdict[1]), flush=True)
                elif retry("xboard", game, verdict, again):
                    continue
                else:
                    failed += 1
                break
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
