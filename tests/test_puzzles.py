#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""`quincunx-lab puzzles`: the built-in puzzles are correct, faults in them are noticed, a stopped finder continues; and
puzzles in JSON. Usage: tests/test_puzzles.py ENGINE [TEST...]"""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile

from protocol import ENGINE, LAB, ROOT, Engine, Failure, all_games, check, equal, run

FILE_BYTES_MAX = 60000
WANTED = 300
# How many of each game are proved again; `quincunx-lab puzzles GAME --verify` proves all.
SAMPLE = int(os.environ.get("TEST_PUZZLES", "2"))
TESTS = []


def epd(game):
    return os.path.join(ROOT, "src", "variants", game, game + ".epd")


GAMES = [game for game in all_games(ENGINE) if os.path.exists(epd(game))]


def test(function):
    """Each test starts the programs that it needs."""
    TESTS.append(functools.wraps(function)(lambda _engine: function()))
    return function


def puzzles(*arguments, status=0, lines=None):
    done = subprocess.run([LAB, "puzzles", *arguments], capture_output=True, text=True, timeout=580)
    check(done.returncode == status, "puzzles %s ends with %d: %s%s" % (" ".join(arguments), done.returncode, done.stdout, done.stderr))
    return done.stdout + done.stderr


def lines_of(game):
    with open(epd(game)) as file:
        return file.read().splitlines()


@test
def puzzles_are_true():
    """Some of each game, evenly chosen: the rules, the tables or two searches say so again."""
    check(len(GAMES) >= 6, "puzzles of %s only" % GAMES)
    for game in GAMES:
        out = puzzles(game, "--verify", "--sample", str(SAMPLE), "--quiet")
        count = len(lines_of(game))
        check("%s: %d puzzles, %d proved again, 0 failed" % (game, count, min(SAMPLE, count)) in out, out)
        check(os.path.getsize(epd(game)) <= FILE_BYTES_MAX, "the puzzles of %s are too big" % game)


def solver_moves(line):
    return len(re.search(r"pv ([^;]*);", line).group(1).split()) // 2 + 1


@test
def puzzles_are_long_enough():
    """Enough of each game, at most a fifth of them of one move, at least a quarter of three or more."""
    for game in GAMES:
        counts = [solver_moves(line) for line in lines_of(game)]
        told = "%s: %d puzzles, %d of one move, %d of three or more" % (game, len(counts), counts.count(1), sum(n > 2 for n in counts))
        check(len(counts) >= WANTED and 5 * counts.count(1) <= len(counts) <= 4 * sum(n > 2 for n in counts), told)


@test
def puzzles_are_printed_for_engines():
    for game in GAMES:
        lines = puzzles(game, "--print").splitlines()
        equal(len(lines), len(lines_of(game)))
        ids = set()
        for line in lines:
            found = re.search(r' bm (\S+);.* pv (\S+)[^;]*; c0 ".*"; c1 "\d+"; c2 ".*"; id "(.*)";$', line)
            check(found, line)
            equal(found.group(1), found.group(2))
            ids.add(found.group(3))
        equal(len(ids), len(lines))


def other_move(game, line):
    """A legal first move that is not right, leg by leg."""
    fen = " ".join(line.split(" ")[:4]) + " 0 1"
    number = lines_of(game).index(line) + 1
    legs = []
    for _ in range(8):
        look = ask({"do": "position", "game": game, "fen": fen, "legs": ",".join(legs)})
        moves = [",".join([*legs, leg["text"]]) for leg in look["legs"] if leg["status"] != "partial"]
        for move, answer in zip(moves, ask(*({"do": "puzzle_try", "game": game, "number": number, "moves": [move]} for move in moves), {"do": "games"})):
            if not answer["correct"]:
                return move
        legs.append(look["legs"][0]["text"])
    raise Failure("no wrong move after %s" % legs)


def ask(*requests):
    text = "\n".join(json.dumps(dict(request, id=i)) for i, request in enumerate(requests)) + "\n"
    lines = subprocess.run([ENGINE, "json"], input=text, capture_output=True, text=True, timeout=300).stdout.splitlines()
    answers = [json.loads(line) for line in lines]
    return answers[0] if len(requests) == 1 else answers


@test
def faults_are_noticed():
    """A wrong first move, a puzzle twice, themes that do not happen, a line that is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "faulty.epd")
        for game in GAMES:
            wins = [line for line in lines_of(game) if " dm 2;" in line][:1] + [line for line in lines_of(game) if " dm 1;" in line][:1]
            check(wins, "%s has no win" % game)
            line = wins[-1]
            move = other_move(game, line)
            wrong = re.sub(r"pv [^;]*;", "pv %s;" % move, line)
            for fault, why in ((wrong, "no-win"), (line + "\n" + line, "alike"), (line.replace('c0 "', 'c0 "long '), "themes"),
                               (line.replace("pv", "pw"), "solution")):
                with open(path, "w") as file:
                    file.write(fault + "\n")
                out = puzzles(game, "--verify", path, "--quiet", status=1)
                check("does not hold" in out and why in out, "%s: %s: %s" % (why, fault, out))
                check("%d proved again, 1 failed" % fault.count("\n") in out, out)
        # What is true goes into a file of its own.
        good = [line for line in lines_of("chess") if " dm 1;" in line][0]
        with open(path, "w") as file:
            file.write(good + "\n" + wrong_of(good) + "\n")
        puzzles("chess", "--verify", path, "--quiet", "--out", os.path.join(folder, "good.epd"), status=1)
        with open(os.path.join(folder, "good.epd")) as file:
            equal(file.read(), good + "\n")


