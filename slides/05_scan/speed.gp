# speed.gp - how near a one-pass scan comes to a copy, by n.
@half
set logscale x 2
set xrange [2**19:2**29]
set yrange [0:8000]
set xtics ("2^{20}" 2**20, "2^{24}" 2**24, "2^{28}" 2**28)
set xlabel "ints scanned"
set ylabel "GB/s read and written"
set key top left Left reverse
plot 4239 title "a copy: 4239" linetype 5 dashtype 2, \
     "speed.csv" using 1:(8 * $1 / $2 / 1e6) with linespoints linetype 1 title "CUB's scan", \
     "" using 1:(8 * $1 / $2 / 1e6 + 250):(sprintf("%.0f", 8 * $1 / $2 / 1e6)) with labels notitle, \
     "" using 1:(8 * $1 / $4 / 1e6) with linespoints linetype 2 title "part 8", \
     "" using 1:(8 * $1 / $3 / 1e6) with linespoints linetype 3 title "part 6"
