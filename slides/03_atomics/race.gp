# race.gp - histograms of bytes: the steps from part 5 to the fastest one.
set yrange [0:5000]
set ylabel "GB/s (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0 font ",19"
set bmargin 3.5
plot "race.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 200):2 with labels
