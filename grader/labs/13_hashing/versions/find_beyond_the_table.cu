// EXPECT hashing.find.safe: Invalid __global__
// FIRST Invalid __global__
//
// One section too many: behind the end of the table.
#define cuckoo_find sound_cuckoo_find
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_find

__global__ void wrong(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], value = NO_VALUE;
    for (int f = 0; f <= table.functions && value == NO_VALUE; f++) {
        HashEntry entry = table.entry[place(table, key, f)]; // WRONG
        if (key_of(entry) == key)
            value = value_of(entry);
    }
    values[i] = value;
}

extern "C" void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(values, table, keys, n);
    CUDA_CHECK(cudaGetLastError());
}
