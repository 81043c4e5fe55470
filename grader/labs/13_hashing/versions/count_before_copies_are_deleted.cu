// EXPECT full marks
//
// The counts grow in the first place of a key, and the later ones are deleted afterwards.
#define cuckoo_count sound_cuckoo_count
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_count
#undef cuckoo_count_checked

extern "C" void cuckoo_count(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    int slots = table.functions * table.width;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, n);
        count_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
        delete_copies<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
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
