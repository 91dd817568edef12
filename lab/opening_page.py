#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of the opening books in docs/inventors.md, and a picture of each tree beside it.

    lab/opening_page.py [--engine PROGRAM] [--books FOLDER] [--page PAGE] [GAME...]

In the page <!-- openings: GAME --> ... <!-- end --> holds the tables; the picture is inventors/GAME-openings.svg.
The engine reads the books (src/variants/GAME/GAME.book, made by `quincunx-lab explore`), so its scores are shown."""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import games as registry  # noqa: E402
import pages  # noqa: E402
from pages import QUIET, Picture  # noqa: E402

BEST, WORST, LINE = 5, 3, 4
# The picture: plies from left to right, the number of replies to each of the best first moves, the number of bad moves.
PLIES, WIDTH, GAP, ROW, TOP, LETTERS = 7, 132, 14, 24, 46, 18
ANSWERS, BAD = [3, 3, 2, 2, 1, 1, 1, 1], 4
PLAIN, LINK = "#f6f4ee", "#b5b0a6"


class Engine:
    """The JSON protocol, with the book of a file."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"opening_page: {answer['error']}")
        return answer

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def depths(path):
    """The numbers of positions by distance from the start: nodes are numbered breadth first."""
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()[4:-1]
    plies, numbered = [0], 1
    for number, line in enumerate(lines):
        for word in [] if line.startswith("#") else line.split(" "):
            if not re.search(r"[=/!]", word):
                plies.append(plies[number] + 1)
                numbered += 1
    return [plies.count(ply) for ply in range(max(plies) + 1)]


def score(move, side):
    """As White sees it, like the engine's other displays."""
    sign = 1 if side == "w" else -1
    if "mate" in move:
        return f"#{move['mate'] * sign}"
    return f"{move['cp'] * sign / 100:+.2f}"


def answer(move):
    return " ".join(f"`{text}`" for text in move["continuation"][:LINE]) or "-"


def table(moves, side, words, then):
    return pages.table((words, "score", "expects", "share", then),
                       [(f"`{m['move']}`", score(m, side), f"{m['expected_score'] / 10:.0f}%", f"{m['share'] / 10:.0f}%", answer(m)) for m in moves])


def describe(engine, game, sheet, path):
    book = engine.ask(do="book", game=game, moves=[])
    side = engine.ask(do="position", game=game, moves=[])["side"]
    moves, counts = book["moves"], depths(path)
    who = {"w": "White", "b": "Black"}[side]
    cp = [m["cp"] for m in moves if "cp" in m]
    near = sum(cp[0] - value <= 10 for value in cp)
    half = next(ply for ply in range(len(counts)) if 2 * sum(counts[:ply + 1]) >= sum(counts))
    nodes = re.search(r" nodes=(\d+)", book["origin"])
    full = all(reply["positions"] for m in moves for reply in engine.ask(do="book", game=game, moves=[m["move"]])["moves"])
    parts = [
        f"![The tree of openings](inventors/{game}-openings.svg)", "",
        f"{book['positions']:,} positions of {int(nodes[1]):,} nodes, half at most {half} plies deep, the deepest {len(counts) - 1}. {len(moves)} first moves"
        f"{' and every reply' if full else ''} searched: {near} within 0.10 of the best, the worst {(cp[0] - cp[-1]) / 100:.2f} behind.", "",
        table(moves[:BEST], side, f"best first moves of {who}", "best play"), "",
        table(moves[max(BEST, len(moves) - WORST):], side, "worst", "refutation"),
    ]
    return "\n".join(parts)


# ---- The picture ----

def colour(expected, side):
    """From White's colour over grey to Black's, by the result that White may expect (permille)."""
    white = expected if side == "w" else 1000 - expected
    part = max(-1.0, min(1.0, (white - 500) / 120))
    ends = (0xE9, 0xC4, 0x6A) if part > 0 else (0x7B, 0xA3, 0xCC)
    return "#" + "".join(f"{round(0xF1 + (end - 0xF1) * abs(part)):02x}" for end in ends)


