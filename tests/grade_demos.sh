#!/bin/sh
# grade_demos.sh - tests build/grade --run: the demos of all labs print what the assignments show. Prints TAP.
#
# inputs: grades labs build/skeletons build/obj/grader/report/demo.o
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_demos
rm -rf $here
. tests/tap.sh

# A table of an assignment shows some columns and rows of `make run`: each of its rows is a row of
# the demo, perhaps without some of the words. "..." in a row stands for such words.
demo_tables() {
    for readme in labs/*/README.md; do
        lab=${readme#labs/??_}
        sed -n '/^variant  /,/^```/{/^```/d;p}' "$readme" >$here/shown
        [ -s $here/shown ] || { echo "$readme: no table of make run"; return 1; }
        grader --run --submission solutions \
            "${lab%/README.md}" >$here/out 2>&1 || {
            echo "build/grade --run ${lab%/README.md}: status $?"
            return 1
        }
        awk -v readme="$readme" '
            NR == FNR { row[NR] = $0; next }
            {
                for (r in row) {
                    n = split(row[r], word)
                    k = 1
                    for (i = 1; i <= n && k <= NF; i++) {
                        while (k <= NF && $k == "...") k++
                        if (k <= NF && $k == word[i]) k++
                    }
                    if (k > NF) next
                }
                print readme ": make run does not print " $0
                wrong = 1
            }
            END { exit wrong }' $here/out $here/shown || return 1
    done
}
check "the assignments show what make run prints" demo_tables

prints() { # what the kernels of a part that passes print
    mkdir -p $here/prints/04_reduction
    sed '/BEGIN TODO 1a/,/END TODO 1a/s/partial\[blockIdx.x\] = s\[0\];/{ & if (blockIdx.x == 0) printf("block %d ends\\n", 0); }/' \
        solutions/04_reduction/reduction.cu >$here/prints/04_reduction/reduction.cu
    grade 0 --run --part 1 --submission $here/prints reduction && says "^1 .* right" && says "^block 0 ends$"
}
check "make run shows what kernels print" prints

# Part 8 of lab 13 shows a case that is unlike the cases that it is graded with.
check "make run shows wrong results, too" \
    eval 'grade 0 --run --part 8 --submission build/skeletons hashing && says "^8 .* wrong"'

tap_end
