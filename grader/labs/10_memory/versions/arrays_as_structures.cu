// EXPECT memory.layout.arrays: array of structures
//
// The arrays are moved like structures.
#define particles_move_soa sound_particles_move_soa
#include "../solutions/10_memory/memory.cu"
#undef particles_move_soa

__global__ void wrong_move(float *soa, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int f = 0; f < 3; f++)
            soa[6 * i + f] += dt * soa[6 * i + f + 3]; // WRONG
}

extern "C" void particles_move_soa(float *soa, int n, float dt)
{
    if (n > 0)
        wrong_move<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, n, dt);
    CUDA_CHECK(cudaGetLastError());
}
