from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import ClassVar, Final, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from kurier._types import LegalMoves, Svg
from kurier._uci import UciEngine
from kurier._xboard import XBoardEngine
from kurier.pgn import Game as GameTree

__version__: Final[str]
WHITE: Final = True
BLACK: Final = False

class KurierError(ValueError):
    """The base class of Kurier's exceptions; raised itself for errors that have no class of their own."""

class AnalysisComplete(KurierError):  # noqa: N818
    """A line was asked for, but the search has ended."""

class IllegalMoveError(KurierError):
    """A move is not legal; the message says why."""

class FenError(KurierError):
    """A FEN is not legal; the message says why."""

class DefinitionError(KurierError):
    """The definition of a variant has a mistake: `file`, `line` and `column` (from 1), `message`."""

    file: str
    line: int
    column: int
    message: str

class PgnError(KurierError):
    """A PGN file has a mistake: the number of the `game` and the `line`, both from 1."""

    game: int
    line: int

def variants() -> list[str]:
    """Returns the names of all built-in variants.

    >>> "courier" in kurier.variants()
    True
    """

def variant(name: str | Variant) -> Variant:
    """Looks up a built-in variant; a `Variant` is returned unchanged. Raises `KurierError` for an unknown name.

    >>> kurier.variant("courier").title
    'Courier Chess'
    """

def load(text: str, file: str = "definition") -> Variant:
    """Creates the variant that a definition in TOML describes. `file` is its name in error messages. Raises
    `DefinitionError`, with line and column, if the definition has a mistake.

        >>> kurier.load('name = "mine"\\nstart = 3\\n')
        Traceback (most recent call last):
        ...
        kurier.DefinitionError: definition:2:9: expected a text in quotes, found an integer
    """

def load_file(path: str | PathLike[str]) -> Variant:
    """Reads the definition of a variant from a file. Raises `DefinitionError`, with line and column, if the definition
    has a mistake, and `OSError` if the file cannot be read.

        >>> kurier.load_file("no/such.toml")
        Traceback (most recent call last):
        ...
        FileNotFoundError: No such file or directory (os error 2)
    """

def from_diagram(text: str, file: str = "diagram") -> Variant:
    """Translates an Interactive Diagram of the Chess Variant Pages, or the first one of a page. Raises
    `DefinitionError` if a line has no counterpart in Kurier: its location is the first such line, and its message lists
    all of them. Raises `KurierError` if there is no diagram.

        >>> small = kurier.from_diagram("files=5 ranks=5 maxPromote=0 rook::::a1 king::::c1")
        >>> len(small.pieces)
        2
    """

def from_fairy_ini(text: str, name: str, file: str = "variants.ini") -> Variant:
    """Translates the section `name` of Fairy-Stockfish's file `variants.ini`. Raises `DefinitionError` if a setting has
    no counterpart in Kurier: its location is the first such line, and its message lists all of them. Raises
    `KurierError` if there is no such section.

        >>> walls = kurier.from_fairy_ini("[walls:chess]\\ncastling = false\\n", "walls")
        >>> kurier.Board(walls).legal_moves.count()
        20
    """

def read_pgn(
    path: str | PathLike[str] | None = None, *, text: str | None = None, variants: Sequence[str | Variant] = ()
) -> PgnReader:
    """Reads games in PGN from a file or a string, one at a time, so that files may have any size. `variants` are your
    own variants that may occur in the file. Raises `OSError` if the file cannot be opened, and `KurierError` unless
    either `path` or `text` is given.

        >>> [game] = kurier.read_pgn(text="1. e4 e5 *")
        >>> game.moves
        [<Move e2e4>, <Move e7e5>]
    """

def read_selfplay(path: str | PathLike[str], variant: str | Variant | None = None, *, batch: int = 4096) -> SelfPlay:
    """Opens a file that `tuning datagen` has written, and reads it in batches of `batch` positions. `variant` is needed
    only for games of your own variant. Raises `OSError` if the file cannot be opened, and `KurierError` if it has a
    different format, if its games follow different rules, or if `batch` is 0.

        >>> for planes, scores, results, played in kurier.read_selfplay("chess.games"):  # doctest: +SKIP
        ...     train(planes, scores)
    """

def _combined_limit(limit: Limit | None, time: float | None, nodes: int | None, depth: int | None) -> Limit: ...
def _xboard_variant(variant: Variant) -> tuple[str, str | None]: ...
def _xboard_move(board: Board, move: Move) -> str: ...
def _xboard_parse(board: Board, text: str) -> Move: ...

@final
class PieceType:
    """A type of piece of a variant, as `Variant.pieces` lists them.

    >>> [kind for kind in kurier.variant("chess").pieces if kind.royal]
    [<PieceType K King>]
    """

    @property
    def letter(self) -> str:
        """Returns the letter in a FEN, in upper case.

        >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
        >>> knight.letter
        'N'
        """
    @property
    def name(self) -> str:
        """Returns the display name.

        >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
        >>> knight.name
        'Knight'
        """
    @property
    def betza(self) -> str:
        """Returns the moves in Betza notation.

        >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
        >>> knight.betza
        'N'
        """
    @property
    def royal(self) -> bool:
        """Tests whether the piece is royal: like the king in chess, it must not be left under attack.

        >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
        >>> knight.royal
        False
        """
    @property
    def pawn(self) -> bool:
        """Tests whether moves of the piece reset the half-move clock.

        >>> [knight] = [kind for kind in kurier.variant("courier").pieces if kind.name == "Knight"]
        >>> knight.pawn
        False
        """

