#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The match runner and its scripts, against faulty engines.

Usage: tests/test_match.py ENGINE [TEST...]     quincunx-match lies beside ENGINE"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from protocol import ENGINE, MATCH, ROOT, Folder, all_games, check, equal, long, run

SCRIPTED = os.path.join(ROOT, "tests", "scripted_engine.py")
# What engines of scripts say first.
HELLO = {"uci": ["option name UCI_Variant type combo default chess var chess", "uciok"],
         "xboard": ['feature ping=1 setboard=1 usermove=1 variants="normal,borderlands" sigint=0 done=1']}
GAMES = list(all_games(ENGINE))
LIMIT = 900  # seconds for one match: machines may be slow and busy


class Matches(Folder):
    """Engines run from copies in the folder, so that the test can find leftover processes."""

    def __init__(self):
        super().__init__()
        self.engine = self.file("quincunx")
        shutil.copy(ENGINE, self.engine)

    def kill(self):
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        super().kill()

    def command(self, *words, each="nodes=200", good=None, bad="cmd=@random"):
        bad = bad.split() if isinstance(bad, str) else bad
        return [MATCH, "-engine", "cmd=" + self.engine, "name=good", *(good or []), "-engine", *bad, "name=bad",
                "-each", *each.split(), *words]

    def play(self, *words, status=0, **keys):
        """Plays a match; returns its output."""
        done = subprocess.run(self.command(*words, **keys), capture_output=True, text=True, timeout=LIMIT, cwd=self.path)
        self.transcript += ["> " + " ".join(done.args), *done.stdout.splitlines()]
        errors = re.sub(r"^.* already played\n|^.*: removed \d+ games .*\n|^\d+/\d+ good .* left\n", "", done.stderr, flags=re.M)
        equal((done.returncode, errors if status == 0 else ""), (status, ""))
        return done.stdout if status == 0 else done.stderr

    def script(self, name, protocol, answers, hello, **others):
        """The words of an engine that gives these answers, lists of lines."""
        self.write(name + ".script", json.dumps({"hello": hello, "answers": answers, **others}).encode())
        return ["cmd=" + SCRIPTED, "arg=" + protocol, "arg=" + self.file(name + ".script"), "proto=" + protocol]

    def faulty_engine(self, protocol, fault):
        move = "bestmove " if protocol == "uci" else "move "
        hello = {"ends": [["exit", 1]], "mute": [1000], "edits": [HELLO["xboard"][0].replace("setboard=1", "setboard=0")]}
        answers = {"nonsense": ["%s%n{} \x01\x7f", move + "over there", "bestmove"],
                   "exits": [["exit", 3]], "crashes": [["kill", signal.SIGSEGV]], "hangs": [1000], "stubborn": [["stay"]],
                   "closes": [["close"]], "floods": [["flood", "info string " + "flood " * 1000 + "\n"]],
                   "floods-line": [["flood", "flood " * 10000]], "resigns": ["resign"], "edits": ["resign"]}
        return self.script("faulty", protocol, [answers.get(fault, [])], hello.get(fault, HELLO[protocol]),
                           stop=[move + "e2e4"] if fault == "late" else [])

    def processes(self):
        """Processes that still run from this folder."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    if self.path.encode() in file.read():
                        found.append(int(pid))
            except OSError:
                pass
        return found

    def text(self, name):
        with open(self.file(name), encoding="utf-8", errors="replace") as file:
            return file.read()


def result(text):
    """Games, wins, losses and draws of the last report."""
    found = re.findall(r"^Games (\d+): \+(\d+) -(\d+) =(\d+)", text, re.M)
    check(found, "no result in " + text[-500:])
    return tuple(map(int, found[-1]))


# ---- Faulty engines ----

def fault(protocol, name, reason, detail, games=2):
    """Only the faulty engine has a clock, so that a slow machine does not decide a game."""
    def test(folder):
        text = folder.play("-rounds", "1", "-games", str(games), "-pgnout", "games.pgn", each="timeout=600", good=["nodes=200"],
                           bad=folder.faulty_engine(protocol, name) + ["tc=1+0.01"])
        equal(result(text), (games, games, 0, 0))
        check(re.search(r"^ *%s +%d +%d +0 +0 +\(fault\)$" % (reason, games, games), text, re.M), text)
        pgn = folder.text("games.pgn")
        wins = re.findall(r"\{(White|Black) wins: %s: bad: [^}]*%s[^}]*\} (1-0|0-1)$" % (reason, detail), pgn, re.M)
        equal(len(wins), games)
        equal(pgn.count('[Termination "%s"]' % ("rules infraction" if reason == "illegal move" else "abandoned")), games)
        equal(folder.processes(), [])

    test.__name__ = "%s_%s" % (protocol, name)
    return test


FAULTS = [
    fault("uci", "nonsense", "illegal move", "'over'"),
    fault("uci", "exits", "crash", "exit status 3"),
    fault("uci", "crashes", "crash", "signal 11"),
    fault("uci", "closes", "crash", "while running"),
    fault("uci", "hangs", "hang", "no answer", games=1),
    fault("uci", "stubborn", "hang", "no answer", games=1),
    fault("uci", "floods", "flood", "more than 16 MB of output and no answer to the command to think"),
    fault("uci", "floods-line", "flood", "output"),
    fault("uci", "ends", "does not start", "exit status 1"),
    fault("uci", "mute", "does not start", "uciok", games=1),
    fault("xboard", "exits", "crash", "exit status 3"),
    fault("xboard", "hangs", "hang", "no answer", games=1),
    fault("xboard", "floods", "flood", "more than 16 MB of output and no answer to the command to think"),
]


def faults_between_games(folder):
    """A match continues after every fault: the engine is restarted, colours alternate."""
    text = folder.play("-rounds", "4", "-concurrency", "2", "-pgnout", "games.pgn", bad=folder.faulty_engine("uci", "crashes"))
    equal(result(text), (8, 8, 0, 0))
    pgn = folder.text("games.pgn")
    equal(sorted(re.findall(r'\[White "(\w+)"\]', pgn)), ["bad"] * 4 + ["good"] * 4)


def results_without_faults(folder):
    """The report counts the other games apart, and names how games ended in columns."""
    counts = {"scores": "2101022112", "reasons": [{"reason": reason, "fault": reason == "crash", "losses": lost, "draws": drawn, "wins": won}
              for reason, lost, drawn, won in (("checkmate", 2, 0, 1), ("repetition", 0, 4, 0), ("crash", 0, 0, 3))]}
    data = {"format": "quincunx-match 1", "conditions": "chess, pairs; good -; bad -", "games_per_round": 2, "variants": ["chess"],
            "engines": [{"name": name, "moves": 9, "nodes": 0, "depth_moves": 0, "depth_sum": 0, "search_seconds": 0, "wall_seconds": 0}
                        for name in ("good", "bad")], "shards": [{"seed": 1, "first": 0, "rounds": 5}], "plies": 18, **counts}
    folder.write("one.json", json.dumps(data).encode())
    text = subprocess.run([MATCH, "-merge", "one.json"], capture_output=True, text=True, cwd=folder.path, check=True).stdout
    equal(result(text), (10, 4, 2, 4))
    check("\nWithout the 3 ended by a fault: +1 -2 =4, 42.9%\n" in text, text)
    table = text[text.index("Terminations"):].split("\n")
    for heading, value in (("games", "3"), ("wins", "1"), ("loses", "2"), ("draws", "0")):  # of mates, below the heading's end
        end = table[0].index(heading) + len(heading)
        equal(table[1][:end].split()[-1], value)
        check(table[1][end:end + 1] in ("", " "), text)


def names_on_one_line(folder):
    """A line break or a control sequence in an engine's name does not break lines of the output."""
    text = folder.play("-rounds", "1", "-pgnout", "games.pgn", "-log", "log", good=["name=a\nGames 9: +9 -0 =0\x1b[2J", "nodes=50"])
    for name in ("games.pgn", "log"):
        text += folder.text(name)
    check("\x1b" not in text and not re.search("^Games 9", text, re.M), text)
    check("a?Games 9" in text, text)


