// Copies and memset: directions, bounds, null pointers, symbols, pitches.
#include "api.h"

__device__ int variable[10];
__constant__ int constant[10];
__managed__ int managed = 3;

static int h[64];
static int *d, *e;

static void one_dimension()
{
    SHOW(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(0, h, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(0, h, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, 0, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(h, d, 4, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(h, h + 1, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(h, h + 1, 4, cudaMemcpyDefault));
    SHOW(cudaMemcpy(e, d, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(e, d, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(e, d, 4, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(h, d, 4, (cudaMemcpyKind)9));
    SHOW(cudaMemcpy(d, h, 4, (cudaMemcpyKind)-1));
    SHOW(cudaMemcpy(d + 63, h, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(h, d + 63, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyAsync(d + 63, h, 8, cudaMemcpyHostToDevice, 0));
    SHOW(cudaMemset(d + 63, 0, 8));
    SHOW(cudaMemset(h, 0, 4));
    SHOW(cudaMemset(0, 0, 4));
    SHOW(cudaMemset(0, 0, 0));
    SHOW(cudaMemset(d, 0x1ff, 4));
    h[0] = 0;
    SHOW(cudaMemcpy(h, d, 4, cudaMemcpyDefault));
    printf("%x\n", h[0]);
}

static void symbols()
{
    size_t size = 0;
    void *p;
    for (int i = 0; i < 10; i++)
        h[i] = 100 + i;
    SHOW(cudaMemcpyToSymbol(variable, h, 40));
    memset(h, 0, sizeof h);
    SHOW(cudaMemcpyFromSymbol(h, variable, 8, 4));
    printf("%d %d %d\n", h[0], h[1], h[2]);
    SHOW(cudaMemcpyToSymbol(variable, h, 44));
    SHOW(cudaMemcpyToSymbol(variable, h, 4, 40));
    SHOW(cudaMemcpyToSymbol(variable, h, 0, 40));
    SHOW(cudaMemcpyToSymbol((const void *)h, h, 4));
    SHOW(cudaMemcpyToSymbol((const void *)0, h, 4));
    SHOW(cudaMemcpyToSymbol(variable, h, 4, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(h, variable, 4, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToSymbol(variable, d, 4, 0, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyFromSymbol(h, constant, 44));
    SHOW(cudaMemcpyToSymbol(constant, h, 40));
    h[0] = 77;
    SHOW(cudaMemcpyToSymbol(managed, h, 4));
    printf("%d\n", managed);
    SHOW(cudaGetSymbolAddress(&p, variable));
    SHOW(cudaMemcpy(h, p, 4, cudaMemcpyDefault));
    SHOW(cudaGetSymbolAddress(&p, (const void *)h));
    SHOW(cudaGetSymbolSize(&size, variable));
    printf("%zu\n", size);
    SHOW(cudaGetSymbolSize(&size, (const void *)0));
}

static void pitched()
{
    void *p;
    size_t pitch;
    SHOW(cudaMallocPitch(&p, &pitch, 513, 10));
    printf("%zu\n", pitch);
    SHOW(cudaMallocPitch(&p, &pitch, 0, 10));
    printf("%zu %d\n", pitch, p != 0);
    SHOW(cudaMallocPitch(&p, &pitch, 100, 10));
    printf("%zu\n", pitch);
    SHOW(cudaMemset2D(p, pitch, 0x11, 100, 10));
    SHOW(cudaMemset2D(p, pitch, 0x22, 4, 2));
    memset(h, 0, sizeof h);
    SHOW(cudaMemcpy2D(h, 16, p, pitch, 8, 3, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 12; i++)
        printf("%x%c", h[i], i % 4 == 3 ? '\n' : ' ');
    SHOW(cudaMemcpy2D(p, pitch, h, 16, 32, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(p, 8, h, 16, 16, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(p, pitch, h, 16, 0, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(p, 1ull << 40, h, 16, 1, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemset2D(p, 8, 0, 16, 2));
    SHOW(cudaMemset2D(p, pitch, 0, 16, 0));
}

static void volumes()
{
    cudaPitchedPtr p;
    SHOW(cudaMalloc3D(&p, make_cudaExtent(100, 10, 3)));
    printf("%zu %zu %zu\n", p.pitch, p.xsize, p.ysize);
    SHOW(cudaMemset3D(p, 0, make_cudaExtent(100, 10, 3)));
    SHOW(cudaMemset3D(p, 1, make_cudaExtent(1000, 10, 3)));
    for (int i = 0; i < 16; i++)
        h[i] = i;
    cudaMemcpy3DParms m = {};
    m.srcPtr = make_cudaPitchedPtr(h, 16, 16, 2);
    m.dstPtr = p;
    m.dstPos = make_cudaPos(4, 1, 1);
    m.extent = make_cudaExtent(8, 2, 2);
    m.kind = cudaMemcpyHostToDevice;
    SHOW(cudaMemcpy3D(&m));
    memset(h, 0, sizeof h);
    SHOW(cudaMemcpy(h, (char *)p.ptr + 2 * p.pitch * 10 + 2 * p.pitch, 16, cudaMemcpyDefault));
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    m.extent = make_cudaExtent(200, 2, 2);
    SHOW(cudaMemcpy3D(&m));
    m.extent = make_cudaExtent(0, 2, 2);
    SHOW(cudaMemcpy3D(&m));
}

int main()
{
    SHOW(cudaMalloc(&d, 256));
    SHOW(cudaMalloc(&e, 256));
    one_dimension();
    symbols();
    pitched();
    volumes();
    SHOW(cudaGetLastError());
}

/* EXPECT H200
cudaMalloc(&d, 256): ok
cudaMalloc(&e, 256): ok
cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice): ok
cudaMemcpy(0, h, 0, cudaMemcpyHostToDevice): ok
cudaMemcpy(0, h, 4, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy(d, 0, 4, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice): ok
cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost): InvalidValue
cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy(h, d, 4, cudaMemcpyDeviceToDevice): InvalidValue
cudaMemcpy(h, d, 4, cudaMemcpyHostToHost): ok
cudaMemcpy(h, h + 1, 4, cudaMemcpyDeviceToDevice): InvalidValue
cudaMemcpy(h, h + 1, 4, cudaMemcpyDefault): ok
cudaMemcpy(e, d, 4, cudaMemcpyHostToDevice): ok
cudaMemcpy(e, d, 4, cudaMemcpyDeviceToHost): ok
cudaMemcpy(e, d, 4, cudaMemcpyHostToHost): ok
cudaMemcpy(h, d, 4, (cudaMemcpyKind)9): InvalidMemcpyDirection
cudaMemcpy(d, h, 4, (cudaMemcpyKind)-1): InvalidMemcpyDirection
cudaMemcpy(d + 63, h, 8, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy(h, d + 63, 8, cudaMemcpyDeviceToHost): InvalidValue
cudaMemcpyAsync(d + 63, h, 8, cudaMemcpyHostToDevice, 0): InvalidValue
cudaMemset(d + 63, 0, 8): InvalidValue
cudaMemset(h, 0, 4): InvalidValue
cudaMemset(0, 0, 4): InvalidValue
cudaMemset(0, 0, 0): ok
cudaMemset(d, 0x1ff, 4): ok
cudaMemcpy(h, d, 4, cudaMemcpyDefault): ok
ffffffff
cudaMemcpyToSymbol(variable, h, 40): ok
cudaMemcpyFromSymbol(h, variable, 8, 4): ok
101 102 0
cudaMemcpyToSymbol(variable, h, 44): InvalidValue
cudaMemcpyToSymbol(variable, h, 4, 40): InvalidValue
cudaMemcpyToSymbol(variable, h, 0, 40): ok
cudaMemcpyToSymbol((const void *)h, h, 4): InvalidSymbol
cudaMemcpyToSymbol((const void *)0, h, 4): InvalidSymbol
cudaMemcpyToSymbol(variable, h, 4, 0, cudaMemcpyDeviceToHost): InvalidMemcpyDirection
cudaMemcpyFromSymbol(h, variable, 4, 0, cudaMemcpyHostToDevice): InvalidMemcpyDirection
cudaMemcpyToSymbol(variable, d, 4, 0, cudaMemcpyDeviceToDevice): ok
cudaMemcpyFromSymbol(h, constant, 44): InvalidValue
cudaMemcpyToSymbol(constant, h, 40): ok
cudaMemcpyToSymbol(managed, h, 4): ok
77
cudaGetSymbolAddress(&p, variable): ok
cudaMemcpy(h, p, 4, cudaMemcpyDefault): ok
cudaGetSymbolAddress(&p, (const void *)h): InvalidSymbol
cudaGetSymbolSize(&size, variable): ok
40
cudaGetSymbolSize(&size, (const void *)0): InvalidSymbol
cudaMallocPitch(&p, &pitch, 513, 10): ok
1024
cudaMallocPitch(&p, &pitch, 0, 10): ok
0 0
cudaMallocPitch(&p, &pitch, 100, 10): ok
512
cudaMemset2D(p, pitch, 0x11, 100, 10): ok
cudaMemset2D(p, pitch, 0x22, 4, 2): ok
cudaMemcpy2D(h, 16, p, pitch, 8, 3, cudaMemcpyDeviceToHost): ok
22222222 11111111 0 0
22222222 11111111 0 0
11111111 11111111 0 0
cudaMemcpy2D(p, pitch, h, 16, 32, 2, cudaMemcpyHostToDevice): InvalidPitchValue
cudaMemcpy2D(p, 8, h, 16, 16, 2, cudaMemcpyHostToDevice): InvalidPitchValue
cudaMemcpy2D(p, pitch, h, 16, 0, 2, cudaMemcpyHostToDevice): ok
cudaMemcpy2D(p, 1ull << 40, h, 16, 1, 2, cudaMemcpyHostToDevice): InvalidValue
cudaMemset2D(p, 8, 0, 16, 2): InvalidValue
cudaMemset2D(p, pitch, 0, 16, 0): ok
cudaMalloc3D(&p, make_cudaExtent(100, 10, 3)): ok
512 100 10
cudaMemset3D(p, 0, make_cudaExtent(100, 10, 3)): ok
cudaMemset3D(p, 1, make_cudaExtent(1000, 10, 3)): InvalidValue
cudaMemcpy3D(&m): ok
cudaMemcpy(h, (char *)p.ptr + 2 * p.pitch * 10 + 2 * p.pitch, 16, cudaMemcpyDefault): ok
0 12 13 0
cudaMemcpy3D(&m): InvalidPitchValue
cudaMemcpy3D(&m): ok
cudaGetLastError(): InvalidPitchValue
END */
