#!/bin/sh
# own_lab.sh - adds the lab of grader/release/templates/lab/ to a copy of the course, as
# grader/INSTRUCTORS.md says, and grades it: the solution has all points, the skeleton none, and the
# release has the lab. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/own_lab
template=grader/release/templates/lab
rm -rf "$here"
mkdir -p "$here/build"
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs the tests
number=0
failed=0
check() {
    what=$1
    shift
    number=$((number + 1))
    if "$@" >"$here/out" 2>&1; then
        echo "ok $number - $what"
    else
        failed=1
        echo "not ok $number - $what"
        tail -n 30 "$here/out" | sed 's/^/# /'
    fi
}

# The objects are copied with their dates, so that make builds only what the new lab changes.
cp -r Makefile LICENSE CHANGELOG.md README.md common grader labs slides solutions "$here/"
mkdir "$here/tests" && cp -r tests/*.h tests/skeletons.c tests/data tests/cuda "$here/tests/"
cp -rp build/obj build/avx2 build/avx512 build/libcudasim.a build/include "$here/build/" 2>/dev/null
find "$here/build" -path '*/common/*.o' -exec touch {} +
touch "$here"/build/libcudasim.a "$here"/build/*/libcudasim.a

mkdir -p "$here/solutions/50_twice" "$here/labs/50_twice"
cp $template/twice.cu "$here/solutions/50_twice/"
sed '/BEGIN TODO/,/END TODO/{/TODO/!d}' $template/twice.cu >"$here/labs/50_twice/twice.cu"
echo '# Lab 50: Twice' >"$here/labs/50_twice/README.md"
mkdir "$here/grader/labs/50_twice"
cp $template/suite.c $template/calls.c $template/hints.txt "$here/grader/labs/50_twice/"
sed -i 's/^#undef LAB/LAB(50_twice)\n\n&/' "$here/grader/all_labs.h"
sed -i '/^#ifdef __cplusplus/{x;s/^/x/;/^xx/{x;s/^/void twice(int *out, const int *in, int n); \/\/ out[i] = 2 * in[i]\n/;b};x}' \
    "$here/common/labs.h"

cd "$here" || exit 1
check "the solution has all points" sh -c "make -s grade LAB=twice ${NVCC:+NVCC='$NVCC'} \
    GRADEFLAGS=--plain SUBMISSION=solutions | grep -qx 'Score: 100/100'"
check "the skeleton has none" sh -c "make -s grade LAB=twice ${NVCC:+NVCC='$NVCC'} GRADEFLAGS=--plain | \
    grep -qx 'Score: 0/100'"
check "it has hints" sh -c "build/grade --hint --level 3 twice | grep -q 'hint 3 of 3'"
mv grader/labs/50_twice/hints.txt build/
check "without its hints, one line and status 5" sh -c \
    "build/grade --hint twice 2>build/problem >/dev/null; test \$? = 5 && grep -c . build/problem | grep -qx 1 &&
     grep -q 'grader/labs/50_twice/hints.txt: it cannot be read' build/problem"
mv build/hints.txt grader/labs/50_twice/
others=$(sed -n 's/^LAB(\(.*\))$/"\1"/p' grader/all_labs.h | grep -v 50_twice | paste -sd,)
echo "{\"leave_out\": [$others]}" >course.json
check "a course of this lab alone can be released" make -s dist ${NVCC:+NVCC="$NVCC"}
check "the release has it" sh -c "tar -tzf build/release/*.gz | grep -q labs/50_twice/twice.cu"
check "and not its solution" sh -c "! tar -xzOf build/release/*.gz --wildcards '*/twice.cu' | grep -q '2 \* in\[i\];'"
echo "1..$number"
exit $failed
