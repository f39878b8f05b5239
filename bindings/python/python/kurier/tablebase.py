"""Probes the endgame tables that `kurier tables make` creates.

>>> import kurier.tablebase
>>> with kurier.tablebase.open_tablebase("tables") as tables:  # doctest: +SKIP
...     board = kurier.Board("chess", "8/8/8/8/8/k7/8/1RK5 b - - 0 1")
...     print(tables.probe_wdl(board), tables.probe_dtz(board))
-2 -16

Names follow `chess.syzygy` of python-chess.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from kurier._kurier import Board, Variant, VariantTables

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["MissingTableError", "Tablebase", "open_tablebase"]

Default = TypeVar("Default")


class MissingTableError(KeyError):
    """No table contains the position."""


class Tablebase:
    """The endgame tables in a folder that holds one folder for each variant. Tables are opened when they are first
    needed. Threads may share a tablebase."""

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self._directory = os.fspath(directory)
        self._tables: dict[Variant, VariantTables] = {}

    def _of(self, variant: Variant) -> VariantTables:
        tables = self._tables.get(variant)
        if tables is None:
            tables = self._tables[variant] = VariantTables(variant, self._directory)
        return tables

    def largest(self, variant: Variant) -> int:
        """Returns the number of pieces of the variant's largest table, or 0 if it has no tables."""
        return self._of(variant).largest

    def probe_wdl(self, board: Board) -> int:
        """Returns 2 if the side to move wins, 0 for a draw, -2 if it loses; 1 or -1 if the win or the loss would take
        too long, so that the move limit makes the game a draw. Raises `MissingTableError` if no table contains the
        position."""
        return self._probe(board)[0]

    def probe_dtz(self, board: Board) -> int:
        """Returns the number of plies to the next capture or pawn move that keeps the result, or to the end of the
        game. The number is negative if the side to move loses, and 0 for a draw or a finished game. Raises
        `MissingTableError` if no table contains the position."""
        return self._probe(board)[1]

    def get_wdl(self, board: Board, default: Default | None = None) -> int | Default | None:
        """Returns the result of `probe_wdl`, or the default if no table contains the position."""
        try:
            return self.probe_wdl(board)
        except MissingTableError:
            return default

    def get_dtz(self, board: Board, default: Default | None = None) -> int | Default | None:
        """Returns the result of `probe_dtz`, or the default if no table contains the position."""
        try:
            return self.probe_dtz(board)
        except MissingTableError:
            return default

    def _probe(self, board: Board) -> tuple[int, int]:
        found = self._of(board.variant).probe(board)
        if found is None:
            raise MissingTableError(f"no table of {board.variant.name} has {board.fen()}")
        return found

    def close(self) -> None:
        """Closes all tables. Tables that are needed later are opened again."""
        self._tables.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def open_tablebase(directory: str | os.PathLike[str]) -> Tablebase:
    """Returns the endgame tables in a folder that holds one folder for each variant."""
    return Tablebase(directory)