@final
class Variant:
    """A chess variant, as `variant`, `load`, `load_file`, `from_fairy_ini` and `from_diagram` return it. Variants are
    values: equal rules make equal variants, and nothing is registered globally.

        >>> kurier.variant("courier")
        <Variant courier: Courier Chess>
    """

    @property
    def name(self) -> str:
        """Returns the name, in lower case and without spaces.

        >>> kurier.variant("courier").name
        'courier'
        """
    @property
    def title(self) -> str:
        """Returns the display name.

        >>> kurier.variant("courier").title
        'Courier Chess'
        """
    @property
    def summary(self) -> str:
        """Returns one sentence about the variant.

        >>> kurier.variant("courier").summary.endswith(".")
        True
        """
    @property
    def link(self) -> str:
        """Returns the URL of a page that describes the rules.

        >>> kurier.variant("courier").link.startswith("https://")
        True
        """
    @property
    def files(self) -> int:
        """Returns the number of files of the board.

        >>> kurier.variant("courier").files
        12
        """
    @property
    def ranks(self) -> int:
        """Returns the number of ranks of the board.

        >>> kurier.variant("courier").ranks
        8
        """
    @property
    def levels(self) -> int:
        """Returns the number of levels of the board; 1 for a flat board.

        >>> kurier.variant("courierleapale").levels
        6
        """
    @property
    def squares(self) -> list[int]:
        """Returns the numbers of all squares that are not holes. Squares are counted level by level from the top one,
        rank by rank from White's side, file by file; a flat board begins with a1 = 0, b1 = 1.

            >>> kurier.variant("chess").squares == list(range(64))
            True
        """
    @property
    def start_fen(self) -> str:
        """Returns the start position as FEN.

        >>> kurier.variant("chess").start_fen
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """
    @property
    def rules_hash(self) -> str:
        """Returns a hash of the rules in 16 hexadecimal digits, as in files of games and networks. Variants with equal
        rules have equal hashes.

            >>> len(kurier.variant("chess").rules_hash)
            16
        """
    @property
    def text(self) -> str | None:
        """Returns the text of the definition; `None` for a built-in variant.

        >>> kurier.variant("chess").text is None
        True
        """
    @property
    def pieces(self) -> list[PieceType]:
        """Returns the types of pieces, in the order of the definition, which is also the order of the planes.

        >>> [kind.letter for kind in kurier.variant("shatranj").pieces]
        ['R', 'N', 'B', 'Q', 'K', 'P']
        """
    @property
    def move_count(self) -> int:
        """Returns the number of different steps that some piece can make on some square: the length of a legal mask.

        >>> kurier.variant("chess").move_count
        1968
        """
    def check(self) -> list[str]:
        """Returns warnings about rules that are valid but probably not intended, one sentence each, and the failures of
        the definition's tests as `LINE:COLUMN: what`. If the perft counts of the tests take more than 100 million
        moves, a last sentence says how many counts were left out.

            >>> kurier.variant("courier").check()
            []
        """
    def square_name(self, square: int) -> str:
        """Returns the name of a square. Raises `KurierError` if there is no such square.

        >>> kurier.variant("chess").square_name(28)
        'e4'
        """
    def parse_square(self, name: str) -> int:
        """Returns the number of a square. Raises `KurierError` if there is no such square.

        >>> kurier.variant("chess").parse_square("e4")
        28
        """
    def step(self, number: int) -> tuple[int, int, str | None]:
        """Returns the origin, the target and the letter of the promotion of the step with a number in 0..move_count.
        For a drop, the origin and the target are equal, and the letter is that of the dropped piece; if they are equal
        and there is no letter, the piece passes. Raises `IndexError` if the number is out of range.

            >>> kurier.variant("chess").step(378)
            (12, 28, None)
        """
    def piece_svg(self, piece: str, square: str | None = None, size: int = 48) -> Svg:
        """Draws a piece, given by its letter or name, alone on the board, with all its moves, as SVG. `size` is the
        side of a square in pixels. The result is a string that notebooks show as a picture. Raises `KurierError` if the
        variant has no such piece or square.

            >>> kurier.variant("courier").piece_svg("Elephant", "e4").startswith("<svg")
            True
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A whole turn, which is one move or all steps of a chain of captures.

    A move belongs to the variant of the board that made it, and is hashable; `str(move)` is the move in coordinate
    notation. Moves are equal if their notation and their variant are equal. `Move.from_uci` reads a move without a
    position; if no variant is named, the move is equal to the move with that notation in any variant.

        >>> board = kurier.Board("courier")
        >>> move = board.parse_san("Nc3")
        >>> move, str(move)
        (<Move b1c3>, 'b1c3')
    """

    @staticmethod
    def from_uci(uci: str, variant: str | Variant | None = None) -> Move:
        """Reads a move in coordinate notation without a position, so that it need not be legal anywhere. The squares of
        the move are known only if the variant is given, by its name or as a `Variant`. Raises `IllegalMoveError` if
        `uci` has a different form.

            >>> kurier.Move.from_uci("g1f3") in kurier.Board("chess").legal_moves
            True
            >>> kurier.Move.from_uci("g1f3", "chess").to_square
            21
        """
    @staticmethod
    def null() -> Move:
        """Returns the null move, which passes the turn and is written `0000`. It is `False` as a truth value, has no
        squares, and is legal on no board.

            >>> bool(kurier.Move.null()), str(kurier.Move.null())
            (False, '0000')
        """
    @property
    def from_square(self) -> int:
        """Returns the number of the square that the piece leaves.

        >>> board = kurier.Board("chess")
        >>> board.variant.square_name(board.parse_san("e4").from_square)
        'e2'
        """
    @property
    def to_square(self) -> int:
        """Returns the number of the square on which the piece arrives after the last step.

        >>> board = kurier.Board("chess")
        >>> board.variant.square_name(board.parse_san("e4").to_square)
        'e4'
        """
    @property
    def squares(self) -> list[int]:
        """Returns the numbers of the squares of the move, beginning with the origin: two, or more for a chain; one for
        a drop.

            >>> kurier.Board("chess").parse_san("e4").squares
            [12, 28]
        """
    @property
    def promotion(self) -> str | None:
        """Returns the letter, in upper case, of the piece that the move promotes to, gates, or drops in promoted form;
        `None` for all other moves.

            >>> kurier.Board("chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1").parse_san("e8=N").promotion
            'N'
        """
    @property
    def drop(self) -> str | None:
        """Returns the letter of the piece that the move drops from the hand, in upper case; `None` if it is not a drop.

        >>> kurier.Move.from_uci("N@f3", "crazyhouse").drop
        'N'
        """
    @property
    def is_capture(self) -> bool:
        """Tests whether the move captures. Raises `KurierError` for a move that was read without a position; use
        `Board.is_capture` for such a move.

            >>> kurier.Board("chess").parse_san("e4").is_capture
            False
        """
    @property
    def is_chain(self) -> bool:
        """Tests whether the move has several steps.

        >>> kurier.Move.from_uci("b1b3b5", "leap64-multi").is_chain
        True
        """
    @property
    def numbers(self) -> list[int]:
        """Returns the numbers of the move's steps, each in 0..Variant.move_count: one, or more for a chain.

        >>> kurier.Board("chess").parse_san("e4").numbers
        [378]
        """
    def uci(self) -> str:
        """Returns the move in coordinate notation.

        >>> kurier.Board("courier").parse_san("Nc3").uci()
        'b1c3'
        """
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece on a board: `Piece(symbol, variant)`, with a symbol in upper case for White and in lower case for Black.

    >>> kurier.Board("courier").piece_at("b1")
    <Piece N Knight>
    >>> kurier.Piece("n", "chess").color == kurier.BLACK
    True
    """

    def __new__(cls, symbol: str, variant: str | Variant) -> Self: ...
    @property
    def letter(self) -> str:
        """Returns the letter of the piece type, in upper case whatever the colour.

        >>> kurier.Board("chess").piece_at("g8").letter
        'N'
        """
    @property
    def color(self) -> bool:
        """Returns the owner: `WHITE` (`True`) or `BLACK` (`False`).

        >>> kurier.Board("chess").piece_at("g8").color == kurier.BLACK
        True
        """
    @property
    def name(self) -> str:
        """Returns the display name of the piece type.

        >>> kurier.Board("courier").piece_at("f1").name
        'King'
        """
    def symbol(self) -> str:
        """Returns the letter as a FEN writes it: upper case for White, lower case for Black.

        >>> kurier.Board("chess").piece_at("g8").symbol()
        'n'
        """
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game has ended.

    >>> board = kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    >>> board.outcome()
    <Outcome 1-0: checkmate>
    """

    @property
    def winner(self) -> bool | None:
        """Returns the winner: `WHITE` (`True`), `BLACK` (`False`), or `None` for a draw.

        >>> kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome().winner
        True
        """
    @property
    def reason(self) -> str:
        """Returns the reason: `checkmate`, `stalemate`, `bare king`, `king taken`, `promoted set complete`, `goal
        reached`, `pieces extinct`, `checks given`, `pieces in a row`, `threefold repetition`, `repetition`, `perpetual
        check`, `move limit`, `count completed`, `both sides passed`, `kings face each other`, `king against king` or
        `insufficient material`.

            >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().reason
            'king against king'
        """
    def result(self) -> str:
        """Returns the result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.

        >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().result()
        '1/2-1/2'
        """
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position of a variant, and the moves that led to it.

    `Board(variant)` has the start position of a variant, given by its name or as a `Variant`. `Board(variant, fen)` has
    the position of a FEN; it raises `FenError` if the position cannot occur in the variant. Boards are equal if variant
    and position are equal. Threads may share a board: every call is atomic.

        >>> board = kurier.Board("courier")
        >>> board.push_san("Nc3")
        <Move b1c3>
        >>> board.legal_moves.count()
        26
    """

    def __new__(cls, variant: str | Variant, fen: str | None = None) -> Self: ...
    @property
    def variant(self) -> Variant:
        """Returns the variant that is played.

        >>> kurier.Board("courier").variant.title
        'Courier Chess'
        """
    @property
    def turn(self) -> bool:
        """Returns the side to move: `WHITE` (`True`) or `BLACK` (`False`).

        >>> kurier.Board("chess").turn == kurier.WHITE
        True
        """
    @property
    def fullmove_number(self) -> int:
        """Returns the number of the full move: 1 at the start, incremented after each of Black's turns.

        >>> board = kurier.Board("chess")
        >>> for text in ("e4", "e5"):
        ...     _ = board.push_san(text)
        >>> board.fullmove_number
        2
        """
    @property
    def halfmove_clock(self) -> int:
        """Returns the number of turns, of both sides together, since the last capture or pawn move.

        >>> kurier.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 7 30").halfmove_clock
        7
        """
    @property
    def legal_moves(self) -> LegalMoves:
        """Returns all legal moves, in no particular order. The list is empty if a rule of the variant has ended the
        game. It is a `LegalMoves`, whose method `count` returns the number of moves.

            >>> board = kurier.Board("chess")
            >>> board.legal_moves.count()
            20
            >>> kurier.Move.from_uci("g1f3") in board.legal_moves
            True
        """
    @property
    def move_stack(self) -> list[Move]:
        """Returns the moves since the position was set up, oldest first.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.move_stack
        [<Move e2e4>]
        """
    def ply(self) -> int:
        """Returns the number of turns, of both sides together, before this position, counted from the first full move.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.ply()
        1
        """
    def peek(self) -> Move:
        """Returns the last move. Raises `IndexError` if there is none.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.peek()
        <Move e2e4>
        """
    def root(self) -> Board:
        """Returns a board with the position before the first move.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.root() == kurier.Board("chess")
        True
        """
    def is_legal(self, move: Move) -> bool:
        """Tests whether a move is legal. A move of another variant is not.

        >>> board = kurier.Board("chess")
        >>> board.is_legal(kurier.Move.from_uci("e2e5"))
        False
        """
    def push(self, move: Move | str) -> Move:
        """Plays a move and returns it. A string is parsed as by `parse_san`. Raises `IllegalMoveError`, and leaves the
        board unchanged, if the move is not legal.

            >>> board = kurier.Board("chess")
            >>> board.push(board.parse_san("e4"))
            <Move e2e4>
            >>> board.push("e5")
            <Move e7e5>
        """
    def push_san(self, san: str) -> Move:
        """Plays a move in algebraic notation and returns it. Raises `IllegalMoveError` if there is no such move.

        >>> kurier.Board("courier").push_san("Nc3")
        <Move b1c3>
        """
    def push_uci(self, uci: str) -> Move:
        """Plays a move in coordinate notation and returns it. Raises `IllegalMoveError` if there is no such move.

        >>> kurier.Board("courier").push_uci("b1c3")
        <Move b1c3>
        """
    def san_and_push(self, move: Move) -> str:
        """Plays a legal move and returns it in algebraic notation. Raises `IllegalMoveError` if it is not legal.

        >>> board = kurier.Board("chess")
        >>> board.san_and_push(kurier.Move.from_uci("g1f3"))
        'Nf3'
        """
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises `IndexError` if there is none.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.pop()
        <Move e2e4>
        """
    def copy(self) -> Board:
        """Returns a copy of the board, including the moves that led to the position.

        >>> board = kurier.Board("chess")
        >>> other = board.copy()
        >>> _ = other.push_san("e4")
        >>> board == other
        False
        """
    def mirror(self) -> Board:
        """Returns a board on which both sides have changed places: colours are exchanged and ranks reversed. The copy
        has no moves. Raises `FenError` if the variant is not symmetric and the mirror image cannot occur in it.

            >>> board = kurier.Board("chess")
            >>> _ = board.push_san("e4")
            >>> board.mirror().fen()
            'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """
    def reset(self) -> None:
        """Sets up the start position of the variant and forgets the moves.

        >>> board = kurier.Board("chess")
        >>> _ = board.push_san("e4")
        >>> board.reset()
        >>> board.ply()
        0
        """
    def set_fen(self, fen: str) -> None:
        """Sets up a position and forgets the moves. Raises `FenError`, and leaves the board unchanged, if the position
        cannot occur in the variant.

            >>> board = kurier.Board("chess")
            >>> board.set_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
            >>> len(board.piece_map())
            3
        """
    def fen(self) -> str:
        """Returns the position as FEN with all six fields.

        >>> kurier.Board("chess").fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """
    def epd(self, **operations: Move | Sequence[Move] | float | str | None) -> str:
        """Returns the position as EPD: the first four fields of the FEN, and operations. Moves are written in algebraic
        notation, strings in quotes, numbers as they are. Raises `IllegalMoveError` if a move is not legal, and
        `KurierError` for a string with a quotation mark, which the format cannot express.

            >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
            >>> board.epd(bm=[board.parse_san("O-O")], id="castling", dm=12)
            '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castling"; dm 12;'
        """
    def set_epd(self, epd: str) -> dict[str, list[Move] | int | str | None]:
        """Sets up the position of a line of EPD, forgets the moves, and returns the operations: `bm` and `am` as lists
        of moves, `pv` as a line of moves, an integer as a number, an operation without operands as `None`, and all
        others as strings. If the line has a mistake, raises `FenError`, `IllegalMoveError` or `KurierError`, and leaves
        the board unchanged.

            >>> board = kurier.Board("chess")
            >>> board.set_epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \\"castling\\"; dm 12;")
            {'bm': [<Move e1g1>], 'id': 'castling', 'dm': 12}
        """
    def key(self) -> int:
        """Returns a 64-bit hash of everything that matters for repetition. It does not change between runs.

        >>> kurier.Board("chess").key() == kurier.Board("chess").key()
        True
        """
    def uci(self, move: Move) -> str:
        """Returns a move in coordinate notation: `e2e4`, `e7e8q`, `c2e4g6`.

        >>> board = kurier.Board("courier")
        >>> board.uci(board.parse_san("Nc3"))
        'b1c3'
        """
    def san(self, move: Move) -> str:
        """Returns a legal move in standard algebraic notation. Raises `IllegalMoveError` if it is not legal.

        >>> board = kurier.Board("courier")
        >>> board.san(board.parse("b1c3"))
        'Nc3'
        """
    def lan(self, move: Move) -> str:
        """Returns a legal move in long algebraic notation, which names the origin and marks captures. Raises
        `IllegalMoveError` if it is not legal.

            >>> board = kurier.Board("chess")
            >>> board.lan(kurier.Move.from_uci("g1f3"))
            'Ng1-f3'
        """
    def variation_san(self, moves: Sequence[Move]) -> str:
        """Formats consecutive moves from this position in algebraic notation, with move numbers. Raises
        `IllegalMoveError` if one of them is not legal.

            >>> board = kurier.Board("chess")
            >>> board.variation_san([kurier.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")])
            '1. e4 e5 2. Nf3'
        """
    def parse(self, text: str) -> Move:
        """Parses a legal move in coordinate notation. Raises `IllegalMoveError`, with the reason, if there is no such
        move.

            >>> kurier.Board("chess").parse("e2e5")
            Traceback (most recent call last):
            ...
            kurier.IllegalMoveError: 'e2e5' is not a legal move: the Pawn cannot go from e2 to e5
        """
    def parse_uci(self, uci: str) -> Move:
        """Parses a legal move in coordinate notation, as `parse` does.

        >>> kurier.Board("chess").parse_uci("e2e4")
        <Move e2e4>
        """
    def parse_san(self, san: str) -> Move:
        """Parses a legal move in algebraic notation, strict or sloppy, or in coordinate notation. Raises
        `IllegalMoveError`, with the reason, if there is no such move.

            >>> kurier.Board("chess").parse_san("Ng1-f3!?")
            <Move g1f3>
        """
    def piece_at(self, square: int | str) -> Piece | None:
        """Returns the piece on a square, given by its name or number; `None` if the square is empty. Raises
        `KurierError` if there is no such square.

            >>> kurier.Board("chess").piece_at("g1")
            <Piece N Knight>
        """
    def set_piece_at(self, square: int | str, piece: Piece | str | None) -> None:
        """Puts a piece on a square, or empties the square if the piece is `None`, and forgets the moves. The piece may
        be a letter as in a FEN. Raises `FenError`, and leaves the board unchanged, if the position cannot occur in the
        variant, for instance without a king.

            >>> board = kurier.Board("chess")
            >>> board.set_piece_at("e4", "N")
            >>> board.piece_at("e4")
            <Piece N Knight>
        """
    def remove_piece_at(self, square: int | str) -> Piece | None:
        """Removes the piece on a square and returns it; `None` if the square is empty. Forgets the moves. Raises
        `FenError` if the position cannot occur in the variant.

            >>> board = kurier.Board("chess")
            >>> board.remove_piece_at("b1")
            <Piece N Knight>
        """
    def piece_map(self) -> dict[int, Piece]:
        """Returns all pieces by the numbers of their squares.

        >>> len(kurier.Board("courier").piece_map())
        48
        """
    def hand(self, color: bool) -> dict[str, int]:
        """Returns how many pieces of each type a player holds in hand, by letter; an empty dictionary in a variant
        without hands.

            >>> kurier.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NPP] w - - 0 1").hand(kurier.WHITE)
            {'N': 1, 'P': 2}
        """
    def pieces(self, letter: str, color: bool) -> list[int]:
        """Returns the squares of all pieces of a type and colour, in ascending order. Raises `KurierError` if there is
        no such piece type.

            >>> kurier.Board("chess").pieces("N", kurier.WHITE)
            [1, 6]
        """
    def king(self, color: bool) -> int | None:
        """Returns the square of a side's king; `None` if a chain of captures has taken the king, or if the side has no
        king or several kings in this variant.

            >>> board = kurier.Board("courier")
            >>> board.variant.square_name(board.king(kurier.WHITE))
            'f1'
        """
    def attacks(self, square: int | str) -> list[int]:
        """Returns the squares that the piece on a square attacks, whether they are occupied or empty, in ascending
        order; an empty list if there is no piece. In games with chains of captures, these are the targets of the first
        step.

            >>> board = kurier.Board("courier")
            >>> [board.variant.square_name(square) for square in board.attacks("b1")]
            ['d2', 'a3', 'c3']
        """
    def attackers(self, color: bool, square: int | str) -> list[int]:
        """Returns the squares of a side's pieces that attack a square, pinned pieces included, in ascending order.

        >>> board = kurier.Board("chess")
        >>> [board.variant.square_name(square) for square in board.attackers(kurier.WHITE, "f3")]
        ['g1', 'e2', 'g2']
        """
    def is_attacked_by(self, color: bool, square: int | str) -> bool:
        """Tests whether a piece of a side attacks a square.

        >>> kurier.Board("chess").is_attacked_by(kurier.WHITE, "e4")
        False
        """
    def checkers(self) -> list[int]:
        """Returns the squares of the pieces that give check to the side to move, in ascending order.

        >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
        >>> [board.variant.square_name(square) for square in board.checkers()]
        ['e2']
        """
    def is_check(self) -> bool:
        """Tests whether the side to move is in check.

        >>> kurier.Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").is_check()
        True
        """
    def gives_check(self, move: Move) -> bool:
        """Tests whether a legal move gives check. Raises `IllegalMoveError` if it is not legal.

        >>> board = kurier.Board("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1")
        >>> board.gives_check(board.parse_san("Rd8"))
        True
        """
    def is_capture(self, move: Move) -> bool:
        """Tests whether a legal move captures. Raises `IllegalMoveError` if it is not legal.

        >>> board = kurier.Board("chess")
        >>> board.is_capture(board.parse_san("e4"))
        False
        """
    def is_repetition(self, count: int = 3) -> bool:
        """Tests whether the position has occurred at least `count` times since the board was set up, this time
        included.

        >>> board = kurier.Board("chess")
        >>> for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
        ...     _ = board.push_san(text)
        >>> board.is_repetition(2), board.is_repetition()
        (True, False)
        """
    def is_checkmate(self) -> bool:
        """Tests whether the game has ended by checkmate.

        >>> kurier.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").is_checkmate()
        True
        """
    def is_stalemate(self) -> bool:
        """Tests whether the game has ended by stalemate, whatever its result is.

        >>> kurier.Board("chess", "7k/8/6QK/8/8/8/8/8 b - - 0 1").is_stalemate()
        True
        """
    def is_game_over(self) -> bool:
        """Tests whether the game has ended, for whatever reason.

        >>> kurier.Board("chess").is_game_over()
        False
        """
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended; `None` if it continues.

        >>> kurier.Board("leap64", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1").outcome()
        <Outcome 1-0: bare king>
        """
    def result(self) -> str:
        """Returns the result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game continues.

        >>> kurier.Board("chess").result()
        '*'
        """
    def perft(self, depth: int, threads: int | None = None) -> int:
        """Counts the move sequences of `depth` turns (at most 255) with `threads` threads, by default one. Ctrl-C ends
        the count.

            >>> kurier.Board("courier").perft(3)
            18406
        """
    def divide(self, depth: int, threads: int | None = None) -> list[tuple[Move, int]]:
        """Counts as `perft` does and returns the count for each first move; empty at depth 0.

        >>> sum(nodes for move, nodes in kurier.Board("chess").divide(2))
        400
        """
    def svg(
        self,
        *,
        size: int = 48,
        flipped: bool = False,
        lastmove: Move | None = None,
        arrows: Sequence[Move | str | tuple[int | str, int | str]] = (),
        targets: int | str | None = None,
    ) -> Svg:
        """Draws the position as SVG, with levels side by side. The result is a string that notebooks show as a picture.

        - `size`: the side of a square in pixels;
        - `flipped`: whether the board is seen from Black's side;
        - `lastmove`: the move to highlight;
        - `arrows`: moves, strings such as `"e2e4"`, or pairs of squares; a chain of captures gets one arrow per step;
        - `targets`: the square of a piece whose moves to mark.

        Raises `KurierError` if there is no such square.

            >>> board = kurier.Board("courier")
            >>> picture = board.svg(arrows=["b1c3", ("l1", "k3")], targets="b1")
            >>> picture.startswith("<svg")
            True
        """
    def _repr_svg_(self) -> str: ...
    def planes(self) -> NDArray[np.uint8]:
        """Returns the position as an array, dtype uint8, shape (planes, levels, ranks, files), with 2 *
        len(variant.pieces) + 6 planes: one for each of White's piece types, one for each of Black's, the pieces with a
        right (a rook that may castle, a first-move leap), the target squares of en passant captures, and the squares
        that are not holes. The last three planes are filled with one number each: 1 if White is to move, the half-move
        clock (at most 255), 1 if the position has occurred before. Ranks are counted from White's side, levels from the
        top. In variants with pieces in hand, 2 * len(variant.pieces) further planes follow the planes of the pieces on
        the board, first for White's hand, then for Black's; each is filled with the number of pieces of one type.

            >>> kurier.Board("courier").planes().shape
            (24, 1, 8, 12)
        """
    def legal_mask(self, begun: Sequence[int] = ()) -> NDArray[np.bool_]:
        """Returns which steps may come next, dtype bool, shape (variant.move_count,): the first steps of all legal
        moves, or, within a chain of captures, the steps that may follow the steps with the numbers `begun`.

            >>> int(kurier.Board("courier").legal_mask().sum())
            26
        """
    def move_of_numbers(self, numbers: Sequence[int]) -> Move:
        """Returns the legal move whose steps have these numbers: the inverse of `Move.numbers`. Raises
        `IllegalMoveError` if there is no such move.

            >>> board = kurier.Board("courier")
            >>> board.move_of_numbers(board.parse_san("Nc3").numbers)
            <Move b1c3>
        """
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Boards:
    """Many boards of one variant, for reinforcement learning. A step plays one action on every board, in several
    threads; an action is the number of a step of a move, as in `Move.numbers`.

    - `count`: the number of boards;
    - `threads`: the number of threads, by default one for each core;
    - `fen`: the position of every board, by default the start position;
    - `max_plies`: the number of turns after which a game is truncated, by default none;
    - `seed`: the seed of `sample`.

    The arrays `planes`, `masks`, `turns`, `rewards`, `terminated` and `truncated` have a row for each board. They are
    created once, and every step overwrites them.

        >>> boards = kurier.Boards("courier", 4)
        >>> boards.planes.shape, boards.masks.sum(axis=1).tolist()
        ((4, 25, 1, 8, 12), [26, 26, 26, 26])
        >>> boards.step(boards.sample())
        >>> boards.turns.tolist()
        [False, False, False, False]
    """

    def __new__(
        cls,
        variant: str | Variant,
        count: int,
        *,
        threads: int | None = None,
        fen: str | None = None,
        max_plies: int | None = None,
        seed: int = 0,
    ) -> Self: ...
    @property
    def variant(self) -> Variant:
        """Returns the variant of all boards.

        >>> kurier.Boards("courier", 4).variant
        <Variant courier: Courier Chess>
        """
    @property
    def planes(self) -> NDArray[np.uint8]:
        """Returns the positions, dtype uint8, shape (count, planes, levels, ranks, files): the planes of
        `Board.planes`, and one more with the squares of a chain of captures that has begun.

            >>> kurier.Boards("chess", 4).planes.shape
            (4, 19, 1, 8, 8)
        """
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, dtype bool, shape (count, variant.move_count).

        >>> kurier.Boards("chess", 4).masks.shape
        (4, 1968)
        """
    @property
    def turns(self) -> NDArray[np.bool_]:
        """Returns the sides to move, dtype bool, shape (count,): `WHITE` is `True`.

        >>> kurier.Boards("chess", 2).turns.tolist()
        [True, True]
        """
    @property
    def rewards(self) -> NDArray[np.float32]:
        """Returns the rewards of the last step, dtype float32, shape (count,): 1 if the side that acted has won, -1 if
        it has lost, otherwise 0.

            >>> kurier.Boards("chess", 2).rewards.tolist()
            [0.0, 0.0]
        """
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Returns which games the last step has ended, dtype bool, shape (count,). Such a game has no legal actions
        until `reset` is called for it.

            >>> kurier.Boards("chess", 2).terminated.tolist()
            [False, False]
        """
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Returns which games reached `max_plies` in the last step, dtype bool, shape (count,). They can still be
        continued.

            >>> boards = kurier.Boards("chess", 2, max_plies=1)
            >>> boards.step(boards.sample())
            >>> boards.truncated.tolist()
            [True, True]
        """
    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> None:
        """Plays one action on every board and updates the arrays. Raises `IllegalMoveError`, and changes no board, if
        an action is not legal. Raises `KurierError` unless there is one action for each board.

            >>> boards = kurier.Boards("chess", 2)
            >>> boards.step([boards.board(0).parse_san(text).numbers[0] for text in ("e4", "d4")])
            >>> boards.board(1).piece_at("d4")
            <Piece P Pawn>
        """
    def reset(self, which: NDArray[np.bool_] | Sequence[bool] | None = None, *, fen: str | None = None) -> None:
        """Sets up the start position, or the position of a FEN, on the boards for which `which` is true, by default on
        all of them, and updates the arrays. Raises `FenError`, and changes no board, if the position cannot occur in
        the variant.

            >>> boards = kurier.Boards("chess", 2)
            >>> boards.step(boards.sample())
            >>> boards.reset([True, False])
            >>> boards.turns.tolist()
            [True, False]
        """
    def sample(self) -> NDArray[np.int64]:
        """Returns a random legal action for each board, dtype int64, shape (count,). All legal actions of a board are
        equally likely; -1 stands for a game that has ended.

            >>> boards = kurier.Boards("chess", 4)
            >>> bool(boards.masks[range(4), boards.sample()].all())
            True
        """
    def board(self, number: int) -> Board:
        """Returns a copy of a board. Raises `IndexError` if there is none with this number.

        >>> kurier.Boards("chess", 2).board(0) == kurier.Board("chess")
        True
        """
    def __len__(self) -> int: ...

@final
class Score:
    """A score from one side's point of view: centipawns, or full moves to a forced win or loss.

    `Score(variant, cp=35)` or `Score(variant, mate=-3)` creates one from the point of view of `turn`, by default White.

        >>> score = kurier.Score("chess", cp=35)
        >>> score, score.black()
        (<Score +0.35 for White>, <Score -0.35 for Black>)
    """

    def __new__(
        cls, variant: str | Variant, *, cp: int | None = None, mate: int | None = None, turn: bool = True
    ) -> Self: ...
    @property
    def cp(self) -> int | None:
        """Returns the score in centipawns; `None` if a win or loss is forced.

        >>> kurier.Score("chess", cp=35).cp
        35
        """
    @property
    def mate(self) -> int | None:
        """Returns the number of full moves to a forced win, negative for a forced loss; `None` if neither is forced.

        >>> kurier.Score("chess", mate=-3).mate
        -3
        """
    def is_mate(self) -> bool:
        """Tests whether a win or loss is forced.

        >>> kurier.Score("chess", mate=-3).is_mate()
        True
        """
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns the score in centipawns. A forced win in n full moves counts as `mate_score` minus n, and a forced
        loss as the negative of that; both are `None` without a `mate_score`.

            >>> kurier.Score("chess", mate=-3).score(mate_score=100_000)
            -99997
        """
    @property
    def turn(self) -> bool:
        """Returns the side from whose point of view the score is given: `WHITE` (`True`) or `BLACK` (`False`).

        >>> kurier.Score("chess", cp=35).turn
        True
        """
    def pov(self, color: bool) -> Score:
        """Returns the score from a side's point of view.

        >>> kurier.Score("chess", cp=35).pov(kurier.BLACK).cp
        -35
        """
    def white(self) -> Score:
        """Returns the score from White's point of view.

        >>> kurier.Score("chess", cp=35, turn=kurier.BLACK).white().cp
        -35
        """
    def black(self) -> Score:
        """Returns the score from Black's point of view.

        >>> kurier.Score("chess", cp=35).black().cp
        -35
        """
    def wdl(self) -> tuple[int, int, int]:
        """Returns the chances of a win, a draw and a loss, in permille.

        >>> kurier.Score("chess", mate=1).wdl()
        (1000, 0, 0)
        """
    def expectation(self) -> float:
        """Returns the expected points, from 0 to 1: a win counts 1, a draw 0.5.

        >>> kurier.Score("chess", mate=1).expectation()
        1.0
        """
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Limit:
    """The limits of a search. All are optional, and the search ends when the first one is reached.

    - `time`: the time for this move, in seconds;
    - `depth`: the greatest depth, in turns;
    - `nodes`: the maximum number of positions;
    - `mate`: the number of full moves within which the engine searches for a forced win, and for nothing else;
    - `white_clock`, `black_clock`: the seconds left on the clocks, from which the engine plans the time for this move;
    - `white_inc`, `black_inc`: the seconds gained with every move;
    - `remaining_moves`: the number of moves until the next time control, if there is one.

        >>> kurier.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1)
        Limit(white_clock=60.0, black_clock=60.0, white_inc=1.0, black_inc=1.0)
    """

    def __new__(
        cls,
        time: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        white_inc: float | None = None,
        black_inc: float | None = None,
        remaining_moves: int | None = None,
    ) -> Self: ...
    @property
    def time(self) -> float | None:
        """Returns the time for this move, in seconds; `None` if it is not limited.

        >>> kurier.Limit(time=0.5).time
        0.5
        """
    @property
    def depth(self) -> int | None:
        """Returns the greatest depth, in turns; `None` if it is not limited.

        >>> kurier.Limit(depth=12).depth
        12
        """
    @property
    def nodes(self) -> int | None:
        """Returns the maximum number of positions; `None` if it is not limited.

        >>> kurier.Limit(nodes=1000).nodes
        1000
        """
    @property
    def mate(self) -> int | None:
        """Returns the number of full moves within which the engine searches for a forced win, and for nothing else;
        `None` if it searches for the best move.

            >>> kurier.Limit(mate=3).mate
            3
        """
    @property
    def white_clock(self) -> float | None:
        """Returns the seconds left on White's clock; `None` if there is no clock.

        >>> kurier.Limit(white_clock=60, black_clock=50).white_clock
        60.0
        """
    @property
    def black_clock(self) -> float | None:
        """Returns the seconds left on Black's clock; `None` if there is no clock.

        >>> kurier.Limit(white_clock=60, black_clock=50).black_clock
        50.0
        """
    @property
    def white_inc(self) -> float | None:
        """Returns the seconds that White gains with every move; `None` without an increment.

        >>> kurier.Limit(white_clock=60, black_clock=60, white_inc=1).white_inc
        1.0
        """
    @property
    def black_inc(self) -> float | None:
        """Returns the seconds that Black gains with every move; `None` without an increment.

        >>> kurier.Limit(white_clock=60, black_clock=60, black_inc=1).black_inc
        1.0
        """
    @property
    def remaining_moves(self) -> int | None:
        """Returns the number of moves until the next time control; `None` if the time has to last for the rest of the
        game.

            >>> kurier.Limit(white_clock=60, black_clock=60, remaining_moves=20).remaining_moves
            20
        """
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class EngineOption:
    """An option of an engine: its name, type, default and values.

    >>> kurier.Engine("chess", hash=1).options["Threads"]
    <EngineOption Threads: spin, 1 to 512, default 1>
    """

    def __new__(
        cls,
        name: str,
        type: str,
        *,
        default: str | int | bool | None = None,
        min: int | None = None,
        max: int | None = None,
        var: Sequence[str] = (),
    ) -> Self: ...
    @property
    def name(self) -> str:
        """Returns the name.

        >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).name
        'Hash'
        """
    @property
    def type(self) -> str:
        """Returns the type: `check`, `spin`, `combo`, `string` or `button`, and for XBoard engines also `file`, `path`,
        `slider`, `save` and `reset`.

            >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).type
            'spin'
        """
    @property
    def default(self) -> str | int | bool | None:
        """Returns the default: `True` or `False` for `check`, a number for `spin` and `slider`, a string otherwise;
        `None` for a button.

            >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).default
            16
        """
    @property
    def min(self) -> int | None:
        """Returns the minimum; `None` if the option is not numeric.

        >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).min
        1
        """
    @property
    def max(self) -> int | None:
        """Returns the maximum; `None` if the option is not numeric.

        >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).max
        1024
        """
    @property
    def var(self) -> list[str]:
        """Returns the values to choose from, if the type is `combo`.

        >>> kurier.EngineOption("Style", "combo", default="calm", var=["calm", "wild"]).var
        ['calm', 'wild']
        """
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Line:
    """A report of a search: a line of play with its score.

    A program that drives another engine can create a line from keyword arguments, of which only `score` is required.

        >>> [line] = kurier.Engine("chess", hash=1).analyse(kurier.Board("chess"), depth=3)
        >>> line.depth, line.multipv, len(line.pv) > 0
        (3, 1, True)
    """

    def __new__(
        cls,
        *,
        score: Score,
        depth: int = 0,
        seldepth: int = 0,
        multipv: int = 1,
        bound: str = "exact",
        nodes: int = 0,
        time: float = 0.0,
        nps: int = 0,
        hashfull: int = 0,
        pv: Sequence[Move] = (),
    ) -> Self: ...
    @property
    def depth(self) -> int:
        """Returns the depth of the search, in turns.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), depth=12).depth
        12
        """
    @property
    def seldepth(self) -> int:
        """Returns the greatest depth that any line has reached, in turns.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), seldepth=20).seldepth
        20
        """
    @property
    def multipv(self) -> int:
        """Returns the rank of the line; 1 for the best.

        >>> kurier.Line(score=kurier.Score("chess", cp=35)).multipv
        1
        """
    @property
    def score(self) -> Score:
        """Returns the score from the point of view of the side to move.

        >>> kurier.Line(score=kurier.Score("chess", cp=35)).score
        <Score +0.35 for White>
        """
    @property
    def bound(self) -> str:
        """Returns `exact`, or `lower` or `upper` if the score is only a lower or an upper bound.

        >>> kurier.Line(score=kurier.Score("chess", cp=35)).bound
        'exact'
        """
    @property
    def nodes(self) -> int:
        """Returns the number of positions searched so far.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), nodes=1000).nodes
        1000
        """
    @property
    def time(self) -> float:
        """Returns the time since the start of the search, in seconds.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), time=0.5).time
        0.5
        """
    @property
    def nps(self) -> int:
        """Returns the speed of the search, in nodes per second.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), nps=2000).nps
        2000
        """
    @property
    def hashfull(self) -> int:
        """Returns the filled part of the transposition table in permille.

        >>> kurier.Line(score=kurier.Score("chess", cp=35), hashfull=7).hashfull
        7
        """
    @property
    def pv(self) -> list[Move]:
        """Returns the moves of the line (principal variation).

        >>> move = kurier.Move.from_uci("e2e4", "chess")
        >>> kurier.Line(score=kurier.Score("chess", cp=35), pv=[move]).pv
        [<Move e2e4>]
        """

@final
class PlayResult:
    """The result of a search: the best move and its score.

    A program that drives another engine can create a result from keyword arguments.

        >>> result = kurier.Engine("chess", hash=1).play(kurier.Board("chess"), depth=3)
        >>> result.move in kurier.Board("chess").legal_moves, result.depth
        (True, 3)
    """

    def __new__(
        cls,
        move: Move | None = None,
        *,
        ponder: Move | None = None,
        score: Score | None = None,
        depth: int = 0,
        nodes: int = 0,
        time: float = 0.0,
        resigned: bool = False,
        draw_offered: bool = False,
    ) -> Self: ...
    @property
    def move(self) -> Move | None:
        """Returns the best move; `None` only if there is no legal move, or another engine resigns.

        >>> kurier.PlayResult(kurier.Move.from_uci("e2e4", "chess")).move
        <Move e2e4>
        """
    @property
    def ponder(self) -> Move | None:
        """Returns the expected reply to the best move; `None` if the engine expects none.

        >>> kurier.PlayResult(kurier.Move.from_uci("e2e4", "chess")).ponder is None
        True
        """
    @property
    def score(self) -> Score:
        """Returns the score from the point of view of the side to move. Raises `KurierError` if another engine has
        reported none.

            >>> kurier.PlayResult(score=kurier.Score("chess", cp=35)).score
            <Score +0.35 for White>
        """
    @property
    def depth(self) -> int:
        """Returns the depth of the last completed iteration, in turns.

        >>> kurier.PlayResult(depth=12).depth
        12
        """
    @property
    def nodes(self) -> int:
        """Returns the number of positions searched.

        >>> kurier.PlayResult(nodes=1000).nodes
        1000
        """
    @property
    def time(self) -> float:
        """Returns the duration of the search, in seconds.

        >>> kurier.PlayResult(time=0.5).time
        0.5
        """
    @property
    def resigned(self) -> bool:
        """Tests whether another engine has resigned instead of moving.

        >>> kurier.PlayResult(resigned=True).resigned
        True
        """
    @property
    def draw_offered(self) -> bool:
        """Tests whether another engine has offered a draw with its move.

        >>> kurier.PlayResult().draw_offered
        False
        """

@final
class Engine:
    """The built-in engine for one variant.

    - `threads`: the number of search threads;
    - `hash`: the size of the transposition table in MiB;
    - `elo`: a rating of 500 to 2800 that limits the strength, `None` for full strength;
    - `evaluation`: the file of a network or of weights, `classical` (no network), `prior` (weights that follow from the
      rules alone), or `None` for the built-in evaluation.

    Searches run in other threads, without the interpreter's lock, and a program may have many engines. An engine runs
    one search at a time: a new search stops the running one. Raises `KurierError` if a number is out of range, or the
    evaluation cannot be loaded. `popen_uci` and `popen_xboard` start other engines, which have the same methods.

        >>> with kurier.Engine("courier", hash=16) as engine:
        ...     result = engine.play(kurier.Board("courier"), kurier.Limit(nodes=1000))
        >>> result.move in kurier.Board("courier").legal_moves
        True
    """

    def __new__(
        cls,
        variant: str | Variant,
        *,
        threads: int = 1,
        hash: int = 64,
        elo: int | None = None,
        evaluation: str | PathLike[str] | None = None,
    ) -> Self: ...
    @classmethod
    def popen_uci(
        cls,
        command: str | Sequence[str],
        variant: str | Variant,
        *,
        timeout: float = 10.0,
        cwd: str | PathLike[str] | None = None,
    ) -> UciEngine:
        """Starts another engine that speaks UCI, such as Fairy-Stockfish. Takes the arguments of
        `kurier.engine.popen_uci`: the command, and the variant to play. The engine is a process; `close` ends it.

            >>> with kurier.Engine.popen_uci("stockfish", "chess") as engine:  # doctest: +SKIP
            ...     engine.play(kurier.Board("chess"), kurier.Limit(time=0.1)).move
            <Move e2e4>
        """
    @classmethod
    def popen_xboard(
        cls,
        command: str | Sequence[str],
        variant: str | Variant,
        *,
        timeout: float = 10.0,
        cwd: str | PathLike[str] | None = None,
    ) -> XBoardEngine:
        """Starts another engine that speaks the protocol of XBoard, version 2. Takes the arguments of
        `kurier.engine.popen_xboard`: the command, and the variant to play. The engine is a process; `close` ends it.

            >>> with kurier.Engine.popen_xboard("fairymax", "shatranj") as engine:  # doctest: +SKIP
            ...     engine.play(kurier.Board("shatranj"), kurier.Limit(time=0.1)).move
            <Move e2e3>
        """
    @property
    def variant(self) -> Variant:
        """Returns the variant that the engine plays.

        >>> kurier.Engine("courier", hash=1).variant
        <Variant courier: Courier Chess>
        """
    @property
    def hash(self) -> int:
        """Returns the actual size of the transposition table, in MiB.

        >>> kurier.Engine("chess", hash=16).hash
        16
        """
    @property
    def id(self) -> dict[str, str]:
        """Returns the name and the author, as in UCI's `id`.

        >>> kurier.Engine("chess", hash=1).id["author"]
        'The Kurier developers'
        """
    @property
    def options(self) -> dict[str, EngineOption]:
        """Returns the options that `configure` can set, by name. They have the names and values of UCI.

        >>> sorted(kurier.Engine("chess", hash=1).options)
        ['Contempt', 'Hash', 'Threads', 'UCI_Elo', 'UCI_LimitStrength']
        """
    def configure(self, options: Mapping[str, str | int | bool]) -> None:
        """Sets options by name. Setting `UCI_Elo` limits the strength even if `UCI_LimitStrength` is not set. Raises
        `KurierError`, and changes nothing, if a name is unknown or a value is out of range. A running search is
        stopped.

            >>> engine = kurier.Engine("chess", hash=1)
            >>> engine.configure({"Hash": 2, "Threads": 2})
            >>> engine.hash
            2
        """
    def play(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        root_moves: Sequence[Move] = (),
    ) -> PlayResult:
        """Searches for the best move and waits for the result. Requires at least one limit, given as a `Limit` or by
        the keywords `time` (in seconds), `nodes` and `depth` (in turns). If `root_moves` is not empty, only these moves
        are considered. Ctrl-C ends the search.

        Raises `ValueError` without a limit, `KurierError` if the board belongs to another variant, and
        `IllegalMoveError` if one of `root_moves` is not legal.

            >>> engine = kurier.Engine("chess", hash=1)
            >>> engine.play(kurier.Board("chess", "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1"), depth=4).move
            <Move b1b8>
        """
    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
        root_moves: Sequence[Move] = (),
    ) -> list[Line]:
        """Searches for the `multipv` best lines, waits for the result and returns them, best first. Limits,
        `root_moves` and errors are as in `play`.

            >>> engine = kurier.Engine("chess", hash=1)
            >>> len(engine.analyse(kurier.Board("chess"), depth=2, multipv=3))
            3
        """
    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
        root_moves: Sequence[Move] = (),
    ) -> Analysis:
        """Starts a search and returns immediately; its lines can be read while it runs. Without a limit it runs until
        it is stopped.

            >>> engine = kurier.Engine("chess", hash=1)
            >>> with engine.analysis(kurier.Board("chess")) as running:
            ...     for line in running:
            ...         if line.depth == 3:
            ...             break
            >>> running.multipv[0].depth >= 3
            True
        """
    def annotate(
        self,
        game: Game,
        limit: Limit | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> tuple[Game, list[Judgement]]:
        """Searches all positions of a game. Returns the game with scores, best lines and mistakes as comments and
        variations, and a judgement of each position, from the one before the first move to the one after the last. The
        limits apply to each position; other calls of this engine wait. Ctrl-C ends the search. Raises the errors of
        `play`.

            >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
            >>> annotated, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
            >>> annotated.glyphs[2]
            ['??']
        """
    def stop(self) -> None:
        """Stops the running search within milliseconds, if there is one. Any thread may call this.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> running = engine.analysis(kurier.Board("chess"))
        >>> engine.stop()
        >>> running.wait().move in kurier.Board("chess").legal_moves
        True
        """
    def new_game(self) -> None:
        """Clears what the engine has learnt from earlier searches: the transposition table and the history tables.

        >>> kurier.Engine("chess", hash=1).new_game()
        """
    def close(self) -> None:
        """Stops the running search. The engine remains usable; an external engine's `close` ends its process.

        >>> kurier.Engine("chess", hash=1).close()
        """
    def quit(self) -> None:
        """Stops the running search, as `close` does.

        >>> kurier.Engine("chess", hash=1).quit()
        """
    def evaluate(self, board: Board) -> int:
        """Returns the static evaluation in centipawns from the point of view of the side to move.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> engine.evaluate(kurier.Board("chess", "4k3/8/8/8/8/8/PPPP4/QN2K2B w - - 0 1")) > 500
        True
        """
    def explain(self, board: Board) -> Explanation:
        """Returns the terms of the static evaluation.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> "material" in engine.explain(kurier.Board("chess")).terms
        True
        """
    def __enter__(self) -> Engine: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

@final
class Explanation:
    """The terms of a static evaluation, in centipawns, as `Engine.explain` returns them. `str` formats them as a table.

    >>> explanation = kurier.Engine("chess", hash=1).explain(kurier.Board("chess"))
    >>> "material" in str(explanation)
    True
    """

    @property
    def terms(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """Returns the terms by name. Each term is a pair of White's and Black's values, and each value is a pair for
        the middlegame and the endgame, in centipawns.

            >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
            >>> (white, white_late), (black, black_late) = explanation.terms["material"]
            >>> white == black
            True
        """
    @property
    def middlegame(self) -> int:
        """Returns the weight of the middlegame, in percent: 100 at the start, less as pieces are exchanged.

        >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
        >>> explanation.middlegame
        100
        """
    @property
    def scale(self) -> int:
        """Returns the factor by which an advantage is scaled, in percent; it is less than 100 in endings that are hard
        to win.

            >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
            >>> explanation.scale
            100
        """
    @property
    def tempo(self) -> int:
        """Returns the bonus for the side to move, in centipawns.

        >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
        >>> explanation.tempo > 0
        True
        """
    @property
    def hand_crafted(self) -> int:
        """Returns the classical evaluation in centipawns, from the point of view of the side to move: the scaled sum of
        the terms, plus the bonus `tempo`.

            >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
            >>> explanation.hand_crafted == explanation.tempo
            True
        """
    @property
    def network(self) -> int | None:
        """Returns the correction by the network in centipawns, from the point of view of the side to move; `None`
        without a network.

            >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
            >>> explanation.network is None
            True
        """
    @property
    def score(self) -> int:
        """Returns the evaluation in centipawns, from the point of view of the side to move.

        >>> explanation = kurier.Engine("chess", hash=1, evaluation="classical").explain(kurier.Board("chess"))
        >>> explanation.score == explanation.hand_crafted
        True
        """

@final
class Judgement:
    """The score and the best line of a position of a game, as `Engine.annotate` returns them.

    >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
    >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
    >>> judgements[3]
    <Judgement mate -1: Qh4#>
    """

    @property
    def fen(self) -> str:
        """Returns the position as FEN.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[0].fen == kurier.Board("chess").fen()
        True
        """
    @property
    def score(self) -> Score | None:
        """Returns the score from White's point of view; `None` if the game is over.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[3].score, judgements[4].score
        (<Score mate -1 for White>, None)
        """
    @property
    def expectation(self) -> float:
        """Returns White's expected points, from 0 to 1.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[4].expectation
        0.0
        """
    @property
    def best(self) -> Move | None:
        """Returns the best move in the position; `None` if the game is over.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[3].best
        <Move d8h4>
        """
    @property
    def line(self) -> list[str]:
        """Returns the best line, in algebraic notation.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[3].line
        ['Qh4#']
        """
    @property
    def verdict(self) -> str | None:
        """Returns `Inaccuracy`, `Mistake` or `Blunder` if the move that led to the position was one; otherwise `None`.

        >>> [game] = kurier.read_pgn(text="1. f3 e5 2. g4 Qh4# 0-1")
        >>> _, judgements = kurier.Engine("chess", hash=4).annotate(game, depth=4)
        >>> judgements[3].verdict
        'Blunder'
        """

@final
class Analysis:
    """A running search: an iterator over its lines, for use with `for` or `async for`, and a context manager that stops
    the search.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> with engine.analysis(kurier.Board("chess"), depth=3) as running:
        ...     depths = [line.depth for line in running]
        >>> depths[-1]
        3
    """

    def __iter__(self) -> Iterator[Line]: ...
    def __next__(self) -> Line: ...
    def __aiter__(self) -> AsyncIterator[Line]: ...
    async def __anext__(self) -> Line: ...
    @property
    def multipv(self) -> list[Line]:
        """Returns the latest line that has been read for each rank, best first.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> with engine.analysis(kurier.Board("chess"), depth=3, multipv=2) as running:
        ...     result = running.wait()
        >>> [line.multipv for line in running.multipv]
        [1, 2]
        """
    def get(self) -> Line:
        """Waits for the next line and returns it. Raises `AnalysisComplete` if the search has ended.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> with engine.analysis(kurier.Board("chess"), depth=3) as running:
        ...     line = running.get()
        >>> line.depth
        1
        """
    def wait(self) -> PlayResult:
        """Waits for the end of the search and returns its result.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> engine.analysis(kurier.Board("chess"), depth=3).wait().depth
        3
        """
    def best(self) -> PlayResult:
        """Waits for the end of the search and returns its result, as `wait` does.

        >>> engine = kurier.Engine("chess", hash=1)
        >>> engine.analysis(kurier.Board("chess"), depth=3).best().depth
        3
        """
    def stop(self) -> None:
        """Stops the search within milliseconds, unless it has ended.

        >>> running = kurier.Engine("chess", hash=1).analysis(kurier.Board("chess"))
        >>> running.stop()
        >>> running.wait().move in kurier.Board("chess").legal_moves
        True
        """
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

@final
class Game:
    """A played game with tags, comments and glyphs, as in a PGN file.

    `Game(board)` is the record of the moves on a board. `tags` is a list of names and values. `comments` and `glyphs`
    have an entry for each move; `variations` contains the alternatives to each move as text. `preamble` is the comment
    before the first move, and `rest` the movetext that follows the moves. By default, `result` is the result on the
    board. Raises `KurierError` if `result` is not a PGN result. `tree` returns the game as a tree in which variations
    can be played and edited.

        >>> board = kurier.Board("courier")
        >>> _ = board.push_san("Nc3")
        >>> kurier.Game(board, tags=[("White", "Me")])
        <Game courier, 1 moves, *>
    """

    def __new__(
        cls,
        board: Board,
        *,
        tags: Iterable[tuple[str, str]] = (),
        comments: Iterable[str] = (),
        glyphs: Iterable[Sequence[str]] = (),
        variations: Iterable[Sequence[str]] = (),
        result: str | None = None,
        preamble: str = "",
        rest: str = "",
    ) -> Self: ...
    @property
    def variant(self) -> Variant:
        """Returns the variant that is played.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.variant.name
        'chess'
        """
    @property
    def tags(self) -> list[tuple[str, str]]:
        """Returns the names and values of the tags, in order.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.tags[0]
        ('White', 'A')
        """
    @property
    def moves(self) -> list[Move]:
        """Returns the moves.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.moves
        [<Move e2e4>, <Move e7e5>]
        """
    @property
    def comments(self) -> list[str]:
        """Returns the comment of each move; empty for moves without a comment.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.comments
        ['best', '']
        """
    @property
    def preamble(self) -> str:
        """Returns the comment before the first move.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.preamble
        'Go'
        """
    @property
    def glyphs(self) -> list[list[str]]:
        """Returns the glyphs of each move, such as `$14`; the first may be an annotation symbol such as `!`.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.glyphs
        [['!'], []]
        """
    @property
    def variations(self) -> list[list[str]]:
        """Returns the alternatives to each move, as text.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.variations
        [['1. d4 d5'], []]
        """
    @property
    def rest(self) -> str:
        """Returns the part of the game that cannot be replayed, as text: from a null move (`--`, `Z0`) on, or the moves
        after the game has ended by a rule such as the bare king. It is empty in most games.

            >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
            >>> game.rest
            ''
        """
    @property
    def start_fen(self) -> str | None:
        """Returns the position before the first move as FEN; `None` if it is the start position of the variant.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.start_fen is None
        True
        """
    @property
    def result(self) -> str:
        """Returns the result: `1-0`, `0-1`, `1/2-1/2` or `*`.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.result
        '1-0'
        """
    def board(self) -> Board:
        """Creates a board with the position before the first move.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.board().ply()
        0
        """
    def end(self) -> Board:
        """Creates a board on which all moves of the game are played.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> game.end().ply()
        2
        """
    def pgn(self) -> str:
        """Returns the game as PGN, with the empty line that separates games in a file.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> print(game.pgn().splitlines()[-2])
        {Go} 1. e4! {best} (1. d4 d5) 1... e5 1-0
        """
    def tree(self) -> GameTree:
        """Returns the game as a tree, `kurier.pgn.Game`, whose variations can be played and edited.

        >>> [game] = kurier.read_pgn(text='[White "A"]\\n\\n{Go} 1. e4! {best} (1. d4 d5) e5 1-0')
        >>> [node.san() for node in game.tree().variations]
        ['e4', 'd4']
        """

@final
class VariantTables:
    """The endgame tables of one variant."""

    def __new__(cls, variant: str | Variant, directory: str | PathLike[str]) -> Self:
        """Opens the tables of a variant in a folder that has one folder for each variant. Raises `KurierError` if a
        file is damaged, or made for other rules."""
    @property
    def largest(self) -> int:
        """Returns the number of pieces of the largest table, or 0 if there are no tables."""
    def probe(self, board: Board) -> tuple[int, int] | None:
        """Returns the results of `probe_wdl` and `probe_dtz` of `kurier.tablebase`; `None` if no table contains the
        position.
        """

@final
class PgnReader:
    """An iterator over the games of a PGN file, as `read_pgn` returns it. A faulty game raises `PgnError`; the next
    call reads the game after it.

        >>> reader = kurier.read_pgn(text="1. e4 e5 * 1. d4 *")
        >>> [len(game.moves) for game in reader]
        [2, 1]
    """

    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class SelfPlay:
    """An iterator over batches of positions, each a tuple of arrays of length n:

    - the positions as `Board.planes`, dtype uint8, shape (n, planes, levels, ranks, files);
    - the scores of the search, dtype int32, in centipawns from White's point of view;
    - White's results, dtype float32: 1, 0.5 or 0;
    - the moves played, dtype int64: the number of the first step of each move, see `Move.numbers`.

    Unfinished games are left out. A damaged line raises `KurierError`. Files may have any size: only one batch is in
    memory. `read_selfplay` opens a file.

        >>> for planes, scores, results, played in kurier.read_selfplay("courier.games"):  # doctest: +SKIP
        ...     train(planes, scores)
    """

    def __iter__(
        self,
    ) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]]: ...
    def __next__(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]: ...
