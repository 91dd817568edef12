#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Serves the page to one person, with the engine of this machine behind it.

    web/serve.py ENGINE PAGE [--game GAME] [--browser PROGRAM]... [--idle SECONDS]

It listens on 127.0.0.1 alone. The names of host and origin must be its own, and the other end of a connection must
belong to the same user. It answers

    GET /KEY/            the page
    GET /engine/NONCE    a WebSocket to a process of its own, `ENGINE json`, with all processors: one line of JSON
                         (docs/web.md) is one message, in both directions; ?rules=GAME:OPTION=VALUE,... if it is not
                         to play by the games' own rules
    GET /rules/NONCE     the same with one thread and a small table, for what needs no search
    GET /games/NONCE     a WebSocket to what the person keeps: games and settings (docs/web.md)
    GET /about/NONCE     which engine and page these are, as JSON
    GET /open/TICKET/    sends a browser to the page, once; /open/TICKET/GAME to a game

Whoever may have taken the port of a server that ended must learn nothing by it. So nobody sends the key but for the
page: the server proves by the caller's nonce that it knows it, and a caller by a nonce of the server. Nor is the key in
the command line of a browser, which other users see: a ticket is, that serves once.

The first program of --browser that works is used, or none. The server ends with
Ctrl-C, or IDLE seconds after the last WebSocket was closed. A second start with the same engine and page
opens a new tab of the server that runs.

Games and settings are kept in ~/.local/share/quincunx ($XDG_DATA_HOME), whatever browser and port plays. Port and key
are drawn once and remembered, in ~/.local/state/quincunx/serve.json ($XDG_STATE_HOME), so that a tab that was open
goes on when the server is started again. Others are drawn if anybody else listens there; a key is drawn at each start
where the system does not tell whose a connection is.
"""

import argparse
import base64
import contextlib
import glob
import gzip
import hashlib
import hmac
import http.client
import http.server
import json
import os
import re
import secrets
import select
import shlex
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import urllib.parse

try:
    import fcntl
except ImportError:
    fcntl = None

HOST = "127.0.0.1"
# The longest line that the engine reads.
MESSAGE_MAX = 64 << 20
# A client has so many seconds for the head of its request.
HEAD_SECONDS = 10
# So long a tab has to close its end when its engine ended.
CLOSE_SECONDS = 2
CONNECTIONS_MAX = 64
ENGINES_MAX = 32
HASH = 128
# A game's file, without ".json".
NAME = "[A-Za-z0-9-]{1,64}"
# What a list of the library shows of a game: bytes, and values in values.
HEAD_MAX, HEAD_DEPTH = 64 << 10, 8
# A ticket is good for so long.
TICKET_SECONDS = 60
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
# Status codes of RFC 6455.
NORMAL, PROTOCOL_ERROR, UNSUPPORTED, NOT_UTF8, STRANGER, TOO_LONG, ENGINE_ENDED, BUSY = 1000, 1002, 1003, 1007, 1008, 1009, 1011, 1013


# ---- Who asks ----

# The system's lists of sockets, and their words for states.
SOCKETS, ESTABLISHED, LISTENS = ("/proc/net/tcp", "/proc/net/tcp6"), "01", "0A"
TELLS = hasattr(os, "getuid") and os.path.exists(SOCKETS[0])
# This machine as these lists write it, and any address that leads to it.
HERE = ("0100007F", "0000000000000000FFFF00000100007F") if sys.byteorder == "little" else ("7F000001", "00000000000000000000FFFF7F000001")
ANY = ("00000000", "0" * 32, HERE[1].replace(HERE[0], "0" * 8))


def sockets():
    """(end, other end, state, user id) of every TCP socket of this machine."""
    for path in SOCKETS:
        with contextlib.suppress(OSError, ValueError, IndexError), open(path, encoding="ascii") as file:
            next(file)
            for line in file:
                words = line.split()
                yield words[1], words[2], words[3], int(words[7])


def is_own(user):
    # As root Windows hands on what its browser asks of Linux inside it.
    return user == os.getuid() or user == 0 and "microsoft" in os.uname().release.lower()


def is_stranger(port, server_port):
    """Is the other end of a connection, at `port`, not our user's? Only an open one counts: of a closed one the system names root, or nobody."""
    ends = [("%s:%04X" % (here, port), "%s:%04X" % (here, server_port)) for here in HERE]
    return TELLS and not any(state == ESTABLISHED and (end, other) in ends and is_own(user) for end, other, state, user in sockets())


