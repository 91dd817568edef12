#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations in CECP version 2, as with XBoard. Usage: tests/test_cecp.py ENGINE [TEST...]"""

import functools
import os
import re
import sys
import tempfile
import time

from protocol import ENGINE, ROOT, TESTS, Engine, all_games, board_of, by_rules, check, ends_at_once, ends_unread, equal, run, test

GAMES = []  # CECP names
PING = 0


def engine():
    """Starts it as XBoard does, up to the end of the features."""
    e = Engine(ENGINE)
    e.send("xboard", "protover 2")
    return e


def synchronise(e, never=None):
    """Waits until all commands are answered; the lines are in e.skipped."""
    global PING
    PING += 1
    e.ask("ping %d" % PING, "pong %d" % PING, never=never)


def begin(e, game=None, *more):
    e.expect("feature done=1")
    e.send("new", "random", "easy", "nopost")
    if game and game != "normal":
        e.send("variant " + game)
    e.send("st 1")
    synchronise(e)
    e.send(*more)


def fen(e):
    found = e.ask("d", "Fen: (.*)").group(1)
    e.expect("Result: .*")
    return found


def move(e, patience=None):
    return e.expect("move (.*)", patience).group(1)


def shown_plies(e):
    """The moves that the engine sends before the next answer."""
    synchronise(e)
    return [line[5:] for line in e.skipped if line.startswith("move ")]


def takes(e, *lines):
    """Sends lines of which none is refused."""
    e.send(*lines)
    synchronise(e, never="(Error|Illegal|tellusererror).*")


def test_of(game):
    """A test of one game, if the program has it."""
    def decorate(function):
        @functools.wraps(function)
        def wrapped(e):
            if game in GAMES:
                function(e)
        return test(wrapped)
    return decorate


@test
def features(e):
    e.expect("feature done=1")
    announced = " ".join(line for line in e.skipped if line.startswith("feature "))
    check("feature done=0" in e.skipped, "no done=0 first")
    for name, value in (("ping", "1"), ("setboard", "1"), ("usermove", "1"), ("analyze", "1"), ("sigint", "0"), ("memory", "1"),
                        ("smp", "1"), ("playother", "1"), ("colors", "0"), ("time", "1"), ("draw", "1"), ("reuse", "1"), ("pause", "1"), ("exclude", "1"),
                        ("setscore", "1"), ("highlight", "1"), ("debug", "1")):
        check(re.search(r"\b%s=%s\b" % (name, value), announced), "no %s=%s" % (name, value))
    check(re.search(r'myname="Quincunx [^"]+"', announced), "no name")
    variants = re.search(r'variants="([^"]+)"', announced).group(1).split(",")
    check(variants[0] == "normal", "XBoard begins with the first variant, which should be normal")
    check('option="MultiPV -spin' in announced and 'option="Clear Hash -button' in announced, "options are missing")
    e.send("accepted ping", "rejected debug", "accepted done")
    synchronise(e, never="(Error|Illegal).*")


@test
def setup_of_every_game(e):
    e.expect("feature done=1")
    for game in GAMES:
        for _ in range(2):  # XBoard asks twice
            takes(e, "new", "variant " + game)
            setup = [line for line in e.skipped if line.startswith("setup ")]
            pieces = [line for line in e.skipped if line.startswith("piece ")]
            if game == "normal":
                equal((setup, pieces), ([], []))
                continue
            equal(len(setup), 1)
            found = re.fullmatch(r"setup \(([^ ()]+)\) (\d+)x(\d+)\+(\d+)_(bughouse|fairy|lion|xiangqi) (.+)", setup[0])
            check(found, setup[0])
            table = re.findall(r"[A-Za-z.+*](?:'|!)?", found.group(1))
            check(len(table) % 2 == 0 and len(table) >= 12, "halves of a table are unequal")
            check(all(e.skipped.index(setup[0]) < e.skipped.index(p) for p in pieces), "pieces before the set-up")
            for piece in pieces:
                check(re.fullmatch(r"piece \+?[A-Za-z]&? \S+", piece), piece)
                letter = re.match(r"piece \+?(.)", piece).group(1)
                check(letter in found.group(1), "%s is not in the table" % letter)
            board = found.group(6).split()[0].split("[")[0]
            equal(board.count("/") + 1, int(found.group(3)))
            letters = set(re.findall("[A-Za-z]", board))
            for letter in letters if pieces or found.group(5) in ("bughouse", "fairy") else ():  # those of other parents XBoard may know
                named = [p for p in pieces if re.match(r"piece (%s|%s&) " % (letter, letter.upper()), p)]
                check(named, "no piece line for " + letter)
            equal(fen(e).split()[0], found.group(6).split()[0])
            check(len(setup[0]) < 512, "longer than XBoard reads")


@test
def a_person_plays(e):
    begin(e, None, "sd 2", "usermove e2e4")
    reply = move(e)
    check(re.fullmatch("[a-h][1-8][a-h][1-8]", reply), reply)
    e.send("a2a3")  # without `usermove`
    move(e)
    check(" w " in fen(e), "White is to move after two moves a side")


