# draw.awk - the pictures of lab 05, as SVG:
#
#   awk -v picture=hillis -f draw.awk | awk -f ../../../common/cudasim/look/pack.awk > hillis.svg
#
# picture: hillis, race, blelloch, brent_kung, traffic, look_back, compact, area, segments.
# A cell is an element; "a-b" in a cell means the sum of elements a to b. Orange lines are
# additions, grey lines are copies.

function box(x, y, w, h, fill, stroke) {
    printf "<rect x='%g' y='%g' width='%g' height='%g' rx='3' fill='%s' stroke='%s'/>\n", x, y, w, h, fill, stroke
}
function text(x, y, size, anchor, color, words) {
    printf "<text x='%g' y='%g' font-size='%g' text-anchor='%s' fill='%s'>%s</text>\n", x, y, size, anchor, color, words
}
function arrow(x1, y1, x2, y2, color) {
    printf "<line x1='%g' y1='%g' x2='%g' y2='%g' stroke='%s' stroke-width='1.6' marker-end='url(#%s)'/>\n", \
        x1, y1, x2, y2, color, color == ORANGE ? "add" : "tip"
}
function start(width, height, title) {
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' font-family='sans-serif'>\n", width, height, width, height
    print "<title>" title "</title>"
    print "<defs><marker id='tip' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0,0 L7,3 L0,6 z' fill='#777'/></marker>"
    print "<marker id='add' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0,0 L7,3 L0,6 z' fill='#c77700'/></marker></defs>"
    printf "<rect width='%d' height='%d' fill='white'/>\n", width, height
    text(LEFT, 26, 17, "start", INK, title)
}

# ---- rows of cells: from[i] to[i] is the range summed in cell i, done[i] its colour -----

function column(i) { return LEFT + 110 + i * STEP }
function middle(i) { return column(i) + CELL / 2 }
function range(a, b) { return b < a ? "0" : a == b ? a : a "-" b }

function row(y, label,    i, right) {
    text(LEFT, y + 20, 13, "start", GREY, label)
    for (i = 0; i < N; i++) {
        right = goal != "none" && from[i] == 0 && to[i] == (goal == "exclusive" ? i - 1 : i)
        box(column(i), y, CELL, CELL, right ? GREEN : changed[i] ? BLUE : "#f4f4f4", changed[i] ? "#444" : "#bbb")
        text(middle(i), y + 20, CELL < 40 ? 10.5 : 12, "middle", INK, range(from[i], to[i]))
    }
}
function clear(    i) {
    for (i = 0; i < N; i++)
        changed[i] = 0
}
function reset(    i) {
    for (i = 0; i < N; i++) {
        from[i] = to[i] = i
        changed[i] = 0
    }
}
# Cell `target` takes in cell `source`: an orange arrow, and the longer range.
function take(source, target, y) {
    arrow(middle(source), y + CELL, middle(target) - 5, y + GAP - 2, ORANGE)
    arrow(middle(target), y + CELL, middle(target), y + GAP - 2, "#777")
    changed[target] = 1
}

function up(y,    d, i) {
    for (d = 1; d < N; d *= 2) {
        clear()
        for (i = 2 * d - 1; i < N; i += 2 * d) {
            take(i - d, i, y)
            from[i] = from[i - d]
        }
        y += GAP
        row(y, "up, d = " d)
    }
    return y
}

function hillis(    d, i, y) {
    start(830, 330, "Part 2: Hillis-Steele. Each thread adds the element d places to the left.")
    reset(); y = 50; row(y, "input")
    for (d = 1; d < N; d *= 2) {
        clear()
        for (i = N - 1; i >= d; i--) {
            take(i - d, i, y)
            from[i] = from[i - d]
        }
        y += GAP
        row(y, "d = " d)
    }
    text(LEFT, y + 62, 13, "start", GREY, "8 elements: 7 + 6 + 4 = 17 additions in 3 steps. Green: finished.")
}

function brent_kung(    d, i, y) {
    start(1010, 640, "Part 5: Brent-Kung. A tree up, and only what is missing on the way down.")
    reset(); y = 50; row(y, "input")
    y = up(y)
    for (d = N / 4; d >= 1; d /= 2) {
        clear()
        for (i = 2 * d - 1; i + d < N; i += 2 * d) {
            take(i, i + d, y)
            from[i + d] = from[i]
        }
        y += GAP
        row(y, "down, d = " d)
    }
    text(LEFT, y + 62, 13, "start", GREY, "16 elements: up 8 + 4 + 2 + 1 = 15, down 1 + 3 + 7 = 11 additions; 26 together. Each level down has one pair less than")
    text(LEFT, y + 80, 13, "start", GREY, "a power of two, for its first node has nothing to its left: the formula 2n - 3 = 29 counts those 3 too.")
}

