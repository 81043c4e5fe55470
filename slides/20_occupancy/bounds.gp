# bounds.gp - what each number of blocks in the launch bounds costs.
set xlabel "blocks of 256 threads that have to fit"
set ylabel "resident warps"
set y2label "bytes of local memory"
set y2tics
set ytics nomirror
set yrange [0:72]
set y2range [0:900]
set xrange [0.5:8.5]
plot "bounds.csv" using 1:4 with linespoints linetype 1 title "resident warps", \
     "" using 1:3 axes x1y2 with linespoints linetype 2 title "bytes of local memory"
