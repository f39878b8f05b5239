#!/usr/bin/env python3
"""Records how Fairy-Stockfish plays the variants of a variants.ini: perft counts, and a random game of each variant.

Reads FILE or the standard input and prints one JSON object per game and line. Needs the package pyffish.

    fairy.py [--depth 2] [--plies 60] [--games 1] [--counts] [--divide POSITIONS] [FILE] [SECTION ...]

--counts prints one JSON object with the counts to depth 3, and no games. --divide prints, for each line `VARIANT FEN`
of a file, the counts by move.
"""

import argparse
import json
import random
import sys
import zlib

import pyffish


def start(game: str) -> str:
    """Returns the start of a variant, with the fields that some variants leave out."""
    fields = pyffish.start_fen(game).split()
    if len(fields) >= 6 or any("+" in field for field in fields):
        return " ".join(fields)
    counters = [field for field in fields[1:] if field.isdigit()]
    others = [field for field in fields if not field.isdigit() or field == fields[0]]
    others += ["w", "-", "-"][len(others) - 1 :] if len(others) < 4 else []
    return " ".join(others + counters + ["0", "1"][len(counters) :])


def perft(game: str, fen: str, moves: list[str], depth: int) -> int:
    """Counts the sequences of `depth` legal moves."""
    legal = pyffish.legal_moves(game, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(game, fen, [*moves, move], depth - 1) for move in legal)


def outcome(game: str, fen: str, moves: list[str], legal: list[str]) -> str | None:
    """Returns the result of the game, or None if the game is not over."""
    claimed, value = pyffish.is_optional_game_end(game, fen, moves)
    if legal and not claimed:
        return None
    if not legal:
        value = pyffish.game_result(game, fen, moves)
    if value == 0:
        return "1/2-1/2"
    white_moves = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "1-0" if (value > 0) == white_moves else "0-1"


def move_limit(fen: str, game: str) -> int | None:
    """Returns after how many plies without a capture or pawn move a game is drawn, or None if there is no limit."""
    fields = fen.split()
    for clock in range(1, 500):
        fields[-2] = str(clock)
        if pyffish.is_optional_game_end(game, " ".join(fields), [])[0]:
            return clock
    return None


def count(game: str, fen: str, moves: list[str]) -> str | None:
    """Returns the limit and the count of the moves of an endgame, or None if no count is running."""
    fields = pyffish.get_fen(game, fen, moves).split()
    return " ".join(fields[3:5]) if fields[3].isdigit() else None


def account(game: str, depth: int, plies: int, number: int) -> dict[str, object]:
    """Returns the account of a variant: perft counts, the move limit, and a random game.

    The seed is the name, for games after the first with their number.
    """
    fen = start(game)
    generator = random.Random(f"{game} {number}" if number else game)
    moves: list[str] = []
    sums: list[int] = []
    counts: list[str | None] = []
    while True:
        legal = sorted(pyffish.legal_moves(game, fen, moves))
        sums.append(zlib.crc32(" ".join(legal).encode()))
        counts.append(count(game, fen, moves))
        result = outcome(game, fen, moves, legal)
        if result or len(moves) == plies:
            break
        moves.append(generator.choice(legal))
    perfts = [perft(game, fen, [], ply) for ply in range(1, depth + 1)] if number == 0 else []
    limit = move_limit(fen, game)
    row: dict[str, object] = {"name": game, "perft": perfts, "limit": limit, "moves": moves, "legal": sums}
    row["result"] = result
    if any(counts):
        row["counts"] = counts
    return row


def main() -> None:
    """Reads the arguments and the file, and prints the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--games", type=int, default=1, help="random games of each variant")
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--divide", type=argparse.FileType(), metavar="POSITIONS")
    parser.add_argument("file", nargs="?", type=argparse.FileType(), default=sys.stdin)
    parser.add_argument("sections", nargs="*", help="sections of FILE, or built-in variants; default: all sections")
    arguments = parser.parse_args()
    text = arguments.file.read()
    lines = [line for line in text.splitlines() if line.startswith("[")]
    games = arguments.sections or [line.strip("[]").split(":")[0] for line in lines]
    pyffish.load_variant_config(text)
    if arguments.divide:
        for line in arguments.divide:
            game, fen = line.rstrip("\n").split(" ", 1)
            legal = pyffish.legal_moves(game, fen, [])
            print(json.dumps({move: perft(game, fen, [move], arguments.depth - 1) for move in legal}))
        return
    if arguments.counts:
        counts = {game: [perft(game, pyffish.start_fen(game), [], depth) for depth in (1, 2, 3)] for game in games}
        rows = [f"    {json.dumps(game)}: {json.dumps(row)}" for game, row in counts.items()]
        print("{\n" + ",\n".join(rows) + "\n}")
        return
    for game in games:
        for number in range(arguments.games):
            row = account(game, arguments.depth, arguments.plies, number)
            print(json.dumps(row, separators=(",", ":")))


if __name__ == "__main__":
    main()
