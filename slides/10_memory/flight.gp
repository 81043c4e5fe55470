# flight.gp - bytes in flight and bandwidth.
set xlabel "loads in flight, of all threads together (KB)"
set ylabel "GB/s read and written (H200)"
set logscale x 2
set xrange [48:12000]
set yrange [0:4900]
set key bottom right
set grid
plot 4815 with lines dashtype 2 linecolor "gray" title "theoretical peak", \
     "flight.csv" using ($2 == 1 ? $3 : 1/0):4 with linespoints title "1 load per thread", \
     "" using ($2 == 2 ? $3 : 1/0):4 with linespoints title "2", \
     "" using ($2 == 4 ? $3 : 1/0):4 with linespoints title "4", \
     "" using ($2 == 8 ? $3 : 1/0):4 with linespoints title "8"
