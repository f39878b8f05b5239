"""Other engines: a scripted one that misbehaves on request, and real ones if they are installed."""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

import kurier
from kurier import AnalysisComplete, Board, Engine, EngineOption, Limit, Move, engine
from kurier.engine import EngineError, EngineTerminatedError, UciEngine

FAKE = [sys.executable, str(Path(__file__).with_name("fake_uci.py"))]
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])


def fake(*arguments: str) -> UciEngine:
    return Engine.popen_uci([*FAKE, *arguments], "chess", timeout=20)


def test_it_plays_and_tells_its_score() -> None:
    with fake() as player:
        assert player.id == {"name": "Fake 1", "author": "Nobody"} and player.variant == kurier.variant("chess")
        board = Board("chess", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
        board.push(player.play(board, time=0.1).move or "")
        result = player.play(board, Limit(white_clock=60, black_clock=50, white_inc=1, remaining_moves=20))
        assert str(result.move) == "a1a2" and result.score.mate == 1 and result.score.turn and result.depth == 3
        with pytest.raises(ValueError, match="limit"):
            player.play(board)
        assert player.play(Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), depth=1).move is None


def test_analysis_is_a_stream() -> None:
    with fake() as player:
        lines = player.analyse(Board("chess"), depth=3, multipv=2)
        assert [(line.multipv, str(line.pv[0]), line.bound) for line in lines] == [
            (1, "a2a3", "exact"),
            (2, "a2a4", "exact"),
        ]
        assert (lines[0].nodes, lines[0].time, lines[0].nps, lines[0].hashfull) == (20, 0.05, 400, 7)
        with player.analysis(Board("chess")) as running:
            first = running.get()
            assert (first.depth, first.seldepth, first.bound, first.score.cp) == (1, 2, "lower", 29)
            running.stop()
            result = running.wait()
        assert str(result.move) == "a2a3" and str(result.ponder) == "a7a6" and running.best().move == result.move
        assert [line.depth for line in running.multipv] == [3]
        with pytest.raises(AnalysisComplete):
            running.get()
        running = player.analysis(Board("chess"))
        assert player.play(Board("chess"), depth=1).move is not None
        assert list(running) == []


def test_analysis_with_asyncio() -> None:
    async def both() -> tuple[list[int], str]:
        with fake() as player:
            depths = [line.depth async for line in player.analysis(Board("chess"), depth=3)]
            result = await asyncio.to_thread(player.play, Board("chess"), depth=1)
        own = Engine("chess", hash=1)
        depths += [line.depth async for line in own.analysis(Board("chess"), depth=3)]
        return depths, str(result.move)

    depths, move = asyncio.run(both())
    assert depths[:2] == [1, 3] and depths[-1] == 3 and move == "a2a3"


def test_options() -> None:
    with fake() as player:
        assert player.options["Style of play"] == EngineOption(
            "Style of play", "combo", default="calm", var=["calm", "wild"]
        )
        assert player.options["Book File"].default == "" and player.options["Ponder"].default is False
        player.configure({"hash": 64, "Ponder": True, "Style of play": "wild", "Clear Hash": None, "Book File": "a b"})
        for wrong in (
            {"Hash": 0},
            {"Hash": True},
            {"Ponder": 1},
            {"Style of play": "odd"},
            {"Clear Hash": 1},
            {"X": 1},
        ):
            with pytest.raises(EngineError):
                player.configure(wrong)
    own = Engine("chess", hash=1)
    own.configure({"Threads": 2, "hash": 2, "UCI_LimitStrength": True, "UCI_Elo": 900, "Contempt": -10})
    assert own.hash == 2 and own.options["UCI_Elo"].max == 2800 and own.id["name"].startswith("Kurier")
    for option in ({"Threads": 0}, {"X": 1}, {"UCI_LimitStrength": 1}, {"Hash": "a"}):
        with pytest.raises(kurier.KurierError):
            own.configure(option)


def test_faults_are_errors() -> None:
    with pytest.raises(EngineTerminatedError, match="cannot start"):
        engine.popen_uci("no-such-program", "chess")
    with pytest.raises(EngineError, match="empty"):
        engine.popen_uci("", "chess")
    with pytest.raises(EngineTerminatedError, match="uciok"):
        engine.popen_uci([*FAKE, "--mute"], "chess", timeout=0.5)
    with pytest.raises(EngineError, match="does not play shatranj"):
        engine.popen_uci(FAKE, "shatranj")
    with fake("--crash") as player, pytest.raises(EngineTerminatedError, match="has ended"):
        player.play(Board("chess"), depth=1)
    with fake("--illegal") as player, pytest.raises(EngineError, match="illegal"):
        player.play(Board("chess"), depth=1)
    with fake() as player:
        with pytest.raises(EngineError, match="plays chess, not shatranj"):
            player.play(Board("shatranj"), depth=1)
        with pytest.raises(kurier.IllegalMoveError):
            player.play(Board("chess"), depth=1, root_moves=[Move.from_uci("e2e5")])
    with pytest.raises(EngineError):
        player.play(Board("chess"), depth=1)


def test_moves_at_the_root_and_clocks() -> None:
    own = Engine("chess", hash=1)
    board = Board("chess")
    wanted = [board.parse_san("a3"), board.parse_san("h3")]
    assert own.play(board, depth=3, root_moves=wanted).move in wanted
    assert own.play(board, Limit(white_clock=0.2, black_clock=0.2, white_inc=0.01)).move in board.legal_moves
    assert own.play(board, Limit(mate=1, depth=2)).move in board.legal_moves
    for line in own.analyse(board, Limit(depth=2), multipv=2, root_moves=wanted):
        assert line.pv[0] in wanted


REAL = [
    ("uci", "stockfish", "chess"),
    ("uci", "fairy-stockfish", "courier"),
    ("uci", "fairy-stockfish", "shatranj"),
    ("xboard", "fairymax", "shatranj"),
    ("xboard", "sjaakii", "courier"),
    ("xboard", "sjaakii", "shatranj"),
]


@pytest.mark.parametrize(("protocol", "program", "variant"), REAL)
def test_real_engines_play(protocol: str, program: str, variant: str) -> None:
    command = shutil.which(program, path=PATH)
    if command is None:
        pytest.skip(f"{program} is not installed")
    start = Engine.popen_uci if protocol == "uci" else Engine.popen_xboard
    board = Board(variant)
    with start([command], variant) as player:
        for _ in range(4):
            result = player.play(board, Limit(depth=3))
            assert result.move in board.legal_moves
            board.push(result.move or "")
            board.push(board.legal_moves[0])
        result = player.play(board, Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1))
        assert result.move in board.legal_moves
        if protocol == "uci":
            lines = player.analyse(board, depth=3, multipv=2)
            assert [line.multipv for line in lines] == [1, 2] and lines[0].pv[0] in board.legal_moves


def test_an_engine_of_xboard_analyses() -> None:
    command = shutil.which("sjaakii", path=PATH)
    if command is None:
        pytest.skip("sjaakii is not installed")
    board = Board("shatranj")
    with Engine.popen_xboard([command], "shatranj") as player:
        line = player.analyse(board, depth=4)[0]
        assert line.depth >= 4 and line.pv[0] in board.legal_moves and line.score.turn == board.turn
        with player.analysis(board) as running:
            for line in running:
                if line.depth >= 3:
                    break
            running.stop()
            assert running.wait().move in board.legal_moves
