#!/bin/sh
# plot.sh CSV FOLDER - draws the CSV file of a race: FOLDER/race_NAME.svg with the times of each
# work's contestants, and FOLDER/race_roofline.svg with the rate of arithmetic that they reach for
# their operations per byte. Needs gnuplot.
set -eu
csv=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One file per work with its largest n: number, contestant, milliseconds, least, most.
awk -F, -v work="$work" '
    /^#/ { sub(/^# /, ""); print > (work "/machine"); next }
    $1 == "work" { next }
    { if ($2 + 0 >= largest[$1] + 0) largest[$1] = $2; row[++rows] = $0 }
    END {
        for (i = 1; i <= rows; i++) {
            split(row[i], field, ",")
            if (field[2] != largest[field[1]]) continue
            name = field[1]; gsub(/[^A-Za-z0-9]+/, "_", name)
            file = work "/" name ".tsv"
            if (!(name in seen)) { print field[1] "\t" field[2] > (work "/" name ".title"); seen[name] = 1 }
            printf "%d\t%s\t%s\t%s\t%s\n", ++line[name], field[3], field[4], field[5], field[6] > file
            if (field[11] > 0)
                printf "%g\t%g\t%s\n", field[11] / field[10], field[11] / field[4] * 1e-6, field[3] > (work "/roofline")
        }
    }' "$csv"
machine=$(head -n 1 "$work/machine")

style='
load "slides/plot.gp"
set terminal svg size 1100,620 font "DejaVu Sans,18" linewidth 2 background "white"
set key off
set datafile separator "\t"'

for rows in "$work"/*.tsv; do
    name=$(basename "$rows" .tsv)
    title=$(awk -F '\t' '{ print $1 ", n = " $2 }' "$work/$name.title")
    gnuplot <<END >"$folder/race_$name.svg"
$style
set title "$title ($machine)" noenhanced
set ylabel "milliseconds"
set yrange [0:*]
set datafile separator "\t"
set boxwidth 0.7
set xtics rotate by -30 noenhanced
plot "$rows" using 1:3:xtic(2) with boxes linetype 1, \
     "" using 1:3:4:5 with yerrorbars linecolor "#1d2329" pointtype 0
END
    echo "$folder/race_$name.svg"
done
[ -s "$work/roofline" ] || exit 0
gnuplot <<END >"$folder/race_roofline.svg"
$style
set title "$machine" noenhanced
set xrange [0.05:*]
set xlabel "operations per byte that the result needs"
set ylabel "10^9 operations per second"
set logscale xy
set datafile separator "\t"
plot "$work/roofline" using 1:2 with points linetype 1, \
     "" using 1:2:3 with labels offset 1,0.5 left font "DejaVu Sans,12" noenhanced
END
echo "$folder/race_roofline.svg"
