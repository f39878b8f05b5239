"""Games as trees, and the scripts of python-chess."""

import io
import random
import warnings
from pathlib import Path

import chess.pgn
import pytest

import kurier
import kurier.pgn
from kurier import Board, Move
from kurier.pgn import Game, GameNode, read_game

FOLDER = Path(__file__).parents[3] / "engine-tests" / "data" / "records"
FILES = sorted(path.name for path in FOLDER.glob("*.pgn") if path.name != "utf-16.pgn")
RICH = """[White "A"]
[Black "B"]

{Before} 1. e4! $14 {[%clk 0:01:30] best} (1. d4 {[%eval -0.20,12]} d5 (1... Nf6 2. c4) 2. c4) ({or} 1. c4)
1... e5 2. Nf3 Nc6 1/2-1/2
"""


def tree(text: str) -> Game:
    game = read_game(io.StringIO(text))
    assert game is not None
    return game


def shape(node: GameNode) -> list[object]:
    """Returns the moves, comments and glyphs of a tree."""
    return [
        (child.uci(), child.starting_comment, child.comment, sorted(child.nags), shape(child))
        for child in node.variations
    ]


def their_shape(node: chess.pgn.GameNode) -> list[object]:
    return [
        (child.uci(), child.starting_comment, child.comment, sorted(child.nags), their_shape(child))
        for child in node.variations
    ]


def test_a_tree_is_read_as_python_chess_reads_it() -> None:
    ours, theirs = tree(RICH), chess.pgn.read_game(io.StringIO(RICH))
    assert theirs is not None and shape(ours) == their_shape(theirs) and ours.comment == theirs.comment == "Before"
    assert ours.headers["White"] == "A" and ours.headers["Result"] == "1/2-1/2"
    first, other = ours.variations[0], ours.variations[1]
    assert first.clock() == 90 and other.eval_depth() == 12
    score = other.eval()
    assert score is not None and score.cp == -20
    assert first.is_mainline() and not other.is_mainline() and other.end().san() == "c4"
    assert [node.san() for node in ours.mainline()] == ["e4", "e5", "Nf3", "Nc6"]


def test_a_tree_is_written_as_it_is_read() -> None:
    game = tree(RICH)
    again = tree(str(game))
    assert shape(again) == shape(game) and str(again) == str(game)
    theirs = chess.pgn.read_game(io.StringIO(str(game)))
    assert theirs is not None and their_shape(theirs) == shape(game)


