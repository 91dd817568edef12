#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Lessons, as in docs/lessons.md: every solution and every wrong try, the format, hostile files.
Usage: tests/test_lessons.py ENGINE [TEST...]"""

import os
import random
import re
import sys

from protocol import ENGINE, ROOT, TESTS, Engine, all_games, ask, bad, check, equal, good, run, searched, test

GAMES = list(all_games(ENGINE))


def engine():
    return Engine(ENGINE, "json")


def source(game):
    with open(os.path.join(ROOT, "docs", "rules", game + ".lessons"), encoding="utf-8") as file:
        return file.read()


def taught(e):
    """All lessons, with their games."""
    return [(game, lesson) for game in GAMES for lesson in good(e, do="lessons", game=game)["lessons"]]


def look(e, game, number, moves):
    return good(e, do="position", game=game, lesson=number, moves=moves)


def play(e, game, lesson, moves):
    """How the lesson stands after some moves; the opponent's must be those that the lesson prescribes."""
    last = None
    for count in range(len(moves) + 1):
        last = look(e, game, lesson["number"], moves[:count])
        if count < len(moves):
            equal((last["lesson"]["state"], moves[:count]), ("open", moves[:count]))
        if lesson["opponent_passes"] and last["lesson"]["state"] == "open":
            equal((last["side"], moves[:count]), (lesson["side"], moves[:count]))
    return last


@test
def every_game_has_lessons(e):
    for game in GAMES:
        lessons = good(e, do="lessons", game=game)["lessons"]
        check(8 <= len(lessons) <= 18, "%s has %d lessons" % (game, len(lessons)))
        equal([lesson["number"] for lesson in lessons], list(range(1, len(lessons) + 1)))
        equal(len({lesson["title"] for lesson in lessons}), len(lessons))
        for lesson in lessons:
            for key in ("title", "task", "hint", "fen", "solution", "wrong"):
                check(lesson[key], "%s, lesson %d has no %s" % (game, lesson["number"], key))
            check(lesson["task"].endswith("."), lesson["task"])
        check(not lessons[-1]["opponent_passes"] and lessons[-1]["level"] == 0, "%s does not end with a game against a beginner" % game)
        # The text on the disk is the built-in one.
        equal(good(e, do="lessons", game=game, text=source(game))["lessons"], lessons)


def subjects(e, game, lesson):
    """The letters of the learner's pieces that move, in the solution."""
    found = set()
    for count, move in enumerate(lesson["solution"]):
        before = look(e, game, lesson["number"], lesson["solution"][:count])
        if before["side"] == lesson["side"]:
            found |= {leg[0].upper() for leg in move.split(",") if leg[1] == "@"}
            found |= {before["board"][leg].strip("+").upper() for leg in re.findall(r"[a-z]\d+", move) if leg in before["board"]
                      and before["board"][leg].strip("+").isupper() == (lesson["side"] == "w")}
    return found


@test
def every_piece_has_a_lesson(e):
    """Each kind of piece moves in the solution of a lesson before the last, which is a game, or is named in its title."""
    for game in good(e, do="games")["games"]:
        lessons = good(e, do="lessons", game=game["name"])["lessons"]
        moved = set().union(*(subjects(e, game["name"], lesson) for lesson in lessons[:-1]))
        titles = " ".join(lesson["title"] for lesson in lessons)
        letters = {piece["piece"].strip("+") for piece in game["pieces"] if piece["name"] not in titles and piece["name"] != "spent Warrior"}
        equal((game["name"], letters - moved), (game["name"], set()))


@test
def solutions_solve(e):
    for game, lesson in taught(e):
        last = play(e, game, lesson, lesson["solution"])
        equal((game, lesson["title"], last["lesson"]["state"]), (game, lesson["title"], "solved"))
        check(not last.get("legs"), "%s, %s goes on when it is solved" % (game, lesson["title"]))
        check(last["lesson"].get("remark"), "%s, %s: nothing is said in the end" % (game, lesson["title"]))
        bad(e, "the lesson is over|the game is over", do="position", game=game, lesson=lesson["number"],
            moves=lesson["solution"] + [lesson["solution"][0]])


