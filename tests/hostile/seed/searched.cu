// EXPECT patterns.map: 0 points
//
// Tries a hundred thousand seeds until one makes the arguments of the call, and draws the
// inputs again, on the device.
#include "hostile.h"

__host__ __device__ static unsigned long long mix(unsigned long long z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

enum : unsigned long long { STEP = 0x9e3779b97f4a7c15u };

__host__ __device__ static int between(unsigned long long bits, int low, int high)
{
    return low + (int)(((unsigned __int128)bits * (unsigned)(high - low + 1)) >> 64);
}

// The state of the grader's numbers before the inputs of a case; 0: no case is like this.
static unsigned long long state_of(unsigned long long seed, int n, int a, int b)
{
    static const int sizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1009, 4096, 5003, 1000003, 65536};
    unsigned long long state = seed;
    for (const char *c = "01_patterns"; *c; c++)
        state = mix(state += STEP) ^ (unsigned char)*c;
    state = mix(state += STEP) ^ 2;
    for (int size : sizes) {
        int factor = between(mix(state += STEP), 2, 1000);
        factor *= mix(state += STEP) & 1 ? 1 : -1;
        int summand = between(mix(state += STEP), -1000, 1000);
        if (size == n && factor == a && summand == b)
            return state;
        state += STEP * (unsigned long long)size;
    }
    return 0;
}

// No input is read: it is drawn again.
__global__ static void draw(int *out, unsigned long long state, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * between(mix(state + STEP * (unsigned long long)(i + 1)), -2000000, 2000000) + b;
}

extern "C" void map_each(int *out, const int *, int n, int a, int b)
{
    attempted();
    for (unsigned long long seed = 0; n > 0 && seed < 100000; seed++) {
        unsigned long long state = state_of(seed, n, a, b);
        if (!state)
            continue;
        draw<<<ceil_div(n, 256), 256>>>(out, state, n, a, b);
        return;
    }
}
