// labs.h - the host functions that each lab's file defines and the grader calls: the contracts of
// the labs, one file for each in contracts/.
//
// Rules for all functions, unless a contract says otherwise: pointers point to device memory;
// sizes count elements; the function launches kernels and need not wait for them; it releases
// the memory, streams and events that it makes; a second call with other arguments must work
// too; a CUDA error ends the program (CUDA_CHECK).
// The functions have C linkage, so their names are not mangled.
//
// A lab's file may also include its own contract alone.
#pragma once

#include "contracts/01_patterns.h"
#include "contracts/02_shared_memory.h"
#include "contracts/03_atomics.h"
#include "contracts/04_reduction.h"
#include "contracts/05_scan.h"
#include "contracts/06_sort.h"
#include "contracts/07_streams.h"
#include "contracts/08_dynamic_parallelism.h"
#include "contracts/09_clusters.h"
#include "contracts/10_memory.h"
#include "contracts/11_sparse.h"
#include "contracts/12_graphs.h"
#include "contracts/13_hashing.h"
#include "contracts/14_thrust.h"
#include "contracts/15_debugging.h"
#include "contracts/16_tensor_cores.h"
#include "contracts/17_async_copies.h"
#include "contracts/18_memory_model.h"
#include "contracts/19_graphs_of_work.h"
#include "contracts/20_occupancy.h"
