// cost_table.h - every constant of virtual time, with where it comes from.
// Included by cost.c (kernels) and cudart/clock/timeline.c (copies, calls, queues).
//
// Sources
//   [guide]  CUDA C++ Programming Guide 13, table of arithmetic throughput for
//            compute capability 9.0 (results per cycle and multiprocessor / 32)
//   [spec]   the H200's data sheet and its device attributes (device.c)
//   [copy]   medians of CUDA event timings of 256 MiB copies on an H200
//   [micro]  tests/data/h200_streams.txt: what tests/cuda/streams/probe.cu
//            measured on an H200
//   [sweep]  tests/data/h200_sweep.txt: what tests/bench/sweep.cu measured on an H200;
//   [children] in the same file, tests/bench/children.cu
//   [sweep_more] tests/data/h200_sweep_more.txt: what tests/bench/sweep_more.cu measured
//   [sweep_waits] tests/data/h200_sweep_waits.txt: what tests/bench/sweep_waits.cu measured
//   [peers]  tests/data/h200_peers.csv: what tests/bench/peers.cu measured on two H200
//   [text]   the old single-queue hardware as vendor slides describe it
//
// Nothing here was fitted to a kernel of the course, nor to one of the list that
// proves it (tests/bench/times.cu, tests/data/h200_times.txt: make bench-time).
#pragma once

// ---- kernels: cost.c ------------------------------------------------

// clang-format off
#define COST_LAUNCH_US 1.2        // from the end of a grid to the end of an empty grid after it,
                                  // without its block [sweep: empty launches]
#define COST_BLOCKS_US 1660.0     // blocks that all multiprocessors start in a microsecond
                                  // [sweep: empty, by number of blocks]
#define COST_BLOCK_CYCLES 355.0   // from the start of a block to its first instruction, and from
                                  // its last to the next block [sweep: empty, 1024 threads]
#define COST_DRAM_BYTES_US 4200e3 // read and written together [copy]
#define COST_L2_READS_US 300e3    // sectors of 32 bytes, and lines, that the L2 cache
#define COST_L2_WRITES_US 146e3   // reads or writes in a microsecond [sweep: read, write stride,
                                  // 16 MB]
#define COST_L2_SECTORS 2.0       // sectors of L2 per cycle and multiprocessor [spec]
#define COST_L2_SLOPE 4.0         // at 1 + 1/4 of what it holds, nothing is found there
                                  // any more [sweep: read 4 times]
#define COST_ATOMICS_US 100e3     // sectors that L2 updates in a microsecond [sweep: reds]
#define COST_SLICE_ATOMICS_US 1450.0 // updates in one slice [sweep: reds, one word, 32 words]
#define COST_SLICE_STORES_US 1000.0 // lines that are stored to one slice: all of them together
                                  // take 73 in a nanosecond [sweep: write stride 32, scatter]
#define COST_L1_REQUESTS 0.5      // loads and stores per cycle and multiprocessor, of any number
                                  // of lines [sweep: L1 words, 1 line; 2 lines]
