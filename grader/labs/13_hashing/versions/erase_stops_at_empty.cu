// EXPECT hashing.erase.right: still in the table
//
// An empty place ends the search for a key.
#define erase_each sound_erase_each
#define cuckoo_erase sound_cuckoo_erase
#define cuckoo_erase_checked sound_cuckoo_erase_checked
#include "../solutions/13_hashing/hashing.cu"
#undef erase_each
#undef cuckoo_erase
#undef cuckoo_erase_checked

__global__ void erase_each(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = -1;
    for (int f = 0; i < n && f < table.functions; f++) {
        int at = place(table, keys[i], f);
        if (look(&table.entry[at]) == EMPTY_ENTRY)
            break;
        if (key_of(look(&table.entry[at])) == keys[i])
            slot = at;
    }
    if (slot >= 0 && atomicExch(&table.entry[slot], EMPTY_ENTRY) != EMPTY_ENTRY)
        atomicAdd(removed, 1);
}

extern "C" void cuckoo_erase(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    if (n > 0)
        erase_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, removed, keys, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void cuckoo_erase_checked(int *copies, int *state, CuckooTable given,
                                     const unsigned *keys, int n, const unsigned *all, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    cuckoo_erase(table, &state[1], keys, n);
    check_table(copies, NULL, state, table, all, m);
}
