// Operations on an mbarrier that release nothing still count for its phase: who has waited for
// the phase comes after them, and may use the memory of the mbarrier for something else. Other
// writes of these threads are not handed on, and a thread that still looks at the mbarrier races
// with one that ends it.
// expect: racecheck error (race_shared) w r
// expect: racecheck error (race_shared) e l
#include <cstdint>

__device__ unsigned address_of(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void init(uint64_t *bar, unsigned count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_of(bar)), "r"(count)
                 : "memory");
}

__device__ void wait_for_first_phase(uint64_t *bar)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                     " selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(address_of(bar)) // [l]
                     : "memory");
}

__device__ void end(uint64_t *bar)
{
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address_of(bar)) : "memory"); // [e]
}

// Each thread arrives, expects a byte and completes it.
__device__ void take_part(uint64_t *bar)
{
    unsigned a = address_of(bar);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1;" ::"r"(a) : "memory");
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 1;" ::"r"(a) : "memory");
}

__global__ void bytes(int *out)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    take_part(&bar);
    if (threadIdx.x == 0) { // the only one that looks at it
        wait_for_first_phase(&bar);
        end(&bar);
        *out = 1;
    }
}

__global__ void relaxed_arrivals(int *out)
{
    __shared__ uint64_t bar;
    extern __shared__ int data[];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 40)
        data[0] = 7; // [w]
    asm volatile("{ .reg .b64 t; mbarrier.arrive.relaxed.cta.shared::cta.b64 t, [%0]; }" ::"r"(
                     address_of(&bar))
                 : "memory");
    if (threadIdx.x == 0) {
        wait_for_first_phase(&bar);
        end(&bar);
        *out = data[0]; // [r]
    }
}

__global__ void all_look(int *out)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    take_part(&bar);
    wait_for_first_phase(&bar);
    if (threadIdx.x == 0)
        end(&bar);
    out[threadIdx.x] = 1;
}

int main()
{
    int *d;
    cudaMalloc(&d, 64 * sizeof *d);
    bytes<<<1, 64>>>(d);
    relaxed_arrivals<<<1, 64, sizeof(int)>>>(d);
    all_look<<<1, 64>>>(d);
    cudaFree(d);
}
