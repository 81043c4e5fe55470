# plot.gp - read before every plot of a deck, so that all plots look the same: commas between
# columns, large type, and colours that differ in grey and for colour-blind people.
# A plot beside a column of text begins with @half.
set terminal svg size 1400,700 font "DejaVu Sans,27" linewidth 2 background "white"
half = 'set terminal svg size 800,640 font "DejaVu Sans,27" linewidth 2 background "white"'
set datafile separator ","
set border 3 linecolor "#5c6770"
set tics nomirror textcolor "#1d2329"
set grid linecolor "#dde3e8"
set style fill solid 0.9 noborder
set linetype 1 linecolor "#0f5fa8" linewidth 2 pointtype 7 pointsize 0.8
set linetype 2 linecolor "#e07b00" linewidth 2 pointtype 5 pointsize 0.8
set linetype 3 linecolor "#3c8f00" linewidth 2 pointtype 9 pointsize 1
set linetype 4 linecolor "#8a1a66" linewidth 2 pointtype 13 pointsize 1
set linetype 5 linecolor "#5c6770" linewidth 2 pointtype 6 pointsize 0.8
set linetype cycle 5
set key top left Left reverse
