#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Adding a game works as docs/adding-a-variant.md says: the examples build with assertions, agree with
slow generators and can be played in every interface; the page shows their code; `make game` creates a
game that compiles.

Usage: tests/test_adding.py ENGINE"""

import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from protocol import ENGINE, ROOT, Engine, all_games

PAGE = os.path.join(ROOT, "docs", "adding-a-variant.md")
LIMIT = 900  # seconds for one command
LINES_MAX = 450  # of an example
EXAMPLES = sorted(os.path.basename(path)[:-2] for path in glob.glob(os.path.join(ROOT, "examples", "*.c")))
PROGRAMS = ["test_positions", "test_reference", "test_rules", "test_symmetry", "test_order", "test_see"]
passed, failed = 0, 0


def ok(name, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name}\n{detail}"[:3000])
    return good


def text_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def test_page():
    """The page's code is that of the examples, and it names everything that a game file needs."""
    code = {game: text_of(ROOT, "examples", game + ".c") for game in EXAMPLES}
    blocks = re.findall(r"^```c\n(.*?)^```$", text_of(PAGE), re.S | re.M)
    ok("the page has code", len(blocks) >= 8)
    for block in blocks:
        ok("the page's code stands in an example", any(block in text for text in code.values()), block)
    for word in ("step_game.h", "key_after", "BOARD_COUNT", "make levels", "make openings", "captures elsewhere", "two boards, one move"):
        ok(f"the page tells of {word}", word.lower() in text_of(PAGE).lower())
    for game, text in code.items():
        lines = text.count("\n")
        ok(f"{game}.c has at most {LINES_MAX} lines", lines <= LINES_MAX, str(lines))
        if f"/{game}.c)" in text_of(PAGE):
            ok(f"the page knows how long {game}.c is", f"/{game}.c) | {lines} |" in text_of(PAGE), str(lines))


# ---- A copy of the tree ----

def scratch_tree(folder):
    """A copy of the sources, with the objects that are built already, so that only new files are compiled."""
    for name in ("Makefile", "mk", "src", "nnue", "match", "lab", "bench", "web", "tests", "examples", "docs"):
        source = os.path.join(ROOT, name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(folder, name), ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy2(source, folder)
    built = os.path.dirname(ENGINE)
    build = os.path.relpath(built, ROOT) if os.path.isdir(os.path.join(built, "src")) and built.startswith(ROOT + os.sep) else "build/test"
    if os.path.isdir(os.path.join(ROOT, build)):
        programs = lambda path, names: [name for name in names if name == "logs" or (path.endswith("tests") and "." not in name and name != "reference")]
        shutil.copytree(os.path.join(ROOT, build), os.path.join(folder, build), ignore=programs)
    return build


def make(folder, *words):
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return subprocess.run([*shlex.split(os.environ.get("MAKE", "make")), *words], cwd=folder, env=environment, capture_output=True, text=True)


def build_it(folder, build, *targets, examples=True):
    """Builds with the flags of tests/run.sh, so that existing objects can be used."""
    engine = os.path.join(folder, "quincunx")
    done = make(folder, "-j2", *["EXAMPLES=1"] * examples, f"CC={os.environ.get('CC', 'gcc')}", f"BUILD={build}", f"EXE={engine}", f"MATCH={engine}-match", f"LAB={engine}-lab",
                f"MODE={os.environ.get('TEST_MODE', '')}", f"OPT={os.environ.get('TEST_OPT', '-O1')}", engine, *targets)
    return engine if ok("it builds without a warning", done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]) else None


def run(engine, *words, lines=(), status=0):
    done = subprocess.run([engine, *words], input="".join(line + "\n" for line in lines), capture_output=True, text=True, timeout=LIMIT)
    ok(f"quincunx {' '.join(words)}: exit status {status}", done.returncode == status, done.stdout[-500:] + done.stderr[-500:])
    return done.stdout + done.stderr


def uci(engine, game, *lines):
    return run(engine, lines=["uci", f"setoption name UCI_Variant value {game}", *lines])


# ---- Tests of the examples ----

def test_list(engine):
    games = all_games(engine)
    ok("the examples come behind the engine's games", list(games) == [*all_games(ENGINE), *EXAMPLES], str(list(games)))
    ok("the engine without EXAMPLES has none of them", not set(EXAMPLES) & set(all_games(ENGINE)))
    ok("they are told apart", games["alice"]["crosses_boards"] and games["alice"]["captures_elsewhere"] and not games["crossing"]["captures_elsewhere"])


