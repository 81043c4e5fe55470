// race.cu - the code on the slides about part 8, the race, as a program that checks what the slides
// say: small pieces, not the sorts themselves.
#include "../examples.h"
#include <cuda/atomic>
#include <limits.h>

enum { DIGITS = 256, TILES = 40, HERE = 6 };

static void wait(void)
{
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Keys that repeat, and are not in order.
static int key(int i) { return (int)(i * 7919u % 601) - 300; }

// ---- keys in registers --------------------------------------------------------------------

// BEGIN SLIDE registers
enum { KEYS = 33 }; // per thread; odd, so lanes that read keys[33 * lane + k] use 32 banks

__device__ void sort_registers(int (&x)[KEYS])
{
#pragma unroll
    for (int step = 0; step < KEYS; step++)
#pragma unroll // all indices are constants: x stays in registers
        for (int k = step % 2; k + 1 < KEYS; k += 2) {
            int low = min(x[k], x[k + 1]); // no branch
            x[k + 1] = max(x[k], x[k + 1]);
            x[k] = low;
        }
}
// END SLIDE registers

__global__ void sort_rows(int *keys)
{
    int x[KEYS];
    for (int k = 0; k < KEYS; k++)
        x[k] = keys[threadIdx.x * KEYS + k];
    sort_registers(x);
    for (int k = 0; k < KEYS; k++)
        keys[threadIdx.x * KEYS + k] = x[k];
}

static void check_registers(void)
{
    int *keys = managed<int>(WARP_SIZE * KEYS);
    for (int i = 0; i < WARP_SIZE * KEYS; i++)
        keys[i] = key(i);
    sort_rows<<<1, WARP_SIZE>>>(keys);
    wait();
    for (int i = 0; i < WARP_SIZE * KEYS; i++)
        expect(i % KEYS == 0 || keys[i - 1] <= keys[i], "sort_registers", i);
    CUDA_CHECK(cudaFree(keys));
}

// ---- a piece that rises and falls ---------------------------------------------------------

// BEGIN SLIDE tent
// One run rises from keys[i] on, the other falls to keys[j]: one piece that rises and falls. The
// smaller end is next. When one run is used up, that end goes on with the other run.
__device__ void merge_ends(int (&x)[KEYS], const int *keys, int i, int j)
{
    int a = keys[i], b = keys[j];
#pragma unroll
    for (int k = 0; k < KEYS; k++) {
        x[k] = min(a, b);
        if (k + 1 == KEYS)
            break;
        if (a <= b) // no test for the end of a run
            a = keys[++i];
        else
            b = keys[--j];
    }
}
// END SLIDE tent

__global__ void merge_piece(int *keys)
{
    int x[KEYS];
    merge_ends(x, keys, 0, KEYS - 1);
    for (int k = 0; k < KEYS; k++)
        keys[k] = x[k];
}

static void check_tent(void)
{
    int *keys = managed<int>(KEYS);
    for (int rising = 0; rising <= KEYS; rising++) { // all lengths of the first run, also none
        for (int i = 0; i < KEYS; i++)
            keys[i] = i < rising ? 3 * i : 5 * (KEYS - 1 - i);
        merge_piece<<<1, 1>>>(keys);
        wait();
        int sum = 0, want = 0;
        for (int i = 0; i < KEYS; i++) {
            expect(i == 0 || keys[i - 1] <= keys[i], "merge_ends", rising);
            sum += keys[i];
            want += i < rising ? 3 * i : 5 * (KEYS - 1 - i);
        }
        expect_equal("sum", sum, want);
    }
    CUDA_CHECK(cudaFree(keys));
}

// ---- one word per tile and digit ------------------------------------------------------------

// BEGIN SLIDE word
// Two flags and a number in one word. So a word that is there is complete, and relaxed is enough.
const unsigned IS_COUNT = 1u << 30, IS_SUM = 1u << 31, VALUE = IS_COUNT - 1;
using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// The keys with one digit in all tiles before `tile`.
__device__ unsigned look_back(unsigned *words, int tile, int digit)
{
    unsigned sum = 0;
    for (int t = tile - 1; t >= 0;) {
        unsigned word = Word(words[t * DIGITS + digit]).load(cuda::memory_order_relaxed);
        sum += word & VALUE;
        if (word & IS_SUM)
            break;     // all tiles before tile t are in this sum
        if (word != 0) // 0: tile t has not counted yet; ask again
            t--;
    }
    return sum;
}
// END SLIDE word

__global__ void chain(unsigned *sums, unsigned *words, unsigned *ticket)
{
    __shared__ unsigned mine;
    int digit = threadIdx.x;
    if (digit == 0)
        mine = atomicAdd(ticket, 1u); // tiles in the order in which the blocks begin
    __syncthreads();
    int tile = (int)mine;
    Word word(words[tile * DIGITS + digit]);
    unsigned count = tile + digit; // the tile's keys with the digit
    word.store(count | (tile ? IS_COUNT : IS_SUM), cuda::memory_order_relaxed);
    unsigned before = look_back(words, tile, digit);
    word.store((before + count) | IS_SUM, cuda::memory_order_relaxed);
    sums[tile * DIGITS + digit] = before;
}

static void check_word(void)
{
    unsigned *sums = managed<unsigned>(TILES * DIGITS), *words = managed<unsigned>(TILES * DIGITS);
    unsigned *ticket = managed<unsigned>(1);
    chain<<<TILES, DIGITS>>>(sums, words, ticket);
    wait();
    for (int tile = 0; tile < TILES; tile++)
        for (int digit = 0; digit < DIGITS; digit++)
            expect_equal("look_back", (int)sums[tile * DIGITS + digit],
                         tile * (tile - 1) / 2 + tile * digit);
    CUDA_CHECK(cudaFree(sums));
    CUDA_CHECK(cudaFree(words));
    CUDA_CHECK(cudaFree(ticket));
}

// ---- lanes with the same digit ----------------------------------------------------------------

// BEGIN SLIDE match
// The place of a lane's key among the warp's keys with this digit. matches[digit] is 0 before and
// after; next[digit] counts.
__device__ unsigned rank_key(unsigned digit, unsigned *matches, unsigned *next)
{
    int lane = threadIdx.x % WARP_SIZE;
    atomicOr(&matches[digit], 1u << lane); // "I have this digit"
    __syncwarp();
    unsigned equal = matches[digit]; // all lanes that have it
    __syncwarp();
    int highest = 31 - __clz(equal); // it counts for all
    unsigned place = 0;
    if (lane == highest) {
        place = next[digit];
        next[digit] = place + __popc(equal);
        matches[digit] = 0;
    }
    __syncwarp();
    return __shfl_sync(ALL_LANES, place, highest) + __popc(equal & ((1u << lane) - 1));
}
// END SLIDE match

__global__ void rank_digits(unsigned *rank, const unsigned *digits, int rows)
{
    __shared__ unsigned matches[DIGITS], next[DIGITS];
    for (int d = threadIdx.x; d < DIGITS; d += WARP_SIZE)
        matches[d] = next[d] = 0;
    __syncwarp();
    for (int i = threadIdx.x; i < rows * WARP_SIZE; i += WARP_SIZE)
        rank[i] = rank_key(digits[i], matches, next);
}

static void check_match(void)
{
    const int n = HERE * WARP_SIZE;
    unsigned *rank = managed<unsigned>(n), *digits = managed<unsigned>(n), seen[DIGITS] = {0};
    for (int i = 0; i < n; i++)
        digits[i] = (unsigned)(key(i) & 7) * 31;
    rank_digits<<<1, WARP_SIZE>>>(rank, digits, HERE);
    wait();
    for (int i = 0; i < n; i++)
        expect_equal("rank_key", (int)rank[i], (int)seen[digits[i]]++);
    CUDA_CHECK(cudaFree(rank));
    CUDA_CHECK(cudaFree(digits));
}

int main(void)
{
    check_registers();
    check_tent();
    check_word();
    check_match();
    return mistakes != 0;
}
