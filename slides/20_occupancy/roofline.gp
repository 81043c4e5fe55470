# roofline.gp - chain<FMAS>: points from counters, and the roof of the simulated H200.
set logscale xy
set xlabel "operations per byte"
set ylabel "operations per nanosecond"
set xrange [0.15:120]
set yrange [500:100000]
memory = 2.7916 # bytes per nanosecond, of the point with the fewest operations
peak = 66908. # 132 multiprocessors, 128 lanes, two operations, 1.98 GHz
roof(x) = x * memory < peak ? x * memory : peak
set key bottom right
plot roof(x) with lines linetype 5 title "the roof", \
     "roofline.csv" using 2:3 with linespoints linetype 1 title "FMAS = 1, 4, 16, 32, 64, 128, 256"
