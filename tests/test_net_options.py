#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Nets from files and built-in nets, as users and programs choose them: Use NNUE and EvalFile in
UCI, CECP and the terminal, bench, EVALFILE of make. Usage: tests/test_net_options.py ENGINE

Needs the program test_nets beside the engine (in tests/), which makes nets with a constant value
for the side to move; in chess White is to move at the start."""

import os
import shutil
import subprocess
import sys
import tempfile

from protocol import ENGINE, ROOT, TESTS, Engine, check, equal, run, test

BUILD = os.path.dirname(ENGINE)
WORK = tempfile.mkdtemp()
WORTH = {"chess": 123, "borderlands": 77, "battleofideologies": -31, "horizons": 5, "bordahbee": 250, "diamond": 40}


def engine():
    return Engine(ENGINE)


def net(game, worth=None):
    path = os.path.join(WORK, "%s%s.nnue" % (game, "" if worth is None else worth))
    if not os.path.exists(path):
        worth = WORTH[game] if worth is None else worth
        subprocess.run([os.path.join(BUILD, "tests", "test_nets"), "write", game, str(worth), path], check=True)
    return path


def damaged(path):
    bad = path + ".bad"
    data = bytearray(open(path, "rb").read())
    data[len(data) // 2] ^= 4
    open(bad, "wb").write(data)
    return bad


def option(e, name, value):
    e.send("setoption name %s value %s" % (name, value))


def evaluated(e):
    """The evaluator, and the evaluation in centipawns, White's point of view."""
    e.send("eval")
    who = e.expect("Evaluated (.*)").group(1)
    return who, round(float(e.expect(r"Evaluation +([-+0-9.]+) .*").group(1)) * 100)


@test
def offered(e):
    e.send("uci")
    e.expect("option name Use NNUE type check default true")
    e.expect("option name EvalFile type string default <empty>")


@test
def every_game_has_its_net(e):
    option(e, "EvalFile", " ; ".join(net(game) for game in WORTH) + ";")
    for game, worth in WORTH.items():
        option(e, "UCI_Variant", game)
        who, score = evaluated(e)
        check("the net" in who and net(game) in who, who)
        equal(score if game != "diamond" else -score, worth)  # Black begins there
        e.send("go depth 3")
        e.expect(r"bestmove \S+.*")


@test
def search_obeys_the_net(e):
    option(e, "EvalFile", net("chess", 400))
    e.send("go depth 1")
    # After any move the side to move has the advantage: only this net says so.
    e.expect(r"info depth 1 .* score cp -2[0-9][0-9] .*")  # normalised: four Pawns down is an expected result of 8%
    e.expect("bestmove .*")
    option(e, "Use NNUE", "false")
    e.send("go depth 1")
    e.expect(r"info depth 1 .* score cp -?[0-9]?[0-9] .*")
    e.expect("bestmove .*")


@test
def switched_off_and_on(e):
    option(e, "EvalFile", net("chess"))
    equal(evaluated(e)[1], 123)
    option(e, "Use NNUE", "false")
    who, score = evaluated(e)
    check("classically" in who and "Use NNUE" in who and score != 123, who)
    option(e, "Use NNUE", "maybe")
    e.expect("info string error: .*true or false.*")
    check("classically" in evaluated(e)[0], "an unknown word switched it")
    option(e, "Use NNUE", "true")
    equal(evaluated(e)[1], 123)
    option(e, "EvalFile", "<empty>")
    check(evaluated(e)[1] != 123, "still the net of the file")


@test
def bad_files_change_nothing(e):
    option(e, "EvalFile", net("chess"))
    bad = {
        damaged(net("chess")): "damaged",
        os.path.join(WORK, "nowhere.nnue"): "No such file",
        WORK: "not a plain file",
        "/dev/null": "not a plain file",
        os.path.abspath(__file__): "not a net",
        net("diamond") + ";" + damaged(net("horizons")): "damaged",
        net("chess", 7) + ";" + net("chess"): "both for",
        "x" * 5000: "file name",
        damaged(net("borderlands")) + ";" + net("chess", 9): "damaged",
    }
    for files, why in bad.items():
        option(e, "EvalFile", files)
        line = e.expect("info string error: .*").group(0)
        check(why in line, "'%s' does not say '%s'" % (line, why))
        equal(evaluated(e)[1], 123)
    e.send("go depth 2")
    e.expect("bestmove .*")


