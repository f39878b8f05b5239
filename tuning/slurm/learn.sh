#!/bin/bash
# Learns a game as a Slurm job array: the first task runs `kurier learn`, and all others play games for it.
#
#   sbatch --array=0-16 tuning/slurm/learn.sh FOLDER VARIANT [OPTIONS of kurier learn]
#
# FOLDER is the folder of the run, which all nodes must share. A task that was killed continues where it stopped when it
# is run again, and so does the whole job, with a longer --time.
#
# The variable KURIER is the path of the program; the default is target/release/kurier in the folder of submission.
#SBATCH --job-name=kurier-learn
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=FIRST-LAST $0 FOLDER VARIANT [OPTIONS]" >&2
    exit 2
fi
folder=$1 variant=$2
shift 2
worker=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
learn() {
    exec "${KURIER:-target/release/kurier}" learn "$variant" --folder "$folder" \
        --threads "${SLURM_CPUS_ON_NODE:-1}" "$@"
}
if [ "$worker" -eq 0 ]; then
    learn "$@"
fi
learn --worker "$worker"
