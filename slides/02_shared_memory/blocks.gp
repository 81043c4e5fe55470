# blocks.gp - time of the shift, by block size.
@half
set yrange [0:4.2]
set xlabel "threads per block"
set ylabel "ms for 64 rounds (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "blocks.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 0.2):(sprintf("%.2f", $2)) with labels
