#!/bin/sh
# run.sh - makes whole inputs, and feeds broken ones to the simulator (fuzz.c):
#
#   sh tests/fuzz/run.sh [KIND [RUNS [FIRST]]]
#
# KIND is names, fatbin, text or launch (see fuzz.c); without KIND, all of them.
# RUNS is the number of runs per kind, by default 20000; FIRST is the number of the first run.
# Whole inputs are the texts of tests/ptx and of corpus/, and the fat binaries that nvcc makes from a
# few programs, uncompressed and with each kind of compression. The standard error of a run is kept
# in build/fuzz/KIND.log. A process that uses more than 3 GB is ended.
set -e
cd "$(dirname "$0")/../.."
runs=${2:-20000}
first=${3:-1}
bin=build/fuzz/whole
if [ ! -e $bin/done ]; then
    mkdir -p $bin
    for source in racecheck/barrier memcheck/bounds api/printing racecheck/copy_groups; do
        name=$(basename $source)
        for mode in none size speed balance; do
            "$NVCC" -arch=compute_90 -lineinfo --compress-mode=$mode -fatbin \
                -o "$bin/$name.$mode.fatbin" "tests/cuda/$source.cu"
        done
        "$NVCC" -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=sm_90 \
            -gencode arch=compute_90,code=compute_90 -fatbin -o "$bin/$name.two.fatbin" \
            "tests/cuda/$source.cu"
        "$NVCC" -arch=compute_90 -ptx -o "$bin/$name.ptx" "tests/cuda/$source.cu"
    done
    touch $bin/done
fi
export ASAN_OPTIONS="allocator_may_return_null=1:detect_stack_use_after_return=0:hard_rss_limit_mb=3000:max_allocation_size_mb=2000:quarantine_size_mb=8:malloc_context_size=8:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS:-}"
for kind in ${1:-names fatbin text launch}; do
    case $kind in
    fatbin) whole="$bin/*.fatbin" ;;
    text) whole="$bin/*.ptx tests/fuzz/corpus/*" ;;
    *) whole=tests/fuzz/corpus/* ;;
    esac
    # shellcheck disable=SC2046,SC2086
    build/fuzz/fuzz "$kind" "$runs" "$first" $whole $(find tests/ptx -name '*.ptx' | sort) \
        2>"build/fuzz/$kind.log" || { tail -n 60 "build/fuzz/$kind.log" >&2; exit 1; }
done
