#!/bin/sh
# release.sh - tests the student release: what it has, and what a planted solution does.
# tests/release_grades.sh grades in one. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/release
rm -rf $here
mkdir -p $here/leak $here/course
. tests/tap.sh
check "make dist makes a release" release $here/course

leaks() { ! sh grader/release/leaks.sh $here/leak && grep -q "shows solutions/$1" $here/check; }

tree=$(echo $here/course/cuda-course-*/)
check "labs that are left out are not there" \
    sh -c "[ -d $tree/labs/04_reduction ] && ! [ -e $tree/labs/05_scan ] &&
        ! [ -e $tree/grader/labs/05_scan ] && ! grep -q 05_scan $tree/labs/README.md"
check "the skeletons are there, twice" \
    sh -c "cmp $tree/labs/04_reduction/reduction.cu build/skeletons/04_reduction/reduction.cu &&
        cmp $tree/common/skeletons/04_reduction/fastest.cu build/skeletons/04_reduction/fastest.cu"
check "the same files make the same archive" \
    eval 'cp $here/course/*.gz $here/first.gz && release $here/course && cmp $here/course/*.gz $here/first.gz'
check "a release has no developers' commands" \
    sh -c "! make -C $tree test 2>$here/err && grep -q 'student release does not have' $here/err"
sed -n '/BEGIN TODO 6/,/END TODO 6/p' solutions/04_reduction/reduction.cu | sed 's/^ */  /' >$here/leak/notes.md
check "the lines of a solution are found wherever they are" leaks 04_reduction/reduction.cu
cp solutions/12_graphs/answers.txt $here/leak/notes.md
check "so is a file of answers" leaks 12_graphs/answers.txt
tap_end
