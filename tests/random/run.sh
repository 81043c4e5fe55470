#!/bin/sh
# run.sh - random programs in the simulator, under all checkers. nvcc also compiles them with -G,
# to quite different instructions; these must print the same, with warps in another order. If there
# is a GPU, it must print the same too; with ncu, the counters are compared.
#
#   NVCC=nvcc sh tests/random/run.sh [PROGRAMS [FIRST SEED]]       default: 4 of each kind, from 1
set -eu
cd "$(dirname "$0")/../.."
programs=${1:-4} first=${2:-1} nvcc=${NVCC:-nvcc} out=build/random failed=0
virtual="-arch=compute_90 -code=compute_90 -cudart shared"
mkdir -p $out

# check PROGRAM WHAT COMMAND...: runs the command and prints a line
check() {
    program=$1 what=$2
    shift 2
    if "$@"; then
        echo "ok    $program: $what"
    else
        echo "FAIL  $program: $what"
        failed=$((failed + 1))
    fi
}

build() { # FLAGS... -o PROGRAM SOURCE
    # shellcheck disable=SC2046
    $nvcc -w -I. -Icommon $(sed -n 's,^// NVCC: ,,p' "$source") "$@" "$source"
}

checked() {
    build/cudasim --tool memcheck,racecheck,initcheck,synccheck "$1" rows > "$1.out" 2> "$1.err"
}

seed=$first
while [ "$seed" -lt $((first + programs)) ]; do
    for kind in values memory; do
        name=${kind}_$seed
        source=$out/$name.cu
        build/tests/generate $kind "$seed" 40 > $source
        # shellcheck disable=SC2086
        build -O2 -lineinfo $virtual -o $out/$name
        check $name "40 kernels, all checkers" checked $out/$name
        # shellcheck disable=SC2086
        build -G $virtual -o $out/$name.debug
        build/cudasim --schedule shuffle --seed "$seed" $out/$name.debug rows > $out/$name.debug.out
        check $name "the same with -G" cmp $out/$name.out $out/$name.debug.out
        nvidia-smi -L > /dev/null 2>&1 || continue
        build -O2 -arch=native -o $out/$name.gpu
        $out/$name.gpu rows > $out/$name.gpu.out
        check $name "the same on the GPU" cmp $out/$name.out $out/$name.gpu.out
        [ $kind = memory ] && command -v ncu > /dev/null || continue
        sh tests/gpu/collect.sh $source > $out/$name.csv
        check $name "the GPU's counters" build/tests/test_parity $out/$name.csv
    done
    seed=$((seed + 1))
done
[ $failed -eq 0 ] || { echo "$failed differences"; exit 1; }