function blelloch(    d, i, y, a) {
    start(830, 580, "Part 4: Blelloch. Up a tree of sums, down with the sum of all before.")
    goal = "none"
    reset(); y = 50; row(y, "input")
    y = up(y)
    goal = "exclusive"
    clear(); changed[N - 1] = 1; from[N - 1] = 0; to[N - 1] = -1
    y += GAP - 14
    row(y, "root = 0")
    for (d = N / 2; d >= 1; d /= 2) {
        clear()
        for (i = 2 * d - 1; i < N; i += 2 * d) {
            arrow(middle(i), y + CELL, middle(i - d) + 5, y + GAP - 2, "#777")
            take(i - d, i, y)
            changed[i - d] = 1
            a = to[i - d] # the left child's own sum ends here
            from[i - d] = 0; to[i - d] = to[i]
            from[i] = 0; to[i] = a
        }
        y += GAP
        if (d > 1) goal = "none"; else goal = "exclusive"
        row(y, "down, d = " d)
    }
    text(LEFT, y + 58, 13, "start", GREY, "8 elements: 7 additions up, 7 down. On the way down the right child gets the parent's value plus the left child's sum,")
    text(LEFT, y + 76, 13, "start", GREY, "and the left child the parent's value itself (grey).")
}

# ---- part 3 -----------------------------------------------------------------------------

function race(    y) {
    start(830, 250, "Part 3: two warps, one step, one buffer")
    text(LEFT, 62, 13, "start", GREY, "step d = 1: s[31] is written by warp 0 and read by warp 1. Nothing says which comes first.")
    text(LEFT, 104, 14, "start", INK, "warp 0, lane 31")
    text(LEFT, 174, 14, "start", INK, "warp 1, lane 0")
    box(190, 84, 210, 30, "#f4f4f4", "#777"); text(295, 104, 13, "middle", INK, "left = s[30]")
    box(430, 84, 210, 30, PINK, "#777"); text(535, 104, 13, "middle", INK, "s[31] = left + x")
    box(190, 154, 210, 30, GREEN, "#777"); text(295, 174, 13, "middle", INK, "left = s[31]   in time")
    box(600, 154, 210, 30, PINK, "#777"); text(705, 174, 13, "middle", INK, "left = s[31]   too late")
    arrow(560, 114, 640, 152, ORANGE)
    text(LEFT, 226, 13, "start", GREY, "If it reads too late, it reads a sum of the next step. A barrier between read and write prevents this.")
}

# ---- parts 6 to 8 -------------------------------------------------------------------------

function pass(x, y, label, loads, stores) {
    box(x, y, 128, 40, BLUE, "#777")
    text(x + 64, y + 25, 13, "middle", INK, label)
    if (loads) {
        arrow(x + 34, y - 26, x + 34, y - 2, ORANGE)
        text(x + 42, y - 10, 12, "start", ORANGE_INK, loads)
    }
    if (stores) {
        arrow(x + 94, y + 40, x + 94, y + 64, ORANGE)
        text(x + 102, y + 58, 12, "start", ORANGE_INK, stores)
    }
}
function traffic() {
    start(830, 420, "Parts 6, 7 and 8: reads and writes of memory")
    text(LEFT, 100, 14, "start", INK, "6  three kernels")
    pass(190, 76, "scan tiles", "n", "n"); pass(350, 76, "scan sums"); pass(510, 76, "add sums", "n", "n")
    text(690, 100, 15, "start", INK, "4n words")
    text(LEFT, 230, 14, "start", INK, "7  reduce, scan")
    pass(190, 206, "total of tiles", "n"); pass(350, 206, "scan totals"); pass(510, 206, "scan tiles", "n", "n")
    text(690, 230, 15, "start", INK, "3n words")
    text(LEFT, 360, 14, "start", INK, "8  one pass")
    pass(350, 336, "scan, look back", "n", "n")
    text(690, 360, 15, "start", INK, "2n words")
}

function tile(i, state, words, fill,    x) {
    x = LEFT + i * 100
    box(x, 84, 92, 44, fill, "#777")
    text(x + 46, 103, 13, "middle", INK, "tile " i)
    text(x + 46, 120, 12, "middle", GREY, state)
    text(x + 46, 148, 12, "middle", INK, words)
}
function look_back() {
    start(830, 270, "Part 8: tile 6 looks back")
    text(LEFT, 56, 13, "start", GREY, "What each tile has published: nothing, the total of its own elements, or the prefix, that is the sum of all up to its end.")
    tile(0, "prefix", "5", GREEN); tile(1, "prefix", "12", GREEN); tile(2, "prefix", "14", GREEN); tile(3, "prefix", "23", GREEN)
    tile(4, "total", "4", BLUE); tile(5, "total", "6", BLUE); tile(6, "total", "3", BLUE); tile(7, "nothing", "", "#f4f4f4")
    arrow(LEFT + 646, 186, LEFT + 550, 156, ORANGE)
    arrow(LEFT + 646, 190, LEFT + 450, 156, ORANGE)
    arrow(LEFT + 646, 194, LEFT + 350, 156, ORANGE)
    text(LEFT + 656, 196, 13, "start", INK, "6 + 4 + 23 = 33")
    text(LEFT, 238, 13, "start", GREY, "Tile 3 knows its prefix: there the search ends. Tile 6 publishes its own, 33 + 3 = 36;")
    text(LEFT, 256, 13, "start", GREY, "tile 7, once it runs, will look no further than that.")
}

