#!/bin/sh
# commands.sh - runs the commands that README.md, labs/README.md and grader/INSTRUCTORS.md show, as
# tests/commands.txt says. A command without a line there fails, and a line without a command. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/commands
rm -rf $here
. tests/tap.sh

list() { sed -n 's/ |.*//p' tests/commands.txt | grep -v '^#' | sort; }
shown() {
    for file in README.md labs/README.md grader/INSTRUCTORS.md; do
        awk -f tests/commands.awk $file
    done | sort -u
}
shown >$here/shown
list >$here/listed
check "each command is run, or there is a reason why not" diff $here/shown $here/listed

# What stands for a student's work: the folder, the program, the receipt.
mkdir -p $here/labs
cp -r solutions/04_reduction $here/labs/
cat >$here/program.cu <<'END'
#include <cstdio>
__global__ void add(int *sum)
{
    atomicAdd(sum, threadIdx.x);
}
int main()
{
    int *sum, result;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add<<<1, 32>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("sum %d\n", result);
    cudaFree(sum);
}
END
"${NVCC:-nvcc}" -arch=compute_90 -cudart shared -lineinfo -o $here/program $here/program.cu >$here/out 2>&1
grader --seed 7 --submission $here/labs --part 2 --json $here/grade.json reduction >$here/out 2>&1

# As typed, except for names that stand for something, and quiet. What looks at a student's own work
# looks at the folder here: labs/ may be filled in.
typed() {
    echo "$1" | sed "s,\./program,$here/program,; s,PROGRAM=NAME.cu,PROGRAM=$here/program.cu,; s,ARGS='\.\.\.',ARGS='1 2',
        s,RECEIPT=grade.json,RECEIPT=$here/grade.json,; s,\(launches\|trace\)\.,$here/\1.,g; s,^make,make -s,
        /make -s \(grade\|run LAB\|replay\|verify\)/s,\$, SUBMISSION=$here/labs,"
}

runs() { # COMMAND STATUS WORDS
    typed "$1" >$here/typed
    timeout 600 sh $here/typed </dev/null >$here/out 2>&1
    [ $? -eq "$2" ] && { [ -z "$3" ] || grep -q -F -e "$3" $here/out; }
}

grep -v '^#\|^$' tests/commands.txt | while IFS='|' read -r command status words; do
    [ "$status" = " not " ] || printf '%s|%s|%s\n' "${command% }" "${status# }" "${words# }"
done >$here/todo
while IFS='|' read -r command status words; do
    check "$command" runs "$command" $status "$words"
done <$here/todo

tap_end
