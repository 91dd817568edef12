#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page's pictures of the pieces, in the formats of XBoard and WinBoard.

    packaging/pieces.py xboard ENGINE OUT     OUT/GAME/WhiteKnight.svg ...
    packaging/pieces.py winboard ENGINE OUT   all that is in windows/, with the games of the engine; in OUT/winboard
                                         pieces/GAME/n72o.bmp, piece29_72o.bmp ... and boards; it needs rsvg-convert

Both GUIs have a picture for each slot of the table that the engine sends with `setup`, and a folder can replace them. Each
game gets its folder, because a slot holds other pieces in other games.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
PICTURES, WINDOWS = os.path.join(HERE, "..", "web", "pictures"), os.path.join(HERE, "windows")
KING_SLOT, PARTNER = 65, 11  # the last letter of either half; from a slot to that of its promoted form
# XBoard's names of the slots.
XBOARD_NAMES = """Pawn Knight Bishop Rook Queen Advisor Elephant Archbishop Marshall Gold Commoner Canon Nightrider CrownedBishop
    CrownedRook Crown Chancellor Hawk Lance Cobra Unicorn Lion Sword Zebra Camel Tower Wolf Hat Duck Lance Dragon Gnu Cub LShield
    Pegasus Wizard Copper Iron Viking Flag Axe Dolphin Leopard Claw Left Butterfly PromoBishop PromoRook HCrown RShield Prince
    Phoenix Kylin Drunk Right GoldPawn GoldKnight PromoHorse PromoDragon GoldLance GoldSilver HSword PromoSword PromoHSword Princess
    King""".split()
# The beginnings of the names of WinBoard's bitmaps: for all sizes, for those with further pieces, for others. Slots without one are
# "piece<slot>_".
WINBOARD_SIZES = (33, 49, 72, 108)
WINBOARD_NAMES = {0: "p", 1: "n", 2: "b", 3: "r", 4: "q", KING_SLOT: "k"}
WINBOARD_FURTHER = {5: "f", 6: "e", 7: "aa", 8: "c", 9: "w", 10: "m", 11: "o", 12: "h", 13: "a", 14: "dk", 15: "g", 16: "cv", 17: "v",
                    18: "l", 19: "s", 20: "u", 21: "ln", 24: "camel", 26: "wolf", 29: "l", 32: "ln"}
WINBOARD_FURTHER_SIZES = (33, 49, 72)
# Slots that WinBoard draws smaller at other sizes, or with the silhouette of another slot.
WINBOARD_BAD_SLOTS = (12, 13, 14, 15, 23)
# Fill, edge and lines inside, as in the page.
COLOURS = {"White": ("#fffdf6", "#1f1b17", "#1f1b17"), "Black": ("#3a3632", "#12100e", "#f4ecdc")}
BOARD = (220, 186, 146)  # edges are blended with this: a board between light and dark
SVG_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" %s>'
BADGE = '<path d="M%s Z" fill="#f2b01e" stroke="#4a3200" stroke-width="2.5" stroke-linejoin="round"/>'
STAR = [(84, 1), (87, 12), (99, 12), (90, 19), (93, 31), (84, 24), (75, 31), (78, 19), (69, 12), (81, 12)]


# ---- The games ----

def slots_of(table):
    """{(letter, promoted): slot} of a table without parentheses; a lower-case letter is Black's."""
    found, slot, count, half = {}, 0, 0, len(re.sub(r"[\^/]", "", table)) // 2
    signs = re.findall(r"[/]|\^?.", table)
    for sign in signs:
        if sign == "/":
            slot = 46
            continue
        count += 1
        last = count % half == 0
        if sign not in ".+":
            found.setdefault((sign[-1], sign[0] == "^"), KING_SLOT if last else slot)
        slot = 0 if last else slot + 1
    for (letter, promoted), base in list(found.items()):
        if not promoted and base < PARTNER:
            found.setdefault((letter, True), base + PARTNER)
    return found


