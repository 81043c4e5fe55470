# race.awk - rows of tests/data/h200_race.csv for a plot, with tabs between the columns.
#
#   awk -v work="scan" -v n=268435456 -f race.awk h200_race.csv
#       the contestants of one work, the slowest first: name, milliseconds, length of the bar, label,
#       kind (1 a library or a copy, 2 a variant of the lab, 3 the course's fastest). A bar ends at
#       three times the library's; its label has the time.
#   awk -v roofline=1 -f race.awk h200_race.csv
#       works with operations, at their largest n: operations per byte that the result needs, 10^9
#       operations per second, kind, name, work
#
# Of a row, "step" is left out: those were measured in other runs.
BEGIN {
    FS = ","
    OFS = "\t"
    # Additions, or multiplications and additions, per byte of input and output.
    per_byte["sum"] = 1 / 4
    per_byte["scan"] = 1 / 8
    per_byte["histogram of bytes"] = 1
    per_byte["histogram 2048 uniform"] = 1 / 4
    per_byte["product 4096 x 4096 x 4096"] = 2 * 4096 / 12
}
function kind_of(name) { return name ~ /fastest/ ? 3 : name ~ /^(cu|both copies|read only)/ ? 1 : 2 }
$1 != "result" { next }
roofline && $2 in per_byte {
    if ($3 > largest[$2]) largest[$2] = $3
    row[++rows] = $0
}
!roofline && $2 == work && $3 == n {
    name[++rows] = $4
    ms[rows] = $5
    if (rows == 1) longest = 3 * $5
}
END {
    for (i = 1; roofline && i <= rows; i++) {
        split(row[i], f, ",")
        if (f[3] == largest[f[2]])
            print per_byte[f[2]], f[7] == "GB/s" ? f[6] * per_byte[f[2]] : f[6], kind_of(f[4]), f[4], f[2]
    }
    if (roofline) exit
    for (i = 1; i <= rows; i++) { # insertion: the slowest first
        for (j = i; j > 1 && ms[order[j - 1]] < ms[i]; j--) order[j] = order[j - 1]
        order[j] = i
    }
    for (i = 1; i <= rows; i++) {
        k = order[i]
        kind = kind_of(name[k])
        sub(/ \(fastest\)/, "", name[k])
        cut = ms[k] > longest
        print name[k], ms[k], cut ? longest : ms[k], sprintf(ms[k] < 0.1 ? "%.4f" : ms[k] < 10 ? "%.3f" : "%.1f", ms[k]) (cut ? " (cut)" : ""), kind
    }
}
