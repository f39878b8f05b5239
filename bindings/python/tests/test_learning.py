"""Positions and moves as numbers."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

import kurier
from kurier import WHITE, Board

LEAP_CHAIN = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1"


def square(board: Board, name: str) -> tuple[int, int, int]:
    """Returns the index of a square in a plane: level, rank, file."""
    variant = board.variant
    level, rest = divmod(variant.parse_square(name), variant.files * variant.ranks)
    return (level, *divmod(rest, variant.files))


def test_planes_say_what_the_board_says() -> None:
    for name in kurier.variants()[::3]:
        board = Board(name)
        kinds = [kind.letter for kind in board.variant.pieces]
        for _ in range(12):
            planes = board.planes()
            variant = board.variant
            assert planes.dtype == np.uint8
            hands = 2 * len(kinds) if "[" in board.fen() else 0
            assert planes.shape == (2 * len(kinds) + hands + 6, variant.levels, variant.ranks, variant.files)
            for number, letter in enumerate(kinds * 2):
                found = np.flatnonzero(planes[number]).tolist()
                assert found == board.pieces(letter, number < len(kinds)), (name, letter)
            assert np.flatnonzero(planes[-4]).tolist() == variant.squares
            assert (planes[-3] == board.turn).all() and (planes[-2] == board.halfmove_clock).all()
            if not board.legal_moves:
                break
            board.push(board.legal_moves[0])


def test_rights_passed_squares_and_repetition() -> None:
    board = Board("chess", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 5 9")
    planes = board.planes()
    rights, passed = planes[-6], planes[-5]
    assert rights.sum() == 2 and rights[square(board, "h1")] == 1 and rights[square(board, "a8")] == 1
    assert passed.sum() == 1 and passed[square(board, "d6")] == 1
    board = Board("chess")
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        assert not board.planes()[-1].any()
        board.push_san(text)
    assert board.planes()[-1].all()


def test_pieces_in_hand_have_planes() -> None:
    board = Board("crazyhouse")
    kinds = len(board.variant.pieces)
    board.push_uci("e2e4")
    board.push_uci("d7d5")
    board.push_uci("e4d5")
    planes = board.planes()
    assert planes.shape[0] == 4 * kinds + 6
    pawn = [piece.letter for piece in board.variant.pieces].index("P")
    hands = planes[2 * kinds : 4 * kinds]
    assert (hands[pawn] == 1).all() and hands.sum() == 64
    assert planes[pawn].sum() == 8 and planes[kinds + pawn].sum() == 7


def test_masks_and_numbers_are_those_of_the_legal_moves() -> None:
    choose = random.Random(4)
    for name in kurier.variants()[::3]:
        board = Board(name)
        while not board.is_game_over() and len(board.move_stack) < 40:
            moves = board.legal_moves
            assert {move.numbers[0] for move in moves} == set(np.flatnonzero(board.legal_mask()).tolist())
            assert len({tuple(move.numbers) for move in moves}) == len(moves)
            move = choose.choice(moves)
            assert board.move_of_numbers(move.numbers) == move
            start, end, letter = board.variant.step(move.numbers[-1])
            expected = (move.to_square, move.to_square) if move.drop else tuple(move.squares[-2:])
            assert (start, end, letter) == (*expected, move.promotion or move.drop)
            board.push(move)
    with pytest.raises(kurier.IllegalMoveError):
        Board("chess").move_of_numbers([0, 1, 2])
    with pytest.raises(IndexError):
        kurier.variant("chess").step(kurier.variant("chess").move_count)


def test_chains_are_numbered_step_by_step() -> None:
    board = Board("leap64-multi", LEAP_CHAIN)
    first, second = board.parse("b1b3b5").numbers
    assert board.legal_mask()[first] and not board.legal_mask()[second]
    assert np.flatnonzero(board.legal_mask([first])).tolist() == [second]
    assert not board.legal_mask([first, second]).any()


def test_numbers_never_change() -> None:
    # After a change, networks that were trained with the old numbers would have to be trained again.
    chess = kurier.variant("chess")
    assert chess.move_count == 1792 + 176
    assert [Board("chess").parse(text).numbers for text in ("a2a3", "g1f3", "e2e4")] == [[212], [159], [378]]


def write(path: Path, variant: str, lines: list[str], rules: str | None = None) -> Path:
    header = {"kurier-games": 1, "variant": variant, "rules": rules or kurier.variant(variant).rules_hash}
    path.write_text("\n".join([json.dumps(header), *lines, "an incomplete li"]))
    return path


def test_self_play_becomes_batches(tmp_path: Path) -> None:
    start = kurier.variant("chess").start_fen
    path = write(
        tmp_path / "chess.games",
        "chess",
        [
            f"0\t{start}\t1-0\tcheckmate\te2e4 30 e7e5 -20 g1f3 40",
            f"1\t{start}\t*\tturn limit\td2d4 10",
            f"2\t{start}\t1/2-1/2\tturn limit\tc2c4 5 c7c5 6",
        ],
    )
    batches = list(kurier.read_selfplay(path, batch=2))
    assert [len(batch[1]) for batch in batches] == [2, 2, 1]
    planes, scores, results, played = (np.concatenate(part) for part in zip(*batches, strict=True))
    assert planes.shape[0] == 5 and planes.dtype == np.uint8 and scores.dtype == np.int32
    assert scores.tolist() == [30, 20, 40, 5, -6] and results.tolist() == [1, 1, 1, 0.5, 0.5]
    board = Board("chess")
    assert (planes[0] == board.planes()).all() and played[0] == board.parse("e2e4").numbers[0]
    board.push_san("e4")
    assert (planes[1] == board.planes()).all() and played[1] == board.parse("e7e5").numbers[0]


def test_other_and_damaged_files_are_refused(tmp_path: Path) -> None:
    start = kurier.variant("chess").start_fen
    with pytest.raises(kurier.KurierError, match="do not follow the rules of chess"):
        kurier.read_selfplay(write(tmp_path / "other", "chess", [], rules="0" * 16))
    with pytest.raises(kurier.KurierError, match="not a file of games"):
        kurier.read_selfplay(Path(__file__))
    damaged = write(tmp_path / "damaged", "chess", [f"0\t{start}\t1-0\tcheckmate\te2e5 30"])
    with pytest.raises(kurier.KurierError, match="damaged:2: damaged"):
        list(kurier.read_selfplay(damaged))
    assert WHITE is True
