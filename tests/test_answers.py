#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Whole answers in JSON, compared with what follows from the board, from files and from docs/web.md.
Usage: tests/test_answers.py ENGINE [TEST...]"""

import collections
import re
import sys
import time

from protocol import (ENGINE, TESTS, Engine, all_games, bad, board_of, by_rules, check, equal, good, random_game, run, searched, sheets,
                      test)

GAMES = list(all_games(ENGINE))
# What the pages of the rules say: files, ranks, boards; on a corner, moves of legs, hands, sides differ; plies that draw; pieces.
FACTS = {
    "chess": (8, 8, 1, "", 100, "PNBRQK", 32),
    "borderlands": (9, 10, 1, "hands", 150, "CGMFEHSAWL +M+F+E+H+S+A+W+L", 52),
    "borderlands-2025-10": (9, 10, 1, "hands", 80, "CMFEHSAWL +M+F+E+H+S+A+W+L", 48),
    "battleofideologies": (9, 9, 1, "hands differ", 100, "PHBRACK SFEJMZ+Z", 41),
    "horizons": (12, 12, 1, "", 150, "PWVSNBORMZQK", 48),
    "bordahbee": (16, 8, 2, "legs", 100, "PNBRQK", 64),
    "diamond": (8, 8, 1, "corner legs hands", 31, "CGHKORSZ", 20),
}


def engine():
    return Engine(ENGINE, "json")


def squares(game):
    """All squares of a game, in the engine's order."""
    width = game["files"] // game["boards"]
    return [chr(97 + board * width + file) + str(rank + 1) for board in range(game["boards"]) for rank in range(game["ranks"]) for file in range(width)]


def hands_of(fen):
    return dict(collections.Counter(re.sub(r"[^\[]*(\[(.*)\])?.*", r"\2", fen.split(" ")[0])))


@test
def sheets_are_those_of_the_rules(e):
    reported, listed = sheets(e), all_games(ENGINE)
    equal(sorted(reported), sorted(listed))
    equal([game for game in GAMES if game in FACTS], list(FACTS))
    for name, (files, ranks, boards, words, plies, pieces, most) in FACTS.items():
        game, facts = reported[name], listed[name]
        for sheet in (game, facts):
            equal((sheet["files"], sheet["ranks"], sheet["boards"], sheet["multi_leg"]), (files, ranks, boards, "legs" in words))
            equal(sheet["standard_notation"], name == "chess")
        for key in ("title", "fen", "rule_options"):
            equal(game[key], facts[key])
        equal((game["on_corner"], game["draw_counter_limit"]), ("corner" in words, plies))
        equal((facts["hands"], facts["sides_differ"], facts["pieces_max"]), ("hands" in words, "differ" in words, most))
        equal((facts["crosses_boards"], facts["captures_elsewhere"], facts["pairs"]), (False, name == "diamond", boards == 2))
        equal(facts["cecp"], "normal" if name == "chess" else name)
        equal([piece["piece"] for piece in game["pieces"]], re.findall(r"\+?[A-Z]", pieces))
        equal(set(game["hand_pieces"]), {letter.upper() for letter in hands_of(game["fen"])})
        equal(len(board_of(game, game["fen"])) + sum(hands_of(game["fen"]).values()), most)
        white, black = (pieces.split() if "differ" in words else (pieces, pieces))
        # The pairing rule of a move is given if the rules in force have one.
        told_of = lambda **more: "leg_rule" in good(e, do="position", game=name, **more)  # noqa: E731,B023
        equal(told_of(rules=""), facts["pairs"])
        if facts["pairs"]:
            with by_rules(ENGINE, name + ":pairing=any", "json") as other:
                check("leg_rule" not in good(other, do="position", game=name), name)
        for piece in game["pieces"]:
            letter, promoted = piece["piece"], "+" + piece["piece"]
            found = re.findall(r"\+?[A-Z]", white), re.findall(r"\+?[A-Z]", black)
            equal(piece["sides"], "".join(side for side, own in zip("wb", found) if letter in own))
            equal(piece.get("promotes_to"), promoted if promoted in pieces else None)
            equal(piece["royal"], piece["name"] in {"chess": "King", "horizons": "King", "bordahbee": "King", "diamond": ""}.get(
                name, "King Kirin promoted Kirin Chief").split() + ["promoted Kirin"])
            check(piece["royal"] or 40 < piece["value"] < 1300, piece)
            check(re.fullmatch(r"[a-zA-Z0-9.]+", piece["betza"]), piece)