def positions_without_setboard(folder):
    """An engine without setboard gets the position by edit, if edit can express it."""
    def sent(game, fen):
        """The lines that the engine gets between a game's force and ping, once for each game."""
        with open(folder.file("edit.epd"), "w", encoding="utf-8") as file:
            file.write(fen + "\n")
        text = folder.play("-variant", game, "-openings", "file=edit.epd", "-rounds", "1", "-log", "edit.log", each="timeout=600",
                           good=["nodes=200"], bad=folder.faulty_engine("xboard", "edits") + ["tc=600"])
        words = re.findall(r"\bbad < (.*)$", folder.text("edit.log"), re.M)
        os.remove(folder.file("edit.log"))
        return text, re.findall(r"easy\nforce\n(.*?)\nping", "\n".join(words), re.S)

    text, told = sent("chess", "r3k3/8/8/8/8/8/p7/4K2R w Kq - 0 1")
    check(re.search(r"^ *resignation +2 +2", text, re.M), text)
    equal(told, ["edit\n#\nKe1\nRh1\nc\nPa2\nRa8\nKe8\n."] * 2)
    # After any move of White's, Black is to move.
    _, told = sent("chess", "r3k3/8/8/8/8/8/p7/4K2R b Kq - 0 1")
    equal([re.sub(r"^usermove \w+\n", "", text) for text in told], ["edit\n#\nKe1\nRh1\nc\nPa2\nRa8\nKe8\n."] * 2)
    check(all(text.startswith("usermove ") for text in told), told)
    # Castling that the board allows and the rights do not: edit cannot express that.
    for rights in ("q", "K", "-"):
        text, told = sent("chess", "r3k3/8/8/8/8/8/p7/4K2R w %s - 0 1" % rights)
        check(re.search(r"^ *does not start +2 +2", text, re.M) and told == [], text)
    # Promoted pieces, and ranks from 0 on boards with ten ranks.
    _, told = sent("borderlands", "4c4/9/9/9/9/9/9/9/9/4C+A3 w - - 0 1")
    equal(told[:1], ["edit\n#\nCe0\nAf0+\nc\nCe9\n."])


