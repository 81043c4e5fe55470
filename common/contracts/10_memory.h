// 10_memory.h - what lab 10 has to define: bandwidth, layout, kinds of memory.
//
// Arrays do not overlap. 0 <= n <= 2^25 unless a part says otherwise; ints and words may have any
// value, and unsigned arithmetic is modulo 2^32.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEMORY_BLOCK = 256,  // threads per block in parts 2, 3, 4, 6, 7 and 8
    PARTICLE_FLOATS = 6, // part 4
    COEFFICIENTS = 64,   // part 7: at most
    TABLE_WORDS = 256,   // part 7: one for each value of a byte
    MEMORY_STEPS = 32    // part 8
};
#define MEMORY_A 1664525u
#define MEMORY_C 1013904223u

// Part 1. out[i] = in[i * stride], i < n, `passes` + 1 times, of which the first is not timed.
// n, passes >= 1; stride is 1, 2, 4 or 8; n * stride <= 2^25. `b` is in host memory. GB are 10^9
// bytes; the memory moves sectors of 32 bytes.
typedef struct {
    double us;      // of one pass
    double useful;  // GB/s: the words that are needed
    double moved;   // GB/s: the sectors that are moved for them
    double percent; // `moved`, in per cent of the theoretical peak
} Bandwidth;
void memory_bandwidth(Bandwidth *b, int *out, const int *in, int n, int stride, int passes);

// Part 2. out = in, by `blocks` blocks, 1 to 2^16; each thread has `each` = 1, 2, 4 or 8 loads in
// flight.
void copy_in_flight(int *out, const int *in, int n, int blocks, int each);

// Part 3. x[i] *= a, no overflow; x is a multiple of 4 bytes. No word outside of x[0 .. n) is
// accessed.
void scale_wide(int *x, int n, int a);

// Part 4. n <= 2^22; the floats are multiples of 1/4, so small that all results are exact. move:
// x += dt * vx, and y and z likewise. split: soa[f * n + i] is float f of particle i. The first
// function is given.
typedef struct {
    float x, y, z, vx, vy, vz;
} Particle;
void particles_move_aos(Particle *p, int n, float dt);
void particles_split(float *soa, const Particle *p, int n);
void particles_move_soa(float *soa, int n, float dt);

// Part 5. Both pictures are in pinned memory of the host. The window of width x height pixels at
// (left, top) lies inside of `picture`, whose rows are `stride` pixels apart. In `out` there are no
// gaps between the rows: pixel (x, y) is in(x, y) - in(x, y - 1) of the window; in row 0, in(x, 0).
// 0 <= width <= stride <= 2^16, 0 <= height <= 2^16; at most 2^25 pixels. No overflow.
void picture_edges(int *out, const int *picture, int stride, int left, int top, int width,
                   int height);

// Part 6. lookup: out[i] = table[index[i]]; the table has `size` words, 1 to 2^25, in pinned
// memory; 0 <= index[i] < size. rounds: `data` is in pinned memory; for round = 0, 1, ...
// rounds - 1, every word x becomes MEMORY_A * x + round; 0 <= rounds <= 2^20. sums: pageable
// memory of the host, 0 <= rows <= 1024; sums[r] is the sum of words[start[r]] up to, not
// including, words[start[r + 1]]; start has rows + 1 elements, none smaller than the one before.
void table_lookup(int *out, const int *table, int size, const int *index, int n);
void table_rounds(unsigned *data, int n, int rounds);
void ragged_sums(long long *sums, const int *words, const int *start, int rows);

// Part 7. polynomial: out[i] = c[0] + c[1] x[i] + c[2] x[i]^2 + ... up to c[count - 1], which are
// in host memory; 1 <= count <= COEFFICIENTS. translate: out[i] = table[in[i]]. The last function
// is given: out[i] = i, read with words of constant memory that are 0; lane l of a warp reads word
// (l / group) * stride, which is below 1024.
void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count);
void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table);
void constant_words(unsigned *out, int n, int group, int stride);

// Part 8. gray: out = 0.2126 red + 0.7152 green + 0.0722 blue, for 0 <= values <= 255; an error of
// 0.0001 is allowed. The slow one is given. wave: out = e^(-t / 4) cos t, for 0 <= t <= 8; an
// error of 0.0001 is allowed. kinds: for even i, out[i] is in[i] after MEMORY_STEPS steps
// x = MEMORY_A * (x ^ x >> 15) + MEMORY_C; for odd i, after as many steps x ^= x << 13, x ^= x >>
// 17, x ^= x << 5.
void gray_slow(float *out, const float *red, const float *green, const float *blue, int n);
void gray_fast(float *out, const float *red, const float *green, const float *blue, int n);
void damped_wave(float *out, const float *t, int n);
void two_kinds(unsigned *out, const unsigned *in, int n);

#ifdef __cplusplus
}
#endif
