# draw.awk - the pictures of lab 04, as SVG:
#
#   awk -v part=4 -f draw.awk | awk -f ../../../common/cudasim/look/pack.awk > part4.svg        part: 4 or 5
#
# The pictures of parts 1 to 3 come from recorded runs: common/cudasim/look/pictures.txt.
# They are drawn small: a block of 16 threads, warps of 4 lanes and shared memory
# of 4 banks, instead of 256, 32 and 32. The idea is the same.

function box(x, y, w, h, fill, stroke) {
    printf "<rect x='%g' y='%g' width='%g' height='%g' rx='3' fill='%s' stroke='%s'/>\n", x, y, w, h, fill, stroke
}
function text(x, y, size, anchor, color, words) {
    printf "<text x='%g' y='%g' font-size='%g' text-anchor='%s' fill='%s'>%s</text>\n", x, y, size, anchor, color, words
}
function line(x1, y1, x2, y2, color, width) {
    printf "<line x1='%g' y1='%g' x2='%g' y2='%g' stroke='%s' stroke-width='%g'/>\n", x1, y1, x2, y2, color, width
}
function arrow(x1, y1, x2, y2, color) {
    printf "<line x1='%g' y1='%g' x2='%g' y2='%g' stroke='%s' stroke-width='1.5' marker-end='url(#tip)'/>\n", x1, y1, x2, y2, color
}
function start(width, height, title) {
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' font-family='sans-serif'>\n", width, height, width, height
    print "<title>" title "</title>"
    print "<defs><marker id='tip' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0,0 L7,3 L0,6 z' fill='#555'/></marker></defs>"
    printf "<rect width='%d' height='%d' fill='white'/>\n", width, height
    text(LEFT, 28, 20, "start", INK, title)
}

# ---- part 4: who loads what -------------------------------------------------------

function loads(    i, t, k, x, color, y) {
    split("#cfe3f7 #d6efd0 #fae3c3", color, " ")
    start(WIDTH, 330, "Part 4: three blocks and an array of any length")
    text(LEFT, 48, 15, "start", "#555", "Tiles of TILE elements, handed out in turn. The grid has 3 blocks; the array ends inside tile 7.")
    for (i = 0; i < 8; i++) {
        x = LEFT + i * 84
        box(x, 64, i == 7 ? 56 : 80, 44, color[i % 3 + 1], "#666")
        text(x + (i == 7 ? 28 : 40), 82, 13, "middle", INK, "tile " i)
        text(x + (i == 7 ? 28 : 40), 100, 13, "middle", "#555", "block " i % 3)
    }
    text(LEFT + 310, 130, 15, "start", "#555", "Block 1: tiles 1, 4 and 7, a grid's width (gridDim.x * TILE elements) apart.")
    line(LEFT + 84, 116, LEFT, 172, "#999", 1)
    line(LEFT + 84 + 80, 116, LEFT + 16 * STEP - 8, 172, "#999", 1)
    for (i = 0; i < 16; i++) {
        box(LEFT + i * STEP, 176, CELL, CELL, i % 4 == 1 ? "#333" : "#d6efd0", "#666")
        text(LEFT + i * STEP + CELL / 2, 196, 15, "middle", i % 4 == 1 ? "white" : INK, "t" i % 4)
    }
    y = 176 + CELL
    for (k = 0; k < 4; k++)
        arrow(LEFT + (4 * k + 1) * STEP + CELL / 2, y + 2, LEFT + 7.5 * STEP, y + 40, "#555")
    box(LEFT + 7.5 * STEP - 70, y + 42, 140, 28, "#eee", "#666")
    text(LEFT + 7.5 * STEP, y + 61, 15, "middle", INK, "sum of thread 1")
    text(LEFT, y + 96, 15, "start", "#555", "One tile, drawn for 4 threads: lanes load neighbouring words (whole sectors), each adds four in a register.")
    text(RIGHT, 196, 15, "start", GREEN, "four loads under way")
    text(RIGHT, 216, 15, "start", GREEN, "before the first is needed")
    print "</svg>"
}

# ---- part 5: shuffles ---------------------------------------------------------------

function lanes(x, y, used,    i) {
    for (i = 0; i < 8; i++) {
        box(x + i * STEP, y, CELL, CELL, i < used ? "#cfe3f7" : "#f4f4f4", i < used ? "#666" : "#ddd")
        text(x + i * STEP + CELL / 2, y + 20, 15, "middle", i < used ? INK : "#696969", i)
    }
}

function shuffles(    y, d, i, w, x) {
    start(WIDTH, 550, "Part 5: shuffles inside the warp, shared memory between warps")
    text(LEFT, 48, 15, "start", "#555", "A warp of 8 lanes. A cell is a register of one lane: nothing is stored, no thread waits.")
    y = 64
    lanes(LEFT, y, 8)
    for (d = 4; d >= 1; d /= 2) {
        for (i = 0; i < d; i++)
            arrow(LEFT + (i + d) * STEP + CELL / 2, y + CELL, LEFT + i * STEP + CELL / 2, y + 66, "#555")
        text(LEFT + 8 * STEP + 20, y + 44, 16, "start", INK, "value += __shfl_down_sync(mask, value, " d ")")
        text(LEFT + 8 * STEP + 20, y + 61, 15, "start", "#555", "all 8 lanes take part; the sums of " d (d > 1 ? " lanes" : " lane") " are used")
        y += 68
        lanes(LEFT, y, d)
    }
    text(LEFT + 8 * STEP + 20, y + 20, 15, "start", GREEN, "lane 0 holds the warp's sum: 3 steps, no barrier")
    y += 70
    for (w = 0; w < 4; w++) {
        x = LEFT + w * 150
        box(x, y, 130, 34, "#eee", "#666")
        text(x + 65, y + 22, 13, "middle", INK, "warp " w)
        arrow(x + 16, y + 34, LEFT + 160 + w * STEP, y + 76, "#555")
        box(LEFT + 144 + w * STEP, y + 80, CELL, CELL, BANK[w % 4], "#666")
        text(LEFT + 144 + w * STEP + CELL / 2, y + 100, 15, "middle", INK, w)
    }
    text(LEFT + 144 + 4 * STEP + 16, y + 100, 15, "start", "#555", "shared memory: one word per warp")
    line(LEFT, y + 124, RIGHT + 100, y + 124, RED, 2)
    text(LEFT + 144 + 4 * STEP + 16, y + 140, 15, "start", RED, "the only barrier")
    arrow(LEFT + 200, y + 112, LEFT + 80, y + 150, "#555")
    box(LEFT, y + 154, 130, 34, "#cfe3f7", "#666")
    text(LEFT + 65, y + 176, 13, "middle", INK, "warp 0")
    text(LEFT + 146, y + 176, 15, "start", "#555", "adds them up with shuffles again; lane 0 stores the block's sum")
    print "</svg>"
}

BEGIN {
    N = 16; CELL = 30; STEP = 38; LEFT = 24; RIGHT = LEFT + N * STEP + 14; WIDTH = RIGHT + 250
    INK = "#222"; RED = "#b3261e"; GREEN = "#1b6e2d"
    BANK[0] = "#cfe3f7"; BANK[1] = "#d6efd0"; BANK[2] = "#fae3c3"; BANK[3] = "#ead9f3"
    if (part == 4)
        loads()
    else
        shuffles()
}
