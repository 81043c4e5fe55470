#!/bin/sh
# own_lab.sh - adds the lab of grader/release/templates/lab/ to a copy of the course, as
# grader/INSTRUCTORS.md says, and grades it: the solution has all points, the skeleton none, and the
# release has the lab. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/own_lab
template=grader/release/templates/lab
rm -rf "$here"
mkdir -p "$here/build"
. tests/tap.sh

# Sources and objects keep their dates, so that make builds only what the new lab changes.
cp -rp Makefile LICENSE CHANGELOG.md README.md common grader labs slides solutions "$here/"
mkdir "$here/tests" && cp -rp tests/*.h tests/skeletons.c tests/data tests/cuda "$here/tests/"
cp -rp build/obj build/avx2 build/avx512 build/*.a build/include build/packages build/lib "$here/build/" 2>/dev/null

new_files() { (cd $template && find . -type f) | while read -r file; do [ ! -e "$file" ] || echo "$file is there"; done; }
check "a lab of one's own changes no file of the course: the next version merges" [ -z "$(new_files)" ]
cp -r grader/release/templates/lab/* "$here/"
cd "$here" || exit 1
check "the skeleton is made of the solution" sh -c 'make -s build/skeletons/made &&
    cp build/skeletons/50_twice/twice.cu labs/50_twice/ && grep -q "TODO 1" labs/50_twice/twice.cu'
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
others=$(cd grader/labs && ls -d ??_* | grep -v 50_twice | sed 's/.*/"&"/' | paste -sd,)
echo "{\"leave_out\": [$others]}" >course.json
check "a course of this lab alone can be released" make -s dist ${NVCC:+NVCC="$NVCC"}
check "the release has it" sh -c "tar -tzf build/release/*.gz | grep -q labs/50_twice/twice.cu"
check "and not its solution" sh -c "! tar -xzOf build/release/*.gz --wildcards '*/twice.cu' | grep -q '2 \* in\[i\];'"
tap_end
