from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from types import TracebackType
from typing import ClassVar, Final, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__version__: Final[str]
WHITE: Final = True
BLACK: Final = False

class KurierError(ValueError):
    """The base class of Kurier's exceptions; raised itself for errors that have no class of their own."""

class IllegalMoveError(KurierError):
    """A move is not legal; the message says why."""

class FenError(KurierError):
    """A FEN is not legal; the message says why."""

class DefinitionError(KurierError):
    """The definition of a variant has a mistake."""

    file: str
    """The name of the file, as passed to the function."""
    line: int
    """The line of the mistake, from 1."""
    column: int
    """The column of the mistake in characters, from 1."""
    message: str
    """What is wrong, or what was expected."""

class PgnError(KurierError):
    """A PGN file has a mistake."""

    game: int
    """The number of the game in the file, from 1."""
    line: int
    """The line of the mistake, from 1."""

def variants() -> list[str]:
    """Returns the names of all built-in variants."""

def variant(name: str | Variant) -> Variant:
    """Looks up a built-in variant.

    Raises KurierError for an unknown name.
    """

def load(text: str, file: str = "definition") -> Variant:
    """Creates the variant that a definition in TOML describes. Errors name the definition `file`.

    Raises DefinitionError, with line and column.
    """

def load_file(path: str | PathLike[str]) -> Variant:
    """Reads the definition of a variant from a file.

    Raises DefinitionError, with line and column, and OSError if the file cannot be read.
    """

def from_fairy_ini(text: str, name: str, file: str = "variants.ini") -> Variant:
    """Translates the section `name` of a `variants.ini` of Fairy-Stockfish.

    Raises DefinitionError if a setting has no counterpart in Kurier: the place is the first such line, and the message
    lists all of them. Raises KurierError if there is no such section.
    """

def read_pgn(
    path: str | PathLike[str] | None = None, *, text: str | None = None, variants: Sequence[str | Variant] = ()
) -> PgnReader:
    """Reads games in PGN from a file or a text, one at a time, so that files may have any size. `variants` are your own
    variants that may occur in the file.

    Raises OSError if the file cannot be opened, and KurierError unless there is either a path or a text.
    """

def read_selfplay(path: str | PathLike[str], variant: str | Variant | None = None, *, batch: int = 4096) -> SelfPlay:
    """Reads a file that `tuning datagen` has written, in batches of `batch` positions. `variant` is needed only if the
    games are of a variant of your own.

    Raises OSError if the file cannot be opened, and KurierError if it is of another format, or its games have other
    rules.
    """

@final
class PieceType:
    """A type of piece."""

    letter: str
    """The letter in a FEN, upper case."""
    name: str
    """The display name."""
    betza: str
    """The moves in Betza notation."""
    royal: bool
    """Whether the piece is the king."""
    pawn: bool
    """Whether moves of the piece reset the half-move clock."""

