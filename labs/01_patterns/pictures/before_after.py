#!/usr/bin/env python3
"""before_after.py - the lab's picture and its blur side by side, as SVG:

    make show SUBMISSION=solutions RADIUS=4
    python3 labs/01_patterns/pictures/before_after.py > labs/01_patterns/pictures/blur.svg

Reads scene.pgm and build/blurred.bmp; started from the root of the tree."""
import base64, struct, sys, zlib

WIDTH, HEIGHT, BMP_HEAD = 320, 240, 54 + 4 * 256


def png(rows):
    def chunk(kind, data):
        sum32 = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum32)
    # Each row as its differences from the one above: smaller. 2 is the number of that filter.
    lines, above = b"", bytes(WIDTH)
    for row in rows:
        lines += b"\2" + bytes((a - b) & 255 for a, b in zip(row, above))
        above = row
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9))
            + chunk(b"IEND", b""))


def rows_of(data):
    return [data[WIDTH * y:][:WIDTH] for y in range(HEIGHT)]


scene = rows_of(open("labs/01_patterns/scene.pgm", "rb").read()[-WIDTH * HEIGHT:])
blurred = rows_of(open("build/blurred.bmp", "rb").read()[BMP_HEAD:])[::-1]
if len(blurred[0]) != WIDTH:
    sys.exit("before_after.py: build/blurred.bmp is not the lab's picture")
print("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 660 240' width='660' height='240'>")
print("<title>The lab's picture, and the same blurred with radius 4</title>")
for x, rows in ((0, scene), (340, blurred)):
    print("<image x='%d' y='0' width='%d' height='%d' href='data:image/png;base64,%s'/>"
          % (x, WIDTH, HEIGHT, base64.b64encode(png(rows)).decode()))
print("</svg>")
