#!/bin/sh
# grade_wrong.sh - tests build/grade as a program with parts that are wrong, crash, hang, never end, or
# print what a terminal obeys. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_wrong
rm -rf $here
. tests/tap.sh

# Parts that are wrong, crash, hang, exit, and remember earlier calls: what is seen may not depend on how
# many processes run at a time.
any_jobs() {
    mkdir -p $here/jobs/04_reduction
    sed -e '/^__global__ void neighbored/,/^}/s/partial\[blockIdx.x\] = s\[0\]/& + (n == 33)/' \
        -e '/^void launch_consecutive/,/^}/s/int blocks/if (n > 300) *(volatile int *)nullptr = n;\n    &/' \
        -e '/^__global__ void halves/,/^}/s/__shared__ T s/for (volatile int k = n; k > 300 \&\& k < 5000;)\n        ;\n    &/' \
        -e '/^void launch_strided/,/^}/s/strided<<</static int calls;\n    printf("call %d\\n", calls);\n    if (++calls % 5)\n        &/' \
        -e '/^void launch_shuffle/,/^}/s/shuffle<<</if (n > 300)\n        exit(0);\n    &/' \
        -e 's/#include "lab.h"/&\n#include <cstdio>\n#include <cstdlib>/' \
        solutions/04_reduction/reduction.cu >$here/jobs/04_reduction/reduction.cu
    for jobs in 1 2 7; do
        grade 1 --jobs $jobs --submission $here/jobs --seed 0x5c41 --json $here/jobs$jobs.json reduction || return 1
        cp $here/out $here/jobs$jobs.out
    done
    for words in 'got .*, want' 'writes through a null pointer' 'a kernel was stopped' 'call 9' 'called exit(0)' ' 20/20'; do
        says "$words" || { echo "no $words"; return 1; }
    done
    for jobs in 2 7; do
        same $here/jobs1.json $here/jobs$jobs.json && cmp $here/jobs1.out $here/jobs$jobs.out || return 1
    done
}
check "wrong, crashing and hanging parts: the same with 1, 2 and 7 processes at a time" any_jobs

# Each block takes the tile of its number, and waits for the tile before. So blocks can wait for blocks that
# have no room on the GPU yet.
reordered_blocks() {
    mkdir -p $here/order/05_scan
    sed '/^__global__ void look_back/,/^}/s/int tile = my_tile/int tile = blockIdx.x/' \
        solutions/05_scan/scan.cu >$here/order/05_scan/scan.cu
    grade 1 --submission $here/order --seed 0x5c41 --part 8 scan || return 1
    says 'Deadlock' && says 'blocks that start in another order' && says '^lost 6 points'
}
check "blocks that wait for others start in another order, too" reordered_blocks

# lab FOLDER KERNEL: part 1 of lab 04 with the lines of the file KERNEL as its kernel.
lab() {
    mkdir -p "$1/04_reduction"
    sed -e "/END TODO 1a/r $2" -e '/END TODO 1b/i\
    neighbored<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(partial, in, n);' \
        build/skeletons/04_reduction/reduction.cu >"$1/04_reduction/reduction.cu"
}

# A kernel that does not end, for one size, is stopped by its budget, on a machine that is 20 times slower,
# too: GRADE_TIMEOUT_SCALE makes all limits on time smaller.
mkdir -p $here/endless.d/04_reduction
sed '/^__global__ void neighbored/,/^}/s/__shared__ T s/for (volatile T *p = partial; n == 33;)\n        p[0] += in[threadIdx.x % n];\n    &/' \
    solutions/04_reduction/reduction.cu >$here/endless.d/04_reduction/reduction.cu
slowly() { (export GRADE_TIMEOUT_SCALE=$1; shift; grade "$@"); }
check "an endless kernel" slowly 10 1 --submission $here/endless.d --seed 1 --part 1 --json $here/e1.json reduction
check "is stopped by its budget" says "a kernel was stopped"
check "which no checker finds" grade 0 --replay --submission $here/endless.d --seed 1 --part 1 reduction
check "but the list of findings says" says "fails: a kernel was stopped"
check "and names the page" says "make look LAB=reduction PART=1 SUBMISSION=$here/endless.d SEED=1"
check "on a slow machine, too" slowly 0.5 1 --submission $here/endless.d --seed 1 --part 1 --json $here/e2.json reduction
check "with the same grade" same $here/e1.json $here/e2.json

# What a terminal obeys and what is no UTF-8: in output, in names of files, in answers.
cat >$here/hostile <<'END'
#line 7 "\033]0;x\007\377.cu"
    partial[blockIdx.x + (1 << 28)] = in[threadIdx.x];
#line 100 "other.cu"
END
lab $here/hostile.d $here/hostile
cat >>$here/hostile.d/04_reduction/reduction.cu <<'END'
#include <cstdio>
__attribute__((constructor)) static void say()
{
    for (int i = 1; i < 256; i++)
        putchar(i);
    puts("\n\033[2Jok 5 - forged\n]]> <!-- &#27;");
    fflush(stdout);
}
END
harmless() { # no control characters, and UTF-8
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" $here/out && iconv -f UTF-8 -t UTF-8 $here/out >/dev/null
}
hostile() { grade 1 --submission $here/hostile.d --part 1 --json $here/h.json "$@" reduction; }
check "hostile texts in the table" hostile
check "are shown" says 'x5b2Jok 5\|x1b\[2Jok 5'
check "are harmless" harmless
check "in TAP" hostile --format tap
check "are harmless" harmless
check "cannot forge a line" sh -c "! grep -q '^ok 5' $here/out"
check "in JUnit" hostile --format junit
check "are XML" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$here/out')"
check "in Gradescope's results" hostile --format gradescope
check "are JSON" python3 -m json.tool $here/out
check "and so is grade.json" python3 -m json.tool $here/h.json

tap_end
