// Lab 01: Patterns, and your first kernels
//
// Goal    Write kernels: which thread takes which element, which memory it may not access,
//         and what a memory access costs.
// Write   TODO 1 to TODO 7, kernels and launches; 75 short lines in all. And answers.txt.
// Try     make run LAB=patterns      the counters of every part, side by side
// Grade   make grade LAB=patterns    or, for one part: PART=2
// Pass    1. the figures of the machine, and the peak bandwidth computed from them
//         2. map: one thread per element
//         3. map: few threads, many elements, a warp takes neighbouring elements
//         4. gather: a blurred picture
//         5. scatter: without collisions, with harmless collisions, with a rule for the winner
//         6. stencil: two steps, with two launches
//         7. transpose: reading rows, writing rows
//         8. predictions of the cost of an access, compared with counts
// Stuck?  make hint LAB=patterns PART=2      three hints per part, the first says the least

#include "lab.h"

// ---- Part 1: what machine is this? ---------------------------------------------------
//
// Host code only, in C as you know it. `figures` points to a struct in host memory.

void device_query(DeviceFigures *figures)
{
    cudaDeviceProp p; // nearly everything that the runtime knows about a device
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    // BEGIN TODO 1a (about 15 lines): fill in *figures from p. The clock of the memory is
    // not in p: call cudaDeviceGetAttribute with cudaDevAttrMemoryClockRate.
    int clock_khz;
    CUDA_CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrMemoryClockRate, 0));
    figures->major = p.major;
    figures->minor = p.minor;
    figures->multiprocessors = p.multiProcessorCount;
    figures->warp_size = p.warpSize;
    figures->threads_per_block = p.maxThreadsPerBlock;
    figures->threads_per_multiprocessor = p.maxThreadsPerMultiProcessor;
    figures->resident_threads = p.multiProcessorCount * p.maxThreadsPerMultiProcessor;
    figures->shared_bytes_per_block = p.sharedMemPerBlock;
    figures->registers_per_block = p.regsPerBlock;
    figures->l2_bytes = p.l2CacheSize;
    figures->global_bytes = p.totalGlobalMem;
    figures->memory_clock_khz = clock_khz;
    figures->bus_bits = p.memoryBusWidth;
    // END TODO 1a
}

long long device_peak_bandwidth(void)
{
    long long bytes_per_second = 0;
    // BEGIN TODO 1b (about 4 lines): two transfers per clock cycle, each as wide as the
    // bus. Be careful with the units: kHz, bits.
    DeviceFigures f;
    device_query(&f);
    bytes_per_second = 2 * f.memory_clock_khz * 1000 * (f.bus_bits / 8);
    // END TODO 1b
    return bytes_per_second;
}

// ---- Part 2: map, one thread per element ---------------------------------------------
//
// The launch below starts enough blocks of MAP_BLOCK threads for n elements. The last
// block may have more threads than there are elements left.
//
// __restrict__ promises the compiler that what the kernel reads through one of the pointers is not
// written through the other. So it may keep values, and load early.

__global__ void map_one(int *__restrict__ out, const int *__restrict__ in, int n, int a, int b)
{
    // BEGIN TODO 2a (about 3 lines): which element is mine? Does it exist? Then compute it.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b;
    // END TODO 2a
}

