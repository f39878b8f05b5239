"""Engines as processes: what both protocols have in common."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import shlex
import subprocess
import threading
import time as clock
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kurier._kurier import (
    AnalysisComplete,
    Board,
    EngineOption,
    IllegalMoveError,
    KurierError,
    Limit,
    Line,
    Move,
    PlayResult,
    Score,
    Variant,
    _combined_limit,
)
from kurier._kurier import variant as find
from kurier._types import next_in_thread

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

# The maximum number of lines that wait to be read, so that a program that never stops writing does not fill the memory.
MOST_LINES = 10_000
# The time that an engine has to end after `quit`, in seconds.
PATIENCE = 5.0


class EngineError(KurierError):
    """An engine refuses a request or violates its protocol.

    >>> issubclass(kurier.engine.EngineError, kurier.KurierError)
    True
    """


class EngineTerminatedError(EngineError):
    """The process of an engine cannot be started, has ended, or does not answer.

    >>> kurier.Engine.popen_uci("no-such-engine", "chess")
    Traceback (most recent call last):
    ...
    kurier.engine.EngineTerminatedError: cannot start no-such-engine: No such file or directory
    """


class Process:
    """The process of an engine, with which lines of text are exchanged."""

    def __init__(self, command: str | Sequence[str], directory: str | os.PathLike[str] | None) -> None:
        words = shlex.split(command, posix=os.name != "nt") if isinstance(command, str) else list(command)
        if not words:
            raise EngineError("the command is empty")
        self.name = words[0]
        try:
            self._process = subprocess.Popen(
                words,
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise EngineTerminatedError(f"cannot start {self.name}: {error.strerror}") from error
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Sends a line. Raises `EngineError` if it contains a line break, and `EngineTerminatedError` if the process
        has ended."""
        assert self._process.stdin is not None
        if "\n" in line or "\r" in line:
            raise EngineError("a command must not contain a line break")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineTerminatedError(f"{self.name} has ended") from error

    def receive(self, deadline: float = math.inf) -> str | None:
        """Waits for a line and returns it; returns `None` if there is none before the deadline, a time of the monotonic
        clock."""
        while True:
            # On Windows a wait without a timeout cannot be interrupted.
            wait = min(1.0, deadline - clock.monotonic())
            try:
                line = self._lines.get(timeout=wait) if wait > 0 else self._lines.get_nowait()
            except queue.Empty:
                if clock.monotonic() >= deadline:
                    return None
                continue
            if line is None:
                self._lines.put(None)
                raise EngineTerminatedError(f"{self.name} has ended")
            return line

    def close(self) -> None:
        """Asks the process to end, and kills it if it does not."""
        with contextlib.suppress(EngineError):
            self.send("quit")
        # Empty the queue: otherwise the reading thread may wait for room in it, and the process for that thread.
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)


