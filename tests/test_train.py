#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The trainer in use: from games to a net that plays, with interruptions and damage on the way.

Usage: tests/test_train.py ENGINE [TEST...]     quincunx-lab lies beside ENGINE"""

import csv
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

from protocol import ENGINE, LAB, Engine, Folder, all_games, check, equal, run

GAMES = list(all_games(ENGINE))
LIMIT = 300  # seconds for one command
TINY = ["--hidden", "32", "--batch", "64", "--threads", "2"]


class Training(Folder):
    def do(self, *command, status=0, **keys):
        """Runs a program in the folder; returns its output and its messages."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=self.path, **keys)
        said = done.stdout + done.stderr
        self.transcript += ["> " + " ".join(command), *said.splitlines()]
        equal(done.returncode, status)
        return said

    def train(self, *words, status=0):
        return self.do(LAB, "train", *words, status=status)

    def refuses(self, *words, because):
        text = self.train(*words, status=2)
        check(re.search(because, text), "%r does not tell: %s" % (text, because))
        check(not any("AddressSanitizer" in line or "runtime error" in line for line in text.splitlines()), text)

    def start(self, *words, **keys):
        self.transcript.append("> %s &" % " ".join(words))
        return subprocess.Popen([LAB, "train", *words], cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **keys)

    def play(self, game, games=6, seed=1):
        """Makes GAME.labels and GAME.samples."""
        self.do(LAB, "datagen", game, "--games", str(games), "--nodes", "100", "--plies", "60", "--seed", str(seed),
                "--out", game + ".games", "--labels", game + ".labels", "--label-share", "64", "--quiet")
        self.do(LAB, "datagen", "--samples", game + ".games", "--out", game + ".samples")

    def wait_for(self, done, process):
        end = time.monotonic() + LIMIT
        while not done():
            ended = process.poll() is not None
            check(time.monotonic() < end and (not ended or done()), "the trainer ended, or nothing happened")
            time.sleep(0.005)


# ---- From games to a net that plays ----

def errors_of(folder, net):
    """Checks the table and the picture of the curve; returns the training errors."""
    rows = list(csv.DictReader(folder.read(net + ".csv").decode().splitlines()))
    equal(list(rows[0]), ["epoch", "step", "rate", "training", "held_out"])
    check(all(float(row["training"]) > 0 for row in rows), "errors")
    root = xml.etree.ElementTree.fromstring(folder.read(net + ".svg"))
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    equal([len(line.get("points").split()) for line in lines], [len(rows)] * 2)
    check(all(float(row["held_out"]) > 0 for row in rows), "held-out errors")
    return [float(row["training"]) for row in rows]


def search_with(folder, game, net):
    """Evaluates and searches the start position with the net; returns the output."""
    engine = Engine(ENGINE)
    try:
        for line in "uci", "setoption name UCI_Variant value " + game, "setoption name EvalFile value " + folder.file(net), "eval":
            engine.send(line)
        judged = engine.expect(r"Evaluated by the net +(.*) \(\d+ inputs, 32 wide(?:, added to the classical evaluation)?\)", never="info string error.*|Evaluated classically.*")
        equal(judged[1], folder.file(net))
        engine.send("go nodes 500")
        engine.expect(r"info .* score (cp|mate) .* pv .*")
        check(engine.expect(r"bestmove (\S+).*", never="info string error.*")[1] != "(none)", "no move")
        engine.send("quit")
        engine.end()
    finally:
        folder.transcript += engine.transcript
        engine.kill()


def all_the_way(folder, game):
    folder.play(game)
    text = folder.train(*TINY, "--epochs", "30", "--points", "1", "--rate", "0.01", "--held-out", "50", "--buckets", "2",
                        "first.nnue", game + ".labels")
    check(re.search(r"rounding to integers costs \d+\.\d\d centipawns", text), text)
    errors = errors_of(folder, "first.nnue")
    check(errors[-1] < errors[0] / 2, "nothing learnt: %s" % errors)
    check(not os.path.exists(folder.file("first.nnue.checkpoint")), "a checkpoint is left")
    text = folder.train("--batch", "32", "--epochs", "2", "--from", "first.nnue", "net.nnue", game + ".samples")
    check(game.encode() in folder.read("net.nnue"), "the net names no game")
    check(b"from first.nnue" in folder.read("net.nnue"), "the net has no record")
    search_with(folder, game, "net.nnue")


def all_the_way_in(game):
    def test(folder):
        all_the_way(folder, game)
    test.__name__ = "all_the_way_in_" + game
    return test


