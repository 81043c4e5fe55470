// rows.cu - fragments from and to shared and global memory, one kernel each, for test_tensor.c: what Nsight
// Compute counts of these on an H200 is tests/data/h200_rows.csv.
//
//   ncu --csv --metrics ... ./rows
#include <cstdint>
#include <mma.h>

using namespace nvcuda;

__device__ static uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

// Rows of 16 bytes that are STRIDE bytes apart.
template <int STRIDE> __global__ void load_rows(uint32_t *out)
{
    __shared__ __align__(16) unsigned char rows[32 * STRIDE];
    for (int i = threadIdx.x; i < 32 * STRIDE / 4; i += 32)
        ((uint32_t *)rows)[i] = i;
    __syncthreads();
    uint32_t a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(shared_address(rows + threadIdx.x * STRIDE)));
    out[threadIdx.x] = a + b + c + d;
}

__global__ void load_one(uint32_t *out)
{
    __shared__ __align__(16) unsigned char rows[1024];
    ((uint32_t *)rows)[threadIdx.x] = threadIdx.x;
    __syncthreads();
    uint32_t a;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0},[%1];"
                 : "=r"(a)
                 : "r"(shared_address(rows + threadIdx.x % 8 * 16)));
    out[threadIdx.x] = a;
}

template <int STRIDE> __global__ void store_rows(uint32_t *out)
{
    __shared__ __align__(16) unsigned char rows[32 * STRIDE];
    uint32_t a = threadIdx.x;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0],{%1,%1,%1,%1};" ::"r"(
                     shared_address(rows + threadIdx.x * STRIDE)),
                 "r"(a));
    __syncthreads();
    out[threadIdx.x] = *(uint32_t *)(rows + threadIdx.x * STRIDE);
}

template <class LayoutB, bool SHARED>
__global__ void product(const half *a, const half *b, float *out, wmma::layout_t layout)
{
    __shared__ __align__(32) half tile[512];
    for (int i = threadIdx.x; SHARED && i < 256; i += 32)
        tile[i] = a[i], tile[256 + i] = b[i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> A;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, LayoutB> B;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;
    wmma::fill_fragment(C, 0.f);
    wmma::load_matrix_sync(A, SHARED ? tile : a, 16);
    wmma::load_matrix_sync(B, SHARED ? tile + 256 : b, 16);
    wmma::mma_sync(C, A, B, C);
    wmma::store_matrix_sync(out, C, 16, layout);
}

int main()
{
    uint32_t *out;
    half *in;
    cudaMalloc(&out, 65536);
    cudaMalloc(&in, 65536);
    cudaMemset(in, 0, 65536);
    float *sums = (float *)out;
    load_rows<16><<<1, 32>>>(out);
    load_rows<32><<<1, 32>>>(out);
    load_rows<128><<<1, 32>>>(out);
    load_rows<144><<<1, 32>>>(out);
    load_one<<<1, 32>>>(out);
    store_rows<16><<<1, 32>>>(out);
    store_rows<128><<<1, 32>>>(out);
    product<wmma::col_major, true><<<1, 32>>>(in, in + 256, sums, wmma::mem_row_major);
    product<wmma::row_major, true><<<1, 32>>>(in, in + 256, sums, wmma::mem_col_major);
    product<wmma::col_major, false><<<1, 32>>>(in, in + 256, sums, wmma::mem_row_major);
    product<wmma::row_major, false><<<1, 32>>>(in, in + 256, sums, wmma::mem_col_major);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return error;
}
