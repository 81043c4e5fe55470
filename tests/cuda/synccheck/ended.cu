// An mbarrier that a thread ends before others have arrived. The H200 finds the object as it was, and
// the program goes on.
// expect: synccheck error (barrier_arguments) a "after mbarrier.inval"
// expect: synccheck error (barrier_arguments) l "after mbarrier.inval"
#include <cstdint>

__global__ void early(int *out)
{
    __shared__ uint64_t bar;
    unsigned a = (unsigned)__cvta_generic_to_shared(&bar), done;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(a) : "memory");
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(a) : "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); // [a]
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0;"
                 " selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(a) // [l]
                 : "memory");
    *out = (int)done;
}

int main()
{
    int *d, h = 0;
    cudaMalloc(&d, sizeof h);
    early<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h == 1 ? 0 : 1;
}
