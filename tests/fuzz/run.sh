#!/bin/sh
# run.sh - builds the fuzzer with sanitizers and feeds broken texts, fat binaries
# and names to the readers of common/ptx.
#
#   sh tests/fuzz/run.sh [RUNS [FIRST]]       default: 200000 inputs, from number 1
set -e
cd "$(dirname "$0")/../.."
mkdir -p build/fuzz
${CC:-gcc} -std=gnu11 -g -O1 -D_GNU_SOURCE -I. -Icommon -Wall -Wextra -fno-omit-frame-pointer \
    -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    tests/fuzz/fuzz.c tests/fuzz/targets.c common/ptx/*.c -o build/fuzz/fuzz -ldl
export ASAN_OPTIONS="allocator_may_return_null=1:detect_stack_use_after_return=0:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS:-}"
exec build/fuzz/fuzz "${1:-200000}" "${2:-1}" tests/fuzz/corpus/* $(find tests/ptx -name '*.ptx' | sort)
