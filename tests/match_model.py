# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The results of matches once more: statistics, sums and reports, computed from the formulas and not as the match runner does.

A result is the dictionary of a result file, without its summary."""

import math

PAIR_POINTS = [0, 0.25, 0.5, 0.75, 1]


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def elo(score):
    return -math.inf if score <= 0 else math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def expected_score(difference):
    return 1 / (1 + 10 ** (-difference / 400))


class Counts:
    """Wins, draws and losses of the first engine, and points of pairs of games."""

    def __init__(self, scores, paired):
        self.losses, self.draws, self.wins = (scores.count(digit) for digit in "012")
        self.games = self.losses + self.draws + self.wins
        pairs = [scores[i:i + 2] for i in range(0, len(scores), 2)] if paired else []
        points = [int(pair[0]) + int(pair[1]) for pair in pairs if len(pair) == 2 and "-" not in pair]
        self.pairs = [points.count(n) for n in range(5)]


def estimate(counts):
    """Score, Elo, half of the 95% interval and the likelihood of superiority."""
    score = (counts.wins + counts.draws / 2) / counts.games if counts.games else 0.5
    singles = [counts.losses, counts.draws, counts.wins]
    occurred, points = (counts.pairs, PAIR_POINTS) if sum(counts.pairs) >= 2 else (singles, [0, 0.5, 1])
    total = sum(occurred)
    mean = sum(n * x for n, x in zip(occurred, points)) / total if total else 0
    deviation = math.sqrt(sum(n * (x - mean) ** 2 for n, x in zip(occurred, points))) / total if total else 0
    if deviation < 1e-12:
        return score, elo(score), math.inf, 0.5 + 0.5 * ((score > 0.5) - (score < 0.5))
    half = 1.959963985 * deviation
    error = (elo(score + half) - elo(score - half)) / 2
    return score, elo(score), error, 0.5 * (1 + math.erf((score - 0.5) / deviation / math.sqrt(2)))


def most_likely(chances, points, mean):
    """The maximum-likelihood distribution with this mean."""
    low, high = -1 / (1 - mean) + 1e-13, 1 / mean - 1e-13
    for _ in range(200):
        t = (low + high) / 2
        made = [p / (1 + t * (x - mean)) for p, x in zip(chances, points)]
        if sum(q * (x - mean) for q, x in zip(made, points)) > 0:
            low = t
        else:
            high = t
    return made


def llr(counts, elo0, elo1):
    seen, points = (counts.pairs, PAIR_POINTS) if any(counts.pairs) else ([counts.losses, counts.draws, counts.wins], [0, 0.5, 1])
    if not any(seen):
        return 0.0
    seen = [n or 0.001 for n in seen]
    chances = [n / sum(seen) for n in seen]
    first, second = (most_likely(chances, points, expected_score(e)) for e in (elo0, elo1))
    return sum(n * math.log(q1 / q0) for n, q0, q1 in zip(seen, first, second))


def bounds(sprt):
    return math.log(sprt["beta"] / (1 - sprt["alpha"])), math.log((1 - sprt["beta"]) / sprt["alpha"])


def counts_of(result):
    return Counts(result["scores"], result["games_per_round"] == 2)


def summary(result):
    counts = counts_of(result)
    score, difference, error, los = estimate(counts)
    numbers = {"score": score, "elo": difference, "error": error, "los": los}
    if "sprt" in result:
        numbers["llr"] = llr(counts, result["sprt"]["elo0"], result["sprt"]["elo1"])
    return {"wins": counts.wins, "losses": counts.losses, "draws": counts.draws, "pentanomial": counts.pairs,
            **{name: value if math.isfinite(value) else None for name, value in numbers.items()}}


def first_decision(result):
    """(games, accepted hypothesis) of the SPRT after each round; None if it is undecided."""
    lower, upper = bounds(result["sprt"])
    step = result["games_per_round"]
    for games in range(step, len(result["scores"]) + 1, step):
        value = llr(Counts(result["scores"][:games], step == 2), result["sprt"]["elo0"], result["sprt"]["elo1"])
        if not lower < value < upper:
            return games, int(value >= upper)
    return None


def merged(results, sprt=None):
    """The sum of results in the order of their openings, as far as the SPRT is undecided; and how many of them it has."""
    results = sorted(results, key=lambda result: (result["shards"][0]["seed"], result["shards"][0]["first"]))
    total = dict(results[0], **({"sprt": sprt} if sprt else {}))
    cycle = total["games_per_round"] * max(1, len(total["variants"]))
    for n, part in enumerate(results[1:], 1):
        if "sprt" in total and first_decision(total):
            return total, n
        gap = -len(total["scores"]) % cycle
        total = dict(total, scores=total["scores"] + "-" * gap + part["scores"], plies=total["plies"] + part["plies"])
        total["engines"] = [{name: a[name] if name == "name" else a[name] + b[name] for name in a}
                            for a, b in zip(total["engines"], part["engines"])]
        reasons = {reason["reason"]: reason for reason in total["reasons"]}
        for reason in part["reasons"]:
            old = reasons.get(reason["reason"])
            reasons[reason["reason"]] = dict(old, **{k: old[k] + reason[k] for k in ("losses", "draws", "wins")}) if old else reason
        total["reasons"] = list(reasons.values())
        shards = [dict(shard) for shard in total["shards"]]
        for shard in part["shards"]:
            if shards[-1]["seed"] == shard["seed"] and shards[-1]["first"] + shards[-1]["rounds"] == shard["first"]:
                shards[-1]["rounds"] += shard["rounds"]
            else:
                shards.append(dict(shard))
        total["shards"] = shards
    return total, len(results)


# ---- Reports ----


def elo_text(counts):
    _, difference, error, los = estimate(counts)
    return "Elo %+.1f +- %.1f  LOS %.1f%%" % (difference, error, 100 * los)


def llr_text(result):
    return "LLR %.2f [%.2f, %.2f] for Elo [%g, %g]" % (
        llr(counts_of(result), result["sprt"]["elo0"], result["sprt"]["elo1"]), *bounds(result["sprt"]), result["sprt"]["elo0"],
        result["sprt"]["elo1"])


def counts_text(counts):
    return "+%d -%d =%d, %.1f%%" % (counts.wins, counts.losses, counts.draws, 100 * estimate(counts)[0])
