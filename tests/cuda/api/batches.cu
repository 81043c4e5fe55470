// Several copies, prefetches or discards in one call; copies of three dimensions between devices (here
// from a device to itself); a function by its name in the program; and what is wrong with a batch. All
// lines are those of an H200 with CUDA 13.0.
#include "api.h"


__global__ void add(int *p, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] += 1;
}

static cudaStream_t stream;
static const size_t BYTES = 4096, PAGE = 64 << 10, BLOCK = 2 << 20;
static const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0},
                             cpu = {cudaMemLocationTypeHost, 0};

static void one_dimension()
{
    int *a, *b, host[1024], back[1024];
    cudaMalloc(&a, BYTES);
    cudaMalloc(&b, BYTES);
    for (int i = 0; i < 1024; i++)
        host[i] = i;
    cudaMemset(b, 0, BYTES);
    void *to[] = {a, b, back};
    const void *from[] = {host, host + 512, a};
    size_t sizes[] = {BYTES, BYTES / 2, 16}, first[] = {0, 1}, none = 0;
    cudaMemcpyAttributes hints[] = {{cudaMemcpySrcAccessOrderStream, {}, {}, 0},
                                    {cudaMemcpySrcAccessOrderDuringApiCall, cpu, gpu, 0}};
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 2, stream));
    SHOW(cudaMemcpyBatchAsync(to + 2, from + 2, sizes + 2, 1, hints, first, 1, stream));
    SHOW(cudaStreamSynchronize(stream));
    printf("%d %d\n", back[0], back[3]);
    cudaMemcpy(back, b, BYTES, cudaMemcpyDefault);
    printf("%d %d %d\n", back[0], back[511], back[512]);
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, 0));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, cudaStreamLegacy));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, cudaStreamPerThread));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 0, hints, first, 1, stream));
    SHOW(cudaMemcpyBatchAsync(nullptr, from, sizes, 2, hints, first, 1, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, nullptr, nullptr, 0, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, nullptr, 1, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 1, hints, first, 2, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first + 1, 1, stream));
    size_t same[] = {0, 0}, far[] = {0, 2};
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, same, 2, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, far, 2, stream));
    SHOW(cudaMemcpyBatchAsync(to, from, &none, 1, hints, first, 1, stream));
    hints[0].flags = cudaMemcpyFlagPreferOverlapWithCompute;
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream));
    hints[0].flags = 2;
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream));
    hints[0] = {cudaMemcpySrcAccessOrderInvalid, {}, {}, 0};
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream));
    hints[0].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    sizes[1] = 2 * BLOCK; // beyond its memory
    SHOW(cudaMemset(a, 0, 4));
    SHOW(cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream));
    SHOW(cudaStreamSynchronize(stream));
    cudaMemcpy(back, a, 8, cudaMemcpyDefault);
    printf("%d\n", back[0]); // the first copy of that batch
    (void)cudaGetLastError();
    cudaFree(a);
    cudaFree(b);
}

static cudaMemcpy3DOperand memory(void *p, size_t row, size_t layer)
{
    cudaMemcpy3DOperand o = {};
    o.type = cudaMemcpyOperandTypePointer;
    o.op.ptr.ptr = p;
    o.op.ptr.rowLength = row;
    o.op.ptr.layerHeight = layer;
    return o;
}

static cudaMemcpy3DOperand image(cudaArray_t a, size_t x, size_t y)
{
    cudaMemcpy3DOperand o = {};
    o.type = cudaMemcpyOperandTypeArray;
    o.op.array.array = a;
    o.op.array.offset = {x, y, 0};
    return o;
}

