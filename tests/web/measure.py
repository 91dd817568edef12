#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the page is, in a headless Chromium: first paint from the disk, the answer to a click
(a piece selected; a leg played and seen; the engine's word on it). Milliseconds, median and worst.
Usage: tests/web/measure.py [GAME...]"""

import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.dirname(sys.path[0]))
from browser import PAGE, Page, missing  # noqa: E402
from protocol import all_games  # noqa: E402

ENGINE = os.environ.get("TEST_ENGINE", "quincunx")  # lists the games

COMMON = r"""
const q = quincunx, game = q.game;
const centre = square => { const b = document.querySelector(`[data-square="${square}"]`).getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
const send = (kind, square, at = centre(square)) => document.querySelector(`[data-square="${square}"]`).dispatchEvent(new PointerEvent(kind,
  { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, pointerId: 1, button: 0, isPrimary: true }));
const press = square => { send('pointerdown', square); send('pointerup', square); };
// Behind the next frame's painting.
const painted = () => new Promise(r => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => r(performance.now()); c.port2.postMessage(0); }));
const rest = () => new Promise(r => setTimeout(r, 150 + Math.random() * 17));
"""

CLICKS = COMMON + r"""
const [count, done] = arguments, took = { 'selected': [], 'played, seen': [], 'played, answered': [] };
let seed = 7, wake = null;
const rnd = n => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
game.on('change', () => { const w = wake; wake = null; if (w) w(); });
(async () => {
  for (let i = 0; i < count; ++i) {
    const legs = (game.look.legs || []).filter(l => l.to && (l.from || l.drop));
    if (game.over() || (!legs.length && game.look.status !== 'extensible')) { await game.start(game.sheet.name, null); continue; }
    if (!legs.length) { await game.endMove(); continue; }
    const leg = legs[rnd(legs.length)];
    await painted(); await rest();
    let begun = performance.now();
    if (leg.from) { press(leg.from); took['selected'].push(await painted() - begun); } else q.view.select('drop:' + leg.drop);
    if (game.legsFrom(leg.from || 'drop:' + leg.drop).filter(l => l.to === leg.to).length > 1) { await game.playLeg(leg); continue; }
    await painted(); await rest();
    const change = new Promise(r => { wake = r; });
    begun = performance.now();
    press(leg.to);
    const seen = painted().then(at => took['played, seen'].push(at - begun));
    await change;
    took['played, answered'].push(await painted() - begun);
    await seen;
  }
  return took;
})().then(done, e => done(String(e)));
"""


# In the order of the table; the browser answers in one of its own.
KINDS = ["selected", "played, seen", "played, answered"]


def numbers(values):
    return "%3.0f %3.0f" % (statistics.median(values), max(values)) if values else "  -   -"


def main():
    why = missing()
    if why:
        print("skipped: %s" % why)
        return 0
    page = Page()
    print("load %.1f; %s" % (os.getloadavg()[0], page.driver.capabilities["browserVersion"]))
    print("%-20s %5s %5s  %-8s %-8s %-8s" % ("game", "paint", "ready", *(kind.split(", ")[-1] for kind in KINDS)))
    for game in sys.argv[1:] or all_games(os.path.abspath(ENGINE)):
        page.open("file://" + PAGE, "#g=" + game)
        paint = page.js("return performance.getEntriesByType('paint').find(e => e.name === 'first-contentful-paint').startTime")
        ready = page.js("return performance.getEntriesByName('ready')[0].startTime")
        took = page.driver.execute_async_script(CLICKS, 40)
        if not isinstance(took, dict):
            print(game, took)
            continue
        print("%-20s %5.0f %5.0f  %-8s %-8s %-8s" % (game, paint, ready, *[numbers(took[kind]) for kind in KINDS]), flush=True)
    page.close()
    return 0


sys.exit(main())
