# draw.awk - the pictures of lab 02, as SVG:
#
#   awk -v picture=shift -f draw.awk | awk -f ../../../common/cudasim/look/pack.awk > shift.svg
#
# picture: shift, tile, banks, halo, product or registers. Drawn small: a tile has 8 x 8
# elements and shared memory has 8 banks, instead of 32. The idea is the same.

function box(x, y, w, h, fill, stroke) {
    printf "<rect x='%g' y='%g' width='%g' height='%g' fill='%s' stroke='%s'/>\n", x, y, w, h, fill, stroke
}
function text(x, y, size, anchor, color, words) {
    printf "<text x='%g' y='%g' font-size='%g' text-anchor='%s' fill='%s'>%s</text>\n", x, y, size, anchor, color, words
}
function arrow(x1, y1, x2, y2, color) {
    printf "<line x1='%g' y1='%g' x2='%g' y2='%g' stroke='%s' stroke-width='1.5' marker-end='url(#tip)'/>\n", x1, y1, x2, y2, color
}
function start(width, height, title) {
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' font-family='sans-serif'>\n", width, height, width, height
    print "<title>" title "</title>"
    print "<defs><marker id='tip' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0,0 L7,3 L0,6 z' fill='#555'/></marker></defs>"
    printf "<rect width='%d' height='%d' fill='white'/>\n", width, height
    text(24, 28, 17, "start", INK, title)
}

# A row of cells with a letter each; words[] of them.
function cells(x, y, n, words, fill,    i) {
    for (i = 0; i < n; i++) {
        box(x + 44 * i, y, 40, 30, fill, "#666")
        text(x + 44 * i + 20, y + 20, 14, "middle", INK, words[i])
    }
}
function barrier(y, words) {
    printf "<line x1='24' y1='%g' x2='430' y2='%g' stroke='#b3261e' stroke-width='2' stroke-dasharray='7 4'/>\n", y, y
    text(440, y + 5, 13, "start", "#b3261e", words)
}

function draw_shift(    i, w) {
    start(820, 400, "One round of the shift, in place")
    split("a b c d e f g h", letters, " ")
    for (i = 0; i < 8; i++) w[i] = letters[i + 1]
    text(24, 60, 13, "start", DIM, "s[] in shared memory, complete")
    cells(24, 70, 8, w, "#cfe3f7")
    barrier(120, "barrier: the tile is loaded")
    text(400, 180, 13, "start", DIM, "value: a register in each thread")
    for (i = 0; i < 7; i++) { w[i] = letters[i + 2]; arrow(24 + 44 * (i + 1) + 14, 102, 24 + 44 * i + 26, 158, "#555") }
    w[7] = ""
    cells(24, 160, 8, w, "#fae3c3")
    barrier(210, "barrier: all have read, now writing is safe")
    for (i = 0; i < 7; i++) arrow(24 + 44 * i + 20, 192, 24 + 44 * i + 20, 248, "#555")
    w[7] = "h"
    cells(24, 250, 8, w, "#cfe3f7")
    text(400, 270, 13, "start", DIM, "the last element keeps its value")
    barrier(300, "barrier: all have written, the next round may read")
    text(24, 340, 13, "start", INK, "Without the second barrier a fast warp overwrites a word that a slow one has still to read;")
    text(24, 362, 13, "start", INK, "without the third, a fast warp reads a word in the next round that is not written yet.")
    print "</svg>"
}

function draw_tile(    r, c, x, o) {
    start(820, 360, "Part 2: rows in, columns out of the tile, rows again")
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++) {
            box(24 + 26 * c, 70 + 26 * r, 24, 24, r == 2 ? "#fae3c3" : "#f2f2f2", "#888")
            box(304 + 26 * c, 70 + 26 * r, 24, 24, r == 2 ? "#fae3c3" : c == 5 ? "#cfe3f7" : "#f2f2f2", "#888")
            box(584 + 26 * c, 70 + 26 * r, 24, 24, r == 5 ? "#cfe3f7" : "#f2f2f2", "#888")
        }
    text(24, 60, 13, "start", DIM, "in, global memory")
    text(304, 60, 13, "start", DIM, "the tile, shared memory")
    text(584, 60, 13, "start", DIM, "out, global memory")
    arrow(236, 134, 298, 134, "#555")
    arrow(516, 212, 578, 212, "#555")
    text(24, 306, 13, "start", INK, "A warp loads a row of the input: neighbours, whole sectors. It stores it as a row of the tile.")
    text(24, 328, 13, "start", INK, "After the barrier it reads a column of the tile, and stores it as a row of the output: neighbours again.")
    print "</svg>"
}

