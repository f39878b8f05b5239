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
    """What Kurier refuses. The other exceptions are kinds of it."""

class IllegalMoveError(KurierError):
    """A move that is not legal, and why."""

class FenError(KurierError):
    """A FEN that is refused, and why."""

class DefinitionError(KurierError):
    """A mistake in the definition of a game."""

    file: str
    """The file, as it was named."""
    line: int
    """From 1."""
    column: int
    """In characters, from 1."""
    message: str
    """What is wrong, or what was expected."""

class PgnError(KurierError):
    """A mistake in a file of games."""

    game: int
    """Its number in the file, from 1."""
    line: int
    """From 1."""

def variants() -> list[str]:
    """The names of all built-in games."""

def variant(name: str | Variant) -> Variant:
    """The built-in game of a name.

    Raises KurierError for an unknown name.
    """

def load(text: str, file: str = "definition") -> Variant:
    """The game of a definition, in TOML; `file` is what errors call it.

    Raises DefinitionError, with line and column.
    """

def load_file(path: str | PathLike[str]) -> Variant:
    """The game of a file.

    Raises DefinitionError, with line and column, and OSError.
    """

def from_fairy_ini(text: str, name: str, file: str = "variants.ini") -> Variant:
    """The game of a section of Fairy-Stockfish's `variants.ini`.

    Raises DefinitionError for what has no counterpart here: the place is that of the first such line, the text names
    all of them. Raises KurierError if there is no such section.
    """

def read_pgn(
    path: str | PathLike[str] | None = None, *, text: str | None = None, variants: Sequence[str | Variant] = ()
) -> PgnReader:
    """The games of a file or a text, one by one: files may be of any size. `variants` are games of your own that may
    occur.

    Raises OSError; KurierError without a path or a text, or with both.
    """

def read_selfplay(path: str | PathLike[str], variant: str | Variant | None = None, *, batch: int = 4096) -> SelfPlay:
    """The positions of a file that `tuning datagen` has written, in batches of so many. `variant` is needed for a game
    of your own only.

    Raises OSError; KurierError for another file, or one of other rules.
    """

@final
class PieceType:
    """A kind of piece."""

    letter: str
    """Upper case, as in a FEN."""
    name: str
    """The name for people."""
    betza: str
    """Its moves in Betza notation."""
    royal: bool
    pawn: bool
    """Whether its moves restart the move limit."""

