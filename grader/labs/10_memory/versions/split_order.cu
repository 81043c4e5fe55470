// EXPECT memory.layout.split: order of the particles
//
// The floats stay in the order of the particles.
#define particles_split sound_particles_split
#include "../solutions/10_memory/memory.cu"
#undef particles_split

__global__ void wrong_split(float *soa, const Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int f = 0; f < PARTICLE_FLOATS; f++)
            soa[PARTICLE_FLOATS * i + f] = ((const float *)(p + i))[f]; // WRONG
}

extern "C" void particles_split(float *soa, const Particle *p, int n)
{
    if (n > 0)
        wrong_split<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(soa, p, n);
    CUDA_CHECK(cudaGetLastError());
}
