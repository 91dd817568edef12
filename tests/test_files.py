#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""All programs that write a whole file: links, modes, planted names, failures.

Usage: tests/test_files.py ENGINE [TEST...]

quincunx-match and quincunx-lab must be beside the engine."""

import json
import os
import re
import resource
import shutil
import stat
import struct
import subprocess
import sys
import zlib

from protocol import ENGINE, LAB, MATCH, ROOT, Folder, all_games, check, equal, run

sys.dont_write_bytecode = True
sys.path.append(os.path.join(ROOT, "lab"))

LIMIT = 300  # seconds for one command
# Names where an attacker who knows an older version might plant a link.
PLANTED = (".new~", ".new", ".part", ".tmp", "~.new")
VICTIM = b"not to be touched\n"
TINY = ["--hidden", "32", "--batch", "64", "--threads", "2"]


class Files(Folder):
    """With a folder for what the programs write."""

    def __init__(self):
        super().__init__()
        os.mkdir(self.file("own"))

    def clear(self):
        shutil.rmtree(self.file("own"))
        os.mkdir(self.file("own"))

    def do(self, *command, status=0, text="", **keys):
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT, cwd=self.file("own"), check=False, **keys)
        self.transcript += ["> " + " ".join(command), *(done.stdout + done.stderr).splitlines()]
        equal((command[1:], done.returncode), (command[1:], status))
        return done.stdout + done.stderr


def terminal(command):
    return lambda f, name, **keys: f.do(ENGINE, "play", "chess", text="side both\ne2e4\n%s %s\nquit\n" % (command, name), **keys)


def games(f):
    if not os.path.exists(f.file("a.games")):
        f.do(LAB, "datagen", "chess", "--games", "3", "--nodes", "40", "--plies", "40", "--seed", "1", "--out", f.file("a.games"),
             "--labels", f.file("a.labels"), "--label-share", "64", "--quiet")
        f.do(LAB, "datagen", "--samples", f.file("a.games"), "--out", f.file("a.samples"))
    return f.file("a.games")


def analysis(f, name, **keys):
    f.write("game.pgn", b"1. e4 e5 *\n")
    return f.do(ENGINE, "analyse", f.file("game.pgn"), "--nodes", "50", "--output", os.path.splitext(name)[0], **keys)


def samples(f, name, **keys):
    return f.do(LAB, "datagen", "--samples", games(f), "--out", name, **keys)


def table(f, name, **keys):
    return f.do(LAB, "tables", "chess", "KQvK", "--path", os.path.dirname(os.path.dirname(name)) or ".", "--threads", "1", **keys)


def training(f, name, epochs=1, **keys):
    games(f)
    return f.do(LAB, "train", *TINY, "--epochs", str(epochs), "--checkpoint-every", "0", re.sub(r"\.(csv|svg|checkpoint)$", "", name), f.file("a.samples"), **keys)


def match(f, name, *words, **keys):
    return f.do(MATCH, "-engine", "cmd=@random", "name=a", "-engine", "cmd=@random", "name=b", "-rounds", "1", "-variant", "chess", "-json", name, *words, **keys)


# The writers, and the names of their files.
WRITERS = [
    ("analyse", analysis, "analysed.pgn"),
    ("board", lambda f, name, **keys: f.do(LAB, "board", "diamond", os.path.dirname(name) or ".", **keys), "diamond-12x8.png"),
    ("tables", table, "tables/chess/KQvK.end"),
    ("samples", samples, "new.samples"),
    ("net", training, "x.nnue"),
    ("curve", training, "x.nnue.csv"),
    ("picture of the curve", training, "x.nnue.svg"),
    ("match", match, "result.json"),
]


def names_in(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files)


def new_files_are_as_others(folder):
    """A new file has the mode that the umask gives, and no temporary file remains."""
    for what, write, name in WRITERS:
        os.makedirs(os.path.dirname(folder.file("own", name)), exist_ok=True)
        write(folder, name, preexec_fn=lambda: os.umask(0o027))
        check(os.path.getsize(folder.file("own", name)) > 0, what + " writes nothing")
        equal((what, oct(stat.S_IMODE(os.stat(folder.file("own", name)).st_mode))), (what, "0o640"))
        left = [name for name in names_in(folder.file("own")) if name.endswith("~") or not re.search(r"\.(pgn|png|end|samples|nnue|csv|svg|json)$", name)]
        equal((what, left), (what, []))
        folder.clear()


def old_files_are_replaced_behind_links(folder):
    """A link remains, its target is replaced and keeps its mode, and no planted link is followed."""
    for what, write, name in WRITERS:
        own, far = folder.file("own", name), folder.file("far")
        os.makedirs(os.path.dirname(own), exist_ok=True)
        os.makedirs(folder.file("far"), exist_ok=True)
        folder.write("victim", VICTIM)
        target = os.path.join(far, "it")
        if what != "match":  # which resumes the existing file
            with open(target, "wb") as file:
                file.write(b"old")
        else:
            write(folder, target)
        os.chmod(target, 0o600)
        old = folder.read(target)
        os.symlink(os.path.relpath(far, os.path.dirname(own)), os.path.join(os.path.dirname(own), "folder"))
        os.symlink("folder/it", own)
        for planted in PLANTED:
            os.symlink(folder.file("victim"), own + planted)
            os.symlink(folder.file("victim"), target + planted)
        write(folder, name)
        equal((what, os.path.islink(own), os.readlink(own)), (what, True, "folder/it"))
        equal((what, oct(stat.S_IMODE(os.lstat(target).st_mode))), (what, "0o600"))
        check(stat.S_ISREG(os.lstat(target).st_mode) and (what == "match" or folder.read(target) != old), what + ": the target is not replaced")
        equal((what, folder.read("victim")), (what, VICTIM))
        equal((what, sorted(os.listdir(far))), (what, sorted(["it"] + ["it" + planted for planted in PLANTED])))
        folder.clear()
        shutil.rmtree(far)


def failures_leave_the_old_file(folder):
    """If a file cannot be written completely, the old one remains, and nothing new."""
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    games(folder)
    for what, write, name in WRITERS:
        if what in ("curve", "picture of the curve"):  # other files of the same command fail first
            continue
        os.makedirs(os.path.dirname(folder.file("own", name)), exist_ok=True)
        if what != "match":
            folder.write(os.path.join("own", name), b"old" * 10)
        text = write(folder, name, status=2, preexec_fn=small)
        check("File too large" in text, "%s does not say why: %s" % (what, text))
        equal((what, names_in(folder.file("own"))), (what, [name] if what != "match" else []))
        check(what == "match" or folder.read("own/" + name) == b"old" * 10, what + " spoils the old file")
        folder.clear()


def links_of_all_kinds(folder):
    """A dangling link creates its target; a circular link and one into a missing folder are refused."""
    for name, target in (("a", "b"), ("b", "../new.pgn"), ("round", "circle"), ("circle", "round"), ("lost", "none/x")):
        os.symlink(target, folder.file("own", name))
    terminal("save")(folder, "a")
    check(os.path.islink(folder.file("own/a")) and b"1. e4" in folder.read("new.pgn"), "the chain of links does not lead to the file")
    for name, why in (("round", "Too many levels"), ("lost", "No such file")):
        check("Nothing is saved: %s cannot be written: %s" % (name, why) in terminal("save")(folder, name), name)
    equal(sorted(os.listdir(folder.file("own"))), ["a", "b", "circle", "lost", "round"])


def links_of_others(folder):
    """In a sticky world-writable folder, another user's link is not followed, whatever protected_symlinks says; links of the
    user and of the folder's owner are, and elsewhere all."""
    if os.geteuid() != 0:
        print("links of another user need root: skipped")
        return
    import whole_file

    def plant(name, link_owner, folder_owner=0, mode=0o1777):
        folder.write("victim", VICTIM)
        os.makedirs(os.path.dirname(folder.file("own", name)), exist_ok=True)
        os.symlink(folder.file("victim"), folder.file("own", name))
        os.lchown(folder.file("own", name), link_owner, -1)
        os.chown(os.path.dirname(folder.file("own", name)), folder_owner, -1)
        os.chmod(os.path.dirname(folder.file("own", name)), mode)

    for what, write, name in WRITERS:
        if what == "match":  # which reads the file first
            continue
        plant(name, 12345)
        said = write(folder, name, status=0 if what in ("curve", "picture of the curve") else 2)
        check("another user's link" in said, "%s: %s" % (what, said))
        equal((what, folder.read("victim")), (what, VICTIM))
        folder.clear()
    for link_owner, folder_owner, mode, followed in ((12345, 0, 0o1777, False), (12345, 23456, 0o1777, False), (0, 23456, 0o1777, True),
                                                     (12345, 12345, 0o1777, True), (12345, 0, 0o777, True), (12345, 0, 0o1775, True)):
        case = (link_owner, folder_owner, oct(mode))
        plant("x.pgn", link_owner, folder_owner, mode)
        analysis(folder, "x.pgn", status=0 if followed else 2)
        equal((case, folder.read("victim") != VICTIM), (case, followed))
        folder.write("victim", VICTIM)
        try:
            whole_file.write(folder.file("own", "x.pgn"), "new")
        except PermissionError:
            check(not followed, "refused: %s" % (case,))
        equal((case, folder.read("victim")), (case, b"new" if followed else VICTIM))
        folder.clear()