def test_programs(folder, build):
    """The tests of all games, with the examples included."""
    for program in PROGRAMS:
        for game in EXAMPLES if program == "test_reference" else [""]:
            environment = dict(os.environ, TEST_GAME=game, TEST_POSITIONS=os.environ.get("TEST_ADDING_POSITIONS", "400"), TEST_LEAVES="300000")
            done = subprocess.run([os.path.join(folder, build, "tests", program)], cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT)
            ok(f"{program} {game}", done.returncode == 0 and re.search(r"^[1-9]\d* passed, 0 failed$", done.stdout, re.M), done.stdout[-2000:] + done.stderr[-500:])


def test_counts(engine):
    for game, counts in (("alice", (20, 400, 9384, 219236)), ("xiangqi", (44, 1920, 79666)), ("shogi", (30, 900, 25470, 719731))):
        for depth, count in enumerate(counts, 1):
            ok(f"perft {depth} of {game}", f"Nodes searched: {count}" in run(engine, "perft", game, str(depth)))


def test_ends(engine):
    ends = {("crossing", "a won race"): ("5/2K2/5/5/2k2/5 w - - 0 1", "c5c6", "1-0 the King has crossed"),
            ("crossing", "mate"): ("k4/5/1K3/5/5/4R w - - 0 1", "e1e6", "1-0 checkmate"),
            ("crossing", "stalemate"): ("k4/5/1K3/4N/5/5 w - - 0 1", "e3d5", "1/2-1/2 stalemate"),
            ("xiangqi", "mate"): ("3k5/R8/7R1/9/9/9/9/9/9/4K4 w - - 0 1", "h8h10", "1-0 checkmate"),
            ("xiangqi", "stalemate"): ("3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 0 1", "d7d8", "1-0 stalemate"),
            ("xiangqi", "bare Generals"): ("3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1", "e1e2", "1/2-1/2 insufficient material"),
            ("shogi", "mate by a drop"): ("3lkl3/3p1p3/4G4/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", "1-0 checkmate"),
            ("alice", "bare Kings"): ("4k11/16/16/16/16/16/4q11/4K11 w - - 0 1", "e1m2", "1/2-1/2 insufficient material")}
    for (game, name), (fen, move, ending) in ends.items():
        said = uci(engine, game, f"position fen {fen} moves {move}", "d")
        result = re.search(r"^Result: (.*)$", said, re.M)
        ok(f"{game}: {name} is seen", result and all(word in result[1] for word in ending.split(" ", 1)), said[-300:])
    for game, fen, reason in (("crossing", "rnknr/ppppp/5/5/PPPPP/RN1NR w - - 0 1", "0 Kings"), ("crossing", "rnkPr/ppp1p/5/5/PPPPP/RNKNR w - - 0 1", "no Pawn stands"),
                              ("crossing", "2K2/5/5/5/2k2/5 w - - 0 1", "over before"), ("crossing", "k3R/5/5/5/5/2K2 w - - 0 1", "not to move is in check"),
                              ("alice", "4k11/16/16/16/4n7n3/16/16/4K11 w - - 0 1", "occupied on both boards"),
                              ("shogi", "4k4/9/9/9/P8/P8/9/9/4K4[] w - - 0 1", "two Pawns on file a"), ("shogi", "P3k4/9/9/9/9/9/9/9/4K4[] w - - 0 1", "could never move"),
                              ("shogi", "4k4/9/9/9/9/9/9/9/4K4[RRR] w - - 0 1", "too many 'R' in hand"), ("shogi", "4k4/4r4/9/9/9/4+R4/9/9/4K4[R] w - - 0 1", "the game has 2"),
                              ("shogi", "4k4/9/4R4/9/9/9/9/9/4K4[] w - - 0 1", "not to move is in check"),
                              ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "not to move is in check"), ("xiangqi", "3k5/9/9/9/9/9/1P7/9/9/4K4 w - - 0 1", "never come there")):
        ok(f"{game}: a FEN is refused: {reason}", reason in uci(engine, game, f"position fen {fen}"))
    said = run(engine, "play", "alice", lines=["e2e4", "quit"])
    ok("Alice chess: who forgets the other board is told", "passes to the other board" in said and "e2m4" in said, said[-600:])
    ok("tables need pieces that stay on their boards", "stay on their boards" in run(engine + "-lab", "tables", "alice", "KRvK:v", "--path", os.path.dirname(engine), status=2))


