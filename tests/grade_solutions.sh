#!/bin/sh
# grade_solutions.sh - tests build/grade as a program: the solutions of all labs earn all points, at the
# costs that the suites call good, and again in other circumstances. Prints TAP.
#
# What a report prints has no part in these grades; tests/grade_skeletons.sh looks at it.
# inputs: grades
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_solutions
rm -rf $here
. tests/tap.sh

check "the solutions earn every point" \
    grade 0 --submission solutions --seed 0x5c41 --json $here/a.json

# The solution costs what the suite's table gives as `good`, which has three digits or more. A naive
# version that is far away gives no room: a counter that counts twice has to be seen.
costs_are_good() {
    python3 - "$1" <<'END'
import json, sys
wrong = 0
for item in json.load(open(sys.argv[1]))["items"]:
    for label, c in item["counters"].items():
        if abs(c["value"] - c["good"]) > 0.005 * abs(c["good"]) + 1e-9:
            wrong += 1
            print(item["id"], label, "costs", c["value"], "the suite says", c["good"])
sys.exit(wrong != 0)
END
}
check "the solutions cost what the suites call good" costs_are_good $here/a.json
total=$(sed -n 's/^Score: \([0-9]*\)\/\1$/\1/p' $here/out)
check "the last line is the score of the solutions" scores "$total/$total"
# Labs with races, time and clusters; the result may not depend on what else is graded, either.
again() {
    env -i PATH="$PATH" build/grade --plain ${NVCC:+--nvcc "$NVCC"} --jobs 1 --submission solutions \
        --seed 0x5c41 --json $here/b.json atomics streams clusters && python3 - $here/a.json $here/b.json <<'END'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
labs = {item["lab"] for item in b["items"]}
same = [item for item in a["items"] if item["lab"] in labs] == b["items"]
same &= [lab for lab in a["labs"] if lab["lab"] in labs] == b["labs"]
sys.exit(len(labs) != 3 or not same)
END
}
check "three labs again, one part at a time, with nothing in the environment: the same" again

tap_end
