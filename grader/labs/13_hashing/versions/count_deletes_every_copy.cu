// EXPECT hashing.count.right: older value
//
// A key with two copies loses both of them.
#define cuckoo_count_checked sound_cuckoo_count_checked
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_count_checked

__global__ void wrong(CuckooTable table)
{
    int slot = blockIdx.x * BLOCK + threadIdx.x;
    if (slot >= table.functions * table.width)
        return;
    HashEntry entry = look(&table.entry[slot]);
    for (int f = 0; f < table.functions && entry != EMPTY_ENTRY; f++) {
        int other = place(table, key_of(entry), f);
        if (other != slot && key_of(look(&table.entry[other])) == key_of(entry))
            atomicExch(&table.entry[slot], EMPTY_ENTRY); // WRONG
    }
}

extern "C" void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions,
                                     int width, unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    int slots = functions * width;
    (void)slots;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, &state[1], keys, n);
        wrong<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
        count_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    CUDA_CHECK(cudaGetLastError());
    check_table(copies, values_found, state, table, keys, n);
}