def test_interfaces(engine, game, first, fen, setup, knight="Knight", cecp_first=""):
    ok(f"{game}: UCI lists it", re.search(rf"option name UCI_Variant .*\bvar {game}\b", uci(engine, game)))
    ok(f"{game}: the command line lists it", game in run(engine, "--help"))
    talk = Engine(engine)
    talk.send("uci", f"setoption name UCI_Variant value {game}", f"position fen {fen}", "go depth 6")
    talk.expect(r"bestmove .*", LIMIT)
    ok(f"{game}: the search finds the win", any(" score mate 1 " in line for line in talk.skipped), "\n".join(talk.transcript[-3:]))
    talk.send("quit")
    talk.end()
    said = run(engine, "play", game, lines=["rules", "pieces", first, "resign", "quit"])
    ok(f"{game}: the terminal plays it", knight in said, said[-800:])
    said = run(engine, "json", lines=['{"id":1,"do":"games"}', json.dumps({"id": 2, "do": "position", "game": game, "moves": [first]})])
    games, look = (json.loads(line) for line in said.splitlines()[:2])
    pieces = next(each["pieces"] for each in games["games"] if each["name"] == game)
    shown = run(engine, "json", lines=[json.dumps({"id": 3, "do": "piece", "game": game, "piece": piece["piece"]}) for piece in pieces])
    for piece, line in zip(pieces, shown.splitlines()):
        ok(f"{game}: a diagram shows the {piece['name']}'s moves", json.loads(line).get("targets", {}).get("move"), line)
    ok(f"{game}: JSON lists it", any(each["name"] == game for each in games["games"]))
    ok(f"{game}: JSON plays it", look.get("side") == "b" and look["legs"], str(look)[:500])
    said = run(engine, lines=["xboard", "protover 2", f"variant {game}", "ping 1", "force", f"usermove {cecp_first or first}", "ping 2", "quit"])
    ok(f"{game}: CECP sets it up", re.search(setup, said, re.M), said[-600:])
    ok(f"{game}: CECP takes a move", "pong 2" in said and "Illegal" not in said, said[-600:])
    ok(f"{game}: bench searches it", re.search(rf"^{game} +depth +3 +\d+ nodes", run(engine, "bench", "3"), re.M))
    ok(f"{game}: a diagram is drawn", "<svg" in run(engine + "-lab", "diagram", game, "--piece", "N"))


def test_openings(folder, build):
    lab = os.path.join(folder, "quincunx-lab")
    for game in EXAMPLES:
        said = subprocess.run([lab, "openings", game, "2"], capture_output=True, text=True, timeout=LIMIT)
        ok(f"{game}: openings are found", said.returncode == 0 and len(set(said.stdout.splitlines())) == 2, said.stdout + said.stderr)
    said = subprocess.run([lab, "openings", "nogame", "2"], capture_output=True, text=True, timeout=LIMIT)
    ok("a game that is not there is named", said.returncode == 2 and "no game is called 'nogame'" in said.stderr, said.stderr)


def result_of(engine, game, fen, moves):
    found = re.search(r"^Result: (.*)$", uci(engine, game, f"position fen {fen} moves {' '.join(moves)}", "d"), re.M)
    return found[1] if found else ""


def test_claims(engine, folder):
    """Tables of a game whose King goes for the far side follow from its moves on every placement."""
    path = os.path.join(folder, "tables")
    run(engine + "-lab", "tables", "crossing", "KRvK", "--path", path)
    said = run(engine + "-lab", "tables", "crossing", "KRvK", "--path", path, "--verify")
    ok("crossing: KRvK is right on mirrored squares too", re.search(r"KRvK +53952 positions checked, 0 wrong", said), said)


def ring_and_dot(svg):
    return svg.count('fill="none" stroke="#b3261e"'), svg.count('r="6" fill="#14532d"')


