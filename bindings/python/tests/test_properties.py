"""Random calls in any order and from many threads leave the boards consistent; every error is an exception."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

import kurier
from kurier import Board, Engine

GAMES = st.sampled_from(kurier.variants())
# Almost valid strings get furthest into the parsers.
TEXTS = st.one_of(
    st.text(max_size=40),
    st.text("abcdefghKQRBNPx=+#-O0123456789/ *|wkq", max_size=60),
    st.sampled_from([kurier.variant(name).start_fen for name in kurier.variants()]).flatmap(
        lambda fen: st.tuples(st.integers(0, len(fen)), st.text(max_size=3)).map(
            lambda change: fen[: change[0]] + change[1] + fen[change[0] + len(change[1]) :]
        )
    ),
)


class Play(RuleBasedStateMachine):
    """Compares a board on which moves are played with a list of the expected FENs and moves."""

    moves: Bundle[kurier.Move] = Bundle("moves")

    @initialize(name=GAMES)
    def begin(self, name: str) -> None:
        self.board = Board(name)
        self.fens = [self.board.fen()]
        self.played: list[kurier.Move] = []

    @rule(target=moves, number=st.integers(0))
    def choose(self, number: int) -> kurier.Move:
        legal = self.board.legal_moves or [Board("chess").legal_moves[0]]
        return legal[number % len(legal)]

    @rule(move=consumes(moves))
    def push(self, move: kurier.Move) -> None:
        if self.board.is_legal(move):
            assert self.board.parse_san(self.board.san(move)) == move and self.board.parse(str(move)) == move
            self.board.push(move)
            self.played.append(move)
            self.fens.append(self.board.fen())
        else:
            try:
                self.board.push(move)
                raise AssertionError(move)
            except kurier.IllegalMoveError:
                pass

    @rule()
    def pop(self) -> None:
        if self.played:
            assert self.board.pop() == self.played.pop()
            self.fens.pop()

    @rule(text=TEXTS)
    def nonsense(self, text: str) -> None:
        try:
            played = self.board.push(text)
            assert self.board.pop() == played
        except kurier.IllegalMoveError:
            pass
        try:
            other = Board(self.board.variant, text)
            assert Board(self.board.variant, other.fen()) == other
        except kurier.FenError:
            pass

    @rule()
    def copy(self) -> None:
        other = self.board.copy()
        assert other == self.board
        self.board = other

    @invariant()
    def right(self) -> None:
        if hasattr(self, "board"):
            assert self.board.fen() == self.fens[-1] and self.board.move_stack == self.played
            again = Board(self.board.variant, self.fens[-1])
            if self.board.legal_moves:
                assert set(again.legal_moves) == set(self.board.legal_moves)


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_nonsense_is_refused_with_an_exception(text: str) -> None:
    for work in (kurier.load, kurier.variant, lambda text: kurier.from_fairy_ini(text, "a")):
        with suppress(kurier.KurierError):
            work(text)
    with suppress(kurier.PgnError):
        for game in kurier.read_pgn(text=text):
            game.end()


@settings(max_examples=20, deadline=None)
@given(name=GAMES, tasks=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 1000)), min_size=12, max_size=40))
def test_threads_share_a_board_and_an_engine(name: str, tasks: list[tuple[int, int]]) -> None:
    board, engine = Board(name), Engine(name, hash=1)
    start = board.fen()
    together = threading.Barrier(4)

    def work(mine: list[tuple[int, int]]) -> None:
        together.wait()
        for task, number in mine:
            try:
                match task:
                    case 0:
                        board.push(str(board.legal_moves[number % 7]))
                    case 1:
                        board.pop()
                    case 2:
                        engine.play(board, nodes=number)
                    case 3:
                        engine.stop()
                    case 4:
                        board.perft(2)
                    case _:
                        engine.evaluate(board)
            except (kurier.IllegalMoveError, IndexError):
                pass

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(work, tasks[first::4]) for first in range(4)]:
            done.result(timeout=60)
    while board.move_stack:
        board.pop()
    assert board.fen() == start
