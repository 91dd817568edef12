#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Games in the terminal: over a pipe, and in a pseudo-terminal as for a user.

Usage: tests/test_console.py ENGINE [TEST...]; prints "N passed, N failed" last."""

import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

from protocol import ENGINE, Failure, ends_unread

try:
    import fcntl
    import pty
    import resource
    import termios
except ImportError:
    pty = None

PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
GAMES = subprocess.run([ENGINE, "games"], capture_output=True, text=True, check=True).stdout.split()
passed = failed = 0


def check(name, ok, evidence=""):
    global passed, failed
    if ok:
        passed += 1
        print("PASS: " + name)
    else:
        failed += 1
        print("FAIL: " + name)
        print("    " + "\n    ".join(str(evidence).splitlines()[-40:]))


def play(game, *lines, raw=None, rules=None):
    """The output of a session over a pipe; it must end by itself with status 0."""
    text = raw if raw is not None else ("".join(line + "\n" for line in ("nodes 200",) + lines)).encode()
    try:
        options = ["--rules", rules] if rules else []
        done = subprocess.run([ENGINE, "play", game, *options], input=text, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired as late:
        return "TIMEOUT\n" + (late.stdout or b"").decode("utf-8", "replace")
    said = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
    return said if done.returncode == 0 else "STATUS %d\n%s" % (done.returncode, said)


def says(name, said, *patterns):
    ok = not said.startswith(("TIMEOUT", "STATUS"))
    missing = [p for p in patterns if not re.search(p, said, re.M)]
    check(name, ok and not missing, "missing: %s\n%s" % (missing, said))


# ---- A pipe ----


def test_moves():
    said = play("chess", "e2e4", "quit")
    says("a move is answered", said, r"^I play [a-h][1-8][a-h][1-8]", r"you")
    check("a pipe gets neither prompts nor colours", "> " not in said and "\033" not in said, said)
    says("the end of the input ends it", play("chess", raw=b"nodes 100\ne2e4"), r"^I play ")
    says("no input at all", play("chess", raw=b""), r"White to move")
    said = play("chess", "side both", "e4", "e5", "Nf3!", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f7-f6", "fen")
    says("short notation", said, r"^r1bqkbnr/1pp3pp/p1p2p2/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6$")
    says("an ambiguous one is told", play("chess", "fen 4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rd9", "Rf1", "fen", "undo", "Rd1"), r"Illegal move")
    said = play("chess", "fen 4k3/8/8/8/4K3/8/8/R6R w - - 0 1", "Rd1")
    says("short notation of what is not legal", play("chess", "side both", "Nc6", "O-O", "e2e5"), r"no piece of that kind can go there\): Nc6",
         r"castling is not possible here\): O-O", r"the White Pawn cannot go from e2 to e5")
    says("two Rooks could go there", said, r"could be (a1d1|h1d1) or (a1d1|h1d1)")


def test_wrong_input():
    said = play("chess", "hlep", "xyzzy", "e2e5", "e7e5", "e5e6", "moves z9", "moves e4", "moves e7", "new go", "level 21",
                "time never", "nodes -3", "side me", "analyse x", "load", "save", "undo",
                "restore", "stop", "fen 8/8 w", "set MultiPV=0", "set Nothing=1", "set UCI_Variant=diamond", "quit")
    says("helpful answers", said, r"'hlep' is neither", r"'xyzzy' is neither", r"Illegal move \(the White Pawn cannot go", r"Illegal move \(it is White\'s move, and the Black Pawn",
         r"e5 is empty", r"not 'z9'", r"^e4 is empty", r"is not to move", r"No game is called 'go'", r"from 0 to 20, not '21'", r"from 0.01 to 3600",
         r"'nodes N'", r"side both", r"analyse SECONDS", r"'load FILE'", r"'save FILE'",
         r"nothing to take back", r"no earlier game", r"not thinking", r"Not a position", r"MultiPV is a number from 1 to", r"'set OPTION=VALUE' sets an option")
    check("nothing of it changed the game", not re.search(r"^I play ", said, re.M), said)
    says("a line of five million bytes", play("chess", raw=b"nodes 50\n" + b"a" * 5000000 + b"\ne2e4\n"), r"^I play ")
    says("bytes of any value", play("diamond", raw=bytes(range(1, 256)) * 20 + b"\n\0\0\nmoves\n\xff\xfe\n"), r"legal moves")
    for game in GAMES:
        noise = ["e2", "e2e4,", ",", "@", "@@@@", "P@e5", "a1" * 30, "e2e4,e2e4,e2e4", "O-O-O", "+e4", "e9e10", "zz99", "moves a", "moves @", "undo",
                 "fen " + "8/" * 300, "fen 8/8/8/8/8/8/8/8 w - - 0 1", "moves a1", "board", "eval", "fen"]
        says("%s: noise" % game, play(game, *noise), r" - ")


def test_information():
    for game in GAMES:
        said = play(game, "rules", "pieces", "moves", "eval", "board", "hint", "analyse 0.2", "help", "games")
        says("%s: information" % game, said, r"^The pieces of .*: name, letter, moves\.", r" \(\+?[A-Z]\): \S", r"legal moves$", r"^Evaluation", r"^Hint: ", r"analysis has ended", r"^  diamond ")
        told = said.split("name, letter, moves.\n")[1].split("\n")
        check("%s: no line of pieces is too long" % game, max(map(len, told[:12])) <= 78, said)
    says("what a piece can do", play("chess", "moves g1"), r"^g1f3 g1h3\n2 legal moves$")
    says("a piece in hand", play("borderlands", "moves M"), r"M@a6")


def test_tablebases():
    said = play("chess", "fen 8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "moves", "moves b1", "side both", "b1b6", "moves")
    says("an endgame is told below the board", said, r"to move; won in 9, with best play", r"to move; lost in 8, with best play")
    said = play("chess", "set Tablebases=false", "fen 8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "moves", "set Tablebases=1", "board", "set TablebasePath=/nowhere", "set", "set TablebasePath = ")
    says("tables are switched off and on", said, r"^Tablebases is set", r"won in 9", r"/nowhere: ", r"^  TablebasePath=/nowhere$", r"^  Tablebases=true$", r"^  Hash=16$")
    check("and say nothing while off", said.count("won in 9") == 1, said)


def test_look():
    says("both boards side by side", play("bordahbee"), r"^  8  r  n  b  q  k  b  n  r     r  n  b  q  k  b  n  r  8$", r"a  b .* p$")
    says("a board on its corner", play("diamond", "S@a8"), r"^ +a8 +s +a8", r"\[[CGHKORSZ]\]", r"^ h8 ", r"in hand: 3c g h k o r s z$")
    said = play("diamond", "flip")
    says("and turned round", said, r"^ +a8  \.   a8")
    says("flip", play("chess", "flip"), r"^  1  R  N  B  K  Q  B  N  R  1", r"^     h  g  f")
    says("the last move is marked", play("chess", "side both", "e2e4"), r"\[P\]", r"\[\.\]", r"White played e2e4")


def test_legs():
    said = play("bordahbee", "side both", "m2m4", "g1f3, m2m4", "e7e6,o8n6", "fen", "moves b1")
    says("moves of legs", said, r"^Illegal move \(.*\): m2m4$", r"^rnbqkbnrrnbqkb1r/pppp1ppppppppppp/4p8n2/.* w HAPIhapi .*2$", r"^\d+ legal moves$")
    set_up = ["side both", "S@a8", "S@h1", "C@a7", "C@h2", "C@b8", "C@g1", "C@b7", "C@g2"]
    says("of one leg where more could follow", play("diamond", *set_up, "b7b6", "fen"), r" w - - 1 ")
    says("and of two", play("diamond", *set_up, "b7b6,b8b7", "fen"), r" w - - 1 ")


def test_play():
    for game in GAMES:
        said = play(game, *(["go"] * 6), "undo", "undo", "fen")
        check("%s: the engine plays" % game, said.count("I play") == 6, said)
    says("a mate in the end", play("chess", "side both", "fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "h8g7", "undo", "f7f8", "undo"),
         r"The game is over: 1-0, White wins \(checkmate\)", r"'h8g7' is too late: the game is over", r"\[Q\]")
    says("stalemate", play("chess", "side both", "fen 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7"), r"1/2-1/2, a draw \(stalemate\)")
    says("a game alone to its end", play("chess", "nodes 30", "fen 8/8/8/8/8/5k2/6q1/7K b - - 98 80", "side none"), r"over|I play")
    says("resignation", play("chess", "e2e4", "resign", "e7e5", "undo", "board"), r"0-1, Black wins \(White resigns\)", r"is too late", r"taken back")
    says("switch", play("chess", "switch", "quit"), r"You play Black", r"^I play ")
    says("levels", play("chess", "level 1", "e2e4", "level", "e4e5", "d2d4", "level 9", "level 20", "time 0.05"),
         r"^Level 1 of 20, Newcomer, (about \d+ Elo( \([a-z ]+\))?, )?200 positions a move: I answer at once; 'time' does not apply\.$", r"^Level 9 of 20, Club player, about \d+ Elo", r"^Level 20 of 20, Full strength, 0\.05 seconds")
    check("no Elo below 1 is told", "about -" not in play("chess", *["level %d" % level for level in range(21)]))
    shuffle = ["a1b1", "b1a1"] * 5
    lost = "fen 7k/8/8/8/8/8/1PPP4/R1Q1K3 w - - 0 1"
    says("it resigns", play("chess", "nodes 200", lost, *shuffle, "undo", "board"), r"^I resign", r"1-0, White wins \(Black resigns\)", r"resignation is taken back")
    for unwilling in ("level 7", "courtesy off"):
        said = play("chess", "nodes 200", unwilling, lost, *shuffle)
        check("no resignation after " + unwilling, "I resign" not in said, said)
    says("a draw refused, and one agreed", play("chess", "nodes 200", "draw", lost, "a1b1", "draw", "undo", "save"), r"I decline the draw: there is", r"1/2-1/2, a draw \(a draw is agreed on\)", r"The draw is taken back")
    says("a draw refused who stands better", play("chess", "nodes 200", "fen 7K/8/8/8/8/8/1ppp4/r1q1k3 w - - 0 1", "h8g7", "draw"), r"I decline the draw: I stand better")
    says("back to where the person is to move", play("chess", "nodes 50", "e2e4", "undo", "fen"), r"^rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
    says("the person resigns on the engine's turn, too", play("chess", "nodes 50", "switch", "undo", "resign"), r"1-0, White wins \(Black resigns\)")
    says("on after a resignation", play("chess", "side both", "e2e4", "resign", "undo", "e7e5", "fen"), r"^rnbqkbnr/pppp1ppp/8/4p3/4P3")
    says("what is wrong with courtesy", play("chess", "courtesy maybe", "courtesy"), r"not 'maybe'", r"I offer draws, and from level 8 on I resign")


def test_files():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a game.pgn")
        for game in GAMES:
            if os.path.exists(path):
                os.remove(path)
            said = play(game, *(["go"] * 5), "fen", "save " + path, "new", "load " + path, "fen", "quit")
            fens = re.findall(r"^\S+/\S+ [wb] .*$", said, re.M)
            check("%s: saved and loaded" % game, len(fens) == 2 and fens[0] == fens[1], said)
        with open(path) as file:
            text = file.read()
        check("the tags", all(tag in text for tag in ['[Event "', '[Site "', '[Date "2', '[Round "', '[White "', '[Black "', '[Result "*"]', '[Variant "%s"]' % game]), text)
        check("short lines", max(map(len, text.splitlines())) < 80, text)
        says("another file is not replaced", play("chess", "save " + path), r"^Nothing is saved: there is a file")
        os.remove(path)
        fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"
        play("chess", "fen " + fen, "side both", "e8e7", "e2e4", "resign", "save " + path)
        with open(path) as file:
            text = file.read()
        check("a set-up and a result", '[SetUp "1"]\n[FEN "%s"]' % fen in text and "17... Ke7 18. e4 {Black resigns} 1-0" in text and '[Result "1-0"]' in text, text)
        says("loaded again", play("horizons", "load " + path, "fen"), r"^8/4k3/8/8/4P3/8/8/4K3 b - e3 0 18$", r"1-0")
        with open(path, "w") as file:
            file.write('\ufeff[White "A \\"B\\" C"]\r\n\r\n1.e4 {a (comment) 1. d4} e5 2. Nf3! $1 Nc6 (2... d6 3. d4 {x) } (3. Bc4) exd4) ; rest\r\n'
                       '% escape\r\n3.Bb5 a6 1/2-1/2\n\n[Event "2"]\n\n1. e2e4 e7e5 2. e4e5 d7d6 *\n[FEN "x"]\n*\n[Variant "tiddlywinks"]\n*\n')
        said = play("chess", "load " + path, "fen", "save", "save " + path + "2")
        says("comments, variations and NAGs are skipped", said, r"^r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", r"1/2-1/2")
        with open(path + "2") as file:
            text = file.read()
        check("what was read is written", '[White "A \\"B\\" C"]' in text and text.rstrip().endswith("a6 1/2-1/2"), text)
        said = play("chess", "side both", "d2d4", "load %s 2" % path, "fen", "restore", "fen")
        says("up to an illegal move", said, r"In \S.* a move cannot be read: .*move 2 of White, 'e4e5'", r"The game so far is put aside", r", 2 moves, \*\.",
             r"^rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2$", r"^\S+/3P4/.* b KQkq d3 0 1$")
        with open(path + "3", "w") as file:
            file.write("1. e2e5 *\n")
        says("the first move is illegal", play("chess", "side both", "d2d4", "load %s3" % path, "fen"), r"your game is as it was", r"^\S+/3P4/.* b KQkq d3 0 1$")
        said = play("chess", "load %s 3" % path, "load %s 4" % path, "load %s 9" % path, "load " + folder, "load " + path + "none",
                    "save " + folder, "save " + os.path.join(folder, "no", "where"), "load " + "x" * 5000, "fen")
        says("what cannot be loaded or saved", said, r"tag FEN", r"tag Variant.*tiddlywinks", r"only 4 games", r"not a plain file", r"No such file|not found",
             r"Nothing is saved", r"at most", r"^rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$")
        before = os.environ.get("HOME")
        os.environ["HOME"] = folder
        said = play("chess", "side both", "e2e4", "save ~/my game.pgn", "save '~/x'", "new", "load ~/my game.pgn", "fen", "set EvalFile=~/x.nnue;y", "load ~nobody/x")
        os.environ["HOME"] = before or "/"
        says("~ is the person's own folder", said, r"^Saved in %s/my game\.pgn" % re.escape(folder), r"4P3/.* b KQkq", re.escape(folder) + r"/x\.nnue: No such",
             r"~nobody/x: No such", r"Nothing is saved: ~/x")
        os.mkfifo(folder + "/pipe")
        said = play("chess", "load " + folder + "/pipe", "load " + folder + "/pipe 2", "save " + folder + "/pipe", "fen")
        check("a pipe is neither read nor written", said.count("not a plain file") == 2 and "there is a file" in said, said)
        for noise in [b"", b"[", b'[White "', b"{", b"(((", b"1. e4 (", b"\0\0\0", b"[FEN]\n", b"$$$ 1. 2. 3. ... *", os.urandom(3000), b"1. " + b"e" * 100000]:
            with open(path, "wb") as file:
                file.write(noise)
            said = play("chess", "load " + path, "fen")
            says("a file of noise: %r" % noise[:12], said, r"^\S+ [wb] \S+ \S+ \d+ \d+$")
        left = [name for name in os.listdir(folder) if re.search(r"\.[0-9a-f]{8}~$", name)]
        check("nothing half written is left", not left, left)


def test_history():
    start = ["side both", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    says("the moves of a game", play("chess", "history", *start, "history"), r"^No move has been played\.$", r"^1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 a6$")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        said = play("chess", *start, "resign", "save " + path, "new", "restore", "board", "fen")
        with open(path) as file:
            text = file.read()
        check("it is saved with its end", "3. Bb5 a6" in text and '[Result "0-1"]' in text, text)
        says("and restored with it", said, r"^\S+ w KQkq - 0 4$")
        check("with its resignation", said.count("White resigns") >= 3, said)
    says("moves of legs", play("diamond", *(["go"] * 4), "history"), r"^\d+\.\.\. \w@\w\d ")


# ---- A terminal ----


def home(kept=[]):
    """A folder for interrupted games, one for the whole run."""
    if not kept:
        kept.append(tempfile.TemporaryDirectory())
    return kept[0].name


class Terminal:
    def __init__(self, game, command=None, program=ENGINE, **environment):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for name in ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG", "WT_SESSION"):
                os.environ.pop(name, None)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ.pop("XDG_STATE_HOME", None)
            os.environ["HOME"] = home()
            os.environ.update(environment)
            os.execv(program, command or [ENGINE, "play", game])

    def send(self, text, after=None):
        """Sends all of a text, however slowly it is read, once the pattern `after` was shown."""
        if after:
            self.wait_for(after)
        data = text.encode()
        while data:
            data = data[os.write(self.fd, data):]

    def wait_for(self, pattern, patience=PATIENCE):
        """Reads until the pattern matches; discards everything up to the end of the match."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = re.search(pattern, self.text, re.M)
            if found:
                before, self.text = self.text[:found.end()], self.text[found.end():]
                return before
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    return None
                self.text += data.decode("utf-8", "replace")
        return None

    def status(self, patience=PATIENCE):
        """Waits for the end: the exit status, minus the signal number, or None if it had to be killed."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                self.wait_for(r"\Z(?!x)x", 0.05)
            except (OSError, ValueError):
                time.sleep(0.05)  # the terminal is closed
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        return None

    def close(self):
        os.close(self.fd)

    def ends(self, patience=PATIENCE):
        status = self.status(patience)
        self.close()
        return status == 0


def test_terminal():
    t = Terminal("chess", TERM="xterm-256color", LANG="C.UTF-8")
    said = t.wait_for(r"White> ") or ""
    check("colours", "\033[48;5;" in said, said)
    t.send("time 30\ne2e4\n")
    check("a long thought is announced", t.wait_for(r"I am thinking") is not None, t.text)
    t.send("pieces\n")
    check("a line makes it move, and runs then", t.wait_for(r"I play ") is not None and t.wait_for(r"The pieces of Chess") is not None, t.text)
    t.send("d2d4\n", after=r"White> ")
    t.send("stop\n", after=r"I am thinking")
    check("stop makes it move", t.wait_for(r"I play ") is not None, t.text)
    t.send("b1c3\n", after=r"White> ")
    t.send("undo\n", after=r"I am thinking")
    check("undo in mid-thought", t.wait_for(r"White> ") is not None, t.text)
    t.send("analyse\n")
    check("the analysis prints as it goes", t.wait_for(r"^ +5 +[-+#]") is not None, t.text)
    t.send("\n")
    check("and ends with Enter", t.wait_for(r"analysis has ended") is not None and t.wait_for(r"White> ") is not None, t.text)
    t.send("analyse\n")
    t.send("fen\n", after=r"^ +5 +[-+#]")
    check("or with a command", t.wait_for(r"analysis has ended") is not None and t.wait_for(r"^\S+/\S+ [wb] ") is not None, t.text)
    t.send("hint\n", after=r"White> ")
    t.send("\n", after=r"hint")
    check("a hint cut short", t.wait_for(r"Hint: |no hint") is not None, t.text)
    t.send("b1c3\n")
    t.send("quit\n", after=r"I am thinking")
    check("quit in mid-thought", t.ends(20))
    for term in ("xterm", "dumb"):
        t = Terminal("borderlands", TERM=term)
        t.send("time 30\na4a5\n", after=r"White> ")
        t.send("\x04", after=r"I am thinking")
        check("the end of input in mid-thought (%s)" % term, t.ends(20))
        t = Terminal("chess", TERM=term, NO_COLOR="1")
        said = t.wait_for(r"White> ") or ""
        check("NO_COLOR (%s)" % term, said and "\033" not in said, said)
        t.send("\x04")
        check("the end of input at the prompt (%s)" % term, t.ends(20))


def test_seats():
    """Who plays stays: after load, after restore; and pieces are shown from the person's side."""
    with tempfile.TemporaryDirectory() as folder:
        own, foreign = os.path.join(folder, "own"), os.path.join(folder, "foreign")
        with open(foreign, "w") as file:
            file.write('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 *\n')
        said = play("chess", "switch", "save " + own, "new", "load " + own, "board", "e7e5")
        says("a saved game is gone on with as before", said, r"You play Black\.", r"^  1  R  N  B  K")
        check("the engine answers then", said.count("I play") == 2, said)
        said = play("chess", "load " + foreign, "load " + foreign, "go")
        says("a game of others leaves the person White", said, r"A - B, 3 moves, \*\. You play White\.")
        check("and does not make the engine play", said.count("I play") == 1, said)
        said = play("chess", "side black", "load " + foreign, "board")
        says("or Black", said, r"A - B, 3 moves, \*\. You play Black\.", r"^  1  R  .  B  K|^  1  R  B  .  K|^  1  R  \.  B  K")
        said = play("chess", "side both", "e2e4", "new", "restore", "e7e5", "fen")
        check("restore brings back who played", "I play" not in said and "4p3/4P3" in said, said)


