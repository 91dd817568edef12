#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The fit of win, draw and loss (nnue/fit_wdl.py) recovers the model of simulated results, and its table shows deviations.

Usage: tests/test_fit_wdl.py [ENGINE [TEST...]]"""

import os
import subprocess
import sys
import tempfile

from protocol import LAB, ROOT, check, equal, run

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "nnue"))
import fit_wdl  # noqa: E402

SHARES = [i / 8 for i in range(9)]
SCORES = range(-1500, 1501, 50)


class NoEngine:
    """What tests get that need none."""
    transcript = ()

    def kill(self):
        pass


def model(level, above):
    return [level] * fit_wdl.KNOTS, [300, 200, 150, 120, 100], [150, 140, 130, 120, 110], above


def expected_counts(truth):
    """A thousand games for each cell, with the results that the model expects."""
    table = []
    for share in SHARES:
        for score in SCORES[::2]:
            win, loss = fit_wdl.predict(truth, share, score)
            table.append((share, score, [1000 * loss, 1000 * (1 - win - loss), 1000 * win]))
    return table


def test_positions(_):
    """Games as quincunx-lab prints them: scores of the side to move become White's."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.games")
        subprocess.run([LAB, "datagen", "chess", "--games", "2", "--nodes", "20", "--plies", "30", "--play-out", "100", "--seed", "1", "--quiet", "--out", path],
                       check=True)
        name, games, found = fit_wdl.positions(LAB, [path])
    equal((name, games), ("chess", 2))
    check(len(found) > 20 and {moves for *_, moves in found} == {True, False} and {game for game, *_ in found} == {0, 1}, found[:5])


def test_fit(_):
    for level, above in ((0, 1.0), (0, 0.4), (0, 2.0), (-120, 0.6)):
        truth = model(level, above)
        fitted = fit_wdl.unpack(fit_wdl.fit(expected_counts(truth), bool(level), 100), bool(level))
        check(abs(fitted[3] - above) < 0.05 * above, "the slope above 50%% is %.2f, not %.2f" % (fitted[3], above))
        for share in SHARES:
            for score in SCORES:
                pair = zip(fit_wdl.predict(truth, share, score), fit_wdl.predict(fitted, share, score))
                check(all(abs(a - b) < 0.01 for a, b in pair), "level %d, above %.1f: differs at %g, %d" % (level, above, share, score))


def test_probabilities(_):
    """None is negative, whatever the slope; both sides are alike; the expected result rises with the score."""
    for above in (0.3, 1.0, 3.0):
        for share in SHARES:
            before = 0.0
            for score in SCORES:
                win, loss = fit_wdl.predict(model(0, above), share, score)
                check(win >= 0 and loss >= 0 and win + loss <= 1 + 1e-9, "win %.3f, loss %.3f" % (win, loss))
                lost, won = fit_wdl.predict(model(0, above), share, -score)
                check(abs(win - won) < 1e-9 and abs(loss - lost) < 1e-9, "the sides differ at %d" % score)
                check(win - loss >= before - 1 - 1e-9, "falls at %d" % score)
                before = 1 + win - loss


def test_table(_):
    """Results are for the side to move, errors by games, and the largest difference only over enough positions."""
    truth = model(0, 1.0)
    score = 400
    win, loss = fit_wdl.predict(truth, 1.0, score)
    expected = (1 + win - loss) / 2
    # Ten games of sixty positions each, all won by White: in half of the positions Black is to move.
    found = [(game, 32, score, 1.0, ply % 2 == 0) for game in range(10) for ply in range(60)]
    lines, worst = fit_wdl.deciles(fit_wdl.predicted(truth, 32, found))
    equal([line.split()[:3] for line in lines], [["0%", "300", "10"], ["90%", "300", "10"]])
    check(abs(worst[0] - 100 * (1 - expected)) < 1e-6, "the largest difference is %.2f" % worst[0])
    # All games err alike: 1.96 times the root of ten squares, by the ten.
    check(abs(worst[1] - 196 * (1 - expected) / 10 ** 0.5) < 1e-6, "its error is %.2f" % worst[1])
    few, worst = fit_wdl.deciles(fit_wdl.predicted(truth, 32, found[:100]))
    equal((len(few), worst), (2, (0.0, 0.0)))


if __name__ == "__main__":
    sys.exit(run([test_positions, test_fit, test_probabilities, test_table], NoEngine))
