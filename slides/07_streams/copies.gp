# copies.gp - what a copy of so many bytes delivers.
@half
set logscale x 2
set xrange [2**15:2**29]
set yrange [0:70]
set xtics ("64 KB" 2**16, "1 MB" 2**20, "16 MB" 2**24, "256 MB" 2**28)
set xlabel "bytes of one copy, pinned memory to the device"
set ylabel "GB/s (H200)"
set key off
plot "copies.csv" using 1:($1 / $2 / 1000) with linespoints linetype 1, \
     "" using 1:($1 / $2 / 1000 + 4):(sprintf("%.0f", $1 / $2 / 1000)) with labels