def flag_against_a_lone_king(folder):
    """A side that exceeds its time loses, but in Horizons not against a bare King."""
    with open(folder.file("bare.epd"), "w", encoding="utf-8") as file:
        file.write("k11/12/12/12/12/12/12/12/12/12/12/5QK5 w - - 0 1\n")
    text = folder.play("-variant", "horizons", "-openings", "file=bare.epd", "-rounds", "1", "-pgnout", "games.pgn",
                       each="timeout=600", good=["nodes=200"], bad=folder.faulty_engine("uci", "late") + ["tc=0.5", "grace=60"])
    equal(result(text), (2, 1, 0, 1))
    check(re.search(r"^ *time forfeit +2 +1 +0 +1 +\(fault\)$", text, re.M), text)
    check(re.search(r"\{Draw: time forfeit: bad: [^}]*\} 1/2-1/2$", folder.text("games.pgn"), re.M), folder.text("games.pgn"))
    equal(folder.text("games.pgn").count('[Termination "time forfeit"]'), 2)


# ---- Whole matches ----

def all_games_uci(folder):
    for game in GAMES:
        text = folder.play("-variant", game, "-rounds", "1", "-randomplies", "2", each="nodes=300", bad="cmd=@greedy")
        equal(result(text)[0], 2)
        check("fault" not in text, text)


def all_games_xboard(folder):
    for game in GAMES:
        text = folder.play("-variant", game, "-rounds", "1", each="depth=2", good=["proto=xboard"], bad="cmd=@random")
        equal(result(text), (2, 2, 0, 0))
        check("fault" not in text, text)


