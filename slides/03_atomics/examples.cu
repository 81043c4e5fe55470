// examples.cu - the code on the slides of lab 03, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include "../examples.h"
#include <cuda/atomic>

// ---- tickets -------------------------------------------------------------------------

__global__ void draw(int *next, int *who)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE ticket
    int ticket = atomicAdd(next, 1); // the value of *next before
    who[ticket] = me;                // only I have this number
    // END SLIDE ticket
}

// ---- votes ---------------------------------------------------------------------------

__global__ void vote(int *out)
{
    int lane = threadIdx.x;
    bool yes = lane % 3 == 1; // lanes 1, 4, 7 ... 31
    // BEGIN SLIDE votes
    unsigned votes = __ballot_sync(ALL_LANES, yes);  // bit l: the vote of lane l
    int how_many = __popc(votes);                    // bits that are set
    int first = __ffs(votes) - 1;                    // the lowest of these bits
    int before_me = __popc(votes & ((1u << lane) - 1));
    bool somebody = __any_sync(ALL_LANES, yes), everybody = __all_sync(ALL_LANES, yes);
    // END SLIDE votes
    // BEGIN SLIDE from_lane
    int hers = __shfl_sync(ALL_LANES, lane * lane, 5); // every lane gets what lane 5 gives: 25
    // END SLIDE from_lane
    if (lane == 7) {
        out[0] = how_many;
        out[1] = first;
        out[2] = before_me;
        out[3] = somebody + 2 * everybody;
        out[4] = hers;
    }
}

// ---- compare and swap ----------------------------------------------------------------

// BEGIN SLIDE cas
// *word = *word * factor, in one step
__device__ void atomic_multiply(float *word, float factor)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> bits(*(int *)word);
    int seen = bits.load(cuda::memory_order_relaxed), product;
    do
        product = __float_as_int(__int_as_float(seen) * factor);
    while (!bits.compare_exchange_strong(seen, product,     // seen: what is there
                                         cuda::memory_order_relaxed));
}
// END SLIDE cas

__global__ void multiply(float *word)
{
    atomic_multiply(word, threadIdx.x % 2 ? 2.0f : 0.5f);
    if (threadIdx.x < 10)
        atomic_multiply(word, 2.0f);
}

// ---- a lock --------------------------------------------------------------------------

__device__ int taken = 0;

__global__ void both(int *pair)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        // BEGIN SLIDE lock
        cuda::atomic_ref<int, cuda::thread_scope_device> lock(taken);
        unsigned ns = 32;
        while (lock.exchange(1, cuda::memory_order_acquire) != 0) { // 0: now it is mine
            __nanosleep(ns);
            ns = min(2 * ns, 1024u);
        }
        pair[0] += 1; // no other thread is here
        pair[1] += 10;
        lock.store(0, cuda::memory_order_release);
        // END SLIDE lock
    }
}

// ---- the race ------------------------------------------------------------------------

__global__ void count_by_lane(unsigned *bins, const uchar4 *in, int n)
{
    // BEGIN SLIDE lanes
    __shared__ unsigned counters[256][32];
    int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x)
        counters[i / 32][i % 32] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        uchar4 v = in[i];                       // in the lab: 16 bytes
        for (unsigned byte : {v.x, v.y, v.z, v.w})
            atomicAdd(&counters[byte][lane], 1u);
    }
    __syncthreads();
    for (int c = 0; c < 32; c++)                // 256 threads
        bins[threadIdx.x] += counters[threadIdx.x][(c + lane) % 32];
    // END SLIDE lanes
}

static void check_race()
{
    enum { N = 1000 };
    uchar4 *in = managed<uchar4>(N);
    unsigned *bins = managed<unsigned>(256), want[256] = {};
    unsigned char *bytes = (unsigned char *)in;
    for (int i = 0; i < 4 * N; i++)
        want[bytes[i] = (unsigned char)(i * i / 7)]++;
    count_by_lane<<<1, 256>>>(bins, in, N);
    expect_success("count_by_lane", cudaDeviceSynchronize());
    for (int b = 0; b < 256; b++)
        expect_equal("bytes", bins[b], want[b]);
    expect_success("cudaFree", cudaFree(in));
    expect_success("cudaFree", cudaFree(bins));
}

// ---- several arguments --------------------------------------------------------------------

static bool read_size(const char *text, long *size)
{
    char *end;
    *size = strtol(text, &end, 10);
    return end != text && !*end && *size > 0;
}

static double measure(long size) { return 0.5 * size; }

// How many lines are in the file then; 0: an argument is bad.
static int report(FILE *file, int argc, const char *const *argv)
{
    long size[4];
    double us[4];
    // BEGIN SLIDE arguments
    for (int i = 1; i < argc; i++)          // all arguments, before the first launch
        if (!read_size(argv[i], &size[i - 1]))
            return 0;
    for (int i = 0; i < argc - 1; i++)      // then the work
        us[i] = measure(size[i]);
    for (int i = 0; i < argc - 1; i++)      // all lines, when nothing can fail any more
        fprintf(file, "%ld %.2f\n", size[i], us[i]);
    // END SLIDE arguments
    return argc - 1;
}

static void check_arguments()
{
    static const char *const good[] = {"program", "8", "16"}, *const bad[] = {"program", "8", "9x"};
    char text[100] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    expect_equal("lines", report(file, 3, bad), 0);
    expect(ftell(file) == 0, "nothing is printed", 0);
    expect_equal("lines", report(file, 3, good), 2);
    fclose(file);
    expect(strcmp(text, "8 4.00\n16 8.00\n") == 0, text, 0);
}

int main()
{
    check_arguments();
    check_race();
    int *words, *who;
    float *product;
    expect_success("cudaMallocManaged", cudaMallocManaged(&words, 16 * sizeof *words));
    expect_success("cudaMallocManaged", cudaMallocManaged(&who, 512 * sizeof *who));
    expect_success("cudaMallocManaged", cudaMallocManaged(&product, sizeof *product));

    words[0] = 0;
    draw<<<4, 128>>>(words, who);
    expect_success("draw", cudaDeviceSynchronize());
    expect_equal("tickets", words[0], 512);
    int sum = 0;
    for (int i = 0; i < 512; i++)
        sum += who[i];
    expect_equal("everybody once", sum, 511 * 512 / 2);

    vote<<<1, 32>>>(words);
    expect_success("vote", cudaDeviceSynchronize());
    expect_equal("votes", words[0], 11);
    expect_equal("the first", words[1], 1);
    expect_equal("before lane 7", words[2], 2);
    expect_equal("somebody, not everybody", words[3], 1);

    *product = 3;
    multiply<<<1, 256>>>(product);
    expect_success("multiply", cudaDeviceSynchronize());
    expect_equal("3 times 2 to the tenth", (int)*product, 3072);

    words[0] = words[1] = 0;
    both<<<40, 64>>>(words);
    expect_success("both", cudaDeviceSynchronize());
    expect_equal("the one", words[0], 40);
    expect_equal("the other", words[1], 400);

    expect_success("cudaFree", cudaFree(words));
    expect_success("cudaFree", cudaFree(who));
    expect_success("cudaFree", cudaFree(product));
    return mistakes != 0;
}
