# race.gp - histograms by number of bins: the library, part 1, part 7.
set yrange [0:5400]
set ylabel "GB/s of values (H200)"
set xlabel "bins"
set style data histogram
set style histogram clustered gap 1
set boxwidth 0.9
set grid noxtics
set xtics scale 0
set key top left horizontal
plot "race.csv" every ::1 using 2:xtic(1) title "cub::DeviceHistogram" linetype 5, \
     "" every ::1 using 3 title "part 1" linetype 2, \
     "" every ::1 using 4 title "part 7" linetype 1
