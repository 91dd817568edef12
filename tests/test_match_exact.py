#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The match runner with engines that follow a script: all that it says, records and counts is known before.

Usage: tests/test_match_exact.py ENGINE [TEST...]     quincunx-match lies beside ENGINE"""

import json
import os
import re
import resource
import subprocess
import sys
import time

from protocol import ENGINE, MATCH, all_games, check, equal, run
from test_match import HELLO, LIMIT, Matches, result

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
UCI = HELLO["uci"]
CASTLING = "4k2r/5ppp/8/8/8/8/5PPP/4K2R w Kk - 0 1"  # where O-O is a move of both sides
CECP = ["feature ping=1 setboard=1 usermove=1 done=1"]
# Every pawn goes one step and then another: 16 quiet moves of each side.
QUIET = {"white": [f + "2" + f + "3" for f in "abcdefgh"] + [f + "3" + f + "4" for f in "abcdefgh"],
         "black": [f + "7" + f + "6" for f in "abcdefgh"] + [f + "6" + f + "5" for f in "abcdefgh"]}


class Scripted(Matches):
    def scripted(self, name, protocol, answers, *more, hello=None, **others):
        """The words of the command line for an engine that gives these answers: lists of lines."""
        hello = hello or (UCI if protocol == "uci" else CECP)
        return ["-engine", *self.script(name, protocol, answers, hello, **others), "name=" + name, *more]

    def match(self, *words, status=0, errors=""):
        """Runs the runner; returns its output. `errors`: a pattern for all of its standard error."""
        begun = time.monotonic()
        done = subprocess.run([MATCH, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.path, check=False)
        self.seconds = time.monotonic() - begun
        self.transcript += ["> " + " ".join(done.args), *done.stdout.splitlines(), *done.stderr.splitlines()]
        progress = r"^\d+/\d+ .* left\n"
        said = re.sub(progress, "", done.stderr, flags=re.M)
        check(done.returncode == status and re.fullmatch(errors, said),
              "%d %r, not %d %r" % (done.returncode, said, status, errors))
        return done.stdout

    def log(self, name="log"):
        """The lines of the log of the last match, without their times, which never fall."""
        found = [re.fullmatch(r"(\d+\.\d\d\d) (\[\d+\] .*)", line) for line in self.text(name).splitlines()]
        check(all(found), self.text(name))
        times = [float(line[1]) for line in found]
        equal(times, sorted(times))
        check(0 <= times[0] and times[-1] <= self.seconds, "%s in %f s" % (times, self.seconds))
        return [line[2] for line in found]

    def told(self, name, log="log"):
        """The commands that an engine received."""
        start = "[1] %s < " % name
        return [line[len(start):] for line in self.log(log) if line.startswith(start)]

    def result(self, name="result.json"):
        return json.loads(self.text(name))


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def numbered(moves, comments):
    """PGN of a game from the start, four plies a line; a comment may be a pattern."""
    words = []
    for n, (move, comment) in enumerate(zip(moves, comments)):
        words.append("%s%s \\{%s\\}%s" % ("%d\\. " % (n // 2 + 1) if n % 2 == 0 else "", move, comment,
                                          "\n" if n % 4 == 3 else " "))
    return "".join(words)


def tags(**values):
    return "".join('\\[%s "%s"\\]\n' % (name, re.escape(value).replace("\\*", ".*")) for name, value in values.items()) + "\n"


# ---- Whole matches ----


def line_by_line(folder):
    """Fool's mate, by either engine: the log, the record, the result and the report."""
    alpha = folder.scripted("alpha", "uci", [
        ["info depth 9 score cp 31 nodes 1000 time 10 pv f2f3", "bestmove f2f3"],
        ["info depth 5 score mate -1 nodes 500 nps 1000 pv x", "bestmove g2g4 ponder d8h4"],
        ["info depth 3 seldepth 4 score cp -12 nodes 300 nps 1000", "bestmove e7e5"],
        ["info depth 2 score mate 1 nodes 30 time 3", "bestmove d8h4"]],
        "tc=40/60+0.5", "option.Hash=16", hello=["id name x", "option name Hash type spin default 1", *UCI])
    beta = folder.scripted("beta", "xboard", [
        ["4 -31 10 2000 e7e5", 0.3, "move e7e5"], ["5 100001 20 3000 d8h4", "move d8h4"], ["move f2f3"],
        ["9 -100001 1 10 x", "move g2g4"]], "st=20", "depth=7")
    text = folder.match(*alpha, *beta, "-rounds", "1", "-pgnout", "games.pgn", "-json", "result.json", "-log", "log", "-event",
                        'A "Test"')

    fen = "position fen " + START
    new = ["beta < " + word for word in ("new", "sd 7", "st 20", "post", "easy", "force", "setboard " + START)]
    expected = [
        "alpha < uci", "alpha > id name x", "alpha > option name Hash type spin default 1", "alpha > " + UCI[0], "alpha > uciok",
        "alpha < setoption name Hash value 16", "alpha < setoption name UCI_Variant value chess",
        "alpha < ucinewgame", "alpha < isready", "alpha > readyok",
        "beta < xboard", "beta < protover 2", "beta > " + CECP[0],
        *["beta < accepted " + word for word in ("ping", "setboard", "usermove", "done")],
        *new, "beta < ping 1", "beta > pong 1",
        "alpha < " + fen, "alpha < go wtime 60000 btime 60000 winc 500 binc 0 movestogo 40",
        "alpha > info depth 9 score cp 31 nodes 1000 time 10 pv f2f3", "alpha > bestmove f2f3",
        "beta < usermove f2f3", "beta < go", "beta > 4 -31 10 2000 e7e5", "beta > move e7e5",
        "alpha < " + fen + " moves f2f3 e7e5", "alpha < go wtime CLOCK btime CLOCK winc 500 binc 0 movestogo 39",
        "alpha > info depth 5 score mate -1 nodes 500 nps 1000 pv x", "alpha > bestmove g2g4 ponder d8h4",
        "beta < usermove g2g4", "beta > 5 100001 20 3000 d8h4", "beta > move d8h4",
        "beta < result 0-1 {checkmate}", "beta < force",
        *new, "beta < ping 2", "beta > pong 2",
        "alpha < ucinewgame", "alpha < isready", "alpha > readyok",
        "beta < go", "beta > move f2f3",
        "alpha < " + fen + " moves f2f3", "alpha < go wtime 60000 btime 60000 winc 0 binc 500 movestogo 40",
        "alpha > info depth 3 seldepth 4 score cp -12 nodes 300 nps 1000", "alpha > bestmove e7e5",
        "beta < usermove e7e5", "beta > 9 -100001 1 10 x", "beta > move g2g4",
        "alpha < " + fen + " moves f2f3 e7e5 g2g4", "alpha < go wtime CLOCK btime CLOCK winc 0 binc 500 movestogo 39",
        "alpha > info depth 2 score mate 1 nodes 30 time 3", "alpha > bestmove d8h4",
        "beta < result 0-1 {checkmate}", "beta < force",
        "alpha < quit", "beta < quit"]
    equal([re.sub(r"wtime (?!60000)(\d+) btime \1 ", "wtime CLOCK btime CLOCK ", line) for line in folder.log()],
          ["[1] " + line for line in expected])

    conditions = "chess, pairs; alpha 40/60+0.5 Hash=16; beta st=20 depth=7"
    mark = "%016x" % fnv1a(conditions + "; seed 1, opening 0")
    pgn = folder.text("games.pgn")
    time_of = r"(\d+\.\d{3})s"

    def game(number, white, black, limits, comments):
        return tags(Event='A \\"Test\\"', Site="?", Date=time.strftime("%Y.%m.", time.gmtime()) + "*", Round="1", White=white, Black=black,
                    Result="0-1", Match="%s %d" % (mark, number), Variant="chess", SetUp="1", FEN=START, WhiteTimeControl=limits[0],
                    BlackTimeControl=limits[1], PlyCount="4", Termination="normal") \
            + numbered(["f3", "e5", "g4", "Qh4#"], [comment + time_of for comment in comments]) \
            + r"\{Black wins: checkmate\} 0-1\n\n"

    found = re.fullmatch(
        game(1, "alpha", "beta", ["40/60+0.5", "st=20 depth=7"], [r"\+0.31/9 ", "-0.31/4 ", "-M1/5 ", r"\+M1/5 "])
        + game(2, "beta", "alpha", ["st=20 depth=7", "40/60+0.5"], ["", "-0.12/3 ", "-M1/9 ", r"\+M1/2 "]), pgn)
    check(found, pgn)
    times = list(map(float, found.groups()))
    check(0.3 <= times[1] < 20, times)
    check(folder.seconds > 0.3 and any(0.3 <= float(line.split()[0]) for line in folder.text("log").splitlines()),
          folder.text("log"))
    # The clock: what was left, less the time of the move, and the increment.
    clocks = [int(line.split()[2]) for line in folder.told("alpha") if line.startswith("go") and " 60000 " not in line]
    for left, spent in zip(clocks, (times[0], times[5])):
        check(abs(60500 - 1000 * spent - left) <= 2, "%s %s" % (clocks, times))

    found = folder.result()
    walls = [engine.pop("wall_seconds") for engine in found["engines"]]
    for wall, own in zip(walls, (times[0] + times[2] + times[5] + times[7], times[1] + times[3] + times[4] + times[6])):
        check(abs(wall - own) < 0.0021, "%s %s" % (walls, times))
    summary = found.pop("summary")
    equal(found, {
        "format": "quincunx-match 1", "conditions": conditions, "games_per_round": 2, "variants": ["chess"],
        "engines": [{"name": "alpha", "moves": 4, "nodes": 1830, "depth_moves": 2, "depth_sum": 12, "search_seconds": 0.813},
                    {"name": "beta", "moves": 4, "nodes": 5010, "depth_moves": 1, "depth_sum": 4, "search_seconds": 0.31}],
        "shards": [{"seed": 1, "first": 0, "rounds": 1}], "plies": 8,
        "reasons": [{"reason": "checkmate", "fault": False, "losses": 1, "draws": 0, "wins": 1}], "scores": "02"})
    for engine, wall in zip(found["engines"], walls):
        engine["wall_seconds"] = wall
    equal(summary, {"wins": 1, "losses": 1, "draws": 0, "pentanomial": [0, 0, 1, 0, 0], "score": 0.5, "elo": 0, "error": None, "los": 0.5})
    for line in ("+1 -1 =0, 50.0%", "Elo +0.0 +- inf  LOS 50.0%", "Plies a game: 4.0"):
        check(line in text, text)


