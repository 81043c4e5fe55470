#!/bin/sh
# widths.sh - the machine gives the same bytes of grade.json with each width of vectors that this
# processor has, its instructions the same results, and a program takes the widest. Prints TAP.
#
# inputs: grades build/obj/common/cudasim build/avx2 build/avx512
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/widths
. tests/tap.sh

has() { # has WORD...: does the processor have all of them?
    for word in "$@"; do
        grep -qw "$word" /proc/cpuinfo || return 1
    done
}
widths=plain
if [ "$(uname -m)" = x86_64 ]; then
    has avx2 fma bmi1 bmi2 popcnt && widths="$widths avx2" &&
        has avx512f avx512bw avx512cd avx512dq avx512vl && widths="$widths avx512"
fi

# A course of its own, in which runners take turns.
tree=$here/course
rm -rf "$tree"
mkdir -p "$tree/build/lib"
cp build/grade build/client "$tree/build/"
cp -P build/lib/* "$tree/build/lib/"
ln -s "$(readlink -f build/include)" "$tree/build/include"
cp -r common labs solutions slides "$tree/"
mkdir -p "$tree/unordered/04_reduction"
sed 's/__syncthreads();//; s/__syncwarp();//' solutions/04_reduction/reduction.cu >"$tree/unordered/04_reduction/reduction.cu"

grade() { # grade WIDTH SUBMISSION: what the grade says, but the facts of the run
    rm -rf "$tree/build/reference"
    rm -f "$tree/build/runner"
    cp "$here/$1/runner" "$tree/build/runner"
    json=$here/$1/$2.json
    (cd "$tree" && build/grade --plain --no-history ${NVCC:+--nvcc "$NVCC"} --seed 7 --submission "$2" --json "$json" reduction)
    case $? in 0 | 1) ;; *) return 1 ;; esac
    grep -q '^ "run": {' "$json" && sed '/^ "run": {/,$d' "$json" >"$here/$1/$2.facts"
}
same_grade() { # same_grade WIDTH SUBMISSION
    grade "$1" "$2" && cmp "$here/plain/$2.facts" "$here/$1/$2.facts"
}

for width in $widths; do
    widest=$width
    # The plain width has just run as build/tests/test_*.
    for suite in $([ $width = plain ] || "$here/$width/all"); do
        check "$width: $suite" "$here/$width/all" "$suite"
    done
    check "$width: the grade of a solution" same_grade "$width" solutions
    check "$width: the grade of a solution without barriers" same_grade "$width" unordered
done
# Of a course that was built on another processor: a runner without a machine for this one.
elsewhere() {
    rm -f "$tree/build/runner"
    ${CC:-gcc} -o "$tree/build/runner" build/obj/common/cudasim/widths.o || return 1
    (cd "$tree" && build/grade --plain --no-history ${NVCC:+--nvcc "$NVCC"} --seed 7 reduction) >"$here/elsewhere" 2>&1
    [ $? -eq 4 ] && grep -q 'run make here$' "$here/elsewhere" && [ "$(wc -l <"$here/elsewhere")" -eq 1 ]
}
check "a runner for another processor: no grade, and one line" elsewhere
for program in build/runner build/cudasim; do
    check "$program takes $widest" test "$($program --width)" = "$widest"
done
rm -rf "$tree"
tap_end
