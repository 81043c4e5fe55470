// examples.cu - the code on the slides of lab 08, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
// NVCC: -rdc=true
// WARNING: A launch by a kernel was refused: cudaErrorLaunchPendingCountExceeded
#include "../examples.h"

// ---- a launch ------------------------------------------------------------------------

// BEGIN SLIDE launch
__global__ void fill(int *row, int value)
{
    row[threadIdx.x] = value;
}

// One thread per row; a row that is wanted gets its own grid.
__global__ void fill_wanted(int *table, const int *wanted, int width)
{
    int r = threadIdx.x;
    if (wanted[r])
        fill<<<1, width>>>(table + r * width, wanted[r]);
}
// END SLIDE launch

// ---- waiting for a child, until CUDA 11 --------------------------------------------------

#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED // and a GPU below compute capability 9.0
// BEGIN SLIDE waiting
__global__ void parent(int *p)
{
    child<<<1, 32>>>(p);
    cudaDeviceSynchronize(); // waits for the child
    p[0] += p[31];           // the child has written this
}
// END SLIDE waiting
#endif

// ---- what to do instead --------------------------------------------------------------

__global__ void square(int *p)
{
    p[threadIdx.x] *= p[threadIdx.x];
}

// BEGIN SLIDE continuation
__global__ void parent_rest(int *p) // the code after the wait
{
    p[0] += p[31];
}

__global__ void parent(int *p)
{
    square<<<1, 32>>>(p);
    parent_rest<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
}
// END SLIDE continuation

// ---- memory --------------------------------------------------------------------------

__constant__ int factor;

__global__ void scaled(int *p, int x)
{
    p[threadIdx.x] *= factor + x;
}

// BEGIN SLIDE memory
__global__ void hand_on(int *p)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = p[t] = t;
    __syncthreads();                // thread 0 has now seen all of p
    if (t == 0)
        scaled<<<1, 32>>>(p, s[1]); // global memory by address, shared by value
} // both kernels see the same `factor`, in constant memory
// END SLIDE memory

// ---- streams -------------------------------------------------------------------------

__global__ void add(int *p, int x)
{
    p[threadIdx.x] += x;
}

__global__ void streams(int *p)
{
    // BEGIN SLIDE streams
    add<<<1, 32>>>(p, 1);                               // the stream of the block:
    add<<<1, 32>>>(p, 2);                               // one after the other

    cudaStream_t s;                                     // always non-blocking in a kernel
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    add<<<1, 32, 0, s>>>(p + 32, 3);                    // independent of the first two
    cudaStreamDestroy(s);                               // waits for nothing

    add<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 64, 4); // independent of everything
    add<<<1, 96, 0, cudaStreamTailLaunch>>>(p, 5);         // after everything
    // END SLIDE streams
}

__global__ void twice(int *p)
{
    p[threadIdx.x] *= 2;
}

__global__ void events(int *p)
{
    // BEGIN SLIDE events
    cudaStream_t s, t;
    cudaEvent_t added;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&added, cudaEventDisableTiming); // no other events in a kernel
    add<<<1, 32, 0, s>>>(p, 3);
    cudaEventRecord(added, s);
    cudaStreamWaitEvent(t, added, 0);
    twice<<<1, 32, 0, t>>>(p); // after the addition: 2 (p + 3)
    // END SLIDE events
    cudaEventDestroy(added);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
}

// ---- limits --------------------------------------------------------------------------

// BEGIN SLIDE limits
__global__ void too_many(int *p, int n)
{
    for (int i = 0; i < n; i++) {
        add<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 1);
        if (cudaGetLastError() != cudaSuccess) // the only place where this error shows
            p[1]++;
    }
}

static void with_room(int *p, int n, int room)
{
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, room);
    too_many<<<1, 1>>>(p, n);
}
// END SLIDE limits

int main()
{
    int *p, h[256], ones[8] = {0, 3, 0, 0, 4, 0, 0, 0}, *wanted;
    expect_success("cudaMalloc", cudaMalloc(&p, sizeof h));
    expect_success("cudaMalloc", cudaMalloc(&wanted, sizeof ones));

    expect_success("cudaMemset", cudaMemset(p, 0, sizeof h));
    expect_success("cudaMemcpy", cudaMemcpy(wanted, ones, sizeof ones, cudaMemcpyHostToDevice));
    fill_wanted<<<1, 8>>>(p, wanted, 32);
    expect_success("fill_wanted", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++)
        expect_equal("a row", h[i], ones[i / 32]);

    for (int i = 0; i < 32; i++)
        h[i] = i + 1;
    expect_success("cudaMemcpy", cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
    parent<<<1, 1>>>(p);
    expect_success("parent", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    expect_equal("first and last square", h[0], 1 + 32 * 32);

    int two = 2;
    expect_success("factor", cudaMemcpyToSymbol(factor, &two, sizeof two));
    hand_on<<<1, 32>>>(p);
    expect_success("hand_on", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        expect_equal("an element times 3", h[i], 3 * i);

    expect_success("cudaMemset", cudaMemset(p, 0, sizeof h));
    streams<<<1, 1>>>(p);
    expect_success("streams", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 96; i++)
        expect_equal("what the streams added", h[i], 5 + (i < 32 ? 3 : i < 64 ? 3 : 4));

    expect_success("cudaMemset", cudaMemset(p, 0, sizeof h));
    events<<<1, 1>>>(p);
    expect_success("events", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        expect_equal("first added, then doubled", h[i], 6);

    expect_success("cudaMemset", cudaMemset(p, 0, sizeof h));
    with_room(p, 50, 64);
    expect_success("too_many", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    expect_equal("launches that were made", h[0], 50);
    expect_equal("launches that were refused", h[1], 0);
    with_room(p, 50, 40);
    expect_success("too_many", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
    expect_equal("launches that were made in all", h[0], 90);
    expect_equal("launches that were refused in all", h[1], 10);

    expect_success("cudaFree", cudaFree(p));
    expect_success("cudaFree", cudaFree(wanted));
    if (!mistakes)
        printf("all is as the slides say\n");
    return mistakes != 0;
}
