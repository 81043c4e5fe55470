// EXPECT memory.layout.arrays: Invalid __global__ read
// FIRST Invalid __global__ read
//
// One particle too many.
#define move_arrays sound_move_arrays
#define particles_move_soa sound_particles_move_soa
#include "../solutions/10_memory/memory.cu"
#undef move_arrays
#undef particles_move_soa

__global__ void move_arrays(float *soa, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        for (int f = 0; f < 3; f++)
            soa[f * n + i] += dt * soa[(f + 3) * n + i]; // WRONG
}

extern "C" void particles_move_soa(float *soa, int n, float dt)
{
    if (n > 0)
        move_arrays<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, n, dt);
    CUDA_CHECK(cudaGetLastError());
}
