# fastest.gp - the race of lab 09: histograms of ints with many bins.
load "../race.gp"
set lmargin 25
set offsets graph 0, graph 0.75, 0, 0.2
set multiplot layout 1, 2
set title "2048 bins, ms"
rows = work("histogram 2048 uniform", 268435456)
@bars
set title "65536 bins, ms"
rows = work("histogram 65536 uniform", 268435456)
@bars
unset multiplot
