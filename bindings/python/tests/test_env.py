"""The environments pass PettingZoo's own tests."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import kurier
from kurier.env import env, raw_env

LEAP_CHAIN = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1"


@pytest.mark.parametrize("variant", kurier.variants()[::3])
def test_every_game_is_an_environment(variant: str) -> None:
    with warnings.catch_warnings():
        # The warnings are advice on images and on the range of observations.
        warnings.simplefilter("ignore")
        api_test(env(variant), num_cycles=60)
        seed_test(lambda: env(variant), num_cycles=15)


def test_a_chain_is_several_actions_of_one_agent() -> None:
    game = raw_env("leap64-multi", render_mode="ansi")
    game.reset(options={"fen": LEAP_CHAIN})
    chain = game.board.parse("b1b3b5")
    assert chain.numbers == [number for number in chain.numbers if 0 <= number < game.variant.move_count]
    first, second = chain.numbers
    assert game.observe("white")["action_mask"][first] == 1 and not game.observe("black")["action_mask"].any()
    game.step(first)
    assert game.agent_selection == "white" and game.observe("white")["observation"][-1].sum() == 2
    assert list(np.flatnonzero(game.observe("white")["action_mask"])) == [second]
    game.step(second)
    assert game.agent_selection == "black" and game.board.move_stack == [chain]
    assert "Black to move" in (game.render() or "")


def test_rewards_are_those_of_the_outcome() -> None:
    game = raw_env("chess", render_mode="svg")
    game.reset(options={"fen": "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1"})
    [number] = game.board.parse("b1b8").numbers
    game.step(number)
    assert game.rewards == {"white": 1.0, "black": -1.0} and all(game.terminations.values())
    assert game.infos["black"] == {"result": "1-0", "reason": "checkmate"}
    assert (game.render() or "").startswith("<svg")


def test_illegal_actions() -> None:
    game = raw_env("chess")
    game.reset()
    with pytest.raises(kurier.IllegalMoveError):
        game.step(0)
    checked = env("chess")
    checked.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checked.step(int(np.flatnonzero(game.observe("white")["action_mask"] == 0)[0]))
    assert checked.rewards["white"] == -1
