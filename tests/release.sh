#!/bin/sh
# release.sh - tests the student release: what it has, and what a planted solution does.
# tests/release_grades.sh grades in one. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/release
rm -rf $here
mkdir -p $here/leak $here/course
. tests/tap.sh
check "make dist makes a release" release $here/course
# The files of the whole course: cheap, because nothing is graded.
check "the whole course can be released" sh grader/release/tree.sh $here/whole
check "no text of it leads to nothing" sh grader/release/links.sh $here/whole
check "nothing of a solution is in it" sh grader/release/leaks.sh $here/whole
check "it says of which commit it is" grep -q . $here/whole/common/commit
check "its first page names the guide of no instructor" sh -c "! grep -qi 'instructor' $here/whole/README.md"
echo 'See [that](nothing.md) and make class.' >>$here/whole/README.md
check "a dead link is found, and a command that is not there" eval '! sh grader/release/links.sh $here/whole &&
    grep -q "there is no nothing.md" $here/check && grep -q "no such command in a release: .*make class" $here/check'
echo '{"lock": ["hints", "solution"]}' >$here/lock.json
check "a course locks hints" env COURSE_FILE=$here/lock.json sh grader/release/tree.sh $here/locked
check "so the third level is not there" sh -c \
    "grep -q '^1.2: ' $here/locked/grader/labs/04_reduction/hints.txt && ! grep -rq '^[0-9]*[.]3: ' $here/locked/grader/labs/*/hints.txt"
check "what is locked is in grader/lock" sh -c "[ \"\$(cat $here/locked/grader/lock | paste -sd,)\" = hints,solution ]"
check "without a lock all hints are there" grep -q '^1.3: ' $here/whole/grader/labs/04_reduction/hints.txt

leaks() { ! sh grader/release/leaks.sh $here/leak && grep -q "shows solutions/$1" $here/check; }

tree=$(echo $here/course/cuda-course-*/)
check "labs that are left out are not there" \
    sh -c "[ -d $tree/labs/04_reduction ] && ! [ -e $tree/labs/05_scan/scan.cu ] &&
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
sed -n '65,70p' solutions/04_reduction/fastest.cu >$here/leak/notes.md
check "five lines of a race are enough" leaks 04_reduction/fastest.cu
# A version is what a tag says. "-dev": it will be one.
version=$(sed -n 's/^#define COURSE_VERSION "\(.*\)"/\1/p' common/version.h)
tagged() { case $version in *-dev) ;; *) git rev-parse -q --verify "refs/tags/v$version" >/dev/null ;; esac; }
if git rev-parse HEAD >/dev/null 2>&1; then
    check "version $version has a tag" tagged
fi
tap_end