@pytest.mark.parametrize("name", FILES)
def test_files_survive_the_tree(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = kurier.read_pgn(FOLDER / name)
        while True:
            try:
                record = next(reader)
            except StopIteration:
                break
            except kurier.PgnError:
                continue
            game = record.tree()
            assert game.mainline_moves() == record.moves and game.record().comments == record.comments
            text = str(game)
            [again] = kurier.read_pgn(text=text, variants=[record.variant])
            assert shape(again.tree()) == shape(game) and again.rest == record.rest and str(again.tree()) == text


def test_trees_made_up_are_written_as_they_are() -> None:
    choose = random.Random(8)

    def grow(node: GameNode, depth: int) -> None:
        moves = node.board().legal_moves
        choose.shuffle(moves)
        for move in moves[: choose.choice([0, 1, 1, 2, 3]) if depth else 0]:
            begins = choose.choice(["", "first"]) if node.variations else ""
            child = node.add_variation(
                move,
                comment=choose.choice(["", "a word"]),
                starting_comment=begins,
                nags=choose.sample([1, 4, 10, 14], choose.choice([0, 0, 1])),
            )
            grow(child, depth - 1)

    for name in ("courier", "leap-multi", "courierleapale", "chess"):
        for _ in range(5):
            game = Game(Board(name))
            grow(game, 5)
            assert shape(tree(str(game))) == shape(game), str(game)


def test_trees_are_edited() -> None:
    game = Game(Board("courier"))
    main = game.add_line([game.board().parse_san("Nc3")], comment="calm")
    other = game.add_main_variation(game.board().parse_san("Na3"), nags=[kurier.pgn.NAG_DUBIOUS_MOVE])
    assert game.next() is other and other.nags == {6} and main.comment == "calm"
    game.demote(other)
    assert game.variations == [main, other]
    game.promote(1)
    game.promote_to_main(main)
    assert game.variation(0) is main and game.has_variation(other)
    game.remove_variation(other)
    assert game.variations == [main] and main.is_end() and main.game() is game and main.parent is game
    with pytest.raises(KeyError):
        game.variation(7)
    with pytest.raises(kurier.IllegalMoveError):
        game.add_variation(Move.from_uci("a1a8"))
    with pytest.raises(kurier.KurierError):
        game.san()
    main.set_clock(3723.5)
    main.set_emt(4)
    main.set_eval(kurier.Score("courier", mate=-3), depth=20)
    assert (main.clock(), main.emt(), main.eval_depth()) == (3723.5, 4, 20)
    assert main.comment == "[%eval #-3,20] [%emt 0:00:04] [%clk 1:02:03.5] calm"
    score = main.eval()
    assert score is not None and score.mate == -3
    for setter in (main.set_clock, main.set_emt, main.set_eval):
        setter(None)
    assert main.comment == "calm" and main.clock() is None and main.eval() is None


def test_variations_that_cannot_be_played_are_kept() -> None:
    game = tree("1. e4 (1. e5 {illegal}) (1. d4) e5 *")
    assert [node.san() for node in game.variations] == ["e4", "d4"] and "(1. e5 {illegal})" in str(game)


def test_files_are_read_game_by_game() -> None:
    handle = io.StringIO('[White "A"]\n\n1. e4 e4 *\n\n[White "B"]\n\n1. d4 *\n')
    with pytest.raises(kurier.PgnError):
        read_game(handle)
    game = read_game(handle)
    assert game is not None and game.headers["White"] == "B" and read_game(handle) is None
    handle.seek(0)
    with pytest.raises(kurier.PgnError):
        read_game(handle)


# Scripts as people write them for python-chess. Lines after `#!` are what a script has to change for Kurier.
SCRIPTS = {
    "moves": """
import chess
board = chess.Board()
#! board = chess.Board("chess")
print(chess.Move.from_uci("a8a1") in board.legal_moves, board.legal_moves.count())
for san in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"):
    board.push_san(san)
print(board.is_checkmate(), board.outcome().result(), board.fen())
move = board.pop()
print(move, board.san(move), board.lan(move), board.is_capture(move), board.gives_check(move), board.peek())
print(board.ply(), board.turn == chess.WHITE, board.root().fen(), len(board.move_stack))
""",
    "squares": """
import chess
board = chess.Board()
#! board = chess.Board("chess")
board.push_uci("g1f3")
square = chess.parse_square("e5")
#! square = board.variant.parse_square("e5")
print(board.is_attacked_by(chess.WHITE, square), list(board.attackers(chess.WHITE, square)))
print(list(board.attacks(square)), list(board.checkers()), board.piece_at(square))
print(board.remove_piece_at(0).symbol(), board.king(chess.BLACK), sorted(board.piece_map()))
""",
    "game": """
import chess
import chess.pgn
#! import kurier.pgn; chess.pgn = kurier.pgn
game = chess.pgn.Game()
#! game = chess.pgn.Game(chess.Board("chess"))
game.headers["Event"] = "Example"
node = game.add_variation(chess.Move.from_uci("e2e4"))
node = node.add_variation(chess.Move.from_uci("e7e5"), comment="open")
node.parent.add_variation(chess.Move.from_uci("c7c5"), nags=[chess.pgn.NAG_GOOD_MOVE])
node.set_clock(90)
print(node.san(), node.clock(), game.end().uci(), [str(move) for move in game.mainline_moves()])
print([child.san() for child in game.next().variations], node.board().fen())
""",
    "reading": """
import io
import chess.pgn
#! import kurier.pgn; chess = kurier
pgn = io.StringIO('[White "A"]\\n\\n1. e4 {x} e5 (1... c5 $1) 2. Nf3 1-0')
game = chess.pgn.read_game(pgn)
print(game.headers["White"], game.headers["Result"], game.next().comment)
board = game.board()
for move in game.mainline_moves():
    print(board.san_and_push(move), end=" ")
print(board.fen(), game.next().variations[1].san(), sorted(game.next().variations[1].nags))
""",
    "engine": """
import chess
import chess.engine
#! import kurier.engine; chess.engine = kurier.engine
engine = chess.engine.SimpleEngine.popen_uci([PYTHON, FAKE])
#! engine = kurier.Engine.popen_uci([PYTHON, FAKE], "chess")
board = chess.Board()
#! board = chess.Board("chess")
engine.configure({"Hash": 32})
result = engine.play(board, chess.engine.Limit(time=0.1))
print(engine.id["name"], "Hash" in engine.options, result.move)
board.push(result.move)
print(board.fen())
engine.quit()
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_of_python_chess_run_with_three_lines_changed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    names = {"PYTHON": sys.executable, "FAKE": str(Path(__file__).with_name("fake_uci.py")), "kurier": kurier}
    theirs = SCRIPTS[name].strip().splitlines()
    ours: list[str] = []
    changed = 0
    for line in theirs:
        if line.startswith("#!"):
            ours[-1] = line.removeprefix("#! ")
            changed += 1
        else:
            # The renamed module is not one of the three changed lines.
            ours.append("import kurier as chess" if line == "import chess" else line)
    changed += "import chess" in theirs
    assert changed <= 3 + ("import chess" in theirs)
    exec("\n".join(theirs), dict(names))
    expected = capsys.readouterr().out
    exec("\n".join(ours), dict(names))
    assert capsys.readouterr().out == expected and len(expected) > 20
