# roofline.gp - the races of all labs: operations per byte, and how many of them in a nanosecond.
load "../race.gp"
set border 3
set grid
set logscale xy
set xrange [0.05:2000]
set yrange [1:150000]
set offsets 0, 0, 0, 0
set bmargin 3.5
set xtics mirror format "%g"
set ytics format "%g" enhanced
set xlabel "operations per byte that the result needs"
set ylabel "operations per nanosecond"
set key bottom right Left reverse
set label 1 "scan" at 0.115, 800 right font ",22"
set label 2 "sum, histogram" at 0.27, 45 left font ",22"
set label 3 "histogram of bytes" at 1.1, 2500 left font ",22"
set label 4 "product" at 560, 40000 right font ",22"
@roofs
