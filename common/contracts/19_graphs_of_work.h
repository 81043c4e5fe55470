// 19_graphs_of_work.h - what lab 19 has to define: work that is described once, as a graph, and
// launched as a whole.
//
// Rows of unsigned words are modulo 2^32. No size is above 2^20. A function may return before its
// work has ended, but work that is launched later in the default stream must find its results.
#pragma once

#include "11_sparse.h" // LinkGraph
#include "12_graphs.h" // Neighbours

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WORK_BLOCK = 256,   // threads per block, in every part
    ROUND_STEPS = 12,   // part 1: kernels of a round
    TASK_WORDS = 256,   // part 2: words of a task, and
    TASK_BEFORE = 3,    // how many tasks come before it at most
    BATCH_WORDS = 1024, // part 4: words of a batch, and
    BATCH_STEPS = 8,    // kernels in its middle
    RANK_PAIR = 2,      // part 5: steps from one look at the change to the next
    SEARCH_SHARE = 16,  // part 6: up, if a wave has at least one of so many vertices
    ORDER_KINDS = 3,    // part 8: kinds of orders
    NO_TASK = -1
};

// Part 1: `rounds` rounds; in each, for k = 0 to ROUND_STEPS - 1, every word w of the row becomes
// 5 w + k.
void run_rounds(unsigned *row, int n, int rounds);

// Part 2: task t has TASK_WORDS words of `value`. Each is mixed (see mix()), and then the words at
// the same place of all tasks that come before t are added: those are before[TASK_BEFORE * t] to
// before[TASK_BEFORE * t + TASK_BEFORE - 1], all different, or NO_TASK. `before` is memory of the
// host. The tasks are in no order, but there is one: no task comes before itself, by whatever way.
// All that happens `times` times.
void run_tasks(unsigned *value, const int *before, int tasks, int times);

// Part 3: `times` times, result[0] grows by the sum of all words (mixed) of `in`, result[1] by the
// largest of them, result[2] by the number of those from 2^31 on; all three are 0 at the start.
void run_summary(unsigned long long *result, const unsigned *in, int n, int times);

// Part 4: each batch of BATCH_WORDS words of `in` goes through a pipeline to the same place of
// `out`: out[i] = in[i] after BATCH_STEPS times w = 5 w + k, k = 0 to BATCH_STEPS - 1. The last
// batch may be shorter.
void run_batches(unsigned *out, const unsigned *in, int n);

// Part 5: PageRank, as rank_converge() of lab 11; but the change is looked at after every RANK_PAIR
// steps, and no host takes part. *steps is memory of the host.
void rank_graph(double *rank, int *steps, LinkGraph g, double epsilon);

// Part 6: search, as search_switching() of lab 12, and no host takes part. Every edge is there in
// both directions.
void search_graph(int *level, Neighbours g, int source);

// Part 7: `rounds` rounds; in round r, r = 0, 1, ..., row[i] becomes row[i] plus the old
// row[(i + 2 r + 1) % n].
void run_turns(unsigned *row, int n, int rounds);

// Part 8: `orders` orders are carried out, one after the other. order[k], in device memory, is the
// kind of order k, 0 to ORDER_KINDS - 1. Kind 0: w = w + i for word i; kind 1: w = 3 w; kind 2:
// the row is reversed.
void run_orders(unsigned *row, int n, const int *order, int orders);

#ifdef __cplusplus
}
#endif
