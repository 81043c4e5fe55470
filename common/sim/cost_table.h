// cost_table.h - every constant of virtual time, with where it comes from.
// Included by cost.c (kernels) and cudart/timeline.c (copies, calls, queues).
//
// Sources
//   [guide]  CUDA C++ Programming Guide 13, table of arithmetic throughput for
//            compute capability 9.0 (results a cycle and multiprocessor / 32)
//   [spec]   the H200's data sheet and its device attributes (device.c)
//   [copy]   medians of CUDA event timings of 256 MiB copies on an H200
//   [ncu]    gpu__time_duration of tests/data/h200_reduction.csv: kernels of one
//            warp take 2.3 us and more
//   [micro]  tests/data/h200_streams.txt: what tests/cuda/streams/probe.cu
//            measured on an H200
//   [times]  tests/data/h200_times.txt: what tests/bench/times.cu measured on an H200
//   [text]   the old single-queue hardware as vendor slides describe it
//
// Nothing here was fitted to a kernel of the course. A kernel that one part of
// the machine bounds comes out within a factor of two; see tests/test_cost.c.
#pragma once

// ---- kernels: cost.c -------------------------------------------------------------

#define COST_LAUNCH_US 2.2        // an empty grid from start to end [ncu]
#define COST_DRAM_BYTES_US 4200e3 // read and written together [copy]
#define COST_L2_BYTES_US 6500e3   // what fits the second-level cache: about 25 bytes a
                                  // cycle and multiprocessor [spec]
#define COST_L1_SECTORS 4.0       // 32-byte pieces a cycle and multiprocessor [spec]
#define COST_SHARED_WAVES 1.0     // wavefronts a cycle and multiprocessor [spec]
#define COST_ISSUE 4.0            // warp instructions a cycle and multiprocessor [spec]
#define COST_BLOCKS_US 1600.0     // blocks that all multiprocessors can start in one
                                  // microsecond: 131072 of one warp take 86 us [times]
// Cycles from an instruction to one that needs its result. [micro] for global
// memory (a chain of loads through 256 MB); the others are of the order that
// the [guide] names: four or more for arithmetic, about thirty for shared memory.
#define COST_STEP_CYCLES 4.5
#define COST_GLOBAL_CYCLES 680.0
#define COST_ATOMIC_CYCLES 700.0
#define COST_SHARED_CYCLES 30.0
#define COST_SYNC_CYCLES 30.0
// Divisions whose divisor is no constant: machine instructions beside the one that is
// counted, and those of them that convert or start from the reciprocal [times].
#define COST_DIV_32_SLOTS 16.0
#define COST_DIV_64_SLOTS 110.0
#define COST_DIV_FLOAT_SLOTS 8.0
#define COST_DIV_SFU 4.0

// Warp instructions a multiprocessor completes in a cycle, by unit [guide].
#define COST_UNIT_RATES                                                        \
    [UNIT_INT] = 2, [UNIT_FP32] = 4, [UNIT_FP64] = 2, [UNIT_FP16] = 4,         \
    [UNIT_SFU] = 0.5, [UNIT_CVT] = 2, [UNIT_MOVE] = 4, [UNIT_MEM] = 1,         \
    [UNIT_SYNC] = 1, [UNIT_WARP] = 1, [UNIT_FLOW] = 2, [UNIT_NONE] = 4

// ---- copies: timeline.c --------------------------------------------------------------

#define COST_COPY_H2D 55400.0      // bytes a microsecond, pinned [copy]
#define COST_COPY_D2H 55300.0      // [copy]
#define COST_COPY_BOTH 0.913       // of that when both directions run: 4.85 / 5.31 [copy]
#define COST_COPY_PAGED 8500.0     // staged by the host [copy]
#define COST_COPY_DEVICE 2108000.0 // each byte is read and written: 4216 / 2 [copy]
#define COST_COPY_HOST 10000.0     // from host to host: the order of one core's rate
#define COST_SET_DEVICE 3500000.0  // bytes a memset writes: 16 MB in 6.8 us [micro]
#define COST_COPY_US 8.5           // before the first byte moves: 64 KB take 11 us, 1 MB
                                   // 29 us, 16 MB 312 us [micro]
#define COST_SET_US 2.0            // the same for work on device memory alone [micro]
#define COST_INLINE_US 1.3         // the same for small copies to the device, which
#define COST_INLINE_BYTES 4096.0   // travel with the commands and pass copies that are
                                   // under way: seen at 4 KB, not at 64 KB [micro]
#define COST_STAGE_BYTES 65536.0   // pageable copies up to this are staged at once, larger
                                   // ones piece by piece; the host goes on when the last
                                   // piece is staged [guide] [micro]

// ---- the host: context.c and the entry points ----------------------------------------

#define COST_CALL_US 0.2          // any call: queries, waits for events [micro]
#define COST_LAUNCH_CALL_US 3.1   // cudaLaunchKernel [micro]
#define COST_COPY_CALL_US 2.2     // cudaMemcpyAsync [micro]
#define COST_RECORD_CALL_US 0.85  // cudaEventRecord, cudaMemsetAsync [micro]
#define COST_SYNC_CALL_US 2.0     // from the end of the work to the waiting host [micro]
#define COST_MALLOC_US 33.0       // cudaMalloc of new memory [micro]
#define COST_FREE_US 1.0          // cudaFree [micro]
#define COST_POOL_US 1.0          // cudaMallocAsync, cudaFreeAsync of memory the pool has:
                                  // the order of magnitude
#define COST_PIN_US 320.0         // cudaMallocHost, cudaFreeHost, and so
#define COST_PIN_BYTES_US 3900.0  // many bytes a microsecond on top [micro]

// ---- queues: timeline.c ----------------------------------------------------------------

#define COST_QUEUE_US 1.0         // from the end of a call to the start of its work [micro]
#define COST_HOST_FUNC_US 8.5     // to call a function on the host and go on [micro]
#define COST_PENDING 1024         // jobs that wait before a call waits for room: the order
                                  // of magnitude of a GPU's queues
#define COST_MAX_KERNELS 128      // grids that run together on cc 9.0 [guide]
#define COST_MAX_KERNELS_SINGLE 16 // with the single compute queue [text]