def clocks(folder):
    """Each engine gets its own clock and the opponent's, which is refilled after each time control."""
    each = "tc=2/10+0.5 depth=1 timemargin=100000"
    folder.play("-rounds", "1", "-maxmoves", "4", "-log", "uci.log", each=each, bad=["cmd=" + folder.engine, "tc=2/20+0.5", "depth=1"])
    told = [tuple(map(int, found)) for found in re.findall(r"go wtime (\d+) btime (\d+) winc (\d+) binc (\d+) movestogo (\d+)", folder.text("uci.log"))]
    equal((len(told), [line[4] for line in told]), (16, [2, 2, 1, 1] * 4))
    equal({line[2:4] for line in told}, {(500, 500)})
    for game, (white, black) in enumerate(((10000, 20000), (20000, 10000))):
        first, reply, second, _, third = told[8 * game:8 * game + 5]
        equal(first[:2], (white, black))
        check(reply[1] == black and second[0] <= white + 500 and second[1] <= black + 500, told)
        # Refilled, beyond the two increments.
        check(white + 1000 < third[0] <= 2 * white + 1000 and third[1] > black, told)
    each += " proto=xboard"
    folder.play("-rounds", "1", "-maxmoves", "1", "-log", "xboard.log", each=each, bad=["cmd=" + folder.engine, "tc=2/20+0.5", "depth=1"])
    own, other = ([int(n) for n in re.findall(r"\b%s (\d+)" % word, folder.text("xboard.log"))] for word in ("time", "otim"))
    equal((own[0], other[0], own[1]), (1000, 2000, 2000))
    equal((own[2], other[2], own[3]), (2000, 1000, 1000))


def same_whatever_the_concurrency(folder):
    played = []
    for concurrency in ("1", "3"):
        folder.play("-variant", "bordahbee", "-randomplies", "3", "-rounds", "3", "-seed", "7", "-concurrency", concurrency, "-maxmoves", "8",
                    "-json", concurrency + ".json", bad=["cmd=" + folder.engine, "nodes=100"])
        found = json.loads(folder.text(concurrency + ".json"))
        played.append((found["scores"], found["plies"], [engine["nodes"] for engine in found["engines"]]))
    equal(played[0], played[1])


def sprt_stops(folder):
    text = folder.play("-rounds", "500", "-randomplies", "4", "-sprt", "elo0=0", "elo1=100", each="nodes=30")
    check(result(text)[0] < 1000 and re.search(r"LLR.*(H1|elo1)", text), text)


def chess_in_short_notation(folder):
    """Other programs read standard algebraic notation; the other games keep their own."""
    folder.play("-rounds", "1", "-games", "1", "-variant", "chess", "borderlands", "-maxmoves", "6", "-pgnout", "games.pgn", "min",
                each="nodes=200")
    chess, other = [re.sub(r"\{[^}]*\}|^\[.*$|\d+\.+", "", game, flags=re.M).split()[:-1]
                    for game in re.split(r"\n(?=\[Event)", folder.text("games.pgn"))[:2]]
    for words, shape in ((chess, r"([KQRBN][a-h]?[1-8]?x?|[a-h]x)?[a-h][1-8](=[QRBN])?[+#]?|O-O(-O)?[+#]?"),
                         (other, r"[a-i]\d+[a-i]\d+\+?|M@..+")):
        check(len(words) == 12 and all(re.fullmatch(shape, word) for word in words), str(words))
    done = subprocess.run([folder.engine, "play", "chess"], input="load games.pgn\nquit\n", text=True, check=True,
                          capture_output=True, cwd=folder.path, timeout=LIMIT)
    check(", 12 moves" in done.stdout, done.stdout[-500:])


def colours_of_single_games(folder):
    """Single games alternate colours within each variant, for any number of games, and across shards."""
    found = {}
    for start in ("1", "4"):
        folder.play("-variant", "chess", "diamond", "-games", "1", "-rounds", "3", "-openings", "start=" + start, "-pgnout",
                    "games.pgn", "-maxmoves", "1", each="nodes=5")
    for white, variant in re.findall(r'\[White "(\w+)"\](?:\n\[.*)*\n\[Variant "(\w+)"\]', folder.text("games.pgn")):
        found.setdefault(variant, []).append(white)
    equal(found, {"chess": ["good", "bad"] * 3, "diamond": ["bad", "good"] * 3})


# ---- Files ----

