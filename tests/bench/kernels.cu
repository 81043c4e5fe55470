// kernels.cu - the kernels of bench_sim and bench_jobs: memory-bound, barrier-bound, compute-bound; a
// product of matrices in tiles; and a simple radix sort, which is some of each and scatters.

extern "C" __global__ void vector_add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

// 256 threads per block, halves in shared memory.
extern "C" __global__ void reduce(const int *in, int *out, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// The logistic map in integers and in floats: arithmetic only.
extern "C" __global__ void compute(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = (unsigned)in[i] + (unsigned)i;
    float f = (float)(x & 1023) / 1024.0f;
    for (int k = 0; k < 64; k++) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 13;
        f = 3.7f * f * (1.0f - f);
    }
    out[i] = (int)x ^ __float_as_int(f);
}

// c = a b, n x n; n is a multiple of the tile's side.
extern "C" __global__ void product(const int *a, const int *b, int *c, int n)
{
    enum { SIDE = 16 };
    __shared__ int s[SIDE][SIDE], t[SIDE][SIDE];
    int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    int row = blockIdx.x / (n / SIDE) * SIDE + y, column = blockIdx.x % (n / SIDE) * SIDE + x;
    int sum = 0;
    for (int k = 0; k < n; k += SIDE) {
        s[y][x] = a[row * n + k + x];
        t[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += s[y][i] * t[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// ---- a radix sort, 4 bits per pass, each pass stable --------------------------------------

enum { SORT_BLOCK = 256, SORT_ITEMS = 8, SORT_WARPS = SORT_BLOCK / 32, SORT_DIGITS = 16 };
enum { SCAN_BLOCK = 1024 };

// How often each digit occurs in this block's items: counts[digit][block].
extern "C" __global__ void sort_count(const unsigned *in, unsigned *counts, int shift, int n)
{
    __shared__ unsigned histogram[SORT_DIGITS];
    int t = threadIdx.x, first = blockIdx.x * SORT_BLOCK * SORT_ITEMS + t;
    if (t < SORT_DIGITS)
        histogram[t] = 0;
    __syncthreads();
    for (int k = 0; k < SORT_ITEMS; k++) {
        int i = first + k * SORT_BLOCK;
        if (i < n)
            atomicAdd(&histogram[in[i] >> shift & (SORT_DIGITS - 1)], 1);
    }
    __syncthreads();
    if (t < SORT_DIGITS)
        counts[t * gridDim.x + blockIdx.x] = histogram[t];
}

// One block: each count becomes the sum of the counts before it.
extern "C" __global__ void sort_scan(unsigned *counts, int n)
{
    __shared__ unsigned s[SCAN_BLOCK];
    int t = threadIdx.x;
    unsigned before = 0;
    for (int start = 0; start < n; start += SCAN_BLOCK) {
        unsigned own = start + t < n ? counts[start + t] : 0;
        s[t] = own;
        __syncthreads();
        for (int d = 1; d < SCAN_BLOCK; d *= 2) {
            unsigned left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
            __syncthreads();
        }
        if (start + t < n)
            counts[start + t] = before + s[t] - own;
        before += s[SCAN_BLOCK - 1];
        __syncthreads();
    }
}

// Items of a warp with the same digit follow each other, then those of the next warp,
// and so on round by round.
extern "C" __global__ void sort_scatter(const unsigned *in, unsigned *out, const unsigned *counts,
                                        int shift, int n)
{
    __shared__ unsigned next[SORT_DIGITS], place[SORT_WARPS][SORT_DIGITS];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t < SORT_DIGITS)
        next[t] = counts[t * gridDim.x + blockIdx.x];
    for (int k = 0; k < SORT_ITEMS; k++) {
        int i = (blockIdx.x * SORT_ITEMS + k) * SORT_BLOCK + t;
        unsigned item = i < n ? in[i] : 0;
        unsigned digit = i < n ? item >> shift & (SORT_DIGITS - 1) : SORT_DIGITS;
        unsigned same = __match_any_sync(~0u, digit);
        unsigned rank = __popc(same & ((1u << lane) - 1));
        if (lane < SORT_DIGITS)
            place[warp][lane] = 0;
        __syncwarp();
        if (rank == 0 && i < n)
            place[warp][digit] = __popc(same);
        __syncthreads();
        if (t < SORT_DIGITS)
            for (int w = 0; w < SORT_WARPS; w++) {
                unsigned count = place[w][t];
                place[w][t] = next[t];
                next[t] += count;
            }
        __syncthreads();
        if (i < n)
            out[place[warp][digit] + rank] = item;
        __syncwarp(); // before the row is cleared again
    }
}
