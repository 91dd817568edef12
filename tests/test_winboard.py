#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What XBoard and WinBoard are given: pictures of all pieces, no two of a game alike, in slots that WinBoard itself has
bitmaps for; and under Wine install.bat, play-winboard.bat and uninstall.bat with a stand-in for WinBoard, in a folder
whose name has blanks, other letters and signs.

Usage: tests/test_winboard.py ENGINE"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

from protocol import ENGINE, ROOT

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "packaging"))
import pieces as made  # noqa: E402

BOARD = "Win Board – é"  # its folder
SIZE = 33  # of the pictures that are compared; those of the other sizes differ only in scale
PAGE = "cp1252"  # Wine's code page of a European system
passed, failed, skipped = 0, 0, 0


def ok(name, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {name} {detail}"[:2000])


def skip(why):
    global skipped
    skipped += 1
    print("SKIPPED:", why)


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


# ---- Pictures ----

def test_xboard(sheets, work):
    subprocess.run([os.path.join(ROOT, "packaging", "pieces.py"), "xboard", ENGINE, work], check=True)
    for game in sheets:
        wanted = {f"{colour}{made.XBOARD_NAMES[slot]}.svg" for slot, (_, _, colours) in game["slots"].items() for colour in colours}
        folder = os.path.join(work, game["name"])
        ok(f"{game['name']}: pictures for XBoard", wanted and set(os.listdir(folder)) == wanted, set(os.listdir(folder)) ^ wanted)
        drawn = [read(folder, name) for name in sorted(os.listdir(folder))]
        ok(f"{game['name']}: no two are the same", len(set(drawn)) == len(drawn))
        for svg in drawn:
            xml.dom.minidom.parseString(svg)


def pixels(bitmap):
    """(size, rows from below of (red, green, blue)) of a BMP with a palette."""
    kind, length, _, _, offset, head, width, height, planes, depth, packed = struct.unpack("<2sIHHIIiiHHI", bitmap[:34])
    colours = struct.unpack("<I", bitmap[46:50])[0]
    assert (kind, length, head, planes, packed) == (b"BM", len(bitmap), 40, 1, 0) and width == height
    palette = [tuple(bitmap[54 + 4 * i + part] for part in (2, 1, 0)) for i in range(colours)]
    stride = (width * depth + 31) // 32 * 4
    assert offset == 54 + 4 * colours and length == offset + stride * height
    rows = []
    for y in range(height):
        bits = int.from_bytes(bitmap[offset + y * stride:offset + (y + 1) * stride], "big")
        rows.append([palette[bits >> (stride * 8 - (x + 1) * depth) & (1 << depth) - 1] for x in range(width)])
    return width, rows


def share(one, other, differ):
    """How many of a hundred pixels differ in this way."""
    pairs = [pair for rows in zip(one, other) for pair in zip(*rows)]
    return 100 * sum(differ(*pair) for pair in pairs) / len(pairs)


def far(one, other):
    return sum(abs(a - b) for a, b in zip(one, other)) > 200


def test_winboard(sheets, folder):
    white, black = (255, 255, 255), (0, 0, 0)
    for game in sheets:
        name, here = game["name"], os.path.join(folder, "winboard", "pieces", game["name"])
        known = [slot for slot in game["slots"] if slot in made.WINBOARD_NAMES or slot in made.WINBOARD_FURTHER]
        ok(f"{name}: WinBoard itself has bitmaps for half of the slots", 2 * len(known) >= len(game["slots"]), sorted(game["slots"]))
        wanted = {made.winboard_name(slot, size) + kind + ".bmp" for slot in game["slots"] for size in (33, 49, 72, 108) for kind in "sow"}
        ok(f"{name}: the names of the bitmaps", set(os.listdir(here)) == wanted, set(os.listdir(here)) ^ wanted)
        seen = {}
        for slot in game["slots"]:
            one, other, shape = (pixels(read(here, made.winboard_name(slot, SIZE) + kind + ".bmp")) for kind in "osw")
            ok(f"{name}: the size of slot {slot}", {one[0], other[0], shape[0]} == {SIZE})
            ok(f"{name}: a silhouette in black and white", {colour for row in shape[1] for colour in row} == {white, black})
            filled = share(shape[1], shape[1], lambda a, b: a == black)
            ok(f"{name}: slot {slot} fills a part of its square", 10 < filled < 70, filled)
            for picture in (one, other):
                ok(f"{name}: slot {slot} is white around its silhouette",
                   not share(shape[1], picture[1], lambda a, b: a == white and b != white))
            ok(f"{name}: White's and Black's slot {slot} differ", share(one[1], other[1], far) > 5)
            seen[slot] = one[1]
        for slot in seen:
            for second in seen:
                if slot < second:
                    differing = share(seen[slot], seen[second], far)
                    ok(f"{name}: slots {slot} and {second} do not look alike", differing > 1.5, differing)
        boards = [board for board in os.listdir(os.path.join(folder, "winboard", "boards")) if board.rsplit("-", 1)[0] == name]
        ok(f"{name}: a picture of the board", len(boards) == 1, boards)


# ---- The batch files ----

class Windows:
    """Wine with the stand-ins in its path."""

    def __init__(self, work, compiler, wine):
        self.wine, self.work = wine, work
        tools = os.path.join(work, "tools")
        os.makedirs(tools)
        self.stand_in = os.path.join(tools, "findstr.exe")
        subprocess.run([compiler, "-O1", os.path.join(ROOT, "tests", "windows_stand_in.c"), "-o", self.stand_in], check=True)
        self.environment = dict(os.environ, WINEPREFIX=os.path.join(work, "wine"), WINEDEBUG="-all", HOME=work, LC_ALL="C.UTF-8",
                                WINEDLLOVERRIDES="mscoree,mshtml=", WINEPATH="Z:" + tools.replace("/", "\\"), XDG_RUNTIME_DIR=work)
        self.environment.pop("DISPLAY", None)
        self.server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
        os.mkdir(self.environment["WINEPREFIX"])
        self.quietly([self.server, "-p"])  # stays when programs end

    def quietly(self, command):
        """The exit status. No pipes: Wine's servers would keep them open."""
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def run(self, file, *arguments, said=""):
        """(exit status, output) of a batch file that gets one line as input; of more, Wine takes all for the answer to `set /p`."""
        with open(os.path.join(self.work, "in"), "w+b") as given, open(os.path.join(self.work, "out"), "w+b") as out:
            given.write((said + "\r\n").encode(PAGE))
            given.seek(0)
            done = subprocess.run([self.wine, "cmd", "/c", os.path.basename(file), *arguments], cwd=os.path.dirname(file), env=self.environment,
                                  stdin=given, stdout=out, stderr=subprocess.STDOUT, timeout=300)
            out.seek(0)
            return done.returncode, out.read().decode(PAGE, "replace").replace("\r", "")

    def close(self):
        self.quietly([self.server, "-k"])


def in_windows(path):
    return "Z:" + path.replace("/", "\\")


def lines(path):
    return read(path).decode(PAGE).replace("\r", "").splitlines()


def started(windows, file, *arguments, said=""):
    """(exit status, output, arguments of WinBoard) of a batch file that does not wait for WinBoard."""
    noted = os.path.join(windows.work, BOARD, "arguments.txt")
    os.remove(noted)
    status, told = windows.run(file, *arguments, said=said)
    for _ in range(600):
        if os.path.exists(noted) and read(noted).endswith(b"\n"):
            break
        time.sleep(0.1)
    return status, told, lines(noted) if os.path.exists(noted) else []


def test_batch(sheets, folder, windows):
    home, board = (os.path.join(windows.work, name) for name in ("Spiele für zwei (& mehr)", BOARD))
    shutil.copytree(folder, home)
    os.makedirs(board)
    shutil.copy(windows.stand_in, os.path.join(board, "winboard.exe"))
    settings, own = os.path.join(board, "winboard.ini"), os.path.join(home, "winboard")
    used = "/boardSize=titanic\n; WinBoard 4.8.0 Save Settings file\n/firstChessProgramNames={fmax /fd=Fairy-Max -firstOptions \"sound=1,SpeedUp=2\"\n}\n/themeNames={native\n}\n/soundMove=\"a é & b.wav\"\n/moveHistoryUp=true\n"

    # A fresh WinBoard.
    status, said = windows.run(os.path.join(home, "install.bat"), in_windows(os.path.join(board, "winboard.exe")))
    ok("install.bat on a fresh WinBoard", status == 0 and "Added to its list of engines" in said and "This is WinBoard" not in said, said)
    ok("it starts WinBoard without a dialog", lines(os.path.join(board, "arguments.txt")) == ["-ncp", "-opt", in_windows(own) + "\\install.ini", "-autoClose"],
       lines(os.path.join(board, "arguments.txt")))
    engines = ['"Quincunx, %s" -fcp "quincunx.exe" @"%s\\%s.ini"' % (game["title"], in_windows(own), game["name"]) for game in sheets]
    themes = ['"Quincunx, %s" @"%s\\%s-board.ini"' % (game["title"], in_windows(own), game["name"]) for game in sheets]
    installed = [line for pair in zip(engines, themes) for line in ("-installEngine {%s}" % pair[0], "-installTheme {%s}" % pair[1])]
    ok("install.ini", lines(os.path.join(own, "install.ini")) == ["-date 2147483647", *installed, "-size bulky"], lines(os.path.join(own, "install.ini")))
    ok("the lists then", [line for line in lines(settings) if "Quincunx" in line] == engines + themes, lines(settings))
    ok("a line is not too long for WinBoard", max(map(len, engines)) < 500)
    for game in sheets:
        told = lines(os.path.join(own, game["name"] + ".ini"))
        ok(f"{game['name']}.ini: the engine", '-fd "%s"' % in_windows(home) in told and '-fcp "quincunx.exe"' in told, told)
        ok(f"{game['name']}.ini: the game", "-variant " + game["gui"] in told, told)
        ok(f"{game['name']}.ini: the rules", "-testLegality " + ("true" if game["gui"] == "normal" else "false") in told, told)
        ok(f"{game['name']}.ini: settings stay", "-saveSettingsOnExit false" in told, told)
        ok(f"{game['name']}.ini: the board", '@"%s\\%s-board.ini"' % (in_windows(own), game["name"]) in told, told)
        shown = lines(os.path.join(own, game["name"] + "-board.ini"))
        ok(f"{game['name']}-board.ini: the size", "-size bulky" in shown, shown)
        for option in ("pieceImageDirectory", "liteBackTextureFile", "darkBackTextureFile"):
            named = [line.split('"')[1][2:].replace("\\", "/") for line in shown if line.startswith("-" + option)]
            ok(f"{game['name']}-board.ini: {option}", len(named) == 1 and os.path.exists(named[0]), shown)

    # A used one. The second time changes nothing.
    with open(settings, "w", encoding=PAGE) as file:
        file.write(used)
    status, said = windows.run(os.path.join(home, "install.bat"))
    ok("install.bat on a used WinBoard, which it has found before", status == 0 and "is now bulky" in said, said)
    ok("an old version is told", "This is WinBoard 4.8.0, in which" in said, said)
    ok("a copy of the settings", read(own, "winboard-before.ini").decode(PAGE).replace("\r", "") == used)
    after = lines(settings)
    ok("nothing else was changed", [line for line in after if "Quincunx" not in line] == used.replace("titanic", "bulky").splitlines(), after)
    status, said = windows.run(os.path.join(home, "install.bat"))
    ok("install.bat again", status == 0 and lines(settings) == after, said)
    ok("the copy stays", read(own, "winboard-before.ini").decode(PAGE).replace("\r", "") == used)

    # One game.
    status, said, told = started(windows, os.path.join(home, "play-winboard.bat"), sheets[1]["name"], "-st", "10")
    ok("an old version is told there, too", "This is WinBoard 4.8.0, in which" in said and "Press any key" in said, said)
    ok("play-winboard.bat", status == 0 and told[:3] == ["-cp", "-opt", "%s\\%s.ini" % (in_windows(own), sheets[1]["name"])] and told[-2:] == ["-st", "10"], told)
    with open(settings, "w", encoding=PAGE) as file:
        file.write("\n".join(after).replace("4.8.0", "4.9.1") + "\n")
    used_now = used.replace("4.8.0", "4.9.1")
    status, said, told = started(windows, os.path.join(home, "play-winboard.bat"), said=sheets[-1]["name"])
    ok("a new one needs no word", said.startswith("Which game") and said.count("\n") < 2, said)
    ok("play-winboard.bat asks for the game", status == 0 and told[2:3] == ["%s\\%s.ini" % (in_windows(own), sheets[-1]["name"])], said)
    status, said = windows.run(os.path.join(home, "play-winboard.bat"), "nonsense")
    ok("a game that there is not", status != 0 and 'There is no game "nonsense"' in said, said)

    # Away with it.
    status, said = windows.run(os.path.join(home, "uninstall.bat"))
    ok("uninstall.bat", status == 0 and "Taken out" in said, said)
    ok("nothing of it is left, the size is given back", lines(settings) == used_now.splitlines(), lines(settings))
    status, said = windows.run(os.path.join(home, "uninstall.bat"))
    ok("uninstall.bat again", status == 0 and "has no game of Quincunx" in said, said)

    if not os.environ.get("TEST_LONG"):
        return
    # What cannot be.
    os.remove(os.path.join(own, "winboard.txt"))
    status, said = windows.run(os.path.join(home, "install.bat"), said="C:\\none")
    ok("without WinBoard", status != 0 and "WinBoard was not found" in said and "There is no winboard.exe" in said, said)
    status, said = windows.run(os.path.join(home, "install.bat"), said=in_windows(board))
    ok("its folder is asked for", status == 0 and "WinBoard was not found" in said and "Added" in said, said)
    for name, words in (("棋", "cannot read the name"), ("a}b", "cannot read names with a brace")):
        other = os.path.join(windows.work, name)
        shutil.copytree(home, other, ignore=shutil.ignore_patterns("*.ini", "*.txt", "*.bmp"))
        before = read(settings)
        status, said = windows.run(os.path.join(other, "install.bat"), in_windows(board))
        ok(f"a folder named {name}", status != 0 and words in said and read(settings) == before, said)


def main():
    work = tempfile.mkdtemp()
    try:
        sheets = made.games(ENGINE)
        test_xboard(sheets, os.path.join(work, "xboard"))
        if not shutil.which("rsvg-convert"):
            skip("pictures for WinBoard: install librsvg2-bin")
            return
        folder = os.path.join(work, "windows")
        subprocess.run([os.path.join(ROOT, "packaging", "pieces.py"), "winboard", ENGINE, folder], check=True)
        test_winboard(sheets, folder)
        compiler, wine = shutil.which("x86_64-w64-mingw32-gcc"), shutil.which("wine") or shutil.which("wine64")
        if not compiler or not wine:
            skip("the batch files: install gcc-mingw-w64-x86-64 and wine")
            return
        windows = Windows(work, compiler, wine)
        try:
            if windows.quietly([wine, "cmd", "/c", "exit 7"]) != 7:
                skip("the batch files: wine runs no program here")
                return
            test_batch(sheets, folder, windows)
        finally:
            windows.close()
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(failed > 0)
