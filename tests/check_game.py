#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the parts of a game, the missing ones, and the tests that apply to it.

    tests/check_game.py GAME [ENGINE]        as `make check-game GAME=...` calls it

CHECK_ONLY=list runs no tests. The exit status is 1 if a test fails or a required part is missing."""

import glob
import os
import re
import subprocess
import sys

from protocol import ROOT, all_games

TESTS = ["test_positions", "test_reference", "test_rules", "test_symmetry", "test_order", "test_see", "test_evaluation"]
PICTURES = HEADINGS = 3


def lines_of(*path):
    """The lines of a file without comments; none if the file does not exist."""
    try:
        with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    except OSError:
        return []


def mentions(path, word):
    return any(re.search(r"\b%s\b" % re.escape(word), line) for line in lines_of(path))


def missing_in_page(folder, game):
    """What the rules page lacks, in words; '' if nothing."""
    path = os.path.join(folder, "rules", game + ".md")
    if not lines_of(path):
        return "%s is not there" % path
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    pictures, headings = re.findall(r"^!\[[^\]]+\]\(([\w-]+\.svg)\)", text, re.M), len(re.findall(r"^## ", text, re.M))
    wanting = []
    if len(pictures) < PICTURES:
        wanting.append("%d pictures, not %d" % (len(pictures), PICTURES))
    undrawn = [name for name in pictures if not os.path.exists(os.path.join(ROOT, folder, "rules", name))]
    if undrawn:
        wanting.append("%s not drawn: make %sdocs" % (", ".join(undrawn), "EXAMPLES=1 " if folder == "examples" else ""))
    if headings < HEADINGS:
        wanting.append("%d headings '## ...', not %d" % (headings, HEADINGS))
    return ", ".join(wanting)


def wrong_in_sheet(game, engine):
    """What the data sheet lacks, in words; '' if nothing."""
    said = subprocess.run([engine, "games", "--check"], capture_output=True, text=True).stdout
    return "".join(re.findall("^the data sheet of %s: (.*)$" % re.escape(game), said, re.M))


def build_tests():
    """The tests, as tests/run.sh builds them: the slow generator prints lines for positions that are not there yet."""
    build = os.environ.get("TEST_BUILD") or "build/test-" + os.path.basename(os.environ.get("CC", "gcc").split()[0])
    programs = ["%s/tests/%s" % (build, name) for name in TESTS]
    print("Building the tests in %s ..." % build, flush=True)
    made = subprocess.run([*os.environ.get("MAKE", "make").split(), "-s", "-C", ROOT, "BUILD=" + build, "EXE=" + build + "/quincunx", "MODE=", "OPT=-O1", *programs])
    if made.returncode == 0:
        print("    %s/tests/test_reference GAME DEPTH FEN    prints a line of positions" % build)
    return made.returncode == 0


def reference_of(game):
    """Where its slow generator is."""
    tests = "examples" if os.path.exists(os.path.join(ROOT, "examples", game + ".c")) else "tests"
    return os.path.join(tests, "reference", "ref_%s.c" % game.replace("-", "_"))


def survey(game, facts, engine):
    """[(is it required?, what, how to get it, or '' if it exists)]"""
    example = os.path.exists(os.path.join(ROOT, "examples", game + ".c"))
    tests, code = ("examples", "examples") if example else ("tests", "src/variants")
    perft = subprocess.run([engine, "perft", game, "1"], capture_output=True, text=True)
    epd, moves = (os.path.join(tests, "positions", "%s.%s" % (game, kind)) for kind in ("epd", "moves"))
    reference = reference_of(game)
    there = lambda found, how: "" if found else how
    found = [
        (True, "a data sheet in order", wrong_in_sheet(game, engine)),
        (True, "moves from the start", there(perft.returncode == 0, (perft.stderr or perft.stdout).strip())),
        (True, "positions and their counts", there(lines_of(epd), "%s: lines 'FEN ;D1 n ;D2 n ...', the start first" % epd)),
        (True, "legal and illegal moves", there(lines_of(moves), "%s: lines 'FEN | has: MOVES | hasnot: MOVES # why'" % moves)),
        (True, "a slow generator", there(lines_of(reference), "%s, as tests/reference/reference.h wants it, written by somebody else from the rules" % reference)),
    ]
    page = missing_in_page("examples" if example else "docs", game)
    if example:
        return found + [(False, "a rules page", there(not page, page))]
    return found + [
        (True, "a rules page", there(not page, page)),
        (False, "openings", there(lines_of("bench/openings", game + ".epd"), "make openings GAMES=%s" % game)),
        (False, "tactics", there(lines_of("bench/tactics", game + ".epd"), "make tactics GAMES=%s" % game)),
        (False, "levels that are measured", there(facts["levels_measured"], "make levels; then .levels in its file")),
        (False, "a network", there(glob.glob(os.path.join(ROOT, "nnue/nets", "*%s*.nnue" % game)), "nnue/README.md")),
        (False, "the signature", there(any(line.startswith(game + " ") for line in lines_of("tests/signature")), "tests/test_signature.sh ./quincunx --write")),
        (False, "a line in README.md", there(mentions("README.md", facts["title"]), "its title and rules page")),
        (False, "a line in the manual", there(mentions("docs/quincunx.6", facts["title"]) or mentions("docs/quincunx.6", game), "docs/quincunx.6")),
        (False, "an action of the desktop", there(mentions("packaging/desktop/quincunx.desktop", game), "packaging/desktop/quincunx.desktop")),
        (False, "a part of docs/inventors.md", there(any("figures: %s " % game in line for line in lines_of("docs/inventors.md")), "make report REPORT=%s" % game)),
    ]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    game, engine = sys.argv[1], os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "quincunx"))
    games = all_games(engine)
    if game not in games:
        print("check-game: the engine has no game '%s'; it has %s. make game NAME=%s begins one." % (game, ", ".join(games), game))
        return 1
    failed = False
    for must, what, how in survey(game, games[game], engine):
        print("  %-28s %s" % (what, "there" if not how else ("MISSING: " if must else "not yet: ") + how))
        failed |= bool(must and how)
    if failed:
        print("The tests wait for what is missing.")
        if os.environ.get("CHECK_ONLY") != "list" and lines_of(reference_of(game)):
            build_tests()
    elif os.environ.get("CHECK_ONLY") != "list":
        environment = dict(os.environ, TEST_GAME=game)
        for command in ([os.path.join(ROOT, "tests", "run.sh"), *TESTS], ["bash", os.path.join(ROOT, "tests", "test_layering.sh"), engine]):
            failed |= subprocess.run(command, env=environment).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
