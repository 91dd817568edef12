# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The last page of bench/overnight.py: what was done, in which time, and what it gained."""

import os

import whole_file
from report_page import BAR, INK, MARGIN, QUIET, Picture, nice_step
from whatif_page import markdown, web_page

WIDTH, HEIGHT = 620, 260


def signed(value, digits=0):
    return f"{value:+.{digits}f}".replace("-", "−")


def before(state):
    """What played when the night began."""
    return "the network before" if "begin" in state else "the classical evaluation"


def draw(title, state):
    """Elo over what played before by positions: the matches of the rounds added up."""
    picture = Picture(WIDTH + 2 * MARGIN, HEIGHT + 90, f"{title}: Elo by training positions")
    points, elo, variance = [(0, 0.0, 0.0)], 0.0, 0.0
    for net in state["nets"]:
        variance += net["error"] ** 2
        points.append((net["positions"] / 1e6, elo + net["elo"], variance ** 0.5))
        if net["won"]:
            elo += net["elo"]
    x_most = max(point[0] for point in points) or 1.0
    low, high = min(0.0, min(y - e for _, y, e in points)), max(50.0, max(y + e for _, y, e in points))
    left, top = MARGIN + 20, 34

    def at(x, y):
        return left + WIDTH * x / x_most, top + HEIGHT * (high - y) / (high - low)

    step = nice_step(high - low, 5)
    for i in range(int(low // step), int(high // step) + 1):
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
    return "\n".join(picture.parts) + "\n</svg>\n"


def parts_of(title, state):
    steps, nets = state["steps"], state["nets"]
    won = [net for net in nets if net["won"]]
    yield ("head", 1, f"{title}: a night")
    gained, error = sum(net["elo"] for net in won), sum(net["error"] ** 2 for net in won) ** 0.5
    yield ("words", f"{state['spent'] / 3600:.2f} of {state['hours']:g} hours. "
           + (f"The network of the last round that won plays {signed(gained)} ± {error:.0f} Elo better than {before(state)}, by the matches of the rounds added up."
              if won else f"No network won its match: {before(state)} plays."))
    if nets:
        yield ("picture", f"{title}: Elo by training positions")
        yield ("table", ["round", "games", "positions", "neurons", "against", "wins, losses, draws", "Elo", ""],
               [[i + 1, f"{net['games']:,}", f"{net['positions']:,}", net["hidden"], net["against"], f"+{net['wins']} −{net['losses']} ={net['draws']}",
                 f"{signed(net['elo'])} ± {net['error']:.0f}", "won" if net["won"] else "lost, and left out"] for i, net in enumerate(nets)])
    found = {name: step["found"] for name, step in steps.items()}
    told = [f"{found['tables']} endgame tables" if "tables" in found else "", f"scores: a scale of {found['the scale of scores']} centipawns" if "the scale of scores" in found else "",
            f"win rates from {found['win rates']['games']:,} games; {found['win rates']['said']}" if "win rates" in found else "",
            f"an opening book of {found['book']:,} positions" if "book" in found else "", f"{found['puzzles']:,} puzzles" if "puzzles" in found else ""]
    yield ("head", 2, "What was made")
    yield ("list", [text for text in told if text])
    yield ("head", 2, "Steps")
    yield ("table", ["step", "minutes"], [[name, f"{step['seconds'] / 60:.1f}"] for name, step in steps.items()])


def write(prefix, title, state):
    """PREFIX.md, PREFIX.html and PREFIX.svg of the state of a night."""
    parts = list(parts_of(title, state))
    svg = draw(title, state)
    whole_file.write(prefix + ".svg", svg)
    whole_file.write(prefix + ".md", markdown(parts, os.path.basename(prefix) + ".svg"))
    whole_file.write(prefix + ".html", web_page(parts, title, svg))
