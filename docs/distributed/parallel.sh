#!/usr/bin/env bash
# Searches all units with GNU parallel, on this machine or on several.
#
#   parallel.sh UNITS RESULTS [HOSTS] [BUNDLE]
#
# UNITS      a file that `quadrille split` made; all hosts have it at the same path, or with COPY=1
#            it is copied to them
# RESULTS    a file to which a line is appended for each unit
# HOSTS      the hosts as for --sshlogin: `2/server1,2/server2`; the default is `:`, this machine
# BUNDLE     the number of units of a job (default 10)
#
# A failed job is tried three times, on another host if there is one. After any failure, run the
# script again: finished jobs are listed in RESULTS.joblog and are not repeated. Then run:
# quadrille merge --allow-duplicates RESULTS
#
# QUADRILLE is the program if it is not on the hosts' PATH. SSH is the command that connects to a
# host.
set -euo pipefail

units=$1 results=$2 hosts=${3:-:} bundle=${4:-10}
count=$(head -n 1 "$units" | sed 's/.*"units":\([0-9]*\).*/\1/')
export PARALLEL_SSH=${SSH:-ssh}
copy=()
if [ -n "${COPY:-}" ]; then copy=(--basefile "$units"); else units=$(realpath "$units"); fi

seq 0 "$bundle" $((count - 1)) | parallel --will-cite --sshlogin "$hosts" "${copy[@]}" \
    --joblog "$results.joblog" --resume-failed --retries 3 --line-buffer \
    "${QUADRILLE:-quadrille} run $units --units {= \$_ .= '..' . (\$_ + $bundle - 1) =}" >>"$results"
