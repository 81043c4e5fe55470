// EXPECT hashing.serve.right: found
//
// A key that moves from the second place to the first one between the two reads is missed.
#define cuckoo_serve_checked sound_cuckoo_serve_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_serve_checked

__device__ static unsigned wrong(CuckooTable table, unsigned key, unsigned *)
{
    for (int f = 0; f < 2; f++) {
        HashEntry entry = look(&table.entry[place(table, key, f)]);
        if (key_of(entry) == key)
            return value_of(entry);
    }
    return NO_VALUE;
}

__global__ void wrong_serve(CuckooTable table, unsigned *moves, int *failed, const unsigned *keys,
                            const unsigned *values, int n, unsigned *found, const unsigned *wanted,
                            int m)
{
    int i = blockIdx.x / 2 * BLOCK + threadIdx.x;
    if (blockIdx.x % 2 == 0 && i < n &&
        !insert_by_copies(table, make_entry(keys[i], values[i]), moves))
        atomicAdd(failed, 1);
    if (blockIdx.x % 2 == 1 && i < m)
        found[i] = wrong(table, wanted[i], moves);
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