def wrong_of(line):
    return re.sub(r"pv [^;]*;", "pv %s;" % other_move("chess", line), line)


@test
def the_finder_goes_on_where_it_was_stopped():
    """The same puzzles in one run and in several, and all of them true."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = os.path.join(folder, "1.games"), os.path.join(folder, "2.games")
        for seed, path in (("3", first), ("4", second)):
            subprocess.run([LAB, "datagen", "chess", "--out", path, "--games", "3", "--nodes", "100", "--seed", seed, "--play-out", "100",
                            "--quiet"], check=True, timeout=300, capture_output=True)
        once, twice = os.path.join(folder, "once"), os.path.join(folder, "twice")
        puzzles("chess", "--find", first, second, "--work", once, "--quiet")
        puzzles("chess", "--find", first, "--work", twice, "--quiet")
        puzzles("chess", "--find", first, second, "--work", twice, "--quiet")
        with open(once) as one, open(twice) as two:
            text = one.read()
            equal(two.read(), text)
        check(text.count("\n") > 8, "hardly a puzzle was found: %s" % text)
        chosen = os.path.join(folder, "chosen.epd")
        puzzles("chess", "--write", chosen, "--work", once)
        puzzles("chess", "--verify", chosen, "--sample", "4", "--quiet")


@test
def errors_are_explained():
    for arguments, why in (((), "GAME is missing"), (("chess",), "one of"), (("chess", "--find", "x"), "--work"), (("go", "--print"), "go"),
                           (("chess", "--fly"), "--fly"), (("chess", "--verify", "/no/such"), "/no/such"),
                           (("chess", "--verify", "--sample", "x"), "--sample"), (("chess", "--print", "--verify"), "one of")):
        out = puzzles(*arguments, status=2)
        check(why in out, "%s: %s" % (arguments, out))
    check("--verify" in puzzles("--help"), "no help")


@test
def json_tells_tries_and_solves():
    for game in GAMES:
        lines = lines_of(game)
        number = next(i for i, line in enumerate(lines) if " dm 2;" in line) + 1
        moves = re.search(r"pv ([^;]*);", lines[number - 1]).group(1).split()
        name = {"game": game, "number": number}
        listed, one, wrong, right, solved, nxt, early, none = ask(
            {"do": "puzzles", "game": game}, {"do": "puzzle", **name},
            {"do": "puzzle_try", **name, "moves": [other_move(game, lines[number - 1])]},
            {"do": "puzzle_try", **name, "moves": moves[:1]}, {"do": "puzzle_try", **name, "moves": moves}, {"do": "puzzle", **name, "moves": moves[:2]},
            {"do": "puzzle_try", **name, "moves": [moves[0], moves[0], moves[0]]}, {"do": "puzzle", "game": game, "number": len(lines) + 1})
        equal(len(listed["puzzles"]), len(lines))
        equal(listed["puzzles"][number - 1]["id"], one["puzzle"]["id"])
        check("wins in 2 moves" in one["puzzle"]["task"], one)
        check(not wrong["correct"] and "reply" not in wrong, wrong)
        check(right["correct"] and not right["solved"] and right["reply"] == moves[1], right)
        check(solved["correct"] and solved["solved"], solved)
        equal(nxt["puzzle"]["next"], moves[2])
        check("error" in early and "error" in none, (early, none))
        shown = ask({"do": "puzzle_solution", **name})
        equal(shown["moves"], moves)
        check(all(line["ply"] == 1 and line["moves"] and line["moves"][0] != moves[1] for line in shown["variations"]), shown)
        check(len(shown["variations"]) <= 3, "more than three other defences")
        check(shown["reason"], "the end has no reason")


@test
def a_half_that_does_not_matter_is_right():
    """Another half than the solution's: the answer says with which one the puzzle continues."""
    for game in GAMES:
        for number, line in enumerate(lines_of(game), 1):
            moves = re.search(r"pv ([^;]*);", line).group(1).split()
            if " dm 2;" not in line or moves[0].count(",") != 1:
                continue
            first, second = moves[0].split(",")
            look = ask({"do": "position", "game": game, "fen": " ".join(line.split(" ")[:4]) + " 0 1", "legs": first})
            others = [first + "," + leg["text"] for leg in look["legs"] if leg["status"] == "complete" and leg["text"] != second]
            answers = ask(*({"do": "puzzle_try", "game": game, "number": number, "moves": [move]} for move in others), {"do": "games"})[:-1]
            right = [answer for answer in answers if answer["correct"]]
            check(all("move" not in answer for answer in answers if not answer["correct"]), answers)
            if right:
                check(all((answer["solved"], answer["move"], answer["reply"]) == (False, moves[0], moves[1]) for answer in right), right)
                return
    check(False, "no puzzle has a half that does not matter")


