// EXPECT hashing.serve.right: got an older value
// FIRST got an older value
//
// Nothing orders the copy, the counter of moves, and the old place.
#define shift sound_shift
#define insert_by_copies sound_insert_by_copies
#define serve sound_serve
#define cuckoo_serve sound_cuckoo_serve
#define cuckoo_serve_checked sound_cuckoo_serve_checked
#include "../solutions/13_hashing/hashing.cu"
#undef shift
#undef insert_by_copies
#undef serve
#undef cuckoo_serve
#undef cuckoo_serve_checked

__device__ static bool shift(CuckooTable table, const Chain *chain, HashEntry entry,
                             unsigned *moves)
{
    for (int k = chain->length; k >= 0; k--) {
        HashEntry moved = k > 0 ? chain->entry[k - 1] : entry;
        HashEntry *to = &table.entry[chain->slot[k]];
        if (atomicCAS(to, chain->entry[k], moved) != chain->entry[k]) // WRONG
            return false;
        if (k == 0)
            return true;
        atomicAdd(moves, 1);
    }
    return false;
}

__device__ static bool insert_by_copies(CuckooTable table, HashEntry entry, unsigned *moves)
{
    Chain chain;
    for (int tries = 0; tries < CUCKOO_TRIES; tries++)
        if (follow(table, &chain, place(table, key_of(entry), tries % 2)) &&
            shift(table, &chain, entry, moves))
            return true;
    return false;
}

__global__ void serve(CuckooTable table, unsigned *moves, int *failed, const unsigned *keys,
                      const unsigned *values, int n, unsigned *found, const unsigned *wanted, int m)
{
    int i = blockIdx.x / 2 * BLOCK + threadIdx.x;
    if (blockIdx.x % 2 == 0 && i < n &&
        !insert_by_copies(table, make_entry(keys[i], values[i]), moves))
        atomicAdd(failed, 1);
    if (blockIdx.x % 2 == 1 && i < m)
        found[i] = find_beside(table, wanted[i], moves);
}

extern "C" void cuckoo_serve(CuckooTable table, int *failed, const unsigned *keys,
                             const unsigned *values, int n, unsigned *found, const unsigned *wanted,
                             int m)
{
    unsigned *moves;
    int blocks = 2 * ceil_div(n > m ? n : m, BLOCK);
    CUDA_CHECK(cudaMalloc(&moves, sizeof *moves));
    CUDA_CHECK(cudaMemset(moves, 0, sizeof *moves));
    if (blocks > 0)
        serve<<<blocks, BLOCK>>>(table, moves, failed, keys, values, n, found, wanted, m);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(moves));
}

extern "C" void cuckoo_serve_checked(int *copies, unsigned *found, int *state, CuckooTable given,
                                     const unsigned *keys, const unsigned *values, int n,
                                     const unsigned *wanted, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    cuckoo_serve(table, &state[1], keys, values, n, found, wanted, m);
    check_table(copies, NULL, state, table, keys, n);
}
