"""Classes that extend Python's own types, and other definitions that the extension module cannot contain."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kurier._kurier import Line, Move


class LegalMoves(list["Move"]):
    """The list of the legal moves of a position, as `Board.legal_moves` returns it.

    >>> len(kurier.Board("chess").legal_moves)
    20
    """

    def count(self, value: Move | None = None, /) -> int:
        """Returns the number of moves or, given a move, how often the list contains it.

        >>> board = kurier.Board("chess")
        >>> board.legal_moves.count(), board.legal_moves.count(board.parse_san("e4"))
        (20, 1)
        """
        return len(self) if value is None else super().count(value)


class Svg(str):
    """A picture in SVG: a string that notebooks show as a picture.

    >>> kurier.Board("chess").svg()[:4]
    '<svg'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Lines(Protocol):
    """An iterator over lines, such as an analysis."""

    def __iter__(self) -> Iterator[Line]: ...
    def __next__(self) -> Line: ...


async def next_in_thread(analysis: Lines) -> Line:
    """Waits for the next line of an analysis without blocking the event loop."""
    line = await asyncio.to_thread(next, analysis, None)
    if line is None:
        raise StopAsyncIteration
    return line


__all__ = ["LegalMoves", "Lines", "Svg", "next_in_thread"]
