#!/bin/sh
# program.sh - tests make program and make debug: a program of one's own is compiled and run, and what
# is wrong with PROGRAM is said in one true line. Prints TAP.
#
# inputs: build/cudasim build/lib common/setup tests/cuda/debug
cd "$(dirname "$0")/.." || exit 1
here=build/tests/program
rm -rf $here
. tests/tap.sh
nvcc=${NVCC:-nvcc}

# refuses LINE COMMAND PROGRAM
refuses() {
    sh common/setup/program.sh "$2" "$nvcc" "$3" >$here/out 2>$here/err
    [ $? -eq 2 ] && [ ! -s $here/out ] && [ "$(cat $here/err)" = "$1" ]
}
echo nothing >$here/notes.txt
cp tests/cuda/debug/race.cu "$here/a race.cu"
check "no program" refuses "which program? make debug PROGRAM=NAME.cu" debug ""
check "no such file" refuses "no such file: nosuch.cu" debug nosuch.cu
check "the ending is missing" refuses "no such file: tests/cuda/debug/race; did you mean tests/cuda/debug/race.cu?" debug tests/cuda/debug/race
check "a folder" refuses "labs is a folder: make program PROGRAM=NAME.cu names a file" program labs
is_taken() { [ "$(sh common/setup/program.sh debug "$nvcc" build/cudasim)" = build/cudasim ]; }
check "a program" is_taken
check "another file" refuses "$here/notes.txt is no CUDA source, whose name ends with .cu" debug $here/notes.txt
printf 'i\0n\0t\0' >$here/wide.cu
check "UTF-16" refuses "$here/wide.cu is no text in UTF-8: is it UTF-16? Save it as UTF-8" program $here/wide.cu
without_main() {
    echo '__global__ void kernel() {}' >$here/kernel.cu
    sh common/setup/program.sh program "$nvcc" $here/kernel.cu >$here/out 2>$here/err
    [ $? -eq 3 ] && grep -q "^$here/kernel.cu has no main: a lab is run by make grade" $here/err
}
check "a source without main" without_main
source_is_named() {
    build/cudasim --debug tests/cuda/debug/race.cu >$here/out 2>$here/err
    [ $? -eq 126 ] && grep -q "that is a source: make program PROGRAM=tests/cuda/debug/race.cu" $here/err
}
check "a source is no program" source_is_named

made=
runs() { # with the checkers, as make program does
    made=$(sh common/setup/program.sh program "$nvcc" "$here/a race.cu") || return 1
    build/cudasim --tool all "$made" >$here/out 2>$here/err
    grep -q "Race reported" $here/err && grep -q "a race.cu:7" $here/err
}
check "a program of one's own runs, with its findings and their lines" runs
rm -f "$made"
tap_end