@test
def zones_lie_where_the_rules_say(e):
    """Every square of every zone, in the order of the board, and which colours are painted."""
    last = {"White's promotion zone": lambda f, r, n: r > n - 3, "Black's promotion zone": lambda f, r, n: r <= 3, "White's last rank": lambda f, r, n: r == n,
            "Black's last rank": lambda f, r, n: r == 1, "Palace": lambda f, r, n: f in "def" and r <= 2, "Kirin's goal": lambda f, r, n: r == 1,
            "River": lambda f, r, n: ord(f) - 96 == r, "City": lambda f, r, n: f + str(r) in ("a8", "h1")}
    kinds = {"Village": "goal", "City": "goal", "Kirin's goal": "goal", "Palace": "palace", "River": "water", "Road": "land", "Borderlands": "land"}
    painted = {"Borderlands", "Road", "Village", "Palace", "River", "City"}
    for name in FACTS:
        game = sheets(e)[name]
        for zone in game["zones"]:
            inside = last.get(zone["name"])
            if name == "battleofideologies" and "promotion" in zone["name"]:
                inside = (lambda f, r, n: r == n) if zone["sides"] == "w" else (lambda f, r, n: 3 <= r <= 5)
            if inside:
                equal(sorted(zone["squares"]), [s for s in sorted(squares(game)) if inside(s[0], int(s[1:]), game["ranks"])])
            equal(zone["squares"], [s for s in squares(game) if s in zone["squares"]])
            kind = kinds.get(zone["name"])
            check(kind is None or zone["kind"] == kind, zone)
            for words, kind in (("promotion", "promotion"), ("last rank", "promotion"), ("drops", "drop"), ("set-up", "setup"), ("'s land", "region"), ("s' land", "region")):
                check(words not in zone["name"] or zone["kind"] == kind, zone)
            check(("White" not in zone["name"] or zone["sides"] == "w") and ("Black" not in zone["name"] or zone["sides"] == "b"), zone)
            equal(zone["colour"] > 0, zone["name"] in painted)
            check(0 <= zone["colour"] <= 0xFFFFFF, zone)


@test
def options_of_the_rules_take_what_they_offer(e):
    """Each choice and the smallest and largest numbers are accepted, nothing else; the default is not listed as a rule."""
    for name, game in sheets(e).items():
        equal(len({row["name"] for row in game["rule_options"]}), len(game["rule_options"]))
        for row in game["rule_options"]:
            if row["name"] == "version":
                equal((row["choices"][0], row["default"]), (row["default"], row["default"]))
                continue

            def ask(value, row=row, name=name):
                return dict(do="position", game=name, moves=[], rules="%s=%s" % (row["name"], value))

            check(row["words"] and ("choices" in row) != ("min" in row) and ("min" in row) == ("max" in row), row)
            values = row["choices"] if "choices" in row else [str(row["min"]), str(row["max"])]
            check(len(set(values)) == len(values) >= 2, row)
            for value in {*values, row["default"]}:
                rule = "%s=%s" % (row["name"], value)
                with by_rules(ENGINE, "%s:%s" % (name, rule), "json") as other:
                    equal(good(other, **ask(value)).get("rules"), None if value == row["default"] else rule)
            for value in [values[0] + "x", ""] + ([str(row["min"] - 1), str(row["max"] + 1)] if "min" in row else ["1", "|".join(values[:2])]):
                bad(e, row["name"], **ask(value))
            check("choices" not in row or row["default"] in row["choices"], row)
            check("min" not in row or row["min"] <= int(row["default"]) <= row["max"], row)


# ---- Positions ----


