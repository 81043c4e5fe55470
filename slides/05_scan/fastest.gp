# fastest.gp - the race of lab 05: an inclusive scan and a compaction of ints.
load "../race.gp"
set lmargin 25
set multiplot
set size 1, 0.62
set origin 0, 0.38
set title "inclusive scan of 2^{28} ints, milliseconds"
rows = work("scan", 268435456)
@bars
set size 1, 0.38
set origin 0, 0
set title "compaction of 2^{28} ints, half of them kept, milliseconds"
rows = work("compact 50%", 268435456)
@bars
unset multiplot
