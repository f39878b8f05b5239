"""Gymnasium environments: `BoardEnv`, one game, and `BoardVectorEnv`, many games in one array.

>>> env = BoardEnv("courier")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((25, 1, 8, 12), 26)

An action is the number of a step (see `Variant.step`); nearly all moves are one step. In variants with chains of
captures a player acts several times in a row until its chain is complete. An observation has the planes of
`Board.planes` and one more plane with the squares of the unfinished chain; dtype uint8, shape (planes, levels, ranks,
files). The legal actions are `info["action_mask"]`, dtype int8, shape (Variant.move_count,). The reward is 1 if the
side that acted has won, -1 if it has lost, otherwise 0. This module needs the packages of the extra `learning`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kurier._kurier import WHITE, Board, Boards, Move, Variant
from kurier._kurier import variant as find

# A player: a function that chooses a legal move.
Player = Callable[[Board], Move]
Observation = NDArray[np.uint8]


def _observation_space(boards: Boards) -> Any:
    """Returns the space of the positions of one board."""
    return spaces.Box(0, 255, boards.planes.shape[1:], np.uint8)


class BoardEnv(gymnasium.Env[Observation, np.int64]):
    """One game. Without an opponent the agent acts for both sides in turn, and a reward belongs to the side that acted.
    An opponent, a function from a board to a move, replies to every move of the agent, who then has one colour.

    >>> env = BoardEnv("courier", opponent=lambda board: board.legal_moves[0])
    >>> _, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    >>> env.board.ply(), reward
    (2, 0.0)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = "courier",
        *,
        opponent: Player | None = None,
        color: bool = WHITE,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.variant = find(variant)
        self.opponent = opponent
        self.color = color
        self._boards = Boards(self.variant, 1, threads=1, max_plies=max_plies)
        self.observation_space = _observation_space(self._boards)
        self.action_space = spaces.Discrete(self.variant.move_count)

    @property
    def board(self) -> Board:
        """Returns a copy of the board.

        >>> BoardEnv("courier").board == kurier.Board("courier")
        True
        """
        return self._boards.board(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, dtype bool, shape (Variant.move_count,), under the name that MaskablePPO expects.

        >>> int(BoardEnv("courier").action_masks().sum())
        26
        """
        masks: NDArray[np.bool_] = self._boards.masks[0].copy()
        return masks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Sets up the start position, or `options["fen"]`. The seed only matters for `action_space`.

        >>> observation, info = BoardEnv("chess").reset(options={"fen": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"})
        >>> int(info["action_mask"].sum())
        16
        """
        super().reset(seed=seed)
        self._boards.reset(fen=(options or {}).get("fen"))
        self._answer()
        return self._seen()

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a step, and the opponent's reply if there is one. Raises `IllegalMoveError` for an illegal action.

        >>> env = BoardEnv("chess", render_mode="ansi")
        >>> _ = env.reset()
        >>> _ = env.step(env.board.parse_san("e4").numbers[0])
        >>> env.board.peek()
        <Move e2e4>
        """
        self._boards.step([int(action)])
        reward = float(self._boards.rewards[0])
        if not self._boards.terminated[0]:
            reward -= self._answer()
        observation, info = self._seen()
        return observation, reward, bool(self._boards.terminated[0]), bool(self._boards.truncated[0]), info

    def _answer(self) -> float:
        """Plays the opponent's moves and returns the opponent's reward."""
        while self.opponent is not None and self._boards.turns[0] != self.color and not self._boards.terminated[0]:
            for number in self.opponent(self.board).numbers:
                self._boards.step([number])
            if self._boards.terminated[0]:
                return float(self._boards.rewards[0])
        return 0.0

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self._boards.masks[0].astype(np.int8)}
        outcome = self.board.outcome()
        if outcome is not None:
            info["result"], info["reason"] = outcome.result(), outcome.reason
        return self._boards.planes[0].copy(), info

    def render(self) -> str | None:
        """Returns the board as text or as SVG, depending on the render mode; `None` without a render mode.

        >>> BoardEnv("courier", render_mode="svg").render()[:4]
        '<svg'
        """
        if self.render_mode == "svg":
            return self.board.svg()
        return str(self.board) if self.render_mode == "ansi" else None


class BoardVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games at once, in several threads, with all positions in one array. The agents act for both sides in turn. A
    game that ends begins again in the same step; its last position is in `info["final_obs"]`.

    >>> env = BoardVectorEnv("courier", 8)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((8, 25, 1, 8, 12), (8, 3348))
    >>> observations, rewards, terminations, truncations, info = env.step(env.sample())
    >>> rewards.tolist() == [0.0] * 8
    True

    With `copy=False` nothing is copied: the arrays belong to the boards, and the next step overwrites them.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = "courier",
        num_envs: int = 64,
        *,
        threads: int | None = None,
        max_plies: int | None = None,
        copy: bool = True,
        seed: int = 0,
    ) -> None:
        self.num_envs = num_envs
        self.variant = find(variant)
        self.copy = copy
        self.boards = Boards(self.variant, num_envs, threads=threads, max_plies=max_plies, seed=seed)
        self.single_observation_space = _observation_space(self.boards)
        self.single_action_space = spaces.Discrete(self.variant.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def sample(self) -> NDArray[np.int64]:
        """Returns a random legal action for each game, dtype int64, shape (num_envs,).

        >>> BoardVectorEnv("courier", 8).sample().shape
        (8,)
        """
        return self.boards.sample()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Sets up the start position of all games, or `options["fen"]`.

        >>> observations, info = BoardVectorEnv("courier", 8).reset()
        >>> info["action_mask"].sum(axis=1).tolist()
        [26, 26, 26, 26, 26, 26, 26, 26]
        """
        super().reset(seed=seed)
        self.boards.reset(fen=(options or {}).get("fen"))
        return self._planes(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays one action in every game. Raises `IllegalMoveError`, and changes no game, if one is illegal.

        >>> env = BoardVectorEnv("courier", 8)
        >>> env.step(env.sample())[2].any()
        np.False_
        """
        self.boards.step(np.ascontiguousarray(actions, np.int64))
        rewards = self.boards.rewards.copy()
        terminated, truncated = self.boards.terminated.copy(), self.boards.truncated.copy()
        ended = terminated | truncated
        last: dict[str, Any] = {}
        if ended.any():
            final = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(ended):
                final[number] = self.boards.planes[number].copy()
            last = {"final_obs": final, "_final_obs": ended}
            self.boards.reset(ended)
        return self._planes(), rewards, terminated, truncated, self._info() | last

    def _planes(self) -> Observation:
        return self.boards.planes.copy() if self.copy else self.boards.planes

    def _info(self) -> dict[str, Any]:
        masks = self.boards.masks.view(np.int8)
        return {"action_mask": masks.copy() if self.copy else masks, "_action_mask": np.ones(self.num_envs, bool)}


gymnasium.register("kurier/Board-v0", entry_point="kurier.gym:BoardEnv", vector_entry_point="kurier.gym:BoardVectorEnv")

__all__ = ["BoardEnv", "BoardVectorEnv", "Observation", "Player"]
