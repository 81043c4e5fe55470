#!/bin/sh
# grade.sh - build/grade from the outside: the solutions earn all points and the
# skeletons (build/skeletons) none, the same grade comes out twice, and its exit statuses and formats
# are what the README says. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade
rm -rf $here
mkdir -p $here
unset GRADE_SEED CK_RUN_CASE CK_RUN_SUITE
export GRADE_TIMEOUT_SCALE=20 # no result may depend on how fast or how busy the machine is
number=0
failed=0

check() { # check "what" command...: counts, and shows the last output if it fails
    what=$1
    shift
    number=$((number + 1))
    if "$@" >$here/said 2>&1; then
        echo "ok $number - $what"
    else
        failed=$((failed + 1))
        echo "not ok $number - $what"
        sed 's/^/# /' $here/said $here/out | tail -n 30
    fi
}

grade() { # grade STATUS arguments...: runs build/grade and expects its status
    want=$1
    shift
    build/grade --plain ${NVCC:+--nvcc "$NVCC"} "$@" >$here/out 2>$here/err
    status=$?
    [ $status -eq "$want" ] || {
        echo "status $status, want $want: build/grade $*"
        cat $here/err
        return 1
    }
}

says() { grep -q -- "$1" $here/out; }
scores() { [ "$(tail -n 1 $here/out)" = "Score: $1" ]; }

# Compares two grades without the facts of the run.
same() {
    python3 - "$1" "$2" <<'END'
import json, sys
a, b = (json.load(open(p)) for p in sys.argv[1:])
a.pop("run"), b.pop("run")
sys.exit(a != b)
END
}

check "the solutions earn every point" grade 0 --submission solutions --json $here/a.json

# What the table of a suite calls good is what the solution costs, but for a fiftieth of
# the way to the naive version.
costs_as_told() {
    python3 - "$1" <<'END'
import json, sys
wrong = 0
for item in json.load(open(sys.argv[1]))["items"]:
    for label, c in item["counters"].items():
        if abs(c["value"] - c["good"]) > 0.02 * abs(c["naive"] - c["good"]) + 1e-9:
            wrong += 1
            print(item["id"], label, "costs", c["value"], "the suite says", c["good"])
sys.exit(wrong != 0)
END
}
check "what the suites call good is what the solutions cost" costs_as_told $here/a.json
total=$(sed -n 's/^Score: \([0-9]*\)\/\1$/\1/p' $here/out)
check "and say so last" scores "$total/$total"
check "no colour where there is no terminal" sh -c "! grep -q \"\$(printf '\033')\" $here/out"
check "no line is longer than 80 columns" sh -c "! grep -q '^.\{81\}' $here/out"
check "again, with nothing in the environment" \
    env -i PATH="$PATH" build/grade ${NVCC:+--nvcc "$NVCC"} --submission solutions --json $here/b.json
check "both grades are the same" same $here/a.json $here/b.json
check "another seed earns them too" grade 0 --submission solutions --seed 12345

# The skeletons as the course gives them: labs/ is where a student works.
skeletons=build/skeletons
check "the skeletons compile and earn nothing" grade 1 --submission $skeletons
check "and say so last" scores "0/$total"