def scores_of_both_protocols(folder):
    """The engine's search reports are in the record and in the sums."""
    uci = [  # lines, comment, depth, nodes, seconds
        (["info depth 12 score cp 0 nodes 7 nps 70"], r"\+0.00/12 ", 12, 7, 0.1),
        (["info depth 1 score cp -1 nodes 7"], "-0.01/1 ", 1, 0, 0),
        (["info score cp 250 depth 999 time 2000 nodes 5000"], r"\+2.50/999 ", 999, 5000, 2),
        (["info depth 8 score cp 30", "info depth 1000 score cp 40"], r"\+0.40/8 ", 8, 0, 0),
        (["info depth 8 score cp 30 nodes 9 nps 9", "info depth 9 multipv 2 score cp 20 nodes 11 nps 11"], r"\+0.30/8 ", 8, 9, 1),
        (["info depth 8 multipv 1 score cp 31"], r"\+0.31/8 ", 8, 0, 0),
        (["info depth 9 nodes 100 nps 50 time 7000"], "", 0, 100, 2),
        (["info depth 7 score mate 3"], r"\+M3/7 ", 0, 0, 0),
        (["info depth 7 score mate -999"], "-M999/7 ", 0, 0, 0),
        (["info depth 7 score mate 0"], "-M0/7 ", 0, 0, 0),
        (["info depth 7 score cp 29000"], r"\+290.00/7 ", 0, 0, 0),
        (["info depth 7 score cp 28999"], r"\+289.99/7 ", 7, 0, 0),
        (["info depth 7 score cp -29001"], "-290.00/7 ", 0, 0, 0),
        (["info depth 7 score cp 31 lowerbound nodes 2 nps 1 pv a2a3 depth 5 score cp 1"], r"\+0.31/7 ", 7, 2, 2),
        (["info string depth 7 score cp 31", "x info depth 7 score cp 31", "information depth 7 score cp 31"], "", 0, 0, 0),
        (["info   depth  6   score  cp  -77 "], "-0.77/6 ", 6, 0, 0),
    ]
    cecp = [
        (["12 0 10 7 e4"], r"\+0.00/12 ", 12, 7, 0.1),
        (["1 -1 0 7 e4"], "-0.01/1 ", 1, 0, 0),
        (["999 250 200 5000"], r"\+2.50/999 ", 999, 5000, 2),
        (["8 30 1 1", "1000 40 3 6"], r"\+0.40/8 ", 8, 6, 0.03),
        (["8+ 30 1 0 e4"], r"\+0.30/8 ", 8, 0, 0),
        (["  8. 31 100 1 e4 !"], r"\+0.31/8 ", 8, 1, 1),
        (["8 31 100", "8 31", "8", "8x 31 1 1", "8 31 1x 1", "8 x 1 1", "# 8 31 1 1", "8 31 1 x", "8 31 1 1x"], "", 0, 0, 0),
        (["7 100003 1 1"], r"\+M3/7 ", 0, 1, 0.01),
        (["7 -100999 1 1"], "-M999/7 ", 0, 1, 0.01),
        (["7 100000 1 1"], r"\+M0/7 ", 0, 1, 0.01),
        (["7 -101000 1 1"], "-M999/7 ", 0, 1, 0.01),
        (["7 90001 1 1"], r"\+M0/7 ", 0, 1, 0.01),
        (["7 90000 1 1"], r"\+290.00/7 ", 0, 1, 0.01),
        (["7 -90000 1 1"], "-290.00/7 ", 0, 1, 0.01),
        (["7 28999 1 1"], r"\+289.99/7 ", 7, 1, 0.01),
        (["7\t-29001\t1\t1\tx"], "-290.00/7 ", 0, 1, 0.01),
    ]
    white = folder.scripted("white", "uci", [[*row[0], "bestmove " + move] for row, move in zip(uci, QUIET["white"])], "depth=1")
    black = folder.scripted("black", "xboard", [[*row[0], "move " + move] for row, move in zip(cecp, QUIET["black"])], "depth=1")
    folder.match(*white, *black, "-games", "1", "-maxmoves", "16", "-pgnout", "games.pgn", "-json", "result.json")
    shown = [row[1] + r"\d+\.\d{3}s" for pair in zip(uci, cecp) for row in pair]
    moves = [move[2:] for pair in zip(QUIET["white"], QUIET["black"]) for move in pair]
    expected = r"\n\n" + numbered(moves, shown) + r"\{Draw: maximum length\} 1/2-1/2\n\n"
    check(re.search(expected, folder.text("games.pgn")), folder.text("games.pgn"))
    check('[PlyCount "32"]\n[Termination "adjudication"]\n' in folder.text("games.pgn"), folder.text("games.pgn"))
    for engine, rows in zip(folder.result()["engines"], (uci, cecp)):
        equal([engine[name] for name in ("moves", "depth_moves", "depth_sum", "nodes")],
              [16, sum(row[2] > 0 for row in rows), sum(row[2] for row in rows), sum(row[3] for row in rows)])
        check(abs(engine["search_seconds"] - sum(row[4] for row in rows)) < 1e-6, engine)


# ---- Ends of games ----


