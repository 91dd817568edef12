#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Games in files: written by the terminal, read by it and by another program. Usage: tests/test_pgn.py ENGINE
[TEST...]"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from protocol import ENGINE, TESTS, Engine, check, equal, run, test

os.environ["PATH"] += ":/usr/games"  # Debian keeps pgn-extract there
PLIES = 120


def random_game(e, generator, plies):
    """Random moves of chess and the FEN after them."""
    moves = []
    for _ in range(plies):
        e.send("position startpos moves " + " ".join(moves), "go perft 1")
        e.expect(r"Nodes searched: \d+")
        legal = [line.split(":")[0] for line in e.skipped if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?: 1", line)]
        if not legal:
            break
        # Prefers moves that are rare in random games.
        rare = [move for move in legal if move in ("e1g1", "e1c1", "e8g8", "e8c8") or move[4:]]
        moves.append(generator.choice(rare if rare and generator.random() < 0.5 else legal))
        e.send("position startpos moves " + " ".join(moves), "d")
        if e.expect("Result: (.*)").group(1) != "*":
            break
    e.send("position startpos moves " + " ".join(moves), "d")
    return moves, e.expect("Fen: (.*)").group(1)


def terminal(game, *lines):
    done = subprocess.run([ENGINE, "play", game], input="\n".join(lines) + "\nquit\n", text=True, capture_output=True, timeout=120, check=True)
    return done.stdout


def moves_of(pgn):
    """The moves in the movetext."""
    text = re.sub(r"\{[^}]*\}|^\[.*\]$", "", pgn, flags=re.M)
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


@test
def chess_is_standard(e):
    """pgn-extract reads our output, reaches the same position, and would write the same text."""
    generator = random.Random(12)
    for number in range(8):
        moves, fen = random_game(e, generator, PLIES)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            terminal("chess", "side both", *moves, "save " + path)
            with open(path, encoding="ascii") as file:
                ours = file.read()
            equal(len(moves_of(ours)), len(moves))
            back = terminal("chess", "load " + path, "fen")
            check(fen in back, "game %d is not read back: %s\n%s" % (number, fen, back[-300:]))
            if not shutil.which("pgn-extract"):
                continue
            done = subprocess.run(["pgn-extract", "-s", "-F", path], text=True, capture_output=True, timeout=60, check=False)
            final = re.search(r'\{ "([^"]+)" \}', done.stdout)
            check(final and not done.stderr.strip(), "pgn-extract complains about game %d: %s" % (number, done.stderr))
            equal(final.group(1).split()[:3], fen.split()[:3])
            equal(moves_of(done.stdout), moves_of(ours))
    if not shutil.which("pgn-extract"):
        print("pgn-extract is not installed: what it makes of our games is skipped")


@test
def short_notation_is_exact(e):
    """Moves are disambiguated as briefly as possible; check and mate are marked."""
    for fen, move, short in (
            ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"), ("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
            ("8/1k6/8/8/Q6Q/8/4K3/Q7 w - - 0 1", "a4d4", "Qa4d4"), ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"), ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"), ("6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
            # A pinned Knight cannot move there, so no disambiguation is needed.
            ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2")):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            terminal("chess", "fen " + fen, "side both", move, "save " + path)
            with open(path, encoding="ascii") as file:
                equal(moves_of(file.read()), [short])


def analyse(folder, text, *words, status=0):
    """The output of `analyse` for a file: PGN and messages; the messages alone if nothing is written."""
    path = os.path.join(folder, "games.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([ENGINE, "analyse", path, "--nodes", "3000", *words], text=True, capture_output=True, timeout=300, check=False)
    equal((done.returncode, done.stderr if done.returncode != status else ""), (status, ""))
    if status == 2:
        return done.stderr
    made = os.path.join(folder, "games-analysed.pgn")
    equal(done.stdout.split(), [made])
    with open(made, encoding="utf-8") as pgn:
        return pgn.read(), done.stderr


@test
def solved_tablebases_are_told(e):
    text = """[SetUp "1"]
[FEN "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"]

1. Qb6 Kd5 2. Qe6+ Kxe6 1/2-1/2
"""
    with tempfile.TemporaryDirectory() as folder:
        pgn, _ = analyse(folder, text)
        pgn = " ".join(pgn.split())
        check(re.search(r"Qb6 \{#8; White: won in 8, with best play\}", pgn), pgn)
        check(re.search(r"Qe6\+ \$4 \{\S+; a draw, with best play\}", pgn), pgn)


@test
def games_are_evaluated(e):
    text = """\ufeff[White "A <b> & \\"c\\""]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Variant "bordahbee"]
1. g1f3,m2m4 b8c6,k7k5 2. b1a3,n2n3 *

[Variant "tiddlywinks"]
1. a b *

1. f3 e5 2. g4 Qh4# 0-1

1. e4 e5 2. Ke4 *
"""
    with tempfile.TemporaryDirectory() as folder:
        pgn, said = analyse(folder, text, status=1)
        games = re.split(r"\n(?=\[Event)", pgn)
        equal(len(games), 4)
        check("game 3 is left out" in said and "tiddlywinks" in said and "game 5 is evaluated as far as it is legal" in said, said)
        movetext = " ".join(games[0].split())
        check(re.search(r"2\.\.\. Ke7 \$4 \{#1\} \(2\.\.\. \S+.*\) 3\. Qxe5# \{1-0\} \{checkmate\} 1-0", movetext), movetext)
        check("$" not in movetext.split("1... e5")[0], "a good move is blamed: " + movetext)
        check("1. g1f3,m2m4" in games[1] and "move 2 of White, 'Ke4'" in games[3], pgn)
        check("g4 $4 {-#1}" in " ".join(games[2].split()), "Black's mate is told: " + games[2])
        # The blunders of each side: only Black's in the first game, only White's in the third.
        blunders = [[len(re.findall(number + r" \S+ \$4 ", " ".join(game.split()))) for number in (r"\d+\.", r"\d+\.\.\.")] for game in games]
        equal([blunders[0], blunders[2]], [[0, 1], [1, 0]])
        # The output can be read again, by us and by other programs.
        path = os.path.join(folder, "games-analysed.pgn")
        check("r" in terminal("chess", "load " + path, "fen"), "not loaded")
        check("rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR" in terminal("chess", "load " + path, "fen"), "not read back")
        if shutil.which("pgn-extract"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(games[0])
            done = subprocess.run(["pgn-extract", "-s", path], text=True, capture_output=True, timeout=60, check=False)
            check("Qxe5#" in done.stdout and not done.stderr.strip(), done.stderr)


GOOD = '[Event "one"]\n\n1. e4 e5 1-0\n\n%s[Event "three"]\n\n1. d4 d5 2. c4 0-1\n'
ODD_TAGS = ('[White "X\\"]', "[Round 1]", "[Event]", "[Event 'g']", "[Event \u201cg\u201d]", '[White-Elo "5"]', "[some remark]", '[White "Long\nName"]')
ODD_MOVES = ("[%clk 0:03:00]", "(1. d4", "{no end")


@test
def an_odd_spot_costs_no_other_game(e):
    """Of three games the second has a fault: all are analysed, skipped text is reported with file and line, and the status
    is 1. The terminal loads the third one."""
    odd = ['[Event "two"]\n%s\n\n1. c4 c5 *\n\n' % tag for tag in ODD_TAGS] + ['[Event "two"]\n\n1. c4 %s c5 *\n\n' % moves for moves in ODD_MOVES]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        for second in odd:
            pgn, said = analyse(folder, GOOD % second, "--nodes", "20", status=1)
            equal((second, re.findall(r'\[Event "(.*)"\]', pgn)), (second, ["one", "two", "three"]))
            check(re.search(r"^quincunx: %s, line [67]: \S" % re.escape(path), said, re.M), "%r: %s" % (second, said))
            loaded = terminal("chess", "load %s 3" % path, "fen", "load %s 2" % path)
            check("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b" in loaded, loaded)
            equal(len(re.findall(r"In\s+%s,\s+line\s+[67]:" % re.escape(path), loaded)), 1)
        # In the first line, behind the last game, and a game that cannot be read.
        _, said = analyse(folder, "[pgn_compat]\n" + GOOD % "" + "[Event]\n", "--nodes", "20", status=1)
        equal(re.findall(r"line (\d+): \[(\w+)\] is left out", said), [("1", "pgn_compat"), ("9", "Event")])
        _, said = analyse(folder, GOOD % '[FEN "x"]\n\n1. e4 *\n\n', "--nodes", "20", status=1)
        check("%s, game 2 is left out: line 5: the tag FEN" % path in said, said)
        check("no game" in analyse(folder, "[Event]\n", status=2), "nothing but an odd spot")
        many = terminal("chess", "load " + path, "fen")
        with open(path, "w", encoding="utf-8") as file:
            file.write("1. e4 " + "[%clk 1] " * 12 + "*\n")
        many = terminal("chess", "load " + path, "fen")
        equal(many.count("is read as a comment"), 10)
        check("There are more such places" in many, many)
        analyse(folder, GOOD % "", "--nodes", "20")


@test
def analysing_again_changes_nothing(e):
    """The analysis of its own output gives the same bytes."""
    text = """[Event "5th "Mikis" Intl"]
[Result "1 - 0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1 - 0

[Variant "bordahbee"]
1. g1f3,m2m4 b8c6,k7k5 2. b1a3,n2n3 *

1. e4 e5 2. Ke4 *

{Before} 1. f3 $6 {[%clk 0:03:00]} e5 {Solid. [%eval -0.5]} (1... c5 {also} 2. e4 (2. -- d5)) 2. g4 $1 (2. Ke3) Qh4# {a comment} 0-1

[FEN "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"]
1. Qb6 Kd5 2. Qe6+ Kxe6 1/2-1/2

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0.5 - 0.5

1. e4 e5 2. Nf3 (2. f4 exf4 {x} 3. Nf3) {resigns |} 1-0

1. f3 e5 2. g4 Qh4# 3. a3 *

1. f3 e5 2. g4 Qh4# {a nice checkmate} {checkmate} 0-1

[Event "ended before it began"]
[FEN "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]

*
"""
    with tempfile.TemporaryDirectory() as folder:
        once = analyse(folder, text, "--nodes", "200", status=1)[0]
        check('[Event "5th \\"Mikis\\" Intl"]' in once and "0-1 | 0-1" not in once and once.count("{checkmate}") == 4, once)
        equal(re.findall(r'\[Result "(.*)"\]', once)[0::5], ["1-0", "1/2-1/2"])
        equal(analyse(folder, once, "--nodes", "200")[0], once)


@test
def scores_are_white_s(e):
    """Also after the last move, where only the search knows."""
    with tempfile.TemporaryDirectory() as folder:
        lost, won = (" ".join(analyse(folder, text)[0].split()) for text in ("1. e4 e5 2. Nf3 d6 3. Nxe5 *\n", "1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 *\n"))
        check(re.search(r"3\. Nxe5 (\$\d )?\{-\d", lost), lost)
        check(re.search(r"2\. exd5 (\$\d )?\{\+0", won), won)


@test
def the_best_move_gives_nothing_away(e):
    """A move shown as better is not marked as a mistake, even if the position after it turns out to be lost."""
    text = """[SetUp "1"]
[FEN "4r1k1/5ppp/8/3q4/8/8/3Q1PPP/6K1 w - - 0 1"]

1. %s *
"""
    lost = blamed = 0
    with tempfile.TemporaryDirectory() as folder:
        for nodes in ("20", "30", "40", "60", "1000"):
            pgn = analyse(folder, text % "Qd1", "--nodes", nodes)[0]
            shown = re.search(r"1\. Qd1 \$4 \{\S+\} \(1\. (\S+?)[ )]", " ".join(pgn.split()))
            best = shown.group(1) if shown else "Qd1"  # if all moves lose, the played move may be the best one
            blamed += best != "Qd1"
            pgn = analyse(folder, text % best, "--nodes", nodes)[0]
            judged = re.search(r"1\. (\S+) \{(\S+)\} \*", " ".join(pgn.split()))
            check(judged and judged.group(1) == best, "%s nodes, better is %s: %s" % (nodes, best, pgn))
            lost += judged.group(2) == "-#1"
    check(blamed >= 3 and lost, "blamed %d times; the best move is seen to lose %d times" % (blamed, lost))


@test
def what_was_given_stays(e):
    """Tags, comments, clocks, signs and variations are kept; additions come beside them."""
    text = """[Event "A game"]
[White "A"]
[Black "B"]
[Result "*"]
[ECO "C40"]
[Annotator "Somebody"]
[WhiteElo "1500"]

{Before.} 1. f3 $6 {[%clk 0:03:00]} e5 {Solid. [%eval -0.5]} (1... c5 {also} 2. e4 (2. -- d5 3. c3)) 2. g4 $1 (2. Ke3) Qh4# *
"""
    with tempfile.TemporaryDirectory() as folder:
        pgn, said = analyse(folder, text)
        movetext = " ".join(pgn.split())
        for part in ('[ECO "C40"]', '[Annotator "Somebody"]', '[WhiteElo "1500"]', "{Before.}", "1... c5 {also} 2. e4",
                     "-- d5 3. c3", "Ke3"):
            check(part in movetext, "%s is lost: %s" % (part, movetext))
        check(re.search(r"1\. f3 \$6 \{\[%clk 0:03:00\] [-+]\d", movetext), movetext)
        check(re.search(r"e5 \{Solid\. \[%eval -0\.5\] \| [-+]\d", movetext), movetext)
        check(re.search(r"2\. g4 \$1 \{\(Ke3\) \| -#1\} \(2\. (?!Ke3)", movetext), "a sign that was given: " + movetext)
        check("kept as a comment: line 9, in a variation, 'Ke3'" in said, said)


@test
def verdicts_know_what_came(e):
    """A sacrifice that only the search after it understands is not a blunder."""
    text = """[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
    with tempfile.TemporaryDirectory() as folder:
        pgn = " ".join(analyse(folder, text, "--nodes", "20000")[0].split())
        late = pgn[pgn.index("12. O-O-O"):]
        check(re.search(r"15\. Bxd7\+ \{\S+\}", late) and re.search(r"16\. Qb8\+ \{#1\}", late), late)
        check(not re.search(r"1[5-7]\. \S+ \$", late), "a winning move is blamed: " + late)
        # 100 nodes do not see the Queen's sacrifice, but the positions after it are won even for them.
        pgn = " ".join(analyse(folder, text, "--nodes", "100")[0].split())
        check(re.search(r"16\. Qb8\+ \{#1\}", pgn) and re.search(r"15\.\.\. Nxd7 (\$\d )?\{#2\}", pgn), pgn)


@test
def what_can_not_be_judged(e):
    with tempfile.TemporaryDirectory() as folder:
        for words in ((), ("--nodes",), ("--nodes", "x"), ("--output", ""), ("--fly",), ("a.pgn", "b.pgn")):
            done = subprocess.run([ENGINE, "analyse", *words], text=True, capture_output=True, timeout=60, check=False)
            check(done.returncode == 2 and done.stderr.startswith("quincunx analyse: ") and not done.stdout, "%s: %s" % (words, done.stderr))
        check("no game" in analyse(folder, "", status=2), "an empty file")
        check("can be evaluated" in analyse(folder, '[Variant "ludo"]\n1. a *\n', status=2), "a file of other games")
        check(os.listdir(folder) == ["games.pgn"], "files are left behind")


if __name__ == "__main__":
    sys.exit(run(TESTS, lambda: Engine(ENGINE)))
