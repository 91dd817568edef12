#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page, played on in a real browser. Usage: tests/web/test_page.py [TEST...]

From the environment: TEST_CLICKS, random clicks a game (40); TEST_LONG=1, everything in every test; TEST_GAMES, the
games of tests that go through many; TEST_PAGE, the page;
TEST_ENGINE, the engine that is served (./quincunx); TEST_BROWSERS, how many browsers share the tests (2)."""

import base64
import glob
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PAGE, ROOT, Failure, Page, missing  # noqa: E402
sys.path.insert(0, os.path.join(ROOT, "tests"))
from protocol import all_games  # noqa: E402

GAMES = os.environ.get("TEST_GAMES", "").split() or list(all_games(os.path.join(ROOT, os.environ.get("TEST_ENGINE", "quincunx"))))
CLICKS = int(os.environ.get("TEST_CLICKS", "40"))
LONG = bool(os.environ.get("TEST_LONG"))
# Another version of a game is no card of its own.
VERSIONS = {option["other"] for game in all_games(os.path.join(ROOT, os.environ.get("TEST_ENGINE", "quincunx"))).values() for option in game["rule_options"] if "other" in option}
PUZZLE_GAMES = len(glob.glob(os.path.join(ROOT, "src", "variants", "*", "*.epd"))) - len(VERSIONS)
TESTS = []
# Lines of web/src.
LINES_MAX = 7746


def test(function):
    TESTS.append(function)
    return function


def long_test(function):
    """Of a long run alone, or if it is named."""
    return test(function) if LONG or function.__name__ in sys.argv else function


def some(of, first):
    """What a test goes through: every third one from that on, 0 to 2, so that tests by turns try all. In a long run all."""
    return list(of) if LONG else list(of)[first::3]


def some_games(first):
    return some(GAMES, first)


def check(condition, message):
    if not condition:
        raise Failure(message)


def equal(found, expected):
    check(found == expected, "%r, not %r" % (found, expected))


def play_leg(page, leg, press):
    """Plays a leg by pressing squares, and its choice if there is one."""
    if "drop" in leg:
        page.js("document.querySelector(`[data-drop=\"${arguments[0]}\"]`).click()", leg["drop"])
    elif "from" not in leg:
        page.click("pass")
        page.ready()
        return
    else:
        press(leg["from"])
    press(leg["to"])
    page.js("if (document.getElementById('choice').open) document.querySelector(`#choice-list [data-leg='${arguments[0]}']`).click()", leg["text"])
    page.ready()


def play_random(page, seed, moves, press):
    """A random game by pressing squares: after every leg the board is the engine's."""
    chance = random.Random(seed)
    kinds = set()
    for _ in range(6 * moves):
        look, *before = page.js("return [quincunx.game.look, quincunx.game.legs.length, quincunx.game.request().moves.length]")
        if look["result"] != "*" or before[1] >= moves:
            break
        if look["status"] == "extensible" and chance.random() < 0.4:
            page.click("end-move")
        else:
            # Moves of every kind: a kind that was not played yet comes first.
            legs = look["legs"]
            kind = lambda leg: (leg.get("action"), "promotion" in leg, "drop" in leg, len(leg["piece_moves"]) > 1, bool(leg["removed"]))  # noqa: E731
            fresh = [leg for leg in legs if kind(leg) not in kinds]
            leg = chance.choice(fresh or legs)
            kinds.add(kind(leg))
            play_leg(page, leg, press)
        page.wait(Page.READY + " && (quincunx.game.legs.length !== arguments[0] || quincunx.game.request().moves.length !== arguments[1])", *before)
        page.consistent()
    return kinds


def to_the_end(page, count):
    """A loaded game opens at its start; goes to its end, this many moves later."""
    page.wait("return /moves? read/.test(document.getElementById('message').textContent)")
    page.ready()
    equal(page.moves(), [])
    page.js("document.getElementById('last').click()")
    page.plies(count)


@test
def opens_from_the_disk_and_over_http(page):
    page.open()
    # What is painted first waits for no part that stands behind the script.
    equal(page.js("""const script = document.querySelector('body > script:not([type])');
        return ['main', '.symbols', '#new-game', '#worker-code', '#games', '#part-engine', 'template'].filter(part => script.compareDocumentPosition(document.querySelector(part)) & 2)"""), ["main"])
    # What it has of its games is what its engine says.
    equal(page.js("return quincunx.game.rules.ask({do: 'games'}).then(said => JSON.stringify({...said, id: 1}) === JSON.stringify({...JSON.parse(document.getElementById('games').textContent), id: 1}))"), True)
    with Site(os.path.dirname(PAGE), False) as served:
        page.open(served.url + os.path.basename(PAGE))
        check("to move" in page.text("status"), page.said())
        wanted = page.js("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !/^(blob|data):/.test(n))")
        equal([name for name in wanted if "favicon" not in name], [])


class Served:
    """A server of the page that is restarted repeatedly, in its own folder."""

    def __init__(self, folder):
        self.folder, self.process = folder, None
        self.page = os.path.join(folder, "served.html")
        subprocess.run([sys.executable, os.path.join(ROOT, "web", "build.py"), self.page, "served"], check=True, stderr=subprocess.DEVNULL)

    def start(self, *options):
        """Returns its address."""
        engine = os.path.join(ROOT, os.environ.get("TEST_ENGINE", "quincunx"))
        check(os.path.exists(engine), "there is no %s (make)" % engine)
        self.process = subprocess.Popen([sys.executable, os.path.join(ROOT, "web", "serve.py"), engine, self.page, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env={**os.environ, "XDG_STATE_HOME": self.folder, "XDG_DATA_HOME": self.folder})
        return self.process.stdout.readline().split()[-1]

    def stop(self, kill=False):
        if self.process:
            (self.process.kill if kill else self.process.terminate)()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


class Stranger:
    """A program that has taken a port. It answers WebSockets as if it knew more, and keeps what comes."""

    def __init__(self, port):
        self.sock, self.came, self.visits = socket.create_server(("127.0.0.1", port)), b"", 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            while True:
                threading.Thread(target=self.talk, args=(self.sock.accept()[0],), daemon=True).start()
        except OSError:
            pass  # it was closed

    def talk(self, sock):
        with sock, sock.makefile("rb") as file:
            head = b""
            while not head.endswith(b"\r\n\r\n") and (line := file.readline()):
                head += line
            key = re.search(rb"Sec-WebSocket-Key: (\S+)", head)
            said = b'{"proof":"%s","nonce":"%s"}' % (64 * b"0", 24 * b"n")
            if key:
                accept = base64.b64encode(hashlib.sha1(key.group(1) + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
                sock.sendall(b"HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n\x81%c%s" % (accept, len(said), said))
            self.came += head
            opcode = 0
            # Frames of up to 125 bytes; all that may come is the end.
            while opcode != 8 and (frame := file.read(2)):
                opcode = frame[0] & 15
                self.came += b"frame %d " % opcode + file.read(4 + (frame[1] & 127))
            self.visits += 1

    def stop(self):
        self.sock.shutdown(socket.SHUT_RDWR)
        self.sock.close()


@test
def a_stranger_at_the_port_of_the_server_learns_nothing(page):
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder)
        try:
            address = server.start("--game", "chess")
            port, key = int(address.split(":")[2].split("/")[0]), address.split("/")[3]
            page.open(address)
            page.type("e2e4", 1)
            server.stop()
            stranger = Stranger(port)
            end = time.monotonic() + 60
            while stranger.visits < 6 and time.monotonic() < end:
                time.sleep(0.1)
            stranger.stop()
            check(stranger.visits >= 6, "the page looked for its server %d times" % stranger.visits)
            check("Another program uses the address of this page" in error(page), error(page))
            equal(page.js("return quincunx.game.phase()"), "offline")
            check(key.encode() not in stranger.came, "it sent the key")
            equal({frame.decode() for frame in re.findall(rb"frame \d+", stranger.came)}, {"frame 8"})
            # Its own server is known, and all goes on.
            equal(server.start("--game", "chess"), address)
            page.wait("return quincunx.game.phase() === 'person' && !document.querySelector('#errors .error')")
            page.type("e7e5", 2)
        finally:
            server.stop()


@test
def served_with_the_native_engine(page):
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder)
        try:
            address = server.start("--game", "diamond")
            page.open(address)
            equal(page.js("return quincunx.game.sheet.name"), "diamond")
            play_random(page, 4, 6, page.mouse)
            page.js("return quincunx.newGame('chess')")
            page.js("quincunx.game.players = {w: 'person', b: 'engine'}; return quincunx.playersChanged()")
            page.keys("/")
            check(page.js("return document.activeElement.id") == "move-text", "no field for moves")
            page.type("e2e4", 2)
            reply = page.moves()[1]
            # Nothing comes from elsewhere, and no WebAssembly runs.
            equal(page.js("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !/^(blob|data):/.test(n))"), [])
            equal(page.js("return Boolean(document.getElementById('part-engine'))"), False)
            page.people()
            # Other rules have a process of their own.
            equal(page.js("return quincunx.game.under('horizons', 'push=off').then(found => found.options)"), "push=off")
            check("2: it is one of on|off" in page.js("return quincunx.game.under('horizons', 'push=2').catch(error => error.message)"), "taken")
            page.js("return quincunx.game.rules.ask({do: 'stop'})")
            # An engine that ends is started again, and the game goes on.
            page.js("quincunx.game.rules.last.wire.send('{\"do\":\"quit\"}')")
            page.wait("return document.getElementById('errors').textContent.includes('was started again')")
            page.type("d2d4", 3)
            # While its server is away the page waits; what was asked meanwhile is answered then.
            page.js("quincunx.messages.closeAll()")
            server.stop()
            black = "b8c6" if reply == "g8f6" else "g8f6"
            page.js("quincunx.game.commit(arguments[0]).catch(() => {}); return 1", black)
            page.wait("return document.getElementById('errors').textContent.includes('Your games are safe')")
            equal(page.js("return document.querySelectorAll('#errors .error').length"), 1)
            equal(page.js("return quincunx.game.phase()"), "offline")
            equal(server.start("--game", "diamond"), address)
            page.wait("return quincunx.game.phase() === 'person' && !document.querySelector('#errors .error')")
            page.plies(4)
            page.ready()
            page.js("return quincunx.game.type('b1c3')")
            page.wait("return quincunx.game.request().moves.join() === arguments[0]", ",".join(["e2e4", reply, "d2d4", black, "b1c3"]))
            page.consistent()
            # Another port is another origin; the games are there all the same, and what was chosen.
            page.js("quincunx.store.keepSettings({...quincunx.store.settings(), theme: 'dark'}); return quincunx.keeper.saveNow()")
            list_of = "return quincunx.store.list().then(l => l.map(h => [h.id, h.game, h.plies]).sort())"
            kept = page.js(list_of)
            check(len(kept) == 2, kept)
            server.stop()
            os.remove(os.path.join(folder, "quincunx", "serve.json"))
            moved = server.start()
            check(moved != address, "the same address")
            page.open(moved)
            equal(page.js(list_of), kept)
            equal(page.js("return document.documentElement.dataset.theme"), "dark")
        finally:
            server.stop()


@test
def games_by_mouse(page):
    """The board stays where it is, and the game goes out as PGN and comes back."""
    box = "const b = document.getElementById('board').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]"
    for game in some_games(0)[:None if LONG else 1]:
        page.open(part="#g=" + game)
        equal(page.js("return quincunx.game.sheet.name"), game)
        before = page.js(box)
        play_random(page, 4, 12, page.mouse)
        moves, fen = page.moves(), page.fen()
        equal(page.js(box), before)
        check(len(moves) >= 10 or page.js("return quincunx.game.over()"), "only %s" % moves)
        page.click("tab-share", "pgn-out")
        pgn = page.wait("return document.getElementById('pgn').value")
        page.click("tab-play")
        page.new()
        page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", pgn)
        to_the_end(page, len(moves))
        equal((page.moves(), page.fen()), (moves, fen))
        page.consistent()


@test
def games_by_touch(phone):
    for game in some_games(1):
        phone.open(part="#g=" + game)
        play_random(phone, 5, 8, phone.touch)
        check(len(phone.moves()) >= 6 or phone.js("return quincunx.game.over()"), "only %s" % phone.moves())
        wide = phone.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide <= 0, "%s: the page is %d pixels too wide for a phone" % (game, wide))


@test
def dragging(page):
    page.open(part="#g=chess")
    page.drag("e2", "e4")
    page.ready()
    equal(page.moves(), ["e2e4"])
    page.drag("e7", "e3")
    page.wait("return /Illegal move: /.test(document.getElementById('message').textContent)")
    equal(page.moves(), ["e2e4"])
    page.consistent()
    page.open(part="#g=diamond")
    leg = page.js("return quincunx.game.look.legs.find(leg => leg.drop.toUpperCase() === 'S')")
    page.swipe(*page.in_hand(leg["drop"]), *page.at(leg["to"]), held=True)
    equal(page.js("return [document.querySelectorAll('.from-hand').length, document.querySelectorAll('#board .target').length > 0, document.querySelectorAll('#board .over').length]"), [1, True, 1])
    page.pointer("mouseReleased", *page.at(leg["to"]))
    page.plies(1)
    equal((page.moves(), page.js("return document.querySelectorAll('.from-hand').length")), ([leg["text"]], 0))
    page.consistent()
    # A square that is not possible: why, and the piece is in the hand still.
    page.js("return quincunx.game.takeBack()")
    page.ready()
    page.swipe(*page.in_hand(leg["drop"]), *page.at("d5"))
    page.wait("return /Illegal move/.test(document.getElementById('message').textContent)")
    equal(page.moves(), [])
    # A click takes it up as before.
    page.js("document.querySelector(`[data-drop='${arguments[0]}']`).click()", leg["drop"])
    page.mouse(leg["to"])
    page.plies(1)


@test
def dragging_by_touch(phone):
    phone.open(part="#g=chess")
    before = phone.js("return scrollY")
    phone.touch_drag("e2", "e4")
    phone.wait("return quincunx.game.request().moves.join() === 'e2e4'")
    # A finger that holds no piece scrolls the page.
    phone.touch_drag("e5", "e3")
    phone.js("return new Promise(r => setTimeout(r, 300))")
    equal(phone.moves(), ["e2e4"])
    check(phone.js("return scrollY") >= before, "the page did not stay")
    # What is said is seen where the panel is not.
    phone.touch_drag("e7", "e2")
    phone.wait("const b = document.getElementById('message').getBoundingClientRect(); return /Illegal move/.test(document.getElementById('message').textContent) && b.top > 0 && b.bottom <= innerHeight")
    phone.open(part="#g=diamond")
    leg = phone.js("return quincunx.game.look.legs.find(leg => leg.drop.toUpperCase() === 'S')")
    phone.js("document.getElementById('board').scrollIntoView({block: 'center'})")
    phone.touch_swipe(*phone.in_hand(leg["drop"]), *phone.at(leg["to"]))
    phone.plies(1)
    equal(phone.moves(), [leg["text"]])


@test
def a_long_press_explains_a_piece(phone):
    phone.open(part="#g=borderlands")
    # As on phones that send nothing of the kind themselves.
    phone.js("addEventListener('contextmenu', event => event.stopImmediatePropagation(), true)")
    card = "return document.getElementById('piece-card').open ? document.getElementById('piece-name').textContent : ''"
    for where, name in ((phone.centre("f3"), "White Warrior"), (phone.in_hand("M"), "Marauder")):
        phone.finger("touchStart", where)
        phone.wait(card)
        equal(phone.js(card), name)
        phone.finger("touchEnd")
        # The end of it is no click.
        phone.js("return new Promise(r => setTimeout(r, 200))")
        equal((phone.js(card), phone.js("return quincunx.view.selected")), (name, ""))
        phone.click("piece-close")
    # A finger that moves, or goes, does not press.
    x, y = phone.centre("f3")
    phone.finger("touchStart", (x, y))
    phone.finger("touchMove", (x, y - 30))
    phone.js("return new Promise(r => setTimeout(r, 700))")
    phone.finger("touchEnd")
    phone.touch("f3")
    phone.js("return new Promise(r => setTimeout(r, 700))")
    equal(phone.js(card), "")


@test
def keyboard_alone(page):
    page.open(part="#g=chess")
    page.js("quincunx.view.board.focus('e2', true)")
    page.keys("Enter", "ArrowUp", "ArrowUp", "Enter")
    page.plies(1)
    equal(page.moves(), ["e2e4"])
    # What those hear who do not see: who played what, whose turn it is, and what a piece could do.
    equal(page.js("return document.getElementById('announcement').ariaLive"), "polite")
    equal(page.text("announcement"), "White: e4. Black to move.")
    page.js("quincunx.view.board.focus('g8', true)")
    page.keys("Enter")
    equal(page.text("announcement"), "g8 selected: it can move to 2 squares")
    equal(page.js("return document.querySelector('[data-square=f6]').ariaLabel"), "f6, empty, can be moved to")
    page.keys("Enter")
    page.keys("/")
    page.keys("e7e5", "Enter")
    page.plies(2)
    page.keys("e1e3", "Enter")
    page.wait("return /Illegal move: .*King|Illegal move: /.test(document.getElementById('message').textContent)")
    equal(page.moves(), ["e2e4", "e7e5"])
    page.open(part="#g=chess&t=e2e4%20e7e5%20g1f3")
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true}))"
    page.js(press, "Home")
    page.plies(0)
    page.js(press, "End")
    page.plies(3)
    page.js(press, "f")
    page.wait("return quincunx.view.flipped")
    page.js("quincunx.learn.show('g8')")
    page.wait("return document.getElementById('piece-card').open")
    page.js(press, "Escape")
    page.wait("return !document.getElementById('piece-card').open")
    # The ring of the square with the focus lies above its neighbours.
    page.js("quincunx.view.board.focus('e4', true)")
    page.keys("ArrowUp")
    equal(page.js("return [document.querySelectorAll('.focus-ring').length, quincunx.view.board.focused]"), [1, "e3"])


# Whole games, from the start to an end; all but the last moves are typed at once.
BY_MOUSE = 8
ENDS = {
    "borderlands": ("f3f5 g8g6 f5g6 M@c5 g6g7 a8a6 c4c5 e9e10 g7f8+ c8e9 f8h9 M@b4 h9f10 g10i9 f10d10 a10a8 d10b9", "No Chief is left. White wins."),
    "battleofideologies": ("g2g4 S@d7 e2e4 c9e6 d2d4 g9i6 d4d5 S@i7 d5e6 e9e7 d1d5 e7g7 e6d7 S@d6 d5d6 h9h7 d6i6 g7e7 d7e8 h7h5 i6e6 e7e9 e8f9c e9c9 e6e8", "Checkmate. White wins."),
    "horizons": ("h2j4 c11b10 e2f3 k12l10 f1c4 d11d9 c4c12 e11g9 e1f12 h11g10 c12d12 e12f4 f12a8 g12h11 i1f4 l12k12 h1l10 h12c10 l10h9 h11i10 d12i12 k11k10 i12g10", "Checkmate. White wins."),
    "bordahbee": ("b1c3,m2m3 j8i6,g7g6 e2e3,n1i6 b7b5,o8p6 g1f3,i6j5 n7n6,g8h6 a1b1,l1p5 k7k6,f8g7 e1e2,p5m8", "King captured. White wins."),
    "diamond": ("C@b8 S@g2 C@b7 H@g1 G@a7 R@h2 K@a8 O@h1 b7b5 g2a8", "The Black City is entered. White wins."),
    "chess": ("f2f3 e7e5 g2g4 d8h4", "Checkmate. Black wins."),
}


@long_test
def games_to_their_ends(page):
    for game, (moves, end) in some(ENDS.items(), 1):
        page.open(part="#g=" + game)
        whole = moves.split()
        typed = page.driver.execute_async_script("""const [moves, done] = arguments;
            (async () => { for (const move of moves) if (!await quincunx.game.type(move)) return move; return ''; })().then(done, e => done(String(e)))""",
                                                 whole[:-BY_MOUSE])
        equal(typed, "")
        for move in whole[-BY_MOUSE:]:
            play_move(page, move, page.mouse)
            page.consistent()
        equal(len(page.moves()), len(whole))
        check(page.text("status").startswith(end), page.text("status"))
        check(end in page.text("announcement"), page.text("announcement"))
        check(page.js("return document.getElementById('end-card').checkVisibility() && !document.getElementById('status').checkVisibility()"), "the end is not told once")
        # Nothing moves any more, until the last move is taken back.
        square = page.js("return Object.keys(quincunx.game.pieces())[0]")
        page.mouse(square)
        equal(page.js("return document.querySelectorAll('#board .target').length"), 0)
        page.click("take-back")
        page.wait("return !quincunx.game.over() && quincunx.game.request().moves.length === arguments[0]", len(whole) - 1)
        check("to move" in page.text("status"), page.said())
        page.consistent()


