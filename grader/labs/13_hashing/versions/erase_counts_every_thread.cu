// EXPECT hashing.erase.right: state
//
// Two threads with equal keys count the same entry.
#define cuckoo_erase_checked sound_cuckoo_erase_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_erase_checked

__global__ void wrong(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = i < n ? slot_with(table, keys[i]) : -1;
    if (slot >= 0) {
        atomicExch(&table.entry[slot], EMPTY_ENTRY); // WRONG
        atomicAdd(removed, 1);                       // WRONG
    }
}

extern "C" void cuckoo_erase_checked(int *copies, int *state, CuckooTable given,
                                     const unsigned *keys, int n, const unsigned *all, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(table, &state[1], keys, n);
    CUDA_CHECK(cudaGetLastError());
    check_table(copies, NULL, state, table, all, m);
}
