"""Files of games are read and written again."""

import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kurier
from kurier import Board, Game

FOLDER = Path(__file__).parents[3] / "engine-tests" / "data" / "records"
FILES = sorted(path.name for path in FOLDER.glob("*.pgn") if path.name != "utf-16.pgn")
# Tags that follow from the game itself.
DERIVED = {"Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"}
# The form in which comments are written: no braces, and single spaces.
WORDS = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=("C", "Z"), exclude_characters="{}"),
    max_size=9,
)
COMMENTS = st.lists(WORDS, max_size=30).map(lambda words: " ".join(word for word in words if word))
SIGNS = st.sampled_from(["", "!", "?", "!!", "??", "!?", "?!"])


def games(source: Path | str) -> list[Game]:
    """Returns the games that can be played."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = kurier.read_pgn(text=source) if isinstance(source, str) else kurier.read_pgn(source)
        while True:
            try:
                found.append(next(reader))
            except StopIteration:
                return found
            except kurier.PgnError:
                pass


def kept(game: Game) -> tuple[object, ...]:
    told = sorted((name, value) for name, value in game.tags if name not in DERIVED and value.strip("?. "))
    said = (game.preamble, game.comments, game.glyphs, game.variations, game.rest)
    return (game.variant, game.start_fen, game.moves, game.result, said, told)


@pytest.mark.parametrize("name", FILES)
def test_files_are_written_as_they_are_read(name: str) -> None:
    found = games(FOLDER / name)
    assert found
    for game in found:
        [again] = games(game.pgn())
        assert kept(again) == kept(game) and again.pgn() == game.pgn()


@given(
    st.lists(st.tuples(st.integers(0, 999), SIGNS, st.lists(st.integers(1, 199), max_size=2), COMMENTS), max_size=12),
    COMMENTS,
)
@settings(max_examples=60, deadline=None)
def test_games_made_up_are_written_as_they_are_read(
    turns: list[tuple[int, str, list[int], str]], preamble: str
) -> None:
    board = Board("chess")
    words = [f"{{{preamble}}}"]
    for number, sign, glyphs, comment in turns:
        move = board.legal_moves[number % len(board.legal_moves)]
        words += [board.san(move) + sign, *(f"${glyph}" for glyph in glyphs), f"{{{comment}}}"]
        board.push(move)
        if board.is_game_over():
            break
    played = turns[: len(board.move_stack)]
    [game] = games(f'[White "A"]\n\n{" ".join(words)} *')
    assert game.moves == board.move_stack and game.preamble == preamble
    assert game.comments == [comment for *_, comment in played]
    assert game.glyphs == [[sign] * bool(sign) + [f"${glyph}" for glyph in glyphs] for _, sign, glyphs, _ in played]
    [again] = games(game.pgn())
    assert kept(again) == kept(game)


def test_signs_and_the_first_comment_are_kept() -> None:
    [game] = kurier.read_pgn(text="{Before} 1. e4! {after} e5?! $14 (1... c5 {other}) *")
    assert (game.preamble, game.glyphs) == ("Before", [["!"], ["?!", "$14"]])
    assert "{Before} 1. e4! {after} 1... e5?! $14 (1... c5 {other}) *" in game.pgn()
    assert Game(game.end(), preamble="first {words}").pgn().endswith("{first (words)} 1. e4 e5 *\n\n")


def test_tags_come_in_any_order() -> None:
    [game] = kurier.read_pgn(
        text='[Termination "x"]\n[Event "E"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *'
    )
    assert ("Termination", "x") in game.tags and ("Event", "E") in game.tags and len(game.moves) == 2


def test_what_is_odd_is_read_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="game 1, line 1: .*not escaped"):
        [game] = kurier.read_pgn(text='[White ""X""]\n\n1. e4 *')
    assert ("White", '"X"') in game.tags
    with pytest.warns(UserWarning, match="null move"):
        [game] = kurier.read_pgn(text="1. e4 -- 2. d4 Z0 *")
    assert len(game.moves) == 1 and game.rest == "1... -- 2. d4 Z0" and "1. e4 1... -- 2. d4 Z0 *" in game.pgn()
    for unknown in ("", "?"):
        [game] = kurier.read_pgn(text=f'[Variant "{unknown}"]\n\n1. e4 *')
        assert game.variant.name == "chess"
    with pytest.raises(kurier.PgnError, match="UTF-16"):
        next(kurier.read_pgn(FOLDER / "utf-16.pgn"))


def test_annotating_twice_is_annotating_once() -> None:
    [game] = games(FOLDER / "draws.pgn")
    engine = kurier.Engine("chess", hash=4)
    once, judgements = engine.annotate(game, depth=3)
    assert all(judgement.score is not None for judgement in judgements)
    assert all("[%eval" in comment for comment in once.comments)
    [read] = games(once.pgn())
    twice, _ = engine.annotate(read, depth=3)
    assert [comment.count("[%eval") for comment in twice.comments] == [1] * len(game.moves)
    assert [len(lines) for lines in twice.variations] == [min(len(lines), 1) for lines in twice.variations]