@test
def the_move_on_the_board_is_seen_in_a_long_list(page):
    page.open(part="#g=chess")
    count = page.driver.execute_async_script("""const done = arguments[0], game = quincunx.game;
        (async () => {
          for (let i = 0; i < 70 && !game.over(); ++i) await game.playLeg(game.look.legs[i * 7 % game.look.legs.length]);
          return game.request().moves.length;
        })().then(done, e => done(String(e)))""")
    check(count == 70, "%s moves, not 70" % count)
    page.js("document.getElementById('pgn-out').click()")
    page.wait("return document.getElementById('pgn').value")
    seen = """const here = document.querySelectorAll('#moves .here'), list = document.getElementById('moves').getBoundingClientRect();
        if (here.length !== 1 || here[0].textContent !== quincunx.game.node.san.replace(/[{}]/g, '') || here[0].getAttribute('aria-current') !== 'true') return false;
        const b = here[0].getBoundingClientRect();
        return document.querySelectorAll('#moves [aria-current]').length === 1 && b.top >= list.top - 4 && b.bottom <= list.bottom + 4"""
    page.wait(seen)
    for _ in range(3):
        page.click("previous")
        page.ready()
    page.wait(seen)
    page.js("quincunx.game.go(quincunx.game.root.children[0])")
    page.wait(seen)
    # Another game with the same moves: its list leads to its own positions.
    page.js("document.getElementById('pgn-in').click()")
    to_the_end(page, 70)
    page.wait(seen)
    page.js("[...document.querySelectorAll('#moves .move')][4].click()")
    page.wait("return quincunx.game.request().moves.length === 5 && quincunx.game.node.parent.parent.parent.parent.parent === quincunx.game.root")
    page.wait(seen)


SIDE_LINES = """[Event "A study"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

{Before all} 1. e4! {best} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) d6) (1... e6 $5) 2. Nf3 Nc6 {Black resigned} 1-0

[White "Carl"]
1. d4 d5 *
"""


@test
def side_lines_come_in_and_go_out(page):
    page.open(part="#g=diamond&t=S@a8", tab="share")
    paste(page, "pgn", SIDE_LINES)
    page.wait("return document.querySelectorAll('.file-game').length === 2")
    page.js("document.querySelector('.file-game').click()")
    page.wait("return quincunx.game.sheet.name === 'chess'")
    to_the_end(page, 4)
    # It is one of the own games now, and there after a reload.
    equal(page.js("return document.getElementById('tab-analyse').ariaSelected"), "true")
    page.wait("return location.hash.startsWith('#id=')")
    page.again()
    page.plies(4)
    page.wait("return document.querySelectorAll('#moves .variation').length === 3")
    page.wait("return document.getElementById('moves').textContent.includes('e4!')")
    text = page.text("moves")
    for part in ("Before all", "e4!", "best", "c5", "Sicilian", "c3", "e6!?"):
        check(part in text, "%s is not in %s" % (part, text))
    check("Anna" in page.text("name-bottom"), page.text("name-bottom"))
    check(page.text("status").startswith("Black resigned. White wins."), page.text("status"))
    # Out again and in again: nothing is lost.
    page.click("tab-share")
    first = page.js("document.getElementById('pgn').value = ''; document.getElementById('pgn-out').click(); return 1")
    first = page.wait("return document.getElementById('pgn').value")
    check('[White "Anna"]' in first and "Black resigned} 1-0" in first, first)
    page.click("tab-share", "pgn-in")
    to_the_end(page, 4)
    page.js("document.getElementById('pgn').value = ''; document.getElementById('pgn-out').click()")
    equal(page.wait("return document.getElementById('pgn').value"), first)
    # Stepping: into a variation, to the one beside it, deleting it, bringing it back.
    page.js("[...document.querySelectorAll('#moves .variation .move')].find(b => b.textContent === 'c5').click()")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,c7c5'")
    page.click("next")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,c7c5,g1f3'")
    page.click("previous")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,c7c5'")
    page.js("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', shiftKey: true, bubbles: true}))")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,e7e6'")
    page.click("delete-line")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4' && document.querySelectorAll('#moves .variation').length === 2")
    page.click("bring-back")
    page.wait("return document.querySelectorAll('#moves .variation').length === 3")
    page.js("[...document.querySelectorAll('#moves .variation .move')].find(b => b.textContent === 'c5').click()")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,c7c5'")
    page.click("promote")
    page.wait("return document.querySelector('#moves').textContent.replace(/\\s+/g, ' ').includes('c5 Sicilian') && document.getElementById('promote').hidden")
    page.click("tab-analyse")
    page.js("const c = document.getElementById('comment'); c.value = 'mine <b>'; c.oninput()")
    page.again()
    check("mine <b>" in page.wait("return document.getElementById('moves').textContent"), page.text("moves"))
    check(page.js("return !document.querySelector('#moves b')"), "markup came in by a comment")


@test
def a_search_begun_twice_stops_no_game(page):
    """The second search continues when the first one's move is made, and nothing else requests the next."""
    page.open(part="#g=chess", people=False)
    page.js("quincunx.play.limits = {depth: 2};"
            "const t = quincunx.thinker, search = t.search.bind(t);"
            "t.search = async (...asked) => {"
            "  const done = await search(...asked);"
            "  t.search = async (...again) => {"
            "    t.search = search; t.thinking = 'reply'; await new Promise(resolve => setTimeout(resolve, 2000)); return search(...again); };"
            "  quincunx.play.reply(); return done; };"
            "quincunx.game.players = {w: 'engine', b: 'engine'}; return quincunx.playersChanged()")
    page.wait("return quincunx.game.request().moves.length >= 3")
    page.people()


def explorer(page):
    """The moves that the explorer shows, with what stands beside them."""
    return page.js("""return [...document.querySelectorAll('#explorer-list li')].map(li => ({move: li.querySelector('.move').dataset.move,
        score: (li.querySelector('.score') || {}).textContent || '', line: (li.querySelector('.later') || {}).textContent || ''}))""")


@test
def the_explorer_shows_the_book(page):
    page.open(part="#g=chess", tab="analyse")
    equal(explorer(page), [])
    page.click("show-explorer")
    page.wait("return document.querySelectorAll('#explorer-list li').length >= 8")
    check("positions" in page.text("explorer-words"), page.text("explorer-words"))
    rows = explorer(page)
    check("e4" in page.js("return [...document.querySelectorAll('#explorer-list .book-row .move')].map(b => b.textContent)"), "no short texts")
    check(all(re.match(r"[+−]\d\.\d\d$", row["score"]) for row in rows) and all(row["line"] for row in rows[:8]), rows)
    scores = [float(row["score"].replace("−", "-")) for row in rows]
    equal(scores, sorted(scores, reverse=True))
    equal(len(rows), 20)
    # A click plays the move, and the explorer follows; Black's best answer is the worst for White.
    page.js("[...document.querySelectorAll('#explorer-list .book-row .move')].find(b => b.dataset.move === 'e2e4').click()")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4' && document.querySelectorAll('#explorer-list li').length >= 8")
    page.wait("return [...document.querySelectorAll('#explorer-list .book-row .move')].every(b => /^[a-h][78]/.test(b.dataset.move))")
    scores = [float(row["score"].replace("−", "-")) for row in explorer(page) if row["score"]]
    equal(scores, sorted(scores))
    # Where the book ends it says so.
    for move in ("h7h5", "h2h4", "a7a5", "h1h3"):
        page.js("return quincunx.game.type(arguments[0])", move)
        page.ready()
    page.wait("return /does not have/.test(document.getElementById('explorer-words').textContent) && !document.querySelector('#explorer-list li')")
    page.open(part="#g=horizons&t=f2f4", tab="analyse")
    page.wait("return document.querySelectorAll('#lines li .move:not(.later)').length === 3 && document.querySelectorAll('#board .arrow').length > 0")
    check(re.match(r"[+−#]", page.text("eval-text")), page.text("eval-text"))
    # It counts, and goes on until it is stopped.
    page.wait("return /Depth \\d+ · \\d+k\\/s/.test(document.getElementById('depth').textContent)")
    page.click("analyse")
    page.wait("return !quincunx.thinker.thinking && quincunx.engine !== 0 && document.querySelectorAll('#board .arrow').length === 0")
    # A search of the whole game, and back to the same move.
    page.open(part="#g=chess&t=f2f3%20e7e5%20g2g4", tab="analyse")
    page.click("review")
    page.wait("return !quincunx.analysis.reviewing && quincunx.game.node.mark === '??'")
    check(page.js("return document.querySelectorAll('#graph .curve').length === 1"), "no graph")
    page.open(part="#g=horizons", tab="analyse")
    page.wait("return document.querySelectorAll('#lines li:first-child .move').length >= 3")
    numbers = "return [...document.querySelectorAll('#lines li:first-child .number')].slice(0, 2).map(each => each.textContent).join(' ') === arguments[0]"
    page.wait(numbers, "1. 2.")
    # Every move of a line shows where it leads, and a click plays all moves up to it.
    point = """const b = document.querySelectorAll('#lines li:first-child .move')[arguments[0]]; window.pointed = b;
        b.dispatchEvent(new PointerEvent('pointerenter', {pointerType: 'mouse'}));
        return [...document.querySelectorAll('#lines li:first-child .move')].slice(0, arguments[0] + 1).map(each => each.dataset.move)"""
    page.js("document.getElementById('analyse').click()")
    page.js("document.getElementById('analyse').click()")
    page.wait("return document.querySelectorAll('#lines li:first-child .move').length >= 3")
    moves = page.js(point + ".concat(window.pointed.click())", 2)[:3]
    page.wait("return quincunx.game.request().moves.join() === arguments[0] && document.getElementById('preview').hidden", ",".join(moves))
    page.wait(numbers, "2… 3.")
    page.wait(point + ".length && !document.getElementById('preview').hidden && document.querySelectorAll('#preview .piece').length > 20", 1)
    box = page.js("const b = document.getElementById('preview').getBoundingClientRect(); return [b.left >= 0, b.top >= 0, b.right <= innerWidth, b.bottom <= innerHeight]")
    equal(box, [True] * 4)


@test
def an_engine_that_fails_loses_no_game(page):
    page.open(part="#g=chess&t=e2e4")
    page.js("quincunx.game.rules.last.fail('killed by a test'); quincunx.thinker.engine.last.fail('killed by a test')")
    check("Your game is safe" in page.said(), page.said())
    page.mouse("e7", "e5")
    page.plies(2)
    page.consistent()


@test
def levels_resignation_and_draws(page):
    choose = "const l = document.getElementById('level'); l.value = arguments[0]; l.onchange()"
    page.open(part="#g=chess", people=False)
    page.js(choose, 3)
    page.js("quincunx.game.players = {w: 'person', b: 'engine'}; return quincunx.playersChanged()")
    equal(page.text("name-top"), "Black · Quincunx, Beginner")
    page.mouse("e2", "e4")
    page.wait("return quincunx.game.request().moves.length === 2 && !quincunx.thinker.thinking")
    # Each game has its level, and it is remembered.
    page.new("horizons")
    page.js(choose, 20)
    page.driver.get("about:blank")
    page.driver.get("file://" + PAGE + "#g=chess")
    page.ready()
    equal(page.js("return document.getElementById('level').value"), "3")
    # An engine that has been lost for some moves resigns.
    page.js(choose, 20)
    page.open(part="#g=chess&f=7k/8/8/8/8/8/1PPP4/R1Q1K3%20w%20-%20-%200%201", people=False)
    page.js("quincunx.play.limits = {nodes: 300}; quincunx.game.players = {w: 'person', b: 'engine'}; return quincunx.playersChanged()")
    for i in range(10):
        page.mouse(["a1", "b1"][i % 2])
        page.mouse(["b1", "a1"][i % 2])
        page.wait("return quincunx.game.over() || (quincunx.game.request().moves.length === arguments[0] && !quincunx.thinker.thinking)", 2 * i + 2)
        if page.js("return quincunx.game.over()"):
            break
    check(page.text("status").startswith("Black resigned. White wins."), page.text("status"))
    # What it answers to an offer depends on how it stands; its own can be taken.
    page.open(part="#g=chess&f=7k/8/8/8/8/8/1PPP4/R1Q1K3%20w%20-%20-%200%201", people=False)
    page.js("quincunx.play.limits = {nodes: 300}; quincunx.game.players = {w: 'person', b: 'engine'}; return quincunx.playersChanged()")
    page.mouse("a1", "b1")
    page.wait("return quincunx.game.request().moves.length === 2 && !quincunx.thinker.thinking")
    page.js("quincunx.play.afterReply({offers_draw: true})")
    check(page.js("return document.getElementById('accept').checkVisibility()"), "no offer is seen")
    page.click("decline")
    check(page.js("return document.getElementById('offer').hidden"), "the offer stays")
    page.click("draw")
    page.wait("return quincunx.game.over()")
    check("Draw agreed" in page.text("status"), page.text("status"))
    for game in some_games(2):
        page.open(part="#g=" + game)
        shown = page.js("return [...document.getElementById('level').options].map(o => o.textContent)")
        equal([re.match(r"(.+) · level (\d+) of 20(, Elo \d+)?$", text).group(1, 2) for text in shown],
              list(zip(["Newcomer", "Beginner", "Casual", "Club player", "Strong", "Expert", "Master", "Full strength"], page.js("return [...document.getElementById('level').options].map(o => o.value)"))))
        # Full strength has no end, so no Elo, and the dialog says the same.
        check("Elo" not in shown[-1] and not any("Elo -" in text or "Elo 0" in text for text in shown), shown)
        page.click("new")
        for value, text in zip(page.js("return [...document.querySelectorAll('#new-levels input')].map(i => i.value)"), shown):
            page.js("document.querySelector(`#new-levels [value='${arguments[0]}']`).click()", value)
            check(text.endswith(" · " + page.text("new-level")), "%s: %s, not %s" % (game, page.text("new-level"), text))


@test
def a_result_of_a_pgn_is_analysed_and_gains_no_words(page):
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0"
    page.open(part="#g=chess", tab="share")
    paste(page, "pgn", '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n%s\n' % moves)
    page.wait("return document.getElementById('message').textContent === '4 moves read.'")
    pgn = page.driver.execute_async_script("quincunx.share.pgn().then(arguments[0])")
    check(pgn.rstrip().endswith(moves) and "{" not in pgn, pgn)
    # The position at its end is analysed as any other, and so is that of a game that was given up.
    page.js("document.getElementById('last').click()")
    page.wait("return document.querySelectorAll('#lines li .move').length >= 3 && document.getElementById('end-why').textContent === '' && document.getElementById('end-title').checkVisibility()")
    check("{" not in page.js("return document.querySelector('#lines li').title"), page.js("return document.querySelector('#lines li').title"))
    page.open(part="#g=chess&t=e2e4%20e7e5")
    page.js("quincunx.game.resign('w')")
    equal(page.text("status"), "White resigned. Black wins.")
    page.click("tab-analyse")
    page.wait("return document.querySelectorAll('#lines li .move').length >= 3")
    # What is tried from there on leaves the result as it is.
    page.mouse("g1", "f3")
    page.plies(3)
    pgn = page.driver.execute_async_script("quincunx.share.pgn().then(arguments[0])")
    check('[Result "0-1"]' in pgn and "White resigned} 0-1" in pgn, pgn)
    page.click("tab-play", "previous")
    page.wait("return document.getElementById('end-card').checkVisibility()")


@test
def a_hint_goes_with_its_position(page):
    page.open(part="#g=chess&t=e2e4%20e7e5")
    for leave in ("take-back", "previous", "first"):
        page.click("hint")
        page.wait("return /^Hint: \\S/.test(document.getElementById('message').textContent) && document.querySelectorAll('#board .arrow.hint').length === 1")
        page.click(leave)
        page.wait("return document.getElementById('message').textContent === '' && document.querySelectorAll('#board .arrow').length === 0")
        page.ready()
        page.click("last") if leave == "previous" else None
        page.ready()


@test
def two_boards_say_what_goes_with_what(page):
    page.open(part="#g=bordahbee")
    check("Pawn, Knight and Bishop go with another of these" in page.text("goal"), page.text("goal"))
    page.mouse("a2", "a3")
    page.wait("return quincunx.game.legs.length === 1")
    check("Continue with a Knight, framed green" in page.text("task"), page.text("task"))
    equal(page.js("return [...new Set([...document.querySelectorAll('#board .marks .start')].map(e => 1))].length"), 1)
    # Other rules, other words.
    page.open(part="#g=bordahbee&rules=pairing%3Dany")
    check("Pawn, Knight and Bishop" not in page.text("goal"), page.text("goal"))


CARDS = """const done = arguments[0], wrong = [];
    (async () => {
      for (const button of document.querySelectorAll('.piece-button')) {
        const name = document.getElementById('piece-name'), board = document.getElementById('piece-board');
        name.textContent = '';
        board.replaceChildren();
        button.click();
        for (const begun = performance.now(); !name.textContent.endsWith(button.textContent) || !board.querySelector('.target');) {
          if (performance.now() - begun > 20000) return button.textContent + ': ' + name.textContent;
          await new Promise(r => setTimeout(r, 5));
        }
      }
      document.getElementById('piece-close').click();
      return '';
    })().then(done, e => done(String(e)))"""


@test
def learning(page):
    for game in some_games(1):
        page.open(part="#g=" + game, tab="learn")
        check(page.js("return document.querySelectorAll('#brief li').length === 5 || !quincunx.game.sheet.brief"), "no summary")
        count = page.js("return document.querySelectorAll('#rules figure').length")
        check(count >= 2, "%s: %d figures" % (game, count))
        page.wait("return [...document.querySelectorAll('#rules figure')].every(f => f.querySelectorAll('.square').length && f.querySelector('figcaption'))")
        equal(page.js("return document.querySelectorAll('#rules figure').length"), count)
        # Each but an empty board has pieces, drawn as on the board, and what they can do.
        known = page.js("""return [...document.querySelectorAll('#rules figure')].map(f => [Boolean(f.dataset.moves || f.dataset.piece), f.querySelectorAll('.piece use').length, f.querySelectorAll('.target').length])""")
        check(all(pieces and targets for shows, pieces, targets in known if shows), "%s: %s" % (game, known))
        check(page.js("return document.querySelectorAll('.piece-button').length >= 6"), "no pieces")
        equal(page.driver.execute_async_script(CARDS), "")
    page.open(part="#g=chess")
    page.js("quincunx.learn.show('g8')")
    page.wait("return /f6/.test(document.getElementById('piece-here').textContent)")


# What the browser keeps: of each game its id, its name, and the moves of all its lines, the main line first.
KEPT = r"""const done = arguments[0];
const lines = (tree, at = 0) => tree.flatMap(([parent, move], i) => { const rest = parent === at ? lines(tree, i) : []; return parent !== at ? [] : rest.length ? rest.map(r => move + ' ' + r) : [move]; });
quincunx.store.list().then(l => Promise.all(l.map(h => quincunx.store.get(h.id)))).then(l => done(l.map(e => [e.head.id, e.data.game, lines(e.data.tree)])), e => done(String(e)))"""


def library(page):
    """The games that the browser keeps: (game, moves of the main line)."""
    page.driver.execute_async_script("const done = arguments[0]; quincunx.keeper.saveNow().then(done, done)")
    return sorted((game, lines[0] if lines else "") for _, game, lines in page.driver.execute_async_script(KEPT))


def plain(page):
    """The page at its bare address, for a returning user."""
    page.driver.get("about:blank")
    page.driver.get("file://" + PAGE)
    page.ready()


def error(page):
    return page.js("return document.getElementById('errors').textContent")


@test
def links_lose_no_game(page):
    page.open(part="#g=chess")
    page.mouse("e2", "e4")
    page.wait("return quincunx.game.request().moves.length === 1 && location.hash.startsWith('#id=')")
    first = page.js("return location.hash")
    page.js("location.hash = '#g=horizons&t=f2f4'")
    page.wait("return quincunx.game.sheet.name === 'horizons' && location.hash.startsWith('#id=')")
    second = page.js("return location.hash")
    check(first != second, "the link took the other game's place")
    # A move in it survives a reload; the link opened again is the same game no more, but a new one.
    page.people()
    page.js("document.getElementById('move-text').value = 'f11f9'; document.getElementById('move-form').requestSubmit()")
    page.plies(2)
    page.again()
    equal((page.js("return location.hash"), page.moves()), (second, ["f2f4", "f11f9"]))
    page.open(part="#g=horizons&t=f2f4")
    equal(page.moves(), ["f2f4"])
    equal(library(page), [("chess", "e2e4"), ("horizons", "f2f4"), ("horizons", "f2f4 f11f9")])
    # Untouched it is opened as often as one likes without another entry.
    page.open(part="#g=horizons&t=f2f4")
    equal(len(library(page)), 3)
    # The bare page goes on with what was played last; its way back leads to the game before.
    plain(page)
    equal(page.moves(), ["f2f4"])
    page.js("location.hash = arguments[0]", first)
    page.wait("return quincunx.game.sheet.name === 'chess'")
    equal(page.moves(), ["e2e4"])
    page.js("history.back()")
    page.wait("return quincunx.game.sheet.name === 'horizons'")
    # A new game leaves the old one in the library.
    page.new()
    equal(len(library(page)), 3)
    page.open(part="#g=chess&t=f2f3%20e7e5%20g2g4")
    library(page)
    plain(page)
    equal((page.moves(), page.js("return quincunx.game.state.home")), (["f2f3", "e7e5", "g2g4"], False))
    page.people()
    page.js("return quincunx.game.type('d8h4')")
    library(page)
    # One that has ended is not gone on with.
    plain(page)
    page.wait("return quincunx.game.state.home")
    # The title leads there from anywhere, and never away from it.
    page.click("to-home")
    equal(page.js("return [quincunx.game.state.home, location.hash]"), [True, "#home=1"])


