# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""A person with a mouse plays every game against the engine in real XBoard.

    person.py ENGINE [GAME...]

The person knows no rules: a second engine lists the legal moves, and what is done with
the mouse follows from their texts. Moves of every kind that a game has are looked for
at the start and in known positions. After each move XBoard's board, copied out of it,
must be the engine's. QUINCUNX_PERSON_SEED=N chooses other moves; TEST_PATIENCE: seconds
until something that is waited for counts as missing (120).
"""

import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from games import placement, read_board  # noqa: E402
from gui import Deadline, Gui, play_each  # noqa: E402
from protocol import Engine, Failure, all_games  # noqa: E402

PASS = "@@@@"
SQUARE = re.compile(r"([a-z])(\d+)")

# Kinds of move to be played; in games that are not named here those of the last line.
KINDS = {
    "chess": "step take castle promotion effect",
    "borderlands": "step take drop promotion",
    "battleofideologies": "step take drop promotion",
    "horizons": "step take castle promotion effect",
    "bordahbee": "legs take promotion effect",
    "diamond": "drop step take legs shot send enemy muster early effect",
}
USUAL_KINDS = "step take"

# Where the known positions have no end in one move, or only ones with other kinds to show.
ENDS = {
    "chess": ["7k/8/6K1/8/8/8/8/R7 w - - 0 1"],
    "bordahbee": ["k7k7/16/16/16/16/16/16/R6KR6K w - - 0 1"],
    "battleofideologies": ["9/9/9/9/9/9/9/z8/4K4[] b - - 0 1"],
    "horizons": ["11k/R11/12/12/12/12/12/12/12/12/12/1R9K w - - 0 1"],
    "diamond": ["8/G7/8/8/7c/8/5C2/5C2[] w - - 0 1"],
}


def squares_of(leg):
    return [(ord(file) - ord("a"), int(rank) - 1) for file, rank in SQUARE.findall(leg.split("@")[-1])]


class Adviser:
    """Knows the rules, and nothing of any GUI."""

    def __init__(self, path, game):
        self.engine = Engine(path)
        self.engine.send("uci", "setoption name UCI_Variant value " + game)

    def ask(self, fen, *more):
        self.engine.send("position fen " + fen + "".join(more))

    def moves(self, fen):
        self.ask(fen)
        self.engine.send("go perft 1")
        self.engine.expect(r"Nodes searched: \d+")
        return [line.split(":")[0] for line in self.engine.skipped if re.fullmatch(r"\S+: 1", line)]

    def after(self, fen, move):
        """The position after a move, and the game's result, "*" if it goes on."""
        self.ask(fen, " moves ", move)
        self.engine.send("d")
        return self.engine.expect("Fen: (.*)").group(1), self.engine.expect(r"Result: (\S+).*").group(1)

    def close(self):
        self.engine.kill()


def kinds(fen, move, beginnings):
    """What is special about a move."""
    board, legs, found = read_board(fen), move.split(","), set()
    own = str.isupper if " w " in fen else str.islower
    for leg in legs:
        where = squares_of(leg)
        if "@" in leg:
            found.add("pass" if leg == PASS else "drop")
        elif "x" in leg:
            found.add("shot")
        elif ">" in leg:
            found.add("send" if own(board.get(where[0], "")[-1:]) else "enemy")
        elif len(where) == 2:
            (a, b), (c, d) = where
            found.add("take" if where[1] in board else "step")
            if board.get((a, b), "").upper() == "K" and b == d and abs(a - c) > 1:
                found.add("castle")
            if re.search(r"[a-z+]$", leg):
                found.add("promotion")
    if len(legs) > 1:
        found.add("muster" if "@" in legs[0] and legs[0] != PASS else "legs")
    if move in beginnings:
        found.add("early")
    return found


def has_effect(adviser, fen, move):
    """Does more change than the squares that the move names?"""
    before, after = read_board(fen), read_board(adviser.after(fen, move)[0])
    named = {square for leg in move.split(",") for square in squares_of(leg)}
    return any(before.get(s) != after.get(s) for s in set(before) | set(after) if s not in named)


