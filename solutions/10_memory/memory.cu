// Lab 10: Memory, all kinds
//
// Goal    Reach the bandwidth that the machine has: measure it, keep enough bytes in flight, move
//         16 bytes at a time, lay out data for warps, and choose the right kind of memory.
// Write   TODO 1 to TODO 8, kernels and host code; 135 short lines in all. And answers.txt.
// Try     make run LAB=memory      counters and rates of every part
// Grade   make grade LAB=memory    or, for one part: PART=2
// Pass    1. achieved bandwidth, measured by events, beside the theoretical one
//         2. Little's law: more loads in flight per thread
//         3. loads and stores of 16 bytes, also if the array begins anywhere
//         4. from an array of structures to a structure of arrays
//         5. pitched memory and 2-D copies
//         6. mapped, copied, managed: three jobs, one kind of memory for each
//         7. constant memory if all lanes read one word, shared memory if not
//         8. no double by accident, fast functions, no divergence
// Stuck?  make hint LAB=memory PART=2      three hints per part, the first says the least

#include "lab.h"

// ---- Part 1: how fast is this copy? -----------------------------------------------------
//
// A launch returns before its kernel has run. Events are marks in a stream: the time between two
// events is the time of all the work between them.

// Given. A block moves 4 * blockDim.x words; the words that are read are `stride` words apart.
__global__ void copy_strided(int *out, const int *in, int n, int stride)
{
    int first = blockIdx.x * 4 * blockDim.x + threadIdx.x, word[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < n)
            word[k] = in[(size_t)(first + k * blockDim.x) * stride];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < n)
            out[first + k * blockDim.x] = word[k];
}

void launch_copy(int *out, const int *in, int n, int stride)
{
    copy_strided<<<ceil_div(n, 4 * MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n, stride);
    CUDA_CHECK(cudaGetLastError());
}

// Bytes per second: two transfers in each cycle of the memory clock, as wide as the bus.
double peak_bandwidth(void)
{
    int khz, bits;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0));
    return 2.0 * khz * 1000 * (bits / 8);
}

void memory_bandwidth(Bandwidth *b, int *out, const int *in, int n, int stride, int passes)
{
    // BEGIN TODO 1a (about 14 lines): launch_copy() once, as a warm-up. Then an event, `passes`
    // times launch_copy(), another event. Wait for the second event; b->us is the time of one pass.
    cudaEvent_t first, last;
    float ms;
    CUDA_CHECK(cudaEventCreate(&first));
    CUDA_CHECK(cudaEventCreate(&last));
    launch_copy(out, in, n, stride);
    CUDA_CHECK(cudaEventRecord(first));
    for (int pass = 0; pass < passes; pass++)
        launch_copy(out, in, n, stride);
    CUDA_CHECK(cudaEventRecord(last));
    CUDA_CHECK(cudaEventSynchronize(last));
    CUDA_CHECK(cudaEventElapsedTime(&ms, first, last));
    CUDA_CHECK(cudaEventDestroy(first));
    CUDA_CHECK(cudaEventDestroy(last));
    b->us = 1000.0 * ms / passes;
    // END TODO 1a
    // BEGIN TODO 1b (about 5 lines): b->useful, in GB/s (10^9 bytes): the words that the program
    // needs, read and written. b->moved, in GB/s: what the memory moves for that. It moves sectors
    // of 32 bytes; stride is 1 to 8. b->percent: b->moved, in per cent of peak_bandwidth().
    double words = 2.0 * n, sectors = n * stride / 8.0 + n / 8.0;
    b->useful = 4 * words / b->us / 1e3;
    b->moved = 32 * sectors / b->us / 1e3;
    b->percent = 100 * b->moved * 1e9 / peak_bandwidth();
    // END TODO 1b
}

// ---- Part 2: bytes in flight --------------------------------------------------------------
//
// Little's law: bytes in flight = bandwidth x latency. A thread that waits for each word before it
// asks for the next one has 4 bytes in flight.

// All threads of the grid take the next EACH * (threads of the grid) words together.
template <int EACH>
__global__ void copy_batches(int *out, const int *in, int n)
{
    int threads = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    // BEGIN TODO 2 (about 11 lines): as long as EACH words are left for every thread: first EACH
    // loads into an array of registers, then EACH stores. Round k of both goes to neighbouring
    // words in a warp: word first + k * threads + me. #pragma unroll, or the array is in memory.
    // Then the words that are left, one by one.
    for (; first <= n - EACH * threads; first += EACH * threads) {
        int word[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            word[k] = in[first + k * threads + me];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            out[first + k * threads + me] = word[k];
    }
    for (int i = first + me; i < n; i += threads)
        out[i] = in[i];
    // END TODO 2
}

void copy_in_flight(int *out, const int *in, int n, int blocks, int each)
{
    if (each == 1)
        copy_batches<1><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 2)
        copy_batches<2><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 4)
        copy_batches<4><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else
        copy_batches<8><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: 16 bytes at a time --------------------------------------------------------------
