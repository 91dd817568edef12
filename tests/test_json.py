#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Requests in JSON, as in docs/web.md. Usage: tests/test_json.py ENGINE [TEST...]"""

import json
import re
import subprocess
import sys

from protocol import (ENGINE, TESTS, Engine, Failure, all_games, ask, bad, by_rules, check, ends_unread, equal, good, random_game, reply,
                      run, searched, sheets, test)

GAMES = list(all_games(ENGINE))


def engine():
    return Engine(ENGINE, "json")


def apply(board, sets):
    after = dict(board)
    after.update(sets)
    return {square: piece for square, piece in after.items() if piece}


@test
def levels(e):
    for name, sheet in sheets(e).items():
        equal(len(sheet["levels"]), 21)
        equal(sheet["levels"], sorted(set(sheet["levels"])))
        check(sheet["elo_scale"], name)
        for player in ({"level": 0}, {"level": 20, "depth": 1}):
            check(searched(e, game=name, own_move=True, **player)[1]["pv"], name)
    bad(e, "whole number from 0 to 20", do="search", game="chess", level=21)
    bad(e, "whole number", do="offer_draw", game="chess", level=-1)


@test
def policy(e):
    """The engine resigns a lost game after some moves, but not at the weakest levels and not in analysis."""
    fen, pushes, answers = "7k/8/8/8/8/8/1PPP4/R1Q1K3 w - - 0 1", ["b2b3", "c2c3", "d2d3", "a1b1", "b1a1", "b3b4"], {}
    good(e, do="option", name="Skill Seed", value=3)
    for player in ({"own_move": True, "nodes": 300}, {"own_move": True, "level": 7}, {"nodes": 300}):
        moves = []
        for move in pushes:
            moves.append(move)
            done = searched(e, game="chess", fen=fen, moves=moves, **player)[1]
            if "resigns" in done:
                break
            moves.append(done["pv"][0])
        answers[str(player)] = len(moves)
        if player == {"own_move": True, "nodes": 300}:
            equal(good(e, do="offer_draw", game="chess", fen=fen, moves=moves)["accepts"], True)
            equal(good(e, do="offer_draw", game="chess", fen=fen)["accepts"], False)
    equal(list(answers.values()), [7, 12, 12])
    # Scores of one game do not affect the next.
    moves = ["b2b3", searched(e, game="chess", fen=fen, moves=["b2b3"], own_move=True, nodes=300)[1]["pv"][0]]
    equal(good(e, do="offer_draw", game="chess", fen=fen, moves=moves)["accepts"], True)
    equal(good(e, do="offer_draw", game="chess", moves=["e2e4", "e7e5"])["accepts"], False)


@test
def games_are_described_in_full(e):
    answer = good(e, do="games", id="x")
    equal(answer["id"], "x")
    equal([game["name"] for game in answer["games"]], GAMES)
    for game in answer["games"]:
        for piece in game["pieces"]:
            check(len(piece["description"]) > 20 and piece["description"].endswith("."), "%s has no words" % piece)
            check(piece["name"] and piece["royal"] != ("value" in piece), "%s" % piece)
        for zone in game["zones"]:
            check(zone["squares"] and zone["name"] and zone["description"].endswith("."), "%s" % zone)


@test
def legs_are_the_legal_moves(e):
    for game in GAMES[:4]:
        for seed in range(2):
            answer = random_game(e, game, seed, 25)[1][-1]
            fen = answer["fen"]
            out = subprocess.run([ENGINE, "perft", game, "1", fen, "--divide"], capture_output=True, text=True, check=True).stdout
            expected = sorted(re.findall(r"(?m)^(\S+): 1$", out))
            equal(sorted(leg["text"] for leg in answer.get("legs", [])), expected)


