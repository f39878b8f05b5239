"""Engines: they find mates, stop at once, and let other threads run."""

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kurier
from kurier import WHITE, Board, Engine

MATE_IN_TWO = "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1"


def test_it_plays_every_game() -> None:
    for name in kurier.variants():
        board = Board(name)
        result = Engine(name, hash=1).play(board, nodes=500)
        assert result.move in board.legal_moves and result.nodes <= 600 and result.score.turn == WHITE


def test_it_finds_a_mate_and_says_so() -> None:
    board = Board("chess", MATE_IN_TWO)
    lines = Engine("chess", hash=1).analyse(board, depth=6, multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    best = lines[0]
    assert best.score.mate == 1 and best.score.cp is None and str(best.pv[0]) == "b1b8"
    assert best.score.black().mate == -1 and best.score.white() == best.score
    assert best.depth >= 1 and best.nodes > 0 and best.bound == "exact" and best.time >= 0
    assert best.score.wdl() == (1000, 0, 0) and sum(lines[2].score.wdl()) == 1000


def test_the_same_nodes_find_the_same() -> None:
    board = Board("courier")
    found = {
        (str(result.move), result.score.cp) for result in (Engine("courier").play(board, depth=5) for _ in range(2))
    }
    assert len(found) == 1


def test_lines_grow_until_it_is_stopped() -> None:
    engine = Engine("courier", hash=1)
    depths = []
    with engine.analysis(Board("courier")) as running:
        for line in running:
            depths.append(line.depth)
            if line.depth >= 4:
                break
        # Nothing else ends this search.
        running.stop()
        best = running.best()
    assert depths == sorted(depths) and best.move in Board("courier").legal_moves
    assert list(running) == []


def test_other_threads_run_and_can_stop_it() -> None:
    engine, counted = Engine("chess", hash=1), 0
    thread = threading.Timer(0.3, engine.stop)
    thread.start()
    running = engine.analysis(Board("chess"))
    worker_ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not worker_ended.is_set():
            counted += 1

    worker = threading.Thread(target=count)
    worker.start()
    # Nothing but the timer ends this search.
    running.best()
    worker_ended.set()
    worker.join()
    thread.join()
    assert counted > 0


def test_many_engines_at_once() -> None:
    results: dict[int, object] = {}

    def search(number: int) -> None:
        results[number] = Engine("leap", hash=1).play(Board("leap"), depth=6).move

    threads = [threading.Thread(target=search, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6 and len(set(results.values())) == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Enables Ctrl-C, which is ignored by programs that a script starts in the background, and by their children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("task", ["play", "perft"])
def test_ctrl_c_ends_it(task: str) -> None:
    board, engine = Board("chess"), Engine("chess", hash=1)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    endless: Callable[[], object] = (
        (lambda: engine.play(board, time=86400)) if task == "play" else (lambda: board.perft(20))
    )
    with pytest.raises(KeyboardInterrupt):
        endless()
    timer.join()
    assert engine.play(board, depth=2).move in board.legal_moves


def test_what_it_refuses() -> None:
    engine = Engine("chess", hash=1)
    with pytest.raises(ValueError, match="limit"):
        engine.play(Board("chess"))
    with pytest.raises(ValueError, match="time"):
        engine.play(Board("chess"), time=-1)
    with pytest.raises(kurier.KurierError, match="plays chess, not shatranj"):
        engine.play(Board("shatranj"), depth=1)
    faults: tuple[dict[str, Any], ...] = ({"threads": 0}, {"hash": 0}, {"elo": 1}, {"evaluation": "no/such.net"})
    for wrong in faults:
        with pytest.raises(kurier.KurierError):
            Engine("chess", **wrong)
    with pytest.raises(kurier.KurierError, match="multipv"):
        engine.analyse(Board("chess"), depth=1, multipv=0)
    mated = Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(mated, depth=3).move is None


def test_evaluations() -> None:
    up = Board("chess", "4k3/5ppp/8/8/8/8/PPPP4/QN2K2B w - - 0 1")
    down = Board("chess", "4k3/5ppp/8/8/8/8/PPPP4/QN2K2B b - - 0 1")
    network = Path(__file__).parents[3] / "crates" / "networks" / "chess" / "chess.net"
    scores = []
    for source in (None, "classical", "prior", network):
        engine = Engine("chess", hash=1, evaluation=source)
        assert engine.evaluate(up) > 500 > -500 > engine.evaluate(down)
        explanation = engine.explain(up)
        (white, _), (black, _) = explanation.terms["material"]
        assert white > 900 > black and "mobility" in str(explanation)
        assert explanation.hand_crafted + (explanation.network or 0) == explanation.score == engine.evaluate(up)
        assert (explanation.network is None) == (source in ("classical", "prior"))
        scores.append(engine.evaluate(up))
    assert scores[0] == scores[3] and len(set(scores)) == 3
    with pytest.raises(kurier.KurierError):
        Engine("courier", evaluation=network)
