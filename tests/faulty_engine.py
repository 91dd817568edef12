#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""An engine with one fault or one unusual behaviour, for tests of the match runner.

Usage: faulty_engine.py uci|xboard FAULT"""

import os
import signal
import sys
import time

PROTOCOL, FAULT = sys.argv[1:3]


def say(*lines):
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1)


def think():
    """Answers "go" with the fault."""
    move = "bestmove " if PROTOCOL == "uci" else "move "
    if FAULT == "illegal":
        say(move + "e2e5")
    elif FAULT == "nonsense":
        say("%s%n{} \x01\x7f", move + "over there", "bestmove")
    elif FAULT == "exits":
        sys.exit(3)
    elif FAULT == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "hangs":
        hang()
    elif FAULT == "late":
        pass  # until it is stopped
    elif FAULT == "floods":
        while True:
            say("info string " + "flood " * 1000)
    elif FAULT == "floods-line":
        while True:
            sys.stdout.write("flood " * 10000)
    elif FAULT == "closes":
        os.close(1)
        hang()
    elif FAULT == "passes":
        say(move + ("0000" if PROTOCOL == "uci" else "@@@@"))
    elif FAULT in ("resigns", "edits"):
        say("resign")


def main():
    if FAULT == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if FAULT == "ends":
        return 1
    if FAULT == "mute":
        hang()
    forced = False
    while True:
        line = sys.stdin.readline()
        if not line:
            if FAULT == "stubborn":
                hang()
            return 0
        word = line.split()[0] if line.split() else ""
        if word == "quit" and FAULT != "stubborn":
            return 0
        if PROTOCOL == "uci":
            if word == "uci":
                say("id name faulty", "option name UCI_Variant type combo default chess var chess", "uciok")
            elif word == "isready":
                say("readyok")
            elif word == "go":
                think()
            elif word == "stop" and FAULT == "late":
                say("bestmove e2e4")
        else:
            if word == "protover":
                say('feature ping=1 setboard=%d usermove=1 variants="normal,borderlands" myname="faulty" sigint=0 done=1' % (FAULT != "edits"))
            elif word == "ping":
                say("pong " + line.split()[1])
            elif word == "force":
                forced = True
            elif word == "go" or (word == "usermove" and not forced):
                forced = False
                think()
            elif word == "?" and FAULT == "late":
                say("move e2e4")


if __name__ == "__main__":
    sys.exit(main())
