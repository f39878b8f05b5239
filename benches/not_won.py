#!/usr/bin/env python3
"""Lists the games of a match that Kurier did not win, with Kurier's highest score and the move in which it occurred.

Usage: benches/not_won.py PGN, where PGN is a file from benches/strength.sh. Scores are in pawns; mates are ignored.
"""

import re
import sys
from pathlib import Path
from typing import NoReturn

TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
# A move with its comment, for example "12. Nc3 {+0.12/14 0.066s}" or "12... i5 {...}".
TURN = re.compile(r"(\d+)(\.\.\.|\.) \S+ \{([^}]*)\}")
WON = {True: "1-0", False: "0-1"}


def best_score(moves: str, white: bool) -> tuple[float, int] | None:
    """Returns the highest score in one side's comments, in pawns, and the number of the first move with this score."""
    scores = []
    for number, dots, comment in TURN.findall(" ".join(moves.split())):
        score = comment.split("/")[0]
        if (dots == ".") == white and re.fullmatch(r"[+-]\d+\.\d+", score):
            scores.append((float(score), int(number)))
    return max(scores, key=lambda held: held[0], default=None)


def refuse(why: str) -> NoReturn:
    print(why, file=sys.stderr)
    sys.exit(2)


def main() -> None:
    if len(sys.argv) != 2:
        refuse(str(__doc__))
    try:
        text = Path(sys.argv[1]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{sys.argv[1]}: {error}")
    for game in re.split(r"\n(?=\[Event )", text):
        tags = dict(TAG.findall(game))
        white = tags.get("White") == "Kurier"
        if "Kurier" not in (tags.get("White"), tags.get("Black")) or tags.get("Result") == WON[white]:
            continue
        found = best_score(game.partition("\n\n")[2], white)
        held = f"{found[0]:+.2f} in move {found[1]}" if found else "no score"
        print(f"game {tags.get('Round', '?')}: {tags.get('Result')}, {held}, {tags.get('PlyCount', '?')} plies")


if __name__ == "__main__":
    main()
