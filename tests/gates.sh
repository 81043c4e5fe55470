#!/bin/sh
# gates.sh - the README of each lab shows what costs points as the lab's suite demands it. Prints TAP.
#
#   sh tests/gates.sh            compares
#   sh tests/gates.sh --write    writes the tables into the READMEs, between the marks
cd "$(dirname "$0")/.." || exit 1

BEGIN='<!-- make gates -->'
END='<!-- end -->'
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT || exit 1

# The README with the table that the suite makes now.
renew() {
    awk -v begin="$BEGIN" -v end="$END" -v table="$tmp/table" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' "$1"
}

# What the paragraphs "*Gates:* ..." say and the table of their part does not: numbers behind "at
# most", "good" and the like, and a first one in brackets. They may be rounded.
not_in_table() {
    awk -v table="$tmp/table" '
        function is_known(part, number,    i, n, have, step) {
            step = 0.50001 / 10 ^ (index(number, ".") ? length(number) - index(number, ".") : 0)
            n = split(known[part], have, /[^0-9.e+]+/)
            for (i = 1; i <= n; i++)
                if (have[i] != "" && have[i] - number < step && number - have[i] < step) return 1
            return 0
        }
        function look(words, before, after,    found) {
            while (match(words, before "[0-9]+(\\.[0-9]+)?" after)) {
                found = substr(words, RSTART, RLENGTH - 1)
                words = substr(words, RSTART + RLENGTH - 1)
                gsub(/[^0-9.]/, "", found)
                if (!is_known(part, found)) printf " part %d: %s", part, found
            }
        }
        BEGIN {
            while ((getline row < table) > 0) {
                gsub(/`[^`]*`/, "", row)
                split(row, cell, "|")
                known[cell[2] + 0] = known[cell[2] + 0] " " cell[5]
            }
        }
        /^## / { part = $2 == "Part" ? $3 + 0 : 0 }
        /^$/ {
            look(said, "([Aa]t most|[Aa]t least|more than|good|naive|gate):? (at least )?", "[^0-9a-z%/]")
            look(said, "\\(", "[;:)]")
            said = ""
        }
        said || /\*Gates?/ { sub(/.*\*Gates?/, ""); said = said " " $0 }
    ' "$1"
}

count=0 failed=0
for lab in labs/[0-9]*; do
    name=${lab#labs/} problem=
    count=$((count + 1))
    if ! build/grade --gates "$name" >"$tmp/table"; then
        problem='build/grade --gates fails'
    elif [ "$(grep -cxF -e "$BEGIN" -e "$END" "$lab/README.md")" != 2 ]; then
        problem="it needs one line $BEGIN and one line $END"
    else
        renew "$lab/README.md" >"$tmp/readme"
        if [ "$1" = --write ]; then
            cmp -s "$tmp/readme" "$lab/README.md" || cp "$tmp/readme" "$lab/README.md"
        elif ! cmp -s "$tmp/readme" "$lab/README.md"; then
            problem='the table is not that of the suite: make gates'
        fi
        unknown=$(not_in_table "$lab/README.md")
        problem=${problem:-${unknown:+not a number of the suite:$unknown}}
    fi
    [ "$problem" ] && failed=1
    echo "${problem:+not }ok $count - $lab/README.md${problem:+: $problem}"
done
echo "1..$count"
exit $failed
