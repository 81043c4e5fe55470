# bandwidth.gp - what is possible, and what programs reach.
@half
set yrange [0:5400]
set ylabel "GB/s read + written (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "bandwidth.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 200):2 with labels
