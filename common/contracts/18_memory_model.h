// 18_memory_model.h - what lab 18 has to define: words that blocks, and the host, share without a
// barrier between them.
//
// The blocks of a launch run at the same time, and at most MODEL_BLOCKS of them are launched. All
// sizes may be 0; then nothing is launched. No sum overflows.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MODEL_BLOCK = 64,   // threads per block, in every part
    MODEL_BLOCKS = 132, // blocks that certainly run at the same time
    MODEL_ROW = 4,      // words of a record, part 4
    MODEL_RING = 8      // places of the ring, part 5
};

// Part 1: `messages` messages of MODEL_BLOCK words; out[i] = in[i] for all words. Message k goes
// from block 2k to block 2k + 1, through memory that both can reach. 2 * messages <= MODEL_BLOCKS.
void pass_messages(int *out, const int *in, int messages);

// Part 2: out[k] is the sum of words 2 * MODEL_BLOCK * k to 2 * MODEL_BLOCK * (k + 1) - 1 of
// `in`. Two blocks share the work on k, and no atomic that reads and writes is used.
// 2 * sums <= MODEL_BLOCKS.
void pair_sums(int *out, const int *in, int sums);

// Part 3: record[0] grows by the number of blocks, record[1] by the sum of the n elements,
// record[2] becomes the maximum of the elements and its old value. log[i] is the ticket of the
// block that had the lock as the i-th: i. record[0] is 0 before. 0 <= n <= MODEL_BLOCK *
// MODEL_BLOCKS, a tile of MODEL_BLOCK elements per block.
void ticket_record(int *log, long long *record, const int *in, int n);

// Part 4: block 0 writes the rows of `in` into one record, one after the other: MODEL_ROW words
// each. `readers` further blocks read the record until they have read the last row. mixed[r] is how
// often reader r has got words of two rows at once: 0. last[r * MODEL_ROW + j] is the word j of the
// row that it has read last. 1 <= rows; 0 <= readers < MODEL_BLOCKS.
void snapshots(int *last, int *mixed, const int *in, int rows, int readers);

// Part 5: `in` is memory of the host. The host sends its n numbers, one after the other, through a
// ring of MODEL_RING places to a kernel that is running already; out[i] = in[0] + ... + in[i].
void ring_sums(int *out, const int *in, int n);

// Part 6: a forest of n nodes. The children of node v are child[first[v]] to child[first[v + 1] -
// 1]. Nodes 0 to roots - 1 are the roots. depth[v] is the number of steps from its root, or -1 if
// no root leads to v. `blocks` blocks share the work, 1 <= blocks <= MODEL_BLOCKS.
void forest_depths(int *depth, const int *first, const int *child, int n, int roots, int blocks);

// Part 7: `steps` times, every element of a row of blocks * MODEL_BLOCK words becomes the sum of
// itself and its neighbours, modulo 2^32; beyond the ends are zeros. A block keeps its own words.
void neighbour_steps(unsigned *row, int blocks, int steps);

// Part 8: out[i] = in[0] + ... + in[i], n <= MODEL_BLOCK * MODEL_BLOCKS. Each block waits for the
// sum of the block before it.
void chained_scan(int *out, const int *in, int n);

#ifdef __cplusplus
}
#endif
