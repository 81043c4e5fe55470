// EXPECT scan.hierarchical.traffic: sectors loaded and stored
//
// Part 6's three kernels in part 7's place: right, but four words per element.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    scan_three_kernels(out, in, n);
}
