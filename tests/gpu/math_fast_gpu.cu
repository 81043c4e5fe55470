// NVCC: --use_fast_math
// math_fast_gpu.cu - math_gpu.cu once more, with the functions that --use_fast_math takes instead,
// and without subnormal numbers.
#include "math_gpu.cu"