def best_promotion(move, moves):
    """Is it what a drag without a word promotes to? Another choice is not tried."""
    values = "+qcamevwrobnhfjk"
    for i, leg in enumerate(move.split(",")):
        step = re.match(r"[a-z]\d+[a-z]\d+", leg)
        if not step:
            continue
        suffixes = {other.split(",")[i][step.end():] for other in moves
                    if len(other.split(",")) > i and other.split(",")[i].startswith(step.group())
                    and re.fullmatch(r"[a-z+]?", other.split(",")[i][step.end():])}
        mine = leg[step.end():]
        if not mine and suffixes - {""}:
            return False
        if mine and mine != "+" and min(suffixes - {""}, key=values.find) != mine:
            return False
    return True


class Person:
    def __init__(self, gui, adviser, hand):
        self.gui, self.adviser, self.hand = gui, adviser, hand
        self.fen = gui.engine_fen()
        self.start_engine = None  # the key that makes the engine play after the first move

    # ---- One leg ----

    def find_sender(self, legs_before, own, board):
        """A piece that could be sent itself: rather one that has just moved."""
        moved = [squares_of(leg)[-1] for leg in legs_before if leg != PASS]
        found = []
        for move in self.moves:
            legs = move.split(",")
            if legs[:len(legs_before)] == legs_before and len(legs) > len(legs_before) and ">" in legs[len(legs_before)]:
                square = squares_of(legs[len(legs_before)])[0]
                if square in moved or own(board.get(square, " ")[-1]):
                    found.append(square)
        return sorted(found, key=lambda square: square not in moved)[0]

    def drag_of(self, leg, legs_before=()):
        """The squares to drag over."""
        where, board = squares_of(leg), read_board(self.fen)
        own = str.isupper if " w " in self.fen else str.islower
        if "@" in leg:
            white = " w " in self.fen
            letters = [letter for letter in self.hand if letter.isupper() == white]
            number = letters.index(leg[0].upper() if white else leg[0].lower())
            hand = (self.gui.files + 1, number) if white else (-2, self.gui.ranks - 1 - number)
            return [hand, where[0]]
        moved = [squares_of(other)[-1] for other in legs_before if other != PASS]
        if ">" in leg and where[0] not in moved and not own(board[where[0]][-1]):
            sender = self.find_sender(legs_before, own, board)
            return [sender, where[0], where[1]]
        return where

    def play_leg(self, leg, legs_before=()):
        self.gui.mark()
        if leg == PASS:
            self.gui.press_pass()
            return
        places = self.drag_of(leg, list(legs_before))
        if not self.start_engine and re.search("[0-9][a-z]$", leg):
            self.gui.clicks(*places)  # XBoard asks what to promote to
        else:
            self.gui.drag(*places)
        if not self.gui.await_line(r"> usermove .*"):
            raise Failure("XBoard does not take %s; %s" % (leg, self.gui.new_traffic()))
        self.gui.settle()
        said = self.gui.new_line(r"< (?:move|Illegal|1-0|0-1|1/2).*")
        if said and "Illegal move" in said.group() and not re.search(r"\(it (promotes|moves)", said.group()):
            raise Failure("refused: " + said.group())

    # ---- Moves ----

    def agree(self, what):
        """XBoard's board is the engine's, in the end."""
        deadline = Deadline()
        while True:
            ours = self.gui.settle()
            theirs = self.gui.fen()
            if placement(theirs) == placement(ours):
                return
            if deadline.passed(0.1):
                raise Failure("after %s XBoard's board is %s, the engine's %s\n%s" % (what, theirs, ours, self.gui.new_traffic()))

    def play(self, move):
        """Plays a move and waits for the answer; returns whether the game goes on."""
        before = self.fen
        start = len(self.gui.all_traffic())
        legs = move.split(",")
        for i, leg in enumerate(legs):
            self.play_leg(leg, legs[:i])
        self.fen = self.gui.settle()
        if self.fen == before:
            self.gui.press_pass()
            self.fen = self.gui.settle()
        if self.start_engine and not re.search(r"^< (1-0|0-1|1/2-1/2) \{", self.gui.all_traffic()[start:], re.M):
            self.gui.key(self.start_engine)
            self.fen = self.gui.settle()
        self.start_engine = None
        if self.fen == before:
            raise Failure("%s was not played:\n%s" % (move, self.gui.all_traffic()[start:]))
        self.agree(move)
        return not re.search(r"^< (1-0|0-1|1/2-1/2) \{", self.gui.all_traffic()[start:], re.M)

    def find(self, wanted, generator):
        """A move of a kind, here; None if there is none."""
        self.moves = self.adviser.moves(self.fen)
        beginnings = {",".join(move.split(",")[:n]) for move in self.moves for n in range(1, move.count(",") + 1)}
        choice = list(self.moves)
        generator.shuffle(choice)
        effects = 0
        if wanted == "end":
            choice = [move for move in choice[:80] if best_promotion(move, self.moves) and PASS not in move
                      and self.adviser.after(self.fen, move)[1] != "*"]
            return choice[0] if choice else None
        for move in choice:
            found = kinds(self.fen, move, beginnings)
            if "promotion" in found or wanted in ("step", "take"):
                if not best_promotion(move, self.moves):
                    continue
            if wanted == "effect":
                effects += 1
                if effects < 60 and "pass" not in found and has_effect(self.adviser, self.fen, move) \
                        and best_promotion(move, self.moves):
                    return move
            elif wanted in found and ("pass" not in found or move == PASS):
                return move
        return None

    def set_up(self, fen):
        if not self.gui.set_fen(fen):
            return False
        self.fen = self.gui.settle()
        self.start_engine = "ctrl+b" if " w " in self.fen else "ctrl+w"
        return True

    def play_freely(self, count, generator):
        """Moves of any kind in a row; those that were played."""
        done = []
        for _ in range(count):
            move = self.find("legs", generator) or self.find("take", generator) or self.find("drop", generator) \
                or self.find("step", generator)
            if not move:
                break
            done.append(move)
            if not self.play(move):
                break
        return done

    def analyse(self):
        """Analysis Mode: a move made meanwhile, and taken back."""
        self.gui.mark()
        self.gui.key("ctrl+a")
        if not self.gui.await_line(r"> analyze") or not self.gui.await_line(r"< \d+ -?\d+ \d+ \d+ .*"):
            raise Failure("no analysis")
        move = self.find("step", random.Random(5))
        if not move:
            return
        self.gui.mark()
        self.gui.drag(*self.drag_of(move.split(",")[0]))
        taken = self.gui.await_line(r"> usermove .*")
        self.gui.settle()
        if not taken or self.gui.new_line("< Illegal.*"):
            raise Failure("no move in analysis: " + self.gui.new_traffic())
        for _ in range(6):  # ply by ply, a leg is two
            self.gui.mark()
            self.gui.key("alt+Left")
            if not self.gui.await_line(r"> (undo|setboard.*)"):
                raise Failure("no way back in analysis")
            self.gui.await_line(r"< \d+ -?\d+ \d+ \d+ .*")
            if placement(self.gui.fen()) == placement(self.fen):
                break
        if self.gui.engine_fen() != self.fen:
            raise Failure("the analysis went astray: %s, not %s" % (self.gui.engine_fen(), self.fen))

    def new_game_in_mid_move(self):
        """Half a move stands when a new game is begun."""
        move = self.find("legs", random.Random(7))
        if move:
            self.play_leg(move.split(",")[0])
        self.gui.new_game()
        self.agree("a new game")
        self.gui.key("ctrl+x")
        self.agree("a take-back at the start")
        self.fen = self.gui.engine_fen()

    # ---- Mistakes ----

    def retract(self, before, what):
        """Retract Move until engine and XBoard are where they were: a leg is two plies or more."""
        for _ in range(20):
            self.gui.mark()
            self.gui.key("ctrl+x")
            if not self.gui.await_line("> (remove|undo)"):
                break
            self.fen = self.gui.settle()
            if self.fen == before and placement(self.gui.fen()) == placement(before):
                return
        raise Failure("%s cannot be taken back: %s, XBoard's board is %s" % (what, self.fen, self.gui.fen()))

    def take_back(self):
        """A whole move."""
        before = self.fen
        move = self.find("step", random.Random(3)) or self.find("drop", random.Random(3))
        if not move:
            raise Failure("there is no move to be taken back")
        if self.play(move):
            self.retract(before, move)

    def take_back_leg(self, move):
        """A leg in mid-move; that the engine has forgotten it shows when the move is played after all."""
        before, leg = self.fen, move.split(",")[0]
        self.play_leg(leg)
        deadline = Deadline()
        while placement(self.gui.fen()) == placement(before):
            if deadline.passed(0.05):
                raise Failure("XBoard does not show the leg " + leg)
        if not self.start_engine:
            self.retract(before, "the leg " + leg)
            return
        for _ in range(2):  # in Edit Game the way back is ply by ply
            self.gui.mark()
            self.gui.key("alt+Left")
            self.gui.await_line("> (undo|setboard.*)")
        if self.gui.settle() != before or placement(self.gui.fen()) != placement(before):
            raise Failure("the way back over %s: %s, XBoard's board is %s" % (leg, self.gui.engine_fen(), self.gui.fen()))

    def call_flag(self):
        """Nobody plays against a clock."""
        self.gui.mark()
        if "flag" in self.gui.title():
            raise Failure("a flag fell: " + self.gui.title())
        self.gui.key("F5")
        self.gui.settle()
        if self.gui.new_line("> result .*"):
            raise Failure("Call Flag ends the game: " + self.gui.new_traffic())

    def try_illegal(self):
        """A piece where he cannot go, an enemy's piece, an empty square."""
        moves = self.adviser.moves(self.fen)
        board = read_board(self.fen)
        for square in list(board)[:6]:
            target = (self.gui.files - 1 - square[0], square[1])
            text = "".join("%s%d" % (chr(97 + f), r + 1) for f, r in (square, target))
            if any(text in move or text[:2] + ">" in move for move in moves):
                continue
            self.gui.drag(square, target)
            self.gui.clicks(square)  # lays it down
        self.gui.drag((0, self.gui.ranks // 2), (1, self.gui.ranks // 2))
        if self.gui.settle() != self.fen:
            raise Failure("an illegal try changed the position")
        self.agree("an illegal try")


def positions(game, generator):
    path = os.path.join(HERE, "..", "positions", game + ".epd")
    with open(path, encoding="ascii") as file:
        fens = [line.split(";")[0].strip() for line in file if line.strip() and not line.startswith("#")]
    generator.shuffle(fens)
    return fens + ENDS.get(game, [])


def hand_order(traffic):
    """The letters of the table: the order of hands from below, from above for Black."""
    found = re.findall(r"^< setup \((\S+)\)", traffic, re.M)
    return re.sub(r"\^.|[^A-Za-z]", "", found[-1]) if found else ""


def play_game(path, game, display, directory):
    """A person's session with one game; returns what was done."""
    facts = all_games(path)[game]
    wanted = KINDS.get(game, USUAL_KINDS)
    generator = random.Random(int(os.environ.get("QUINCUNX_PERSON_SEED", "1")))
    adviser = Adviser(path, game)
    gui = Gui(display, path, directory, game, facts, ["-depth", "1"])
    done = []
    try:
        person = Person(gui, adviser, hand_order(gui.all_traffic()))
        if " b " in person.fen:  # Black begins: a touch tells the engine to
            deadline = Deadline()
            while not gui.new_line(r"< move .*"):
                if deadline.passed():
                    raise Failure("the engine does not begin")
                gui.drag((gui.files + 1, 0), (0, 0))
            person.fen = gui.settle()
        opening = wanted.split()[0]
        for _ in range(3):
            move = person.find(opening, generator)
            if not move or not person.play(move):
                break
            done.append(move)
        person.try_illegal()
        person.call_flag()
        person.take_back()
        move = person.find("legs", generator)
        if move:
            person.take_back_leg(move)
            done.append("take back in mid-move %s" % move.split(",")[0])
        done += person.play_freely(3, generator)
        missing = wanted.split() + ["end"]
        for fen in positions(game, generator):
            if not missing:
                break
            person.fen = fen
            if not any(person.find(kind, generator) for kind in [kind for kind in missing if kind != "end"] or ["end"]):
                continue
            if not person.set_up(fen):
                continue
            for kind in [kind for kind in missing if kind != "end"] or ["end"]:
                move = person.find(kind, generator)
                if not move:
                    continue
                if kind == "legs":
                    person.take_back_leg(move)
                    done.append("take back %s" % move.split(",")[0])
                done.append("%s %s" % (kind, move))
                missing.remove(kind)
                goes_on = person.play(move)
                if kind == "end" and goes_on:
                    raise Failure("XBoard is not told of the end by " + move)
                if not goes_on:
                    break
        if missing:
            raise Failure("no move of these kinds was found: " + " ".join(missing))
        gui.new_game()
        person.fen = gui.settle()
        if " b " not in person.fen:
            person.new_game_in_mid_move()
            person.analyse()
        gui.kill()
        return "%d moves: %s" % (len(done), ", ".join(done))
    except Failure as failure:
        raise Failure("%s\n    after %s" % (failure, ", ".join(done)))
    finally:
        gui.close()
        adviser.close()


if __name__ == "__main__":
    play_each("person", __doc__, play_game)
