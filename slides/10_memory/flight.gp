# flight.gp - bytes in flight and bandwidth.
set xlabel "loads in flight, of all threads together (KB)"
set ylabel "GB/s read (H200)"
set logscale x 2
set xrange [48:12000]
set yrange [0:2499]
set key bottom right
set grid
# A copy writes as much as it reads: half of the peak is left for reading.
plot 4814 / 2 with lines dashtype 2 linecolor "gray" title "half of the peak", \
     "flight.csv" using ($2 == 1 ? $3 : 1/0):($4 / 2) with points linetype 1 pointtype 7 pointsize 1.2 title "1 load per thread", \
     "" using ($2 == 2 ? $3 : 1/0):($4 / 2) with points linetype 2 pointtype 5 pointsize 1.2 title "2", \
     "" using ($2 == 4 ? $3 : 1/0):($4 / 2) with points linetype 3 pointtype 9 pointsize 1.4 title "4", \
     "" using ($2 == 8 ? $3 : 1/0):($4 / 2) with points linetype 4 pointtype 13 pointsize 1.5 title "8"
