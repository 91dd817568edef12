#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Generation of training data: the same games every time, through any interruption, and no data lost.

Usage: tests/test_datagen.py ENGINE [TEST...]"""

import json
import os
import resource
import signal
import subprocess
import sys
import time

from protocol import ENGINE, LAB, ROOT, Folder, all_games, check, equal, run

GAMES = list(all_games(ENGINE))
LIMIT = 300  # seconds for one command
SHORT = ["--nodes", "40", "--plies", "60", "--label-share", "64"]
BLOCK = 40  # bytes before a block's payload


class Data(Folder):
    def data(self, *words, status=0, **keys):
        """Runs datagen; returns its output and its errors."""
        done = subprocess.run([LAB, "datagen", *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.path, **keys)
        self.transcript += ["> " + " ".join(words), *done.stdout.splitlines(), *done.stderr.splitlines()]
        equal((done.returncode, words), (status, words))
        if status == 2:
            check("quincunx-lab datagen: " in done.stderr, "no reason: " + done.stderr)
        return done.stdout, done.stderr

    def play(self, name, *words, game="chess", labels=True, **keys):
        side = ["--labels", name + ".labels"] if labels else []
        return self.data(game, "--out", name + ".games", *side, *SHORT, *words, **keys)

    def start(self, name, *words):
        """Starts a generation without waiting for it."""
        words = ["chess", "--out", name + ".games", "--labels", name + ".labels", *SHORT, *words]
        return subprocess.Popen([LAB, "datagen", *words], stderr=subprocess.DEVNULL, cwd=self.path)

    def merged(self, *names, kind="games"):
        self.data("--merge", *[n + "." + kind for n in names], "--out", "merged")
        return self.read("merged")

    def blocks(self, name):
        """The concatenated payloads of a file's blocks."""
        data = self.read(name)
        text = int.from_bytes(data[40:44], "little")
        at, out = 44 + text + 8, b""
        while at < len(data):
            size = int.from_bytes(data[at + 8:at + 12], "little")
            out += data[at + BLOCK:at + BLOCK + size]
            at += BLOCK + size
        return out


def expect_whole(f, name, games):
    """A finished generation equals an uninterrupted one."""
    f.play("undisturbed", "--games", str(games))
    equal(f.merged(name), f.merged("undisturbed"))
    equal(f.blocks(name + ".labels"), f.blocks("undisturbed.labels"))
    f.data("--verify", name + ".games", name + ".labels")


def test_all_games(f):
    for game in GAMES:
        f.play(game, "--games", "3", game=game)
        f.play(game + "2", "--games", "3", game=game)
        for kind in "games", "labels":
            equal(f.read(game + "." + kind), f.read(game + "2." + kind))
        out, _ = f.data("--verify", game + ".games", game + ".labels")
        equal(out.count("sound"), 2)
        out, _ = f.data("--stats", game + ".games", game + ".labels")
        check("3 games of " + game in out and "samples of " + game in out, out)
        f.data("--samples", game + ".games", "--out", game + ".samples")
        f.data("--verify", game + ".samples")
    f.play("chess3", "--games", "3", "--seed", "2")
    check(f.blocks("chess3.games") != f.blocks("chess.games"), "another seed, the same games")


def test_shards(f):
    f.play("one", "--games", "10")
    for shards in 3, 4:
        names = ["%d of %d" % (i, shards) for i in range(1, shards + 1)]
        for i, name in enumerate(names):
            f.play(name, "--games", "10", "--shard", "%d/%d" % (i + 1, shards))
        equal(f.merged(*reversed(names)), f.merged("one"))
        out, _ = f.data("--merge", *[n + ".labels" for n in names], "--out", "labels")
        equal(out.split()[0], f.data("--merge", "one.labels", "--out", "labels")[0].split()[0])
    _, err = f.data("--merge", "1 of 4.games", "1 of 4.games", "--out", "twice", status=2)
    check("twice" in err, err)
    check(not os.path.exists(f.file("twice")), "half a merged file is there")
    f.play("other", "--games", "2", "--seed", "9")
    f.data("--merge", "one.games", "other.games", "--out", "mixed", status=2)
    f.data("--merge", "one.games", "one.labels", "--out", "mixed", status=2)
    equal(sorted(n for n in os.listdir(f.path) if "mixed" in n or "part" in n), [])