@test
def force_go_playother(e):
    begin(e, None, "sd 1", "force", "usermove e2e4", "usermove e7e5")
    synchronise(e, never="move .*")
    e.send("go")
    move(e)
    e.send("force", "playother")
    synchronise(e, never="move .*")  # The engine plays Black, and White is to move.
    e.send("undo", "undo", "undo", "usermove d2d4", "playother")
    synchronise(e, never="move .*")
    e.send("force", "usermove d7d5", "playother", "usermove c2c4")
    move(e)
    takes(e, "force", *["undo"] * 4)
    equal(fen(e), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@test
def undo_and_remove(e):
    begin(e, None, "force", "usermove e2e4", "usermove e7e5", "usermove g1f3", "usermove b8c6")
    e.send("remove")
    check(fen(e).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8"), "remove is not two plies")
    e.send("undo")
    check(fen(e).startswith("rnbqkbnr/pppppppp/8/8/4P3/8"), "undo is not one ply")
    e.send("undo", "undo")
    e.expect("Error .*: undo")
    e.ask("remove", "Error .*: remove")
    e.send("usermove d2d4")
    check(fen(e).startswith("rnbqkbnr/pppppppp/8/8/3P4"), "no move after taking back")


@test
def setboard(e):
    begin(e, None, "force", "usermove e2e4")
    kept = fen(e)
    for bad in ("8/8/8/8/8/8/8/8 w - - 0 1", "nonsense", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "9" * 3000,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"):
        e.ask("setboard " + bad, "tellusererror Illegal position: .{8,}")
        equal(fen(e), kept)
    good = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 40"
    e.send("setboard " + good)
    equal(fen(e), good)
    e.send("usermove e2e4", "undo")
    equal(fen(e), good)


@test
def illegal_moves(e):
    begin(e, None, "force", "usermove e2e4")
    kept = fen(e)
    for bad in ("e2e4", "e7e4", "a9a1", "x", "e7e8q", "@@@@", "P@e5", "e7e5e5", "0000", "e7e5,d7d5"):
        found = e.ask("usermove " + bad, r"Illegal move \((.+)\): (.*)")
        equal(found.group(2), bad)
        equal(fen(e), kept)


@test
def unknown_commands(e):
    begin(e)
    kept = fen(e)
    for bad in ("xyzzy", "setbord", "Xboard", "UCI", "go2", "%s%s%n"):
        equal(e.ask(bad, r"Error \(unknown command\): (.*)").group(1), bad)
    equal(fen(e), kept)


@test
def commands_without_arguments(e):
    begin(e, None, "force")
    kept = fen(e)
    e.send("level", "st", "sd", "time", "otim", "memory", "cores", "option", "variant", "usermove", "setboard", "ping", "level 40",
           "level x y z", "st 0", "st -1", "st x", "sd 0", "sd x", "time x", "memory 0", "memory x", "cores 0", "cores x", "name",
           "rating", "egtpath", "result", "hint", "bk", ".", "?", "accepted", "rejected", "level 40 1e9 0",
           "level 1 1:99 0", "level 0 5 nan", "level 0 5 inf", "st nan")
    synchronise(e)
    equal(fen(e), kept)
    e.ask("variant nogame", "Error .*")
    equal(fen(e), kept)


@test_of("borderlands")
def ten_ranks_count_from_0(e):
    begin(e, "borderlands", "force", "usermove a3a4")
    check(fen(e).split("/")[5].startswith("W"), "a3a4 is a4a5")
    e.send("usermove a6a5", "usermove M@e5")
    board = fen(e)
    check("[Mmm]" in board and board.split("/")[4] == "4M4" or "M" in board.split("/")[4], "the Marauder is on e6: " + board)
    e.send("usermove a3a4")
    check("a3a4" in e.expect(r"Illegal move \(.*\): (.*)").group(1), "another text than was sent")
    e.send("sd 1", "go")
    found = re.fullmatch("([a-i])([0-9])([a-i])([0-9])[+]?|M@[a-i][0-9]", move(e))
    check(found, "not a move of ten ranks from 0")
    # White's Chief on e1 is e0 in XBoard.
    e.send("force", "setboard 4c4/9/9/9/9/9/9/9/9/4C4[] w - - 0 1", "usermove e0e1")
    equal(fen(e), "4c4/9/9/9/9/9/9/9/4C4/9[] b - - 1 1")
    e.ask("usermove e9e10", "Illegal move .*")
    e.send("usermove e9e8")
    equal(fen(e), "9/4c4/9/9/9/9/9/9/4C4/9[] w - - 2 2")
    e.send("setboard a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1wLw/9/9/W1W1W1W1W/FWGW1WGWF/1CE3EC1/A1HS1SH1A[MMmm] w - - 0 1")
    e.expect("tellusererror Illegal position: .* on h6.*")


@test_of("horizons")
def twelve_ranks_count_from_1(e):
    begin(e, "horizons", "force", "usermove b12c10")
    e.expect("Illegal move .*: b12c10")
    e.send("usermove b1c3", "usermove b12c10")
    check(" w " in fen(e), "two moves")


@test_of("bordahbee")
def legs_of_a_person(e):
    begin(e, "bordahbee", "sd 1", "usermove g1f3")
    equal(move(e), "@@@@")
    synchronise(e, never="move .*")
    e.send("usermove m2m4")
    burst = [move(e)] + shown_plies(e)
    check(len(burst) % 2 == 1 and len(burst) >= 3, "a burst of %s" % burst)
    check(re.fullmatch("[a-p][1-8][a-p][1-8]", burst[0]) and burst[1] == "@@@@", "legs and passes: %s" % burst)
    check((burst[0][0] < "i") != (burst[2][0] < "i"), "a leg on each board: %s" % burst)
    check(" w " in fen(e), "the move is not complete")


@test_of("bordahbee")
def legs_between_engines(e):
    begin(e, "bordahbee", "computer", "sd 1", "usermove g1f3")
    synchronise(e, never="move .*")  # no pass for another engine
    e.send("usermove @@@@")
    synchronise(e, never="move .*")
    e.send("usermove m2m4")
    first = move(e)
    check(re.fullmatch("[a-p][1-8][a-p][1-8]", first), first)
    equal(move(e), "@@@@")
    move(e)


@test_of("diamond")
def setting_up_and_a_muster(e):
    begin(e, "diamond", "force")
    check(fen(e).endswith("b - - 0 1"), "Black begins")
    e.send("usermove S@a8", "usermove s@h1", "usermove S@a7")
    e.expect("Illegal move .*")
    e.send("usermove C@a7", "sd 1", "go")
    check(re.fullmatch("[CGHKORSZ]@(g1|g2|h2)", move(e)), "not a set-up square of White's")


@test
def ping_while_thinking(e):
    begin(e, None, "st 1", "force", "go", "ping 77", "ping 78")
    e.expect("move .*", never="pong.*")
    e.expect("pong 77")
    e.expect("pong 78")


@test
def move_now(e):
    begin(e, None, "st 100000", "go")
    time.sleep(0.3)
    e.send("?")
    move(e)
    e.send("?")
    synchronise(e)


@test
def a_move_out_of_turn(e):
    begin(e, None, "st 100000", "go")
    time.sleep(0.1)
    e.ask("usermove e7e5", "Illegal move .*: e7e5")
    e.send("?")
    move(e)


@test_of("borderlands")
def mates_in_thinking(e):
    """Mates are reported as 100000 plus the number of moves, from the side to move."""
    begin(e)
    for position, score in (("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "100001"), ("7k/8/6K1/8/8/8/8/1R6 b - - 0 1", "-100001")):
        e.send("new", "force", "post", "sd 5", "setboard " + position, "go")
        move(e)
        announced = [line.split()[1] for line in e.skipped if re.match(r" *\d+ -?\d+ \d+ \d+ ", line)]
        check(announced and announced[-1] == score, "%s: %s" % (position, announced))


@test
def post(e):
    begin(e, None, "post", "sd 4", "go")
    move(e)
    thinking = [line for line in e.skipped if re.fullmatch(r" *\d+ -?\d+ \d+ \d+( [a-h][1-8][a-h][1-8][qrbn]?)+( [!?])?", line)]
    check(thinking, "no thinking")
    e.send("nopost", "force", "new", "nopost", "sd 4", "go")
    move(e)
    check(not [line for line in e.skipped if re.match(r" *\d+ -?\d+ \d+ \d+ ", line)], "thinking is shown")
    e.send("force")
    # Depth, score, centiseconds, nodes; `new` resets the limit of `sd`.
    begun = time.monotonic()
    e.send("new", "post", "st 0.5", "go")
    move(e)
    announced = [line.split() for line in e.skipped if re.match(r"\d+ -?\d+ \d+ \d+ ", line)]
    check(int(announced[-1][0]) > 4, "the depth of the game before: %s" % announced[-1])
    check(int(announced[-1][2]) <= 100 * (time.monotonic() - begun), "no hundredths of a second: %s" % announced[-1])


@test
def results(e):
    begin(e, None, "sd 2", "force", "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go")
    equal(move(e), "a1a8")
    e.expect(r"1-0 \{checkmate\}")
    e.ask("usermove h8g8", "Illegal move .*")
    e.send("result 1-0 {checkmate}", "force", "new", "force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "usermove d8h4")
    e.expect(r"0-1 \{checkmate\}")
    # Taken back and made again, it is reported again.
    e.send("undo", "usermove d8h4")
    e.expect(r"0-1 \{checkmate\}")
    e.send("new", "force", "setboard k7/8/1K6/8/8/2Q5/8/8 w - - 0 1", "usermove c3c7")
    e.expect(r"1/2-1/2 \{stalemate\}")


@test
def results_of_unknown_games_between_engines(e):
    """XBoard does not trust claims of wins and draws there: the loser resigns, draws are offered."""
    begin(e, "borderlands", "computer", "sd 2", "force", "setboard c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "go")
    equal(move(e), "b8a9")
    synchronise(e, never="1-0.*")
    e.send("new", "variant borderlands", "computer", "force", "setboard c8/1G7/9/9/9/9/9/9/9/C8[] b - - 0 1",
           "setboard 1c7/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "playother", "usermove b8b9")
    e.expect(r"1-0 \{no Chief is left\}")
    e.send("new", "variant borderlands", "computer", "sd 2", "force", "setboard 4c4/9/9/9/9/9/9/9/9/4C4[] w - - 149 80", "go")
    move(e)
    e.expect("offer draw")


@test_of("borderlands")
def results_of_unknown_games_with_a_person(e):
    begin(e, "borderlands", "sd 2", "force", "setboard c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "go")
    equal(move(e), "b8a9")
    e.expect(r"1-0 \{no Chief is left\}")


@test
def analysis(e):
    begin(e, None, "post", "analyze")
    line = r"\d+ -?\d+ \d+ \d+( [a-h][1-8][a-h][1-8][qrbn]?)+( [!?])?"
    e.expect(line)
    e.ask(".", r"stat01: \d+ \d+ \d+ \d+ \d+( .*)?")
    e.ask("usermove e2e4", line)
    e.ask("usermove e2e4", "Illegal move .*")
    e.send("undo", "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
    e.expect(line + "|" + r"\d+ 100\d\d\d .*")
    e.send("exit")
    synchronise(e, never="move .*")
    time.sleep(0.2)
    synchronise(e)
    check(not [x for x in e.skipped if re.fullmatch(line, x)], "analysis goes on after exit")
    e.send("sd 1", "nopost", "go")
    move(e)


@test
def analysis_of_a_finished_game(e):
    begin(e, None, "force", "setboard k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "analyze", ".")
    synchronise(e)
    e.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "exit")
    synchronise(e)


@test
def pondering_ends_by_easy(e):
    line = r"(\d+) -?\d+ \d+ \d+ .*"
    begin(e, None, "hard", "post", "st 1", "usermove e2e4")
    move(e)
    # It ponders and has reached some depth.
    while True:
        announced = e.expect(r"(\d+) -?\d+ \d+ \d+ \(([a-h][1-8][a-h][1-8])\)( .*)?")
        if int(announced.group(1)) > 4:
            break
    before = fen(e)
    e.send("easy")
    synchronise(e, never="(move|Error|Illegal) .*")
    equal(fen(e), before)
    # So the search for the expected move starts at depth 1.
    e.send("usermove " + announced.group(2))
    move(e)
    depths = [int(found.group(1)) for found in (re.fullmatch(line, said) for said in e.skipped) if found]
    equal(depths[:1], [1])
    # And pondering ends.
    synchronise(e, never=line)


@test
def options(e):
    begin(e, None, "memory 4", "cores 2", "option MultiPV=2", "option Move Overhead=20", "option Clear Hash")
    synchronise(e, never="Error.*")
    for bad in ("option MultiPV=0", "option MultiPV=x", "option No Such=1", "option Move Overhead=-1", "option =", "memory -4",
                "cores -1"):
        e.ask(bad, "Error .*")
    e.send("cores 1", "sd 3", "go")
    move(e)


@test
def a_new_game_has_no_time_for_the_turn(e):
    # `st` of the previous game does not apply to the next one, which reaches the depth of `sd` at once.
    begin(e, None, "st 100000", "new", "level 0 1 0", "time 1", "go")
    move(e)


@test
def long_lines(e):
    begin(e)
    kept = fen(e)
    e.ask("x" * 4500000, "Error .unknown command.*")
    e.ask("setboard " + "k" * 3000000, "tellusererror Illegal position: .*")
    e.ask("usermove " + "e2e4" * 500000, "Illegal move .*")
    e.ask("option " + "y" * 1000000 + "=" + "z" * 1000000, "Error .*")
    e.send("ping " + "7" * 1000000, "variant " + "v" * 1000000)
    e.expect("Error .*")
    equal(fen(e), kept)


@test
def a_whole_game_of_each(e):
    """The engine plays both sides with `go` until it reports a result, or for forty moves; then all plies are taken back."""
    e.expect("feature done=1")
    for game in GAMES:
        e.send("new", "variant " + game, "easy", "nopost", "sd 1", "force")
        start, plies = fen(e), 0
        for _ in range(40):
            takes(e, "go")
            made = sum(line.startswith("move ") for line in e.skipped)
            plies += made
            announced = [line for line in e.skipped if re.fullmatch(r"(1-0|0-1|1/2-1/2) \{.+\}", line)]
            if announced:
                equal(e.ask("d", "Result: (.*)").group(1), announced[0])
                break
            check(made, "no move")
        takes(e, "force", *["undo"] * plies)
        equal(fen(e), start)


@test
def two_engines(e):
    """Relays each ply of one engine to another, as XBoard does in a match: the second engine
    gets `go` after the first ply."""
    e.expect("feature done=1")
    for game in GAMES:
        other = engine()
        try:
            other.expect("feature done=1")
            for player in (e, other):
                player.send("new", "variant " + game, "easy", "nopost", "computer", "sd 1", "force")
                synchronise(player)
            mover, waiting = e, other
            mover.send("go")
            for number in range(16):
                plies = shown_plies(mover)
                check(not any(re.match("Illegal|Error", line) for line in mover.skipped), mover.skipped)
                if not plies or any(re.match("1-0|0-1|1/2|offer draw", line) for line in mover.skipped):
                    break
                waiting.send("usermove " + plies[0])
                if number == 0:
                    waiting.send("go")
                waiting.send(*["usermove " + ply for ply in plies[1:]])
                mover, waiting = waiting, mover
            check(number > 5, "a game of %d moves" % number)
            # The side to move has the same position, apart from its own unfinished search.
            boards = []
            for player in (e, other):
                takes(player, "force")
                boards.append(fen(player))
            check(boards[0] == boards[1] or abs(moves_made(boards[0]) - moves_made(boards[1])) == 1, "%s and %s" % tuple(boards))
        finally:
            other.kill()


def moves_made(position):
    """Plies since the start, by the FEN."""
    fields = position.split()
    return 2 * int(fields[5]) + (fields[1] == "b")


@test
def a_person_is_shown_where_men_go(e):
    begin(e, None, "lift e2")
    equal(e.expect("highlight (.*)").group(1), "8/8/8/8/4Y3/4Y3/8/8")
    e.send("put e4", "usermove e2e4")
    move(e)
    synchronise(e)
    for bad in ("lift", "lift e9", "lift z1", "lift _99999999", "lift a99999999", "lift " + "x" * 5000, "put", "put " + "y" * 5000,
                "hover", "hover e4", "lift e5"):
        takes(e, bad)
    e.send("force", "setboard 1n2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "lift c7")
    equal(e.expect("highlight (.*)").group(1), "1BB5/8/8/8/8/8/8/8")
    equal(e.expect("choice (.*)").group(1), "QRBN")
    e.send("playother", "lift c7")  # a choice exists on the engine's move
    equal(e.expect("highlight (.*)").group(1), "1MM5/8/8/8/8/8/8/8")


def rows_of(marks, files, ranks):
    """The rows of a FEN with these marks."""
    rows = []
    for rank in reversed(range(ranks)):
        row = "".join(marks.get("%c%d" % (97 + file, rank + 1), " ") for file in range(files))
        rows.append(re.sub(" +", lambda blanks: str(len(blanks.group())), row))
    return "/".join(rows)


def marks_of(moves, board, lifted, name, chooses):
    """Where a piece on the board or in hand can go, by the legal moves: the marks, and the letters to choose from."""
    marks, letters, plain = {}, set(), set()
    for text in moves:
        found = re.fullmatch(r"(?:([a-z]\d+)|([A-Z])@)([a-z]\d+)(.*)", text)
        if (found[1] or found[2]) != lifted:
            continue
        to = found[3]
        letters.update(re.findall("[A-Z]", found[4].upper()))
        if found[4]:
            marks[to] = "M" if chooses or found[4] == "+" else "B"
        else:
            plain.add(to)
    for to in plain - set(marks):
        marks[to] = "R" if to in board else "Y"
    if letters and any(marks[to] == "M" for to in plain):
        letters.add(name.upper()[-1])
    return marks, letters


def positions_of(game):
    """The file of a game's positions, or of one of the examples."""
    paths = [os.path.join(ROOT, folder, "positions", game + ".epd") for folder in ("tests", "examples")]
    return paths[0] if os.path.exists(paths[0]) else paths[1]


@test
def marks_are_the_legal_moves(e):
    """For every piece on the board and in hand, of many positions: the marks follow from the list of legal moves."""
    asked = Engine(ENGINE)
    lifts = {"pieces": 0, "hands": 0, "choices": 0, "tries": 0}
    try:
        for game in (name for name in all_games(ENGINE).values() if not name["multi_leg"] and not name["pairs"]):
            files, ranks, shift = game["files"], game["ranks"], int(game["ranks"] == 10)
            asked.send("setoption name UCI_Variant value " + game["name"])
            e.send("accepted done", "new", "easy", "variant " + game["cecp"], "force")
            synchronise(e)
            table = "".join(re.findall(r"^setup \((.*?)\) ", "\n".join(e.skipped), re.M))
            with open(positions_of(game["name"]), encoding="utf-8") as file:
                positions = [line.split(";")[0].strip() for line in file if line.strip() and line[0] != "#"]
            for position in [game["fen"]] + positions[:12]:
                asked.send("position fen " + position, "go perft 1")
                asked.expect("Nodes searched: .*")
                moves = [line.split(":")[0] for line in asked.skipped if line.endswith(": 1")]
                if not moves or any(not re.fullmatch(r"([a-z]\d+|[A-Z]@)[a-z]\d+([a-z]|\+)?", move) for move in moves):
                    continue
                board, white = board_of(game, position), position.split()[1] == "w"
                mine = [square for square, piece in board.items() if piece.isupper() == white]
                for command, chooses in (("force", False), ("playother", True)):
                    e.send("force", "setboard " + position, command)
                    for square, piece in board.items():
                        e.send("lift %s%d" % (square[0], int(square[1:]) - shift))
                        marks, letters = marks_of(moves, board, square, piece, chooses)
                        if not marks and table and square in mine:
                            marks = {"%c%d" % (97 + x, y + 1): "T" for x in range(files) for y in range(ranks)}
                            marks.update({own: " " for own in mine})
                            lifts["tries"] += 1
                        equal((position, square, e.expect("highlight (.*)")[1]), (position, square, rows_of(marks, files, ranks)))
                        if letters:
                            equal((position, square, sorted(e.expect("choice (.*)")[1])), (position, square, sorted(letters)))
                        lifts["pieces"] += 1
                        lifts["choices"] += bool(letters)
                    # Hands stand beside the board, in the order of the table: White's to the right from below.
                    for n, letter in enumerate(re.findall(r"(?<!\^)%s" % ("[A-Z]" if white else "[a-z]"), table)[:ranks]):
                        rank = n if white else ranks - 1 - n
                        e.send("lift %c%d" % (97 + files + 1 if white else 97 - 2, rank + 1 - shift))
                        marks, _ = marks_of(moves, board, letter.upper(), letter, chooses)
                        equal((position, letter, e.expect("highlight (.*)")[1]), (position, letter, rows_of(marks, files, ranks)))
                        lifts["hands"] += bool(marks)
                    synchronise(e, never="highlight.*|choice.*")
    finally:
        asked.kill()
    check(all(lifts.values()), str(lifts))


@test_of("horizons")
def a_person_promotes_by_dragging(e):
    begin(e, "horizons", "accepted done", "sd 1", "force", "setboard 8k3/W11/12/12/12/12/12/12/12/12/12/8K3 w - - 0 1", "playother",
          "lift a11")
    equal(e.expect("highlight (.*)").group(1), "1M10/12/12/12/12/12/12/12/12/12/12/12")
    equal(e.expect("choice (.*)").group(1), "MROBN")
    e.send("usermove a11b12q")  # XBoard's default, which is not legal for this piece
    e.expect(r"Illegal move \(it promotes\): a11b12q")
    equal(move(e), "a11b12m")


@test_of("diamond")
def a_person_teleports_an_enemy(e):
    begin(e, "diamond", "accepted done", "sd 1", "force", "setboard 8/8/2h5/8/2Z1c3/2g5/6K1/8[os] w - - 0 1", "lift c4")
    check("C" in e.expect("highlight (.*)").group(1), "no enemy can be sent")
    e.send("playother", "put e4", "lift e4")
    check("Y" in e.expect("highlight (.*)").group(1), "an enemy can be sent nowhere")
    e.ask("usermove c4e4,e4d6", r"Illegal move \(it moves the other piece\): c4e4,e4d6")
    equal(move(e), "@@@@")
    equal(move(e), "e4d6")
    synchronise(e, never="Error.*")


@test
def a_man_that_can_go_nowhere_is_refused_with_the_reason(e):
    """Blank marks let the user try the move; without them the GUI refuses every square, and the engine cannot give
    a reason."""
    begin(e, "bordahbee", "accepted done", "sd 1", "lift e2")
    equal(e.expect("highlight (.*)").group(1), "16/16/16/16/4Y11/4Y11/16/16")
    e.send("put e4", "usermove e2e4")
    equal(move(e), "@@@@")
    tries = e.ask("lift m2", "highlight (.*)").group(1).split("/")
    equal(tries[4], "TTTT1TTTTTTTTTTT")
    equal(tries[6], "4T11")  # not onto own pieces: XBoard would pick these up
    e.send("put m4", "usermove m2m4")
    e.expect(r"telluser m2m4: .*Pawn does not go with Pawn.*")
    e.send("lift e7")  # not the user's piece
    equal(e.expect("highlight (.*)").group(1), "/".join(["16"] * 8))


@test_of("bordahbee")
def a_refusal_has_no_word_that_xboard_takes_for_another(e):
    """Otherwise XBoard leaves the piece on its new square. The user sees the whole reason."""
    begin(e, "bordahbee", "accepted done", "sd 1", "usermove e2e4")
    equal(move(e), "@@@@")
    for ply, reason in (("d2d4", "one move on each board"), ("h1i1", "crosses to the other board")):
        refusal = e.ask("usermove " + ply, r"Illegal move \((.*)\): " + ply).group(1)
        check(not re.search(r"name|rating|\?|result|board|bk|computer|variant|hint|random|depth|accepted|protover|draw|time|analyze", refusal),
              "XBoard will not take it back: " + refusal)
        e.expect("telluser .*" + reason + ".*")


@test_of("bordahbee")
def legs_by_hand_where_nobody_plays(e):
    """In analysis and Edit Game the engine passes for the other side after the user makes a leg;
    a leg from a file has its own pass."""
    begin(e, "bordahbee", "accepted done", "force", "usermove g1f3")
    equal(shown_plies(e), [])
    e.send("usermove @@@@", "usermove m2m4")
    check(" b " in fen(e), "a move from a file is not understood")
    e.send("put c6", "usermove b8c6")
    equal(shown_plies(e), ["@@@@"])
    e.send("put k5", "usermove k7k5")
    equal(shown_plies(e), [])
    check(" w " in fen(e), "a move made by hand is not understood")
    e.send("analyze", "put e4", "usermove e2e4")
    equal(shown_plies(e), ["@@@@"])
    # A click on the other clock sends the board with the other side to move.
    e.send("setboard r1bqkbnrrnbqkbnr/pppppppppp1ppppp/2n13/10p5/4P7P3/5N10/PPPP1PPPPPPP1PPP/RNBQKB1RRNBQKBNR b - - 0 5")
    e.expect(r"Illegal move \(the move is not complete.*\): @@@@")
    e.expect("telluser The move cannot end here: .*")
    e.send("put n3", "usermove o1n3", "exit")
    check(" b " in fen(e), "a move made in analysis is not understood")


@test_of("diamond")
def white_passes_first(e):
    """If Black begins and no side is the engine's, a user who moves a white piece first gets a pass for Black."""
    begin(e, "diamond", "accepted done", "force", "setboard 8/8/8/8/8/8/8/8[SCCCZORGKHsccczorgkh] w - - 0 1", "usermove S@h1")
    # A GUI that loads a game gets no pass: the file's next ply would be out of turn.
    e.expect(r"Illegal move \(Black begins: pass\): S@h1")
    synchronise(e, never="move.*")
    for words in ([], ["analyze"]):
        e.send(*words, "lift j1", "put h1", "usermove S@h1")
        e.expect(r"Illegal move \(Black begins: pass\): S@h1")
        e.expect("move @@@@")
        e.expect("telluser Black begins .*")
        takes(e, "lift _8", "put a8", "usermove S@a8", "put h1", "usermove S@h1")
        check(fen(e).startswith("s7/8/8/8/8/8/8/7S["), fen(e))
        e.send("undo", "undo", "undo")
        check(fen(e).endswith("b - - 0 1"), "not the start: " + fen(e))


@test_of("borderlands")
def loaded_games(e):
    """A capture in passing: the capturing piece moves there, and on with its next ply; the pass between is sent as
    a position."""
    begin(e, "borderlands", "accepted done", "force")
    for ply in "i3i4 e6e5 b2b3 e5e4 d2d4 e4d4".split():
        e.send("usermove " + ply)
    between = "setboard a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w3w1w/9/3w4W/WWW1W1W2/F1G2WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] %s - - 0 %d"
    takes(e, between % ("b", 4), "usermove d4d3")
    after = "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w3w1w/9/8W/WWWwW1W2/F1G2WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w - - 0 4"
    equal(fen(e), after)
    # Through the game, back and forward.
    takes(e, "undo", between % ("w", 4), "undo")
    check(" b " in fen(e) and "3Ww4/9" not in fen(e), fen(e))
    takes(e, "usermove e4d4", between % ("b", 4), "usermove d4d3")
    equal(fen(e), after)
    e.send("undo", "usermove e4e3")
    e.expect("Illegal move .*: e4e3")


@test_of("diamond")
def positions_for_null_moves(e):
    """XBoard has no null move in unknown games, and cannot take one back: it sends the position."""
    board = "ho6/k7/2s5/8/8/8/6CH/6CC[GKORSZcccgrz] w - - 1 6"
    begin(e, "diamond", "accepted done", "force", "setboard " + board)
    start = fen(e)
    e.send("usermove g2e2", "setboard ho6/k7/2s5/8/8/8/4C2H/6CC[SZORGKccczrg] b - - 2 6")  # what it shows already
    e.send("setboard ho6/k7/2s5/8/8/8/4C2H/6CC[SZORGKccczrg] w - - 1 6")
    takes(e, "usermove g1g4")
    takes(e, "setboard ho6/k7/2s5/8/6C1/8/4C2H/7C[SZORGKccczrg] w - - 3 7", "usermove h1g1")  # the last Cani
    check(" b " in fen(e), "the legs of a move do not come together")
    e.send("setboard ho6/k7/2s5/8/8/8/4C2H/6CC[SZORGKccczrg] w - - 2 6")  # takes it back
    equal(fen(e), start)
    takes(e, "usermove g1g4", "usermove @@@@", "usermove h1g1")
    check(" b " in fen(e), "the move cannot be gone on with after a way back")


@test_of("bordahbee")
def back_over_a_pass_where_black_begins(e):
    """The move number and the side to move distinguish the position before a pass from the one after another
    pass."""
    start = "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR b - - 0 1"
    leg = "r1bqkbnrrnbqkbnr/pppppppppppppppp/2n13/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR %s - - 1 2"
    begin(e, "bordahbee", "accepted done", "force", "setboard " + start, "usermove b8c6")
    for _ in range(2):
        takes(e, "setboard " + leg % "b", "setboard " + leg % "w")
    takes(e, "setboard " + leg % "b", "usermove k7k5")
    check(" w " in fen(e), "the move is not complete")


@test_of("bordahbee")
def one_retraction_is_enough(e):
    begin(e, "bordahbee", "accepted done", "sd 1")
    start = fen(e)
    e.send("usermove g1f3")
    equal(move(e), "@@@@")
    e.send("usermove m2m4")
    plies = 3 + len(shown_plies(e))  # the leg, the pass, the other leg, the reply
    e.send("remove")
    synchronise(e)
    # Back to the person's first leg; the pass after it is sent again, so that XBoard shows it and no "Illegal move".
    said = [line for line in e.skipped if line.startswith(("Illegal move", "move "))]
    equal(len([line for line in said if line.startswith("Illegal move (the rest")]), plies - 2 - 2 + 1)
    equal(said[-1], "move @@@@")
    e.ask("usermove o1n3", "Illegal move .*")  # after the first leg, which remains
    takes(e, "remove")
    equal(fen(e), start)
    e.send("usermove g1f3", "usermove m2m4")
    move(e)
    check(shown_plies(e), "the engine is silent after a retraction")


def retract_all(e):
    """After any take-back, XBoard's last message is a ply, unless nothing was refused."""
    for _ in range(8):
        e.send("remove")
        synchronise(e)
        said = [line for line in e.skipped if line.startswith(("Illegal move", "move "))]
        check(not said or said[-1].startswith("move "), "the bar shows: %s" % said)


@test_of("bordahbee")
def a_retraction_shows_no_refusal(e):
    begin(e, "bordahbee", "accepted done", "sd 1")
    for first, second in (("g1f3", "m2m4"), ("f3g1", "m4m5")):
        e.send("usermove " + first)
        equal(move(e), "@@@@")
        e.send("usermove " + second)
        move(e)
        synchronise(e)
    retract_all(e)
    check(fen(e).endswith(" w HAPIhapi - 0 1"), "not back at the start: " + fen(e))


@test_of("diamond")
def nor_one_in_the_set_up(e):
    begin(e, None, "accepted done", "variant diamond", "sd 1", "usermove S@h1")
    equal(move(e), "@@@@")
    move(e)
    for drop in ("S@h1", "C@g1", "C@g2", "C@h2"):
        e.send("usermove " + drop)
        move(e)
    synchronise(e)
    retract_all(e)


@test_of("bordahbee")
def undo_within_the_engines_move(e):
    """Each ply of the engine's own move goes back alone; in between nobody moves; before it the engine can move again."""
    begin(e, "bordahbee", "accepted done", "sd 1", "usermove g1f3")
    equal(move(e), "@@@@")
    e.send("usermove m2m4")
    plies = [move(e)] + shown_plies(e)
    before = fen(e)
    check(len(plies) >= 3 and plies[1] == "@@@@", "a burst of %s" % plies)
    takes(e, "undo")
    inside = fen(e)
    check(inside != before and " b " in inside, "the engine's move stands: %s" % inside)
    for left in range(len(plies) - 1, 0, -1):
        equal(fen(e), inside)
        equal(e.ask("usermove e2e4", r"Illegal move \((.*)\): e2e4").group(1), "take back all of the move first")
        e.expect("telluser .*")
        takes(e, "undo")
    equal(fen(e), inside)  # before the engine's move
    e.send("go")
    equal([move(e)] + shown_plies(e), plies)
    equal(fen(e), before)
    takes(e, "undo", "undo", "undo", "undo")  # and the person's last leg
    check(" w " in fen(e), "the person's move stands")
    e.send("usermove n2n4")
    move(e)
    check("w" == fen(e).split()[1], "the engine does not answer another second leg")


def refuses(e, text, why=""):
    found = e.ask("usermove " + text, r"Illegal move \((.*)\): (.*)")
    equal(found.group(2), text)
    check(why in found.group(1), found.group())


@test_of("bordahbee")
def states_of_a_move(e):
    """What each state takes and refuses, as the table in docs/protocol.md says; the states show in what comes next."""
    begin(e, "bordahbee", "accepted done", "force")  # a file: passes come with it
    start = fen(e)
    refuses(e, "@@@@")  # move: no pass is a move here
    refuses(e, "e2e5")
    takes(e, "usermove g1f3")  # a leg: pass
    equal(fen(e), start)
    refuses(e, "g8f6")  # pass: not the other side's leg
    takes(e, "usermove @@@@")  # leg
    refuses(e, "@@@@", "not complete")  # which may not end yet
    refuses(e, "f3e5")  # nor go on on this board
    takes(e, "usermove m2m4")  # a leg that completes: move
    check(" b " in fen(e), "the move is not made")
    takes(e, "usermove g8f6")
    takes(e, "usermove m7m5")  # a leg in the state pass: the pass is left out
    check(fen(e).split()[1:2] == ["w"] and fen(e).endswith(" 2"), "two legs without a pass are no move: " + fen(e))
    e.send("undo")  # the state before: pass
    takes(e, "usermove @@@@")
    refuses(e, "@@@@", "not complete")
    e.send("undo", "undo", "undo")  # leg, before m2m4
    takes(e, "usermove o2o4")
    check(" b " in fen(e), "the state after undo is not leg")


@test_of("bordahbee")
def what_the_engine_did_is_marked(e):
    begin(e, "bordahbee", "accepted done", "sd 1", "usermove g1f3")
    equal(move(e), "@@@@")
    e.send("usermove m2m4")
    first = move(e)
    synchronise(e)
    marks = [line for line in e.skipped if line.startswith("highlight ")]
    equal(len(marks), 1)
    equal(squares_marked(marks[0], "g", "bordahbee"), sorted([first[:2], first[2:4]]))  # the last leg has XBoard's arrow
    equal(squares_marked(e.ask("remove", "highlight .*").group(), "g", "bordahbee"), [])
    e.send("computer", "new", "variant bordahbee", "computer", "sd 1", "usermove g1f3", "usermove @@@@", "usermove m2m4")
    move(e)
    synchronise(e, never="highlight.*")


@test_of("diamond")
def a_set_up_is_marked_from_the_start(e):
    begin(e, None, "accepted done", "variant diamond", "ping 9")
    e.expect("pong 9")
    equal(squares_marked(e.expect("highlight .*").group(), "Y", "diamond"), ["g1", "g2", "h1", "h2"])
    synchronise(e, never="highlight.*")
    equal(squares_marked(e.ask("lift j1", "highlight .*").group(), "Y", "diamond"), ["g1", "g2", "h1", "h2"])
    # A position that is pasted has no old marks.
    e.send("new", "variant diamond", "ping 9")
    e.expect("highlight .*Y.*")
    e.send("force", "setboard 8/8/7s/8/8/8/8/S7[] w - - 12 30")
    equal(e.expect("highlight (.*)").group(1), "8/8/8/8/8/8/8/8")


def squares_marked(line, letter, game):
    """The squares with this letter in a `highlight` line."""
    found = board_of(all_games(ENGINE)[game], line.split()[1])
    return sorted(square for square, sign in found.items() if sign == letter)


@test
def reasons_reach_the_person(e):
    begin(e, None, "accepted done", "usermove e2e5")
    e.expect(r"Illegal move .*: e2e5")
    check(len(e.expect("telluser e2e5: (.*)").group(1)) > 5, "no reason")
    if "borderlands" in GAMES:
        e.send("new", "variant borderlands", "usermove M@e2")
        e.expect(r"Illegal move .*: M@e2")
        equal(e.expect("telluser M@e2: (.*)").group(1), "White drops on a5-i6 only: no Marauder on e2")
        e.send("usermove i0i5")  # XBoard's ranks, in the reason too
        check("i5" in e.expect("telluser i0i5: (.*)").group(1), "other ranks than the GUI's")
    e.send("force", "usermove a1a9")  # as from a file
    synchronise(e, never="telluser .*")
    e.send("new", "computer", "usermove e2e5")
    synchronise(e, never="telluser .*")


@test
def a_move_of_several_legs_as_one_text(e):
    """The option Move Notation counts at once: whole moves without passes, then legs again."""
    begin(e, "bordahbee", "accepted done", "option Move Notation=whole", "sd 1")
    start = fen(e)
    e.send("usermove g1f3,m2m4")
    check(re.fullmatch(r"[a-p]\d[a-p]\d,[a-p]\d[a-p]\d", move(e)), "not one text for both legs")
    e.ask("usermove h2h4", "Illegal move .*: h2h4", never="move .*")
    synchronise(e, never="(move|highlight) .*")
    e.send("remove")
    equal(fen(e), start)
    e.send("option Move Notation=legs", "usermove g1f3")
    equal(move(e), "@@@@")


@test
def the_expected_move_is_named(e):
    begin(e, None, "accepted done", "post", "hard", "usermove e2e4")
    move(e)
    line = e.expect(r"\d+ -?\d+ \d+ \d+ \(([a-h][1-8][a-h][1-8])\)( .*)?")
    equal(e.ask("hint", "Hint: (.*)").group(1), line.group(1))
    e.send("usermove " + line.group(1))
    move(e)


@test
def pieces_and_rules_are_explained(e):
    e.expect("feature done=1")
    for first in [game for game in GAMES if game != "normal"][:1]:  # no other game's pictures are shown
        e.send("accepted done", "option Explain Pieces=1", "new", "variant " + first)
        check("of the last game" not in e.expect("telluser (.*)").group(1), "a hint at a last game before the first")
    e.send("new", "variant normal")
    synchronise(e)
    e.send("option Pieces", "option Rules")
    announced = e.expect("telluser The pieces of Chess(.*)").group(1)
    check("Knight (N):" in announced, announced)
    check("\u2028" in e.expect("telluser .*").group(), "the rules have no lines")
    for game in GAMES:
        if game == "normal":
            continue
        e.send("new", "variant " + game)
        announced = e.expect("telluser (.*)").group(1)
        check("start each game anew" in announced, "no hint at chess's pictures, or another game's: " + announced)
        check("Pieces and Rules" in announced and announced.count("\u2028") == 2 and max(map(len, announced.split("\u2028"))) < 170, "no short note: " + announced)
        announced = e.ask("option Pieces", "telluser The pieces of .*").group()
        check(not re.search(r"\([^)]*, \)", announced), "a piece without a picture: " + announced)
        check(len(announced) < 5000, "too long for XBoard")
        check(max(map(len, announced.split("\u2028"))) < 90, "too wide for a window beside the board: " + announced)
        e.send("new", "variant " + game)
        synchronise(e, never="telluser .*")  # once
    if "borderlands" in GAMES:
        e.send("new", "variant borderlands", "option Rules", "option Pieces")
        _, rules, pieces = (e.expect("telluser (.*)").group(1) for _ in range(3))
        for announced in ("ranks 0-2, ranks 7-9 and the files a, e and i", "ranks 5-6 (White) or ranks 3-4 (Black): M@e5", "b1, h1, b8 and h8", "from rank 2 (Black: rank 7)"):
            check(announced in rules, "other ranks than the board's: %s is not in %s" % (announced, rules))
        check("rank 2 (Black: rank 7)" in pieces.replace("\u2028      ", " "), "other ranks than the board's: " + pieces)
    if "battleofideologies" in GAMES:
        e.send("new", "variant battleofideologies", "option Explain Pieces=0", "option Pieces")
        announced = e.expect("telluser (The pieces.*)").group(1)
        for piece in ("White's King (K, king)", "Black's Okapi (J, camel)", "promoted Kirin (+Z, dragon)", "Pawn (P, pawn)"):
            check(piece in announced, "%s is not in %s" % (piece, announced))


@test
def pause_and_resume(e):
    begin(e, None, "st 1", "force", "go", "pause")
    time.sleep(1.3)
    check(e.lines.empty(), "it moves while it is paused")
    e.send("resume")
    move(e)
    e.send("force", "new", "analyze")
    e.expect(r"\d+ -?\d+ \d+ \d+ .*")
    e.send("pause", "pause")
    synchronise(e)
    time.sleep(0.2)
    check(e.lines.empty(), "it analyses while it is paused")
    e.send("usermove e2e4", "resume", "resume")
    e.expect(r"\d+ -?\d+ \d+ \d+ [a-h]7.*|\d+ -?\d+ \d+ \d+ [bg]8.*")
    e.send("exit", "pause", "st 1", "go")
    move(e)
    e.send("pause", "new", "sd 1", "go")
    move(e)
    e.send("resume", "pause", "quit")
    e.end()


@test
def exclude_and_include(e):
    begin(e, None, "force", "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "sd 4", "exclude a1a8", "go")
    check(move(e) != "a1a8", "an excluded move was played")
    e.send("force", "undo", "exclude all", "include a1a2", "include a1a8", "exclude a1a2", "go")
    equal(move(e), "a1a8")
    e.send("force", "undo", "exclude all", "go")
    move(e)
    e.send("force", "new", "force", "analyze", "exclude all")
    synchronise(e)
    time.sleep(0.1)
    synchronise(e)
    check(not [x for x in e.skipped if re.match(r"\d+ ", x)], "nothing is left to analyse")
    e.ask("include a2a3", r"\d+ -?\d+ \d+ \d+ a2a3.*")
    e.send("include all", "usermove e2e4", "exclude e7e5", "undo")
    for bad in ("exclude", "include", "exclude e9e9", "exclude " + "x" * 5000, "include %s%n", "setscore", "setscore x y",
                "setscore 99999999 1", "setscore 1 -1"):
        e.ask(bad, "Error .*")
    takes(e, "setscore 25 12", "exit")
    # Moves excluded in one position are not excluded in the next.
    e.send("new", "force", "setboard 7k/8/8/8/8/8/P7/K7 w - - 0 1", "exclude a1b1", "usermove a2a3", "usermove h8g8", "exclude a1b2",
           "exclude a1a2", "exclude a3a4", "sd 3", "go")
    equal(move(e), "a1b1")
    if "bordahbee" in GAMES:
        e.send("new", "variant bordahbee", "force", "sd 1", "exclude all", "include g1f3", "go")
        equal(move(e), "g1f3")


@test_of("diamond")
def excluded_legs(e):
    """A leg names all moves that have it, the first or a later one."""
    begin(e, "diamond", "force", "setboard 8/8/4h3/3G4/2s5/8/8/8[] w - - 0 1", "sd 1")
    takes(e, "setboard 8/8/8/8/4s3/3R4/8/8[] w - - 0 30", "exclude d3f5", "include d3f5")  # only after the arrow to e4
    e.send("setboard 8/8/4h3/3G4/2s5/8/8/8[] w - - 0 1")
    for left, others in (("d5d7", "d5xc4 d5b5 d5c5 d5d4 d5e5 d5d6"), ("d5e5", "d5xc4 d5b5 d5c5 d5d4 d5d7 d5d6"),
                         ("d5xc4", "d5b5 d5c5 d5d4 d5e5 d5d6 d5d7 d5xc4 d5b5 d5c5 d5d4 d5e5 d5d6 d5d7")):
        e.send("include all", *["exclude " + leg for leg in others.split()])
        if left == "d5xc4":
            e.send("include d5xc4,d5b5")
        e.send("go")
        equal([move(e)] + ([move(e)] if left == "d5xc4" else []), [left] + (["@@@@"] if left == "d5xc4" else []))
        e.send("force")
        synchronise(e)
        e.send("setboard 8/8/4h3/3G4/2s5/8/8/8[] w - - 0 1")
    e.ask("exclude d5b4", r"Error \('d5b4' is not a move here\): exclude")


@test
def several_lines_in_analysis(e):
    begin(e, None, "option MultiPV=3", "analyze")
    firsts = set()
    for _ in range(40):
        firsts.add(e.expect(r"\d+ -?\d+ \d+ \d+ (\S+).*").group(1))
    check(len(firsts) > 2, "one line only")
    e.send("option MultiPV=1", "exit")
    synchronise(e)


@test
def resigning_by_option(e):
    lost = "setboard 4k3/8/8/8/3K4/8/8/q7 w - - 0 1"
    begin(e, None, "sd 2", "option Resign=1", "option Offer Draws=1")
    for bad in ("option Resign", "option Resign=x", "option Resign=2", "option Offer Draws="):
        e.ask(bad, "Error .*")
    # It plays both sides; only White's position is hopeless.
    e.send("force", lost)
    for number in range(1, 9):
        e.send("go")
        synchronise(e)
        if "resign" in e.skipped:
            break
    equal(number, 7)
    for options in (("option Resign=0",), ("option Resign=1", "option Skill Level=3")):
        e.send("new", *options, "sd 2", "force", lost)
        for _ in range(12):
            e.send("go")
            synchronise(e, never="resign")


@test
def levels_by_option(e):
    begin(e, None, "option Skill Level=2", "option Skill Seed=7", "st 20")
    e.send("usermove e2e4")
    first = move(e)
    e.send("new", "usermove e2e4")
    equal(move(e), first)
    for bad in ("Skill Level=21", "Skill Level=-1", "Skill Level=x", "UCI_Elo=0", "UCI_LimitStrength=2"):
        e.ask("option " + bad, "Error .*")
    e.send("option UCI_LimitStrength=1", "option UCI_Elo=5000")
    e.expect(r"Error \(UCI_Elo is a number from .*")


@test
def draw_offers(e):
    """Answered once: at once, or after the move."""
    begin(e, None, "draw", "force", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw")
    e.expect("offer draw")
    e.send("new", "st 1", "force", "setboard 4k3/8/8/8/8/8/3q4/7K w - - 0 1", "go", "draw")
    move(e)
    e.expect("offer draw")
    e.send("new", "accepted done", "force", "setboard 4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "st 1", "go", "draw")
    move(e)
    e.expect("telluser The draw is declined: .*")
    e.send("sd 1", "force", "setboard 4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "go")
    move(e)
    synchronise(e, never="telluser.*")
    e.ask("draw", "telluser The draw is declined: .*")
    synchronise(e, never="offer draw")


@test_of("bordahbee")
def half_a_move_at_new(e):
    begin(e, "bordahbee", "sd 1", "usermove g1f3")
    move(e)
    e.send("new", "variant bordahbee", "sd 1")
    synchronise(e)
    e.ask("undo", "Error .*: undo")
    e.send("usermove m2m4")
    equal(move(e), "@@@@")
    e.ask("option Pass", "tellusererror no pass here: .*")
    e.send("usermove g1f3")
    move(e)


@test
def ends_of_conversations(e):
    e.kill()

    def start():
        other = engine()
        begin(other)
        return other

    ends_at_once(start, ["st 100000", "go"], ["analyze"], [])


@test
def rules_as_an_option(e):
    """The command line chooses the rules; others are refused, and the game goes on."""
    begin(e, "horizons")
    own = fen(e)
    e.send("force", "usermove a2a4", "option UCI_Rules=push=off")
    e.expect(r"Error \(other rules are in force \(the game's own\): start Quincunx with --rules horizons:push=off\): option UCI_Rules")
    e.ask("option UCI_Rules=push=2", r"Error \(push=2: it is one of on\|off\): option UCI_Rules")
    check(" b " in fen(e), "the move was taken back")
    with by_rules(ENGINE, "horizons:push=off") as other:
        other.send("xboard", "protover 2")
        begin(other, "horizons", "option UCI_Rules=horizons:push=off")
        equal(fen(other), own + " {push=off}")
        check(not any("Error" in line for line in other.skipped), other.skipped)


@test
def a_draw_that_is_asked_for(e):
    """Where quiet play draws only if a side asks."""
    with by_rules(ENGINE, "diamond:stalemate=offered") as other:
        other.send("xboard", "protover 2")
        begin(other, "diamond", "accepted usermove", "force", "setboard 8/8/7s/8/8/8/8/S7[] w - - 12 30", "draw")
        synchronise(other)
        check(not any("claimed" in line for line in other.skipped), other.skipped)
        for ply in ("a1b1", "h6h5"):
            other.send("usermove " + ply, "usermove @@@@")
        other.ask("draw", ".*Draw claimed.*")
    e.send("quit")
    e.end()


def saved_games(folder):
    """{game: (file, FEN at its end)} of short games, played and saved in the terminal."""
    found = {}
    for game in GAMES:
        path, played = os.path.join(folder, game + ".pgn"), Engine(ENGINE, "play", "chess" if game == "normal" else game)
        played.send("level 1", *["go"] * 7, "save " + path, "fen")
        found[game] = path, played.expect("([^ ]*/[^ ]* [wb] .*)").group(1)
        played.send("quit")
        played.end()
    return found


@test
def a_saved_game_is_loaded(e):
    """As an option at the start, before XBoard has a board, and in the middle of a session."""
    with tempfile.TemporaryDirectory() as folder:
        saved = saved_games(folder)
        e.expect("feature done=1")
        for number, (game, (path, end)) in enumerate(saved.items()):
            if number == 0:
                e.send("accepted done", "option Load Game=" + path, "new", "easy", "nopost", "ping 1")
                e.expect("pong 1", never="move .*")
            else:
                e.send("new", *["variant " + game] * (game != "normal"))
                synchronise(e)
                e.send("option Load Game=" + path)
            check("7 moves" in e.expect("telluser Loaded: (.*)").group(), game)
            equal(fen(e).split()[:2], end.split()[:2])
            e.send("option Load Game=" + path)
            check("New Game" in e.expect("telluser Not loaded: (.*)").group(), game)
        e.send("new")
        synchronise(e)
        e.send("option Load Game=" + saved[GAMES[-1]][0], "option Load Game=/none")
        check("another game" in e.expect("telluser Not loaded: (.*)").group(), "another game")
        e.expect("telluser Not loaded: .*none.*")


@test
def nobody_reads(e):
    """An analysis, a search and any answer end with the program as soon as standard output cannot be written."""
    e.kill()
    for lines in (["post", "analyze"], ["post", "st 100000", "go"], ["ping 1"]):
        ends_unread(ENGINE, [], ["xboard", "protover 2"], ["xboard", *lines])


def find_games():
    e = engine()
    e.expect("feature done=1")
    GAMES.extend(re.search(r'variants="([^"]+)"', " ".join(e.skipped)).group(1).split(","))
    e.kill()


if __name__ == "__main__":
    sys.exit(run(TESTS, engine, find_games))