@final
class Variant:
    """A game."""

    @property
    def name(self) -> str:
        """Lower case, without blanks."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def summary(self) -> str:
        """One sentence."""
    @property
    def link(self) -> str:
        """Where its rules are described."""
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def levels(self) -> int:
        """1 for a flat board."""
    @property
    def squares(self) -> list[int]:
        """The numbers of all squares that are not holes. Squares are counted level by level from the top one, rank by
        rank from White's side, file by file; a flat board begins with a1 = 0, b1 = 1."""
    @property
    def start_fen(self) -> str: ...
    @property
    def rules_hash(self) -> str:
        """16 hexadecimal digits, as in files of games and networks; the same for games of the same rules."""
    @property
    def text(self) -> str | None:
        """The text of its definition; None for a built-in game."""
    @property
    def pieces(self) -> list[PieceType]:
        """The kinds of pieces, in the order of the definition: that of the planes."""
    @property
    def move_count(self) -> int:
        """How many steps there are that some piece could make somewhere: the length of a legal mask."""
    def check(self) -> list[str]:
        """What is legal in the definition but hardly meant, in sentences."""
    def square_name(self, square: int) -> str:
        """Raises KurierError for a number that is no square."""
    def parse_square(self, name: str) -> int:
        """Raises KurierError for a name that is no square."""
    def step(self, number: int) -> tuple[int, int, str | None]:
        """From, to and the letter of the promotion of a step, by its number in 0..move_count.

        Raises IndexError.
        """
    def piece_svg(self, piece: str, square: str | None = None, size: int = 48) -> str:
        """A drawing of a piece (its letter or name), alone on the board, and all its moves. `size` is a cell's, in
        pixels.

        Raises KurierError for a piece or a square that the game does not have.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A whole turn: one move, or every step of a chain of captures. Hashable; `str(move)` is the move in
    coordinates."""

    @property
    def from_square(self) -> int: ...
    @property
    def to_square(self) -> int:
        """Where the piece arrives, after the last step."""
    @property
    def squares(self) -> list[int]:
        """All squares as they are written, from the origin on: two, or more for a chain."""
    @property
    def promotion(self) -> str | None:
        """The letter of the piece promoted to, upper case."""
    @property
    def is_capture(self) -> bool: ...
    @property
    def is_chain(self) -> bool:
        """Whether it has several steps."""
    @property
    def numbers(self) -> list[int]:
        """The numbers of its steps, each in 0..Variant.move_count: one, or more for a chain."""
    def uci(self) -> str:
        """The move in coordinates."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece on a board."""

    @property
    def letter(self) -> str:
        """Upper case."""
    @property
    def color(self) -> bool:
        """WHITE or BLACK."""
    @property
    def name(self) -> str:
        """The name for people."""
    def symbol(self) -> str:
        """The letter, lower case for Black."""
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
        """`1-0`, `0-1` or `1/2-1/2`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position of a game, and the moves that led to it. Boards are compared by game and position."""

    def __new__(cls, variant: str | Variant, fen: str | None = None) -> Self:
        """The start of a game, or another position of it.

        Raises FenError; KurierError for an unknown name.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def turn(self) -> bool:
        """WHITE or BLACK."""
    @property
    def fullmove_number(self) -> int:
        """1 at the start, one more after each of Black's turns."""
    @property
    def halfmove_clock(self) -> int:
        """Turns of both sides since the last capture or pawn move."""
    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in no particular order; none where a special rule has ended the game."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves since the position was set up."""
    def is_legal(self, move: Move) -> bool: ...
    def push(self, move: Move | str) -> Move:
        """Plays a move, or what `parse_san` makes of a text.

        Raises IllegalMoveError; then the board stays as it was.
        """
    def push_san(self, san: str) -> Move: ...
    def push_uci(self, uci: str) -> Move: ...
    def pop(self) -> Move:
        """Takes the last move back. Raises IndexError if there is none."""
    def copy(self) -> Board: ...
    def reset(self) -> None:
        """Back to the start of the game."""
    def set_fen(self, fen: str) -> None:
        """Raises FenError; then the board stays as it was."""
    def fen(self) -> str: ...
    def key(self) -> int:
        """A hash of all that counts for repetition, 64 bits; the same in every run."""
    def uci(self, move: Move) -> str:
        """A move in coordinates: `e2e4`, `e7e8q`, `c2e4g6`."""
    def san(self, move: Move) -> str:
        """A legal move in standard algebraic notation. Raises IllegalMoveError."""
    def variation_san(self, moves: Sequence[Move]) -> str:
        """Moves that follow each other, numbered: `1. e4 e5 2. Nf3`. Raises IllegalMoveError."""
    def parse(self, text: str) -> Move:
        """The legal move that a text in coordinates names. Raises IllegalMoveError, with the reason."""
    def parse_uci(self, uci: str) -> Move:
        """The same as `parse`."""
    def parse_san(self, san: str) -> Move:
        """The legal move that a text in algebraic notation (also a sloppy one) or in coordinates names.

        Raises IllegalMoveError, with the reason.
        """
    def piece_at(self, square: int | str) -> Piece | None:
        """Raises KurierError for what is no square."""
    def piece_map(self) -> dict[int, Piece]:
        """All pieces by their squares."""
    def pieces(self, letter: str, color: bool) -> list[int]:
        """The squares of all pieces of a kind and colour. Raises KurierError for a letter that is no piece."""
    def king(self, color: bool) -> int | None:
        """The king's square; None only after a chain of captures has taken it."""
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Outcome | None:
        """How the game has ended; None if it goes on."""
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` if the game goes on."""
    def perft(self, depth: int, threads: int | None = None) -> int:
        """The number of ways to play `depth` turns (at most 255), counted in so many threads (1). Ctrl-C ends it."""
    def divide(self, depth: int, threads: int | None = None) -> list[tuple[Move, int]]:
        """The same by the first move; empty at depth 0."""
    def svg(
        self,
        *,
        size: int = 48,
        flipped: bool = False,
        lastmove: Move | None = None,
        arrows: Sequence[Move] = (),
        targets: int | str | None = None,
    ) -> str:
        """A drawing; levels side by side. `size` is a cell's, in pixels. `targets`: a square whose piece's moves are
        marked."""
    def _repr_svg_(self) -> str: ...
    def planes(self) -> NDArray[np.uint8]:
        """The position as numbers, dtype uint8, shape (planes, levels, ranks, files), with 2 * len(variant.pieces) + 6
        planes: White's pieces kind by kind, Black's, the pieces with a right (a rook that may castle, a first-move
        leap), the squares of a capture in passing, the squares that are no holes, and filled throughout with one number
        each: 1 if White is to move, the half-move clock (at most 255), 1 if the position has occurred before. Ranks
        count from White's side, levels from the top one."""
    def legal_mask(self, begun: Sequence[int] = ()) -> NDArray[np.bool_]:
        """Which steps may come next, dtype bool, shape (variant.move_count,): the first steps of all legal moves, or in
        the middle of a chain the next ones after those whose numbers are `begun`."""
    def move_of_numbers(self, numbers: Sequence[int]) -> Move:
        """The legal move whose steps have these numbers: the reverse of `Move.numbers`. Raises IllegalMoveError."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Score:
    """A score from one side's view: centipawns, or full moves to a forced end."""

    @property
    def cp(self) -> int | None:
        """Centipawns; None for a forced end."""
    @property
    def mate(self) -> int | None:
        """Full moves to a forced end, negative: this side loses; None if there is none in sight."""
    @property
    def turn(self) -> bool:
        """Whose view it is: WHITE or BLACK."""
    def pov(self, color: bool) -> Score: ...
    def white(self) -> Score: ...
    def black(self) -> Score: ...
    def wdl(self) -> tuple[int, int, int]:
        """The chances of win, draw and loss in permille."""
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Line:
    """A line of thinking."""

    @property
    def depth(self) -> int:
        """In turns."""
    @property
    def seldepth(self) -> int:
        """The deepest turn reached."""
    @property
    def multipv(self) -> int:
        """1 for the best line."""
    @property
    def score(self) -> Score:
        """From the side to move."""
    @property
    def bound(self) -> str:
        """`exact`, or `lower` or `upper` if the score is only a bound."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds since the search began."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def hashfull(self) -> int:
        """The filled part of the table in permille."""
    @property
    def pv(self) -> list[Move]:
        """The moves, from the position that is searched."""

@final
class PlayResult:
    """What a search has found."""

    @property
    def move(self) -> Move | None:
        """None only where there is no legal move."""
    @property
    def ponder(self) -> Move | None:
        """The expected answer."""
    @property
    def score(self) -> Score: ...
    @property
    def depth(self) -> int:
        """The deepest completed iteration, in turns."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds."""

@final
class Engine:
    """Finds moves in one game. It searches in threads of its own, without the interpreter's lock; there may be many
    engines at once. An engine runs one search at a time: a new one ends the one before."""

    def __new__(
        cls,
        variant: str | Variant,
        *,
        threads: int = 1,
        hash: int = 64,
        elo: int | None = None,
        evaluation: str | PathLike[str] | None = None,
    ) -> Self:
        """`hash` is the size of the table in MiB, `elo` a strength of 500 to 2800 instead of the full one, `evaluation`
        the path of a network or of weights, or `classical` (no network), or `prior` (from the rules alone).

        Raises KurierError for numbers out of range and files that are refused.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def hash(self) -> int:
        """The size that the table really has, in MiB."""
    def play(
        self, board: Board, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> PlayResult:
        """The best move. At least one limit: seconds, nodes, turns. Ctrl-C ends it.

        Raises ValueError without a limit, KurierError for a board of another game.
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
        """The best lines, the best one first, when the search has ended. Limits and errors as for `play`."""
    def analysis(
        self,
        board: Board,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multipv: int = 1,
    ) -> Analysis:
        """A search whose lines can be read while it runs; without a limit until it is stopped."""
    def annotate(
        self, game: Game, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> tuple[Game, list[Judgement]]:
        """A game with scores, best lines and mistakes as comments and variations, and what each of its positions is
        worth: one for the start and one after every move. The limits are for each position; other calls of this engine
        wait. Errors as for `play`.
        """
    def stop(self) -> None:
        """Ends a running search within milliseconds. From any thread."""
    def new_game(self) -> None:
        """Forgets what was learnt from earlier searches."""
    def evaluate(self, board: Board) -> int:
        """The static evaluation: centipawns from the side to move."""
    def explain(self, board: Board) -> Explanation:
        """The static evaluation, taken apart."""

@final
class Explanation:
    """A static evaluation, taken apart, in centipawns. As a text it is a table."""

    @property
    def terms(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """What each term gives White and Black, each for the middlegame and for the endgame."""
    @property
    def middlegame(self) -> int:
        """How much of the middlegame is left, in percent."""
    @property
    def scale(self) -> int:
        """How much of an advantage counts, in percent: less than 100 where it can hardly be turned into a win."""
    @property
    def tempo(self) -> int:
        """What the side to move gets for its move."""
    @property
    def hand_crafted(self) -> int:
        """The sum of all that, from the side to move."""
    @property
    def network(self) -> int | None:
        """What the network adds, from the side to move; `None` where there is none."""
    @property
    def score(self) -> int:
        """The evaluation, from the side to move."""

@final
class Judgement:
    """What a position of a game is worth."""

    @property
    def fen(self) -> str: ...
    @property
    def score(self) -> Score | None:
        """From White's side; None where the game is over."""
    @property
    def expectation(self) -> float:
        """White's expected points, 0 to 1."""
    @property
    def best(self) -> Move | None:
        """The best move here."""
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
        """Ends the search within milliseconds."""
    def best(self) -> PlayResult:
        """Waits for the end and gives the result."""
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

@final
class Game:
    """A game that was played, with tags and comments."""

    def __new__(
        cls,
        board: Board,
        *,
        tags: Iterable[tuple[str, str]] = (),
        comments: Iterable[str] = (),
        result: str | None = None,
        preamble: str = "",
    ) -> Self:
        """The game that was played on a board, with a comment for each move and one before the first. The result is the
        board's unless given.

        Raises KurierError for what is no result.
        """
    @property
    def variant(self) -> Variant: ...
    @property
    def tags(self) -> list[tuple[str, str]]: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def comments(self) -> list[str]:
        """One for each move, empty where there is none."""
    @property
    def preamble(self) -> str:
        """The comment before the first move."""
    @property
    def glyphs(self) -> list[list[str]]:
        """The glyphs of each move, such as `$14`; the first may be a sign such as `!`."""
    @property
    def variations(self) -> list[list[str]]:
        """For each move the variations after it, as text: `1. d4 {better}`."""
    @property
    def rest(self) -> str:
        """Moves that the rules do not know, and those after them, as text: from a null move (`--`, `Z0`) on, or after a
        king was bared."""
    @property
    def start_fen(self) -> str | None:
        """None: the start of the game."""
    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
    def board(self) -> Board:
        """The board before the first move."""
    def end(self) -> Board:
        """The board after the last move."""
    def pgn(self) -> str:
        """The game as PGN, with the empty line that parts it from the next."""

@final
class PgnReader:
    """The games of a file, one after the other. A bad game raises PgnError; reading goes on with the next."""

    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class SelfPlay:
    """Batches of positions, each a tuple of arrays of the same length n:

    - the positions as `Board.planes`, dtype uint8, shape (n, planes, levels, ranks, files);
    - what the search said, dtype int32, in centipawns from White's side;
    - how the game ended for White, dtype float32: 1, 0.5 or 0;
    - the move played, dtype int64: the number of its first step, see `Move.numbers`.

    Games without a result are left out. A damaged line raises KurierError. Files of any size: one batch is in memory.
    """

    def __iter__(
        self,
    ) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]]: ...
    def __next__(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]: ...
