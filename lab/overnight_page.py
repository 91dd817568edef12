# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The report of lab/overnight.py: the steps, their times, and the gain."""

import math
import os

import overnight_rules as rules
import pages
from pages import BAR, INK, MARGIN, QUIET, Picture, nice_step

WIDTH, HEIGHT = 620, 260
MOVES = 6  # shown of a long win


def signed(value, digits=0):
    return f"{value:+.{digits}f}".replace("-", "−")


def before(state):
    """The player at the start of the night."""
    return "the network before" if "begin" in state else "the classical evaluation"


def draw(title, state):
    """Elo over the first player by positions: the matches of the rounds added up."""
    picture = Picture(WIDTH + 2 * MARGIN, HEIGHT + 90, f"{title}: Elo by training positions")
    points, elo, variance = [(0, 0.0, 0.0)], 0.0, 0.0
    for net in state["nets"]:
        points.append((net["positions"] / 1e6, elo + net["elo"], (variance + net["error"] ** 2) ** 0.5))
        if net["won"]:
            elo += net["elo"]
            variance += net["error"] ** 2
    x_most = max(point[0] for point in points) or 1.0
    low, high = min(0.0, min(y - e for _, y, e in points)), max(50.0, max(y + e for _, y, e in points))
    left, top = MARGIN + 20, 34

    def at(x, y):
        return left + WIDTH * x / x_most, top + HEIGHT * (high - y) / (high - low)

    step = nice_step(high - low, 5)
    for i in range(math.ceil(low / step), int(high // step) + 1):
        x, y = at(0, i * step)
        picture.line(x, y, x + WIDTH, y, "#ddd")
        picture.text(x - 6, y + 4, f"{i * step:g}", "end", QUIET)
    step = nice_step(x_most, 5)
    for i in range(int(x_most / step) + 1):
        x, _ = at(i * step, 0)
        picture.text(x, top + HEIGHT + 16, f"{i * step:g}", "middle", QUIET)
    picture.text(left, 20, f"Elo over {before(state)}, the matches of the rounds added up", more=' font-weight="bold"')
    picture.text(left + WIDTH / 2, top + HEIGHT + 36, "million training positions", "middle", QUIET)
    picture.path([at(x, y) for x, y, _ in points], BAR, more=' stroke-width="2"')
    for x, y, error in points[1:]:
        (place, above), (_, below) = at(x, y + error), at(x, y - error)
        picture.line(place, above, place, below, INK, 1.5)
    return picture.svg()


def made(found):
    """A line for each kind."""
    if found.get("tables"):
        yield f"{found['tables']} endgame tables"
    if "the scale of scores" in found:
        yield f"scores: a scale of {found['the scale of scores']} centipawns"
    if "moves to choose from" in found:
        yield f"{found['moves to choose from']:.1f} moves to choose from, on average: search parameters " + parameters(found)
    if "win rates" in found:
        yield f"win rates from {found['win rates']['games']:,} games; {found['win rates']['said']}"
    if "book" in found:
        yield f"an opening book of {found['book']:,} positions"
    if "puzzles" in found:
        yield f"{found['puzzles']:,} puzzles"
    if found.get("levels"):
        yield f"levels of play, {found['levels']['games']} games a pair"


def parameters(found):
    if not found.get("search parameters: a plan"):
        return "as before"
    values, match = found.get("search parameters: tuning"), found.get("search parameters: match")
    if not values or not match:
        return "tuned, and as before"
    told = ", ".join(f"`{name}` {value}" for name, value in values.items())
    return (f"{told}: {signed(match['elo'])} ± {match['error']:.0f} Elo, +{match['wins']} −{match['losses']} ={match['draws']}"
            + ("" if rules.is_better(match) else "; not significantly better, and left out"))


def endgames(found, folder):
    """Pictures, with facts from the tables. folder: the folder of `made`."""
    pictures = []
    for one in rules.longest_wins(found):
        with open(os.path.join(folder, "made", one["picture"]), encoding="utf-8") as file:
            svg = file.read()
        line = one["line"].split()
        moves = " ".join(f"`{move}`" for move in line[:MOVES]) + (" ..." if len(line) > MOVES else "")
        words = f"{one['name']}: {one['side']} to move wins {one['won']:.1f}%, here in {one['plies']} plies: {moves}"
        pictures.append((one["name"], words, os.path.join("made", one["picture"]), svg))
    if pictures:
        yield ("head", 2, "Endgames")
        yield ("words", f"Of {len(found)} endgames those with the longest wins, and where these begin.")
        yield ("pictures", pictures)


def parts_of(title, state, folder=""):
    steps, nets = state["steps"], state["nets"]
    won = [net for net in nets if net["won"]]
    yield ("head", 1, f"{title}: a night")
    gained, error = sum(net["elo"] for net in won), sum(net["error"] ** 2 for net in won) ** 0.5
    told = f"No network won its match: {before(state)} plays."
    if won:
        told = (f"The network of the last round that won plays {signed(gained)} ± {error:.0f} Elo better than {before(state)}, "
                "by the matches of the rounds added up.")
    yield ("words", f"{state['spent'] / 3600:.2f} of {state['hours']:g} hours. {told}")
    if nets:
        yield ("picture", f"{title}: Elo by training positions")
        yield ("table", ["round", "games", "positions", "neurons", "against", "wins, losses, draws", "Elo", ""],
               [[i + 1, f"{net['games']:,}", f"{net['positions']:,}", net["hidden"], net["against"],
                 f"+{net['wins']} −{net['losses']} ={net['draws']}", f"{signed(net['elo'])} ± {net['error']:.0f}",
                 "won" if net["won"] else "lost, and left out"] for i, net in enumerate(nets)])
    found = {name: step["found"] for name, step in steps.items()}
    yield ("head", 2, "What was made")
    yield ("list", list(made(found)))
    if state.get("left_out"):
        yield ("head", 2, "What was left out")
        yield ("list", [f"{name}: {why}" for name, why in state["left_out"].items()])
    if found.get("levels"):
        yield ("head", 2, "Levels of play")
        yield ("words", f"Neighbours in a coarse list of strengths played {found['levels']['games']} games.")
        yield ("table", ["level", *range(0, 2 * len(found["levels"]["elo"]), 2)], [["Elo", *found["levels"]["elo"]]])
    if found.get("endgames"):
        yield from endgames(found["endgames"], folder)
    yield ("head", 2, "Steps")
    yield ("table", ["step", "minutes"], [[name, f"{step['seconds'] / 60:.1f}"] for name, step in steps.items()])


def write(prefix, title, state):
    """PREFIX.md, PREFIX.html and PREFIX.svg of the state of a night."""
    pages.write(prefix, title, list(parts_of(title, state, os.path.dirname(prefix))), draw(title, state))
