# work.gp - comparisons an item, by the number of items.
@half
set logscale x 2
set format x "2^{%L}"
set yrange [0:80]
set xlabel "items"
set ylabel "comparisons per item (simulator)"
set key top left
plot "work.csv" using 1:2 with linespoints title "bitonic", \
     "" using 1:3 with linespoints title "merge", \
     "" using 1:4 with linespoints title "quick"
