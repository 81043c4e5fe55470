#!/bin/sh
# release.sh - the speed of the simulator beside that of version 1.0.0, on this machine, in turn:
# the ratio of each row, and the ratio that tests/data/bench_sim.csv keeps. A row that has become
# slower is seen here.
#
#   sh tests/bench/release.sh [log2 of the number of elements]
#
# Needs the history of the repository: 1.0.0 is built in build/bench/1.0.0.
set -eu
cd "$(dirname "$0")/../.."
log2=${1:-19}
commit=3dfe7108 # the last one of 1.0.0
tree=build/bench/1.0.0
kernels=$PWD/build/bench/kernels.ptx

if [ ! -x $tree/build/bench/bench_sim ]; then
    if ! git cat-file -e $commit 2>/dev/null; then
        echo "no history here, so nothing to compare with"
        exit 0
    fi
    rm -rf $tree && mkdir -p $tree
    git archive $commit | tar -x -C $tree
    sed -i 's/CLOCK_MONOTONIC/CLOCK_PROCESS_CPUTIME_ID/' $tree/tests/bench/bench_sim.c # as today's
    MAKELEVEL=0 MAKEFLAGS= make -s -C $tree "CC=${CC:-gcc}" build/bench/bench_sim >$tree/log 2>&1 || {
        tail -5 $tree/log
        echo "1.0.0 does not build here"
        exit 0
    }
fi

echo
echo "issued G, 2^$log2 elements, the better of 2 runs of each in turn: 1.0.0, today; kept: the ratio of tests/data/bench_sim.csv"
for turn in 1 2; do
    (cd $tree && build/bench/bench_sim "$kernels" "$log2") | sed 's/^/then /'
    build/bench/bench_sim "$kernels" "$log2" | sed 's/^/now /'
done | awk -F '[ ]' '
    BEGIN {
        while ((getline line < "tests/data/bench_sim.csv") > 0)
            if (split(line, f, ",") == 3)
                kept[f[1] "," f[2]] = f[3]
        form = "%-12s %-14s %8s %8s %8s %8s\n"
        printf form, "kernel", "watched by", "1.0.0", "today", "ratio", "kept"
    }
    # The columns of bench_sim.c: 12 and 14 wide, then the rate.
    {
        line = substr($0, length($1) + 2)
        kernel = substr(line, 1, 12)
        watch = substr(line, 14, 14)
        sub(/ +$/, "", kernel)
        sub(/ +$/, "", watch)
        rate = substr(line, 29, 8) + 0
        if (line !~ /^(vector_add|reduce|compute|radix sort) / || !rate)
            next
        key = kernel "," watch
        if ($1 == "now" && !(key in best))
            order[++rows] = key
        if ($1 == "now" && rate > best[key])
            best[key] = rate
        if ($1 == "then" && rate > old[key])
            old[key] = rate
    }
    END {
        for (i = 1; i <= rows; i++) {
            split(order[i], f, ",")
            then = old[order[i]] ? old[order[i]] : old[f[1] ",counters"]
            name = substr(order[i], length(f[1]) + 2)
            printf form, f[1], name, sprintf("%.2f", then), sprintf("%.2f", best[order[i]]),
                sprintf("%.2f", best[order[i]] / then), kept[order[i]]
        }
    }'
