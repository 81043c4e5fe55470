// EXPECT hashing.insert.right: Keys are lost
//
// The entry that was thrown out is put into section 0 again, where it throws out the one before.
#define cuckoo_insert_checked sound_cuckoo_insert_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_insert_checked

__device__ static bool wrong(CuckooTable table, HashEntry entry)
{
    for (int tries = 0; tries < CUCKOO_TRIES; tries++) {
        entry = atomicExch(&table.entry[place(table, key_of(entry), 0)], entry);
        if (entry == EMPTY_ENTRY)
            return true;
    }
    return false;
}

__global__ void wrong_each(CuckooTable table, int *failed, const unsigned *keys,
                           const unsigned *values, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && !wrong(table, make_entry(keys[i], values[i])))
        atomicAdd(failed, 1);
}

static void wrong_insert(CuckooTable table, int *failed, const unsigned *keys,
                         const unsigned *values, int n)
{
    if (n > 0)
        wrong_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, values, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void cuckoo_insert_checked(int *copies, unsigned *values_found, int *state,
                                      int functions, int width, unsigned seed, const unsigned *keys,
                                      const unsigned *values, int n, int early)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    if (early > 0)
        wrong_insert(table, &state[1], keys, values, early);
    wrong_insert(table, &state[1], keys + early, values + early, n - early);
    check_table(copies, values_found, state, table, keys, n);
}
