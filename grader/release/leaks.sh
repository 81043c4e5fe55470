#!/bin/sh
# leaks.sh - looks for solutions in the tree of a release.
#
#   sh grader/release/leaks.sh TREE
#
# No file of TREE may be a solution or a wrong version, and none may have eight lines in a row (blank
# lines and blanks at the edges do not count) that a solution has in a TODO and no skeleton has.
# Decks and assignments show shorter pieces. Prints what was found, and fails if there is anything.
set -eu
cd "$(dirname "$0")/../.."
tree=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

find solutions grader/labs/*/versions grader/labs/*/given.cu -type f -exec sha256sum {} + | sort >"$tmp/secret"
find "$tree" -type f -exec sha256sum {} + | sort >"$tmp/released"
join -o 1.2,2.2 "$tmp/secret" "$tmp/released" >"$tmp/found"

# Eight lines in a row are a key. Pass 1: what may be shown, the skeletons. Pass 2: the regions of
# the solutions. Pass 3: the release.
find build/skeletons -name '*.cu' | sort >"$tmp/skeletons"
find solutions -name '*.cu' | sort >"$tmp/solutions"
find "$tree" -type f | xargs grep -lI '' | sort >"$tmp/texts"
awk -v skeletons="$(wc -l <"$tmp/skeletons")" -v solutions="$(wc -l <"$tmp/solutions")" '
    BEGIN { LINES = 8 }
    FNR == 1 { files++; inside = n = 0 }
    /\/\/ BEGIN TODO/ { inside = 1; n = 0; next }
    /\/\/ END TODO/ { inside = n = 0; next }
    {
        line = $0
        gsub(/^[ \t]+|[ \t]+$/, "", line)
        if (line == "")
            next
        last[n++ % LINES] = line
        if (n < LINES)
            next
        key = ""
        for (i = n; i < n + LINES; i++)
            key = key last[i % LINES] "\n"
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

while read -r solution released; do
    echo "leaks: $released shows $solution" >&2
done <"$tmp/found"
! [ -s "$tmp/found" ]
