# sectors.gp - how often parts 6, 7 and 8 go through memory.
@half
set style data histograms
set style histogram rowstacked
set boxwidth 0.6
set yrange [0:5]
set ylabel "arrays of 2^{20} ints"
set grid noxtics
set xtics scale 0
set key top right
plot "sectors.csv" using 2:xticlabel(sprintf("part %d", $1)) title "loaded" linetype 1, \
     "" using 3 title "stored" linetype 2, \
     "" using 0:($2 + $3 + 0.2):(sprintf("%.2f", $2 + $3)) with labels notitle
