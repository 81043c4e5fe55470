#!/bin/sh
# time.sh - runs what bench_time compares in the simulator, then bench_time itself.
#
#   NVCC=nvcc sh tests/bench/time.sh
set -eu
cd "$(dirname "$0")/../.."
out=build/bench/time
mkdir -p $out
build() {
    [ "$out/$2" -nt "$1" ] || "${NVCC:-nvcc}" -O2 -arch=compute_90 -code=compute_90 -lineinfo -I. -Icommon \
        -cudart shared -o "$out/$2" "$1"
}
counters=
for source in tests/cuda/parity/*.cu tests/gpu/reduction_gpu.cu tests/gpu/shared_memory_gpu.cu; do
    name=$(basename "$source" .cu)
    build "$source" "$name"
    build/cudasim --cache-control all --counters "$out/$name.json" "$out/$name" > "$out/$name.out"
    counters="$counters $out/$name.json"
done
build tests/bench/times.cu times
build/cudasim "$out/times" 1 > $out/times.csv
build/bench/bench_time $out/times.csv $counters