class ExternalAnalysis:
    """A running search of another engine: an iterator over its lines, for use with `for` or `async for`, and a context
    manager that stops the search. It has the methods of `kurier.Analysis`.

    >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
    ...     with engine.analysis(kurier.Board("chess"), depth=8) as running:
    ...         depths = [line.depth for line in running]
    """

    def __init__(self, engine: ExternalEngine, board: Board) -> None:
        self._engine = engine
        self._board = board
        self._started = clock.monotonic()
        self._lines: dict[int, Line] = {}
        self._result: PlayResult | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Line:
        line = self._next()
        if line is None:
            raise StopIteration
        return line

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Line:
        return await next_in_thread(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def multipv(self) -> list[Line]:
        """Returns the latest line that has been read for each rank, best first.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     running = engine.analysis(kurier.Board("chess"), depth=8, multipv=2)
        ...     result = running.wait()
        >>> [line.multipv for line in running.multipv]  # doctest: +SKIP
        [1, 2]
        """
        return [line for _, line in sorted(self._lines.items())]

    def get(self) -> Line:
        """Waits for the next line and returns it. Raises `AnalysisComplete` if the search has ended.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.analysis(kurier.Board("chess"), depth=8).get().depth
        1
        """
        line = self._next()
        if line is None:
            raise AnalysisComplete("the search has ended")
        return line

    def wait(self) -> PlayResult:
        """Waits for the end of the search and returns its result.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     result = engine.analysis(kurier.Board("chess"), depth=8).wait()
        """
        while self._next() is not None:
            pass
        if self._result is None:
            raise EngineError("another search has replaced this one")
        return self._result

    def best(self) -> PlayResult:
        """Waits for the end of the search and returns its result, as `wait` does.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     result = engine.analysis(kurier.Board("chess"), depth=8).best()
        """
        return self.wait()

    def stop(self) -> None:
        """Stops the search, unless it has ended. Its result can still be waited for.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     running = engine.analysis(kurier.Board("chess"))
        ...     running.stop()
        """
        if self._result is None and self._engine._running is self:
            self._engine.stop()

    def _next(self) -> Line | None:
        while self._result is None and self._engine._running is self:
            found = self._engine._follow(self, self._board)
            if isinstance(found, Line):
                self._lines[found.multipv] = found
                return found
            if found is not None:
                self._finish(found)
        return None

    def _finish(self, result: PlayResult) -> None:
        best = self._lines.get(1)
        score = None if best is None else best.score
        self._result = PlayResult(
            result.move,
            ponder=result.ponder,
            score=score,
            depth=0 if best is None else best.depth,
            nodes=0 if best is None else best.nodes,
            time=clock.monotonic() - self._started,
            resigned=result.resigned,
            draw_offered=result.draw_offered,
        )
        self._engine._running = None


class ExternalEngine(ABC):
    """Another engine: a process that plays one variant. It has the methods of `kurier.Engine`, and is a context manager
    that ends the process. `popen_uci` and `popen_xboard` start one.

    >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
    ...     engine.play(kurier.Board("chess"), kurier.Limit(time=0.1)).move
    <Move e2e4>
    """

    def __init__(
        self,
        command: str | Sequence[str],
        variant: str | Variant,
        timeout: float,
        directory: str | os.PathLike[str] | None,
    ) -> None:
        self._running: ExternalAnalysis | None = None
        self._variant = find(variant)
        self._timeout = timeout
        self._id: dict[str, str] = {}
        self._options: dict[str, EngineOption] = {}
        self._process = Process(command, directory)
        try:
            self._greet()
        except BaseException:
            self._process.close()
            raise

    @property
    def variant(self) -> Variant:
        """Returns the variant that the engine plays.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.variant
        <Variant chess: Chess>
        """
        return self._variant

    @property
    def id(self) -> dict[str, str]:
        """Returns the `name` of the engine and, if the engine reports it, its `author`.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.id["name"]
        'Stockfish 16'
        """
        return dict(self._id)

    @property
    def options(self) -> dict[str, EngineOption]:
        """Returns the options that the engine declares, by name.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.options["Hash"].default
        16
        """
        return dict(self._options)

    def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Sets options by name, ignoring case; `None` presses a button. Raises `EngineError`, and changes nothing, if a
        name is unknown or an option does not allow its value.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.configure({"Hash": 64, "Threads": 2})
        """
        self._halt()
        for line in [self._setting(self._option(name), value) for name, value in options.items()]:
            self._process.send(line)
        self.ping()

    def _option(self, name: str) -> EngineOption:
        for known, option in self._options.items():
            if known.lower() == name.lower():
                return option
        raise EngineError(f"{self._process.name} has no option '{name}'; it has {', '.join(sorted(self._options))}")

    def _checked(self, option: EngineOption, value: str | int | bool | None) -> str | int | bool | None:
        """Returns a value for an option, after checking that the option allows it."""
        fits = {
            "check": isinstance(value, bool),
            "spin": isinstance(value, int) and not isinstance(value, bool),
            "slider": isinstance(value, int) and not isinstance(value, bool),
            "button": value is None,
            "save": value is None,
            "reset": value is None,
            "combo": value in option.var,
        }.get(option.type, isinstance(value, str))
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = option.min, option.max
            fits = fits and (low is None or value >= low) and (high is None or value <= high)
        if not fits:
            raise EngineError(f"{value!r} is not a value of {option!r}")
        return value

    def play(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        root_moves: Iterable[Move] = (),
    ) -> PlayResult:
        """Searches for the best move and waits for the result. Requires at least one limit, given as a `Limit` or by
        the keywords `time` (in seconds), `nodes` and `depth` (in turns). Ctrl-C ends the search.

        Raises `ValueError` without a limit, and `EngineError` if the engine does not support the limit, or fails.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.play(kurier.Board("chess"), time=0.1).move
        <Move e2e4>
        """
        limit = _combined_limit(limit, time, nodes, depth)
        return self._search(board, ending(limit), 1, root_moves, playing=True).wait()

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
        root_moves: Iterable[Move] = (),
    ) -> list[Line]:
        """Searches for the `multipv` best lines, waits for the result and returns them, best first. Limits and errors
        are as in `play`.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     len(engine.analyse(kurier.Board("chess"), depth=8, multipv=3))
        3
        """
        limit = _combined_limit(limit, time, nodes, depth)
        running = self._search(board, ending(limit), multipv, root_moves, playing=False)
        running.wait()
        return running.multipv

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
        root_moves: Iterable[Move] = (),
    ) -> ExternalAnalysis:
        """Starts a search and returns immediately; its lines can be read while it runs. Without a limit it runs until
        it is stopped.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     with engine.analysis(kurier.Board("chess")) as running:
        ...         line = running.get()
        """
        return self._search(board, _combined_limit(limit, time, nodes, depth), multipv, root_moves, playing=False)

    def _search(
        self, board: Board, limit: Limit, multipv: int, root_moves: Iterable[Move], *, playing: bool
    ) -> ExternalAnalysis:
        if board.variant != self._variant:
            raise EngineError(f"the engine plays {self._variant.name}, not {board.variant.name}")
        self._halt()
        board = board.copy()
        first = list(root_moves)
        for move in first:
            if not board.is_legal(move):
                raise IllegalMoveError(f"illegal move: {move} in {board.fen()}")
        self._begin(board, limit, multipv, first, playing)
        self._running = ExternalAnalysis(self, board)
        return self._running

    def _halt(self) -> None:
        """Stops the running search and waits for its end, so that the next search does not read its last lines."""
        if self._running is not None:
            running = self._running
            self.stop()
            deadline = clock.monotonic() + self._timeout
            while self._running is running:
                if clock.monotonic() > deadline:
                    raise EngineTerminatedError(f"{self._process.name} does not stop")
                running._next()

    def _follow(self, analysis: ExternalAnalysis, board: Board) -> Line | PlayResult | None:
        """Waits for a line of the engine's output and interprets it. Ctrl-C stops the search."""
        try:
            line = self._process.receive()
        except KeyboardInterrupt:
            self.stop()
            raise
        return None if line is None else self._interpret(line, board)

    def new_game(self) -> None:
        """Tells the engine that the next position belongs to another game.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.new_game()
        """
        self._halt()
        self._new_game()
        self.ping()

    def close(self) -> None:
        """Ends the process, at the latest after a few seconds.

        >>> engine = kurier.Engine.popen_uci("stockfish", "chess")  # doctest: +SKIP
        >>> engine.close()  # doctest: +SKIP
        """
        self._running = None
        self._process.close()

    def quit(self) -> None:
        """Ends the process, as `close` does.

        >>> engine = kurier.Engine.popen_uci("stockfish", "chess")  # doctest: +SKIP
        >>> engine.quit()  # doctest: +SKIP
        """
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._id.get('name', self._process.name)}, {self._variant.name}>"

    def _until(self, last: str) -> Iterable[str]:
        """Yields the lines before the line `last`."""
        deadline = clock.monotonic() + self._timeout
        while True:
            line = self._process.receive(deadline)
            if line is None:
                raise EngineTerminatedError(f"{self._process.name} does not answer with '{last}'")
            if line.strip() == last:
                return
            yield line

    @abstractmethod
    def stop(self) -> None:
        """Stops the running search, if there is one. Any thread may call this.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.stop()
        """

    @abstractmethod
    def ping(self) -> None:
        """Waits until the engine has processed all commands. Raises `EngineTerminatedError` if it does not answer.

        >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
        ...     engine.ping()
        """

    @abstractmethod
    def _greet(self) -> None: ...
    @abstractmethod
    def _setting(self, option: EngineOption, value: str | int | bool | None) -> str: ...
    @abstractmethod
    def _new_game(self) -> None: ...
    @abstractmethod
    def _begin(self, board: Board, limit: Limit, multipv: int, first: list[Move], playing: bool) -> None: ...
    @abstractmethod
    def _interpret(self, line: str, board: Board) -> Line | PlayResult | None: ...


def ending(limit: Limit) -> Limit:
    """Returns `limit` unchanged. Raises `ValueError` if it is empty, because the search would never end."""
    if limit == Limit():
        raise ValueError("expected a limit: time, nodes or depth")
    return limit


def score(variant: Variant, side: bool, *, cp: int | None = None, mate: int | None = None) -> Score:
    """Creates a score from the point of view of `side`, the side to move."""
    return Score(variant, cp=cp, mate=mate, turn=side)
