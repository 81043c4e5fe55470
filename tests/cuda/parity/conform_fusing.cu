// conform_fusing.cu - neighbouring words of shared memory, loaded and stored one by
// one: which of these accesses ptxas merges, and which it does not
// (common/cudasim/ptxas/fusing.c). One arrangement per kernel.
#include "conform.h"

struct Pair { int a, b; };
struct Three { int a, b, c; };
struct Four { int a, b, c, d; };
struct Eight { int v[8]; };
struct Mixed { int n; float x; };
struct Doubles { double re, im; };

// The words `a`, `b`, ... of v[i], each times something else, so that all are needed.
#define LOADS(name, T, n, i, value)                                              \
    KERNEL(name, 1, 64)                                                          \
    {                                                                            \
        __shared__ T v[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        fill(v, in);                                                             \
        const T &s = v[i];                                                       \
        put(out, value);                                                         \
    }

LOADS(ld_two_of_two, Pair, 64, t, s.a + 3 * s.b)
LOADS(ld_two_backwards, Pair, 64, t, s.b / 5 + 3 * s.a)
LOADS(ld_two_stride3, Pair, 192, 3 * t, s.a + 3 * s.b)
LOADS(ld_two_uniform, Pair, 64, in[5] & 63, s.a + 3 * s.b)
LOADS(ld_two_constant, Pair, 64, 3, s.a + 3 * s.b)
LOADS(ld_int_and_float, Mixed, 64, t, (float)s.n + 3.0f * s.x)
LOADS(ld_three_of_three, Three, 64, t, s.a + 3 * s.b + 5 * s.c)
LOADS(ld_two_of_four, Four, 64, t, s.a + 3 * s.b)
LOADS(ld_upper_of_four, Four, 64, t, s.c + 3 * s.d)
LOADS(ld_inner_of_four, Four, 64, t, s.b + 3 * s.c)
LOADS(ld_outer_of_four, Four, 64, t, s.a + 3 * s.d)
LOADS(ld_even_of_four, Four, 64, t, s.a + 3 * s.c)
LOADS(ld_three_of_four, Four, 64, t, s.a + 3 * s.b + 5 * s.c)
LOADS(ld_three_last, Four, 64, t, s.b + 3 * s.c + 5 * s.d)
LOADS(ld_three_with_hole, Four, 64, t, s.a + 3 * s.b + 5 * s.d)
LOADS(ld_four_of_four, Four, 64, t, s.a + 3 * s.b + 5 * s.c + 7 * s.d)
LOADS(ld_four_random, Four, 64, in[t + 2000] & 63, s.a + 3 * s.b + 5 * s.c + 7 * s.d)
LOADS(ld_four_uniform, Four, 64, in[5] & 63, s.a + 3 * s.b + 5 * s.c + 7 * s.d)
LOADS(ld_six_of_eight, Eight, 64, t,
      s.v[1] + 3 * s.v[2] + 5 * s.v[3] + 7 * s.v[4] + 9 * s.v[5] + s.v[6])
LOADS(ld_doubles, Doubles, 64, t, s.re * 3 + s.im)
LOADS(ld_doubles_uniform, Doubles, 64, in[5] & 63, s.re * 3 + s.im)

// Words from an unknown word on; or from a known multiple of two, of four words.
#define WORDS_FROM(name, start)                                                  \
    KERNEL(name, 1, 64)                                                          \
    {                                                                            \
        __shared__ int s[512];                                                   \
        unsigned t = threadIdx.x;                                                \
        fill(s, in);                                                             \
        unsigned i = start;                                                      \
        put(out, s[i] + 3 * s[i + 1] + 5 * s[i + 2] + 7 * s[i + 3]);             \
    }

WORDS_FROM(from_any, t)
WORDS_FROM(from_even, 2 * t)
WORDS_FROM(from_sixth, 6 * t)
WORDS_FROM(from_fourth, 4 * t)
WORDS_FROM(from_fourth_plus_one, 4 * t + 1)
WORDS_FROM(from_fourth_plus_two, 4 * t + 2)
WORDS_FROM(from_masked, in[t] & 252)
WORDS_FROM(from_shifted, (t >> 1) << 2)
WORDS_FROM(from_choice, in[t] & 1 ? 4 * t : 8 * (63 - t))
WORDS_FROM(from_twelfth, 4 * (t % 21) * 3)
WORDS_FROM(from_sum, 4 * (t & 31) + 2 * (in[t] & 63))
WORDS_FROM(from_xor, 4 * t ^ 4 * (in[3] & 15))
WORDS_FROM(from_loaded, 4 * (in[t] & 63))

// Two words with something in between.
#define BETWEEN(name, something)                                                 \
    KERNEL(name, 1, 64)                                                          \
    {                                                                            \
        __shared__ int s[128], other[64];                                        \
        unsigned t = threadIdx.x, lane = t & 31;                                 \
        fill(s, in);                                                             \
        int a = s[2 * t], b = 0;                                                 \
        something;                                                               \
        b += s[2 * t + 1];                                                       \
        put(out, a + 3 * b + (int)lane);                                         \
        if (in[0] == 0x12345)                                                    \
            out[t + 100] = other[t];                                             \
    }

BETWEEN(between_nothing, )
BETWEEN(between_barrier, __syncthreads())
BETWEEN(between_warp_barrier, __syncwarp())
BETWEEN(between_shuffle, b = __shfl_xor_sync(0xffffffffu, a, 1))
BETWEEN(between_vote, b = __any_sync(0xffffffffu, a > 0))
BETWEEN(between_fence, __threadfence_block())
BETWEEN(between_global_store, out[t + 200] = a)
BETWEEN(between_global_atomic, atomicAdd(out + 200 + t, a))
BETWEEN(between_shared_store, other[63 - t] = a)
BETWEEN(between_shared_atomic, atomicAdd(other + (t & 7), 1))
BETWEEN(between_volatile_load, b = ((volatile int *)other)[t] & 0)
BETWEEN(between_branch, if (a > 0) out[t + 300] = a)
BETWEEN(between_half_leaves, if (lane & 1) { out[t] = a; return; })
BETWEEN(between_event, asm volatile("pmevent 0;"))
BETWEEN(between_branch_store, if (a > 0) other[t] = a)

// The second word in a branch or a loop, the first before it; and the other way round.
KERNEL(second_in_branch, 1, 64)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    fill(s, in);
    int a = s[2 * t], b = 0;
    if (a > 0) {
        b = atomicAdd(out + 500 + t, 1) & 0;
        b += s[2 * t + 1];
        b += atomicAdd(out + 600 + t, b) & 0;
    }
    put(out, a + 3 * b);
}

