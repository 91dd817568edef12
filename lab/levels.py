#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the Elo of the levels, game by game (see docs/levels.md).

usage: lab/levels.py [GAME...] [--games N] [--few N] [--error E] [--most N] [--data DIR] [--engine PROGRAM] [--match PROGRAM]
                       [--commit NAME] [--choose] [--known] [--seconds S] [--concurrency N]

Players are strengths (src/search/skill.h), the engine itself at a fixed number of positions, and the match runner's @greedy.
--choose plays strengths from a coarse list and chooses eleven that are evenly spaced, the last of them the engine itself;
the lowest is weaker, so that @taker wins most games against it. Without --choose those of the game's sheet play their
neighbours, N games a pair (--few for the strongest, whose games cost most), and with --error up to --most games, until the
error against its neighbours is at most E Elo. All results of a game but @taker's go into one rating fit (Bradley and Terry,
1952, draws as half a win), and the sheet levels.inc of the game is written. --known plays chess levels against engines
with known ratings, N informative games each, to place these ratings on our scale. Results are kept in DIR: the same command
continues; results of another engine must not be there. --commit records the engine's commit. --seconds ends after that time,
with the results so far. docs/levels.md is written from all results in DIR.

The engine must be of a tuning build (make TUNE=1), which plays any strength.
"""

import argparse
import math
import os
import re
import subprocess
import sys
import time

import games as registry
import overnight_install
import whole_file
import workers

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FULL, FULL_NODES, FULL_STRENGTH = "full", 5000, 997  # ten positions doubled 8.97 times
GREEDY = "@greedy"
ANCHOR = {GREEDY: 1000}
TAKER = "@taker"
GRID = [0, 50, 100, 150, 200, 240, 280, 320, 360, 400, 450, 500, 600, 700, 800, 900]
UNMEASURED = [100, 280, 320, 400, 450, 500, 600, 700, 800, 900]  # of a game without a sheet
LEVELS = 11
LOWEST = -450  # Elo above @greedy from which the levels are evenly spaced: 7 points of 100
NEWCOMER = 0.7  # of the games against the lowest level @taker wins at least
PRIOR = 0.5  # games drawn by chance between any two that have met: keeps a clean score finite
SURE = 1.96  # standard errors: that of 95 in 100
MORE = 40  # games at a time while an error is too large
STRONG = 600  # from this strength on a game costs seconds
NEAR = 50  # strengths within this distance are informative
ENOUGH = 100  # games that suffice to place a player


def limited_stockfish(elo):
    """Stockfish 15.1 with UCI_Elo. It chooses its move at a small depth, but goes on searching by its clock: what that leaves in its
    table may help it, so it has one, as people meet it, if a short one."""
    return {"elo": elo, "command": ["cmd=/usr/games/stockfish", "option.UCI_LimitStrength=true", "option.UCI_Elo=%d" % elo,
                                    "tc=2+0.02", "timemargin=2000"]}


# Debian's Stockfish at limited strengths; see docs/levels.md.
KNOWN = {"stockfish%d" % elo: limited_stockfish(elo) for elo in range(1400, 2801, 200)}
AT_A_TIME = 20  # games against one of them, before the next opponent is chosen
TELLING = 0.1  # of the points, at least, for either of two players: else their games tell little


def command(player, options):
    """The arguments of quincunx-match for a player."""
    if player in (GREEDY, TAKER):
        return ["cmd=" + player, "name=" + player]
    if player in KNOWN:
        return KNOWN[player]["command"] + ["name=" + player]
    words = ["cmd=" + options.engine, "name=" + player, "option.Hash=8"]
    if player == FULL:
        return words + ["nodes=%d" % FULL_NODES]
    return words + ["option.player_strength=" + player, "st=60"]


def path_of(options, game, pair):
    return os.path.join(options.data, game, "-".join(name.strip("@") for name in pair) + ".json")


def play(options, game, pair, games):
    """Plays a pair up to this many games; false if there is no time left."""
    path = path_of(options, game, pair)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    done = result(path)
    if done and sum(done) >= games:
        return True
    # In parts, so that a stopped run leaves a result.
    words = [options.match, "-engine", *command(pair[0], options), "-engine", *command(pair[1], options), "-variant", game,
             "-openings", "file=%s/bench/openings/%s.epd" % (HERE, game), "order=random", "-rounds", str((games + 1) // 2),
             "-concurrency", str(options.concurrency), "-maxmoves", "200", "-resign", "movecount=4", "score=2500", "twosided=true",
             "-draw", "movenumber=80", "movecount=10", "score=20", "-json", path]
    left = options.until - time.monotonic()
    if left <= 0:
        return False
    with workers.Worker(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            said, _ = process.communicate(timeout=min(left, 1e6))
        except subprocess.TimeoutExpired:
            process.terminate()
            said, _ = process.communicate()
    if process.returncode and time.monotonic() < options.until:
        raise SystemExit("the match %s of %s failed:\n%s" % ("-".join(pair), game, said))
    done = result(path)
    if done:
        print("%s: %s +%d -%d =%d" % (game, " - ".join(pair), *done), flush=True)
    return time.monotonic() < options.until


def result(path):
    """Wins, losses and draws of a match's first player, None if there are none yet."""
    try:
        summary = whole_file.read_json(path, ["summary"])["summary"]
        done = (summary["wins"], summary["losses"], summary["draws"])
    except (whole_file.Unreadable, KeyError, TypeError):
        return None
    return done if sum(done) else None


