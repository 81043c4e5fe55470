// 07_streams.h - what lab 07 has to define: copies, kernels and the host at the same time.
//
// Here pointers point to host memory, which is pinned unless a comment says otherwise. The
// function allocates and frees its device memory, and its results are complete when it returns.
//
// The work: an array of n random number generators, each a word x. A pass advances each by
// STREAMS_STEPS steps x = STREAMS_A * x + STREAMS_C (mod 2^32). 0 <= n, m <= 2^25;
// 1 <= chunk <= 2^25; a picture has at most 2^25 words, and a window at most 2^18 rows.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    STREAMS_STEPS = 16,           // steps per pass
    STREAMS_COUNT = 4,            // streams in parts 3 and 4
    STREAMS_TILE = 64,            // rows and columns of a tile in part 6
    STREAMS_HOST_WORDS_US = 2800, // words that the host advances by one pass in a microsecond
    STREAMS_HOST_GFLOPS = 30,     // speed of the host in part 6
    STREAMS_UNIT_STEPS = 115,     // steps of a kernel of length 1 in cases b and c of part 7
    STREAMS_SMALL_STEPS = 300,    // steps of each word in part 10
    STREAMS_SMALL_WORDS = 32      // words of a piece in part 10, at most
};
#define STREAMS_A 1664525u
#define STREAMS_C 1013904223u

// Parts 1 and 2: out = in, advanced by `passes` >= 1 passes. Part 1: one pass, pageable memory.
// Part 2: meanwhile the host advances `mine`, m words, in place by one pass.
void streams_serial(unsigned *out, const unsigned *in, int n);
void streams_overlap(unsigned *out, const unsigned *in, int n, int passes, unsigned *mine, int m);

// Parts 3, 4 and 5: out = in, advanced by one pass, in pieces of `chunk` words (the last piece may
// be shorter). Then *check is the exclusive or of all words of `out` (pageable memory).
void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
void streams_four(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
void streams_events(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
// *ratio = the time of `passes` passes, launched one after the other, divided by the time of one
// pass, over x, n words of device memory. At the end x is advanced by 2 + passes passes, because
// there is another pass before both, as a warm-up.
void streams_ratio(float *ratio, unsigned *x, int n, int passes);

// Part 6: c = a * b, matrices of n x n doubles, row by row; n is a multiple of STREAMS_TILE, at
// most 2^14.
// ways 1, 2, 3: this number of streams; 4: three, and the host computes tiles as well; 0: only the
// host. The three matrices together need not fit into device memory.
void streams_dgemm(double *c, const double *a, const double *b, int n, int ways);

// Part 7: scheduling case 'a', 'b', 'c' or 'd' with arrays of two pieces of n words ('d':
// three). Each case in streams.cu says what is computed from the pieces.
void streams_order(unsigned *out, const unsigned *in, int n, int which);

// Part 8: the answers of two experiments, 1 for yes and 0 for no (pageable memory).
void streams_stream0(int answer[3]);
void streams_window(int answer[6]);

// Part 9. pinned: n words of pageable memory; `rounds` times, at least once, a pass on the device,
// and then, on the host, the exclusive or of every word with the number of the round. managed:
// pageable memory, one pass. pitched: a window of `width` x `height` words of an image whose rows
// are `stride` words apart (pageable), advanced by one pass; in `out` there are no gaps between the
// rows.
void streams_pinned(unsigned *data, int n, int rounds);
void streams_managed(unsigned *out, const unsigned *in, int n);
void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride);

// Part 10: out = in, advanced by STREAMS_SMALL_STEPS steps, in pieces of `chunk` words (at most
// STREAMS_SMALL_WORDS; the last piece may be shorter), each by a kernel of its own.
void streams_small(unsigned *out, const unsigned *in, int n, int chunk);

#ifdef __cplusplus
}
#endif