def adjudicated(folder, options, games):
    """Plays games that end by a rule after their last ply. A game is the scores of its plies, each for its own side (None:
    not reported), and (reason, result). The engines have White in turn."""
    answers = [[], []]
    for n, (scores, _) in enumerate(games):
        for ply, score in enumerate(scores):
            move = QUIET["black" if ply % 2 else "white"][ply // 2]
            said = [] if score is None else ["info depth 3 score %s" % (score if isinstance(score, str) else "cp %d" % score)]
            answers[(n + ply) % 2].append([*said, "bestmove " + move])
    engines = [word for i in range(2) for word in folder.scripted("ab"[i], "uci", answers[i], "nodes=1")]
    text = folder.match(*engines, "-games", "1", "-rounds", str(len(games)), "-pgnout", "games.pgn", *options)
    pgn = folder.text("games.pgn")
    os.remove(folder.file("games.pgn"))
    found = [tuple(map(int, re.findall(r'PlyCount "(\d+)"', pgn)))] + [tuple(re.findall(r"\{[^{}/]*: ([a-z ]+)\} (\S+)$", pgn,
                                                                                        re.M))]
    equal(found, [tuple(len(scores) for scores, _ in games), tuple(end for _, end in games)])
    equal(pgn.count('[Termination "adjudication"]'), len(games))
    return text


def adjudication_to_the_ply(folder):
    black, white, draw = (("win by adjudication", points) for points in ("0-1", "1-0", "x"))
    level, longest = ("draw by adjudication", "1/2-1/2"), ("maximum length", "1/2-1/2")
    text = adjudicated(folder, ["-resign", "movecount=2", "score=300"], [
        ([-299, 0, -300, 0, -300], black), ([-300, 0, -299, 0, -300, 0, None, 0, -300, 0, -300], black),
        ([0, -300, 10, -301], white), ([0, -300, 0, 0, 0, -300, 0, -300], white), (["mate -2", 0, "mate -1"], black),
        ([300, 300, 300, 300, 300, -5000, -300, -5000], white), ([-300, 0, "mate 1", 0, -300, 0, -300], black)])
    equal(result(text), (7, 2, 5, 0))
    adjudicated(folder, ["-resign", "movecount=2", "score=300", "twosided=on"], [
        ([-300, 299, -300, 300, -300, 300, -300], black), ([-300, 300, -300, 300, -300], black),
        ([300, 0, 300, -300, 300, -300], white),
        ([-300, 300, -300, 299, -300, 300, -300, None, -300, 300, -300, 300, -300], black),
        ([300, -300, 299, -300, 300, -300, 300, -300], white)])
    text = adjudicated(folder, ["-draw", "movenumber=3", "movecount=2", "score=10"], [
        ([0, 0, 0, 0, 0, 0], level), ([0, 0, 11, 0, 0, -10, 10], level), ([0, 0, -11, 0, 0, 0, 0], level),
        ([0, 0, 0, None, 0, 0, 0, 0], level),
        ([0, 0, 0, "mate 5", 10, -10, 10, -10], level)])
    equal(result(text), (5, 0, 0, 5))
    adjudicated(folder, ["-draw", "movecount=1", "score=0"], [([0, 0], level), ([1, 0, 0], level), ([0, -1, 0, 0], level)])
    adjudicated(folder, ["-draw", "movecount=3", "score=9", "-resign", "movecount=1", "score=10", "-maxmoves", "3"], [
        ([0, 0, 0, 0, 0, 0], longest), ([None] * 6, longest), ([9, -9, 9, -10], white), ([10, 10, 10, 10, 10, -20], longest)])
    adjudicated(folder, ["-maxmoves", "1"], [([None] * 2, longest)])


def ends_by_answers(folder):
    """Claims, offers and refusals of an engine that speaks CECP; faults are in the record."""
    good = [["move " + move] for move in QUIET["white"]]
    for protocol, answer, points, reason, detail in [
            ("xboard", "resign", "1-0", "resignation", ""), ("xboard", "resign {no hope}", "1-0", "resignation", ""),
            ("xboard", "1-0 {White mates}", "1-0", "resignation", ""),
            ("xboard", "0-1 {Black mates}", "1-0", "false claim", "'0-1 {Black mates\\)'"),
            ("xboard", "1/2-1/2 {dead}", "1-0", "false claim", "'1/2-1/2 {dead\\)'"),
            ("xboard", "Illegal move: a2a3", "1-0", "rejects a move", "'Illegal move: a2a3'"),
            ("xboard", "move a7a4", "1-0", "illegal move", "'a7a4': .*"),
            # Legs that are longer together than any move are not joined.
            ("xboard", "move %s,\nmove %s" % ("x" * 138, "y" * 100), "1-0", "illegal move", "'%s': .*" % ("x" * 100)),
            ("xboard", "move %s,\nmove %s" % ("x" * 139, "y" * 100), "1-0", "illegal move", "'%s': .*" % ("y" * 100)),
            ("xboard", "move " + "x" * 300, "1-0", "illegal move", "'%s': .*" % ("x" * 100)),
            ("xboard", "Illegal move" + "y" * 300, "1-0", "rejects a move", "'Illegal move%s'" % ("y" * 188)),
            ("uci", "bestmove a7a4 ponder a2a3", "1-0", "illegal move", "'a7a4': .*"),
            ("uci", "bestmove", "1-0", "illegal move", "'': .*"), ("uci", "bestmove 0000", "1-0", "illegal move", "'0000': .*"),
            ("uci", "bestmove " + "x" * 300, "1-0", "illegal move", "'%s': .*" % ("x" * 100)),
            ("uci", "bestmove (none)", "1-0", "illegal move", "'.none.': .*"),
            ("uci", "bestmove a6a5", "1-0", "illegal move", "'a6a5': .*")]:
        limit = "depth=1"
        white, bad = folder.scripted("good", "xboard", good, limit), folder.scripted("bad", protocol, [[answer]], limit)
        text = folder.match(*white, *bad, "-games", "1", "-pgnout", "games.pgn")
        pgn = folder.text("games.pgn")
        os.remove(folder.file("games.pgn"))
        fault = reason != "resignation"
        check('[TimeControl "depth=1"]\n[PlyCount' in pgn, pgn)
        expected = r"\{White wins: %s%s\} %s$" % (reason, ": bad: " + detail if fault else "", points)
        check(re.search(expected, pgn, re.M), "%s in %s" % (expected, pgn))
        kind = "rules infraction" if reason == "illegal move" else "abandoned" if fault else "normal"
        check('[PlyCount "1"]\n[Termination "%s"]' % kind in pgn, pgn)
        check(re.search("^  %-28s       1 +1       0       0%s$" % (reason, "  .fault." if fault else ""), text, re.M), text)


def draws_by_agreement(folder):
    """Both engines must have offered a draw with their latest moves."""
    offers = {"white": [1, 0, 1, 0, 0], "black": [0, 1, 0, 0, 0]}
    words = []
    for side, offered in (("white", offers["white"]), ("black", offers["black"])):
        moves = [[*(["offer draw"] if offer else []), "move " + move] for offer, move in zip(offered, QUIET[side])]
        words += folder.scripted(side, "xboard", moves, "depth=1")
    # White offers with its first and third move, Black with its second.
    folder.match(*words, "-games", "1", "-pgnout", "games.pgn", "-log", "log")
    check(re.search(r'PlyCount "5".*\{Draw: agreement\} 1/2-1/2\n\n', folder.text("games.pgn"), re.S), folder.text("games.pgn"))
    equal(folder.told("black")[-3:], ["result 1/2-1/2 {agreement}", "force", "quit"])


def late_answers(folder):
    """The time limit of a move, and the report of a late or missing one."""
    def end(protocol, pause, *words):
        answer = ("bestmove " if protocol == "uci" else "move ") + "a2a3"
        late = folder.scripted("late", protocol, [[pause, answer]], *words)
        text = folder.match(*late, *GREEDY, "-games", "1", "-pgnout", "games.pgn", "-log", "log", "-maxmoves", "1")
        pgn = folder.text("games.pgn")
        for name in ("games.pgn", "log"):
            os.remove(folder.file(name))
        found = re.search(r"\{Black wins: (.*?): late: (.*)\} 0-1$", pgn, re.M)
        return found.groups() if found else pgn, text

    for protocol, words, reason, limit in [
            ("uci", ["tc=0.1", "timemargin=0"], "time forfeit", "0.100"),
            ("xboard", ["tc=0.05+9", "timemargin=30"], "time forfeit", "0.080"),
            ("uci", ["st=0.06", "tc=5", "timemargin=20"], "time forfeit", "0.080"),
            ("uci", ["st=5", "tc=0.07", "timemargin=1"], "time forfeit", "0.071"),
            ("uci", ["nodes=1", "timeout=0.1"], "hang", "0.100"),
            ("xboard", ["depth=1", "timeout=0.09", "timemargin=1000"], "hang", "0.090")]:
        (said, detail), text = end(protocol, 0.25, "grace=100", *words)
        found = re.fullmatch(r"no move within %s s; it came (\d+\.\d{3}) s after the stop" % re.escape(limit), detail)
        check(said == reason and found and float(found[1]) < 100, "%s: %s" % (words, detail))
        check(re.search("^  %-28s       1            0       1       0  .fault.$" % reason, text, re.M), text)
    said, _ = end("uci", 0.2, "tc=0.1", "timemargin=60000")
    check('[Termination "adjudication"]' in said, said)


# ---- Processes ----


def engines_that_end(folder):
    """After an end between games, which is no loss, and with restart=yes the next game has a new process."""
    folder.write("castling.epd", CASTLING.encode())
    start = ["xboard", "protover 2", *["accepted " + word for word in ("ping", "setboard", "usermove", "done")]]
    game = ["new", "sd 1", "level 0 1000 0", "post", "easy", "force", "setboard " + CASTLING, "ping 1"]
    end = ["go", "result 1/2-1/2 {maximum length}", "force"]
    warning = "quincunx-match: warning: odd: the engine stopped talking: exit status 5: started again\n"
    for games, more, between, errors in (([[], [["exit", 5]]], [], None, warning), (None, ["restart=yes"], ["quit"], ""),
                                         (None, [], [], "")):
        odd = folder.scripted("odd", "xboard", [["move O-O"]], "depth=1", *more, games=games)
        other = folder.scripted("other", "uci", [["bestmove e8g8"], ["bestmove e1g1"]], "depth=1")
        folder.match(*odd, *other, "-rounds", "1", "-maxmoves", "1", "-openings", "file=castling.epd", "-log", "log", errors=errors)
        told = folder.told("odd")
        os.remove(folder.file("log"))
        second = [*game[:-1], "ping 2", "usermove e1g1", *end, "quit"]
        if between is None:  # it ends while it is told of the game
            n = len(start + game + end)
            equal((told[:n], [re.sub("ping [23]", "ping 2", word) for word in told[-len(start + second):]]),
                  (start + game + end, start + second))
        else:
            equal(told, start + game + end + between + (start if between else []) + second)


def lines_of_any_kind(folder):
    """Long lines are cut, and unprintable characters become question marks; an engine's standard error goes to the log
    unchanged."""
    lines = ["info string " + "x" * 70000 + " depth 9 score cp 5", "info depth 4 score cp 7 string \x01\x1f\x7f\xe9~\x00", "",
             "info\tdepth 5\r", "\r", "bestmove a2a3\r"]
    folder.match(*folder.scripted("one", "uci", [[["error", "an error\n"], *lines]], "depth=1"), *GREEDY, "-games", "1",
                 "-maxmoves", "1", "-log", "log",
                 "-pgnout", "games.pgn")
    log = folder.text("log")
    check("\nan error\n" in log, log[-300:])
    said = [line.split(" one > ")[1] for line in log.split("\n") if " one > " in line]
    equal(said[3:], [lines[0][:65535], "info depth 4 score cp 7 string ????~?", "", "info depth 5", "", "bestmove a2a3"])
    check("1. a3 {+0.07/4 " in folder.text("games.pgn"), folder.text("games.pgn"))
    # Lines of the length of a buffer, and around it.
    lengths = [65534, 65535, 65536, 65537, 1, 131072, 2]
    folder.match(*folder.scripted("one", "uci", [["y" * length for length in lengths] + ["bestmove a2a3"]], "depth=1"), *GREEDY,
                 "-games", "1",
                 "-maxmoves", "1", "-log", "long.log")
    said = [line.split(" one > ")[1] for line in folder.text("long.log").split("\n") if " one > " in line]
    equal([len(line) for line in said[3:]], [min(length, 65535) for length in lengths] + [13])


def files_stay_few(folder):
    """Sixty processes one after the other need no more open files than one, whether they can be run or not."""
    program = ("#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) "
               "echo bestmove a2a3;; quit) exit;; esac; done\n")
    for name, text, reasons in (("engine.sh", program, {"maximum length": 30, "illegal move": 30}),
                                ("broken", "#!/no/such/interpreter\n", {"does not start": 60})):
        folder.write(name, text.encode())
        os.chmod(folder.file(name), 0o755)
        done = subprocess.run([MATCH, "-engine", "cmd=./" + name, "depth=1", "restart=on", *GREEDY, "-rounds", "30", "-maxmoves", "1",
                               "-json", name + ".json"], capture_output=True, text=True, cwd=folder.path, timeout=LIMIT, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)))
        equal((done.returncode, done.stderr), (0, ""))
        equal({reason["reason"]: reason["losses"] + reason["draws"] for reason in folder.result(name + ".json")["reasons"]}, reasons)