def test_interrupts():
    """Ctrl-C never ends the game."""
    t = Terminal("chess", TERM="xterm")
    t.send("side both\ne2e4\nanalyse\n", after=r"White> ")
    t.send("\x03", after=r"^ +5 +[-+#]")
    check("Ctrl-C ends an analysis", t.wait_for(r"analysis has ended") is not None and t.wait_for(r"Black> ") is not None, t.text)
    t.send("\x03")
    check("Ctrl-C at the prompt", t.wait_for(r"'quit' or Ctrl-D ends") is not None and t.wait_for(r"Black> ") is not None, t.text)
    t.send("hint\n\x03")
    check("Ctrl-C in a hint", t.wait_for(r"Hint: |no hint|'quit' or Ctrl-D") is not None, t.text)
    t.send("undo\n")
    t.send("side white\ntime 600\nd2d4\n", after=r"White> ")
    t.send("\x03", after=r"I am thinking")
    said = t.wait_for(r"White> ") or ""
    check("Ctrl-C makes it move", "I play " in said, said)
    t.send("quit\n")
    check("quit after all of it", t.ends(20))


def test_typing():
    """The terminal edits lines: they stay intact while other text is printed. rlwrap adds keys and a history."""
    t = Terminal("chess", TERM="xterm")
    t.send("analyse\n", after=r"White> ")
    t.send("mov", after=r"^ +3 +[-+#]")
    t.send("ez\x7fs\n", after=r"^ *\d+ +[-+#].*\n")
    check("a line typed while the engine prints", t.wait_for(r"20 legal moves") is not None, t.text)
    t.wait_for(r"White> ")
    check("the terminal is as it was", mode_of(t.fd) == (True, True))
    t.send("\x1a")
    time.sleep(0.1)
    t.send("board\n")
    check("Ctrl-Z where nobody could wake it", t.wait_for(r"White \(you\)") is not None, t.text)
    t.send("quit\n")
    check("and the end", t.ends(20))
    rlwrap = shutil.which("rlwrap")
    if not rlwrap:
        print("rlwrap is not installed: its keys are not tried")
        return
    with tempfile.TemporaryDirectory() as folder:
        t = Terminal(None, TERM="xterm", HOME=folder, program=rlwrap, command=["rlwrap", "-r", ENGINE, "play", "chess"])
        t.send("zz\x01xx\n", after=r"White> ")
        check("rlwrap: keys", t.wait_for(r"'xxzz' is neither") is not None, t.text)
        t.send("\033[Aq\n", after=r"White> ")
        check("rlwrap: the line before", t.wait_for(r"'xxzzq' is neither") is not None, t.text)
        t.send("moves\n", after=r"White> ")
        t.send("b1a\t\n", after=r"legal moves\s+\W*White> ")
        check("rlwrap: moves are completed", t.wait_for(r"I play ") is not None, t.text)
        t.send("analyse\n", after=r"White> ")
        t.send("\x03", after=r"^\W* +5 +[-+#]")
        check("rlwrap: Ctrl-C ends an analysis", t.wait_for(r"analysis has ended") is not None, t.text)
        t.wait_for(r"White> ")
        os.kill(t.pid, signal.SIGHUP)
        t.status()
        t.close()
        saved = os.path.join(folder, "quincunx-chess-saved.pgn")
        end = time.monotonic() + PATIENCE
        while not contents(saved) and time.monotonic() < end:
            time.sleep(0.05)
        check("rlwrap: a game that is cut short is kept", "1. Na3" in contents(saved), os.listdir(folder))