class Tree(Picture):
    """A picture of moves in columns, one for each ply."""

    def move(self, ply, y, text, fill):
        x = 8 + ply * WIDTH
        self.box(x, y + 2, WIDTH - GAP, ROW - 4, fill, ' rx="3"')
        self.text(x + 6, y + ROW / 2 + 4, text if len(text) <= LETTERS else text[:LETTERS - 1] + "…")

    def link(self, ply, y, to_y):
        x = 8 + ply * WIDTH
        self.path([(x - GAP, y + ROW / 2), (x - GAP / 2, y + ROW / 2), (x - GAP / 2, to_y + ROW / 2), (x, to_y + ROW / 2)], LINK)

    def line_of(self, ply, y, moves):
        """The continuation with best play."""
        for i, move in enumerate(moves[:PLIES - ply]):
            self.link(ply + i, y, y)
            self.move(ply + i, y, move, PLAIN)


def draw(engine, game, sheet, path):
    """The best first moves with the best answers to each, and the worst ones with their refutations."""
    moves = engine.ask(do="book", game=game, moves=[])["moves"]
    side = engine.ask(do="position", game=game, moves=[])["side"]
    other, names = "b" if side == "w" else "w", {"w": "White", "b": "Black"}
    plan = list(zip(moves, ANSWERS)) + [(move, 1) for move in moves[max(len(ANSWERS), len(moves) - BAD):]]
    rows = sum(answers for _, answers in plan)
    picture = Tree(8 + PLIES * WIDTH, TOP + (rows + 1) * ROW + 34, f"{sheet['title']}: the tree of openings")
    picture.text(8, 16, f"{sheet['title']}: openings, by search", more=' font-weight="bold" font-size="13"')
    for ply in range(PLIES):
        picture.text(8 + ply * WIDTH, 36, f"{names[side if ply % 2 == 0 else other]} {ply // 2 + 1}", colour=QUIET)
    y = TOP
    for i, (move, answers) in enumerate(plan):
        if i == len(ANSWERS):
            picture.text(8, y + 17, "The worst first moves, and what refutes them", colour=QUIET)
            y += ROW
        replies = engine.ask(do="book", game=game, moves=[move["move"]])["moves"][:answers]
        middle = y + (len(replies) - 1) * ROW / 2
        picture.move(0, middle, f'{move["move"]}  {score(move, side)}', colour(move["expected_score"], side))
        for reply in replies:
            picture.link(1, middle, y)
            picture.move(1, y, f'{reply["move"]}  {score(reply, other)}', colour(reply["expected_score"], other))
            picture.line_of(2, y, reply["continuation"])
            y += ROW
    picture.text(8, y + 20, "Scores in Pawns as White sees them, at the end of the line with best play. Yellow is good for White, blue for Black.", colour=QUIET)
    picture.save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all that have a book")
    parser.add_argument("--engine", default=os.path.join(HERE, "..", "quincunx"))
    parser.add_argument("--books", default=os.path.join(HERE, "..", "src", "variants"))
    parser.add_argument("--page", default=os.path.join(HERE, "..", "docs", "inventors.md"))
    options = parser.parse_args()
    if not os.access(options.engine, os.X_OK):
        sys.exit(f"opening_page: there is no engine {options.engine}; make builds it, --engine names another")
    sheets = registry.facts(os.path.abspath(options.engine))
    folder = os.path.join(os.path.dirname(os.path.abspath(options.page)), "inventors")
    os.makedirs(folder, exist_ok=True)
    parts = {}
    for game in options.games or sheets:
        path = os.path.join(options.books, game, game + ".book")
        if game not in sheets or not os.path.exists(path):
            if options.games:
                sys.exit(f"opening_page: there is no {path}; quincunx-lab explore makes it")
            continue
        if not pages.has_mark(options.page, "openings", game):
            sys.exit(f"opening_page: {options.page} has no mark <!-- openings: {game} -->")
        engine = Engine(os.path.abspath(options.engine))
        engine.ask(do="option", name="BookFile", value=os.path.abspath(path))
        parts[game] = describe(engine, game, sheets[game], path)
        draw(engine, game, sheets[game], os.path.join(folder, f"{game}-openings.svg"))
        engine.end()
    pages.fill(options.page, "openings", parts)


if __name__ == "__main__":
    main()
