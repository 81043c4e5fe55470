# look_back.gp - when the tiles of a look-back begin, and what they know.
set xlabel "tile"
set ylabel "microseconds (H200)"
plot "look_back.csv" using 1:4 with lines linetype 2 title "knows the sum of all before", \
     "" using 1:3 with points linetype 3 title "has published its own total", \
     "" using 1:2 with points linetype 1 title "begins"
