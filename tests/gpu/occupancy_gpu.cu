// occupancy_gpu.cu - lab 20 on a GPU: every kernel of the solution, and the six kernels as the
// assignment has them. A line of CSV for each: what ptxas gave it, how many warps are resident, and
// a hash of its output; with arguments, of larger inputs, and with the shortest of so many times,
// of all kernels or of those that are named. On the simulator the times are the model's.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -Icommon -o build/occupancy_gpu tests/gpu/occupancy_gpu.cu
//   build/occupancy_gpu [TIMES [KERNEL]...]
//
// NVCC: -arch=sm_90 -std=c++17
// NCU: l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum,
// NCU: l1tex__t_requests_pipe_lsu_mem_local_op_st.sum,
// NCU: smsp__inst_executed_op_shared_atom.sum,smsp__inst_executed_op_shared_ld.sum,
// NCU: smsp__inst_executed_op_shared_st.sum,launch__registers_per_thread,
// NCU: sm__maximum_warps_avg_per_active_cycle
#include "../solutions/20_occupancy/occupancy.cu"

#include "gpu.h"
#include "../../slides/20_occupancy/kernels.h"

#include <algorithm>
#include <string>
#include <vector>

static std::vector<std::string> named; // none: all
static int n = 1 << 14, columns = 1 << 11, times = 0;
static unsigned *d_in, *d_out, *d_terms;

// Launches `kernel` and prints its line; its output is `results` words.
template <typename... P, typename... A>
static void show(const char *name, size_t results, dim3 grid, dim3 block, size_t shared,
                 void (*kernel)(P...), A... args)
{
    if (!named.empty() && std::find(named.begin(), named.end(), name) == named.end())
        return;
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
    printf("%s,", name);
    if (times > 0)
        printf("%.2f,", 1000 * best);
    printf("%d,%d,%zu,%d,%016llx\n", threads, attributes.numRegs, attributes.localSizeBytes,
           blocks * ((threads + 31) / 32),
           (unsigned long long)hash_bytes(out.data(), results * sizeof *d_out));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
}

template <int BLOCKS>
static void show_ranks(void)
{
    char name[32];
    snprintf(name, sizeof name, "ranks 256 %d", BLOCKS);
    show(name, (size_t)columns * OCC_VALUES, columns / 256, 256, 0, ranks_all<256, BLOCKS>,
         (int *)d_out, (const int *)d_in, columns);
}

template <int EACH>
static void show_polynomials(void)
{
    char name[32];
    snprintf(name, sizeof name, "polynomials %d", EACH);
    show(name, n, ceil_div(n, EACH * BLOCK), BLOCK, 0, polynomials_all<EACH>, d_out, d_in, d_terms,
         n);
}

template <int FMAS>
static void show_chain(void)
{
    char name[32];
    snprintf(name, sizeof name, "chain %d", FMAS);
    show(name, n, n / BLOCK, BLOCK, 0, chain<FMAS>, (float *)d_out, (const float *)d_in);
}

static void show_six(void)
{
    const int *ints = (const int *)d_in;
    const float *floats = (const float *)d_in;
    const dim3 tile(OCC_SIDE, 8);
    const int sums = n / 8, tiles = n / (OCC_SIDE * OCC_SIDE), all = n / BLOCK;
    show("a before", sums, sums / BLOCK, BLOCK, 0, before_a, d_out, d_in, sums);
    show("a", sums, all, BLOCK, 0, sums_a, d_out, d_in, sums);
    show("b before", n, tiles, tile, 0, before_b, d_out, d_in);
    show("b", n, tiles, tile, 0, tiles_b, d_out, d_in);
    show("c before", OCC_BINS, all, BLOCK, 0, before_c, d_out, d_in, n);
    show("c", OCC_BINS, all, BLOCK, 0, bits_c, d_out, d_in, n);
    show("d before", n, all, BLOCK, 0, before_d, (float *)d_out, floats, n);
    show("d", n, all, BLOCK, 0, halves_d, (float *)d_out, floats, n);
    show("e before", n, 8, BLOCK, 0, stepped_e, d_out, d_in, n);
    show("e", n, all, BLOCK, 0, stepped_e, d_out, d_in, n);
    show("f before", n, n / OCC_GROUP, OCC_GROUP, 0, before_f, (int *)d_out, ints, n);
    show("f", n, n / OCC_GROUP, OCC_GROUP, 0, largest_f, (int *)d_out, ints, n);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        times = atoi(argv[1]);
        n = 1 << 24, columns = 1 << 20;
        named.assign(argv + 2, argv + argc);
    }
    size_t words = (size_t)columns * OCC_VALUES; // more than n + OCC_WINDOW
    std::vector<unsigned> in(words);
    for (unsigned &word : in)
        word = next_bits() % 4001 << 12; // as a float, too, small and not denormal or 0
    CUDA_CHECK(cudaMalloc(&d_in, words * sizeof *d_in));
    CUDA_CHECK(cudaMalloc(&d_out, words * sizeof *d_out));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), words * sizeof *d_in, cudaMemcpyHostToDevice));
    d_terms = d_in + 1000;
    printf("kernel%s,threads,registers,local_bytes,resident_warps,hash\n", times > 0 ? ",us" : "");
    show("weigh 32", n, n / 32, 32, 40 * 1024, weigh_all, (float *)d_out, (const float *)d_in, n);
    show("weigh 256", n, n / BLOCK, BLOCK, 1024, weigh_all, (float *)d_out, (const float *)d_in, n);
    show("medians before", n, n / BLOCK, BLOCK, 0, before_medians, (int *)d_out, (const int *)d_in,
         n);
    show("medians", n, n / BLOCK, BLOCK, 0, medians_all, (int *)d_out, (const int *)d_in, n);
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
    show("ptx", n, n / BLOCK, BLOCK, 0, ptx_all, d_out, d_in, n);
    show("sass", n / 4, n / 4 / BLOCK, BLOCK, 0, sass_all, (int *)d_out, (const int4 *)d_in, n / 4);
    return 0;
}
