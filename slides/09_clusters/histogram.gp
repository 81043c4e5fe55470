set style data linespoints
set logscale x 2
set xrange [900:300000]
set yrange [0:2400]
set xlabel "bins"
set ylabel "GB/s of values"
set key top right Right noreverse
plot "histogram.csv" every ::1 using 1:2 title "part 1: one block's shared memory", \
     '' every ::1 using 1:3 title "part 2: remote atomics", \
     '' every ::1 using 1:4 title "part 3: remote loads", \
     '' every ::1 using 1:5 title "global memory"
