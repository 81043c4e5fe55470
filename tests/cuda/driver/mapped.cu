// mapped.cu - virtual memory: addresses, memory, mappings one behind the other and twice, and what is
// wrong.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
// CUDASIM: --tool memcheck
// STDERR: cuMemFree_v2(0x
#include "check.h"

static CUmemAllocationProp props()
{
    CUmemAllocationProp p = {CU_MEM_ALLOCATION_TYPE_PINNED};
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    return p;
}

static const CUmemAccessDesc both = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                     CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
static size_t step;

static void wrong(CUdeviceptr p, CUmemGenericAllocationHandle memory)
{
    CUmemAllocationProp host = props(), good = props();
    CUmemGenericAllocationHandle none;
    CUdeviceptr q;
    host.location.type = CU_MEM_LOCATION_TYPE_HOST;
    printf("host: %d, size: %d, addresses: %d, no memory: %d, mapped: %d, outside: %d\n",
           cuMemCreate(&none, step, &host, 0), cuMemCreate(&none, 100, &good, 0),
           cuMemAddressReserve(&q, 1000, 0, 0, 0), cuMemMap(p + 2 * step, step, 0, 99, 0),
           cuMemMap(p, step, 0, memory, 0), cuMemMap(p + 64 * step, step, 0, memory, 0));
    printf("in use: %d, a part: %d, nothing there: %d, cuMemFree: %d\n",
           cuMemAddressFree(p, 4 * step), cuMemUnmap(p, step / 2),
           cuMemSetAccess(p + 2 * step, step, &both, 1), cuMemFree(p));
}

int main()
{
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUdeviceptr p, again;
    CUmemGenericAllocationHandle memory[2], same;
    CUmemAllocationProp prop = props();
    size_t before, after, total;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, nullptr, 0, 0));
    CHECK(cuModuleLoadData(&module, adds));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuMemGetInfo(&before, &total));
    CHECK(cuMemGetAllocationGranularity(&step, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(cuMemAddressReserve(&p, 4 * step, 0, 0, 0));
    for (int i = 0; i < 2; i++) {
        CHECK(cuMemCreate(&memory[i], step, &prop, 0));
        CHECK(cuMemMap(p + i * step, step, 0, memory[i], 0));
    }
    printf("%zu, not accessible: %d\n", step, cuMemsetD32(p, 0, 1));
    CHECK(cuMemSetAccess(p, 2 * step, &both, 1));
    CHECK(cuMemsetD32(p, 40, 2 * step / 4)); // both pieces
    CUdeviceptr border = p + step - 128;
    unsigned two = 2, host[64] = {0};
    void *args[] = {&border, &two};
    CHECK(cuLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr));
    CHECK(cuMemcpyDtoH(host, border, sizeof host));
    printf("%u %u\n", host[0], host[63]);
    wrong(p, memory[0]);
    CHECK(cuMemAddressReserve(&again, step, 0, 0, 0)); // the same memory elsewhere
    CHECK(cuMemMap(again, step, 0, memory[0], 0));
    CHECK(cuMemSetAccess(again, step, &both, 1));
    CHECK(cuMemsetD32(p, 7, 1));
    CHECK(cuMemcpyDtoH(host, again, 4));
    CHECK(cuMemRetainAllocationHandle(&same, (void *)again));
    CHECK(cuMemGetInfo(&after, &total));
    printf("%u, the same: %d, bytes used: %zu\n", host[0], same == memory[0], before - after);
    CHECK(cuMemUnmap(p, 2 * step));
    CHECK(cuMemUnmap(again, step));
    for (CUmemGenericAllocationHandle m : {memory[0], memory[1], same})
        CHECK(cuMemRelease(m));
    CHECK(cuMemAddressFree(p, 4 * step));
    CHECK(cuMemAddressFree(again, step));
    CHECK(cuMemGetInfo(&after, &total));
    printf("bytes used: %zu, released: %d\n", before - after, cuMemRelease(same));
    return 0;
}
/* EXPECT
2097152, not accessible: 1
42 42
host: 801, size: 1, addresses: 1, no memory: 1, mapped: 1, outside: 1
in use: 1, a part: 1, nothing there: 1, cuMemFree: 1
7, the same: 1, bytes used: 4194304
bytes used: 0, released: 1
END */
