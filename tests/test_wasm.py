#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The WebAssembly build gives the same answers as the engine and searches the same nodes. It runs
under node; skipped without node or build/web/quincunx.wasm (make web).
Usage: tests/test_wasm.py ENGINE"""

import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WASM = os.path.join(ROOT, "build", "web", "quincunx.wasm")


def answers(command, requests):
    text = "".join(json.dumps(request) + "\n" for request in requests)
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def timeless(value):
    """An answer without the values that differ from run to run."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key != "time"}
    return value


def main():
    missing = [name for name, there in (("node (make deps-web)", shutil.which("node")), ("build/web/quincunx.wasm (make web)", os.path.exists(WASM))) if not there]
    if missing:
        print("skipped: there is no %s" % " and no ".join(missing))
        print("0 passed, 0 failed, 1 skipped")
        return 0
    native = [os.path.abspath(sys.argv[1]), "json"]
    wasm = ["node", os.path.join(ROOT, "tests", "web", "bench.mjs"), WASM]
    passed = failed = 0
    for game in subprocess.run([native[0], "games"], capture_output=True, text=True, check=True).stdout.split():
        requests = [{"do": "games"}, {"do": "position", "game": game}, {"do": "bench", "game": game, "depth": 4},
                    {"do": "search", "game": game, "depth": 4, "multipv": 2, "id": 1}, {"do": "piece", "game": game, "piece": "c"},
                    {"do": "position", "game": game, "moves": ["nonsense"]}]
        # In the native engine the next request would end the search, so only the WebAssembly build is asked.
        plain = [request for request in requests if request["do"] != "search"]
        expected = [timeless(answer) for answer in answers(native, plain)]
        found = answers(wasm, requests)
        done = [answer["done"] for answer in found if "done" in answer]
        same = [timeless(answer) for answer in found if "info" not in answer and "done" not in answer] == expected
        if same and len(done) == 1 and done[0]["depth"] == 4 and done[0]["pv"]:
            passed += 1
        else:
            failed += 1
            print("FAILED: %s\n  native %s\n  wasm   %s" % (game, str(expected)[-600:], str(found)[-600:]))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
