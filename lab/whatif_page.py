# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The report of lab/whatif.py: Markdown and HTML from one list of parts, with a picture."""

import math
import re

import pages
from pages import BAR, BLACK_COLOUR, DRAW_COLOUR, INK, MARGIN, PANEL_HEIGHT, PANEL_WIDTH, QUIET, WHITE_COLOUR, Picture, axes, common_first

Z = 1.96       # of the errors that are shown
CERTAIN = 3.0  # standard errors above which a difference is bold
COLOURS = (INK, "#c1121f", BAR, "#2a9d8f", "#e76f51", "#6a4c93", "#8a5a00", "#5c7cfa", "#d6336c", "#087f5b", "#adb5bd")

# The compared figures: name, title, unit, digits.
MEASURES = (
    ("white", "White scores", "%", 1),
    ("decided", "games decided", "%", 1),
    ("plies", "plies a game", "", 0),
    ("choices", "moves to choose from", "", 1),
    ("leads", "changes of the lead a game", "", 2),
)


# ---- Numbers ----

def mean(values):
    middle = sum(values) / len(values)
    return middle, math.sqrt(sum((x - middle) ** 2 for x in values)) / len(values)


def values_of(found, measure):
    """By number of the game."""
    if measure.startswith("end "):
        return {number: float(game["end"] == measure[4:]) for number, game in found["games"].items()}
    return {number: game[measure] for number, game in found["games"].items()}


def difference(found, own, measure):
    """The mean difference over games of the same number, and the standard error."""
    ours, theirs = values_of(found, measure), values_of(own, measure)
    return mean([ours[number] - theirs[number] for number in sorted(ours.keys() & theirs.keys(), key=int)])


def shown(value, error, unit, digits, plus=False):
    factor = 100 if unit == "%" else 1
    return f"{factor * value:{'+' * plus}.{digits}f} ± {Z * factor * error:.{digits}f}{unit}".replace("-", "−")


def endings(found):
    """How games end, the most frequent first: those of at least one game in a hundred with any rules."""
    count = {}
    for one in found:
        for games in one["nodes"].values():
            for game in games["games"].values():
                count[game["end"]] = count.get(game["end"], 0) + 1 / len(games["games"]) / len(found)
    return [end for end, share in sorted(count.items(), key=lambda item: -item[1]) if share >= 0.01]


def measures(found):
    return [*MEASURES, *((f"end {end}", f"end: {end}", "%", 1) for end in endings(found))]


def is_certain(gain, error):
    return abs(gain) > CERTAIN * error


# ---- Parts of the page ----

def change(one, own, measure, strengths):
    """The change among the stronger players, bold if certain; then, in brackets, among the weaker ones, if certain, too."""
    name, _, unit, digits = measure
    weaker, stronger = (difference(one["nodes"][nodes], own["nodes"][nodes], name) for nodes in strengths)
    text = shown(*stronger, unit, digits, True)
    if not is_certain(*stronger):
        return text
    return f"**{text}**" + (f" ({shown(*weaker, unit, digits, True).split(' ')[0]})" if is_certain(*weaker) else "")


def comparison(found, strengths):
    """One row per figure, one column per set: the figure by the game's own rules, and the changes by other rules."""
    own = found[0]
    rows = []
    for measure in measures(found):
        name, title, unit, digits = measure
        rows.append([title, shown(*mean(list(values_of(own["nodes"][strengths[1]], name).values())), unit, digits),
                     *(change(one, own, measure, strengths) for one in found[1:])])
    row = []
    for one in found:
        (gain, error), (before, before_error) = one["four"], own["four"]
        mark = "**" * is_certain(gain - before, math.hypot(error, before_error))
        row.append(mark + shown(gain, error, "%", 1) + mark)
    return ("table", ["", *(one["name"] for one in found)], [*rows, ["score with four times the nodes", *row]])


def values_table(found, strong):
    """The pieces whose values some rules change for certain, those bold; the picture has all."""
    own = {value["piece"]: value for value in found[0]["nodes"][strong]["values"]}
    rows = []
    for piece in sorted(own, key=lambda piece: -own[piece]["value"]):
        cells = []
        for one in found:
            value = next((value for value in one["nodes"][strong]["values"] if value["piece"] == piece), None)
            if not value:
                cells.append("")
                continue
            mark = "**" * is_certain(value["value"] - own[piece]["value"], math.hypot(value["error"], own[piece]["error"]) / Z)
            cells.append(f"{mark}{value['value']:.1f} ± {value['error']:.1f}{mark}")
        if any("**" in cell for cell in cells):
            rows.append([piece, *cells])
    return ("table", ["", *(one["name"] for one in found)], rows)


def moves_table(found, count):
    def row(kind, first):
        cells = []
        for moves in (one["first_moves"] for one in found):
            at = first if kind == "best" else len(moves) - count + first
            if at < len(moves) and (kind == "best" or len(moves) > 2 * count):
                move, score, answer = moves[at]
                cells.append(" ".join([f"`{move}`", f"{score / 100:+.2f}".replace("-", "−"), *(f"`{text}`" for text in answer[:1])]))
            else:
                cells.append("")
        return [kind, *cells]

    rows = [row(kind, first) for kind in ("best", "worst") for first in range(count)]
    return ("table", ["", *(one["name"] for one in found)], [cells for cells in rows if any(cells[1:])])


