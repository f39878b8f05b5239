"""Files of games."""

import random
from pathlib import Path

import pytest

import kurier
from kurier import Board, Game

FILE = Path(__file__).parents[3] / "engine-tests" / "data" / "xboard.pgn"


def test_a_file_of_xboard_is_read_as_a_stream() -> None:
    games = list(kurier.read_pgn(FILE))
    assert len(games) > 10 and len({game.variant.name for game in games}) > 5
    for game in games:
        board = game.board()
        for move in game.moves:
            board.push(move)
        assert board == game.end() and len(game.comments) == len(game.moves)
        [again] = kurier.read_pgn(text=game.pgn())
        assert again.moves == game.moves and again.result == game.result


def test_games_of_every_variant_are_written_and_read() -> None:
    choose = random.Random(3)
    for name in kurier.variants():
        board = Board(name)
        while not board.is_game_over() and len(board.move_stack) < 60:
            board.push(choose.choice(board.legal_moves))
        game = Game(board, tags=[("White", "A"), ("Black", "B")], comments=["first"])
        assert game.result == board.result()
        [read] = kurier.read_pgn(text=game.pgn())
        assert read.variant == board.variant and read.moves == board.move_stack
        assert ("White", "A") in read.tags and read.comments[0] == "first" and read.end() == board


def test_games_of_ones_own_are_read_where_they_are_named() -> None:
    text = (Path(__file__).parents[3] / "variants" / "shatranj.toml").read_text()
    mine = kurier.load(text.replace('name = "shatranj"', 'name = "mine"'))
    board = Board(mine, "4k3/4p3/8/8/8/8/3PP3/R3K3 w - - 0 1")
    board.push_san("Ra7")
    pgn = Game(board, result="1-0").pgn()
    [read] = kurier.read_pgn(text=pgn, variants=[mine])
    assert read.start_fen is not None and read.result == "1-0" and str(read.moves[0]) == "a1a7"
    with pytest.raises(kurier.PgnError, match="unknown variant 'mine'"):
        list(kurier.read_pgn(text=pgn))


def test_reading_goes_on_after_a_bad_game() -> None:
    reader = kurier.read_pgn(text='[White "A"]\n\n1. e4 e4 *\n\n[White "B"]\n\n1. d4 *\n')
    with pytest.raises(kurier.PgnError) as error:
        next(reader)
    assert (error.value.game, error.value.line) == (1, 3)
    assert ("White", "B") in next(reader).tags
    assert list(reader) == []
    with pytest.raises(kurier.KurierError):
        Game(Board("chess"), result="2-0")
    with pytest.raises(FileNotFoundError):
        kurier.read_pgn("no/such.pgn")


def test_mistakes_are_annotated() -> None:
    [game] = kurier.read_pgn(text="1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {oh} 4. Qxf7# 1-0")
    engine = kurier.Engine("chess", hash=4)
    annotated, judgements = engine.annotate(game, depth=5)
    assert len(judgements) == len(game.moves) + 1
    blunder, end = judgements[-2:]
    assert blunder.verdict == "Blunder" and blunder.score is not None and blunder.score.mate == 1
    assert blunder.expectation == 1 and str(blunder.best) == "h5f7" and blunder.line == ["Qxf7#"]
    assert end.score is None and end.verdict is None and end.best is None
    text = " ".join(annotated.pgn().split())
    assert "Nf6??" in text and "oh [%eval #1" in text
    assert game.comments[5] == "oh"
    with pytest.raises(kurier.KurierError, match="plays leap, not chess"):
        kurier.Engine("leap", hash=1).annotate(game, depth=1)
