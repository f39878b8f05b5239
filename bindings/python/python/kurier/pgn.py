"""Games as trees: variations, glyphs, comments, clocks and evaluations, with the names of `chess.pgn`.

>>> game = read_game(io.StringIO("1. e4 e5 (1... c5 {sharp}) 2. Nf3 *"))
>>> node = game.next().variations[1]
>>> node.san(), node.comment
('c5', 'sharp')
>>> _ = node.add_variation(node.board().parse_san("Nf3"))
>>> print(str(game).splitlines()[-1])
1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *

`kurier.read_pgn` reads large files faster: its games are plain records, and `Game.tree` turns one into a tree.
"""

from __future__ import annotations

import re
import warnings
import weakref
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

import kurier._kurier as base
from kurier._kurier import Board, KurierError, Move, PgnError, Score, Variant

if TYPE_CHECKING:
    from typing_extensions import Self

# The annotation symbols that may follow a move directly, with their numbers.
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
NUMBERS = {number: sign for sign, number in SIGNS.items()}

NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6

# How deep variations may be nested; deeper ones are kept as text.
DEEPEST = 16

# The readers of the files from which `read_game` has read.
_READERS: weakref.WeakKeyDictionary[IO[str], base.PgnReader] = weakref.WeakKeyDictionary()

# A command in a comment: `[%clk 1:02:03]`.
COMMAND = r"\s*\[%{}\s+([^\]]*)\]\s*"
CLOCK = re.compile(r"^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$")
EVALUATION = re.compile(r"^(?:#([-+]?\d+)|([-+]?\d+(?:\.\d+)?))(?:,(\d+))?$")


