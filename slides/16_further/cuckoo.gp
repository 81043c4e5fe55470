# cuckoo.gp - how many keys have to move, by how full the table is.
@half
set xlabel "slots in use, percent"
set ylabel "kick-outs for each key put in"
set xrange [0:62]
set yrange [0:1.5]
set key off
plot "cuckoo.csv" using 1:($3 / $2) with linespoints linetype 1