@test
def effects_of_every_kind(e):
    def leg(text, legs="", **request):
        answer = good(e, do="position", legs=legs, **request)
        found = [one for one in answer["legs"] if one["text"] == text]
        check(found, "%s is not listed: %s" % (text, [one["text"] for one in answer["legs"]]))
        return found[0]

    castling = leg("e1g1", game="chess", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    equal(castling["piece_moves"], [["e1", "g1"], ["h1", "f1"]])
    passing = leg("e5d6", game="chess", fen="4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    equal((passing["piece_moves"], passing["removed"]), ([["e5", "d6"]], ["d5"]))
    queen = leg("a7a8q", game="chess", fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    equal((queen["promotion"], queen["changes"]), ("Q", {"a7": "", "a8": "Q"}))
    push = leg("e5e6", game="horizons", fen="5k6/12/12/12/12/12/4p7/4S7/12/12/12/6K5 w - - 0 1")
    equal(push["piece_moves"], [["e5", "e6"], ["e6", "e7"]])
    equal(push["removed"], [])
    rook = leg("e1g1", game="bordahbee", fen="4k3rnbqkbnr/8pppppppp/16/16/16/16/8PPPPPPP1/4K2RRNBQKBNR w H - 0 1")
    equal((rook["status"], rook["piece_moves"]), ("partial", [["e1", "g1"], ["h1", "f1"]]))
    shot = leg("e4xf5", game="diamond", fen="8/8/8/5c2/4R3/8/8/8[CCc] w - - 0 1")
    equal((shot["action"], shot["piece_moves"], shot["removed"]), ("shot", [], ["f5"]))
    carried = leg("c5>e6", game="diamond", fen="8/8/8/2c5/2Z5/8/8/8[CCc] w - - 0 1")
    equal((carried["action"], carried["piece_moves"]), ("carry", [["c5", "e6"]]))
    drop = leg("M@e6", game="borderlands")
    equal((drop["drop"], drop["piece_moves"], drop["changes"]), ("M", [], {"e6": "M"}))
    grown = leg("e7e8+", game="borderlands", fen="4c4/9/9/4W4/9/9/9/9/9/4C4[] w - - 0 1")
    equal((grown["promotion"], grown["changes"]), ("+W", {"e7": "", "e8": "+W"}))
    # A piece drowns at the end of the move, as a leg without text.
    drowned = good(e, do="position", game="diamond", fen="8/8/8/2c5/3C4/8/8/C7[Cc] w - - 0 1", moves=["a1a2"])
    equal([leg["text"] for leg in drowned["last"]["legs"]], ["a1a2", ""])
    equal(drowned["last"]["legs"][1]["removed"], ["d4"])


@test
def a_game_may_continue_after_a_draw(e):
    thrice = 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]
    equal(good(e, do="position", game="chess", moves=thrice)["result"], "1/2-1/2")
    on = good(e, do="position", game="chess", moves=thrice + ["e2e4"])
    equal((on["result"], on["board"]["e4"]), ("*", "P"))
    bad(e, "over", do="search", game="chess", moves=thrice, depth=1)


@test
def mated_royals_are_named(e):
    mated = good(e, do="position", game="chess", moves="f2f3 e7e5 g2g4 d8h4".split())
    equal((mated["result"], mated["peril"], mated["royals"]), ("0-1", True, ["e1"]))
    equal(good(e, do="position", game="bordahbee", moves="b1c3,m2m3 j8i6,g7g6 e2e3,n1i6 b7b5,o8p6 g1f3,i6j5 n7n6,g8h6 a1b1,l1p5 k7k6,f8g7 e1e2,p5m8".split())["royals"], [])


@test
def the_effect_of_ending_a_move_is_known_before(e):
    ends = drowned = 0
    for seed in range(5):
        moves, _ = random_game(e, "diamond", seed, 40, captures=0)
        for plies in range(8, len(moves), 4):
            for leg in good(e, do="position", game="diamond", moves=moves[:plies])["legs"]:
                look = good(e, do="position", game="diamond", moves=moves[:plies], legs=leg["text"])
                equal("end_effect" in look, look["status"] == "extensible")
                equal(leg.get("end_effect"), look.get("end_effect"))
                if look["status"] != "extensible":
                    continue
                after = good(e, do="position", game="diamond", moves=moves[:plies] + [leg["text"]])
                equal(apply(look["preview"], look["end_effect"]["changes"]), after["board"])
                ends += 1
                drowned += bool(look["end_effect"]["removed"])
    check(ends > 50 and drowned > 0, "%d ends, %d that take something" % (ends, drowned))


@test
def a_wrong_request_loses_nothing(e):
    before = good(e, do="position", game="chess", moves=["e2e4", "e7e5"])
    bad(e, "move 3, e4e5: ", do="position", game="chess", moves=["e2e4", "e7e5", "e4e5"])
    bad(e, "move 1, x: ", do="position", game="chess", moves=["x"])
    bad(e, "move 1 is too long", do="position", game="chess", moves=["e2e4" * 100])
    bad(e, "array of strings", do="position", game="chess", moves="e2e4")
    bad(e, "array of strings", do="position", game="chess", moves=[1])
    bad(e, '"fen": ', do="position", game="chess", fen="nonsense")
    bad(e, "no game is called 'ludo'", do="position", game="ludo")
    bad(e, '"game" is missing', do="position")
    bad(e, "no request is called 'dance'", do="dance")
    bad(e, '"do" is missing')
    bad(e, "e2 is empty", do="position", game="chess", moves=["e2e4", "e7e5"], legs="e2e4")
    bad(e, "e4 is empty", do="reach", game="chess", square="e4")
    bad(e, "not a square", do="reach", game="chess", square="z99")
    bad(e, "no piece", do="piece", game="chess", piece="x")
    bad(e, '"depth" is a whole number', do="search", game="chess", depth="deep")
    bad(e, '"depth" is a whole number', do="search", game="chess", depth=1.5)
    bad(e, "the game is over: checkmate", do="search", game="chess", moves=["f2f3", "e7e5", "g2g4", "d8h4"], depth=1)
    bad(e, "move 5: the game was over", do="position", game="chess", moves=["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"])
    equal(good(e, do="position", game="chess", moves=["e2e4", "e7e5"]), before)


@test
def hostile_lines(e):
    lines = [
        b"{", b"}", b"[]", b"[" * 5000, b'{"do":' * 100, b'{"do":"position","game":"chess"', b"null", b"nul", b'"x', b'{"do":"stop"}{"do":"stop"}',
        b'{"a":1,}', b'{"a" 1}', b'{"a":1 "b":2}', b'{"do":"\\u12"}', b'{"do":"\\u0000"}', b'{"do":"\\x"}', b'{"do":"\\ud800"}',
        b"\xff\xfe\x00\x01{}", b'{"do":"\xff\xfe"}', b'{"id":"\xc3\x28","do":"x"}', b'{"do":"' + b"a" * 300000 + b'"}',
        b'{"do":"position","game":"chess","moves":[' + b'"e2e4",' * 20000 + b'"e2e4"]}', b'{"do":"pgn_read","pgn":"' + b"(" * 50000 + b'"}',
        b'{"do":"setup","game":"chess","board":{"e1":"K","e1":"k","zz":"K"}}', b'{"do":"setup","game":"chess","castling":"K Q"}',
        b'{"do":"setup","game":"diamond","hands":{"C":99}}', b'{"do":"setup","game":"chess","hands":{"C":1}}',
        b'{"do":"option","name":"Hash","value":"lots"}', b'{"do":"option","name":"nothing"}', b'{"do":"option"}',
        b'{"do":"pgn_write","game":"chess","reason":"}{"}', b'{"do":"pgn_write","game":"chess","tags":{"result":"win"}}', b'{"do":"pgn_read"}',
    ]
    for line in lines:
        e.send_bytes(line + b"\n")
        answer = reply(e)
        check("error" in answer and answer["error"], "%r: %s" % (line[:60], str(answer)[:200]))
    e.send_bytes(b"\n   \n" + b'{"do":"stop","id":5} \n')
    equal(reply(e), {"id": 5, "ok": True})
    # A line without an end.
    e.send_bytes(b'{"do":"stop","id":6}')
    e.close_input()
    equal(reply(e)["id"], 6)
    e.end()


@test
def numbers_as_json_has_them(e):
    for number in (b"0", b"-0", b"7", b"10", b"100", b"0.5", b"-1.250", b"1e5", b"0E-3", b"2.5e+10"):
        e.send_bytes(b'{"do":"stop","id":' + number + b"}\n")
        equal(reply(e), {"id": json.loads(number), "ok": True})
    for wrong in (b"01", b"-01", b"00", b"-007", b"00.5", b"+1", b".5", b"1.", b"1.e5", b"1e", b"1e+", b"0x1", b"-", b"--1", b"1-1", b"NaN"):
        e.send_bytes(b'{"do":"stop","id":' + wrong + b"}\n")
        answer = reply(e)
        check("no value" in answer.get("error", ""), "%r: %s" % (wrong, answer))


@test
def texts_come_back_as_they_were(e):
    name = 'Łukasz "the \\ quick" é € \U0001f600\t{}'
    answer = good(e, do="pgn_write", game="chess", moves=["e2e4"], tags={"white": name}, id=name)
    equal(answer["id"], name)
    check('[White "Łukasz \\"the \\\\ quick\\"' in answer["pgn"], answer["pgn"])
    equal(good(e, do="pgn_read", pgn=answer["pgn"])["tags"]["white"], name.replace("\t", " "))


@test
def what_is_unsafe_on_a_terminal_is_escaped(e):
    unsafe = "".join(map(chr, [*range(1, 0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]))
    safe = "\xa0é\u200d\u202f€\ufffd\U0001f600"
    for text in unsafe + safe:
        e.send(json.dumps(dict(do="stop", id=text)))
        line = e.line()
        equal(json.loads(line)["id"], text)
        equal(text in line, text in safe)
    for bad_bytes in (b"\x80", b"\xc2", b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xc0\xaf", b"\xf8"):
        e.send_bytes(b'{"do":"stop","id":"' + bad_bytes + b'"}\n')
        check(set(reply(e)["id"]) == {"\ufffd"}, "%r" % bad_bytes)


@test
def games_go_out_and_come_in(e):
    for game in GAMES:
        for seed in range(2):
            moves, answers = random_game(e, game, seed, 60)
            pgn = good(e, do="pgn_write", game=game, moves=moves, tags={"white": "Anna", "black": "Ben"})["pgn"]
            back = good(e, do="pgn_read", pgn=pgn)
            check("problem" not in back, "%s" % back)
            equal((back["game"], back["tags"]["white"], back["tags"]["result"]), (game, "Anna", answers[-1]["result"]))
            equal((back["game_count"], good(e, do="pgn_read", pgn=pgn + "\n" + pgn)["game_count"]), (1, 2))
            again = good(e, do="position", game=game, fen=back["fen"], moves=back["moves"])
            equal((again["fen"], again["board"]), (answers[-1]["fen"], answers[-1]["board"]))
    halfway = good(e, do="pgn_read", pgn="1. e4 e5 2. Ke3 *")
    equal(halfway["moves"], ["e2e4", "e7e5"])
    check("Ke3" in halfway["problem"], halfway["problem"])
    # A line that begins with a percent sign is skipped; elsewhere the sign has no effect.
    equal(good(e, do="pgn_read", pgn="1. e4 e5\n% 2. a3\n2. Nf3 *")["moves"], ["e2e4", "e7e5", "g1f3"])
    check("%2" in good(e, do="pgn_read", pgn="1. e4 e5 %2. Nf3 *")["problem"], "a percent sign within a line")
    bad(e, "no game", do="pgn_read", pgn="")


@test
def games_of_a_text_are_listed(e):
    one = '[White "Änne"]\n[Result "1-0"]\n\n1. e4 (1. d4 {no [White "x"] here}) e5 1-0\n\n'
    text = one + '[Variant "diamond"]\n\nS@a8 *\n' + "1. hello world"
    found = good(e, do="pgn_list", pgn=text)["list"]
    equal([(n["tags"]["white"], n["tags"]["result"], n.get("variant")) for n in found], [("Änne", "1-0", None), ("?", "*", "diamond"), ("?", "*", None)])
    # The parts make up the whole, and each number belongs to its game.
    data = text.encode()
    equal(b"".join(data[n["start"]:n["start"] + n["length"]] for n in found), data)
    for number, n in enumerate(found[:2], 1):
        part = good(e, do="pgn_read", pgn=data[n["start"]:n["start"] + n["length"]].decode())
        whole = good(e, do="pgn_read", pgn=text, number=number)
        equal((part["moves"], part["tags"], part["tree"]), (whole["moves"], whole["tags"], whole["tree"]))
    equal(good(e, do="pgn_list", pgn="")["list"], [])
    bad(e, "pgn", do="pgn_list")


@test
def faults_of_a_text_are_told(e):
    """A fault affects no other game, and skipped text is reported with its line."""
    text = '[White "A"]\n\n1. e4 *\n\n[White \'B\']\n[Black "b"]\n\n1. d4 (1. c4 *\n\n[White "C"]\n\n1. c4 c5 *\n[Event]\n'
    listed = good(e, do="pgn_list", pgn=text)
    equal([(n["tags"]["white"], n["tags"]["black"]) for n in listed["list"]], [("A", "?"), ("?", "b"), ("C", "?")])
    equal([(n["game"], n["line"]) for n in listed["faults"]], [(2, 5), (2, 8), (4, 13)])
    equal(listed["fault_count"], 3)
    check("[White 'B'] is left out" in listed["faults"][0]["what"] and "'('" in listed["faults"][1]["what"], listed["faults"])
    for number, lines, moves in ((1, [], ["e2e4"]), (2, [5, 8], ["d2d4"]), (3, [], ["c2c4", "c7c5"])):
        read = good(e, do="pgn_read", pgn=text, number=number)
        equal((read["moves"], [n["line"] for n in read["faults"]], read["fault_count"]), (moves, lines, len(lines)))
    many = good(e, do="pgn_list", pgn="1. e4 " + "[%clk 1] " * 1200)
    equal((len(many["faults"]), many["fault_count"]), (1000, 1200))


SIDE_LINES = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "?"]
[Result "1-0"]

{Before all}
1. e4 $1 {best} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) (1...
e6 $5) 2. Nf3 $5 2... Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 {White wins} 1-0
"""


@test
def side_lines_comments_and_signs(e):
    back = good(e, do="pgn_read", pgn=SIDE_LINES)
    check("problem" not in back, "%s" % back)
    equal(back["moves"], ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"])
    equal(back["comment"], "Before all")
    equal(back["tree"][0], {"move": "e2e4", "parent": 0, "comment": "best", "nags": [1]})
    equal([node["move"] for node in back["tree"] if node["parent"] == 1], ["e7e5", "c7c5", "e7e6"])
    equal(good(e, do="pgn_write", game="chess", tags=back["tags"], comment=back["comment"], tree=back["tree"], reason="White wins")["pgn"], SIDE_LINES)
    # Other tags go out and come in, but none that would change the game.
    tags = {"white": "A", "WhiteElo": "1500", "Site_2": 'x "y"', "FEN": "x", "Plies": "XBoard", "a b": "c", "event": "E"}
    for form in ({"moves": ["e2e4"]}, {"tree": [{"move": "e2e4"}]}):
        pgn = good(e, do="pgn_write", game="chess", tags=tags, **form)["pgn"]
        equal(pgn.split("\n")[7:9], ['[WhiteElo "1500"]', '[Site_2 "x \\"y\\""]'])
        told = good(e, do="pgn_read", pgn=pgn)
        equal((told["moves"], told["tags"]["WhiteElo"], told["tags"]["Site_2"], told["tags"]["event"]), (["e2e4"], "1500", 'x "y"', "E"))
    # Other spellings of the same moves.
    other = good(e, do="pgn_read", pgn=SIDE_LINES.replace("$5", "!?").replace(" $1", "!").replace("{best}", "; best\n"))
    equal(other["tree"], back["tree"])
    # An error in a variation ends only that variation.
    wrong = good(e, do="pgn_read", pgn=SIDE_LINES.replace("2. c3 d5", "2. c9 d5 (2... a6) {lost}"))
    equal(wrong["moves"], back["moves"])
    check("line 10, in a variation, 'c9'" in wrong["problem"], wrong["problem"])
    equal([node["move"] for node in wrong["tree"]], [node["move"] for node in back["tree"] if node["move"] not in ("c2c3", "d7d5")])
    open_ended = good(e, do="pgn_read", pgn='1. e4 (1. d4 (1. c4\n\n[White "B"]\n1. d4 *')
    equal(([node["move"] for node in open_ended["tree"]], open_ended["game_count"]), (["e2e4", "d2d4", "c2c4"], 2))
    deep = good(e, do="pgn_read", pgn="1. e4 " + "(1. d4 " * 20000)
    equal(deep["moves"], ["e2e4"])
    for game in GAMES:
        # A tree of random variations, written and read again.
        lines = [random_game(e, game, seed, 12)[0] for seed in range(3)]
        lines = [good(e, do="pgn_read", pgn=good(e, do="pgn_write", game=game, moves=line)["pgn"])["moves"] for line in lines]
        tree, numbers = [], {(): 0}
        for line in lines:
            for i in range(len(line)):
                if tuple(line[:i + 1]) in numbers:
                    continue
                tree.append({"move": line[i], "parent": numbers[tuple(line[:i])], "comment": "ply %d, { } of %s" % (i, game), "nags": [i % 6 + 1]})
                numbers[tuple(line[:i + 1])] = len(tree)
        answer = good(e, do="pgn_read", pgn=good(e, do="pgn_write", game=game, tree=tree)["pgn"])
        paths = lambda nodes: sorted(path_of(nodes, i) for i in range(len(nodes)))  # noqa: E731
        equal(paths(answer["tree"]), paths([dict(node, comment=node["comment"].replace("}", ")")) for node in tree]))
    bad(e, "already in the tree", do="pgn_write", game="chess", tree=[{"move": "e2e4"}, {"move": "e4", "parent": 0}])
    bad(e, "entry 2, e2e4", do="pgn_write", game="chess", tree=[{"move": "e2e4"}, {"move": "e2e4"}])
    bad(e, "parent", do="pgn_write", game="chess", tree=[{"move": "e2e4"}, {"move": "e7e5", "parent": 2}])
    bad(e, "no \"move\"", do="pgn_write", game="chess", tree=[{"move": "e2e4"}, 7])
    bad(e, "nags", do="pgn_write", game="chess", tree=[{"move": "e2e4", "nags": [256]}])
    bad(e, "array", do="pgn_write", game="chess", tree={})


HOSTILE = ("x } 1. d4 {", "}", "{", "}{", "} 1-0 [Event \"other\"] [FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"] 1. Kb1 {", "; a\n% b\n} c",
           "} ) ( 1. d4 d5 ( {", "\\} 1. d4 \\{", "}}}} *\r\n\r\n[White \"x\"]\r\n{", ") } 2. a4 (", "$1 } $2 {", "\u00e9}\u20ac{")


@test
def no_comment_ends_itself(e):
    """Comments before the first move, after moves of the main line and of variations, and at the end."""
    shape = [("e2e4", 0), ("e7e5", 1), ("c7c5", 1), ("g1f3", 3), ("c2c3", 3), ("d7d5", 5), ("g1f3", 2)]
    tags = {"white": 'A "} 1. d4 {"', "black": "B]} {", "event": "[Event"}
    for hostile in HOSTILE:
        tree = [dict(move=move, parent=parent, comment=hostile) for move, parent in shape]
        pgn = good(e, do="pgn_write", game="chess", tags=tags, tree=tree, comment=hostile, reason="well")["pgn"]
        back = good(e, do="pgn_read", pgn=pgn)
        check("problem" not in back and back["game_count"] == 1, pgn)
        equal([(node["move"], node["parent"]) for node in back["tree"]], shape)
        equal(back["moves"], ["e2e4", "e7e5", "g1f3"])
        equal({key: back["tags"][key] for key in tags}, tags)
        # As one line without '}'. The last move of the main line has the final comment after its own.
        expected = " ".join(hostile.replace("}", ")").split())
        found = [" ".join(comment.split()) for comment in (back["comment"], *(node["comment"] for node in back["tree"]))]
        equal(found, [expected] * 7 + [expected + " well"])
        # Reading and writing gives the same text.
        again = good(e, do="pgn_write", game="chess", tags=back["tags"], tree=back["tree"], comment=back["comment"], reason="well")
        equal(good(e, do="pgn_read", pgn=again["pgn"])["tree"], back["tree"])


@test
def comments_up_to_the_line_end(e):
    """A ';' comment may contain braces; it is written in braces."""
    text = '[White "A"]\n\n; x } 1. d4 {\n1. e4 ; y } 1... d5 {\n(1. d4 ; z } ) {\n) 1... e5 ; last } 0-1 {\n *\n'
    back = good(e, do="pgn_read", pgn=text)
    equal((back["moves"], back["comment"]), (["e2e4", "e7e5"], "x } 1. d4 {"))
    equal([node["comment"] for node in back["tree"]], ["y } 1... d5 {", "z } ) {", "last } 0-1 {"])
    pgn = good(e, do="pgn_write", game="chess", tags=back["tags"], comment=back["comment"], tree=back["tree"])["pgn"]
    again = good(e, do="pgn_read", pgn=pgn)
    check("problem" not in again, pgn)
    equal((again["moves"], again["tags"], again["game_count"]), (back["moves"], back["tags"], 1))
    equal((again["comment"], sorted(node["comment"] for node in again["tree"])),
          ("x ) 1. d4 {", ["last ) 0-1 {", "y ) 1... d5 {", "z ) ) {"]))


def path_of(nodes, i):
    """The moves that lead to an entry of a tree, with their comments."""
    node, moves = nodes[i], []
    at = i + 1
    while at:
        moves.insert(0, nodes[at - 1]["move"])
        at = nodes[at - 1]["parent"] if "parent" in nodes[at - 1] else at - 1
    return moves, node.get("comment"), node.get("nags")


@test
def positions_are_set_up(e):
    for game in GAMES:
        start = good(e, do="position", game=game)
        fields = start["fen"].split(" ")
        answer = good(e, do="setup", game=game, board=start["board"], hands=start["hands"], side=start["side"], castling=fields[2])
        equal((answer["valid"], answer["fen"]), (True, start["fen"]))
        equal(answer["castling_rights"], fields[2].replace("-", ""))
        empty = good(e, do="setup", game=game, board={})
        check(game == "diamond" or (not empty["valid"] and empty["problem"]), "%s" % empty)
    kings = good(e, do="setup", game="chess", board={"e1": "K", "e8": "k", "e4": "k"})
    check(not kings["valid"] and "King" in kings["problem"], "%s" % kings)
    equal(good(e, do="setup", game="chess", board={"e1": "K", "e8": "k", "h1": "R"})["castling_rights"], "K")


@test
def where_a_piece_could_move(e):
    mine = good(e, do="reach", game="chess", square="b1")
    equal((mine["square"], [leg["to"] for leg in mine["legs"]]), ("b1", ["a3", "c3"]))
    theirs = good(e, do="reach", game="chess", square="b8")
    equal((theirs["piece"], sorted(leg["to"] for leg in theirs["legs"])), ("n", ["a6", "c6"]))
    for game in GAMES:
        moves, answers = random_game(e, game, 12, 9)
        for square in sorted(answers[-1]["board"]):
            reach = ask(e, do="reach", game=game, moves=moves, square=square)
            check("error" in reach or reach["piece"] == answers[-1]["board"][square], "%s" % reach)
        equal(good(e, do="position", game=game, moves=moves), answers[-1])
    bad(e, "unknown here", do="reach", game="chess", fen="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", square="e2")


@test
def tablebase_positions(e):
    answer = good(e, do="position", game="chess", fen="8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    equal(answer["tablebase"], {"result": "win", "mate_in": 9, "dtm": 17, "text": "won in 9, with best play"})
    check(all("tablebase" in leg for leg in answer["legs"]), "%s" % answer)
    best = [leg for leg in answer["legs"] if leg["tablebase"].get("dtm") == 17]
    gift = next(leg for leg in answer["legs"] if leg["text"] == "b1e4")
    equal(gift["tablebase"], {"result": "draw", "text": "a draw, with best play"})
    for leg in best:
        after = good(e, do="position", game="chess", fen=answer["fen"], moves=[leg["text"]])
        equal(after["tablebase"], {"result": "loss", "mate_in": 8, "dtm": 16, "text": "lost in 8, with best play"})
    check(best, "%s" % answer)
    # Moves of several legs: each square where a move may end has a value.
    several = good(e, do="position", game="diamond", fen="8/8/8/4c3/8/2C5/8/8[] w - - 0 1")
    check("tablebase" in several and any("tablebase" in leg for leg in several["legs"]), "%s" % several)
    check("tablebase" not in good(e, do="position", game="chess"), "the start is in no tablebase")
    # With this counter the win comes too late and is not reported.
    check("tablebase" not in good(e, do="position", game="chess", fen="8/8/8/4k3/8/8/8/KQ6 w - - 95 90"), "the counter is heeded")


@test
def a_search_is_stopped_by_any_request(e):
    for request in ({"do": "stop"}, {"do": "position", "game": "horizons"}, {"do": "nonsense"}):
        e.send(json.dumps({"do": "search", "game": "chess", "moves": ["e2e4"], "id": 1}))
        e.send(json.dumps(dict(request, id=2)))
        while True:
            answer = reply(e)
            if answer["id"] == 2:
                raise Failure("the answer came before the search had its last word")
            if "done" in answer:
                break
        equal(reply(e)["id"], 2)
    e.send(json.dumps({"do": "search", "game": "chess", "id": 1}), json.dumps({"do": "quit"}))
    e.end()


@test
def short_texts(e):
    """Algebraic notation: displayed moves can be typed. tests/test_pgn_moves.c tries all moves."""
    known = {
        "chess": ("e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 d8d2 e1d2 f6e4 d2e1 e7e5 g1f3 f8b4 c2c3 e8g8 c6b7 a7a6 b7a8q",
                  "e4 d5 exd5 {N}f6 {B}b5+ c6 dxc6 {Q}xd2+ {K}xd2 {N}e4+ {K}e1 e5 {N}f3 {B}b4+ c3 O-O cxb7 a6 bxa8={Q}"),
        "bordahbee": ("b1c3,m2m4 e7e5,o8n6 g1f3,m4m5 d7d5,n6l5 e2e4,j1k3 d5e4,l5j6", "{N}c3,m4 e5,{N}n6 {N}f3,m5 d5,{N}l5 e4,{N}k3 dxe4,{N}j6"),
        "borderlands": ("f3f5 g8g6 f5g6 M@c5", "{W}f5 {G}g6 {W}xg6 {M}@c5"),
        "diamond": ("C@b8 S@g2 C@b7 H@g1 G@a7 R@h2 K@a8 O@h1 b7b5 g2a8", "{C}@b8 {S}@g2 {C}@b7 {H}@g1 {G}@a7 {R}@h2 {K}@a8 {O}@h1 {C}b5 {S}xa8#"),
    }
    for game, (moves, short) in known.items():
        moves, short = moves.split(), short.split()
        tree = [{"move": move, "parent": n} for n, move in enumerate(moves)]
        equal(good(e, do="san", game=game, tree=tree)["san"], short)
        for n, (move, text) in enumerate(zip(moves, short)):
            equal(good(e, do="position", game=game, moves=moves[:n + 1])["last"]["san"], text)
            for typed in (text, re.sub("[{}]", "", text)):
                equal((text, good(e, do="position", game=game, moves=moves[:n], legs=typed)["played"]), (text, move))
    bad(e, "could be", do="position", game="chess", moves="b1c3 a7a6 c3e4 a6a5 g1f3 a5a4".split(), legs="Ng5")
    bad(e, '"tree" is an array', do="san", game="chess")
    bad(e, "entry 1", do="san", game="chess", tree=[{"move": "e2e5"}])


@test
def captured_pieces(e):
    equal(good(e, do="position", game="chess")["material"], {"balance": 0, "captured": {}})
    after = good(e, do="position", game="chess", moves="e2e4 d7d5 e4d5 d8d5 b1c3 d5a2 c3a2".split())["material"]
    equal(after["captured"], {"P": 2, "p": 1, "q": 1})
    check(after["balance"] > 500, after)
    # A promotion captures nothing by itself; pieces from the hand are not new ones.
    promoted = good(e, do="position", game="chess", fen="1n5k/P7/8/8/8/8/8/K7 w - - 0 1", moves=["a7b8q"])["material"]
    equal(promoted["captured"], {"n": 1})
    equal(good(e, do="position", game="borderlands", moves="f3f5 g8g6 f5g6 M@c5".split())["material"]["captured"], {"g": 1})


@test
def rules_of_each_request(e):
    """An engine plays by the rules that it was started with, and tells who asks for others what to start."""
    names = {row["name"]: row for row in sheets(e)["horizons"]["rule_options"]}
    equal((names["push"]["choices"], names["push"]["default"], names["counter"]["max"]), (["on", "off"], "on", 999))
    own = good(e, do="position", game="horizons", moves=[])
    check("rules" not in own, own)
    for rules in ("", "push=on,first=own"):
        equal(good(e, do="position", game="horizons", rules=rules, moves=[])["fen"], own["fen"])
    bad(e, "--rules horizons:push=off$", do="position", game="horizons", rules="push=off", moves=[])
    bad(e, r"on\|off", do="position", game="horizons", rules="push=2", moves=[])
    with by_rules(ENGINE, "horizons:first=black,push=off", "json") as other:
        for more in ({}, {"rules": "push=off,first=black"}, {"rules": "first=black,shield=on,push=off"}):
            found = good(other, do="position", game="horizons", moves=[], **more)
            equal((found["rules"], found["side"]), ("push=off,first=black", "b"))
            check(found["fen"].endswith(" {push=off}"), found["fen"])
            check(good(other, do="setup", game="horizons", board=found["board"], **more)["fen"].endswith(" {push=off}"), "a set-up")
        for rules in ("", "push=off", "first=black", "push=off,first=black,shield=off"):
            bad(other, "other rules are in force", do="position", game="horizons", rules=rules, moves=[])
        equal(good(other, do="position", game="chess", rules="", moves=[])["game"], "chess")
        bad(e, "push=off", do="position", game="horizons", fen=found["fen"])
    equal(good(e, do="position", game="borderlands", rules="version=2025-10", moves=[])["game"], "borderlands-2025-10")
    with by_rules(ENGINE, "borderlands:version=2025-10", "json") as other:
        for more in ({}, {"rules": "version=2025-10"}):
            equal(good(other, do="position", game="borderlands", moves=[], **more)["game"], "borderlands-2025-10")
        bad(other, "other rules are in force", do="position", game="borderlands", rules="", moves=[])


@test
def wrong_rules(_e):
    """An engine that was started with rules that there are not says so to every request."""
    for rules, why in (("horizons:push=2", r"^push=2: it is one of on\|off$"), ("nogame:push=off", "nogame"), ("", "GAME:OPTION=VALUE"),
                       ("chess:start=8/8_w", "^the start position: "), ("chess:" + "x" * 5000, "too long|OPTION=VALUE")):
        with by_rules(ENGINE, rules, "json") as other:
            bad(other, why, do="games")
            equal(ask(other, do="position", game="chess", id=7)["id"], 7)
            other.send("{")
            check("error" in reply(other), "a line that is no request")
            other.process.stdin.close()
            other.end(2)


@test
def rules_of_a_pgn(e):
    """A text is read by an engine that plays by its rules; others say what to start, and a list names the rules of each game."""
    with by_rules(ENGINE, "chess:torpedo=on,castling=off", "json") as other:
        written = good(other, do="pgn_write", game="chess", moves=["e2e4", "e7e5"])["pgn"]
        plain = good(e, do="pgn_write", game="chess", moves=["e2e4"])["pgn"]
        both = plain + "\n" + written
        equal([(row["game"], row.get("rules")) for row in good(e, do="pgn_list", pgn=both)["list"]],
              [("chess", None), ("chess", "castling=off,torpedo=on")])
        for reader, number, rules, count in ((other, 2, "castling=off,torpedo=on", 2), (e, 1, None, 1)):
            read = good(reader, do="pgn_read", pgn=both, number=number)
            equal((read.get("rules"), len(read["moves"])), (rules, count))
        bad(e, "--rules chess:castling=off,torpedo=on$", do="pgn_read", pgn=both, number=2)
        bad(other, "other rules are in force", do="pgn_read", pgn=both, number=1)
        by_hand = written.replace("castling=off,torpedo=on", "torpedo=on,castling=off,first=white")
        bad(other, "first=white$", do="pgn_read", pgn=by_hand)
        bad(e, "no rule 'bogus'", do="pgn_read", pgn=written.replace("castling=off,torpedo=on", "bogus=on"))


@test
def nobody_reads(e):
    e.kill()
    ends_unread(ENGINE, ["json"], ['{"do":"games"}'], ['{"do":"games"}'])


sys.exit(run(TESTS, engine))