def corrects_the_classical_evaluation(folder):
    # Where labels are the classical evaluation itself there is nothing to correct.
    folder.play("bordahbee")
    text = folder.train(*TINY, "--held-out", "50", "--correct", "--epochs", "2", "none.nnue", "bordahbee.labels")
    rows = list(csv.DictReader(folder.read("none.nnue.csv").decode().splitlines()))
    check(max(float(row["training"]) for row in rows) < 1e-6, "a correction of what is right: %s" % rows)
    alone = folder.train(*TINY, "--held-out", "50", "--epochs", "2", "alone.nnue", "bordahbee.labels")
    check(min(errors_of(folder, "alone.nnue")) > 1e-3, alone)
    text = folder.train(*TINY, "--held-out", "50", "--correct", "--epochs", "20", "net.nnue", "bordahbee.samples")
    errors = errors_of(folder, "net.nnue")
    check(errors[-1] < errors[0], "nothing learnt: %s" % errors)
    check(b"corrects the classical evaluation" in folder.read("net.nnue"), text)
    search_with(folder, "bordahbee", "net.nnue")
    folder.refuses("--from", "net.nnue", "other.nnue", "bordahbee.samples", because="it corrects the classical evaluation: add --correct")
    folder.refuses("--correct", "--from", "alone.nnue", "other.nnue", "bordahbee.samples", because="it is a whole evaluation: leave --correct out")


# ---- Resuming ----

LONG = [*TINY, "--epochs", "60", "--points", "2"]


def same_with_any_number_of_threads(folder):
    folder.play("horizons", 3)
    for threads in "1", "2", "5":
        folder.train(*TINY, "--threads", threads, "--epochs", "3", "net%s.nnue" % threads, "horizons.labels", "horizons.samples")
    equal(folder.read("net1.nnue"), folder.read("net2.nnue"))
    equal(folder.read("net1.nnue"), folder.read("net5.nnue"))
    folder.train(*TINY, "--seed", "2", "--epochs", "3", "other.nnue", "horizons.labels", "horizons.samples")
    check(folder.read("net1.nnue") != folder.read("other.nnue"), "the seed has no effect")


def written(path):
    """The modification time, or None."""
    try:
        return os.stat(path).st_mtime_ns
    except FileNotFoundError:
        return None


def killed_and_taken_up(folder):
    """Kills a run several times and resumes it; the net equals that of an uninterrupted run."""
    folder.play("borderlands", 3)
    data = ["borderlands.labels", "borderlands.samples"]
    folder.train(*LONG, "whole.nnue", *data)
    stopped_early = 0
    checkpoint = folder.file("net.nnue.checkpoint")
    for times in range(4):
        before = written(checkpoint)
        process = folder.start(*LONG, "--checkpoint-every", "0", "--resume", "net.nnue", *data)
        folder.wait_for(lambda: written(checkpoint) != before or os.path.exists(folder.file("net.nnue")), process)
        time.sleep(0.03 * times)
        process.kill()
        status = process.wait(LIMIT)
        process.stderr.close()
        stopped_early += os.path.exists(checkpoint)
        if os.path.exists(folder.file("net.nnue")):
            break
        equal(status, -signal.SIGKILL)
    check(stopped_early, "never stopped on its way")
    if os.path.exists(checkpoint):
        folder.train(*LONG, "--resume", "--threads", "3", "net.nnue", *data)
    equal(folder.read("net.nnue"), folder.read("whole.nnue"))
    equal(folder.read("net.nnue.csv"), folder.read("whole.nnue.csv"))


# ---- Errors ----

def stop_after_first_checkpoint(folder, *words):
    process = folder.start(*words)
    folder.wait_for(lambda: os.path.exists(folder.file("net.nnue.checkpoint")), process)
    process.kill()
    process.wait(LIMIT)
    process.stderr.close()


def checkpoints_of_others(folder):
    folder.play("chess")
    words = [*TINY, "--epochs", "5000", "net.nnue", "chess.samples"]
    stop_after_first_checkpoint(folder, *words)
    kept = folder.read("net.nnue.checkpoint")
    folder.refuses(*words, because="net.nnue.checkpoint exists: --resume")
    folder.refuses("--resume", "--seed", "3", *words, because="of another run: 'seed 1' there, 'seed 3' here")
    folder.refuses("--resume", "--buckets", "2", *words, because="'hidden 32, buckets 1' there")
    folder.refuses("--resume", *words[:-1], "chess.labels", because="of another run: 'samples")
    equal(folder.read("net.nnue.checkpoint"), kept)
    folder.write("net.nnue.checkpoint", kept[:-1])
    folder.refuses("--resume", *words, because="cut short")
    folder.write("net.nnue.checkpoint", kept[:-100] + b"?" + kept[-99:])
    folder.refuses("--resume", *words, because="damaged")
    folder.write("net.nnue.checkpoint", b"hello")
    folder.refuses("--resume", *words, because="not a checkpoint")