KERNEL(first_in_branch, 1, 64)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    fill(s, in);
    int a = 0;
    if (in[t] & 1) {
        asm volatile("pmevent 0;");
        a = s[2 * t];
        out[500 + t] = a;
        asm volatile("pmevent 1;");
    }
    put(out, a + 3 * s[2 * t + 1]);
}

KERNEL(either_branch, 1, 64)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    fill(s, in);
    int a;
    if (in[t] & 1) {
        asm volatile("pmevent 0;");
        a = s[2 * t] + (atomicAdd(out + 500 + t, 1) & 0);
    } else {
        asm volatile("pmevent 1;");
        a = s[2 * t + 1] + (atomicAdd(out + 600 + t, 1) & 0);
    }
    put(out, a);
}

KERNEL(same_word_twice, 1, 64)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    fill(s, in);
    int a = s[t];
    asm volatile("pmevent 0;" ::: "memory");
    put(out, a + 3 * s[t]);
}

KERNEL(same_word_global, 1, 64)
{
    unsigned t = threadIdx.x;
    volatile __shared__ int s[64];
    const int *p = (const int *)out + 700;
    int a = p[t];
    asm volatile("pmevent 0;" ::: "memory");
    s[t] = 3 * p[t];
    put(out, a + s[t]);
}

KERNEL(stored_then_loaded, 1, 64)
{
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    s[2 * t] = in[t];
    asm volatile("pmevent 0;" ::: "memory");
    put(out, s[2 * t] + 3 * (in[t] & 1));
}

KERNEL(row_of_a_tile, 1, dim3(8, 8))
{
    __shared__ int a[8][8], b[8][8];
    unsigned x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[8 * y + x];
    b[y][x] = in[64 + 8 * y + x];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[y][k] * b[k][x];
    ((int *)out)[8 * y + x] = sum;
}

KERNEL(row_of_a_padded_tile, 1, dim3(8, 8))
{
    __shared__ int a[8][9], b[8][9];
    unsigned x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[8 * y + x];
    b[y][x] = in[64 + 8 * y + x];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[y][k] * b[k][x];
    ((int *)out)[8 * y + x] = sum;
}

KERNEL(sums_of_warps, 1, 256)
{
    __shared__ unsigned sums[8];
    unsigned t = threadIdx.x, v = warp_sum(in[t]);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    unsigned before = 0;
    for (int w = 0; w < 8; w++)
        before += w < (int)t / 32 ? sums[w] : 0;
    put(out, before + v);
}

