// examples.cu - the code on the slides of lab 04, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not.
//
// The kernels called wrong_... are compiled, so that the warnings on the slides are about
// real code. They are never launched.
#include <cuda/atomic>

#include "../examples.h"

enum { BLOCK = 256 };

// ---- the order of additions -----------------------------------------------------------

__global__ void two_orders(float *sum, float big)
{
    // BEGIN SLIDE rounding
    // big is 2^24: between it and 2^25 only even numbers are floats
    sum[0] = (((big + 1) + 1) + 1) + 1; // 16777216: each 1 is rounded away
    sum[1] = big + ((1.0f + 1) + (1.0f + 1)); // 16777220
    // END SLIDE rounding
}

// ---- a block and its tile -------------------------------------------------------------

// BEGIN SLIDE tile
__global__ void turn_round(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;   // after the end: a value that does no harm
    __syncthreads();            // now all 256 words are written
    if (i < n)
        out[i] = s[BLOCK - 1 - t];
}
// END SLIDE tile

static void launch_turn_round(int *out, const int *in, int n)
{
    // BEGIN SLIDE launch
    int blocks = ceil_div(n, BLOCK);    // (n + BLOCK - 1) / BLOCK
    if (blocks > 0)                     // a grid of 0 blocks is an error
        turn_round<<<blocks, BLOCK>>>(out, in, n);
    // END SLIDE launch
}

__global__ void wrong_barrier(int *s)
{
    int t = threadIdx.x;
    // BEGIN SLIDE wrong_barrier
    for (int stride = 1; stride < BLOCK; stride *= 2)
        if (t % (2 * stride) == 0) {
            s[t] += s[t + stride];
            __syncthreads();    // WRONG: threads that skip the if never call it
        }
    // END SLIDE wrong_barrier
}

// ---- divergence -----------------------------------------------------------------------

__global__ void two_branches(int *x)
{
    int t = threadIdx.x;
    // BEGIN SLIDE divergence
    if (t % 2 == 0)         // every warp diverges: 16 lanes work, 16 wait
        x[t] += 1;

    if (t / 32 % 2 == 0)    // no warp diverges: whole warps work or skip
        x[t] += 1;
    // END SLIDE divergence
}

// ---- banks ----------------------------------------------------------------------------

__global__ void strided_words(int *out, int stride)
{
    __shared__ int s[32 * 33];
    for (int i = threadIdx.x; i < 32 * 33; i += 32)
        s[i] = i;
    __syncwarp();
    // BEGIN SLIDE banks
    int word = stride * threadIdx.x;    // its bank: word % 32
    out[threadIdx.x] = s[word];
    // END SLIDE banks
}

// ---- any n with any grid --------------------------------------------------------------

// BEGIN SLIDE grid_stride
__global__ void scale(float *x, float factor, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int grid = gridDim.x * blockDim.x;      // threads of the whole grid
    for (int i = first; i < n; i += grid)   // consecutive elements
        x[i] *= factor;
}
// END SLIDE grid_stride

// ---- shuffles -------------------------------------------------------------------------

__global__ void differences(int *out, const int *in)
{
    int lane = threadIdx.x;
    // BEGIN SLIDE shuffle
    int mine = in[lane];
    int next = __shfl_down_sync(ALL_LANES, mine, 1);    // from the next lane
    out[lane] = next - mine;    // lane 31 has no next lane and gets its own value
    // END SLIDE shuffle
}

__global__ void wrong_shuffle(int *out, int value)
{
    int lane = threadIdx.x;
    // BEGIN SLIDE wrong_shuffle
    if (lane < 16)  // WRONG: the mask names lanes that never call
        value += __shfl_down_sync(ALL_LANES, value, 16);
    // END SLIDE wrong_shuffle
    out[lane] = value;
}

__global__ void whole_warp(int *out, int n)
{
    int lane = threadIdx.x, value = lane + 1;
    // BEGIN SLIDE whole_warp
    value = lane < n ? value : 0;   // lanes beyond n add a 0; all 32 lanes call
    value += __shfl_down_sync(ALL_LANES, value, 16);
    // END SLIDE whole_warp
    out[lane] = value;
}

__global__ void neighbours(int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    // BEGIN SLIDE syncwarp
    s[lane] = lane * lane;
    __syncwarp();               // without it: a race, since 2017
    out[lane] = s[lane ^ 1];
    // END SLIDE syncwarp
}

// BEGIN SLIDE broadcast
__global__ void one_for_all(int *out, const int *in)
{
    __shared__ int smallest[BLOCK / 32];    // one word per warp
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int value = __reduce_min_sync(ALL_LANES, in[threadIdx.x]);
    if (lane == 0)
        smallest[warp] = value;
    __syncthreads();                        // the only barrier
    if (threadIdx.x < BLOCK / 32)
        out[threadIdx.x] = smallest[threadIdx.x];
}
// END SLIDE broadcast

// ---- between blocks -------------------------------------------------------------------

// BEGIN SLIDE fence
__device__ int letter, flag;

