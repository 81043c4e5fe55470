// examples.cu - the code on the slides of lab 16, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include <cuda_fp16.h>
#include <mma.h>

#include "../examples.h"

enum { STEPS = 5, WORDS = 128 };

// ---- wmma: another shape than in the lab ---------------------------------------------------

__global__ void tall(float *c, const half *a, const half *b) // 32 x 16 by 16 x 8
{
    // BEGIN SLIDE wmma
    using namespace nvcuda::wmma;
    fragment<matrix_a, 32, 8, 16, half, row_major> fa; // m, n, k
    fragment<matrix_b, 32, 8, 16, half, col_major> fb;
    fragment<accumulator, 32, 8, 16, float> fc;
    load_matrix_sync(fa, a, 16); // from row to row: 16 elements
    load_matrix_sync(fb, b, 16); // from column to column
    fill_fragment(fc, 1.0f);
    mma_sync(fc, fa, fb, fc); // fc = fa fb + fc
    store_matrix_sync(c, fc, 8, mem_row_major);
    // END SLIDE wmma
}

// ---- mma: half as deep as in the lab -----------------------------------------------------------

__global__ void shallow(float *c, const half *a, const half *b) // 16 x 8 by 8 x 8
{
    // BEGIN SLIDE mma
    int l = threadIdx.x, line = l / 4, pair = l % 4 * 2;
    unsigned a0 = *(const unsigned *)(a + line * 8 + pair);       // two halves of a row
    unsigned a1 = *(const unsigned *)(a + (line + 8) * 8 + pair); // 8 rows below
    unsigned b0 = *(const unsigned *)(b + line * 8 + pair);       // two halves of a column
    float d[4] = {};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a0), "r"(a1), "r"(b0));
    // END SLIDE mma
    for (int i = 0; i < 4; i++)
        c[(line + i / 2 * 8) * 8 + pair + i % 2] = d[i];
}

// ---- ldmatrix ----------------------------------------------------------------------------------

__global__ void one_matrix(unsigned *out, const half *in)
{
    __shared__ __align__(16) half tile[64];
    tile[2 * threadIdx.x] = in[2 * threadIdx.x];
    tile[2 * threadIdx.x + 1] = in[2 * threadIdx.x + 1];
    __syncwarp();
    // BEGIN SLIDE ldmatrix
    unsigned row = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x % 8 * 8), pair;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(pair)
                 : "r"(row)
                 : "memory");
    // Lane l has elements 2 (l % 4) and the next of row l / 4; with .trans, of column l / 4.
    // END SLIDE ldmatrix
    out[threadIdx.x] = pair;
}

// ---- cp.async ------------------------------------------------------------------------------------

__device__ void begin(float *to, const float *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                     (unsigned)__cvta_generic_to_shared(to)),
                 "l"(from)
                 : "memory");
}

__global__ void sums_of_neighbours(float *out, const float *in)
{
    // BEGIN SLIDE async
    __shared__ float tile[2][WORDS];
    int t = threadIdx.x;
    begin(&tile[0][t], in + t);                    // cp.async: nobody waits
    asm volatile("cp.async.commit_group;");        // what was begun is a group
    for (int s = 0; s < STEPS; s++) {
        if (s + 1 < STEPS)
            begin(&tile[(s + 1) % 2][t], in + (s + 1) * WORDS + t);
        asm volatile("cp.async.commit_group;");    // may be empty
        asm volatile("cp.async.wait_group 1;" ::: "memory"); // all but the last one
        __syncthreads();                           // ... of all threads
        out[s * WORDS + t] = tile[s % 2][t] + tile[s % 2][(t + 1) % WORDS];
        __syncthreads();                           // this tile may be replaced
    }
    // END SLIDE async
}

// ---- all -----------------------------------------------------------------------------------------

static void check_products(float *c, half *a, half *b)
{
    for (int i = 0; i < 512; i++)
        a[i] = __float2half((float)(i * 7 % 11 - 5));
    for (int i = 0; i < 128; i++)
        b[i] = __float2half((float)(i * 5 % 13 - 6));
    tall<<<1, 32>>>(c, a, b);
    expect_success("tall", cudaDeviceSynchronize());
    for (int i = 0; i < 32 * 8; i++) {
        float sum = 1;
        for (int k = 0; k < 16; k++)
            sum += __half2float(a[i / 8 * 16 + k]) * __half2float(b[i % 8 * 16 + k]);
        expect(c[i] == sum, "wmma", i);
    }
    shallow<<<1, 32>>>(c, a, b);
    expect_success("shallow", cudaDeviceSynchronize());
    for (int i = 0; i < 16 * 8; i++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += __half2float(a[i / 8 * 8 + k]) * __half2float(b[i % 8 * 8 + k]);
        expect(c[i] == sum, "mma", i);
    }
}

int main()
{
    float *c = managed<float>(STEPS * WORDS), *in = managed<float>(STEPS * WORDS);
    half *a = managed<half>(512), *b = managed<half>(128);
    unsigned *pairs = managed<unsigned>(32);
    check_products(c, a, b);
    one_matrix<<<1, 32>>>(pairs, a);
    expect_success("one_matrix", cudaDeviceSynchronize());
    for (int l = 0; l < 32; l++)
        expect(pairs[l] == *(unsigned *)(a + 2 * l), "ldmatrix", l);
    for (int i = 0; i < STEPS * WORDS; i++)
        in[i] = (float)(i % 97);
    sums_of_neighbours<<<1, WORDS>>>(c, in);
    expect_success("sums_of_neighbours", cudaDeviceSynchronize());
    for (int i = 0; i < STEPS * WORDS; i++)
        expect(c[i] == in[i] + in[i / WORDS * WORDS + (i + 1) % WORDS], "cp.async", i);
    expect_success("cudaFree", cudaFree(c));
    expect_success("cudaFree", cudaFree(in));
    expect_success("cudaFree", cudaFree(a));
    expect_success("cudaFree", cudaFree(b));
    expect_success("cudaFree", cudaFree(pairs));
    return mistakes != 0;
}