static void three_dimensions()
{
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    SHOW(cudaMallocArray(&array, &format, 16, 8));
    float in[64], out[64] = {0}, part[4] = {0};
    for (int i = 0; i < 64; i++)
        in[i] = i;
    const cudaMemcpySrcAccessOrder order = cudaMemcpySrcAccessOrderStream;
    cudaMemcpy3DBatchOp list[] = {{memory(in, 8, 0), image(array, 8, 0), {8, 8, 1}, order, 0},
                                  {memory(in, 8, 8), image(array, 0, 0), {4, 2, 1}, order, 0}};
    cudaMemcpy3DBatchOp back[] = {{image(array, 8, 0), memory(out, 0, 0), {8, 8, 1}, order, 0},
                                  {image(array, 2, 1), memory(part, 2, 2), {2, 1, 1}, order, 0}};
    SHOW(cudaMemcpy3DBatchAsync(2, list, 0, stream));
    SHOW(cudaMemcpy3DBatchAsync(2, back, 0, stream));
    SHOW(cudaStreamSynchronize(stream));
    printf("%g %g %g, %g %g\n", out[0], out[8], out[63], part[0], part[1]);
    char *volume;
    cudaMalloc(&volume, BYTES);
    cudaMemset(volume, 7, BYTES);
    cudaMemcpy3DBatchOp bytes = {memory(volume, 32, 4), memory(volume + 2048, 16, 0), {16, 2, 3},
                                 order, 0};
    SHOW(cudaMemcpy3DBatchAsync(1, &bytes, 0, stream));
    SHOW(cudaMemcpy3DBatchAsync(0, list, 0, stream));
    SHOW(cudaMemcpy3DBatchAsync(1, nullptr, 0, stream));
    SHOW(cudaMemcpy3DBatchAsync(1, list, 1, stream));
    SHOW(cudaMemcpy3DBatchAsync(1, list, 0, 0));
    list[0].extent.depth = 0;
    SHOW(cudaMemcpy3DBatchAsync(1, list, 0, stream));
    list[0].extent = {9, 8, 1}; // wider than its rows, and the array
    SHOW(cudaMemcpy3DBatchAsync(1, list, 0, stream));
    list[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    SHOW(cudaMemcpy3DBatchAsync(1, list + 1, 0, stream));
    list[1].srcAccessOrder = order;
    list[1].flags = 2;
    SHOW(cudaMemcpy3DBatchAsync(1, list + 1, 0, stream));
    list[1].flags = 0;
    list[1].src.type = (cudaMemcpy3DOperandType)0;
    SHOW(cudaMemcpy3DBatchAsync(1, list + 1, 0, stream));
    (void)cudaGetLastError();

    cudaMemcpy3DPeerParms p = {};
    p.srcPtr = make_cudaPitchedPtr(volume, 32, 32, 4);
    p.dstPtr = make_cudaPitchedPtr(volume + 2048, 16, 16, 2);
    p.extent = {16, 2, 3};
    SHOW(cudaMemcpy3DPeer(&p));
    SHOW(cudaMemcpy3DPeerAsync(&p, stream));
    p.dstDevice = 9;
    SHOW(cudaMemcpy3DPeer(&p));
    p.dstDevice = 0;
    p.extent.width = 64;
    SHOW(cudaMemcpy3DPeer(&p));
    SHOW(cudaMemcpy3DPeerAsync(nullptr, stream));
    p.extent = {4, 2, 1};
    p.dstPtr = {};
    p.dstArray = array;
    SHOW(cudaMemcpy3DPeer(&p));
    SHOW(cudaStreamSynchronize(stream));
    (void)cudaGetLastError();
    cudaFree(volume);
    cudaFreeArray(array);
}

static void managed()
{
    int *a, *b, *device, value;
    SHOW(cudaMallocManaged(&a, BLOCK));
    SHOW(cudaMallocManaged(&b, BLOCK));
    cudaMalloc(&device, BLOCK);
    memset(a, 0, BLOCK);
    memset(b, 0, BLOCK);
    void *list[] = {a, b};
    size_t sizes[] = {BLOCK, PAGE}, first[] = {0, 1}, none[] = {0, PAGE};
    cudaMemLocation places[] = {gpu, cpu}, wrong = {cudaMemLocationTypeDevice, 9};
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, stream));
    add<<<1, 256, 0, stream>>>(a, 1000);
    SHOW(cudaStreamSynchronize(stream));
    printf("%d\n", a[999]);
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, b, PAGE));
    printf("%d\n", value);
    SHOW(cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream));
    SHOW(cudaMemDiscardAndPrefetchBatchAsync(list, sizes, 2, places, first, 1, 0, stream));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, b, PAGE));
    printf("%d\n", value);
    cudaMemsetAsync(a, 0, BLOCK, stream);
    add<<<1, 256, 0, stream>>>(a, 1000);
    SHOW(cudaStreamSynchronize(stream));
    printf("%d\n", a[999]);
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, 0));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 0, places, first, 1, 0, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 1, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, &wrong, first, 1, 0, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, places, first + 1, 1, 0, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 1, places, first, 2, 0, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, nullptr, nullptr, 0, 0, stream));
    SHOW(cudaMemPrefetchBatchAsync(list, none, 2, places, first, 2, 0, stream));
    list[1] = device;
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, stream));
    SHOW(cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream));
    SHOW(cudaMemDiscardBatchAsync(list, sizes, 1, 1, stream));
    SHOW(cudaMemDiscardBatchAsync(list, sizes, 1, 0, 0));
    SHOW(cudaMemDiscardBatchAsync(list, sizes, 0, 0, stream));
    SHOW(cudaMemDiscardBatchAsync(nullptr, sizes, 1, 0, stream));
    list[1] = (char *)a + 100;
    SHOW(cudaMemDiscardBatchAsync(list + 1, sizes + 1, 1, 0, stream));
    SHOW(cudaMemDiscardAndPrefetchBatchAsync(list, sizes, 1, &wrong, first, 1, 0, stream));
    (void)cudaGetLastError();
    cudaGraph_t graph;
    SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SHOW(cudaMemPrefetchBatchAsync(list, sizes, 1, places, first, 1, 0, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
    (void)cudaGetLastError();
    cudaFree(a);
    cudaFree(b);
    cudaFree(device);
}

static void functions()
{
    cudaFunction_t f = nullptr;
    int *p, n = 2, out[2] = {0};
    cudaMalloc(&p, 8);
    cudaMemset(p, 0, 8);
    SHOW(cudaGetFuncBySymbol(&f, (const void *)add));
    const char *name = nullptr;
    SHOW(cudaFuncGetName(&name, (const void *)add));
    void *args[] = {&p, &n};
    SHOW(cudaLaunchKernel((const void *)f, 1, 32, args, 0, stream));
    cudaMemcpyAsync(out, p, 8, cudaMemcpyDefault, stream);
    SHOW(cudaStreamSynchronize(stream));
    printf("%s: %d %d\n", name, out[0], out[1]);
    SHOW(cudaGetFuncBySymbol(&f, (const void *)short_name));
    (void)cudaGetLastError();
    size_t width[4] = {0};
    cudaChannelFormatDesc d[] = {cudaCreateChannelDesc<char>(), cudaCreateChannelDesc<float>(),
                                 cudaCreateChannelDesc<float4>(), {0, 0, 0, 0}};
    for (int i = 0; i < 4; i++)
        SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width[i], &d[i], 0));
    SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width[0], &d[0], 9));
    SHOW(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &d[0], 0));
    printf("%zu %zu %zu %zu\n", width[0], width[1], width[2], width[3]);
    cudaFree(p);
}