def test_killed(f):
    """After a kill at any moment, -9 included, the same command resumes."""
    games = 120
    path = f.file("killed.games")
    size = lambda: os.path.getsize(path) if os.path.exists(path) else 0  # noqa: E731
    for number in (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM):
        before = size()
        process = f.start("killed", "--games", str(games))
        # Not before there are more games, but the first time as soon as there is a file.
        while process.poll() is None and size() <= before:
            time.sleep(0.001)
        process.send_signal(number)
        status = process.wait(LIMIT)
        check(number == signal.SIGKILL or status in (0, 1), "ended by the signal")
    _, err = f.play("killed", "--games", str(games))
    check("games are there already" in err and " 0 games are" not in err, err)
    expect_whole(f, "killed", games)


def test_cut(f):
    """Files truncated anywhere, one or both, can be resumed; no two processes write the same file."""
    f.play("whole", "--games", "50")
    games, labels = f.read("whole.games"), f.read("whole.labels")
    for keep in 0.3, 0.9, 0.999:
        f.write("cut.games", games[:int(len(games) * keep)])
        f.write("cut.labels", labels)
        _, err = f.play("cut", "--games", "50")
        check("games are there already" in err, err)
        equal((f.read("cut.games"), f.read("cut.labels")), (games, labels))
    f.write("cut.games", games[:100])
    f.play("cut", "--games", "50", status=2)
    equal(f.read("cut.games"), games[:100])
    out, err = f.data("--stats", "whole.games")
    f.write("cut.games", games + games[-1000:-500])
    f.data("--verify", "cut.games", status=2)
    f.write("cut.games", games + games[-1000:][:20])
    out, err = f.data("--verify", "cut.games")
    check("unfinished" in out, out)


