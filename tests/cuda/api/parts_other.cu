// The other file of parts.cu.
__device__ int shared_variable = 5;
__constant__ double table[5];
__device__ int twice(int x) { return 2 * x; }

__global__ void other(int *p) { *p += 1; }

void launch_other(int *p) { other<<<1, 1>>>(p); }
