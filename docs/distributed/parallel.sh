#!/usr/bin/env bash
# All units of a search, on this machine or on several, by GNU parallel.
#
#   parallel.sh UNITS RESULTS [HOSTS] [BUNDLE]
#
# UNITS      a file that `quadrille split` has made; each host finds it under the same path, or with COPY=1 it is copied there
# RESULTS    a file to which a line is added for each unit
# HOSTS      as for --sshlogin: `2/server1,2/server2`; `:` is this machine, and the default
# BUNDLE     how many units a job has; 10 if it is not said
#
# What failed is tried three times, on another host if there is one. Run it again after whatever happened: jobs that are done
# are known by RESULTS.joblog and are not done again. Then: quadrille merge --allow-duplicates RESULTS
#
# QUADRILLE names the program if it is not on the hosts' PATH, SSH the command that connects to a host.
set -euo pipefail

units=$1 results=$2 hosts=${3:-:} bundle=${4:-10}
count=$(head -n 1 "$units" | sed 's/.*"units":\([0-9]*\).*/\1/')
export PARALLEL_SSH=${SSH:-ssh}
copy=()
if [ -n "${COPY:-}" ]; then copy=(--basefile "$units"); else units=$(realpath "$units"); fi

seq 0 "$bundle" $((count - 1)) | parallel --will-cite --sshlogin "$hosts" "${copy[@]}" \
    --joblog "$results.joblog" --resume-failed --retries 3 --line-buffer \
    "${QUADRILLE:-quadrille} run $units --units {= \$_ .= '..' . (\$_ + $bundle - 1) =}" >>"$results"