//
// An int4 is loaded by one instruction, at an address that is a multiple of 16. `x` is a multiple
// of 4 only: up to three words stand before the first int4, and up to three behind the last.

__global__ void scale_words(int *x, int n, int a)
{
    // BEGIN TODO 3a (about 13 lines): how many words are there before the first multiple of 16?
    // No more than n. (size_t)x is the address. One thread per int4; three threads of the grid do
    // the words before as well, and three the words behind the last int4.
    int before = (int)(-(size_t)x / 4 % 4);
    before = before < n ? before : n;
    int fours = (n - before) / 4, behind = before + 4 * fours;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < before)
        x[i] *= a;
    if (behind + i < n)
        x[behind + i] *= a;
    if (i < fours) {
        int4 *four = (int4 *)(x + before) + i, v = *four;
        *four = make_int4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
    // END TODO 3a
}

void scale_wide(int *x, int n, int a)
{
    // BEGIN TODO 3b (about 2 lines): the launch. Not for n = 0; never without a thread.
    if (n > 0)
        scale_words<<<ceil_div(n / 4 + 3, MEMORY_BLOCK), MEMORY_BLOCK>>>(x, n, a);
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: structures of arrays ---------------------------------------------------------------
//
// A Particle has six floats. In an array of particles, neighbouring lanes read x values that are
// 24 bytes apart.

// Given: moves each particle by its velocity, in the array of structures.
__global__ void move_structures(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].x += dt * p[i].vx;
        p[i].y += dt * p[i].vy;
        p[i].z += dt * p[i].vz;
    }
}

void particles_move_aos(Particle *p, int n, float dt)
{
    if (n > 0)
        move_structures<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(p, n, dt);
    CUDA_CHECK(cudaGetLastError());
}

// soa[f * n + i] is float number f of particle i: first all x, then all y ...
__global__ void split(float *soa, const Particle *p, int n)
{
    __shared__ float tile[MEMORY_BLOCK * PARTICLE_FLOATS];
    int first = blockIdx.x * MEMORY_BLOCK; // the block's first particle
    int here = min(MEMORY_BLOCK, n - first);
    // BEGIN TODO 4a (about 8 lines): the block reads the floats of its particles into the tile, in
    // the order of memory, neighbouring threads neighbouring floats; barrier; then each thread
    // writes the six floats of one particle to six arrays.
    const float *in = (const float *)(p + first);
    for (int k = threadIdx.x; k < here * PARTICLE_FLOATS; k += MEMORY_BLOCK)
        tile[k] = in[k];
    __syncthreads();
    if (threadIdx.x < here)
        for (int f = 0; f < PARTICLE_FLOATS; f++)
            soa[f * n + first + threadIdx.x] = tile[threadIdx.x * PARTICLE_FLOATS + f];
    // END TODO 4a
}