def contents(*path):
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def test_cut_short():
    """However the program ends, it saves the game."""

    def game_under_way(folder, **environment):
        t = Terminal("chess", TERM="xterm", HOME=folder, **environment)
        t.send("side both\ne2e4\ne7e5\n", after=r"White> ")
        t.wait_for(r"Black played e7e5[^>]*White> ")
        return t

    name, second = "quincunx-chess-saved.pgn", "quincunx-chess-saved-2.pgn"
    for number in (signal.SIGTERM, signal.SIGHUP, None):
        what = number.name if number else "Ctrl-D"
        with tempfile.TemporaryDirectory() as folder:
            t = game_under_way(folder)
            if number:
                os.kill(t.pid, number)
            else:
                t.send("\x04")
            said = t.wait_for(r"saved in " + re.escape(os.path.join(folder, name)))
            check(what + ": where the game is kept is told", said is not None, t.text)
            status = t.status()
            check(what + ": its status", status == 0, status)
            check(what + ": the terminal is as before", mode_of(t.fd) == (True, True))
            t.close()
            check(what + ": the game is kept", "1. e4 e5 *" in contents(folder, name), contents(folder, name))
    with tempfile.TemporaryDirectory() as folder:
        t = game_under_way(folder)
        os.close(t.fd)
        t.status()
        check("a terminal that goes away: the game is kept", "1. e4 e5 *" in contents(folder, name), os.listdir(folder))
        t = Terminal("chess", TERM="xterm", HOME=folder)
        check("the next game tells it", t.wait_for(r"interrupted game was saved in\s+\S*chess-saved\.pgn\.\s+'resume'") is not None, t.text)
        t.send("resume\nfen\n", after=r"White> ")
        check("and goes on with it", t.wait_for(r"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2") is not None, t.text)
        t.wait_for(r"White> ")
        check("once", os.listdir(folder) == [name + "~"], os.listdir(folder))
        t.send("side both\ng1f3\n")
        t.wait_for(r"Black> ")
        os.kill(t.pid, signal.SIGTERM)
        check("it is kept again", t.status() == 0 and "2. Nf3 *" in contents(folder, name), os.listdir(folder))
        t.close()
        t = Terminal("horizons", TERM="xterm", HOME=folder)
        check("each game has its own", "interrupted" not in (t.wait_for(r"White> ") or ""), t.text)
        t.send("quit\n")
        t.ends()
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "state"))
        t = game_under_way(folder, XDG_STATE_HOME=os.path.join(folder, "state"))
        t.send("\x04")
        t.ends()
        check("XDG_STATE_HOME comes first", os.listdir(folder) == ["state"] and "1. e4 e5" in contents(folder, "state", name), os.listdir(folder))
        os.remove(os.path.join(folder, "state", name))
        t = game_under_way(folder, XDG_STATE_HOME=os.path.join(folder, "missing"))
        t.send("\x04")
        t.ends()
        check("HOME where that cannot be written", "1. e4 e5" in contents(folder, name), os.listdir(folder))
        os.remove(os.path.join(folder, name))
        os.symlink(os.path.join(folder, "victim"), os.path.join(folder, name))
        t = game_under_way(folder)
        t.send("\x04")
        t.ends()
        check("a planted link is not written through", not os.path.exists(os.path.join(folder, "victim")) and "1. e4 e5" in contents(folder, second), os.listdir(folder))
    with tempfile.TemporaryDirectory() as folder:
        replies = ("c7c5", "e7e6", "c7c6", "d7d6")
        for reply in replies:
            t = game_under_way(folder)
            t.send("undo\n%s\n" % reply)
            check("another reply", t.wait_for(r"Black played %s[^>]*White> " % reply) is not None, t.text)
            os.kill(t.pid, signal.SIGTERM)
            t.status()
            t.close()
        files = sorted(os.listdir(folder))
        check("as many games, as many files", files == ["quincunx-chess-saved%s.pgn" % s for s in ("-2", "-3", "-4", "")], files)
        check("the first is the first still", "1. e4 c5 *" in contents(folder, name), contents(folder, name))
        t = Terminal("chess", TERM="xterm", HOME=folder)
        t.send("resume\n", after=r"White> ")
        check("the latest is resumed, and what is left is told", t.wait_for(r"; 3 are left") is not None, t.text)
        t.send("quit\n")
        t.ends()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        with open(os.path.join(folder, name), "w") as file:
            file.write("1. d4 *\n")
        t = game_under_way(folder)
        resource.prlimit(t.pid, resource.RLIMIT_FSIZE, (0, limits[1]))  # as a full disk
        t.send("\x04")
        check("a full disk is told", t.wait_for(r"could not be kept") is not None, t.text)
        t.ends()
        check("a full disk leaves the earlier game alone", contents(folder, name) == "1. d4 *\n", contents(folder, name))
    for what, lines in (("a game that is saved", "save game.pgn\n"), ("'quit'", "quit\n"), ("a game without a move", "new\n")):
        with tempfile.TemporaryDirectory() as folder:
            t = game_under_way(folder)
            t.send(lines.replace("game.pgn", os.path.join(folder, "game")))
            if "quit" not in lines:
                t.send("\x04", after=r"White> ")
            check(what + " is not kept", t.ends() and name not in os.listdir(folder), os.listdir(folder))


