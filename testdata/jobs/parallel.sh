#!/usr/bin/env bash
# Runs an experiment in four parts with GNU parallel, one core each. Its arguments are those of run:
#     bash parallel.sh --epsilon 0.1:2:20 --horizon 1e6 --runs 100
# It stops after eight hours. Start it again to go on, also after a kill.
set -euo pipefail
parts=4 records=${RECORDS:-records} program=${REGRETSCOPE:-regretscope}
mkdir -p "$records"
parallel --quote "$program" run "$@" --quiet --workers 1 --shard "{}/$parts" --records "$records/part-{}.jsonl" \
  --resume --time-limit 8h ::: $(seq "$parts")
"$program" summary "$records"/part-*.jsonl --format csv --output "$records/summary.csv" --force
