# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of lab/report.py: from games to numbers with their errors (half the 95% interval)."""

import math
import re

Z = 1.96
EVAL_MAX, MATE_MIN = 15000, 31600  # scores between are of cycles, and no lead
POSITIONS = 30000  # at most, for fitting the values of pieces
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


# ---- Games that were stopped before their end ----

def stopping(made):
    """The adjudication rules of these games, as numbers."""
    win = re.search(r"win=(\d+)x(\d+)", made)
    draw = re.search(r"draw=(\d+)x(\d+)@(\d+)", made)
    return [int(x) for x in (*win.groups(), *draw.groups())]


def foreseen(game, rules):
    """The result by these rules before the game's end; None if there is none."""
    win, win_plies, draw, draw_plies, draw_from = rules
    leader = lead = calm = 0
    last = len(game["moves"]) - 1
    for ply, score in enumerate(game["scores"]):
        if score is None or (ply == last and game["end"] == "rules"):
            continue
        white = score if (ply % 2 == 0) == (game["first_side"] == "w") else -score
        cycle = EVAL_MAX < abs(white) < MATE_MIN
        now = 0 if cycle or abs(white) < win else (1 if white > 0 else -1)
        lead = lead + 1 if now and now == leader else int(now != 0)
        leader = now
        calm = calm + 1 if ply + 1 >= draw_from and abs(white) <= draw else 0
        if lead >= win_plies:
            return 1.0 if leader > 0 else 0.0
        if calm >= draw_plies:
            return 0.5
    return None


def weigh(games, rules):
    """Nine in ten games decided by these rules were stopped. The games played on stand for all of them: they get a weight,
    the stopped ones none."""
    kinds = {}
    for game in games:
        game["points"] = POINTS[game["result"]]
        game["foreseen"] = foreseen(game, rules)
        game["stopped"] = game["end"] in ("adjudicated_win", "adjudicated_draw")
        game["weight"] = 1.0
        if game["foreseen"] is not None or game["stopped"]:
            kinds.setdefault(game["foreseen"] == 0.5, []).append(game)
    for members in kinds.values():
        played = [game for game in members if not game["stopped"]]
        for game in members if played else []:
            game["weight"] = 0.0 if game["stopped"] else len(members) / len(played)
    return kinds


# ---- Means with errors ----

def share(games, of):
    """The weighted mean of a number of each game, and its error."""
    total = sum(game["weight"] for game in games)
    mean = sum(game["weight"] * of(game) for game in games) / total
    spread = sum((game["weight"] * (of(game) - mean)) ** 2 for game in games)
    return mean, Z * math.sqrt(spread) / total


def corrected(games, kinds, of):
    """The mean over all games of a number that depends on the result: the adjudicated one, corrected by the games played
    on."""
    before = [of(game["points"] if game["foreseen"] is None else game["foreseen"]) for game in games]
    n, mean = len(games), sum(before) / len(games)
    variance = sum((x - mean) ** 2 for x in before) / n / n
    for members in kinds.values():
        wrong = [of(game["points"]) - of(game["foreseen"]) for game in members if not game["stopped"] and game["foreseen"] is not None]
        if not wrong:
            continue
        off = sum(wrong) / len(wrong)
        part = len(members) / n
        mean += part * off
        variance += part * part * sum((x - off) ** 2 for x in wrong) / len(wrong) ** 2
    return mean, Z * math.sqrt(variance)


def quantile(weighted, q):
    """Of (value, weight), sorted."""
    total, below = sum(weight for _, weight in weighted), 0.0
    for value, weight in weighted:
        below += weight
        if below >= q * total:
            return value
    return weighted[-1][0]


# ---- Values of pieces ----

def men(fen):
    """How many more of each piece White has than Black, on the board and in hand."""
    count, plus = {}, ""
    for letter in fen.split(" ", 1)[0]:
        if letter == "+":
            plus = "+"
            continue
        if letter.isalpha():
            name = plus + letter.upper()
            count[name] = count.get(name, 0) + (1 if letter.isupper() else -1)
        plus = ""
    return count