# ---- parts 9 to 11 --------------------------------------------------------------------------

function values(y, label, list, fills,    v, f, n, i) {
    n = split(list, v, " "); split(fills, f, " ")
    text(LEFT, y + 20, 13, "start", GREY, label)
    for (i = 1; i <= n; i++) {
        box(column(i - 1), y, CELL, CELL, f[i] == "k" ? GREEN : f[i] == "h" ? PINK : "#f4f4f4", "#999")
        text(middle(i - 1), y + 20, 13, "middle", INK, v[i])
    }
}
function compact(    i, k) {
    start(830, 330, "Part 9: keep what is greater than 5")
    values(56, "in", "3 9 7 1 8 2 6 4", "- k k - k - k -")
    values(116, "marks", "0 1 1 0 1 0 1 0", "- k k - k - k -")
    values(176, "scanned", "0 1 2 2 3 3 4 4", "- k k - k - k -")
    values(256, "out", "9 7 8 6", "k k k k")
    k = 0
    for (i = 0; i < 8; i++)
        if (i == 1 || i == 2 || i == 4 || i == 6)
            arrow(middle(i), 206, middle(k++), 254, ORANGE)
    text(LEFT, 312, 13, "start", GREY, "A kept element goes to place scanned[i] - 1; the last entry says how many there are.")
}
function area(    x, y) {
    start(830, 330, "Part 10: any rectangle from four entries of the table")
    for (y = 0; y < 8; y++)
        for (x = 0; x < 12; x++)
            box(LEFT + x * 30, 48 + y * 30, 30, 30, x > 3 && x < 9 && y > 2 && y < 7 ? BLUE : "#f8f8f8", "#ccc")
    corner(8, 6, "A", "+"); corner(3, 6, "B", "-"); corner(8, 2, "C", "-"); corner(3, 2, "D", "+")
    text(430, 90, 14, "start", INK, "An entry is the sum of all pixels above and to")
    text(430, 110, 14, "start", INK, "the left of it, itself included.")
    text(430, 150, 14, "start", INK, "sum of the blue rectangle = A - B - C + D")
    text(430, 190, 13, "start", GREY, "A: its last pixel. B: left of it. C: above it.")
    text(430, 210, 13, "start", GREY, "D was taken away twice. Beyond the picture: 0.")
    text(LEFT, 316, 13, "start", GREY, "Four loads, whatever the size: a blur with a radius of 1 and one of 100 cost the same.")
}
function corner(x, y, name, sign) {
    box(LEFT + x * 30, 48 + y * 30, 30, 30, sign == "+" ? GREEN : PINK, "#444")
    text(LEFT + x * 30 + 15, 48 + y * 30 + 20, 14, "middle", INK, name)
}
function segments() {
    start(830, 250, "Part 11: scans that start again")
    values(56, "in", "3 1 7 0 4 1 6 3", "h - h - - h - -")
    values(116, "heads", "1 0 1 0 0 1 0 0", "h - h - - h - -")
    values(176, "out", "3 4 7 7 11 1 7 10", "h - h - - h - -")
    text(LEFT, 236, 13, "start", GREY, "Joining two runs: if the right one has a head, its sum is the sum; if not, the left one's is added.")
}

BEGIN {
    LEFT = 24; INK = "#222"; GREY = "#555"; ORANGE = "#c77700"; ORANGE_INK = "#8a5200"
    GREEN = "#d6efd0"; BLUE = "#cfe3f7"; PINK = "#fadadd"
    N = 8; STEP = 84; CELL = 30; GAP = 64; goal = "inclusive"
    if (picture == "brent_kung") { N = 16; STEP = 54 }
    if (picture ~ /hillis|blelloch|brent_kung/) CELL = 36
    if (picture == "hillis") hillis()
    else if (picture == "race") race()
    else if (picture == "blelloch") blelloch()
    else if (picture == "brent_kung") brent_kung()
    else if (picture == "traffic") traffic()
    else if (picture == "look_back") look_back()
    else if (picture == "compact") compact()
    else if (picture == "area") area()
    else if (picture == "segments") segments()
    else { print "draw.awk: no picture '" picture "'" > "/dev/stderr"; exit 1 }
    print "</svg>"
}
