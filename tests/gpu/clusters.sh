#!/bin/sh
# clusters.sh - on a machine with an NVIDIA GPU and a toolkit: runs the programs
# of tests/cuda/cluster, tests/cuda/api/clusters.cu and the PTX of
# tests/ptx/cluster there, and prints their output and how they end. Programs
# that deadlock are left out, and nothing may take longer than ten seconds.
#
#   sh tests/gpu/clusters.sh > tests/data/h200_clusters.txt
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1), nvcc $(nvcc --version | sed -n 's/.*release .*, V//p')"
for source in tests/cuda/cluster/*.cu tests/cuda/api/clusters.cu; do
    nvcc -w -arch=sm_90 -lineinfo -o "$work/$(basename "$source" .cu)" "$source" > "$work/log.$$" 2>&1 &
done
cc -std=gnu11 -w -I. -I/usr/local/cuda/include tests/gpu_ptx.c -ldl -lm -o "$work/gpu_ptx"
wait
run() {
    echo "== $(basename "$1")${2:+ $2}"
    timeout 10 "$@" 2>&1
    echo "-- status $?"
}
for source in tests/cuda/cluster/*.cu; do
    name=$(basename "$source" .cu)
    [ "$name" = deadlock ] && continue
    args=$(sed -n 's|^// args: ||p' "$source")
    for a in $args; do run "$work/$name" $a; done
    [ -z "$args" ] && run "$work/$name"
done
run "$work/clusters"
for ptx in tests/ptx/cluster/*.ptx; do run "$work/gpu_ptx" "$ptx"; done
