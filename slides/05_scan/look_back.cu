// look_back.cu - when each tile of a look-back begins, publishes its total, and knows its prefix. With
// the argument `times`, on a GPU, it prints look_back.csv; without one, it checks the sums.
#include "../examples.h"

enum { BLOCK = 256, EACH = 8, TILE = BLOCK * EACH, TILES = 528, TOTAL = 1, PREFIX = 2 };

using Word = unsigned long long;

__device__ unsigned long long now()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
    return ns;
}

__device__ void put(Word *word, int state, int sum)
{
    __nv_atomic_store_n(word, (Word)state << 32 | (unsigned)sum, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
}

__device__ Word look(Word *word)
{
    return __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// before[t]: the sum of all tiles before tile t. times[t]: begin, total, prefix, in nanoseconds.
__global__ void tiles(int *before, Word *status, unsigned *ticket, const int *in,
                      unsigned long long (*times)[3])
{
    __shared__ int tile, sum;
    if (threadIdx.x == 0) {
        tile = atomicAdd(ticket, 1u);
        sum = 0;
        times[tile][0] = now();
    }
    __syncthreads();
    int mine = 0;
    for (int k = 0; k < EACH; k++)
        mine += in[tile * TILE + k * BLOCK + threadIdx.x];
    mine = __reduce_add_sync(ALL_LANES, mine);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    put(&status[tile], tile ? TOTAL : PREFIX, sum);
    times[tile][1] = now();
    int prefix = 0;
    for (int t = tile - 1; t >= 0;) {
        Word w = look(&status[t]);
        if (w == 0)
            continue; // not even its total
        prefix += (int)w;
        t = w >> 32 == PREFIX ? -1 : t - 1;
    }
    put(&status[tile], PREFIX, prefix + sum);
    times[tile][2] = now();
    before[tile] = prefix;
}

int main(int argc, char **)
{
    int *in = managed<int>(TILES * TILE), *before = managed<int>(TILES);
    Word *status = managed<Word>(TILES);
    unsigned *ticket = managed<unsigned>(1);
    auto *times = (unsigned long long(*)[3])managed<unsigned long long>(3 * TILES);
    for (int i = 0; i < TILES * TILE; i++)
        in[i] = i % 5;
    for (int run = 0; run < 3; run++) { // in the first one, pages come from the host
        CUDA_CHECK(cudaMemset(status, 0, TILES * sizeof *status));
        CUDA_CHECK(cudaMemset(ticket, 0, sizeof *ticket));
        tiles<<<TILES, BLOCK>>>(before, status, ticket, in, times);
    }
    expect_success("tiles", cudaDeviceSynchronize());
    for (int t = 0, sum = 0; t < TILES; t++) {
        expect_equal("before", before[t], sum);
        for (int i = 0; i < TILE; i++)
            sum += in[t * TILE + i];
    }
    if (argc > 1) {
        printf("# NVIDIA H200, slides/05_scan/look_back.cu: tile,begin,total published,prefix published; us\n");
        for (int t = 0; t < TILES; t++)
            printf("%d,%.2f,%.2f,%.2f\n", t, (times[t][0] - times[0][0]) / 1e3,
                   (times[t][1] - times[0][0]) / 1e3, (times[t][2] - times[0][0]) / 1e3);
    }
    for (void *p : {(void *)in, (void *)before, (void *)status, (void *)ticket, (void *)times})
        CUDA_CHECK(cudaFree(p));
    return mistakes != 0;
}
