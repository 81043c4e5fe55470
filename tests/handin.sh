#!/bin/sh
# handin.sh - tests make handin: what a student hands in is compiled, named and packed, and make class
# reads it. Prints TAP.
#
# inputs: grades build/class build/skeletons grader/submission/handin.sh
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/handin
rm -rf "$here"
. tests/tap.sh
mkdir -p "$here/mine" "$here/in"
cp -r build/skeletons/04_reduction "$here/mine/"
echo '// mine' >"$here/mine/04_reduction/own.h"
echo 'notes' >"$here/mine/04_reduction/notes.md"
handin() { sh grader/submission/handin.sh "${NVCC:-}" "$@" "$here/mine" >"$here/out" 2>"$here/err"; }
packed="build/handin/Ann Lee-04_reduction.zip"
rm -f "$packed"
check "a lab is packed" handin reduction "Ann Lee"
check "with what is graded" grep -q "^$packed: fastest.cu, own.h, reduction.cu, [0-9]* bytes" "$here/out"
cp "$packed" "$here/first.zip" 2>/dev/null
check "the digest is that of the file" \
    eval 'grep -q "^sha256 $(sha256sum <"$packed" | cut -d" " -f1)$" "$here/out"'
check "the same files have the same digest" eval 'handin 04 "Ann Lee" && cmp "$packed" "$here/first.zip"'
check "without a name it asks who" eval '! handin reduction "" && grep -q "who are you" "$here/err"'
check "without a lab it asks which" eval '! handin "" Ann && grep -q "which lab" "$here/err"'
check "a lab that is not there is named" eval '! handin nosuch Ann && grep -q "no such lab: nosuch" "$here/err"'
check "no name is a path" eval '! handin reduction ../x && grep -q "has no /" "$here/err"'
check "make class finds it" eval 'cp "$packed" "$here/in/" && build/class ${NVCC:+--nvcc "$NVCC"} --submissions "$here/in" \
    --out "$here/graded" --lab reduction --seed 7 --prepare'
echo 'int broken(' >>"$here/mine/04_reduction/reduction.cu"
check "what does not compile is not packed" \
    eval '! handin reduction "Ann Lee" && grep -q "does not compile" "$here/err" && cmp "$packed" "$here/first.zip"'
tap_end
