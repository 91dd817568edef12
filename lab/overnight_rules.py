# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of lab/overnight.py as numbers; overnight.py explains them."""

from collections import namedtuple

STEPS = ("tables", "networks", "search parameters", "win rates", "book", "puzzles", "levels")
# Of the time, in percent. Training, matches and builds take the rest: about an eighth.
SHARES = {"tables": 8, "rounds": 45, "search parameters": 8, "win rates": 5, "book": 8, "puzzles": 6, "levels": 8}

# Tables of four pieces, estimated as by `quincunx-lab tables`: positions per second and processor, and per byte.
TABLES_RATE, TABLES_PACKED, TABLES_MOST = 300000, 5, 200 * 10**6

# Games and networks.
FIRST = {"--nodes": 60, "--breadth": 24, "--hash": 1}
LATER = {"--nodes": 25, "--breadth": 24, "--hash": 1}
SHARDS = 20           # shards of games and matches, on every machine: static evaluations are merged in their order
PROBE = 48            # games of a probe, to estimate how many fit the time
LABEL_SHARE = 64
LAMBDA = 80
WIDE_FROM, WIDE = 15000000, 512
LOST_IN_A_ROW = 2
# Training of a first network on static evaluations; with few games it needs many small steps.
LEARN, FEW_GAMES, LEARN_FEW = ("--epochs", "3"), 10000, ("--epochs", "40", "--batch", "2048")

# Search parameters.
FAR = (15, 80)        # moves to choose from, on average: outside, the parameters of chess do not fit
CHESS_MOVES = 35      # to choose from in chess
# Settings of lab/spsa.py: pairs of games per iteration, nodes per move, the resign score, Spall's A, and the minimum number of
# iterations.
Tuning = namedtuple("Tuning", "names pairs nodes resign stability least")
TUNINGS = {
    "margins": Tuning(tuple("""
        aspiration_window rfp_margin razor_margin null_eval_divisor null_margin null_margin_base probcut_margin
        lmr_base lmr_divisor lmr_history lmr_cut lmr_worsening lmr_pv lmr_table_pv lmr_peril lmr_window lmp_percent
        futility_base futility_margin futility_history history_pruning see_quiet see_square see_noisy see_peril qs_futility
        double_margin history_bonus history_bonus_max evaluated_bonus continuation_weight capture_weight correction_weight
        """.split()), 4, 8000, 700, 60, 200),
    "few": Tuning(("lmp_base", "lmp_percent", "lmr_base", "lmr_divisor", "null_base", "rfp_margin", "futility_margin"), 8, 1500, 0, 20, 0),
}
TUNE_LEAST = 2        # minimum iterations, even without time
TUNE_MATCH = 2        # times as many games as in the match of a round: gains are smaller

# What follows from the network.
WDL_NODES, WDL_GAMES_LEAST = 300, 200
BOOK_NODES, BOOK_LEAST, BOOK_MOST = 30000, 100, 10000
RATE_NODES = 300000   # of the probe search, to estimate how many positions fit the time
OPENINGS = 200        # for tuning and levels, if the tree has none of the game
LEVEL_GAMES = (10, 20, 40, 100)  # a pair, in passes; all of the first
PICTURES = 12         # of endgames


def rounds_of(hours, begun=False):
    """begun: there is a network to continue from."""
    return (3 if hours < 2 else 4 if hours < 6 else 5) - begun


def are_worth_it(positions, seconds):
    """Are tables with this many positions made, given these processor seconds?"""
    return positions / TABLES_PACKED <= TABLES_MOST and positions / TABLES_RATE <= seconds


def is_far(moves):
    """Is the mean number of moves to choose from far from chess's?"""
    return not FAR[0] <= moves <= FAR[1]


def tunings(moves):
    """The possible plans for a game with this many moves to choose from, the best first; the last one needs no time."""
    return ("margins", "few") if is_far(moves) else ("margins",)


def late_moves(percent, moves):
    """The start value of lmp_percent, from that of chess: with many moves the best ones come later. BordahBee's 343 give
    about the value found by hand, five times as much."""
    return round(percent * (moves / CHESS_MOVES) ** 0.75)


def is_better(found):
    """Did tuned values win their match with enough confidence? A sixth of useless ones would."""
    return found["elo"] > found["error"] / 2


def gained(state):
    """Elo of all matches that were won."""
    tuned = state["steps"].get("search parameters: match", {}).get("found")
    return sum(net["elo"] for net in state["nets"] if net["won"]) + (tuned["elo"] if tuned and is_better(tuned) else 0)


def longest_wins(endgames):
    """The endgames in the report."""
    return sorted((one for one in endgames if one["plies"]), key=lambda one: (-one["plies"], one["name"]))[:PICTURES]
