// EXPECT memory.layout.split: got
//
// The tile has ints: the floats lose their fractions.
#define particles_split sound_particles_split
#include "../solutions/10_memory/memory.cu"
#undef particles_split

__global__ void wrong_split(float *soa, const Particle *p, int n)
{
    __shared__ int tile[MEMORY_BLOCK * PARTICLE_FLOATS];
    int first = blockIdx.x * MEMORY_BLOCK, here = min(MEMORY_BLOCK, n - first);
    const float *in = (const float *)(p + first);
    for (int k = threadIdx.x; k < here * PARTICLE_FLOATS; k += MEMORY_BLOCK)
        tile[k] = in[k];
    __syncthreads();
    if (threadIdx.x < here)
        for (int f = 0; f < PARTICLE_FLOATS; f++)
            soa[f * n + first + threadIdx.x] = tile[threadIdx.x * PARTICLE_FLOATS + f]; // WRONG
}

extern "C" void particles_split(float *soa, const Particle *p, int n)
{
    if (n > 0)
        wrong_split<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, p, n);
    CUDA_CHECK(cudaGetLastError());
}
