// examples.cu - the code on the slides of lab 05, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not.
//
// It shows the ideas with other operators and other tasks than those of the lab. The kernel
// called wrong_... is compiled, so that the warning on the slide is about real code. It is
// never launched.
#include <limits.h>
#include "../examples.h"
#include <cuda/atomic>

enum { BLOCK = 256, TILES = 40 };

static int scrambled(int i)
{
    return (int)((unsigned)i * 2654435761u >> 20) - 2000;
}

// ---- the operator -------------------------------------------------------------------

// BEGIN SLIDE operator
__device__ int larger(int a, int b)
{
    count_event(1);         // a mark that the simulator counts; a GPU ignores it
    return a > b ? a : b;
}
// END SLIDE operator

__global__ void running_maximum(int *out, const int *in, int n)
{
    // BEGIN SLIDE serial
    int most = in[0];               // the first one is not compared
    for (int i = 1; i < n; i++) {
        out[i - 1] = most;          // the largest of elements 0 to i - 1
        most = larger(most, in[i]); // n - 1 times
    }
    out[n - 1] = most;
    // END SLIDE serial
}

static void check_operator(void)
{
    enum { N = 100 };
    int *in = managed<int>(N), *out = managed<int>(N), most = INT_MIN;
    for (int i = 0; i < N; i++)
        in[i] = scrambled(i);
    running_maximum<<<1, 1>>>(out, in, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        most = in[i] > most ? in[i] : most;
        expect(out[i] == most, "running maximum", i);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- two buffers ----------------------------------------------------------------------

// Smooths `rounds` times: every element becomes the mean of itself and its left neighbour.
__global__ void smooth(float *out, const float *in, int rounds)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float x = in[t];
    // BEGIN SLIDE two_buffers
    int k = 0;
    for (int round = 0; round < rounds; round++) {
        s[k][t] = x;
        __syncthreads();            // all of buffer k is written: now read it
        if (t > 0)
            x = (s[k][t - 1] + x) / 2;
        k = 1 - k;                  // a buffer that is not read any more
    }
    // END SLIDE two_buffers
    out[t] = x;
}

__global__ void wrong_smooth(float *s, int rounds)
{
    int t = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        // BEGIN SLIDE wrong_in_place
        if (t > 0) {
            float left = s[t - 1];      // has thread t - 1 already written, or not yet?
            s[t] = (left + s[t]) / 2;
        }
        __syncthreads();                // orders the rounds, not the reads and writes
        // END SLIDE wrong_in_place
    }
}

static void check_two_buffers(void)
{
    enum { ROUNDS = 5 };
    float *in = managed<float>(BLOCK), *out = managed<float>(BLOCK), want[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        want[i] = in[i] = (float)(i % 7 * 32);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = BLOCK - 1; i > 0; i--)
            want[i] = (want[i - 1] + want[i]) / 2;
    smooth<<<1, BLOCK>>>(out, in, ROUNDS);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < BLOCK; i++)
        expect(out[i] == want[i], "smooth", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- inside a warp ----------------------------------------------------------------------

// BEGIN SLIDE warp
__device__ int warp_running_maximum(int x)
{
    int lane = threadIdx.x % WARP_SIZE;
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        int left = __shfl_up_sync(ALL_LANES, x, d);     // all 32 lanes call
        if (lane >= d)                                  // but not all have a left one
            x = larger(left, x);
    }
    return x;
}
// END SLIDE warp

__global__ void warps(int *out, const int *in)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = warp_running_maximum(in[i]);
}

