# transposes.gp - how fast each way of transposing is.
set yrange [0:4600]
set ylabel "GB/s read + written (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "transposes.csv" using 0:(2**31 / $2 / 1e3):xtic(1) with boxes linetype 1, \
     "" using 0:(2**31 / $2 / 1e3 + 200):(sprintf("%.0f", 2**31 / $2 / 1e3)) with labels
