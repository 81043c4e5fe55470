// EXPECT hashing.find.right: want 4294967295
//
// A key that is not in the table gets the value 0.
#define find_each sound_find_each
#define cuckoo_find sound_cuckoo_find
#include "../solutions/13_hashing/hashing.cu"
#undef find_each
#undef cuckoo_find

__global__ void find_each(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], value = 0;
    for (int f = 0; f < table.functions && value == 0; f++) {
        HashEntry entry = table.entry[place(table, key, f)];
        if (key_of(entry) == key)
            value = value_of(entry);
    }
    values[i] = value;
}

extern "C" void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    if (n > 0)
        find_each<<<ceil_div(n, BLOCK), BLOCK>>>(values, table, keys, n);
    CUDA_CHECK(cudaGetLastError());
}
