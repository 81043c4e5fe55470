#!/bin/sh
# dist.sh - makes the student release: the archive that a class gets. `make dist` calls it.
#
#   sh grader/release/dist.sh FOLDER
#
# FOLDER/cuda-course-VERSION.tar.gz has the files of tree.sh, and grader/reference.json, which says
# what the solutions did with the public seed, so that the release can grade without them. The same
# files make the same archive, byte by byte.
set -eu
cd "$(dirname "$0")/../.."
folder=$1
version=$(sed -n 's/^#define COURSE_VERSION "\(.*\)"/\1/p' common/version.h)
name=cuda-course-$version
tree=$folder/$name

fail() {
    echo "dist: $*" >&2
    exit 4
}

sh grader/release/tree.sh "$tree"

labs=$(cd "$tree/grader/labs" && ls -d ??_*)
# shellcheck disable=SC2086 -- a list of names without blanks
build/grade --plain ${NVCC:+--nvcc "$NVCC"} --facts "$tree/grader/reference.json" $labs ||
    fail "a solution does not pass, so there is no release"

sh grader/release/leaks.sh "$tree" || fail "there is no release"
sh grader/release/links.sh "$tree" || fail "there is no release"

date=$(git log -1 --format=%ct 2>/dev/null) || date=0
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime="@${date:-0}" \
    -C "$folder" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz: $(echo "$labs" | wc -l) labs, $(wc -c <"$folder/$name.tar.gz") bytes"
