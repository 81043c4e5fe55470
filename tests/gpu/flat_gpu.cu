// NVCC: -rdc=true
// flat_gpu.cu - the calls of dynamic_parallelism_gpu.cu whose kernels launch no kernels.
// ncu adds to a grid the counts of its children and of their launches. So these calls are the
// part of lab 08 that can be compared counter by counter.
#define WITHOUT_CHILDREN true
#include "dynamic_parallelism_gpu.cu"
