// A texture reads the half of an array that nothing was copied to.
// expect: initcheck error r
#include <cstdio>

__global__ void read_texture(cudaTextureObject_t t, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D<float>(t, i, 1) > 0 ? 1 : 0; // [r]
}

int main()
{
    cudaTextureObject_t t;
    cudaArray_t a;
    float *out, row[32] = {};
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, sizeof row);
    cudaMallocArray(&a, &f, 32, 2);
    cudaMemcpy2DToArray(a, 0, 0, row, sizeof row, sizeof row, 1, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    read_texture<<<1, 32>>>(t, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(t);
    cudaFreeArray(a);
    cudaFree(out);
}
