// EXPECT hashing.build.never: attempts
//
// One table more than CUCKOO_ATTEMPTS.
#define cuckoo_build sound_cuckoo_build
#define cuckoo_build_checked sound_cuckoo_build_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_build
#undef cuckoo_build_checked

extern "C" int cuckoo_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n)
{
    int worked = 0; // the number of the attempt, or -1
    int *failed, lost = 1, attempt = 0;
    CUDA_CHECK(cudaMalloc(&failed, sizeof *failed));
    while (lost > 0 && attempt <= CUCKOO_ATTEMPTS) {
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
