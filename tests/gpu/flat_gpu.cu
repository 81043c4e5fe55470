// NVCC: -rdc=true
// flat_gpu.cu - those calls of dynamic_parallelism_gpu.cu whose kernels launch nothing themselves.
// ncu counts with a grid what its children do, and how they are launched: this is what of lab 08
// can be compared, counter by counter.
#define WITHOUT_CHILDREN true
#include "dynamic_parallelism_gpu.cu"
