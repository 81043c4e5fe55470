// async_copies_gpu.cu - runs every function of lab 17's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -lineinfo -Icommon -o build/async_copies_gpu
//       tests/gpu/async_copies_gpu.cu
//
// NVCC: -gencode arch=compute_90a,code=[compute_90a,sm_90a]
// NCU: sm__inst_executed_pipe_tma.sum,l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum,
// NCU: l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum,
// NCU: l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum,smsp__inst_executed_op_shared_ld.sum,
// NCU: smsp__inst_executed_op_shared_st.sum,
// NCU: launch__registers_per_thread,sm__maximum_warps_avg_per_active_cycle
#include "../solutions/17_async_copies/async_copies.cu"

#include <vector>

#include "gpu.h"

static int *some_ints(size_t count)
{
    std::vector<int> host(count + 1);
    for (int &x : host)
        x = (int)(next_bits() % 2000001) - 1000000;
    int *device;
    CUDA_CHECK(cudaMalloc(&device, host.size() * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
    return device;
}

// Calls f with room for `count` ints, and prints their hash.
template <typename F>
static void show(const char *what, int n, size_t count, F f)
{
    std::vector<int> out(count + 1);
    int *d_out;
    CUDA_CHECK(cudaMalloc(&d_out, (count + 1) * sizeof(int)));
    CUDA_CHECK(cudaMemset(d_out, 0xff, (count + 1) * sizeof(int)));
    f(d_out);
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%-9s n=%-6d %016llx\n", what, n,
           (unsigned long long)hash_bytes(out.data(), count * sizeof(int)));
    CUDA_CHECK(cudaFree(d_out));
}

static void show_rows(int rows, int blocks)
{
    typedef void Smooth(int *, const int *, int, int);
    static const struct {
        const char *name;
        Smooth *smooth;
    } parts[] = {{"hand", smooth_by_hand},
                 {"pipeline", smooth_by_pipeline},
                 {"barrier", smooth_by_barrier},
                 {"bulk", smooth_by_bulk},
                 {"roles", smooth_by_roles}};
    size_t n = (size_t)rows * ROW;
    int *in = some_ints(n);
    for (auto &part : parts)
        show(part.name, rows, n, [&](int *out) { part.smooth(out, in, rows, blocks); });
    show("each", rows, n, [&](int *out) { smooth_each(out, in, rows); });
    CUDA_CHECK(cudaFree(in));
}

static void show_turned(int rows, int cols)
{
    size_t n = (size_t)rows * cols;
    int *in = some_ints(n);
    show("maps", cols, n, [&](int *out) { turn_by_maps(out, in, rows, cols); });
    CUDA_CHECK(cudaFree(in));
}

static void show_filters(int rows, int clusters)
{
    size_t n = (size_t)rows * ROW;
    int *in = some_ints(n), *weight = some_ints(3 * CLUSTER);
    show("multicast", rows, CLUSTER * n,
         [&](int *out) { filter_by_multicast(out, in, weight, rows, clusters); });
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(weight));
}

int main()
{
    state = 17;
    show_rows(1, 1);
    show_rows(9, 1);
    show_rows(40, 3);
    show_rows(300, 16);
    show_turned(32, 32);
    show_turned(4, 8);
    show_turned(36, 100);
    show_turned(260, 132);
    show_filters(1, 1);
    show_filters(9, 2);
    show_filters(70, 3);
    return 0;
}
