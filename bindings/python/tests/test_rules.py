"""The rules, compared with the tables of an independent implementation and with other packages."""

import random

import chess
import pyffish
import pytest

import kurier
from data import games, rows

# Larger counts take long, and the engine's own tests cover them.
MOST_NODES = 200_000
# In the tables, play continues after these draws.
DRAWS_WITHOUT_A_ROW = ("king against king", "insufficient material", "move limit")
# The games for which pyffish and Kurier have equal rules, with their names in pyffish.
KNOWN_TO_PYFFISH = {"chess": "chess", "shatranj": "shatranj", "courier": "courier"}


def test_perft_tables() -> None:
    table = [row for row in rows() if row.nodes <= MOST_NODES]
    assert len(table) > 500 and len({row.variant for row in table}) == 14
    for row in table:
        board = kurier.Board(row.variant, row.fen)
        assert board.perft(row.depth) == row.nodes, row
        assert sorted(str(move) for move in board.legal_moves) == list(row.moves), row
        outcome = board.outcome()
        if outcome is None or outcome.reason not in DRAWS_WITHOUT_A_ROW:
            assert (outcome.result() if outcome else None) == row.result, row


def test_whole_games() -> None:
    for game in games():
        board = kurier.Board(game.variant)
        keys = []
        for text in game.moves:
            keys.append(board.key())
            assert not board.is_game_over()
            move = board.parse(text)
            assert str(move) == text and move in board.legal_moves
            board.push(move)
        assert board.fen() == game.final_fen
        assert board.result() == (game.result or "*")
        if game.reason in ("checkmate", "stalemate"):
            outcome = board.outcome()
            assert outcome is not None and outcome.reason == game.reason
        for text, key in zip(reversed(game.moves), reversed(keys), strict=True):
            assert str(board.pop()) == text
            assert board.key() == key
        assert board == kurier.Board(game.variant)


def test_chess_is_that_of_python_chess() -> None:
    choose = random.Random(1)
    for _ in range(20):
        ours, theirs = kurier.Board("chess"), chess.Board()
        for _ in range(200):
            assert sorted(map(str, ours.legal_moves)) == sorted(move.uci() for move in theirs.legal_moves)
            assert ours.is_check() == theirs.is_check()
            assert (ours.turn, ours.fullmove_number) == (theirs.turn, theirs.fullmove_number)
            assert {square: piece.symbol() for square, piece in ours.piece_map().items()} == {
                square: piece.symbol() for square, piece in theirs.piece_map().items()
            }
            if ours.is_game_over() or theirs.is_game_over():
                assert ours.is_checkmate() == theirs.is_checkmate()
                assert ours.is_stalemate() == theirs.is_stalemate()
                break
            move = choose.choice(sorted(ours.legal_moves, key=str))
            assert ours.san(move) == theirs.san(theirs.parse_uci(str(move)))
            ours.push(move)
            theirs.push_uci(str(move))


@pytest.mark.parametrize(("ours", "theirs"), KNOWN_TO_PYFFISH.items())
def test_moves_are_those_of_pyffish(ours: str, theirs: str) -> None:
    choose = random.Random(2)
    compared = 0
    for _ in range(10):
        board = kurier.Board(ours)
        # pyffish has different rules for the ends of these games.
        while not board.is_game_over() and len(board.move_stack) < 120:
            moves = sorted(map(str, board.legal_moves))
            assert moves == sorted(pyffish.legal_moves(theirs, board.fen(), [])), board.fen()
            board.push_uci(choose.choice(moves))
            compared += 1
    assert compared > 300