#define COST_L1_LINES 1.0         // lines of 128 bytes per cycle and multiprocessor [sweep: L1 words]
#define COST_L1_SECTORS 4.0       // sectors per cycle and multiprocessor [spec]
#define COST_SHARED_WAVES 1.0     // wavefronts per cycle and multiprocessor [sweep: shared loads]
// Cycles of a multiprocessor for each sector of another block's shared memory that its threads
// access, in clusters of two blocks and in larger ones [sweep_more: remote loads, atomics].
#define COST_REMOTE_PAIR_CYCLES 3.7
#define COST_REMOTE_CYCLES 6.8
#define COST_ISSUE 4.0            // warp instructions per cycle and multiprocessor [spec]
#define COST_MULTIPLIES 2.0       // integer multiplications, the same [guide]
// Cycles from an instruction to one that needs its result [sweep: chain, walk].
#define COST_STEP_CYCLES 4.5
#define COST_BRANCH_CYCLES 20.0   // of 29 that a loop of four instructions takes
#define COST_SFU_CYCLES 20.0
#define COST_FP64_CYCLES 8.0
#define COST_WARP_CYCLES 24.0
#define COST_SYNC_CYCLES 20.0
#define COST_BARRIER_CYCLES 12.4     // a barrier of a block, and in addition for each
#define COST_BARRIER_WARP_CYCLES 2.0 // warp of the block [sweep: chain barrier]
#define COST_VOTE_CYCLES 60.0        // in addition, of one that votes [sweep_more: 200 barriers or]
#define COST_VOTE_SLOTS 2.25         // slots of a barrier that votes, of one that does not: 1 [the same]
#define COST_CLUSTER_CYCLES 370.0    // a barrier of a cluster [sweep_more: 200 cluster barriers]
#define COST_FENCE_CYCLES 280.0      // a fence of the GPU, and in addition if stores came before
#define COST_FENCE_STORE_CYCLES 290.0 // [sweep_more: 100 rounds of fence; of store and fence]
#define COST_SHARED_CYCLES 29.0
#define COST_SHARED_ATOMIC_CYCLES 90.0
#define COST_L1_CYCLES 38.0
#define COST_L2_CYCLES 288.0
#define COST_ATOMIC_CYCLES 300.0
#define COST_SWAP_CYCLES 420.0    // a compare-and-swap that others wait for: the mean of near and far
                                  // memory [sweep_waits: place: atomic compare]
#define COST_DRAM_CYCLES 680.0    // [micro]
#define COST_WARP_ISSUE_CYCLES 1.5 // between two of a warp that do not [sweep: adds, ILP 4]
// Divisions whose divisor is no constant: machine instructions in addition to the one that is
// counted, and those of them that convert, start from the reciprocal, or are of
// double precision [sweep: t_divide, long_divide, t_double_divide].
#define COST_DIV_32_SLOTS 16.0
#define COST_DIV_64_SLOTS 120.0
#define COST_DIV_FLOAT_SLOTS 16.0
#define COST_DIV_SFU 4.0
#define COST_DIV_FP64 14.0
#define COST_MUL_64_SLOTS 3.0     // a multiplication of 64 bits

// Warp instructions a multiprocessor completes in a cycle, by unit [guide]; conversions,
// barriers and branches [sweep: t_convert, 100 barriers, all warps' loop]. Of the integer
// ones some go to the unit that multiplies.
#define COST_UNIT_RATES                                                        \
    [UNIT_INT] = 3, [UNIT_FP32] = 4, [UNIT_FP64] = 2, [UNIT_FP16] = 4,         \
    [UNIT_SFU] = 0.5, [UNIT_CVT] = 1, [UNIT_MOVE] = 4, [UNIT_MEM] = 1,         \
    [UNIT_SYNC] = 0.5, [UNIT_WARP] = 1, [UNIT_FLOW] = 0.7, [UNIT_NONE] = 4, \
    [UNIT_TENSOR] = 1
// clang-format on

// ---- products of matrices: path.c -----------------------------------
//
//   [tensor]  tests/data/h200_mma_times.csv: what `mma_probe --times` of tests/gpu/mma_probe.cu
//             measured on an H200

// clang-format off
enum {
    TENSOR_plain, TENSOR_sparse, TENSOR_bytes, TENSOR_f64, TENSOR_xor, TENSOR_nibbles, TENSOR_old
};
// Cycles until the result is there, and of a multiprocessor, for 32 bytes of A along k [tensor].
#define COST_TENSOR_TABLE                                                      \
    [TENSOR_plain] = {24, 1.5}, [TENSOR_sparse] = {24, 2.07},                  \
    [TENSOR_bytes] = {34, 1.9}, [TENSOR_f64] = {37, 4.3},                      \
    [TENSOR_xor] = {110, 7}, [TENSOR_nibbles] = {300, 50}, [TENSOR_old] = {240, 31}
