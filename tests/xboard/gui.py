# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
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

from games import Display, all_games, read, retry
from protocol import Failure

HERE = os.path.dirname(os.path.abspath(__file__))
# Seconds until something that is waited for counts as missing. Nothing waits for time to pass.
PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))

LAUNCHER = os.path.join(HERE, "..", "..", "packaging", "desktop", "quincunx-play")
# Beyond what the launcher says.
OPTIONS = ["-soundProgram", "true", "-xpopup", "-autoFlipView", "false", "-firstOptions", ""]


class Deadline:
    """The backstop of a loop that waits for something to be seen."""

    def __init__(self, patience=None):
        self.end = time.monotonic() + (PATIENCE if patience is None else patience)

    def passed(self, pause=0.0):
        time.sleep(pause)
        return time.monotonic() > self.end


class XClient:
    """A client of the display by way of Xlib: copy and paste, and pings that programs answer."""

    NOTIFY, REQUEST, MESSAGE = 31, 30, 33  # SelectionNotify, SelectionRequest, ClientMessage
    SUBSTRUCTURE_NOTIFY = 1 << 19
    Event, Long = ctypes.c_long * 24, ctypes.c_ulong
    Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    ignore_errors = Handler(lambda display, error: 0)  # windows go at any time

    def __init__(self, display):
        self.x = ctypes.CDLL("libX11.so.6")
        for function in ("XInternAtom", "XCreateSimpleWindow", "XDefaultRootWindow", "XGetSelectionOwner"):
            getattr(self.x, function).restype = self.Long
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XSetErrorHandler(self.ignore_errors)
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        root = self.Long(self.x.XDefaultRootWindow(self.display))
        self.window = self.Long(self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, self.Long(0), self.Long(0)))
        self.x.XSelectInput(self.display, root, ctypes.c_long(self.SUBSTRUCTURE_NOTIFY))  # answers to pings come there
        self.clipboard, self.text, self.protocols, self.wm_ping = (
            self.atom(name) for name in ("CLIPBOARD", "UTF8_STRING", "WM_PROTOCOLS", "_NET_WM_PING"))
        self.number = 0

    def atom(self, name):
        return self.Long(self.x.XInternAtom(self.display, name.encode(), 0))

    def event(self, is_meant, patience=None):
        """The next event that is meant; None if none comes in time."""
        deadline = Deadline(patience)
        while True:
            while self.x.XPending(self.display):
                event = self.Event()
                self.x.XNextEvent(self.display, event)
                if is_meant(event[0] & 0x7F, event):
                    return event
            if deadline.passed(0.001):
                return None

    def ping(self, window):
        """Whether the program of a window has taken all its events up to now."""
        self.number += 1
        number, window = self.number, self.Long(window)
        message = self.Event(self.MESSAGE, 0, 1, 0, window.value, self.protocols.value, 32, self.wm_ping.value, number, window.value)
        self.x.XSendEvent(self.display, window, 0, ctypes.c_long(0), message)
        self.x.XFlush(self.display)
        return self.event(lambda kind, event: kind == self.MESSAGE and event[7] == self.wm_ping.value and event[8] == number) is not None

    def clear(self):
        """Takes the clipboard, so that nothing old is taken for new."""
        self.x.XSetSelectionOwner(self.display, self.clipboard, self.window, self.Long(0))
        self.x.XSync(self.display, 0)

    def is_cleared(self):
        return self.x.XGetSelectionOwner(self.display, self.clipboard) == self.window.value

    def get(self):
        """What another program has put into the clipboard; "" if it does not answer."""
        self.number += 1
        place = self.atom("QUINCUNX_%d" % (self.number % 100))  # so that a late answer is not taken for this one
        self.x.XConvertSelection(self.display, self.clipboard, self.text, place, self.window, self.Long(0))
        self.x.XFlush(self.display)
        event = self.event(lambda kind, event: kind == self.NOTIFY and event[7] in (0, place.value))
        if not event or not event[7]:
            return ""
        kind, size, count, left, data = self.Long(), ctypes.c_int(), self.Long(), self.Long(), ctypes.c_char_p()
        self.x.XGetWindowProperty(self.display, self.window, place, ctypes.c_long(0), ctypes.c_long(1 << 20), 1,
                                  self.Long(0), *map(ctypes.byref, (kind, size, count, left, data)))
        return (data.value or b"").decode("latin-1")

    def put(self, text, paste):
        """Offers the text while `paste` makes another program take it; whether it has."""
        data = text.encode()
        self.clear()
        paste()
        while True:
            event = self.event(lambda kind, event: kind == self.REQUEST)
            if not event:
                return False
            requestor, target, place = event[5], event[7], event[8]
            known = target == self.text.value
            if known:
                self.x.XChangeProperty(self.display, self.Long(requestor), self.Long(place), self.text, 8, 0, data, len(data))
            answer = self.Event(self.NOTIFY, 0, 1, 0, requestor, event[6], target, place if known else 0, event[9])
            self.x.XSendEvent(self.display, self.Long(requestor), 0, ctypes.c_long(0), answer)
            self.x.XFlush(self.display)
            if known:
                return True


