// EXPECT scan.look_back.pass: launches
//
// Part 7's kernels in part 8's place: right, but not in one pass.
#define scan_look_back sound_look_back
#include "../solutions/05_scan/scan.cu"
#undef scan_look_back

extern "C" void scan_look_back(int *out, const int *in, int n)
{
    scan_any(out, in, n);
}