__global__ void send(int *out)  // two blocks of one thread
{
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(flag);
    if (blockIdx.x == 0) {
        letter = 42;
        __threadfence();                                         // first the letter ...
        shared.store(1, cuda::memory_order_relaxed);             // ... then the flag
    } else {
        while (!shared.load(cuda::memory_order_relaxed)) {}      // the flag is set ...
        __threadfence();                                         // ... and only then
        *out = letter;                                           // the letter is read
    }
}
// END SLIDE fence

// BEGIN SLIDE ticket
__device__ unsigned int counter;    // 0 when the program starts

__global__ void draw(unsigned int *ticket)
{
    // 0, 1, ... gridDim.x - 1, and then 0 again: ready for the next launch
    ticket[blockIdx.x] = atomicInc(&counter, gridDim.x - 1);
}
// END SLIDE ticket

// ---- all of them ----------------------------------------------------------------------

static void check_blocks(void)
{
    const int sizes[] = {0, 1, 255, 256, 257, 1000};
    int *in = managed<int>(1024), *out = managed<int>(1024);
    for (int i = 0; i < 1024; i++)
        in[i] = i + 1;
    for (int k = 0; k < 6; k++) {
        launch_turn_round(out, in, sizes[k]);
        CUDA_CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < sizes[k]; i++) {
            int from = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
            expect(out[i] == (from < sizes[k] ? in[from] : 0), "turn_round", i);
        }
    }
    memset(out, 0, 1024 * sizeof *out);
    two_branches<<<1, BLOCK>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < BLOCK; t++)
        expect(out[t] == (t % 2 == 0) + (t / 32 % 2 == 0), "two_branches", t);
    for (int stride = 1; stride <= 33; stride *= 2)
        for (int odd = 0; odd < 2; odd++) {
            int step = stride == 32 ? stride + odd : stride;
            strided_words<<<1, 32>>>(out, step);
            CUDA_CHECK(cudaDeviceSynchronize());
            for (int t = 0; t < 32; t++)
                expect(out[t] == step * t, "strided_words", t);
        }
    one_for_all<<<1, BLOCK>>>(out, in);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int w = 0; w < BLOCK / 32; w++)
        expect(out[w] == w * 32 + 1, "one_for_all", w);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

static void check_floats(void)
{
    float *x = managed<float>(1000);
    two_orders<<<1, 1>>>(x, 1 << 24);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect(x[0] == 16777216, "two_orders", 0);
    expect(x[1] == 16777220, "two_orders", 1);
    for (int i = 0; i < 1000; i++)
        x[i] = i;
    scale<<<2, 64>>>(x, 0.5f, 1000);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 1000; i++)
        expect(x[i] == 0.5f * i, "scale", i);
    CUDA_CHECK(cudaFree(x));
}

static void check_warps(void)
{
    int *in = managed<int>(32), *out = managed<int>(32);
    for (int i = 0; i < 32; i++)
        in[i] = i * i;
    differences<<<1, 32>>>(out, in);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++)
        expect(out[i] == (i < 31 ? 2 * i + 1 : 0), "differences", i);
    neighbours<<<1, 32>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++)
        expect(out[i] == (i ^ 1) * (i ^ 1), "neighbours", i);
    whole_warp<<<1, 32>>>(out, 20);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        expect(out[i] == i + 1 + (i + 16 < 20 ? i + 17 : 0), "whole_warp", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

static void check_grids(void)
{
    enum { BLOCKS = 8 };
    int *out = managed<int>(1);
    send<<<2, 1>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect(*out == 42, "send", 0);
    CUDA_CHECK(cudaFree(out));
    unsigned int *ticket = managed<unsigned int>(BLOCKS);
    for (int launch = 0; launch < 2; launch++) { // the second launch finds the counter at 0
        draw<<<BLOCKS, 1>>>(ticket);
        CUDA_CHECK(cudaDeviceSynchronize());
        unsigned int seen = 0;
        for (int b = 0; b < BLOCKS; b++)
            seen |= ticket[b] < BLOCKS ? 1u << ticket[b] : 0;
        expect(seen == (1u << BLOCKS) - 1, "draw", launch);
    }
    CUDA_CHECK(cudaFree(ticket));
}

// The number of values, or -1 if there is a word that is none.
// BEGIN SLIDE read
static int read_all(FILE *file, double **value)
{
    int n = 0, room = 1, got;
    double next;
    *value = (double *)malloc(room * sizeof(double));
    while (*value && (got = fscanf(file, "%lf", &next)) == 1) {
        if (n == room)
            *value = (double *)realloc(*value, (room *= 2) * sizeof(double));
        if (*value)
            (*value)[n++] = next;
    }
    return *value && got == EOF ? n : -1;
}
// END SLIDE read

static void check_reading(void)
{
    char good[] = "1 2.5\n\n-3", bad[] = "1 2.5 x";
    double *value;
    FILE *file = fmemopen(good, sizeof good - 1, "r");
    expect(read_all(file, &value) == 3 && value[1] == 2.5 && value[2] == -3, "good", 0);
    fclose(file);
    free(value);
    file = fmemopen(bad, sizeof bad - 1, "r");
    expect(read_all(file, &value) == -1, "bad", 0);
    fclose(file);
    free(value);
}

int main(void)
{
    check_reading();
    check_blocks();
    check_floats();
    check_warps();
    check_grids();
    return mistakes > 0;
}
