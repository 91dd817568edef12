#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""From the rules of a game to a player, by one command: small tables, games, networks, search parameters, win rates, an opening
book, puzzles, levels of play.

    lab/overnight.py GAME --hours H --data DIR [--install]          also: make overnight GAME=x HOURS=8

It decides by what it measures, by these rules (their numbers are in overnight_rules.py):

- The rules are checked (make check-game), and endgame tables of few pieces made; the dozen with the longest wins are pictured. All of
  four pieces follow if 200 MB and 8% of the time are enough for them.
- A game that has a network in the tree goes on from it. Without one (or with --anew) the first games are played by the classical
  evaluation (60 nodes, breadth 24), and their positions' evaluations teach a first network, which is then tuned on what the
  searches of these games found. Each later round plays 25 nodes at breadth 24 with the network that plays best so far, and tunes it
  on all games. Games with so few nodes teach most for their time (nnue/README.md).
- Rounds get the same share of the time each: 3 of them below 2 hours, 4 below 6, then 5; one fewer from a network in the tree. So
  many games as that takes are measured first and stay the same from then on, so that the manifest makes the same network again.
- From 15 million positions on a network with 512 neurons is trained from new weights, below that 256; that of the tree keeps its
  size, and its scale of scores.
- A network must win its match (200 games at 2,000 nodes, opponents with colours swapped) against the player before it: the round is
  told as lost else, and the old player goes on. Two rounds lost in a row end the rounds.
- What follows is done by tuning builds of a copy of the tree, into which goes what was made so far; if no network won, it keeps the
  player that it had.
- If the time is enough for 200 iterations of 8 games at 8,000 nodes, lab/spsa.py tunes all margins of the search. If not, and if
  there are fewer than 15 or more than 80 moves to choose from, on average in the last games, it tunes seven parameters at 1,500
  nodes: late moves pruned, reductions, null move, margins. With so many or so few moves it begins with more or fewer late moves
  than in chess. The tuned values play 400 games against those before, and stay if they win by more than half the error of
  that match.
- Levels (lab/levels.py --choose) play 10 games a pair, then 20, 40, 100 while there is time.
- Tables, win rates, book, puzzles or levels that cannot be made are left out: the report tells why, and the same command tries
  them again.
- Of the time rounds get 45%, search parameters 8% (nothing where they are not tuned), win rates 5%, the book 8%, puzzles 6%, levels
  8%. The last eighth is for training, matches and building, which take what they take.

All lies in DIR/GAME: `made` has what a release needs (network with manifest, search parameters, win rates, book, puzzles, levels,
tables, pictures), report.md and report.html tell what was done and gained. --install puts `made` where make builds it in, a game of
src/ into its folders, an example, with the report, into examples/GAME, and lets the game's file include what is C. Stop it at any
time, the same command goes on; what is done is not done again, not even with more hours, and the programs that began the night go
on, not what was built since. Games are played in 20 pieces, --jobs at a time, with --slurm on a cluster; once a round's number of
games is measured, where they are played changes nothing.
"""

import argparse
import os
import shutil
import subprocess
import sys

import games as registry
import overnight_install
import overnight_page
import overnight_rules as rules
from overnight_kept import ROOT
from overnight_steps import Night
from tasks import TaskFailed, programs


def go_through(night):
    """All steps, as far as --until says."""
    if not night.o.unchecked:
        night.step("check of the rules", night.check)
    wanted = rules.STEPS[:rules.STEPS.index(night.o.until) + 1]
    night.attempt("tables", night.tables)
    night.attempt("endgames", night.endgames)
    if "networks" in wanted:
        night.networks()
    if "search parameters" in wanted:
        night.step("programs", night.programs)
        night.search_parameters()
        for name in wanted[3:]:
            night.attempt(name, getattr(night, name.replace(" ", "_")))
    night.step_name = "done"
    night.save()
    overnight_page.write(night.path("report"), night.o.facts["title"], night.state)
    night.say(f"{night.path('report')}.md, {night.path('report')}.html")


def git(*words):
    """What git says of the tree; nothing where there is no git, or no repository."""
    if not shutil.which("git"):
        return ""
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--hours", type=float, default=8, help="of this machine (8)")
    parser.add_argument("--data", required=True, metavar="DIR", help="outside the tree; gigabytes in a night")
    parser.add_argument("--engine", default=os.path.join(ROOT, "quincunx"), help="that knows the game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (as many as there are processors)")
    parser.add_argument("--slurm", metavar="OPTIONS", help="play games and matches by sbatch with these options ('' for none)")
    parser.add_argument("--match-rounds", type=int, default=100, help="pairs of games that decide a round, a multiple of 20 (100)")
    parser.add_argument("--match-nodes", type=int, default=2000, help="a move in them (2000)")
    parser.add_argument("--until", choices=rules.STEPS, default=rules.STEPS[-1], help="the last step (levels)")
    parser.add_argument("--tell", type=float, default=60, metavar="SECONDS", help="between lines of progress (60)")
    parser.add_argument("--anew", action="store_true", help="begin with the classical evaluation, not the tree's network")
    parser.add_argument("--unchecked", action="store_true", help="the rules were checked (make check-game)")
    parser.add_argument("--install", action="store_true", help="only install the results into the tree")
    options = parser.parse_args()
    options.engine, options.lab, options.match = programs(options.engine, "overnight")
    facts = registry.facts(options.engine)
    if options.game not in facts:
        sys.exit(f"overnight: '{options.game}' is not a game; there are {', '.join(facts)}")
    if options.hours <= 0 or options.jobs < 1 or options.tell <= 0:
        sys.exit("overnight: --hours, --jobs and --tell are more than 0")
    if options.match_rounds < 1 or options.match_rounds % rules.SHARDS:
        sys.exit(f"overnight: --match-rounds is a multiple of {rules.SHARDS}: a match has that many shards")
    options.facts = facts[options.game]
    nets = [os.path.join(folder, options.game + ".nnue") for folder in ("nnue/nets", f"examples/{options.game}")]
    options.begin = next((path for path in nets if not options.anew and os.path.exists(os.path.join(ROOT, path))), None)
    options.make = ["EXAMPLES=1"] if overnight_install.is_example(ROOT, options.game) else []
    options.commit = git("rev-parse", "HEAD") or "unknown"
    if (options.commit == "unknown" or git("status", "--porcelain", "src", "nnue", "examples")) and not options.install:
        print("overnight: what plays here is in no commit, so a manifest, which names commits, cannot make its networks again", file=sys.stderr)
    return options


def main():
    options = arguments()
    try:
        night = Night(options)
    except TaskFailed as failure:
        sys.exit(f"overnight: {failure}")
    if options.install:
        told = overnight_install.install(night.made, night.game, ROOT)
        print("\n".join(told + overnight_install.install_report(night.path(""), night.game, ROOT)))
        return
    try:
        with night.telling():
            go_through(night)
    except TaskFailed as failure:
        night.save()
        sys.exit(f"overnight: {night.step_name}: {failure}")
    except KeyboardInterrupt:
        night.save()
        sys.exit("overnight: stopped; the same command continues")


if __name__ == "__main__":
    main()
