# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The games and facts for tools, from the engine (quincunx games --json)."""

import json
import subprocess


def facts(engine):
    """{name: facts} of all games, in their order. docs/adding-a-variant.md explains the members."""
    try:
        said = subprocess.run([engine, "games", "--json"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit("%s cannot list the games (%s); `make` builds the engine" % (engine, error))
    found = [json.loads(line) for line in said.splitlines()]
    return {game["name"]: game for game in found}


def names(engine):
    return list(facts(engine))
