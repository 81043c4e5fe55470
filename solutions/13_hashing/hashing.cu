// Lab 13: Hashing
//
// Goal    A table in which every key has two to four places. Thousands of threads fill the table,
//         look keys up, count and delete, without a lock.
// Write   TODO 1 to TODO 8, kernels, device functions and launches; 135 short lines in all.
//         answers.txt: how full a table may be.
// Try     make run LAB=hashing      sizes of buckets, exchanges per key, the cliff
// Grade   make grade LAB=hashing    or, for one part: PART=1
// Pass    1. a hash function, and how many keys its buckets have
//         2. look-ups that read at most one slot per function
//         3. insertion by atomic exchange, with a bounded number of kick-outs
//         4. another try with new functions, if a key has found no place
//         5. equal keys: each once in the table, and counted
//         6. look-ups beside insertions: a key that moves is never lost
//         7. deletion
//         8. how full can a table be? An experiment in shared memory
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=hashing PART=1      three hints per part, the first says the least

#include "lab.h"

enum { BLOCK = HASH_BLOCK }; // threads per block, in every part

// ---- Part 1: a hash function ----------------------------------------------------------------
//
// mix() is given: every bit of the result depends on every bit of x. Different x have different
// results. The other parts use bucket(), too.

__host__ __device__ static unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ x >> 16;
}

__host__ __device__ static int bucket(unsigned key, unsigned seed, int buckets)
{
    int chosen = 0;
    // BEGIN TODO 1a (about 2 lines): mix the key with the mixed seed (see labs.h). That is a number
    // below 2^32: multiply it by `buckets`, in 64 bits, and keep the upper 32.
    unsigned hash = mix(key ^ mix(seed));
    chosen = (int)((unsigned long long)hash * buckets >> 32);
    // END TODO 1a
    return chosen;
}

__global__ void count_keys(int *sizes, const unsigned *keys, int n, int buckets, unsigned seed)
{
    // BEGIN TODO 1b (about 3 lines): one thread per key; sizes[b] grows for each key of bucket b.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&sizes[bucket(keys[i], seed, buckets)], 1);
    // END TODO 1b
}

__global__ void count_sizes(int *histogram, const int *sizes, int buckets)
{
    // BEGIN TODO 1c (about 10 lines): one thread per bucket; histogram[k] grows for each bucket
    // with k keys, the last one for larger buckets, too. Many buckets have the same size, so count
    // in shared memory first. Then add the counts of the block to the histogram.
    __shared__ int mine[HASH_SIZES];
    if (threadIdx.x < HASH_SIZES)
        mine[threadIdx.x] = 0;
    __syncthreads();
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b < buckets)
        atomicAdd(&mine[min(sizes[b], HASH_SIZES - 1)], 1);
    __syncthreads();
    if (threadIdx.x < HASH_SIZES && mine[threadIdx.x] > 0)
        atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
    // END TODO 1c
}

void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed)
{
    // BEGIN TODO 1d (about 3 lines): both kernels; the first one not for n = 0.
    if (n > 0)
        count_keys<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets, seed);
    count_sizes<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
    // END TODO 1d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: look-ups -----------------------------------------------------------------------
//
// Given: an entry is a key and a value in one word of 64 bits, so that one atomic moves both.

__device__ static HashEntry make_entry(unsigned key, unsigned value)
{
    return (HashEntry)key << 32 | value;
}
__device__ static unsigned key_of(HashEntry entry) { return (unsigned)(entry >> 32); }
__device__ static unsigned value_of(HashEntry entry) { return (unsigned)entry; }

// The place of a key in a section of the table: the number of a slot.
__device__ static int place(CuckooTable table, unsigned key, int section)
{
    return section * table.width + bucket(key, table.seed + section * HASH_STEP, table.width);
}

__global__ void find_each(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    // BEGIN TODO 2a (about 9 lines): look at one place after the other, until the key is found. An
    // empty place says nothing about the other places.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], value = NO_VALUE;
    for (int f = 0; f < table.functions && value == NO_VALUE; f++) {
        HashEntry entry = table.entry[place(table, key, f)];
        if (key_of(entry) == key)
            value = value_of(entry);
    }
    values[i] = value;
    // END TODO 2a
}

void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    // BEGIN TODO 2b (about 2 lines): one thread per key; no launch for n = 0.
    if (n > 0)
        find_each<<<ceil_div(n, BLOCK), BLOCK>>>(values, table, keys, n);
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: insertion ----------------------------------------------------------------------

