"""Courier Chess, Leap Chess, three-dimensional chess and variants of your own: rules and engine.

>>> import kurier
>>> board = kurier.Board("courier")
>>> len(board.legal_moves)
26
>>> board.push_san("Nc3")
<Move b1c3>
>>> board.perft(2)
756

Names follow python-chess where the concept exists there. A square is a number; `Variant.square_name` and
`Variant.parse_square` convert between numbers and names. Every function that takes a square also accepts its name.

`kurier.pgn` has games as trees, `kurier.engine` drives other engines, and `kurier.gym` and `kurier.env` are
environments for reinforcement learning.
"""

from kurier import engine, pgn
from kurier._kurier import (
    BLACK,
    WHITE,
    Analysis,
    AnalysisComplete,
    Board,
    Boards,
    DefinitionError,
    Engine,
    EngineOption,
    Explanation,
    FenError,
    Game,
    IllegalMoveError,
    Judgement,
    KurierError,
    Limit,
    Line,
    Move,
    Outcome,
    PgnError,
    PgnReader,
    Piece,
    PieceType,
    PlayResult,
    Score,
    SelfPlay,
    Variant,
    __version__,
    from_diagram,
    from_fairy_ini,
    load,
    load_file,
    read_pgn,
    read_selfplay,
    variant,
    variants,
)
from kurier._types import LegalMoves, Svg

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "AnalysisComplete",
    "Board",
    "Boards",
    "DefinitionError",
    "Engine",
    "EngineOption",
    "Explanation",
    "FenError",
    "Game",
    "IllegalMoveError",
    "Judgement",
    "KurierError",
    "LegalMoves",
    "Limit",
    "Line",
    "Move",
    "Outcome",
    "PgnError",
    "PgnReader",
    "Piece",
    "PieceType",
    "PlayResult",
    "Score",
    "SelfPlay",
    "Svg",
    "Variant",
    "__version__",
    "engine",
    "from_diagram",
    "from_fairy_ini",
    "load",
    "load_file",
    "pgn",
    "read_pgn",
    "read_selfplay",
    "variant",
    "variants",
]
