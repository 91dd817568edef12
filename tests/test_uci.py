#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations in UCI. Usage: tests/test_uci.py ENGINE [TEST...]"""

import re
import sys
import time

from protocol import ENGINE, TESTS, Engine, by_rules, check, ends_at_once, ends_unread, equal, run, test

GAMES = {}  # name: start FEN


def engine():
    return Engine(ENGINE)


def ready(e):
    e.ask("isready", "readyok")


def shown(e):
    """FEN, key and result from `d`."""
    fen = e.ask("d", "Fen: (.*)").group(1)
    key = e.expect("Key: ([0-9A-F]{16})").group(1)
    result = e.expect("Result: (.*)").group(1)
    return fen, key, result


def best(e, patience=None):
    return e.expect(r"bestmove (\S+)( ponder \S+)?", patience).group(1)


def variant(e, name):
    e.send("setoption name UCI_Variant value " + name)


def kept(e, before):
    """Checks that the position has not changed."""
    equal(shown(e), before)


def check_speeds(lines):
    """Nodes per second are those of the nodes and the time beside them."""
    for line in lines:
        nodes, speed, spent = (int(re.search(" %s ([0-9]+)" % word, line)[1]) for word in ("nodes", "nps", "time"))
        equal((line, speed), (line, nodes * 1000 // max(1, spent)))


def check_expected(line):
    """Win, draw and loss are those of the score: +100 is an expected result of 75%, and each 100 more three times the odds."""
    score, *wdl = re.search(r"score cp (-?\d+) wdl (\d+) (\d+) (\d+)", line).groups()
    if int(score):  # 0 is a draw by the rules, too
        expected = 1000 / (1 + 3 ** (-int(score) / 100))
        check(abs(int(wdl[0]) + int(wdl[1]) / 2 - expected) <= 4, "%s: %f" % (line, expected))


@test
def identity_and_options(e):
    e.ask("uci", "id name Quincunx .+")
    e.expect("id author .+")
    e.expect("uciok")
    options = "\n".join(e.skipped)
    for pattern in (
        "option name UCI_Variant type combo default chess( var [a-z0-9-]+)+",
        "option name Hash type spin default [0-9]+ min 1 max [0-9]+",
        "option name Threads type spin default 1 min 1 max [0-9]+",
        "option name MultiPV type spin default 1 min 1 max [0-9]+",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default [0-9]+ min 0 max [0-9]+",
        "option name UCI_AnalyseMode type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default [0-9]+ min [0-9]+ max [0-9]+",
        "option name Skill Seed type spin default 0 min 0 max [0-9]+",
        "option name Clear Hash type button",
    ):
        check(re.search("^%s$" % pattern, options, re.M), "no line like: " + pattern)


def game_moves(e, plies=10):
    """A game of the engine against itself from the start."""
    moves = []
    for _ in range(plies):
        e.send("position startpos moves " + " ".join(moves), "go movetime 60000")
        found = best(e)
        if found == "(none)":
            break
        moves.append(found)
    return moves


@test
def levels(e):
    """No two games are alike; with a seed all are. Levels do not apply to analysis."""
    for name in GAMES:
        variant(e, name)
        e.send("setoption name Skill Level value 6", "setoption name Skill Seed value 0", "ucinewgame")
        first = game_moves(e)
        e.send("ucinewgame")
        check(first != game_moves(e), name + ": two games alike")
        e.send("setoption name Skill Seed value 9", "ucinewgame")
        first = game_moves(e)
        e.send("ucinewgame")
        equal(game_moves(e), first)
    e.send("setoption name Hash value 1", "position startpos", "go infinite")
    e.expect("info depth 12 .*")
    e.send("stop")
    best(e)


@test
def elo_of_a_game(e):
    """Limits differ between games: a value outside is clamped with a message."""
    e.ask("uci", "uciok")
    low, high = re.search("UCI_Elo type spin default [0-9]+ min ([0-9]+) max ([0-9]+)", "\n".join(e.skipped)).groups()
    for bad in ("value 5", "value -1", "value x", "value 99999", ""):
        e.ask("setoption name UCI_Elo " + bad, "info string error: UCI_Elo is a number from %s to %s, .*" % (low, high))
    e.send("setoption name UCI_Elo value " + low, "setoption name UCI_LimitStrength value true")
    for name in GAMES:
        variant(e, name)
        e.send("position startpos", "go movetime 60000")
        best(e)
        for line in e.skipped:
            if "UCI_Elo goes" in line:
                least, most, at = re.search("from ([0-9]+) to ([0-9]+); it plays at ([0-9]+)", line).groups()
                check(int(low) < int(least) < int(most) and at == least, line)
    e.send("setoption name UCI_LimitStrength value false", "setoption name Skill Level value 21")
    e.expect("info string error: Skill Level is a number from 0 to 20, .*")


@test
def blanks_at_the_end_may_be_cut_off(e):
    """An empty value, as a GUI sends it that trims its lines."""
    for end in ("", " ", "   "):
        e.send("setoption name EvalFile value" + end)
        ready(e)
        equal([line for line in e.skipped if "error" in line], [])
    e.ask("setoption name Hash value", "info string error: Hash is a number from .*")


@test
def every_game_starts_and_moves(e):
    for name, fen in GAMES.items():
        variant(e, name)
        equal(shown(e)[0], fen)
        e.send("position startpos", "go depth 2")
        move = best(e)
        e.send("position startpos moves " + move)
        check(shown(e)[0] != fen, "the move changed nothing")
        e.send("position fen %s moves %s" % (fen, move), "go nodes 500")
        check(best(e) != "(none)", "no move")


@test
def names_of_games(e):
    for name, found in (("Horizons", "horizons"), ("Battle of Ideologies", "battleofideologies"), ("DIAMOND", "diamond"),
                        ("diamond chess", "diamond"), ("Normal", "chess")):
        e.send("setoption name UCI_Variant value " + name)
        equal(shown(e)[0], GAMES[found])
    reported = e.ask("setoption name UCI_Variant value nogame", "info string error: (.*)").group(1)
    check("nogame" in reported and all(name in reported for name in GAMES), reported)
    equal(shown(e)[0], GAMES["chess"])


@test
def positions_without_counters(e):
    e.send("position fen 4k3/8/8/8/8/8/8/4K2R w K -")
    equal(shown(e)[0], "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0"):
        e.ask("position fen " + fen, "info string error: field .* is missing.*")
    variant(e, "horizons")
    e.send("position fen 11k/R11/12/12/12/12/12/12/12/12/12/1R9K w - -")
    check("counter" in e.expect("info string error: (.*)").group(1), "it is not told what is missing")


@test
def progress(e):
    """A long search reports its progress."""
    for name in ("chess", "diamond"):
        if name not in GAMES:
            continue
        variant(e, name)
        if name == "diamond":
            e.send("position fen ho6/k7/2s5/8/8/8/6CH/6CC[GKORSZcccgrz] w - - 1 6")
        e.send("go infinite")
        pattern = r"info depth (\d+) seldepth \d+ currmove (\S+) currmovenumber (\d+) nodes (\d+) nps \d+ hashfull \d+ time (\d+)"
        first, second = e.expect(pattern), e.expect(pattern)
        check_speeds([first.group(), second.group()])
        check(int(second.group(4)) > int(first.group(4)) and int(second.group(5)) > int(first.group(5)), "no progress")
        e.send("stop")
        best(e)
        e.ask("go perft 1", "Nodes searched: .*")
        check(any(line.startswith(first.group(2) + ":") for line in e.skipped), "%s is not a move here" % first.group(2))
        check(int(first.group(3)) <= sum(line.endswith(": 1") for line in e.skipped), "more moves than there are")


@test
def d_shows_results(e):
    e.send("position startpos moves f2f3 e7e5 g2g4 d8h4")
    equal(shown(e)[2], "0-1 {checkmate}")
    e.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    equal(shown(e)[2], "1/2-1/2 {insufficient material}")
    e.send("position startpos")
    equal(shown(e)[2], "*")
    e.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    equal(shown(e)[2], "1/2-1/2 {repetition}")


@test
def perft(e):
    """Commands that follow at once do not interrupt it, nor does the end of the input."""
    e.send("position startpos", "go perft 0")
    e.expect("Nodes searched: 1")
    e.send("go perft -1", "go perft 1000", "go perft x", "stop")
    ready(e)
    e.send("go perft 4", "position startpos moves e2e4", "go perft 3")
    e.close_input()
    e.expect("Nodes searched: 197281", never="Perft.*")
    equal(len([line for line in e.skipped if re.fullmatch(r"[a-h][1-8][a-h][1-8]: [0-9]+", line)]), 20)
    e.expect("Nodes searched: 13160", never="Perft.*")
    e.end()


@test
def bad_positions_change_nothing(e):
    for name, fen in GAMES.items():
        variant(e, name)
        before = shown(e)
        for bad in (
            "position fen",
            "position fen " + fen.split()[0],
            "position fen " + fen.replace("w", "x", 1) + " 7",
            "position fen " + "8/" * 100,
            "position fen " + fen.rsplit(" ", 1)[0] + " -1",
            "position startpos moves a1a1",
            "position startpos moves nonsense",
            "position startpos a1a1",
            "position",
            "position nowhere",
            "position fen " + fen + " moves a1a1",
        ):
            e.ask(bad, "info string error: .+")
            kept(e, before)


@test
def illegal_move_keeps_the_earlier_position(e):
    e.send("position startpos moves e2e4")
    before = shown(e)
    e.send("position startpos moves e2e4 e7e5 e4e5")
    check("e4e5" in e.expect("info string error: (.+)").group(1), "the move is not named")
    kept(e, before)
    e.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e6")
    check("e8e6" in e.expect("info string error: (.+)").group(1), "the move of another game is not named")
    kept(e, before)
    e.send("position startpos moves e2e4 e7e5")
    check(shown(e)[0].startswith("rnbqkbnr/pppp1ppp"), "the next good position is not taken")


@test
def a_move_that_begins_like_another(e):
    """A longer list of moves extends the position only if the old moves are whole words of it."""
    variant(e, "battleofideologies")
    fen = "4z4/P8/9/9/9/9/9/9/4K4[] w - - 0 1"
    for move, piece in (("a8a9", "P"), ("a8a9c", "C"), ("a8a9", "P")):
        e.send("position fen %s moves %s" % (fen, move))
        check(shown(e)[0].startswith(piece + "3z4/"), "after %s: %s" % (move, shown(e)[0]))


@test
def the_same_moves_elsewhere(e):
    """More moves extend the position only in the same game and from the same start position."""
    e.send("position startpos moves e2e4", "position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e7e5")
    check(shown(e)[0].startswith("4k3/8/8/4p3/4P3/8/8/4K3 w"), shown(e)[0])
    e.send("position startpos moves e2e4")
    variant(e, "chess")
    e.send("position startpos moves e2e4 e7e5")
    check(shown(e)[0].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"), shown(e)[0])


@test
def unknown_words_are_ignored(e):
    before = shown(e)
    e.send("xyzzy", "joho debug on", "debug on", "register later", "", "   ", "\t", "go", "stop", "ponderhit", "stop")
    best(e)
    kept(e, before)
    e.ask("joho isready", "readyok")
    e.send("joho xyzzy position startpos moves", "  joho   go depth 1")
    check(best(e) != "(none)", "a command behind unknown words was not obeyed")
    # Words inside a command that the engine ignores are not commands.
    e.send("register name quit code bench", "debug quit", "isready")
    e.expect("readyok")


@test
def options_out_of_range(e):
    for bad in (
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Hash value many",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value 0",
        "setoption name Threads value 100000",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 100000",
        "setoption name Move Overhead value -1",
        "setoption name Ponder value perhaps",
        "setoption name UCI_Variant value nogame",
        "setoption name UCI_Variant value",
        "setoption name No Such Thing value 1",
        "setoption Hash 5",
        "setoption",
    ):
        e.ask(bad, "info string error: .+")
    e.send("go depth 3")
    best(e)


@test
def option_names_in_any_case(e):
    e.send("setoption name hash value 2", "setoption name MOVE OVERHEAD value 7", "setoption name clear hash",
           "setoption name multipv value 2")
    e.forbid("info string error.*", "isready", "readyok")
    e.send("go depth 3")
    best(e)
    check(any(" multipv 2 " in line for line in e.skipped), "no second line")


@test
def multipv_lines_differ(e):
    for name in GAMES:
        variant(e, name)
        e.send("setoption name MultiPV value 3", "position startpos", "go depth 3")
        best(e)
        last = {}
        for line in e.skipped:
            found = re.search(r" depth 3 .*multipv (\d) .* pv (\S+)", line)
            if found and "bound" not in line:
                last[found.group(1)] = found.group(2)
        equal(sorted(last), ["1", "2", "3"])
        equal(len(set(last.values())), 3)


@test
def info_lines(e):
    e.send("setoption name UCI_ShowWDL value true", "position startpos", "go depth 5")
    best(e)
    pattern = (r"info depth \d+ seldepth \d+ multipv 1 score (cp -?\d+|mate -?\d+) wdl (\d+) (\d+) (\d+)"
               r"( lowerbound| upperbound)? nodes \d+ nps \d+ hashfull \d+ time \d+ pv( [a-h][1-8][a-h][1-8][qrbn]?)+")
    lines = [line for line in e.skipped if line.startswith("info depth")]
    check(lines, "no info")
    check_speeds(lines)
    e.send("go movetime 300")
    best(e)
    check_speeds(line for line in e.skipped if line.startswith("info depth"))
    for line in lines:
        found = re.fullmatch(pattern, line)
        check(found, line)
        equal(sum(int(found.group(i)) for i in (2, 3, 4)), 1000)
        check_expected(line)
    # The side with an extra Queen wins: the first number if it is the side to move.
    for side, wins, loses in (("w", 0, 2), ("b", 2, 0)):
        e.send("position fen 4k3/8/8/8/8/8/8/Q3K3 %s - - 0 1" % side, "go depth 3")
        best(e)
        for line in e.skipped:
            if " score cp " in line:
                check_expected(line)
        wdl = [int(word) for word in re.findall(r"wdl (\d+) (\d+) (\d+)", " ".join(e.skipped))[-1]]
        check(wdl[wins] > 900 and wdl[loses] < 100, "%s: %s" % (side, wdl))


@test
def draws_in_wdl(e):
    """A draw by the rules or by endgame tablebases is 1000 per mille draw; an equal position is not."""
    e.send("setoption name UCI_ShowWDL value true")
    for fen, drawn in (("8/8/4k3/8/8/4K3/8/8 w - - 0 1", True), ("8/8/4k3/8/8/4KB2/8/8 b - - 0 1", True),
                       ("k7/P7/8/1K6/8/8/8/8 b - - 0 1", True),
                       ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", False)):
        e.send("position fen " + fen, "go depth 3")
        line = e.expect("info depth 3 .*").group()
        check((" wdl 0 1000 0 " in line) == drawn, line)
        best(e)


@test
def limits_misread(e):
    """A limit that is not a number does not make the search infinite; another limit in the same command applies."""
    e.send("position startpos", "go depth many")
    e.expect("info string error: depth needs a number, not 'many'")
    equal(best(e), "(none)")
    e.send("go depth x nodes 100")
    check(best(e) != "(none)", "the other limit was forgotten")


@test
def searchmoves(e):
    e.send("position startpos", "go depth 3 searchmoves a2a3 h2h4")
    check(best(e) in ("a2a3", "h2h4"), "another move")
    e.send("go searchmoves h2h4 depth 2")
    equal(best(e), "h2h4")
    # Two lists are merged: the MultiPV line that the second list would drop is still there.
    e.send("setoption name MultiPV value 4", "go searchmoves a2a3 searchmoves h2h4 depth 2")
    lines = {e.expect(r"info depth 2 .* pv (\S+).*").group(1) for _ in range(2)}
    equal(lines, {"a2a3", "h2h4"})
    best(e)
    # A move that is named twice has one line.
    for words in ("a2a3 a2a3", "a2a3 h2h4 a2a3 h2h4", "a2a3 searchmoves a2a3"):
        e.send("go depth 2 searchmoves " + words)
        best(e)
        found = [line.split(" pv ")[1].split()[0] for line in e.skipped if " depth 2 " in line and "multipv" in line]
        equal(sorted(found), sorted(set(words.split()) - {"searchmoves"}))


@test
def searchmoves_that_are_not_legal(e):
    """They are skipped and named; the legal ones and what follows count. If none is left, nothing is searched."""
    e.send("position startpos", "go searchmoves e2e5 a2a3 xyz %s h2h4 depth 2" % ("a" * 200))
    for word in ("e2e5", "xyz", "a" * 40):
        e.expect("info string error: searchmoves: '%s' is skipped: .+" % word, never="info depth.*|bestmove.*")
    e.expect("info depth 2 .*", never="info string.*")
    check(best(e) in ("a2a3", "h2h4"), "another move")
    e.ask("go searchmoves e2e5 d7d5 depth 2", "info string error: searchmoves: no legal move is left, so nothing is searched")
    equal([line[:41] for line in e.skipped], ["info string error: searchmoves: '%s' is" % move for move in ("e2e5", "d7d5")])
    e.expect(r"bestmove \(none\)", never="info.*")
    # Nor is `bestmove` early.
    for words, end in (("infinite", "stop"), ("ponder wtime 100", "ponderhit"), ("", "stop")):
        e.send("go %s searchmoves e2e5" % words)
        e.forbid("bestmove.*", "isready", "readyok")
        e.ask(end, r"bestmove \(none\)", never="info depth.*")
    e.ask("go searchmoves depth 2", "info depth 2 .*")
    best(e)


@test
def games_that_are_over(e):
    for game, fen, score in (("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
                             ("borderlands", "4c4/1G5G1/9/9/9/9/9/9/1G5G1/4C4[] w - - 0 1", "mate 1")):
        variant(e, game)
        e.send("position fen " + fen, "go depth 3")
        e.expect("info depth 0 score " + score)
        equal(best(e), "(none)")
        # Infinite or pondering, `bestmove` waits here too; whatever else ends a search brings it.
        for words, end in (("infinite", "stop"), ("ponder wtime 100", "ponderhit"), ("ponder", "stop"), ("infinite", "position startpos"),
                           ("infinite", "ucinewgame"), ("infinite", "go depth 1")):
            e.send("position fen " + fen, "go " + words)
            e.expect("info depth 0 score " + score)
            if words == "infinite":
                e.send("ponderhit")
            e.forbid("bestmove.*", "isready", "readyok")
            e.send(end)
            equal(best(e), "(none)")
        equal(best(e), "(none)")


@test
def stop_and_infinite(e):
    e.send("position startpos", "go infinite")
    time.sleep(0.3)
    shown(e)
    e.forbid("bestmove.*", "isready", "readyok")
    e.send("stop")
    best(e)
    # A mate found does not end an infinite search.
    e.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go infinite")
    time.sleep(0.5)
    e.forbid("bestmove.*", "isready", "readyok")
    e.send("stop")
    equal(best(e), "a1a8")
    # So it is if `stop` comes at once, and by one node: iteration 1 is finished.
    for words in ("go infinite\nstop", "go nodes 1", "go ponder nodes 1\nponderhit", "go movetime 1\nstop", "go mate 1\nstop"):
        e.send("ucinewgame", words)
        e.expect("bestmove a1a8")
        check(e.skipped and re.fullmatch(r"info depth \d+ seldepth 1 multipv 1 score mate 1 .* pv a1a8", e.skipped[-1]), str(e.skipped[-1:]))
    e.send("stop", "stop")
    e.forbid("bestmove.*", "isready", "readyok")


@test
def best_moves_are_lines(e):
    """`bestmove` and its `ponder` are the first moves of the line that came last, however a search ends."""
    e.send("setoption name Ponder value true")
    pondered = 0
    for game, threads, multipv in (("chess", 1, 1), ("chess", 3, 1), ("horizons", 2, 1), ("bordahbee", 1, 1), ("diamond", 2, 3)):
        variant(e, game)
        e.send("setoption name Threads value %d" % threads, "setoption name MultiPV value %d" % multipv, "position startpos")
        for nodes in (1, 2, 30, 300, 3000, 9000, 0, 0, 0):
            e.send("ucinewgame", "go nodes %d" % nodes if nodes else "go infinite\nstop" if multipv > 1 else "go movetime 40")
            move, also = e.expect(r"bestmove (\S+)(?: ponder (\S+))?").groups()
            line = [line for line in e.skipped if " multipv 1 " in line and " pv " in line][-1].split(" pv ")[1].split()
            equal((move, also), (line[0], line[1] if len(line) > 1 else None))
            pondered += bool(also)
    check(pondered > 20, str(pondered))


@test
def searches_that_wait(e):
    """While it ponders or has no limit, and with clocks beyond any number, no move comes before it is asked for."""
    big = 2**63 - 1
    e.send("setoption name Ponder value true", "position startpos moves e2e4 e7e5")
    for words, end in (("ponder wtime 300 btime 300", "ponderhit"), ("ponder movetime 100", "stop"), ("ponder nodes 100", "ponderhit"),
                       ("infinite nodes 100", "stop"), ("wtime %d btime %d" % (big, big), "stop"),
                       ("wtime 1000 btime 1000 winc %d binc %d" % (big, big), "stop"), ("movestogo 3 wtime %d winc %d" % (big, big), "stop"),
                       ("movetime %d nodes 100000000000" % big, "stop")):
        e.send("go " + words)
        time.sleep(0.3)
        e.forbid("bestmove.*", "isready", "readyok")
        e.send(end)
        best(e)


@test
def same_nodes_same_move(e):
    for name in GAMES:
        variant(e, name)
        reported = []
        for _ in range(2):
            e.send("ucinewgame", "position startpos", "go depth 3")
            move = best(e)
            nodes = re.search(r" nodes (\d+) ", [line for line in e.skipped if " pv " in line][-1]).group(1)
            reported.append((move, nodes))
        equal(reported[0], reported[1])


@test
def moves_of_two_boards(e):
    if "bordahbee" not in GAMES:
        return
    variant(e, "bordahbee")
    e.send("position startpos moves g1f3,m2m4")
    first = shown(e)
    e.send("position startpos moves m2m4,g1f3")
    equal(shown(e), first)
    e.ask("position startpos moves m2m4", "info string error: .+")
    equal(shown(e), first)
    e.send("go depth 2")
    check("," in best(e), "half a move")


@test
def eval_bench_help(e):
    e.ask("eval", "Evaluation .*")
    e.ask("bench chess 2", "[0-9]+ nodes [0-9]+ nps")
    e.ask("bench nogame", "info string error: .+")
    e.ask("help", ".*setoption.*")


@test
def long_lines(e):
    e.ask("position startpos moves " + "e2e4 " * 300000, "info string error: .+")
    e.send("x" * 3000000, "setoption name " + "y" * 1000000 + " value " + "z" * 1000000)
    e.expect("info string error: .+")
    e.ask("position fen " + "9" * 1000000, "info string error: .+")
    e.send("position startpos moves " + "a" * 5000000)
    e.send("go depth 2 searchmoves " + "q" * 1000000)
    best(e)
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 500
    e.send("position startpos moves " + shuffle, "d")
    e.expect("Fen: .* 2000 1001")


@test
def ends_of_conversations(e):
    e.kill()

    def start():
        other = engine()
        other.ask("uci", "uciok")
        return other

    ends_at_once(start, ["position startpos", "go infinite"], [])


@test
def rules_as_an_option(e):
    """The command line chooses the rules. Who expects others is told what to start, and nothing changes."""
    e.ask("uci", "uciok")
    variant(e, "horizons")
    own = shown(e)
    for text, why in (("push=off", r"--rules horizons:push=off"), ("horizons:push=on,shield=maybe", r"on\|off"), ("jump=on", "shield"),
                      ("nogame:push=off", "nogame"), ("push", "OPTION=VALUE"), ("chess:castling=off", "--rules chess:castling=off")):
        e.ask("setoption name UCI_Rules value " + text, "info string error: .*" + why + ".*")
        kept(e, own)
    e.ask("position fen " + own[0] + " {shield=off}", "info string error: .*--rules horizons:shield=off")
    with by_rules(ENGINE, "horizons:push=off") as other:
        other.ask("uci", "uciok")
        variant(other, "horizons")
        for text in ("push=off", "horizons:push=off", "push=off,shield=on", "<empty>", "chess:"):
            other.send("setoption name UCI_Rules value " + text)
        found = shown(other)
        check(not any("error" in line for line in other.skipped), other.skipped)
        equal(found[0], own[0] + " {push=off}")
        check(found[1] != own[1], "the key is the same")
        other.ask("setoption name UCI_Rules value horizons:", "info string error: .*push=off.*")
        other.send("position fen " + own[0] + " moves a2a4", "go nodes 500")
        best(other)
        other.ask("position fen " + own[0] + " {shield=off}", "info string error: .*push=off.*")
    with by_rules(ENGINE, "borderlands:version=2025-10") as other:
        variant(other, "borderlands")
        check(shown(other)[0].startswith("a3s3a/"), "it is not the revision")


@test
def nobody_reads(e):
    """A search, a count and other answers end with the program as soon as standard output cannot be written."""
    e.kill()
    for lines in (["go infinite"], ["go ponder wtime 1000"], ["go perft 4"], ["bench"], ["setoption name Threads value 3", "go infinite"],
                  ["setoption name UCI_Variant value bordahbee", "position startpos", "go infinite"], ["isready"]):
        ends_unread(ENGINE, [], ["uci"], lines)


def find_games():
    e = engine()
    names = re.findall(r" var (\S+)", e.ask("uci", "option name UCI_Variant .*").group(0))
    for name in names:
        variant(e, name)
        e.send("position startpos")
        GAMES[name] = shown(e)[0]
    e.kill()


if __name__ == "__main__":
    sys.exit(run(TESTS, engine, find_games))
