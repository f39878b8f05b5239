#!/bin/bash
# Makes docs/images/GAME.png: the board of every game that XBoard can show, as XBoard shows it with Kurier.
# Needs what .ci/partners installs. A path of the engine may be given: docs/screenshots.sh target/release/kurier
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/games"

kurier=$(realpath "${1:-target/release/kurier}")
images=$PWD/docs/images
work=$(mktemp -d)
server='' xboard=''
trap 'kill $xboard $server 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$images"

# A virtual display. It picks a free number itself and writes it to the file.
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
server=$!
for _ in $(seq 300); do
    [ -s "$work/display" ] && break
    sleep 0.1
done
DISPLAY=:$(cat "$work/display")
# Private settings of XBoard.
HOME=$work
export DISPLAY HOME PATH

# shoot NAME FILE: opens the game of this name in XBoard and takes a picture of the window.
shoot() {
    local window='' tip='Right-clicking menu item or dialog text pops up help on it'
    xboard -fcp "$kurier" -variant "$1" -size 64 -showCoords true -popupMoveErrors false -messageSuppress "$tip" \
        -saveSettingsOnExit false -soundProgram '' >"$work/log" 2>&1 &
    xboard=$!
    for _ in $(seq 300); do
        window=$(xdotool search --onlyvisible --class xboard 2>/dev/null | tail -1 || true)
        [ -n "$window" ] && break
        sleep 0.1
    done
    if [ -z "$window" ]; then
        echo "$1: no window" >&2
        cat "$work/log" >&2
        exit 1
    fi
    # The engine defines the game, then XBoard draws the board anew; nothing says when it is done.
    sleep 3
    import -window "$window" "$work/raw.png"
    convert "$work/raw.png" -resize "530x450>" +dither -colors 24 -strip "$2"
    kill $xboard
    wait $xboard 2>/dev/null || true
}

for game in $("$kurier" variants | awk '{print $1}'); do
    case $game in
        chess) name=normal ;;
        courierleapale) continue ;; # three dimensions
        *) name=$game ;;
    esac
    shoot "$name" "$images/$game.png"
    printf '%6d bytes  %s\n' "$(stat -c %s "$images/$game.png")" "$game"
done
