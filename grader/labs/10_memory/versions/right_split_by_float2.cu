// EXPECT full marks
//
// Particles are read as three float2; blocks of 128; the tile has a padded row per float.
#define particles_split sound_particles_split
#include "../solutions/10_memory/memory.cu"
#undef particles_split

__global__ void split_pairs(float *soa, const float2 *p, int n)
{
    enum { THREADS = 128 };
    __shared__ float tile[PARTICLE_FLOATS][THREADS + 1];
    int first = blockIdx.x * THREADS, here = min((int)THREADS, n - first);
    for (int k = threadIdx.x; k < 3 * here; k += THREADS) {
        float2 v = p[3 * (size_t)first + k];
        tile[k % 3 * 2][k / 3] = v.x;
        tile[k % 3 * 2 + 1][k / 3] = v.y;
    }
    __syncthreads();
    for (int f = 0; f < PARTICLE_FLOATS; f++)
        if (threadIdx.x < here)
            soa[(size_t)f * n + first + threadIdx.x] = tile[f][threadIdx.x];
}

extern "C" void particles_split(float *soa, const Particle *p, int n)
{
    if (n > 0)
        split_pairs<<<ceil_div(n, 128), 128>>>(soa, (const float2 *)p, n);
    CUDA_CHECK(cudaGetLastError());
}
