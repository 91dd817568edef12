#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page left playing against itself, in a headless Chromium: one game after another, each game in turn, until the time is over.
Its memory must not grow after the first third, no answer may come late, and the console must have no error.

Usage: tests/web/soak.py [--minutes N] [--hurried] [--plies N] [GAME...]
N minutes (120), at most so many plies a game (200). The engine plays at the level that a new visitor meets, and with the pauses of
people's games; --hurried: without them, about 70 moves a second."""

import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.dirname(sys.path[0]))
from browser import ROOT, Failure, Page, missing  # noqa: E402
from protocol import all_games  # noqa: E402

ENGINE = os.path.join(ROOT, os.environ.get("TEST_ENGINE", "quincunx"))  # lists the games
GROWTH = 16 << 20  # bytes that the page may grow
LATE = 10000  # ms without a move

# Notes when moves are made.
WATCH = """
quincunx.play.hurried = arguments[0];
quincunx.game.players = { w: 'engine', b: 'engine' };
window.soak = { moves: 0, longest: 0, at: performance.now() };
quincunx.game.on('made', () => {
  const s = window.soak, now = performance.now();
  s.longest = Math.max(s.longest, now - s.at);
  s.moves += 1;
  s.at = now;
});
quincunx.playersChanged();
"""

BEGIN = """
const [game, done] = arguments;
window.soak.at = performance.now();
quincunx.game.start(game, null).then(() => { window.soak.at = performance.now(); done(''); }, error => done(String(error)));
"""

STATE = "return { plies: quincunx.game.request().moves.length, over: quincunx.game.over(), moves: soak.moves, longest: soak.longest, waits: performance.now() - soak.at }"


def heap(page):
    """Bytes of the page's heap, without what can be collected."""
    page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    return page.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]


def play(page, game, options, end):
    """A game; returns its plies."""
    failed = page.driver.execute_async_script(BEGIN, game)
    if failed:
        raise Failure("%s does not begin: %s" % (game, failed))
    while True:
        state = page.js(STATE)
        if state["waits"] > LATE and not state["over"]:
            raise Failure("%s: no move for %d ms after %d plies: %s" % (game, state["waits"], state["plies"], page.said()))
        if state["over"] or state["plies"] >= options.plies or time.monotonic() > end:
            page.consistent()
            return state["plies"]
        time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--hurried", action="store_true")
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("games", nargs="*", metavar="GAME")
    options = parser.parse_args()
    why = missing()
    if why:
        print("skipped: " + why)
        return 0
    games, page, sizes, plies, count = options.games or list(all_games(ENGINE)), Page(), [], 0, 0
    begun = time.monotonic()
    end = begun + 60 * options.minutes
    try:
        page.open(people=False)
        page.js(WATCH, options.hurried)
        while time.monotonic() < end:
            plies += play(page, games[count % len(games)], options, end)
            count += 1
            sizes.append(heap(page))
            print("%6.1f min  %-22s %5d games %7d plies  %4d MiB" % (
                (time.monotonic() - begun) / 60, games[(count - 1) % len(games)], count, plies, sizes[-1] >> 20), flush=True)
        state = page.js(STATE)
        early = max(sizes[:1 + len(sizes) // 3])
        more = max(sizes) - early
        print("%d games, %d plies, longest wait %d ms; %.1f MiB, at the end %.1f more" % (count, plies, state["longest"], early / 2**20, more / 2**20))
        faults = page.errors()
        if more > GROWTH:
            faults.append("its memory grew")
        if state["longest"] > LATE:
            faults.append("an answer came late")
        print("\n".join(faults), end="\n" if faults else "")
        return bool(faults)
    except Failure as failure:
        print(failure)
        return 1
    finally:
        page.close()


if __name__ == "__main__":
    sys.exit(main())
