// 20_occupancy.h - what lab 20 has to define: kernels whose limit is to be found, and moved.
//
// All sizes may be 0; then nothing is launched. Each function makes one launch, unless its part
// says otherwise.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OCC_WINDOW = 9,  // values of a window, part 3
    OCC_VALUES = 40, // values of a thread, part 4
    OCC_TERMS = 64,  // coefficients, part 5
    OCC_SIDE = 32,   // of a tile, part 6b
    OCC_BINS = 4,    // of part 6c
    OCC_GROUP = 128  // values of a group, part 6f
};

// Part 1: out[i] = 3 * in[i] + 1.
void occ_weigh(float *out, const float *in, int n);

// Part 2: kernel k needs registers[k] registers a thread, 1 to 255, and shared[k] bytes of shared
// memory a block; it is launched with threads[k] threads a block, 1 to 1024. warps[k] is how many
// of its warps are resident on one multiprocessor of an H200. limit[k] says what lets no further
// block in: 0 warps, 1 blocks, 2 registers, 3 shared memory; of several, the first.
void occ_resident_warps(int *warps, int *limit, const int *registers, const int *shared,
                        const int *threads, int n);

// Part 3: out[i] is the median of in[i] to in[i + OCC_WINDOW - 1]; `in` has n + OCC_WINDOW - 1
// values.
void occ_medians(int *out, const int *in, int n);

// Part 4: column i of an array of OCC_VALUES rows and n columns has the values in[j * n + i];
// rank[j * n + i] is how many values of the column come before value j: those that are smaller, and
// equal ones of rows above. fits == 0: the kernel whose launch bounds make it spill; 1: the one
// whose launch bounds do not. OCC_VALUES * n < 2^31.
void occ_ranks(int *rank, const int *in, int n, int fits);

// Part 5: out[i] = a[0] * x^63 + a[1] * x^62 + ... + a[63], modulo 2^32, with x = in[i]. `a` has
// OCC_TERMS coefficients. A thread computes `each` results: 1, 2, 4, 8 or 16.
void occ_polynomials(unsigned *out, const unsigned *in, const unsigned *a, int n, int each);

// Part 6: six kernels, each with a limit of its own.
//
// a: out[i] is the sum of in[8 * i] to in[8 * i + 7], modulo 2^32.
void occ_sums_of_eight(unsigned *out, const unsigned *in, int n);
// b: each tile of OCC_SIDE x OCC_SIDE words, row after row, transposed; n tiles.
void occ_transposed_tiles(unsigned *out, const unsigned *in, int n);
// c: count[d] grows by how many of the n values have the last two bits d.
void occ_last_bits(unsigned *count, const unsigned *in, int n);
// d: out[i] = 0.5 * in[i] + 0.25. Both numbers and all results are exact in float.
void occ_halves(float *out, const float *in, int n);
// e: out[i] is x after 40 steps x = 1664525 * x + 1013904223, modulo 2^32, from in[i].
void occ_stepped(unsigned *out, const unsigned *in, int n);
// f: out[i] is the largest of in[i], in[i + 1] ... up to the end of its group of OCC_GROUP values.
void occ_largest_behind(int *out, const int *in, int n);

// Part 7: measurement k is a kernel that has executed single[k] additions and products and fused[k]
// fused ones (thread instructions, float), and has moved bytes[k] > 0 bytes to and from memory in
// ns[k] > 0 nanoseconds. intensity[k] is its operations per byte; rate[k] its operations per
// nanosecond; roof[k] the rate that `peak` operations and `bandwidth` bytes per nanosecond allow at
// this intensity; bound[k] 0 if memory sets this roof, 1 if arithmetic does (also if both do).
void occ_roofline(double *intensity, double *rate, double *roof, int *bound,
                  const long long *single, const long long *fused, const long long *bytes,
                  const long long *ns, int n, int peak, int bandwidth);

// Part 8: what the two listings of the assignment compute. `in` of the second one has 4 * n words.
void occ_from_ptx(unsigned *out, const unsigned *in, int n);
void occ_from_sass(int *out, const int *in, int n);

#ifdef __cplusplus
}
#endif
