#!/bin/sh
# gradescope.sh - makes the autograder of one lab for Gradescope. `make gradescope LAB=...` calls it.
#
#   sh grader/release/gradescope.sh NN_topic FILE.zip [SEED]
#
# POINTS is what 100 points of the lab are worth in Gradescope (default: 100). VISIBILITY is when
# students see the items: visible (default), after_due_date, after_published or hidden. The
# leaderboard has what the gates of the open part count.
#
# The zip has the course with the solution of this lab, setup.sh, which Gradescope runs once to make
# its image, and run_autograder, which it runs for each submission. setup.sh needs the network and
# root; run_autograder needs neither. The seed is drawn now, unless it is given, and is in the zip alone:
# all submissions get the same cases, and the reference has run them when the image is made.
set -eu
cd "$(dirname "$0")/../.."
lab=$1
zip=$2
seed=${3:-0x$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')}
[ -d "solutions/$lab" ] || { echo "gradescope: there is no lab $lab" >&2; exit 2; }
points=${POINTS:-100}
visibility=${VISIBILITY:-visible}
case $visibility in
visible | after_due_date | after_published | hidden) ;;
*) echo "gradescope: VISIBILITY is visible, after_due_date, after_published or hidden" >&2; exit 2 ;;
esac
case $points in
*[!0-9]* | '' | 0) echo "gradescope: POINTS is a whole number, not 0" >&2; exit 2 ;;
esac
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

mkdir "$tree/course"
find Makefile LICENSE common grader "solutions/$lab" slides -type f ! -path 'grader/release/*' ! -path 'grader/class/*' \
    -exec cp -P --parents -t "$tree/course" {} +
# A lab has an empty folder in labs/: what is graded comes from Gradescope.
mkdir -p "$tree/course/labs/$lab"
cp "build/skeletons/$lab"/* "$tree/course/labs/$lab/"
cp grader/release/gradescope/setup.sh grader/release/gradescope/run_autograder "$tree/"
files=$(ls "solutions/$lab" | tr '\n' ' ')
cat >"$tree/lab" <<END
LAB=$lab
SEED=$seed
FILES="$files"
POINTS=$points
VISIBILITY=$visibility
END
{ git describe --always --dirty --abbrev=12 --match 'v*' 2>/dev/null || echo unknown; } >"$tree/course/common/commit"
mkdir -p "$(dirname "$zip")"
rm -f "$zip"
zip=$(realpath "$zip")
(cd "$tree" && python3 -m zipfile -c "$zip" setup.sh run_autograder lab course)
echo "$zip: $(wc -c <"$zip") bytes, lab $lab"
