"""A UCI engine that plays the first legal move, for tests. `--fault` makes it misbehave in one way."""

import sys

import chess

FAULT = sys.argv[1].removeprefix("--") if len(sys.argv) > 1 else ""


def main() -> None:
    board = chess.Board()
    ranks = 1
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["uci"]:
                if FAULT == "mute":
                    continue
                print("id name Fake 1\nid author Nobody")
                print("option name Hash type spin default 16 min 1 max 1024")
                print("option name MultiPV type spin default 1 min 1 max 10")
                print("option name Clear Hash type button\noption name Ponder type check default false")
                print("option name Style of play type combo default calm var calm var wild")
                print("option name Book File type string default <empty>\nuciok")
            case ["isready"]:
                print("readyok")
            case ["setoption", "name", "MultiPV", "value", number]:
                ranks = int(number)
            case ["position", *rest]:
                board = chess.Board() if rest[0] == "startpos" else chess.Board(" ".join(rest[1:7]))
                for move in rest[rest.index("moves") + 1 :] if "moves" in rest else []:
                    board.push_uci(move)
            case ["go", *limits]:
                if FAULT == "crash":
                    sys.exit(1)
                moves = sorted(board.legal_moves, key=str)
                for rank, move in enumerate(moves[:ranks], 1):
                    print("info string limits " + " ".join(limits))
                    print(f"info depth 1 seldepth 2 multipv {rank} score cp {30 - rank} lowerbound nodes 10 pv {move}")
                    print(
                        f"info depth 3 multipv {rank} score mate {rank} nodes 20 time 50 nps 400 hashfull 7 pv {move} x"
                    )
                if "infinite" not in limits:
                    print("bestmove a1a1" if FAULT == "illegal" else f"bestmove {moves[0] if moves else '(none)'}")
            case ["stop"]:
                print(f"bestmove {min(board.legal_moves, key=str)} ponder a7a6")
            case ["quit"]:
                return
        sys.stdout.flush()


main()
