# draw.awk - the pictures of lab 01, as SVG:
#
#   awk -v picture=grid -f draw.awk | awk -f ../../../common/cudasim/look/pack.awk > grid.svg
#
# sectors.svg and columns.svg come from recorded runs: common/cudasim/look/pictures.txt.
#
# picture: grid, chunks, patterns, transpose. Drawn small: where there is no room,
# a warp has 8 lanes instead of 32, and a sector 4 words instead of 8.

function box(x, y, w, h, fill, stroke) {
    printf "<rect x='%g' y='%g' width='%g' height='%g' fill='%s' stroke='%s'/>\n", x, y, w, h, fill, stroke
}
function frame(x, y, w, h, stroke) {
    printf "<rect x='%g' y='%g' width='%g' height='%g' fill='none' stroke='%s' stroke-width='2.5'/>\n", x, y, w, h, stroke
}
function text(x, y, size, anchor, color, words) {
    printf "<text x='%g' y='%g' font-size='%g' text-anchor='%s' fill='%s'>%s</text>\n", x, y, size, anchor, color, words
}
function arrow(x1, y1, x2, y2) {
    printf "<line x1='%g' y1='%g' x2='%g' y2='%g' stroke='#555' stroke-width='1.5' marker-end='url(#tip)'/>\n", x1, y1, x2, y2
}
function start(width, height, title) {
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' font-family='sans-serif'>\n", width, height, width, height
    print "<title>" title "</title>"
    print "<defs><marker id='tip' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0,0 L7,3 L0,6 z' fill='#555'/></marker></defs>"
    printf "<rect width='%d' height='%d' fill='white'/>\n", width, height
}

# A grid of 3 blocks of 8 threads for 21 elements, drawn over the array they work on.
function draw_grid(    b, t, i, x) {
    start(860, 270, "A grid of three blocks, and the element of each thread")
    for (b = 0; b < 3; b++) {
        x = 24 + 274 * b
        frame(x, 44, 264, 84, "#3b6ea5")
        text(x + 132, 34, 15, "middle", INK, "block " b " (blockIdx.x = " b ")")
        for (t = 0; t < 8; t++) {
            i = 8 * b + t
            box(x + 6 + 32 * t, 72, 28, 28, i < 21 ? "#cfe3f7" : "#f7d4cf", "#666")
            text(x + 20 + 32 * t, 91, 13, "middle", INK, t)
            if (i < 21) {
                arrow(x + 20 + 32 * t, 102, x + 20 + 32 * t, 164)
                box(x + 6 + 32 * t, 168, 28, 28, "#d6efd0", "#666")
                text(x + 20 + 32 * t, 187, 13, "middle", INK, i)
            }
        }
    }
    for (b = 0; b < 3; b++)
        text(30 + 274 * b, 63, 12, "start", DIM, "threadIdx.x")
    text(24, 220, 14, "start", INK, "element i = blockIdx.x * blockDim.x + threadIdx.x; here n = 21 and blockDim.x = 8")
    text(24, 246, 14, "start", "#b3261e", "The last three threads have no element: if (i &lt; n) stops them from touching other memory.")
    print "</svg>"
}

# Which element each of 4 threads takes in its rounds 0, 1, 2, 3.
function rounds(y, chunks, title,    i, t, r) {
    text(24, y - 10, 14, "start", INK, title)
    for (i = 0; i < 16; i++) {
        t = chunks ? int(i / 4) : i % 4
        r = chunks ? i % 4 : int(i / 4)
        box(24 + 48 * i, y, 44, 32, r == 0 ? "#8fbfe8" : "#f2f2f2", "#888")
        text(46 + 48 * i, y + 21, 13, "middle", INK, "t" t)
    }
}
function draw_chunks() {
    start(820, 240, "Four threads, sixteen elements, two ways")
    rounds(44, 1, "a piece for each thread: in round 0 (blue) the lanes stand far apart")
    rounds(134, 0, "each on by the number of threads: in round 0 they stand side by side, in every other round, too")
    text(24, 204, 14, "start", DIM, "What a warp touches at one time matters, not what one thread touches over time.")
    text(24, 226, 14, "start", DIM, "A CPU's thread likes the first, for its cache. A GPU's warp likes the second.")
    print "</svg>"
}

function cells(x, y, n, fill,    i) {
    for (i = 0; i < n; i++)
        box(x + 26 * i, y, 24, 22, fill, "#666")
}
function pattern(x, name, below) {
    text(x + 64, 30, 15, "middle", INK, name)
    cells(x, 46, 5, "#d6efd0")
    cells(x, 140, 5, "#fae3c3")
    text(x + 64, 190, 12.5, "middle", DIM, below)
}
function link(x, from, to) { arrow(x + 12 + 26 * from, 70, x + 12 + 26 * to, 136) }
function draw_patterns(    i) {
    start(860, 215, "Five ways from input to output")
    pattern(24, "map", "one to one")
    for (i = 0; i < 5; i++) link(24, i, i)
    pattern(194, "gather", "many to one, anywhere")
    link(194, 0, 2); link(194, 3, 2); link(194, 4, 2)
    pattern(364, "scatter", "one to somewhere")
    link(364, 0, 3); link(364, 1, 0); link(364, 2, 3); link(364, 4, 1)
    pattern(534, "stencil", "the neighbours to one")
    link(534, 1, 2); link(534, 2, 2); link(534, 3, 2)
    pattern(704, "transpose", "another order")
    link(704, 0, 0); link(704, 1, 2); link(704, 2, 4); link(704, 3, 1); link(704, 4, 3)
    print "</svg>"
}

# Eight lanes go along a row of one matrix and a column of the other.
function matrix(x, mark, title,    r, c) {
    text(x, 50, 14, "start", INK, title)
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++)
            box(x + 24 * c, 62 + 24 * r, 22, 22, (mark == "row" ? r == 2 : c == 2) ? "#8fbfe8" : "#f2f2f2", "#999")
}
function draw_transpose() {
    start(860, 330, "One warp of each form")
    text(24, 26, 15, "start", INK, "reading rows")
    matrix(24, "row", "in: neighbours, 4 sectors")
    matrix(234, "column", "out: a column, 32 sectors")
    text(444, 26, 15, "start", INK, "writing rows")
    matrix(444, "column", "in: a column, 32 sectors")
    matrix(654, "row", "out: neighbours, 4 sectors")
    arrow(214, 156, 232, 156)
    arrow(634, 156, 652, 156)
    text(24, 290, 14, "start", DIM, "Rows lie one behind the other in memory, so that the elements of a column are a whole row apart.")
    text(24, 314, 14, "start", DIM, "One side is always a column. Lab 02 goes through shared memory, and has rows on both sides.")
    print "</svg>"
}

BEGIN {
    INK = "#222"
    DIM = "#555"
    if (picture == "grid") draw_grid()
    else if (picture == "chunks") draw_chunks()
    else if (picture == "patterns") draw_patterns()
    else if (picture == "transpose") draw_transpose()
    else { print "draw.awk: -v picture=grid, chunks, patterns or transpose" > "/dev/stderr"; exit 1 }
}
