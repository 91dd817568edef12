#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the diagrams of docs and docs/rules, and those of examples/rules if the engine has the examples.

    docs/make.py ENGINE [--check]

A diagram in a page is a comment with the arguments of `quincunx-lab diagram`, and the picture in the next line. With --check
nothing is written, and the last line counts the current and the stale ones: "N passed, N failed".
"""

import glob
import os
import re
import shlex
import subprocess
import sys

DOCS = os.path.dirname(os.path.abspath(__file__))


def draw(engine, folder, check):
    """Draws or checks the diagrams of the pages in a folder; returns how many are current and how many are not."""
    passed, failed, drawn = 0, 0, set()
    for page in sorted(glob.glob(os.path.join(folder, "*.md"))):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        found = re.findall(r"<!-- diagram (.*?) -->\n!\[[^\]]+\]\(([\w-]+\.svg)\)", text)
        pictures = re.findall(r"!\[[^\]]*\]\(([^)]*\.svg)\)", text)
        for name in pictures:
            if "/" in name:  # plots of another program
                if not os.path.exists(os.path.join(folder, name)):
                    print("FAILED: %s: there is no %s" % (os.path.basename(page), name))
                    failed += 1
            elif name not in [target for _, target in found]:
                print("FAILED: %s: %s is drawn by nothing" % (os.path.basename(page), name))
                failed += 1
        for arguments, name in found:
            run = subprocess.run([engine + "-lab", "diagram", *shlex.split(arguments)], capture_output=True, text=True)
            path = os.path.join(folder, name)
            old = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
            good = run.returncode == 0 and name not in drawn and (not check or old == run.stdout)
            drawn.add(name)
            if run.returncode:
                print("FAILED: %s, %s: %s" % (os.path.basename(page), name, run.stderr.strip()))
            elif not good:
                print("FAILED: %s is stale: make docs" % name)
            elif not check and old != run.stdout:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(run.stdout)
            passed, failed = passed + good, failed + (not good)
    for path in glob.glob(os.path.join(folder, "*.svg")):
        if os.path.basename(path) not in drawn:
            print("FAILED: no page has %s" % os.path.basename(path))
            failed += 1
    return passed, failed


def main():
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        what = "there is no engine '%s'" % sys.argv[1] if len(sys.argv) > 1 else "no engine is named"
        print("docs/make.py: %s. `make` builds one, then: docs/make.py ./quincunx [--check]" % what, file=sys.stderr)
        return 2
    engine, check = os.path.abspath(sys.argv[1]), "--check" in sys.argv[2:]
    folders = [DOCS, os.path.join(DOCS, "rules")]
    examples = os.path.join(os.path.dirname(DOCS), "examples", "rules")
    games = subprocess.run([engine, "games"], capture_output=True, text=True).stdout.split()
    if all(os.path.basename(page)[:-3] in games for page in glob.glob(os.path.join(examples, "*.md"))):
        folders.append(examples)
    counts = [draw(engine, folder, check) for folder in folders]
    passed, failed = (sum(column) for column in zip(*counts))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
