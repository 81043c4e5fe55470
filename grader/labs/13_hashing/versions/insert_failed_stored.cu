// EXPECT hashing.insert.right: *failed is not
//
// *failed becomes 1, however many entries have no place.
#define insert_each sound_insert_each
#define cuckoo_insert sound_cuckoo_insert
#define cuckoo_insert_checked sound_cuckoo_insert_checked
#include "../solutions/13_hashing/hashing.cu"
#undef insert_each
#undef cuckoo_insert
#undef cuckoo_insert_checked

__global__ void insert_each(CuckooTable table, int *failed, const unsigned *keys,
                            const unsigned *values, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && !insert(table, make_entry(keys[i], values[i])))
        *failed = 1;
}

extern "C" void cuckoo_insert(CuckooTable table, int *failed, const unsigned *keys,
                              const unsigned *values, int n)
{
    if (n > 0)
        insert_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, values, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void cuckoo_insert_checked(int *copies, unsigned *values_found, int *state,
                                      int functions, int width, unsigned seed, const unsigned *keys,
                                      const unsigned *values, int n, int early)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    if (early > 0)
        cuckoo_insert(table, &state[1], keys, values, early);
    cuckoo_insert(table, &state[1], keys + early, values + early, n - early);
    check_table(copies, values_found, state, table, keys, n);
}
