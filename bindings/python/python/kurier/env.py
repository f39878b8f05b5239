"""A PettingZoo environment for each variant: `env("courier")`.

Agents are `white` and `black`. An action is the number of a step (see `Variant.step`); nearly all moves are one step.
In variants with chains of captures an agent acts several times in a row until its chain is complete. An observation is
a dictionary of

- `observation`: `Board.planes` and one more plane with the squares of the unfinished chain; dtype uint8, shape (planes,
  levels, ranks, files);
- `action_mask`: `Board.legal_mask`; dtype int8, shape (Variant.move_count,).

The reward is 1 for a win, -1 for a loss, 0 otherwise. This module needs the packages of the extra `learning`.

>>> game = env("courier")
>>> game.reset()
>>> int(game.observe("white")["action_mask"].sum())
26
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kurier import WHITE, Board, Variant
from kurier import variant as find

Observation = dict[str, NDArray[Any]]


def env(variant: str | Variant = "courier", render_mode: str | None = None) -> AECEnv[str, Observation, int | None]:
    """Creates the environment of a variant with PettingZoo's usual wrappers, so that an illegal action loses.

    >>> env("courier").possible_agents
    ['white', 'black']
    """
    inner: AECEnv[str, Observation, int | None] = raw_env(variant, render_mode)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


# PettingZoo names an environment without its wrappers like this.
class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801
    """The environment of a variant without wrappers: an illegal action raises `IllegalMoveError`.

    >>> game = raw_env("chess")
    >>> game.reset()
    >>> game.step(game.board.parse_san("e4").numbers[0])
    >>> game.agent_selection
    'black'
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "svg"],
        "name": "kurier_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, variant: str | Variant = "courier", render_mode: str | None = None) -> None:
        super().__init__()
        self.variant = find(variant)
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        self.agents = list(self.possible_agents)
        self.board = Board(self.variant)
        self._begun: list[int] = []
        planes, *size = self.board.planes().shape
        steps = self.variant.move_count
        space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (planes + 1, *size), np.uint8),
                "action_mask": spaces.Box(0, 1, (steps,), np.int8),
            }
        )
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(steps) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Sets up the start position, or `options["fen"]`. The environment is deterministic: the seed has no effect."""
        self.board = Board(self.variant, (options or {}).get("fen"))
        self._begun = []
        self.agents = list(self.possible_agents)
        self.agent_selection = self._mover()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._finish()

    def observe(self, agent: str) -> Observation:
        """Returns the observation of an agent: the position, and the actions that are legal for the agent now."""
        planes = self.board.planes()
        chain = np.zeros((1, *planes.shape[1:]), np.uint8)
        for number in self._begun:
            chain.reshape(-1)[list(self.variant.step(number)[:2])] = 1
        if agent == self._mover() and not self.board.is_game_over():
            mask = self.board.legal_mask(self._begun).astype(np.int8)
        else:
            mask = np.zeros(self.variant.move_count, np.int8)
        return {"observation": np.concatenate([planes, chain]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a step for the agent whose turn it is. Once the game is over, `action` must be `None`. Raises
        `IllegalMoveError` for an illegal action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        begun = [*self._begun, int(action)]
        if self.board.legal_mask(self._begun)[action] and not self._is_whole(begun):
            self._begun = begun
        else:
            self.board.push(self.board.move_of_numbers(begun))
            self._begun = []
        self.agent_selection = self._mover()
        self._finish()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the board as text or as SVG, depending on the render mode; `None` without a render mode."""
        if self.render_mode == "svg":
            return self.board.svg()
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _mover(self) -> str:
        return self.possible_agents[0 if self.board.turn == WHITE else 1]

    def _is_whole(self, begun: list[int]) -> bool:
        """Returns whether these steps are a complete move rather than the beginning of a chain of captures."""
        return not self.board.legal_mask(begun).any()

    def _finish(self) -> None:
        outcome = self.board.outcome()
        if outcome is None:
            return
        if outcome.winner is not None:
            winner = self.possible_agents[0 if outcome.winner == WHITE else 1]
            self.rewards = {agent: 1.0 if agent == winner else -1.0 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        for info in self.infos.values():
            info["result"], info["reason"] = outcome.result(), outcome.reason
