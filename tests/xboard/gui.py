# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real XBoard on a display of its own, under the hands of a program."""

import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from games import Display, all_games

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = float(os.environ.get("TEST_PATIENCE", "20"))

LAUNCHER = os.path.join(HERE, "..", "..", "desktop", "quincunx-play")
# Beyond what the launcher says.
OPTIONS = ["-soundProgram", "true", "-xpopup", "-autoFlipView", "false", "-firstOptions", ""]


class Failure(Exception):
    pass


class Clipboard:
    """Copy and paste by way of Xlib: XBoard gives and takes positions so."""

    NOTIFY, REQUEST = 31, 30  # SelectionNotify, SelectionRequest
    Event, Long = ctypes.c_long * 24, ctypes.c_ulong

    def __init__(self, display):
        self.x = ctypes.CDLL("libX11.so.6")
        for function in ("XInternAtom", "XCreateSimpleWindow", "XDefaultRootWindow"):
            getattr(self.x, function).restype = self.Long
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        root = self.Long(self.x.XDefaultRootWindow(self.display))
        self.window = self.Long(self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, self.Long(0), self.Long(0)))
        self.clipboard, self.text, self.property = (
            self.Long(self.x.XInternAtom(self.display, name, 0)) for name in (b"CLIPBOARD", b"UTF8_STRING", b"QUINCUNX"))

    def event(self, kind, patience):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if not self.x.XPending(self.display):
                time.sleep(0.002)
                continue
            event = self.Event()
            self.x.XNextEvent(self.display, event)
            if event[0] & 0x7F == kind:
                return event
        return None

    def clear(self):
        """So that nothing old is taken for new."""
        self.x.XSetSelectionOwner(self.display, self.clipboard, self.window, self.Long(0))
        self.x.XFlush(self.display)

    def get(self):
        for _ in range(40):  # a request that meets a change of owner is lost
            self.x.XConvertSelection(self.display, self.clipboard, self.text, self.property, self.window, self.Long(0))
            self.x.XFlush(self.display)
            if self.event(self.NOTIFY, 0.1):
                break
        else:
            return ""
        kind, size, count, left, data = self.Long(), ctypes.c_int(), self.Long(), self.Long(), ctypes.c_char_p()
        self.x.XGetWindowProperty(self.display, self.window, self.property, ctypes.c_long(0), ctypes.c_long(1 << 20), 1,
                                  self.Long(0), *map(ctypes.byref, (kind, size, count, left, data)))
        return (data.value or b"").decode("latin-1")

    def put(self, text, paste):
        """Offers the text while `paste` makes somebody take it."""
        data, taken = text.encode(), False
        self.x.XSetSelectionOwner(self.display, self.clipboard, self.window, self.Long(0))
        self.x.XFlush(self.display)
        paste()
        while True:
            event = self.event(self.REQUEST, 0.1 if taken else 3)
            if not event:
                return taken
            requestor, target, place = event[5], event[7], event[8]
            known = target == self.text.value
            if known:
                self.x.XChangeProperty(self.display, self.Long(requestor), self.Long(place), self.text, 8, 0, data, len(data))
                taken = True
            answer = self.Event(self.NOTIFY, 0, 1, 0, requestor, event[6], target, place if known else 0, event[9])
            self.x.XSendEvent(self.display, self.Long(requestor), 0, ctypes.c_long(0), answer)
            self.x.XFlush(self.display)