static void check_warp(void)
{
    int *in = managed<int>(BLOCK), *out = managed<int>(BLOCK), most = 0;
    for (int i = 0; i < BLOCK; i++)
        in[i] = scrambled(i);
    warps<<<1, BLOCK>>>(out, in);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < BLOCK; i++) {
        most = i % WARP_SIZE == 0 || in[i] > most ? in[i] : most;
        expect(out[i] == most, "warp", i);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- one block sends a number to another ------------------------------------------------

typedef unsigned long long Word;
template <typename T> using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;
constexpr auto relaxed = cuda::memory_order_relaxed, acquire = cuda::memory_order_acquire,
               release = cuda::memory_order_release;

__device__ int block_sum, sum_is_ready; // for the version with two variables

__device__ void publish_by_flag(int value)
{
    Shared<int> flag(sum_is_ready);
    // BEGIN SLIDE flag
    block_sum = value;          // first
    flag.store(1, release);
    // END SLIDE flag
}

__device__ int receive_by_flag(void)
{
    Shared<int> flag(sum_is_ready);
    // BEGIN SLIDE flag_reader
    while (!flag.load(acquire)) {}
    return block_sum;           // then
    // END SLIDE flag_reader
}

// BEGIN SLIDE one_word
__device__ void publish(Word *word, int value)      // "ready" and the value: one store
{
    Shared<Word>(*word).store((Word)1 << 32 | (unsigned)value, relaxed);
}

__device__ int receive(Word *word)
{
    Word w;
    while ((w = Shared<Word>(*word).load(relaxed)) >> 32 == 0) {}
    return (int)w;                                  // no order needed
}
// END SLIDE one_word

// Tile after tile passes on a number, plus 1.
__global__ void chain(int *out, Word *word, int *next_tile)
{
    __shared__ int my_tile;
    if (threadIdx.x == 0)
        my_tile = atomicAdd(next_tile, 1);  // 0 for the block that is first
    __syncthreads();
    int tile = my_tile;                     // all lower numbers belong to running blocks
    if (threadIdx.x == 0) {
        int before = tile == 0 ? 0 : receive(&word[tile - 1]);
        publish(&word[tile], before + 1);
        out[tile] = before + 1;
    }
}

__global__ void two_blocks(int *out, int *next_tile)
{
    if (threadIdx.x != 0)
        return;
    if (atomicAdd(next_tile, 1) == 0)
        publish_by_flag(42);
    else
        *out = receive_by_flag();
}

static void check_sending(void)
{
    int *out = managed<int>(TILES), *next = managed<int>(2), *received = managed<int>(1);
    Word *word = managed<Word>(TILES);
    chain<<<TILES, 32>>>(out, word, next);
    two_blocks<<<2, 32>>>(received, next + 1); // another counter
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < TILES; i++)
        expect(out[i] == i + 1, "chain", i);
    expect(*received == 42, "two blocks", 0);
    CUDA_CHECK(cudaFree(received));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(next));
    CUDA_CHECK(cudaFree(word));
}

// ---- uses ----------------------------------------------------------------------------------

// BEGIN SLIDE expand
// Text i is `length[i]` characters long; `start` is the exclusive scan of the lengths.
__global__ void join(char *out, const int *start, const int *length, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = 0; i < n && k < length[i]; k++)
        out[start[i] + k] = (char)('a' + i);    // no need to know where others write
}
// END SLIDE expand

static void check_join(void)
{
    enum { N = 26 };
    int *start = managed<int>(N), *length = managed<int>(N), sum = 0;
    for (int i = 0; i < N; i++) {
        start[i] = sum;
        length[i] = i % 4;
        sum += length[i];
    }
    char *out = managed<char>(sum);
    join<<<1, BLOCK>>>(out, start, length, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0, at = 0; i < N; i++)
        for (int k = 0; k < i % 4; k++, at++)
            expect(out[at] == 'a' + i, "join", at);
    CUDA_CHECK(cudaFree(start));
    CUDA_CHECK(cudaFree(length));
    CUDA_CHECK(cudaFree(out));
}

static int sum_between(const int *scan, int from, int to)
{
    // BEGIN SLIDE between
    return scan[to] - (from > 0 ? scan[from - 1] : 0);  // in[from] + ... + in[to]
    // END SLIDE between
}

static void check_between(void)
{
    int in[20], scan[20], sum = 0;
    for (int i = 0; i < 20; i++)
        scan[i] = sum += in[i] = scrambled(i);
    for (int from = 0; from < 20; from++)
        for (int to = from, want = 0; to < 20; to++)
            expect(sum_between(scan, from, to) == (want += in[to]), "between", from);
}