def solve(matrix, vector):
    """A system of linear equations, by elimination."""
    n = len(vector)
    rows = [list(row) + [x] for row, x in zip(matrix, vector)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def varies(sheet, name, differences):
    """Does the difference in its number vary? A King that each side always has, in whatever form, has no such value."""
    if not any(piece.get("royal") for piece in sheet["pieces"] if piece["piece"] == name):
        return True
    base = name.lstrip("+")
    return len({count.get(base, 0) + count.get("+" + base, 0) for count in differences}) > 1


def fit_values(games, sheet):
    """The value of an extra piece for the result: logistic regression of White's points on the difference in pieces and on
    the side to move, by Newton's method; errors clustered by game."""
    samples = [(index, fen) for index, game in enumerate(games) for fen in game["quiet"]]
    samples = samples[::max(1, len(samples) // POSITIONS)]
    differences = [men(fen) for _, fen in samples]
    names = sorted({name for count in differences for name in count})
    # Pieces whose number hardly varies have no measurable value.
    names = [name for name in names if sum(1 for count in differences if count.get(name)) >= 300 and varies(sheet, name, differences)]
    if not names:
        return [], len(samples)
    rows = [[float(count.get(name, 0)) for name in names] + [1.0, 1.0 if fen.split(" ")[1] == "w" else -1.0]
            for count, (_, fen) in zip(differences, samples)]
    points = [games[index]["points"] for index, _ in samples]
    n = len(names) + 2
    weights = [0.0] * n
    for _ in range(7):
        gradient, hessian = [-1e-3 * w for w in weights], [[1e-3 * (i == j) for j in range(n)] for i in range(n)]
        by_game = {}
        for row, y, (index, _) in zip(rows, points, samples):
            p = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, sum(map(float.__mul__, row, weights))))))
            slope, error = p * (1.0 - p), y - p
            own = by_game.setdefault(index, [0.0] * n)
            for i, x in enumerate(row):
                if not x:
                    continue
                own[i] += error * x
                steep, line = slope * x, hessian[i]
                for j in range(i + 1):
                    line[j] += steep * row[j]
        for i in range(n):
            gradient[i] += sum(own[i] for own in by_game.values())
            for j in range(i):
                hessian[j][i] = hessian[i][j]
        weights = [w + d for w, d in zip(weights, solve(hessian, gradient))]
    inverse = [solve(hessian, [1.0 if i == j else 0.0 for i in range(n)]) for j in range(n)]
    errors = []
    for i in range(len(names)):
        errors.append(Z * math.sqrt(sum(sum(map(float.__mul__, inverse[i], own)) ** 2 for own in by_game.values())))
    return scale_values(sheet, names, weights, errors), len(samples)


def scale_values(sheet, names, weights, errors):
    """In the engine's Pawns: scaled to the engine's own values on the whole."""
    known = {piece["piece"]: piece for piece in sheet["pieces"]}
    pairs = [(known[name].get("value", 0) / 100, w, e) for name, w, e in zip(names, weights, errors) if name in known and w > e]
    if not pairs:
        return []
    unit = sum(v * w / e ** 2 for v, w, e in pairs) / sum(w * w / e ** 2 for v, w, e in pairs)
    return [{"piece": known[name]["name"], "promoted": name.startswith("+"), "own": known[name].get("value", 0) / 100,
             "value": w * unit, "error": e * unit} for name, w, e in zip(names, weights, errors) if name in known]


# ---- All of a game ----

def first_moves(games, legal):
    """The score of the first side when a given first move was among its random ones, above its average. Moves on two boards
    count by halves."""
    found, halves = {}, {half for move in legal for half in move.split(",")}
    mean = sum(game["points"] for game in games) / len(games)
    for game in games:
        gain = (game["points"] - mean) * (1 if game["first_side"] == "w" else -1)
        for half in {half for move in game["moves"][:game["opening_plies"]:2] for half in move.split(",")} & halves:
            found.setdefault(half, []).append(gain)
    moves = []
    for move, gains in found.items():
        n = len(gains)
        if n >= 50:
            mean = sum(gains) / n
            moves.append((mean, Z * math.sqrt(sum((x - mean) ** 2 for x in gains)) / n, n, move))
    return sorted(moves, reverse=True)


def choices_by_ply(games, longest):
    """Median, tenth and ninetieth percentile of the number of moves to choose from, by ply."""
    step, rows = max(1, longest // 40), []
    for begin in range(0, longest, step):
        seen = sorted(x for game in games for x in game["legal_moves"][begin:begin + step])
        if len(seen) >= max(10, len(games) / 10):
            rows.append((begin, *(seen[int(q * (len(seen) - 1))] for q in (0.1, 0.5, 0.9))))
    return rows


def figures(sheet, made, games, legal):
    kinds = weigh(games, stopping(made))
    counted = [game for game in games if game["weight"] > 0]
    lengths = sorted((len(game["moves"]), game["weight"]) for game in counted)
    reasons = {}
    for game in counted:
        game["how"] = game.get("reason") or {"max_plies": "stopped as too long"}.get(game["end"], "called a draw, dead even")
        reasons.setdefault(game["how"], 0)
    seen = sorted(x for game in games for x in game["legal_moves"][game["opening_plies"]:])
    led = [game for game in kinds.get(False, []) if not game["stopped"] and game["foreseen"] is not None]
    values, positions = fit_values(games, sheet)
    return {
        "title": sheet["title"], "made": made, "games": len(games), "first": games[0]["first_side"],
        "white": corrected(games, kinds, lambda x: x),
        "wins": corrected(games, kinds, lambda x: float(x == 1.0)), "losses": corrected(games, kinds, lambda x: float(x == 0.0)),
        "draws": corrected(games, kinds, lambda x: float(x == 0.5)),
        "lengths": {"mean": share(counted, lambda game: len(game["moves"])), **{f"p{q}": quantile(lengths, q / 100) for q in (10, 50, 90)}},
        "weighted": [(len(game["moves"]), game["weight"], game["points"]) for game in counted],
        "reasons": sorted(((share(counted, lambda game, how=how: float(game["how"] == how)), how) for how in reasons), reverse=True),
        "choices": {"mean": sum(seen) / len(seen), "most": seen[-1], **{f"p{q}": seen[int(q / 100 * (len(seen) - 1))] for q in (10, 50, 90)}},
        "by_ply": choices_by_ply(games, max(20, quantile(lengths, 0.9))),
        "led": (len(led), sum(game["points"] == game["foreseen"] for game in led), sum(game["points"] == 0.5 for game in led),
                len(kinds.get(False, [])) / len(games)),
        "values": values, "positions": positions, "first_moves": first_moves(games, legal),
    }
