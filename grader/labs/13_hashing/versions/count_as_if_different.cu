// EXPECT hashing.count.right: count n=
//
// Every occurrence is put in, as if the keys were different.
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_count_checked

__global__ void wrong(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && !insert(table, make_entry(keys[i], 0)))
        atomicAdd(failed, 1);
}

extern "C" void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions,
                                     int width, unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    int slots = functions * width;
    (void)slots;
    if (n > 0) {
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(table, &state[1], keys, n);
        delete_copies<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
        count_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    CUDA_CHECK(cudaGetLastError());
    check_table(copies, values_found, state, table, keys, n);
}
