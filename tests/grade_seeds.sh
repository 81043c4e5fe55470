#!/bin/sh
# grade_seeds.sh - tests build/grade as a program: seeds, receipts that are verified, and what becomes
# an attempt. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_seeds
rm -rf $here
. tests/tap.sh

# Without --submission, build/grade grades labs/. Its contents, and the marks, do not matter here.
grades_labs() {
    grader --no-history --part 1 --json $here/l.json reduction >$here/out 2>&1
    case $? in 0|1|3) grep -q '"labs/04_reduction' $here/l.json ;; *) false ;; esac
}
check "without --submission, labs/ is graded" grades_labs

seed_of() { sed -n 's/^ "seed": "\(.*\)",$/\1/p' "$1"; }
fresh_seeds() {
    grade 1 --submission build/skeletons --part 1 --json $here/fresh.json reduction || return 1
    grade 1 --submission build/skeletons --part 1 --json $here/f.json reduction || return 1
    [ -n "$(seed_of $here/f.json)" ] && [ "$(seed_of $here/f.json)" != 0x5c41 ] &&
        [ "$(seed_of $here/f.json)" != "$(seed_of $here/fresh.json)" ]
}
check "the work of others is graded with a seed of its own each time" fresh_seeds
check "a student's own labs/ with the seed of the course" \
    [ "$(seed_of $here/l.json)" = 0x5c41 ]
fresh_labs() {
    grader --fresh-seed --no-history --part 1 --json $here/l.json reduction >$here/out 2>&1
    [ -n "$(seed_of $here/l.json)" ] && [ "$(seed_of $here/l.json)" != 0x5c41 ]
}
check "unless asked for another one" fresh_labs
check "two seeds are wrong usage" grade 2 --seed 1 --fresh-seed reduction

moved="$here/moved"
mkdir -p "$moved"
cp -r build/skeletons/04_reduction "$moved/"
check "a receipt is verified" grade 0 --jobs 1 --verify $here/f.json
check "and says so" says "^the same grade: 0/12"
check "where the submission is in another folder, too" \
    grade 0 --submission "$moved" --verify $here/f.json
cp solutions/04_reduction/reduction.cu "$moved/04_reduction/"
check "another file gives another grade" grade 1 --submission "$moved" --verify $here/f.json
check "which says first what has changed" \
    sh -c "head -n 1 $here/out | grep -q '^the submission has changed: 04_reduction/reduction.cu'"
check "and what differs" says "^items reduction.neighbored.int: score: the receipt has 0, now it is"
sed 's/"course": "[^"]*"/"course": "0.0.1"/; s/"score": 0,/"score": 1,/' $here/f.json >$here/forged.json
check "a receipt that was changed is found out" grade 1 --verify $here/forged.json
check "after the versions" \
    sh -c "head -n 1 $here/out | grep -q '^another version of course: the receipt has 0.0.1'"
sed 's/"course": "[^"]*"/"course": "0.0.1"/' $here/f.json >$here/earlier.json
check "another version with the same points is no dispute" grade 0 --verify $here/earlier.json
check "which it says" says "^another version, and the same points: 0/12"
check "a receipt has the commit" grep -q '^  "commit": "' $here/f.json
check "make verify" sh -c \
    'make -s verify ${NVCC:+NVCC="$NVCC"} RECEIPT="$1" | grep -q "^the same grade"' sh $here/f.json
check "what is no receipt is wrong usage" grade 2 --verify README.md
check "a receipt that is not there, too" grade 2 --verify $here/nosuch
sed 's/"submission": "[^"]*"/"submission": "nosuch"/' $here/f.json >$here/lost.json
check "a submission that is gone is missing" grade 4 --verify $here/lost.json
check "--verify knows its labs" grade 2 --verify $here/f.json scan

no_history() { # neither the work of others nor what is not to be kept
    before=$(find .history 2>/dev/null | sort | xargs -r cksum 2>/dev/null)
    grade 1 --submission build/skeletons --part 2 reduction && grades_labs &&
        [ "$before" = "$(find .history 2>/dev/null | sort | xargs -r cksum 2>/dev/null)" ]
}
check "the history has a student's own attempts only, and only those that are to be kept" no_history

tap_end
