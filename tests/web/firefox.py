# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The page in a headless Firefox, spoken to by WebDriver BiDi over a WebSocket: Debian has no geckodriver. What only
Chromium's own protocol can do raises Unsupported."""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time

from browser import PATIENCE, Failure, Page

PREFERENCES = {
    "ui.prefersReducedMotion": 1, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.startup.page": 0, "browser.aboutwelcome.enabled": False,
    "app.update.enabled": False, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1, "fission.webContentIsolationStrategy": 0, "remote.prefs.recommended": True,
}
KEYS = {"Enter": "\ue007", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Escape": "\ue00c"}


class Unsupported(Exception):
    pass


def program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Socket:
    """A WebSocket's client, as far as text goes (RFC 6455)."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=4 * PATIENCE)
        self.socket.sendall(("GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: %s\r\n\r\n" % (path, host, port, base64.b64encode(os.urandom(16)).decode())).encode())
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.some()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Failure("no WebSocket: %r" % head[:200])

    def some(self):
        data = self.socket.recv(65536)
        if not data:
            raise Failure("Firefox has closed the connection")
        return data

    def take(self, count):
        while len(self.rest) < count:
            self.rest += self.some()
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def send(self, text, kind=1):
        data, mask = text.encode(), os.urandom(4)
        size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data)) if len(data) < 65536 \
            else struct.pack("!BQ", 0x80 | 127, len(data))
        key = (mask * (len(data) // 4 + 1))[:len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")
        self.socket.sendall(struct.pack("!B", 0x80 | kind) + size + mask + masked)

    def receive(self):
        text = b""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack("!H", self.take(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.take(8))
            data = self.take(size)
            if first & 15 == 9:
                self.send(data.decode(), 10)
            elif first & 15 in (0, 1):
                text += data
                if first & 128:
                    return json.loads(text)


class Driver:
    """What the tests use of Selenium's driver."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="quincunx-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            file.write("".join("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)) for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen([program(), "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0",
                                         "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        host, port = self.listening()
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        self.socket, self.next, self.logged = Socket(host, port, "/session"), 0, []
        session = self.call("session.new", capabilities={})
        self.capabilities = session["capabilities"]
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.user, self.switch_to = "default", self

    def listening(self):
        for line in self.process.stderr:
            found = re.search(r"listening on ws://([\d.]+|localhost):(\d+)", line)
            if found:
                return found.group(1), int(found.group(2))
        raise Failure("Firefox does not start")

    def call(self, method, **parameters):
        self.next += 1
        self.socket.send(json.dumps({"id": self.next, "method": method, "params": parameters}))
        while True:
            answer = self.socket.receive()
            if answer.get("method") == "log.entryAdded":
                self.logged.append(answer["params"])
            if answer.get("id") != self.next:
                continue
            if answer["type"] == "error":
                raise Failure("%s: %s: %s" % (method, answer["error"], answer["message"][:300]))
            return answer["result"]

    def evaluate(self, function, *arguments):
        """Calls a function in the page; it returns JSON."""
        done = self.call("script.callFunction", functionDeclaration=function, awaitPromise=True, target={"context": self.context},
                         arguments=[{"type": "string", "value": json.dumps(arguments)}])
        if done["type"] == "exception":
            raise Failure("the page throws: %s" % done["exceptionDetails"]["text"])
        return json.loads(done["result"].get("value") or "null")

    def execute_script(self, script, *arguments):
        # An element is something: whoever waits for one gets its name.
        return self.evaluate("async text => { const run = function () { %s\n}, value = await run(...JSON.parse(text)); "
                             "return JSON.stringify(value instanceof Element ? value.tagName : value) ?? 'null'; }" % script, *arguments)

    def execute_async_script(self, script, *arguments):
        return self.evaluate("text => new Promise((resolve, reject) => { const run = function () { %s\n}; "
                             "run(...JSON.parse(text), value => resolve(JSON.stringify(value) ?? 'null')); })" % script, *arguments)

    # ---- Tabs ----

    @property
    def current_window_handle(self):
        return self.context

    @property
    def window_handles(self):
        return [tab["context"] for tab in self.call("browsingContext.getTree", maxDepth=0)["contexts"] if tab["userContext"] == self.user]

    def window(self, handle):
        self.call("browsingContext.activate", context=handle)
        self.context = handle

    def new_window(self, _):
        self.context = self.call("browsingContext.create", type="tab", userContext=self.user)["context"]

    def close(self):
        self.call("browsingContext.close", context=self.context)

    def tab(self, width, height, phone):
        """A tab among strangers: nothing is kept here yet. All others are closed."""
        user = self.user
        self.user = self.call("browser.createUserContext")["userContext"]
        old = [tab["context"] for tab in self.call("browsingContext.getTree", maxDepth=0)["contexts"]]
        self.new_window("tab")
        self.size(width, height, phone)
        for handle in old:
            self.call("browsingContext.close", context=handle)
        if user != "default":
            self.call("browser.removeUserContext", userContext=user)
        self.logged = []

    def size(self, width, height, phone):
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height},
                  devicePixelRatio=2 if phone else 1)

    def get(self, url):
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def refresh(self):
        self.call("browsingContext.reload", context=self.context, wait="complete")

    def save_screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"]))

    def pointer(self, *steps, kind="mouse"):
        self.call("input.performActions", context=self.context,
                  actions=[{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": list(steps)}])

    def press(self, *keys):
        steps = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": steps}])

    def execute_cdp_cmd(self, name, _):
        raise Unsupported(name)

    def quit(self):
        try:
            self.call("browser.close")
        except Failure:
            self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __getattr__(self, name):
        raise Unsupported(name)


class FirefoxBrowser(Driver):
    @property
    def driver(self):
        return self


class FirefoxPage(Page):
    Browser = FirefoxBrowser

    def size(self, width, height, phone):
        self.driver.size(width, height, phone)

    def spot(self, x, y):
        return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}

    def click(self, name):
        x, y = self.wait("""const e = document.getElementById(arguments[0]); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();
            return b.width && [b.x + b.width / 2, b.y + b.height / 2]""", name)
        self.driver.pointer(self.spot(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def mouse(self, square):
        x, y = self.centre(square)
        self.driver.pointer(self.spot(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def swipe(self, x, y, tx, ty, button="left", modifiers=0):
        if modifiers:
            raise Unsupported("keys held while the mouse is dragged")
        button = {"left": 0, "right": 2}[button]
        self.driver.pointer(self.spot(x, y), {"type": "pointerDown", "button": button},
                            *[self.spot(x + (tx - x) * i / 5, y + (ty - y) * i / 5) for i in range(1, 6)], {"type": "pointerUp", "button": button})

    def drag(self, origin, target):
        x, y = self.centre(origin)
        self.swipe(x, y, *self.js("""const b = document.querySelector(`[data-square="${arguments[0]}"]`).getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]""", target))

    def touch(self, square):
        x, y = self.centre(square)
        self.driver.pointer(self.spot(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}, kind="touch")

    def touch_swipe(self, x, y, tx, ty):
        self.driver.pointer(self.spot(x, y), {"type": "pointerDown", "button": 0},
                            *[self.spot(x + (tx - x) * i / 8, y + (ty - y) * i / 8) for i in range(1, 9)], {"type": "pointerUp", "button": 0}, kind="touch")

    def keys(self, *keys):
        self.driver.press(*[each for key in keys for each in ([KEYS[key]] if key in KEYS else key)])

    def errors(self):
        time.sleep(0.05)
        self.js("return 0")
        found, self.driver.logged = self.driver.logged, []
        return [entry["text"] for entry in found if entry["level"] == "error"]
