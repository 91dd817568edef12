#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""All states of the model of how searches begin and end (tests/model/search.pml), and that each fault in it is found. Needs
spin. HELPERS=2 in the environment: a search of three threads, not two. TEST_LONG=1: also what it says of all futures of a state, and
each fault. Usage: tests/test_model.py [ENGINE [TEST...]]"""

import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from protocol import Folder, check, long, run  # noqa: E402

MODEL = os.path.join(ROOT, "tests", "model", "search.pml")
HELPERS = os.environ.get("HELPERS", "1")
# What finds a fault: "safety" is assertions and deadlocks, the others are the model's formulas.
FAULTS = {
    "DEAF_TO_PONDERING": "safety", "ENDS_SILENTLY": "safety", "FORGETS_PONDER": "safety", "HALT_WITHOUT_WAIT": "safety",
    "HELPERS_GO_ON": "speaks", "LEAVES_AT_ONCE": "safety", "NO_PERMISSION": "safety", "NO_WAIT_FOR_HELPERS": "safety",
    "OLD_DEPTHS": "safety", "PONDERHIT_WITHOUT_LOCK": "safety", "PRIVATE_STOP_AFTER": "safety", "SIGNAL_ONE": "safety",
    "STOPS_DEPTH_1": "safety", "STOP_BEFORE_ENDED": "stops", "STOP_WITHOUT_LOCK": "safety",
}


def verify(folder, fault, formula, helpers=HELPERS):
    """The fault of the model, "" if none, and the number of its states."""
    subprocess.run(["spin", "-DHELPERS=" + helpers, *(["-D" + fault] if fault else []), "-a", MODEL], cwd=folder.path,
                   stdout=subprocess.DEVNULL, check=True)
    safety = formula == "safety"
    flags = ["-O0" if fault else "-O2", "-DCOLLAPSE", *(["-DSAFETY", "-DNOCLAIM"] if safety else ["-DNFAIR=3"])]
    subprocess.run(["gcc", "-w", *flags, "-o", "pan", "pan.c"], cwd=folder.path, check=True)
    found = subprocess.run(["./pan", "-m2000000", *([] if safety else ["-N", formula, "-a", "-f"])], cwd=folder.path,
                           capture_output=True, text=True).stdout
    errors = int(re.search(r"errors: (\d+)", found).group(1))
    wrong = re.search(r"^pan:1: (.*)", found, re.M)
    check("max search depth too small" not in found, "the search of states was cut short")
    check((errors > 0) == bool(wrong), found)
    return wrong.group(1) if wrong else "", int(re.search(r"(\d+) states, stored", found).group(1))


def holds(folder, formula):
    wrong, states = verify(folder, None, formula)
    check(not wrong, "%s: %s" % (formula, wrong))
    print("    %s: %d states" % (formula, states))


def the_model_holds(folder):
    holds(folder, "safety")


@long
def searches_end_and_are_answered(folder):
    for formula in ("stops", "speaks"):
        holds(folder, formula)


@long
def each_fault_is_found(folder):
    with open(MODEL, encoding="ascii") as file:
        named = set(re.findall(r"^#ifn?def (\w+)", file.read(), re.M)) - {"HELPERS"}
    check(named == set(FAULTS), "faults of the model: %s" % sorted(named ^ set(FAULTS)))
    for fault, formula in FAULTS.items():
        wrong, _ = verify(folder, fault, formula, "1")
        check(wrong, "%s is not found" % fault)
        print("    %s: %s" % (fault, wrong))


TESTS = [the_model_holds, searches_end_and_are_answered, each_fault_is_found]

if __name__ == "__main__":
    if not shutil.which("spin"):
        print("spin is not installed (tests/deps.sh more)\n0 passed, 0 failed, %d skipped" % len(TESTS))
        sys.exit(0)
    sys.exit(run(TESTS, Folder))
