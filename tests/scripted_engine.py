#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that says the lines of a script, for tests of the match runner.

Usage: scripted_engine.py uci|xboard SCRIPT

SCRIPT is JSON: {"hello": lines after uci or protover, "answers": [lines after each command to think, in turn]}. A number among
lines is a pause in seconds; after the last answer the first follows. In CECP a line that begins like a move is one."""

import json
import re
import sys
import time


def say(lines):
    for line in lines:
        if isinstance(line, str):
            sys.stdout.write(line + "\n")
        else:
            time.sleep(line)
    sys.stdout.flush()


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        script = json.load(file)
    thinks = 0
    forced = True
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        if word in ("uci", "protover"):
            say(script["hello"])
        elif word == "isready":
            say(["readyok"])
        elif word == "ping":
            say(["pong " + rest])
        elif word == "force":
            forced = True
        elif word == "go" or (not forced and re.match(r"usermove|[a-z]\d|O-O", line)):
            forced = False
            say(script["answers"][thinks % len(script["answers"])])
            thinks += 1


if __name__ == "__main__":
    sys.exit(main())
