#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The lines that CuteChess sends to a UCI engine, and the replies that it needs: start, options, new games, moves, pondering,
ends of games, quit; of CECP, the start. The lines and their order are those of CuteChess 1.5.1. docs/gui.md describes a match with the real program.

Usage: tests/test_cutechess.py ENGINE [TEST...]"""

import re
import sys
import time

from protocol import ENGINE, Engine, check, run


def silent(e, what):
    """Nothing came before the awaited answer."""
    check(not e.skipped, "%s: unexpected %s" % (what, e.skipped[:3]))


def leave(e):
    e.send("quit")
    e.end()


class Rules:
    """Move legality, from a separate process."""

    def __init__(self):
        self.engine = Engine(ENGINE)
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


def uci_new_game(e):
    e.send("debug on", "ucinewgame", "setoption name Ponder value true", position(None, []))


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


def test_uci_game(e):
    """With pondering, hits and misses."""
    uci_start(e)
    uci_new_game(e)
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
    uci_new_game(e)
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


def test_cecp_start(e):
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
    e.send("option MultiPV=1", "option Move Overhead=20", "cores 1", "memory 8", "ping 1")
    e.expect("pong 1")
    silent(e, "options")
    leave(e)


def main():
    global rules
    rules = Rules()
    status = run([test_uci_game, test_cecp_start], lambda: Engine(ENGINE))
    rules.engine.kill()
    return status


if __name__ == "__main__":
    sys.exit(main())
