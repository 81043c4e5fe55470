// EXPECT hashing.erase.right: still in the table
//
// The key stays in its slot.
#define cuckoo_erase_checked sound_cuckoo_erase_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_erase_checked

__global__ void wrong(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = i < n ? slot_with(table, keys[i]) : -1;
    if (slot >= 0 &&
        value_of(atomicExch(&table.entry[slot], make_entry(keys[i], NO_VALUE))) != NO_VALUE)
        atomicAdd(removed, 1);
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