# ---- Commands to engines ----


def words_of_clocks(folder):
    """UCI and CECP words for each limit; a clock never reads below a millisecond."""
    for protocol, words, other, told in [
            ("uci", ["tc=60"], "tc=30+1", ["go wtime 60000 btime 30000 winc 0 binc 1000"]),
            ("uci", ["tc=7/60+0.25"], "tc=1/30", ["go wtime 60000 btime 30000 winc 250 binc 0 movestogo 7"]),
            ("uci", ["tc=0.0001", "st=3", "nodes=4", "depth=5"], "depth=1",
             ["go wtime 1 btime 1 winc 0 binc 0 movetime 3000 nodes 4 depth 5"]),
            ("uci", ["tc=0.0019"], "depth=1", ["go wtime 1 btime 1 winc 0 binc 0"]),
            ("uci", ["tc=0.002"], "depth=1", ["go wtime 2 btime 2 winc 0 binc 0"]),
            ("uci", ["st=0.0004"], "depth=1", ["go movetime 0"]),
            ("uci", ["nodes=9223372036854775807"], "depth=1", ["go nodes 9223372036854775807"]),
            ("xboard", ["tc=60"], "tc=30+1", ["level 0 1:00 0", "time 6000", "otim 3000"]),
            ("xboard", ["tc=7/3661.5+0.25"], "depth=2", ["level 7 61:01 0.25", "time 366150", "otim 366150"]),
            ("xboard", ["tc=0.0199+1", "depth=9"], "depth=2", ["sd 9", "level 0 0:00 1", "time 1", "otim 1"]),
            ("xboard", ["st=3"], "tc=5", ["st 3"]), ("xboard", ["depth=3"], "tc=5", ["sd 3", "level 0 1000 0"]),
            ("xboard", ["tc=5", "st=3"], "tc=7", ["st 3", "time 500", "otim 700"])]:
        move = "bestmove " if protocol == "uci" else "move "
        first = folder.scripted("first", protocol, [[move + "a2a3"]], "timemargin=100000", *words)
        second = folder.scripted("second", "uci", [["bestmove a7a6"]], "timemargin=100000", other)
        folder.match(*first, *second, "-games", "1", "-maxmoves", "1", "-log", "log")
        equal([line for line in folder.told("first") if re.match("go .|level|st |sd |time|otim", line)], told)
        os.remove(folder.file("log"))


