#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed of two UCI engines, interleaved: A B A B ..., or the size of their trees.

    bench/compare.py perft  ./quincunx other-engine borderlands tests/positions/borderlands.epd \\
        --lines 1,16-20 --depth 4 --runs 5 --option-b VariantPath=variants.ini
    bench/compare.py search ./quincunx other-engine chess tests/positions/chess.epd --lines 1,2 --movetime 500
    bench/compare.py depth  ./quincunx other-engine chess bench/openings/chess.epd --lines 1-20 --depth 14

For every position it prints both rates (median of the runs) and the median of the ratios of each pair of runs, which is
robust when the machine's speed drifts. Perft counts must agree. The third mode prints the nodes of one search to a depth and
their ratio; depths differ between engines.
"""

import argparse
import re
import statistics
import subprocess
import time


class Engine:
    def __init__(self, command, variant, options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1, shell=True)
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.send(f"setoption name UCI_Variant value {variant}")
        self.wait_ready()

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, start):
        """All lines up to the one that begins with this."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(start):
                return lines
        raise SystemExit(f"the engine ended before it said '{start}'")

    def wait_ready(self):
        self.send("isready")
        self.read_until("readyok")

    def perft(self, fen, depth):
        """Leaves, and leaves per second."""
        self.send(f"position fen {fen}")
        self.wait_ready()
        start = time.perf_counter()
        self.send(f"go perft {depth}")
        leaves = int(self.read_until("Nodes searched")[-1].split(":")[1])
        return leaves, leaves / (time.perf_counter() - start)

    def search(self, fen, movetime):
        """Nodes and nodes per second, from the engine's last report."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.wait_ready()
        self.send(f"go movetime {movetime}")
        nodes, milliseconds = 0, 1
        for line in self.read_until("bestmove"):
            found = re.search(r" nodes (\d+)", line), re.search(r" time (\d+)", line)
            if all(found):
                nodes, milliseconds = int(found[0].group(1)), max(1, int(found[1].group(1)))
        return None, nodes * 1000 / milliseconds

    def nodes_to(self, fen, depth):
        """Nodes of a search to this depth, from an empty table."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.wait_ready()
        self.send(f"go depth {depth}")
        counts = [re.search(r" nodes (\d+)", line) for line in self.read_until("bestmove")]
        return max(int(found.group(1)) for found in counts if found)

    def close(self):
        self.send("quit")
        self.process.wait()


def line_numbers(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["perft", "search", "depth"])
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("variant")
    parser.add_argument("epd", help="file whose lines begin with a FEN")
    parser.add_argument("--lines", default="1", help="which lines, from 1: 1,16-20")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--movetime", type=int, default=500)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--option-a", action="append", default=[])
    parser.add_argument("--option-b", action="append", default=[])
    args = parser.parse_args()

    with open(args.epd) as file:
        lines = file.read().splitlines()
    a = Engine(args.a, args.variant, args.option_a)
    b = Engine(args.b, args.variant, args.option_b)
    ratios = []
    for number in line_numbers(args.lines):
        fen = lines[number - 1].split(" ;")[0]
        if args.mode == "depth":
            of_a, of_b = a.nodes_to(fen, args.depth), b.nodes_to(fen, args.depth)
            ratios.append(of_a / of_b)
            print(f"line {number:3}  a {of_a:12} nodes  b {of_b:12} nodes  ratio {ratios[-1]:.2f}", flush=True)
            continue
        rates_a, rates_b = [], []
        for _ in range(args.runs):
            for engine, rates in ((a, rates_a), (b, rates_b)):
                count, rate = engine.perft(fen, args.depth) if args.mode == "perft" else engine.search(fen, args.movetime)
                rates.append((count, rate))
        if len({count for count, _ in rates_a + rates_b}) != 1:
            raise SystemExit(f"line {number}: counts differ: {rates_a[0][0]} and {rates_b[0][0]}")
        ratio = statistics.median(x[1] / y[1] for x, y in zip(rates_a, rates_b))
        ratios.append(ratio)
        print(f"line {number:3}  a {statistics.median(r for _, r in rates_a):12.0f}/s  "
              f"b {statistics.median(r for _, r in rates_b):12.0f}/s  ratio {ratio:.2f}", flush=True)
    print(f"{args.variant} {args.mode}: ratio {statistics.median(ratios):.2f} (least {min(ratios):.2f})")
    a.close()
    b.close()


if __name__ == "__main__":
    main()
