#!/bin/bash
# A tournament by Slurm: each task of a job array plays its part of the games into its own file.
#
#   sbatch --array=1-16 tuning/slurm/match.sh FOLDER ARGUMENTS of kurier match
#
# A task that was killed goes on where it stopped when it is run again. With an SPRT, which counts the games of all tasks, all
# stop when it is decided. Afterwards, with the same arguments:
#
#   kurier match ARGUMENTS --merge FOLDER/part-*.pgn
#
# KURIER is the program, if it is not target/release/kurier where the job was submitted.
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
