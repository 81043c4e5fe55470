# constant.gp - the time of reads from constant memory, by the number of different words per warp.
@half
set yrange [0:190]
set xlabel "different words that a warp wants"
set ylabel "microseconds (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "constant.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 8):2 with labels