class Gui:
    """An XBoard as the launcher starts it, with a game of some files and ranks; squares are (file, rank) from 0."""

    def __init__(self, display, engine, directory, game, files, ranks, hands, options=()):
        self.display, self.directory, self.files, self.ranks, self.hands = display, directory, files, ranks, hands
        listened = os.path.join(directory, "quincunx")
        with open(listened, "w") as script:
            script.write("#!/bin/sh\n[ $# -eq 0 ] || exec '%s' \"$@\"\nexec python3 '%s' '%s' '%s'\n" % (
                engine, os.path.join(HERE, "between.py"), engine, directory))
        os.chmod(listened, 0o755)
        self.environment = dict(os.environ, DISPLAY=display.name, QUINCUNX=listened, XDG_CACHE_HOME=directory)
        self.out = open(os.path.join(directory, "out"), "w")
        self.process = subprocess.Popen(
            [LAUNCHER, game, *OPTIONS, *options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.out, start_new_session=True)
        self.position = 0  # what has been read of the traffic
        self.clipboard = Clipboard(display.name)
        self.await_line(r"< pong \d+")
        self.window = self.find_window()
        self.key("Escape")

    # ---- The engine's side ----

    def new_traffic(self):
        try:
            with open(os.path.join(self.directory, "traffic"), encoding="latin-1") as file:
                return file.read()[self.position:]
        except OSError:
            return ""

    def all_traffic(self):
        with open(os.path.join(self.directory, "traffic"), encoding="latin-1") as file:
            return file.read()

    def mark(self):
        self.position += len(self.new_traffic())

    def await_line(self, pattern, patience=None):
        """The first new line like this; None if there is none in time."""
        end = time.monotonic() + (PATIENCE if patience is None else patience)
        while True:
            found = re.search("^" + pattern + "$", self.new_traffic(), re.M)
            if found or time.monotonic() > end or self.process.poll() is not None:
                return found
            time.sleep(0.01)

    def engine_fen(self):
        """After the engine's turn."""
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(PATIENCE)
            caller.connect(os.path.join(self.directory, "ask"))
            return caller.recv(4096).decode()

    # ---- Mouse and keys ----

    def xdotool(self, *words):
        result = subprocess.run(["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True, check=False)
        return result.stdout

    def find_window(self):
        """The board's window, and where on it the board is."""
        border, columns, above = 2, self.files + (4 if self.hands else 0), range(70, 130)
        seen = set()
        for _ in range(400):  # until one of XBoard's windows has the size of a board: others may show before it
            for window in self.xdotool("search", "--onlyvisible", "--name", "Quincunx|xboard").split():
                size = re.search(r"Geometry: (\d+)x(\d+)", self.xdotool("getwindowgeometry", window))
                if not size:
                    continue  # it has gone
                width, height = map(int, size.groups())
                seen.add("%dx%d" % (width, height))
                self.window, self.step = window, (width - 2 * border - 1) // columns
                if self.step * columns + 2 * border + 1 == width and height - self.ranks * self.step in above:
                    break
            else:
                time.sleep(0.05)
                continue
            break
        else:
            raise Failure("of XBoard's windows (%s) none is a board" % (", ".join(sorted(seen)) or "it shows none"))
        self.left = border + (2 * self.step if self.hands else 0)
        self.bottom = height - border
        self.width = width
        return self.window

    def place(self, square):
        """The middle of a square; hands lie two files beside the board."""
        file, rank = square
        return self.left + int((file + 0.5) * self.step), self.bottom - int((rank + 0.5) * self.step)

    def key(self, *keys):
        self.xdotool("windowfocus", self.window, "key", *keys)

    def click(self, x, y):
        self.xdotool("mousemove", x, y, "click", 1)

    def drag(self, *squares):
        """From a square to another; over squares between by clicks."""
        places = [self.place(square) for square in squares]
        words = ["mousemove", *places[0], "mousedown", 1]
        self.xdotool(*words)
        self.await_line("< highlight .*", 0.5)
        for i, place in enumerate(places[1:]):
            if i:
                self.xdotool("sleep", 0.25, "mousemove", *place, "sleep", 0.05, "mousedown", 1, "sleep", 0.05, "mouseup", 1)
            else:
                self.xdotool("mousemove", *place, "sleep", 0.02, "mouseup", 1)

    def clicks(self, *squares):
        for square in squares:
            self.xdotool("mousemove", *self.place(square), "click", 1, "sleep", 0.15)

    def press_pass(self):
        """The engine's own button: the first in its settings."""
        self.key("alt+n")
        self.xdotool("sleep", 0.15, "key", "Down", "Down", "Down", "Return")
        for _ in range(60):
            dialog = self.xdotool("search", "--onlyvisible", "--name", "Engine Settings").split()
            if dialog:
                break
            time.sleep(0.05)
        else:
            raise Failure("XBoard shows no settings of the engine")
        self.mark()
        self.xdotool("sleep", 0.15, "mousemove", "--window", dialog[-1], 60, 16, "click", 1, "sleep", 0.1)
        told = self.await_line("> option Pass", 2)
        self.xdotool("windowfocus", dialog[-1], "key", "Escape", "sleep", 0.1)
        if not told:
            raise Failure("XBoard does not pass the button on")

    def title(self):
        return self.xdotool("getwindowname", self.window)

    # ---- Positions ----

    def fen(self):
        """XBoard's own, by Copy Position."""
        self.clipboard.clear()
        self.key("ctrl+shift+c")
        return self.clipboard.get()

    def set_fen(self, fen):
        """By Paste Position, then the engine takes Black."""
        self.mark()
        if not self.clipboard.put(fen, lambda: self.key("ctrl+shift+v")):
            raise Failure("XBoard takes no position")
        if not self.await_line(r"> setboard .*", 3):
            raise Failure("XBoard does not set the position up")
        self.engine_fen()
        return "Illegal position" not in self.new_traffic()

    def shoot(self, path):
        subprocess.run(["import", "-window", self.window, path], env=self.environment, check=False)

    def kill(self):
        """XBoard dies without a word; the engine must not outlive it."""
        with open(os.path.join(self.directory, "pid")) as file:
            engine = int(file.read())
        self.process.kill()
        self.process.wait()
        end = time.monotonic() + 5
        while os.path.exists("/proc/%d" % engine):
            if time.monotonic() > end:
                os.kill(engine, signal.SIGKILL)
                raise Failure("the engine outlives its GUI")
            time.sleep(0.05)

    def close(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, how)
            except ProcessLookupError:
                break
            try:
                self.process.wait(3)
                break
            except subprocess.TimeoutExpired:
                continue
        self.out.close()


def play_each(name, usage, play):
    """The program of such a test: ENGINE [GAME...]. play(engine, game, display, directory) tells what was done, or fails."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    path = os.path.abspath(sys.argv[1])
    passed = failed = 0
    with Display() as display:
        for game in sys.argv[2:] or all_games(path):
            begun = time.monotonic()
            with tempfile.TemporaryDirectory() as directory:
                try:
                    done = play(path, game, display, directory)
                    passed += 1
                    print("%s: %-18s passed in %.0f s: %s" % (name, game, time.monotonic() - begun, done), flush=True)
                except Failure as failure:
                    failed += 1
                    print("%s: %-18s FAILED: %s" % (name, game, failure), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed > 0)
