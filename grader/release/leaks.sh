#!/bin/sh
# leaks.sh - looks for solutions in the tree of a release.
#
#   sh grader/release/leaks.sh TREE
#
# No file of TREE may be a solution or a wrong version, and none may have eight lines in a row (blanks
# at the edges, and lines without a letter, do not count) that a solution has in a TODO and no skeleton has, or
# five lines of a fastest.cu. Decks and assignments show shorter pieces. Prints what was found, and
# fails if there is anything.
set -eu
cd "$(dirname "$0")/../.."
tree=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

find solutions grader/labs/*/versions grader/labs/*/given.cu -type f -exec sha256sum {} + | sort >"$tmp/secret"
find "$tree" -type f -exec sha256sum {} + | sort >"$tmp/released"
join -o 1.2,2.2 "$tmp/secret" "$tmp/released" >"$tmp/found"

# So many lines in a row are a key. Pass 1: what may be shown, the skeletons. Pass 2: the regions of
# the solutions, or all of a fastest.cu. Pass 3: the release.
find build/skeletons -name '*.cu' | sort >"$tmp/skeletons"
find "$tree" -type f | xargs grep -lI '' | sort >"$tmp/texts"
look() { # look LINES FASTEST: FASTEST is 1 for the races, 0 for the others
    find solutions -name '*.cu' $([ "$2" = 1 ] || echo !) -name fastest.cu | sort >"$tmp/solutions"
    awk -v lines="$1" -v inside_always="$2" -v skeletons="$(wc -l <"$tmp/skeletons")" \
        -v solutions="$(wc -l <"$tmp/solutions")" '
        FNR == 1 { files++; n = 0; inside = inside_always }
        /\/\/ BEGIN TODO/ { inside = 1; n = 0; next }
        /\/\/ END TODO/ { inside = inside_always; n = 0; next }
        {
            line = $0
            gsub(/^[ \t]+|[ \t]+$/, "", line)
            if (line !~ /[A-Za-z]/)
                next
            last[n++ % lines] = line
            if (n < lines)
                next
            key = ""
            for (i = n; i < n + lines; i++)
                key = key last[i % lines] "\n"
            if (files <= skeletons)
                shown[key] = 1
            else if (files <= skeletons + solutions) {
                if (inside && !(key in shown))
                    secret[key] = FILENAME ":" FNR
            } else if (key in secret && !(FILENAME in told)) {
                told[FILENAME] = 1
                print secret[key], FILENAME ":" FNR
            }
        }
    ' $(cat "$tmp/skeletons" "$tmp/solutions" "$tmp/texts") >>"$tmp/found"
}
look 8 0
look 5 1

while read -r solution released; do
    echo "leaks: $released shows $solution" >&2
done <"$tmp/found"
! [ -s "$tmp/found" ]