@final
class Variant:
    """A chess variant."""

    @property
    def name(self) -> str:
        """The name, in lower case and without blanks."""
    @property
    def title(self) -> str:
        """The display name."""
    @property
    def summary(self) -> str:
        """One sentence about the variant."""
    @property
    def link(self) -> str:
        """The address of a page that describes the rules."""
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def levels(self) -> int:
        """The number of levels; 1 for a flat board."""
    @property
    def squares(self) -> list[int]:
        """The numbers of all squares that are not holes. Squares are counted level by level from the top one, rank by
        rank from White's side, file by file; a flat board begins with a1 = 0, b1 = 1."""
    @property
    def start_fen(self) -> str: ...
    @property
    def rules_hash(self) -> str:
        """A hash of the rules in 16 hexadecimal digits, as in files of games and networks. Variants with equal rules
        have equal hashes."""
    @property
    def text(self) -> str | None:
        """The text of the definition; None for a built-in variant."""
    @property
    def pieces(self) -> list[PieceType]:
        """The types of pieces, in the order of the definition, which is also the order of the planes."""
    @property
    def move_count(self) -> int:
        """The number of different steps that some piece can make on some square: the length of a legal mask."""
    def check(self) -> list[str]:
        """Returns warnings about rules that are valid but probably not intended, one sentence each."""
    def square_name(self, square: int) -> str:
        """Returns the name of a square. Raises KurierError if there is no such square."""
    def parse_square(self, name: str) -> int:
        """Returns the number of a square. Raises KurierError if there is no such square."""
    def step(self, number: int) -> tuple[int, int, str | None]:
        """Returns the origin, the target and the letter of the promotion of the step with a number in 0..move_count.

        Raises IndexError if the number is out of range.
        """
    def piece_svg(self, piece: str, square: str | None = None, size: int = 48) -> str:
        """Draws a piece, given by its letter or name, alone on the board, and all its moves, as SVG. `size` is the side
        of a cell in pixels.

        Raises KurierError if the variant has no such piece or square.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A whole turn: one move, or all steps of a chain of captures. Hashable; `str(move)` is the move in coordinates."""

    @property
    def from_square(self) -> int: ...
    @property
    def to_square(self) -> int:
        """The square on which the piece arrives after the last step."""
    @property
    def squares(self) -> list[int]:
        """All squares of the move in coordinates, beginning with the origin: two, or more for a chain."""
    @property
    def promotion(self) -> str | None:
        """The letter of the piece that the move promotes to, upper case; None if it does not promote."""
    @property
    def is_capture(self) -> bool: ...
    @property
    def is_chain(self) -> bool:
        """Whether the move has several steps."""
    @property
    def numbers(self) -> list[int]:
        """The numbers of the move's steps, each in 0..Variant.move_count: one, or more for a chain."""
    def uci(self) -> str:
        """Returns the move in coordinates."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece on a board."""

    @property
    def letter(self) -> str:
        """The letter of the piece type, upper case."""
    @property
    def color(self) -> bool:
        """WHITE or BLACK."""
    @property
    def name(self) -> str:
        """The display name."""
    def symbol(self) -> str:
        """Returns the letter, upper case for White and lower case for Black."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game has ended."""

    @property
    def winner(self) -> bool | None:
        """WHITE, BLACK, or None for a draw."""
    @property
    def reason(self) -> str:
        """`checkmate`, `stalemate`, `bare king`, `king taken`, `promoted set complete`, `threefold repetition`, `move
        limit`, `king against king` or `insufficient material`."""
    def result(self) -> str:
        """Returns `1-0`, `0-1` or `1/2-1/2`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position of a variant, and the moves that led to it. Boards are equal if variant and position are equal."""

    def __new__(cls, variant: str | Variant, fen: str | None = None) -> Self:
        """Creates a board with the start position of a variant, or with the position `fen`.

        Raises FenError if the FEN is not legal, and KurierError if the variant is unknown.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def turn(self) -> bool:
        """The side to move, WHITE or BLACK."""
    @property
    def fullmove_number(self) -> int:
        """The number of the full move: 1 at the start, incremented after each of Black's turns."""
    @property
    def halfmove_clock(self) -> int:
        """The number of turns of both sides since the last capture or pawn move."""
    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in no particular order; none if a special rule has ended the game."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves since the position was set up."""
    def is_legal(self, move: Move) -> bool: ...
    def push(self, move: Move | str) -> Move:
        """Plays a move and returns it. A text is parsed as by `parse_san`.

        Raises IllegalMoveError and leaves the board unchanged if the move is not legal.
        """
    def push_san(self, san: str) -> Move: ...
    def push_uci(self, uci: str) -> Move: ...
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises IndexError if there is none."""
    def copy(self) -> Board: ...
    def reset(self) -> None:
        """Sets up the start position."""
    def set_fen(self, fen: str) -> None:
        """Sets up a position. Raises FenError and leaves the board unchanged if the FEN is not legal."""
    def fen(self) -> str: ...
    def key(self) -> int:
        """Returns a 64-bit hash of everything that matters for repetition. It does not change between runs."""
    def uci(self, move: Move) -> str:
        """Returns a move in coordinates: `e2e4`, `e7e8q`, `c2e4g6`."""
    def san(self, move: Move) -> str:
        """Returns a legal move in standard algebraic notation. Raises IllegalMoveError if it is not legal."""
    def variation_san(self, moves: Sequence[Move]) -> str:
        """Formats consecutive moves with move numbers: `1. e4 e5 2. Nf3`. Raises IllegalMoveError if one is not
        legal."""
    def parse(self, text: str) -> Move:
        """Parses a legal move in coordinates. Raises IllegalMoveError, with the reason, if there is no such move."""
    def parse_uci(self, uci: str) -> Move:
        """Parses a legal move in coordinates, as `parse` does."""
    def parse_san(self, san: str) -> Move:
        """Parses a legal move in algebraic notation, which need not be exact, or in coordinates.

        Raises IllegalMoveError, with the reason, if there is no such move.
        """
    def piece_at(self, square: int | str) -> Piece | None:
        """Returns the piece on a square; None if it is empty. Raises KurierError if there is no such square."""
    def piece_map(self) -> dict[int, Piece]:
        """Returns all pieces by their squares."""
    def pieces(self, letter: str, color: bool) -> list[int]:
        """Returns the squares of all pieces of a type and colour. Raises KurierError if there is no such piece type."""
    def king(self, color: bool) -> int | None:
        """Returns the king's square; None if a chain of captures has taken the king."""
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended; None if it continues."""
    def result(self) -> str:
        """Returns `1-0`, `0-1`, `1/2-1/2`, or `*` if the game continues."""
    def perft(self, depth: int, threads: int | None = None) -> int:
        """Counts the move sequences of `depth` turns (at most 255) with `threads` threads, by default one. Ctrl-C ends
        the count."""
    def divide(self, depth: int, threads: int | None = None) -> list[tuple[Move, int]]:
        """Counts as `perft` does and returns the count for each first move; empty at depth 0."""
    def svg(
        self,
        *,
        size: int = 48,
        flipped: bool = False,
        lastmove: Move | None = None,
        arrows: Sequence[Move] = (),
        targets: int | str | None = None,
    ) -> str:
        """Draws the position as SVG, with levels side by side. `size` is the side of a cell in pixels, and `targets` is
        the square of a piece whose moves to mark."""
    def _repr_svg_(self) -> str: ...
    def planes(self) -> NDArray[np.uint8]:
        """Returns the position as an array, dtype uint8, shape (planes, levels, ranks, files), with 2 *
        len(variant.pieces) + 6 planes: one for each of White's piece types, one for each of Black's, the pieces with
        a right (a rook that may castle, a first-move leap), the target squares of en passant captures, and the
        squares that are not holes. The last three planes are filled with one number each: 1 if White is to move, the
        half-move clock (at most 255), 1 if the position has occurred before. Ranks count from White's side, levels
        from the top one."""
    def legal_mask(self, begun: Sequence[int] = ()) -> NDArray[np.bool_]:
        """Returns which steps may come next, dtype bool, shape (variant.move_count,): the first steps of all legal
        moves, or, within a chain of captures, the steps that may follow the steps with the numbers `begun`."""
    def move_of_numbers(self, numbers: Sequence[int]) -> Move:
        """Returns the legal move whose steps have these numbers: the inverse of `Move.numbers`.

        Raises IllegalMoveError if there is no such move.
        """
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Score:
    """A score from one side's point of view: centipawns, or full moves to a forced win or loss."""

    @property
    def cp(self) -> int | None:
        """The score in centipawns; None if a win or loss is forced."""
    @property
    def mate(self) -> int | None:
        """The number of full moves to a forced win, negative for a loss; None if neither is in sight."""
    @property
    def turn(self) -> bool:
        """The side whose point of view it is, WHITE or BLACK."""
    def pov(self, color: bool) -> Score: ...
    def white(self) -> Score: ...
    def black(self) -> Score: ...
    def wdl(self) -> tuple[int, int, int]:
        """Returns the chances of win, draw and loss in permille."""
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Line:
    """A report of a search: a line of play with its score."""

    @property
    def depth(self) -> int:
        """The depth of the search, in turns."""
    @property
    def seldepth(self) -> int:
        """The greatest depth that any line has reached, in turns."""
    @property
    def multipv(self) -> int:
        """The rank of the line; 1 for the best."""
    @property
    def score(self) -> Score:
        """The score from the point of view of the side to move."""
    @property
    def bound(self) -> str:
        """`exact`, or `lower` or `upper` if the score is only a bound."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """The time since the start of the search, in seconds."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def hashfull(self) -> int:
        """The filled part of the transposition table in permille."""
    @property
    def pv(self) -> list[Move]:
        """The moves of the line (principal variation)."""

