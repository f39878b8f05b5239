#!/bin/bash
# Plays a tournament as a Slurm job array: each task plays a part of the games and writes a separate file.
#
#   sbatch --array=1-16 tuning/slurm/match.sh FOLDER [ARGUMENTS of kurier match]
#
# A task that was killed continues where it stopped when it is run again. An SPRT counts the games of all tasks, and all
# tasks stop when it is decided. To merge the parts afterwards, with the same arguments:
#
#   kurier match ARGUMENTS --merge FOLDER/part-*.pgn
#
# The variable KURIER is the path of the program; the default is target/release/kurier in the folder of submission.
#SBATCH --job-name=kurier-match
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=FIRST-LAST $0 FOLDER ARGUMENTS" >&2
    exit 2
fi
folder=$1
shift
mkdir -p "$folder"
part=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
exec "${KURIER:-target/release/kurier}" match "$@" --shard "$part/$SLURM_ARRAY_TASK_COUNT" \
    --concurrency "${SLURM_CPUS_ON_NODE:-1}" --pgn "$folder/part-{part}.pgn" --resume --faults "$folder/faults-$part"
