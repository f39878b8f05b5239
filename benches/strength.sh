#!/bin/bash
# Plays Kurier against another engine, each opening with both colours, one game per core, and prints the result.
# Needs an otherwise idle machine. Writes the games to OPPONENT-VARIANT-TIME.pgn.
# Usage: benches/strength.sh [OPPONENT] [VARIANT] [GAMES] [TIME]
#   OPPONENT: fairy-stockfish (UCI) or fairymax or sjaakii (XBoard)
#   Defaults: fairy-stockfish courier 400 2+0.02
# The variable KURIER_CORES is the number of concurrent games; the default is the number of cores. The variable
# KURIER is the path of the program to measure; the default is the build of `cargo build --release`.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/games"
opponent=${1:-fairy-stockfish} variant=${2:-courier} games=${3:-400} time=${4:-2+0.02}
program=$(command -v "$opponent") || {
    echo "$opponent is not installed (see .ci/partners)" >&2
    exit 2
}
case $opponent in
    fairy-stockfish | stockfish) entry="cmd=$program name=$opponent option.Hash=64 option.Threads=1" ;;
    *) entry="cmd=$program name=$opponent proto=xboard" ;;
esac
[ -n "${KURIER:-}" ] || cargo build --release --quiet
kurier=${KURIER:-target/release/kurier}
book=$(mktemp --suffix=.epd)
trap 'rm -f "$book"' EXIT
"$kurier" openings "$variant" --count $(((games + 1) / 2)) --plies 8 --band 50 --nodes 5000 --seed 1 --output "$book"

"$kurier" match --engine "self name=Kurier option.Hash=64 option.Threads=1" --engine "$entry" \
    --variant "$variant" --games "$games" --tc "$time" --openings "$book" \
    --resign moves=4 score=1000 --draw from=80 moves=8 score=10 \
    --concurrency "${KURIER_CORES:-$(nproc)}" --report 50 --pgn "$opponent-$variant-$time.pgn"
