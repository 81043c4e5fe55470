#!/bin/sh
# dist.sh - makes the student release: the archive that a class gets. `make dist` calls it.
#
#   sh grader/release/dist.sh FOLDER
#
# FOLDER/cuda-course-VERSION.tar.gz has the course without solutions, wrong versions and tests.
# labs/ is as in the beginning (build/skeletons), whatever is in labs/ here. grader/reference.json
# says what the solutions did with the public seed, so that the release can grade without them.
# Only files that git knows are released; in a copy without git, all of them.
#
# COURSE_FILE names the instructor's choices (grader/class/course.h): labs that are left out are not
# in the release. The same files make the same archive, byte by byte.
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

known_files() {
    if [ "$(git rev-parse --show-prefix 2>/dev/null || echo no)" = "" ]; then
        git ls-files
    else
        find . -path ./build -prune -o -type f -print | sed 's|^\./||'
    fi
}

# What decks and plots read of the tests.
read_by_slides() {
    sed -n 's/^```.*include="\(tests\/[^"]*\)".*/\1/p' slides/*/slides.md
    echo tests/data/h200_race.csv
    echo tests/data/race_predicted.csv
}

left_out=
[ -z "${COURSE_FILE:-}" ] || left_out=$(build/class --course "$COURSE_FILE" --left-out)

is_left_out() {
    for lab in $left_out; do
        # Its deck stays: other labs name its slides.
        case $1 in labs/"$lab"/* | grader/labs/"$lab"/*) return 0 ;; esac
    done
    return 1
}

is_released() {
    is_left_out "$1" && return 1
    case $1 in
    grader/release/* | grader/class/* | grader/reference.json) return 1 ;;
    grader/labs/*/versions/* | grader/labs/*/given.cu | grader/labs/*/test.c) return 1 ;;
    common/* | grader/* | labs/* | slides/*) ;;
    Makefile | README.md | LICENSE | CHANGELOG.md) ;;
    .clang-format | .clangd | .editorconfig | .gitignore | .vscode/* | .devcontainer/*) ;;
    *) return 1 ;;
    esac
}

rm -rf "$tree"
mkdir -p "$tree"
{
    known_files | while IFS= read -r file; do
        ! is_released "$file" || echo "$file"
    done
    read_by_slides
} | sort -u >"$folder/files"
# What was removed, and git does not know yet, is left out.
while IFS= read -r file; do
    [ -e "$file" ] && printf '%s\n' "$file"
done <"$folder/files" | xargs -d '\n' cp -P --parents -t "$tree"

# labs/ as in the beginning, and once more for `make reset`.
for made in build/skeletons/*/*.*; do
    file=${made#build/skeletons/}
    is_left_out "labs/$file" && continue
    mkdir -p "$tree/common/skeletons/${file%/*}"
    cp "$made" "$tree/labs/$file"
    cp "$made" "$tree/common/skeletons/$file"
done

for lab in $left_out; do
    sed -i "/^|.*$lab.*|\$/d" "$tree/labs/README.md"
done

labs=$(cd "$tree/grader/labs" && ls -d ??_*)
# shellcheck disable=SC2086 -- a list of names without blanks
build/grade --plain ${NVCC:+--nvcc "$NVCC"} --facts "$tree/grader/reference.json" $labs ||
    fail "a solution does not pass, so there is no release"

sh grader/release/leaks.sh "$tree" || fail "there is no release"

date=$(git log -1 --format=%ct 2>/dev/null) || date=0
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime="@${date:-0}" \
    -C "$folder" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz: $(echo "$labs" | wc -l) labs, $(wc -c <"$folder/$name.tar.gz") bytes"