def changed(before, leg):
    """The board after a leg; the leg's effects must be exactly the difference of the boards."""
    changes, where = leg["changes"], "%s" % leg
    after = {square: piece for square, piece in {**before, **changes}.items() if piece}
    check(all(before.get(square, "") != piece for square, piece in changes.items()), where)
    origins, targets = [pair[0] for pair in leg["piece_moves"]], [pair[1] for pair in leg["piece_moves"]]
    check(len(set(origins)) == len(origins) and len(set(targets)) == len(targets), where)
    own = (leg.get("from"), leg.get("to"))
    for origin, target in leg["piece_moves"]:
        check(origin in before and origin in changes and changes.get(target), where)
        check(after[target] == before[origin] or ((origin, target) == own and after[target].islower() == before[origin].islower()), where)
    equal(set(leg["removed"]), {square for square in changes if square in before} - set(origins))
    for square in {square for square in changes if changes[square]} - set(targets):
        lost = [other for other in changes if before.get(other) == after[square] and other not in origins]
        check(not lost, "%s came to %s from nowhere: %s" % (after[square], square, where))
    # The leg's own piece comes first, and it moves if its square changed.
    if own in leg["piece_moves"]:
        equal(tuple(leg["piece_moves"][0]), own)
    found = re.match(r"(?:(\+?[A-Z])@|([a-p]\d+)([x>]?))([a-p]\d+)([^,]*)$", leg["text"])
    if not found:
        check("from" not in leg and "to" not in leg and "drop" not in leg, where)
        return after
    drop, start, between, target, rest = found.groups()
    equal((leg.get("from"), leg["to"]), (start, target))
    equal(leg.get("action"), {"x": "shot", ">": "carry"}.get(between))
    if drop:
        equal((leg["piece_moves"], changes[target].upper()), ([], drop))
    elif not between and start in changes and target in changes:
        check([start, target] in leg["piece_moves"], where)
    if "drop" in leg:
        equal(leg["drop"].upper(), drop)
    check("promotion" not in leg or (rest and after[target] == leg["promotion"]), where)
    return after


@test
def effects_are_the_difference_of_the_boards(e):
    seen = collections.Counter()
    for game in GAMES:
        for seed in range(2):
            moves, answers = random_game(e, game, seed, 50)
            for answer, following in zip(answers, answers[1:] + [None]):
                for leg in answer.get("legs", []):
                    after = changed(answer["board"], leg)
                    for key in ("promotion", "drop", "action"):
                        seen[key] += key in leg
                    if "end_effect" in leg:
                        changed(after, dict(leg["end_effect"], text=""))
                    check(("drop" in leg) == ("@" in leg["text"] and leg["text"][0] != "@"), leg)
                if following:
                    board = answer["board"]
                    for leg in following["last"]["legs"]:
                        board = changed(board, leg)
                    equal(board, following["board"])
                    equal(following["last"]["side"], answer["side"])
                    equal((following["last"]["move"], following["draw_counter"] <= answer["draw_counter"] + 1), (",".join(
                        leg["text"] for leg in following["last"]["legs"] if leg["text"]), True))
            check(moves, game)
    check(min(seen["promotion"], seen["drop"], seen["action"]) > 5, seen)


@test
def fields_of_a_position_are_those_of_its_fen(e):
    for name, game in sheets(e).items():
        for number, answer in enumerate(random_game(e, name, 4, 40)[1]):
            equal("last" in answer, number > 0)
            fields = answer["fen"].split(" ")
            equal((answer["side"], answer["draw_counter"], answer["move_number"]), (fields[1], int(fields[4]), int(fields[5])))
            equal((answer["board"], answer["hands"]), (board_of(game, answer["fen"]), hands_of(answer["fen"])))
            equal(("reason" in answer, "peril" in answer, "royals" in answer), (answer["result"] != "*", *(answer["result"] != "1/2-1/2",) * 2))
            royal = {piece["piece"] for piece in game["pieces"] if piece["royal"]}
            own = [s for s in squares(game) if s in answer["board"] and answer["board"][s].upper() in royal and answer["board"][s].isupper() == (answer["side"] == "w")]
            equal(answer.get("royals", []), own if answer.get("peril") else [])


