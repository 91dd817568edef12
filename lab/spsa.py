#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Tunes search parameters by games: simultaneous perturbation (SPSA).

Every iteration moves all parameters at once, each up or down at random; the engine with these values plays the engine with
the opposite ones, in one or several games, and every value then moves towards the winner's. J. C. Spall, "Implementation of
the Simultaneous Perturbation Algorithm for Stochastic Optimization", 1998, with its gain sequences a_k = a / (A + k)^0.602
and c_k = c / k^0.101.

The engine is a tuning build (make TUNE=1), the games are played by quincunx-match. The result of every iteration is in the
state file, and all else follows from the results and the seed: the same command continues from there.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import whole_file
import workers

ALPHA, GAMMA = 0.602, 0.101


def fail(message):
    sys.exit(f"{os.path.splitext(os.path.basename(sys.argv[0]))[0]}: {message}")


# ---- Parameters ----

def engine_parameters(engine, game):
    """The integer options of a tuning build that are parameters, with the game's values: their names are lower case."""
    words = f"setoption name UCI_Variant value {game}\nuci\nquit\n"
    try:
        text = subprocess.run([engine], input=words, capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        fail(f"{engine}: {error}")
    pattern = r"^option name ([a-z0-9_]+) type spin default (-?\d+) min (-?\d+) max (-?\d+)"
    found = {name: [int(x) for x in rest] for name, *rest in re.findall(pattern, text, re.M)}
    if not found:
        fail(f"{engine} offers no parameters; it must be built with make TUNE=1")
    return found


def choose(known, words):
    """Parameters from NAME[=START][:MIN:MAX], or all of them."""
    chosen = {}
    for word in known if words == ["all"] else words:
        match = re.fullmatch(r"(\w+)(?:=(-?\d+))?(?::(-?\d+):(-?\d+))?", word)
        if not match:
            fail(f"'{word}' is not NAME, NAME=START or NAME:MIN:MAX")
        name = match[1]
        if name not in known:
            fail(f"the engine has no parameter '{name}'; it has {', '.join(known)}")
        default = known[name]
        start, least, most = (default[i] if match[i + 2] is None else int(match[i + 2]) for i in range(3))
        if not default[1] <= least <= start <= most <= default[2] or least == most:
            fail(f"'{word}': not {least} <= {start} <= {most}, within {default[1]} to {default[2]}")
        # Some ranges are wide, to switch a technique off: so the step depends on the value.
        chosen[name] = {"start": start, "least": least, "most": most, "scale": min(abs(start) or most - least, most - least)}
    return chosen


def clamp(value, parameter):
    return max(parameter["least"], min(parameter["most"], value))


# ---- State ----

def load(path, settings):
    """The settings and results in the file if there is one, else these settings and no results."""
    if not os.path.exists(path):
        return {"settings": settings, "results": []}
    try:
        state = whole_file.read_json(path, ["settings"])
        state["settings"].setdefault("resign", 0)  # not yet in older files
        if "history" in state:  # older files
            games = 2 * state["settings"]["pairs"] * len(state["settings"]["games"])
            state["results"] = [[(past["gain"] + 1) / 2 * games, games, 0] for past in state["history"]]
        state = {"settings": state["settings"], "results": [[points, games, faults] for points, games, faults in state["results"]]}
        different = [key for key in settings if state["settings"][key] != settings[key]]
    except (whole_file.Unreadable, ValueError, KeyError, TypeError):
        fail(f"{path} is not a state file of this program")
    if different:
        fail(f"{path} was made with other settings ({', '.join(different)}); give those, or another file")
    return state


def save(path, state):
    results = ",\n  ".join(json.dumps(result) for result in state["results"])
    whole_file.write(path, f'{{"settings": {json.dumps(state["settings"], indent=1)},\n "results": [\n  {results}]}}\n')


def replay(state):
    """The values after all results: directions follow from the seed, so nothing else is stored."""
    values = {name: float(p["start"]) for name, p in state["settings"]["parameters"].items()}
    for k, (points, games, _) in enumerate(state["results"], 1):
        learn(state["settings"], k, values, points, games)
    return values


def print_table(state):
    values = replay(state)
    games, faults = (sum(result[i] for result in state["results"]) for i in (1, 2))
    width = max(len("parameter"), *(len(name) for name in values))
    print(f"After {len(state['results'])} iterations, {games:.0f} games:")
    print(f"{'parameter':{width}}  start    now  change   value    range")
    for name, value in values.items():
        p = state["settings"]["parameters"][name]
        print(f"{name:{width}} {p['start']:6} {round(value):6} {round(value) - p['start']:+7} {value:7.1f}    {p['least']} .. {p['most']}")
    if faults:
        print(f"{faults} games ended by a fault of an engine, not by chess: fix that first")


# ---- Steps ----

def directions(settings, k):
    """For each parameter of iteration k: up or down, and a random rounding offset from 0 to 1, which keeps the mean."""
    chance = random.Random(f"{settings['seed']} {k}")
    return {name: (chance.choice((-1, 1)), chance.random()) for name in settings["parameters"]}


def sides(settings, k, values):
    """The values of both sides in iteration k."""
    perturbation = settings["perturbation"] / k ** GAMMA
    plus, minus = {}, {}
    for name, (direction, rounding) in directions(settings, k).items():
        p = settings["parameters"][name]
        # Below half a unit both sides would have the same value.
        move = direction * max(0.5, perturbation * p["scale"])
        plus[name] = clamp(int((values[name] + move + rounding) // 1), p)
        minus[name] = clamp(int((values[name] - move + rounding) // 1), p)
    return plus, minus


def learn(settings, k, values, points, games):
    """Moves the values towards the side that won in iteration k: `points` of `games` are those of the first."""
    stability = settings["stability"]
    step = settings["step"] * ((stability + 1) / (stability + k)) ** ALPHA * k ** GAMMA
    for name, (direction, _) in directions(settings, k).items():
        p = settings["parameters"][name]
        values[name] = clamp(values[name] + step * p["scale"] * (2 * points / games - 1) * direction, p)


# ---- Games ----

def play(options, plus, minus, first, seed):
    """A match in all games; returns the points of plus, the games, and how many of them ended by a fault."""
    with tempfile.TemporaryDirectory() as directory:
        result = os.path.join(directory, "result.json")
        command = [options.match]
        for name, values in (("plus", plus), ("minus", minus)):
            command += ["-engine", f"cmd={options.engine}", f"name={name}"]
            command += [f"option.{parameter}={value}" for parameter, value in values.items()]
        command += ["-each", f"nodes={options.nodes}", f"option.Hash={options.hash}", "-variant", *options.games]
        command += ["-openings", f"file={os.path.join(options.openings, '%v.epd')}", "order=random", f"start={first}"]
        command += ["-rounds", str(options.pairs), "-concurrency", str(options.concurrency), "-seed", str(seed)]
        command += ["-maxmoves", "200"]  # not every game ends by its rules
        if options.resign:
            command += ["-resign", "movecount=4", f"score={options.resign}", "twosided=true"]
            command += ["-draw", "movenumber=60", "movecount=8", "score=15"]
        command += ["-json", result]
        done = workers.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            fail(f"the match failed ({done.returncode}): {done.stderr.strip()}")
        with open(result) as file:
            tally = json.load(file)
    scores = [int(c) for c in tally["scores"] if c in "012"]
    if not scores:
        fail("the match counted no games")
    faults = sum(reason[kind] for reason in tally["reasons"] if reason["fault"] for kind in ("losses", "draws", "wins"))
    return sum(scores) / 2, len(scores), faults


def iterate(options, state, values):
    settings, k = state["settings"], len(state["results"]) + 1
    plus, minus = sides(settings, k, values)
    points, games, faults = play(options, plus, minus, (k - 1) * settings["pairs"] + 1, settings["seed"])
    state["results"].append([points, games, faults])
    save(options.state, state)
    learn(settings, k, values, points, games)
    line = " ".join(f"{name}={value:.1f}" for name, value in values.items())
    print(f"{k}/{options.iterations} {100 * points / games:5.1f}%  {line}", flush=True)


# ---- The command line ----

def add_match_options(parser, resign):
    """Options of `play`, for every program that uses it; `resign`: the default."""
    parser.add_argument("--games", nargs="+", default=["chess"], metavar="VARIANT", help="games to play, all with the same values")
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games each time, in each game")
    parser.add_argument("--nodes", type=int, default=5000, help="a move")
    parser.add_argument("--resign", type=int, default=resign, metavar="SCORE",
                        help="end games that both sides score above CP, or below 15 from move 60; 0: play on to move 200")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="build/quincunx-tune", help="a tuning build")
    parser.add_argument("--match", default="./quincunx-match", help="the match runner")
    parser.add_argument("--openings", default="bench/openings", help="folder of opening sets")
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time")
    parser.add_argument("--hash", type=int, default=8, help="MiB an engine")


def check_numbers(options, positive, others):
    for name in positive + ["pairs", "nodes", "concurrency", "hash"]:
        if getattr(options, name) <= 0:
            fail(f"--{name} must be more than 0")
    for name in others + ["resign"]:
        if getattr(options, name) < 0:
            fail(f"--{name} must not be negative")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("state", help="the JSON file of the state")
    parser.add_argument("--parameters", nargs="+", default=["all"], metavar="NAME[=START][:MIN:MAX]", help="what to tune")
    parser.add_argument("--iterations", type=int, default=200, help="in all; may be raised later")
    parser.add_argument("--perturbation", type=float, default=0.3, help="perturbation, as a share of the values")
    parser.add_argument("--step", type=float, default=0.06, help="step for winning every game, as a share of the values")
    parser.add_argument("--stability", type=int, default=20, help="iterations before steps shrink (Spall's A)")
    add_match_options(parser, resign=0)
    parser.add_argument("--table", action="store_true", help="only print the values in the state file")
    options = parser.parse_args()
    check_numbers(options, ["iterations", "perturbation", "step"], ["stability"])
    return options


def main():
    options = read_options()
    if options.table:
        if not os.path.exists(options.state):
            fail(f"there is no file {options.state}")
        print_table(load(options.state, {}))
        return
    settings = {name: getattr(options, name) for name in ("games", "pairs", "nodes", "resign", "perturbation", "step", "stability", "seed")}
    settings["parameters"] = choose(engine_parameters(options.engine, options.games[0]), options.parameters)
    state = load(options.state, settings)
    values = replay(state)
    try:
        while len(state["results"]) < options.iterations:
            iterate(options, state, values)
    except KeyboardInterrupt:
        print("interrupted; the same command continues from here", file=sys.stderr)
    print_table(load(options.state, settings))


if __name__ == "__main__":
    main()