@test
def wrong_requests_are_explained():
    name = {"game": "chess", "number": next(i for i, line in enumerate(lines_of("chess")) if " dm 2;" in line) + 1}
    moves = re.search(r"pv ([^;]*);", lines_of("chess")[name["number"] - 1]).group(1).split()
    refused = [({"do": "puzzle", "game": "chess"}, '"number" of the puzzle is missing'), ({"do": "puzzle", "game": "chess", "number": 0}, "from 1 to 100000"),
               ({"do": "puzzle", "game": "chess", "number": 100001}, "from 1 to 100000"), ({"do": "puzzle", **name, "moves": ["e9"]}, "^move 1: "),
               ({"do": "puzzle", **name, "moves": [*moves, moves[0]]}, "^move %d" % (len(moves) + 1)),
               ({"do": "puzzle_try", **name, "moves": []}, "must end with the solver's move"), ({"do": "puzzle_try", **name, "moves": moves[:2]}, "must end with the solver's move"),
               ({"do": "puzzle_try", **name}, "must end with the solver's move"),
               ({"do": "puzzle", **name, "moves": [moves[0], other_reply(name, moves)]}, "^move 2 is not the solution's")]
    for answer, (request, why) in zip(ask(*(request for request, _ in refused)), refused):
        check(re.search(why, answer.get("error", "")), "%s: %s" % (request, answer))
    told = ask(*({"do": "puzzle", **name, "moves": moves[:n]} for n in range(len(moves) + 1)))
    equal([answer["puzzle"].get("next") for answer in told], [*moves, None])
    check("next" not in ask({"do": "puzzle", **name})["puzzle"], "a hint that nobody asked for")


def other_reply(name, moves):
    """A legal reply to the first move that is not the solution's; else a move that is none."""
    fen = " ".join(lines_of("chess")[name["number"] - 1].split(" ")[:4]) + " 0 1"
    legal = [leg["text"] for leg in ask({"do": "position", "game": "chess", "fen": fen, "moves": moves[:1]})["legs"]]
    return next(move for move in legal if move != moves[1])


if __name__ == "__main__":
    sys.exit(run(TESTS, lambda: Engine(ENGINE, "json")))