void particles_split(float *soa, const Particle *p, int n)
{
    if (n > 0)
        split<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, p, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void move_arrays(float *soa, int n, float dt)
{
    // BEGIN TODO 4b (about 4 lines): the same as move_structures, one thread per particle. The
    // velocities are arrays 3 to 5.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int f = 0; f < 3; f++)
            soa[f * n + i] += dt * soa[(f + 3) * n + i];
    // END TODO 4b
}

void particles_move_soa(float *soa, int n, float dt)
{
    if (n > 0)
        move_arrays<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, n, dt);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: pitched memory --------------------------------------------------------------------
//
// A pitch is the distance from a row to the next one, in bytes. Each memory has its own.

// The difference of each pixel and the one above it; in the first row, the pixel itself.
__global__ void subtract_above(int *out, const int *in, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    // BEGIN TODO 5a (about 6 lines): row y of `in` and of `out` begins y * pitch bytes behind the
    // first row: add to a char pointer, then cast it back. The row above is one pitch before.
    if (x >= width || y >= height)
        return;
    const int *row = (const int *)((const char *)in + y * pitch);
    const int *above = (const int *)((const char *)row - pitch);
    int *to = (int *)((char *)out + y * pitch);
    to[x] = y ? row[x] - above[x] : row[x];
    // END TODO 5a
}

// The window's first pixel is at (left, top) of a picture whose rows are `stride` pixels apart.
void picture_edges(int *out, const int *picture, int stride, int left, int top, int width,
                   int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(width, 32), ceil_div(height, 8));
    // BEGIN TODO 5b (about 12 lines): two pieces of memory by cudaMallocPitch; one 2-D copy of the
    // window to the device; the launch; one 2-D copy back to `out`, whose rows have no gaps.
    int *from, *to;
    size_t pitch, row = width * sizeof(int);
    CUDA_CHECK(cudaMallocPitch(&from, &pitch, row, height));
    CUDA_CHECK(cudaMallocPitch(&to, &pitch, row, height));
    CUDA_CHECK(cudaMemcpy2D(from, pitch, picture + (size_t)top * stride + left,
                            stride * sizeof(int), row, height, cudaMemcpyHostToDevice));
    subtract_above<<<grid, block>>>(to, from, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2D(out, row, to, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    // END TODO 5b
}

// ---- Part 6: whose memory is it? ------------------------------------------------
//
// Three jobs. For each, another kind of memory wins: mapped, copied, managed.

// A few words of a large table. The table is in pinned memory of the host, which is mapped: kernels
// can read it, through the bus.
__global__ void pick_words(int *out, const int *table, const int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[index[i]];
}

void table_lookup(int *out, const int *table, int size, const int *index, int n)
{
    // BEGIN TODO 6a (about 5 lines): pick_words; index and out are on the device already. Do not
    // copy the table: the device's pointer to mapped memory comes from cudaHostGetDevicePointer.
    int *mapped;
    (void)size;
    CUDA_CHECK(cudaHostGetDevicePointer((void **)&mapped, (void *)table, 0));
    if (n > 0)
        pick_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, mapped, index, n);
    CUDA_CHECK(cudaGetLastError());
    // END TODO 6a
}

// All words, many times.
__global__ void mix_words(unsigned *data, int n, unsigned round)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = MEMORY_A * data[i] + round;
}

void table_rounds(unsigned *data, int n, int rounds)
{
    if (n == 0)
        return;
    // BEGIN TODO 6b (about 8 lines): `data` is pinned. mix_words for rounds 0, 1, ... rounds - 1;
    // the result is in `data` when the function returns. Each word crosses the bus twice, not
    // 2 * rounds times.
    unsigned *copy;
    size_t bytes = n * sizeof(unsigned);
    CUDA_CHECK(cudaMalloc(&copy, bytes));
    CUDA_CHECK(cudaMemcpyAsync(copy, data, bytes, cudaMemcpyHostToDevice, 0));
    for (int round = 0; round < rounds; round++)
        mix_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(copy, n, round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(data, copy, bytes, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaStreamSynchronize(0));
    CUDA_CHECK(cudaFree(copy));
    // END TODO 6b
}

// A structure with pointers: rows of different lengths, each somewhere else.
__global__ void sum_rows(long long *sums, int *const *row, const int *length, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    long long sum = 0;
#pragma unroll 1 // so that the lanes of a warp leave the loop one after the other
    for (int i = 0; i < length[r]; i++)
        sum += row[r][i];
    sums[r] = sum;
}

// Host memory, pageable: the elements of row r are words[start[r]] ... words[start[r + 1] - 1].
void ragged_sums(long long *sums, const int *words, const int *start, int rows)
{
    if (rows == 0)
        return;
    // BEGIN TODO 6c (about 20 lines): managed memory for the pointers, the lengths, the sums and
    // each row that has words. The host fills it; the kernel follows the same pointers. Then
    // wait, and copy the sums with a loop. No cudaMemcpy at all.
    int **row, *length;
    long long *result;
    CUDA_CHECK(cudaMallocManaged(&row, rows * sizeof *row));
    CUDA_CHECK(cudaMallocManaged(&length, rows * sizeof *length));
    CUDA_CHECK(cudaMallocManaged(&result, rows * sizeof *result));
    for (int r = 0; r < rows; r++) {
        length[r] = start[r + 1] - start[r];
        row[r] = NULL;
        if (length[r] > 0)
            CUDA_CHECK(cudaMallocManaged(&row[r], length[r] * sizeof(int)));
        for (int i = 0; i < length[r]; i++)
            row[r][i] = words[start[r] + i];
    }
    sum_rows<<<ceil_div(rows, MEMORY_BLOCK), MEMORY_BLOCK>>>(result, row, length, rows);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize()); // before the host looks
    for (int r = 0; r < rows; r++) {
        sums[r] = result[r];
        CUDA_CHECK(cudaFree(row[r]));
    }
    CUDA_CHECK(cudaFree(row));
    CUDA_CHECK(cudaFree(length));
    CUDA_CHECK(cudaFree(result));
    // END TODO 6c
}

