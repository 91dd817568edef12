#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Self-play statistics of the games: the figures of docs/inventors.md.

    lab/report.py --data DIR [--nets DIR] [GAME[=COUNT] ...]

plays the games by `quincunx-lab datagen` (both sides are the same program with the same number of nodes a move, after six to
ten moves at random; the same options give the same games on every machine), reads them by `quincunx-lab datagen --print`,
and writes tables between the marks in the page and plots beside it. Games are not played twice: stop it at any time; the
same command continues. Games that are not named keep their place on the page, by their figures in DIR.

The classical evaluation plays. With --nets the networks in a folder play, each its game, and their results have a separate
table, which shows how much depends on the player.
"""

import argparse
import json
import os
import subprocess
import sys
import time

import games as registry
import report_figures
import report_page
import whole_file
import workers

HERE = os.path.dirname(os.path.abspath(__file__))
# Nodes per move; pairs of moves need more.
NODES, NODES_OF_PAIRS = 250, 1000


def fail(message):
    sys.exit(f"report: {message}")


def play(options, game, count, path):
    """Plays games into the file, up to this number."""
    words = words_of(options, game, count)
    if workers.run([options.lab, *words, "--out", path, "--quiet"]).returncode:
        fail(f"playing {game} failed; the same command continues")


def words_of(options, game, count):
    words = ["datagen", game, "--nodes", str(NODES_OF_PAIRS if options.facts[game]["pairs"] else NODES), "--seed", str(options.seed), "--games", str(count)]
    return words + ["--net", net_of(options, game)] if options.nets else words


def net_of(options, game):
    return os.path.join(options.nets, game + ".nnue")


def read(options, path, count):
    """The settings of the games, and at most this many games of the file."""
    if not os.path.exists(path):
        return "", []
    process = subprocess.Popen([options.lab, "datagen", "--print", path], stdout=subprocess.PIPE)
    head = json.loads(next(process.stdout, b"{}"))
    games = [game for game in map(json.loads, process.stdout) if game["number"] < count]
    if process.wait():
        fail(f"{path} cannot be read")
    return head["origin"], games


def file_of(options, game, kind):
    return os.path.join(options.data, f"{game}{'-net' * bool(options.nets)}.{kind}")


def kept_figures(options, game):
    """The stored figures of a game, None if there are none."""
    return whole_file.kept_json(file_of(options, game, "figures"), [])


def figures_of(options, game, count, sheet):
    """The figures of a game: the stored ones, or new ones."""
    path = file_of(options, game, "games")
    command = " ".join(["quincunx-lab", *words_of(options, game, count), "--out", os.path.basename(path)])
    found = kept_figures(options, game)
    if found and found["command"] == command:
        return found
    made, games = read(options, path, count)
    if len(games) < count:
        play(options, game, count, path)
        made, games = read(options, path, count)
    found = report_figures.figures(sheet, made, games, start_moves(options, game))
    found["command"] = command
    whole_file.write(file_of(options, game, "figures"), json.dumps(found))
    return found


def data_sheets(options):
    """Of all games: names, pieces, the draw counter."""
    said = subprocess.run([options.engine, "json"], input='{"id":1,"do":"games"}\n', capture_output=True, text=True, check=True).stdout
    return {sheet["name"]: sheet for sheet in json.loads(said.splitlines()[0])["games"]}


def start_moves(options, game):
    """The legal moves of the start position."""
    script = f"setoption name UCI_Variant value {game}\nposition startpos\ngo perft 1\nquit\n"
    said = subprocess.run([options.engine], input="uci\n" + script, capture_output=True, text=True, check=True).stdout
    return {line.split(": ")[0] for line in said.splitlines() if line.endswith(": 1")}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME[=COUNT]", help="all of them, 1000 games each")
    parser.add_argument("--data", required=True, metavar="DIR", help="where games are kept, some megabytes")
    parser.add_argument("--nets", metavar="DIR", help="the networks there play, GAME.nnue each")
    parser.add_argument("--engine", default=os.path.join(HERE, "..", "quincunx"))
    parser.add_argument("--seed", type=int, default=1001)
    parser.add_argument("--page", default=os.path.join(HERE, "..", "docs", "inventors.md"))
    parser.add_argument("--date", default=time.strftime("%-d %B %Y"), help="on the page (today)")
    options = parser.parse_args()
    if not os.access(options.engine, os.X_OK):
        fail(f"there is no engine {options.engine}; make builds it, --engine names another")
    options.engine = os.path.abspath(options.engine)
    options.lab = os.path.join(os.path.dirname(options.engine), "quincunx-lab")
    # Games that other programs know come last.
    options.facts = dict(sorted(registry.facts(options.engine).items(), key=lambda item: item[1]["standard_notation"]))
    wanted = {}
    for word in options.games or [game for game in options.facts if not options.nets or os.path.exists(net_of(options, game))]:
        game, _, count = word.partition("=")
        if game not in options.facts or not (count or "1000").isdigit() or count == "0":
            fail(f"'{word}' is not GAME or GAME=COUNT; games are {', '.join(options.facts)}")
        wanted[game] = int(count or 1000)
        if options.nets and not os.access(net_of(options, game), os.R_OK):
            fail(f"there is no network {net_of(options, game)}")
    options.games = wanted
    os.makedirs(options.data, exist_ok=True)
    return options


def main():
    options = arguments()
    sheets, found = data_sheets(options), {}
    for game, count in options.games.items():
        found[game] = figures_of(options, game, count, sheets[game])
        print(f"{game}: {found[game]['games']} games", flush=True)
    known = {game: found.get(game) or kept_figures(options, game) for game in options.facts}
    known = {game: figures for game, figures in known.items() if figures}
    lost = report_page.rows_lost(options.page, "nets" if options.nets else "all", [sheets[game]["title"] for game in options.facts if game not in known])
    if lost:
        fail(f"the page has {', '.join(lost)}, but {options.data} has no figures of them: name them, too, or the folder that has them; "
             "the page is unchanged")
    for game in report_page.without_place(options.page, options.games):
        print(f"{options.page} has no place for the tables of {game}: write the two lines <!-- figures: {game} --> and <!-- end --> where they belong")
    if options.nets:
        report_page.write_nets(options.page, known, options.date)
    else:
        report_page.write(options.page, known, options.date)


if __name__ == "__main__":
    main()