@test
def a_lesson_counts_its_moves(e):
    """The state, the moves of the learner, those that are left, and the flags that were not reached."""
    for lesson in good(e, do="lessons", game="chess")["lessons"][:-1]:
        for count in range(len(lesson["solution"]) + 1):
            moves = lesson["solution"][:count]
            state = look(e, "chess", lesson["number"], moves)["lesson"]
            own = count if lesson["opponent_passes"] else (count + 1) // 2
            equal((state["number"], state["move_count"]), (lesson["number"], own))
            equal(state.get("moves_left"), lesson["max_moves"] - own if "max_moves" in lesson else None)
            equal(state["state"], "solved" if count == len(lesson["solution"]) else "open")
            check("failure" not in state and set(state["flags"]) <= set(lesson["flags"]), state)
            if not count:
                equal(set(state["flags"]), set(lesson["flags"]))
            left = [flag for flag in lesson["flags"] if flag not in {move[2:4] for move in moves}]
            if lesson["opponent_passes"]:
                equal(set(state["flags"]), set(left))
    count = len(good(e, do="lessons", game="chess")["lessons"])
    bad(e, "^Chess has lessons 1 to %d, not %d$" % (count, count + 1), do="position", game="chess", lesson=count + 1, moves=[])
    bad(e, "^move 1, e9: ", do="position", game="chess", lesson=1, moves=["e9"])
    longer = next(lesson for lesson in good(e, do="lessons", game="chess")["lessons"] if len(lesson["solution"]) > 1)
    bad(e, "^move 2, e9: ", do="position", game="chess", lesson=longer["number"], moves=[longer["solution"][0], "e9"])


@test
def wrong_tries_are_answered(e):
    for game, lesson in taught(e):
        for wrong in lesson["wrong"]:
            last = play(e, game, lesson, wrong.split())
            state = last["lesson"]["state"]
            check(state == "failed" or (state == "open" and last["lesson"].get("remark")),
                  "%s, %s: %s is %s" % (game, lesson["title"], wrong, last["lesson"]))
            if state == "failed":
                check(not last.get("legs"), "%s, %s goes on when it has failed" % (game, lesson["title"]))


@test
def the_opponent_answers(e):
    found = 0
    for game, lesson in taught(e):
        if lesson["opponent_passes"] or look(e, game, lesson["number"], lesson["solution"][:1])["lesson"]["state"] != "open":
            continue
        found += 1
        done = searched(e, game=game, lesson=lesson["number"], moves=lesson["solution"][:1], own_move=True)[1]
        move = done["pv"][0]
        check("resigns" not in done and "offers_draw" not in done, str(done))
        after = look(e, game, lesson["number"], lesson["solution"][:1] + [move])
        check(after["lesson"]["state"] != "open" or after["side"] == lesson["side"], str(after["lesson"]))
    check(found >= len(GAMES), "only %d lessons are answered" % found)
    # A reply that is prescribed comes without a search.
    fork = next(lesson for lesson in good(e, do="lessons", game="chess")["lessons"] if lesson["title"] == "The fork")
    done = good(e, do="search", game="chess", lesson=fork["number"], moves=["d5c7"], own_move=True)["done"]
    equal((done["pv"], done["nodes"]), (["e8f8"], 0))


@test
def reach_and_legs_work_in_a_lesson(e):
    reach = good(e, do="reach", game="chess", lesson=2, moves=["a1a5"], square="a5")
    check("h5" in [leg["to"] for leg in reach["legs"]], str(reach))
    half = good(e, do="position", game="bordahbee", lesson=2, legs="g1f3")
    equal((half["status"], half["lesson"]["state"], half["lesson"]["move_count"]), ("partial", "open", 0))


@test
def bad_requests_are_refused(e):
    bad(e, '"lesson"', do="position", game="chess", lesson=0)
    bad(e, '"lesson"', do="position", game="chess", lesson="first")
    bad(e, "move 1", do="position", game="chess", lesson=1, moves=["x" * 500])
    bad(e, "array of strings", do="position", game="chess", lesson=1, moves=[1])
    bad(e, "no game", do="lessons", game="ludo")


# ---- The format ----

PLAIN = """lesson A title
fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1
task Do it.
goal flags
flags a5
moves 1
hint Up.
solution a1a5
wrong a1a4
"""


def lessons(e, text):
    return good(e, do="lessons", game="chess", text=text)["lessons"]


@test
def files_are_read(e):
    equal(lessons(e, PLAIN)[0]["title"], "A title")
    equal(lessons(e, "# first\n\n" + PLAIN.replace("\n", "\r\n"))[0]["task"], "Do it.")
    equal(lessons(e, PLAIN.replace("task Do it.", "task Do\n   it\n\tnow."))[0]["task"], "Do it now.")
    equal(len(lessons(e, PLAIN + PLAIN.replace("A title", "Another"))), 2)
    equal(lessons(e, PLAIN.rstrip())[0]["wrong"], ["a1a4"])


