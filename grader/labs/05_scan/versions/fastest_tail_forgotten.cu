// EXPECT scan.fastest.scan: only the n % 4 elements after the last vector of four are wrong
//
// Only whole vectors are loaded.
#define OWN_LOAD
static __device__ int4 load_vector(const int *in, unsigned long place, unsigned long n, int pad)
{
    if (place + 4 <= n)
        return *(const int4 *)(in + place);
    return {pad, pad, pad, pad};
}
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"
