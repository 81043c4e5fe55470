// EXPECT scan.blelloch.exclusive: this is the inclusive scan
//
// Part 5's kernel in part 4's place.
#define scan_blelloch sound_blelloch
#include "../solutions/05_scan/scan.cu"
#undef scan_blelloch

extern "C" void scan_blelloch(int *out, const int *in, int n)
{
    scan_brent_kung(out, in, n);
}
