// 09_clusters.h - what lab 09 has to define: blocks that share their shared memory.
//
// A histogram counts value v in bin v; values below 0 in bin 0, values of nbins and
// above in bin nbins - 1; values may be any ints. Counts are added to those in `bins`.
// 1 <= nbins <= 2^24, 0 <= n <= 2^25.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CLUSTER_BLOCK = 1024, // threads per block, in every part
    CLUSTER_MAX = 8,      // blocks per cluster, at most
    CLUSTER_BINS = 32768  // bins in the shared memory of one block, at most: 128 KB
};

// Part 1: nbins <= CLUSTER_BINS. Parts 2 and 3: nbins <= ranks * CLUSTER_BINS, by clusters
// of `ranks` = 1, 2, 4 or 8 blocks. Part 4: any number of bins.
void histogram_shared(unsigned *bins, int nbins, const int *in, int n);
void histogram_spread(unsigned *bins, int nbins, int ranks, const int *in, int n);
void histogram_exchange(unsigned *bins, int nbins, int ranks, const int *in, int n);
void histogram_any(unsigned *bins, int nbins, const int *in, int n);

// Part 5: smooths each of `rows` rows of `length` elements, which are stored one after the other,
// `steps` times: an element becomes a quarter of its left neighbour plus half of itself plus a
// quarter of its right neighbour. The first and the last element of a row do not change.
// 0 <= length <= CLUSTER_MAX * CLUSTER_BLOCK; 0 <= rows, steps <= 2^20; `in` has at most 2^25
// elements, which are between -1 and 1.
void smooth_rows(float *out, const float *in, int rows, int length, int steps);

// Part 6: `in` is cut into `clusters` pieces of ceil(n / clusters) elements, the last ones
// shorter or empty; sums[c] is the sum of piece c, computed by a cluster of `ranks` blocks.
// 1 <= clusters <= 2^20, 1 <= ranks <= CLUSTER_MAX, 0 <= n <= 2^25; the elements may be any ints.
void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n);

// Part 7, the race, in fastest.cu: a histogram as above, but bins[b] is written, not added to: what
// was there before is lost. 1 <= nbins <= 2^24, 0 <= n < 2^32; `in` is aligned to 16 bytes, as
// memory from cudaMalloc is. In the simulator the structure is graded: sectors, requests,
// wavefronts, atomics. `make race` measures the function on a GPU, beside CUB.
void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n);

#ifdef __cplusplus
}
#endif
