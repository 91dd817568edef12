# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Stands between XBoard and the engine, keeps a log, and asks the engine itself.

    between.py ENGINE DIRECTORY

Every line goes through and into DIRECTORY/traffic, ">" before those to the engine and
"<" before those from it. A caller of the socket DIRECTORY/ask gets the engine's FEN
after all that XBoard has written before the call: XBoard's lines go first, the answer
comes when the engine has made its move, and all its lines before that are in XBoard's pipe.
"""

import os
import queue
import re
import select
import socket
import subprocess
import sys
import threading

PING = 987654  # XBoard's own stay below
SHOWN = re.compile(r" *[a-p]?\d+ [ +].*|\s*| +a .*|Key: .*|Result: .*|Fen: (.*)")


def main():
    engine, directory = sys.argv[1:]
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(os.path.join(directory, "pid"), "w") as file:
        file.write(str(process.pid))
    traffic = open(os.path.join(directory, "traffic"), "w", buffering=1)
    lock, answers, callers = threading.Lock(), queue.Queue(), queue.Queue()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(directory, "ask"))
    listener.listen()

    def to_engine(line, record=True):
        with lock:
            if record:
                traffic.write("> " + line + "\n")
            process.stdin.write(line.encode("latin-1") + b"\n")
            process.stdin.flush()

    def read():
        """XBoard's lines and callers; a caller waits while XBoard's pipe holds anything."""
        gui, rest = sys.stdin.fileno(), b""
        while True:
            ready = select.select([gui, listener], [], [])[0]
            if gui not in ready:
                # A byte may have come between: look once more before the caller has its turn.
                ready = select.select([gui], [], [], 0)[0] or ready
            if gui in ready:
                data = os.read(gui, 65536)
                if not data:
                    break
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    to_engine(line.decode("latin-1").rstrip("\r"))
            else:
                callers.put(listener.accept()[0])
                to_engine("ping %d" % PING, False)
        process.stdin.close()

    def serve():
        while True:
            with callers.get() as caller:
                answers.get()
                to_engine("d", False)
                caller.sendall(answers.get().encode())

    for task in (read, serve):
        threading.Thread(target=task, daemon=True).start()
    for raw in process.stdout:
        line = raw.decode("latin-1").rstrip("\n")
        shown = SHOWN.fullmatch(line)
        if line == "pong %d" % PING:
            answers.put("")
        elif shown:
            if shown.group(1):
                answers.put(shown.group(1))
        else:
            traffic.write("< " + line + "\n")
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    os._exit(process.wait())


main()
