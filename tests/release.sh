#!/bin/sh
# release.sh - tests the student release with one part of one lab: it has no solutions, and gives the
# same grades. `make release-check` does the same with all labs. Also what a planted solution does.
# Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/release
rm -rf $here
mkdir -p $here/leak $here/course
. tests/tap.sh
# All labs but 04 are left out.
(cd grader/labs && ls -d ??_*) | grep -v 04_reduction | paste -sd, |
    sed 's/[^,]*/"&"/g; s/.*/{"leave_out": [&]}/' >$here/course.json
COURSE_FILE=$here/course.json sh grader/release/dist.sh $here/course >$here/out 2>&1 || {
    echo "not ok 1 - make dist makes a release"
    sed 's/^/# /' $here/out
    echo 1..1
    exit 1
}
COPY=1 PART=1 sh grader/release/check.sh $here/course/cuda-course-*.tar.gz >$here/checked
failed=$?
sed '/^1\.\./d' $here/checked
number=$(grep -c '^ok\|^not ok' $here/checked)

leaks() { ! sh grader/release/leaks.sh $here/leak && grep -q "shows solutions/$1" $here/check; }

tree=$(echo $here/course/cuda-course-*/)
check "labs that are left out are not there" \
    sh -c "[ -d $tree/labs/04_reduction ] && ! [ -e $tree/labs/05_scan ] &&
        ! [ -e $tree/grader/labs/05_scan ] && ! grep -q 05_scan $tree/labs/README.md"
check "the skeletons are there, twice" \
    sh -c "cmp $tree/labs/04_reduction/reduction.cu build/skeletons/04_reduction/reduction.cu &&
        cmp $tree/common/skeletons/04_reduction/fastest.cu build/skeletons/04_reduction/fastest.cu"
check "look in a release says that there is no solution" \
    sh -c "cd $here/course/check/cuda-course-*/ &&
        build/grade ${NVCC:+--nvcc '$NVCC'} --look /tmp/none --part 1 reduction 2>&1 |
        grep -q 'without the reference: a student release of the course has no solutions'"
check "the same files make the same archive" \
    sh -c "cp $here/course/*.gz $here/first.gz && COURSE_FILE=$here/course.json \
        sh grader/release/dist.sh $here/course && cmp $here/course/*.gz $here/first.gz"
check "a release has no developers' commands" \
    sh -c "! make -C $tree test 2>$here/err && grep -q 'student release does not have' $here/err"
sed -n '/BEGIN TODO 6/,/END TODO 6/p' solutions/04_reduction/reduction.cu | sed 's/^ */  /' >$here/leak/notes.md
check "the lines of a solution are found wherever they are" leaks 04_reduction/reduction.cu
cp solutions/12_graphs/answers.txt $here/leak/notes.md
check "so is a file of answers" leaks 12_graphs/answers.txt
tap_end
