#!/usr/bin/env python3
"""Counts how many forced wins a UCI engine finds in the usual search, within a number of nodes.

Usage: benches/mates.py PROGRAM VARIANT NODES[,NODES...] [OPTION=VALUE ...]

Reads the positions in engine-tests/data/mates. Prints a line for each number of nodes and each length of the wins.
The line has three counts:

positions   the positions with a win of this length
chosen      those in which the engine chose a move that wins soonest
announced   those in which it also announced the exact number of moves
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NoReturn

MATES = Path(__file__).resolve().parent.parent / "engine-tests" / "data" / "mates"


class Engine:
    """A UCI engine with one thread and a small transposition table."""

    def __init__(self, program: str, options: list[str]) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.read("uciok")
        for option in ["Threads=1", "Hash=16", *options]:
            name, _, value = option.partition("=")
            self.send(f"setoption name {name} value {value}")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, start: str) -> list[str]:
        """Returns the lines up to the first one that begins with `start`."""
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(start):
                break
        else:
            refuse("the engine ended")
        return lines

    def search(self, fen: str, nodes: int) -> tuple[str, int | None]:
        """Returns the engine's move, and in how many moves it announces a mate."""
        for line in ("ucinewgame", "isready"):
            self.send(line)
        self.read("readyok")
        self.send(f"position fen {fen}")
        self.send(f"go nodes {nodes}")
        lines = self.read("bestmove")
        mate = None
        for line in lines:
            words = line.split()
            if words[:1] == ["info"] and "score" in words and "bound" not in line:
                kind, value = words[words.index("score") + 1 :][:2]
                mate = int(value) if kind == "mate" else None
        return lines[-1].split()[1], mate


def refuse(why: str) -> NoReturn:
    print(why, file=sys.stderr)
    sys.exit(2)


def main() -> None:
    if len(sys.argv) < 4:
        refuse(str(__doc__))
    program, variant, limits, *options = sys.argv[1:]
    try:
        lines = (MATES / f"{variant}.epd").read_text(encoding="utf-8").splitlines()
        engine = Engine(program, [f"UCI_Variant={variant}", *options])
    except OSError as error:
        refuse(str(error))
    for nodes in map(int, limits.split(",")):
        positions: Counter[int] = Counter()
        chosen: Counter[int] = Counter()
        announced: Counter[int] = Counter()
        for line in lines:
            position, _, rest = line.partition(" bm ")
            best, mate_in = rest.rstrip("; ").split("; dm ")
            moves, length = best.split(), int(mate_in)
            move, mate = engine.search(f"{position} 0 1", nodes)
            positions[length] += 1
            chosen[length] += move in moves
            announced[length] += move in moves and mate == length
        for length in sorted(positions):
            counts = f"{positions[length]} positions, {chosen[length]} chosen, {announced[length]} announced"
            print(f"{variant}, {nodes} nodes, mate in {length}: {counts}", flush=True)


if __name__ == "__main__":
    main()
