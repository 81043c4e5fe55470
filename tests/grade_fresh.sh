#!/bin/sh
# grade_fresh.sh - the solutions of all labs earn all points with a seed that nobody knows before. Prints
# TAP.
#
# inputs: grades
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_fresh
rm -rf $here
. tests/tap.sh

check "another seed, which nobody knows before, earns every point, too" \
    grade 0 --submission solutions --json $here/fresh.json
check "it is another one" sh -c "! grep -q '^ \"seed\": \"0x5c41\"' $here/fresh.json"
tap_end