def what_is_no_file_stays(folder):
    """A folder or a pipe with the name is not replaced."""
    games(folder)
    for what, write, name in WRITERS:
        if what in ("match", "samples"):  # which can write to pipes
            continue
        own = folder.file("own", name)
        os.makedirs(own)
        text = write(folder, name, status=0 if what in ("curve", "picture of the curve") else 2)
        check("not a plain file" in text, "%s does not say why: %s" % (what, text))
        check(os.path.isdir(own) and not os.listdir(own), what)
        folder.clear()


MARK = b"\xef\xbb\xbf"
START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def marks_of_byte_order(f):
    """Some editors and shells put a mark before the first line: of commands and of files."""
    for first, answer in (("uci", "uciok"), ("xboard\nprotover 2", "feature done=1"), ('{"do":"stop","id":7}', '"id":7,"ok":true')):
        command = [ENGINE, "json"] if first[0] == "{" else [ENGINE]
        said = f.do(*command, text=MARK.decode() + first + "\n")
        check(answer in said and "rror" not in said, "%s: %s" % (first, said[:1000]))
    check("e7e5" in f.do(ENGINE, "play", "chess", text=MARK.decode() + "side both\ne2e4\ne7e5\nquit\n"), "the terminal")
    f.write("suite.epd", MARK + START + b" ;D1 20\n")
    check("1 positions, 20 leaves" in f.do(ENGINE, "perft", "chess", "--suite", f.file("suite.epd")), "a suite")
    f.write("openings.epd", MARK + START + b"\n")
    words = ("-maxmoves", "1", "-openings", "file=" + f.file("openings.epd"), "-pgnout", "games.pgn")
    match(f, "result.json", *words)
    f.write("own/result.json", MARK + f.read("own/result.json"))
    match(f, "result.json", *words)
    f.write("tactics.epd", MARK + b"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\n")
    check("1 games" in f.do(LAB, "tactics", "chess", f.file("tactics.epd"), "1", status=1), "tactics")
    f.write("marked.pgn", MARK + b"[White \"A\"]\n\n1. e4 *\n")
    check("A - ?, 1 moves" in f.do(ENGINE, "play", "chess", text="load %s\nquit\n" % f.file("marked.pgn")), "PGN")