class GameNode:
    """A position of a game, the move that led to it, and its annotations. The root is a `Game`.

    >>> game = kurier.pgn.Game(kurier.Board("chess"))
    >>> node = game.add_variation(kurier.Move.from_uci("e2e4"), comment="best by test")
    >>> node.parent is game, node.move
    (True, <Move e2e4>)
    """

    def __init__(self, parent: GameNode | None, move: Move | None, comment: str, nags: Iterable[int]) -> None:
        self._parent = parent
        self._move = move
        self._variations: list[GameNode] = []
        self._comment = comment
        self._starting_comment = ""
        self._nags = set(nags)
        self._unread: list[str] = []

    @property
    def parent(self) -> GameNode | None:
        """Returns the node before this one; `None` for the root.

        >>> game = kurier.pgn.Game(kurier.Board("chess"))
        >>> game.parent is None
        True
        """
        return self._parent

    @property
    def move(self) -> Move | None:
        """Returns the move that led to this node; `None` for the root.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 *")).next().move
        <Move e2e4>
        """
        return self._move

    @property
    def variations(self) -> list[GameNode]:
        """Returns the nodes after this one: the first continues the main line, the others are alternatives to it.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> [node.san() for node in game.variations]
        ['e4', 'd4']
        """
        return self._variations

    @property
    def nags(self) -> set[int]:
        """Returns the numbers of the glyphs of the move, a set that may be changed: 1 is `!`, 2 is `?`.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4! $14 *")).next()
        >>> sorted(node.nags)
        [1, 14]
        >>> node.nags.add(kurier.pgn.NAG_BRILLIANT_MOVE)
        """
        return self._nags

    @property
    def comment(self) -> str:
        """Returns the comment after the move, or before the first move if this is the root. It can be set.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4 {best} *")).next()
        >>> node.comment
        'best'
        >>> node.comment = "best by test"
        """
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = text

    @property
    def starting_comment(self) -> str:
        """Returns the comment before a move that begins a variation. It can be set.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4 ({or} 1. d4) *")).variations[1]
        >>> node.starting_comment
        'or'
        """
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting_comment = text

    def game(self) -> Game:
        """Returns the root.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 *"))
        >>> game.next().game() is game
        True
        """
        node = self
        while node._parent is not None:
            node = node._parent
        assert isinstance(node, Game)
        return node

    def board(self) -> Board:
        """Returns a board with the position after the move, and the moves that led to it.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 e5 *")).end().board().ply()
        2
        """
        moves = []
        node = self
        while node._parent is not None:
            moves.append(node._move)
            node = node._parent
        board = node.game()._start.copy()
        for move in reversed(moves):
            assert move is not None
            board.push(move)
        return board

    def ply(self) -> int:
        """Returns the number of turns, of both sides together, before the position after the move.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 e5 *")).end().ply()
        2
        """
        return self.board().ply()

    def turn(self) -> bool:
        """Returns the side to move after the move: `WHITE` (`True`) or `BLACK` (`False`).

        >>> kurier.pgn.read_game(io.StringIO("1. e4 *")).end().turn() == kurier.BLACK
        True
        """
        return self.board().turn

    def san(self) -> str:
        """Returns the move in algebraic notation. Raises `KurierError` for the root.

        >>> kurier.pgn.read_game(io.StringIO("1. g1f3 *")).next().san()
        'Nf3'
        """
        if self._parent is None or self._move is None:
            raise KurierError("the root of a game has no move")
        return self._parent.board().san(self._move)

    def uci(self) -> str:
        """Returns the move in coordinate notation. Raises `KurierError` for the root.

        >>> kurier.pgn.read_game(io.StringIO("1. Nf3 *")).next().uci()
        'g1f3'
        """
        if self._move is None:
            raise KurierError("the root of a game has no move")
        return self._move.uci()

    def next(self) -> GameNode | None:
        """Returns the next node of the main line; `None` at its end.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 *")).next().next() is None
        True
        """
        return self._variations[0] if self._variations else None

    def end(self) -> GameNode:
        """Returns the last node of the main line from here.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 e5 *")).end().san()
        'e5'
        """
        node: GameNode = self
        while node._variations:
            node = node._variations[0]
        return node

    def is_end(self) -> bool:
        """Tests whether no move follows.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 *")).end().is_end()
        True
        """
        return not self._variations

    def is_mainline(self) -> bool:
        """Tests whether the node belongs to the main line of the game.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *")).variations[1].is_mainline()
        False
        """
        node: GameNode = self
        while node._parent is not None:
            if node._parent._variations[0] is not node:
                return False
            node = node._parent
        return True

    def mainline(self) -> Iterator[GameNode]:
        """Yields the nodes of the main line after this one.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 e5 *"))
        >>> [node.san() for node in game.mainline()]
        ['e4', 'e5']
        """
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> list[Move]:
        """Returns the moves of the main line after this node.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 e5 *")).mainline_moves()
        [<Move e2e4>, <Move e7e5>]
        """
        return [node._move for node in self.mainline() if node._move is not None]

    def variation(self, move: int | Move | GameNode) -> GameNode:
        """Returns a child by its number, its move or itself. Raises `KeyError` if there is none.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> game.variation(kurier.Move.from_uci("d2d4")) is game.variation(1)
        True
        """
        for number, node in enumerate(self._variations):
            if node is move or (isinstance(move, int) and number == move) or node._move == move:
                return node
        raise KeyError(move)

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """Tests whether there is a child with such a number or move, or whether the node is a child.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 *")).has_variation(kurier.Move.from_uci("d2d4"))
        False
        """
        try:
            self.variation(move)
        except KeyError:
            return False
        return True

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> GameNode:
        """Adds a move after the others and returns its node. Raises `IllegalMoveError` if the move is not legal.

        >>> game = kurier.pgn.Game(kurier.Board("chess"))
        >>> game.add_variation(kurier.Move.from_uci("e2e4"), nags=[kurier.pgn.NAG_GOOD_MOVE]).nags
        {1}
        """
        node = GameNode(self, self.board().push(move), comment, nags)
        node._starting_comment = starting_comment
        self._variations.append(node)
        return node

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> GameNode:
        """Adds a move before the others, so that it continues the main line, and returns its node.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 *"))
        >>> game.add_main_variation(kurier.Move.from_uci("d2d4")) is game.next()
        True
        """
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(self, moves: Iterable[Move], *, comment: str = "", nags: Iterable[int] = ()) -> GameNode:
        """Adds consecutive moves and returns the last node, which gets the comment and the glyphs.

        >>> game = kurier.pgn.Game(kurier.Board("chess"))
        >>> game.add_line(map(kurier.Move.from_uci, ("e2e4", "e7e5"))).ply()
        2
        """
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move)
        if node is not self:
            node._comment = comment
            node._nags |= set(nags)
        return node

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Removes a child with everything after it. Raises `KeyError` if there is none.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> game.remove_variation(0)
        >>> game.next().san()
        'd4'
        """
        self._variations.remove(self.variation(move))

    def promote(self, move: int | Move | GameNode) -> None:
        """Moves a child one place forward. Raises `KeyError` if there is none.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> game.promote(1)
        >>> game.next().san()
        'd4'
        """
        self._move_child(move, -1)

    def demote(self, move: int | Move | GameNode) -> None:
        """Moves a child one place back. Raises `KeyError` if there is none.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> game.demote(0)
        >>> game.next().san()
        'd4'
        """
        self._move_child(move, 1)

    def promote_to_main(self, move: int | Move | GameNode) -> None:
        """Makes a child continue the main line. Raises `KeyError` if there is none.

        >>> game = kurier.pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
        >>> game.promote_to_main(2)
        >>> game.next().san()
        'c4'
        """
        self._move_child(move, -len(self._variations))

    def _move_child(self, move: int | Move | GameNode, by: int) -> None:
        node = self.variation(move)
        place = self._variations.index(node)
        self._variations.remove(node)
        self._variations.insert(max(0, place + by), node)

    def _command(self, name: str) -> str | None:
        found = re.search(COMMAND.format(name), self._comment)
        return found.group(1).strip() if found else None

    def _set_command(self, name: str, value: str | None) -> None:
        plain = re.sub(COMMAND.format(name), " ", self._comment).strip()
        self._comment = plain if value is None else " ".join([f"[%{name} {value}]", plain]).strip()

    def clock(self) -> float | None:
        """Returns the seconds left on the clock of the side that moved (`[%clk 1:02:03]`); `None` if there are none.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 {[%clk 0:01:30]} *")).next().clock()
        90.0
        """
        return _seconds(self._command("clk"))

    def set_clock(self, seconds: float | None) -> None:
        """Sets the seconds left on the clock of the side that moved; `None` removes them.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4 *")).next()
        >>> node.set_clock(90)
        >>> node.comment
        '[%clk 0:01:30]'
        """
        self._set_command("clk", _timed(seconds))

    def emt(self) -> float | None:
        """Returns the seconds that the move took (`[%emt 0:00:05]`); `None` if they are unknown.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 {[%emt 0:00:05]} *")).next().emt()
        5.0
        """
        return _seconds(self._command("emt"))

    def set_emt(self, seconds: float | None) -> None:
        """Sets the seconds that the move took; `None` removes them.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4 *")).next()
        >>> node.set_emt(5)
        >>> node.comment
        '[%emt 0:00:05]'
        """
        self._set_command("emt", _timed(seconds))

    def eval(self) -> Score | None:
        """Returns the evaluation of the position (`[%eval 0.35,12]`, `[%eval #-3]`), from White's point of view; `None`
        if there is none.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 {[%eval 0.35,12]} *")).next().eval()
        <Score +0.35 for White>
        """
        found = EVALUATION.match(self._command("eval") or "")
        if found is None:
            return None
        mate, pawns, _ = found.groups()
        variant = self.game().variant
        return Score(variant, mate=int(mate)) if mate else Score(variant, cp=round(float(pawns) * 100))

    def eval_depth(self) -> int | None:
        """Returns the depth of the evaluation in turns; `None` if it is unknown.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 {[%eval 0.35,12]} *")).next().eval_depth()
        12
        """
        found = EVALUATION.match(self._command("eval") or "")
        return int(found.group(3)) if found is not None and found.group(3) else None

    def set_eval(self, score: Score | None, depth: int | None = None) -> None:
        """Sets the evaluation of the position and its depth in turns; `None` removes them.

        >>> node = kurier.pgn.read_game(io.StringIO("1. e4 *")).next()
        >>> node.set_eval(kurier.Score("chess", cp=35), depth=12)
        >>> node.comment
        '[%eval 0.35,12]'
        """
        text = None
        if score is not None:
            white = score.white()
            text = f"#{white.mate}" if white.mate is not None else f"{(white.cp or 0) / 100:.2f}"
            text += "" if depth is None else f",{depth}"
        self._set_command("eval", text)

    def _words(self, board: Board, *, numbered: bool) -> list[str]:
        """Returns this move and what follows it as movetext. `board` must have the position before the move, and is
        left at the end of the line."""
        words: list[str] = []
        node: GameNode | None = self
        siblings: list[GameNode] = []
        while node is not None and node._move is not None:
            if node is self and node._starting_comment:
                words.append(f"{{{node._starting_comment}}}")
                numbered = True
            if board.turn or numbered:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            numbered = False
            before = board.copy() if siblings else board
            text = board.san(node._move)
            attached, others = _glyphs(node._nags)
            words += [text + attached, *others]
            if node._comment:
                words.append(f"{{{node._comment}}}")
                numbered = True
            for other in siblings:
                words.append("(" + " ".join(other._words(before.copy(), numbered=True)) + ")")
                numbered = True
            words += [f"({text})" for text in node._unread]
            numbered = numbered or bool(node._unread)
            board.push(node._move)
            siblings = node._variations[1:]
            node = node.next()
        return words

    def __repr__(self) -> str:
        return f"<GameNode {self._move}, {len(self._variations)} variations>"


class Game(GameNode):
    """The root of a game: its tags, its start position and its tree of moves.

    `Game(board)` has the moves that were played on a board.

    >>> board = kurier.Board("courier")
    >>> _ = board.push_san("Nc3")
    >>> kurier.pgn.Game(board).next().san()
    'Nc3'
    """

    def __init__(self, board: Board) -> None:
        super().__init__(None, None, "", ())
        self._start = board.root()
        self.headers: dict[str, str] = {}
        self.rest = ""
        self.add_line(board.move_stack)
        self.headers["Result"] = board.result()

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """Creates the tree of the moves that were played on a board.

        >>> kurier.pgn.Game.from_board(kurier.Board("chess")).is_end()
        True
        """
        return cls(board)

    @classmethod
    def from_record(cls, record: base.Game) -> Self:
        """Creates the tree of a record, as `kurier.Game.tree` does. A variation that cannot be played is kept as text.

        >>> [record] = kurier.read_pgn(text="1. e4 (1. d4) *")
        >>> len(kurier.pgn.Game.from_record(record).variations)
        2
        """
        game = cls(record.end())
        game.headers = dict(record.tags)
        game.headers["Result"] = record.result
        game.rest = record.rest
        game._read(record, DEEPEST)
        return game

    @property
    def variant(self) -> Variant:
        """Returns the variant that is played.

        >>> kurier.pgn.Game(kurier.Board("courier")).variant.title
        'Courier Chess'
        """
        return self._start.variant

    def record(self) -> base.Game:
        """Returns the game as a record: its main line as moves, the variations as text.

        >>> kurier.pgn.read_game(io.StringIO("1. e4 (1. d4 d5) *")).record().variations
        [['1. d4 d5']]
        """
        board = self._start.copy()
        comments: list[str] = []
        glyphs: list[list[str]] = []
        variations: list[list[str]] = []
        parent: GameNode = self
        for node in self.mainline():
            others = [" ".join(other._words(board.copy(), numbered=True)) for other in parent._variations[1:]]
            assert node._move is not None
            board.push(node._move)
            attached, numbers = _glyphs(node._nags)
            comments.append(node._comment)
            glyphs.append([attached] * bool(attached) + numbers)
            variations.append(others + node._unread)
            parent = node
        result = self.headers.get("Result", "*")
        return base.Game(
            board,
            tags=list(self.headers.items()),
            comments=comments,
            glyphs=glyphs,
            variations=variations,
            preamble=self._comment,
            rest=self.rest,
            result=result,
        )

    def _read(self, record: base.Game, depth: int) -> None:
        """Takes comments, glyphs and variations from a record of the moves of the main line."""
        self._comment = record.preamble
        node: GameNode = self
        told = zip(record.comments, record.glyphs, record.variations, strict=True)
        for child, (comment, glyphs, variations) in zip(self.mainline(), told, strict=True):
            child._comment = comment
            child._nags = {number for number in map(_number, glyphs) if number is not None}
            for text in variations:
                if not _graft(node, text, depth - 1):
                    child._unread.append(text)
            node = child

    def __str__(self) -> str:
        return self.record().pgn().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Game {self.variant.name}, {len(self.mainline_moves())} moves, {self.headers.get('Result', '*')}>"


def _graft(parent: GameNode, text: str, depth: int) -> bool:
    """Adds a variation to a node. Returns whether all of it could be read."""
    board = parent.board()
    source = f'[Variant "{board.variant.name}"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n\n{text} *'
    if depth < 0:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            [record] = base.read_pgn(text=source, variants=[board.variant])
    except (PgnError, ValueError):
        return False
    if record.rest or not record.moves or record.start_fen not in (board.fen(), None):
        return False
    inner = Game(record.end())
    inner._read(record, depth)
    first = inner._variations[0]
    first._starting_comment = inner._comment
    for node in inner._variations:
        node._parent = parent
    parent._variations += inner._variations
    return True


def _glyphs(nags: set[int]) -> tuple[str, list[str]]:
    """Returns the annotation symbol that is attached to a move, and the other glyphs."""
    attached = min((number for number in nags if number in NUMBERS), default=None)
    others = [f"${number}" for number in sorted(nags) if number != attached]
    return ("" if attached is None else NUMBERS[attached]), others


def _number(glyph: str) -> int | None:
    """Returns the number of a glyph: an annotation symbol, or `$14`."""
    if glyph in SIGNS:
        return SIGNS[glyph]
    digits = glyph.removeprefix("$")
    return int(digits) if digits.isdecimal() else None


def _seconds(text: str | None) -> float | None:
    """Converts `1:02:03.5` to seconds."""
    found = CLOCK.match(text or "")
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)


def _timed(seconds: float | None) -> str | None:
    """Converts seconds to `1:02:03.5`."""
    if seconds is None:
        return None
    tenths = round(max(0.0, seconds) * 10)
    whole, rest = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest}" if rest else text


def read_game(handle: IO[str], *, variants: Iterable[str | Variant] = ()) -> Game | None:
    """Reads the next game of an open file and returns it; returns `None` at the end of the file. `variants` are your
    own variants that may occur in it. Raises `PgnError` for a game that cannot be played; the next call reads the game
    after it. The first call reads the whole text of the file: `kurier.read_pgn` reads files of any size.

    >>> pgn = io.StringIO('[White "A"]\\n\\n1. e4 *\\n\\n[White "B"]\\n\\n1. d4 *\\n')
    >>> kurier.pgn.read_game(pgn).headers["White"], kurier.pgn.read_game(pgn).headers["White"]
    ('A', 'B')
    >>> kurier.pgn.read_game(pgn) is None
    True
    """
    text = handle.read()
    reader = _READERS.get(handle)
    if text or reader is None:
        reader = _READERS[handle] = base.read_pgn(text=text, variants=list(variants))
    record = next(reader, None)
    return None if record is None else Game.from_record(record)