def test_captures_elsewhere(engine):
    """A diagram rings the victim and puts a dot on the target square."""
    said = run(engine + "-lab", "diagram", "alice", "4k11/16/16/16/3p12/16/16/3RK11 w - - 0 1", "--moves", "d1")
    rings, dots = ring_and_dot(said)
    ok("the victim is ringed where it stands", rings == 1 and dots == 6, f"{rings} rings, {dots} dots")
    folder = os.path.dirname(engine)
    file = os.path.join(folder, "alice.pgn")
    with open(file, "w", encoding="utf-8") as written:
        written.write('[Variant "alice"]\n[Plies "XBoard"]\n\n1. e2m4 d7l5 2. m4l5 -- 3. l5d5 d8d5 4. -- d5l5 *\n')
    said = run(engine, "play", "alice", lines=["load " + file, "fen", "quit"])
    ok("a capture of two plies with a pass between is read", re.search(r"^rnb1kbnr8/ppp1pppp8/16/11q4/16/16/PPPP1PPP8/RNBQKBNR8 w ", said, re.M), said[-700:])
    record = os.path.join(folder, "xboard.pgn")
    with open(record, "w", encoding="utf-8") as file:
        file.write('[Variant "alice"]\n\n1. d2l4 Nb8k6 2. e2m4 e7m6 3. h2p4 Qn6 *\n')
    said = run(engine, "play", "alice", lines=["load " + record, "fen", "quit"])
    ok("moves as XBoard writes them are read", re.search(r"^r1b1kbnr8/pppp1ppp8/10n1pq2/16/11PP2P/16/PPP2PP9/RNBQKBNR8 w ", said, re.M), said[-700:])


def test_play(engine, folder, game, rounds, wins):
    said = run(engine + "-match", "-engine", f"cmd={engine}", "nodes=300", "option.Hash=1", "-engine", "cmd=@greedy", "-variant", game,
               "-each", "timeout=600", "-randomplies", "4", "-rounds", str(rounds), "-maxmoves", "150")
    score = re.search(r"Games %d: \+(\d+) -(\d+) =(\d+)" % (2 * rounds), said)
    ok(f"{game}: the games are played out", score, said[-800:])
    ok(f"{game}: none of them ends by a fault", not re.search(r"illegal|crash|hang|forfeit", said), said[-800:])
    ok(f"{game}: the engine is stronger than greed", score and int(score[1]) >= wins, said[-800:])
    games = os.path.join(folder, game + ".games")
    run(engine + "-lab", "datagen", game, "--nodes", "60", "--games", "4", "--plies", "120", "--out", games, "--quiet")
    ok(f"{game}: training data can be made of it", "sound, 4 games" in run(engine + "-lab", "datagen", "--verify", games))
    samples, net = (os.path.join(folder, game + kind) for kind in (".samples", ".nnue"))
    kept = run(engine + "-lab", "datagen", "--samples", games, "--out", samples).split(" ")[0]
    said = run(engine + "-lab", "train", net, samples, "--hidden", "32", "--epochs", "1", "--held-out", "0")
    ok(f"{game}: a network learns from all of it", re.search(rf"^{game}: {kept} samples in training ", said, re.M) and "left out" not in said, said)


def test_skeleton(folder, build):
    """`make game` creates a game that compiles, shows its board, and fails its first perft with a message."""
    for name, why in (("", "which game"), ("My", "small letters"), ("chess", "there already"), ("alice", "already")):
        done = make(folder, "game", f"NAME={name}")
        ok(f"make game NAME={name} is refused", done.returncode and why in done.stderr, done.stdout + done.stderr)
    done = make(folder, "game", "NAME=mine", "IN=examples")
    ok("make game IN=examples writes an example", done.returncode == 0 and '"../src/step_game.h"' in text_of(folder, "examples", "mine.c"), done.stdout + done.stderr)
    done = make(folder, "-n", "check-game", "GAME=mine")
    ok("check-game builds the examples for it", "EXAMPLES=1" in done.stdout, done.stdout + done.stderr)
    done = make(folder, "game", "NAME=begun")
    ok("make game writes a file", done.returncode == 0 and "make check-game GAME=begun" in done.stdout, done.stdout + done.stderr)
    before, after = (text_of(root, "src", "variants", "registry.c").splitlines() for root in (ROOT, folder))
    ok("and a line in the list, before the last", len(after) == len(before) + 1 and "    GAME(begun)              \\" in after, "\n".join(after))
    engine = build_it(folder, build, examples=False)
    if not engine:
        return
    ok("the list has it", list(all_games(engine)) == [*list(all_games(ENGINE))[:-1], "begun", list(all_games(ENGINE))[-1]])
    ok("its board is shown", "r3k2r" in uci(engine, "begun", "d"))
    ok("its first perft fails with a message", "no legal move from its start" in run(engine, "perft", "begun", "1", status=2))
    done = subprocess.run([sys.executable, "tests/check_game.py", "begun", engine], cwd=folder, capture_output=True, text=True)
    ok("check-game lists what is missing", done.returncode == 1 and all(word in done.stdout for word in ("MISSING", "begun.epd", "ref_begun.c", "openings", "levels", "network",
                                                                                                          "signature", "rules")), done.stdout)
    ok("check-game lists a data sheet in order", re.search(r"a data sheet in order +there", done.stdout), done.stdout)
    ok("all data sheets are in order", run(engine, "games", "--check") == "")
    page = "# Begun\n" + "".join(f"\n## {i}\n\n![x](begun-{i}.svg)\n" for i in range(3))
    with open(os.path.join(folder, "docs", "rules", "begun.md"), "w", encoding="utf-8") as file:
        file.write(page)
    done = subprocess.run([sys.executable, "tests/check_game.py", "begun", engine], cwd=folder, capture_output=True, text=True)
    ok("check-game names pictures that are not drawn", "begun-0.svg, begun-1.svg, begun-2.svg not drawn: make docs" in done.stdout, done.stdout)
    done = subprocess.run([sys.executable, "web/build.py", os.path.join(folder, "page.html"), "served"], cwd=folder, capture_output=True, text=True)
    ok("the page's build names one that it cannot draw", done.returncode == 1 and "begun.md shows begun-0.svg without a line <!-- diagram" in done.stderr, done.stderr)
    done = make(folder, "-n", "whatif", "GAME=chess", "RULES=castling=off", "EXE=/x/quincunx", "LAB=/y/lab", "MATCH=match")
    ok("make whatif takes programs from anywhere", "--engine /x/quincunx --lab /y/lab --match ./match" in done.stdout, done.stdout[-600:] + done.stderr)
    done = subprocess.run([sys.executable, "tests/check_game.py", "nogame", engine], cwd=folder, capture_output=True, text=True)
    ok("check-game knows no other game", done.returncode == 1 and "no game 'nogame'" in done.stdout, done.stdout)


