# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the results of a night where make builds them in: a game of src/ into its folders, an example into examples/GAME."""

import os
import re
import shutil

import whole_file

PLACES = {".nnue": "nnue/nets/{}.nnue", ".json": "nnue/nets/{}.json", ".book": "src/variants/{0}/{0}.book", ".epd": "src/variants/{0}/{0}.epd",
          ".wdl": "src/variants/{}/wdl.inc", ".levels": "src/variants/{}/levels.inc", ".params": "src/variants/{}/params.inc"}
EXAMPLE = {kind: "examples/{0}/{0}" + kind for kind in (".nnue", ".json", ".book", ".epd")}
EXAMPLE.update({kind: "examples/{}/" + kind[1:] + ".inc" for kind in (".wdl", ".levels", ".params")})
# How a game's file includes C data: the sheet and its member in Variant, the member set there, and its value.
SHEETS = {".wdl": ("MeasuredSheet", "measured", ".wdl = &wdl", "static const WdlSheet wdl = {\n%s};\n"),
          ".levels": ("MeasuredSheet", "measured", ".levels = &levels", "static const LevelSheet levels = {\n%s};\n"),
          ".params": ("SearchHints", "hints", ".params = own_params",
                      "static const ParamValue own_params[] = {\n%s    {NULL, 0}\n};\n")}

COLUMNS = 132


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def is_example(root, game):
    return os.path.exists(os.path.join(root, "examples", game + ".c"))


def place(root, game, kind):
    return (EXAMPLE if is_example(root, game) else PLACES)[kind].format(game)


def included(text, kind, path):
    """A game's file with its sheet including this path; None if the file has neither the sheet nor the game, or the member
    is set already."""
    sheet, member, what, declaration = SHEETS[kind]
    variant = re.search(r"^Variant variant_\w+ = \{\n", text, re.M)
    own = re.search(rf"^(static )?const {sheet} \w+ = \{{", text, re.M) or re.search(rf"\(const {sheet}\)\{{", text)
    if what.partition("= ")[0] + "=" in text or not own and (not variant or f".{member} = " in text):
        return None
    if own:
        indent = "\n" + " " * (4 if text[own.start():].startswith(("static", "const")) else 8)
        line, rest = text[:own.end()].rpartition("\n")[2], text[own.end():]
        if rest.startswith("\n"):
            words = f"{indent}{what},"
        elif len(line + what + ", " + rest.partition("\n")[0]) <= COLUMNS:
            words = f"{what}, "
        else:
            words = f"{indent}{what},{indent}"
        text = text[:own.end()] + words + rest
        begin = min(own.start(), variant.start()) if variant else own.start()
    else:
        value, search = f".{member} = &(const {sheet}){{{what}}},\n", re.search(r"^    \.search = \{", text, re.M)
        if member == "hints" and not search:
            return None
        at, words = (search.end(), value + " " * 15) if member == "hints" else (variant.end(), "    " + value)
        text = text[:at] + words + text[at:]
        begin = variant.start()
    return text[:begin] + declaration % f'#include "{path}"\n' + "\n" + text[begin:]


def include(root, game, kind, target):
    """Makes a file of the game include a sheet; returns what changed, or what remains to be done."""
    files = [os.path.join("examples", game + ".c")] if is_example(root, game) else sorted(
        os.path.join("src", "variants", game, name) for name in os.listdir(os.path.join(root, "src", "variants", game)) if name.endswith(".c"))
    path = os.path.relpath(target, os.path.dirname(files[0]))
    texts = {name: read(os.path.join(root, name)) for name in files}
    texts = {name: text for name, text in texts.items() if f"const {SHEETS[kind][0]} " in text} or texts
    if any(f'#include "{path}"' in text for text in texts.values()):
        return None
    for name, text in texts.items():
        text = included(text, kind, path)
        if text:
            whole_file.write(os.path.join(root, name), text)
            return name
    return f'{os.path.dirname(files[0]) if len(files) > 1 else files[0]}: let it #include "{path}" ({SHEETS[kind][2]}), as other games do'


def install(made, game, root):
    """Returns lines about the written files."""
    told = []
    for kind in PLACES:
        source, target = os.path.join(made, game + kind), place(root, game, kind)
        if os.path.exists(source):
            os.makedirs(os.path.dirname(os.path.join(root, target)), exist_ok=True)
            shutil.copyfile(source, os.path.join(root, target))
            told.append(target)
            if kind in SHEETS:
                told.append(include(root, game, kind, target))
    return [line for line in dict.fromkeys(told) if line]


def install_report(night, game, root):
    """Puts the report of a night, and the pictures it shows, beside an example; a game of src/ has none in the tree. Returns the paths."""
    if not is_example(root, game):
        return []
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", read(os.path.join(night, "report.md")))
    told = []
    for path in ["report.md", *shown]:
        told.append(f"examples/{game}/{path}")
        os.makedirs(os.path.dirname(os.path.join(root, told[-1])), exist_ok=True)
        shutil.copyfile(os.path.join(night, path), os.path.join(root, told[-1]))
    return told