# Line by line; "..." stands for what an assignment leaves out.
transcripts() {
    for readme in labs/*/README.md; do
        awk '/^### Unsolved, it prints/ { on = 1 }
             on && /^```/ { if (fence++) exit; next }
             on && fence && $0 != "..." && !/^Score: /' "$readme" >$here/told
        [ -s $here/told ] || { echo "$readme: no transcript"; return 1; }
        if grep -vxFf $here/out $here/told; then
            echo "$readme: its transcript has these lines, the skeleton's grade has not"
            return 1
        fi
    done
}
check "what the assignments say of an unsolved lab is what it prints" transcripts

# Whatever is in labs/ is graded if nothing else is named; the marks do not matter here.
grades_labs() {
    build/grade --plain ${NVCC:+--nvcc "$NVCC"} --part 1 --json $here/l.json reduction >$here/out 2>&1
    case $? in 0|1|3) grep -q '"labs/04_reduction' $here/l.json ;; *) false ;; esac
}
check "without --submission, labs/ is graded" grades_labs

check "an unknown lab is wrong usage" grade 2 nosuch
check "an unknown part is wrong usage" grade 2 --part 99
check "an unknown format is wrong usage" grade 2 --format nosuch
check "an unknown folder is wrong usage" grade 2 --submission $here/nosuch
check "an unknown option is wrong usage" grade 2 --nosuch
check "one part alone" grade 0 --submission solutions --part 2 reduction
check "a filter of Check that leaves nothing is an error" \
    sh -c "CK_RUN_CASE=nosuch build/grade --plain --submission solutions >$here/out 2>&1; [ \$? -eq 5 ]"

folder="$here/a student"
mkdir -p "$folder/04_reduction"
check "no file, no points, no crash" grade 3 --submission "$folder" reduction
check "and it says which file" says "there is no .*04_reduction/reduction.cu"
sed 's/^__global__/__globe__/' solutions/04_reduction/reduction.cu >"$folder/04_reduction/reduction.cu"
check "what does not compile has a status of its own" grade 3 --submission "$folder" reduction
check "nvcc's message is shown" says "error"
check "and the score" scores "0/100"
cp solutions/04_reduction/reduction.cu "$folder/04_reduction/"
check "a folder with a space in its name" grade 0 --submission "$folder" --part 1 reduction

# Objects go by content, not by date.
cp $skeletons/04_reduction/reduction.cu "$folder/04_reduction/"
touch -d 2001-01-01 "$folder/04_reduction/reduction.cu"
check "an older file in the same folder gets its own marks" \
    grade 1 --submission "$folder" --part 1 reduction
obrien="$here/O'Brien \$(touch $here/x)"
mkdir -p "$obrien/04_reduction"
cp solutions/04_reduction/reduction.cu "$obrien/04_reduction/"
check "a folder with a name that a shell would read" \
    grade 0 --submission "$obrien" --part 1 reduction
check "make passes the name on, and no shell has read it" sh -c \
    'make -s grade ${NVCC:+NVCC="$NVCC"} LAB=reduction PART=1 SUBMISSION="$1" | grep -q "Score: 12/12" && [ ! -e "$2" ]' \
    sh "$obrien" "$here/x"

check "TAP" grade 1 --submission $skeletons --format tap --part 1
check "has its plan first" sh -c "head -n 2 $here/out | tail -n 1 | grep -q '^1\.\.[1-9]'"
check "JUnit" grade 1 --submission $skeletons --format junit --part 1
check "is XML" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$here/out')"
check "Gradescope" grade 1 --submission $skeletons --format gradescope --part 1
check "is JSON" python3 -m json.tool $here/out
check "Classroom" grade 1 --submission $skeletons --format classroom --part 1
check "is a line for GITHUB_OUTPUT" says '^result=[A-Za-z0-9+/=]*$'

check "the list of labs" build/grade --list
check "hints come in stages" sh -c "build/grade --hint --part 1 reduction | grep -q 'LEVEL=2'"
check "the demo" sh -c "build/grade ${NVCC:+--nvcc '$NVCC'} --run --submission solutions reduction | grep -q right"

# With radius 0 it comes out as it went in; a BMP file has its rows from the bottom.
shows() {
    make -s show ${NVCC:+NVCC="$NVCC"} SUBMISSION=solutions RADIUS=0 && python3 - <<'END'
import sys
pgm = open("labs/01_patterns/scene.pgm", "rb").read()[-320 * 240:]
bmp = open("build/blurred.bmp", "rb").read()
rows = [bmp[1078 + 320 * y:][:320] for y in reversed(range(240))]
sys.exit(bmp[:2] != b"BM" or len(bmp) != 1078 + 320 * 240 or b"".join(rows) != pgm)
END
}
check "lab 01's blur, as a program of its own" shows

echo "1..$number"
[ $failed -eq 0 ]
