// EXPECT hashing.build.retry: attempts
//
// The next attempt fails for the same keys.
#define cuckoo_build_checked sound_cuckoo_build_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_build_checked

static int wrong_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n)
{
    int *failed, lost = 1, attempt = 0;
    CUDA_CHECK(cudaMalloc(&failed, sizeof *failed));
    while (lost > 0 && attempt < CUCKOO_ATTEMPTS) {
        attempt++;
        CUDA_CHECK(cudaMemset(table->entry, 0xff, bytes_of(*table)));
        CUDA_CHECK(cudaMemset(failed, 0, sizeof *failed));
        cuckoo_insert(*table, failed, keys, values, n);
        CUDA_CHECK(cudaMemcpy(&lost, failed, sizeof lost, cudaMemcpyDeviceToHost));
        if (lost > 0)
            ; // the seed stays
    }
    CUDA_CHECK(cudaFree(failed));
    return lost > 0 ? -1 : attempt;
}

extern "C" void cuckoo_build_checked(int *attempts, int *copies, unsigned *values_found, int *state,
                                     int functions, int width, unsigned seed, const unsigned *keys,
                                     const unsigned *values, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    *attempts = wrong_build(&table, keys, values, n);
    if (*attempts <= 0)
        CUDA_CHECK(cudaMemset(table.entry, 0xff, bytes_of(table)));
    else if (table.seed != seed + (unsigned)*attempts - 1)
        table.seed = ~seed;
    check_table(copies, values_found, state, table, keys, n);
}