# One tile with the bank of every word by colour. kind: plain, padded, swizzled.
function bank_tile(x, kind, title, below,    r, c, b, w, label) {
    text(x, 60, 13, "start", INK, title)
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8 + (kind == "padded"); c++) {
            b = kind == "padded" ? (r * 9 + c) % 8 : c
            label = c == 8 ? "" : r "" (kind == "swizzled" ? xor(c, r) : c)
            mine = label != "" && substr(label, 2, 1) == 3
            box(x + 27 * c, 70 + 27 * r, 26, 26, c == 8 ? "white" : hue[b], mine ? "#b3261e" : "#999")
            if (mine)
                printf "<rect x='%g' y='%g' width='24' height='24' fill='none' stroke='#b3261e' stroke-width='2.5'/>\n", x + 27 * c + 1, 70 + 27 * r + 1
            text(x + 27 * c + 13, 70 + 27 * r + 17, 11, "middle", INK, label)
        }
    text(x, 308, 13, "start", INK, below)
}
function xor(a, b,    bit, value) {
    for (bit = 1; bit < 8; bit *= 2)
        if (int(a / bit) % 2 != int(b / bit) % 2)
            value += bit
    return value + 0
}
function draw_banks(    i) {
    start(850, 380, "Column 3 of the tile, and the banks it lies in")
    bank_tile(24, "plain", "part 2: 8 words per row", "one bank: 8 rounds")
    bank_tile(290, "padded", "part 3: 9 words per row", "eight banks: 1 round")
    bank_tile(583, "swizzled", "part 4: column ^ row", "eight banks: 1 round, no padding")
    for (i = 0; i < 8; i++) {
        box(24 + 100 * i, 330, 16, 16, hue[i], "#999")
        text(46 + 100 * i, 343, 12, "start", DIM, "bank " i)
    }
    text(24, 368, 12, "start", DIM, "A cell is a word of shared memory, its colour the bank; the figures are row and column of the element in it.")
    print "</svg>"
}

function draw_halo(    r, c, own, corner, fill) {
    start(760, 360, "Part 5: a block's tile and its halo")
    for (r = 0; r < 8; r++)
        for (c = 0; c < 12; c++) {
            own = r >= 2 && r < 6 && c >= 2 && c < 10
            corner = (r < 2 || r > 5) && (c < 2 || c > 9)
            fill = own ? "#cfe3f7" : corner ? "#f2f2f2" : "#fae3c3"
            box(24 + 30 * c, 60 + 30 * r, 28, 28, fill, "#888")
        }
    for (r = -2; r <= 2; r++)
        if (r) {
            text(24 + 30 * 8 + 14, 60 + 30 * (4 + r) + 19, 12, "middle", INK, r == 1 || r == -1 ? "16" : "-1")
            text(24 + 30 * (8 + r) + 14, 60 + 30 * 4 + 19, 12, "middle", INK, r == 1 || r == -1 ? "16" : "-1")
        }
    text(24 + 30 * 8 + 14, 60 + 30 * 4 + 19, 12, "middle", "#b3261e", "-60")
    box(420, 80, 20, 20, "#cfe3f7", "#888"); text(450, 95, 13, "start", INK, "results of this block: 32 x 8, one per thread")
    box(420, 115, 20, 20, "#fae3c3", "#888"); text(450, 130, 13, "start", INK, "halo: read by this block, results of others")
    box(420, 150, 20, 20, "#f2f2f2", "#888"); text(450, 165, 13, "start", INK, "corners: loaded too, to keep it simple")
    text(420, 205, 13, "start", INK, "Outside of the matrix the tile holds 0.")
    text(420, 227, 13, "start", INK, "More elements than threads: each thread")
    text(420, 247, 13, "start", INK, "loads one, and some a second one.")
    text(24, 330, 13, "start", DIM, "Drawn with 8 x 4 results instead of 32 x 8. The numbers are the weights of one result.")
    print "</svg>"
}