@test
def pieces_stand_with_the_side_that_has_them(e):
    """A piece that only one side has is that side's, whatever is requested; others are as requested."""
    for name, game in sheets(e).items():
        for piece in game["pieces"]:
            for side in "wb":
                shown = good(e, do="piece", game=name, piece=piece["piece"], side=side)
                there = shown["board"][shown["square"]]
                equal((there.upper(), there.isupper()), (piece["piece"], (side if side in piece["sides"] else piece["sides"]) == "w"))
                equal(set(shown["targets"]), {"move", "capture", "hop", "shift"})
                check(set().union(*shown["targets"].values()) <= set(squares(game)), shown)
                equal(good(e, do="piece", game=name, piece=piece["name"].upper(), side=side), shown)
    rook = good(e, do="piece", game="chess", piece="R", square="d5", side="b")
    equal((rook["square"], rook["board"]["d5"]), ("d5", "r"))
    check(set(rook["targets"]["move"]) and all("d" in target or "5" in target for target in rook["targets"]["move"]), rook)
    bad(e, "'z9' is not a square", do="piece", game="chess", piece="R", square="z9")
    bad(e, "Chess has no piece 'Marauder'", do="piece", game="chess", piece="Marauder")
    bad(e, "cannot be shown on a1", do="piece", game="battleofideologies", piece="K", square="a1")


# ---- Set-up ----


@test
def set_up_knows_its_limits(e):
    kings = {"e1": "K", "e8": "k"}

    def fen(game="chess", board=None, **more):
        return good(e, do="setup", game=game, board=board or kings, **more)["fen"].split(" ")

    equal(fen(), ["4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"])
    equal(fen(draw_counter=1000, move_number=100000, side="b", castling="", ep=""), ["4k3/8/8/8/8/8/8/4K3", "b", "-", "-", "1000", "100000"])
    equal(fen(side="w", castling="x" * 40, ep="e" * 40)[2:4], ["x" * 40, "e" * 40])
    for key, low, high in (("draw_counter", 0, 1000), ("move_number", 1, 100000)):
        for wrong in (low - 1, high + 1):
            bad(e, '"%s" is a whole number from %d to %d' % (key, low, high), do="setup", game="chess", board=kings, **{key: wrong})
    for key in ("castling", "ep"):
        for wrong in ("x" * 41, "K Q", "\tK", "K\n"):
            bad(e, '"%s" is one short word' % key, do="setup", game="chess", board=kings, **{key: wrong})
    hands = good(e, do="setup", game="borderlands", board={"a1": "C", "a10": "c"}, hands={"M": 15, "m": 0})
    check("[" + 15 * "M" + "]" in hands["fen"], hands)
    equal(good(e, do="setup", game="diamond", board={}, hands={"C": 3, "c": 2, "z": 1, "G": 1})["fen"].split(" ")[0].split("[")[1], "CCCGccz]")
    for hand, why in (({"M": 16}, "M: a number from 0 to 15"), ({"M": -1}, "0 to 15"), ({"M": "1"}, "0 to 15"), ({"W": 1}, "no 'W' can be in hand"), ({"x": 1}, "no 'x'")):
        bad(e, why, do="setup", game="borderlands", board={}, hands=hand)
    bad(e, "'e9' is not a square of this game", do="setup", game="chess", board={"e9": "K"})
    bad(e, "e1: 'X' is not a piece of this game", do="setup", game="chess", board={"e1": "X"})
    bad(e, "e1: '' is not a piece of this game", do="setup", game="chess", board={"e1": ["K"]})


# ---- Searches ----


@test
def lines_of_a_search_are_whole(e):
    """Each line has the members of docs/web.md, with the moves in both notations; the last line agrees with those before it."""
    start = time.monotonic()
    for game in GAMES:
        moves = random_game(e, game, 2, 6)[0]
        tree = lambda pv: [{"move": move} for move in pv]  # noqa: E731
        infos, done = searched(e, game=game, moves=moves, depth=4, multipv=2)
        keys = {"depth", "multipv", "nodes", "time", "pv", "san"}
        for info in infos:
            equal(set(info) - {"bound"}, keys | {"cp" if "cp" in info else "mate"})
            check(info.get("bound", "lower") in ("lower", "upper") and 1 <= info["depth"] <= 4, info)
            check(info["multipv"] in (1, 2) and 0 <= info["time"] <= (time.monotonic() - start) * 1000 + 1, info)
            equal(info["san"], good(e, do="san", game=game, moves=moves, tree=tree(info["pv"][:10]))["san"])
        for key in ("nodes", "time"):
            values = [line[key] for line in [*infos, done]]
            equal(values, sorted(values))
        best = [info for info in infos if info["multipv"] == 1 and info["depth"] == 4 and "bound" not in info][-1]
        equal(set(done), {"pv", "san", "cp" if "cp" in best else "mate", "depth", "nodes", "time"})
        equal((done["depth"], done["pv"][0], done.get("cp"), done.get("mate")), (4, best["pv"][0], best.get("cp"), best.get("mate")))
        check(1 <= len(done["pv"]) <= 2 and done["pv"] == best["pv"][:len(done["pv"])], done)
        equal(done["san"], good(e, do="san", game=game, moves=moves, tree=tree(done["pv"]))["san"])
    for fen, mate in (("7k/R7/6K1/8/8/8/8/8 b - - 0 1", -1), ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1), ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2)):
        equal(searched(e, game="chess", fen=fen, depth=6)[1]["mate"], mate)


