#!/bin/bash
# Self-play games by Slurm: each task of a job array plays its own range of numbers into its own file.
#
#   sbatch --array=0-63 tuning/slurm/datagen.sh FOLDER VARIANT GAMES [OPTIONS of tuning datagen]
#
# GAMES is the number for each task. A task that was killed goes on where it stopped when it is run again. Afterwards:
#
#   tuning merge VARIANT --data FOLDER/VARIANT-*.games --out VARIANT.games
#
# TUNING is the program, if it is not target/release/tuning where the job was submitted.
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