// False if an entry is left without a place: the new one, or one that was thrown out.
__device__ static bool insert(CuckooTable table, HashEntry entry)
{
    // BEGIN TODO 3a (about 7 lines): exchange the entry for the content of its place in section 0.
    // Was the slot empty? Then that is all. Else the entry from this slot is now yours: it goes to
    // its place in the next section, and so on, from the last section back to the first one. Give
    // up after CUCKOO_TRIES exchanges.
    int section = 0;
    for (int tries = 0; tries < CUCKOO_TRIES; tries++) {
        int slot = place(table, key_of(entry), section);
        entry = atomicExch(&table.entry[slot], entry);
        if (entry == EMPTY_ENTRY)
            return true;
        section = (section + 1) % table.functions;
    }
    // END TODO 3a
    return false;
}

__global__ void insert_each(CuckooTable table, int *failed, const unsigned *keys,
                            const unsigned *values, int n)
{
    // BEGIN TODO 3b (about 3 lines): one thread per key. *failed counts the threads with an entry
    // that has no place.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && !insert(table, make_entry(keys[i], values[i])))
        atomicAdd(failed, 1);
    // END TODO 3b
}

void cuckoo_insert(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                   int n)
{
    // BEGIN TODO 3c (about 2 lines): as in 2b.
    if (n > 0)
        insert_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, values, n);
    // END TODO 3c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: another try with new functions ----------------------------------------------------

int cuckoo_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n)
{
    int worked = 0; // the number of the attempt, or -1
    // BEGIN TODO 4 (about 15 lines): clear the table (every byte of an empty slot is 0xff), insert
    // all keys with cuckoo_insert(), copy back how many have failed. If none, this attempt has
    // worked. Else the next seed, and again, but not more than CUCKOO_ATTEMPTS times: then the
    // result is -1.
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
    // END TODO 4
    return worked;
}

// ---- Part 5: equal keys ------------------------------------------------------------------------
//
// Three kernels. The first one is part 3 for equal keys. It may leave a key in several of
// its places: while one thread carries it, another one puts it in once more. The second kernel
// deletes all but one. In the third one the table does not move any more, so the threads can count.

// Given: a word that other threads may change at this moment, a slot or a counter. nvcc knows this
// function without a header; `load` of cuda::atomic_ref (lab 03) becomes the same instruction.
template <typename Word>
__device__ static Word look(const Word *word)
{
    return __nv_atomic_load_n(const_cast<Word *>(word), __NV_ATOMIC_RELAXED,
                              __NV_THREAD_SCOPE_DEVICE);
}

// The first place that has the key, or -1. Given.
__device__ static int slot_with(CuckooTable table, unsigned key)
{
    for (int f = 0; f < table.functions; f++) {
        int slot = place(table, key, f);
        if (key_of(look(&table.entry[slot])) == key)
            return slot;
    }
    return -1;
}

__global__ void insert_once(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    // BEGIN TODO 5a (about 12 lines): as insert(), with the value 0. A thread is also done if the
    // entry that it gets is equal to the entry that it has put there.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    HashEntry entry = make_entry(keys[i], 0);
    for (int tries = 0; tries < CUCKOO_TRIES; tries++) {
        int section = tries % table.functions;
        HashEntry mine = entry;
        entry = atomicExch(&table.entry[place(table, key_of(mine), section)], mine);
        if (entry == EMPTY_ENTRY || entry == mine)
            return;
    }
    atomicAdd(failed, 1);
    // END TODO 5a
}

__global__ void delete_copies(CuckooTable table)
{
    // BEGIN TODO 5b (about 7 lines): one thread per slot. If the key of the slot is also in one of
    // its places before this one, the slot becomes EMPTY_ENTRY. Others look at this slot, too:
    // store by an atomic.
    int slot = blockIdx.x * BLOCK + threadIdx.x;
    if (slot >= table.functions * table.width)
        return;
    HashEntry entry = look(&table.entry[slot]);
    if (entry != EMPTY_ENTRY && slot_with(table, key_of(entry)) < slot)
        atomicExch(&table.entry[slot], EMPTY_ENTRY);
    // END TODO 5b
}

__global__ void count_each(CuckooTable table, const unsigned *keys, int n)
{
    // BEGIN TODO 5c (about 4 lines): one thread per key; the value in the key's slot grows by 1. It
    // is the lower half of the entry, so adding 1 to the entry does that.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = i < n ? slot_with(table, keys[i]) : -1;
    if (slot >= 0)
        atomicAdd(&table.entry[slot], 1ull);
    // END TODO 5c
}