def features_of_cecp(folder):
    """The commands depend on the engine's features."""
    options = ["option.Hash=64", "option.Threads=2", "option.Move Style=x"]

    def told(name, hello, *more, words=(), errors="", answers=("a7a6", "a2a3"), others=("a2a3", "a7a6")):
        other = folder.scripted("other", "uci", [["bestmove " + move] for move in others], "depth=1")
        engine = folder.scripted(name, "xboard", [["move " + move] for move in answers], "tc=5", *more, hello=hello)
        folder.match(*other, *engine, "-rounds", "1", "-maxmoves", "1", "-log", "log", *words, errors=errors)
        lines = folder.told(name)
        os.remove(folder.file("log"))
        return lines

    hello = ["xboard", "protover 2"]
    # Nothing but the end of the list: no usermove, no setboard, no ping; times, and the process plays both games.
    game = ["new", "level 0 0:05 0", "post", "easy", "force"]
    equal(told("plain", ["feature done=1"]), [
        *hello, "accepted done", *game, "a2a3", "time 500", "otim 500", "go", "result 1/2-1/2 {maximum length}", "force",
        *game, "time 500", "otim 500", "go", "result 1/2-1/2 {maximum length}", "force", "quit"])
    # Everything; features on several lines, some of them unknown.
    lines = ['feature memory=1 smp=1 ping=1  setboard=1 usermove=1 time=0 reuse=0 myname="a = b" done=0',
             'feature option="Move Style -combo x /// y" option="Move Notation -combo legs /// whole" variants="atomic,normal" '
             ' done=1']
    start = [*hello,
             *["accepted " + word for word in
               "memory smp ping setboard usermove time reuse myname done option option variants done".split()],
             "memory 64", "cores 2", "option Move Style=x", "option Move Notation=whole"]
    folder.write("castling.epd", CASTLING.encode())
    game = ["new", "level 0 0:05 0", "post", "easy", "force", "setboard " + CASTLING, "ping 1"]
    equal(told("rich", lines, *options, words=["-openings", "file=castling.epd"], answers=["O-O"], others=["e1g1", "e8g8"]), [
        *start, *game, "usermove e1g1", "go", "result 1/2-1/2 {maximum length}", "force", "quit",
        *start, *[word if word != "ping 1" else "ping 2" for word in game], "go", "result 1/2-1/2 {maximum length}", "force",
        "quit"])
    # Options that are not offered, notations that the user chose, variants that are not listed.
    options += ["option.MOVE NOTATION=legs"]
    found = told("poor", ['feature option="Move Notation -combo legs /// whole" variants="normality,abnormal, atomic" done=1'],
                 *options,
                 errors="".join("quincunx-match: warning: poor %s\n" % text for text in (
                     "does not offer the option 'Hash'", "does not offer the option 'Threads'",
                     "does not offer the option 'Move Style'",
                     "does not list the variant normal")))
    equal(found[2:10], ["accepted option", "accepted variants", "accepted done", "option Hash=64", "option Threads=2",
                       "option Move Style=x",
                        "option MOVE NOTATION=legs", "new"])


def moves_as_cecp_writes_them(folder):
    """Ten ranks count from 0; legs come one by one or together."""
    def played(game, white, black, *words):
        engines = []
        for name, moves in (("white", white), ("black", black)):
            engines += folder.scripted(name, "xboard", [["move " + leg for leg in move.split("|")] for move in moves], "depth=1")
        folder.match(*engines, "-games", "1", "-variant", game, "-maxmoves", str(len(white)), "-pgnout", "games.pgn", "min", "-log",
                     "log", *words)
        told = {name: [line[len("usermove "):] for line in folder.told(name) if line.startswith("usermove")] for name in ("white",
            "black")}
        pgn = folder.text("games.pgn")
        for name in ("games.pgn", "log"):
            os.remove(folder.file(name))
        found = re.search(r"\n\n1\. (.*?) \{Draw: maximum length\}", pgn, re.S)
        check(found, pgn)
        return found[1].split(), told

    white, black = ["e1e0", "M@e5", "h1h0"], ["b8b9", "h8h9", "M@e4"]
    moves, told = played("borderlands", white, black)
    equal(moves, "e2e1 b9b10 2. M@e6 h9h10 3. h2h1 M@e5".split())
    equal(told, {"white": black[:2], "black": white})
    # Boards of other heights count from 1.
    moves, told = played("horizons", ["a2a4"], ["a11a9"])
    equal((moves, told), (["a2a4", "a11a9"], {"white": [], "black": ["a2a4"]}))
    folder.write("diamond.epd", b"8/8/4h3/3G4/2s5/8/8/8[] w - - 0 1")
    for white in (["d5xc4,d5b5"], ["d5xc4,|d5b5"], ["d5xc4,|d5b5 and more"]):
        moves, told = played("diamond", white, ["e6e5"], "-openings", "file=diamond.epd")
        equal((moves, told), (["d5xc4,d5b5", "e6e5"], {"white": [], "black": ["d5xc4,d5b5"]}))


# ---- Openings and built-in players ----


def openings_played(folder, *words, rounds=1, players=("random", "greedy")):
    """(round, variant, FEN, moves) of each game."""
    folder.match(*[word for name in players for word in ("-engine", "cmd=@" + name)], "-rounds", str(rounds), "-maxmoves", "1",
                 "-pgnout",
                 "games.pgn", "min", *words)
    pgn = folder.text("games.pgn")
    os.remove(folder.file("games.pgn"))
    return [(int(number), variant, fen, re.sub(r"\d+\.+ |\s+", " ", moves).split()) for number, variant, fen, moves in re.findall(
        r'\[Round "(\d+)"\].*?\[Variant "([^"]*)"\].*?\[FEN "([^"]*)"\].*?\n\n(.*?)\{', pgn, re.S)]


def splitmix64(state):
    """The next state and number, from Vigna's splitmix64.c."""
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return state, z ^ z >> 31


def openings_in_order(folder):
    """Which opening a round has: in order, shuffled by the seed, for several variants, and from a later one on."""
    fens = ["4k3/8/8/8/8/8/%s/4K3 w - - 0 %d" % ("P" * n + "%d" % (8 - n) if n < 8 else "P" * 8, n) for n in range(1, 8)]
    folder.write("chess.epd", "\n".join(fens).encode())
    shuffled, state = list(fens), 9
    for i in range(len(fens), 1, -1):
        state, number = splitmix64(state)
        k = (number >> 16) % i
        shuffled[k], shuffled[i - 1] = shuffled[i - 1], shuffled[k]
    for words, order in ((["file=chess.epd"], fens), (["file=chess.epd", "order=random"], shuffled)):
        for start in (1, 7):
            found = openings_played(folder, "-openings", *words, "start=%d" % start, "-seed", "9", rounds=9)
            equal([(number, fen) for number, _, fen, _ in found],
                  [(start + n, order[(start - 1 + n) % 7]) for n in range(9) for _ in range(2)])
    found = openings_played(folder, "-openings", "file=chess.epd", "start=2", "-games", "1", rounds=3)
    equal([fen for _, _, fen, _ in found], fens[1:4])
    # Several variants: each has its own file, and each opening of it in turn.
    start = all_games(ENGINE)["borderlands"]["fen"]
    folder.write("borderlands.epd", start.encode())
    found = openings_played(folder, "-variant", "borderlands", "chess", "-openings", "file=%v.epd", "start=3", rounds=2)
    equal([row[:3] for row in found], [(5 + n, game, fen) for n, (game, fen) in enumerate(
        [("borderlands", start), ("chess", fens[2]), ("borderlands", start), ("chess", fens[3])]) for _ in range(2)])


