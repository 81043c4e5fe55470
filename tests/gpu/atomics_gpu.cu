// atomics_gpu.cu - runs every function of lab 03's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/atomics_gpu tests/gpu/atomics_gpu.cu
//   build/atomics_gpu
//
// The order of a list differs from run to run; how often each index is in the list does not.
#include "../solutions/03_atomics/atomics.cu"

#include <vector>

#include "gpu.h"

// Calls f with n elements on the device, size and an output of `bytes` zeros.
template <typename T, typename F>
static void show(const char *what, int n, const std::vector<T> &in, size_t bytes, F f)
{
    std::vector<unsigned char> out(bytes);
    T *d_in;
    void *d_out;
    int *d_size, size;
    CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMalloc(&d_size, sizeof size));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_out, 0, bytes));
    CUDA_CHECK(cudaMemset(d_size, 0, sizeof size));
    f(d_out, d_size, d_in);
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(&size, d_size, sizeof size, cudaMemcpyDeviceToHost));
    printf("%-8s n=%-6d %6d %016llx\n", what, n, size,
           (unsigned long long)hash_bytes(out.data(), bytes));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_size));
}

int main()
{
    for (int n : {1, 33, 257, 4097, 70000}) {
        std::vector<int> ints(n);
        std::vector<unsigned char> bytes(n);
        std::vector<float> floats(n);
        state = n;
        for (int i = 0; i < n; i++) {
            ints[i] = (int)next_bits();
            bytes[i] = (unsigned char)(next_bits() % 77);
            floats[i] = (float)((int)next_bits() % 1000003) - 2e6f;
        }
        show("count", n, ints, 4,
             [&](void *out, int *, int *in) { count_above((int *)out, in, n, 12345); });
        show("each", n, ints, n * 4, [&](void *out, int *size, int *in) {
            push_back_each(size, (int *)out, in, n, 12345);
        });
        show("warp", n, ints, n * 4, [&](void *out, int *size, int *in) {
            push_back_warp(size, (int *)out, in, n, 12345);
        });
        show("global", n, bytes, BINS * 4,
             [&](void *out, int *, unsigned char *in) { bytes_global((unsigned *)out, in, n); });
        show("private", n, bytes, BINS * 4,
             [&](void *out, int *, unsigned char *in) { bytes_private((unsigned *)out, in, n); });
        show("maximum", n, floats, 4, [&](void *out, int *, float *in) {
            float least = -INFINITY;
            CUDA_CHECK(cudaMemcpy(out, &least, 4, cudaMemcpyHostToDevice));
            max_float((float *)out, in, n);
        });
        show("record", n, ints, 24,
             [&](void *out, int *, int *in) { locked_record((long long *)out, in, n); });
    }
    return 0;
}
