# fastest.gp - the race of lab 07: a pipeline of copies and kernels, and a product.
load "../race.gp"
set lmargin 30
set multiplot
set size 1, 0.44
set origin 0, 0.56
set title "copy, kernel, copy: 2^{24} words, milliseconds"
rows = work("pipeline", 16777216)
@bars
set size 1, 0.33
set origin 0, 0.23
set title "2^{28} words, milliseconds"
rows = work("pipeline", 268435456)
@bars
set size 1, 0.23
set origin 0, 0
set title "product of 16384 x 16384 doubles, milliseconds"
rows = work("product larger than the memory", 268435456)
@bars
unset multiplot