@test
def two_tabs_play_one_game_each(page):
    page.open(part="#g=chess&t=e2e4%20e7e5")
    here, own = page.driver.current_window_handle, page.js("return location.hash")
    page.driver.switch_to.new_window("tab")
    there = page.driver.current_window_handle
    # The same game: the second tab shows it, says why it cannot be played, and can take it.
    page.driver.get("file://" + PAGE + own)
    page.wait("return typeof quincunx === 'object' && quincunx.game.look && quincunx.game.phase() === 'elsewhere'")
    check("open in another tab" in error(page), error(page))
    page.mouse("g1", "f3")
    equal(page.moves(), ["e2e4", "e7e5"])
    page.js("[...document.querySelectorAll('.error button')].find(b => b.textContent === 'Play here').click()")
    page.wait("return quincunx.game.phase() !== 'elsewhere'")
    page.people()
    page.mouse("g1", "f3")
    # A move that this tab has not kept yet is not lost when the first takes the game back.
    page.plies(3)
    page.js("quincunx.keeper.saving = 1")
    page.driver.switch_to.window(here)
    page.wait("return quincunx.game.phase() === 'elsewhere'")
    check("played in another tab" in error(page), error(page))
    page.js("[...document.querySelectorAll('.error button')].find(b => b.textContent === 'Play here').click()")
    page.wait("return quincunx.game.request().moves.length === 3 && quincunx.game.phase() !== 'elsewhere'")
    # Tabs that each have a game of their own do not touch each other's.
    page.driver.switch_to.window(there)
    page.open(part="#g=diamond")
    page.js("return quincunx.game.playLeg(quincunx.game.look.legs[0])")
    page.wait("return quincunx.game.request().moves.length >= 1")
    page.driver.switch_to.window(here)
    page.people()
    page.type("b8c6", 4)
    games = library(page)
    equal([game for game, _ in games], ["chess", "diamond"])
    equal(games[0][1], "e2e4 e7e5 g1f3 b8c6")


@test
def a_game_that_two_tabs_change_becomes_two(page):
    """Where locks are forbidden no tab overwrites another one's changes."""
    page.open(part="#g=chess&t=e2e4")
    page.driver.execute_async_script("""const done = arguments[0], { store, keeper } = quincunx;
        keeper.saveNow().then(() => store.get(keeper.entry.id)).then(e => store.put({ head: { ...e.head, rev: e.head.rev + 5 }, data: e.data }, e.head.rev)).then(done)""")
    page.js("return quincunx.game.type('e7e5')")
    page.wait("return /a separate game/.test(document.getElementById('errors').textContent)")
    equal(library(page), [("chess", "e2e4"), ("chess", "e2e4 e7e5")])


FAULTS = """
    const full = () => { throw new DOMException('no room', 'QuotaExceededError'); };
    window.mend = [Storage.prototype.setItem, IDBObjectStore.prototype.put];
    Storage.prototype.setItem = full;
    IDBObjectStore.prototype.put = full;"""


