#!/bin/sh
# release_grades.sh - the student release gives the same grades, with one part of one lab. `make
# release-check` does the same with all labs. Prints TAP.
#
# inputs: grades build/class build/skeletons grader/release labs common/version.h
# inputs: build/obj/grader/attempts build/obj/grader/options.o
cd "$(dirname "$0")/.." || exit 1
here=build/tests/release_grades
rm -rf $here
mkdir -p $here/course
. tests/tap.sh
release $here/course >$here/out 2>&1 || {
    tap 1 "make dist makes a release"
    tap_end
    exit 1
}
COPY=1 PART=1 sh grader/release/check.sh $here/course/cuda-course-*.tar.gz >$here/checked
failed=$?
sed '/^1\.\./d' $here/checked
number=$(grep -c '^ok\|^not ok' $here/checked)
tree=$(echo $here/course/check/cuda-course-*/)
check "look in a release says that there is no solution" \
    sh -c "cd $tree && build/grade ${NVCC:+--nvcc '$NVCC'} --look /tmp/none --part 1 reduction 2>&1 |
        grep -q 'without the reference: a student release of the course has no solutions'"
tap_end