#define COST_TENSOR_SHORT 0.7 // of half that length
// wgmma, for each column of D: not measured, but the rate that NVIDIA publishes for the H100: 2048
// products of halves in a cycle of a multiprocessor, and half of them to double of them where
// elements have 32 or 8 bits; 64 by n by 32 bytes take n / 2 cycles, a quarter for each warp.
#define COST_WGMMA_CYCLES 0.5
#define COST_WGMMA_SLOTS 0.125
#define COST_TENSOR_F64 4     // of f64, for each element more along k
// clang-format on

// ---- kernels that use other memory: cost.c --------------------------
//
//   [memory]  tests/data/h200_memory.txt: what `memory_gpu time` of tests/gpu/memory_gpu.cu, and
//             tests/gpu/constant_probe.cu under ncu, measured on an H200

// clang-format off
#define COST_HOST_CYCLES 2400.0   // from a load of pinned memory to the word
                                  // [memory: chase mapped: 1200 ns per step]
#define COST_HOST_SECTORS_US 3310.0 // sectors of pinned memory that kernels read or write in a
#define COST_HOST_LINES_US 740.0  // microsecond, and their lines [memory: mapped read: 50 GB/s; a
                                  // sector per line: 604 lines in a microsecond]
#define COST_PEER_CYCLES 1750.0   // from a load of another device's memory to the word
                                  // [peers: chase: 883 ns per step]
#define COST_PEER_SECTORS_US 11450.0 // in each direction [peers: load, store: 366 GB/s]
#define COST_CONSTANT_CYCLES 2.0  // of the constant cache of a multiprocessor, for each word of a
                                  // load with an index [memory: constant_probe:
                                  // idc__request_cycles_active / idc__requests]
// clang-format on

// ---- grids that kernels launch: device_runtime/ ---------------------

// clang-format off
#define COST_CHILD_CALL_US 6.3  // the launch, of the thread that makes it, one after the other
                                // [children: 64 and 512 of one block]
#define COST_CHILD_US 4.0       // from there to the child's start [children: nested 8, 16]
#define COST_CHILD_NEXT_US 3.0  // from the end of a grid to the next one in its stream, or
                                // to the next tail launch [children: tail, 512 blocks]
#define COST_CHILD_TAIL_US 10.0 // from the end of a grid to the start of its tail launch
                                // [children: tail after tail: 18 us per grid]
#define COST_CHILD_TURN_US 0.77 // between two starts in streams [children: own stream, 2048 blocks]
#define COST_CHILD_TREE_US 8.0  // from the end of the last grid to the end of the tree
// clang-format on

// ---- managed memory: paging.c ---------------------------------------
//
//   [managed]  tests/data/h200_managed.csv: tests/gpu/managed_probe.cu

// clang-format off
#define COST_FIRST_FAULT_US 8.0     // a kernel that faults, once; one that waits for bytes
#define COST_FIRST_MOVE_US 40.0     // [managed: steps_fresh_1, steps_1]
#define COST_FAULT_US 23.0          // faults at the same time; each more of them
#define COST_FAULT_MORE_US 6.0      // [managed: steps, all_512]
#define COST_FAULT_WARP_US 0.1      // each warp that waits, the most at a time [managed: grid, warp]
#define COST_FAULT_PAGE_US 3.6      // each page that moves [managed: steps_512, far_64]
#define COST_FAULT_BLOCK_US 10.0    // each part of a block that moves [managed: far_64]
#define COST_FAULT_FRESH_US 1.7     // each page that nobody had [managed: steps_fresh_512]
#define COST_MAP_PAGE_US 43.0       // each page that stays with the host [managed: prefers_host]
#define COST_COPY_LOST_US 340.0     // each page with copies that a kernel writes
                                    // [managed: mostly_kernel_adds]
