// EXPECT hashing.serve.right: serve n=
//
// Slots are overwritten without a look at what is there now.
#define cuckoo_serve_checked sound_cuckoo_serve_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_serve_checked

__device__ static bool wrong(CuckooTable table, const Chain *chain, HashEntry entry,
                             unsigned *moves)
{
    for (int k = chain->length; k >= 0; k--) {
        atomicExch(&table.entry[chain->slot[k]], k > 0 ? chain->entry[k - 1] : entry);
        __threadfence();
        atomicAdd(moves, 1);
        __threadfence();
    }
    return true;
}

__device__ static bool wrong_insert(CuckooTable table, HashEntry entry, unsigned *moves)
{
    Chain chain;
    for (int tries = 0; tries < CUCKOO_TRIES; tries++)
        if (follow(table, &chain, place(table, key_of(entry), tries % 2)) &&
            wrong(table, &chain, entry, moves))
            return true;
    return false;
}

__global__ void wrong_serve(CuckooTable table, unsigned *moves, int *failed, const unsigned *keys,
                            const unsigned *values, int n, unsigned *found, const unsigned *wanted,
                            int m)
{
    int i = blockIdx.x / 2 * BLOCK + threadIdx.x;
    if (blockIdx.x % 2 == 0 && i < n && !wrong_insert(table, make_entry(keys[i], values[i]), moves))
        atomicAdd(failed, 1);
    if (blockIdx.x % 2 == 1 && i < m)
        found[i] = find_beside(table, wanted[i], moves);
}

extern "C" void cuckoo_serve_checked(int *copies, unsigned *found, int *state, CuckooTable given,
                                     const unsigned *keys, const unsigned *values, int n,
                                     const unsigned *wanted, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    unsigned *moves;
    int blocks = 2 * ceil_div(n > m ? n : m, BLOCK);
    CUDA_CHECK(cudaMalloc(&moves, sizeof *moves));
    CUDA_CHECK(cudaMemset(moves, 0, sizeof *moves));
    if (blocks > 0)
        wrong_serve<<<blocks, BLOCK>>>(table, moves, &state[1], keys, values, n, found, wanted, m);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(moves));
    check_table(copies, NULL, state, table, keys, n);
}
