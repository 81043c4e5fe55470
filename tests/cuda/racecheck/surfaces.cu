// Neighbours in a surface, written and read without a barrier between them.
// expect: racecheck error w r
#include <cstdio>

__global__ void shift(cudaSurfaceObject_t s, float *out)
{
    int i = threadIdx.x;
    surf1Dwrite((float)i, s, 4 * i); // [w]
    out[i] = surf1Dread<float>(s, 4 * (i ^ 32)); // [r]
}

__global__ void shift_with_barrier(cudaSurfaceObject_t s, float *out)
{
    int i = threadIdx.x;
    surf1Dwrite((float)i, s, 4 * i);
    __syncthreads();
    out[i] = surf1Dread<float>(s, 4 * (i ^ 32));
}

int main()
{
    cudaSurfaceObject_t s;
    cudaArray_t a;
    float *out;
    cudaResourceDesc r = {};
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, 64 * 4);
    cudaMallocArray(&a, &f, 64, 0, cudaArraySurfaceLoadStore);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaCreateSurfaceObject(&s, &r);
    shift_with_barrier<<<1, 64>>>(s, out);
    cudaDeviceSynchronize();
    shift<<<1, 64>>>(s, out);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(s);
    cudaFreeArray(a);
    cudaFree(out);
}
