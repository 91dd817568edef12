# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page of lab/report.py: tables between its marks, plots as SVG beside it.

In the page <!-- figures: NAME --> ... <!-- end --> holds the tables; the prose around them is kept. NAME is "all", "how",
"nets" or a game's name in UCI."""

import os
import re

from pages import BAR, BLACK_COLOUR, DRAW_COLOUR, GRID, INK, MARGIN, PANEL_HEIGHT, PANEL_WIDTH, QUIET, WHITE_COLOUR, Picture, axes, common_first, fill, has_mark, table

# ---- Plots ----

def plot_lengths(picture, x, y, found):
    """Lengths of games, by result."""
    weighted = found["weighted"]
    total = sum(weight for _, weight, _ in weighted)
    longest = max(length for length, _, _ in weighted)
    step = max(1, round(longest / 24))
    bars = {}
    for length, weight, points in weighted:
        bar = bars.setdefault((length - 1) // step, {0.0: 0.0, 0.5: 0.0, 1.0: 0.0})
        bar[points] += 100 * weight / total
    most = max(sum(bar.values()) for bar in bars.values())
    at = axes(picture, x, y, PANEL_WIDTH, PANEL_HEIGHT, longest + step, most * 1.05, "Length: % of games", "plies (moves of both sides)")
    for place, bar in bars.items():
        base = 0.0
        for points, colour in ((1.0, WHITE_COLOUR), (0.5, DRAW_COLOUR), (0.0, BLACK_COLOUR)):
            left, top = at(place * step, base + bar[points])
            right, bottom = at((place + 1) * step, base)
            picture.box(left + 0.5, top, right - left - 1, bottom - top, colour, f' stroke="{QUIET}" stroke-width="0.5"')
            base += bar[points]
    for i, (words, colour) in enumerate((("White", WHITE_COLOUR), ("draw", DRAW_COLOUR), ("Black", BLACK_COLOUR))):
        picture.box(x + 195 + 48 * i, y - 19, 10, 10, colour, f' stroke="{QUIET}" stroke-width="0.5"')
        picture.text(x + 208 + 48 * i, y - 10, words)


def plot_choices(picture, x, y, found):
    """Moves to choose from in the course of a game."""
    rows = found["by_ply"]
    at = axes(picture, x, y, PANEL_WIDTH, PANEL_HEIGHT, rows[-1][0] + 1, 1.05 * max(row[3] for row in rows),
              "Moves to choose from", "ply; band: 8 of 10 positions, line: the middle one")
    picture.path([at(row[0], row[1]) for row in rows] + [at(row[0], row[3]) for row in reversed(rows)], "none", BAR, ' fill-opacity="0.25"')
    picture.path([at(row[0], row[2]) for row in rows], BAR, more=' stroke-width="2"')


def plot_values(picture, x, y, found):
    """Values of pieces for the result, with errors."""
    values = sorted(found["values"], key=lambda value: -value["value"])
    picture.text(x, y - 10, "What a piece is worth, in Pawns of the engine", more=' font-weight="bold"')
    most = max(max(value["value"] + value["error"], value["own"]) for value in values)
    row, left = PANEL_HEIGHT / len(values), x + 110
    width = PANEL_WIDTH - 110
    for i in range(0, int(most) + 1, max(1, round(most / 5))):
        picture.line(left + width * i / most, y, left + width * i / most, y + PANEL_HEIGHT, GRID)
        picture.text(left + width * i / most, y + PANEL_HEIGHT + 14, i, "middle", QUIET)
    for i, value in enumerate(values):
        middle = y + row * (i + 0.5)
        picture.text(left - 6, middle + 4, value["piece"], "end")
        picture.box(left, middle - row * 0.3, width * max(0, value["value"]) / most, row * 0.6, BAR, ' fill-opacity="0.6"')
        low, high = max(0, value["value"] - value["error"]), max(0, value["value"] + value["error"])
        picture.line(left + width * low / most, middle, left + width * high / most, middle, INK, 1.5)
        if value["own"]:
            place = left + width * value["own"] / most
            picture.line(place, middle - row * 0.4, place, middle + row * 0.4, "#c1121f", 2)
    picture.text(x + PANEL_WIDTH / 2, y + PANEL_HEIGHT + 28, "bar: these games, with error; red: what the engine counts", "middle", QUIET)


def plot_game(path, found):
    across = PANEL_WIDTH + 2 * MARGIN
    picture = Picture(3 * across, PANEL_HEIGHT + 90, f"{found['title']} in figures")
    plots = [plot_lengths] + [plot_choices] * bool(found["by_ply"]) + [plot_values] * bool(found["values"])
    for i, plot in enumerate(plots):
        plot(picture, MARGIN + i * across, 34, found)
    picture.save(path)


def plot_results(path, all_found):
    picture = Picture(760, 60 + 34 * len(all_found), "Results of all games")
    for i, found in enumerate(all_found):
        y, x, width = 20 + 34 * i, 150, 580
        picture.text(x - 8, y + 16, found["title"], "end")
        for key, colour, ink in (("wins", WHITE_COLOUR, INK), ("draws", DRAW_COLOUR, INK), ("losses", BLACK_COLOUR, "#fff")):
            part = width * max(0.0, found[key][0])
            picture.box(x, y, part, 24, colour, f' stroke="{QUIET}" stroke-width="0.5"')
            if part > 30:
                picture.text(x + part / 2, y + 16, f"{100 * found[key][0]:.0f}%", "middle", ink)
            x += part
    for i, (words, colour) in enumerate((("White wins", WHITE_COLOUR), ("draw", DRAW_COLOUR), ("Black wins", BLACK_COLOUR))):
        picture.box(150 + 110 * i, 34 * len(all_found) + 30, 12, 12, colour, f' stroke="{QUIET}" stroke-width="0.5"')
        picture.text(168 + 110 * i, 34 * len(all_found) + 40, words)
    picture.save(path)


# ---- Tables ----

def percent(pair):
    if pair[0] < 0.0005:
        return "under 0.1%"
    return f"{100 * pair[0]:.1f} ± {100 * pair[1]:.1f}%"


def overview(found_by_game, pictures):
    rows = [(f["title"], f"{f['games']:,}", percent(f["white"]), percent(f["draws"]), f"{f['lengths']['mean'][0]:.0f} ± {f['lengths']['mean'][1]:.0f}",
             f"{f['choices']['p50']} ({f['choices']['p10']}-{f['choices']['p90']})") for f in found_by_game.values()]
    return f"![Results]({pictures}/results.svg)\n\n" + table(
        ("game", "games", "White scores", "draws", "plies a game", "moves to choose from: the middle (8 of 10 positions)"), rows)


def game_tables(name, f, pictures):
    ends = table(("how games end", "share"), [(words, percent(pair)) for pair, words in f["reasons"]])
    led, kept, drawn, share = f["led"]
    lines = [f"![{f['title']} in figures]({pictures}/{name}.svg)", "",
             f"{f['games']:,} games. White wins {percent(f['wins'])}, Black {percent(f['losses'])}, draws {percent(f['draws'])}. "
             f"Half last at most {f['lengths']['p50']} plies, one in ten {f['lengths']['p90']} or more. "
             f"Moves to choose from: {f['choices']['mean']:.0f} on average, {f['choices']['most']:,} at most.", "", ends, ""]
    if led:
        lines += [f"In {100 * share:.0f}% one side was far ahead; of {led} of these played on, it won {100 * kept / led:.0f}%, "
                  f"{100 * drawn / led:.0f}% were drawn.", ""]
    values = sorted(f["values"], key=lambda value: -value["value"])
    if values:
        lines += [table(("piece", "worth in these games", "the engine counts"),
                        [(v["piece"], f"{v['value']:.1f} ± {v['error']:.1f}", f"{v['own']:.1f}" if v["own"] else "-") for v in values]), ""]
    mover = "White" if f["first"] == "w" else "Black"
    moves = f["first_moves"]
    if moves:
        shown = moves[:3] + moves[-3:] if len(moves) > 6 else moves
        lines += [table((f"move of {mover}", "more points in 100 games", "games"),
                        [(f"`{move}`", f"{100 * mean:+.0f} ± {100 * error:.0f}", n) for mean, error, n, move in shown])]
    return "\n".join(lines).rstrip()


def how_made(found_by_game, date):
    lines = [f"Written on {date}. The games:", "", *records(found_by_game)]
    lines += ["", "Positions for the values of pieces: " + ", ".join(f"{f['title']} {f['positions']:,}" for f in found_by_game.values()) + "."]
    return "\n".join(lines)


def records(found_by_game):
    """The games and their settings."""
    lines = [f"    {f['command']}" for f in found_by_game.values()]
    return lines + ["", *(f"    {line}" for line in common_first([(name, f["made"]) for name, f in found_by_game.items()]))]


def nets_table(found_by_game, date):
    """Results of networks; the rest of the page is by the classical evaluation."""
    rows = [(f["title"], f"{f['games']:,}", percent(f["white"]), percent(f["draws"]), f"{f['lengths']['mean'][0]:.0f} ± {f['lengths']['mean'][1]:.0f}",
             ", ".join(f"{words} {percent(pair)}" for pair, words in f["reasons"][:3])) for f in found_by_game.values()]
    head = ("game", "games", "White scores", "draws", "plies a game", "how they end, mostly")
    return "\n".join([table(head, rows), "", f"Written on {date}. The games:", "", *records(found_by_game)])


def rows_lost(page, part, titles):
    """The titles that have a row in a part of the page."""
    with open(page, encoding="utf-8") as file:
        found = re.search(rf"<!-- figures: {part} -->\n(.*?)<!-- end -->", file.read(), flags=re.S)
    return [title for title in titles if found and f"\n| {title} |" in found[1]]


def without_place(page, games):
    """The games without marks in the page."""
    return [game for game in games if not has_mark(page, "figures", game)]


def write(page, found_by_game, date):
    """Puts figures into the page; parts of games of which there are none stay as they are."""
    pictures = "inventors"
    folder = os.path.join(os.path.dirname(os.path.abspath(page)), pictures)
    os.makedirs(folder, exist_ok=True)
    parts = {name: game_tables(name, f, pictures) for name, f in found_by_game.items()}
    parts["all"], parts["how"] = overview(found_by_game, pictures), how_made(found_by_game, date)
    plot_results(os.path.join(folder, "results.svg"), list(found_by_game.values()))
    for name, f in found_by_game.items():
        plot_game(os.path.join(folder, f"{name}.svg"), f)
    fill(page, "figures", parts)


def write_nets(page, found_by_game, date):
    """Puts the table of networks into the page."""
    fill(page, "figures", {"nets": nets_table(found_by_game, date)})