// ---- Part 7: the same word for all lanes, or not ------------------------------------------------
//
// Constant memory has a cache of its own, which gives one word to a whole warp at once. Lanes that
// want different words get them one after the other.

__constant__ unsigned coefficient[COEFFICIENTS];

__global__ void evaluate(unsigned *out, const unsigned *x, int n, int count)
{
    // BEGIN TODO 7a (about 7 lines): out[i] = c[0] + c[1] x + c[2] x^2 + ..., modulo 2^32, from
    // coefficient[]: begin with the last one; multiply by x, add the one before ... (Horner).
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = x[i], sum = 0;
    for (int k = count - 1; k >= 0; k--)
        sum = sum * at + coefficient[k];
    out[i] = sum;
    // END TODO 7a
}

// `c` is in host memory.
void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    // BEGIN TODO 7b (about 3 lines): copy c into coefficient[] by cudaMemcpyToSymbol; the launch.
    CUDA_CHECK(cudaMemcpyToSymbol(coefficient, c, count * sizeof *c));
    evaluate<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, x, n, count);
    // END TODO 7b
    CUDA_CHECK(cudaGetLastError());
}

// `table` has TABLE_WORDS words in device memory.
__global__ void translate(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    __shared__ unsigned fast[TABLE_WORDS];
    // BEGIN TODO 7c (about 6 lines): the block copies the table into fast[], barrier; then
    // out[i] = fast[in[i]] for many i, with the stride of the grid.
    for (int k = threadIdx.x; k < TABLE_WORDS; k += blockDim.x)
        fast[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = fast[in[i]];
    // END TODO 7c
}

void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    if (n > 0)
        translate<<<min(ceil_div(n, MEMORY_BLOCK), 264), MEMORY_BLOCK>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}

// Given, for your predictions. Lane l of each warp reads word l / group * stride.
__constant__ unsigned words_of_constant[1024];

__global__ void read_constant(unsigned *out, int n, int group, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = words_of_constant[i % 32 / group * stride] + i;
}

void constant_words(unsigned *out, int n, int group, int stride)
{
    if (n > 0)
        read_constant<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, n, group, stride);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: what an instruction costs ------------------------------------------

// Given: correct, and slow. How many instructions of double precision does a warp execute?
__global__ void gray_double(float *out, const float *red, const float *green, const float *blue,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.2126 * red[i] + 0.7152 * green[i] + 0.0722 * blue[i];
}

void gray_slow(float *out, const float *red, const float *green, const float *blue, int n)
{
    if (n > 0)
        gray_double<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, red, green, blue, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void gray_single(float *out, const float *red, const float *green, const float *blue,
                            int n)
{
    // BEGIN TODO 8a (about 3 lines): the same as gray_double, without any double.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.2126f * red[i] + 0.7152f * green[i] + 0.0722f * blue[i];
    // END TODO 8a
}

void gray_fast(float *out, const float *red, const float *green, const float *blue, int n)
{
    if (n > 0)
        gray_single<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, red, green, blue, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void damp(float *out, const float *t, int n)
{
    // BEGIN TODO 8b (about 3 lines): out[i] = e^(-t[i] / 4) cos(t[i]). An error of 0.0001 is
    // allowed, 0 <= t[i] <= 8: use the fast functions of the device, and no division.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __expf(-0.25f * t[i]) * __cosf(t[i]);
    // END TODO 8b
}

void damped_wave(float *out, const float *t, int n)
{
    if (n > 0)
        damp<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, t, n);
    CUDA_CHECK(cudaGetLastError());
}

// Given: two kinds of work, which a warp cannot do at the same time.
__device__ unsigned walk(unsigned x)
{
    for (int k = 0; k < MEMORY_STEPS; k++)
        x = MEMORY_A * (x ^ x >> 15) + MEMORY_C;
    return x;
}

__device__ unsigned shake(unsigned x)
{
    for (int k = 0; k < MEMORY_STEPS; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

__global__ void two_kinds_of_work(unsigned *out, const unsigned *in, int n)
{
    // BEGIN TODO 8c (about 9 lines): out[i] = walk(in[i]) for even i, shake(in[i]) for odd i. A
    // block has 2 * blockDim.x elements: its first half of the threads walks, the second half
    // shakes. So no warp does both.
    int half = blockDim.x / 2, me = threadIdx.x % half;
    bool odd = threadIdx.x >= half; // the same in a whole warp
    for (int turn = 0; turn < 2; turn++) {
        int i = blockIdx.x * 2 * blockDim.x + turn * blockDim.x + 2 * me + odd;
        if (i < n)
            out[i] = odd ? shake(in[i]) : walk(in[i]);
    }
    // END TODO 8c
}

void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        two_kinds_of_work<<<ceil_div(n, 2 * MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