void map_each(int *out, const int *in, int n, int a, int b)
{
    // BEGIN TODO 2b (about 3 lines): the launch. A grid of 0 blocks is an error, so do not
    // launch for n = 0. ceil_div(n, MAP_BLOCK) rounds up.
    if (n > 0)
        map_one<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: map, with a given number of blocks ---------------------------------------
//
// There may be far fewer threads than elements. Each thread takes its first element as in
// part 2, and then advances by the number of all threads.

__global__ void map_stride(int *__restrict__ out, const int *__restrict__ in, int n, int a, int b)
{
    // BEGIN TODO 3 (about 3 lines): a loop. In every round the 32 lanes of a warp must
    // take neighbouring elements.
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = a * in[i] + b;
    // END TODO 3
}

void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    map_stride<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: gather, a blurred picture -------------------------------------------------
//
// One thread per pixel of the result. It reads many pixels, and writes one.

// The index in 0 ... size - 1 that is nearest to i.
__device__ int clamp_index(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

__global__ void blur(unsigned char *__restrict__ out, const unsigned char *__restrict__ in,
                     int width, int height, int radius)
{
    // BEGIN TODO 4a (about 11 lines): my pixel (x, y), x along the threads of a warp; the sum of
    // the pixels around it, clamped to the picture; the mean, rounded: (sum + area / 2) / area.
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int side = 2 * radius + 1, area = side * side, sum = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        const unsigned char *row = in + clamp_index(y + dy, height) * width;
        for (int dx = -radius; dx <= radius; dx++)
            sum += row[clamp_index(x + dx, width)];
    }
    out[y * width + x] = (sum + area / 2) / area;
    // END TODO 4a
}

void gather_blur(unsigned char *out, const unsigned char *in, int width, int height, int radius)
{
    if (width == 0 || height == 0)
        return;
    // BEGIN TODO 4b (about 3 lines): a launch in two dimensions, dim3 block and dim3 grid.
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(width, PATTERN_X), ceil_div(height, PATTERN_Y));
    blur<<<grid, block>>>(out, in, width, height, radius);
    // END TODO 4b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: scatter -------------------------------------------------------------------
//
// One thread per element of the input. It reads one element, and writes it where its index says.

__global__ void move_to(int *__restrict__ out, const int *__restrict__ in,
                        const int *__restrict__ to, int n)
{
    // BEGIN TODO 5a (about 3 lines): no two indices are equal, so no two threads collide.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[to[i]] = in[i];
    // END TODO 5a
}

__global__ void mark_at(int *__restrict__ mark, const int *__restrict__ to, int n)
{
    // BEGIN TODO 5b (about 3 lines): indices may be equal. All write a 1: does the order matter?
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mark[to[i]] = 1;
    // END TODO 5b
}

__global__ void max_at(int *__restrict__ out, const int *__restrict__ in,
                       const int *__restrict__ to, int n)
{
    // BEGIN TODO 5c (about 3 lines): indices may be equal, values differ, and the largest
    // value must remain, whichever thread writes last: atomicMax.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&out[to[i]], in[i]);
    // END TODO 5c
}

void scatter_move(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        move_to<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

void scatter_mark(int *mark, const int *to, int n)
{
    if (n > 0)
        mark_at<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(mark, to, n);
    CUDA_CHECK(cudaGetLastError());
}

void scatter_max(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        max_at<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: stencil -------------------------------------------------------------------
//
// A gather with a fixed neighbourhood. The second step needs what other blocks computed in
// the first step: the end of a launch is the only barrier for a whole grid.

__global__ void step(float *__restrict__ out, const float *__restrict__ in, int rows, int cols)
{
    // BEGIN TODO 6a (about 9 lines): my element. On the border: a copy. Elsewhere: the mean
    // of the four neighbours, their sum times 0.25f.
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= rows || c >= cols)
        return;
    int i = r * cols + c;
    if (r == 0 || c == 0 || r == rows - 1 || c == cols - 1)
        out[i] = in[i];
    else
        out[i] = 0.25f * (in[i - cols] + in[i + cols] + in[i - 1] + in[i + 1]);
    // END TODO 6a
}

void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    // BEGIN TODO 6b (about 4 lines): two launches, from `in` to `half` and then to `out`.
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    step<<<grid, block>>>(half, in, rows, cols);
    step<<<grid, block>>>(out, half, rows, cols);
    // END TODO 6b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: transpose, two naive versions -----------------------------------------------
//
// out[c][r] = in[r][c]. A warp reads a row of `in` and writes a column of `out`, or it reads a
// column and writes a row. Which one is cheaper? Lab 02 avoids both.

__global__ void read_rows(int *__restrict__ out, const int *__restrict__ in, int rows, int cols)
{
    // BEGIN TODO 7a (about 4 lines): threadIdx.x runs along a row of `in`.
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[c * rows + r] = in[r * cols + c];
    // END TODO 7a
}

__global__ void write_rows(int *__restrict__ out, const int *__restrict__ in, int rows, int cols)
{
    // BEGIN TODO 7b (about 4 lines): threadIdx.x runs along a row of `out`.
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[c * rows + r] = in[r * cols + c];
    // END TODO 7b
}

void transpose_reading_rows(int *out, const int *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    read_rows<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    // BEGIN TODO 7c (about 3 lines): the launch. In which direction does x run now?
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(rows, PATTERN_X), ceil_div(cols, PATTERN_Y));
    write_rows<<<grid, block>>>(out, in, rows, cols);
    // END TODO 7c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: what does an access cost? -----------------------------------------------------
//
// Nothing to write here; predict in answers.txt. The store of the warp always goes to
// neighbouring elements. The load depends on stride, offset and the size of an element.

template <typename T>
__global__ void pick(T *out, const T *in, int n, int stride, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(size_t)i * stride + offset];
}

void copy_picked(void *out, const void *in, int n, int stride, int offset, int bytes)
{
    int blocks = ceil_div(n, MAP_BLOCK);
    if (bytes == 1)
        pick<<<blocks, MAP_BLOCK>>>((char *)out, (const char *)in, n, stride, offset);
    else if (bytes == 4)
        pick<<<blocks, MAP_BLOCK>>>((int *)out, (const int *)in, n, stride, offset);
    else
        pick<<<blocks, MAP_BLOCK>>>((int4 *)out, (const int4 *)in, n, stride, offset);
    CUDA_CHECK(cudaGetLastError());
}
