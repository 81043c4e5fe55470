# reduction_numba.py - the sum of 256 numbers by one block, in Numba: lab 04's pairs, and the same without
# its barrier. `make python PROGRAM=tests/python/reduction_numba.py` finds the race in the line of Python.
import numpy as np
from numba import cuda, int32

N = 256


@cuda.jit(lineinfo=True)
def right(out, a):
    s = cuda.shared.array(N, int32)
    i = cuda.threadIdx.x
    s[i] = a[i]
    cuda.syncthreads()
    stride = N // 2
    while stride > 0:
        if i < stride:
            s[i] += s[i + stride]
        cuda.syncthreads()
        stride //= 2
    if i == 0:
        out[0] = s[0]


@cuda.jit(lineinfo=True)
def wrong(out, a):
    s = cuda.shared.array(N, int32)
    i = cuda.threadIdx.x
    s[i] = a[i]
    cuda.syncthreads()
    stride = N // 2
    while stride > 0:
        if i < stride:
            s[i] += s[i + stride]  # the race
        stride //= 2
    if i == 0:
        out[0] = s[0]


a = cuda.to_device(np.arange(N, dtype=np.int32))
out = cuda.to_device(np.zeros(1, dtype=np.int32))
right[1, N](out, a)
print("right:", out.copy_to_host()[0])
wrong[1, N](out, a)
cuda.synchronize()
