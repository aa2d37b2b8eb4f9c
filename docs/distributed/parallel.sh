#!/usr/bin/env bash
# Runs all units of a search with GNU parallel, on this machine or on several.
#
#   parallel.sh UNITS RESULTS [HOSTS] [BUNDLE]
#
# UNITS      a file from `quadrille split`, at the same path on each host; COPY=1 copies it there
# RESULTS    the file to which a line is appended for each unit
# HOSTS      as for --sshlogin: `2/server1,2/server2`; the default is `:`, this machine
# BUNDLE     the number of units per job (default 10)
#
# A job that fails is tried up to three times, on another host if there is one. After any failure,
# run the script again: it skips the jobs that RESULTS.joblog lists as done. When all are done, run
# `quadrille merge --allow-duplicates RESULTS`.
#
# Set QUADRILLE to the path of the program if it is not on the PATH of the hosts. Set SSH to the
# command that connects to a host if it is not `ssh`.
set -euo pipefail

units=$1 results=$2 hosts=${3:-:} bundle=${4:-10}
count=$(head -n 1 "$units" | sed 's/.*"units":\([0-9]*\).*/\1/')
export PARALLEL_SSH=${SSH:-ssh}
copy=()
if [ -n "${COPY:-}" ]; then copy=(--basefile "$units"); else units=$(realpath "$units"); fi

seq 0 "$bundle" $((count - 1)) | parallel --will-cite --sshlogin "$hosts" "${copy[@]}" \
    --joblog "$results.joblog" --resume-failed --retries 3 --line-buffer \
    "${QUADRILLE:-quadrille} run $units --units {= \$_ .= '..' . (\$_ + $bundle - 1) =}" >>"$results"
