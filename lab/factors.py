#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Measures which changes of search parameters help, by a factorial match.

In every round one of the two players has each change, balanced over the rounds. So every game counts for every change: a few
thousand games measure fifty changes as precisely as a match of as many games measures one. R. L. Plackett and J. P. Burman,
"The Design of Optimum Multifactorial Experiments", 1946; here with Sylvester's matrices, whose entry is the parity of the
common bits of row and column. Each change is measured with half of the others in effect: afterwards test the best ones
together.

The engine is a tuning build (make TUNE=1), the games are played by quincunx-match. The state
file keeps the result of every round: the same command continues from there.
"""

import argparse
import math
import os
import random
import sys

import spsa
from spsa import fail

CERTAIN = 1.96  # standard errors: 95%


# ---- The design ----

def read_changes(words, known):
    """{text: values} of each NAME=VALUE[,NAME=VALUE...]."""
    changes = {}
    for word in words:
        values = {}
        for part in word.split(","):
            name, is_set, value = part.partition("=")
            if name not in known or not is_set or not value.lstrip("-").isdigit():
                fail(f"'{part}' is not NAME=VALUE of a parameter; they are {', '.join(known)}")
            default, least, most = known[name]
            if not least <= int(value) <= most or int(value) == default:
                fail(f"'{part}': not a value from {least} to {most} other than {default}, which it has now")
            if any(name in others for others in changes.values()):
                fail(f"'{name}' belongs to two changes")
            values[name] = int(value)
        changes[word] = values
    return changes


def block_of(changes):
    """Rounds until all changes are balanced against each other: a power of two."""
    return 1 << len(changes).bit_length()


def signs(settings, k):
    """For each change in round k, from 0: 1 if the first player has it, -1 if the second."""
    changes = settings["changes"]
    size = block_of(changes)
    block, row = divmod(k, size)
    chance = random.Random(f"{settings['seed']} {block}")
    rows, columns = list(range(size)), list(range(1, size))
    chance.shuffle(rows)
    chance.shuffle(columns)
    return {name: 1 - 2 * ((rows[row] & column).bit_count() & 1) for name, column in zip(changes, columns)}


def players(settings, k, known):
    """The values of both players in round k, of all parameters that any change concerns."""
    both = {1: {}, -1: {}}
    for name, sign in signs(settings, k).items():
        for parameter, value in settings["changes"][name].items():
            both[sign][parameter] = value
            both[-sign][parameter] = known[parameter][0]
    return both[1], both[-1]


# ---- Results ----

def elo(share):
    """The Elo of a score above one half."""
    share = max(-0.499, min(0.499, share))
    return 400 * math.log10((0.5 + share) / (0.5 - share))


def worth(state):
    """The gain in Elo of each change and its error, best first."""
    found = []
    for name in state["settings"]["changes"]:
        gains = [signs(state["settings"], k)[name] * (points / games - 0.5) for k, (points, games, _) in enumerate(state["results"])]
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        found.append((elo(mean), elo(CERTAIN * math.sqrt(variance / len(gains))), name))
    return sorted(found, reverse=True)


def print_table(state):
    games, faults = (sum(result[i] for result in state["results"]) for i in (1, 2))
    block = block_of(state["settings"]["changes"])
    print(f"After {len(state['results'])} rounds, {games} games; balanced after every {block} rounds:")
    for gain, error, name in worth(state) if state["results"] else []:
        print(f"{gain:+6.1f} +- {error:4.1f}  {name}")
    if faults:
        print(f"{faults} games ended by a fault of an engine, not by chess: fix that first")


# ---- The command line ----

def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("state", help="the JSON file that keeps the results")
    parser.add_argument("--changes", nargs="+", default=[], metavar="NAME=VALUE[,NAME=VALUE...]", help="each word is one change")
    parser.add_argument("--rounds", type=int, default=256, help="in all; may be raised later")
    spsa.add_match_options(parser, resign=1000)
    parser.add_argument("--table", action="store_true", help="only print the results in the file")
    options = parser.parse_args()
    spsa.check_numbers(options, ["rounds"], [])
    if not options.changes and not options.table:
        fail("--changes NAME=VALUE... is missing")
    return options


def main():
    options = read_options()
    if options.table:
        if not os.path.exists(options.state):
            fail(f"there is no file {options.state}")
        print_table(spsa.load(options.state, {}))
        return
    known = spsa.engine_parameters(options.engine, options.games[0])
    settings = {name: getattr(options, name) for name in ("games", "pairs", "nodes", "resign", "seed")}
    settings["changes"] = read_changes(options.changes, known)
    settings["defaults"] = {name: known[name][0] for values in settings["changes"].values() for name in values}
    state = spsa.load(options.state, settings)
    try:
        while len(state["results"]) < options.rounds:
            k = len(state["results"])
            first, second = players(settings, k, known)
            state["results"].append(list(spsa.play(options, first, second, k * options.pairs + 1, options.seed)))
            spsa.save(options.state, state)
            print(f"{k + 1}/{options.rounds} {state['results'][-1][0]:g} of {state['results'][-1][1]}", flush=True)
    except KeyboardInterrupt:
        print("interrupted; the same command continues from here", file=sys.stderr)
    print_table(state)


if __name__ == "__main__":
    main()
