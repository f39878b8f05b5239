#!/bin/bash
# Plays self-play games as a Slurm job array: each task plays a separate range of game numbers and writes its own file.
#
#   sbatch --array=0-63 tuning/slurm/datagen.sh FOLDER VARIANT GAMES [OPTIONS of tuning datagen]
#
# GAMES is the number of games of each task. A task that was killed continues where it stopped when it is run again. To
# merge the files afterwards:
#
#   tuning merge VARIANT --data FOLDER/VARIANT-*.games --out VARIANT.games
#
# The variable TUNING is the path of the program; the default is target/release/tuning in the folder of submission.
#SBATCH --job-name=kurier-games
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=FIRST-LAST $0 FOLDER VARIANT GAMES [OPTIONS]" >&2
    exit 2
fi
folder=$1 variant=$2 games=$3
shift 3
mkdir -p "$folder"
exec "${TUNING:-target/release/tuning}" datagen "$variant" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --first $((SLURM_ARRAY_TASK_ID * games)) --games "$games" \
    --out "$folder/$variant-$SLURM_ARRAY_TASK_ID.games" "$@"