def results(options, game):
    """All matches of a game but those of @taker: {(a, b): (wins, losses, draws)}."""
    found = {}
    folder = os.path.join(options.data, game)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not name.endswith(".json"):
            continue
        pair = tuple("@greedy" if word == "greedy" else word for word in name[:-5].split("-"))
        done = result(os.path.join(folder, name))
        if done and len(pair) == 2 and "taker" not in pair:
            found[pair] = done
    return found


def solve(matrix, vector):
    """Gaussian elimination with pivots."""
    n = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def scored(result):
    """The points of both players, and the variance of the first one's: draws reduce it."""
    wins, losses, draws = result
    won, lost = wins + draws / 2 + PRIOR / 2, losses + draws / 2 + PRIOR / 2
    return won, lost, won * lost / (won + lost) - draws / 4


def fit(matches, anchors):
    """Elo of all players connected with an anchor (rated as given): {player: (elo, error)}, a 95% interval against the
    anchors. Newton's method on the likelihood of Bradley and Terry; errors by how the results scatter (the sandwich of
    Huber, 1967), since games with draws scatter less than that likelihood supposes."""
    known = set(anchors)
    grown = True
    while grown:
        grown = False
        for a, b in matches:
            if (a in known) != (b in known):
                known |= {a, b}
                grown = True
    games = [(a, b, *scored(result)) for (a, b), result in matches.items() if a in known and b in known]
    free = sorted({p for game in games for p in game[:2]} - set(anchors))
    place = {player: i for i, player in enumerate(free)}
    scale = math.log(10) / 400
    elo = {player: float(anchors.get(player, sum(anchors.values()) / len(anchors))) for player in known}
    hessian = []
    for _ in range(200):
        gradient = [0.0] * len(free)
        hessian = [[0.0] * len(free) for _ in free]
        for a, b, won, lost, _ in games:
            expected = 1 / (1 + math.exp(scale * (elo[b] - elo[a])))
            slope, weight = won - (won + lost) * expected, (won + lost) * expected * (1 - expected) * scale
            for one, sign in ((a, 1), (b, -1)):
                if one in place:
                    gradient[place[one]] += sign * slope
                    hessian[place[one]][place[one]] += weight
            if a in place and b in place:
                hessian[place[a]][place[b]] -= weight
                hessian[place[b]][place[a]] -= weight
        step = solve(hessian, gradient) if free else []
        for player, change in zip(free, step):
            elo[player] += max(-200, min(200, change))
        if not step or max(map(abs, step)) < 0.01:
            break
    rated = {player: (elo[player], 0.0) for player in anchors if player in known}
    for player, i in place.items():
        pull = solve(hessian, [float(j == i) for j in range(len(free))])
        pulled = lambda name: pull[place[name]] if name in place else 0.0
        rated[player] = (elo[player], SURE * math.sqrt(sum(scatter * (pulled(a) - pulled(b)) ** 2 for a, b, _, _, scatter in games)))
    return rated


def error_among(matches, rated, player):
    """The error of a player's Elo if its opponents are fixed."""
    scale, weight, scatter = math.log(10) / 400, 0.0, 0.0
    for pair, result in matches.items():
        if player in pair and all(name in rated for name in pair):
            won, lost, own = scored(result)
            expected = 1 / (1 + math.exp(scale * (rated[pair[1]][0] - rated[pair[0]][0])))
            weight += (won + lost) * expected * (1 - expected) * scale
            scatter += own
    return SURE * math.sqrt(scatter) / weight


def known_points(game, rated):
    """The engines with known ratings: (Elo on the scale of our games, known rating), rising. Their ratings may be spaced
    differently from their games: so they do not anchor the fit, but are a second scale."""
    return pooled(sorted((rated[name][0], KNOWN[name]["elo"]) for name in KNOWN if name in rated)) if game == "chess" else []


