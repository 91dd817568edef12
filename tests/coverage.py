#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of src/ that the tests run, by file (make coverage).

Usage: tests/coverage.py [--lines FILE]... [NAME...]
NAMEs are tests or groups as in tests/run.sh (default: all but `long`). --lines lists the lines of a file that no test
runs. A header's line counts once, whichever file includes it. The counts add to those of earlier
runs since the last change of the code. Needs gcc and gcov."""

import collections
import glob
import gzip
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = "build/test-coverage"
AIM = 95.0


def run_tests(names):
    environment = dict(os.environ, CC="gcc", TEST_BUILD=BUILD, TEST_LIMIT="3600", TEST_POLITE="1", CK_TIMEOUT_MULTIPLIER="5",
                       TEST_OPT="-O1 -g --coverage -fprofile-update=atomic -DCOVERAGE")
    return subprocess.run(["tests/run.sh", *(names or ["engine", "tools", "gui", "page"])], cwd=ROOT, env=environment).returncode


def read_counts():
    """{file in src/: {line: number of runs}}"""
    counts = collections.defaultdict(lambda: collections.defaultdict(int))
    notes = [os.path.abspath(name) for name in glob.glob(os.path.join(ROOT, BUILD, "src", "**", "*.gcno"), recursive=True)]
    with tempfile.TemporaryDirectory() as folder:
        # One at a time: reports with the same name would overwrite each other.
        for note in notes:
            subprocess.run(["gcov", "--json-format", note], cwd=folder, check=True, capture_output=True)
            for name in glob.glob(os.path.join(folder, "*.gz")):
                with gzip.open(name) as file:
                    report = json.load(file)
                for source in report["files"]:
                    path = os.path.normpath(source["file"])
                    if path.startswith("src" + os.sep):
                        for line in source["lines"]:
                            counts[path][line["line_number"]] += line["count"]
                os.remove(name)
    return counts


def ranges(numbers):
    """[1, 2, 3, 7] as "1-3 7"."""
    text, start = [], None
    for number in sorted(numbers):
        if start is not None and number == last + 1:
            last = number
            text[-1] = "%d-%d" % (start, last)
        else:
            start = last = number
            text.append(str(number))
    return " ".join(text)


def main():
    words, wanted = sys.argv[1:], []
    while words[:1] == ["--lines"]:
        wanted.append(words[1])
        words = words[2:]
    status = run_tests(words)
    counts, lines, run = read_counts(), 0, 0
    for path in sorted(counts):
        own = counts[path]
        ran = sum(count > 0 for count in own.values())
        lines, run = lines + len(own), run + ran
        print("%-36s %5d of %5d lines %6.1f%%" % (path, ran, len(own), 100.0 * ran / len(own)))
        if path in wanted:
            print("    not run: " + ranges([n for n in own if not own[n]]))
    share = 100.0 * run / max(lines, 1)
    print("%-36s %5d of %5d lines %6.1f%%, the aim is %.0f%%" % ("all of src/", run, lines, share, AIM))
    return status or share < AIM


if __name__ == "__main__":
    sys.exit(main())
