#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The lines that CuteChess sends to a UCI engine and to a CECP engine, and the replies that it
needs: start, options, new games, moves, pondering, ends of games, quit. The lines and their order
are those of CuteChess 1.5.1. docs/gui.md describes a match with the real program.

Usage: tests/test_cutechess.py ENGINE [TEST...]"""

import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import PATIENCE, Engine, check, equal, run  # noqa: E402

PATH = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
LATE = PATIENCE  # seconds that an answer may be late: machines can be busy, and a misread limit takes longer


def silent(e, what):
    """Nothing came before the awaited answer."""
    check(not e.skipped, "%s: unexpected %s" % (what, e.skipped[:3]))


def leave(e):
    e.send("quit")
    e.end()


class Rules:
    """Move legality, from a separate process."""

    def __init__(self):
        self.engine = Engine(PATH)
        self.known = {}

    def legal(self, start, moves):
        key = (start, tuple(moves))
        if key not in self.known:
            self.engine.send(position(start, moves), "go perft 1")
            self.engine.expect(r"Nodes searched: \d+")
            self.known[key] = {m.group(1) for m in (re.match(r"(\S+): 1$", x) for x in self.engine.skipped) if m}
        return self.known[key]


def position(start, moves):
    return "position " + ("fen " + start if start else "startpos") + (" moves " + " ".join(moves) if moves else "")


rules = None

# ---- UCI ----


def uci_ready(e):
    e.send("isready")
    e.expect("readyok")


def uci_option(line):
    """Parses an option as CuteChess does; None if it would reject it."""
    m = re.fullmatch(r"option name (.+?) type (check|spin|combo|button|string)(.*)", line)
    if not m:
        return None
    name, kind, rest = m.groups()
    words = re.findall(r"(default|min|max|var) (\S+)", rest)
    value = dict(words)
    if kind == "check" and value.get("default") not in ("true", "false"):
        return None
    if kind == "spin":
        low, default, high = (int(value[k]) for k in ("min", "default", "max"))
        if not -(2**31) <= low <= default <= high < 2**31:
            return None
    if kind == "combo" and value["default"] not in [v for k, v in words if k == "var"]:
        return None
    return name


def uci_start(e):
    e.send("uci")
    e.expect("uciok")
    options = [x for x in e.skipped if x.startswith("option ")]
    check(any(x.startswith("id name Quincunx") for x in e.skipped), "id name")
    check(all(re.match("id (name|author) |option ", x) for x in e.skipped), "only id and option before uciok")
    check(all(uci_option(x) for x in options), "every option is valid")
    names = {uci_option(x) for x in options}
    check({"Hash", "Threads", "Ponder", "UCI_Variant", "Move Overhead"} <= names, "options %s" % names)
    e.send("setoption name Hash value 8", "setoption name Move Overhead value 20", "setoption name Threads value 1")
    uci_ready(e)
    silent(e, "options")


def uci_new_game(e, ponder, start=None, debug=False):
    if debug:
        e.send("debug on")
    e.send("ucinewgame", "setoption name Ponder value " + ("true" if ponder else "false"), position(start, []))


def uci_check_info(e, start, moves):
    """Checks that CuteChess can read the scores, times and lines, and that the moves are legal."""
    infos = [x for x in e.skipped if x.startswith("info depth")]
    ok = all(re.search(r" score (cp|mate) -?\d+ ", x) and re.search(r" nodes \d+ ", x) and re.search(r" time \d+ ", x)
             for x in infos)
    check(ok, "info lines")
    check(all(x.startswith("info ") for x in e.skipped), "only info before bestmove: %s" % e.skipped[:2])
    if infos:
        line = list(moves)
        for move in infos[-1].split(" pv ")[1].split():
            check(move in rules.legal(start, line), "PV move %s after %s" % (move, line))
            line.append(move)


def uci_go(e, start, moves, limits):
    e.send("go " + limits)
    m = e.expect(r"bestmove (\S+)(?: ponder (\S+))?")
    uci_check_info(e, start, moves)
    check(m.group(1) in rules.legal(start, moves), "bestmove %s after %s" % (m.group(1), moves))
    if m.group(2):
        after = moves + [m.group(1)]
        check(m.group(2) in rules.legal(start, after), "ponder move %s after %s" % (m.group(2), after))
    return m.group(1), m.group(2)


def test_uci_limits(e):
    uci_start(e)
    start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4"  # mate in one
    for limits, most in (("wtime 2020 btime 2020 winc 20 binc 20", 2.0), ("wtime 300 btime 300 movestogo 40", 0.3),
                         ("movetime 300", 0.3), ("depth 5", None), ("nodes 3000", None), ("wtime 9000 btime 9000 depth 3", 9),
                         ("wtime 9000 btime 9000 nodes 3000", 9), ("wtime 60 btime 60", None), ("wtime -10 btime 100", None)):
        uci_new_game(e, False, debug=True)
        uci_ready(e)
        began = time.monotonic()
        uci_go(e, None, [], limits)
        took = time.monotonic() - began
        if most:
            check(took < most + LATE, "%s took %.3f s" % (limits, took))
        uci_ready(e)
        silent(e, "the end of the game")
    uci_new_game(e, False, start=start)
    uci_ready(e)
    move, _ = uci_go(e, start, [], "wtime 2000 btime 2000")
    equal(move, "f3f7")
    # Analysis, and a game aborted while the engine thinks.
    uci_new_game(e, False)
    uci_ready(e)
    e.send("go infinite")
    time.sleep(0.3)
    e.send("stop")
    e.expect(r"bestmove \S+.*")
    uci_ready(e)
    silent(e, "after stop")
    leave(e)


def test_uci_ponder(e):
    uci_start(e)
    uci_new_game(e, True)
    moves = []
    uci_ready(e)
    clock = "wtime 3000 btime 3000 winc 50 binc 50"
    best, expected = uci_go(e, None, moves, clock)
    for number in range(6):
        moves.append(best)
        if not expected:  # no move to ponder on: as without pondering
            moves.append(sorted(rules.legal(None, moves))[0])
            e.send(position(None, moves))
            uci_ready(e)
            best, expected = uci_go(e, None, moves, clock)
            continue
        e.send(position(None, moves + [expected]))
        uci_ready(e)
        e.send("go ponder " + clock)
        time.sleep(0.1)
        if number % 2 == 0:
            e.send("ponderhit")
            moves.append(expected)
            m = e.expect(r"bestmove (\S+)(?: ponder (\S+))?")
            best, expected = m.groups()
            check(best in rules.legal(None, moves), "bestmove %s after ponderhit" % best)
        else:
            # A miss: CuteChess waits for the bestmove and ignores it.
            e.send("stop")
            e.expect(r"bestmove \S+.*")
            moves.append(next((m for m in sorted(rules.legal(None, moves)) if m != expected), expected))  # there may be one move only
            e.send(position(None, moves))
            uci_ready(e)
            silent(e, "after a ponder miss")
            best, expected = uci_go(e, None, moves, clock)
    # The game ends while the engine ponders; another game begins.
    e.send(position(None, moves + [best]))
    uci_ready(e)
    e.send("go ponder " + clock)
    time.sleep(0.05)
    e.send("stop")
    e.expect(r"bestmove \S+.*")
    uci_ready(e)
    silent(e, "the end of the game")
    uci_new_game(e, True)
    uci_ready(e)
    uci_go(e, None, [], clock)
    leave(e)


# ---- CECP ----

# The features that CuteChess accepts; it rejects all others.
ACCEPTED = {"ping", "setboard", "san", "usermove", "nps", "time", "reuse", "myname", "variants", "name", "memory", "smp",
            "egt", "option", "done"}


def cecp_option(text):
    """Parses an option as CuteChess does; None if it would reject it."""
    m = re.fullmatch(r"(.+?) -(\w+)\s?(.*)", text)
    if not m:
        return None
    name, kind, rest = m.groups()
    if kind in ("button", "save", "string", "file", "path"):
        return name
    if kind == "check":
        return name if rest in ("0", "1") else None
    if kind in ("spin", "slider"):
        default, low, high = (int(x) for x in rest.split())
        return name if -(2**31) <= low <= default <= high < 2**31 else None
    if kind == "combo":
        return name if sum(x.startswith("*") for x in rest.split(" /// ")) <= 1 else None
    return None


def cecp_start(e):
    e.send("xboard", "protover 2")
    e.expect(r"feature .*\bdone=1")
    check(all(x.startswith("feature ") for x in e.skipped), "only features: %s" % e.skipped[:2])
    features = [f for x in e.skipped + ["feature done=1"] for f in re.findall(r'(\w+)\s*=\s*("[^"]+"|\w+)', x[8:])]
    values = {k: v.strip('"') for k, v in features}
    for feature, _ in features:
        e.send(("accepted " if feature in ACCEPTED else "rejected ") + feature)
    check(values.get("myname", "").startswith("Quincunx"), "myname")
    check("normal" in values.get("variants", "").split(","), "variants have chess, as 'normal'")
    for feature in ("ping", "setboard", "usermove", "name", "memory", "smp", "reuse"):
        check(values.get(feature) == "1", "feature " + feature)
    check(values.get("san", "0") == "0", "moves are not in SAN")
    options = [cecp_option(v.strip('"')) for k, v in features if k == "option"]
    check(None not in options, "every option is valid")
    check({"MultiPV", "Move Overhead"} <= set(options), "options %s" % options)
    e.send("option MultiPV=1", "option Move Overhead=20", "cores 1", "memory 8")


PV = r"\d+ -?\d+ \d+ \d+( \S+)*$"  # thinking output as CuteChess reads it; it executes other lines except comments
pings = 0


def cecp_ping(e, what):
    global pings
    pings = pings % 32 + 1
    e.send("ping %d" % pings)
    e.expect("pong %d" % pings)
    if what:
        silent(e, what)


def cecp_new_game(e, limits=("level 0 0:03 0.05",), start=None, pondering=False):
    e.send("new", "force")
    if start:
        if start.split()[1] == "b":
            e.send("b2b3")
        e.send("setboard " + start)
    e.send(*limits)
    e.send("post", "hard" if pondering else "easy", "computer", "name Opponent")


def cecp_move(e, start, moves):
    m = e.expect(r"move (\S+)")
    for line in e.skipped:
        check(re.match(PV, line), "'%s' while thinking" % line)
    check(m.group(1) in rules.legal(start, moves), "move %s after %s" % (m.group(1), moves))
    return m.group(1)


def cecp_end(e, result):
    """The GUI ends the game. The engine may report its result too."""
    e.send("force", "result " + result)
    cecp_ping(e, None)
    check(all(re.match(PV + r"|(1-0|0-1|1/2-1/2) \{.*\}$|#", x) for x in e.skipped), "at the end: %s" % e.skipped[:2])


def test_cecp_game(e):
    cecp_start(e)
    # The engine plays White, then Black; the first two moves come from a book.
    for colour, book in (("white", ["e2e4", "e7e5"]), ("black", ["d2d4", "g8f6", "c2c4"])):
        moves = list(book)
        cecp_new_game(e)
        e.send(*("usermove " + m for m in book))
        cecp_ping(e, "start of a game")
        e.send("time 302", "otim 302", "go")
        moves.append(cecp_move(e, None, moves))
        for _ in range(5):
            replies = sorted(rules.legal(None, moves))
            if not replies:
                break
            moves.append(replies[len(moves) % min(5, len(replies))])
            cecp_ping(e, None)
            e.send("time 250", "otim 250", "usermove " + moves[-1])
            if not rules.legal(None, moves):
                break
            moves.append(cecp_move(e, None, moves))
        cecp_end(e, "1/2-1/2 {Draw by adjudication}")
        check(len(moves) > 4, "a game with " + colour)
    leave(e)


def test_cecp_ends(e):
    cecp_start(e)
    mate = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4"
    black = "rnb1k1nr/pppp1ppp/5q2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 3 4"
    # The engine mates, with either side.
    for start, best, text in ((mate, "f3f7", "1-0 {White mates}"), (black, "f6f2", "0-1 {Black mates}")):
        cecp_new_game(e, start=start)
        cecp_ping(e, "a game from a position")
        e.send("time 302", "otim 302", "go")
        equal(cecp_move(e, start, []), best)
        cecp_end(e, text)
    # The engine is mated: the move arrives in force mode, with the result.
    cecp_new_game(e)
    e.send("usermove f2f3", "usermove e7e5")
    cecp_ping(e, None)
    e.send("usermove g2g4", "force", "usermove d8h4", "result 0-1 {Black mates}")
    cecp_ping(e, None)
    check(all(re.match(r"0-1 \{|#", x) for x in e.skipped), "mated: %s" % e.skipped[:2])
    # Aborted while it thinks: the move, if there still is one, then the pong.
    cecp_new_game(e, limits=("st 86400",))
    cecp_ping(e, None)
    e.send("time 8640000", "otim 8640000", "go")
    time.sleep(0.3)
    e.send("?", "force", "result * {No result}")
    cecp_ping(e, None)
    check(not [x for x in e.skipped if re.match("Error|Illegal|tellusererror", x)], "broken off: %s" % e.skipped[-3:])
    # Out of time: after `?` it moves at once.
    cecp_new_game(e, limits=("st 86400",))
    cecp_ping(e, None)
    e.send("time 8640000", "otim 8640000", "go")
    time.sleep(0.2)
    began = time.monotonic()
    e.send("?")
    cecp_move(e, None, [])
    check(time.monotonic() - began < LATE, "'?' at once")
    cecp_end(e, "1-0 {Black loses on time}")
    leave(e)


def test_cecp_limits(e):
    cecp_start(e)
    # Half a second a move is "st 0" in whole seconds: then only the clock counts.
    for limits, clock, most in ((("level 40 0:08 0.05",), 800, 8), (("level 0 1 0",), 6000, 60), (("level 0 0 0.1",), 60, 0.6),
                                (("st 1",), 100, 1.0), (("st 0",), 50, 0.5), (("st 86400", "sd 4"), 8640000, None),
                                (("level 0 0:05 0", "sd 3"), 500, 5)):
        cecp_new_game(e, limits=limits)
        cecp_ping(e, None)
        check(not [x for x in e.skipped if x.startswith(("Illegal", "tellusererror"))], "%s: %s" % (limits, e.skipped))
        began = time.monotonic()
        e.send("time %d" % clock, "otim %d" % clock, "go")
        cecp_move(e, None, [])
        took = time.monotonic() - began
        if most:
            check(took < most + LATE, "%s took %.3f s" % (limits, took))
        cecp_end(e, "* {No result}")
    leave(e)


def test_cecp_ponder(e):
    cecp_start(e)
    cecp_new_game(e, pondering=True)
    cecp_ping(e, None)
    moves = []
    e.send("time 302", "otim 302", "go")
    moves.append(cecp_move(e, None, moves))
    for number in range(5):
        time.sleep(0.1)
        replies = sorted(rules.legal(None, moves))
        if not replies:
            break
        moves.append(replies[number % len(replies)])
        cecp_ping(e, None)
        e.send("time 290", "otim 290", "usermove " + moves[-1])
        moves.append(cecp_move(e, None, moves))
    time.sleep(0.1)
    cecp_end(e, "1/2-1/2 {Draw by 3-fold repetition}")
    cecp_new_game(e)
    cecp_ping(e, "a new game after pondering")
    leave(e)


def main():
    global rules
    rules = Rules()
    status = run([test_uci_limits, test_uci_ponder, test_cecp_game, test_cecp_ends, test_cecp_limits, test_cecp_ponder],
                 lambda: Engine(PATH))
    rules.engine.kill()
    return status


if __name__ == "__main__":
    sys.exit(main())
