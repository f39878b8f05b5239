"""Courier Chess, Leap Chess, three-dimensional chess and variants of your own: rules and engine.

>>> import kurier
>>> board = kurier.Board("courier")
>>> len(board.legal_moves)
26
>>> board.push_san("Nc3")
<Move b1c3>
>>> board.perft(2)
706

Names follow python-chess where the concept exists there. A square is a number; `Variant.square_name` and
`Variant.parse_square` convert between numbers and names. Every function that takes a square also accepts its name.
"""

from kurier._kurier import (
    BLACK,
    WHITE,
    Analysis,
    Board,
    DefinitionError,
    Engine,
    Explanation,
    FenError,
    Game,
    IllegalMoveError,
    Judgement,
    KurierError,
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
    from_fairy_ini,
    load,
    load_file,
    read_pgn,
    read_selfplay,
    variant,
    variants,
)

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "Board",
    "DefinitionError",
    "Engine",
    "Explanation",
    "FenError",
    "Game",
    "IllegalMoveError",
    "Judgement",
    "KurierError",
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
    "Variant",
    "__version__",
    "from_fairy_ini",
    "load",
    "load_file",
    "read_pgn",
    "read_selfplay",
    "variant",
    "variants",
]
