# wavefronts.gp - what shared memory did for 256 elements, in each part.
set style data histograms
set style histogram rowstacked
set boxwidth 0.6
set yrange [0:180]
set xlabel "part"
set ylabel "wavefronts for 256 elements"
set grid noxtics
set xtics scale 0
set key top right
plot "wavefronts.csv" using 2:xticlabel(1) title "accesses" linetype 1, \
     "" using 3 title "bank conflicts" linetype 2, \
     "" using 0:($2 + $3 + 8):(sprintf($2 + $3 < 10 ? "%.1f" : "%.0f", $2 + $3)) with labels notitle
