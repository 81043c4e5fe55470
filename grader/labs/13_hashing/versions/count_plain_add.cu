// EXPECT hashing.count.safe: Race reported
// FIRST Race reported
//
// Threads with equal keys add to the same word.
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_count_checked

__global__ void wrong(CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = i < n ? slot_with(table, keys[i]) : -1;
    if (slot >= 0)
        table.entry[slot]++; // WRONG
}

extern "C" void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions,
                                     int width, unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    int slots = functions * width;
    (void)slots;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, &state[1], keys, n);
        delete_copies<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    CUDA_CHECK(cudaGetLastError());
    check_table(copies, values_found, state, table, keys, n);
}