# ---- Board pictures ----


def png_pixels(data):
    """The rows of colours of a PNG with a palette, as ISO/IEC 15948 reads it; every checksum is compared."""
    equal(data[:8], b"\x89PNG\r\n\x1a\n")
    chunks, at = [], 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body, (crc,) = data[at + 8:at + 8 + size], struct.unpack(">I", data[at + 8 + size:at + 12 + size])
        equal(crc, zlib.crc32(kind + body))
        chunks.append((kind, body))
        at += 12 + size
    equal((at, [kind for kind, _ in chunks]), (len(data), [b"IHDR", b"PLTE", b"IDAT", b"IEND"]))
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    equal(rest, [8, 3, 0, 0, 0])
    palette = [chunks[1][1][i:i + 3].hex() for i in range(0, len(chunks[1][1]), 3)]
    rows = zlib.decompress(chunks[2][1])
    equal((len(rows), chunks[3][1]), (height * (width + 1), b""))
    check(all(rows[y * (width + 1)] == 0 for y in range(height)), "a filter")
    return [[palette[n] for n in rows[y * (width + 1) + 1:(y + 1) * (width + 1)]] for y in range(height)]


def boards_to_the_pixel(f):
    """Squares of 32 pixels, light and dark, tinted by the last zone that holds them, if the board may turn only by those that are the
    same for both sides; a seam of six pixels between two boards; two columns on each side for pieces in hand."""
    facts, drawn = all_games(ENGINE), 0
    sheets = json.loads(f.do(ENGINE, "json", text='{"id":1,"do":"games"}\n'))["games"]
    for game in sheets:
        files, ranks, name = game["files"], game["ranks"], game["name"]
        said = f.do(LAB, "board", name, ".").split()
        margin = 2 if facts[name]["hands"] else 0
        equal(said[:2], [str(files + 2 * margin), str(ranks)])
        width = files // game["boards"]

        def colour(file, rank):
            plain = found = (("f0d9b5", "c89b6e"), ("dfe8ee", "8aa5b8"))[file // width][(file + rank + 1) % 2]
            for zone in game["zones"]:
                held = {(ord(square[0]) - 97, int(square[1:]) - 1) for square in zone["squares"]}
                if zone["colour"] and (file, rank) in held and (said[2] == "fixed" or {(files - 1 - x, ranks - 1 - y) for x, y in held} == held):
                    mixed = zip(bytes.fromhex(plain), zone["colour"].to_bytes(3, "big"))
                    found = bytes((40 * a + 60 * b) // 100 for a, b in mixed).hex()
            return found

        expected = []
        for rank in reversed(range(ranks)):
            row = ["e6ddcc"] * (32 * margin)
            for file in range(files):
                row += [colour(file, rank)] * 32
            row += ["e6ddcc"] * (32 * margin)
            for file in range(width, files, width):
                at = 32 * (margin + file)
                row[at - 3:at + 3] = ["403830"] * 6
            expected += [row] * 32
        check(png_pixels(f.read(os.path.join("own", said[3]))) == expected, name)
        drawn += 1
    check(drawn >= 3, "%d pictures" % drawn)


TESTS = [new_files_are_as_others, old_files_are_replaced_behind_links, failures_leave_the_old_file, links_of_all_kinds, links_of_others,
         what_is_no_file_stays, marks_of_byte_order, boards_to_the_pixel]


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    sys.exit(run(TESTS, Files))