def results_that_cannot_be_written(folder):
    """A full disk: the match stops with an error status; the files written so far are complete, and the match can
    resume."""
    words = ("-rounds", "20", "-json", "result.json", "-pgnout", "games.pgn")
    command = folder.command(*words, each="nodes=5", bad="cmd=@random")

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=folder.path, preexec_fn=small_files,
                          restore_signals=False)
    check(done.returncode == 1 and "quincunx-match: warning: cannot write games.pgn: File too large\n" in done.stderr and done.stderr.endswith(
        "Not everything could be written; the same command continues later. The result so far:\n"), "%d %s" % (done.returncode, done.stderr))
    pgn = folder.text("games.pgn")
    games = result(done.stdout)[0]
    check(0 < games < 40 and pgn.endswith("\n\n"), pgn[-300:])
    equal((pgn.count("[Event "), len(re.findall("[012]", scores_of(folder)))), (games, games))
    text = folder.play(*words, each="nodes=5", bad="cmd=@random")
    equal((result(text)[0], folder.text("games.pgn").count("[Event ")), (40, 40))
    for option in ("-pgnout", "-log"):
        text = folder.play("-rounds", "2", option, "/dev/full", each="nodes=5", status=1)
        check("cannot write /dev/full" in text, text)
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(folder.command("-rounds", "1", each="nodes=5"), stdout=full, stderr=subprocess.PIPE, cwd=folder.path,
                              timeout=LIMIT, text=True)
    equal((done.returncode, done.stderr.splitlines()[-1]), (2, "quincunx-match: standard output could not be written: No space left on device"))
    # Nobody reads.
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(folder.command("-rounds", "1", each="nodes=5"), stdout=writing, stderr=subprocess.PIPE, cwd=folder.path,
                          timeout=LIMIT, text=True, restore_signals=True)
    os.close(writing)
    equal((done.returncode, done.stderr.splitlines()[-1]), (2, "quincunx-match: standard output could not be written: Broken pipe"))


def one_run_a_file(folder):
    """A second match on the same files is refused while the first one runs; afterwards no lock remains."""
    first = subprocess.Popen(folder.command("-rounds", "1000", "-json", "result.json", "-pgnout", "games.pgn", each="nodes=2000"),
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder.path)
    wait_for(lambda: os.path.exists(folder.file("games.pgn")))
    for words in (("-json", "result.json"), ("-pgnout", "./games.pgn"), ("-json", "games.pgn")):
        text = folder.play(*words, status=2)
        check("another match (process %d)" % first.pid in text, text)
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=LIMIT)
    text = folder.play("-json", "same", "-pgnout", "./same", status=2)
    check("given for two" in text, text)
    folder.play("-rounds", "1", "-pgnout", "games.pgn", each="nodes=5")
    folder.play("-rounds", "1", "-pgnout", "/dev/null", each="nodes=5")
    check(not [name for name in os.listdir(folder.path) if name.endswith((".lock", "~"))], os.listdir(folder.path))


def one_truth_after_a_kill(folder):
    """Killed at any moment and resumed: the record has exactly the games of the result, each once, and no finished
    game is lost."""
    words = ("-variant", "chess", "diamond", "-rounds", "50", "-concurrency", "2", "-json", "result.json", "-pgnout", "games.pgn")
    keys = {"each": "nodes=200", "bad": "cmd=@random"}
    with open(folder.file("games.pgn"), "w", encoding="utf-8") as file:
        file.write('[Event "another"]\n\n1. e2e4 *\n\n')
    forgotten = False
    for games in (0, 1, 20):
        process = subprocess.Popen(folder.command(*words, **keys), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   cwd=folder.path)
        wait_for(lambda: os.path.exists(folder.file("result.json")) and len(re.findall("[012]", scores_of(folder))) >= games
                 and folder.text("games.pgn").count("[Match ") > games + 1 or process.poll() is not None)
        process.kill()
        process.wait()
        forgotten |= folder.text("games.pgn").count("[Match ") > len(re.findall("[012]", scores_of(folder)))
        for pid in folder.processes():
            os.kill(pid, signal.SIGKILL)
    with open(folder.file("games.pgn"), "a", encoding="utf-8") as file:
        file.write('[Event "Quincunx match"]\n[Site')
    text = folder.play(*words, **keys)
    scores, pgn = scores_of(folder), folder.text("games.pgn")
    check(forgotten, "no game was played after the last writing of the result: nothing is tested")
    equal((result(text)[0], len(scores)), (200, 200))
    check(pgn.startswith('[Event "another"]\n\n1. e2e4 *\n\n[Event "Quincunx match"]'), pgn[:200])
    found = {}
    for white, points, number in re.findall(r'\[White "(\w+)"\](?:\n\[.*)?\n\[Result "(.*)"\]\n\[Match "\w+ (\d+)"\]', pgn):
        check(number not in found, "game %s is there twice" % number)
        found[number] = {"1/2-1/2": "1"}.get(points) or ("2" if (white == "good") == (points == "1-0") else "0")
    equal("".join(found[str(n + 1)] for n in range(200)), scores)
    equal(pgn.count("[Event "), 201)


