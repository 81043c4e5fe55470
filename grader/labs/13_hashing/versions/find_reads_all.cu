// EXPECT full marks
//
// All places are read first, then the key is looked for: no read waits for another one.
#define cuckoo_find sound_cuckoo_find
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_find

__global__ void wrong(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], value = NO_VALUE;
    HashEntry seen[CUCKOO_FUNCTIONS];
    for (int f = 0; f < CUCKOO_FUNCTIONS; f++)
        seen[f] = f < table.functions ? table.entry[place(table, key, f)] : EMPTY_ENTRY;
    for (int f = 0; f < CUCKOO_FUNCTIONS; f++)
        if (key_of(seen[f]) == key)
            value = value_of(seen[f]);
    values[i] = value;
}

extern "C" void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(values, table, keys, n);
    CUDA_CHECK(cudaGetLastError());
}
