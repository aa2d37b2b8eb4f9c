#!/usr/bin/env bash
# Runs all units of a search with Slurm: an array of tasks, each with a bundle of units, and then a
# job that merges the results.
#
#   slurm.sh UNITS RESULTS [BUNDLE] [sbatch options, such as --partition=long --time=1:00:00]
#
# UNITS and RESULTS must be on a file system that all nodes share. If the node of a task fails,
# Slurm queues the task again. Units that are already complete in RESULTS are skipped. After any
# failure, run the script again. The total is in RESULTS.total.
#
# Set QUADRILLE to the path of the program if it is not on the PATH of the nodes.
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
# With exec, the program receives the signal that ends the task.
exec "$program" run "$units" --units \$first..\$((first + $bundle - 1)) --output "$results"
SCRIPT
)
# The merge runs even if tasks failed, and lists the missing units.
merge=$(sbatch --parsable --job-name=quadrille-merge --dependency=afterany:"$array" --open-mode=truncate \
    --output="$results.total" --ntasks=1 "$@" <<SCRIPT
#!/bin/sh
exec "$program" merge "$results" --table "$results.table"
SCRIPT
)
echo "array $array of $tasks tasks, then job $merge: the total will be in $results.total"