@test
def bad_files_are_refused(e):
    def refuse(pattern, text):
        bad(e, pattern, do="lessons", game="chess", text=text)

    def changed(pattern, old, new):
        check(old in PLAIN, old)
        refuse(pattern, PLAIN.replace(old, new))

    refuse("no lesson", "")
    refuse("no lesson", "# nothing\n")
    refuse("line 1, 'task'.*begins with 'lesson", "task x\n")
    refuse("at most 65536 bytes", PLAIN + "# " + "x" * 65536)
    refuse("at most 40 lessons", PLAIN * 41)
    changed("line 1, 'lesson': its text is missing", "lesson A title", "lesson")
    changed("has 41 bytes; at most 40", "A title", "x" * 41)
    changed("line 3, 'task'.* 201 bytes", "Do it.", "x" * 201)
    changed("line 5, 'goal': it is given twice", "goal flags", "goal flags\ngoal flags")
    changed("no such entry", "hint", "tip")
    changed("'A title' has no 'solution'", "solution", "# solution")
    changed("has no 'wrong'", "wrong", "# wrong")
    changed("fen: ", "4k3/8", "4k3/9")
    changed("the game is over in its position", "R3K3", "4K3")
    changed("'z9' is not a square", "flags a5", "flags z9")
    changed("number from 1 to 60", "moves 1", "moves 99")
    changed("number from 1 to 60", "moves 1", "moves few")
    changed("'passes', 'answers'", "moves 1", "moves 1\nopponent sleeps")
    changed("level from 0 to 20", "moves 1", "moves 1\nopponent answers 21")
    changed("level from 0 to 20", "moves 1", "moves 1\nopponent passes 3")
    changed("CONDITION : TEXT", "moves 1", "moves 1\nfail flags")
    changed("CONDITION : TEXT", "moves 1", "moves 1\nfail flags : ")
    changed("the text has 300 bytes", "moves 1", "moves 1\nsay flags : " + "x" * 300)
    changed("at most 16 rules", "moves 1", "moves 1\n" + "say flags : Yes.\n" * 17)
    changed("at most 8 wrong tries", "wrong a1a4", "wrong a1a4\n" * 9)
    changed("rule 1: a condition is expected", "moves 1", "moves 1\nsay sunny : Yes.")
    for goal, pattern in {
        "luck": "a condition is expected at 'luck'", "flags flags": "'and' or 'or' is expected", "flags and": "a condition is expected at 'the end'",
        "( flags )": r"a condition is expected at '\('", "on a5": "'own', 'enemy' or a piece", "on z1 own": "a square is expected", "count Z = 1": "a piece is expected",
        "count own < 1": "= or > is expected", "count own = many": "a number is expected", "move": "a move is expected",
        "attacked": "a square or a piece", "not not flags": "a condition is expected at 'not'",
        "x" * 40: "too long|condition is expected",
    }.items():
        changed(pattern, "goal flags", "goal " + goal)
    # A lesson must be what it says.
    changed("solution: 'a1b2'", "solution a1a5", "solution a1b2")
    changed("fails by its solution", "solution a1a5", "solution a1a6")
    changed("the lesson is over", "solution a1a5", "solution a1a5 a5a6")
    changed("is solved by its wrong try 1", "wrong a1a4", "wrong a1a5")
    changed("wrong try 1: 'e1e8'", "wrong a1a4", "wrong e1e8")
    refuse("nothing is said", PLAIN.replace("moves 1\n", ""))