def lines_of_openings(folder):
    """FEN and EPD with further text; invalid positions are refused with their line."""
    board = "4k3/8/8/8/8/8/P7/4K3 w - -"
    lines = [(board + " 7 30", board + " 7 30"), (board, board + " 0 1"), (board + " bm a4; id \"x\";", board + " 0 1"),
             (board + " 5 6 bm a4", board + " 5 6"),
             (board + " 5", board + " 0 1"), (board + " 5 x", board + " 0 1"), (board + " x 5", board + " 0 1"),
             (" \t" + board + "  \t ", board + " 0 1"),
             (board + ";x", board + " 0 1"), (board + " 5 6\r", board + " 5 6"), (board + " ; 5 6", board + " 0 1"),
             (board + " 12 34;", board + " 12 34"),
             (board + " 5 6 7", board + " 5 6")]
    text = "# a comment\n\n\r\n  # another\n" + "\n \n".join(line for line, _ in lines)
    folder.write("x.epd", text.encode())
    found = openings_played(folder, "-openings", "file=x.epd", "-games", "1", rounds=len(lines))
    equal([" ".join(fen.split()) for _, _, fen, _ in found], [fen for _, fen in lines])
    players = ["-engine", "cmd=@random", "-engine", "cmd=@greedy"]
    for data, message in [
            ("", "x.epd, it has no positions"), ("# none\n\n", "x.epd, it has no positions"),
            (board + "\n4k3 w", "x.epd, line 2: .*"),
            ("\n\n4k3/8/8/8/8/8/8/4K3 w - -", "x.epd, line 3: the game is over here \\(insufficient material\\)")]:
        folder.write("x.epd", data.encode())
        folder.match(*players, "-openings", "file=x.epd", status=2,
                     errors="quincunx-match: %s %s" % (message, re.escape("(-help lists the options)\n")))


# ---- The command line ----


GREEDY = ["-engine", "cmd=@greedy"]
TRUE = ["-engine", "cmd=/bin/true"]  # it ends at once
NUMBER = "takes a number from %s, not '%s'"
# The words of a match, and what it calls its conditions.
ACCEPTED = [
    *([[*TRUE, "name=t", *words.split(), *GREEDY, "-games", "1"], "chess, single games; t %s; greedy -; 1 moves" % text] for words, text in (
        ("tc=40/60+0.5", "40/60+0.5"), ("tc=1:30", "90"), ("tc=0:0.25", "0.25"), ("tc=2/1:0.5+1000000", "2/60.5+1000000"),
        ("st=0.1 nodes=1000 depth=3", "st=0.1 nodes=1000 depth=3"), ("nodes=9223372036854775807", "nodes=9223372036854775807"),
        ("tc=5 tc=inf depth=4", "depth=4"), ("tc=5/6+7 tc=8", "8"))),
    *([[*words, "-games", "1"], "chess, single games; %s; 1 moves" % text] for words, text in (
        ([*TRUE, "nodes=7", *TRUE, "-each", "depth=3"], "true nodes=7; true-2 depth=3"),
        ([*TRUE, "st=7", *TRUE, "tc=5", "-each", "depth=3", "name=x"], "x st=7; x-2 5"),
        ([*TRUE, "depth=2", *TRUE, "name=y", "-each", "tc=3/4+5", "st=6", "nodes=7"], "true depth=2; y 3/4+5 st=6 nodes=7"),
        ([*TRUE, "option.A=1", "option.b c=2", *TRUE, "option.a=3", "option.a=4", "-each", "nodes=1", "option.B C=5", "option.D=", "option.E=f=g"],
         "true nodes=1 B C=2 D= E=f=g A=1; true-2 nodes=1 B C=5 D= E=f=g a=4"),
        (["-engine", "cmd=./true", "dir=/bin", "depth=3", *GREEDY], "true depth=3; greedy -"))),
    *([["-engine", "cmd=@random", *GREEDY, *words.split()], "%s; random -; greedy -%s; 1 moves" % (games, text)] for words, games, text in (
        ("-repeat", "chess, pairs", ""), ("-games 1", "chess, single games", ""), ("-variant borderlands chess", "borderlands chess, pairs", ""),
        ("-openings file=some.epd order=random plies=7 policy=round", "chess, pairs", "; some.epd shuffled"),
        ("-openings file=%v.epd", "chess, pairs", "; %v.epd"), ("-resign movecount=4 score=0 twosided=true", "chess, pairs", "; resign 4 x 0 two-sided"),
        ("-resign movecount=1 score=9 -draw movenumber=7 movecount=2 score=8 -randomplies 1 -openings file=some.epd", "chess, pairs",
         "; some.epd; 1 random plies; resign 1 x 9; draw 2 x 8 from 7"))),
]
# Words that are refused, beside two built-in players or instead of them, and why.
REFUSED = [
    *([[*TRUE, word, *GREEDY], "an engine " + message] for word, message in (
        *(("tc=" + text, "tc: '%s' is not a time: seconds, or MIN:SEC" % text) for text in ("5:", ":5", "10001:0", "-1", "1:2x", "nan")),
        ("tc=0+1", "tc: '0+1' gives no time to start with"), ("tc=0/5", "tc: '0' is not a number of moves"),
        ("nodes=0", "nodes: nodes " + NUMBER % ("1 to 9223372036854775807", "0")), ("depth=1001", "depth: depth " + NUMBER % ("1 to 1000", "1001")),
        ("timemargin=1000001", "timemargin: '1000001' is not a number from 0 to 1000000"),
        ("restart=maybe", "restart: 'maybe' is neither on nor off"), ("proto=usi", "proto: 'usi' is neither uci nor xboard"))),
    ([*TRUE, *TRUE], "true: tc=, st=, nodes= or depth= must limit its thinking"), ([*TRUE, "proto=xboard", "nodes=5", *GREEDY], "true: CECP has no nodes="),
    ([*TRUE, "proto=xboard", "st=1.5", *GREEDY], "true: CECP has whole seconds only for st="),
    (GREEDY, "a match has two engines, not 1"), ([*GREEDY, "-engine", "name=x"], "an engine has no cmd="),
    ([*GREEDY, "-engine", "cmd=@clever"], "there is no built-in player @clever: @random, @taker and @greedy are"),
    ([*GREEDY, "-engine", "cmd=/bin", "depth=1"], "bin: '/bin' is not a program that can be run"),
    ([*GREEDY, "-engine", "cmd=@greedy", "option.=3"], "'option.=3' should be option.NAME=VALUE"),
    ([*GREEDY, "-engine", "cmdx=3"], "an engine has no setting 'cmdx=3'"),
    ([*GREEDY, *GREEDY, "option.uci_variant=chess", "-variant", "chess", "diamond"], "greedy-2: option.UCI_Variant is for one game, -variant for several"),
    *([[*GREEDY, *GREEDY, *words.split()], message] for words, message in (
        ("-engine cmd=@greedy", "a match has two engines, not more"), ("-draw movecount=3", "-draw needs movecount= and score="),
        ("-draw movecount=0", "-draw movecount: movecount " + NUMBER % ("1 to 10000", "0")),
        ("-openings start=0", "-openings start: start " + NUMBER % ("1 to 4294967295", "0")),
        ("-openings order=up", "-openings order: 'up' is neither random nor sequential"), ("-openings colour=red", "-openings has no setting 'colour=red'"),
        ("-sprt model=bayesian", "-sprt model: 'bayesian' is unknown, logistic is known"), ("-sprt elo0=5 elo1=5", "-sprt: elo0 must be less than elo1"),
        ("-sprt -sprt", "-sprt is given too often"), ("-rounds", "-rounds needs a value"), ("-rounds 0", "-rounds " + NUMBER % ("1 to 10000000", "0")),
        ("-fly", "there is no option '-fly'"), ("-variant all chess", "-variant: chess is named twice"),
        ("-variant chess diamond -openings file=some.epd", "-openings: file=some.epd is for one variant; write %v for the variant's name"))),
]


def options_of_the_command_line(folder):
    """Each has its part in the conditions, by which a match is known again; different faults have different messages."""
    for name in ("some", "chess"):
        folder.write(name + ".epd", (START + "\n").encode())
    for words, text in ACCEPTED:
        folder.match(*words, "-maxmoves", "1", "-json", "result.json", errors="(quincunx-match: warning: .*\n)*")
        equal(folder.result()["conditions"], text)
        os.remove(folder.file("result.json"))
    for words, message in REFUSED:
        folder.match(*words, status=2, errors=re.escape("quincunx-match: %s (-help lists the options)\n" % message))


# ---- Files ----


