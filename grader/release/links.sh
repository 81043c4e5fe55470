#!/bin/sh
# links.sh - do the texts of a release name only what is in it?
#
#   sh grader/release/links.sh TREE
#
# Each link in its Markdown leads to a file, each picture is there, each file that a deck includes is
# there, and the first README names no folder and no command that a release does not have. Prints
# what is wrong, and fails if anything is.
set -eu
cd "$(dirname "$0")/../.."
tree=$1
found=$(mktemp)
trap 'rm -f "$found"' EXIT
refused=$(make -s -f Makefile print-full-tree)

(cd "$tree" && find . -name '*.md') | sed 's|^\./||' | while IFS= read -r file; do
    folder=$(dirname "$tree/$file")
    { tr '\n' ' ' <"$tree/$file" | sed 's/`[^`]*`//g' | grep -o '](\([^() ]*\))' || true; } | sed 's/^](//; s/)$//; s/#.*//' |
        grep -v '^$\|^[a-z]*:\|\.html$' | while IFS= read -r target; do
        # A plot of a deck is drawn when the deck is made.
        [ -e "$folder/$target" ] || [ -e "$folder/${target%.svg}.gp" ] || echo "$file: there is no $target"
    done
done >"$found"
{ grep -o 'include="[^"]*"' "$tree"/slides/*/slides.md || true; } | while IFS=: read -r file include; do
    include=${include#include=\"}
    [ -e "$tree/${include%\"}" ] || echo "${file#"$tree/"}: there is no ${include%\"}"
done | sort -u >>"$found"
grep -n 'solutions/\|`*tests/\|SUBMISSION=solutions\|INSTRUCTORS\|CONTRIBUTING' "$tree/README.md" |
    sed 's/^/README.md: not in a release: /' >>"$found" || true
for command in $refused; do
    grep -n "make $command\>" "$tree/README.md" | sed 's/^/README.md: no such command in a release: /' >>"$found" || true
done
cat "$found" >&2
! [ -s "$found" ]
