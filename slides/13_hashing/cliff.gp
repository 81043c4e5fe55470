# cliff.gp - how many tables cannot be filled, by load and number of functions.
@half
set xlabel "load, percent of the slots"
set ylabel "tables that fail, percent"
set xrange [20:100]
set yrange [0:105]
plot "cliff.csv" using 1:2 with linespoints linetype 1 title "2 functions", \
     "cliff.csv" using 1:3 with linespoints linetype 2 title "3 functions", \
     "cliff.csv" using 1:4 with linespoints linetype 3 title "4 functions"
