"""Speed, compared with pyffish in the same run."""

import random
import resource
import time
from collections.abc import Callable

import pyffish

import kurier
from kurier import Board

# The minimum speed of move generation, as a multiple of pyffish's.
TIMES_FASTER = 40


def positions() -> list[str]:
    """Returns FENs from random games of Courier Chess."""
    choose = random.Random(5)
    fens: list[str] = []
    while len(fens) < 300:
        board = Board("courier")
        while not board.is_game_over() and len(board.move_stack) < 60:
            board.push(choose.choice(board.legal_moves))
            fens.append(board.fen())
    return fens[:300]


def seconds(work: Callable[[str], object], fens: list[str]) -> float:
    """Returns the processor time, in seconds, of the best of three runs over all positions."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        for fen in fens:
            work(fen)
        best = min(best, time.process_time() - begun)
    return best


def test_lists_of_moves_are_many_times_faster_than_those_of_pyffish() -> None:
    fens = positions()
    theirs = seconds(lambda fen: pyffish.legal_moves("courier", fen, []), fens)
    ours = seconds(lambda fen: Board("courier", fen).legal_moves, fens)
    texts = seconds(lambda fen: [str(move) for move in Board("courier", fen).legal_moves], fens)
    boards = [Board("courier", fen) for fen in fens]
    lists = seconds(lambda _: [board.legal_moves for board in boards], fens[:1])
    rates = [round(len(fens) / time) for time in (theirs, ours, texts, lists)]
    print(f"lists a second: pyffish {rates[0]}, from a FEN {rates[1]}, as texts {rates[2]}, of a board {rates[3]}")
    assert ours * TIMES_FASTER < theirs, rates
    assert texts * TIMES_FASTER / 2 < theirs, rates


def test_perft_does_not_go_through_python() -> None:
    def count(board: Board, depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    board = Board("courier")
    begun = time.process_time()
    slowly = count(board, 3)
    middle = time.process_time()
    assert board.perft(3) == slowly
    assert (time.process_time() - middle) * 5 < middle - begun


def test_a_million_moves_take_no_memory() -> None:
    def most() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

    def work(rounds: int) -> None:
        board = kurier.Board("courier")
        for _ in range(rounds):
            for move in board.legal_moves:
                board.push(move)
                str(move)
                board.san(board.legal_moves[0])
                board.pop()

    work(200)
    before = most()
    work(8_000)
    assert most() - before < 8 << 20
