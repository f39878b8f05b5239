#!/bin/bash
# Makes the diagrams of docs/games.md: docs/images/diagrams/GAME.png, the start position of every variant, and
# GAME-LETTER.png, the moves of its unusual pieces. A path of the engine may be given: docs/pictures.sh target/release/kurier
set -euo pipefail
cd "$(dirname "$0")/.."

kurier=${1:-target/release/kurier}
images=docs/images/diagrams
mkdir -p "$images"

# array GAME PIXELS: the start position, with squares of so many pixels.
array() {
    "$kurier" board "$1" --size "$2" --png "$images/$1.png"
}

# moves GAME PIXELS PIECE...: each piece alone on the board, with all its moves.
moves() {
    local game=$1 size=$2 piece
    shift 2
    for piece; do
        "$kurier" board "$game" --piece "$piece" --size "$size" --png "$images/$game-$piece.png"
    done
}

for game in column-courier courier de-la-dama furious-courier; do
    array "$game" 40
done
for game in courierviii chess shatranj leap64 leap; do
    array "$game" 40
done
array courierleapale 28
array raumschach 28
array metamachy 32
array wildebeest 32

moves courier 24 E M F W
moves de-la-dama 24 B C S F K
moves furious-courier 24 Z
moves courierviii 28 C E K
moves leap 28 R B Q
moves courierleapale 20 P K I D B Q H G L Y E N O A M U

# A position with marks, for the manual of the diagrams.
"$kurier" board courier --moves b2b3 --targets b8 --arrow b8c6 --size 40 --png "$images/marks.png"