PLAYERS = ["-engine", "cmd=@random", "-engine", "cmd=@taker", "-variant", "borderlands", "chess", "-maxmoves", "4", "-pgnout",
           "games.pgn", "min"]


def whole_match(folder, rounds):
    """The record and the result of a match that runs through."""
    folder.match(*PLAYERS, "-rounds", str(rounds), "-json", "result.json")
    record, found = folder.text("games.pgn"), folder.result()
    os.remove(folder.file("games.pgn"))
    os.remove(folder.file("result.json"))
    return record, found


def without_times(data):
    return dict(data, engines=[dict(engine, wall_seconds=0) for engine in data["engines"]])


def continued_as_if_never_stopped(folder):
    """A match of more rounds continues where the shorter one ended: the same games, the same sums."""
    record, found = whole_match(folder, 4)
    folder.match(*PLAYERS, "-rounds", "1", "-json", "result.json")
    folder.match(*PLAYERS, "-rounds", "3", "-json", "result.json", errors="result.json: 4 games are already played\n")
    folder.match(*PLAYERS, "-rounds", "4", "-json", "result.json", errors="result.json: 12 games are already played\n")
    equal((folder.text("games.pgn"), without_times(folder.result())), (record, without_times(found)))
    # A match that the SPRT has decided is over.
    words = ["-sprt", "elo0=0", "elo1=300", "alpha=0.4", "beta=0.4", "-rounds", "9"]
    folder.write("decided.json", json.dumps(dict(found, scores="2" * 16)).encode())
    text = folder.match(*PLAYERS[:-3], "-json", "decided.json", *words, errors="decided.json: 16 games are already played\n")
    equal((result(text), re.findall("elo. accepted", text)), ((16, 16, 0, 0), ["elo1 accepted"]))
    # Another match is not mixed with it.
    there = found["conditions"] + "; seed 1, opening 1"
    for words, here in ((["-seed", "2"], there.replace("seed 1", "seed 2")),
                        (["-openings", "start=3"], there.replace("opening 1", "opening 3")),
                        (["-randomplies", "1"], there.replace("; 4 moves", "; 1 random plies; 4 moves"))):
        folder.match(*PLAYERS, *words, "-json", "result.json", status=2, errors=re.escape(
            "quincunx-match: result.json holds another match; choose another file or remove it.\n"
            "  there: %s\n  here:  %s\n" % (there, here)))
    folder.write("result.json", b"{}")
    folder.match(*PLAYERS, "-json", "result.json", status=2,
                 errors="quincunx-match: result.json: is not a result of quincunx-match\n")


def records_made_whole(folder):
    """Games that are not in the result are played again; incomplete games and duplicates are removed; other games stay."""
    record, found = whole_match(folder, 2)
    games = re.findall(r"\[Event .*?\n\n.*?\n\n", record, re.S)
    equal((len(games), "".join(games)), (8, record))
    words = [*PLAYERS, "-rounds", "2", "-json", "result.json"]
    foreign = '[Event "Quincunx match"]\n[Match "0123456789abcdef 1"]\n\n1. e4 *\n\n'

    def again(text, missing, removed, expected):
        scores = "".join("-" if n in missing else digit for n, digit in enumerate(found["scores"]))
        folder.write("games.pgn", text.encode())
        folder.write("result.json", json.dumps(dict(found, scores=scores)).encode())
        folder.match(*words, errors="result.json: %d games are already played\n%s" % (
            8 - len(missing), "games.pgn: removed %d games that are not in the result\n" % removed if removed else ""))
        check(folder.text("games.pgn") == expected, "%s becomes %s" % (text[-300:], folder.text("games.pgn")[-900:]))
        equal(folder.result()["scores"], found["scores"])

    again(record, [], 0, record)
    again(foreign + record, [2], 1, foreign + "".join(games[:2] + games[3:] + games[2:3]))
    again(record + foreign, [0, 7], 2, "".join(games[1:7]) + foreign + games[0] + games[7])
    again("".join(games[:3] + games), [], 3, record)
    again(record.replace(games[4], ""), [4], 0, "".join(games[:4] + games[5:] + games[4:5]))
    mark = re.search(r'\[Match "(\w+) 1"\]', record)[1]
    for number in ("9", "0", "x"):  # no game of this match
        odd = games[3].replace(mark + " 4", mark + " " + number)
        again(record + odd, [], int(number == "9"), record + (odd if number != "9" else ""))
    # A run that was killed while it wrote the last game, after any byte; and the last game of another program.
    last = games[7]
    tag = re.search(r'\[Result "[^"]*', last).end()  # it ends like a game
    for length in [1, 9, tag, *range(20, len(last) - 12, 97), len(last) - 12, len(last) - 1]:
        again(record[:-len(last)] + last[:length], [7], 1, record)
    again(record + '[Event "another"]\n\n1. e4', [], 0, record + '[Event "another"]\n\n1. e4')
    folder.write("games.pgn", b"a\0b")
    folder.match(*words, status=2,
                 errors="result.json: 8 games are already played\n"
                        "quincunx-match: games.pgn is not text: no games are added to it\n")


def rules_of_their_own(folder):
    """Other rules are in the record, in the result and in the commands to engines; results under other rules are another
    match."""
    fen = "8k3/W11/12/12/12/12/12/12/12/12/12/8K3 w - - 3 7"
    folder.write("rules.epd", ("%s {push=off}\n%s\n%s {push=off} \n" % (fen, fen, fen)).encode())
    hello = ["option name UCI_Variant type string", "option name UCI_Rules type string", "uciok"]
    first = folder.scripted("first", "uci", [["bestmove i1i2"]], "depth=1", hello=hello)
    second = folder.scripted("second", "xboard", [["move i12i11"]], "depth=1")
    words = [*first, *second, "-variant", "horizons", "-openings", "file=rules.epd", "-games", "1", "-maxmoves", "1"]
    folder.match("--rules", "horizons:push=off", *words, "-log", "log", "-pgnout", "games.pgn", "-json", "result.json",
                 errors="quincunx-match: warning: second offers no UCI_Rules: does it play by them.\n")
    equal(folder.told("first"),
          ["uci", "setoption name UCI_Variant value horizons", "setoption name UCI_Rules value horizons:push=off", "ucinewgame",
                                 "isready", "position fen " + fen, "go depth 1", "quit"])
    told = folder.told("second")
    equal(told[told.index("new"):][:2], ["new", "variant horizons"])
    check('[Variant "horizons"]\n[Rules "push=off"]\n[SetUp "1"]\n[FEN "%s"]\n' % fen in folder.text("games.pgn"),
          folder.text("games.pgn"))
    equal([folder.result()[name] for name in ("variants", "conditions")], [
        ["horizons:push=off"], "horizons:push=off, single games; first depth=1; second depth=1; rules.epd; 1 moves"])
    folder.write("rules.epd", fen.encode())
    folder.match(*words, "-json", "result.json", status=2, errors="quincunx-match: result.json holds another match(.*\n)*")
    # An engine without the option is mentioned once.
    for hello, offered in ((["option name UCI_Variant type string", "uciok"], "UCI_Rules: does it play by them"),
                           (["uciok"], "UCI_Variant: does it play horizons")):
        plain = folder.scripted("plain", "uci", [["bestmove i1i2"], ["bestmove i12i11"]], "depth=1", hello=hello)
        folder.match("--rules", "horizons:push=off", *plain, *GREEDY, "-variant", "horizons", "-openings", "file=rules.epd",
                     "-maxmoves", "1",
                     errors=re.escape("quincunx-match: warning: plain offers no %s?\n" % offered))


