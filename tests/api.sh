#!/bin/sh
# api.sh - the table of the runtime API in common/cudasim/cudart/README.md, made from common/cudasim/both/symbols.h
# and from the modules of CUDA's manual, which are marked in cuda_runtime_api.h. Every function that
# the header declares must have a row in symbols.h, and every function of cuda.h one in driver_symbols.h. Prints TAP.
#
#   sh tests/api.sh            compares
#   sh tests/api.sh --write    writes the table into the README, between the marks
cd "$(dirname "$0")/.." || exit 1

README=common/cudasim/cudart/README.md
SYMBOLS=common/cudasim/both/symbols.h
HEADER=build/include/cuda_runtime_api.h
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT || exit 1

# "cudaMalloc<tab>Memory Management", once for each function.
awk '/\\defgroup/ { key = $3; sub(/.*\\defgroup [A-Z0-9_]+ /, ""); sub(/ *(\[DEPRECATED\])?$/, "")
                     group = title[key] = $0 }
     /\\addtogroup/ { group = title[$3] }
     match($0, /CUDARTAPI (cuda[A-Za-z0-9_]+)\(/) {
         name = substr($0, RSTART + 10, RLENGTH - 11)
         sub(/_(v2|ptsz|ptds)$/, "", name)
         if (!seen[name]++) print name "\t" group
     }' "$HEADER" >"$tmp/header"

# The functions of symbols.h that programs call by name: "state<tab>name<tab>what it lacks".
sed -n 's/^\(HAVE\|NONE\)(\(cuda[A-Za-z0-9_]*\))$/\1\t\2\t/p
        s/^PART(\(cuda[A-Za-z0-9_]*\), "\(.*\)")$/PART\t\1\t\2/p' "$SYMBOLS" |
    awk -F'\t' -v OFS='\t' '{ sub(/_pt[sd][sz]$/, "", $2) } !seen[$2]++' >"$tmp/symbols"

awk -F'\t' -v header="$tmp/header" '
    BEGIN {
        while ((getline line < header) > 0) {
            split(line, f, "\t")
            group[f[1]] = f[2]
            if (!(f[2] in known)) { known[f[2]] = 1; order[++n] = f[2] }
        }
        other = "Functions of other headers (graphics, profiler)"
        order[++n] = other
    }
    { g = $2 in group ? group[$2] : other; list[g, $1] = list[g, $1] (list[g, $1] ? ", " : "") $2 }
    $1 == "PART" { lacks[++m] = "| `" $2 "` | " $3 " |" }
    END {
        print "| module of the manual | works | part | refused |"
        print "|---|---|---|---|"
        for (i = 1; i <= n; i++)
            if (list[order[i], "HAVE"] list[order[i], "PART"] list[order[i], "NONE"])
                print "| " order[i] " | " list[order[i], "HAVE"] " | " list[order[i], "PART"] " | " \
                      list[order[i], "NONE"] " |"
        print ""
        print "| part | what it lacks |"
        print "|---|---|"
        for (i = 1; i <= m; i++) print lacks[i]
    }' "$tmp/symbols" >"$tmp/table"

problem=
cut -f1 "$tmp/header" | sort >"$tmp/declared"
cut -f2 "$tmp/symbols" | sort >"$tmp/rows"
missing=$(comm -23 "$tmp/declared" "$tmp/rows" | tr '\n' ' ')
[ -s "$tmp/declared" ] || problem="$HEADER declares nothing"
[ "$missing" ] && problem="no row in symbols.h: $missing"
echo "${problem:+not }ok 1 - every function of the header has a row${problem:+: $problem}"
failed=$problem problem=

awk -v begin='<!-- make api -->' -v end='<!-- end -->' -v table="$tmp/table" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
' "$README" >"$tmp/readme"
if [ "$(grep -cxF -e '<!-- make api -->' -e '<!-- end -->' "$README")" != 2 ]; then
    problem='it needs one line <!-- make api --> and one line <!-- end -->'
elif [ "$1" = --write ]; then
    cmp -s "$tmp/readme" "$README" || cp "$tmp/readme" "$README"
elif ! cmp -s "$tmp/readme" "$README"; then
    problem='the table is not that of symbols.h: make api'
fi
echo "${problem:+not }ok 2 - $README${problem:+: $problem}"
failed=$failed$problem problem=

DRIVER=common/cudasim/both/driver_symbols.h
sed -n 's/.*CUDAAPI \(cu[A-Za-z0-9_]*\)(.*/\1/p' build/include/cuda.h | sort -u >"$tmp/declared"
sed -n 's/^[A-Z]*(\(cu[A-Za-z0-9_]*\), [0-9].*/\1/p' $DRIVER | sort -u >"$tmp/rows"
missing=$(comm -23 "$tmp/declared" "$tmp/rows" | tr '\n' ' ')
[ -s "$tmp/declared" ] || problem="cuda.h declares nothing"
[ "$missing" ] && problem="no row in $DRIVER: $missing"
echo "${problem:+not }ok 3 - every function of cuda.h has a row${problem:+: $problem}"
echo '1..3'
[ -z "$failed$problem" ]
