// EXPECT hashing.count.right: state[1]
//
// A thread is done when its first key comes back, whatever it has carried since.
#define insert_once sound_insert_once
#define cuckoo_count sound_cuckoo_count
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef insert_once
#undef cuckoo_count
#undef cuckoo_count_checked

__global__ void insert_once(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    HashEntry entry = make_entry(keys[i], 0);
    for (int tries = 0; tries < CUCKOO_TRIES; tries++) {
        int section = tries % table.functions;
        HashEntry mine = entry;
        entry = atomicExch(&table.entry[place(table, key_of(mine), section)], mine);
        if (entry == EMPTY_ENTRY || key_of(entry) == keys[i])
            return;
    }
    atomicAdd(failed, 1);
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
