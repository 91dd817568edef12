# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the reports: pictures in SVG, pages in Markdown and HTML from one list of parts, parts between marks of a page.

The parts: ("head", level, text), ("words", text), ("list", texts), ("table", head, rows), ("picture", title),
("pictures", [(title, words, file, svg)]), ("code", lines)."""

import html
import os
import re

import whole_file

INK, QUIET, GRID = "#333", "#777", "#ddd"
WHITE_COLOUR, DRAW_COLOUR, BLACK_COLOUR, BAR = "#e9d8a6", "#94a3a8", "#3a3a3a", "#2a6f97"
PANEL_WIDTH, PANEL_HEIGHT, MARGIN = 300, 200, 46


# ---- Pictures ----

class Picture:
    """An SVG under construction."""

    def __init__(self, width, height, title):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
                      f"<title>{html.escape(title)}</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>']

    def text(self, x, y, words, anchor="start", colour=INK, more=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{more}>{html.escape(str(words))}</text>')

    def box(self, x, y, width, height, colour, more=""):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{max(0, height):.1f}" fill="{colour}"{more}/>')

    def line(self, x, y, to_x, to_y, colour=INK, width=1):
        self.parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="{width}"/>')

    def path(self, points, stroke, fill="none", more=""):
        drawn = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path d="{drawn}" stroke="{stroke}" fill="{fill}"{more}/>')

    def svg(self):
        return "\n".join(self.parts) + "\n</svg>\n"

    def save(self, path):
        whole_file.write(path, self.svg())


def nice_step(span, steps):
    """A round number that divides a span into about this many steps."""
    raw, power = span / steps, 1.0
    while power * 10 <= raw:
        power *= 10
    while power > raw:
        power /= 10
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)


def axes(picture, x, y, width, height, x_most, y_most, title, x_words):
    """A frame with round numbers; returns a function that maps a point into it."""
    def at(a, b):
        return x + width * a / x_most, y + height - height * b / y_most

    picture.text(x, y - 10, title, more=' font-weight="bold"')
    step = nice_step(y_most, 4)
    for i in range(int(y_most / step) + 1):
        left, level = at(0, i * step)
        picture.line(left, level, left + width, level, GRID)
        picture.text(left - 5, level + 4, f"{i * step:g}", "end", QUIET)
    step = nice_step(x_most, 5)
    for i in range(int(x_most / step) + 1):
        place, floor = at(i * step, 0)
        picture.text(place, floor + 14, f"{i * step:g}", "middle", QUIET)
    picture.text(x + width / 2, y + height + 28, x_words, "middle", QUIET)
    return at


# ---- Pages ----

def table(head, rows):
    """In Markdown."""
    def line(cells):
        return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])


def common_first(made):
    """The settings of games, [(name, words)]: a line with the words common to all, then a line for each with the others."""
    common = [word for word in made[0][1].split() if all(word in words.split() for _, words in made)]
    return [" ".join(common), *(f"{name}: {' '.join(word for word in words.split() if word not in common)}".rstrip() for name, words in made)]


def markdown(parts, picture):
    lines = []
    for kind, *part in parts:
        if kind == "head":
            lines.append("#" * part[0] + " " + part[1])
        elif kind == "words":
            lines.append(part[0])
        elif kind == "list":
            lines.append("\n".join(f"- {text}" for text in part[0]))
        elif kind == "picture":
            lines.append(f"![{part[0]}]({picture})")
        elif kind == "pictures":
            lines += [text for title, words, file, _ in part[0] for text in (f"![{title}]({file})", words)]
        elif kind == "code":
            lines.append("\n".join(f"    {line}".rstrip() for line in part[0]))
        else:
            lines.append(table(*part))
    return "\n\n".join(lines) + "\n"


def web_page(parts, title, svg):
    def marked(text):
        return re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(str(text))))

    lines = ['<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">', f"<title>{html.escape(title)}</title>",
             "<style>body{font:16px/1.5 sans-serif;max-width:70em;margin:auto;padding:1em}table{border-collapse:collapse;display:block;overflow-x:auto}"
             "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}svg{max-width:100%;height:auto}pre{overflow-x:auto}"
             ".pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(17em,1fr));gap:1em}figure{margin:0}</style>"]
    for kind, *part in parts:
        if kind == "head":
            lines.append(f"<h{part[0]}>{marked(part[1])}</h{part[0]}>")
        elif kind == "words":
            lines.append(f"<p>{marked(part[0])}</p>")
        elif kind == "list":
            lines.append("<ul>" + "".join(f"<li>{marked(text)}</li>" for text in part[0]) + "</ul>")
        elif kind == "picture":
            lines.append(svg)
        elif kind == "pictures":
            lines.append('<div class="pictures">' + "".join(f"<figure>{svg}<figcaption>{marked(words)}</figcaption></figure>"
                                                            for _, words, _, svg in part[0]) + "</div>")
        elif kind == "code":
            lines.append("<pre>" + html.escape("\n".join(part[0])) + "</pre>")
        else:
            head, rows = part
            lines.append("<table><tr>" + "".join(f"<th>{marked(cell)}</th>" for cell in head) + "</tr>" + "".join(
                "<tr>" + "".join(f"<td>{marked(cell)}</td>" for cell in row) + "</tr>" for row in rows) + "</table>")
    return "\n".join(lines) + "\n</html>\n"


def write(prefix, title, parts, svg):
    """Writes PREFIX.md, PREFIX.html and their picture PREFIX.svg."""
    whole_file.write(prefix + ".svg", svg)
    whole_file.write(prefix + ".md", markdown(parts, os.path.basename(prefix) + ".svg"))
    whole_file.write(prefix + ".html", web_page(parts, title, svg))


# ---- Parts of a page between <!-- KIND: NAME --> and <!-- end -->; all else is prose and is left alone ----

def has_mark(page, kind, name):
    with open(page, encoding="utf-8") as file:
        return f"<!-- {kind}: {name} -->" in file.read()


def fill(page, kind, parts):
    """Writes parts, by name, between their marks."""
    with open(page, encoding="utf-8") as file:
        text = file.read()

    def filled(match):
        name = match[1]
        return f"<!-- {kind}: {name} -->\n{parts[name]}\n<!-- end -->" if name in parts else match[0]

    whole_file.write(page, re.sub(rf"<!-- {kind}: ([\w-]+) -->\n.*?<!-- end -->", filled, text, flags=re.S))