def own_results_are_read(folder):
    """The runner reads everything that it writes: names with any characters, very long numbers."""
    name = 'name=a "b" \\ \t\x01 \u00e9'
    words = ("-json", "odd.json", "-rounds", "1")
    keys = {"each": "nodes=5", "good": [name], "bad": "cmd=@greedy"}
    folder.play(*words, **keys)
    folder.play(*words, **keys)
    text = re.sub('"(search|wall)_seconds": [^,}]*', r'"\1_seconds": null', folder.text("odd.json"))
    with open(folder.file("odd.json"), "w", encoding="utf-8") as file:
        file.write(text)
    folder.play(*words, **keys)
    equal(text.count("null") > 3, True)
    os.mkfifo(folder.file("pipe"))
    text = folder.play("-json", "pipe", status=2)
    check("not a plain file" in text, text)
    text = folder.play("-openings", "file=pipe", status=2)
    check("not a plain file" in text, text)


def what_an_engine_leaves_behind(folder):
    """It is ended with the engine; a process in its own session cannot be, and is reported."""
    for words, told in (("sleep 600", False), ("setsid sleep 600", True)):
        with open(folder.file("engine.sh"), "w", encoding="utf-8") as file:
            file.write('%s &\necho $! > left\nexec "%s"\n' % (words, ENGINE))
        command = folder.command("-rounds", "1", each="nodes=5", good=["cmd=sh", "arg=engine.sh"], bad="cmd=@greedy")
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, cwd=folder.path)
        equal((done.returncode, "sh has ended, but a process that it started still runs" in done.stderr), (0, told))
        left = int(folder.text("left"))
        if told:
            os.kill(left, signal.SIGKILL)
        else:
            wait_for(lambda: not os.path.exists("/proc/%d" % left))


# ---- Stopping, resuming, merging ----

def scores_of(folder):
    return json.loads(folder.text("result.json"))["scores"]


def wait_for(condition):
    end = time.monotonic() + LIMIT
    while not condition():
        check(time.monotonic() < end, "waited in vain")
        time.sleep(0.02)


def stopped_and_continued(folder):
    words = ("-rounds", "20", "-randomplies", "2", "-maxmoves", "15", "-concurrency", "2", "-json", "result.json")
    keys = {"each": "nodes=200", "bad": ["cmd=" + folder.engine]}
    process = subprocess.Popen(folder.command(*words, **keys), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               cwd=folder.path)
    wait_for(lambda: os.path.exists(folder.file("result.json")) and re.search("[012]", scores_of(folder)))
    process.send_signal(signal.SIGINT)
    text = process.communicate(timeout=LIMIT)[0]
    games = result(text)[0]
    check(0 < games < 40, "%d games before the interrupt: %s" % (games, text))
    equal(folder.processes(), [])
    refused = folder.play(*words, status=2, each="nodes=201", bad=["cmd=" + folder.engine])
    check("result.json" in refused, refused)
    text = folder.play(*words, **keys)
    equal(result(text)[0], 40)


