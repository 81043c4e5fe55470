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
# A name may have a line of its own, above its numbers.
rows() {
    awk '/^  / && row ~ /^[0-9]/ { row = row $0; next } NR > 1 { print row } { row = $0 } END { print row }' "$1" >$here/joined
    mv $here/joined "$1"
}
tables() { # of an assignment: the blocks that have such a row
    awk '/^```/ { if (inside && rows) print block; inside = !inside; block = ""; rows = 0; next }
         inside { block = block $0 "\n"; rows = rows || /^[0-9]+ .*[: ] (right|wrong)( |$)/ }' "$1"
}
narrow() { # the table, to where the program's own words begin
    sed '/^part [0-9]*, /,$d' "$1" | awk 'length($0) > 80 { print; wide = 1 } END { exit wide }'
}
demo_tables() {
    for readme in labs/*/README.md; do
        lab=${readme#labs/??_}
        tables "$readme" >$here/shown
        rows $here/shown
        [ -s $here/shown ] || { echo "$readme: no table of make run"; return 1; }
        grader --run --submission solutions \
            "${lab%/README.md}" >$here/out 2>&1 || {
            echo "build/grade --run ${lab%/README.md}: status $?"
            return 1
        }
        narrow $here/out || return 1
        rows $here/out
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
    eval 'grade 0 --run --part 8 --submission build/skeletons hashing && rows $here/out && says "^8 .* wrong"'
check "but no rate of them" eval 'grade 0 --run --part 5 --submission build/skeletons patterns && rows $here/out && says "^5 .* wrong .* -  *[^ ]*$"'

tap_end