def an_engine_by_other_rules(folder):
    """An engine that does not play by the match's rules, its own or others, loses, and the game says why."""
    one_game = ["-variant", "horizons", "-games", "1", "-rounds", "1", "-maxmoves", "1", "-pgnout", "games.pgn"]
    for rules, arguments, wanted in (("horizons:push=off", [], "push=off"), ("horizons:push=off", ["arg=--rules=horizons:shield=off"], "push=off"),
                                     ("", ["arg=--rules=horizons:push=off"], "")):
        for protocol in ("uci", "xboard"):
            text = folder.match(*(["--rules", rules] if rules else []), "-engine", "cmd=" + ENGINE, "proto=" + protocol, "name=bad",
                                *arguments, "depth=1", *GREEDY, *one_game)
            equal(result(text), (1, 0, 1, 0))
            said = folder.text("games.pgn")
            check(re.search(r"does not start: bad: .*other rules are in force.*--rules horizons:%s(?!\w)" % wanted, said), said)
            os.remove(folder.file("games.pgn"))
    folder.match("--rules", "horizons:push=off", "-engine", "cmd=" + ENGINE, "arg=--rules=horizons:push=off", "depth=1", *GREEDY, *one_game)
    check("does not start" not in folder.text("games.pgn"), folder.text("games.pgn"))


# ---- Sums of results ----


# Scores, games a round, SPRT: what the report says of them, as another program computed it from the formulas.
KNOWN = [
    ("", 1, None, "+0 -0 =0, 50.0%", "Elo +0.0 +- inf  LOS 50.0%", ""),
    ("2", 1, None, "+1 -0 =0, 100.0%", "Elo +inf +- inf  LOS 100.0%", ""),
    ("00", 2, (0, 5, 0.05, 0.05), "+0 -2 =0, 0.0%", "Elo -inf +- inf  LOS 0.0%", "LLR -0.01 [-2.94, 2.94] for Elo [0, 5]: undecided"),
    ("2-0-", 2, None, "+1 -1 =0, 50.0%", "Elo +0.0 +- inf  LOS 50.0%", ""),
    ("22202101112120", 2, (0, 5, 0.05, 0.05), "+6 -3 =5, 60.7%", "Elo +75.6 +- 128.2  LOS 89.5%",
     "LLR 0.10 [-2.94, 2.94] for Elo [0, 5]: undecided"),
    ("2210221120", 1, (-5, 40, 0.07, 0.1), "+5 -2 =3, 65.0%", "Elo +107.5 +- 215.8  LOS 88.8%", "LLR 0.47 [-2.23, 2.55] for Elo [-5, 40]: undecided"),
    ("00100110201000100010001000100010001000", 2, (-5, 40, 0.07, 0.1), "+1 -27 =10, 15.8%", "Elo -290.8 +- 90.0  LOS 0.0%",
     "LLR -2.58 [-2.23, 2.55] for Elo [-5, 40]: elo0 accepted after 34 games"),
]


def made_up(scores, first=0, rounds=3, per_round=2, **more):
    return {"format": "quincunx-match 1", "conditions": "the same; for all", "games_per_round": per_round, "variants": ["chess"],
            "engines": [{"name": name, "moves": 10, "nodes": 10**13, "depth_moves": 4, "depth_sum": 40, "search_seconds": 0.5, "wall_seconds": 2.25}
                        for name in ("A long name of an engine", "B")],
            "shards": [{"seed": 5, "first": first, "rounds": rounds}], "plies": 2**63,
            "reasons": [{"reason": "checkmate", "fault": False, "losses": 1, "draws": 2, "wins": 3}], "scores": scores, **more}


def merge(folder, *parts, sprt=None):
    """The report on results, which are given in any order, and their sum."""
    for n, part in enumerate(parts):
        folder.write("%d.json" % n, json.dumps(part).encode())
    words = ["-sprt", *["%s=%s" % pair for pair in zip(("elo0", "elo1", "alpha", "beta"), sprt)]] if sprt else []
    text = folder.match("-merge", *["%d.json" % n for n in reversed(range(len(parts)))], "-json", "total.json", *words)
    return text, folder.result("total.json")


def statistics(folder):
    for scores, per_round, sprt, counts, difference, ratio in KNOWN:
        text, _ = merge(folder, made_up(scores, per_round=per_round), sprt=sprt)
        for line in (counts, difference, ratio):
            check(line + "\n" in text, "%s in %s" % (line, text))
    part = made_up("22", reasons=[])
    part["engines"][0].update(moves=0, depth_moves=0, depth_sum=0, nodes=0, search_seconds=0, wall_seconds=0)
    merge(folder, part)


def sums_of_results(folder):
    """Parts come in the order of their openings, adjoining ones are one shard, what was not played is left open, and behind the
    decision of an SPRT nothing counts."""
    other = made_up("0011", 3, 2, reasons=[{"reason": "crash", "fault": True, "losses": 4, "draws": 0, "wins": 1}, *made_up("")["reasons"]], plies=5)
    text, found = merge(folder, made_up("20212-"), other, made_up("11", 9, 1, plies=1))
    equal((found["scores"], found["plies"]), ("20212-001111", 2**63 + 6))
    equal(found["shards"], [{"seed": 5, "first": 0, "rounds": 5}, {"seed": 5, "first": 9, "rounds": 1}])
    equal(found["engines"][0], {"name": "A long name of an engine", "moves": 30, "nodes": 3 * 10**13, "depth_moves": 12, "depth_sum": 120,
                                "search_seconds": 1.5, "wall_seconds": 6.75})
    equal({reason["reason"]: (reason["losses"], reason["draws"], reason["wins"]) for reason in found["reasons"]}, {"checkmate": (3, 6, 9), "crash": (4, 0, 1)})
    check("Games 11: +3 -3 =5, 50.0%" in text, text)
    won = "21" * 30
    text, found = merge(folder, made_up(won, 0, 30), made_up(won, 30, 30), made_up(won, 60, 30), sprt=(0, 10, 0.4, 0.4))
    check("elo1 accepted after" in text and len(found["scores"]) < 180 and "not counted: " in text, text)


def parts_that_do_not_fit(folder):
    """What cannot be merged is refused, and why is said."""
    def refused(name, pattern, *parts, words=()):
        for n, part in enumerate(parts):
            folder.write("%d.json" % n, part if isinstance(part, bytes) else json.dumps(part).encode())
        folder.match("-merge", *["%d.json" % n for n in range(len(parts))], *words, status=2,
                     errors="quincunx-match: %s: %s\n" % (name, pattern))

    part = made_up("202110", 2)
    other = dict(part, conditions="another")
    refused("1.json", "is another match: 'another', not 'the same; for all'", part, other)
    refused("2.json", "has the same seed 5 and openings as a part already added: the same games\\?", part,
            dict(part, shards=[{"seed": 5, "first": 5, "rounds": 1}]), dict(part, shards=[{"seed": 5, "first": 4, "rounds": 1}]))
    no = "is not a result of quincunx-match"
    refused("0.json", no + ", or damaged: .*", b"{")
    refused("0.json", "is empty", b"")
    damaged = [dict(part, format="quincunx-match 2"), dict(part, games_per_round=3), dict(part, scores="0123"), dict(part, scores=5),
               dict(part, engines=part["engines"][:1]), dict(part, shards=[]), dict(part, plies=-1), dict(part, plies=1.5), dict(part, plies=2**64),
               dict(part, variants=["chess"] * 33), dict(part, reasons=[{"losses": 1, "draws": 1, "wins": 1}]),
               dict(part, engines=[dict(part["engines"][0], wall_seconds="x")] * 2),
               *[{name: value for name, value in part.items() if name != left_out} for left_out in part if left_out != "variants"]]
    for data in damaged:
        refused("0.json", no, data)


# ---- Running ----

TESTS = [continued_as_if_never_stopped, records_made_whole, rules_of_their_own, an_engine_by_other_rules,
         line_by_line, scores_of_both_protocols,
         adjudication_to_the_ply, ends_by_answers, draws_by_agreement, late_answers, engines_that_end,
         lines_of_any_kind, files_stay_few, words_of_clocks, features_of_cecp,
         moves_as_cecp_writes_them, openings_in_order, lines_of_openings, statistics, sums_of_results,
         parts_that_do_not_fit, options_of_the_command_line]


if __name__ == "__main__":
    sys.exit(run(TESTS, Scripted))