# Three matrices with a band in each.
function matrix(x, y, w, h, name) {
    box(x, y, w, h, "#f2f2f2", "#888")
    text(x + w / 2, y - 8, 14, "middle", INK, name)
}
function draw_product(    i) {
    start(760, 400, "Part 6: a tile of c is a row of tiles times a column of tiles")
    matrix(156, 180, 96, 160, "a")
    matrix(330, 60, 192, 96, "")
    text(540, 112, 14, "start", INK, "b")
    matrix(330, 180, 192, 160, "")
    text(540, 262, 14, "start", INK, "c = a b")
    for (i = 0; i < 3; i++)
        box(156 + 32 * i, 244, 32, 32, i == 1 ? "#fae3c3" : "#fdf3e2", "#b07a2a")
    for (i = 0; i < 3; i++)
        box(426, 60 + 32 * i, 32, 32, i == 1 ? "#cfe3f7" : "#e9f2fb", "#3b6ea5")
    box(426, 244, 32, 32, "#d6efd0", "#4a8a3c")
    arrow(258, 260, 420, 260, "#555")
    arrow(442, 160, 442, 238, "#555")
    text(580, 190, 13, "start", INK, "one block")
    arrow(578, 194, 462, 250, "#555")
    text(24, 372, 13, "start", INK, "Step by step along k: load one tile of a and one of b, barrier, multiply them, barrier.")
    print "</svg>"
}
function draw_registers(    i, j) {
    start(760, 330, "Part 7: 4 + 4 loads, 16 multiplications")
    for (i = 0; i < 4; i++) {
        box(90, 120 + 44 * i, 40, 40, "#fae3c3", "#b07a2a")
        text(110, 145 + 44 * i, 13, "middle", INK, "a" i)
        box(160 + 44 * i, 62, 40, 40, "#cfe3f7", "#3b6ea5")
        text(180 + 44 * i, 87, 13, "middle", INK, "b" i)
        for (j = 0; j < 4; j++) {
            box(160 + 44 * j, 120 + 44 * i, 40, 40, "#d6efd0", "#4a8a3c")
            text(180 + 44 * j, 145 + 44 * i, 11, "middle", INK, "a" i " b" j)
        }
    }
    text(400, 90, 13, "start", INK, "All in registers of one thread.")
    split("sums per thread|1 x 1|2 x 2|4 x 4|8 x 8|shared loads|2|4|8|16|multiplications|1|4|16|64|loads for one|2|1|1/2|1/4", cell, "|")
    for (i = 0; i < 4; i++) {
        text(400, 130 + 24 * i, 13, "start", INK, cell[5 * i + 1])
        for (j = 1; j <= 4; j++)
            text(500 + 55 * j, 130 + 24 * i, 13, "middle", INK, cell[5 * i + 1 + j])
    }
    text(24, 318, 13, "start", DIM, "Rows of a and columns of b lie TILE apart, so that a warp's threads read neighbouring words.")
    print "</svg>"
}

BEGIN {
    INK = "#222"; DIM = "#555"
    split("#cfe3f7 #d6efd0 #fae3c3 #ead9f3 #fbd5d5 #d3f0ee #f6f0b8 #dcdcdc", h, " ")
    for (i = 1; i <= 8; i++) hue[i - 1] = h[i]
    if (picture == "shift") draw_shift()
    else if (picture == "tile") draw_tile()
    else if (picture == "banks") draw_banks()
    else if (picture == "halo") draw_halo()
    else if (picture == "product") draw_product()
    else if (picture == "registers") draw_registers()
    else { print "draw.awk: no picture '" picture "'" > "/dev/stderr"; exit 1 }
}