def shards(folder):
    words = ("-openings", "file=" + os.path.join(ROOT, "bench", "openings", "chess.epd"), "order=random", "-rounds", "2")
    for start in ("1", "3"):
        # As in lab/shards.sh: a separate option for the start of the openings.
        folder.play(*words, "-openings", "start=" + start, "-json", start + ".json")
    equal([json.loads(folder.text(start + ".json"))["shards"][0]["first"] for start in "13"], [0, 2])
    check("too often" in folder.play(*words, *words[:2], *words[:2], status=2), "three -openings")
    merge = [MATCH, "--merge", folder.file("1.json"), folder.file("3.json"), "-json", folder.file("all.json")]
    done = subprocess.run(merge, capture_output=True, text=True, check=True)
    equal(result(done.stdout)[0], 8)
    equal(len(json.loads(folder.text("all.json"))["scores"]), 8)


def shards_of_a_script(folder):
    """lab/shards.sh: the merged result, in any order of the parts, equals that of one run, and the SPRT ends both at the
    same game."""
    engines = ["-engine", "cmd=" + folder.engine, "name=new", "nodes=100", "-engine", "cmd=" + folder.engine, "name=old", "nodes=10",
               "-each", "option.Hash=1", "-variant", "chess", "borderlands", "-randomplies", "4"]
    test = ["-sprt", "elo0=0", "elo1=150"]
    environment = dict(os.environ, MATCH=MATCH, JOBS="2")
    command = ["sh", os.path.join(ROOT, "lab", "shards.sh"), "parallel", "match", "12", "3", folder.file("shards"), *engines, *test]
    for _ in range(2):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
        equal((done.returncode, len(re.findall("elo1 accepted after", done.stdout))), (0, 1))
    games = int(re.search("accepted after ([0-9]+) games", done.stdout)[1])
    total = json.loads(folder.text("shards/total.json"))
    one = subprocess.run([MATCH, *engines, *test, "-rounds", "36"], capture_output=True, text=True, timeout=LIMIT)
    equal(result(one.stdout)[0], games)
    (shard,) = total["shards"]
    check(shard["rounds"] % 3 == 0 and games <= 4 * shard["rounds"] < games + 12, total["shards"])
    check(shard["rounds"] < 36, "it was not decided before the end")
    parts = [folder.file("shards/%d.json" % n) for n in range(shard["rounds"] // 3, 0, -1)]
    subprocess.run([MATCH, "--merge", *parts, *test, "-json", folder.file("again.json")], capture_output=True, check=True)
    equal(folder.text("again.json"), folder.text("shards/total.json"))


def several_variants(folder):
    books = "file=" + os.path.join(ROOT, "bench", "openings", "%v.epd")
    words = ("-variant", "chess", "diamond", "horizons", "-openings", books, "-json", "result.json", "-pgnout", "games.pgn")
    text = folder.play(*words, "-rounds", "2", each="nodes=100", bad=["cmd=" + folder.engine, "proto=xboard", "depth=2"])
    equal(result(text)[0], 12)
    for name in words[1:4]:
        check(re.search("^ +%s +4 games: " % name, text, re.M), text)
    equal(re.findall(r'\[Variant "(.*)"\]', folder.text("games.pgn")), [n for n in words[1:4] * 2 for _ in range(2)])
    text = folder.play(*words, "-rounds", "3", each="nodes=100", bad=["cmd=" + folder.engine, "proto=xboard", "depth=2"])
    equal((result(text)[0], folder.text("games.pgn").count("[Event ")), (18, 18))
    text = folder.play("-variant", "all", "-rounds", "1", each="nodes=5")
    equal(len(re.findall(r"^ +[\w-]+ +2 games: ", text, re.M)), len(GAMES))


def shards_of_several_variants(folder):
    """A shard that stopped between two variants does not mix them up in the sum."""
    words = ("-variant", "chess", "borderlands", "-seed", "7", "-each", "nodes=5")
    for start in ("1", "3"):
        folder.play(*words[:-2], "-openings", "start=" + start, "-rounds", "2", "-json", start + ".json", each="nodes=5")
    part = folder.text("1.json")
    scores = re.search('"scores": "(.*)"', part)[1]
    equal(len(scores), 8)
    with open(folder.file("1.json"), "w", encoding="utf-8") as file:
        file.write(part.replace(scores, scores[:6]))
    done = subprocess.run([MATCH, "--merge", folder.file("1.json"), folder.file("3.json")], capture_output=True, text=True,
                          check=True)
    check("chess                8 games" in done.stdout and "borderlands          6 games" in done.stdout, done.stdout)


# ---- The scripts ----

def script(folder, name, *words):
    return subprocess.run([sys.executable, os.path.join(ROOT, "lab", name), *words], capture_output=True, text=True,
                          cwd=ROOT, timeout=LIMIT)


def tuner_names_what_is_wrong(folder):
    done = script(folder, "spsa.py", folder.file("state.json"), "--engine", ENGINE, "--parameters", "lmr_base", "--games",
                  "chess")
    check(done.returncode != 0 and "TUNE=1" in done.stderr, done.stderr)


TUNED_ENGINE = """#!/usr/bin/env python3
print("option name lmr_base type spin default 60 min 0 max 200\\noption name lmr_divisor type spin default 200 min 100 max 400")
"""

# In place of quincunx-match: the side nearer to (100, 300) wins all games, if they have an end at all.
FAKE_RUNNER = """#!/usr/bin/env python3
import json, re, sys
text = " ".join(sys.argv)
if "-maxmoves " not in text: sys.exit("games without end")
plus, minus = (abs(int(a) - 100) / 100 + abs(int(b) - 300) / 300 for a, b in re.findall(r"lmr_base=(\\d+) option.lmr_divisor=(\\d+)", text))
score = "2" if plus < minus else "0" if plus > minus else "1"
open(sys.argv[sys.argv.index("-json") + 1], "w").write(json.dumps({"scores": score * 8, "reasons": []}))
"""


@long
def tuner_learns_and_goes_on(folder):
    for name, text in (("runner", FAKE_RUNNER), ("tuned", TUNED_ENGINE)):
        folder.write(name, text.encode())
        os.chmod(folder.file(name), 0o755)
    words = ["--match", folder.file("runner"), "--engine", folder.file("tuned"), "--pairs", "4", "--step", "0.1"]
    whole, parts = folder.file("whole.json"), folder.file("parts.json")
    done = script(folder, "spsa.py", whole, *words, "--iterations", "60")
    check(done.returncode == 0, done.stderr)
    found = {name: int(now) for name, now in re.findall(r"^(lmr_\w+) +\d+ +(\d+)", done.stdout, re.M)}
    check(abs(found["lmr_base"] - 100) < 15 and abs(found["lmr_divisor"] - 300) < 30, done.stdout)
    for iterations in ("1", "23", "60"):
        last = script(folder, "spsa.py", parts, *words, "--iterations", iterations).stdout
    check(last.split("After")[1] == done.stdout.split("After")[1], last)
    equal(folder.read("parts.json"), folder.read("whole.json"))
    table = script(folder, "spsa.py", parts, "--table").stdout
    check(table == "After" + last.split("After")[1], table)
    done = script(folder, "spsa.py", parts, *words, "--iterations", "61", "--seed", "2")
    check(done.returncode != 0 and "other settings (seed)" in done.stderr, done.stderr)


# ---- Running ----

TESTS = FAULTS + [faults_between_games, results_without_faults, names_on_one_line, positions_without_setboard, flag_against_a_lone_king, all_games_uci, all_games_xboard, clocks, same_whatever_the_concurrency,
                  sprt_stops, chess_in_short_notation, colours_of_single_games, results_that_cannot_be_written,
                  one_run_a_file, one_truth_after_a_kill, own_results_are_read, what_an_engine_leaves_behind, stopped_and_continued, shards, shards_of_a_script, several_variants, shards_of_several_variants,
                  tuner_names_what_is_wrong, tuner_learns_and_goes_on, ]


if __name__ == "__main__":
    sys.exit(run(TESTS, Matches))