#define COST_EVICT_BYTES_US 12000.0 // bytes a microsecond that make room [managed: over_again]
#define COST_CPU_FAULT_US 15.0      // the host's: each fault, each part of a block that moves,
#define COST_CPU_FAULT_BLOCK_US 14.0 // each page [managed: host_read, host_far]
#define COST_CPU_FAULT_PAGE_US 7.0
#define COST_CPU_COPY_LOST_US 190.0 // each page with copies that it writes [managed: mostly_host_writes]
#define COST_PREFETCH_CALL_US 27.0  // the call, and for each page that moves
#define COST_PREFETCH_CALL_PAGE_US 0.78 // [managed: prefetch_call]
#define COST_PREFETCH_US 53.0       // to the device: all of it, each block, but not more than
#define COST_PREFETCH_BLOCK_US 45.0 // for a few, and each page, at the link's rate
#define COST_PREFETCH_BLOCKS_US 120.0 // [managed: prefetch]
#define COST_PREFETCH_PAGE_US 1.37
#define COST_PREFETCH_FRESH_US 13.0 // of memory that nobody had [managed: prefetch_fresh]
#define COST_PREFETCH_FRESH_PAGE_US 0.35
#define COST_PREFETCH_THERE_US 43.0 // if nothing moves [managed: prefetch_there]
#define COST_PREFETCH_LOOK_US 12.0
#define COST_PREFETCH_LOOKS_US 300.0
#define COST_PREFETCH_BACK_US 63.0  // to the host [managed: prefetch_back]
#define COST_PREFETCH_BACK_PAGE_US 7.2
#define COST_DISCARD_US 10.0       // at least; each 2 MB of which the host has some
#define COST_DISCARD_BLOCK_US 16.0 // [managed: discard, discard_there]
#define COST_DISCARDED_PAGE_US 76.0 // a kernel, or the host, touches a page after a discard
                                    // [managed: discard_touch, discard_host]
// clang-format on

// ---- copies: timeline.c ---------------------------------------------

// clang-format off
#define COST_COPY_H2D 55400.0      // bytes a microsecond, pinned [copy]
#define COST_COPY_D2H 55300.0      // [copy]
#define COST_COPY_BOTH 0.913       // of that when both directions run: 4.85 / 5.31 [copy]
#define COST_PEER_NVLINK 394e3     // to another device: NVLink 4, 450 GB/s as published [peers]
#define COST_PEER_PCIE 63e3        // PCIe 5.0 x16, as published; not measured
#define COST_PEER_US 2.9           // in addition to the bytes: 8 copies of 4 bytes [peers]
#define COST_PEER_STAGED 38400.0   // through the host's memory, without peer access [peers]
#define COST_PEER_STAGED_US 14.0   // [peers]
#define COST_PEER_STAGED_BOTH 0.736 // of that when both directions run: 28.1 / 38.2 [peers]
#define COST_COPY_PAGED 14000.0    // staged by the host: 1 to 64 MB [sweep]
#define COST_COPY_UNCACHED 8000.0  // what the host's caches do not hold: 7000 to 9000 [copy]
#define COST_HOST_CACHE 48e6       // bytes of a copy that the host's caches hold, if it is the only
                                   // one: 64 [sweep]; here half of a cache of 100, because programs
                                   // use other memory, too
#define COST_COPY_HOST 10000.0     // from host to host: the order of one core's rate
#define COST_SET_BYTES_US 4550e3   // that a memset writes, 16 to 256 MB [sweep]
#define COST_COPY_L2_BYTES_US 7200e3 // a copy on the device reads and writes, as long as the
                                   // L2 cache holds both: 4 to 16 MB [sweep]
#define COST_COPY_US 1.5           // of an engine for a copy, in addition to its bytes [sweep: 4 to
                                   // 65536 bytes, 8 in a row, idle]
#define COST_PAGED_BACK_US 5.0     // the same for one to pageable memory
#define COST_WIDE_US 1.9           // for a memset or a copy on the device
#define COST_INLINE_US 0.8         // for what travels with the commands, and passes copies that are
                                   // under way: pageable copies to the device that
                                   // are staged at once, memsets, and
#define COST_INLINE_BYTES 4096.0   // pinned copies to the device, up to this number of bytes [micro]
#define COST_INLINE_PINNED_US 2.2  // the time of such a copy
#define COST_STAGE_BYTES 65536.0   // pageable copies up to this are staged at once, larger
                                   // ones piece by piece; the host goes on when the last
                                   // piece is staged [guide] [micro]
