# fastest.gp - the race of lab 04: a sum of ints.
load "../race.gp"
set lmargin 25
set offsets graph 0, graph 0.82, 0, 0.2
set multiplot layout 1, 2
set title "sum of 2^{20} ints, ms"
rows = work("sum", 1048576)
@bars
set title "sum of 2^{28} ints, ms"
rows = work("sum", 268435456)
@bars
unset multiplot
