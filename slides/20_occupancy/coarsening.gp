# coarsening.gp - the polynomial of part 5: time by the results of a thread.
@half
set logscale x 2
set xlabel "results per thread"
set ylabel "virtual us, load requests"
set yrange [0:75]
set xrange [0.8:20]
set key top right
plot "coarsening.csv" using 1:5 with linespoints linetype 1 title "virtual us, 2^{22} results", \
     "" using 1:2 with linespoints linetype 2 title "load requests for 32 results"