void cuckoo_count(CuckooTable table, int *failed, const unsigned *keys, int n)
{
    // BEGIN TODO 5d (about 7 lines): the three kernels; no launch for n = 0.
    int slots = table.functions * table.width;
    if (n > 0) {
        insert_once<<<ceil_div(n, BLOCK), BLOCK>>>(table, failed, keys, n);
        delete_copies<<<ceil_div(slots, BLOCK), BLOCK>>>(table);
        count_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n);
    }
    // END TODO 5d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: look-ups beside insertions -----------------------------------------
//
// With insert(), a key that is thrown out is nowhere in the table until its thread has put it back.
// Here a key is copied to its other place first, and overwritten after that. The table has two
// functions, so every entry has one other place. A chain of these places leads to an
// empty slot: from the end of this chain to its beginning, every entry moves by one place.

enum { CHAIN = 64 }; // slots of a chain, at most

typedef struct {
    int length; // of the chain: slot[length] is the empty slot
    int slot[CHAIN];
    HashEntry entry[CHAIN]; // what was seen there
} Chain;

// The chain that begins at a slot; false if no empty slot was found. Given. An entry that is in two
// places at this moment is being moved by another thread: then this chain is of no use.
__device__ static bool follow(CuckooTable table, Chain *chain, int slot)
{
    for (int k = 0; k < CHAIN; k++) {
        HashEntry seen = look(&table.entry[slot]);
        chain->length = k;
        chain->slot[k] = slot;
        chain->entry[k] = seen;
        if (seen == EMPTY_ENTRY)
            return true;
        if (k > 0 && seen == chain->entry[k - 1])
            return false;
        slot = place(table, key_of(seen), slot < table.width ? 1 : 0);
    }
    return false;
}

// Moves the entries of a chain, and puts the new one at its beginning. False if another thread
// has changed the chain: then nothing was moved. *moves counts the entries that have moved.
__device__ static bool shift(CuckooTable table, const Chain *chain, HashEntry entry,
                             unsigned *moves)
{
    // BEGIN TODO 6a (about 12 lines): for k = length ... 0, slot k takes the entry of slot k - 1,
    // slot 0 the new one. Use atomicCAS: the slot has to contain what was seen there. Only for k =
    // length this can fail, see the README. After each copy, before the old place of the
    // entry is overwritten: fence, count the move in *moves, fence.
    for (int k = chain->length; k >= 0; k--) {
        HashEntry moved = k > 0 ? chain->entry[k - 1] : entry;
        if (atomicCAS(&table.entry[chain->slot[k]], chain->entry[k], moved) != chain->entry[k])
            return false;
        if (k == 0)
            return true;
        __threadfence();
        atomicAdd(moves, 1);
        __threadfence();
    }
    // END TODO 6a
    return false;
}

__device__ static bool insert_by_copies(CuckooTable table, HashEntry entry, unsigned *moves)
{
    Chain chain;
    for (int tries = 0; tries < CUCKOO_TRIES; tries++)
        if (follow(table, &chain, place(table, key_of(entry), tries % 2)) &&
            shift(table, &chain, entry, moves))
            return true;
    return false;
}

__device__ static unsigned find_beside(CuckooTable table, unsigned key, unsigned *moves)
{
    // BEGIN TODO 6b (about 10 lines): read *moves, then look at the key's places, then read *moves
    // again, with a fence between each two of these. A key that is found is there. If it was not
    // found, and *moves has changed, then perhaps it went from the second place to the first one in
    // the meantime: once more.
    unsigned before, after;
    do {
        before = look(moves);
        __threadfence();
        for (int f = 0; f < 2; f++) {
            HashEntry entry = look(&table.entry[place(table, key, f)]);
            if (key_of(entry) == key)
                return value_of(entry);
        }
        __threadfence();
        after = look(moves);
    } while (before != after);
    // END TODO 6b
    return NO_VALUE;
}

// Every second block inserts, the others look up. Given.
__global__ void serve(CuckooTable table, unsigned *moves, int *failed, const unsigned *keys,
                      const unsigned *values, int n, unsigned *found, const unsigned *wanted, int m)
{
    int i = blockIdx.x / 2 * BLOCK + threadIdx.x;
    if (blockIdx.x % 2 == 0 && i < n &&
        !insert_by_copies(table, make_entry(keys[i], values[i]), moves))
        atomicAdd(failed, 1);
    if (blockIdx.x % 2 == 1 && i < m)
        found[i] = find_beside(table, wanted[i], moves);
}

