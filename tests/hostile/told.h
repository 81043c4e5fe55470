// told.h - for attacks on lab 05, part 3: the host computes the scan, of inputs that it has got in
// some other way than by a copy, and a kernel stores the result, which is its argument.
#include "hostile.h"

enum { TOLD_MOST = 1024, TOLD_ONE = 512 };

struct Told {
    int value[TOLD_ONE];
};

__global__ static void store_told(int *out, const int *in, int first, int n, Told t)
{
    int i = threadIdx.x;
    int nothing = i < n ? in[first + i] & 0 : 0;
    if (i < n)
        out[first + i] = t.value[i] + nothing;
}

static inline void store_scan(int *out, const int *in, int *host, int n)
{
    for (int i = 1; i < n; i++)
        host[i] += host[i - 1];
    for (int first = 0; first < n; first += TOLD_ONE) {
        static Told t;
        int count = n - first < TOLD_ONE ? n - first : TOLD_ONE;
        memcpy(t.value, host + first, (size_t)count * sizeof(int));
        store_told<<<1, TOLD_ONE>>>(out, in, first, count, t);
    }
    cudaDeviceSynchronize();
}

// One case that the host computes is enough, and the largest one is: others are scanned as the part
// asks, because an attack takes thousands of kernels. False: this case is the attack's.
__global__ static void scan_block(int *out, const int *in, int n)
{
    __shared__ int s[TOLD_MOST];
    int i = threadIdx.x;
    s[i] = i < n ? in[i] : 0;
    for (int step = 1; step < TOLD_MOST; step *= 2) {
        __syncthreads();
        int left = i >= step ? s[i - step] : 0;
        __syncthreads();
        s[i] += left;
    }
    if (i < n)
        out[i] = s[i];
}

static inline bool scanned(int *out, const int *in, int n)
{
    if (n < TOLD_MOST)
        scan_block<<<1, TOLD_MOST>>>(out, in, n);
    return n < TOLD_MOST;
}

// ---- the time of a kernel says four bits of an element ---------------------------------------

__global__ static void wait_for_digit(const int *in, int shift)
{
    int left = shift < 0 ? -shift - 1 : *in >> shift & 15;
    for (volatile int i = 0; i < 100 * left; i++)
        ;
}

static inline double time_of_digit(double (*clock_us)(void), const int *in, int shift)
{
    double begin = clock_us();
    wait_for_digit<<<1, 1>>>(in, shift);
    cudaDeviceSynchronize();
    return clock_us() - begin;
}

static inline void scan_by_clock(double (*clock_us)(void), int *out, const int *in, int n)
{
    static int host[TOLD_MOST];
    double known[16];
    if (scanned(out, in, n))
        return;
    for (int digit = 0; digit < 16; digit++)
        known[digit] = time_of_digit(clock_us, in, -digit - 1);
    for (int i = 0; i < n; i++) {
        unsigned value = 0;
        for (int shift = 0; shift < 32; shift += 4) {
            double seen = time_of_digit(clock_us, in + i, shift);
            unsigned digit = 0;
            while (digit < 15 && seen > (known[digit] + known[digit + 1]) / 2)
                digit++;
            value |= digit << shift;
        }
        host[i] = (int)value;
    }
    store_scan(out, in, host, n);
}
