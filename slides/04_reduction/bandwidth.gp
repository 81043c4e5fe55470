# bandwidth.gp - how close a sum comes to the bandwidth of the memory, by n.
set logscale x 2
set xrange [2**19:2**29]
set yrange [0:5000]
set xtics ("2^{20}" 2**20, "2^{24}" 2**24, "2^{28}" 2**28)
set xlabel "ints added up"
set ylabel "GB/s read"
set key bottom right
plot 4239 title "copy kernel, 2^{28} ints, read + written: 4239" linetype 5 dashtype 2, \
     "bandwidth.csv" using 1:(4 * $1 / $2 / 1e6) with linespoints linetype 1 title "cub::DeviceReduce::Sum", \
     "" using 1:(4 * $1 / $2 / 1e6 + 250):(sprintf("%.0f", 4 * $1 / $2 / 1e6)) with labels notitle
