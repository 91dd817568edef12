# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page in a headless Chromium: what the tests of the page share."""

import os
import shutil
import sys
import time

# Debian's modules, whichever Python runs.
sys.path.append("/usr/lib/python3/dist-packages")

PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.environ.get("TEST_PAGE", os.path.join(ROOT, "build", "web", "quincunx.html"))


class Failure(Exception):
    pass


def missing():
    """Why the tests cannot run here, '' if they can."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return "%s is not installed (make deps-web)" % program
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "python3-selenium is not installed (make deps-web)"
    if not os.path.exists(PAGE):
        return "%s has not been built (make web)" % os.path.relpath(PAGE, ROOT)
    return ""


# What a test may have replaced, by hand or as a fault: then the next one loads the page anew.
UNTOUCHED = r"""
const [names] = arguments, ours = f => /\[native code\]/.test(Function.prototype.toString.call(f));
return typeof quincunx === 'object' && Boolean(quincunx.game.look) && Object.keys(window).every(name => names.includes(name))
  && document.getElementById('failure').hidden && !Object.values(quincunx).some(part => part && typeof part === 'object'
    && Object.keys(part).some(name => typeof part[name] === 'function' && name in (Object.getPrototypeOf(part) || {})))
  && [Storage.prototype.setItem, IDBObjectStore.prototype.put, URL.createObjectURL, HTMLAnchorElement.prototype.click, AudioContext, Date, ImageDecoder,
    navigator.clipboard ? navigator.clipboard.writeText : Date, Math.random, setTimeout, Element.prototype.animate, history.pushState].every(ours);
