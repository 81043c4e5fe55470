# steps.gp - launches, by the number of items.
@half
set logscale x 2
set format x "2^{%L}"
set yrange [0:40]
set xlabel "items"
set ylabel "launches (simulator)"
set key top left
plot "steps.csv" using 1:2 with linespoints title "bitonic", \
     "" using 1:3 with linespoints title "merge", \
     "" using 1:4 with linespoints title "quick", \
     "" using 1:5 with linespoints title "digits"
