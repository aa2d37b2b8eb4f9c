#!/usr/bin/env bash
# All units of a search under Slurm: an array of tasks with a bundle of units each, and a job that merges when they are done.
#
#   slurm.sh UNITS RESULTS [BUNDLE] [sbatch options, such as --partition=long --time=1:00:00]
#
# UNITS and RESULTS are on a file system that all nodes share. A task whose node fails is queued again by Slurm; units that
# have a line in RESULTS are not done again. Run it again after whatever happened. The total is in RESULTS.total.
#
# QUADRILLE names the program if it is not on the nodes' PATH.
set -euo pipefail

units=$(realpath "$1") results=$(realpath -m "$2") bundle=${3:-10}
shift $(($# < 3 ? $# : 3))
count=$(head -n 1 "$units" | sed 's/.*"units":\([0-9]*\).*/\1/')
tasks=$(((count + bundle - 1) / bundle))
program=${QUADRILLE:-quadrille}

array=$(sbatch --parsable --job-name=quadrille --requeue --open-mode=append --output="$results.log" \
    --array=0-$((tasks - 1)) --ntasks=1 "$@" <<SCRIPT
#!/bin/sh
first=\$((SLURM_ARRAY_TASK_ID * $bundle))
# exec: so that the program hears of it when the task is to end.
exec "$program" run "$units" --units \$first..\$((first + $bundle - 1)) --output "$results"
SCRIPT
)
# Whatever became of the tasks, merging says what is missing.
merge=$(sbatch --parsable --job-name=quadrille-merge --dependency=afterany:"$array" --open-mode=append \
    --output="$results.total" --ntasks=1 "$@" <<SCRIPT
#!/bin/sh
exec "$program" merge "$results" --table "$results.table"
SCRIPT
)
echo "array $array of $tasks tasks, then job $merge: the total will be in $results.total"