"""

# The page as it is for somebody who comes for the first time.
FORGET = r"""
const done = arguments[0], q = quincunx, { game, store } = q, all = selector => document.querySelectorAll(selector);
(async () => {
  for (const dialog of all('dialog[open]')) dialog.close();
  await q.keeper.saveNow();
  q.keeper.tabs.release();
  q.keeper.entry = null;
  for (const { id } of await store.list()) await store.remove(id);
  q.home.told = 0;
  localStorage.clear();
  sessionStorage.clear();
  for (const field of all('input, textarea')) Object.assign(field, { value: field.defaultValue, checked: field.defaultChecked });
  for (const option of all('option')) option.selected = option.defaultSelected;
  for (const details of all('details')) details.open = false;
  Object.assign(store, { chosen: {}, damaged: 0, problem: '' });
  Object.assign(q.levels, { chosen: {} });
  Object.assign(q.newGames, { rules: {}, strength: {} });
  Object.assign(q.review, { side: 'w', at: null, stage: '' });
  q.useSettings({});
  q.puzzles.now = null;
  q.drawLook();
})().then(() => done(''), error => done(String(error)));
"""

# What a script returns, within a second: to ask again and again from outside costs more than many tests.
SOON = r"""
const given = [...arguments], done = given.pop(), end = performance.now() + 1000, test = function () { %s
};
(async function again() {
  const value = await test(...given);
  if (value || performance.now() > end) done(value);
  else setTimeout(() => again().catch(() => done(null)), 10);
})().catch(() => done(null));
"""

# Shows an address as a page does that is loaded there.
SHOW = r"""
const [part, done] = arguments, q = quincunx, { game } = q;
(async () => {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  q.learn.close();
  await q.keeper.saveNow();
  document.activeElement.blur();
  for (const field of document.querySelectorAll('textarea, #move-text, [type=search]')) field.value = '';
  document.getElementById('analyse').checked = game.state.analyses = true;
  document.getElementById('line-count').value = 3;
  q.play.hurried = q.keeper.ready = false;
  game.own = null;
  q.keeper.homeless = q.keeper.warned = false;
  Object.assign(game, { players: { w: 'person', b: 'engine' } });
  await game.start(game.games[0].name, null, undefined, undefined, { arrive: () => { game.flipped = false; } });
  if (document.body.dataset.beside) q.explorer.toggle(false);
  q.tab('play');
  q.keeper.ready = true;
  q.view.layout();
  q.messages.closeAll();
  history.pushState(null, '', part);
  return q.keeper.follow(part);
})().then(done, error => done(String(error)));
"""


class Browser:
    """A headless Chromium. Pages take turns in it: each finds no storage, and a tab of its own if the one before changed
    more than a person can."""

    WIDTH, HEIGHT = 1280, 860

    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        # The same without windows does a third less work. By its own path: Debian's script would leave it running.
        shell = "/usr/lib/chromium/chromium-headless-shell"
        options.binary_location = shell if os.path.exists(shell) else shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-prefers-reduced-motion",
                         "--window-size=%d,%d" % (self.WIDTH, self.HEIGHT)):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_page_load_timeout(4 * PATIENCE)
        self.driver.set_script_timeout(4 * PATIENCE)
        # The screen of the tab, '' if something emulated was changed; whether that waits for a load; the names that the page has in
        # its window.
        self.screen, self.stale, self.names = "", True, []
        send = self.driver.execute_cdp_cmd
        def noted(command, parameters):
            if not command.startswith("Input."):
                self.screen, self.stale = "", self.stale or not command.startswith("Emulation.")
            return send(command, parameters)
        self.driver.execute_cdp_cmd = noted

    def untouched(self):
        """Is there one tab with the page, as it was loaded?"""
        driver = self.driver
        return not self.stale and len(driver.window_handles) == 1 and driver.current_url.split("#")[0] == "file://" + PAGE and driver.execute_script(UNTOUCHED, self.names)

    def tab(self, width, height, phone):
        """A page that forgets what the last one kept, or an empty tab."""
        driver, screen = self.driver, "%d %d %d" % (width, height, phone)
        if self.screen == screen and self.untouched() and driver.execute_async_script(FORGET) == "":
            driver.get_log("browser")
            return
        old = driver.window_handles
        for handle in old:
            # What a page keeps when it is left is kept before its tab is closed.
            driver.switch_to.window(handle)
            driver.get("about:blank")
        driver.switch_to.new_window("tab")
        new = driver.current_window_handle
        for handle in old:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(new)
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
        driver.get_log("browser")
        if phone or (width, height) != (self.WIDTH, self.HEIGHT):
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone})
        if phone:
            driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.screen = screen

    def quit(self):
        self.driver.quit()


class Page:
    """The page in a browser, by default a new one."""

    Browser = Browser

    def __init__(self, width=Browser.WIDTH, height=Browser.HEIGHT, phone=False, browser=None):
        self.own = None if browser else self.Browser()
        self.browser = browser or self.own
        self.browser.tab(width, height, phone)
        self.driver = self.browser.driver
        self.unused = True

    def close(self):
        if self.own:
            self.own.quit()

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments):
        """Waits until a script returns something true; returns that."""
        end, value = time.monotonic() + PATIENCE, self.js(script, *arguments)
        while not value:
            if time.monotonic() > end:
                raise Failure("never true: %s; the page says: %s" % (script, self.said()))
            try:
                value = self.driver.execute_async_script(SOON % script, *arguments)
            except Exception:  # another page came meanwhile
                time.sleep(0.05)
                value = self.js(script, *arguments)
        return value

    def open(self, url=None, part="", people=True, tab=""):
        """The page at an address, by default for two people: as it is loaded, if nobody changed more of it than a person can."""
        browser = self.browser
        # Who has no game yet begins at the start page.
        part, self.unused = part or ("#home=1" if self.unused and not url else ""), False
        if url or not part or not browser.untouched() or self.driver.execute_async_script(SHOW, part) is not True:
            self.driver.get("about:blank")
            self.driver.get((url or "file://" + PAGE) + part)
            self.ready()
            browser.stale, browser.names = False, self.js("return Object.keys(window)")
        self.ready()
        if people:
            self.people()
        if tab:
            self.click("tab-" + tab)

    def people(self):
        self.js("quincunx.play.hurried = true; quincunx.game.players = {w: 'person', b: 'person'}; return quincunx.playersChanged()")
        self.ready()

    READY = ("return typeof quincunx === 'object' && Boolean(quincunx.game.look) && !quincunx.game.busy"
             " && quincunx.game.phase() !== 'reply' && quincunx.thinker.thinking !== 'hint' && !quincunx.keeper.opening")

    def ready(self):
        self.wait(self.READY)

    def said(self):
        return self.js("return ['status', 'message', 'announcement', 'errors', 'failure-text'].map(i => document.getElementById(i).textContent).join(' | ')")

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def click(self, *names):
        """Clicks controls by their ids, as a person does."""
        for name in names:
            x, y = self.wait("""const e = document.getElementById(arguments[0]); e.scrollIntoView({block: 'center'});
                const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
                return b.width && e.contains(document.elementFromPoint(x, y)) && [x, y]""", name)
            self.press(x, y)

    def new(self, game=""):
        """Begins a new game by the dialog with the players of the last one: of the same kind, or another."""
        self.click("new")
        if game:
            self.js("document.querySelector(`#new-games [value=${arguments[0]}]`).click()", game)
        self.js("quincunx.game.root.left = true")
        self.click("new-play")
        self.wait("return !document.getElementById('new-game').open && !quincunx.game.root.left && quincunx.game.request().moves.length === 0")
        self.ready()

    def again(self):
        """Reloads the page like a person."""
        self.driver.refresh()
        self.ready()

    def fen(self):
        return self.js("return quincunx.game.look.fen")

    def moves(self):
        return self.js("return quincunx.game.request().moves")

    def centre(self, square):
        """Where a square is on the screen, scrolled into view."""
        return self.js("""const s = document.querySelector(`[data-square="${arguments[0]}"]`); s.scrollIntoView({block: 'center'});
            const b = s.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]""", square)

    def mouse(self, *squares):
        for square in squares:
            self.press(*self.centre(square))

    def plies(self, count):
        """Waits until so many plies have been played."""
        self.wait("return quincunx.game.request().moves.length === arguments[0]", count)

    def type(self, move, count):
        """Plays a move, the last of so many plies."""
        self.js("return quincunx.game.type(arguments[0])", move)
        self.plies(count)

    def pointer(self, kind, x, y, button="left"):
        """An event of the mouse."""
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": button, "buttons": 2 if button == "right" else 1, "clickCount": 1})

    def finger(self, kind, *points):
        """An event of fingers on the screen."""
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def press(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.pointer(kind, x, y)

    def at(self, square):
        """Where a square is on the screen now."""
        return self.js("""const b = document.querySelector(`[data-square="${arguments[0]}"]`).getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]""", square)

    def in_hand(self, letter):
        """Where a piece in hand is on the screen now."""
        return self.js("""const b = document.querySelector(`[data-drop="${arguments[0]}"]`).getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]""", letter)

    def drag(self, origin, target, button="left"):
        self.swipe(*self.centre(origin), *self.at(target), button)

    def swipe(self, x, y, tx, ty, button="left", held=False):
        """Drags by the mouse between two points of the screen; held: the button stays down."""
        self.pointer("mousePressed", x, y, button)
        for i in range(1, 6):
            self.pointer("mouseMoved", x + (tx - x) * i / 5, y + (ty - y) * i / 5, button)
        if not held:
            self.pointer("mouseReleased", tx, ty, button)

    def keys(self, *keys):
        """Presses keys: names of keys, else the letters of a text."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        names = {"Enter": Keys.ENTER, "ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN, "ArrowLeft": Keys.ARROW_LEFT,
                 "ArrowRight": Keys.ARROW_RIGHT, "Escape": Keys.ESCAPE}
        ActionChains(self.driver).send_keys(*[names.get(key, key) for key in keys]).perform()

    def touch(self, square):
        self.finger("touchStart", self.centre(square))
        self.finger("touchEnd")

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def consistent(self):
        """The board shows what the engine's FEN says."""
        end = time.monotonic() + PATIENCE
        while True:
            wrong = self.js("""const shown = quincunx.view.board.pieces, pieces = quincunx.game.pieces(), text = of => Object.entries(of).sort().join(' ');
                const drawn = document.querySelectorAll('#board .pieces > .piece').length;
                return text(shown) === text(pieces) && drawn === Object.keys(pieces).length ? '' : `the board shows ${drawn} pieces, ${text(shown)}, not ${text(pieces)}`""")
            if not wrong:
                return
            if time.monotonic() > end:
                raise Failure(wrong)
            time.sleep(0.05)

    def touch_drag(self, origin, target):
        self.touch_swipe(*self.centre(origin), *self.at(target))

    def touch_swipe(self, x, y, tx, ty):
        """Drags a finger between two points of the screen."""
        self.finger("touchStart", (x, y))
        for i in range(1, 9):
            self.finger("touchMove", (x + (tx - x) * i / 8, y + (ty - y) * i / 8))
        self.finger("touchEnd")

    def size(self, width, height, phone):
        """Another screen."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})
