# draw.awk - the pictures of lab 10, as SVG:
#
#   awk -v picture=split -f draw.awk | awk -f ../../../common/cudasim/look/pack.awk > split.svg
#
# layout.svg comes from recorded runs: common/cudasim/look/pictures.txt.
#
# picture: flight, vectors, split, pitch, kinds, divergence. Where there is no room, a warp has 8
# lanes instead of 32.

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

# One thread over time: each load waits, or they wait together.
function draw_flight(    k, x) {
    start(860, 260, "One thread, four words: loads one by one, and four loads in flight")
    text(24, 34, 15, "start", INK, "load, store, load, store ...: 4 bytes in flight")
    for (k = 0; k < 4; k++) {
        x = 24 + 200 * k
        box(x, 46, 26, 28, LOAD, "#666"); text(x + 13, 65, 12, "middle", INK, "L" k)
        box(x + 26, 46, 148, 28, "#f2f2f2", "#bbb"); text(x + 100, 65, 12, "middle", DIM, "waits for memory")
        box(x + 174, 46, 26, 28, STORE, "#666"); text(x + 187, 65, 12, "middle", INK, "S" k)
    }
    text(24, 126, 15, "start", INK, "all loads, then all stores: 16 bytes in flight")
    for (k = 0; k < 4; k++) {
        box(24 + 26 * k, 138, 26, 28, LOAD, "#666"); text(37 + 26 * k, 157, 12, "middle", INK, "L" k)
    }
    box(128, 138, 70, 28, "#f2f2f2", "#bbb"); text(163, 157, 12, "middle", DIM, "waits")
    for (k = 0; k < 4; k++) {
        box(198 + 26 * k, 138, 26, 28, STORE, "#666"); text(211 + 26 * k, 157, 12, "middle", INK, "S" k)
    }
    arrow(24, 196, 830, 196)
    text(830, 216, 13, "end", DIM, "time")
    text(24, 240, 14, "start", DIM, "A load does not make the thread wait. The first instruction that needs its value does.")
    print "</svg>"
}

function draw_vectors(    w, k) {
    start(860, 250, "An array that begins three words before a multiple of 16 bytes")
    for (w = 0; w < 24; w++) {
        k = w - 1
        box(24 + 34 * w, 60, 34, 30, k < 0 || k > 20 ? "#fff" : k < 3 || k > 18 ? "#fae3c3" : "#cfe3f7", "#c4ccd3")
        if (k >= 0 && k <= 20)
            text(41 + 34 * w, 80, 12, "middle", INK, k)
    }
    for (w = 0; w < 6; w++) {
        frame(24 + 136 * w, 60, 136, 30, "#556")
        text(24 + 136 * w, 50, 12, "start", DIM, 16 * w)
    }
    text(24, 28, 15, "start", INK, "x, 21 words; a thick frame is an int4: 16 bytes, at a multiple of 16")
    arrow(92, 122, 92, 96); text(24, 140, 14, "start", INK, "before: words 0 to 2, one by one")
    arrow(432, 122, 432, 96); text(432, 140, 14, "middle", INK, "four int4: one load and one store each")
    arrow(755, 122, 755, 96); text(836, 140, 14, "end", INK, "behind: words 19 and 20")
    text(24, 190, 14, "start", "#b3261e", "*(int4 *)x would be an access at byte 4: cudaErrorMisalignedAddress.")
    text(24, 220, 14, "start", DIM, "Numbers in the boxes are indices of x, numbers above them are bytes.")
    print "</svg>"
}

function draw_split(    k, f, t) {
    start(860, 300, "A block reads floats in order, and writes them by array")
    text(24, 28, 15, "start", INK, "1. global memory to the tile: neighbouring threads read neighbouring floats")
    for (k = 0; k < 24; k++) {
        box(24 + 30 * k, 40, 30, 26, COLOR[k % 6], "#c4ccd3")
        text(39 + 30 * k, 58, 11, "middle", INK, substr("xyzuvw", k % 6 + 1, 1) int(k / 6))
        arrow(39 + 30 * k, 68, 39 + 30 * k, 90)
        box(24 + 30 * k, 94, 30, 26, COLOR[k % 6], "#666")
    }
    text(24, 146, 15, "start", "#b3261e", "2. __syncthreads()")
    text(24, 180, 15, "start", INK, "3. the tile to six arrays: thread t writes the floats of particle t; for each array, neighbours write neighbours")
    for (f = 0; f < 6; f++)
        for (t = 0; t < 4; t++) {
            box(24 + 140 * f + 30 * t, 194, 30, 26, COLOR[f], "#c4ccd3")
            text(39 + 140 * f + 30 * t, 212, 11, "middle", INK, substr("xyzuvw", f + 1, 1) t)
        }
    text(24, 252, 14, "start", DIM, "Four particles of x, y, z and a velocity u, v, w. The tile is in shared memory: there, any order is cheap.")
    text(24, 276, 14, "start", DIM, "In step 3 the threads of a warp read words of the tile that are 6 apart: two lanes on each bank that is used.")
    print "</svg>"
}