void cuckoo_serve(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                  int n, unsigned *found, const unsigned *wanted, int m)
{
    unsigned *moves;
    int blocks = 2 * ceil_div(n > m ? n : m, BLOCK);
    CUDA_CHECK(cudaMalloc(&moves, sizeof *moves));
    CUDA_CHECK(cudaMemset(moves, 0, sizeof *moves));
    if (blocks > 0)
        serve<<<blocks, BLOCK>>>(table, moves, failed, keys, values, n, found, wanted, m);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(moves));
}

// ---- Part 7: deletion ---------------------------------------------------------------------------

__global__ void erase_each(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    // BEGIN TODO 7a (about 4 lines): find the key; its slot becomes empty. If keys are equal,
    // several threads find the same entry: *removed grows only for the one that has deleted it.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int slot = i < n ? slot_with(table, keys[i]) : -1;
    if (slot >= 0 && atomicExch(&table.entry[slot], EMPTY_ENTRY) != EMPTY_ENTRY)
        atomicAdd(removed, 1);
    // END TODO 7a
}

void cuckoo_erase(CuckooTable table, int *removed, const unsigned *keys, int n)
{
    // BEGIN TODO 7b (about 2 lines): as in 2b.
    if (n > 0)
        erase_each<<<ceil_div(n, BLOCK), BLOCK>>>(table, removed, keys, n);
    // END TODO 7b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: how full can a table be? -------------------------------------------
//
// One block per table. The table has keys only, and is in shared memory: nobody else needs it.

__global__ void fill(int *failures, const unsigned *keys, const int *counts, int functions,
                     int width, unsigned seed)
{
    __shared__ unsigned slots[CUCKOO_SHARED];
    __shared__ int failed;
    int step = blockIdx.x, trial = blockIdx.y;
    // BEGIN TODO 8a (about 20 lines): clear the slots (NO_VALUE is no key) and `failed`. The
    // threads of the block insert the keys 0 ... counts[step] - 1, with the seed of the trial. If a
    // key has no place after CUCKOO_TRIES exchanges, `failed` becomes 1, and the other threads can
    // stop, too. At the end one thread adds `failed` to failures[step].
    for (int s = threadIdx.x; s < functions * width; s += BLOCK)
        slots[s] = NO_VALUE;
    if (threadIdx.x == 0)
        failed = 0;
    __syncthreads();
    int count = counts[step];
    for (int i = threadIdx.x; i < count && !look(&failed); i += BLOCK) {
        unsigned key = keys[i];
        for (int tries = 0; key != NO_VALUE && tries < CUCKOO_TRIES; tries++) {
            int section = tries % functions;
            int place = bucket(key, seed + trial + section * HASH_STEP, width);
            key = atomicExch(&slots[section * width + place], key);
        }
        if (key != NO_VALUE)
            atomicExch(&failed, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && failed)
        atomicAdd(&failures[step], 1);
    // END TODO 8a
}

void cuckoo_failures(int *failures, const unsigned *keys, const int *counts, int steps, int trials,
                     int functions, int width, unsigned seed)
{
    // BEGIN TODO 8b (about 2 lines): a grid of steps x trials blocks, unless one of them is 0.
    if (steps > 0 && trials > 0)
        fill<<<dim3(steps, trials), BLOCK>>>(failures, keys, counts, functions, width, seed);
    // END TODO 8b
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here --------------

__global__ void count_modulo(int *sizes, const unsigned *keys, int n, int buckets)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&sizes[keys[i] % buckets], 1);
}

static void print_sizes(const char *what, int *histogram)
{
    int rows[HASH_SIZES];
    CUDA_CHECK(cudaMemcpy(rows, histogram, sizeof rows, cudaMemcpyDeviceToHost));
    printf("%-14s", what);
    for (int k = 0; k < HASH_SIZES; k++)
        printf(k < HASH_SIZES - 1 ? "%5d" : "%5d\n", rows[k]);
}

void hash_compare(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed)
{
    printf("keys in bucket    0    1    2 ...\n");
    for (int own = 0; own < 2; own++) {
        CUDA_CHECK(cudaMemset(sizes, 0, buckets * sizeof *sizes));
        CUDA_CHECK(cudaMemset(histogram, 0, HASH_SIZES * sizeof *histogram));
        if (own) {
            hash_buckets(sizes, histogram, keys, n, buckets, seed);
        } else {
            count_modulo<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets);
            count_sizes<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
        }
        CUDA_CHECK(cudaGetLastError());
        print_sizes(own ? "bucket()" : "key % buckets", histogram);
    }
}

__global__ void keep_word(int *to, const int *from) { *to = *from; }

