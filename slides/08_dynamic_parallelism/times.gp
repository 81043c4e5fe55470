@half
set style data histograms
set style histogram clustered gap 1.5
set logscale y
set yrange [0.003:1000]
set ylabel "milliseconds"
set key outside top center horizontal
set xtics scale 0 rotate by -20
plot "times.csv" every ::1 using 2:xtic(1) title "K40 (notes)", '' every ::1 using 3 title "H200", '' every ::1 using 4 title "model"
