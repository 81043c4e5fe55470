#!/bin/sh
# race.sh [check|time] [WORK...] - compiles the fastest kernels and the race, and runs it
#
# On a machine with a GPU of compute capability 9.0 and nvcc, from the project's root. RACE_CSV=file
# also writes CSV there. Works: sum, scan, compact, transpose, product, histogram, merge_sort,
# radix_sort, radix_pairs.
set -e
NVCC=${NVCC:-nvcc}
BUILD=${BUILD:-build/race}
FLAGS="-O3 -std=c++17 -arch=sm_90 -lineinfo -Icommon"
mkdir -p "$BUILD"

# Compiles $1 to $2 if $2 is older. A failed compilation leaves no object.
compile() {
    [ "$2" -nt "$1" ] && return
    rm -f "$2"
    $NVCC $FLAGS -c -o "$2" "$1"
}

jobs=
for lab in solutions/*/fastest.cu; do
    name=$(basename "$(dirname "$lab")")
    compile "$lab" "$BUILD/$name.o" &
    jobs="$jobs $!"
done
compile tests/gpu/race.cu "$BUILD/race.o"
for job in $jobs; do
    wait "$job"
done
$NVCC -arch=sm_90 -o "$BUILD/race" "$BUILD"/*.o -lcublas
RACE_DRIVER=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null || true)
export RACE_DRIVER
"$BUILD/race" "$@"
