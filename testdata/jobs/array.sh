#!/usr/bin/env bash
#SBATCH --job-name=regretscope --array=1-4 --time=01:00:00 --cpus-per-task=1 --requeue --open-mode=append
# Runs an experiment as four tasks of a Slurm array, one core each. Its arguments are those of run:
#     sbatch array.sh --epsilon 0.1:2:20 --horizon 1e6 --runs 100
# A task that runs out of time is queued again and goes on; the last to finish writes the summary.
set -euo pipefail
parts=4 # as in --array
part=$SLURM_ARRAY_TASK_ID records=${RECORDS:-records} program=${REGRETSCOPE:-regretscope}
mkdir -p "$records"
status=0
"$program" run "$@" --quiet --workers 1 --shard "$part/$parts" --records "$records/part-$part.jsonl" \
  --resume --time-limit 55m || status=$?
if [ "$status" = 3 ]; then # more is to do
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$part"
  exit 0
fi
[ "$status" = 0 ] || exit "$status"
touch "$records/part-$part.done"
finished=("$records"/part-*.done)
[ "${#finished[@]}" = "$parts" ] || exit 0
"$program" summary "$records"/part-*.jsonl --format csv --output "$records/summary.csv" --force