class Gui:
    """An XBoard as the launcher starts it, with a game of these facts; squares are (file, rank) from 0."""

    def __init__(self, display, engine, directory, game, facts, options=()):
        self.display, self.directory = display, directory
        self.files, self.ranks, self.hands = facts["files"], facts["ranks"], facts["hands"]
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
        self.client = XClient(display.name)
        if not self.await_line(r"< pong \d+"):
            raise Failure("XBoard and the engine do not find together:\n" + self.new_traffic())
        self.find_window()
        self.key("Escape")
        self.settle()

    # ---- The engine's side ----

    def all_traffic(self):
        return read(os.path.join(self.directory, "traffic"))

    def new_traffic(self):
        return self.all_traffic()[self.position:]

    def mark(self):
        self.position += len(self.new_traffic())

    def await_line(self, pattern, patience=None):
        """The first new line like this; None if there is none in time."""
        deadline = Deadline(patience)
        while True:
            found = self.new_line(pattern)
            if found or deadline.passed(0.01) or self.process.poll() is not None:
                return found

    def new_line(self, pattern):
        """The first new line like this up to now, or None."""
        return re.search("^" + pattern + "$", self.new_traffic(), re.M)

    def sync(self):
        """Waits until XBoard has handled the events and lines that it had when this was called: its loop takes
        both, and the last of three answers comes from a round that began after the call."""
        if not all(self.client.ping(self.window) for _ in range(3)):
            raise Failure("XBoard does not answer")

    def settle(self):
        """Waits until XBoard and the engine have no more to say to each other, whatever time they take. Returns
        the engine's FEN."""
        deadline, before = Deadline(), None
        while not deadline.passed():
            self.sync()
            fen = self.engine_fen()
            said = re.sub(r"(?m)^< \d+ -?\d+ \d+ \d+ .*\n", "", self.all_traffic())  # lines of thinking may go on
            if said == before:
                return fen
            before = said
        raise Failure("XBoard and the engine do not come to rest:\n" + self.new_traffic()[-1500:])

    def engine_fen(self):
        """The engine's position after all that XBoard has written and the engine's move."""
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
        deadline, seen = Deadline(), set()
        while True:  # until one of XBoard's windows has the size of a board: others may show before it
            for window in self.xdotool("search", "--onlyvisible", "--name", "Quincunx|xboard").split():
                size = re.search(r"Geometry: (\d+)x(\d+)", self.xdotool("getwindowgeometry", window))
                if not size:
                    continue  # it has gone
                width, height = map(int, size.groups())
                seen.add("%dx%d" % (width, height))
                self.window, self.step = int(window), (width - 2 * border - 1) // columns
                if self.step * columns + 2 * border + 1 == width and height - self.ranks * self.step in above:
                    break
            else:
                if deadline.passed(0.05):
                    raise Failure("of XBoard's windows (%s) none is a board" % (", ".join(sorted(seen)) or "it shows none"))
                continue
            break
        self.left = border + (2 * self.step if self.hands else 0)
        self.bottom = height - border
        self.width = width

    def place(self, square):
        """The middle of a square; hands lie two files beside the board."""
        file, rank = square
        return self.left + int((file + 0.5) * self.step), self.bottom - int((rank + 0.5) * self.step)

    def key(self, *keys):
        self.xdotool("windowfocus", self.window, "key", *keys)

    def click(self, x, y):
        self.xdotool("mousemove", x, y, "click", 1)

    def drag(self, *squares):
        """From a square to another; over squares between by clicks. XBoard knows where a piece may go before it is put down."""
        places = [self.place(square) for square in squares]
        self.xdotool("mousemove", *places[0], "mousedown", 1)
        self.settle()
        for i, place in enumerate(places[1:]):
            self.xdotool("mousemove", *place)
            self.sync()
            self.xdotool(*(["mousedown", 1] if i else []), "mouseup", 1)
            self.settle()

    def clicks(self, *squares):
        for square in squares:
            self.xdotool("mousemove", *self.place(square))
            self.sync()
            self.xdotool("click", 1)
            self.settle()

    def settings_windows(self):
        return self.xdotool("search", "--onlyvisible", "--name", "Engine Settings").split()

    def press_pass(self):
        """The engine's own button: the first in its settings."""
        self.key("alt+n")
        self.sync()
        self.xdotool("key", "Down", "Down", "Down", "Return")
        deadline = Deadline()
        while not self.settings_windows():
            if deadline.passed(0.02):
                raise Failure("XBoard shows no settings of the engine")
        dialog = self.settings_windows()[-1]
        self.sync()
        self.mark()
        self.xdotool("mousemove", "--window", dialog, 60, 16)
        self.sync()
        self.xdotool("click", 1)
        told = self.await_line("> option Pass")
        while self.settings_windows():
            self.xdotool("windowfocus", dialog, "key", "Escape")
            self.sync()
            if deadline.passed(0.02):
                raise Failure("XBoard's settings of the engine stay open")
        if not told:
            raise Failure("XBoard does not pass the button on")
        self.settle()

    def new_game(self):
        self.mark()
        self.key("ctrl+n")
        if not self.await_line("> new"):
            raise Failure("XBoard begins no new game")
        self.settle()

    def title(self):
        return self.xdotool("getwindowname", self.window)

    # ---- Positions ----

    def fen(self):
        """XBoard's own, by Copy Position."""
        deadline = Deadline()
        while not deadline.passed():
            self.client.clear()
            self.key("ctrl+shift+c")
            self.sync()
            if not self.client.is_cleared():
                return self.client.get()
        raise Failure("XBoard does not copy its position")

    def set_fen(self, fen):
        """By Paste Position, then the engine takes Black."""
        self.mark()
        if not self.client.put(fen, lambda: self.key("ctrl+shift+v")):
            raise Failure("XBoard takes no position")
        if not self.await_line(r"> setboard .*"):
            raise Failure("XBoard does not set the position up")
        self.settle()
        return "Illegal position" not in self.new_traffic()

    def kill(self):
        """XBoard dies without a word; the engine must not outlive it."""
        with open(os.path.join(self.directory, "pid")) as file:
            engine = int(file.read())
        self.process.kill()
        self.process.wait()
        deadline = Deadline()
        while os.path.exists("/proc/%d" % engine):
            if deadline.passed(0.02):
                os.kill(engine, signal.SIGKILL)
                raise Failure("the engine outlives its GUI")

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
            for again in (False, True):
                with tempfile.TemporaryDirectory() as directory:
                    try:
                        done = play(path, game, display, directory)
                    except Failure as failure:
                        if retry(name, game, failure, again):
                            continue
                        failed += 1
                    else:
                        passed += 1
                        print("%s: %-18s passed in %.0f s: %s" % (name, game, time.monotonic() - begun, done), flush=True)
                break
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed > 0)