def is_taken(port):
    """Does another user listen at a port of this machine?"""
    ends = ["%s:%04X" % (here, port) for here in HERE + ANY]
    return TELLS and any(state == LISTENS and end in ends and not is_own(user) for end, _, state, user in sockets())


NONCE = r"[\w-]{20,64}"


def prove(key, what, port, nonce):
    """What shows, to whoever knows the key and drew the nonce, that one knows the key."""
    return hmac.new(key.encode(), ("%s %d %s" % (what, port, nonce)).encode(), hashlib.sha256).hexdigest()


# ---- WebSockets ----

class Closed(Exception):
    """The connection ends; `code` and `reason` are for the other side, no code: it is gone."""

    def __init__(self, code=None, reason=""):
        super().__init__(reason)
        self.code, self.reason = code, reason


class WebSocket:
    """A server's end of RFC 6455. One thread receives; any may send."""

    def __init__(self, reader, sock):
        self.reader, self.sock, self.lock, self.closed = reader, sock, threading.Lock(), False

    def send(self, opcode, payload):
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x80 | opcode, 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 127, size)
        with self.lock:
            self.sock.sendall(head + payload)

    def close(self, code, reason):
        """Says once why it ends."""
        if not self.closed:
            self.closed = True
            self.send(CLOSE, struct.pack("!H", code) + reason.encode()[:120])

    def read(self, size):
        data = self.reader.read(size)
        if len(data) < size:
            raise Closed()
        return data

    def frame(self, room):
        """(opcode, whether it is the last of its message, payload)"""
        first, second = self.read(2)
        opcode, size = first & 15, second & 127
        if first & 0x70 or not second & 0x80:
            raise Closed(PROTOCOL_ERROR, "a client's frames are masked, without extensions")
        if opcode >= 8 and (size > 125 or not first & 0x80):
            raise Closed(PROTOCOL_ERROR, "a control frame is short and whole")
        if size == 126:
            size = struct.unpack("!H", self.read(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", self.read(8))[0]
        if size > room:
            raise Closed(TOO_LONG, "a line has at most %d bytes" % MESSAGE_MAX)
        mask, payload = self.read(4), self.read(size)
        # As one number: bytewise this would take seconds for a long line.
        pattern = (mask * (size // 4 + 1))[:size]
        plain = int.from_bytes(payload, "big") ^ int.from_bytes(pattern, "big")
        return opcode, bool(first & 0x80), plain.to_bytes(size, "big")

    def receive(self):
        """The next message of text, as bytes of UTF-8."""
        parts, room, begun = [], MESSAGE_MAX, False
        while True:
            opcode, last, payload = self.frame(room)
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                raise Closed(NORMAL)
            elif opcode == BINARY:
                raise Closed(UNSUPPORTED, "only text")
            elif opcode == TEXT and not begun or opcode == 0 and begun:
                begun = True
                parts.append(payload)
                room -= len(payload)
                if last:
                    break
            elif opcode != PONG:
                raise Closed(PROTOCOL_ERROR, "a frame that does not belong here")
        message = b"".join(parts)
        try:
            message.decode()
        except UnicodeDecodeError:
            raise Closed(NOT_UTF8, "a line is UTF-8") from None
        return message


# ---- Requests ----

class Handler(http.server.BaseHTTPRequestHandler):
    server_version, sys_version = "Quincunx", ""
    protocol_version = "HTTP/1.1"
    timeout = HEAD_SECONDS

    def log_message(self, *arguments):
        pass

    def answer(self, status, body, kind="text/plain; charset=utf-8", **headers):
        """Every answer ends its connection, so a body that was sent along is never read as a request."""
        self.close_connection = True
        if isinstance(body, str):
            body = (body + "\n").encode()
        self.send_response(status)
        fixed = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", "Cache-Control": "no-store",
                 "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
                 "Cross-Origin-Opener-Policy": "same-origin",
                 "Content-Security-Policy": "frame-ancestors 'none'; connect-src ws://%s" % self.server.name}
        for name, value in {**fixed, **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """What the library refuses by itself: methods, lines and heads that it cannot read."""
        self.request_version = "HTTP/1.1"
        if not hasattr(self, "command"):
            self.command = None
        self.answer(code, message or http.client.responses.get(code, "refused"))

    def do_GET(self):
        server = self.server
        if self.headers.get_all("Host", []) != [server.name]:
            return self.answer(403, "The host's name is http://%s here." % server.name)
        origin = self.headers.get("Origin")
        if origin is not None and origin != "http://" + server.name:
            return self.answer(403, "Requests from other pages are refused.")
        if is_stranger(self.client_address[1], server.server_port):
            return self.answer(403, "Quincunx serves only the user who started it.")
        path, _, query = self.path.split("#")[0].partition("?")
        asked = re.fullmatch(r"/(about|engine|rules|games)/(%s)" % NONCE, path, re.ASCII)
        if asked and asked.group(1) == "about":
            proof = prove(server.key, "about", server.server_port, asked.group(2))
            return self.answer(200, json.dumps({**server.about, "proof": proof}), "application/json")
        if asked:
            return self.talk(*asked.groups(), urllib.parse.parse_qs(query).get("rules", [""])[0])
        ticket = re.fullmatch(r"/open/([\w.-]+)/([\w-]*)", path, re.ASCII)
        if ticket:
            return self.open(*ticket.groups())
        words = path.split("/")
        if len(words) < 2 or not secrets.compare_digest(words[1].encode(), server.key.encode()):
            return self.answer(403, "The key is missing or out of date: open the address that `make play` prints.")
        return self.page() if words[2:] == [""] else self.answer(404, "There is no such page.")

    do_HEAD = do_GET

    def open(self, ticket, game):
        if self.command != "GET" or not self.server.redeem(ticket):
            return self.answer(403, "This link works only once: open the address that `make play` prints.")
        return self.answer(303, "", Location=path_of(self.server.key, game))

    def page(self):
        try:
            plain, packed = self.server.page()
        except OSError as error:
            return self.answer(500, "The page could not be read: %s" % error)
        kind, coded = "text/html; charset=utf-8", self.headers.get("Accept-Encoding", "")
        if re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", coded):
            return self.answer(200, packed, kind, Content_Encoding="gzip", Vary="Accept-Encoding")
        return self.answer(200, plain, kind, Vary="Accept-Encoding")

    def talk(self, place, nonce, rules):
        """Lets a WebSocket talk to an engine of its own, or to the library, when both ends have shown that they know the key."""
        head = self.headers
        try:
            key = base64.b64decode(head.get("Sec-WebSocket-Key", ""), validate=True)
        except ValueError:
            key = b""
        asked = head.get("Upgrade", "").lower(), head.get("Sec-WebSocket-Version"), len(key), self.command
        if asked != ("websocket", "13", 16, "GET"):
            return self.answer(426, "This address is for WebSockets of version 13.", Upgrade="websocket", Sec_WebSocket_Version="13")
        # Browsers always name it, so that a foreign page can be told from this one.
        if head.get("Origin") is None:
            return self.answer(403, "A WebSocket names its origin.")
        self.close_connection = True
        accept = hashlib.sha1((head["Sec-WebSocket-Key"].strip() + GUID).encode()).digest()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(accept).decode())
        self.end_headers()
        web = WebSocket(self.rfile, self.connection)
        if not self.is_known(web, place, nonce):
            return None
        self.server.excuse(self.connection)
        # A tab may stay open for days.
        self.connection.settimeout(None)
        # The library needs no process.
        entered = place == "games" or self.server.enter()
        try:
            if entered and place == "games":
                serve_games(self.server.library, web)
            elif entered:
                talk(self.server, web, place, rules)
            else:
                web.close(BUSY, "too many tabs are open: close some")
        finally:
            if entered and place != "games":
                self.server.leave()
        return None

    def is_known(self, web, place, nonce):
        """Shows a client that the server knows the key, and sees whether the client does."""
        server, own = self.server, secrets.token_urlsafe(24)
        web.send(TEXT, json.dumps({"proof": prove(server.key, "server " + place, server.server_port, nonce), "nonce": own}).encode())
        try:
            if secrets.compare_digest(web.receive(), prove(server.key, "client " + place, server.server_port, own).encode()):
                return True
            web.close(STRANGER, "the key is out of date: open the address that `make play` prints")
        except Closed as end:
            if end.code:
                web.close(end.code, end.reason)
        return False


def talk(server, web, place, rules):
    engine = None
    try:
        # An argument of its own, whatever is in it; the engine looks at it.
        chosen = ["--rules=" + rules.replace("\0", "\ufffd")] if rules else []
        engine = subprocess.Popen([server.about["engine"], "json", *chosen], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  start_new_session=True)
        threading.Thread(target=pass_answers, args=(engine, web), daemon=True).start()
        if place == "engine":
            for name, value in (("Threads", server.threads), ("Hash", HASH)):
                tell(engine, json.dumps({"do": "option", "name": name, "value": value}).encode())
        while True:
            line = web.receive()
            try:
                tell(engine, line)
            except OSError:
                pass  # it has ended, and pass_answers says so
    except Closed as end:
        if end.code:
            try:
                web.close(end.code, end.reason)
            except OSError:
                pass
    except OSError as error:
        if engine is None:
            web.close(ENGINE_ENDED, "the engine does not start: %s" % error.strerror)
    finally:
        if engine:
            finish(engine)


def tell(engine, line):
    # White space is all that line ends can be in JSON.
    engine.stdin.write(line.replace(b"\n", b" ").replace(b"\r", b" ") + b"\n")
    engine.stdin.flush()


def pass_answers(engine, web):
    try:
        for line in engine.stdout:
            web.send(TEXT, line.rstrip(b"\n"))
        try:
            engine.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            pass  # it says nothing any more
        web.close(ENGINE_ENDED, "the engine's process ended")
        # What the tab still sends is read: closed at once, the connection would be reset, and the tab might not learn why.
        threading.Timer(CLOSE_SECONDS, stop_reading, (web.sock,)).start()
    except OSError:
        pass  # the tab has gone


def stop_reading(sock):
    try:
        sock.shutdown(socket.SHUT_RD)
    except OSError:
        pass  # the tab has closed it


def finish(engine):
    """Ends an engine: the end of its input is enough unless it hangs."""
    try:
        engine.stdin.close()
    except OSError:
        pass
    try:
        engine.wait(2)
    except subprocess.TimeoutExpired:
        engine.kill()
        engine.wait()


# ---- What is kept ----

def data_path():
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "quincunx")


def make_own(folder):
    """Makes a folder that nobody else can look into, and the same of those above it that there are not."""
    if not os.path.isdir(folder):
        make_own(os.path.dirname(folder))
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)


def write_whole(path, text):
    """Under a new name, synced, renamed: at any moment the path has the old file or the new one."""
    new = "%s.%d.new" % (path, os.getpid())
    make_own(os.path.dirname(path))
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def no_number(name):
    raise ValueError("%s is not a JSON number" % name)


def read_json(data):
    """What bytes of JSON say; a ValueError if they are none, or too deep for whoever reads them next."""
    try:
        return json.loads(data, parse_constant=no_number)
    except RecursionError:
        raise ValueError("values nest too deeply") from None


def read_file(path):
    """The JSON of a file; None if there is none. An OSError or a ValueError says why it cannot be read."""
    try:
        status = os.stat(path)
        # Whoever opens a pipe would wait for its other end.
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is not a file")
        if status.st_size > MESSAGE_MAX:
            raise ValueError("it has %d MB, and at most %d are read" % (status.st_size >> 20, MESSAGE_MAX >> 20))
        with open(path, "rb") as file:
            return read_json(file.read())
    except FileNotFoundError:
        return None


class Refusal(Exception):
    """A request that cannot be served."""


def is_flat(value, depth):
    """Are there at most so many values one in the other?"""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not inside or depth > 0 and all(is_flat(each, depth - 1) for each in inside)


def is_entry(entry, name):
    """Is it a game of this name, whose head fits in a list of all? What else it has the page looks at."""
    head = entry.get("head") if isinstance(entry, dict) else None
    return isinstance(head, dict) and head.get("id") == name and type(head.get("rev")) is int and isinstance(entry.get("data"), dict) \
        and is_flat(head, HEAD_DEPTH) and len(json.dumps(head)) <= HEAD_MAX


class Library:
    """Games, a file each, and the settings. Nobody overwrites what another wrote: who writes names the revision that was read."""

    def __init__(self, folder):
        self.folder = folder
        self.guard = threading.Lock()
        self.clean = False
        # Heads that were read: path -> (time and size of the file, head or why there is none).
        self.heads = {}

    @contextlib.contextmanager
    def alone(self):
        """One thread of one server at a time; without fcntl, of this server."""
        with self.guard:
            games = os.path.join(self.folder, "games")
            make_own(games)
            with open(os.path.join(games, ".lock"), "w", encoding="ascii") as lock:
                if fcntl:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    self.clean_up(games)
                yield

    def clean_up(self, games):
        """Once, while nobody writes: removes what servers that were killed left, and closes the folder to others."""
        if not self.clean:
            with contextlib.suppress(OSError):
                os.chmod(self.folder, 0o700)
            for new in glob.glob(os.path.join(glob.escape(games), "*.new")) + glob.glob(os.path.join(glob.escape(self.folder), "*.new")):
                with contextlib.suppress(OSError):
                    os.unlink(new)
        self.clean = True

    def path(self, name):
        if not isinstance(name, str) or not re.fullmatch(NAME, name):
            raise Refusal("a game's name has letters, digits and hyphens")
        return os.path.join(self.folder, "games", name + ".json")

    def load(self, path):
        """An entry; None if there is none. A Refusal says why it cannot be read."""
        try:
            entry = read_file(path)
        except (OSError, ValueError) as error:
            raise Refusal("%s: %s" % (path, getattr(error, "strerror", None) or error)) from None
        if entry is not None and not is_entry(entry, os.path.basename(path)[:-len(".json")]):
            raise Refusal("%s: it is not a game" % path)
        return entry

    def head(self, path):
        """The head of an entry; None if there is none. A Refusal says why it cannot be read."""
        try:
            status = os.stat(path)
        except OSError:
            return None
        stamp = status.st_mtime_ns, status.st_size
        if self.heads.get(path, (None,))[0] != stamp:
            try:
                entry = self.load(path)
                self.heads[path] = stamp, entry and entry["head"]
            except Refusal as refusal:
                self.heads[path] = stamp, refusal
        head = self.heads[path][1]
        if isinstance(head, Refusal):
            raise head
        return head

    def list(self, _request):
        """One that cannot be read hides no other."""
        folder, heads, damaged = os.path.join(self.folder, "games"), [], []
        for name in sorted(os.path.splitext(name)[0] for name in os.listdir(folder) if re.fullmatch(NAME + r"\.json", name)):
            try:
                heads.append(self.head(os.path.join(folder, name + ".json")))
            except Refusal as refusal:
                damaged.append({"id": name, "why": str(refusal)})
        return {"heads": [head for head in heads if head], "damaged": damaged}

    def read(self, request):
        return {"entry": self.load(self.path(request.get("game")))}

    def write(self, request):
        entry, base = request.get("entry"), request.get("base")
        path = self.path(isinstance(entry, dict) and isinstance(entry.get("head"), dict) and entry["head"].get("id"))
        if not is_entry(entry, entry["head"]["id"]) or not isinstance(base, int):
            raise Refusal("an entry has a head with a revision, and data")
        # The tab has what a file that cannot be read had.
        there = None
        with contextlib.suppress(Refusal):
            there = self.head(path)
        if there and there["rev"] > base:
            return {"conflict": there["rev"]}
        write_whole(path, json.dumps({"head": entry["head"], "data": entry["data"]}))
        return {"conflict": 0}

    def erase(self, request):
        path, rev = self.path(request.get("game")), request.get("rev")
        if rev is not None and not isinstance(rev, int):
            raise Refusal("a revision is a whole number")
        try:
            there = self.head(path)
        except Refusal:
            # It has no revision: it goes if all of it is to go.
            there = rev is None and {"rev": 0}
        if there and (rev is None or there["rev"] <= rev):
            os.unlink(path)
        return {}

    def settings(self, _request):
        """Settings; None and why if they cannot be read."""
        path = os.path.join(self.folder, "page.json")
        try:
            settings = read_file(path)
            if settings is None or isinstance(settings, dict):
                return {"settings": settings}
            return {"settings": None, "damaged": "%s: it is not an object" % path}
        except (OSError, ValueError) as error:
            return {"settings": None, "damaged": "%s: %s" % (path, getattr(error, "strerror", None) or error)}

    def keep_settings(self, request):
        if not isinstance(request.get("settings"), dict):
            raise Refusal("settings are an object")
        path = os.path.join(self.folder, "page.json")
        if "damaged" in self.settings(request):
            # A person may mend them.
            os.replace(path, path + ".damaged")
        write_whole(path, json.dumps(request["settings"]))
        return {}

    def answer(self, line):
        """What is said to a line of JSON."""
        number = None
        try:
            request = read_json(line)
            number = request.get("id") if isinstance(request, dict) and isinstance(request.get("id"), (int, str)) else None
            wishes = {"list": self.list, "read": self.read, "write": self.write, "erase": self.erase, "settings": self.settings,
                      "keep_settings": self.keep_settings}
            wish = wishes.get(request.get("do")) if isinstance(request, dict) and isinstance(request.get("do"), str) else None
            if not wish:
                raise Refusal("do: one of " + ", ".join(wishes))
            with self.alone():
                return json.dumps({"id": number, **wish(request)}).encode()
        except (Refusal, ValueError, RecursionError) as error:
            problem = str(error)
        except OSError as error:
            problem = "%s: %s" % (self.folder, error.strerror)
        return json.dumps({"id": number, "error": problem}).encode()


def serve_games(library, web):
    try:
        while True:
            web.send(TEXT, library.answer(web.receive()))
    except Closed as end:
        if end.code:
            with contextlib.suppress(OSError):
                web.close(end.code, end.reason)


# ---- The server ----

class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # On Windows this option would let others take the port.
    allow_reuse_address = os.name != "nt"
    request_queue_size = 64

    def __init__(self, port, about, key=None):
        super().__init__((HOST, port), Handler)
        self.timeout = 0.5
        self.key = key or secrets.token_urlsafe(24)
        self.library = Library(data_path())
        self.name = "%s:%d" % (HOST, self.server_port)
        self.about = about
        self.threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.guard = threading.Lock()
        self.engines, self.since = 0, time.monotonic()
        # The page: time and size of its file, and what it has.
        self.text = None, None
        # Tickets that were used, and until when they would be good.
        self.used = {}
        # Connections: until when a head may still be incomplete, None for those that know the key.
        self.heads = {}

    def page(self):
        """The page as it is now, plain and compressed."""
        status = os.stat(self.about["page"])
        stamp = status.st_mtime_ns, status.st_size
        with self.guard:
            if self.text[0] != stamp:
                with open(self.about["page"], "rb") as file:
                    plain = file.read()
                self.text = stamp, (plain, gzip.compress(plain, 9))
            return self.text[1]

    def redeem(self, ticket):
        """Is a ticket good? It is so once."""
        name, _, proof = ticket.rpartition(".")
        drawn = re.fullmatch(r"(\d{1,12})\.(%s)" % NONCE, name, re.ASCII)
        end, now = int(drawn.group(1)) + TICKET_SECONDS if drawn else 0, time.time()
        if not now <= end <= now + 2 * TICKET_SECONDS or not secrets.compare_digest(proof, prove(self.key, "open", self.server_port, name)):
            return False
        with self.guard:
            used = name in self.used
            self.used = {other: until for other, until in {**self.used, name: end}.items() if until >= now}
        return not used

    def enter(self):
        with self.guard:
            if self.engines >= ENGINES_MAX:
                return False
            self.engines += 1
            return True

    def leave(self):
        with self.guard:
            self.engines -= 1
            self.since = time.monotonic()

    def idle(self):
        with self.guard:
            return 0 if self.engines else time.monotonic() - self.since

    def process_request(self, request, client_address):
        with self.guard:
            waiting = [other for other, end in self.heads.items() if end]
            self.heads[request] = time.monotonic() + HEAD_SECONDS
        # Whoever has dripped longest makes room: an honest head comes at once.
        self.cut_off(waiting[:max(0, len(waiting) + 1 - CONNECTIONS_MAX)])
        super().process_request(request, client_address)

    def excuse(self, request):
        with self.guard:
            self.heads[request] = None

    def shutdown_request(self, request):
        with self.guard:
            self.heads.pop(request, None)
        try:
            # An answer must not be lost because a body was not read: let some of it pass.
            request.shutdown(socket.SHUT_WR)
            end = time.monotonic() + 1
            while select.select([request], [], [], max(0, end - time.monotonic()))[0] and request.recv(1 << 16):
                pass
        except (OSError, ValueError):
            pass
        self.close_request(request)

    def tidy(self):
        """Cuts off those whose head takes too long, however steadily it drips."""
        with self.guard:
            late = [request for request, end in self.heads.items() if end and end < time.monotonic()]
        self.cut_off(late)

    def cut_off(self, requests):
        for request in requests:
            with self.guard, contextlib.suppress(OSError):
                if self.heads.get(request):
                    self.heads[request] = None
                    request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


# ---- What is remembered ----

def state_path():
    return os.path.join(os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state"), "quincunx", "serve.json")


def recall():
    """What the last server wrote: port, key, engine, page; {} if nothing sound is there."""
    try:
        state = read_file(state_path())
        if isinstance(state["port"], int) and 1024 <= state["port"] < 65536 and re.fullmatch(r"[\w-]+", state["key"], re.ASCII):
            return state
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def remember(server):
    with contextlib.suppress(OSError):  # the next start draws another port
        write_whole(state_path(), json.dumps({"port": server.server_port, "key": server.key}))


def running(state):
    """What a server of ours that still runs says of itself; {} if somebody else listens at its port, None if nobody does."""
    if not state:
        return None
    if is_taken(state["port"]):
        return {}
    wire, nonce = http.client.HTTPConnection(HOST, state["port"], timeout=3), secrets.token_urlsafe(24)
    try:
        wire.request("GET", "/about/" + nonce)
        about = json.loads(wire.getresponse().read(10000))
        if secrets.compare_digest(about.pop("proof"), prove(state["key"], "about", state["port"], nonce)):
            return about
    except ConnectionRefusedError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, http.client.HTTPException):
        pass
    finally:
        wire.close()
    return {}


def listen(about, state):
    """A server on the port of last time if it is free; then with the key of last time, if that is not all that keeps others out."""
    try:
        return Server(state.get("port", 0), about, state.get("key") if TELLS else None)
    except OSError:
        return Server(0, about)


# ---- The start ----

def path_of(key, game):
    return "/%s/%s" % (key, "#g=" + game if game else "")


def draw_ticket(port, key, game):
    """An address that leads to the page once, and soon."""
    name = "%d.%s" % (time.time(), secrets.token_urlsafe(18))
    return "http://%s:%d/open/%s.%s/%s" % (HOST, port, name, prove(key, "open", port, name), game or "")


def open_browser(programs, draw):
    """Starts the first browser that does not fail at once, each with an address of its own. Returns whether there was one."""
    for program in programs:
        words = shlex.split(program)
        if not words or not shutil.which(words[0]):
            continue
        try:
            # In a session of its own, so that Ctrl-C here does not end it.
            browser = subprocess.Popen(words + [draw()], stdin=subprocess.DEVNULL, start_new_session=True)
        except OSError:
            continue
        try:
            if browser.wait(5) == 0:
                return True
        except subprocess.TimeoutExpired:
            return True
    return False


def invite(port, key, options):
    if not open_browser(options.browser, lambda: draw_ticket(port, key, options.game)):
        print("No browser opened: open this address in one on this machine.", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Serves Quincunx's page on this machine, with the engine behind it.")
    parser.add_argument("engine")
    parser.add_argument("page")
    parser.add_argument("--game", help="the game to open")
    parser.add_argument("--browser", action="append", default=[], metavar="PROGRAM",
                        help="opens the page; the first of several that works")
    parser.add_argument("--idle", type=float, default=1800, metavar="SECONDS",
                        help="ends this long after the last tab closed (1800)")
    options = parser.parse_args()
    about = {"engine": os.path.realpath(options.engine), "page": os.path.realpath(options.page)}
    for path in about.values():
        if not os.access(path, os.R_OK):
            sys.exit("serve.py: %s cannot be read; `make play` builds it" % path)
    state = recall()
    other = running(state)
    if other == about:
        print("Quincunx is already running, at http://%s:%d%s" % (HOST, state["port"], path_of(state["key"], options.game)), flush=True)
        return invite(state["port"], state["key"], options)
    # Where somebody else listens, port and key are given up. Another build that still runs keeps its place.
    server = listen(about, state if other is None else {})
    if not other:
        remember(server)
    ended = threading.Event()

    def end(*_):
        ended.set()  # Python may lose the exception, where it cleans up
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    print("Quincunx plays at http://%s%s" % (server.name, path_of(server.key, options.game)))
    if not other and state and server.server_port != state["port"]:
        print("Another program uses port %d, so the address is new. Your games are kept." % state["port"])
    print("Ctrl-C ends it, and so do %d minutes without an open tab." % (options.idle // 60), flush=True)
    threading.Thread(target=invite, args=(server.server_port, server.key, options), daemon=True).start()
    try:
        while not ended.is_set() and server.idle() < options.idle:
            server.handle_request()
            server.tidy()
        if not ended.is_set():
            print("No tab is open: the server ends.")
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()


if __name__ == "__main__":
    main()