// What lies before a variable decides on its alignment.
KERNEL(after_one_word, 1, 64)
{
    __shared__ int one;
    __shared__ Four s[64];
    unsigned t = threadIdx.x;
    if (t == 0)
        one = in[7];
    fill(s, in);
    put(out, one + s[t].a + 3 * s[t].b + 5 * s[t].c + 7 * s[t].d);
}

KERNEL(two_words_of_two_variables, 1, 64)
{
    __shared__ int one, two;
    unsigned t = threadIdx.x;
    if (t == 0) {
        one = in[7];
        two = in[8];
    }
    __syncthreads();
    put(out, one + 3 * two);
}

KERNEL_DYNAMIC(dynamic_four, 1, 64, 1024)
{
    extern __shared__ int s[];
    __shared__ int one;
    unsigned t = threadIdx.x;
    #pragma unroll 1
    for (unsigned i = t; i < 256; i += 64)
        s[i] = in[i];
    if (t == 5)
        one = in[7];
    __syncthreads();
    put(out, one + s[4 * t] + 3 * s[4 * t + 1] + 5 * s[4 * t + 2] + 7 * s[4 * t + 3]);
}

// Stores: all words of an array come out.
#define STORES(name, n, statements)                                              \
    KERNEL(name, 1, 64)                                                          \
    {                                                                            \
        __shared__ int s[n];                                                     \
        unsigned t = threadIdx.x;                                                \
        int w = in[t], x = in[t + 64], y = in[t + 128], z = in[t + 192];         \
        fill(s, in);                                                             \
        statements;                                                              \
        __syncthreads();                                                         \
        _Pragma("unroll 1") for (unsigned i = t; i < n; i += 64)                 \
            ((volatile int *)out)[i] = ((volatile int *)s)[i] + (w ^ x ^ y ^ z) * 0; \
    }

STORES(st_two, 128, s[2 * t] = w; s[2 * t + 1] = x)
STORES(st_two_backwards, 128, s[2 * t + 1] = w; s[2 * t] = x)
STORES(st_two_of_three, 192, s[3 * t] = w; s[3 * t + 1] = x)
STORES(st_lower_of_four, 256, s[4 * t] = w; s[4 * t + 1] = x)
STORES(st_upper_of_four, 256, s[4 * t + 2] = w; s[4 * t + 3] = x)
STORES(st_inner_of_four, 256, s[4 * t + 1] = w; s[4 * t + 2] = x)
STORES(st_three_of_four, 256, s[4 * t] = w; s[4 * t + 1] = x; s[4 * t + 2] = y)
STORES(st_four, 256, s[4 * t] = w; s[4 * t + 1] = x; s[4 * t + 2] = y; s[4 * t + 3] = z)
STORES(st_four_mixed, 256, s[4 * t + 2] = w; s[4 * t] = x; s[4 * t + 3] = y; s[4 * t + 1] = z)
STORES(st_four_far, 256, s[2 * t] = w; s[2 * t + 128] = x; s[2 * t + 1] = y; s[2 * t + 129] = z)
STORES(st_six, 512, s[8 * t] = w; s[8 * t + 1] = x; s[8 * t + 2] = y; s[8 * t + 3] = z;
       s[8 * t + 4] = w; s[8 * t + 5] = x)
STORES(st_two_same, 128, s[2 * t] = w; s[2 * t + 1] = w)
STORES(st_load_between, 256, s[2 * t] = w; x += s[2 * t + 128]; s[2 * t + 1] = x)
STORES(st_shuffle_between, 128, s[2 * t] = w; x = __shfl_xor_sync(0xffffffffu, x, 1);
       s[2 * t + 1] = x)
STORES(st_event_between, 128, s[2 * t] = w; asm volatile("pmevent 0;"); s[2 * t + 1] = x)
STORES(st_branch_between, 128, s[2 * t] = w; if (x > 0) out[900 + t] = x; s[2 * t + 1] = x)
STORES(st_global_between, 128, s[2 * t] = w; out[900 + t] = x; s[2 * t + 1] = x)
STORES(st_in_branch, 128, if (w > 0) { s[2 * t] = w; s[2 * t + 1] = x; })
STORES(st_swap, 128, int a = s[2 * t]; int b = s[2 * t + 1];
       if (a > b) { s[2 * t] = b; s[2 * t + 1] = a; })
STORES(st_increments, 128, s[2 * t] += 3; s[2 * t + 1] += 5)
