#!/bin/sh
# totals.sh - the totals by which every change is judged; CONTRIBUTING.md has their table.
#
#   sh tests/bench/totals.sh [test]
#
# Lines and files by folder, the folders that a lab lives in, and, in a fresh clone of HEAD, the first
# grade: its steps (compilations and links) and seconds. With `test`, also the seconds of the first
# `make test` and of one after an edit. Nothing else should run on the machine.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

count() { # count NAME PATHSPEC...
    name=$1
    shift
    git ls-files -z -- "$@" | xargs -0 cat | wc -l | tr -d ' ' >"$tmp/lines"
    printf '%-28s %8s lines %6s files\n' "$name" "$(cat "$tmp/lines")" "$(git ls-files -- "$@" | wc -l | tr -d ' ')"
}
count common common
count 'grader without labs/' grader ':!grader/labs'
count 'grader/labs, no versions' grader/labs ':(exclude,glob)grader/labs/*/versions/**'
count 'grader/labs, versions' ':(glob)grader/labs/*/versions/**'
count 'labs, solutions, slides' labs solutions slides
count tests tests
count 'all files' .

# A lab's files have its name, or are in a folder of its name.
echo "lab 05 lives in: $(git ls-files | grep -E '05_scan|(^|[/_])scan(_[a-z]*)?\.(c|h|cu)$' |
    sed -E 's#(/05_scan)/.*#\1#; t; s#/[^/]*$##' | sort -u | tr '\n' ' ')"

now() { date +%s; }
timed() { # timed NAME COMMAND...: in the clone
    name=$1
    shift
    begin=$(now)
    (cd "$tmp/course" && "$@") >"$tmp/log" 2>&1 || { tail -n 20 "$tmp/log"; exit 1; }
    echo "$name: $(($(now) - begin)) s on $(nproc) processors"
}
unset MAKEFLAGS MFLAGS MAKELEVEL
git clone -q . "$tmp/course"
timed 'the first grade, make grade LAB=patterns' make grade LAB=patterns
sed -n 's/^ *building: \([0-9]*\) steps$/its steps: \1/p' "$tmp/log"
[ "${1:-}" = test ] || exit 0
timed 'the first make test' make test
echo '// an edit' >>"$tmp/course/grader/report/report_table.c"
timed 'make test after an edit of a file' make test