def main():
    folder = tempfile.mkdtemp(prefix="quincunx-adding-")
    test_page()
    try:
        build = scratch_tree(folder)
        engine = build_it(folder, build, os.path.join(folder, "quincunx-match"), *[f"{build}/tests/{program}" for program in PROGRAMS], os.path.join(folder, "quincunx-lab"))
        if engine:
            test_list(engine)
            test_programs(folder, build)
            test_counts(engine)
            test_ends(engine)
            test_interfaces(engine, "crossing", "a2a3", "5/2K2/5/5/2k1r/5 w - - 0 1", r"^setup \(PN\.R\.+Kpn\.r\.+k\) 5x6\+0_bughouse rnknr/")
            test_interfaces(engine, "alice", "e2m4", "7k8/16/6K9/8Q7/16/16/16/16 w - - 0 1", r"^setup \(PNBRQ\.+K\.pnbrq\.+k\.\) 16x8\+0_lion rnbqkbnr8/")
            test_interfaces(engine, "xiangqi", "h3e3", "3k5/R8/7R1/9/9/9/9/9/9/4K4 w - - 0 1", r"^setup \(PN\.R\.AB\.\.K\.C\.pn\.r\.ab\.\.k\.c\.\) 9x10\+0_xiangqi rnbakabnr/", "Horse", "h2e2")
            test_openings(folder, build)
            test_claims(engine, folder)
            test_captures_elsewhere(engine)
            test_play(engine, folder, "crossing", 10, 14)
            test_play(engine, folder, "alice", 4, 5)
            test_play(engine, folder, "xiangqi", 3, 4)
            test_interfaces(engine, "shogi", "g3g4", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", r"^setup \(PNBRLS\.\.\.G\.\++Kpnbrls\.\.\.g\.\++k\) 9x9\+7_shogi lnsgkgsnl/", "Knight", "g3g4")
            test_play(engine, folder, "shogi", 2, 3)
            for game in EXAMPLES:
                done = subprocess.run([sys.executable, "tests/check_game.py", game, engine], cwd=folder, env=dict(os.environ, CHECK_ONLY="list"), capture_output=True, text=True)
                ok(f"check-game finds nothing missing of {game}", done.returncode == 0 and "MISSING" not in done.stdout, done.stdout)
            done = subprocess.run([sys.executable, "docs/make.py", engine, "--check"], cwd=folder, capture_output=True, text=True)
            ok("the diagrams of rules pages are up to date", done.returncode == 0 and os.path.exists(os.path.join(folder, "examples/rules/xiangqi-start.svg")), done.stdout)
            layering = subprocess.run(["bash", "tests/test_layering.sh", os.path.join(folder, "none", "engine")], cwd=folder, capture_output=True, text=True)
            ok("the architecture stands", layering.returncode == 0, layering.stdout)
        test_skeleton(folder, build)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