@test
def options_are_set(e):
    bad(e, "no option", do="option", name="Colour", value="red")
    equal(good(e, do="option", name="multipv", value="2"), {"id": None, "ok": True})
    for name in ("UCI_Variant", "UCI_Rules"):
        bad(e, name + " is not for JSON", do="option", name=name, value="chess")
    bad(e, '"name" of the option is missing', do="option", value=1)
    for value in (True, "true", 1, False, "false", 0):
        equal(good(e, do="option", name="Ponder", value=value), {"id": None, "ok": True})
    for value in ("yes", 2, ""):
        bad(e, "true or false", do="option", name="Ponder", value=value)
    for name, low, high in (("Hash", 1, 2**18), ("Threads", 1, 256), ("MultiPV", 1, 256), ("Move Overhead", 0, 10000), ("Node Budget", 0, 100), ("Skill Level", 0, 20),
                            ("Skill Seed", 0, 2**31 - 1), ("Book Variety", 0, 1000)):
        for value in (low - 1, high + 1):
            bad(e, "%s is a number from %d to %d, not '%d'" % (name, low, high, value), do="option", name=name, value=value)
        for value in (low, *([high] if name not in ("Hash", "Threads") else [])):
            good(e, do="option", name=name, value=value)


@test
def an_id_is_a_number_or_a_text(e):
    for given, reported in ((7, 7), ("x", "x"), (None, None), (True, None), ([1], None), ({}, None)):
        equal(good(e, do="stop", id=given)["id"], reported)
        answer = good(e, do="position", game="chess", id=given)
        equal(answer["id"], reported)


# ---- Books ----


@test
def the_book_tells_of_its_moves(e):
    """Best first, with the expected result and the continuation. A game without a book is answered as one whose book lacks the position."""
    there = 0
    for game in GAMES:
        for moves in ([], None):
            moves = good(e, do="book", game=game, moves=[])["moves"][:1] if moves is None else moves
            moves = [move["move"] for move in moves]
            book = good(e, do="book", game=game, moves=moves)
            equal(set(book), {"id", "positions", "origin", "known", "moves"})
            equal((bool(book["moves"]), book["known"]), (book["positions"] > 0,) * 2)
            if not book["moves"]:
                continue
            there += 1
            check("positions=" in book["origin"], book["origin"])
            scores = [move["cp"] for move in book["moves"] if "cp" in move]
            equal(scores, sorted(scores, reverse=True))
            for move in book["moves"]:
                equal(set(move) - {"cp", "mate"}, {"move", "expected_score", "continuation", "san"})
                check(abs(move["expected_score"] - 1000 / (1 + 3 ** (-move["cp"] / 100))) <= 0.51, move)
                line = [move["move"], *move["continuation"]]
                check(len(line) <= 11, line)
                equal(move["san"], good(e, do="san", game=game, moves=moves, tree=[{"move": text} for text in line[:10]])["san"])
            # The line behind a move begins with the best move there.
            best = book["moves"][0]
            if best["continuation"]:
                equal(best["continuation"][0], good(e, do="book", game=game, moves=moves + [best["move"]])["moves"][0]["move"])
    check(there >= 2, "only %d positions with a book" % there)
    equal(good(e, do="book", game="chess", fen="4k3/8/8/8/8/8/8/4K2R w - - 0 1")["known"], False)


if __name__ == "__main__":
    sys.exit(run(TESTS, engine))
