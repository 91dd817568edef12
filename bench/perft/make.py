#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the perft suites of this folder: `make perft-suites`. Usage: bench/perft/make.py SUITE ENGINE [GAME...]

From the environment: PERFT_LINES for a game's own rules (5000), PERFT_RULE_LINES for each other value of each option (500),
PERFT_MOST moves counted for a line (50000), PERFT_SEED (2026). SUITE is built from tests/reference/suite.c. The same seed
gives the same bytes."""

import gzip
import json
import os
import subprocess
import sys

COMMON = "counter repetitions stalemate first start".split()  # options of every game: they change no move
FOLDER = os.path.dirname(os.path.abspath(__file__))


def number(name, otherwise):
    return str(int(os.environ.get(name, otherwise)))


def values_of(option):
    """All but the default; two of a long range."""
    if "choices" in option:
        values = option["choices"]
    else:
        low, high = option["min"], option["max"]
        values = range(low, high + 1) if high - low <= 9 else (low, low + 7)
    return [str(value) for value in values if str(value) != str(option["default"])]


def make(suite, game, rules, lines):
    """Writes GAME/RULES.epd.gz, or nothing if the slow implementation does not know the rules."""
    done = subprocess.run([suite, game + (":" + rules if rules else ""), lines, number("PERFT_SEED", 2026), number("PERFT_MOST", 50000)],
                          capture_output=True, text=True)
    if done.returncode == 2 and rules:
        return
    if done.returncode:
        sys.exit("%s %s: %s" % (game, rules, done.stderr))
    name = rules or "own"
    os.makedirs(os.path.join(FOLDER, game), exist_ok=True)
    with gzip.GzipFile(os.path.join(FOLDER, game, name + ".epd.gz"), "wb", mtime=0) as file:
        file.write(done.stdout.encode())
    facts = [line for line in done.stderr.splitlines() if " lines, " in line][-1]
    print(facts.replace(game, "%s/%s" % (game, name), 1), flush=True)


def main():
    suite, engine, *only = sys.argv[1:]
    said = subprocess.run([engine, "games", "--json"], capture_output=True, text=True, check=True).stdout
    for facts in map(json.loads, said.splitlines()):
        game = facts["name"]
        if only and game not in only:
            continue
        make(suite, game, "", number("PERFT_LINES", 5000))
        for option in facts["rule_options"]:
            for value in () if option["name"] in COMMON else values_of(option):
                make(suite, game, "%s=%s" % (option["name"], value), number("PERFT_RULE_LINES", 500))


main()
