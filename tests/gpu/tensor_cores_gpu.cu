// tensor_cores_gpu.cu - runs every function of lab 16's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared. All sums are exact: a hash does not depend on
// their order.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -lineinfo -Icommon -o build/tensor_cores_gpu
//       tests/gpu/tensor_cores_gpu.cu
//
// NVCC: -gencode arch=compute_90a,code=[compute_90a,sm_90a]
// NCU: sm__inst_executed_pipe_tensor.sum,smsp__inst_executed_op_ldsm.sum,
// NCU: sm__inst_executed_pipe_tensor_op_hmma.sum,sm__inst_executed_pipe_tensor_op_gmma.sum,
// NCU: sm__inst_executed_pipe_tensor_op_imma.sum,sm__inst_executed_pipe_tensor_op_dmma.sum,
// NCU: smsp__inst_executed_op_shared_ld.sum,smsp__inst_executed_op_shared_st.sum,
// NCU: smsp__sass_inst_executed_op_ldgsts.sum,launch__registers_per_thread,
// NCU: sm__maximum_warps_avg_per_active_cycle
#include "../solutions/16_tensor_cores/tensor_cores.cu"

#include <vector>

#include "gpu.h"

template <typename T>
static T *on_device(const std::vector<T> &host)
{
    T *device;
    CUDA_CHECK(cudaMalloc(&device, (host.size() + 1) * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

static int quarters() { return (int)(next_bits() % 65) - 32; }

static unsigned short *some_halves(size_t count)
{
    std::vector<unsigned short> bits(count);
    for (unsigned short &x : bits)
        x = __half_as_ushort(__float2half(quarters() / 4.0f));
    return on_device(bits);
}

static float *some_floats(size_t count, float unit)
{
    std::vector<float> values(count);
    for (float &x : values)
        x = ((int)(next_bits() % 7680) + 512) * unit;
    return on_device(values);
}

static signed char *some_bytes(size_t count)
{
    std::vector<signed char> bytes(count);
    for (signed char &x : bytes)
        x = (signed char)(next_bits() % 255 - 127);
    return on_device(bytes);
}

// Calls f with `bytes` bytes of output, and prints their hash.
template <typename F>
static void show(const char *what, int n, size_t bytes, F f)
{
    std::vector<unsigned char> out(bytes + 1);
    void *d_out;
    CUDA_CHECK(cudaMalloc(&d_out, bytes + 1));
    f(d_out);
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    printf("%-9s n=%-6d %016llx\n", what, n, (unsigned long long)hash_bytes(out.data(), bytes));
    CUDA_CHECK(cudaFree(d_out));
}

static void show_products(int n)
{
    unsigned short *a = some_halves((size_t)n * TILE * TILE),
                   *b = some_halves((size_t)n * TILE * TILE);
    show("wmma", n, n * 1024, [&](void *out) { wmma_products((float *)out, a, b, n); });
    show("mma", n, n * 512, [&](void *out) { mma_products((float *)out, a, b, n); });
    show("ldmatrix", n, n * 16384, [&](void *out) { swizzled_products((float *)out, a, b, n); });
    show("wgmma", n, n * 16384, [&](void *out) { wgmma_products((float *)out, a, b, n); });
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void show_staged(int m, int k, int n)
{
    unsigned short *a = some_halves((size_t)m * k), *b = some_halves((size_t)k * n);
    show("staged", k, (size_t)m * n * 4,
         [&](void *out) { staged_product((float *)out, a, b, m, k, n); });
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void show_types(int n)
{
    float *a = some_floats(n * M * DEEP, 1 / 512.0f), *b = some_floats(n * DEEP * N, 1 / 512.0f);
    std::vector<float> quarter(n * DEEP * N);
    for (float &x : quarter)
        x = quarters() / 8 / 4.0f;
    CUDA_CHECK(cudaMemcpy(b, quarter.data(), quarter.size() * 4, cudaMemcpyHostToDevice));
    size_t results = (size_t)n * M * N;
    for (int type = TYPE_f16; type <= TYPE_e4m3; type++)
        show("types", type, results * 12, [&](void *out) {
            typed_products((float *)((double *)out + results), (double *)out, a, b, n, type);
        });
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void show_bytes(int m, int k, int n)
{
    signed char *a = some_bytes((size_t)m * k), *b = some_bytes((size_t)k * n);
    std::vector<float> scale(m + n);
    for (float &x : scale)
        x = 1.0f / (1 << next_bits() % 9);
    float *scales = on_device(scale);
    show("bytes", k, (size_t)m * n * 4,
         [&](void *out) { scaled_product((float *)out, a, b, scales, scales + m, m, k, n); });
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(scales));
}

int main()
{
    state = 16;
    for (int which = FRAGMENT_a; which <= FRAGMENT_c; which++) {
        int elements = which == FRAGMENT_a ? 8 : 4;
        float *in = some_floats(9 * 32 * elements, 1);
        show("place", which, 9 * 32 * elements * 4,
             [&](void *out) { place_fragments((float *)out, in, 9, which); });
        CUDA_CHECK(cudaFree(in));
    }
    for (int n : {1, 9, 40})
        show_products(n);
    show_staged(64, 64, 64);
    show_staged(128, 640, 192);
    show_types(9);
    show_bytes(16, 32, 8);
    show_bytes(64, 512, 128);
    return 0;
}