@test
def a_full_storage_is_said_once_and_the_address_keeps_the_game(page):
    page.open(part="#g=chess")
    page.js(FAULTS)
    for i, move in enumerate(["e2e4", "e7e5", "g1f3"]):
        page.type(move, i + 1)
    page.wait("return /cannot save games now/.test(document.getElementById('errors').textContent) && location.hash.includes('g1f3')")
    equal(page.js("return document.querySelectorAll('.error').length"), 1)
    page.js("document.querySelector('.error .close').click()")
    page.js("return quincunx.game.type('b8c6')")
    page.wait("return location.hash.includes('b8c6')")
    equal(error(page), "")
    page.again()
    equal(page.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"])
    # Where there is room again, the game goes there.
    page.js(FAULTS)
    page.people()
    page.js("return quincunx.game.type('f1b5')")
    page.wait("return location.hash.includes('f1b5')")
    page.js("[Storage.prototype.setItem, IDBObjectStore.prototype.put] = mend")
    page.js("return quincunx.game.type('a7a6')")
    page.wait("return location.hash.startsWith('#id=')")
    plain(page)
    equal(page.moves()[-2:], ["f1b5", "a7a6"])


@test
def the_library_is_searched_and_games_come_back_when_deleted(page):
    for part in ("#g=chess&t=e2e4%20e7e5", "#g=diamond&t=S@a8", "#g=chess&t=f2f3%20e7e5%20g2g4%20d8h4"):
        page.open(part=part)
        library(page)
    page.click("to-home")
    page.wait("return document.querySelectorAll('.kept').length === 3 && document.querySelectorAll('.kept .miniature').length === 3")
    check("Black wins" in page.text("library-list"), page.text("library-list"))
    find = "const s = document.getElementById('library-search'); s.value = arguments[0]; s.oninput()"
    page.js(find, "chess checkmate")
    equal(page.js("return document.querySelectorAll('.kept').length"), 1)
    page.js(find, "")
    page.js("document.querySelector('.kept-remove').click()")
    page.wait("return document.querySelectorAll('.kept').length === 2")
    page.js("[...document.querySelectorAll('.error button')].find(b => b.textContent === 'Undo').click()")
    page.wait("return document.querySelectorAll('.kept').length === 3")
    # All of them as one PGN.
    page.js("URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return 'blob:x'; }; HTMLAnchorElement.prototype.click = () => {}")
    page.click("library-export")
    text = page.wait("return window.saved")
    equal(text.count("[Event "), 3)
    for part in ("Qh4", "S@a8", "0-1"):
        check(part in text, text)
    page.js("document.querySelectorAll('.kept-open')[1].click()")
    page.wait("return !quincunx.game.state.home")


@test
def the_start_page_shows_all_games_to_a_newcomer(page):
    plain(page)
    check(page.js("return document.getElementById('home').checkVisibility() && !document.getElementById('board').checkVisibility()"), "no start page")
    page.wait("return document.querySelectorAll('.card .miniature').length === quincunx.game.games.length - arguments[0]", len(VERSIONS))
    equal(page.js("return [...document.querySelectorAll('.card h3')].map(h => h.textContent).pop()"), "Chess")
    check(not page.js("return document.getElementById('home-back').checkVisibility()"), "a way back to no board")
    # Every game at once where a laptop's window is as low as this.
    page.size(1280, 800, False)
    page.wait("return innerHeight === 800")
    equal(page.js("return [...document.querySelectorAll('[data-play]')].filter(b => b.getBoundingClientRect().bottom > innerHeight).map(b => b.dataset.play)"), [])
    page.js("document.querySelector('[data-learn=diamond]').click()")
    page.wait("return quincunx.game.lesson === 1 && quincunx.game.sheet.name === 'diamond' && document.getElementById('lesson-task').checkVisibility() && document.getElementById('board').checkVisibility()")
    page.click("to-home")
    page.js("document.querySelector('[data-play=borderlands]').click()")
    page.click("new-play")
    page.wait("return quincunx.game.sheet.name === 'borderlands' && document.getElementById('board').checkVisibility()")
    check("Chiefs" in page.text("goal"), page.text("goal"))
    page.people()
    page.mouse("f3", "f5")
    page.plies(1)
    plain(page)
    check(page.js("return document.getElementById('board').checkVisibility()") and page.moves() == ["f3f5"], "the game does not go on")
    # A version of a game is a switch on its card.
    page.click("to-home")
    puzzles = "return [...document.querySelectorAll('[data-puzzles]:not([hidden])')].map(b => b.dataset.puzzles)"
    page.wait(puzzles + ".length === arguments[0]", PUZZLE_GAMES)
    name = sorted(VERSIONS)[0]
    base = page.js("return quincunx.game.games.find(g => g.rule_options.some(o => o.other === arguments[0])).name", name)
    names = "return [...document.querySelectorAll('[data-play]')].map(b => b.dataset.play)"
    before = page.js(names)
    check(base in before and name not in before, before)
    page.js("document.querySelector(`.versions [value='${arguments[0]}']`).click()", name)
    after = page.js(names)
    equal(after, [name if each == base else each for each in before])
    page.wait(puzzles + ".includes(arguments[0])", name)
    check(base not in page.js(puzzles), "its base has puzzles there, too")
    # It stays chosen, and is played: the dialog has it as one of the rules.
    page.again()
    page.wait("return document.querySelector(`[data-play='${arguments[0]}']`)", name)
    page.js("document.querySelector(`[data-play='${arguments[0]}']`).click()", name)
    equal(page.js("return [...document.querySelectorAll('#new-games input')].map(i => [i.value, i.checked]).filter(([value, on]) => on || value === arguments[0])", name), [[base, True]])
    page.click("new-play")
    page.wait("return quincunx.game.sheet.name === arguments[0] && !quincunx.game.state.home", name)


@test
def words_of_the_goal_light_their_squares(page):
    lit = "return [...document.querySelectorAll('#board .marks .reach')].length"
    for game, word, squares in (("borderlands", "villages", 4), ("borderlands", "Chiefs", 4), ("diamond", "City", 2), ("chess", "King", 2), ("battleofideologies", "rank 1", 9)):
        page.open(part="#g=" + game)
        page.js("const b = [...document.querySelectorAll('.goal-word')].find(b => b.textContent === arguments[0]); b.id = 'word'", word)
        page.click("word")
        page.wait(lit + " === arguments[0]", squares)
        page.js("document.getElementById('word').dispatchEvent(new PointerEvent('pointerleave', {pointerType: 'mouse'}))")
        page.wait(lit + " === 0")
        # By the keyboard, too.
        page.js("document.getElementById('word').focus()")
        page.keys("Enter")
        page.wait(lit + " === arguments[0]", squares)


@test
def two_on_one_device_and_names_of_their_game(page):
    page.open(part="#g=chess")
    page.js("document.getElementById('auto-flip').click()")
    for i, (origin, target) in enumerate((("e2", "e4"), ("e7", "e5"), ("g1", "f3"))):
        page.mouse(origin)
        page.mouse(target)
        page.wait("return quincunx.game.request().moves.length === arguments[0] && quincunx.view.flipped === arguments[1]", i + 1, i % 2 == 0)
        page.consistent()
    # The names are written by hand, shortened where there is no room, and go out with the game.
    page.click("tab-share")
    page.js("document.getElementById('tags').parentElement.open = true")
    for name, text in (("white", "Anna Maria Theresia von Habsburg-Lothringen"), ("black", "Ben"), ("event", "Café")):
        page.js("const f = document.querySelector(`#tags [name=${arguments[0]}]`); f.value = arguments[1]; f.dispatchEvent(new Event('input', {bubbles: true}))", name, text)
    page.click("tab-play")
    names = page.text("name-top") + page.text("name-bottom")
    check("A. M. T. v. Habsburg-Lothringen" in names and "Black · Ben" in names, names)
    equal(page.js("return [...document.querySelectorAll('.name')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"), [])
    pgn = page.driver.execute_async_script("quincunx.share.pgn().then(arguments[0])")
    for tag in ('[White "Anna Maria Theresia von Habsburg-Lothringen"]', '[Black "Ben"]', '[Event "Café"]'):
        check(tag in pgn, pgn)
    page.again()
    check("Ben" in page.text("name-top") + page.text("name-bottom"), "the names are lost")
    # Keys are listed by a question mark.
    page.keys("?")
    check(page.js("return document.getElementById('help').open && document.querySelectorAll('#keys dt').length >= 8"), "no list of keys")
    page.open(part="#g=chess&t=e2e4")
    page.click("draw")
    page.wait("return document.getElementById('ask').open")
    page.click("ask-no")
    equal(page.js("return quincunx.game.over()"), False)
    page.click("draw", "ask-yes")
    page.wait("return quincunx.game.outcome().result === '1/2-1/2'")


@test
def what_is_said_is_said_in_plain_words(page):
    # Rules that are not the game's own, on the board and in the list of games.
    page.open(part="#g=chess&rules=castling%3Doff,torpedo%3Don")
    equal(page.text("rules-line"), "Rules: No castling · Pawns may always step two")
    page.mouse("e2", "e4")
    page.plies(1)
    page.js("return quincunx.keeper.saveNow().then(() => quincunx.home.toggle(true))")
    page.wait("return [...document.querySelectorAll('.kept-text')].some(e => e.textContent.includes('No castling · Pawns may always step two'))")
    check("=off" not in page.js("return document.getElementById('home').textContent"), "rules as an engine writes them")
    page.js("return quincunx.home.toggle(false)")
    # Every value of every rule of every game has words.
    page.click("new")
    said = page.js("""const said = [], change = (input, value) => { input.value = value; input.dispatchEvent(new Event('change', {bubbles: true})); };
        for (const game of document.querySelectorAll('#new-games input')) {
          game.click();
          for (const name of [...document.querySelectorAll('.rule')].map(rule => rule.dataset.rule)) {
            const inputs = [...document.querySelectorAll(`.rule[data-rule="${name}"] input`)], usual = inputs.find(i => i.checked)?.value || inputs[0].value;
            for (const value of inputs.length > 1 ? inputs.map(i => i.value) : [inputs[0].min, inputs[0].max]) {
              if (value === usual) continue;
              if (inputs.length > 1) inputs.find(i => i.value === value).click(); else change(inputs[0], value);
              said.push([game.value, name, value, document.getElementById('new-rules-words').textContent]);
            }
            if (inputs.length > 1) inputs.find(i => i.value === usual).click(); else change(inputs[0], usual);
          }
        }
        return said;""")
    check(len(said) > 50, len(said))
    equal([row for row in said if not re.match(r"[A-Z0-9][^=:]+$", row[3]) or "%" in row[3] or "undefined" in row[3]], [])
    page.js("document.getElementById('new-game').close()")
    page.open(part="#g=chess&t=e2e4%20f7f6%20d1h5")
    equal(page.text("status"), "Black to move · Check")
    page.click("new")
    equal(page.js("return ['new-opponents', 'new-sides'].map(id => [...document.getElementById(id).querySelectorAll('span')].map(e => e.textContent))"),
          [["Quincunx", "Same device", "A friend, by text"], ["White", "Random", "Black"]])
    page.js("document.getElementById('new-game').close()")
    page.js("quincunx.game.players = {w: 'person', b: 'engine'}; quincunx.game.state.waits = true; return quincunx.playersChanged()")
    page.js("quincunx.game.set({waits: true})")
    page.js("document.getElementById('resign').click()")
    page.wait("return document.getElementById('ask').open")
    equal([page.text("ask-text"), page.text("ask-yes"), page.text("ask-no")], ["Resign?", "Resign", "Play on"])
    page.click("ask-no")
    equal(page.js("return quincunx.game.over()"), False)
    page.click("resign", "ask-yes")
    page.wait("return document.getElementById('status').textContent.includes('resigned')")


@test
def the_graph_has_dots_and_gaps(page):
    parts = "return ['curve', 'mistakes'].map(kind => document.querySelector('#graph .' + kind)?.getAttribute('d'))"
    moves = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Bc4 Nc6 3. Qh5 {[%eval -0.4]} Nf6 {[%eval #1]} 4. Qxf7# 1-0"
    page.open(part="#g=chess&t=" + "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6".replace(" ", "%20"), tab="analyse")
    page.wait("return document.querySelectorAll('#lines li .move').length >= 3")
    # Before a review there is none, whatever the engine has looked at.
    for button in ("previous", "previous", "next"):
        page.click(button)
        page.ready()
        page.wait("return document.querySelectorAll('#lines li .move').length >= 3")
    equal(page.js(parts), [None, None])
    # What a file has scored is drawn, with gaps where it has not.
    page.open(part="#g=chess")
    page.js("quincunx.game.set({analyses: false})")
    page.click("tab-share")
    paste(page, "pgn", '[White "Anna"]\n\n%s\n' % moves)
    page.wait("return quincunx.game.state.screen === 'analyse' && document.querySelector('#graph .curve')")
    equal([re.findall("[ML]", page.js(parts)[0])], [["M", "L", "M", "L"]])
    equal(page.js(parts)[1], "")
    # A mistake is a round dot, however the picture is stretched.
    page.click("review")
    page.wait("return !quincunx.analysis.reviewing && document.querySelector('#graph .mistakes')?.getAttribute('d')")
    equal(re.sub(r"[\d.,]+", "", page.js(parts)[1]), "Mh")
    equal(page.js("const s = getComputedStyle(document.querySelector('#graph .mistakes')); return [s.strokeLinecap, s.vectorEffect]"), ["round", "non-scaling-stroke"])
    equal(len(re.findall("M", page.js(parts)[0])), 1)


@test
def bad_links_say_so_and_errors_go_with_success(page):
    page.open(part="#g=chess&t=e2e4")
    for part, words in (("#g=chess&t=e2e5", "e2e5"), ("#nonsense", "names no game"), ("#g=chess&f=8/8", "could not be opened"), ("#id=none", "not in the library")):
        page.js("quincunx.messages.closeAll(); location.hash = arguments[0]", part)
        page.wait("return document.getElementById('errors').textContent.includes(arguments[0])", words)
        page.ready()
        equal(page.moves(), ["e2e4"])
        check("to move" in page.text("status"), page.text("status"))
    # It stays while nothing goes well, and the next move takes it away. One is seen, over the page: the board stays where it is.
    page.js("for (const n of [1, 2, 3]) quincunx.messages.fail('something ' + 'long '.repeat(60) + n)")
    equal(page.js("return [...document.querySelectorAll('.error')].filter(e => e.checkVisibility()).map(e => e.textContent.slice(-2, -1))"), ["3"])
    page.js("document.querySelector('.error:last-child .close').click()")
    equal(page.js("return [...document.querySelectorAll('.error')].filter(e => e.checkVisibility()).map(e => e.textContent.slice(-2, -1))"), ["2"])
    check(page.js("const b = document.getElementById('board').getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight"), "the board is out of sight")
    page.click("tab-learn", "tab-play")
    check(error(page), "an error went by itself")
    page.js("quincunx.messages.fail('one with a way back', 'Undo', () => {})")
    page.type("e7e5", 2)
    equal(error(page), "one with a way backUndo✕")
    page.js("document.querySelector('.error .close').click()")
    equal(error(page), "")
    page.driver.get("about:blank")
    page.driver.get("file://" + PAGE + "#g=ludo")
    page.ready()
    check("ludo" in error(page), error(page))
    for text, seen in (("1. e4 e5 2. Nf3 Nc6 *", ["chess", 4, "analyse"]), ("f3f5 g8g6", ["borderlands", 2, "analyse"]), ("b1c3,m2m3", ["bordahbee", 1, "analyse"]),
                       ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ["chess", 0, "play"]), (SIDE_LINES.split("\n\n[White")[0], ["chess", 4, "analyse"]),
                       ("Look: https://example.org/q/#g=diamond&t=S@a8.", ["diamond", 1, "play"])):
        page.open(part="#home=1", people=False)
        paste(page, "home-paste", text)
        page.wait("return !quincunx.game.state.home && !quincunx.game.busy")
        equal(page.js("let n = quincunx.game.root, plies = 0; while ((n = n.children[0])) ++plies; return [quincunx.game.sheet.name, plies, quincunx.game.state.screen]"), seen)
    for text in ("hello there", ""):
        page.open(part="#home=1", people=False)
        paste(page, "home-paste", text)
        page.wait("return document.getElementById('errors').textContent.includes('could not be read')")
        equal(page.js("return quincunx.game.state.home"), True)


ENGINE = ("const l = document.getElementById('level'); l.value = arguments[0]; l.onchange(); quincunx.play.hurried = true;"
          "quincunx.play.limits = {movetime: arguments[1]}; quincunx.game.players = {w: 'person', b: 'engine'}; return quincunx.playersChanged()")


@test
def the_engine_moves_wherever_it_is_to_move(page):
    page.open(part="#g=chess", people=False)
    page.js(ENGINE, 20, 50)
    page.mouse("e2", "e4")
    page.wait("return quincunx.game.request().moves.length === 2 && quincunx.game.phase() === 'person'")
    for count in (1, 0):
        page.click("previous")
        page.plies(count)
    # A move from an earlier position is answered, too.
    page.mouse("d2", "d4")
    page.wait("return quincunx.game.request().moves.length === 2 && quincunx.game.request().moves[0] === 'd2d4'")
    page.js("quincunx.game.promote()")
    page.mouse("g1", "f3")
    page.wait("return quincunx.game.request().moves.length === 4 && quincunx.game.phase() === 'person'")
    page.click("take-back")
    page.plies(2)
    # "is thinking" shows; whoever analyses plays for both sides, and the engine thinks on when the game goes on.
    page.js("quincunx.play.limits = {movetime: 100000}")
    page.mouse("b1", "c3")
    page.wait("return quincunx.thinker.thinking === 'reply' && document.getElementById('status').textContent === 'Black is thinking…'")
    page.click("tab-analyse")
    page.wait("return quincunx.thinker.thinking === 'analysis' && document.querySelectorAll('#lines li .move').length > 0")
    page.click("tab-play")
    page.wait("return quincunx.thinker.thinking === 'reply'")
    page.click("move-now")
    page.plies(4)
    # What ended the game is gone with it.
    page.open(part="#g=chess&t=f2f3%20e7e5%20g2g4", people=False)
    page.js("quincunx.play.hurried = true; quincunx.game.players = {w: 'person', b: 'person'}; return quincunx.playersChanged()")
    page.js("return quincunx.game.type('d8h4')")
    page.wait("return document.getElementById('end-card').checkVisibility()")
    page.click("take-back")
    page.wait("return quincunx.game.phase() === 'person' && !document.getElementById('end-card').checkVisibility()")
    check("to move" in page.text("status"), page.said())
    page.open(part="#g=chess&t=e2e4", people=False)
    equal(page.js("return quincunx.game.phase()"), "waits")
    check("Quincunx’s move" in page.text("status"), page.text("status"))
    page.again()
    equal(page.js("return quincunx.game.phase()"), "waits")
    page.js("quincunx.play.hurried = true")
    page.click("engine-move")
    page.plies(2)


@test
def clocks_are_kept_paused_and_put_back(page):
    page.open(part="#g=chess")
    page.click("new")
    page.js("document.querySelector('#new-clocks [value=custom]').click(); document.getElementById('minutes').value = '2'; document.getElementById('seconds').value = '3'")
    page.click("new-play")
    page.wait("return document.getElementById('clock-top').checkVisibility()")
    equal([page.text("clock-top"), page.text("clock-bottom")], ["2:00", "2:00"])
    page.type("e2e4", 1)
    page.js("quincunx.play.clock.left.b = 61500")
    page.click("pause")
    equal(page.js("return quincunx.game.phase()"), "paused")
    page.mouse("e7", "e5")
    equal(page.moves(), ["e2e4"])
    library(page)
    # A reload refills nothing, and time stands until one goes on.
    page.driver.refresh()
    page.wait("return typeof quincunx === 'object' && quincunx.game.look && quincunx.game.phase() === 'paused'")
    check(page.text("clock-top") in ("1:01", "1:02"), page.text("clock-top"))
    page.click("go-on")
    page.type("e7e5", 2)
    kept = page.js("return quincunx.game.node.clock")
    check(40000 < kept <= 64500, kept)
    # A flag falls; taken back, the time is as it was behind the moves before.
    page.js("quincunx.play.clock.left.w = 1; quincunx.play.tick()")
    page.wait("return document.getElementById('status').textContent === 'White ran out of time. Black wins.'")
    page.click("take-back")
    page.wait("return quincunx.game.phase() === 'person'")
    left = page.js("return quincunx.play.clock.left")
    check(left["w"] > 100000 and abs(left["b"] - kept) < 5, left)
    # The clocks go out with the game.
    page.click("tab-share", "pgn-out")
    pgn = page.wait("return document.getElementById('pgn').value")
    equal(pgn.count("[%clk 0:0"), 2)


@test
def files_of_many_games(page):
    page.open(part="#g=chess&t=e2e4", tab="share")
    paste(page, "pgn", "hello world")
    page.wait("return /could not be read/.test(document.getElementById('errors').textContent)")
    equal(page.moves(), ["e2e4"])
    games = "\n".join('[White "Player %d"]\n[Black "Bén"]\n[Result "1-0"]\n\n1. e4 { [%%eval 0.2] [%%clk 0:09:%02d] } e5 { fine } 2. Nf3 1-0\n' % (i, i % 60) for i in range(5000))
    page.js("""const data = new DataTransfer(), field = document.getElementById('pgn-file'); data.items.add(new File([arguments[0]], 'many.pgn'));
        field.files = data.files; return field.onchange()""", games)
    page.wait("return document.querySelectorAll('.file-game').length === 100")
    check("5000 games in many.pgn" in page.text("pgn-list-title"), page.text("pgn-list-title"))
    page.js("const s = document.getElementById('pgn-search'); s.value = 'player 4321'; s.oninput()")
    equal(page.js("return document.querySelectorAll('.file-game').length"), 1)
    page.js("document.querySelector('.file-game').click()")
    to_the_end(page, 3)
    check(page.text("end-title") == "White won" and not page.js("return document.getElementById('rematch').checkVisibility()"), page.text("end-title"))
    check("Player 4321" in page.text("name-bottom"), page.text("name-bottom"))
    # Clocks and evaluations are no comments, and go out as they came in.
    check("%" not in page.text("moves") and "fine" in page.text("moves"), page.text("moves"))
    pgn = page.driver.execute_async_script("quincunx.share.pgn().then(arguments[0])")
    check("[%eval 0.2] [%clk 0:09:01]" in pgn.replace("\n", " "), pgn)
    # NUL is in no text that people write.
    page.js("quincunx.share.readText('1. d4 \\0 d5 *', 'x')")
    to_the_end(page, 2)
    # Each that was opened is one of the own games.
    equal(len(library(page)), 3)
    page.open(part="#g=chess")
    games = ['[Event "one"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n', '[White "X\\"]\n[Round 2]\n\n1. d4 d5 *\n\n', '[Event "three"]\n\n1. c4 [%clk 0:01] c5 (1... e5 *\n\n', '[Event "four"]\n\n1. f4 *\n']
    page.click("tab-share")
    paste(page, "pgn", "".join(games))
    page.wait("return document.querySelectorAll('#pgn-games .file-game').length === 4")
    check("4 things left out" in page.text("message"), page.text("message"))
    # The game itself says it, too, and its good part is there.
    page.js("document.querySelectorAll('#pgn-games .file-game')[1].click()")
    page.wait("return document.getElementById('errors').textContent.includes('left out')")
    check("Line 1: [White" in error(page) and "Line 2: [Round 2]" in error(page), error(page))
    page.js("document.getElementById('last').click()")
    page.wait("return quincunx.game.request().moves.join() === 'd2d4,d7d5'")
    # One that has nothing odd says nothing.
    page.js("quincunx.messages.closeAll(); document.querySelectorAll('#pgn-games .file-game')[3].click()")
    page.wait("return /One move|1 move/.test(document.getElementById('message').textContent)")
    equal(error(page), "")
    page.js("quincunx.messages.say(''); quincunx.share.readText(arguments[0], 'x')", '[Event "e"]\n' + "".join("[odd %d]\n" % i for i in range(9)) + "\n1. e4 *")
    page.wait("return document.getElementById('errors').textContent.includes('And 6 more.')")
    page.js("quincunx.messages.closeAll(); quincunx.share.readText(arguments[0], 'x')", games[0] + games[3])
    page.wait("return document.querySelectorAll('#pgn-games .file-game').length === 2")
    check("left out" not in page.text("message"), page.text("message"))


@test
def setting_up_by_dragging_and_typing(page):
    page.open(part="#g=borderlands", tab="set-up")
    # The first click takes nothing away: it chooses a piece, and the second puts it down.
    before = page.wait("return quincunx.editor.position && quincunx.editor.position.board")
    page.mouse("d3")
    equal(page.js("return [quincunx.editor.position.board, document.querySelectorAll('#board .marks .selected').length]"), [before, 1])
    page.mouse("d5")
    page.wait("return quincunx.editor.position.board.d5 === 'W' && !quincunx.editor.position.board.d3")
    page.mouse("e5")
    equal(page.js("return Object.keys(quincunx.editor.position.board).length"), len(before))
    page.js("document.getElementById('editor-start').click()")
    page.wait("return quincunx.editor.position.board.d3 === 'W'")
    equal(page.js("return quincunx.editor.position.board"), before)
    page.drag("f3", "f5")
    page.wait("return quincunx.editor.position.board.f5 === 'W' && !quincunx.editor.position.board.f3")
    check(page.js("return document.querySelectorAll('#hand-bottom .in-hand').length") > 0, "the hand is not seen")
    page.click("editor-clear")
    page.wait("return document.querySelectorAll('.in-hand').length === 0 && Object.keys(quincunx.view.board.pieces).length === 0")
    page.js("const f = document.getElementById('editor-fen'); f.value = 'nonsense'; f.onchange()")
    page.wait("return /Not possible/.test(document.getElementById('editor-problem').textContent)")
    page.js("const f = document.getElementById('editor-fen'); f.value = quincunx.game.sheet.fen; f.onchange()")
    page.wait("return !document.getElementById('editor-play').disabled && Object.keys(quincunx.view.board.pieces).length > 20")
    page.drag("f3", "f4")
    page.wait("return quincunx.editor.position.board.f4 === 'W'")
    page.click("editor-play")
    page.wait("return quincunx.game.look.board.f4 === 'W' && !quincunx.editor.on")
    page.consistent()
    page.open(part="#g=chess", tab="set-up")
    page.wait("return document.getElementById('editor-fen').value")
    check("can be played" in page.text("editor-problem"), page.text("editor-problem"))
    page.js("document.querySelector('[data-tool=\"\"]').click()")
    page.mouse("e8")
    page.wait("return /Not possible: .*King/.test(document.getElementById('editor-problem').textContent)")
    check(page.js("return document.getElementById('editor-play').disabled"), "a wrong position cannot be played")
    page.js("document.querySelector('[data-tool=\"k\"]').click()")
    page.mouse("e6")
    page.wait("return !document.getElementById('editor-play').disabled")
    page.click("editor-play")
    page.wait("return quincunx.game.look.board.e6 === 'k'")
    page.consistent()
    page.open(part="#g=chess")
    board = lambda: page.js("return quincunx.editor.position.board")  # noqa: E731
    page.click("tab-set-up")
    page.wait("return document.getElementById('editor-fen').value")
    start = board()
    page.drag("d1", "d5")
    page.drag("e1", "e3")
    page.wait("return quincunx.editor.position.board.e3 === 'K'")
    # Elsewhere on the page it is still there, and a reload stays there.
    page.click("tab-learn", "tab-set-up")
    equal(board()["d5"], "Q")
    check("at=set-up" in page.js("return location.hash"), page.js("return location.hash"))
    page.again()
    page.wait("return quincunx.editor.on && document.getElementById('editor-fen').value")
    equal(board(), start)
    page.drag("e1", "e3")
    page.wait("return !document.getElementById('editor-play').disabled")
    # Back leaves it alone.
    page.js("history.back()")
    page.wait("return !quincunx.editor.on")
    page.click("tab-set-up")
    page.wait("return quincunx.editor.position && quincunx.editor.position.board.e3 === 'K' && !document.getElementById('editor-play').disabled")
    page.click("editor-play")
    page.wait("return quincunx.game.look.board.e3 === 'K' && !quincunx.editor.on")


@test
def every_place_has_an_address(page):
    place = "return location.hash"
    page.open(part="#g=bordahbee")
    # Half a move, of a game that is no entry yet.
    page.js("return quincunx.game.playLeg(quincunx.game.look.legs.find(leg => leg.status !== 'complete'))")
    page.wait("return quincunx.game.legs.length === 1")
    half = page.js("return quincunx.game.legs")
    page.again()
    equal(page.js("return [quincunx.game.legs, quincunx.game.phase()]"), [half, "legs"])
    # The start page, and the way back and forward.
    board = page.js(place)
    page.click("to-home")
    equal(page.js(place), "#home=1")
    page.js("history.back()")
    page.wait("return !quincunx.game.state.home")
    equal((page.js(place), page.js("return quincunx.game.legs")), (board, half))
    page.js("history.forward()")
    page.wait("return quincunx.game.state.home")
    page.again()
    equal(page.js("return [quincunx.game.state.home, location.hash]"), [True, "#home=1"])
    # Half a move of an entry.
    page.js("location.hash = '#g=bordahbee&t=b1c3,m2m3'")
    page.wait("return quincunx.keeper.entry && quincunx.game.sheet.name === 'bordahbee'")
    page.people()
    page.js("return quincunx.game.playLeg(quincunx.game.look.legs[0])")
    page.wait("return quincunx.game.legs.length === 1")
    half = page.js("return quincunx.game.legs")
    page.again()
    equal(page.js("return [quincunx.game.legs, quincunx.game.request().moves]"), [half, ["b1c3,m2m3"]])
    # What stands beside the board is there again, and so it is by the way back.
    for screen in some(("analyse", "learn", "share", "set-up"), 0):
        page.click("tab-" + screen)
        page.again()
        equal(page.js("return [quincunx.game.state.screen, document.getElementById('panel-' + arguments[0]).checkVisibility()]", screen), [screen, True])
    page.click("tab-play")
    page.again()
    equal(page.js("return quincunx.game.state.screen"), "play")
    # A puzzle in the middle: its address opens it there, and no game comes of it.
    open_puzzle(page, "chess", 2)
    before = len(library(page))
    first = page.js(place)
    play_typed(page, puzzle_move(page))
    page.wait("return quincunx.game.request().moves.length === 2 && !quincunx.game.busy")
    moves, now = page.moves(), page.js("return quincunx.puzzles.now.puzzle.id")
    page.again()
    page.wait("return quincunx.puzzles.now")
    equal((page.moves(), page.js("return quincunx.puzzles.now.puzzle.id"), page.js("return quincunx.game.phase()")), (moves, now, "person"))
    equal(len(library(page)), before)
    play_typed(page, puzzle_move(page))
    page.wait("return quincunx.puzzles.now.done")
    score = page.js("return quincunx.store.settings().puzzles.chess")
    page.again()
    page.wait("return quincunx.puzzles.now && quincunx.puzzles.now.done")
    equal(page.js("return quincunx.store.settings().puzzles.chess"), score)
    # One that is left unsolved is told of.
    page.js("location.hash = arguments[0]", first)
    page.wait("return quincunx.puzzles.now && !quincunx.puzzles.now.done")
    equal(page.text("puzzle-next"), "Skip")
    page.click("puzzle-next")
    page.wait("return document.getElementById('puzzle-word').textContent.startsWith('The last puzzle was skipped')")
    page.js("history.back()")
    page.wait("return quincunx.puzzles.now && quincunx.puzzles.now.puzzle.id === arguments[0]", now)
    # A lesson with its moves.
    page.js("return quincunx.lessons.open('chess', 2)")
    page.js("return quincunx.game.playLeg(quincunx.game.look.legs[0])")
    page.wait("return quincunx.game.request().moves.length >= 1 && !quincunx.game.busy && quincunx.game.phase() !== 'reply'")
    moves = page.moves()
    page.again()
    equal((page.js("return quincunx.game.lesson"), page.moves()), (2, moves))
    page.js("quincunx.messages.closeAll(); location.hash = '#g=chess&puzzle=none'")
    page.wait("return document.getElementById('errors').textContent.includes('there is no such puzzle')")
    equal(page.js("return quincunx.game.lesson"), 2)


@test
def a_link_has_the_game_and_no_address_of_this_machine(page):
    tree = "e2e4 (d2d4 d7d5) e7e5 g1f3"
    page.open(part="#g=chess&t=" + tree.replace(" ", "%20"))
    page.click("tab-share")
    link = sent(page, "link")
    equal(link, "#g=chess&t=" + tree.replace(" ", "%20").replace("(", "%28").replace(")", "%29"))
    check("any Quincunx page opens" in page.text("message"), page.text("message"))
    # Pasted it is the same game.
    page.new()
    page.click("tab-share")
    paste(page, "pgn", "Look: https://example.org/q/" + link + ".")
    page.plies(3)
    equal(page.js("return quincunx.game.root.children.map(n => n.move)"), ["e2e4", "d2d4"])
    page.click("tab-share")
    paste(page, "pgn", "nothing")
    page.wait("return document.getElementById('errors').textContent.includes('could not be read')")
    page.js("quincunx.messages.closeAll(); location.hash = '#g=chess&t=e2e4%20(e2e5)'")
    page.wait("return document.getElementById('errors').textContent")
    equal(len(page.moves()), 3)


def paste(page, field, text):
    """Puts a text into a field and presses the button beside it."""
    page.js("document.getElementById(arguments[0]).value = arguments[1]", field, text)
    page.js("const b = document.querySelector(`form:has(#${arguments[0]}) button:not([type=button])`); b.id = b.id || arguments[0] + '-go'", field)
    page.click("pgn-in" if field == "pgn" else field + "-go")


def sent(page, button):
    """What a button brings on the clipboard."""
    page.js("window.copied = ''; navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
    page.click(button)
    return page.wait("return window.copied")


@test
def friends_play_move_by_move(page):
    # One browser plays both friends, one after the other: White's begins in the dialog, and Black's on the start page.
    page.open(part="#g=chess")
    page.click("new")
    page.js("document.querySelector('#new-opponents [value=friend]').click()")
    page.click("new-play")
    page.wait("return !document.getElementById('new-game').open && quincunx.game.players.b === 'friend'")
    check(not page.js("return document.getElementById('friend-room').checkVisibility()"), "nothing is to be sent yet")
    page.mouse("e2", "e4")
    page.wait("return quincunx.game.phase() === 'friend'")
    equal(page.text("status"), "Black to move: your friend")
    first = sent(page, "mail-send")
    check(first.startswith("Chess, move 1: e4\n") and "mail=1" in first, first)
    page.js("return quincunx.keeper.saveNow()")
    white = page.js("return quincunx.keeper.entry.id")
    page.js("quincunx.store.remove(arguments[0]).then(entry => { window.kept = entry; }); return 1", white)
    page.wait("return window.kept")
    page.js("return quincunx.newGame('diamond')")
    equal(page.js("return quincunx.game.players"), {"w": "person", "b": "person"})
    page.click("to-home")
    paste(page, "home-paste", first)
    page.wait("return !quincunx.game.state.home && quincunx.game.sheet.name === 'chess' && quincunx.game.request().moves.join() === 'e2e4'")
    equal(page.js("return [quincunx.game.phase(), quincunx.game.players, quincunx.game.flipped]"), ["person", {"w": "friend", "b": "person"}, True])
    page.mouse("e7", "e5")
    page.wait("return quincunx.game.phase() === 'friend'")
    second = sent(page, "mail-send")
    check(second.startswith("Chess, move 2: e5\n"), second)
    # Back to White's game, which the answer finds and goes on with.
    page.js("const id = quincunx.keeper.entry.id; quincunx.store.put(window.kept, window.kept.head.rev - 1).then(() => quincunx.keeper.remove(id)).then(() => { window.kept = null; }); return 1")
    page.wait("return window.kept === null")
    page.click("to-home")
    paste(page, "home-paste", second)
    page.wait("return quincunx.game.request().moves.length === 2 && quincunx.game.phase() === 'person' && !quincunx.game.state.home")
    equal(page.js("return [quincunx.keeper.entry.id, quincunx.game.players]"), [white, {"w": "person", "b": "friend"}])
    # A friend without the page writes the move alone.
    page.mouse("g1", "f3")
    page.wait("return quincunx.game.phase() === 'friend'")
    paste(page, "answer", "2... Nc6!")
    page.wait("return quincunx.game.request().moves.join() === 'e2e4,e7e5,g1f3,b8c6' && quincunx.game.phase() === 'person'")
    # One that is not legal says so, and changes nothing.
    page.mouse("f1", "b5")
    page.wait("return quincunx.game.phase() === 'friend'")
    paste(page, "answer", "Ke3")
    page.wait("return document.getElementById('errors').textContent.includes('could not be read')")
    equal(len(page.moves()), 5)
    # Who resigns sends that, too.
    page.js("quincunx.messages.closeAll(); quincunx.game.resign('w')")
    end = sent(page, "mail-send")
    check("r=0-1" in end and "resigned" in end, end)


def puzzle_move(page):
    """The solution's next move on the board."""
    return page.driver.execute_async_script("""const done = arguments[0], {game, number} = quincunx.puzzles.now;
        quincunx.game.rules.ask({do: 'puzzle', game, number, moves: quincunx.game.request().moves}).then(a => done(a.puzzle.next))""")


def open_puzzle(page, game, moves):
    """A puzzle of a game with this many moves of the solver."""
    page.js("""const p = quincunx.puzzles; p.list(arguments[0]).then(list =>
        p.open(arguments[0], list.findIndex(e => e.kind === 'win' && e.move_count === arguments[1]) + 1))""", game, moves)
    page.wait("return quincunx.puzzles.now && quincunx.puzzles.now.game === arguments[0] && quincunx.game.phase() === 'person'", game)
    page.ready()


def play_typed(page, move):
    page.js("return quincunx.game.type(arguments[0])", move)


def written(page, move):
    """A move of the puzzle on the board as people read it."""
    return page.driver.execute_async_script("""const [move, done] = arguments, { game } = quincunx;
        game.rules.ask({ do: 'san', ...game.request(), moves: undefined, tree: [...game.request().moves, move].map((m, parent) => ({ move: m, parent })) })
            .then(answer => done(answer.san.pop().replace(/[{}]/g, '')), e => done(String(e)))""", move)


@test
def puzzles_are_checked_helped_and_kept(page):
    page.open(people=False)
    games = page.wait("const all = [...document.querySelectorAll('[data-puzzles]:not([hidden])')]; return all.length === arguments[0] && all.map(b => b.dataset.puzzles)", PUZZLE_GAMES)
    before = page.driver.execute_async_script("quincunx.store.list().then(l => arguments[0](l.length))")
    page.js("document.querySelector('[data-puzzles]').click()")
    page.wait("return quincunx.puzzles.now && document.getElementById('puzzle-card').checkVisibility()")
    for game in games:
        open_puzzle(page, game, 2)
        # Neither its goal nor its rating is told before.
        check(page.text("puzzle-task").endswith(" to move: find the best move.") and page.text("puzzle-facts") == "", page.text("puzzle-task"))
        # All of the solution: the answer comes of itself.
        play_typed(page, puzzle_move(page))
        page.wait("return quincunx.game.request().moves.length === 2 && quincunx.game.phase() === 'person' && !quincunx.game.busy")
        play_typed(page, puzzle_move(page))
        page.wait("return quincunx.puzzles.now.done")
        check(page.text("puzzle-word").startswith("Solved! Your rating"), page.text("puzzle-word"))
        check(page.text("puzzle-facts").startswith("Puzzle rating ") and not page.text("puzzle-facts").endswith("undefined"), "a theme has no words")
        check("wins in 2 moves" in page.text("puzzle-task"), page.text("puzzle-task"))
    score = page.js("return quincunx.store.settings().puzzles.chess")
    check(score["streak"] == 1 and len(score["solved"]) == 1 and score["rating"] > 100, score)
    # A wrong move goes back and costs the streak; why, two hints, the solution.
    open_puzzle(page, "chess", 2)
    right = puzzle_move(page)
    wrong = page.js("return quincunx.game.look.legs.find(l => l.status === 'complete' && l.text !== arguments[0]).text", right)
    play_typed(page, wrong)
    page.wait("return document.getElementById('puzzle-word').className === 'wrong' && quincunx.game.request().moves.length === 0")
    # One of them costs little, and it was not skipped.
    check(0 < score["rating"] - page.js("return quincunx.store.settings().puzzles.chess.rating") <= 60, page.js("return quincunx.store.settings().puzzles.chess"))
    equal(page.text("puzzle-next"), "Next puzzle")
    # It says why, by itself.
    page.wait("return /is wrong: it is answered by \\S+/.test(document.getElementById('puzzle-word').textContent)")
    page.click("puzzle-hint")
    page.wait("return /^Look at/.test(document.getElementById('puzzle-word').textContent)")
    equal(page.js("return document.querySelectorAll('#board .marks .hinted').length"), 1)
    page.click("puzzle-hint")
    page.wait("return document.getElementById('puzzle-word').textContent === 'The move is ' + arguments[0] + '.'", written(page, right))
    page.click("puzzle-solution")
    page.wait("return /^Solution: \\S+/.test(document.getElementById('puzzle-word').textContent)")
    page.wait("return quincunx.puzzles.now.shown && quincunx.game.root.children.length")
    check(page.js("return quincunx.game.root.children[0].move") == right, "the solution is not on the board")
    check(page.js("return quincunx.game.root.children[0].children.length") > 1, "there are no variations")
    equal(page.js("return quincunx.store.settings().puzzles.chess.streak"), 0)
    page.click("puzzle-next")
    page.wait("return quincunx.puzzles.now && !quincunx.puzzles.now.shown")
    equal(page.text("puzzle-word"), "")
    # Puzzles are no games of the library, and whoever played before plays again.
    page.js("return quincunx.newGame('chess')")
    page.ready()
    equal(page.js("return quincunx.game.players"), {"w": "person", "b": "engine"})
    check(not page.js("return document.body.classList.contains('in-puzzle')"), "the puzzle stays")
    equal(page.driver.execute_async_script("quincunx.store.list().then(l => arguments[0](l.length))"), before)
    page.open(people=False)
    check(page.js("return quincunx.store.settings().puzzles.chess.solved.length") == 1, "the score is lost")
    page.open(people=False)
    open_puzzle(page, "horizons", 2)
    puzzle = page.js("return [quincunx.puzzles.now.puzzle.id, quincunx.game.look.fen]")
    play_typed(page, puzzle_move(page))
    page.plies(2)
    link = sent(page, "puzzle-link")
    equal(page.text("puzzle-word"), "The link to this puzzle is on the clipboard.")
    # It leads to the puzzle as it begins, and tells nothing of who sent it.
    equal(link, "#g=horizons&puzzle=" + puzzle[0])
    page.open(part=link, people=False)
    page.wait("return quincunx.game.state.puzzle && quincunx.game.phase() === 'person'")
    equal(page.js("return [quincunx.puzzles.now.puzzle.id, quincunx.game.look.fen]"), puzzle)
    equal([page.moves(), page.js("return quincunx.puzzles.now.counted")], [[], False])
    # Pasted in a text, too.
    page.js("return quincunx.newGame('chess')")
    page.click("tab-share")
    paste(page, "pgn", "Look at this: " + link + ".")
    page.wait("return quincunx.puzzles.now && quincunx.game.state.puzzle")
    equal(page.js("return quincunx.puzzles.now.puzzle.id"), puzzle[0])


def scrollers(page):
    """Elements that scroll upright within others that do."""
    return page.js("""const scrolls = e => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.clientHeight > 0;
        const page = document.documentElement.scrollHeight > innerHeight + 1;
        return [...document.querySelectorAll('body *:not(svg *, textarea)')].filter(e => scrolls(e) && e.checkVisibility()
            && (page || [...(function* up(p) { for (p = e.parentElement; p; p = p.parentElement) yield p; })()].some(scrolls))).map(e => e.tagName + '#' + e.id)""")


@test
def small_screens_and_zoom(page):
    moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8".replace(" ", "%20")
    sizes = ((640, 360, True), (360, 640, True), (740, 360, True), (640, 400, False), (960, 540, False), (1280, 800, False), (3840, 2160, False))
    for i, (width, height, phone) in enumerate(sizes):
        page.size(width, height, phone)
        for game in some(("chess&t=" + moves, "bordahbee"), i % 2):
            page.open(part="#g=" + game)
            for tab in ("play", "analyse", "learn", "set-up", "share"):
                page.click("tab-" + tab)
                page.ready()
                equal((width, height, tab, scrollers(page)), (width, height, tab, []))
                check(page.js("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "%dx%d, %s: wider than the screen" % (width, height, tab))
            page.click("tab-play")
            square, top, bottom, high, scrolled = page.js("""const b = document.getElementById('board').getBoundingClientRect();
                return [document.querySelector('[data-square=a1]').getBoundingClientRect().width, b.top, b.bottom, innerHeight, scrollY]""")
            # Whole at once, wherever one had scrolled before.
            check(scrolled == 0 and top >= 0 and (bottom <= high or width < height), "%s at %dx%d: the board goes from %.0f to %.0f" % (game, width, height, top, bottom))
            check(square >= 32, "%s at %dx%d: squares of %.0f pixels" % (game, width, height, square))
        # There is a game to go on with, and still room to paste another.
        page.open(part="#home=1")
        check(page.js("return document.getElementById('continue').checkVisibility() && document.getElementById('home-paste').clientWidth > 220"), "%dx%d: no room to paste" % (width, height))


@test
def a_phone_shows_the_last_move_and_the_fen_of_a_set_up(phone):
    games = (("chess", "e2e4 e7e5 g1f3", ["", "2. Nf3"]), ("bordahbee", "b1c3,m2m4 e7e5,o8n6", ["1… e5,Nn6", ""]))
    shown = lambda: [phone.text("last-top"), phone.text("last-bottom")]  # noqa: E731
    sight = """const e = document.getElementById(arguments[0]), b = e.getBoundingClientRect(), under = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
        return scrollY === 0 && b.width > 0 && b.top >= 0 && b.bottom <= innerHeight && e.contains(under)"""
    for width, height in ((360, 740), (740, 360), (640, 400)):
        phone.size(width, height, True)
        for game, moves, words in games:
            phone.open(part="#g=%s&t=%s" % (game, moves.replace(" ", "%20")))
            equal(shown(), words)
            check(phone.js(sight, "last-" + ("top" if words[0] else "bottom")), "%s at %dx%d: the last move is out of sight" % (game, width, height))
        phone.js("return quincunx.game.back()")
        equal(shown(), ["", "1. Nc3,m4"])
        phone.js("return quincunx.game.forward()")
        for game in ("chess", "diamond"):
            phone.open(part="#g=" + game, tab="set-up")
            phone.wait("return document.getElementById('editor-fen').value")
            for field in ("editor-fen", "editor-problem", "editor-play"):
                check(phone.js(sight, field), "%s at %dx%d: %s is out of sight" % (game, width, height, field))


@test
def what_is_lost_is_shown_before_it_is_played(page):
    # The Herethroy on a1 stands in the River: it drowns unless it moves.
    page.open(part="#g=diamond&f=" + "sk6/8/8/3r4/4S3/8/7R/h4HG1[CCCKOZcccgoz] b - - 6 8".replace(" ", "%20"))
    check("Herethroy on a1 drowns unless you move it" in page.text("task"), page.text("task"))
    page.mouse("a8")
    page.wait("return document.querySelectorAll('#board .target.lost').length === 1")
    # A square that costs something else is no capture.
    equal(page.js("return document.querySelectorAll('#board .target.take').length"), page.js("return quincunx.game.legsFrom('a8').filter(l => l.removed.some(s => s !== 'a1')).length"))
    page.mouse("a8", "a1")
    equal(page.js("return document.querySelectorAll('#board .target.lost').length"), 0)
    # Two at once, one of them with moves that end by themselves.
    page.open(part="#g=diamond&f=" + "c7/1c6/3o4/4R3/2C5/2CC4/5Z2/8[GHKOSghkrsz] w - - 0 6".replace(" ", "%20"))
    for square in ("c3", "e5"):
        check("on %s drowns unless you move it" % square in page.text("task"), page.text("task"))
    # What a move takes elsewhere is shown, too.
    page.open(part="#g=chess&f=" + "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".replace(" ", "%20"))
    lost = "return [...document.querySelectorAll('#board .target.lost')].length"
    page.mouse("e5")
    page.js("quincunx.view.board.focus('e6', true)")
    page.keys("ArrowLeft")
    equal((page.js("return quincunx.view.board.focused"), page.js(lost)), ("d6", 1))
    page.keys("ArrowLeft")
    equal(page.js(lost), 0)
    page.keys("ArrowRight", "Enter")
    page.wait("return quincunx.game.request().moves.join() === 'e5d6'")


@test
def the_first_minute(page):
    page.open(part="#g=diamond")
    check("hand" in page.text("task") and "City" in page.text("goal"), page.text("task") + page.text("goal"))
    # The promotion is chosen at the square, the best first.
    page.open(part="#g=chess&f=" + "7k/P7/8/8/8/8/8/K7 w - - 0 1".replace(" ", "%20"))
    page.mouse("a7", "a8")
    page.wait("return document.getElementById('choice').open")
    equal(page.js("return [...document.querySelectorAll('#choice-list [data-leg]')].map(b => b.dataset.leg)"), ["a7a8q", "a7a8r", "a7a8b", "a7a8n"])
    gap = page.js("""const d = document.getElementById('choice').getBoundingClientRect(), s = document.querySelector('[data-square=a8]').getBoundingClientRect();
        return Math.max(d.top - s.bottom, s.top - d.bottom, d.left - s.right, s.left - d.right)""")
    check(gap < 20, "the choice is %s pixels away from the square" % gap)
    page.js("document.querySelector('#choice-list button').click()")
    page.wait("return quincunx.game.look.royals.length === 1 && document.querySelectorAll('#board .marks .peril').length === 1")
    check("Check" in page.text("status"), page.text("status"))
    # The end: who won, why, and what next.
    page.open(part="#g=chess&t=f2f3%20e7e5%20g2g4", people=False)
    page.js("quincunx.play.hurried = true; quincunx.game.players = {w: 'engine', b: 'person'}; return quincunx.playersChanged()")
    page.js("return quincunx.game.type('d8h4')")
    page.wait("return document.getElementById('end-title').textContent === 'You won'")
    check("Checkmate" in page.text("end-why"), page.text("end-why"))
    page.wait("return document.querySelectorAll('#board .marks .peril').length === 1")
    page.click("rematch")
    page.wait("return quincunx.game.request().moves.length === 0 && quincunx.game.players.w === 'person' && quincunx.game.players.b === 'engine'")
    page.open(part="#g=chess&t=" + "e2e4 d7d5 e4d5 d8d5 b1c3 d5a2 c3a2".replace(" ", "%20"))
    shown = "return ['taken-bottom', 'taken-top'].map(i => [document.getElementById(i).title, document.querySelectorAll('#' + i + ' svg').length, document.querySelector('#' + i + ' .ahead').textContent])"
    (below, count, ahead), (above, other_count, _) = page.js(shown)
    equal((below, count, above, other_count), ("Captured: Pawn, Queen", 2, "Captured: 2 × Pawn", 2))
    check(int(ahead) in range(6, 12), ahead)
    page.click("flip")
    equal(page.js(shown)[1], [below, count, ahead])


@test
def moves_stand_in_two_columns_and_are_typed_as_they_stand(page):
    page.open(part="#g=chess")
    for typed in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "0-0", "f6"):
        page.js("document.getElementById('move-text').value = arguments[0]; document.getElementById('move-form').requestSubmit()", typed)
        page.wait("return !document.getElementById('move-text').value")
        page.ready()
    equal(" ".join(page.moves()), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6")
    page.wait("return document.querySelectorAll('#moves .move').length === 10")
    equal(page.js("return [...document.querySelectorAll('#moves .move')].map(b => b.textContent).join(' ')"), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6")
    columns = page.js("return [...document.querySelectorAll('#moves .move')].map(b => [Math.round(b.getBoundingClientRect().left), Math.round(b.getBoundingClientRect().top)])")
    equal((len({x for x, _ in columns}), len({y for _, y in columns})), (2, 5))
    page.js("document.getElementById('move-text').value = 'Nf6'; document.getElementById('move-form').requestSubmit()")
    page.wait("return /Illegal move/.test(document.getElementById('message').textContent)")
    # Where a game is not chess, figurines stand for the letters; a leg can be typed like that, too.
    page.open(part="#g=bordahbee")
    page.js("return quincunx.game.type('Nc3')")
    page.wait("return quincunx.game.legs.join() === 'b1c3'")
    page.js("return quincunx.game.type('m4')")
    page.wait("return document.querySelectorAll('#moves .move .figurine svg').length === 1")
    equal((page.moves(), page.js("return document.querySelector('#moves .move').textContent")), (["b1c3,m2m4"], "Nc3,m4"))


@test
def arrows_and_circles_by_the_right_button(page):
    page.open(part="#g=chess&t=e2e4")
    page.drag("g8", "f6", "right")
    equal(page.js("return document.querySelectorAll('#board .drawings .arrow.colour-G').length"), 1)
    page.drag("e5", "e5", "right")
    equal(page.js("return document.querySelectorAll('#board .drawings .circle.colour-G').length"), 1)
    # A click on a piece tells of it.
    check(not page.js("return document.getElementById('piece-card').open"), "drawing opened a card")
    page.drag("g8", "g8", "right")
    page.wait("return document.getElementById('piece-card').open && /Knight/.test(document.getElementById('piece-name').textContent)")
    page.click("piece-close")
    # The same again takes it away; each position has its own; a reload and a PGN keep them.
    page.drag("e5", "e5", "right")
    page.drag("e6", "e6", "right")
    equal(page.js("return document.querySelectorAll('#board .drawings > *').length"), 2)
    page.click("previous")
    page.ready()
    equal(page.js("return document.querySelectorAll('#board .drawings > *').length"), 0)
    page.click("next")
    page.ready()
    library(page)
    page.again()
    equal(page.js("return document.querySelectorAll('#board .drawings > *').length"), 2)
    pgn = page.driver.execute_async_script("quincunx.share.pgn().then(arguments[0])").replace("\n", " ")
    check("[%cal Gg8f6] [%csl Ge6]" in pgn, pgn)
    equal(page.moves(), ["e2e4"])


@test
def colours_and_pieces_are_chosen(page):
    page.open(part="#g=horizons")
    choose = "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.onchange()"
    light = "return getComputedStyle(document.querySelector('#board .square.light')).fill"
    colours = {page.js(light)}
    for name in ("green", "grey", "rose", "blue"):
        page.js(choose, "board-colours", name)
        colours.add(page.js(light))
    equal(len(colours), 5)
    page.js(choose, "piece-set", "tokens")
    equal(page.js("return document.querySelectorAll('#board .piece .on-disc').length"), page.js("return Object.keys(quincunx.game.pieces()).length"))
    page.js(choose, "piece-set", "letters")
    check(page.js("return document.querySelectorAll('#board .piece .letter').length > 0 && !document.querySelector('#board .piece use')"), "no letters")
    page.again()
    check(page.js("return document.querySelectorAll('#board .piece .letter').length > 0 && document.documentElement.dataset.board === 'blue'"), "the choice is forgotten")
    page.js(choose, "piece-set", "pictures")
    page.js(choose, "board-colours", "wood")
    page.open(part="#g=chess")
    width = "return document.getElementById('board').getBoundingClientRect().width"
    before = page.js(width)
    page.js("const s = document.getElementById('board-size'); s.value = 60; s.onchange()")
    check(0.5 < page.js(width) / before < 0.7, [before, page.js(width)])
    page.again()
    check(0.5 < page.js(width) / before < 0.7, [before, page.js(width)])


@test
def pieces_are_drawn_once_for_both_sides(page):
    page.open(part="#g=chess")
    bare = page.js("""return quincunx.game.games.flatMap(game => game.pieces.map(sheet => sheet.name.replace('promoted ', '').replaceAll(' ', '-'))
        .filter(name => !document.getElementById('piece-' + name)).map(name => game.name + ': ' + name))""")
    equal([name for name in bare if name.split(": ")[0] in ("borderlands", "battleofideologies", "horizons", "bordahbee", "diamond", "chess")], [])
    looks = page.js("""return ['a1', 'a8'].map(square => { const use = quincunx.view.board.figure(square).querySelector('use'), style = getComputedStyle(use);
        return [use.getAttribute('href'), style.fill, style.color]; })""")
    equal(looks[0][0], looks[1][0])
    check(looks[0][1] != looks[1][1] and looks[0][2] != looks[1][2], "both sides look alike: %s" % looks)
    # A game with a piece that nobody has drawn has letters for all of its pieces.
    page.js("document.getElementById('piece-Rook').remove(); return quincunx.game.start('bordahbee', null)")
    page.ready()
    equal(page.js("return [document.querySelectorAll('#board .piece .letter').length, document.querySelectorAll('#board .piece use').length]"), [64, 0])


@test
def sounds_are_on_from_the_first_click(page):
    # In a tab that nobody has clicked in.
    page.driver.switch_to.new_window("tab")
    page.open("file://" + PAGE, "#g=chess")
    page.js("""window.heard = 0;
        const { prototype } = AudioScheduledSourceNode, { start } = prototype;
        prototype.start = function (...a) { ++window.heard; return start.apply(this, a); };""")
    page.type("e2e4", 1)
    equal(page.js("return [navigator.userActivation.hasBeenActive, window.heard]"), [False, 0])
    # The switch is in sight, and what it was set to is remembered.
    page.click("sounds")
    equal(page.js("return [document.getElementById('sounds').ariaPressed, quincunx.store.settings().sounds]"), ["false", False])
    page.type("e7e6", 2)
    equal(page.js("return window.heard"), 0)
    page.js("return quincunx.game.takeBack()")
    page.click("sounds")
    page.js("return quincunx.game.type('d7d5')")
    page.wait("return window.heard === 1")
    page.js("return quincunx.game.type('exd5')")
    page.wait("return window.heard === 3")
    # Every sound is one: not silent, not too loud, and soon over.
    for kind in ("move", "take", "danger", "end"):
        peak, tail = page.driver.execute_async_script("""const [kind, done] = arguments, context = new OfflineAudioContext(1, 44100, 44100);
            quincunx.sounds.render(context, kind); context.startRendering().then(b => { const s = b.getChannelData(0);
            done([Math.max(...s.map(Math.abs)), Math.max(...s.slice(40000).map(Math.abs))]); })""", kind)
        check(0.05 < peak < 1 and tail < 0.01, "%s: %s %s" % (kind, peak, tail))


@test
def a_review_says_what_was_better_and_lets_one_try(page):
    page.open(part="#g=chess&t=" + "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6".replace(" ", "%20"), people=False)
    page.js("quincunx.play.hurried = true; quincunx.game.players = {w: 'engine', b: 'person'}; quincunx.playersChanged(); quincunx.game.set({waits: true})")
    page.ready()
    page.click("tab-analyse", "review")
    page.wait("return !quincunx.analysis.reviewing && document.getElementById('review-result').checkVisibility()")
    page.wait("return /White: accuracy \\d+%/.test(document.getElementById('accuracy').textContent) && /Black: accuracy \\d+% · 1 blunder/.test(document.getElementById('accuracy').textContent)")
    white, black = [int(n) for n in re.findall(r"accuracy (\d+)%", page.text("accuracy"))]
    check(100 >= white > black >= 0, page.text("accuracy"))
    page.js("let n = quincunx.game.root; while (n.move !== 'g8f6') n = n.children[0]; return quincunx.game.go(n)")
    page.wait("return /Black played Nf6: .* became #1. Better was/.test(document.getElementById('better').textContent)")
    page.click("better-show")
    page.wait("const { node } = quincunx.game; return node.parent && node.parent.best && node.move === node.parent.best.move && quincunx.game.request().moves.length === 6")
    # The side of the person comes first: the position before the mistake, and the engine does not answer.
    page.click("mistake-start")
    page.wait("return quincunx.game.request().moves.length === 5 && /^Black played Nf6.* Find a better move.$/.test(document.getElementById('better').textContent)")
    page.js("return quincunx.game.type('a6')")
    page.wait("return /not good enough/.test(document.getElementById('message').textContent) && quincunx.game.request().moves.length === 5")
    # Whoever leaves the position is not held; the game itself is as it was.
    page.click("first")
    page.wait("return !quincunx.game.state.retries && quincunx.game.request().moves.length === 0")
    equal(page.js("return quincunx.game.root.children[0].children[0].children[0].children[0].children[0].children[0].move"), "g8f6")
    page.people()


REAL_GAMES = {
    "Legal, Saint Brie, Paris 1750": "1. e4 e5 2. Bc4 d6 3. Nf3 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0",
    "Lasker, Thomas, London 1912": "1. d4 e6 2. Nf3 f5 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6 6. e4 fxe4 7. Nxe4 b6 8. Ne5 O-O 9. Bd3 Bb7 10. Qh5 Qe7 "
                                   "11. Qxh7+ Kxh7 12. Nxf6+ Kh6 13. Neg4+ Kg5 14. h4+ Kf4 15. g3+ Kf3 16. Be2+ Kg2 17. Rh2+ Kg1 18. Kd2# 1-0",
    "Morphy, Duke Karl, Paris 1858": "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
                                     "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0",
}
MISTAKES = """const found = []; let ply = 0;
    for (let n = quincunx.game.root.children[0]; n; n = n.children[0]) if (++ply && n.mark && n.side === 'b') found.push([ply, n.move, n.parent.best.move, n.parent.best.san.replace(/[{}]/g, '')]);
    return found"""


@test
def mistakes_are_learnt_from_one_after_the_other(page):
    for players, moves in some(REAL_GAMES.items(), 0):
        page.open(part="#g=chess", tab="share")
        page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", "[Event \"%s\"]\n\n%s\n" % (players, moves))
        page.wait("return quincunx.game.tags && quincunx.game.tags.event === arguments[0] && quincunx.game.state.screen === 'analyse'", players)
        page.ready()
        page.click("review")
        page.wait("return !document.getElementById('lines').checkVisibility()")
        page.wait("return !quincunx.analysis.reviewing && document.getElementById('mistake-start').checkVisibility()")
        # Those of the side below come first; here it is Black who blundered.
        page.click("flip")
        known, solved, words = page.js(MISTAKES), 0, lambda: page.text("mistake-count")
        check(known, players)
        page.click("mistake-start")
        for i, (ply, bad, best, san) in enumerate(known):
            page.wait("return quincunx.game.request().moves.length === arguments[0] && quincunx.game.state.retries", ply - 1)
            page.ready()
            equal(words(), "Mistake %d of %d · %d solved" % (i + 1, len(known), solved))
            check(page.text("better").startswith("Black played ") and "Better was" not in page.text("better"), page.text("better"))
            equal(page.js("return document.querySelectorAll('#lines li').length"), 0)
            if i == 0:
                # That of the game is not taken.
                play_move(page, bad, page.mouse)
                page.wait("return /move of the game/.test(document.getElementById('message').textContent) && quincunx.game.request().moves.length === arguments[0]", ply - 1)
                page.ready()
            if i % 3 == 0:
                play_move(page, best, page.mouse)
                page.wait("return /Good move/.test(document.getElementById('better').textContent)")
                solved += 1
            elif i % 3 == 1:
                page.click("better-show")
                page.wait("return quincunx.game.request().moves.length === arguments[0] && quincunx.game.node.move === arguments[1]", ply, best)
                check(san in page.text("better"), page.text("better"))
            if i % 3 < 2:
                equal(words(), "Mistake %d of %d · %d solved" % (i + 1, len(known), solved))
            page.click("mistake-next")
        page.wait("return document.getElementById('mistake-count').textContent === arguments[0]", "Black: %d of %d mistake%s solved." % (solved, len(known), "s" * (len(known) > 1)))
        equal(page.js(MISTAKES), known)
        # Once more from the first.
        page.click("mistake-end", "mistake-start")
        page.wait("return quincunx.game.state.retries && quincunx.game.request().moves.length === arguments[0]", known[0][0] - 1)


IN_SIGHT = """return arguments[0].filter(id => {
    const e = document.getElementById(id), b = e.getBoundingClientRect();
    return !e.checkVisibility() || b.height < 8 || b.top < 0 || b.bottom > innerHeight + 1 || b.right > innerWidth + 1;
})"""


@test
def playing_and_analysis_are_two_screens(page):
    page.size(1280, 800, False)
    page.open(part="#g=chess&t=" + "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6".replace(" ", "%20"))
    equal(page.js(IN_SIGHT, ["board", "name-top", "name-bottom", "moves", "status", "take-back", "hint", "draw", "resign", "gear"]), [])
    hidden = page.js("return ['eval-bar', 'lines', 'graph', 'explorer', 'settings', 'level'].filter(id => document.getElementById(id).checkVisibility())")
    equal(hidden, [])
    # In the analysis all of it is in sight at once, the card of a mistake, too; the explorer takes the place of the moves.
    page.click("tab-analyse", "review")
    page.wait("return !quincunx.analysis.reviewing && quincunx.game.root.children[0].score !== undefined")
    page.js("let n = quincunx.game.root; while (n.move !== 'g8f6') n = n.children[0]; return quincunx.game.go(n)")
    page.wait("return document.getElementById('better').textContent && document.querySelectorAll('#lines li .move:not(.later)').length === 3")
    equal(page.js(IN_SIGHT, ["board", "eval-bar", "lines", "better", "mistake-start", "better-show", "moves", "graph", "accuracy", "review"]), [])
    page.click("show-explorer")
    equal(page.js(IN_SIGHT, ["board", "lines", "better", "explorer", "first", "graph", "review"]), [])
    page.click("show-moves")
    # A variation changes neither the figures of the game nor the way to its next mistake.
    known = page.text("accuracy")
    page.click("mistake-start")
    page.wait("return quincunx.game.state.retries")
    page.js("return quincunx.game.type(quincunx.game.node.best.move)")
    page.wait("return !quincunx.game.state.retries && document.getElementById('mistake-next').checkVisibility()")
    equal(page.text("accuracy"), known)
    page.click("mistake-next")
    page.wait("return /^Black: 1 of 1 mistake solved/.test(document.getElementById('mistake-count').textContent)")


@test
def an_analysis_on_a_phone_is_in_sight(phone):
    phone.size(360, 740, True)
    phone.open(part="#g=chess&t=" + "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6".replace(" ", "%20"), tab="analyse")
    phone.wait("return document.querySelectorAll('#lines li .move:not(.later)').length === 3")
    phone.js("scrollTo(0, 0)")
    equal(phone.js(IN_SIGHT, ["board", "eval-bar", "review", "first", "last", "lines"]), [])
    # Moves are read as text: three rows of a table are one line, once the engine has named them.
    phone.wait("return new Set([...document.querySelectorAll('#moves .move')].slice(0, 4).map(m => m.getBoundingClientRect().top)).size === 1")
    small = phone.js("""return [...document.querySelectorAll('header button, .steps button, #panel-analyse button:not(.move), #beside button')]
        .filter(e => e.checkVisibility() && (e.offsetWidth < 40 || e.offsetHeight < 44)).map(e => e.id)""")
    equal(small, [])
    # A review that is done leaves them there.
    phone.click("review")
    phone.wait("return !quincunx.analysis.reviewing && document.getElementById('graph').children.length && document.getElementById('review-progress').hidden")
    phone.js("scrollTo(0, 0)")
    equal(phone.js(IN_SIGHT, ["board", "eval-bar", "first", "last", "lines"]), [])
    check(phone.js("const top = id => document.getElementById(id).getBoundingClientRect().top; return top('first') < top('lines') && top('moves') < top('graph')"), "not in their order")
    # On its side: the bar of the score is as high as the board, and the panel reaches the edge.
    phone.size(740, 360, True)
    phone.wait("return innerWidth === 740")
    phone.js("scrollTo(0, 0)")
    high, bar, gap = phone.js("""const box = id => document.getElementById(id).getBoundingClientRect(), aside = document.querySelector('aside').getBoundingClientRect();
        return [box('board').height, box('eval-bar').height, aside.left - box('board').right]""")
    check(abs(bar - high) < 10 and gap < 40, "a bar of %.0f beside a board of %.0f, the panel %.0f away" % (bar, high, gap))
    equal(phone.js(IN_SIGHT, ["board", "eval-bar", "first", "last"]), [])


SAVED = """window.saved = null; URL.createObjectURL = (make => blob => { if (blob.type !== 'image/svg+xml' || arguments[0]) window.saved = blob; return make(blob); })(URL.createObjectURL.bind(URL));
    HTMLAnchorElement.prototype.click = () => {}"""


@test
def positions_and_games_become_pictures(page):
    page.open(part="#g=diamond&t=H@a7%20K@g1%20K@a8")
    page.js(SAVED)
    page.click("tab-share", "png-save")
    page.wait("return Boolean(window.saved)")
    # As large as it says, and the pieces in hand are on it: below the board it is not of one colour.
    size, colours = page.driver.execute_async_script("""const done = arguments[0]; createImageBitmap(window.saved).then(image => {
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, Math.round(image.height * 0.966), image.width, 1);
        done([[image.width, image.height], new Set(Array.from({ length: image.width }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size]); }, e => done([String(e), 0]))""")
    check(size[1] == 1200 and size[0] < 1200, size)
    check(colours > 5, "%d colours where the hand is" % colours)
    page.js("window.saved = null")
    page.click("gif-save")
    page.wait("return window.saved && window.saved.type === 'image/gif'")
    # A browser reads it: the start and each move, at the size of the PNG's shape, and different from each other.
    frames, width, differ = page.driver.execute_async_script("""const done = arguments[0]; window.saved.arrayBuffer().then(async data => {
        const decoder = new ImageDecoder({ data, type: 'image/gif' }); await decoder.tracks.ready; await decoder.completed;
        const texts = [];
        for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; ++i) {
          const { image } = await decoder.decode({ frameIndex: i }), canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight), context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          texts.push([image.displayHeight, context.getImageData(0, 0, canvas.width, canvas.height).data.join()]);
        }
        done([texts.length, texts[0][0], new Set(texts.map(t => t[1])).size]);
    }).catch(e => done([String(e), 0, 0]))""")
    equal((frames, width, differ), (4, 480, 4))


# How light the squares of White's first rank are, as they are drawn, by the names of the squares. Where a square has
# neither piece nor letter is asked of a geometry that looks as the drawing does.
SHADES = """
const geometryOf = (sheet, like) => Object.assign(Object.create(Object.getPrototypeOf(Object.getPrototypeOf(quincunx.view.board))), { game: sheet, flipped: like.flipped, stacked: like.stacked });
const first = sheet => Array.from({ length: sheet.files }, (_, file) => String.fromCharCode(97 + file) + 1);
const sum = colour => colour.slice(0, 3).reduce((a, b) => a + b, 0), parts = colour => colour.match(/[\\d.]+/g).map(Number);
const ofDrawing = (svg, geometry) => Object.fromEntries(first(geometry.game).map(square => {
  const [x, y] = geometry.point(square, 0.45, -0.45), at = new DOMPoint(x, y);
  return [square, sum(parts(getComputedStyle([...svg.querySelectorAll('.square')].find(each => each.isPointInFill(at))).fill))];
}));
"""


@test
def a1_is_dark_and_h1_is_light(page):
    def a1_is_dark(what, shades, boards):
        per = len(shades) // boards
        for i, square in enumerate(shades):
            # The next square of the same board.
            if i % per:
                darker, lighter = (before, square) if i % per % 2 else (square, before)
                check(shades[darker] < shades[lighter], "%s: %s is not darker than %s: %s" % (what, darker, lighter, shades))
            before = square

    page.open(people=False)
    page.wait("return document.querySelectorAll('.card .miniature').length === quincunx.game.games.length - arguments[0]", len(VERSIONS))
    boards = dict(page.js("return quincunx.game.games.map(sheet => [sheet.name, sheet.boards])"))
    cards = page.js(SHADES + "return quincunx.game.games.filter(sheet => !arguments[0].includes(sheet.name)).map((sheet, i) => [sheet.name, ofDrawing(document.querySelectorAll('.card .miniature')[i], geometryOf(sheet, {}))])", list(VERSIONS))
    for name, shades in cards:
        a1_is_dark("the card of " + name, shades, boards[name])
    for name in GAMES:
        page.open(part="#g=" + name)
        a1_is_dark("the board of " + name, page.js(SHADES + "return ofDrawing(quincunx.view.board.svg, quincunx.view.board)"), boards[name])


@test
def motion_ends_where_the_engine_says(page):
    page.open(part="#g=chess&f=4k3/8/8/3pP3/8/8/8/4K3%20w%20-%20d6%200%202")
    moved = "window.moved = 0; const { animate } = Element.prototype; Element.prototype.animate = function (...how) { ++moved; return animate.apply(this, how); }"
    page.js(moved)
    for still in (True, False):
        # Who wants less motion sees none.
        page.js("window.matchMedia = () => ({matches: arguments[0]}); return quincunx.game.type('e5d6')", still)
        page.consistent()
        equal(page.js("return moved"), 0 if still else 2)
        page.js("return quincunx.game.takeBack()")
        page.consistent()


@test
def choosing_a_piece_moves_no_button(page):
    for game, square in (("bordahbee", "b1"), ("diamond&t=H@a7%20K@g1%20K@a8%20H@h2%20S@b7%20S@g2%20R@b8%20R@h1%20b8d6%20h2h8", ""), ("chess", "g1")):
        page.open(part="#g=" + game)
        where = "return ['take-back', 'first', 'status', 'moves', 'name-top', 'board'].map(id => { const b = document.getElementById(id).getBoundingClientRect(); return [b.x, b.y, b.width]; })"
        before = page.js(where)
        square = square or page.js("return quincunx.game.look.legs.find(leg => leg.from).from")
        page.mouse(square)
        page.wait("return quincunx.view.selected === arguments[0]", square)
        equal(page.js(where), before)
    # Nor does the card of one that cannot move.
    page.js("quincunx.view.letGo()")
    page.mouse("a1")
    page.wait("return document.getElementById('piece-card').open && document.querySelector('#piece-board .square')")
    equal(page.js(where), before)


@test
def a_new_game_is_chosen_in_one_place(page):
    page.open(part="#g=chess&t=e2e4", people=False)
    page.js("quincunx.play.hurried = true")
    page.click("new")
    check(page.js("return document.getElementById('new-game').open"), "no dialog")
    for name, value in (("new-games", "horizons"), ("new-opponents", "engine"), ("new-sides", "b"), ("new-levels", "0")):
        page.js("document.querySelector(`#${arguments[0]} [value='${arguments[1]}']`).click()", name, value)
    check("level 0 of 20" in page.text("new-level"), page.text("new-level"))
    # Nothing changes before it is played.
    equal(page.js("return [quincunx.game.sheet.name, quincunx.levels.level('horizons')]"), ["chess", 3])
    page.js("document.querySelector('#new-clocks [value=\"3+2\"]').click()")
    page.click("new-play")
    page.wait("return quincunx.game.sheet.name === 'horizons' && quincunx.game.request().moves.length === 1")
    equal(page.js("return [quincunx.game.players, quincunx.view.flipped, quincunx.levels.level(), quincunx.play.clock.control.base]"),
          [{"w": "engine", "b": "person"}, True, 0, 180000])
    check("Newcomer" in page.text("name-top"), page.text("name-top"))
    check(page.text("status").startswith("Your move, Black"), page.text("status"))
    # The game that was left has kept its players.
    equal([game for game, _ in library(page)], ["chess", "horizons"])
    # Two people need no level and no side.
    page.click("new")
    page.js("document.querySelector(`#new-opponents [value='person']`).click()")
    equal(page.js("return ['new-side', 'new-strength'].filter(id => document.getElementById(id).checkVisibility())"), [])
    page.click("new-play")
    page.wait("return quincunx.game.players.w === 'person' && quincunx.game.players.b === 'person' && !quincunx.game.node.parent")
    page.open(part="#g=bordahbee", people=False)
    for opponent, side, players in (("person", "w", {"w": "person", "b": "person"}), ("friend", "b", {"w": "friend", "b": "person"})):
        page.click("new")
        for name, value in (("new-opponents", opponent), ("new-sides", side)):
            page.js("document.querySelector(`#${arguments[0]} [value='${arguments[1]}']`).click()", name, value)
        page.click("new-play")
        page.wait("return !document.getElementById('new-game').open && quincunx.game.sheet.name === 'bordahbee' && quincunx.game.players.w === arguments[0] && quincunx.game.players.b === 'person'", players["w"])
        page.driver.refresh()
        page.wait("return window.quincunx && quincunx.game && quincunx.game.look")
        page.ready()
        equal(page.js("return [quincunx.game.sheet.name, quincunx.game.players, quincunx.game.flipped]"), ["bordahbee", players, side == "b"])


def set_rule(page, name, value):
    """Sets a rule in the dialog of new games."""
    page.js("""const [name, value] = arguments, input = document.querySelector(`[name="rule-${name}"]`);
        if (input.type === 'radio') document.querySelector(`[name="rule-${name}"][value="${value}"]`).click();
        else { input.value = value; input.dispatchEvent(new Event('change', {bubbles: true})); }""", name, value)


def rules_on_board(page):
    return page.js("return [quincunx.game.options, quincunx.game.look.rules || '', document.getElementById('rules-line').checkVisibility() ? document.getElementById('rules-line').textContent : '']")


@test
def rules_are_chosen_and_go_with_their_game(page):
    page.open(part="#g=horizons")
    rules, own = "shield=off,push=off", ["", "", ""]
    words = "A Shielder can be captured from anywhere · Shielders do not push"
    board = [rules, rules, "Rules: " + words]
    equal(rules_on_board(page), own)
    page.click("new")
    equal(page.js("return [document.getElementById('new-rules').open, document.getElementById('new-rules-words').textContent]"), [False, "the game’s own"])
    page.js("document.querySelector('#new-rules summary').click()")
    # One control for each rule of the data sheet, with its sentence and what is usual.
    equal(page.js("""return quincunx.game.sheet.rule_options.filter(o => { const rule = document.querySelector(`[data-rule="${o.name}"]`);
        return !rule || rule.querySelectorAll('input').length !== (o.choices || [1]).length || !rule.textContent.includes(o.words) || !rule.textContent.includes('Usual: ' + o.default) })"""), [])
    for name, value in (("push", "off"), ("shield", "off"), ("counter", "5000")):
        set_rule(page, name, value)
    equal(page.text("new-rules-words"), "Shielders do not push · A Shielder can be captured from anywhere · 5000 plies without progress draw")
    page.click("new-play")
    page.wait("return document.getElementById('new-problem').textContent")
    check("a number from 0 to 999" in page.text("new-problem"), page.text("new-problem"))
    equal(page.js("return [document.getElementById('new-game').open, document.querySelector('[name=rule-counter]').value, quincunx.game.options]"), [True, "5000", ""])
    set_rule(page, "counter", "150")
    equal(page.text("new-rules-words"), "Shielders do not push · A Shielder can be captured from anywhere")
    # Each game has rules of its own.
    page.js("document.querySelector(`#new-games [value='chess']`).click()")
    equal(page.text("new-rules-words"), "the game’s own")
    set_rule(page, "castling", "off")
    page.click("new-rules-own")
    equal(page.text("new-rules-words"), "the game’s own")
    page.js("document.querySelector(`#new-games [value='horizons']`).click()")
    page.click("new-play")
    page.wait("return quincunx.game.options")
    page.ready()
    equal(rules_on_board(page), board)
    check("rules=shield%3Doff%2Cpush%3Doff" in page.js("return location.hash"), page.js("return location.hash"))
    # A move in it; the game is kept with its rules.
    page.mouse("f2", "f4")
    page.wait("return quincunx.game.request().moves.length === 1 && location.hash.startsWith('#id=')")
    page.click("rules-line")
    check("Shielders do not push" in page.text("change-list"), page.text("change-list"))
    page.click("tab-analyse")
    page.wait("return document.querySelector('#lines li')")
    page.click("tab-play")
    page.again()
    equal((rules_on_board(page), page.moves()), (board, ["f2f4"]))
    # Out and in again: the link, the PGN, the FEN.
    page.click("tab-share")
    link = sent(page, "link")
    check(link.startswith("#g=horizons&rules=shield%3Doff%2Cpush%3Doff&t=f2f4"), link)
    page.click("pgn-out")
    pgn, fen = page.wait("return document.getElementById('pgn').value"), page.fen()
    check('[Rules "shield=off,push=off"]' in pgn and fen.endswith(" {shield=off,push=off}"), pgn + fen)
    page.js("return quincunx.newGame('horizons')")
    page.ready()
    equal(rules_on_board(page), own)
    page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", pgn)
    to_the_end(page, 1)
    equal((rules_on_board(page)[:2], page.fen()), (board[:2], fen))
    page.js("return quincunx.newGame('horizons')")
    page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", fen)
    page.wait("return quincunx.game.options")
    page.ready()
    equal((rules_on_board(page), page.fen()), (board, fen))
    page.click("tab-set-up")
    page.wait("return document.getElementById('editor-problem').textContent === 'This position can be played.'")
    page.click("editor-play")
    page.wait("return !quincunx.game.state.editing")
    page.ready()
    equal(rules_on_board(page), board)
    # A puzzle and a lesson between: they have their own rules.
    open_puzzle(page, "horizons", 1)
    equal(rules_on_board(page), own)
    open_lesson(page, "horizons", 1)
    equal(rules_on_board(page), own)
    page.js("location.hash = arguments[0]", link)
    page.wait("return quincunx.game.options && !quincunx.game.lesson")
    page.ready()
    equal((rules_on_board(page)[:2], page.moves()), (board[:2], ["f2f4"]))
    # In another tab.
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.open(part=link.replace("f2f4", "f2f4%20f11f9"))
    equal((rules_on_board(page), page.moves()), (board, ["f2f4", "f11f9"]))
    # A rematch has the rules of the game before.
    page.js("quincunx.game.resign('w')")
    page.wait("return document.getElementById('rematch').checkVisibility()")
    page.click("rematch")
    page.wait("return !quincunx.game.node.parent && !quincunx.game.over()")
    page.ready()
    equal(rules_on_board(page), board)
    # Rules that nobody knows open nothing.
    page.js("location.hash = '#g=horizons&rules=bogus%3Doff&t=f2f4'")
    page.wait("return document.getElementById('errors').textContent")
    check("has no rule 'bogus'" in error(page), error(page))
    equal((rules_on_board(page), page.moves()), (board, []))
    page.driver.close()
    page.driver.switch_to.window(first)
    page.click("to-home")
    page.wait("return [...document.querySelectorAll('.kept-text')].some(kept => kept.textContent.includes(arguments[0]))", words)


@test
def each_game_of_a_file_has_its_rules(page):
    page.open(part="#g=chess", tab="share")
    games = ['[Variant "horizons"]\n%s\n1. a2a4 *\n\n' % rules for rules in ('[Rules "push=off"]\n', "", '[Rules "shield=off"]\n', '[Rules "bogus=off"]\n')]
    paste(page, "pgn", "".join(games))
    page.wait("return document.querySelectorAll('#pgn-games .file-game').length === 4")
    for number, rules in ((0, "push=off"), (1, ""), (2, "shield=off"), (0, "push=off")):
        page.js("document.querySelectorAll('#pgn-games .file-game')[arguments[0]].click()", number)
        page.wait("return quincunx.game.options === arguments[0] && quincunx.game.sheet.name === 'horizons' && quincunx.game.root.children.length === 1", rules)
        page.ready()
        equal(rules_on_board(page)[:2], [rules] * 2)
        page.consistent()
    page.js("document.querySelectorAll('#pgn-games .file-game')[3].click()")
    page.wait("return document.getElementById('errors').textContent")
    check("has no rule 'bogus'" in error(page), error(page))
    equal(rules_on_board(page)[:2], ["push=off"] * 2)


@test
def a_setting_that_is_another_game(page):
    """The dialog begins what the engine makes of the rules: a version is a game of its own, and has the level that was chosen."""
    page.open(part="#g=borderlands")
    page.click("new")
    page.js("document.querySelector(`#new-levels [value='9']`).click()")
    set_rule(page, "version", "2025-10")
    set_rule(page, "drops", "off")
    page.click("new-play")
    page.wait("return quincunx.game.sheet.name === 'borderlands-2025-10'")
    page.ready()
    equal(rules_on_board(page)[:2], ["drops=off"] * 2)
    equal(page.js("return document.getElementById('level').value"), "9")
    equal(page.js("return quincunx.game.look.hands"), {})
    page.js("return quincunx.newGame('borderlands')")
    page.ready()
    equal(page.js("return [quincunx.game.look.game, quincunx.game.options]"), ["borderlands", ""])
    page.consistent()


@test
def friends_play_under_their_rules(page):
    page.open(part="#g=horizons&rules=first%3Dblack%2Cpush%3Doff")
    equal(rules_on_board(page)[:2], ["push=off,first=black"] * 2)
    page.js("return quincunx.game.type('f11f9')")
    page.js("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }; document.getElementById('mail-copy').click()")
    mail = page.wait("return window.copied")
    check(mail.startswith("Horizons (Shielders do not push · Black moves first), move 1: ") and "rules=push%3Doff%2Cfirst%3Dblack" in mail, mail)
    mine = page.wait("return quincunx.keeper.entry && quincunx.keeper.entry.id")
    # The answer goes on with the game of these rules, not with one of others.
    page.js("return quincunx.newGame('horizons')")
    answer = mail.replace("t=f11f9", "t=f11f9%20f2f4")
    page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", answer.replace("%2Cfirst%3Dblack", "").replace("f11f9%20f2f4", "f2f4"))
    page.wait("return quincunx.game.options === 'push=off' && quincunx.game.request().moves.length === 1")
    check(page.js("return quincunx.keeper.entry.id") != mine, "another game was taken for the answer's")
    page.js("document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", answer)
    page.wait("return quincunx.game.request().moves.length === 2 && quincunx.game.phase() === 'person'")
    equal(page.js("return [quincunx.keeper.entry.id, quincunx.game.options]"), [mine, "push=off,first=black"])


@test
def on_paper_stand_the_board_and_the_moves(page):
    page.open(part="#g=chess&t=e2e4%20e7e5%20g1f3")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    seen = page.js("return ['board', 'moves', 'name-top', 'move-form', 'game-title', 'take-back', 'next'].filter(i => document.getElementById(i).checkVisibility())")
    equal(seen, ["board", "moves", "name-top"])
    page.wait("return /e4.*e5.*Nf3/.test(document.getElementById('moves').textContent)")


class Site:
    """A folder served on a port of its own; `isolated`: with the headers that let a page share memory."""

    def __init__(self, folder, isolated):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=folder)

            def log_message(self, *arguments):
                pass

            def end_headers(self):
                if isolated:
                    self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                    self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
                super().end_headers()

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d/" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def site():
    """The page's folder, for servers."""
    folder = os.path.join(os.path.dirname(PAGE), "site")
    check(os.path.exists(os.path.join(folder, "index.html")), "there is no site beside the page (make web)")
    return folder


def part(folder, name):
    """The file of an engine or a network in a page's folder."""
    return next(os.path.join(folder, each) for each in os.listdir(folder) if re.fullmatch(name + r"-[0-9a-f]{12}\.gz", each))


def bench(page, game):
    """Nodes that the engine of the page searches, which tell the network that it has."""
    return page.driver.execute_async_script("""const [game, done] = arguments;
        quincunx.thinker.engine.ask({do: 'bench', game, depth: 5}).then(a => done(a.nodes), e => done(String(e)))""", game)


def native_bench(game, *options):
    engine = os.path.join(ROOT, os.environ.get("TEST_ENGINE", "quincunx"))
    lines = "".join(json.dumps(request) + "\n" for request in [*options, {"do": "bench", "game": game, "depth": 5}])
    return json.loads(subprocess.run([engine, "json"], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()[-1])["nodes"]


def loaded(page):
    """What a site's page has loaded of engines and networks, in the order of their names."""
    names = page.js("return performance.getEntriesByType('resource').map(e => e.name.split('/').pop())")
    return sorted(re.sub(r"-[0-9a-f]{12}\.gz$", "", name) for name in names if name.endswith(".gz"))


@long_test
def a_site_loads_the_network_of_its_game_for_all_engines(page):
    expected = native_bench("chess")
    check(expected != native_bench("chess", {"do": "option", "name": "Use NNUE", "value": False}), "the network is not seen in the nodes")
    with Site(site(), True) as served:
        page.open(served.url, people=False)
        page.js("return quincunx.game.rules.ask({do: 'games'})")
        equal(loaded(page), ["engine"])
        page.open(served.url, "#g=chess")
        equal(bench(page, "chess"), expected)
        processors(page, 3)
        page.open(served.url, "#g=chess")
        check(searched(page, 100) > 0, "no search with threads")
        page.js("return quincunx.thinker.engine.ask({do: 'option', name: 'Threads', value: 1})")
        equal(bench(page, "chess"), expected)
        equal(loaded(page), ["engine", "network-chess", "network-horizons", "threads"])  # searched() has horizons
        equal(error(page), "")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(site(), folder, dirs_exist_ok=True)
        network = part(folder, "network-chess")
        os.rename(network, network + ".away")
        with Site(folder, False) as served:
            # One that does not come is told of, the engine plays without it, and it is looked for again.
            page.open(served.url, "#g=chess")
            check(bench(page, "chess") != expected, "a network from nowhere")
            check("network for chess could not be loaded (404" in error(page), error(page))
            with open(network, "wb") as file:
                file.write(b"nonsense")
            page.js("quincunx.messages.closeAll()")
            check(bench(page, "chess") != expected, "a network of nonsense")
            check("it is for another version" in error(page), error(page))
        os.rename(network + ".away", network)
        with Site(folder, False) as served:
            page.open(served.url, "#g=chess")
            equal((bench(page, "chess"), error(page)), (expected, ""))
        # Without an engine nothing can be done, which is said.
        os.unlink(part(folder, "engine"))
        with Site(folder, False) as served:
            page.driver.get(served.url)
            page.wait("return document.getElementById('failure').checkVisibility() && document.getElementById('failure-text').textContent.includes('404')")
    page.open(part="#g=chess")
    equal(bench(page, "chess"), expected)


def searched(page, milliseconds):
    """Nodes of a search by the engine of the page."""
    return page.driver.execute_async_script("""const [movetime, done] = arguments;
        quincunx.thinker.engine.ask({do: 'search', game: 'horizons', movetime}).then(a => done(a.nodes), e => done(String(e)))""", milliseconds)


def processors(page, count):
    """The next page finds so many."""
    page.driver.execute_cdp_cmd("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": count})


@test
def threads_search_where_the_page_may_share_memory(page):
    with Site(site(), True) as served:
        count = 3
        processors(page, count + 1)
        page.open(served.url, "#g=chess")
        check(page.js("return crossOriginIsolated"), "the page may share no memory")
        # One thread finds the same tree again; helpers change it. Node rates would say nothing on a busy machine.
        nodes = [page.driver.execute_async_script("""const [threads, done] = arguments, { engine } = quincunx.thinker;
            (async () => {
              await engine.ask({do: 'option', name: 'Threads', value: threads});
              await engine.ask({do: 'option', name: 'Clear Hash'});
              return (await engine.ask({do: 'search', game: 'chess', depth: 12})).nodes;
            })().then(done, e => done(String(e)))""", threads) for threads in (1, 1, count)]
        check(nodes[0] == nodes[1] != nodes[2], "nodes with 1, 1 and %d threads: %s" % (count, nodes))
        # It stops when asked, and plays.
        stopped = page.driver.execute_async_script("""const done = arguments[0], { engine } = quincunx.thinker;
            engine.ask({do: 'search', game: 'chess'}, () => { engine.stop(); }).then(a => done(a.pv.length > 0), e => done(String(e)))""")
        equal(stopped, True)
        page.open(served.url, "#g=chess", people=False)
        page.js(ENGINE, 20, 200)
        for move, plies in (("e2e4", 2), ("d2d3", 4)):
            page.js("return quincunx.game.type(arguments[0])", move)
            page.wait("return quincunx.game.request().moves.length === arguments[0] && quincunx.game.phase() === 'person'", plies)
        page.click("tab-analyse")
        page.wait("return document.querySelectorAll('#lines li .move:not(.later)').length === 3")
        page.click("analyse")
        page.wait("return !quincunx.thinker.thinking")
        equal(error(page), "")


@test
def without_the_engine_with_threads_one_thread_searches(page):
    """Its file may be missing, or not be what it should."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(site(), folder, dirs_exist_ok=True)
        threads = part(folder, "threads")
        for content in (None, b"nonsense"):
            os.unlink(threads)
            if content:
                with open(threads, "wb") as file:
                    file.write(content)
            with Site(folder, True) as served:
                processors(page, 3)
                page.open(served.url, "#g=chess")
                check(page.js("return crossOriginIsolated"), "the page may share no memory")
                check(searched(page, 100) > 0, "nothing searches")
                equal(page.js("return performance.getEntriesByType('resource').some(e => e.name.includes('threads'))"), True)
                equal(error(page), "")
            if not content:
                open(threads, "wb").close()


@test
def served_with_its_manifest_it_works_without_its_server(page):
    with Site(site(), False) as served:
        url = served.url
        page.open(url)
        equal(page.js("return crossOriginIsolated"), False)
        page.wait("return window.kept || void navigator.serviceWorker.ready.then(() => { window.kept = true; })")
        manifest = page.driver.execute_cdp_cmd("Page.getAppManifest", {})
        equal((manifest["errors"], json.loads(manifest["data"])["name"]), ([], "Quincunx"))
        problems = page.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        equal([problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"], [])
        page.js("return quincunx.game.type('e2e4')")
        with_network = bench(page, "chess")
    page.open(url, "#g=chess&t=d2d4")
    equal(page.moves(), ["d2d4"])
    equal(bench(page, "chess"), with_network)
    check(searched(page, 100) > 0, "nothing searches")
    page.mouse("d7", "d5")
    page.plies(2)


@test
def units(_page):
    """The modules that need no page."""
    if not shutil.which("node"):
        print("node is not installed")
        return
    done = subprocess.run(["node", "--test", os.path.join(os.path.dirname(os.path.abspath(__file__)), "units.test.mjs")], capture_output=True, text=True)
    check(done.returncode == 0, done.stdout[-3000:])


UNHURT = "return document.title !== 'broken' && !document.querySelector('img[src=\"x\"]')"


@test
def hostile_links_and_stored_games(page):
    page.open(part="#g=chess&t=e2e4")
    evil = "<img src=x onerror=document.title='broken'>"
    for part in ("#g=" + evil, "#g=chess&f=" + evil, "#g=chess&t=" + evil, "#g=chess&t=e2e5", "#%%%", "#g=chess&f=8/8", "#" + "g=chess&t=" + "x" * 1000000):
        page.js("quincunx.messages.closeAll(); location.hash = arguments[0]", part)
        page.wait("return document.getElementById('errors').textContent")
        page.ready()
        check(page.js(UNHURT), "markup came in by " + part[:40])
        equal(page.moves(), ["e2e4"])
    # An entry of the library that anybody may have written; the page's own save does not overwrite it.
    head = {"id": "evil", "game": "chess", "created": 1, "plies": 1, "result": "*", "reason": evil, "white": evil, "black": evil, "pieces": {"e4": evil, evil: "K"}, "origin": evil}
    for rev, data in enumerate(({"game": "ludo"}, {"game": "chess", "tree": [["x", [evil]]], "path": [9]},
                                {"game": "chess", "fen": evil, "tree": 5, "level": evil, "clock": {"control": evil}},
                                {"game": "chess", "tree": [[-1, "", "", {}], [0, "e2e4", "w", {"comment": evil, "scoreText": evil, "ended": {"result": "1-0", "reason": evil}}]],
                                 "at": evil, "players": 7, "tags": {"white": evil}})):
        entry = {"head": dict(head, game=data["game"], rev=1000 * (rev + 1), changed=1e13 + rev), "data": data}
        page.js("localStorage.setItem('quincunx/game/evil', arguments[0]); localStorage.setItem('quincunx/settings', arguments[1]); Storage.prototype.setItem = () => {};"
                "history.replaceState(null, '', '#id=evil')", json.dumps(entry), json.dumps({"theme": evil, "strength": {}, "pieces": [evil], "levels": 7}))
        page.again()
        check(page.js(UNHURT), "markup came in by %s" % data)
        page.js("return quincunx.home.toggle(true)")
        check(page.js(UNHURT), "markup came in by the head of %s" % data)
    equal(page.js("return quincunx.game.root.children[0]?.comment"), evil)
    for stored in some(("nonsense", "{}", "[]", "null", '{"head":{"id":"evil"}}'), 1):
        page.js("localStorage.setItem('quincunx/game/evil', arguments[0]); localStorage.setItem('quincunx/settings', arguments[0]); Storage.prototype.setItem = () => {}", stored)
        page.again()
        check(page.js(UNHURT), "markup came in by " + stored)
    page.open(part="#g=chess&t=e2e4")
    for pgn in (evil, "1. e4 " + evil, "[Variant \"ludo\"]\n\n1. e4", "(" * 5000, "[White \"" + evil + "\"]\n1. d4 d5 *"):
        page.js("quincunx.messages.closeAll(); quincunx.messages.say(''); document.getElementById('pgn').value = arguments[0]; document.getElementById('pgn-in').click()", pgn)
        page.wait("return document.getElementById('errors').textContent || / read/.test(document.getElementById('message').textContent)")
        page.ready()
        check(page.js(UNHURT), "markup came in by " + pgn[:60])
    to_the_end(page, 2)
    equal(page.moves(), ["d2d4", "d7d5"])


@test
def what_cannot_be_read_hides_no_game(page):
    page.open(part="#g=chess&t=e2e4%20e7e5")
    library(page)
    mine = page.js("return quincunx.keeper.entry.id")
    head = {"game": "chess", "rev": 1, "created": 1, "changed": 1, "plies": 1, "result": "*", "reason": "", "white": "", "black": "", "pieces": {}, "origin": ""}
    nested = ["", "w", {}]
    for _ in range(975):
        nested = ["e2e4", "w", {}, nested]
    # Of the browser's small storage: cut off; as an earlier page nested it; of a newer version; larger than any game.
    for name, text in (("cut", '{"head":{'), ("nested", json.dumps({"head": {**head, "id": "nested"}, "data": {"game": "chess", "tree": nested}})),
                       ("newer", json.dumps({"head": {**head, "id": "newer"}, "data": {"version": 99, "game": "chess", "tree": {"bits": "x"}}})),
                       ("enormous", "[" * 1000000)):
        page.js("localStorage.setItem('quincunx/game/' + arguments[0], arguments[1])", name, text)
    # And of the database: a head of no known form, a game without its head, a head without its game.
    page.driver.execute_async_script("""const [head, done] = arguments, t = quincunx.store.places[0].database.transaction(['heads', 'games'], 'readwrite');
        t.objectStore('heads').put({ id: 'other-head', rev: 'x' }); t.objectStore('games').put({}, 'other-head'); t.objectStore('games').put({}, 'no-head'); t.objectStore('heads').put({ ...head, id: 'no-game' });
        t.oncomplete = done""", head)
    page.js("localStorage.setItem('quincunx/settings', '{')")
    page.again()
    equal(page.js("return quincunx.store.settings()"), {})
    page.js("quincunx.messages.closeAll(); return quincunx.home.toggle(true)")
    page.wait("return document.querySelectorAll('.kept').length === 3")
    equal(sorted(page.js("return [...document.querySelectorAll('.kept')].map(row => row.dataset.id)")), sorted([mine, "nested", "newer"]))
    # The others are told of, once.
    check("5 saved games cannot be read" in error(page), error(page))
    page.js("quincunx.messages.closeAll(); return quincunx.home.refresh()")
    equal(error(page), "")
    # Who opens one learns why it cannot be read, and it stays as it is.
    for name, why in (("nested", "its list of moves is damaged"), ("newer", "a newer version of this page wrote it")):
        page.js("quincunx.messages.closeAll(); document.querySelector(`.kept[data-id='${arguments[0]}'] .kept-open`).click()", name)
        page.wait("return document.getElementById('errors').textContent.includes(arguments[0])", why)
        page.js("return quincunx.home.toggle(true)")
    equal(page.js("return quincunx.store.get('newer').then(entry => entry.data.tree)"), {"bits": "x"})
    page.js("quincunx.messages.closeAll(); location.hash = '#id=cut'")
    page.wait("return document.getElementById('errors').textContent.includes('damaged')")
    page.js("return quincunx.keeper.open(arguments[0])", mine)
    equal(page.moves(), ["e2e4", "e7e5"])


@long_test
def long_games(page):
    plies = 20000 if LONG else 4000
    knights = ["g1f3", "g8f6", "f3g1", "f6g8"] * (plies // 4)
    page.open(part="#g=chess&rules=counter%3D0,repetitions%3D0&t=" + "%20".join(knights))
    equal(page.moves(), knights)
    # It is played on and kept.
    page.type("e2e4", plies + 1)
    equal(page.js("return quincunx.keeper.saveNow().then(() => quincunx.store.list()).then(list => list.map(head => head.plies))"), [plies + 1])
    page.again()
    equal(page.moves(), [*knights, "e2e4"])
    # It goes out as PGN, and comes back from the field and from a file.
    page.click("tab-share", "pgn-out")
    page.wait("return document.getElementById('pgn').value")
    text = page.js("return document.getElementById('pgn').value")
    page.click("pgn-in")
    to_the_end(page, plies + 1)
    page.new("chess")
    page.js("quincunx.messages.say(''); quincunx.share.readFile(new File([arguments[0]], 'long.pgn'))", text)
    to_the_end(page, plies + 1)


NAMES = r"""
const name = e => (e.getAttribute('aria-label') || (e.getAttribute('aria-labelledby') || '').split(' ').map(i => i && document.getElementById(i).textContent).join(' ')
  || (e.labels && e.labels.length ? e.labels[0].textContent : '') || e.textContent || e.title || '').trim();
return [...document.querySelectorAll('button, input, select, textarea, [role="button"], [role="tab"], [role="meter"], progress, summary, dialog, [role="img"]')].filter(e => !name(e)).map(e => e.outerHTML.slice(0, 120));
"""

CONTRAST = r"""
const rgb = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 ? m : [...m, 1]; };
const light = c => { const f = c.slice(0, 3).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
const ground = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 0.99) return c; } return [255, 255, 255, 1]; };
const bad = [];
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('svg') || e.disabled || !e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
  const a = light(rgb(getComputedStyle(e).color)), b = light(ground(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push(e.tagName + ' ' + e.id + ' ' + e.className + ' ' + ratio.toFixed(2) + ' ' + e.textContent.trim().slice(0, 30));
}
return bad;
"""


@test
def accessible(page):
    for theme in ("light", "dark"):
        page.open(part="#g=diamond&t=S@a8%20S@h1")
        page.js("document.getElementById('theme').value = arguments[0]; document.getElementById('theme').onchange()", theme)
        for tab in ("play", "analyse", "learn", "set-up", "share"):
            page.click("tab-" + tab)
            page.ready()
            equal(page.js(NAMES), [])
            equal(page.js(CONTRAST), [])
        for move, state in (("c3c2", "failed"), ("c3c2,d4e4", "solved")):
            open_lesson(page, "diamond", 7)
            page.js("return quincunx.game.commit(arguments[0])", move)
            page.wait("return document.getElementById('lesson-remark').className === arguments[0]", state)
            equal(page.js(NAMES), [])
            equal(page.js(CONTRAST), [])
            page.click("lesson-again")
            page.wait("return quincunx.game.look.lesson.move_count === 0")
    page.open(part="#g=chess")
    equal(page.js("return document.querySelector('[data-square=\"e1\"]').getAttribute('aria-label')"), "e1, White King")
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {(node.get("role", {}).get("value"), node.get("name", {}).get("value")) for node in tree if not node.get("ignored")}
    for wanted in [("button", "New game"), ("button", "Hint"), ("tab", "Learn"), ("button", "e1, White King"), ("button", "Settings"), ("textbox", "Type a move")]:
        check(wanted in roles, "%s is not in the accessibility tree" % (wanted,))
    # Squares and what stands there are named, with their zones, by title, too.
    for game, square, name in (("borderlands", "b2", "b2, White Chief, Village"), ("borderlands", "e5", "e5, empty, Borderlands, Road"),
                               ("diamond", "a8", "a8, empty, City"), ("diamond", "d4", "d4, empty, River")):
        page.open(part="#g=" + game)
        shown = page.js("const e = document.querySelector(`[data-square='${arguments[0]}']`); return [e.getAttribute('aria-label'), e.firstChild.textContent]", square)
        for text in shown:
            check(text.startswith(name), "%s, not %s" % (text, name))


def npm_tools():
    """A folder with axe-core, TypeScript and ESLint, installed for the tests alone: TEST_NPM, or one of
    the build's own that npm fills; "" where it can not."""
    folder = os.environ.get("TEST_NPM") or os.path.join(os.path.dirname(os.path.dirname(PAGE)), "npm")
    if os.path.exists(os.path.join(folder, "node_modules", "axe-core", "axe.min.js")):
        return folder
    if not shutil.which("npm"):
        return ""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        file.write('{"private":true,"type":"module"}')
    try:
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", "axe-core@4", "typescript@5", "eslint@9", "@eslint/js@9", "globals@16"],
                       cwd=folder, check=True, timeout=300, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return ""
    return folder


@test
def axe_finds_nothing(page):
    folder = npm_tools()
    if not folder:
        print("axe-core: npm has none here; names, roles and contrast are tested by our own means")
        return
    with open(os.path.join(folder, "node_modules", "axe-core", "axe.min.js"), encoding="utf-8") as file:
        axe = file.read()
    def look(what, where):
        """All of the page, or a part of it."""
        found = page.driver.execute_async_script("""const [part, done] = arguments; axe.run(part ? document.querySelector(part) : document, {resultTypes: ['violations']}).then(
            r => done(!r.passes.length ? 'axe looked at nothing' : r.violations.map(v => [v.id, v.help, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))])), e => done(String(e)))""", what)
        check(found == [], "%s: %s" % (where, found))

    # Contrast in the dark is tested by our own means, names and roles are the same there.
    for game, theme in (("diamond", "light"), ("borderlands", "dark"))[:2 if LONG else 1]:
        page.open(part="#g=" + game)
        page.js(axe)
        page.js("document.getElementById('theme').value = arguments[0]; document.getElementById('theme').onchange()", theme)
        look("", game + ", play")
        for tab in ("analyse", "learn", "set-up", "share"):
            page.click("tab-" + tab)
            page.ready()
            look("#panel-" + tab, "%s, %s" % (game, tab))
        page.click("tab-play", "new")
        page.js("document.getElementById('new-rules').open = true; document.querySelector('.rule :not(:checked)[type=radio]').click()")
        look("#new-game", game + ", a new game")
        page.js("document.getElementById('new-game').close()")
        page.click("to-home")
        # Another look is that of the start page at once.
        page.js("document.getElementById('theme').onchange()")
        page.wait("return document.querySelectorAll('.card .miniature').length === quincunx.game.games.length - arguments[1] && document.querySelectorAll('[data-puzzles]:not([hidden])').length === arguments[0]", PUZZLE_GAMES, len(VERSIONS))
        look("", theme + ", start page")


@test
def scripts_are_sound(_page):
    folder = npm_tools()
    if not folder:
        print("tsc, eslint: npm has none here")
        return
    source = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "web")
    copy = os.path.join(folder, "web")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy)
    for command in (["tsc", "-p", "jsconfig.json"], ["eslint", "src"]):
        done = subprocess.run([os.path.join(folder, "node_modules", ".bin", command[0]), *command[1:]], cwd=copy, capture_output=True, text=True)
        check(done.returncode == 0, done.stdout[-2000:] + done.stderr[-500:])


@test
def scripts_stay_within_their_bars(_page):
    folder = os.path.join(ROOT, "web")
    sources = [os.path.join(folder, "types.d.ts"), *(os.path.join(folder, "src", name) for name in sorted(os.listdir(os.path.join(folder, "src"))))]
    texts = {}
    for source in sources:
        with open(source, encoding="utf-8") as file:
            texts[os.path.basename(source)] = file.read()
    equal(["%s:%d" % (name, i) for name, text in texts.items() for i, line in enumerate(text.splitlines(), 1) if len(line) > 120], [])
    count = sum(len(re.findall(r"\bany\b", text)) for text in texts.values())
    check(count <= 60, "the word any %d times: give it a type" % count)
    lines = sum(len(text.splitlines()) for name, text in texts.items() if name != "types.d.ts")
    check(lines <= LINES_MAX, "%d lines in web/src, more than %d" % (lines, LINES_MAX))


# What the browser keeps must be what was played: after each step the lines of the game on the board are noted,
# and all that were ever noted are looked for in the library. No click here takes a move back.
TROUBLES = r"""
const [seed, clicks, done] = arguments, q = quincunx, game = q.game;
let s = seed;
const rnd = n => { s = (s * 1103515245 + 12345) % 2147483648; return Math.floor(s / 65536) % n; };
const sleep = ms => new Promise(r => setTimeout(r, ms));
const idle = async () => {
  const start = performance.now();
  while (game.busy || q.keeper.opening || game.phase() === 'reply') {
    if (performance.now() - start > 60000) throw new Error('stuck: ' + JSON.stringify([game.look.fen, game.legs, game.phase()]));
    await sleep(2);
  }
};
(async () => {
  for (let i = 0; i < clicks; ++i) {
    await idle();
    if (document.getElementById('choice').open || document.getElementById('ask').open) {
      const options = document.querySelectorAll('dialog[open]:not(#piece-card) button');
      options[rnd(options.length)].click();
      await sleep(2);
      continue;
    }
    const legs = game.personToMove() ? game.look.legs || [] : [], kind = rnd(20);
    if (game.over() || game.phase() === 'elsewhere') for (const id of ['new', 'new-play']) document.getElementById(id).click();
    else if (kind === 0) document.getElementById(['previous', 'next', 'flip', 'hint', 'resign', 'promote', 'tab-set-up', 'tab-play', 'tab-analyse', 'tab-share', 'tab-learn', 'analyse', 'sounds', 'to-home'][rnd(14)]).click();
    else if (kind === 1 && game.look.status === 'extensible' && game.legs.length) document.getElementById('end-move').click();
    else if (!document.getElementById('pass').hidden) document.getElementById('pass').click();
    else if (legs.length) {
      const leg = legs[rnd(legs.length)];
      if (leg.drop) document.querySelector(`[data-drop="${leg.drop}"]`).click();
      else if (leg.from) q.view.select(leg.from);
      if (leg.to) q.view.select(leg.to);
    } else document.getElementById('tab-play').click();
    await sleep(3);
  }
  await idle();
  document.querySelectorAll('dialog[open]:not(#piece-card)').forEach(d => d.close());
})().then(() => done(''), e => done('FAILED ' + e.message));
"""

# Every game as the page has it: by its name in the address, the moves of all its lines.
SEEN = r"""
const lines = node => node.children.flatMap(c => { const rest = lines(c); return rest.length ? rest.map(r => c.move + ' ' + r) : [c.move]; });
return [quincunx.keeper.entry ? quincunx.keeper.entry.id : '', quincunx.game.sheet.name, lines(quincunx.game.root).sort()]
"""


def lost_games(page, seen):
    """Lines of games that were seen and that no game of the library has, as they were or gone on with."""
    kept = page.driver.execute_async_script(KEPT)
    check(isinstance(kept, list), kept)
    return [(name, game, line) for name, (game, lines) in seen.items() for line in lines
            if not any(other == game and any((each + " ").startswith(line + " ") for each in found) for _, other, found in kept)]


@long_test
def clicks_links_reloads_and_faults_lose_no_game(page):
    for number, game in enumerate(some_games(0) if LONG else some_games(0)[:2]):
        chance, seen = random.Random(number), {}

        def walk(seed, clicks):
            equal(page.driver.execute_async_script(TROUBLES, seed, clicks), "")
            name, what, lines = page.js(SEEN)
            if name and lines:
                seen[name] = (what, lines)

        page.open("file://" + PAGE, "#g=" + game)
        for step in range(max(2, CLICKS // 25)):
            page.js("quincunx.play.hurried = true; if (quincunx.game.state.home) quincunx.goHome(false)")
            page.ready()
            walk(100 * number + step, 25)
            trouble = chance.choice(["reload", "link", "fault", "close", "new"])
            if trouble == "link":
                page.js("location.hash = '#g=' + arguments[0]", chance.choice(GAMES))
            elif trouble == "close":
                plain(page)
            elif trouble == "new":
                page.js("document.getElementById('new').click()")
            elif trouble == "fault":
                # Storage that fails for a while; the page is loaded anew in the midst of it or not.
                page.js(FAULTS)
                walk(step, 5)
                page.js("if (arguments[0]) [Storage.prototype.setItem, IDBObjectStore.prototype.put] = mend; quincunx.game.tell('state'); return quincunx.keeper.saveNow()",
                        chance.random() < 0.5)
            if trouble in ("reload", "fault"):
                page.again()
            page.ready()
            page.people()
            page.js("return quincunx.keeper.saveNow()")
            equal((game, step, trouble, lost_games(page, seen)), (game, step, trouble, []))


# ---- Lessons ----

def lessons_of(page, game):
    return page.driver.execute_async_script(
        "const [game, done] = arguments; quincunx.lessons.list(game).then(list => done(list), e => done(String(e)))", game)


def open_lesson(page, game, number):
    page.js("location.hash = '#g=' + arguments[0] + '&lesson=' + arguments[1]", game, number)
    page.wait("return quincunx.game.sheet.name === arguments[0] && quincunx.game.lesson === arguments[1]", game, number)
    page.ready()


def play_move(page, move, press):
    """Plays a whole move by pressing squares."""
    for text in move.split(","):
        leg = page.js("return (quincunx.game.look.legs || []).find(leg => leg.text === arguments[0])", text)
        check(leg, "%s cannot be played in %s" % (text, page.fen()))
        play_leg(page, leg, press)
    if page.js("return quincunx.game.legs.length > 0"):
        page.click("end-move")
    page.ready()


@long_test
def lessons_by_mouse(page):
    for game in some_games(2):
        page.open(people=False)
        page.js("quincunx.play.hurried = true; return quincunx.home.toggle(true)")
        # A version of a game is chosen on its card.
        page.js("document.querySelector(`.versions [value='${arguments[0]}']:not(:checked)`)?.click()", game)
        page.js("document.querySelector(`[data-learn=\"${arguments[0]}\"]`).click()", game)
        page.wait("return quincunx.game.lesson === 1 && quincunx.game.sheet.name === arguments[0] && !quincunx.game.state.home", game)
        page.ready()
        lessons = lessons_of(page, game)
        count = 2 if LONG else 1
        for lesson in lessons[:count]:
            equal(page.text("lesson-title"), lesson["title"])
            equal(page.text("lesson-task"), lesson["task"])
            equal(page.js("return [...document.querySelectorAll('#board .flag')].length"), len(lesson["flags"]))
            page.click("lesson-hint")
            equal(page.text("lesson-remark"), lesson["hint"])
            for move in lesson["wrong"][0].split():
                play_move(page, move, page.mouse)
            page.wait("return quincunx.game.look.lesson.move_count > 0")
            said = page.js("const { lesson } = quincunx.game.look; return [lesson.state, lesson.remark, document.getElementById('lesson-remark').textContent]")
            check(said[0] != "solved" and said[2] and (not said[1] or said[1] == said[2]), "%s: %s" % (lesson["title"], said))
            page.click("lesson-again")
            page.wait("return quincunx.game.look.lesson.move_count === 0")
            page.ready()
            for move in lesson["solution"]:
                play_move(page, move, page.mouse)
            page.wait("return quincunx.game.look.lesson.state === 'solved'")
            check(page.text("lesson-remark").startswith("Solved!"), page.text("lesson-remark"))
            equal(page.js("return document.querySelectorAll('#board .flag').length"), 0)
            page.click("lesson-next")
            page.wait("return quincunx.game.lesson === arguments[0]", lesson["number"] + 1)
            page.ready()
        # What was solved is known behind a reload, on the start page and in the game's panel; the lesson is there again.
        page.open(part=page.js("return location.hash"), people=False)
        equal(page.js("return [quincunx.game.lesson, [...document.querySelectorAll('.lesson-dot.done')].map(b => b.textContent)]"), [count + 1, ["1", "2"][:count]])
        words = "Lessons: %d of %d solved" % (count, len(lessons))
        page.js("return quincunx.home.toggle(true)")
        page.wait("return document.querySelector(`[data-learn=\"${arguments[0]}\"]`).textContent === arguments[1]", game, words)
        page.js("return quincunx.newGame(arguments[0])", game)
        page.js("document.getElementById('tab-learn').click()")
        page.wait("const b = document.getElementById('lessons-open'); return b.checkVisibility() && b.textContent === arguments[0]", words)


@test
def lessons_are_answered_and_hinted(page):
    page.open(people=False)
    page.js("quincunx.play.hurried = true")
    fork = next(lesson for lesson in lessons_of(page, "chess") if lesson["title"] == "The fork")
    open_lesson(page, "chess", fork["number"])
    play_move(page, "d5c7", page.mouse)
    page.wait("return quincunx.game.request().moves.join() === 'd5c7,e8f8'")
    page.ready()
    play_move(page, "c7a8", page.mouse)
    page.wait("return quincunx.game.look.lesson.state === 'solved'")
    equal(page.js("return quincunx.lessons.solved('chess')"), [fork["number"]])
    page.click("lesson-again")
    page.wait("return quincunx.game.look.lesson.move_count === 0")
    equal(page.js("return quincunx.game.players"), {"w": "person", "b": "engine"})
    # The second hint shows the move.
    open_lesson(page, "horizons", 1)
    page.click("lesson-hint", "lesson-hint")
    page.wait("return document.querySelectorAll('#board .arrow.hint').length === 1")
    for game in some_games(0):
        page.open(part="#g=" + game)
        count = page.js("return quincunx.lessons.list(arguments[0]).then(list => list.length)", game)
        for number in range(1, count + 1):
            page.js("return quincunx.lessons.open(arguments[0], arguments[1])", game, number)
            page.ready()
            page.js("quincunx.lessons.hint(); quincunx.lessons.hint()")
            page.wait("return document.querySelectorAll('#board .arrow.hint').length === 1 || /^Hint: /.test(document.getElementById('lesson-remark').textContent)")


@test
def lessons_leave_games_alone(page):
    page.open(part="#g=chess&t=e2e4")
    page.mouse("e7", "e5")
    page.ready()
    page.wait("return quincunx.keeper.entry && location.hash.startsWith('#id=')")
    page.js("return quincunx.keeper.saveNow()")
    kept = page.js("return location.hash")
    page.js("document.getElementById('tab-learn').click()")
    page.wait("return !document.getElementById('lessons-open').hidden")
    page.click("lessons-open")
    page.wait("return quincunx.game.lesson === 1")
    page.ready()
    equal(page.js("return location.hash"), "#g=chess&lesson=1")
    check(not page.js("return document.getElementById('tab-play').checkVisibility()"), "the panels are in the way")
    play_move(page, "a1a5", page.mouse)
    page.js("return new Promise(r => setTimeout(r, 200)).then(() => quincunx.keeper.saveNow())")
    page.click("lesson-close")
    page.wait("return quincunx.game.lesson === 0 && location.hash === arguments[0]", kept)
    page.ready()
    equal(page.moves(), ["e2e4", "e7e5"])
    equal(page.js("return quincunx.game.players"), {"w": "person", "b": "person"})
    equal(page.driver.execute_async_script("quincunx.store.list().then(list => arguments[0](list.length))"), 1)
    # A lesson of Black is seen from Black's side, and only that lesson.
    open_lesson(page, "diamond", 12)
    equal(page.js("return quincunx.view.flipped"), True)
    page.js("return quincunx.newGame('diamond')")
    equal(page.js("return [quincunx.view.flipped, quincunx.game.lesson]"), [False, 0])
    # What is no lesson is said, and nothing is lost.
    page.js("location.hash = '#g=chess&lesson=99'")
    page.wait("return document.getElementById('errors').textContent.includes('there is no lesson 99')")
    equal(page.js("return quincunx.game.sheet.name"), "diamond")


LESSON_ROOM = """
    const wrong = [];
    for (const name of arguments[0]) {
      for (const lesson of await quincunx.lessons.list(name)) {
        await quincunx.lessons.open(name, lesson.number, false);
        // The longest remark that fits beside a board.
        quincunx.lessons.say('A remark '.repeat(18), 'failed');
        await new Promise(requestAnimationFrame);
        const aside = document.querySelector('aside'), box = document.getElementById('lesson').getBoundingClientRect();
        const where = `${name} ${lesson.number}`;
        if (aside.scrollHeight > aside.clientHeight + 1 && getComputedStyle(aside).overflowY !== 'visible') wrong.push(where + ': the text scrolls');
        if (document.documentElement.scrollWidth > document.documentElement.clientWidth) wrong.push(where + ': too wide');
        if (box.width < 200 || !document.getElementById('lesson-remark').checkVisibility()) wrong.push(where + ': no text');
        if (box.top + scrollY + 150 > innerHeight) wrong.push(where + ': the text begins at ' + box.top);
      }
    }
    return wrong;"""


@test
def lessons_have_room_beside_the_board(phone):
    phone.open(people=False)
    phone.size(1280, 860, False)
    equal(phone.driver.execute_async_script("const done = arguments[1]; (async () => {%s})().then(done, e => done(String(e)))" % LESSON_ROOM, some_games(0)), [])
    phone.size(360, 780, True)
    equal(phone.driver.execute_async_script("const done = arguments[1]; (async () => {%s})().then(done, e => done(String(e)))" % LESSON_ROOM, some_games(2)), [])
    open_lesson(phone, "diamond", 2)
    play_move(phone, "e1e5", phone.touch)
    check("drowns" in phone.text("lesson-remark"), phone.text("lesson-remark"))


# ---- Running them ----

BROWSERS = int(os.environ.get("TEST_BROWSERS", "2"))
# Those that take longest begin first, so that all browsers end at about the same time.
FIRST = ["clicks_links_reloads_and_faults_lose_no_game", "lessons_by_mouse", "axe_finds_nothing",
        "games_by_mouse", "games_to_their_ends", "small_screens_and_zoom"]


# The console tells of what these take away.
NOISY = ["a_site_loads_the_network_of_its_game_for_all_engines", "a_stranger_at_the_port_of_the_server_learns_nothing",
         "served_with_the_native_engine", "a_search_begun_twice_stops_no_game", "without_the_engine_with_threads_one_thread_searches",
         "served_with_its_manifest_it_works_without_its_server"]


def kind_of(function):
    """What a test takes: "page", "phone", or "_page" for none."""
    return function.__code__.co_varnames[0]


class Run:
    """Tests, taken one after the other by several browsers."""

    def __init__(self, names):
        self.waiting = [function for function in TESTS if not names or function.__name__ in names]
        # Those of a phone together: another screen is another tab.
        self.waiting.sort(key=lambda function: (FIRST.index(function.__name__) if function.__name__ in FIRST else len(FIRST), kind_of(function)))
        self.lock = threading.Lock()
        self.passed = 0
        self.failed, self.again = [], set()

    def retry(self, function, failure):
        """A browser on a busy machine now and then loses a click or dies: what failed is tried once more, last and in a new
        browser, and that is told; a fault of the page fails twice."""
        with self.lock:
            if function in self.again:
                self.failed.append((function.__name__, str(failure)))
                return "FAILED"
            self.again.add(function)
            self.waiting.append(function)
            return "failed, and is tried once more"

    def take(self):
        with self.lock:
            return self.waiting.pop(0) if self.waiting else None

    def say(self, text):
        with self.lock:
            print(text, flush=True)

    def work(self):
        """Runs tests in a browser until none is left."""
        browser = None
        while True:
            function = self.take()
            if not function:
                break
            kind, begun = kind_of(function), time.monotonic()
            try:
                page = None
                if kind != "_page":
                    browser = browser or Page.Browser()
                    page = Page(360, 780, phone=True, browser=browser) if kind == "phone" else Page(browser=browser)
                function(page)
                if page and function.__name__ not in NOISY:
                    equal(page.errors(), [])
                self.passed += 1
                self.say("passed: %s, %.1f s" % (function.__name__, time.monotonic() - begun))
            except Exception as failure:  # a failed test must not end the others
                verdict = self.retry(function, failure)
                self.say("%s: %s: %s" % (verdict, function.__name__, failure if isinstance(failure, Failure) else traceback.format_exc()))
                # Whatever is wrong with the browser is not the next test's.
                browser = self.quit(browser)
        self.quit(browser)

    def quit(self, browser):
        try:
            if browser:
                browser.quit()
        except Exception as failure:
            self.say("the browser did not end: %s" % failure)


def main():
    why = missing()
    if why:
        print("skipped: %s" % why)
        print("0 passed, 0 failed, 1 skipped")
        return 0
    run = Run(sys.argv[1:])
    browsers = [threading.Thread(target=run.work) for _ in range(min(BROWSERS, len(run.waiting)))]
    for thread in browsers:
        thread.start()
    for thread in browsers:
        thread.join()
    for name, reason in run.failed:
        print("FAILED: %s: %s" % (name, reason[:400]))
    print("%d passed, %d failed" % (run.passed, len(run.failed)))
    return 1 if run.failed else 0


sys.exit(main())
