# speed.gp - GB/s of the product's variants, by the form of the rows.
@half
set style data histograms
set style histogram clustered gap 1
set yrange [0:4999]
set ylabel "GB/s"
set xtics font ",20"
set key outside top center horizontal
plot "speed.csv" using 2:xtic(1) title "threads", \
     "" using 3 title "warps", \
     "" using 4 title "segments", \
     "" using 5 title "cuSPARSE"
