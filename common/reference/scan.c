// scan.c - see scan.h. Written for certainty, not for speed.
#include "scan.h"

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

void reference_box_filter(uint8_t *out, const uint8_t *image, int width, int height, int radius)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int64_t sum = 0, area = 0;
            for (int j = y - radius; j <= y + radius; j++)
                for (int i = x - radius; i <= x + radius; i++) {
                    if (i < 0 || i >= width || j < 0 || j >= height)
                        continue;
                    sum += image[j * width + i];
                    area++;
                }
            out[y * width + x] = (uint8_t)((2 * sum + area) / (2 * area));
        }
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
