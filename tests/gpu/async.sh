#!/bin/sh
# async.sh - on a machine with an NVIDIA GPU and a toolkit: runs the tests of
# asynchronous copies and of cooperative groups. The exit status of a file of PTX says whether the
# GPU gives the expected results; a program's output is compared with the output that its file
# expects. Nothing may take longer than 20 seconds.
#
#   sh tests/gpu/async.sh > tests/data/h200_async.txt
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1), nvcc $(nvcc --version | sed -n 's/.*release .*, V//p')"
cc -std=gnu11 -w -I. -I/usr/local/cuda/include tests/gpu_ptx.c -ldl -lm -o "$work/gpu_ptx"
build() {
    nvcc -w -O2 -std=c++17 -arch="$1" -lineinfo -o "$work/$(basename "$2" .cu)" "$2" \
        > "$work/$(basename "$2").log" 2>&1 || sed 's/^/cannot compile: /' "$work/$(basename "$2").log"
}
for name in cluster/async_copies cluster/async_mistakes library/cooperative library/synchronisation \
    library/bulk library/barrier; do
    build sm_90 "tests/cuda/$name.cu" &
done
build sm_90a tests/cuda/library/multicast.cu &
build sm_90 tests/gpu/async_probe.cu &
wait
run() {
    echo "== $(basename "$1")${2:+ $2}"
    timeout 20 "$@" 2>&1
    echo "-- status $?"
}
for ptx in tests/ptx/async/*.ptx tests/ptx/fault/bulk.ptx; do run "$work/gpu_ptx" "$ptx"; done
for name in cooperative synchronisation multicast bulk barrier; do
    sed -n '/^\/\* EXPECT/,/^END/p' "tests/cuda/library/$name.cu" | sed '1d;$d' > "$work/expected"
    echo "== $name"
    timeout 20 "$work/$name" > "$work/output" 2>&1
    echo "-- status $?"
    diff "$work/expected" "$work/output" && echo "as expected"
done
run "$work/async_copies"
wrong=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    timeout 20 "$work/async_copies" > /dev/null 2>&1 && timeout 20 "$work/multicast" | grep -q right ||
        wrong=$((wrong + 1))
done
echo "-- again, 20 times: $wrong wrong"
run "$work/async_probe"
run "$work/async_mistakes" copies
run "$work/async_mistakes" exited