def placed(points, elo):
    """Converts an Elo of our scale to that of the known engines; beyond the last of them the scales are parallel."""
    if not points:
        return elo
    low, high = points[0], points[-1]
    return low[1] + elo - low[0] if elo <= low[0] else high[1] + elo - high[0] if elo >= high[0] else between(points, elo, 0, 1)


def on_known_scale(game, rated):
    """All ratings with their errors, as `placed` places them."""
    points = known_points(game, rated)
    return {name: (placed(points, elo), (placed(points, elo + error) - placed(points, elo - error)) / 2)
            for name, (elo, error) in rated.items()}


def sheet_path(game):
    return os.path.join(HERE, overnight_install.place(HERE, game, ".levels"))


def read_sheet(game):
    """Strengths of the measured levels, the last standing for the engine itself."""
    if not os.path.exists(sheet_path(game)):
        return UNMEASURED + [FULL_STRENGTH]
    with open(sheet_path(game)) as file:
        return [int(n) for n in re.search(r"\.strength = \{([^}]*)\}", file.read()).group(1).split(",")][:-1] + [FULL_STRENGTH]


def read_elos(game):
    """Elo of the measured levels, in their order; none without a sheet."""
    if not os.path.exists(sheet_path(game)):
        return []
    with open(sheet_path(game)) as file:
        return [int(n) for n in re.search(r"\.elo = \{([^}]*)\}", file.read()).group(1).split(",")]


def next_opponent(engine, players, matches, rated, elos, most):
    """The next opponent of an engine of known rating: the nearest level that has not met it often enough; None if all
    have."""
    if engine in rated:
        place = rated[engine][0]
    else:
        # Unknown: placed by its rating relative to the nearest known one, or by the sheet.
        others = [name for name in KNOWN if name in rated]
        if others:
            other = min(others, key=lambda name: abs(KNOWN[name]["elo"] - KNOWN[engine]["elo"]))
            place = rated[other][0] + KNOWN[engine]["elo"] - KNOWN[other]["elo"]
        else:
            nearest = min(zip(players, elos), key=lambda level: abs(level[1] - KNOWN[engine]["elo"]))[0]
            place = rated[nearest][0]
    free = [player for player in players if player in rated and sum(matches.get((player, engine), (0, 0, 0))) < most]
    return min(free, key=lambda player: abs(rated[player][0] - place), default=None)


def telling(matches, engine):
    """Games of an engine in matches that were not one-sided."""
    shares = [(percent(done) / 100, sum(done)) for pair, done in matches.items() if pair[1] == engine]
    return sum(games for share, games in shares if TELLING <= share <= 1 - TELLING)


def write_sheet(game, strengths, elos, placed):
    text = ".strength = {%s},\n.elo = {%s},\n.measured = true,\n.placed = %s,\n" % (
        ", ".join(map(str, strengths)), ", ".join(map(str, elos)), "true" if placed else "false")
    os.makedirs(os.path.dirname(sheet_path(game)), exist_ok=True)
    whole_file.write(sheet_path(game), text)


def name_of(strength):
    return FULL if strength == FULL_STRENGTH else str(strength)


def well_known(matches, rated, players=None):
    """The players that have played enough, if they are a whole list up to the engine itself; else all that are rated:
    players with few games would only add noise."""
    played = {name: sum(sum(done) for pair, done in matches.items() if name in pair) for name in rated}
    known = {name: rated[name] for name in players or rated if played.get(name, 0) >= ENOUGH}
    return known if FULL in known and sum(map(is_level, known)) >= LEVELS else rated


def is_level(name):
    """A strength or the engine itself, not a reference player."""
    return name == FULL or name.isdigit()


def curve(rated):
    """(strength, Elo) of all measured players, rising."""
    return pooled(sorted((FULL_STRENGTH if p == FULL else int(p), elo) for p, (elo, _) in rated.items() if is_level(p)))


def pooled(points):
    """Makes points rise (isotonic regression): neighbours out of order are merged."""
    pools = []
    for strength, elo in points:
        pools.append([[strength], elo, 1])
        while len(pools) > 1 and pools[-2][1] >= pools[-1][1]:
            strengths, value, count = pools.pop()
            below = pools[-1]
            below[1] = (below[1] * below[2] + value * count) / (below[2] + count)
            below[2] += count
            below[0] += strengths
    return [(sum(strengths) / len(strengths), elo) for strengths, elo, _ in pools]


