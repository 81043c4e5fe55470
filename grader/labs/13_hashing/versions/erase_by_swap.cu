// EXPECT full marks
//
// Each place is emptied by a compare-and-swap with what was seen there.
#define cuckoo_erase_checked sound_cuckoo_erase_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_erase_checked

__global__ void wrong(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int f = 0; i < n && f < table.functions; f++) {
        HashEntry *slot = &table.entry[place(table, keys[i], f)], seen = look(slot);
        if (key_of(seen) == keys[i] && atomicCAS(slot, seen, EMPTY_ENTRY) == seen)
            atomicAdd(removed, 1);
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
