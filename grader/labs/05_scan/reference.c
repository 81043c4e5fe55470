// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"
#include "common/alloc.h"

#include <stdlib.h>

static int64_t sum_of(const int32_t *in, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

void reference_scan_inclusive(int32_t *out, const int32_t *in, size_t n)
{
    int64_t sum = sum_of(in, n);
    for (size_t i = n; i > 0; i--) {
        out[i - 1] = (int32_t)sum;
        sum -= in[i - 1];
    }
}

void reference_scan_exclusive(int32_t *out, const int32_t *in, size_t n)
{
    int64_t sum = sum_of(in, n);
    for (size_t i = n; i > 0; i--) {
        sum -= in[i - 1];
        out[i - 1] = (int32_t)sum;
    }
}

// Segment by segment, from one head to the next.
void reference_scan_segmented(int32_t *out, const int32_t *in, const int32_t *heads, size_t n)
{
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && !heads[end]; end++)
            ;
        reference_scan_inclusive(out + start, in + start, end - start);
    }
}

size_t reference_compact(int32_t *out, const int32_t *in, size_t n, int32_t limit)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (in[i] <= limit)
            continue;
        if (out)
            out[kept] = in[i];
        kept++;
    }
    return kept;
}

void reference_area_table(int32_t *table, const uint8_t *image, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int64_t left = x ? table[y * width + x - 1] : 0;
            int64_t above = y ? table[(y - 1) * width + x] : 0;
            int64_t both = x && y ? table[(y - 1) * width + x - 1] : 0; // would count twice
            table[y * width + x] = (int32_t)(image[y * width + x] + left + above - both);
        }
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

// Adds a row of the picture to the sums of its columns, or subtracts it.
static void move_window_down(int64_t *column, const uint8_t *row, int width, int sign)
{
    for (int x = 0; x < width; x++)
        column[x] += sign * row[x];
}

// The window moves over the picture, and at each step gains a row or column and loses another:
// another way than the four corners.
void reference_box_filter(uint8_t *out, const uint8_t *image, int width, int height, int radius)
{
    // Of the window's rows. The cast is for C++, which the program in tests/gpu/ is.
    int64_t *column = (int64_t *)must_calloc((size_t)width + 1, sizeof *column);
    for (int y = 0; y < smaller(radius, height); y++)
        move_window_down(column, image + (size_t)y * (size_t)width, width, 1);
    for (int y = 0; y < height; y++) {
        if (y + radius < height)
            move_window_down(column, image + (size_t)(y + radius) * (size_t)width, width, 1);
        if (y > radius)
            move_window_down(column, image + (size_t)(y - radius - 1) * (size_t)width, width, -1);
        int64_t sum = 0, rows = smaller(y + radius, height - 1) - larger(y - radius, 0) + 1;
        for (int x = 0; x < smaller(radius, width); x++)
            sum += column[x];
        for (int x = 0; x < width; x++) {
            sum += x + radius < width ? column[x + radius] : 0;
            sum -= x > radius ? column[x - radius - 1] : 0;
            int64_t area = rows * (smaller(x + radius, width - 1) - larger(x - radius, 0) + 1);
            out[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)((2 * sum + area) / (2 * area));
        }
    }
    free(column);
}

size_t reference_scan_additions(ScanKind kind, size_t n)
{
    size_t count = 0;
    if (kind == SCAN_serial)
        return n - 1;
    if (kind == SCAN_hillis) {
        for (size_t d = 1; d < n; d *= 2)
            count += n - d; // all but the first d elements have a left partner
        return count;
    }
    for (size_t d = 1; d < n; d *= 2)
        for (size_t right = 2 * d - 1; right < n; right += 2 * d)
            count++;
    if (kind == SCAN_blelloch)
        return 2 * count; // every node of the tree again on the way down
    for (size_t d = n / 4; d > 0; d /= 2)
        for (size_t done = 2 * d - 1; done + d < n; done += 2 * d)
            count++;
    return count;
}
