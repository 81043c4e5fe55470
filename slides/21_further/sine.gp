# sine.gp - how exact the fast sine is, by the size of its argument.
set logscale xy
set xlabel "x"
set ylabel "largest absolute error"
set format y "10^{%L}"
set yrange [1e-9:1]
set xtics (0.1, 1, 10, 100, 1000, 10000)
plot "sine.csv" using 1:3 with linespoints linetype 2 title "\\_\\_sinf", \
     "" using 1:2 with linespoints linetype 1 title "sinf"
