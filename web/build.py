#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the page: one HTML file with scripts, styles, pictures, rules, the engine and its networks.

    web/build.py PAGE.html GAMES.json ENGINE.wasm [NETWORK...]
    web/build.py FOLDER/ GAMES.json ENGINE.wasm THREADS.wasm [NETWORK...]
    web/build.py PAGE.html served

A folder is for a web server: engines and networks lie beside the page, which loads what it needs, and can be installed. GAMES.json
is what the engine says of its games: to ask it would cost a third of a second, for then it is compiled. With
"served" the page has no engine: web/serve.py provides it.

Modules are plain ES modules, which a page opened from a disk may not load; so each becomes a function's body here. Therefore
they use only `import { a, b } from './file.js';` and `export` before const, function, async function and class, and have no
circular imports.
"""

import base64
import gzip
import hashlib
import html
import json
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


# ---- Scripts ----

def bare(text):
    """A module without whole-line comments: readers read the source."""
    return re.sub(r"(?ms)^ *(//[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", "", text)


def bundle(entry):
    """A module and all that it imports as one script."""
    done, out = [], []

    def add(name):
        if name in done:
            return
        text = bare(read("src", name))
        imports = re.findall(r"(?m)^import \{([^}]*)\} from '\./([\w.-]+)';\n", text)
        for _, other in imports:
            add(other)
        done.append(name)
        text = re.sub(r"(?m)^import \{([^}]*)\} from '\./([\w.-]+)';\n",
                      lambda m: "const {%s} = %s;\n" % (m.group(1).replace(" as ", ": "), module(m.group(2))), text)
        if re.search(r"(?m)^import\b|\bimport\(", re.sub(r"(?s)/\*.*?\*/", "", text)):
            raise SystemExit("%s: an import that is not of the plain form" % name)
        exported = re.findall(r"(?m)^export (?:const|let|function\*?|async function|class) ([\w$]+)", text)
        text = re.sub(r"(?m)^export (?=const|let|function|async function|class)", "", text)
        if re.search(r"(?m)^export\b", text):
            raise SystemExit("%s: an export that is not of the plain form" % name)
        out.append("const %s = (() => {\n%s\nreturn { %s };\n})();\n" % (module(name), text, ", ".join(exported)))

    add(entry)
    return "// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later\n'use strict';\n" + "".join(out)


def module(name):
    return "module_" + re.sub(r"\W", "_", name)


def script_safe(text):
    """Escapes what would end a script."""
    return re.sub(r"<(?=/script|!--)", r"\\x3C", text, flags=re.I)


# ---- Pictures ----

def symbols():
    """The pictures of all pieces as symbols, by the name of the piece. Fill and stroke, which their own files say, are those of a side here."""
    out = []
    for name in sorted(os.listdir(os.path.join(HERE, "pictures"))):
        inside = re.search(r"(?s)<svg[^>]*>(.*)</svg>", read("pictures", name)).group(1)
        out.append('<symbol id="piece-%s" viewBox="0 0 100 100">%s</symbol>' % (os.path.splitext(name)[0], inside.replace("\n", "")))
    return "".join(out)


# ---- Rules ----

def inline(text):
    text = html.escape(text, False)
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"\*([^*]*)\*", r"<em>\1</em>", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def figure(words):
    """A diagram as attributes: the page draws it like its board. The words are those of `quincunx-lab diagram`."""
    known, rest = {}, iter(words[1:])
    for word in rest:
        known.update({word[2:]: next(rest)} if word.startswith("--") else {"fen": word})
    return " ".join('data-%s="%s"' % (name, html.escape(value, True)) for name, value in known.items())


def rules_html(folder, name):
    """A rules page as markup: headings, paragraphs, lists, tables, figures."""
    with open(os.path.join(folder, name + ".md"), encoding="utf-8") as file:
        blocks = re.split(r"\n\s*\n", file.read().strip())
    out = []
    for block in blocks:
        diagram = re.match(r"<!-- diagram (.*?) -->\n", block)
        block = re.sub(r"(?m)^<!--.*-->\n?", "", block)
        lines = block.split("\n")
        image = re.fullmatch(r"!\[([^\]]*)\]\(([\w-]+\.svg)\)", block)
        if image and diagram:
            out.append("<figure %s><figcaption>%s</figcaption></figure>" % (figure(shlex.split(diagram.group(1))), inline(image.group(1))))
        elif image:
            sys.exit("web/build.py: %s.md shows %s without a line <!-- diagram ... --> before it" % (name, image.group(2)))
        elif lines[0].startswith("#"):
            level = len(lines[0]) - len(lines[0].lstrip("#"))
            out.append("<h%d>%s</h%d>" % (level + 1, inline(lines[0].lstrip("# ")), level + 1))
            if lines[1:]:
                out.append("<p>%s</p>" % inline(" ".join(lines[1:])))
        elif lines[0].startswith("|"):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not re.fullmatch(r"[|: -]+", line)]
            out.append("<table><tr>%s</tr>%s</table>" % (
                "".join("<th>%s</th>" % inline(cell) for cell in rows[0]),
                "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % inline(cell) for cell in row) for row in rows[1:])))
        elif lines[0].startswith("- ") or re.match(r"\d+\. ", lines[0]):
            tag = "ul" if lines[0].startswith("- ") else "ol"
            items = re.split(r"\n(?=- |\d+\. )", block)
            out.append("<%s>%s</%s>" % (tag, "".join("<li>%s</li>" % inline(re.sub(r"^(- |\d+\. )", "", item).replace("\n", " "))
                                                     for item in items), tag))
        else:
            out.append("<p>%s</p>" % inline(" ".join(lines)))
    return "".join(out)


def all_rules():
    """The rules pages of all games; of those of examples/ in a build with EXAMPLES."""
    out = []
    for part in ["docs", *["examples"] * bool(os.environ.get("EXAMPLES"))]:
        folder = os.path.join(HERE, "..", part, "rules")
        names = sorted(f[:-3] for f in os.listdir(folder) if f.endswith(".md") and f != "README.md") if os.path.isdir(folder) else []
        out += ['<template id="rules-%s">%s</template>' % (name, rules_html(folder, name)) for name in names]
    return "".join(out)


# ---- The page ----

PART = '<script type="text/plain" id="part-%s">%s</script>'


def digest(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def packed(path):
    with open(path, "rb") as file:
        return gzip.compress(file.read(), 9, mtime=0)


def write(path, content):
    """Writes a whole file at once: another make may write the same one."""
    new = "%s.%d.new" % (path, os.getpid())
    with open(new, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    os.replace(new, path)


def page(engine, policy, code="", head="", networks=""):
    script, style = script_safe(bundle("main.js")), read("style.css")
    policy = "default-src 'none'; script-src %s%s; style-src %s; img-src data: blob: 'self'; base-uri 'none'; form-action 'none'" % (
        digest(script), policy, digest(style))
    values = {"POLICY": policy, "STYLE": style, "SCRIPT": script, "CODE": code, "HEAD": head, "NETWORKS": networks, "ENGINE": engine, "SYMBOLS": symbols(), "RULES": all_rules()}
    return re.sub(r"@([A-Z]+)@", lambda m: values[m.group(1)], read("index.html"))


INSIDE = " 'wasm-unsafe-eval' blob:; worker-src blob: 'self'; manifest-src 'self'"


def code(games):
    """The worker, and what the engine says of its games."""
    with open(games, encoding="utf-8") as file:
        known = file.read().strip().replace("<", "\\u003c")
    return ('<script type="text/plain" id="worker-code">%s</script>\n<script type="application/json" id="games">%s</script>'
            % (script_safe(bundle("worker.js")), known))


def write_site(folder, games, parts):
    """A folder for a server. Names of parts contain a hash of their content, so caches are never stale."""
    os.makedirs(folder, exist_ok=True)
    beside = {}
    for name, path in parts.items():
        content = packed(path)
        beside[name] = "%s-%s.gz" % (name, hashlib.sha256(content).hexdigest()[:12])
        write(os.path.join(folder, beside[name]), content)
    for name in os.listdir(folder):
        if re.fullmatch(r"(%s)-[0-9a-f]{12}\.gz" % PARTS, name) and name not in beside.values():
            os.unlink(os.path.join(folder, name))
    for name in ("manifest.webmanifest", "icon.svg"):
        write(os.path.join(folder, name), read(name))
    write(os.path.join(folder, "sw.js"), read("sw.js").replace("@ENGINE@", beside["engine"]).replace("@PARTS@", PARTS))
    head = '<meta name="beside" content="%s"><link rel="manifest" href="manifest.webmanifest">' % html.escape(json.dumps(beside, separators=(",", ":")))
    write(os.path.join(folder, "index.html"), page("inside", INSIDE + "; connect-src 'self'", code(games), head))


# Of a site.
PARTS = "engine|threads|network-[a-z0-9-]+"


def main():
    output, games, *rest = sys.argv[1:]
    if games == "served":
        # The server's own header names the port.
        return write(output, page("served", "; connect-src ws://127.0.0.1:*"))
    parts = {"engine": rest.pop(0), **({"threads": rest.pop(0)} if output.endswith("/") else {}),
             **{"network-" + os.path.splitext(os.path.basename(path))[0]: path for path in rest}}
    if output.endswith("/"):
        return write_site(output, games, parts)
    engine, *networks = (PART % (name, base64.b64encode(packed(path)).decode()) for name, path in parts.items())
    # The script runs before a browser has read the networks.
    return write(output, page("inside", INSIDE, code(games) + "\n" + engine, networks="\n".join(networks)))


main()