def ask(engine, mode, *lines):
    said = subprocess.run([engine, *mode], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return said.stdout.splitlines()


def games(engine):
    """The data sheets of all games. Each has in "slots" {slot: (picture, promoted, colours)}, empty if the page lacks a
    picture, and in "gui" the name that GUIs know it by."""
    sheets = json.loads(ask(engine, ["json"], '{"do":"games"}')[0])["games"]
    for game in sheets:
        told = "\n".join(ask(engine, [], "xboard", "protover 2", "new", "variant " + game["name"], "quit"))
        table = re.search(r"(?m)^setup \((.*?)\) ", told)
        slots = slots_of(table[1] if table else "PNBRQ" + "." * 60 + "Kpnbrq" + "." * 60 + "k")
        names = re.search(r'variants="(.*?)"', told)[1].split(",")
        game["gui"], game["slots"] = game["name"] if game["name"] in names else names[0], {}
        for piece in game["pieces"]:
            promoted, letter = piece["piece"][0] == "+", piece["piece"][-1]
            picture = piece["name"].removeprefix("promoted ").replace(" ", "-")
            slot = slots[letter if "w" in piece["sides"] else letter.lower(), promoted]
            if slot in game["slots"]:
                sys.exit(f"pieces: {game['name']} has two pieces in slot {slot}")
            game["slots"][slot] = (picture, promoted, [colour for colour in COLOURS if colour[0].lower() in piece["sides"]])
        if not all(os.path.exists(os.path.join(PICTURES, picture + ".svg")) for picture, *_ in game["slots"].values()):
            game["slots"] = {}
    return sheets


# ---- SVG ----

def inside(picture, promoted, colour):
    """A piece in a square of 100, as SVG without the outer element."""
    with open(os.path.join(PICTURES, picture + ".svg"), encoding="utf-8") as file:
        drawn = re.search(r"(?s)<svg[^>]*>(.*)</svg>", file.read())[1].replace("\n", "")
    fill, edge, lines = COLOURS[colour]
    star = BADGE % "L".join("%d %d" % point for point in STAR) if promoted else ""
    return ('<g transform="translate(4 4) scale(.92)"><g fill="%s" stroke="%s" color="%s" stroke-width="4" stroke-linejoin="round" '
            'stroke-linecap="round">%s</g>%s</g>' % (fill, edge, lines, drawn, star))


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


def for_xboard(engine, out):
    for game in games(engine):
        folder = os.path.join(out, game["name"])
        os.makedirs(folder, exist_ok=True)
        for slot, (picture, promoted, colours) in game["slots"].items():
            for colour in colours:
                svg = SVG_HEAD % 'width="100" height="100" viewBox="0 0 100 100"' + inside(picture, promoted, colour) + "</svg>\n"
                write(folder, f"{colour}{XBOARD_NAMES[slot]}.svg", svg.encode())


# ---- Bitmaps ----

def read_png(data):
    """(width, rows of RGBA) of a PNG of 8 bits a channel with transparency."""
    at, parts = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        parts[kind] = parts.get(kind, b"") + data[at + 8:at + 8 + size]
        at += 12 + size
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (depth, colour, interlaced) == (8, 6, 0)
    pixels, stride, rows, above = zlib.decompress(parts[b"IDAT"]), 4 * width, [], bytearray(4 * width)
    for y in range(height):
        kind, line = pixels[y * (stride + 1)], bytearray(pixels[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            left, up, corner = line[i - 4] if i >= 4 else 0, above[i], above[i - 4] if i >= 4 else 0
            if kind == 4:
                guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            else:
                guess = (0, left, up, (left + up) // 2)[kind]
            line[i] = line[i] + guess & 255
        rows.append(line)
        above = line
    return width, rows


def bmp(size, depth, palette, rows):
    """A BMP of indexed colours; rows of indices from above."""
    lines = []
    for row in reversed(rows):
        bits = 0
        for index in row:
            bits = bits << depth | index
        room = -(-size * depth // 32) * 32
        lines.append((bits << room - size * depth).to_bytes(room // 8, "big"))
    data, colours = b"".join(lines), b"".join(struct.pack("4B", blue, green, red, 0) for red, green, blue in palette)
    offset = 14 + 40 + len(colours)
    return (struct.pack("<2sIHHI", b"BM", offset + len(data), 0, 0, offset)
            + struct.pack("<IiiHHIIiiII", 40, size, size, 1, depth, 0, len(data), 0, 0, len(palette), 0) + colours + data)


BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def bitmaps(pixels, size):
    """A picture and its silhouette, black on white. WinBoard paints the silhouette white and the picture over it with AND, so
    around it the picture is white, too."""
    shape, picture = [], []
    for row in pixels:
        shape.append([int(row[4 * x + 3] < 128) for x in range(size)])
        picture.append([])
        for x in range(size):
            part = row[4 * x + 3] / 255
            # Four bits a channel, so that the colours are few.
            colour = tuple(round((value * part + ground * (1 - part)) / 17) * 17 for value, ground in zip(row[4 * x:4 * x + 3], BOARD))
            picture[-1].append(WHITE if shape[-1][x] else colour)
    palette = sorted({colour for row in picture for colour in row})
    number = {colour: index for index, colour in enumerate(palette)}
    depth = 4 if len(palette) <= 16 else 8
    return bmp(size, depth, palette, [[number[colour] for colour in row] for row in picture]), bmp(size, 1, (BLACK, WHITE), shape)


def drawn(kinds, size):
    """{(picture, promoted, colour): its bitmaps}, drawn as one sheet of ten columns."""
    columns, sheet = 10, []
    for number, kind in enumerate(kinds):
        x, y = number % columns * 100, number // columns * 100
        sheet.append('<g transform="translate(%d %d)">%s</g>' % (x, y, inside(*kind)))
    high = -(-len(kinds) // columns)
    head = 'width="%d" height="%d" viewBox="0 0 %d %d"' % (columns * size, high * size, columns * 100, high * 100)
    with tempfile.NamedTemporaryFile(suffix=".svg") as file:
        file.write((SVG_HEAD % head + "".join(sheet) + "</svg>").encode())
        file.flush()
        png = subprocess.run(["rsvg-convert", file.name], capture_output=True, check=True).stdout
    width, rows = read_png(png)
    assert (width, len(rows)) == (columns * size, high * size)
    found = {}
    for number, kind in enumerate(kinds):
        x, y = number % columns * size, number // columns * size
        found[kind] = bitmaps([row[4 * x:4 * (x + size)] for row in rows[y:y + size]], size)
    return found


def winboard_name(slot, size):
    further = WINBOARD_FURTHER if size in WINBOARD_FURTHER_SIZES else {}
    return "%s%d" % (WINBOARD_NAMES.get(slot) or further.get(slot) or f"piece{slot}_", size)


def draw_all(sheets, out):
    kinds = sorted({(picture, promoted, colour) for game in sheets for picture, promoted, _ in game["slots"].values() for colour in COLOURS})
    for size in WINBOARD_SIZES:
        pictures = drawn(kinds, size)
        for game in sheets:
            folder = os.path.join(out, game["name"])
            os.makedirs(folder, exist_ok=True)
            for slot, (picture, promoted, _) in game["slots"].items():
                if slot in WINBOARD_BAD_SLOTS:
                    sys.exit(f"pieces: WinBoard draws slot {slot}, a piece of {game['name']}, smaller than others or with another silhouette")
                name = winboard_name(slot, size)
                (outline, shape), (solid, _) = (pictures[picture, promoted, colour] for colour in ("White", "Black"))
                for suffix, content in (("o", outline), ("s", solid), ("w", shape)):
                    write(folder, name + suffix + ".bmp", content)


def for_winboard(engine, out):
    sheets, calls = games(engine), []
    draw_all(sheets, os.path.join(out, "winboard", "pieces"))
    boards = os.path.join(out, "winboard", "boards")
    os.makedirs(boards)
    for game in sheets:
        _, _, turns, path = ask(engine + "-lab", ["board", game["name"], boards, "--bmp"])[0].split(" ", 3)
        calls.append('call :game "%%~1" %s "%s" %s %s %s' % (game["name"], game["title"], game["gui"], os.path.basename(path), turns))
    for folder in ("", "winboard"):
        for name in os.listdir(os.path.join(WINDOWS, folder)):
            if os.path.isfile(os.path.join(WINDOWS, folder, name)):
                with open(os.path.join(WINDOWS, folder, name), encoding="utf-8") as file:
                    text = file.read().replace("@GAMES@", "\n".join(calls)).replace("@NAMES@", ", ".join(game["name"] for game in sheets))
                write(os.path.join(out, folder), name, text.replace("\n", "\r\n").encode())


def main():
    kinds = {"xboard": for_xboard, "winboard": for_winboard}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    kinds[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