def smoothed(points):
    """The same smoothed: the value of a strength by local linear regression (Cleveland, 1979). The ends stay."""
    values = []
    for strength, _ in points:
        near = [(x - strength, elo, math.exp(-((x - strength) / NEAR) ** 2 / 2)) for x, elo in points]
        weight, first, second = (sum(w * x ** n for x, _, w in near) for n in (0, 1, 2))
        level, slope = (sum(w * elo * x ** n for x, elo, w in near) for n in (0, 1))
        spread = weight * second - first * first
        values.append((second * level - first * slope) / spread if spread > 1e-6 * weight * weight else level / weight)
    values[0], values[-1] = points[0][1], points[-1][1]
    return pooled([(strength, value) for (strength, _), value in zip(points, values)])


def between(points, value, x, y):
    """Linear interpolation through points that rise in both coordinates: y at this x."""
    for a, b in zip(points, points[1:]):
        if value <= b[x] or b is points[-1]:
            return a[y] + (b[y] - a[y]) * (value - a[x]) / (b[x] - a[x])
    return points[0][y]


def choose(matches, rated, newcomer=None):
    """Eleven strengths, evenly spaced in Elo from the weakest to the engine itself, and their Elo. The first is replaced by
    a weaker one that newcomers can beat."""
    points = smoothed(curve(well_known(matches, rated)))
    low, high = max(points[0][1], rated[GREEDY][0] + LOWEST), points[-1][1]
    elos = [low + (high - low) * i / (LEVELS - 1) for i in range(LEVELS)]
    strengths = [round(between(points, elo, 1, 0)) for elo in elos]
    strengths[-1] = FULL_STRENGTH
    if newcomer is not None and newcomer < strengths[0]:
        strengths[0], elos[0] = newcomer, between(points, newcomer, 0, 1)
    return rising(strengths), rising([round(elo) for elo in elos])


def rising(numbers):
    """The same, each above the one before."""
    for i in range(1, len(numbers)):
        numbers[i] = max(numbers[i], numbers[i - 1] + 2)
    return numbers


def calibrate(options, game):
    """Plays the missing games; true if all were played."""
    if options.choose:
        players = [str(s) for s in GRID] + [FULL]
    else:
        players = [name_of(s) for s in read_sheet(game)]
    pairs = list(zip(players, players[1:]))
    # First the games that connect the levels with the reference, and the test of the lowest.
    whole = meet_taker(options, game, players) and meet_greedy(options, game, players)
    whole = whole and all([play(options, game, pair, games_of(options, pair)) for pair in pairs])
    if whole and options.known and game == "chess":
        whole = meet_known(options, game, players)
    return whole and (not options.error or refine(options, game, pairs))


def games_of(options, pair):
    strong = pair[0].isdigit() and int(pair[0]) >= STRONG
    return min(options.games, options.few) if strong and options.few else options.games


def refine(options, game, pairs):
    """More games for the player with the largest error, for its pair with fewer games. False if time ended."""
    while True:
        matches = results(options, game)
        rated = fit(matches, ANCHOR)
        errors = {player: error_among(matches, rated, player) for pair in pairs for player in pair}
        wanting = [(errors[player], -sum(matches[pair]), pair) for pair in pairs for player in pair
                   if errors[player] > options.error and sum(matches[pair]) < options.most]
        if not wanting:
            return True
        pair = max(wanting)[2]
        if not play(options, game, pair, min(options.most, sum(matches[pair]) + MORE)):
            return False


def meet_known(options, game, players):
    """Games against all engines with known ratings. False if time ended."""
    for engine in KNOWN:
        while True:
            matches = results(options, game)
            rated = fit(matches, ANCHOR)
            player = next_opponent(engine, players, matches, rated, read_elos(game), options.games)
            if telling(matches, engine) >= options.games or not player:
                break
            games = min(options.games, sum(matches.get((player, engine), (0, 0, 0))) + AT_A_TIME)
            if not play(options, game, (player, engine), games):
                return False
    return True


def meet_greedy(options, game, players):
    """From the weakest up, until one is clearly better than @greedy. A player that loses all games needs no more."""
    for player in players:
        if not play(options, game, (player, GREEDY), options.games):
            return False
        wins, losses, draws = result(path_of(options, game, (player, GREEDY)))
        if wins + draws / 2 > 0.8 * (wins + losses + draws):
            break
    return True


def meet_taker(options, game, players):
    """From the weakest up, until @taker does not win enough. False if time ended."""
    for player in players:
        if not play(options, game, (player, TAKER), options.games):
            return False
        if not loses_to_taker(options, game, player):
            break
    return True


