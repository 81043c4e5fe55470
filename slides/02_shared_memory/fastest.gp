# fastest.gp - the race of lab 02: a transpose and a product of floats.
load "../race.gp"
set lmargin 25
set multiplot layout 2, 1
set title "transpose of 16384 x 16384 floats, milliseconds"
rows = work("transpose 16384 x 16384", 268435456)
@bars
set title "product of 4096 x 4096 floats, milliseconds"
rows = work("product 4096 x 4096 x 4096", 16777216)
@bars
unset multiplot
