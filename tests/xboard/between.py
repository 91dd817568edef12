# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands between XBoard and the engine, keeps a log, and asks the engine itself.

    between.py ENGINE DIRECTORY

Every line goes through and into DIRECTORY/traffic, ">" before those to the engine and
"<" before those from it. A line on the socket DIRECTORY/ask is answered with the
engine's FEN, once it has made its turn.
"""

import os
import queue
import re
import socket
import subprocess
import sys
import threading

PING = 987654  # XBoard's own stay below
SHOWN = re.compile(r" *\d+ {2}.*|\s*| +a .*|Key: .*|Result: .*|Legs so far.*|Fen: (.*)")


def main():
    engine, directory = sys.argv[1:]
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(os.path.join(directory, "pid"), "w") as file:
        file.write(str(process.pid))
    traffic = open(os.path.join(directory, "traffic"), "w", buffering=1)
    lock, answers = threading.Lock(), queue.Queue()

    def to_engine(line, record=True):
        with lock:
            if record:
                traffic.write("> " + line + "\n")
            process.stdin.write(line.encode("latin-1") + b"\n")
            process.stdin.flush()

    def from_gui():
        for raw in sys.stdin.buffer:
            to_engine(raw.decode("latin-1").rstrip("\r\n"))
        process.stdin.close()

    def serve():
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(directory, "ask"))
        listener.listen()
        while True:
            with listener.accept()[0] as caller:
                while not answers.empty():
                    answers.get()
                to_engine("ping %d" % PING, False)
                answers.get()
                to_engine("d", False)
                caller.sendall(answers.get().encode())

    for task in (from_gui, serve):
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
