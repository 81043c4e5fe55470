# race_radix.gp - the fastest sort, and the same without one of its ideas.
set title "radix sort of 2^{28} ints"
set yrange [0:70]
set ylabel "10^9 keys per second (H200)"
set boxwidth 0.6
set key off
set grid noxtics
set xtics scale 0 font ",20"
set bmargin 3.5
plot "race_radix.csv" using 0:2:xtic(1) with boxes linetype 1, \
     "" using 0:($2 + 3):(sprintf("%.1f", $2)) with labels
