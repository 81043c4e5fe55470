#!/bin/sh
# tree.sh - the files of the student release, without what its grader has to know of the solutions.
#
#   sh grader/release/tree.sh TREE
#
# TREE has the course without solutions, wrong versions and tests. labs/ is as in the beginning
# (build/skeletons), whatever is in labs/ here. Only files that git knows are released; in a copy
# without git, all of them. COURSE_FILE names the instructor's choices (grader/class/course.h): labs
# that are left out are not in the release, and what is locked is in grader/lock.
set -eu
cd "$(dirname "$0")/../.."
tree=$1
files=$tree.files

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
locks=
if [ -n "${COURSE_FILE:-}" ]; then
    left_out=$(build/class --course "$COURSE_FILE" --left-out)
    locks=$(build/class --course "$COURSE_FILE" --locks)
fi

is_left_out() {
    for lab in $left_out; do
        # Its deck stays, with the pictures: other labs name its slides.
        case $1 in labs/"$lab"/pictures/*) return 1 ;; labs/"$lab"/* | grader/labs/"$lab"/*) return 0 ;; esac
    done
    return 1
}

is_released() {
    is_left_out "$1" && return 1
    case $1 in
    grader/release/* | grader/class/* | grader/reference.json | grader/INSTRUCTORS.md) return 1 ;;
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
} | sort -u >"$files"
# What was removed, and git does not know yet, is left out.
while IFS= read -r file; do
    [ -e "$file" ] && printf '%s\n' "$file"
done <"$files" | xargs -d '\n' cp -P --parents -t "$tree"
rm "$files"

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

# Hints from level 3 on may be all of a short solution.
for lock in $locks; do
    echo "$lock" >>"$tree/grader/lock"
    [ "$lock" != hints ] || sed -i '/^[0-9]*\.[3-9]: /d' "$tree"/grader/labs/*/hints.txt
done

git describe --always --dirty --abbrev=12 --match 'v*' >"$tree/common/commit" 2>/dev/null ||
    echo unknown >"$tree/common/commit"

# Texts: what is about the full course alone stands between two comments, and a link to a file that
# is not here becomes its words.
(cd "$tree" && find . -name '*.md' ! -path './slides/*/*') | while IFS= read -r file; do
    awk -v tree="$tree/" -v folder="$(dirname "$file")/" '
        /^<!-- full course -->$/ { out = 1 }
        !out {
            done = ""
            rest = $0
            while (match(rest, /\[[^][]*\]\([^() ]*\)/)) {
                link = substr(rest, RSTART, RLENGTH)
                words = target = link
                sub(/^\[/, "", words); sub(/\]\(.*/, "", words)
                sub(/.*\]\(/, "", target); sub(/\)$/, "", target); sub(/#.*/, "", target)
                there = target == "" || target ~ /^[a-z]+:/ || system("test -e \"" tree folder target "\"") == 0
                done = done substr(rest, 1, RSTART - 1) (there ? link : words)
                rest = substr(rest, RSTART + RLENGTH)
            }
            print done rest
        }
        /^<!-- end -->$/ { out = 0 }
    ' "$tree/$file" >"$tree/$file.part"
    mv "$tree/$file.part" "$tree/$file"
done
