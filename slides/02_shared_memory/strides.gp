# strides.gp - wavefronts of the load of a warp, by stride.
@half
set yrange [0:36]
set xlabel "stride between the lanes' words"
set ylabel "wavefronts (H200, ncu)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0
plot "strides.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 1.5):2 with labels
