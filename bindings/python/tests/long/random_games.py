"""Plays the random games of the engine's `random-games` in Python and prints the same lines if all is well:

```sh
cargo run --release -p engine-tests --bin random-games -- 200000 60 > native.txt
python bindings/python/tests/long/random_games.py 200000 60 | diff - native.txt
```
"""

import sys

import kurier

MASK = 2**32 - 1


def play(board: kurier.Board, seed: int, plies: int) -> None:
    state = seed
    for _ in range(plies):
        moves = board.legal_moves
        if not moves or board.is_game_over():
            return
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK
        board.push(moves[state % len(moves)])


def main(games: int, plies: int) -> None:
    names = kurier.variants()
    for name in names:
        digest = turns = 0
        start = kurier.Board(name)
        for game in range(-(-games // len(names))):
            board = start.copy()
            play(board, game + 1, plies)
            turns += len(board.move_stack)
            outcome = board.outcome()
            result = len(outcome.result()) if outcome else 0
            digest = ((digest ^ board.key() & MASK ^ result) * 16_777_619) & MASK
        print(name, turns, digest, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
