"""Engines that speak the protocol of XBoard, version 2."""

from __future__ import annotations

import contextlib
import math
import re
import threading
import time as clock
from typing import TYPE_CHECKING

from kurier._external import EngineError, ExternalAnalysis, ExternalEngine
from kurier._kurier import (
    Board,
    EngineOption,
    IllegalMoveError,
    KurierError,
    Limit,
    Line,
    Move,
    PlayResult,
    Score,
    Variant,
    _xboard_move,
    _xboard_parse,
    _xboard_variant,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

# XBoard's name for the game that an engine plays after `new`.
ORTHODOX = "normal"
# Features that only a graphical board uses, or that change how moves are written.
REJECTED = ("san", "colors", "highlight", "exclude", "sigint", "sigterm", "debug")
# A `feature` line: names with numbers or quoted strings.
FEATURE = re.compile(r"(\w+)=(?:\"([^\"]*)\"|(\S+))")
# The declaration of an option: its name, its type, and the rest.
OPTION = re.compile(r"^(.*?) -(check|spin|slider|combo|string|file|path|button|save|reset)\s*(.*)$")
# A line of thinking: depth, score in centipawns, time in centiseconds, nodes, line of play.
THINKING = re.compile(r"^\s*(\d+)\D?\s+([-+]?\d+)\s+(\d+)\s+(\d+)\s+(.*)$")
# A score of at least this size stands for a mate: 100003 is a mate in three.
MATE = 100_000
# Words in a line of play that are not moves: move numbers and remarks.
NOT_A_MOVE = re.compile(r"^(\d+\.+|\.+|[({<].*|.*[)}>]|[!?*]+)$")
# The time that an engine has to declare its features, in seconds, if it does not send `done=1`.
DECLARATION = 2.0


def option(text: str) -> EngineOption | None:
    """Parses the declaration of an option: `MultiPV -spin 1 1 256`; returns `None` if it has a different form."""
    found = OPTION.match(text)
    if found is None:
        return None
    name, kind, rest = found.groups()
    if kind == "check":
        return EngineOption(name, kind, default=rest.strip() == "1")
    if kind in ("spin", "slider"):
        try:
            default, low, high = (int(number) for number in rest.split())
        except ValueError:
            return None
        return EngineOption(name, kind, default=default, min=low, max=high)
    if kind == "combo":
        values = [value.strip() for value in rest.split("///")]
        default_value = next((value[1:] for value in values if value.startswith("*")), values[0])
        return EngineOption(name, kind, default=default_value, var=[value.removeprefix("*") for value in values])
    if kind in ("string", "file", "path"):
        return EngineOption(name, kind, default=rest)
    return EngineOption(name, kind)


class XBoardEngine(ExternalEngine):
    """An engine that speaks the protocol of XBoard, as `popen_xboard` starts it.

    >>> with kurier.Engine.popen_xboard("fairymax", "shatranj") as engine:  # doctest: +SKIP
    ...     engine.play(kurier.Board("shatranj"), kurier.Limit(depth=6)).move in kurier.Board("shatranj").legal_moves
    True
    """

    def __init__(
        self,
        command: str | Sequence[str],
        variant: str | Variant,
        timeout: float,
        directory: str | os.PathLike[str] | None,
    ) -> None:
        self._features: dict[str, str] = {}
        self._pings = 0
        self._analysing = False
        self._timer: threading.Timer | None = None
        self._draw = False
        self._limit = Limit()
        self._last: Line | None = None
        super().__init__(command, variant, timeout, directory)

    def stop(self) -> None:
        if self._running is None:
            return
        if self._analysing:
            self._process.send("exit")
            self._send_ping()
        else:
            self._process.send("?")

    def ping(self) -> None:
        if self._has("ping"):
            self._send_ping()
            for _ in self._until(f"pong {self._pings}"):
                pass

    def _send_ping(self) -> None:
        self._pings += 1
        self._process.send(f"ping {self._pings}")

    def _has(self, feature: str) -> bool:
        return self._features.get(feature, "0") != "0"

    def _greet(self) -> None:
        self._process.send("xboard")
        self._process.send("protover 2")
        deadline = clock.monotonic() + min(self._timeout, DECLARATION)
        while (line := self._process.receive(deadline)) is not None:
            if not line.startswith("feature "):
                continue
            declared = {name: quoted or plain for name, quoted, plain in FEATURE.findall(line)}
            for text in (quoted for name, quoted, _ in FEATURE.findall(line) if name == "option"):
                found = option(text)
                if found is not None:
                    self._options[found.name] = found
            for name in declared:
                self._process.send(f"{'rejected' if name in REJECTED else 'accepted'} {name}")
            self._features |= {name: value for name, value in declared.items() if name not in REJECTED}
            if declared.get("done") == "1":
                break
            if declared.get("done") == "0":
                deadline = clock.monotonic() + self._timeout
        self._id["name"] = self._features.get("myname", self._process.name)
        self._select()
        self._new_game()
        self.ping()

    def _select(self) -> None:
        self._name = _xboard_variant(self._variant)[0]
        known = self._features.get("variants", ORTHODOX).split(",")
        if self._name not in known:
            raise EngineError(f"{self._process.name} does not play {self._variant.name}")

    def _setting(self, option: EngineOption, value: str | int | bool | None) -> str:
        value = self._checked(option, value)
        if value is None:
            return f"option {option.name}"
        return f"option {option.name}={int(value) if isinstance(value, bool) else value}"

    def _new_game(self) -> None:
        for line in ["new", *([f"variant {self._name}"] if self._name != ORTHODOX else []), "force", "easy", "post"]:
            self._process.send(line)

    def _set_up(self, board: Board) -> None:
        self._new_game()
        after = board.root()
        start = self._variant.start_fen
        if after.fen() != start or _xboard_variant(self._variant)[1] not in (None, start):
            if not self._has("setboard"):
                raise EngineError(f"{self._process.name} cannot set up a position")
            self._process.send(f"setboard {after.fen()}")
        prefix = "usermove " if self._has("usermove") else ""
        for move in board.move_stack:
            self._process.send(prefix + _xboard_move(after, move))
            after.push(move)

    def _begin(self, board: Board, limit: Limit, multipv: int, first: list[Move], playing: bool) -> None:
        if first:
            raise EngineError("the protocol of XBoard cannot limit the moves to consider")
        ranks = self._options.get("MultiPV")
        if ranks is not None:
            self._process.send(self._setting(ranks, multipv))
        elif multipv != 1:
            raise EngineError(f"{self._process.name} has no option 'MultiPV'")
        if limit.mate is not None:
            raise EngineError("the protocol of XBoard cannot limit a search to a mate")
        if not playing and (self._features.get("analyze", "1") == "0" or not self._has("ping")):
            raise EngineError(f"{self._process.name} cannot analyse")
        self._set_up(board)
        self._limit, self._last, self._draw, self._analysing = limit, None, False, not playing
        if self._analysing:
            self._process.send("analyze")
        else:
            self._tell_limits(limit, board)
            self._process.send("go")
        self._move_now_after(limit.time)

    def _tell_limits(self, limit: Limit, board: Board) -> None:
        own, other = limit.white_clock, limit.black_clock
        gain = limit.white_inc
        if not board.turn:
            own, other, gain = other, own, limit.black_inc
        if own is not None:
            minutes, seconds = divmod(math.ceil(own), 60)
            self._process.send(f"level {limit.remaining_moves or 0} {minutes}:{seconds:02} {gain or 0:g}")
            self._process.send(f"time {round(own * 100)}")
            self._process.send(f"otim {round((own if other is None else other) * 100)}")
        if limit.nodes is not None:
            if not self._has("nps"):
                raise EngineError(f"{self._process.name} cannot limit its nodes")
            self._process.send("nps 1")
            self._process.send(f"st {limit.nodes}")
        elif self._has("nps"):
            self._process.send("nps -1")
        if limit.time is not None:
            self._process.send(f"st {max(1, math.ceil(limit.time))}")
        if limit.depth is not None:
            self._process.send(f"sd {limit.depth}")

    def _move_now_after(self, seconds: float | None) -> None:
        """Makes the engine move after `seconds`: the protocol counts whole seconds, and cannot limit an analysis."""
        if seconds is None:
            return

        def stop() -> None:
            if self._timer is timer:
                with contextlib.suppress(EngineError):
                    self.stop()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        self._timer = timer
        timer.start()

    def _ended(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _follow(self, analysis: ExternalAnalysis, board: Board) -> Line | PlayResult | None:
        found = super()._follow(analysis, board)
        if isinstance(found, PlayResult):
            self._ended()
        return found

    def close(self) -> None:
        self._ended()
        super().close()

    def _interpret(self, line: str, board: Board) -> Line | PlayResult | None:
        words = line.split()
        match words:
            case ["pong", number] if self._analysing and number == str(self._pings):
                return PlayResult(self._last.pv[0]) if self._last is not None else PlayResult()
            case ["move", text] if not self._analysing:
                try:
                    return PlayResult(_xboard_parse(board, text), draw_offered=self._draw)
                except IllegalMoveError as error:
                    raise EngineError(f"{self._process.name} plays an illegal move: {error}") from error
            case ["resign"] | ["1-0" | "0-1" | "1/2-1/2", *_] if not self._analysing:
                return PlayResult(resigned=words == ["resign"] or words[0] == ("0-1" if board.turn else "1-0"))
            case ["offer", "draw"]:
                self._draw = True
            case ["Illegal", "move", *_] | ["tellusererror", *_] | ["Error", *_]:
                raise EngineError(f"{self._process.name}: {line.strip()}")
            case _:
                return self._thought(line, board)
        return None

    def _thought(self, line: str, board: Board) -> Line | None:
        found = thinking(line, board)
        if found is not None:
            self._last = found if found.multipv == 1 else self._last
            limit = self._limit
            deep = limit.depth is not None and found.depth >= limit.depth
            if self._analysing and (deep or (limit.nodes is not None and found.nodes >= limit.nodes)):
                # Stop only once: clear the limit, and let the answer to the ping end the search.
                self._limit = Limit()
                self.stop()
        return found


def thinking(line: str, board: Board) -> Line | None:
    """Parses a line of thinking; returns `None` if it is a different line, or has no line of play."""
    found = THINKING.match(line)
    if found is None:
        return None
    depth, score, time, nodes = (int(number) for number in found.groups()[:4])
    pv = line_of(found.group(5).split(), board)
    if not pv:
        return None
    if abs(score) >= MATE:
        moves = max(1, score - MATE) if score > 0 else min(-1, score + MATE)
        value = Score(board.variant, mate=moves, turn=board.turn)
    else:
        value = Score(board.variant, cp=score, turn=board.turn)
    return Line(
        score=value,
        depth=depth,
        seldepth=depth,
        nodes=nodes,
        time=time / 100,
        nps=nodes * 100 // time if time else 0,
        pv=pv,
    )


def line_of(words: list[str], board: Board) -> list[Move]:
    """Parses consecutive moves in XBoard's notation or in algebraic notation, up to the first that is not legal."""
    after = board.copy()
    moves: list[Move] = []
    for word in words:
        if NOT_A_MOVE.match(word):
            continue
        text = word.rsplit(".", 1)[-1] if word[0].isdigit() else word
        try:
            move = _xboard_parse(after, text)
        except KurierError:
            try:
                move = after.parse_san(text)
            except KurierError:
                break
        moves.append(after.push(move))
    return moves
