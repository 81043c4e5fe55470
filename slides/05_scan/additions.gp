# additions.gp - additions of three scans, by n.
@half
set logscale xy 2
set xrange [2**3.6:2**10.4]
set yrange [8:20000]
set xtics (16, 32, 64, 128, 256, 512, 1024)
set ytics (16, 64, 256, 1024, 4096, 16384)
set xlabel "elements of the block"
set ylabel "additions"
set key top left
plot "additions.csv" using 1:3 with linespoints linetype 2 title "Hillis-Steele", \
     "" using 1:4 with linespoints linetype 1 title "Brent-Kung", \
     "" using 1:2 with linespoints linetype 3 title "one thread"
