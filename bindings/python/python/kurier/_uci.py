"""Engines that speak UCI."""

from __future__ import annotations

import contextlib
import re

from kurier._external import EngineError, ExternalEngine
from kurier._kurier import Board, EngineOption, IllegalMoveError, Limit, Line, Move, PlayResult, Score, _xboard_variant

# XBoard's name for the game that an engine without the option `UCI_Variant` plays.
ORTHODOX = "normal"
# Matches the keywords that begin the parts of an option's declaration.
PARTS = re.compile(r"\b(name|type|default|min|max|var)\s+")
# The keys of an `info` line that are followed by one number.
NUMBERS = ("depth", "seldepth", "multipv", "nodes", "time", "nps", "hashfull")


def option(text: str) -> EngineOption:
    """Parses the declaration of an option: `name Hash type spin default 16 min 1 max 1024`."""
    name, kind, default, low, high = "", "string", "", None, None
    values: list[str] = []
    # A name may contain any word, but the type follows it.
    head, _, rest = text.partition(" type ")
    name = head.removeprefix("name ").strip()
    pieces = PARTS.split("type " + rest)
    for key, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        value = piece.strip()
        if key == "type":
            kind = value
        elif key == "default":
            default = value
        elif key in ("min", "max"):
            with contextlib.suppress(ValueError):
                low, high = (int(value), high) if key == "min" else (low, int(value))
        elif key == "var":
            values.append(value)
    return EngineOption(name, kind, default=default_of(kind, default), min=low, max=high, var=values)


def default_of(kind: str, text: str) -> str | int | bool | None:
    """Converts the default of an option to its type."""
    if kind == "button":
        return None
    if kind == "check":
        return text == "true"
    if kind == "spin":
        with contextlib.suppress(ValueError):
            return int(text)
    return "" if text == "<empty>" else text


class UciEngine(ExternalEngine):
    """An engine that speaks UCI, as `popen_uci` starts it.

    >>> with kurier.Engine.popen_uci("fairy-stockfish", "courier") as engine:  # doctest: +SKIP
    ...     engine.play(kurier.Board("courier"), kurier.Limit(depth=8)).score.white()
    <Score +0.21 for White>
    """

    def stop(self) -> None:
        if self._running is not None:
            self._process.send("stop")

    def ping(self) -> None:
        self._process.send("isready")
        for _ in self._until("readyok"):
            pass

    def _greet(self) -> None:
        self._process.send("uci")
        for line in self._until("uciok"):
            word, _, rest = line.strip().partition(" ")
            if word == "id":
                key, _, value = rest.partition(" ")
                self._id[key] = value.strip()
            elif word == "option":
                declared = option(rest)
                self._options[declared.name] = declared
        self._select()
        self.ping()

    def _select(self) -> None:
        """Selects the variant. Raises `EngineError` if the engine does not play it."""
        names = [self._variant.name, _xboard_variant(self._variant)[0]]
        option = self._options.get("UCI_Variant")
        known = [ORTHODOX] if option is None else [*option.var, str(option.default)]
        found = [name for name in names if name in known]
        if not found:
            raise EngineError(f"{self._process.name} does not play {self._variant.name}")
        if option is not None:
            self._process.send(f"setoption name UCI_Variant value {found[0]}")

    def _setting(self, option: EngineOption, value: str | int | bool | None) -> str:
        value = self._checked(option, value)
        if value is None:
            return f"setoption name {option.name}"
        text = str(value).lower() if isinstance(value, bool) else value
        return f"setoption name {option.name} value {text}"

    def _new_game(self) -> None:
        self._process.send("ucinewgame")

    def _begin(self, board: Board, limit: Limit, multipv: int, first: list[Move], playing: bool) -> None:
        if "MultiPV" in self._options:
            self._process.send(self._setting(self._options["MultiPV"], multipv))
        elif multipv != 1:
            raise EngineError(f"{self._process.name} has no option 'MultiPV'")
        root = board.root().fen()
        start = "startpos" if root == self._variant.start_fen else f"fen {root}"
        moves = " ".join(["", "moves", *map(str, board.move_stack)]) if board.move_stack else ""
        self._process.send(f"position {start}{moves}")
        self._process.send(" ".join(["go", *go(limit), *(["searchmoves", *map(str, first)] if first else [])]))

    def _interpret(self, line: str, board: Board) -> Line | PlayResult | None:
        words = line.split()
        if words[:1] == ["info"]:
            return report(words[1:], board)
        if words[:1] == ["bestmove"]:
            return self._best(words[1:], board)
        return None

    def _best(self, words: list[str], board: Board) -> PlayResult:
        if not words or words[0] in ("(none)", "0000"):
            return PlayResult()
        try:
            move = board.parse(words[0])
        except IllegalMoveError as error:
            raise EngineError(f"{self._process.name} plays an illegal move: {error}") from error
        ponder = None
        if words[1:2] == ["ponder"] and len(words) > 2:
            after = board.copy()
            after.push(move)
            with contextlib.suppress(IllegalMoveError):
                ponder = after.parse(words[2])
        return PlayResult(move, ponder=ponder)


def go(limit: Limit) -> list[str]:
    """Returns the arguments of the command `go` for `limit`."""
    words: list[str] = []
    for name, seconds in (
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc),
        ("binc", limit.black_inc),
        ("movetime", limit.time),
    ):
        if seconds is not None:
            words += [name, str(max(1 if name.endswith("time") else 0, round(seconds * 1000)))]
    for name, number in (
        ("movestogo", limit.remaining_moves),
        ("depth", limit.depth),
        ("nodes", limit.nodes),
        ("mate", limit.mate),
    ):
        if number is not None:
            words += [name, str(number)]
    return words or ["infinite"]


def report(words: list[str], board: Board) -> Line | None:
    """Parses the words after `info`; returns `None` if there is no score or no line of play."""
    numbers = {"multipv": 1}
    score: Score | None = None
    bound = "exact"
    pv: list[Move] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in NUMBERS and at < len(words):
            with contextlib.suppress(ValueError):
                numbers[word] = max(0, int(words[at]))
            at += 1
        elif word == "score" and at + 1 < len(words):
            kind, text = words[at : at + 2]
            at += 2
            with contextlib.suppress(ValueError):
                value = int(text)
                cp, mate = (None, value) if kind == "mate" else (value, None)
                score = Score(board.variant, cp=cp, mate=mate, turn=board.turn)
        elif word in ("lowerbound", "upperbound"):
            bound = word.removesuffix("bound")
        elif word == "pv":
            pv = line_of(words[at:], board)
            break
        elif word == "string":
            break
    if score is None or not pv:
        return None
    return Line(
        score=score,
        depth=numbers.get("depth", 0),
        seldepth=numbers.get("seldepth", 0),
        multipv=max(1, numbers["multipv"]),
        bound=bound,
        nodes=numbers.get("nodes", 0),
        time=numbers.get("time", 0) / 1000,
        nps=numbers.get("nps", 0),
        hashfull=numbers.get("hashfull", 0),
        pv=pv,
    )


def line_of(words: list[str], board: Board) -> list[Move]:
    """Parses consecutive moves, up to the first that is not legal."""
    after = board.copy()
    moves: list[Move] = []
    for word in words:
        try:
            moves.append(after.push(after.parse(word)))
        except IllegalMoveError:
            break
    return moves
