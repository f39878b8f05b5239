#!/bin/bash
# Compares the speeds of Kurier and Fairy-Stockfish in courier. In each round the programs take turns: perft 5 from the
# start position, a search of five seconds with one thread, and for Kurier also a search with two threads. Prints the
# medians in millions of nodes per second and their ratios. Needs an otherwise idle machine.
# Usage: benches/compare.sh [ROUNDS]   (default: 3)
# The variable KURIER is the path of the program to measure, such as a build of packaging/programs; the default is the
# build of `cargo build --release`.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/games"
rounds=${1:-3}
command -v fairy-stockfish >/dev/null || {
    echo 'fairy-stockfish is not installed (see .ci/partners)' >&2
    exit 2
}
[ -n "${KURIER:-}" ] || cargo build --release --quiet
kurier=${KURIER:-target/release/kurier}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# uci PROGRAM THREADS GO SECONDS: prints the output of the command GO. `ucinewgame` is sent first, so that clearing the
# hash table does not count as part of the search. Standard input stays open for SECONDS, until the search is over.
uci() {
    {
        printf 'setoption name Threads value %s\nsetoption name Hash value 64\n' "$2"
        printf 'setoption name UCI_Variant value courier\nucinewgame\nisready\nposition startpos\n%s\n' "$3"
        sleep "$4"
        echo quit
    } | "$1" 2>/dev/null
}

# perft PROGRAM: prints millions of nodes per second, measured by this script.
perft() {
    local begun ended nodes
    begun=$(date +%s%N)
    case $1 in
        "$kurier") nodes=$("$1" perft courier 5 2>/dev/null | sed -n 's/^nodes: //p') ;;
        *) nodes=$(printf 'setoption name UCI_Variant value courier\nposition startpos\ngo perft 5\nquit\n' | "$1" |
            sed -n 's/^Nodes searched: //p') ;;
    esac
    ended=$(date +%s%N)
    awk -v n="$nodes" -v t=$((ended - begun)) 'BEGIN { printf "%.2f\n", n * 1000 / t }'
}

# search PROGRAM THREADS: prints millions of nodes per second, as reported by the program.
search() {
    uci "$1" "$2" 'go movetime 5000' 6 | grep -o ' nps [0-9]*' | tail -1 | awk '{ printf "%.3f\n", $2 / 1e6 }'
}

for ((round = 0; round < rounds; round++)); do
    perft "$kurier" >>"$work/perft.kurier"
    perft fairy-stockfish >>"$work/perft.fairy"
    search "$kurier" 1 >>"$work/search.kurier"
    search fairy-stockfish 1 >>"$work/search.fairy"
    search "$kurier" 2 >>"$work/two.kurier"
done

median() { sort -n "$1" | awk '{ row[NR] = $1 } END { print row[int((NR + 1) / 2)] }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

p=$(median "$work/perft.kurier") pf=$(median "$work/perft.fairy")
s=$(median "$work/search.kurier") sf=$(median "$work/search.fairy")
t=$(median "$work/two.kurier")
echo "| courier, million nodes/s | Kurier | other | ratio |"
echo "|---|---|---|---|"
echo "| perft 5, against Fairy-Stockfish | $p | $pf | $(ratio "$p" "$pf") |"
echo "| search, 1 thread, against Fairy-Stockfish | $s | $sf | $(ratio "$s" "$sf") |"
echo "| search, 2 threads, against Kurier's 1 | $t | $s | $(ratio "$t" "$s") |"