@test
def more_men_than_a_game_has(e):
    option(e, "EvalFile", net("chess"))
    e.send("position fen rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    check("more pieces" in evaluated(e)[0], "the net evaluates what it must not")
    e.send("go depth 4")
    e.expect("bestmove .*")
    e.send("position startpos")
    equal(evaluated(e)[1], 123)


@test
def in_cecp(e):
    e.send("xboard", "protover 2")
    e.expect('feature option="Use NNUE -check 1"')
    e.expect('feature option="EvalFile -string "')
    e.send("new", "option EvalFile=" + net("chess"))
    equal(evaluated(e)[1], 123)
    e.send("option EvalFile=" + damaged(net("chess")))
    e.expect("Error .*damaged.*")
    equal(evaluated(e)[1], 123)
    e.send("option Use NNUE=0")
    check(evaluated(e)[1] != 123, "the net is still used")
    e.send("option Use NNUE=1", "option EvalFile=%s;%s" % (net("diamond"), net("chess", 9)))
    equal(evaluated(e)[1], 9)


def run_engine(*arguments, text=""):
    return subprocess.run([ENGINE, *arguments], input=text, capture_output=True, text=True, timeout=300)


@test
def in_the_terminal(e):
    said = run_engine("play", "chess", text="set EvalFile=%s\neval\nset Use NNUE=false\neval\nset EvalFile=%s\nset Use NNUE=true\neval\nquit\n"
                % (net("chess"), damaged(net("chess")))).stdout
    equal(said.count("Evaluated by the net  " + net("chess")), 2)
    check("Nothing is changed: " in said and "damaged" in said, said)
    check("Evaluated classically: Use NNUE is off" in said, said)


@test
def in_bench(e):
    nodes = [run_engine("bench", *arguments, "chess", "4").stdout.splitlines()[-1].split()[0]
             for arguments in (["--classical"], ["--nets", net("chess")], ["--nets", net("chess")])]
    check(nodes[0] != nodes[1] and nodes[1] == nodes[2], nodes)
    for bad in (["--nets"], ["--nets", WORK], ["--classic"]):
        done = run_engine("bench", *bad, "chess", "1")
        check(done.returncode == 2 and done.stderr.startswith("quincunx bench: "), done)


@test
def built_in(e):
    """The list that make writes, and a program with its nets linked in."""
    make, compiler = os.environ.get("MAKE", "make"), os.environ.get("CC", "gcc")
    build = os.path.join(WORK, "build")
    embedded = build + "/src/util/embed/embedded.o"
    files = net("chess") + " " + net("diamond")
    subprocess.run([make, "-s", "CC=" + compiler, "BUILD=" + build, "EVALFILE=" + files, embedded], cwd=ROOT, check=True)
    program = os.path.join(WORK, "quincunx")
    flags = os.environ.get("TEST_LINK", "").split()
    done = subprocess.run([compiler, "-pthread", *flags, "-o", program, BUILD + "/src/main.o", embedded, BUILD + "/libquincunx.a", "-lm"],
                          capture_output=True, text=True)
    equal(done.returncode, 0)
    own = Engine(program)
    who, score = evaluated(own)
    check("built in" in who and score == 123, (who, score))
    option(own, "EvalFile", net("chess", 9))
    equal(evaluated(own)[1], 9)
    option(own, "EvalFile", "<empty>")
    equal(evaluated(own)[1], 123)
    option(own, "UCI_Variant", "borderlands")
    check("no net" in evaluated(own)[0], "a net for another game")
    option(own, "UCI_Variant", "diamond")
    equal(evaluated(own)[1], -40)
    own.send("quit")
    subprocess.run([make, "-s", "CC=" + compiler, "BUILD=" + build, "EVALFILE=none", build + "/embedded_nets.list"], cwd=ROOT, check=True)
    equal(open(build + "/embedded_nets.list").read().strip(), "")


if __name__ == "__main__":
    try:
        status = run(TESTS, engine)
    finally:
        shutil.rmtree(WORK)
    sys.exit(status)