// A table that is fuller and fuller: prints how many percent of the tables fail.
void cuckoo_cliff(int *full, const unsigned *keys, const int *counts, int steps, int trials,
                  int slots, unsigned seed)
{
    enum { STEPS = 20 };
    int got[STEPS], *failures;
    if (steps != STEPS)
        return;
    CUDA_CHECK(cudaMalloc(&failures, sizeof got));
    printf("load in percent:");
    for (int k = 0; k < STEPS; k++)
        printf(k < STEPS - 1 ? "%4d" : "%4d\n", 5 * (k + 1));
    for (int functions = 2; functions <= CUCKOO_FUNCTIONS; functions++) {
        CUDA_CHECK(cudaMemset(failures, 0, sizeof got));
        cuckoo_failures(failures, keys, counts, STEPS, trials, functions, slots / functions, seed);
        CUDA_CHECK(cudaMemcpy(got, failures, sizeof got, cudaMemcpyDeviceToHost));
        printf("%d functions:    ", functions);
        for (int k = 0; k < STEPS; k++)
            printf(k < STEPS - 1 ? "%4d" : "%4d\n", got[k] * 100 / trials);
    }
    keep_word<<<1, 1>>>(full, &failures[STEPS - 1]);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(failures));
}

// In how many of its places a key is, and with which value.
__global__ void check_keys(int *copies, unsigned *values_found, CuckooTable table,
                           const unsigned *keys, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, found = 0;
    unsigned value = NO_VALUE;
    for (int f = 0; i < n && f < table.functions; f++) {
        HashEntry entry = table.entry[place(table, keys[i], f)];
        if (key_of(entry) == keys[i]) {
            found++;
            value = value_of(entry);
        }
    }
    if (i < n)
        copies[i] = found;
    if (i < n && values_found)
        values_found[i] = value;
}

__global__ void check_entries(int *entries, CuckooTable table)
{
    int slot = blockIdx.x * BLOCK + threadIdx.x;
    bool used = slot < table.functions * table.width && table.entry[slot] != EMPTY_ENTRY;
    int here = __syncthreads_count(used);
    if (threadIdx.x == 0 && here > 0)
        atomicAdd(entries, here);
}

static size_t bytes_of(CuckooTable table)
{
    return sizeof(HashEntry) * table.functions * table.width;
}

// A table of one's own: empty, or a copy.
static CuckooTable new_table(int functions, int width, unsigned seed, const HashEntry *from)
{
    CuckooTable table = {NULL, functions, width, seed};
    CUDA_CHECK(cudaMalloc(&table.entry, bytes_of(table)));
    if (from)
        CUDA_CHECK(cudaMemcpy(table.entry, from, bytes_of(table), cudaMemcpyDeviceToDevice));
    else
        CUDA_CHECK(cudaMemset(table.entry, 0xff, bytes_of(table)));
    return table;
}

static void check_table(int *copies, unsigned *values_found, int *state, CuckooTable table,
                        const unsigned *keys, int n)
{
    int slots = table.functions * table.width;
    if (n > 0)
        check_keys<<<ceil_div(n, BLOCK), BLOCK>>>(copies, values_found, table, keys, n);
    check_entries<<<ceil_div(slots, BLOCK), BLOCK>>>(&state[0], table);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(table.entry));
}

void cuckoo_insert_checked(int *copies, unsigned *values_found, int *state, int functions,
                           int width, unsigned seed, const unsigned *keys, const unsigned *values,
                           int n, int early)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    if (early > 0)
        cuckoo_insert(table, &state[1], keys, values, early);
    cuckoo_insert(table, &state[1], keys + early, values + early, n - early);
    check_table(copies, values_found, state, table, keys, n);
}

void cuckoo_build_checked(int *attempts, int *copies, unsigned *values_found, int *state,
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

void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions, int width,
                          unsigned seed, const unsigned *keys, int n)
{
    CuckooTable table = new_table(functions, width, seed, NULL);
    cuckoo_count(table, &state[1], keys, n);
    check_table(copies, values_found, state, table, keys, n);
}

void cuckoo_serve_checked(int *copies, unsigned *found, int *state, CuckooTable given,
                          const unsigned *keys, const unsigned *values, int n,
                          const unsigned *wanted, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    cuckoo_serve(table, &state[1], keys, values, n, found, wanted, m);
    check_table(copies, NULL, state, table, keys, n);
}

void cuckoo_erase_checked(int *copies, int *state, CuckooTable given, const unsigned *keys, int n,
                          const unsigned *all, int m)
{
    CuckooTable table = new_table(given.functions, given.width, given.seed, given.entry);
    cuckoo_erase(table, &state[1], keys, n);
    check_table(copies, NULL, state, table, all, m);
}
