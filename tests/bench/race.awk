# race.awk - the times that the simulator predicts for a race beside those of an H200: CSV.
#
#   awk -f race.awk TABLE PREDICTED MEASURED
#
# TABLE is the table as it was: the reasons in its last column are kept. PREDICTED is what `make
# predict` wrote, MEASURED is tests/data/h200_race.csv.
BEGIN {
    FS = ","
    OFS = ","
    off = 0.25
}
function key() { return FILENAME == ARGV[3] ? $2 "," $3 "," $4 : $1 "," $2 "," $3 }
/^#/ || $1 == "work" || $1 == "kind" { next }
FILENAME == ARGV[1] { if ($7 != "") reason[key()] = $7; next }
FILENAME == ARGV[2] { if (!(key() in predicted)) order[++rows] = key(); predicted[key()] = $4; next }
$1 == "result" { measured[key()] = $5 }
END {
    print "# Milliseconds: predicted by the simulator (make bench-race), and measured on the H200 of h200_race.csv."
    print "# A reason stands where the two differ by more than a quarter."
    print "work,n,version,predicted_ms,measured_ms,ratio,reason"
    for (i = 1; i <= rows; i++) {
        k = order[i]
        if (!(k in measured)) continue
        ratio = predicted[k] / measured[k]
        far = ratio > 1 + off || ratio < 1 / (1 + off)
        known = far ? (k in reason ? reason[k] : "not known") : ""
        near += !far
        all++
        printf "%s,%.5f,%.5f,%.2f,%s\n", k, predicted[k], measured[k], ratio, known
    }
    printf "predicted and measured: %d of %d within a quarter\n", near, all >"/dev/stderr"
}
