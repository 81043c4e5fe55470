# race_products.gp - the steps from part 6 to the fastest product.
set yrange [0:60]
set ylabel "TFLOP/s (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0 font ",22"
set bmargin 3.5
plot "race_products.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 2.5):(sprintf("%.1f", $2)) with labels