@final
class PlayResult:
    """The result of a search."""

    @property
    def move(self) -> Move | None:
        """The best move; None only if there is no legal move."""
    @property
    def ponder(self) -> Move | None:
        """The expected reply to the best move."""
    @property
    def score(self) -> Score: ...
    @property
    def depth(self) -> int:
        """The deepest completed iteration, in turns."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """The duration of the search, in seconds."""

@final
class Engine:
    """An engine for one variant. Searches run in other threads, without the interpreter's lock, and a program may have
    many engines. An engine runs one search at a time: a new search stops the running one."""

    def __new__(
        cls,
        variant: str | Variant,
        *,
        threads: int = 1,
        hash: int = 64,
        elo: int | None = None,
        evaluation: str | PathLike[str] | None = None,
    ) -> Self:
        """Creates an engine. `hash` is the size of the transposition table in MiB. `elo` limits the strength to a
        rating of 500 to 2800. `evaluation` is the path of a network or of weights, or `classical` (no network), or
        `prior` (weights that follow from the rules alone).

        Raises KurierError if a number is out of range, or the evaluation cannot be loaded.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def hash(self) -> int:
        """The actual size of the transposition table, in MiB."""
    def play(
        self, board: Board, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> PlayResult:
        """Searches for the best move. Needs at least one limit: `time` in seconds, `nodes`, or `depth` in turns. Ctrl-C
        ends the search.

        Raises ValueError without a limit, and KurierError if the board is of another variant.
        """
    def analyse(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
    ) -> list[Line]:
        """Searches for the `multipv` best lines and returns them, best first. Limits and errors as for `play`."""
    def analysis(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
    ) -> Analysis:
        """Starts a search whose lines can be read while it runs. Without a limit it runs until it is stopped."""
    def annotate(
        self, game: Game, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> tuple[Game, list[Judgement]]:
        """Searches all positions of a game. Returns the game with scores, best lines and mistakes as comments and
        variations, and a judgement of each position: of the first one and after each move. The limits apply to each
        position; other calls of this engine wait. Errors as for `play`.
        """
    def stop(self) -> None:
        """Stops a running search within milliseconds. May be called from any thread."""
    def new_game(self) -> None:
        """Clears what the engine has learnt from earlier searches."""
    def evaluate(self, board: Board) -> int:
        """Returns the static evaluation in centipawns from the point of view of the side to move."""
    def explain(self, board: Board) -> Explanation:
        """Returns the terms of the static evaluation."""

@final
class Explanation:
    """The terms of a static evaluation, in centipawns. `str` formats them as a table."""

    @property
    def terms(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """The terms by name: White's and Black's, each for the middlegame and for the endgame."""
    @property
    def middlegame(self) -> int:
        """The weight of the middlegame, in percent: 100 at the start, less as pieces are exchanged."""
    @property
    def scale(self) -> int:
        """The factor for an advantage, in percent: less than 100 in endings that are hard to win."""
    @property
    def tempo(self) -> int:
        """The bonus of the side to move."""
    @property
    def hand_crafted(self) -> int:
        """The classical evaluation: the scaled sum of the terms with the bonus, from the side to move."""
    @property
    def network(self) -> int | None:
        """The correction by the network, from the side to move; None if there is no network."""
    @property
    def score(self) -> int:
        """The evaluation, from the side to move."""

@final
class Judgement:
    """The score and the best line of a position of a game."""

    @property
    def fen(self) -> str: ...
    @property
    def score(self) -> Score | None:
        """The score from White's point of view; None if the game is over."""
    @property
    def expectation(self) -> float:
        """White's expected score, from 0 to 1."""
    @property
    def best(self) -> Move | None:
        """The best move in the position."""
    @property
    def line(self) -> list[str]:
        """The best line, in algebraic notation."""
    @property
    def verdict(self) -> str | None:
        """`Inaccuracy`, `Mistake` or `Blunder`, if the move that led here was one."""

@final
class Analysis:
    """A running search: an iterator of lines, and a context manager that stops it."""

    def __iter__(self) -> Iterator[Line]: ...
    def __next__(self) -> Line: ...
    def stop(self) -> None:
        """Stops the search within milliseconds."""
    def best(self) -> PlayResult:
        """Waits for the end of the search and returns the result."""
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

@final
class Game:
    """A played game with tags and comments."""

    def __new__(
        cls,
        board: Board,
        *,
        tags: Iterable[tuple[str, str]] = (),
        comments: Iterable[str] = (),
        result: str | None = None,
        preamble: str = "",
    ) -> Self:
        """Creates a record of the moves on a board. `comments` has a comment for each move, and `preamble` precedes the
        first move. The default result is the result on the board.

        Raises KurierError if `result` is not a result of PGN.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def tags(self) -> list[tuple[str, str]]: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def comments(self) -> list[str]:
        """The comment of each move; empty for moves without a comment."""
    @property
    def preamble(self) -> str:
        """The comment before the first move."""
    @property
    def glyphs(self) -> list[list[str]]:
        """The glyphs of each move, such as `$14`; the first may be a sign such as `!`."""
    @property
    def variations(self) -> list[list[str]]:
        """The variations after each move, as text: `1. d4 {better}`."""
    @property
    def rest(self) -> str:
        """The part of the game that cannot be replayed, as text: from a null move (`--`, `Z0`) on, or the moves after
        the game has ended by a rule such as the bare king."""
    @property
    def start_fen(self) -> str | None:
        """The position before the first move; None if it is the start position of the variant."""
    @property
    def result(self) -> str:
        """The result: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    def board(self) -> Board:
        """Creates a board with the position before the first move."""
    def end(self) -> Board:
        """Creates a board on which all moves of the game are played."""
    def pgn(self) -> str:
        """Returns the game as PGN, with the empty line that separates games in a file."""

@final
class PgnReader:
    """An iterator over the games of a PGN file. A faulty game raises PgnError; the next call reads the game after
    it."""

    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class SelfPlay:
    """An iterator over batches of positions, each a tuple of arrays of length n:

    - the positions as `Board.planes`, dtype uint8, shape (n, planes, levels, ranks, files);
    - the scores of the search, dtype int32, in centipawns from White's point of view;
    - White's results, dtype float32: 1, 0.5 or 0;
    - the moves played, dtype int64: the number of the first step, see `Move.numbers`.

    Unfinished games are left out. A damaged line raises KurierError. Files may have any size: only one batch is in
    memory.
    """

    def __iter__(
        self,
    ) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]]: ...
    def __next__(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]: ...
