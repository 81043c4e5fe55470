# race.gp - read by the plots of the races: bars of milliseconds by contestant, and a roofline.
# The data are in tests/data/h200_race.csv; race.awk picks the rows.
# Grey: a library, or a copy. Blue: a variant of the lab. Orange: the course's fastest.
set datafile separator "\t"
csv = "../../tests/data/h200_race.csv"
work(name, n) = sprintf("< awk -v work='%s' -v n=%d -f ../race.awk %s", name, n, csv)
kind_color(kind) = kind == 1 ? 0x5c6770 : kind == 2 ? 0x0f5fa8 : 0xe07b00
set border 2
set key off
unset grid
unset xtics
set ytics nomirror scale 0 noenhanced font ",22"
set xrange [0:*]
set yrange [-0.6:*] reverse
set offsets graph 0, graph 0.25, 0, 0.2
set tmargin 2
set title offset 0, -0.2 # room for an exponent
set bmargin 1
# Draws `rows` into the next panel.
bars = 'plot rows using (0.5 * $3):0:(0):3:($0 - 0.38):($0 + 0.38):(kind_color($5)):ytic(1) with boxxyerror linecolor rgb variable, "" using 3:0:4 with labels offset 0.6,0 left font ",22"'
# Works by what they compute per byte, under what the machine can do: 4280 GB/s of DRAM, as
# cudaMemcpyAsync reaches, and 66.9 TFLOP/s of multiplications and additions of floats.
roofs = 'plot x * 4280 < 66900 ? x * 4280 : 66900 linecolor "#5c6770" linewidth 1.5 title "what the H200 can do", "< awk -v roofline=1 -f ../race.awk ".csv using 1:($3 == 1 ? $2 : NaN) with points linecolor "#5c6770" pointtype 6 pointsize 1.4 title "libraries", "" using 1:($3 == 2 ? $2 : NaN) with points linecolor "#0f5fa8" pointtype 7 pointsize 0.9 title "the lab'."'".'s variants", "" using 1:($3 == 3 ? $2 : NaN) with points linecolor "#e07b00" pointtype 5 pointsize 1 title "the fastest"'
