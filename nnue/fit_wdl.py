#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Fits win, draw and loss by score and material to the results of games (src/eval/wdl.h).

    nnue/fit_wdl.py [--engine ./quincunx] [--check N] [--write] [--out FILE] GAMES...

GAMES are files of `quincunx-lab datagen`; only games ended by the rules or by their length count: an adjudicated result
follows from the score. Cross-validation: the games are dealt into N parts (--check, default 4), and a model fitted to the
others predicts each part. The table shows predicted and real results of the side to move, by tenths of the predictions, with
a 95% interval clustered by game, since positions of a game share its result. Where short searches are too optimistic for the
side to move, all tenths are too high; White's results, below the table, are free of that, but depend on the colours' luck.
--write writes wdl.inc of the game, fitted to all games; --out another file.

The model: White wins with the probability 1 / (1 + exp(-x)), where x = (score - level - draw) / spread, score for White in
centipawns; Black wins with that of x = (level - score - draw) / spread. Above 50% x counts `above` times: the curve may be
steeper or flatter there. The probabilities of White and Black add up to at most 1. Level, draw and spread are interpolated
between KNOTS values by the share of pieces left; `above` is the game's. They maximise the likelihood, with a small penalty
for jumps from knot to knot. Where both sides have the same army and rules, the level is 0.
"""
import argparse
import json
import math
import multiprocessing
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "lab"))
import overnight_install  # noqa: E402
import whole_file  # noqa: E402

KNOTS = 5
SCORE_MAX = 15000  # EVAL_MAX: beyond, the result is proven
STEPS = 100        # rounds of the fit at most
STIFF = 4.0        # the penalty for a jump of the level by one `unit` between knots, or of draw and spread by a factor of e


def positions(lab, paths):
    """The game's name, the number of games that count, and (number of its game, pieces, score for White, result for White:
    1, 0.5 or 0, White to move?) of each searched position."""
    process = subprocess.Popen([lab, "datagen", "--print"] + paths, stdout=subprocess.PIPE, text=True)
    name, found, games = None, [], 0
    for line in process.stdout:
        game = json.loads(line)
        if "game" in game:
            if name not in (None, game["game"]):
                sys.exit("fit_wdl.py: the files are of %s and of %s" % (name, game["game"]))
            name = game["game"]
            continue
        if game["end"] not in ("rules", "max_plies"):
            continue
        result = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5)
        white = game["first_side"] == "w"
        for ply, (score, pieces) in enumerate(zip(game["scores"], game["pieces"])):
            if score is not None and abs(score) <= SCORE_MAX:
                moves = white == (ply % 2 == 0)
                found.append((games, pieces, score if moves else -score, result, moves))
        games += 1
    if process.wait():
        sys.exit("fit_wdl.py: the games could not be read")
    return name, games, found


def cells(found, all_pieces, width):
    """Counts of black wins, draws and white wins by (share of pieces, score), both rounded: quick to fit."""
    counts = {}
    for _, pieces, score, result, _ in found:
        share = min(pieces, all_pieces) / all_pieces
        near = round(score / width) if abs(score) < 40 * width else round(score / (8 * width)) * 8
        counts.setdefault((round(share * 32) / 32, near * width), [0, 0, 0])[int(2 * result)] += 1
    return [(share, score, count) for (share, score), count in sorted(counts.items())]


def logistic(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def at(values, share):
    knot = min(int(share * (KNOTS - 1)), KNOTS - 2)
    part = share * (KNOTS - 1) - knot
    return values[knot] * (1 - part) + values[knot + 1] * part


def predict(model, share, score):
    """The probabilities that White wins and that Black does (`odds_of` in src/eval/wdl.c)."""
    level, draw, spread = (at(values, share) for values in model[:3])
    win, loss = (x if x < 0 else x * model[3] for x in ((score - level - draw) / spread, (level - score - draw) / spread))
    return min(logistic(win), logistic(-loss)), min(logistic(loss), logistic(-win))


def loss_of(parameters, table, level_free, unit):
    """Minus the logarithm of the likelihood, with the penalty. Draws and spreads are kept positive as logarithms."""
    model = unpack(parameters, level_free)
    total = 0.0
    for share, score, (black, drawn, white) in table:
        win, loss = predict(model, share, score)
        rest = max(1 - win - loss, 1e-9)
        total -= white * math.log(max(win, 1e-9)) + drawn * math.log(rest) + black * math.log(max(loss, 1e-9))
    for values in model[0], parameters[:KNOTS], parameters[KNOTS:2 * KNOTS]:
        scale = unit if values is model[0] else 1
        total += STIFF * sum(((a - b) / scale) ** 2 for a, b in zip(values, values[1:]))
    return total


def unpack(parameters, level_free):
    """Level, draw, spread and `above` of the fit's parameters."""
    level = parameters[2 * KNOTS + 1:] if level_free else [0.0] * KNOTS
    return (level, [math.exp(p) for p in parameters[:KNOTS]], [math.exp(p) for p in parameters[KNOTS:2 * KNOTS]],
            math.exp(parameters[2 * KNOTS]))


