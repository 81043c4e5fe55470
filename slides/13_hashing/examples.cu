// examples.cu - the code on the slides of lab 13, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include "../examples.h"

#include <cuda/atomic>

enum { THREADS = 128 };

// ---- a number below 2^32 becomes a number below n -------------------------------------------

// BEGIN SLIDE reduce
// The upper half of the product: 0 to n - 1, all equally often, and no division.
__host__ __device__ unsigned below(unsigned hash, unsigned n)
{
    return (unsigned)((unsigned long long)hash * n >> 32);
}
// END SLIDE reduce

static void check_below(void)
{
    expect_equal("the first", below(0, 10), 0);
    expect_equal("the last", below(0xffffffff, 10), 9);
    expect_equal("the middle", below(0x80000000, 10), 5);
    expect_equal("a large n", below(0xffffffff, 1u << 24), (1 << 24) - 1);
}

// ---- key and value in one word ------------------------------------------------------------------

typedef unsigned long long Pair;

// BEGIN SLIDE pair
__host__ __device__ Pair make_pair(unsigned key, unsigned value)
{
    return (Pair)key << 32 | value; // the key is the upper half
}
__host__ __device__ unsigned first_of(Pair pair) { return (unsigned)(pair >> 32); }
__host__ __device__ unsigned second_of(Pair pair) { return (unsigned)pair; }
// END SLIDE pair

// ---- an exchange loses nothing
// --------------------------------------------------------------------

__global__ void hand_on(Pair *shelf, int places, Pair *left)
{
    int me = blockIdx.x * THREADS + threadIdx.x;
    Pair mine = make_pair(me, 3 * me);
    // BEGIN SLIDE exchange
    for (int k = 0; k < 20; k++) // whatever the order of the threads:
        mine = atomicExch(&shelf[(me * 7 + k * k) % places], mine); // give one, get one
    left[me] = mine;
    // END SLIDE exchange
}

static void check_exchanges(void)
{
    enum { N = 4 * THREADS, PLACES = 37 };
    Pair *shelf = managed<Pair>(PLACES), *left = managed<Pair>(N);
    for (int i = 0; i < PLACES; i++)
        shelf[i] = make_pair(N + i, 3 * (N + i));
    hand_on<<<N / THREADS, THREADS>>>(shelf, PLACES, left);
    expect_success("hand_on", cudaDeviceSynchronize());
    static int seen[N + PLACES];
    for (int i = 0; i < N + PLACES; i++) {
        Pair pair = i < N ? left[i] : shelf[i - N];
        expect(second_of(pair) == 3 * first_of(pair), "a pair that is torn", i);
        seen[first_of(pair)]++;
    }
    for (int i = 0; i < N + PLACES; i++)
        expect(seen[i] == 1, "everything once", i);
    CUDA_CHECK(cudaFree(shelf));
    CUDA_CHECK(cudaFree(left));
}

// ---- linear probing, for comparison
// -----------------------------------------------------------------

enum : unsigned { FREE = 0xffffffffu, DELETED = 0xfffffffeu };

// BEGIN SLIDE probing
__device__ int probe(const unsigned *table, int slots, unsigned key)
{
    int slot = below(key * 2654435761u, slots);
    while (table[slot] != FREE && table[slot] != key) // DELETED does not end the search
        slot = (slot + 1) % slots;
    return table[slot] == key ? slot : -1;
}
// END SLIDE probing

__global__ void put_keys(unsigned *table, int slots, int n)
{
    unsigned key = blockIdx.x * THREADS + threadIdx.x;
    if (key >= n)
        return;
    int slot = below(key * 2654435761u, slots);
    while (atomicCAS(&table[slot], FREE, key) != FREE)
        slot = (slot + 1) % slots;
}

__global__ void delete_some(unsigned *table, int slots, int n)
{
    unsigned key = blockIdx.x * THREADS + threadIdx.x;
    for (int s = 0; key < n && key % 3 == 0 && s < slots; s++)
        atomicCAS(&table[s], key, DELETED);
}

__global__ void find_keys(int *found, const unsigned *table, int slots, int n)
{
    unsigned key = blockIdx.x * THREADS + threadIdx.x;
    if (key < n)
        found[key] = probe(table, slots, key) >= 0;
}

static void check_probing(void)
{
    enum { SLOTS = 400, N = 300 };
    unsigned *table = managed<unsigned>(SLOTS);
    int *found = managed<int>(N);
    CUDA_CHECK(cudaMemset(table, 0xff, SLOTS * sizeof *table));
    put_keys<<<ceil_div(N, THREADS), THREADS>>>(table, SLOTS, N);
    delete_some<<<ceil_div(N, THREADS), THREADS>>>(table, SLOTS, N);
    find_keys<<<ceil_div(N, THREADS), THREADS>>>(found, table, SLOTS, N);
    expect_success("probing", cudaDeviceSynchronize());
    for (int key = 0; key < N; key++)
        expect_equal("found", found[key], key % 3 != 0);
    CUDA_CHECK(cudaFree(table));
    CUDA_CHECK(cudaFree(found));
}

// ---- the order of a reader
// --------------------------------------------------------------------------

// A word that moves between two places; `moves` counts. Block 0 moves it, block 1 reads.
template <typename T> using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;
constexpr auto relaxed = cuda::memory_order_relaxed;

template <typename T> __device__ T look(T &word)
{
    return Shared<T>(word).load(relaxed);
}

__device__ void put(int &word, int value)
{
    Shared<int>(word).store(value, relaxed);
}

__global__ void moving(int *place, unsigned *moves, int *missed)
{
    if (threadIdx.x > 0)
        return;
    if (blockIdx.x == 0) {
        for (int k = 0; k < 50; k++) {
            // BEGIN SLIDE mover
            put(place[(k + 1) % 2], 7); // first copy,
            __threadfence();
            atomicAdd(moves, 1); // then count,
            __threadfence();
            put(place[k % 2], 0); // last the old place
            // END SLIDE mover
            __threadfence();
        }
    } else {
        for (int k = 0; k < 50; k++) {
            // BEGIN SLIDE reader
            unsigned before, after;
            bool found;
            do { // a miss counts only if nothing moved
                before = look(*moves);
                __threadfence();
                found = look(place[0]) == 7 ||
                        look(place[1]) == 7;
                __threadfence();
                after = look(*moves);
            } while (!found && before != after);
            // END SLIDE reader
            *missed += !found;
        }
    }
}

static void check_moving(void)
{
    int *place = managed<int>(2), *missed = managed<int>(1);
    unsigned *moves = managed<unsigned>(1);
    place[0] = 7;
    moving<<<2, 32>>>(place, moves, missed);
    expect_success("moving", cudaDeviceSynchronize());
    expect_equal("missed", *missed, 0);
    expect_equal("moves", *moves, 50);
    CUDA_CHECK(cudaFree(place));
    CUDA_CHECK(cudaFree(missed));
    CUDA_CHECK(cudaFree(moves));
}

int main()
{
    check_below();
    check_exchanges();
    check_probing();
    check_moving();
    return mistakes != 0;
}
