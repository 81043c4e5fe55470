#!/bin/sh
# run.sh - runs test programs one after the other; shows the output of those that
# fail, and ends with a count. NVCC in the environment is passed on.
#
#   sh tests/run.sh PROGRAM...
cd "$(dirname "$0")/.." || exit 1
log=build/tests/log
failed=0
total=0
mkdir -p build/tests
for program in "$@"; do
    total=$((total + 1))
    began=$(date +%s)
    # Leaks are not looked for: a test's memory goes back when its process ends.
    if ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 CK_VERBOSITY=normal "$program" >$log 2>&1; then
        printf 'ok    %-32s %s, %d s\n' "${program#build/}" "$(grep -m 1 '^[0-9]*%:' $log)" $(($(date +%s) - began))
    else
        failed=$((failed + 1))
        printf 'FAIL  %s\n' "${program#build/}"
        tail -n 40 $log | sed 's/^/      /'
    fi
done
if [ $failed -ne 0 ]; then
    echo "$failed of $total test programs failed"
    exit 1
fi
echo "all $total test programs passed"