#define COST_STAGE_BYTES_US 16e3   // so fast [sweep: pageable to device, call]
// Until an engine knows that work of another engine is done: a copy engine, the
// multiprocessors [sweep: behind a kernel against idle; 8 with kernels].
#define COST_TO_COPY_US 5.2
#define COST_TO_KERNEL_US 2.0
// clang-format on

// ---- the host: context.c and the entry points -----------------------

// clang-format off
#define COST_CALL_US 0.2          // any call: queries, waits for events [micro]
#define COST_LAUNCH_CALL_US 3.1   // cudaLaunchKernel [micro]
#define COST_COPY_CALL_US 1.3     // cudaMemcpyAsync [sweep: call]
#define COST_WIDE_CALL_US 3.2     // the same on the device; large cudaMemsetAsync [sweep]
#define COST_RECORD_CALL_US 0.85  // cudaEventRecord, cudaMemsetAsync [micro]
#define COST_SYNC_CALL_US 2.0     // from the end of the work to the waiting host [micro]
#define COST_MALLOC_US 33.0       // cudaMalloc of new memory [micro]
#define COST_FREE_US 1.0          // cudaFree [micro]
#define COST_POOL_US 1.0          // cudaMallocAsync, cudaFreeAsync of memory the pool has:
                                  // the order of magnitude
#define COST_PIN_US 320.0         // cudaMallocHost, cudaFreeHost, and so
#define COST_PIN_BYTES_US 3900.0  // many bytes a microsecond on top [micro]
// clang-format on

// ---- graphs: cudart/api/api_graph_exec.c, graph_run.c ----------------
//
// [graphs]: tests/gpu/graph_probe.cu on an H200, tests/data/h200_graph_costs.csv. Not measured: an
// if or a switch node, taken to be as long as the first round of a while node.

// clang-format off
#define COST_GRAPH_LAUNCH_US 1.2         // cudaGraphLaunch [graphs: chain, fan: host], and for each
#define COST_GRAPH_ROOT_US 0.78          // node without an edge to it, but the first [loose: host]
#define COST_GRAPH_NODE_UPLOAD_US 1.25   // for each node, the first time [chain: first]
#define COST_GRAPH_INSTANTIATE_US 2.5    // cudaGraphInstantiate, and for each
#define COST_GRAPH_NODE_INSTANTIATE_US 0.8 // node [chain], and for each further edge from a node or
#define COST_GRAPH_BRANCH_INSTANTIATE_US 1.85 // to one, and each further root [fan, loose]
#define COST_GRAPH_UPDATE_US 0.2         // cudaGraphExecUpdate, and for each
#define COST_GRAPH_NODE_UPDATE_US 0.04   // node [chain: update]
#define COST_GRAPH_NEXT_US 0.33          // for COST_LAUNCH_US, of a node behind another one [chain]
// In front of the next kernel:
#define COST_GRAPH_CONDITION_US 4.9      // of a conditional node [while 1], and in addition of each
#define COST_GRAPH_ROUND_US 3.0          // evaluation of its condition [while 10, 100]
#define COST_GRAPH_DEVICE_US 5.3         // if the graph is one that kernels can launch [tail 1]
#define COST_GRAPH_TAIL_US 3.2           // of a tail launch [tail 10, 100]
#define COST_GRAPH_BESIDE_US 1.62        // each launch beside, of the same kernel [forgotten 100]
// clang-format on

// ---- queues: timeline.c ---------------------------------------------

// clang-format off
#define COST_EVENT_US 1.3         // two events with nothing between them are so far apart [sweep]
#define COST_QUEUE_US 1.0         // from the end of a call to the start of its work [micro]
#define COST_HOST_FUNC_US 8.5     // to call a function on the host and go on [micro]
#define COST_PENDING 1024         // jobs that wait before a call waits for room: the order
                                  // of magnitude of a GPU's queues
#define COST_MAX_KERNELS 128      // grids that run together on cc 9.0 [guide]
#define COST_MAX_KERNELS_SINGLE 16 // with the single compute queue [text]
// clang-format on
