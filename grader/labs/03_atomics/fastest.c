// fastest.c - part 8 of lab 03, the open part: its cases and its gates.
//
// 2^20 bytes are 32768 sectors; 2048 requests with 16 bytes per lane, 32768 with one. Wavefronts of
// shared atomics: with one counter per value 3.1 for 32 bytes, with a counter for each lane 1.
// Without atomics, a thread loads and stores a counter of its own for each byte: an H200 is slower
// then. The bins: 32 sectors for each block; 4096 bytes per block are 256 blocks.
#include "grader/suite.h"

#include "room.h"

// Bytes, vectors of 4, 8 and 16 of them, tiles.
void atomics_fastest_draw(CaseList *list)
{
    static const int sizes[] = {2,   3,   15,   16,   17,   31,    32,   33,
                                127, 511, 1000, 1023, 4097, 16383, 16399};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        atomics_add_bytes(list, sizes[i], i % 3 ? 0 : 251, KINDS, 0);
    KIT_EACH_UNSIGNED(k, atomics_add_bytes(list, 3001, 0, k, 0));
    atomics_add_bytes(list, 33 * ATOMICS_TILE + 77, 0, KINDS, 0);
    atomics_add_bytes(list, 33 * ATOMICS_TILE + 77, 0, KIND_values_equal, 0);
    atomics_add_bytes(list, (1 << 22) + 5, 0, KIND_values_equal, CASE_CLEAN_ONLY);
    atomics_add_bytes(list, 999983, 239, KINDS, CASE_CLEAN_ONLY);
    atomics_add_bytes(list, FASTEST_COUNTED, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    atomics_add_bytes(list, 1, 251, KINDS, 0);
    atomics_add_bytes(list, 0, 0, KINDS, CASE_TRIVIAL);
}

const Item atomics_fastest_items[] = {
    ITEM_RIGHT("right", "the right counts", 2),
    ITEM_SAFE(SAFE_READS, 1, .slide = "03.10"),
    ITEM_GATES(
        "memory", "each sector read once, in vectors", 3,
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 2 * FASTEST_COUNTED / 32,
                           .good = FASTEST_COUNTED / 32, .gate = FASTEST_COUNTED / 32 * 13 / 10),
                 GATE_MOST(READ_REQUESTS, "load requests to global memory",
                           .naive = FASTEST_COUNTED / 32, .good = FASTEST_COUNTED / 512,
                           .gate = FASTEST_COUNTED / 512 * 13 / 5),
                 GATE_MOST(BUSIEST_BLOCK, .naive = FASTEST_COUNTED, .good = 32768,
                           .gate = FASTEST_COUNTED / 8)}),
    ITEM_GATES(
        "lanes", "no lane waits for another one, and few updates of global memory", 4,
        .gate = {GATE_MOST(ATOMIC_WAVES, "wavefronts of shared atomics",
                           .naive = FASTEST_COUNTED / 32 * 31 / 10, .good = FASTEST_COUNTED / 32,
                           .gate = 2 * (FASTEST_COUNTED / 32)),
                 GATE_MOST(SUM2(LOAD_WAVES, STORE_WAVES), "wavefronts of shared loads and stores",
                           .naive = 7 * (FASTEST_COUNTED / 32), .good = 64 * 1024,
                           .gate = 4 * (FASTEST_COUNTED / 32)),
                 GATE_MOST(ATOMIC_SECTORS, "updates of global memory, in 32-byte sectors",
                           .naive = FASTEST_COUNTED, .good = 32 * 32, .gate = 132 * 3 * 32)}),
    ITEMS_END,
};
