"""The tables of the engine's own tests, computed by an independent implementation of the rules."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "engine-tests" / "data"


@dataclass(frozen=True)
class Row:
    """A position, a depth and the perft count."""

    variant: str
    fen: str
    depth: int
    nodes: int
    moves: tuple[str, ...]
    result: str | None


@dataclass(frozen=True)
class Played:
    """A game, with its final position and how it ended."""

    variant: str
    moves: tuple[str, ...]
    final_fen: str
    result: str | None
    reason: str | None


def _lines(pattern: str) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(FOLDER.glob(pattern)) for line in file.read_text().splitlines()]


def rows() -> list[Row]:
    found = [line for line in _lines("*.jsonl") if "fen" in line]
    return [
        Row(line["variant"], line["fen"], line["depth"], line["nodes"], tuple(line["moves"]), line.get("result"))
        for line in found
    ]


def games() -> list[Played]:
    return [
        Played(line["variant"], tuple(line["moves"]), line["final_fen"], line["result"], line.get("reason"))
        for line in _lines("games-*.jsonl")
    ]
