#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of the tests, each run by itself: the cases of compiled tests, the functions of scripts that converse with the engine.

A part is called PROGRAM.CASE or SCRIPT.py:FUNCTION. Used by tests/conditions.py and tests/generated_mutants.py."""

import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Scripts that run as a whole; all others would test other things than the code, or take long.
WHOLE = ["test_cli.sh", "test_play.sh", "test_report.py", "test_tablebases.sh"]
# Scripts that name their functions when they are asked.
LISTED = ["test_datagen.py", "test_files.py", "test_match.py", "test_match_exact.py", "test_memory.py", "test_suites.py",
          "test_whatif.py"]
# What shortens the long comparisons.
SHORT = {"TEST_POSITIONS": "300", "TEST_OPTION_POSITIONS": "10", "TEST_LEAVES": "20000", "TEST_FUZZ": "100", "TEST_CLAIMS": "40",
         "TEST_CLIMB": "500"}


def cases(program):
    """The cases of a compiled test."""
    said = subprocess.run([program], cwd=ROOT, env=dict(os.environ, TEST_LIST="1", LLVM_PROFILE_FILE="/dev/null"),
                          check=True, capture_output=True, text=True)
    return said.stdout.split()


def functions(script, build):
    if script in LISTED:
        said = subprocess.run([sys.executable, os.path.join(ROOT, "tests", script), os.path.join(ROOT, build, "quincunx")], cwd=ROOT,
                              env=dict(os.environ, TEST_LIST="1", LLVM_PROFILE_FILE="/dev/null"), check=True, capture_output=True, text=True)
        return said.stdout.split()
    with open(os.path.join(ROOT, "tests", script), encoding="utf-8") as file:
        source = file.read()
    if script == "test_console.py":
        return re.findall(r"^def (test_\w+)\(\)", source, re.M)
    return re.findall(r"^@test\ndef (\w+)\(", source, re.M)


def all_parts(build):
    """The parts of the tests that are built in a folder, from the root."""
    found = []
    for source in sorted(glob.glob(os.path.join(ROOT, "tests", "test_*.c"))):
        name = os.path.basename(source)[:-2]
        found += ["%s.%s" % (name, case) for case in dict.fromkeys(cases(os.path.join(ROOT, build, "tests", name)))]
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "test_*.py"))):
        script = os.path.basename(path)
        found += ["%s:%s" % (script, function) for function in functions(script, build)]
    return found + WHOLE


def is_script(part):
    return ".py" in part or part.endswith(".sh")


def program_of(part):
    """test_units of test_units.test_tapered; the script of another part."""
    return part.partition(":")[0] if is_script(part) else part.partition(".")[0]


def command(part, build):
    """Command and environment of a part."""
    if is_script(part):
        script, _, function = part.partition(":")
        interpreter = sys.executable if ".py" in script else "bash"
        return [interpreter, "tests/" + script, build + "/quincunx", *([function] if function else [])], {}
    program, _, case = part.partition(".")
    return [build + "/tests/" + program], {"CK_RUN_CASE": case}


def programs(part, build):
    """What is to be built for a part."""
    if not is_script(part):
        return [build + "/tests/" + program_of(part)]
    return [build + "/quincunx", build + "/quincunx-lab", build + "/quincunx-match"]
