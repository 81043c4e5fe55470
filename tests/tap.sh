# tap.sh - what scripts that print TAP share. A script sets `here`, the folder that it works in, and
# reads this file; its last line is tap_end.
mkdir -p "$here"
unset GRADE_SEED CK_RUN_CASE CK_RUN_SUITE
# What the make that runs the tests exports.
unset MAKEFLAGS MFLAGS MAKELEVEL COURSE_FILE LAB PART SUBMISSION SEED LEVEL TODO CASE N VALUES DIR FINDING RECEIPT \
    SUBMISSIONS REGRADE TIMES ROSTER CHANGES EARLIER FOLDERS NAME PROGRAM
export GRADE_TIMEOUT_SCALE=20 # no result may depend on how fast or how busy the machine is
number=0
failed=0

check() { # check "what" command...: runs a check, and shows the last output if it fails
    what=$1
    shift
    "$@" >"$here/check" 2>&1
    tap $? "$what"
}

tap() { # tap STATUS "what"
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        failed=1
        echo "not ok $number - $2"
        cat "$here/check" "$here/out" "$here/err" 2>/dev/null | sed 's/^/# /' | tail -n 30
    fi
}

tap_end() { # the plan, and the script's status
    echo "1..$number"
    [ $failed -eq 0 ]
}

# ---- build/grade ------------------------------------------------------------------------------

grader() { build/grade --plain ${NVCC:+--nvcc "$NVCC"} "$@"; }

grade() { # grade STATUS arguments...: runs build/grade and expects its status
    want=$1
    shift
    grader "$@" >"$here/out" 2>"$here/err"
    status=$?
    [ $status -eq "$want" ] || {
        echo "status $status, want $want: build/grade $*"
        return 1
    }
}

scores() { [ "$(tail -n 1 "$here/out")" = "Score: $1" ]; }
says() { grep -q -- "$1" "$here/out"; }

# Compares two grades byte by byte, without the last object, which has the facts of the run.
same() {
    for grade in "$1" "$2"; do
        grep -q '^ "run": {' "$grade" && sed '/^ "run": {/,$d' "$grade" >"$grade.facts" || return 1
    done
    cmp "$1.facts" "$2.facts"
}

# ---- the student release ----------------------------------------------------------------------

# release FOLDER: a release of lab 04; all others are left out. What COURSE_FILE would be is $here/course.json.
release() {
    (cd grader/labs && ls -d ??_*) | grep -v 04_reduction | paste -sd, |
        sed 's/[^,]*/"&"/g; s/.*/{"leave_out": [&]}/' >"$here/course.json"
    COURSE_FILE=$here/course.json sh grader/release/dist.sh "$1"
}
