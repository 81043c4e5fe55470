set style data histograms
set style histogram clustered gap 1.5
set style fill solid 0.85 border -1
set logscale y
set yrange [0.003:1000]
set ylabel "milliseconds"
set key top right horizontal
plot "times.csv" every ::1 using 2:xtic(1) title "K40 (notes)", '' every ::1 using 3 title "H200", '' every ::1 using 4 title "model"
