#!/bin/sh
# check.sh - proves the student release: it has no solutions, and it gives the same grades. `make
# release-check` calls it.
#
#   sh grader/release/check.sh ARCHIVE [LAB...]
#
# The archive is unpacked and built in the folder check/ beside it. There and here three submissions of
# each lab are graded with the public seed: the skeleton, the solution, and the solution without its
# barriers. All of grade.json but its last object, which has the facts of the run, must be the same,
# byte by byte. PART=N compares one part alone. With COPY=1 the programs are copied instead of built:
# for tests, which have built them. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
archive=$1
shift
top=$(cd "$(dirname "$archive")" && pwd)/check # two checks at a time do not meet
work=$(mktemp -d) # in neither of the trees: a grade names a folder of its own tree differently
trap 'rm -rf "$work"' EXIT
rm -rf "$top"
mkdir -p "$top/grades"
tar -xzf "$archive" -C "$top" || exit 4
tree=$(echo "$top"/cuda-course-*)

here=$top
. tests/tap.sh

# A release that is built from its own sources.
build_release() {
    if [ "${COPY:-0}" = 1 ]; then
        mkdir -p "$tree/build/lib" "$tree/build/state"
        cp build/grade build/runner build/client "$tree/build/"
        cp -P build/lib/* "$tree/build/lib/"
        ln -s "$(readlink -f build/include)" "$tree/build/include"
    else
        make -C "$tree" CC="${CC:-gcc}" build/lib/libcudart.so.13 build/grade build/runner \
            build/client
    fi
}

# The submissions of a lab: folders laid out like labs/.
make_submissions() {
    lab=$1
    mkdir -p "$work/skeleton" "$work/solution" "$work/unordered"
    cp -r "build/skeletons/$lab" "$work/skeleton/"
    cp -r "solutions/$lab" "$work/solution/"
    mkdir "$work/unordered/$lab"
    for file in solutions/"$lab"/*; do
        sed 's/__syncthreads();//; s/__syncwarp();//' "$file" >"$work/unordered/$lab/${file##*/}"
    done
}

grade() { # grade TREE SUBMISSION LAB FILE
    (cd "$1" && build/grade --plain ${NVCC:+--nvcc "$NVCC"} --seed 0x5c41 \
        ${PART:+--part "$PART"} --submission "$work/$2" --json "$4" "$3")
    case $? in 0 | 1 | 3) ;; *) return 1 ;; esac
    grep -q '^ "run": {' "$4" && sed '/^ "run": {/,$d' "$4" >"$4.facts"
}

same_grade() { # same_grade SUBMISSION LAB
    grade . "$1" "$2" "$top/grades/$2.$1.here.json" &&
        grade "$tree" "$1" "$2" "$top/grades/$2.$1.there.json" &&
        cmp "$top/grades/$2.$1.here.json.facts" "$top/grades/$2.$1.there.json.facts"
}

refuses() { # refuses "words" arguments...: status 4 and one line
    words=$1
    shift
    (cd "$tree" && build/grade --plain ${NVCC:+--nvcc "$NVCC"} "$@") >"$top/out" 2>"$top/err"
    status=$?
    cat "$top/out" "$top/err"
    [ $status -eq 4 ] && [ "$(wc -l <"$top/err")" -eq 1 ] && grep -q "$words" "$top/err"
}

check "the release has no solutions and no wrong versions" sh grader/release/leaks.sh "$tree"
check "it has no folder of solutions, and no tests of the grader" \
    sh -c "! [ -e '$tree/solutions' ] && ! ls '$tree'/tests/*.c '$tree'/grader/labs/*/versions '$tree'/grader/labs/*/test.c"
check "it is built from its own files" build_release
# A lab is named 04_reduction, reduction or 04.
released=$(cd "$tree/grader/labs" && ls -d ??_*)
chosen=
for word in "$@"; do
    for lab in $released; do
        case $lab in "$word" | *_"$word" | "$word"_*) chosen="$chosen $lab" ;; esac
    done
done
[ $# -eq 0 ] && chosen=$released
[ -n "$chosen" ] || { echo "release-check: there is no lab $*" >&2; exit 2; }
set -- $chosen
for lab in "$@"; do
    make_submissions "$lab"
    for kind in skeleton solution unordered; do
        check "$lab: the grade of the $kind is the same in the release" same_grade $kind "$lab"
    done
done
# Attempts: what a student has written can be reset, and looked at.
resets() {
    file=$tree/labs/$1/${1#??_}.cu
    cp "$file" "$top/given.cu"
    sed -i 's|^ *// END TODO 1.*|    ;\n&|' "$file"
    ! cmp "$file" "$top/given.cu" && (cd "$tree" && build/grade --reset --part 1 "$1") &&
        cmp "$file" "$top/given.cu" && [ -e "$tree/.history/$1/kept/${file##*/}.1" ]
}
looks() { # with the page's shell or without it
    (cd "$tree" && build/grade --plain ${NVCC:+--nvcc "$NVCC"} --seed 7 --look "$top/look" --part 1 "$1") >"$top/out" 2>&1
    cat "$top/out"
    grep -q '^without the reference: a student release' "$top/out" &&
        { [ -e "$top/look/look.html" ] || grep -q 'make look-page' "$top/out"; }
}
check "a part can be reset" resets "$1"
check "a page of it has no reference" looks "$1"
check "the release says that another seed needs the solutions" \
    refuses 'another seed needs the solutions' --seed 7 "$1"
check "a drawn seed, too" refuses 'SEED=0x5c41' --submission "$work/skeleton" "$1"
cp "$tree/grader/reference.json" "$top/reference.json"
sed 's/"course": "[^"]*"/"course": "0.0"/' "$top/reference.json" >"$tree/grader/reference.json"
check "facts of another version of the course are not used" refuses 'is of course 0.0' "$1"
sed 's/: "[0-9a-f]\{60\}/: "'"$(printf '%060d' 0)"'/' "$top/reference.json" >"$tree/grader/reference.json"
changed_facts() {
    (cd "$tree" && build/grade --plain ${NVCC:+--nvcc "$NVCC"} --part 1 "$1")
    [ $? -eq 5 ]
}
check "facts that do not fit the cases cost no points: the release is at fault" changed_facts "$1"
cp "$top/reference.json" "$tree/grader/reference.json"
tap_end
