// 17_async_copies.h - what lab 17 has to define: copies that go on while threads compute.
//
// A row has ASYNC_ROW ints and is a ring: its last element is beside its first one. To smooth a
// row is to replace each element x by left + 2 x + right. Rows are stored one behind the other.
// All arrays are aligned to 128 bytes. Elements are from -2^20 to 2^20. All counts of rows may be
// 0; `blocks` is at least 1.
//
// In parts 1 to 5 block b of `blocks` blocks smooths the rows b, b + blocks, b + 2 blocks ...
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ASYNC_ROW = 1024,    // elements of a row: 4096 bytes
    ASYNC_THREADS = 256, // that smooth a row, 4 elements each
    ASYNC_STAGES = 4,    // rows in shared memory, parts 2, 4, 5 and 7
    ASYNC_SIDE = 32,     // of a tile, part 6
    ASYNC_CLUSTER = 4    // blocks of a cluster, and filters, part 7
};

// Part 1: rows come through registers into two buffers.
void smooth_by_hand(int *out, const int *in, int rows, int blocks);
// Part 2: cuda::pipeline, with ASYNC_STAGES rows.
void smooth_by_pipeline(int *out, const int *in, int rows, int blocks);
// Part 3: bulk copies that count bytes at a barrier in shared memory.
void smooth_by_barrier(int *out, const int *in, int rows, int blocks);
// Part 4: bulk copies in and out.
void smooth_by_bulk(int *out, const int *in, int rows, int blocks);
// Part 5: one warp copies, eight warps compute.
void smooth_by_roles(int *out, const int *in, int rows, int blocks);

// Part 6: `in` has rows x cols elements; out, cols x rows, is its transpose. rows and cols are
// multiples of 4.
void turn_by_maps(int *out, const int *in, int rows, int cols);

// Part 7: ASYNC_CLUSTER filters of all rows: out[f][r][i] = weight[f][0] left + weight[f][1] x +
// weight[f][2] right. Cluster c takes the rows c, c + clusters ...; block f of it, filter f.
void filter_by_multicast(int *out, const int *in, const int *weight, int rows, int clusters);

// Part 8: as parts 1 to 5, and no copies: a block for each row.
void smooth_each(int *out, const int *in, int rows);

// Part 9, fastest.cu: the same, on so many multiprocessors.
void smooth_fastest(int *out, const int *in, int rows, int multiprocessors);

#ifdef __cplusplus
}
#endif