def loses_to_taker(options, game, player):
    wins, losses, draws = result(path_of(options, game, (player, TAKER))) or (1, 0, 0)
    return losses >= NEWCOMER * (wins + losses + draws)


def newcomer(options, game):
    """The highest strength of the coarse list against which @taker wins enough games; None if there is none."""
    return max((s for s in GRID if loses_to_taker(options, game, str(s))), default=None)


def rate(options, game):
    """Writes the sheet from all results, if they connect the weakest with the engine itself."""
    matches = results(options, game)
    rated = fit(matches, ANCHOR) if matches else {}
    if FULL not in rated or GREEDY not in rated:
        print("%s: the results do not connect all levels yet" % game)
        return
    strengths, known = read_sheet(game), bool(known_points(game, rated))
    rated = on_known_scale(game, rated)
    if options.choose:
        strengths, elos = choose(matches, rated, newcomer(options, game))
    else:
        points = curve(well_known(matches, rated, [name_of(s) for s in strengths]))
        elos = rising([round(between(points, s, 0, 1)) for s in strengths])
    if not os.path.exists(sheet_path(game)):
        print("%s: a first sheet; let the game's file include it as its .levels, as the others do" % sheet_path(game))
    write_sheet(game, strengths, elos, known)


def games_played(options, game, matches, strengths):
    """The row about the measurement of a game's levels."""
    measured = [name_of(s) for s in strengths]
    counts = [sum(matches[pair]) for pair in zip(measured, measured[1:]) if pair in matches]
    few = "%d" % min(counts) if counts and min(counts) == max(counts) else "%d to %d" % (min(counts), max(counts)) if counts else "no"
    pairs = "%s games" % few if len(counts) == LEVELS - 1 else "%d of %d pairs have met" % (len(counts), LEVELS - 1)
    return "| %s | %s | %d | %s |" % (game, pairs, sum(map(sum, matches.values())), commit_of(options, game))


def percent(result):
    wins, losses, draws = result
    return 100 * (wins + draws / 2) / (wins + losses + draws)


def commit_of(options, game):
    """The commit of the engine that played."""
    try:
        with open(os.path.join(options.data, game, "commit")) as file:
            return ", ".join(file.read().split())
    except OSError:
        return ""


def keep_commit(options, game):
    path = os.path.join(options.data, game, "commit")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if options.commit not in commit_of(options, game):
        with open(path, "a") as file:
            file.write(options.commit + "\n")


def describe(options):
    """docs/levels.md: the tables between its marks."""
    path = os.path.join(HERE, "docs", "levels.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    columns, rows = {}, []
    for game in options.all_games:
        matches = results(options, game)
        rated = fit(matches, ANCHOR) if matches else {}
        elos, strengths, shown = read_elos(game), read_sheet(game), on_known_scale(game, rated)
        if FULL not in rated or not elos:
            rows.append("| %s | not measured: Elo is a guess | | |" % game)
            continue
        errors = [shown[name_of(strength)][1] if name_of(strength) in shown else None for strength in strengths]
        columns[game] = ["%d" % elo if error is None else "%d ± %.0f" % (elo, error) for elo, error in zip(elos, errors)]
        rows.append(games_played(options, game, matches, strengths))
    lines = ["| level | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)] if columns else []
    lines += ["| %d | %s |" % (2 * i, " | ".join(cells)) for i, cells in enumerate(zip(*columns.values()))]
    lines += ["", "| game | a pair of neighbours | games in all | engine of commit |", "|---|---|---|---|", *rows, ""]
    text = re.sub(r"(<!-- tables -->\n).*(<!-- end -->)", lambda m: m.group(1) + "\n" + "\n".join(lines) + "\n" + m.group(2), text, flags=re.S)
    whole_file.write(path, text)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--few", type=int, default=0)
    parser.add_argument("--error", type=float, default=0)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--commit", default="")
    parser.add_argument("--data", default=os.path.join(HERE, "build", "levels"))
    parser.add_argument("--engine", default=os.path.join(HERE, "build", "quincunx-tune"))
    parser.add_argument("--match", default=os.path.join(HERE, "quincunx-match"))
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.all_games = registry.names(options.engine)
    wrong = [name for name in options.names if name not in options.all_games]
    if wrong:
        parser.error("no game is called %s; there are %s" % (", ".join(wrong), ", ".join(options.all_games)))
    options.until = time.monotonic() + options.seconds
    whole = True
    for game in options.names or options.all_games:
        if options.commit:
            keep_commit(options, game)
        whole &= calibrate(options, game)
        rate(options, game)
        describe(options)
    return 0 if whole else 3


if __name__ == "__main__":
    sys.exit(main())
