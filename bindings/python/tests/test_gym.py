"""The environments of Gymnasium."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kurier
from kurier import BLACK, Board, Boards
from kurier.gym import BoardEnv, BoardVectorEnv

LEAP_CHAIN = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1"


def test_it_passes_gymnasiums_checks() -> None:
    class Legal(BoardEnv):
        """The checks play random actions; this one plays a legal action instead of an illegal one."""

        def step(self, action):  # type: ignore[no-untyped-def]
            mask = self.action_masks()
            return super().step(action if mask[action] else int(mask.argmax()))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Legal("chess", render_mode="ansi"), skip_render_check=True)
    made = gymnasium.make("kurier/Board-v0", variant="shatranj")
    assert made.observation_space.contains(made.reset(seed=1)[0])


def test_boards_do_what_a_board_does() -> None:
    choose = np.random.default_rng(1)
    for name in kurier.variants()[::3]:
        boards = Boards(name, 3, threads=2, max_plies=30)
        own = [Board(name) for _ in range(3)]
        begun: list[list[int]] = [[] for _ in range(3)]
        for _ in range(40):
            actions = [int(choose.choice(np.flatnonzero(mask))) for mask in boards.masks]
            movers = [board.turn for board in own]
            boards.step(np.array(actions))
            for number, (board, action) in enumerate(zip(own, actions, strict=True)):
                begun[number].append(action)
                if not board.legal_mask(begun[number]).any():
                    board.push(board.move_of_numbers(begun[number]))
                    begun[number] = []
                assert (boards.planes[number][:-1] == board.planes()).all() and boards.turns[number] == board.turn
                assert (boards.planes[number][-1].sum() > 0) == bool(begun[number])
                outcome = board.outcome()
                assert boards.terminated[number] == (outcome is not None)
                if outcome is None:
                    assert (boards.masks[number] == board.legal_mask(begun[number])).all()
                    assert boards.truncated[number] == (not begun[number] and board.ply() >= 30)
                else:
                    won = 0 if outcome.winner is None else 1 if outcome.winner == movers[number] else -1
                    assert boards.rewards[number] == won and not boards.masks[number].any()
            ended = boards.terminated | boards.truncated
            boards.reset(ended)
            for number in np.flatnonzero(ended).tolist():
                own[number].reset()
            assert (boards.sample() >= 0).all()


def test_illegal_actions_change_nothing() -> None:
    boards = Boards("chess", 2)
    before = boards.planes.copy()
    legal = Board("chess").parse_san("e4").numbers[0]
    for wrong in ([legal, 0], [legal, -1], [legal, 10**6], [legal]):
        with pytest.raises(kurier.KurierError):
            boards.step(wrong)
    assert (boards.planes == before).all() and boards.board(0) == Board("chess")
    with pytest.raises(kurier.KurierError):
        Boards("chess", 0)
    with pytest.raises(kurier.FenError):
        boards.reset(fen="nonsense")
    with pytest.raises(kurier.KurierError):
        boards.reset([True])
    with pytest.raises(IndexError):
        boards.board(2)
    assert len(boards) == 2


def test_an_opponent_answers() -> None:
    env = BoardEnv("leap64-multi", opponent=lambda board: board.legal_moves[0], color=BLACK)
    _, info = env.reset()
    assert env.board.ply() == 1
    for _ in range(6):
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        assert over or env.board.turn == BLACK
    mated = BoardEnv("chess", opponent=lambda board: board.parse_san("Qh4"))
    mated.reset(options={"fen": "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"})
    _, reward, over, _, info = mated.step(mated.board.parse_san("g4").numbers[0])
    assert (reward, over, info["reason"]) == (-1, True, "checkmate")
    assert (BoardEnv("chess", render_mode="svg").render() or "").startswith("<svg")


def test_games_begin_again_in_the_step_in_which_they_end() -> None:
    env = BoardVectorEnv("chess", 3, max_plies=4)
    observations, info = env.reset(options={"fen": "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1"})
    mate = Board("chess", "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1").parse_san("Rb8").numbers[0]
    actions = np.full(3, mate)
    actions[1] = int(info["action_mask"][1].argmax())
    observations, rewards, ended, cut, info = env.step(actions)
    assert ended.tolist() == [True, False, True] and rewards.tolist() == [1, 0, 1] and not cut.any()
    start = Board("chess").planes()
    assert (observations[0][:-1] == start).all() and info["final_obs"][1] is None
    assert info["final_obs"][0].shape == observations[0].shape and info["_final_obs"].tolist() == ended.tolist()
    for _ in range(4):
        _, _, _, cut, _ = env.step(env.sample())
    assert cut[1:].any() or cut[0]
    assert env.observation_space.contains(observations) and env.action_space.contains(env.sample())


def test_nothing_is_copied_on_request() -> None:
    env = BoardVectorEnv("courier", 4, copy=False)
    observations, info = env.reset()
    assert observations is not env.boards.planes.copy() and np.shares_memory(observations, env.boards.planes)
    env.step(env.sample())
    assert not (observations[:, -4] == 1).all() and np.shares_memory(info["action_mask"], env.boards.masks)


def test_a_chain_is_several_actions() -> None:
    boards = Boards("leap64-multi", 1, fen=LEAP_CHAIN)
    first, second = boards.board(0).parse("b1b3b5").numbers
    boards.step([first])
    assert boards.turns[0] and np.flatnonzero(boards.masks[0]).tolist() == [second] and boards.planes[0][-1].sum() == 2
    boards.step([second])
    assert not boards.turns[0]
