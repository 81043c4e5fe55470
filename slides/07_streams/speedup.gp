# speedup.gp - the product in one to four ways, relative to the host alone.
set style data histograms
set style histogram clustered gap 1
set yrange [0:8]
set ylabel "speedup over the host alone"
set grid noxtics
set xtics scale 0
plot "speedup.csv" using ($2 / 30.00):xticlabel(1) linetype 1 title "ours", \
     "" using ($3 / 43.0) linetype 2 title "the notes", \
     "" using ($0 - 0.17):($2 / 30.00 + 0.3):(sprintf("%.1f", $2 / 30.00)) with labels notitle, \
     "" using ($0 + 0.17):($3 / 43.0 + 0.3):(sprintf("%.1f", $3 / 43.0)) with labels notitle