def fit(table, level_free, unit, start=None):
    """The parameters, from `start` if given: a pattern search (Hooke and Jeeves), a step in each parameter, then further in
    the direction of the whole round."""
    parameters = list(start) if start else (
        [math.log(1.5 * unit)] * KNOTS + [math.log(unit)] * KNOTS + [0.0] + ([0.0] * KNOTS if level_free else []))
    first = 0.05 if start else 0.5
    steps = [first] * (2 * KNOTS + 1) + ([2 * first * unit] * KNOTS if level_free else [])
    best = loss_of(parameters, table, level_free, unit)
    for _ in range(STEPS):
        before, base = best, list(parameters)
        for i in range(len(parameters)):
            for direction in (1, -1):
                trial = list(parameters)
                trial[i] += direction * steps[i]
                value = loss_of(trial, table, level_free, unit)
                if value < best:
                    parameters, best = trial, value
                    steps[i] *= 1.6
                    break
            else:
                steps[i] *= 0.4
        way = [new - old for new, old in zip(parameters, base)]
        while any(way):
            trial = [p + d for p, d in zip(parameters, way)]
            value = loss_of(trial, table, level_free, unit)
            if value >= best:
                break
            parameters, best, way = trial, value, [1.5 * d for d in way]
        if before - best < 1e-2 and max(steps[:2 * KNOTS + 1]) < 1e-2:
            break
    return parameters


def predicted(model, all_pieces, found, for_mover=True):
    """(tenth, game, expected result, real result) of each position, for the side to move or for White."""
    for game, pieces, score, result, white in found:
        win, loss = predict(model, min(pieces, all_pieces) / all_pieces, score)
        expected = (1 + win - loss) / 2
        if for_mover and not white:
            expected, result = 1 - expected, 1 - result
        yield min(int(expected * 10), 9), game, expected, result


def deciles(predictions):
    """Lines of predicted and real results, and the largest difference where 200 positions or more were seen, with its error."""
    sums = [[0, 0.0, 0.0, {}] for _ in range(10)]
    for tenth, game, expected, result in predictions:
        cell = sums[tenth]
        cell[0] += 1
        cell[1] += expected
        cell[2] += result
        cell[3][game] = cell[3].get(game, 0.0) + result - expected
    lines, worst = [], (0.0, 0.0)
    for tenth, (count, expected, result, by_game) in enumerate(sums):
        if not count:
            continue
        error = 196 * math.sqrt(sum(d * d for d in by_game.values())) / count
        difference = 100 * (result - expected) / count
        lines.append("%3d%%  %9d  %7d  %6.1f%%  %6.1f%%  %+6.1f +- %.1f" % (
            10 * tenth, count, len(by_game), 100 * expected / count, 100 * result / count, difference, error))
        if count >= 200:
            worst = max(worst, (abs(difference), error))
    return lines, worst


def sheet(model, games):
    rows = "\n".join(".%s = {%s}," % (key, ", ".join("%d" % (round(value) or key == "spread") for value in values))
                     for key, values in zip(("level", "draw", "spread"), model))
    return "/* Fitted to %d games by nnue/fit_wdl.py; nnue/README.md tells how they were played. */\n%s\n.above = %d,\n" % (
        games, rows, round(100 * model[3]) or 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--engine", default=os.path.join(ROOT, "quincunx"))
    parser.add_argument("--check", type=int, default=4, metavar="N", help="parts for the test: each is predicted by the others")
    parser.add_argument("--write", action="store_true", help="write wdl.inc of the game")
    parser.add_argument("--out", metavar="FILE", help="write it there")
    parser.add_argument("games", nargs="+", metavar="GAMES")
    args = parser.parse_args()
    if args.check < 2:
        parser.error("--check takes 2 or more")
    name, games, found = positions(os.path.join(os.path.dirname(args.engine), "quincunx-lab"), args.games)
    listed = subprocess.run([args.engine, "games", "--json"], capture_output=True, text=True, check=True).stdout
    facts = next(game for game in map(json.loads, listed.splitlines()) if game["name"] == name)
    if games < args.check:
        sys.exit("fit_wdl.py: no games were played to the end (datagen --play-out 100), or too few")
    unit, differ, all_pieces = facts["margin_percent"], facts["sides_differ"], facts["pieces_max"]
    parameters = fit(cells(found, all_pieces, unit / 10), differ, unit)
    model = unpack(parameters, differ)
    print("%s: %d games, %d positions" % (name, games, len(found)))
    for key, values in zip(("level", "draw", "spread"), model):
        print("%-7s %s" % (key, " ".join("%7.0f" % value for value in values)))
    print("above   %7.2f" % model[3])
    others = [(cells((f for f in found if f[0] % args.check != part), all_pieces, unit / 10), differ, unit, parameters)
              for part in range(args.check)]
    with multiprocessing.Pool() as pool:
        fitted = pool.starmap(fit, others)
    (lines, worst), (_, worst_for_white) = [deciles(
        line for part in range(args.check) for line in predicted(
            unpack(fitted[part], differ), all_pieces, (f for f in found if f[0] % args.check == part), for_mover))
        for for_mover in (True, False)]
    print("from  positions    games  predicted  real  difference\n%s" % "\n".join(lines))
    print("largest difference %.1f +- %.1f points; for White %.1f +- %.1f" % (*worst, *worst_for_white))
    if args.write:
        args.out = os.path.join(ROOT, overnight_install.place(ROOT, name, ".wdl"))
    if args.out:
        os.makedirs(os.path.dirname(os.path.abspath(args.out)), exist_ok=True)
        whole_file.write(args.out, sheet(model, games))


if __name__ == "__main__":
    main()
