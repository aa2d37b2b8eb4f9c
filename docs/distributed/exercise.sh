#!/usr/bin/env bash
# Runs parallel.sh, slurm.sh and dask_run.py on one machine, with three hosts on loopback addresses,
# three Slurm nodes, and two Dask workers. Kills one of each during the search. Every total must be
# equal to the total of a search with one thread.
#
#   exercise.sh [QUADRILLE [N]]      the program, and the number of queens (default 15)
#
# Needs root on Debian or Ubuntu. Installs `parallel`, `slurm-wlm`, `munge` and `openssh-server`,
# and `dask` and `distributed` from PyPI into a virtual environment. If a package cannot be
# installed, a message says so and its part is skipped. The exit status is 3 if a total is wrong.
# Any other status except 0 means that a step failed: for example, the Slurm nodes did not start.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
program=$(realpath "${1:-$(command -v quadrille)}")
queens=${2:-15}
work=$(mktemp -d)
export QUADRILLE=$program
cd "$work"
started=() # the ids of the processes to kill at the end
finish() {
    for pid in "${started[@]}"; do kill -9 -- "-$pid" 2>/dev/null || kill -9 "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
# Kills a process and its descendants without notice, like a power cut.
cut_power() {
    local children
    children=$(pgrep -P "$1" || true)
    kill -9 "$1" 2>/dev/null || true
    for child in $children; do cut_power "$child"; done
}
total_of() { sed -n 's/^total //p'; }
check() { # name, total
    if [ "$2" != "$expected" ]; then echo "$1: the total is $2, but should be $expected"; exit 3; fi
    printf '%s: %s, in %s s\n' "$1" "$2" "$SECONDS"
}

say "$queens queens, with one thread and with two"
"$program" make queens "$queens" >queens.dlx
SECONDS=0
# Without a checkpoint, `cover -c` would count by symmetry instead of visiting every cover.
expected=$("$program" cover -c --checkpoint one.save queens.dlx)
check 'one thread' "$expected"
SECONDS=0
check 'two threads' "$("$program" cover -c -j 2 --checkpoint two.save queens.dlx)"

say 'killed five times and resumed'
SECONDS=0
"$program" cover -c -j 2 --checkpoint killed.save --every 1s queens.dlx >/dev/null &
for _ in 1 2 3 4 5; do
    sleep "1.$RANDOM"
    kill -9 $! 2>/dev/null && echo 'killed' || echo 'already finished'
    wait $! 2>/dev/null || true
    "$program" resume killed.save >resumed.total &
done
wait $!
check 'killed and resumed' "$(cat resumed.total)"

"$program" split queens.dlx --units 1000 --output units.jsonl
# With 15 queens, a unit takes much less time than starting a job, so each job runs a bundle.
bundle=25

install_packages() {
    command -v "$1" >/dev/null && return 0
    shift
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

if install_packages parallel parallel && install_packages sshd openssh-server; then
    say 'GNU parallel, three hosts, one killed'
    ssh-keygen -q -t ed25519 -N '' -f key
    mkdir -p /run/sshd
    # With a separate home, a host does not run the user's .bashrc. Locks that .bashrc takes would
    # survive a killed host.
    for host in 2 3 4; do
        ssh-keygen -q -t ed25519 -N '' -f "host$host"
        cat >"sshd$host" <<CONFIG
ListenAddress 127.0.0.$host:2222
HostKey $work/host$host
PidFile $work/sshd$host.pid
AuthorizedKeysFile $work/key.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
SetEnv HOME=$work
CONFIG
        setsid "$(command -v sshd)" -D -f "$work/sshd$host" 2>"sshd$host.log" &
        started+=($!)
    done
    sleep 1
    cat >ssh_config <<CONFIG
Host 127.0.0.*
    Port 2222
    IdentityFile $work/key
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
CONFIG
    SECONDS=0
    SSH="ssh -F $work/ssh_config" "$here/parallel.sh" units.jsonl parallel.jsonl 1/127.0.0.2,1/127.0.0.3,1/127.0.0.4 "$bundle" \
        2>parallel.log &
    job=$!
    until [ "$(cat parallel.jsonl 2>/dev/null | wc -l)" -ge 100 ]; do sleep 0.2; done
    echo "killing host 127.0.0.4 after $(wc -l <parallel.jsonl) units"
    cut_power "$(cat "$work/sshd4.pid")"
    wait $job || echo "GNU parallel: $? jobs failed; running the script again"
    SSH="ssh -F $work/ssh_config" "$here/parallel.sh" units.jsonl parallel.jsonl 1/127.0.0.2,1/127.0.0.3 "$bundle" 2>>parallel.log
    check 'GNU parallel' "$("$program" merge --allow-duplicates parallel.jsonl | total_of)"
else
    say 'GNU parallel cannot be installed here: skipped'
fi

if install_packages slurmctld slurm-wlm munge; then
    say 'Slurm, three nodes, one killed'
    mkdir -p slurm/state slurm/spool munge
    dd if=/dev/urandom of=munge/key bs=128 count=8 status=none
    chmod 711 munge && chmod 400 munge/key
    chown -R "$(id -un)" munge
    munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
        --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>/dev/null &
    started+=($!)
    cat >slurm.conf <<CONFIG
ClusterName=exercise
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=17000
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/spool/%n
SlurmctldPidFile=$work/slurm/ctld.pid
SlurmdPidFile=$work/slurm/%n.pid
SlurmctldLogFile=$work/slurm/ctld.log
SlurmdLogFile=$work/slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=5
KillWait=2
MinJobAge=300
NodeName=node[1-3] NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=[17001-17003] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=node[1-3] Default=YES MaxTime=INFINITE State=UP
CONFIG
    export SLURM_CONF=$work/slurm.conf
    chmod 755 "$work"
    sleep 1
    slurmctld -D >/dev/null 2>&1 &
    started+=($!)
    for node in 1 2 3; do
        mkdir -p "slurm/spool/node$node"
        slurmd -D -N "node$node" >/dev/null 2>&1 &
        started+=($!)
    done
    until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 3 ]; do
        sleep 0.5
        [ "$SECONDS" -lt 600 ] || { echo 'the nodes do not start:'; tail "$work"/slurm/*.log; exit 1; }
    done
    SECONDS=0
    "$here/slurm.sh" units.jsonl slurm.jsonl "$bundle"
    until [ "$(cat slurm.jsonl 2>/dev/null | wc -l)" -ge 100 ]; do sleep 0.2; done
    echo "killing node3 after $(wc -l <slurm.jsonl) units"
    cut_power "$(cat slurm/node3.pid)"
    # The tasks of node3 have its name in their environment. Their parents are killed first, because
    # a machine that loses its power does not report how its tasks ended.
    for task in $(pgrep -x quadrille || true); do
        if grep -qz 'SLURMD_NODENAME=node3' "/proc/$task/environ" 2>/dev/null; then
            kill -9 "$(ps -o ppid= -p "$task" | tr -d ' ')" "$task" 2>/dev/null || true
        fi
    done
    until [ -z "$(squeue -h)" ]; do sleep 0.5; done
    cat slurm.jsonl.total
    check 'Slurm' "$(total_of <slurm.jsonl.total)"
    grep -c 'requeue\|Requeue' slurm/ctld.log | sed 's/$/ log lines about requeued tasks/' || true
else
    say 'Slurm cannot be installed here: skipped'
fi

if python3 -m venv dask >/dev/null 2>&1 && dask/bin/pip install -q dask distributed 2>pip.log; then
    say 'Dask, two workers, one killed'
    SECONDS=0
    dask/bin/python "$here/dask_run.py" units.jsonl dask.jsonl --workers 2 --program "$program" 2>dask.log &
    job=$!
    until [ "$(cat dask.jsonl 2>/dev/null | wc -l)" -ge 100 ]; do sleep 0.2; done
    # Workers are the children that multiprocessing spawns.
    worker=$(pgrep -P "$job" -f spawn_main | head -1)
    echo "killing a worker after $(wc -l <dask.jsonl) units"
    cut_power "$worker"
    wait $job
    check 'Dask' "$("$program" merge dask.jsonl | total_of)"
else
    say 'Dask cannot be installed here: skipped'
fi

say 'all totals are equal'
