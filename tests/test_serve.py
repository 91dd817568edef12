#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""web/serve.py: its answers, its access control, and hostile clients.

Usage: tests/test_serve.py ENGINE [TEST...]. All traffic stays on 127.0.0.1."""

import base64
import gzip
import hashlib
import hmac
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from protocol import ENGINE, PATIENCE, ROOT, TESTS, all_games, check, equal, run, test

NONCE = 24 * "n"
PAGE = "<!doctype html><title>a page</title>\n"


class Served:
    """A running server with its own state folder."""

    def __init__(self):
        self.transcript, self.processes = [], []
        self.folder = tempfile.mkdtemp()
        self.page = os.path.join(self.folder, "page.html")
        put(self.page, PAGE)
        self.start()

    def start(self, *options, page=None):
        """Starts a server (another one, too); returns its process, whose address it reads."""
        process = subprocess.Popen([sys.executable, os.path.join(ROOT, "web", "serve.py"), ENGINE, page or self.page, *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "XDG_STATE_HOME": os.path.join(self.folder, "state"),
                                        "XDG_DATA_HOME": os.path.join(self.folder, "data")})
        self.processes.append(process)
        self.said = process.stdout.readline()
        found = re.fullmatch(r"Quincunx (?:plays|is already running,) at http://(127\.0\.0\.1:(\d+))/([\w-]{20,})/(#g=\w+)?\n", self.said)
        check(found, "it said %r" % self.said)
        self.name, self.port, self.key, self.part = found.group(1), int(found.group(2)), found.group(3), found.group(4)
        return process

    def connect(self):
        sock = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        return sock

    def raw(self, data):
        """Its answer to these bytes until it closes the connection."""
        with self.connect() as sock:
            try:
                sock.sendall(data)
            except OSError:
                pass  # it hung up early, but its answer may be there
            return read_all(sock)

    def ask(self, path, method="GET", **headers):
        """(status, head, body); "KEY" in the path is the server's key. host=None sends none."""
        fields = {"host": self.name, **headers}
        head = "%s %s HTTP/1.1\r\n" % (method, path.replace("KEY", self.key))
        head += "".join("%s: %s\r\n" % (name.replace("_", "-"), value) for name, value in fields.items() if value is not None)
        self.transcript.append("> " + head)
        return split(self.raw(head.encode("latin-1") + b"\r\n"))

    def socket(self, place="engine", query="", **headers):
        fields = {"Host": self.name, "Origin": "http://" + self.name, "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(b"0123456789abcdef").decode(), **headers}
        talk = Talk(self, "GET /%s/%s%s HTTP/1.1\r\n" % (place, NONCE, query) + "".join("%s: %s\r\n" % pair for pair in fields.items()) + "\r\n")
        # Both show that they know the key.
        shown = json.loads(talk.receive()[1])
        equal(shown["proof"], self.prove("server " + place, NONCE))
        talk.frame(1, self.prove("client " + place, shown["nonce"]).encode())
        return talk

    def prove(self, what, nonce):
        return hmac.new(self.key.encode(), ("%s %d %s" % (what, self.port, nonce)).encode(), hashlib.sha256).hexdigest()

    def kill(self):
        for process in self.processes:
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()
        shutil.rmtree(self.folder)


class Talk:
    """A client's end of a WebSocket."""

    def __init__(self, server, head):
        self.sock = server.connect()
        self.sock.sendall(head.encode())
        self.file = self.sock.makefile("rb")
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            line = self.file.readline()
            check(line, "no WebSocket: %s" % self.head)
            self.head += line
        check(self.head.startswith(b"HTTP/1.1 101 "), "no WebSocket: %s" % self.head)

    def frame(self, opcode, payload, last=True, masked=True, flags=0):
        size, bit = len(payload), 0x80 if masked else 0
        head = bytes([(0x80 if last else 0) | flags | opcode])
        if size < 126:
            head += bytes([bit | size])
        elif size < 1 << 16:
            head += struct.pack("!BH", bit | 126, size)
        else:
            head += struct.pack("!BQ", bit | 127, size)
        mask = b"\x5a\xa5\x0f\xf0"
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if masked else payload
        self.sock.sendall(head + (mask if masked else b"") + body)

    def send(self, request):
        self.frame(1, json.dumps(request).encode())

    def receive(self):
        """(opcode, payload); (None, b"") if it was cut off."""
        head = self.file.read(2)
        if len(head) < 2:
            return None, b""
        size = head[1] & 127
        if size == 126:
            size = struct.unpack("!H", self.file.read(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", self.file.read(8))[0]
        return head[0] & 15, self.file.read(size)

    def ask(self, **request):
        self.send({"id": 1, **request})
        return self.answer(1)[0]

    def answer(self, number):
        """The last answer to a request, and the numbers of all that came before."""
        before = []
        while True:
            opcode, payload = self.receive()
            equal(opcode, 1)
            said = json.loads(payload)
            before.append(said.get("id"))
            if said.get("id") == number and "info" not in said:
                return said, before

    def closed(self):
        """The status with which it closes."""
        while True:
            opcode, payload = self.receive()
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0]
            check(opcode is not None, "cut off without a word")

    def close(self):
        self.file.close()
        self.sock.close()


def read_all(sock):
    data = b""
    try:
        while True:
            part = sock.recv(1 << 16)
            if not part:
                return data
            data += part
    except ConnectionResetError:
        return data


def split(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.1 (\d+) ", head)
    return (int(found.group(1)) if found else None), head.decode("latin-1"), body


def children(process):
    """The engines of a server."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                parent = file.read().rpartition(")")[2].split()[1]
        except OSError:  # it ended meanwhile
            continue
        if int(parent) == process.pid:
            found.append(entry)
    return found


def put(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, "never: " + what)
        time.sleep(0.05)


# ---- What it serves ----

@test
def the_page(server):
    status, head, body = server.ask("/KEY/")
    equal((status, body.decode()), (200, PAGE))
    for line in ("Content-Type: text/html; charset=utf-8", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
                 "X-Content-Type-Options: nosniff", "connect-src ws://" + server.name, "frame-ancestors 'none'"):
        check(line in head, "no %s in %s" % (line, head))
    equal(server.ask("/KEY/", "HEAD")[::2], (200, b""))
    # Compressed for those who can read that, and anew when the file is another.
    for coding, packed in (("gzip, deflate, br", True), ("br;q=1.0, gzip;q=0.5", True), ("gzip;q=0", False), ("x-gzipped", False), ("gzip; q=0.0, br", False), ("", False)):
        status, head, body = server.ask("/KEY/", Accept_Encoding=coding)
        equal((coding, status, "Content-Encoding: gzip" in head, (gzip.decompress(body) if packed else body).decode()), (coding, 200, packed, PAGE))
        check("Vary: Accept-Encoding" in head, head)
    with open(server.page, "a", encoding="utf-8") as file:
        file.write("more")
    equal(gzip.decompress(server.ask("/KEY/", Accept_Encoding="gzip")[2]).decode(), PAGE + "more")
    os.remove(server.page)
    equal(server.ask("/KEY/")[0], 500)


@test
def an_engine_of_its_own_for_each_socket(server):
    one, two = server.socket(), server.socket("rules")
    accept = base64.b64encode(hashlib.sha1(base64.b64encode(b"0123456789abcdef") + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    check(b"Sec-WebSocket-Accept: " + accept + b"\r\n" in one.head, one.head)
    # A search in one does not stop what the other is asked.
    one.send({"id": 1, "do": "search", "game": "horizons"})
    equal(two.ask(do="position", game="chess", moves=["e2e4"])["fen"].split()[:2], ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b"])
    equal(len(children(server.processes[0])), 2)
    one.send({"id": 2, "do": "stop"})
    _, before = one.answer(2)
    check(1 in before, "the search ended without an answer: %s" % before)
    one.close()
    two.close()
    wait_for("the engines end with their tabs", lambda: not children(server.processes[0]))


@test
def an_engine_by_the_rules_that_are_asked_for(server):
    """They are an argument, whatever is in them, and the engine looks at them."""
    one = server.socket("rules", "?rules=horizons%3Apush%3Doff%2Cfirst%3Dblack")
    equal(one.ask(do="position", game="horizons")["rules"], "push=off,first=black")
    one.close()
    for query, why in (("?rules=horizons%3Apush%3D2", "on|off"), ("?rules=--version", "GAME:OPTION=VALUE"), ("?rules=chess:a%00b=c%0A", "no rule"),
                       ("?rules=%24(id)%3A%22'%3Bid", "no game"), ("?rules=chess:" + "x" * 5000, "too long"), ("?rules=%FF%FE:x=y", "no game")):
        one = server.socket("engine", query)
        check(why in one.ask(do="games")["error"], query)
        one.close()
    for query in ("?", "?rules=", "?rule=x", "?rules", "?=&&%"):
        one = server.socket("rules", query)
        check("fen" in one.ask(do="position", game="horizons", rules=""), query)
        one.close()


@test
def messages_in_pieces_and_long(server):
    one = server.socket("rules")
    line = json.dumps({"id": 1, "do": "games"}).encode()
    one.frame(1, line[:5], last=False)
    one.frame(9, b"are you there")
    one.frame(0, line[5:])
    opcode, payload = one.receive()
    equal((opcode, payload), (10, b"are you there"))
    equal(len(one.answer(1)[0]["games"]), len(all_games(ENGINE)))
    # Longer than any pipe, with line ends inside.
    one.frame(1, b'{"id":2,\n"do":\r"position","game":"chess","x":"' + 300000 * b"y" + b'"}')
    equal(one.answer(2)[0]["side"], "w")
    one.frame(8, struct.pack("!H", 1000))
    equal(one.closed(), 1000)


@test
def too_many_tabs(server):
    tabs = [server.socket("rules") for _ in range(32)]
    equal(server.socket("rules").closed(), 1013)
    for tab in tabs:
        tab.close()
    wait_for("tabs make room", lambda: not children(server.processes[0]))
    server.socket("rules").send({"do": "games"})


# ---- What is kept ----

def entry(rev, name="game-1", **data):
    return {"head": {"id": name, "rev": rev, "game": "chess"}, "data": data}


@test
def games_are_kept_as_files(server):
    one, two = server.socket("games"), server.socket("games")
    equal(one.ask(do="list"), {"id": 1, "heads": [], "damaged": []})
    equal(one.ask(do="read", game="game-1"), {"id": 1, "entry": None})
    equal(one.ask(do="write", entry=entry(1, text="\u00e4\ud800"), base=0), {"id": 1, "conflict": 0})
    equal(one.ask(do="list")["heads"], [{"id": "game-1", "rev": 1, "game": "chess"}])
    # Who has read an older revision does not overwrite a newer one.
    two.send({"id": 2, "do": "write", "entry": entry(2, text="two"), "base": 1})
    equal(two.answer(2)[0], {"id": 2, "conflict": 0})
    equal(one.ask(do="write", entry=entry(2, text="one"), base=1), {"id": 1, "conflict": 2})
    equal(one.ask(do="read", game="game-1")["entry"]["data"], {"text": "two"})
    equal(one.ask(do="erase", game="game-1", rev=1), {"id": 1})
    equal([head["rev"] for head in one.ask(do="list")["heads"]], [2])
    equal(one.ask(do="settings"), {"id": 1, "settings": None})
    equal(one.ask(do="keep_settings", settings={"theme": "dark"}), {"id": 1})
    # They outlive the server, whatever its port, and are for their owner alone.
    games = os.path.join(server.folder, "data", "quincunx", "games")
    kept = os.path.dirname(games)
    equal([os.stat(folder).st_mode & 0o777 for folder in (os.path.dirname(kept), kept, games)], [0o700] * 3)
    equal(os.stat(os.path.join(games, "game-1.json")).st_mode & 0o777, 0o600)
    equal(sorted(os.listdir(games)), [".lock", "game-1.json"])
    server.processes[0].send_signal(signal.SIGINT)
    equal(server.processes[0].wait(PATIENCE), 0)
    os.remove(os.path.join(server.folder, "state", "quincunx", "serve.json"))
    # What a server that was killed left goes, and a folder of an earlier version is closed to others.
    os.chmod(kept, 0o755)
    for left in (os.path.join(kept, "page.json.99.new"), os.path.join(games, "game-1.json.99.new")):
        put(left, "{")
    server.start()
    one = server.socket("games")
    equal(one.ask(do="list")["heads"], [{"id": "game-1", "rev": 2, "game": "chess"}])
    equal(one.ask(do="settings")["settings"], {"theme": "dark"})
    equal((os.stat(kept).st_mode & 0o777, sorted(os.listdir(games)), [name for name in os.listdir(kept) if name.endswith(".new")]),
          (0o700, [".lock", "game-1.json"], []))
    equal(one.ask(do="erase", game="game-1"), {"id": 1})
    equal(one.ask(do="list")["heads"], [])


@test
def a_damaged_file_hides_no_other(server):
    one = server.socket("games")
    one.ask(do="write", entry=entry(1), base=0)
    kept = os.path.join(server.folder, "data", "quincunx")
    games = os.path.join(kept, "games")
    head = '{"head":{"id":"%s","rev":1,"game":"chess"},"data":{}}'
    # One of a newer version has what nobody here knows; it is for the page to say so.
    put(os.path.join(games, "newer.json"), '{"head":{"id":"newer","rev":7,"game":"chess","colours":["x"]},"data":{"version":99,"board":[[1]]},"more":1}')
    damaged = {"cut": head[:30], "empty": "", "other-name": head % "cut", "no-object": "[]", "no-number": head.replace("1", "NaN") % "no-number",
               "deep": "[" * 100000, "large-head": (head % "large-head").replace("chess", "x" * 100000)}
    for name, text in damaged.items():
        put(os.path.join(games, name + ".json"), text)
    with open(os.path.join(games, "enormous.json"), "wb") as file:
        file.truncate(5 << 30)
    os.mkfifo(os.path.join(games, "pipe.json"))
    os.mkdir(os.path.join(games, "folder.json"))
    put(os.path.join(games, "not ours.json"), "{")
    for _ in range(2):
        said = one.ask(do="list")
        equal([head["id"] for head in said["heads"]], ["game-1", "newer"])
        equal([each["id"] for each in said["damaged"]], sorted([*damaged, "enormous", "pipe", "folder"]))
        check(all(os.path.join(games, each["id"] + ".json: ") in each["why"] for each in said["damaged"]), said["damaged"])
    equal({each["id"]: each["why"].split(": ")[1] for each in said["damaged"] if each["id"] in ("deep", "enormous", "pipe")},
          {"deep": "values nest too deeply", "enormous": "it has 5120 MB, and at most 64 are read", "pipe": "it is not a file"})
    # A damaged file is reported to its reader; it can be overwritten, and is deleted only as a whole.
    check("cut.json" in one.ask(do="read", game="cut")["error"], "no reason")
    equal(one.ask(do="read", game="newer")["entry"]["data"]["version"], 99)
    equal(one.ask(do="erase", game="cut", rev=9), {"id": 1})
    check("error" in one.ask(do="erase", game="cut", rev="9"), "a revision that is none")
    check(os.path.exists(os.path.join(games, "cut.json")), "it went")
    equal(one.ask(do="write", entry=entry(3, "empty"), base=2), {"id": 1, "conflict": 0})
    for name in [*damaged, "enormous", "pipe"]:
        equal(one.ask(do="erase", game=name), {"id": 1})
    equal([[each["id"] for each in one.ask(do="list")[kind]] for kind in ("heads", "damaged")], [["game-1", "newer"], ["folder"]])
    # Settings that cannot be read are put aside.
    for text in ("{", "[]", "[" * 100000, '{"x":NaN}'):
        put(os.path.join(kept, "page.json"), text)
        said = one.ask(do="settings")
        check(said["settings"] is None and "page.json" in said["damaged"], said)
        one.ask(do="keep_settings", settings={"theme": "dark"})
        equal(one.ask(do="settings"), {"id": 1, "settings": {"theme": "dark"}})
        with open(os.path.join(kept, "page.json.damaged"), encoding="ascii") as file:
            equal(file.read(), text)
    one.ask(do="keep_settings", settings={"theme": "dark", "newer": [1]})
    equal(one.ask(do="settings")["settings"], {"theme": "dark", "newer": [1]})


@test
def nonsense_touches_no_file(server):
    one = server.socket("games")
    for line in ("", "{", "[]", "1", "null", "[" * 100000, '{"id":1}', '{"id":1,"do":"help"}', '{"id":1,"do":["list"]}', '{"id":1,"do":"read"}',
                 '{"id":1,"do":"read","game":"../page"}', '{"id":1,"do":"read","game":""}', '{"id":1,"do":"read","game":"%s"}' % ("x" * 65),
                 '{"id":1,"do":"write"}', '{"id":1,"do":"write","entry":{"head":{"id":"../x","rev":1},"data":{}},"base":0}',
                 '{"id":1,"do":"write","entry":{"head":{"id":"x"},"data":{}},"base":0}',
                 '{"id":1,"do":"write","entry":{"head":{"id":"x","rev":1,"y":NaN},"data":{}},"base":0}',
                 '{"id":1,"do":"write","entry":{"head":{"id":"x","rev":1},"data":{"y":%s}},"base":0}' % ("[" * 5000 + "]" * 5000),
                 '{"id":%s,"do":"help"}' % ("[" * 900 + "]" * 900), '{"id":1,"do":"keep_settings","settings":[]}'):
        one.frame(1, line.encode())
        check("error" in json.loads(one.receive()[1]), line[:60])
    kept = os.path.join(server.folder, "data", "quincunx")
    equal([name for _, _, files in os.walk(kept) for name in files], [".lock"])


# ---- To whom ----

@test
def only_those_with_the_key(server):
    for path in ("/", "/x/", "/%s" % server.key[:-1], "/%s/" % server.key[:-1], "/%sx/" % server.key, "/favicon.ico", "*",
                 "http://%s/" % server.name, "/\xe9/", "/x/engine", "/engine/x", "/about/", "/open/x/"):
        status, _, body = server.ask(path)
        check(status in (403, 400) and b"title" not in body, "%s: %s" % (path, status))
    for path in ("/KEY", "/KEY/../", "/KEY/../web/serve.py", "/KEY/..%2f..%2f..%2f..%2fetc%2fpasswd", "/KEY//etc/passwd", "/KEY/page.html",
                 "/KEY/engine/", "/KEY/%00"):
        status, _, body = server.ask(path)
        check(status == 404 and b"root:" not in body, "%s: %s" % (path, status))
    # The request without a key proves the server's key to those who know it, and nothing more.
    status, _, body = server.ask("/about/" + NONCE)
    equal((status, json.loads(body)), (200, {"engine": os.path.realpath(ENGINE), "page": os.path.realpath(server.page), "proof": server.prove("about", NONCE)}))


def stranger(server, place="games"):
    """A WebSocket whose other end has not shown yet that it knows the key."""
    return Talk(server, "GET /%s/%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (place, NONCE, server.name, server.name, base64.b64encode(bytes(16)).decode()))


@test
def a_socket_is_for_those_who_know_the_key(server):
    for place in ("engine", "rules", "games"):
        for answer in (lambda nonce: b"x", lambda nonce: server.prove("server " + place, nonce).encode(), lambda nonce: server.prove("client x", nonce).encode(),
                       lambda nonce: server.prove("client " + place, NONCE).encode(), lambda nonce: b'{"id":1,"do":"list"}'):
            one = stranger(server, place)
            one.frame(1, answer(json.loads(one.receive()[1])["nonce"]))
            equal(one.closed(), 1008)
    equal(children(server.processes[0]), [])
    # What follows unseen is for nobody, and whoever says nothing is cut off.
    one = stranger(server)
    one.frame(1, b"x")
    one.send({"id": 1, "do": "write", "entry": entry(1), "base": 0})
    one.closed()
    two = stranger(server)
    two.receive()
    equal(two.receive(), (None, b""))
    equal(os.path.exists(os.path.join(server.folder, "data")), False)


@test
def a_ticket_serves_once(server):
    def ticket(at=0, key=None):
        name = "%d.%s" % (time.time() + at, os.urandom(12).hex())
        return "/open/%s.%s/" % (name, hmac.new((key or server.key).encode(), ("open %d %s" % (server.port, name)).encode(), hashlib.sha256).hexdigest())

    good = ticket()
    equal(server.ask(good, "HEAD")[0], 403)
    status, head, _ = server.ask(good)
    check(status == 303 and head.endswith("Location: /%s/" % server.key), head)
    equal(server.ask(good)[0], 403)
    check(server.ask(ticket() + "chess")[1].endswith("Location: /%s/#g=chess" % server.key), "no game")
    for path in (ticket(-61), ticket(3600), ticket(key="x"), ticket()[:-2] + "x/", ticket().replace(".", "", 1), ticket() + "a/b", ticket() + "%0d"):
        equal((path, server.ask(path)[0]), (path, 403))


@test
def only_by_its_own_name(server):
    port = server.port
    for host in ("localhost:%d" % port, "127.0.0.1", "evil.example", "evil.example:%d" % port, "127.0.0.1:%d" % (port + 1),
                 "127.0.0.1:%d.evil.example" % port, "", None):
        equal((host, server.ask("/KEY/", host=host)[0]), (host, 403))
    equal(split(server.raw(("GET /%s/ HTTP/1.1\r\nHost: %s\r\nHost: evil.example\r\n\r\n" % (server.key, server.name)).encode()))[0], 403)
    equal(server.ask("/KEY/", Origin="http://" + server.name)[0], 200)
    for origin in ("http://evil.example", "null", "https://" + server.name, "http://localhost:%d" % port, "", "http://%s.evil.example" % server.name):
        equal((origin, server.ask("/KEY/", Origin=origin)[0]), (origin, 403))
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
               "Sec_WebSocket_Key": base64.b64encode(bytes(16)).decode()}
    equal(server.ask("/engine/" + NONCE, Origin="http://evil.example", **upgrade)[0], 403)
    equal(server.ask("/engine/" + NONCE, **upgrade)[0], 403)
    for wrong in ({"Upgrade": "h2c"}, {"Sec_WebSocket_Version": "8"}, {"Sec_WebSocket_Key": "AAAA"}, {"Sec_WebSocket_Key": "!"}):
        equal((wrong, server.ask("/engine/" + NONCE, Origin="http://" + server.name, **{**upgrade, **wrong})[0]), (wrong, 426))
    equal(len(children(server.processes[0])), 0)


@test
def only_on_this_machine(server):
    listening = subprocess.run(["ss", "-tln"], capture_output=True, text=True, check=False).stdout if shutil.which("ss") else ""
    if listening:
        found = re.findall(r"\s(\S+):%d\s" % server.port, listening)
        equal(found, ["127.0.0.1"])
    with socket.socket() as sock:
        sock.settimeout(1)
        check(sock.connect_ex(("127.0.0.2", server.port)), "it answers at another address")


NOBODY, OTHER = 65534, 65533


def may_be_others():
    if os.getuid() == 0 and shutil.which("setpriv"):
        return True
    print("skipped: other users (needs root and setpriv)")
    return False


def as_user(user, *command):
    return ["setpriv", "--reuid", str(user), "--clear-groups", *command]


def start_as_nobody(server):
    """The process of an unowned server, and its address."""
    shutil.copy(os.path.join(ROOT, "web", "serve.py"), server.folder)
    os.chmod(server.folder, 0o777)
    process = subprocess.Popen(as_user(NOBODY, "/usr/bin/python3", server.folder + "/serve.py", "/bin/true", server.page),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={"XDG_STATE_HOME": server.folder + "/nobody"}, cwd=server.folder)
    server.processes.append(process)
    return process, process.stdout.readline().split()[-1]


@test
def only_the_user_who_started_it(server):
    if not may_be_others():
        return
    _, address = start_as_nobody(server)
    script = ("import http.client, sys; host, key = sys.argv[1].split('/')[2:4]; w = http.client.HTTPConnection(host);"
              "w.request('GET', '/' + key + '/'); print(w.getresponse().status)")
    mapped = ("import socket, sys; host, key = sys.argv[1].split('/')[2:4]; s = socket.socket(socket.AF_INET6);"
              "s.connect(('::ffff:127.0.0.1', int(host.split(':')[1])));"
              "s.sendall(('GET /%s/ HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' % (key, host)).encode()); print(s.recv(12).split()[1].decode())")
    for code in (script, mapped):
        for user, status in ((NOBODY, "200"), (0, "403"), (OTHER, "403")):
            out = subprocess.run(as_user(user, "/usr/bin/python3", "-c", code, address), capture_output=True, text=True, check=False, cwd="/")
            equal((user, out.stdout.strip(), out.stderr[-300:]), (user, status, ""))


# Listens at a port until somebody comes, and tells what came.
LISTENER = """import socket, sys
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1', int(sys.argv[1]))); s.listen(); print('listens', flush=True)
c, _ = s.accept(); came = c.recv(1 << 16); print(repr(came), flush=True)
s.close(); c.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}'); c.close()
"""


@test
def whoever_listens_at_its_port_learns_nothing(server):
    def listens(command, port):
        process = subprocess.Popen([*command, "/usr/bin/python3", "-c", LISTENER, str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/")
        server.processes.append(process)
        equal(process.stdout.readline(), "listens\n")
        return process

    def ends(process):
        """What came to a listener."""
        process.terminate()
        return process.communicate()[0]

    # Another program of the same user may be asked what it is; it learns no key, and both are given up, even if it goes at once.
    first = server.key, server.port
    ends(server.processes[0])
    thief = listens([], server.port)
    server.start()
    check(server.key != first[0] and server.port != first[1], "the same key or port")
    came = ends(thief)
    check("GET /about/" in came and first[0] not in came, came)
    if not may_be_others():
        return
    # Another user's is not even asked.
    process, address = start_as_nobody(server)
    ends(process)
    thief = listens(as_user(OTHER), address.split("/")[2].split(":")[1])
    process, moved = start_as_nobody(server)
    equal(ends(thief), "")
    check(all(one != two for one, two in zip(address.split("/")[2:4], moved.split("/")[2:4])), "%s, %s" % (address, moved))
    # The new ones are remembered.
    ends(process)
    equal(start_as_nobody(server)[1], moved)


# ---- Hostile clients ----

@test
def heads_that_are_none(server):
    for data, statuses in ((b"\r\n\r\n", (None, 400)), (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", (400, None)), (b"GET\r\n\r\n", (400,)),
                           (b"GET / HTTP/9.9\r\n\r\n", (505, 400)), (b"GET / HTTP/x\r\n\r\n", (400,)), (b"GET /" + 70000 * b"a" + b" HTTP/1.1\r\n\r\n", (414,)),
                           (b"GET / HTTP/1.1\r\n" + 200 * b"X: y\r\n" + b"\r\n", (431,)), (b"GET / HTTP/1.1\r\nX: " + 70000 * b"y" + b"\r\n\r\n", (431,)),
                           (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", (403, 400)), (bytes(range(256)), (None, 400))):
        status = split(server.raw(data))[0]
        check(status in statuses, "%r...: %s, not one of %s" % (data[:30], status, statuses))
    equal(server.ask("/KEY/")[0], 200)


@test
def methods_and_bodies(server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "<script>"):
        status, head, _ = server.ask("/KEY/", method)
        equal((method, status), (method, 501))
        # The refusal repeats the method as text, not as markup.
        check("Content-Type: text/plain" in head, head)
    # A huge body is not read, and what it contains is no second request.
    head = "GET /%s/ HTTP/1.1\r\nHost: %s\r\nContent-Length: 100000000000\r\n\r\n" % (server.key, server.name)
    inner = head.encode().replace(b"100000000000", b"0")
    answer = server.raw(head.encode() + inner)
    equal(answer.count(b"HTTP/1.1 "), 1)
    answer = server.raw(b"POST /%s/ HTTP/1.1\r\nHost: %s\r\nContent-Length: 9000000000\r\n\r\n" % (server.key.encode(), server.name.encode()) + bytes(8 << 20))
    equal(split(answer)[0] in (501, None), True)
    equal(server.ask("/KEY/")[0], 200)


@test
def frames_that_are_none(server):
    def status(act):
        one = server.socket("rules")
        act(one)
        return one.closed()

    equal(status(lambda s: s.frame(1, b"{}", masked=False)), 1002)
    equal(status(lambda s: s.frame(1, b"{}", flags=0x40)), 1002)
    equal(status(lambda s: s.frame(3, b"{}")), 1002)
    equal(status(lambda s: s.frame(0, b"{}")), 1002)
    equal(status(lambda s: s.frame(9, b"{}", last=False)), 1002)
    equal(status(lambda s: s.sock.sendall(bytes([0x89, 0xfe, 0, 126]) + bytes(130))), 1002)
    equal(status(lambda s: (s.frame(1, b"{", last=False), s.frame(1, b"}"))), 1002)
    equal(status(lambda s: s.frame(2, b"{}")), 1003)
    equal(status(lambda s: s.frame(1, b"\xff\xfe")), 1007)
    equal(status(lambda s: s.sock.sendall(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff")), 1009)
    equal(status(lambda s: s.sock.sendall(b"\x81\xff" + struct.pack("!Q", (64 << 20) + 1))), 1009)
    # Cut off in the middle of a frame.
    one = server.socket("rules")
    one.sock.sendall(b"\x81\xff")
    one.close()
    wait_for("no engine is left", lambda: not children(server.processes[0]))
    # JSON that is none gets an answer, and the talk goes on.
    one = server.socket("rules")
    for bad in (b"", b"{", b"\x00", b"[]", b'{"id":1,"do":"games"', 2000 * b"["):
        one.frame(1, bad)
    one.send({"id": 7, "do": "games"})
    equal(len(one.answer(7)[0]["games"]), len(all_games(ENGINE)))


@test
def dripping_heads_do_not_block(server):
    drips = []
    for _ in range(100):
        sock = server.connect()
        drips.append(sock)
        try:
            sock.sendall(b"GET / HTTP/1.1\r\nX: ")
        except OSError:
            pass
    begun = time.monotonic()
    equal(server.ask("/KEY/")[0], 200)
    check(time.monotonic() - begun < 2, "others waited")
    # More than it bears: some are cut off at once, so that threads are few.
    with open("/proc/%d/status" % server.processes[0].pid, encoding="ascii") as file:
        check(int(re.search(r"Threads:\s*(\d+)", file.read()).group(1)) < 75, "too many threads")
    for sock in drips:
        sock.close()
    equal(server.ask("/KEY/")[0], 200)


# ---- Beginning and end ----

@test
def a_second_start_opens_the_first(server):
    first = server.key, server.port
    state = os.path.join(server.folder, "state", "quincunx", "serve.json")
    equal(os.stat(state).st_mode & 0o777, 0o600)
    second = server.start("--game", "horizons")
    equal((server.key, server.port), first)
    equal((second.wait(PATIENCE), server.part), (0, "#g=horizons"))
    # A server of another page is another one, and does not take the first one's place.
    other = os.path.join(server.folder, "other.html")
    shutil.copy(server.page, other)
    server.start(page=other)
    check(server.port != first[1], "the same port")
    server.start()
    equal((server.key, server.port), first)
    # After the end the address is the same, so that a tab that is open finds the server again.
    server.processes[0].send_signal(signal.SIGINT)
    equal(server.processes[0].wait(PATIENCE), 0)
    server.start()
    equal((server.key, server.port), first)
    # A port that is taken, and a broken state.
    server.processes[-1].terminate()
    equal(server.processes[-1].wait(PATIENCE), 0)
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", first[1]))
        taken.listen()
        said = server.start().stdout.readline()
        check(server.port != first[1] and server.key != first[0], "a port that is taken")
        check("port %d" % first[1] in said, said)
    for broken in ("", "[]", "{}", "[" * 100000, '{"port":"x","key":"y"}', '{"port":80,"key":"y"}', '{"port":99999,"key":"a\\r\\nb"}'):
        put(state, broken)
        server.start()


@test
def it_ends_by_itself_when_the_last_tab_is_closed(server):
    other = os.path.join(server.folder, "other.html")
    shutil.copy(server.page, other)
    process = server.start("--idle", "2", page=other)
    one = server.socket("rules")
    time.sleep(3)
    one.ask(do="games")
    check(process.poll() is None, "it ended with a tab open")
    one.close()
    equal(process.wait(PATIENCE), 0)
    equal(process.stderr.read(), "")


@test
def engines_end_with_the_server(server):
    one = server.socket()
    one.send({"id": 1, "do": "search", "game": "chess"})
    one.receive()
    engine = children(server.processes[0])[0]
    server.processes[0].send_signal(signal.SIGINT)
    equal(server.processes[0].wait(PATIENCE), 0)
    wait_for("the engine ends", lambda: not os.path.exists("/proc/%s/stat" % engine)
             or open("/proc/%s/stat" % engine, encoding="ascii").read().rsplit(")", 1)[1].split()[0] == "Z")


@test
def browsers_in_their_order(server):
    tools = os.path.join(server.folder, "tools")
    os.mkdir(tools)
    for name, status in (("first", 1), ("second", 0), ("third", 0)):
        path = os.path.join(tools, name)
        put(path, "#!/bin/sh\necho \"%s $*\" >> '%s/opened'\nexit %d\n" % (name, server.folder, status))
        os.chmod(path, 0o755)
    server.start("--game", "diamond", "--browser", "absent", *[w for n in ("first", "second", "third") for w in ("--browser", tools + "/" + n)])
    opened = os.path.join(server.folder, "opened")
    wait_for("a browser", lambda: os.path.exists(opened) and open(opened, encoding="ascii").read().count("\n") == 2)
    with open(opened, encoding="ascii") as file:
        (first, one), (second, two) = (line.split() for line in file)
    equal((first, second), ("first", "second"))
    # Other users see what a browser was started with: that is no key, and leads to the page once.
    for address in (one, two):
        check(server.key not in address and address.startswith("http://%s/open/" % server.name), address)
        equal([server.ask(address.partition(server.name)[2])[0] for _ in range(2)], [303, 403])
    check(one != two, "the same ticket twice")


sys.exit(run(TESTS, Served))