def test_full_disk(f):
    """On a full disk the data written so far remain, and the reason is reported."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (18000, 18000))
    _, err = f.play("full", "--games", "60", labels=False, status=2, preexec_fn=limit)
    check("cannot write" in err and "same command" in err, err)
    out, _ = f.data("--verify", "full.games")
    check(" 0 games" not in out and f.blocks("full.games"), out)
    _, err = f.data("--samples", "full.games", "--out", "samples", status=2,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)))
    check(not [n for n in os.listdir(f.path) if n.startswith("samples")], "half a file of samples is there")
    f.play("full", "--games", "60", labels=False)
    f.play("plenty", "--games", "60", labels=False)
    equal(f.merged("full"), f.merged("plenty"))


def test_other_generation(f):
    """A file of other settings is neither resumed nor changed."""
    f.play("one", "--games", "3")
    before = f.read("one.games"), f.read("one.labels")
    for words in ["--seed", "2"], ["--nodes", "41"], ["--shard", "1/2"], ["--random", "3-4"], ["--win", "900x3"]:
        for labels in True, False:
            _, err = f.play("one", "--games", "5", *words, labels=labels, status=2)
            check("another" in err, err)
    f.play("one", "--games", "5", game="horizons", status=2)
    f.data("chess", "--out", "new.games", "--labels", "one.labels", "--games", "5", *SHORT, status=2)
    check(not os.path.exists(f.file("new.games")), "new.games is there")
    equal((f.read("one.games"), f.read("one.labels")), before)
    # More games of the same generation are accepted.
    f.play("one", "--games", "6")
    expect_whole(f, "one", 6)


def test_words(f):
    for words in [], ["nogame"], ["chess"], ["chess", "--out"], ["chess", "--out", ""], ["chess", "--out", "x", "--games", "0"], \
            ["chess", "--out", "x", "--nodes", "many"], ["chess", "--out", "x", "--shard", "3/2"], ["chess", "--out", "x", "--shard", "0/2"], \
            ["chess", "--out", "x", "--random", "9-3"], ["chess", "--out", "x", "--win", "5"], ["chess", "--out", "x", "--draw", "5x5"], \
            ["chess", "--out", "x", "--plies", "10"], ["chess", "--out", "x", "--fast"], ["chess", "diamond", "--out", "x"], \
            ["--samples"], ["--samples", "--out", "x"], ["--merge", "y"], ["--stats"], ["--verify"], ["--stats", "x", "--games", "4"], \
            ["chess", "--samples", "y", "--out", "x"], ["chess", "--out", "x", "--labels", "x"], ["chess", "--out", "x", "--net", "none"]:
        _, err = f.data(*words, status=2) if words else (None, "")
    equal(os.listdir(f.path), [])
    out, _ = f.data("--help")
    check("--rescore" in out, out)


def test_samples(f):
    f.play("a", "--games", "8", labels=False)
    f.data("--samples", "a.games", "--out", "one")
    f.data("--samples", "a.games", "--out", "two")
    equal(f.read("one"), f.read("two"))
    f.data("--samples", "a.games", "--out", "two", "--seed", "5")
    check(f.read("one") != f.read("two") and len(f.blocks("one")) == len(f.blocks("two")), "the shuffle is not the seed's")
    out, _ = f.data("--samples", "a.games", "a.games", "--out", "two")
    all_of = out.split()[0]
    equal(all_of, f.data("--samples", "a.games", "--out", "one")[0].split()[0])
    fewer, _ = f.data("--samples", "a.games", "--out", "two", "--score", "100", "--drawn", "3", "--skip", "4")
    check(int(fewer.split()[0]) < int(all_of), fewer)
    # Later scores change the targets, not the positions or their number.
    f.data("--samples", "a.games", "--out", "later", "--lambda", "84", "--scale", "300")
    check(f.blocks("later") != f.blocks("one") and len(f.blocks("later")) == len(f.blocks("one")), "the same scores with --lambda")
    check("lambda=84% scale=300" in f.data("--stats", "later")[0], "--lambda is not on record")
    # The first games, from any files: the samples of a shorter run.
    f.play("few", "--games", "5", labels=False)
    f.data("--samples", "few.games", "--out", "few")
    f.data("--samples", "a.games", "--out", "first", "--games", "5")
    equal(f.blocks("first"), f.blocks("few"))
    check("games=5" in f.data("--stats", "first")[0], "--games is not on record")
    for words in (("--games", "0"), ("--lambda", "100"), ("--lambda", "-1"), ("--scale", "0"), ("--scale", "300")):
        f.data("--samples", "a.games", "--out", "no", *words, status=2)


def test_rescore(f):
    """With the nodes of the generation a game gets the same scores; an interrupted run resumes."""
    f.play("a", "--games", "6", labels=False)
    f.data("--rescore", "a.games", "--out", "same", "--nodes", "40")
    equal(f.blocks("same"), f.blocks("a.games"))
    f.data("--rescore", "a.games", "--out", "deeper", "--nodes", "400")
    check(f.blocks("deeper") != f.blocks("same"), "deeper searches, the same scores")
    f.data("--verify", "deeper")
    whole = f.read("deeper")
    f.write("deeper", whole[:-3])
    f.data("--rescore", "a.games", "--out", "deeper", "--nodes", "400")
    equal(f.read("deeper"), whole)
    f.data("--rescore", "a.games", "--out", "deeper", "--nodes", "500", status=2)


def test_rules(f):
    """Games of other rules name them, and are read under these alone."""
    game, option = next((name, option) for name, facts in all_games(ENGINE).items() for option in facts["rule_options"] if option["name"] == "push")
    rules = "push=" + next(value for value in option["choices"] if value != option["default"])
    words = ["--rules", "%s:%s" % (game, rules)]
    f.play("own", "--games", "4", game=game, labels=False)
    for shard in "12":
        f.play("other" + shard, "--games", "4", "--shard", shard + "/2", *words, game=game, labels=False)
    check((" rules=%s " % rules).encode() in f.read("other1.games"), "the header names no rules")
    f.merged("other1", "other2")  # which needs no rules
    out, _ = f.data("--print", "merged", *words)
    equal(len(out.splitlines()), 5)
    f.data("--verify", "merged", *words)
    for task in (["--print"], ["--verify"], ["--stats"]):
        told = "".join(f.data(*task, "merged", status=2))
        check("--rules %s:%s" % (game, rules) in told, told)
        told = "".join(f.data(*task, "own.games", *words, status=2))
        check("in force (%s)" % rules in told, told)
    f.data("--samples", "merged", "--out", "samples", *words)
    done = subprocess.run([LAB, "train", f.file("net"), f.file("samples"), "--epochs", "1"], capture_output=True, text=True, timeout=LIMIT)
    check(done.returncode == 2 and "is of other rules (%s)" % rules in done.stderr and not os.path.exists(f.file("net")), done.stderr)
    net = os.path.join(ROOT, "nnue", "nets", game + ".nnue")
    _, told = f.data(game, "--out", "net.games", "--net", net, *words, status=2)
    check("is a net for the game's own rules" in told, told)


def test_print(f):
    """Games as JSON: the moves are those played, the numbers follow from the rules."""
    for game, first in (("chess", "w"), ("diamond", "b")):
        f.play(game, "--games", "4", "--seed", "9", game=game, labels=False)
        head, *games = (json.loads(line) for line in f.data("--print", game + ".games")[0].splitlines())
        equal((head["game"], "seed=9" in head["origin"], [g["number"] for g in games]), (game, True, [0, 1, 2, 3]))
        for g in games:
            plies = len(g["moves"])
            equal((len(g["scores"]), len(g["legal_moves"]), g["first_side"]), (plies, plies, first))
            check(all((score is None) == (ply < g["opening_plies"]) for ply, score in enumerate(g["scores"])), "scores are not those of the search")
            check(g["end"] in ("rules", "adjudicated_win", "adjudicated_draw", "max_plies") and ("reason" in g) == (g["end"] == "rules"), "ended by %s" % g["end"])
            check(g["result"] in ("1-0", "0-1", "1/2-1/2"), g["result"])
            script = ["uci", "setoption name UCI_Variant value " + game]
            for ply in (0, plies // 2, plies - 1):
                script += ["position startpos moves " + " ".join(g["moves"][:ply]) if ply else "position startpos", "go perft 1"]
            script += ["position startpos moves " + " ".join(g["moves"]), "d"]
            said = subprocess.run([ENGINE], input="\n".join(script) + "\n", capture_output=True, text=True, timeout=LIMIT).stdout
            counted = [int(line.split()[-1]) for line in said.splitlines() if line.startswith("Nodes searched")]
            equal(counted, [g["legal_moves"][ply] for ply in (0, plies // 2, plies - 1)])
            result = next(line for line in said.splitlines() if line.startswith("Result: "))
            check(g["end"] != "rules" or (g["result"] in result and g["reason"] in result), result)
    f.write("broken.games", f.read("chess.games")[:-5])
    check("unfinished block" in f.data("--print", "broken.games")[1], "a cut file is not told of")
    f.data("--print", "nothing.games", status=2)


def test_shell(f):
    """The script for GNU parallel and Slurm."""
    script = os.path.join(ROOT, "lab", "shards.sh")
    environment = dict(os.environ, LAB=LAB, LABELS="1", JOBS="2")
    command = ["sh", script, "parallel", "datagen", "3", f.file("shards"), "chess", "--games", "9", *SHORT]
    for _ in range(2):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
        equal((done.returncode, "9 games" in done.stdout), (0, True))
    f.play("one", "--games", "9")
    equal(f.read("shards/all.games"), f.merged("one"))
    f.data("--verify", "shards/all.labels")
    bad = subprocess.run(["sh", script, "datagen", "3"], env=environment, capture_output=True, text=True, timeout=LIMIT)
    check(bad.returncode == 2 and "usage" in bad.stderr, bad.stderr)


TESTS = [test_all_games, test_shards, test_killed, test_cut, test_full_disk, test_other_generation, test_words, test_samples,
         test_rescore, test_rules, test_print, test_shell]

if __name__ == "__main__":
    sys.exit(run(TESTS, Data))
