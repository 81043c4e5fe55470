# products.gp - how fast each way of multiplying is.
@half
set yrange [0:30]
set ylabel "TFLOP/s (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0 font ",19"
plot "products.csv" using 0:(2**37 / $2 / 1e6):xtic(1) with boxes linetype 1, \
     "" using 0:(2**37 / $2 / 1e6 + 1.4):(sprintf("%.1f", 2**37 / $2 / 1e6)) with labels