def damaged_samples(folder):
    folder.play("chess")
    good = folder.read("chess.samples")
    folder.refuses("net.nnue", "none.samples", because="none.samples: No such file")
    folder.refuses("net.nnue", ".", because=r"quincunx-lab train: \.")
    folder.refuses("net.nnue", "chess.games", because="chess.games")
    for name, data in (("empty", b""), ("foreign", b"PNG" * 1000), ("header", good[:20]), ("nothing", good[:-1])):
        folder.write(name, data)
        folder.refuses("net.nnue", name, because=name)
    for at in range(0, len(good), 1 + len(good) // 40):
        folder.write("flipped", good[:at] + bytes([good[at] ^ 16]) + good[at + 1:])
        folder.refuses("net.nnue", "flipped", because="flipped")
    # A file that is still being written counts up to its last complete block.
    folder.write("longer", good + good[-len(good) // 2:-9])
    folder.play("diamond")
    folder.refuses("net.nnue", "chess.samples", "diamond.samples", because="diamond.samples is of diamond")
    folder.train(*TINY, "--epochs", "1", "net.nnue", "chess.samples")
    folder.refuses("--from", "net.nnue", "other.nnue", "diamond.samples", because="a net for chess")
    folder.refuses("--from", "net.nnue", "--hidden", "64", "other.nnue", "chess.samples", because="32 neurons, not 64")
    folder.refuses("--from", "chess.samples", "other.nnue", "chess.samples", because="chess.samples")
    equal([name for name in os.listdir(folder.path) if name.startswith("other")], [])


def bad_options(folder):
    folder.play("chess", 1)
    data = ["net.nnue", "chess.labels"]
    check("--result-weight" in folder.train("--help"), "help")
    folder.refuses(because="OUT is missing")
    folder.refuses("net.nnue", because=r"SAMPLES\.\.\. is missing")
    folder.refuses("--fast", *data, because="no option '--fast'")
    folder.refuses(*data, "--epochs", because="--epochs needs a value")
    for option, value in (("--epochs", "0"), ("--epochs", "two"), ("--epochs", "-1"), ("--rate", "nan"), ("--rate", "0"),
                          ("--held-out", "100"), ("--result-weight", "1.5"), ("--threads", "0"), ("--batch", "1e9"),
                          ("--seed", "99999999999999999999"), ("--scale", "0")):
        folder.refuses(option, value, *data, because=option + " takes a number from .*, not '" + re.escape(value))
    folder.refuses("--resume=yes", *data, because="--resume takes no value")
    folder.refuses("--hidden", "33", *data, because="multiples of 32")
    folder.refuses("--buckets=99", *data, because="99 buckets")
    folder.refuses("no/such/folder/net.nnue", "chess.labels", because="no/such/folder/net.nnue.* cannot be written: No such")
    equal(sorted(os.listdir(folder.path)), ["chess.games", "chess.labels", "chess.samples"])


def scale_of_returns(folder):
    """Returns are learnt at the scale at which they were selected."""
    folder.play("chess")
    for name, scale in ("chess.samples", "366"), ("others", "250"):
        folder.do(LAB, "datagen", "--samples", "chess.games", "--out", name, "--lambda", "60", "--scale", scale)
    text = folder.train(*TINY, "--epochs", "1", "net.nnue", "chess.samples", "chess.labels")
    check("scale: 366, that of the returns in the samples" in text, text)
    folder.refuses(*TINY, "--scale", "400", "other.nnue", "chess.samples", because="returns of scale 366: train with the same, or select them with --scale 400")
    folder.refuses(*TINY, "other.nnue", "chess.samples", "others", because="others has returns of scale 250, a file before it of 366")


def full_disk(folder):
    """A file size limit whose signal is ignored acts like a full disk."""
    folder.play("chess")
    words = [*TINY, "--epochs", "4000", "--points", "1", "net.nnue", "chess.samples"]
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limited(size):
        return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, unlimited[1])), "restore_signals": False}
    text = folder.do(LAB, "train", *words, status=2, **limited(1000))
    check("net.nnue.checkpoint cannot be written: File too large" in text, text)
    equal(sorted(os.listdir(folder.path)), ["chess.games", "chess.labels", "chess.samples"])
    # Once training runs it continues, and reports the error once.
    process = folder.start(*words, "--checkpoint-every", "0", restore_signals=False)
    folder.wait_for(lambda: os.path.exists(folder.file("net.nnue.checkpoint")), process)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1000, unlimited[1]))
    text = process.stderr.readline()
    check(re.search(r"net\.nnue\.\w+ cannot be written: File too large; training continues", text), text)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
    text = process.stderr.readline()
    check("was written again" in text, text)
    process.send_signal(signal.SIGTERM)
    text = process.stderr.read()
    folder.transcript += text.splitlines()
    equal(process.wait(LIMIT), 1)
    check("training continues" not in text, text)
    # The net itself: everything is kept for another attempt.
    os.mkdir(folder.file("end.nnue"))
    folder.write("end.nnue/file", b"")
    words = [*TINY, "--epochs", "2", "end.nnue", "chess.samples"]
    folder.refuses(*words, because="the checkpoint is complete: try again with --resume")
    shutil.rmtree(folder.file("end.nnue"))
    folder.train("--resume", *words)
    ended = folder.read("end.nnue")
    folder.train(*words)
    check(folder.read("end.nnue") == ended, "a run taken up after its last step makes another net")


# ---- Running ----

TESTS = [all_the_way_in(game) for game in GAMES] + [
    corrects_the_classical_evaluation, same_with_any_number_of_threads, killed_and_taken_up, checkpoints_of_others, scale_of_returns, damaged_samples, bad_options, full_disk]


if __name__ == "__main__":
    sys.exit(run(TESTS, Training))
