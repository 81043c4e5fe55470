// EXPECT full marks
//
// The block counts its failures, and one thread adds them up.
#define insert sound_insert
#define insert_each sound_insert_each
#define cuckoo_insert sound_cuckoo_insert
#define cuckoo_build sound_cuckoo_build
#define cuckoo_insert_checked sound_cuckoo_insert_checked
#define cuckoo_build_checked sound_cuckoo_build_checked
#include "../solutions/13_hashing/hashing.cu"
#undef insert
#undef insert_each
#undef cuckoo_insert
#undef cuckoo_build
#undef cuckoo_insert_checked
#undef cuckoo_build_checked

__device__ static bool insert(CuckooTable table, HashEntry entry)
{
    int section = 0;
    for (int tries = 0; tries < CUCKOO_TRIES; tries++) {
        int slot = place(table, key_of(entry), section);
        entry = atomicExch(&table.entry[slot], entry);
        if (entry == EMPTY_ENTRY)
            return true;
        section = section + 1 == table.functions ? 0 : section + 1;
    }
    return false;
}

__global__ void insert_each(CuckooTable table, int *failed, const unsigned *keys,
                            const unsigned *values, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool lost = i < n && !insert(table, make_entry(keys[i], values[i]));
    int all = __syncthreads_count(lost);
    if (threadIdx.x == 0 && all > 0)
        atomicAdd(failed, all);
}

extern "C" void cuckoo_insert(CuckooTable table, int *failed, const unsigned *keys,
                              const unsigned *values, int n)
{
    if (n > 0)
        insert_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, values, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" int cuckoo_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n)
{
    int worked = 0; // the number of the attempt, or -1
    int *failed, lost = 1, attempt = 0;
    CUDA_CHECK(cudaMalloc(&failed, sizeof *failed));
    while (lost > 0 && attempt < CUCKOO_ATTEMPTS) {
        if (attempt++ > 0)
            table->seed++;
        size_t bytes = sizeof(HashEntry) * table->functions * table->width;
        CUDA_CHECK(cudaMemset(table->entry, 0xff, bytes));
        CUDA_CHECK(cudaMemset(failed, 0, sizeof *failed));
        cuckoo_insert(*table, failed, keys, values, n);
        CUDA_CHECK(cudaMemcpy(&lost, failed, sizeof lost, cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaFree(failed));
    worked = lost > 0 ? -1 : attempt;
    return worked;
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

extern "C" void cuckoo_build_checked(int *attempts, int *copies, unsigned *values_found, int *state,
                                     int functions, int width, unsigned seed, const unsigned *keys,
                                     const unsigned *values, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    *attempts = cuckoo_build(&table, keys, values, n);
    if (*attempts <= 0) // the table is of no use
        CUDA_CHECK(cudaMemset(table.entry, 0xff, bytes_of(table)));
    else if (table.seed != seed + (unsigned)*attempts - 1)
        table.seed = ~seed; // not as the contract says: nothing is found
    check_table(copies, values_found, state, table, keys, n);
}
