#!/bin/sh
# run.sh - runs test programs, as many at a time as there are processors; shows the
# output of those that fail, and ends with a count. NVCC in the environment is passed on.
#
#   sh tests/run.sh PROGRAM...
cd "$(dirname "$0")/.." || exit 1
logs=build/tests/log
# No result may depend on how fast or how busy the machine is.
export CK_DEFAULT_TIMEOUT=0 GRADE_TIMEOUT_SCALE=20

# Itself, for one program: a line when it has ended, and its output if it failed.
if [ "$1" = --one ]; then
    program=$2
    log=$logs/$(echo "${program#build/}" | tr / _)
    began=$(date +%s)
    # Leaks are not looked for: a test's memory goes back when its process ends.
    # A program that has run no check has shown nothing, and fails.
    if ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 CK_VERBOSITY=normal "$program" >$log 2>&1 &&
        grep -q '^[0-9]*%: Checks: [1-9]' $log; then
        touch $log.passed
        printf 'ok    %-32s %s, %d s\n' "${program#build/}" "$(grep -m 1 '^[0-9]*%:' $log)" $(($(date +%s) - began))
        exit 0
    fi
    { printf 'FAIL  %s\n' "${program#build/}"
      tail -n 40 $log | sed 's/^/      /'; } >$log.told
    cat $log.told # in one piece
    exit 0
fi

rm -rf $logs
mkdir -p $logs
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" sh tests/run.sh --one
failed=$(($# - $(find $logs -name '*.passed' | wc -l))) # who left no word has not passed
if [ "$failed" -ne 0 ]; then
    echo "$failed of $# test programs failed"
    exit 1
fi
echo "all $# test programs passed"
