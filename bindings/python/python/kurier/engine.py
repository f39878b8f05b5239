"""Other engines, as processes that speak UCI or the protocol of XBoard.

>>> with popen_uci("fairy-stockfish", "courier") as engine:  # doctest: +SKIP
...     engine.configure({"Hash": 64})
...     result = engine.play(kurier.Board("courier"), kurier.Limit(time=0.5))

They have the methods and results of `kurier.Engine`, so a program can use either. All of them release the interpreter's
lock while they wait, so a program that uses asyncio can call `await asyncio.to_thread(engine.play, board, limit)`, and
`async for line in engine.analysis(board)` reads an analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from kurier._external import EngineError, EngineTerminatedError, ExternalAnalysis, ExternalEngine
from kurier._kurier import AnalysisComplete, EngineOption, Limit, Line, PlayResult, Score, Variant
from kurier._uci import UciEngine
from kurier._xboard import XBoardEngine


def popen_uci(
    command: str | Sequence[str],
    variant: str | Variant,
    *,
    timeout: float = 10.0,
    cwd: str | PathLike[str] | None = None,
) -> UciEngine:
    """Starts an engine that speaks UCI, and selects a variant.

    The command is a string, or the program and its arguments; `timeout` is the number of seconds in which the engine
    has to answer commands that need no search, and `cwd` is the folder in which it runs. Raises `EngineTerminatedError`
    if it cannot be started or does not answer, and `EngineError` if it does not play the variant.

    >>> engine = kurier.engine.popen_uci(["stockfish"], "chess")  # doctest: +SKIP
    """
    return UciEngine(command, variant, timeout, cwd)


def popen_xboard(
    command: str | Sequence[str],
    variant: str | Variant,
    *,
    timeout: float = 10.0,
    cwd: str | PathLike[str] | None = None,
) -> XBoardEngine:
    """Starts an engine that speaks the protocol of XBoard, and selects a variant. Takes the arguments of `popen_uci`
    and raises its errors.

    >>> engine = kurier.engine.popen_xboard("fairymax", "shatranj")  # doctest: +SKIP
    """
    return XBoardEngine(command, variant, timeout, cwd)


__all__ = [
    "AnalysisComplete",
    "EngineError",
    "EngineOption",
    "EngineTerminatedError",
    "ExternalAnalysis",
    "ExternalEngine",
    "Limit",
    "Line",
    "PlayResult",
    "Score",
    "UciEngine",
    "XBoardEngine",
    "popen_uci",
    "popen_xboard",
]