def controls(text):
    """The control characters in a text, except those for colours and line editing."""
    plain = re.sub(r"\033\[[0-9;]*m", "", text)
    return re.findall("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", plain)


def ended(command):
    """The exit status of a command in a terminal, and what it said."""
    t = Terminal(None, TERM="xterm", command=command)
    status = t.status()
    t.wait_for(r"\Z(?!x)x", 0.2)
    t.close()
    return status, t.text


HOSTILE = "\x9b31m\u202eab\u2028c\u200f\u2066d\x7f\x85\u061c"


def test_hostile_text():
    """Control characters in tags, comments, moves and file names do not reach a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        typed = HOSTILE.replace("\x7f", "")  # Backspace
        path = os.path.join(folder, "g" + typed + ".pgn")

        def write(moves):
            with open(path, "wb") as file:
                tags = "".join('[%s "%s%s"]\n' % (tag, tag, HOSTILE) for tag in ("Event", "Site", "White", "Black", "Round"))
                file.write((tags + "\n{%s} %s {%s} *\n" % (HOSTILE, moves, HOSTILE)).encode() + b'\n[White "\xe9\x9b\xff"]\n\n1. e4 *\n')

        t = Terminal("chess", TERM="xterm", LANG="C.UTF-8", HOME=folder)
        t.wait_for(r"White> ")

        def answer(line, pattern, name):
            t.send(line + "\n")
            t.wait_for(r"\n")  # the terminal's own echo
            said = t.wait_for(r"(?s)%s.*?(White|Black)> $" % pattern)
            check(name, said is not None and not controls(said), repr(said or t.text))

        write("1. e4 e5")
        answer("load " + path, r"White\?31m\?ab\?c\?\?d \?\? - Black", "tags")
        answer("load " + path + " 2", r"é\?ÿ - \?, 1 moves", "tags that are no UTF-8")
        answer("save " + path + "2", r"Saved in .*g\?31m\?ab", "a file that is written")
        write("1. e4 e5" + HOSTILE + " 2. Nf3")
        answer("load " + path, r"In\s+\S*g\?31m\?ab.*\s+a\s+move\s+can\s?not\s+be\s+read:\s.*e5\?31m", "an illegal move, and the file's name")
        answer("load " + path + "x", r"No such file", "a file that is missing")
        answer("zz" + typed, r"zz\?31m", "a line that is quoted")
        answer("set EvalFile=" + path, r"Nothing is changed", "a file that is no network")
        answer("set TablebasePath=" + path, r"TablebasePath is set", "a folder of tables")
        t.send("quit\n")
        t.ends()
        for what, name in (("analyse", path), ("a file that is missing", path + "x")):
            _, said = ended([ENGINE, "analyse", "--nodes", "100", name])
            check("%s: controls" % what, "g?31m?ab" in said and not controls(said), repr(said))
            if what == "analyse":
                check("analyse: the move that is not legal", "e5?31m?ab" in said, repr(said))
        for words in (["zz" + HOSTILE], ["play", "zz" + HOSTILE], ["perft", "chess", HOSTILE], ["diagram", "chess", HOSTILE], ["bench", HOSTILE],
                      ["analyse", "-" + HOSTILE], ["tables", "chess", HOSTILE], ["tables", "chess", "KRvK", "--path", os.path.join(folder, HOSTILE)],
                      ["datagen", "chess", "--" + HOSTILE], ["datagen", "--print", path]):
            program = ENGINE + "-lab" if words[0] in ("tables", "datagen", "diagram") else ENGINE
            status, said = ended([program] + words)
            check("quincunx %s: its error" % ascii(words[0]), status is not None and said and not controls(said), repr(said))


def mode_of(terminal):
    """Is it in line mode, with echo?"""
    flags = termios.tcgetattr(terminal)[3]
    return bool(flags & termios.ICANON), bool(flags & termios.ECHO)


def test_closed_output():
    try:
        ends_unread(ENGINE, ["play", "chess"], ["nodes 50"], ["side none"])
        check("a reader that goes away ends it", True)
    except Failure as failure:
        check("a reader that goes away ends it", False, failure)


def test_rules():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        said = play("horizons", "side both", "rules options", "rules", "fen", "a2a4", "save " + path, rules="horizons:push=off")
        says("options are listed", said, r"^Rules in force: push=off$", r"^ +push +on\|off +off: Shielders do not push", r"--rules horizons:OPTION=VALUE",
             r"^Changed: push=off", r"KQkq - 0 1 \{push=off\}$")
        says("a game by other rules", play("horizons", "side both", "a2a4", "load " + path, "fen"), r"^Nothing is loaded, .*--rules horizons:push=off",
             r"^rnob.* b KQkq a3 1 1$")
    said = play("diamond", "side both", "fen 8/8/7s/8/8/8/8/S7[] w - - 14 30", "draw", rules="diamond:stalemate=offered")
    says("a draw of quiet play is asked for", said, r"^Draw claimed: the game is drawn after 24 more quiet plies")


def main():
    tests = [test_rules, test_moves, test_wrong_input, test_information, test_tablebases, test_look, test_legs, test_play, test_files, test_history,
             test_closed_output]
    if pty:
        tests += [test_terminal, test_seats, test_interrupts, test_typing, test_hostile_text, test_cut_short]
    only = sys.argv[2:]
    for test in tests:
        if not only or test.__name__ in only:
            test()
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