function rows(x, y, width, pitch, title,    r, w, at) {
    text(x, y - 12, 14, "start", INK, title)
    for (r = 0; r < 4; r++)
        for (w = 0; w < pitch; w++) {
            at = r * pitch + w
            box(x + 22 * (at % 16), y + 30 * int(at / 16), 22, 24, w < width ? COLOR[r] : "#fff", "#c4ccd3")
            if (w < width)
                text(x + 11 + 22 * (at % 16), y + 16 + 30 * int(at / 16), 10, "middle", INK, r "," w)
        }
    for (at = 0; at < 4 * pitch; at += 8)
        frame(x + 22 * (at % 16), y + 30 * int(at / 16), 176, 24, "#556")
}
function draw_pitch() {
    start(860, 240, "Rows of 11 pixels, without and with a pitch")
    rows(24, 50, 11, 11, "no gaps: rows begin anywhere in a sector")
    rows(460, 50, 11, 16, "a pitch of 64 bytes: every row begins at a sector")
    text(24, 196, 14, "start", DIM, "A small box is a pixel of 4 bytes (row, column), a thick frame a sector of 32 bytes.")
    text(24, 220, 14, "start", DIM, "The pitch of cudaMallocPitch is larger: a multiple of 512 bytes here. It is the distance of two rows, in bytes.")
    print "</svg>"
}

function memory_box(x, y, w, h, fill, title, line) {
    box(x, y, w, h, fill, "#666")
    text(x + w / 2, y + 24, 15, "middle", INK, title)
    text(x + w / 2, y + 44, 12, "middle", DIM, line)
}
function draw_kinds() {
    start(860, 300, "Three ways to the words of the host")
    frame(20, 30, 250, 240, "#a35a00"); text(145, 22, 15, "middle", INK, "host")
    frame(590, 30, 250, 240, "#3b6ea5"); text(715, 22, 15, "middle", INK, "device")
    memory_box(40, 50, 210, 56, "#fae3c3", "pinned, copied", "cudaMemcpy, once")
    memory_box(610, 50, 210, 56, "#cfe3f7", "device memory", "4200 GB/s, every time")
    arrow(256, 78, 604, 78); text(430, 70, 13, "middle", DIM, "all words, once: 55 GB/s")
    memory_box(40, 126, 210, 56, "#fae3c3", "pinned, mapped", "cudaHostGetDevicePointer")
    memory_box(610, 126, 210, 56, "#f2f2f2", "a kernel's load", "waits 1.2 us, not 0.3")
    arrow(604, 154, 256, 154); text(430, 146, 13, "middle", DIM, "only what it touches, every time: 50 GB/s")
    memory_box(40, 202, 210, 56, "#d6efd0", "managed", "one pointer")
    memory_box(610, 202, 210, 56, "#d6efd0", "managed", "the same pointer")
    arrow(256, 224, 604, 224); arrow(604, 240, 256, 240); text(430, 216, 13, "middle", DIM, "pages move when one side touches them")
    text(430, 290, 13, "middle", DIM, "figures: an H200 (tests/data/h200_memory.txt)")
    print "</svg>"
}

function draw_divergence(    k, t) {
    start(860, 300, "Eight lanes, two kinds of work: one after the other, or side by side")
    text(24, 28, 15, "start", INK, "even lanes walk, odd lanes shake: each of two warps does both, one after the other")
    for (t = 0; t < 2; t++)
        for (k = 0; k < 8; k++) {
            box(24 + 400 * t + 30 * k, 40, 28, 34, k % 2 ? "#fff" : "#cfe3f7", "#999")
            box(24 + 400 * t + 30 * k, 78, 28, 50, k % 2 ? "#fae3c3" : "#fff", "#999")
        }
    text(274, 62, 13, "start", DIM, "walk"); text(274, 108, 13, "start", DIM, "shake")
    text(674, 62, 13, "start", DIM, "walk"); text(674, 108, 13, "start", DIM, "shake")
    text(24, 164, 15, "start", INK, "one warp walks, the other shakes: no lane is idle")
    for (k = 0; k < 8; k++) {
        box(24 + 30 * k, 176, 28, 34, "#cfe3f7", "#999"); box(24 + 30 * k, 214, 28, 34, "#cfe3f7", "#999")
        box(424 + 30 * k, 176, 28, 50, "#fae3c3", "#999"); box(424 + 30 * k, 230, 28, 50, "#fae3c3", "#999")
        text(38 + 30 * k, 198, 11, "middle", INK, 2 * k); text(438 + 30 * k, 206, 11, "middle", INK, 2 * k + 1)
        text(38 + 30 * k, 236, 11, "middle", INK, 16 + 2 * k); text(438 + 30 * k, 260, 11, "middle", INK, 17 + 2 * k)
    }
    text(24, 284, 14, "start", DIM, "White boxes are idle lanes; numbers are elements.")
    print "</svg>"
}

BEGIN {
    INK = "#222"
    DIM = "#555"
    LOAD = "#cfe3f7"
    STORE = "#d6efd0"
    COLOR[0] = "#cfe3f7"; COLOR[1] = "#fae3c3"; COLOR[2] = "#d6efd0"
    COLOR[3] = "#f7d4cf"; COLOR[4] = "#e3d6f2"; COLOR[5] = "#f2eec3"
    if (picture == "flight") draw_flight()
    else if (picture == "vectors") draw_vectors()
    else if (picture == "split") draw_split()
    else if (picture == "pitch") draw_pitch()
    else if (picture == "kinds") draw_kinds()
    else if (picture == "divergence") draw_divergence()
    else { print "draw.awk: -v picture=flight, vectors, split, pitch, kinds or divergence" > "/dev/stderr"; exit 1 }
}
