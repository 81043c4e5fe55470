# fastest.gp - the race of lab 06: sorts of random ints, by digits and by merging, and of pairs.
load "../race.gp"
set lmargin 25
set multiplot
set size 1, 0.36
set origin 0, 0.64
set title "2^{24} random ints by digits, milliseconds"
rows = work("radix sort any", 16777216)
@bars
set size 1, 0.38
set origin 0, 0.26
set title "by comparing, milliseconds"
rows = work("merge sort any", 16777216)
@bars
set size 1, 0.26
set origin 0, 0
set title "2^{24} pairs by digits, milliseconds"
rows = work("radix sort pairs any", 16777216)
@bars
unset multiplot
