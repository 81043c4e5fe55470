# race_transposes.gp - the steps from part 2 to the fastest transpose.
set yrange [0:4800]
set ylabel "GB/s read + written (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0 font ",20"
set bmargin 3.5
plot "race_transposes.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 200):2 with labels