// BEGIN SLIDE linear
// y -> a * y + b. First f, then g: g.a * (f.a * y + f.b) + g.b
struct Linear { unsigned a, b; };

__host__ __device__ Linear then(Linear f, Linear g)
{
    return {g.a * f.a, g.a * f.b + g.b};
}
// END SLIDE linear

static void check_linear(void)
{
    Linear f = {3, 1}, g = {5, 7}, h = {2, 9};
    Linear left = then(then(f, g), h), right = then(f, then(g, h));
    Linear turned = then(g, f), straight = then(f, g);
    expect(left.a == right.a && left.b == right.b, "linear: associative", 0);
    expect(turned.b != straight.b, "linear: not commutative", 0);
    // A recurrence y[i] = a[i] * y[i - 1] + b[i] is a scan with this operator.
    Linear all = {1, 0};
    unsigned y = 11;
    for (unsigned i = 0; i < 20; i++) {
        Linear step = {2 * i + 1, i};
        all = then(all, step);
        y = step.a * y + step.b;
        expect(all.a * 11 + all.b == y, "linear: recurrence", (int)i);
    }
}

// ---- a result of unknown length ---------------------------------------------------------

enum { CHOSEN_BLOCK = 32 };

__global__ void count_odd(int *count, const int *in, int n)
{
    int i = blockIdx.x * CHOSEN_BLOCK + threadIdx.x;
    unsigned odd = __ballot_sync(ALL_LANES, i < n && in[i] % 2);
    if (threadIdx.x == 0)
        count[blockIdx.x] = __popc(odd);
}

__global__ void scan_few(int *count, int blocks)
{
    int sum = 0;
    for (int b = 0; b <= blocks; b++) {
        int mine = b < blocks ? count[b] : 0;
        count[b] = sum;
        sum += mine;
    }
}

__global__ void write_odd(int *out, const int *count, const int *in, int n)
{
    int i = blockIdx.x * CHOSEN_BLOCK + threadIdx.x;
    bool mine = i < n && in[i] % 2;
    unsigned odd = __ballot_sync(ALL_LANES, mine);
    if (mine)
        out[count[blockIdx.x] + __popc(odd & ((1u << threadIdx.x) - 1))] = in[i];
}

static int choose_odd(int **out, int *count, const int *in, int n)
{
    int blocks = ceil_div(n, CHOSEN_BLOCK), total;
    // BEGIN SLIDE length
    count_odd<<<blocks, CHOSEN_BLOCK>>>(count, in, n);  // count[b]: of block b
    scan_few<<<1, 1>>>(count, blocks);                  // where block b begins; count[blocks]: all
    CUDA_CHECK(cudaMemcpy(&total, count + blocks, sizeof total, cudaMemcpyDeviceToHost));
    if (total > 0) {
        CUDA_CHECK(cudaMalloc(out, total * sizeof **out));  // only now it is known
        write_odd<<<blocks, CHOSEN_BLOCK>>>(*out, count, in, n);
    }
    // END SLIDE length
    CUDA_CHECK(cudaGetLastError());
    return total;
}

static void check_length(void)
{
    enum { LENGTH = 100 };
    int *in = managed<int>(LENGTH), *count = managed<int>(5), out[LENGTH], *on_device, want = 0;
    for (int i = 0; i < LENGTH; i++)
        in[i] = scrambled(i);
    int total = choose_odd(&on_device, count, in, LENGTH);
    CUDA_CHECK(cudaMemcpy(out, on_device, total * sizeof *out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < LENGTH; i++)
        if (in[i] % 2)
            expect_equal("odd", out[want++], in[i]);
    expect_equal("length", total, want);
    CUDA_CHECK(cudaFree(on_device));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(count));
}

int main(void)
{
    check_length();
    check_operator();
    check_two_buffers();
    check_warp();
    check_sending();
    check_join();
    check_between();
    check_linear();
    if (mistakes)
        printf("%d mistakes\n", mistakes);
    return mistakes != 0;
}