def games_list(found):
    """The settings of the games, apart from nodes and rules, which the page names."""
    made = {one["name"]: next(iter(one["nodes"].values())) for one in found}
    lines = common_first([(name, re.sub(r" (nodes|rules)=\S+", "", f"{games['made']} games={len(games['games'])}")) for name, games in made.items()])
    return [line for line in lines if not line.endswith(":")]


def parts_of(title, found, strengths, command, count):
    yield ("head", 1, f"{title}: what if?")
    yield ("words", f"Self-play, {strengths[1]} nodes a move, classical evaluation. Games of the same number begin with the same random moves.")
    yield ("picture", f"{title}: results, lengths and values")
    yield ("head", 2, "What the rules change")
    yield ("words", f"Other rules: differences (± 1.96 standard errors). Bold: more than {CERTAIN:g} standard errors; then, in brackets, the difference at "
           f"{strengths[0]} nodes if as clear. The last row has values.")
    yield comparison(found, strengths)
    table = values_table(found, strengths[1])
    if table[2]:
        yield ("head", 2, "Values of pieces")
        yield ("words", "Those that change (bold), in Pawns of the engine. The picture has all.")
        yield table
    yield ("head", 2, "First moves")
    yield ("words", "With score (Pawns, for the player, by a longer search) and best reply.")
    yield moves_table(found, count)
    yield ("head", 2, "The games")
    yield ("code", [command, "", *games_list(found)])


# ---- The picture ----

def draw_results(picture, x, y, found, strong):
    picture.text(x, y - 10, "Results", more=' font-weight="bold"')
    row = PANEL_HEIGHT / len(found)
    for i, one in enumerate(found):
        games = list(one["nodes"][strong]["games"].values())
        left = x
        for points, colour, ink in ((1.0, WHITE_COLOUR, INK), (0.5, DRAW_COLOUR, INK), (0.0, BLACK_COLOUR, "#fff")):
            share = sum(game["white"] == points for game in games) / len(games)
            width = PANEL_WIDTH * share
            picture.box(left, y + row * i + row * 0.35, width, row * 0.5, colour, f' stroke="{QUIET}" stroke-width="0.5"')
            if width > 30:
                picture.text(left + width / 2, y + row * i + row * 0.6 + 4, f"{100 * share:.0f}%", "middle", ink)
            left += width
        picture.text(x, y + row * i + row * 0.28, one["name"])
    picture.text(x + PANEL_WIDTH / 2, y + PANEL_HEIGHT + 28, "White wins, draw, Black wins", "middle", QUIET)


def draw_lengths(picture, x, y, found, strong):
    """The share of unfinished games."""
    longest = max(game["plies"] for one in found for game in one["nodes"][strong]["games"].values())
    at = axes(picture, x, y, PANEL_WIDTH, PANEL_HEIGHT, longest, 100, "Games that still go on, %", "plies")
    for i, one in enumerate(found):
        plies = [game["plies"] for game in one["nodes"][strong]["games"].values()]
        step = max(1, longest // 60)
        picture.path([at(ply, 100 * sum(x > ply for x in plies) / len(plies)) for ply in range(0, longest + 1, step)], COLOURS[i % len(COLOURS)],
                     more=' stroke-width="1.5"')


def draw_values(picture, x, y, found, strong):
    names = [value["piece"] for value in sorted(found[0]["nodes"][strong]["values"], key=lambda value: -value["value"])]
    if not names:
        return
    picture.text(x, y - 10, "Values of pieces, in Pawns", more=' font-weight="bold"')
    every = [value for one in found for value in one["nodes"][strong]["values"]]
    # Values with large errors do not set the scale.
    most = max(value["value"] + value["error"] for value in [v for v in every if 2 * v["error"] < v["value"]] or every)
    row, left, width = PANEL_HEIGHT / len(names), x + 110, PANEL_WIDTH - 110
    for i in range(0, int(most) + 1, max(1, round(most / 5))):
        picture.line(left + width * i / most, y, left + width * i / most, y + PANEL_HEIGHT, "#ddd")
        picture.text(left + width * i / most, y + PANEL_HEIGHT + 14, i, "middle", QUIET)
    for k, name in enumerate(names):
        picture.text(left - 6, y + row * (k + 0.5) + 4, name, "end")
        for i, one in enumerate(found):
            for value in one["nodes"][strong]["values"]:
                if value["piece"] == name:
                    middle = y + row * (k + (i + 1) / (len(found) + 1))
                    low, high = (left + width * min(1, max(0, (value["value"] + sign * value["error"]) / most)) for sign in (-1, 1))
                    picture.line(low, middle, high, middle, COLOURS[i % len(COLOURS)], 2)


def draw(title, found, strong):
    across = PANEL_WIDTH + 2 * MARGIN
    legend = PANEL_HEIGHT + 80
    picture = Picture(3 * across, legend + 20 * ((len(found) + 2) // 3) + 10, f"{title}: what if?")
    for i, panel in enumerate((draw_results, draw_lengths, draw_values)):
        panel(picture, MARGIN + i * across, 34, found, strong)
    for i, one in enumerate(found):
        x, y = MARGIN + (i % 3) * across, legend + 20 * (i // 3)
        picture.box(x, y, 12, 12, COLOURS[i % len(COLOURS)])
        picture.text(x + 18, y + 10, one["name"])
    return picture.svg()


def write(prefix, title, found, strengths, command, count):
    """Writes PREFIX.md, PREFIX.html and PREFIX.svg. found: of each set of rules `name`, `nodes` (figures by strength), `four` and
    `first_moves`, the game's own rules first."""
    pages.write(prefix, title, list(parts_of(title, found, strengths, command, count)), draw(title, found, strengths[1]))
