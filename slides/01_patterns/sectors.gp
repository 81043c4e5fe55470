# sectors.gp - sectors that the load of a warp touches, by stride.
@half
set yrange [0:36]
set xlabel "stride between the lanes' words"
set ylabel "sectors per request (H200, ncu)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "sectors.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 1.5):2 with labels
