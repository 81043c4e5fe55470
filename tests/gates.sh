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
    fi
    [ "$problem" ] && failed=1
    echo "${problem:+not }ok $count - $lab/README.md${problem:+: $problem}"
done
echo "1..$count"
exit $failed
