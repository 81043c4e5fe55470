# reduction_cupy.py - the sum of 256 numbers in CuPy: by its own kernels, and by one in CUDA C without a
# barrier. `make python PROGRAM=tests/python/reduction_cupy.py` finds the race in the kernel's line 10: the text begins with an empty line.
import cupy

source = r"""
extern "C" __global__ void total(int *out, const int *a)
{
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i] = a[i];
    __syncthreads();
    for (int stride = 128; stride; stride /= 2) {
        if (i < stride)
            s[i] += s[i + stride];
    }
    if (i == 0)
        *out = s[0];
}
"""

n = 256
a = cupy.arange(n, dtype=cupy.int32)
out = cupy.zeros(1, dtype=cupy.int32)
print("CuPy:", int(a.sum()), int((a * 2 + 1).max()))
total = cupy.RawKernel(source, "total", options=("-lineinfo",))
total((1,), (n,), (out, a))
cupy.cuda.Device().synchronize()
