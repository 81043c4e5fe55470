// occupancy_gpu.cu - lab 20 on a GPU: every kernel of the solution, and the six kernels as the
// assignment has them. A line of CSV for each: what ptxas gave it, how many warps are resident, the
// shortest of several times, and a hash of its output. On the simulator the times are the model's.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -Icommon -o build/occupancy_gpu tests/gpu/occupancy_gpu.cu
//   build/occupancy_gpu [TIMES]
#include "../solutions/20_occupancy/occupancy.cu"

#include "gpu.h"
#include "../../slides/20_occupancy/kernels.h"

#include <vector>

enum { N = 1 << 24, COLUMNS = 1 << 20 };

static int times = 20;
static unsigned *d_in, *d_out, *d_terms;

// Launches `kernel` and prints its line; its output is `results` words.
template <typename... P, typename... A>
static void show(const char *name, size_t results, dim3 grid, dim3 block, size_t shared,
                 void (*kernel)(P...), A... args)
{
    cudaFuncAttributes attributes;
    int blocks, threads = block.x * block.y;
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared));
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    float best = 1e30f;
    std::vector<unsigned> out(results);
    for (int k = 0; k < times + 1; k++) {
        float ms;
        CUDA_CHECK(cudaMemset(d_out, 0, results * sizeof *d_out));
        CUDA_CHECK(cudaEventRecord(begin));
        kernel<<<grid, block, shared>>>(args...);
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        best = k && ms < best ? ms : best;
    }
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, results * sizeof *d_out, cudaMemcpyDeviceToHost));
    printf("%s,%d,%d,%zu,%d,%.2f,%016llx\n", name, threads, attributes.numRegs,
           attributes.localSizeBytes, blocks * ((threads + 31) / 32), 1000 * best,
           (unsigned long long)hash_bytes(out.data(), results * sizeof *d_out));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
}

template <int BLOCKS>
static void show_ranks(void)
{
    char name[32];
    snprintf(name, sizeof name, "ranks 256 %d", BLOCKS);
    show(name, (size_t)COLUMNS * OCC_VALUES, COLUMNS / 256, 256, 0, ranks_all<256, BLOCKS>,
         (int *)d_out, (const int *)d_in, int(COLUMNS));
}

template <int EACH>
static void show_polynomials(void)
{
    char name[32];
    snprintf(name, sizeof name, "polynomials %d", EACH);
    show(name, N, ceil_div(N, EACH * BLOCK), BLOCK, 0, polynomials_all<EACH>, d_out, d_in, d_terms,
         int(N));
}

template <int FMAS>
static void show_chain(void)
{
    char name[32];
    snprintf(name, sizeof name, "chain %d", FMAS);
    show(name, N, N / BLOCK, BLOCK, 0, chain<FMAS>, (float *)d_out, (const float *)d_in);
}

static void show_six(void)
{
    const int *ints = (const int *)d_in;
    const float *floats = (const float *)d_in;
    const dim3 tile(OCC_SIDE, 8);
    const int sums = N / 8, tiles = N / (OCC_SIDE * OCC_SIDE), all = N / BLOCK;
    show("a before", sums, sums / BLOCK, BLOCK, 0, before_a, d_out, d_in, sums);
    show("a", sums, all, BLOCK, 0, sums_a, d_out, d_in, sums);
    show("b before", N, tiles, tile, 0, before_b, d_out, d_in);
    show("b", N, tiles, tile, 0, tiles_b, d_out, d_in);
    show("c before", OCC_BINS, all, BLOCK, 0, before_c, d_out, d_in, int(N));
    show("c", OCC_BINS, all, BLOCK, 0, bits_c, d_out, d_in, int(N));
    show("d before", N, all, BLOCK, 0, before_d, (float *)d_out, floats, int(N));
    show("d", N, all, BLOCK, 0, halves_d, (float *)d_out, floats, int(N));
    show("e before", N, 8, BLOCK, 0, stepped_e, d_out, d_in, int(N));
    show("e", N, all, BLOCK, 0, stepped_e, d_out, d_in, int(N));
    show("f before", N, N / OCC_GROUP, OCC_GROUP, 0, before_f, (int *)d_out, ints, int(N));
    show("f", N, N / OCC_GROUP, OCC_GROUP, 0, largest_f, (int *)d_out, ints, int(N));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        times = atoi(argv[1]);
    size_t words = (size_t)COLUMNS * OCC_VALUES; // more than N + OCC_WINDOW
    std::vector<unsigned> in(words);
    for (unsigned &word : in)
        word = next_bits() % 4001 << 12; // as a float, too, small and not denormal or 0
    CUDA_CHECK(cudaMalloc(&d_in, words * sizeof *d_in));
    CUDA_CHECK(cudaMalloc(&d_out, words * sizeof *d_out));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), words * sizeof *d_in, cudaMemcpyHostToDevice));
    d_terms = d_in + 1000;
    printf("kernel,threads,registers,local_bytes,resident_warps,us,hash\n");
    show("weigh 32", N, N / 32, 32, 40 * 1024, weigh_all, (float *)d_out, (const float *)d_in,
         int(N));
    show("weigh 256", N, N / BLOCK, BLOCK, 1024, weigh_all, (float *)d_out, (const float *)d_in,
         int(N));
    show("medians before", N, N / BLOCK, BLOCK, 0, before_medians, (int *)d_out, (const int *)d_in,
         int(N));
    show("medians", N, N / BLOCK, BLOCK, 0, medians_all, (int *)d_out, (const int *)d_in, int(N));
    show_ranks<1>();
    show_ranks<2>();
    show_ranks<3>();
    show_ranks<4>();
    show_ranks<5>();
    show_ranks<6>();
    show_ranks<8>();
    show_polynomials<1>();
    show_polynomials<2>();
    show_polynomials<4>();
    show_polynomials<8>();
    show_polynomials<16>();
    show_six();
    show_chain<1>();
    show_chain<16>();
    show_chain<32>();
    show_chain<64>();
    show_chain<128>();
    show_chain<256>();
    show("ptx", N, N / BLOCK, BLOCK, 0, ptx_all, d_out, d_in, int(N));
    show("sass", N / 4, N / 4 / BLOCK, BLOCK, 0, sass_all, (int *)d_out, (const int4 *)d_in, N / 4);
    return 0;
}
