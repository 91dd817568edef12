#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that says the lines of a script, for tests of the match runner.

Usage: scripted_engine.py uci|xboard SCRIPT

SCRIPT is JSON: {"hello": lines after uci or protover, "games": [lines at each new game], "answers": [lines after each command to
think], "stop": lines when it is to move now, "quit": lines at the end}; after the last of a list the first follows. In CECP a
line that begins like a move is one.
Besides lines there are pauses, a number of seconds, and actions: ["exit", STATUS], ["kill", SIGNAL], ["close"] of the output,
["error", TEXT], ["write", FILE], ["flood", TEXT] for ever, ["stay"] whatever comes, but for SIGKILL."""

import json
import os
import re
import signal
import sys
import time


def act(action, *words):
    if action == "exit":
        sys.exit(words[0])
    elif action == "kill":
        os.kill(os.getpid(), words[0])
    elif action == "close":
        os.close(1)
        time.sleep(1000)
    elif action == "write":
        with open(words[0], "w", encoding="ascii"):
            pass
    elif action == "flood":
        while True:
            sys.stdout.write(words[0])
    elif action == "stay":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(1000)
    elif action == "error":
        os.write(2, words[0].encode())


def say(lines):
    for line in lines:
        if isinstance(line, str):
            sys.stdout.buffer.write(line.encode("latin-1") + b"\n")
        else:
            sys.stdout.flush()
            act(*line) if isinstance(line, list) else time.sleep(line)
    sys.stdout.flush()


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        script = json.load(file)
    thinks = games = 0
    forced = True
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            say(script.get("quit") or [])
            break
        if word in ("uci", "protover"):
            say(script["hello"])
        elif word in ("ucinewgame", "new") and script.get("games"):
            say(script["games"][games % len(script["games"])])
            games += 1
        elif word == "isready":
            say(["readyok"])
        elif word == "ping":
            say(["pong " + rest])
        elif word in ("stop", "?"):
            say(script.get("stop") or [])
        elif word == "force":
            forced = True
        elif word == "go" or (not forced and re.match(r"usermove|[a-z]\d|O-O", line)):
            forced = False
            say(script["answers"][thinks % len(script["answers"])])
            thinks += 1


if __name__ == "__main__":
    sys.exit(main())
