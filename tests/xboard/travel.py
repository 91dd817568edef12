# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Games that the terminal has written are pasted into real XBoard.

    travel.py ENGINE [GAME...]

A random game of every kind is exported, loaded by XBoard from its clipboard, and must
come to the same position on XBoard's board and in the engine behind it.
"""

import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from games import placement  # noqa: E402
from gui import Deadline, Failure, Gui, play_each  # noqa: E402
from person import Adviser, board_of  # noqa: E402

PLIES = 24


def random_game(adviser, generator):
    """Moves from the start, and the FEN after them."""
    adviser.engine.send("position startpos", "d")
    fen = adviser.engine.expect("Fen: (.*)").group(1)
    adviser.engine.expect("Result: .*")
    moves = []
    while len(moves) < PLIES:
        legal = adviser.moves(fen)
        # Moves of several legs and drops are what may go wrong.
        rich = [move for move in legal if "," in move or "@" in move]
        move = generator.choice(rich if rich and generator.random() < 0.7 else legal)
        if adviser.result(fen, move) != "*":
            break
        fen = adviser.after(fen, move)
        moves.append(move)
    return moves, fen


def travel(path, game, display, directory):
    files, ranks, hands = board_of(path, game)
    adviser = Adviser(path, game)
    generator = random.Random(int(os.environ.get("QUINCUNX_PERSON_SEED", "1")))
    moves, fen = random_game(adviser, generator)
    pgn = os.path.join(directory, "game.pgn")
    subprocess.run([path, "play", game], input="\n".join(["moves whole", "side both", *moves, "export " + pgn, "quit\n"]), text=True,
                   capture_output=True, timeout=120, check=True)
    with open(pgn, encoding="ascii") as file:
        text = file.read()
    gui = Gui(display, path, directory, game, files, ranks, hands, ["-depth", "1"])
    try:
        if not gui.client.put(text, lambda: gui.key("ctrl+v")):
            raise Failure("XBoard takes no game")
        deadline = Deadline()
        while gui.settle().split()[:2] != fen.split()[:2] or placement(gui.fen()) != placement(fen):
            if deadline.passed(0.02):
                raise Failure("XBoard's board is %s, the engine's %s, not %s\n%s\n%s" % (
                    gui.fen(), gui.engine_fen(), fen, text, gui.all_traffic()[-1500:]))
            gui.key("alt+End")
        if "Illegal" in gui.all_traffic():
            raise Failure("the engine refuses a ply:\n" + gui.all_traffic()[-1500:])
        return "%d moves" % len(moves)
    finally:
        gui.close()
        adviser.close()


if __name__ == "__main__":
    play_each("travel", __doc__, travel)
