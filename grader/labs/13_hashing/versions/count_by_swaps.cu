// EXPECT full marks
//
// Adds to the value by compare-and-swap, and deletes copies by the keys instead of the slots.
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_count_checked

__global__ void other_copies(CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    bool before = false;
    for (int f = 0; f < table.functions; f++) {
        HashEntry *slot = &table.entry[place(table, keys[i], f)], entry = look(slot);
        if (entry == EMPTY_ENTRY || key_of(entry) != keys[i])
            continue;
        if (before)
            atomicCAS(slot, entry, EMPTY_ENTRY);
        before = true;
    }
}

__global__ void other_count(CuckooTable table, const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int at = i < n ? slot_with(table, keys[i]) : -1;
    if (at < 0) // the table is too small for all keys
        return;
    HashEntry *slot = &table.entry[at], seen = look(slot), expected;
    do {
        expected = seen;
        seen = atomicCAS(slot, expected, expected + 1);
    } while (seen != expected);
}

extern "C" void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions,
                                     int width, unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    int slots = functions * width;
    (void)slots;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, &state[1], keys, n);
        other_copies<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
        other_count<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    CUDA_CHECK(cudaGetLastError());
    check_table(copies, values_found, state, table, keys, n);
}
