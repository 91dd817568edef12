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

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from protocol import Engine, Failure, all_games, check, equal, run  # noqa: E402

PATH = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "quincunx")
LAB = os.path.join(os.path.dirname(PATH), "quincunx-lab")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_BYTES_MAX = 60000
WANTED = 300
# How many of each game are proved again; `quincunx-lab puzzles GAME --verify` proves all.
SAMPLE = int(os.environ.get("TEST_PUZZLES", "2"))
TESTS = []


def epd(game):
    return os.path.join(ROOT, "src", "variants", game, game + ".epd")


GAMES = [game for game in all_games(PATH) if os.path.exists(epd(game))]


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
def the_chosen_ones_are_long_enough():
    """--write omits puzzles that are too short where others are enough, and says when games are lacking; --add proves and rates the
    puzzles of a file."""
    game = max(GAMES, key=lambda name: len(lines_of(name)))
    with tempfile.TemporaryDirectory() as folder:
        work, out = os.path.join(folder, "work"), os.path.join(folder, "out.epd")

        def written(name, lines):
            with open(work, "w") as file:
                file.write("".join(line + "\n" for line in lines))
            said = puzzles(name, "--write", out, "--work", work)
            with open(out) as file:
                counts = [solver_moves(line) for line in file]
            single, deep = counts.count(1), sum(n > 2 for n in counts)
            check("written: %d, %d of them of one move, %d of three or more" % (len(counts), single, deep) in said, said)
            lacking = len(counts) < WANTED or 5 * single > len(counts) or 4 * deep < len(counts)
            check(("%s needs more games: %d puzzles" % (name, WANTED) in said) == lacking, said)
            return len(counts), single, deep

        by_moves = {n: [line for line in lines_of("chess") if min(solver_moves(line), 3) == n] for n in (1, 2, 3)}
        equal(written("chess", by_moves[1][:9] + by_moves[2][:3]), (12, 9, 0))
        long = [line for line in lines_of(game) if solver_moves(line) > 2]
        short = [line for line in lines_of(game) if solver_moves(line) < 3]
        # A quarter is deep, and a fifth single; then the quarter can no longer be had, then neither.
        count, single, deep = written(game, short + long[:WANTED // 4 + 5])
        equal((count, deep), (WANTED + 20, WANTED // 4 + 5))
        check(5 * single <= count, (single, count))
        equal(written(game, short + long[:WANTED // 4 - 5])[::2], (WANTED, WANTED // 4 - 5))
        some, added = os.path.join(folder, "some.epd"), os.path.join(folder, "added")
        with open(some, "w") as file:
            file.write("".join(re.sub('c1 "[0-9]*"', 'c1 "1"', line) + "\n" for line in [by_moves[2][0], by_moves[1][0], by_moves[2][0]]))
        for _ in range(2):
            puzzles("chess", "--find", "--add", some, "--work", added, "--quiet", "--minutes", "1")
            with open(added) as file:
                kept = [line.split(" pv ") for line in file if line.split(" pv ")[0] in (by_moves[1][0].split(" pv ")[0], by_moves[2][0].split(" pv ")[0])]
            equal(sorted(start for start, _ in kept), sorted(line.split(" pv ")[0] for line in (by_moves[1][0], by_moves[2][0])))
            check(not any('c1 "1"' in rest for _, rest in kept), kept)


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
    lines = subprocess.run([PATH, "json"], input=text, capture_output=True, text=True, timeout=300).stdout.splitlines()
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
def the_list_is_what_the_file_says():
    """Rating, kind, moves, themes and task of every puzzle, read here from the files."""
    for game in GAMES:
        lines = lines_of(game)
        answers = ask({"do": "puzzles", "game": game}, *({"do": "puzzle", "game": game, "number": i + 1} for i in range(len(lines))))
        puzzles = answers[0]["puzzles"]
        equal((len(puzzles), len({puzzle["id"] for puzzle in puzzles})), (len(lines), len(lines)))
        for line, puzzle, whole in zip(lines, puzzles, (answer["puzzle"] for answer in answers[1:])):
            fen = " ".join(line.split(" ")[:4]) + " 0 1"
            moves, themes, rating, kind = (re.search(pattern, line).group(1) for pattern in (r"pv ([^;]*);", r'c0 "([^"]*)"', r'c1 "(\d+)"', r'c2 "([^"]*)"'))
            equal({key: puzzle[key] for key in ("rating", "kind", "move_count")},
                  {"rating": int(rating), "kind": kind, "move_count": len(moves.split()) // 2 + 1})
            equal(sorted(puzzle["themes"]), sorted(themes.split()))
            check(re.fullmatch("[0-9a-f]{8}", puzzle["id"]), puzzle)
            wins = re.search(r" dm (\d+);", line)
            equal({key: value for key, value in whole.items() if key not in ("task", "fen", "side")}, puzzle)
            equal((whole["fen"].split("{")[0].strip(), whole["side"]), (fen, fen.split(" ")[1]))
            check(not wins or whole["task"].endswith("wins in %s move%s." % (wins.group(1), "" if wins.group(1) == "1" else "s")), whole)
        equal([puzzle["rating"] for puzzle in puzzles], sorted(puzzle["rating"] for puzzle in puzzles))


@test
def other_defences_are_shown():
    """At each move of the opponent up to three, all different, none the solution's, each with at most five plies that answer it."""
    game, seen = "chess", set()
    for number, line in enumerate(lines_of(game), 1):
        moves = re.search(r"pv ([^;]*);", line).group(1).split()
        fen = " ".join(line.split(" ")[:4]) + " 0 1"
        if len(moves) < 3 or len(seen) == 4:
            continue
        at = [{"do": "position", "game": game, "fen": fen, "moves": moves[:ply]} for ply in range(1, len(moves), 2)]
        legal = [{leg["text"] for leg in answer["legs"]} - {moves[2 * i + 1]} for i, answer in enumerate(ask(*at, {"do": "games"})[:-1])]
        counts = {min(len(others), 4) for others in legal} - seen
        if not counts:
            continue
        seen |= counts
        answer = ask({"do": "puzzle_solution", "game": game, "number": number})
        equal(answer["moves"], moves)
        for i, others in enumerate(legal):
            shown = [line["moves"] for line in answer["variations"] if line["ply"] == 2 * i + 1]
            equal(len(shown), min(3, len(others)))
            equal(len({line[0] for line in shown}), len(shown))
            check({line[0] for line in shown} <= others and all(len(line) <= 6 for line in shown), shown)
            for line in shown:
                check("error" not in ask({"do": "position", "game": game, "fen": fen, "moves": moves[:2 * i + 1] + line}), line)
        check({line["ply"] for line in answer["variations"]} <= set(range(1, len(moves), 2)), answer)
        wrong = other_move(game, lines_of(game)[number - 1])
        told = ask({"do": "puzzle_solution", "game": game, "number": number, "moves": [wrong]})
        equal((set(told), [(line["ply"], line["moves"][0]) for line in told["variations"]]), ({"id", "variations"}, [(0, wrong)]))
        check(2 <= len(told["variations"][0]["moves"]) <= 6, told)
    check({1, 2, 3, 4} - seen <= {3} and 4 in seen, "defences: %s" % seen)


@test
def a_wrong_move_that_wins_more_slowly_is_told():
    """One that keeps the attack may win, too, only later: the end of the line shows it, and so does "wins"."""
    found, tried = False, 0
    for number, line in enumerate(lines_of("chess"), 1):
        if found or " dm 2;" not in line or tried > 150:
            continue
        fen, right = " ".join(line.split(" ")[:4]) + " 0 1", re.search(r"pv (\S+)", line).group(1)
        legal = [leg["text"] for leg in ask({"do": "position", "game": "chess", "fen": fen})["legs"] if leg["text"] != right]
        looks = ask(*({"do": "position", "game": "chess", "fen": fen, "moves": [move]} for move in legal), {"do": "games"})[:-1]
        for wrong in (move for move, look in zip(legal, looks) if look["last"]["san"].endswith("+") and not found):
            shown, tried = ask({"do": "puzzle_solution", "game": "chess", "number": number, "moves": [wrong]})["variations"][0], tried + 1
            end = ask({"do": "position", "game": "chess", "fen": fen, "moves": shown["moves"]})
            won = {"1-0": "w", "0-1": "b"}.get(end["result"]) == fen.split(" ")[1]
            equal(shown.get("wins", False), won)
            found = won
    check(found, "none of %d wrong moves wins" % tried)


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
    sys.exit(run(TESTS, lambda: Engine(PATH, "json")))
