// EXPECT hashing.count.safe: Race reported between
// FIRST Race reported between
//
// A copy is deleted by an ordinary store, and other threads look at it.
#define delete_copies sound_delete_copies
#define cuckoo_count sound_cuckoo_count
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef delete_copies
#undef cuckoo_count
#undef cuckoo_count_checked

__global__ void delete_copies(CuckooTable table)
{
    int slot = blockIdx.x * BLOCK + threadIdx.x;
    if (slot >= table.functions * table.width)
        return;
    HashEntry entry = look(&table.entry[slot]);
    if (entry != EMPTY_ENTRY && slot_with(table, key_of(entry)) < slot)
        table.entry[slot] = EMPTY_ENTRY; // WRONG
}

extern "C" void cuckoo_count(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    int slots = table.functions * table.width;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, n);
        delete_copies<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
        count_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions,
                                     int width, unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    cuckoo_count(table, &state[1], keys, n);
    check_table(copies, values_found, state, table, keys, n);
}
