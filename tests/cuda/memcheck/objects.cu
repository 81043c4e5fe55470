// A texture that has been destroyed is read; a surface is left where that traps.
// expect: memcheck error t "is no texture object: it has been destroyed, or was never created"
// expect: memcheck error s "a store leaves the surface: byte 64 of row 3 in slice 0"
__global__ void read_texture(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); // [t]
}

__global__ void write_surface(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, 4 * threadIdx.x, 3); // [s]
}

int main()
{
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    cudaArray_t a;
    float *p;
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMalloc(&p, 128);
    cudaMemset(p, 0, 128);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = p;
    r.res.linear.desc = f;
    r.res.linear.sizeInBytes = 128;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    read_texture<<<1, 32>>>(t, p);
    cudaDestroyTextureObject(t);
    read_texture<<<1, 32>>>(t, p);
    cudaMallocArray(&a, &f, 16, 4, cudaArraySurfaceLoadStore);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaCreateSurfaceObject(&s, &r);
    write_surface<<<1, 16>>>(s);
    write_surface<<<1, 32>>>(s);
    cudaDestroySurfaceObject(s);
    cudaFreeArray(a);
    cudaFree(p);
}