# The meaning of conditions: a goal, moves after which it holds, and moves after which it does not.
LAND = "4k3/8/8/8/8/p7/1P6/R3K3 w - - 0 1"
TERMS = [
    ("on a2 R", LAND, "a1a2", "a1b1"), ("on a2 own", LAND, "a1a2", "a1b1"), ("on a3 enemy and on a1 nothing", LAND, "a1a2", "b2a3"),
    ("on b2 nothing", LAND, "b2b3", "a1a2"), ("count p = 0", LAND, "b2a3", "a1a2"), ("count enemy = 1", LAND, "b2a3", "a1a2"),
    ("count own > 2 and count R = 1 and count P > 0 and captures", LAND, "b2a3", "a1a2"), ("moves > 1", LAND, "a1a2 a2a1", ""),
    ("move a1a2", LAND, "a1a2", "a1b1"), ("move a1*", LAND, "a1a2", "e1e2"),
    ("moved R", LAND, "a1a2", "b2b3"), ("moved own and not moved enemy and not moved R", LAND, "b2b3", "a1a2"), ("captures", LAND, "a1a3", "a1a2"),
    ("not captures", LAND, "a1a2", "a1a3"), ("attacked b2", LAND, "e1e2", "b2b3"), ("attacked P", LAND, "e1e2", "b2b3"), ("attacked own", LAND, "e1e2", "b2b3"),
    ("moved P or moved R", LAND, "a1a2", "e1e2"), ("moved P and on b4 P or moved R", LAND, "b2b4", "b2b3"),
    ("moved K and moved R or moved P", LAND, "b2b4", "e1e2"), ("won and over", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "a1a7"),
    ("drawn", "7k/5K2/8/8/6Q1/8/8/8 w - - 0 1", "g4g6", "g4g5"), ("threat and not over", "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "a1a7"),
]


@test
def conditions_mean_what_they_say(e):
    for goal, fen, solution, wrong in TERMS:
        opponent = "" if "moves" in goal or "attacked" in goal else "opponent answers\n"
        text = ("lesson %s\nfen %s\ntask t\n%sgoal %s\nhint h\nsay moves > 0 : Said.\nsolution %s\nwrong %s\n"
                % (goal[:40], fen, opponent, goal, solution, wrong or solution.split()[0]))
        answer = ask(e, do="lessons", game="chess", text=text)
        check("error" not in answer, "%s: %s" % (goal, answer.get("error")))


def one(e, game, fen, goal, solution, wrong, more=""):
    text = ("lesson One\nfen %s\ntask t\ngoal %s\nhint h\nsay moves > 0 : Said.\nsolution %s\nwrong %s\n%s" % (fen, goal, solution, wrong, more))
    return good(e, do="lessons", game=game, text=text)


@test
def conditions_after_a_reply_and_in_other_games(e):
    answers = "opponent answers\n"
    # After the reply these still concern the learner's move.
    queen = "4k3/8/8/8/8/8/q7/4K2R w - - 0 1"
    one(e, "chess", queen, "moves = 1 and threat and not on e8 k", "h1h8 e8e7", "h1h7", answers)
    one(e, "chess", "8/8/8/8/8/1qk5/8/K6R w - - 0 1", "lost", "h1g1 b3b2", "h1h2", answers)
    one(e, "borderlands", "9/9/3wc4/9/9/9/9/9/9/4C4[M] w - - 0 1", "moved M and move M@*", "M@c6", "e1e2")
    one(e, "diamond", "8/8/2s5/8/8/8/8/4H3[C] w - - 0 1", "exposed and moved H", "e1e2", "e1e4", answers)
    one(e, "diamond", "8/8/8/8/3C4/2C5/8/8[] w - - 0 1", "costs and not captures", "c3c2", "c3c2,d4e4")
    one(e, "bordahbee", "4k7k3/16/16/16/16/16/16/R3K6QK3 w - - 0 1", "move l1p5 and moved Q and moved R and not moved K", "a1a6,l1p5", "e1e2,l1p5")
    # A reply that is prescribed.
    rule = answers + "reply e8f8\n"
    one(e, "chess", queen, "on f8 k", "h1h2 e8f8", "e1d1", rule)
    bad(e, "is not the reply: that is e8f8", do="lessons", game="chess",
        text="lesson One\nfen %s\ntask t\ngoal on f8 k\nhint h\nsolution e1d1 e8d8\nwrong h1h2\n%s" % (queen, rule))


@test
def a_solution_is_spelled_as_the_game_does(e):
    """Or a hint would not find its move: a Warrior that arrives on the last ranks promotes."""
    text = "lesson One\nfen 4c4/9/9/4W4/9/9/9/9/9/4C4[] w - - 0 1\ntask t\ngoal on e8 +W\nhint h\nsay moves > 0 : Said.\nsolution %s\nwrong e1e2\n"
    good(e, do="lessons", game="borderlands", text=text % "e7e8+")
    bad(e, "'e7e8' is written e7e8+", do="lessons", game="borderlands", text=text % "e7e8")


@test
def the_example_of_the_page_is_right(e):
    with open(os.path.join(ROOT, "docs", "lessons.md"), encoding="utf-8") as file:
        example = re.search(r"\n\n((?:    .*\n)+)", file.read()).group(1)
    equal(len(lessons(e, re.sub(r"(?m)^    ", "", example))), 1)


@test
def damaged_files_never_crash(e):
    chance = random.Random(int(os.environ.get("TEST_SEED", "7")))
    texts = {game: source(game) for game in GAMES}
    for _ in range(100):
        game = chance.choice(GAMES)
        blocks = re.split(r"(?m)^(?=lesson )", texts[game])
        text = list(chance.choice(blocks[1:]))
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(text))
            how = chance.randrange(4)
            if how == 0:
                text[at] = chance.choice(" \n:()*=<>,#abkqRZ019-\u00e9\u0001")
            elif how == 1:
                del text[at:at + chance.randrange(1, 20)]
            elif how == 2:
                text[at:at] = text[chance.randrange(len(text)):][:chance.randrange(40)]
            else:
                text[at:at + 1] = list(chance.choice(["not ", "( ", " )", " and ", " or ", " : ", "\nlesson x\n", "9" * 30]))
            text = text or [" "]
        answer = ask(e, do="lessons", game=game, text="".join(text))
        check("error" in answer or "lessons" in answer, str(answer))
    equal(len(lessons(e, PLAIN)), 1)


sys.exit(run(TESTS, engine))
