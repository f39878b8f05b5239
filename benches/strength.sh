#!/bin/bash
# Plays Kurier against another engine, each opening with both colours, one game a core, and prints the result.
# Needs a quiet machine. The games go to OPPONENT-VARIANT-TC.pgn.
# Usage: benches/strength.sh [OPPONENT] [VARIANT] [GAMES] [TIME]
#   OPPONENT: fairy-stockfish (UCI; if not given), fairymax, sjaakii (XBoard)   VARIANT: courier   GAMES: 400   TIME: 2+0.02
# KURIER_CORES=N: the number of games at the same time. KURIER=PROGRAM: another build than that of `cargo build --release`.
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