int main()
{
    cudaStreamCreate(&stream);
    one_dimension();
    three_dimensions();
    managed();
    functions();
}

/* EXPECT
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 2, stream): ok
cudaMemcpyBatchAsync(to + 2, from + 2, sizes + 2, 1, hints, first, 1, stream): ok
cudaStreamSynchronize(stream): ok
0 3
512 1023 0
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, 0): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, cudaStreamLegacy): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, cudaStreamPerThread): ok
cudaMemcpyBatchAsync(to, from, sizes, 0, hints, first, 1, stream): InvalidValue
cudaMemcpyBatchAsync(nullptr, from, sizes, 2, hints, first, 1, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, nullptr, nullptr, 0, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, nullptr, 1, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 1, hints, first, 2, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first + 1, 1, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, same, 2, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, far, 2, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, &none, 1, hints, first, 1, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream): ok
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream): InvalidValue
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream): InvalidValue
cudaMemset(a, 0, 4): ok
cudaMemcpyBatchAsync(to, from, sizes, 2, hints, first, 1, stream): InvalidValue
cudaStreamSynchronize(stream): ok
0
cudaMallocArray(&array, &format, 16, 8): ok
cudaMemcpy3DBatchAsync(2, list, 0, stream): ok
cudaMemcpy3DBatchAsync(2, back, 0, stream): ok
cudaStreamSynchronize(stream): ok
0 8 63, 10 11
cudaMemcpy3DBatchAsync(1, &bytes, 0, stream): ok
cudaMemcpy3DBatchAsync(0, list, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, nullptr, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list, 1, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list, 0, 0): InvalidValue
cudaMemcpy3DBatchAsync(1, list, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list + 1, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list + 1, 0, stream): InvalidValue
cudaMemcpy3DBatchAsync(1, list + 1, 0, stream): InvalidValue
cudaMemcpy3DPeer(&p): ok
cudaMemcpy3DPeerAsync(&p, stream): ok
cudaMemcpy3DPeer(&p): InvalidDevice
cudaMemcpy3DPeer(&p): InvalidPitchValue
cudaMemcpy3DPeerAsync(nullptr, stream): InvalidValue
cudaMemcpy3DPeer(&p): ok
cudaStreamSynchronize(stream): ok
cudaMallocManaged(&a, BLOCK): ok
cudaMallocManaged(&b, BLOCK): ok
cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, stream): ok
cudaStreamSynchronize(stream): ok
1
cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, b, PAGE): ok
-1
cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream): ok
cudaMemDiscardAndPrefetchBatchAsync(list, sizes, 2, places, first, 1, 0, stream): ok
cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, b, PAGE): ok
0
cudaStreamSynchronize(stream): ok
1
cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, 0): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 0, places, first, 1, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 1, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 2, &wrong, first, 1, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 2, places, first + 1, 1, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 1, places, first, 2, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 2, nullptr, nullptr, 0, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, none, 2, places, first, 2, 0, stream): InvalidValue
cudaMemPrefetchBatchAsync(list, sizes, 2, places, first, 2, 0, stream): InvalidValue
cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream): InvalidValue
cudaMemDiscardBatchAsync(list, sizes, 1, 1, stream): InvalidValue
cudaMemDiscardBatchAsync(list, sizes, 1, 0, 0): InvalidValue
cudaMemDiscardBatchAsync(list, sizes, 0, 0, stream): InvalidValue
cudaMemDiscardBatchAsync(nullptr, sizes, 1, 0, stream): InvalidValue
cudaMemDiscardBatchAsync(list + 1, sizes + 1, 1, 0, stream): ok
cudaMemDiscardAndPrefetchBatchAsync(list, sizes, 1, &wrong, first, 1, 0, stream): InvalidValue
cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal): ok
cudaMemPrefetchBatchAsync(list, sizes, 1, places, first, 1, 0, stream): StreamCaptureUnsupported
cudaStreamEndCapture(stream, &graph): StreamCaptureInvalidated
cudaGetFuncBySymbol(&f, (const void *)add): ok
cudaFuncGetName(&name, (const void *)add): ok
cudaLaunchKernel((const void *)f, 1, 32, args, 0, stream): ok
cudaStreamSynchronize(stream): ok
_Z3addPii: 1 1
cudaGetFuncBySymbol(&f, (const void *)short_name): InvalidDeviceFunction
cudaDeviceGetTexture1DLinearMaxWidth(&width[i], &d[i], 0): ok
cudaDeviceGetTexture1DLinearMaxWidth(&width[i], &d[i], 0): ok
cudaDeviceGetTexture1DLinearMaxWidth(&width[i], &d[i], 0): ok
cudaDeviceGetTexture1DLinearMaxWidth(&width[i], &d[i], 0): InvalidChannelDescriptor
cudaDeviceGetTexture1DLinearMaxWidth(&width[0], &d[0], 9): InvalidDevice
cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &d[0], 0): InvalidValue
1073741824 1073741824 268435456 0
END */
