#!/bin/sh
# grade_release.sh - tests build/grade as a program: the solutions of release 1.0.0 still earn there, for
# each part that they have, the points that this part had. So a file that was written for a release loses the points of
# new parts and items only. Prints TAP.
#
# The files are in the history of the repository (git); without it there is nothing to grade.
# inputs: grades tests/data/points_1.0.0.csv
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_release
rm -rf $here
. tests/tap.sh
release=3dfe71087ae55bf40cb5843c6196a048740fe466

if ! git archive "$release" solutions 2>/dev/null | tar x -C $here 2>/dev/null; then
    echo "1..0 # SKIP the history of the repository is not here"
    exit 0
fi
labs=$(awk -F, 'NR > 1 && !seen[$1]++ { print substr($1, 4) }' tests/data/points_1.0.0.csv)
check "the solutions of 1.0.0 are graded" \
    grade 1 --submission $here/solutions --seed 0x5c41 --json $here/grade.json $labs
keeps() {
    python3 - $here/grade.json tests/data/points_1.0.0.csv <<'END'
import csv, json, sys
now = {(lab["lab"], part["number"]): part["score"] for lab in json.load(open(sys.argv[1]))["labs"] for part in lab["parts"]}
lost = [(row, now.get((row["lab"], int(row["part"])))) for row in csv.DictReader(open(sys.argv[2]))
        if now.get((row["lab"], int(row["part"])), 0) < int(row["points"])]
print("\n".join(f"{row['lab']} part {row['part']}: {score}, and {row['points']} in 1.0.0" for row, score in lost))
sys.exit(bool(lost))
END
}
check "each part keeps its points" keeps
tap_end
